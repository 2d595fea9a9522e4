//! Integers that are never rounded: in two machine words as long as they fit, in sixteen after
//! that, and at last in as many as it takes.
//!
//! Most ties that users meet lie on coarse grids, where 127 bits hold every intermediate result.
//! Nearly all others fit into [`Wide`], so that a move asks for no memory; the rest is the work of
//! `dashu-int`.

use super::kinds::{Number, Value, sum};
use super::round::{Parts, Rounding, round, round_fraction, unit_vector};
use super::scalar::Scalar;
use super::sign::{Known, Sign};
use super::surd::{Rational, Surd};
use super::wide::Wide;
use core::cmp::Ordering;
use dashu_int::{IBig, UBig};

/// An integer.
#[derive(Clone, Debug)]
pub(crate) enum Exact {
    Small(i128),
    Medium(Wide),
    Large(IBig),
}

use Exact::{Large, Medium, Small};

impl Exact {
    /// `m 2^shift`.
    pub(super) fn shifted(m: i64, shift: usize) -> Self {
        let m = i128::from(m);
        if shift < 64 {
            return Small(m << shift);
        }
        Wide::shifted(m, shift).map_or_else(|| Large(IBig::from(m) << shift), Medium)
    }

    /// As an integer of any length.
    pub(super) fn big(&self) -> IBig {
        match self {
            Small(x) => IBig::from(*x),
            Medium(x) => x.big(),
            Large(x) => x.clone(),
        }
    }

    /// As one of sixteen words, if it was not too long for that.
    fn wide(&self) -> Option<Wide> {
        match self {
            Small(x) => Wide::shifted(*x, 0),
            Medium(x) => Some(x.clone()),
            Large(_) => None,
        }
    }

    /// In sixteen words if the result fits, else in any number. In one place for all who ask.
    #[inline(never)]
    fn combine(
        &self,
        other: &Self,
        wide: fn(&Wide, &Wide) -> Option<Wide>,
        large: fn(IBig, IBig) -> IBig,
    ) -> Self {
        if let (Some(a), Some(b)) = (self.wide(), other.wide())
            && let Some(result) = wide(&a, &b)
        {
            return Medium(result);
        }
        Large(large(self.big(), other.big()))
    }

    fn sign_exactly(&self) -> Sign {
        let order = match self {
            Small(x) => x.cmp(&0),
            Medium(x) => x.order(),
            Large(x) => x.cmp(&IBig::ZERO),
        };
        match order {
            Ordering::Less => Sign::Negative,
            Ordering::Equal => Sign::Zero,
            Ordering::Greater => Sign::Positive,
        }
    }
}

impl Number for Exact {
    type Root = Exact;
    type Value = Quotient;

    fn zero() -> Self {
        Small(0)
    }
    fn one() -> Self {
        Small(1)
    }
    fn plus(&self, other: &Self) -> Self {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(result) = a.checked_add(*b)
        {
            return Small(result);
        }
        self.combine(other, Wide::plus, |a, b| a + b)
    }
    fn minus(&self, other: &Self) -> Self {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(result) = a.checked_sub(*b)
        {
            return Small(result);
        }
        self.combine(other, Wide::minus, |a, b| a - b)
    }
    fn times(&self, other: &Self) -> Self {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(result) = a.checked_mul(*b)
        {
            return Small(result);
        }
        self.combine(other, Wide::times, |a, b| a * b)
    }
    fn negated(&self) -> Self {
        Small(0).minus(self)
    }
    fn or_greater(&self, other: &Self) -> Self {
        let less = self.minus(other).sign_exactly() == Sign::Negative;
        if less { other.clone() } else { self.clone() }
    }
    fn sign(&self) -> Known {
        Ok(self.sign_exactly())
    }
    fn root(&self) -> Exact {
        self.clone()
    }

    /// Where the signs differ, by comparing `x²` with `y² q`.
    fn sign_with_root(x: &Self, y: &Self, q: &Exact) -> Known {
        let (of_x, of_root) = (x.sign_exactly(), y.sign_exactly().times(q.sign_exactly()));
        Ok(match (of_x, of_root) {
            (Sign::Zero, s) | (s, Sign::Zero) => s,
            (a, b) if a == b => a,
            _ => x.squared().minus(&y.squared().times(q)).sign_exactly().times(of_x),
        })
    }
}

