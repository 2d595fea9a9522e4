//! A measure of the difficulty of an answer, and the choice of small code (`compact`).
//!
//! Small code is a feature of this library and not a second library. With `compact`, decisions are
//! not inlined. Decisions about boxes, polytopes, ellipsoids, mesh instances and capsules at rest
//! ([`Inputs::SELDOM`](super::Inputs::SELDOM)) are compiled for integers only. The numbers of
//! answers are computed by code that both floats share, since these differ only where a number is
//! rounded (`format.rs`). WebAssembly is built with this feature, and the shared cases of the tests
//! require the same bits.
//!
//! The package for JavaScript is built for size, but its queries of `f64` meshes are compiled in
//! this library (`mesh/doubles.rs`), which can be built for speed. If only integers are evaluated,
//! their rounded numbers narrow the search of a mesh (`bracket` in `measure.rs`).

/// Whether code is to be small. Then generic code is compiled over at most one kind of float, and
/// over integers. The answers are the same; they take longer if a decision is close, or if the
/// query is [rare](Inputs::SELDOM).
pub(crate) const COMPACT: bool = cfg!(feature = "compact");

/// The difficulty of an answer, for statistics. The answer itself is always exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effort {
    /// Whether some decision was too close for the first filter.
    pub left_first_filter: bool,
    /// Whether exact integers were needed, for a decision or for a number.
    pub exact: bool,
}
