//! Convex hulls are compared with brute force over the integers of another library, and with hulls
//! found by hand, and checked by laws.

use super::Hull;
use super::orientation::{COUNT, PlanarTriangle, Tetrahedron};
use crate::number::depth::{Counting, greatest_depth};
use crate::number::{Decision, GREATEST_DEPTH, Scalar};
use crate::random::Random;
use crate::shape::topology::HalfEdge;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use std::string::ToString;
use std::vec::Vec;
use std::{format, vec};

type Integers = [BigInt; 3];

/// The dimension, the vertices, edges and faces of a hull, as users see them.
type Shown = (u8, Vec<u32>, Vec<[u32; 2]>, Vec<Vec<u32>>);

fn shown<T: Scalar, const N: usize>(hull: &Hull<T, N>) -> Shown {
    let faces = hull.faces().map(Iterator::collect).collect();
    (hull.topology().dimension, hull.vertices().to_vec(), hull.edges().collect(), faces)
}

// ---- brute force ----

/// Returns points as integers, in one common unit.
fn integers(points: &[[f64; 3]]) -> Vec<Integers> {
    let parts = |x: f64| {
        let exponent = (x.to_bits() >> 52 & 0x7ff) as i64;
        let fraction = (x.to_bits() & ((1 << 52) - 1)) as i64;
        let m = if exponent == 0 { fraction } else { fraction | 1 << 52 };
        (if x < 0.0 { -m } else { m }, exponent.max(1))
    };
    let numbers = points.iter().flatten().map(|&x| parts(x)).filter(|(m, _)| *m != 0);
    let least = numbers.map(|(_, e)| e).min().unwrap_or(0);
    let integer = |x: f64| match parts(x) {
        (0, _) => BigInt::zero(),
        (m, e) => BigInt::from(m) << (e - least) as usize,
    };
    points.iter().map(|point| point.map(integer)).collect()
}

