//! The two kinds of float of the inputs and the answers.

use super::many::Lane;
use core::fmt;

/// `f32` or `f64`: the float of the inputs, to which each number of an answer is rounded once.
///
/// Every `f32` is an `f64`, so one exact arithmetic serves both; only the last step, the rounding,
/// differs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no scalar: coordinates are `f32` or `f64`",
    label = "neither `f32` nor `f64`",
    note = "whole numbers are written as floats: `1.0` instead of `1`"
)]
pub trait Scalar:
    Copy + PartialOrd + fmt::Debug + fmt::Display + Send + Sync + Lane + sealed::SealedScalar + 'static
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The time limit of a motion without end.
    const INFINITY: Self;
    /// A bound less than every finite number.
    #[doc(hidden)]
    const NEGATIVE_INFINITY: Self;
    /// The largest finite number.
    #[doc(hidden)]
    const LARGEST: Self;
    /// The number of bits of the significand, including the hidden one.
    #[doc(hidden)]
    const PRECISION: u32;
    /// The exponent of the least subnormal, which is `2^LEAST_EXPONENT`.
    #[doc(hidden)]
    const LEAST_EXPONENT: i32;
    /// The exponent of the first power of two that is too large.
    #[doc(hidden)]
    const PAST_EXPONENT: i32;

    /// Converts the number to an `f64`, exactly.
    fn widen(self) -> f64;
    /// Returns the nearest number of this kind, ties to even; a zero is `+0`.
    fn nearest(value: f64) -> Self;
    /// Converts an `f64` that is a number of this kind, exactly.
    #[doc(hidden)]
    fn narrowed(value: f64) -> Self;
    /// Returns whether these numbers are all finite.
    #[doc(hidden)]
    fn are_finite(numbers: &[Self]) -> bool;
    /// Returns the bits in which the number is stored: zero for `+0` alone.
    #[doc(hidden)]
    fn bits(self) -> u64;
    /// Returns the next number of this kind below.
    #[doc(hidden)]
    fn below(self) -> Self;
    /// Returns the next number of this kind above.
    #[doc(hidden)]
    fn above(self) -> Self;
    /// Calls the function that is compiled for this float.
    #[doc(hidden)]
    fn call<'a, 'b: 'a, C: Compiled>(input: C::Input<'a, 'b, Self>) -> C::Output<'a, Self>;
}

/// Generic code that is compiled for both floats: see `compiled.rs`.
pub trait Compiled {
    /// The arguments of the function.
    type Input<'a, 'b, T: Scalar>
    where
        'b: 'a;
    /// The result of the function.
    type Output<'a, T: Scalar>;
    /// The code for `f64`.
    fn of_doubles<'a, 'b: 'a>(input: Self::Input<'a, 'b, f64>) -> Self::Output<'a, f64>;
    /// The code for `f32`.
    fn of_singles<'a, 'b: 'a>(input: Self::Input<'a, 'b, f32>) -> Self::Output<'a, f32>;
}

mod sealed {
    pub trait SealedScalar: bytemuck::Pod {}
    impl SealedScalar for f32 {}
    impl SealedScalar for f64 {}
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
                // Zero times infinity is NaN. The sum starts with `-0`, since that changes no sum.
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
