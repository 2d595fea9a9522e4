//! The representation of the numbers of an answer: each rounded once, or exact. The generic code of
//! answers is written once for both.

use super::decide::{decide, decide_exactly, decide_here};
use super::effort::Effort;
use super::measure::{
    measure, measure_exactly, measure_here, measure_rows, quotient_rows, unit_vector,
};
use super::rational::fraction;
use super::scalar::Scalar;
use super::scaled::{Inputs, Scaled};
use super::surd::{Rational, Surd};
use super::texts::{Decision, Measure, MeasureRows, TimeAndVectors};
use core::marker::PhantomData;

/// The computation of numbers, and of the decisions on which they depend.
pub(crate) trait Precision {
    /// The representation of a number.
    type Number: Clone;
    fn decide<D: Decision>(&mut self, asked: &Scaled<D>) -> D::Outcome;
    fn measure<M: Measure<K>, const K: usize>(&mut self, asked: &Scaled<M>) -> [Self::Number; K];
    /// Decides, inlined into the caller if that pays.
    fn decide_here<D: Decision>(&mut self, asked: &Scaled<D>) -> D::Outcome {
        self.decide(asked)
    }
    /// Computes numbers, inlined into the caller if that pays.
    fn measure_here<M: Measure<K>, const K: usize>(
        &mut self,
        asked: &Scaled<M>,
    ) -> [Self::Number; K] {
        self.measure(asked)
    }
    fn measure_rows<G, M, const R: usize, const K: usize>(
        &mut self,
        scaled: &Scaled<G>,
        asked: &M,
    ) -> TimeAndVectors<Self::Number, R, K>
    where
        G: Inputs,
        M: MeasureRows<G, R, K>;
    /// Computes a unit vector; returns `None` for exact numbers, since the components nest roots.
    fn unit_vector<M: Measure<K>, const K: usize>(
        &mut self,
        asked: &Scaled<M>,
    ) -> Option<[Self::Number; K]>;
    /// Returns the representation of a given float.
    fn given(x: f64) -> Self::Number;
}

/// A precision that rounds each number to the nearest float.
pub(crate) struct ToNearest<'e, T> {
    effort: &'e mut Effort,
    scalar: PhantomData<T>,
}

impl<'e, T> ToNearest<'e, T> {
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn new(effort: &'e mut Effort) -> Self {
        Self { effort, scalar: PhantomData }
    }
}

impl<T: Scalar> Precision for ToNearest<'_, T> {
    type Number = T;

    #[cfg_attr(hot, inline(always))]
    fn decide<D: Decision>(&mut self, asked: &Scaled<D>) -> D::Outcome {
        decide(asked, self.effort)
    }
    #[cfg_attr(hot, inline(always))]
    fn measure<M: Measure<K>, const K: usize>(&mut self, asked: &Scaled<M>) -> [T; K] {
        measure(asked, self.effort)
    }
    #[cfg_attr(hot, inline(always))]
    fn decide_here<D: Decision>(&mut self, asked: &Scaled<D>) -> D::Outcome {
        decide_here(asked, self.effort)
    }
    #[cfg_attr(hot, inline(always))]
    fn measure_here<M: Measure<K>, const K: usize>(&mut self, asked: &Scaled<M>) -> [T; K] {
        measure_here(asked, self.effort)
    }
    #[cfg_attr(hot, inline(always))]
    fn measure_rows<G, M, const R: usize, const K: usize>(
        &mut self,
        scaled: &Scaled<G>,
        asked: &M,
    ) -> TimeAndVectors<T, R, K>
    where
        G: Inputs,
        M: MeasureRows<G, R, K>,
    {
        measure_rows(scaled, asked, self.effort)
    }
    #[cfg_attr(hot, inline(always))]
    fn unit_vector<M: Measure<K>, const K: usize>(&mut self, asked: &Scaled<M>) -> Option<[T; K]> {
        Some(unit_vector(asked, self.effort))
    }
    #[cfg_attr(hot, inline(always))]
    fn given(x: f64) -> T {
        T::nearest(x)
    }
}

/// A precision that computes each number exactly, by exact arithmetic alone.
pub(crate) struct Exactly;

impl Precision for Exactly {
    type Number = Surd;

    fn decide<D: Decision>(&mut self, asked: &Scaled<D>) -> D::Outcome {
        decide_exactly(asked)
    }
    fn measure<M: Measure<K>, const K: usize>(&mut self, asked: &Scaled<M>) -> [Surd; K] {
        measure_exactly(asked)
    }
    fn measure_rows<G, M, const R: usize, const K: usize>(
        &mut self,
        scaled: &Scaled<G>,
        asked: &M,
    ) -> TimeAndVectors<Surd, R, K>
    where
        G: Inputs,
        M: MeasureRows<G, R, K>,
    {
        let (time, rows) = quotient_rows(scaled, asked);
        let [time] = time.map(Surd::of);
        (time, rows.map(|row| row.map(Surd::of)))
    }
    fn unit_vector<M: Measure<K>, const K: usize>(&mut self, _: &Scaled<M>) -> Option<[Surd; K]> {
        None
    }
    fn given(x: f64) -> Surd {
        if x == 0.0 { Surd::from(Rational::ZERO) } else { Surd::from(fraction(x)) }
    }
}
