//! The cases of `docs/errata.md`, which published listings answer wrong.

use crate::convex_oracle::{Query, Target};

const RIGHT: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

pub fn triangles() -> Vec<Query> {
    let query = |center, radius, velocity, vertices| {
        Query::new(center, radius, velocity, Target::Triangle(vertices))
    };
    let found = [[-1.0, 1.0, -1.0], [-2.0, -2.0, -2.0], [-3.0, 2.0, -3.0]];
    let (above, down) = ([1.0, 0.0, 5.0], [0.0, 0.0, -1.0]);
    let twice = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
    let flat = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    let ridge = [[4.0, 0.0, 0.0], [0.0, 0.0, 0.0], [2.0, -4.0, -4.0]];
    vec![
        query([7.0, 0.0, 1.0], 2.0, [1.0, 0.0, -0.25], RIGHT),
        query([-4.0, -4.0, -2.0], 2.0, [-2.0, -3.0, -3.0], found),
        query([-5.0, 1.0, 1.0], 1.0, [1.0, 0.0, 0.0], RIGHT),
        query([1.0, 1.0, 5.0], 2.0, down, RIGHT),
        query([1.0, 1.0, 1.0], 2.0, down, RIGHT),
        query(above, 1.0, down, twice),
        query(above, 1.0, down, flat),
        query(above, 1.0, down, [[1.0, 0.0, 0.0]; 3]),
        query([-3.0, 1.0, 0.0], 1.0, [1.0, 0.0, 0.0], ridge),
    ]
}

/// A sphere cast at the square or the cube from −1 to 1.
fn to_cube(center: [f64; 3], radius: f64, velocity: [f64; 3], plane: bool) -> Query {
    let high = if plane { 0.0 } else { 1.0 };
    let target = Target::Box { min: [-1.0, -1.0, -high], max: [1.0, 1.0, high] };
    Query { plane, ..Query::new(center, radius, velocity, target) }
}

pub fn boxes() -> Vec<Query> {
    let square = |[x, y]: [f64; 2], radius, [vx, vy]: [f64; 2]| {
        to_cube([x, y, 0.0], radius, [vx, vy, 0.0], true)
    };
    let moving = |query, [x, y]: [f64; 2]| Query { drift: [x, y, 0.0], ..query };
    vec![
        square([0.0, 5.0], 2.0, [0.0, -1.0]),
        moving(square([10.0, 0.0], 1.0, [0.0, 0.0]), [2.0, 0.0]),
        moving(square([10.0, 13.0], 5.0, [-2.0, -2.0]), [1.0, 2.0]),
        square([1.0, 0.0], 0.0, [-1.0, 0.0]),
        square([1.0, 0.0], 0.0, [0.0, 1.0]),
        square([0.0, -1.0], 0.0, [3.0, -1.0]),
        square([1.0, 1.0], 0.0, [1.0, 1.0]),
        square([0.5, 0.0], 0.0, [-1.0, 0.0]),
        to_cube([1.8, 1.8, 1.1], 1.0, [-0.1, -0.1, -1.0], false),
    ]
}

/// Queries of a rectangle turned by a right angle.
pub fn oriented_boxes() -> Vec<Query> {
    let target = Target::Oriented {
        center: [10.0, 20.0, 0.0],
        half_extents: [3.0, 1.0, 0.0],
        rotation: [0.0, 0.0, 1.0, 1.0],
    };
    let query = |center, velocity| Query {
        plane: true,
        ..Query::new(center, 1.0, velocity, target.clone())
    };
    vec![query([5.0, 22.0, 0.0], [1.0, 0.0, 0.0]), query([15.0, 19.0, 0.0], [-1.0, 0.0, 0.0])]
}

/// Queries of balls and boxes whose squares leave the range of floats.
pub fn pairs() -> Vec<Query> {
    let pair = |center: [f64; 3], radius, min: f64, max: f64, plane: bool| {
        let bound = |x: f64| [x, x, if plane { 0.0 } else { x }];
        let target = Target::Box { min: bound(min), max: bound(max) };
        Query { plane, ..Query::new(center, radius, [0.0; 3], target) }
    };
    let each = [
        pair([4.0, 4.0, 0.0], 5.0, 0.0, 10.0, true),
        pair([0.0; 3], 1.0, 2.0, 3.0, false),
        pair([0.0; 3], 1e-200, 1e-185, 1.0, false),
        pair([0.0; 3], 1e200, 1e215, 1e220, false),
        pair([0.0; 3], 1e200, -1.0, 1.0, false),
    ];
    // Each query occurs once for each combination of hollow and solid.
    each.into_iter().flat_map(|query| [0; 4].map(|_| query.clone())).collect()
}

/// Balls at the rim of a unit cube, or of a frustum whose faces do not meet at right angles.
pub fn sides() -> Vec<Query> {
    let cube = [0, 1, 2].into_iter().flat_map(|axis| {
        [-1.0, 1.0].map(|out| {
            let along = |x: f64| [0, 1, 2].map(|k| if k == axis { x } else { 0.0 });
            [along(if out > 0.0 { 1.0 } else { 0.0 }), along(out)]
        })
    });
    let cube = Target::Polytope(cube.collect());
    let wedge = Target::Polytope(vec![[[0.0; 3], [1.0, 1.0, 0.0]], [[0.0; 3], [1.0, -1.0, 0.0]]]);
    let query =
        |center, radius, target: &Target| Query::new(center, radius, [0.0; 3], target.clone());
    vec![
        query([0.5, 1.25, 1.25], 1.0, &cube),
        query([0.5, 1.75, 1.75], 1.0, &cube),
        query([0.5, 0.5, 0.5], 0.5, &cube),
        query([0.5, 0.5, 0.5], 0.5f64.next_down(), &cube),
        query([0.75, 0.0, 0.0], 0.75, &wedge),
        query([0.75, 0.0, 0.0], 0.75f64.next_down(), &wedge),
        query([-1.0, 0.0, 0.0], 0.5, &wedge),
    ]
}
