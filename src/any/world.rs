//! How a body moves in any obstacle: compiled once for each kind of body, and not for each pair.

use super::{Answers, Asked, Feature, Moved, NotAsked, Obstacle as AnyObstacle, Question};
use crate::contact::{Answer, ExactAnswer, Overlap};
use crate::moves::{Advance, Middle, Recover, Ride, Slide, SlideOptions, Step, Walker};
use crate::moves::{World, advance, recover, slide};
use crate::shape::{Capsule, Moving, RoundBody, Scalar, finite};
use core::cell::Cell;

type Legs<'a, T, M, const N: usize> = &'a dyn World<T, N, M, Feature = Feature<N>>;

/// As far as it gets.
pub(super) fn advance_in<T: Scalar, M: RoundBody<T, N>, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: Legs<'_, T, M, N>,
) -> Moved<Advance<T, N, Feature<N>>> {
    let displacement = finite(displacement, "displacement")?;
    Ok(advance(&body.carried()?, displacement, world))
}

/// The same, and on along what blocks it.
pub(super) fn slide_in<T: Scalar, M: RoundBody<T, N>, const N: usize>(
    body: &M,
    displacement: [T; N],
    options: SlideOptions,
    world: Legs<'_, T, M, N>,
) -> Moved<Slide<T, N, Feature<N>>> {
    let displacement = finite(displacement, "displacement")?;
    let mut into = Slide::default();
    slide(&body.carried()?, displacement, world, options, &mut into);
    Ok(into)
}

/// To a free place nearby.
pub(super) fn recover_in<T: Scalar, M: RoundBody<T, N> + Middle<N>, const N: usize>(
    body: &M,
    world: Legs<'_, T, M, N>,
) -> Moved<Recover<T, N>> {
    Ok(recover(&body.carried()?, world))
}

/// What answers entries, as a world. Whether it is one for such a body is seen when it is asked: by
/// its refusal, which is that of a move.
pub(super) struct Behind<'a, O: ?Sized> {
    obstacle: &'a O,
    question: Question,
    refusal: Cell<Option<NotAsked>>,
}

impl<'a, O: ?Sized> Behind<'a, O> {
    pub(super) fn new(obstacle: &'a O, question: Question) -> Self {
        Self { obstacle, question, refusal: Cell::new(None) }
    }

    /// An answer; nothing is met where none is given.
    fn told<X>(&self, answer: Asked<X>, nothing: X) -> X {
        answer.unwrap_or_else(|refusal| {
            self.refusal.set(Some(NotAsked { question: self.question, ..refusal }));
            nothing
        })
    }

    /// What came of its answers, if it has given any.
    pub(super) fn unless_refused<X>(&self, result: X) -> Asked<X> {
        self.refusal.get().map_or(Ok(result), Err)
    }
}

impl<T: Scalar, M, O, const N: usize> World<T, N, M> for Behind<'_, O>
where
    M: RoundBody<T, N>,
    O: Answers<T, N, M> + ?Sized,
{
    type Feature = Feature<N>;

    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, Feature<N>> {
        self.told(self.obstacle.first_entry(leg), Answer::None)
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, Feature<N>> {
        self.told(self.obstacle.first_entry_exact(leg), ExactAnswer::None)
    }
}

impl<T: Scalar> Walker<T> {
    /// Does something in a world of any kind, or nothing if that refuses.
    fn in_any<X>(
        &mut self,
        world: &dyn AnyObstacle<T, 3>,
        act: impl FnOnce(&mut Self, &Behind<'_, dyn AnyObstacle<T, 3> + '_>) -> X,
    ) -> Asked<X> {
        let (world, mut walker) = (Behind::new(world, Question::Advance), *self);
        let result = act(&mut walker, &world);
        world.unless_refused(result).inspect(|_| *self = walker)
    }

    /// [`step`](Self::step) in a world of any kind.
    ///
    /// # Errors
    /// A world in which no capsules move.
    pub fn step_in_any(
        &mut self,
        displacement: [T; 3],
        world: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Step<T, Feature<3>>>> {
        let mut step = Step::default();
        let moved =
            self.in_any(world, |walker, world| walker.step_in(displacement, world, &mut step))?;
        Ok(moved.map(|()| step))
    }

    /// [`ride`](Self::ride) in a world of any kind.
    ///
    /// # Errors
    /// A world in which no capsules move.
    pub fn ride_in_any(
        &mut self,
        displacement: [T; 3],
        moving: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Ride<T, 3, Feature<3>>>> {
        self.in_any(moving, |walker, world| walker.ride_in(displacement, world))
    }

    /// [`set_body`](Self::set_body) in a world of any kind.
    ///
    /// # Errors
    /// A world in which no capsules move.
    pub fn set_body_in_any(
        &mut self,
        body: Capsule<T, 3>,
        world: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Option<Overlap<T, 3, Feature<3>>>>> {
        self.in_any(world, |walker, world| walker.set_body_in(body, world))
    }

    /// [`teleport_into`](Self::teleport_into) in a world of any kind.
    ///
    /// # Errors
    /// A world in which no capsules move.
    pub fn teleport_into_any(
        &mut self,
        position: [T; 3],
        world: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Option<Overlap<T, 3, Feature<3>>>>> {
        self.in_any(world, |walker, world| walker.teleport_into_in(position, world))
    }
}
