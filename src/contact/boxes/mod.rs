//! When does a moving sphere first touch a solid box, in any number of dimensions?
//!
//! The box stands along the axes of some frame; a [`Course`] says what is seen in it. There, relative to the box, the centre
//! moves as `X(t) = C + tV`. What is decided is all in one function of time,
//!
//! ```text
//! f(t) = dist(X(t), box)² − r² = Σ gₖ(t)² − r²,   gₖ = how far Xₖ is from [minₖ, maxₖ]                        (7.1)
//! ```
//!
//! which is convex, has a continuous slope, and is a parabola between the times at which `X` passes a bound,
//! `s = (boundₖ − Cₖ) / Vₖ`. With `f(0) > 0` and `f'(0) < 0`, the entry `t*` is later than `s` if and only if `f(s) > 0` and
//! `f'(s) < 0`. Both are signs of polynomials, since `s` is rational: so each axis says by itself on which of its sides
//! the centre is as it enters, and no times need be sorted, no regions enumerated. On that piece, over the axes `S` on
//! which the centre is outside of the bounds, with `Dₖ = Cₖ − boundₖ`,
//!
//! ```text
//! t* = (−b − √β) / a,   a = Σ Vₖ²,   b = Σ Dₖ Vₖ,   β = r² a − Σ (Dᵢ Vⱼ − Dⱼ Vᵢ)²   (i < j)                  (7.2)
//! ```
//!
//! and there is an entry if and only if `β ≥ 0`; it grazes if `β = 0`, at a rational time. No sign is of a degree
//! greater than four in what is seen, and their number grows as the square of the number of dimensions. The end of the contact is
//! the beginning of the course run backwards, on the whole line of time.
//!
//! *Proof that `β` suffices.* The piece begins where `f > 0` and `f' < 0`, and ends where `f ≤ 0` or `f' ≥ 0`, or never. If
//! `f ≤ 0` at its end, its parabola has its smaller root in it, and `β ≥ 0`. Else its least value lies in it (`a > 0`, as the slope
//! is not zero), and is `−β / a`; being convex, `f` has no smaller one anywhere.
//!
//! Source: D. Eberly, *Intersection of Moving Circle and Rectangle*, 2018, for the question in the plane; his tree of
//! regions is not used here.

mod aligned;
mod course;
mod oriented;
mod stretched;
#[cfg(test)]
mod tests;

use super::answer::{Answer, Approach, Contact, ExactAnswer, Overlap};
use super::{ClosestPoint, Span, WayOut};
use crate::number::{
    Decision, Effort, Framed, Given, Lift, Measure, MeasureRows, Number, Quantity, Range, Rounding,
    Sign, Surd, Unit, Unsure, Value, compare, decide, decide_exactly, measure, measure_exactly,
    measure_rows,
};
use crate::shape::Scalar;
use Sign::{Negative, Positive, Zero};
use core::cmp::Ordering;
use course::{Course, InFrame, Rigid};

/// Where on a box a point is, along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// On the least coordinate of the box.
    Min,
    /// Between the two, on neither.
    Between,
    /// On the greatest coordinate of the box.
    Max,
}

/// A part of a box: for each axis, on which side of the box it is.
///
/// One axis that is not [`Side::Between`] makes it a face (in the plane an edge), two an edge (in the plane a vertex), and
/// as many as there are a vertex. All between is the inside. A sphere of radius zero has a normal where it is one, the outward
/// one. Where a box is flat the side is the one that the sphere is
/// on or comes from, and `Min` if it is and does neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxFeature<const N: usize> {
    /// The side, for each axis.
    pub sides: [Side; N],
}

impl<const N: usize> BoxFeature<N> {
    /// The axis of a face.
    #[inline(always)]
    fn one_side(&self) -> Option<usize> {
        // Without branches: which it is changes from one query to the next.
        let (mut count, mut last) = (0, 0);
        for (k, &side) in self.sides.iter().enumerate() {
            let is_beside = side != Side::Between;
            count += usize::from(is_beside);
            last = if is_beside { k } else { last };
        }
        (count == 1).then_some(last)
    }
}

// ---- the decision ----

/// How sphere and box first meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting<const D: usize> {
    /// Never.
    Apart,
    /// They share more than a touch at time zero; here the box is closest to the centre.
    Overlap(Touch<D>),
    /// They touch.
    Contact(Touch<D>),
}

/// A touch: where, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch<const D: usize> {
    pub(crate) when: When,
    /// What holds the point.
    pub(crate) feature: BoxFeature<D>,
    /// The axes on which the centre is outside of the bounds just before the touch, and on which side. Only these
    /// have a part in the distance.
    pub(crate) outside: BoxFeature<D>,
    pub(crate) approach: Approach,
    pub(crate) has_normal: bool,
}

impl<const D: usize> Touch<D> {
    /// What the normal is told by: the axes on which the centre is outside; or for a point, where it is.
    #[inline(always)]
    fn beside(&self, is_point: bool) -> &BoxFeature<D> {
        if is_point { &self.feature } else { &self.outside }
    }
}

