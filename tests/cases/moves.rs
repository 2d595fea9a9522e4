//! Moves that stay free: `questions/moves.jsonl`.
//!
//! No oracle can compute the end of a move: the contract demands that each leg is free, and that a
//! body moves on until it is blocked, to within a few units in the last place. So the answers of
//! this file come from the library. An oracle of whole numbers (`move_oracle`), which does not use
//! the library, judges that every leg is free, that reported overlaps overlap, and that reported
//! obstacles block. Every interface must then give the same answer, to the last bit.

use super::files::line;
use super::json::{Object, Style, array, string};
use super::recover::norm;
use super::request::of_target;
use crate::convex_mover_oracle::{Body, Core, Motion, Request};
use crate::convex_oracle::Target;
use crate::move_oracle::{Leg, enters, leads_back, units_off};
use crate::random::Random;
use std::sync::Arc;
use tangency::any::{self, AnyObstacle, Mover};
use tangency::{
    AlignedBox, Approach, Capsule, Contact, Feature, Frustum, Hull, Inflated, ItemFeature, Mesh,
    MeshFeature, Moving, OrientedBox, Overlap, Parallelepiped, Plane, Point, Polytope, Rotation,
    Scalar, Scene, Segment, Shape, SharedInstance, Side, Slide, SlideOptions, Sphere, Triangle,
};

pub(super) type Vector = [f64; 3];

/// An obstacle, and its surface as triangles with exact numbers. In the plane the surface consists
/// of edges.
pub(super) struct Thing {
    what: What,
    pub(super) rounding: f64,
    pub(super) surface: Vec<[Vector; 3]>,
    pub(super) is_solid: bool,
}

enum What {
    Convex(Target),
    /// A frustum by its planes.
    Frustum(Target),
    /// A mesh, either unplaced, or turned and then moved.
    Mesh(Vec<[Vector; 3]>, Option<([f64; 4], Vector)>),
}

/// A request.
pub(super) struct Case {
    pub(super) style: Style,
    pub(super) things: Vec<Thing>,
    is_scene: bool,
    /// Whether the target is in a world, or given under its own name.
    is_in_world: bool,
    pub(super) start: Vector,
    pub(super) radius: f64,
    /// The axis of a capsule, and whether the capsule is given by two ends.
    pub(super) axis: Option<(Vector, bool)>,
    /// A convex body whose reference point is at the start.
    pub(super) core: Option<Core>,
    displacement: Vector,
    /// The greatest number of iterations, if there is one, for a case that slides.
    slide: Option<Option<usize>>,
}

/// An answer, converted to three dimensions and `f64`.
struct Told {
    overlap: Option<Overlap<f64, 3, any::AnyFeature<3>>>,
    position: Vector,
    legs: Vec<Vector>,
    contacts: Vec<Contact<f64, 3, any::AnyFeature<3>>>,
    left: Vector,
}

const SHAPES: [&str; 11] = [
    "point",
    "segment",
    "triangle",
    "box",
    "oriented_box",
    "mesh",
    "placed mesh",
    "parallelepiped",
    "scene",
    "polytope",
    "frustum",
];
/// The number of shapes that capsules can meet; these come first.
const OF_CAPSULES: usize = 9;
/// The shapes that convex bodies can meet.
const OF_CONVEX: [&str; 9] = [
    "point",
    "segment",
    "triangle",
    "box",
    "oriented_box",
    "mesh",
    "parallelepiped",
    "scene",
    "placed mesh",
];
const IN_PLANE: [&str; 5] = ["point", "segment", "box", "oriented_box", "polytope"];
const OF_CAPSULES_IN_PLANE: usize = 4;
const OF_EACH: usize = 13;

/// The kinds of movers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Sphere,
    Capsule,
    Convex,
}

/// The pairs of mover and obstacle: the name of a shape, the dimension, and the kind of the mover.
pub(super) fn pairs() -> impl Iterator<Item = (&'static str, usize, Kind)> {
    [Kind::Sphere, Kind::Capsule, Kind::Convex].into_iter().flat_map(|kind| {
        let (space, plane) = match kind {
            Kind::Sphere => (&SHAPES[..], &IN_PLANE[..]),
            Kind::Capsule => (&SHAPES[..OF_CAPSULES], &IN_PLANE[..OF_CAPSULES_IN_PLANE]),
            Kind::Convex => (&OF_CONVEX[..], &IN_PLANE[..OF_CAPSULES_IN_PLANE]),
        };
        let of = move |names: &'static [&'static str], dimension| {
            names.iter().map(move |name| (*name, dimension, kind))
        };
        of(space, 3).chain(of(plane, 2))
    })
}

pub fn all() -> Vec<String> {
    let mut random = Random(94_000);
    let mut lines = Vec::new();
    for (name, dimension, kind) in pairs() {
        // With several obstacles, a body often leaves one along another one, so these have more
        // cases.
        let is_one = !matches!(name, "mesh" | "placed mesh" | "scene");
        for i in 0..if is_one { OF_EACH } else { 3 * OF_EACH } {
            let mut draw = || {
                let mut case = case(&mut random, name, dimension, kind, i);
                if i % 12 == 1 && kind != Kind::Sphere {
                    // An overlap is reported even without an iteration or a displacement.
                    case.slide = Some(Some(0));
                } else if i % 12 == 1 && dimension == 2 {
                    (case.slide, case.displacement) = (Some(None), [0.0; 3]);
                } else if i % 12 == 7 {
                    case.radius = 0.0;
                }
                case
            };
            let mut case = draw();
            // Every twelfth case overlaps; others overlap only if twenty draws do not avoid it.
            for _ in 0..20 {
                if case.overlaps() == (i % 12 == 1) {
                    break;
                }
                case = draw();
            }
            let mut told = case.told();
            while !told.legs.iter().all(|to| case.can_be_judged_at(to)) {
                case = draw();
                told = case.told();
            }
            case.judge(&told);
            lines.push(line(case.request(), case.answer(&told)));
        }
    }
    lines
}

