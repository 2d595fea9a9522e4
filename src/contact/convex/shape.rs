//! The shapes as convex cores.

use super::core::Core;
use super::sealed::{self, CoreOf, End, Named};
use crate::contact::answer::Feature;
use crate::contact::boxes::BoxFeature;
use crate::number::{Rational, fraction};
use crate::shape::vector::{each, in_space};
use crate::shape::{
    AlignedBox, Hull, Moving, OrientedBox, Point, Rounded, Scalar, Segment, Shape, Triangle,
    are_collinear,
};
use alloc::vec::Vec;

/// A convex shape: a point, a segment, a triangle, a box, or the convex hull of points.
///
/// Only shapes of this crate are; the trait says which.
pub trait ConvexShape: Shape + sealed::HasCore {
    /// What names a place on the shape.
    type Feature;
    /// The feature of a place.
    #[doc(hidden)]
    fn named(&self, place: sealed::Named) -> Self::Feature;
}

/// A convex body that can move: a triangle, a box, or the convex hull of points, maybe inflated by
/// a radius ([`Rounded`]).
///
/// Only shapes of this crate are; the trait says which.
pub trait ConvexBody: Shape + sealed::Body {
    /// What names a place on the body.
    type Feature;
    /// The feature of a place.
    #[doc(hidden)]
    fn named(&self, place: sealed::Named) -> Self::Feature;
}

/// What a convex body meets: a convex shape, moving or not, inflated or not.
///
/// Only types of this crate are; the trait says which.
pub trait ConvexObstacle<T: Scalar, const N: usize>: sealed::Obstacle<T, N> {
    /// What names a place on the obstacle.
    type Feature;
    /// The feature of a place.
    #[doc(hidden)]
    fn named(&self, place: sealed::Named) -> Self::Feature;
}

/// The first of the longest edges of a triangle whose vertices lie on a line.
fn longest_if_flat(vertices: &[[f64; 3]; 3]) -> Option<usize> {
    if !are_collinear(*vertices) {
        return None;
    }
    let at = vertices.map(|vertex| vertex.map(fraction));
    let lengths = [0, 1, 2].map(|i: usize| {
        let edge: [Rational; 3] = each!(|k| &at[(i + 1) % 3][k] - &at[i][k]);
        &edge[0] * &edge[0] + &edge[1] * &edge[1] + &edge[2] * &edge[2]
    });
    Some((1..3).fold(0, |longest, i| if lengths[i] > lengths[longest] { i } else { longest }))
}

/// A part of a convex hull, by the numbers of the given points at its corners, ascending: one is a
/// vertex, two are the ends of an edge, more the corners of a face. None is the inside of a solid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HullFeature {
    /// The numbers of the given points.
    pub vertices: Vec<u32>,
}

fn sides<const N: usize>(place: &Named) -> BoxFeature<N> {
    BoxFeature { sides: core::array::from_fn(|k| place.0.sides[k.min(2)]) }
}

/// Makes a shape a convex one, by its core and the name of a place on it.
macro_rules! convex {
    (
        $shape:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty,
        |$it:ident| $core:expr, |$of:ident, $place:ident| $named:expr
    ) => {
        impl<T: Scalar, $($generics)*> sealed::HasCore for $shape {
            fn core(&self) -> CoreOf<'_> {
                let $it = self;
                CoreOf($core)
            }
        }
        impl<T: Scalar, $($generics)*> ConvexShape for $shape {
            type Feature = $feature;
            fn named(&self, $place: Named) -> $feature {
                let $of = self;
                $named
            }
        }
    };
}

convex!(Point<T, N>, {const N: usize}, N, Feature,
    |it| Core::point(in_space(it.position())), |_it, _place| Feature::Vertex(0));
convex!(Segment<T, N>, {const N: usize}, N, Feature,
    |it| { let [a, b] = it.ends(); Core::segment(in_space(a), in_space(b)) },
    |it, place| sealed::HasCore::core(it).0.simplex_feature(place.0.part));
convex!(
    Triangle<T>,
    {},
    3,
    Feature,
    |it| {
        let vertices = it.vertices().map(in_space);
        Core::triangle(vertices, longest_if_flat(&vertices))
    },
    |it, place| sealed::HasCore::core(it).0.simplex_feature(place.0.part)
);
convex!(AlignedBox<T, N>, {const N: usize}, N, BoxFeature<N>,
    |it| Core::aligned_box(in_space(it.min()), in_space(it.max()), N),
    |_it, place| sides(&place));
