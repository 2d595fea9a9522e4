//! Four lanes of NEON.
#![allow(unsafe_code)]

use super::eight::instructions;
use core::arch::aarch64 as arch;

#[derive(Clone, Copy)]
pub(super) struct Four(arch::float32x4_t);

impl Four {
    #[inline(always)]
    pub(super) fn load(x: [f32; 4]) -> Self {
        // SAFETY: every machine of this kind has the instruction; the array has four numbers.
        unsafe { Self(arch::vld1q_f32(x.as_ptr())) }
    }
    #[inline(always)]
    pub(super) fn of_bytes(bytes: u32) -> Self {
        // SAFETY: as above.
        unsafe {
            let halves = arch::vmovl_u8(arch::vcreate_u8(u64::from(bytes)));
            Self(arch::vcvtq_f32_u32(arch::vmovl_u16(arch::vget_low_u16(halves))))
        }
    }
    #[inline(always)]
    pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
        // SAFETY: as above; the table has sixteen bytes.
        unsafe {
            let places = arch::vcreate_u8(u64::from(places));
            let halves = arch::vmovl_u8(arch::vqtbl1_u8(arch::vld1q_u8(table.as_ptr()), places));
            Self(arch::vcvtq_f32_u32(arch::vmovl_u16(arch::vget_low_u16(halves))))
        }
    }
    #[inline(always)]
    pub(super) fn store(self) -> [f32; 4] {
        let mut x = [0.0; 4];
        // SAFETY: as above; the array has room for four numbers.
        unsafe { arch::vst1q_f32(x.as_mut_ptr(), self.0) };
        x
    }
    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        const BITS: [u32; 4] = [1, 2, 4, 8];
        // SAFETY: as above; the array has four numbers.
        unsafe {
            let mask = arch::vreinterpretq_u32_f32(self.0);
            arch::vaddvq_u32(arch::vandq_u32(mask, arch::vld1q_u32(BITS.as_ptr())))
        }
    }
    instructions! { pub(super) Four:
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
