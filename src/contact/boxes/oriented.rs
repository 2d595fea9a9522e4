//! Casts of a sphere at an oriented box: the frame is the frame of the box, scaled by `|q|²`.
//!
//! With the quaternion `q` of any length, `R(q)` is its rotation matrix times `|q|²`, whose entries
//! are polynomials:
//!
//! ```text
//! in its own frame     R(q)ᵀ (C − c),   R(q)ᵀ V,   |q|² e,   |q|² r                                            (7.3)
//! ```
//!
//! So the rotation `R(q) / |q|²` is exactly orthogonal for any given floats, and no sign has a
//! degree greater than four in lengths and speeds, or greater than eight in `q`.
//!
//! The box is not rotated. Instead, the centre is brought into the frame of the box by polynomials,
//! and the decision about aligned boxes applies. Three axis vectors in floats are never orthogonal,
//! and eight corners in floats span no planes. No matrix is stored: the test with a ball about the
//! box, which needs no frame, settles many misses, and the numbers of a contact need only the axes
//! of the sides beyond which the centre is.

use super::cast::FirstOf;
use super::cast::{BoxCast, Rigid};
use super::feature::{BoxFeature, BoxTouch, Side};
use super::frame::{AxisTerms, InFrame, Outside};
use crate::contact::answer::Answer;
use crate::contact::body::TotalRadius;
use crate::contact::encounter::CastEncounter;
use crate::contact::float_filter::{ObstacleMotion, run_filter};
use crate::contact::obstacle::at_rest;
use crate::contact::relative_motion::{RelativeMotion, moved};
use crate::contact::sealed::CastTarget;
use crate::contact::turn::{Quaternion, Turn, world_axis};
use crate::number::{
    Inputs, Lift, Number, Quantity, Rescale, Sign, Value, discriminant, dot, in_threes, numbers,
    part, parts, square, unrolled,
};
use crate::shape::{Moving, OrientedBox, Scalar, Sphere};
use Quantity::{Direction, Length};

/// A moving sphere that is cast at an oriented box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrientedCast<const D: usize> {
    center: [f64; D],
    reach: TotalRadius,
    /// The middle of the box, its half extents and its rotation.
    middle: [f64; D],
    half_extents: [f64; D],
    quaternion: [f64; 4],
    motion: RelativeMotion<D>,
}

impl<const D: usize> Inputs for OrientedCast<D> {
    const SELDOM: bool = true;
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        let [x, y, z, w] = self.quaternion;
        self.reach.visit(see);
        in_threes(Length, &self.center, see);
        in_threes(Length, &self.middle, see);
        in_threes(Length, &self.half_extents, see);
        self.motion.visit(see);
        see(Direction, [x, y, z]);
        see(Direction, [w; 3]);
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn suits_floats(&self) -> bool {
        self.motion.suits_floats()
    }
}

impl<const D: usize> Rescale for OrientedCast<D> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            reach: self.reach.map(change),
            middle: self.middle.map(|x| change(Length, x)),
            half_extents: self.half_extents.map(|x| change(Length, x)),
            quaternion: self.quaternion.map(|x| change(Direction, x)),
            motion: self.motion.map(change),
        }
    }
}

impl<const D: usize> OrientedCast<D> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn turn<N: Number>(&self, lift: &impl Lift<N>) -> Turn<N, D> {
        Turn::of(self.quaternion, lift)
    }

    /// Returns the vector from the middle of the box to the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn offset<N: Number>(&self, lift: &impl Lift<N>) -> [N; D] {
        numbers!(N::zero(); D, |k| lift.length_difference(self.center[k], self.middle[k]))
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn speed<N: Number>(&self, lift: &impl Lift<N>) -> [N; D] {
        numbers!(N::zero(); D, |k| self.motion.relative(lift, k))
    }

    /// For a face that is normal to an axis of the world, returns that axis, and the half extent
    /// with the sign of the face's side.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn face_across(&self, axis: usize, side: Side) -> Option<(usize, f64)> {
        let (world, side) = self.world_side(axis, side)?;
        let half = self.half_extents[axis];
        Some((world, if side == Side::Max { half } else { -half }))
    }

    /// Returns the same for a touch that is straight before a face.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn straight_before(&self, touch: &BoxTouch<D>) -> Option<(usize, f64)> {
        let (axis, side) = touch.straight()?;
        self.face_across(axis, side)
    }

    /// Implements [`BoxCast::outside`].
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn outside_of<N: Number>(
        (cast, lift, sides): (&Self, &impl Lift<N>, &BoxFeature<D>),
    ) -> Outside<N, OutsideAxes<N, D>, D> {
        let quaternion = Quaternion::of(cast.quaternion, lift);
        let scale = quaternion.scale::<D>();
        let (offset, speed) = (cast.offset(lift), cast.speed(lift));
        let none = || core::array::from_fn(|_| N::zero());
        let (mut distance, mut velocity): ([N; D], [N; D]) = (none(), none());
        let mut axes: [[N; D]; D] = core::array::from_fn(|_| none());
        for k in 0..D {
            let half = match sides.sides[k] {
                Side::Min => cast.half_extents[k],
                Side::Between => continue,
                Side::Max => -cast.half_extents[k],
            };
            let axis = quaternion.axis(k);
            distance[k] = dot(&axis, &offset).plus(&lift.length(half).times(&scale));
            velocity[k] = dot(&axis, &speed);
            axes[k] = axis;
        }
        let radius = cast.reach.lifted(lift).times(&scale);
        Outside { distance, velocity, radius, turn: OutsideAxes { axes, scale } }
    }
}

