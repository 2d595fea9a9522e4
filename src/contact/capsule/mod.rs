//! When does a moving capsule first touch a point, a segment or a triangle?
//!
//! Its axis leads from `a` to `a + L`. The capsule touches the simplex `H` where a ball about `a`
//! touches `K = H + [0, −L]`, which is convex. So the surface of what `a` may reach has these
//! pieces, each with the unit normal `n` towards the axis:
//!
//! ```text
//! the ball about `a` on a face, edge or vertex of H       n·L ≥ 0
//! the ball about `b` on a face, edge or vertex of H       n·L ≤ 0
//! the axis on a vertex P                                  the cylinder about P + [0, −L]
//! the axis on an edge E                                   the plane with the normal Q = E × L
//! the axis along an edge, or along the face               n·L = 0 too, and they touch all along
//! ```
//!
//! Each is entered as in [`simplex`](super::simplex), and counts if it is entered over itself:
//! outside of the pieces beside it. An entry into a convex set is unique, so the first piece that
//! certainly has it ends the decision. Derivation: `docs/theory.md`, §1, "Capsules".
//!
//! Its vertices must be given floats: the decision accepts no computed corner. Therefore polytopes,
//! frusta and parallelepipeds refuse capsules, and boxes meet capsules by `convex/capsule.rs`.
//! `span.rs` has from where to where an axis that lies along an edge or face touches it.

pub(crate) use at_rest::{Closest, DistanceOf, Nearest};
pub(crate) use cast::{CapsuleCast, CapsuleTouch, End, Piece, capsule_cast_of};

mod answer;
mod at_rest;
mod cast;
mod decision;
mod glance;
mod numbers;
mod span;
#[cfg(test)]
mod tests;
