//! When does a moving sphere first touch a solid box, in any number of dimensions?
//!
//! The box stands along the axes of some frame; a [`BoxCast`] says what is seen in it. There, relative to the box, the centre
//! moves as `X(t) = C + tV`. What is decided is all in one function of time,
//!
//! ```text
//! f(t) = dist(X(t), box)² − r² = Σ gₖ(t)² − r²,   gₖ = how far Xₖ is from [minₖ, maxₖ]                        (7.1)
//! ```
//!
//! which is convex, has a continuous slope, and is a parabola between the times at which `X` passes a bound,
//! `s = (boundₖ − Cₖ) / Vₖ`. With `f(0) > 0` and `f'(0) < 0`, the entry `t*` is later than `s` if and only if `f(s) > 0` and
//! `f'(s) < 0`. Both are signs of polynomials, since `s` is rational: so each axis says by itself on which of its sides
//! the centre is as it enters, and no times need be sorted, no regions enumerated. All of them are made of the delays of one bound after another,
//! `(boundᵢ − Cᵢ) Vⱼ − (boundⱼ − Cⱼ) Vᵢ` (7.8). On that piece, over the axes `S` on
//! which the centre is outside of the bounds, with `Dₖ = Cₖ − boundₖ`,
//!
//! ```text
//! t* = (−b − √β) / a,   a = Σ Vₖ²,   b = Σ Dₖ Vₖ,   β = r² a − Σ (Dᵢ Vⱼ − Dⱼ Vᵢ)²   (i < j)                  (7.2)
//! ```
//!
//! and there is an entry if and only if `β ≥ 0`; it grazes if `β = 0`, at a rational time. No sign is of a degree
//! greater than four in what is seen, and their number grows as the square of the number of dimensions. The end of the contact is
//! the beginning of the cast run backwards, on the whole line of time.
//!
//! *Proof that `β` suffices.* The piece begins where `f > 0` and `f' < 0`, and ends where `f ≤ 0` or `f' ≥ 0`, or never. If
//! `f ≤ 0` at its end, its parabola has its smaller root in it, and `β ≥ 0`. Else its least value lies in it (`a > 0`, as the slope
//! is not zero), and is `−β / a`; being convex, `f` has no smaller one anywhere.
//!
//! Source: D. Eberly, *Intersection of Moving Circle and Rectangle*, 2018, for the question in the plane; his tree of
//! regions is not used here.

mod aligned;
mod cast;
mod oriented;
mod stretched;
#[cfg(test)]
mod tests;

use super::answer::{Answer, Approach, Contact, ExactAnswer, Overlap};
use super::{ClosestPoint, Penetration, TimeDomain};
use crate::number::{
    Decision, Effort, Inputs, Lift, Measure, MeasureRows, Number, Quantity, Range, Rounding,
    Scaled, See, Sign, Surd, Unit, Unsure, Value, compare, decide, decide_closely, decide_exactly,
    decide_semi_statically, discriminant, dot, measure, measure_exactly, measure_rows, numbers,
    square, sum_without, unrolled,
};
use crate::shape::Scalar;
use Sign::{Negative, Positive, Zero};
use cast::{BoxCast, InFrame, Outside, Rigid, Straight};
use core::cmp::Ordering;

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

impl Side {
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn opposite(self) -> Self {
        match self {
            Side::Min => Side::Max,
            Side::Between => Side::Between,
            Side::Max => Side::Min,
        }
    }
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
    /// The axis of a face, and its side.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn one_side(&self) -> Option<(usize, Side)> {
        // Without branches, and without looking up: which it is changes from one query to the next.
        let (mut count, mut axes, mut is_max) = (0, 0, false);
        unrolled!(N, |k| {
            let is_beside = usize::from(self.sides[k] != Side::Between);
            (count, axes) = (count + is_beside, axes + is_beside * k);
            is_max |= self.sides[k] == Side::Max;
        });
        (count == 1).then_some((axes, if is_max { Side::Max } else { Side::Min }))
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
    pub(crate) is_point: bool,
    pub(crate) has_normal: bool,
}

impl<const D: usize> Touch<D> {
    /// A point has a normal only on a face.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn new(
        when: When,
        feature: BoxFeature<D>,
        outside: BoxFeature<D>,
        is_point: bool,
        approach: Approach,
    ) -> Self {
        let has_normal = !is_point || feature.one_side().is_some();
        Self { when, feature, outside, approach, is_point, has_normal }
    }

    /// The only axis on which the centre is outside, if it is one, and on which side.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn straight(&self) -> Option<(usize, Side)> {
        self.outside.one_side()
    }

    /// Whether the centre is outside of the box at all.
    fn is_away(&self) -> bool {
        self.outside.sides != [Side::Between; D]
    }

    /// The axis of the normal and where it points to, if it is that of a face: told by the axes on which the centre is outside, or
    /// for a point, by where it is.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn face(&self) -> Option<(usize, Side)> {
        if self.is_point { self.feature.one_side() } else { self.straight() }
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

/// Where the centre is along an axis, seen in the direction in which it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the nearer bound.
    Before,
    Within,
    /// Behind the farther bound.
    Behind,
}

