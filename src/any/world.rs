//! Moves of a body among any obstacles, compiled once for each kind of body, not for each pair.

use super::{Answers, AnyConvex, AnyFeature, AnyObstacle, Asked, Moved, Mover, NotAsked, Question};
use crate::contact::{Answer, ExactAnswer, Overlap};
use crate::moves::{
    Advance, AnyWalkerBody, Middle, Recover, Ride, Slide, SlideOptions, Step, Walker, WalkerBody,
};
use crate::moves::{World, advance, recover, slide};
use crate::shape::{Inflated, Moving, Scalar, Translatable, finite};
use core::cell::Cell;

type DynWorld<'a, T, M, const N: usize> = &'a dyn World<T, N, M, Feature = AnyFeature<N>>;

/// Moves a body until an obstacle blocks it.
pub(super) fn advance_in<T: Scalar, M: Translatable<T, N>, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: DynWorld<'_, T, M, N>,
) -> Moved<Advance<T, N, AnyFeature<N>>> {
    let displacement = finite(displacement, "displacement")?;
    Ok(advance(&body.clone().movable()?, displacement, world))
}

/// Moves a body, and then slides it along the blocking surfaces.
pub(super) fn slide_in<T: Scalar, M: Translatable<T, N>, const N: usize>(
    body: &M,
    displacement: [T; N],
    options: SlideOptions,
    world: DynWorld<'_, T, M, N>,
) -> Moved<Slide<T, N, AnyFeature<N>>> {
    let displacement = finite(displacement, "displacement")?;
    let mut into = Slide::default();
    slide(&body.clone().movable()?, displacement, world, options, &mut into);
    Ok(into)
}

/// Moves a body to a free position nearby.
pub(super) fn recover_in<T: Scalar, M: Translatable<T, N> + Middle<N>, const N: usize>(
    body: &M,
    world: DynWorld<'_, T, M, N>,
) -> Moved<Recover<T, N>> {
    Ok(recover(&body.clone().movable()?, world))
}

/// An obstacle that answers queries of blocking hits, as a world. If it refuses these queries for
/// the body, the refusal is recorded and becomes a refusal of the move.
pub(super) struct Behind<'a, O: ?Sized> {
    obstacle: &'a O,
    question: Question,
    refusal: Cell<Option<NotAsked>>,
}

impl<'a, O: ?Sized> Behind<'a, O> {
    pub(super) fn new(obstacle: &'a O, question: Question) -> Self {
        Self { obstacle, question, refusal: Cell::new(None) }
    }

    /// Returns an answer. A refusal is recorded, and replaced by the answer that there is no
    /// contact.
    fn told<X>(&self, answer: Asked<X>, nothing: X) -> X {
        answer.unwrap_or_else(|refusal| {
            self.refusal.set(Some(NotAsked { question: self.question, ..refusal }));
            nothing
        })
    }

    /// Returns the result of a move, unless a query was refused.
    pub(super) fn unless_refused<X>(&self, result: X) -> Asked<X> {
        self.refusal.get().map_or(Ok(result), Err)
    }
}

