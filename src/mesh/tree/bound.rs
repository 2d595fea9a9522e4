//! Bounds for the search, eight at a time: the first time at which a body may reach a box or a
//! triangle, and the distance of the body.
//!
//! Along its path the body's centre is `p(τ) = C + τ W`, `0 ≤ τ ≤ 1`. The distance of `p(τ)` from a
//! convex set is convex in `τ`, so Newton's step from a time that is not too late never leads to a
//! time that is too late. With any direction `d`, and `m` the least `d · (p(τ) − x)` over the
//! points `x` of the box or triangle,
//!
//! ```text
//! τ' = τ + (m − r |d|) / (−d · W);      no contact ever if m > r |d| and d · W ≥ 0                    (9.1)
//! ```
//!
//! The vector `d` leads to the centre from the closest point of a box, from the middle of the box
//! of a slab, or from about the closest point of a triangle. The bound holds for every `d`, so `d`
//! may be rounded, and slivers cannot break the bound. All floats are `f32`, in the frame of the
//! tree, where no coordinate exceeds one half. A greater radius covers the roundings:
//!
//! ```text
//! r' = r + ε,      ε = 128 · 2⁻²⁴ · (1 + |C|∞ + |W|∞ + r + 4 Σ |hᵢ|∞) + the error of C, W and r       (9.3)
//! ```
//!
//! For a capsule, `C` is the middle of the axis, and `h` leads from `C` to an end. Then `m` is less
//! by `|d · h|`, and `d` leads to about the closest point of the axis. For a box, `C` is its
//! centre, and `m` is less by the sum of `|d · hᵢ|` over the half edges `hᵢ`. For any other convex
//! body, a box around it takes its place, and then its vertices give closer bounds
//! (`hull_arrival.rs`).
//!
//! An upper bound is a point of a triangle with a time at which the point lies in the ball of
//! radius `r − ε`; this is checked before the bound is used. Derivation: `docs/theory.md`, §9;
//! `laws.rs` in this folder tests the bounds, and `proofs/` proves the constants by machine.
//!
//! This file has the body and the queries; `arrival.rs` computes times, for boxes with
//! `box_arrival.rs`, for hulls with `hull.rs` and `hull_arrival.rs`; `closeness.rs` computes
//! distances, and `geometry.rs` the geometry of boxes and triangles relative to the body.

use super::eights::Eights;
use super::frame::TreeFrame;
use super::node::MeshNode;
use crate::number::{Eight, sqrt};
use crate::shape::vector::each;
use core::ops::Add;

/// The half axes `hᵢ` of a core: the core consists of the centre plus all sums of the vectors `hᵢ`
/// with factors from −1 to 1.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) enum HalfAxes<V> {
    /// The core of a ball.
    Point,
    /// Half the axis of a capsule.
    Segment(V),
    /// Half of each edge of a box.
    Box([V; 3]),
}

impl<V> HalfAxes<V> {
    /// Converts each half axis.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn map<W>(&self, convert: impl Fn(&V) -> W) -> HalfAxes<W> {
        match self {
            Self::Point => HalfAxes::Point,
            Self::Segment(half) => HalfAxes::Segment(convert(half)),
            Self::Box([a, b, c]) => HalfAxes::Box([convert(a), convert(b), convert(c)]),
        }
    }

    /// The sum of one number for each half axis.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn total<X: Add<Output = X> + Default>(&self, of: impl Fn(&V) -> X) -> X {
        match self {
            Self::Point => X::default(),
            Self::Segment(half) => of(half),
            Self::Box([a, b, c]) => of(a) + (of(b) + of(c)),
        }
    }
}

impl HalfAxes<[f64; 3]> {
    /// The half axis of a capsule, or of a ball if the vector is zero.
    pub(in crate::mesh) fn of_axis(half_axis: [f64; 3]) -> Self {
        if half_axis == [0.0; 3] { Self::Point } else { Self::Segment(half_axis) }
    }
}

/// The three pairs of opposite faces of a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFaces {
    /// A unit normal of each pair, about; zero if the box is so flat that it has none.
    pub(super) normals: [[f32; 3]; 3],
    /// The greatest distance of a point of the body from the middle, along each normal, plus `ε`.
    pub(super) outer: [f32; 3],
    /// A point that is at most this far from the middle along each normal lies in the body, at
    /// least `ε` deep. Negative if no such point is known.
    pub(super) inner: [f32; 3],
}

impl BoxFaces {
    fn of(half_axes: &HalfAxes<[f64; 3]>, radius: f64, epsilon: f64) -> Option<Self> {
        let HalfAxes::Box(halves) = half_axes else { return None };
        let mut faces =
            Self { normals: [[0.0; 3]; 3], outer: [f32::MAX; 3], inner: [f32::NEG_INFINITY; 3] };
        let mut are_right_angles = true;
        for i in 0..3 {
            let (a, b) = (&halves[(i + 1) % 3], &halves[(i + 2) % 3]);
            let product = cross(a, b);
            let length = sqrt(dot(&product, &product));
            if !(length > 0.0 && length < f64::INFINITY) {
                continue;
            }
            let normal = each!(|k| product[k] / length);
            let depth = dot(&normal, &halves[i]).abs();
            // Else the middles of the faces are not above the middle of the box.
            are_right_angles &= depth * (1.0 + 1e-9) > sqrt(dot(&halves[i], &halves[i]));
            faces.normals[i] = each!(|k| normal[k] as f32);
            faces.outer[i] =
                above(half_axes.total(|half| dot(&normal, half).abs()) + radius + epsilon);
            let inner = radius - epsilon;
            faces.inner[i] = below(depth + if inner < 0.0 { inner } else { 0.0 });
        }
        if !are_right_angles {
            faces.inner = [f32::NEG_INFINITY; 3];
        }
        Some(faces)
    }
}