impl Phase {
    /// By how many of the two bounds are passed.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn after(passed: usize) -> Self {
        match passed {
            0 => Phase::Before,
            1 => Phase::Within,
            _ => Phase::Behind,
        }
    }
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
    mirrored: [bool; D],
    /// Whether `|Vₖ|` is zero.
    still: [bool; D],
}

/// One of the two bounds on an axis: how far it is ahead of the centre at time zero.
struct Bound<'a, N> {
    axis: usize,
    ahead: &'a N,
}

impl<N: Number, const D: usize> Axes<N, D> {
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn new(frame: &InFrame<N, D>) -> Result<Self, Unsure> {
        let InFrame { above_min, above_max, velocity, .. } = frame;
        let (mut mirrored, mut still) = ([false; D], [false; D]);
        for k in 0..D {
            let sign = velocity[k].sign()?;
            (mirrored[k], still[k]) = (sign == Negative, sign == Zero);
        }
        let toward = |k: usize, low: &N, high: &N| {
            if mirrored[k] { high.clone() } else { low.negated() }
        };
        let speed = core::array::from_fn(|k| {
            if mirrored[k] { velocity[k].negated() } else { velocity[k].clone() }
        });
        let near = core::array::from_fn(|k| toward(k, &above_min[k], &above_max[k]));
        let far = core::array::from_fn(|k| toward(k, &above_max[k], &above_min[k]));
        Ok(Self { speed, near, far, mirrored, still })
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn near(&self, axis: usize) -> Bound<'_, N> {
        Bound { axis, ahead: &self.near[axis] }
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn far(&self, axis: usize) -> Bound<'_, N> {
        Bound { axis, ahead: &self.far[axis] }
    }

    /// (7.8), `a |Vⱼ| − b |Vᵢ|`, of the bounds `a` on axis `i` and `b` on axis `j`: how much later `a` is passed than `b`, times both
    /// speeds; and the moment of the path about the corner where they meet.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn delay(&self, a: &Bound<'_, N>, b: &Bound<'_, N>) -> N {
        a.ahead.times(&self.speed[b.axis]).minus(&b.ahead.times(&self.speed[a.axis]))
    }

    /// How far the centre is from the interval of axis `j` as it passes a bound of another, times the speed along that one.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn gap(&self, j: usize, passed: &Bound<'_, N>) -> N {
        if j == passed.axis {
            return N::zero();
        }
        let (before, behind) =
            (self.delay(&self.near(j), passed), self.delay(passed, &self.far(j)));
        behind.or_zero().minus(&before.or_zero())
    }

    /// `Dₖ` at time zero, from the box to the centre.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn start(&self, k: usize) -> N {
        self.far[k].negated().or_zero().minus(&self.near[k].or_zero())
    }

    /// Where the centre is at time zero; on a bound it is within.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn at_start(&self, k: usize) -> Result<Phase, Unsure> {
        Ok(match (self.near[k].sign()?, self.far[k].sign()?) {
            (Positive, _) => Phase::Before,
            (_, Negative) => Phase::Behind,
            _ => Phase::Within,
        })
    }

    /// Where a centre that does not leave the bounds touches them, if it does so at time zero.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn touched_at_start(&self, k: usize) -> Result<Phase, Unsure> {
        Ok(match (self.near[k].sign()?, self.far[k].sign()?) {
            (Positive | Zero, _) => Phase::Before,
            (_, Negative | Zero) => Phase::Behind,
            _ => Phase::Within,
        })
    }

    /// `Dₖ`, from the bound that counts in this phase up to the centre; zero if none does.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn distance(&self, k: usize, phase: Phase) -> N {
        N::one_of([&self.near[k].negated(), &N::zero(), &self.far[k].negated()], phase as usize)
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn side(&self, k: usize, phase: Phase) -> Side {
        // Written so that there is no branch, as neither can be foreseen.
        let side = [Side::Min, Side::Between, Side::Max][phase as usize];
        if self.mirrored[k] { side.opposite() } else { side }
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn sides(&self, phases: &[Phase; D]) -> BoxFeature<D> {
        let mut sides = [Side::Between; D];
        unrolled!(D, |k| sides[k] = self.side(k, phases[k]));
        BoxFeature { sides }
    }

    /// The same of phases some of which may be uncertain.
    fn certain_sides(
        &self,
        phase: impl Fn(usize) -> Result<Phase, Unsure>,
    ) -> Result<BoxFeature<D>, Unsure> {
        let mut phases = [Phase::Within; D];
        for (k, place) in phases.iter_mut().enumerate() {
            *place = phase(k)?;
        }
        Ok(self.sides(&phases))
    }
}

/// Whether the line of the path certainly misses the box grown by `r` on all sides; most paths do.
///
/// It does if the centre comes to one pair of sides only when it has left another: `nearᵢ − r` is passed later than `farⱼ + r`.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn misses_grown_box<N: Number, const D: usize>(axes: &Axes<N, D>, r: &N) -> bool {
    let mut misses = false;
    for j in 1..D {
        for i in 0..j {
            let reach = r.times(&axes.speed[i].plus(&axes.speed[j]));
            for (i, j) in [(i, j), (j, i)] {
                let delay = axes.delay(&axes.near(i), &axes.far(j));
                // All are looked at, as none is likely enough to branch on.
                misses |= delay.minus(&reach).is_positive();
            }
        }
    }
    misses
}

