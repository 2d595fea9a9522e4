//! The numbers of a ball straight before a face that is normal to an axis.

use super::cast::{SimplexCast, SimplexTouch};
use crate::contact::answer::Feature;
use crate::contact::body::{Body, TotalRadius};
use crate::contact::cast::TimeEquation;
use crate::contact::relative_motion;
use crate::number::{Lift, Number, Value};
use crate::shape::vector::Vector;

/// A ball that touches a face all of whose corners have the same coordinate on one axis, such as a
/// floor, a wall or the top of a part. Each number of the touch is a sum of given numbers, or a
/// quotient of two, and may well be half-way between two floats.
pub(in crate::contact) struct AlignedFace<'a, B, const V: usize> {
    cast: &'a SimplexCast<V, B>,
    /// The vector from the given centre to the true one, if they differ: an end of a capsule's axis
    /// may be a sum.
    beyond: Option<&'a [f64; 3]>,
    reach: TotalRadius,
    pub(in crate::contact) axis: usize,
    /// Whether the ball is on the upper side.
    is_above: bool,
    /// Whether the ball enters; otherwise it touches at time zero.
    enters: bool,
}

impl<'a, const V: usize, B: Body> AlignedFace<'a, B, V> {
    /// Returns the data if the touch is of this kind.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn of(
        cast: &'a SimplexCast<V, B>,
        beyond: Option<&'a [f64; 3]>,
        touch: &SimplexTouch,
    ) -> Option<Self> {
        if !B::IS_IN_WORLD || touch.place.feature != Feature::Face {
            return None;
        }
        let SimplexCast { center, vertices, motion, .. } = cast;
        let is_across = |k: &usize| vertices.iter().all(|vertex| vertex[*k] == vertices[0][*k]);
        let axis = (0..3).find(is_across)?;
        let enters = touch.when == TimeEquation::Enters;
        let (at, plane) = (center[axis], vertices[0][axis]);
        // A centre that is a sum may rest on either side, and a centre may lie in the plane itself.
        // Both are left to the general case.
        if !enters && (beyond.is_some() || at == plane) {
            return None;
        }
        // An entering ball comes from the side opposite to its velocity, also on the whole line of
        // time.
        let is_above = if enters { motion.rounded(axis) < 0.0 } else { at > plane };
        let reach = cast.body.reach();
        Some(AlignedFace { cast, beyond, reach, axis, is_above, enters })
    }
}

impl<B: Body, const V: usize> AlignedFace<'_, B, V> {
    /// Returns `up − down` if the ball is above, otherwise `down − up`.
    #[cfg_attr(hot, inline(always))]
    fn out_of_face<X>(&self, difference: impl Fn(f64, f64) -> X, up: f64, down: f64) -> X {
        if self.is_above { difference(up, down) } else { difference(down, up) }
    }

    /// Returns `x` if the ball is above, otherwise `−x`.
    #[cfg_attr(hot, inline(always))]
    fn out(&self, x: f64) -> f64 {
        if self.is_above { x } else { -x }
    }

    /// Returns the terms of `|C − P| − r`, and `|V|`, along the axis.
    #[cfg_attr(hot, inline(always))]
    fn distance_and_speed<N: Number>(&self, lift: &impl Lift<N>) -> ([N; 3], N) {
        let Self { cast: x, axis: k, .. } = *self;
        let way =
            self.out_of_face(|a, b| lift.length_difference(a, b), x.center[k], x.vertices[0][k]);
        let speed = x.motion.relative_times(lift, k, -self.out(1.0));
        let TotalRadius { radius, inflation } = self.reach;
        let beyond = self.beyond.map_or_else(N::zero, |x| lift.length(self.out(x[k])));
        ([way, lift.length_difference(-radius, inflation), beyond], speed)
    }

    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn time<N: Number>(&self, lift: &impl Lift<N>) -> N::Value {
        if !self.enters {
            return N::Value::rational(&N::zero());
        }
        let ([way, r, beyond], speed) = self.distance_and_speed(lift);
        match self.beyond {
            None => N::Value::lifted_ratio(&[way, r], &speed),
            Some(_) => N::Value::lifted_ratio(&[way, r, beyond], &speed),
        }
    }

    /// Returns the time as an operand of other numbers, with the bound of its whole error.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn time_of_others<N: Number>(&self, lift: &impl Lift<N>) -> N::Value {
        if !self.enters {
            return N::Value::rational(&N::zero());
        }
        let ([way, r, beyond], speed) = self.distance_and_speed(lift);
        let way = way.plus(&r);
        let way = if self.beyond.is_some() { way.plus(&beyond) } else { way };
        N::Value::rational(&way).over(&speed)
    }

    /// Returns the coordinate of the touched surface, which is inflated by `inflation`.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn surface<N: Number>(
        &self,
        lift: &impl Lift<N>,
        t: &N::Value,
        inflation: f64,
    ) -> N::Value {
        let SimplexCast { vertices, motion, .. } = self.cast;
        let plane = vertices[0][self.axis];
        let surface = if inflation == 0.0 {
            lift.length(plane)
        } else {
            lift.length_difference(plane, -self.out(inflation))
        };
        relative_motion::moved(lift, t, &surface, motion.of_obstacle(self.axis), N::Value::lifted)
    }

    /// Returns the coordinate along the axis of a point of the mover at time `t`. Its coordinate at
    /// the start is `from`.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn height<N: Number>(
        &self,
        lift: &impl Lift<N>,
        t: &N::Value,
        from: f64,
    ) -> N::Value {
        let Self { cast: SimplexCast { center, vertices, motion, .. }, reach, axis, .. } = *self;
        if !self.enters || !motion.is_obstacle_still(axis) {
            return relative_motion::moved(
                lift,
                t,
                &lift.length(from),
                motion.of_mover(axis),
                N::Value::lifted,
            );
        }
        let surface = lift.length_difference(vertices[0][axis], -self.out(reach.radius));
        if self.beyond.is_none() && from == center[axis] {
            return reach.beyond(lift, surface, |r| self.out(r));
        }
        let beyond = self.beyond.map_or(0.0, |x| x[axis]);
        let terms = [
            surface,
            lift.length_difference(from, center[axis]),
            lift.length_difference(self.out(reach.inflation), beyond),
        ];
        N::Value::lifted_ratio(&terms, &N::one())
    }

    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn normal<N: Number>(&self) -> Vector<N::Value> {
        let one = if self.is_above { N::one() } else { N::one().negated() };
        core::array::from_fn(|k| {
            N::Value::rational(&if k == self.axis { one.clone() } else { N::zero() })
        })
    }

    /// Returns time, centre, point and normal.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn numbers<N: Number>(&self, lift: &impl Lift<N>, inflation: f64) -> [N::Value; 10] {
        let SimplexCast { center, motion, .. } = self.cast;
        let t = self.time_of_others(lift);
        let mut point: Vector<N::Value> = core::array::from_fn(|k| {
            if k == self.axis {
                self.height(lift, &t, center[k])
            } else {
                relative_motion::moved(
                    lift,
                    &t,
                    &lift.length(center[k]),
                    motion.of_mover(k),
                    N::Value::lifted,
                )
            }
        });
        let [cx, cy, cz] = point.clone();
        point[self.axis] = self.surface(lift, &t, inflation);
        let ([px, py, pz], [nx, ny, nz]) = (point, self.normal::<N>());
        [self.time(lift), cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}
