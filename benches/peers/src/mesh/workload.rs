//! The queries, which are seeded and the same on every machine.

#[path = "../../../../tests/random/mod.rs"]
mod random;

use super::surface::Surface;
use random::Random;

/// A sphere, with an axis a capsule, a cube, or the convex hull of points. In a set of motions it
/// moves along `path` in one unit of time.
#[derive(Clone, Copy)]
pub struct Row {
    pub center: [f32; 3],
    /// The radius; half the edge of a cube, or of the cube with the volume of the sphere around a
    /// hull.
    pub radius: f32,
    /// The vector from `center`, which is one end of the axis, to the other end; zero for a sphere.
    pub axis: [f32; 3],
    /// The quaternion by which a cube is turned.
    pub turn: [f32; 4],
    /// The number from which the points of a hull are drawn.
    pub seed: u64,
    pub path: [f32; 3],
}

impl Row {
    /// The points of a hull: on a sphere with the volume of the cube of the same radius.
    pub fn points(&self) -> Vec<[f32; 3]> {
        let mut random = Random(self.seed);
        let radius = f64::from(self.radius) * libm::cbrt(6.0 / std::f64::consts::PI);
        let mut point = || {
            let out = unit(&mut random);
            std::array::from_fn(|k| (f64::from(self.center[k]) + radius * out[k]) as f32)
        };
        (0..HULL_POINTS).map(|_| point()).collect()
    }
}

/// The shape of the bodies of a set.
#[derive(Clone, Copy, PartialEq)]
pub enum Body {
    Sphere,
    Capsule,
    /// A cube along the axes.
    Cube,
    TurnedCube,
    /// The convex hull of points on a sphere.
    Hull,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Question {
    /// The time at which the moving sphere first touches the mesh.
    Cast,
    /// Whether the resting sphere touches the mesh.
    Intersects,
    /// The point closest to the centre.
    Closest,
}

pub struct Set {
    pub name: String,
    pub question: Question,
    pub body: Body,
    pub rows: Vec<Row>,
}

/// Radii as a share of the diagonal.
const RADII: [(&str, f64); 3] = [("r0.1", 0.001), ("r1", 0.01), ("r5", 0.05)];

/// The length of an axis over the radius.
const AXIS: f64 = 4.0;
/// The number of the points of a hull.
const HULL_POINTS: usize = 20;

/// All sets for a mesh.
pub fn sets(surface: &Surface, queries: usize) -> Vec<Set> {
    let [min, max] = surface.bounds();
    let diagonal = surface.diagonal();
    let from_box = |random: &mut Random, grown: f64| -> [f64; 3] {
        std::array::from_fn(|k| random.between(min[k] - grown, max[k] + grown))
    };
    // The path starts on a sphere about the mesh and leads to a point of its box.
    let long = |random: &mut Random, _: f64| {
        let out = unit(random);
        let center: [f64; 3] =
            std::array::from_fn(|k| (min[k] + max[k]) / 2.0 + 0.55 * diagonal * out[k]);
        let target = from_box(random, 0.0);
        let way: [f64; 3] = std::array::from_fn(|k| target[k] - center[k]);
        (center, way.map(|x| x * diagonal / length(way)))
    };
    // The path starts near the surface, and leads in any direction.
    let short = |random: &mut Random, radius: f64| {
        let (point, normal) = on(surface, random);
        let off = 1.02 * radius + 0.04 * diagonal * random.between(0.0, 1.0);
        let center = std::array::from_fn(|k| point[k] + off * normal[k]);
        (center, unit(random).map(|x| x * 0.05 * diagonal))
    };
    let rest = |random: &mut Random, _: f64| (from_box(random, 0.02 * diagonal), [0.0; 3]);

    type Draw<'a> = &'a dyn Fn(&mut Random, f64) -> ([f64; 3], [f64; 3]);
    type Axis = fn(&mut Random) -> [f64; 3];
    let make = |name: String, question, body, radius: f64, draw: Draw, axis: Axis| {
        // Each set has its own seed, so that leaving out a set does not change others.
        let mut random = Random(name.bytes().fold(7, |seed, byte| seed * 31 + u64::from(byte)));
        let row = |i: usize| {
            let (middle, path) = draw(&mut random, radius * diagonal);
            let turn = if body == Body::TurnedCube { turn(&mut random) } else { UNTURNED };
            let axis = axis(&mut random).map(|x| AXIS * radius * diagonal * x);
            let center: [f64; 3] = std::array::from_fn(|k| middle[k] - 0.5 * axis[k]);
            Row {
                center: center.map(|x| x as f32),
                radius: (radius * diagonal) as f32,
                axis: axis.map(|x| x as f32),
                turn: turn.map(|x| x as f32),
                seed: i as u64,
                path: path.map(|x| x as f32),
            }
        };
        Set { rows: (0..queries).map(row).collect(), name, question, body }
    };
    let mut sets = Vec::new();
    for (kind, question, draw) in [
        ("long", Question::Cast, &long as Draw),
        ("short", Question::Cast, &short),
        ("static", Question::Intersects, &rest),
    ] {
        for (name, radius) in RADII {
            let name = format!("{kind} {name}");
            sets.push(make(name, question, Body::Sphere, radius, draw, |_| [0.0; 3]));
        }
    }
    let bodies =
        [("box aligned", Body::Cube), ("box turned", Body::TurnedCube), ("hull", Body::Hull)];
    for (kind, body) in bodies {
        for (name, radius) in RADII {
            let name = format!("{kind} {name}");
            sets.push(make(name, Question::Cast, body, radius, &long, |_| [0.0; 3]));
        }
    }
    let upright: Axis = |_| [0.0, 0.0, 1.0];
    for (kind, axis) in [("capsule upright", upright), ("capsule slanted", unit)] {
        for (name, radius) in RADII {
            let name = format!("{kind} {name}");
            sets.push(make(name, Question::Cast, Body::Capsule, radius, &long, axis));
        }
    }
    sets.push(make("closest".into(), Question::Closest, Body::Sphere, 0.0, &rest, |_| [0.0; 3]));
    sets
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn unit(random: &mut Random) -> [f64; 3] {
    loop {
        let v = random.vector(-1.0, 1.0);
        let length = length(v);
        if length > 0.0 && length <= 1.0 {
            return v.map(|x| x / length);
        }
    }
}

const UNTURNED: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// A random quaternion of length one.
fn turn(random: &mut Random) -> [f64; 4] {
    let [x, y, z] = unit(random);
    let (sine, cosine) = libm::sincos(random.between(0.0, std::f64::consts::PI));
    [sine * x, sine * y, sine * z, cosine]
}

/// A point of a random triangle, each with the same probability, and the triangle's normal.
fn on(surface: &Surface, random: &mut Random) -> ([f64; 3], [f64; 3]) {
    loop {
        let triangle = surface.triangles[random.below(surface.triangles.len() as u64) as usize];
        let [a, b, c] = surface.corners(triangle);
        let [ab, ac]: [[f64; 3]; 2] = [b, c].map(|p| std::array::from_fn(|k| p[k] - a[k]));
        let normal: [f64; 3] = std::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            ab[i] * ac[j] - ab[j] * ac[i]
        });
        let (s, t) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
        let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
        if normal != [0.0; 3] {
            let point = std::array::from_fn(|k| a[k] + s * ab[k] + t * ac[k]);
            return (point, normal.map(|x| x / length(normal)));
        }
    }
}
