//! A straight line segment between two points.

use super::{InputError, Moving, Scalar, Shape, finite};

/// A line segment from `a` to `b`; a point if they are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<T, const N: usize> {
    ends: [[T; N]; 2],
}

impl<T: Scalar, const N: usize> Segment<T, N> {
    /// Constructs a segment from its two ends.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn new(a: impl Into<[T; N]>, b: impl Into<[T; N]>) -> Result<Self, InputError> {
        Ok(Self { ends: [finite(a.into(), "segment.a")?, finite(b.into(), "segment.b")?] })
    }

    /// Returns the two ends, `a` and `b`.
    pub fn ends(&self) -> [[T; N]; 2] {
        self.ends
    }

    /// Returns this segment in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "segment.velocity")
    }
}

impl<T: Scalar, const N: usize> Shape for Segment<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
