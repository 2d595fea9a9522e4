//! The numbers of a touch of a round body and a box, by (7.2).

use super::at_rest::OutwardFromBox;
use super::cast::{BoxCast, FirstOf};
use super::feature::{BoxTouch, Side};
use super::frame::{AxisTerms, Outside};
use crate::contact::cast::{BoundQuery, CastQuery, TimeEquation};
use crate::number::{Lift, Measure, MeasureRows, Number, See, Unit, Value, dot, square};

/// Returns the time (7.2). The time of an entry over a face is rational: `(D − r) / |V|`, where the
/// distance `D` from the face is measured against the motion.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn time<N: Number, X, const D: usize>(outside: &Outside<N, X, D>, touch: &BoxTouch<D>) -> N::Value {
    let Outside { distance, velocity, radius, .. } = outside;
    if touch.when == TimeEquation::Start {
        return N::Value::rational(&N::zero());
    }
    if let Some((k, side)) = touch.straight() {
        // The number is selected without a branch, because the side cannot be predicted. On the
        // whole line of time the side may be behind the centre.
        let is_max = usize::from(side == Side::Max);
        let either = |x: &N, place: usize| [x.negated(), x.clone()][place].clone();
        let ahead = either(&distance[k], is_max).minus(radius);
        return N::Value::rational(&ahead).over(&either(&velocity[k], 1 - is_max));
    }
    if touch.when == TimeEquation::Grazes {
        return N::Value::rational(&dot(distance, velocity).negated()).over(&square(velocity));
    }
    outside.first_root()
}

/// Returns the face whose normal is the normal of a touch, if this normal is along an axis of the
/// world.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(super) fn world_face<C: BoxCast<D>, const D: usize>(
    cast: &C,
    touch: &BoxTouch<D>,
) -> Option<(usize, Side)> {
    let (axis, side) = touch.face()?;
    cast.world_side(axis, side)
}

/// Returns whether a touch is straight before a face that is normal to an axis of the world.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn is_straight<C: BoxCast<D>, const D: usize>(cast: &C, touch: &BoxTouch<D>) -> bool {
    touch.straight().is_some_and(|(axis, side)| cast.world_side(axis, side).is_some())
}

/// Returns the terms of the time of a touch, if this time depends on one axis alone, which is an
/// axis of the world.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn straight<N: Number, C: BoxCast<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    touch: &BoxTouch<D>,
) -> Option<AxisTerms<N>> {
    let (axis, side) = touch.straight().filter(|_| touch.when != TimeEquation::Start)?;
    cast.straight(lift, axis, side)
}

/// Returns the time of a touch of a cast, in the form from which the result is rounded.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn time_to_round<N: Number, C: BoxCast<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    touch: &BoxTouch<D>,
) -> N::Value {
    match straight(cast, lift, touch) {
        Some(straight) => straight.time_to_round(),
        None => time(&cast.outside(lift, &touch.outside), touch),
    }
}

/// The time of a touch. With `backwards` it is the negated time, at which the same cast, run
/// backwards, reaches the same position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxTime<const D: usize> {
    pub(super) touch: BoxTouch<D>,
    pub(super) backwards: bool,
}

impl<const D: usize> CastQuery for BoxTime<D> {}

impl<C: BoxCast<D>, const D: usize> Measure<1> for BoundQuery<'_, C, BoxTime<D>> {
    const UNITS: [Unit; 1] = [Unit::Time];

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let time = time_to_round(self.cast, lift, &self.question.touch);
        let zero = || N::Value::rational(&N::zero());
        [if self.question.backwards { zero().minus(&time) } else { time }]
    }
}

/// Returns a point of the inflated surface, computed from the point of the box itself that is
/// touched or closest to the centre.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn surface<N: Number, C: BoxCast<D>, const D: usize>(
    cast: &C,
    lift: &impl Lift<N>,
    point: [N::Value; D],
    touch: &BoxTouch<D>,
) -> [N::Value; D] {
    if cast.reach().inflation == 0.0 {
        return point;
    }
    let outside = cast.outside(lift, &touch.outside);
    let normal = cast.normal(lift, &outside, &time(&outside, touch), touch);
    cast.reach().surface(lift, point, &normal)
}

/// The point of the inflated surface closest to the centre at time zero. The centre must be
/// outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxSurfacePoint<const D: usize>(pub(super) BoxTouch<D>);

impl<const D: usize> CastQuery for BoxSurfacePoint<D> {}