/// When a bound is passed.
#[derive(Clone, Copy, Debug)]
struct Passed {
    /// While the sphere still comes closer: earlier than the entry, if there is one.
    before_entry: bool,
    /// At the very time of the entry, and the sphere does not graze.
    at_entry: bool,
    /// Neither is certain, nor that it is not before the entry.
    is_unsure: bool,
}

/// Whether a bound is passed before the entry, by the signs of (7.1) and its slope at `s = ahead / |Vₖ|`, with every length times
/// `|Vₖ|`.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn passed<N: Number, const D: usize>(axes: &Axes<N, D>, rr: &N, bound: &Bound<'_, N>) -> Passed {
    let gaps: [N; D] = numbers!(N::zero(); D, |j| axes.gap(j, bound));
    let (squares, slopes): ([N; D], [N; D]) = (
        numbers!(N::zero(); D, |j| gaps[j].squared()),
        numbers!(N::zero(); D, |j| gaps[j].times(&axes.speed[j])),
    );
    let reached = rr.times(&axes.speed[bound.axis].squared());
    let value = sum_without(bound.axis, &squares).minus(&reached);
    let slope = sum_without(bound.axis, &slopes);
    // No sign can be foreseen, so there is no branch.
    let is_closer = slope.is_negative();
    let before_entry = is_closer & value.is_positive();
    let at_entry = is_closer & value.is_zero();
    let is_later = value.is_negative() | slope.is_positive() | slope.is_zero();
    Passed { before_entry, at_entry, is_unsure: !(before_entry | at_entry | is_later) }
}

/// When is the box first met?
#[derive(Clone, Copy, Debug)]
pub(crate) struct First(pub(crate) TimeDomain);

impl<C: BoxCast<D>, const D: usize> Decision for Asked<C, First, D> {
    type Outcome = Meeting<D>;

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Meeting<D>, Unsure> {
        let frame = self.cast.in_frame(lift);
        let axes: Axes<N, D> = self.cast.axes(&frame, lift)?;
        let is_point = self.cast.is_point();
        let rr = frame.radius.squared();

        if misses_grown_box(&axes, &frame.radius) {
            return Ok(Meeting::Apart);
        }
        match self.question.0 {
            TimeDomain::FromStart => {
                let start = Start::of(&axes, &rr);
                if start.value.sign()? != Positive {
                    return at_start(self.cast, *lift);
                }
                if start.slope.sign()? != Negative {
                    return Ok(Meeting::Apart);
                }
            }
            TimeDomain::Always if axes.still == [true; D] => return Ok(Meeting::Apart),
            TimeDomain::Always => {}
        }

        let (mut phases, mut leaves_at_entry) = ([Phase::Within; D], [false; D]);
        let mut is_unsure = false;
        unrolled!(D, |k| {
            // A bound that was passed before time zero was passed before the entry, too.
            let near = passed(&axes, &rr, &axes.near(k));
            let far = passed(&axes, &rr, &axes.far(k));
            let (is_in, is_out) = (near.before_entry, near.before_entry & far.before_entry);
            is_unsure |= !axes.still[k] & (near.is_unsure | (is_in & far.is_unsure));
            leaves_at_entry[k] = is_in & far.at_entry;
            phases[k] = Phase::after(usize::from(is_in) + usize::from(is_out));
        });
        unrolled!(D, |k| if axes.still[k] {
            phases[k] = axes.at_start(k)?;
        });
        if is_unsure {
            return Err(Unsure);
        }

        let d: [N; D] = numbers!(N::zero(); D, |k| axes.distance(k, phases[k]));
        let v: [N; D] = numbers!(N::zero(); D, |k| {
            N::one_of([&axes.speed[k], &N::zero(), &axes.speed[k]], phases[k] as usize)
        });
        let a = square(&v);
        let when = match discriminant(&d, &v, &rr, &a).sign()? {
            Negative => return Ok(Meeting::Apart),
            Zero => When::Grazes,
            Positive => When::Enters,
        };
        if when == When::Grazes {
            // The time is −b / a, so whether it is that of a bound is rational, too.
            let closer = dot(&d, &v).negated();
            unrolled!(D, |k| if !axes.still[k] && phases[k] == Phase::Within {
                let left = axes.far[k].times(&a).minus(&closer.times(&axes.speed[k])).sign()?;
                leaves_at_entry[k] = left == Zero;
            });
        }
        let outside = axes.sides(&phases);
        let mut feature = outside;
        // Most paths are neither still along an axis nor leave the bounds of one just then.
        if (0..D).fold(false, |any, k| any | axes.still[k] | leaves_at_entry[k]) {
            unrolled!(D, |k| if axes.still[k] && phases[k] == Phase::Within {
                feature.sides[k] = axes.side(k, axes.touched_at_start(k)?);
            } else if leaves_at_entry[k] {
                feature.sides[k] = axes.side(k, Phase::Behind);
            });
        }
        let slides = when == When::Grazes && !is_point;
        let approach = if slides { Approach::Sliding } else { Approach::Approaching };
        Ok(Meeting::Contact(Touch::new(when, feature, outside, is_point, approach)))
    }
}

