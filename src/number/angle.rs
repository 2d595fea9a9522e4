//! Sine and cosine of any float, to any number of digits, over integers.
//!
//! An angle is reduced to `±π/4` by a multiple of `π/2`, which is computed to more digits: as many
//! as the angle has before the point. Then the Taylor series are summed. Except for the angle zero,
//! no float has a sine or a cosine with finitely many digits (F. Lindemann, 1882), so more digits
//! always decide the rounding in the end.
//!
//! Source: A. Ziv, *Fast evaluation of elementary mathematical functions with correctly rounded
//! last bit*, 1991; J. Machin's formula for `π`, 1706.

use super::Scalar;
use super::bits::parts;
use super::round::{Rounding, round};
use dashu_base::{BitTest, DivRem, Signed, SquareRootRem};
use dashu_int::{IBig, UBig};

/// An integer multiple of `2^-bits`, with an error of less than [`SLACK`] units.
type FixedPoint = IBig;

/// A bound for the roundings of a hundred terms, in units of [`FixedPoint`].
const SLACK: u32 = 1 << 12;

/// Computes `[sin(a/2), cos(a/2)]`, each as the nearest float.
pub(crate) fn half_angle<T: Scalar>(angle: f64) -> [T; 2] {
    if angle == 0.0 {
        return [T::ZERO, T::ONE];
    }
    nearest(|bits| {
        let (sine, cosine) = sine_and_cosine(angle, bits);
        [Some(sine), Some(cosine)]
    })
}

/// Computes `[x sin(a/2), y sin(a/2), z sin(a/2), √(x² + y² + z²) cos(a/2)]` for an axis `x y z`
/// that is not zero. All four are multiplied by one power of two, and each is rounded to the
/// nearest float.
pub(crate) fn axis_and_half_angle<T: Scalar>(axis: [f64; 3], angle: f64) -> [T; 4] {
    if angle == 0.0 {
        return [T::ZERO, T::ZERO, T::ZERO, T::ONE];
    }
    let (axis, is_zero) = (axis.map(parts), axis.map(|x| x == 0.0));
    let size = |(m, e): (i64, i32)| e + 64 - m.unsigned_abs().leading_zeros() as i32;
    let largest = axis.iter().filter(|(m, _)| *m != 0).map(|&part| size(part)).max().unwrap_or(0);
    nearest(|bits| {
        let (sine, cosine) = sine_and_cosine(angle, bits);
        // The largest component is one half or more, and less than one.
        let axis = axis.map(|(m, e)| shifted(m, bits as i32 + e - largest));
        let square = axis.iter().fold(IBig::ZERO, |sum, a| sum + a * a);
        let length = IBig::from(square.into_parts().1.sqrt_rem().0);
        let along = |k: usize| (!is_zero[k]).then(|| (&sine * &axis[k]) >> bits);
        [along(0), along(1), along(2), Some((cosine * length) >> bits)]
    })
}

/// Returns the floats nearest to numbers. `evaluate` computes these to a given number of bits, each
/// with an error of less than [`SLACK`]; `None` stands for zero.
fn nearest<T: Scalar, const K: usize>(
    evaluate: impl Fn(usize) -> [Option<FixedPoint>; K],
) -> [T; K] {
    let mut bits = 192;
    loop {
        let rounded = |x: IBig| -> T {
            round(&x, &IBig::ZERO, &UBig::ZERO, &UBig::ONE, -(bits as i32), Rounding::Nearest)
        };
        let ends = evaluate(bits).map(|x| match x {
            Some(x) => (rounded(&x - IBig::from(SLACK)), rounded(x + IBig::from(SLACK))),
            None => (T::ZERO, T::ZERO),
        });
        if ends.iter().all(|(below, above)| below == above) {
            return ends.map(|(below, _)| below);
        }
        bits *= 2;
    }
}

/// Returns `m 2^up`, rounded down.
fn shifted(m: i64, up: i32) -> FixedPoint {
    let m = IBig::from(m);
    if up >= 0 { m << up as usize } else { m >> up.unsigned_abs() as usize }
}

