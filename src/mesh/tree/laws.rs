//! Tests of the bounds of the search: no lower bound is too late, no upper bound is too early, and
//! no triangle that is met is ruled out.
//!
//! Exact times are the reference. Eight triangles are tested at a time, alone and as the children
//! of nodes, on the widest lanes of this machine and on the narrow ones.

use super::arrival::Arrival;
use super::bound::{HalfAxes, TreeQuery};
use super::closeness::Closeness;
use super::frame::MeshSurface;
use super::hull::TreeHull;
use super::node::{MeshNode, WIDTH, step};
use super::split::BRANCH;
use super::store::MeshTree;
use crate::contact::ConvexShape as _;
use crate::mesh::in_frame::{BoxAround, box_around};
use crate::mesh::sweep::{MeshBounds, PathPart, Sweep, place};
use crate::number::{Eight, Task, run};
use crate::random::Random;
use crate::{Answer, Contact, ExactAnswer, Hull, Inflated, Moving, OrientedBox, Rational};
use crate::{Rotation, Sphere, Surd, Triangle};
use std::vec::Vec;

type TriangleCorners = [[f64; 3]; 3];

fn exact(x: f64) -> Surd {
    Surd::from(Rational::try_from(x).unwrap())
}

/// A mesh of `count` triangles, and a moving sphere.
struct MeshCase {
    vertices: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    ball: Moving<Sphere<f64, 3>>,
}

impl MeshCase {
    /// Families of near misses and near hits: paths that graze a corner or a plane within a few
    /// floats, or less.
    fn new(random: &mut Random, count: usize) -> Self {
        let scale = [1.0, 1e-4, 1e7][random.below(3) as usize];
        let away = [0.0, 0.0, 1e3, 1e9][random.below(4) as usize] * scale;
        let middle = random.vector(-away, away);
        let size = [1.0, 0.1, 0.01][random.below(3) as usize] * scale;
        let mut vertices = Vec::new();
        for _ in 0..count {
            let near = random.vector(-scale, scale);
            let corner = |random: &mut Random| {
                let step = random.vector(-size, size);
                [0, 1, 2].map(|k| middle[k] + near[k] + step[k])
            };
            let [a, b, mut c] = [(); 3].map(|()| corner(random));
            match random.below(6) {
                0 => c = [0, 1, 2].map(|k| 0.5 * (a[k] + b[k])),
                1 => c = a,
                _ => {}
            }
            vertices.extend([a, b, c]);
        }
        // Half of the meshes are fans of eight triangles around an edge, so that eight fit in a
        // leaf.
        let together = if random.below(2) == 0 { 8 } else { 1 };
        let triangles = (0..count as u32)
            .map(|i| [3 * (i - i % together), 3 * (i - i % together) + 1, 3 * i + 2])
            .collect();
        let radius = [0.0, 1e-3, 0.05, 0.3, 3.0, 200.0][random.below(6) as usize] * scale;
        let aim = vertices[random.below(vertices.len() as u64) as usize];
        let distance = [0.5, 2.0, 50.0][random.below(3) as usize] * (scale + radius);
        let mut direction = random.vector(-1.0, 1.0);
        if random.below(3) == 0 {
            let axis = random.below(3) as usize;
            direction = [0, 1, 2].map(|k| if k == axis { 1.0 } else { 0.0 });
        }
        let across = {
            let [x, y, z] = direction;
            let [u, v, w] = random.vector(-1.0, 1.0);
            [y * w - z * v, z * u - x * w, x * v - y * u]
        };
        let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (along, aside) = (length(direction), length(across));
        // The path passes a corner at about the radius, so the ball grazes the corner, or nearly.
        let offset = radius
            * (1.0 + random.between(-1.0, 1.0) * [0.5, 1e-6, 1e-8][random.below(3) as usize]);
        let center = [0, 1, 2]
            .map(|k| aim[k] - direction[k] / along * distance + across[k] / aside * offset);
        let speed = [1.0, 1e-6, 1e9, 0.0][random.below(16).min(3) as usize] * scale;
        let velocity = direction.map(|x| x * speed);
        let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
        let [a, b, c] = [0, 1, 2].map(|i| vertices[i]);
        let first = ball.contact_time(&Triangle::new(a, b, c).unwrap());
        let t_max = match random.below(4) {
            0 => f64::INFINITY,
            1 => first.unwrap_or(f64::INFINITY),
            _ if speed == 0.0 => 1.0,
            _ => distance / speed / along * random.between(0.2, 2.0),
        };
        Self { vertices, triangles, ball: ball.until(t_max).unwrap() }
    }

