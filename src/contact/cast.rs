//! What is cast at what: a body on its way, an obstacle on its own, and the part of time that
//! counts.
//!
//! Each kind has a decision of its own, and numbers of its own; [`driver`](super::driver) runs
//! them, in the same order for all.
//!
//! Casts of balls and capsules at points, segments and triangles are decided and measured within
//! the code that calls (`Cast::IS_DECIDED_HERE`): in rows they take 5 to 15 % more instructions
//! otherwise (`benches/HISTORY.md`). All other casts share one function for each kind of cast.

use super::answer::{Approach, Contact, Overlap};
use crate::number::{
    Decision, Effort, Inputs, Measure, Precision, Quantity, Range, Rescale, Scaled, ToNearest,
    decide_here,
};
use crate::shape::Scalar;

/// Which part of the line of motion counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeDomain {
    /// From time zero on.
    FromStart,
    /// All of it, as if the motion had always been.
    Always,
}

/// How the two first meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting<O, T> {
    /// Never.
    Apart,
    /// They share more than a touch at time zero.
    Overlap(O),
    /// They touch.
    Contact(T),
}

/// What the time of a touch is a root of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// None: it is time zero.
    Start,
    /// The smaller one of an equation.
    Enters,
    /// The only one.
    Grazes,
}

/// Something that is cast at something: whether, when and where they first meet can be decided, and
/// compared.
pub(crate) trait Cast:
    Decision<Outcome = Meeting<<Self as Cast>::Overlap, <Self as Cast>::Touch>> + Rescale + Clone
{
    /// What is known of an overlap at time zero.
    type Overlap: Copy;
    /// What is known of a touch.
    type Touch: Copy;
    /// When they touch, as a question.
    type Time<'a>: Measure<1>
    where
        Self: 'a;
    /// Whether the semi-static filter is asked first. It needs no scale, and what ends there costs
    /// little.
    const IS_FILTERED: bool = false;
    /// Whether it is decided and measured within the code that asks: for what is asked by the
    /// million, and often not seen before.
    const IS_DECIDED_HERE: bool = false;
    /// How they meet, if that is seen at a glance: what is not worth a decision.
    #[cfg_attr(hot, inline(always))]
    fn seen(&self) -> Option<Meeting<Self::Overlap, Self::Touch>> {
        None
    }
    /// The time of a touch; or minus it, which is when the same cast, run backwards, is there.
    fn time(scaled: &Scaled<Self>, touch: Self::Touch, backwards: bool) -> Scaled<Self::Time<'_>>;
    /// The time of a touch, rounded.
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
    /// How the two go on after a touch.
    fn approach(touch: &Self::Touch) -> Approach;
    /// The same run backwards, on the whole line of time.
    fn backwards(self) -> Self;
}

/// How they meet: seen, or decided.
#[cfg_attr(hot, inline(always))]
pub(crate) fn decide_cast<C: Cast>(
    scaled: &Scaled<C>,
    effort: &mut Effort,
) -> Meeting<C::Overlap, C::Touch> {
    match scaled.inputs.seen() {
        Some(meeting) => meeting,
        None => decide_here(scaled, effort),
    }
}

/// Numbers of a touch: measured where they are asked, or in one place, as the cast is decided.
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
    /// What names a place on the obstacle.
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

/// What can be asked about a cast besides how it meets the obstacle.
pub(crate) trait Question: Copy {
    /// Whether that is asked seldom, of any cast.
    const SELDOM: bool = false;
}

/// A question about a cast, which stays where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a, C, Q> {
    pub(crate) cast: &'a C,
    pub(crate) question: Q,
}

impl<C: Inputs, Q: Question> Inputs for Asked<'_, C, Q> {
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

/// Asks a question about a cast, at the same scale.
#[cfg_attr(hot, inline(always))]
pub(crate) fn ask<C: Inputs, Q>(scaled: &Scaled<C>, question: Q) -> Scaled<Asked<'_, C, Q>> {
    scaled.ask(|cast| Asked { cast, question })
}
