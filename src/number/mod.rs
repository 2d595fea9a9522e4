//! FLOOR 0: arithmetic that has never heard of geometry.
//!
//! A decision is a sequence of signs of polynomials, and of `x + y √q`, in the given floats. It is written once,
//! over any [`Number`], and evaluated by [`decide`]: first over [`Fast`], which carries a proven error bound and
//! may say [`Unsure`] (or over [`SemiStatic`] before it, which is cheaper and says so sooner); then over [`Double`], the same with twice the digits; last over [`Exact`], integers that
//! are never rounded. [`measure`] does likewise for the numbers of an answer, written once over any [`Value`]:
//! each is rounded to the nearest float as soon as its bound leaves only one.
//!
//! These two, [`compare`] and the two kinds of [`measure`] beside it are where fast meets exact; the filter of many items at a
//! time meets it in `overlap/batch.rs`. The bounds are derived in `docs/theory.md`, §4.

use core::cmp::Ordering;

mod angle;
mod bracket;
#[cfg(test)]
pub(crate) mod depth;
mod double;
mod exact;
mod expansion;
mod fast;
mod lanes;
#[cfg(test)]
mod laws;
mod many;
mod quadratic;
mod rational;
mod round;
mod scalar;
mod scaled;
mod semi_static;
mod surd;

pub(crate) use angle::{axis_and_half_angle, half_angle};
pub(crate) use double::Double;
pub(crate) use exact::Exact;
use exact::Quotient;
pub(crate) use fast::Fast;
#[cfg(test)]
pub(crate) use fast::GREATEST_DEPTH;
#[cfg(test)]
pub(crate) use lanes::Narrow;
pub(crate) use lanes::{Eight, Task, ask_ahead, run, sqrt};
use many::Lane;
pub(crate) use many::{BLOCK, Verdicts};
pub(crate) use quadratic::{discriminant, dot, numbers, square, sum, sum_without, unrolled};
pub(crate) use rational::{fraction, rounded, rounded_direction};
pub(crate) use round::Bracket;
use round::Interval;
pub use round::Rounding;
pub use scalar::Scalar;
use scaled::{AsTheyAre, Evenly};
pub(crate) use scaled::{Inputs, Lift, Quantity, Range, Scaled, Unit, scaled_to_one};
use semi_static::SemiStatic;
pub use surd::{Rational, Surd};

/// The exact sign of a real number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// Less than zero.
    Negative,
    /// Exactly zero, not "nearly".
    Zero,
    /// Greater than zero.
    Positive,
}

impl Sign {
    /// The sign of the product.
    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        match (self, other) {
            (Sign::Zero, _) | (_, Sign::Zero) => Sign::Zero,
            (a, b) if a == b => Sign::Positive,
            _ => Sign::Negative,
        }
    }
}

impl core::ops::Neg for Sign {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        match self {
            Sign::Negative => Sign::Positive,
            Sign::Zero => Sign::Zero,
            Sign::Positive => Sign::Negative,
        }
    }
}

/// The number at hand cannot tell; a better one must be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsure;

/// What an inexact number knows of a sign.
pub(crate) type Known = Result<Sign, Unsure>;

/// A number over which a decision can be evaluated: a ring, with signs.
pub(crate) trait Number: Clone {
    /// A prepared square root.
    type Root: Clone;
    /// What the numbers of an answer are evaluated in.
    type Value: Value<Self>;

