//! One `f64`, or several that are worked on at once.

use super::pair::sqrt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A float, or several: with the operations of IEEE 754, each lane by itself.
pub(crate) trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Whether it is one float.
    const IS_ONE: bool;
    /// What is true of each lane.
    type Mask: Copy;

    fn splat(x: f64) -> Self;
    /// The first lane.
    fn first(self) -> f64;
    fn absolute(self) -> Self;
    fn root(self) -> Self;
    /// Where `self < other`.
    fn below(self, other: Self) -> Self::Mask;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Whether it is so in all lanes.
    fn all(mask: Self::Mask) -> bool;
    /// Whether it is so in any lane.
    fn any(mask: Self::Mask) -> bool;
    /// `a` where it is so, and `b` elsewhere.
    fn choose(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// `self × other` as the nearest floats and the rests, exactly but for underflow.
    fn two_product(self, other: Self) -> (Self, Self);

    /// Where `self = other`.
    fn equals(self, other: Self) -> Self::Mask;
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    #[cfg_attr(hot, inline(always))]
    fn two_square(self) -> (Self, Self) {
        self.two_product(self)
    }
}

/// Four floats in one register.
pub(crate) trait Four: Real {
    /// One float of the same machine.
    type One: Real;

    fn load(x: &[f64; 4]) -> Self;
    fn store(self) -> [f64; 4];
    /// Three floats and a zero, from registers.
    fn of_three(x: f64, y: f64, z: f64) -> Self;
    /// The same of single precision.
    #[cfg_attr(hot, inline(always))]
    fn of_three_singles(x: f32, y: f32, z: f32) -> Self {
        Self::of_three(f64::from(x), f64::from(y), f64::from(z))
    }
    /// Runs what is seldom needed in code of its own, so that the rest stays short.
    fn run_apart<K: TaskOfFour>(task: K) -> K::Output;
    /// Each as the nearest float of single precision.
    fn in_single(self) -> Self;
    /// The sum of the first three.
    #[cfg_attr(hot, inline(always))]
    fn sum_of_three(self) -> f64 {
        let [a, b, c, _] = self.store();
        a + b + c
    }
    /// The second, the third, the first, and the fourth.
    fn turned(self) -> Self;
    /// `a` where it is so, and `b` elsewhere.
    fn choose_mask(mask: Self::Mask, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// A bit for each lane, the first the lowest.
    fn bits(mask: Self::Mask) -> u32;
}

/// Something to be run on four at once.
pub(crate) trait TaskOfFour {
    type Output;
    fn run<F: Four>(self) -> Self::Output;
}

/// Something to be run on floats, one at a time.
pub(crate) trait TaskOfOne {
    type Output;
    fn run<F: Real>(self) -> Self::Output;
}

/// Runs the task on floats. Fused multiply-add is not known to be in hardware here.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_one_or<K: TaskOfOne>(
    task: K,
    _without: impl FnOnce(K) -> K::Output,
) -> K::Output {
    task.run::<f64>()
}

/// Whether this machine has registers of four.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[cfg_attr(hot, inline(always))]
pub(crate) fn has_four() -> bool {
    false
}

/// Runs the task on registers of four, if this machine has them.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_four<K: TaskOfFour>(_: K) -> Option<K::Output> {
    None
}

/// The same, or what is done without.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_four_or<K: TaskOfFour>(
    task: K,
    without: impl FnOnce(K) -> K::Output,
) -> K::Output {
    without(task)
}

/// The upper half of the digits, and the lower (Veltkamp).
#[cfg_attr(hot, inline(always))]
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

/// The operators of a kind of float, by its methods.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! operators {
    ($float:ident) => {
        operators! { $float: Add::add = plus; Sub::sub = minus; Mul::mul = times; Div::div = over; }

        impl core::ops::Neg for $float {
            type Output = Self;
            #[cfg_attr(hot, inline(always))]
            fn neg(self) -> Self {
                self.negated()
            }
        }
    };
    ($float:ident: $($operator:ident::$name:ident = $method:ident;)*) => {$(
        impl core::ops::$operator for $float {
            type Output = Self;
            #[cfg_attr(hot, inline(always))]
            fn $name(self, other: Self) -> Self {
                self.$method(other)
            }
        }
    )*};
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use operators;

/// What of [`Real`] is the same for each kind of float that is one.
macro_rules! of_one {
    () => {
        const IS_ONE: bool = true;
        type Mask = bool;

        #[cfg_attr(hot, inline(always))]
        fn and(a: bool, b: bool) -> bool {
            a && b
        }
        #[cfg_attr(hot, inline(always))]
        fn or(a: bool, b: bool) -> bool {
            a || b
        }
        #[cfg_attr(hot, inline(always))]
        fn all(mask: bool) -> bool {
            mask
        }
        #[cfg_attr(hot, inline(always))]
        fn any(mask: bool) -> bool {
            mask
        }
        #[cfg_attr(hot, inline(always))]
        fn choose(mask: bool, a: Self, b: Self) -> Self {
            if mask { a } else { b }
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use of_one;

impl Real for f64 {
    of_one!();

    #[cfg_attr(hot, inline(always))]
    fn splat(x: f64) -> Self {
        x
    }
    #[cfg_attr(hot, inline(always))]
    fn first(self) -> f64 {
        self
    }
    #[cfg_attr(hot, inline(always))]
    fn absolute(self) -> Self {
        self.abs()
    }
    #[cfg_attr(hot, inline(always))]
    fn root(self) -> Self {
        sqrt(self)
    }
    #[cfg_attr(hot, inline(always))]
    fn below(self, other: Self) -> bool {
        self < other
    }
    #[cfg_attr(hot, inline(always))]
    fn equals(self, other: Self) -> bool {
        self == other
    }

    #[cfg_attr(hot, inline(always))]
    fn two_product(self, other: Self) -> (Self, Self) {
        product_and_rest(self, other)
    }
    #[cfg_attr(hot, inline(always))]
    fn two_square(self) -> (Self, Self) {
        square_and_rest(self)
    }
}

/// Dekker's product. It avoids fused multiply-add, which is slow without hardware support; both
/// return the same bits. On x86-64 this function is a call: most machines there use `Fused`
/// instead, and seventeen inlined instructions for each product would only enlarge the fallback and
/// the second filter.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn product_and_rest(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// The same for a square.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn square_and_rest(a: f64) -> (f64, f64) {
    let product = a * a;
    let (high, low) = split(a);
    (product, ((high * high - product) + 2.0 * (high * low)) + low * low)
}
