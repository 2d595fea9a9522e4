//! Queries of parry, in `f32` as in games.

use super::{
    Block, MISS,
    surface::Surface,
    workload::{Body, Question, Row, Set},
};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{PointQuery, ShapeCastOptions, cast_shapes, intersection_test};
use parry3d::shape::{Ball, Capsule, ConvexPolyhedron, Cuboid, Shape, TriMesh};

pub fn build(surface: &Surface) -> TriMesh {
    let vertices = surface.vertices.iter().map(|&v| Vector::from_array(v)).collect();
    TriMesh::new(vertices, surface.triangles.clone()).expect("a valid mesh")
}

fn first(at: &Pose, body: &dyn Shape, path: Vector, mesh: &TriMesh) -> f32 {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let hit = cast_shapes(at, path, body, &Pose::IDENTITY, Vector::ZERO, mesh, options);
    let hit = std::hint::black_box(hit).expect("a supported pair");
    hit.map_or(MISS, |hit| hit.time_of_impact)
}

pub fn block<'a>(mesh: &'a TriMesh, set: &Set) -> Block<'a> {
    let ball = |row: &Row| {
        let pose = Pose::from_translation(Vector::from_array(row.center));
        (pose, Ball::new(row.radius), Vector::from_array(row.path))
    };
    let balls: Vec<_> = set.rows.iter().map(ball).collect();
    let still = Pose::IDENTITY;
    if matches!(set.body, Body::Cube | Body::TurnedCube) {
        let cube = |row: &Row| {
            let [x, y, z, w] = row.turn;
            let turn = Rotation::from_xyzw(x, y, z, w).normalize();
            let pose = Pose::from_parts(Vector::from_array(row.center), turn);
            (pose, Cuboid::new(Vector::splat(row.radius)), Vector::from_array(row.path))
        };
        let cubes: Vec<_> = set.rows.iter().map(cube).collect();
        return Box::new(move |answers| {
            for ((at, cube, path), answer) in cubes.iter().zip(answers) {
                *answer = first(at, cube, *path, mesh);
            }
        });
    }
    if set.body == Body::Hull {
        let hull = |row: &Row| {
            let center = Vector::from_array(row.center);
            let points = row.points().into_iter().map(Vector::from_array);
            let points: Vec<Vector> = points.map(|point| point - center).collect();
            let hull = ConvexPolyhedron::from_convex_hull(&points).expect("a valid hull");
            (Pose::from_translation(center), hull, Vector::from_array(row.path))
        };
        let hulls: Vec<_> = set.rows.iter().map(hull).collect();
        return Box::new(move |answers| {
            for ((at, hull, path), answer) in hulls.iter().zip(answers) {
                *answer = first(at, hull, *path, mesh);
            }
        });
    }
    if set.body == Body::Capsule {
        // The middle of the capsule is rounded.
        let capsule = |row: &Row| {
            let half = Vector::from_array(row.axis) * 0.5;
            let pose = Pose::from_translation(Vector::from_array(row.center) + half);
            (pose, Capsule::new(-half, half, row.radius), Vector::from_array(row.path))
        };
        let capsules: Vec<_> = set.rows.iter().map(capsule).collect();
        return Box::new(move |answers| {
            for ((at, capsule, path), answer) in capsules.iter().zip(answers) {
                *answer = first(at, capsule, *path, mesh);
            }
        });
    }
    match set.question {
        Question::Cast => Box::new(move |answers| {
            for ((at, ball, path), answer) in balls.iter().zip(answers) {
                *answer = first(at, ball, *path, mesh);
            }
        }),
        Question::Intersects => Box::new(move |answers| {
            for ((at, ball, _), answer) in balls.iter().zip(answers) {
                let hit = intersection_test(at, ball, &still, mesh).expect("a supported pair");
                *answer = if hit.intersecting { 0.0 } else { MISS };
            }
        }),
        Question::Closest => Box::new(move |answers| {
            for ((at, ..), answer) in balls.iter().zip(answers) {
                let point = mesh.project_local_point(at.translation, false).point;
                *answer = (point - at.translation).length();
            }
        }),
    }
}