/// What the time of a touch is a root of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// None: it is time zero.
    Start,
    /// The smaller root of (7.2).
    Enters,
    /// The only one.
    Grazes,
}

/// The sum of the terms from `start` to before `end`, of which there is at least one, with a depth that grows as the
/// logarithm of their number.
#[inline(always)]
fn sum_of<N: Number>(start: usize, end: usize, term: &impl Fn(usize) -> N) -> N {
    if end - start <= 4 {
        (start + 1..end).fold(term(start), |sum, i| sum.plus(&term(i)))
    } else {
        halves(start, end, term)
    }
}

fn halves<N: Number>(start: usize, end: usize, term: &impl Fn(usize) -> N) -> N {
    let middle = start + (end - start) / 2;
    sum_of(start, middle, term).plus(&sum_of(middle, end, term))
}

/// The sum over all axes.
#[inline(always)]
fn sum<N: Number, const D: usize>(terms: [N; D]) -> N {
    if D == 0 { N::zero() } else { sum_of(0, D, &|k| terms[k].clone()) }
}

/// `β` of (7.2), from `Dₖ` and `Vₖ`, which are zero on axes that have no part.
///
/// With the axes in a circle, each pair is some axis and the one that follows it `step` places behind.
#[inline(always)]
fn discriminant<N: Number, const D: usize>(d: &[N; D], v: &[N; D], rr: &N, a: &N) -> N {
    let square = |i: usize, j: usize| d[i].times(&v[j]).minus(&d[j].times(&v[i])).squared();
    let ring = |step: usize| {
        let pairs = if 2 * step == D { step } else { D };
        sum_of(0, pairs, &|i| square(i, (i + step) % D))
    };
    let all = rr.times(a);
    if D < 2 { all } else { all.minus(&sum_of(1, D / 2 + 1, &ring)) }
}

/// Where the centre is along an axis, seen in the direction in which it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the nearer bound.
    Before,
    Within,
    /// Behind the farther bound.
    Behind,
}

/// The axes, each mirrored if need be so that the centre moves up along it.
///
/// Numbers and facts about them stand apart, each in an array of its own, so that numbers can stay in registers.
struct Axes<N, const D: usize> {
    /// `|Vₖ|`.
    speed: [N; D],
    /// From the centre up to the lower and to the upper bound.
    near: [N; D],
    far: [N; D],
    /// `Dₖ` at time zero, from the box to the centre.
    start: [N; D],
    mirrored: [bool; D],
    /// Whether `|Vₖ|` is zero.
    still: [bool; D],
    near_sign: [Sign; D],
    far_sign: [Sign; D],
}

impl<N: Number, const D: usize> Axes<N, D> {
    #[inline(always)]
    fn new(frame: &InFrame<N, D>) -> Result<Self, Unsure> {
        let InFrame { above_min, above_max, velocity, .. } = frame;
        let mut mirrored = [false; D];
        let mut still = [false; D];
        for k in 0..D {
            let sign = velocity[k].sign()?;
            (mirrored[k], still[k]) = (sign == Negative, sign == Zero);
        }
        let toward = |k: usize, low: &N, high: &N| {
            if mirrored[k] { high.clone() } else { low.negated() }
        };
        let near: [N; D] = core::array::from_fn(|k| toward(k, &above_min[k], &above_max[k]));
        let far: [N; D] = core::array::from_fn(|k| toward(k, &above_max[k], &above_min[k]));
        let (mut near_sign, mut far_sign) = ([Zero; D], [Zero; D]);
        for k in 0..D {
            (near_sign[k], far_sign[k]) = (near[k].sign()?, far[k].sign()?);
        }
        let start = core::array::from_fn(|k| match (near_sign[k], far_sign[k]) {
            (Positive, _) => near[k].negated(),
            (_, Negative) => far[k].negated(),
            _ => N::zero(),
        });
        let speed = core::array::from_fn(|k| {
            if mirrored[k] { velocity[k].negated() } else { velocity[k].clone() }
        });
        Ok(Self { speed, near, far, start, mirrored, still, near_sign, far_sign })
    }

    /// Where the centre is at time zero; on a bound it is within.
    #[inline(always)]
    fn at_start(&self, k: usize) -> Phase {
        match (self.near_sign[k], self.far_sign[k]) {
            (Positive, _) => Phase::Before,
            (_, Negative) => Phase::Behind,
            _ => Phase::Within,
        }
    }

    /// Where a centre that does not leave the bounds touches them, if it does so at time zero.
    #[inline(always)]
    fn touched_at_start(&self, k: usize) -> Phase {
        match (self.near_sign[k], self.far_sign[k]) {
            (Positive | Zero, _) => Phase::Before,
            (_, Negative | Zero) => Phase::Behind,
            _ => Phase::Within,
        }
    }

    /// `Dₖ`, from the bound that counts in this phase up to the centre; zero if none does.
    #[inline(always)]
    fn distance(&self, k: usize, phase: Phase) -> N {
        match phase {
            Phase::Before => self.near[k].negated(),
            Phase::Within => N::zero(),
            Phase::Behind => self.far[k].negated(),
        }
    }

