//! The first filter: a float with a bound of its error, at the price of two floats.
//!
//! A [`Fast`] is a pair `(v, m)`: a value, and a magnitude that is computed by the same operations
//! with every minus replaced by a plus. If `n` is the depth of the roundings behind it (a sum adds
//! one to the greater depth of its terms, a product adds the depths and one, a root one), then
//!
//! ```text
//! |v − exact| ≤ n u m + underflow,   |v| ≤ m,   u = 2⁻⁵³                                   (4.1)
//! ```
//!
//! and `m = 0` only if the number is exactly zero: the scale ensures that no magnitude underflows.
//! This holds up to terms of order `u²`, which the margin between [`GREATEST_DEPTH`] and [`DEPTH`]
//! covers. A law in the tests of the decisions counts `n` at each sign, so the constant is checked,
//! not assumed. Derivation: `docs/theory.md`, §4; the constants are proven by machine in `proofs/`.
//!
//! A filter with the rule `m = 0` but without the scale (`scaled.rs`) is wrong: a magnitude could
//! underflow to zero.

use super::expansion::Expansion;
use super::kinds::{Divide, Number};
use super::lanes::{Pair, Real, sqrt};
use super::round::Interval;
use super::sign::{CertainSign, Sign, Unsure};
use super::two::two_sum;

/// The number of roundings that the error bound allows for.
pub(super) const DEPTH: f64 = 128.0;
/// The greatest depth that the sign of a decision may have. The rest of [`DEPTH`] covers the terms
/// of order `u²`.
#[cfg(test)]
pub(crate) const GREATEST_DEPTH: u32 = 72;
/// The greatest depth that a value of two floats may have.
#[cfg(test)]
pub(crate) const GREATEST_DEPTH_OF_VALUES: u32 = 128;
/// The greatest depth that a value may have whose interval is twice as wide: twice as much, less
/// one for each of up to sixteen quotients (`proofs/double_quotient.g`).
#[cfg(test)]
pub(crate) const GREATEST_DEPTH_OF_DEEP_VALUES: u32 = 2 * GREATEST_DEPTH_OF_VALUES - 16;
/// The relative bound `DEPTH · u`.
pub(super) const RELATIVE: f64 = DEPTH / (1u64 << 53) as f64;
/// A bound for the effect of underflow, given the scale of [`Scaled`](super::Scaled): `2⁻⁴⁸⁰`.
pub(super) const UNDERFLOW: f64 = f64::from_bits((1023 - 480) << 52);
/// The least divisor of a quotient: `2⁻²⁰⁰`.
pub(super) const LEAST_DIVISOR: f64 = f64::from_bits((1023 - 200) << 52);
/// The least magnitude of a quotient that is not zero: `2⁻²⁴⁰`.
const LEAST_MAGNITUDE_OF_VALUE: f64 = f64::from_bits((1023 - 240) << 52);
/// The margin of a divisor, which must be certain to within `2⁻¹⁰` of itself.
pub(super) const DIVISOR_MARGIN: f64 = 1024.0;

/// Returns the magnitude of `a / b`, from the magnitudes of `a` and `b` and the value of `b`;
/// infinite if `b` is not certain enough, that is, if `b` does not exceed `margin` times its
/// magnitude.
///
/// With `b ± n u mb` and `n u mb ≤ 2⁻¹⁰ b`, the magnitude is `ma mb / b²`.
#[cfg_attr(hot, inline(always))]
pub(super) fn magnitude_of_quotient<F: Real>(ma: F, b: F, mb: F, margin: F) -> F {
    let inverse = F::splat(1.0) / b;
    let magnitude = (ma * inverse) * (mb * inverse);
    // `max` would replace a NaN by a number.
    let least = F::splat(LEAST_MAGNITUDE_OF_VALUE);
    let magnitude = F::choose(magnitude.below(least), least, magnitude);
    let magnitude = F::choose(ma.equals(F::splat(0.0)), F::splat(0.0), magnitude);
    let is_known = F::and((mb * margin).below(b), F::splat(LEAST_DIVISOR).below(b));
    F::choose(is_known, magnitude, F::splat(f64::INFINITY))
}

/// The bound of cancellation, `2⁻¹⁶`: a number so much less than its magnitude has too few digits
/// left for single precision.
const CANCELS: f64 = f64::from_bits((1023 - 16) << 52);

/// The room for two products; each factor is a number in two floats.
const ROOM_OF_CROSS: usize = 16;

/// A value and its magnitude, as a pair of floats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fast(Pair);

impl Fast {
    /// Constructs a number from a float that is taken as exact.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of(x: f64) -> Self {
        Self(Pair::new(x, x.abs()))
    }

    #[cfg_attr(hot, inline(always))]
    fn value(self) -> f64 {
        self.0.first()
    }

    #[cfg_attr(hot, inline(always))]
    fn magnitude(self) -> f64 {
        self.0.second()
    }

    /// Returns the value, and the bound of its error.
    #[cfg(test)]
    pub(super) fn parts(&self) -> (f64, f64) {
        (self.value(), self.magnitude() * RELATIVE + UNDERFLOW)
    }

    /// Returns an interval around the exact number. Its slack also covers underflow after
    /// quotients.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn interval(&self) -> Interval {
        Interval::around(self.value(), 0.0, RELATIVE, self.magnitude())
    }
}

