//! FLOOR 6: moves that certainly stay free. A body goes as far as nothing blocks it, and where it
//! then is, as floats, it overlaps nothing.
//!
//! Nothing new is decided here: each leg is asked about by
//! [`first_entry`](crate::Moving::first_entry). What is computed in plain floats, a place to try or
//! a direction to slide in, only steers; it counts once a leg to it is found to be free.

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
