//! One way for all that is cast: decide by the semi-static filter, if it is asked, decide, compare
//! with the end of the motion, measure.
//!
//! The last contact is the first contact of the reversed motion on the whole line of time: a
//! parameter of each decision (`TimeDomain::Always`) and not a second decision.

use super::answer::{Answer, Approach, ExactAnswer};
use super::cast::{Answered, Cast, Meeting, decide_cast};
use crate::number::{
    Effort, Exactly, Rounding, Scaled, Surd, ToNearest, compare, compare_here, decide_closely,
    decide_exactly, decide_semi_statically, measure, measure_exactly,
};
use crate::shape::{Scalar, Until};
use core::cmp::Ordering;

/// How a cast meets, as far as the decision tells.
type MeetingOf<C> = Meeting<<C as Cast>::Overlap, <C as Cast>::Touch>;

/// How a scaled cast meets: in one place for all who ask, and by the semi-static filter first, if
/// it is asked.
#[inline(never)]
fn meeting<C: Cast>(scaled: &Scaled<C>, effort: &mut Effort) -> MeetingOf<C> {
    if !C::IS_FILTERED {
        return decide_cast(scaled, effort);
    }
    // Not inlined, as the filter mostly knows.
    decide_semi_statically(&scaled.inputs).unwrap_or_else(|| decide_closely(scaled, effort))
}

/// Whether a meeting is none of those that count: a touch that does not enter, if only entries do.
#[cfg_attr(hot, inline(always))]
fn is_passed_over<C: Cast>(meeting: &MeetingOf<C>, only_entries: bool) -> bool {
    only_entries
        && matches!(meeting, Meeting::Contact(touch) if C::approach(touch) != Approach::Approaching)
}

/// The first contact up to the end. Inlined, so that the cast is not written to memory just to be
/// read from there.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn meet<T: Scalar, C: Answered<N>, const N: usize>(
    cast: C,
    end: Until<T>,
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

/// The numbers of a meeting, unless it is past the end: in one place for all who ask.
#[inline(never)]
pub(crate) fn answer<T: Scalar, C: Answered<N>, const N: usize>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<T>,
    effort: &mut Effort,
) -> Answer<T, N, C::Feature> {
    answer_here(scaled, meeting, end, effort)
}

/// The same within the code that asks.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn answer_here<T: Scalar, C: Answered<N>, const N: usize>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<T>,
    effort: &mut Effort,
) -> Answer<T, N, C::Feature> {
    let touch = match meeting {
        Meeting::Apart => return Answer::None,
        Meeting::Overlap(overlap) => {
            return Answer::Overlap(C::overlap(scaled, overlap, &mut ToNearest::<T>::new(effort)));
        }
        Meeting::Contact(touch) => touch,
    };
    if is_too_late(scaled, touch, end, effort) {
        return Answer::None;
    }
    Answer::Contact(C::contact(scaled, touch, &mut ToNearest::<T>::new(effort)))
}

/// Whether a touch is past the end of the motion.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn is_too_late<T: Scalar, C: Cast>(
    scaled: &Scaled<C>,
    touch: C::Touch,
    end: Until<T>,
    effort: &mut Effort,
) -> bool {
    end.time() < T::INFINITY && end.is_before(compared(scaled, touch, end.time().widen(), effort))
}

/// How the time of a touch compares with a float.
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

/// The first contact by exact arithmetic alone, unless it is no entry and only these count.
pub(crate) fn meet_exactly<T: Scalar, C: Answered<N>, const N: usize>(
    cast: C,
    end: Until<T>,
    only_entries: bool,
) -> ExactAnswer<N, C::Feature> {
    let scaled = Scaled::new(cast);
    let meeting = decide_exactly(&scaled);
    if is_passed_over::<C>(&meeting, only_entries) {
        return ExactAnswer::None;
    }
    exact_answer(&scaled, meeting, end)
}

/// The numbers of a meeting by exact arithmetic alone.
pub(crate) fn exact_answer<T: Scalar, C: Answered<N>, const N: usize>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<T>,
) -> ExactAnswer<N, C::Feature> {
    match meeting {
        Meeting::Apart => ExactAnswer::None,
        Meeting::Overlap(overlap) => Answer::Overlap(C::overlap(scaled, overlap, &mut Exactly)),
        Meeting::Contact(touch) => {
            Answer::Contact(C::contact(scaled, touch, &mut Exactly)).until(end)
        }
    }
}

