//! Casts of a ball or an ellipsoid at the convex hull of one, two or three points: a point, a
//! segment, a triangle.
//!
//! Relative to the obstacle the centre moves as `C + tV`. With `Dᵢ = C − Pᵢ`, `Eᵢ = Pᵢ₊₁ − Pᵢ`,
//! `U = E₀ × E₁`, the set of centres at which the two touch is bounded by two faces, and by parts
//! of a cylinder about each edge and a ball about each vertex. Each of these pieces is entered at
//! the smaller root of a linear or quadratic equation,
//!
//! ```text
//! face     s U·(D₀ + tV) = r |U|            t = (s h − r √u) / (−s g)                                      (1.3)
//! edge     |Eᵢ × (Dᵢ + tV)|² = eᵢ r²         t = (−B − √(eᵢ β)) / A,   β = r² A − τᵢ²                         (1.4)
//! vertex   |Dᵢ + tV|² = r²                   t = (−b − √β) / v,        β = r² v − |Dᵢ × V|²                   (1.5)
//! ```
//!
//! and the entry counts if it lies over the feature itself. This is decided by the signs of
//! polynomials of degree at most six (ten at the seam of face and edge). Each polynomial is shared
//! by the two features that meet there, so no gap can open between them. The time never enters a
//! decision.
//!
//! A simplex in the plane is a simplex in space with zeros. The code is the same, since zeros are
//! exact in every kind of number. `pieces.rs` contains the pieces of the decision, `straight.rs`
//! the numbers of a ball straight before a face that is normal to an axis.
//!
//! Source: D. Eberly, *Intersection of Moving Sphere and Triangle*, 2020, §2–§4, with corrections
//! of its listings (`docs/errata.md`). Derivation, and the factored forms of the conditions:
//! `docs/theory.md`, §1–§2.

mod answer;
mod at_rest;
mod cast;
mod decision;
pub(in crate::contact) mod float_filter;
mod numbers;
mod pieces;
mod straight;
#[cfg(test)]
mod tests;

pub(super) use answer::{contact_of, simplex_targets};
pub(crate) use at_rest::{ClosestFeatureQuery, FeatureQuery, SquaredDistance};
pub(crate) use cast::{SidedFeature, SimplexCast, SimplexTouch, simplex_cast};
pub(super) use cast::{SimplexVectors, SimplexVectorsRef, edge_count};
pub(super) use decision::{Slab, enters_face, keep_earlier, slab_at_start};
pub(super) use numbers::{
    Entering, KINDS, There, face_normal, moved, normal_across, time_at_distance, time_with,
};
pub(super) use pieces::{AdjacentFace, PieceOutcome, SharedTerms, TrianglePlane, left_of_line};
pub(super) use straight::AlignedFace;