impl<C: BoxCast<D>, const D: usize> Measure<D> for BoundQuery<'_, C, BoxSurfacePoint<D>> {
    const UNITS: [Unit; D] = [Unit::Length; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let Self { cast, question: BoxSurfacePoint(touch) } = *self;
        let t = N::Value::rational(&N::zero());
        let point = cast.point(lift, None, &t, &cast.center(lift, &t, &touch), &touch);
        if cast.reach().inflation == 0.0 {
            return point;
        }
        let outward = BoundQuery { cast, question: OutwardFromBox(touch) }.measure(lift);
        cast.reach().surface(lift, point, &outward)
    }
}

/// The normal at a touch, or a multiple of it, as the cast defines it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal<const D: usize>(pub(super) BoxTouch<D>);

impl<const D: usize> CastQuery for Normal<D> {}

impl<C: BoxCast<D>, const D: usize> Measure<D> for BoundQuery<'_, C, Normal<D>> {
    const UNITS: [Unit; D] = [Unit::Pure; D];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let Self { cast, question: Normal(touch) } = self;
        let outside = cast.outside(lift, &touch.outside);
        cast.normal(lift, &outside, &time(&outside, touch), touch)
    }
}

/// The time of a touch alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeAlone<const D: usize>(pub(super) BoxTouch<D>);

impl<C: BoxCast<D>, const D: usize> MeasureRows<FirstOf<C, D>, 0, D> for TimeAlone<D> {
    const UNITS: [Unit; 0] = [];

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn measure<N: Number>(
        &self,
        inputs: &FirstOf<C, D>,
        lift: &impl Lift<N>,
        _: &mut impl See<N::Value, D>,
    ) -> N::Value {
        time_to_round(&inputs.cast, lift, &self.0)
    }
}

/// The centre, the point and the normal of a touch, computed from one time. Numbers that are copies
/// of other numbers are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct All<const D: usize>(pub(super) BoxTouch<D>);

impl<C: BoxCast<D>, const D: usize> MeasureRows<FirstOf<C, D>, 3, D> for All<D> {
    const UNITS: [Unit; 3] = [Unit::Length, Unit::Length, Unit::Pure];
    const HAS_LEFTOVERS: bool = C::HAS_LEFTOVERS;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn is_brief(&self, inputs: &FirstOf<C, D>) -> bool {
        is_straight(&inputs.cast, &self.0)
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn measure_brief<N: Number>(
        &self,
        inputs: &FirstOf<C, D>,
        lift: &impl Lift<N>,
        rows: &mut impl See<N::Value, D>,
    ) -> Option<N::Value> {
        let straight = straight(&inputs.cast, lift, &self.0)?;
        Some(self.measure_by(Some(straight), inputs, lift, rows))
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn measure<N: Number>(
        &self,
        inputs: &FirstOf<C, D>,
        lift: &impl Lift<N>,
        rows: &mut impl See<N::Value, D>,
    ) -> N::Value {
        self.measure_by(straight(&inputs.cast, lift, &self.0), inputs, lift, rows)
    }
}

impl<const D: usize> All<D> {
    /// Measures all numbers, by the terms of a straight touch if there are any.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn measure_by<N: Number, C: BoxCast<D>>(
        &self,
        straight: Option<AxisTerms<N>>,
        inputs: &FirstOf<C, D>,
        lift: &impl Lift<N>,
        rows: &mut impl See<N::Value, D>,
    ) -> N::Value {
        let (Self(touch), cast) = (self, &inputs.cast);
        let (normal, t, to_round) = match straight {
            // Only the axis is needed: if there is a normal, it is along this axis.
            Some(straight) => (None, straight.time(), straight.time_to_round()),
            None => {
                let outside = cast.outside(lift, &touch.outside);
                let t = time(&outside, touch);
                let is_axis = world_face(cast, touch).is_some();
                let is_measured = touch.has_normal && C::HAS_UNIT_NORMAL && !is_axis;
                let normal = is_measured.then(|| cast.normal(lift, &outside, &t, touch));
                if let Some(normal) = &normal {
                    rows.see(2, normal);
                }
                (normal, t.clone(), t)
            }
        };
        let center = cast.center(lift, &t, touch);
        rows.see(0, &center);
        if cast.copied_bounds().is_none() {
            let point = cast.point(lift, normal.as_ref(), &t, &center, touch);
            rows.see(1, &surface(cast, lift, point, touch));
        }
        to_round
    }
}