// ---- obstacles ----

pub(super) fn each(make: impl FnMut(usize) -> f64) -> Vector {
    [0, 1, 2].map(make)
}

pub(super) fn along(a: &Vector, b: &Vector, times: f64) -> Vector {
    each(|k| a[k] + times * b[k])
}

pub(super) fn dot(a: &Vector, b: &Vector) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    each(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

/// A quarter of a whole number.
fn quarter(random: &mut Random, from: i64, to: i64) -> f64 {
    0.25 * random.integer(4 * from, 4 * to)
}

fn place(random: &mut Random, dimension: usize) -> Vector {
    each(|k| if k < dimension { quarter(random, -4, 4) } else { 0.0 })
}

/// The faces of a body with a corner for each three signs; in the plane its edges.
fn faces(dimension: usize, corner: impl Fn([f64; 3]) -> Vector) -> Vec<[Vector; 3]> {
    if dimension == 2 {
        let ring = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let corners = ring.map(|[x, y]| corner([x, y, 0.0]));
        return (0..4).map(|i| edge(corners[i], corners[(i + 1) % 4])).collect();
    }
    let mut all = Vec::new();
    for k in 0..3 {
        for side in [-1.0, 1.0] {
            let at = |u: f64, v: f64| {
                let mut signs = [0.0; 3];
                (signs[k], signs[(k + 1) % 3], signs[(k + 2) % 3]) = (side, u, v);
                corner(signs)
            };
            all.push([at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0)]);
            all.push([at(-1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]);
        }
    }
    all
}

fn edge(a: Vector, b: Vector) -> [Vector; 3] {
    [a, b, b]
}

/// The quaternion of a turn about an axis by the angle of a triangle with sides 3, 4 and 5: for
/// multiples of five it is exact.
fn turn(axis: usize) -> [f64; 4] {
    let mut quaternion = [0.0, 0.0, 0.0, 2.0];
    quaternion[axis] = 1.0;
    quaternion
}

fn turned(axis: usize, v: &Vector) -> Vector {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut turned = *v;
    (turned[i], turned[j]) = ((3.0 * v[i] - 4.0 * v[j]) / 5.0, (4.0 * v[i] + 3.0 * v[j]) / 5.0);
    turned
}

/// The planes of a polygon or a tetrahedron, with outward normals.
fn planes(dimension: usize, corners: &[Vector]) -> Option<Vec<[Vector; 2]>> {
    (0..corners.len())
        .map(|i| {
            let rest: Vec<Vector> =
                (0..corners.len()).filter(|j| *j != i).map(|j| corners[j]).collect();
            let to = |b: &Vector| along(b, &rest[0], -1.0);
            let normal = match dimension {
                2 => cross(&to(&rest[1]), &[0.0, 0.0, 1.0]),
                _ => cross(&to(&rest[1]), &to(&rest[2])),
            };
            let height = dot(&normal, &to(&corners[i]));
            let outward = if height > 0.0 { normal.map(|x| -x) } else { normal };
            (height != 0.0).then_some([rest[0], outward])
        })
        .collect()
}

/// A floor, a wall, a ramp, and triangles in between, as whole numbers of this size.
fn level(random: &mut Random, size: f64) -> Vec<[Vector; 3]> {
    let square = |a: Vector, u: Vector, v: Vector| {
        let (b, d) = (along(&a, &u, 1.0), along(&a, &v, 1.0));
        let c = along(&b, &v, 1.0);
        [[a, b, c], [a, c, d]]
    };
    let mut all = Vec::new();
    for i in [-4.0, 0.0] {
        for j in [-4.0, 0.0] {
            all.extend(square([i, j, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]));
        }
    }
    all.extend(square([2.0, -4.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 4.0]));
    let rise = random.integer(1, 3);
    all.extend(square([-4.0, 1.0, 0.0], [8.0, 0.0, 0.0], [0.0, 3.0, rise]));
    for _ in 0..3 {
        all.push([(); 3].map(|()| along(&place(random, 3), &[0.0, 0.0, 1.0], 4.0)));
    }
    all.into_iter().map(|triangle| triangle.map(|p| p.map(|x| size * x))).collect()
}

fn thing(random: &mut Random, name: &str, dimension: usize, rounding: f64) -> Thing {
    let is_solid = !matches!(name, "point" | "segment" | "triangle" | "mesh" | "placed mesh");
    let size = |random: &mut Random, scale: f64| -> Vector {
        each(|k| if k < dimension { scale * 0.25 * random.integer(1, 8) } else { 0.0 })
    };
    let center = place(random, dimension);
    let (what, surface) = match name {
        "point" => (What::Convex(Target::Point(center)), vec![[center; 3]]),
        "segment" => {
            let b = place(random, dimension);
            (What::Convex(Target::Segment([center, b])), vec![edge(center, b)])
        }
        "triangle" => {
            let corners = [(); 3].map(|()| place(random, 3));
            (What::Convex(Target::Triangle(corners)), vec![corners])
        }
        "box" | "frustum" => {
            let half = size(random, 1.0);
            let corner = |signs: [f64; 3]| each(|k| center[k] + signs[k] * half[k]);
            let (min, max) = (corner([-1.0; 3]), corner([1.0; 3]));
            let what = if name == "box" {
                What::Convex(Target::Box { min, max })
            } else {
                let normal = |k: usize, x: f64| each(|j| if j == k { x } else { 0.0 });
                let planes = (0..3).flat_map(|k| [[min, normal(k, -1.0)], [max, normal(k, 1.0)]]);
                What::Frustum(Target::Polytope(planes.collect()))
            };
            (what, faces(dimension, corner))
        }
        "oriented_box" => {
            let axis = if dimension == 2 { 2 } else { random.below(3) as usize };
            let half_extents = size(random, 5.0).map(|x| 0.25 * x);
            let corner = |signs: [f64; 3]| {
                let out = each(|k| signs[k] * 4.0 * half_extents[k]);
                along(&center, &turned(axis, &out), 0.25)
            };
            let rotation = turn(axis);
            let target = Target::Oriented { center, half_extents, rotation };
            (What::Convex(target), faces(dimension, corner))
        }
        "parallelepiped" => {
            let edges = loop {
                let edges = [(); 3].map(|()| place(random, 3));
                if dot(&cross(&edges[0], &edges[1]), &edges[2]).abs() > 1.0 {
                    break edges;
                }
            };
            let corner = |signs: [f64; 3]| {
                each(|k| center[k] + (0..3).map(|i| 0.5 * signs[i] * edges[i][k]).sum::<f64>())
            };
            (What::Convex(Target::Parallelepiped { center, edges }), faces(3, corner))
        }
        "polytope" => loop {
            let corners: Vec<Vector> = (0..=dimension).map(|_| place(random, dimension)).collect();
            let Some(planes) = planes(dimension, &corners) else { continue };
            let [a, b, c] = [corners[0], corners[1], corners[2]];
            let surface = match dimension {
                2 => vec![edge(a, b), edge(b, c), edge(c, a)],
                _ => {
                    let d = corners[3];
                    vec![[a, b, c], [a, b, d], [a, c, d], [b, c, d]]
                }
            };
            break (What::Convex(Target::Polytope(planes)), surface);
        },
        "mesh" => {
            let triangles = level(random, 1.0);
            (What::Mesh(triangles.clone(), None), triangles)
        }
        "placed mesh" => {
            let axis = random.below(3) as usize;
            let triangles = level(random, 1.25);
            let at = |p: &Vector| {
                let four = turned(axis, &p.map(|x| 4.0 * x));
                along(&center, &four, 0.25)
            };
            let surface = triangles.iter().map(|t| t.each_ref().map(at)).collect();
            (What::Mesh(triangles, Some((turn(axis), center))), surface)
        }
        _ => panic!("there is no {name}"),
    };
    Thing { what, rounding, surface, is_solid }
}

// ---- requests ----

pub(super) fn case(
    random: &mut Random,
    name: &str,
    dimension: usize,
    kind: Kind,
    i: usize,
) -> Case {
    let is_capsule = kind == Kind::Capsule;
    let style = Style { single: i % 3 == 2, dimension };
    let float = |x: f64| if style.single { f64::from(x as f32) } else { x };
    let rounding = |i: usize| if i % 4 == 1 { float([0.25, 0.1][i / 4 % 2]) } else { 0.0 };
    let is_scene = name == "scene";
    let things: Vec<Thing> = if is_scene {
        let count = if is_capsule { OF_CAPSULES - 1 } else { SHAPES.len() };
        let names = SHAPES[..count].iter().chain(&SHAPES[OF_CAPSULES..count.max(OF_CAPSULES)]);
        let names = names.copied().filter(|name| *name != "scene");
        let is_met = |name: &&str| kind != Kind::Convex || OF_CONVEX.contains(name);
        let names: Vec<&str> = names.filter(is_met).collect();
        (0..4)
            .map(|j| {
                let name = names[random.below(names.len() as u64) as usize];
                thing(random, name, 3, rounding(i + j))
            })
            .collect()
    } else {
        vec![thing(random, name, dimension, rounding(i))]
    };
    let radius = float([0.25, 0.3, 0.5, 1.0][random.below(4) as usize]);
    let axis = is_capsule.then(|| {
        let axis = each(|k| if k < dimension { quarter(random, -1, 1) } else { 0.0 });
        (axis, i % 4 == 2)
    });
    let surface: Vec<(&[Vector; 3], f64)> = things
        .iter()
        .flat_map(|thing| thing.surface.iter().map(|triangle| (triangle, thing.rounding)))
        .collect();
    let (triangle, rounding) = surface[random.below(surface.len() as u64) as usize];
    // A point of the triangle, and a point from which it is visible.
    let middle = each(|k| 0.5 * triangle[0][k] + 0.25 * (triangle[1][k] + triangle[2][k]));
    let noise = |random: &mut Random, size: f64| {
        each(|k| if k < dimension { random.between(-size, size) } else { 0.0 })
    };
    let far = noise(random, 4.0);
    let (start, displacement) = match i % 6 {
        // The body is as near as possible, and presses on.
        0 => {
            let k = (0..dimension).find(|&k| triangle.iter().all(|p| p[k] == middle[k]));
            let k = k.unwrap_or(dimension - 1);
            let mut start = middle;
            start[k] += radius + rounding;
            let mut step = noise(random, 3.0);
            step[k] = -step[k].abs();
            (start, step)
        }
        // The body overlaps the obstacle.
        1 if i % 12 == 1 => (along(&middle, &far, 0.01), far),
        // The body moves a little, from a position nearby.
        4 if i % 12 == 4 => {
            let out = (radius + rounding) * (1.0 + 1e-9);
            let length = dot(&far, &far).sqrt();
            (along(&middle, &far, out / length), along(&[0.0; 3], &far, -1e-8))
        }
        // The body moves along one axis, or not at all.
        5 => {
            let k = random.below(dimension as u64) as usize;
            let way = if i % 12 == 5 { 2.0 * (middle[k] - far[k]) } else { 0.0 };
            (far, each(|j| if j == k { way } else { 0.0 }))
        }
        _ => {
            let start = along(&middle, &far, 1.0);
            let times = [-0.5, -1.5, -3.0, -1000.0][random.below(4) as usize];
            (start, along(&noise(random, 0.5), &far, times))
        }
    };
    // For a capsule that is given by two ends, their difference must be a float.
    let fine = |x: f64| {
        if axis.is_some_and(|(_, by_ends)| by_ends) { (64.0 * x).round() / 64.0 } else { float(x) }
    };
    let slide = [None, Some(None), Some([Some(1), Some(3), None][i % 3])][(i + i / 6) % 3];
    let (mut start, is_convex) = (start.map(fine), kind == Kind::Convex);
    if is_convex && style.single {
        // The corners of the body must be floats.
        start = start.map(on_lattice);
    }
    Case {
        style,
        things,
        is_scene,
        is_in_world: i % 3 != 1,
        start,
        // Half of the convex bodies have no radius.
        radius: if is_convex && i.is_multiple_of(2) { 0.0 } else { radius },
        axis,
        core: is_convex.then(|| convex_core(random, start, dimension, i)),
        displacement: displacement.map(float),
        slide,
    }
}

/// The nearest multiple of 1/64.
pub(super) fn on_lattice(x: f64) -> f64 {
    (64.0 * x).round() / 64.0
}

/// A box, an oriented box, a parallelepiped or a hull with its reference point at a position.
pub(super) fn convex_core(random: &mut Random, start: Vector, dimension: usize, i: usize) -> Core {
    let mut size = || each(|k| if k < dimension { quarter(random, 0, 1) + 0.25 } else { 0.0 });
    match (i / 2 % 4, dimension) {
        (0, _) => {
            let max = along(&start, &size(), 1.0);
            Core::Aligned { min: start, max }
        }
        (1, _) => Core::Hull(
            (0..2 * dimension)
                .map(|j| {
                    let by = size().map(|x| if j / dimension == 0 { x } else { -x });
                    let corner = each(|k| if k == j % dimension { by[k] } else { 0.25 * by[k] });
                    if j == 0 { start } else { along(&start, &corner, 1.0) }
                })
                .collect(),
        ),
        (2, 3) => {
            let [a, b, c] = size();
            Core::Sheared { center: start, edges: [[a, 0.0, 0.0], [0.25, b, 0.0], [-0.25, 0.5, c]] }
        }
        _ => {
            let half = size().map(|x| 0.5 * x);
            let rotation = turn(if dimension == 2 { 2 } else { i % 3 });
            Core::Oriented { center: start, half, rotation }
        }
    }
}

/// The sum of two floats, if it is a float.
fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    let other = sum - a;
    ((a - (sum - other)) + (b - other) == 0.0).then_some(sum)
}

