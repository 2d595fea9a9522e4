//! First contacts and entries along a path of waypoints.

use super::{Answer, Obstacle};
use crate::shape::{Moving, Path, Scalar, Shape, Translatable};
use core::convert::Infallible;

/// The index of a leg, and the answer on that leg.
pub(crate) type OnLeg<T, F, const N: usize> = Option<(usize, Answer<T, N, F>)>;

/// Returns the first answer that is not `Answer::None` on consecutive legs, with the index of its
/// leg.
pub(crate) fn first_of<L, T, F, E, const N: usize>(
    legs: impl Iterator<Item = L>,
    mut ask: impl FnMut(L) -> Result<Answer<T, N, F>, E>,
) -> Result<OnLeg<T, F, N>, E> {
    for (i, leg) in legs.enumerate() {
        match ask(leg)? {
            Answer::None => {}
            answer => return Ok(Some((i, answer))),
        }
    }
    Ok(None)
}

/// Prepares consecutive legs for a search for entries: the end of each leg except the last is
/// excluded. An obstacle that is reached exactly at such an end blocks the next leg at its start,
/// if that leg continues into the obstacle.
pub(crate) fn to_enter<M: Shape>(
    legs: impl ExactSizeIterator<Item = Moving<M>>,
) -> impl Iterator<Item = Moving<M>> {
    let count = legs.len();
    legs.enumerate().map(move |(i, leg)| if i + 1 < count { leg.without_its_end() } else { leg })
}

impl<T: Scalar, M, const N: usize> Path<M>
where
    M: Translatable<T, N> + Shape<Scalar = T, Vector = [T; N]>,
{
    /// Returns the first contact of this body with an obstacle, and the index of its leg, counted
    /// from 0; `None` if there is no contact.
    ///
    /// The time of the contact is a time of that leg. An overlap is an overlap at the start of the
    /// path. A contact exactly at a waypoint is reported on the leg that ends there. The obstacle
    /// should be at rest: a moving obstacle starts its motion again with each leg.
    pub fn first_contact<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> Option<(usize, Answer<T, N, O::Feature>)> {
        let Ok(found) =
            first_of(self.legs(), |leg| Ok::<_, Infallible>(leg.first_contact(obstacle)));
        found
    }

    /// Returns the blocking hit, as [`Moving::first_entry`](crate::Moving::first_entry) does, and
    /// the index of its leg.
    ///
    /// An obstacle that is reached exactly at the end of a leg blocks the next leg, at its start,
    /// if that leg continues into the obstacle; if that leg leads away, the obstacle does not
    /// block. For a body of radius zero, which enters each obstacle that it touches, the obstacle
    /// blocks the leg at whose end it is reached.
    pub fn first_entry<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> Option<(usize, Answer<T, N, O::Feature>)> {
        let Ok(found) =
            first_of(to_enter(self.legs()), |leg| Ok::<_, Infallible>(leg.first_entry(obstacle)));
        found
    }
}
