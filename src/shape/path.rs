//! A shape that goes from point to point.

use super::{Capsule, Ellipsoid, InputError, Moving, Problem, Scalar, Shape, Sphere, finite};
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

macro_rules! path {
    ($($shape:ident, $name:literal, $center:ident, $carried:ident;)*) => {$(
        impl<T: Scalar, const N: usize> $shape<T, N> {
            #[doc = concat!("This ", $name, " on its way to where its centre is at each of these points, one after another.")]
            ///
            /// # Errors
            /// No point at all; a component that is not finite; of a capsule whose ends are no
            /// float's way apart, more than one leg.
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
                let mut points = points.into();
                if points.is_empty() {
                    let problem = Problem::TooShort { length: 0, least: 1 };
                    return Err(InputError::new("points", problem));
                }
                for (i, point) in points.iter_mut().enumerate() {
                    *point = finite(*point, "").map_err(|error| error.within("points", i))?;
                }
                let shape = if points.len() > 1 { $carried(self)? } else { self };
                Ok(Path { shape, points })
            }
        }

        impl<T: Scalar, const N: usize> Path<$shape<T, N>> {
            /// The legs, in order, each a motion that any question can be put to.
            pub fn legs(&self) -> impl ExactSizeIterator<Item = Moving<$shape<T, N>>> {
                self.points.iter().enumerate().map(|(i, to)| {
                    let (shape, from) = match i.checked_sub(1) {
                        None => (self.shape, self.shape.$center()),
                        Some(before) => {
                            let from = self.points[before];
                            (self.shape.centered(from), from)
                        }
                    };
                    Moving::still(shape).straight(from, *to)
                })
            }
        }
    )*};
}
path! {
    Sphere, "sphere", center, any;
    Ellipsoid, "ellipsoid", center, any;
    Capsule, "capsule", a, carried;
}

/// Any sphere can be put elsewhere as it is.
fn any<S>(shape: S) -> Result<S, InputError> {
    Ok(shape)
}

fn carried<T: Scalar, const N: usize>(capsule: Capsule<T, N>) -> Result<Capsule<T, N>, InputError> {
    capsule.carried()
}
