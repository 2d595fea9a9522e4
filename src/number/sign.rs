//! The exact sign of a number, and that it is not known.

/// The exact sign of a real number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// Less than zero.
    Negative,
    /// Exactly zero, not "nearly".
    Zero,
    /// Greater than zero.
    Positive,
}

impl Sign {
    /// The sign of the product.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn times(self, other: Self) -> Self {
        match (self, other) {
            (Sign::Zero, _) | (_, Sign::Zero) => Sign::Zero,
            (a, b) if a == b => Sign::Positive,
            _ => Sign::Negative,
        }
    }
}

impl core::ops::Neg for Sign {
    type Output = Self;
    #[cfg_attr(hot, inline(always))]
    fn neg(self) -> Self {
        match self {
            Sign::Negative => Sign::Positive,
            Sign::Zero => Sign::Zero,
            Sign::Positive => Sign::Negative,
        }
    }
}

/// The number at hand cannot tell; a better one must be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsure;

/// What an inexact number knows of a sign.
pub(crate) type Known = Result<Sign, Unsure>;
