//! Boxes, parallelepipeds, triangles and hulls that are cast at a mesh: every query has the answer
//! of brute force over the triangles, to the last bit. The pair of such a body and a triangle is
//! compared with an oracle in `convex_movers.rs`.
//!
//! `TANGENCY_SEEDS=100 cargo test --release --test convex_mesh` runs a hundred times as many.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::cmp::Ordering;
use std::fmt::Debug;
use tangency::{
    AlignedBox, Answer, ConvexBody, ConvexShape, ExactAnswer, Featured, Hull, Inflatable, Inflated,
    Mesh, MeshFeature, Moving, Obstacle, OrientedBox, Parallelepiped, Rational, Rotation, Scalar,
    Shape, Surd, Touched, Triangle,
};

type Vector = [f64; 3];

/// The distribution of the coordinates of a scene.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    /// Small whole numbers: ties, flat floors, faces that touch.
    Lattice,
    /// Multiples of a tenth, which floats round.
    Tenths,
    Any,
}

impl Numbers {
    fn vector(self, random: &mut Random, reach: i64) -> Vector {
        match self {
            Self::Lattice => random.integers(-reach, reach),
            Self::Tenths => random.integers(-10 * reach, 10 * reach).map(|x| x / 10.0),
            Self::Any => random.vector(-reach as f64, reach as f64),
        }
    }
}

/// A bumpy floor of squares, a cube of twelve triangles, or a soup of triangles, some of them
/// repeated.
fn mesh<T: Scalar>(random: &mut Random, numbers: Numbers) -> Mesh<T> {
    let narrow = |v: Vector| v.map(T::nearest);
    match random.below(3) {
        0 => {
            let n = 2 + random.below(5) as u32;
            let half = f64::from(n) / 2.0;
            let rough = [0.0, 0.0, 0.5, 1.0][random.index(4)];
            let scale = if numbers == Numbers::Tenths { 0.1 } else { 1.0 };
            let vertices = (0..(n + 1) * (n + 1)).map(|k| {
                let (x, y) = (f64::from(k % (n + 1)), f64::from(k / (n + 1)));
                let z = match numbers {
                    Numbers::Any => random.between(-rough, rough),
                    _ => rough * random.integer(-1, 1),
                };
                narrow([(x - half).floor() * 2.0, (y - half).floor() * 2.0, z].map(|x| x * scale))
            });
            let vertices = vertices.collect();
            let corners = (0..n * n).map(|k| k / n * (n + 1) + k % n);
            let triangles =
                corners.flat_map(|k| [[k, k + 1, k + n + 2], [k, k + n + 2, k + n + 1]]);
            Mesh::new(vertices, triangles.collect()).unwrap()
        }
        1 => {
            let size = [1.0, 2.0, 3.0][random.index(3)];
            let at = numbers.vector(random, 2);
            let corner =
                |i: usize| [0, 1, 2].map(|k| at[k] + if i >> k & 1 == 1 { size } else { 0.0 });
            let vertices = (0..8).map(|i| narrow(corner(i))).collect();
            let faces: [[u32; 4]; 6] = [
                [0, 2, 3, 1],
                [4, 5, 7, 6],
                [0, 1, 5, 4],
                [2, 6, 7, 3],
                [0, 4, 6, 2],
                [1, 3, 7, 5],
            ];
            let triangles = faces.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
            Mesh::new(vertices, triangles.collect()).unwrap()
        }
        _ => {
            let count = 1 + random.below(30) as u32;
            let vertices = (0..count + 2).map(|_| narrow(numbers.vector(random, 3))).collect();
            let mut triangles: Vec<[u32; 3]> = (0..count)
                .map(|_| [0; 3].map(|_| random.below(u64::from(count) + 2) as u32))
                .collect();
            let again = triangles[random.index(triangles.len())];
            triangles.push(again);
            Mesh::new(vertices, triangles).unwrap()
        }
    }
}

/// How often something happened.
#[derive(Debug, Default)]
struct Counts {
    contacts: usize,
    overlaps: usize,
    ties: usize,
    last: usize,
    /// At a distance from the mesh at the start.
    apart: usize,
    integers: usize,
    /// Several triangles are touched first, and polygons of contact.
    together: usize,
    polygons: usize,
    all: usize,
}

fn zero() -> Surd {
    Surd::from(Rational::ZERO)
}

