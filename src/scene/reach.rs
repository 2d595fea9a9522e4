//! Where an item is, and when a mover can be there: bounds that certainly hold, by pairs of floats around each number.
//!
//! An item is within a box along the axes that moves along with it. So is what asks. Along each axis the two boxes have a coordinate in common from one
//! time to another; these are bounded from below and from above, and it can touch the item only while they have one along all axes.

use crate::contact::{in_space, relative};
use crate::number::{Bracket, scaled_to_one};
use crate::shape::{Moving, OrientedBox, Parallelepiped, Polytope, Rotation, Scalar, Shape};

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

    /// The square of a distance that the two boxes are not closer than.
    pub(super) fn squared_gap(&self, other: &Self) -> f64 {
        let gap = |k: usize| {
            let way = self.0[k].minus(other.0[k]);
            way.lower.max(-way.upper).max(0.0)
        };
        let square = |x: f64| Bracket::of(x).times(Bracket::of(x));
        square(gap(0)).plus(square(gap(1))).plus(square(gap(2))).lower
    }

    /// A time before which the mover does not touch what is in the box, which drifts with a velocity that is this difference; none if it never does.
    #[inline]
    pub(super) fn earliest(&self, flight: &Flight, [to, from]: &[[f64; 3]; 2]) -> Option<f64> {
        let (mut enter, mut leave) = (0.0f64, f64::INFINITY);
        for k in 0..3 {
            // How far the mover must go until it is within the box, and until it no longer is.
            let way = self.0[k].minus(flight.around.0[k]);
            let (_, [own, other]) =
                relative([flight.way[0][k], flight.way[1][k]], [to[k], from[k]]);
            if own == other {
                if way.lower > 0.0 || way.upper < 0.0 {
                    return None;
                }
                continue;
            }
            let backwards = Bracket { lower: -way.upper, upper: -way.lower };
            let (way, speed) =
                if own > other { (way, own - other) } else { (backwards, other - own) };
            let times = way.over(Bracket::about(speed));
            (enter, leave) = (enter.max(times.lower), leave.min(times.upper));
            if enter > leave {
                return None;
            }
        }
        Some(enter)
    }
}

/// What moves, prepared for many boxes.
pub(super) struct Flight {
    /// Where it is at time zero.
    around: Reach,
    /// Its velocity, as a difference.
    way: [[f64; 3]; 2],
}

impl Flight {
    pub(super) fn of<T: Scalar, M>(around: Reach, mover: &Moving<M>) -> Self
    where
        M: Shape<Scalar = T, Vector = [T; 3]>,
    {
        Self { around, way: mover.way().map(in_space) }
    }
}
