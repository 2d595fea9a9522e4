//! Many shapes at a time, as arrays of numbers: the first coordinates of all, the second
//! coordinates of all, and so on.

use super::aligned_box::{MAX, MIN};
use super::sphere::{CENTER, RADIUS};
use super::{InputError, Problem, Scalar, all_finite, not_negative, ordered};

/// Many [`AlignedBox`](super::AlignedBox)es. It borrows `N` arrays of least and `N` of greatest
/// coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlignedBoxes<'a, T, const N: usize> {
    min: [&'a [T]; N],
    max: [&'a [T]; N],
}

impl<'a, T: Scalar, const N: usize> AlignedBoxes<'a, T, N> {
    /// Boxes from their least and their greatest corners: `min[k][i]` belongs to axis `k` of box
    /// `i`.
    ///
    /// # Errors
    /// Arrays that are not all of the same length; a number that is not finite; one of `min` that
    /// is greater than that of `max`.
    ///
    /// # Cost
    /// Every number is looked at, once.
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

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.min[0].len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The least coordinates, axis by axis.
    #[inline]
    pub fn min(&self) -> [&'a [T]; N] {
        self.min
    }

    /// The greatest coordinates, axis by axis.
    #[inline]
    pub fn max(&self) -> [&'a [T]; N] {
        self.max
    }
}

/// Many [`Sphere`](super::Sphere)s. It borrows `N` arrays of coordinates of their centres, and one
/// of radii.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spheres<'a, T, const N: usize> {
    center: [&'a [T]; N],
    radius: &'a [T],
}

impl<'a, T: Scalar, const N: usize> Spheres<'a, T, N> {
    /// Spheres from their centres and their radii: `center[k][i]` belongs to axis `k` of sphere
    /// `i`.
    ///
    /// # Errors
    /// Arrays that are not all of the same length; a number that is not finite; a radius that is
    /// negative.
    ///
    /// # Cost
    /// Every number is looked at, once.
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

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.radius.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The coordinates of the centres, axis by axis.
    #[inline]
    pub fn center(&self) -> [&'a [T]; N] {
        self.center
    }

    /// The radii.
    #[inline]
    pub fn radius(&self) -> &'a [T] {
        self.radius
    }
}

/// Refuses an array that is not as long as another.
fn same_length<T>(array: &[T], expected: usize, other: &'static str) -> Result<(), InputError> {
    if array.len() == expected {
        Ok(())
    } else {
        let problem = Problem::Length { length: array.len(), other, expected };
        Err(InputError::new("", problem))
    }
}
