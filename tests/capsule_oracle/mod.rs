//! What is true about a moving capsule and the hull of one, two or three points, rounded or not.
//!
//! Seen from the obstacle `H`, the capsule touches where a ball about `a` of the whole reach
//! touches `K`, all points from which the axis meets `H`. `K` is bounded by parts (`parts.rs`):
//! points, segments, triangles and parallelograms. The times at which one of them is within reach,
//! over its own inside, are an interval, whose ends are roots (`moment.rs`); the first touch is the
//! least start of all these intervals, and the last touch the greatest end. No distance is searched
//! for along the path, and nothing is known of which part comes after which. Where `H` is touched
//! is found by clipping the axis by the half spaces of `H` (`hull.rs`). All that is in `truth.rs`;
//! `check.rs` says whether floats are right, `ask.rs` asks the library, and `itself.rs` judges the
//! judge, in other ways.

#![allow(dead_code, unused_imports, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod ask;
mod check;
#[path = "../oracle/exact.rs"]
mod exact;
pub mod families;
mod hull;
#[path = "../oracle/met.rs"]
mod met;
mod moment;
mod parts;
mod query;
mod run;
#[path = "../oracle/tally.rs"]
mod tally;
mod truth;

pub use check::{Met, Reply};
pub use exact::{Format, Real, Time, decode};
pub use moment::Moment;
pub use query::{Axis, Query};
pub use run::Tally;
pub use truth::{Scene, Touch, Truth};
