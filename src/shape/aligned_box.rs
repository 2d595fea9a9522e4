//! A box whose sides are parallel to the axes (AABB).

use super::{InputError, Moving, Scalar, Shape, finite, ordered};

/// The axis-aligned box `{ x : min ≤ x ≤ max, component by component }`, solid, in any number of
/// dimensions.
///
/// The box may be flat: along an axis where `min` equals `max` it has no extent.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("AABB", "cuboid"))]
pub struct AlignedBox<T, const N: usize> {
    min: [T; N],
    max: [T; N],
}

impl<T: Scalar, const N: usize> AlignedBox<T, N> {
    /// Constructs a box from its least and its greatest corner. A box without dimensions does not
    /// compile.
    ///
    /// # Errors
    /// A component that is not finite; a component of `min` that is greater than the same component
    /// of `max`.
    ///
    /// # Examples
    /// ```
    /// use tangency::AlignedBox;
    /// assert!(AlignedBox::new([0.0, 0.0, 0.0], [1.0, 2.0, 0.0]).is_ok());
    /// let error = AlignedBox::new([0.0, 3.0], [1.0, 2.0]).unwrap_err();
    /// assert_eq!(error.to_string(), "box.min[1] is 3, greater than box.max[1], 2");
    /// ```
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub fn new(min: impl Into<[T; N]>, max: impl Into<[T; N]>) -> Result<Self, InputError> {
        const { assert!(N > 0, "a box has at least one dimension") };
        let (min, max) = (finite(min.into(), MIN)?, finite(max.into(), MAX)?);
        ordered(&min, MIN, &max, MAX)?;
        Ok(Self { min, max })
    }

    /// Constructs a box from corners that are already checked.
    pub(crate) fn of(min: [T; N], max: [T; N]) -> Self {
        Self { min, max }
    }

    /// Returns the least corner.
    pub fn min(&self) -> [T; N] {
        self.min
    }

    /// Returns the greatest corner.
    pub fn max(&self) -> [T; N] {
        self.max
    }

    /// Returns this box in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "box.velocity")
    }
}

impl<T: Scalar, const N: usize> Shape for AlignedBox<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}

pub(super) const MIN: &str = "box.min";
pub(super) const MAX: &str = "box.max";
