//! Vectors of three numbers, for any kind of number.

use crate::number::{COMPACT, Number, Scalar, Value, parts};

pub(crate) type Vector<N> = [N; 3];

/// Computes three numbers from their indices. Without the feature `compact` it expands to three
/// expressions, because `core::array::from_fn` can leave calls to the closure.
#[cfg(feature = "compact")]
macro_rules! each {
    (|$k:ident| $number:expr) => {
        core::array::from_fn::<_, 3, _>(|$k| $number)
    };
}
#[cfg(not(feature = "compact"))]
macro_rules! each {
    (|$k:ident| $number:expr) => {{
        let each = [
            {
                let $k = 0;
                $number
            },
            {
                let $k = 1;
                $number
            },
            {
                let $k = 2;
                $number
            },
        ];
        each
    }};
}
pub(crate) use each;

/// `a · b`.
#[cfg_attr(hot, inline(always))]
pub(crate) fn dot<N: Number>(a: &Vector<N>, b: &Vector<N>) -> N {
    N::dot(a, b)
}

parts! {
    /// `|a|²`.
    pub(crate) fn squared<N: Number>(a: &Vector<N>) -> N {
        if COMPACT {
            return dot(a, a);
        }
        a[0].squared().plus(&a[1].squared()).plus(&a[2].squared())
    }

    /// `a × b`.
    pub(crate) fn cross<N: Number>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
        [component(a, b, 1, 2), component(a, b, 2, 0), component(a, b, 0, 1)]
    }

    /// `a × b` for vectors of lifted numbers, with all digits correct even where the products
    /// nearly cancel.
    pub(crate) fn lifted_cross<N: Number>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
        [lifted_component(a, b, 1, 2), lifted_component(a, b, 2, 0), lifted_component(a, b, 0, 1)]
    }

    /// `a · w` for a vector `w` of values.
    pub(crate) fn dot_values<N: Number>(a: &Vector<N>, w: &Vector<N::Value>) -> N::Value {
        w[0].times(&a[0]).plus(&w[1].times(&a[1])).plus(&w[2].times(&a[2]))
    }

    /// `a × (w × a)`: the component of `w` normal to `a`, times `a · a`.
    ///
    /// It is computed as two products, not as `w (a·a) − a (a·w)`: thus a number that is zero
    /// because `a` lies along an axis is zero in every arithmetic.
    pub(crate) fn normal_part<N: Number>(a: &Vector<N>, w: &Vector<N::Value>) -> Vector<N::Value> {
        let b = [moment(w, a, 1, 2), moment(w, a, 2, 0), moment(w, a, 0, 1)];
        [moment(&b, a, 2, 1), moment(&b, a, 0, 2), moment(&b, a, 1, 0)]
    }
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn component<N: Number>(a: &Vector<N>, b: &Vector<N>, i: usize, j: usize) -> N {
    N::difference_of_products([&a[i], &b[j]], [&a[j], &b[i]])
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn lifted_component<N: Number>(a: &Vector<N>, b: &Vector<N>, i: usize, j: usize) -> N {
    N::lifted_dot(&[a[i].clone(), a[j].negated()], &[b[j].clone(), b[i].clone()])
}

/// `wᵢ aⱼ − wⱼ aᵢ`.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn moment<N: Number>(w: &Vector<N::Value>, a: &Vector<N>, i: usize, j: usize) -> N::Value {
    w[i].times(&a[j]).minus(&w[j].times(&a[i]))
}

/// Returns a vector in space; missing components are zero.
pub(crate) fn in_space<T: Scalar, const N: usize>(vector: [T; N]) -> [f64; 3] {
    in_dimension(vector)
}

/// Returns a vector in `D` dimensions; missing components are zero.
#[cfg_attr(hot, inline(always))]
pub(crate) fn in_dimension<T: Scalar, const N: usize, const D: usize>(vector: [T; N]) -> [f64; D] {
    core::array::from_fn(|k| if k < N { vector[k].widen() } else { 0.0 })
}

/// Returns the first `N` components of a vector in space.
pub(crate) fn from_space<X: Clone, const N: usize>(vector: &[X; 3]) -> [X; N] {
    core::array::from_fn(|k| vector[k].clone())
}
