//! A body moves; when, where and on what does it first touch?
//!
//! Tangency answers this for points, segments, triangles, boxes, polytopes, meshes and scenes of
//! them, in `f32` and `f64`, at rest or in motion, and **every answer is right to the last bit**:
//! each decision is exact for the floats given, and each number returned is the float nearest to
//! the true value, except the normals of ellipsoids, which are within one ulp, and the places where
//! moves end. So there is one answer, the same on every machine.
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
//! All shapes are closed: touching counts, also at time zero, also in passing. The sphere moves as
//! `center + t velocity` for `0 ≤ t ≤ t_max`, and so may the obstacle. If they share more than a
//! touch at time zero, that is an [`Overlap`]; otherwise the least `t` at which they touch is a
//! [`Contact`], with the sphere's centre at that time, the touched point, the unit normal from the
//! one to the other, the vertex, edge or face that holds the point, and whether they [`Approach`].
//! A sphere of radius zero is a moving point, and its path a ray.
//!
//! # What can go wrong
//!
//! Only the input: each constructor returns an [`InputError`] that names the field and the value.
//! Any finite float is good, from the least subnormal to the largest, also mixed. After the
//! constructor nothing fails and nothing panics.
//!
//! # Cost
//!
//! About as much as plain float code that computes as many fields, and up to 2.3 times the fastest
//! that computes the time alone. Ties of everyday placements (along axes, at rest) cost 0.1 to 3.4
//! times a query in no special position; other exact ties take some microseconds. `cargo bench`
//! measures it, and [`Effort`] reports how hard an answer was.
//!
//! # The map
//!
//! | to | use |
//! |---|---|
//! | make a sphere, and move it | [`Sphere::new`], [`Sphere::moving`], [`Moving::until`] |
//! | move it from point to point, with nothing rounded | [`Sphere::moving_to`], [`Moving::between`], [`Sphere::moving_along`] |
//! | make an obstacle | [`Point`], [`Segment`], [`Triangle`], [`AlignedBox`], [`OrientedBox`], [`Polytope`], [`Frustum`], [`Parallelepiped`], [`Mesh`]; each has `moving` |
//! | turn and move a mesh without copying it | [`Mesh::instance`] |
//! | put many obstacles together, each at its own velocity | [`Scene`], [`Item`] |
//! | move an ellipsoid | [`Ellipsoid::moving`]; it meets points, segments, triangles, aligned boxes and meshes |
//! | move a capsule | [`Capsule::with_axis`], [`Capsule::moving`]; it meets these, turned boxes, mesh instances, and [`Scene::for_capsules`] |
//! | move a box, a triangle or a convex hull | [`AlignedBox::moving`], [`OrientedBox::moving`], [`Triangle::moving`], [`Hull::moving`]; each meets points, segments, triangles, boxes and hulls |
//! | add a skin or a safety distance to an obstacle | [`Rounded`] |
//! | ask what blocks a motion | [`Moving::first_entry`] |
//! | ask when they part | [`Moving::last_time`] |
//! | ask whether a motion meets anything at all | [`Moving::has_contact`] |
//! | ask a mesh for more than the first contact | [`Moving::contacts`], [`Sphere::intersecting`] |
//! | ask it for many spheres, and move its vertices | [`Mesh::first_contacts`], [`Mesh::set_vertices`] |
//! | ask where a shape is closest, and how to leave it | [`Point::closest`], [`Sphere::penetration`] |
//! | ask whether two shapes share a point | [`Sphere::intersects`], [`Ellipsoid::intersects`], [`Hollow::intersects`] |
//! | ask it of many at a time | [`Sphere::intersects_each`] with [`AlignedBoxes`], [`Spheres::intersects_each`] with an [`AlignedBox`] |
//! | ask whether a point is inside of a closed mesh, and how far | [`Solid::locate`], [`Solid::signed_distance`] |
//! | ask who shares an edge or a vertex of a mesh, and whether it is flat there | [`Mesh::neighbours`], [`Neighbours::flat_as_face`] |
//! | ask on which side of planes a sphere lies | [`Sphere::containment`], [`Sphere::section`], [`Polytope::cull`] |
//! | ask | [`Moving::first_contact`]; only the time: [`Moving::contact_time`], [`Moving::time_down`] |
//! | ask any obstacle whose type is known only when the program runs | [`any::Obstacle`], [`any::Mover`] |
//! | move a body so that it certainly stays free | [`Sphere::advance`], [`Sphere::slide`], [`Capsule::slide`]; out of an overlap: [`Sphere::recover`] |
//! | have a character that walks, climbs steps, falls and jumps | [`Walker`] |
//! | have the answer in exact numbers | [`Moving::first_contact_exact`], [`Surd`] |
//!
//! Points and vectors are taken as anything that turns into `[T; N]`: plain arrays and the vectors
//! of glam, nalgebra and mint. The crate is `no_std` and needs `alloc`. How it works is told in
//! `docs/theory.md`.

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
pub use moves::{Advance, Recover, Ride, Slide, SlideOptions, Step};
pub use moves::{Walker, WalkerFloor, WalkerOptions, WalkerState};
pub use number::{Rational, Surd};
pub use overlap::{Containment, Region, Section, Target};
pub use scene::{
    CapsuleScene, Id, Item, ItemFeature, ItemShape, NoPair, NotMet, PairContact, Scene,
    SceneFeature,
};
pub use shape::{
    AlignedBox, AlignedBoxSlice, AlignedBoxes, Capsule, ClipDepth, Ellipsoid, EllipsoidSlice,
    Field, Frustum, Hollow, Hull, InputError, Moving, OrientedBox, Parallelepiped, Path, Plane,
    Point, Polytope, Problem, Rotation, Roundable, Rounded, Scalar, Segment, Shape, Sphere,
    SphereSlice, Spheres, Triangle,
};

/// The examples of the README and of the book run with the others.
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
