//! Floats as fractions, and fractions rounded to floats.

use super::Scalar;
use super::bits::parts;
use super::surd::{Rational, Surd, magnitude, two_to_the};
use dashu_int::{IBig, UBig};

/// Returns the exact value of a finite float.
pub(crate) fn fraction(float: f64) -> Rational {
    let (m, e) = parts(float);
    Rational::from_parts(IBig::from(m), UBig::ONE) * two_to_the(e)
}

/// Returns the nearest float, ties to even; infinite if the number is too large.
pub(crate) fn rounded<T: Scalar>(x: &Rational) -> T {
    Surd::from(x.clone()).round()
}

/// Rounds a vector, of which only the direction counts, to the nearest floats. A vector that may be
/// too long or too short for floats is first multiplied by a power of two.
pub(crate) fn rounded_direction<T: Scalar>(vector: &[Rational; 3]) -> [T; 3] {
    let greatest = vector.iter().filter_map(magnitude).max().unwrap_or(0);
    let scale = if greatest.abs() < T::PAST_EXPONENT - 3 { 0 } else { -greatest };
    core::array::from_fn(|k| rounded(&(&vector[k] * two_to_the(scale))))
}
