//! Casts of a sphere at an axis-aligned box: the frame is the world.

use super::cast::FirstOf;
use super::cast::{BoxCast, Rigid, outward};
use super::feature::{BoxFeature, BoxTouch, Side};
use super::frame::{AxisTerms, InFrame, MirroredAxes, Outside, moved};
use crate::contact::answer::Answer;
use crate::contact::body::TotalRadius;
use crate::contact::encounter::CastEncounter;
use crate::contact::float_filter::{ObstacleMotion, run_filter};
use crate::contact::obstacle::at_rest;
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::CastTarget;
use crate::number::{Inputs, Lift, Number, Quantity, Rescale, Unsure, Value, in_threes, numbers};
use crate::shape::{AlignedBox, Moving, Scalar, Sphere};
use Quantity::Length;

/// A moving sphere that is cast at an axis-aligned box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlignedCast<const D: usize> {
    pub(super) center: [f64; D],
    pub(super) reach: TotalRadius,
    pub(super) target: BoxCorners<D>,
    pub(super) motion: RelativeMotion<D>,
}

/// The corners of an axis-aligned box.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxCorners<const D: usize> {
    pub(super) min: [f64; D],
    pub(super) max: [f64; D],
}

impl<const D: usize> BoxCorners<D> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn of<T: Scalar>(target: &Moving<AlignedBox<T, D>>) -> Self {
        Self {
            min: target.shape().min().map(Scalar::widen),
            max: target.shape().max().map(Scalar::widen),
        }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        in_threes(Length, &self.min, see);
        in_threes(Length, &self.max, see);
    }

    pub(super) fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self { min: self.min.map(|x| change(Length, x)), max: self.max.map(|x| change(Length, x)) }
    }

    /// Returns the bounds, if the box is at rest.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn copied(&self, motion: &RelativeMotion<D>) -> Option<(&[f64; D], &[f64; D])> {
        motion.is_obstacle_at_rest().then_some((&self.min, &self.max))
    }

    /// Returns the contact point: on each axis the coordinate of a bound, or of the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        motion: &RelativeMotion<D>,
        t: &N::Value,
        feature: &BoxFeature<D>,
        center: &[N::Value; D],
    ) -> [N::Value; D] {
        core::array::from_fn(|k| match feature.sides[k] {
            Side::Min => moved(lift, t, self.min[k], motion.of_obstacle(k)),
            Side::Between => center[k].clone(),
            Side::Max => moved(lift, t, self.max[k], motion.of_obstacle(k)),
        })
    }
}

impl<const D: usize> Inputs for AlignedCast<D> {
    const SELDOM: bool = true;
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.reach.visit(see);
        in_threes(Length, &self.center, see);
        self.target.visit(see);
        self.motion.visit(see);
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn suits_floats(&self) -> bool {
        self.motion.suits_floats()
    }
}

impl<const D: usize> Rescale for AlignedCast<D> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            reach: self.reach.map(change),
            target: self.target.map(change),
            motion: self.motion.map(change),
        }
    }
}

impl<const D: usize> BoxCast<D> for AlignedCast<D> {
    type Turn<N: Number> = ();

