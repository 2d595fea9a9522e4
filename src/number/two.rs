//! Sums and products of two floats as two floats, exactly.

/// `a + b` as the nearest float and the rest, exactly (Knuth).
#[inline(always)]
pub(super) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// The same where `|a| ≥ |b|` or `a` is zero (Dekker).
#[inline(always)]
pub(super) fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// The upper half of the digits, and the lower (Veltkamp).
#[inline(always)]
pub(super) fn split(a: f64) -> (f64, f64) {
    let c = 134_217_729.0 * a;
    let high = c - (c - a);
    (high, a - high)
}

/// `a b` as the nearest float and the rest, exactly but for underflow (Dekker).
///
/// Without fused multiply-add on purpose: where it is not in hardware it is slow, and both give the same bits.
#[inline(always)]
pub(super) fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// `a²` as the nearest float and the rest.
#[inline(always)]
pub(super) fn two_square(a: f64) -> (f64, f64) {
    let product = a * a;
    let (high, low) = split(a);
    (product, ((high * high - product) + 2.0 * (high * low)) + low * low)
}