/// A convex core with its reference point moved from one position to another; `None` if a corner
/// there is no float.
fn core_at(core: &Core, from: &Vector, to: &Vector) -> Option<Core> {
    if from == to {
        return Some(core.clone());
    }
    let by = |p: &Vector| -> Option<Vector> {
        let mut moved = [0.0; 3];
        for k in 0..3 {
            moved[k] = exact_sum(p[k], -from[k]).and_then(|rest| exact_sum(to[k], rest))?;
        }
        Some(moved)
    };
    Some(match core {
        Core::Oriented { half, rotation, .. } => {
            Core::Oriented { center: *to, half: *half, rotation: *rotation }
        }
        Core::Sheared { edges, .. } => Core::Sheared { center: *to, edges: *edges },
        Core::Aligned { min, max } => Core::Aligned { min: by(min)?, max: by(max)? },
        Core::Hull(points) => Core::Hull(points.iter().map(by).collect::<Option<_>>()?),
        other => panic!("{other:?} is not moved here"),
    })
}

impl Case {
    /// The mover, by its name and its fields, and its surroundings: a world or a target.
    pub(super) fn mover_and_world(&self) -> [(&str, String); 2] {
        let style = self.style;
        let target = |thing: &Thing| -> (&str, Object) {
            let (name, object) = match &thing.what {
                What::Convex(target) => of_target(style, target),
                What::Frustum(target) => ("frustum", of_target(style, target).1),
                What::Mesh(triangles, placed) => {
                    let vertices = triangles.iter().flatten().map(|p| style.vector(p));
                    let indices = |i: usize| format!("[{},{},{}]", 3 * i, 3 * i + 1, 3 * i + 2);
                    let object = Object::default()
                        .with("vertices", array(vertices))
                        .with("triangles", array((0..triangles.len()).map(indices)));
                    let object = match placed {
                        None => object,
                        Some((rotation, translation)) => object
                            .with("rotation", style.numbers(rotation))
                            .with("translation", style.vector(translation)),
                    };
                    ("mesh", object)
                }
            };
            let radius = (thing.rounding > 0.0).then(|| style.number(thing.rounding));
            (name, object.with_some("radius", radius))
        };
        let alone = |thing: &Thing| {
            let (name, object) = target(thing);
            Object::default().with(name, object.text()).text()
        };
        let (name, target_text) = match (self.is_scene, self.is_in_world) {
            (true, in_world) => {
                let items = Object::default().with("items", array(self.things.iter().map(alone)));
                (if in_world { "world" } else { "scene" }, items.text())
            }
            (false, true) => ("world", alone(&self.things[0])),
            (false, false) => {
                let (name, object) = target(&self.things[0]);
                (name, object.text())
            }
        };
        if let Some(core) = &self.core {
            let vector = |v: &Vector| style.vector(v);
            let object = Object::default();
            let (kind, object) = match core {
                Core::Aligned { min, max } => {
                    ("box", object.with("min", vector(min)).with("max", vector(max)))
                }
                Core::Oriented { center, half, rotation } => {
                    let rotation = &rotation[if style.dimension == 2 { 2 } else { 0 }..];
                    let object = object.with("center", vector(center));
                    let object = object.with("half_extents", vector(half));
                    ("oriented_box", object.with("rotation", style.numbers(rotation)))
                }
                Core::Sheared { center, edges } => {
                    let edges = array(edges.iter().map(vector));
                    ("parallelepiped", object.with("center", vector(center)).with("edges", edges))
                }
                Core::Hull(points) => {
                    ("hull", object.with("points", array(points.iter().map(vector))))
                }
                other => panic!("{other:?} is not moved here"),
            };
            let radius = (self.radius > 0.0).then(|| style.number(self.radius));
            let body = object.with_some("radius", radius).text();
            return [("mover", Object::default().with(kind, body).text()), (name, target_text)];
        }
        let (mover, body) = match self.axis {
            None => ("sphere", Object::default().with("center", style.vector(&self.start))),
            Some((axis, by_ends)) => {
                let a = Object::default().with("a", style.vector(&self.start));
                let b = style.vector(&along(&self.start, &axis, 1.0));
                let rod =
                    if by_ends { a.with("b", b) } else { a.with("axis", style.vector(&axis)) };
                ("capsule", rod)
            }
        };
        let body = body.with("radius", style.number(self.radius)).text();
        [(mover, body), (name, target_text)]
    }