/// (7.1) and half its slope at time zero.
struct Start<N> {
    value: N,
    slope: N,
}

impl<N: Number> Start<N> {
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn of<const D: usize>(axes: &Axes<N, D>, rr: &N) -> Self {
        let d: [N; D] = numbers!(N::zero(); D, |k| axes.start(k));
        Self { value: square(&d).minus(rr), slope: dot(&d, &axes.speed) }
    }
}

/// How do they meet at time zero, as they do? It takes copies, so that those who seldom ask need not have them in memory.
#[cold]
#[inline(never)]
fn at_start<N: Number, C: BoxCast<D>, const D: usize>(
    cast: C,
    lift: impl Lift<N>,
) -> Result<Meeting<D>, Unsure> {
    let frame = cast.in_frame(&lift);
    let axes = cast.axes(&frame, &lift)?;
    let start = Start::of(&axes, &frame.radius.squared());
    let feature = axes.certain_sides(|k| axes.touched_at_start(k))?;
    let is_inside = feature.sides == [Side::Between; D];
    Ok(if start.value.sign()? == Negative || is_inside {
        Meeting::Overlap(touch_of_overlap(&axes)?)
    } else {
        Meeting::Contact(touch_at_start(&axes, cast.is_point(), feature, start.slope.sign()?)?)
    })
}

/// The box's point closest to the centre, and the centre, at time zero.
fn touch_of_overlap<N: Number, const D: usize>(axes: &Axes<N, D>) -> Result<Touch<D>, Unsure> {
    let feature = axes.certain_sides(|k| axes.touched_at_start(k))?;
    let outside = axes.certain_sides(|k| axes.at_start(k))?;
    Ok(Touch::new(When::Start, feature, outside, false, Approach::Sliding))
}

/// A touch at time zero, from the sign of the slope.
///
/// A point on a face has that face's outward normal. On a box that is flat there it has none if it stays in the plane.
fn touch_at_start<N: Number, const D: usize>(
    axes: &Axes<N, D>,
    is_point: bool,
    feature: BoxFeature<D>,
    slope: Sign,
) -> Result<Touch<D>, Unsure> {
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
            Some((k, _)) if axes.still[k] => {
                (Approach::Sliding, axes.near[k].sign()? != Zero || axes.far[k].sign()? != Zero)
            }
            Some((k, _)) => {
                (along(if axes.near[k].sign()? == Zero { Negative } else { Positive }), true)
            }
        }
    };
    let outside = axes.certain_sides(|k| axes.at_start(k))?;
    let touch = Touch::new(When::Start, feature, outside, is_point, approach);
    Ok(Touch { has_normal, ..touch })
}

// ---- without time ----

/// Where is the box closest to the centre, at time zero?
#[derive(Clone, Copy, Debug)]
struct Nearest;

impl<C: BoxCast<D>, const D: usize> Decision for Asked<C, Nearest, D> {
    type Outcome = Touch<D>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Touch<D>, Unsure> {
        touch_of_overlap(&self.cast.axes(&self.cast.in_frame(lift), lift)?)
    }
}

/// From within the box at time zero, which side is the nearest? Of equally near ones the first counts, axis by axis, `Min` before `Max`.
#[derive(Clone, Copy, Debug)]
struct NearestSide;

impl<C: BoxCast<D>, const D: usize> Decision for Asked<C, NearestSide, D> {
    type Outcome = BoxFeature<D>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<BoxFeature<D>, Unsure> {
        let InFrame { above_min, above_max, .. } = self.cast.in_frame(lift);
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

/// A question about a cast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<C, Q, const D: usize> {
    pub(crate) cast: C,
    pub(crate) question: Q,
}

impl<C: BoxCast<D>, Q: Copy, const D: usize> Inputs for Asked<C, Q, D> {
    const SELDOM: bool = true;
    const RANGE: Range = C::RANGE;

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.cast.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { cast: self.cast.map(change), ..*self }
    }
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn suits_floats(&self) -> bool {
        self.cast.suits_floats()
    }
}

/// The time (7.2). Into a face it is rational: `(D − r) / |V|`, with `D` the way from the face, against the motion.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn time<N: Number, const D: usize>(outside: &Outside<N, D>, touch: &Touch<D>) -> N::Value {
    let Outside { distance, velocity, radius } = outside;
    if touch.when == When::Start {
        return N::Value::rational(&N::zero());
    }
    if let Some((k, side)) = touch.straight() {
        // Looked up, not branched on, as the side cannot be foreseen. On the whole line of time it may be behind the centre.
        let is_max = usize::from(side == Side::Max);
        let either = |x: &N, place: usize| [x.negated(), x.clone()][place].clone();
        let ahead = either(&distance[k], is_max).minus(radius);
        return N::Value::rational(&ahead).over(&either(&velocity[k], 1 - is_max));
    }
    if touch.when == When::Grazes {
        return N::Value::rational(&dot(distance, velocity).negated()).over(&square(velocity));
    }
    N::Value::first_root(distance, velocity, &radius.squared())
}

