//! The numbers of answers. Each is rounded to the nearest float, by the first kind of value whose
//! error bound leaves only one.

use super::bits::times_power_of_two;
use super::called::Called;
use super::double::{Double, TwoFloats};
use super::effort::{COMPACT, Effort};
use super::exact::{Exact, Quotient};
use super::fast::Fast;
use super::format::{Either, FloatFormat, Typed};
use super::kinds::{Number, Value};
use super::lanes::{Real, TaskOfOne, run_one_or};
use super::round::{Bracket, Interval};
use super::scalar::Scalar;
use super::scaled::{AsTheyAre, Inputs, IntegerGrid, Lift, Scaled, Unit, are_moderate};
use super::surd::Surd;
use super::texts::{Measure, MeasureRows, See, TimeAndVectors};
use super::unrolled::unrolled;
use core::cmp::Ordering;

/// Computes `K` numbers, each rounded to the nearest float, by the first kind of value that is
/// certain. All callers, for both floats, share one function.
pub(crate) fn measure<T: Scalar, M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [T; K] {
    measure_either(Either::of::<T>(), scaled, effort).map(T::narrowed)
}

#[inline(never)]
fn measure_either<M: Measure<K>, const K: usize>(
    format: Either,
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [f64; K] {
    measure_in(format, scaled, effort)
}

/// Computes `K` numbers, like [`measure`], but inlined into the caller, for a few frequent queries.
#[cfg_attr(hot, inline(always))]
pub(crate) fn measure_here<T: Scalar, M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [T; K] {
    if COMPACT {
        return measure(scaled, effort);
    }
    measure_in(Typed::<T>::NEW, scaled, effort)
}

/// Computes `K` numbers, each rounded to the nearest float of a format.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn measure_in<F: FloatFormat, M: Measure<K>, const K: usize>(
    format: F,
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [F::Float; K] {
    if scaled.inputs.is_deep() {
        return measure_deep(format, scaled, effort);
    }
    let mut known = [None; K];
    if const { !COMPACT && M::IS_RARE } {
        return if scaled.floats().is_some() {
            measure_by_calls(format, scaled, known, effort)
        } else {
            measure_slowly(format, scaled, known, None, effort)
        };
    }
    if !COMPACT
        && format.is_single()
        && let Some(lift) = scaled.floats()
    {
        let is_brief = scaled.inputs.is_brief();
        if const { !F::IS_SHARED }
            && is_brief
            && let Some(floats) = in_two(BriefInTwo::<_, _, K> { format, scaled }, |_| None)
        {
            return floats;
        }
        // For single precision the first kind of value has digits to spare.
        if const { !F::IS_SHARED } || !is_brief {
            let values = scaled.inputs.measure::<Fast>(&lift);
            unrolled!(K, |k| known[k] =
                format.nearest(&values[k].interval(), scaled.scale(M::UNITS[k])));
            if let Some(floats) = all_of(format, &known) {
                return floats;
            }
        }
        // The few numbers that are left do not pay for code in two floats of their own.
        if const { !F::IS_SHARED } {
            return measure_by_calls(format, scaled, known, effort);
        }
    }
    if scaled.floats().is_some() {
        return match in_two(InTwo { format, scaled, known: &mut known }, by_calls) {
            Ok(floats) => floats,
            Err(about) => measure_slowly(format, scaled, known, Some(about), effort),
        };
    }
    measure_slowly(format, scaled, known, None, effort)
}

/// Computes numbers that are up to twice as deep as the error bound of floats allows.
#[cold]
#[inline(never)]
fn measure_deep<F: FloatFormat, M: Measure<K>, const K: usize>(
    format: F,
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [F::Float; K] {
    if COMPACT || scaled.floats().is_none() || !are_moderate(&scaled.inputs) {
        return measure_slowly(format, scaled, [None; K], None, effort);
    }
    let intervals = intervals_by_calls(scaled, [true; K]).map(Interval::twice_as_wide);
    let known = core::array::from_fn(|k| {
        let nearest = format.either().nearest(&intervals[k], scaled.scale(M::UNITS[k]));
        nearest.map(|x| format.of_either(x))
    });
    all_of(format, &known)
        .unwrap_or_else(|| measure_slowly(format, scaled, known, Some(intervals), effort))
}

/// Runs a task with a fused multiply-add if the machine has it, or else by calls.
#[cfg_attr(hot, inline(always))]
fn in_two<K: TaskOfOne>(task: K, by_calls: impl FnOnce(K) -> K::Output) -> K::Output {
    if COMPACT {
        return task.run::<f64>();
    }
    run_one_or(task, by_calls)
}

/// Computes the uncertain numbers by calls, and otherwise by integers.
#[cold]
#[inline(never)]
fn measure_by_calls<F: FloatFormat, M: Measure<K>, const K: usize>(
    format: F,
    scaled: &Scaled<M>,
    mut known: [Option<F::Float>; K],
    effort: &mut Effort,
) -> [F::Float; K] {
    match by_calls(InTwo { format, scaled, known: &mut known }) {
        Ok(floats) => floats,
        Err(about) => measure_slowly(format, scaled, known, Some(about), effort),
    }
}

/// Computes the uncertain numbers by calls.
#[cold]
#[inline(never)]
fn by_calls<F: FloatFormat, M: Measure<K>, const K: usize>(
    InTwo { format, scaled, known }: InTwo<'_, F, M, K>,
) -> Result<[F::Float; K], [Interval; K]> {
    let intervals = intervals_by_calls(scaled, known.map(|x| x.is_none()));
    for k in 0..K {
        if known[k].is_none() {
            let nearest = format.either().nearest(&intervals[k], scaled.scale(M::UNITS[k]));
            known[k] = nearest.map(|x| format.of_either(x));
        }
    }
    all_of(format, known).ok_or(intervals)
}

/// Returns the intervals around the wanted numbers, computed by calls. Both floats share one
/// function.
#[cold]
#[inline(never)]
fn intervals_by_calls<M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    wanted: [bool; K],
) -> [Interval; K] {
    scaled.inputs.measure_some::<Called>(&AsTheyAre, &wanted).map(|x| x.interval())
}

/// The task that computes the uncertain numbers in two floats. It returns all numbers rounded, or
/// the intervals around them.
struct InTwo<'a, F: FloatFormat, M, const K: usize> {
    format: F,
    scaled: &'a Scaled<M>,
    known: &'a mut [Option<F::Float>; K],
}