    fn request(&self) -> String {
        let style = self.style;
        let [(mover, body), (name, object)] = self.mover_and_world();
        let most = self.slide.flatten().map(|most| most.to_string());
        Object::default()
            .with("query", string(if self.slide.is_some() { "slide" } else { "advance" }))
            .with_some("scalar", style.single.then(|| string("f32")))
            .with(mover, body)
            .with("displacement", style.vector(&self.displacement))
            .with_some("max_iterations", most)
            .with(name, object)
            .text()
    }

    // ---- the answers of the library ----

    fn told(&self) -> Told {
        match (self.style.single, self.style.dimension) {
            (false, 3) => self.told_in(&self.mover_in_space(), &*self.in_space::<f64>()),
            (true, 3) => self.told_in(&self.mover_in_space(), &*self.in_space::<f32>()),
            (false, _) => self.told_in(&self.mover_in_plane(), &*self.in_plane::<f64>()),
            (true, _) => self.told_in(&self.mover_in_plane(), &*self.in_plane::<f32>()),
        }
    }

    pub(super) fn in_space<T: Scalar>(&self) -> Box<dyn AnyObstacle<T, 3>> {
        if !self.is_scene {
            return self.things[0].in_space();
        }
        let mut scene = Scene::new();
        for thing in &self.things {
            scene.insert(thing.in_space::<T>().item().unwrap());
        }
        Box::new(Arc::new(scene))
    }

