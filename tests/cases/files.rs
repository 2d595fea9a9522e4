//! The contents of each file. In each file, the queries with the most ties, grazes and odd numbers
//! come first.

use super::answer::Meeting;
use super::json::Object;
use super::meshes::{self, MeshQuery};
use super::request::{Question, request};
use super::{
    capsule_questions, capsules, convex, dimensions, legs, moves, questions, recover, rounded,
    scenes, second, solids, walkers,
};
use crate::convex_oracle::families::{FAMILIES, Shape};
use crate::convex_oracle::{Mover, Position, Query, Scene, Target, Truth};
use crate::errata;
use crate::oracle::families::{FAMILIES as HULL_FAMILIES, Rng};
use crate::overlap_oracle::{Integers, Query as Pair, Radii};
use crate::random::Random;

/// A file: its name, and its lines.
pub struct File {
    pub name: &'static str,
    pub lines: Vec<String>,
}

/// The greatest length of exact numbers. With wildly mixed magnitudes they have thousands of
/// digits; the oracle's own tests cover these.
const LONGEST_EXACT: usize = 1_200;

pub const NAMES: [&str; 26] = [
    "triangle",
    "segment_and_point",
    "box",
    "oriented_box",
    "polytope",
    "parallelepiped",
    "ellipsoid",
    "mesh",
    "intersects",
    "containment",
    "questions/times",
    "questions/at_rest",
    "questions/planes",
    "questions/mesh",
    "questions/instance",
    "questions/solid",
    "questions/scene",
    "questions/dimensions",
    "questions/rounded",
    "questions/entries",
    "questions/capsules",
    "questions/convex",
    "questions/legs",
    "questions/moves",
    "questions/recover",
    "questions/walkers",
];

pub fn file(name: &'static str) -> File {
    let lines = match name {
        "triangle" => contacts(&[errata::triangles(), hulls(10, |_| (3, false))].concat()),
        "segment_and_point" => contacts(&hulls(9, |i| (1 + usize::from(i % 3 > 0), i % 2 == 0))),
        "box" => contacts(&[errata::boxes(), shapes(&[Shape::Box, Shape::FlatBox], 6)].concat()),
        "oriented_box" => contacts(
            &[errata::oriented_boxes(), shapes(&[Shape::Oriented, Shape::Rectangle], 5)].concat(),
        ),
        "polytope" => contacts(&shapes(&[Shape::Polytope, Shape::Polygon], 4)),
        "parallelepiped" => contacts(&shapes(&[Shape::Parallelepiped], 10)),
        "ellipsoid" => contacts(&shapes(&ELLIPSOIDS, 3)),
        "mesh" => of_meshes(),
        "intersects" => intersects(),
        "containment" => containments(),
        "questions/times" => questions::times(),
        "questions/at_rest" => questions::at_rest_questions(),
        "questions/planes" => questions::of_planes(),
        "questions/mesh" => questions::of_meshes(),
        "questions/instance" => questions::of_instances(),
        "questions/solid" => solids::questions(),
        "questions/scene" => scenes::questions(),
        "questions/dimensions" => dimensions::questions(),
        "questions/rounded" => rounded::all(),
        "questions/entries" => rounded::entries(),
        "questions/capsules" => [capsules::all(), capsule_questions::all()].concat(),
        "questions/convex" => convex::all(),
        "questions/legs" => [legs::all(), scenes::of_legs()].concat(),
        "questions/moves" => moves::all(),
        "questions/recover" => recover::all(),
        "questions/walkers" => walkers::all(),
        _ => panic!("no file {name}"),
    };
    File { name, lines }
}

pub(super) const ELLIPSOIDS: [Shape; 4] =
    [Shape::EllipsoidHull, Shape::EllipseHull, Shape::EllipsoidBox, Shape::EllipseBox];

pub(super) fn line(request: String, answer: String) -> String {
    Object::default().with("request", request).with("answer", answer).text()
}

/// Queries with time. Every third asks for `more`, and every fifth for exact numbers, unless these
/// are too long.
fn contacts(queries: &[Query]) -> Vec<String> {
    let each = queries.iter().enumerate();
    each.map(|(i, query)| {
        let meeting = Meeting::of(query);
        second::agrees(query);
        let (question, answer) = wished(i, |more, exact| meeting.text(more, exact));
        line(request(query, question, None), answer)
    })
    .collect()
}

fn wished(i: usize, answer: impl Fn(bool, bool) -> String) -> (Question, String) {
    let more = i.is_multiple_of(3);
    let plain = answer(more, false);
    let with_exact = if i.is_multiple_of(5) { answer(more, true) } else { plain.clone() };
    let exact = with_exact.len() <= LONGEST_EXACT;
    let question = Question::FirstContact { more, exact: exact && i.is_multiple_of(5) };
    (question, if exact { with_exact } else { plain })
}

