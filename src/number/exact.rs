//! Integers that are never rounded. Each has two machine words if it fits into them, otherwise up
//! to 24 words, and otherwise any number of words.
//!
//! Most ties in practice lie on coarse grids, where 127 bits hold every intermediate result. Almost
//! all others fit into [`Wide`], so that a move does not allocate; the rest is computed by
//! `dashu-int`.

use super::bits::{lowest_bit, parts, times_power_of_two};
use super::effort::COMPACT;
use super::kinds::{Number, Value, by_call, plane, smaller_root, sum};
use super::round::{Interval, Rounding, SurdParts, round, round_fraction, unit_vector};
use super::scalar::Scalar;
use super::sign::{CertainSign, Sign};
use super::wide::Wide;
use core::cmp::Ordering;
use core::mem::ManuallyDrop;
use dashu_int::IBig;

/// An integer of any length. The discriminant is a separate byte, since each drop tests it.
#[derive(Debug)]
#[repr(u8)]
pub(crate) enum Exact {
    Small(i128),
    Medium(Wide),
    Large(Long),
}

use Exact::{Large, Medium, Small};

/// An integer of any number of words, whose drop is a call that does not unwind.
///
/// The drop of `dashu-int` is code of another crate, so the compiler assumes that it may unwind.
/// Then each drop of an integer in a decision has a landing pad that drops all other integers,
/// although hardly any integer is a long one.
#[derive(Debug)]
pub(crate) struct Long(ManuallyDrop<IBig>);

impl Long {
    fn new(x: IBig) -> Self {
        Self(ManuallyDrop::new(x))
    }

    /// Frees the memory, and leaves a zero, which has none.
    #[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
    #[cold]
    #[inline(never)]
    extern "C" fn free(&mut self) {
        let zero = ManuallyDrop::new(IBig::ZERO);
        drop(ManuallyDrop::into_inner(core::mem::replace(&mut self.0, zero)));
    }
}

impl Drop for Long {
    #[inline]
    fn drop(&mut self) {
        self.free();
    }
}

impl Clone for Exact {
    #[inline]
    fn clone(&self) -> Self {
        self.same()
    }
}

impl Exact {
    /// Returns `m 2^shift`.
    pub(super) fn shifted(m: i64, shift: usize) -> Self {
        let m = i128::from(m);
        if shift < 64 {
            return Small(m << shift);
        }
        Wide::shifted(m, shift).map_or_else(|| Self::large(IBig::from(m) << shift), Medium)
    }

    pub(super) fn large(x: IBig) -> Self {
        Large(Long::new(x))
    }

    /// Converts the integer to one of any length.
    pub(super) fn big(&self) -> IBig {
        match self {
            Small(x) => IBig::from(*x),
            Medium(x) => x.big(),
            Large(x) => IBig::clone(&x.0),
        }
    }

    /// Returns the integer in up to 24 words, or `None` if it is a long one. A short one is
    /// converted, and `room` stores the result.
    fn wide<'a>(&'a self, room: &'a mut Option<Wide>) -> Option<&'a Wide> {
        match self {
            Small(x) => {
                *room = Wide::shifted(*x, 0);
                room.as_ref()
            }
            Medium(x) => Some(x),
            Large(_) => None,
        }
    }

    /// Combines two integers in up to 24 words if the result fits, else in any number of words. All
    /// callers share one function.
    #[inline(never)]
    fn combine(
        &self,
        other: &Self,
        wide: fn(&Wide, &Wide) -> Option<Wide>,
        large: fn(IBig, IBig) -> IBig,
    ) -> Self {
        let mut rooms = (None, None);
        if !COMPACT
            && let (Some(a), Some(b)) = (self.wide(&mut rooms.0), other.wide(&mut rooms.1))
            && let Some(result) = wide(a, b)
        {
            return Medium(result);
        }
        Self::large(large(self.big(), other.big()))
    }
}

