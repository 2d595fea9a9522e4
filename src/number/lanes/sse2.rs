//! Four lanes of SSE2.
#![allow(unsafe_code)]

use super::eight::instructions;
use core::arch::x86_64 as arch;

#[derive(Clone, Copy)]
pub(super) struct Sse2Singles(arch::__m128);

impl Sse2Singles {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn load(x: [f32; 4]) -> Self {
        // SAFETY: the target has the instruction, by the `cfg` of this module.
        unsafe { Self(arch::_mm_loadu_ps(x.as_ptr())) }
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_bytes(bytes: u32) -> Self {
        // SAFETY: as above.
        unsafe {
            let zero = arch::_mm_setzero_si128();
            let halves = arch::_mm_unpacklo_epi8(arch::_mm_cvtsi32_si128(bytes as i32), zero);
            Self(arch::_mm_cvtepi32_ps(arch::_mm_unpacklo_epi16(halves, zero)))
        }
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
        let bytes = places.to_le_bytes().map(|place| table[usize::from(place % 16)]);
        Self::of_bytes(u32::from_le_bytes(bytes))
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn store(self) -> [f32; 4] {
        let mut x = [0.0; 4];
        // SAFETY: as above; the array has room for four numbers, and need not be aligned.
        unsafe { arch::_mm_storeu_ps(x.as_mut_ptr(), self.0) };
        x
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn bits(self) -> u32 {
        // SAFETY: as above.
        unsafe { arch::_mm_movemask_ps(self.0) as u32 }
    }
    instructions! { pub(super) Sse2Singles:
        plus(a, b) = _mm_add_ps(a, b);
        minus(a, b) = _mm_sub_ps(a, b);
        times(a, b) = _mm_mul_ps(a, b);
        over(a, b) = _mm_div_ps(a, b);
        times_plus(a, b, c) = _mm_add_ps(_mm_mul_ps(a, b), c);
        minus_product(a, b, c) = _mm_sub_ps(a, _mm_mul_ps(b, c));
        or_less(a, b) = _mm_min_ps(a, b);
        or_greater(a, b) = _mm_max_ps(a, b);
        absolute(a) = _mm_andnot_ps(_mm_set1_ps(-0.0), a);
        root(a) = _mm_sqrt_ps(a);
        at_most(a, b) = _mm_cmple_ps(a, b);
        below(a, b) = _mm_cmplt_ps(a, b);
        and(a, b) = _mm_and_ps(a, b);
        or(a, b) = _mm_or_ps(a, b);
        except(a, b) = _mm_andnot_ps(b, a);
    }
}
