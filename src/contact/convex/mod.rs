//! Casts of convex bodies at convex obstacles: one decision for every pair of convex shapes.
//!
//! The distance of two moving convex cores is the distance of a *point* from their Minkowski
//! difference `K` (`pair.rs`), whose boundary consists of pieces (`piece.rs`, `cover.rs`).
//! Separating axes settle most pairs of boxes and simplices in plain floats (`axes.rs`,
//! `aligned.rs`). Otherwise floats guess the piece that is touched first (`guess/`), and a
//! certificate of a few signs proves the guess (`certificate.rs`). If no certificate holds, all
//! pieces are queried over integers (`exhaustive.rs`, `touched.rs`). The numbers follow from the
//! piece (`numbers.rs`). The start of the motion is decided in the same manner: the closest points
//! (`rest.rs`, `start.rs`), and the intersection of overlapping cores (`shared.rs`). The queries
//! are in `solve.rs`, `closest.rs` and, over integers, `solver.rs`. Derivation: `docs/theory.md`,
//! §10.
//!
//! If the contact is more than a point, the certificate proves that the mover lands on a facet or
//! on an edge of `K` (`landing.rs` with `polygons.rs`, `line_landing.rs`). On the border of facets,
//! the certificate uses `tangent_cone.rs`. A separating vector proves a miss (`separation.rs`). For
//! contacts on a facet perpendicular to an axis of the world, `across.rs` computes the numbers, and
//! `touching.rs` contains the certain part of a contact. Capsules are cast at boxes and hulls here
//! too, and spheres at hulls (`round.rs`). Scenes are compiled for a body without its type
//! (`erased.rs`).
//!
//! A new convex shape is an implementation of `ConvexShape` in `shape.rs`: its core and the names
//! of its parts. Spheres, and capsules at simplices, keep decisions of their own: with the decision
//! here, which reads its pieces from tables, capsules at triangles took 2.8 to 7.7 times as many
//! instructions (`benches/HISTORY.md`).

mod across;
mod aligned;
mod ask;
mod axes;
mod certificate;
mod closest;
mod core;
mod cover;
mod erased;
mod exhaustive;
mod guess;
mod landing;
mod line_landing;
mod numbers;
mod pair;
mod piece;
mod polygons;
mod rest;
mod round;
mod separation;
mod shape;
mod shared;
mod solve;
mod solver;
mod start;
mod tangent_cone;
#[cfg(test)]
mod tests;
mod touched;
mod touching;

pub use self::shape::{ConvexBody, ConvexObstacle, ConvexShape, HullFeature};
pub use ask::Touched;
pub(crate) use closest::{closest_points, intersects};
pub(crate) use core::{Core, TurnedFrame};
pub(crate) use erased::ErasedConvex;
pub(crate) use pair::ConvexPair;
pub(crate) use shape::triangle_core;
pub(crate) use solve::{
    FirstContact, contact_time, first_contact_of_many, has_contact, last_time_exactly,
};
pub(crate) use solver::{Place, Solver};