/// The end of the union of contact intervals without a gap, from the first contact on; `None` if it
/// never ends.
fn end_of(mut stays: Vec<(Surd, Option<Surd>)>, first: &Surd) -> Option<Surd> {
    stays.sort_by(|a, b| a.0.cmp(&b.0));
    let mut end = first.clone();
    for (begin, last) in stays {
        if begin <= end {
            end = end.max(last?);
        }
    }
    Some(end)
}

/// Compares all queries of a mesh with queries of its triangles, for a body whose core is `shape`.
fn check<T: Scalar, S>(
    shape: &S,
    body: &Moving<Inflated<S>>,
    mesh: &Moving<&Mesh<T>>,
    counts: &mut Counts,
) where
    S: Inflatable<Scalar = T, Vector = [T; 3]> + ConvexShape + ConvexBody<Within = S> + Debug,
    S::Feature: Debug,
{
    let triangles: Vec<Moving<Triangle<T>>> = (0..mesh.shape().triangles().len())
        .map(|i| mesh.carrying(mesh.shape().triangle(i).unwrap()))
        .collect();
    let core = Moving::still(shape.clone());
    let mut first: Option<(Surd, usize)> = None;
    let mut entry: Option<(Surd, usize)> = None;
    let mut overlapped: Option<(T, usize)> = None;
    let (mut stays, mut times) = (Vec::new(), Vec::new());
    for (i, triangle) in triangles.iter().enumerate() {
        let mut note = |best: &mut Option<(Surd, usize)>, time: Surd| match best
            .as_ref()
            .map(|best| time.cmp(&best.0))
        {
            Some(Ordering::Greater) => {}
            Some(Ordering::Equal) => counts.ties += 1,
            _ => *best = Some((time, i)),
        };
        match body.first_contact_exact(triangle) {
            ExactAnswer::None => {}
            ExactAnswer::Overlap(_) => {
                times.push((zero(), i));
                let distance = core.closest_points(triangle.shape()).distance;
                if overlapped.is_none_or(|best| distance < best.0) {
                    overlapped = Some((distance, i));
                }
            }
            ExactAnswer::Contact(contact) => {
                times.push((contact.time.clone(), i));
                note(&mut first, contact.time);
            }
        }
        if let ExactAnswer::Contact(contact) = body.first_entry_exact(triangle) {
            note(&mut entry, contact.time);
        }
        let (always, endless) =
            (body.clone().until(T::INFINITY).unwrap(), triangle.until(T::INFINITY).unwrap());
        let begin = match always.first_contact_exact(&endless) {
            ExactAnswer::None => continue,
            ExactAnswer::Overlap(_) => zero(),
            ExactAnswer::Contact(contact) => contact.time,
        };
        stays.push((begin, always.last_time_exact(&endless)));
    }
    let context = || format!("{body:?} {mesh:?}");
    let triangle_of = |answer: &Answer<T, 3, MeshFeature>| match answer {
        Answer::None => None,
        Answer::Overlap(overlap) => Some(overlap.feature.triangle),
        Answer::Contact(contact) => Some(contact.feature.triangle),
    };
    let (answer, effort) = body.first_contact_counted(mesh);
    // Two distances may have the same nearest float; the mesh compares the exact distances.
    if let (Some((least, _)), Answer::Overlap(overlap)) = (overlapped, &answer) {
        let triangle = overlap.feature.triangle;
        let distance = core.closest_points(triangles[triangle].shape()).distance;
        if least > T::ZERO && distance == least {
            overlapped = Some((least, triangle));
        }
    }
    let expected = overlapped.map(|(_, i)| i).or(first.as_ref().map(|(_, i)| *i));
    assert_eq!(triangle_of(&answer), expected, "{}", context());
    let alone = |i: usize| {
        body.first_contact(&triangles[i])
            .map_feature(|feature| MeshFeature { triangle: i, feature })
    };
    assert_eq!(answer, expected.map_or(Answer::None, alone), "{}", context());
    assert_eq!(body.has_contact(mesh), expected.is_some(), "{}", context());
    times.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    let all: Vec<_> = times.iter().map(|(_, i)| alone(*i)).collect();
    assert_eq!(body.contacts(*mesh), all, "{}", context());
    let exact = body.first_contact_exact(mesh);
    let exactly = expected.map(|i| {
        body.first_contact_exact(&triangles[i])
            .map_feature(|feature| MeshFeature { triangle: i, feature })
    });
    assert_eq!(exact, exactly.unwrap_or(ExactAnswer::None), "{}", context());

    // The triangles of the first time, each as it answers alone.
    let earliest = first.as_ref().filter(|_| overlapped.is_none()).map(|(time, _)| time);
    let touched = times.iter().filter(|(time, _)| Some(time) == earliest).map(|&(_, i)| {
        let Touched { points, feature, mover_feature } = body.touched(&triangles[i]).unwrap();
        (points, MeshFeature { triangle: i, feature }, mover_feature)
    });
    let touched: Vec<_> = touched.collect();
    let found = body.touched_triangles(*mesh).into_iter();
    let found: Vec<_> = found.map(|it| (it.points, it.feature, it.mover_feature)).collect();
    assert_eq!(found, touched, "{}", context());
    counts.together += usize::from(touched.len() > 1);
    counts.polygons += touched.iter().filter(|(points, ..)| points.len() > 2).count();

    let entered = overlapped.map(|(_, i)| i).or(entry.as_ref().map(|(_, i)| *i));
    let of_entry = |i: usize| {
        body.first_entry(&triangles[i]).map_feature(|feature| MeshFeature { triangle: i, feature })
    };
    assert_eq!(body.first_entry(mesh), entered.map_or(Answer::None, of_entry), "{}", context());

    let time = expected.filter(|_| overlapped.is_none());
    let of_time = time.and_then(|i| body.contact_time(&triangles[i]));
    assert_eq!(body.contact_time(mesh), of_time, "{}", context());
    let down = time.and_then(|i| body.time_down(&triangles[i]));
    assert_eq!(body.time_down(mesh), down, "{}", context());

    let begin = if overlapped.is_some() { Some(zero()) } else { first.map(|(time, _)| time) };
    let last = begin.as_ref().and_then(|begin| end_of(stays, begin));
    assert_eq!(body.last_time_exact(mesh), last, "{}", context());
    assert_eq!(body.last_time(mesh), last.as_ref().map(|time| time.round()), "{}", context());

    // At the start, of the mesh at rest.
    let distance = |i: usize| core.closest_points(triangles[i].shape()).distance;
    let least = (0..triangles.len()).map(distance).reduce(|a, b| if b < a { b } else { a });
    let closest = mesh.shape().closest_points(body).unwrap();
    let i = closest.feature.triangle;
    let is_first = || (0..i).all(|j| core.intersects(triangles[j].shape()) <= (i == j));
    assert!(Some(distance(i)) == least, "{closest:?} {}", context());
    assert!(distance(i) > T::ZERO || is_first(), "{closest:?} {}", context());
    let alone = body.closest_points(triangles[i].shape());
    let alone = alone.map_feature(|feature| MeshFeature { triangle: i, feature });
    assert_eq!(closest, alone, "{}", context());

    counts.all += 1;
    counts.apart += usize::from(closest.distance > T::ZERO);
    counts.contacts += usize::from(matches!(answer, Answer::Contact(_)));
    counts.overlaps += usize::from(matches!(answer, Answer::Overlap(_)));
    counts.last += usize::from(last.is_some());
    counts.integers += usize::from(effort.exact);
}

