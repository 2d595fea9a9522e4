//! Straight motion of a shape at a constant velocity, from time zero until it stops or without an
//! end.

use super::{InputError, Problem, Scalar, finite, plain};
use crate::number::unrolled;
use core::cmp::Ordering;

/// A shape that can move, with the types of its coordinates and vectors.
pub trait Shape {
    /// The floating-point type of its coordinates.
    type Scalar: Scalar;
    /// The type of its vectors, `[Scalar; N]`.
    type Vector: Copy;
    /// The velocity of a shape at rest.
    const STILL: Self::Vector;
}

/// A shape with a straight motion: `shape + t velocity`, for `0 ≤ t ≤ t_max`.
///
/// A query about two moving shapes ends at the earlier of the two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("sweep", "ray", "velocity"))]
pub struct Moving<S: Shape> {
    shape: S,
    /// The velocity is the first vector minus the second, and is never rounded. The second is zero
    /// unless the shape moves between two points.
    velocity: S::Vector,
    origin: S::Vector,
    end: Until<S::Scalar>,
    /// For an obstacle, its inflation radius. For a mover, the inflation radius of the obstacle at
    /// which it is cast; the mover's own radius does not include it.
    inflation: S::Scalar,
}

/// The end of a motion: a time, which itself is included or excluded.
///
/// An excluded end is stored as the negated time. No time is negative, so an end takes no more
/// memory than its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Until<T>(T);

impl<T: Scalar> Until<T> {
    /// No end.
    pub(crate) const NEVER: Self = Self(T::INFINITY);

    fn with(time: T) -> Self {
        Self(time)
    }

    /// Returns the end at the same time, which must not be zero, with that time excluded.
    fn without_itself(self) -> Self {
        Self(T::narrowed(-self.time().widen()))
    }

    /// Returns the end at the same time, with that time included.
    pub(crate) fn with_itself(self) -> Self {
        Self(self.time())
    }

    #[inline]
    pub(crate) fn time(self) -> T {
        T::narrowed(self.0.widen().abs())
    }

    /// Returns whether the motion ends before another time, where `order` is the result of
    /// comparing that time with the end.
    #[inline]
    pub(crate) fn is_before(self, order: Ordering) -> bool {
        order == Ordering::Greater || (order == Ordering::Equal && self.0 < T::ZERO)
    }

    /// Returns the same end for the queries of a pair, which are the same code for both floats.
    #[inline]
    pub(crate) fn widened(self) -> Until<f64> {
        Until(self.0.widen())
    }

    #[inline]
    fn or_earlier(self, other: Self) -> Self {
        match self.time().partial_cmp(&other.time()) {
            Some(Ordering::Greater) => other,
            Some(Ordering::Equal) if self.0 == self.time() => other,
            _ => self,
        }
    }
}

impl<S: Shape> Moving<S> {
    /// Returns a motion of velocity zero without an end: the shape at rest.
    pub fn still(shape: S) -> Self {
        let (velocity, origin) = (S::STILL, S::STILL);
        Self { shape, velocity, origin, end: Until::NEVER, inflation: S::Scalar::ZERO }
    }

    /// Returns the shape at time zero.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the last time of the motion; infinite if the motion has no end.
    pub fn t_max(&self) -> S::Scalar {
        self.end.time()
    }

    /// Returns the same motion with the end `t_max`, that time included; infinity means no end.
    ///
    /// # Errors
    /// A time that is NaN or negative.
    ///
    /// # Examples
    /// ```
    /// use tangency::Sphere;
    /// let ball = Sphere::new([0.0, 0.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// assert!(ball.until(10.0).is_ok());
    /// assert_eq!(ball.until(-1.0).unwrap_err().to_string(), "t_max is -1, must not be negative");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn until(self, t_max: S::Scalar) -> Result<Self, InputError> {
        let value = t_max.widen();
        if value.is_nan() {
            Err(InputError::new("t_max", Problem::NotATime(value)))
        } else if value < 0.0 {
            Err(InputError::new("t_max", Problem::Negative(value)))
        } else {
            Ok(Self { end: Until::with(plain(t_max)), ..self })
        }
    }
}