    fn turned<N: Number>(&self, _: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N) {
        (vector.clone(), N::one())
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D> {
        let Self { center, target: BoxCorners { min, max }, motion, .. } = self;
        InFrame {
            above_min: core::array::from_fn(|k| lift.length_difference(center[k], min[k])),
            above_max: core::array::from_fn(|k| lift.length_difference(center[k], max[k])),
            velocity: core::array::from_fn(|k| motion.relative(lift, k)),
            radius: self.reach.lifted(lift),
        }
    }
    /// On an axis on which the centre is within the bounds, the distance and the velocity are zero.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn outside<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> Outside<N, (), D> {
        let Self { center, target: BoxCorners { min, max }, motion, .. } = self;
        let of = |k: usize, each: [&[f64; D]; 3]| each.map(|x| x[k])[sides.sides[k] as usize];
        Outside {
            distance: numbers!(N::zero(); D, |k| {
                lift.length_difference(center[k], of(k, [min, center, max]))
            }),
            velocity: numbers!(N::zero(); D, |k| {
                motion.relative_times(lift, k, [1.0, 0.0, 1.0][sides.sides[k] as usize])
            }),
            radius: self.reach.lifted(lift),
            turn: (),
        }
    }
    /// Mirrors the coordinates if necessary, so that the side is ahead of the centre. On the whole
    /// line of time the side may be behind the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn straight<N: Number>(
        &self,
        lift: &impl Lift<N>,
        k: usize,
        side: Side,
    ) -> Option<AxisTerms<N>> {
        let Self { center, target: BoxCorners { min, max }, motion, .. } = self;
        let (bound, up) = [(min, 1.0), (center, 0.0), (max, -1.0)][side as usize];
        Some(AxisTerms {
            ahead: [
                lift.length_difference(up * bound[k], up * center[k]),
                lift.length(-self.reach.radius),
                lift.length(-self.reach.inflation),
            ],
            speed: motion.relative_times(lift, k, up),
        })
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn world_side(&self, axis: usize, side: Side) -> Option<(usize, Side)> {
        Some((axis, side))
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn is_point(&self) -> bool {
        self.reach.is_zero()
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn path(&self) -> (&[f64; D], &RelativeMotion<D>) {
        (&self.center, &self.motion)
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn before_still_side<N: Number>(
        &self,
        lift: &impl Lift<N>,
        touch: &BoxTouch<D>,
    ) -> Option<(usize, N::Value)> {
        let Self { center, reach, target, motion } = self;
        let (axis, side) = touch.straight()?;
        if !motion.is_obstacle_still(axis) {
            return None;
        }
        let bound = [&target.min, center, &target.max][side as usize][axis];
        let back = |r: f64| -r.copysign(motion.rounded(axis));
        let surface = lift.length_difference(bound, -back(reach.radius));
        Some((axis, reach.beyond(lift, surface, back)))
    }

    /// The order of floats is certain, so the axes are as well.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn axes<N: Number>(
        &self,
        _: &InFrame<N, D>,
        lift: &impl Lift<N>,
    ) -> Result<MirroredAxes<N, D>, Unsure> {
        let Self { center, target: BoxCorners { min, max }, motion, .. } = self;
        // Only signs change. There is no branch, because the signs cannot be predicted.
        let sign: [f64; D] = core::array::from_fn(|k| 1f64.copysign(motion.rounded(k)));
        let up = |k: usize, x: f64| x * sign[k];
        let at: [f64; D] = core::array::from_fn(|k| up(k, center[k]));
        let bounds: [(f64, f64); D] = core::array::from_fn(|k| (up(k, min[k]), up(k, max[k])));
        let low = bounds.map(|(a, b)| if a < b { a } else { b });
        let high = bounds.map(|(a, b)| if a > b { a } else { b });
        Ok(MirroredAxes {
            speed: core::array::from_fn(|k| motion.relative_times(lift, k, sign[k])),
            near: core::array::from_fn(|k| lift.length_difference(low[k], at[k])),
            far: core::array::from_fn(|k| lift.length_difference(high[k], at[k])),
            mirrored: sign.map(|sign| sign < 0.0),
            still: core::array::from_fn(|k| motion.rounded(k) == 0.0),
        })
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn copied_bounds(&self) -> Option<(&[f64; D], &[f64; D])> {
        self.target.copied(&self.motion).filter(|_| self.reach.inflation == 0.0)
    }
    fn reach(&self) -> TotalRadius {
        self.reach
    }
    fn reversed(self) -> Self {
        Self { motion: self.motion.reversed(), ..self }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        _: Option<&[N::Value; D]>,
        t: &N::Value,
        center: &[N::Value; D],
        touch: &BoxTouch<D>,
    ) -> [N::Value; D] {
        self.target.point(lift, &self.motion, t, &touch.feature, center)
    }

    /// Returns `(Dₖ + t Vₖ) / r`, which over a face is one or minus one. A point has the normal of
    /// the face that contains it.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn normal<N: Number>(
        &self,
        _: &impl Lift<N>,
        outside: &Outside<N, (), D>,
        t: &N::Value,
        touch: &BoxTouch<D>,
    ) -> [N::Value; D] {
        if let Some((axis, side)) = touch.face() {
            return outward(axis, side).map(|x| N::Value::lifted(&x));
        }
        let away = outside.away(t);
        numbers!(N::Value::rational(&N::zero()); D, |k| away[k].over(&outside.radius))
    }
}

impl<const D: usize> Rigid<D> for AlignedCast<D> {
    fn scale<N: Number>(&self, _: &impl Lift<N>) -> N {
        N::one()
    }
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn cast<T: Scalar, const D: usize>(
    ball: &Moving<Sphere<T, D>>,
    target: &Moving<AlignedBox<T, D>>,
) -> AlignedCast<D> {
    AlignedCast {
        center: ball.shape().center().map(Scalar::widen),
        reach: TotalRadius::of(ball),
        target: BoxCorners::of(target),
        motion: RelativeMotion::of(ball, target),
    }
}

impl<T: Scalar, const D: usize> CastTarget<T, D, Sphere<T, D>> for AlignedBox<T, D> {
    type Encounter<'a> = CastEncounter<FirstOf<AlignedCast<D>, D>>;

    #[cfg_attr(hot, inline(always))]
    fn encounter<'a>(
        ball: &'a Moving<Sphere<T, D>>,
        target: &'a Moving<Self>,
    ) -> Self::Encounter<'a> {
        CastEncounter::new(ball, target, |ball| FirstOf::of(cast(ball, target)))
    }
    #[cfg_attr(hot, inline(always))]
    fn with_float_filter<R>(
        &self,
        ball: &Moving<Sphere<T, D>>,
        way: impl ObstacleMotion<Sphere<T, D>>,
        tell: impl FnOnce(Answer<T, D, BoxFeature<D>>) -> Option<R>,
        decide: impl FnOnce() -> R,
    ) -> R {
        run_filter(ball, self, way, tell, decide)
    }
}
at_rest!(AlignedBox<T, D>, {const D: usize}, D, |sphere, target| {
    FirstOf::of(cast(sphere, &Moving::still(*target)))
});
