//! The depth of the decision about two planes, and the parts of known bodies.

use super::{BoundaryFace, BoundaryParts, PlaneIntersection, PlanePair, Wall, Walls};
use crate::number::depth::{Counting, greatest_depth};
use crate::number::{Decision, Effort, GREATEST_DEPTH, Scaled, decide};
use crate::random::Random;
use alloc::borrow::Cow;
use core::cell::Cell;
use std::thread_local;
use std::vec;
use std::vec::Vec;

thread_local! {
    /// The number of planes that were compared with lines.
    pub(super) static LOOKED_AT: Cell<usize> = const { Cell::new(0) };
}

fn random_walls(random: &mut Random) -> Vec<Wall> {
    let mut walls = Vec::new();
    while walls.len() < 8 {
        let (normal, point) = (random.integers(-2, 2), random.integers(-4, 4));
        if normal != [0.0; 3] {
            let outwards: f64 = (0..3).map(|k| normal[k] * point[k]).sum();
            let normal = normal.map(|x| if outwards < 0.0 { -x } else { x });
            walls.push(Wall { point, normal });
        }
    }
    walls
}

#[test]
fn no_decision_is_deeper_than_the_filters_allow() {
    let mut random = Random(17);
    greatest_depth();
    for _ in 0..20_000 {
        let walls = random_walls(&mut random);
        let (walls, order) = (Walls(Cow::Borrowed(&walls)), Vec::from_iter(0..walls.len()));
        let pair = PlanePair { walls: &walls, planes: [0, 1], order: &order };
        assert!(pair.decide(&Counting).is_ok());
    }
    let greatest = greatest_depth();
    assert_eq!(greatest, 20, "docs/theory.md, §8, says so");
    assert!(greatest <= GREATEST_DEPTH);
}

fn wall(point: [f64; 3], normal: [f64; 3]) -> Wall {
    Wall { point, normal }
}

/// The cube from −1 to 1.
fn cube() -> Vec<Wall> {
    let axis = |i: usize| {
        let sign = [-1.0, 1.0][i % 2];
        core::array::from_fn(|k| if k == i / 2 { sign } else { 0.0 })
    };
    (0..6).map(|i| wall(axis(i), axis(i))).collect()
}

/// Returns the numbers of faces, edges and vertices.
fn counts(walls: &[Wall]) -> [usize; 3] {
    let parts = BoundaryParts::of(walls);
    [parts.faces.len(), parts.edges.len(), parts.vertices.len()]
}

#[test]
fn a_cube() {
    let parts = BoundaryParts::of(&cube());
    assert_eq!(counts(&cube()), [6, 12, 8]);
    assert_eq!(
        parts.faces[1],
        BoundaryFace { plane: 1, borders: vec![2, 3, 4, 5], holders: vec![1] }
    );
    for vertex in &parts.vertices {
        assert_eq!((vertex.rays.len(), vertex.holders.len()), (3, 3));
        for &(edge, _) in &vertex.rays {
            let holders = &parts.edges[edge].holders;
            assert!(holders.iter().all(|plane| vertex.holders.contains(plane)));
        }
    }
    for edge in &parts.edges {
        // The edge ends at two opposite sides of the cube, which are not sides along the edge.
        let [Some(a), Some(b)] = edge.ends else { panic!("an edge of a cube ends") };
        assert!(a / 2 == b / 2 && a != b);
        assert!(edge.planes.iter().all(|plane| plane / 2 != a / 2));
    }
}

#[test]
fn planes_that_add_nothing() {
    let mut walls = cube();
    // The planes that are added are far out, equal to a plane of the cube, through an edge, and
    // through a corner.
    walls.push(wall([5.0, 0.0, 0.0], [1.0, 1.0, 0.0]));
    assert_eq!(counts(&walls), [6, 12, 8]);
    walls.push(wall([1.0, 0.0, 0.0], [2.0, 0.0, 0.0]));
    let parts = BoundaryParts::of(&walls);
    assert_eq!((parts.faces.len(), parts.vertices.len()), (7, 8));
    assert_eq!(parts.faces[1].holders, [1, 7]);
    let mut walls = cube();
    walls.push(wall([1.0, 1.0, 0.0], [1.0, 1.0, 0.0]));
    let parts = BoundaryParts::of(&walls);
    // The edge occurs three times, once for each pair; the edges across it intersect the new plane
    // in a point.
    assert_eq!((parts.faces.len(), parts.edges.len(), parts.vertices.len()), (7, 14, 8));
    assert_eq!(parts.faces[6].borders, [1, 3, 4, 5]);
    walls.push(wall([1.0, 1.0, 1.0], [1.0, 1.0, 1.0]));
    let parts = BoundaryParts::of(&walls);
    assert_eq!((parts.faces.len(), parts.edges.len(), parts.vertices.len()), (8, 14, 8));
    let corner = parts.vertices.iter().find(|v| v.holders.contains(&7)).unwrap();
    assert_eq!((corner.holders.as_slice(), corner.rays.len()), ([1, 3, 5, 6, 7].as_slice(), 3));
}

