//! Vectors of three coordinates, eight at a time.

use crate::number::Eight;

/// Three coordinates of eight vectors.
pub(super) type Eights<E> = [E; 3];

/// Evaluates an expression for each axis; a closure would not be compiled for the lanes.
macro_rules! three {
    ($k:ident => $x:expr) => {
        [
            {
                let $k = 0;
                $x
            },
            {
                let $k = 1;
                $x
            },
            {
                let $k = 2;
                $x
            },
        ]
    };
}
pub(super) use three;

#[cfg_attr(hot, inline(always))]
pub(super) fn split<E: Eight>(v: &[f32; 3]) -> Eights<E> {
    three!(k => E::splat(v[k]))
}

#[cfg_attr(hot, inline(always))]
pub(super) fn dot<E: Eight>(a: &Eights<E>, b: &Eights<E>) -> E {
    a[0].times_plus(b[0], a[1].times_plus(b[1], a[2].times(b[2])))
}

#[cfg_attr(hot, inline(always))]
pub(super) fn cross<E: Eight>(a: &Eights<E>, b: &Eights<E>) -> Eights<E> {
    [
        a[1].times(b[2]).minus_product(a[2], b[1]),
        a[2].times(b[0]).minus_product(a[0], b[2]),
        a[0].times(b[1]).minus_product(a[1], b[0]),
    ]
}

/// The sum of the magnitudes of the components.
#[cfg_attr(hot, inline(always))]
pub(super) fn extent<E: Eight>(v: &Eights<E>) -> E {
    v[0].absolute().plus(v[1].absolute()).plus(v[2].absolute())
}
