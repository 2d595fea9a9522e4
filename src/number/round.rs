//! Rounding of a number to the one float that is the answer.
//!
//! The fast method: if both ends of an [`Interval`] round to the same float, so does the number
//! between them (A. Ziv, *Fast evaluation of elementary mathematical functions with correctly
//! rounded last bit*, 1991). The exact method, [`round`], uses the integer square root. Each number
//! of an answer is rounded once, directly to its own precision.

use super::Scalar;
use super::bits::times_power_of_two;
use super::lanes::Real;
use super::two::two_sum;
use core::cmp::Ordering;
use dashu_base::{Abs, BitTest, SquareRootRem};
use dashu_int::{IBig, UBig};

/// A bound for the effect of underflow after a quotient, whose divisor is at least
/// [`LEAST_DIVISOR`](super::fast::LEAST_DIVISOR): `2⁻²⁶⁰`.
pub(super) const UNDERFLOW_OF_VALUE: f64 = f64::from_bits((1023 - 260) << 52);

/// The choice of the float for a number between two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The nearest float, ties to even.
    Nearest,
    /// The largest float that is not above the number.
    Down,
}

/// A number between two ends: `high + low ± slack`; or several such numbers, in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval<F = f64> {
    high: F,
    low: F,
    slack: F,
}

/// `2u`: more than the relative error of one rounding.
const ULP: f64 = f64::EPSILON;

impl<F: Real> Interval<F> {
    /// Constructs an interval about `high + low`, whose error is at most `relative` times the
    /// magnitude, plus the effect of underflow. If the magnitude is zero, there is no error.
    ///
    /// The slack exceeds this bound by a few `u` of itself and of the low part, which covers the
    /// errors of the sums that compute the ends.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn around(high: F, low: F, relative: f64, magnitude: F) -> Self {
        const MORE: f64 = 1.0 + 4.0 * ULP;
        let slack = magnitude * F::splat(relative * MORE)
            + (low.absolute() * F::splat(2.0 * ULP) + F::splat(UNDERFLOW_OF_VALUE * MORE));
        let zero = F::splat(0.0);
        Self { high, low, slack: F::choose(magnitude.equals(zero), zero, slack) }
    }

    /// Returns the floats nearest to two numbers that enclose this number. As rounding is monotone,
    /// the float nearest to this number lies between the two floats, or is one of them.
    #[cfg_attr(hot, inline(always))]
    fn ends(&self) -> (F, F) {
        (self.high + (self.low - self.slack), self.high + (self.low + self.slack))
    }

    /// Returns two numbers whose nearest floats enclose the float nearest to this number.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn rounding_ends<T: Scalar>(&self) -> (F, F) {
        let (below, above) = self.ends();
        if T::PRECISION == f64::MANTISSA_DIGITS {
            return (below, above);
        }
        // Two roundings in a row can give a wrong float: a step outwards undoes the first rounding.
        let (zero, ulp) = (F::splat(0.0), F::splat(ULP));
        let is_float = F::and(self.slack.equals(zero), self.low.equals(zero));
        (
            F::choose(is_float, below, below - ulp * below.absolute()),
            F::choose(is_float, above, above + ulp * above.absolute()),
        )
    }
}

impl Interval {
    /// Returns two floats whose sum is the middle.
    #[cfg(test)]
    pub(super) fn middle(&self) -> [f64; 2] {
        [self.high, self.low]
    }

    /// Returns an interval with the same middle that is twice as wide.
    pub(super) fn twice_as_wide(self) -> Self {
        Self { slack: self.slack + self.slack, ..self }
    }

    /// Returns a bound for the distance of the number from the middle.
    pub(super) fn radius(&self) -> f64 {
        self.slack
    }

