//! The queries of the library as text, for programs that are not in Rust: a request is a line of
//! JSON, and so is its answer.
//!
//! ```
//! use tangency_protocol::{Names, NoMeshes, answer};
//!
//! let request = r#"{"id":1,"query":"first_contact","sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]},"point":{"position":[0,0,0]}}"#;
//! let line = answer(request.as_bytes(), &mut NoMeshes, &mut Names::default()).unwrap();
//! assert!(line.starts_with(br#"{"id":1,"status":"contact","time":4.0,"#));
//! ```
//!
//! - [`answer`]: the answer to one request; `docs/command.md` specifies both
//! - [`item`]: an item of a scene alone, for files that have many
//! - [`surface`]: triangle meshes from the bytes of PLY, STL and OBJ files
//! - [`number`]: numbers in text and files
//! - [`self_test`]: a million answers, and their checksums
//! - [`Names`]: definitions by name, for later requests
//!
//! This crate uses no files and no threads, so that all of it also runs in a browser: the caller
//! loads the meshes that a request names by a [path](Meshes).
//!
//! A query goes through `request.rs` and `target.rs` (read by the names and fields in `shape.rs`),
//! `ask.rs` (which calls [`tangency::any`]) and `reply.rs`. `names.rs` and `world.rs` contain
//! meshes and scenes that requests define by name, `walker.rs` answers requests about a character,
//! whose state is in each request and in its answer.

#![cfg_attr(not(feature = "query"), allow(dead_code, reason = "items are read by some of it"))]

#[cfg(feature = "query")]
mod answer;
#[cfg(feature = "query")]
mod ask;
mod excerpt;
mod fields;
mod item;
mod meshes;
mod names;
pub mod number;
#[cfg(feature = "query")]
mod reply;
mod request;
#[cfg(feature = "query")]
mod room;
#[cfg(feature = "query")]
pub mod self_test;
mod shape;
pub mod surface;
mod target;
#[cfg(feature = "query")]
mod walker;
#[cfg(feature = "query")]
mod world;

#[cfg(feature = "query")]
pub use answer::{answer, refusal};
pub use item::item;
pub use meshes::{AllMeshes, Meshes, NoMeshes};
pub use names::Names;
pub use shape::{Description, TARGETS, WALKER, WALKER_OPTIONS};
