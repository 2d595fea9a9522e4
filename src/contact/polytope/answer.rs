//! The answers of polytopes, frusta and parallelepipeds to casts of spheres and to queries at rest.

use super::at_rest::{
    ClosestPartQuery, NearestPlane, Out, PartDistance, PartGap, PolytopeSurfacePoint,
};
use super::body::PlanarBody;
use super::cast::{ClosestPart, PlaneFeature, PolytopeCast, PolytopeTouch, polytope_cast};
use super::numbers::{PolytopeNumbers, PolytopeTime};
use super::skew::Skew;
use super::walls::PolytopeBoundary;
use crate::contact::answer::{Approach, ClosestPoint, Contact, Overlap, Penetration};
use crate::contact::body::TotalRadius;
use crate::contact::cast::{Answered, BoundQuery, Cast, TimeDomain, ask, measured};
use crate::contact::encounter::CastEncounter;
use crate::contact::obstacle::{Leaves, NearBy, at_rest};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::{CastTarget, Meets};
use crate::number::{
    Effort, Exactly, Precision, Rational, Scaled, Sign, Surd, ToNearest, decide, decide_exactly,
    measure, measure_exactly,
};
use crate::shape::vector::from_space;
use crate::shape::{BoundaryPart, Frustum, Moving, Parallelepiped, Polytope, Scalar, Sphere};
use Sign::Negative;

fn feature<B: PlanarBody>(cast: &PolytopeCast<B>, at: ClosestPart) -> PlaneFeature {
    PlaneFeature { planes: cast.body.holders(at.held) }
}

impl<B: PlanarBody> Cast for PolytopeCast<B> {
    type Overlap = ClosestPart;
    type Touch = PolytopeTouch;
    type Time<'a>
        = BoundQuery<'a, Self, PolytopeTime>
    where
        Self: 'a;

    fn time(
        scaled: &Scaled<Self>,
        touch: PolytopeTouch,
        backwards: bool,
    ) -> Scaled<Self::Time<'_>> {
        ask(scaled, PolytopeTime { touch, backwards })
    }

    #[cfg_attr(hot, inline(always))]
    fn approach(touch: &PolytopeTouch) -> Approach {
        touch.approach
    }

    fn backwards(self) -> Self {
        Self { motion: self.motion.reversed(), domain: TimeDomain::Always, ..self }
    }
}

impl<const N: usize, B: PlanarBody> Answered<N> for PolytopeCast<B> {
    type Feature = PlaneFeature;

    fn contact<P: Precision>(
        scaled: &Scaled<Self>,
        touch: PolytopeTouch,
        precision: &mut P,
    ) -> Contact<P::Number, N, PlaneFeature> {
        let numbers = ask(scaled, PolytopeNumbers(touch));
        let [time, cx, cy, cz, px, py, pz, nx, ny, nz] =
            measured::<Self, P, _, 10>(&numbers, precision);
        Contact {
            time,
            center: from_space(&[cx, cy, cz]),
            point: from_space(&[px, py, pz]),
            other_point: None,
            normal: touch.has_normal.then(|| from_space(&[nx, ny, nz])),
            feature: feature(&scaled.inputs, touch.at),
            approach: touch.approach,
        }
    }

    fn overlap<P: Precision>(
        scaled: &Scaled<Self>,
        at: ClosestPart,
        precision: &mut P,
    ) -> Overlap<P::Number, N, PlaneFeature> {
        let center = scaled.inputs.center.map(|x| P::given(scaled.unscaled_length(x)));
        let (center, feature) = (from_space(&center), feature(&scaled.inputs, at));
        if !is_beyond(scaled, at.part, TotalRadius::center, precision) {
            return Overlap { point: center.clone(), center, normal: None, feature };
        }
        let point = from_space(&precision.measure::<_, 3>(&ask(scaled, PolytopeSurfacePoint(at))));
        let [x, y, z, _] = precision.measure::<_, 4>(&ask(scaled, Out(at.part)));
        Overlap { center, point, normal: Some(from_space(&[x, y, z])), feature }
    }
}

/// Returns whether the distance of the centre from the closest part at time zero exceeds a radius,
/// which the function `of` takes from the total radius.
fn is_beyond<B: PlanarBody, P: Precision>(
    scaled: &Scaled<PolytopeCast<B>>,
    part: BoundaryPart,
    of: impl Fn(TotalRadius) -> TotalRadius,
    precision: &mut P,
) -> bool {
    let scaled = scaled.ask(|cast| PolytopeCast { reach: of(cast.reach), ..cast.clone() });
    precision.decide(&ask(&scaled, PartGap(part))) == Sign::Positive
}

