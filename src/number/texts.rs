//! Decisions and the numbers of answers as generic code, which is written once and evaluated over
//! several kinds of number.

use super::kinds::Number;
use super::scaled::{Inputs, Lift, Unit};
use super::sign::Unsure;

/// A decision as generic code for every kind of number.
pub(crate) trait Decision: Inputs {
    /// The result of the decision.
    type Outcome;
    /// Decides, or returns that this kind of number is not certain.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure>;
}

/// `K` numbers of an answer as generic code for every kind of value.
pub(crate) trait Measure<const K: usize>: Inputs {
    /// The unit of each number.
    const UNITS: [Unit; K];
    /// Whether hardly any program computes the numbers often, so that floats compute them by calls
    /// alone, which take less code.
    const IS_RARE: bool = false;
    /// Returns whether the numbers are deeper than the error bounds of floats allow, up to twice as
    /// deep. Then floats compute them only for moderate inputs, with twice the bound.
    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        false
    }
    /// Returns whether the computation is so short that more digits cost almost nothing.
    #[cfg_attr(hot, inline(always))]
    fn is_brief(&self) -> bool {
        false
    }
    /// Evaluates the numbers by the short computation alone, if there is one.
    #[cfg_attr(hot, inline(always))]
    fn measure_brief<N: Number>(&self, _: &impl Lift<N>) -> Option<[N::Value; K]> {
        None
    }
    /// Evaluates the numbers.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; K];
    /// Evaluates the numbers that are wanted; the others may have any value.
    #[cfg_attr(hot, inline(always))]
    fn measure_some<N: Number>(&self, lift: &impl Lift<N>, _: &[bool; K]) -> [N::Value; K] {
        self.measure(lift)
    }
}

/// A time and up to `R` vectors of `K` numbers each for a given problem, as generic code for every
/// kind of value.
pub(crate) trait MeasureRows<G, const R: usize, const K: usize>: Copy {
    /// The unit of the numbers of each vector.
    const UNITS: [Unit; R];
    /// Whether the first kind of number leaves so many of these numbers open in single precision
    /// that they pay for code in two floats.
    const HAS_LEFTOVERS: bool = false;
    /// Returns whether the computation is so short that more digits cost almost nothing.
    #[cfg_attr(hot, inline(always))]
    fn is_brief(&self, _: &G) -> bool {
        false
    }
    /// Evaluates the time and the vectors by the short computation alone, if there is one.
    #[cfg_attr(hot, inline(always))]
    fn measure_brief<N: Number>(
        &self,
        _: &G,
        _: &impl Lift<N>,
        _: &mut impl See<N::Value, K>,
    ) -> Option<N::Value> {
        None
    }
    /// Evaluates the time, and passes each vector with the index of its row to `rows`; vectors that
    /// are not passed are zero.
    fn measure<N: Number>(
        &self,
        inputs: &G,
        lift: &impl Lift<N>,
        rows: &mut impl See<N::Value, K>,
    ) -> N::Value;
}

/// A receiver of the vectors of an answer, each with its row. It is no closure, since a closure
/// that is called twice is not inlined.
pub(crate) trait See<V, const K: usize> {
    fn see(&mut self, row: usize, vector: &[V; K]);
}

/// A time, and some vectors.
pub(crate) type TimeAndVectors<T, const R: usize, const K: usize> = (T, [[T; K]; R]);
