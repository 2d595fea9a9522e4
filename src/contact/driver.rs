//! The order in which every cast is decided and measured: the semi-static filter if the cast has
//! one, the decision, the comparison with the end of the motion, the numbers.
//!
//! The last contact is the first contact of the reversed motion on the whole line of time. So it
//! needs no second decision, only a parameter of each decision (`TimeDomain::Always`).

use super::answer::{Answer, Approach, ExactAnswer};
use super::cast::{Answered, Cast, CastOutcome, decide_cast};
use crate::number::{
    Effort, Exactly, Rounding, Scaled, Surd, ToNearest, compare, compare_here, decide_closely,
    decide_exactly, decide_semi_statically, measure, measure_exactly,
};
use crate::shape::{Scalar, Until};
use core::cmp::Ordering;

/// The outcome of the decision about a cast.
type MeetingOf<C> = CastOutcome<<C as Cast>::Overlap, <C as Cast>::Touch>;

/// Decides a scaled cast, by the semi-static filter first if the cast has one. It is one function
/// for all callers.
#[inline(never)]
fn meeting<C: Cast>(scaled: &Scaled<C>, effort: &mut Effort) -> MeetingOf<C> {
    if !C::IS_FILTERED {
        return decide_cast(scaled, effort);
    }
    // `decide_closely` is not inlined, because the filter is mostly certain.
    decide_semi_statically(&scaled.inputs).unwrap_or_else(|| decide_closely(scaled, effort))
}

/// Returns whether only entries count and the touch is not an entry.
#[cfg_attr(hot, inline(always))]
fn is_passed_over<C: Cast>(meeting: &MeetingOf<C>, only_entries: bool) -> bool {
    only_entries
        && matches!(meeting, CastOutcome::Contact(touch) if C::approach(touch) != Approach::Approaching)
}

/// Returns the first contact that is not after `end`. The function is inlined, so that the cast is
/// not written to memory only to be read again.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn meet<T: Scalar, C: Answered<N>, const N: usize>(
    cast: C,
    end: Until<f64>,
    only_entries: bool,
    effort: &mut Effort,
) -> Answer<T, N, C::Feature> {
    let scaled = Scaled::new(cast);
    let meeting = if const { C::IS_DECIDED_HERE } {
        decide_cast(&scaled, effort)
    } else {
        meeting(&scaled, effort)
    };
    if is_passed_over::<C>(&meeting, only_entries) {
        return Answer::None;
    }
    if const { C::IS_DECIDED_HERE } {
        answer_here(&scaled, meeting, end, effort)
    } else {
        answer(&scaled, meeting, end, effort)
    }
}

/// Computes the numbers of an outcome; the answer is `None` if the touch is past the end. It is one
/// function for all callers.
#[inline(never)]
pub(crate) fn answer<T: Scalar, C: Answered<N>, const N: usize>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<f64>,
    effort: &mut Effort,
) -> Answer<T, N, C::Feature> {
    answer_here(scaled, meeting, end, effort)
}

/// Computes the same answer, inlined into the caller.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn answer_here<T: Scalar, C: Answered<N>, const N: usize>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<f64>,
    effort: &mut Effort,
) -> Answer<T, N, C::Feature> {
    let touch = match meeting {
        CastOutcome::Apart => return Answer::None,
        CastOutcome::Overlap(overlap) => {
            return Answer::Overlap(C::overlap(scaled, overlap, &mut ToNearest::<T>::new(effort)));
        }
        CastOutcome::Contact(touch) => touch,
    };
    if is_too_late(scaled, touch, end, effort) {
        return Answer::None;
    }
    Answer::Contact(C::contact(scaled, touch, &mut ToNearest::<T>::new(effort)))
}

/// Returns whether a touch is past the end of the motion.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn is_too_late<C: Cast>(
    scaled: &Scaled<C>,
    touch: C::Touch,
    end: Until<f64>,
    effort: &mut Effort,
) -> bool {
    end.time() < f64::INFINITY && end.is_before(compared(scaled, touch, end.time(), effort))
}

/// Compares the time of a touch with a float.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn compared<C: Cast>(
    scaled: &Scaled<C>,
    touch: C::Touch,
    to: f64,
    effort: &mut Effort,
) -> Ordering {
    let time = C::time(scaled, touch, false);
    if const { C::IS_DECIDED_HERE } {
        compare_here(&time, to, effort)
    } else {
        compare(&time, to, effort)
    }
}

/// Returns the first contact by exact arithmetic alone; with `only_entries` the answer is `None` if
/// the first contact is not an entry.
pub(crate) fn meet_exactly<C: Answered<N>, const N: usize>(
    cast: C,
    end: Until<f64>,
    only_entries: bool,
) -> ExactAnswer<N, C::Feature> {
    let scaled = Scaled::new(cast);
    let meeting = decide_exactly(&scaled);
    if is_passed_over::<C>(&meeting, only_entries) {
        return ExactAnswer::None;
    }
    exact_answer(&scaled, meeting, end)
}

