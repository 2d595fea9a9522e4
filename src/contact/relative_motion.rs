//! The relative motion of a mover and an obstacle.
//!
//! A shape that moves between two points has the velocity `to − from`, which need not be a vector
//! of floats. If both shapes move between points, their relative velocity is a sum of four floats:
//!
//! ```text
//! V = (to − from) − (to' − from')                                                                             (1.8)
//! ```
//!
//! The decisions depend on `V` only. Wherever `V` is the difference of two floats it is stored as
//! that difference, as if both shapes simply had velocities. Along an axis `V` is such a difference
//! if one of the two shapes is at rest along it, and otherwise for almost all sums of four floats.
//! The remaining cases need integers. So such motions make no decision deeper and no bound wider,
//! and all statements about differences of two floats (`number/scaled.rs`) hold for every
//! evaluation in floats.

use crate::number::{
    Lift, Number, Quantity, Value, fraction, in_threes, rounded, sum_in_two, unrolled,
};
use crate::shape::vector::in_dimension;
use crate::shape::{Moving, Scalar, Shape};
use Quantity::Speed;

/// The velocities of a mover and an obstacle, and the relative velocity `V`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelativeMotion<const D: usize> {
    /// The difference of these two vectors is `V`, or `V` rounded if it is not a difference of two
    /// floats.
    velocity: [f64; D],
    obstacle_velocity: [f64; D],
    /// Set if a shape moves between two points; otherwise the fields above are the velocities.
    legs: Option<PathSegments<D>>,
}

/// Two velocities, each the difference of two vectors.
#[derive(Clone, Copy, Debug)]
struct PathSegments<const D: usize> {
    mover: [[f64; D]; 2],
    obstacle: [[f64; D]; 2],
    /// Whether `V` is a difference of two floats along each axis.
    is_short: bool,
}

impl<const D: usize> RelativeMotion<D> {
    /// Two shapes at rest.
    pub(crate) const STILL: Self = Self::at([0.0; D], [0.0; D]);

    /// Two shapes with velocities.
    #[cfg_attr(hot, inline(always))]
    pub(crate) const fn at(velocity: [f64; D], obstacle_velocity: [f64; D]) -> Self {
        Self { velocity, obstacle_velocity, legs: None }
    }

