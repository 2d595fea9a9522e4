//! Scaling of the inputs by powers of two, into the range in which the error bounds of floats hold,
//! and onto integers.
//!
//! A problem is homogeneous: it may be scaled in length by one factor and in speed by another, and
//! times then scale by their quotient. Powers of two scale floats without rounding. Inputs that
//! cannot be scaled without rounding (huge ones together with tiny ones) stay unchanged, and are
//! decided over integers.

use super::bits::{exponent_of, lowest_bit, parts, times_power_of_two};
use super::double::TwoFloats;
use super::effort::COMPACT;
use super::exact::Exact;
use super::fast::Fast;
use super::kinds::Number;
use super::lanes::{Pair, Real};
use super::semi_static::SemiStatic;
use core::cell::Cell;

/// The unit of a number of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Length,
    /// A squared length.
    Area,
    Time,
    /// A ratio of lengths.
    Pure,
}

/// The kind of quantity that a given float of a problem represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Length,
    Speed,
    /// A component of a vector whose direction alone counts: the normal of a plane, a quaternion.
    Direction,
}

/// A problem that is given by floats.
pub(crate) trait Inputs: Sized {
    /// The range in which the error bounds of floats hold for this problem.
    const RANGE: Range = Range::WIDE;
    /// Whether a program typically has one such problem instead of thousands, so that compact code
    /// does without floats.
    const SELDOM: bool = false;
    /// Whether the decisions are deeper than the bound of the first filter allows. Then only the
    /// second filter is evaluated.
    const IS_DEEP: bool = false;
    /// Calls `see` with all given floats, three at a time.
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3]));
    /// Returns whether the error bounds of floats hold for this problem, apart from the range.
    #[cfg_attr(hot, inline(always))]
    fn suits_floats(&self) -> bool {
        true
    }
}

/// Returns whether all given floats, except zeros, are moderate: no product that is deeper than
/// usual, or has more factors, can underflow. Lengths and speeds are within `2^±16`, components of
/// directions within `2⁻¹²` and `2`.
pub(crate) fn are_moderate(inputs: &impl Inputs) -> bool {
    let mut all = true;
    inputs.visit(&mut |quantity, numbers| {
        let (least, greatest) = match quantity {
            Quantity::Length | Quantity::Speed => (1.0 / 65536.0, 65536.0),
            Quantity::Direction => (1.0 / 4096.0, 2.0),
        };
        let is_moderate = |x: &f64| *x == 0.0 || (least..=greatest).contains(&x.abs());
        all &= numbers.iter().all(is_moderate);
    });
    all
}

/// A problem that contains its floats, and can be scaled.
pub(crate) trait Rescale: Inputs {
    /// Returns the problem with each of its floats replaced.
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self;
}

/// Calls `see` with the numbers of a vector, three at a time, filled up with zeros.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn in_threes<const D: usize>(
    quantity: Quantity,
    vector: &[f64; D],
    see: &mut impl FnMut(Quantity, [f64; 3]),
) {
    if D == 3 {
        see(quantity, [vector[0], vector[1], vector[2]]);
        return;
    }
    let or_zero = |i: usize| if i < D { vector[i] } else { 0.0 };
    (0..D).step_by(3).for_each(|i| see(quantity, [or_zero(i), or_zero(i + 1), or_zero(i + 2)]));
}

/// A conversion of the given floats to numbers of kind `N`.
pub(crate) trait Lift<N>: Copy {
    fn length(&self, x: f64) -> N;
    fn length_difference(&self, a: f64, b: f64) -> N;
    fn speed(&self, x: f64) -> N;
    fn speed_difference(&self, a: f64, b: f64) -> N;
    /// Returns the difference `a − b` of two speeds. If no two floats represent a relative speed,
    /// `of_four` returns `[a, b, c, d]`, and the relative speed is `(a − b) − (c − d)`. Only
    /// integers use the four floats.
    #[cfg_attr(hot, inline(always))]
    fn relative_speed(&self, a: f64, b: f64, _of_four: impl FnOnce() -> Option<[f64; 4]>) -> N {
        self.speed_difference(a, b)
    }
    fn direction(&self, x: f64) -> N;
}

