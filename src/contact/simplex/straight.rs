//! The numbers of a ball straight before a face that lies across an axis.

use super::cast::{SimplexCast, Touch};
use crate::contact::answer::Feature;
use crate::contact::body::{Body, Reach};
use crate::contact::cast::When;
use crate::number::{Lift, Number, Value};
use crate::shape::vector::Vector;

/// A ball that meets a face all of whose corners have the same coordinate on one axis: floors, walls, the tops of parts. There each number is a
/// sum of given ones, or a quotient of two, and may well be half-way between two floats.
pub(super) struct Straight<'a, B, const V: usize> {
    cast: &'a SimplexCast<V, B>,
    reach: Reach,
    axis: usize,
    /// Whether the ball is on the upper side.
    is_above: bool,
    /// Or it is there already.
    enters: bool,
}

impl<'a, const V: usize, B: Body> Straight<'a, B, V> {
    /// If the touch is of this kind.
    #[inline(always)]
    pub(super) fn of(cast: &'a SimplexCast<V, B>, touch: &Touch) -> Option<Self> {
        if !B::IS_IN_WORLD || touch.place.feature != Feature::Face {
            return None;
        }
        let SimplexCast { center, velocity, vertices, obstacle_velocity, .. } = cast;
        let is_across = |k: &usize| vertices.iter().all(|vertex| vertex[*k] == vertices[0][*k]);
        let axis = (0..3).find(is_across)?;
        let enters = touch.when == When::Enters;
        let (at, plane) = (center[axis], vertices[0][axis]);
        // From for ever it comes from where it does not go.
        let is_above = if enters || at == plane {
            velocity[axis] < obstacle_velocity[axis]
        } else {
            at > plane
        };
        let reach = cast.body.reach();
        Some(Straight { cast, reach, axis, is_above, enters })
    }
}

impl<B: Body, const V: usize> Straight<'_, B, V> {
    /// `up − down` of what is given, if the ball is above, else the other way.
    #[inline(always)]
    fn seen_upright<X>(&self, difference: impl Fn(f64, f64) -> X, up: f64, down: f64) -> X {
        if self.is_above { difference(up, down) } else { difference(down, up) }
    }

    /// `(|C − P| − r) / |V|` along the axis: what it is the quotient of.
    #[inline(always)]
    fn quotient<N: Number>(&self, lift: &impl Lift<N>) -> ([N; 2], N) {
        let Self { cast: x, axis: k, .. } = *self;
        let way =
            self.seen_upright(|a, b| lift.length_difference(a, b), x.center[k], x.vertices[0][k]);
        let speed = self.seen_upright(
            |a, b| lift.speed_difference(a, b),
            x.obstacle_velocity[k],
            x.velocity[k],
        );
        let Reach { radius, rounding } = self.reach;
        ([way, lift.length_difference(-radius, rounding)], speed)
    }

    #[inline(always)]
    pub(super) fn time<N: Number>(&self, lift: &impl Lift<N>) -> N::Value {
        if !self.enters {
            return N::Value::rational(&N::zero());
        }
        let (terms, speed) = self.quotient(lift);
        N::Value::lifted_ratio(&terms, &speed)
    }

    #[inline(always)]
    pub(super) fn numbers<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let Self { cast, reach, axis, is_above, enters } = *self;
        let SimplexCast { center, velocity, vertices, obstacle_velocity, .. } = cast;
        // As it goes into other numbers, with all that is not known of it.
        let t = if enters {
            let ([way, r], speed) = self.quotient(lift);
            N::Value::rational(&way.plus(&r)).over(&speed)
        } else {
            N::Value::rational(&N::zero())
        };
        let moved = |from: f64, by: f64| match (lift.length(from), by == 0.0) {
            (from, true) => N::Value::lifted(&from),
            (from, false) => t.along(&from, &lift.speed(by)),
        };
        let point: Vector<N::Value> = core::array::from_fn(|k| {
            let from = if k == axis {
                (vertices[0][k], obstacle_velocity[k])
            } else {
                (center[k], velocity[k])
            };
            moved(from.0, from.1)
        });
        let mut at = point.clone();
        at[axis] = if enters && obstacle_velocity[axis] == 0.0 {
            let out = |r: f64| if is_above { r } else { -r };
            let surface = lift.length_difference(vertices[0][axis], -out(reach.radius));
            reach.beyond(lift, surface, out)
        } else {
            moved(center[axis], velocity[axis])
        };
        let one = if is_above { N::one() } else { N::one().negated() };
        let [nx, ny, nz]: Vector<N::Value> = core::array::from_fn(|k| {
            N::Value::rational(&if k == axis { one.clone() } else { N::zero() })
        });
        let ([px, py, pz], [cx, cy, cz]) = (point, at);
        [self.time(lift), cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}
