//! Powers of two that bring the inputs into the range where floats can be trusted, and onto integers.
//!
//! A problem is homogeneous: it may be scaled in length by one factor and in speed by another, and times then
//! scale by their quotient. Powers of two do it without rounding. What cannot be scaled without rounding (huge
//! beside tiny) is left as it is, and to the integers.

use super::{Double, Exact, Fast, Number};
use core::cell::Cell;

/// What a number of an answer is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Length,
    /// A squared length.
    Area,
    Time,
    /// A ratio of lengths.
    Pure,
}

/// The floats that a problem is given by: lengths and speeds.
pub(crate) trait Given: Sized {
    /// Shows each length and each speed.
    fn visit(&self, length: &mut impl FnMut(f64), speed: &mut impl FnMut(f64));
    /// The same problem with each length and each speed replaced.
    fn map(&self, length: &mut impl FnMut(f64) -> f64, speed: &mut impl FnMut(f64) -> f64) -> Self;
}

/// How the given floats become numbers of kind `N`.
pub(crate) trait Lift<N> {
    fn length(&self, x: f64) -> N;
    fn length_difference(&self, a: f64, b: f64) -> N;
    fn speed(&self, x: f64) -> N;
    fn speed_difference(&self, a: f64, b: f64) -> N;
}

/// A problem in a frame in which floats can be trusted, if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Framed<G> {
    /// The problem, scaled.
    pub(crate) given: G,
    /// What the problem says is this times `2^length`.
    length: i32,
    /// And this for speeds.
    speed: i32,
    /// Whether floats can be trusted with it.
    in_range: bool,
}

/// The greatest length and the greatest speed lie within `2^±32` where floats are trusted.
///
/// A product of up to thirteen further factors then amplifies an underflow of `2⁻¹⁰⁷⁴` to less than `2⁻⁶⁰⁰`.
const RANGE: i32 = 32;

impl<G: Given> Framed<G> {
    #[inline(always)]
    pub(crate) fn new(given: G) -> Self {
        let (mut length, mut speed) = (0.0f64, 0.0f64);
        given.visit(
            &mut |x| length = if x.abs() > length { x.abs() } else { length },
            &mut |x| speed = if x.abs() > speed { x.abs() } else { speed },
        );
        if within_range(length) && within_range(speed) {
            Self { given, length: 0, speed: 0, in_range: true }
        } else {
            Self::scaled(given, exponent_of(length), exponent_of(speed))
        }
    }

    #[cold]
    #[inline(never)]
    fn scaled(given: G, length: i32, speed: i32) -> Self {
        let lossless = Cell::new(true);
        let scale = |x: f64, by: i32| {
            let y = times_power_of_two(x, by);
            lossless.set(lossless.get() && times_power_of_two(y, -by) == x);
            y
        };
        let scaled = given.map(&mut |x| scale(x, -length), &mut |x| scale(x, -speed));
        if lossless.get() {
            Self { given: scaled, length, speed, in_range: true }
        } else {
            Self { given, length: 0, speed: 0, in_range: false }
        }
    }

    /// Another question about the same problem, in the same frame.
    #[inline(always)]
    pub(crate) fn ask<H>(&self, question: impl FnOnce(&G) -> H) -> Framed<H> {
        let Self { length, speed, in_range, .. } = *self;
        Framed { given: question(&self.given), length, speed, in_range }
    }

    /// The floats as they are, if they can be trusted.
    #[inline(always)]
    pub(super) fn floats(&self) -> Option<AsTheyAre> {
        self.in_range.then_some(AsTheyAre)
    }

    /// The floats as integers.
    pub(super) fn integers(&self) -> Grid {
        let (mut length, mut speed) = (i32::MAX, i32::MAX);
        self.given.visit(&mut |x| length = length.min(lowest_bit(x)), &mut |x| {
            speed = speed.min(lowest_bit(x));
        });
        let or_zero = |e| if e == i32::MAX { 0 } else { e };
        Grid { length: or_zero(length), speed: or_zero(speed) }
    }

