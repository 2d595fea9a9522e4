//! The traits of obstacles: the queries that each obstacle must be able to answer.

use super::answer::{ClosestPoint, ClosestPoints, Penetration};
use super::cast::Answered;
use crate::number::Surd;
use crate::shape::{Inflated, Moving, Scalar, Shape, Sphere};
use sealed::Meets;

/// An obstacle at which a sphere, or another mover `M`, can be cast: a shape, at rest or
/// [`Moving`](crate::Moving).
///
/// Only shapes of this crate are obstacles; the list of implementations has them all.
// If a signature names the feature, the compiler reports the sealed trait, otherwise this one. So
// both have the same messages.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no obstacle of `{M}`",
    label = "no obstacle of `{M}`",
    note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
    note = "boxes, triangles and hulls meet points, segments, each other, meshes, and scenes by `scene.for_convex_bodies()`",
    note = "mover and obstacle must have the same scalar, `f32` or `f64`, and the same dimension",
    note = "an obstacle in an `Arc` or a `Box` is given as `&*obstacle`"
)]
pub trait Obstacle<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]> = Sphere<T, N>>:
    sealed::Meets<T, N, M>
{
}

/// A shape at rest that has a point closest to a given point.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no point that is closest to a point",
    label = "no closest point",
    note = "the shape must be at rest: for a `Moving`, give its `shape()`",
    note = "point and shape must have the same scalar, `f32` or `f64`, and the same dimension"
)]
pub trait Nearby<T: Scalar, const N: usize>: sealed::Near<T, N> {}

/// A shape at rest that has a point closest to the axis of a capsule.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no point that is closest to a capsule",
    label = "no closest point",
    note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
    note = "the shape must be at rest: for a `Moving`, give its `shape()`",
    note = "capsule and shape must have the same scalar, `f32` or `f64`, and the same dimension"
)]
pub trait NearbyAxis<T: Scalar, const N: usize>: sealed::NearAxis<T, N> {}

/// A convex shape at rest, out of which a sphere, or another body `M`, can be moved by a least
/// translation.
#[diagnostic::on_unimplemented(
    message = "`{M}` has no penetration depth in `{Self}`",
    label = "no penetration depth",
    note = "only convex shapes at rest have one; `recover` finds a free place near any obstacle",
    note = "body and shape must have the same scalar, `f32` or `f64`, and the same dimension"
)]
pub trait Convex<T: Scalar, const N: usize, M = Sphere<T, N>>: sealed::Leave<T, N, M> {}

/// A shape with named features: vertices, edges and faces, sides, triangles, items.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no obstacle",
    label = "no obstacle",
    note = "an obstacle in an `Arc` or a `Box` is given as `&*obstacle`"
)]
pub trait Featured {
    /// The type that names a feature of the shape.
    type Feature: Clone + PartialEq;
}

impl<S: Featured> Featured for &S {
    type Feature = S::Feature;
}
impl<S: Shape + Featured> Featured for Moving<S> {
    type Feature = S::Feature;
}
impl<S: Shape + Featured> Featured for Inflated<S> {
    type Feature = S::Feature;
}

pub(crate) mod sealed {
    use super::Featured;
    use crate::contact::answer::{Answer, ClosestPoint, ClosestPoints, ExactAnswer, Penetration};
    use crate::contact::convex::ConvexBody;
    use crate::contact::float_filter::ObstacleMotion;
    use crate::number::{Effort, Rounding, Surd};
    use crate::shape::{Capsule, Moving, Point, Scalar, Shape, Sphere};

