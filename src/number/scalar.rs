//! The two kinds of float that come in and go out.

use super::many::Lane;
use core::fmt;

/// `f32` or `f64`: the float that inputs are given in and answers are rounded to, once.
///
/// Every `f32` is an `f64`, so one exact arithmetic serves both; only the last step, the rounding,
/// differs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no scalar: coordinates are `f32` or `f64`",
    label = "neither `f32` nor `f64`",
    note = "whole numbers are written as floats: `1.0` instead of `1`"
)]
pub trait Scalar:
    Copy + PartialOrd + fmt::Debug + fmt::Display + Send + Sync + Lane + sealed::Sealed + 'static
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// What stands for "no end": the time limit of a motion that never stops.
    const INFINITY: Self;
    /// Less than every finite number.
    #[doc(hidden)]
    const NEGATIVE_INFINITY: Self;
    /// The largest finite number.
    #[doc(hidden)]
    const LARGEST: Self;
    /// Bits of the significand, the hidden one included.
    #[doc(hidden)]
    const PRECISION: u32;
    /// The exponent of the least subnormal: it is `2^LEAST_EXPONENT`.
    #[doc(hidden)]
    const LEAST_EXPONENT: i32;
    /// The exponent of the first power of two that is too large.
    #[doc(hidden)]
    const PAST_EXPONENT: i32;

    /// The same number as an `f64`, exactly.
    fn widen(self) -> f64;
    /// The nearest number of this kind, ties to even; a zero is `+0`.
    fn nearest(value: f64) -> Self;
    /// The same number, which is one of this kind.
    #[doc(hidden)]
    fn narrowed(value: f64) -> Self;
    /// Whether these are all finite.
    #[doc(hidden)]
    fn are_finite(numbers: &[Self]) -> bool;
    /// The bits that it is stored in: none for `+0` alone.
    #[doc(hidden)]
    fn bits(self) -> u64;
    /// The next number of this kind below.
    #[doc(hidden)]
    fn below(self) -> Self;
    /// The next number of this kind above.
    #[doc(hidden)]
    fn above(self) -> Self;
    /// Calls what is compiled for this float.
    #[doc(hidden)]
    fn call<'a, 'b: 'a, C: Compiled>(input: C::Input<'a, 'b, Self>) -> C::Output<'a, Self>;
}

/// A text for both floats: see `compiled.rs`.
pub trait Compiled {
    /// Its arguments.
    type Input<'a, 'b, T: Scalar>
    where
        'b: 'a;
    /// What it answers.
    type Output<'a, T: Scalar>;
    /// The text for `f64`.
    fn of_doubles<'a, 'b: 'a>(input: Self::Input<'a, 'b, f64>) -> Self::Output<'a, f64>;
    /// The text for `f32`.
    fn of_singles<'a, 'b: 'a>(input: Self::Input<'a, 'b, f32>) -> Self::Output<'a, f32>;
}

mod sealed {
    pub trait Sealed: bytemuck::Pod {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

macro_rules! scalar {
    ($($float:ty: $compiled:ident),*) => {$(
        impl Scalar for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const INFINITY: Self = <$float>::INFINITY;
            const NEGATIVE_INFINITY: Self = <$float>::NEG_INFINITY;
            const LARGEST: Self = <$float>::MAX;
            const PRECISION: u32 = <$float>::MANTISSA_DIGITS;
            const LEAST_EXPONENT: i32 = <$float>::MIN_EXP - <$float>::MANTISSA_DIGITS as i32;
            const PAST_EXPONENT: i32 = <$float>::MAX_EXP;

            #[inline]
            fn widen(self) -> f64 {
                f64::from(self)
            }
            #[inline]
            fn nearest(value: f64) -> Self {
                value as Self + 0.0
            }
            #[inline]
            fn narrowed(value: f64) -> Self {
                value as Self
            }
            #[cfg_attr(hot, inline(always))]
            fn are_finite(numbers: &[Self]) -> bool {
                // Zero times infinity is no number. From -0, since that changes no sum.
                !numbers.iter().fold(-0.0, |sum: Self, x| sum + x * 0.0).is_nan()
            }
            #[cfg_attr(hot, inline(always))]
            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }
            #[inline]
            fn below(self) -> Self {
                self.next_down()
            }
            #[inline]
            fn above(self) -> Self {
                self.next_up()
            }
            #[cfg_attr(hot, inline(always))]
            fn call<'a, 'b: 'a, C: Compiled>(input: C::Input<'a, 'b, Self>) -> C::Output<'a, Self> {
                C::$compiled(input)
            }
        }
    )*};
}

scalar!(f64: of_doubles, f32: of_singles);
