//! Boxes in one and in four to seven dimensions, which are queried as boxes in eight dimensions, so
//! that the same code serves for all of them.
//!
//! Along each additional axis the body stays at zero, in the middle of the box. There the box
//! extends as far in both directions as its greatest absolute coordinate. So these axes contribute
//! nothing to any distance. The shortest translation out of the box is not along one of them
//! either: if the centre is inside, a side across a given axis is at least as near, and comes
//! first. Queries of shared points are evaluated in the given dimensions, since a surface has more
//! points in a space of more dimensions.

use crate::contact::sealed::{CastTarget, Encounter, Leave, Meets, Near, Only};
use crate::contact::{
    Answer, BoxFeature, ClosestPoint, Effort, ExactAnswer, Featured, Penetration,
};
use crate::number::{Rounding, Surd};
use crate::overlap::sealed::Shares;
use crate::shape::{AlignedBox, Ellipsoid, Moving, Point, Scalar, Shape, Sphere, inflatable};

/// The number of dimensions in which these boxes are queried.
#[doc(hidden)]
pub const ROOM: usize = 8;

/// Sets the coordinates of the corners of a box along the additional axes, from `dimension` on.
#[doc(hidden)]
pub fn widen<T: Scalar>(min: &mut [T], max: &mut [T], dimension: usize) {
    let given = min[..dimension].iter().chain(&max[..dimension]);
    let far = given.map(|x| x.widen().abs()).fold(0.0, f64::max);
    let far = if far == 0.0 { 1.0 } else { far };
    min[dimension..].fill(T::narrowed(-far));
    max[dimension..].fill(T::narrowed(far));
}

/// A box that is queried as a box in eight dimensions.
#[derive(Clone, Copy)]
pub(crate) struct InRoom<T: Scalar, const N: usize>(pub(super) AlignedBox<T, N>);

/// A body that can meet boxes.
pub(crate) trait Widen<T, const N: usize>: Shape<Scalar = T, Vector = [T; N]> {
    type Widened: Shape<Scalar = T, Vector = [T; ROOM]>;
    fn widened(&self) -> Self::Widened;
}

impl<T: Scalar, const N: usize> Widen<T, N> for Sphere<T, N> {
    type Widened = Sphere<T, ROOM>;
    fn widened(&self) -> Sphere<T, ROOM> {
        Sphere::of(with(self.center(), T::ZERO), self.radius())
    }
}
impl<T: Scalar, const N: usize> Widen<T, N> for Ellipsoid<T, N> {
    type Widened = Ellipsoid<T, ROOM>;
    fn widened(&self) -> Ellipsoid<T, ROOM> {
        Ellipsoid::of(with(self.center(), T::ZERO), with(self.radii(), T::ONE))
    }
}
impl<T: Scalar, const N: usize> Widen<T, N> for AlignedBox<T, N> {
    type Widened = AlignedBox<T, ROOM>;
    fn widened(&self) -> AlignedBox<T, ROOM> {
        let (mut min, mut max) = (with(self.min(), T::ZERO), with(self.max(), T::ZERO));
        widen(&mut min, &mut max, N);
        AlignedBox::of(min, max)
    }
}

/// The given components, followed by the same value for each additional axis.
fn with<T: Scalar, const N: usize>(given: [T; N], added: T) -> [T; ROOM] {
    core::array::from_fn(|k| given.get(k).copied().unwrap_or(added))
}

fn moving<T: Scalar, S: Widen<T, N>, const N: usize>(body: &Moving<S>) -> Moving<S::Widened> {
    body.widened(body.shape().widened(), |way| with(way, T::ZERO))
}

/// The components along the given axes, without the additional ones.
fn given<X: Clone, const N: usize>(of_all: [X; ROOM]) -> [X; N] {
    core::array::from_fn(|k| of_all[k].clone())
}

fn feature<const N: usize>(feature: BoxFeature<ROOM>) -> BoxFeature<N> {
    BoxFeature { sides: given(feature.sides) }
}

