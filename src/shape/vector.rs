//! Vectors of three numbers, of any kind.

use crate::number::{Number, Scalar, Value};

pub(crate) type Vector<N> = [N; 3];

/// `a · b`.
#[inline(always)]
pub(crate) fn dot<N: Number>(a: &Vector<N>, b: &Vector<N>) -> N {
    a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
}

/// `|a|²`.
#[inline(always)]
pub(crate) fn squared<N: Number>(a: &Vector<N>) -> N {
    dot(a, a)
}

/// `a × b`.
#[inline(always)]
pub(crate) fn cross<N: Number>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    let component = |i: usize, j: usize| a[i].times(&b[j]).minus(&a[j].times(&b[i]));
    [component(1, 2), component(2, 0), component(0, 1)]
}

/// `a × b` of vectors as they were lifted: known to all digits, even where it nearly cancels.
#[inline(always)]
pub(crate) fn lifted_cross<N: Number>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    let component = |i: usize, j: usize| {
        N::lifted_dot(&[a[i].clone(), a[j].negated()], &[b[j].clone(), b[i].clone()])
    };
    [component(1, 2), component(2, 0), component(0, 1)]
}

/// `a · w` for a vector of values.
#[inline(always)]
pub(crate) fn dot_values<N: Number>(a: &Vector<N>, w: &Vector<N::Value>) -> N::Value {
    w[0].times(&a[0]).plus(&w[1].times(&a[1])).plus(&w[2].times(&a[2]))
}

/// `a × (w × a)`: what of `w` is normal to `a`, times `a · a`.
///
/// Written as two products, not as `w (a·a) − a (a·w)`, so that what is zero because `a` lies along
/// an axis is zero in every arithmetic.
#[inline(always)]
pub(crate) fn normal_part<N: Number>(a: &Vector<N>, w: &Vector<N::Value>) -> Vector<N::Value> {
    let inner = |i: usize, j: usize| w[i].times(&a[j]).minus(&w[j].times(&a[i]));
    let b = [inner(1, 2), inner(2, 0), inner(0, 1)];
    let outer = |i: usize, j: usize| b[j].times(&a[i]).minus(&b[i].times(&a[j]));
    [outer(1, 2), outer(2, 0), outer(0, 1)]
}

/// The same vector in space: what is not there is zero.
pub(crate) fn in_space<T: Scalar, const N: usize>(vector: [T; N]) -> [f64; 3] {
    in_dimension(vector)
}

/// The same vector in `D` dimensions.
#[inline(always)]
pub(crate) fn in_dimension<T: Scalar, const N: usize, const D: usize>(vector: [T; N]) -> [f64; D] {
    core::array::from_fn(|k| if k < N { vector[k].widen() } else { 0.0 })
}

/// What of a vector in space is in `N` dimensions.
pub(crate) fn from_space<X: Clone, const N: usize>(vector: &[X; 3]) -> [X; N] {
    core::array::from_fn(|k| vector[k].clone())
}
