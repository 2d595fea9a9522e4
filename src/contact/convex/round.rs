//! Casts of capsules at boxes, parallelepipeds and hulls, and of spheres at hulls: the axis of a
//! capsule and the centre of a sphere are cores like any other, and the radius of the body is added
//! to the inflation of the obstacle.

use super::ask::{ConvexEncounter, closest_in_dimension, way_out_in_dimension};
use super::closest::{closest_points, penetration};
use super::core::Core;
use super::pair::ConvexPair;
use super::shape::ConvexShape;
use super::solver::Solver;
use crate::contact::answer::{ClosestPoint, ClosestPoints, Penetration};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::{CastTarget, Leave, Near, NearAxis};
use crate::number::{Scaled, Surd};
use crate::shape::vector::in_space;
use crate::shape::{
    AlignedBox, Capsule, Hull, Moving, OrientedBox, Parallelepiped, Point, Scalar, Sphere,
};

/// A convex shape at which capsules are cast by this code. Simplices have code of their own.
trait MeetsCapsules: ConvexShape {}
impl<T: Scalar> MeetsCapsules for AlignedBox<T, 2> {}
impl<T: Scalar> MeetsCapsules for AlignedBox<T, 3> {}
impl<T: Scalar, const N: usize> MeetsCapsules for OrientedBox<T, N> {}
impl<T: Scalar> MeetsCapsules for Parallelepiped<T> {}
impl<T: Scalar, const N: usize> MeetsCapsules for Hull<T, N> {}

/// Constructs the core and the radius of a capsule.
fn rod<T: Scalar, const N: usize>(capsule: &Capsule<T, N>) -> (Core<'static>, T) {
    (Core::axis(in_space(capsule.a()), capsule.b().map(in_space)), capsule.radius())
}

/// Constructs the core and the radius of a sphere.
fn ball<T: Scalar, const N: usize>(sphere: &Sphere<T, N>) -> (Core<'static>, T) {
    (Core::point(in_space(sphere.center())), sphere.radius())
}

/// Constructs the pair of a round body and a convex shape inflated by a radius, with their relative
/// motion.
fn pair<'s, T: Scalar, S, const N: usize>(
    body: (Core<'static>, T),
    shape: &'s S,
    motion: RelativeMotion<3>,
    inflation: T,
) -> Scaled<ConvexPair<'s>>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    Scaled::new(ConvexPair::new(body, (shape.core(), inflation), motion, N))
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, S, const N: usize> CastTarget<T, N, Capsule<T, N>> for S
where
    S: MeetsCapsules + ConvexShape<Scalar = T, Vector = [T; N]>,
{
    type Encounter<'a>
        = ConvexEncounter<'a, S>
    where
        S: 'a;

    fn encounter<'a>(
        capsule: &'a Moving<Capsule<T, N>>,
        target: &'a Moving<S>,
    ) -> ConvexEncounter<'a, S> {
        let (motion, shape) = (RelativeMotion::of(capsule, target), target.shape());
        let pair = pair(rod(capsule.shape()), shape, motion, target.inflation());
        ConvexEncounter { pair, end: target.end_with(capsule).widened(), shape }
    }
}

impl<T: Scalar, S, const N: usize> NearAxis<T, N> for S
where
    S: MeetsCapsules + ConvexShape<Scalar = T, Vector = [T; N]>,
{
    fn closest_to_axis(
        &self,
        capsule: &Capsule<T, N>,
        inflation: T,
    ) -> Option<ClosestPoints<T, N, S::Feature>> {
        let closest = closest_points(&pair(rod(capsule), self, RelativeMotion::STILL, inflation));
        Some(closest_in_dimension(closest, |place| self.named(place)))
    }
    fn exact_distance_to(&self, capsule: &Capsule<T, N>, inflation: T) -> Option<Surd> {
        Some(Solver::new(&pair(rod(capsule), self, RelativeMotion::STILL, inflation)).distance())
    }
}

impl<T: Scalar, S, const N: usize> Leave<T, N, Capsule<T, N>> for S
where
    S: MeetsCapsules + ConvexShape<Scalar = T, Vector = [T; N]>,
{
    fn penetration(&self, capsule: &Capsule<T, N>, inflation: T) -> Option<Penetration<T, N>> {
        penetration(&pair(rod(capsule), self, RelativeMotion::STILL, inflation))
            .map(way_out_in_dimension)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, const N: usize> CastTarget<T, N, Sphere<T, N>> for Hull<T, N> {
    type Encounter<'a> = ConvexEncounter<'a, Self>;

    fn encounter<'a>(
        sphere: &'a Moving<Sphere<T, N>>,
        target: &'a Moving<Self>,
    ) -> ConvexEncounter<'a, Self> {
        let (motion, shape) = (RelativeMotion::of(sphere, target), target.shape());
        let pair = pair(ball(sphere.shape()), shape, motion, target.inflation());
        ConvexEncounter { pair, end: target.end_with(sphere).widened(), shape }
    }
}

impl<T: Scalar, const N: usize> Near<T, N> for Hull<T, N> {
    fn closest_to(
        &self,
        point: &Point<T, N>,
        inflation: T,
    ) -> Option<ClosestPoint<T, N, Self::Feature>> {
        let closest = pair(ball(&Sphere::at(point)), self, RelativeMotion::STILL, inflation);
        let ClosestPoints { point, distance, feature, .. } =
            closest_in_dimension(closest_points(&closest), |place| self.named(place));
        Some(ClosestPoint { point, distance, feature })
    }
    fn exact_distance(&self, point: &Point<T, N>, inflation: T) -> Option<Surd> {
        let pair = pair(ball(&Sphere::at(point)), self, RelativeMotion::STILL, inflation);
        Some(Solver::new(&pair).distance())
    }
}

impl<T: Scalar, const N: usize> Leave<T, N, Sphere<T, N>> for Hull<T, N> {
    fn penetration(&self, sphere: &Sphere<T, N>, inflation: T) -> Option<Penetration<T, N>> {
        penetration(&pair(ball(sphere), self, RelativeMotion::STILL, inflation))
            .map(way_out_in_dimension)
    }
}
