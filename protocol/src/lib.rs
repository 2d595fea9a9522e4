//! The library's questions as text, for whoever has no Rust: a request is a line of JSON, and so is
//! its answer.
//!
//! ```
//! use tangency_protocol::{Names, NoMeshes, answer};
//!
//! let request = r#"{"id":1,"query":"first_contact","sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]},"point":{"position":[0,0,0]}}"#;
//! let line = answer(request.as_bytes(), &mut NoMeshes, &mut Names::default()).unwrap();
//! assert!(line.starts_with(br#"{"id":1,"status":"contact","time":4.0,"#));
//! ```
//!
//! - [`answer`]: one request, one answer; `docs/command.md` tells what they say
//! - [`item`]: an item of a scene alone, for files that have many
//! - [`surface`]: triangle meshes from the bytes of PLY, STL and OBJ files
//! - [`number`]: numbers as text and files hold them
//! - [`self_test`]: a million answers, and what they must come to
//! - [`Names`]: what requests have defined by name, for later ones
//!
//! Here are no files and no threads, so that all of it also runs in a browser: meshes that a
//! request names by a path come from whoever [asks](Meshes).
//!
//! A query goes through `request.rs` and `target.rs` (read by the names and fields in `shape.rs`),
//! `ask.rs` (which calls [`tangency::any`]) and `reply.rs`. `names.rs` and `world.rs` have meshes
//! and scenes that requests define by name, `walker.rs` a character, whose state comes with each
//! request and goes with its answer.

mod answer;
mod ask;
mod excerpt;
mod fields;
mod item;
mod meshes;
mod names;
pub mod number;
mod part;
mod reply;
mod request;
mod room;
#[cfg(feature = "questions")]
pub mod self_test;
mod shape;
pub mod surface;
mod target;
mod walker;
mod world;

pub use answer::{answer, refusal};
pub use item::item;
pub use meshes::{AllMeshes, Meshes, NoMeshes};
pub use names::Names;
pub use shape::{Description, TARGETS, WALKER, WALKER_OPTIONS};
