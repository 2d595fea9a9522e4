//! What can be touched, and what each obstacle must be able to answer.

use super::answer::{ClosestPoint, ClosestPoints, Penetration};
use crate::number::Surd;
use crate::shape::{Scalar, Shape, Sphere};
use sealed::Meets;

/// Something that a moving sphere, or a moving `M`, can touch: a shape, standing still or
/// [`Moving`](crate::Moving).
///
/// Only the shapes of this crate are obstacles; the trait says which.
// If a signature names the feature, the compiler reports the sealed trait, else this one: both have
// the words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no obstacle of `{M}`",
    label = "no obstacle of `{M}`",
    note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
    note = "mover and obstacle must have the same scalar, `f32` or `f64`, and the same dimension",
    note = "an obstacle in an `Arc` or a `Box` is given as `&*obstacle`"
)]
pub trait Obstacle<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]> = Sphere<T, N>>:
    sealed::Meets<T, N, M>
{
}

/// A shape at rest that can say which of its points is closest to another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no point that is closest to a point",
    label = "no closest point",
    note = "the shape must be at rest: for a `Moving`, give its `shape()`",
    note = "point and shape must have the same scalar, `f32` or `f64`, and the same dimension"
)]
pub trait Nearby<T: Scalar, const N: usize>: sealed::Near<T, N> {}

/// A shape at rest that can say which of its points is closest to the axis of a capsule.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no point that is closest to a capsule",
    label = "no closest point",
    note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
    note = "the shape must be at rest: for a `Moving`, give its `shape()`",
    note = "capsule and shape must have the same scalar, `f32` or `f64`, and the same dimension"
)]
pub trait NearbyAxis<T: Scalar, const N: usize>: sealed::NearAxis<T, N> {}

/// A convex shape at rest, which a sphere, or an `M`, that overlaps it can leave.
#[diagnostic::on_unimplemented(
    message = "`{M}` has no penetration depth in `{Self}`",
    label = "no penetration depth",
    note = "only convex shapes at rest have one; `recover` finds a free place near any obstacle",
    note = "body and shape must have the same scalar, `f32` or `f64`, and the same dimension"
)]
pub trait Convex<T: Scalar, const N: usize, M = Sphere<T, N>>: sealed::Leave<T, N, M> {}

pub(crate) mod sealed {
    use crate::contact::answer::{Answer, ClosestPoint, ClosestPoints, ExactAnswer, Penetration};
    use crate::number::{Effort, Rounding, Surd};
    use crate::shape::{Capsule, Moving, Point, Scalar, Shape, Sphere};

