//! The answers of points, segments and triangles to casts of capsules and to queries at rest.

use super::at_rest::{
    AxisDistance, CapsuleDepth, CapsuleExit, CapsuleExitQuery, CapsuleSurfacePoint,
    ClosestPieceQuery, ExitInPlaneQuery, FirstOfAxis, IsAxisAway, IsAxisOutside, OnAxis,
    OutwardToAxis,
};
use super::cast::{CapsuleCast, CapsulePiece, CapsuleTouch, capsule_cast};
use super::float_filter::float_filter;
use super::numbers::{CapsuleNumbers, CapsuleTime};
use super::span::{TouchedSpan, TouchedSpanQuery};
use crate::contact::answer::{
    Answer, Approach, ClosestPoints, Contact, Feature, Overlap, Penetration,
};
use crate::contact::body::{Ball, Body, TotalRadius};
use crate::contact::cast::{Answered, BoundQuery, Cast, CastOutcome, TimeDomain, ask, measured};
use crate::contact::encounter::CastEncounter;
use crate::contact::float_filter::{ObstacleMotion, run_filter};
use crate::contact::obstacle::{Leaves, NearAxisBy, near_axis};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::CastTarget;
use crate::contact::simplex::{self, simplex_targets};
use crate::number::{
    Effort, Precision, Rational, Scaled, Sign, Surd, ToNearest, decide, decide_exactly, measure,
    measure_exactly,
};
use crate::shape::vector::from_space;
use crate::shape::{Capsule, Moving, Point, Scalar, Segment, Triangle};

impl<const V: usize, B: Body> Cast for CapsuleCast<V, B> {
    const IS_DECIDED_HERE: bool = B::IS_BALL && B::IS_IN_WORLD;
    type Overlap = ();
    type Touch = CapsuleTouch;
    type Time<'a>
        = BoundQuery<'a, Self, CapsuleTime>
    where
        Self: 'a;

    #[cfg_attr(hot, inline(always))]
    fn float_filter(&self) -> Option<CastOutcome<(), CapsuleTouch>> {
        float_filter(self)
    }

    fn time(scaled: &Scaled<Self>, touch: CapsuleTouch, backwards: bool) -> Scaled<Self::Time<'_>> {
        ask(scaled, CapsuleTime { touch, backwards })
    }

    #[cfg_attr(hot, inline(always))]
    fn approach(touch: &CapsuleTouch) -> Approach {
        touch.approach
    }

    fn backwards(self) -> Self {
        Self { motion: self.motion.reversed(), domain: TimeDomain::Always, ..self }
    }
}

/// Returns whether a contact has a normal. A capsule without thickness has a normal only where its
/// axis crosses an edge, and on a face: towards the side from which the capsule comes.
fn has_normal<B: Body, const V: usize>(
    scaled: &Scaled<CapsuleCast<V, B>>,
    touch: CapsuleTouch,
) -> bool {
    let side = match touch.piece {
        CapsulePiece::End(_, place) => place.side,
        CapsulePiece::Edge(_, side) | CapsulePiece::AlongFace(side) => side,
        CapsulePiece::Vertex(_) | CapsulePiece::AlongEdge(_) => Sign::Zero,
    };
    !scaled.inputs.body.is_point() || side != Sign::Zero
}

impl<const N: usize, const V: usize, B: Body> Answered<N> for CapsuleCast<V, B> {
    type Feature = Feature;

    fn contact<P: Precision>(
        scaled: &Scaled<Self>,
        touch: CapsuleTouch,
        precision: &mut P,
    ) -> Contact<P::Number, N> {
        let span = match touch.spot() {
            Some(first) => TouchedSpan { first, last: None },
            None if const { Self::IS_DECIDED_HERE } => {
                precision.decide_here(&ask(scaled, TouchedSpanQuery(touch)))
            }
            None => precision.decide(&ask(scaled, TouchedSpanQuery(touch))),
        };
        let numbers = ask(scaled, CapsuleNumbers { touch, span });
        let [time, cx, cy, cz, px, py, pz, nx, ny, nz, qx, qy, qz] =
            measured::<Self, P, _, 13>(&numbers, precision);
        Contact {
            time,
            center: from_space(&[cx, cy, cz]),
            point: from_space(&[px, py, pz]),
            other_point: span.last.map(|_| from_space(&[qx, qy, qz])),
            normal: has_normal(scaled, touch).then(|| from_space(&[nx, ny, nz])),
            feature: span.first.feature(),
            approach: touch.approach,
        }
    }

