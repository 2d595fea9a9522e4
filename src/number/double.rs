//! The second filter, and what answers are rounded from: two floats, and a bound on their error.
//!
//! A [`Double`] is `h + l` with `|l| ≤ u |h|`, some 106 bits, and the magnitude `m` of [`Fast`](super::Fast):
//! `|h + l − exact| ≤ n 2⁻¹⁰³ m`. Sums and products are those of Dekker (1971) with the bounds of Joldes, Muller
//! and Popescu, *Tight and rigorous error bounds for basic building blocks of double-word arithmetic*, 2017:
//! at most `3u²` and `5u²` of the magnitude, both below the `8u² = 2⁻¹⁰³` that a depth of one stands for.
//! Derivation: `docs/theory.md`, §4.

use super::fast::{DIVISOR_MARGIN, LEAST_DIVISOR, UNDERFLOW, magnitude_of_quotient};
use super::lanes::sqrt;
use super::quadratic::{smaller_root, unrolled};
use super::{Divide, Interval, Known, Number, Sign, Unsure};

/// Room for a depth of 128: `2⁻⁹⁶`.
const RELATIVE: f64 = f64::from_bits((1023 - 96) << 52);

/// A value in two parts, and its magnitude.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Double {
    high: f64,
    low: f64,
    magnitude: f64,
}

/// `a + b` as the nearest float and the rest, exactly (Knuth).
#[inline(always)]
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// The same where `|a| ≥ |b|` or `a` is zero (Dekker).
#[inline(always)]
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// The upper half of the digits, and the lower (Veltkamp).
#[inline(always)]
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

/// `a b` as the nearest float and the rest, exactly but for underflow (Dekker).
///
/// Without fused multiply-add on purpose: where it is not in hardware it is slow, and both give the same bits.
#[inline(always)]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// `a²` as the nearest float and the rest.
#[inline(always)]
fn two_square(a: f64) -> (f64, f64) {
    let product = a * a;
    let (high, low) = split(a);
    (product, ((high * high - product) + 2.0 * (high * low)) + low * low)
}

impl Double {
    /// A float, taken as exact.
    #[inline(always)]
    pub(super) fn of(x: f64) -> Self {
        Self { high: x, low: 0.0, magnitude: x.abs() }
    }

    /// The difference of two floats, exactly.
    #[inline(always)]
    pub(super) fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self { high, low, magnitude: high.abs() }
    }

    /// The value in two parts, and the bound on its error.
    #[cfg(test)]
    pub(super) fn parts(&self) -> (f64, f64, f64) {
        (self.high, self.low, self.magnitude * RELATIVE + UNDERFLOW)
    }

    /// The unit vector along these values to within one ulp, if some 64 bits of each are known.
    pub(super) fn unit_vector<const K: usize>(values: &[Self; K]) -> Option<[f64; K]> {
        const ENOUGH: f64 = f64::from_bits((1023 - 64) << 52);
        let is_known = |value: &Self| value.interval().radius() <= value.high.abs() * ENOUGH;
        if !values.iter().all(is_known) {
            return None;
        }
        let fresh = values.map(|Self { high, low, .. }| Self { high, low, magnitude: high.abs() });
        let length = fresh.iter().fold(Self::zero(), |sum, x| sum.plus(&x.squared())).root();
        let unit = fresh.map(|x| x.divided_by(&length));
        unit.iter().all(|x| x.magnitude < f64::INFINITY).then(|| unit.map(|x| x.high))
    }

    /// Where the exact number is, for a number that quotients went into.
    #[inline(always)]
    pub(crate) fn interval(&self) -> Interval {
        Interval::around(self.high, self.low, RELATIVE, self.magnitude)
    }
}

#[cold]
#[inline(never)]
fn by_formula<const K: usize>(d: &[Double; K], v: &[Double; K], rr: &Double) -> Double {
    smaller_root(d, v, rr)
}

/// `2⁻¹⁰³`, a rounding of two floats.
const ROUNDING: f64 = f64::from_bits((1023 - 103) << 52);
/// `2⁻²⁰`: the slope must be known to some 30 digits.
const WELL_KNOWN: f64 = f64::from_bits((1023 - 20) << 52);

/// See [`Divide::first_root`]; of infinite magnitude if nothing is known.
#[inline(always)]
pub(super) fn newton<const K: usize>(d: &[Double; K], v: &[Double; K], rr: &Double) -> Double {
    // In plain floats, as nothing depends on how good it is but how much the step must do.
    let (mut a, mut b, mut c) = (0.0, 0.0, -rr.high);
    unrolled!(K, |k| {
        let (d, v) = (d[k].high, v[k].high);
        (a, b, c) = (a + v * v, b + d * v, c + d * d);
    });
    let beta = b * b - a * c;
    let t = (-b - sqrt(if beta > 0.0 { beta } else { 0.0 })) / a;

    // `f(t)`, as a sum of large parts, in which nothing is lost, and of small ones.
    let (mut large, mut small) = (-rr.high, -rr.low);
    let (mut w, mut size, mut size_of_w) = (0.0, rr.magnitude, 0.0);
    unrolled!(K, |k| {
        let (d, v) = (&d[k], &v[k]);
        let (product, rest) = two_product(t, v.high);
        let (gap, more) = two_sum(d.high, product);
        let gap_low = (rest + more) + (d.low + t * v.low);
        let (square, below) = two_square(gap);
        let (sum, lost) = two_sum(large, square);
        large = sum;
        small += (below + lost) + (gap + gap + gap_low) * gap_low;
        w -= gap * v.high;
        let magnitude = d.magnitude + t.abs() * v.magnitude;
        size += magnitude * magnitude;
        size_of_w += magnitude * v.magnitude;
    });
    let f = large + small;
    let h = f / (w + w);
    // What is not known of `f` is so many roundings of its size; of `w`, of its own; then (4.2).
    let unknown = K as f64 * (size + h.abs() * (size_of_w * (16.0 * f64::EPSILON / ROUNDING)))
        + (a * (h * h)) * (1.0 / ROUNDING);
    let is_near = w > size_of_w * WELL_KNOWN && w > LEAST_DIVISOR && a * f.abs() <= 0.25 * (w * w);
    let magnitude = if is_near { unknown / w } else { f64::INFINITY };
    let (high, low) = fast_two_sum(t, h);
    Double { high, low, magnitude }
}