/// The time of the first contact alone.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn time<T: Scalar, C: Cast>(cast: C, end: Until<T>, rounding: Rounding) -> Option<T> {
    let (scaled, effort) = (Scaled::new(cast), &mut Effort::default());
    if const { C::IS_DECIDED_HERE } {
        let meeting = decide_cast(&scaled, effort);
        time_here(&scaled, meeting, end, rounding, effort)
    } else {
        let meeting = meeting(&scaled, effort);
        time_of(&scaled, meeting, end, rounding, effort)
    }
}

/// The time of a meeting, unless that is an overlap, or past the end: in one place for all who ask.
#[inline(never)]
pub(crate) fn time_of<T: Scalar, C: Cast>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<T>,
    rounding: Rounding,
    effort: &mut Effort,
) -> Option<T> {
    time_here(scaled, meeting, end, rounding, effort)
}

/// The same within the code that asks.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn time_here<T: Scalar, C: Cast>(
    scaled: &Scaled<C>,
    meeting: MeetingOf<C>,
    end: Until<T>,
    rounding: Rounding,
    effort: &mut Effort,
) -> Option<T> {
    let Meeting::Contact(touch) = meeting else { return None };
    if is_too_late(scaled, touch, end, effort) {
        return None;
    }
    let nearest: T = C::nearest_time(scaled, touch, effort);
    let mut is_above = || compared(scaled, touch, nearest.widen(), &mut *effort) == Ordering::Less;
    Some(if rounding == Rounding::Down && is_above() { nearest.below() } else { nearest })
}

/// Whether they touch until the end of the motion.
pub(crate) fn touches<T: Scalar, C: Cast>(cast: C, end: Until<T>, effort: &mut Effort) -> bool {
    let scaled = Scaled::new(cast);
    match meeting(&scaled, effort) {
        Meeting::Apart => false,
        Meeting::Overlap(_) => true,
        Meeting::Contact(touch) => !is_too_late(&scaled, touch, end, effort),
    }
}

/// The end of the contact: the beginning of the same motion run backwards, on the whole line of
/// time.
fn last_touch<T: Scalar, C: Cast>(
    cast: C,
    end: Until<T>,
    decide: impl Fn(&Scaled<C>) -> MeetingOf<C>,
) -> Option<(Scaled<C>, C::Touch)> {
    let scaled = Scaled::new(cast.clone());
    match decide(&scaled) {
        Meeting::Apart => return None,
        Meeting::Overlap(_) => {}
        Meeting::Contact(touch) => {
            if is_too_late(&scaled, touch, end, &mut Effort::default()) {
                return None;
            }
        }
    }
    end_of_line(cast, decide)
}

/// The touch of the motion backwards, at which its line leaves the obstacle.
fn end_of_line<C: Cast>(
    cast: C,
    decide: impl Fn(&Scaled<C>) -> MeetingOf<C>,
) -> Option<(Scaled<C>, C::Touch)> {
    let scaled = Scaled::new(cast.backwards());
    match decide(&scaled) {
        Meeting::Contact(touch) => Some((scaled, touch)),
        Meeting::Apart | Meeting::Overlap(_) => None,
    }
}

/// How it meets, by whatever numbers tell.
fn by_any<C: Cast>(scaled: &Scaled<C>) -> MeetingOf<C> {
    meeting(scaled, &mut Effort::default())
}

pub(crate) fn last_time<T: Scalar, C: Cast>(cast: C, end: Until<T>) -> Option<T> {
    let (scaled, touch) = last_touch(cast, end, by_any)?;
    let [time] = measure(&C::time(&scaled, touch, true), &mut Effort::default());
    Some(time)
}

pub(crate) fn last_time_exactly<T: Scalar, C: Cast>(cast: C, end: Until<T>) -> Option<Surd> {
    let (scaled, touch) = last_touch(cast, end, decide_exactly)?;
    let [time] = measure_exactly(&C::time(&scaled, touch, true));
    Some(time)
}

/// Where what is touched is left: the touch of the motion backwards.
pub(crate) fn leaving<C: Cast>(cast: C) -> Option<(Scaled<C>, C::Touch)> {
    end_of_line(cast, by_any)
}