    /// Returns the relative motion of two shapes, in their dimension or a greater one.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(crate) fn of<T: Scalar, M, O, const N: usize>(
        mover: &Moving<M>,
        obstacle: &Moving<O>,
    ) -> Self
    where
        M: Shape<Scalar = T, Vector = [T; N]>,
        O: Shape<Scalar = T, Vector = [T; N]>,
    {
        let (way, obstacle_way) = (mover.velocity_parts(), obstacle.velocity_parts());
        if mover.has_start() | obstacle.has_start() {
            Self::between(way.map(in_dimension), obstacle_way.map(in_dimension))
        } else {
            Self::at(in_dimension(way[0]), in_dimension(obstacle_way[0]))
        }
    }

    /// Returns the relative motion for two velocities that are differences.
    #[cold]
    #[inline(never)]
    pub(crate) fn between(mut mover: [[f64; D]; 2], mut obstacle: [[f64; D]; 2]) -> Self {
        let mut motion = Self::STILL;
        let (mut is_leg, mut is_short) = (false, true);
        for k in 0..D {
            let (own, other) =
                (in_one([mover[0][k], mover[1][k]]), in_one([obstacle[0][k], obstacle[1][k]]));
            ([mover[0][k], mover[1][k]], [obstacle[0][k], obstacle[1][k]]) = (own, other);
            let (held, [a, b]) = relative(own, other);
            is_leg |= own[1] != 0.0 || other[1] != 0.0;
            is_short &= held;
            (motion.velocity[k], motion.obstacle_velocity[k]) = (a, b);
        }
        motion.legs = is_leg.then_some(PathSegments { mover, obstacle, is_short });
        motion
    }

    #[cfg_attr(hot, inline(always))]
    pub(crate) fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        in_threes(Speed, &self.velocity, see);
        in_threes(Speed, &self.obstacle_velocity, see);
        if let Some(PathSegments { mover, obstacle, .. }) = &self.legs {
            in_threes(Speed, &mover[0], see);
            in_threes(Speed, &mover[1], see);
            in_threes(Speed, &obstacle[0], see);
            in_threes(Speed, &obstacle[1], see);
        }
    }
    pub(crate) fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        let mut changed = |vector: [f64; D]| vector.map(|x| change(Speed, x));
        let Self { velocity, obstacle_velocity, legs } = *self;
        let (velocity, obstacle_velocity) = (changed(velocity), changed(obstacle_velocity));
        let legs = legs.map(|PathSegments { mover, obstacle, is_short }| {
            let (mover, obstacle) = (mover.map(&mut changed), obstacle.map(&mut changed));
            PathSegments { mover, obstacle, is_short }
        });
        Self { velocity, obstacle_velocity, legs }
    }
    /// Returns whether floats may be used, provided that they are in range.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn suits_floats(&self) -> bool {
        self.legs.as_ref().is_none_or(|legs| legs.is_short)
    }
    /// Returns whether no shape moves between two points: each has a velocity.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_plain(&self) -> bool {
        self.legs.is_none()
    }
    /// Returns a plain motion with each float replaced, in inlined code.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn map_plain(&self, change: &mut impl FnMut(f64) -> f64) -> Self {
        let (mut velocity, mut obstacle_velocity) = (self.velocity, self.obstacle_velocity);
        unrolled!(D, |k| velocity[k] = change(velocity[k]));
        unrolled!(D, |k| obstacle_velocity[k] = change(obstacle_velocity[k]));
        Self::at(velocity, obstacle_velocity)
    }
    /// Returns the same motion run backwards.
    pub(crate) fn reversed(&self) -> Self {
        self.map(&mut |_, x| -x)
    }

    /// Returns `V` along an axis.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn relative<N: Number>(&self, lift: &impl Lift<N>, k: usize) -> N {
        self.relative_times(lift, k, 1.0)
    }
    /// Returns `V` along an axis, times a sign that is one, minus one or zero.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn relative_times<N: Number>(&self, lift: &impl Lift<N>, k: usize, sign: f64) -> N {
        let (velocity, obstacle_velocity) = (self.velocity[k], self.obstacle_velocity[k]);
        lift.relative_speed(sign * velocity, sign * obstacle_velocity, || {
            self.legs.as_ref().and_then(|legs| legs.of_four(k, sign))
        })
    }
    /// Returns `V` along an axis, rounded to the nearest float, which has the same sign.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn rounded(&self, k: usize) -> f64 {
        self.velocity[k] - self.obstacle_velocity[k]
    }
    /// Returns whether the relative velocity is zero.
    pub(crate) fn is_still(&self) -> bool {
        (0..D).all(|k| self.rounded(k) == 0.0)
    }

    /// Returns the velocity of the mover along an axis, as a difference.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn of_mover(&self, k: usize) -> [f64; 2] {
        match &self.legs {
            None => [self.velocity[k], 0.0],
            Some(PathSegments { mover: [to, from], .. }) => [to[k], from[k]],
        }
    }
    /// Returns the velocity of the obstacle along an axis, as a difference.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn of_obstacle(&self, k: usize) -> [f64; 2] {
        match &self.legs {
            None => [self.obstacle_velocity[k], 0.0],
            Some(PathSegments { obstacle: [to, from], .. }) => [to[k], from[k]],
        }
    }
    /// Returns whether the obstacle is at rest.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_obstacle_at_rest(&self) -> bool {
        match &self.legs {
            None => self.obstacle_velocity.iter().fold(true, |all, &v| all & (v == 0.0)),
            Some(PathSegments { obstacle: [to, from], .. }) => to == from,
        }
    }
    /// Returns whether the obstacle is at rest along an axis.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn is_obstacle_still(&self, k: usize) -> bool {
        let [to, from] = self.of_obstacle(k);
        to == from
    }
}

impl<const D: usize> PathSegments<D> {
    /// Returns the four floats whose sum is `V`, if `V` is not a difference of two floats.
    fn of_four(&self, k: usize, sign: f64) -> Option<[f64; 4]> {
        let ([to, from], [obstacle_to, obstacle_from]) = (&self.mover, &self.obstacle);
        let four = [to[k], from[k], obstacle_to[k], obstacle_from[k]];
        (!self.is_short).then(|| four.map(|x| sign * x))
    }
}

/// Returns a coordinate at time `t`, which moves at the velocity `to − start`. If it does not move,
/// returns the result of `at_rest`.
#[cfg_attr(hot, inline(always))]
pub(super) fn moved<N: Number>(
    lift: &impl Lift<N>,
    t: &N::Value,
    from: &N,
    [to, start]: [f64; 2],
    at_rest: impl FnOnce(&N) -> N::Value,
) -> N::Value {
    // Most obstacles are at rest, and most moving shapes have a velocity.
    if to == start {
        at_rest(from)
    } else if start == 0.0 {
        t.along(from, &lift.speed(to))
    } else {
        t.along(from, &lift.speed_difference(to, start))
    }
}