impl<F: FloatFormat, M: Measure<K>, const K: usize> TaskOfOne for InTwo<'_, F, M, K> {
    type Output = Result<[F::Float; K], [Interval; K]>;

    #[cfg_attr(hot, inline(always))]
    fn run<R: Real>(self) -> Self::Output {
        let Self { format, scaled, known } = self;
        let wanted = known.map(|x| x.is_none());
        let values = scaled.inputs.measure_some::<Double<R>>(&AsTheyAre, &wanted);
        unrolled!(K, |k| if known[k].is_none() {
            known[k] = format.nearest(&TwoFloats::interval(&values[k]), scaled.scale(M::UNITS[k]));
        });
        all_of(format, known).ok_or_else(|| values.each_ref().map(TwoFloats::interval))
    }
}

/// The task that computes numbers in two floats by the short computation, and returns them if there
/// is one and each number is certain.
struct BriefInTwo<'a, F, M, const K: usize> {
    format: F,
    scaled: &'a Scaled<M>,
}

impl<F: FloatFormat, M: Measure<K>, const K: usize> TaskOfOne for BriefInTwo<'_, F, M, K> {
    type Output = Option<[F::Float; K]>;

    #[cfg_attr(hot, inline(always))]
    fn run<R: Real>(self) -> Self::Output {
        let Self { format, scaled } = self;
        let values = scaled.inputs.measure_brief::<Double<R>>(&AsTheyAre)?;
        let mut known = [None; K];
        unrolled!(K, |k| known[k] =
            format.nearest(&TwoFloats::interval(&values[k]), scaled.scale(M::UNITS[k])));
        all_of(format, &known)
    }
}

