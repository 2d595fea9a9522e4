//! Four lanes of WebAssembly's vectors.
#![allow(unsafe_code)]

use super::eight::instructions;
use core::arch::wasm32 as arch;

#[derive(Clone, Copy)]
pub(super) struct Simd128Singles(arch::v128);

impl Simd128Singles {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn load(x: [f32; 4]) -> Self {
        Self(arch::f32x4(x[0], x[1], x[2], x[3]))
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_bytes(bytes: u32) -> Self {
        let halves = arch::u16x8_extend_low_u8x16(arch::u32x4(bytes, 0, 0, 0));
        Self(arch::f32x4_convert_u32x4(arch::u32x4_extend_low_u16x8(halves)))
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
        let table = u128::from_le_bytes(*table);
        let table = arch::u64x2(table as u64, (table >> 64) as u64);
        let bytes = arch::u8x16_swizzle(table, arch::u32x4(places, 0, 0, 0));
        let halves = arch::u16x8_extend_low_u8x16(bytes);
        Self(arch::f32x4_convert_u32x4(arch::u32x4_extend_low_u16x8(halves)))
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn store(self) -> [f32; 4] {
        use arch::f32x4_extract_lane as lane;
        [lane::<0>(self.0), lane::<1>(self.0), lane::<2>(self.0), lane::<3>(self.0)]
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn bits(self) -> u32 {
        u32::from(arch::i32x4_bitmask(self.0))
    }
    instructions! { pub(super) Simd128Singles:
        plus(a, b) = f32x4_add(a, b);
        minus(a, b) = f32x4_sub(a, b);
        times(a, b) = f32x4_mul(a, b);
        over(a, b) = f32x4_div(a, b);
        times_plus(a, b, c) = f32x4_add(f32x4_mul(a, b), c);
        minus_product(a, b, c) = f32x4_sub(a, f32x4_mul(b, c));
        or_less(a, b) = f32x4_pmin(a, b);
        or_greater(a, b) = f32x4_pmax(a, b);
        absolute(a) = f32x4_abs(a);
        root(a) = f32x4_sqrt(a);
        at_most(a, b) = f32x4_le(a, b);
        below(a, b) = f32x4_lt(a, b);
        and(a, b) = v128_and(a, b);
        or(a, b) = v128_or(a, b);
        except(a, b) = v128_andnot(a, b);
    }
}
