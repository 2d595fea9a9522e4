//! What a box answers.

use super::at_rest::{Depth, Gap, IsOutside, Nearest, NearestSide, Outward};
use super::cast::{BoxCast, FirstOf, Rigid};
use super::feature::{BoxFeature, Meeting, Touch};
use super::numbers::{
    All, Center, Normal, SurfacePoint, Time, TimeAlone, TouchedPoint, world_face,
};
use crate::contact::answer::{Approach, ClosestPoint, Contact, ExactAnswer, Overlap, Penetration};
use crate::contact::cast::{Answered, Asked, Cast, TimeDomain};
use crate::contact::obstacle::{Leaves, NearBy};
use crate::number::{
    Effort, Rational, Scaled, Surd, decide, decide_exactly, measure, measure_exactly, measure_rows,
    unrolled,
};
use crate::shape::Scalar;

impl<C: BoxCast<D>, const D: usize> FirstOf<C, D> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn of(cast: C) -> Self {
        Self { cast, domain: TimeDomain::FromStart }
    }
}

/// Asks a question about the cast itself.
fn ask<C: BoxCast<D>, Q, const D: usize>(
    scaled: &Scaled<FirstOf<C, D>>,
    question: Q,
) -> Scaled<Asked<'_, C, Q>> {
    scaled.ask(|first| Asked { cast: &first.cast, question })
}

impl<C: BoxCast<D>, const D: usize> Cast for FirstOf<C, D> {
    type Overlap = Touch<D>;
    type Touch = Touch<D>;
    type Time<'a>
        = Asked<'a, C, Time<D>>
    where
        Self: 'a;
    const IS_FILTERED: bool = true;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn time(scaled: &Scaled<Self>, touch: Touch<D>, backwards: bool) -> Scaled<Self::Time<'_>> {
        ask(scaled, Time { touch, backwards })
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn nearest_time<T: Scalar>(scaled: &Scaled<Self>, touch: Touch<D>, effort: &mut Effort) -> T {
        let (time, []) = measure_rows::<T, _, _, 0, D>(scaled, &TimeAlone(touch), effort);
        time
    }
    #[cfg_attr(hot, inline(always))]
    fn approach(touch: &Touch<D>) -> Approach {
        touch.approach
    }

    fn backwards(self) -> Self {
        Self { cast: self.cast.reversed(), domain: TimeDomain::Always }
    }
}

impl<C: BoxCast<D>, const D: usize> Answered<D> for FirstOf<C, D> {
    type Feature = BoxFeature<D>;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn contact<T: Scalar>(
        scaled: &Scaled<Self>,
        touch: Touch<D>,
        effort: &mut Effort,
    ) -> Contact<T, D, BoxFeature<D>> {
        let cast = &scaled.inputs.cast;
        let Touch { feature, approach, has_normal, .. } = touch;
        let (time, [center, mut point, mut normal]) =
            measure_rows::<T, _, _, 3, D>(scaled, &All(touch), effort);
        if let Some((min, max)) = cast.copied_bounds() {
            let copied = |bound: &[f64; D]| bound.map(|x| T::nearest(scaled.unscaled_length(x)));
            let (min, max) = (copied(min), copied(max));
            unrolled!(D, |k| point[k] = [min[k], center[k], max[k]][feature.sides[k] as usize]);
        }
        if !C::HAS_UNIT_NORMAL {
            normal = C::rounded_normal(&ask(scaled, Normal(touch)), effort);
        } else if let Some((k, side)) = world_face(cast, &touch) {
            normal[k] = [T::nearest(-1.0), T::ZERO, T::ONE][side as usize];
        }
        let normal = has_normal.then_some(normal);
        Contact { time, center, point, other_point: None, normal, feature, approach }
    }