/// The operations of a decision. Each is a call, since a decision has hundreds of them and integers
/// are seldom needed. The `extern "C"` convention forbids unwinding, so the compiler emits no
/// landing pad that drops all other integers after each call: the pads were more code than the
/// decision. A method of a trait cannot have this convention, so [`Number`] forwards to these
/// functions.
#[allow(improper_ctypes_definitions, reason = "only Rust calls them")]
impl Exact {
    #[inline(never)]
    extern "C" fn same(&self) -> Self {
        match self {
            Small(x) => Small(*x),
            Medium(x) => Medium(x.clone()),
            Large(x) => Self::large(IBig::clone(&x.0)),
        }
    }
    #[inline(never)]
    extern "C" fn sum(&self, other: &Self) -> Self {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(result) = a.checked_add(*b)
        {
            return Small(result);
        }
        self.combine(other, Wide::plus, |a, b| a + b)
    }
    #[inline(never)]
    extern "C" fn difference(&self, other: &Self) -> Self {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(result) = a.checked_sub(*b)
        {
            return Small(result);
        }
        self.combine(other, Wide::minus, |a, b| a - b)
    }
    #[inline(never)]
    extern "C" fn product(&self, other: &Self) -> Self {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(result) = a.checked_mul(*b)
        {
            return Small(result);
        }
        self.combine(other, Wide::times, |a, b| a * b)
    }
    #[inline(never)]
    extern "C" fn dot_product(a: &[Self; 3], b: &[Self; 3]) -> Self {
        a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
    }
    /// Returns `a b − c d`.
    #[inline(never)]
    extern "C" fn determinant(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        a.times(b).minus(&c.times(d))
    }
    #[inline(never)]
    extern "C" fn opposite(&self) -> Self {
        Small(0).minus(self)
    }
    #[inline(never)]
    extern "C" fn greater(&self, other: &Self) -> Self {
        let less = self.minus(other).sign_exactly() == Sign::Negative;
        if less { other.clone() } else { self.clone() }
    }
    #[inline(never)]
    extern "C" fn sign_exactly(&self) -> Sign {
        let order = match self {
            Small(x) => x.cmp(&0),
            Medium(x) => x.order(),
            Large(x) => IBig::cmp(&x.0, &IBig::ZERO),
        };
        match order {
            Ordering::Less => Sign::Negative,
            Ordering::Equal => Sign::Zero,
            Ordering::Greater => Sign::Positive,
        }
    }
    /// Returns the sign of `x + y √q`: if the two terms have different signs, by a comparison of
    /// `x²` with `y² q`.
    #[inline(never)]
    extern "C" fn sign_of_surd(x: &Self, y: &Self, q: &Self) -> Sign {
        let (of_x, of_root) = (x.sign_exactly(), y.sign_exactly().times(q.sign_exactly()));
        match (of_x, of_root) {
            (Sign::Zero, s) | (s, Sign::Zero) => s,
            (a, b) if a == b => a,
            _ => x.squared().minus(&y.squared().times(q)).sign_exactly().times(of_x),
        }
    }
}

impl Number for Exact {
    type Root = Exact;
    type Value = Quotient;
    const IS_CALLED: bool = true;

    #[inline]
    fn zero() -> Self {
        Small(0)
    }
    #[inline]
    fn one() -> Self {
        Small(1)
    }
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self.sum(other)
    }
    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.difference(other)
    }
    #[inline]
    fn times(&self, other: &Self) -> Self {
        self.product(other)
    }
    #[inline]
    fn dot(a: &[Self; 3], b: &[Self; 3]) -> Self {
        Self::dot_product(a, b)
    }
    #[inline]
    fn difference_of_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Self {
        Self::determinant(a, b, c, d)
    }
    #[inline]
    fn negated(&self) -> Self {
        self.opposite()
    }
    #[inline]
    fn or_greater(&self, other: &Self) -> Self {
        self.greater(other)
    }
    #[inline]
    fn sign(&self) -> CertainSign {
        Ok(self.sign_exactly())
    }
    #[inline]
    fn root(&self) -> Exact {
        self.clone()
    }
    #[inline]
    fn sign_with_root(x: &Self, y: &Self, q: &Exact) -> CertainSign {
        Ok(Self::sign_of_surd(x, y, q))
    }
}

/// Compares `x + y √q` with zero.
fn order_with_root(x: &Exact, y: &Exact, q: &Exact) -> Ordering {
    match Exact::sign_of_surd(x, y, q) {
        Sign::Negative => Ordering::Less,
        Sign::Zero => Ordering::Equal,
        Sign::Positive => Ordering::Greater,
    }
}

/// An interval of floats around a number, and the exponent of the power of two by which both are to
/// be multiplied.
pub(super) type ScaledInterval<'a> = (&'a Interval, i32);

