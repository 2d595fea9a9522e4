//! What is met on a way from point to point.

use super::{Answer, Obstacle};
use crate::shape::{Moving, Path, RoundBody, Scalar, Shape};
use core::convert::Infallible;

/// On which leg, and what is answered there.
pub(crate) type OnLeg<T, F, const N: usize> = Option<(usize, Answer<T, N, F>)>;

/// What is answered first on legs one after another, and on which; an answer of none is passed
/// over.
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

/// Legs one after another, as their entries are sought: all but the last are without their ends.
/// What is come to there blocks the next leg, at its start, if that goes on into it.
pub(crate) fn to_enter<M: Shape>(
    legs: impl ExactSizeIterator<Item = Moving<M>>,
) -> impl Iterator<Item = Moving<M>> {
    let count = legs.len();
    legs.enumerate().map(move |(i, leg)| if i + 1 < count { leg.without_its_end() } else { leg })
}

impl<T: Scalar, M, const N: usize> Path<M>
where
    M: RoundBody<T, N> + Shape<Scalar = T, Vector = [T; N]>,
{
    /// The first contact of this body with an obstacle, and on which leg, counted from 0; `None` if
    /// there is no contact.
    ///
    /// The time is that of the leg. An overlap is one at the start of the path. What is touched at
    /// a point between two legs is touched at the end of the first of these. An obstacle should
    /// stand still: one that moves starts anew with each leg.
    pub fn first_contact<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> Option<(usize, Answer<T, N, O::Feature>)> {
        let Ok(found) =
            first_of(self.legs(), |leg| Ok::<_, Infallible>(leg.first_contact(obstacle)));
        found
    }

    /// What blocks it, as for [`Moving::first_entry`](crate::Moving::first_entry), and on which
    /// leg.
    ///
    /// What is come to just at the end of a leg blocks the next one, at its start, if that goes on
    /// into it; and if it leads away, nothing does. Of a radius of zero, which enters what it
    /// touches, it blocks the leg at whose end it is come to.
    pub fn first_entry<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> Option<(usize, Answer<T, N, O::Feature>)> {
        let Ok(found) =
            first_of(to_enter(self.legs()), |leg| Ok::<_, Infallible>(leg.first_entry(obstacle)));
        found
    }
}
