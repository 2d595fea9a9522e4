//! Inflated shapes as obstacles: each is the shape within, whose motion carries the inflation
//! radius.
//!
//! `TotalRadius` (`body.rs`) is the sum of both radii, which is never rounded.

use super::answer::{ClosestPoint, ClosestPoints, Penetration};
use super::polytope::PlaneFeature;
use super::sealed::{Leave, Near, NearAxis};
use crate::number::Surd;
use crate::shape::{Capsule, Inflatable, Inflated, Moving, Point, Polytope, Scalar, Shape, Sphere};

/// Returns the shape within, with the same motion, which carries the inflation radius.
pub(crate) fn within<S: Shape + Clone>(rounded: &Moving<Inflated<S>>) -> Moving<S>
where
    Inflated<S>: Shape<Scalar = S::Scalar, Vector = S::Vector>,
{
    let shape = rounded.shape();
    rounded.with(shape.shape().clone()).towards_inflated(shape.radius())
}

impl<T: Scalar, S: Inflatable<Scalar = T> + Near<T, N>, const N: usize> Near<T, N> for Inflated<S> {
    fn closest_to(&self, point: &Point<T, N>, _: T) -> Option<ClosestPoint<T, N, Self::Feature>> {
        self.shape().closest_to(point, self.radius())
    }
    fn exact_distance(&self, point: &Point<T, N>, _: T) -> Option<Surd> {
        self.shape().exact_distance(point, self.radius())
    }
}

impl<T: Scalar, S: Inflatable<Scalar = T> + NearAxis<T, N>, const N: usize> NearAxis<T, N>
    for Inflated<S>
{
    fn closest_to_axis(
        &self,
        capsule: &Capsule<T, N>,
        _: T,
    ) -> Option<ClosestPoints<T, N, Self::Feature>> {
        self.shape().closest_to_axis(capsule, self.radius())
    }
    fn exact_distance_to(&self, capsule: &Capsule<T, N>, _: T) -> Option<Surd> {
        self.shape().exact_distance_to(capsule, self.radius())
    }
}

impl<T: Scalar, S: Inflatable<Scalar = T> + Leave<T, N, M>, M, const N: usize> Leave<T, N, M>
    for Inflated<S>
{
    fn penetration(&self, mover: &M, _: T) -> Option<Penetration<T, N>> {
        self.shape().penetration(mover, self.radius())
    }
}

// Large shapes are inflated by reference.

impl<T: Scalar, const N: usize> Near<T, N> for &Polytope<T, N> {
    fn closest_to(
        &self,
        point: &Point<T, N>,
        inflation: T,
    ) -> Option<ClosestPoint<T, N, PlaneFeature>> {
        (**self).closest_to(point, inflation)
    }
    fn exact_distance(&self, point: &Point<T, N>, inflation: T) -> Option<Surd> {
        (**self).exact_distance(point, inflation)
    }
}

impl<T: Scalar, const N: usize> Leave<T, N> for &Polytope<T, N> {
    fn penetration(&self, sphere: &Sphere<T, N>, inflation: T) -> Option<Penetration<T, N>> {
        Leave::penetration(*self, sphere, inflation)
    }
}