/// The exact number `(x + y √q) / s` over the integers, `s > 0`.
#[derive(Debug)]
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
        // In most sums both numbers have the same denominator; then the integers need not grow.
        if self.s.minus(&other.s).sign_exactly() == Sign::Zero {
            let (x, y) = (combine(&self.x, &other.x), combine(&self.y, &other.y));
            return Self { x, y, q, s: self.s.clone() };
        }
        let cross = |a: &Exact, b: &Exact| combine(&a.times(&other.s), &b.times(&self.s));
        let (x, y) = (cross(&self.x, &other.x), cross(&self.y, &other.y));
        Self { x, y, q, s: self.s.times(&other.s) }
    }

    pub(super) fn of((x, y, q, s): SurdParts) -> Self {
        let [x, y, q, s] = [x, y, q.into(), s.into()].map(Exact::large);
        Self { x, y, q, s }
    }

    pub(super) fn parts(&self) -> SurdParts {
        let [x, y, q, s] = [&self.x, &self.y, &self.q, &self.s].map(Exact::big);
        (x, y, q.into_parts().1, s.into_parts().1)
    }

    /// Compares the number with zero.
    pub(crate) fn order(&self) -> Ordering {
        order_with_root(&self.x, &self.y, &self.q)
    }

    /// Returns the product of two numbers that have the same root, or none.
    pub(crate) fn product(&self, other: &Self) -> Self {
        let q = if self.q.sign_exactly() == Sign::Zero { &other.q } else { &self.q };
        let x = self.x.times(&other.x).plus(&self.y.times(&other.y).times(q));
        let y = self.x.times(&other.y).plus(&self.y.times(&other.x));
        Self { x, y, q: q.clone(), s: self.s.times(&other.s) }
    }

    /// Compares `self · 2^scale` with a float; every number is less than infinity and greater than
    /// NaN.
    pub(super) fn compare_with(&self, scale: i32, float: f64) -> Ordering {
        if !float.is_finite() {
            return if float > 0.0 { Ordering::Less } else { Ordering::Greater };
        }
        let (m, e) = parts(float);
        if m == 0 {
            return self.order();
        }
        let zeros = m.trailing_zeros();
        self.compare_with_parts(m >> zeros, e + zeros as i32 - scale)
    }

    /// Compares the number with `m 2^e`.
    fn compare_with_parts(&self, m: i64, e: i32) -> Ordering {
        let [up, down] = [e, -e].map(|e| Exact::shifted(1, e.max(0).unsigned_abs() as usize));
        let other = self.s.times(&Exact::shifted(m, 0)).times(&up);
        let x = self.x.times(&down).minus(&other);
        order_with_root(&x, &self.y.times(&down), &self.q)
    }

    /// Compares `self · 2^scale` with `other · 2^other_scale`.
    ///
    /// The order is the sign of `x + y √q − z √p`: if both parts have the same sign, it is the sign
    /// of `(x + y √q)² − z² p`.
    pub(super) fn compare(&self, scale: i32, other: &Self, other_scale: i32) -> Ordering {
        let up = |by: i32| Exact::shifted(1, by.max(0).unsigned_abs() as usize);
        let ours = other.s.times(&up(scale - other_scale));
        let theirs = self.s.times(&up(other_scale - scale));
        let x = self.x.times(&ours).minus(&other.x.times(&theirs));
        let (y, z) = (self.y.times(&ours), other.y.times(&theirs));
        if self.q.minus(&other.q).sign_exactly() == Sign::Zero {
            return order_with_root(&x, &y.minus(&z), &self.q);
        }
        let left = order_with_root(&x, &y, &self.q);
        let right = order_with_root(&Exact::zero(), &z, &other.q);
        if left != right {
            return left.cmp(&right);
        }
        let squares = [x.squared(), y.squared().times(&self.q), z.squared().times(&other.q)];
        let rational = squares[0].plus(&squares[1]).minus(&squares[2]);
        let order = order_with_root(&rational, &x.times(&y).doubled(), &self.q);
        if left == Ordering::Less { order.reverse() } else { order }
    }

    /// Returns the float nearest to `self · 2^scale`, ties to even. If `about` leaves few floats,
    /// comparisons with these replace the computation of a root.
    pub(super) fn nearest<T: Scalar>(&self, scale: i32, about: Option<ScaledInterval<'_>>) -> T {
        let known = about.filter(|_| !COMPACT);
        match known.and_then(|(interval, its_scale)| interval.enclosing(its_scale)) {
            Some(two) => self.nearest_of(two, scale),
            None => self.round(scale, Rounding::Nearest),
        }
    }

    /// Returns the float nearest to `self · 2^scale`, ties to even, which must be one of these two
    /// floats or between them. Neither of the two may be zero or more than twice the other.
    pub(super) fn nearest_of<T: Scalar>(&self, [mut below, mut above]: [T; 2], scale: i32) -> T {
        while below.above() < above {
            let middle = T::nearest(0.5 * below.widen() + 0.5 * above.widen());
            match self.compare_with(scale, middle.widen()) {
                Ordering::Less => above = middle,
                Ordering::Greater => below = middle,
                Ordering::Equal => return middle,
            }
        }
        let [below_end, above_end] = [below, above].map(|x| lowest_bit(x.widen()));
        let least = below_end.min(above_end);
        let whole = |x: T| times_power_of_two(x.widen(), -least) as i64;
        match self.compare_with_parts(whole(below) + whole(above), least - 1 - scale) {
            Ordering::Less => below,
            Ordering::Greater => above,
            // The float whose lowest set bit is higher is even: the last digit of the other one is
            // set.
            Ordering::Equal if below_end > above_end => below,
            Ordering::Equal => above,
        }
    }

    /// Returns the float nearest to `self · 2^scale`, or the largest not above it.
    pub(super) fn round<T: Scalar>(&self, scale: i32, rounding: Rounding) -> T {
        let is_rational = [&self.y, &self.q].iter().any(|z| z.sign_exactly() == Sign::Zero);
        if let (true, Small(x), Small(s)) = (is_rational, &self.x, &self.s)
            && let Some(float) = round_fraction(*x, s.unsigned_abs(), scale, rounding)
        {
            return float;
        }
        if self.order() == Ordering::Equal {
            return T::ZERO;
        }
        let (x, y, q, s) = self.parts();
        round(&x, &y, &q, &s, scale, rounding)
    }

    /// Returns the unit vector along these numbers, not all of which are zero, to within one ulp.
    pub(super) fn unit_vector<T: Scalar, const K: usize>(values: &[Self; K]) -> [T; K] {
        unit_vector(&values.each_ref().map(Self::parts))
    }
}

