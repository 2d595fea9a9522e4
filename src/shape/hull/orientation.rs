//! The two orientation predicates of convex hulls, exact for all finite floats.
//!
//! Source: J. R. Shewchuk, *Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates*, 1997, §4: the determinants, formed from differences to one of the points. The
//! filters and integers that evaluate them are those of every decision (`number/`).

use crate::number::{
    Decision, Effort, Inputs, Lift, Number, Quantity, Rescale, Scaled, Sign, Unsure, decide,
    in_threes,
};
use crate::shape::vector::{cross, dot, each};

#[cfg(test)]
std::thread_local! {
    /// The number of orientations that were computed on this thread. A test bounds the cost by this
    /// number.
    pub(super) static COUNT: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// Returns the side of the plane through three points on which a fourth point lies: positive on the
/// side from which the three are seen counterclockwise.
pub(super) fn side_of_plane(triangle: [[f64; 3]; 3], point: [f64; 3]) -> Sign {
    let [a, b, c] = triangle;
    sign(Tetrahedron([a, b, c, point]))
}

/// Returns the turn of three points of a plane: positive to the left, negative to the right, and
/// zero if they lie on one line.
pub(super) fn turn(triangle: [[f64; 2]; 3]) -> Sign {
    turn_by_floats(&triangle).unwrap_or_else(|| sign(PlanarTriangle(triangle)))
}

/// Returns the turn of three points if plain floats are certain of it (`proofs/turn.g`). Products
/// above the least size lose nothing to underflow.
fn turn_by_floats([a, b, c]: &[[f64; 2]; 3]) -> Option<Sign> {
    // Eight roundings of `2⁻⁵³`.
    const MARGIN: f64 = 8.0 / (1u64 << 53) as f64;
    const LEAST: f64 = 1.0 / (1u128 << 120) as f64;
    let left = (b[0] - a[0]) * (c[1] - a[1]);
    let right = (b[1] - a[1]) * (c[0] - a[0]);
    let (turn, size) = (left - right, left.abs() + right.abs());
    let is_certain = size > LEAST && turn.abs() > MARGIN * size;
    is_certain.then_some(if turn > 0.0 { Sign::Positive } else { Sign::Negative })
}

/// Evaluates a predicate. Each predicate is scaled separately, so that one point that is tiny or
/// far away needs integers only in the predicates that contain it.
fn sign<D: Decision<Outcome = Sign> + Rescale>(points: D) -> Sign {
    #[cfg(test)]
    COUNT.set(COUNT.get() + 1);
    decide(&Scaled::new(points), &mut Effort::default())
}

/// Four points of space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tetrahedron(pub(super) [[f64; 3]; 4]);

/// Three points of a plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanarTriangle(pub(super) [[f64; 2]; 3]);

impl Inputs for Tetrahedron {
    #[cfg_attr(hot, inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.iter().for_each(|&point| see(Quantity::Length, point));
    }
}

impl Rescale for Tetrahedron {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(|point| point.map(|x| change(Quantity::Length, x))))
    }
}

impl Decision for Tetrahedron {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let [a, points @ ..] = &self.0;
        let [b, c, d] =
            points.each_ref().map(|point| each!(|k| lift.length_difference(point[k], a[k])));
        dot(&cross(&b, &c), &d).sign()
    }
}

impl Inputs for PlanarTriangle {
    #[cfg_attr(hot, inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.iter().for_each(|point| in_threes(Quantity::Length, point, see));
    }
}

impl Rescale for PlanarTriangle {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(|point| point.map(|x| change(Quantity::Length, x))))
    }
}

impl Decision for PlanarTriangle {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let [a, points @ ..] = &self.0;
        let [b, c] =
            points.each_ref().map(|point| [0, 1].map(|k| lift.length_difference(point[k], a[k])));
        b[0].times(&c[1]).minus(&b[1].times(&c[0])).sign()
    }
}
