//! The path of a body along waypoints.

use super::{
    Capsule, Ellipsoid, Inflated, InputError, Moving, OrientedBox, Problem, Scalar, Shape, Sphere,
    Translatable, finite,
};
use alloc::vec::Vec;

/// A body whose centre moves along waypoints, straight from each to the next. Each straight segment
/// is a *leg*, on which `t` goes from 0 to 1.
///
/// It is constructed by the method `moving_along` of [`Sphere`], [`Ellipsoid`], [`Capsule`] or
/// [`OrientedBox`]; for a capsule the end `a` follows the waypoints. The velocity of a leg is the
/// difference of its ends, *not rounded*, so there are no gaps between legs. A body of any kind has
/// [`any::Mover::moving_along`](crate::any::Mover::moving_along).
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("waypoints", "polyline", "trajectory"))]
pub struct Path<S: Shape> {
    /// The body at the start.
    shape: S,
    /// The ends of the legs, at least one.
    points: Vec<S::Vector>,
}

impl<S: Shape> Path<S> {
    /// Returns the body at the start of the path.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the points to which the centre moves, one for each leg.
    pub fn points(&self) -> &[S::Vector] {
        &self.points
    }
}

impl<T: Scalar, S, const N: usize> Path<S>
where
    S: Translatable<T, N> + Shape<Scalar = T, Vector = [T; N]>,
{
    pub(crate) fn through(shape: S, mut points: Vec<[T; N]>) -> Result<Self, InputError> {
        if points.is_empty() {
            let problem = Problem::TooShort { length: 0, least: 1 };
            return Err(InputError::new("points", problem));
        }
        for (i, point) in points.iter_mut().enumerate() {
            *point = finite(*point, "").map_err(|error| error.within("points", i))?;
        }
        let shape = if points.len() > 1 { shape.carried()? } else { shape };
        Ok(Self { shape, points })
    }

    /// Returns the legs in order, each as a motion that supports every query.
    pub fn legs(&self) -> impl ExactSizeIterator<Item = Moving<S>> {
        self.points.iter().enumerate().map(|(i, to)| match i.checked_sub(1) {
            None => self.shape.leg(*to),
            Some(before) => self.shape.at(self.points[before]).leg(*to),
        })
    }
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Returns this sphere with a path along which its centre visits each of these points in turn.
    ///
    /// # Errors
    /// No point; a component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Sphere};
    /// let ball = Sphere::new([0.0, 0.0], 1.0)?.moving_along([[4.0, 0.0], [4.0, 6.0], [0.0, 6.0]])?;
    /// let wall = AlignedBox::new([0.0, 4.0], [9.0, 5.0])?;
    /// let (leg, answer) = ball.first_contact(&wall).unwrap();
    /// assert_eq!((leg, answer.contact().unwrap().time), (1, 0.5));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}

impl<T: Scalar, const N: usize> Ellipsoid<T, N> {
    /// Returns this ellipsoid with a path along which its centre visits each of these points in
    /// turn.
    ///
    /// # Errors
    /// No point; a component that is not finite.
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Returns this capsule with a path along which the end `a` of its axis visits each of these
    /// points in turn.
    ///
    /// # Errors
    /// No point; a component that is not finite; more than one leg for a capsule given by two ends
    /// for which `b − a` is not a vector of floats.
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}

impl<T: Scalar, const N: usize> OrientedBox<T, N> {
    /// Returns this box with a path along which its centre visits each of these points in turn.
    ///
    /// # Errors
    /// No point; a component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, OrientedBox, Rotation};
    /// let bin = OrientedBox::new([0.0, 0.0], [1.0, 1.0], Rotation::<f64, 2>::identity())?;
    /// let path = bin.moving_along([[4.0, 0.0], [4.0, 6.0]])?;
    /// let wall = AlignedBox::new([0.0, 4.0], [9.0, 5.0])?;
    /// let (leg, answer) = path.first_contact(&wall).unwrap();
    /// assert_eq!((leg, answer.contact().unwrap().time), (1, 0.5));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}

impl<T: Scalar, const N: usize> Inflated<OrientedBox<T, N>> {
    /// Returns this inflated box with a path, as [`OrientedBox::moving_along`] does.
    ///
    /// # Errors
    /// No point; a component that is not finite.
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}
