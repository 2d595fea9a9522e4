//! One plane, and the half of space behind it.

use super::{InputError, Problem, Scalar, finite};

/// A plane, and with it the half-space `{ x : normal · (x − point) ≤ 0 }` behind it: the normal
/// points outwards.
///
/// In two dimensions it is a line, and the half of the plane behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("half-space", "halfspace"))]
pub struct Plane<T, const N: usize> {
    point: [T; N],
    normal: [T; N],
}

impl<T: Scalar, const N: usize> Plane<T, N> {
    /// A plane from one of its points and an outward normal, of any length but zero: only its
    /// direction counts.
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

    /// The same, with the names of the two fields.
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

    /// A point of the plane.
    pub fn point(&self) -> [T; N] {
        self.point
    }

    /// The outward normal, as it was given.
    pub fn normal(&self) -> [T; N] {
        self.normal
    }
}
