//! Signs as conditions: whether they hold, and the outcome if they all do.

use super::answer::Approach;
use crate::number::{CertainSign, Sign, Unsure};
use Sign::{Negative, Positive, Zero};

/// Conditions that must all hold. One condition that certainly fails settles the outcome, whatever
/// the uncertain ones are.
pub(super) struct Conditions {
    unsure: bool,
}

impl Conditions {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new() -> Self {
        Self { unsure: false }
    }

    /// Returns whether a sign is certainly not one of the allowed signs.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn fail(&mut self, sign: CertainSign, allowed: impl Fn(Sign) -> bool) -> bool {
        match sign {
            Ok(sign) => !allowed(sign),
            Err(Unsure) => {
                self.unsure = true;
                false
            }
        }
    }

    /// Returns the outcome, or `Unsure` if a sign was uncertain. The caller must have found that no
    /// condition failed.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn then<T>(&self, outcome: T) -> Result<T, Unsure> {
        if self.unsure { Err(Unsure) } else { Ok(outcome) }
    }
}

pub(super) fn is_negative(s: Sign) -> bool {
    s == Negative
}
pub(super) fn is_positive(s: Sign) -> bool {
    s == Positive
}
pub(super) fn is_not_negative(s: Sign) -> bool {
    s != Negative
}
pub(super) fn is_not_positive(s: Sign) -> bool {
    s != Positive
}

/// Returns the approach for the sign of the speed along the normal.
pub(super) fn approach_of(along_normal: Sign) -> Approach {
    match along_normal {
        Negative => Approach::Approaching,
        Zero => Approach::Sliding,
        Positive => Approach::Parting,
    }
}
