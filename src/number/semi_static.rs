//! The filter before the first one: a float, and an error bound that is the same for all numbers of
//! a kind.
//!
//! A [`SemiStatic`] obeys (4.1), as [`Fast`](super::Fast) does, but the magnitude of each length
//! starts as the magnitude of the greatest length, and likewise for speeds. A magnitude then
//! depends only on the formula of a number, not on the inputs: it is the same for all axes and all
//! pairs of axes, and computed once. So signs cost little more than in plain floats. This is a
//! semi-static filter. The only zeros that it decides are constants of the generic code; ties are
//! left to the next filter.
//!
//! Derivation: `docs/theory.md`, §4; the constants are proven by machine in `proofs/`.

use super::fast::{DIVISOR_MARGIN, RELATIVE, UNDERFLOW, magnitude_of_quotient};
use super::kinds::{Divide, Number};
use super::lanes::sqrt;
use super::sign::{CertainSign, Sign, Unsure};

/// A value, and a magnitude that it shares with others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SemiStatic {
    value: f64,
    magnitude: f64,
}

impl SemiStatic {
    /// Constructs a number from a float whose absolute value is at most `magnitude`, and whose
    /// error is at most one rounding.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of(value: f64, magnitude: f64) -> Self {
        Self { value, magnitude }
    }

    #[cfg_attr(hot, inline(always))]
    fn bound(&self) -> f64 {
        self.magnitude * RELATIVE + UNDERFLOW
    }

    /// Returns the value, and the bound of its error.
    #[cfg(test)]
    pub(super) fn parts(&self) -> (f64, f64) {
        (self.value, self.bound())
    }
}

impl Number for SemiStatic {
    type Root = SemiStatic;
    type Value = SemiStatic;

    #[cfg_attr(hot, inline(always))]
    fn zero() -> Self {
        Self::of(0.0, 0.0)
    }
    #[cfg_attr(hot, inline(always))]
    fn one() -> Self {
        Self::of(1.0, 1.0)
    }
    #[cfg_attr(hot, inline(always))]
    fn plus(&self, other: &Self) -> Self {
        Self::of(self.value + other.value, self.magnitude + other.magnitude)
    }
    #[cfg_attr(hot, inline(always))]
    fn minus(&self, other: &Self) -> Self {
        Self::of(self.value - other.value, self.magnitude + other.magnitude)
    }
    #[cfg_attr(hot, inline(always))]
    fn times(&self, other: &Self) -> Self {
        Self::of(self.value * other.value, self.magnitude * other.magnitude)
    }
    #[cfg_attr(hot, inline(always))]
    fn negated(&self) -> Self {
        Self::of(-self.value, self.magnitude)
    }
    #[cfg_attr(hot, inline(always))]
    fn or_greater(&self, other: &Self) -> Self {
        let greater = if self.value > other.value { self.value } else { other.value };
        let is_greater = self.magnitude > other.magnitude;
        Self::of(greater, if is_greater { self.magnitude } else { other.magnitude })
    }
    /// The magnitude must not depend on the value. A NaN must stay a NaN.
    #[cfg_attr(hot, inline(always))]
    fn or_zero(&self) -> Self {
        Self::of(if self.value < 0.0 { 0.0 } else { self.value }, self.magnitude)
    }

    /// The magnitude is the greatest of the three, so that it does not depend on the index.
    #[cfg_attr(hot, inline(always))]
    fn one_of(each: [&Self; 3], which: usize) -> Self {
        let [a, b, c] = each;
        let magnitude = if a.magnitude > b.magnitude { a.magnitude } else { b.magnitude };
        let magnitude = if magnitude > c.magnitude { magnitude } else { c.magnitude };
        Self::of([a.value, b.value, c.value][which], magnitude)
    }

    /// The comparisons are written so that NaN and infinite bounds end in `Unsure`.
    #[cfg_attr(hot, inline(always))]
    fn sign(&self) -> CertainSign {
        if self.value > self.bound() {
            Ok(Sign::Positive)
        } else if self.value < -self.bound() {
            Ok(Sign::Negative)
        } else if self.magnitude == 0.0 {
            Ok(Sign::Zero)
        } else {
            Err(Unsure)
        }
    }

    #[cfg_attr(hot, inline(always))]
    fn is_positive(&self) -> bool {
        self.value > self.bound()
    }
    #[cfg_attr(hot, inline(always))]
    fn is_negative(&self) -> bool {
        self.value < -self.bound()
    }
    /// Returns false: ties are left to the next filter.
    #[cfg_attr(hot, inline(always))]
    fn is_zero(&self) -> bool {
        false
    }

    /// The bound is the same as for [`Fast`](super::Fast).
    #[cfg_attr(hot, inline(always))]
    fn root(&self) -> Self {
        let root = sqrt(if self.value > 0.0 { self.value } else { 0.0 });
        let magnitude = if root > 0.0 {
            self.magnitude / root
        } else if self.magnitude == 0.0 {
            0.0
        } else {
            f64::INFINITY
        };
        Self::of(root, magnitude)
    }

    #[cfg_attr(hot, inline(always))]
    fn sign_with_root(x: &Self, y: &Self, q: &Self) -> CertainSign {
        x.plus(&y.times(q)).sign()
    }
}

impl Divide for SemiStatic {
    #[cfg_attr(hot, inline(always))]
    fn divided_by(&self, divisor: &Self) -> Self {
        let (b, mb) = (divisor.value, divisor.magnitude);
        let magnitude = magnitude_of_quotient(self.magnitude, b, mb, RELATIVE * DIVISOR_MARGIN);
        Self::of(self.value / b, magnitude)
    }
}
