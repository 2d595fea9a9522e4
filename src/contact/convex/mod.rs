//! Convex bodies that move: one decision for every pair of convex shapes.
//!
//! The distance of two convex cores on their way is that of a *point* from their difference
//! (`pair.rs`), whose border consists of pieces (`piece.rs`, `cover.rs`). Floats guess the piece
//! that is met first (`guess/`), a certificate of some signs proves it (`certificate.rs`), and
//! where none holds all pieces are asked over integers (`exhaustive.rs`, `touched.rs`). The numbers
//! follow from the piece (`numbers.rs`). The same at the start: what is closest (`rest.rs`,
//! `start.rs`) and what cores share that overlap (`shared.rs`). The questions are in `solve.rs`,
//! `closest.rs` and, over integers, `solver.rs`. Derivation: `docs/theory.md`, §10.
//!
//! Where more than a point is touched, the certificate is that the mover lands on a facet or on an
//! edge of `K` (`landing.rs` with `polygons.rs`, `line_landing.rs`), on the border of facets with
//! `tangent_cone.rs`. A separating vector proves a miss (`separation.rs`). Contacts on a facet
//! across an axis of the world have numbers of their own (`across.rs`), and `touching.rs` has what
//! is certain of a contact. Boxes meet capsules here too (`capsule.rs`).
//!
//! A new convex shape is an implementation of `ConvexShape` in `shape.rs`: its core and the names
//! of its parts. Spheres, and capsules at simplices, keep decisions of their own: with this one,
//! which reads its pieces from tables, capsules at triangles took 2.8 to 7.7 times the instructions
//! (`benches/HISTORY.md`).

mod across;
mod ask;
mod capsule;
mod certificate;
mod closest;
mod core;
mod cover;
mod exhaustive;
mod guess;
mod landing;
mod line_landing;
mod numbers;
mod pair;
mod piece;
mod polygons;
mod rest;
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
