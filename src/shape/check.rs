//! The checks that constructors share.

use super::error::{InputError, Problem};
use crate::number::Scalar;

/// The same number; a zero is `+0` from here on, so that its sign can make no difference.
pub(crate) fn plain<T: Scalar>(x: T) -> T {
    T::nearest(x.widen())
}

/// A vector all of whose components are finite.
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

/// The same for a slice.
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

/// Whether all are good; else the error of the first that is not. All are looked at, with no branch
/// for each, as nearly always all are.
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

/// Components that are all greater than zero.
pub(crate) fn positive<T: Scalar>(vector: &[T], name: &'static str) -> Result<(), InputError> {
    all_are(
        vector,
        |x| x > T::ZERO,
        |i| InputError::new("", Problem::NotPositive(vector[i].widen())).within(name, i),
    )
}

/// Lengths none of which is negative.
pub(crate) fn not_negative<T: Scalar>(lengths: &[T], name: &'static str) -> Result<(), InputError> {
    all_are(
        lengths,
        |x| x >= T::ZERO,
        |i| InputError::new("", Problem::Negative(lengths[i].widen())).within(name, i),
    )
}

/// Components none of which is greater than that of another vector.
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

/// Components that are finite lengths, zero or more.
pub(crate) fn lengths<T: Scalar, const N: usize>(
    vector: [T; N],
    name: &'static str,
) -> Result<[T; N], InputError> {
    let vector = finite(vector, name)?;
    not_negative(&vector, name)?;
    Ok(vector)
}

/// A finite length, zero or more.
pub(crate) fn length<T: Scalar>(value: T, name: &'static str) -> Result<T, InputError> {
    if (T::ZERO..=T::LARGEST).contains(&value) {
        Ok(plain(value))
    } else if value.widen().is_finite() {
        Err(InputError::new(name, Problem::Negative(value.widen())))
    } else {
        Err(InputError::new(name, Problem::NotFinite(value.widen())))
    }
}
