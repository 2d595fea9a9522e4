//! A single point, as an obstacle.

use super::{InputError, Moving, Scalar, Shape, finite};

/// A point, the simplest obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<T, const N: usize> {
    position: [T; N],
}

impl<T: Scalar, const N: usize> Point<T, N> {
    /// Constructs a point from a position that is already checked.
    pub(crate) fn of(position: [T; N]) -> Self {
        Self { position }
    }

    /// Constructs a point from its position.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn new(position: impl Into<[T; N]>) -> Result<Self, InputError> {
        Ok(Self { position: finite(position.into(), "point.position")? })
    }

    /// Returns the position.
    pub fn position(&self) -> [T; N] {
        self.position
    }

    /// Returns this point in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "point.velocity")
    }
}

impl<T: Scalar, const N: usize> Shape for Point<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
