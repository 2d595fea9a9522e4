//! The matrix of a quaternion, as polynomials: what is seen in a frame that is turned, and how it
//! looks in the world.
//!
//! With the quaternion `q` of any length, `R(q)` is its rotation matrix times `|q|²`, whose entries
//! are polynomials of degree two. So the rotation `R(q) / |q|²` is exactly orthogonal, whatever
//! floats are given.

use crate::number::{Lift, Number, dot, part, replaced};

/// A quaternion `[x, y, z, w]`, in the plane its last two numbers, and the squares of its numbers.
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

    /// A column of `R(q)`: an axis of the frame, as it looks in the world.
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

/// A number of the matrix, and what it is the sum of: of a quarter of a turn little is left where
/// much cancels, and that counts as much as the rest.
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
    /// That of a quaternion `[x, y, z, w]`; in the plane of its last two numbers.
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

    /// An axis of the frame, as it looks in the world, `|q|²` times.
    pub(super) fn column(&self, k: usize) -> [N; D] {
        self.axes[k].clone()
    }

    /// `|q|²`.
    pub(super) fn scale(&self) -> &N {
        &self.scale
    }

    /// `R(q)ᵀ` times a vector of the world.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn seen_from_frame(&self, world: &[N; D]) -> [N; D] {
        part!(N, Self::seen, (self, world))
    }
    #[cfg_attr(hot, inline(always))]
    fn seen((turn, world): (&Self, &[N; D])) -> [N; D] {
        replaced!(N::row(); D, |k| dot(&turn.axes[k], world))
    }

    /// The same seen from the world, along one axis: of `R(q)` times a vector of the frame.
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
    pub(super) fn seen_from_world<V: Clone>(
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

/// The two axes that follow one, in turn.
fn others(k: usize) -> [usize; 2] {
    [(k + 1) % 3, (k + 2) % 3]
}

/// The axis of the world that an axis of the frame lies along, and whether it points the other way;
/// if there is such a one for certain: the frame is turned about this axis, by half a turn about
/// one across it, or by a quarter.
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