#[test]
fn bodies_without_an_end() {
    assert_eq!(counts(&[]), [0, 0, 0]);
    assert_eq!(counts(&cube()[..1]), [1, 0, 0]);
    assert_eq!(counts(&cube()[..2]), [2, 0, 0]);
    assert_eq!(counts(&cube()[..3]), [3, 2, 0]);
    assert_eq!(counts(&cube()[..4]), [4, 4, 0]);
    assert_eq!(counts(&cube()[..5]), [5, 8, 4]);
}

#[test]
fn empty_and_flat_bodies() {
    let at = |x: f64, sign: f64| wall([x, 0.0, 0.0], [sign, 0.0, 0.0]);
    assert_eq!(counts(&[at(0.0, 1.0), at(1.0, -1.0)]), [0, 0, 0]);
    assert_eq!(counts(&[at(0.0, 1.0), at(0.0, -1.0)]), [2, 0, 0]);
    // One plane is cut off by a parallel one, and one is not.
    assert_eq!(counts(&[at(0.0, 1.0), at(1.0, 1.0)]), [1, 0, 0]);
    // A square plate: each of its edges belongs to two pairs.
    let mut walls = cube();
    (walls[4].point, walls[5].point) = ([0.0; 3], [0.0; 3]);
    assert_eq!(counts(&walls), [6, 8, 4]);
    // All planes pass through one point.
    let point: Vec<Wall> =
        cube().iter().map(|&Wall { normal, .. }| wall([3.0; 3], normal)).collect();
    assert_eq!(counts(&point), [6, 0, 1]);
    assert_eq!(BoundaryParts::of(&point).vertices[0].holders, [0, 1, 2, 3, 4, 5]);
}

/// Returns the planes that touch the unit sphere in some points.
fn around_a_sphere(random: &mut Random, count: usize) -> Vec<Wall> {
    let mut walls = Vec::new();
    while walls.len() < count {
        let normal = random.vector(-1.0, 1.0);
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.25 {
            let normal = normal.map(|x| x / length);
            walls.push(wall(normal, normal));
        }
    }
    walls
}

/// There is a line for each pair of planes, and the number of comparisons is of the order of the
/// number of lines, far below the number of triples. Each comparison lifts the normal of a plane.
#[test]
fn a_line_is_cut_off_by_few_planes() {
    let mut random = Random(18);
    let sides = |count: usize| -> Vec<Wall> {
        let side = |i: usize| {
            // The planes touch the sphere along a circle, which is parametrized by the tangent of
            // half the angle.
            let t = (i as f64 + 0.5) / count as f64 * 8.0 - 4.0;
            let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
            wall([x, y, 0.0], [x, y, 0.0])
        };
        (0..count).map(side).collect()
    };
    for walls in [around_a_sphere(&mut random, 120), sides(120)] {
        LOOKED_AT.set(0);
        let parts = BoundaryParts::of(&walls);
        let (count, looked_at) = (walls.len(), LOOKED_AT.get());
        assert!(parts.faces.len() > count / 2);
        let lines = count * (count - 1) / 2;
        assert!(looked_at < 16 * lines + 4 * count * count, "{looked_at} for {lines} lines");
    }
}

/// The order in which the planes are tried does not matter: also if many contain the same corner.
#[test]
fn the_order_of_the_planes_makes_no_difference() {
    let mut random = Random(19);
    for _ in 0..300 {
        let walls = random_walls(&mut random);
        let scaled = Walls(Cow::Borrowed(&walls));
        let mut order = Vec::from_iter(0..walls.len());
        let tell = |order: &[usize]| {
            let pair = PlanePair { walls: &scaled, planes: [0, 1], order };
            match decide(&Scaled::new(scaled.clone()).ask(|_| pair), &mut Effort::default()) {
                PlaneIntersection::Miss(_) => None,
                other => Some(std::format!("{other:?}")),
            }
        };
        let told = tell(&order);
        for _ in 0..4 {
            let k = random.below(walls.len() as u64) as usize;
            order[..=k].rotate_right(1);
            assert_eq!(tell(&order), told);
        }
    }
}
