//! Questions about meshes, and what is true about them: the oracle is asked about each triangle, and the exact numbers are compared.

use super::answer::Meeting;
use super::root::Root;
use crate::convex_oracle::families::{FAMILIES, Shape};
use crate::convex_oracle::{Mover, Query, Real, Scene, Target, Time, Truth};
use crate::oracle::Query as HullQuery;
use crate::oracle::families::{FAMILIES as HULL_FAMILIES, Rng};
use crate::random::Random;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// Vertices and triangles.
pub type Indexed = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// What moves towards a mesh. The target in the query does not count.
#[derive(Clone, Debug)]
pub struct MeshQuery {
    pub query: Query,
    pub mesh: Indexed,
}

/// What a mesh is met like, and the query about the triangle that is met.
pub struct Met {
    query: Query,
    triangle: usize,
    truth: Truth,
    last_time: Option<f64>,
}

impl Met {
    pub fn meeting(self) -> Meeting {
        let Self { query, triangle, truth, last_time } = self;
        Meeting { query, truth, triangle: Some(triangle), last_time, penetration: None }
    }
}

impl MeshQuery {
    /// The same question about each triangle.
    pub fn each(&self) -> Vec<Query> {
        let (vertices, triangles) = &self.mesh;
        let target = |t: &[u32; 3]| Target::Triangle(t.map(|i| vertices[i as usize]));
        triangles.iter().map(|t| Query { target: target(t), ..self.query.clone() }).collect()
    }

    pub fn is_valid(&self) -> bool {
        !self.mesh.1.is_empty() && self.each().iter().all(Query::is_valid)
    }

    pub fn intersects(&self) -> bool {
        self.each().iter().any(|query| scene(query).intersects())
    }

    /// The first triangle that is met, or the closest if they overlap; the lowest of several. `None` if none is.
    pub fn truth(&self) -> Option<Met> {
        let each = self.each();
        let mut truths: Vec<Truth> =
            each.iter().map(|query| scene(query).first_contact()).collect();
        let overlap = truths.iter().any(|truth| matches!(truth, Truth::Overlap(_)));
        let triangle = if overlap {
            first_least(each.iter().map(|query| Some(squared_distance(query))))
        } else {
            first_least(truths.iter().map(|truth| match truth {
                Truth::Contact(touch) => Root::of(&touch.time, &touch.at),
                _ => None,
            }))
        }?;
        let query = each[triangle].clone();
        let truth = match truths.swap_remove(triangle) {
            // The closest to the centre of an ellipsoid need not be one that it overlaps.
            Truth::None | Truth::Contact(_) if overlap => closest_at_start(&query),
            truth => truth,
        };
        let last_time = self.last_time();
        Some(Met { query, triangle, truth, last_time })
    }

    /// When nothing of the mesh is touched any more, rounded: from the first touch on, in one go. `None` if that is never.
    fn last_time(&self) -> Option<f64> {
        // When each is touched, and the end rounded.
        let stay = |query: Query| {
            let scene = scene(&Query { t_max: [f64::INFINITY; 2], ..query });
            let begin = match scene.first_contact() {
                Truth::None => return None,
                Truth::Overlap(touch) | Truth::Contact(touch) => touch,
            };
            let (at, time) = scene.last_time()?;
            let end = Root::of(&time, &at)?;
            Some((Root::of(&begin.time, &begin.at)?, end, time.nearest(&at, self.query.format())))
        };
        let mut stays: Vec<_> = self.each().into_iter().filter_map(stay).collect();
        stays.sort_by(|a, b| a.0.cmp(&b.0));
        let mut stays = stays.into_iter();
        let (_, mut end, mut rounded) = stays.next()?;
        for (begin, later, later_rounded) in stays {
            if begin.cmp(&end).is_le() && later.cmp(&end).is_gt() {
                (end, rounded) = (later, later_rounded);
            }
        }
        Some(rounded)
    }
}

pub fn scene(query: &Query) -> Scene {
    Scene::new(query).expect("a triangle has planes")
}

pub fn squared_distance(query: &Query) -> Root {
    let query = Query { mover: Mover::Sphere(0.0), rounding: 0.0, ..query.clone() };
    let closest = scene(&query).closest().expect("a triangle is not empty");
    let Real::Surd { q, s, exponent, .. } = closest.distance else {
        panic!("a distance is a root")
    };
    let square = Real::Linear { p: q, q: BigInt::ZERO, s: &s * &s, exponent: 2 * exponent };
    Root::of(&square, &Time::Start).expect("a rational number")
}

/// As an overlap: the centre, and the point closest to it.
fn closest_at_start(query: &Query) -> Truth {
    // A sphere that is large enough overlaps everything.
    let large = Query { mover: Mover::Sphere(f64::MAX), single: false, ..query.clone() };
    match scene(&large).first_contact() {
        Truth::Overlap(touch) => Truth::Overlap(touch),
        _ => panic!("too far apart: {query:?}"),
    }
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

/// What is asked about a box, asked about its surface.
fn boxes(random: &mut Random, family: usize, shape: Shape) -> MeshQuery {
    let query = FAMILIES[family].1(random, shape);
    let Target::Box { min, max } = query.target else { panic!("not a box: {shape:?}") };
    MeshQuery { query, mesh: shuffled(cube(min, max), random) }
}

/// A triangle with another one across an edge, one at a vertex, and itself once more; by indices or with vertices of their own.
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
    MeshQuery { query: Query::from(query), mesh: shuffled(mesh, random) }
}

/// Triangles that have nothing to do with each other.
fn soup(rng: &mut Rng, make: fn(&mut Rng) -> HullQuery) -> MeshQuery {
    let query = make(rng);
    let others = [0; 5].map(|_| make(rng).vertices);
    let vertices: Vec<[f64; 3]> = others.into_iter().chain([query.vertices]).flatten().collect();
    let triangles = (0..6).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    MeshQuery { query: Query::from(&query), mesh: (vertices, triangles) }
}

/// Steps of whole height on a grid, and a ball that rolls along them or falls on them: ties everywhere.
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
    MeshQuery { query, mesh: shuffled((vertices, triangles), random) }
}

/// The first of some that meet; each fourth as it comes.
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

/// All questions about meshes.
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
            let mut single = query.clone();
            single.query = single.query.rounded_to_single();
            single.mesh.0.iter_mut().flatten().for_each(|x| *x = f64::from(*x as f32));
            if single.is_valid() {
                *query = single;
            }
        }
    }
    list.retain(MeshQuery::is_valid);
    list
}
