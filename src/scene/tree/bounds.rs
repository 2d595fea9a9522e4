//! Boxes in `f32` that certainly contain given points.

use crate::number::Bracket;

/// An interval along each axis: a box in space, or a box in the space of velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::scene) struct AxisIntervals {
    pub(super) min: [f32; 3],
    pub(super) max: [f32; 3],
}

/// A least coordinate is at most this, and a greatest coordinate at least its negative, so that no
/// difference of two bounds is NaN. No bound is cut off on its outer side.
pub(super) const FAR: f32 = f32::from_bits((127 + 100) << 23);

/// The greatest `f32` that is not greater than a number.
fn down(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) > x { rounded.next_down() } else { rounded }
}

/// The least `f32` that is not less than a number.
pub(super) fn up(x: f64) -> f32 {
    -down(-x)
}

impl AxisIntervals {
    pub(super) const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };
    /// The velocities of items at rest.
    pub(super) const STILL: Self = Self { min: [0.0; 3], max: [0.0; 3] };

    pub(super) fn of([x, y, z]: [Bracket; 3]) -> Self {
        let min = |along: Bracket| down(along.lower).min(FAR);
        let max = |along: Bracket| up(along.upper).max(-FAR);
        Self { min: [min(x), min(y), min(z)], max: [max(x), max(y), max(z)] }
    }

    /// The box that contains both boxes.
    pub(super) fn joined(&self, other: &Self) -> Self {
        Self {
            min: core::array::from_fn(|k| self.min[k].min(other.min[k])),
            max: core::array::from_fn(|k| self.max[k].max(other.max[k])),
        }
    }

    pub(super) fn holds(&self, other: &Self) -> bool {
        (0..3).all(|k| self.min[k] <= other.min[k] && other.max[k] <= self.max[k])
    }

    /// Whether the box is bounded, and so near that sums of its coordinates do not overflow.
    fn is_near(&self) -> bool {
        let near = |x: &f32| x.abs() < FAR;
        self.min.iter().all(near) && self.max.iter().all(near)
    }

    /// Half the surface.
    pub(super) fn half_area(&self) -> f32 {
        let [x, y, z] = core::array::from_fn(|k| (self.max[k] - self.min[k]).max(0.0));
        x * y + y * z + z * x
    }
}

/// The box of an item at time zero, and the box of its velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::scene) struct MovingBounds {
    pub(super) place: AxisIntervals,
    pub(super) drift: AxisIntervals,
}

impl MovingBounds {
    pub(super) const EMPTY: Self =
        Self { place: AxisIntervals::EMPTY, drift: AxisIntervals::EMPTY };

    /// Whether a tree can contain an item with these bounds.
    pub(in crate::scene) fn fits(&self) -> bool {
        self.place.is_near() && self.drift.is_near()
    }

    pub(in crate::scene) fn is_at_rest(&self) -> bool {
        self.drift == AxisIntervals::STILL
    }

    pub(super) fn joined(&self, other: &Self) -> Self {
        Self { place: self.place.joined(&other.place), drift: self.drift.joined(&other.drift) }
    }

    pub(super) fn holds(&self, other: &Self) -> bool {
        self.place.holds(&other.place) && self.drift.holds(&other.drift)
    }

    /// The approximate box of the space that an item sweeps up to a time. It only affects how good
    /// a tree is.
    pub(super) fn swept(&self, horizon: f32) -> AxisIntervals {
        let Self { place, drift } = self;
        AxisIntervals {
            min: core::array::from_fn(|k| place.min[k] + (drift.min[k] * horizon).min(0.0)),
            max: core::array::from_fn(|k| place.max[k] + (drift.max[k] * horizon).max(0.0)),
        }
    }

    /// About the greatest distance along an axis that an item moves in a unit of time.
    pub(super) fn speed(&self) -> f32 {
        let along = |k: usize| self.drift.max[k].max(-self.drift.min[k]);
        along(0).max(along(1)).max(along(2))
    }

    /// The approximate greatest width of the box at time zero.
    pub(super) fn width(&self) -> f32 {
        let along = |k: usize| self.place.max[k] - self.place.min[k];
        along(0).max(along(1)).max(along(2))
    }
}
