//! Where an item is, and what asks: a box along the axes that certainly holds it, by pairs of floats around each number.

use crate::number::{Bracket, scaled_to_one};
use crate::shape::{OrientedBox, Parallelepiped, Polytope, Rotation, Scalar};

type Vector = [Bracket; 3];

fn dot(a: &Vector, b: &Vector) -> Bracket {
    a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    let component = |i: usize, j: usize| a[i].times(b[j]).minus(a[j].times(b[i]));
    [component(1, 2), component(2, 0), component(0, 1)]
}

/// A box along the axes that something is in at time zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach(Vector);

impl Reach {
    /// All of space.
    pub(super) const ANYWHERE: Self = Self([Bracket::ALL; 3]);

    pub(super) fn of_points<T: Scalar>(points: &[[T; 3]]) -> Self {
        let along = |k: usize| {
            let coordinates = points.iter().map(|point| Bracket::of(point[k].widen()));
            coordinates.reduce(Bracket::joined).unwrap_or(Bracket::ALL)
        };
        Self(core::array::from_fn(along))
    }

    /// Of the axis of a capsule, whose other end is the sum of two vectors.
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

    /// `center + Σ sᵢ edgesᵢ`, `|sᵢ| ≤ ½`.
    pub(super) fn of_parallelepiped<T: Scalar>(shape: &Parallelepiped<T>) -> Self {
        let half = Bracket { lower: -0.5, upper: 0.5 };
        let (center, edges) = (shape.center(), shape.edges());
        Self(core::array::from_fn(|k| {
            let along = edges.map(|edge| Bracket::of(edge[k].widen()).times(half));
            along.into_iter().fold(Bracket::of(center[k].widen()), Bracket::plus)
        }))
    }

    /// Anywhere if it has no end.
    pub(super) fn of_polytope<T: Scalar>(shape: &Polytope<T, 3>) -> Self {
        let has_end = shape.parts.edges.iter().all(|edge| !edge.ends.contains(&None));
        let vertex = |planes: [usize; 3]| -> Vector {
            let walls = planes.map(|plane| shape.walls[plane]);
            let n = walls.map(|wall| scaled_to_one(wall.normal).map(Bracket::about));
            let h = [0, 1, 2].map(|i| dot(&n[i], &walls[i].point.map(Bracket::of)));
            // By Cramer's rule. The determinant is greater than zero.
            let duals = [cross(&n[1], &n[2]), cross(&n[2], &n[0]), cross(&n[0], &n[1])];
            let determinant = dot(&n[0], &duals[0]);
            core::array::from_fn(|k| dot(&h, &duals.map(|dual| dual[k])).over(determinant))
        };
        let vertices = shape.parts.vertices.iter().map(|at| vertex(at.planes));
        let joined = |a: Vector, b: Vector| core::array::from_fn(|k| a[k].joined(b[k]));
        match vertices.reduce(joined) {
            Some(bounds) if has_end => Self(bounds),
            _ => Self::ANYWHERE,
        }
    }

    /// The same box turned and then moved: a larger one along the axes.
    pub(super) fn placed<T: Scalar>(self, rotation: Rotation<T, 3>, translation: [T; 3]) -> Self {
        let quaternion = scaled_to_one(rotation.quaternion().map(Scalar::widen));
        let [x, y, z, w] = quaternion.map(Bracket::about);
        let [xx, yy, zz, ww] = [x, y, z, w].map(|x| x.times(x));
        let scale = xx.plus(yy).plus(zz.plus(ww));
        let diagonal = |a: Bracket, b: Bracket, c: Bracket| ww.plus(a).minus(b.plus(c));
        let twice = |x: Bracket| x.plus(x);
        let (xy, xz, yz) = (x.times(y), x.times(z), y.times(z));
        let (xw, yw, zw) = (x.times(w), y.times(w), z.times(w));
        let rows = [
            [diagonal(xx, yy, zz), twice(xy.minus(zw)), twice(xz.plus(yw))],
            [twice(xy.plus(zw)), diagonal(yy, xx, zz), twice(yz.minus(xw))],
            [twice(xz.minus(yw)), twice(yz.plus(xw)), diagonal(zz, xx, yy)],
        ];
        Self(core::array::from_fn(|k| {
            let term = |j: usize| rows[k][j].over(scale).times(self.0[j]);
            term(0).plus(term(1)).plus(term(2)).plus(Bracket::of(translation[k].widen()))
        }))
    }

    /// The same box with all that is so near it.
    pub(super) fn grown<T: Scalar>(self, by: T) -> Self {
        let by = Bracket { lower: -by.widen(), upper: by.widen() };
        Self(self.0.map(|along| along.plus(by)))
    }

    /// The coordinates along each axis.
    pub(super) fn around(&self) -> &[Bracket; 3] {
        &self.0
    }

    /// Whether it has an end in every direction.
    pub(super) fn has_end(&self) -> bool {
        self.0.iter().all(|along| along.lower.is_finite() && along.upper.is_finite())
    }
}
