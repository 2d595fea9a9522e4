//! A mover of any kind.

use super::{AnyConvex, MoverKind, Movers};
use crate::contact::ConvexBody;
use crate::shape::{
    Capsule, Ellipsoid, Inflated, InputError, Moving, Path, Scalar, Sphere, Translatable,
};
use alloc::vec::Vec;

/// A moving body of any kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mover<T: Scalar, const N: usize> {
    /// A moving sphere.
    Sphere(Moving<Sphere<T, N>>),
    /// A moving ellipsoid.
    Ellipsoid(Moving<Ellipsoid<T, N>>),
    /// A moving capsule.
    Capsule(Moving<Capsule<T, N>>),
    /// A moving box, parallelepiped, triangle or hull, inflated by a radius that may be zero.
    Convex(Moving<Inflated<AnyConvex<T, N>>>),
}

impl<T: Scalar, S, const N: usize> From<Moving<S>> for Mover<T, N>
where
    S: ConvexBody<Scalar = T, Vector = [T; N]> + Into<AnyConvex<T, N>>,
{
    fn from(body: Moving<S>) -> Self {
        // A moving obstacle carries its inflation radius with its motion.
        let radius = body.inflation();
        let body = body.map(|shape| Inflated::of(shape.into(), radius));
        Self::Convex(body.towards_inflated(T::ZERO))
    }
}

impl<T: Scalar, S, const N: usize> From<Moving<Inflated<S>>> for Mover<T, N>
where
    S: ConvexBody<Scalar = T, Vector = [T; N]> + Into<AnyConvex<T, N>>,
{
    fn from(body: Moving<Inflated<S>>) -> Self {
        Self::Convex(body.map(|shape| shape.map(Into::into)))
    }
}

impl<T: Scalar, const N: usize> From<Moving<Sphere<T, N>>> for Mover<T, N> {
    fn from(sphere: Moving<Sphere<T, N>>) -> Self {
        Self::Sphere(sphere)
    }
}

impl<T: Scalar, const N: usize> From<Moving<Ellipsoid<T, N>>> for Mover<T, N> {
    fn from(ellipsoid: Moving<Ellipsoid<T, N>>) -> Self {
        Self::Ellipsoid(ellipsoid)
    }
}

impl<T: Scalar, const N: usize> From<Moving<Capsule<T, N>>> for Mover<T, N> {
    fn from(capsule: Moving<Capsule<T, N>>) -> Self {
        Self::Capsule(capsule)
    }
}

impl<T: Scalar, const N: usize> Mover<T, N> {
    /// Returns the position at time zero: the centre; the end `a` of the axis of a capsule; the
    /// corner `min` of an aligned box; or the first of the points of a triangle or a hull.
    pub fn place(&self) -> [T; N] {
        match self {
            Self::Sphere(sphere) => sphere.shape().center(),
            Self::Ellipsoid(ellipsoid) => ellipsoid.shape().center(),
            Self::Capsule(capsule) => capsule.shape().a(),
            Self::Convex(body) => body.shape().shape().place(),
        }
    }

    /// Returns the legs of a path, on which the reference point of the body visits each of these
    /// points in turn. The path begins at [`place`](Self::place); the motion of the mover does not
    /// count. A convex body is translated exactly, so its size does not change.
    ///
    /// # Errors
    /// No point; a component that is not finite; more than one leg for a capsule given by two ends
    /// for which `b − a` is not a vector of floats.
    ///
    /// # Examples
    /// ```
    /// use tangency::any::Mover;
    /// use tangency::{AlignedBox, Hull, Moving};
    /// let wedge = Hull::new([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])?;
    /// let legs = Mover::from(Moving::still(wedge)).moving_along([[4.0, 0.0], [4.0, 6.0]])?;
    /// let wall = Moving::still(AlignedBox::new([0.0, 4.0], [9.0, 5.0])?);
    /// let (leg, answer) = legs.first_contact_along(&wall)?.unwrap();
    /// assert_eq!((leg, answer.contact().unwrap().time), (1, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(&self, points: impl Into<Vec<[T; N]>>) -> Result<Movers<T, N>, InputError> {
        let points = points.into();
        Ok(match self {
            Self::Sphere(sphere) => Movers::Spheres(legs(sphere, points)?),
            Self::Ellipsoid(ellipsoid) => Movers::Ellipsoids(legs(ellipsoid, points)?),
            Self::Capsule(capsule) => Movers::Capsules(legs(capsule, points)?),
            Self::Convex(body) => Movers::Convex(legs(body, points)?),
        })
    }

    /// Returns the kind of the mover.
    pub fn kind(&self) -> MoverKind {
        match self {
            Self::Sphere(_) => MoverKind::Sphere,
            Self::Ellipsoid(_) => MoverKind::Ellipsoid,
            Self::Capsule(_) => MoverKind::Capsule,
            Self::Convex(_) => MoverKind::Convex,
        }
    }
}

/// Returns a body on each leg of a path.
fn legs<T: Scalar, M: Translatable<T, N>, const N: usize>(
    body: &Moving<M>,
    points: Vec<[T; N]>,
) -> Result<Vec<Moving<M>>, InputError> {
    Ok(Path::through(body.shape().clone(), points)?.legs().collect())
}