    #[inline(always)]
    fn side(&self, k: usize, phase: Phase) -> Side {
        // Looked up, not branched on, as neither can be foreseen.
        let place = phase as usize;
        let place = if self.mirrored[k] { 2 - place } else { place };
        [Side::Min, Side::Between, Side::Max][place]
    }

    #[inline(always)]
    fn sides(&self, phase: impl Fn(usize) -> Phase) -> BoxFeature<D> {
        BoxFeature { sides: core::array::from_fn(|k| self.side(k, phase(k))) }
    }
}

/// Whether the line of the path certainly misses the box grown by `r` on all sides; most paths that come closer do.
///
/// It does if in the plane of two axes it passes on one side of all corners. Everything is twice as large as it is, so that nothing is
/// halved: with `M` twice the way to the middle of the box and `E` its grown extents, if `|Mᵢ Vⱼ − Mⱼ Vᵢ| > Eᵢ |Vⱼ| + Eⱼ |Vᵢ|`.
#[inline(always)]
fn misses_grown_box<N: Number, const D: usize>(axes: &Axes<N, D>, r: &N) -> bool {
    let Axes { speed, near, far, .. } = axes;
    let r = r.plus(r);
    let middle: [N; D] = core::array::from_fn(|k| near[k].plus(&far[k]));
    let extent: [N; D] = core::array::from_fn(|k| far[k].minus(&near[k]).plus(&r));
    let passes = |i: usize, j: usize| {
        let across = middle[i].times(&speed[j]).minus(&middle[j].times(&speed[i]));
        let reach = extent[i].times(&speed[j]).plus(&extent[j].times(&speed[i]));
        across.minus(&reach).sign() == Ok(Positive) || across.plus(&reach).sign() == Ok(Negative)
    };
    (1..D).any(|j| (0..j).any(|i| passes(i, j)))
}

/// When a bound is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    /// While the sphere still comes closer: earlier than the entry, if there is one.
    BeforeEntry,
    /// At the very time of the entry, and the sphere does not graze.
    AtEntry,
    /// Not before the entry, if there is one.
    NotBefore,
}

/// Whether the bound that is `ahead` of the centre on axis `k` is passed before the entry, by the signs of (7.1) and its slope
/// at `s = ahead / |Vₖ|`, with every length times `|Vₖ|`.
#[inline(always)]
fn passed<N: Number, const D: usize>(
    axes: &Axes<N, D>,
    rr: &N,
    k: usize,
    ahead: &N,
) -> Result<Passed, Unsure> {
    let speed = &axes.speed[k];
    let mut gaps: [N; D] = core::array::from_fn(|_| N::zero());
    for (j, gap) in gaps.iter_mut().enumerate().filter(|(j, _)| *j != k) {
        let way = ahead.times(&axes.speed[j]);
        let before = axes.near[j].times(speed).minus(&way).or_zero();
        let behind = way.minus(&axes.far[j].times(speed)).or_zero();
        *gap = behind.minus(&before);
    }
    let slope = sum::<N, D>(core::array::from_fn(|j| gaps[j].times(&axes.speed[j]))).sign();
    if slope == Ok(Positive) || slope == Ok(Zero) {
        return Ok(Passed::NotBefore);
    }
    let reached = rr.times(&speed.squared());
    let value = sum::<N, D>(core::array::from_fn(|j| gaps[j].squared())).minus(&reached).sign();
    match (value, slope) {
        (Ok(Negative), _) => Ok(Passed::NotBefore),
        (Ok(Positive), Ok(Negative)) => Ok(Passed::BeforeEntry),
        (Ok(Zero), Ok(Negative)) => Ok(Passed::AtEntry),
        _ => Err(Unsure),
    }
}

/// When is the box first met?
#[derive(Clone, Copy, Debug)]
pub(crate) struct First(pub(crate) Span);

impl<C: Course<D>, const D: usize> Decision for Asked<C, First, D> {
    type Outcome = Meeting<D>;

    #[inline(always)]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Meeting<D>, Unsure> {
        let frame = self.course.in_frame(lift);
        let axes: Axes<N, D> = self.course.axes(&frame, lift)?;
        let is_point = self.course.is_point();
        let rr = frame.radius.squared();

        let mut phases: [Phase; D] = core::array::from_fn(|k| axes.at_start(k));
        match self.question.0 {
            Span::FromStart => {
                if let Some(meeting) = at_start(&axes, &rr, is_point)? {
                    return Ok(meeting);
                }
            }
            Span::Always => {
                if axes.still == [true; D] {
                    return Ok(Meeting::Apart);
                }
                for (phase, _) in phases.iter_mut().zip(axes.still).filter(|(_, still)| !still) {
                    *phase = Phase::Before;
                }
            }
        }
        if misses_grown_box(&axes, &frame.radius) {
            return Ok(Meeting::Apart);
        }

        let mut leaves_at_entry = [false; D];
        for k in (0..D).filter(|&k| !axes.still[k]) {
            if phases[k] == Phase::Before
                && passed(&axes, &rr, k, &axes.near[k])? == Passed::BeforeEntry
            {
                phases[k] = Phase::Within;
            }
            if phases[k] == Phase::Within {
                match passed(&axes, &rr, k, &axes.far[k])? {
                    Passed::BeforeEntry => phases[k] = Phase::Behind,
                    Passed::AtEntry => leaves_at_entry[k] = true,
                    Passed::NotBefore => {}
                }
            }
        }

