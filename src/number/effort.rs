//! How hard an answer was, and whether code is to be small.

/// Whether code is to be small. Then a text is compiled over one kind of float at most, and over
/// integers: the same answers, later where a decision is close, and where it is asked
/// [seldom](Inputs::SELDOM).
pub(crate) const COMPACT: bool = cfg!(feature = "compact");

/// How hard an answer was, for those who count. It says nothing about the answer, which is always
/// exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Some decision was too close for the first filter.
    pub left_first_filter: bool,
    /// Exact integers were needed, for a decision or for a number.
    pub exact: bool,
}
