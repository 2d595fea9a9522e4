//! What is seen at a glance, with the corners or the axes of one obstacle in the lanes of one
//! register, before anything is decided: that the two certainly miss, or how the one enters the
//! other.
//!
//! They miss by (7.9), as in rows (`many/`), in double precision: `u = 2⁻⁵³`.

use super::answer::Contact;
use crate::number::{COMPACT, Four, TaskOfFour, run_four, unrolled};
use crate::shape::{Moving, Scalar, Sphere};

/// `2⁻⁴⁶`, 128 roundings.
pub(super) const MARGIN: f64 = f64::from_bits((1023 - 46) << 52);
/// `2²⁵`: sizes and speeds beyond it, or below its inverse, are left alone.
const GREATEST: f64 = 33_554_432.0;

/// What is seen; it is certain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance<C> {
    /// They never meet.
    Missed,
    /// What enters does so like this, unless its motion ends before.
    Enters(C),
    /// Nothing.
    Unknown,
}

/// A ball and an obstacle that are looked at.
pub(super) struct Look<'a, T: Scalar, O, const N: usize> {
    pub(super) ball: &'a Moving<Sphere<T, N>>,
    pub(super) target: &'a O,
}

/// What is seen of a ball and what stands still; nothing in small code, where the ball moves between
/// two points, and of what is rounded.
#[inline(always)]
pub(super) fn glance<'a, T: Scalar, O, F, const N: usize>(
    ball: &'a Moving<Sphere<T, N>>,
    target: &'a O,
) -> Glance<Contact<T, N, F>>
where
    Look<'a, T, O, N>: TaskOfFour<Output = Glance<Contact<T, N, F>>>,
{
    if COMPACT || N > 3 || ball.rounding() != T::ZERO {
        return Glance::Unknown;
    }
    let ([_, start], mut has_start) = (ball.way(), false);
    unrolled!(N, |k| has_start |= start[k] != T::ZERO);
    if has_start {
        return Glance::Unknown;
    }
    run_four(Look { ball, target }).unwrap_or(Glance::Unknown)
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
