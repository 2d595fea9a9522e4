//! FLOOR 3: questions without time.
//!
//! [`Sphere::intersects`], [`Ellipsoid::intersects`] and [`Hollow::intersects`] ask whether two
//! shapes share a point. Shapes are closed, so touching counts. [`Sphere::containment`] asks where
//! a whole sphere lies. One file per kind of target.

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
