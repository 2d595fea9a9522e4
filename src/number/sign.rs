//! The exact sign of a number, and the absence of a certain sign.

/// The exact sign of a real number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// Less than zero.
    Negative,
    /// Exactly zero, not only almost.
    Zero,
    /// Greater than zero.
    Positive,
}

impl Sign {
    /// Returns the sign of the product.
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

/// The error of a number that is not certain of its sign; a kind with more digits must decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsure;

/// A sign, if an inexact number is certain of it.
pub(crate) type CertainSign = Result<Sign, Unsure>;
