//! Queries with meshes, and their truth: the oracle judges each triangle, and the exact numbers are
//! compared.

use super::answer::Meeting;
use super::json::{Object, array};
use super::request::style;
use super::root::Root;
use crate::convex_oracle::families::{FAMILIES, Shape, axes};
use crate::convex_oracle::{Mover, Query, Real, Scene, Target, Time, Touch, Truth};
use crate::oracle::Query as HullQuery;
use crate::oracle::families::{FAMILIES as HULL_FAMILIES, Rng};
use crate::random::Random;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// Vertices and triangles.
pub type Indexed = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// The placement of a mesh: it is turned by a quaternion, then moved.
pub type Placement = ([f64; 4], [f64; 3]);

/// The mover of a mesh query. The target in the query does not count.
#[derive(Clone, Debug)]
pub struct MeshQuery {
    pub query: Query,
    pub mesh: Indexed,
    pub placement: Option<Placement>,
}

impl MeshQuery {
    fn new(query: Query, mesh: Indexed) -> Self {
        Self { query, mesh, placement: None }
    }

    /// A query of a point and a mesh. If `single` is set, the numbers of both are rounded to
    /// `f32`s.
    pub fn of_point(point: [f64; 3], mesh: Indexed, single: bool) -> Self {
        let query = Query::new(point, 0.0, [0.0; 3], Target::Point([0.0; 3]));
        let query = Self::new(query, mesh);
        if single { query.rounded_to_single() } else { query }
    }

    /// The same query with each triangle as its target.
    pub fn each(&self) -> Vec<Query> {
        let (vertices, triangles) = &self.mesh;
        let target = |t: &[u32; 3]| {
            let vertices = t.map(|i| vertices[i as usize]);
            match self.placement {
                None => Target::Triangle(vertices),
                Some((rotation, translation)) => Target::Placed { vertices, rotation, translation },
            }
        };
        triangles.iter().map(|t| Query { target: target(t), ..self.query.clone() }).collect()
    }

    pub fn is_valid(&self) -> bool {
        !self.mesh.1.is_empty() && self.each().iter().all(Query::is_valid)
    }

    pub fn intersects(&self) -> bool {
        self.each().iter().any(|query| scene(query).intersects())
    }

    /// The contact with the first triangle, or the overlap with the closest one.
    pub fn truth(&self) -> Option<Meeting> {
        let each = self.each();
        let (triangle, meeting) = first_of(&each)?;
        Some(Meeting { triangle: Some(triangle), ..meeting })
    }

    /// The mesh in a request.
    pub fn target(&self) -> (&'static str, Object) {
        let (style, (vertices, triangles)) = (style(&self.query), &self.mesh);
        let indices = |t: &[u32; 3]| array(t.iter().map(u32::to_string));
        let object = Object::default()
            .with("vertices", array(vertices.iter().map(|v| style.vector(v))))
            .with("triangles", array(triangles.iter().map(indices)));
        let object = match &self.placement {
            None => object,
            Some((rotation, translation)) => object
                .with("rotation", style.numbers(rotation))
                .with("translation", style.vector(translation)),
        };
        ("mesh", object)
    }

    /// The query with each number rounded to an `f32`.
    fn rounded_to_single(&self) -> Self {
        let mut single = self.clone();
        single.query = single.query.rounded_to_single();
        let narrow = |x: &mut f64| *x = f64::from(*x as f32);
        single.mesh.0.iter_mut().flatten().for_each(narrow);
        if let Some((rotation, translation)) = &mut single.placement {
            rotation.iter_mut().chain(translation).for_each(narrow);
        }
        single
    }
}

// ---- several convex pieces, which are queried one by one ----

/// The piece with the first contact, or the closest of the overlapped ones, by its index, the
/// lowest one at equal times or distances. `None` if there is none.
pub fn first_of(each: &[Query]) -> Option<(usize, Meeting)> {
    let mut truths: Vec<Truth> = each.iter().map(|query| scene(query).first_contact()).collect();
    let overlap = truths.iter().any(|truth| matches!(truth, Truth::Overlap(_)));
    let counts = |(query, truth): (&Query, &Truth)| {
        matches!(truth, Truth::Overlap(_)).then(|| squared_distance(query)).flatten()
    };
    let piece = if overlap {
        first_least(each.iter().zip(&truths).map(counts))
    } else {
        first_least(truths.iter().map(|truth| match truth {
            Truth::Contact(touch) => time_of(touch),
            _ => None,
        }))
    }?;
    let query = each[piece].clone();
    let truth = truths.swap_remove(piece);
    let last_time = match &truth {
        Truth::Overlap(touch) | Truth::Contact(touch) => last_of(each, touch),
        Truth::None => None,
    };
    Some((
        piece,
        Meeting {
            query,
            truth,
            triangle: None,
            item: None,
            leg: None,
            last_time,
            penetration: None,
        },
    ))
}