    /// The contacts that count in a query.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Only {
        /// All contacts.
        Contacts,
        /// Contacts at which the mover enters the obstacle. The mover may slide along one part of a
        /// mesh or a scene, and enter another part later.
        Entries,
    }

    /// A mover whose own thickness and the inflation radius of an obstacle add up to one radius.
    /// Ellipsoids are not such movers: the surface of the sum of an ellipsoid and a ball is not of
    /// degree two.
    pub trait MeetsInflated {}
    impl<T: Scalar, const N: usize> MeetsInflated for Sphere<T, N> {}
    impl<T: Scalar, const N: usize> MeetsInflated for Capsule<T, N> {}
    impl<B: ConvexBody> MeetsInflated for B {}

    /// The queries about a motion that an obstacle must be able to answer.
    #[doc(hidden)]
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is no obstacle of `{M}`",
        label = "no obstacle of `{M}`",
        note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
        note = "boxes, triangles and hulls meet points, segments, each other, meshes, and scenes by `scene.for_convex_bodies()`",
        note = "mover and obstacle must have the same scalar, `f32` or `f64`, and the same dimension",
        note = "an obstacle in an `Arc` or a `Box` is given as `&*obstacle`"
    )]
    pub trait Meets<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]>>:
        Featured
    {
        /// The shape at which the mover is cast.
        #[expect(private_bounds, reason = "nobody outside of this crate casts at it")]
        type Shape<'a>: CastTarget<T, N, M> + Featured<Feature = Self::Feature>
        where
            Self: 'a;
        /// Calls a function with this obstacle as a shape in motion. A shape at rest has velocity
        /// zero; an inflated shape becomes the shape within, whose motion carries the inflation
        /// radius.
        fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R;
        /// Runs the float filter for the first contact. If the filter is certain of a miss, an
        /// entry or an overlap at time zero, its answer is passed to the second argument. If it is
        /// not certain, or that function returns `None`, the last argument decides. By default
        /// there is no filter.
        #[cfg_attr(hot, inline(always))]
        fn with_float_filter<R>(
            &self,
            _: &Moving<M>,
            _: impl FnOnce(Answer<T, N, Self::Feature>) -> Option<R>,
            decide: impl FnOnce() -> R,
        ) -> R {
            decide()
        }
        /// Returns the first of the contacts that count, by the float filter or by a decision.
        #[inline]
        fn meet(
            &self,
            mover: &Moving<M>,
            only: Only,
            effort: &mut Effort,
        ) -> Answer<T, N, Self::Feature> {
            self.with_float_filter(mover, Some, || self.decide(mover, only, effort))
        }
        /// Returns the same as `meet`, without the float filter.
        fn decide(
            &self,
            mover: &Moving<M>,
            only: Only,
            effort: &mut Effort,
        ) -> Answer<T, N, Self::Feature> {
            self.as_target(|target| CastTarget::encounter(mover, target).meet(only, effort))
        }
        fn meet_exactly(&self, mover: &Moving<M>, only: Only) -> ExactAnswer<N, Self::Feature> {
            self.as_target(|target| CastTarget::encounter(mover, target).meet_exactly(only))
        }
        #[inline]
        fn time(&self, mover: &Moving<M>, rounding: Rounding) -> Option<T> {
            let tell = |answer| match answer {
                Answer::None | Answer::Overlap(_) => Some(None),
                Answer::Contact(contact) if rounding == Rounding::Nearest => {
                    Some(Some(contact.time))
                }
                Answer::Contact(_) => None,
            };
            self.with_float_filter(mover, tell, || self.decide_time(mover, rounding))
        }
        fn decide_time(&self, mover: &Moving<M>, rounding: Rounding) -> Option<T> {
            self.as_target(|target| CastTarget::encounter(mover, target).time(rounding))
        }
        fn last_time(&self, mover: &Moving<M>) -> Option<T> {
            self.as_target(|target| CastTarget::encounter(mover, target).last_time())
        }
        fn last_time_exactly(&self, mover: &Moving<M>) -> Option<Surd> {
            self.as_target(|target| CastTarget::encounter(mover, target).last_time_exactly())
        }
        /// Returns whether the two touch until the end of the motion.
        fn touches(&self, mover: &Moving<M>, effort: &mut Effort) -> bool {
            self.as_target(|target| CastTarget::encounter(mover, target).touches(effort))
        }
    }

    /// A shape at which a mover `M` can be cast.
    pub(crate) trait CastTarget<T: Scalar, const N: usize, M>:
        Shape<Scalar = T, Vector = [T; N]> + Featured + Clone
    where
        M: Shape<Scalar = T, Vector = [T; N]>,
    {
        /// The mover and the target of one query, both with their motions.
        type Encounter<'a>: Encounter<T, N, Self::Feature>
        where
            Self: 'a,
            M: 'a;
        fn encounter<'a>(mover: &'a Moving<M>, target: &'a Moving<Self>) -> Self::Encounter<'a>;
        /// Runs the float filter for the first contact; if it is not certain, the last argument
        /// decides.
        #[cfg_attr(hot, inline(always))]
        fn with_float_filter<R>(
            &self,
            _: &Moving<M>,
            _: impl ObstacleMotion<M>,
            _: impl FnOnce(Answer<T, N, Self::Feature>) -> Option<R>,
            decide: impl FnOnce() -> R,
        ) -> R {
            decide()
        }
    }

    /// A mover and a target with their motions, which answer all queries about the motions until
    /// the earlier end.
    pub(crate) trait Encounter<T: Scalar, const N: usize, F> {
        fn meet(&self, only: Only, effort: &mut Effort) -> Answer<T, N, F>;
        fn meet_exactly(&self, only: Only) -> ExactAnswer<N, F>;
        fn time(&self, rounding: Rounding) -> Option<T>;
        fn last_time(&self) -> Option<T>;
        fn last_time_exactly(&self) -> Option<Surd>;
        fn touches(&self, effort: &mut Effort) -> bool;
    }

    /// The queries without time that a shape at rest must be able to answer for a point.
    #[doc(hidden)]
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no point that is closest to a point",
        label = "no closest point",
        note = "the shape must be at rest: for a `Moving`, give its `shape()`",
        note = "point and shape must have the same scalar, `f32` or `f64`, and the same dimension"
    )]
    pub trait Near<T: Scalar, const N: usize>: Featured {
        /// Inflates the shape by `inflation`, and returns its closest point.
        fn closest_to(
            &self,
            point: &Point<T, N>,
            inflation: T,
        ) -> Option<ClosestPoint<T, N, Self::Feature>>;
        /// Returns the distance of the inflated shape and a point, by exact arithmetic alone.
        fn exact_distance(&self, point: &Point<T, N>, inflation: T) -> Option<Surd>;
    }

    /// The queries without time that a shape at rest must be able to answer for a capsule.
    #[doc(hidden)]
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no point that is closest to a capsule",
        label = "no closest point",
        note = "capsules and walkers ask a `Scene` by its view for capsules: `scene.for_capsules()`",
        note = "the shape must be at rest: for a `Moving`, give its `shape()`",
        note = "capsule and shape must have the same scalar, `f32` or `f64`, and the same dimension"
    )]
    pub trait NearAxis<T: Scalar, const N: usize>: Featured {
        /// Inflates the shape by `inflation`, and returns its closest points and those of the axis
        /// of a capsule.
        fn closest_to_axis(
            &self,
            capsule: &Capsule<T, N>,
            inflation: T,
        ) -> Option<ClosestPoints<T, N, Self::Feature>>;
        /// Returns the distance of the inflated shape and the capsule, by exact arithmetic alone.
        fn exact_distance_to(&self, capsule: &Capsule<T, N>, inflation: T) -> Option<Surd>;
    }

    /// The penetration query that a convex shape at rest must be able to answer.
    #[doc(hidden)]
    pub trait Leave<T: Scalar, const N: usize, M = Sphere<T, N>> {
        /// Inflates the shape by `inflation`, and returns the penetration of a body into it.
        fn penetration(&self, mover: &M, inflation: T) -> Option<Penetration<T, N>>;
    }
}

