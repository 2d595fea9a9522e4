//! The options of a walker, and their check.

use super::super::slide::SlideOptions;
use crate::shape::{InputError, Problem, Scalar, finite, length};

/// The options of a walker: slope limit, step offset, snap to ground, and more.
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
    /// The direction against gravity: a vector of any length.
    pub up: [T; 3],
    /// The slope limit: the greatest rise of a floor for each unit of horizontal distance. This is
    /// the tangent of the angle of the floor: 1 for 45°. A surface that rises by exactly this much
    /// is a floor, a steeper surface is not; that is decided exactly.
    pub max_slope: T,
    /// The step offset: the height of the highest stair that the walker climbs, measured from the
    /// floor on which it stands; 0 if it climbs none.
    pub step_height: T,
    /// The snap to ground: a walker that walks down stays on the floor if the floor is at most this
    /// far below it; 0 if it never snaps.
    pub snap_distance: T,
    /// The greatest number of legs of one slide. A step consists of a few slides.
    pub max_iterations: usize,
    /// Whether the round foot counts as flat where the walker stands on an edge. With a flat base,
    /// the walker stays at the height of the floor until its axis has passed the edge. Without a
    /// flat base, it sinks as its foot rolls over the edge, until the contact is steeper than
    /// `max_slope`.
    pub flat_base: bool,
    /// If a step or a ride begins in an overlap, it moves the walker out of the overlap by at most
    /// this distance, in radii of its body; 0 if it never does. The walker is never moved through a
    /// surface.
    pub max_recovery: T,
    /// Whether a platform throws the walker: the displacement of a [ride](crate::Walker::ride) is
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

/// Methods that return these options with one of them changed.
impl<T: Scalar> WalkerOptions<T> {
    /// Returns these options with another [`up`](Self::up).
    #[must_use]
    pub fn up(self, up: impl Into<[T; 3]>) -> Self {
        Self { up: up.into(), ..self }
    }
    /// Returns these options with another [`max_slope`](Self::max_slope).
    #[must_use]
    pub fn max_slope(self, max_slope: T) -> Self {
        Self { max_slope, ..self }
    }
    /// Returns these options with another [`step_height`](Self::step_height).
    #[must_use]
    pub fn step_height(self, step_height: T) -> Self {
        Self { step_height, ..self }
    }
    /// Returns these options with another [`snap_distance`](Self::snap_distance).
    #[must_use]
    pub fn snap_distance(self, snap_distance: T) -> Self {
        Self { snap_distance, ..self }
    }
    /// Returns these options with another [`max_iterations`](Self::max_iterations).
    #[must_use]
    pub fn max_iterations(self, max_iterations: usize) -> Self {
        Self { max_iterations, ..self }
    }
    /// Returns these options with a [flat base](Self::flat_base) or a round one.
    #[must_use]
    pub fn flat_base(self, flat_base: bool) -> Self {
        Self { flat_base, ..self }
    }
    /// Returns these options with another [`max_recovery`](Self::max_recovery).
    #[must_use]
    pub fn max_recovery(self, max_recovery: T) -> Self {
        Self { max_recovery, ..self }
    }
    /// Returns these options with another [`inherit_velocity`](Self::inherit_velocity).
    #[must_use]
    pub fn inherit_velocity(self, inherit_velocity: bool) -> Self {
        Self { inherit_velocity, ..self }
    }
}

impl<T: Scalar> WalkerOptions<T> {
    /// Returns these options, if they are valid.
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