/// Returns all numbers, if each is certain.
#[cfg_attr(hot, inline(always))]
fn all_of<F: FloatFormat, const K: usize>(
    _: F,
    known: &[Option<F::Float>; K],
) -> Option<[F::Float; K]> {
    let (mut floats, mut all) = ([F::ZERO; K], true);
    unrolled!(K, |k| match known[k] {
        Some(float) => floats[k] = float,
        None => all = false,
    });
    all.then_some(floats)
}

/// Computes the uncertain numbers, by integers.
#[cold]
#[inline(never)]
fn measure_slowly<F: FloatFormat, M: Measure<K>, const K: usize>(
    format: F,
    scaled: &Scaled<M>,
    known: [Option<F::Float>; K],
    about: Option<[Interval; K]>,
    effort: &mut Effort,
) -> [F::Float; K] {
    let wanted = known.map(|x| x.is_none());
    let measured = measured_slowly(format.either(), scaled, wanted, about, effort);
    core::array::from_fn(|k| known[k].unwrap_or_else(|| format.of_either(measured[k])))
}

/// Computes the wanted numbers, by integers. Both floats share one function.
#[cold]
#[inline(never)]
fn measured_slowly<M: Measure<K>, const K: usize>(
    format: Either,
    scaled: &Scaled<M>,
    wanted: [bool; K],
    about: Option<[Interval; K]>,
    effort: &mut Effort,
) -> [f64; K] {
    effort.exact = true;
    let grid = scaled.integers();
    let values = quotients(scaled, &grid, &wanted);
    core::array::from_fn(|k| {
        let its_scale = scaled.scale(M::UNITS[k]);
        let scale = its_scale + grid.scale(M::UNITS[k]);
        let about = about.as_ref().map(|all| (&all[k], its_scale));
        if wanted[k] { format.round(&values[k], scale, about) } else { 0.0 }
    })
}

/// Evaluates the wanted numbers over integers. All callers share one function.
#[cold]
#[inline(never)]
fn quotients<M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    grid: &IntegerGrid,
    wanted: &[bool; K],
) -> [Quotient; K] {
    scaled.inputs.measure_some::<Exact>(grid, wanted)
}

/// Computes the unit vector along these `K` numbers, not all of which are zero, each component
/// within one ulp.
///
/// Its components nest square roots, so they are not of the form `x + y √q`. Therefore the numbers
/// are computed to more digits than floats have.
pub(crate) fn unit_vector<T: Scalar, M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    effort: &mut Effort,
) -> [T; K] {
    let quick = scaled.floats().map(|lift| scaled.inputs.measure::<Called>(&lift));
    match quick.and_then(|values| Double::unit_vector(&values.map(|x| x.double()))) {
        Some(vector) => vector.map(T::nearest),
        None => {
            effort.exact = true;
            Quotient::unit_vector(&quotients(scaled, &scaled.integers(), &[true; K]))
        }
    }
}

/// Computes a time and `R` vectors, rounded to the nearest floats.
#[cfg_attr(hot, inline(always))]
pub(crate) fn measure_rows<T, G, M, const R: usize, const K: usize>(
    scaled: &Scaled<G>,
    asked: &M,
    effort: &mut Effort,
) -> TimeAndVectors<T, R, K>
where
    T: Scalar,
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    if COMPACT {
        let (time, rows) = measure_rows_in(Either::of::<T>(), scaled, asked, effort);
        return (T::narrowed(time), rows.map(|row| row.map(T::narrowed)));
    }
    measure_rows_in(Typed::<T>::NEW, scaled, asked, effort)
}

