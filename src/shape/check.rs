//! The checks that constructors share.

use super::error::{InputError, Problem};
use crate::number::Scalar;

/// A vector all of whose components are finite.
pub(crate) fn finite<T: Scalar, const N: usize>(
    vector: [T; N],
    name: &'static str,
) -> Result<[T; N], InputError> {
    match vector.iter().position(|x| !x.widen().is_finite()) {
        None => Ok(vector),
        Some(i) => Err(InputError::new("", Problem::NotFinite(vector[i].widen())).within(name, i)),
    }
}

/// A finite length, zero or more.
pub(crate) fn length<T: Scalar>(value: T, name: &'static str) -> Result<T, InputError> {
    if !value.widen().is_finite() {
        Err(InputError::new(name, Problem::NotFinite(value.widen())))
    } else if value < T::ZERO {
        Err(InputError::new(name, Problem::Negative(value.widen())))
    } else {
        Ok(value)
    }
}
