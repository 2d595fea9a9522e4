//! FLOOR 6: moves whose results are certainly penetration-free. A body moves until an obstacle
//! blocks it, and its position there, as floats, overlaps nothing.
//!
//! The legs (path segments) are decided by [`first_entry`](crate::Moving::first_entry). Plain
//! floats compute positions to try and directions to slide in; they only steer. A position is
//! accepted only if the leg to it is decided to be free.
//!
//! - `advance.rs` finds the position at which a displacement ends, `slide.rs` continues along
//!   blocking surfaces, `recover.rs` ends an overlap, and `convex.rs` has these moves for convex
//!   bodies. `walker.rs` is a kinematic character controller made of these moves, and `ride.rs`
//!   carries it with moving platforms. `walker/` has the bodies of walkers, their options and their
//!   state, the answer of a step, and a view of a world whose features are numbers (`numbered.rs`),
//!   so that the code of walkers is compiled once for all bodies and worlds.
//! - `world.rs` has the world of a move, which is any obstacle.
//! - A walker guides a slide (`SlideFilter` in `slide.rs`): it specifies the normal that a surface
//!   counts as, and refuses directions that rise more than the slope on which the walker moves.
//! - Only two decisions are made in this folder, both exactly. `slope.rs` decides whether a surface
//!   is flat enough to stand on, by the exact normal where the rounded one is not certain.
//!   `leads_back` in `advance.rs` decides whether a position lies back along the displacement.
//! - Floats steer well at every scale: lengths and directions are computed from scaled vectors, and
//!   a number past the largest float is replaced by it (`clip.rs`).
//! - A move allocates no memory of its own: legs and contacts are written to memory of the caller,
//!   and normals are stored in place (`normals.rs`). Only integers of more than 24 words allocate
//!   (`number/wide.rs`).

mod advance;
mod clip;
mod convex;
mod normals;
mod recover;
mod ride;
mod slide;
mod slope;
mod walker;
mod world;

pub use advance::Advance;
pub(crate) use advance::advance;
pub use convex::ConvexMoves;
pub use recover::Recover;
pub(crate) use recover::{Middle, recover};
pub use ride::Ride;
pub(crate) use slide::slide;
pub use slide::{Slide, SlideOptions};
pub use walker::{
    AnyWalkerBody, Step, Walker, WalkerBody, WalkerFloor, WalkerOptions, WalkerState,
};
pub(crate) use world::{Around, World};