    /// What an obstacle must be able to answer.
    #[doc(hidden)]
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no obstacle of `{M}`",
        label = "no obstacle of `{M}`",
        note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
        note = "mover and obstacle must have the same scalar, `f32` or `f64`, and the same dimension",
        note = "an obstacle in an `Arc` or a `Box` is given as `&*obstacle`"
    )]
    pub trait Meets<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]>> {
        /// What names a place on the obstacle.
        type Feature: Clone + PartialEq;
        /// What is told of how they first meet, if that is seen: never, or so that the mover
        /// enters. Otherwise it is decided.
        #[cfg_attr(hot, inline(always))]
        fn at_a_glance<R>(
            &self,
            _: &Moving<M>,
            _: impl FnOnce(Answer<T, N, Self::Feature>) -> Option<R>,
            decide: impl FnOnce() -> R,
        ) -> R {
            decide()
        }
        #[inline]
        fn meet(&self, mover: &Moving<M>, effort: &mut Effort) -> Answer<T, N, Self::Feature> {
            self.at_a_glance(mover, Some, || self.decide(mover, effort))
        }
        /// The same without a look at first.
        fn decide(&self, mover: &Moving<M>, effort: &mut Effort) -> Answer<T, N, Self::Feature>;
        fn meet_exactly(&self, mover: &Moving<M>) -> ExactAnswer<N, Self::Feature>;
        /// The first touch at which the mover enters, instead of sliding past or parting.
        fn enter(&self, mover: &Moving<M>, effort: &mut Effort) -> Answer<T, N, Self::Feature> {
            self.at_a_glance(mover, Some, || self.decide_entry(mover, effort))
        }
        fn decide_entry(
            &self,
            mover: &Moving<M>,
            effort: &mut Effort,
        ) -> Answer<T, N, Self::Feature>;
        fn enter_exactly(&self, mover: &Moving<M>) -> ExactAnswer<N, Self::Feature>;
        #[inline]
        fn time(&self, mover: &Moving<M>, rounding: Rounding) -> Option<T> {
            let tell = |answer| match answer {
                Answer::None | Answer::Overlap(_) => Some(None),
                Answer::Contact(contact) if rounding == Rounding::Nearest => {
                    Some(Some(contact.time))
                }
                Answer::Contact(_) => None,
            };
            self.at_a_glance(mover, tell, || self.decide_time(mover, rounding))
        }
        fn decide_time(&self, mover: &Moving<M>, rounding: Rounding) -> Option<T>;
        fn last_time(&self, mover: &Moving<M>) -> Option<T>;
        fn last_time_exactly(&self, mover: &Moving<M>) -> Option<Surd>;
        /// Whether they ever touch, whatever `t_max` is.
        fn touches(&self, mover: &Moving<M>, effort: &mut Effort) -> bool;
    }

    /// What a shape at rest must be able to answer.
    #[doc(hidden)]
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no point that is closest to a point",
        label = "no closest point",
        note = "the shape must be at rest: for a `Moving`, give its `shape()`",
        note = "point and shape must have the same scalar, `f32` or `f64`, and the same dimension"
    )]
    pub trait Near<T: Scalar, const N: usize> {
        /// What names a place on the shape.
        type Feature: Clone;
        /// The shape is rounded by the radius.
        fn closest_to(
            &self,
            point: &Point<T, N>,
            rounding: T,
        ) -> Option<ClosestPoint<T, N, Self::Feature>>;
        /// How far it is, by exact arithmetic alone.
        fn exact_distance(&self, point: &Point<T, N>, rounding: T) -> Option<Surd>;
    }

    /// What a shape at rest must be able to answer a capsule.
    #[doc(hidden)]
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no point that is closest to a capsule",
        label = "no closest point",
        note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
        note = "the shape must be at rest: for a `Moving`, give its `shape()`",
        note = "capsule and shape must have the same scalar, `f32` or `f64`, and the same dimension"
    )]
    pub trait NearAxis<T: Scalar, const N: usize> {
        /// What names a place on the shape.
        type Feature: Clone;
        /// The shape is rounded by the radius.
        fn closest_to_axis(
            &self,
            capsule: &Capsule<T, N>,
            rounding: T,
        ) -> Option<ClosestPoints<T, N, Self::Feature>>;
        /// How far the two are from each other, by exact arithmetic alone.
        fn exact_distance_to(&self, capsule: &Capsule<T, N>, rounding: T) -> Option<Surd>;
    }

    /// What a convex shape at rest must be able to answer.
    #[doc(hidden)]
    pub trait Leave<T: Scalar, const N: usize, M = Sphere<T, N>> {
        /// The shape is rounded by the radius.
        fn penetration(&self, mover: &M, rounding: T) -> Option<Penetration<T, N>>;
    }
}

impl<T: Scalar, O: Meets<T, N, M>, M: Shape<Scalar = T, Vector = [T; N]>, const N: usize>
    Obstacle<T, N, M> for O
{
}
impl<T: Scalar, O: sealed::Near<T, N>, const N: usize> Nearby<T, N> for O {}
impl<T: Scalar, O: sealed::NearAxis<T, N>, const N: usize> NearbyAxis<T, N> for O {}
impl<T: Scalar, O: sealed::Leave<T, N, M>, M, const N: usize> Convex<T, N, M> for O {}

/// A look at a `$mover` and what this is written for, by the function of that name.
macro_rules! looked_at {
    ($mover:ty, $dimension:expr, $glance:path) => {
        #[cfg_attr(hot, inline(always))]
        fn at_a_glance<R>(
            &self,
            mover: &Moving<$mover>,
            tell: impl FnOnce(crate::contact::Answer<T, { $dimension }, Self::Feature>) -> Option<R>,
            decide: impl FnOnce() -> R,
        ) -> R {
            $glance(mover, self, tell, decide)
        }
    };
}
pub(crate) use looked_at;

