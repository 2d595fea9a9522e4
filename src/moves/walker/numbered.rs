//! The world of a walker, for the code that is compiled once for all walkers.

use super::super::world::World;
use super::body::{AnyWalkerBody, WalkerBody};
use crate::contact::{Answer, ExactAnswer};
use crate::shape::{Moving, Scalar};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::marker::PhantomData;

/// A world of the walkers whose body is a `B`, as a world for bodies of any kind whose features are
/// numbers: so the steps of walkers are compiled once for all bodies and worlds.
pub(crate) struct Numbered<'a, W, F, B> {
    world: &'a W,
    met: RefCell<Vec<F>>,
    body: PhantomData<B>,
}

impl<'a, W, F: Clone + PartialEq, B> Numbered<'a, W, F, B> {
    /// Creates a world in which no features are numbered yet. The vector must be empty; its memory
    /// is used.
    pub(crate) fn new(world: &'a W, memory: Vec<F>) -> Self {
        Self { world, met: RefCell::new(memory), body: PhantomData }
    }

    /// All features that occurred, in the order of their numbers.
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

impl<T: Scalar, W, B> World<T, 3, AnyWalkerBody<T>> for Numbered<'_, W, W::Feature, B>
where
    W: World<T, 3, B>,
    B: WalkerBody<T>,
{
    type Feature = usize;

    fn entry(&self, leg: &Moving<AnyWalkerBody<T>>) -> Answer<T, 3, usize> {
        // Each body of a step has the kind of the walker's body; rays are for round feet only.
        let Some(body) = B::of_any(leg.shape()) else { return Answer::None };
        self.world.entry(&leg.with(body)).map_feature(|feature| self.number(feature))
    }
    fn entry_exactly(&self, leg: &Moving<AnyWalkerBody<T>>) -> ExactAnswer<3, usize> {
        let Some(body) = B::of_any(leg.shape()) else { return ExactAnswer::None };
        self.world.entry_exactly(&leg.with(body)).map_feature(|feature| self.number(feature))
    }
}
