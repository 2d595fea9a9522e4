//! First contacts and blocking hits of many movers of one kind, which are independent of each other
//! or are the legs of a path.

use super::movers::{Movers, each};
use super::{Answers, AnyFeature, AnyObstacle, Asked};
use crate::contact::{Answer, first_of, to_enter};
use crate::shape::{Moving, Scalar, Shape};

/// Returns the first contact along some legs, with the index of its leg; `None` if no leg has a
/// contact.
///
/// # Errors
/// A pair that does not have this query.
pub fn first_contact_along<T, M, O, const N: usize>(
    legs: &[Moving<M>],
    obstacle: &O,
) -> Asked<Option<(usize, Answer<T, N, AnyFeature<N>>)>>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]>,
    O: Answers<T, N, M> + ?Sized,
{
    first_of(legs.iter(), |leg| obstacle.first_contact(leg))
}

/// Returns the blocking hit along some legs, with the index of its leg. An obstacle that is reached
/// exactly at the end of a leg blocks only if the next leg enters it. If the body has radius zero,
/// the obstacle blocks that leg itself.
///
/// # Errors
/// A pair that does not have this query.
pub fn first_entry_along<T, M, O, const N: usize>(
    legs: &[Moving<M>],
    obstacle: &O,
) -> Asked<Option<(usize, Answer<T, N, AnyFeature<N>>)>>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]> + Clone,
    O: Answers<T, N, M> + ?Sized,
{
    first_of(to_enter(legs.iter().cloned()), |leg| obstacle.first_entry(&leg))
}

impl<T: Scalar, const N: usize> Movers<T, N> {
    /// Computes the first contacts of all movers in one batch, in any order. `put` is called with
    /// the index of each mover and its answer.
    ///
    /// # Errors
    /// A pair that does not have this query.
    pub fn first_contacts(
        &self,
        obstacle: &dyn AnyObstacle<T, N>,
        put: &mut dyn FnMut(usize, Answer<T, N, AnyFeature<N>>),
    ) -> Asked<()> {
        each!(self, |all| obstacle.first_contacts(all, put))
    }

    /// Returns the first contact along a path, with each mover as one leg; see
    /// [`first_contact_along`].
    ///
    /// # Errors
    /// A pair that does not have this query.
    pub fn first_contact_along(
        &self,
        obstacle: &dyn AnyObstacle<T, N>,
    ) -> Asked<Option<(usize, Answer<T, N, AnyFeature<N>>)>> {
        each!(self, |legs| first_contact_along(legs, obstacle))
    }

    /// Returns the blocking hit along a path, with each mover as one leg; see
    /// [`first_entry_along`].
    ///
    /// # Errors
    /// A pair that does not have this query.
    pub fn first_entry_along(
        &self,
        obstacle: &dyn AnyObstacle<T, N>,
    ) -> Asked<Option<(usize, Answer<T, N, AnyFeature<N>>)>> {
        each!(self, |legs| first_entry_along(legs, obstacle))
    }
}
