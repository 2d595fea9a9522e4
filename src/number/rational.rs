//! Floats as fractions, and back.

use super::Scalar;
use super::scaled::parts;
use super::surd::{Rational, Surd};
use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

/// The same number, of a finite float.
pub(crate) fn fraction(float: f64) -> Rational {
    let (m, e) = parts(float);
    Rational::from_parts(IBig::from(m), UBig::ONE) * two_to_the(e)
}

/// `2^e`.
pub(super) fn two_to_the(e: i32) -> Rational {
    let shifted = UBig::ONE << e.unsigned_abs() as usize;
    if e < 0 {
        Rational::from_parts(IBig::ONE, shifted)
    } else {
        Rational::from_parts(shifted.into(), UBig::ONE)
    }
}

/// The exponent of its size, to within one; `None` of zero.
pub(super) fn magnitude(x: &Rational) -> Option<i32> {
    let (n, d) = (x.numerator().bit_len() as i32, x.denominator().bit_len() as i32);
    (*x != Rational::ZERO).then_some(n - d)
}

/// The nearest float, ties to even; infinite past the largest.
pub(crate) fn rounded<T: Scalar>(x: &Rational) -> T {
    Surd::from(x.clone()).round()
}

/// The nearest floats to a vector of which only the direction counts. If it is so long or so short that floats might
/// not hold it, it is first multiplied by a power of two.
pub(crate) fn rounded_direction<T: Scalar>(vector: &[Rational; 3]) -> [T; 3] {
    let greatest = vector.iter().filter_map(magnitude).max().unwrap_or(0);
    let scale = if greatest.abs() < T::PAST_EXPONENT - 3 { 0 } else { -greatest };
    core::array::from_fn(|k| rounded(&(&vector[k] * two_to_the(scale))))
}
