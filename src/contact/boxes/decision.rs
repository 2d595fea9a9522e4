//! The decision whether and where a round body and a box first touch, by (7.1).
//!
//! It cannot be predicted on which sides of a box the centre is as it enters, and a branch that is
//! predicted wrongly costs as much as fifty operations. So the decision computes both signs and
//! selects by a table. Arrays of numbers are filled by `numbers!`, since a closure that is not
//! inlined keeps them in memory. Code that is seldom called takes copies, since a reference to a
//! value in registers forces it into memory.
//!
//! Source: D. Eberly, *Intersection of Moving Circle and Rectangle*, 2018, for the question in the
//! plane; his tree of regions is not used here.

use super::cast::{BoxCast, FirstOf};
use super::feature::{BoxFeature, BoxOutcome, BoxTouch, Side};
use super::frame::{Bound, MirroredAxes, Phase};
use crate::contact::answer::Approach;
use crate::contact::cast::{TimeDomain, TimeEquation};
use crate::contact::conditions::approach_of;
use crate::number::{
    Decision, Lift, Number, Sign, Unsure, discriminant, dot, numbers, parts, square, sum_without,
    unrolled,
};
use Sign::{Negative, Positive, Zero};

/// Returns whether the line of the path certainly misses the box inflated by `r` on all sides. Most
/// paths do.
///
/// It certainly misses if the centre reaches one pair of sides only after it has left another:
/// `nearᵢ − r` is passed later than `farⱼ + r`.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn misses_grown_box<N: Number, const D: usize>(axes: &MirroredAxes<N, D>, r: &N) -> bool {
    let mut misses = false;
    for j in 1..D {
        for i in 0..j {
            let grown = r.times(&axes.speed[i].plus(&axes.speed[j]));
            for (i, j) in [(i, j), (j, i)] {
                let delay = axes.delay(&axes.near(i), &axes.far(j));
                // All pairs are evaluated, because no pair is likely enough for a branch.
                misses |= delay.minus(&grown).is_positive();
            }
        }
    }
    misses
}

/// The time at which a bound is passed, compared with the entry.
#[derive(Clone, Copy, Debug)]
struct Passed {
    /// The bound is passed while the sphere still approaches: before the entry, if there is an
    /// entry.
    before_entry: bool,
    /// The bound is passed exactly at the time of the entry, and the sphere does not graze.
    at_entry: bool,
    /// It is uncertain whether the bound is passed before the entry, at the entry, or neither.
    is_unsure: bool,
}

parts! {
    /// Decides whether a bound is passed before the entry, by the signs of (7.1) and its slope at
    /// `s = ahead / |Vₖ|`, with every length times `|Vₖ|`.
    fn passed<N: Number, const D: usize>(axes: &MirroredAxes<N, D>, rr: &N, bound: &Bound<'_, N>) -> Passed {
        let gaps: [N; D] = numbers!(N::zero(); D, |j| axes.gap(j, bound));
        let (squares, slopes): ([N; D], [N; D]) = (
            numbers!(N::zero(); D, |j| gaps[j].squared()),
            numbers!(N::zero(); D, |j| gaps[j].times(&axes.speed[j])),
        );
        let reached = rr.times(&axes.speed[bound.axis].squared());
        let value = sum_without(bound.axis, &squares).minus(&reached);
        let slope = sum_without(bound.axis, &slopes);
        // No sign can be predicted, so there is no branch.
        let is_closer = slope.is_negative();
        let before_entry = is_closer & value.is_positive();
        let at_entry = is_closer & value.is_zero();
        let is_later = value.is_negative() | slope.is_positive() | slope.is_zero();
        Passed { before_entry, at_entry, is_unsure: !(before_entry | at_entry | is_later) }
    }
}

