//! Makes the bodies of rows, as types of the library.

use crate::number::Number;
use crate::table::{Row, Way};
use tangency::{Capsule, InputError, Moving, Path, Shape, Sphere};

/// A kind of body.
pub(super) trait Body<T: Number>: Shape<Scalar = T, Vector = [T; 3]> + Sized {
    /// The body of a row. Each `f64` of the row is a value of `T`.
    fn of(row: &Row) -> Result<Self, InputError>;
    /// The body in motion, until `t_max` or, without it, until the end that the motion has by
    /// itself.
    fn on_its_way(self, way: &Way, t_max: Option<T>) -> Result<OnItsWay<Self>, InputError>;
}

/// A body that moves.
pub(super) enum OnItsWay<S: Shape> {
    Straight(Moving<S>),
    Along(Path<S>),
}

/// Converts the numbers of a vector, which are values of `T`.
fn narrow<T: Number>(vector: &[f64; 3]) -> [T; 3] {
    vector.map(T::round)
}

macro_rules! bodies {
    ($($shape:ident, |$row:ident, $radius:ident| $make:expr;)*) => {$(
        impl<T: Number> Body<T> for $shape<T, 3> {
            fn of($row: &Row) -> Result<Self, InputError> {
                let $radius = T::round($row.radius);
                $make
            }
            fn on_its_way(self, way: &Way, t_max: Option<T>) -> Result<OnItsWay<Self>, InputError> {
                let moving = match way {
                    Way::Velocity(velocity) => self.moving(narrow(velocity))?,
                    Way::To(to) => self.moving_to(narrow(to))?,
                    Way::Along(points) => {
                        let points: Vec<[T; 3]> = points.iter().map(narrow).collect();
                        return self.moving_along(points).map(OnItsWay::Along);
                    }
                };
                Ok(OnItsWay::Straight(match t_max {
                    Some(t_max) => moving.until(t_max)?,
                    None => moving,
                }))
            }
        }
    )*};
}
bodies! {
    Sphere, |row, radius| Self::new(narrow(&row.center), radius);
    // A row without an axis is a sphere, so this row has one.
    Capsule, |row, radius| {
        Self::with_axis(narrow(&row.center), narrow(&row.axis.unwrap_or_default()), radius)
    };
}
