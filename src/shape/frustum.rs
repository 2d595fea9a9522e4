//! The view frustum of a camera.

use super::{InputError, Moving, Plane, Polytope, Problem, Scalar, Shape, all_finite};
use crate::number::{Rational, fraction, rounded, rounded_direction};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The depths of the near and the far plane in clip space, divided by `w`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClipDepth {
    /// Near −1, far 1: OpenGL.
    MinusOneToOne,
    /// Near 0, far 1: Direct3D, Vulkan, Metal, WebGPU.
    ZeroToOne,
    /// Near 1, far 0: the same interval with the depth reversed.
    OneToZero,
}

/// A view frustum: the [`Polytope`] that is visible to a camera.
///
/// Its planes are, in this order: left, right, bottom, top, near, far. A frustum without a far
/// plane is unbounded.
#[derive(Clone, Debug)]
pub struct Frustum<T> {
    polytope: Polytope<T, 3>,
}

/// The field names of the planes, in their order.
const NAMES: [[&str; 2]; 6] = [
    ["frustum.left.point", "frustum.left.normal"],
    ["frustum.right.point", "frustum.right.normal"],
    ["frustum.bottom.point", "frustum.bottom.normal"],
    ["frustum.top.point", "frustum.top.normal"],
    ["frustum.near.point", "frustum.near.normal"],
    ["frustum.far.point", "frustum.far.normal"],
];
const FAR: usize = 5;

/// The three corners that define each plane; the plane passes through the first of them.
const CORNERS: [[usize; 3]; 6] = [[0, 3, 4], [1, 2, 5], [0, 1, 4], [3, 2, 7], [0, 1, 3], [4, 5, 7]];

type RationalVector = [Rational; 3];

fn dot(a: &RationalVector, b: &RationalVector) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &RationalVector, b: &RationalVector) -> RationalVector {
    let component = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [component(1, 2), component(2, 0), component(0, 1)]
}

fn difference(a: &RationalVector, b: &RationalVector) -> RationalVector {
    core::array::from_fn(|k| &a[k] - &b[k])
}

impl<T: Scalar> Frustum<T> {
    /// Constructs a frustum from its planes, whose normals point outwards: left, right, bottom,
    /// top, near, far.
    ///
    /// # Errors
    /// None: every [`Plane`] is valid.
    pub fn from_planes(planes: [Plane<T, 3>; 6]) -> Result<Self, InputError> {
        Ok(Self { polytope: Polytope::new(Vec::from(planes))? })
    }

