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
        let [x, y, z, w] = &quaternion.map(|x| lift.direction(x));
        let (zz, ww, zw) = (z.squared(), w.squared(), z.times(w));
        let twice = |x: N| x.plus(&x);
        // Of a quarter of a turn little is left where much cancels, and that counts as much as the rest.
        let sharp = |x: N, a: [&N; 4], b: [&N; 4]| {
            x.or_if_cancelled(|| {
                let [a0, a1, a2, a3] = a.map(N::clone);
                N::lifted_dot(&[a0, a1, a2.negated(), a3.negated()], &b.map(N::clone))
            })
        };
        if D < 3 {
            let none = &N::zero();
            let both = [w, none, z, none];
            let (along, across) = (sharp(ww.minus(&zz), both, both), twice(zw));
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
        let (xy, xz, yz) = (x.times(y), x.times(z), y.times(z));
        let (xw, yw) = (x.times(w), y.times(w));
        let diagonal = |(a, aa): (&N, &N), (b, bb): (&N, &N), (c, cc): (&N, &N)| {
            let all = [w, a, b, c];
            sharp(ww.plus(aa).minus(&bb.plus(cc)), all, all)
        };
        // `2 (ab + cd)` and `2 (ab − cd)`.
        let none = &N::zero();
        let sum = |ab: &N, cd: &N, [a, b, c, d]: [&N; 4]| {
            twice(sharp(ab.plus(cd), [a, c, none, none], [b, d, none, none]))
        };
        let difference = |ab: &N, cd: &N, [a, b, c, d]: [&N; 4]| {
            twice(sharp(ab.minus(cd), [a, none, c, none], [b, none, d, none]))
        };
        let (x2, y2, z2) = ((x, &xx), (y, &yy), (z, &zz));
        let rows = [
            [diagonal(x2, y2, z2), difference(&xy, &zw, [x, y, z, w]), sum(&xz, &yw, [x, z, y, w])],
            [sum(&xy, &zw, [x, y, z, w]), diagonal(y2, x2, z2), difference(&yz, &xw, [y, z, x, w])],
            [difference(&xz, &yw, [x, z, y, w]), sum(&yz, &xw, [y, z, x, w]), diagonal(z2, x2, y2)],
        ];
        Turn {
            rows: core::array::from_fn(|i| core::array::from_fn(|j| rows[i][j].clone())),
            scale: xx.plus(&yy).plus(&zz.plus(&ww)),
        }
    }

    /// A column of `R(q)`: an axis of the frame, as it looks in the world.
    #[inline(always)]
    pub(super) fn axis(&self, k: usize) -> [N; D] {
        core::array::from_fn(|j| self.rows[j][k].clone())
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

/// The two axes that follow one, in turn.
fn others(k: usize) -> [usize; 2] {
    [(k + 1) % 3, (k + 2) % 3]
}

/// The axis of the world that an axis of the frame lies along, and whether it points the other way; if there is such a one for certain: the frame
/// is turned about this axis, by half a turn about one across it, or by a quarter.
pub(super) fn world_axis([x, y, z, w]: [f64; 4], k: usize) -> Option<(usize, bool)> {
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
