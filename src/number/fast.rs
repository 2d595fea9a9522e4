//! The first filter: a float with a bound on its error, at the price of two floats.
//!
//! A [`Fast`] is a pair `(v, m)`: a value, and a magnitude that is computed by the same operations
//! with every minus made a plus. If `n` is the depth of the roundings behind it (a sum adds one to
//! the greater depth of its terms, a product adds the depths and one, a root one), then
//!
//! ```text
//! |v − exact| ≤ n u m + underflow,   |v| ≤ m,   u = 2⁻⁵³                                   (4.1)
//! ```
//!
//! and `m = 0` only if the number is exactly zero: the scale sees to it that no magnitude
//! underflows. This holds up to terms of order `u²`, which the margin between [`GREATEST_DEPTH`]
//! and [`DEPTH`] swallows. A law in the tests of the decisions counts `n` wherever a sign is taken,
//! so the constant is checked, not believed. Derivation: `docs/theory.md`, §4; the constants are
//! proven by machine in `proofs/`.
//!
//! A filter with the rule `m = 0` but without the scale (`scaled.rs`) is wrong: a magnitude could
//! underflow to zero.

use super::expansion::Expansion;
use super::kinds::{Divide, Number};
use super::lanes::{Pair, Real, sqrt};
use super::round::Interval;
use super::sign::{Known, Sign, Unsure};
use super::two::two_sum;

/// The depth that the bound allows for.
pub(super) const DEPTH: f64 = 128.0;
/// The depth that decisions may reach: half of what is allowed for, the rest pays for the terms of
/// order `u²`.
#[cfg(test)]
pub(crate) const GREATEST_DEPTH: u32 = 64;
/// `DEPTH · u`, the relative bound.
pub(super) const RELATIVE: f64 = DEPTH / (1u64 << 53) as f64;
/// All that underflow can do, given the scale that [`Scaled`](super::Scaled) finds: `2⁻⁴⁸⁰`.
pub(super) const UNDERFLOW: f64 = f64::from_bits((1023 - 480) << 52);
/// `2⁻²⁰⁰`: a smaller divisor is not divided by.
pub(super) const LEAST_DIVISOR: f64 = f64::from_bits((1023 - 200) << 52);
/// `2⁻²⁴⁰`: the magnitude of a quotient is at least this, or zero.
const LEAST_MAGNITUDE_OF_VALUE: f64 = f64::from_bits((1023 - 240) << 52);
/// A divisor must be known to within `2⁻¹⁰` of itself.
pub(super) const DIVISOR_MARGIN: f64 = 1024.0;

/// The magnitude of `a / b`, from the magnitudes of `a` and `b` and the value of `b`; infinite if
/// `b` is not known well enough, where `margin` times the magnitude of `b` is what it must exceed.
///
/// With `b ± n u mb` and `n u mb ≤ 2⁻¹⁰ b`, that is `ma mb / b²`.
#[cfg_attr(hot, inline(always))]
pub(super) fn magnitude_of_quotient<F: Real>(ma: F, b: F, mb: F, margin: F) -> F {
    let inverse = F::splat(1.0) / b;
    let magnitude = (ma * inverse) * (mb * inverse);
    // Not `max`, which would take a NaN for knowledge.
    let least = F::splat(LEAST_MAGNITUDE_OF_VALUE);
    let magnitude = F::choose(magnitude.below(least), least, magnitude);
    let magnitude = F::choose(ma.equals(F::splat(0.0)), F::splat(0.0), magnitude);
    let is_known = F::and((mb * margin).below(b), F::splat(LEAST_DIVISOR).below(b));
    F::choose(is_known, magnitude, F::splat(f64::INFINITY))
}

/// `2⁻¹⁶`: a number so much less than its magnitude has too few digits left to round it to single
/// precision.
const CANCELS: f64 = f64::from_bits((1023 - 16) << 52);

/// Two products of two numbers in two floats each.
const ROOM_OF_CROSS: usize = 16;

/// A value and its magnitude.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fast(Pair);

impl Fast {
    /// A float, taken as exact.
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

    /// The value, and the bound on its error.
    #[cfg(test)]
    pub(super) fn parts(&self) -> (f64, f64) {
        (self.value(), self.magnitude() * RELATIVE + UNDERFLOW)
    }

    /// Where the exact number is, for a number that quotients went into.
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

    /// If two values are off by at most `n u m` each, so is the greater one, by the greater `m`.
    #[cfg_attr(hot, inline(always))]
    fn or_greater(&self, other: &Self) -> Self {
        Self(self.0.or_greater(other.0))
    }

    /// Without branches, for signs that nobody can foresee.
    #[cfg_attr(hot, inline(always))]
    fn or_zero(&self) -> Self {
        let (value, magnitude) = (self.value(), self.magnitude());
        let bound = magnitude * RELATIVE + UNDERFLOW;
        // A NaN must stay one.
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

    /// Written so that NaN and infinite bounds end in `Unsure`.
    #[cfg_attr(hot, inline(always))]
    fn sign(&self) -> Known {
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

    /// `|√exact − √v| ≤ |exact − v| / √v`, whatever the exact number is, as long as it is not
    /// negative.
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
    fn sign_with_root(x: &Self, y: &Self, q: &Self) -> Known {
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
