//! Numbers that are never rounded, and the test whether a float is the nearest one.
//!
//! A contact time is the smaller root of a parabola with integer coefficients. It is never
//! computed: it is only compared with rationals, for which the signs of the parabola and of its
//! slope are enough. A float is the nearest one to a number if the number lies between the two
//! midpoints around the float.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// A vector of integers.
pub type Vector = [BigInt; 3];

pub fn minus(a: &Vector, b: &Vector) -> Vector {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

pub fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

/// The sign of an integer.
pub fn sign(x: &BigInt) -> Ordering {
    x.cmp(&BigInt::ZERO)
}

/// A finite float as `m 2^e` with an odd `m`, or zero as `0 2^0`.
pub fn decode(x: f64) -> (i64, i32) {
    let field = ((x.to_bits() >> 52) & 0x7ff) as i32;
    let digits = (x.to_bits() & ((1 << 52) - 1)) as i64;
    let (m, e) = if field == 0 { (digits, -1074) } else { (digits | 1 << 52, field - 1075) };
    if m == 0 {
        return (0, 0);
    }
    let zeros = m.trailing_zeros();
    let m = m >> zeros;
    (if x < 0.0 { -m } else { m }, e + zeros as i32)
}

/// The largest `e` for which all these floats are integers times `2^e`; zero if all are zero.
pub fn common_exponent(xs: impl IntoIterator<Item = f64>) -> i32 {
    xs.into_iter().filter(|x| *x != 0.0).map(|x| decode(x).1).min().unwrap_or(0)
}

/// `x / 2^e`, which must be an integer.
pub fn integer(x: f64, e: i32) -> BigInt {
    let (m, own) = decode(x);
    if m == 0 { BigInt::ZERO } else { BigInt::from(m) << u32::try_from(own - e).unwrap() }
}

/// A time in units of `2^(space - speed)`: the start, or the smaller root of `a t^2 + 2 b t + c`.
#[derive(Clone, Debug)]
pub enum Time {
    Start,
    /// The smaller root, with `a > 0` and `b^2 >= a c`.
    Root {
        a: BigInt,
        b: BigInt,
        c: BigInt,
    },
}

impl Time {
    /// Compares this time with `n / d`, where `d > 0`.
    pub fn cmp(&self, n: &BigInt, d: &BigInt) -> Ordering {
        match self {
            Time::Start => BigInt::ZERO.cmp(n),
            Time::Root { a, b, c } => {
                let (value, slope) = parabola(a, b, c, n, d);
                match (sign(&value), sign(&slope)) {
                    // The time `n / d` is before both roots.
                    (Ordering::Greater, Ordering::Less) => Ordering::Greater,
                    // It is a root, and the smaller one if the parabola does not rise there.
                    (Ordering::Equal, Ordering::Less | Ordering::Equal) => Ordering::Equal,
                    _ => Ordering::Less,
                }
            }
        }
    }

    /// The sign of `p + q t` at this time.
    pub fn sign_of(&self, p: &BigInt, q: &BigInt) -> Ordering {
        match sign(q) {
            Ordering::Equal => sign(p),
            Ordering::Greater => self.cmp(&-p, q),
            Ordering::Less => self.cmp(p, &-q).reverse(),
        }
    }

    /// The sign of `u + v t + w t^2` at this time.
    pub fn sign_of_square(&self, [u, v, w]: [&BigInt; 3]) -> Ordering {
        match self {
            Time::Start => sign(u),
            // The root satisfies `a t^2 = -2 b t - c`.
            Time::Root { a, b, c } => self.sign_of(&(a * u - w * c), &(a * v - w * b * 2)),
        }
    }
}

/// The sign of `x + y sqrt(q)`.
fn sign_of_surd(x: &BigInt, y: &BigInt, q: &BigInt) -> Ordering {
    let of_root = if q.is_zero() { Ordering::Equal } else { sign(y) };
    match (sign(x), of_root) {
        (Ordering::Equal, s) | (s, Ordering::Equal) => s,
        (a, b) if a == b => a,
        (a, _) => {
            let order = (x * x).cmp(&(y * y * q));
            if a.is_lt() { order.reverse() } else { order }
        }
    }
}

/// `d^2` times the value and `d / 2` times the slope of `a t^2 + 2 b t + c` at `t = n / d`.
pub fn parabola(a: &BigInt, b: &BigInt, c: &BigInt, n: &BigInt, d: &BigInt) -> (BigInt, BigInt) {
    let slope = a * n + b * d;
    ((&slope + b * d) * n + c * d * d, slope)
}

/// A number of an answer.
#[derive(Clone, Debug)]
pub enum Real {
    /// The number `(p + q t) / s * 2^exponent`, with `s > 0` and the contact time `t`.
    Linear { p: BigInt, q: BigInt, s: BigInt, exponent: i32 },
    /// The number `n / sqrt(square)`.
    Unit { n: BigInt, square: BigInt },
    /// The number `(x + y sqrt(q)) / s * 2^exponent`, with `s > 0`.
    Surd { x: BigInt, y: BigInt, q: BigInt, s: BigInt, exponent: i32 },
    /// The number `(p + q t) / sqrt(u + v t + w t^2)`, whose root is not zero.
    Slant { p: BigInt, q: BigInt, square: [BigInt; 3] },
}

/// The unit vector from one point to another at the start, where both have rational coordinates;
/// none if they are the same.
pub fn unit_between<const D: usize>(from: &[Real; D], to: &[Real; D]) -> Option<[Real; D]> {
    let fraction = |x: &Real| match x {
        Real::Linear { p, s, exponent, .. } => (p.clone(), s.clone(), *exponent),
        other => panic!("not rational at the start: {other:?}"),
    };
    // Each difference is a numerator and a denominator, all in one unit.
    let differences: [(BigInt, BigInt); D] = std::array::from_fn(|k| {
        let ((a, of_a, in_a), (b, of_b, in_b)) = (fraction(&from[k]), fraction(&to[k]));
        assert_eq!(in_a, in_b, "one unit");
        (b * &of_a - a * &of_b, of_a * of_b)
    });
    let whole: [BigInt; D] = std::array::from_fn(|k| {
        let others = (0..D).filter(|&j| j != k).map(|j| &differences[j].1);
        others.fold(differences[k].0.clone(), |product, s| product * s)
    });
    let square = whole.iter().map(|n| n * n).sum::<BigInt>();
    let unit = |n: BigInt| Real::Unit { n, square: square.clone() };
    (!square.is_zero()).then(|| whole.map(unit))
}

impl Real {
    /// Compares this number, at time `t`, with `m 2^e`.
    pub fn cmp(&self, t: &Time, m: i64, e: i32) -> Ordering {
        match self {
            Real::Linear { p, q, s, exponent } => {
                let shift = e - exponent;
                let up = shift.unsigned_abs();
                if shift >= 0 {
                    t.sign_of(&(p - ((s * m) << up)), q)
                } else {
                    t.sign_of(&((p << up) - s * m), &(q << up))
                }
            }
            Real::Unit { n, square } => {
                let own = sign(n);
                if own != m.cmp(&0) || m == 0 {
                    return own.cmp(&m.cmp(&0));
                }
                let (left, right) = (n * n, BigInt::from(m) * m * square);
                let up = 2 * e.unsigned_abs();
                let larger =
                    if e >= 0 { left.cmp(&(right << up)) } else { (left << up).cmp(&right) };
                if m > 0 { larger } else { larger.reverse() }
            }
            Real::Surd { x, y, q, s, exponent } => {
                let shift = e - exponent;
                let up = shift.unsigned_abs();
                if shift >= 0 {
                    sign_of_surd(&(x - ((s * m) << up)), y, q)
                } else {
                    sign_of_surd(&((x << up) - s * m), &(y << up), q)
                }
            }
            Real::Slant { p, q, square: [u, v, w] } => {
                let own = t.sign_of(p, q);
                if own != m.cmp(&0) || m == 0 {
                    return own.cmp(&m.cmp(&0));
                }
                // The result is the sign of `4^f (p + q t)^2 - 4^g m^2 (u + v t + w t^2)`.
                let (f, g) = (2 * (-e).max(0) as u32, 2 * e.max(0) as u32);
                let times = (BigInt::from(m) * m) << g;
                let left = [p * p, p * q * 2, q * q].map(|x| x << f);
                let [u, v, w] = [u, v, w].map(|x| x * &times);
                let larger = t.sign_of_square([&(&left[0] - u), &(&left[1] - v), &(&left[2] - w)]);
                if m > 0 { larger } else { larger.reverse() }
            }
        }
    }

    fn negated(&self) -> Self {
        match self {
            Real::Linear { p, q, s, exponent } => {
                Real::Linear { p: -p, q: -q, s: s.clone(), exponent: *exponent }
            }
            Real::Unit { n, square } => Real::Unit { n: -n, square: square.clone() },
            Real::Surd { x, y, q, s, exponent } => {
                Real::Surd { x: -x, y: -y, q: q.clone(), s: s.clone(), exponent: *exponent }
            }
            Real::Slant { p, q, square } => Real::Slant { p: -p, q: -q, square: square.clone() },
        }
    }

    /// Whether `x` is the float of this `format` nearest to the number, with ties to even. Zeros
    /// have no sign.
    pub fn rounds_to(&self, t: &Time, x: f64, format: Format) -> bool {
        if x.is_nan() {
            return false;
        }
        if x < 0.0 {
            return self.negated().rounds_to(t, -x, format);
        }
        if x == 0.0 {
            let half = format.least - 1;
            return self.cmp(t, 1, half).is_le() && self.cmp(t, -1, half).is_ge();
        }
        if x == f64::INFINITY {
            return self
                .cmp(t, (2 << format.precision) - 1, format.past - format.precision - 1)
                .is_ge();
        }
        let Some((m, e)) = format.digits(x) else { return false };
        let above = self.cmp(t, 2 * m + 1, e - 1);
        let below = if m == 1 << (format.precision - 1) && e > format.least {
            self.cmp(t, 4 * m - 1, e - 2)
        } else {
            self.cmp(t, 2 * m - 1, e - 1)
        };
        let even = m % 2 == 0;
        (above.is_lt() || even && above.is_eq()) && (below.is_gt() || even && below.is_eq())
    }

    /// The nearest float, found by bisection, which is slower than a check of one float.
    pub fn nearest(&self, t: &Time, format: Format) -> f64 {
        if self.cmp(t, 0, 0).is_lt() {
            // The result must not be a zero with a minus sign.
            return 0.0 - self.negated().nearest(t, format);
        }
        let down = self.down(t, format);
        if self.rounds_to(t, down, format) { down } else { format.next_up(down) }
    }

    /// The largest finite float not above the number, which must not be negative.
    pub fn down(&self, t: &Time, format: Format) -> f64 {
        let not_above = |bits| {
            let (m, e) = decode(format.float(bits));
            self.cmp(t, m, e).is_ge()
        };
        let (mut low, mut high) = (0, format.bits_of_infinity());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if not_above(middle) { low = middle } else { high = middle }
        }
        format.float(low)
    }

    /// Whether the number lies between the two neighbours of `x`, that is, within one unit in the
    /// last place.
    pub fn is_next_to(&self, t: &Time, x: f64, format: Format) -> bool {
        let against = |x: f64| {
            let (m, e) = decode(x);
            self.cmp(t, m, e)
        };
        x.is_finite() && against(format.next_down(x)).is_ge() && against(format.next_up(x)).is_le()
    }

    /// Whether `x` is the largest finite float not above the number.
    pub fn rounds_down_to(&self, t: &Time, x: f64, format: Format) -> bool {
        let at_or_below = |x: f64| {
            let (m, e) = decode(x);
            self.cmp(t, m, e).is_ge()
        };
        let next = format.next_up(x);
        x.is_finite() && at_or_below(x) && (next == f64::INFINITY || !at_or_below(next))
    }
}