/// Returns the sine and the cosine of `angle / 2`.
fn sine_and_cosine(angle: f64, bits: usize) -> (FixedPoint, FixedPoint) {
    let (m, e) = parts(angle);
    // An angle with `k` bits before the point needs a quarter turn with `k` more bits.
    let whole = usize::try_from(e + 64).unwrap_or(0);
    let quarter = quarter_turn(bits + whole);
    let half = shifted(m, bits as i32 + whole as i32 + e - 1);
    let turns = (&half * IBig::from(2u8) + &quarter).div_floor(&(&quarter * IBig::from(2u8)));
    let rest = (half - &turns * quarter) >> whole;
    let (sine, cosine) =
        (series(&rest, &rest, 2, bits), series(&rest, &(IBig::ONE << bits), 1, bits));
    match turns.rem_four() {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

trait Divided {
    fn div_floor(&self, divisor: &Self) -> Self;
    fn rem_four(&self) -> u8;
}

impl Divided for IBig {
    /// Returns the quotient by a positive number, rounded down.
    fn div_floor(&self, divisor: &Self) -> Self {
        let (quotient, remainder) = self.div_rem(divisor);
        if remainder.is_negative() { quotient - IBig::ONE } else { quotient }
    }

    fn rem_four(&self) -> u8 {
        let two = |bit| u8::from(self.bit(bit));
        two(0) + 2 * two(1)
    }
}

/// Returns `first (1 − x²/(n(n+1)) + x⁴/(n(n+1)(n+2)(n+3)) − …)`.
fn series(x: &FixedPoint, first: &FixedPoint, start: u32, bits: usize) -> FixedPoint {
    let square: IBig = (x * x) >> bits;
    let (mut term, mut sum, mut n) = (first.clone(), first.clone(), start);
    while !term.is_zero() {
        term = -((term * &square) >> bits) / IBig::from(n * (n + 1));
        sum += &term;
        n += 2;
    }
    sum
}

/// Returns `π / 2 = 8 atan(1/5) − 2 atan(1/239)`.
fn quarter_turn(bits: usize) -> FixedPoint {
    const GUARD: usize = 32;
    let one = IBig::ONE << (bits + GUARD);
    (IBig::from(8u8) * arctangent_of_inverse(5, &one)
        - IBig::from(2u8) * arctangent_of_inverse(239, &one))
        >> GUARD
}

fn arctangent_of_inverse(n: u32, one: &FixedPoint) -> FixedPoint {
    let square = IBig::from(n * n);
    let mut power = one / IBig::from(n);
    let (mut sum, mut k) = (power.clone(), 1u32);
    while !power.is_zero() {
        power = -power / &square;
        k += 2;
        sum += &power / IBig::from(k);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{axis_and_half_angle, half_angle};

    fn sine_and_cosine(angle: f64) -> [f64; 2] {
        half_angle(angle)
    }

    /// The digits are from the tables of W. H. Beyer and the constants of the standard library.
    #[test]
    fn known_values() {
        use core::f64::consts::{FRAC_1_SQRT_2, PI};
        assert_eq!(sine_and_cosine(0.0), [0.0, 1.0]);
        // The float π is less than π by 1.2246467991473532e-16, and half of it by half of that.
        assert_eq!(sine_and_cosine(PI), [1.0, 6.123233995736766e-17]);
        assert_eq!(sine_and_cosine(2.0 * PI), [1.2246467991473532e-16, -1.0]);
        assert_eq!(sine_and_cosine(-PI), [-1.0, 6.123233995736766e-17]);
        let [s, c] = sine_and_cosine(PI / 2.0);
        assert_eq!(c, FRAC_1_SQRT_2);
        assert!(s == FRAC_1_SQRT_2 || s == FRAC_1_SQRT_2.next_down());
        assert_eq!(sine_and_cosine(2.0), [0.8414709848078965, 0.5403023058681398]);
        // For sin(2¹⁰⁰) a reduction in plain floats computes no correct digit.
        assert_eq!(sine_and_cosine(f64::from_bits((1023 + 101) << 52))[0], -0.8721836054182673);
        let tiny = f64::from_bits(2);
        assert_eq!(sine_and_cosine(tiny), [f64::from_bits(1), 1.0]);
    }

    #[test]
    #[allow(
        clippy::disallowed_methods,
        reason = "a second opinion, of which the last digit is not asked"
    )]
    fn near_those_of_the_standard_library() {
        for i in -500..500 {
            let angle = f64::from(i) * 0.37;
            let [s, c] = sine_and_cosine(angle);
            let (sine, cosine) = (angle / 2.0).sin_cos();
            let is_next = |a: f64, b: f64| a == b || a.next_up() == b || a.next_down() == b;
            assert!(is_next(s, sine) && is_next(c, cosine), "{angle}");
        }
    }

    #[test]
    fn about_an_axis() {
        // The length of (3, 0, −4) is 5, and the power of two is 1/8.
        let [x, y, z, w]: [f64; 4] = axis_and_half_angle([3.0, 0.0, -4.0], 2.0);
        let [s, c] = sine_and_cosine(2.0);
        assert_eq!(y, 0.0);
        let times = |a: f64, b: f64, c: f64| (a * b - c).abs() <= c.abs() * f64::EPSILON;
        assert!(times(s, 3.0 / 8.0, x) && times(s, -0.5, z) && times(c, 5.0 / 8.0, w));
        assert_eq!(z, -0.5 * s);
        let far: [f64; 4] =
            axis_and_half_angle([0.0, f64::from_bits((1023 + 1000) << 52), 0.0], 2.0);
        assert_eq!(far, [0.0, s / 2.0, 0.0, c / 2.0]);
    }
}
