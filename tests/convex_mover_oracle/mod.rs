//! An oracle for moving convex bodies, inflated or not. Its method is not the library's.
//!
//! With `K = B − A` the mover is the point `tV`. For `R > 0` the first and the last time are the
//! least and the greatest root over all points, segments, triangles and parallelograms that the
//! points of both bodies make (`pieces.rs`). For `R = 0` they are the ends of an interval, found
//! from all axes that can separate the bodies (`axes.rs`). The touch set is `B ∩ (A + q)`, found
//! from half-spaces (`solid.rs`). The oracle uses no face, edge, neighbour or certificate, and only
//! integers (`numbers.rs`). `truth.rs` makes the true answers, `check.rs` checks the floats of a
//! reply, `families.rs` makes requests, `itself.rs` tests the oracle.

#![allow(dead_code, unused_imports, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod axes;
mod check;
#[path = "../oracle/exact.rs"]
mod exact;
pub mod families;
#[path = "../oracle/met.rs"]
mod met;
mod numbers;
mod pieces;
mod request;
mod run;
mod solid;
#[path = "../oracle/tally.rs"]
mod tally;
mod truth;

pub use check::{Closest, Met, Reply};
pub use exact::{Format, Real, Time};
pub use met::{met, rounded, wide};
pub use numbers::Surd;
pub use request::{Body, Core, Motion, Request};
pub use run::{Tally, judged, kinds};
pub use truth::{Feature, Status, Truth};
