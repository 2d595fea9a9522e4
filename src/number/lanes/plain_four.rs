//! Four `f64` one after another, for machines without registers of four.

use super::real::{Four, Real, TaskOfFour};
use core::array::from_fn;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Four plain floats.
#[derive(Clone, Copy)]
pub(crate) struct PlainFour([f64; 4]);

impl PlainFour {
    #[cfg_attr(hot, inline(always))]
    fn map(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        Self(from_fn(|i| f(self.0[i], other.0[i])))
    }
    #[cfg_attr(hot, inline(always))]
    fn compare(self, other: Self, f: impl Fn(f64, f64) -> bool) -> [bool; 4] {
        from_fn(|i| f(self.0[i], other.0[i]))
    }
}

/// Defines the operators of `f64`, lane by lane.
macro_rules! operators {
    ($($operator:ident::$name:ident;)*) => {$(
        impl $operator for PlainFour {
            type Output = Self;
            #[cfg_attr(hot, inline(always))]
            fn $name(self, other: Self) -> Self {
                self.map(other, |a, b| a.$name(b))
            }
        }
    )*};
}
operators! {
    Add::add;
    Sub::sub;
    Mul::mul;
    Div::div;
}

impl Neg for PlainFour {
    type Output = Self;
    #[cfg_attr(hot, inline(always))]
    fn neg(self) -> Self {
        Self(self.0.map(|a| -a))
    }
}

impl Real for PlainFour {
    const IS_ONE: bool = false;
    type Mask = [bool; 4];

    #[cfg_attr(hot, inline(always))]
    fn splat(x: f64) -> Self {
        Self([x; 4])
    }
    #[cfg_attr(hot, inline(always))]
    fn first(self) -> f64 {
        self.0[0]
    }
    #[cfg_attr(hot, inline(always))]
    fn absolute(self) -> Self {
        Self(self.0.map(Real::absolute))
    }
    #[cfg_attr(hot, inline(always))]
    fn root(self) -> Self {
        Self(self.0.map(Real::root))
    }
    #[cfg_attr(hot, inline(always))]
    fn below(self, other: Self) -> [bool; 4] {
        self.compare(other, |a, b| a < b)
    }
    #[cfg_attr(hot, inline(always))]
    fn equals(self, other: Self) -> [bool; 4] {
        self.compare(other, |a, b| a == b)
    }
    #[cfg_attr(hot, inline(always))]
    fn and(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        from_fn(|i| a[i] & b[i])
    }
    #[cfg_attr(hot, inline(always))]
    fn or(a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        from_fn(|i| a[i] | b[i])
    }
    #[cfg_attr(hot, inline(always))]
    fn all(mask: [bool; 4]) -> bool {
        mask == [true; 4]
    }
    #[cfg_attr(hot, inline(always))]
    fn any(mask: [bool; 4]) -> bool {
        mask != [false; 4]
    }
    #[cfg_attr(hot, inline(always))]
    fn choose(mask: [bool; 4], a: Self, b: Self) -> Self {
        Self(from_fn(|i| if mask[i] { a.0[i] } else { b.0[i] }))
    }
    #[cfg_attr(hot, inline(always))]
    fn two_product(self, other: Self) -> (Self, Self) {
        let each: [(f64, f64); 4] = from_fn(|i| self.0[i].two_product(other.0[i]));
        (Self(each.map(|(product, _)| product)), Self(each.map(|(_, rest)| rest)))
    }
}

impl Four for PlainFour {
    type One = f64;

    #[cfg_attr(hot, inline(always))]
    fn load(x: &[f64; 4]) -> Self {
        Self(*x)
    }
    #[cfg_attr(hot, inline(always))]
    fn store(self) -> [f64; 4] {
        self.0
    }
    #[cfg_attr(hot, inline(always))]
    fn of_three(x: f64, y: f64, z: f64) -> Self {
        Self([x, y, z, 0.0])
    }
    #[inline(never)]
    fn run_apart<K: TaskOfFour>(task: K) -> K::Output {
        task.run::<Self>()
    }
    #[cfg_attr(hot, inline(always))]
    fn in_single(self) -> Self {
        Self(self.0.map(|a| f64::from(a as f32)))
    }
    #[cfg_attr(hot, inline(always))]
    fn turned(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, d])
    }
    #[cfg_attr(hot, inline(always))]
    fn choose_mask(mask: [bool; 4], a: [bool; 4], b: [bool; 4]) -> [bool; 4] {
        from_fn(|i| if mask[i] { a[i] } else { b[i] })
    }
    #[cfg_attr(hot, inline(always))]
    fn bits(mask: [bool; 4]) -> u32 {
        (0..4).fold(0, |bits, i| bits | u32::from(mask[i]) << i)
    }
}

/// Runs a task without registers of four.
pub(crate) fn run_plain_four<K: TaskOfFour>(task: K) -> K::Output {
    task.run::<PlainFour>()
}
