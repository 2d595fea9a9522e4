//! The exact numbers of an answer: `x + y √d` with rational `x`, `y`, `d`.

use super::Scalar;
use super::exact::Quotient;
use super::round::{Rounding, SurdParts, decimal, whole_root};
use alloc::format;
use alloc::string::{String, ToString};
use core::cmp::Ordering;
use core::fmt;
use dashu_base::{BitTest, Sign as BigSign};
use dashu_int::{IBig, UBig};

/// A rational number in lowest terms, of any size.
pub use dashu_ratio::RBig as Rational;

/// The real number `x + y √d`, exactly: `x`, `y`, `d` are rational and `d ≥ 0`.
///
/// Each time, centre and point of a first contact is such a number; all numbers of one contact
/// share their `d`. Sums, products and quotients of two of them are again of this form if both have
/// the same `√d` up to a rational factor, or if one of them is rational; otherwise the `checked_`
/// methods return `None`. Any two can be compared.
///
/// # Examples
/// ```
/// use tangency::{Rational, Surd};
/// let root_two = Surd::new(Rational::ZERO, Rational::ONE, Rational::from(2));
/// assert_eq!(root_two.to_decimal(20), "1.41421356237309504880");
/// assert_eq!(root_two.to_f64(), 2f64.sqrt());
/// let square = root_two.checked_mul(&root_two).unwrap();
/// assert_eq!(square, Surd::from(Rational::from(2)));
/// assert!(root_two < Surd::from(Rational::from_parts(3.into(), 2u8.into())));
/// ```
#[derive(Clone, Debug)]
#[doc(alias("exact number", "quadratic irrational"))]
pub struct Surd {
    x: Rational,
    y: Rational,
    d: Rational,
}

impl Surd {
    /// Constructs `x + y √|d|`; a root that is rational is computed at once.
    pub fn new(x: Rational, y: Rational, d: Rational) -> Self {
        let rational = |x| Self { x, y: Rational::ZERO, d: Rational::ZERO };
        if y == Rational::ZERO || d == Rational::ZERO {
            return rational(x);
        }
        let d = if d < Rational::ZERO { -d } else { d };
        match rational_root(&d) {
            Some(root) => rational(x + y * root),
            None => Self::without_squares_of_two(x, y, d),
        }
    }

    /// Constructs the number with all squares of powers of two taken out of the root, since floats
    /// bring in powers of two.
    fn without_squares_of_two(x: Rational, y: Rational, d: Rational) -> Self {
        let (numerator, denominator) = d.into_parts();
        let pairs = |n: Option<usize>| n.unwrap_or(0) / 2;
        let (up, down) = (pairs(numerator.trailing_zeros()), pairs(denominator.trailing_zeros()));
        let two_to_the = |n: usize| UBig::ONE << n;
        let factor = Rational::from_parts(two_to_the(up).into(), two_to_the(down));
        let d = Rational::from_parts(numerator >> (2 * up), denominator >> (2 * down));
        Self { x, y: y * factor, d }
    }

    /// Returns the rational part.
    pub fn x(&self) -> &Rational {
        &self.x
    }

    /// Returns the factor of the root; zero for a rational number.
    pub fn y(&self) -> &Rational {
        &self.y
    }

    /// Returns the radicand; zero for a rational number, else not the square of a rational.
    pub fn d(&self) -> &Rational {
        &self.d
    }

