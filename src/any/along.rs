//! First contacts and entries of many movers of one kind, independently or as the legs of a path.

use super::movers::{Movers, each};
use super::{Answers, Asked, Feature, Obstacle};
use crate::contact::{Answer, first_of, to_enter};
use crate::shape::{Moving, Scalar, Shape};

/// The first contact of what goes along some legs, and on which; an answer of none is passed over.
///
/// # Errors
/// A pair for which there is no such question.
pub fn first_contact_along<T, M, O, const N: usize>(
    legs: &[Moving<M>],
    obstacle: &O,
) -> Asked<Option<(usize, Answer<T, N, Feature<N>>)>>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]>,
    O: Answers<T, N, M> + ?Sized,
{
    first_of(legs.iter(), |leg| obstacle.first_contact(leg))
}

/// What blocks it, and on which leg: what is come to just at the end of a leg blocks the next, if
/// anything; of a radius of zero, the leg itself.
///
/// # Errors
/// A pair for which there is no such question.
pub fn first_entry_along<T, M, O, const N: usize>(
    legs: &[Moving<M>],
    obstacle: &O,
) -> Asked<Option<(usize, Answer<T, N, Feature<N>>)>>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]> + Copy,
    O: Answers<T, N, M> + ?Sized,
{
    first_of(to_enter(legs.iter().copied()), |leg| obstacle.first_entry(&leg))
}

impl<T: Scalar, const N: usize> Movers<T, N> {
    /// The first contacts, by the batch that the obstacle has, in any order.
    ///
    /// # Errors
    /// A pair for which there is no such question.
    pub fn first_contacts(
        &self,
        obstacle: &dyn Obstacle<T, N>,
        put: &mut dyn FnMut(usize, Answer<T, N, Feature<N>>),
    ) -> Asked<()> {
        each!(self, |all| obstacle.first_contacts(all, put))
    }

    /// [`first_contact_along`], where they are the legs of a way.
    ///
    /// # Errors
    /// A pair for which there is no such question.
    pub fn first_contact_along(
        &self,
        obstacle: &dyn Obstacle<T, N>,
    ) -> Asked<Option<(usize, Answer<T, N, Feature<N>>)>> {
        each!(self, |legs| first_contact_along(legs, obstacle))
    }

    /// [`first_entry_along`], where they are the legs of a way.
    ///
    /// # Errors
    /// A pair for which there is no such question.
    pub fn first_entry_along(
        &self,
        obstacle: &dyn Obstacle<T, N>,
    ) -> Asked<Option<(usize, Answer<T, N, Feature<N>>)>> {
        each!(self, |legs| first_entry_along(legs, obstacle))
    }
}
