//! What convex shapes answer a capsule: its axis is a core like any other, and its radius adds to
//! theirs.

use super::ask::{closest_in_dimension, in_dimension, way_out_in_dimension};
use super::closest::{closest_points, penetration};
use super::core::Core;
use super::pair::ConvexPair;
use super::shape::ConvexShape;
use super::solve::{contact_time, first_contact, has_contact, last_time, last_time_exactly};
use super::solver::Solver;
use crate::contact::answer::{Answer, ClosestPoints, ExactAnswer, Penetration};
use crate::contact::body::Reach;
use crate::contact::boxes::BoxFeature;
use crate::contact::cast::TimeDomain;
use crate::contact::course::Course;
use crate::contact::obstacle::still;
use crate::contact::sealed::{Leave, Meets, NearAxis};
use crate::number::{Effort, Rounding, Scaled, Surd};
use crate::shape::vector::in_space;
use crate::shape::{AlignedBox, Capsule, Moving, OrientedBox, Scalar, Until};

/// A capsule and a convex shape that is inflated by a radius, and how they move.
fn pair<'s, T: Scalar, S, const N: usize>(
    capsule: &Capsule<T, N>,
    shape: &'s S,
    course: Course<3>,
    rounding: T,
) -> Scaled<ConvexPair<'s>>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    Scaled::new(ConvexPair {
        mover: Core::axis(in_space(capsule.a()), capsule.b().map(in_space)),
        obstacle: shape.core(),
        course,
        reach: Reach { radius: capsule.radius().widen(), rounding: rounding.widen() },
        domain: TimeDomain::FromStart,
        dimension: N,
    })
}

/// The same of two on their ways.
fn on_their_ways<'s, T: Scalar, S, const N: usize>(
    capsule: &Moving<Capsule<T, N>>,
    target: &'s Moving<S>,
) -> Scaled<ConvexPair<'s>>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    pair(capsule.shape(), target.shape(), Course::of(capsule, target), target.rounding())
}

/// How a capsule first meets a shape, or enters it.
fn meet<T: Scalar, S, const N: usize>(
    capsule: &Moving<Capsule<T, N>>,
    target: &Moving<S>,
    only_entries: bool,
    effort: &mut Effort,
) -> Answer<T, N, S::Feature>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    let (pair, end) = (on_their_ways(capsule, target), target.end_with(capsule));
    let answer = first_contact(&pair, end, only_entries, effort);
    in_dimension(answer, |place| target.shape().named(place))
}

/// The same in exact numbers.
fn meet_exactly<T: Scalar, S, const N: usize>(
    capsule: &Moving<Capsule<T, N>>,
    target: &Moving<S>,
    only_entries: bool,
) -> ExactAnswer<N, S::Feature>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    let (pair, end) = (on_their_ways(capsule, target), target.end_with(capsule));
    in_dimension(Solver::new(&pair).meet(end, only_entries), |place| target.shape().named(place))
}

/// Makes a convex shape an obstacle of capsules.
macro_rules! meets_capsules {
    ($($shape:ty, $dimension:literal, $feature:ty;)*) => {$(
        impl<T: Scalar> Meets<T, $dimension, Capsule<T, $dimension>> for Moving<$shape> {
            type Feature = $feature;

            fn decide(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, $feature> {
                meet(capsule, self, false, effort)
            }
            fn meet_exactly(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
            ) -> ExactAnswer<$dimension, $feature> {
                meet_exactly(capsule, self, false)
            }
            fn decide_entry(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, $feature> {
                meet(capsule, self, true, effort)
            }
            fn enter_exactly(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
            ) -> ExactAnswer<$dimension, $feature> {
                meet_exactly(capsule, self, true)
            }
            fn decide_time(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                rounding: Rounding,
            ) -> Option<T> {
                contact_time(&on_their_ways(capsule, self), self.end_with(capsule), rounding)
            }
            fn last_time(&self, capsule: &Moving<Capsule<T, $dimension>>) -> Option<T> {
                last_time(&on_their_ways(capsule, self), self.end_with(capsule))
            }
            fn last_time_exactly(&self, capsule: &Moving<Capsule<T, $dimension>>) -> Option<Surd> {
                last_time_exactly(&on_their_ways(capsule, self), self.end_with(capsule))
            }
            fn touches(&self, capsule: &Moving<Capsule<T, $dimension>>, _: &mut Effort) -> bool {
                has_contact(&on_their_ways(capsule, self), Until::<T>::NEVER)
            }
        }
        still!(
            Capsule<T, $dimension>, $shape, {}, $dimension, $feature,
            |shape: &Self| Moving::still(*shape)
        );
        impl<T: Scalar> NearAxis<T, $dimension> for $shape {
            type Feature = $feature;

            fn closest_to_axis(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<ClosestPoints<T, $dimension, $feature>> {
                let closest = closest_points(&pair(capsule, self, Course::STILL, rounding));
                Some(closest_in_dimension(closest, |place| self.named(place)))
            }
            fn exact_distance_to(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<Surd> {
                Some(Solver::new(&pair(capsule, self, Course::STILL, rounding)).distance())
            }
        }
        impl<T: Scalar> Leave<T, $dimension, Capsule<T, $dimension>> for $shape {
            fn penetration(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<Penetration<T, $dimension>> {
                penetration(&pair(capsule, self, Course::STILL, rounding)).map(way_out_in_dimension)
            }
        }
    )*};
}

meets_capsules! {
    AlignedBox<T, 2>, 2, BoxFeature<2>;
    AlignedBox<T, 3>, 3, BoxFeature<3>;
    OrientedBox<T, 2>, 2, BoxFeature<2>;
    OrientedBox<T, 3>, 3, BoxFeature<3>;
}