    /// Turns one edge of each triangle almost to an axis of a box: their product is mostly
    /// roundings.
    fn lay_along(&mut self, axes: &[[f64; 3]; 3], random: &mut Random) {
        for corners in self.vertices.chunks_exact_mut(3) {
            let axis = axes[random.below(3) as usize];
            let size = axis.iter().fold(f64::MIN_POSITIVE, |size, x| size.max(x.abs()));
            let length = random.between(-1.0, 1.0) * (corners[1][0] - corners[0][0]);
            let off = [0.0, 1e-9, 1e-7, 1e-5, 1e-3][random.below(5) as usize];
            corners[1] = [0, 1, 2].map(|k| {
                corners[0][k] + length * (axis[k] / size + off * random.between(-1.0, 1.0))
            });
        }
    }

    fn surface(&self) -> MeshSurface<'_, f64> {
        MeshSurface { vertices: &self.vertices, triangles: &self.triangles }
    }

    fn corners(&self, triangle: u32) -> TriangleCorners {
        self.triangles[triangle as usize].map(|i| self.vertices[i as usize])
    }

    fn tree(&self) -> (MeshTree, MeshBounds) {
        let bounds = MeshBounds::of(self.vertices.iter().copied());
        (MeshTree::new(self.surface(), bounds.min, bounds.max), bounds)
    }

    fn path_part(&self, tree: &MeshTree, bounds: &MeshBounds) -> Option<PathPart> {
        let (center, radius) = (self.ball.shape().center(), self.ball.shape().radius());
        let sweep = Sweep {
            center,
            half_axes: HalfAxes::Point,
            radii: [radius; 3],
            velocity: self.ball.velocity(),
            slack: 0.0,
        };
        sweep.past(bounds, tree.frame(), self.ball.t_max())
    }

    /// The exact time of the first contact with this triangle: zero for an overlap; `None` if there
    /// is no contact until the end.
    fn time(&self, triangle: u32) -> Option<Surd> {
        let [a, b, c] = self.corners(triangle);
        match self.ball.first_contact_exact(&Triangle::new(a, b, c).unwrap()) {
            ExactAnswer::None => None,
            ExactAnswer::Overlap(_) => Some(exact(0.0)),
            ExactAnswer::Contact(Contact { time, .. }) => Some(time),
        }
    }
}

/// The bounds of a query for all triangles of a tree of one node: for the children, which are
/// leaves, and for the triangles.
struct QueryBounds {
    /// For each triangle, the bound of its leaf and its own bound; each triangle is listed twice,
    /// with the corners of the leaf and with the exact corners.
    lower: Vec<(u32, Option<f32>, Option<f32>)>,
    upper: f32,
}

struct QueryTask<'a, F>(&'a MeshTree, MeshSurface<'a, f64>, F, f32);

trait Make {
    fn make<E: Eight>(&self) -> impl TreeQuery<E>;
}

impl<F: Make> Task for QueryTask<'_, F> {
    type Output = QueryBounds;
    #[cfg_attr(hot, inline(always))]
    fn run<E: Eight>(self) -> QueryBounds {
        let Self(tree, surface, make, limit) = self;
        let question = make.make::<E>();
        let node: &MeshNode = &tree.nodes[0];
        let children = question.children(node, 0.0, limit).map_or([f32::INFINITY; WIDTH], E::store);
        let key = |key: f32| (key < f32::INFINITY).then_some(key);
        let mut answers = QueryBounds { lower: Vec::new(), upper: limit };
        for (lane, &child) in children.iter().enumerate().take(usize::from(node.count)) {
            let of_leaf = key(child);
            let leaf = &tree.leaves[node.child(lane).leaf().unwrap()];
            // The corners that the leaf stores, and the exact corners.
            let grid = node.grid(lane);
            let triangles = leaf.triangles.map(|triangle| surface.triangles[triangle as usize]);
            let exactly = tree.frame().gather::<E>(&triangles, surface.coordinates());
            for (corners, blur) in [(leaf.corners::<E>(&grid), grid.blur()), (exactly, 0.0)] {
                let (lower, upper) = question.triangles(&corners, blur, E::splat(0.0), limit);
                if upper < answers.upper {
                    answers.upper = upper;
                }
                let lower = lower.store();
                for (i, &triangle) in leaf.triangles.iter().enumerate() {
                    if !leaf.repeats(i) {
                        answers.lower.push((triangle, of_leaf, key(lower[i])));
                    }
                }
            }
        }
        answers
    }
}