    pub(super) fn in_plane<T: Scalar>(&self) -> Box<dyn AnyObstacle<T, 2>> {
        self.things[0].in_plane()
    }

    /// The convex body of a case in space.
    fn convex_in_space<T: Scalar>(&self, core: &Core) -> Mover<T, 3> {
        let (v, radius) = (vector::<T, 3>, T::nearest(self.radius));
        match core {
            Core::Aligned { min, max } => inflated(AlignedBox::new(v(min), v(max)), radius),
            Core::Oriented { center, half, rotation } => {
                let rotation = Rotation::<T, 3>::new(rotation.map(T::nearest)).unwrap();
                inflated(OrientedBox::new(v(center), v(half), rotation), radius)
            }
            Core::Sheared { center, edges } => {
                inflated(Parallelepiped::new(v(center), edges.each_ref().map(v)), radius)
            }
            Core::Hull(points) => inflated(Hull::<T, 3>::new(points.iter().map(v)), radius),
            other => panic!("{other:?} is not moved here"),
        }
    }

    /// The convex body of a case in the plane.
    fn convex_in_plane<T: Scalar>(&self, core: &Core) -> Mover<T, 2> {
        let (v, radius) = (vector::<T, 2>, T::nearest(self.radius));
        match core {
            Core::Aligned { min, max } => inflated(AlignedBox::new(v(min), v(max)), radius),
            Core::Oriented { center, half, rotation: [_, _, z, w] } => {
                let rotor = Rotation::<T, 2>::new([z, w].map(|x| T::nearest(*x))).unwrap();
                inflated(OrientedBox::new(v(center), v(half), rotor), radius)
            }
            Core::Hull(points) => inflated(Hull::<T, 2>::new(points.iter().map(v)), radius),
            other => panic!("{other:?} is not moved here"),
        }
    }

    fn round_mover<T: Scalar, const N: usize>(&self) -> Mover<T, N> {
        let start: [T; N] = vector(&self.start);
        let radius = T::nearest(self.radius);
        match self.axis {
            None => Moving::still(Sphere::new(start, radius).unwrap()).into(),
            Some((axis, true)) => {
                let b = vector(&along(&self.start, &axis, 1.0));
                Moving::still(Capsule::new(start, b, radius).unwrap()).into()
            }
            Some((axis, false)) => {
                Moving::still(Capsule::with_axis(start, vector(&axis), radius).unwrap()).into()
            }
        }
    }

    pub(super) fn mover_in_space<T: Scalar>(&self) -> Mover<T, 3> {
        self.core.as_ref().map_or_else(|| self.round_mover(), |core| self.convex_in_space(core))
    }

    pub(super) fn mover_in_plane<T: Scalar>(&self) -> Mover<T, 2> {
        self.core.as_ref().map_or_else(|| self.round_mover(), |core| self.convex_in_plane(core))
    }

