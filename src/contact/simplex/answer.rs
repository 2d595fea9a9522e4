//! The answers of points, segments and triangles to casts of round bodies and to queries at rest.

use super::at_rest::{
    AcrossVector, CenterDistance, ClosestFeatureQuery, FeatureQuery, IsCenterAway, IsCenterOutside,
    OutwardToCenter, SimplexExitQuery, SimplexSurfacePoint, SphereDepth,
};
use super::cast::{SimplexCast, SimplexTouch, simplex_cast};
use super::float_filter::float_filter;
use super::numbers::{NormalDirection, SimplexNumbers, SimplexTime};
use crate::contact::answer::{
    Answer, Approach, ClosestPoint, Contact, Feature, Overlap, Penetration,
};
use crate::contact::body::{Body, StretchedBall, ball, stretched_ball};
use crate::contact::cast::{Answered, BoundQuery, Cast, CastOutcome, TimeDomain, ask, measured};
use crate::contact::encounter::CastEncounter;
use crate::contact::float_filter::{ObstacleMotion, run_filter};
use crate::contact::obstacle::{Leaves, NearBy, at_rest};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::CastTarget;
use crate::number::{
    Effort, Precision, Rational, Scaled, Sign, Surd, decide, decide_exactly, measure,
    measure_exactly,
};
use crate::shape::vector::from_space;
use crate::shape::{Ellipsoid, Moving, Point, Scalar, Segment, Sphere, Triangle};

impl<const V: usize, B: Body> Cast for SimplexCast<V, B> {
    const IS_DECIDED_HERE: bool = B::IS_BALL && B::IS_IN_WORLD;
    type Overlap = ();
    type Touch = SimplexTouch;
    type Time<'a>
        = BoundQuery<'a, Self, SimplexTime>
    where
        Self: 'a;

    #[cfg_attr(hot, inline(always))]
    fn float_filter(&self) -> Option<CastOutcome<(), SimplexTouch>> {
        float_filter(self)
    }

    #[cfg_attr(hot, inline(always))]
    fn time(scaled: &Scaled<Self>, touch: SimplexTouch, backwards: bool) -> Scaled<Self::Time<'_>> {
        ask(scaled, SimplexTime { touch, backwards })
    }

    #[cfg_attr(hot, inline(always))]
    fn approach(touch: &SimplexTouch) -> Approach {
        touch.approach
    }

    fn backwards(self) -> Self {
        Self { motion: self.motion.reversed(), domain: TimeDomain::Always, ..self }
    }
}

/// Returns whether a contact has a normal. A point has a normal only on a face, towards the side
/// from which it comes.
fn has_normal<B: Body, const V: usize>(
    scaled: &Scaled<SimplexCast<V, B>>,
    touch: SimplexTouch,
) -> bool {
    let on_face = touch.place.feature == Feature::Face && touch.place.side != Sign::Zero;
    !scaled.inputs.body.is_point() || on_face
}

/// Constructs a contact from its numbers: time, centre, point, and normal if it has one.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn contact_of<X: Clone, const N: usize>(
    [time, cx, cy, cz, px, py, pz, nx, ny, nz]: [X; 10],
    has_normal: bool,
    touch: &SimplexTouch,
) -> Contact<X, N> {
    Contact {
        time,
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        other_point: None,
        normal: has_normal.then(|| from_space(&[nx, ny, nz])),
        feature: touch.place.feature,
        approach: touch.approach,
    }
}

impl<const N: usize, const V: usize, B: Body> Answered<N> for SimplexCast<V, B> {
    type Feature = Feature;

    #[cfg_attr(hot, inline(always))]
    fn contact<P: Precision>(
        scaled: &Scaled<Self>,
        touch: SimplexTouch,
        precision: &mut P,
    ) -> Contact<P::Number, N> {
        let mut numbers =
            measured::<Self, P, _, 10>(&ask(scaled, SimplexNumbers(touch)), precision);
        let mut has_normal = has_normal(scaled, touch);
        if has_normal && !B::IS_BALL {
            match precision.unit_vector(&ask(scaled, NormalDirection(touch))) {
                Some(normal) => [numbers[7], numbers[8], numbers[9]] = normal,
                None => has_normal = false,
            }
        }
        contact_of(numbers, has_normal, &touch)
    }