#[derive(Clone, Copy)]
struct ArrivalOf<'a>(&'a PathPart);
impl Make for ArrivalOf<'_> {
    #[cfg_attr(hot, inline(always))]
    fn make<E: Eight>(&self) -> impl TreeQuery<E> {
        Arrival::<E, false>::new(&self.0.body.unwrap(), None, true)
    }
}

#[derive(Clone, Copy)]
struct ArrivalOfBox<'a>(&'a PathPart);
impl Make for ArrivalOfBox<'_> {
    #[cfg_attr(hot, inline(always))]
    fn make<E: Eight>(&self) -> impl TreeQuery<E> {
        Arrival::<E, true>::new(&self.0.body.unwrap(), None, true)
    }
}

/// A hull, and whether only the first of the triangles counts.
#[derive(Clone, Copy)]
struct ArrivalOfHull<'a>(&'a PathPart, &'a TreeHull<'a>, bool);
impl Make for ArrivalOfHull<'_> {
    #[cfg_attr(hot, inline(always))]
    fn make<E: Eight>(&self) -> impl TreeQuery<E> {
        Arrival::<E, true>::new(&self.0.body.unwrap(), Some(self.1), self.2)
    }
}

#[derive(Clone, Copy)]
struct HowClose<'a>(&'a super::TreeBody);
impl Make for HowClose<'_> {
    #[cfg_attr(hot, inline(always))]
    fn make<E: Eight>(&self) -> impl TreeQuery<E> {
        Closeness::<E, false>::new(self.0)
    }
}

/// Evaluates a query on both kinds of lanes.
fn ask<F: Make + Copy>(tree: &MeshTree, scene: &MeshCase, make: F, limit: f32) -> [QueryBounds; 2] {
    let ask = || QueryTask(tree, scene.surface(), make, limit);
    [ask().run::<crate::number::Narrow>(), run(ask())]
}

#[test]
fn times_are_bounded() {
    let mut random = Random(11);
    let (mut met, mut ruled_out, mut bounded) = (0, 0, 0);
    for i in 0..16_000 {
        let scene = MeshCase::new(&mut random, [3, 8, 24][i % 3]);
        let (tree, bounds) = scene.tree();
        if tree.nodes.len() != 1 {
            continue;
        }
        let count = scene.triangles.len() as u32;
        let times: Vec<Option<Surd>> = (0..count).map(|i| scene.time(i)).collect();
        let Some(way) = scene.path_part(&tree, &bounds) else {
            assert!(times.iter().all(Option::is_none), "{:?}", scene.ball);
            continue;
        };
        let at = |key: f32| {
            let duration = exact(way.duration).checked_mul(&exact(f64::from(key))).unwrap();
            exact(way.start).checked_add(&duration).unwrap()
        };
        if way.body.is_none() {
            continue;
        }
        for answers in ask(&tree, &scene, ArrivalOf(&way), 1.0) {
            for (triangle, of_leaf, alone) in answers.lower {
                for bound in [of_leaf, alone] {
                    match (&times[triangle as usize], bound) {
                        (Some(time), Some(bound)) => {
                            met += 1;
                            assert!(at(bound) <= *time, "{bound} {:?}", scene.ball);
                        }
                        // The upper bound may rule out a triangle only if another one is met
                        // earlier.
                        (Some(time), None) => {
                            assert!(at(answers.upper) < *time, "{triangle} {:?}", scene.ball);
                        }
                        (None, bound) => ruled_out += usize::from(bound.is_none()),
                    }
                }
            }
            if answers.upper < 1.0 {
                bounded += 1;
                let least = times.iter().flatten().min().expect("something is met");
                assert!(*least <= at(answers.upper), "{:?}", scene.ball);
            }
        }
    }
    assert!(met > 20_000 && ruled_out > 20_000 && bounded > 3_000, "{met} {ruled_out} {bounded}");
}

