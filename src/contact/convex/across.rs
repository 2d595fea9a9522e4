//! The numbers of a touch on a facet of `K` perpendicular to an axis of the world, such as a floor,
//! a wall or a side of a box. These numbers are sums of given numbers, or quotients of two such
//! sums. Only the sum itself can prove that a number is zero or half-way between two floats.

use super::landing::Moment;
use super::numbers::TouchNumbers;
use super::pair::LiftedPair;
use super::piece::{At, Face, Spot};
use crate::contact::relative_motion::moved;
use crate::number::{Lift, Number, Sign, Value};
use crate::shape::vector::{Vector, each};

/// A facet of `K` perpendicular to an axis of the world.
#[derive(Clone, Copy)]
pub(super) struct AxisFacet {
    axis: usize,
    /// Whether the mover is on the upper side of the facet.
    is_above: bool,
    face: Face,
    /// A corner of the facet.
    at: At,
}

impl AxisFacet {
    /// Returns a length as a difference of coordinates on the axis, from the facet towards the
    /// mover.
    fn out(self, x: f64) -> f64 {
        if self.is_above { x } else { -x }
    }
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Returns the facet if its normal certainly lies along an axis of the world.
    pub(super) fn across(&self, face: Face, normal: &Vector<N>) -> Option<AxisFacet> {
        let is_zero = [0, 1, 2].map(|k: usize| normal[k].is_zero());
        let axis = (0..3).find(|&k| is_zero[(k + 1) % 3] && is_zero[(k + 2) % 3])?;
        let is_above = match normal[axis].sign() {
            Ok(Sign::Positive) => true,
            Ok(Sign::Negative) => false,
            _ => return None,
        };
        Some(AxisFacet { axis, is_above, face, at: self.corner_of(face) })
    }

    /// Computes the time, the position of the mover at that time, the touched points and the
    /// normal.
    pub(super) fn touch_across(
        &self,
        across: AxisFacet,
        normal: &Vector<N>,
        (spot, other): (Spot, Option<Spot>),
        moment: Moment,
    ) -> TouchNumbers<N> {
        let AxisFacet { axis, at, .. } = across;
        let (lift, motion, reach) = (&self.lift, &self.pair.motion, self.pair.reach);
        let start = self.obstacle.core().coordinate(at.obstacle, axis);
        let end = self.mover.core().coordinate(at.mover, axis);
        let [time, t] = self.time_across(across, normal, moment);
        let one = if across.is_above { N::one() } else { N::one().negated() };
        let unit: Vector<N::Value> =
            each!(|k| N::Value::rational(&if k == axis { one.clone() } else { N::zero() }));
        let reference = self.pair.mover.reference();
        let mut center: Vector<N::Value> = each!(|k| {
            let from = lift.length(reference[k]);
            moved(lift, &t, &from, motion.of_mover(k), N::Value::lifted)
        });
        if let (Some(from), Some(to)) = (start, end)
            && moment == Moment::Entry
            && motion.is_obstacle_still(axis)
        {
            let surface = lift.length_difference(from[0], -across.out(reach.radius));
            let terms = [
                surface,
                lift.length_difference(from[1], to[1]),
                lift.length_difference(reference[axis], to[0]),
                lift.length(across.out(reach.inflation)),
            ];
            center[axis] = N::Value::lifted_ratio(&terms, &N::one());
        }
        let point_at = |spot| {
            let mut point = self.in_plane(spot, &t, &unit);
            point[axis] = match start {
                Some([from, 0.0]) => {
                    let surface = lift.length_difference(from, -across.out(reach.inflation));
                    moved(lift, &t, &surface, motion.of_obstacle(axis), N::Value::lifted)
                }
                Some(from) if motion.is_obstacle_still(axis) => {
                    let inflation = lift.length(across.out(reach.inflation));
                    let sum = [lift.length_difference(from[0], -from[1]), inflation];
                    N::Value::lifted_ratio(&sum, &N::one())
                }
                _ => self.touched_point(spot, &t, &unit)[axis].clone(),
            };
            point
        };
        let first = point_at(spot);
        let mut points = [first.clone(), other.map_or(first, point_at)];
        if let Moment::Slide(side, at) = moment {
            // If the side that the mover has just reached is perpendicular to another axis, the
            // coordinates on that axis are sums too.
            let e = self.direction(side);
            let across = (0..3)
                .find(|&k| k != axis && e[k].is_zero() && e[3 - axis - k].sign() != Ok(Sign::Zero));
            if let Some(k) = across
                && e[axis].is_zero()
                && motion.is_obstacle_still(k)
                && let Some(from) = self.obstacle.core().coordinate(at.obstacle, k)
                && let Some(to) = self.mover.core().coordinate(at.mover, k)
            {
                let place = lift.length_difference(from[0], -from[1]);
                let terms = [
                    place.clone(),
                    lift.length_difference(reference[k], to[0]),
                    lift.length(-to[1]),
                ];
                center[k] = N::Value::lifted_ratio(&terms, &N::one());
                let place = N::Value::lifted_ratio(&[place], &N::one());
                for point in &mut points {
                    point[k] = place.clone();
                }
            }
        }
        TouchNumbers { time, center, points, normal: unit }
    }

    /// Returns the time of the touch twice: as a single lifted quotient, and as a value from which
    /// other numbers are computed.
    pub(super) fn time_across(
        &self,
        across: AxisFacet,
        normal: &Vector<N>,
        moment: Moment,
    ) -> [N::Value; 2] {
        let AxisFacet { axis, at, face, .. } = across;
        let (lift, motion, reach) = (&self.lift, &self.pair.motion, self.pair.reach);
        let start = self.obstacle.core().coordinate(at.obstacle, axis);
        let end = self.mover.core().coordinate(at.mover, axis);
        let (Some(from), Some(to), Moment::Entry) = (start, end, moment) else {
            let t = self.time_on_face(face, normal, moment);
            return [t.clone(), t];
        };
        let (up, down) = if across.is_above { (to, from) } else { (from, to) };
        let [first, second] = [0, 1].map(|i| lift.length_difference(up[i], down[i]));
        let reach = lift.length_difference(-reach.radius, reach.inflation);
        let speed = motion.relative_times(lift, axis, across.out(-1.0));
        let t = N::Value::rational(&first.plus(&second).plus(&reach)).over(&speed);
        [N::Value::lifted_ratio(&[first, second, reach], &speed), t]
    }

    /// Returns a touched point; only its coordinates within the plane of the facet count. If an
    /// edge is constant along an axis, the coordinate of the edge's end is used.
    fn in_plane(&self, spot: Spot, t: &N::Value, normal: &Vector<N::Value>) -> Vector<N::Value> {
        match spot {
            Spot::Obstacle(vertex) => self.vertex_at(true, vertex, t),
            Spot::Mover(vertex) => self.vertex_at(false, vertex, t),
            Spot::Crossing { obstacle, mover } => {
                let (e, f, at) = self.crossing(obstacle, mover);
                let mut point = self.crossing_point(&e, &f, at, t, normal);
                let of_obstacle = self.vertex_at(true, at.obstacle, t);
                let of_mover = self.vertex_at(false, at.mover, t);
                for k in 0..3 {
                    if e[k].is_zero() {
                        point[k] = of_obstacle[k].clone();
                    } else if f[k].is_zero() {
                        point[k] = of_mover[k].clone();
                    }
                }
                point
            }
        }
    }
}
