//! The library for C, and for all languages that can call C. `tangency.h` is its manual;
//! `docs/c.md` introduces it.
//!
//! - `double.rs` has the functions for `double`, of which `build.rs` makes the functions for
//!   `float`; `query.rs` has the functions that do not depend on the float
//! - `shape.rs` converts shapes of C to shapes of the library, `answer.rs` converts results for C,
//!   and `batch.rs` does both with columns
//! - `handle.rs` keeps the objects that have no fixed size, `error.rs` the last errors
//! - `pointer.rs` is the only file that touches memory of the caller; `plain.rs` lists the types as
//!   which it may be read
//!
//! [`tangency::any`] decides which queries exist for a pair of shapes.
//!
//! # Copies
//! C gets copies and no references: a struct has some hundred bytes, and a query costs more than a
//! copy. So a program in C cannot break a rule of Rust about shared memory, and an answer may be
//! written over its request. Shapes of a fixed size are passed by value; only objects without a
//! fixed size have a handle.
//!
//! # Threads
//! Every function may be called on any thread at any time. Queries run concurrently, also in the
//! same scene. A change of a scene waits for the queries in the scene, and these wait for the
//! change. A walker and a session do one thing at a time. An object whose handle is freed while
//! other calls use it stays until these calls return.

mod answer;
#[allow(unsafe_code, reason = "columns are pointers")]
mod batch;
#[allow(
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    reason = "the caller guarantees the memory behind pointers; the header states it once"
)]
mod double;
mod error;
mod handle;
#[allow(unsafe_code)]
mod plain;
#[allow(unsafe_code)]
mod pointer;
#[allow(
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    reason = "the caller guarantees the memory behind pointers; the header states it once"
)]
mod query;
mod shape;
#[allow(
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    reason = "as for `double`"
)]
mod single {
    include!(concat!(env!("OUT_DIR"), "/single.rs"));
}