/// `(x + y √q) / s` over the integers, `s > 0`.
#[derive(Clone, Debug)]
pub(crate) struct Quotient {
    x: Exact,
    y: Exact,
    q: Exact,
    s: Exact,
}

impl Quotient {
    fn is_zero(&self) -> bool {
        [&self.x, &self.y].iter().all(|z| z.sign_exactly() == Sign::Zero)
    }

    fn combine(&self, other: &Self, combine: impl Fn(&Exact, &Exact) -> Exact) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        let q = if self.q.sign_exactly() == Sign::Zero { &other.q } else { &self.q };
        let q = q.clone();
        // Most sums have one denominator already; then the numbers need not grow.
        if self.s.minus(&other.s).sign_exactly() == Sign::Zero {
            let (x, y) = (combine(&self.x, &other.x), combine(&self.y, &other.y));
            return Self { x, y, q, s: self.s.clone() };
        }
        let cross = |a: &Exact, b: &Exact| combine(&a.times(&other.s), &b.times(&self.s));
        let (x, y) = (cross(&self.x, &other.x), cross(&self.y, &other.y));
        Self { x, y, q, s: self.s.times(&other.s) }
    }

    fn parts(&self) -> Parts {
        let [x, y, q, s] = [&self.x, &self.y, &self.q, &self.s].map(Exact::big);
        (x, y, q.into_parts().1, s.into_parts().1)
    }

    /// The float nearest to `self · 2^scale`, or the largest not above it.
    pub(super) fn round<T: Scalar>(&self, scale: i32, rounding: Rounding) -> T {
        let is_rational = [&self.y, &self.q].iter().any(|z| z.sign_exactly() == Sign::Zero);
        if let (true, Small(x), Small(s)) = (is_rational, &self.x, &self.s)
            && let Some(float) = round_fraction(*x, s.unsigned_abs(), scale, rounding)
        {
            return float;
        }
        let (x, y, q, s) = self.parts();
        round(&x, &y, &q, &s, scale, rounding)
    }

    /// The unit vector along these numbers, not all of which are zero, to within one ulp.
    pub(super) fn unit_vector<T: Scalar, const K: usize>(values: &[Self; K]) -> [T; K] {
        unit_vector(&values.each_ref().map(Self::parts))
    }

    /// `self · 2^scale` as it is.
    pub(super) fn to_surd(&self, scale: i32) -> Surd {
        let s = self.s.big().into_parts().1;
        let shift = |x: IBig| {
            let up = usize::try_from(scale.max(0)).unwrap_or(0);
            let down = usize::try_from((-scale).max(0)).unwrap_or(0);
            Rational::from_parts(x << up, s.clone() << down)
        };
        let q = Rational::from_parts(self.q.big(), UBig::ONE);
        Surd::new(shift(self.x.big()), shift(self.y.big()), q)
    }
}

impl Value<Exact> for Quotient {
    fn surd(x: &Exact, y: &Exact, q: &Exact, s: &Exact) -> Self {
        Self { x: x.clone(), y: y.clone(), q: q.clone(), s: s.clone() }
    }
    fn smaller_root(x: &Exact, q: &Exact, s: &Exact) -> Self {
        Self::surd(x, &Exact::one().negated(), q, s)
    }
    fn rational(x: &Exact) -> Self {
        Self { x: x.clone(), y: Small(0), q: Small(0), s: Small(1) }
    }
    fn lifted_ratio<const K: usize>(terms: &[Exact; K], divisor: &Exact) -> Self {
        Self::rational(&sum(terms)).over(divisor)
    }
    fn plus(&self, other: &Self) -> Self {
        self.combine(other, Number::plus)
    }
    fn minus(&self, other: &Self) -> Self {
        self.combine(other, Number::minus)
    }
    fn times(&self, factor: &Exact) -> Self {
        Self { x: self.x.times(factor), y: self.y.times(factor), ..self.clone() }
    }
    fn over(&self, divisor: &Exact) -> Self {
        Self { s: self.s.times(divisor), ..self.clone() }
    }
}