        let d: [N; D] = core::array::from_fn(|k| axes.distance(k, phases[k]));
        let v: [N; D] = core::array::from_fn(|k| match phases[k] {
            Phase::Within => N::zero(),
            Phase::Before | Phase::Behind => axes.speed[k].clone(),
        });
        let a = sum::<N, D>(core::array::from_fn(|k| v[k].squared()));
        let when = match discriminant(&d, &v, &rr, &a).sign()? {
            Negative => return Ok(Meeting::Apart),
            Zero => When::Grazes,
            Positive => When::Enters,
        };
        if when == When::Grazes {
            // The time is −b / a, so whether it is that of a bound is rational, too.
            let closer = sum::<N, D>(core::array::from_fn(|k| d[k].times(&v[k]))).negated();
            for k in (0..D).filter(|&k| !axes.still[k]) {
                if phases[k] == Phase::Within {
                    let left = axes.far[k].times(&a).minus(&closer.times(&axes.speed[k])).sign()?;
                    leaves_at_entry[k] = left == Zero;
                }
            }
        }
        let feature = axes.sides(|k| match phases[k] {
            Phase::Within if axes.still[k] => axes.touched_at_start(k),
            Phase::Within if leaves_at_entry[k] => Phase::Behind,
            phase => phase,
        });
        let outside = axes.sides(|k| phases[k]);
        let slides = when == When::Grazes && !is_point;
        let approach = if slides { Approach::Sliding } else { Approach::Approaching };
        let has_normal = !is_point || feature.one_side().is_some();
        Ok(Meeting::Contact(Touch { when, feature, outside, approach, has_normal }))
    }
}

/// Do they overlap or touch at time zero? Or do they part from there for good?
#[inline(always)]
fn at_start<N: Number, const D: usize>(
    axes: &Axes<N, D>,
    rr: &N,
    is_point: bool,
) -> Result<Option<Meeting<D>>, Unsure> {
    let d = &axes.start;
    let slope = sum::<N, D>(core::array::from_fn(|k| d[k].times(&axes.speed[k]))).sign();
    let start = sum::<N, D>(core::array::from_fn(|k| d[k].squared())).minus(rr).sign()?;
    if start != Positive {
        let feature = axes.sides(|k| axes.touched_at_start(k));
        let is_inside = feature.sides == [Side::Between; D];
        return Ok(Some(if start == Negative || is_inside {
            Meeting::Overlap(touch_of_overlap(axes))
        } else {
            Meeting::Contact(touch_at_start(axes, is_point, feature, slope?))
        }));
    }
    Ok((slope? != Negative).then_some(Meeting::Apart))
}

/// The box's point closest to the centre, and the centre, at time zero.
fn touch_of_overlap<N: Number, const D: usize>(axes: &Axes<N, D>) -> Touch<D> {
    let feature = axes.sides(|k| axes.touched_at_start(k));
    let outside = axes.sides(|k| axes.at_start(k));
    let (when, approach) = (When::Start, Approach::Sliding);
    Touch { when, feature, outside, approach, has_normal: false }
}

/// A touch at time zero, from the sign of the slope.
///
/// A point on a face has that face's outward normal. On a box that is flat there it has none if it stays in the plane.
fn touch_at_start<N: Number, const D: usize>(
    axes: &Axes<N, D>,
    is_point: bool,
    feature: BoxFeature<D>,
    slope: Sign,
) -> Touch<D> {
    let along = |sign| match sign {
        Negative => Approach::Approaching,
        Zero => Approach::Sliding,
        Positive => Approach::Parting,
    };
    let (approach, has_normal) = if !is_point {
        (along(slope), true)
    } else {
        match feature.one_side() {
            None => (Approach::Sliding, false),
            Some(k) if axes.still[k] => {
                (Approach::Sliding, axes.near_sign[k] != Zero || axes.far_sign[k] != Zero)
            }
            Some(k) => (along(if axes.near_sign[k] == Zero { Negative } else { Positive }), true),
        }
    };
    let outside = axes.sides(|k| axes.at_start(k));
    Touch { when: When::Start, feature, outside, approach, has_normal }
}

// ---- without time ----

/// Where is the box closest to the centre, at time zero?
#[derive(Clone, Copy, Debug)]
struct Nearest;

impl<C: Course<D>, const D: usize> Decision for Asked<C, Nearest, D> {
    type Outcome = Touch<D>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Touch<D>, Unsure> {
        Ok(touch_of_overlap(&self.course.axes(&self.course.in_frame(lift), lift)?))
    }
}

/// From within the box at time zero, which side is the nearest? Of equally near ones the first counts, axis by axis, `Min` before `Max`.
#[derive(Clone, Copy, Debug)]
struct NearestSide;