    /// Returns the float nearest to the number times `2^scale`, if both ends round to it.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn nearest<T: Scalar>(&self, scale: i32) -> Option<T> {
        let (below, above) = self.rounding_ends::<T>();
        if scale == 0 { agreed(below, above) } else { agreed_when_scaled(below, above, scale) }
    }

    /// Returns two different floats, if the float nearest to the number times `2^scale` is
    /// certainly one of them or between them. Neither of the two is zero or more than twice the
    /// other.
    pub(super) fn enclosing<T: Scalar>(&self, scale: i32) -> Option<[T; 2]> {
        let (below, above) = self.rounding_ends::<T>();
        let back = |x: f64| {
            let y = times_power_of_two(x, scale);
            y.is_normal().then(|| T::nearest(y)).filter(|y| *y != T::ZERO)
        };
        let (below, above) = (back(below)?, back(above)?);
        let is_near =
            (below.widen() / above.widen()).clamp(0.5, 2.0) == below.widen() / above.widen();
        (is_near && below < above).then_some([below, above])
    }

    /// Compares this number with a float, if the float is outside of the interval.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn compare_with(&self, float: f64) -> Option<Ordering> {
        let (below, above) = self.ends();
        if above < float {
            Some(Ordering::Less)
        } else if below > float {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    /// Compares this number with another, if their intervals are apart.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        let (high, rest) = two_sum(self.high, -other.high);
        let difference = high + (rest + (self.low - other.low));
        // Three sums are rounded, and each loses at most `u` times its result or one of its terms.
        let sums = rest.abs() + self.low.abs() + other.low.abs() + difference.abs();
        let slack = (self.slack + other.slack + sums * (2.0 * ULP)) * (1.0 + 4.0 * ULP);
        if difference < -slack {
            Some(Ordering::Less)
        } else if difference > slack {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    /// Returns two floats around this number times `2^scale`.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn bracket(&self, scale: i32) -> Bracket {
        let (below, above) = self.ends();
        let bracket =
            Bracket { lower: below - ULP * below.abs(), upper: above + ULP * above.abs() };
        if scale == 0 { bracket.or_all() } else { bracket.scaled(scale) }
    }
}

/// Two floats around a number: one not above the number, and one not below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bracket {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

impl Bracket {
    /// The bracket around every number.
    pub(crate) const ALL: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    /// Returns the bracket, or the bracket around every number if an end is NaN.
    #[cfg_attr(hot, inline(always))]
    fn or_all(self) -> Self {
        if self.lower <= self.upper { self } else { Self::ALL }
    }

    /// Scales the bracket by `2^scale`; an end that would be rounded becomes infinite.
    #[cold]
    fn scaled(self, scale: i32) -> Self {
        let back = |x: f64, unknown: f64| {
            let y = times_power_of_two(x, scale);
            if x == 0.0 || y.is_normal() { y } else { unknown }
        };
        Self { lower: back(self.lower, f64::NEG_INFINITY), upper: back(self.upper, f64::INFINITY) }
            .or_all()
    }

    /// Compares two numbers, if their brackets are apart.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.upper < other.lower {
            Some(Ordering::Less)
        } else if self.lower > other.upper {
            Some(Ordering::Greater)
        } else {
            None
        }
    }
}

/// Returns the common nearest float of both ends, if there is one. NaN compares unequal to
/// everything. An interval without information has different ends, or ends that are NaN.
#[cfg_attr(hot, inline(always))]
fn agreed<T: Scalar>(below: f64, above: f64) -> Option<T> {
    let (below, above) = (T::nearest(below), T::nearest(above));
    (below == above).then_some(below)
}

/// Returns the common nearest float of both ends at another scale, if the ends can be scaled back
/// without rounding.
#[cold]
#[inline(never)]
fn agreed_when_scaled<T: Scalar>(below: f64, above: f64, scale: i32) -> Option<T> {
    let back = |x: f64| {
        let y = times_power_of_two(x, scale);
        (x == 0.0 || y.is_normal()).then_some(y)
    };
    agreed(back(below)?, back(above)?)
}

