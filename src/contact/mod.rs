//! FLOOR 2: when, where and on what does a moving sphere first touch?
//!
//! [`Moving::first_contact`] asks it of any [`Obstacle`]. What an answer means is said at [`Answer`]; how a touch is
//! decided, in `hull.rs`, `boxes/` and `polytope.rs`.

mod answer;
mod ask;
mod body;
mod boxes;
pub(crate) mod polytope;
mod simplex;
#[cfg(test)]
mod tests;
mod turn;

pub use crate::number::Effort;
use crate::number::{
    Rounding, Scaled, Sign, Surd, compare, decide, decide_exactly, measure, measure_exactly,
    unit_vector,
};
pub(crate) use crate::shape::vector::in_space;
use crate::shape::{Ellipsoid, Moving, Point, Scalar, Segment, Shape, Sphere, Triangle, vector};
pub use answer::{
    Answer, Approach, ClosestPoint, Contact, ExactAnswer, Feature, Overlap, Penetration,
};
pub(crate) use body::{Ball, BallInFrame, Body, StretchedBall};
pub use boxes::{BoxFeature, Side};
use core::cmp::Ordering;
pub use polytope::PlaneFeature;
use simplex::NormalDirection;
use simplex::at_rest::{Across, Depth, Distance, IsAway, Outward, WhatExit};
pub(crate) use simplex::at_rest::{AtRest, Closest, SquaredDistance};
pub(crate) use simplex::{Meeting, Numbers, Place, SimplexCast, Time, TimeBackwards};

/// Something that a moving sphere, or a moving `M`, can touch: a shape, standing still or [`Moving`].
///
/// Only the shapes of this crate are obstacles; the trait says which.
pub trait Obstacle<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]> = Sphere<T, N>>:
    sealed::Meets<T, N, M>
{
}

/// A shape at rest that can say which of its points is closest to another.
pub trait Nearby<T: Scalar, const N: usize>: sealed::Near<T, N> {}

/// A convex shape at rest, which a sphere that overlaps it can leave.
pub trait Convex<T: Scalar, const N: usize>: sealed::Leave<T, N> {}

pub(crate) mod sealed {
    use super::{
        Answer, ClosestPoint, Effort, ExactAnswer, Moving, Penetration, Point, Rounding, Scalar,
        Shape, Sphere, Surd,
    };

    /// What an obstacle must be able to answer.
    #[doc(hidden)]
    pub trait Meets<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]>> {
        /// What names a place on the obstacle.
        type Feature: Clone;
        fn meet(&self, mover: &Moving<M>, effort: &mut Effort) -> Answer<T, N, Self::Feature>;
        fn meet_exactly(&self, mover: &Moving<M>) -> ExactAnswer<N, Self::Feature>;
        fn time(&self, mover: &Moving<M>, rounding: Rounding) -> Option<T>;
        fn last_time(&self, mover: &Moving<M>) -> Option<T>;
        fn last_time_exactly(&self, mover: &Moving<M>) -> Option<Surd>;
        /// Whether they ever touch, whatever `t_max` is.
        fn touches(&self, mover: &Moving<M>, effort: &mut Effort) -> bool;
    }

    /// What a shape at rest must be able to answer.
    #[doc(hidden)]
    pub trait Near<T: Scalar, const N: usize> {
        /// What names a place on the shape.
        type Feature: Clone;
        fn closest_to(&self, point: &Point<T, N>) -> Option<ClosestPoint<T, N, Self::Feature>>;
        /// How far it is, by exact arithmetic alone.
        fn exact_distance(&self, point: &Point<T, N>) -> Option<Surd>;
    }

    /// What a convex shape at rest must be able to answer.
    #[doc(hidden)]
    pub trait Leave<T: Scalar, const N: usize> {
        fn penetration(&self, sphere: &Sphere<T, N>) -> Option<Penetration<T, N>>;
    }
}

use sealed::Meets;

