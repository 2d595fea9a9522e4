//! How a body moves in any obstacle: compiled once for each kind of body, and not for each pair.

use super::{Answers, Asked, Feature, Moved, Mover, Obstacle as AnyObstacle};
use crate::contact::{Answer, ExactAnswer, Obstacle};
use crate::moves::{Advance, Around, Carried, Recover, Ride, Slide, SlideOptions, Step, Walker};
use crate::moves::{World, advance, recover, slide};
use crate::shape::{Capsule, Moving, Scalar, Shape, finite};

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

/// An obstacle that is known when the program runs, as a world.
struct Known<'a, T: Scalar, const N: usize>(&'a dyn AnyObstacle<T, N>);

impl<'a, T: Scalar, const N: usize> Known<'a, T, N> {
    /// If such bodies move in it; else the refusal is that of a move.
    fn of<M>(obstacle: &'a dyn AnyObstacle<T, N>, body: &M) -> Asked<Self>
    where
        M: Shape<Scalar = T, Vector = [T; N]>,
        dyn AnyObstacle<T, N> + 'a: Answers<T, N, M>,
    {
        obstacle.advance(body, [T::ZERO; N]).map(|_| Self(obstacle))
    }
}

impl<'a, T: Scalar, M, const N: usize> World<T, N, M> for Known<'a, T, N>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    dyn AnyObstacle<T, N> + 'a: Answers<T, N, M>,
{
    type Feature = Feature<N>;

    // What can move in it is not refused.
    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, Feature<N>> {
        self.0.first_entry(leg).unwrap_or(Answer::None)
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, Feature<N>> {
        self.0.first_entry_exact(leg).unwrap_or(ExactAnswer::None)
    }
}

impl<T: Scalar, const N: usize> Mover<T, N> {
    /// A free place near where it is at time zero: [`Sphere::recover`](crate::Sphere::recover).
    ///
    /// # Errors
    /// A pair for which there are no moves.
    pub fn recover(&self, obstacle: &dyn AnyObstacle<T, N>) -> Asked<Moved<Recover<T, N>>> {
        Ok(match self {
            Self::Sphere(sphere) => {
                let world = Known::of(obstacle, sphere.shape())?;
                sphere.shape().carried().map(|body| recover(&body, &world))
            }
            Self::Capsule(capsule) => {
                let world = Known::of(obstacle, capsule.shape())?;
                capsule.shape().carried().map(|body| recover(&body, &world))
            }
            Self::Ellipsoid(ellipsoid) => {
                // Nothing moves as an ellipsoid, so this is refused.
                obstacle.advance(ellipsoid.shape(), [T::ZERO; N])?.map(|_| Recover::NotFound)
            }
        })
    }
}

impl<T: Scalar> Walker<T, Feature<3>> {
    /// [`step`](Self::step) in a world of any kind.
    ///
    /// # Errors
    /// A world in which no capsules move.
    pub fn step_in_any(
        &mut self,
        displacement: [T; 3],
        world: &dyn AnyObstacle<T, 3>,
    ) -> Asked<Moved<Step<T, Feature<3>>>> {
        let known = Known::of::<Capsule<T, 3>>(world, &self.body())?;
        Ok(self.step_in(displacement, &known))
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
        let known = Known::of::<Capsule<T, 3>>(moving, &self.body())?;
        Ok(self.ride_in(displacement, &known))
    }
}