/// The face whose normal a touch has, if that is an axis of the world.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn world_face<C: BoxCast<D>, const D: usize>(cast: &C, touch: &Touch<D>) -> Option<(usize, Side)> {
    let (axis, side) = touch.face()?;
    cast.world_side(axis, side)
}

/// Whether a touch is straight before a face that lies across an axis of the world.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn is_straight<C: BoxCast<D>, const D: usize>(cast: &C, touch: &Touch<D>) -> bool {
    touch.straight().is_some_and(|(axis, side)| cast.world_side(axis, side).is_some())
}

/// What tells the time of a touch, if it is one axis alone, and the cast can look along that one.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn straight<N: Number, C: BoxCast<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    touch: &Touch<D>,
) -> Option<Straight<N>> {
    let (axis, side) = touch.straight().filter(|_| touch.when != When::Start)?;
    cast.straight(lift, axis, side)
}

/// The time of a touch on a cast.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn time_of<N: Number, C: BoxCast<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    touch: &Touch<D>,
) -> N::Value {
    match straight(cast, lift, touch) {
        Some(straight) => straight.time(),
        None => time(&cast.outside(lift, &touch.outside), touch),
    }
}

/// The same, to be rounded.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn time_to_round<N: Number, C: BoxCast<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    touch: &Touch<D>,
) -> N::Value {
    match straight(cast, lift, touch) {
        Some(straight) => straight.time_to_round(),
        None => time(&cast.outside(lift, &touch.outside), touch),
    }
}

/// The time of a touch; or minus it, which is when the same cast, run backwards, is there.
#[derive(Clone, Copy, Debug)]
struct Time<const D: usize> {
    touch: Touch<D>,
    backwards: bool,
}

impl<C: BoxCast<D>, const D: usize> Measure<1> for Asked<C, Time<D>, D> {
    const UNITS: [Unit; 1] = [Unit::Time];

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let time = time_to_round(&self.cast, lift, &self.question.touch);
        let zero = || N::Value::rational(&N::zero());
        [if self.question.backwards { zero().minus(&time) } else { time }]
    }
}

/// The centre at a touch.
#[derive(Clone, Copy, Debug)]
struct Center<const D: usize>(Touch<D>);

impl<C: BoxCast<D>, const D: usize> Measure<D> for Asked<C, Center<D>, D> {
    const UNITS: [Unit; D] = [Unit::Length; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let t = time_of(&self.cast, lift, &self.question.0);
        self.cast.center(lift, &t, &self.question.0)
    }
}

/// The touched point of the box.
#[derive(Clone, Copy, Debug)]
struct TouchedPoint<const D: usize>(Touch<D>);

impl<C: BoxCast<D>, const D: usize> Measure<D> for Asked<C, TouchedPoint<D>, D> {
    const UNITS: [Unit; D] = [Unit::Length; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let Self { cast, question: TouchedPoint(touch) } = self;
        let t = time_of(cast, lift, touch);
        cast.point(lift, None, &t, &cast.center(lift, &t, touch), touch)
    }
}

/// The normal at a touch, or a multiple of it, as the cast has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal<const D: usize>(Touch<D>);

impl<C: BoxCast<D>, const D: usize> Measure<D> for Asked<C, Normal<D>, D> {
    const UNITS: [Unit; D] = [Unit::Pure; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let Self { cast, question: Normal(touch) } = self;
        let outside = cast.outside(lift, &touch.outside);
        cast.normal(lift, &outside, &time(&outside, touch), touch)
    }
}

/// The time of a touch alone.
#[derive(Clone, Copy, Debug)]
struct TimeAlone<const D: usize>(Touch<D>);

impl<C: BoxCast<D>, const D: usize> MeasureRows<Asked<C, First, D>, 0, D> for TimeAlone<D> {
    const UNITS: [Unit; 0] = [];

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn measure<N: Number>(
        &self,
        inputs: &Asked<C, First, D>,
        lift: &impl Lift<N>,
        _: &mut impl See<N::Value, D>,
    ) -> N::Value {
        time_to_round(&inputs.cast, lift, &self.0)
    }
}

/// The centre, the point and the normal of a touch, with one time. What is a copy of something else is not shown.
#[derive(Clone, Copy, Debug)]
struct All<const D: usize>(Touch<D>);