    fn zero() -> Self;
    fn one() -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn negated(&self) -> Self;
    /// The greater of two.
    fn or_greater(&self, other: &Self) -> Self;
    /// The greater of this and zero; zero for certain if this is certainly not greater.
    #[inline(always)]
    fn or_zero(&self) -> Self {
        match self.sign() {
            Ok(Sign::Positive) => self.clone(),
            Ok(_) => Self::zero(),
            Err(Unsure) => self.or_greater(&Self::zero()),
        }
    }
    #[inline(always)]
    fn squared(&self) -> Self {
        self.times(self)
    }
    /// `Σ aₖ bₖ`, of single lengths, speeds, directions and differences of two, as they were lifted. A kind that lifts them without error
    /// knows the sum to all its digits, however much cancels.
    #[inline(always)]
    fn lifted_dot<const K: usize>(a: &[Self; K], b: &[Self; K]) -> Self {
        dot(a, b)
    }
    /// The same number anew, where this one has nearly cancelled and fewer of its digits are known than of others; if this kind of number can do
    /// better then.
    #[inline(always)]
    fn or_if_cancelled(self, _: impl FnOnce() -> Self) -> Self {
        self
    }
    /// One of three, looked up, where nobody can foresee which.
    #[inline(always)]
    fn one_of(each: [&Self; 3], which: usize) -> Self {
        each[which].clone()
    }

    /// The sign of the exact number that this one stands for.
    fn sign(&self) -> Known;
    /// Whether it is certainly greater than zero; for those who would not branch on it.
    #[inline(always)]
    fn is_positive(&self) -> bool {
        self.sign() == Ok(Sign::Positive)
    }
    /// Whether it is certainly less than zero.
    #[inline(always)]
    fn is_negative(&self) -> bool {
        self.sign() == Ok(Sign::Negative)
    }
    /// Whether it is certainly zero.
    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.sign() == Ok(Sign::Zero)
    }
    /// The number without its sign.
    #[inline(always)]
    fn absolute(&self) -> Self {
        self.or_greater(&self.negated())
    }
    /// Prepares `√self`, of a number that is known not to be negative.
    fn root(&self) -> Self::Root;
    /// The sign of `x + y √q`.
    fn sign_with_root(x: &Self, y: &Self, q: &Self::Root) -> Known;
}

/// A number of an answer, in closed form over the numbers `N`: `(x + y √q) / s`.
///
/// Values that are added to each other have the same `q`, or none.
pub(crate) trait Value<N>: Clone {
    /// `(x + y √q) / s`, where `q ≥ 0` and `s > 0`.
    fn surd(x: &N, y: &N, q: &N, s: &N) -> Self;
    /// `(x − √q) / s`: the smaller root of an equation.
    fn smaller_root(x: &N, q: &N, s: &N) -> Self;
    /// The smaller root of `Σ (dₖ + t vₖ)² = rr`, where there are two.
    #[inline(always)]
    fn first_root<const K: usize>(d: &[N; K], v: &[N; K], rr: &N) -> Self
    where
        N: Number,
    {
        quadratic::smaller_root(d, v, rr)
    }
    /// When a ball with the radius `r`, `d` away from a point of a plane, comes to it at the speed `v`: `(u·d − r √(u·u)) / (−u·v)`, where the normal
    /// `u` is the product of two `edges` as they were lifted, like all the rest.
    #[inline(always)]
    fn time_to_plane(_: [&[N; 3]; 2], u: &[N; 3], d: &[N; 3], v: &[N; 3], r: &N) -> Self
    where
        N: Number,
    {
        quadratic::plane(u, d, v, r)
    }
    /// `from + self · by`.
    #[inline(always)]
    fn along(&self, from: &N, by: &N) -> Self {
        Self::rational(from).plus(&self.times(by))
    }
    fn rational(x: &N) -> Self;
    /// A single length, speed or difference of two, as it was lifted, that nothing is done to but rounding. A kind that
    /// lifts it without error rounds it even where it is half-way between two floats.
    fn lifted(x: &N) -> Self;
    /// The sum of such numbers over another one that is positive, which nothing is done to but rounding: that, too, where it is half-way
    /// between two floats.
    fn lifted_ratio<const K: usize>(terms: &[N; K], divisor: &N) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, factor: &N) -> Self;
    /// The quotient by a positive number.
    fn over(&self, divisor: &N) -> Self;
}

