//! Floats as integers times powers of two.

/// Returns `e` such that `|x| = m 2^e` with `1 ≤ m < 2`; returns zero if `x` is zero.
pub(super) fn exponent_of(x: f64) -> i32 {
    let (m, e) = parts(x);
    if m == 0 { 0 } else { e + 63 - m.unsigned_abs().leading_zeros() as i32 }
}

/// Returns the exponent of the lowest bit that is set; `i32::MAX` for zero.
pub(super) fn lowest_bit(x: f64) -> i32 {
    let (m, e) = parts(x);
    if m == 0 { i32::MAX } else { e + m.trailing_zeros() as i32 }
}

/// Returns `m` and `e` with `x = m 2^e`, exactly.
pub(super) fn parts(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (m, e) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    (if x.is_sign_negative() { -m } else { m }, e)
}

/// Returns `x 2^e`, exactly if the result is a float, else rounded or infinite.
pub(super) fn times_power_of_two(x: f64, e: i32) -> f64 {
    let step = |x: f64, e: i32| x * f64::from_bits(((1023 + e) as u64) << 52);
    // Three steps reach from the least subnormal past the largest float.
    let (mut x, mut e) = (x, e.clamp(-2200, 2200));
    while e > 1000 {
        x = step(x, 1000);
        e -= 1000;
    }
    while e < -900 {
        x = step(x, -900);
        e += 900;
    }
    step(x, e)
}