    #[cold]
    #[inline(never)]
    fn overlap<P: Precision>(
        scaled: &Scaled<Self>,
        (): (),
        precision: &mut P,
    ) -> Overlap<P::Number, N> {
        let center = scaled.inputs.center.map(|x| P::given(scaled.unscaled_length(x)));
        let center = from_space(&center);
        let scaled = scaled.ask(|cast| cast.of_center());
        let feature = precision.decide(&ask(&scaled, ClosestFeatureQuery));
        let is_outside = ask(&scaled, FeatureQuery { feature, question: IsCenterOutside });
        if !precision.decide(&is_outside) {
            return Overlap { point: center.clone(), center, normal: None, feature };
        }
        let point = ask(&scaled, FeatureQuery { feature, question: SimplexSurfacePoint });
        let outward = ask(&scaled, FeatureQuery { feature, question: OutwardToCenter });
        let point = from_space(&precision.measure::<_, 3>(&point));
        let normal = Some(from_space(&precision.measure::<_, 3>(&outward)));
        Overlap { center, point, normal, feature }
    }
}

impl<const N: usize, const V: usize, B: Body> NearBy<N> for SimplexCast<V, B> {
    fn closest_point<T: Scalar>(self) -> Option<ClosestPoint<T, N>> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        let feature = decide(&ask(&scaled, ClosestFeatureQuery), effort);
        let is_inflated = scaled.inputs.body.reach().inflation > 0.0;
        let is_outside = ask(&scaled, FeatureQuery { feature, question: IsCenterOutside });
        if is_inflated && !decide(&is_outside, effort) {
            let point = scaled.inputs.center.map(|x| T::nearest(scaled.unscaled_length(x)));
            return Some(ClosestPoint { point: from_space(&point), distance: T::ZERO, feature });
        }
        let point = ask(&scaled, FeatureQuery { feature, question: SimplexSurfacePoint });
        let point = measure::<T, _, 3>(&point, effort);
        let distance = ask(&scaled, FeatureQuery { feature, question: CenterDistance });
        let [distance] = measure(&distance, effort);
        Some(ClosestPoint { point: from_space(&point), distance, feature })
    }

    fn exact_distance(self) -> Option<Surd> {
        let scaled = Scaled::new(self);
        let feature = decide_exactly(&ask(&scaled, ClosestFeatureQuery));
        if !decide_exactly(&ask(&scaled, FeatureQuery { feature, question: IsCenterOutside })) {
            return Some(Surd::from(Rational::ZERO));
        }
        let [distance] =
            measure_exactly(&ask(&scaled, FeatureQuery { feature, question: CenterDistance }));
        Some(distance)
    }
}

impl<const N: usize, const V: usize> Leaves<N> for SimplexCast<V> {
    fn penetration<T: Scalar>(self) -> Option<Penetration<T, N>> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        if decide(&scaled, effort) != CastOutcome::Overlap(()) {
            return None;
        }
        let feature = decide(&ask(&scaled, ClosestFeatureQuery), effort);
        let is_away = ask(&scaled, FeatureQuery { feature, question: IsCenterAway });
        let direction = if decide(&is_away, effort) {
            measure(&ask(&scaled, FeatureQuery { feature, question: OutwardToCenter }), effort)
        } else {
            let exit = decide(&ask(&scaled, SimplexExitQuery), effort);
            measure(&ask(&scaled, FeatureQuery { feature, question: (AcrossVector, exit) }), effort)
        };
        let [depth] =
            measure(&ask(&scaled, FeatureQuery { feature, question: SphereDepth }), effort);
        Some(Penetration { direction: from_space(&direction), depth })
    }
}