/// The rounded end of the contact with all pieces, from the first contact on and without a gap.
/// `None` if it never ends.
fn last_of(each: &[Query], first: &Touch) -> Option<f64> {
    // The interval of contact of a piece, for a motion without end; and the interval's rounded end.
    let stay = |query: &Query| {
        let scene = scene(&Query { t_max: [f64::INFINITY; 2], ..query.clone() });
        let begin = match scene.first_contact() {
            Truth::None => return None,
            Truth::Overlap(touch) | Truth::Contact(touch) => time_of(&touch)?,
        };
        let end = scene.last_time().and_then(|(at, time)| {
            Some((Root::of(&time, &at)?, time.nearest(&at, query.format())))
        });
        Some((begin, end))
    };
    let mut stays: Vec<_> = each.iter().filter_map(stay).collect();
    stays.sort_by(|a, b| a.0.cmp(&b.0));
    let mut end = (time_of(first)?, first.time.nearest(&first.at, each[0].format()));
    for (begin, later) in stays {
        if begin.cmp(&end.0).is_le() {
            let later = later?;
            if later.0.cmp(&end.0).is_gt() {
                end = later;
            }
        }
    }
    Some(end.1)
}

pub fn time_of(touch: &Touch) -> Option<Root> {
    Root::of(&touch.time, &touch.at)
}

pub fn scene(query: &Query) -> Scene {
    Scene::new(query).expect("a triangle has planes")
}

/// The squared distance from the centre, or the axis, to the closest point; `None` if there is no
/// point.
pub fn squared_distance(query: &Query) -> Option<Root> {
    let mover = match query.mover {
        Mover::Ellipsoid(_) => Mover::Sphere(0.0),
        mover => mover.with_radius(0.0),
    };
    let scene = scene(&Query { mover, rounding: 0.0, ..query.clone() });
    let (q, s, exponent) = match scene.closest()?.distance {
        Real::Surd { q, s, exponent, .. } => (q, s, exponent),
        // The axis meets the mesh.
        Real::Linear { s, exponent, .. } => (BigInt::ZERO, s, exponent),
        other => panic!("a distance is a root or zero: {other:?}"),
    };
    let square = Real::Linear { p: q, q: BigInt::ZERO, s: &s * &s, exponent: 2 * exponent };
    Root::of(&square, &Time::Start)
}

pub fn first_least(numbers: impl Iterator<Item = Option<Root>>) -> Option<usize> {
    let mut best: Option<(usize, Root)> = None;
    for (i, number) in numbers.enumerate() {
        let Some(number) = number else { continue };
        if best.as_ref().is_none_or(|(_, least)| number.cmp(least) == Ordering::Less) {
            best = Some((i, number));
        }
    }
    best.map(|(i, _)| i)
}

// ---- families ----

/// The corners of a box, and two triangles for each of its sides.
fn cube(min: [f64; 3], max: [f64; 3]) -> Indexed {
    let bounds = [min, max];
    let vertices = (0..8).map(|i| [0, 1, 2].map(|k| bounds[i >> k & 1][k])).collect();
    let sides =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    (vertices, triangles)
}

fn shuffled((vertices, mut triangles): Indexed, random: &mut Random) -> Indexed {
    for i in (1..triangles.len()).rev() {
        triangles.swap(i, random.below(i as u64 + 1) as usize);
    }
    triangles.iter_mut().for_each(|t| t.rotate_left(random.below(3) as usize));
    (vertices, triangles)
}

/// A query with the surface of a box instead of the box.
fn boxes(random: &mut Random, family: usize, shape: Shape) -> MeshQuery {
    let query = FAMILIES[family].1(random, shape);
    let Target::Box { min, max } = query.target else { panic!("not a box: {shape:?}") };
    MeshQuery::new(query, shuffled(cube(min, max), random))
}

/// A triangle, another one across an edge, one at a vertex, and a copy of the triangle. They share
/// vertices, or each has vertices of its own.
fn fan(random: &mut Random, query: &HullQuery) -> MeshQuery {
    let [a, b, c] = query.vertices;
    let across = [0, 1, 2].map(|k| a[k] + b[k] - c[k]);
    let beyond = [0, 1, 2].map(|k| 2.0 * a[k] - b[k]);
    let mesh = if random.below(2) == 0 {
        (vec![a, b, c, across, beyond], vec![[0, 1, 2], [1, 0, 3], [4, 3, 0], [1, 2, 0]])
    } else {
        let corners = vec![a, b, c, b, a, across, a, beyond, across, b, c, a];
        (corners, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])
    };
    MeshQuery::new(Query::from(query), shuffled(mesh, random))
}