    /// The centre, the box's point closest to it and the way between them, at time zero.
    #[cold]
    #[inline(never)]
    fn overlap<T: Scalar>(
        scaled: &Scaled<Self>,
        touch: Touch<D>,
        effort: &mut Effort,
    ) -> Overlap<T, D, BoxFeature<D>> {
        let center = measure(&ask(scaled, Center(touch)), effort);
        let (point, normal) = if decide(&ask(scaled, IsOutside(touch)), effort) {
            let normal = measure(&ask(scaled, Outward(touch)), effort);
            (measure(&ask(scaled, SurfacePoint(touch)), effort), Some(normal))
        } else {
            (center, None)
        };
        Overlap { center, point, normal, feature: touch.feature }
    }

    fn exact_contact(scaled: &Scaled<Self>, touch: Touch<D>) -> ExactAnswer<D, BoxFeature<D>> {
        let [time] = measure_exactly(&Self::time(scaled, touch, false));
        let has_normal = touch.has_normal && C::HAS_UNIT_NORMAL;
        ExactAnswer::Contact(Contact {
            time,
            center: measure_exactly(&ask(scaled, Center(touch))),
            point: measure_exactly(&ask(scaled, TouchedPoint(touch))),
            other_point: None,
            normal: has_normal.then(|| measure_exactly(&ask(scaled, Normal(touch)))),
            feature: touch.feature,
            approach: touch.approach,
        })
    }

    fn exact_overlap(scaled: &Scaled<Self>, touch: Touch<D>) -> ExactAnswer<D, BoxFeature<D>> {
        let center = measure_exactly(&ask(scaled, Center(touch)));
        let feature = touch.feature;
        if !decide_exactly(&ask(scaled, IsOutside(touch))) {
            return ExactAnswer::Overlap(Overlap {
                point: center.clone(),
                center,
                normal: None,
                feature,
            });
        }
        let point = measure_exactly(&ask(scaled, SurfacePoint(touch)));
        let normal = Some(measure_exactly(&ask(scaled, Outward(touch))));
        ExactAnswer::Overlap(Overlap { center, point, normal, feature })
    }
}

impl<C: Rigid<D>, const D: usize> NearBy<D> for FirstOf<C, D> {
    type Feature = BoxFeature<D>;

    fn closest_point<T: Scalar>(self) -> Option<ClosestPoint<T, D, BoxFeature<D>>> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        let touch = decide(&ask(&scaled, Nearest), effort);
        let is_rounded = scaled.inputs.cast.reach().rounding > 0.0;
        if is_rounded && !decide(&ask(&scaled, IsOutside(touch)), effort) {
            let center = measure(&ask(&scaled, Center(touch)), effort);
            let feature = touch.feature;
            return Some(ClosestPoint { point: center, distance: T::ZERO, feature });
        }
        let point = measure(&ask(&scaled, SurfacePoint(touch)), effort);
        let [distance] = measure(&ask(&scaled, Gap(touch)), effort);
        Some(ClosestPoint { point, distance, feature: touch.feature })
    }

    fn exact_distance(self) -> Option<Surd> {
        let scaled = Scaled::new(self);
        let touch = decide_exactly(&ask(&scaled, Nearest));
        if !decide_exactly(&ask(&scaled, IsOutside(touch))) {
            return Some(Surd::from(Rational::ZERO));
        }
        let [distance] = measure_exactly(&ask(&scaled, Gap(touch)));
        Some(distance)
    }
}

impl<C: Rigid<D>, const D: usize> Leaves<D> for FirstOf<C, D> {
    fn penetration<T: Scalar>(self) -> Option<Penetration<T, D>> {
        let effort = &mut Effort::default();
        let scaled = Scaled::new(self);
        let Meeting::Overlap(mut touch) = decide(&scaled, effort) else { return None };
        let depth = if !touch.is_away() {
            touch.outside = decide(&ask(&scaled, NearestSide), effort);
            Depth::Within(touch.outside)
        } else {
            Depth::Beside(touch)
        };
        let direction = measure(&ask(&scaled, Outward(touch)), effort);
        let [depth] = measure(&ask(&scaled, depth), effort);
        Some(Penetration { direction, depth })
    }
}
