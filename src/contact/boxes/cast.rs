//! The inputs of a cast of a round body at a box: their coordinates in the frame of the box, and
//! the way back into the world.

use super::feature::{BoxFeature, BoxTouch, Side};
use super::frame::{AxisTerms, InFrame, MirroredAxes, Outside, moved};
use crate::contact::body::TotalRadius;
use crate::contact::cast::{TimeDomain, TimeEquation};
use crate::contact::relative_motion::RelativeMotion;
use crate::number::{
    Inputs, Lift, Measure, Number, Precision, Quantity, Range, Rescale, Scaled, Unsure, Value,
    numbers, unrolled,
};

/// A moving round body and a box that is parallel to the axes of some frame, in which the body is a
/// ball.
pub(crate) trait BoxCast<const D: usize>: Rescale + Copy {
    /// Whether the measured normal has the length one.
    const HAS_UNIT_NORMAL: bool = true;
    /// Whether the first kind of number leaves numbers of everyday casts open in single precision.
    const HAS_LEFTOVERS: bool = false;
    /// The parts of the frame's rotation that the numbers of a touch need.
    type Turn<N: Number>;
    /// Returns whether the line of the path certainly misses a ball about the box that is inflated
    /// by `r`. Casts that cannot decide this without the frame return `false`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn misses_ball<N: Number>(&self, _: &impl Lift<N>) -> bool {
        false
    }
    /// Returns the coordinates in the frame of the box.
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D>;
    /// Returns the coordinates that count if the centre is outside of the given sides of the box.
    fn outside<N: Number>(
        &self,
        lift: &impl Lift<N>,
        sides: &BoxFeature<D>,
    ) -> Outside<N, Self::Turn<N>, D>;
    /// Returns these coordinates for a single side whose axis is an axis of the world. The normal
    /// is then this axis, and no other axis is needed.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn straight<N: Number>(&self, _: &impl Lift<N>, _: usize, _: Side) -> Option<AxisTerms<N>> {
        None
    }
    /// Returns the axis of the world to which a face is normal, if there is one, and the direction
    /// of the face's outward normal along it.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn world_side(&self, _: usize, _: Side) -> Option<(usize, Side)> {
        None
    }
    /// Returns the vector from the closest point of the box to the centre at time zero, along the
    /// axes of the frame. For an ellipsoid this vector is not stretched.
    fn away_at_rest<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> [N; D] {
        self.outside(lift, sides).distance
    }
    /// Returns a vector of the frame in coordinates of the world, and the factor by which the
    /// conversion has scaled it.
    fn turned<N: Number>(&self, lift: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N);
    /// Returns whether the total radius is zero.
    fn is_point(&self) -> bool;
    /// Returns the total radius of a ball; zero for an ellipsoid, which is never cast at an
    /// inflated obstacle.
    fn reach(&self) -> TotalRadius;
    /// Returns the centre of the body, and the motions of body and box, in the world.
    fn path(&self) -> (&[f64; D], &RelativeMotion<D>);
    /// Returns the centre of the body in the world, at time `t`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn center<N: Number>(
        &self,
        lift: &impl Lift<N>,
        t: &N::Value,
        touch: &BoxTouch<D>,
    ) -> [N::Value; D] {
        let (center, motion) = self.path();
        let mut at_t = numbers!(N::Value::rational(&N::zero()); D, |k| {
            moved(lift, t, center[k], motion.of_mover(k))
        });
        if touch.when != TimeEquation::Start
            && let Some((axis, before)) = self.before_still_side(lift, touch)
        {
            // The number is selected and not written to the index of the axis, so that the other
            // numbers can stay in registers.
            unrolled!(D, |k| {
                at_t[k] = [at_t[k].clone(), before.clone()][usize::from(k == axis)].clone();
            });
        }
        at_t
    }
    /// For a touch straight before a side that is at rest and normal to an axis of the world,
    /// returns that axis and the coordinate of the centre, which is the radius away from the side.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn before_still_side<N: Number>(
        &self,
        _: &impl Lift<N>,
        _: &BoxTouch<D>,
    ) -> Option<(usize, N::Value)> {
        None
    }
    /// Returns the axes of the frame, each in the direction in which the centre moves.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn axes<N: Number>(
        &self,
        frame: &InFrame<N, D>,
        _: &impl Lift<N>,
    ) -> Result<MirroredAxes<N, D>, Unsure> {
        MirroredAxes::new(frame)
    }
    /// Returns the least and the greatest corner of a box that is parallel to the axes of the
    /// world, at rest and not inflated. For such a box each coordinate of a contact point is a copy
    /// of a coordinate of a corner or of the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn copied_bounds(&self) -> Option<(&[f64; D], &[f64; D])> {
        None
    }
    /// Returns the same cast run backwards.
    fn reversed(self) -> Self;
    /// Returns the contact point on the box in the world, at time `t`; `normal` is the normal of
    /// the contact if it is already computed.
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        normal: Option<&[N::Value; D]>,
        t: &N::Value,
        center: &[N::Value; D],
        touch: &BoxTouch<D>,
    ) -> [N::Value; D];
    /// Returns the normal in the world, at time `t`.
    fn normal<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: &Outside<N, Self::Turn<N>, D>,
        t: &N::Value,
        touch: &BoxTouch<D>,
    ) -> [N::Value; D];
    /// Returns the rounded normal.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn told_normal<P: Precision, M: Measure<D>>(
        normal: &Scaled<M>,
        precision: &mut P,
    ) -> Option<[P::Number; D]> {
        Some(precision.measure_here(normal))
    }
}

/// A cast whose frame is the world, translated, rotated and scaled.
pub(super) trait Rigid<const D: usize>: BoxCast<D> {
    /// Returns the scale of the frame: the factor of all lengths in it.
    fn scale<N: Number>(&self, lift: &impl Lift<N>) -> N;
}

/// Returns the outward unit vector of a face along its axis.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(super) fn outward<N: Number, const D: usize>(face: usize, side: Side) -> [N; D] {
    core::array::from_fn(|k| match side {
        Side::Min if k == face => N::one().negated(),
        Side::Max if k == face => N::one(),
        _ => N::zero(),
    })
}

/// A box cast, and the part of its line of motion that counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstOf<C, const D: usize> {
    pub(super) cast: C,
    pub(super) domain: TimeDomain,
}

impl<C: BoxCast<D>, const D: usize> Inputs for FirstOf<C, D> {
    const SELDOM: bool = C::SELDOM;
    const RANGE: Range = C::RANGE;
    const IS_DEEP: bool = C::IS_DEEP;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.cast.visit(see);
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn suits_floats(&self) -> bool {
        self.cast.suits_floats()
    }
}

impl<C: BoxCast<D>, const D: usize> Rescale for FirstOf<C, D> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self { cast: self.cast.map(change), ..*self }
    }
}