    fn told_in<T: Scalar, const N: usize>(
        &self,
        body: &Mover<T, N>,
        world: &dyn AnyObstacle<T, N>,
    ) -> Told {
        let start: [T; N] = vector(&self.start);
        let displacement: [T; N] = vector(&self.displacement);
        let Some(most) = self.slide else {
            let advance = body.advance(world, displacement).unwrap().unwrap();
            let position = advance.position();
            return Told {
                position: wide(&position),
                legs: if position == start { Vec::new() } else { vec![wide(&position)] },
                contacts: advance.contact().into_iter().map(wide_contact).collect(),
                left: wide(&advance.left(displacement)),
                overlap: match &advance {
                    tangency::Advance::Overlap(overlap) => Some(wide_overlap(overlap)),
                    _ => None,
                },
            };
        };
        let mut options = SlideOptions::default();
        options.max_iterations = most.unwrap_or(options.max_iterations);
        let slide = body.slide(world, displacement, options).unwrap().unwrap();
        let Slide { overlap, position, legs, contacts, left, .. } = slide;
        Told {
            overlap: overlap.as_ref().map(wide_overlap),
            position: wide(&position),
            legs: legs.iter().map(wide).collect(),
            contacts: contacts.iter().map(wide_contact).collect(),
            left: wide(&left),
        }
    }

    fn answer(&self, told: &Told) -> String {
        let style = self.style;
        let or_null = |v: &Option<Vector>| v.map_or("null".to_string(), |v| style.vector(&v));
        let contact = |hit: &Contact<f64, 3, any::AnyFeature<3>>| {
            let has_other = self.axis.is_some() || self.core.is_some();
            let other = has_other.then(|| or_null(&hit.other_point));
            let object = Object::default()
                .with("status", string("contact"))
                .with("time", style.number(hit.time))
                .with("center", style.vector(&hit.center))
                .with("point", style.vector(&hit.point))
                .with("normal", or_null(&hit.normal))
                .with_some("other_point", other)
                .with("feature", feature(&hit.feature.place, style.dimension))
                .with("approach", string(approach(hit.approach)));
            with_place(object, &hit.feature).text()
        };
        let start = match &told.overlap {
            None => {
                let status = if told.contacts.is_empty() { "none" } else { "contact" };
                Object::default().with("status", string(status))
            }
            Some(overlap) => {
                let object = Object::default()
                    .with("status", string("overlap"))
                    .with("time", style.number(0.0))
                    .with("center", style.vector(&overlap.center))
                    .with("point", style.vector(&overlap.point))
                    .with("normal", or_null(&overlap.normal));
                with_place(object, &overlap.feature)
            }
        };
        start
            .with("position", style.vector(&told.position))
            .with("legs", array(told.legs.iter().map(|end| style.vector(end))))
            .with("contacts", array(told.contacts.iter().map(contact)))
            .with("left", style.vector(&told.left))
            .text()
    }

    // ---- the judgement by whole numbers ----

    fn leg(&self, from: Vector, to: Vector, rounding: f64) -> Leg {
        let axis = self.axis.map_or([0.0; 3], |(axis, _)| axis);
        Leg { from, to, axis, reach: [self.radius, rounding] }
    }

    fn is_free(&self, from: Vector, to: Vector) -> bool {
        !self.things.iter().any(|thing| match &self.core {
            None => {
                let leg = self.leg(from, to, thing.rounding);
                thing.surface.iter().any(|triangle| enters(&leg, triangle))
            }
            Some(core) => {
                let core = core_at(core, &self.start, &from).unwrap();
                thing.surface.iter().any(|it| self.convex_enters(&core, from, to, it, thing))
            }
        })
    }

    /// About the width of the body.
    pub(super) fn size(&self) -> f64 {
        let extents = match &self.core {
            None => return self.radius + self.axis.map_or(0.0, |(axis, _)| norm(&axis)),
            Some(Core::Oriented { half, rotation, .. }) => {
                let k = (0..3).find(|&k| rotation[k] != 0.0).unwrap_or(2);
                let corner = |signs: [f64; 3]| turned(k, &each(|k| signs[k] * half[k]));
                let signs = (0..8).map(|i| each(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }));
                let corners: Vec<Vector> = signs.map(corner).collect();
                bounds(&corners)
            }
            Some(Core::Sheared { edges, .. }) => {
                each(|k| edges.iter().map(|edge| edge[k].abs()).sum::<f64>())
            }
            Some(Core::Aligned { min, max }) => along(max, min, -1.0),
            Some(Core::Hull(points)) => bounds(points),
            Some(other) => panic!("{other:?} is not moved here"),
        };
        self.radius + norm(&extents)
    }

    /// Whether all corners of the body are floats at a position, so that the oracle can judge it.
    pub(super) fn can_be_judged_at(&self, place: &Vector) -> bool {
        self.core.as_ref().is_none_or(|core| core_at(core, &self.start, place).is_some())
    }

    fn convex_enters(
        &self,
        core: &Core,
        from: Vector,
        to: Vector,
        [a, b, c]: &[Vector; 3],
        thing: &Thing,
    ) -> bool {
        let surface = match (a == b, b == c) {
            (true, true) => Core::Point(*a),
            (false, true) => Core::Segment(*a, *b),
            _ => Core::Triangle([*a, *b, *c]),
        };
        let motion = Motion::Between(from, to);
        let request = Request {
            mover: Body { core: core.clone(), radius: self.radius, motion },
            obstacle: Body {
                core: surface,
                radius: thing.rounding,
                motion: Motion::Velocity([0.0; 3]),
            },
            t_max: [1.0; 2],
            plane: self.style.dimension == 2,
            single: false,
        };
        request.enters_before_end()
    }

    fn overlaps(&self) -> bool {
        self.overlaps_at(self.start)
    }

    pub(super) fn overlaps_at(&self, place: Vector) -> bool {
        let dimension = self.style.dimension;
        let is_inside = self.things.iter().any(|thing| thing.holds(&place, dimension));
        is_inside || !self.is_free(place, place)
    }

    fn judge(&self, told: &Told) {
        let what = || self.request();
        let overlaps = self.overlaps();
        assert_eq!(told.overlap.is_some(), overlaps, "{}", what());
        let mut from = self.start;
        for &to in &told.legs {
            assert!(self.is_free(from, to), "{} leads into something at {to:?}", what());
            from = to;
        }
        assert_eq!(told.position, from, "{}", what());
        if overlaps {
            assert_eq!((told.legs.len(), told.left), (0, self.displacement), "{}", what());
            return;
        }
        if self.slide.is_some() {
            return;
        }
        let single = self.style.single;
        let whole = each(|k| {
            let sum = self.start[k] + self.displacement[k];
            if single { f64::from(sum as f32) } else { sum }
        });
        match told.contacts.first() {
            None if self.is_free(self.start, whole) => {
                assert_eq!(told.position, whole, "{}", what());
            }
            None => {}
            Some(hit) => {
                let is_long = hit.time < 0.999;
                assert!(!is_long || !self.is_free(self.start, whole), "{}", what());
                let off = units_off(told.position, hit.center, self.start, single);
                assert!(off <= 4.5, "{}", what());
                let back = leads_back(self.start, told.position, self.displacement);
                assert!(!back, "{}", what());
            }
        }
    }
}

