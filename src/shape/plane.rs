//! A plane, and the half-space behind it.

use super::{InputError, Problem, Scalar, finite};

/// A half-space `{ x : normal · (x − point) ≤ 0 }` with its bounding plane; the normal points
/// outwards.
///
/// In two dimensions it is a half-plane bounded by a line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("half-space", "halfspace"))]
pub struct Plane<T, const N: usize> {
    point: [T; N],
    normal: [T; N],
}

impl<T: Scalar, const N: usize> Plane<T, N> {
    /// Constructs a plane from one of its points and an outward normal. The normal may have any
    /// length except zero: only its direction counts.
    ///
    /// # Errors
    /// A component that is not finite; a normal of zero.
    ///
    /// # Examples
    /// ```
    /// use tangency::Plane;
    /// assert!(Plane::new([0.0, 0.0, 1.0], [0.0, 0.0, 2.0]).is_ok());
    /// let error = Plane::new([0.0, 0.0, 1.0], [0.0, 0.0, 0.0]).unwrap_err();
    /// assert_eq!(error.to_string(), "plane.normal is zero, must have a direction");
    /// ```
    pub fn new(point: impl Into<[T; N]>, normal: impl Into<[T; N]>) -> Result<Self, InputError> {
        Self::named(point.into(), normal.into(), ["plane.point", "plane.normal"])
    }

    /// Constructs a plane with the given field names in its errors.
    pub(super) fn named(
        point: [T; N],
        normal: [T; N],
        [name_of_point, name_of_normal]: [&'static str; 2],
    ) -> Result<Self, InputError> {
        let (point, normal) = (finite(point, name_of_point)?, finite(normal, name_of_normal)?);
        if normal.iter().all(|&x| x == T::ZERO) {
            return Err(InputError::new(name_of_normal, Problem::NoDirection));
        }
        Ok(Self { point, normal })
    }

    /// Returns the given point of the plane.
    pub fn point(&self) -> [T; N] {
        self.point
    }

    /// Returns the outward normal as it was given.
    pub fn normal(&self) -> [T; N] {
        self.normal
    }
}
