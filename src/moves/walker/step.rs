//! The answer of one step of a walker.

use super::super::recover::Recover;
use crate::contact::Contact;
use crate::shape::Scalar;
use alloc::vec::Vec;

/// The result of one step of a walker.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step<T, F> {
    /// Whether the walker was free at its start. If it overlapped an obstacle, this has the free
    /// position to which it was moved, within [`max_recovery`](crate::WalkerOptions::max_recovery).
    /// If no free position was found, it did not move.
    pub start: Recover<T, 3>,
    /// The position at which the legs begin.
    pub from: [T; 3],
    /// The ends of the legs, in order.
    pub legs: Vec<[T; 3]>,
    /// The blocking hits, in order. The time of each is the fraction of the displacement that was
    /// tried in that leg.
    pub contacts: Vec<Contact<T, 3, F>>,
    /// The floor on which the walker stands after the step.
    pub floor: Option<Contact<T, 3, F>>,
    /// The ceiling that the walker hit with its head: a surface that faces down and is as flat as a
    /// floor.
    pub ceiling: Option<Contact<T, 3, F>>,
    /// Whether the walker hangs between surfaces that are too steep: it has no floor, but it cannot
    /// fall. It can move along these surfaces, or jump.
    pub is_wedged: bool,
    /// The displacement of the platform that the walker left in this step, by a jump or over an
    /// edge: the displacement of the last [ride](crate::Walker::ride). Zero if it left no platform.
    /// Unless [`inherit_velocity`](crate::WalkerOptions::inherit_velocity) is switched off, the
    /// velocity contains it already.
    pub platform_velocity: [T; 3],
    /// Memory that the next step uses again.
    pub(super) memory: Memory<T, F>,
}

/// The scratch memory of a step: the features of the touched obstacles, and contacts that refer to
/// features by index. Both lists are empty between steps.
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
