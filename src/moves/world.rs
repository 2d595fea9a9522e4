//! What a move is made in, and who makes it.

use super::clip::norm;
use crate::contact::{Answer, Contact, ExactAnswer, Obstacle, Overlap, Round};
use crate::shape::{Capsule, InputError, Moving, Scalar, Sphere};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::marker::PhantomData;

/// What blocks legs.
pub(crate) trait World<T: Scalar, const N: usize, M: Round<T, N> + Copy> {
    /// What names a place in it.
    type Feature: Clone + PartialEq;
    /// [`Moving::first_entry`].
    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, Self::Feature>;
    /// The same in exact numbers.
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, Self::Feature>;

    /// What is in the way of a leg, if it is not free: what is entered before its end, or
    /// overlapped at its start. A body without a radius enters what it touches, also at the end.
    fn blocks(&self, leg: &Moving<M>) -> Option<Answer<T, N, Self::Feature>> {
        match self.entry(&leg.without_its_end()) {
            Answer::None => None,
            answer => Some(answer),
        }
    }

    /// What a body overlaps where it is. Where nothing can be inside, that is what is touched: a
    /// point on a surface has no side, so no leg that begins or ends there could be told from one
    /// that leads through.
    fn overlap(&self, body: M) -> Option<Overlap<T, N, Self::Feature>> {
        match self.entry(&Moving::still(body).only_at_start()) {
            Answer::Overlap(overlap) => Some(overlap),
            Answer::Contact(Contact { center, point, normal, feature, .. }) if body.is_point() => {
                Some(Overlap { center, point, normal, feature })
            }
            Answer::Contact(_) | Answer::None => None,
        }
    }
}

/// An obstacle as a world, in which features are called `F`.
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
    M: Round<T, N> + Copy,
{
    type Feature = F;

    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, F> {
        self.0.enter(leg, &mut Default::default()).map_feature(Into::into)
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, F> {
        self.0.enter_exactly(leg).map_feature(Into::into)
    }
}

/// A world whose features are numbers: what moves in it is compiled once, whatever it is.
pub(crate) struct Numbered<'a, W, F> {
    world: &'a W,
    met: RefCell<Vec<F>>,
}

impl<'a, W, F: Clone + PartialEq> Numbered<'a, W, F> {
    /// In which nothing has been met; of the empty vector the memory is used.
    pub(crate) fn new(world: &'a W, memory: Vec<F>) -> Self {
        Self { world, met: RefCell::new(memory) }
    }

    /// All features that have been met, by their numbers.
    pub(crate) fn met(self) -> Vec<F> {
        self.met.into_inner()
    }

    fn number(&self, feature: F) -> usize {
        let mut met = self.met.borrow_mut();
        met.iter().position(|known| *known == feature).unwrap_or_else(|| {
            met.push(feature);
            met.len() - 1
        })
    }
}

impl<T: Scalar, W, M, const N: usize> World<T, N, M> for Numbered<'_, W, W::Feature>
where
    W: World<T, N, M>,
    M: Round<T, N> + Copy,
{
    type Feature = usize;

    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, usize> {
        self.world.entry(leg).map_feature(|feature| self.number(feature))
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, usize> {
        self.world.entry_exactly(leg).map_feature(|feature| self.number(feature))
    }
}

/// What can be put from place to place and stays the same.
pub(crate) trait Carried<T: Scalar, const N: usize>: Round<T, N> + Copy {
    /// As it is carried.
    fn carried(self) -> Result<Self, InputError>;
    /// Where it is: its centre, or one end of its axis.
    fn place(&self) -> [T; N];
    /// The same elsewhere.
    fn at(&self, place: [T; N]) -> Self;
    /// How wide it is, about: what it takes to leave something thin.
    fn size(&self) -> f64;

    /// On its way along a displacement, while `t` goes from 0 to 1.
    fn way(&self, displacement: [T; N]) -> Moving<Self> {
        Moving::still(*self).straight([T::ZERO; N], displacement)
    }

    /// On its way to another place, while `t` goes from 0 to 1.
    fn leg(&self, to: [T; N]) -> Moving<Self> {
        Moving::still(*self).straight(self.place(), to)
    }
}

impl<T: Scalar, const N: usize> Carried<T, N> for Sphere<T, N> {
    fn carried(self) -> Result<Self, InputError> {
        Ok(self)
    }
    fn place(&self) -> [T; N] {
        self.center()
    }
    fn at(&self, center: [T; N]) -> Self {
        self.centered(center)
    }
    fn size(&self) -> f64 {
        self.radius().widen()
    }
}

impl<T: Scalar, const N: usize> Carried<T, N> for Capsule<T, N> {
    fn carried(self) -> Result<Self, InputError> {
        Self::carried(self)
    }
    fn place(&self) -> [T; N] {
        self.a()
    }
    fn at(&self, a: [T; N]) -> Self {
        self.centered(a)
    }
    fn size(&self) -> f64 {
        (self.radius().widen() + norm(&axis_of(self))).min(f64::MAX)
    }
}

/// The axis of a capsule, about.
pub(super) fn axis_of<T: Scalar, const N: usize>(body: &Capsule<T, N>) -> [f64; N] {
    let (a, [b, beyond]) = (body.a(), body.b());
    core::array::from_fn(|k| b[k].widen() - a[k].widen() + beyond[k].widen())
}
