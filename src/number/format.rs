//! The float to which numbers are rounded: a type, or a value at run time, so that code for rare
//! queries is compiled once for both floats.

use super::exact::{Quotient, ScaledInterval};
use super::round::Interval;
use super::scalar::Scalar;
use core::marker::PhantomData;

/// A kind of float, and the representation of its numbers.
pub(super) trait FloatFormat: Copy {
    type Float: Copy;
    const ZERO: Self::Float;
    /// Whether both floats share the code for this format.
    const IS_SHARED: bool;
    /// Returns whether the float has so few digits that the first kind of value has some to spare.
    fn is_single(self) -> bool;
    /// Returns the format as a value at run time, whose numbers are `f64`.
    fn either(self) -> Either;
    fn of_either(self, x: f64) -> Self::Float;
    /// Returns the float nearest to the number times `2^scale`, if it is certain.
    fn nearest(self, interval: &Interval, scale: i32) -> Option<Self::Float>;
    /// Rounds an exact number times `2^scale`; `about` is the interval that floats computed for it,
    /// if any.
    fn round(self, number: &Quotient, scale: i32, about: Option<ScaledInterval<'_>>)
    -> Self::Float;
}

/// The format as a type.
#[derive(Clone, Copy)]
pub(super) struct Typed<T>(PhantomData<T>);

impl<T> Typed<T> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<T: Scalar> FloatFormat for Typed<T> {
    type Float = T;
    const ZERO: T = T::ZERO;
    const IS_SHARED: bool = false;

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
    fn round(self, number: &Quotient, scale: i32, about: Option<ScaledInterval<'_>>) -> T {
        number.nearest(scale, about)
    }
}

/// The format as a value at run time; its numbers are represented as `f64`.
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

impl FloatFormat for Either {
    type Float = f64;
    const ZERO: f64 = 0.0;
    const IS_SHARED: bool = true;

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
    fn round(self, number: &Quotient, scale: i32, about: Option<ScaledInterval<'_>>) -> f64 {
        match self {
            Self::Single => number.nearest::<f32>(scale, about).widen(),
            Self::Double => number.nearest(scale, about),
        }
    }
}