/// Computes a time and `R` vectors, rounded to the nearest floats of a format.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn measure_rows_in<F, G, M, const R: usize, const K: usize>(
    format: F,
    scaled: &Scaled<G>,
    asked: &M,
    effort: &mut Effort,
) -> TimeAndVectors<F::Float, R, K>
where
    F: FloatFormat,
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    if scaled.floats().is_some() {
        let by_calls = |scaled, asked| {
            let rounded = rows_by_calls(format.either(), scaled, asked);
            rounded.map(|rounded| of_either(format, rounded))
        };
        if !COMPACT
            && format.is_single()
            && let Some(floats) = measure_rows_in_single(format, scaled, asked)
        {
            return floats;
        }
        let floats = if const { !COMPACT && !M::HAS_LEFTOVERS } && format.is_single() {
            by_calls(scaled, asked)
        } else {
            let task = RowsInTwo::<_, _, _, R, K, false> { format, scaled, asked };
            in_two(task, |task| by_calls(task.scaled, task.asked))
        };
        if let Some(floats) = floats {
            return floats;
        }
    }
    of_either(format, measure_rows_slowly(format.either(), scaled, *asked, effort))
}

/// Computes a time and vectors for single precision, for which the first kind of value has digits
/// to spare.
#[cfg_attr(hot, inline(always))]
fn measure_rows_in_single<F, G, M, const R: usize, const K: usize>(
    format: F,
    scaled: &Scaled<G>,
    asked: &M,
) -> Option<TimeAndVectors<F::Float, R, K>>
where
    F: FloatFormat,
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    if asked.is_brief(&scaled.inputs)
        && let Some(floats) =
            in_two(RowsInTwo::<_, _, _, R, K, true> { format, scaled, asked }, |_| None)
    {
        return Some(floats);
    }
    rounded_rows::<_, _, _, Fast, R, K, false>(format, scaled, asked, Fast::interval)
}

/// Computes a time and vectors by calls. Both floats share one function.
#[cold]
#[inline(never)]
fn rows_by_calls<G, M, const R: usize, const K: usize>(
    format: Either,
    scaled: &Scaled<G>,
    asked: &M,
) -> Option<TimeAndVectors<f64, R, K>>
where
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    rounded_rows::<_, _, _, Called, R, K, false>(format, scaled, asked, Called::interval)
}

/// Returns numbers of a format that is known at run time as numbers of the same format.
fn of_either<F: FloatFormat, const R: usize, const K: usize>(
    format: F,
    (time, rows): TimeAndVectors<f64, R, K>,
) -> TimeAndVectors<F::Float, R, K> {
    let float = |x| format.of_either(x);
    (float(time), rows.map(|row| row.map(float)))
}

/// The task that computes a time and vectors in two floats. It returns the nearest floats, if each
/// is certain.
struct RowsInTwo<'a, F, G, M, const R: usize, const K: usize, const BRIEF: bool> {
    format: F,
    scaled: &'a Scaled<G>,
    asked: &'a M,
}

impl<F: FloatFormat, G: Inputs, M, const R: usize, const K: usize, const BRIEF: bool> TaskOfOne
    for RowsInTwo<'_, F, G, M, R, K, BRIEF>
where
    M: MeasureRows<G, R, K>,
{
    type Output = Option<TimeAndVectors<F::Float, R, K>>;

    #[cfg_attr(hot, inline(always))]
    fn run<E: Real>(self) -> Self::Output {
        let Self { format, scaled, asked } = self;
        rounded_rows::<_, _, _, Double<E>, R, K, BRIEF>(format, scaled, asked, TwoFloats::interval)
    }
}

