//! Two `f64` in one register, and the square root that `core` does not have.
//!
//! Only `+`, `×`, negation and `√` of IEEE 754 are used, so every target computes the same bits.
//! Each `unsafe` block relies only on its instructions, which the target has whenever this code is
//! compiled.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod two {
    use core::arch::x86_64::{
        __m128d, _mm_add_pd, _mm_andnot_pd, _mm_castpd_si128, _mm_castsi128_pd, _mm_cvtsd_f64,
        _mm_max_pd, _mm_min_pd, _mm_mul_pd, _mm_set_pd, _mm_set_sd, _mm_set1_epi64x, _mm_set1_pd,
        _mm_sqrt_sd, _mm_sub_epi64, _mm_unpackhi_pd, _mm_xor_pd,
    };

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Pair(__m128d);

    impl Pair {
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn new(first: f64, second: f64) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(_mm_set_pd(second, first)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn first(self) -> f64 {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { _mm_cvtsd_f64(self.0) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn second(self) -> f64 {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { _mm_cvtsd_f64(_mm_unpackhi_pd(self.0, self.0)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn plus(self, other: Self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(_mm_add_pd(self.0, other.0)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn times(self, other: Self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(_mm_mul_pd(self.0, other.0)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn or_greater(self, other: Self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(_mm_max_pd(self.0, other.0)) }
        }
        /// Returns the lesser of this number and the float below `other`; this number if `other` is
        /// zero. `other` must not be negative.
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn or_less_unless_zero(self, other: Self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe {
                // The float below zero is a NaN, for which the instruction returns the second
                // operand.
                let below = _mm_sub_epi64(_mm_castpd_si128(other.0), _mm_set1_epi64x(1));
                Self(_mm_min_pd(_mm_castsi128_pd(below), self.0))
            }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn absolute(self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(_mm_andnot_pd(_mm_set1_pd(-0.0), self.0)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn first_negated(self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(_mm_xor_pd(self.0, _mm_set_pd(0.0, -0.0))) }
        }
    }

    #[cfg_attr(hot, inline(always))]
    pub(crate) fn sqrt(x: f64) -> f64 {
        // SAFETY: the target has the instruction, by the `cfg` of this module.
        unsafe {
            let x = _mm_set_sd(x);
            _mm_cvtsd_f64(_mm_sqrt_sd(x, x))
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod two {
    use core::arch::aarch64::{
        float64x2_t, vabsq_f64, vaddq_f64, vdup_n_f64, vdupq_n_f64, vget_lane_f64, vgetq_lane_f64,
        vmaxq_f64, vmulq_f64, vsetq_lane_f64, vsqrt_f64,
    };

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Pair(float64x2_t);

    impl Pair {
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn new(first: f64, second: f64) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(vsetq_lane_f64::<1>(second, vdupq_n_f64(first))) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn first(self) -> f64 {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { vgetq_lane_f64::<0>(self.0) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn second(self) -> f64 {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { vgetq_lane_f64::<1>(self.0) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn plus(self, other: Self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(vaddq_f64(self.0, other.0)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn times(self, other: Self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(vmulq_f64(self.0, other.0)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn or_greater(self, other: Self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(vmaxq_f64(self.0, other.0)) }
        }
        /// Returns the lesser of this number and the float below `other`; this number if `other` is
        /// zero. `other` must not be negative.
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn or_less_unless_zero(self, other: Self) -> Self {
            let lane = |least: f64, x: f64| {
                if x == 0.0 || least < x.next_down() { least } else { x.next_down() }
            };
            Self::new(lane(self.first(), other.first()), lane(self.second(), other.second()))
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn absolute(self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(vabsq_f64(self.0)) }
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn first_negated(self) -> Self {
            // SAFETY: the target has the instruction, by the `cfg` of this module.
            unsafe { Self(vsetq_lane_f64::<0>(-self.first(), self.0)) }
        }
    }

    #[cfg_attr(hot, inline(always))]
    pub(crate) fn sqrt(x: f64) -> f64 {
        // SAFETY: the target has the instruction, by the `cfg` of this module.
        unsafe { vget_lane_f64::<0>(vsqrt_f64(vdup_n_f64(x))) }
    }
}

#[cfg(not(any(all(target_arch = "x86_64", target_feature = "sse2"), target_arch = "aarch64")))]
mod two {
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Pair(f64, f64);

    impl Pair {
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn new(first: f64, second: f64) -> Self {
            Self(first, second)
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn first(self) -> f64 {
            self.0
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn second(self) -> f64 {
            self.1
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn plus(self, other: Self) -> Self {
            Self(self.0 + other.0, self.1 + other.1)
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn times(self, other: Self) -> Self {
            Self(self.0 * other.0, self.1 * other.1)
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn or_greater(self, other: Self) -> Self {
            Self(self.0.max(other.0), self.1.max(other.1))
        }
        /// Returns the lesser of this number and the float below `other`; this number if `other` is
        /// zero. `other` must not be negative.
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn or_less_unless_zero(self, other: Self) -> Self {
            let lane = |least: f64, x: f64| {
                if x == 0.0 || least < x.next_down() { least } else { x.next_down() }
            };
            Self::new(lane(self.first(), other.first()), lane(self.second(), other.second()))
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn absolute(self) -> Self {
            Self(self.0.abs(), self.1.abs())
        }
        #[cfg_attr(hot, inline(always))]
        pub(crate) fn first_negated(self) -> Self {
            Self(-self.0, self.1)
        }
    }

    /// Computes the root of two numbers at once, since the instruction for one number is not
    /// available outside of the standard library.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn sqrt(x: f64) -> f64 {
        use core::arch::wasm32::{f64x2_extract_lane, f64x2_splat, f64x2_sqrt};
        f64x2_extract_lane::<0>(f64x2_sqrt(f64x2_splat(x)))
    }

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn sqrt(x: f64) -> f64 {
        libm::sqrt(x)
    }
}

pub(crate) use two::{Pair, sqrt};