impl<C: Course<D>, const D: usize> Decision for Asked<C, NearestSide, D> {
    type Outcome = BoxFeature<D>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<BoxFeature<D>, Unsure> {
        let InFrame { above_min, above_max, .. } = self.course.in_frame(lift);
        let (mut nearest, mut least) = ((0, Side::Min), above_min[0].clone());
        for k in 0..D {
            for (side, depth) in
                [(Side::Min, above_min[k].clone()), (Side::Max, above_max[k].negated())]
            {
                if depth.minus(&least).sign()? == Negative {
                    (nearest, least) = ((k, side), depth);
                }
            }
        }
        let (axis, side) = nearest;
        let sides = core::array::from_fn(|k| if k == axis { side } else { Side::Between });
        Ok(BoxFeature { sides })
    }
}

// ---- the numbers ----

/// A question about a course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<C, Q, const D: usize> {
    pub(crate) course: C,
    pub(crate) question: Q,
}

impl<C: Course<D>, Q: Copy, const D: usize> Given for Asked<C, Q, D> {
    const RANGE: Range = C::RANGE;

    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.course.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { course: self.course.map(change), ..*self }
    }
    #[inline(always)]
    fn suits_floats(&self) -> bool {
        self.course.suits_floats()
    }
}

/// `Dₖ` and `Vₖ`, zero on axes on which the centre is within the bounds.
#[inline(always)]
fn outside<N: Number, const D: usize>(
    frame: &InFrame<N, D>,
    outside: &BoxFeature<D>,
) -> ([N; D], [N; D]) {
    let of = |k: usize, above: &[N; D]| (above[k].clone(), frame.velocity[k].clone());
    let each: [(N, N); D] = core::array::from_fn(|k| match outside.sides[k] {
        Side::Min => of(k, &frame.above_min),
        Side::Between => (N::zero(), N::zero()),
        Side::Max => of(k, &frame.above_max),
    });
    (core::array::from_fn(|k| each[k].0.clone()), core::array::from_fn(|k| each[k].1.clone()))
}

/// The time (7.2). Into a face it is rational: `(|D| − r) / |V|`.
#[inline(always)]
fn time<N: Number, const D: usize>(frame: &InFrame<N, D>, touch: &Touch<D>) -> N::Value {
    if touch.when == When::Start {
        return N::Value::rational(&N::zero());
    }
    if let Some(k) = touch.outside.one_side() {
        let v = &frame.velocity[k];
        let (distance, speed) = match touch.outside.sides[k] {
            Side::Max => (frame.above_max[k].clone(), v.negated()),
            Side::Min | Side::Between => (frame.above_min[k].negated(), v.clone()),
        };
        return N::Value::rational(&distance.minus(&frame.radius)).over(&speed);
    }
    let (d, v) = outside(frame, &touch.outside);
    let a = sum::<N, D>(core::array::from_fn(|k| v[k].squared()));
    let closer = sum::<N, D>(core::array::from_fn(|k| d[k].times(&v[k]))).negated();
    if touch.when == When::Grazes {
        return N::Value::rational(&closer).over(&a);
    }
    let beta = discriminant(&d, &v, &frame.radius.squared(), &a);
    N::Value::smaller_root(&closer, &beta, &a)
}

/// The time of a touch; or minus it, which is when the same course, run backwards, is there.
#[derive(Clone, Copy, Debug)]
struct Time<const D: usize> {
    touch: Touch<D>,
    backwards: bool,
}

impl<C: Course<D>, const D: usize> Measure<1> for Asked<C, Time<D>, D> {
    const UNITS: [Unit; 1] = [Unit::Time];

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let time = time(&self.course.in_frame(lift), &self.question.touch);
        let zero = || N::Value::rational(&N::zero());
        [if self.question.backwards { zero().minus(&time) } else { time }]
    }
}

/// The centre at a touch.
#[derive(Clone, Copy, Debug)]
struct Center<const D: usize>(Touch<D>);

impl<C: Course<D>, const D: usize> Measure<D> for Asked<C, Center<D>, D> {
    const UNITS: [Unit; D] = [Unit::Length; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let t = time(&self.course.in_frame(lift), &self.question.0);
        self.course.center(lift, &t, &self.question.0)
    }
}

/// The touched point of the box.
#[derive(Clone, Copy, Debug)]
struct TouchedPoint<const D: usize>(Touch<D>);

impl<C: Course<D>, const D: usize> Measure<D> for Asked<C, TouchedPoint<D>, D> {
    const UNITS: [Unit; D] = [Unit::Length; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let Self { course, question: TouchedPoint(touch) } = self;
        let frame = course.in_frame(lift);
        let t = time(&frame, touch);
        course.point(lift, &frame, &t, &course.center(lift, &t, touch), touch)
    }
}

/// The normal at a touch, or a multiple of it, as the course has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal<const D: usize>(Touch<D>);

impl<C: Course<D>, const D: usize> Measure<D> for Asked<C, Normal<D>, D> {
    const UNITS: [Unit; D] = [Unit::Pure; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let frame = self.course.in_frame(lift);
        let t = time(&frame, &self.question.0);
        self.course.normal(lift, &frame, &t, &self.question.0)
    }
}

