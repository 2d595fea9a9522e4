//! Four `f32`, and two `f64`, in registers of NEON.
#![allow(unsafe_code)]

use super::eight::instructions;
use core::arch::aarch64 as arch;

#[derive(Clone, Copy)]
pub(super) struct NeonSingles(arch::float32x4_t);

impl NeonSingles {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn load(x: [f32; 4]) -> Self {
        // SAFETY: every machine of this kind has the instruction; the array has four numbers.
        unsafe { Self(arch::vld1q_f32(x.as_ptr())) }
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_bytes(bytes: u32) -> Self {
        // SAFETY: as above.
        unsafe {
            let halves = arch::vmovl_u8(arch::vcreate_u8(u64::from(bytes)));
            Self(arch::vcvtq_f32_u32(arch::vmovl_u16(arch::vget_low_u16(halves))))
        }
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
        // SAFETY: as above; the table has sixteen bytes.
        unsafe {
            let places = arch::vcreate_u8(u64::from(places));
            let halves = arch::vmovl_u8(arch::vqtbl1_u8(arch::vld1q_u8(table.as_ptr()), places));
            Self(arch::vcvtq_f32_u32(arch::vmovl_u16(arch::vget_low_u16(halves))))
        }
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn store(self) -> [f32; 4] {
        let mut x = [0.0; 4];
        // SAFETY: as above; the array has room for four numbers.
        unsafe { arch::vst1q_f32(x.as_mut_ptr(), self.0) };
        x
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn bits(self) -> u32 {
        const BITS: [u32; 4] = [1, 2, 4, 8];
        // SAFETY: as above; the array has four numbers.
        unsafe {
            let mask = arch::vreinterpretq_u32_f32(self.0);
            arch::vaddvq_u32(arch::vandq_u32(mask, arch::vld1q_u32(BITS.as_ptr())))
        }
    }
    instructions! { pub(super) NeonSingles:
        plus(a, b) = vaddq_f32(a, b);
        minus(a, b) = vsubq_f32(a, b);
        times(a, b) = vmulq_f32(a, b);
        over(a, b) = vdivq_f32(a, b);
        times_plus(a, b, c) = vfmaq_f32(c, a, b);
        minus_product(a, b, c) = vfmsq_f32(a, b, c);
        or_less(a, b) = vminq_f32(a, b);
        or_greater(a, b) = vmaxq_f32(a, b);
        absolute(a) = vabsq_f32(a);
        root(a) = vsqrtq_f32(a);
        at_most(a, b) = vreinterpretq_f32_u32(vcleq_f32(a, b));
        below(a, b) = vreinterpretq_f32_u32(vcltq_f32(a, b));
        and(a, b) = vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
        or(a, b) = vreinterpretq_f32_u32(vorrq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
        except(a, b) = vreinterpretq_f32_u32(vbicq_u32(vreinterpretq_u32_f32(a), vreinterpretq_u32_f32(b)));
    }
}

/// Two `f64` in one register.
#[derive(Clone, Copy)]
pub(super) struct Two(arch::float64x2_t);

impl Two {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn load(x: [f64; 2]) -> Self {
        // SAFETY: every machine of this kind has the instruction; the array has two numbers.
        unsafe { Self(arch::vld1q_f64(x.as_ptr())) }
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn store(self) -> [f64; 2] {
        let mut x = [0.0; 2];
        // SAFETY: as above; the array has room for two numbers.
        unsafe { arch::vst1q_f64(x.as_mut_ptr(), self.0) };
        x
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn bits(self) -> u32 {
        const BITS: [u64; 2] = [1, 2];
        // SAFETY: as above; the array has two numbers.
        unsafe {
            let mask = arch::vreinterpretq_u64_f64(self.0);
            arch::vaddvq_u64(arch::vandq_u64(mask, arch::vld1q_u64(BITS.as_ptr()))) as u32
        }
    }
    /// Returns `a` where this mask is set, and `b` elsewhere.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn choose(self, a: Self, b: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::vbslq_f64(arch::vreinterpretq_u64_f64(self.0), a.0, b.0)) }
    }
    instructions! { pub(super) Two:
        plus(a, b) = vaddq_f64(a, b);
        minus(a, b) = vsubq_f64(a, b);
        times(a, b) = vmulq_f64(a, b);
        over(a, b) = vdivq_f64(a, b);
        times_less(a, b, c) = vfmaq_f64(vnegq_f64(c), a, b);
        negated(a) = vnegq_f64(a);
        absolute(a) = vabsq_f64(a);
        root(a) = vsqrtq_f64(a);
        in_single(a) = vcvt_f64_f32(vcvt_f32_f64(a));
        below(a, b) = vreinterpretq_f64_u64(vcltq_f64(a, b));
        equals(a, b) = vreinterpretq_f64_u64(vceqq_f64(a, b));
        and(a, b) = vreinterpretq_f64_u64(vandq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)));
        or(a, b) = vreinterpretq_f64_u64(vorrq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)));
        second_and_first(a, b) = vextq_f64::<1>(a, b);
        first_and_second(a, b) = vcopyq_laneq_f64::<1, 1>(a, b);
    }
}
