//! Exact continuous collision detection: when, where and on which feature a moving body first
//! touches an obstacle.
//!
//! Tangency answers sphere casts, capsule casts and shape casts (sweeps; time of impact). Obstacles
//! are points, segments, triangles, boxes, polytopes, meshes and scenes of them, in `f32` and
//! `f64`, at rest or in motion. **Every answer is correctly rounded**: each decision is exact for
//! the floats given, and each number returned is the float nearest to the true value. Exceptions
//! are the normals of ellipsoids, which are within one ulp, and the positions at which moves end.
//! So there is one answer, the same on every machine, and no contact is missed.
//!
//! ```
//! use tangency::{Answer, Feature, Sphere, Triangle};
//!
//! let ball = Sphere::new([0.0, 0.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?.until(10.0)?;
//! let floor = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
//!
//! match ball.first_contact(&floor) {
//!     Answer::Contact(hit) => {
//!         assert_eq!(hit.time, 4.0);
//!         assert_eq!(hit.center, [0.0, 0.0, 1.0]);
//!         assert_eq!(hit.point, [0.0, 0.0, 0.0]);
//!         assert_eq!(hit.normal, Some([0.0, 0.0, 1.0]));
//!         assert_eq!(hit.feature, Feature::Vertex(0));
//!     }
//!     Answer::Overlap(_) | Answer::None => unreachable!(),
//! }
//! # Ok::<(), tangency::InputError>(())
//! ```
//!
//! # What an answer means
//!
//! All shapes are closed: a touch counts, even at time zero or in passing. The sphere moves as
//! `center + t velocity` for `0 ≤ t ≤ t_max`, and the obstacle may move as well. If the two share
//! more than boundary points at time zero, the answer is an [`Overlap`]. Otherwise the least `t` at
//! which they touch is the time of a [`Contact`]. It contains the sphere's centre at that time, the
//! contact point, the unit normal from the obstacle to the sphere, the vertex, edge or face of the
//! obstacle that contains the point, and the [`Approach`]: approaching, sliding or parting. A
//! sphere of radius zero is a moving point, and its path a ray.
//!
//! # What can go wrong
//!
//! Only the input can be wrong: each constructor returns an [`InputError`] that names the field and
//! the value. All finite floats are valid, from the least subnormal to the largest, in any mixture.
//! After the constructor nothing fails and nothing panics.
//!
//! # Cost
//!
//! A query costs about as much as plain float code that computes as many fields, and up to 2.3
//! times the fastest plain code that computes the time alone. Ties in everyday placements (along
//! axes, at rest) cost 0.1 to 3.4 times a query in general position; other exact ties take some
//! microseconds. `cargo bench` measures these costs, and [`Effort`] reports which arithmetic an
//! answer needed.
//!
//! # Overview
//!
//! | to | use |
//! |---|---|
//! | construct a sphere, and move it | [`Sphere::new`], [`Sphere::moving`], [`Moving::until`] |
//! | move a body from point to point, with nothing rounded | [`Sphere::moving_to`], [`Moving::between`], [`Sphere::moving_along`] |
//! | construct an obstacle | [`Point`], [`Segment`], [`Triangle`], [`AlignedBox`], [`OrientedBox`], [`Polytope`], [`Frustum`], [`Parallelepiped`], [`Mesh`]; each has `moving` |
//! | rotate and translate a mesh without copying it | [`Mesh::instance`] |
//! | put many obstacles together, each at its own velocity | [`Scene`], [`Item`] |
//! | inflate an obstacle by a radius (skin width, safety distance) | [`Inflated`] |
//! | find the first contact (sphere cast, shape cast; time of impact) | [`Moving::first_contact`]; only the time: [`Moving::contact_time`], [`Moving::time_down`] |
//! | find the contact that blocks a motion | [`Moving::first_entry`] |
//! | find the end of a contact | [`Moving::last_time`] |
//! | test whether a motion has any contact | [`Moving::has_contact`] |
//! | cast an ellipsoid | [`Ellipsoid::moving`]; its obstacles are points, segments, triangles, aligned boxes and meshes |
//! | cast a capsule | [`Capsule::with_axis`], [`Capsule::moving`]; its obstacles are these, oriented boxes, mesh instances, and [`Scene::for_capsules`] |
//! | cast a box, a triangle or a convex hull | [`AlignedBox::moving`], [`OrientedBox::moving`], [`Triangle::moving`], [`Hull::moving`]; the obstacles of each are points, segments, triangles, boxes, parallelepipeds, hulls, meshes and, by [`Scene::for_convex_bodies`], scenes |
//! | find all contacts with a mesh, or all overlapping triangles | [`Moving::contacts`], [`Sphere::intersecting`] |
//! | cast many spheres at a mesh, and move its vertices | [`Mesh::first_contacts`], [`Mesh::set_vertices`] |
//! | find the closest point of a shape, and the shortest way out of it | [`Point::closest`], [`Sphere::penetration`] |
//! | test whether two shapes share a point | [`Sphere::intersects`], [`Ellipsoid::intersects`], [`Hollow::intersects`] |
//! | test a batch for shared points | [`Sphere::intersects_each`] with [`AlignedBoxes`], [`Spheres::intersects_each`] with an [`AlignedBox`] |
//! | test whether a point is inside a closed mesh, and at what distance | [`Solid::locate`], [`Solid::signed_distance`] |
//! | find the neighbours of a triangle, and internal edges in flat regions | [`Mesh::neighbours`], [`Neighbours::flat_as_face`] |
//! | find the side of planes on which a sphere lies | [`Sphere::containment`], [`Sphere::section`], [`Polytope::cull`] |
//! | query an obstacle whose type is known only at run time | [`any::AnyObstacle`], [`any::Mover`] |
//! | move a body to a place that is certainly free of overlap | [`Sphere::advance`], [`Sphere::slide`], [`Capsule::slide`]; out of an overlap: [`Sphere::recover`] |
//! | control a character that walks, climbs steps, falls and jumps | [`Walker`]; its body is a [`Capsule`], an [`OrientedBox`] or a [`Hull`] |
//! | compute an answer in exact numbers | [`Moving::first_contact_exact`], [`Surd`] |
//!
//! Arguments for points and vectors may be anything that converts into `[T; N]`: plain arrays and
//! the vectors of glam, nalgebra and mint. The crate is `no_std` and needs `alloc`.
//! `docs/theory.md` explains the mathematics.

