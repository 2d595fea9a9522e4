//! Integers and numbers `(x + y √d) / s`, none of which is ever rounded.

use super::exact::Real;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

pub type Vector = [BigInt; 3];

pub fn minus(a: &Vector, b: &Vector) -> Vector {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

pub fn dot(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

pub fn negated(a: &Vector) -> Vector {
    [-&a[0], -&a[1], -&a[2]]
}

pub fn is_zero(a: &Vector) -> bool {
    a.iter().all(Zero::is_zero)
}

pub fn unit_vector(k: usize) -> Vector {
    [0, 1, 2].map(|i| BigInt::from(i32::from(i == k)))
}

/// The sign of an integer, as −1, 0 or 1.
pub fn sign(x: &BigInt) -> i32 {
    i32::from(x.is_positive()) - i32::from(x.is_negative())
}

/// The shortest integer vector of this direction.
pub fn primitive(v: Vector) -> Vector {
    let divisor = v[0].gcd(&v[1]).gcd(&v[2]);
    if divisor.is_zero() { v } else { v.map(|x| x / &divisor) }
}

/// Either of the two directions of a line, always the same one.
pub fn line_direction(v: Vector) -> Vector {
    let v = primitive(v);
    let first = v.iter().find(|x| !x.is_zero());
    if first.is_some_and(Signed::is_negative) { negated(&v) } else { v }
}

/// The number of dimensions that these vectors span.
pub fn rank<'a>(vectors: impl IntoIterator<Item = &'a Vector>) -> usize {
    let (mut first, mut normal): (Option<&Vector>, Option<Vector>) = (None, None);
    for v in vectors {
        match (first, &normal) {
            (None, _) if !is_zero(v) => first = Some(v),
            (None, _) => {}
            (Some(e), None) => normal = Some(cross(e, v)).filter(|n| !is_zero(n)),
            (Some(_), Some(n)) if !dot(n, v).is_zero() => return 3,
            _ => {}
        }
    }
    usize::from(first.is_some()) + usize::from(normal.is_some())
}

/// The sign of `x + y √d`.
pub fn sign_of_sum(x: &BigInt, y: &BigInt, d: &BigInt) -> i32 {
    let (a, b) = (sign(x), if d.is_zero() { 0 } else { sign(y) });
    if a == b || b == 0 {
        return a;
    }
    if a == 0 {
        return b;
    }
    match (x * x).cmp(&(y * y * d)) {
        Ordering::Greater => a,
        Ordering::Less => b,
        Ordering::Equal => 0,
    }
}

/// The number `x + y √d`, where `d` is stored with the numbers of one contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    pub x: BigInt,
    pub y: BigInt,
}

impl Pair {
    pub fn whole(x: BigInt) -> Self {
        Self { x, y: BigInt::ZERO }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self { x: &self.x + &other.x, y: &self.y + &other.y }
    }

    pub fn minus(&self, other: &Self) -> Self {
        Self { x: &self.x - &other.x, y: &self.y - &other.y }
    }

    pub fn times(&self, k: &BigInt) -> Self {
        Self { x: &self.x * k, y: &self.y * k }
    }

    pub fn product(&self, other: &Self, d: &BigInt) -> Self {
        Self {
            x: &self.x * &other.x + &self.y * &other.y * d,
            y: &self.x * &other.y + &self.y * &other.x,
        }
    }

    pub fn sign(&self, d: &BigInt) -> i32 {
        sign_of_sum(&self.x, &self.y, d)
    }
}

/// The product of an integer vector and one of pairs.
pub fn dot_pairs(a: &Vector, b: &[Pair; 3]) -> Pair {
    b[0].times(&a[0]).plus(&b[1].times(&a[1])).plus(&b[2].times(&a[2]))
}

/// The number `(x + y √d) / s`, where `s > 0`.
#[derive(Clone, Debug)]
pub struct Surd {
    pub x: BigInt,
    pub y: BigInt,
    pub d: BigInt,
    pub s: BigInt,
}

impl Surd {
    pub fn new(x: BigInt, y: BigInt, d: BigInt, s: BigInt) -> Self {
        if s.is_negative() { Self { x: -x, y: -y, d, s: -s } } else { Self { x, y, d, s } }
    }

    pub fn zero() -> Self {
        Self::ratio(BigInt::ZERO, BigInt::from(1))
    }

    pub fn ratio(x: BigInt, s: BigInt) -> Self {
        Self::new(x, BigInt::ZERO, BigInt::ZERO, s)
    }

    pub fn rational(x: &BigRational) -> Self {
        Self::ratio(x.numer().clone(), x.denom().clone())
    }

    pub fn sign(&self) -> i32 {
        sign_of_sum(&self.x, &self.y, &self.d)
    }

    pub fn negated(&self) -> Self {
        Self { x: -&self.x, y: -&self.y, ..self.clone() }
    }

    pub fn times(&self, n: &BigInt, d: &BigInt) -> Self {
        Self::new(&self.x * n, &self.y * n, self.d.clone(), &self.s * d)
    }

    /// The sum of two numbers. One is rational, or both have the same root.
    pub fn plus(&self, other: &Self) -> Self {
        let d = if self.y.is_zero() { &other.d } else { &self.d };
        assert!(self.y.is_zero() || other.y.is_zero() || self.d == other.d, "one root");
        if self.s == other.s {
            let (x, y) = (&self.x + &other.x, &self.y + &other.y);
            return Self { x, y, d: d.clone(), s: self.s.clone() };
        }
        Self {
            x: &self.x * &other.s + &other.x * &self.s,
            y: &self.y * &other.s + &other.y * &self.s,
            d: d.clone(),
            s: &self.s * &other.s,
        }
    }

    /// Compares two numbers, also with different roots.
    pub fn compare(&self, other: &Self) -> Ordering {
        // The result is the sign of p + a √d + b √e.
        let p = &self.x * &other.s - &other.x * &self.s;
        let (a, b) = (&self.y * &other.s, -(&other.y * &self.s));
        let (aa, bb) = (&a * &a * &self.d, &b * &b * &other.d);
        let of_roots = match (sign(&a) * sign(&self.d), sign(&b) * sign(&other.d)) {
            (s, 0) => s,
            (0, s) => s,
            (s, t) if s == t => s,
            (s, t) => match aa.cmp(&bb) {
                Ordering::Greater => s,
                Ordering::Less => t,
                Ordering::Equal => 0,
            },
        };
        let of_whole = sign(&p);
        if of_whole == 0 || of_roots == 0 || of_whole == of_roots {
            return (of_whole + of_roots).cmp(&0);
        }
        // The signs are opposite, so the greater square decides.
        let rest = &p * &p - aa - bb;
        let larger = sign_of_sum(&rest, &(a * b * -2), &(&self.d * &other.d));
        (larger * of_whole).cmp(&0)
    }

    pub fn real(&self) -> Real {
        let (x, y, q, s) = (self.x.clone(), self.y.clone(), self.d.clone(), self.s.clone());
        Real::Surd { x, y, q, s, exponent: 0 }
    }

    /// An approximate value, for reports.
    pub fn about(&self) -> f64 {
        use super::exact::{Format, Time};
        self.real().nearest(&Time::Start, Format::DOUBLE)
    }
}

/// The unit vector `v / |v|`.
pub fn unit(v: &Vector) -> [Surd; 3] {
    let square = dot(v, v);
    v.clone().map(|x| Surd::new(BigInt::ZERO, x, square.clone(), square.clone()))
}
