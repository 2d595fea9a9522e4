//! The frame of the trees, which maps floats of any size to moderate ones.

use super::bounds::{AxisIntervals, MovingBounds};
use crate::number::Bracket;

/// A coordinate `x` becomes `scale × x − origin`, and a velocity is multiplied by `scale`.
#[derive(Clone, Copy, Debug)]
pub(in crate::scene) struct SceneFrame {
    /// A power of two.
    pub(super) scale: f64,
    pub(super) origin: [f64; 3],
}

/// The binary exponent of a number.
fn exponent(x: f64) -> i64 {
    (x.to_bits() >> 52 & 0x7ff) as i64 - 1023
}

impl SceneFrame {
    /// A frame in which this box is near the origin, and neither large nor small.
    pub(in crate::scene) fn around(around: &[Bracket; 3]) -> Self {
        let middle = around.map(|along| 0.5 * along.lower + 0.5 * along.upper);
        let sizes = around.iter().zip(middle);
        let size = sizes.fold(0.0f64, |size, (along, middle)| {
            // The second bound is for a single point: a fraction of its distance from the origin.
            let apart = 0.5 * along.upper - 0.5 * along.lower;
            size.max(apart).max(middle.abs() * f64::EPSILON)
        });
        if !(size > 0.0 && size < f64::INFINITY) {
            return Self { scale: 1.0, origin: [0.0; 3] };
        }
        let power = (-exponent(size)).clamp(-1000, 1000);
        let scale = f64::from_bits(((power + 1023) as u64) << 52);
        Self { scale, origin: middle.map(|x| x * scale) }
    }

    pub(in crate::scene) fn place(&self, around: &[Bracket; 3]) -> AxisIntervals {
        let along = |k: usize| around[k].times_float(self.scale).minus(Bracket::of(self.origin[k]));
        AxisIntervals::of([along(0), along(1), along(2)])
    }

    /// The bounds of a velocity that is the difference of these two vectors.
    fn drift(&self, [to, from]: &[[f64; 3]; 2]) -> AxisIntervals {
        if to == from {
            return AxisIntervals::STILL;
        }
        let along = |k: usize| {
            if to[k] == from[k] {
                return Bracket::of(0.0);
            }
            Bracket::of(to[k]).minus(Bracket::of(from[k])).times_float(self.scale)
        };
        AxisIntervals::of([along(0), along(1), along(2)])
    }

    /// The bounds of an item with this box at time zero, and this velocity.
    pub(in crate::scene) fn bounds(
        &self,
        around: &[Bracket; 3],
        way: &[[f64; 3]; 2],
    ) -> MovingBounds {
        MovingBounds { place: self.place(around), drift: self.drift(way) }
    }

    /// An upper bound of a length, converted to the frame.
    pub(super) fn length(&self, length: f64) -> f64 {
        (length * self.scale).next_up()
    }
}
