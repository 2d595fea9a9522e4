//! Casts of a sphere at a convex body that is bounded by planes: a polytope, a frustum, a
//! parallelepiped.
//!
//! Relative to the body the centre moves as `X(t) = C + tV`. A point `K` of the body is the one
//! closest to `X` if and only if `w = X − K` points away from the body, that is `w = Σ αₛ nₛ` with
//! `αₛ ≥ 0` over the planes that contain `K`. So for a part of the boundary with `K` in its plane,
//! line or point, signs prove that it is closest:
//!
//! ```text
//! face    n·(X − p) ≥ 0                    K within the planes that border the face                    (8.2)
//! edge    m·nⱼ ≥ 0, −m·nᵢ ≥ 0              K within the planes that end the edge                       (8.3)
//! vertex  D·u ≤ 0 for each edge u from it                                                              (8.4)
//! ```
//!
//! where `E = nᵢ × nⱼ`, `m = E × (X − K) = hᵢ nⱼ − hⱼ nᵢ`, `hₖ = nₖ·(X − pₖ)`, and `D = Δ (X − K)`
//! with the determinant `Δ` of three normals. The part is touched at the smaller root of
//!
//! ```text
//! face    h + tg = r √n·n                  t = (−h + r √n·n) / g,       g = n·V < 0                        (8.5)
//! edge    |m + t E × V|² = r² e            t = (−B − √(e β)) / A,       β = r² A − (m·V)²                    (8.6)
//! vertex  |D + tΔV|² = r² Δ²               t = (−D·V − √β) / (Δ V·V),   β = r² Δ² V·V − |D × V|²             (8.7)
//! ```
//!
//! All conditions are linear in `t`, so they are signs of `x + y √q`. The distance from a convex
//! body is a convex function of time. So an entry that is transversal, and certified by (8.2) to
//! (8.4), is *the* first contact, whatever is uncertain about the other parts. Grazes have rational
//! times, of which the earliest counts.
//!
//! Only spheres can be cast at polytopes and frusta. Each corner of these is a fraction with a
//! denominator of its own, the determinant of three normals. So in `contact/convex/` they would
//! need a scale for each corner.
//!
//! Source: the closest point by its normal cone (Karush, Kuhn and Tucker), as in S. Boyd and L.
//! Vandenberghe, *Convex Optimization*, 2004, §5.5.3. Derivation: `docs/theory.md`, §8.

mod answer;
mod at_rest;
mod body;
mod cast;
mod decision;
mod numbers;
mod relative;
mod skew;
#[cfg(test)]
mod tests;
mod walls;

pub(crate) use body::PlanarBody;
pub use cast::PlaneFeature;
pub(crate) use cast::PolytopeCast;
pub(crate) use relative::RelativeCast;
pub(crate) use skew::Skew;
pub(crate) use walls::PolytopeBoundary;