impl<C: BoxCast<D>, const D: usize> MeasureRows<Asked<C, First, D>, 3, D> for All<D> {
    const UNITS: [Unit; 3] = [Unit::Length, Unit::Length, Unit::Pure];

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn is_brief(&self, inputs: &Asked<C, First, D>) -> bool {
        is_straight(&inputs.cast, &self.0)
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn measure<N: Number>(
        &self,
        inputs: &Asked<C, First, D>,
        lift: &impl Lift<N>,
        rows: &mut impl See<N::Value, D>,
    ) -> N::Value {
        let (Self(touch), cast) = (self, &inputs.cast);
        let (outside, t, to_round) = match straight(cast, lift, touch) {
            // Nothing else is looked at: if there is a normal, it is an axis.
            Some(straight) => (None, straight.time(), straight.time_to_round()),
            None => {
                let outside = cast.outside(lift, &touch.outside);
                let t = time(&outside, touch);
                let is_axis = world_face(cast, touch).is_some();
                if touch.has_normal && C::HAS_UNIT_NORMAL && !is_axis {
                    rows.see(2, &cast.normal(lift, &outside, &t, touch));
                }
                (Some(outside), t.clone(), t)
            }
        };
        let center = cast.center(lift, &t, touch);
        rows.see(0, &center);
        if cast.copied_bounds().is_none() {
            rows.see(1, &cast.point(lift, outside.as_ref(), &t, &center, touch));
        }
        to_round
    }
}

/// How far the centre is from the box at time zero.
#[derive(Clone, Copy, Debug)]
struct Gap<const D: usize>(Touch<D>);

/// `√(Σ Dₖ²)`, and what it is counted in.
fn gap<N: Number, C: Rigid<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    touch: &Touch<D>,
) -> N::Value {
    let Outside { distance, .. } = cast.outside(lift, &touch.outside);
    match touch.straight() {
        // The root of a square, which no arithmetic need take.
        Some((k, _)) => N::Value::rational(&distance[k].absolute()).over(&cast.scale(lift)),
        None => N::Value::surd(&N::zero(), &N::one(), &square(&distance), &cast.scale(lift)),
    }
}