#![no_std]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate alloc;
#[cfg(any(test, feature = "parallel"))]
extern crate std;

pub mod any;
mod bytes;
mod contact;
mod mesh;
mod moves;
mod number;
mod overlap;
#[cfg(test)]
#[path = "../tests/random/mod.rs"]
mod random;
mod scene;
mod shape;

pub use bytes::LoadError;
pub use contact::{
    Answer, Approach, BoxFeature, ClosestPoint, ClosestPoints, Contact, Convex, ConvexBody,
    ConvexObstacle, ConvexShape, Effort, ExactAnswer, Feature, Featured, HullFeature, Nearby,
    NearbyAxis, Obstacle, Overlap, Penetration, PlaneFeature, Side, Touched,
};
#[cfg(feature = "parallel")]
pub use mesh::on_all_cores;
pub use mesh::{Location, Mesh, MeshFeature, MeshInstance, Neighbours, SharedInstance, Solid};
pub use moves::{Advance, ConvexMoves, Recover, Ride, Slide, SlideOptions, Step};
pub use moves::{Walker, WalkerBody, WalkerFloor, WalkerOptions, WalkerState};
pub use number::{Rational, Surd};
pub use overlap::{Containment, Region, Section, Target};
pub use scene::{
    CapsuleScene, ConvexScene, Id, Item, ItemFeature, ItemShape, NoPair, NotMet, PairContact,
    Scene, SceneFeature,
};
pub use shape::{
    AlignedBox, AlignedBoxSlice, AlignedBoxes, Capsule, ClipDepth, Ellipsoid, EllipsoidSlice,
    Field, Frustum, Hollow, Hull, Inflatable, Inflated, InputError, Moving, OrientedBox,
    Parallelepiped, Path, Plane, Point, Polytope, Problem, Rotation, Scalar, Segment, Shape,
    Sphere, SphereSlice, Spheres, Triangle,
};

/// The examples of the README and of the book, which run as tests of the documentation.
#[cfg(doctest)]
mod book {
    macro_rules! pages {
        ($($name:ident: $path:literal),* $(,)?) => {
            $(#[doc = include_str!($path)] struct $name;)*
        };
    }
    pages! {
        Readme: "../README.md",
        Start: "../docs/start.md",
        Answers: "../docs/answers.md",
        Controller: "../docs/guide/controller.md",
        Projectiles: "../docs/guide/projectiles.md",
        Culling: "../docs/guide/culling.md",
        Parry: "../docs/peers/parry.md",
        Rapier: "../docs/peers/rapier.md",
        Jolt: "../docs/peers/jolt.md",
        Physx: "../docs/peers/physx.md",
    }
}