/// The axes of the sides beyond which the centre is, in coordinates of the world, times `|q|²`.
pub(crate) struct OutsideAxes<N, const D: usize> {
    axes: [[N; D]; D],
    scale: N,
}

impl<const D: usize> BoxCast<D> for OrientedCast<D> {
    // A rotated box that stands on a lattice has such numbers.
    const HAS_LEFTOVERS: bool = true;
    type Turn<N: Number> = OutsideAxes<N, D>;

    fn turned<N: Number>(&self, lift: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N) {
        let turn = self.turn(lift);
        (turn.to_world(vector, N::times, N::plus), turn.scale)
    }
    /// The test for the ball through the corners: `|D × V|² > (r + |e|)² |V|²`, with `D` from the
    /// middle to the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn misses_ball<N: Number>(&self, lift: &impl Lift<N>) -> bool {
        let (offset, speed): ([N; D], [N; D]) = (self.offset(lift), self.speed(lift));
        let half: [N; D] = numbers!(N::zero(); D, |k| lift.length(self.half_extents[k]));
        let (r, vv, ee) = (self.reach.lifted(lift), square(&speed), square(&half));
        // The discriminant contains the square of the moment with a minus sign.
        let within = discriminant(&offset, &speed, &r.squared().plus(&ee), &vv);
        let by_root = r.times(&vv).doubled();
        N::sign_with_root(&within, &by_root, &ee.root()) == Ok(Sign::Negative)
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D> {
        let turn = self.turn(lift);
        let (offset, speed) = (self.offset(lift), self.speed(lift));
        let offset = turn.to_local(&offset);
        let extent = |k: usize| lift.length(self.half_extents[k]).times(&turn.scale);
        InFrame {
            above_min: numbers!(N::zero(); D, |k| offset[k].plus(&extent(k))),
            above_max: numbers!(N::zero(); D, |k| offset[k].minus(&extent(k))),
            velocity: turn.to_local(&speed),
            radius: self.reach.lifted(lift).times(&turn.scale),
        }
    }
    /// Only the axes of the rotation that count are computed.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn outside<N: Number>(
        &self,
        lift: &impl Lift<N>,
        sides: &BoxFeature<D>,
    ) -> Outside<N, OutsideAxes<N, D>, D> {
        part!(N, Self::outside_of, (self, lift, sides))
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn world_side(&self, axis: usize, side: Side) -> Option<(usize, Side)> {
        let (axis, is_mirrored) = world_axis(self.quaternion, axis)?;
        Some((axis, if is_mirrored { side.opposite() } else { side }))
    }
    /// Mirrors the coordinates if necessary, as for an axis-aligned box.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn straight<N: Number>(
        &self,
        lift: &impl Lift<N>,
        axis: usize,
        side: Side,
    ) -> Option<AxisTerms<N>> {
        let (k, half) = self.face_across(axis, side)?;
        let up = 1f64.copysign(half);
        Some(AxisTerms {
            ahead: [
                lift.length_difference(up * self.center[k], up * self.middle[k]),
                lift.length(-half.abs()),
                self.reach.lifted(lift).negated(),
            ],
            speed: self.motion.relative_times(lift, k, -up),
        })
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn before_still_side<N: Number>(
        &self,
        lift: &impl Lift<N>,
        touch: &BoxTouch<D>,
    ) -> Option<(usize, N::Value)> {
        let (k, half) = self.straight_before(touch)?;
        if !self.motion.is_obstacle_still(k) {
            return None;
        }
        let TotalRadius { radius, inflation } = self.reach;
        let reach = lift.length_difference(radius.copysign(half), -inflation.copysign(half));
        let lengths = [lift.length(self.middle[k]), lift.length(half), reach];
        Some((k, N::Value::lifted_ratio(&lengths, &N::one())))
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn is_point(&self) -> bool {
        self.reach.is_zero()
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn path(&self) -> (&[f64; D], &RelativeMotion<D>) {
        (&self.center, &self.motion)
    }
    fn reach(&self) -> TotalRadius {
        self.reach
    }
    fn reversed(self) -> Self {
        Self { motion: self.motion.reversed(), ..self }
    }

    /// Returns the centre minus the vector from the box to the centre. At a contact this vector is
    /// `r` times the normal, otherwise `R(q) W / |q|⁴`. Along an axis of the world that is also an
    /// axis of the box, the result is the coordinate of the bound, or of the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        normal: Option<&[N::Value; D]>,
        t: &N::Value,
        center: &[N::Value; D],
        touch: &BoxTouch<D>,
    ) -> [N::Value; D] {
        let mut point = center.clone();
        if touch.is_point || self.straight_before(touch).is_some() {
            // Each coordinate is a coordinate of the centre, or is set below.
        } else if let Some(normal) = normal {
            let reach = self.reach.lifted(lift);
            unrolled!(D, |k| point[k] = center[k].minus(&normal[k].times(&reach)));
        } else {
            let outside = self.outside(lift, &touch.outside);
            let divisor = outside.turn.scale.squared();
            let away = world(&outside, &touch.outside, t);
            unrolled!(D, |k| point[k] = center[k].minus(&away[k].over(&divisor)));
        }
        for axis in 0..D {
            let side = touch.outside.sides[axis];
            let Some((k, half)) = self.face_across(axis, side) else { continue };
            if side == Side::Between {
                point[k] = center[k].clone();
                continue;
            }
            let bound = lift.length_difference(self.middle[k], -half);
            point[k] = moved(lift, t, &bound, self.motion.of_obstacle(k), N::Value::lifted);
        }
        point
    }

    /// Returns `R(q) W / (|q|⁴ r)`; over a face, a column of the rotation.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn normal<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: &Outside<N, OutsideAxes<N, D>, D>,
        t: &N::Value,
        touch: &BoxTouch<D>,
    ) -> [N::Value; D] {
        let scale = &outside.turn.scale;
        if let Some((k, side)) = touch.face() {
            let axis = if touch.is_point {
                Quaternion::of(self.quaternion, lift).axis(k)
            } else {
                outside.turn.axes[k].clone()
            };
            return numbers!(N::Value::rational(&N::zero()); D, |j| {
                let x = if side == Side::Min { axis[j].negated() } else { axis[j].clone() };
                N::Value::rational(&x).over(scale)
            });
        }
        let away = world(outside, &touch.outside, t);
        let divisor = outside.radius.times(scale);
        numbers!(N::Value::rational(&N::zero()); D, |k| away[k].over(&divisor))
    }
}

