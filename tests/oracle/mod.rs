//! An oracle for first contacts by convexity, in big rationals, which shares only the names in its
//! answers with the library; and the sources of its queries.

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
