//! Bounding boxes of items and movers: for each bound, two floats that certainly enclose it.

use crate::number::{Bracket, scaled_to_one};
use crate::shape::{Hull, OrientedBox, Parallelepiped, Polytope, Rotation, Scalar};

type BracketVector = [Bracket; 3];

fn dot(a: &BracketVector, b: &BracketVector) -> Bracket {
    a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

fn cross(a: &BracketVector, b: &BracketVector) -> BracketVector {
    let component = |i: usize, j: usize| a[i].times(b[j]).minus(a[j].times(b[i]));
    [component(1, 2), component(2, 0), component(0, 1)]
}

/// An axis-aligned bounding box of a shape at time zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartBounds(BracketVector);

impl StartBounds {
    /// All of space.
    pub(super) const ANYWHERE: Self = Self([Bracket::ALL; 3]);

    pub(super) fn of_points<T: Scalar>(points: &[[T; 3]]) -> Self {
        let along = |k: usize| {
            let coordinates = points.iter().map(|point| Bracket::of(point[k].widen()));
            coordinates.reduce(Bracket::joined).unwrap_or(Bracket::ALL)
        };
        Self(core::array::from_fn(along))
    }

    /// The box of a hull. Each of its points is the sum of a given point and a difference of two
    /// vectors, which is zero where the points were given.
    pub(super) fn of_hull<T: Scalar>(hull: &Hull<T, 3>) -> Self {
        let Self(given) = Self::of_points(hull.points());
        let (from, to) = (hull.reference(), hull.position());
        Self(core::array::from_fn(|k| match from[k] == to[k] {
            true => given[k],
            false => given[k].minus(Bracket::of(from[k].widen())).plus(Bracket::of(to[k].widen())),
        }))
    }

    /// The box of the axis of a capsule. The end `b` of the axis is the sum of two vectors.
    pub(super) fn of_axis<T: Scalar>(a: [T; 3], [b, beyond]: [[T; 3]; 2]) -> Self {
        let of = |x: T| Bracket::of(x.widen());
        Self(core::array::from_fn(|k| of(a[k]).joined(of(b[k]).plus(of(beyond[k])))))
    }

    pub(super) fn of_bounds(bounds: Option<[Bracket; 3]>) -> Self {
        bounds.map_or(Self::ANYWHERE, Self)
    }

    pub(super) fn of_oriented_box<T: Scalar>(shape: &OrientedBox<T, 3>) -> Self {
        let extent = |e: T| Bracket { lower: -e.widen(), upper: e.widen() };
        Self(shape.half_extents().map(extent)).placed(shape.rotation(), shape.center())
    }

    /// The box of the points `center + Σ sᵢ edgesᵢ`, `|sᵢ| ≤ ½`.
    pub(super) fn of_parallelepiped<T: Scalar>(shape: &Parallelepiped<T>) -> Self {
        let half = Bracket { lower: -0.5, upper: 0.5 };
        let (center, edges) = (shape.center(), shape.edges());
        Self(core::array::from_fn(|k| {
            let along = edges.map(|edge| Bracket::of(edge[k].widen()).times(half));
            along.into_iter().fold(Bracket::of(center[k].widen()), Bracket::plus)
        }))
    }

    /// The box of a polytope; all of space if it is unbounded.
    pub(super) fn of_polytope<T: Scalar>(shape: &Polytope<T, 3>) -> Self {
        let has_end = shape.parts.edges.iter().all(|edge| !edge.ends.contains(&None));
        let vertex = |planes: [usize; 3]| -> BracketVector {
            let walls = planes.map(|plane| shape.walls[plane]);
            let n = walls.map(|wall| scaled_to_one(wall.normal).map(Bracket::about));
            let h = [0, 1, 2].map(|i| dot(&n[i], &walls[i].point.map(Bracket::of)));
            // Cramer's rule gives the point that is in all three planes. The determinant is greater
            // than zero.
            let duals = [cross(&n[1], &n[2]), cross(&n[2], &n[0]), cross(&n[0], &n[1])];
            let determinant = dot(&n[0], &duals[0]);
            core::array::from_fn(|k| dot(&h, &duals.map(|dual| dual[k])).over(determinant))
        };
        let vertices = shape.parts.vertices.iter().map(|at| vertex(at.planes));
        let joined =
            |a: BracketVector, b: BracketVector| core::array::from_fn(|k| a[k].joined(b[k]));
        match vertices.reduce(joined) {
            Some(bounds) if has_end => Self(bounds),
            _ => Self::ANYWHERE,
        }
    }

    /// The axis-aligned bounding box of this box, rotated and then translated.
    ///
    /// Let `u` be `2⁻⁵³`. Each entry of the matrix of the quaternion, divided by the square of the
    /// quaternion, is at most one, and has an error of less than `9u`. Let `a` be the greatest
    /// absolute coordinate of the box along each axis. The sums below have an error of less than
    /// `40u Σ a`, and each side of the box is moved outwards by `128u Σ a`. The error by underflow
    /// is less than `TINY`.
    pub(super) fn placed<T: Scalar>(self, rotation: Rotation<T, 3>, translation: [T; 3]) -> Self {
        const SLACK: f64 = f64::EPSILON * 64.0;
        const TINY: f64 = f64::MIN_POSITIVE * (1u64 << 40) as f64;
        let size = self.0.iter().fold(0.0, |sum, along| sum + along.upper.max(-along.lower));
        // Below this bound all sums are finite.
        if size >= f64::MAX / 16.0 {
            return Self::ANYWHERE;
        }
        let slack = size * SLACK + TINY;
        let [x, y, z, w] = scaled_to_one(rotation.quaternion().map(Scalar::widen));
        let [xx, yy, zz, ww] = [x * x, y * y, z * z, w * w];
        let (xy, xz, yz) = (x * y, x * z, y * z);
        let (xw, yw, zw) = (x * w, y * w, z * w);
        let over = 1.0 / ((xx + yy) + (zz + ww));
        let rows = [
            [(ww + xx) - (yy + zz), 2.0 * (xy - zw), 2.0 * (xz + yw)],
            [2.0 * (xy + zw), (ww + yy) - (xx + zz), 2.0 * (yz - xw)],
            [2.0 * (xz - yw), 2.0 * (yz + xw), (ww + zz) - (xx + yy)],
        ];
        let mut all = self.0;
        for k in 0..3 {
            let (mut middle, mut half) = (0.0, slack);
            for (entry, along) in rows[k].iter().zip(&self.0) {
                let entry = entry * over;
                middle += entry * (0.5 * along.lower + 0.5 * along.upper);
                half += entry.abs() * (0.5 * along.upper - 0.5 * along.lower);
            }
            let around = Bracket { lower: middle - half, upper: middle + half };
            all[k] = around.plus(Bracket::of(translation[k].widen()));
        }
        Self(all)
    }

    /// The box, enlarged by a distance in each direction.
    pub(super) fn grown<T: Scalar>(self, by: T) -> Self {
        let by = Bracket { lower: -by.widen(), upper: by.widen() };
        let [x, y, z] = self.0;
        Self([x.plus(by), y.plus(by), z.plus(by)])
    }

    /// The coordinates along each axis.
    pub(super) fn around(&self) -> &[Bracket; 3] {
        &self.0
    }

    /// Whether the box is bounded in every direction.
    pub(super) fn has_end(&self) -> bool {
        self.0.iter().all(|along| along.lower.is_finite() && along.upper.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::StartBounds;
    use crate::number::Bracket;
    use crate::random::Random;
    use crate::{Rational, Rotation};
    use alloc::vec::Vec;

    fn exact(x: f64) -> Rational {
        Rational::try_from(x).unwrap()
    }

    fn float(random: &mut Random, size: f64) -> f64 {
        size * match random.below(3) {
            0 => random.integer(-2, 2),
            1 => random.between(-1.0, 1.0),
            _ => random.between(-1.0, 1.0) * 1e-12,
        }
    }

    /// The corners, which are transformed in rational numbers, are in the box that floats compute,
    /// and the box is hardly larger than necessary.
    #[test]
    fn what_is_placed_is_held() {
        let mut random = Random(11);
        let mut slack = 0.0f64;
        for round in 0..3000 {
            let size = [1.0, 1e200, 1e-200, 1e-320][round % 4];
            let quaternion = [0; 4].map(|_| float(&mut random, [1.0, 1e-300, 1e300][round % 3]));
            let Ok(rotation) = Rotation::<f64, 3>::new(quaternion) else { continue };
            let ends = [0; 3].map(|_| [0; 2].map(|_| float(&mut random, size)));
            let translation = [0; 3].map(|_| float(&mut random, size));
            let along = |[a, b]: [f64; 2]| Bracket { lower: a.min(b), upper: a.max(b) };
            let placed = StartBounds(ends.map(along)).placed(rotation, translation);

            let [x, y, z, w] = quaternion.map(exact);
            let twice = |a: Rational| &a + &a;
            let rows = [
                [
                    &w * &w + &x * &x - &y * &y - &z * &z,
                    twice(&x * &y - &z * &w),
                    twice(&x * &z + &y * &w),
                ],
                [
                    twice(&x * &y + &z * &w),
                    &w * &w + &y * &y - &x * &x - &z * &z,
                    twice(&y * &z - &x * &w),
                ],
                [
                    twice(&x * &z - &y * &w),
                    twice(&y * &z + &x * &w),
                    &w * &w + &z * &z - &x * &x - &y * &y,
                ],
            ];
            let square = &x * &x + &y * &y + &z * &z + &w * &w;
            for k in 0..3 {
                let corner = |i: usize| {
                    let term = |j: usize| &rows[k][j] * exact(ends[j][i >> j & 1]);
                    (term(0) + term(1) + term(2)) / &square + exact(translation[k])
                };
                let Bracket { lower, upper } = placed.around()[k];
                let corners: Vec<Rational> = (0..8).map(corner).collect();
                assert!(
                    corners.iter().all(|x| exact(lower) <= *x && *x <= exact(upper)),
                    "{round}"
                );
                if size == 1.0 {
                    let (least, most) =
                        (corners.iter().min().unwrap(), corners.iter().max().unwrap());
                    slack = slack.max((exact(upper) - most).to_f64().value());
                    slack = slack.max((least - exact(lower)).to_f64().value());
                }
            }
        }
        assert!(slack < 1e-12, "{slack}");
    }
}