/// A problem, scaled so that the error bounds of floats hold, if there is such a scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled<G> {
    /// The problem, scaled.
    pub(crate) inputs: G,
    /// The exponent of the length scale: a length of the problem is the scaled length times
    /// `2^length`.
    length: i32,
    /// The same exponent for speeds. The scale of directions does not matter.
    speed: i32,
    /// Whether the error bounds of floats hold for the scaled problem.
    in_range: bool,
}

/// The greatest absolute value of some floats, and the float below the least absolute value that is
/// not zero.
#[derive(Clone, Copy)]
struct Spread {
    greatest: Pair,
    least: Pair,
}

/// The range of lengths and speeds in which the error bounds of floats hold. Their products must
/// not overflow, and no magnitude of a number that is not zero may underflow to zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// The greatest absolute value lies between this number and its inverse.
    greatest: f64,
    /// No absolute value except zero is less than this number.
    least: f64,
}

impl Range {
    /// The greatest number is within `2^±32`, and the least that is not zero is at least `2⁻⁷⁵`.
    /// Then no difference of two is below `2⁻¹²⁷`, unless it is zero. No lift is a difference of
    /// more than two floats: if the relative velocity is a sum of four, floats evaluate it only as
    /// a sum of two (`contact/relative_motion.rs`). A product of eight differences neither
    /// overflows nor underflows; nor does a product of four differences with twelve directions.
    pub(crate) const WIDE: Self = Self { greatest: two_to_the(32), least: two_to_the(-75) };
    /// The greatest number is within `2^±20`, and the least that is not zero is at least `2⁻⁴⁰`.
    /// Then no difference of two is below `2⁻⁹²`, unless it is zero. In this range each of the
    /// eight differences may be multiplied by two more lengths, if these are at least `2⁻¹⁰`; or
    /// their product by eight directions.
    pub(crate) const NARROW: Self = Self { greatest: two_to_the(20), least: two_to_the(-40) };
    /// Returns whether these lengths may be the two more lengths of [`NARROW`](Self::NARROW).
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn suits_stretch(radii: &[f64]) -> bool {
        radii.iter().all(|&a| a >= two_to_the(-10))
    }

    /// Returns the lanes in which floats are within the range. The lower bound for the greatest
    /// float is not tested.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn holds<F: Real>(self, x: F) -> F::Mask {
        let (x, zero) = (x.absolute(), F::splat(0.0));
        let is_not_small = F::or(F::splat(self.least.next_down()).below(x), x.equals(zero));
        F::and(x.below(F::splat(self.greatest)), is_not_small)
    }

    /// The range of directions, which can always be scaled up.
    pub(crate) const DIRECTIONS: Self = Self { greatest: two_to_the(32), least: two_to_the(-34) };
}

/// Returns `2^e`.
const fn two_to_the(e: i32) -> f64 {
    f64::from_bits(((1023 + e) as u64) << 52)
}

impl Spread {
    #[cfg_attr(hot, inline(always))]
    fn new() -> Self {
        let both = |x| Pair::new(x, x);
        Self { greatest: both(0.0), least: both(f64::INFINITY) }
    }

    #[cfg_attr(hot, inline(always))]
    fn take(&mut self, [x, y, z]: [f64; 3]) {
        self.take_pair(x, y);
        self.take_pair(z, z);
    }

    #[cfg_attr(hot, inline(always))]
    fn take_pair(&mut self, x: f64, y: f64) {
        let pair = Pair::new(x, y).absolute();
        self.greatest = self.greatest.or_greater(pair);
        self.least = self.least.or_less_unless_zero(pair);
    }

    #[cfg_attr(hot, inline(always))]
    fn greatest(&self) -> f64 {
        let (a, b) = (self.greatest.first(), self.greatest.second());
        if a > b { a } else { b }
    }