/// The extents of points along each axis.
fn bounds(points: &[Vector]) -> Vector {
    each(|k| {
        let of_axis = || points.iter().map(|p| p[k]);
        of_axis().fold(f64::NEG_INFINITY, f64::max) - of_axis().fold(f64::INFINITY, f64::min)
    })
}

/// A convex body at rest, inflated by a radius.
fn inflated<T: Scalar, S, E: std::fmt::Debug, const N: usize>(
    shape: Result<S, E>,
    radius: T,
) -> Mover<T, N>
where
    S: tangency::ConvexBody + tangency::ConvexShape + Shape<Scalar = T, Vector = [T; N]>,
    S: Into<any::AnyConvex<T, N>>,
{
    Moving::still(Inflated::new(shape.unwrap(), radius).unwrap()).into()
}

impl Thing {
    pub(super) fn is_convex(&self) -> bool {
        !matches!(self.what, What::Mesh(..))
    }

    fn in_space<T: Scalar>(&self) -> Box<dyn AnyObstacle<T, 3>> {
        let v = vector::<T, 3>;
        let rotation = |q: &[f64; 4]| Rotation::<T, 3>::new(q.map(T::nearest)).unwrap();
        let planes = |planes: &[[Vector; 2]]| -> Vec<Plane<T, 3>> {
            planes.iter().map(|[p, n]| Plane::new(v(p), v(n)).unwrap()).collect()
        };
        match &self.what {
            What::Convex(Target::Point(p)) => self.put(Point::new(v(p)).unwrap()),
            What::Convex(Target::Segment([a, b])) => self.put(Segment::new(v(a), v(b)).unwrap()),
            What::Convex(Target::Triangle([a, b, c])) => {
                self.put(Triangle::new(v(a), v(b), v(c)).unwrap())
            }
            What::Convex(Target::Box { min, max }) => {
                self.put(AlignedBox::new(v(min), v(max)).unwrap())
            }
            What::Convex(Target::Oriented { center, half_extents, rotation: q }) => {
                self.put(OrientedBox::new(v(center), v(half_extents), rotation(q)).unwrap())
            }
            What::Convex(Target::Parallelepiped { center, edges }) => {
                let edges = edges.each_ref().map(v);
                self.put(Parallelepiped::new(v(center), edges).unwrap())
            }
            What::Convex(Target::Polytope(list)) => {
                self.put(Arc::new(Polytope::new(planes(list)).unwrap()))
            }
            What::Frustum(Target::Polytope(list)) => {
                let six = planes(list).try_into().unwrap();
                self.put(Arc::new(Frustum::from_planes(six).unwrap()))
            }
            What::Mesh(triangles, placed) => {
                let vertices = triangles.iter().flatten().map(v).collect();
                let count = triangles.len() as u32;
                let faces = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
                let mesh = Arc::new(Mesh::new(vertices, faces).unwrap());
                match placed {
                    None => self.put(mesh),
                    Some((q, to)) => {
                        self.put(SharedInstance::new(mesh, rotation(q), v(to)).unwrap())
                    }
                }
            }
            What::Convex(Target::Placed { .. }) | What::Frustum(_) => panic!("there is none"),
        }
    }

    fn in_plane<T: Scalar>(&self) -> Box<dyn AnyObstacle<T, 2>> {
        let v = vector::<T, 2>;
        match &self.what {
            What::Convex(Target::Point(p)) => self.put(Point::new(v(p)).unwrap()),
            What::Convex(Target::Segment([a, b])) => self.put(Segment::new(v(a), v(b)).unwrap()),
            What::Convex(Target::Box { min, max }) => {
                self.put(AlignedBox::new(v(min), v(max)).unwrap())
            }
            What::Convex(Target::Oriented { center, half_extents, rotation: [_, _, z, w] }) => {
                let rotor = Rotation::<T, 2>::new([z, w].map(|x| T::nearest(*x))).unwrap();
                self.put(OrientedBox::new(v(center), v(half_extents), rotor).unwrap())
            }
            What::Convex(Target::Polytope(list)) => {
                let plane = |[p, n]: &[Vector; 2]| Plane::new(v(p), v(n)).unwrap();
                self.put(Arc::new(
                    Polytope::new(list.iter().map(plane).collect::<Vec<_>>()).unwrap(),
                ))
            }
            _ => panic!("there is none in the plane"),
        }
    }

    fn put<T: Scalar, S: Shape<Scalar = T>, const N: usize>(
        &self,
        shape: S,
    ) -> Box<dyn AnyObstacle<T, N>>
    where
        Moving<S>: AnyObstacle<T, N> + 'static,
    {
        Box::new(Moving::still(shape).towards_inflated(T::nearest(self.rounding)))
    }

