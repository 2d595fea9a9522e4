//! What the convex shapes of this crate have that users do not see.

use super::core::Core;
use super::solve::Place;
use crate::shape::{Moving, Scalar, Shape, Until};

/// A place before it has a name of its own.
#[derive(Clone, Debug)]
pub struct Named(pub(crate) Place);

/// A convex core, as the questions see it.
#[derive(Clone, Debug)]
pub struct CoreOf<'a>(pub(crate) Core<'a>);

pub trait HasCore {
    #[doc(hidden)]
    fn core(&self) -> CoreOf<'_>;
}

pub trait Body {
    #[doc(hidden)]
    fn core(&self) -> CoreOf<'_>;
    #[doc(hidden)]
    fn radius(&self) -> f64;
}

pub trait Obstacle<T: Scalar, const N: usize> {
    #[doc(hidden)]
    fn core(&self) -> CoreOf<'_>;
    /// Its rounding radius.
    #[doc(hidden)]
    fn rounding(&self) -> f64;
    /// Its velocity as a difference.
    #[doc(hidden)]
    fn way(&self) -> [[T; N]; 2];
    #[doc(hidden)]
    fn last(&self) -> End<T>;
}

/// When a motion ends.
#[derive(Clone, Copy, Debug)]
pub struct End<T>(pub(crate) Until<T>);

impl<T: Scalar> End<T> {
    pub(crate) const NEVER: Self = Self(Until::NEVER);
}

pub(crate) fn end_of<S: Shape>(moving: &Moving<S>) -> End<S::Scalar> {
    End(moving.end())
}