impl Number for Fast {
    type Root = Fast;
    type Value = Fast;

    #[cfg_attr(hot, inline(always))]
    fn zero() -> Self {
        Self::of(0.0)
    }
    #[cfg_attr(hot, inline(always))]
    fn one() -> Self {
        Self::of(1.0)
    }
    #[cfg_attr(hot, inline(always))]
    fn plus(&self, other: &Self) -> Self {
        Self(self.0.plus(other.0))
    }
    #[cfg_attr(hot, inline(always))]
    fn minus(&self, other: &Self) -> Self {
        Self(self.0.plus(other.0.first_negated()))
    }
    #[cfg_attr(hot, inline(always))]
    fn times(&self, other: &Self) -> Self {
        Self(self.0.times(other.0))
    }
    #[cfg_attr(hot, inline(always))]
    fn negated(&self) -> Self {
        Self(self.0.first_negated())
    }

    /// If the error of each of two values is at most `n u m`, then so is the error of the greater
    /// value, with the greater `m`.
    #[cfg_attr(hot, inline(always))]
    fn or_greater(&self, other: &Self) -> Self {
        Self(self.0.or_greater(other.0))
    }

    /// This has no branches, since no branch predictor can foresee these signs.
    #[cfg_attr(hot, inline(always))]
    fn or_zero(&self) -> Self {
        let (value, magnitude) = (self.value(), self.magnitude());
        let bound = magnitude * RELATIVE + UNDERFLOW;
        // A NaN must stay a NaN.
        let magnitude = if value < -bound { 0.0 } else { magnitude };
        Self(Pair::new(if value < 0.0 { 0.0 } else { value }, magnitude))
    }

    #[cfg_attr(hot, inline(always))]
    fn sharpened(cross: [Self; 3], edges: impl FnOnce() -> [[[f64; 2]; 3]; 2]) -> [Self; 3] {
        if !cross.iter().any(Divide::has_cancelled) {
            return cross;
        }
        let ([from_e, from_f], mut sharp) = (edges(), cross);
        let (mut e, mut f) = ([(0.0, 0.0); 3], [(0.0, 0.0); 3]);
        for k in 0..3 {
            e[k] = two_sum(from_e[k][1], -from_e[k][0]);
            f[k] = two_sum(from_f[k][1], -from_f[k][0]);
        }
        for k in 0..3 {
            if Divide::has_cancelled(&cross[k]) {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                let mut sum = Expansion::<ROOM_OF_CROSS>::zero();
                sum.add_product(e[i], f[j]);
                sum.add_product((-e[j].0, -e[j].1), f[i]);
                sharp[k] = Self::of(sum.in_two().0);
            }
        }
        sharp
    }

    /// The comparisons are written so that NaN and infinite bounds end in `Unsure`.
    #[cfg_attr(hot, inline(always))]
    fn sign(&self) -> CertainSign {
        let (value, magnitude) = (self.value(), self.magnitude());
        let bound = magnitude * RELATIVE + UNDERFLOW;
        if value > bound {
            Ok(Sign::Positive)
        } else if value < -bound {
            Ok(Sign::Negative)
        } else if magnitude == 0.0 {
            Ok(Sign::Zero)
        } else {
            Err(Unsure)
        }
    }

    /// `|√exact − √v| ≤ |exact − v| / √v` for every exact number that is not negative.
    #[cfg_attr(hot, inline(always))]
    fn root(&self) -> Self {
        let (value, magnitude) = (self.value(), self.magnitude());
        let root = sqrt(if value > 0.0 { value } else { 0.0 });
        let magnitude = if root > 0.0 {
            magnitude / root
        } else if magnitude == 0.0 {
            0.0
        } else {
            f64::INFINITY
        };
        Self(Pair::new(root, magnitude))
    }

    #[cfg_attr(hot, inline(always))]
    fn sign_with_root(x: &Self, y: &Self, q: &Self) -> CertainSign {
        x.plus(&y.times(q)).sign()
    }
}

impl Divide for Fast {
    #[cfg_attr(hot, inline(always))]
    fn has_cancelled(&self) -> bool {
        self.value().abs() < self.magnitude() * CANCELS
    }

    #[cfg_attr(hot, inline(always))]
    fn divided_by(&self, divisor: &Self) -> Self {
        let (b, mb) = (divisor.value(), divisor.magnitude());
        let magnitude = magnitude_of_quotient(self.magnitude(), b, mb, RELATIVE * DIVISOR_MARGIN);
        Self(Pair::new(self.value() / b, magnitude))
    }
}