/// Families with the hardest one first; families of mostly random numbers come last.
fn easy_last<T: Copy>(families: &[(&'static str, T)]) -> Vec<(&'static str, T)> {
    let is_easy = |name: &str| matches!(name, "realistic" | "small integers" | "far" | "single");
    let (easy, hard): (Vec<_>, Vec<_>) =
        families.iter().copied().partition(|(name, _)| is_easy(name));
    [hard, easy].concat()
}

/// The first drawn query with a contact; every fourth query need not have one.
fn mostly_met(i: usize, mut draw: impl FnMut() -> Query) -> Query {
    let meets = |query: &Query| {
        let scene = Scene::new(query).expect("a target with planes");
        !matches!(scene.first_contact(), Truth::None)
    };
    let draws = if i % 4 == 3 { 1 } else { 8 };
    let mut query = draw();
    for _ in 1..draws {
        if meets(&query) {
            break;
        }
        query = draw();
    }
    query
}

/// Some queries of each family, with as many corners as requested, in the plane or in space; every
/// fifth is in `f32`, if possible.
pub(super) fn hulls(
    count: usize,
    corners_and_plane: impl Fn(usize) -> (usize, bool),
) -> Vec<Query> {
    let mut list = Vec::new();
    for (name, make) in easy_last(&HULL_FAMILIES) {
        let mut rng = Rng::new(corners_and_plane(1).0 as u64, name);
        for i in 0..count {
            let (corners, plane) = corners_and_plane(i);
            list.push(mostly_met(i, || {
                let mut query = make(&mut rng);
                query.vertices.rotate_left(rng.below(3));
                query = query.with_corners(corners);
                if plane {
                    query = query.to_plane();
                }
                let single = (i % 5 == 4).then(|| query.to_single());
                Query::from(&single.filter(|query| query.is_valid()).unwrap_or(query))
            }));
        }
    }
    list
}

/// Some queries of each family about each shape; every fifth is in `f32`, if possible.
pub(super) fn shapes(shapes: &[Shape], count: usize) -> Vec<Query> {
    let mut list = Vec::new();
    for (i, (_, make)) in easy_last(&FAMILIES).into_iter().enumerate() {
        for shape in shapes {
            let mut random = Random(10_000 + *shape as u64 * 100 + i as u64);
            for j in 0..count {
                let is_single = list.len() % 5 == 4;
                list.push(mostly_met(j, || {
                    let query = make(&mut random, *shape);
                    let single = is_single.then(|| query.clone().rounded_to_single());
                    single.filter(Query::is_valid).unwrap_or(query)
                }));
            }
        }
    }
    list
}

fn of_meshes() -> Vec<String> {
    meshes::queries().iter().enumerate().map(|(i, query)| mesh_contact(i, query)).collect()
}

/// The first contact with a mesh. Some ask for `more`, some for exact numbers, like all first
/// contacts.
pub(super) fn mesh_contact(i: usize, query: &MeshQuery) -> String {
    first_contact(i, &query.query, query.truth(), query.target())
}

/// The first contact with an obstacle of several pieces, `None` if there is none.
pub(super) fn first_contact(
    i: usize,
    query: &Query,
    meeting: Option<Meeting>,
    target: (&str, Object),
) -> String {
    let (question, answer) = match meeting {
        None => (
            Question::FirstContact { more: i.is_multiple_of(3), exact: i.is_multiple_of(5) },
            none(),
        ),
        Some(meeting) => wished(i, |more, exact| meeting.text(more, exact)),
    };
    line(request(query, question, Some(target)), answer)
}

pub(super) fn none() -> String {
    Object::default().with("status", "\"none\"").text()
}

// ---- without time ----

pub(super) fn at_rest(query: &Query) -> Query {
    let (still, origins) = ([0.0; 3], [[0.0; 3]; 2]);
    let t_max = [f64::INFINITY; 2];
    Query { velocity: still, drift: still, origins, t_max, ..query.clone() }
}

/// Families of queries that touch, that nearly touch or that are inside, and families of the most
/// difficult numbers.
const CLOSE: [&str; 10] = [
    "resting",
    "nudged",
    "within",
    "small integers",
    "flat",
    "standing still",
    "scaled",
    "mixed",
    "rays",
    "single",
];

fn close(shape: Shape, count: usize, seed: u64) -> Vec<Query> {
    let mut list = Vec::new();
    for (i, name) in CLOSE.into_iter().enumerate() {
        let (_, make) = FAMILIES.iter().find(|family| family.0 == name).expect("a family");
        let mut random = Random(seed + shape as u64 * 100 + i as u64);
        for j in 0..count {
            // Every other query has an overlap, if possible.
            let mut draw = || at_rest(&make(&mut random, shape));
            let mut query = draw();
            for _ in 0..if j % 2 == 0 { 8 } else { 0 } {
                if Scene::new(&query).expect("a target with planes").intersects() {
                    break;
                }
                query = draw();
            }
            list.push(query);
        }
    }
    list
}

fn intersects() -> Vec<String> {
    let ask = |query: &Query, hollow: [bool; 2], answer: bool, mesh: Option<&MeshQuery>| {
        let answer = Object::default().with("intersects", answer.to_string()).text();
        let mesh = mesh.map(MeshQuery::target);
        line(request(query, Question::Intersects { hollow }, mesh), answer)
    };
    let mut lines = Vec::new();
    const BOXES: [Shape; 4] = [Shape::Box, Shape::FlatBox, Shape::EllipsoidBox, Shape::EllipseBox];
    let surfaces = BOXES.into_iter().flat_map(|shape| close(shape, 3, 20_000));
    for (i, query) in errata::pairs().into_iter().chain(surfaces).enumerate() {
        let four = solid_and_hollow(&query);
        let hollow = [[true, true], [true, false], [false, true], [false, false]][i % 4];
        let place = usize::from(hollow[0]) + 2 * usize::from(hollow[1]);
        lines.push(ask(&query, hollow, four[place], None));
    }
    const OTHERS: [Shape; 7] = [
        Shape::Oriented,
        Shape::Rectangle,
        Shape::Parallelepiped,
        Shape::Polytope,
        Shape::Polygon,
        Shape::EllipsoidHull,
        Shape::EllipseHull,
    ];
    let hulls = hulls(2, |i| (3 - i, i == 1));
    let others = OTHERS.into_iter().flat_map(|shape| close(shape, 2, 30_000));
    for query in hulls.iter().map(at_rest).chain(others) {
        let scene = Scene::new(&query).expect("a target with planes");
        lines.push(ask(&query, [false; 2], scene.intersects(), None));
    }
    for mut query in meshes::queries().into_iter().step_by(6) {
        query.query = at_rest(&query.query);
        lines.push(ask(&query.query, [false; 2], query.intersects(), Some(&query)));
    }
    lines
}

/// Whether the two meet if both are solid, if the mover is hollow, if the box is hollow, and if
/// both are hollow. The first is compared with the other oracle.
fn solid_and_hollow(query: &Query) -> [bool; 4] {
    let dimension = if query.plane { 2 } else { 3 };
    let numbers = |v: &[f64; 3]| v[..dimension].to_vec();
    let Target::Box { min, max } = &query.target else { panic!("only boxes may be hollow") };
    let radii = match &query.mover {
        Mover::Sphere(radius) => Radii::One(*radius),
        Mover::Ellipsoid(radii) => Radii::Each(numbers(radii)),
        Mover::Capsule(..) => panic!("a capsule is not hollow"),
    };
    let center = numbers(&query.center);
    let four =
        Integers::of(&Pair { center, radii, min: numbers(min), max: numbers(max) }).answers();
    let scene = Scene::new(query).expect("a box has planes");
    assert_eq!(four[0], scene.intersects(), "two oracles differ: {query:?}");
    four
}

fn containments() -> Vec<String> {
    let inscribed = (0..40).map(|i| inscribed(&mut Random(40_000 + i)));
    let others =
        [Shape::Polytope, Shape::Polygon].into_iter().flat_map(|shape| close(shape, 6, 50_000));
    let ask = |query: Query| {
        let containment = match Scene::new(&query).expect("a polytope has planes").side() {
            Position::Inside => "\"inside\"",
            Position::Intersecting => "\"intersecting\"",
            Position::Outside => "\"outside\"",
        };
        let answer = Object::default().with("containment", containment).text();
        line(request(&query, Question::Side, None), answer)
    };
    errata::sides().into_iter().chain(inscribed).chain(others).map(ask).collect()
}

/// A ball that touches the nearest planes about it from inside, exactly or up to the least step.
fn inscribed(random: &mut Random) -> Query {
    const WHOLE: [([f64; 3], f64); 5] = [
        ([1.0, 2.0, 2.0], 3.0),
        ([0.0, 3.0, 4.0], 5.0),
        ([2.0, 3.0, 6.0], 7.0),
        ([1.0, 4.0, 8.0], 9.0),
        ([0.0, 0.0, 1.0], 1.0),
    ];
    let center = random.integers(-9, 9);
    let mut radius = f64::INFINITY;
    let planes = (0..1 + random.below(6)).map(|_| {
        let (mut normal, length) = WHOLE[random.below(5) as usize];
        normal.rotate_left(random.below(3) as usize);
        normal = normal.map(|x| if random.below(2) == 0 { -x } else { x });
        let out = random.integer(1, 12);
        radius = radius.min(out * length);
        let stretch = [1.0, 3.0, 0.125][random.below(3) as usize];
        [[0, 1, 2].map(|k| center[k] + out * normal[k]), normal.map(|x| x * stretch)]
    });
    let target = Target::Polytope(planes.collect());
    let radius = [radius, radius.next_down(), radius.next_up()][random.below(3) as usize];
    Query::new(center, radius, [0.0; 3], target)
}
