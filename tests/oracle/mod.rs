//! A second way to the truth: exact first contact by convexity, in big rationals. It shares only
//! the names in its answers with the library. And the sources of queries for it.

#![allow(dead_code, unused_imports, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod ask;
mod exact;
pub mod families;
mod first;
pub mod legs;
mod query;
mod run;
mod tally;
mod verify;

pub use exact::Format;
pub use first::Truth;
pub use query::Query;
pub use run::{Tally, seeds};
pub use tally::times_power;
