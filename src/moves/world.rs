//! The world of a move: the obstacle that blocks the legs.
//!
//! [`Around`] is any obstacle as a world. `any/world.rs` hides the type of the obstacle, so moves
//! are compiled once for each kind of body, and a walker can walk in a world whose type is known
//! only at run time.

use crate::contact::sealed::Only;
use crate::contact::{Answer, Contact, ExactAnswer, Obstacle, Overlap};
use crate::shape::{Capsule, Moving, Scalar, Translatable};
use core::marker::PhantomData;

/// An obstacle that blocks legs.
pub trait World<T: Scalar, const N: usize, M: Translatable<T, N>> {
    /// The type that identifies a feature of the world.
    type Feature: Clone + PartialEq;
    /// The first blocking hit, as [`Moving::first_entry`] returns it.
    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, Self::Feature>;
    /// The first blocking hit in exact numbers.
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, Self::Feature>;

    /// The blocking hit of a leg; `None` if the leg is free. The body is blocked by an obstacle
    /// that it enters before the end of the leg, or overlaps at the start. A body of radius zero
    /// enters every obstacle that it touches, also at the end of the leg.
    fn blocks(&self, leg: &Moving<M>) -> Option<Answer<T, N, Self::Feature>> {
        match self.entry(&leg.clone().without_its_end()) {
            Answer::None => None,
            answer => Some(answer),
        }
    }

    /// The overlap of a body at its position. A body of radius zero overlaps every obstacle that it
    /// touches: a point on a surface has no side, so a leg that begins or ends there could not be
    /// distinguished from a leg through the surface.
    fn overlap(&self, body: &M) -> Option<Overlap<T, N, Self::Feature>> {
        match self.entry(&Moving::still(body.clone()).only_at_start()) {
            Answer::Overlap(overlap) => Some(overlap),
            Answer::Contact(Contact { center, point, normal, feature, .. }) if body.is_point() => {
                Some(Overlap { center, point, normal, feature })
            }
            Answer::Contact(_) | Answer::None => None,
        }
    }
}

/// An obstacle as a world with features of type `F`.
pub(crate) struct Around<'a, O, F>(&'a O, PhantomData<F>);

impl<'a, O, F> Around<'a, O, F> {
    pub(crate) fn new(obstacle: &'a O) -> Self {
        Self(obstacle, PhantomData)
    }
}

impl<T: Scalar, O, M, F: Clone + PartialEq, const N: usize> World<T, N, M> for Around<'_, O, F>
where
    O: Obstacle<T, N, M>,
    O::Feature: Into<F>,
    M: Translatable<T, N>,
{
    type Feature = F;

    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, F> {
        self.0.meet(leg, Only::Entries, &mut Default::default()).map_feature(Into::into)
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, F> {
        self.0.meet_exactly(leg, Only::Entries).map_feature(Into::into)
    }
}

/// The approximate axis of a capsule.
pub(super) fn axis_of<T: Scalar, const N: usize>(body: &Capsule<T, N>) -> [f64; N] {
    let (a, [b, beyond]) = (body.a(), body.b());
    core::array::from_fn(|k| b[k].widen() - a[k].widen() + beyond[k].widen())
}
