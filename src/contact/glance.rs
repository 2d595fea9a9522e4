//! What is seen at a glance, with the corners or the axes of one obstacle in the lanes of one
//! register, before anything is decided: that the two certainly miss, or how the one enters the
//! other.
//!
//! They miss by (7.9), as in rows (`many/`), in double precision: `u = 2⁻⁵³`.

use super::answer::Contact;
use crate::number::{COMPACT, Four, TaskOfFour, run_four};
use crate::shape::{Moving, Scalar, Shape};

/// `2⁻⁴⁶`, 128 roundings.
pub(super) const MARGIN: f64 = f64::from_bits((1023 - 46) << 52);
/// `2²⁵`: sizes and speeds beyond it, or below its inverse, are left alone.
const GREATEST: f64 = 33_554_432.0;

/// What is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance<C> {
    /// They never meet.
    Missed,
    /// What enters does so like this, unless its motion ends before.
    Enters(C),
    /// Nothing.
    Unknown,
}

impl<C> Glance<C> {
    /// What is told of what seems to enter, if anything.
    #[inline(always)]
    pub(super) fn and_then<D>(self, tell: impl FnOnce(C) -> Option<D>) -> Glance<D> {
        match self {
            Glance::Missed => Glance::Missed,
            Glance::Enters(how) => tell(how).map_or(Glance::Unknown, Glance::Enters),
            Glance::Unknown => Glance::Unknown,
        }
    }
}

/// A mover and an obstacle that are looked at.
pub(super) struct Look<'a, M: Shape, O> {
    pub(super) mover: &'a Moving<M>,
    pub(super) target: &'a O,
}

/// What is seen of a mover and what stands still; nothing in small code, where the mover goes
/// between two points, and of what is rounded.
#[inline(always)]
pub(super) fn glance<'a, T: Scalar, M, O, F, const N: usize>(
    mover: &'a Moving<M>,
    target: &'a O,
) -> Glance<Contact<T, N, F>>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    Look<'a, M, O>: TaskOfFour<Output = Glance<Contact<T, N, F>>>,
{
    if COMPACT || N > 3 || mover.rounding() != T::ZERO || mover.has_start() {
        return Glance::Unknown;
    }
    run_four(Look { mover, target }).unwrap_or(Glance::Unknown)
}

/// The numbers of a vector, filled up with zeros.
#[inline(always)]
pub(super) fn in_lanes<T: Scalar, F: Four, const N: usize>(vector: &[T; N]) -> F {
    let [mut x, mut y, mut z] = [0.0; 3];
    if N > 0 {
        x = vector[0].widen();
    }
    if N > 1 {
        y = vector[1].widen();
    }
    if N > 2 {
        z = vector[2].widen();
    }
    F::of_three(x, y, z)
}

#[inline(always)]
pub(super) fn is_fair(size: f64) -> bool {
    (1.0 / GREATEST..=GREATEST).contains(&size)
}
