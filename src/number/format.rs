//! What numbers are rounded to: the float of a type, or either of them, so that what is not asked
//! by the million is compiled once for both.

use super::exact::{About, Quotient};
use super::round::Interval;
use super::scalar::Scalar;
use core::marker::PhantomData;

/// A kind of float, and how a number of it is handed on.
pub(super) trait Format: Copy {
    type Float: Copy;
    const ZERO: Self::Float;
    /// Whether it has so few digits that the first kind of value has some to spare.
    fn is_single(self) -> bool;
    /// The same format, known when the program runs, and a float of that.
    fn either(self) -> Either;
    fn of_either(self, x: f64) -> Self::Float;
    /// The float nearest to the number times `2^scale`, if that is certain.
    fn nearest(self, interval: &Interval, scale: i32) -> Option<Self::Float>;
    /// The same of a number that is known, and of which floats knew so much.
    fn round(self, number: &Quotient, scale: i32, about: Option<About<'_>>) -> Self::Float;
}

/// That of a type.
#[derive(Clone, Copy)]
pub(super) struct Typed<T>(PhantomData<T>);

impl<T> Typed<T> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<T: Scalar> Format for Typed<T> {
    type Float = T;
    const ZERO: T = T::ZERO;

    #[cfg_attr(hot, inline(always))]
    fn is_single(self) -> bool {
        T::PRECISION < f64::MANTISSA_DIGITS
    }
    fn either(self) -> Either {
        Either::of::<T>()
    }
    fn of_either(self, x: f64) -> T {
        T::narrowed(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn nearest(self, interval: &Interval, scale: i32) -> Option<T> {
        interval.nearest(scale)
    }
    fn round(self, number: &Quotient, scale: i32, about: Option<About<'_>>) -> T {
        number.nearest(scale, about)
    }
}

/// That which is known when the program runs; its numbers are handed on as `f64`.
#[derive(Clone, Copy)]
pub(super) enum Either {
    Single,
    Double,
}

impl Either {
    pub(super) fn of<T: Scalar>() -> Self {
        if Typed::<T>::NEW.is_single() { Self::Single } else { Self::Double }
    }
}

impl Format for Either {
    type Float = f64;
    const ZERO: f64 = 0.0;

    fn is_single(self) -> bool {
        matches!(self, Self::Single)
    }
    fn either(self) -> Either {
        self
    }
    fn of_either(self, x: f64) -> f64 {
        x
    }
    #[inline(never)]
    fn nearest(self, interval: &Interval, scale: i32) -> Option<f64> {
        match self {
            Self::Single => interval.nearest::<f32>(scale).map(Scalar::widen),
            Self::Double => interval.nearest(scale),
        }
    }
    #[inline(never)]
    fn round(self, number: &Quotient, scale: i32, about: Option<About<'_>>) -> f64 {
        match self {
            Self::Single => number.nearest::<f32>(scale, about).widen(),
            Self::Double => number.nearest(scale, about),
        }
    }
}
