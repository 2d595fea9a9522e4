//! How a body moves in any obstacle: compiled once for each kind of body, and not for each pair.

use super::{Answers, Asked, Feature, Moved, Mover, NotAsked, Obstacle as AnyObstacle, Question};
use crate::contact::{Answer, ExactAnswer, Obstacle};
use crate::moves::{Advance, Around, Carried, Recover, Ride, Slide, SlideOptions, Step, Walker};
use crate::moves::{World, advance, recover, slide};
use crate::shape::{Moving, Scalar, Shape, finite};
use core::cell::Cell;

/// As far as it gets.
pub(super) fn advance_in<T: Scalar, M: Carried<T, N>, O: Obstacle<T, N, M>, const N: usize>(
    body: &M,
    displacement: [T; N],
    obstacle: &O,
) -> Moved<Advance<T, N, Feature<N>>>
where
    O::Feature: Into<Feature<N>>,
{
    let displacement = finite(displacement, "displacement")?;
    let world: &dyn World<T, N, M, Feature = Feature<N>> = &Around::new(obstacle);
    Ok(advance(&body.carried()?, displacement, world))
}

/// The same, and on along what blocks it.
pub(super) fn slide_in<T: Scalar, M: Carried<T, N>, O: Obstacle<T, N, M>, const N: usize>(
    body: &M,
    displacement: [T; N],
    options: SlideOptions,
    obstacle: &O,
) -> Moved<Slide<T, N, Feature<N>>>
where
    O::Feature: Into<Feature<N>>,
{
    let displacement = finite(displacement, "displacement")?;
    let world: &dyn World<T, N, M, Feature = Feature<N>> = &Around::new(obstacle);
    Ok(slide(&body.carried()?, displacement, world, options))
}

/// An obstacle behind a pointer, as a world. Whether it is one for such a body is seen when it is asked: by its refusal, which is that of a move.
struct Behind<'a, T: Scalar, const N: usize> {
    obstacle: &'a dyn AnyObstacle<T, N>,
    refusal: Cell<Option<NotAsked>>,
}

impl<'a, T: Scalar, const N: usize> Behind<'a, T, N> {
    fn new(obstacle: &'a dyn AnyObstacle<T, N>) -> Self {
        Self { obstacle, refusal: Cell::new(None) }
    }

    /// An answer; nothing is met where none is given.
    fn told<X>(&self, answer: Asked<X>, nothing: X) -> X {
        answer.unwrap_or_else(|refusal| {
            self.refusal.set(Some(NotAsked { question: Question::Advance, ..refusal }));
            nothing
        })
    }

    /// What came of its answers, if it has given any.
    fn unless_refused<X>(&self, result: X) -> Asked<X> {
        self.refusal.get().map_or(Ok(result), Err)
    }
}

impl<'a, T: Scalar, M, const N: usize> World<T, N, M> for Behind<'a, T, N>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    dyn AnyObstacle<T, N> + 'a: Answers<T, N, M>,
{
    type Feature = Feature<N>;

    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, Feature<N>> {
        self.told(self.obstacle.first_entry(leg), Answer::None)
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, Feature<N>> {
        self.told(self.obstacle.first_entry_exact(leg), ExactAnswer::None)
    }
}

impl<T: Scalar, const N: usize> Mover<T, N> {
    /// A free place near where it is at time zero: [`Sphere::recover`](crate::Sphere::recover).
    ///
    /// # Errors
    /// A pair for which there are no moves.
    pub fn recover(&self, obstacle: &dyn AnyObstacle<T, N>) -> Asked<Moved<Recover<T, N>>> {
        let world = Behind::new(obstacle);
        world.unless_refused(match self {
            Self::Sphere(sphere) => sphere.shape().carried().map(|body| recover(&body, &world)),
            Self::Capsule(capsule) => capsule.shape().carried().map(|body| recover(&body, &world)),
            Self::Ellipsoid(ellipsoid) => {
                // No ellipsoid moves, so this is refused.
                let moved = obstacle.advance(ellipsoid.shape(), [T::ZERO; N])?;
                moved.map(|_| Recover::NotFound)
            }
        })
    }
}

impl<T: Scalar> Walker<T, Feature<3>> {
    /// Does something in a world of any kind, or nothing if that refuses.
    fn in_any<X>(
        &mut self,
        world: &dyn AnyObstacle<T, 3>,
        act: impl FnOnce(&mut Self, &Behind<'_, T, 3>) -> X,
    ) -> Asked<X> {
        let (world, mut walker) = (Behind::new(world), self.clone());
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
        self.in_any(world, |walker, world| walker.step_in(displacement, world))
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
}