    /// Returns whether the greatest absolute value is in the range.
    #[cfg_attr(hot, inline(always))]
    fn is_bounded_by(&self, range: Range) -> bool {
        let greatest = self.greatest();
        let all_zero = greatest == 0.0;
        greatest < range.greatest && (greatest > 1.0 / range.greatest || all_zero)
    }

    #[cfg_attr(hot, inline(always))]
    fn is_within(&self, range: Range) -> bool {
        let (a, b) = (self.least.first(), self.least.second());
        self.is_bounded_by(range) && a >= range.least.next_down() && b >= range.least.next_down()
    }
}

/// The lowest bits of lengths, of speeds and of directions.
struct LowestBits([i32; 3]);

impl LowestBits {
    /// Takes a vector into account. All problems share one function, since each visits many
    /// vectors.
    #[inline(never)]
    fn take(&mut self, quantity: Quantity, vector: [f64; 3]) {
        let lowest = &mut self.0[quantity as usize];
        *lowest = vector.map(lowest_bit).into_iter().fold(*lowest, i32::min);
    }

    fn grid(&self) -> IntegerGrid {
        let [length, speed, direction] = self.0.map(|e| if e == i32::MAX { 0 } else { e });
        IntegerGrid { length, speed, direction }
    }
}

/// The spreads of lengths, of speeds and of directions.
struct Spreads([Spread; 3]);

impl Spreads {
    #[cfg_attr(hot, inline(always))]
    fn of(inputs: &impl Inputs) -> Self {
        let [mut lengths, mut speeds, mut directions] = [Spread::new(); 3];
        inputs.visit(&mut |quantity, x| match quantity {
            Quantity::Length => lengths.take(x),
            Quantity::Speed => speeds.take(x),
            Quantity::Direction => directions.take(x),
        });
        Self([lengths, speeds, directions])
    }

    #[cfg_attr(hot, inline(always))]
    fn are_all(&self, range: Range, is_within: impl Fn(&Spread, Range) -> bool) -> bool {
        let [lengths, speeds, directions] = &self.0;
        is_within(lengths, range)
            && is_within(speeds, range)
            && is_within(directions, Range::DIRECTIONS)
    }

    #[cfg_attr(hot, inline(always))]
    fn are_within(&self, range: Range) -> bool {
        self.are_all(range, Spread::is_within)
    }
}

impl<G: Rescale> Scaled<G> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn new(inputs: G) -> Self {
        if const { COMPACT && G::SELDOM } {
            // Integers need no scale.
            return Self { inputs, length: 0, speed: 0, in_range: false };
        }
        let spreads = Spreads::of(&inputs);
        if spreads.are_within(G::RANGE) && inputs.suits_floats() {
            Self { inputs, length: 0, speed: 0, in_range: true }
        } else {
            Self::by_powers_of_two(inputs)
        }
    }

    #[cold]
    #[inline(never)]
    fn by_powers_of_two(inputs: G) -> Self {
        let spreads = Spreads::of(&inputs);
        let [length, speed, direction] = spreads.0.map(|spread| exponent_of(spread.greatest()));
        // Directions become as large as possible, since their small components are often noise.
        let direction = direction - 31;
        let lossless = Cell::new(true);
        let scale = |x: f64, by: i32| {
            let y = times_power_of_two(x, by);
            lossless.set(lossless.get() && times_power_of_two(y, -by) == x);
            y
        };
        let scaled = inputs.map(&mut |quantity, x| match quantity {
            Quantity::Length => scale(x, -length),
            Quantity::Speed => scale(x, -speed),
            Quantity::Direction => scale(x, -direction),
        });
        let is_within = Spreads::of(&scaled).are_within(G::RANGE) && scaled.suits_floats();
        if lossless.get() && is_within {
            Self { inputs: scaled, length, speed, in_range: true }
        } else {
            Self { inputs, length: 0, speed: 0, in_range: false }
        }
    }

    /// Returns the problem as it was before it was scaled, except for directions.
    pub(crate) fn unscaled(&self) -> G {
        self.inputs.map(&mut |quantity, x| match quantity {
            Quantity::Length => times_power_of_two(x, self.length),
            Quantity::Speed => times_power_of_two(x, self.speed),
            Quantity::Direction => x,
        })
    }
}

