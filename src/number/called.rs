//! The second filter with a call for each operation. This small code serves decisions that `Fast`
//! leaves open, and the numbers of answers on machines without a fused multiply-add. It is seldom
//! run.

use super::double::{Double, TwoFloats};
use super::kinds::{Divide, Number};
use super::round::Interval;
use super::sign::CertainSign;
use super::unrolled::replaced;

/// A [`Double`] for which each operation is a call.
///
/// Generic code over this type is a third of the size of the code over `Double`, so the type is for
/// code that is seldom run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called(Double);

impl Called {
    /// Returns the number as a [`Double`].
    pub(super) fn double(&self) -> Double {
        self.0
    }
    #[inline]
    fn doubles<const K: usize>(numbers: &[Self; K]) -> [Double; K] {
        replaced!(Double::row(); K, |k| numbers[k].0)
    }
}

impl TwoFloats for Called {
    #[inline]
    fn exactly(x: f64) -> Self {
        Self(Double::of(x))
    }
    #[inline(never)]
    fn exact_difference(a: f64, b: f64) -> Self {
        Self(Double::difference(a, b))
    }
    #[inline(never)]
    fn interval(&self) -> Interval {
        self.0.interval()
    }
}

impl Number for Called {
    type Root = Self;
    type Value = Self;
    const IS_CALLED: bool = true;

    #[inline]
    fn zero() -> Self {
        Self::exactly(0.0)
    }
    #[inline]
    fn one() -> Self {
        Self::exactly(1.0)
    }
    #[inline(never)]
    fn plus(&self, other: &Self) -> Self {
        Self(Number::plus(&self.0, &other.0))
    }
    #[inline(never)]
    fn minus(&self, other: &Self) -> Self {
        Self(Number::minus(&self.0, &other.0))
    }
    #[inline(never)]
    fn times(&self, other: &Self) -> Self {
        Self(Number::times(&self.0, &other.0))
    }
    #[inline(never)]
    fn squared(&self) -> Self {
        Self(self.0.squared())
    }
    #[inline(never)]
    fn doubled(&self) -> Self {
        Self(self.0.doubled())
    }
    #[inline(never)]
    fn dot(a: &[Self; 3], b: &[Self; 3]) -> Self {
        Self(Double::dot(&Self::doubles(a), &Self::doubles(b)))
    }
    #[inline(never)]
    fn difference_of_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Self {
        Self(Double::difference_of_products([&a.0, &b.0], [&c.0, &d.0]))
    }
    #[inline(never)]
    fn lifted_dot<const K: usize>(a: &[Self; K], b: &[Self; K]) -> Self {
        Self(Double::lifted_dot(&Self::doubles(a), &Self::doubles(b)))
    }
    #[inline]
    fn or_if_cancelled(self, anew: impl FnOnce() -> Self) -> Self {
        if Divide::has_cancelled(&self) { anew() } else { self }
    }
    #[inline(never)]
    fn negated(&self) -> Self {
        Self(self.0.negated())
    }
    #[inline(never)]
    fn or_greater(&self, other: &Self) -> Self {
        Self(self.0.or_greater(&other.0))
    }
    #[inline(never)]
    fn or_zero(&self) -> Self {
        Self(self.0.or_zero())
    }
    #[inline(never)]
    fn sign(&self) -> CertainSign {
        self.0.sign()
    }
    #[inline(never)]
    fn root(&self) -> Self {
        Self(self.0.root())
    }
    #[inline(never)]
    fn sign_with_root(x: &Self, y: &Self, q: &Self) -> CertainSign {
        Double::sign_with_root(&x.0, &y.0, &q.0)
    }
}

impl Divide for Called {
    #[inline(never)]
    fn has_cancelled(&self) -> bool {
        Divide::has_cancelled(&self.0)
    }
    #[inline(never)]
    fn divided_by(&self, divisor: &Self) -> Self {
        Self(self.0.divided_by(&divisor.0))
    }
    #[inline(never)]
    fn lifted(&self) -> Self {
        Self(Divide::lifted(&self.0))
    }
    #[inline(never)]
    fn lifted_ratio<const K: usize>(terms: &[Self; K], divisor: &Self) -> Self {
        Self(Divide::lifted_ratio(&Self::doubles(terms), &divisor.0))
    }
    #[inline(never)]
    fn first_root<const K: usize>(d: &[Self; K], v: &[Self; K], rr: &Self) -> Self {
        Self(Divide::first_root(&Self::doubles(d), &Self::doubles(v), &rr.0))
    }
    #[inline(never)]
    fn time_to_plane(
        [e, f]: [&[Self; 3]; 2],
        u: &[Self; 3],
        d: &[Self; 3],
        v: &[Self; 3],
        r: &Self,
    ) -> Self {
        let [e, f, u, d, v] = [e, f, u, d, v].map(Self::doubles);
        Self(Divide::time_to_plane([&e, &f], &u, &d, &v, &r.0))
    }
    #[inline(never)]
    fn along(&self, from: &Self, by: &Self) -> Self {
        Self(Divide::along(&self.0, &from.0, &by.0))
    }
}
