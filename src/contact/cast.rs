//! Casts: a mover with its motion, an obstacle with its motion, and the part of the line of time
//! that counts.
//!
//! Each kind of cast has a decision and numbers of its own; [`driver`](super::driver) runs them in
//! the same order for all kinds.
//!
//! Casts of balls and capsules at points, segments and triangles are decided and measured inline in
//! the calling code (`Cast::IS_DECIDED_HERE`): otherwise rows of them take 5 to 15 % more
//! instructions (`benches/HISTORY.md`). All other casts share one function for each kind of cast.

use super::answer::{Approach, Contact, Overlap};
use crate::number::{
    Decision, Effort, Inputs, Measure, Precision, Quantity, Range, Rescale, Scaled, ToNearest,
    decide_here,
};
use crate::shape::Scalar;

/// The part of the line of motion that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeDomain {
    /// From time zero on.
    FromStart,
    /// The whole line, as if the motion had no beginning.
    Always,
}

/// The outcome of the decision about a cast: how the two first meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastOutcome<O, T> {
    /// They never touch.
    Apart,
    /// They overlap at time zero (`docs/theory.md`, Definition 0.3).
    Overlap(O),
    /// They touch, and did not overlap at time zero.
    Contact(T),
}

/// The equation whose root is the time of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeEquation {
    /// No equation: the time is zero.
    Start,
    /// The smaller root of an equation.
    Enters,
    /// The only root of an equation.
    Grazes,
}

/// A mover that is cast at an obstacle: a decision whether and where they first touch, and a time
/// that can be compared.
pub(crate) trait Cast:
    Decision<Outcome = CastOutcome<<Self as Cast>::Overlap, <Self as Cast>::Touch>> + Rescale + Clone
{
    /// The facts that the decision finds about an overlap at time zero.
    type Overlap: Copy;
    /// The facts that the decision finds about a touch.
    type Touch: Copy;
    /// The measure of the time of a touch.
    type Time<'a>: Measure<1>
    where
        Self: 'a;
    /// Whether the semi-static filter is tried first. This filter needs no scaled inputs, so a
    /// query that it settles costs little.
    const IS_FILTERED: bool = false;
    /// Whether the cast is decided and measured inline in the calling code. This pays for casts
    /// that are queried by the million, and that the float filter often fails to settle before.
    const IS_DECIDED_HERE: bool = false;
    /// Returns the outcome if a float filter is certain of it. The filter costs less than a
    /// decision.
    #[cfg_attr(hot, inline(always))]
    fn float_filter(&self) -> Option<CastOutcome<Self::Overlap, Self::Touch>> {
        None
    }
    /// Returns the measure of the time of a touch. With `backwards` it measures the negated time,
    /// at which the same cast, run backwards, reaches the same position.
    fn time(scaled: &Scaled<Self>, touch: Self::Touch, backwards: bool) -> Scaled<Self::Time<'_>>;
    /// Returns the time of a touch, rounded to the nearest float.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn nearest_time<T: Scalar>(
        scaled: &Scaled<Self>,
        touch: Self::Touch,
        effort: &mut Effort,
    ) -> T {
        let asked = Self::time(scaled, touch, false);
        let [time] = measured::<Self, _, _, 1>(&asked, &mut ToNearest::<T>::new(effort));
        time
    }
    /// Returns the sign of the relative velocity along the normal at a touch.
    fn approach(touch: &Self::Touch) -> Approach;
    /// Returns the same cast run backwards, on the whole line of time.
    fn backwards(self) -> Self;
}

/// Decides a cast, by its float filter if that is certain.
#[cfg_attr(hot, inline(always))]
pub(crate) fn decide_cast<C: Cast>(
    scaled: &Scaled<C>,
    effort: &mut Effort,
) -> CastOutcome<C::Overlap, C::Touch> {
    match scaled.inputs.float_filter() {
        Some(meeting) => meeting,
        None => decide_here(scaled, effort),
    }
}

/// Decides a cast like [`decide_cast`]. It is one function for all callers, for the searches of a
/// mesh that are not the search for the first contact.
#[inline(never)]
pub(crate) fn decide_cast_apart<C: Cast>(
    scaled: &Scaled<C>,
    effort: &mut Effort,
) -> CastOutcome<C::Overlap, C::Touch> {
    decide_cast(scaled, effort)
}

/// Measures numbers of a touch, inline or in one shared function, as the cast is decided.
#[cfg_attr(hot, inline(always))]
pub(crate) fn measured<C: Cast, P: Precision, M: Measure<K>, const K: usize>(
    scaled: &Scaled<M>,
    precision: &mut P,
) -> [P::Number; K] {
    if const { C::IS_DECIDED_HERE } {
        precision.measure_here(scaled)
    } else {
        precision.measure(scaled)
    }
}

/// A cast that has answers in `N` dimensions.
pub(crate) trait Answered<const N: usize>: Cast {
    /// The type that names a feature of the obstacle.
    type Feature;
    fn contact<P: Precision>(
        scaled: &Scaled<Self>,
        touch: Self::Touch,
        precision: &mut P,
    ) -> Contact<P::Number, N, Self::Feature>;
    fn overlap<P: Precision>(
        scaled: &Scaled<Self>,
        overlap: Self::Overlap,
        precision: &mut P,
    ) -> Overlap<P::Number, N, Self::Feature>;
}

/// An internal decision or measure about a cast, other than the decision how the two first meet.
pub(crate) trait CastQuery: Copy {
    /// Whether this decision or measure is rare for every cast.
    const SELDOM: bool = false;
}

/// A borrowed cast, with an internal decision or measure about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundQuery<'a, C, Q> {
    pub(crate) cast: &'a C,
    pub(crate) question: Q,
}

impl<C: Inputs, Q: CastQuery> Inputs for BoundQuery<'_, C, Q> {
    const SELDOM: bool = C::SELDOM || Q::SELDOM;
    const RANGE: Range = C::RANGE;
    const IS_DEEP: bool = C::IS_DEEP;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.cast.visit(see);
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn suits_floats(&self) -> bool {
        self.cast.suits_floats()
    }
}

/// Returns a cast with a decision or measure about it, at the scale of the cast.
#[cfg_attr(hot, inline(always))]
pub(crate) fn ask<C: Inputs, Q>(scaled: &Scaled<C>, question: Q) -> Scaled<BoundQuery<'_, C, Q>> {
    scaled.ask(|cast| BoundQuery { cast, question })
}
