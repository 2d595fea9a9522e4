//! What it is: a round body on its way, cast at a box; what is seen in the frame of the box, and
//! how it looks in the world.

use super::feature::{BoxFeature, Side, Touch};
use super::frame::{Axes, InFrame, Outside, Straight, moved};
use crate::contact::body::Reach;
use crate::contact::cast::{TimeDomain, When};
use crate::contact::course::Course;
use crate::number::{
    Inputs, Lift, Measure, Number, Precision, Quantity, Range, Rescale, Scaled, Unsure, Value,
    numbers, unrolled,
};

/// A round body on its way to a box that stands along the axes of some frame, in which the body is
/// a ball.
pub(crate) trait BoxCast<const D: usize>: Rescale + Copy {
    /// Whether the normal that it measures is of length one.
    const HAS_UNIT_NORMAL: bool = true;
    /// What is known of how the frame is turned.
    type Turn<N: Number>;
    /// Whether the line of the path certainly misses a ball about the box, grown by `r`; asked
    /// where that is found without the frame.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn misses_ball<N: Number>(&self, _: &impl Lift<N>) -> bool {
        false
    }
    /// What is seen in the frame of the box.
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D>;
    /// Of what is seen in the frame, what counts where the centre is beside the box.
    fn outside<N: Number>(
        &self,
        lift: &impl Lift<N>,
        sides: &BoxFeature<D>,
    ) -> Outside<N, Self::Turn<N>, D>;
    /// The same where it is beside one side only, if this axis alone can be looked along: it is
    /// then one of the world, and the normal, too.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn straight<N: Number>(&self, _: &impl Lift<N>, _: usize, _: Side) -> Option<Straight<N>> {
        None
    }
    /// The axis of the world across which a face lies, and where it points to, if there is one.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn world_side(&self, _: usize, _: Side) -> Option<(usize, Side)> {
        None
    }
    /// From the closest point of the box to the centre at time zero, along the axes of the frame,
    /// but not stretched.
    fn away_at_rest<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> [N; D] {
        self.outside(lift, sides).distance
    }
    /// A vector along the axes of the frame as it points in the world, and how many times as long
    /// it is now.
    fn turned<N: Number>(&self, lift: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N);
    /// Whether only a point is met, by a point.
    fn is_point(&self) -> bool;
    /// How near a ball comes; an ellipsoid meets nothing that is rounded.
    fn reach(&self) -> Reach;
    /// The centre of the body, and how it moves, in the world.
    fn path(&self) -> (&[f64; D], &Course<D>);
    /// The centre of the body in the world, at time `t`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn center<N: Number>(
        &self,
        lift: &impl Lift<N>,
        t: &N::Value,
        touch: &Touch<D>,
    ) -> [N::Value; D] {
        let (center, course) = self.path();
        let mut at_t = numbers!(N::Value::rational(&N::zero()); D, |k| {
            moved(lift, t, center[k], course.of_mover(k))
        });
        if touch.when != When::Start
            && let Some((axis, before)) = self.before_still_side(lift, touch)
        {
            // Looked up, not written to where the axis says, so that the others can stay in
            // registers.
            unrolled!(D, |k| {
                at_t[k] = [at_t[k].clone(), before.clone()][usize::from(k == axis)].clone();
            });
        }
        at_t
    }
    /// Straight before a side that lies across an axis of the world and stands still: that axis,
    /// and where the centre is along it, the radius away from the side.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn before_still_side<N: Number>(
        &self,
        _: &impl Lift<N>,
        _: &Touch<D>,
    ) -> Option<(usize, N::Value)> {
        None
    }
    /// The axes of the frame, in the direction in which the centre moves.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn axes<N: Number>(
        &self,
        frame: &InFrame<N, D>,
        _: &impl Lift<N>,
    ) -> Result<Axes<N, D>, Unsure> {
        Axes::new(frame)
    }
    /// The least and the greatest corner of a box whose touched points are copies of what they have
    /// and of what the centre has: one along the axes of the world that stands still.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn copied_bounds(&self) -> Option<(&[f64; D], &[f64; D])> {
        None
    }
    /// The same cast run backwards.
    fn reversed(self) -> Self;
    /// The touched point of the box in the world, at time `t`; the normal of a contact may be known
    /// already.
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        normal: Option<&[N::Value; D]>,
        t: &N::Value,
        center: &[N::Value; D],
        touch: &Touch<D>,
    ) -> [N::Value; D];
    /// The normal in the world, at time `t`.
    fn normal<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: &Outside<N, Self::Turn<N>, D>,
        t: &N::Value,
        touch: &Touch<D>,
    ) -> [N::Value; D];
    /// The normal, rounded.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn told_normal<P: Precision, M: Measure<D>>(
        normal: &Scaled<M>,
        precision: &mut P,
    ) -> Option<[P::Number; D]> {
        Some(precision.measure_here(normal))
    }
}

/// A cast whose frame is the world, moved, turned and enlarged.
pub(super) trait Rigid<const D: usize>: BoxCast<D> {
    /// How many times as large everything is in the frame.
    fn scale<N: Number>(&self, lift: &impl Lift<N>) -> N;
}

/// The outward unit vector of a face along its axis.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(super) fn outward<N: Number, const D: usize>(face: usize, side: Side) -> [N; D] {
    core::array::from_fn(|k| match side {
        Side::Min if k == face => N::one().negated(),
        Side::Max if k == face => N::one(),
        _ => N::zero(),
    })
}

/// A box cast, and which part of the line of its motion counts.
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
