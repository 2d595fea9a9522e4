//! The operations of a kind of number, over which decisions and answers can be evaluated.
//!
//! The time at which a point in straight motion is at the distance `r` from the origin, in any
//! number of dimensions:
//!
//! ```text
//! Σ (dₖ + t vₖ)² = r²:   t = (−b − √β) / a,   a = Σ vₖ²,   b = Σ dₖ vₖ,   β = r² a − Σ (dᵢ vⱼ − dⱼ vᵢ)²  (i < j)     (7.2)
//! ```
//!
//! # Calls
//! A decision has hundreds of sums and products, and hardly any query evaluates them over
//! [`Exact`](super::Exact) or [`Called`](super::Called). There each operation is a call
//! (`Number::IS_CALLED`), and so is each part of a decision that is marked by `parts!` or `part!`:
//! a cross product, the foot of a point, the test whether an edge is entered. Over `Fast` and over
//! four lanes the same code is inlined. These calls are `extern "C"`, which forbids unwinding
//! (`exact.rs` has the reason), so a panic inside of one, which would be a bug, aborts the process.

use super::effort::COMPACT;
use super::sign::{CertainSign, Sign, Unsure};
use super::unrolled::{numbers, replaced};

/// A number over which a decision can be evaluated: a ring, with signs.
pub(crate) trait Number: Clone {
    /// The prepared square root of a number.
    type Root: Clone;
    /// The kind of value in which the numbers of an answer are evaluated.
    type Value: Value<Self>;
    /// Whether the operations are calls. Then each [`part!`] of generic code is a call too: over
    /// such numbers the code is seldom run, and its copies have many parts in common.
    const IS_CALLED: bool = false;

    fn zero() -> Self;
    fn one() -> Self;
    /// Returns `K` zeros.
    #[cfg_attr(hot, inline(always))]
    fn row<const K: usize>() -> [Self; K] {
        core::array::from_fn(|_| Self::zero())
    }
    /// Returns `V` vectors of zeros.
    #[cfg(not(feature = "compact"))]
    #[cfg_attr(hot, inline(always))]
    fn rows<const V: usize, const K: usize>() -> [[Self; K]; V] {
        core::array::from_fn(|_| Self::row())
    }
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn negated(&self) -> Self;
    /// Returns the greater of two numbers.
    fn or_greater(&self, other: &Self) -> Self;
    /// Returns the greater of this number and zero; a certain zero if this number is certainly at
    /// most zero.
    #[cfg_attr(hot, inline(always))]
    fn or_zero(&self) -> Self {
        match self.sign() {
            Ok(Sign::Positive) => self.clone(),
            Ok(_) => Self::zero(),
            Err(Unsure) => self.or_greater(&Self::zero()),
        }
    }
    #[cfg_attr(hot, inline(always))]
    fn squared(&self) -> Self {
        self.times(self)
    }
    #[cfg_attr(hot, inline(always))]
    fn doubled(&self) -> Self {
        self.plus(self)
    }
    /// Returns `a · b`.
    #[cfg_attr(hot, inline(always))]
    fn dot(a: &[Self; 3], b: &[Self; 3]) -> Self {
        a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
    }
    /// Returns `a b − c d`.
    #[cfg_attr(hot, inline(always))]
    fn difference_of_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Self {
        a.times(b).minus(&c.times(d))
    }
    /// Returns `Σ aₖ bₖ`, where each number is a lifted length, speed or direction, or a lifted
    /// difference of two. A kind of number that lifts these without error computes the sum to all
    /// its digits, however much cancels.
    #[cfg_attr(hot, inline(always))]
    fn lifted_dot<const K: usize>(a: &[Self; K], b: &[Self; K]) -> Self {
        dot(a, b)
    }
    /// Returns this number. If it has almost cancelled, and this kind of number can compute more of
    /// its digits, it is computed again.
    #[cfg_attr(hot, inline(always))]
    fn or_if_cancelled(self, _: impl FnOnce() -> Self) -> Self {
        self
    }
    /// Returns the cross product of two edges. Coordinates that have almost cancelled are computed
    /// again, if that costs this kind of number little. For each coordinate of each edge, `edges`
    /// returns the two floats whose difference was lifted.
    #[cfg_attr(hot, inline(always))]
    fn sharpened(cross: [Self; 3], _edges: impl FnOnce() -> [[[f64; 2]; 3]; 2]) -> [Self; 3] {
        cross
    }
    /// Returns the number at an index, without branches, for an index that no branch predictor can
    /// foresee.
    #[cfg_attr(hot, inline(always))]
    fn one_of(each: [&Self; 3], which: usize) -> Self {
        each[which].clone()
    }

