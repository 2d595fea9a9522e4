//! Seeded inputs for the benchmarks: realistic ones, and the hardest ones.

#[path = "../../tests/random/mod.rs"]
mod random;
pub use random::Random;

/// A sphere and a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub center: [f64; 3],
    pub radius: f64,
    pub velocity: [f64; 3],
    pub vertices: [[f64; 3]; 3],
}

/// A unit vector, up to rounding.
fn direction(random: &mut Random) -> [f64; 3] {
    loop {
        let v = random.vector(-1.0, 1.0);
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        if length > 0.1 && length < 1.0 {
            return v.map(|x| x / length);
        }
    }
}

fn along(a: [f64; 3], s: f64, b: [f64; 3]) -> [f64; 3] {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// A triangle of unit size with coordinates within 50, and a sphere near it that moves roughly
/// towards it.
pub fn realistic(r: &mut Random) -> Query {
    let origin = r.vector(-50.0, 50.0);
    let mut vertex = || along(origin, 1.0, r.vector(-1.0, 1.0));
    let vertices = [vertex(), vertex(), vertex()];
    let direction = direction(r);
    let center = along(origin, r.between(0.8, 4.0), direction);
    let target = along(origin, 1.0, r.vector(-1.5, 1.5));
    let speed = r.between(0.2, 3.0);
    let velocity = [0, 1, 2].map(|k| (target[k] - center[k]) * speed);
    Query { center, radius: r.between(0.1, 0.6), velocity, vertices }
}

/// A realistic query, rounded to `f32`.
fn realistic_single(r: &mut Random) -> Query {
    let q = realistic(r);
    let single = |v: [f64; 3]| v.map(|x| f64::from(x as f32));
    Query {
        center: single(q.center),
        radius: f64::from(q.radius as f32),
        velocity: single(q.velocity),
        vertices: q.vertices.map(single),
    }
}

/// A query in a level on a grid of eighths, with many floors and walls along the axes.
fn level(r: &mut Random) -> Query {
    let eighths = |v: [f64; 3]| v.map(|x| x / 8.0);
    let origin = eighths(r.integers(-400, 400));
    let axis = (r.bits() % 4) as usize;
    let mut vertex = || {
        let mut d = eighths(r.integers(-16, 16));
        if axis < 3 {
            d[axis] = 0.0;
        }
        along(origin, 1.0, d)
    };
    let vertices = [vertex(), vertex(), vertex()];
    let center = along(origin, 1.0, eighths(r.integers(-24, 24)));
    let mut velocity = eighths(r.integers(-16, 16));
    if r.bits().is_multiple_of(4) {
        velocity[(r.bits() % 3) as usize] = 0.0;
    }
    Query { center, radius: r.integer(1, 6) / 8.0, velocity, vertices }
}

/// A query of small integers, where ties are common.
fn integers(r: &mut Random) -> Query {
    Query {
        center: r.integers(-4, 4),
        radius: r.integer(0, 3),
        velocity: r.integers(-3, 3),
        vertices: [r.integers(-3, 3), r.integers(-3, 3), r.integers(-3, 3)],
    }
}

/// A query whose motion is parallel to the plane at a distance of exactly `r`, a tie each time. The
/// normal is (2, 3, 6)/7.
fn graze(r: &mut Random) -> Query {
    let lattice = |i: f64, j: f64| [3.0 * i, -2.0 * i - 2.0 * j, j];
    let mut point = |k: i64| lattice(r.integer(-k, k), r.integer(-k, k));
    let vertices = [point(9), point(9), point(9)];
    let (start, velocity) = (point(30), point(5));
    let side = if r.bits().is_multiple_of(2) { 1.0 } else { -1.0 };
    Query { center: along(start, side, [2.0, 3.0, 6.0]), radius: 7.0, velocity, vertices }
}

/// A query aimed, up to rounding, at the seam between the face and an edge or a vertex.
fn near_tie(r: &mut Random) -> Query {
    let mut q = realistic(r);
    let [a, b, c] = q.vertices;
    let (e, f) = (along(b, -1.0, a), along(c, -1.0, a));
    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    let from = along(q.center, -1.0, a);
    let side = if from[0] * n[0] + from[1] * n[1] + from[2] * n[2] < 0.0 { -1.0 } else { 1.0 };
    let share = if r.bits().is_multiple_of(2) { 0.0 } else { r.between(0.1, 0.9) };
    let target = along(along(a, share, e), side * q.radius / length, n);
    let speed = r.between(0.3, 2.0);
    q.velocity = [0, 1, 2].map(|k| (target[k] - q.center[k]) * speed);
    q
}

/// The name of a kind, and its generator of queries.
pub type Kind = (&'static str, fn(&mut Random) -> Query);

pub const KINDS: [Kind; 6] = [
    ("realistic", realistic),
    ("realistic, f32 inputs", realistic_single),
    ("level on a grid", level),
    ("small integers", integers),
    ("near ties", near_tie),
    ("full ties", graze),
];
