//! A sphere on its way to a box that is turned: the frame is the box's own, `|q|²` times as large.
//!
//! With the quaternion `q` of any length, `R(q)` is its rotation matrix times `|q|²`, whose entries are polynomials:
//!
//! ```text
//! seen from the box     R(q)ᵀ (C − c),   R(q)ᵀ V,   |q|² e,   |q|² r                                            (7.3)
//! ```
//!
//! So the rotation `R(q) / |q|²` is exactly orthogonal, whatever floats are given, and no sign is of a degree greater than
//! four in lengths and speeds and eight in `q`.

use super::super::turn::Turn;
use super::course::{Course, InFrame, Outside, Rigid, in_threes, outward};
use super::{Touch, obstacle, static_target};
use crate::number::{Given, Lift, Number, Quantity, Value};
use crate::shape::{Moving, OrientedBox, Scalar, Sphere};
use Quantity::{Direction, Length, Speed};

/// A moving sphere, and a turned box that it may meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight<const D: usize> {
    center: [f64; D],
    radius: f64,
    velocity: [f64; D],
    /// The middle of the box, its half extents, its rotation and its velocity.
    middle: [f64; D],
    half_extents: [f64; D],
    quaternion: [f64; 4],
    drift: [f64; D],
}

impl<const D: usize> Given for Flight<D> {
    const SELDOM: bool = true;
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        let [x, y, z, w] = self.quaternion;
        see(Length, [self.radius; 3]);
        in_threes(Length, &self.center, see);
        in_threes(Length, &self.middle, see);
        in_threes(Length, &self.half_extents, see);
        in_threes(Speed, &self.velocity, see);
        in_threes(Speed, &self.drift, see);
        see(Direction, [x, y, z]);
        see(Direction, [w; 3]);
    }

    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            radius: change(Length, self.radius),
            velocity: self.velocity.map(|x| change(Speed, x)),
            middle: self.middle.map(|x| change(Length, x)),
            half_extents: self.half_extents.map(|x| change(Length, x)),
            quaternion: self.quaternion.map(|x| change(Direction, x)),
            drift: self.drift.map(|x| change(Speed, x)),
        }
    }
}

impl<const D: usize> Flight<D> {
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn turn<N: Number>(&self, lift: &impl Lift<N>) -> Turn<N, D> {
        Turn::of(self.quaternion, lift)
    }
}

impl<const D: usize> Course<D> for Flight<D> {
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn in_frame<N: Number>(&self, lift: &impl Lift<N>) -> InFrame<N, D> {
        let turn = self.turn(lift);
        let offset =
            core::array::from_fn(|k| lift.length_difference(self.center[k], self.middle[k]));
        let speed =
            core::array::from_fn(|k| lift.speed_difference(self.velocity[k], self.drift[k]));
        let offset = turn.seen_from_frame(&offset);
        let extent = |k: usize| lift.length(self.half_extents[k]).times(&turn.scale);
        InFrame {
            above_min: core::array::from_fn(|k| offset[k].plus(&extent(k))),
            above_max: core::array::from_fn(|k| offset[k].minus(&extent(k))),
            velocity: turn.seen_from_frame(&speed),
            radius: lift.length(self.radius).times(&turn.scale),
        }
    }
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn is_point(&self) -> bool {
        self.radius == 0.0
    }
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn path(&self) -> (&[f64; D], &[f64; D]) {
        (&self.center, &self.velocity)
    }
    fn reversed(self) -> Self {
        let [velocity, drift] = [self.velocity, self.drift].map(|v| v.map(|x| -x));
        Self { velocity, drift, ..self }
    }

    /// The centre, less the way to it from the box: `C + t Vs − R(q) W / |q|⁴`.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: Option<&Outside<N, D>>,
        t: &N::Value,
        center: &[N::Value; D],
        touch: &Touch<D>,
    ) -> [N::Value; D] {
        let turn = self.turn(lift);
        let away = match outside {
            Some(outside) => outside.away(t),
            None => self.outside(lift, &touch.outside).away(t),
        };
        let away = turn.seen_from_world(&away, N::Value::times, N::Value::plus);
        let scale = turn.scale.squared();
        core::array::from_fn(|k| center[k].minus(&away[k].over(&scale)))
    }

    /// `R(q) W / (|q|⁴ r)`; over a face, a column of the rotation.
    #[cfg_attr(not(any(feature = "compact", debug_assertions)), inline(always))]
    fn normal<N: Number>(
        &self,
        lift: &impl Lift<N>,
        outside: &Outside<N, D>,
        t: &N::Value,
        touch: &Touch<D>,
    ) -> [N::Value; D] {
        let turn = self.turn(lift);
        if let Some((axis, side)) = touch.face() {
            let column = turn.seen_from_world(&outward(axis, side), N::times, N::plus);
            return column.map(|x| N::Value::rational(&x).over(&turn.scale));
        }
        let away = outside.away(t);
        let divisor = outside.radius.times(&turn.scale);
        turn.seen_from_world(&away, N::Value::times, N::Value::plus).map(|x| x.over(&divisor))
    }
}

impl<const D: usize> Rigid<D> for Flight<D> {
    fn scale<N: Number>(&self, lift: &impl Lift<N>) -> N {
        self.turn(lift).scale
    }
    fn turned<N: Number>(&self, lift: &impl Lift<N>, vector: &[N; D]) -> ([N; D], N) {
        let turn = self.turn(lift);
        (turn.seen_from_world(vector, N::times, N::plus), turn.scale)
    }
}

fn course<T: Scalar, const D: usize>(
    ball: &Moving<Sphere<T, D>>,
    target: &Moving<OrientedBox<T, D>>,
) -> Flight<D> {
    let shape = target.shape();
    Flight {
        center: ball.shape().center().map(Scalar::widen),
        radius: ball.shape().radius().widen(),
        velocity: ball.velocity().map(Scalar::widen),
        middle: shape.center().map(Scalar::widen),
        half_extents: shape.half_extents().map(Scalar::widen),
        quaternion: shape.rotation().in_space().map(Scalar::widen),
        drift: target.velocity().map(Scalar::widen),
    }
}

obstacle!(Sphere<T, 2>, OrientedBox<T, 2>, {}, 2);
obstacle!(Sphere<T, 3>, OrientedBox<T, 3>, {}, 3);
static_target!(OrientedBox<T, 2>, {}, 2);
static_target!(OrientedBox<T, 3>, {}, 3);

#[cfg(test)]
impl<const D: usize> Flight<D> {
    /// Another problem with some of the same numbers.
    pub(super) fn turned(
        flight: &super::aligned::Flight<D>,
        random: &mut crate::random::Random,
    ) -> Self {
        let super::aligned::Flight { center, radius, velocity, target } = *flight;
        let half_extents = target.max.map(f64::abs);
        let [x, y, z] = random.integers(-3, 3);
        let [x, y] = if D == 2 { [0.0; 2] } else { [x, y] };
        let quaternion = [x, y, z, random.integer(1, 3)];
        let (middle, drift) = (target.min, target.drift);
        Self { center, radius, velocity, middle, half_extents, quaternion, drift }
    }
}