/// The operations of quotients. Each is a call, for the reason given at `Exact`.
#[allow(improper_ctypes_definitions, reason = "only Rust calls them")]
impl Quotient {
    #[inline(never)]
    extern "C" fn same(&self) -> Self {
        Self::of_four(&self.x, &self.y, &self.q, &self.s)
    }
    #[inline(never)]
    extern "C" fn of_four(x: &Exact, y: &Exact, q: &Exact, s: &Exact) -> Self {
        Self { x: x.clone(), y: y.clone(), q: q.clone(), s: s.clone() }
    }
    #[inline(never)]
    extern "C" fn of_one(x: &Exact) -> Self {
        Self { x: x.clone(), y: Small(0), q: Small(0), s: Small(1) }
    }
    #[inline(never)]
    extern "C" fn sum(&self, other: &Self) -> Self {
        self.combine(other, Number::plus)
    }
    #[inline(never)]
    extern "C" fn difference(&self, other: &Self) -> Self {
        self.combine(other, Number::minus)
    }
    #[inline(never)]
    extern "C" fn multiple(&self, factor: &Exact) -> Self {
        Self { x: self.x.times(factor), y: self.y.times(factor), ..self.clone() }
    }
    #[inline(never)]
    extern "C" fn part(&self, divisor: &Exact) -> Self {
        Self { s: self.s.times(divisor), ..self.clone() }
    }
    #[inline(never)]
    extern "C" fn gone(&self, from: &Exact, by: &Exact) -> Self {
        Self::of_one(from).plus(&self.times(by))
    }
}

impl Clone for Quotient {
    #[inline]
    fn clone(&self) -> Self {
        self.same()
    }
}

impl Value<Exact> for Quotient {
    #[inline]
    fn surd(x: &Exact, y: &Exact, q: &Exact, s: &Exact) -> Self {
        Self::of_four(x, y, q, s)
    }
    #[inline]
    fn smaller_root(x: &Exact, q: &Exact, s: &Exact) -> Self {
        Self::surd(x, &Small(-1), q, s)
    }
    #[inline]
    fn rational(x: &Exact) -> Self {
        Self::of_one(x)
    }
    #[inline]
    fn first_root<const K: usize>(d: &[Exact; K], v: &[Exact; K], rr: &Exact) -> Self {
        by_call(|(d, v, rr)| smaller_root::<Exact, Self, K>(d, v, rr), (d, v, rr))
    }
    #[inline]
    fn time_to_plane(
        _: [&[Exact; 3]; 2],
        u: &[Exact; 3],
        d: &[Exact; 3],
        v: &[Exact; 3],
        r: &Exact,
    ) -> Self {
        by_call(|(u, d, v, r)| plane::<Exact, Self, 3>(u, d, v, r), (u, d, v, r))
    }
    #[inline]
    fn along(&self, from: &Exact, by: &Exact) -> Self {
        self.gone(from, by)
    }
    #[inline]
    fn lifted_ratio<const K: usize>(terms: &[Exact; K], divisor: &Exact) -> Self {
        Self::rational(&sum(terms)).over(divisor)
    }
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self.sum(other)
    }
    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.difference(other)
    }
    #[inline]
    fn times(&self, factor: &Exact) -> Self {
        self.multiple(factor)
    }
    #[inline]
    fn over(&self, divisor: &Exact) -> Self {
        self.part(divisor)
    }
}