impl<T: Scalar, O: Meets<T, N, M>, M: Shape<Scalar = T, Vector = [T; N]>, const N: usize>
    Obstacle<T, N, M> for O
{
}
impl<T: Scalar, O: sealed::Near<T, N>, const N: usize> Nearby<T, N> for O {}
impl<T: Scalar, O: sealed::NearAxis<T, N>, const N: usize> NearbyAxis<T, N> for O {}
impl<T: Scalar, O: sealed::Leave<T, N, M>, M, const N: usize> Convex<T, N, M> for O {}

/// The queries of a cast that need no time: the obstacle's point that is closest to the centre.
pub(crate) trait NearBy<const N: usize>: Answered<N> {
    fn closest_point<T: Scalar>(self) -> Option<ClosestPoint<T, N, Self::Feature>>;
    /// Returns the distance of that point from the centre, by exact arithmetic alone.
    fn exact_distance(self) -> Option<Surd>;
}

/// The queries of a cast that need no time, for the axis of a capsule.
pub(crate) trait NearAxisBy<const N: usize>: Answered<N> {
    fn closest_points<T: Scalar>(self) -> ClosestPoints<T, N, Self::Feature>;
    /// Returns the distance of capsule and shape, by exact arithmetic alone.
    fn exact_distance(self) -> Surd;
}