impl Number for Double {
    type Root = Double;
    type Value = Double;

    #[inline(always)]
    fn zero() -> Self {
        Self::of(0.0)
    }
    #[inline(always)]
    fn one() -> Self {
        Self::of(1.0)
    }
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let (sum, rest) = two_sum(self.high, other.high);
        let (high, low) = fast_two_sum(sum, rest + (self.low + other.low));
        Self { high, low, magnitude: self.magnitude + other.magnitude }
    }
    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }
    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        let (product, rest) = two_product(self.high, other.high);
        let (high, low) =
            fast_two_sum(product, rest + (self.high * other.low + self.low * other.high));
        Self { high, low, magnitude: self.magnitude * other.magnitude }
    }
    #[inline(always)]
    fn squared(&self) -> Self {
        let (product, rest) = two_square(self.high);
        let (high, low) = fast_two_sum(product, rest + 2.0 * (self.high * self.low));
        Self { high, low, magnitude: self.magnitude * self.magnitude }
    }
    #[inline(always)]
    fn negated(&self) -> Self {
        Self { high: -self.high, low: -self.low, magnitude: self.magnitude }
    }

    #[inline(always)]
    fn or_greater(&self, other: &Self) -> Self {
        let is_less = self.high < other.high || (self.high == other.high && self.low < other.low);
        let greater = if is_less { other } else { self };
        Self { magnitude: self.magnitude.max(other.magnitude), ..*greater }
    }

    #[inline(always)]
    fn sign(&self) -> Known {
        let bound = self.magnitude * RELATIVE + UNDERFLOW;
        if self.high > bound {
            Ok(Sign::Positive)
        } else if self.high < -bound {
            Ok(Sign::Negative)
        } else if self.magnitude == 0.0 {
            Ok(Sign::Zero)
        } else {
            Err(Unsure)
        }
    }

    /// One Newton step from the float root doubles its digits.
    #[inline(always)]
    fn root(&self) -> Self {
        let root = sqrt(self.high.max(0.0));
        if root > 0.0 {
            let (square, rest) = two_product(root, root);
            let residual = ((self.high - square) - rest) + self.low;
            let (high, low) = fast_two_sum(root, residual / (2.0 * root));
            Self { high, low, magnitude: self.magnitude / root }
        } else if self.magnitude == 0.0 {
            Self::zero()
        } else {
            Self { high: 0.0, low: 0.0, magnitude: f64::INFINITY }
        }
    }

    #[inline(always)]
    fn sign_with_root(x: &Self, y: &Self, q: &Self) -> Known {
        x.plus(&y.times(q)).sign()
    }
}

impl Divide for Double {
    /// The quotient of the high parts, and the remainder's quotient, both by the inverse, of which one serves for many
    /// numbers; the magnitude as for [`Fast`](super::Fast).
    #[inline(always)]
    fn divided_by(&self, divisor: &Self) -> Self {
        let b = divisor.high;
        let margin = RELATIVE * DIVISOR_MARGIN;
        let magnitude = magnitude_of_quotient(self.magnitude, b, divisor.magnitude, margin);
        let inverse = 1.0 / b;
        let quotient = self.high * inverse;
        let (product, rest) = two_product(quotient, b);
        let remainder = ((self.high - product) - rest) + (self.low - quotient * divisor.low);
        let (high, low) = fast_two_sum(quotient, remainder * inverse);
        Self { high, low, magnitude }
    }

    /// A float root by the formula, and one Newton step from the exact residue there, which is off by no more than is left of the
    /// parabola: with `f(t) = Σ (dₖ + t vₖ)² − rr`, `w = −f'(t)/2` and `h = f(t) / 2w`,
    ///
    /// ```text
    /// |t* − t − h| ≤ a h² / w,   if a |f(t)| ≤ w² / 4                                              (4.2)
    /// ```
    ///
    /// Where that does not hold well, the formula does.
    #[inline(always)]
    fn first_root<const K: usize>(d: &[Self; K], v: &[Self; K], rr: &Self) -> Self {
        match newton(d, v, rr) {
            root if root.magnitude < f64::INFINITY => root,
            _ => by_formula(d, v, rr),
        }
    }

    /// With one rounding to two floats in place of two.
    #[inline(always)]
    fn along(&self, from: &Self, by: &Self) -> Self {
        let (product, rest) = two_product(self.high, by.high);
        let (sum, more) = two_sum(from.high, product);
        let small = rest + (self.high * by.low + self.low * by.high);
        let (high, low) = fast_two_sum(sum, (more + from.low) + small);
        Self { high, low, magnitude: from.magnitude + self.magnitude * by.magnitude }
    }

    /// A difference of two floats is exact here, and the bound of an exact number is that of zero.
    #[inline(always)]
    fn lifted(&self) -> Self {
        Self { magnitude: 0.0, ..*self }
    }
}
