//! A sphere on its way to a box along the axes: the frame is the world.

use super::cast::{BoxCast, InFrame, Outside, Rigid, Straight, in_threes, moved, outward};
use super::{Axes, BoxFeature, Side, Touch, When, obstacle, static_target};
use crate::number::{Inputs, Lift, Number, Quantity, Unsure, Value, numbers, unrolled};
use crate::shape::{AlignedBox, Moving, Scalar, Sphere};
use Quantity::{Length, Speed};

/// A moving sphere, and a box along the axes that it may meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlignedCast<const D: usize> {
    pub(super) center: [f64; D],
    pub(super) radius: f64,
    pub(super) velocity: [f64; D],
    pub(super) target: Bounds<D>,
}

/// A box along the axes, and its velocity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds<const D: usize> {
    pub(super) min: [f64; D],
    pub(super) max: [f64; D],
    pub(super) obstacle_velocity: [f64; D],
}

impl<const D: usize> Bounds<D> {
    pub(super) fn of<T: Scalar>(target: &Moving<AlignedBox<T, D>>) -> Self {
        Self {
            min: target.shape().min().map(Scalar::widen),
            max: target.shape().max().map(Scalar::widen),
            obstacle_velocity: target.velocity().map(Scalar::widen),
        }
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(super) fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        in_threes(Length, &self.min, see);
        in_threes(Length, &self.max, see);
        in_threes(Speed, &self.obstacle_velocity, see);
    }

    pub(super) fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            min: self.min.map(|x| change(Length, x)),
            max: self.max.map(|x| change(Length, x)),
            obstacle_velocity: self.obstacle_velocity.map(|x| change(Speed, x)),
        }
    }

    pub(super) fn reversed(self) -> Self {
        Self { obstacle_velocity: self.obstacle_velocity.map(|x| -x), ..self }
    }

    /// The bounds, if they stand still.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(super) fn copied(&self) -> Option<(&[f64; D], &[f64; D])> {
        let moves = self.obstacle_velocity.iter().fold(false, |any, &v| any | (v != 0.0));
        (!moves).then_some((&self.min, &self.max))
    }

    /// The touched point: on each axis the bound, or what the centre has.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(super) fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        t: &N::Value,
        feature: &BoxFeature<D>,
        center: &[N::Value; D],
    ) -> [N::Value; D] {
        core::array::from_fn(|k| match feature.sides[k] {
            Side::Min => moved(lift, t, self.min[k], self.obstacle_velocity[k]),
            Side::Between => center[k].clone(),
            Side::Max => moved(lift, t, self.max[k], self.obstacle_velocity[k]),
        })
    }
}

impl<const D: usize> Inputs for AlignedCast<D> {
    const SELDOM: bool = true;
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Length, [self.radius; 3]);
        in_threes(Length, &self.center, see);
        in_threes(Speed, &self.velocity, see);
        self.target.visit(see);
    }

    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            radius: change(Length, self.radius),
            velocity: self.velocity.map(|x| change(Speed, x)),
            target: self.target.map(change),
        }
    }
}

