//! Casts of capsules at boxes and parallelepipeds: the axis of a capsule is a core like any other,
//! and the radius of the capsule is added to the inflation of the obstacle.

use super::ask::{ConvexEncounter, closest_in_dimension, way_out_in_dimension};
use super::closest::{closest_points, penetration};
use super::core::Core;
use super::pair::ConvexPair;
use super::shape::ConvexShape;
use super::solver::Solver;
use crate::contact::answer::{ClosestPoints, Penetration};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::{CastTarget, Leave, NearAxis};
use crate::number::{Scaled, Surd};
use crate::shape::vector::in_space;
use crate::shape::{AlignedBox, Capsule, Moving, OrientedBox, Parallelepiped, Scalar};

/// A convex shape at which capsules are cast by this code. Simplices have code of their own.
trait MeetsCapsules: ConvexShape {}
impl<T: Scalar> MeetsCapsules for AlignedBox<T, 2> {}
impl<T: Scalar> MeetsCapsules for AlignedBox<T, 3> {}
impl<T: Scalar, const N: usize> MeetsCapsules for OrientedBox<T, N> {}
impl<T: Scalar> MeetsCapsules for Parallelepiped<T> {}

/// Constructs the pair of a capsule and a convex shape inflated by a radius, with their relative
/// motion.
fn pair<'s, T: Scalar, S, const N: usize>(
    capsule: &Capsule<T, N>,
    shape: &'s S,
    motion: RelativeMotion<3>,
    inflation: T,
) -> Scaled<ConvexPair<'s>>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    let axis = Core::axis(in_space(capsule.a()), capsule.b().map(in_space));
    let inflated = (shape.core(), inflation);
    Scaled::new(ConvexPair::new((axis, capsule.radius()), inflated, motion, N))
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, S, const N: usize> CastTarget<T, N, Capsule<T, N>> for S
where
    S: MeetsCapsules + ConvexShape<Scalar = T, Vector = [T; N]>,
{
    type Encounter<'a>
        = ConvexEncounter<'a, T, S>
    where
        S: 'a;

    fn encounter<'a>(
        capsule: &'a Moving<Capsule<T, N>>,
        target: &'a Moving<S>,
    ) -> ConvexEncounter<'a, T, S> {
        let (motion, shape) = (RelativeMotion::of(capsule, target), target.shape());
        let pair = pair(capsule.shape(), shape, motion, target.inflation());
        ConvexEncounter { pair, end: target.end_with(capsule), shape }
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
        let closest = closest_points(&pair(capsule, self, RelativeMotion::STILL, inflation));
        Some(closest_in_dimension(closest, |place| self.named(place)))
    }
    fn exact_distance_to(&self, capsule: &Capsule<T, N>, inflation: T) -> Option<Surd> {
        Some(Solver::new(&pair(capsule, self, RelativeMotion::STILL, inflation)).distance())
    }
}

impl<T: Scalar, S, const N: usize> Leave<T, N, Capsule<T, N>> for S
where
    S: MeetsCapsules + ConvexShape<Scalar = T, Vector = [T; N]>,
{
    fn penetration(&self, capsule: &Capsule<T, N>, inflation: T) -> Option<Penetration<T, N>> {
        penetration(&pair(capsule, self, RelativeMotion::STILL, inflation))
            .map(way_out_in_dimension)
    }
}
