//! The public queries of moving convex bodies.

use super::closest::{closest_points, intersects, penetration, shares_inside};
use super::pair::ConvexPair;
use super::shape::{ConvexBody, ConvexObstacle, ConvexShape};
use super::solve::{contact_time, first_contact, has_contact, last_time, last_time_exactly};
use super::solver::{Place, Solver};
use crate::contact::answer::{Answer, ClosestPoints, ExactAnswer, Penetration};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::{CastTarget, Encounter, Only};
use crate::number::{Effort, Rounding, Scaled, Surd};
use crate::shape::vector::from_space;
use crate::shape::{Moving, Scalar, Shape, Until};
use alloc::vec::Vec;

/// The whole intersection of a body and an obstacle at their first contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Touched<T, const N: usize, F, M> {
    /// The corners of the contact, which is a point, a segment or a convex polygon on the obstacle.
    /// They start with the first corner in the mover's reading order and are counterclockwise as
    /// seen from the mover.
    pub points: Vec<[T; N]>,
    /// The feature of the obstacle that contains the first of these corners.
    pub feature: F,
    /// The feature of the mover that contains the first of these corners.
    pub mover_feature: M,
}

/// Two moving convex bodies, the earlier end of their motions, and the shape of the obstacle, which
/// names the touched features.
pub(crate) struct ConvexEncounter<'a, S> {
    pub(super) pair: Scaled<ConvexPair<'a>>,
    pub(super) end: Until<f64>,
    pub(super) shape: &'a S,
}

#[diagnostic::do_not_recommend]
impl<T: Scalar, B, S, const N: usize> CastTarget<T, N, B> for S
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    type Encounter<'a>
        = ConvexEncounter<'a, S>
    where
        S: 'a,
        B: 'a;

    #[cfg_attr(hot, inline(always))]
    fn encounter<'a>(body: &'a Moving<B>, target: &'a Moving<S>) -> ConvexEncounter<'a, S> {
        let (mover, radius) = body.shape().within();
        let (motion, shape) = (RelativeMotion::of(body, target), target.shape());
        let inflated = (shape.core(), target.inflation());
        let pair = ConvexPair::new((mover.core(), radius), inflated, motion, N);
        ConvexEncounter { pair: Scaled::new(pair), end: target.end_with(body).widened(), shape }
    }
}

impl<T: Scalar, S, const N: usize> Encounter<T, N, S::Feature> for ConvexEncounter<'_, S>
where
    S: ConvexShape<Scalar = T, Vector = [T; N]>,
{
    #[inline]
    fn meet(&self, only: Only, effort: &mut Effort) -> Answer<T, N, S::Feature> {
        let answer = first_contact(&self.pair, self.end, only == Only::Entries, effort);
        in_dimension(answer, |place| self.shape.named(place))
    }
    fn meet_exactly(&self, only: Only) -> ExactAnswer<N, S::Feature> {
        let answer = Solver::new(&self.pair).meet(self.end, only == Only::Entries);
        in_dimension(answer, |place| self.shape.named(place))
    }
    #[inline]
    fn time(&self, rounding: Rounding) -> Option<T> {
        contact_time(&self.pair, self.end, rounding)
    }
    fn last_time(&self) -> Option<T> {
        last_time(&self.pair, self.end)
    }
    fn last_time_exactly(&self) -> Option<Surd> {
        last_time_exactly(&self.pair, self.end)
    }
    #[inline]
    fn touches(&self, _: &mut Effort) -> bool {
        has_contact(&self.pair, self.end)
    }
}

pub(super) fn in_dimension<T: Clone, F, const N: usize>(
    answer: Answer<T, 3, Place>,
    name: impl FnOnce(Place) -> F,
) -> Answer<T, N, F> {
    answer.map(|time| time, |vector| from_space(&vector), name)
}

pub(super) fn closest_in_dimension<T: Scalar, F, const N: usize>(
    found: ClosestPoints<T, 3, Place>,
    name: impl FnOnce(Place) -> F,
) -> ClosestPoints<T, N, F> {
    let ClosestPoints { point, on_axis, distance, feature } = found;
    let (point, on_axis) = (from_space(&point), from_space(&on_axis));
    ClosestPoints { point, on_axis, distance, feature: name(feature) }
}

pub(super) fn way_out_in_dimension<T: Scalar, const N: usize>(
    Penetration { direction, depth }: Penetration<T, 3>,
) -> Penetration<T, N> {
    Penetration { direction: from_space(&direction), depth }
}

impl<T: Scalar, B: ConvexBody, const N: usize> Moving<B>
where
    B: Shape<Scalar = T, Vector = [T; N]>,
{
    /// Returns the whole intersection of this body and the obstacle at their first contact, if
    /// there is a contact.
    pub fn touched<O: ConvexObstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> Option<Touched<T, N, O::Feature, B::Feature>> {
        let target = &obstacle.on_its_way();
        let ConvexEncounter { pair, end, shape } = &CastTarget::encounter(self, target);
        if shares_inside(pair) {
            return None;
        }
        let touched = Solver::new(pair).touched(*end)?;
        let point = |point: &[Surd; 3]| from_space(&point.each_ref().map(Surd::round));
        Some(Touched {
            points: touched.points.iter().map(point).collect(),
            feature: shape.named(touched.contact.feature),
            mover_feature: self.shape().within().0.named(touched.mover_place),
        })
    }

    /// Returns the closest points of this body and the obstacle at time zero: `point` on the
    /// obstacle, `on_axis` on the body's core.
    pub fn closest_points<O: ConvexObstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> ClosestPoints<T, N, O::Feature> {
        let target = &obstacle.on_its_way();
        let name = |place| target.shape().named(place);
        closest_in_dimension(closest_points(&self.at_start_with(target)), name)
    }

    /// Returns the shortest translation of this body that ends its overlap with the obstacle at
    /// time zero, if they overlap.
    pub fn penetration<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Option<Penetration<T, N>> {
        let target = &obstacle.on_its_way();
        penetration(&self.at_start_with(target)).map(way_out_in_dimension)
    }

    /// Returns whether this body and the obstacle share a point at time zero.
    pub fn intersects<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> bool {
        intersects(&self.at_start_with(&obstacle.on_its_way()))
    }

    /// Returns this body and an obstacle, both at rest in their positions at time zero.
    fn at_start_with<'a, S>(&'a self, target: &'a Moving<S>) -> Scaled<ConvexPair<'a>>
    where
        S: ConvexShape<Scalar = T, Vector = [T; N]>,
    {
        let (mover, radius) = self.shape().within();
        let inflated = (target.shape().core(), target.inflation());
        let still = RelativeMotion::STILL;
        Scaled::new(ConvexPair::new((mover.core(), radius), inflated, still, N))
    }
}