/// A number that can also be divided, and so is a value itself.
pub(crate) trait Divide: Number<Root = Self> {
    /// The quotient by a positive number.
    fn divided_by(&self, divisor: &Self) -> Self;
    /// See [`Value::lifted`].
    fn lifted(&self) -> Self;
    /// See [`Value::lifted_ratio`].
    #[inline(always)]
    fn lifted_ratio<const K: usize>(terms: &[Self; K], divisor: &Self) -> Self {
        sum(terms).divided_by(divisor)
    }
    /// See [`Value::first_root`].
    #[inline(always)]
    fn first_root<const K: usize>(d: &[Self; K], v: &[Self; K], rr: &Self) -> Self {
        quadratic::smaller_root(d, v, rr)
    }
    /// See [`Value::time_to_plane`].
    #[inline(always)]
    fn time_to_plane(
        _: [&[Self; 3]; 2],
        u: &[Self; 3],
        d: &[Self; 3],
        v: &[Self; 3],
        r: &Self,
    ) -> Self {
        quadratic::plane(u, d, v, r)
    }
    /// See [`Value::along`].
    #[inline(always)]
    fn along(&self, from: &Self, by: &Self) -> Self {
        Number::plus(from, &Number::times(self, by))
    }
}

impl<N: Divide> Value<N> for N {
    #[inline(always)]
    fn surd(x: &N, y: &N, q: &N, s: &N) -> N {
        Number::plus(x, &Number::times(y, &q.root())).divided_by(s)
    }
    #[inline(always)]
    fn smaller_root(x: &N, q: &N, s: &N) -> N {
        Number::minus(x, &q.root()).divided_by(s)
    }
    #[inline(always)]
    fn first_root<const K: usize>(d: &[N; K], v: &[N; K], rr: &N) -> N {
        Divide::first_root(d, v, rr)
    }
    #[inline(always)]
    fn time_to_plane(edges: [&[N; 3]; 2], u: &[N; 3], d: &[N; 3], v: &[N; 3], r: &N) -> N {
        Divide::time_to_plane(edges, u, d, v, r)
    }
    #[inline(always)]
    fn along(&self, from: &N, by: &N) -> N {
        Divide::along(self, from, by)
    }
    #[inline(always)]
    fn rational(x: &N) -> N {
        x.clone()
    }
    #[inline(always)]
    fn lifted(x: &N) -> N {
        Divide::lifted(x)
    }
    #[inline(always)]
    fn lifted_ratio<const K: usize>(terms: &[N; K], divisor: &N) -> N {
        Divide::lifted_ratio(terms, divisor)
    }
    #[inline(always)]
    fn plus(&self, other: &N) -> N {
        Number::plus(self, other)
    }
    #[inline(always)]
    fn minus(&self, other: &N) -> N {
        Number::minus(self, other)
    }
    #[inline(always)]
    fn times(&self, factor: &N) -> N {
        Number::times(self, factor)
    }
    #[inline(always)]
    fn over(&self, divisor: &N) -> N {
        self.divided_by(divisor)
    }
}

/// A decision: one text, for every kind of number.
pub(crate) trait Decision: Inputs {
    /// What is decided.
    type Outcome;
    /// Decides, or says that this kind of number cannot.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure>;
}

/// `K` numbers of an answer: one text, for every kind of value.
pub(crate) trait Measure<const K: usize>: Inputs {
    /// What each of them is counted in.
    const UNITS: [Unit; K];
    /// Whether so little is computed that more digits cost next to nothing.
    #[inline(always)]
    fn is_brief(&self) -> bool {
        false
    }
    /// Evaluates them.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; K];
    /// Evaluates those that are wanted; the others may be anything.
    #[inline(always)]
    fn measure_some<N: Number>(&self, lift: &impl Lift<N>, _: &[bool; K]) -> [N::Value; K] {
        self.measure(lift)
    }
}

