//! What a walker can do, and the check of it.

use super::super::slide::SlideOptions;
use crate::shape::{InputError, Problem, Scalar, finite, length};

/// What a walker can do.
///
/// # Examples
/// ```
/// use tangency::WalkerOptions;
/// let options = WalkerOptions::default().step_height(0.4).snap_distance(0.5);
/// assert_eq!((options.up, options.max_slope), ([0.0, 0.0, 1.0], 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkerOptions<T> {
    /// Against gravity: a vector of any length.
    pub up: [T; 3],
    /// How much a floor rises at most for each unit along it: the tangent of its angle, 1 for 45°.
    /// What rises by just as much is a floor, what is steeper is none; that is decided exactly.
    pub max_slope: T,
    /// How high a step it climbs, measured from the floor on which it stands; 0 for none.
    pub step_height: T,
    /// How far below it the floor may be if it is to stay on it, walking down; 0 for not at all.
    pub snap_distance: T,
    /// How many legs at most in one slide, of which a step has a few.
    pub max_iterations: usize,
    /// Whether its round foot counts as flat where it stands on an edge. Then it stands as high as
    /// the floor until the axis of its body has passed the edge. Else it sinks as its foot rolls
    /// round the edge, until that is steeper than `max_slope`.
    pub flat_base: bool,
    /// How far at most a step or a ride that begins in an overlap puts it to be free of that, in
    /// radii of its body; 0 for not at all. It is put through no surface.
    pub max_recovery: T,
    /// Whether what carries it throws it: the displacement of a [ride](crate::Walker::ride) is
    /// added to its velocity if the step after the ride leaves the floor.
    pub inherit_velocity: bool,
}

impl<T: Scalar> Default for WalkerOptions<T> {
    fn default() -> Self {
        Self {
            up: [T::ZERO, T::ZERO, T::ONE],
            max_slope: T::ONE,
            step_height: T::ZERO,
            snap_distance: T::ZERO,
            max_iterations: SlideOptions::default().max_iterations,
            flat_base: false,
            max_recovery: T::ONE,
            inherit_velocity: true,
        }
    }
}

/// These options, but for one.
impl<T: Scalar> WalkerOptions<T> {
    /// With this [`up`](Self::up).
    #[must_use]
    pub fn up(self, up: impl Into<[T; 3]>) -> Self {
        Self { up: up.into(), ..self }
    }
    /// With this [`max_slope`](Self::max_slope).
    #[must_use]
    pub fn max_slope(self, max_slope: T) -> Self {
        Self { max_slope, ..self }
    }
    /// With this [`step_height`](Self::step_height).
    #[must_use]
    pub fn step_height(self, step_height: T) -> Self {
        Self { step_height, ..self }
    }
    /// With this [`snap_distance`](Self::snap_distance).
    #[must_use]
    pub fn snap_distance(self, snap_distance: T) -> Self {
        Self { snap_distance, ..self }
    }
    /// With this many [iterations](Self::max_iterations) at most.
    #[must_use]
    pub fn max_iterations(self, max_iterations: usize) -> Self {
        Self { max_iterations, ..self }
    }
    /// With a [flat base](Self::flat_base) or a round one.
    #[must_use]
    pub fn flat_base(self, flat_base: bool) -> Self {
        Self { flat_base, ..self }
    }
    /// With this [`max_recovery`](Self::max_recovery).
    #[must_use]
    pub fn max_recovery(self, max_recovery: T) -> Self {
        Self { max_recovery, ..self }
    }
    /// With or without [the velocity of a platform](Self::inherit_velocity).
    #[must_use]
    pub fn inherit_velocity(self, inherit_velocity: bool) -> Self {
        Self { inherit_velocity, ..self }
    }
}

impl<T: Scalar> WalkerOptions<T> {
    /// These options, if a walker can have them.
    pub(super) fn checked(self) -> Result<Self, InputError> {
        let up = finite(self.up, "walker.up")?;
        if up == [T::ZERO; 3] {
            return Err(InputError::new("walker.up", Problem::NoDirection));
        }
        Ok(Self {
            up,
            max_slope: length(self.max_slope, "walker.max_slope")?,
            step_height: length(self.step_height, "walker.step_height")?,
            snap_distance: length(self.snap_distance, "walker.snap_distance")?,
            max_recovery: length(self.max_recovery, "walker.max_recovery")?,
            ..self
        })
    }
}
