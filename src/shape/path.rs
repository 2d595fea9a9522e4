//! A shape that goes from point to point.

use super::{
    Capsule, Ellipsoid, InputError, Moving, Problem, RoundBody, Scalar, Shape, Sphere, finite,
};
use alloc::vec::Vec;

/// A shape whose centre goes from point to point, straight from each to the next: one leg after
/// another, each while `t` goes from 0 to 1.
///
/// Made by [`Sphere::moving_along`], [`Ellipsoid::moving_along`] or [`Capsule::moving_along`], of
/// which the end `a` goes from point to point. The velocity of a leg is the difference of its ends,
/// *not rounded*, so that the legs leave no gap between them.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("waypoints", "polyline", "trajectory"))]
pub struct Path<S: Shape> {
    /// As it starts.
    shape: S,
    /// Where its centre goes; at least one.
    points: Vec<S::Vector>,
}

impl<S: Shape> Path<S> {
    /// The shape as it starts.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Where its centre goes.
    pub fn points(&self) -> &[S::Vector] {
        &self.points
    }
}

impl<T: Scalar, S, const N: usize> Path<S>
where
    S: RoundBody<T, N> + Shape<Scalar = T, Vector = [T; N]>,
{
    fn through(shape: S, mut points: Vec<[T; N]>) -> Result<Self, InputError> {
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

    /// The legs, in order, each a motion that any question can be put to.
    pub fn legs(&self) -> impl ExactSizeIterator<Item = Moving<S>> {
        self.points.iter().enumerate().map(|(i, to)| match i.checked_sub(1) {
            None => self.shape.leg(*to),
            Some(before) => self.shape.at(self.points[before]).leg(*to),
        })
    }
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// This sphere on its way to where its centre is at each of these points, one after another.
    ///
    /// # Errors
    /// No point at all; a component that is not finite.
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
    /// This ellipsoid on its way to where its centre is at each of these points, one after another.
    ///
    /// # Errors
    /// No point at all; a component that is not finite.
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// This capsule on its way to where its end `a` is at each of these points, one after another.
    ///
    /// # Errors
    /// No point at all; a component that is not finite; of a capsule whose ends are no float's way
    /// apart, more than one leg.
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}