fn answer<T: Clone, const N: usize>(
    answer: Answer<T, ROOM, BoxFeature<ROOM>>,
) -> Answer<T, N, BoxFeature<N>> {
    answer.map(|time| time, given, feature)
}

impl<T: Scalar, const N: usize> Shape for InRoom<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
impl<T: Scalar, const N: usize> inflatable::Sealed for InRoom<T, N> {}
impl<T: Scalar, const N: usize> Featured for InRoom<T, N> {
    type Feature = BoxFeature<N>;
}

/// A moving body and a moving box in eight dimensions.
pub(crate) struct RoomEncounter<T: Scalar, M: Shape, const N: usize> {
    mover: Moving<M>,
    target: Moving<AlignedBox<T, ROOM>>,
}

impl<T: Scalar, M: Widen<T, N>, const N: usize> CastTarget<T, N, M> for InRoom<T, N>
where
    Moving<AlignedBox<T, ROOM>>: Meets<T, ROOM, M::Widened> + Featured<Feature = BoxFeature<ROOM>>,
{
    type Encounter<'a>
        = RoomEncounter<T, M::Widened, N>
    where
        M: 'a;

    fn encounter<'a>(mover: &'a Moving<M>, target: &'a Moving<Self>) -> Self::Encounter<'a> {
        let target = &target.with(target.shape().0);
        RoomEncounter { mover: moving(mover), target: moving(target) }
    }
}

impl<T: Scalar, M, const N: usize> Encounter<T, N, BoxFeature<N>> for RoomEncounter<T, M, N>
where
    M: Shape<Scalar = T, Vector = [T; ROOM]>,
    Moving<AlignedBox<T, ROOM>>: Meets<T, ROOM, M> + Featured<Feature = BoxFeature<ROOM>>,
{
    fn meet(&self, only: Only, effort: &mut Effort) -> Answer<T, N, BoxFeature<N>> {
        answer(self.target.meet(&self.mover, only, effort))
    }
    fn meet_exactly(&self, only: Only) -> ExactAnswer<N, BoxFeature<N>> {
        answer(self.target.meet_exactly(&self.mover, only))
    }
    fn time(&self, rounding: Rounding) -> Option<T> {
        self.target.time(&self.mover, rounding)
    }
    fn last_time(&self) -> Option<T> {
        Meets::last_time(&self.target, &self.mover)
    }
    fn last_time_exactly(&self) -> Option<Surd> {
        self.target.last_time_exactly(&self.mover)
    }
    fn touches(&self, effort: &mut Effort) -> bool {
        self.target.touches(&self.mover, effort)
    }
}

impl<T: Scalar, const N: usize> Near<T, N> for InRoom<T, N> {
    fn closest_to(
        &self,
        point: &Point<T, N>,
        inflation: T,
    ) -> Option<ClosestPoint<T, N, BoxFeature<N>>> {
        let point = Point::of(with(point.position(), T::ZERO));
        let closest = self.0.widened().closest_to(&point, inflation)?;
        let ClosestPoint { point, distance, feature: of_all } = closest;
        Some(ClosestPoint { point: given(point), distance, feature: feature(of_all) })
    }
    fn exact_distance(&self, point: &Point<T, N>, inflation: T) -> Option<Surd> {
        let point = Point::of(with(point.position(), T::ZERO));
        self.0.widened().exact_distance(&point, inflation)
    }
}

impl<T: Scalar, const N: usize> Leave<T, N> for InRoom<T, N> {
    fn penetration(&self, sphere: &Sphere<T, N>, inflation: T) -> Option<Penetration<T, N>> {
        let out = Leave::penetration(&self.0.widened(), &sphere.widened(), inflation)?;
        Some(Penetration { direction: given(out.direction), depth: out.depth })
    }
}

impl<T: Scalar, M, const N: usize> Shares<M> for InRoom<T, N>
where
    AlignedBox<T, N>: Shares<M>,
{
    type Answer = <AlignedBox<T, N> as Shares<M>>::Answer;

    fn shares_a_point(&self, shape: &M, effort: &mut Effort) -> Self::Answer {
        self.0.shares_a_point(shape, effort)
    }
}