fn run<T: Scalar>(seed: u64, numbers: Numbers) -> Counts {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let mut random = Random(seed);
    let mut counts = Counts::default();
    for i in 0..100 * times {
        let random = &mut random;
        let narrow = |v: Vector| v.map(T::nearest);
        let mesh = mesh::<T>(random, numbers);
        let mut velocity = numbers.vector(random, 2);
        if random.below(3) == 0 {
            velocity = [0.0, 0.0, [-1.0, -1.0, -0.5, 1.0][random.index(4)]];
        }
        let mut obstacle = Moving::still(&mesh);
        if random.below(4) == 0 {
            obstacle = obstacle.with_velocity(narrow(numbers.vector(random, 1))).unwrap();
        }
        if random.below(3) == 0 {
            obstacle = obstacle.towards_inflated(T::nearest([0.5, 0.25, 0.1][random.index(3)]));
        }
        let radius = T::nearest([0.0, 0.0, 0.5, 1.0, 0.1][random.index(5)]);
        let end = [f64::INFINITY, f64::INFINITY, 1.0, 2.0, 0.0][random.index(5)];
        let end = T::nearest(end);
        let at = numbers.vector(random, 4);
        let at = [at[0], at[1], at[2] + 2.0 + 4.0 * random.below(2) as f64];
        if random.below(2) == 0 {
            // The body moves towards the middle of the mesh.
            velocity = at.map(|x| -0.5 * x);
        }
        macro_rules! cast {
            ($shape:expr) => {{
                let shape = $shape;
                let body = Moving::still(Inflated::new(shape.clone(), radius).unwrap());
                let body = body.with_velocity(narrow(velocity)).unwrap().until(end).unwrap();
                check(&shape, &body, &obstacle, &mut counts);
            }};
        }
        let half = numbers.vector(random, 2).map(f64::abs);
        match i % 5 {
            0 => {
                let [low, high] =
                    [-1.0, 1.0].map(|s| narrow([0, 1, 2].map(|k| at[k] + s * half[k])));
                cast!(AlignedBox::<T, 3>::new(low, high).unwrap());
            }
            1 => {
                let turn = [
                    [0.0, 0.0, 1.0, 2.0],
                    [0.0, 0.0, 0.0, 1.0],
                    [1.0, -1.0, 1.0, 2.0],
                    [0.3, 0.1, -0.7, 0.2],
                ];
                let rotation =
                    Rotation::<T, 3>::new(turn[random.index(4)].map(T::nearest)).unwrap();
                cast!(OrientedBox::<T, 3>::new(narrow(at), narrow(half), rotation).unwrap());
            }
            2 => {
                let [a, b, c] = [0; 3].map(|_| numbers.vector(random, 2));
                let corner = |v: Vector| narrow([0, 1, 2].map(|k| at[k] + v[k]));
                cast!(Triangle::<T>::new(corner(a), corner(b), corner(c)).unwrap());
            }
            3 => {
                let points = (0..6).map(|_| numbers.vector(random, 2));
                let points = points.map(|v| narrow([0, 1, 2].map(|k| at[k] + v[k])));
                cast!(Hull::<T, 3>::new(points.collect::<Vec<_>>()).unwrap());
            }
            _ => {
                let edges = [0; 3].map(|_| narrow(numbers.vector(random, 2)));
                if let Ok(body) = Parallelepiped::<T>::new(narrow(at), edges) {
                    cast!(body);
                }
            }
        }
    }
    let Counts { all, contacts, overlaps, apart, .. } = counts;
    assert!(contacts * 5 > all && overlaps * 12 > all && apart * 3 > all, "{counts:?}");
    counts
}

