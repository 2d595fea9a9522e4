//! The questions of convex bodies that move, as users ask them.

use super::closest::{closest_points, intersects, penetration, shares_inside};
use super::pair::ConvexPair;
use super::shape::{ConvexBody, ConvexObstacle, ConvexShape as _};
use super::solve::{contact_time, first_contact, has_contact, last_time, last_time_exactly};
use super::solver::{Place, Solver};
use crate::contact::answer::{Answer, ClosestPoints, ExactAnswer, Penetration};
use crate::contact::body::Reach;
use crate::contact::cast::TimeDomain;
use crate::contact::course::Course;
use crate::contact::meetable::Meetable;
use crate::number::{Effort, Rounding, Scaled, Surd};
use crate::shape::vector::from_space;
use crate::shape::{Moving, Scalar, Shape, Until};
use alloc::vec::Vec;

/// What a body and an obstacle touch at their first contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Touched<T, const N: usize, F, M> {
    /// The corners of what both touch, a point, a segment or a convex polygon on the obstacle: from
    /// the first one in the mover's reading order on, counterclockwise as seen from the mover.
    pub points: Vec<[T; N]>,
    /// The feature of the obstacle that holds the first of them.
    pub feature: F,
    /// The feature of the mover that holds it.
    pub mover_feature: M,
}

/// Puts a question about a body and an obstacle: the pair, the end of its motion, and the obstacle
/// without its radius, which names the answer's feature.
fn ask<T: Scalar, B, O, R, const N: usize>(
    body: &Moving<B>,
    obstacle: &O,
    question: impl FnOnce(&Scaled<ConvexPair<'_>>, Until<T>, &O::Within) -> R,
) -> R
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
    O: ConvexObstacle<T, N>,
{
    let target = obstacle.on_its_way();
    let (shape, radius) = body.shape().within();
    let pair = ConvexPair {
        mover: shape.core(),
        obstacle: target.shape().core(),
        course: Course::of(body, &target),
        reach: Reach { radius: radius.widen(), rounding: target.rounding().widen() },
        domain: TimeDomain::FromStart,
        dimension: N,
    };
    question(&Scaled::new(pair), body.end_with(&target), target.shape())
}

impl<T: Scalar, B, O, const N: usize> Meetable<T, B> for &O
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
    O: ConvexObstacle<T, N>,
{
    fn is_met_by(&self, body: &Moving<B>) -> bool {
        ask(body, *self, |pair, end, _| has_contact(pair, end))
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
    /// The first contact of this body with a convex obstacle (shape cast; time of impact), decided
    /// exactly; every number is the float nearest to the exact value.
    ///
    /// Both move until the earlier of their `t_max`, that time included. Touching counts, also at
    /// time zero, also in passing. The contact's `center` is the reference point of the body: a
    /// box's `min`, an oriented box's centre, the first vertex of a triangle, the first point of a
    /// hull. Its `normal` points from the obstacle to the body. Where both touch in more than a
    /// point, `point` is the first corner in the body's reading order, and [`Moving::touched`] has
    /// all of them.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Side, Triangle};
    /// let floor = Triangle::new([-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0])?;
    /// let crate_ = AlignedBox::new([0.0, 0.0, 4.0], [1.0, 1.0, 5.0])?.moving([0.0, 0.0, -2.0])?;
    /// let hit = crate_.first_contact(&floor).contact().unwrap();
    /// assert_eq!((hit.time, hit.normal), (2.0, Some([0.0, 0.0, 1.0])));
    /// assert_eq!(crate_.touched(&floor).unwrap().points.len(), 4);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn first_contact<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Answer<T, N, O::Feature> {
        self.first_contact_counted(obstacle).0
    }

    /// The same, and how hard it was.
    pub fn first_contact_counted<O: ConvexObstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> (Answer<T, N, O::Feature>, Effort) {
        ask(self, obstacle, |pair, end, shape| {
            let effort = &mut Effort::default();
            let answer = first_contact(pair, end, false, effort);
            (in_dimension(answer, |place| shape.named(place)), *effort)
        })
    }

    /// The same answer in exact numbers, found by exact arithmetic alone.
    pub fn first_contact_exact<O: ConvexObstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature> {
        ask(self, obstacle, |pair, end, shape| {
            in_dimension(Solver::new(pair).meet(end, false), |place| shape.named(place))
        })
    }

    /// The blocking hit: the first contact after which the two share more than a touch. A body that
    /// rests on a floor or slides along it and over its seams is not blocked by it.
    pub fn first_entry<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Answer<T, N, O::Feature> {
        ask(self, obstacle, |pair, end, shape| {
            let answer = first_contact(pair, end, true, &mut Effort::default());
            in_dimension(answer, |place| shape.named(place))
        })
    }

    /// The same in exact numbers, found by exact arithmetic alone.
    pub fn first_entry_exact<O: ConvexObstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature> {
        ask(self, obstacle, |pair, end, shape| {
            in_dimension(Solver::new(pair).meet(end, true), |place| shape.named(place))
        })
    }

    /// The time of the first contact alone.
    pub fn contact_time<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Option<T> {
        ask(self, obstacle, |pair, end, _| contact_time(pair, end, Rounding::Nearest))
    }

    /// The largest float that is not after the first contact.
    pub fn time_down<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Option<T> {
        ask(self, obstacle, |pair, end, _| contact_time(pair, end, Rounding::Down))
    }

    /// When the two part for good, if they meet at all and ever part.
    pub fn last_time<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Option<T> {
        ask(self, obstacle, |pair, end, _| last_time(pair, end))
    }

    /// The same as an exact number.
    pub fn last_time_exact<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Option<Surd> {
        ask(self, obstacle, |pair, end, _| last_time_exactly(pair, end))
    }

    /// All that the two touch at their first contact, if there is one.
    pub fn touched<O: ConvexObstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> Option<Touched<T, N, O::Feature, B::Feature>> {
        ask(self, obstacle, |pair, end, shape| {
            if shares_inside(pair) {
                return None;
            }
            let touched = Solver::new(pair).touched(end)?;
            let point = |point: &[Surd; 3]| from_space(&point.each_ref().map(Surd::round));
            Some(Touched {
                points: touched.points.iter().map(point).collect(),
                feature: shape.named(touched.contact.feature),
                mover_feature: self.shape().within().0.named(touched.mover_place),
            })
        })
    }

    /// The closest points of the two at time zero: `point` on the obstacle, `on_axis` on the body's
    /// core.
    pub fn closest_points<O: ConvexObstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> ClosestPoints<T, N, O::Feature> {
        ask(self, obstacle, |pair, _, shape| {
            closest_in_dimension(closest_points(pair), |place| shape.named(place))
        })
    }

    /// The least translation of this body after which the two only touch, if they overlap at time
    /// zero.
    pub fn penetration<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> Option<Penetration<T, N>> {
        ask(self, obstacle, |pair, _, _| penetration(pair).map(way_out_in_dimension))
    }

    /// Whether the two share a point at time zero.
    pub fn intersects<O: ConvexObstacle<T, N>>(&self, obstacle: &O) -> bool {
        ask(self, obstacle, |pair, _, _| intersects(pair))
    }
}