    /// Whether a point is well inside a solid. For a point near the surface, the distance from the
    /// surface decides.
    fn holds(&self, point: &Vector, dimension: usize) -> bool {
        let corners: Vec<&Vector> = self.surface.iter().flatten().collect();
        let middle = each(|k| corners.iter().map(|p| p[k]).sum::<f64>() / corners.len() as f64);
        self.is_solid
            && self.surface.iter().all(|[a, b, c]| {
                let normal = match dimension {
                    2 => cross(&along(b, a, -1.0), &[0.0, 0.0, 1.0]),
                    _ => cross(&along(b, a, -1.0), &along(c, a, -1.0)),
                };
                let height = |p: &Vector| dot(&normal, &along(p, a, -1.0));
                height(point) * height(&middle) > 1e-9
            })
    }
}

// ---- for any float and dimension ----

pub(super) fn vector<T: Scalar, const N: usize>(v: &Vector) -> [T; N] {
    std::array::from_fn(|k| T::nearest(v[k]))
}

pub(super) fn wide<T: Scalar, const N: usize>(v: &[T; N]) -> Vector {
    each(|k| v.get(k).map_or(0.0, |x| x.widen()))
}

fn wide_feature<const N: usize>(feature: &any::AnyFeature<N>) -> any::AnyFeature<3> {
    let place = match &feature.place {
        ItemFeature::Simplex(feature) => ItemFeature::Simplex(*feature),
        ItemFeature::Mesh(feature) => ItemFeature::Mesh(*feature),
        ItemFeature::Planes(feature) => ItemFeature::Planes(feature.clone()),
        ItemFeature::Box(feature) => ItemFeature::Box(tangency::BoxFeature {
            sides: [0, 1, 2].map(|k| feature.sides.get(k).copied().unwrap_or(Side::Between)),
        }),
        other => panic!("{other:?} is in no other dimension"),
    };
    any::AnyFeature::new(feature.item, place)
}

fn wide_contact<T: Scalar, const N: usize>(
    hit: &Contact<T, N, any::AnyFeature<N>>,
) -> Contact<f64, 3, any::AnyFeature<3>> {
    Contact::new(
        hit.time.widen(),
        wide(&hit.center),
        wide(&hit.point),
        hit.normal.as_ref().map(wide),
        wide_feature(&hit.feature),
        hit.approach,
    )
    .with_other_point(hit.other_point.as_ref().map(wide))
}

fn wide_overlap<T: Scalar, const N: usize>(
    overlap: &Overlap<T, N, any::AnyFeature<N>>,
) -> Overlap<f64, 3, any::AnyFeature<3>> {
    Overlap::new(
        wide(&overlap.center),
        wide(&overlap.point),
        overlap.normal.as_ref().map(wide),
        wide_feature(&overlap.feature),
    )
}

pub(super) fn approach(approach: Approach) -> &'static str {
    match approach {
        Approach::Approaching => "approaching",
        Approach::Sliding => "sliding",
        Approach::Parting => "parting",
    }
}

pub(super) fn with_place(object: Object, feature: &any::AnyFeature<3>) -> Object {
    let triangle = match feature.place {
        ItemFeature::Mesh(MeshFeature { triangle, .. }) => Some(triangle.to_string()),
        _ => None,
    };
    object
        .with_some("triangle", triangle)
        .with_some("item", feature.item.map(|item| item.number().to_string()))
}

pub(super) fn feature(place: &ItemFeature<3>, dimension: usize) -> String {
    let simplex = |feature: &Feature| match feature {
        Feature::Vertex(i) => format!("{{\"kind\":\"vertex\",\"index\":{i}}}"),
        Feature::Edge(i) => format!("{{\"kind\":\"edge\",\"index\":{i}}}"),
        Feature::Face => "{\"kind\":\"face\"}".to_string(),
    };
    match place {
        ItemFeature::Simplex(feature) => simplex(feature),
        ItemFeature::Mesh(at) => simplex(&at.feature),
        ItemFeature::Planes(feature) => {
            let planes = feature.planes.iter().map(u32::to_string);
            Object::default().with("planes", array(planes)).text()
        }
        ItemFeature::Box(feature) => {
            let number = |side: &Side| match side {
                Side::Min => "-1".to_string(),
                Side::Between => "0".to_string(),
                Side::Max => "1".to_string(),
            };
            let sides = feature.sides[..dimension].iter().map(number);
            Object::default().with("sides", array(sides)).text()
        }
        other => panic!("{other:?} has no text"),
    }
}

/// Checks that enough cases are free, and enough are blocked.
#[test]
fn some_are_free_and_some_are_blocked() {
    let lines = all();
    let answers = || lines.iter().map(|line| line.split_once("\"answer\":").unwrap().1);
    let count = |is_so: &dyn Fn(&str) -> bool| answers().filter(|answer| is_so(answer)).count();
    let [free, blocked, overlapping] = ["none", "contact", "overlap"]
        .map(|status| count(&|answer| answer.starts_with(&format!("{{\"status\":\"{status}\""))));
    let of_legs = |answer: &str| {
        let (_, legs) = answer.split_once("\"legs\":[").unwrap();
        legs.split_once("],\"contacts\"").unwrap().0.matches('[').count()
    };
    let several_legs = count(&|answer| of_legs(answer) > 1);
    let several_contacts = count(&|answer| answer.contains("},{\"status\""));
    let counts = [free, blocked, overlapping, several_legs, several_contacts];
    println!("{counts:?} of {}", lines.len());
    let least = [60, 150, 20, 40, 30];
    assert!(counts.iter().zip(least).all(|(count, least)| *count >= least), "{counts:?}");
}
