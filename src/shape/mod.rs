//! What goes in: shapes that are valid because they exist, and how they move.
//!
//! Every constructor checks its numbers and names the field that is wrong; after it nothing can fail.
//! Points and vectors are taken as anything that turns into `[T; N]`, so plain arrays and the vectors of
//! glam, nalgebra and mint all fit. Lengths are in the caller's unit, times in the caller's unit of time.

mod check;
mod error;
mod motion;
mod point;
mod segment;
mod sphere;
mod triangle;

pub use crate::number::Scalar;
pub(crate) use check::{finite, length};
pub use error::{Field, InputError, Problem};
pub use motion::{Moving, Shape};
pub use point::Point;
pub use segment::Segment;
pub use sphere::Sphere;
pub use triangle::Triangle;