impl<C: Rigid<D>, const D: usize> Measure<1> for Asked<C, Gap<D>, D> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [gap(&self.cast, lift, &self.question.0)]
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
        let frame = self.cast.in_frame(lift);
        let scale = self.cast.scale(lift);
        [match &self.question {
            Depth::Beside(touch) => {
                let radius = N::Value::rational(&frame.radius).over(&scale);
                radius.minus(&gap(&self.cast, lift, touch))
            }
            Depth::Within(side) => {
                let (k, side) = side.one_side().unwrap_or((0, Side::Min));
                let depth = match side {
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

impl<C: BoxCast<D>, const D: usize> Measure<D> for Asked<C, Outward<D>, D> {
    const UNITS: [Unit; D] = [Unit::Pure; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let outside_of = &self.question.0.outside;
        let mut d = self.cast.away_at_rest(lift, outside_of);
        if let Some((k, side)) = outside_of.one_side() {
            d[k] = if side == Side::Max { N::one() } else { N::one().negated() };
            let (world, scale) = self.cast.turned(lift, &d);
            return core::array::from_fn(|k| N::Value::rational(&world[k]).over(&scale));
        }
        let dd = square(&d);
        let (world, scale) = self.cast.turned(lift, &d);
        let divisor = scale.times(&dd);
        core::array::from_fn(|k| N::Value::surd(&N::zero(), &world[k], &dd, &divisor))
    }
}

// ---- the answer ----

/// The same problem, asked something else.
fn ask<C: BoxCast<D>, P: Copy, Q, const D: usize>(
    scaled: &Scaled<Asked<C, P, D>>,
    question: Q,
) -> Scaled<Asked<C, Q, D>> {
    scaled.ask(|asked| Asked { cast: asked.cast, question })
}

type Problem<C, const D: usize> = Scaled<Asked<C, First, D>>;

#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn problem<C: BoxCast<D>, const D: usize>(cast: C, domain: TimeDomain) -> Problem<C, D> {
    Scaled::new(Asked { cast, question: First(domain) })
}

/// Whether a touch is later than the end of the motion.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn is_too_late<C: BoxCast<D>, T: Scalar, const D: usize>(
    scaled: &Problem<C, D>,
    touch: Touch<D>,
    t_max: T,
    effort: &mut Effort,
) -> bool {
    t_max < T::INFINITY
        && compare(&ask(scaled, Time { touch, backwards: false }), t_max.widen(), effort)
            == Ordering::Greater
}

/// How they meet, if rough numbers could not tell before there was a frame.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn in_frame<C: BoxCast<D>, const D: usize>(
    roughly: Option<Meeting<D>>,
    scaled: &Problem<C, D>,
    effort: &mut Effort,
) -> Meeting<D> {
    match roughly {
        Some(meeting) => meeting,
        None => decide_closely(scaled, effort),
    }
}

/// How they meet.
fn meeting<C: BoxCast<D>, const D: usize>(
    scaled: &Problem<C, D>,
    effort: &mut Effort,
) -> Meeting<D> {
    in_frame(decide_semi_statically(&scaled.inputs), scaled, effort)
}

/// The first contact on a cast, up to `t_max`.
///
/// Most do not meet, and these need no frame. Inlined, so that the cast is not written to memory just to be read from there.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn meet<C: BoxCast<D>, T: Scalar, const D: usize>(
    cast: C,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, D, BoxFeature<D>> {
    let asked = Asked { cast, question: First(TimeDomain::FromStart) };
    let roughly = decide_semi_statically(&asked);
    if roughly == Some(Meeting::Apart) {
        return Answer::None;
    }
    let scaled = Scaled::new(asked);
    let touch = match in_frame(roughly, &scaled, effort) {
        Meeting::Apart => return Answer::None,
        Meeting::Overlap(touch) => return overlap(&scaled, touch, effort),
        Meeting::Contact(touch) => touch,
    };
    if is_too_late(&scaled, touch, t_max, effort) {
        return Answer::None;
    }
    let Touch { feature, approach, has_normal, .. } = touch;
    let (time, [center, mut point, mut normal]) =
        measure_rows::<T, _, _, 3, D>(&scaled, &All(touch), effort);
    if let Some((min, max)) = cast.copied_bounds() {
        let (min, max) = (min.map(T::nearest), max.map(T::nearest));
        unrolled!(D, |k| point[k] = [min[k], center[k], max[k]][feature.sides[k] as usize]);
    }
    if !C::HAS_UNIT_NORMAL {
        normal = C::rounded_normal(&ask(&scaled, Normal(touch)), effort);
    } else if let Some((k, side)) = world_face(&cast, &touch) {
        normal[k] = [T::nearest(-1.0), T::ZERO, T::ONE][side as usize];
    }
    let normal = has_normal.then_some(normal);
    Answer::Contact(Contact { time, center, point, normal, feature, approach })
}

/// The centre, the box's point closest to it and the way between them, at time zero.
#[cold]
#[inline(never)]
fn overlap<C: BoxCast<D>, T: Scalar, const D: usize>(
    scaled: &Problem<C, D>,
    touch: Touch<D>,
    effort: &mut Effort,
) -> Answer<T, D, BoxFeature<D>> {
    let center = measure(&ask(scaled, Center(touch)), effort);
    let point = measure(&ask(scaled, TouchedPoint(touch)), effort);
    let normal = touch.is_away().then(|| measure(&ask(scaled, Outward(touch)), effort));
    Answer::Overlap(Overlap { center, point, normal, feature: touch.feature })
}

/// The same, by exact arithmetic alone.
fn meet_exactly<C: BoxCast<D>, T: Scalar, const D: usize>(
    cast: C,
    t_max: T,
) -> ExactAnswer<D, BoxFeature<D>> {
    let scaled = problem(cast, TimeDomain::FromStart);
    let touch = match decide_exactly(&scaled) {
        Meeting::Apart => return ExactAnswer::None,
        Meeting::Overlap(touch) => {
            let center = measure_exactly(&ask(&scaled, Center(touch)));
            let point = measure_exactly(&ask(&scaled, TouchedPoint(touch)));
            let normal = touch.is_away().then(|| measure_exactly(&ask(&scaled, Outward(touch))));
            return ExactAnswer::Overlap { center, point, normal, feature: touch.feature };
        }
        Meeting::Contact(touch) => touch,
    };
    let [time] = measure_exactly(&ask(&scaled, Time { touch, backwards: false }));
    if time.compare_with(t_max.widen()) == Ordering::Greater {
        return ExactAnswer::None;
    }
    let has_normal = touch.has_normal && C::HAS_UNIT_NORMAL;
    ExactAnswer::Contact {
        time,
        center: measure_exactly(&ask(&scaled, Center(touch))),
        point: measure_exactly(&ask(&scaled, TouchedPoint(touch))),
        normal: has_normal.then(|| measure_exactly(&ask(&scaled, Normal(touch)))),
        feature: touch.feature,
    }
}

/// The time of the first contact alone.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
fn meeting_time<C: BoxCast<D>, T: Scalar, const D: usize>(
    cast: C,
    t_max: T,
    rounding: Rounding,
) -> Option<T> {
    let effort = &mut Effort::default();
    let asked = Asked { cast, question: First(TimeDomain::FromStart) };
    let roughly = decide_semi_statically(&asked);
    if roughly == Some(Meeting::Apart) {
        return None;
    }
    let scaled = Scaled::new(asked);
    let Meeting::Contact(touch) = in_frame(roughly, &scaled, effort) else { return None };
    if is_too_late(&scaled, touch, t_max, effort) {
        return None;
    }
    let (nearest, []) = measure_rows::<T, _, _, 0, D>(&scaled, &TimeAlone(touch), effort);
    let mut is_above = || {
        let time = ask(&scaled, Time { touch, backwards: false });
        compare(&time, nearest.widen(), effort) == Ordering::Less
    };
    Some(if rounding == Rounding::Down && is_above() { nearest.below() } else { nearest })
}

/// The time of the end of the contact: the first of the same cast run backwards, on the whole line of time.
fn last_touch<C: BoxCast<D>, T: Scalar, const D: usize>(
    cast: C,
    t_max: T,
    decide: impl Fn(&Problem<C, D>) -> Meeting<D>,
) -> Option<Scaled<Asked<C, Time<D>, D>>> {
    let scaled = problem(cast, TimeDomain::FromStart);
    match decide(&scaled) {
        Meeting::Apart => return None,
        Meeting::Overlap(_) => {}
        Meeting::Contact(touch) => {
            if is_too_late(&scaled, touch, t_max, &mut Effort::default()) {
                return None;
            }
        }
    }
    let scaled = problem(cast.reversed(), TimeDomain::Always);
    match decide(&scaled) {
        Meeting::Contact(touch) => Some(ask(&scaled, Time { touch, backwards: true })),
        Meeting::Apart | Meeting::Overlap(_) => None,
    }
}

fn last_time<C: BoxCast<D>, T: Scalar, const D: usize>(cast: C, t_max: T) -> Option<T> {
    let effort = &mut Effort::default();
    let last = last_touch(cast, t_max, |scaled| meeting(scaled, &mut Effort::default()))?;
    let [time] = measure(&last, effort);
    Some(time)
}

fn last_time_exactly<C: BoxCast<D>, T: Scalar, const D: usize>(cast: C, t_max: T) -> Option<Surd> {
    let [time] = measure_exactly(&last_touch(cast, t_max, decide_exactly)?);
    Some(time)
}

fn touches<C: BoxCast<D>, const D: usize>(cast: C, effort: &mut Effort) -> bool {
    let asked = Asked { cast, question: First(TimeDomain::FromStart) };
    let roughly = decide_semi_statically(&asked);
    roughly.unwrap_or_else(|| decide_closely(&Scaled::new(asked), effort)) != Meeting::Apart
}

/// The point of the box closest to the centre at time zero.
fn closest<C: Rigid<D>, T: Scalar, const D: usize>(cast: C) -> ClosestPoint<T, D, BoxFeature<D>> {
    let effort = &mut Effort::default();
    let scaled = Scaled::new(Asked { cast, question: Nearest });
    let touch = decide(&scaled, effort);
    let point = measure(&ask(&scaled, TouchedPoint(touch)), effort);
    let [distance] = measure(&ask(&scaled, Gap(touch)), effort);
    ClosestPoint { point, distance, feature: touch.feature }
}

/// How far that point is, by exact arithmetic alone.
fn exact_distance<C: Rigid<D>, const D: usize>(cast: C) -> Surd {
    let scaled = Scaled::new(Asked { cast, question: Nearest });
    let touch = decide_exactly(&scaled);
    let [distance] = measure_exactly(&ask(&scaled, Gap(touch)));
    distance
}

/// The least translation that ends an overlap at time zero.
fn penetration<C: Rigid<D>, T: Scalar, const D: usize>(cast: C) -> Option<Penetration<T, D>> {
    let effort = &mut Effort::default();
    let scaled = problem(cast, TimeDomain::FromStart);
    let Meeting::Overlap(mut touch) = meeting(&scaled, effort) else { return None };
    let depth = if !touch.is_away() {
        touch.outside = decide(&ask(&scaled, NearestSide), effort);
        Depth::Within(touch.outside)
    } else {
        Depth::Beside(touch)
    };
    let direction = measure(&ask(&scaled, Outward(touch)), effort);
    let [depth] = measure(&ask(&scaled, depth), effort);
    Some(Penetration { direction, depth })
}

/// Makes `$target`, still or moving, an obstacle of `$mover`, by the `cast` that the file has for the two.
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
                super::meet(cast(mover, self), self.end_with(mover), effort)
            }
            fn meet_exactly(
                &self,
                mover: &Moving<$mover>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, Self::Feature> {
                super::meet_exactly(cast(mover, self), self.end_with(mover))
            }
            #[inline]
            fn time(
                &self,
                mover: &Moving<$mover>,
                rounding: crate::number::Rounding,
            ) -> Option<T> {
                super::meeting_time(cast(mover, self), self.end_with(mover), rounding)
            }
            fn last_time(&self, mover: &Moving<$mover>) -> Option<T> {
                super::last_time(cast(mover, self), self.end_with(mover))
            }
            fn last_time_exactly(&self, mover: &Moving<$mover>) -> Option<crate::number::Surd> {
                super::last_time_exactly(cast(mover, self), self.end_with(mover))
            }
            fn touches(&self, mover: &Moving<$mover>, effort: &mut crate::number::Effort) -> bool {
                super::touches(cast(mover, self), effort)
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

/// Makes `$target` answer questions without time, by the same `cast`.
macro_rules! static_target {
    ($target:ty, {$($generics:tt)*}, $dimension:expr) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Near<T, { $dimension }> for $target {
            type Feature = super::BoxFeature<{ $dimension }>;

            fn closest_to(
                &self,
                point: &crate::shape::Point<T, { $dimension }>,
            ) -> Option<crate::contact::ClosestPoint<T, { $dimension }, Self::Feature>> {
                let ball = Moving::still(Sphere::at(point));
                Some(super::closest(cast(&ball, &Moving::still(*self))))
            }

            fn exact_distance(
                &self,
                point: &crate::shape::Point<T, { $dimension }>,
            ) -> Option<crate::number::Surd> {
                let ball = Moving::still(Sphere::at(point));
                Some(super::exact_distance(cast(&ball, &Moving::still(*self))))
            }
        }

        impl<T: Scalar, $($generics)*> crate::contact::sealed::Leave<T, { $dimension }>
            for $target
        {
            fn penetration(
                &self,
                sphere: &Sphere<T, { $dimension }>,
            ) -> Option<crate::contact::Penetration<T, { $dimension }>> {
                super::penetration(cast(&Moving::still(*sphere), &Moving::still(*self)))
            }
        }
    };
}
use {obstacle, static_target};
