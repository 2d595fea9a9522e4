//! One `f64`, with a fused multiply-add for the rest of a product, on machines that have it.
//!
//! aarch64 always has a fused multiply-add. x86-64 machines without it (older than 2013) compute
//! these numbers by calls (`number/called.rs`), which return the same bits and take a third of the
//! code. A product and its rest are the same two floats either way (`tests.rs`), and each number of
//! an answer is the nearest float or is computed again over integers. So no bit depends on the
//! machine. The unit vectors of bodies that are not balls are promised to one ulp only;
//! `measure.rs` computes them by calls on every machine.
//!
//! The instruction is named explicitly: a closure in generic code is not compiled for FMA, and an
//! intrinsic in it would be a call.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use super::machine::has_wide;
use super::real::{Real, TaskOfOne, of_one};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// One `f64`, whose product and rest take two instructions instead of seventeen.
#[derive(Clone, Copy)]
pub(crate) struct Fused(f64);

/// Defines operators that are those of `f64`.
macro_rules! operators {
    ($($operator:ident::$name:ident;)*) => {$(
        impl $operator for Fused {
            type Output = Self;
            #[cfg_attr(hot, inline(always))]
            fn $name(self, other: Self) -> Self {
                Self(self.0.$name(other.0))
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

impl Neg for Fused {
    type Output = Self;
    #[cfg_attr(hot, inline(always))]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Real for Fused {
    of_one!();

    #[cfg_attr(hot, inline(always))]
    fn splat(x: f64) -> Self {
        Self(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn first(self) -> f64 {
        self.0
    }
    #[cfg_attr(hot, inline(always))]
    fn absolute(self) -> Self {
        Self(self.0.absolute())
    }
    #[cfg_attr(hot, inline(always))]
    fn root(self) -> Self {
        Self(self.0.root())
    }
    #[cfg_attr(hot, inline(always))]
    fn below(self, other: Self) -> bool {
        self.0.below(other.0)
    }
    #[cfg_attr(hot, inline(always))]
    fn equals(self, other: Self) -> bool {
        self.0.equals(other.0)
    }

    #[cfg(target_arch = "aarch64")]
    #[cfg_attr(hot, inline(always))]
    fn two_product(self, other: Self) -> (Self, Self) {
        use core::arch::aarch64::{vdup_n_f64, vfma_f64, vget_lane_f64};
        let product = self * other;
        // SAFETY: every machine of this kind has the instruction.
        let rest = unsafe {
            let (a, b) = (vdup_n_f64(self.0), vdup_n_f64(other.0));
            vget_lane_f64::<0>(vfma_f64(vdup_n_f64(-product.0), a, b))
        };
        (product, Self(rest))
    }

    /// The instruction is given by name instead of an intrinsic: a closure in generic code is not
    /// compiled for FMA, so each intrinsic in it would be a call.
    #[cfg(target_arch = "x86_64")]
    #[cfg_attr(hot, inline(always))]
    fn two_product(self, other: Self) -> (Self, Self) {
        let product = self * other;
        let mut rest = self.0;
        // SAFETY: only code that runs on machines with FMA names this type. The instruction reads
        // and writes these registers alone.
        unsafe {
            core::arch::asm!(
                "vfmsub213sd {rest}, {other}, {product}",
                rest = inout(xmm_reg) rest,
                other = in(xmm_reg) other.0,
                product = in(xmm_reg) product.0,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        (product, Self(rest))
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,popcnt,bmi1,bmi2")]
fn with_fused<K: TaskOfOne>(task: K) -> K::Output {
    task.run::<Fused>()
}

/// Runs the task on floats with a fused multiply-add, or the alternative on machines without it.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_one_or<K: TaskOfOne>(task: K, without: impl FnOnce(K) -> K::Output) -> K::Output {
    if has_wide() {
        // SAFETY: the check found AVX2 and FMA on this machine.
        unsafe { with_fused(task) }
    } else {
        without(task)
    }
}

/// Runs the task on floats with a fused multiply-add, which every machine of this kind has.
#[cfg(target_arch = "aarch64")]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_one_or<K: TaskOfOne>(
    task: K,
    _without: impl FnOnce(K) -> K::Output,
) -> K::Output {
    task.run::<Fused>()
}