parts! {
    /// Returns `R(q) W`: the vector from the box to the centre at time `t`, in coordinates of the
    /// world, times `|q|⁴`.
    fn world<N: Number, const D: usize>(
        outside: &Outside<N, OutsideAxes<N, D>, D>,
        sides: &BoxFeature<D>,
        t: &N::Value,
    ) -> [N::Value; D] {
        let mut sum: [N::Value; D] = core::array::from_fn(|_| N::Value::rational(&N::zero()));
        let mut is_first = true;
        for k in 0..D {
            if sides.sides[k] == Side::Between {
                continue;
            }
            let along = t.along(&outside.distance[k], &outside.velocity[k]);
            unrolled!(D, |j| {
                let term = along.times(&outside.turn.axes[k][j]);
                sum[j] = if is_first { term } else { sum[j].plus(&term) };
            });
            is_first = false;
        }
        sum
    }
}

impl<const D: usize> Rigid<D> for OrientedCast<D> {
    fn scale<N: Number>(&self, lift: &impl Lift<N>) -> N {
        self.turn(lift).scale
    }
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn cast<T: Scalar, const D: usize>(
    ball: &Moving<Sphere<T, D>>,
    target: &Moving<OrientedBox<T, D>>,
) -> OrientedCast<D> {
    let shape = target.shape();
    OrientedCast {
        center: ball.shape().center().map(Scalar::widen),
        reach: TotalRadius::of(ball),
        middle: shape.center().map(Scalar::widen),
        half_extents: shape.half_extents().map(Scalar::widen),
        quaternion: shape.rotation().in_space().map(Scalar::widen),
        motion: RelativeMotion::of(ball, target),
    }
}

impl<T: Scalar, const D: usize> CastTarget<T, D, Sphere<T, D>> for OrientedBox<T, D> {
    type Encounter<'a> = CastEncounter<FirstOf<OrientedCast<D>, D>>;

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

at_rest!(OrientedBox<T, D>, {const D: usize}, D, |sphere, target| {
    FirstOf::of(cast(sphere, &Moving::still(*target)))
});

#[cfg(test)]
impl<const D: usize> OrientedCast<D> {
    /// Returns another cast with some of the same numbers.
    pub(super) fn turned(
        cast: &super::aligned::AlignedCast<D>,
        random: &mut crate::random::Random,
    ) -> Self {
        let super::aligned::AlignedCast { center, reach, target, motion } = *cast;
        let half_extents = target.max.map(f64::abs);
        let [x, y, z] = random.integers(-3, 3);
        let [x, y] = if D == 2 { [0.0; 2] } else { [x, y] };
        let quaternion = [x, y, z, random.integer(1, 3)];
        Self { center, reach, middle: target.min, half_extents, quaternion, motion }
    }
}
