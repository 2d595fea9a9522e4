//! The matrix of a quaternion, as polynomials: what is seen in a frame that is turned, and how it looks in the world.
//!
//! With the quaternion `q` of any length, `R(q)` is its rotation matrix times `|q|²`, whose entries are polynomials of degree two.
//! So the rotation `R(q) / |q|²` is exactly orthogonal, whatever floats are given.

use crate::number::{Lift, Number};

/// `R(q)`, row by row, and `|q|²`.
pub(crate) struct Turn<N, const D: usize> {
    rows: [[N; D]; D],
    pub(super) scale: N,
}

impl<N: Number, const D: usize> Turn<N, D> {
    /// That of a quaternion `[x, y, z, w]`; in the plane of its last two numbers.
    #[inline(always)]
    pub(super) fn of(quaternion: [f64; 4], lift: &impl Lift<N>) -> Self {
        let [x, y, z, w] = quaternion.map(|x| lift.direction(x));
        let (zz, ww, zw) = (z.squared(), w.squared(), z.times(&w));
        let twice = |x: N| x.plus(&x);
        if D < 3 {
            let (along, across) = (ww.minus(&zz), twice(zw));
            let row = |i: usize| -> [N; D] {
                core::array::from_fn(|j| match (i, j) {
                    (0, 1) => across.negated(),
                    (1, 0) => across.clone(),
                    _ => along.clone(),
                })
            };
            return Turn { rows: core::array::from_fn(row), scale: ww.plus(&zz) };
        }
        let (xx, yy) = (x.squared(), y.squared());
        let diagonal = |a: &N, b: &N, c: &N| ww.plus(a).minus(&b.plus(c));
        let (xy, xz, yz) = (x.times(&y), x.times(&z), y.times(&z));
        let (xw, yw) = (x.times(&w), y.times(&w));
        let rows = [
            [diagonal(&xx, &yy, &zz), twice(xy.minus(&zw)), twice(xz.plus(&yw))],
            [twice(xy.plus(&zw)), diagonal(&yy, &xx, &zz), twice(yz.minus(&xw))],
            [twice(xz.minus(&yw)), twice(yz.plus(&xw)), diagonal(&zz, &xx, &yy)],
        ];
        Turn {
            rows: core::array::from_fn(|i| core::array::from_fn(|j| rows[i][j].clone())),
            scale: xx.plus(&yy).plus(&zz.plus(&ww)),
        }
    }

    /// `R(q)ᵀ` times a vector of the world.
    #[inline(always)]
    pub(super) fn seen_from_frame(&self, world: &[N; D]) -> [N; D] {
        core::array::from_fn(|k| {
            let term = |j: usize| self.rows[j][k].times(&world[j]);
            (1..D).fold(term(0), |sum, j| sum.plus(&term(j)))
        })
    }

    /// The same seen from the world, along one axis: of `R(q)` times a vector of the frame.
    #[inline(always)]
    pub(super) fn row(&self, j: usize, frame: &[N; D]) -> N {
        let term = |k: usize| frame[k].times(&self.rows[j][k]);
        (1..D).fold(term(0), |sum, k| sum.plus(&term(k)))
    }

    /// `R(q)` times a vector of the frame.
    #[inline(always)]
    pub(super) fn seen_from_world<V: Clone>(
        &self,
        frame: &[V; D],
        times: impl Fn(&V, &N) -> V,
        plus: impl Fn(&V, &V) -> V,
    ) -> [V; D] {
        core::array::from_fn(|j| {
            let term = |k: usize| times(&frame[k], &self.rows[j][k]);
            (1..D).fold(term(0), |sum, k| plus(&sum, &term(k)))
        })
    }
}