/// Returns the nearest floats, computed from values of one kind, if each is certain; with `BRIEF`,
/// only by the short computation.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn rounded_rows<F, G, M, N, const R: usize, const K: usize, const BRIEF: bool>(
    format: F,
    scaled: &Scaled<G>,
    asked: &M,
    interval: impl Fn(&N::Value) -> Interval,
) -> Option<TimeAndVectors<F::Float, R, K>>
where
    F: FloatFormat,
    G: Inputs,
    N: Number,
    M: MeasureRows<G, R, K>,
    AsTheyAre: Lift<N>,
{
    let scales = M::UNITS.map(|unit| scaled.scale(unit));
    let mut rows =
        Rounder { format, scales, interval: &interval, floats: [[F::ZERO; K]; R], all: true };
    let time = if BRIEF {
        asked.measure_brief::<N>(&scaled.inputs, &AsTheyAre, &mut rows)?
    } else {
        asked.measure::<N>(&scaled.inputs, &AsTheyAre, &mut rows)
    };
    let time = format.nearest(&interval(&time), scaled.scale(Unit::Time))?;
    rows.all.then_some((time, rows.floats))
}

/// A receiver that rounds vectors, as long as each number has a certain nearest float.
struct Rounder<'a, F: FloatFormat, I, const R: usize, const K: usize> {
    format: F,
    scales: [i32; R],
    interval: &'a I,
    floats: [[F::Float; K]; R],
    all: bool,
}

impl<F: FloatFormat, V, I: Fn(&V) -> Interval, const R: usize, const K: usize> See<V, K>
    for Rounder<'_, F, I, R, K>
{
    #[cfg_attr(hot, inline(always))]
    fn see(&mut self, row: usize, vector: &[V; K]) {
        unrolled!(
            K,
            |k| match self.format.nearest(&(self.interval)(&vector[k]), self.scales[row]) {
                Some(nearest) => self.floats[row][k] = nearest,
                None => self.all = false,
            }
        );
    }
}

/// Computes a time and vectors, by integers.
#[cold]
#[inline(never)]
fn measure_rows_slowly<G, M, const R: usize, const K: usize>(
    format: Either,
    scaled: &Scaled<G>,
    asked: M,
    effort: &mut Effort,
) -> TimeAndVectors<f64, R, K>
where
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    effort.exact = true;
    let (time, rows) = quotient_rows(scaled, &asked);
    let [time] = time.map(|time, scale| format.round(time, scale, None));
    (time, rows.map(|row| row.map(|x, scale| format.round(x, scale, None))))
}

/// Evaluates a time and vectors over integers. All callers share one function.
#[cold]
#[inline(never)]
pub(super) fn quotient_rows<G, M, const R: usize, const K: usize>(
    scaled: &Scaled<G>,
    asked: &M,
) -> (ScaledQuotients<1>, [ScaledQuotients<K>; R])
where
    G: Inputs,
    M: MeasureRows<G, R, K>,
{
    let grid = scaled.integers();
    let scale = |unit| scaled.scale(unit) + grid.scale(unit);
    let mut rows = M::UNITS.map(|unit| ScaledQuotients { numbers: None, scale: scale(unit) });
    let time = asked.measure::<Exact>(&scaled.inputs, &grid, &mut rows);
    (ScaledQuotients { numbers: Some([time]), scale: scale(Unit::Time) }, rows)
}

/// Exact numbers, each times `2^scale`.
pub(super) struct ScaledQuotients<const K: usize> {
    /// `None` for a vector that is not passed, which is zero.
    numbers: Option<[Quotient; K]>,
    scale: i32,
}

impl<const K: usize> ScaledQuotients<K> {
    /// Returns the result of a function of each number and the scale.
    pub(super) fn map<X>(&self, of: impl Fn(&Quotient, i32) -> X) -> [X; K] {
        match &self.numbers {
            Some(numbers) => core::array::from_fn(|k| of(&numbers[k], self.scale)),
            None => core::array::from_fn(|_| of(&Quotient::rational(&Exact::zero()), self.scale)),
        }
    }
}