/// All numbers of a touch, with one time, which is the first number of the first vector. What is a copy of something else is not
/// asked for.
#[derive(Clone, Copy, Debug)]
struct All<const D: usize>(Touch<D>);

impl<C: Course<D>, const D: usize> MeasureRows<4, D> for Asked<C, All<D>, D> {
    const UNITS: [Unit; 4] = [Unit::Time, Unit::Length, Unit::Length, Unit::Pure];

    #[inline(always)]
    fn wants(&self) -> [usize; 4] {
        let touch = &self.question.0;
        let has_point = self.course.copied_bounds().is_none();
        let is_axis =
            C::NORMALS_ARE_AXES && touch.beside(self.course.is_point()).one_side().is_some();
        let has_normal = touch.has_normal && C::HAS_UNIT_NORMAL && !is_axis;
        [1, D, if has_point { D } else { 0 }, if has_normal { D } else { 0 }]
    }

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [[N::Value; D]; 4] {
        let Self { course, question: All(touch) } = self;
        let [_, _, has_point, has_normal] = self.wants().map(|count| count > 0);
        let none = || core::array::from_fn(|_| N::Value::lifted(&N::zero()));
        let frame = course.in_frame(lift);
        let t = time(&frame, touch);
        let center = course.center(lift, &t, touch);
        let point = if has_point { course.point(lift, &frame, &t, &center, touch) } else { none() };
        let normal = if has_normal { course.normal(lift, &frame, &t, touch) } else { none() };
        [core::array::from_fn(|_| t.clone()), center, point, normal]
    }
}

/// How far the centre is from the box at time zero.
#[derive(Clone, Copy, Debug)]
struct Gap<const D: usize>(Touch<D>);

/// `√(Σ Dₖ²)`, and what it is counted in.
fn gap<N: Number, C: Rigid<D>, const D: usize>(
    course: &C,
    frame: &InFrame<N, D>,
    lift: &impl Lift<N>,
    touch: &Touch<D>,
) -> N::Value {
    let (d, _) = outside(frame, &touch.outside);
    let dd = sum::<N, D>(core::array::from_fn(|k| d[k].squared()));
    match touch.outside.one_side() {
        // The root of a square, which no arithmetic need take.
        Some(k) if touch.outside.sides[k] == Side::Min => {
            N::Value::rational(&d[k].negated()).over(&course.scale(lift))
        }
        Some(k) => N::Value::rational(&d[k]).over(&course.scale(lift)),
        None => N::Value::surd(&N::zero(), &N::one(), &dd, &course.scale(lift)),
    }
}

impl<C: Rigid<D>, const D: usize> Measure<1> for Asked<C, Gap<D>, D> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [gap(&self.course, &self.course.in_frame(lift), lift, &self.question.0)]
    }
}

/// How deep the ball is in the box.
#[derive(Clone, Copy, Debug)]
enum Depth<const D: usize> {
    /// With its centre outside: `r − dist`.
    Beside(Touch<D>),
    /// With its centre inside, towards this side: `r +` the distance to it.
    Within(BoxFeature<D>),
}

impl<C: Rigid<D>, const D: usize> Measure<1> for Asked<C, Depth<D>, D> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let frame = self.course.in_frame(lift);
        let scale = self.course.scale(lift);
        [match &self.question {
            Depth::Beside(touch) => {
                let radius = N::Value::rational(&frame.radius).over(&scale);
                radius.minus(&gap(&self.course, &frame, lift, touch))
            }
            Depth::Within(side) => {
                let k = side.one_side().unwrap_or(0);
                let depth = match side.sides[k] {
                    Side::Max => frame.above_max[k].negated(),
                    _ => frame.above_min[k].clone(),
                };
                N::Value::rational(&frame.radius.plus(&depth)).over(&scale)
            }
        }]
    }
}

/// The unit vector from the closest point of the box to the centre, at time zero.
#[derive(Clone, Copy, Debug)]
struct Outward<const D: usize>(Touch<D>);

impl<C: Rigid<D>, const D: usize> Measure<D> for Asked<C, Outward<D>, D> {
    const UNITS: [Unit; D] = [Unit::Pure; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let frame = self.course.in_frame(lift);
        let outside_of = &self.question.0.outside;
        let (mut d, _) = outside(&frame, outside_of);
        if let Some(k) = outside_of.one_side() {
            let up = outside_of.sides[k] == Side::Max;
            d[k] = if up { N::one() } else { N::one().negated() };
            let (world, scale) = self.course.turned(lift, &d);
            return core::array::from_fn(|k| N::Value::rational(&world[k]).over(&scale));
        }
        let dd = sum::<N, D>(core::array::from_fn(|k| d[k].squared()));
        let (world, scale) = self.course.turned(lift, &d);
        let divisor = scale.times(&dd);
        core::array::from_fn(|k| N::Value::surd(&N::zero(), &world[k], &dd, &divisor))
    }
}

// ---- the answer ----

/// The same problem, asked something else.
fn ask<C: Course<D>, P: Copy, Q, const D: usize>(
    framed: &Framed<Asked<C, P, D>>,
    question: Q,
) -> Framed<Asked<C, Q, D>> {
    framed.ask(|asked| Asked { course: asked.course, question })
}

