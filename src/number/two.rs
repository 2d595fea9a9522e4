//! Sums and products of floats as two floats, exactly.

use super::lanes::Real;

/// Returns `a + b` as the nearest float and the rest, exactly (Knuth).
#[cfg_attr(hot, inline(always))]
pub(super) fn two_sum<F: Real>(a: F, b: F) -> (F, F) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// Returns `high + low + x` in two floats again, and whether the result is exact.
#[cfg_attr(hot, inline(always))]
pub(super) fn plus_in_two((high, low): (f64, f64), x: f64) -> ((f64, f64), bool) {
    let (sum, rest) = two_sum(high, x);
    let (below, lost) = two_sum(low, rest);
    ((sum, below), lost == 0.0)
}

/// Returns a sum of floats in two floats, the greater one first, if the two are certainly exact.
pub(crate) fn sum_in_two(terms: &[f64]) -> Option<(f64, f64)> {
    let (mut sum, mut is_exact) = ((0.0, 0.0), true);
    for &x in terms {
        let (next, holds) = plus_in_two(sum, x);
        (sum, is_exact) = (next, is_exact && holds);
    }
    is_exact.then(|| two_sum(sum.0, sum.1))
}

/// Returns the sum of two floats with `|a| ≥ |b|` or `a = 0` as two floats (Dekker).
#[cfg_attr(hot, inline(always))]
pub(super) fn fast_two_sum<F: Real>(a: F, b: F) -> (F, F) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// Returns `a b` as the nearest float and the rest, exactly except for underflow.
#[cfg_attr(hot, inline(always))]
pub(super) fn two_product<F: Real>(a: F, b: F) -> (F, F) {
    a.two_product(b)
}

/// Returns `a²` as the nearest float and the rest.
#[cfg_attr(hot, inline(always))]
pub(super) fn two_square<F: Real>(a: F) -> (F, F) {
    a.two_square()
}