impl<T: Scalar, O: Meets<T, N, M>, M: Shape<Scalar = T, Vector = [T; N]>, const N: usize>
    Obstacle<T, N, M> for O
{
}
impl<T: Scalar, O: sealed::Near<T, N>, const N: usize> Nearby<T, N> for O {}
impl<T: Scalar, O: sealed::Leave<T, N>, const N: usize> Convex<T, N> for O {}

// ---- hulls of a few points ----

/// What of a vector in space is in `N` dimensions.
pub(crate) fn from_space<X: Clone, const N: usize>(vector: &[X; 3]) -> [X; N] {
    core::array::from_fn(|k| vector[k].clone())
}

/// Which part of the line of motion counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeDomain {
    /// From time zero on.
    FromStart,
    /// All of it, as if the motion had always been.
    Always,
}

/// Asks `cast` for the first contact up to `t_max`.
#[inline(always)]
pub(crate) fn first_contact<T: Scalar, B: Body, const N: usize, const V: usize>(
    cast: SimplexCast<V, B>,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, N, Feature> {
    let scaled = Scaled::new(cast);
    let meeting = decide(&scaled, effort);
    answer(&scaled, meeting, t_max, effort)
}

/// Gives the numbers of a meeting, unless it is later than `t_max`.
#[inline(always)]
pub(crate) fn answer<T: Scalar, B: Body, const N: usize, const V: usize>(
    scaled: &Scaled<SimplexCast<V, B>>,
    meeting: Meeting,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, N, Feature> {
    let (place, approach) = match meeting {
        Meeting::Apart => return Answer::None,
        Meeting::Overlap => return overlap(scaled, effort),
        Meeting::Touch(place, approach) => (place, approach),
        Meeting::Enter(place) => (place, Approach::Approaching),
        Meeting::Graze(place) if has_normal(scaled, place) => (place, Approach::Sliding),
        // A point that reaches an edge or a vertex: there was a distance before.
        Meeting::Graze(place) => (place, Approach::Approaching),
    };
    let numbers = scaled.ask(|&cast| Numbers { cast, meeting });
    if is_too_late(&numbers, t_max, effort) {
        return Answer::None;
    }
    let [time, cx, cy, cz, px, py, pz, nx, ny, nz] = measure::<T, _, 10>(&numbers, effort);
    let normal = has_normal(scaled, place).then(|| {
        let ball = [nx, ny, nz];
        let direction = || numbers.ask(|&numbers| NormalDirection(numbers));
        from_space(&if B::IS_BALL { ball } else { unit_vector(&direction(), effort) })
    });
    Answer::Contact(Contact {
        time,
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        normal,
        feature: place.feature,
        approach,
    })
}

/// Whether a meeting is later than the end of the motion.
#[inline(always)]
fn is_too_late<T: Scalar, B: Body, const V: usize>(
    numbers: &Scaled<Numbers<V, B>>,
    t_max: T,
    effort: &mut Effort,
) -> bool {
    t_max < T::INFINITY
        && compare(&numbers.ask(|&numbers| Time(numbers)), t_max.widen(), effort)
            == Ordering::Greater
}

fn has_normal<B: Body, const V: usize>(scaled: &Scaled<SimplexCast<V, B>>, place: Place) -> bool {
    let on_face = place.feature == Feature::Face && place.side != Sign::Zero;
    !scaled.inputs.body.is_point() || on_face
}

#[cold]
#[inline(never)]
fn overlap<T: Scalar, B: Body, const N: usize, const V: usize>(
    scaled: &Scaled<SimplexCast<V, B>>,
    effort: &mut Effort,
) -> Answer<T, N, Feature> {
    let scaled = scaled.ask(|cast| cast.of_center());
    let feature = decide(&scaled.ask(|&cast| Closest(cast)), effort);
    let numbers = scaled.ask(|&cast| Numbers { cast, meeting: at_start(feature) });
    let [_, cx, cy, cz, px, py, pz, ..] = measure::<T, _, 10>(&numbers, effort);
    let at_rest = scaled.ask(|&cast| AtRest { cast, feature, question: IsAway });
    let normal = decide(&at_rest, effort)
        .then(|| measure::<T, _, 3>(&at_rest.ask(|&at_rest| at_rest.asked(Outward)), effort));
    Answer::Overlap(Overlap {
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        normal: normal.map(|normal| from_space(&normal)),
        feature,
    })
}

/// A meeting at time zero, for the numbers of an overlap.
pub(crate) fn at_start(feature: Feature) -> Meeting {
    Meeting::Touch(Place { feature, side: Sign::Zero }, Approach::Sliding)
}

/// The same as [`first_contact`], by exact arithmetic alone.
pub(crate) fn first_contact_exactly<T: Scalar, B: Body, const N: usize, const V: usize>(
    cast: SimplexCast<V, B>,
    t_max: T,
) -> ExactAnswer<N, Feature> {
    let scaled = Scaled::new(cast);
    let meeting = decide_exactly(&scaled);
    exact_answer(&scaled, meeting, t_max)
}

/// The same as [`answer`], by exact arithmetic alone.
pub(crate) fn exact_answer<T: Scalar, B: Body, const N: usize, const V: usize>(
    scaled: &Scaled<SimplexCast<V, B>>,
    meeting: Meeting,
    t_max: T,
) -> ExactAnswer<N, Feature> {
    let place = match meeting {
        Meeting::Apart => return ExactAnswer::None,
        Meeting::Overlap => {
            let scaled = scaled.ask(|cast| cast.of_center());
            let feature = decide_exactly(&scaled.ask(|&cast| Closest(cast)));
            let meeting = at_start(feature);
            let [_, cx, cy, cz, px, py, pz, ..] =
                measure_exactly(&scaled.ask(|&cast| Numbers { cast, meeting }));
            let (center, point) = (from_space(&[cx, cy, cz]), from_space(&[px, py, pz]));
            let at_rest = scaled.ask(|&cast| AtRest { cast, feature, question: IsAway });
            let normal = decide_exactly(&at_rest).then(|| {
                from_space(&measure_exactly(&at_rest.ask(|&at_rest| at_rest.asked(Outward))))
            });
            return ExactAnswer::Overlap { center, point, normal, feature };
        }
        Meeting::Touch(place, _) | Meeting::Enter(place) | Meeting::Graze(place) => place,
    };
    let [time, cx, cy, cz, px, py, pz, nx, ny, nz] =
        measure_exactly(&scaled.ask(|&cast| Numbers { cast, meeting }));
    if time.compare_with(t_max.widen()) == Ordering::Greater {
        return ExactAnswer::None;
    }
    let has_normal = B::IS_BALL && has_normal(scaled, place);
    ExactAnswer::Contact {
        time,
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        normal: has_normal.then(|| from_space(&[nx, ny, nz])),
        feature: place.feature,
    }
}

/// The time of a contact, unless it is later than `t_max`.
#[inline(always)]
pub(crate) fn time<T: Scalar, B: Body, const V: usize>(
    scaled: &Scaled<SimplexCast<V, B>>,
    meeting: Meeting,
    t_max: T,
    rounding: Rounding,
    effort: &mut Effort,
) -> Option<T> {
    if matches!(meeting, Meeting::Apart | Meeting::Overlap) {
        return None;
    }
    let numbers = scaled.ask(|&cast| Numbers { cast, meeting });
    if is_too_late(&numbers, t_max, effort) {
        return None;
    }
    let time = numbers.ask(|&numbers| Time(numbers));
    let [nearest] = measure::<T, _, 1>(&time, effort);
    let mut is_above = || compare(&time, nearest.widen(), &mut *effort) == Ordering::Less;
    Some(if rounding == Rounding::Down && is_above() { nearest.below() } else { nearest })
}

/// The time of the end of the contact: the first of the same motion run backwards, on the whole line of time.
fn last_touch<T: Scalar, B: Body, const V: usize>(
    cast: SimplexCast<V, B>,
    t_max: T,
    decide: impl Fn(&Scaled<SimplexCast<V, B>>) -> Meeting,
) -> Option<Scaled<TimeBackwards<V, B>>> {
    let scaled = Scaled::new(cast);
    match decide(&scaled) {
        Meeting::Apart => return None,
        Meeting::Overlap => {}
        meeting => {
            let first = scaled.ask(|&cast| Numbers { cast, meeting });
            if is_too_late(&first, t_max, &mut Effort::default()) {
                return None;
            }
        }
    }
    end_of_line(cast, decide)
}

/// Where the line of motion leaves the hull, whenever that is.
fn end_of_line<B: Body, const V: usize>(
    cast: SimplexCast<V, B>,
    decide: impl Fn(&Scaled<SimplexCast<V, B>>) -> Meeting,
) -> Option<Scaled<TimeBackwards<V, B>>> {
    let scaled = Scaled::new(cast.backwards());
    match decide(&scaled) {
        Meeting::Apart => None,
        meeting => Some(scaled.ask(|&cast| TimeBackwards(Numbers { cast, meeting }))),
    }
}

/// The time of the last touch of a hull that is touched.
pub(crate) fn last_touch_of<B: Body, const V: usize>(
    cast: SimplexCast<V, B>,
) -> Option<Scaled<TimeBackwards<V, B>>> {
    end_of_line(cast, |scaled| decide(scaled, &mut Effort::default()))
}

pub(crate) fn last_time<T: Scalar, B: Body, const V: usize>(
    cast: SimplexCast<V, B>,
    t_max: T,
) -> Option<T> {
    let effort = &mut Effort::default();
    let last = last_touch(cast, t_max, |scaled| decide(scaled, &mut Effort::default()))?;
    let [time] = measure(&last, effort);
    Some(time)
}

pub(crate) fn last_time_exactly<T: Scalar, B: Body, const V: usize>(
    cast: SimplexCast<V, B>,
    t_max: T,
) -> Option<Surd> {
    let [time] = measure_exactly(&last_touch(cast, t_max, decide_exactly)?);
    Some(time)
}

/// The point of a hull that is closest to the centre, which is all that the cast is asked for.
pub(crate) fn closest_point<T: Scalar, B: Body, const N: usize, const V: usize>(
    cast: SimplexCast<V, B>,
) -> ClosestPoint<T, N, Feature> {
    let effort = &mut Effort::default();
    let scaled = Scaled::new(cast);
    let feature = decide(&scaled.ask(|&cast| Closest(cast)), effort);
    let numbers = scaled.ask(|&cast| Numbers { cast, meeting: at_start(feature) });
    let [_, _, _, _, px, py, pz, ..] = measure::<T, _, 10>(&numbers, effort);
    let distance = scaled.ask(|&cast| AtRest { cast, feature, question: Distance });
    let [distance] = measure(&distance, effort);
    ClosestPoint { point: from_space(&[px, py, pz]), distance, feature }
}

/// How far that point is, by exact arithmetic alone.
pub(crate) fn exact_distance<B: Body, const V: usize>(cast: SimplexCast<V, B>) -> Surd {
    let scaled = Scaled::new(cast);
    let feature = decide_exactly(&scaled.ask(|&cast| Closest(cast)));
    let distance = scaled.ask(|&cast| AtRest { cast, feature, question: Distance });
    let [distance] = measure_exactly(&distance);
    distance
}

/// The least translation that ends an overlap with a hull at time zero.
fn penetration<T: Scalar, const N: usize, const V: usize>(
    cast: SimplexCast<V>,
) -> Option<Penetration<T, N>> {
    let effort = &mut Effort::default();
    let scaled = Scaled::new(cast);
    if decide(&scaled, effort) != Meeting::Overlap {
        return None;
    }
    let feature = decide(&scaled.ask(|&cast| Closest(cast)), effort);
    let at_rest = scaled.ask(|&cast| AtRest { cast, feature, question: IsAway });
    let direction = if decide(&at_rest, effort) {
        measure(&at_rest.ask(|&at_rest| at_rest.asked(Outward)), effort)
    } else {
        let exit = decide(&scaled.ask(|&cast| WhatExit(cast)), effort);
        measure(&at_rest.ask(|&at_rest| at_rest.asked((Across, exit))), effort)
    };
    let [depth] = measure(&at_rest.ask(|&at_rest| at_rest.asked(Depth)), effort);
    Some(Penetration { direction: from_space(&direction), depth })
}

/// A `$shape` that stands still is for `$mover` one that moves at no speed.
macro_rules! still {
    ($mover:ty, $shape:ty, {$($generics:tt)*}, $dimension:expr, $feature:ty, $still:expr) => {
        impl<T: Scalar, $($generics)*> crate::contact::sealed::Meets<T, { $dimension }, $mover>
            for $shape
        {
            type Feature = $feature;

            #[inline]
            fn meet(
                &self,
                mover: &Moving<$mover>,
                effort: &mut crate::number::Effort,
            ) -> crate::contact::Answer<T, { $dimension }, Self::Feature> {
                $still(self).meet(mover, effort)
            }
            fn meet_exactly(
                &self,
                mover: &Moving<$mover>,
            ) -> crate::contact::ExactAnswer<{ $dimension }, Self::Feature> {
                $still(self).meet_exactly(mover)
            }
            #[inline]
            fn time(
                &self,
                mover: &Moving<$mover>,
                rounding: crate::number::Rounding,
            ) -> Option<T> {
                $still(self).time(mover, rounding)
            }
            fn last_time(&self, mover: &Moving<$mover>) -> Option<T> {
                $still(self).last_time(mover)
            }
            fn last_time_exactly(&self, mover: &Moving<$mover>) -> Option<crate::number::Surd> {
                $still(self).last_time_exactly(mover)
            }
            fn touches(&self, mover: &Moving<$mover>, effort: &mut crate::number::Effort) -> bool {
                $still(self).touches(mover, effort)
            }
        }
    };
}
pub(crate) use still;

/// Makes `$shape`, still or moving, an obstacle of spheres and of ellipsoids: the hull of its `$vertices`.
macro_rules! hull {
    ($shape:ty, $dimension:literal, $vertices:expr) => {
        hull!(Sphere<T, $dimension>, ball, $shape, $dimension, $vertices);
        hull!(Ellipsoid<T, $dimension>, stretched_ball, $shape, $dimension, $vertices);

        impl<T: Scalar> sealed::Near<T, $dimension> for $shape {
            type Feature = Feature;

            fn closest_to(
                &self,
                point: &Point<T, $dimension>,
            ) -> Option<ClosestPoint<T, $dimension, Feature>> {
                let ball = Moving::still(Sphere::at(point));
                Some(closest_point(still_cast(&ball, $vertices(self))))
            }

            fn exact_distance(&self, point: &Point<T, $dimension>) -> Option<Surd> {
                let ball = Moving::still(Sphere::at(point));
                Some(exact_distance(still_cast(&ball, $vertices(self))))
            }
        }

        impl<T: Scalar> sealed::Leave<T, $dimension> for $shape {
            fn penetration(&self, sphere: &Sphere<T, $dimension>) -> Option<Penetration<T, $dimension>> {
                penetration(still_cast(&Moving::still(*sphere), $vertices(self)))
            }
        }
    };
    ($mover:ty, $body:ident, $shape:ty, $dimension:literal, $vertices:expr) => {
        impl<T: Scalar> Meets<T, $dimension, $mover> for Moving<$shape> {
            type Feature = Feature;

            #[inline]
            fn meet(
                &self,
                mover: &Moving<$mover>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, Feature> {
                let cast = cast(mover, $body(mover), $vertices(self.shape()), self);
                first_contact(cast, self.end_with(mover), effort)
            }

            fn meet_exactly(&self, mover: &Moving<$mover>) -> ExactAnswer<$dimension, Feature> {
                let cast = cast(mover, $body(mover), $vertices(self.shape()), self);
                first_contact_exactly(cast, self.end_with(mover))
            }

            #[inline]
            fn time(&self, mover: &Moving<$mover>, rounding: Rounding) -> Option<T> {
                let cast = cast(mover, $body(mover), $vertices(self.shape()), self);
                let scaled = Scaled::new(cast);
                let mut effort = Effort::default();
                let meeting = decide(&scaled, &mut effort);
                time(&scaled, meeting, self.end_with(mover), rounding, &mut effort)
            }

            fn last_time(&self, mover: &Moving<$mover>) -> Option<T> {
                let cast = cast(mover, $body(mover), $vertices(self.shape()), self);
                last_time(cast, self.end_with(mover))
            }

            fn last_time_exactly(&self, mover: &Moving<$mover>) -> Option<Surd> {
                let cast = cast(mover, $body(mover), $vertices(self.shape()), self);
                last_time_exactly(cast, self.end_with(mover))
            }

            fn touches(&self, mover: &Moving<$mover>, effort: &mut Effort) -> bool {
                let cast = cast(mover, $body(mover), $vertices(self.shape()), self);
                decide(&Scaled::new(cast), effort) != Meeting::Apart
            }
        }
        still!($mover, $shape, {}, $dimension, Feature, |shape: &$shape| Moving::still(*shape));
    };
}

/// A shape that can be in the sphere's place: it has a centre.
pub(crate) trait Round<T, const N: usize>: Shape<Scalar = T, Vector = [T; N]> {
    fn middle(&self) -> [T; N];
}
impl<T: Scalar, const N: usize> Round<T, N> for Sphere<T, N> {
    fn middle(&self) -> [T; N] {
        self.center()
    }
}
impl<T: Scalar, const N: usize> Round<T, N> for Ellipsoid<T, N> {
    fn middle(&self) -> [T; N] {
        self.center()
    }
}

pub(crate) fn ball<T: Scalar, const N: usize>(mover: &Moving<Sphere<T, N>>) -> Ball {
    Ball { radius: mover.shape().radius().widen() }
}

/// In the plane, as round across it as along the first axis.
pub(crate) fn stretched_ball<T: Scalar, const N: usize>(
    mover: &Moving<Ellipsoid<T, N>>,
) -> StretchedBall {
    let radii = mover.shape().radii();
    StretchedBall { radii: core::array::from_fn(|k| radii[if k < N { k } else { 0 }].widen()) }
}

#[inline(always)]
pub(crate) fn cast<T: Scalar, B, M, S, const N: usize, const V: usize>(
    mover: &Moving<M>,
    body: B,
    vertices: [[T; N]; V],
    target: &Moving<S>,
) -> SimplexCast<V, B>
where
    M: Round<T, N>,
    S: Shape<Scalar = T, Vector = [T; N]>,
{
    SimplexCast {
        center: in_space(mover.shape().middle()),
        body,
        velocity: in_space(mover.velocity()),
        vertices: vertices.map(in_space),
        obstacle_velocity: in_space(target.velocity()),
        domain: TimeDomain::FromStart,
    }
}

fn still_cast<T: Scalar, const N: usize, const V: usize>(
    sphere: &Moving<Sphere<T, N>>,
    vertices: [[T; N]; V],
) -> SimplexCast<V> {
    cast(sphere, ball(sphere), vertices, sphere)
}

hull!(Triangle<T>, 3, Triangle::vertices);
hull!(Segment<T, 2>, 2, Segment::ends);
hull!(Segment<T, 3>, 3, Segment::ends);
hull!(Point<T, 2>, 2, |point: &Point<T, 2>| [point.position()]);
hull!(Point<T, 3>, 3, |point: &Point<T, 3>| [point.position()]);
