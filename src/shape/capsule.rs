//! The capsule, a body with a straight axis.

use super::{InputError, Moving, Problem, Scalar, Shape, finite, length};
use crate::number::sum_in_two;

/// A solid capsule: all points within `radius` of the segment from `a` to `b`. In the plane it is a
/// stadium, and with `a = b` a sphere.
///
/// A capsule does not rotate: it keeps its axis vector as it moves. The end `b` of a capsule that
/// is given by `a` and the axis vector is never rounded. So a body that is moved from place to
/// place keeps its exact shape.
///
/// As an obstacle, a capsule is a segment in an [`Inflated`](super::Inflated).
///
/// # Examples
/// ```
/// use tangency::{Capsule, Triangle};
/// let hero = Capsule::new([1.0, 1.0, 5.0], [1.0, 1.0, 6.0], 0.5)?.moving([0.0, 0.0, -1.0])?;
/// let floor = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
/// let hit = hero.first_contact(&floor).contact().unwrap();
/// assert_eq!((hit.time, hit.center, hit.point), (4.5, [1.0, 1.0, 0.5], [1.0, 1.0, 0.0]));
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("stadium", "spherocylinder", "swept sphere"))]
pub struct Capsule<T, const N: usize> {
    a: [T; N],
    /// The other end is `b + beyond`, a sum that is never rounded.
    b: [T; N],
    beyond: [T; N],
    radius: T,
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Constructs a capsule from the two ends of its axis and its radius.
    ///
    /// # Errors
    /// A component that is not finite; a radius that is not finite or is negative.
    pub fn new(a: impl Into<[T; N]>, b: impl Into<[T; N]>, radius: T) -> Result<Self, InputError> {
        let (a, b) = (finite(a.into(), "capsule.a")?, finite(b.into(), "capsule.b")?);
        Ok(Self { a, b, beyond: [T::ZERO; N], radius: length(radius, "capsule.radius")? })
    }

    /// Constructs a capsule from one end of its axis, the vector from there to the other end, and
    /// its radius.
    ///
    /// # Errors
    /// A component that is not finite; a radius that is not finite or is negative.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Point};
    /// // The other end, 1e16 + 1, is no float; and the post is touched there.
    /// let beam = Capsule::with_axis([1e16, 0.0], [1.0, 0.0], 1.0)?.moving([0.0, 1.0])?;
    /// let post = Point::new([1e16 + 2.0, 5.0])?;
    /// assert_eq!(beam.contact_time(&post), Some(5.0));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn with_axis(
        a: impl Into<[T; N]>,
        axis: impl Into<[T; N]>,
        radius: T,
    ) -> Result<Self, InputError> {
        let a = finite(a.into(), "capsule.a")?;
        let beyond = finite(axis.into(), "capsule.axis")?;
        Ok(Self { a, b: a, beyond, radius: length(radius, "capsule.radius")? })
    }

    /// Moves the end `a` of a capsule that is given by an axis vector, and keeps that vector.
    pub(crate) fn centered(self, a: [T; N]) -> Self {
        Self { a, b: a, ..self }
    }

    /// Returns the capsule in the form `a` and axis vector, which can be moved from place to place
    /// without a change of shape. For a capsule that is given by two ends, `b − a` must consist of
    /// floats.
    pub(crate) fn carried(self) -> Result<Self, InputError> {
        let Self { a, b, beyond, .. } = self;
        if b == a {
            return Ok(self);
        }
        let mut axis = beyond;
        for k in 0..N {
            let way = sum_in_two(&[b[k].widen(), -a[k].widen()]);
            let exact = way.filter(|&(high, low)| low == 0.0 && T::nearest(high).widen() == high);
            axis[k] = T::nearest(exact.map_or(0.0, |(high, _)| high));
            if exact.is_none() {
                return Err(InputError::new("capsule.b", Problem::NotExact(b[k].widen())));
            }
        }
        Ok(Self { b: a, beyond: axis, ..self })
    }

    pub(crate) fn of(a: [T; N], axis: [T; N], radius: T) -> Self {
        Self { a, b: a, beyond: axis, radius }
    }

    /// Returns one end of the axis.
    pub fn a(&self) -> [T; N] {
        self.a
    }

    /// Returns two vectors whose exact sum is the other end: `b` and zero, or `a` and the axis
    /// vector.
    pub fn b(&self) -> [[T; N]; 2] {
        [self.b, self.beyond]
    }

    /// Returns the radius.
    pub fn radius(&self) -> T {
        self.radius
    }

    /// Returns the axis, as a capsule of radius zero.
    pub(crate) fn axis(&self) -> Self {
        Self { radius: T::ZERO, ..*self }
    }

    /// Returns this capsule in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "capsule.velocity")
    }

    /// Returns this capsule in motion until its end `a` is at `to`, while `t` goes from 0 to 1: the
    /// velocity is `to − a`, *not rounded*, and `t_max` is 1.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Point};
    /// let beam = Capsule::with_axis([0.1, 0.0, 0.0], [0.0, 0.0, 2.0], 1.0)?.moving_to([0.7, 0.0, 0.0])?;
    /// let hit = beam.first_contact(&Point::new([1.7, 0.0, 1.0])?).contact().unwrap();
    /// assert_eq!((hit.time, hit.center), (1.0, [0.7, 0.0, 0.0]));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("leg", "displacement"))]
    pub fn moving_to(self, to: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        let from = self.a;
        Moving::still(self).between(from, to)
    }
}

impl<T: Scalar, const N: usize> Shape for Capsule<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