/// The query of a cast for the least translation that ends an overlap at time zero.
pub(crate) trait Leaves<const N: usize> {
    fn penetration<T: Scalar>(self) -> Option<Penetration<T, N>>;
}

/// Implements the queries without time for `$target` and a capsule, as a cast of the capsule at
/// rest.
macro_rules! near_axis {
    (
        $target:ty, {$($generics:tt)*}, $dimension:expr,
        |$capsule:ident, $to:ident| $cast:expr
    ) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::NearAxis<T, { $dimension }>
            for $target
        {
            fn closest_to_axis(
                &self,
                capsule: &crate::shape::Capsule<T, { $dimension }>,
                inflation: T,
            ) -> Option<crate::contact::ClosestPoints<T, { $dimension }, Self::Feature>> {
                let $capsule = &Moving::still(*capsule).towards_inflated(inflation);
                let $to = self;
                Some(crate::contact::obstacle::NearAxisBy::closest_points($cast))
            }

            fn exact_distance_to(
                &self,
                capsule: &crate::shape::Capsule<T, { $dimension }>,
                inflation: T,
            ) -> Option<crate::number::Surd> {
                let $capsule = &Moving::still(*capsule).towards_inflated(inflation);
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
                inflation: T,
            ) -> Option<crate::contact::Penetration<T, { $dimension }>> {
                let $capsule = &Moving::still(*capsule).towards_inflated(inflation);
                let $to = self;
                crate::contact::obstacle::Leaves::penetration($cast)
            }
        }
    };
}
pub(crate) use near_axis;

/// Implements the queries without time for `$target` and a sphere, as a cast of the sphere at rest.
macro_rules! at_rest {
    (
        $target:ty, {$($generics:tt)*}, $dimension:expr,
        |$sphere:ident, $to:ident| $cast:expr
    ) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Near<T, { $dimension }> for $target {
            fn closest_to(
                &self,
                point: &crate::shape::Point<T, { $dimension }>,
                inflation: T,
            ) -> Option<crate::contact::ClosestPoint<T, { $dimension }, Self::Feature>> {
                let $sphere = &Moving::still(Sphere::at(point)).towards_inflated(inflation);
                let $to = self;
                crate::contact::obstacle::NearBy::closest_point($cast)
            }

            fn exact_distance(
                &self,
                point: &crate::shape::Point<T, { $dimension }>,
                inflation: T,
            ) -> Option<crate::number::Surd> {
                let $sphere = &Moving::still(Sphere::at(point)).towards_inflated(inflation);
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
                inflation: T,
            ) -> Option<crate::contact::Penetration<T, { $dimension }>> {
                let $sphere = &Moving::still(*sphere).towards_inflated(inflation);
                let $to = self;
                crate::contact::obstacle::Leaves::penetration($cast)
            }
        }
    };
}
pub(crate) use at_rest;