impl<const D: usize> BoxCast<D> for AlignedCast<D> {
    fn turned<N: Number>(&self, _: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N) {
        (vector.clone(), N::one())
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D> {
        let Self { center, velocity, target: Bounds { min, max, obstacle_velocity }, .. } = self;
        InFrame {
            above_min: core::array::from_fn(|k| lift.length_difference(center[k], min[k])),
            above_max: core::array::from_fn(|k| lift.length_difference(center[k], max[k])),
            velocity: core::array::from_fn(|k| {
                lift.speed_difference(velocity[k], obstacle_velocity[k])
            }),
            radius: lift.length(self.radius),
        }
    }
    /// Where the centre is within the bounds, what counts is its own place and velocity.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn outside<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> Outside<N, D> {
        let Self { center, velocity, target: Bounds { min, max, obstacle_velocity }, .. } = self;
        let of = |k: usize, each: [&[f64; D]; 3]| each.map(|x| x[k])[sides.sides[k] as usize];
        Outside {
            distance: numbers!(N::zero(); D, |k| {
                lift.length_difference(center[k], of(k, [min, center, max]))
            }),
            velocity: numbers!(N::zero(); D, |k| {
                lift.speed_difference(velocity[k], of(k, [obstacle_velocity, velocity, obstacle_velocity]))
            }),
            radius: lift.length(self.radius),
        }
    }
    /// The two are mirrored if need be, so that the side lies ahead of the centre; on the whole line of time it may be behind.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn straight<N: Number>(
        &self,
        lift: &impl Lift<N>,
        k: usize,
        side: Side,
    ) -> Option<Straight<N>> {
        let Self { center, velocity, target: Bounds { min, max, obstacle_velocity }, .. } = self;
        let (bound, up) = [(min, 1.0), (center, 0.0), (max, -1.0)][side as usize];
        Some(Straight {
            ahead: [
                lift.length_difference(up * bound[k], up * center[k]),
                lift.length(-self.radius),
                N::zero(),
            ],
            speed: lift.speed_difference(up * velocity[k], up * obstacle_velocity[k]),
        })
    }
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn world_side(&self, axis: usize, side: Side) -> Option<(usize, Side)> {
        Some((axis, side))
    }
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn is_point(&self) -> bool {
        self.radius == 0.0
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn path(&self) -> (&[f64; D], &[f64; D]) {
        (&self.center, &self.velocity)
    }

    /// Straight before a side that stands still it is the radius away from it.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn center<N: Number>(
        &self,
        lift: &impl Lift<N>,
        t: &N::Value,
        touch: &Touch<D>,
    ) -> [N::Value; D] {
        let Self { center, velocity, radius, target } = self;
        let mut at_t = numbers!(N::Value::rational(&N::zero()); D, |k| {
            moved(lift, t, center[k], velocity[k])
        });
        if touch.when != When::Start
            && let Some((axis, side)) = touch.straight()
            && target.obstacle_velocity[axis] == 0.0
        {
            let bound = [&target.min, center, &target.max][side as usize][axis];
            let r = radius.copysign(velocity[axis]);
            let before = N::Value::lifted(&lift.length_difference(bound, r));
            // Looked up, not written to where the axis says, so that the others can stay in registers.
            unrolled!(D, |k| {
                at_t[k] = [at_t[k].clone(), before.clone()][usize::from(k == axis)].clone();
            });
        }
        at_t
    }

    /// The order of floats is known for certain.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn axes<N: Number>(
        &self,
        _: &InFrame<N, D>,
        lift: &impl Lift<N>,
    ) -> Result<Axes<N, D>, Unsure> {
        let Self { center, velocity, target: Bounds { min, max, obstacle_velocity }, .. } = self;
        // Only signs are changed, and by no branch, as they cannot be foreseen.
        let sign: [f64; D] =
            core::array::from_fn(|k| 1f64.copysign(velocity[k] - obstacle_velocity[k]));
        let up = |k: usize, x: f64| x * sign[k];
        let at: [f64; D] = core::array::from_fn(|k| up(k, center[k]));
        let bounds: [(f64, f64); D] = core::array::from_fn(|k| (up(k, min[k]), up(k, max[k])));
        let low = bounds.map(|(a, b)| if a < b { a } else { b });
        let high = bounds.map(|(a, b)| if a > b { a } else { b });
        Ok(Axes {
            speed: core::array::from_fn(|k| {
                lift.speed_difference(up(k, velocity[k]), up(k, obstacle_velocity[k]))
            }),
            near: core::array::from_fn(|k| lift.length_difference(low[k], at[k])),
            far: core::array::from_fn(|k| lift.length_difference(high[k], at[k])),
            mirrored: sign.map(|sign| sign < 0.0),
            still: core::array::from_fn(|k| velocity[k] == obstacle_velocity[k]),
        })
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn copied_bounds(&self) -> Option<(&[f64; D], &[f64; D])> {
        self.target.copied()
    }
    fn reversed(self) -> Self {
        let target = self.target.reversed();
        Self { velocity: self.velocity.map(|x| -x), target, ..self }
    }

    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        _: Option<&Outside<N, D>>,
        t: &N::Value,
        center: &[N::Value; D],
        touch: &Touch<D>,
    ) -> [N::Value; D] {
        self.target.point(lift, t, &touch.feature, center)
    }

    /// `(Dₖ + t Vₖ) / r`, which over a face is one or minus one. A point has the normal of the face that it is on.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn normal<N: Number>(
        &self,
        _: &impl Lift<N>,
        outside: &Outside<N, D>,
        t: &N::Value,
        touch: &Touch<D>,
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

fn cast<T: Scalar, const D: usize>(
    ball: &Moving<Sphere<T, D>>,
    target: &Moving<AlignedBox<T, D>>,
) -> AlignedCast<D> {
    AlignedCast {
        center: ball.shape().center().map(Scalar::widen),
        radius: ball.shape().radius().widen(),
        velocity: ball.velocity().map(Scalar::widen),
        target: Bounds::of(target),
    }
}

obstacle!(Sphere<T, D>, AlignedBox<T, D>, {const D: usize}, D);
static_target!(AlignedBox<T, D>, {const D: usize}, D);