type Problem<C, const D: usize> = Framed<Asked<C, First, D>>;

fn problem<C: Course<D>, const D: usize>(course: C, span: Span) -> Problem<C, D> {
    Framed::new(Asked { course, question: First(span) })
}

/// Whether this time is later than the end of the motion.
fn is_too_late<C: Course<D>, T: Scalar, const D: usize>(
    time: &Framed<Asked<C, Time<D>, D>>,
    t_max: T,
    effort: &mut Effort,
) -> bool {
    t_max < T::INFINITY && compare(time, t_max.widen(), effort) == Ordering::Greater
}

/// The first contact on a course, up to `t_max`.
fn meet<C: Course<D>, T: Scalar, const D: usize>(
    course: C,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, D, BoxFeature<D>> {
    let framed = problem(course, Span::FromStart);
    let touch = match decide(&framed, effort) {
        Meeting::Apart => return Answer::None,
        Meeting::Overlap(touch) => {
            let center = measure(&ask(&framed, Center(touch)), effort);
            let point = measure(&ask(&framed, TouchedPoint(touch)), effort);
            return Answer::Overlap(Overlap { center, point, feature: touch.feature });
        }
        Meeting::Contact(touch) => touch,
    };
    let time = ask(&framed, Time { touch, backwards: false });
    if is_too_late(&time, t_max, effort) {
        return Answer::None;
    }
    let Touch { feature, approach, has_normal, .. } = touch;
    let all = ask(&framed, All(touch));
    let [time, center, mut point, mut normal] = measure_rows::<T, _, 4, D>(&all, effort);
    if let Some((min, max)) = course.copied_bounds() {
        point = core::array::from_fn(|k| match feature.sides[k] {
            Side::Min => T::nearest(min[k]),
            Side::Between => center[k],
            Side::Max => T::nearest(max[k]),
        });
    }
    if !C::HAS_UNIT_NORMAL {
        normal = C::rounded_normal(&ask(&framed, Normal(touch)), effort);
    } else if C::NORMALS_ARE_AXES
        && let beside = touch.beside(course.is_point())
        && let Some(k) = beside.one_side()
    {
        normal[k] = T::nearest(if beside.sides[k] == Side::Max { 1.0 } else { -1.0 });
    }
    let (time, normal) = (time[0], has_normal.then_some(normal));
    Answer::Contact(Contact { time, center, point, normal, feature, approach })
}

/// The same, by exact arithmetic alone.
fn meet_exactly<C: Course<D>, T: Scalar, const D: usize>(
    course: C,
    t_max: T,
) -> ExactAnswer<D, BoxFeature<D>> {
    let framed = problem(course, Span::FromStart);
    let touch = match decide_exactly(&framed) {
        Meeting::Apart => return ExactAnswer::None,
        Meeting::Overlap(touch) => {
            let center = measure_exactly(&ask(&framed, Center(touch)));
            let point = measure_exactly(&ask(&framed, TouchedPoint(touch)));
            return ExactAnswer::Overlap { center, point, feature: touch.feature };
        }
        Meeting::Contact(touch) => touch,
    };
    let [time] = measure_exactly(&ask(&framed, Time { touch, backwards: false }));
    if time.compare_with(t_max.widen()) == Ordering::Greater {
        return ExactAnswer::None;
    }
    let has_normal = touch.has_normal && C::HAS_UNIT_NORMAL;
    ExactAnswer::Contact {
        time,
        center: measure_exactly(&ask(&framed, Center(touch))),
        point: measure_exactly(&ask(&framed, TouchedPoint(touch))),
        normal: has_normal.then(|| measure_exactly(&ask(&framed, Normal(touch)))),
        feature: touch.feature,
    }
}

/// The time of the first contact alone.
fn meeting_time<C: Course<D>, T: Scalar, const D: usize>(
    course: C,
    t_max: T,
    rounding: Rounding,
) -> Option<T> {
    let framed = problem(course, Span::FromStart);
    let effort = &mut Effort::default();
    let Meeting::Contact(touch) = decide(&framed, effort) else { return None };
    let time = ask(&framed, Time { touch, backwards: false });
    if is_too_late(&time, t_max, effort) {
        return None;
    }
    let [nearest] = measure::<T, _, 1>(&time, effort);
    let is_above =
        rounding == Rounding::Down && compare(&time, nearest.widen(), effort) == Ordering::Less;
    Some(if is_above { nearest.below() } else { nearest })
}

/// The time of the end of the contact: the first of the same course run backwards, on the whole line of time.
fn last_touch<C: Course<D>, T: Scalar, const D: usize>(
    course: C,
    t_max: T,
    decide: impl Fn(&Problem<C, D>) -> Meeting<D>,
) -> Option<Framed<Asked<C, Time<D>, D>>> {
    let framed = problem(course, Span::FromStart);
    match decide(&framed) {
        Meeting::Apart => return None,
        Meeting::Overlap(_) => {}
        Meeting::Contact(touch) => {
            let first = ask(&framed, Time { touch, backwards: false });
            if is_too_late(&first, t_max, &mut Effort::default()) {
                return None;
            }
        }
    }
    let framed = problem(course.reversed(), Span::Always);
    match decide(&framed) {
        Meeting::Contact(touch) => Some(ask(&framed, Time { touch, backwards: true })),
        Meeting::Apart | Meeting::Overlap(_) => None,
    }
}

fn last_time<C: Course<D>, T: Scalar, const D: usize>(course: C, t_max: T) -> Option<T> {
    let effort = &mut Effort::default();
    let last = last_touch(course, t_max, |framed| decide(framed, &mut Effort::default()))?;
    let [time] = measure(&last, effort);
    Some(time)
}

fn last_time_exactly<C: Course<D>, T: Scalar, const D: usize>(course: C, t_max: T) -> Option<Surd> {
    let [time] = measure_exactly(&last_touch(course, t_max, decide_exactly)?);
    Some(time)
}

fn touches<C: Course<D>, const D: usize>(course: C, effort: &mut Effort) -> bool {
    decide(&problem(course, Span::FromStart), effort) != Meeting::Apart
}

/// The point of the box closest to the centre at time zero.
fn closest<C: Rigid<D>, T: Scalar, const D: usize>(course: C) -> ClosestPoint<T, D, BoxFeature<D>> {
    let effort = &mut Effort::default();
    let framed = Framed::new(Asked { course, question: Nearest });
    let touch = decide(&framed, effort);
    let point = measure(&ask(&framed, TouchedPoint(touch)), effort);
    let [distance] = measure(&ask(&framed, Gap(touch)), effort);
    ClosestPoint { point, distance, feature: touch.feature }
}

/// The least translation that ends an overlap at time zero.
fn way_out<C: Rigid<D>, T: Scalar, const D: usize>(course: C) -> Option<WayOut<T, D>> {
    let effort = &mut Effort::default();
    let framed = problem(course, Span::FromStart);
    let Meeting::Overlap(mut touch) = decide(&framed, effort) else { return None };
    let is_within = touch.outside.sides == [Side::Between; D];
    let depth = if is_within {
        touch.outside = decide(&ask(&framed, NearestSide), effort);
        Depth::Within(touch.outside)
    } else {
        Depth::Beside(touch)
    };
    let direction = measure(&ask(&framed, Outward(touch)), effort);
    let [depth] = measure(&ask(&framed, depth), effort);
    Some(WayOut { direction, depth })
}

/// Makes `$target`, still or moving, an obstacle of `$mover`, by the `course` that the file has for the two.
macro_rules! obstacle {
    ($mover:ty, $target:ty, {$($generics:tt)*}, $dimension:expr) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Meets<T, { $dimension }, $mover>
            for Moving<$target>
        {
            type Feature = super::BoxFeature<{ $dimension }>;

            #[inline]
            fn meet(
                &self,
                mover: &Moving<$mover>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, Self::Feature> {
                super::meet(course(mover, self), self.end_with(mover), effort)
            }
            fn meet_exactly(
                &self,
                mover: &Moving<$mover>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, Self::Feature> {
                super::meet_exactly(course(mover, self), self.end_with(mover))
            }
            fn time(
                &self,
                mover: &Moving<$mover>,
                rounding: crate::number::Rounding,
            ) -> Option<T> {
                super::meeting_time(course(mover, self), self.end_with(mover), rounding)
            }
            fn last_time(&self, mover: &Moving<$mover>) -> Option<T> {
                super::last_time(course(mover, self), self.end_with(mover))
            }
            fn last_time_exactly(&self, mover: &Moving<$mover>) -> Option<crate::number::Surd> {
                super::last_time_exactly(course(mover, self), self.end_with(mover))
            }
            fn touches(&self, mover: &Moving<$mover>, effort: &mut crate::number::Effort) -> bool {
                super::touches(course(mover, self), effort)
            }
        }
        crate::contact::still!(
            $mover,
            $target,
            {$($generics)*},
            $dimension,
            super::BoxFeature<{ $dimension }>,
            |target: &$target| Moving::still(*target)
        );
    };
}

/// Makes `$target` answer questions without time, by the same `course`.
macro_rules! static_target {
    ($target:ty, {$($generics:tt)*}, $dimension:expr) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Near<T, { $dimension }> for $target {
            type Feature = super::BoxFeature<{ $dimension }>;

            fn closest(
                &self,
                point: &crate::shape::Point<T, { $dimension }>,
            ) -> Option<crate::contact::ClosestPoint<T, { $dimension }, Self::Feature>> {
                let ball = Moving::still(Sphere::at(point));
                Some(super::closest(course(&ball, &Moving::still(*self))))
            }
        }

        impl<T: Scalar, $($generics)*> crate::contact::sealed::Leave<T, { $dimension }>
            for $target
        {
            fn way_out(
                &self,
                sphere: &Sphere<T, { $dimension }>,
            ) -> Option<crate::contact::WayOut<T, { $dimension }>> {
                super::way_out(course(&Moving::still(*sphere), &Moving::still(*self)))
            }
        }
    };
}
use {obstacle, static_target};