    /// Returns the sign of the exact number that this number approximates.
    fn sign(&self) -> CertainSign;
    /// Returns whether the number is certainly greater than zero, for code without branches.
    #[cfg_attr(hot, inline(always))]
    fn is_positive(&self) -> bool {
        self.sign() == Ok(Sign::Positive)
    }
    /// Returns whether the number is certainly less than zero.
    #[cfg_attr(hot, inline(always))]
    fn is_negative(&self) -> bool {
        self.sign() == Ok(Sign::Negative)
    }
    /// Returns whether the number is certainly zero.
    #[cfg_attr(hot, inline(always))]
    fn is_zero(&self) -> bool {
        self.sign() == Ok(Sign::Zero)
    }
    /// Returns the number without its sign.
    #[cfg_attr(hot, inline(always))]
    fn absolute(&self) -> Self {
        self.or_greater(&self.negated())
    }
    /// Prepares `√self` for a number that is known not to be negative.
    fn root(&self) -> Self::Root;
    /// Returns the sign of `x + y √q`.
    fn sign_with_root(x: &Self, y: &Self, q: &Self::Root) -> CertainSign;
}

/// A number of an answer, in closed form over the numbers `N`: `(x + y √q) / s`.
///
/// Values that are added to each other have the same `q`, or no root.
pub(crate) trait Value<N>: Clone {
    /// Returns `(x + y √q) / s`, where `q ≥ 0` and `s > 0`.
    fn surd(x: &N, y: &N, q: &N, s: &N) -> Self;
    /// Returns `(x − √q) / s`: the smaller root of an equation.
    fn smaller_root(x: &N, q: &N, s: &N) -> Self;
    /// Returns the smaller root of `Σ (dₖ + t vₖ)² = rr`, if there are two.
    #[cfg_attr(hot, inline(always))]
    fn first_root<const K: usize>(d: &[N; K], v: &[N; K], rr: &N) -> Self
    where
        N: Number,
    {
        smaller_root(d, v, rr)
    }
    /// Returns the time at which a ball with the radius `r` and the velocity `v` reaches a plane:
    /// `(u·d − r √(u·u)) / (−u·v)`. The ball starts at `d` from a point of the plane, and the
    /// normal `u` is the cross product of two `edges`. All arguments except `u` are as they were
    /// lifted.
    #[cfg_attr(hot, inline(always))]
    fn time_to_plane(_: [&[N; 3]; 2], u: &[N; 3], d: &[N; 3], v: &[N; 3], r: &N) -> Self
    where
        N: Number,
    {
        plane(u, d, v, r)
    }
    /// Returns `from + self · by`.
    #[cfg_attr(hot, inline(always))]
    fn along(&self, from: &N, by: &N) -> Self {
        Self::rational(from).plus(&self.times(by))
    }
    fn rational(x: &N) -> Self;
    /// Returns a lifted length or speed, or a lifted difference of two, as a value that may only be
    /// rounded afterwards. A kind of number that lifts it without error rounds it even if it is
    /// half-way between two floats.
    #[cfg_attr(hot, inline(always))]
    fn lifted(x: &N) -> Self {
        Self::rational(x)
    }
    /// Returns the sum of such numbers, divided by a positive one, as a value that may only be
    /// rounded afterwards. The quotient too is rounded even if it is half-way between two floats.
    fn lifted_ratio<const K: usize>(terms: &[N; K], divisor: &N) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, factor: &N) -> Self;
    /// Returns the quotient by a positive number.
    fn over(&self, divisor: &N) -> Self;
    /// Returns whether the value is so much less than its terms that digits are lost.
    #[cfg_attr(hot, inline(always))]
    fn has_cancelled(&self) -> bool {
        false
    }
}

/// A number that can also be divided, and so is a value itself.
pub(crate) trait Divide: Number<Root = Self> {
    /// Returns the quotient by a positive number.
    fn divided_by(&self, divisor: &Self) -> Self;
    /// See [`Value::has_cancelled`].
    #[cfg_attr(hot, inline(always))]
    fn has_cancelled(&self) -> bool {
        false
    }
    /// See [`Value::lifted`].
    #[cfg_attr(hot, inline(always))]
    fn lifted(&self) -> Self {
        self.clone()
    }
    /// See [`Value::lifted_ratio`].
    #[cfg_attr(hot, inline(always))]
    fn lifted_ratio<const K: usize>(terms: &[Self; K], divisor: &Self) -> Self {
        sum(terms).divided_by(divisor)
    }
    /// See [`Value::first_root`].
    #[cfg_attr(hot, inline(always))]
    fn first_root<const K: usize>(d: &[Self; K], v: &[Self; K], rr: &Self) -> Self {
        smaller_root(d, v, rr)
    }
    /// See [`Value::time_to_plane`].
    #[cfg_attr(hot, inline(always))]
    fn time_to_plane(
        _: [&[Self; 3]; 2],
        u: &[Self; 3],
        d: &[Self; 3],
        v: &[Self; 3],
        r: &Self,
    ) -> Self {
        plane(u, d, v, r)
    }
    /// See [`Value::along`].
    #[cfg_attr(hot, inline(always))]
    fn along(&self, from: &Self, by: &Self) -> Self {
        Number::plus(from, &Number::times(self, by))
    }
}