/// A kind of float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    /// The number of bits of the significand.
    precision: i32,
    /// The exponent of the least subnormal, `2^least`.
    least: i32,
    /// The exponent of the first power of two that is too large, `2^past`.
    past: i32,
}

impl Format {
    pub const SINGLE: Self = Self { precision: 24, least: -149, past: 128 };
    pub const DOUBLE: Self = Self { precision: 53, least: -1074, past: 1024 };

    /// A positive finite `x` as `m 2^e`, where `2^e` is its unit in the last place; `None` if `x`
    /// is no float of this kind.
    fn digits(self, x: f64) -> Option<(i64, i32)> {
        let (m, e) = decode(x);
        let top = e + (i64::BITS - m.leading_zeros()) as i32;
        let last = (top - self.precision).max(self.least);
        (e >= last && top <= self.past).then(|| (m << (e - last), last))
    }

    fn float(self, bits: u64) -> f64 {
        if self == Self::SINGLE {
            f64::from(f32::from_bits(bits as u32))
        } else {
            f64::from_bits(bits)
        }
    }

    fn bits_of_infinity(self) -> u64 {
        if self == Self::SINGLE { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits() }
    }

    /// The next float of this kind above `x`.
    pub fn next_up(self, x: f64) -> f64 {
        if self == Self::SINGLE { f64::from((x as f32).next_up()) } else { x.next_up() }
    }

    /// The next float of this kind below `x`.
    pub fn next_down(self, x: f64) -> f64 {
        -self.next_up(-x)
    }
}

/// The number `n / d` with `d > 0`.
#[derive(Clone, Debug)]
pub struct Ratio {
    pub n: BigInt,
    pub d: BigInt,
}

impl Ratio {
    pub fn zero() -> Self {
        Self { n: BigInt::ZERO, d: BigInt::from(1) }
    }

    /// The zero of `p + q t`, if there is one after the start.
    pub fn root_of(p: &BigInt, q: &BigInt) -> Option<Self> {
        let later = !p.is_zero() && !q.is_zero() && p.is_negative() != q.is_negative();
        later.then(|| Self { n: p.abs(), d: q.abs() })
    }

    pub fn cmp(&self, other: &Self) -> Ordering {
        (&self.n * &other.d).cmp(&(&other.n * &self.d))
    }

    /// A number between two others that differ.
    pub fn between(&self, other: &Self) -> Self {
        Self { n: &self.n + &other.n, d: &self.d + &other.d }
    }

    pub fn plus_one(&self) -> Self {
        Self { n: &self.n + &self.d, d: self.d.clone() }
    }
}