impl<const N: usize, B: PlanarBody> NearBy<N> for PolytopeCast<B> {
    /// Returns `None` if the body is empty.
    fn closest_point<T: Scalar>(self) -> Option<ClosestPoint<T, N, PlaneFeature>> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        let (at, _) = decide(&ask(&scaled, ClosestPartQuery), effort)?;
        let feature = feature(&scaled.inputs, at);
        let is_inflated = scaled.inputs.reach.inflation > 0.0;
        if is_inflated
            && !is_beyond(&scaled, at.part, TotalRadius::center, &mut ToNearest::<T>::new(effort))
        {
            let point = scaled.inputs.center.map(|x| T::nearest(scaled.unscaled_length(x)));
            return Some(ClosestPoint { point: from_space(&point), feature, distance: T::ZERO });
        }
        let point = measure::<T, _, 3>(&ask(&scaled, PolytopeSurfacePoint(at)), effort);
        let [distance] = measure(&ask(&scaled, PartDistance(at.part)), effort);
        Some(ClosestPoint { point: from_space(&point), feature, distance })
    }

    fn exact_distance(self) -> Option<Surd> {
        let scaled = Scaled::new(self);
        let (at, _) = decide_exactly(&ask(&scaled, ClosestPartQuery))?;
        if !is_beyond(&scaled, at.part, TotalRadius::center, &mut Exactly) {
            return Some(Surd::from(Rational::ZERO));
        }
        let [distance] = measure_exactly(&ask(&scaled, PartDistance(at.part)));
        Some(distance)
    }
}

impl<const N: usize, B: PlanarBody> Leaves<N> for PolytopeCast<B> {
    /// Returns `None` if there is no overlap, or if the body has no planes.
    fn penetration<T: Scalar>(self) -> Option<Penetration<T, N>> {
        let effort = &mut Effort::default();
        let precision = &mut ToNearest::<T>::new(effort);
        let scaled = Scaled::new(self);
        let way_out = way_out(&scaled, precision)?;
        let [x, y, z, depth] = precision.measure(&way_out);
        Some(Penetration { direction: from_space(&[x, y, z]), depth })
    }
}

/// Returns the part over which the way out of an overlap leads.
fn way_out<'a, B: PlanarBody, P: Precision>(
    scaled: &'a Scaled<PolytopeCast<B>>,
    precision: &mut P,
) -> Option<Scaled<BoundQuery<'a, PolytopeCast<B>, Out>>> {
    let cast = &scaled.inputs;
    let (closest, gap) = precision.decide(&ask(scaled, ClosestPartQuery))?;
    let is_on_boundary = cast.reach.is_zero() && closest.part != BoundaryPart::Inside;
    if gap != Negative || is_on_boundary {
        return None;
    }
    let part = if is_beyond(scaled, closest.part, |_| TotalRadius::NONE, precision) {
        closest.part
    } else {
        let plane = precision.decide(&ask(scaled, NearestPlane))?;
        let [faces, ..] = cast.body.counts();
        BoundaryPart::Face((0..faces).find(|&i| cast.body.plane_of_face(i) == plane)?)
    };
    Some(ask(scaled, Out(part)))
}

impl<'p, T: Scalar, const N: usize> CastTarget<T, N, Sphere<T, N>> for &'p Polytope<T, N> {
    type Encounter<'a>
        = CastEncounter<PolytopeCast<PolytopeBoundary<'a>>>
    where
        'p: 'a;

    fn encounter<'a>(
        ball: &'a Moving<Sphere<T, N>>,
        target: &'a Moving<Self>,
    ) -> Self::Encounter<'a> {
        CastEncounter::new(ball, target, |ball| {
            polytope_cast(
                ball,
                PolytopeBoundary::of(target.shape()),
                RelativeMotion::of(ball, target),
            )
        })
    }
}

impl<T: Scalar, const N: usize> Meets<T, N, Sphere<T, N>> for Polytope<T, N> {
    type Shape<'a> = &'a Self;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&Moving::still(self))
    }
}

impl<T: Scalar> Meets<T, 3, Sphere<T, 3>> for Frustum<T> {
    type Shape<'a> = &'a Polytope<T, 3>;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&Moving::still(self.polytope()))
    }
}

impl<T: Scalar> CastTarget<T, 3, Sphere<T, 3>> for Parallelepiped<T> {
    type Encounter<'a> = CastEncounter<PolytopeCast<Skew>>;

    fn encounter<'a>(
        ball: &'a Moving<Sphere<T, 3>>,
        target: &'a Moving<Self>,
    ) -> Self::Encounter<'a> {
        CastEncounter::new(ball, target, |ball| {
            polytope_cast(ball, Skew::of(target.shape()), RelativeMotion::of(ball, target))
        })
    }
}

at_rest!(Polytope<T, N>, {const N: usize}, N, |sphere, body| {
    PolytopeCast::at_rest(sphere, PolytopeBoundary::of(body))
});
at_rest!(Frustum<T>, {}, 3, |sphere, body| {
    PolytopeCast::at_rest(sphere, PolytopeBoundary::of(body.polytope()))
});
at_rest!(Parallelepiped<T>, {}, 3, |sphere, body| {
    PolytopeCast::at_rest(sphere, Skew::of(body))
});