convex!(OrientedBox<T, N>, {const N: usize}, N, BoxFeature<N>,
    |it| Core::oriented_box(
        in_space(it.center()),
        in_space(it.half_extents()),
        it.rotation().in_space().map(T::widen),
        N,
    ),
    |_it, place| sides(&place));

convex!(Hull<T, N>, {const N: usize}, N, HullFeature,
    |it| Core::hull(it.corners(), it.numbers(), it.topology(), in_space(it.points()[0])),
    |it, place| HullFeature { vertices: sealed::HasCore::core(it).0.numbers(place.0.part) });

/// Makes a convex shape a body that moves, as it is and inflated.
macro_rules! body {
    ($shape:ty, {$($generics:tt)*}) => {
        impl<T: Scalar, $($generics)*> sealed::Body for $shape {
            fn core(&self) -> CoreOf<'_> {
                sealed::HasCore::core(self)
            }
            fn radius(&self) -> f64 {
                0.0
            }
        }
        impl<T: Scalar, $($generics)*> ConvexBody for $shape {
            type Feature = <$shape as ConvexShape>::Feature;
            fn named(&self, place: Named) -> Self::Feature {
                ConvexShape::named(self, place)
            }
        }
        impl<T: Scalar, $($generics)*> sealed::Body for Rounded<$shape> {
            fn core(&self) -> CoreOf<'_> {
                sealed::HasCore::core(self.shape())
            }
            fn radius(&self) -> f64 {
                Rounded::radius(self).widen()
            }
        }
        impl<T: Scalar, $($generics)*> ConvexBody for Rounded<$shape> {
            type Feature = <$shape as ConvexShape>::Feature;
            fn named(&self, place: Named) -> Self::Feature {
                ConvexShape::named(self.shape(), place)
            }
        }
    };
}
body!(Triangle<T>, {});
body!(AlignedBox<T, N>, {const N: usize});
body!(OrientedBox<T, N>, {const N: usize});
body!(Hull<T, N>, {const N: usize});

/// A convex shape that stands still.
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> sealed::Obstacle<T, N>
    for S
{
    fn core(&self) -> CoreOf<'_> {
        sealed::HasCore::core(self)
    }
    fn rounding(&self) -> f64 {
        0.0
    }
    fn way(&self) -> [[T; N]; 2] {
        [[T::ZERO; N]; 2]
    }
    fn last(&self) -> End<T> {
        End::NEVER
    }
}
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for S
{
    type Feature = S::Feature;
    fn named(&self, place: Named) -> S::Feature {
        ConvexShape::named(self, place)
    }
}

/// One on its way.
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> sealed::Obstacle<T, N>
    for Moving<S>
{
    fn core(&self) -> CoreOf<'_> {
        sealed::HasCore::core(self.shape())
    }
    fn rounding(&self) -> f64 {
        Moving::rounding(self).widen()
    }
    fn way(&self) -> [[T; N]; 2] {
        Moving::way(self)
    }
    fn last(&self) -> End<T> {
        sealed::end_of(self)
    }
}
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for Moving<S>
{
    type Feature = S::Feature;
    fn named(&self, place: Named) -> S::Feature {
        ConvexShape::named(self.shape(), place)
    }
}

/// One that is inflated.
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> sealed::Obstacle<T, N>
    for Rounded<S>
{
    fn core(&self) -> CoreOf<'_> {
        sealed::HasCore::core(self.shape())
    }
    fn rounding(&self) -> f64 {
        self.radius().widen()
    }
    fn way(&self) -> [[T; N]; 2] {
        [[T::ZERO; N]; 2]
    }
    fn last(&self) -> End<T> {
        End::NEVER
    }
}
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for Rounded<S>
{
    type Feature = S::Feature;
    fn named(&self, place: Named) -> S::Feature {
        ConvexShape::named(self.shape(), place)
    }
}

/// One that is inflated, on its way.
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> sealed::Obstacle<T, N>
    for Moving<Rounded<S>>
{
    fn core(&self) -> CoreOf<'_> {
        sealed::HasCore::core(self.shape().shape())
    }
    fn rounding(&self) -> f64 {
        self.shape().radius().widen()
    }
    fn way(&self) -> [[T; N]; 2] {
        Moving::way(self)
    }
    fn last(&self) -> End<T> {
        sealed::end_of(self)
    }
}
impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for Moving<Rounded<S>>
{
    type Feature = S::Feature;
    fn named(&self, place: Named) -> S::Feature {
        ConvexShape::named(self.shape().shape(), place)
    }
}
