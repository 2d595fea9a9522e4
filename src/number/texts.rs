//! Decisions and numbers of answers as texts that are written once, and evaluated over several
//! kinds of number.

use super::kinds::Number;
use super::scaled::{Inputs, Lift, Unit};
use super::sign::Unsure;

/// A decision: one text, for every kind of number.
pub(crate) trait Decision: Inputs {
    /// What is decided.
    type Outcome;
    /// Decides, or says that this kind of number cannot.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure>;
}

/// `K` numbers of an answer: one text, for every kind of value.
pub(crate) trait Measure<const K: usize>: Inputs {
    /// What each of them is counted in.
    const UNITS: [Unit; K];
    /// Whether they are deeper than the bounds of floats allow. Then they are for integers.
    const IS_DEEP: bool = false;
    /// Whether so little is computed that more digits cost next to nothing.
    #[cfg_attr(hot, inline(always))]
    fn is_brief(&self) -> bool {
        false
    }
    /// Evaluates them.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; K];
    /// Evaluates those that are wanted; the others may be anything.
    #[cfg_attr(hot, inline(always))]
    fn measure_some<N: Number>(&self, lift: &impl Lift<N>, _: &[bool; K]) -> [N::Value; K] {
        self.measure(lift)
    }
}

/// A time and up to `R` vectors of `K` numbers each, of a given problem: one text, for every kind
/// of value.
pub(crate) trait MeasureRows<G, const R: usize, const K: usize>: Copy {
    /// What those of each vector are counted in.
    const UNITS: [Unit; R];
    /// Whether so little is computed that more digits cost next to nothing.
    #[cfg_attr(hot, inline(always))]
    fn is_brief(&self, _: &G) -> bool {
        false
    }
    /// Evaluates the time, and shows each vector with its place; those that are not shown are zero.
    fn measure<N: Number>(
        &self,
        inputs: &G,
        lift: &impl Lift<N>,
        rows: &mut impl See<N::Value, K>,
    ) -> N::Value;
}

/// Who is shown the vectors of an answer, each with its place. No closure, since one that is called
/// twice is not inlined.
pub(crate) trait See<V, const K: usize> {
    fn see(&mut self, row: usize, vector: &[V; K]);
}

/// A time, and some vectors.
pub(crate) type Rows<T, const R: usize, const K: usize> = (T, [[T; K]; R]);