/// A mesh of unrelated triangles.
fn soup(rng: &mut Rng, make: fn(&mut Rng) -> HullQuery) -> MeshQuery {
    let query = make(rng);
    let others = [0; 5].map(|_| make(rng).vertices);
    let vertices: Vec<[f64; 3]> = others.into_iter().chain([query.vertices]).flatten().collect();
    let triangles = (0..6).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    MeshQuery::new(Query::from(&query), (vertices, triangles))
}

/// Stairs of whole heights on a grid, and a ball that rolls along them or falls on them. Ties are
/// common.
fn terrain(random: &mut Random) -> MeshQuery {
    let height = random.below(3) as i64;
    let vertices = (0..9)
        .map(|i| [f64::from(i % 3) * 2.0, f64::from(i / 3) * 2.0, random.integer(0, height)])
        .collect();
    let square = |i: u32| [[i, i + 1, i + 4], [i, i + 4, i + 3]];
    let triangles = [0, 1, 3, 4].into_iter().flat_map(square).collect();
    let radius = random.integer(0, 2);
    let mut center = random.integers(-2, 6);
    center[2] = radius + random.integer(0, 3);
    let mut velocity = random.integers(-2, 2);
    if random.below(2) == 0 {
        velocity[2] = 0.0;
    }
    let query = Query::new(center, radius, velocity, Target::Point([0.0; 3]));
    MeshQuery::new(query, shuffled((vertices, triangles), random))
}

/// The first drawn query with a contact; every fourth query need not have one.
fn mostly_met(i: usize, mut draw: impl FnMut() -> MeshQuery) -> MeshQuery {
    let draws = if i % 4 == 3 { 1 } else { 8 };
    let mut query = draw();
    for _ in 1..draws {
        if query.is_valid() && query.truth().is_some() {
            break;
        }
        query = draw();
    }
    query
}

/// The meshes of the queries with spheres, transformed by an inverse rotation and translation.
/// Placed by the rotation and the translation, they are exactly at their old positions for a
/// quarter turn and small whole numbers, and nearby otherwise.
pub fn placed() -> Vec<MeshQuery> {
    let mut random = Random(800);
    let mut place = |query: MeshQuery| {
        let (rotation, translation) = (quaternion(&mut random), random.integers(-3, 3));
        let columns = axes(rotation);
        let square: f64 = rotation.iter().map(|x| x * x).sum();
        let back = |v: [f64; 3]| {
            let moved = [0, 1, 2].map(|k| v[k] - translation[k]);
            columns.map(|column| (0..3).map(|k| column[k] * moved[k]).sum::<f64>() / square)
        };
        let vertices = query.mesh.0.iter().map(|v| back(*v)).collect();
        let placement = Some((rotation, translation));
        let placed = MeshQuery { mesh: (vertices, query.mesh.1), placement, query: query.query };
        if placed.query.single { placed.rounded_to_single() } else { placed }
    };
    let spheres =
        queries().into_iter().filter(|query| matches!(query.query.mover, Mover::Sphere(_)));
    spheres.map(&mut place).filter(MeshQuery::is_valid).collect()
}

fn quaternion(random: &mut Random) -> [f64; 4] {
    const QUARTERS: [[f64; 4]; 4] =
        [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 1.0, -1.0, 0.0], [1.0, -1.0, 1.0, 1.0]];
    match random.below(2) {
        0 => QUARTERS[random.below(4) as usize],
        _ => [0; 4].map(|_| random.integer(1, 4) * [1.0, -1.0][random.below(2) as usize]),
    }
}

/// All queries with meshes.
pub fn queries() -> Vec<MeshQuery> {
    let mut list = Vec::new();
    for (i, (name, make)) in HULL_FAMILIES.into_iter().enumerate() {
        let mut rng = Rng::new(5, name);
        let mut random = Random(500 + i as u64);
        for j in 0..3 {
            list.push(mostly_met(j, || fan(&mut random, &make(&mut rng))));
        }
        list.push(mostly_met(i, || soup(&mut rng, make)));
    }
    for shape in [Shape::Box, Shape::EllipsoidBox] {
        for family in 0..FAMILIES.len() {
            let mut random = Random(700 + shape as u64 * 100 + family as u64);
            list.push(mostly_met(family, || boxes(&mut random, family, shape)));
        }
    }
    let mut random = Random(600);
    list.extend((0..40).map(|_| terrain(&mut random)));
    for (i, query) in list.iter_mut().enumerate() {
        if i % 5 == 4 {
            let single = query.rounded_to_single();
            if single.is_valid() {
                *query = single;
            }
        }
    }
    list.retain(MeshQuery::is_valid);
    list
}