/// A box whose surface passes a corner of the mesh, within a few floats or far away; half of the
/// boxes are turned, and some are flat or inflated.
fn a_box(random: &mut Random, scene: &MeshCase) -> Moving<Inflated<OrientedBox<f64, 3>>> {
    let radius = scene.ball.shape().radius();
    let size = |random: &mut Random| radius * [1.0, 1.0, 0.3, 0.01, 0.0][random.below(5) as usize];
    let halves = [size(random), size(random), size(random)];
    let turn: Rotation<f64, 3> = match random.below(2) {
        0 => Rotation::identity(),
        _ => Rotation::<f64, 3>::new([(); 4].map(|()| random.between(-1.0, 1.0))).unwrap(),
    };
    let at_origin = OrientedBox::new([0.0; 3], halves, turn).unwrap();
    let half_axes = box_around(&at_origin.core()).half_axes;
    let corner = scene.vertices[random.below(scene.vertices.len() as u64) as usize];
    let away = [1.0, 1.0 + 1e-7, 1.0 - 1e-7, random.between(0.5, 1.5)][random.below(4) as usize];
    // A point of the surface, inside of a face, on an edge or at a vertex.
    let shares =
        [(); 3].map(|()| away * [-1.0, 1.0, random.between(-1.0, 1.0)][random.below(3) as usize]);
    let velocity = scene.ball.velocity();
    let before = random.between(0.0, 1.0) * scene.ball.t_max().min(1.0);
    let center = [0, 1, 2].map(|k| {
        let from_center: f64 = (0..3).map(|i| shares[i] * half_axes[i][k]).sum();
        corner[k] - from_center - velocity[k] * before
    });
    let inflation = [0.0, 0.0, 0.1 * radius][random.below(3) as usize];
    let body = Inflated::new(OrientedBox::new(center, halves, turn).unwrap(), inflation).unwrap();
    body.moving(velocity).unwrap().until(scene.ball.t_max()).unwrap()
}

#[test]
fn times_of_boxes_are_bounded() {
    let mut random = Random(15);
    let (mut met, mut ruled_out, mut bounded, mut tight) = (0, 0, 0, 0);
    for i in 0..4_000 {
        let mut scene = MeshCase::new(&mut random, [3, 8, 24][i % 3]);
        let body = a_box(&mut random, &scene);
        let (shape, radius) = (body.shape().shape(), body.shape().radius());
        let BoxAround { center, half_axes, slack, .. } = box_around(&shape.core());
        if i % 2 == 0 {
            scene.lay_along(&half_axes, &mut random);
        }
        let (tree, bounds) = scene.tree();
        if tree.nodes.len() != 1 {
            continue;
        }
        // The time of the first contact with a triangle, rounded: zero for an overlap.
        let time = |triangle: u32| {
            let [a, b, c] = scene.corners(triangle);
            let triangle = Triangle::new(a, b, c).unwrap();
            match body.first_contact(&triangle) {
                Answer::None => None,
                Answer::Overlap(_) => Some(0.0),
                Answer::Contact(contact) => Some(contact.time),
            }
        };
        let times: Vec<Option<f64>> = (0..scene.triangles.len() as u32).map(time).collect();
        let sweep = Sweep {
            center,
            half_axes: HalfAxes::Box(half_axes),
            radii: [radius; 3],
            velocity: body.velocity(),
            slack,
        };
        let Some(way) = sweep.past(&bounds, tree.frame(), body.t_max()) else {
            assert!(times.iter().all(Option::is_none), "{body:?}");
            continue;
        };
        if way.body.is_none() {
            continue;
        }
        let at = |key: f32| {
            let duration = exact(way.duration).checked_mul(&exact(f64::from(key))).unwrap();
            exact(way.start).checked_add(&duration).unwrap()
        };
        for answers in ask(&tree, &scene, ArrivalOfBox(&way), 1.0) {
            for (triangle, of_leaf, alone) in answers.lower {
                for bound in [of_leaf, alone] {
                    match (times[triangle as usize], bound) {
                        (Some(time), Some(bound)) => {
                            met += 1;
                            assert!(at(bound) <= exact(time.next_up()), "{bound} {time} {body:?}");
                            tight += usize::from(at(bound + 1e-3) >= exact(time));
                        }
                        (Some(time), None) => {
                            let (upper, time) = (at(answers.upper), exact(time.next_up()));
                            assert!(upper < time, "{triangle} {body:?}");
                        }
                        (None, bound) => ruled_out += usize::from(bound.is_none()),
                    }
                }
            }
            if answers.upper < 1.0 {
                bounded += 1;
                let least = times.iter().flatten().copied().reduce(f64::min);
                let least = exact(least.expect("something is met").next_down().max(0.0));
                assert!(least <= at(answers.upper), "{body:?}");
            }
        }
    }
    assert!(
        met > 5_000 && ruled_out > 5_000 && bounded > 500 && tight > 5_000,
        "{met} {ruled_out} {bounded} {tight}"
    );
}

