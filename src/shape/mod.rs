//! Shapes, which are valid once constructed, and their straight motions.
//!
//! Every constructor checks its numbers and returns an error that names the invalid field; no later
//! call can fail. Arguments for points and vectors may be anything that converts into `[T; N]`:
//! plain arrays and the vectors of glam, nalgebra and mint. Lengths are in the caller's unit, times
//! in the caller's unit of time.
//!
//! There is a file for each shape. `motion.rs` and `path.rs` contain motions, `inflated.rs` shapes
//! inflated by a ball. `hull/` computes convex hulls, `topology.rs` contains the vertices, edges
//! and faces of a convex core, and `parts.rs` finds the faces, edges and vertices of an
//! intersection of half-spaces.

mod aligned_box;
mod arrays;
mod capsule;
mod check;
mod ellipsoid;
mod error;
mod frustum;
mod hollow;
mod hull;
mod inflated;
mod motion;
mod oriented_box;
mod parallelepiped;
mod parts;
mod path;
mod plane;
mod point;
mod polytope;
mod rotation;
mod segment;
mod slices;
mod sphere;
pub(crate) mod topology;
mod translatable;
mod triangle;
pub(crate) mod vector;

pub use crate::number::Scalar;
pub use aligned_box::AlignedBox;
pub use arrays::{AlignedBoxes, Spheres};
pub use capsule::Capsule;
pub(crate) use check::{
    all_finite, finite, length, lengths, not_negative, ordered, plain, positive,
};
pub use ellipsoid::Ellipsoid;
pub use error::{Field, InputError, Problem};
pub use frustum::{ClipDepth, Frustum};
pub use hollow::Hollow;
pub use hull::Hull;
pub(crate) use hull::Placement;
pub use hull::RoundedHull;
pub(crate) use hull::are_collinear;
pub(crate) use inflated::sealed as inflatable;
pub use inflated::{Inflatable, Inflated};
#[allow(unused_imports, reason = "for casts of convex cores")]
pub(crate) use motion::Until;
pub use motion::{Moving, Shape};
pub use oriented_box::OrientedBox;
pub use parallelepiped::Parallelepiped;
pub(crate) use parts::{BoundaryPart, BoundaryParts, Wall};
pub use path::Path;
pub use plane::Plane;
pub use point::Point;
pub use polytope::Polytope;
pub use rotation::Rotation;
pub use segment::Segment;
pub(crate) use slices::same_dimension;
pub use slices::{AlignedBoxSlice, EllipsoidSlice, SphereSlice};
pub use sphere::Sphere;
pub(crate) use translatable::Translatable;
pub use triangle::Triangle;