    /// Returns the sum, if it is of this form.
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        let (d, y) = self.in_field_of(other)?;
        Some(Self::new(&self.x + &other.x, &self.y + y, d))
    }

    /// Returns the difference, if it is of this form.
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        let (d, y) = self.in_field_of(other)?;
        Some(Self::new(&self.x - &other.x, &self.y - y, d))
    }

    /// Returns the product, if it is of this form.
    pub fn checked_mul(&self, other: &Self) -> Option<Self> {
        let (d, y) = self.in_field_of(other)?;
        let cross = &self.x * &y + &self.y * &other.x;
        Some(Self::new(&self.x * &other.x + &self.y * y * &d, cross, d))
    }

    /// Returns the quotient, if it is of this form; `None` also for a divisor of zero.
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        if other.sign() == Ordering::Equal {
            return None;
        }
        let norm = &other.x * &other.x - &other.y * &other.y * &other.d;
        let inverse = Self::new(&other.x / &norm, -(&other.y / &norm), other.d.clone());
        self.checked_mul(&inverse)
    }

    /// Compares the number with zero.
    pub fn sign(&self) -> Ordering {
        self.quotient().order()
    }

    /// Returns the nearest `f64`, ties to even; infinite if the number is too large.
    pub fn to_f64(&self) -> f64 {
        self.rounded(Rounding::Nearest)
    }

    /// Returns the nearest `f32`, ties to even, rounded once; infinite if the number is too large.
    pub fn to_f32(&self) -> f32 {
        self.rounded(Rounding::Nearest)
    }

    /// Returns the largest float that is not above the number.
    pub fn round_down<T: Scalar>(&self) -> T {
        self.rounded(Rounding::Down)
    }

    /// Returns the nearest float, ties to even.
    pub fn round<T: Scalar>(&self) -> T {
        self.rounded(Rounding::Nearest)
    }

    /// Returns `self · 2^exponent`.
    pub(crate) fn scaled(&self, exponent: i32) -> Self {
        let factor = two_to_the(exponent);
        Self { x: &self.x * &factor, y: &self.y * factor, d: self.d.clone() }
    }

    /// Returns the binary exponent of the size, to within a few; `None` for zero.
    pub(crate) fn magnitude(&self) -> Option<i32> {
        let of_root = magnitude(&self.y).map(|y| y + magnitude(&self.d).unwrap_or(0) / 2);
        let greatest = magnitude(&self.x).max(of_root);
        let is_negative = |x: &Rational| *x < Rational::ZERO;
        if is_negative(&self.x) == is_negative(&self.y) {
            return greatest;
        }
        // The two terms cancel: `x + y √d = (x² − y² d) / (x − y √d)`, and this divisor does not
        // cancel.
        let norm = &self.x * &self.x - &self.y * &self.y * &self.d;
        Some(magnitude(&norm)? - greatest?)
    }

    /// Returns the nearest decimal number with `places` digits behind the point, ties to even.
    pub fn to_decimal(&self, places: usize) -> String {
        let (x, y, q, s) = self.integers();
        let (negative, digits) = decimal(&x, &y, &q, &s, places);
        let zero = digits == UBig::ZERO;
        let digits = format!("{:0>width$}", digits.to_string(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if negative && !zero { "-" } else { "" };
        let point = if places > 0 { "." } else { "" };
        format!("{sign}{whole}{point}{fraction}")
    }

    /// Compares the number with a float; every number is less than infinity and greater than NaN.
    pub(crate) fn compare_with(&self, float: f64) -> Ordering {
        self.quotient().compare_with(0, float)
    }

    fn rounded<T: Scalar>(&self, rounding: Rounding) -> T {
        self.quotient().round(0, rounding)
    }

    /// Converts a quotient of integers, times `2^scale`.
    pub(crate) fn of(quotient: &Quotient, scale: i32) -> Self {
        let (x, y, q, s) = quotient.parts();
        let (up, down) = (scale.max(0).unsigned_abs(), scale.min(0).unsigned_abs());
        let shifted = |x: IBig| Rational::from_parts(x << up as usize, s.clone() << down as usize);
        Self::new(shifted(x), shifted(y), Rational::from_parts(q.into(), UBig::ONE))
    }

    fn quotient(&self) -> Quotient {
        Quotient::of(self.integers())
    }

    /// Returns the number as `(x + y √q) / s` over the integers: `√(n/m) = √(n m) / m`.
    fn integers(&self) -> SurdParts {
        let (xn, xd) = (self.x.numerator(), self.x.denominator());
        let (yn, yd) = (self.y.numerator(), self.y.denominator());
        let (dn, dd) = (self.d.numerator(), self.d.denominator());
        let (_, dn) = dn.clone().into_parts();
        (xn * yd * dd, yn * xd, dn * dd, xd * yd * dd)
    }

    /// Returns a common `d`, and the factor of its root in `other`; `None` if there is no common
    /// root.
    fn in_field_of(&self, other: &Self) -> Option<(Rational, Rational)> {
        if other.y == Rational::ZERO {
            Some((self.d.clone(), Rational::ZERO))
        } else if self.y == Rational::ZERO || self.d == other.d {
            Some((other.d.clone(), other.y.clone()))
        } else {
            let ratio = rational_root(&(&other.d / &self.d))?;
            Some((self.d.clone(), &other.y * ratio))
        }
    }
}

/// Returns `√d` if it is rational.
fn rational_root(d: &Rational) -> Option<Rational> {
    if *d < Rational::ZERO {
        return None;
    }
    let denominator = IBig::from_parts(BigSign::Positive, d.denominator().clone());
    let (n, m) = (whole_root(d.numerator())?, whole_root(&denominator)?);
    Some(Rational::from_parts(IBig::from_parts(BigSign::Positive, n), m))
}

impl From<Rational> for Surd {
    fn from(x: Rational) -> Self {
        Self { x, y: Rational::ZERO, d: Rational::ZERO }
    }
}

impl Ord for Surd {
    fn cmp(&self, other: &Self) -> Ordering {
        self.quotient().compare(0, &other.quotient(), 0)
    }
}

impl PartialOrd for Surd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Surd {
    /// Compares two numbers by value, in whatever form each is stored.
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Surd {}

impl fmt::Display for Surd {
    /// Writes `x + y sqrt(d)`, with fractions as `p/q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.y == Rational::ZERO {
            return write!(f, "{}", self.x);
        }
        write!(f, "{} + {} sqrt({})", self.x, self.y, self.d)
    }
}

/// Returns `2^e`.
pub(super) fn two_to_the(e: i32) -> Rational {
    let shifted = UBig::ONE << e.unsigned_abs() as usize;
    if e < 0 {
        Rational::from_parts(IBig::ONE, shifted)
    } else {
        Rational::from_parts(shifted.into(), UBig::ONE)
    }
}

/// Returns the binary exponent of the size, to within one; `None` for zero.
pub(super) fn magnitude(x: &Rational) -> Option<i32> {
    let (n, d) = (x.numerator().bit_len() as i32, x.denominator().bit_len() as i32);
    (*x != Rational::ZERO).then_some(n - d)
}
