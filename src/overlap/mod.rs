//! FLOOR 3: queries of shapes at rest: intersection, containment, sections, culling.
//!
//! [`Sphere::intersects`], [`Ellipsoid::intersects`], [`Capsule::intersects`] and
//! [`Hollow::intersects`] return whether two shapes share a point. Shapes are closed, so touching
//! counts. [`Sphere::containment`] returns whether a whole sphere lies inside a region, outside it,
//! or neither. There is a file for axis-aligned boxes, one for polytopes, and one for targets whose
//! tests are contact queries.

mod aligned_box;
mod batch;
mod by_contact;
mod polytope;
mod target;
#[cfg(test)]
mod tests;

pub(crate) use by_contact::shares;
pub use polytope::{Containment, Region, Section};
pub use target::Target;
pub(crate) use target::sealed;
