//! A mover of any kind.

use super::{AnyConvex, MoverKind};
use crate::contact::ConvexBody;
use crate::shape::{Capsule, Ellipsoid, Inflated, Moving, Scalar, Sphere};

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
