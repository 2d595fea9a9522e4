//! FLOOR 6: moves whose results are certainly penetration-free. A body moves until an obstacle
//! blocks it, and its position there, as floats, overlaps nothing.
//!
//! The legs (path segments) are decided by [`first_entry`](crate::Moving::first_entry). Plain
//! floats compute positions to try and directions to slide in; they only steer. A position counts
//! once the leg to it is decided to be free.
//!
//! - `advance.rs` finds the position at which a displacement ends, `slide.rs` continues along
//!   blocking surfaces, `recover.rs` ends an overlap, `walker.rs` is a kinematic character
//!   controller made of these moves, and `ride.rs` carries it with moving platforms. `walker/` has
//!   its options, its state as plain numbers, and the answer of a step.
//! - `world.rs` has the world of a move: any obstacle, or one whose features are numbers, so that
//!   the code of walkers is the same for all worlds.
//! - A walker guides a slide (`SlideFilter` in `slide.rs`): it specifies as what a surface counts,
//!   and takes no direction that rises more than its slope.
//! - Two questions are decided here, and exactly: whether a surface is flat enough to stand on
//!   (`slope.rs`), by the exact normal where the rounded one is not certain, and whether a position
//!   lies back along the displacement (`leads_back` in `advance.rs`).
//! - Floats steer well at every scale: lengths and directions are computed from scaled vectors, and
//!   end at the largest float (`clip.rs`).
//! - A move does not allocate: its report is written to memory of the caller, and the rest is
//!   stored in place (`normals.rs`). Only integers of more than 24 words allocate
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