#[test]
fn on_a_lattice() {
    let counts = run::<f64>(1, Numbers::Lattice);
    assert!(counts.ties * 2 > counts.all, "{counts:?}");
    assert!(counts.together * 10 > counts.all && counts.polygons * 20 > counts.all, "{counts:?}");
}

#[test]
fn on_tenths() {
    run::<f64>(2, Numbers::Tenths);
}

#[test]
fn anywhere() {
    let counts = run::<f64>(3, Numbers::Any);
    assert!(counts.integers * 3 < counts.all, "{counts:?}");
}

#[test]
fn in_single_precision() {
    run::<f32>(4, Numbers::Lattice);
    run::<f32>(5, Numbers::Tenths);
    run::<f32>(6, Numbers::Any);
}

/// A hull of 20 to 60 points on a rough sphere, around the origin.
fn pebble(random: &mut Random, numbers: Numbers) -> Vec<Vector> {
    let count = 20 + random.below(41);
    let point = |random: &mut Random| loop {
        let v = random.vector(-1.0, 1.0);
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.1 {
            let point = v.map(|x| 2.0 * x / length);
            break match numbers {
                Numbers::Lattice => point.map(|x| (4.0 * x).round() / 4.0),
                Numbers::Tenths => point.map(|x| (10.0 * x).round() / 10.0),
                Numbers::Any => point,
            };
        }
    };
    (0..count).map(|_| point(random)).collect()
}

