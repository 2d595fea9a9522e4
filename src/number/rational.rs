//! Floats as fractions, and back.

use super::Scalar;
use super::frame::parts;
use super::surd::{Rational, Surd};
use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

/// The same number, of a finite float.
pub(crate) fn fraction(float: f64) -> Rational {
    let (m, e) = parts(float);
    Rational::from_parts(IBig::from(m), UBig::ONE) * two_to_the(e)
}

fn two_to_the(e: i32) -> Rational {
    let shifted = UBig::ONE << e.unsigned_abs() as usize;
    if e < 0 {
        Rational::from_parts(IBig::ONE, shifted)
    } else {
        Rational::from_parts(shifted.into(), UBig::ONE)
    }
}

/// The nearest float, ties to even; infinite past the largest.
pub(crate) fn rounded<T: Scalar>(x: &Rational) -> T {
    Surd::from(x.clone()).round()
}

/// The nearest floats to a vector of which only the direction counts. If it is so long or so short that floats might
/// not hold it, it is first multiplied by a power of two.
pub(crate) fn rounded_direction<T: Scalar>(vector: &[Rational; 3]) -> [T; 3] {
    let exponent = |x: &Rational| x.numerator().bit_len() as i32 - x.denominator().bit_len() as i32;
    let nonzero = vector.iter().filter(|x| **x != Rational::ZERO);
    let greatest = nonzero.map(exponent).max().unwrap_or(0);
    let scale = if greatest.abs() < T::PAST_EXPONENT - 3 { 0 } else { -greatest };
    core::array::from_fn(|k| rounded(&(&vector[k] * two_to_the(scale))))
}
