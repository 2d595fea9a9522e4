//! An oracle for a moving capsule and the hull of one, two or three points, inflated or not.
//!
//! Relative to the obstacle `H`, the capsule touches when a ball about `a` of the total radius
//! touches `K`, all points from which the axis meets `H`. `K` is bounded by parts (`parts.rs`):
//! points, segments, triangles and parallelograms. The times at which the ball reaches a part over
//! the part's interior are an interval, whose ends are roots (`moment.rs`). The first contact is
//! the least start of all these intervals, and the last contact the greatest end. No distance is
//! searched for along the path, and the order of the parts is unknown. The touched points of `H`
//! are found by clipping the axis by the half spaces of `H` (`hull.rs`). `truth.rs` has these
//! steps; `check.rs` checks the floats of a reply, `ask.rs` queries the library, and `itself.rs`
//! tests the oracle with other methods.

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
