//! What convex shapes answer a capsule: its axis is a core like any other, and its radius adds to
//! theirs.

use super::ask::{exactly, in_dimension};
use super::closest::{closest_points, penetration};
use super::core::Core;
use super::pair::ConvexPair;
use super::shape::ConvexShape;
use super::solve::{contact_time, first_contact, has_contact, last_time, last_time_exactly};
use super::solver::{Place, Solver};
use crate::contact::answer::{Answer, ClosestPoints, ExactAnswer, Penetration};
use crate::contact::body::Reach;
use crate::contact::boxes::BoxFeature;
use crate::contact::cast::TimeDomain;
use crate::contact::course::Course;
use crate::contact::obstacle::still;
use crate::contact::sealed::{Leave, Meets, NearAxis};
use crate::number::{Effort, Rounding, Scaled, Surd};
use crate::shape::vector::{from_space, in_space};
use crate::shape::{AlignedBox, Capsule, Moving, OrientedBox, Scalar, Until};

/// A capsule on its way to a convex shape.
fn pair<'s, T: Scalar, S, const N: usize>(
    capsule: &Moving<Capsule<T, N>>,
    target: &'s Moving<S>,
) -> Scaled<ConvexPair<'s>>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    let shape = capsule.shape();
    Scaled::new(ConvexPair {
        mover: Core::axis(in_space(shape.a()), shape.b().map(in_space)),
        obstacle: target.shape().core(),
        course: Course::of(capsule, target),
        reach: Reach::of_capsule(&capsule.towards_rounded(target.rounding())),
        domain: TimeDomain::FromStart,
        dimension: N,
    })
}

/// The same at rest, where the shape is inflated by a radius.
fn at_rest<'s, T: Scalar, S, const N: usize>(
    capsule: &Capsule<T, N>,
    shape: &'s S,
    rounding: T,
) -> Scaled<ConvexPair<'s>>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    Scaled::new(ConvexPair {
        mover: Core::axis(in_space(capsule.a()), capsule.b().map(in_space)),
        obstacle: shape.core(),
        course: Course::STILL,
        reach: Reach { radius: capsule.radius().widen(), rounding: rounding.widen() },
        domain: TimeDomain::FromStart,
        dimension: N,
    })
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
                let answer =
                    first_contact(&pair(capsule, self), self.end_with(capsule), false, effort);
                in_dimension(answer, |place| self.shape().named(place))
            }
            fn meet_exactly(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
            ) -> ExactAnswer<$dimension, $feature> {
                let meeting = Solver::new(&pair(capsule, self)).meet(self.end_with(capsule), false);
                exactly(meeting, |place| self.shape().named(place))
            }
            fn decide_entry(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, $feature> {
                let answer =
                    first_contact(&pair(capsule, self), self.end_with(capsule), true, effort);
                in_dimension(answer, |place| self.shape().named(place))
            }
            fn enter_exactly(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
            ) -> ExactAnswer<$dimension, $feature> {
                let meeting = Solver::new(&pair(capsule, self)).meet(self.end_with(capsule), true);
                exactly(meeting, |place| self.shape().named(place))
            }
            fn decide_time(
                &self,
                capsule: &Moving<Capsule<T, $dimension>>,
                rounding: Rounding,
            ) -> Option<T> {
                contact_time(&pair(capsule, self), self.end_with(capsule), rounding)
            }
            fn last_time(&self, capsule: &Moving<Capsule<T, $dimension>>) -> Option<T> {
                last_time(&pair(capsule, self), self.end_with(capsule))
            }
            fn last_time_exactly(&self, capsule: &Moving<Capsule<T, $dimension>>) -> Option<Surd> {
                last_time_exactly(&pair(capsule, self), self.end_with(capsule))
            }
            fn touches(&self, capsule: &Moving<Capsule<T, $dimension>>, _: &mut Effort) -> bool {
                has_contact(&pair(capsule, self), Until::<T>::NEVER)
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
                let found: ClosestPoints<T, 3, Place> =
                    closest_points(&at_rest(capsule, self, rounding));
                Some(ClosestPoints {
                    point: from_space(&found.point),
                    on_axis: from_space(&found.on_axis),
                    distance: found.distance,
                    feature: self.named(found.feature),
                })
            }
            fn exact_distance_to(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<Surd> {
                Some(Solver::new(&at_rest(capsule, self, rounding)).distance())
            }
        }
        impl<T: Scalar> Leave<T, $dimension, Capsule<T, $dimension>> for $shape {
            fn penetration(
                &self,
                capsule: &Capsule<T, $dimension>,
                rounding: T,
            ) -> Option<Penetration<T, $dimension>> {
                let Penetration { direction, depth } =
                    penetration(&at_rest(capsule, self, rounding))?;
                Some(Penetration { direction: from_space(&direction), depth })
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
