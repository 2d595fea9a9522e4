//! What the decision about boxes asks of a cast: what is seen in the frame of the box, and how it looks in the world.

use super::{Asked, Axes, BoxFeature, Normal, Side, Touch};
use crate::number::{
    Effort, Inputs, Lift, Number, Quantity, Scaled, Unsure, Value, measure, numbers,
};
use crate::shape::Scalar;

/// A round body on its way to a box that stands along the axes of some frame, in which the body is a ball.
pub(super) trait BoxCast<const D: usize>: Inputs + Copy {
    /// Whether the normal that it measures is of length one.
    const HAS_UNIT_NORMAL: bool = true;
    /// What is seen in the frame of the box.
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D>;
    /// Of what is seen in the frame, what counts where the centre is beside the box.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn outside<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> Outside<N, D> {
        let InFrame { above_min, above_max, velocity, radius } = &self.in_frame(lift);
        let of = |k: usize, min: &N, max: &N| {
            let each = [min.clone(), N::zero(), max.clone()];
            each[sides.sides[k] as usize].clone()
        };
        Outside {
            distance: numbers!(N::zero(); D, |k| of(k, &above_min[k], &above_max[k])),
            velocity: numbers!(N::zero(); D, |k| of(k, &velocity[k], &velocity[k])),
            radius: radius.clone(),
        }
    }
    /// The same where it is beside one side only, if this axis alone can be looked along: it is then one of the world, and the normal, too.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn straight<N: Number>(&self, _: &impl Lift<N>, _: usize, _: Side) -> Option<Straight<N>> {
        None
    }
    /// The axis of the world across which a face lies, and where it points to, if there is one.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn world_side(&self, _: usize, _: Side) -> Option<(usize, Side)> {
        None
    }
    /// From the closest point of the box to the centre at time zero, along the axes of the frame, but not stretched.
    fn away_at_rest<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> [N; D] {
        self.outside(lift, sides).distance
    }
    /// A vector along the axes of the frame as it points in the world, and how many times as long it is now.
    fn turned<N: Number>(&self, lift: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N);
    /// Whether the body is a point.
    fn is_point(&self) -> bool;
    /// The centre of the body and its velocity, in the world.
    fn path(&self) -> (&[f64; D], &[f64; D]);
    /// The centre of the body in the world, at time `t`.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn center<N: Number>(&self, lift: &impl Lift<N>, t: &N::Value, _: &Touch<D>) -> [N::Value; D] {
        let (center, velocity) = self.path();
        core::array::from_fn(|k| moved(lift, t, center[k], velocity[k]))
    }
    /// The axes of the frame, in the direction in which the centre moves.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn axes<N: Number>(
        &self,
        frame: &InFrame<N, D>,
        _: &impl Lift<N>,
    ) -> Result<Axes<N, D>, Unsure> {
        Axes::new(frame)
    }
    /// The least and the greatest corner of a box whose touched points are copies of what they have and of what the centre has: one
    /// along the axes of the world that stands still.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn copied_bounds(&self) -> Option<(&[f64; D], &[f64; D])> {
        None
    }
    /// The same cast run backwards.
    fn reversed(self) -> Self;
    /// The touched point of the box in the world, at time `t`; what counts beside the box may be known already.
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: Option<&Outside<N, D>>,
        t: &N::Value,
        center: &[N::Value; D],
        touch: &Touch<D>,
    ) -> [N::Value; D];
    /// The normal in the world, at time `t`.
    fn normal<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: &Outside<N, D>,
        t: &N::Value,
        touch: &Touch<D>,
    ) -> [N::Value; D];
    /// The normal, rounded.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn rounded_normal<T: Scalar>(
        normal: &Scaled<Asked<Self, Normal<D>, D>>,
        effort: &mut Effort,
    ) -> [T; D] {
        measure(normal, effort)
    }
}

/// A cast whose frame is the world, moved, turned and enlarged.
pub(super) trait Rigid<const D: usize>: BoxCast<D> {
    /// How many times as large everything is in the frame.
    fn scale<N: Number>(&self, lift: &impl Lift<N>) -> N;
}

/// The cast in the frame of the box. All lengths and speeds may be some number of times as large as they are.
pub(super) struct InFrame<N, const D: usize> {
    /// From the lower and from the upper bounds to the centre, `Cₖ − minₖ` and `Cₖ − maxₖ`.
    pub(super) above_min: [N; D],
    pub(super) above_max: [N; D],
    /// `V`, of the body relative to the box.
    pub(super) velocity: [N; D],
    pub(super) radius: N,
}

/// What (7.2) is made of: `Dₖ` and `Vₖ`, zero on axes on which the centre is within the bounds, and the radius.
pub(super) struct Outside<N, const D: usize> {
    pub(super) distance: [N; D],
    pub(super) velocity: [N; D],
    pub(super) radius: N,
}

/// The same along the one axis that counts, as it was lifted: lengths that add up to how far the body is from the box, and how fast it
/// comes closer.
pub(super) struct Straight<N> {
    pub(super) ahead: [N; 3],
    pub(super) speed: N,
}

impl<N: Number> Straight<N> {
    /// `(D − r) / |V|`, as other numbers are made of it.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(super) fn time(&self) -> N::Value {
        let [a, b, c] = &self.ahead;
        N::Value::rational(&a.plus(b).plus(c)).over(&self.speed)
    }

    /// The same, to be rounded.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(super) fn time_to_round(&self) -> N::Value {
        N::Value::lifted_ratio(&self.ahead, &self.speed)
    }
}

impl<N: Number, const D: usize> Outside<N, D> {
    /// `Dₖ + t Vₖ`, from the box to the centre.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    pub(super) fn away(&self, t: &N::Value) -> [N::Value; D] {
        numbers!(N::Value::rational(&N::zero()); D, |k| t.along(&self.distance[k], &self.velocity[k]))
    }
}

/// `from + t by`.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
pub(super) fn moved<N: Number>(lift: &impl Lift<N>, t: &N::Value, from: f64, by: f64) -> N::Value {
    let from = lift.length(from);
    if by == 0.0 {
        return N::Value::lifted(&from);
    }
    t.along(&from, &lift.speed(by))
}

/// Shows the numbers of a vector three at a time, filled up with zeros.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
pub(super) fn in_threes<const D: usize>(
    quantity: Quantity,
    vector: &[f64; D],
    see: &mut impl FnMut(Quantity, [f64; 3]),
) {
    let or_zero = |i: usize| if i < D { vector[i] } else { 0.0 };
    (0..D).step_by(3).for_each(|i| see(quantity, [or_zero(i), or_zero(i + 1), or_zero(i + 2)]));
}

/// The outward unit vector of a face along its axis.
#[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
pub(super) fn outward<N: Number, const D: usize>(face: usize, side: Side) -> [N; D] {
    core::array::from_fn(|k| match side {
        Side::Min if k == face => N::one().negated(),
        Side::Max if k == face => N::one(),
        _ => N::zero(),
    })
}
