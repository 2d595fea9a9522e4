//! Makes the bodies of rows, as types of the library.

use crate::number::Number;
use crate::table::{Extent, Row, Way};
use tangency::any::AnyConvex;
use tangency::{
    Capsule, Hull, Inflated, InputError, Moving, OrientedBox, Path, Rotation, Shape, Sphere,
};

/// A box with a radius.
pub(super) type RoundBox<T> = Inflated<OrientedBox<T, 3>>;

/// A hull with a radius, translated to the place of a row.
pub(super) type RoundHull<T> = Inflated<AnyConvex<T, 3>>;

/// A kind of body.
pub(super) trait Body<T: Number>: Shape<Scalar = T, Vector = [T; 3]> + Sized {
    /// The body of a row, which may be one of the hulls of the job. Each `f64` of the row is a
    /// value of `T`.
    fn of(row: &Row, hulls: &[Hull<T, 3>]) -> Result<Self, InputError>;
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
    ($($shape:ty, |$row:ident, $hulls:ident, $radius:ident| $make:expr, |$this:ident, $to:ident| $move:expr;)*) => {$(
        impl<T: Number> Body<T> for $shape {
            fn of($row: &Row, $hulls: &[Hull<T, 3>]) -> Result<Self, InputError> {
                let $radius = T::round($row.radius);
                $make
            }
            fn on_its_way(self, way: &Way, t_max: Option<T>) -> Result<OnItsWay<Self>, InputError> {
                let moving = match way {
                    Way::Velocity(velocity) => self.moving(narrow(velocity))?,
                    Way::To(to) => {
                        let ($this, $to) = (self, narrow::<T>(to));
                        $move?
                    }
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
    Sphere<T, 3>, |row, _hulls, radius| Self::new(narrow(&row.center), radius),
        |sphere, to| sphere.moving_to(to);
    // The form of the table is the form of each row.
    Capsule<T, 3>, |row, _hulls, radius| {
        let axis = match row.extent {
            Extent::Axis(axis) => axis,
            Extent::Point | Extent::Box { .. } | Extent::Hull(_) => [0.0; 3],
        };
        Self::with_axis(narrow(&row.center), narrow(&axis), radius)
    }, |capsule, to| capsule.moving_to(to);
    RoundBox<T>, |row, _hulls, radius| {
        let (half, rotation) = match row.extent {
            Extent::Box { half, rotation } => (half, rotation),
            Extent::Point | Extent::Axis(_) | Extent::Hull(_) => ([0.0; 3], [0.0, 0.0, 0.0, 1.0]),
        };
        let rotation = Rotation::<T, 3>::new(rotation.map(T::round))?;
        Inflated::new(OrientedBox::new(narrow(&row.center), narrow(&half), rotation)?, radius)
    }, |cuboid, to| Moving::still(cuboid).between(cuboid.shape().center(), to);
    RoundHull<T>, |row, hulls, radius| {
        let hull = match row.extent {
            Extent::Hull(index) => hulls.get(index),
            Extent::Point | Extent::Axis(_) | Extent::Box { .. } => None,
        };
        // The reader of the table gives each row the index of a hull; otherwise a hull without
        // points is an error of the row.
        let hull = hull.cloned().map_or_else(|| Hull::new([[T::ZERO; 3]; 0]), Ok)?;
        Inflated::new(hull.with_translation(narrow(&row.center))?.into(), radius)
    }, |hull, to| {
        let from = hull.shape().place();
        Moving::still(hull).between(from, to)
    };
}
