//! The matrix of a quaternion, as polynomials. It maps vectors of the world to a rotated frame, and
//! vectors of the frame to the world.
//!
//! With the quaternion `q` of any length, `R(q)` is its rotation matrix times `|q|²`, whose entries
//! are polynomials of degree two. So the rotation `R(q) / |q|²` is exactly orthogonal, whatever
//! floats are given.

use crate::number::{Lift, Number, dot, part, replaced};

/// A quaternion `[x, y, z, w]` and the squares of its numbers. In the plane only the last two
/// numbers count.
pub(super) struct Quaternion<N> {
    numbers: [N; 4],
    squares: [N; 4],
}

impl<N: Number> Quaternion<N> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of(quaternion: [f64; 4], lift: &impl Lift<N>) -> Self {
        const PARTS: usize = 4;
        let numbers: [N; 4] = replaced!(N::row(); PARTS, |k| lift.direction(quaternion[k]));
        let squares: [N; 4] = replaced!(N::row(); PARTS, |k| numbers[k].squared());
        Self { numbers, squares }
    }

    /// `|q|²`.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn scale<const D: usize>(&self) -> N {
        let [xx, yy, zz, ww] = &self.squares;
        if D < 3 { ww.plus(zz) } else { xx.plus(yy).plus(&zz.plus(ww)) }
    }

    /// Returns a column of `R(q)`: an axis of the frame in coordinates of the world, times `|q|²`.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn axis<const D: usize>(&self, k: usize) -> [N; D] {
        part!(N, Self::axis_of, (self, k))
    }
    #[cfg_attr(hot, inline(always))]
    fn axis_of<const D: usize>((q, k): (&Self, usize)) -> [N; D] {
        let ([i, j], none) = (others(k), &N::zero());
        let (w, ww) = (&q.numbers[3], &q.squares[3]);
        let mut axis: [N; D] = N::row();
        if D < 3 {
            let (z, zz) = (&q.numbers[2], &q.squares[2]);
            let both = [w, none, z, none];
            let across = z.times(w).doubled();
            axis[k] = sharp(ww.minus(zz), both, both);
            axis[1 - k] = if k == 0 { across } else { across.negated() };
            return axis;
        }
        let (a, b, c) = (&q.numbers[k], &q.numbers[i], &q.numbers[j]);
        let (aa, bb, cc) = (&q.squares[k], &q.squares[i], &q.squares[j]);
        let all = [w, a, b, c];
        axis[k] = sharp(ww.plus(aa).minus(&bb.plus(cc)), all, all);
        let (ab, cw, ac, bw) = (a.times(b), c.times(w), a.times(c), b.times(w));
        axis[i] = sharp(ab.plus(&cw), [a, c, none, none], [b, w, none, none]).doubled();
        axis[j] = sharp(ac.minus(&bw), [a, none, b, none], [c, none, w, none]).doubled();
        axis
    }
}

/// Returns an entry of the matrix. If its terms have nearly cancelled, it is computed again as one
/// sum of products. Close to a quarter turn an entry may be small, and its digits count as much as
/// the digits of the other entries.
#[cfg_attr(hot, inline(always))]
fn sharp<N: Number>(x: N, a: [&N; 4], b: [&N; 4]) -> N {
    x.or_if_cancelled(|| {
        let [a0, a1, a2, a3] = a.map(N::clone);
        N::lifted_dot(&[a0, a1, a2.negated(), a3.negated()], &b.map(N::clone))
    })
}

/// `R(q)`, column by column, and `|q|²`.
pub(crate) struct Turn<N, const D: usize> {
    pub(super) axes: [[N; D]; D],
    pub(super) scale: N,
}

impl<N: Number, const D: usize> Turn<N, D> {
    /// Constructs the matrix of a quaternion `[x, y, z, w]`; in the plane only the last two numbers
    /// count.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of(quaternion: [f64; 4], lift: &impl Lift<N>) -> Self {
        part!(N, Self::of_lifted, (quaternion, lift))
    }
    #[cfg_attr(hot, inline(always))]
    fn of_lifted((quaternion, lift): ([f64; 4], &impl Lift<N>)) -> Self {
        let quaternion = Quaternion::of(quaternion, lift);
        let axes: [[N; D]; D] = replaced!(N::rows(); D, |k| quaternion.axis(k));
        Turn { axes, scale: quaternion.scale::<D>() }
    }

    /// Returns an axis of the frame in coordinates of the world, times `|q|²`.
    pub(super) fn column(&self, k: usize) -> [N; D] {
        self.axes[k].clone()
    }

    /// `|q|²`.
    pub(super) fn scale(&self) -> &N {
        &self.scale
    }

    /// `R(q)ᵀ` times a vector of the world.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn to_local(&self, world: &[N; D]) -> [N; D] {
        part!(N, Self::local_of, (self, world))
    }
    #[cfg_attr(hot, inline(always))]
    fn local_of((turn, world): (&Self, &[N; D])) -> [N; D] {
        replaced!(N::row(); D, |k| dot(&turn.axes[k], world))
    }

    /// Returns one coordinate of `R(q)` times a vector of the frame.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn row(&self, j: usize, frame: &[N; D]) -> N {
        part!(N, Self::row_of, (self, j, frame))
    }
    #[cfg_attr(hot, inline(always))]
    fn row_of((turn, j, frame): (&Self, usize, &[N; D])) -> N {
        let term = |k: usize| frame[k].times(&turn.axes[k][j]);
        (1..D).fold(term(0), |sum, k| sum.plus(&term(k)))
    }

    /// `R(q)` times a vector of the frame.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn to_world<V: Clone>(
        &self,
        frame: &[V; D],
        times: impl Fn(&V, &N) -> V,
        plus: impl Fn(&V, &V) -> V,
    ) -> [V; D] {
        core::array::from_fn(|j| {
            let term = |k: usize| times(&frame[k], &self.axes[k][j]);
            (1..D).fold(term(0), |sum, k| plus(&sum, &term(k)))
        })
    }
}

/// Returns the two axes that follow an axis, cyclically.
fn others(k: usize) -> [usize; 2] {
    [(k + 1) % 3, (k + 2) % 3]
}

/// Returns the axis of the world to which an axis of the frame is parallel, and whether the two
/// point in opposite directions. This is certain if the frame is rotated about this axis, by half a
/// turn about an axis normal to it, or by a quarter turn about another axis. In all other cases the
/// result is `None`.
pub(crate) fn world_axis([x, y, z, w]: [f64; 4], k: usize) -> Option<(usize, bool)> {
    let ([i, j], q) = (others(k), [x, y, z]);
    let (a, b, c) = (q[k], q[i], q[j]);
    if b == 0.0 && c == 0.0 {
        Some((k, false))
    } else if a == 0.0 && w == 0.0 {
        Some((k, true))
    } else if a == 0.0 && c == 0.0 && b.abs() == w.abs() {
        Some((j, b == w))
    } else if a == 0.0 && b == 0.0 && c.abs() == w.abs() {
        Some((i, c != w))
    } else {
        None
    }
}
