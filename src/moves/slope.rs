//! Whether a surface is flat enough to stand on, decided exactly.

use super::clip::{dot, norm, split};
use crate::contact::{Contact, ExactAnswer};
use crate::number::{Rational, Surd, fraction, sqrt};
use crate::shape::Scalar;
use core::cmp::Ordering;

/// Whether a touched surface is at most as steep as a surface that rises by `rise` for each unit of
/// horizontal distance. The angle between its normal and `up` decides.
///
/// With the unit normal `n`, this means that `n · up` is at least `|up| / √(1 + rise²)`. Rounded
/// numbers decide if their difference exceeds their errors by far; otherwise exact numbers decide.
pub(super) fn is_at_most<T: Scalar, F>(
    rise: T,
    up: [T; 3],
    contact: &Contact<T, 3, F>,
    exactly: impl FnOnce() -> ExactAnswer<3, F>,
) -> bool {
    let (Some(normal), rise) = (contact.normal, rise.widen()) else { return false };
    // `up` is scaled to a length of about one. The error of this is far less than the margin.
    let (up, _) = split(&up.map(T::widen));
    let (height, length) = (dot(&normal.map(T::widen), &up), norm(&up));
    let least = length / sqrt(1.0 + rise * rise);
    // Each component of the normal has an error of half a unit in the last place of one. The sum of
    // all other errors is less.
    let margin = 8.0 * length * (T::ONE.above().widen() - 1.0);
    let is_sure = T::nearest(length * length) > T::ZERO && (height - least).abs() > margin;
    if is_sure && (rise * rise).is_finite() && margin.is_normal() {
        return height > least;
    }
    exact(rise, up, &exactly()).unwrap_or(height >= least)
}

/// The same decision by the exact normal, if there is one.
fn exact<F>(rise: f64, up: [f64; 3], answer: &ExactAnswer<3, F>) -> Option<bool> {
    let ExactAnswer::Contact(Contact { normal: Some(normal), .. }) = answer else { return None };
    let zero = Surd::from(Rational::ZERO);
    let height = normal
        .iter()
        .zip(up)
        .try_fold(zero, |sum, (n, u)| sum.checked_add(&n.checked_mul(&Surd::from(fraction(u)))?))?;
    let squared_length = up.map(fraction).iter().fold(Rational::ZERO, |sum, u| sum + u * u);
    let rise = fraction(rise);
    let squared_least = squared_length / (Rational::ONE + &rise * &rise);
    let least = Surd::new(Rational::ZERO, Rational::ONE, squared_least);
    Some(height.cmp(&least) != Ordering::Less)
}