impl<N: Divide> Value<N> for N {
    #[cfg_attr(hot, inline(always))]
    fn surd(x: &N, y: &N, q: &N, s: &N) -> N {
        Number::plus(x, &Number::times(y, &q.root())).divided_by(s)
    }
    #[cfg_attr(hot, inline(always))]
    fn smaller_root(x: &N, q: &N, s: &N) -> N {
        Number::minus(x, &q.root()).divided_by(s)
    }
    #[cfg_attr(hot, inline(always))]
    fn first_root<const K: usize>(d: &[N; K], v: &[N; K], rr: &N) -> N {
        Divide::first_root(d, v, rr)
    }
    #[cfg_attr(hot, inline(always))]
    fn time_to_plane(edges: [&[N; 3]; 2], u: &[N; 3], d: &[N; 3], v: &[N; 3], r: &N) -> N {
        Divide::time_to_plane(edges, u, d, v, r)
    }
    #[cfg_attr(hot, inline(always))]
    fn along(&self, from: &N, by: &N) -> N {
        Divide::along(self, from, by)
    }
    #[cfg_attr(hot, inline(always))]
    fn rational(x: &N) -> N {
        x.clone()
    }
    #[cfg_attr(hot, inline(always))]
    fn lifted(x: &N) -> N {
        Divide::lifted(x)
    }
    #[cfg_attr(hot, inline(always))]
    fn lifted_ratio<const K: usize>(terms: &[N; K], divisor: &N) -> N {
        Divide::lifted_ratio(terms, divisor)
    }
    #[cfg_attr(hot, inline(always))]
    fn plus(&self, other: &N) -> N {
        Number::plus(self, other)
    }
    #[cfg_attr(hot, inline(always))]
    fn minus(&self, other: &N) -> N {
        Number::minus(self, other)
    }
    #[cfg_attr(hot, inline(always))]
    fn times(&self, factor: &N) -> N {
        Number::times(self, factor)
    }
    #[cfg_attr(hot, inline(always))]
    fn over(&self, divisor: &N) -> N {
        self.divided_by(divisor)
    }
    #[cfg_attr(hot, inline(always))]
    fn has_cancelled(&self) -> bool {
        Divide::has_cancelled(self)
    }
}

/// Runs a part of generic code as a function of its own, which does not unwind (`exact.rs` has the
/// reason).
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
#[inline(never)]
pub(crate) extern "C" fn by_call<A, R>(part: impl Fn(A) -> R, of: A) -> R {
    part(of)
}

/// Runs a part of generic code, a function of one tuple. For a kind of number whose operations are
/// calls, the part is a call; otherwise it is inlined. This is a macro because a function that is
/// called through the trait `Fn` is not inlined if it is named twice.
macro_rules! part {
    ($N:ty, $part:expr, $of:expr) => {
        if const { <$N as $crate::number::Number>::IS_CALLED } {
            $crate::number::by_call($part, $of)
        } else {
            $part($of)
        }
    };
}
pub(crate) use part;

