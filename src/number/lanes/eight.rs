//! Eight `f32` at a time, for searches: AVX2 if the machine has it, which is detected at run time;
//! otherwise two registers of four, which the target certainly has: of SSE2, of NEON, of
//! WebAssembly, or plain floats.
//!
//! A search runs as one task on these lanes ([`Task`]), together with its exact decisions and the
//! rounding of its answer. Decisions use no fused product, so the queries that need exact numbers
//! are the same on every machine.

/// Eight `f32`, the lanes of a search. A comparison returns a mask, in which each lane has all bits
/// set or none.
///
/// Unlike all other methods, [`Eight::times_plus`] and [`Eight::minus_product`] round once on some
/// machines and twice on others: only bounds may be built on them, no results.
pub(crate) trait Eight: Copy {
    fn splat(x: f32) -> Self;
    fn load(x: &[f32; 8]) -> Self;
    /// Converts eight bytes to numbers from 0 to 255, the first in the lowest byte.
    fn of_bytes(bytes: u64) -> Self;
    /// Returns the first, second and third numbers of eight rows.
    fn columns(rows: &[[f32; 4]; 8]) -> [Self; 3];
    /// Returns eight numbers of a table. Each byte of `places` is an index, which must be less than
    /// 16.
    fn of_table(table: &[u8; 16], places: u64) -> Self;
    fn store(self) -> [f32; 8];
    /// Returns the least of the eight numbers, none of which may be NaN.
    fn least(self) -> f32;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    /// Returns `self × factor + term`.
    fn times_plus(self, factor: Self, term: Self) -> Self;
    /// Returns `self − a × b`.
    fn minus_product(self, a: Self, b: Self) -> Self;
    /// Returns the lesser of two numbers, neither of which may be NaN.
    fn or_less(self, other: Self) -> Self;
    /// Returns the greater of two numbers, neither of which may be NaN.
    fn or_greater(self, other: Self) -> Self;
    fn absolute(self) -> Self;
    fn root(self) -> Self;
    /// Returns the mask of lanes with `self ≤ other`.
    fn at_most(self, other: Self) -> Self;
    /// Returns the mask of lanes with `self < other`.
    fn below(self, other: Self) -> Self;
    /// Returns the lanes that are in both masks; or, for numbers, these where the mask is set, and
    /// zero elsewhere.
    fn and(self, mask: Self) -> Self;
    /// Returns the lanes that are in this mask or in the other.
    fn or(self, mask: Self) -> Self;
    /// Returns the numbers or lanes where a mask is not set.
    fn except(self, mask: Self) -> Self;
    /// Returns a bit for each lane of a mask; the lowest bit is for the first lane.
    fn bits(self) -> u32;

    /// Returns `self` where the mask is set, `other` elsewhere.
    #[cfg_attr(hot, inline(always))]
    fn where_set(self, mask: Self, other: Self) -> Self {
        self.and(mask).or(other.except(mask))
    }
}

/// A task that runs on eight lanes.
pub(crate) trait Task {
    type Output;
    fn run<E: Eight>(self) -> Self::Output;
}

/// Defines methods, each as one expression of instructions.
macro_rules! instructions {
    ($seen:vis $register:ident: $($name:ident($a:ident $(, $other:ident)*) = $body:expr;)*) => {$(
        #[cfg_attr(hot, inline(always))]
        #[allow(unused_imports, unused_unsafe, reason = "some machines' need neither")]
        $seen fn $name(self $(, $other: Self)*) -> Self {
            use arch::*;
            let $a = self.0;
            $(let $other = $other.0;)*
            // SAFETY: a register of this type is only constructed on machines that have its
            // instructions.
            unsafe { $register($body) }
        }
    )*};
}
pub(super) use instructions;