fn minus(a: &Integers, b: &Integers) -> Integers {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

fn times(a: &Integers, b: &Integers) -> Integers {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
}

fn dot(a: &Integers, b: &Integers) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn is_null(a: &Integers) -> bool {
    a.iter().all(Zero::is_zero)
}

/// Returns the extreme points of points in a plane, counterclockwise about a normal. It wraps a
/// string around the points, from the one farthest along some direction.
fn wrapped(points: &[Integers], numbers: &[usize], normal: &Integers) -> Vec<u32> {
    let along = minus(&points[numbers[1]], &points[numbers[0]]);
    let across = times(normal, &along);
    let start = numbers.iter().copied().max_by_key(|&i| {
        let way = minus(&points[i], &points[numbers[0]]);
        (dot(&along, &way), dot(&across, &way))
    });
    let start = start.unwrap();
    let mut cycle = vec![start];
    loop {
        let at = *cycle.last().unwrap();
        let way = |i: usize| minus(&points[i], &points[at]);
        let mut others = numbers.iter().copied().filter(|&i| i != at);
        let first = others.next().unwrap();
        let next = others.fold(first, |best, i| {
            let turn = dot(normal, &times(&way(best), &way(i)));
            let is_farther = dot(&way(i), &way(i)) > dot(&way(best), &way(best));
            if turn.is_negative() || (turn.is_zero() && is_farther) { i } else { best }
        });
        if next == start {
            break;
        }
        cycle.push(next);
        assert!(cycle.len() <= numbers.len());
    }
    let lowest = (0..cycle.len()).min_by_key(|&i| cycle[i]).unwrap();
    cycle.rotate_left(lowest);
    cycle.into_iter().map(|i| i as u32).collect()
}

/// Computes the hull from all triples of points.
fn by_brute_force(given: &[[f64; 3]]) -> Shown {
    let points = integers(given);
    let different: Vec<usize> =
        (0..points.len()).filter(|&i| !points[..i].contains(&points[i])).collect();
    let way = |i: usize| minus(&points[i], &points[different[0]]);
    let Some(&second) = different.get(1) else { return (0, vec![0], vec![], vec![]) };
    let is_beside = |i: &&usize| !is_null(&times(&way(second), &way(**i)));
    let Some(&third) = different.iter().find(is_beside) else {
        let place = |i: &&usize| dot(&way(second), &way(**i));
        let ends = [different.iter().min_by_key(place), different.iter().max_by_key(place)];
        let mut ends = ends.map(|end| *end.unwrap() as u32);
        ends.sort_unstable();
        return (1, ends.to_vec(), vec![ends], vec![]);
    };
    let mut normal = times(&way(second), &way(third));
    let is_flat = different.iter().all(|&i| dot(&normal, &way(i)).is_zero());
    let mut faces = BTreeMap::new();
    if is_flat {
        let last = normal.iter().rev().find(|x| !x.is_zero()).unwrap();
        if last.is_negative() {
            normal = normal.map(|x| -x);
        }
        let cycle = wrapped(&points, &different, &normal);
        faces.insert(cycle.iter().copied().collect::<BTreeSet<u32>>(), cycle);
    } else {
        let mut done: Vec<Vec<usize>> = vec![];
        for (i, &a) in different.iter().enumerate() {
            for (j, &b) in different.iter().enumerate().skip(i + 1) {
                for &c in &different[j + 1..] {
                    if done.iter().any(|face| [a, b, c].iter().all(|k| face.contains(k))) {
                        continue;
                    }
                    let edge = |k: usize| minus(&points[k], &points[a]);
                    let mut normal = times(&edge(b), &edge(c));
                    if is_null(&normal) {
                        continue;
                    }
                    let heights = different.iter().map(|&k| dot(&normal, &edge(k)));
                    let heights: Vec<BigInt> = heights.collect();
                    let is_above = heights.iter().any(Signed::is_positive);
                    if is_above && heights.iter().any(Signed::is_negative) {
                        continue;
                    }
                    if is_above {
                        normal = normal.map(|x| -x);
                    }
                    let on = different.iter().zip(&heights).filter(|(_, height)| height.is_zero());
                    let on: Vec<usize> = on.map(|(k, _)| *k).collect();
                    let cycle = wrapped(&points, &on, &normal);
                    faces.insert(cycle.iter().copied().collect(), cycle);
                    done.push(on);
                }
            }
        }
    }
    let mut vertices: Vec<u32> = faces.values().flatten().copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    let mut edges = BTreeSet::new();
    for face in faces.values() {
        for (i, &from) in face.iter().enumerate() {
            let to = face[(i + 1) % face.len()];
            edges.insert([from.min(to), from.max(to)]);
        }
    }
    let mut faces: Vec<(Vec<u32>, Vec<u32>)> =
        faces.into_iter().map(|(set, cycle)| (set.into_iter().collect(), cycle)).collect();
    faces.sort();
    let faces = faces.into_iter().map(|(_, cycle)| cycle).collect();
    (if is_flat { 2 } else { 3 }, vertices, edges.into_iter().collect(), faces)
}

// ---- families of points ----

const FAMILIES: usize = 15;

/// Returns at most `most` points of a family.
fn some_points(random: &mut Random, family: usize, most: u64) -> Vec<[f64; 3]> {
    let count = 1 + random.below(most) as usize;
    let (u, v, o) = (random.integers(-3, 3), random.integers(-3, 3), random.integers(-9, 9));
    let mut point = |_| -> [f64; 3] {
        match family {
            0 => random.vector(-1.0, 1.0),
            1 => random.integers(-2, 2),
            2 => random.integers(0, 1),
            // Points in a plane, and points on a line.
            3 => {
                let (i, j) = (random.integer(-2, 2), random.integer(-2, 2));
                [0, 1, 2].map(|k| o[k] + i * u[k] + j * v[k])
            }
            4 => {
                let i = random.integer(-3, 3);
                [0, 1, 2].map(|k| o[k] + i * u[k])
            }
            // The same, and the corners of a cube, with some coordinates off by one ulp.
            5..=7 => {
                let (i, j) = (random.integer(-2, 2), random.integer(-2, 2));
                let exact = match family {
                    5 => [0, 1, 2].map(|k| o[k] / 3.0 + i * u[k] + j * v[k]),
                    6 => [0, 1, 2].map(|k| o[k] / 3.0 + i * u[k]),
                    _ => random.integers(0, 1).map(|x| x + 0.1),
                };
                exact.map(|x| match random.below(4) {
                    0 => x.next_up(),
                    1 => x.next_down(),
                    _ => x,
                })
            }
            // Points on a sphere, of which many are in one plane: 9 = 1 + 4 + 4 = 9 + 0 + 0.
            8 => {
                let mut point =
                    if random.below(4) == 0 { [3.0, 0.0, 0.0] } else { [1.0, 2.0, 2.0] };
                point.rotate_left(random.index(3));
                point.map(|x: f64| if random.below(2) == 0 { -x } else { x })
            }
            // Subnormal numbers, the greatest ones, and everything between at once.
            9 => random.integers(-2, 2).map(|x| x * f64::from_bits(1)),
            10 => random.integers(-1, 1).map(|x| match random.below(3) {
                0 => x * f64::MAX.next_down(),
                _ => x * f64::MAX,
            }),
            11 => [0; 3].map(|_| match random.below(4) {
                0 => random.integer(-1, 1),
                _ => {
                    let x = f64::from_bits(random.bits());
                    if x.is_finite() { x } else { 0.0 }
                }
            }),
            // A tiny lattice, far away; axes at different scales; and points at different scales.
            12 => random.integers(-1, 1).map(|x| 1e9 + x / 1024.0),
            13 => {
                let [x, y, z] = random.integers(-2, 2);
                [x, y * 1e-250, z * 1e150]
            }
            _ => random.integers(-2, 2).map(|x| x * [1.0, 1e-30, 1e30][random.index(3)]),
        }
    };
    let mut points: Vec<[f64; 3]> = (0..count).map(&mut point).collect();
    if random.below(4) == 0 {
        let again = points[random.index(count)];
        points.push(again);
    }
    // Negative zeros become zeros, because the points are compared.
    points.iter_mut().flatten().for_each(|x| *x += 0.0);
    points
}

fn most(family: usize) -> u64 {
    if family == 11 { 7 } else { 11 }
}

#[test]
fn hulls_are_those_of_brute_force() {
    let mut random = Random(40);
    let mut seen = BTreeSet::new();
    for round in 0..250 {
        for family in 0..FAMILIES {
            let points = some_points(&mut random, family, most(family));
            let hull = Hull::new(points.iter().copied()).unwrap();
            let expected = by_brute_force(&points);
            assert_eq!(shown(&hull), expected, "{round} {family} {points:?}");
            assert_eq!(hull.points(), points);
            is_well_formed(&hull);
            seen.insert((family, expected.0));
            // The same points without their height, in space and in the plane.
            let flat: Vec<[f64; 3]> = points.iter().map(|&[x, y, _]| [x, y, 0.0]).collect();
            let expected = by_brute_force(&flat);
            let in_plane = Hull::new(points.iter().map(|&[x, y, _]| [x, y])).unwrap();
            assert_eq!(shown(&Hull::new(flat.iter().copied()).unwrap()), expected, "{flat:?}");
            assert_eq!(shown(&in_plane), expected, "{flat:?}");
            is_well_formed(&in_plane);
            // The same points in single precision.
            let single: Vec<[f32; 3]> = points.iter().map(|p| p.map(|x| x as f32)).collect();
            if single.iter().flatten().all(|x| x.is_finite()) {
                let wide: Vec<[f64; 3]> = single.iter().map(|p| p.map(f64::from)).collect();
                let hull = Hull::new(single).unwrap();
                assert_eq!(shown(&hull), by_brute_force(&wide), "{wide:?}");
            }
        }
    }
    let solids = (0..FAMILIES).filter(|&family| seen.contains(&(family, 3))).count();
    assert!(solids >= FAMILIES - 2, "{seen:?}");
}

// ---- laws ----

/// Checks the properties that hold for every topology.
fn is_well_formed<T: Scalar, const N: usize>(hull: &Hull<T, N>) {
    let (topology, numbers) = (hull.topology(), hull.numbers());
    let place = |i: u32| -> [f64; 3] {
        let point = hull.points()[i as usize];
        core::array::from_fn(|k| point.get(k).map_or(0.0, |x| x.widen()))
    };
    let corners: Vec<[f64; 3]> = numbers.iter().map(|&i| place(i)).collect();
    assert_eq!(hull.corners(), corners);
    assert_eq!(topology.vertex_count as usize, corners.len());
    assert!(numbers.is_sorted_by(|a, b| a < b));
    assert!(topology.edges.is_sorted_by(|a, b| a < b));
    assert!(topology.edges.iter().all(|[a, b]| a < b && *b < topology.vertex_count));
    assert_eq!(*topology.face_starts.last().unwrap() as usize, topology.rim.len());
    let (vertices, edges) = (corners.len(), topology.edges.len());
    let faces = topology.faces().len();
    match topology.dimension {
        0 => assert_eq!((vertices, edges, faces), (1, 0, 0)),
        1 => assert_eq!((vertices, edges, faces), (2, 1, 0)),
        2 => assert_eq!((vertices, faces), (edges, 1)),
        _ => assert_eq!(vertices + faces, edges + 2, "Euler's formula"),
    }
    // In a solid each edge occurs once in each direction; in a polygon it occurs once.
    let mut uses = vec![[0; 2]; edges];
    for HalfEdge { edge, is_reversed } in topology.rim.iter() {
        uses[*edge as usize][usize::from(*is_reversed)] += 1;
    }
    match topology.dimension {
        3 => assert!(uses.iter().all(|both| *both == [1, 1])),
        2 => assert!(uses.iter().all(|[with, against]| with + against == 1)),
        _ => assert!(topology.rim.is_empty()),
    }
    for face in topology.faces() {
        assert!(face.len() >= 3);
        let lowest = face.iter().map(|&half_edge| topology.start(half_edge)).min();
        assert_eq!(lowest, Some(topology.start(face[0])));
        for (i, half_edge) in face.iter().enumerate() {
            let next = face[(i + 1) % face.len()];
            let [low, high] = topology.edges[half_edge.edge as usize];
            let end = if half_edge.is_reversed { low } else { high };
            assert_eq!(end, topology.start(next));
        }
    }
}

/// Checks that a solid is behind each of its faces, that the corners of each face turn left, and
/// that every vertex is on at least three faces. These properties prove that it is the hull,
/// without brute force.
fn is_the_hull(points: &[[f64; 3]], hull: &Hull<f64, 3>) {
    is_well_formed(hull);
    assert_eq!(hull.topology().dimension, 3);
    let places = integers(points);
    let mut face_counts = BTreeMap::new();
    for face in hull.faces() {
        let face: Vec<usize> = face.map(|i| i as usize).collect();
        let edge = |i: usize, j: usize| minus(&places[j], &places[i]);
        let normal = times(&edge(face[0], face[1]), &edge(face[0], face[2]));
        assert!(places.iter().all(|p| !dot(&normal, &minus(p, &places[face[0]])).is_positive()));
        for i in 0..face.len() {
            let [a, b, c] = [0, 1, 2].map(|k| face[(i + k) % face.len()]);
            assert!(dot(&normal, &edge(a, b)).is_zero());
            assert!(dot(&normal, &times(&edge(a, b), &edge(b, c))).is_positive());
            *face_counts.entry(a as u32).or_insert(0) += 1;
        }
    }
    assert!(hull.vertices().iter().eq(face_counts.keys()));
    assert!(face_counts.values().all(|count| *count >= 3));
}

#[test]
fn many_points_are_behind_all_faces() {
    let mut random = Random(41);
    let on_sphere: Vec<[f64; 3]> =
        lattice(13).filter(|[x, y, z]| x * x + y * y + z * z == 169.0).collect();
    let in_ball: Vec<[f64; 3]> =
        lattice(4).filter(|[x, y, z]| x * x + y * y + z * z <= 17.0).collect();
    let cube: Vec<[f64; 3]> = lattice(2).collect();
    let mut sets = vec![on_sphere, in_ball, cube];
    for family in [0, 1, 5, 7, 8, 11, 12] {
        let most = if family == 11 { 30 } else { 150 };
        sets.push((0..most).flat_map(|_| some_points(&mut random, family, 1)).collect());
    }
    for points in sets {
        is_the_hull(&points, &Hull::new(points.iter().copied()).unwrap());
    }
}

/// Returns the points of a lattice, from `−n` to `n` along each axis.
fn lattice(n: i32) -> impl Iterator<Item = [f64; 3]> {
    let side = 2 * n + 1;
    (0..side.pow(3))
        .map(move |i| [i % side, i / side % side, i / side.pow(2)].map(|x| f64::from(x - n)))
}

/// Neither the order of the points, nor a power of two, nor a mirror, nor points inside change the
/// hull.
#[test]
fn what_makes_no_difference() {
    let mut random = Random(42);
    // Returns the faces as sets of positions.
    let places = |points: &[[f64; 3]]| {
        let hull = Hull::new(points.iter().copied()).unwrap();
        let bits = |i: u32| points[i as usize].map(f64::to_bits);
        let faces = hull.faces().map(|face| face.map(bits).collect::<BTreeSet<_>>());
        let faces: BTreeSet<_> = faces.collect();
        (faces, hull.edges().map(|ends| BTreeSet::from(ends.map(bits))).collect::<BTreeSet<_>>())
    };
    for family in [0, 1, 2, 3, 5, 7, 8, 12] {
        for _ in 0..20 {
            let points = some_points(&mut random, family, 30);
            let expected = places(&points);
            let mut others = points.clone();
            for i in (1..others.len()).rev() {
                others.swap(i, random.index(i + 1));
            }
            assert_eq!(places(&others), expected, "{points:?}");
            let (a, b) = (points[0], points[random.index(points.len())]);
            others.push(a);
            if [1, 2, 8].contains(&family) {
                others.push([0, 1, 2].map(|k| (a[k] + b[k]) / 2.0));
            }
            let count = Hull::new(points.iter().copied()).unwrap().vertices().len();
            assert_eq!(Hull::new(others).unwrap().vertices().len(), count, "{points:?}");
            let exponent = random.integer(-900, 900) as i64;
            let factor = -f64::from_bits(((1023 + exponent) as u64) << 52);
            // The factor may round subnormal numbers.
            let is_exact = points.iter().flatten().all(|x| x * factor / factor == *x);
            let changed: Vec<[f64; 3]> =
                points.iter().map(|point| point.map(|x| x * factor + 0.0)).collect();
            let shape = |points: &[[f64; 3]]| {
                let (dimension, vertices, edges, _) = shown(&Hull::new(points.to_vec()).unwrap());
                (dimension, vertices, edges)
            };
            assert!(!is_exact || shape(&changed) == shape(&points), "{points:?}");
        }
    }
}

// ---- by hand ----

#[test]
fn a_cube_of_27_points_has_8_vertices_12_edges_and_6_faces() {
    let points: Vec<[f64; 3]> = lattice(1).collect();
    let hull = Hull::new(points).unwrap();
    assert_eq!(hull.vertices(), [0, 2, 6, 8, 18, 20, 24, 26]);
    assert_eq!((hull.edges().len(), hull.faces().len()), (12, 6));
    let faces: Vec<Vec<u32>> = hull.faces().map(Iterator::collect).collect();
    // The index of a corner is 1 + x + 3 (1 + y) + 9 (1 + z), so face 0 is the bottom.
    assert_eq!(faces[0], [0, 6, 8, 2]);
    assert_eq!(faces[5], [18, 20, 26, 24]);
}

#[test]
fn points_segments_and_polygons() {
    let far = [3.0, 4.0, 5.0];
    assert_eq!(shown(&Hull::new([far, far]).unwrap()), (0, vec![0], vec![], vec![]));
    let line = [[1.0, 1.0], [3.0, 3.0], [0.0, 0.0], [3.0, 3.0]];
    assert_eq!(shown(&Hull::new(line).unwrap()), (1, vec![1, 2], vec![[1, 2]], vec![]));
    // A square is given clockwise, with its middle. In the plane its face is counterclockwise.
    let square = [[0.0, 0.0], [0.0, 1.0], [0.5, 0.5], [1.0, 1.0], [1.0, 0.0], [0.5, 0.0]];
    let (dimension, vertices, _, faces) = shown(&Hull::new(square).unwrap());
    assert_eq!((dimension, vertices, faces), (2, vec![0, 1, 3, 4], vec![vec![0, 4, 3, 1]]));
    // In space the normal of an upright plane has a positive y, or a positive x if its y is zero.
    let upright = square.map(|[x, y]| [x, 7.0, y]);
    assert_eq!(shown(&Hull::new(upright).unwrap()).3, [[0, 1, 3, 4]]);
    let across = square.map(|[x, y]| [7.0, x, y]);
    assert_eq!(shown(&Hull::new(across).unwrap()).3, [[0, 4, 3, 1]]);
}

/// A corner that moves by one ulp splits a square into two triangles.
#[test]
fn one_ulp_breaks_a_face() {
    let mut points: Vec<[f64; 3]> = lattice(1).filter(|p| p.iter().all(|x| *x != 0.0)).collect();
    let count = |points: &[[f64; 3]]| {
        let hull = Hull::new(points.iter().copied()).unwrap();
        [hull.vertices().len(), hull.edges().len(), hull.faces().len()]
    };
    assert_eq!(count(&points), [8, 12, 6]);
    // Two of the three squares at the corner stay whole, because the corner moves within their
    // planes.
    for x in [1.0_f64.next_up(), 1.0_f64.next_down()] {
        points[7][0] = x;
        assert_eq!(count(&points), [8, 13, 7]);
    }
}

#[test]
fn errors_name_the_point() {
    let message = |points: Vec<[f64; 3]>| Hull::new(points).unwrap_err().to_string();
    assert_eq!(message(vec![]), "hull.points has length 0, must have at least 1");
    let infinite = [0.0, f64::INFINITY, 0.0];
    assert_eq!(
        message(vec![[0.0; 3], [1.0; 3], infinite]),
        "hull.points[2][1] is inf, must be a finite number"
    );
    let hull = Hull::new([[0.0; 3]]).unwrap();
    assert_eq!(hull.clone().moving([0.0, 1.0, 2.0]).unwrap().shape(), &hull);
    let error = hull.moving([0.0, f64::NAN, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "hull.velocity[1] is NaN, must be a finite number");
    // A negative zero is a zero.
    let hull = Hull::new([[0.0, -0.0], [-0.0, 0.0]]).unwrap();
    assert_eq!(
        (hull.vertices(), format!("{:?}", hull.points())),
        (&[0][..], "[[0.0, 0.0], [0.0, 0.0]]".into())
    );
}

// ---- cost ----

/// The number of orientations per point stays small, even if thousands of points are on the hull or
/// in one plane.
#[test]
fn the_cost_is_not_quadratic() {
    let mut random = Random(43);
    let mut on_circle = |z: f64| {
        let t = random.between(-4.0, 4.0);
        [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t), z]
    };
    let ring: Vec<[f64; 3]> = (0..2_000).map(|_| on_circle(0.0)).collect();
    let mut double_cone = ring.clone();
    double_cone.extend([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]);
    let prism: Vec<[f64; 3]> =
        ring.iter().flat_map(|&[x, y, _]| [[x, y, 0.0], [x, y, 1.0]]).collect();
    let sphere: Vec<[f64; 3]> =
        lattice(33).filter(|[x, y, z]| x * x + y * y + z * z == 1089.0).collect();
    let plate: Vec<[f64; 3]> = lattice(6).filter(|p| p[2].abs() < 2.0).collect();
    let sets = [ring, double_cone, prism, sphere, plate, lattice(6).collect()];
    for (i, points) in sets.into_iter().enumerate() {
        let count = points.len();
        COUNT.set(0);
        let hull = Hull::new(points).unwrap();
        assert!(!hull.vertices().is_empty());
        let per_point = COUNT.get() / count;
        assert!(per_point < 200, "{per_point} for each of {count} points of set {i}");
    }
}

#[test]
fn no_decision_is_deeper_than_the_filters_allow() {
    let mut random = Random(44);
    greatest_depth();
    for _ in 0..100 {
        let points = [0; 4].map(|_| random.vector(-1.0, 1.0));
        assert!(Tetrahedron(points).decide(&Counting).is_ok());
        let points = [0; 3].map(|_| [random.between(-1.0, 1.0), random.between(-1.0, 1.0)]);
        assert!(PlanarTriangle(points).decide(&Counting).is_ok());
    }
    let greatest = greatest_depth();
    assert_eq!(greatest, 8, "docs/theory.md, §8, says so");
    assert!(greatest <= GREATEST_DEPTH);
}
