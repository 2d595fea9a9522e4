//! Casts of an axis-aligned ellipsoid at an axis-aligned box: the frame is the world, shrunk along
//! each axis so that the ellipsoid is a ball.
//!
//! Instead of the quotients `xₖ / aₖ` all coordinates are multiplied by the product of the radii,
//! so that the frame is polynomial:
//!
//! ```text
//! in that space         xₖ σₖ,   r = Π aⱼ,   σₖ = Π aⱼ (j ≠ k)                                                  (7.4)
//! ```

use super::aligned::BoxCorners;
use super::cast::BoxCast;
use super::cast::FirstOf;
use super::feature::{BoxFeature, BoxTouch, Side};
use super::frame::{InFrame, Outside};
use crate::contact::body::TotalRadius;
use crate::contact::encounter::CastEncounter;
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::sealed::CastTarget;
use crate::number::{
    Inputs, Lift, Measure, Number, Precision, Quantity, Range, Rescale, Scaled, Value, in_threes,
    numbers,
};
use crate::shape::{AlignedBox, Ellipsoid, Moving, Scalar};
use Quantity::Length;

/// A moving ellipsoid that is cast at an axis-aligned box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StretchedBoxCast<const D: usize> {
    center: [f64; D],
    radii: [f64; D],
    target: BoxCorners<D>,
    motion: RelativeMotion<D>,
}

impl<const D: usize> Inputs for StretchedBoxCast<D> {
    const SELDOM: bool = true;
    const RANGE: Range = Range::NARROW;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        in_threes(Length, &self.radii, see);
        in_threes(Length, &self.center, see);
        self.target.visit(see);
        self.motion.visit(see);
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn suits_floats(&self) -> bool {
        D <= 3 && Range::suits_stretch(&self.radii) && self.motion.suits_floats()
    }
}

impl<const D: usize> Rescale for StretchedBoxCast<D> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            radii: self.radii.map(|x| change(Length, x)),
            target: self.target.map(change),
            motion: self.motion.map(change),
        }
    }
}

/// Returns `Π aⱼ` over all `j` except `except`.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn product<N: Number, const D: usize>(radii: &[N; D], except: usize) -> N {
    let mut others = (0..D).filter(|&j| j != except).map(|j| radii[j].clone());
    let first = others.next().unwrap_or_else(N::one);
    others.fold(first, |product, a| product.times(&a))
}

impl<const D: usize> BoxCast<D> for StretchedBoxCast<D> {
    const HAS_UNIT_NORMAL: bool = false;
    type Turn<N: Number> = ();

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D> {
        let radii = self.radii.map(|a| lift.length(a));
        let stretch: [N; D] = core::array::from_fn(|k| product(&radii, k));
        let Self { center, target: BoxCorners { min, max }, motion, .. } = self;
        let length =
            |k: usize, from: f64| lift.length_difference(center[k], from).times(&stretch[k]);
        InFrame {
            above_min: core::array::from_fn(|k| length(k, min[k])),
            above_max: core::array::from_fn(|k| length(k, max[k])),
            velocity: core::array::from_fn(|k| motion.relative(lift, k).times(&stretch[k])),
            radius: product(&radii, D),
        }
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn outside<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> Outside<N, (), D> {
        let InFrame { above_min, above_max, velocity, radius } = self.in_frame(lift);
        let of = |k: usize, min: &N, max: &N| {
            let each = [min.clone(), N::zero(), max.clone()];
            each[sides.sides[k] as usize].clone()
        };
        Outside {
            distance: numbers!(N::zero(); D, |k| of(k, &above_min[k], &above_max[k])),
            velocity: numbers!(N::zero(); D, |k| of(k, &velocity[k], &velocity[k])),
            radius,
            turn: (),
        }
    }
    fn away_at_rest<N: Number>(&self, lift: &impl Lift<N>, sides: &BoxFeature<D>) -> [N; D] {
        let BoxCorners { min, max } = &self.target;
        core::array::from_fn(|k| match sides.sides[k] {
            Side::Min => lift.length_difference(self.center[k], min[k]),
            Side::Between => N::zero(),
            Side::Max => lift.length_difference(self.center[k], max[k]),
        })
    }
    fn turned<N: Number>(&self, _: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N) {
        (vector.clone(), N::one())
    }
    fn is_point(&self) -> bool {
        false
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn path(&self) -> (&[f64; D], &RelativeMotion<D>) {
        (&self.center, &self.motion)
    }
    fn reach(&self) -> TotalRadius {
        TotalRadius::NONE
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

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn copied_bounds(&self) -> Option<(&[f64; D], &[f64; D])> {
        self.target.copied(&self.motion)
    }

    /// Returns half of the gradient of `Σ (xₖ σₖ)²`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn normal<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: &Outside<N, (), D>,
        t: &N::Value,
        _: &BoxTouch<D>,
    ) -> [N::Value; D] {
        let radii = self.radii.map(|a| lift.length(a));
        let away = outside.away(t);
        core::array::from_fn(|k| away[k].times(&product(&radii, k)))
    }

    fn told_normal<P: Precision, M: Measure<D>>(
        normal: &Scaled<M>,
        precision: &mut P,
    ) -> Option<[P::Number; D]> {
        precision.unit_vector(normal)
    }
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn cast<T: Scalar, const D: usize>(
    stretched_ball: &Moving<Ellipsoid<T, D>>,
    target: &Moving<AlignedBox<T, D>>,
) -> StretchedBoxCast<D> {
    StretchedBoxCast {
        center: stretched_ball.shape().center().map(Scalar::widen),
        radii: stretched_ball.shape().radii().map(Scalar::widen),
        target: BoxCorners::of(target),
        motion: RelativeMotion::of(stretched_ball, target),
    }
}

impl<T: Scalar, const D: usize> CastTarget<T, D, Ellipsoid<T, D>> for AlignedBox<T, D> {
    type Encounter<'a> = CastEncounter<FirstOf<StretchedBoxCast<D>, D>>;

    #[cfg_attr(hot, inline(always))]
    fn encounter<'a>(
        mover: &'a Moving<Ellipsoid<T, D>>,
        target: &'a Moving<Self>,
    ) -> Self::Encounter<'a> {
        CastEncounter::new(mover, target, |mover| FirstOf::of(cast(mover, target)))
    }
}

#[cfg(test)]
impl<const D: usize> StretchedBoxCast<D> {
    /// Returns another cast with some of the same numbers.
    pub(super) fn stretched(
        cast: &super::aligned::AlignedCast<D>,
        random: &mut crate::random::Random,
    ) -> Self {
        let super::aligned::AlignedCast { center, target, motion, .. } = *cast;
        Self { center, radii: [0.0; D].map(|_| random.integer(1, 4)), target, motion }
    }
}