/// A time and up to `R` vectors of `K` numbers each, of a given problem: one text, for every kind of value.
pub(crate) trait MeasureRows<G, const R: usize, const K: usize>: Copy {
    /// What those of each vector are counted in.
    const UNITS: [Unit; R];
    /// Whether so little is computed that more digits cost next to nothing.
    #[inline(always)]
    fn is_brief(&self, _: &G) -> bool {
        false
    }
    /// Evaluates the time, and shows each vector with its place; those that are not shown are zero.
    fn measure<N: Number>(
        &self,
        inputs: &G,
        lift: &impl Lift<N>,
        rows: &mut impl See<N::Value, K>,
    ) -> N::Value;
}

/// Who is shown the vectors of an answer, each with its place. No closure, since one that is called twice is not inlined.
pub(crate) trait See<V, const K: usize> {
    fn see(&mut self, row: usize, vector: &[V; K]);
}

/// A time, and some vectors.
pub(crate) type Rows<T, const R: usize, const K: usize> = (T, [[T; K]; R]);

/// Whether code is to be small. Then a text is compiled over one kind of float at most, and over integers: the same answers,
/// later where a decision is close, and where it is asked [seldom](Inputs::SELDOM).
pub(crate) const COMPACT: bool = cfg!(feature = "compact");

/// How hard an answer was, for those who count. It says nothing about the answer, which is always exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Some decision was too close for the first filter.
    pub left_first_filter: bool,
    /// Exact integers were needed, for a decision or for a number.
    pub exact: bool,
}

/// Decides at once, if [`SemiStatic`] numbers can tell; without a frame, which they do not need.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
#[cfg_attr(any(feature = "compact", debug_assertions), inline(never))]
pub(crate) fn decide_semi_statically<D: Decision>(inputs: &D) -> Option<D::Outcome> {
    if COMPACT {
        return None;
    }
    inputs.decide::<SemiStatic>(&Evenly::of(inputs)?).ok()
}

/// The same as [`decide`], where rough numbers could not tell.
#[cold]
#[inline(never)]
pub(crate) fn decide_closely<D: Decision>(scaled: &Scaled<D>, effort: &mut Effort) -> D::Outcome {
    decide(scaled, effort)
}

/// Decides exactly, by the first kind of number that can tell.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
#[cfg_attr(any(feature = "compact", debug_assertions), inline(never))]
pub(crate) fn decide<D: Decision>(scaled: &Scaled<D>, effort: &mut Effort) -> D::Outcome {
    if let Some(lift) = scaled.floats()
        && let Ok(outcome) = scaled.inputs.decide::<Fast>(&lift)
    {
        return outcome;
    }
    decide_slowly(scaled, effort)
}

#[cold]
#[inline(never)]
fn decide_slowly<D: Decision>(scaled: &Scaled<D>, effort: &mut Effort) -> D::Outcome {
    effort.left_first_filter = true;
    if !COMPACT
        && let Some(lift) = scaled.floats()
        && let Ok(outcome) = scaled.inputs.decide::<Double>(&lift)
    {
        return outcome;
    }
    effort.exact = true;
    decide_exactly(scaled)
}

/// Decides by exact integers alone.
pub(crate) fn decide_exactly<D: Decision>(scaled: &Scaled<D>) -> D::Outcome {
    match scaled.inputs.decide::<Exact>(&scaled.integers()) {
        Ok(outcome) => outcome,
        Err(Unsure) => unreachable!("an exact number knows every sign"),
    }
}

/// The `K` numbers, each the nearest float, by the first kind of value that can tell.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
#[cfg_attr(any(feature = "compact", debug_assertions), inline(never))]
pub(crate) fn measure<T: Scalar, M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [T; K] {
    let mut known = [None; K];
    // For single precision the first kind of value has digits to spare.
    if !COMPACT
        && T::PRECISION < f64::MANTISSA_DIGITS
        && !scaled.inputs.is_brief()
        && let Some(lift) = scaled.floats()
    {
        let values = scaled.inputs.measure::<Fast>(&lift);
        unrolled!(K, |k| known[k] = values[k].interval().nearest(scaled.scale(M::UNITS[k])));
        if let Some(floats) = all_of(&known) {
            return floats;
        }
    }
    if let Some(lift) = scaled.floats() {
        let values = scaled.inputs.measure_some::<Double>(&lift, &known.map(|x| x.is_none()));
        unrolled!(K, |k| if known[k].is_none() {
            known[k] = values[k].interval().nearest(scaled.scale(M::UNITS[k]));
        });
        if let Some(floats) = all_of(&known) {
            return floats;
        }
    }
    measure_slowly(scaled, known, effort)
}

