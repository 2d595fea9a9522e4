//! Queries without time for a round body and a box: closest point, distance, and the least way out.
//!
//! Source: D. Eberly, *Intersection of Moving Circle and Rectangle*, 2018: each coordinate is
//! clamped by itself.

use super::cast::{BoxCast, Rigid};
use super::decision::touch_of_overlap;
use super::feature::{BoxFeature, BoxTouch, Side};
use super::frame::{InFrame, Outside};
use crate::contact::body::TotalRadius;
use crate::contact::cast::{BoundQuery, CastQuery};
use crate::number::{Decision, Lift, Measure, Number, Sign, Unit, Unsure, Value, square};
use Sign::{Negative, Positive};

/// The query for the sides of the box closest to the centre, at time zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestSidesQuery<const D: usize>;

impl<const D: usize> CastQuery for NearestSidesQuery<D> {}

impl<C: BoxCast<D>, const D: usize> Decision for BoundQuery<'_, C, NearestSidesQuery<D>> {
    type Outcome = BoxTouch<D>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<BoxTouch<D>, Unsure> {
        touch_of_overlap(&self.cast.axes(&self.cast.in_frame(lift), lift)?)
    }
}

/// The query for the side nearest to a centre within the box at time zero. Of equally near sides
/// the first one counts: axis by axis, and `Min` before `Max`.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestSide<const D: usize>;

impl<const D: usize> CastQuery for NearestSide<D> {}

impl<C: BoxCast<D>, const D: usize> Decision for BoundQuery<'_, C, NearestSide<D>> {
    type Outcome = BoxFeature<D>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<BoxFeature<D>, Unsure> {
        let InFrame { above_min, above_max, .. } = self.cast.in_frame(lift);
        let (mut nearest, mut least) = ((0, Side::Min), above_min[0].clone());
        for k in 0..D {
            for (side, depth) in
                [(Side::Min, above_min[k].clone()), (Side::Max, above_max[k].negated())]
            {
                if depth.minus(&least).sign()? == Negative {
                    (nearest, least) = ((k, side), depth);
                }
            }
        }
        let (axis, side) = nearest;
        let sides = core::array::from_fn(|k| if k == axis { side } else { Side::Between });
        Ok(BoxFeature { sides })
    }
}

/// Whether the centre is outside of the inflated box at time zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct IsOutsideBox<const D: usize>(pub(super) BoxTouch<D>);

impl<const D: usize> CastQuery for IsOutsideBox<D> {}

impl<C: BoxCast<D>, const D: usize> Decision for BoundQuery<'_, C, IsOutsideBox<D>> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let Self { cast, question: IsOutsideBox(touch) } = self;
        let TotalRadius { inflation, .. } = cast.reach();
        if inflation == 0.0 || !touch.is_away() {
            return Ok(touch.is_away());
        }
        let d = cast.away_at_rest(lift, &touch.outside);
        let (_, scale) = cast.turned(lift, &d);
        let inflation = lift.length(inflation).times(&scale);
        Ok(square(&d).minus(&inflation.squared()).sign()? == Positive)
    }
}

/// The distance of the centre and the inflated box at time zero; the centre must be outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxGap<const D: usize>(pub(super) BoxTouch<D>);

impl<const D: usize> CastQuery for BoxGap<D> {}

/// Returns `√(Σ Dₖ²)`, divided by the scale of the frame.
fn gap<N: Number, C: Rigid<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    touch: &BoxTouch<D>,
) -> N::Value {
    let Outside { distance, .. } = cast.outside(lift, &touch.outside);
    match touch.straight() {
        // Here the distance is the root of a square, so no root is computed.
        Some((k, _)) => N::Value::rational(&distance[k].absolute()).over(&cast.scale(lift)),
        None => N::Value::surd(&N::zero(), &N::one(), &square(&distance), &cast.scale(lift)),
    }
}

impl<C: Rigid<D>, const D: usize> Measure<1> for BoundQuery<'_, C, BoxGap<D>> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let gap = gap(self.cast, lift, &self.question.0);
        let TotalRadius { inflation, .. } = self.cast.reach();
        [if inflation == 0.0 {
            gap
        } else {
            gap.minus(&N::Value::rational(&lift.length(inflation)))
        }]
    }
}

/// The penetration depth of the ball in the box.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoxDepth<const D: usize> {
    /// If the centre is outside: `r` minus its distance.
    Beside(BoxTouch<D>),
    /// If the centre is inside: `r` plus its distance to this side.
    Within(BoxFeature<D>),
}

impl<const D: usize> CastQuery for BoxDepth<D> {}

impl<C: Rigid<D>, const D: usize> Measure<1> for BoundQuery<'_, C, BoxDepth<D>> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let frame = self.cast.in_frame(lift);
        let scale = self.cast.scale(lift);
        [match &self.question {
            BoxDepth::Beside(touch) => {
                let radius = N::Value::rational(&frame.radius).over(&scale);
                radius.minus(&gap(self.cast, lift, touch))
            }
            BoxDepth::Within(side) => {
                let (k, side) = side.one_side().unwrap_or((0, Side::Min));
                let depth = match side {
                    Side::Max => frame.above_max[k].negated(),
                    _ => frame.above_min[k].clone(),
                };
                N::Value::rational(&frame.radius.plus(&depth)).over(&scale)
            }
        }]
    }
}

/// The unit vector from the closest point of the box to the centre, at time zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutwardFromBox<const D: usize>(pub(super) BoxTouch<D>);

impl<const D: usize> CastQuery for OutwardFromBox<D> {}

impl<C: BoxCast<D>, const D: usize> Measure<D> for BoundQuery<'_, C, OutwardFromBox<D>> {
    const UNITS: [Unit; D] = [Unit::Pure; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let outside_of = &self.question.0.outside;
        let mut d = self.cast.away_at_rest(lift, outside_of);
        if let Some((k, side)) = outside_of.one_side() {
            d[k] = if side == Side::Max { N::one() } else { N::one().negated() };
            let (world, scale) = self.cast.turned(lift, &d);
            return core::array::from_fn(|k| N::Value::rational(&world[k]).over(&scale));
        }
        let dd = square(&d);
        let (world, scale) = self.cast.turned(lift, &d);
        let divisor = scale.times(&dd);
        core::array::from_fn(|k| N::Value::surd(&N::zero(), &world[k], &dd, &divisor))
    }
}
