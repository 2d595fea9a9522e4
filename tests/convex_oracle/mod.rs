//! One judge for everything convex that has planes: what is true about a sphere, or an ellipsoid, and a body.
//!
//! A body is a list of planes in whole numbers (`body.rs`). The distance to it is found by going down the dimensions,
//! plane by plane, without multipliers (`distance.rs`); along the path it is searched for the touch (`scene.rs`). What an
//! answer must then say is in `truth.rs`, whether floats say it in `check.rs`, and `ask.rs` asks the library. Before it
//! judges, it is judged itself, in `itself.rs`, by `tests/convex_bits.rs`.

#![allow(dead_code, unused_imports, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod ask;
mod body;
mod check;
mod distance;
#[path = "../oracle/exact.rs"]
mod exact;
pub mod families;
mod query;
mod run;
mod scene;
mod truth;

pub use check::{Closest, Met, Name, Penetration, Reply};
pub use exact::{Format, Real, Time};
pub use query::{Kind, Mover, Query, Target, scale};
pub use run::Tally;
pub use scene::Scene;
pub use truth::{PenetrationTruth, Position, Touch, Truth};
