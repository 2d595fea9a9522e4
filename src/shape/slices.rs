//! Shapes whose dimension is known only at run time; they borrow their numbers.

use super::{InputError, Problem, Scalar, all_finite, length, ordered, positive};
use super::{aligned_box, ellipsoid};

/// A [`Sphere`](super::Sphere) whose dimension is the number of components of its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereSlice<'a, T> {
    center: &'a [T],
    radius: T,
}

impl<'a, T: Scalar> SphereSlice<'a, T> {
    /// Constructs a sphere from its centre and its radius.
    ///
    /// # Errors
    /// A centre without components; a component that is not finite; a radius that is not finite or
    /// is negative.
    pub fn new(center: &'a [T], radius: T) -> Result<Self, InputError> {
        all_finite(some(center, "sphere.center")?, "sphere.center")?;
        Ok(Self { center, radius: length(radius, "sphere.radius")? })
    }

    /// Returns the centre.
    pub fn center(&self) -> &'a [T] {
        self.center
    }

    /// Returns the radius.
    pub fn radius(&self) -> T {
        self.radius
    }
}

/// An [`Ellipsoid`](super::Ellipsoid) whose dimension is the number of components of its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipsoidSlice<'a, T> {
    center: &'a [T],
    radii: &'a [T],
}

impl<'a, T: Scalar> EllipsoidSlice<'a, T> {
    /// Constructs an ellipsoid from its centre and one radius for each axis.
    ///
    /// # Errors
    /// A centre without components, or with another number of components than there are radii; a
    /// component that is not finite; a radius that is zero or negative.
    pub fn new(center: &'a [T], radii: &'a [T]) -> Result<Self, InputError> {
        all_finite(some(center, ellipsoid::CENTER)?, ellipsoid::CENTER)?;
        all_finite(radii, ellipsoid::RADII)?;
        same_dimension(radii.len(), ellipsoid::RADII, center.len(), ellipsoid::CENTER)?;
        positive(radii, ellipsoid::RADII)?;
        Ok(Self { center, radii })
    }

    /// Returns the centre.
    pub fn center(&self) -> &'a [T] {
        self.center
    }

    /// Returns the radius along each axis.
    pub fn radii(&self) -> &'a [T] {
        self.radii
    }
}

/// An [`AlignedBox`](super::AlignedBox) whose dimension is the number of components of its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlignedBoxSlice<'a, T> {
    min: &'a [T],
    max: &'a [T],
}

impl<'a, T: Scalar> AlignedBoxSlice<'a, T> {
    /// Constructs a box from its least and its greatest corner.
    ///
    /// # Errors
    /// A corner without components, or with another number of components than the other corner; a
    /// component that is not finite; a component of `min` that is greater than the same component
    /// of `max`.
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

    /// Returns the least corner.
    pub fn min(&self) -> &'a [T] {
        self.min
    }

    /// Returns the greatest corner.
    pub fn max(&self) -> &'a [T] {
        self.max
    }
}

/// Returns a vector if it has at least one component.
fn some<'a, T>(vector: &'a [T], name: &'static str) -> Result<&'a [T], InputError> {
    if vector.is_empty() { Err(InputError::new(name, Problem::Empty)) } else { Ok(vector) }
}

/// Returns an error if a vector does not have the dimension of another one.
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