impl<G: Inputs> Scaled<G> {
    /// Constructs another query about the same problem, at the same scale.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn ask<'a, H>(&'a self, question: impl FnOnce(&'a G) -> H) -> Scaled<H> {
        let Self { length, speed, in_range, .. } = *self;
        Scaled { inputs: question(&self.inputs), length, speed, in_range }
    }

    /// Returns whether the error bounds of floats hold for the problem without a scale.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_plain(&self) -> bool {
        self.in_range && self.length == 0 && self.speed == 0
    }

    /// Returns whether the error bounds of floats hold for the problem at its scale.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_in_range(&self) -> bool {
        self.in_range
    }

    /// Returns a given length as it was before it was scaled.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn unscaled_length(&self, x: f64) -> f64 {
        if self.length == 0 { x } else { times_power_of_two(x, self.length) }
    }

    /// Returns whether equal lengths of both problems are equal after scaling.
    pub(crate) fn has_lengths_of(&self, other: &Self) -> bool {
        self.length == other.length
    }

    /// Returns the lift of the floats as they are, if their error bounds hold.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn floats(&self) -> Option<AsTheyAre> {
        (self.in_range && !(COMPACT && G::SELDOM)).then_some(AsTheyAre)
    }

    /// Returns the lift of the floats as integers.
    pub(crate) fn integers(&self) -> IntegerGrid {
        let mut lowest = LowestBits([i32::MAX; 3]);
        self.inputs.visit(&mut |quantity, vector| lowest.take(quantity, vector));
        lowest.grid()
    }

    /// Returns the exponent of the power of two that scales a number of this problem back.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn scale(&self, unit: Unit) -> i32 {
        scale_of(unit, self.length, self.speed)
    }
}

#[cfg_attr(hot, inline(always))]
fn scale_of(unit: Unit, length: i32, speed: i32) -> i32 {
    if length == 0 && speed == 0 {
        return 0;
    }
    match unit {
        Unit::Length => length,
        Unit::Area => 2 * length,
        Unit::Time => length - speed,
        Unit::Pure => 0,
    }
}

/// Multiplies floats, not all of which are zero, by the power of two that brings the greatest
/// between one and two. A float that is negligible compared with the greatest may be rounded.
pub(crate) fn scaled_to_one<const K: usize>(floats: [f64; K]) -> [f64; K] {
    let greatest = floats.iter().fold(0.0, |m: f64, x| x.abs().max(m));
    let exponent = exponent_of(greatest);
    floats.map(|x| times_power_of_two(x, -exponent))
}

/// The lift that keeps floats as they are.
#[derive(Clone, Copy)]
pub(crate) struct AsTheyAre;

