//! Shapes of parry as shapes of tangency: who has a world of Rapier or Avian changes one line.
//!
//! ```
//! use parry3d::math::{Pose, Vector};
//! use parry3d::shape::{Ball, Cuboid};
//! use tangency::{Answer, Scene};
//! use tangency_parry::single;
//!
//! let mut world = Scene::new();
//! let crate_ = world.insert(single::item(&Cuboid::new(Vector::new(1.0, 1.0, 0.5)), &Pose::from_translation(Vector::new(1.0, 3.0, 0.5)))?);
//!
//! // There: query.cast_shape(&pose, velocity, &ball, options). Here:
//! let ball = single::mover(&Ball::new(1.0), &Pose::from_translation(Vector::new(1.0, 3.0, 5.0)), Vector::new(0.0, 0.0, -2.0), 10.0)?;
//! let Answer::Contact(hit) = ball.first_contact(&std::sync::Arc::new(world))? else { unreachable!() };
//! assert_eq!((hit.feature.item, hit.time, hit.point), (Some(crate_), 1.5, [1.0, 3.0, 1.0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is rounded
//! - A ball, a cuboid, a round cuboid and a mesh are taken *as they are*: the numbers of their poses become those of an oriented box or of a placed mesh.
//!   A quaternion is not rounded to length one here: it stands for the rotation of its direction, exactly. parry's own matrices, made of the same quaternion,
//!   are that only nearly.
//! - A capsule, a segment, a triangle and a round triangle are *turned and moved by parry's floats*, which round each end or corner, by some units in the last
//!   place; from then on all is exact.
//!
//! Whatever else parry has is refused, by its name.

use std::error::Error;
use std::fmt;
use tangency::InputError;

/// Why a shape is not taken.
#[derive(Clone, Debug, PartialEq)]
pub enum NotTaken {
    /// A shape that has no counterpart; parry's name of its kind.
    Kind(String),
    /// A number that is none, or out of range.
    Input(InputError),
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => write!(f, "a {kind} of parry has no counterpart"),
            Self::Input(error) => error.fmt(f),
        }
    }
}

impl Error for NotTaken {}

impl From<InputError> for NotTaken {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// The same for either float of parry.
macro_rules! of {
    ($(#[$doc:meta])* $module:ident, $parry:ident, $float:ty) => {
        $(#[$doc])*
        pub mod $module {
            use super::NotTaken;
            use $parry::math::{Pose, Vector};
            use $parry::shape::{Capsule as ParryCapsule, Cuboid, Shape, TriMesh, TypedShape};
            use std::sync::Arc;
            use tangency::any::Mover;
            use tangency::{
                Capsule, Item, Mesh, OrientedBox, Point, Rotation, Rounded, Segment, Sphere, Triangle,
            };

            fn refused(shape: &dyn Shape) -> NotTaken {
                NotTaken::Kind(format!("{:?}", shape.shape_type()))
            }

            fn rotation(pose: &Pose) -> Result<Rotation<$float, 3>, NotTaken> {
                Ok(Rotation::<$float, 3>::new(pose.rotation.to_array())?)
            }

            fn cuboid(cuboid: &Cuboid, pose: &Pose) -> Result<OrientedBox<$float, 3>, NotTaken> {
                let (center, half) = (pose.translation.to_array(), cuboid.half_extents.to_array());
                Ok(OrientedBox::new(center, half, rotation(pose)?)?)
            }

            fn ends(capsule: &ParryCapsule, pose: &Pose) -> [[$float; 3]; 2] {
                let ParryCapsule { segment, .. } = capsule;
                [segment.a, segment.b].map(|end| pose.transform_point(end).to_array())
            }

            /// A mesh as it stands, with a tree of its own. Keep it, and place it as often as needed by [`Item::instance`].
            ///
            /// # Errors
            /// A coordinate that is not finite.
            pub fn mesh(mesh: &TriMesh) -> Result<Arc<Mesh<$float>>, NotTaken> {
                let vertices = mesh.vertices().iter().map(|vertex| vertex.to_array()).collect();
                Ok(Arc::new(Mesh::new(vertices, mesh.indices().to_vec())?))
            }

            /// A shape with a pose, as an item of a [`Scene`](tangency::Scene), standing still.
            ///
            /// # Errors
            /// A kind that has no counterpart; a number that is not finite.
            pub fn item(shape: &dyn Shape, pose: &Pose) -> Result<Item<$float>, NotTaken> {
                let at = |corner: Vector| pose.transform_point(corner).to_array();
                Ok(match shape.as_typed_shape() {
                    TypedShape::Ball(ball) => {
                        let center = Point::new(pose.translation.to_array())?;
                        Rounded::new(center, ball.radius)?.into()
                    }
                    TypedShape::Capsule(capsule) => {
                        let [a, b] = ends(capsule, pose);
                        Rounded::new(Segment::new(a, b)?, capsule.radius)?.into()
                    }
                    TypedShape::Segment(segment) => Segment::new(at(segment.a), at(segment.b))?.into(),
                    TypedShape::Triangle(it) => Triangle::new(at(it.a), at(it.b), at(it.c))?.into(),
                    TypedShape::RoundTriangle(round) => {
                        let it = &round.inner_shape;
                        let triangle = Triangle::new(at(it.a), at(it.b), at(it.c))?;
                        Rounded::new(triangle, round.border_radius)?.into()
                    }
                    TypedShape::Cuboid(it) => cuboid(it, pose)?.into(),
                    TypedShape::RoundCuboid(round) => {
                        Rounded::new(cuboid(&round.inner_shape, pose)?, round.border_radius)?.into()
                    }
                    TypedShape::TriMesh(it) => {
                        Item::instance(mesh(it)?, rotation(pose)?, pose.translation.to_array())?
                    }
                    _ => return Err(refused(shape)),
                })
            }

            /// A ball or a capsule with a pose, on its way for `0 ≤ t ≤ t_max`.
            ///
            /// # Errors
            /// Another kind; a number that is not finite; an end that is no time.
            pub fn mover(
                shape: &dyn Shape,
                pose: &Pose,
                velocity: Vector,
                t_max: $float,
            ) -> Result<Mover<$float, 3>, NotTaken> {
                let velocity = velocity.to_array();
                Ok(match shape.as_typed_shape() {
                    TypedShape::Ball(ball) => {
                        let sphere = Sphere::new(pose.translation.to_array(), ball.radius)?;
                        sphere.moving(velocity)?.until(t_max)?.into()
                    }
                    TypedShape::Capsule(capsule) => {
                        let [a, b] = ends(capsule, pose);
                        Capsule::new(a, b, capsule.radius)?.moving(velocity)?.until(t_max)?.into()
                    }
                    _ => return Err(refused(shape)),
                })
            }
        }
    };
}
of! {
    /// Of `parry3d`, in `f32`.
    single, parry3d, f32
}
of! {
    /// Of `parry3d-f64`, in `f64`.
    double, parry3d_f64, f64
}
