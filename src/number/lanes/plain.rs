//! Four lanes of plain floats.
#![allow(unsafe_code)]

use super::eight::instructions;
use plain as arch;

/// The instructions of other machines, in plain floats.
mod plain {
    use core::array::from_fn;
    type F = [f32; 4];
    pub(super) fn map(a: F, b: F, f: impl Fn(f32, f32) -> f32) -> F {
        from_fn(|i| f(a[i], b[i]))
    }
    pub(super) fn compare(a: F, b: F, f: impl Fn(f32, f32) -> bool) -> F {
        map(a, b, |a, b| f32::from_bits(if f(a, b) { u32::MAX } else { 0 }))
    }
    pub(super) fn combine(a: F, b: F, f: impl Fn(u32, u32) -> u32) -> F {
        map(a, b, |a, b| f32::from_bits(f(a.to_bits(), b.to_bits())))
    }
}

#[derive(Clone, Copy)]
pub(super) struct PlainSingles([f32; 4]);

impl PlainSingles {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn load(x: [f32; 4]) -> Self {
        Self(x)
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_bytes(bytes: u32) -> Self {
        Self(bytes.to_le_bytes().map(f32::from))
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_table(table: &[u8; 16], places: u32) -> Self {
        let bytes = places.to_le_bytes().map(|place| table[usize::from(place % 16)]);
        Self::of_bytes(u32::from_le_bytes(bytes))
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn store(self) -> [f32; 4] {
        self.0
    }
    #[cfg_attr(hot, inline(always))]
    pub(super) fn bits(self) -> u32 {
        (0..4).fold(0, |bits, i| bits | (self.0[i].to_bits() >> 31) << i)
    }
    instructions! { pub(super) PlainSingles:
        plus(a, b) = map(a, b, |a, b| a + b);
        minus(a, b) = map(a, b, |a, b| a - b);
        times(a, b) = map(a, b, |a, b| a * b);
        over(a, b) = map(a, b, |a, b| a / b);
        times_plus(a, b, c) = map(map(a, b, |a, b| a * b), c, |a, b| a + b);
        minus_product(a, b, c) = map(a, map(b, c, |b, c| b * c), |a, b| a - b);
        or_less(a, b) = map(a, b, |a, b| if a < b { a } else { b });
        or_greater(a, b) = map(a, b, |a, b| if a > b { a } else { b });
        absolute(a) = a.map(f32::abs);
        root(a) = a.map(libm::sqrtf);
        at_most(a, b) = compare(a, b, |a, b| a <= b);
        below(a, b) = compare(a, b, |a, b| a < b);
        and(a, b) = combine(a, b, |a, b| a & b);
        or(a, b) = combine(a, b, |a, b| a | b);
        except(a, b) = combine(a, b, |a, b| a & !b);
    }
}
