//! The first filter for many numbers at a time: whether a sum of squares of differences is at most
//! the square of a radius.
//!
//! All terms are at least zero, so plain floats, of the same kind as the inputs, lose little of the
//! *sum*: the computed float is only a few floats away from it. With `N` terms, `ŝ` the sum and
//! `q̂` the square as computed, in any range, and `x ± K` the float `K` floats after or before `x`,
//!
//! ```text
//! ŝ < q̂ − K  ⇒  sum ≤ square,     ŝ > q̂ + K  ⇒  sum > square,     K = 2 (N + 3)              (6.4)
//! ```
//!
//! A bound in floats is right for great numbers, whose errors are relative, and for the least,
//! whose errors are absolute. A step past infinity or below zero gives NaN, which is neither less
//! nor greater. Derivation: `docs/theory.md`, §6.

/// The number of items whose answers fill one word.
pub(crate) const BLOCK: usize = 64;

/// The results of a filter for a block of items, with a bit for each item; the lowest is for the
/// first.
#[derive(Clone, Copy, Debug)]
pub struct Verdicts {
    /// The items for which the answer is certainly yes.
    pub yes: u64,
    /// The items for which the answer is not certainly no, including all of `yes`.
    pub perhaps: u64,
}

/// Returns `K` of (6.4), for `N` terms.
pub(super) const fn steps(terms: usize) -> u32 {
    2 * (terms as u32 + 3)
}

/// A float that is processed many at a time.
pub trait Lane: Copy {
    /// Decides whether `Σ (a − b)² ≤ r²`, for each item of a block: `pair(axis, item)` returns `a`
    /// and `b`, `radius(item)` returns `r ≥ 0`.
    #[doc(hidden)]
    fn judge<const N: usize>(
        pair: impl Fn(usize, usize) -> [Self; 2],
        radius: impl Fn(usize) -> Self,
    ) -> Verdicts;

    /// Returns the lesser of two numbers, neither of which may be NaN.
    #[doc(hidden)]
    fn or_less(self, other: Self) -> Self;
    /// Returns the greater of two numbers, neither of which may be NaN.
    #[doc(hidden)]
    fn or_greater(self, other: Self) -> Self;
}

macro_rules! lane {
    ($float:ty, $bits:ty) => {
        impl Lane for $float {
            #[cfg_attr(hot, inline(always))]
            fn judge<const N: usize>(
                pair: impl Fn(usize, usize) -> [Self; 2],
                radius: impl Fn(usize) -> Self,
            ) -> Verdicts {
                // A mask has as many bits as a float, so that it needs no narrowing.
                const WIDTH: usize = <$bits>::BITS as usize;
                const BIT: [$bits; WIDTH] = {
                    let mut bits = [1; WIDTH];
                    let mut i = 0;
                    while i < WIDTH {
                        bits[i] = 1 << i;
                        i += 1;
                    }
                    bits
                };
                let square_of = |axis, item| {
                    let [a, b] = pair(axis, item);
                    (a - b) * (a - b)
                };
                let steps = steps(N) as $bits;
                let mut verdicts = Verdicts { yes: 0, perhaps: 0 };
                for start in (0..BLOCK).step_by(WIDTH) {
                    let (mut yes, mut perhaps): ($bits, $bits) = (0, 0);
                    for i in 0..WIDTH {
                        let item = start + i;
                        let sum =
                            (1..N).fold(square_of(0, item), |sum, k| sum + square_of(k, item));
                        let square = (radius(item) * radius(item)).to_bits();
                        let before = <$float>::from_bits(square.wrapping_sub(steps));
                        let after = <$float>::from_bits(square.wrapping_add(steps));
                        yes |= if sum < before { BIT[i] } else { 0 };
                        perhaps |= if sum > after { 0 } else { BIT[i] };
                    }
                    verdicts.yes |= u64::from(yes) << start;
                    verdicts.perhaps |= u64::from(perhaps) << start;
                }
                verdicts
            }

            #[cfg_attr(hot, inline(always))]
            fn or_less(self, other: Self) -> Self {
                if self < other { self } else { other }
            }
            #[cfg_attr(hot, inline(always))]
            fn or_greater(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
        }
    };
}

lane!(f32, u32);
lane!(f64, u64);