    #[cold]
    #[inline(never)]
    fn overlap<P: Precision>(
        scaled: &Scaled<Self>,
        (): (),
        precision: &mut P,
    ) -> Overlap<P::Number, N> {
        let center = scaled.inputs.a.map(|x| P::given(scaled.unscaled_length(x)));
        if let Some(nearest) = precision.decide(&ask(scaled, ClosestPieceQuery))
            && precision.decide(&ask(scaled, IsAxisOutside(nearest)))
        {
            let point = precision.measure::<_, 3>(&ask(scaled, CapsuleSurfacePoint(nearest)));
            let normal = precision.measure::<_, 3>(&ask(scaled, OutwardToAxis(nearest)));
            return Overlap {
                center: from_space(&center),
                point: from_space(&point),
                normal: Some(from_space(&normal)),
                feature: nearest.spot.feature(),
            };
        }
        // The first point of the axis that is inside of the obstacle or on it.
        let along = Scaled::new(scaled.unscaled().of_axis());
        let (point, feature) = match precision.decide(&along) {
            CastOutcome::Contact(touch) if !scaled.inputs.has_no_length() => {
                let point = precision.measure::<_, 3>(&ask(&along, FirstOfAxis(touch)));
                (point, touch.place.feature)
            }
            _ => (center.clone(), precision.decide(&ask(&along, simplex::ClosestFeatureQuery))),
        };
        let (center, point) = (from_space(&center), from_space(&point));
        Overlap { center, point, normal: None, feature }
    }
}

impl<const N: usize, const V: usize, B: Body> NearAxisBy<N> for CapsuleCast<V, B> {
    fn closest_points<T: Scalar>(self) -> ClosestPoints<T, N> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        if let Some(nearest) = decide(&ask(&scaled, ClosestPieceQuery), effort)
            && decide(&ask(&scaled, IsAxisOutside(nearest)), effort)
        {
            let point = ask(&scaled, CapsuleSurfacePoint(nearest));
            let on_axis = ask(&scaled, OnAxis(nearest));
            let distance = if decide(&scaled, effort) == CastOutcome::Apart {
                let [distance] = measure(&ask(&scaled, AxisDistance(nearest)), effort);
                distance
            } else {
                T::ZERO
            };
            return ClosestPoints {
                point: from_space(&measure::<T, _, 3>(&point, effort)),
                on_axis: from_space(&measure::<T, _, 3>(&on_axis, effort)),
                distance,
                feature: nearest.spot.feature(),
            };
        }
        let precision = &mut ToNearest::<T>::new(effort);
        let Overlap { point, feature, .. } = Self::overlap(&scaled, (), precision);
        ClosestPoints { point, on_axis: point, distance: T::ZERO, feature }
    }

    fn exact_distance(self) -> Surd {
        let scaled = Scaled::new(self);
        let zero = || Surd::from(Rational::ZERO);
        let Some(nearest) = decide_exactly(&ask(&scaled, ClosestPieceQuery)) else { return zero() };
        if decide_exactly(&scaled) != CastOutcome::Apart {
            return zero();
        }
        let [distance] = measure_exactly(&ask(&scaled, AxisDistance(nearest)));
        distance
    }
}

impl<const N: usize, const V: usize> Leaves<N> for CapsuleCast<V> {
    fn penetration<T: Scalar>(self) -> Option<Penetration<T, N>> {
        if self.has_no_length() {
            return self.of_a().penetration();
        }
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        if decide(&scaled, effort) != CastOutcome::Overlap(()) {
            return None;
        }
        if let Some(nearest) = decide(&ask(&scaled, ClosestPieceQuery), effort)
            && decide(&ask(&scaled, IsAxisAway(nearest)), effort)
        {
            let direction = ask(&scaled, OutwardToAxis(nearest));
            let direction = from_space(&measure::<T, _, 3>(&direction, effort));
            let [depth] = measure(&ask(&scaled, CapsuleDepth(nearest)), effort);
            return Some(Penetration { direction, depth });
        }
        let [x, y, z, depth] = match decide(&ask(&scaled, CapsuleExitQuery), effort) {
            // The exit over a face would leave the plane.
            CapsuleExit::Face(..) if N == 2 => {
                let exit = decide(&ask(&scaled, ExitInPlaneQuery), effort);
                measure::<T, _, 4>(&ask(&scaled, exit), effort)
            }
            exit => measure::<T, _, 4>(&ask(&scaled, exit), effort),
        };
        Some(Penetration { direction: from_space(&[x, y, z]), depth })
    }
}

#[cfg_attr(hot, inline(always))]
fn cast<T: Scalar, const N: usize, const V: usize>(
    mover: &Moving<Capsule<T, N>>,
    corners: [[T; N]; V],
    motion: RelativeMotion<3>,
) -> CapsuleCast<V> {
    capsule_cast(mover, Ball { reach: TotalRadius::of_capsule(mover) }, corners, motion)
}

simplex_targets!(Capsule, cast, CapsuleCast, run_filter);

near_axis!(Point<T, 2>, {}, 2, |capsule, point| {
    cast(capsule, [point.position()], RelativeMotion::STILL)
});
near_axis!(Point<T, 3>, {}, 3, |capsule, point| {
    cast(capsule, [point.position()], RelativeMotion::STILL)
});
near_axis!(Segment<T, 2>, {}, 2, |capsule, segment| {
    cast(capsule, segment.ends(), RelativeMotion::STILL)
});
near_axis!(Segment<T, 3>, {}, 3, |capsule, segment| {
    cast(capsule, segment.ends(), RelativeMotion::STILL)
});
near_axis!(Triangle<T>, {}, 3, |capsule, triangle| {
    cast(capsule, triangle.vertices(), RelativeMotion::STILL)
});
