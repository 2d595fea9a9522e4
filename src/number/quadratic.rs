//! When is a point that moves straight as near to the origin as `r`? In any number of dimensions.
//!
//! ```text
//! Σ (dₖ + t vₖ)² = r²:   t = (−b − √β) / a,   a = Σ vₖ²,   b = Σ dₖ vₖ,   β = r² a − Σ (dᵢ vⱼ − dⱼ vᵢ)²  (i < j)     (7.2)
//! ```

use super::{Number, Value};

/// For each index `$k` below `$count`; the first three one by one, so that nothing about them is looked up at run time.
macro_rules! unrolled {
    ($count:ident, |$k:ident| $body:expr) => {
        if $count > 0 {
            let $k = 0;
            $body
        }
        if $count > 1 {
            let $k = 1;
            $body
        }
        if $count > 2 {
            let $k = 2;
            $body
        }
        for $k in 3..$count {
            $body
        }
    };
}

/// `$count` numbers. Unlike `core::array::from_fn` it leaves no calls to a closure, so that they can stay in registers.
macro_rules! numbers {
    ($zero:expr; $count:ident, |$k:ident| $number:expr) => {{
        let mut numbers: [_; $count] = core::array::from_fn(|_| $zero);
        crate::number::unrolled!($count, |$k| numbers[$k] = $number);
        numbers
    }};
}

pub(crate) use {numbers, unrolled};

/// The sum from `start` to before `end`, which is not empty, with a depth that grows as the logarithm of their number.
#[inline(always)]
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

/// The sum of numbers.
#[inline(always)]
pub(crate) fn sum<N: Number, const K: usize>(terms: &[N; K]) -> N {
    if K == 0 { N::zero() } else { sum_of(0, K, &|k| terms[k].clone()) }
}

/// The sum of all but one.
#[inline(always)]
pub(crate) fn sum_without<N: Number, const K: usize>(left_out: usize, terms: &[N; K]) -> N {
    if K < 2 { N::zero() } else { sum_of(0, K - 1, &|i| terms[(left_out + 1 + i) % K].clone()) }
}

/// `Σ aₖ bₖ`.
#[inline(always)]
pub(crate) fn dot<N: Number, const K: usize>(a: &[N; K], b: &[N; K]) -> N {
    sum::<N, K>(&numbers!(N::zero(); K, |k| a[k].times(&b[k])))
}

/// `Σ aₖ²`.
#[inline(always)]
pub(crate) fn square<N: Number, const K: usize>(a: &[N; K]) -> N {
    sum::<N, K>(&numbers!(N::zero(); K, |k| a[k].squared()))
}

/// `Σ (dᵢ vⱼ − dⱼ vᵢ)²` over each `i`, and `j` the index that follows it `step` places behind, where they stand in a circle.
#[inline(always)]
fn crosses<N: Number, const K: usize>(d: &[N; K], v: &[N; K], step: usize) -> N {
    sum::<N, K>(&numbers!(N::zero(); K, |i| {
        let j = (i + step) % K;
        // Half-way around each pair comes up twice.
        let is_new = 2 * step < K || i < step;
        if is_new { d[i].times(&v[j]).minus(&d[j].times(&v[i])).squared() } else { N::zero() }
    }))
}

/// `β`, from `r²` and `a`.
#[inline(always)]
pub(crate) fn discriminant<N: Number, const K: usize>(d: &[N; K], v: &[N; K], rr: &N, a: &N) -> N {
    let all = rr.times(a);
    match K {
        0 | 1 => all,
        2 | 3 => all.minus(&crosses(d, v, 1)),
        _ => all.minus(&sum_of(1, K / 2 + 1, &|step| crosses(d, v, step))),
    }
}

/// The smaller root of (7.2), by the formula.
#[inline(always)]
pub(super) fn smaller_root<N: Number, V: Value<N>, const K: usize>(
    d: &[N; K],
    v: &[N; K],
    rr: &N,
) -> V {
    let a = square(v);
    V::smaller_root(&dot(d, v).negated(), &discriminant(d, v, rr, &a), &a)
}

/// When a ball with the radius `r`, `d` away from a point of a plane with the normal `u`, comes to it at the speed `v`:
/// `(u·d − r √(u·u)) / (−u·v)`.
#[inline(always)]
pub(super) fn plane<N: Number, V: Value<N>, const K: usize>(
    u: &[N; K],
    d: &[N; K],
    v: &[N; K],
    r: &N,
) -> V {
    V::surd(&dot(u, d), &r.negated(), &square(u), &dot(u, v).negated())
}