impl<T: Scalar, M, O, const N: usize> World<T, N, M> for Behind<'_, O>
where
    M: Translatable<T, N>,
    O: Answers<T, N, M> + ?Sized,
{
    type Feature = AnyFeature<N>;

    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, AnyFeature<N>> {
        self.told(self.obstacle.first_entry(leg), Answer::None)
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, AnyFeature<N>> {
        self.told(self.obstacle.first_entry_exact(leg), ExactAnswer::None)
    }
}

impl<T: Scalar> AnyWalkerBody<T> {
    /// Returns the capsule, the oriented box or the hull of a mover, without its motion. Returns
    /// `None` for another kind of body, and for a box or a hull with a radius.
    pub fn of(mover: &Mover<T, 3>) -> Option<Self> {
        match mover {
            Mover::Capsule(capsule) => Some(Self::Capsule(*capsule.shape())),
            Mover::Convex(body) if body.shape().radius() == T::ZERO => {
                let shape = body.shape().shape();
                let cuboid = shape.oriented_box().map(Self::OrientedBox);
                cuboid.or_else(|| shape.hull().map(Self::Hull))
            }
            _ => None,
        }
    }
}

/// A world of any kind for a walker whose body is of any kind.
struct AroundWalker<'a, T: Scalar>(Behind<'a, dyn AnyObstacle<T, 3> + 'a>);

impl<T: Scalar> World<T, 3, AnyWalkerBody<T>> for AroundWalker<'_, T> {
    type Feature = AnyFeature<3>;

    fn entry(&self, leg: &Moving<AnyWalkerBody<T>>) -> Answer<T, 3, AnyFeature<3>> {
        match leg.shape() {
            AnyWalkerBody::Capsule(body) => self.0.entry(&leg.with(*body)),
            AnyWalkerBody::OrientedBox(body) => self.0.entry(&leg.with(convex(*body))),
            AnyWalkerBody::Hull(body) => self.0.entry(&leg.with(convex(body.clone()))),
        }
    }
    fn entry_exactly(&self, leg: &Moving<AnyWalkerBody<T>>) -> ExactAnswer<3, AnyFeature<3>> {
        match leg.shape() {
            AnyWalkerBody::Capsule(body) => self.0.entry_exactly(&leg.with(*body)),
            AnyWalkerBody::OrientedBox(body) => self.0.entry_exactly(&leg.with(convex(*body))),
            AnyWalkerBody::Hull(body) => self.0.entry_exactly(&leg.with(convex(body.clone()))),
        }
    }
}

/// Returns a box or a hull as a convex body of any kind.
fn convex<T: Scalar>(body: impl Into<AnyConvex<T, 3>>) -> Inflated<AnyConvex<T, 3>> {
    Inflated::of(body.into(), T::ZERO)
}

impl<T: Scalar, B: WalkerBody<T>> Walker<T, B> {
    /// Runs an action in a world of any kind. If the world refuses a query, the walker is
    /// unchanged.
    fn in_any<X>(
        &mut self,
        world: &dyn AnyObstacle<T, 3>,
        act: impl FnOnce(&mut Walker<T, AnyWalkerBody<T>>, &AroundWalker<'_, T>) -> X,
    ) -> Asked<X> {
        let world = AroundWalker(Behind::new(world, Question::Advance));
        let mut walker = self.of_any_kind();
        let result = act(&mut walker, &world);
        world.0.unless_refused(result).inspect(|_| self.follow(&walker))
    }

    /// Takes one [`step`](Self::step) in a world of any kind.
    ///
    /// # Errors
    /// A world without queries for the body.
    pub fn step_in_any(
        &mut self,
        displacement: [T; 3],
        world: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Step<T, AnyFeature<3>>>> {
        let mut step = Step::default();
        let moved =
            self.in_any(world, |walker, world| walker.step_in(displacement, world, &mut step))?;
        Ok(moved.map(|()| step))
    }

    /// Moves the walker with a moving world of any kind; see [`ride`](Self::ride).
    ///
    /// # Errors
    /// A world without queries for the body.
    pub fn ride_in_any(
        &mut self,
        displacement: [T; 3],
        moving: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Ride<T, 3, AnyFeature<3>>>> {
        self.in_any(moving, |walker, world| walker.ride_in(displacement, world))
    }

    /// Replaces the body, if there is room for it in a world of any kind; see
    /// [`set_body`](Self::set_body).
    ///
    /// # Errors
    /// A world without queries for the body.
    pub fn set_body_in_any(
        &mut self,
        body: B,
        world: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Option<Overlap<T, 3, AnyFeature<3>>>>> {
        self.in_any(world, |walker, world| walker.set_body_in(body.into(), world))
    }

    /// Moves the walker elsewhere, if there is room for it in a world of any kind; see
    /// [`teleport_into`](Self::teleport_into).
    ///
    /// # Errors
    /// A world without queries for the body.
    pub fn teleport_into_any(
        &mut self,
        position: [T; 3],
        world: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Option<Overlap<T, 3, AnyFeature<3>>>>> {
        self.in_any(world, |walker, world| walker.teleport_into_in(position, world))
    }
}
