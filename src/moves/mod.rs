//! FLOOR 6: moves that certainly stay free. A body goes as far as nothing blocks it, and where it
//! then is, as floats, it overlaps nothing.
//!
//! Nothing new is decided here: each leg is asked about by
//! [`first_entry`](crate::Moving::first_entry). What is computed in plain floats, a place to try or
//! a direction to slide in, only steers; it counts once a leg to it is found to be free.
//!
//! - `advance.rs` finds the place at which a displacement ends, `slide.rs` goes on along what
//!   blocks, `recover.rs` ends an overlap, `walker.rs` is a character made of these moves, and
//!   `ride.rs` takes it along while the world moves. `walker/` has its options, its state as plain
//!   numbers, and the answer of a step.
//! - `world.rs` has the world of a move: any obstacle, or one whose features are numbers, so that
//!   the code of walkers is the same for all worlds.
//! - A walker guides a slide (`Guide` in `slide.rs`): it specifies as what a surface counts, and
//!   takes no direction that rises more than its slope.
//! - Two questions are decided here, and exactly: whether a surface is flat enough to stand on
//!   (`slope.rs`), by the exact normal where the rounded one is not certain, and whether a place
//!   lies back along the displacement (`leads_back` in `advance.rs`).
//! - Floats that steer do so at every scale: lengths and directions are computed of scaled vectors,
//!   and end at the largest float (`clip.rs`).
//! - A move allocates nothing of its own: its report is written to memory of the caller, and the
//!   rest is held in place (`normals.rs`). Only integers of more than 24 words do
//!   (`number/wide.rs`).

mod advance;
mod clip;
mod normals;
mod recover;
mod ride;
mod slide;
mod slope;
mod walker;
mod world;

pub use advance::Advance;
pub(crate) use advance::advance;
pub use recover::Recover;
pub(crate) use recover::{Middle, recover};
pub use ride::Ride;
pub(crate) use slide::slide;
pub use slide::{Slide, SlideOptions};
pub use walker::{Step, Walker, WalkerFloor, WalkerOptions, WalkerState};
pub(crate) use world::{Around, World};
