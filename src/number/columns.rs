//! Four problems of one kind in columns, so that generic code is evaluated for all of them at once.
//!
//! Generic code gets a problem in which each float is replaced by the name of a column, which
//! contains this float of all four problems. The lift of a name returns the four floats. The code
//! may only lift a given float, change its sign, and test whether it is zero or equal to another
//! one. Then each branch of the code is right for all four problems. The name of a column of zeros
//! is zero.
//!
//! A sign counts only if all four lanes have it, and a lane whose numbers are not certain is
//! computed alone. Four lanes pay on machines with a fused multiply-add, which computes the rest of
//! a product in one instruction: x86-64 with AVX2, and aarch64, where two registers of NEON form
//! one of four lanes (`lanes/halves.rs`). With SSE2 alone four lanes would save up to a third of
//! the instructions of a query and add a tenth to all code, for x86-64 machines older than 2013
//! (`benches/HISTORY.md`). Therefore those machines compute one problem at a time.

use super::double::Double;
use super::lanes::{Four, TaskOfFour, run_four};
use super::scalar::Scalar;
use super::scaled::{Lift, Range};
use super::texts::Measure;
use core::marker::PhantomData;

/// The greatest number of columns: the first contains zeros, and each other one a float of the
/// problems.
const MOST: usize = 32;

/// A problem whose floats can be stored in columns, next to those of other problems.
pub(crate) trait OfColumns {
    /// Returns the same problem with each of its floats replaced, always in the same order.
    fn replaced(&self, change: &mut impl FnMut(f64) -> f64) -> Self;
}

/// The floats of up to four problems, in columns.
pub(crate) struct Columns {
    floats: [[f64; 4]; MOST],
    used: usize,
}

impl Columns {
    pub(crate) const NONE: Self = Self { floats: [[0.0; 4]; MOST], used: 0 };

    /// Stores a problem in a lane. The first problem is stored in all lanes, so that no lane is
    /// empty.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn put(&mut self, lane: usize, problem: &impl OfColumns) {
        let mut column = 0;
        problem.replaced(&mut |x| {
            column += 1;
            let lanes = &mut self.floats[column % MOST];
            if lane == 0 {
                *lanes = [x; 4];
            } else {
                lanes[lane % 4] = x;
            }
            x
        });
        self.used = column;
    }

    /// Returns a problem whose floats are the names of columns.
    fn named<G: OfColumns>(&self, like: &G) -> G {
        let mut column = 0;
        like.replaced(&mut |_| {
            column += 1;
            let is_zero = self.floats[column % MOST] == [0.0; 4];
            if is_zero { 0.0 } else { f64::from_bits(1f64.to_bits() | column as u64) }
        })
    }

    /// Returns `K` numbers of each problem as nearest floats. A problem for which one of these is
    /// uncertain gets `None`; so does every problem unless the error bounds of floats hold for all
    /// four. Returns `None` if this machine has no registers of four, or if the floats need too
    /// many columns. The greatest float of each problem must be great enough for the range.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn measure<T: Scalar, M: Measure<K> + OfColumns, const K: usize>(
        &self,
        like: &M,
        range: Range,
    ) -> Option<[Option<[T; K]>; 4]> {
        if self.used >= MOST {
            return None;
        }
        run_four(Measured::<T, _, K> {
            columns: self,
            problem: self.named(like),
            range,
            float: PhantomData,
        })
    }
}

struct Measured<'a, T, M, const K: usize> {
    columns: &'a Columns,
    problem: M,
    range: Range,
    float: PhantomData<T>,
}

impl<T: Scalar, M: Measure<K>, const K: usize> TaskOfFour for Measured<'_, T, M, K> {
    type Output = [Option<[T; K]>; 4];

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) -> Self::Output {
        let used = &self.columns.floats[1..=self.columns.used % MOST];
        let mut is_in_range = F::splat(0.0).equals(F::splat(0.0));
        for lanes in used {
            is_in_range = F::and(is_in_range, self.range.holds(F::load(lanes)));
        }
        if !F::all(is_in_range) {
            return [None; 4];
        }
        let values = self
            .problem
            .measure::<Double<F>>(&ColumnLift { columns: self.columns, lanes: PhantomData::<F> });
        let (mut floats, mut known) = ([[T::ZERO; 4]; K], 0b1111);
        for k in 0..K {
            let (nearest, certain) = values[k].each_nearest();
            (floats[k], known) = (nearest, known & certain);
        }
        let mut answers = [None; 4];
        for (lane, answer) in answers.iter_mut().enumerate() {
            let mut numbers = [T::ZERO; K];
            for k in 0..K {
                numbers[k] = floats[k][lane];
            }
            *answer = (known >> lane & 1 == 1).then_some(numbers);
        }
        answers
    }
}

/// The lift that converts the name of a column to its four floats.
struct ColumnLift<'a, F> {
    columns: &'a Columns,
    lanes: PhantomData<F>,
}

impl<F> Clone for ColumnLift<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F> Copy for ColumnLift<'_, F> {}

impl<F: Four> ColumnLift<'_, F> {
    #[cfg_attr(hot, inline(always))]
    fn floats(&self, name: f64) -> F {
        let floats = F::load(&self.columns.floats[name.to_bits() as usize % MOST]);
        if name.is_sign_negative() { -floats } else { floats }
    }
    #[cfg_attr(hot, inline(always))]
    fn one(&self, name: f64) -> Double<F> {
        Double::of(self.floats(name))
    }
    #[cfg_attr(hot, inline(always))]
    fn difference(&self, a: f64, b: f64) -> Double<F> {
        Double::difference(self.floats(a), self.floats(b))
    }
}

impl<F: Four> Lift<Double<F>> for ColumnLift<'_, F> {
    #[cfg_attr(hot, inline(always))]
    fn length(&self, x: f64) -> Double<F> {
        self.one(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn length_difference(&self, a: f64, b: f64) -> Double<F> {
        self.difference(a, b)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed(&self, x: f64) -> Double<F> {
        self.one(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn speed_difference(&self, a: f64, b: f64) -> Double<F> {
        self.difference(a, b)
    }
    #[cfg_attr(hot, inline(always))]
    fn direction(&self, x: f64) -> Double<F> {
        self.one(x)
    }
}