/// All of them, if each is known.
#[inline(always)]
fn all_of<T: Scalar, const K: usize>(known: &[Option<T>; K]) -> Option<[T; K]> {
    let (mut floats, mut all) = ([T::ZERO; K], true);
    unrolled!(K, |k| match known[k] {
        Some(float) => floats[k] = float,
        None => all = false,
    });
    all.then_some(floats)
}

/// Those that are not known, by integers.
#[cold]
#[inline(never)]
fn measure_slowly<T: Scalar, M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    known: [Option<T>; K],
    effort: &mut Effort,
) -> [T; K] {
    effort.exact = true;
    let grid = scaled.integers();
    let values = scaled.inputs.measure_some::<Exact>(&grid, &known.map(|x| x.is_none()));
    core::array::from_fn(|k| {
        let scale = scaled.scale(M::UNITS[k]) + grid.scale(M::UNITS[k]);
        known[k].unwrap_or_else(|| values[k].round(scale, Rounding::Nearest))
    })
}

/// The unit vector along these `K` numbers, not all of which are zero, each component within one ulp.
///
/// Its components nest square roots, and so are no `x + y √q`; the numbers are taken to more digits than floats have.
pub(crate) fn unit_vector<T: Scalar, M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [T; K] {
    let quick = scaled.floats().map(|lift| scaled.inputs.measure::<Double>(&lift));
    match quick.and_then(|values| Double::unit_vector(&values)) {
        Some(vector) => vector.map(T::nearest),
        None => {
            effort.exact = true;
            let values = scaled.inputs.measure::<Exact>(&scaled.integers());
            Quotient::unit_vector(&values)
        }
    }
}

/// The same for a time and `R` vectors.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
#[cfg_attr(any(feature = "compact", debug_assertions), inline(never))]
pub(crate) fn measure_rows<T, G, M, const R: usize, const K: usize>(
    scaled: &Scaled<G>,
    asked: &M,
    effort: &mut Effort,
) -> Rows<T, R, K>
where
    T: Scalar,
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    if scaled.floats().is_some() {
        // For single precision the first kind of value has digits to spare.
        if !COMPACT
            && T::PRECISION < f64::MANTISSA_DIGITS
            && !asked.is_brief(&scaled.inputs)
            && let Some(floats) = rounded_rows::<T, _, _, Fast, R, K>(scaled, asked, Fast::interval)
        {
            return floats;
        }
        if let Some(floats) = rounded_rows::<T, _, _, Double, R, K>(scaled, asked, Double::interval)
        {
            return floats;
        }
    }
    measure_rows_slowly(scaled, *asked, effort)
}

/// The floats that values of this kind leave, if each leaves one.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
#[cfg_attr(any(feature = "compact", debug_assertions), inline(never))]
fn rounded_rows<T: Scalar, G: Inputs, M, N: Number, const R: usize, const K: usize>(
    scaled: &Scaled<G>,
    asked: &M,
    interval: impl Fn(&N::Value) -> Interval,
) -> Option<Rows<T, R, K>>
where
    M: MeasureRows<G, R, K>,
    AsTheyAre: Lift<N>,
{
    let scales = M::UNITS.map(|unit| scaled.scale(unit));
    let mut rows = Rounder { scales, interval: &interval, floats: [[T::ZERO; K]; R], all: true };
    let time = asked.measure::<N>(&scaled.inputs, &AsTheyAre, &mut rows);
    let time = interval(&time).nearest(scaled.scale(Unit::Time))?;
    rows.all.then_some((time, rows.floats))
}

