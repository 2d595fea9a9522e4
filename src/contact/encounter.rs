//! Shapes as targets of casts: at rest or in motion, inflated or not; and the encounters of round
//! bodies with them.
//!
//! An entry is a contact that approaches. The distance to a convex set is a convex function of
//! time, so a grazing, sliding or parting contact never becomes an entry later. For a mesh the
//! search passes over triangles with such contacts and continues.

use super::answer::{Answer, ExactAnswer};
use super::body::can_enter;
use super::cast::Answered;
use super::driver;
use super::float_filter::{Drifts, Still};
use super::inflated::within;
use super::sealed::{CastTarget, Encounter, Meets, MeetsInflated, Only};
use crate::number::{Effort, Rounding, Surd};
use crate::shape::{Inflatable, Inflated, Moving, Scalar, Shape, Translatable, Until};

/// A shape in motion is a target as it is.
#[diagnostic::do_not_recommend]
impl<T: Scalar, S, M, const N: usize> Meets<T, N, M> for Moving<S>
where
    S: Inflatable + CastTarget<T, N, M>,
    M: Shape<Scalar = T, Vector = [T; N]>,
{
    type Shape<'a>
        = S
    where
        S: 'a;

    #[cfg_attr(hot, inline(always))]
    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(self)
    }
    #[cfg_attr(hot, inline(always))]
    fn with_float_filter<R>(
        &self,
        mover: &Moving<M>,
        tell: impl FnOnce(Answer<T, N, Self::Feature>) -> Option<R>,
        decide: impl FnOnce() -> R,
    ) -> R {
        self.shape().with_float_filter(mover, Drifts(self), tell, decide)
    }
}

/// A shape at rest is a target of velocity zero. The type `Still` makes this known at compile time,
/// so the float filter has no cost for the motion.
#[diagnostic::do_not_recommend]
impl<T: Scalar, S, M, const N: usize> Meets<T, N, M> for S
where
    S: Inflatable + CastTarget<T, N, M>,
    M: Shape<Scalar = T, Vector = [T; N]>,
{
    type Shape<'a>
        = S
    where
        S: 'a;

    #[cfg_attr(hot, inline(always))]
    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&Moving::still(self.clone()))
    }
    #[cfg_attr(hot, inline(always))]
    fn with_float_filter<R>(
        &self,
        mover: &Moving<M>,
        tell: impl FnOnce(Answer<T, N, Self::Feature>) -> Option<R>,
        decide: impl FnOnce() -> R,
    ) -> R {
        CastTarget::with_float_filter(self, mover, Still, tell, decide)
    }
}

/// An inflated shape becomes the shape within, with a motion that carries the radius. `Inflatable`
/// has no parameters, so the compiler accepts that `Inflated` does not implement it. Other crates
/// could implement a trait with parameters for `Inflated`, and then these four implementations
/// could overlap.
#[diagnostic::do_not_recommend]
impl<T: Scalar, S, M, const N: usize> Meets<T, N, M> for Moving<Inflated<S>>
where
    S: Inflatable + CastTarget<T, N, M>,
    M: MeetsInflated + Shape<Scalar = T, Vector = [T; N]>,
{
    type Shape<'a>
        = S
    where
        S: 'a;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&within(self))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, S, M, const N: usize> Meets<T, N, M> for Inflated<S>
where
    S: Inflatable + CastTarget<T, N, M>,
    M: MeetsInflated + Shape<Scalar = T, Vector = [T; N]>,
{
    type Shape<'a>
        = S
    where
        S: 'a;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&within(&Moving::still(self.clone())))
    }
}

/// A round body that is cast at a shape.
pub(crate) struct CastEncounter<C> {
    cast: C,
    end: Until<f64>,
    /// Whether the mover can be inside of the obstacle. If it cannot, each contact counts as an
    /// entry, even a contact exactly at the end.
    can_enter: bool,
}

impl<C> CastEncounter<C> {
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn new<T: Scalar, M, S, const N: usize>(
        mover: &Moving<M>,
        target: &Moving<S>,
        cast: impl FnOnce(&Moving<M>) -> C,
    ) -> Self
    where
        M: Translatable<T, N>,
        S: Shape<Scalar = T>,
    {
        let inflation = target.inflation();
        let can_enter = can_enter(mover.shape(), inflation);
        Self {
            cast: cast(&mover.clone().towards_inflated(inflation)),
            end: target.end_with(mover).widened(),
            can_enter,
        }
    }
}

impl<C> CastEncounter<C> {
    /// Returns the end of the motion for the touches that count, and whether touches that do not
    /// enter are passed over.
    #[cfg_attr(hot, inline(always))]
    fn counted(&self, only: Only) -> (Until<f64>, bool) {
        match only {
            Only::Contacts => (self.end, false),
            Only::Entries if self.can_enter => (self.end, true),
            Only::Entries => (self.end.with_itself(), false),
        }
    }
}

impl<T: Scalar, C: Answered<N>, const N: usize> Encounter<T, N, C::Feature> for CastEncounter<C> {
    #[cfg_attr(hot, inline(always))]
    fn meet(&self, only: Only, effort: &mut Effort) -> Answer<T, N, C::Feature> {
        let (end, only_entries) = self.counted(only);
        driver::meet(self.cast.clone(), end, only_entries, effort)
    }
    fn meet_exactly(&self, only: Only) -> ExactAnswer<N, C::Feature> {
        let (end, only_entries) = self.counted(only);
        driver::meet_exactly(self.cast.clone(), end, only_entries)
    }
    #[cfg_attr(hot, inline(always))]
    fn time(&self, rounding: Rounding) -> Option<T> {
        driver::time(self.cast.clone(), self.end, rounding)
    }
    fn last_time(&self) -> Option<T> {
        driver::last_time(self.cast.clone(), self.end)
    }
    fn last_time_exactly(&self) -> Option<Surd> {
        driver::last_time_exactly(self.cast.clone(), self.end)
    }
    fn touches(&self, effort: &mut Effort) -> bool {
        driver::touches(self.cast.clone(), self.end, effort)
    }
}
