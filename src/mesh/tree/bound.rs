//! Bounds for the search, eight at a time: when can a round body first reach a box or a triangle,
//! and how close is it?
//!
//! Along its way the body's centre is `p(τ) = C + τ W`, `0 ≤ τ ≤ 1`. The distance of `p(τ)` from
//! anything convex is convex in `τ`, so Newton's step from a time that is not too late never leads
//! to one that is. With any direction `d`, and `m` the least `d · (p(τ) − x)` over what is below,
//!
//! ```text
//! τ' = τ + (m − r |d|) / (−d · W);      no contact ever if m > r |d| and d · W ≥ 0                    (9.1)
//! ```
//!
//! For a box `d` leads from it to the centre, for a slab in it from its middle, for a triangle
//! about from its closest point. Whatever `d` is, the bound holds: so `d` may be rounded, and
//! slivers cannot break it. All floats are `f32`, in the frame of the tree, where no coordinate
//! exceeds one half; what their roundings amount to is made good by a greater radius:
//!
//! ```text
//! r' = r + ε,      ε = 128 · 2⁻²⁴ · (1 + |C|∞ + |W|∞ + r) + what is known of C and W                      (9.3)
//! ```
//!
//! Of a capsule `C` is the middle of the axis, and `h` leads from there to an end: then `m` is less
//! by `|d · h|`, and `d` leads to the point of the axis that is about the closest.
//!
//! Bounds from above are points found: a place on a triangle, and a time at which it lies in the
//! ball of radius `r − ε`, which is looked at before it is believed. Derivation: `docs/theory.md`,
//! §9; `laws.rs` beside this tests it, and `proofs/` has the constants by machine.
//!
//! Here are the body and what is asked; `arrival.rs` says when, `closeness.rs` how close, and
//! `seen.rs` how boxes and triangles lie to the body.

use super::eights::Eights;
use super::frame::Frame;
use super::node::Node;
use crate::number::{Eight, sqrt};

/// Something round on its way, or in its place, in the frame of the tree.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct Body {
    pub(super) center: [f32; 3],
    /// Of a capsule half its axis, from the centre to one end.
    pub(super) half_axis: [f32; 3],
    /// The whole way, from `τ = 0` to 1.
    pub(super) way: [f32; 3],
    /// What each coordinate is multiplied by, so that the body is a ball: at most one.
    pub(super) stretch: [f32; 3],
    /// `r + ε`.
    pub(super) outer: f32,
    /// `r − ε`.
    pub(super) inner: f32,
    pub(super) epsilon: f32,
}

/// Half the distance from one to the next `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;
/// The constant of (9.3).
const ROUNDINGS: f64 = 128.0;

impl Body {
    /// `slack` is how far from `center + τ way` the body's centre may be, and more than which its
    /// radius may be wrong; `None` if floats cannot hold all this.
    pub(in crate::mesh) fn new(
        center: [f64; 3],
        half_axis: [f64; 3],
        way: [f64; 3],
        stretch: [f32; 3],
        radius: f64,
        slack: f64,
    ) -> Option<Self> {
        let size = 1.0 + greatest(&center) + greatest(&way) + radius + 4.0 * greatest(&half_axis);
        let epsilon = ROUNDINGS * U * size + slack;
        // Infinite, or NaN, if one of them is.
        let all = sum(&center) + sum(&way) + sum(&half_axis) + size + slack;
        if all.is_nan() || size + slack > LARGE {
            return None;
        }
        Some(Self {
            center: center.map(|x| x as f32),
            half_axis: half_axis.map(|x| x as f32),
            way: way.map(|x| x as f32),
            stretch,
            outer: above(radius + epsilon),
            inner: (radius - epsilon) as f32 - f32::EPSILON * radius as f32,
            epsilon: above(epsilon),
        })
    }

    /// How far it certainly does not reach.
    pub(in crate::mesh) fn outer(&self) -> f32 {
        self.outer
    }

    /// Whether it is large enough for bounds from above.
    pub(super) fn is_tangible(&self) -> bool {
        self.inner > self.epsilon
    }
}

/// Beyond this, in units of half the mesh, nothing is ruled out.
const LARGE: f64 = (1u64 << 40) as f64;

/// The greater of two numbers that are not NaN; cheaper than what minds that.
#[cfg_attr(hot, inline(always))]
pub(in crate::mesh) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The greatest of three numbers that are not NaN, whatever their signs.
#[cfg_attr(hot, inline(always))]
pub(in crate::mesh) fn greatest([x, y, z]: &[f64; 3]) -> f64 {
    greater(greater(x.abs(), y.abs()), z.abs())
}

/// The sum of three numbers, whatever their signs; NaN if one is.
#[cfg_attr(hot, inline(always))]
pub(in crate::mesh) fn sum([x, y, z]: &[f64; 3]) -> f64 {
    (x.abs() + y.abs()) + z.abs()
}

/// A float that is not less.
pub(in crate::mesh) fn above(x: f64) -> f32 {
    (x as f32).next_up()
}

impl Frame {
    /// A distance in it that is not less than the root of this.
    pub(in crate::mesh) fn distance(&self, squared: f64) -> f32 {
        above(sqrt(squared) * self.scale * (1.0 + 8.0 * f64::EPSILON))
    }
}

/// What a search asks of boxes and triangles: bounds from below for their keys, infinite where they
/// cannot count.
pub(super) trait Question<E: Eight>: Copy {
    /// Of the children of a node that may be reached at `start` or later, and at `limit` or before;
    /// `None` if none can.
    fn children(&self, node: &Node, start: f32, limit: f32) -> Option<E>;
    /// Of eight triangles, given by their corners; and a bound from above for the least of the
    /// keys.
    fn triangles(&self, corners: &[Eights<E>; 3], blur: f32, start: E, limit: f32) -> (E, f32);
}