/// Rounds vectors, as long as their numbers leave one float each.
struct Rounder<'a, T, I, const R: usize, const K: usize> {
    scales: [i32; R],
    interval: &'a I,
    floats: [[T; K]; R],
    all: bool,
}

impl<T: Scalar, V, I: Fn(&V) -> Interval, const R: usize, const K: usize> See<V, K>
    for Rounder<'_, T, I, R, K>
{
    #[inline(always)]
    fn see(&mut self, row: usize, vector: &[V; K]) {
        unrolled!(K, |k| match (self.interval)(&vector[k]).nearest(self.scales[row]) {
            Some(nearest) => self.floats[row][k] = nearest,
            None => self.all = false,
        });
    }
}

#[cold]
#[inline(never)]
fn measure_rows_slowly<T, G, M, const R: usize, const K: usize>(
    scaled: &Scaled<G>,
    asked: M,
    effort: &mut Effort,
) -> Rows<T, R, K>
where
    T: Scalar,
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    effort.exact = true;
    let grid = scaled.integers();
    let scale = |unit| scaled.scale(unit) + grid.scale(unit);
    let mut rows = ExactRounder { scales: M::UNITS.map(scale), floats: [[T::ZERO; K]; R] };
    let time = asked.measure::<Exact>(&scaled.inputs, &grid, &mut rows);
    (time.round(scale(Unit::Time), Rounding::Nearest), rows.floats)
}

/// Rounds vectors of numbers that are known.
struct ExactRounder<T, const R: usize, const K: usize> {
    scales: [i32; R],
    floats: [[T; K]; R],
}

impl<T: Scalar, const R: usize, const K: usize> See<Quotient, K> for ExactRounder<T, R, K> {
    fn see(&mut self, row: usize, vector: &[Quotient; K]) {
        let round = |k: usize| vector[k].round(self.scales[row], Rounding::Nearest);
        self.floats[row] = core::array::from_fn(round);
    }
}

/// Two floats around a number of an answer, quickly; infinitely far apart where floats cannot be trusted.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
#[cfg_attr(any(feature = "compact", debug_assertions), inline(never))]
pub(crate) fn bracket<M: Measure<1>>(scaled: &Scaled<M>) -> Bracket {
    match scaled.floats() {
        Some(lift) => {
            let [value] = scaled.inputs.measure::<Fast>(&lift);
            value.interval().bracket(scaled.scale(M::UNITS[0]))
        }
        None => Bracket::ALL,
    }
}

/// How a number of an answer compares with a float, exactly.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
#[cfg_attr(any(feature = "compact", debug_assertions), inline(never))]
pub(crate) fn compare<M: Measure<1>>(scaled: &Scaled<M>, to: f64, effort: &mut Effort) -> Ordering {
    if scaled.scale(M::UNITS[0]) == 0
        && let Some(lift) = scaled.floats()
    {
        let [value] = scaled.inputs.measure::<Fast>(&lift);
        if let Some(order) = value.interval().compare_with(to) {
            return order;
        }
    }
    compare_slowly(scaled, to, effort)
}

#[cold]
#[inline(never)]
fn compare_slowly<M: Measure<1>>(scaled: &Scaled<M>, to: f64, effort: &mut Effort) -> Ordering {
    if !COMPACT
        && scaled.scale(M::UNITS[0]) == 0
        && let Some(lift) = scaled.floats()
    {
        let [value] = scaled.inputs.measure::<Double>(&lift);
        if let Some(order) = value.interval().compare_with(to) {
            return order;
        }
    }
    effort.exact = true;
    let [value] = measure_exactly(scaled);
    value.compare_with(to)
}

/// The `K` numbers themselves.
pub(crate) fn measure_exactly<M: Measure<K>, const K: usize>(scaled: &Scaled<M>) -> [Surd; K] {
    let grid = scaled.integers();
    let values = scaled.inputs.measure::<Exact>(&grid);
    core::array::from_fn(|k| values[k].to_surd(scaled.scale(M::UNITS[k]) + grid.scale(M::UNITS[k])))
}
