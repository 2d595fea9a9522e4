//! What is met on a way from point to point, whatever it is.

use super::{Answers, Asked, Feature};
use crate::contact::Answer;
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
    for (i, leg) in legs.iter().enumerate() {
        match obstacle.first_contact(leg)? {
            Answer::None => {}
            answer => return Ok(Some((i, answer))),
        }
    }
    Ok(None)
}

/// What blocks it, and on which leg: what is come to just at the end of a leg blocks the next, if
/// anything.
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
    for (i, leg) in legs.iter().enumerate() {
        let is_last = i + 1 == legs.len();
        let leg = if is_last { leg } else { &leg.without_its_end() };
        match obstacle.first_entry(leg)? {
            Answer::None => {}
            answer => return Ok(Some((i, answer))),
        }
    }
    Ok(None)
}
