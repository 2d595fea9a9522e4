//! A rounded shape is met as the shape within, whose motion says how much it is rounded.

use super::answer::{ClosestPoint, ClosestPoints, Feature, Penetration};
use super::boxes::BoxFeature;
use super::polytope::PlaneFeature;
use super::sealed::{Leave, Near, NearAxis};
use crate::number::Surd;
use crate::shape::{
    AlignedBox, Capsule, Moving, OrientedBox, Parallelepiped, Point, Polytope, Roundable, Rounded,
    Scalar, Segment, Shape, Sphere, Triangle,
};

/// The shape within, on its way, which knows how much it is rounded.
pub(crate) fn within<S: Shape + Clone>(rounded: &Moving<Rounded<S>>) -> Moving<S>
where
    Rounded<S>: Shape<Scalar = S::Scalar, Vector = S::Vector>,
{
    let shape = rounded.shape();
    rounded.with(shape.shape().clone()).towards_rounded(shape.radius())
}

/// Makes each shape, rounded, an obstacle of `$mover`. One by one: of all shapes at once, the
/// compiler would look for ever among what is rounded again and again.
macro_rules! rounded {
    ($mover:ident: $($shape:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty;)*) => {$(
        rounded!(one $mover, $shape, {$($generics)*}, $dimension, $feature);
    )*};
    (one $mover:ident, $shape:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty) => {
        impl<T: Scalar, $($generics)*>
            crate::contact::sealed::Meets<T, { $dimension }, $mover<T, { $dimension }>>
            for Moving<crate::shape::Rounded<$shape>>
        {
            type Feature = $feature;

            fn decide(
                &self,
                mover: &Moving<$mover<T, { $dimension }>>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, $feature> {
                crate::contact::within(self).decide(mover, effort)
            }
            fn meet_exactly(
                &self,
                mover: &Moving<$mover<T, { $dimension }>>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, $feature> {
                crate::contact::within(self).meet_exactly(mover)
            }
            fn decide_entry(
                &self,
                mover: &Moving<$mover<T, { $dimension }>>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, $feature> {
                crate::contact::within(self).decide_entry(mover, effort)
            }
            fn enter_exactly(
                &self,
                mover: &Moving<$mover<T, { $dimension }>>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, $feature> {
                crate::contact::within(self).enter_exactly(mover)
            }
            fn decide_time(
                &self,
                mover: &Moving<$mover<T, { $dimension }>>,
                rounding: crate::number::Rounding,
            ) -> Option<T> {
                crate::contact::within(self).decide_time(mover, rounding)
            }
            fn last_time(&self, mover: &Moving<$mover<T, { $dimension }>>) -> Option<T> {
                crate::contact::sealed::Meets::last_time(&crate::contact::within(self), mover)
            }
            fn last_time_exactly(
                &self,
                mover: &Moving<$mover<T, { $dimension }>>,
            ) -> Option<crate::number::Surd> {
                crate::contact::within(self).last_time_exactly(mover)
            }
            fn touches(
                &self,
                mover: &Moving<$mover<T, { $dimension }>>,
                effort: &mut crate::number::Effort,
            ) -> bool {
                crate::contact::within(self).touches(mover, effort)
            }
        }
        crate::contact::still!(
            $mover<T, { $dimension }>, crate::shape::Rounded<$shape>, {$($generics)*}, $dimension, $feature,
            |rounded: &Self| Moving::still(*rounded)
        );
    };
}
pub(crate) use rounded;

rounded! { Sphere:
    Point<T, 2>, {}, 2, Feature;
    Point<T, 3>, {}, 3, Feature;
    Segment<T, 2>, {}, 2, Feature;
    Segment<T, 3>, {}, 3, Feature;
    Triangle<T>, {}, 3, Feature;
    AlignedBox<T, D>, {const D: usize}, D, BoxFeature<D>;
    OrientedBox<T, 2>, {}, 2, BoxFeature<2>;
    OrientedBox<T, 3>, {}, 3, BoxFeature<3>;
    Parallelepiped<T>, {}, 3, PlaneFeature;
    &Polytope<T, N>, {const N: usize}, N, PlaneFeature;
}

rounded! { Capsule:
    Point<T, 2>, {}, 2, Feature;
    Point<T, 3>, {}, 3, Feature;
    Segment<T, 2>, {}, 2, Feature;
    Segment<T, 3>, {}, 3, Feature;
    Triangle<T>, {}, 3, Feature;
    AlignedBox<T, 2>, {}, 2, BoxFeature<2>;
    AlignedBox<T, 3>, {}, 3, BoxFeature<3>;
    OrientedBox<T, 2>, {}, 2, BoxFeature<2>;
    OrientedBox<T, 3>, {}, 3, BoxFeature<3>;
}

impl<T: Scalar, S: Roundable<Scalar = T> + Near<T, N>, const N: usize> Near<T, N> for Rounded<S> {
    type Feature = S::Feature;

    fn closest_to(&self, point: &Point<T, N>, _: T) -> Option<ClosestPoint<T, N, Self::Feature>> {
        self.shape().closest_to(point, self.radius())
    }
    fn exact_distance(&self, point: &Point<T, N>, _: T) -> Option<Surd> {
        self.shape().exact_distance(point, self.radius())
    }
}

impl<T: Scalar, S: Roundable<Scalar = T> + NearAxis<T, N>, const N: usize> NearAxis<T, N>
    for Rounded<S>
{
    type Feature = S::Feature;

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

impl<T: Scalar, S: Roundable<Scalar = T> + Leave<T, N, M>, M, const N: usize> Leave<T, N, M>
    for Rounded<S>
{
    fn penetration(&self, mover: &M, _: T) -> Option<Penetration<T, N>> {
        self.shape().penetration(mover, self.radius())
    }
}

// What is large is rounded by reference.

impl<T: Scalar, S: Near<T, N>, const N: usize> Near<T, N> for &S {
    type Feature = S::Feature;

    fn closest_to(
        &self,
        point: &Point<T, N>,
        rounding: T,
    ) -> Option<ClosestPoint<T, N, Self::Feature>> {
        S::closest_to(self, point, rounding)
    }
    fn exact_distance(&self, point: &Point<T, N>, rounding: T) -> Option<Surd> {
        S::exact_distance(self, point, rounding)
    }
}

impl<T: Scalar, S: NearAxis<T, N>, const N: usize> NearAxis<T, N> for &S {
    type Feature = S::Feature;

    fn closest_to_axis(
        &self,
        capsule: &Capsule<T, N>,
        rounding: T,
    ) -> Option<ClosestPoints<T, N, Self::Feature>> {
        S::closest_to_axis(self, capsule, rounding)
    }
    fn exact_distance_to(&self, capsule: &Capsule<T, N>, rounding: T) -> Option<Surd> {
        S::exact_distance_to(self, capsule, rounding)
    }
}

impl<T: Scalar, S: Leave<T, N, M>, M, const N: usize> Leave<T, N, M> for &S {
    fn penetration(&self, mover: &M, rounding: T) -> Option<Penetration<T, N>> {
        S::penetration(self, mover, rounding)
    }
}
