//! Shapes in a space whose dimension is known only when the program runs: they borrow their
//! numbers.

use super::{InputError, Problem, Scalar, all_finite, length, ordered, positive};
use super::{aligned_box, ellipsoid};

/// A [`Sphere`](super::Sphere) in as many dimensions as its centre has components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereSlice<'a, T> {
    center: &'a [T],
    radius: T,
}

impl<'a, T: Scalar> SphereSlice<'a, T> {
    /// A sphere from its centre and its radius.
    ///
    /// # Errors
    /// A centre without components; a component that is not finite; a radius that is not finite or
    /// is negative.
    pub fn new(center: &'a [T], radius: T) -> Result<Self, InputError> {
        all_finite(some(center, "sphere.center")?, "sphere.center")?;
        Ok(Self { center, radius: length(radius, "sphere.radius")? })
    }

    /// The centre.
    pub fn center(&self) -> &'a [T] {
        self.center
    }

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius
    }
}

/// An [`Ellipsoid`](super::Ellipsoid) in as many dimensions as its centre has components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipsoidSlice<'a, T> {
    center: &'a [T],
    radii: &'a [T],
}

impl<'a, T: Scalar> EllipsoidSlice<'a, T> {
    /// An ellipsoid from its centre and one radius for each axis.
    ///
    /// # Errors
    /// A centre without components, or with another number of them than there are radii; a
    /// component that is not finite; a radius that is zero or negative.
    pub fn new(center: &'a [T], radii: &'a [T]) -> Result<Self, InputError> {
        all_finite(some(center, ellipsoid::CENTER)?, ellipsoid::CENTER)?;
        all_finite(radii, ellipsoid::RADII)?;
        same_dimension(radii.len(), ellipsoid::RADII, center.len(), ellipsoid::CENTER)?;
        positive(radii, ellipsoid::RADII)?;
        Ok(Self { center, radii })
    }

    /// The centre.
    pub fn center(&self) -> &'a [T] {
        self.center
    }

    /// The radius along each axis.
    pub fn radii(&self) -> &'a [T] {
        self.radii
    }
}

/// An [`AlignedBox`](super::AlignedBox) in as many dimensions as its corners have components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlignedBoxSlice<'a, T> {
    min: &'a [T],
    max: &'a [T],
}

impl<'a, T: Scalar> AlignedBoxSlice<'a, T> {
    /// A box from its least and its greatest corner.
    ///
    /// # Errors
    /// A corner without components, or with another number of them than the other corner; a
    /// component that is not finite; a component of `min` that is greater than that of `max`.
    ///
    /// # Examples
    /// ```
    /// use tangency::AlignedBoxSlice;
    /// assert!(AlignedBoxSlice::new(&[0.0, 0.0], &[1.0, 2.0]).is_ok());
    /// let error = AlignedBoxSlice::new(&[0.0, 0.0], &[1.0]).unwrap_err();
    /// assert_eq!(error.to_string(), "box.max has dimension 1, but box.min has 2");
    /// ```
    pub fn new(min: &'a [T], max: &'a [T]) -> Result<Self, InputError> {
        use aligned_box::{MAX, MIN};
        all_finite(some(min, MIN)?, MIN)?;
        all_finite(max, MAX)?;
        same_dimension(max.len(), MAX, min.len(), MIN)?;
        ordered(min, MIN, max, MAX)?;
        Ok(Self { min, max })
    }

    /// The least corner.
    pub fn min(&self) -> &'a [T] {
        self.min
    }

    /// The greatest corner.
    pub fn max(&self) -> &'a [T] {
        self.max
    }
}

/// A vector with at least one component.
fn some<'a, T>(vector: &'a [T], name: &'static str) -> Result<&'a [T], InputError> {
    if vector.is_empty() { Err(InputError::new(name, Problem::Empty)) } else { Ok(vector) }
}

/// Refuses a vector that is not in the space of another.
pub(crate) fn same_dimension(
    length: usize,
    name: &'static str,
    expected: usize,
    other: &'static str,
) -> Result<(), InputError> {
    if length == expected {
        Ok(())
    } else {
        Err(InputError::new(name, Problem::Dimension { length, other, expected }))
    }
}
