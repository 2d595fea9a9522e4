//! Four `f64` one after another, for machines without registers of four.

use super::real::{Four, Real, TaskOfFour, operators};
use core::array::from_fn;

/// Four plain floats.
#[derive(Clone, Copy)]
pub(crate) struct PlainFour([f64; 4]);

impl PlainFour {
    #[inline]
    fn map(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self(from_fn(|i| f(self.0[i], other.0[i])))
    }
    #[inline]
    fn compare(self, other: Self, f: impl Fn(f64, f64) -> bool) -> [bool; 4] {
        from_fn(|i| f(self.0[i], other.0[i]))
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.map(other, |a, b| a + b)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.map(other, |a, b| a - b)
    }
    #[inline]
    fn times(self, other: Self) -> Self {
        self.map(other, |a, b| a * b)
    }
    #[inline]
    fn over(self, other: Self) -> Self {
        self.map(other, |a, b| a / b)
    }
    #[inline]
    fn negated(self) -> Self {
        Self(self.0.map(|a| -a))
    }
}

operators!(PlainFour);

impl Real for PlainFour {
    const IS_ONE: bool = false;
    type Mask = [bool; 4];

    #[inline]
    fn splat(x: f64) -> Self {
        Self([x; 4])
    }
    #[inline]
    fn first(self) -> f64 {
        self.0[0]
    }
    #[inline]
    fn absolute(self) -> Self {
        Self(self.0.map(Real::absolute))
    }
    #[inline]
    fn root(self) -> Self {
        Self(self.0.map(Real::root))
    }
    #[inline]
    fn below(self, other: Self) -> [bool; 4] {
        self.compare(other, |a, b| a < b)
    }
    #[inline]
    fn equals(self, other: Self) -> [bool; 4] {
        self.compare(other, |a, b| a == b)
    }
    #[inline]
    fn and(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        from_fn(|i| a[i] & b[i])
    }
    #[inline]
    fn or(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        from_fn(|i| a[i] | b[i])
    }
    #[inline]
    fn all(mask: [bool; 4]) -> bool {
        mask == [true; 4]
    }
    #[inline]
    fn any(mask: [bool; 4]) -> bool {
        mask != [false; 4]
    }
    #[inline]
    fn choose(mask: [bool; 4], a: Self, b: Self) -> Self {
        Self(from_fn(|i| if mask[i] { a.0[i] } else { b.0[i] }))
    }
    #[inline]
    fn two_product(self, other: Self) -> (Self, Self) {
        let each: [(f64, f64); 4] = from_fn(|i| self.0[i].two_product(other.0[i]));
        (Self(each.map(|(product, _)| product)), Self(each.map(|(_, rest)| rest)))
    }
}

impl Four for PlainFour {
    type One = f64;

    #[inline]
    fn load(x: &[f64; 4]) -> Self {
        Self(*x)
    }
    #[inline]
    fn store(self) -> [f64; 4] {
        self.0
    }
    #[inline]
    fn of_three(x: f64, y: f64, z: f64) -> Self {
        Self([x, y, z, 0.0])
    }
    #[inline(never)]
    fn run_apart<K: TaskOfFour>(task: K) -> K::Output {
        task.run::<Self>()
    }
    #[inline]
    fn in_single(self) -> Self {
        Self(self.0.map(|a| f64::from(a as f32)))
    }
    #[inline]
    fn turned(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, d])
    }
    #[inline]
    fn choose_mask(mask: [bool; 4], a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        from_fn(|i| if mask[i] { a[i] } else { b[i] })
    }
    #[inline]
    fn bits(mask: [bool; 4]) -> u32 {
        (0..4).fold(0, |bits, i| bits | u32::from(mask[i]) << i)
    }
}

/// Runs a task without registers of four.
pub(crate) fn run_plain_four<K: TaskOfFour>(task: K) -> K::Output {
    task.run::<PlainFour>()
}
