//! A shape on its way: straight, at constant velocity, from time zero until it stops or for ever.

use super::{InputError, Problem, Scalar, finite, plain};
use crate::number::unrolled;
use core::cmp::Ordering;

/// Something that can move: it says what its vectors are.
pub trait Shape {
    /// The float of its coordinates.
    type Scalar: Scalar;
    /// A vector of its space, `[Scalar; N]`.
    type Vector: Copy;
    /// The velocity of a shape that does not move.
    const STILL: Self::Vector;
}

/// A shape that moves as `shape + t velocity`, for `0 ≤ t ≤ t_max`.
///
/// If two things move and both end, the earlier end counts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("sweep", "ray", "velocity"))]
pub struct Moving<S: Shape> {
    shape: S,
    /// The velocity is the first less the second, and never rounded. The second is zero unless the
    /// shape moves between two points.
    velocity: S::Vector,
    origin: S::Vector,
    end: Until<S::Scalar>,
    /// Of an obstacle its rounding radius; of a mover that of what it meets, which is never added
    /// to its own.
    rounding: S::Scalar,
}

/// Up to when a motion counts: up to some time and with it, or up to it and without.
///
/// Without it is kept as the time with a minus before it: no time is negative, and the end takes no
/// more room than its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Until<T>(T);

impl<T: Scalar> Until<T> {
    /// No end.
    pub(crate) const NEVER: Self = Self(T::INFINITY);

    fn with(time: T) -> Self {
        Self(time)
    }

    /// The same time, which is not zero, and without it.
    fn without_itself(self) -> Self {
        Self(T::narrowed(-self.time().widen()))
    }

    /// The same time, and with it.
    pub(crate) fn with_itself(self) -> Self {
        Self(self.time())
    }

    #[inline]
    pub(crate) fn time(self) -> T {
        T::narrowed(self.0.widen().abs())
    }

    /// Whether it is before what compares with its time like this.
    #[inline]
    pub(crate) fn is_before(self, order: Ordering) -> bool {
        order == Ordering::Greater || (order == Ordering::Equal && self.0 < T::ZERO)
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
    /// This shape, standing still, for ever.
    pub fn still(shape: S) -> Self {
        let (velocity, origin) = (S::STILL, S::STILL);
        Self { shape, velocity, origin, end: Until::NEVER, rounding: S::Scalar::ZERO }
    }

    /// The shape as it is at time zero.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The last time of the motion; infinite if it has no end.
    pub fn t_max(&self) -> S::Scalar {
        self.end.time()
    }

    /// The same motion up to `t_max`, that time included; infinity means no end.
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
    /// Another shape on the same way.
    pub(crate) fn with<O>(&self, shape: O) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar, Vector = S::Vector>,
    {
        let Self { velocity, origin, end, rounding, .. } = *self;
        Moving { shape, velocity, origin, end, rounding }
    }

    /// The same motion of what is made of the shape.
    pub(crate) fn map<O>(self, make: impl FnOnce(S) -> O) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar, Vector = S::Vector>,
    {
        let Self { shape, velocity, origin, end, rounding } = self;
        Moving { shape: make(shape), velocity, origin, end, rounding }
    }

    /// The same motion of a shape in more dimensions, by what of its vectors is made of those here.
    pub(crate) fn widened<O>(&self, shape: O, way: impl Fn(S::Vector) -> O::Vector) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar>,
    {
        let Self { velocity, origin, end, rounding, .. } = *self;
        Moving { shape, velocity: way(velocity), origin: way(origin), end, rounding }
    }

    /// The same, rounded by this radius, which must be one; or of a mover, on its way to what is.
    /// For the crates beside this one, who round what they ask by [`any`](crate::any). Users have
    /// [`Rounded`](crate::Rounded), which no ellipsoid can be asked about.
    #[doc(hidden)]
    pub fn towards_rounded(self, rounding: S::Scalar) -> Self {
        Self { rounding, ..self }
    }

    /// Whether another shape moves in the same way, ends at the same time, and is as much rounded.
    pub(crate) fn has_way_of(&self, other: &Self) -> bool
    where
        S::Vector: PartialEq,
    {
        self.way() == other.way() && self.end == other.end && self.rounding == other.rounding
    }

    /// The same with an end at time zero.
    pub(crate) fn only_at_start(self) -> Self {
        Self { end: Until::with(S::Scalar::ZERO), ..self }
    }

    /// The same, ending at this time, which is one, if not before.
    pub(crate) fn ending_by(self, time: S::Scalar) -> Self {
        Self { end: self.end.or_earlier(Until::with(time)), ..self }
    }

    /// The same, but what is met just at its end no more counts.
    pub(crate) fn without_its_end(self) -> Self {
        Self { end: self.end.without_itself(), ..self }
    }

    /// Whether it is rounded at all.
    #[doc(hidden)]
    pub fn is_rounded(&self) -> bool {
        self.rounding > S::Scalar::ZERO
    }

    /// Another shape, on the same way and as much rounded.
    #[doc(hidden)]
    pub fn carrying<O>(&self, shape: O) -> Moving<O>
    where
        O: Shape<Scalar = S::Scalar, Vector = S::Vector>,
    {
        self.with(shape)
    }

    /// That radius.
    pub(crate) fn rounding(&self) -> S::Scalar {
        self.rounding
    }

    /// The same shape, standing still, for ever.
    pub(crate) fn at_rest(self) -> Self {
        Self { rounding: self.rounding, ..Self::still(self.shape) }
    }

    /// The same motion without an end.
    pub(crate) fn endless(self) -> Self {
        Self { end: Until::NEVER, ..self }
    }

    /// The velocity, as the difference of these two.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn way(&self) -> [S::Vector; 2] {
        [self.velocity, self.origin]
    }

    /// The end of both motions: the earlier one.
    #[inline]
    pub(crate) fn end_with<O: Shape<Scalar = S::Scalar>>(
        &self,
        other: &Moving<O>,
    ) -> Until<S::Scalar> {
        self.end.or_earlier(other.end)
    }
}

impl<T: Scalar, S: Shape<Scalar = T, Vector = [T; N]>, const N: usize> Moving<S> {
    /// Whether it moves between two points.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn has_start(&self) -> bool {
        self.bits_of_start() != 0
    }

    /// Whether it has a velocity, and not two points between which it moves, and is not rounded.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_plain(&self) -> bool {
        self.rounding.bits() | self.bits_of_start() == 0
    }

    /// None if there is no such point, as zeros are `+0` here.
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

    /// The velocity, in units of length per unit of time. Of what moves [between](Moving::between)
    /// two points it is rounded, here and nowhere else.
    pub fn velocity(&self) -> [T; N] {
        core::array::from_fn(|k| T::nearest(self.velocity[k].widen() - self.origin[k].widen()))
    }

    /// The same shape, which moves by `to − from` while `t` goes from 0 to 1. Its velocity is that
    /// difference, *not rounded*.
    ///
    /// The shape is where it is at time zero; `from` and `to` say where any one of its points is at
    /// the two times. `t_max` is 1, until [`until`](Moving::until) says otherwise. A sphere has
    /// [`moving_to`](crate::Sphere::moving_to) for it.
    ///
    /// So motions one after another, each of which begins where the one before it ends, leave no
    /// gap, in space or time.
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

    /// The same between points that are finite.
    pub(crate) fn straight(self, origin: [T; N], velocity: [T; N]) -> Self {
        Self { velocity, origin, end: Until::with(T::ONE), ..self }
    }

    /// The same shape at another velocity. Shapes that are held by an [`Arc`](alloc::sync::Arc) are
    /// moved by it.
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
