//! The sphere, a solid ball in any dimension.

use super::{InputError, Moving, Point, Scalar, Shape, finite, length};

/// A solid sphere `{ x : |x − center| ≤ radius }` in `N` dimensions; a disc if `N` is 2.
///
/// A radius of zero makes it a point, and its path a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ball", "circle"))]
pub struct Sphere<T, const N: usize> {
    center: [T; N],
    radius: T,
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Constructs a sphere from its centre and its radius.
    ///
    /// # Errors
    /// A component that is not finite; a radius that is not finite or is negative.
    ///
    /// # Examples
    /// ```
    /// use tangency::Sphere;
    /// assert!(Sphere::new([0.0, 0.0, 5.0], 1.0).is_ok());
    /// let error = Sphere::new([0.0, 0.0, 5.0], -1.0).unwrap_err();
    /// assert_eq!(error.to_string(), "sphere.radius is -1, must not be negative");
    /// ```
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub fn new(center: impl Into<[T; N]>, radius: T) -> Result<Self, InputError> {
        Ok(Self { center: finite(center.into(), CENTER)?, radius: length(radius, RADIUS)? })
    }

    /// Constructs a sphere from numbers that are already checked.
    pub(crate) fn of(center: [T; N], radius: T) -> Self {
        Self { center, radius }
    }

    /// Constructs the sphere of radius zero at a point.
    pub(crate) fn at(point: &Point<T, N>) -> Self {
        Self { center: point.position(), radius: T::ZERO }
    }

    /// Returns the centre.
    pub fn center(&self) -> [T; N] {
        self.center
    }

    /// Returns the radius.
    pub fn radius(&self) -> T {
        self.radius
    }

    /// Returns this sphere in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "sphere.velocity")
    }

    /// Returns this sphere in motion until its centre is at `to`, while `t` goes from 0 to 1: the
    /// velocity is `to − center`, *not rounded*, and `t_max` is 1.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Point, Sphere};
    /// let moved = Sphere::new([0.1, 0.0, 0.0], 1.0)?.moving_to([0.7, 0.0, 0.0])?;
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

impl<T: Scalar, const N: usize> Shape for Sphere<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}

pub(super) const CENTER: &str = "sphere.center";
pub(super) const RADIUS: &str = "sphere.radius";