/// Implements `CastTarget` for points, segments and triangles as obstacles of `$mover`, by a cast
/// at their corners.
macro_rules! simplex_targets {
    ($mover:ident, $cast:ident, $Cast:ident $(, $filter:path)?) => {
        simplex_targets!(@ $mover, $cast, $Cast<1>, Point<T, 2>, 2, |it| [it.position()]);
        simplex_targets!(@ $mover, $cast, $Cast<1>, Point<T, 3>, 3, |it| [it.position()]);
        simplex_targets!(@ $mover, $cast, $Cast<2>, Segment<T, 2>, 2, |it| it.ends());
        simplex_targets!(@ $mover, $cast, $Cast<2>, Segment<T, 3>, 3, |it| it.ends());
        simplex_targets!(@ $mover, $cast, $Cast<3>, Triangle<T>, 3, |it| it.vertices() $(, $filter)?);
    };
    (
        @ $mover:ident, $cast:ident, $Cast:ty, $shape:ty, $dimension:literal,
        |$it:ident| $corners:expr $(, $filter:path)?
    ) => {
        impl<T: Scalar> CastTarget<T, $dimension, $mover<T, $dimension>> for $shape {
            type Encounter<'a> = CastEncounter<$Cast>;

            #[cfg_attr(hot, inline(always))]
            fn encounter<'a>(
                mover: &'a Moving<$mover<T, $dimension>>,
                target: &'a Moving<Self>,
            ) -> Self::Encounter<'a> {
                let $it = target.shape();
                CastEncounter::new(mover, target, |mover| {
                    $cast(mover, $corners, RelativeMotion::of(mover, target))
                })
            }
            $(
                #[cfg_attr(hot, inline(always))]
                fn with_float_filter<R>(
                    &self,
                    mover: &Moving<$mover<T, $dimension>>,
                    way: impl ObstacleMotion<$mover<T, $dimension>>,
                    tell: impl FnOnce(Answer<T, $dimension>) -> Option<R>,
                    decide: impl FnOnce() -> R,
                ) -> R {
                    $filter(mover, self, way, tell, decide)
                }
            )?
        }
    };
}
pub(in crate::contact) use simplex_targets;

type StretchedSimplexCast<const V: usize> = SimplexCast<V, StretchedBall>;

#[cfg_attr(hot, inline(always))]
fn ball_cast<T: Scalar, const N: usize, const V: usize>(
    mover: &Moving<Sphere<T, N>>,
    corners: [[T; N]; V],
    motion: RelativeMotion<3>,
) -> SimplexCast<V> {
    simplex_cast(mover, ball(mover), corners, motion)
}

#[cfg_attr(hot, inline(always))]
fn stretched_cast<T: Scalar, const N: usize, const V: usize>(
    mover: &Moving<Ellipsoid<T, N>>,
    corners: [[T; N]; V],
    motion: RelativeMotion<3>,
) -> StretchedSimplexCast<V> {
    simplex_cast(mover, stretched_ball(mover), corners, motion)
}

simplex_targets!(Sphere, ball_cast, SimplexCast, run_filter);
simplex_targets!(Ellipsoid, stretched_cast, StretchedSimplexCast);

at_rest!(Point<T, 2>, {}, 2, |sphere, point| {
    ball_cast(sphere, [point.position()], RelativeMotion::STILL)
});
at_rest!(Point<T, 3>, {}, 3, |sphere, point| {
    ball_cast(sphere, [point.position()], RelativeMotion::STILL)
});
at_rest!(Segment<T, 2>, {}, 2, |sphere, segment| {
    ball_cast(sphere, segment.ends(), RelativeMotion::STILL)
});
at_rest!(Segment<T, 3>, {}, 3, |sphere, segment| {
    ball_cast(sphere, segment.ends(), RelativeMotion::STILL)
});
at_rest!(Triangle<T>, {}, 3, |sphere, triangle| {
    ball_cast(sphere, triangle.vertices(), RelativeMotion::STILL)
});