/// A ground of bumps, valleys and walls, finer or coarser than the hulls that fall on it.
fn ground<T: Scalar>(random: &mut Random, numbers: Numbers) -> Mesh<T> {
    let (n, step) = [(4u32, 4.0), (10, 1.0), (16, 0.5)][random.index(3)];
    let half = f64::from(n) / 2.0;
    let rough = [0.0, 0.3, 1.0, 3.0][random.index(4)];
    let vertices = (0..(n + 1) * (n + 1)).map(|k| {
        let (x, y) = (f64::from(k % (n + 1)) - half, f64::from(k / (n + 1)) - half);
        let z = match numbers {
            Numbers::Any => random.between(-rough, rough),
            _ => rough * random.integer(-1, 1),
        };
        [x * step, y * step, z].map(T::nearest)
    });
    let vertices = vertices.collect();
    let corners = (0..n * n).map(|k| k / n * (n + 1) + k % n);
    let triangles = corners.flat_map(|k| [[k, k + 1, k + n + 2], [k, k + n + 2, k + n + 1]]);
    Mesh::new(vertices, triangles.collect()).unwrap()
}

/// Compares a hull that falls on bumpy ground with brute force. Returns the number of corners of
/// the face, edge or vertex that touches the ground first; zero without a contact.
fn falls<T: Scalar>(random: &mut Random, numbers: Numbers) -> usize {
    let narrow = |v: Vector| v.map(T::nearest);
    let mesh = ground::<T>(random, numbers);
    let mut at = numbers.vector(random, 3);
    at[2] += [1.0, 6.0, 6.0, 30.0][random.index(4)];
    let points = pebble(random, numbers).into_iter();
    let points = points.map(|v| narrow([0, 1, 2].map(|k| at[k] + v[k])));
    let shape = Hull::<T, 3>::new(points.collect::<Vec<_>>()).unwrap();
    let velocity = match random.below(3) {
        0 => [0.0, 0.0, -1.0],
        1 => at.map(|x| -0.5 * x),
        _ => [0.5, -0.25, -2.0],
    };
    let radius = T::nearest([0.0, 0.0, 0.5][random.index(3)]);
    let body = Moving::still(Inflated::new(shape, radius).unwrap());
    let body = body.with_velocity(narrow(velocity)).unwrap();
    let (mut first, mut overlaps): (Option<(T, usize)>, bool) = (None, false);
    let triangle = |i: usize| mesh.triangle(i).unwrap();
    for i in 0..mesh.triangles().len() {
        match body.first_contact(&triangle(i)) {
            Answer::None => continue,
            Answer::Overlap(_) => overlaps = true,
            Answer::Contact(contact) => {
                let is_earlier = first.is_none_or(|(time, best)| {
                    // Rounding is monotone.
                    let exactly = |i| match body.first_contact_exact(&triangle(i)) {
                        ExactAnswer::Contact(contact) => contact.time,
                        _ => zero(),
                    };
                    contact.time < time || contact.time == time && exactly(i) < exactly(best)
                });
                first = if is_earlier { Some((contact.time, i)) } else { first };
            }
        }
    }
    let (answer, context) = (body.first_contact(&mesh), || format!("{body:?} {mesh:?}"));
    assert_eq!(body.has_contact(&mesh), overlaps || first.is_some(), "{}", context());
    if overlaps {
        assert!(matches!(answer, Answer::Overlap(_)), "{}", context());
        return 0;
    }
    assert_eq!(body.contact_time(&mesh), first.map(|(time, _)| time), "{}", context());
    let alone = |(_, i): (T, usize)| {
        body.first_contact(&triangle(i)).map_feature(|feature| MeshFeature { triangle: i, feature })
    };
    assert_eq!(answer, first.map_or(Answer::None, alone), "{}", context());
    let Some((_, i)) = first else { return 0 };
    // The same contact with the ground in motion reports the feature of the hull.
    let falling = Moving::still(triangle(i)).with_velocity(narrow(velocity.map(|x| -x))).unwrap();
    match falling.first_contact(body.shape()) {
        Answer::Contact(contact) => contact.feature.vertices.len(),
        _ => 0,
    }
}

/// Hulls of many points touch bumpy ground first with a vertex, an edge or a face.
#[test]
fn pebbles_fall_on_ground() {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let mut random = Random(7);
    let mut touched = [0; 4];
    for i in 0..150 * times {
        let numbers = [Numbers::Any, Numbers::Any, Numbers::Lattice, Numbers::Tenths][i % 4];
        let corners = match i % 3 {
            0 => falls::<f32>(&mut random, numbers),
            _ => falls::<f64>(&mut random, numbers),
        };
        touched[corners.min(3)] += 1;
    }
    assert!(touched[1..].iter().all(|&count| count > 5), "{touched:?}");
}

