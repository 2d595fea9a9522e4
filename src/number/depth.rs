//! A number that counts roundings. It computes the depth that the bounds of the filters must allow
//! for, and how small a product of moderate inputs can be.
//!
//! The decisions themselves are evaluated over it, so a decision that becomes too deep fails a test
//! instead of a query.

use super::kinds::{Divide, Number};
use super::{CertainSign, Lift, Sign};
use core::cell::Cell;
use std::thread_local;

thread_local! {
    static GREATEST: Cell<u32> = const { Cell::new(0) };
    static LEAST: Cell<i32> = const { Cell::new(0) };
}

/// Returns the exponent of the least magnitude, except zero, that a product can have since the last
/// call, if all inputs are moderate (`are_moderate`).
pub(crate) fn least_magnitude() -> i32 {
    LEAST.replace(0)
}

/// Returns the greatest depth of a sign or of a value of an answer since the last call.
pub(crate) fn greatest_depth() -> u32 {
    GREATEST.replace(0)
}

/// A float, and the depth of the roundings behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedFloat {
    value: f64,
    depth: u32,
    /// The exponent of the least magnitude that the number can have, except zero.
    least: i32,
}

/// The exponents of the least moderate inputs, and of the least magnitude of a quotient.
const LENGTH: i32 = -16;
const DIRECTION: i32 = -12;
const QUOTIENT: i32 = -240;

impl CountedFloat {
    /// Records the depth of a number on which a result depends.
    pub(crate) fn note(&self) {
        GREATEST.set(GREATEST.get().max(self.depth));
    }

    fn sum(&self, other: &Self, value: f64) -> Self {
        let least = self.least.min(other.least);
        Self { value, depth: self.depth.max(other.depth) + 1, least }
    }

    fn product(&self, other: &Self, value: f64, own: u32) -> Self {
        let least = self.least + other.least;
        LEAST.set(LEAST.get().min(least));
        Self { value, depth: self.depth + other.depth + own, least }
    }
}

impl Number for CountedFloat {
    type Root = CountedFloat;
    type Value = CountedFloat;

    fn zero() -> Self {
        Self { value: 0.0, depth: 0, least: 0 }
    }
    fn one() -> Self {
        Self { value: 1.0, depth: 0, least: 0 }
    }
    fn plus(&self, other: &Self) -> Self {
        self.sum(other, self.value + other.value)
    }
    fn minus(&self, other: &Self) -> Self {
        self.sum(other, self.value - other.value)
    }
    fn times(&self, other: &Self) -> Self {
        self.product(other, self.value * other.value, 1)
    }
    fn negated(&self) -> Self {
        Self { value: -self.value, ..*self }
    }
    fn or_greater(&self, other: &Self) -> Self {
        let least = self.least.min(other.least);
        Self { value: self.value.max(other.value), depth: self.depth.max(other.depth), least }
    }
    fn sign(&self) -> CertainSign {
        self.note();
        Ok(match self.value.partial_cmp(&0.0) {
            Some(core::cmp::Ordering::Less) => Sign::Negative,
            Some(core::cmp::Ordering::Greater) => Sign::Positive,
            _ => Sign::Zero,
        })
    }
    fn root(&self) -> Self {
        let value = self.value.max(0.0).sqrt();
        Self { value, depth: self.depth + 1, least: self.least / 2 - 1 }
    }
    fn sign_with_root(x: &Self, y: &Self, q: &Self) -> CertainSign {
        x.plus(&y.times(q)).sign()
    }
}

impl Divide for CountedFloat {
    /// The error of a quotient of doubles is up to five times the error of a product.
    fn divided_by(&self, divisor: &Self) -> Self {
        let (value, depth) = (self.value / divisor.value, self.depth + divisor.depth + 5);
        Self { value, depth, least: QUOTIENT }
    }
    /// There are three roundings: of the product, of the sum, and of the sum of the low parts.
    fn along(&self, from: &Self, by: &Self) -> Self {
        from.plus(&self.product(by, self.value * by.value, 2))
    }
}

/// The lift that keeps floats as they are and rounds a difference once.
#[derive(Clone, Copy)]
pub(crate) struct Counting;

impl Lift<CountedFloat> for Counting {
    fn length(&self, x: f64) -> CountedFloat {
        CountedFloat { value: x, depth: 0, least: LENGTH }
    }
    fn length_difference(&self, a: f64, b: f64) -> CountedFloat {
        CountedFloat { value: a - b, depth: 1, least: LENGTH - 52 }
    }
    fn speed(&self, x: f64) -> CountedFloat {
        self.length(x)
    }
    fn speed_difference(&self, a: f64, b: f64) -> CountedFloat {
        self.length_difference(a, b)
    }
    fn direction(&self, x: f64) -> CountedFloat {
        CountedFloat { least: DIRECTION, ..self.length(x) }
    }
}
