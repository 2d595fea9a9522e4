//! The library for C, and for all that can call C. `tangency.h` is its manual; `docs/c.md` begins
//! it.
//!
//! - `double.rs` has the functions, of which `build.rs` makes those of `float`; `query.rs` those
//!   that are of no float
//! - `shape.rs` makes the library's shapes of what is given, `answer.rs` what C gets of its
//!   answers, `batch.rs` does it with columns
//! - `handle.rs` keeps what has no size, `error.rs` what went wrong
//! - `pointer.rs` is the one file that touches memory of the caller; `plain.rs` says as what it may
//!   be read
//!
//! Who can be asked what stands in [`tangency::any`], and not here.
//!
//! # Copies
//! C gets copies and no references: a struct is some hundred bytes, and a query costs more than a
//! copy. So C cannot break a rule of Rust about memory that both hold, and an answer may be written
//! over its request. What C passes by value stays by value; only what has no fixed size has a
//! handle.
//!
//! # Threads
//! Every function may be called on any thread at any time. Questions go on side by side, also of
//! the same scene; who changes a scene waits for those who ask it, and they for him. A walker and a
//! session do one thing at a time. A handle that is freed while others use it stays until they are
//! done.

mod answer;
#[allow(unsafe_code, reason = "columns are pointers")]
mod batch;
#[allow(
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    reason = "the caller promises what pointers lead to; the header says it once"
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
    reason = "the caller promises what pointers lead to; the header says it once"
)]
mod query;
mod shape;
#[allow(
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    clippy::missing_safety_doc,
    clippy::too_many_arguments,
    reason = "as those of `double`"
)]
mod single {
    include!(concat!(env!("OUT_DIR"), "/single.rs"));
}
