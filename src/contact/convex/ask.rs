//! The questions of convex bodies that move, as users ask them.

use super::pair::ConvexPair;
use super::sealed::{End, Named};
use super::shape::{ConvexBody, ConvexObstacle};
use super::solve::last_time;
use super::solve::{ExactContact, ExactMeeting, Place, Solver, contact_time, first_contact};
use crate::contact::answer::{Answer, ClosestPoints, Contact, ExactAnswer, Overlap, Penetration};
use crate::contact::body::Reach;
use crate::contact::cast::TimeDomain;
use crate::contact::course::Course;
use crate::number::{Effort, Rounding, Scaled, Surd};
use crate::shape::vector::{from_space, in_space};
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

/// The pair, and when its motion ends.
fn pair<'a, T: Scalar, B, O, const N: usize>(
    body: &'a Moving<B>,
    obstacle: &'a O,
) -> (ConvexPair<'a>, Until<T>)
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; N]>,
    O: ConvexObstacle<T, N>,
{
    let End(last) = obstacle.last();
    let end = body.end().or_earlier(last);
    let (way, obstacle_way) = (body.way().map(in_space), obstacle.way().map(in_space));
    let reach = Reach { radius: body.shape().radius(), rounding: obstacle.rounding() };
    let pair = ConvexPair {
        mover: body.shape().core().0,
        obstacle: obstacle.core().0,
        course: Course::between_or_at(way, obstacle_way),
        reach,
        domain: TimeDomain::FromStart,
        dimension: N,
    };
    (pair, end)
}

fn in_dimension<T: Scalar, F, const N: usize>(
    answer: Answer<T, 3, Place>,
    name: impl FnOnce(Named) -> F,
) -> Answer<T, N, F> {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(overlap) => Answer::Overlap(Overlap {
            center: from_space(&overlap.center),
            point: from_space(&overlap.point),
            normal: overlap.normal.map(|normal| from_space(&normal)),
            feature: name(Named(overlap.feature)),
        }),
        Answer::Contact(contact) => Answer::Contact(Contact {
            time: contact.time,
            center: from_space(&contact.center),
            point: from_space(&contact.point),
            other_point: contact.other_point.map(|point| from_space(&point)),
            normal: contact.normal.map(|normal| from_space(&normal)),
            feature: name(Named(contact.feature)),
            approach: contact.approach,
        }),
    }
}

fn exactly<F, const N: usize>(
    meeting: ExactMeeting,
    name: impl FnOnce(Named) -> F,
) -> ExactAnswer<N, F> {
    match meeting {
        ExactMeeting::Apart => ExactAnswer::None,
        ExactMeeting::Overlap(overlap) => ExactAnswer::Overlap {
            center: from_space(&overlap.center),
            point: from_space(&overlap.point),
            normal: overlap.normal.map(|normal| from_space(&normal)),
            feature: name(Named(overlap.place)),
        },
        ExactMeeting::Contact(contact) => {
            let ExactContact { time, center, points, normal, place, .. } = *contact;
            let at = |i: usize| points.get(i).map(from_space);
            ExactAnswer::Contact {
                point: at(0).unwrap_or_else(|| from_space(&center)),
                other_point: if points.len() == 2 { at(1) } else { None },
                time,
                center: from_space(&center),
                normal: normal.map(|normal| from_space(&normal)),
                feature: name(Named(place)),
            }
        }
    }
}

impl<B: ConvexBody> Moving<B> {
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
    pub fn first_contact<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Answer<T, N, O::Feature>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        self.first_contact_counted(obstacle).0
    }

    /// The same, and how hard it was.
    pub fn first_contact_counted<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> (Answer<T, N, O::Feature>, Effort)
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        let effort = &mut Effort::default();
        let answer = first_contact(&Scaled::new(pair), end, false, effort);
        (in_dimension(answer, |place| obstacle.named(place)), *effort)
    }

    /// The same answer in exact numbers, found by exact arithmetic alone.
    pub fn first_contact_exact<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        let meeting = Solver::new(&Scaled::new(pair)).meet(end, false);
        exactly(meeting, |place| obstacle.named(place))
    }

    /// The blocking hit: the first contact after which the two share more than a touch. A body that
    /// rests on a floor or slides along it and over its seams is not blocked by it.
    pub fn first_entry<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Answer<T, N, O::Feature>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        let answer = first_contact(&Scaled::new(pair), end, true, &mut Effort::default());
        in_dimension(answer, |place| obstacle.named(place))
    }

    /// The same in exact numbers, found by exact arithmetic alone.
    pub fn first_entry_exact<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        let meeting = Solver::new(&Scaled::new(pair)).meet(end, true);
        exactly(meeting, |place| obstacle.named(place))
    }

    /// The time of the first contact alone.
    pub fn contact_time<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Option<T>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        contact_time(&Scaled::new(pair), end, Rounding::Nearest)
    }

    /// The largest float that is not after the first contact.
    pub fn time_down<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Option<T>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        contact_time(&Scaled::new(pair), end, Rounding::Down)
    }

    /// When the two part for good, if they meet at all and ever part.
    pub fn last_time<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Option<T>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        self.last_time_exact(obstacle).map(|time| time.round())
    }

    /// The same as an exact number.
    pub fn last_time_exact<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Option<Surd>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        last_time(&Scaled::new(pair), end)
    }

    /// All that the two touch at their first contact, if there is one.
    pub fn touched<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Option<Touched<T, N, O::Feature, B::Feature>>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, end) = pair(self, obstacle);
        let ExactMeeting::Contact(contact) = Solver::new(&Scaled::new(pair)).meet(end, false)
        else {
            return None;
        };
        let point = |point: &[Surd; 3]| from_space(&point.each_ref().map(Surd::round));
        Some(Touched {
            points: contact.points.iter().map(point).collect(),
            feature: obstacle.named(Named(contact.place)),
            mover_feature: self.shape().named(Named(contact.mover_place)),
        })
    }

    /// The closest points of the two at time zero: `point` on the obstacle, `on_axis` on the body's
    /// core.
    pub fn closest_points<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> ClosestPoints<T, N, O::Feature>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, _) = pair(self, obstacle);
        let found: ClosestPoints<T, 3, Place> = Solver::new(&Scaled::new(pair)).closest();
        ClosestPoints {
            point: from_space(&found.point),
            on_axis: from_space(&found.on_axis),
            distance: found.distance,
            feature: obstacle.named(Named(found.feature)),
        }
    }

    /// The least translation of this body after which the two only touch, if they overlap at time
    /// zero.
    pub fn penetration<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> Option<Penetration<T, N>>
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, _) = pair(self, obstacle);
        let Penetration { direction, depth } = Solver::new(&Scaled::new(pair)).penetration()?;
        Some(Penetration { direction: from_space(&direction), depth })
    }

    /// Whether the two share a point at time zero.
    pub fn intersects<T: Scalar, O: ConvexObstacle<T, N>, const N: usize>(
        &self,
        obstacle: &O,
    ) -> bool
    where
        B: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (pair, _) = pair(self, obstacle);
        Solver::new(&Scaled::new(pair)).intersects()
    }
}
