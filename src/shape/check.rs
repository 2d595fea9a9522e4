//! Checks of numbers, which the constructors share.

use super::error::{InputError, Problem};
use crate::number::Scalar;

/// Returns the same number, with `+0` for either zero, so that the sign of a zero cannot make a
/// difference later.
pub(crate) fn plain<T: Scalar>(x: T) -> T {
    T::nearest(x.widen())
}

/// Returns a vector if all its components are finite, with `+0` for every zero.
pub(crate) fn finite<T: Scalar, const N: usize>(
    vector: [T; N],
    name: &'static str,
) -> Result<[T; N], InputError> {
    all_finite(&vector, name)?;
    let mut plainly = vector;
    for x in &mut plainly {
        *x = plain(*x);
    }
    Ok(plainly)
}

/// Returns an error if a component of a slice is not finite.
pub(crate) fn all_finite<T: Scalar>(vector: &[T], name: &'static str) -> Result<(), InputError> {
    if T::are_finite(vector) {
        return Ok(());
    }
    all_are(
        vector,
        |x| x.widen().is_finite(),
        |i| InputError::new("", Problem::NotFinite(vector[i].widen())).within(name, i),
    )
}

/// Returns the error of the first component that fails a check. The first pass tests all components
/// without a branch for each, because almost always all of them are valid.
#[cfg_attr(hot, inline(always))]
fn all_are<T: Copy>(
    vector: &[T],
    is_good: impl Fn(T) -> bool,
    error: impl FnOnce(usize) -> InputError,
) -> Result<(), InputError> {
    if vector.iter().fold(true, |all, &x| all & is_good(x)) {
        return Ok(());
    }
    match vector.iter().position(|&x| !is_good(x)) {
        None => Ok(()),
        Some(i) => Err(error(i)),
    }
}

/// Returns an error unless all components are greater than zero.
pub(crate) fn positive<T: Scalar>(vector: &[T], name: &'static str) -> Result<(), InputError> {
    all_are(
        vector,
        |x| x > T::ZERO,
        |i| InputError::new("", Problem::NotPositive(vector[i].widen())).within(name, i),
    )
}

/// Returns an error if a length is negative.
pub(crate) fn not_negative<T: Scalar>(lengths: &[T], name: &'static str) -> Result<(), InputError> {
    all_are(
        lengths,
        |x| x >= T::ZERO,
        |i| InputError::new("", Problem::Negative(lengths[i].widen())).within(name, i),
    )
}

/// Returns an error if a component is greater than the same component of another vector.
pub(crate) fn ordered<T: Scalar>(
    vector: &[T],
    name: &'static str,
    limits: &[T],
    of: &'static str,
) -> Result<(), InputError> {
    match vector.iter().zip(limits).position(|(x, limit)| x > limit) {
        None => Ok(()),
        Some(i) => {
            let (value, limit) = (vector[i].widen(), limits[i].widen());
            Err(InputError::new("", Problem::Greater { value, of, limit }).within(name, i))
        }
    }
}

/// Returns a vector if all its components are finite and not negative.
pub(crate) fn lengths<T: Scalar, const N: usize>(
    vector: [T; N],
    name: &'static str,
) -> Result<[T; N], InputError> {
    let vector = finite(vector, name)?;
    not_negative(&vector, name)?;
    Ok(vector)
}

/// Returns a length if it is finite and not negative.
pub(crate) fn length<T: Scalar>(value: T, name: &'static str) -> Result<T, InputError> {
    if (T::ZERO..=T::LARGEST).contains(&value) {
        Ok(plain(value))
    } else if value.widen().is_finite() {
        Err(InputError::new(name, Problem::Negative(value.widen())))
    } else {
        Err(InputError::new(name, Problem::NotFinite(value.widen())))
    }
}