/// A hull one of whose points passes a corner of the mesh, within a few floats or far away: a round
/// one, a flat or thin one, a needle, or one with few vertices; some are inflated.
fn a_hull(random: &mut Random, scene: &MeshCase) -> Moving<Inflated<Hull<f64, 3>>> {
    let radius = scene.ball.shape().radius();
    let thin: [f64; 5] = [1.0, 1.0, 1e-3, 1e-6, 0.0];
    let sides = [(); 3].map(|()| radius * thin[random.below(5) as usize].max(1e-300));
    let sides = if random.below(2) == 0 { [radius; 3] } else { sides };
    let count = [1, 2, 3, 4, 6, 20, 60][random.below(7) as usize];
    let local: Vec<[f64; 3]> = (0..count)
        .map(|_| {
            let v = random.vector(-1.0, 1.0);
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            // Half of the points are on a sphere, so that most of them are vertices.
            let to = if random.below(2) == 0 { 1.0 / length } else { 1.0 };
            [0, 1, 2].map(|k| v[k] * to * sides[k])
        })
        .collect();
    let corner = scene.vertices[random.below(scene.vertices.len() as u64) as usize];
    let away = [1.0, 1.0 + 1e-7, 1.0 - 1e-7, random.between(0.5, 1.5)][random.below(4) as usize];
    // A vertex, or a point on a line between two vertices.
    let [i, j] = [(); 2].map(|()| random.below(count) as usize);
    let share = [0.0, random.between(0.0, 1.0)][random.below(2) as usize];
    let velocity = scene.ball.velocity();
    let before = random.between(0.0, 1.0) * scene.ball.t_max().min(1.0);
    let middle: [f64; 3] = [0, 1, 2].map(|k| {
        let point = local[i][k] + share * (local[j][k] - local[i][k]);
        corner[k] - away * point - velocity[k] * before
    });
    let hull = Hull::new(local.iter().map(|v| [0, 1, 2].map(|k| middle[k] + v[k]))).unwrap();
    let inflation = [0.0, 0.0, 0.1 * radius][random.below(3) as usize];
    let body = Inflated::new(hull, inflation).unwrap();
    body.moving(velocity).unwrap().until(scene.ball.t_max()).unwrap()
}

