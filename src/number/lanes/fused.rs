//! The rest of a product in one instruction, where the machine has it.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))]

use super::super::two::Split;

/// How a product is found as the nearest float and the rest, which is exact but for underflow, and so the same bits by whatever means.
pub(crate) trait Product: Copy + core::fmt::Debug {
    /// `a b`.
    fn two_product(a: f64, b: f64) -> (f64, f64);
    /// `a²`.
    fn two_square(a: f64) -> (f64, f64);
}

/// Something to be run on products.
pub(crate) trait Products {
    type Output;
    fn run<P: Product>(self) -> Self::Output;
}

/// With the instruction, if the machine has it.
#[inline(always)]
pub(crate) fn run_fused<K: Products>(task: K) -> K::Output {
    #[cfg(all(target_arch = "x86_64", not(feature = "compact"), not(unfused)))]
    if super::avx2::has_wide() {
        // SAFETY: the machine has just said that it has AVX2 and FMA.
        return unsafe { x86::with_fused(task) };
    }
    with_split(task)
}

/// Once for each kind of task, and not wherever one is run.
#[inline(never)]
fn with_split<K: Products>(task: K) -> K::Output {
    task.run::<Split>()
}

#[cfg(target_arch = "x86_64")]
#[cfg_attr(
    any(feature = "compact", unfused),
    allow(dead_code, reason = "small code has no second one")
)]
pub(super) mod x86 {
    use super::{Product, Products};
    use core::arch::x86_64::{_mm_cvtsd_f64, _mm_fmsub_sd, _mm_set_sd};

    /// By fused multiply-add.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Fused;

    impl Product for Fused {
        #[inline(always)]
        fn two_product(a: f64, b: f64) -> (f64, f64) {
            let product = a * b;
            // SAFETY: only `with_fused` names this type, on machines that have FMA.
            let rest = unsafe {
                _mm_cvtsd_f64(_mm_fmsub_sd(_mm_set_sd(a), _mm_set_sd(b), _mm_set_sd(product)))
            };
            (product, rest)
        }
        #[inline(always)]
        fn two_square(a: f64) -> (f64, f64) {
            Self::two_product(a, a)
        }
    }

    #[target_feature(enable = "avx2,fma")]
    pub(in super::super) fn with_fused<K: Products>(task: K) -> K::Output {
        task.run::<Fused>()
    }
}
