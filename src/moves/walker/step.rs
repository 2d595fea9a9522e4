//! The answer of one step of a walker.

use super::super::recover::Recover;
use crate::contact::Contact;
use crate::shape::Scalar;
use alloc::vec::Vec;

/// What became of a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step<T, F> {
    /// Whether it overlapped nothing as it began; else where it was put, if a free place was found
    /// within [`max_recovery`](crate::WalkerOptions::max_recovery). If not, it did not move.
    pub start: Recover<T, 3>,
    /// Where its legs begin.
    pub from: [T; 3],
    /// Their ends, in order.
    pub legs: Vec<[T; 3]>,
    /// What blocked it, in order; each time is a part of what was tried then.
    pub contacts: Vec<Contact<T, 3, F>>,
    /// On what it then stands.
    pub floor: Option<Contact<T, 3, F>>,
    /// On what it has knocked its head: as flat as a floor, seen from below.
    pub ceiling: Option<Contact<T, 3, F>>,
    /// Whether it hangs between surfaces that are too steep: it has no floor, and yet it cannot
    /// fall. It can go on along them, or jump.
    pub is_wedged: bool,
    /// The displacement of the platform that it left in this step, by a jump or over an edge: that
    /// of the last [ride](crate::Walker::ride). Zero if it left none. Unless
    /// [`inherit_velocity`](crate::WalkerOptions::inherit_velocity) is switched off, the velocity
    /// has it already.
    pub platform_velocity: [T; 3],
    /// Memory that the next step uses again.
    pub(super) memory: Memory<T, F>,
}

/// What a step takes notes in: the features that it meets, and contacts that name them by number.
/// Between steps it is empty.
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

/// No step was taken, and there is no memory yet: what
/// [`Walker::step_into`](crate::Walker::step_into) writes to.
impl<T: Scalar, F> Default for Step<T, F> {
    fn default() -> Self {
        let (legs, contacts) = (Vec::new(), Vec::new());
        let (start, from) = (Recover::Free, [T::ZERO; 3]);
        let (is_wedged, platform_velocity) = (false, [T::ZERO; 3]);
        let (floor, ceiling, memory) = (None, None, Memory::default());
        Self { start, from, legs, contacts, floor, ceiling, is_wedged, platform_velocity, memory }
    }
}
