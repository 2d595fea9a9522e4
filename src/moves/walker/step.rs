//! The answer of one step of a walker.

use super::super::recover::Recover;
use crate::contact::Contact;
use crate::shape::Scalar;
use alloc::vec::Vec;

/// The result of one step of a walker.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step<T, F> {
    /// Whether the walker overlapped nothing at its start; otherwise the position to which it was
    /// moved, if a free one was found within [`max_recovery`](crate::WalkerOptions::max_recovery).
    /// If none was found, it did not move.
    pub start: Recover<T, 3>,
    /// The position at which the legs begin.
    pub from: [T; 3],
    /// The ends of the legs, in order.
    pub legs: Vec<[T; 3]>,
    /// The blocking hits, in order; each time is the fraction of the displacement that was tried
    /// then.
    pub contacts: Vec<Contact<T, 3, F>>,
    /// The floor on which the walker stands after the step.
    pub floor: Option<Contact<T, 3, F>>,
    /// The ceiling that the walker hit with its head: as flat as a floor, seen from below.
    pub ceiling: Option<Contact<T, 3, F>>,
    /// Whether the walker hangs between surfaces that are too steep: it has no floor, and yet it
    /// cannot fall. It can move along them, or jump.
    pub is_wedged: bool,
    /// The displacement of the platform that the walker left in this step, by a jump or over an
    /// edge: the displacement of the last [ride](crate::Walker::ride). Zero if it left no platform.
    /// Unless [`inherit_velocity`](crate::WalkerOptions::inherit_velocity) is switched off, the
    /// velocity contains it already.
    pub platform_velocity: [T; 3],
    /// Memory that the next step uses again.
    pub(super) memory: Memory<T, F>,
}

/// The scratch memory of a step: the features that it meets, and contacts that refer to them by
/// number. Between steps it is empty.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Memory<T, F> {
    pub(super) met: Vec<F>,
    pub(super) contacts: Vec<Contact<T, 3, usize>>,
}

impl<T, F> Default for Memory<T, F> {
    fn default() -> Self {
        Self { met: Vec::new(), contacts: Vec::new() }
    }
}

/// An empty result without any memory, for [`Walker::step_into`](crate::Walker::step_into).
impl<T: Scalar, F> Default for Step<T, F> {
    fn default() -> Self {
        let (legs, contacts) = (Vec::new(), Vec::new());
        let (start, from) = (Recover::Free, [T::ZERO; 3]);
        let (is_wedged, platform_velocity) = (false, [T::ZERO; 3]);
        let (floor, ceiling, memory) = (None, None, Memory::default());
        Self { start, from, legs, contacts, floor, ceiling, is_wedged, platform_velocity, memory }
    }
}