    /// Constructs a frustum from its corners: left bottom, right bottom, right top, left top of the
    /// near plane, then the same corners of the far plane. Left and right, or bottom and top, may
    /// be exchanged; each normal points away from the middle of the corners.
    ///
    /// The normal of the plane through three corners seldom consists of floats. So each normal is
    /// the cross product of two edges, *rounded once* to the nearest floats (after multiplication
    /// by a power of two if it is too long or too short for floats).
    ///
    /// The corners of each plane are 0, 3, 4 for left, 1, 2, 5 for right, 0, 1, 4 for bottom, 3, 2,
    /// 7 for top, 0, 1, 3 for near, and 4, 5, 7 for far. Each plane passes exactly through the
    /// first of its corners. The fourth corner of a side is ignored; it need not lie in one plane
    /// with the others.
    /// # Errors
    /// A coordinate that is not finite; three corners of a plane on one line; a plane through the
    /// middle of the corners.
    ///
    /// # Examples
    /// ```
    /// use tangency::Frustum;
    /// let ring = |z: f64| [[-z, -z, -z], [z, -z, -z], [z, z, -z], [-z, z, -z]];
    /// let [near, far] = [ring(1.0), ring(10.0)];
    /// let frustum = Frustum::from_corners([
    ///     near[0], near[1], near[2], near[3], far[0], far[1], far[2], far[3],
    /// ])?;
    /// assert_eq!(frustum.polytope().planes()[4].normal()[2].signum(), 1.0);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn from_corners(corners: [impl Into<[T; 3]>; 8]) -> Result<Self, InputError> {
        const NAME: &str = "frustum.corners";
        let corners = corners.map(Into::into);
        for (i, corner) in corners.iter().enumerate() {
            all_finite(corner, NAME).map_err(|e| e.within(NAME, i))?;
        }
        let points = corners.map(|corner| corner.map(|x| fraction(x.widen())));
        let eight = Rational::from(8);
        let sum: RationalVector = core::array::from_fn(|k| {
            points.iter().fold(Rational::ZERO, |sum, point| sum + &point[k])
        });
        let mut planes = Vec::new();
        for (names, [a, b, c]) in NAMES.into_iter().zip(CORNERS) {
            let edge = |to: usize| difference(&points[to], &points[a]);
            let normal = cross(&edge(b), &edge(c));
            let middle = core::array::from_fn(|k| &sum[k] - &eight * &points[a][k]);
            let side = dot(&normal, &middle);
            if side == Rational::ZERO {
                return Err(InputError::new(names[1], Problem::NoDirection));
            }
            let outward = if side > Rational::ZERO { normal.map(|x| -x) } else { normal };
            planes.push(Plane::named(corners[a], rounded_direction(&outward), names)?);
        }
        Ok(Self { polytope: Polytope::new(planes)? })
    }

    /// Constructs the view frustum of a matrix, which is given by its rows: the points `(x, y, z)`
    /// whose `clip = matrix · (x, y, z, 1)` has `−w ≤ x ≤ w`, `−w ≤ y ≤ w`, and a `z` between the
    /// depths of near and far.
    ///
    /// The coefficients of each plane are sums or differences of two entries, *rounded once* to the
    /// nearest floats. The point of each plane is the point of the exact plane closest to the
    /// origin, rounded once. A projection with an infinitely far plane gives a far normal of zero;
    /// then the frustum has no far plane.
    ///
    /// # Errors
    /// An entry that is not finite; a normal of zero, except for such a far plane; a point whose
    /// coordinates exceed the largest float.
    ///
    /// # Examples
    /// ```
    /// use tangency::{ClipDepth, Frustum};
    /// // A view of 90 degrees down −z, from a near plane at 1 on and without an end, depth reversed.
    /// let rows = [
    ///     [1.0, 0.0, 0.0, 0.0],
    ///     [0.0, 1.0, 0.0, 0.0],
    ///     [0.0, 0.0, 0.0, 1.0],
    ///     [0.0, 0.0, -1.0, 0.0],
    /// ];
    /// let frustum = Frustum::from_view_projection(rows, ClipDepth::OneToZero)?;
    /// let planes = frustum.polytope().planes();
    /// assert_eq!((planes.len(), planes[4].point()), (5, [0.0, 0.0, -1.0]));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn from_view_projection(rows: [[T; 4]; 4], depth: ClipDepth) -> Result<Self, InputError> {
        const NAME: &str = "frustum.matrix";
        for (i, row) in rows.iter().enumerate() {
            all_finite(row, NAME).map_err(|e| e.within(NAME, i))?;
        }
        let [x, y, z, w] = rows.map(|row| row.map(|entry| fraction(entry.widen())));
        type Row = [Rational; 4];
        let minus = |a: &Row, b: &Row| -> Row { core::array::from_fn(|k| &a[k] - &b[k]) };
        // These forms are not positive inside of the plane: −(w + a), and a − w.
        let at_least = |a: &Row| -> Row { core::array::from_fn(|k| -(&w[k] + &a[k])) };
        let at_most = |a: &Row| minus(a, &w);
        let positive = |a: &Row| a.clone().map(|x| -x);
        let (near, far) = match depth {
            ClipDepth::MinusOneToOne => (at_least(&z), at_most(&z)),
            ClipDepth::ZeroToOne => (positive(&z), at_most(&z)),
            ClipDepth::OneToZero => (at_most(&z), positive(&z)),
        };
        let sides = [at_least(&x), at_most(&x), at_least(&y), at_most(&y), near, far];
        let mut planes = Vec::new();
        for (side, ([a, b, c, offset], names)) in sides.into_iter().zip(NAMES).enumerate() {
            let normal = [a, b, c];
            let square = dot(&normal, &normal);
            if square == Rational::ZERO {
                if side == FAR && offset <= Rational::ZERO {
                    continue;
                }
                return Err(InputError::new(names[1], Problem::NoDirection));
            }
            let foot = -(offset / square);
            let point = core::array::from_fn(|k| rounded(&(&normal[k] * &foot)));
            planes.push(Plane::named(point, rounded_direction(&normal), names)?);
        }
        Ok(Self { polytope: Polytope::new(planes)? })
    }

    /// Returns the frustum as a polytope.
    pub fn polytope(&self) -> &Polytope<T, 3> {
        &self.polytope
    }

    /// Returns this frustum in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(
        &self,
        velocity: impl Into<[T; 3]>,
    ) -> Result<Moving<&Polytope<T, 3>>, InputError> {
        Moving::new(&self.polytope, velocity.into(), "frustum.velocity")
    }
}

impl<T: Scalar> Shape for Arc<Frustum<T>> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}