/// Returns an equal difference, whose second number is zero if the difference is a float.
fn in_one([to, from]: [f64; 2]) -> [f64; 2] {
    match sum_in_two(&[to, -from]) {
        Some((difference, 0.0)) => [difference, 0.0],
        _ => [to, from],
    }
}

/// Returns whether the difference of two such differences is a difference of two floats, and that
/// difference. Otherwise it is the nearest float.
#[cfg_attr(hot, inline(always))]
pub(crate) fn relative(mover: [f64; 2], obstacle: [f64; 2]) -> (bool, [f64; 2]) {
    if mover[1] == 0.0 && obstacle[1] == 0.0 {
        return (true, [mover[0], obstacle[0]]);
    }
    relative_of_legs(mover, obstacle)
}

#[cold]
#[inline(never)]
fn relative_of_legs(mover: [f64; 2], obstacle: [f64; 2]) -> (bool, [f64; 2]) {
    let ([to, from], [obstacle_to, obstacle_from]) = (mover, obstacle);
    if obstacle == [0.0; 2] {
        return (true, mover);
    }
    if mover == [0.0; 2] {
        return (true, [obstacle_from, obstacle_to]);
    }
    if let Some((high, low)) = sum_in_two(&[to, -from, -obstacle_to, obstacle_from]) {
        return (true, [high, -low]);
    }
    let [to, from, obstacle_to, obstacle_from] =
        [to, from, obstacle_to, obstacle_from].map(fraction);
    let difference: f64 = rounded(&((to - from) - (obstacle_to - obstacle_from)));
    (false, [difference.clamp(-f64::MAX, f64::MAX), 0.0])
}

/// Returns a relative motion for tests. For half of the kinds at least one of the two shapes moves
/// between points, and no difference is simplified to a velocity.
#[cfg(test)]
pub(crate) fn motion_of_kind<const D: usize>(
    kind: u64,
    mover: [[f64; D]; 2],
    obstacle: [[f64; D]; 2],
) -> RelativeMotion<D> {
    let without_start = |[to, _]: [[f64; D]; 2]| [to, [0.0; D]];
    let (mover, obstacle) = match kind % 6 {
        0 => (mover, obstacle),
        1 => (mover, without_start(obstacle)),
        2 => (without_start(mover), obstacle),
        _ => return RelativeMotion::at(mover[0], obstacle[0]),
    };
    let legs = PathSegments { mover, obstacle, is_short: true };
    let mut motion = RelativeMotion { legs: Some(legs), ..RelativeMotion::STILL };
    for k in 0..D {
        let of = |way: [[f64; D]; 2]| [way[0][k], way[1][k]];
        (_, [motion.velocity[k], motion.obstacle_velocity[k]]) = relative(of(mover), of(obstacle));
    }
    motion
}

#[cfg(test)]
mod tests {
    use super::relative;
    use crate::number::fraction;
    use crate::random::Random;

    /// An exact result is equal to the sum of the four floats; any other result is the float
    /// nearest to it.
    #[test]
    fn a_sum_of_four_is_one_of_two_or_rounded() {
        let mut random = Random(15);
        let two_to_the = |e: f64| f64::from_bits(((1023.0 + e) as u64) << 52);
        let (mut exact, mut rounded) = (0, 0);
        for i in 0..40_000 {
            let reach = [4, 30, 60, 1000][i % 4];
            let mut number = || match random.below(8) {
                0 => 0.0,
                1 => random.integer(-3, 3) * two_to_the(random.integer(-reach, reach)),
                2 => f64::MAX.copysign(random.integer(-1, 1)),
                _ => random.between(-1.0, 1.0) * two_to_the(random.integer(-reach, reach / 9)),
            };
            let (mover, obstacle) = ([number(), number()], [number(), number()]);
            let of = |[to, from]: [f64; 2]| fraction(to) - fraction(from);
            let sum = of(mover) - of(obstacle);
            let (is_exact, pair) = relative(mover, obstacle);
            if is_exact {
                exact += 1;
                assert_eq!(of(pair), sum, "{mover:?} {obstacle:?}");
                continue;
            }
            rounded += 1;
            assert!(pair[1] == 0.0 && pair[0].is_finite());
            let nearest: f64 = crate::number::rounded(&sum);
            assert!(pair[0] == nearest || (nearest.is_infinite() && pair[0].abs() == f64::MAX));
        }
        assert!(exact > 4_000 && rounded > 4_000, "{exact} {rounded}");
    }
}
