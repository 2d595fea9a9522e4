//! The cascade of a decision: it is evaluated over one kind of number after another, from the
//! cheapest to integers, until one kind is certain of every sign.
//!
//! A decision that one kind leaves open is evaluated again as a whole over the next kind. To repeat
//! only the sign that was not certain would need the state of the decision at that sign. A
//! repetition is rare: in ten million realistic queries of a sphere and a triangle no decision
//! leaves the first filter (`README.md`).

use super::called::Called;
use super::effort::{COMPACT, Effort};
use super::exact::Exact;
use super::fast::Fast;
use super::scaled::{Evenly, Scaled};
use super::semi_static::SemiStatic;
use super::sign::Unsure;
use super::texts::Decision;

/// Decides by [`SemiStatic`] numbers, if these are certain. They need no scale.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn decide_semi_statically<D: Decision>(inputs: &D) -> Option<D::Outcome> {
    if COMPACT {
        return None;
    }
    inputs.decide::<SemiStatic>(&Evenly::of(inputs)?).ok()
}

/// Decides exactly, by the first kind of number that is certain. All callers share one function.
#[inline(never)]
pub(crate) fn decide<D: Decision>(scaled: &Scaled<D>, effort: &mut Effort) -> D::Outcome {
    decide_here(scaled, effort)
}

/// Decides exactly if the semi-static filter was not certain.
#[cold]
#[inline(never)]
pub(crate) fn decide_closely<D: Decision>(scaled: &Scaled<D>, effort: &mut Effort) -> D::Outcome {
    decide(scaled, effort)
}

/// Decides exactly, like [`decide`], but inlined into the caller, for a few frequent queries.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn decide_here<D: Decision>(scaled: &Scaled<D>, effort: &mut Effort) -> D::Outcome {
    if const { !D::IS_DEEP }
        && let Some(lift) = scaled.floats()
        && let Ok(outcome) = scaled.inputs.decide::<Fast>(&lift)
    {
        return outcome;
    }
    decide_slowly(scaled, effort)
}

/// Decides by floats, if they are certain.
pub(crate) fn decide_by_floats<D: Decision>(scaled: &Scaled<D>) -> Option<D::Outcome> {
    let lift = scaled.floats()?;
    let first = scaled.inputs.decide::<Fast>(&lift);
    first.or_else(|Unsure| scaled.inputs.decide::<Called>(&lift)).ok()
}

#[cold]
#[inline(never)]
fn decide_slowly<D: Decision>(scaled: &Scaled<D>, effort: &mut Effort) -> D::Outcome {
    effort.left_first_filter = true;
    if !COMPACT
        && let Some(lift) = scaled.floats()
        && let Ok(outcome) = scaled.inputs.decide::<Called>(&lift)
    {
        return outcome;
    }
    effort.exact = true;
    decide_exactly(scaled)
}

/// Decides by exact integers alone. All callers share one function.
#[inline(never)]
pub(crate) fn decide_exactly<D: Decision>(scaled: &Scaled<D>) -> D::Outcome {
    match scaled.inputs.decide::<Exact>(&scaled.integers()) {
        Ok(outcome) => outcome,
        Err(Unsure) => unreachable!("an exact number knows every sign"),
    }
}
