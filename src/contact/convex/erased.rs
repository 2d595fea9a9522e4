//! A convex body without its type: scenes and moves are compiled for this body once, and not for
//! each type.

use super::core::Core;
use super::shape::{ConvexBody, ConvexShape};
use super::solver::{Place, Solver};
use super::{ConvexPair, closest_points};
use crate::contact::RelativeMotion;
use crate::contact::answer::ClosestPoints;
use crate::contact::obstacle::Featured;
use crate::number::{Scaled, Surd};
use crate::shape::vector::{each, from_space, in_space};
use crate::shape::{
    Hull, Inflated, InputError, Moving, OrientedBox, Problem, RoundedHull, Scalar, Shape,
    Translatable, inflatable,
};

/// The core and the radius of a convex body.
#[derive(Clone, Debug)]
pub struct ErasedConvex<'a, T, const N: usize = 3> {
    core: Core<'a>,
    /// The core of a hull in single precision.
    rounded: Option<&'a RoundedHull>,
    radius: T,
}

impl<'a, T: Scalar, const N: usize> ErasedConvex<'a, T, N> {
    /// Returns a moving body without its type.
    pub(crate) fn of<B>(body: &'a Moving<B>) -> Moving<Self>
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
    {
        body.with(Self::of_body(body.shape()))
    }

    /// Creates a body from its shape and its radius.
    pub(crate) fn new<S: ConvexShape>(shape: &'a S, radius: T) -> Self {
        Self { core: shape.core(), rounded: shape.rounded_hull(), radius }
    }

    /// Returns a body without its type.
    pub(crate) fn of_body<B>(body: &'a B) -> Self
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
    {
        let (shape, radius) = body.within();
        Self::new(shape, radius)
    }

    pub(crate) fn into_core(self) -> Core<'a> {
        self.core
    }

    pub(crate) fn radius(&self) -> T {
        self.radius
    }

    /// Returns the core of the body and an inflated core, both at rest.
    fn core_and<'s>(&self, obstacle: Core<'s>, inflation: T) -> Scaled<ConvexPair<'s>>
    where
        'a: 's,
    {
        let (core, inflated) = ((self.core.clone(), T::ZERO), (obstacle, inflation));
        Scaled::new(ConvexPair::new(core, inflated, RelativeMotion::STILL, N))
    }

    /// Returns the closest points of this body and an inflated core, both at rest.
    pub(crate) fn closest_points(
        &self,
        obstacle: Core<'_>,
        inflation: T,
    ) -> ClosestPoints<T, 3, Place> {
        let (body, inflated) = ((self.core.clone(), self.radius), (obstacle, inflation));
        closest_points(&Scaled::new(ConvexPair::new(body, inflated, RelativeMotion::STILL, N)))
    }

    /// Returns the distance of the core of this body from an inflated core, both at rest.
    pub(crate) fn core_distance(&self, obstacle: Core<'_>, inflation: T) -> T {
        self.sharp().closest_points(obstacle, inflation).distance
    }

    /// Returns the distance of the core of this body from an inflated core, in exact numbers.
    pub(crate) fn exact_core_distance(&self, obstacle: Core<'_>, inflation: T) -> Surd {
        Solver::new(&self.core_and(obstacle, inflation)).distance()
    }

    /// Returns the extents of the core along the axes of the world, rounded.
    pub(crate) fn rounded_extents(&self) -> [f64; 3] {
        let mut room = [[0.0; 3]; 8];
        let corners = self.core.rounded_corners(&mut room);
        each!(|k| {
            let [low, high] = corners.iter().fold([f64::MAX, f64::MIN], |[low, high], corner| {
                [low.min(corner[k]), high.max(corner[k])]
            });
            high - low
        })
    }

    /// Returns the body without its radius.
    pub(crate) fn sharp(&self) -> Self {
        Self { radius: T::ZERO, ..self.clone() }
    }
}

impl<T: Scalar, const N: usize> Shape for ErasedConvex<'_, T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}

impl<T: Scalar, const N: usize> inflatable::Sealed for ErasedConvex<'_, T, N> {}

impl<T: Scalar, const N: usize> Featured for ErasedConvex<'_, T, N> {
    type Feature = Place;
}

impl<T: Scalar, const N: usize> ConvexShape for ErasedConvex<'_, T, N> {
    fn core(&self) -> Core<'_> {
        self.core.clone()
    }
    fn rounded_hull(&self) -> Option<&RoundedHull> {
        self.rounded
    }
    fn named(&self, place: Place) -> Place {
        place
    }
}

impl<T: Scalar, const N: usize> ConvexBody for ErasedConvex<'_, T, N> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, self.radius)
    }
}

impl<T: Scalar, const N: usize> Translatable<T, N> for ErasedConvex<'_, T, N> {
    fn place(&self) -> [T; N] {
        from_space(&self.core.reference().map(T::nearest))
    }
    fn at(&self, place: [T; N]) -> Self {
        Self { core: self.core.clone().at(in_space(place)), ..self.clone() }
    }
    fn check_thickness(&self) -> Result<(), InputError> {
        match usize::from(self.core.dimension()) == N || self.radius > T::ZERO {
            true => Ok(()),
            false => Err(InputError::new("body", Problem::Thin)),
        }
    }
    fn is_point(&self) -> bool {
        false
    }
}

impl<T: Scalar, const N: usize> Translatable<T, N> for OrientedBox<T, N> {
    fn place(&self) -> [T; N] {
        self.center()
    }
    fn at(&self, center: [T; N]) -> Self {
        Self::of(center, self.half_extents(), self.rotation())
    }
    fn check_thickness(&self) -> Result<(), InputError> {
        ErasedConvex::of_body(self).check_thickness()
    }
    fn is_point(&self) -> bool {
        false
    }
}

impl<T: Scalar, const N: usize> Translatable<T, N> for Hull<T, N> {
    fn place(&self) -> [T; N] {
        self.position()
    }
    fn at(&self, place: [T; N]) -> Self {
        self.moved_to(place)
    }
    fn check_thickness(&self) -> Result<(), InputError> {
        ErasedConvex::of_body(self).check_thickness()
    }
    fn is_point(&self) -> bool {
        false
    }
}

impl<T: Scalar, S, const N: usize> Translatable<T, N> for Inflated<S>
where
    S: Translatable<T, N> + ConvexShape + ConvexBody,
{
    fn place(&self) -> [T; N] {
        self.shape().place()
    }
    fn at(&self, place: [T; N]) -> Self {
        Self::of(self.shape().at(place), self.radius())
    }
    fn check_thickness(&self) -> Result<(), InputError> {
        ErasedConvex::of_body(self).check_thickness()
    }
    fn is_point(&self) -> bool {
        false
    }
}
