//! Numbers `x ± √square` with rational `x` and `square`, in a form in which equal numbers have
//! equal parts.

use crate::convex_oracle::{Real, Time};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// `x + sign √square`; if the number is rational, both `sign` and `square` are zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    pub x: BigRational,
    pub sign: i8,
    pub square: BigRational,
}

fn power_of_two(e: i32) -> BigRational {
    let power = BigInt::from(1) << e.unsigned_abs();
    if e < 0 { BigRational::new(1.into(), power) } else { power.into() }
}

impl Root {
    fn new(x: BigRational, factor: &BigRational, square: &BigRational) -> Self {
        let square = factor * factor * square;
        let (n, d) = (square.numer().sqrt(), square.denom().sqrt());
        if &(&n * &n) == square.numer() && &(&d * &d) == square.denom() {
            let root = BigRational::new(n, d);
            let x = if factor.is_negative() { x - root } else { x + root };
            return Self { x, sign: 0, square: BigRational::zero() };
        }
        Self { x, sign: if factor.is_negative() { -1 } else { 1 }, square }
    }

    /// A number of an answer that is linear in the time, as such a root.
    pub fn of(number: &Real, at: &Time) -> Option<Self> {
        let Real::Linear { p, q, s, exponent } = number else { return None };
        let unit = power_of_two(*exponent) / s;
        let (p, q) = (&unit * p, &unit * q);
        Some(match at {
            Time::Start => Self::new(p, &BigRational::zero(), &BigRational::zero()),
            // The time is the smaller root.
            Time::Root { a, b, c } => {
                let x = p - &q * b / a;
                Self::new(x, &(-q / a), &BigRational::from(b * b - a * c))
            }
        })
    }

    pub fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        // The two numbers differ, so they differ at some precision.
        let mut bits = 64;
        loop {
            let difference = self.floor(bits) - other.floor(bits);
            if difference.abs() > BigInt::from(4) {
                return difference.cmp(&BigInt::zero());
            }
            bits *= 2;
        }
    }

    /// `2^bits` times the number, to within two.
    fn floor(&self, bits: u32) -> BigInt {
        let unit = BigRational::from(BigInt::from(1) << bits);
        let root = (&self.square * &unit * &unit).to_integer().sqrt();
        (&self.x * &unit).floor().to_integer() + root * self.sign
    }
}
