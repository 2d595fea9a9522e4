//! Times `(x + y √q) / s`, and numbers that are linear in such a time.

use super::exact::{Real, sign};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// The time `(x + y √q) / s`, with `s > 0` and `q >= 0`.
#[derive(Clone, Debug)]
pub struct Moment {
    x: BigInt,
    y: BigInt,
    q: BigInt,
    s: BigInt,
}

impl Moment {
    pub fn start() -> Self {
        Self::ratio(BigInt::ZERO, BigInt::one())
    }

    /// The time `n / d`, where `d > 0`.
    pub fn ratio(n: BigInt, d: BigInt) -> Self {
        Self { x: n, y: BigInt::ZERO, q: BigInt::ZERO, s: d }
    }

    /// The first and the last time at which `a t^2 + 2 b t + c <= 0`. Here `a > 0`.
    pub fn roots(a: &BigInt, b: &BigInt, c: &BigInt) -> Option<[Self; 2]> {
        let q = b * b - a * c;
        let root = |y: i32| Self { x: -b, y: y.into(), q: q.clone(), s: a.clone() };
        (q >= BigInt::ZERO).then(|| [root(-1), root(1)])
    }

    pub fn cmp(&self, other: &Self) -> Ordering {
        let x = &self.x * &other.s - &other.x * &self.s;
        let roots = [(&self.y * &other.s, &self.q), (-&other.y * &self.s, &other.q)];
        sign_of_sum(&x, roots)
    }

    /// The sign of `p + r t`.
    pub fn sign_of(&self, p: &BigInt, r: &BigInt) -> Ordering {
        let zero = BigInt::ZERO;
        sign_of_sum(&(p * &self.s + r * &self.x), [(r * &self.y, &self.q), (zero, &self.q)])
    }

    pub fn is_start(&self) -> bool {
        self.sign_of(&BigInt::ZERO, &BigInt::one()).is_eq()
    }

    /// The time as a numerator and a denominator, if no root is left in it.
    pub fn as_ratio(&self) -> Option<(BigInt, BigInt)> {
        let root = self.q.sqrt();
        (&root * &root == self.q || self.y.is_zero())
            .then(|| (&self.x + &self.y * root, self.s.clone()))
    }
}

/// The sign of `x + Σ y √q`, for two roots.
fn sign_of_sum(x: &BigInt, [(y, q), (z, r)]: [(BigInt, &BigInt); 2]) -> Ordering {
    let of_first = if q.is_zero() { Ordering::Equal } else { sign(&y) };
    let of_second = if r.is_zero() { Ordering::Equal } else { sign(&z) };
    if of_first.is_eq() && of_second.is_eq() {
        return sign(x);
    }
    let (first, second) = (&y * &y * q, &z * &z * r);
    let of_roots = match (of_first, of_second) {
        (Ordering::Equal, one) | (one, Ordering::Equal) => one,
        (one, other) if one == other => one,
        (one, _) if first > second => one,
        (_, other) if first < second => other,
        _ => Ordering::Equal,
    };
    if x.is_zero() || sign(x) == of_roots {
        return of_roots;
    }
    if of_roots.is_eq() {
        return sign(x);
    }
    // With opposite signs, the larger square wins. The square of the roots is `first + second + 2 y
    // z √(q r)`.
    let larger = match (of_first, of_second) {
        (Ordering::Equal, _) => (x * x).cmp(&second),
        (_, Ordering::Equal) => (x * x).cmp(&first),
        _ => {
            let zero = BigInt::ZERO;
            let mixed = q * r;
            sign_of_sum(&(x * x - first - second), [(y * z * -2, &mixed), (zero, &mixed)])
        }
    };
    match larger {
        Ordering::Greater => sign(x),
        Ordering::Equal => Ordering::Equal,
        Ordering::Less => of_roots,
    }
}

/// The number `(p + r t) / s`, with `s > 0`.
#[derive(Clone, Debug)]
pub struct Linear {
    pub p: BigInt,
    pub r: BigInt,
    pub s: BigInt,
}

impl Linear {
    pub fn constant(p: i32) -> Self {
        Self { p: p.into(), r: BigInt::ZERO, s: BigInt::one() }
    }

    /// The number at a time, in units of `2^exponent`.
    pub fn at(&self, t: &Moment, exponent: i32) -> Real {
        let Self { p, r, s } = self;
        Real::Surd { x: p * &t.s + r * &t.x, y: r * &t.y, q: t.q.clone(), s: s * &t.s, exponent }
    }

    /// Compares two numbers at a time.
    pub fn cmp(&self, other: &Self, t: &Moment) -> Ordering {
        let difference = |a: &BigInt, b: &BigInt| a * &other.s - b * &self.s;
        t.sign_of(&difference(&self.p, &other.p), &difference(&self.r, &other.r))
    }
}
