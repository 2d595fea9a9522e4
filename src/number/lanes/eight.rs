//! Eight `f32` at a time, for searches: AVX2 where the machine has it, found out when it runs; else
//! two halves of what the target is known to have, SSE2, NEON, the vectors of WebAssembly, or plain
//! floats.
//!
//! A search runs as one task on these lanes ([`Task`]), together with its exact decisions and the
//! rounding of its answer. Decisions use no fused product, so the queries that need exact numbers
//! are the same on every machine.

/// Eight `f32`, the lanes of a search. A comparison gives a mask: lanes with all bits set, or none.
///
/// Unlike everything else here, [`Eight::times_plus`] and [`Eight::minus_product`] round once on
/// some machines and twice on others: what is built on it must bound, not answer.
pub(crate) trait Eight: Copy {
    fn splat(x: f32) -> Self;
    fn load(x: &[f32; 8]) -> Self;
    /// Eight numbers from 0 to 255, the first in the lowest byte.
    fn of_bytes(bytes: u64) -> Self;
    /// The first, second and third numbers of eight rows.
    fn columns(rows: &[[f32; 4]; 8]) -> [Self; 3];
    /// Eight numbers of a table, each the one whose place a byte of `places` says, which is less
    /// than 16.
    fn of_table(table: &[u8; 16], places: u64) -> Self;
    fn store(self) -> [f32; 8];
    /// The least of the eight, none of which is NaN.
    fn least(self) -> f32;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    /// `self × factor + term`.
    fn times_plus(self, factor: Self, term: Self) -> Self;
    /// `self − a × b`.
    fn minus_product(self, a: Self, b: Self) -> Self;
    /// The lesser of two numbers, neither of which is NaN.
    fn or_less(self, other: Self) -> Self;
    /// The greater of two numbers, neither of which is NaN.
    fn or_greater(self, other: Self) -> Self;
    fn absolute(self) -> Self;
    fn root(self) -> Self;
    /// Where `self ≤ other`.
    fn at_most(self, other: Self) -> Self;
    /// Where `self < other`.
    fn below(self, other: Self) -> Self;
    /// Lanes of both masks, or numbers where a mask is set, and zero elsewhere.
    fn and(self, mask: Self) -> Self;
    /// Lanes that are in this mask or in the other.
    fn or(self, mask: Self) -> Self;
    /// Numbers or lanes where a mask is not set.
    fn except(self, mask: Self) -> Self;
    /// A bit for each lane of a mask, the first the lowest.
    fn bits(self) -> u32;

    /// `self` where the mask is set, `other` elsewhere.
    #[cfg_attr(hot, inline(always))]
    fn where_set(self, mask: Self, other: Self) -> Self {
        self.and(mask).or(other.except(mask))
    }
}

/// Something to be run on lanes.
pub(crate) trait Task {
    type Output;
    fn run<E: Eight>(self) -> Self::Output;
}

/// Methods that are one expression of instructions each.
macro_rules! instructions {
    ($seen:vis $register:ident: $($name:ident($a:ident $(, $other:ident)*) = $body:expr;)*) => {$(
        #[cfg_attr(hot, inline(always))]
        #[allow(unused_imports, unused_unsafe, reason = "some machines' need neither")]
        $seen fn $name(self $(, $other: Self)*) -> Self {
            use arch::*;
            let $a = self.0;
            $(let $other = $other.0;)*
            // SAFETY: whoever makes such a register has made sure that the machine has its
            // instructions.
            unsafe { $register($body) }
        }
    )*};
}
pub(super) use instructions;
