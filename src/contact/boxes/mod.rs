//! Casts of a sphere or an ellipsoid at a solid box, in any number of dimensions.
//!
//! The box is parallel to the axes of some frame; a [`BoxCast`](cast::BoxCast) contains the
//! coordinates in that frame. There, relative to the box, the centre moves as `X(t) = C + tV`. The
//! whole decision depends on one function of time,
//!
//! ```text
//! f(t) = dist(X(t), box)² − r² = Σ gₖ(t)² − r²,   gₖ = how far Xₖ is from [minₖ, maxₖ]                        (7.1)
//! ```
//!
//! which is convex, has a continuous slope, and is a parabola between the times at which `X` passes
//! a bound, `s = (boundₖ − Cₖ) / Vₖ`. With `f(0) > 0` and `f'(0) < 0`, the entry `t*` is later than
//! `s` if and only if `f(s) > 0` and `f'(s) < 0`. Both are signs of polynomials, since `s` is
//! rational. So the decision finds, for each axis alone, the side on which the centre is as it
//! enters. It needs to sort no times, and to enumerate no regions. All these signs contain only the
//! delays of one bound after another, `(boundᵢ − Cᵢ) Vⱼ − (boundⱼ − Cⱼ) Vᵢ` (7.8). On the piece of
//! the entry, over the axes `S` on which the centre is outside of the bounds, with
//! `Dₖ = Cₖ − boundₖ`,
//!
//! ```text
//! t* = (−b − √β) / a,   a = Σ Vₖ²,   b = Σ Dₖ Vₖ,   β = r² a − Σ (Dᵢ Vⱼ − Dⱼ Vᵢ)²   (i < j)                  (7.2)
//! ```
//!
//! and there is an entry if and only if `β ≥ 0`; it grazes if `β = 0`, at a rational time. No sign
//! has a degree greater than four in the coordinates of the frame, and the number of signs grows as
//! the square of the number of dimensions. The end of the contact is the first contact of the cast
//! run backwards, on the whole line of time.
//!
//! *Proof that `β` suffices.* The piece begins where `f > 0` and `f' < 0`, and ends where `f ≤ 0`
//! or `f' ≥ 0`, or never. If `f ≤ 0` at its end, its parabola has its smaller root in the piece,
//! and `β ≥ 0`. Otherwise the parabola has its least value in the piece (`a > 0`, as the slope is
//! not zero), which is `−β / a`; because `f` is convex, it has no smaller value anywhere.
//!
//! The frame is the world in `aligned.rs`, the frame of an oriented box in `oriented.rs`, and the
//! world shrunk along each axis for an ellipsoid in `stretched.rs`; `frame.rs` contains the parts
//! of a cast in its frame. The semi-static filter needs no scaled numbers, so it comes first
//! (`number/semi_static.rs`), and certain misses end there.
//!
//! Source: D. Eberly, *Intersection of Moving Circle and Rectangle*, 2018, for the question in the
//! plane; his tree of regions is not used here.

mod aligned;
mod answer;
mod at_rest;
mod cast;
mod decision;
mod entering;
mod feature;
mod float_filter;
mod frame;
mod numbers;
mod oriented;
mod stretched;
#[cfg(test)]
mod tests;

pub(in crate::contact) use entering::{EntrySides, STEPS};
pub use feature::{BoxFeature, Side};