impl Lift<Fast> for AsTheyAre {
    #[cfg_attr(hot, inline(always))]
    fn length(&self, x: f64) -> Fast {
        Fast::of(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn length_difference(&self, a: f64, b: f64) -> Fast {
        Fast::of(a - b)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed(&self, x: f64) -> Fast {
        Fast::of(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed_difference(&self, a: f64, b: f64) -> Fast {
        Fast::of(a - b)
    }
    #[cfg_attr(hot, inline(always))]
    fn direction(&self, x: f64) -> Fast {
        Fast::of(x)
    }
}

impl<N: TwoFloats> Lift<N> for AsTheyAre {
    #[cfg_attr(hot, inline(always))]
    fn length(&self, x: f64) -> N {
        N::exactly(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn length_difference(&self, a: f64, b: f64) -> N {
        N::exact_difference(a, b)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed(&self, x: f64) -> N {
        N::exactly(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed_difference(&self, a: f64, b: f64) -> N {
        N::exact_difference(a, b)
    }
    #[cfg_attr(hot, inline(always))]
    fn direction(&self, x: f64) -> N {
        N::exactly(x)
    }
}

/// The lift that keeps floats as they are, and gives each the magnitude of the greatest one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evenly {
    length: f64,
    speed: f64,
    direction: f64,
}

impl Evenly {
    /// Returns the lift with the greatest absolute values of a problem, if the error bounds of
    /// floats hold for it. This does not search for tiny numbers, so a product may have underflowed
    /// if its magnitude is zero.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of<G: Inputs>(inputs: &G) -> Option<Self> {
        let spreads = Spreads::of(inputs);
        let [length, speed, direction] = spreads.0.each_ref().map(Spread::greatest);
        (spreads.are_all(G::RANGE, Spread::is_bounded_by) && inputs.suits_floats())
            .then_some(Self { length, speed, direction })
    }

    /// Returns a lift with the same greatest value for all quantities.
    #[cfg(test)]
    pub(super) fn all(greatest: f64) -> Self {
        Self { length: greatest, speed: greatest, direction: greatest }
    }
}

impl Lift<SemiStatic> for Evenly {
    #[cfg_attr(hot, inline(always))]
    fn length(&self, x: f64) -> SemiStatic {
        SemiStatic::of(x, 2.0 * self.length)
    }
    #[cfg_attr(hot, inline(always))]
    fn length_difference(&self, a: f64, b: f64) -> SemiStatic {
        SemiStatic::of(a - b, 2.0 * self.length)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed(&self, x: f64) -> SemiStatic {
        SemiStatic::of(x, 2.0 * self.speed)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed_difference(&self, a: f64, b: f64) -> SemiStatic {
        SemiStatic::of(a - b, 2.0 * self.speed)
    }
    #[cfg_attr(hot, inline(always))]
    fn direction(&self, x: f64) -> SemiStatic {
        SemiStatic::of(x, self.direction)
    }
}

/// The lift that converts floats to integer multiples of `2^length`, `2^speed` and `2^direction`.
#[derive(Clone, Copy)]
pub(crate) struct IntegerGrid {
    length: i32,
    speed: i32,
    direction: i32,
}

impl IntegerGrid {
    /// Returns the exponent of the power of two that scales an integer result back.
    pub(crate) fn scale(&self, unit: Unit) -> i32 {
        scale_of(unit, self.length, self.speed)
    }
}

/// Returns a float as a multiple of `2^grid`. It is `extern "C"` for the reason given in
/// `exact.rs`.
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
#[inline(never)]
extern "C" fn integer(x: f64, grid: i32) -> Exact {
    let (m, e) = parts(x);
    if m == 0 {
        return Exact::zero();
    }
    let zeros = m.trailing_zeros();
    Exact::shifted(m >> zeros, (e + zeros as i32 - grid) as usize)
}

/// Returns the difference of two floats as a multiple of `2^grid`.
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
#[inline(never)]
extern "C" fn difference(a: f64, b: f64, grid: i32) -> Exact {
    integer(a, grid).minus(&integer(b, grid))
}

impl Lift<Exact> for IntegerGrid {
    #[inline]
    fn length(&self, x: f64) -> Exact {
        integer(x, self.length)
    }
    #[inline]
    fn length_difference(&self, a: f64, b: f64) -> Exact {
        difference(a, b, self.length)
    }
    #[inline]
    fn speed(&self, x: f64) -> Exact {
        integer(x, self.speed)
    }
    #[inline]
    fn speed_difference(&self, a: f64, b: f64) -> Exact {
        difference(a, b, self.speed)
    }
    fn relative_speed(&self, a: f64, b: f64, of_four: impl FnOnce() -> Option<[f64; 4]>) -> Exact {
        match of_four() {
            Some([a, b, c, d]) => {
                let [a, b] = [self.speed_difference(a, b), self.speed_difference(c, d)];
                a.minus(&b)
            }
            None => self.speed_difference(a, b),
        }
    }
    #[inline]
    fn direction(&self, x: f64) -> Exact {
        integer(x, self.direction)
    }
}
