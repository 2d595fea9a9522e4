//! Batches of shapes as structures of arrays: the first coordinates of all shapes, then the second
//! coordinates of all shapes, and so on.

use super::aligned_box::{MAX, MIN};
use super::sphere::{CENTER, RADIUS};
use super::{InputError, Problem, Scalar, all_finite, not_negative, ordered};

/// A batch of [`AlignedBox`](super::AlignedBox)es, which borrows `N` arrays of least coordinates
/// and `N` arrays of greatest coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlignedBoxes<'a, T, const N: usize> {
    min: [&'a [T]; N],
    max: [&'a [T]; N],
}

impl<'a, T: Scalar, const N: usize> AlignedBoxes<'a, T, N> {
    /// Constructs a batch of boxes from their least and their greatest corners: `min[k][i]` is the
    /// coordinate of box `i` along axis `k`.
    ///
    /// # Errors
    /// Arrays of different lengths; a number that is not finite; a number of `min` that is greater
    /// than the same number of `max`.
    ///
    /// # Cost
    /// Reads every number once.
    ///
    /// # Examples
    /// ```
    /// use tangency::AlignedBoxes;
    /// let boxes = AlignedBoxes::new([&[0.0, 5.0], &[0.0, 5.0]], [&[1.0, 9.0], &[1.0, 9.0]])?;
    /// assert_eq!(boxes.len(), 2);
    /// let error = AlignedBoxes::new([&[0.0, 5.0]], [&[1.0, 2.0]]).unwrap_err();
    /// assert_eq!(error.to_string(), "box.min[0][1] is 5, greater than box.max[0][1], 2");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn new(min: [&'a [T]; N], max: [&'a [T]; N]) -> Result<Self, InputError> {
        const { assert!(N > 0, "a box has at least one dimension") };
        let length = min[0].len();
        for (name, columns) in [(MIN, min), (MAX, max)] {
            for (axis, column) in columns.into_iter().enumerate() {
                same_length(column, length, "box.min[0]")
                    .and_then(|()| all_finite(column, name))
                    .map_err(|error| error.within(name, axis))?;
            }
        }
        for axis in 0..N {
            ordered(min[axis], MIN, max[axis], MAX).map_err(|error| error.within(MIN, axis))?;
        }
        Ok(Self { min, max })
    }

    /// Returns the number of boxes.
    #[inline]
    pub fn len(&self) -> usize {
        self.min[0].len()
    }

    /// Returns whether the batch contains no box.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the least coordinates, axis by axis.
    #[inline]
    pub fn min(&self) -> [&'a [T]; N] {
        self.min
    }

    /// Returns the greatest coordinates, axis by axis.
    #[inline]
    pub fn max(&self) -> [&'a [T]; N] {
        self.max
    }
}

/// A batch of [`Sphere`](super::Sphere)s, which borrows `N` arrays of coordinates of the centres
/// and one array of radii.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spheres<'a, T, const N: usize> {
    center: [&'a [T]; N],
    radius: &'a [T],
}

impl<'a, T: Scalar, const N: usize> Spheres<'a, T, N> {
    /// Constructs a batch of spheres from their centres and their radii: `center[k][i]` is the
    /// coordinate of centre `i` along axis `k`.
    ///
    /// # Errors
    /// Arrays of different lengths; a number that is not finite; a radius that is negative.
    ///
    /// # Cost
    /// Reads every number once.
    ///
    /// # Examples
    /// ```
    /// use tangency::Spheres;
    /// let error = Spheres::new([&[0.0, 1.0], &[0.0]], &[1.0, 1.0]).unwrap_err();
    /// assert_eq!(error.to_string(), "sphere.center[1] has length 1, but sphere.radius has 2");
    /// ```
    pub fn new(center: [&'a [T]; N], radius: &'a [T]) -> Result<Self, InputError> {
        const { assert!(N > 0, "a sphere has at least one dimension") };
        for (axis, column) in center.into_iter().enumerate() {
            same_length(column, radius.len(), RADIUS)
                .and_then(|()| all_finite(column, CENTER))
                .map_err(|error| error.within(CENTER, axis))?;
        }
        all_finite(radius, RADIUS)?;
        not_negative(radius, RADIUS)?;
        Ok(Self { center, radius })
    }

    /// Returns the number of spheres.
    #[inline]
    pub fn len(&self) -> usize {
        self.radius.len()
    }

    /// Returns whether the batch contains no sphere.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the coordinates of the centres, axis by axis.
    #[inline]
    pub fn center(&self) -> [&'a [T]; N] {
        self.center
    }

    /// Returns the radii.
    #[inline]
    pub fn radius(&self) -> &'a [T] {
        self.radius
    }
}

/// Returns an error if an array does not have the length of another one.
fn same_length<T>(array: &[T], expected: usize, other: &'static str) -> Result<(), InputError> {
    if array.len() == expected {
        Ok(())
    } else {
        let problem = Problem::Length { length: array.len(), other, expected };
        Err(InputError::new("", problem))
    }
}
