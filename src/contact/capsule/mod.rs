//! Casts of a capsule at a point, a segment or a triangle.
//!
//! The axis of the capsule leads from `a` to `a + L`. The capsule touches the simplex `H` if a ball
//! about `a` touches `K = H + [0, −L]`, which is convex. So the surface of the set that `a` can
//! reach consists of these pieces, each with the unit normal `n` towards the axis:
//!
//! ```text
//! the ball about `a` on a face, edge or vertex of H       n·L ≥ 0
//! the ball about `b` on a face, edge or vertex of H       n·L ≤ 0
//! the axis on a vertex P                                  the cylinder about P + [0, −L]
//! the axis on an edge E                                   the plane with the normal Q = E × L
//! the axis along an edge, or along the face               n·L = 0 too, and they touch all along
//! ```
//!
//! Each piece is entered as in [`simplex`](super::simplex), and an entry counts if it lies over the
//! piece itself, outside of the neighbouring pieces. An entry into a convex set is unique, so the
//! first piece that is certainly entered ends the decision. Derivation: `docs/theory.md`, §1,
//! "Capsules".
//!
//! The vertices must be given floats, because the decision accepts no computed corners. Therefore
//! capsules cannot be cast at polytopes, frusta and parallelepipeds, and casts at boxes are in
//! `convex/capsule.rs`. `span.rs` computes the segment in which an axis along an edge or a face
//! touches it.

pub(crate) use at_rest::{ClosestPiece, ClosestPieceQuery, DistanceOf};
pub(crate) use cast::{AxisEnd, CapsuleCast, CapsulePiece, CapsuleTouch, capsule_cast_of};

mod answer;
mod at_rest;
mod cast;
mod decision;
mod float_filter;
mod numbers;
mod span;
#[cfg(test)]
mod tests;
