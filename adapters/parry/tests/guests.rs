//! The vectors of glam, nalgebra and mint are converted, and poses of parry place the same shapes
//! as the library's own constructors.

use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::ShapeCastOptions;
use parry3d_f64::shape::{
    Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, RoundConvexPolyhedron, RoundCuboid,
    RoundTriangle, Shape, TriMesh, Triangle,
};
use std::sync::Arc;
use tangency::{Answer, Scene, Sphere};
use tangency_parry::{NotTaken, double};

/// The first contact of a ball that falls on a scene of one shape.
fn falls_on(shape: &dyn Shape, pose: &Pose) -> (f64, [f64; 3]) {
    let mut world = Scene::new();
    world.insert(double::item(shape, pose).unwrap());
    let down = Vector::new(0.0, 0.0, -1.0);
    let ball = double::mover(
        &Ball::new(1.0),
        &Pose::from_translation(Vector::new(0.0, 0.0, 10.0)),
        down,
        100.0,
    );
    match ball.unwrap().first_contact(&Arc::new(world)).unwrap() {
        Answer::Contact(hit) => (hit.time, hit.point),
        other => panic!("{other:?}"),
    }
}

#[test]
fn placed_shapes_are_met_where_they_are() {
    let above = |z: f64| Pose::from_translation(Vector::new(0.0, 0.0, z));
    assert_eq!(falls_on(&Ball::new(2.0), &above(1.0)), (6.0, [0.0, 0.0, 3.0]));
    assert_eq!(
        falls_on(&Cuboid::new(Vector::new(1.0, 1.0, 0.5)), &above(1.0)),
        (7.5, [0.0, 0.0, 1.5])
    );
    let round =
        RoundCuboid { inner_shape: Cuboid::new(Vector::new(1.0, 1.0, 0.5)), border_radius: 0.25 };
    assert_eq!(falls_on(&round, &above(1.0)), (7.25, [0.0, 0.0, 1.75]));
    let corners = [[-4.0, -4.0], [4.0, -4.0], [0.0, 4.0]].map(|[x, y]| Vector::new(x, y, 0.0));
    let floor = TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
    assert_eq!(falls_on(&floor, &above(2.0)), (7.0, [0.0, 0.0, 2.0]));
    // The pose makes the capsule stand: its axis ends at the height 1 + 3, and its top is a radius
    // above.
    let standing = Capsule::new(Vector::new(0.0, 0.0, -3.0), Vector::new(0.0, 0.0, 3.0), 1.0);
    assert_eq!(falls_on(&standing, &above(1.0)), (4.0, [0.0, 0.0, 5.0]));
}

#[test]
fn a_turned_cuboid_is_turned_exactly() {
    // A quarter turn about x by a quaternion of two equal floats is exact for any length of the
    // quaternion.
    let mut pose = Pose::from_translation(Vector::new(0.0, 0.0, 0.0));
    pose.rotation = parry3d_f64::math::Rotation::from_xyzw(0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt());
    assert_eq!(falls_on(&Cuboid::new(Vector::new(1.0, 3.0, 0.5)), &pose), (6.0, [0.0, 0.0, 3.0]));
}

/// Cuboids, triangles and polyhedra fall on a floor: the time is worked out by hand.
#[test]
fn convex_shapes_are_movers() {
    let mut world = double::World::new();
    let floor = Cuboid::new(Vector::new(9.0, 9.0, 1.0));
    world.insert("floor", &floor, &Pose::from_translation(Vector::new(0.0, 0.0, -1.0))).unwrap();
    let pose = Pose::from_translation(Vector::new(1.0, 2.0, 8.0));
    let down = Vector::new(0.0, 0.0, -1.0);
    let cuboid = Cuboid::new(Vector::new(1.0, 0.5, 0.25));
    let corners = [[0.0, 0.0, -2.0], [1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]];
    let points = corners.map(Vector::from);
    let tip = ConvexPolyhedron::from_convex_hull(&points).unwrap();
    let [a, b, c, _] = points;
    let triangle = Triangle::new(a, b, c);
    let shapes: [(&dyn Shape, f64); 6] = [
        (&cuboid, 7.75),
        (&RoundCuboid { inner_shape: cuboid, border_radius: 0.5 }, 7.25),
        (&triangle, 6.0),
        (&RoundTriangle { inner_shape: triangle, border_radius: 0.5 }, 5.5),
        (&tip, 6.0),
        (&RoundConvexPolyhedron { inner_shape: tip.clone(), border_radius: 0.25 }, 5.75),
    ];
    for (shape, time) in shapes {
        let options = ShapeCastOptions::with_max_time_of_impact(100.0);
        let (who, hit) = world.cast_shape(&pose, down, shape, options).unwrap().unwrap();
        assert_eq!((who, hit.time_of_impact), ("floor", time));
        assert_eq!((hit.normal1, hit.witness1.z), (Vector::new(0.0, 0.0, 1.0), 0.0));
        // The witness of the mover is on its surface, in its own frame.
        let below = pose.translation + down * time + hit.witness2;
        assert!((below - hit.witness1).length() < 1e-12, "{hit:?}");
        // A distance grows the mover.
        let near = ShapeCastOptions { target_distance: 0.125, ..options };
        let (_, hit) = world.cast_shape(&pose, down, shape, near).unwrap().unwrap();
        assert_eq!(hit.time_of_impact, time - 0.125);
    }
    // A polyhedron is an obstacle, too.
    world.insert("tip", &tip, &Pose::from_translation(Vector::new(1.0, 2.0, 4.0))).unwrap();
    let options = ShapeCastOptions::with_max_time_of_impact(100.0);
    let (who, hit) = world.cast_shape(&pose, down, &cuboid, options).unwrap().unwrap();
    assert_eq!((who, hit.time_of_impact), ("tip", 3.75));
}

#[test]
fn what_has_no_counterpart_is_named() {
    let pose = Pose::from_translation(Vector::new(0.0, 0.0, 0.0));
    let refused = double::item(&Cone::new(1.0, 1.0), &pose).unwrap_err();
    assert_eq!(refused.to_string(), "a Cone of parry has no counterpart");
    let down = Vector::new(0.0, 0.0, -1.0);
    let refused = double::mover(&Cone::new(1.0, 1.0), &pose, down, 1.0).unwrap_err();
    assert_eq!(refused, NotTaken::Kind("Cone".to_owned()));
    let bad = double::mover(&Ball::new(-1.0), &pose, down, 1.0).unwrap_err();
    assert_eq!(bad.to_string(), "sphere.radius is -1, must not be negative");
}

#[test]
fn vectors_of_others_are_taken_as_they_are() {
    let plain = Sphere::new([1.0, 2.0, 3.0], 1.0).unwrap();
    assert_eq!(Sphere::new(Vector::new(1.0, 2.0, 3.0), 1.0).unwrap(), plain); // For glam.
    assert_eq!(Sphere::new(nalgebra::Vector3::new(1.0, 2.0, 3.0), 1.0).unwrap(), plain);
    assert_eq!(Sphere::new(nalgebra::Point3::new(1.0, 2.0, 3.0), 1.0).unwrap(), plain);
    assert_eq!(Sphere::new(mint::Point3 { x: 1.0, y: 2.0, z: 3.0 }, 1.0).unwrap(), plain);
    assert_eq!(Sphere::new(mint::Vector3 { x: 1.0, y: 2.0, z: 3.0 }, 1.0).unwrap(), plain);
}