    /// The exponent by which a number of this problem must be scaled back.
    #[inline(always)]
    pub(super) fn scale(&self, unit: Unit) -> i32 {
        scale_of(unit, self.length, self.speed)
    }
}

#[inline(always)]
fn scale_of(unit: Unit, length: i32, speed: i32) -> i32 {
    match unit {
        Unit::Length => length,
        Unit::Area => 2 * length,
        Unit::Time => length - speed,
        Unit::Pure => 0,
    }
}

#[inline(always)]
fn within_range(greatest: f64) -> bool {
    const LARGE: f64 = (1u64 << RANGE) as f64;
    greatest == 0.0 || (greatest < LARGE && greatest > 1.0 / LARGE)
}

/// `e` such that `x = m 2^e` with `1 ≤ m < 2`; zero for zero.
fn exponent_of(x: f64) -> i32 {
    let (m, e) = parts(x);
    if m == 0 { 0 } else { e + 63 - m.unsigned_abs().leading_zeros() as i32 }
}

/// The exponent of the lowest bit that is set; as high as can be for zero.
fn lowest_bit(x: f64) -> i32 {
    let (m, e) = parts(x);
    if m == 0 { i32::MAX } else { e + m.trailing_zeros() as i32 }
}

/// `x = m 2^e`, exactly.
pub(super) fn parts(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (m, e) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    (if x.is_sign_negative() { -m } else { m }, e)
}

/// `x 2^e`, exactly if the result is a float, else rounded or infinite.
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

/// Floats taken as they are.
pub(crate) struct AsTheyAre;

impl Lift<Fast> for AsTheyAre {
    #[inline(always)]
    fn length(&self, x: f64) -> Fast {
        Fast::of(x)
    }
    #[inline(always)]
    fn length_difference(&self, a: f64, b: f64) -> Fast {
        Fast::of(a - b)
    }
    #[inline(always)]
    fn speed(&self, x: f64) -> Fast {
        Fast::of(x)
    }
    #[inline(always)]
    fn speed_difference(&self, a: f64, b: f64) -> Fast {
        Fast::of(a - b)
    }
}

impl Lift<Double> for AsTheyAre {
    #[inline(always)]
    fn length(&self, x: f64) -> Double {
        Double::of(x)
    }
    #[inline(always)]
    fn length_difference(&self, a: f64, b: f64) -> Double {
        Double::difference(a, b)
    }
    #[inline(always)]
    fn speed(&self, x: f64) -> Double {
        Double::of(x)
    }
    #[inline(always)]
    fn speed_difference(&self, a: f64, b: f64) -> Double {
        Double::difference(a, b)
    }
}

/// Floats as integer multiples of `2^length` and `2^speed`.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    length: i32,
    speed: i32,
}

impl Grid {
    /// The exponent by which an integer result must be scaled back.
    pub(super) fn scale(&self, unit: Unit) -> i32 {
        scale_of(unit, self.length, self.speed)
    }
}

fn integer(x: f64, grid: i32) -> Exact {
    let (m, e) = parts(x);
    if m == 0 {
        return Exact::zero();
    }
    let zeros = m.trailing_zeros();
    Exact::shifted(m >> zeros, (e + zeros as i32 - grid) as usize)
}

impl Lift<Exact> for Grid {
    fn length(&self, x: f64) -> Exact {
        integer(x, self.length)
    }
    fn length_difference(&self, a: f64, b: f64) -> Exact {
        integer(a, self.length).minus(&integer(b, self.length))
    }
    fn speed(&self, x: f64) -> Exact {
        integer(x, self.speed)
    }
    fn speed_difference(&self, a: f64, b: f64) -> Exact {
        integer(a, self.speed).minus(&integer(b, self.speed))
    }
}