/// A `$shape` that stands still is for `$mover` one that moves at no speed.
macro_rules! still {
    (
        $mover:ty, $shape:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty, $still:expr
        $(, $glance:ident)?
    ) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Meets<T, { $dimension }, $mover>
            for $shape
        {
            type Feature = $feature;

            $(crate::contact::looked_at!($mover, $dimension, $glance::at_still);)?

            fn decide(
                &self,
                mover: &Moving<$mover>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, Self::Feature> {
                $still(self).decide(mover, effort)
            }
            fn meet_exactly(
                &self,
                mover: &Moving<$mover>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, Self::Feature> {
                $still(self).meet_exactly(mover)
            }
            fn decide_entry(
                &self,
                mover: &Moving<$mover>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, Self::Feature> {
                $still(self).decide_entry(mover, effort)
            }
            fn enter_exactly(
                &self,
                mover: &Moving<$mover>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, Self::Feature> {
                $still(self).enter_exactly(mover)
            }
            fn decide_time(
                &self,
                mover: &Moving<$mover>,
                rounding: crate::number::Rounding,
            ) -> Option<T> {
                $still(self).decide_time(mover, rounding)
            }
            fn last_time(&self, mover: &Moving<$mover>) -> Option<T> {
                crate::contact::sealed::Meets::last_time(&$still(self), mover)
            }
            fn last_time_exactly(&self, mover: &Moving<$mover>) -> Option<crate::number::Surd> {
                $still(self).last_time_exactly(mover)
            }
            fn touches(&self, mover: &Moving<$mover>, effort: &mut crate::number::Effort) -> bool {
                $still(self).touches(mover, effort)
            }
        }
    };
}
pub(crate) use still;

/// What of a cast is asked without time: the obstacle's point that is closest to the centre.
pub(crate) trait NearBy<const N: usize> {
    /// What names a place on the obstacle.
    type Feature;
    fn closest_point<T: Scalar>(self) -> Option<ClosestPoint<T, N, Self::Feature>>;
    /// How far that is, by exact arithmetic alone.
    fn exact_distance(self) -> Option<Surd>;
}

/// The same of the axis of a capsule.
pub(crate) trait NearAxisBy<const N: usize> {
    /// What names a place on the obstacle.
    type Feature;
    fn closest_points<T: Scalar>(self) -> ClosestPoints<T, N, Self::Feature>;
    /// How far the two are from each other, by exact arithmetic alone.
    fn exact_distance(self) -> Surd;
}

/// And the least translation that ends an overlap at time zero.
pub(crate) trait Leaves<const N: usize> {
    fn penetration<T: Scalar>(self) -> Option<Penetration<T, N>>;
}

/// Makes `$target`, moving or `$still`, an obstacle of `$mover`, by how the one is cast at the
/// other.
macro_rules! obstacle {
    (
        $mover:ty, $target:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty,
        |$from:ident, $to:ident| $cast:expr $(, $glance:ident)?
    ) => {
        obstacle!(
            moving $mover, $target, {$($generics)*}, $dimension, $feature, |$from, $to| $cast
            $(, $glance)?
        );
        still!($mover, $target, {$($generics)*}, $dimension, $feature, |target: &$target| {
            Moving::still(*target)
        } $(, $glance)?);
    };
    (
        moving $mover:ty, $target:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty,
        |$from:ident, $to:ident| $cast:expr $(, $glance:ident)?
    ) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Meets<T, { $dimension }, $mover>
            for Moving<$target>
        {
            type Feature = $feature;

            $(crate::contact::looked_at!($mover, $dimension, $glance::at_moving);)?

            fn decide(
                &self,
                $from: &Moving<$mover>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, Self::Feature> {
                let ($from, $to) = (&$from.towards_rounded(self.rounding()), self);
                crate::contact::driver::meet($cast, self.end_with($from), effort)
            }
            fn meet_exactly(
                &self,
                $from: &Moving<$mover>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, Self::Feature> {
                let ($from, $to) = (&$from.towards_rounded(self.rounding()), self);
                crate::contact::driver::meet_exactly($cast, self.end_with($from))
            }
            fn decide_entry(
                &self,
                $from: &Moving<$mover>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, Self::Feature> {
                let $from = &crate::contact::body::towards_entry($from, self.rounding());
                crate::contact::body::entering($from, self.decide($from, effort))
            }
            fn enter_exactly(
                &self,
                $from: &Moving<$mover>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, Self::Feature> {
                let $from = &crate::contact::body::towards_entry($from, self.rounding());
                let $to = self;
                let can_enter = crate::contact::body::can_enter($from.shape(), $from.rounding());
                crate::contact::driver::enter_exactly($cast, self.end_with($from), can_enter)
            }
            fn decide_time(
                &self,
                $from: &Moving<$mover>,
                rounding: crate::number::Rounding,
            ) -> Option<T> {
                let ($from, $to) = (&$from.towards_rounded(self.rounding()), self);
                crate::contact::driver::time($cast, self.end_with($from), rounding)
            }
            fn last_time(&self, $from: &Moving<$mover>) -> Option<T> {
                let ($from, $to) = (&$from.towards_rounded(self.rounding()), self);
                crate::contact::driver::last_time($cast, self.end_with($from))
            }
            fn last_time_exactly(&self, $from: &Moving<$mover>) -> Option<crate::number::Surd> {
                let ($from, $to) = (&$from.towards_rounded(self.rounding()), self);
                crate::contact::driver::last_time_exactly($cast, self.end_with($from))
            }
            fn touches(&self, $from: &Moving<$mover>, effort: &mut crate::number::Effort) -> bool {
                let ($from, $to) = (&$from.towards_rounded(self.rounding()), self);
                crate::contact::driver::touches($cast, effort)
            }
        }
    };
}
pub(crate) use obstacle;

/// Makes `$target` answer a capsule's questions without time, by how it is cast at it.
macro_rules! near_axis {
    (
        $target:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty,
        |$capsule:ident, $to:ident| $cast:expr
    ) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::NearAxis<T, { $dimension }>
            for $target
        {
            type Feature = $feature;

            fn closest_to_axis(
                &self,
                capsule: &crate::shape::Capsule<T, { $dimension }>,
                rounding: T,
            ) -> Option<crate::contact::ClosestPoints<T, { $dimension }, Self::Feature>> {
                let $capsule = &Moving::still(*capsule).towards_rounded(rounding);
                let $to = self;
                Some(crate::contact::obstacle::NearAxisBy::closest_points($cast))
            }

            fn exact_distance_to(
                &self,
                capsule: &crate::shape::Capsule<T, { $dimension }>,
                rounding: T,
            ) -> Option<crate::number::Surd> {
                let $capsule = &Moving::still(*capsule).towards_rounded(rounding);
                let $to = self;
                Some(crate::contact::obstacle::NearAxisBy::<{ $dimension }>::exact_distance($cast))
            }
        }

        impl<T: Scalar, $($generics)*>
            crate::contact::sealed::Leave<
                T, { $dimension }, crate::shape::Capsule<T, { $dimension }>,
            > for $target
        {
            fn penetration(
                &self,
                capsule: &crate::shape::Capsule<T, { $dimension }>,
                rounding: T,
            ) -> Option<crate::contact::Penetration<T, { $dimension }>> {
                let $capsule = &Moving::still(*capsule).towards_rounded(rounding);
                let $to = self;
                crate::contact::obstacle::Leaves::penetration($cast)
            }
        }
    };
}
pub(crate) use near_axis;

/// Makes `$target` answer questions without time, by how a sphere at rest is cast at it.
macro_rules! at_rest {
    (
        $target:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty,
        |$sphere:ident, $to:ident| $cast:expr
    ) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Near<T, { $dimension }> for $target {
            type Feature = $feature;

            fn closest_to(
                &self,
                point: &crate::shape::Point<T, { $dimension }>,
                rounding: T,
            ) -> Option<crate::contact::ClosestPoint<T, { $dimension }, Self::Feature>> {
                let $sphere = &Moving::still(Sphere::at(point)).towards_rounded(rounding);
                let $to = self;
                crate::contact::obstacle::NearBy::closest_point($cast)
            }

            fn exact_distance(
                &self,
                point: &crate::shape::Point<T, { $dimension }>,
                rounding: T,
            ) -> Option<crate::number::Surd> {
                let $sphere = &Moving::still(Sphere::at(point)).towards_rounded(rounding);
                let $to = self;
                crate::contact::obstacle::NearBy::<{ $dimension }>::exact_distance($cast)
            }
        }

        impl<T: Scalar, $($generics)*> crate::contact::sealed::Leave<T, { $dimension }>
            for $target
        {
            fn penetration(
                &self,
                sphere: &Sphere<T, { $dimension }>,
                rounding: T,
            ) -> Option<crate::contact::Penetration<T, { $dimension }>> {
                let $sphere = &Moving::still(*sphere).towards_rounded(rounding);
                let $to = self;
                crate::contact::obstacle::Leaves::penetration($cast)
            }
        }
    };
}
pub(crate) use at_rest;