impl<S: Shape> Moving<S> {
    /// Returns the same motion of another shape.
    pub(crate) fn with<O>(&self, shape: O) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar, Vector = S::Vector>,
    {
        let Self { velocity, origin, end, inflation, .. } = *self;
        Moving { shape, velocity, origin, end, inflation }
    }

    /// Returns the same motion of a shape that is made of this one.
    pub(crate) fn map<O>(self, make: impl FnOnce(S) -> O) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar, Vector = S::Vector>,
    {
        let Self { shape, velocity, origin, end, inflation } = self;
        Moving { shape: make(shape), velocity, origin, end, inflation }
    }

    /// Returns the same motion of a shape in another dimension, where `way` converts the vectors of
    /// the motion.
    pub(crate) fn widened<O>(&self, shape: O, way: impl Fn(S::Vector) -> O::Vector) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar>,
    {
        let Self { velocity, origin, end, inflation, .. } = *self;
        Moving { shape, velocity: way(velocity), origin: way(origin), end, inflation }
    }

    /// Returns the same motion with an inflation radius, which must be valid. It is the radius of
    /// the obstacle that moves, or of the obstacle at which this body is cast. The other crates of
    /// this project call this method, because they inflate obstacles of [`any`](crate::any). Users
    /// have [`Inflated`](crate::Inflated), at which no ellipsoid can be cast.
    #[doc(hidden)]
    pub fn towards_inflated(self, inflation: S::Scalar) -> Self {
        Self { inflation, ..self }
    }

    /// Returns whether another shape has the same velocity, end and inflation radius.
    pub(crate) fn has_motion_of(&self, other: &Self) -> bool
    where
        S::Vector: PartialEq,
    {
        self.velocity_parts() == other.velocity_parts()
            && self.end == other.end
            && self.inflation == other.inflation
    }

    /// Returns the same motion with its end at time zero.
    pub(crate) fn only_at_start(self) -> Self {
        Self { end: Until::with(S::Scalar::ZERO), ..self }
    }

    /// Returns the same motion with its end no later than a time, which must be valid.
    pub(crate) fn ending_by(self, time: S::Scalar) -> Self {
        Self { end: self.end.or_earlier(Until::with(time)), ..self }
    }

    /// Returns the same motion with the time of its end excluded: a contact at exactly that time
    /// does not count.
    pub(crate) fn without_its_end(self) -> Self {
        Self { end: self.end.without_itself(), ..self }
    }

    /// Returns whether the inflation radius is positive.
    #[doc(hidden)]
    pub fn is_inflated(&self) -> bool {
        self.inflation > S::Scalar::ZERO
    }

    /// Returns the same motion and inflation of another shape.
    #[doc(hidden)]
    pub fn carrying<O>(&self, shape: O) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar, Vector = S::Vector>,
    {
        self.with(shape)
    }

    /// Returns the inflation radius.
    pub(crate) fn inflation(&self) -> S::Scalar {
        self.inflation
    }

    /// Returns the same shape at rest, without an end.
    pub(crate) fn at_rest(self) -> Self {
        Self { inflation: self.inflation, ..Self::still(self.shape) }
    }

    /// Returns the same motion without an end.
    pub(crate) fn endless(self) -> Self {
        Self { end: Until::NEVER, ..self }
    }

    /// Returns the two vectors whose exact difference is the velocity.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn velocity_parts(&self) -> [S::Vector; 2] {
        [self.velocity, self.origin]
    }

    /// Returns the earlier end of two motions.
    #[inline]
    pub(crate) fn end_with<O: Shape<Scalar = S::Scalar>>(
        &self,
        other: &Moving<O>,
    ) -> Until<S::Scalar> {
        self.end.or_earlier(other.end)
    }
}