/// Defines functions, each of which is a [`part!`] of the generic code that calls it.
macro_rules! parts {
    ($(
        $(#[$meta:meta])*
        $visible:vis fn $name:ident<$N:ident: Number $(, const $K:ident: usize)*>(
            $($x:ident: $X:ty),* $(,)?
        ) -> $R:ty $text:block
    )*) => {$(
        $(#[$meta])*
        #[cfg_attr(hot, inline(always))]
        $visible fn $name<$N: Number $(, const $K: usize)*>($($x: $X),*) -> $R {
            #[cfg_attr(hot, inline(always))]
            fn text<$N: Number $(, const $K: usize)*>(($($x,)*): ($($X,)*)) -> $R $text
            $crate::number::part!($N, text::<$N $(, $K)*>, ($($x,)*))
        }
    )*};
}
pub(crate) use parts;

// ---- the defaults: sums, and the time at which a moving point is at the distance `r` (7.2) ----

/// Returns the sum of the terms from `start` to before `end`, a range that must not be empty, with
/// a depth that grows as the logarithm of the number of terms.
#[cfg_attr(hot, inline(always))]
fn sum_of<N: Number>(start: usize, end: usize, term: &impl Fn(usize) -> N) -> N {
    if end - start <= 4 {
        (start + 1..end).fold(term(start), |sum, i| sum.plus(&term(i)))
    } else {
        halves(start, end, term)
    }
}

fn halves<N: Number>(start: usize, end: usize, term: &impl Fn(usize) -> N) -> N {
    let middle = start + (end - start) / 2;
    sum_of(start, middle, term).plus(&sum_of(middle, end, term))
}

/// Returns the sum of numbers.
#[cfg_attr(hot, inline(always))]
pub(crate) fn sum<N: Number, const K: usize>(terms: &[N; K]) -> N {
    match terms.as_slice() {
        [] => N::zero(),
        // Short sums are written out, as a closure may be compiled as a call.
        [a] if !COMPACT => a.clone(),
        [a, b] if !COMPACT => a.plus(b),
        [a, b, c] if !COMPACT => a.plus(b).plus(c),
        _ => sum_of(0, K, &|k| terms[k].clone()),
    }
}

/// Returns the sum of all terms except one.
#[cfg_attr(hot, inline(always))]
pub(crate) fn sum_without<N: Number, const K: usize>(left_out: usize, terms: &[N; K]) -> N {
    if K < 2 { N::zero() } else { sum_of(0, K - 1, &|i| terms[(left_out + 1 + i) % K].clone()) }
}

parts! {
    /// Returns `Σ aₖ bₖ`.
    pub(crate) fn dot<N: Number, const K: usize>(a: &[N; K], b: &[N; K]) -> N {
        sum::<N, K>(&replaced!(N::row(); K, |k| a[k].times(&b[k])))
    }

    /// Returns `from + t by`.
    pub(crate) fn along<N: Number, const K: usize>(
        t: &N::Value,
        from: &[N; K],
        by: &[N; K],
    ) -> [N::Value; K] {
        numbers!(N::Value::rational(&N::zero()); K, |k| t.along(&from[k], &by[k]))
    }

    /// Returns `Σ aₖ²`.
    pub(crate) fn square<N: Number, const K: usize>(a: &[N; K]) -> N {
        sum::<N, K>(&replaced!(N::row(); K, |k| a[k].squared()))
    }
}

/// Returns `Σ (dᵢ vⱼ − dⱼ vᵢ)²` over each `i`, where `j` is the index `step` places after `i` in
/// cyclic order.
#[cfg_attr(hot, inline(always))]
fn crosses<N: Number, const K: usize>(d: &[N; K], v: &[N; K], step: usize) -> N {
    sum::<N, K>(&numbers!(N::zero(); K, |i| {
        let j = (i + step) % K;
        // At half of the cycle each pair comes up twice.
        let is_new = 2 * step < K || i < step;
        if is_new { d[i].times(&v[j]).minus(&d[j].times(&v[i])).squared() } else { N::zero() }
    }))
}

parts! {
    /// Returns `β`, from `r²` and `a`.
    pub(crate) fn discriminant<N: Number, const K: usize>(d: &[N; K], v: &[N; K], rr: &N, a: &N) -> N {
        let all = rr.times(a);
        match K {
            0 | 1 => all,
            2 | 3 => all.minus(&crosses(d, v, 1)),
            _ => all.minus(&sum_of(1, K / 2 + 1, &|step| crosses(d, v, step))),
        }
    }
}

/// Returns the smaller root of (7.2), by the formula.
#[cfg_attr(hot, inline(always))]
pub(super) fn smaller_root<N: Number, V: Value<N>, const K: usize>(
    d: &[N; K],
    v: &[N; K],
    rr: &N,
) -> V {
    let a = square(v);
    V::smaller_root(&dot(d, v).negated(), &discriminant(d, v, rr, &a), &a)
}

/// Returns the time at which a ball with the radius `r` and the velocity `v` reaches a plane with
/// the normal `u`: `(u·d − r √(u·u)) / (−u·v)`. The ball starts at `d` from a point of the plane.
#[cfg_attr(hot, inline(always))]
pub(super) fn plane<N: Number, V: Value<N>, const K: usize>(
    u: &[N; K],
    d: &[N; K],
    v: &[N; K],
    r: &N,
) -> V {
    V::surd(&dot(u, d), &r.negated(), &square(u), &dot(u, v).negated())
}