/// Returns the float for `(x + y √q) / s · 2^scale`, where `s > 0`; infinite if the number is too
/// large, and never `−0`.
pub(super) fn round<T: Scalar>(
    x: &IBig,
    y: &IBig,
    q: &UBig,
    s: &UBig,
    scale: i32,
    rounding: Rounding,
) -> T {
    let negative = match sign_with_root(x, y, q) {
        Ordering::Equal => return T::ZERO,
        order => order == Ordering::Less,
    };
    let (x, y) = if negative { (-x, -y) } else { (x.clone(), y.clone()) };
    // At this shift the last digit is a quarter of the least subnormal: no float needs more digits.
    let last = scale - T::LEAST_EXPONENT + 2;
    let wanted = T::PRECISION as i32 + 3;
    let bits = |n: usize| n as i32;
    let size = bits(x.bit_len()).max(bits(y.bit_len()) + bits(q.bit_len()) / 2) - bits(s.bit_len());
    let mut shift = (wanted - size).min(last);
    let mut more = wanted;
    loop {
        let (digits, rest) = floor(&x, &y, q, s, shift);
        let missing = wanted - 1 - bits(digits.bit_len());
        if missing > 0 && shift < last {
            // Cancellation lost an unknown number of digits: compute the missing ones, and more
            // each time.
            shift = (shift + missing + more).min(last);
            more *= 2;
            continue;
        }
        // The digits that are kept are more than a float and its ties need. For the lower digits it
        // matters only whether any is nonzero.
        let below = digits.bit_len().saturating_sub(KEPT);
        let kept: UBig = &digits >> below;
        let rest = rest || digits.trailing_zeros().is_some_and(|zeros| zeros < below);
        let kept = u128::try_from(&kept).unwrap_or(0);
        return assemble(kept, rest, scale - shift + bits(below), negative, rounding);
    }
}

/// The number of digits that are kept of a number before it is rounded.
const KEPT: usize = 120;

/// Returns the float for `x / s · 2^scale`, where `s > 0`, if machine words suffice; otherwise
/// [`round`] computes it.
pub(super) fn round_fraction<T: Scalar>(
    x: i128,
    s: u128,
    scale: i32,
    rounding: Rounding,
) -> Option<T> {
    if x == 0 {
        return Some(T::ZERO);
    }
    let zeros = s.trailing_zeros();
    let s = s >> zeros;
    // With a divisor of at most this length, the quotient has enough digits for a float and its
    // ties.
    if u128::BITS - s.leading_zeros() > u128::BITS - T::PRECISION - 4 {
        return None;
    }
    let shift = x.unsigned_abs().leading_zeros();
    let dividend = x.unsigned_abs() << shift;
    let (digits, rest) = (dividend / s, !dividend.is_multiple_of(s));
    let exponent = scale - zeros as i32 - shift as i32;
    Some(assemble(digits, rest, exponent, x < 0, rounding))
}

/// Returns the sign of `x + y √q`.
fn sign_with_root(x: &IBig, y: &IBig, q: &UBig) -> Ordering {
    let of_x = x.cmp(&IBig::ZERO);
    let of_root = if *q == UBig::ZERO { Ordering::Equal } else { y.cmp(&IBig::ZERO) };
    if of_x == of_root || of_root == Ordering::Equal {
        of_x
    } else if of_x == Ordering::Equal {
        of_root
    } else {
        let order = (x * x).cmp(&(y * y * q));
        if of_x == Ordering::Less { order.reverse() } else { order }
    }
}

/// Returns `⌊(x + y √q) 2^shift / s⌋` for a positive number, and whether there is a remainder.
fn floor(x: &IBig, y: &IBig, q: &UBig, s: &UBig, shift: i32) -> (UBig, bool) {
    let up = shift.max(0) as usize;
    let down = (-shift).max(0) as usize;
    let square = ((y * y).into_parts().1 * q) << (2 * up);
    let (root, rest) = square.sqrt_rem();
    let inexact = rest != UBig::ZERO;
    let x = x << up;
    let numerator = if *y < IBig::ZERO {
        // `−√…` lies between −root − 1 and −root.
        x - IBig::from(root) - IBig::from(u8::from(inexact))
    } else {
        x + IBig::from(root)
    };
    let (_, numerator) = numerator.into_parts();
    let divisor = s << down;
    let (quotient, remainder) = (&numerator / &divisor, &numerator % &divisor);
    (quotient, inexact || remainder != UBig::ZERO)
}

