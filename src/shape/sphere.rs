//! The ball that moves.

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
    /// A sphere from its centre and its radius.
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

    /// With numbers that are known to be good.
    pub(crate) fn of(center: [T; N], radius: T) -> Self {
        Self { center, radius }
    }

    /// A point, as the sphere of radius zero.
    pub(crate) fn at(point: &Point<T, N>) -> Self {
        Self { center: point.position(), radius: T::ZERO }
    }

    /// The centre.
    pub fn center(&self) -> [T; N] {
        self.center
    }

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius
    }

    /// This sphere on its way, with no end to the motion.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "sphere.velocity")
    }

    /// This sphere on its way to where its centre is `to` at time 1, which is its `t_max`, with the
    /// velocity `to − center`, *not rounded*.
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
