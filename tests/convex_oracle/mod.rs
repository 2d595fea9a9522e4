//! An oracle for a sphere, an ellipsoid or a capsule and any convex body that is bounded by planes.
//!
//! A body is a list of planes in whole numbers (`body.rs`). The distance to it is found by
//! recursion over dimensions, plane by plane, without multipliers (`distance.rs`); the first
//! contact is searched along the path (`scene.rs`). The right fields of an answer are in
//! `truth.rs`, the checks of floats in `check.rs`, and `ask.rs` queries the library. For a capsule,
//! the mover is a sphere about one end of the axis, and the body consists of all points from which
//! the axis meets the target (`sweep.rs`). Before the oracle judges, it is tested itself, in
//! `itself.rs`, by `tests/convex_bits.rs`, and for capsules in `tests/capsule_bits/oracles.rs`.

#![allow(dead_code, unused_imports, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod ask;
mod ask_capsule;
mod body;
pub mod capsules;
mod check;
mod distance;
#[path = "../oracle/exact.rs"]
mod exact;
pub mod families;
pub mod legs;
#[path = "../oracle/met.rs"]
mod met;
mod query;
mod run;
mod scene;
mod sweep;
#[path = "../oracle/tally.rs"]
mod tally;
mod truth;

pub use check::{Closest, Met, Name, Penetration, Reply};
pub use exact::{Format, Real, Time};
pub use query::{Axis, Kind, Mover, Query, Target};
pub use run::{Tally, judged};
pub use scene::Scene;
pub use tally::times_power;
pub use truth::{PenetrationTruth, Position, Touch, Truth};