impl<T: Scalar, S: Shape<Scalar = T, Vector = [T; N]>, const N: usize> Moving<S> {
    /// Returns whether the shape moves between two points.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn has_start(&self) -> bool {
        self.bits_of_start() != 0
    }

    /// Returns whether the motion has a plain velocity, not two end points, and the shape is not
    /// inflated.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_plain(&self) -> bool {
        self.inflation.bits() | self.bits_of_start() == 0
    }

    /// Returns the bits of all coordinates of the start point, combined by or. They are zero if
    /// there is no start point, because every zero is `+0` here; a start at the origin changes no
    /// velocity.
    #[cfg_attr(hot, inline(always))]
    fn bits_of_start(&self) -> u64 {
        let mut bits = 0;
        unrolled!(N, |k| bits |= self.origin[k].bits());
        bits
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn new(shape: S, velocity: [T; N], name: &'static str) -> Result<Self, InputError> {
        Ok(Self { velocity: finite(velocity, name)?, ..Self::still(shape) })
    }

    /// Returns the velocity, in units of length per unit of time. For a motion
    /// [between](Moving::between) two points the returned vector is rounded to the nearest floats,
    /// here and nowhere else.
    pub fn velocity(&self) -> [T; N] {
        core::array::from_fn(|k| T::nearest(self.velocity[k].widen() - self.origin[k].widen()))
    }

    /// Returns the same shape with a motion by `to − from` while `t` goes from 0 to 1. The velocity
    /// is that difference, *not rounded*.
    ///
    /// The position of the shape at time zero does not change; `from` and `to` are the positions of
    /// any one of its points at the two times. `t_max` is 1, unless [`until`](Moving::until) sets
    /// it. For a sphere there is [`moving_to`](crate::Sphere::moving_to).
    ///
    /// So consecutive motions, each of which begins where the previous one ends, leave no gap in
    /// space or time.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Moving, Sphere};
    /// // A lift whose floor is at 0.1 now, and at 0.3 in the end. No float is the difference.
    /// let lift = AlignedBox::new([0.0, 0.0, -1.0], [1.0, 1.0, 0.1])?;
    /// let rising = Moving::still(lift).between([0.0, 0.0, 0.1], [0.0, 0.0, 0.3])?;
    /// // It comes to a ball that touches the plane at 0.3 from above just as it stops.
    /// let ball = Sphere::new([0.5, 0.5, 0.3], 0.0)?.moving([0.0, 0.0, 0.0])?;
    /// assert_eq!(ball.first_contact(&rising).contact().unwrap().time, 1.0);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("leg", "from", "to", "displacement", "waypoint"))]
    pub fn between(
        self,
        from: impl Into<[T; N]>,
        to: impl Into<[T; N]>,
    ) -> Result<Self, InputError> {
        Ok(self.straight(finite(from.into(), "from")?, finite(to.into(), "to")?))
    }

    /// Returns the same motion as `between`, for points that are known to be finite.
    pub(crate) fn straight(self, origin: [T; N], velocity: [T; N]) -> Self {
        Self { velocity, origin, end: Until::with(T::ONE), ..self }
    }

    /// Returns the same shape with another velocity. It is the method by which shapes in an
    /// [`Arc`](alloc::sync::Arc) are moved.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use tangency::{Mesh, Moving};
    /// let mesh = Arc::new(Mesh::<f64>::new(vec![], vec![])?);
    /// let moving = Moving::still(mesh).with_velocity([0.0, 0.0, 1.0])?;
    /// assert_eq!(moving.velocity(), [0.0, 0.0, 1.0]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn with_velocity(self, velocity: impl Into<[T; N]>) -> Result<Self, InputError> {
        self.at_velocity(velocity.into(), "velocity")
    }

    pub(crate) fn at_velocity(
        self,
        velocity: [T; N],
        name: &'static str,
    ) -> Result<Self, InputError> {
        Ok(Self { velocity: finite(velocity, name)?, origin: S::STILL, ..self })
    }
}