#[test]
fn times_of_hulls_are_bounded() {
    let mut random = Random(16);
    let (mut met, mut ruled_out, mut bounded, mut tight, mut solid) = (0, 0, 0, 0, 0);
    for i in 0..4_000 {
        let mut scene = MeshCase::new(&mut random, [3, 8, 24][i % 3]);
        let body = a_hull(&mut random, &scene);
        let (shape, radius) = (body.shape().shape(), body.shape().radius());
        let BoxAround { center, half_axes, slack, .. } = box_around(&shape.core());
        if i % 2 == 0 {
            let edge = |random: &mut Random| {
                let [a, b] = [(); 2]
                    .map(|()| shape.points()[random.below(shape.points().len() as u64) as usize]);
                [0, 1, 2].map(|k| b[k] - a[k])
            };
            let edges = [(); 3].map(|()| edge(&mut random));
            scene.lay_along(&edges, &mut random);
        }
        let (tree, bounds) = scene.tree();
        if tree.nodes.len() != 1 {
            continue;
        }
        // The time of the first contact with a triangle, rounded: zero for an overlap.
        let time = |triangle: u32| {
            let [a, b, c] = scene.corners(triangle);
            match body.first_contact(&Triangle::new(a, b, c).unwrap()) {
                Answer::None => None,
                Answer::Overlap(_) => Some(0.0),
                Answer::Contact(contact) => Some(contact.time),
            }
        };
        let times: Vec<Option<f64>> = (0..scene.triangles.len() as u32).map(time).collect();
        let sweep = Sweep {
            center,
            half_axes: HalfAxes::Box(half_axes),
            radii: [radius; 3],
            velocity: body.velocity(),
            slack,
        };
        let Some(mut way) = sweep.past(&bounds, tree.frame(), body.t_max()) else {
            assert!(times.iter().all(Option::is_none), "{body:?}");
            continue;
        };
        let (Some(around), Some(rounded)) = (way.body, shape.rounded()) else { continue };
        way.body = Some(around.around());
        let place = None::<fn(&[f64; 3]) -> [f64; 3]>;
        let scale = tree.frame().scale;
        let hull = TreeHull::new(rounded, center, place, scale, radius, &around);
        solid += usize::from(hull.within(4.0 * around.epsilon).is_some());
        let at = |key: f32| {
            let duration = exact(way.duration).checked_mul(&exact(f64::from(key))).unwrap();
            exact(way.start).checked_add(&duration).unwrap()
        };
        for is_first in [true, false] {
            for answers in ask(&tree, &scene, ArrivalOfHull(&way, &hull, is_first), 1.0) {
                for (triangle, of_leaf, alone) in answers.lower {
                    for bound in [of_leaf, alone] {
                        match (times[triangle as usize], bound) {
                            (Some(time), Some(bound)) => {
                                met += 1;
                                let latest = exact(time.next_up());
                                assert!(at(bound) <= latest, "{bound} {time} {body:?}");
                                tight += usize::from(at(bound + 1e-3) >= exact(time));
                            }
                            // A later triangle is ruled out only if one triangle is wanted.
                            (Some(time), None) => {
                                assert!(is_first, "{triangle} {body:?}");
                                let (upper, time) = (at(answers.upper), exact(time.next_up()));
                                assert!(upper < time, "{triangle} {body:?}");
                            }
                            (None, bound) => ruled_out += usize::from(bound.is_none()),
                        }
                    }
                }
                if answers.upper < 1.0 {
                    bounded += 1;
                    let least = times.iter().flatten().copied().reduce(f64::min);
                    let least = exact(least.expect("something is met").next_down().max(0.0));
                    assert!(least <= at(answers.upper), "{body:?}");
                }
            }
        }
    }
    assert!(
        met > 5_000 && ruled_out > 5_000 && bounded > 500 && tight > 5_000 && solid > 300,
        "{met} {ruled_out} {bounded} {tight} {solid}"
    );
}

#[test]
fn distances_are_bounded() {
    let mut random = Random(12);
    let mut tight = 0;
    for i in 0..4_000 {
        let scene = MeshCase::new(&mut random, [3, 8, 24][i % 3]);
        let (tree, _) = scene.tree();
        if tree.nodes.len() != 1 {
            continue;
        }
        let center = scene.ball.shape().center();
        let body = place(center, [0.0; 3], [0.0; 3], 0.0, tree.frame()).unwrap();
        // Squares of distances; a unit of the frame is `1 / scale`.
        let squared = |triangle: u32| {
            let [a, b, c] = scene.corners(triangle);
            let triangle = Triangle::new(a, b, c).unwrap();
            let point = Sphere::new(center, 0.0).unwrap();
            crate::mesh::ask::squared_distance(&point, &triangle)
        };
        let unit = exact(1.0 / tree.frame().scale);
        let square = |key: f32| {
            let distance = exact(f64::from(key)).checked_mul(&unit).unwrap();
            distance.checked_mul(&distance).unwrap()
        };
        for answers in ask(&tree, &scene, HowClose(&body), f32::INFINITY) {
            let mut least: Option<Surd> = None;
            for (triangle, of_leaf, alone) in answers.lower {
                let squared = squared(triangle);
                for bound in [of_leaf, alone].into_iter().flatten().filter(|&bound| bound > 0.0) {
                    assert!(square(bound) <= squared, "{bound} {:?}", scene.ball);
                    tight += usize::from(square(bound * 1.01 + 1e-3) > squared);
                }
                assert!(alone.is_some(), "without a limit nothing is ruled out");
                least = Some(least.map_or(squared.clone(), |least| least.min(squared)));
            }
            assert!(least.unwrap() <= square(answers.upper), "{:?}", scene.ball);
        }
    }
    assert!(tight > 10_000, "{tight}");
}

/// In the arithmetic of the search, every box and slab contains the triangles below it.
#[test]
fn nodes_hold_what_is_below_them() {
    let mut random = Random(13);
    for i in 0..300 {
        let scene = MeshCase::new(&mut random, [9, 60, 500][i % 3]);
        let (tree, _) = scene.tree();
        let mut seen = std::vec![0; scene.triangles.len()];
        check_below(&tree, &scene, 0, &mut seen);
        assert!(seen.iter().all(|&count| count == 1), "each triangle stands in one leaf");
    }
}

