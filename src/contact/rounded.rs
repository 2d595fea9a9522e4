//! A rounded shape is met as the shape itself, by a ball that knows how much farther it reaches.

use super::answer::{Answer, ClosestPoint, ExactAnswer, Penetration};
use super::sealed::{Leave, Meets, Near};
use crate::number::{Effort, Rounding, Surd};
use crate::shape::{Moving, Point, Roundable, Rounded, Scalar, Shape, Sphere};

impl<T: Scalar, S, const N: usize> Meets<T, N, Sphere<T, N>> for Moving<Rounded<S>>
where
    S: Roundable<Scalar = T, Vector = [T; N]> + Copy,
    Moving<S>: Meets<T, N, Sphere<T, N>>,
{
    type Feature = <Moving<S> as Meets<T, N, Sphere<T, N>>>::Feature;

    fn meet(
        &self,
        ball: &Moving<Sphere<T, N>>,
        effort: &mut Effort,
    ) -> Answer<T, N, Self::Feature> {
        let (core, ball) = within(self, ball);
        core.meet(&ball, effort)
    }
    fn meet_exactly(&self, ball: &Moving<Sphere<T, N>>) -> ExactAnswer<N, Self::Feature> {
        let (core, ball) = within(self, ball);
        core.meet_exactly(&ball)
    }
    fn time(&self, ball: &Moving<Sphere<T, N>>, rounding: Rounding) -> Option<T> {
        let (core, ball) = within(self, ball);
        core.time(&ball, rounding)
    }
    fn last_time(&self, ball: &Moving<Sphere<T, N>>) -> Option<T> {
        let (core, ball) = within(self, ball);
        core.last_time(&ball)
    }
    fn last_time_exactly(&self, ball: &Moving<Sphere<T, N>>) -> Option<Surd> {
        let (core, ball) = within(self, ball);
        core.last_time_exactly(&ball)
    }
    fn touches(&self, ball: &Moving<Sphere<T, N>>, effort: &mut Effort) -> bool {
        let (core, ball) = within(self, ball);
        core.touches(&ball, effort)
    }
}

/// The shape within, and the ball on its way to what is around it.
fn within<T: Scalar, S: Shape<Scalar = T, Vector = [T; N]> + Copy, const N: usize>(
    rounded: &Moving<Rounded<S>>,
    ball: &Moving<Sphere<T, N>>,
) -> (Moving<S>, Moving<Sphere<T, N>>) {
    let shape = rounded.shape();
    (rounded.with(*shape.shape()), ball.towards_rounded(shape.radius()))
}

impl<T: Scalar, S, const N: usize> Meets<T, N, Sphere<T, N>> for Rounded<S>
where
    S: Roundable<Scalar = T, Vector = [T; N]> + Copy,
    Moving<Self>: Meets<T, N, Sphere<T, N>>,
{
    type Feature = <Moving<Self> as Meets<T, N, Sphere<T, N>>>::Feature;

    fn meet(
        &self,
        ball: &Moving<Sphere<T, N>>,
        effort: &mut Effort,
    ) -> Answer<T, N, Self::Feature> {
        Moving::still(*self).meet(ball, effort)
    }
    fn meet_exactly(&self, ball: &Moving<Sphere<T, N>>) -> ExactAnswer<N, Self::Feature> {
        Moving::still(*self).meet_exactly(ball)
    }
    fn time(&self, ball: &Moving<Sphere<T, N>>, rounding: Rounding) -> Option<T> {
        Moving::still(*self).time(ball, rounding)
    }
    fn last_time(&self, ball: &Moving<Sphere<T, N>>) -> Option<T> {
        Moving::still(*self).last_time(ball)
    }
    fn last_time_exactly(&self, ball: &Moving<Sphere<T, N>>) -> Option<Surd> {
        Moving::still(*self).last_time_exactly(ball)
    }
    fn touches(&self, ball: &Moving<Sphere<T, N>>, effort: &mut Effort) -> bool {
        Moving::still(*self).touches(ball, effort)
    }
}

impl<T: Scalar, S: Roundable<Scalar = T> + Near<T, N>, const N: usize> Near<T, N> for Rounded<S> {
    type Feature = S::Feature;

    fn closest_to(&self, point: &Point<T, N>, _: T) -> Option<ClosestPoint<T, N, Self::Feature>> {
        self.shape().closest_to(point, self.radius())
    }
    fn exact_distance(&self, point: &Point<T, N>, _: T) -> Option<Surd> {
        self.shape().exact_distance(point, self.radius())
    }
}

impl<T: Scalar, S: Roundable<Scalar = T> + Leave<T, N>, const N: usize> Leave<T, N> for Rounded<S> {
    fn penetration(&self, sphere: &Sphere<T, N>, _: T) -> Option<Penetration<T, N>> {
        self.shape().penetration(sphere, self.radius())
    }
}

// What is large is rounded by reference.

impl<T: Scalar, S: Near<T, N>, const N: usize> Near<T, N> for &S {
    type Feature = S::Feature;

    fn closest_to(
        &self,
        point: &Point<T, N>,
        rounding: T,
    ) -> Option<ClosestPoint<T, N, Self::Feature>> {
        S::closest_to(self, point, rounding)
    }
    fn exact_distance(&self, point: &Point<T, N>, rounding: T) -> Option<Surd> {
        S::exact_distance(self, point, rounding)
    }
}

impl<T: Scalar, S: Leave<T, N>, const N: usize> Leave<T, N> for &S {
    fn penetration(&self, sphere: &Sphere<T, N>, rounding: T) -> Option<Penetration<T, N>> {
        S::penetration(self, sphere, rounding)
    }
}
