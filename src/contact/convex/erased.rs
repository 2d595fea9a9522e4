//! A convex body without its type: scenes are compiled for this body once, and not for each type.

use super::core::Core;
use super::shape::{ConvexBody, ConvexShape};
use super::solver::{Place, Solver};
use super::{ConvexPair, closest_points};
use crate::contact::RelativeMotion;
use crate::contact::obstacle::Featured;
use crate::number::{Scaled, Surd};
use crate::shape::{Moving, Scalar, Shape, inflatable};

/// The core and the radius of a convex body in space.
#[derive(Clone, Debug)]
pub struct ErasedConvex<'a, T> {
    core: Core<'a>,
    radius: T,
}

impl<'a, T: Scalar> ErasedConvex<'a, T> {
    /// Returns a moving body without its type.
    pub(crate) fn of<B>(body: &'a Moving<B>) -> Moving<Self>
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    {
        let (shape, radius) = body.shape().within();
        body.with(Self { core: shape.core(), radius })
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
        Scaled::new(ConvexPair::new(core, inflated, RelativeMotion::STILL, 3))
    }

    /// Returns the distance of the core of this body from an inflated core, both at rest.
    pub(crate) fn core_distance(&self, obstacle: Core<'_>, inflation: T) -> T {
        closest_points(&self.core_and(obstacle, inflation)).distance
    }

    /// Returns the distance of the core of this body from an inflated core, in exact numbers.
    pub(crate) fn exact_core_distance(&self, obstacle: Core<'_>, inflation: T) -> Surd {
        Solver::new(&self.core_and(obstacle, inflation)).distance()
    }

    /// Returns the body without its radius.
    pub(crate) fn sharp(&self) -> Self {
        Self { radius: T::ZERO, ..self.clone() }
    }
}

impl<T: Scalar> Shape for ErasedConvex<'_, T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

impl<T: Scalar> inflatable::Sealed for ErasedConvex<'_, T> {}

impl<T: Scalar> Featured for ErasedConvex<'_, T> {
    type Feature = Place;
}

impl<T: Scalar> ConvexShape for ErasedConvex<'_, T> {
    fn core(&self) -> Core<'_> {
        self.core.clone()
    }
    fn named(&self, place: Place) -> Place {
        place
    }
}

impl<T: Scalar> ConvexBody for ErasedConvex<'_, T> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, self.radius)
    }
}