impl<C: BoxCast<D>, const D: usize> Decision for FirstOf<C, D> {
    type Outcome = BoxOutcome<D>;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<BoxOutcome<D>, Unsure> {
        if self.cast.misses_ball(lift) {
            return Ok(BoxOutcome::Apart);
        }
        let frame = self.cast.in_frame(lift);
        let axes: MirroredAxes<N, D> = self.cast.axes(&frame, lift)?;
        let is_point = self.cast.is_point();
        let rr = frame.radius.squared();

        if misses_grown_box(&axes, &frame.radius) {
            return Ok(BoxOutcome::Apart);
        }
        match self.domain {
            TimeDomain::FromStart => {
                let start = Start::of(&axes, &rr);
                if start.value.sign()? != Positive {
                    return at_start(self.cast, *lift);
                }
                if start.slope.sign()? != Negative {
                    return Ok(BoxOutcome::Apart);
                }
            }
            TimeDomain::Always if axes.still == [true; D] => return Ok(BoxOutcome::Apart),
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
            Negative => return Ok(BoxOutcome::Apart),
            Zero => TimeEquation::Grazes,
            Positive => TimeEquation::Enters,
        };
        if when == TimeEquation::Grazes {
            // The time is −b / a, so the comparison with the time of a bound is rational, too.
            let closer = dot(&d, &v).negated();
            unrolled!(D, |k| if !axes.still[k] && phases[k] == Phase::Within {
                let left = axes.far[k].times(&a).minus(&closer.times(&axes.speed[k])).sign()?;
                leaves_at_entry[k] = left == Zero;
            });
        }
        let outside = axes.sides(&phases);
        let mut feature = outside;
        // Most paths neither are still along an axis, nor leave the bounds of an axis exactly at
        // the time of the entry.
        if (0..D).fold(false, |any, k| any | axes.still[k] | leaves_at_entry[k]) {
            unrolled!(D, |k| if axes.still[k] && phases[k] == Phase::Within {
                feature.sides[k] = axes.side(k, axes.touched_at_start(k)?);
            } else if leaves_at_entry[k] {
                feature.sides[k] = axes.side(k, Phase::Behind);
            });
        }
        let slides = when == TimeEquation::Grazes && !is_point;
        let approach = if slides { Approach::Sliding } else { Approach::Approaching };
        Ok(BoxOutcome::Contact(BoxTouch::new(when, feature, outside, is_point, approach)))
    }
}

/// (7.1) and half its slope at time zero.
struct Start<N> {
    value: N,
    slope: N,
}

impl<N: Number> Start<N> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn of<const D: usize>(axes: &MirroredAxes<N, D>, rr: &N) -> Self {
        let d: [N; D] = numbers!(N::zero(); D, |k| axes.start(k));
        Self { value: square(&d).minus(rr), slope: dot(&d, &axes.speed) }
    }
}

/// Decides how a body and a box that touch or overlap at time zero do so. It takes copies, so that
/// the callers, which seldom need it, do not have to keep the inputs in memory.
#[cold]
#[inline(never)]
fn at_start<N: Number, C: BoxCast<D>, const D: usize>(
    cast: C,
    lift: impl Lift<N>,
) -> Result<BoxOutcome<D>, Unsure> {
    let frame = cast.in_frame(&lift);
    let axes = cast.axes(&frame, &lift)?;
    let start = Start::of(&axes, &frame.radius.squared());
    let feature = axes.certain_sides(|k| axes.touched_at_start(k))?;
    let is_inside = feature.sides == [Side::Between; D];
    Ok(if start.value.sign()? == Negative || is_inside {
        BoxOutcome::Overlap(touch_of_overlap(&axes)?)
    } else {
        BoxOutcome::Contact(touch_at_start(&axes, cast.is_point(), feature, start.slope.sign()?)?)
    })
}

/// Returns an overlap at time zero as a touch at the box's point closest to the centre.
pub(super) fn touch_of_overlap<N: Number, const D: usize>(
    axes: &MirroredAxes<N, D>,
) -> Result<BoxTouch<D>, Unsure> {
    let feature = axes.certain_sides(|k| axes.touched_at_start(k))?;
    let outside = axes.certain_sides(|k| axes.at_start(k))?;
    Ok(BoxTouch::new(TimeEquation::Start, feature, outside, false, Approach::Sliding))
}

/// Returns a touch at time zero, from the sign of the slope.
///
/// A point on a face has the outward normal of that face. If the box is flat there, a point that
/// stays in the plane has no normal.
fn touch_at_start<N: Number, const D: usize>(
    axes: &MirroredAxes<N, D>,
    is_point: bool,
    feature: BoxFeature<D>,
    slope: Sign,
) -> Result<BoxTouch<D>, Unsure> {
    let (approach, has_normal) = if !is_point {
        (approach_of(slope), true)
    } else {
        match feature.one_side() {
            None => (Approach::Sliding, false),
            Some((k, _)) if axes.still[k] => {
                (Approach::Sliding, axes.near[k].sign()? != Zero || axes.far[k].sign()? != Zero)
            }
            Some((k, _)) => {
                (approach_of(if axes.near[k].sign()? == Zero { Negative } else { Positive }), true)
            }
        }
    };
    let outside = axes.certain_sides(|k| axes.at_start(k))?;
    let touch = BoxTouch::new(TimeEquation::Start, feature, outside, is_point, approach);
    Ok(BoxTouch { has_normal, ..touch })
}