/// Returns the float for `(digits + rest) 2^exponent`, where `0 ≤ rest < 1` and `digits` has more
/// digits than a float.
fn assemble<T: Scalar>(
    digits: u128,
    rest: bool,
    exponent: i32,
    negative: bool,
    rounding: Rounding,
) -> T {
    let size = |digits: u128| (u128::BITS - digits.leading_zeros()) as i32;
    let top = size(digits) + exponent;
    let least = (top - T::PRECISION as i32).max(T::LEAST_EXPONENT);
    let drop = (least - exponent).max(0).unsigned_abs();
    let mut significand = digits.checked_shr(drop).unwrap_or(0);
    let tail = digits - significand.checked_shl(drop).unwrap_or(0);
    // If the shift drops more digits than there are, all of them are less than half of the last
    // place.
    let half = if drop == 0 { Some(0) } else { 1u128.checked_shl(drop - 1) };
    let order = match half.map_or(Ordering::Less, |half| tail.cmp(&half)) {
        Ordering::Equal if rest => Ordering::Greater,
        order => order,
    };
    let away = match rounding {
        Rounding::Nearest => {
            order == Ordering::Greater || (order == Ordering::Equal && significand & 1 == 1)
        }
        Rounding::Down => negative && (tail != 0 || rest),
    };
    if away && drop > 0 {
        significand += 1;
    }
    let past = size(significand) + least > T::PAST_EXPONENT;
    let magnitude = if past {
        if rounding == Rounding::Down && !negative { T::LARGEST.widen() } else { f64::INFINITY }
    } else {
        // At most 53 bits, and in the range of `T`: both steps are exact.
        times_power_of_two(significand as f64, least.max(exponent))
    };
    T::nearest(if negative { -magnitude } else { magnitude })
}

/// Numbers `x`, `y`, `q` and `s` of `(x + y √q) / s` over the integers, `s > 0`.
pub(super) type SurdParts = (IBig, IBig, UBig, UBig);

/// Computes the unit vector along numbers that are not all zero, from at least [`DIGITS`] bits of
/// each.
pub(super) fn unit_vector<T: Scalar, const K: usize>(numbers: &[SurdParts; K]) -> [T; K] {
    const DIGITS: usize = 128;
    let signs = numbers.each_ref().map(|(x, y, q, _)| sign_with_root(x, y, q));
    let mut shift = 0;
    loop {
        let digits: [UBig; K] = core::array::from_fn(|k| {
            let (x, y, q, s) = &numbers[k];
            match signs[k] {
                Ordering::Equal => UBig::ZERO,
                Ordering::Greater => floor(x, y, q, s, shift).0,
                Ordering::Less => floor(&-x, &-y, q, s, shift).0,
            }
        });
        let is_short = |k: usize| signs[k] != Ordering::Equal && digits[k].bit_len() < DIGITS;
        if (0..K).any(is_short) {
            shift = 2 * shift + DIGITS as i32;
            continue;
        }
        let square = digits.iter().fold(UBig::ZERO, |sum, m| sum + m * m);
        return core::array::from_fn(|k| {
            let m = IBig::from(digits[k].clone());
            let m = if signs[k] == Ordering::Less { -m } else { m };
            round(&IBig::ZERO, &m, &square, &square, 0, Rounding::Nearest)
        });
    }
}

/// Returns the decimal digits of `(x + y √q) / s`: the nearest decimal with the given number of
/// places behind the point, ties to even.
pub(super) fn decimal(x: &IBig, y: &IBig, q: &UBig, s: &UBig, places: usize) -> (bool, UBig) {
    let negative = sign_with_root(x, y, q) == Ordering::Less;
    let scale = IBig::from(10u8).pow(places);
    // The number is doubled, so that the last bit stands for one half.
    let (x, y) = (x * &scale * IBig::from(2u8), y * &scale * IBig::from(2u8));
    let (x, y) = if negative { (-x, -y) } else { (x, y) };
    let (twice, rest) = floor(&x, &y, q, s, 0);
    let digits: UBig = &twice >> 1;
    let up = twice.bit(0) && (rest || digits.bit(0));
    (negative, if up { digits + UBig::ONE } else { digits })
}

/// Returns the root of `q` if it is a whole number.
pub(super) fn whole_root(q: &IBig) -> Option<UBig> {
    let (root, rest) = q.clone().abs().into_parts().1.sqrt_rem();
    (rest == UBig::ZERO).then_some(root)
}
