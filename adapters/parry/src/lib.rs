//! Converts shapes of parry to shapes of tangency, and contacts of tangency to contacts of parry. A
//! program with a world of Rapier or Avian changes only one line.
//!
//! ```
//! use parry3d::math::{Pose, Vector};
//! use parry3d::query::ShapeCastOptions;
//! use parry3d::shape::{Ball, Cuboid};
//! use tangency_parry::single::World;
//!
//! // Once: each collider by its handle, or by whatever names it.
//! let mut world = World::new();
//! world.insert("crate", &Cuboid::new(Vector::new(1.0, 1.0, 0.5)), &Pose::from_translation(Vector::new(1.0, 3.0, 0.5)))?;
//!
//! let (ball, options) = (Ball::new(1.0), ShapeCastOptions::with_max_time_of_impact(10.0));
//! let (pose, velocity) = (Pose::from_translation(Vector::new(1.0, 3.0, 5.0)), Vector::new(0.0, 0.0, -2.0));
//! // There: query.cast_shape(&pose, velocity, &ball, options). Here:
//! let hit = world.cast_shape(&pose, velocity, &ball, options)?;
//! let (who, hit) = hit.unwrap();
//! assert_eq!((who, hit.time_of_impact, hit.witness1), ("crate", 1.5, Vector::new(1.0, 3.0, 1.0)));
//! # Ok::<(), tangency_parry::NotTaken>(())
//! ```
//!
//! [`single::World::scene`] is the same world for all other queries: first entries,
//! penetration-free moves, walkers, exact numbers.
//!
//! # What is rounded
//! - A ball, a cuboid, a round cuboid, a mesh and a height field are used *without a change*: the
//!   numbers of their poses become an oriented box or a mesh instance. A quaternion is not
//!   normalised: it stands for the exact rotation of its direction. parry's own matrices, computed
//!   from the same quaternion, are that rotation only nearly.
//! - A capsule, a segment, a triangle and a convex polyhedron, round or not, are *rotated and
//!   translated by parry's floats*, which round each end or corner by some units in the last place.
//!   The poses of the parts of a compound are rounded in the same way. After that, everything is
//!   exact.
//! - Results are rounded once, as always. Then `witness2` and `normal2`, which parry expects in the
//!   frame of the mover, are rotated by parry's floats.
//!
//! All other shapes of parry are refused; the error names the kind.

use std::error::Error;
use std::fmt;
use tangency::InputError;
use tangency::any::NotAsked;

/// The reason why a shape or a query is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum NotTaken {
    /// A shape without a counterpart; the text is parry's name of its kind.
    Kind(String),
    /// A number that is not valid, or out of range.
    Input(InputError),
    /// A pair of mover and obstacle for which the library does not have the query.
    Pair(NotAsked),
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => write!(f, "a {kind} of parry has no counterpart"),
            Self::Input(error) => error.fmt(f),
            Self::Pair(error) => error.fmt(f),
        }
    }
}

impl Error for NotTaken {}

impl From<InputError> for NotTaken {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<NotAsked> for NotTaken {
    fn from(error: NotAsked) -> Self {
        Self::Pair(error)
    }
}

/// For `parry3d`, in `f32`.
pub mod single {
    use parry3d as parry;
    type Float = f32;
    include!("float.rs");
}

/// For `parry3d-f64`, in `f64`.
pub mod double {
    use parry3d_f64 as parry;
    type Float = f64;
    include!("float.rs");
}