/// A rotation that permutes the coordinates, up to signs: its quaternion, and its effect.
type Permutation = ([f64; 4], fn(Vector) -> Vector);

const PERMUTATIONS: [Permutation; 6] = [
    ([0.0, 0.0, 0.0, 1.0], |p| p),
    ([0.0, 0.0, 0.0, -3.0], |p| p),
    ([1.0, 1.0, 1.0, 1.0], |[x, y, z]| [z, x, y]),
    ([0.0, 0.0, 1.0, 1.0], |[x, y, z]| [-y, x, z]),
    ([0.0, 2.0, 0.0, 2.0], |[x, y, z]| [z, y, -x]),
    ([1.0, 0.0, 0.0, 0.0], |[x, y, z]| [x, -y, -z]),
];

/// All answers of a body and a mesh or a mesh instance as a text, in which different floats differ.
fn answers<T: Scalar, B, O>(body: &Moving<B>, target: &O) -> String
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    O: Obstacle<T, 3, B> + Featured<Feature = MeshFeature>,
{
    let answers = (
        (body.first_contact(target), body.first_contact_exact(target)),
        (body.first_entry(target), body.first_entry_exact(target)),
        (body.contact_time(target), body.time_down(target), body.has_contact(target)),
        (body.last_time(target), body.last_time_exact(target)),
    );
    format!("{answers:?}")
}

/// Calls a function with a random convex body in motion.
macro_rules! with_body {
    ($random:expr, $numbers:expr, $at:expr, $i:expr, |$body:ident| $act:expr) => {{
        let (random, numbers, at): (&mut Random, Numbers, Vector) = ($random, $numbers, $at);
        let radius = [0.0, 0.0, 0.5, 0.1][random.index(4)];
        let velocity = match random.below(3) {
            0 => [0.0, 0.0, -1.0],
            1 => at.map(|x| -0.5 * x),
            _ => numbers.vector(random, 2),
        };
        let half = numbers.vector(random, 2).map(f64::abs);
        macro_rules! cast {
            ($shape:expr) => {{
                let shape = Inflated::new($shape, radius).unwrap();
                let $body = &Moving::still(shape).with_velocity(velocity).unwrap();
                $act
            }};
        }
        match $i % 4 {
            0 => {
                let [low, high] = [-1.0, 1.0].map(|s| [0, 1, 2].map(|k| at[k] + s * half[k]));
                cast!(AlignedBox::<f64, 3>::new(low, high).unwrap())
            }
            1 => {
                let turn = [[0.0, 0.0, 1.0, 2.0], [0.0, 0.0, 0.0, 1.0], [0.3, 0.1, -0.7, 0.2]];
                let rotation = Rotation::<f64, 3>::new(turn[random.index(3)]).unwrap();
                cast!(OrientedBox::<f64, 3>::new(at, half, rotation).unwrap())
            }
            2 => {
                let corner = |v: Vector| [0, 1, 2].map(|k| at[k] + v[k]);
                let [a, b, c] = [0; 3].map(|_| corner(numbers.vector(random, 2)));
                cast!(Triangle::<f64>::new(a, b, c).unwrap())
            }
            _ => {
                let corner = |v: Vector| [0, 1, 2].map(|k| at[k] + v[k]);
                let points: Vec<Vector> = match random.below(2) {
                    0 => (0..6).map(|_| corner(numbers.vector(random, 2))).collect(),
                    _ => pebble(random, numbers).into_iter().map(corner).collect(),
                };
                cast!(Hull::<f64, 3>::new(points).unwrap())
            }
        }
    }};
}