/// A body, moving or at rest, in the frame of the tree.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct TreeBody {
    pub(super) center: [f32; 3],
    pub(super) half_axes: HalfAxes<[f32; 3]>,
    /// The faces of a box.
    pub(super) faces: Option<BoxFaces>,
    /// The whole path, from `τ = 0` to 1.
    pub(super) way: [f32; 3],
    /// The factors of the coordinates, at most one each, that make the body a ball.
    pub(super) stretch: [f32; 3],
    /// `r + ε`.
    pub(super) outer: f32,
    /// `r − ε`.
    pub(super) inner: f32,
    pub(super) epsilon: f32,
}

/// The unit roundoff of `f32`: half the distance from one to the next float.
const U: f64 = f32::EPSILON as f64 / 2.0;
/// The constant of (9.3).
const ROUNDINGS: f64 = 128.0;

impl TreeBody {
    /// Constructs a body. `slack` bounds the error of the path `center + τ way` and of the radius;
    /// the result is `None` if floats cannot hold these numbers.
    pub(in crate::mesh) fn new(
        center: [f64; 3],
        half_axes: HalfAxes<[f64; 3]>,
        way: [f64; 3],
        stretch: [f32; 3],
        radius: f64,
        slack: f64,
    ) -> Option<Self> {
        let of_axes = half_axes.total(greatest);
        let size = 1.0 + greatest(&center) + greatest(&way) + radius + 4.0 * of_axes;
        let epsilon = ROUNDINGS * U * size + slack;
        // The sum is infinite or NaN if one of the numbers is.
        let all = sum(&center) + sum(&way) + half_axes.total(sum) + size + slack;
        if all.is_nan() || size + slack > LARGE {
            return None;
        }
        Some(Self {
            center: each!(|k| center[k] as f32),
            half_axes: half_axes.map(|half| each!(|k| half[k] as f32)),
            faces: BoxFaces::of(&half_axes, radius, epsilon),
            way: each!(|k| way[k] as f32),
            stretch,
            outer: above(radius + epsilon),
            inner: (radius - epsilon) as f32 - f32::EPSILON * radius as f32,
            epsilon: above(epsilon),
        })
    }

    /// The bounds for a body that lies within this one: a point in this body is not known to be in
    /// the other.
    pub(in crate::mesh) fn around(self) -> Self {
        let unknown = |faces| BoxFaces { inner: [f32::NEG_INFINITY; 3], ..faces };
        Self { inner: f32::NEG_INFINITY, faces: self.faces.map(unknown), ..self }
    }

    /// A radius that the body certainly does not exceed.
    pub(in crate::mesh) fn outer(&self) -> f32 {
        self.outer
    }

    /// Whether the body is large enough for upper bounds.
    pub(super) fn is_tangible(&self) -> bool {
        match &self.faces {
            None => self.inner > self.epsilon,
            Some(faces) => faces.inner.iter().all(|inner| *inner > self.epsilon),
        }
    }
}

/// Beyond this length, in units of half the mesh, nothing is ruled out.
const LARGE: f64 = (1u64 << 40) as f64;

/// The greater of two numbers that are not NaN; cheaper than a function that treats NaN.
#[cfg_attr(hot, inline(always))]
pub(in crate::mesh) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The greatest magnitude of three numbers that are not NaN.
#[cfg_attr(hot, inline(always))]
pub(in crate::mesh) fn greatest([x, y, z]: &[f64; 3]) -> f64 {
    greater(greater(x.abs(), y.abs()), z.abs())
}

/// The sum of the magnitudes of three numbers; NaN if one is.
#[cfg_attr(hot, inline(always))]
pub(in crate::mesh) fn sum([x, y, z]: &[f64; 3]) -> f64 {
    (x.abs() + y.abs()) + z.abs()
}

/// A float that is not less than `x`.
pub(in crate::mesh) fn above(x: f64) -> f32 {
    (x as f32).next_up()
}

/// A float that is not greater than `x`.
pub(super) fn below(x: f64) -> f32 {
    (x as f32).next_down()
}

pub(in crate::mesh) fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(in crate::mesh) fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl TreeFrame {
    /// A distance in the frame that is at least the root of a squared distance in space.
    pub(in crate::mesh) fn distance(&self, squared: f64) -> f32 {
        above(sqrt(squared) * self.scale * (1.0 + 8.0 * f64::EPSILON))
    }
}

/// A query of a search: lower bounds for the keys of boxes and triangles, infinite for those that
/// cannot count.
pub(super) trait TreeQuery<E: Eight>: Copy {
    /// Bounds for the children of a node whose keys may lie between `start` and `limit`; `None` if
    /// there is no such child.
    fn children(&self, node: &MeshNode, start: f32, limit: f32) -> Option<E>;
    /// Bounds for eight triangles, given by their corners; and an upper bound for the least of
    /// their keys.
    fn triangles(&self, corners: &[Eights<E>; 3], blur: f32, start: E, limit: f32) -> (E, f32);
}
