//! One `f64`, or several in the lanes of a register, with the same operations.

use super::pair::sqrt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// One float, or several in lanes, with the operations of IEEE 754 for each lane alone.
pub(crate) trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Whether the type is one float.
    const IS_ONE: bool;
    /// A truth value for each lane.
    type Mask: Copy;

    fn splat(x: f64) -> Self;
    /// Returns the first lane.
    fn first(self) -> f64;
    fn absolute(self) -> Self;
    fn root(self) -> Self;
    /// Returns the mask of lanes with `self < other`.
    fn below(self, other: Self) -> Self::Mask;
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Returns whether the mask is set in all lanes.
    fn all(mask: Self::Mask) -> bool;
    /// Returns whether the mask is set in any lane.
    fn any(mask: Self::Mask) -> bool;
    /// Returns `a` where the mask is set, and `b` elsewhere.
    fn choose(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Returns `self × other` as the nearest floats and the rests, exactly except for underflow.
    fn two_product(self, other: Self) -> (Self, Self);

    /// Returns the mask of lanes with `self = other`.
    fn equals(self, other: Self) -> Self::Mask;
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    #[cfg_attr(hot, inline(always))]
    fn two_square(self) -> (Self, Self) {
        self.two_product(self)
    }
}

/// Four floats in one register.
pub(crate) trait Four: Real {
    /// One float on the same machine.
    type One: Real;

    fn load(x: &[f64; 4]) -> Self;
    fn store(self) -> [f64; 4];
    /// Returns lanes of three floats, which are in registers, and a zero.
    fn of_three(x: f64, y: f64, z: f64) -> Self;
    /// Returns lanes of three floats of single precision, which are in registers, and a zero.
    #[cfg_attr(hot, inline(always))]
    fn of_three_singles(x: f32, y: f32, z: f32) -> Self {
        Self::of_three(f64::from(x), f64::from(y), f64::from(z))
    }
    /// Runs a task that is seldom needed in a function of its own, so that the calling code stays
    /// short.
    fn run_apart<K: TaskOfFour>(task: K) -> K::Output;
    /// Rounds each number to the nearest float of single precision.
    fn in_single(self) -> Self;
    /// Returns the sum of the first three.
    #[cfg_attr(hot, inline(always))]
    fn sum_of_three(self) -> f64 {
        let [a, b, c, _] = self.store();
        a + b + c
    }
    /// Returns the second, the third, the first, and the fourth number.
    fn turned(self) -> Self;
    /// Returns `a` where the mask is set, and `b` elsewhere.
    fn choose_mask(mask: Self::Mask, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Returns a bit for each lane of a mask; the lowest bit is for the first lane.
    fn bits(mask: Self::Mask) -> u32;
}

/// A task that runs on four `f64` at once.
pub(crate) trait TaskOfFour {
    type Output;
    fn run<F: Four>(self) -> Self::Output;
}

/// A task that runs on floats, one at a time.
pub(crate) trait TaskOfOne {
    type Output;
    fn run<F: Real>(self) -> Self::Output;
}

/// Runs the task on floats. On these targets a fused multiply-add in hardware cannot be assumed.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_one_or<K: TaskOfOne>(
    task: K,
    _without: impl FnOnce(K) -> K::Output,
) -> K::Output {
    task.run::<f64>()
}

/// Returns whether this machine has registers of four.
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

/// Runs the alternative without registers of four.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_four_or<K: TaskOfFour>(
    task: K,
    without: impl FnOnce(K) -> K::Output,
) -> K::Output {
    without(task)
}

/// Returns the upper half of the digits, and the lower half (Veltkamp).
#[cfg_attr(hot, inline(always))]
fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

/// Implements the operators of a kind of float by its methods.
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
pub(super) use operators;

/// The items of [`Real`] that are the same for each kind of a single float.
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

/// Computes Dekker's product. It avoids a fused multiply-add, which is slow without hardware
/// support; both return the same bits. On x86-64 this function is a call: most machines there use
/// `Fused` instead, and seventeen inlined instructions for each product would only enlarge the
/// fallback and the second filter.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn product_and_rest(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// Computes Dekker's square: `a²` as the nearest float and the rest.
#[cfg_attr(target_arch = "x86_64", inline(never))]
#[cfg_attr(not(target_arch = "x86_64"), inline)]
fn square_and_rest(a: f64) -> (f64, f64) {
    let product = a * a;
    let (high, low) = split(a);
    (product, ((high * high - product) + 2.0 * (high * low)) + low * low)
}
