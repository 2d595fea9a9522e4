//! The ellipsoid whose axes are parallel to the coordinate axes.

use super::{InputError, Moving, Scalar, Shape, finite, positive};

/// The solid ellipsoid `{ x : Σ ((xᵢ − centerᵢ) / radiiᵢ)² ≤ 1 }`, in any number of dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<T, const N: usize> {
    center: [T; N],
    radii: [T; N],
}

impl<T: Scalar, const N: usize> Ellipsoid<T, N> {
    /// Constructs an ellipsoid from its centre and one radius for each axis.
    ///
    /// # Errors
    /// A component that is not finite; a radius that is zero or negative.
    ///
    /// # Examples
    /// ```
    /// use tangency::Ellipsoid;
    /// assert!(Ellipsoid::new([0.0, 0.0, 0.0], [3.0, 2.0, 1.0]).is_ok());
    /// let error = Ellipsoid::new([0.0, 0.0, 0.0], [3.0, 0.0, 1.0]).unwrap_err();
    /// assert_eq!(error.to_string(), "ellipsoid.radii[1] is 0, must be positive");
    /// ```
    pub fn new(center: impl Into<[T; N]>, radii: impl Into<[T; N]>) -> Result<Self, InputError> {
        let (center, radii) = (finite(center.into(), CENTER)?, finite(radii.into(), RADII)?);
        positive(&radii, RADII)?;
        Ok(Self { center, radii })
    }

    /// Constructs an ellipsoid from numbers that are already checked.
    pub(crate) fn of(center: [T; N], radii: [T; N]) -> Self {
        Self { center, radii }
    }

    /// Returns the centre.
    pub fn center(&self) -> [T; N] {
        self.center
    }

    /// Returns the radius along each axis.
    pub fn radii(&self) -> [T; N] {
        self.radii
    }

    /// Returns this ellipsoid in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "ellipsoid.velocity")
    }

    /// Returns this ellipsoid in motion until its centre is at `to`, while `t` goes from 0 to 1:
    /// the velocity is `to − center`, *not rounded*, and `t_max` is 1.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Point, Ellipsoid};
    /// let moved = Ellipsoid::new([0.1, 0.0, 0.0], [1.0, 0.5, 0.5])?.moving_to([0.7, 0.0, 0.0])?;
    /// let hit = moved.first_contact(&Point::new([1.7, 0.0, 0.0])?).contact().unwrap();
    /// assert_eq!((hit.time, hit.center), (1.0, [0.7, 0.0, 0.0]));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("leg", "displacement"))]
    pub fn moving_to(self, to: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        let from = self.center;
        Moving::still(self).between(from, to)
    }
}

impl<T: Scalar, const N: usize> Shape for Ellipsoid<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}

pub(super) const CENTER: &str = "ellipsoid.center";
pub(super) const RADII: &str = "ellipsoid.radii";