/// Computes the numbers of an outcome by exact arithmetic alone.
pub(crate) fn exact_answer<C: Answered<N>, const N: usize>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<f64>,
) -> ExactAnswer<N, C::Feature> {
    match meeting {
        CastOutcome::Apart => ExactAnswer::None,
        CastOutcome::Overlap(overlap) => Answer::Overlap(C::overlap(scaled, overlap, &mut Exactly)),
        CastOutcome::Contact(touch) => {
            Answer::Contact(C::contact(scaled, touch, &mut Exactly)).until(end)
        }
    }
}

/// Returns only the time of the first contact.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn time<T: Scalar, C: Cast>(cast: C, end: Until<f64>, rounding: Rounding) -> Option<T> {
    let (scaled, effort) = (Scaled::new(cast), &mut Effort::default());
    if const { C::IS_DECIDED_HERE } {
        let meeting = decide_cast(&scaled, effort);
        time_here(&scaled, meeting, end, rounding, effort)
    } else {
        let meeting = meeting(&scaled, effort);
        time_of(&scaled, meeting, end, rounding, effort)
    }
}

/// Computes the time of an outcome; `None` for an overlap, or if the touch is past the end. It is
/// one function for all callers.
#[inline(never)]
pub(crate) fn time_of<T: Scalar, C: Cast>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<f64>,
    rounding: Rounding,
    effort: &mut Effort,
) -> Option<T> {
    time_here(scaled, meeting, end, rounding, effort)
}

/// Computes the same time, inlined into the caller.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn time_here<T: Scalar, C: Cast>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<f64>,
    rounding: Rounding,
    effort: &mut Effort,
) -> Option<T> {
    let CastOutcome::Contact(touch) = meeting else { return None };
    if is_too_late(scaled, touch, end, effort) {
        return None;
    }
    let nearest: T = C::nearest_time(scaled, touch, effort);
    let mut is_above = || compared(scaled, touch, nearest.widen(), &mut *effort) == Ordering::Less;
    Some(if rounding == Rounding::Down && is_above() { nearest.below() } else { nearest })
}

/// Returns whether the two touch until the end of the motion.
pub(crate) fn touches<C: Cast>(cast: C, end: Until<f64>, effort: &mut Effort) -> bool {
    let scaled = Scaled::new(cast);
    match meeting(&scaled, effort) {
        CastOutcome::Apart => false,
        CastOutcome::Overlap(_) => true,
        CastOutcome::Contact(touch) => !is_too_late(&scaled, touch, end, effort),
    }
}

/// Returns the touch at the end of a contact that begins before `end`: the first touch of the same
/// motion run backwards, on the whole line of time.
fn last_touch<C: Cast>(
    cast: C,
    end: Until<f64>,
    decide: impl Fn(&Scaled<C>) -> MeetingOf<C>,
) -> Option<(Scaled<C>, C::Touch)> {
    let scaled = Scaled::new(cast.clone());
    match decide(&scaled) {
        CastOutcome::Apart => return None,
        CastOutcome::Overlap(_) => {}
        CastOutcome::Contact(touch) => {
            if is_too_late(&scaled, touch, end, &mut Effort::default()) {
                return None;
            }
        }
    }
    end_of_line(cast, decide)
}

/// Returns the first touch of the reversed motion, at which the line of motion leaves the obstacle.
fn end_of_line<C: Cast>(
    cast: C,
    decide: impl Fn(&Scaled<C>) -> MeetingOf<C>,
) -> Option<(Scaled<C>, C::Touch)> {
    let scaled = Scaled::new(cast.backwards());
    match decide(&scaled) {
        CastOutcome::Contact(touch) => Some((scaled, touch)),
        CastOutcome::Apart | CastOutcome::Overlap(_) => None,
    }
}

/// Decides a cast by the whole cascade, filters included.
fn by_any<C: Cast>(scaled: &Scaled<C>) -> MeetingOf<C> {
    meeting(scaled, &mut Effort::default())
}

pub(crate) fn last_time<T: Scalar, C: Cast>(cast: C, end: Until<f64>) -> Option<T> {
    let (scaled, touch) = last_touch(cast, end, by_any)?;
    let [time] = measure(&C::time(&scaled, touch, true), &mut Effort::default());
    Some(time)
}

pub(crate) fn last_time_exactly<C: Cast>(cast: C, end: Until<f64>) -> Option<Surd> {
    let (scaled, touch) = last_touch(cast, end, decide_exactly)?;
    let [time] = measure_exactly(&C::time(&scaled, touch, true));
    Some(time)
}

/// Returns the touch at which the line of motion leaves the obstacle: the first touch of the
/// reversed motion.
pub(crate) fn leaving<C: Cast>(cast: C) -> Option<(Scaled<C>, C::Touch)> {
    end_of_line(cast, by_any)
}