/// Several branches, which may be built in parallel, become one tree.
#[test]
fn the_branches_of_a_large_tree_stand_in_their_places() {
    let scene = MeshCase::new(&mut Random(14), 3 * BRANCH);
    let (tree, _) = scene.tree();
    let mut seen = std::vec![0; scene.triangles.len()];
    (0..tree.nodes.len()).for_each(|index| {
        let node = &tree.nodes[index];
        check_leaves(&tree, &scene, node);
        for lane in 0..usize::from(node.count) {
            if let Some(leaf) = node.child(lane).leaf() {
                let leaf = &tree.leaves[leaf];
                let once = (0..WIDTH).filter(|&i| !leaf.repeats(i));
                once.for_each(|i| seen[leaf.triangles[i] as usize] += 1);
            }
        }
    });
    assert!(seen.iter().all(|&count| count == 1), "each triangle stands in one leaf");
}

fn check_below(tree: &MeshTree, scene: &MeshCase, index: usize, seen: &mut [u32]) {
    let node = &tree.nodes[index];
    let [min, max] = node.boxes::<crate::number::Narrow>().map(|x| x.map(Eight::store));
    let (normal, slab) = node.slabs::<crate::number::Narrow>();
    let (normal, slab) = (normal.map(Eight::store), slab.map(Eight::store));
    check_leaves(tree, scene, node);
    for lane in 0..usize::from(node.count) {
        tree.each_below(&tree.nodes, node.child(lane), &mut |triangle| {
            if node.child(lane).leaf().is_some() {
                seen[triangle as usize] += 1;
            }
            let middle = [0, 1, 2].map(|k| (min[k][lane] + max[k][lane]) * 0.5);
            for corner in scene.corners(triangle) {
                let corner = tree.frame().vertex(corner);
                let mut product = 0.0f64;
                for k in 0..3 {
                    assert!(min[k][lane] <= corner[k] && corner[k] <= max[k][lane]);
                    product +=
                        f64::from(normal[k][lane]) * (f64::from(corner[k]) - f64::from(middle[k]));
                }
                // A few roundings of doubles, in a frame where nothing exceeds one.
                let room = 16.0 * f64::EPSILON;
                assert!(f64::from(slab[0][lane]) <= product + room);
                assert!(f64::from(slab[1][lane]) >= product - room);
            }
        });
        if node.child(lane).leaf().is_none() {
            check_below(tree, scene, node.child(lane).index(), seen);
        }
    }
}

/// The stored corners of leaves are within the blur of the exact corners, up to a rounding or two.
fn check_leaves(tree: &MeshTree, scene: &MeshCase, node: &MeshNode) {
    for lane in 0..usize::from(node.count) {
        let Some(leaf) = node.child(lane).leaf() else { continue };
        let (leaf, grid) = (&tree.leaves[leaf], node.grid(lane));
        let seen = leaf.corners::<crate::number::Narrow>(&grid).map(|c| c.map(Eight::store));
        for (i, &triangle) in leaf.triangles.iter().enumerate() {
            for (seen, corner) in seen.iter().zip(scene.corners(triangle)) {
                let corner = tree.frame().vertex(corner);
                let off = |k: usize| f64::from(seen[k][i]) - f64::from(corner[k]);
                let distance = (0..3).map(|k| off(k) * off(k)).sum::<f64>().sqrt();
                assert!(distance <= f64::from(grid.blur()) + f64::from(f32::EPSILON));
            }
        }
    }
}

/// A grid of 254 steps is longer than the given length, and at most twice as long. Otherwise boxes
/// would be wider than necessary, and no answer would show this.
#[test]
fn the_steps_of_a_grid_are_the_least_that_make_up_its_length() {
    for exponent in -100..100 {
        // Lengths of few digits, so that nothing here is rounded.
        let unit = f32::from_bits(((127 + exponent) as u32) << 23);
        for length in (1u16 << 9..1 << 10).map(|digits| f32::from(digits) * unit) {
            let step = step(length);
            assert_eq!(step.to_bits() << 9, 0, "{step} is no power of two");
            assert!(length < 254.0 * step && 254.0 * step <= 2.0 * length, "{length} {step}");
        }
    }
}