/// An instance whose vertices are floats in the world, too, gives the answers of the mesh of these
/// vertices, to the last bit.
#[test]
fn an_instance_is_the_mesh_of_its_moved_vertices() {
    let mut random = Random(21);
    let (mut all, mut met) = (0, 0);
    for i in 0..500 {
        let numbers = if i % 3 == 0 { Numbers::Any } else { Numbers::Lattice };
        let given = mesh::<f64>(&mut random, numbers);
        let (quaternion, turned) = PERMUTATIONS[random.index(PERMUTATIONS.len())];
        let translation = random.integers(-3, 3);
        let moved = |p: &Vector| {
            let p = turned(*p);
            let q: Vector = [0, 1, 2].map(|k| p[k] + translation[k]);
            (0..3).all(|k| q[k] - translation[k] == p[k]).then_some(q)
        };
        let Some(vertices) = given.vertices().iter().map(moved).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let plain = Mesh::new(vertices, given.triangles().to_vec()).unwrap();
        let rotation = Rotation::<f64, 3>::new(quaternion).unwrap();
        let instance = given.instance(rotation, translation).unwrap();
        let mut at = numbers.vector(&mut random, 4);
        at[2] += 3.0;
        with_body!(&mut random, numbers, at, i, |body| {
            let context = || format!("{body:?} {quaternion:?} {given:?}");
            assert_eq!(answers(body, &instance), answers(body, &plain), "{}", context());
            assert_eq!(body.contacts(&instance), body.contacts(&plain), "{}", context());
            let closest = instance.closest_points(body);
            assert_eq!(closest, plain.closest_points(body), "{}", context());
            all += 1;
            met += usize::from(body.has_contact(&plain));
        });
    }
    assert!(all > 300 && met * 3 > all, "{met} of {all}");
}

/// An instance in any position gives the answer of brute force over the instances of its triangles.
#[test]
fn an_instance_is_met_at_its_first_triangle() {
    let mut random = Random(22);
    let (mut all, mut met, mut ties) = (0, 0, 0);
    for i in 0..160 {
        let numbers = [Numbers::Any, Numbers::Lattice, Numbers::Tenths][i % 3];
        let given = mesh::<f64>(&mut random, numbers);
        let rotation = match random.below(3) {
            0 => Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 2.0]).unwrap(),
            1 => Rotation::<f64, 3>::new([1.0, 2.0, -2.0, 4.0]).unwrap(),
            _ => Rotation::<f64, 3>::new([0; 4].map(|_| random.between(-1.0, 1.0))).unwrap(),
        };
        let translation = numbers.vector(&mut random, 2);
        let instance = given.instance(rotation, translation).unwrap();
        let parts: Vec<Mesh<f64>> = (0..given.triangles().len())
            .map(|i| Mesh::new(given.triangle(i).unwrap().vertices().to_vec(), vec![[0, 1, 2]]))
            .collect::<Result<_, _>>()
            .unwrap();
        let mut at = numbers.vector(&mut random, 4);
        at[2] += 3.0;
        with_body!(&mut random, numbers, at, i, |body| {
            let answer = body.first_contact(&instance);
            let mut first: Option<(Surd, usize)> = None;
            let mut overlaps = false;
            for (i, part) in parts.iter().enumerate() {
                let part = part.instance(rotation, translation).unwrap();
                let time = match body.first_contact_exact(&part) {
                    ExactAnswer::None => continue,
                    ExactAnswer::Overlap(_) => {
                        overlaps = true;
                        continue;
                    }
                    ExactAnswer::Contact(contact) => contact.time,
                };
                match first.as_ref().map(|best| time.cmp(&best.0)) {
                    Some(Ordering::Greater) => {}
                    Some(Ordering::Equal) => ties += 1,
                    _ => first = Some((time, i)),
                }
            }
            let closest = instance.closest_points(body).unwrap();
            let part = |i: usize| parts[i].instance(rotation, translation).unwrap();
            let alone = part(closest.feature.triangle).closest_points(body).unwrap();
            let triangle = closest.feature.triangle;
            let alone = alone.map_feature(|feature| MeshFeature { triangle, ..feature });
            assert_eq!(closest, alone);
            let distances =
                (0..parts.len()).map(|i| part(i).closest_points(body).unwrap().distance);
            assert_eq!(distances.reduce(f64::min), Some(closest.distance));
            all += 1;
            met += usize::from(first.is_some() || overlaps);
            let context = || format!("{body:?} {rotation:?} {translation:?} {given:?}");
            if overlaps {
                assert!(matches!(answer, Answer::Overlap(_)), "{}", context());
                assert!(body.has_contact(&instance));
            } else {
                let expected = first.map_or(Answer::None, |(_, i)| {
                    let part = parts[i].instance(rotation, translation).unwrap();
                    body.first_contact(&part)
                        .map_feature(|feature| MeshFeature { triangle: i, ..feature })
                });
                assert_eq!(answer, expected, "{}", context());
                assert_eq!(body.has_contact(&instance), answer != Answer::None, "{}", context());
            }
        });
    }
    assert!(met * 3 > all && ties > 20, "{met} of {all}, {ties} ties");
}