impl<const R: usize, const K: usize> See<Quotient, K> for [ScaledQuotients<K>; R] {
    fn see(&mut self, row: usize, vector: &[Quotient; K]) {
        self[row].numbers = Some(vector.clone());
    }
}

/// Returns two floats around a number of an answer, quickly. They are infinite if the error bounds
/// of floats do not hold.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn bracket<M: Measure<1>>(scaled: &Scaled<M>) -> Bracket {
    match scaled.floats() {
        Some(lift) => {
            let [value] = scaled.inputs.measure::<Fast>(&lift);
            value.interval().bracket(scaled.scale(M::UNITS[0]))
        }
        // If floats are never evaluated, only this result can narrow a search.
        None if const { COMPACT && M::SELDOM } => {
            let [nearest] = measure::<f64, M, 1>(scaled, &mut Effort::default());
            Bracket::about(nearest)
        }
        None => Bracket::ALL,
    }
}

/// Compares a number of an answer with a float, exactly. All callers share one function.
#[inline(never)]
pub(crate) fn compare<M: Measure<1>>(scaled: &Scaled<M>, to: f64, effort: &mut Effort) -> Ordering {
    compare_here(scaled, to, effort)
}

/// Compares a number of an answer with a float, like [`compare`], but inlined into the caller.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn compare_here<M: Measure<1>>(
    scaled: &Scaled<M>,
    to: f64,
    effort: &mut Effort,
) -> Ordering {
    if !scaled.inputs.is_deep()
        && scaled.scale(M::UNITS[0]) == 0
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
    let scale = scaled.scale(M::UNITS[0]);
    let at_scale = times_power_of_two(to, -scale);
    if !COMPACT
        && times_power_of_two(at_scale, scale) == to
        && let Some(lift) = scaled.floats()
        && (!scaled.inputs.is_deep() || are_moderate(&scaled.inputs))
    {
        let [value] = scaled.inputs.measure::<Called>(&lift);
        let interval = value.interval();
        let interval = if scaled.inputs.is_deep() { interval.twice_as_wide() } else { interval };
        if let Some(order) = interval.compare_with(at_scale) {
            return order;
        }
    }
    effort.exact = true;
    let grid = scaled.integers();
    let [value] = quotients(scaled, &grid, &[true]);
    value.compare_with(scale + grid.scale(M::UNITS[0]), to)
}

/// Compares two numbers of answers, exactly. Callers need this if the brackets of the two overlap.
#[inline(never)]
pub(crate) fn compare_two<M: Measure<1>>(
    a: &Scaled<M>,
    b: &Scaled<M>,
    effort: &mut Effort,
) -> Ordering {
    if !COMPACT
        && !a.inputs.is_deep()
        && !b.inputs.is_deep()
        && a.scale(M::UNITS[0]) == b.scale(M::UNITS[0])
        && let (Some(floats), Some(others)) = (a.floats(), b.floats())
    {
        let ([a], [b]) = (a.inputs.measure::<Called>(&floats), b.inputs.measure::<Called>(&others));
        if let Some(order) = a.interval().compare(&b.interval()) {
            return order;
        }
    }
    effort.exact = true;
    let [(of_a, scale_of_a), (of_b, scale_of_b)] = [a, b].map(|scaled| {
        let grid = scaled.integers();
        let [value] = quotients(scaled, &grid, &[true]);
        (value, scaled.scale(M::UNITS[0]) + grid.scale(M::UNITS[0]))
    });
    of_a.compare(scale_of_a, &of_b, scale_of_b)
}

/// Returns the `K` numbers themselves, exactly.
pub(crate) fn measure_exactly<M: Measure<K>, const K: usize>(scaled: &Scaled<M>) -> [Surd; K] {
    let grid = scaled.integers();
    let values = quotients(scaled, &grid, &[true; K]);
    core::array::from_fn(|k| {
        Surd::of(&values[k], scaled.scale(M::UNITS[k]) + grid.scale(M::UNITS[k]))
    })
}
