//! The answers of boxes to casts of round bodies and to queries at rest.

use super::at_rest::{
    BoxDepth, BoxGap, IsOutsideBox, NearestSide, NearestSidesQuery, OutwardFromBox,
};
use super::cast::{BoxCast, FirstOf, Rigid};
use super::feature::{BoxFeature, BoxOutcome, BoxTouch};
use super::numbers::{All, BoxSurfacePoint, BoxTime, Normal, TimeAlone, world_face};
use crate::contact::answer::{Approach, ClosestPoint, Contact, Overlap, Penetration};
use crate::contact::cast::{Answered, BoundQuery, Cast, TimeDomain};
use crate::contact::obstacle::{Leaves, NearBy};
use crate::number::{
    Effort, Precision, Rational, Scaled, Surd, decide, decide_exactly, measure, measure_exactly,
    measure_rows, unrolled,
};
use crate::shape::Scalar;

impl<C: BoxCast<D>, const D: usize> FirstOf<C, D> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn of(cast: C) -> Self {
        Self { cast, domain: TimeDomain::FromStart }
    }
}

/// Returns a query about the cast itself.
fn ask<C: BoxCast<D>, Q, const D: usize>(
    scaled: &Scaled<FirstOf<C, D>>,
    question: Q,
) -> Scaled<BoundQuery<'_, C, Q>> {
    scaled.ask(|first| BoundQuery { cast: &first.cast, question })
}

impl<C: BoxCast<D>, const D: usize> Cast for FirstOf<C, D> {
    type Overlap = BoxTouch<D>;
    type Touch = BoxTouch<D>;
    type Time<'a>
        = BoundQuery<'a, C, BoxTime<D>>
    where
        Self: 'a;
    const IS_FILTERED: bool = true;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn time(scaled: &Scaled<Self>, touch: BoxTouch<D>, backwards: bool) -> Scaled<Self::Time<'_>> {
        ask(scaled, BoxTime { touch, backwards })
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn nearest_time<T: Scalar>(
        scaled: &Scaled<Self>,
        touch: BoxTouch<D>,
        effort: &mut Effort,
    ) -> T {
        let (time, []) = measure_rows::<T, _, _, 0, D>(scaled, &TimeAlone(touch), effort);
        time
    }
    #[cfg_attr(hot, inline(always))]
    fn approach(touch: &BoxTouch<D>) -> Approach {
        touch.approach
    }

    fn backwards(self) -> Self {
        Self { cast: self.cast.reversed(), domain: TimeDomain::Always }
    }
}

impl<C: BoxCast<D>, const D: usize> Answered<D> for FirstOf<C, D> {
    type Feature = BoxFeature<D>;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn contact<P: Precision>(
        scaled: &Scaled<Self>,
        touch: BoxTouch<D>,
        precision: &mut P,
    ) -> Contact<P::Number, D, BoxFeature<D>> {
        let cast = &scaled.inputs.cast;
        let BoxTouch { feature, approach, mut has_normal, .. } = touch;
        let (time, [center, mut point, mut normal]) =
            precision.measure_rows::<_, _, 3, D>(scaled, &All(touch));
        if let Some((min, max)) = cast.copied_bounds() {
            let copied = |bound: &[f64; D]| bound.map(|x| P::given(scaled.unscaled_length(x)));
            let (min, max) = (copied(min), copied(max));
            unrolled!(D, |k| point[k] =
                [&min[k], &center[k], &max[k]][feature.sides[k] as usize].clone());
        }
        if !C::HAS_UNIT_NORMAL {
            match C::told_normal(&ask(scaled, Normal(touch)), precision) {
                Some(told) => normal = told,
                None => has_normal = false,
            }
        } else if let Some((k, side)) = world_face(cast, &touch) {
            normal[k] = P::given([-1.0, 0.0, 1.0][side as usize]);
        }
        let normal = has_normal.then_some(normal);
        Contact { time, center, point, other_point: None, normal, feature, approach }
    }

    /// Returns the overlap at time zero: the centre, the box's point closest to the centre, and the
    /// unit vector from that point to the centre.
    #[cold]
    #[inline(never)]
    fn overlap<P: Precision>(
        scaled: &Scaled<Self>,
        touch: BoxTouch<D>,
        precision: &mut P,
    ) -> Overlap<P::Number, D, BoxFeature<D>> {
        let (center, _) = scaled.inputs.cast.path();
        let center = center.map(|x| P::given(scaled.unscaled_length(x)));
        let feature = touch.feature;
        if !precision.decide(&ask(scaled, IsOutsideBox(touch))) {
            return Overlap { point: center.clone(), center, normal: None, feature };
        }
        let normal = Some(precision.measure(&ask(scaled, OutwardFromBox(touch))));
        let point = precision.measure(&ask(scaled, BoxSurfacePoint(touch)));
        Overlap { center, point, normal, feature }
    }
}

impl<C: Rigid<D>, const D: usize> NearBy<D> for FirstOf<C, D> {
    fn closest_point<T: Scalar>(self) -> Option<ClosestPoint<T, D, BoxFeature<D>>> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        let touch = decide(&ask(&scaled, NearestSidesQuery), effort);
        let is_inflated = scaled.inputs.cast.reach().inflation > 0.0;
        if is_inflated && !decide(&ask(&scaled, IsOutsideBox(touch)), effort) {
            let (center, _) = scaled.inputs.cast.path();
            let point = center.map(|x| T::nearest(scaled.unscaled_length(x)));
            return Some(ClosestPoint { point, distance: T::ZERO, feature: touch.feature });
        }
        let point = measure(&ask(&scaled, BoxSurfacePoint(touch)), effort);
        let [distance] = measure(&ask(&scaled, BoxGap(touch)), effort);
        Some(ClosestPoint { point, distance, feature: touch.feature })
    }

    fn exact_distance(self) -> Option<Surd> {
        let scaled = Scaled::new(self);
        let touch = decide_exactly(&ask(&scaled, NearestSidesQuery));
        if !decide_exactly(&ask(&scaled, IsOutsideBox(touch))) {
            return Some(Surd::from(Rational::ZERO));
        }
        let [distance] = measure_exactly(&ask(&scaled, BoxGap(touch)));
        Some(distance)
    }
}

impl<C: Rigid<D>, const D: usize> Leaves<D> for FirstOf<C, D> {
    fn penetration<T: Scalar>(self) -> Option<Penetration<T, D>> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        let BoxOutcome::Overlap(mut touch) = decide(&scaled, effort) else { return None };
        let depth = if !touch.is_away() {
            touch.outside = decide(&ask(&scaled, NearestSide), effort);
            BoxDepth::Within(touch.outside)
        } else {
            BoxDepth::Beside(touch)
        };
        let direction = measure(&ask(&scaled, OutwardFromBox(touch)), effort);
        let [depth] = measure(&ask(&scaled, depth), effort);
        Some(Penetration { direction, depth })
    }
}
