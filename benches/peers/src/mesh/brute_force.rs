//! The result from every triangle, in plain `f64` and by other formulas. It shows that our results,
//! with which the peers are compared, are right.
//!
//! A sphere first touches a triangle when its centre first touches one of two shifted copies of it,
//! of three cylinders about its edges and of three spheres about its vertices; the least of these
//! times is the result, without any distinction of cases. A cube is swept along the axes that can
//! separate it from a triangle, and for a hull the line of the motion is followed to its entry into
//! the Minkowski difference (`benches/convex/plain.rs`).

use super::plain::{self, Aligned, Meeting, Turned};
use super::surface::Surface;
use super::workload::{Body, Question, Row};

type V = [f64; 3];

fn sub(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] - b[k])
}
fn along(a: V, s: f64, b: V) -> V {
    std::array::from_fn(|k| a[k] + s * b[k])
}
fn dot(a: V, b: V) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}
fn cross(a: V, b: V) -> V {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        a[i] * b[j] - a[j] * b[i]
    })
}

/// The result for a row, encoded as for the peers.
pub fn answer(surface: &Surface, question: Question, body: Body, row: &Row) -> f64 {
    if matches!(body, Body::Cube | Body::TurnedCube | Body::Hull) {
        return convex(surface, body, row);
    }
    let (center, radius) = (row.center.map(f64::from), f64::from(row.radius));
    let axis = row.axis.map(f64::from);
    let triangles =
        || surface.triangles.iter().flat_map(|&triangle| swept(surface.corners(triangle), axis));
    let distance = || triangles().map(|t| distance(center, t)).fold(f64::INFINITY, f64::min);
    match question {
        Question::Closest => distance(),
        Question::Intersects if distance() <= radius => 0.0,
        Question::Cast if distance() <= radius => 0.0,
        Question::Intersects => f64::NAN,
        Question::Cast => {
            let path = row.path.map(f64::from);
            let first =
                triangles().map(|t| time(center, radius, path, t)).fold(f64::INFINITY, f64::min);
            if first <= 1.0 { first } else { f64::NAN }
        }
    }
}

/// The time at which a cube or a hull first touches a triangle; zero for an overlap.
fn convex(surface: &Surface, body: Body, row: &Row) -> f64 {
    let path = row.path.map(f64::from);
    let corner = |side: f32| row.center.map(|x| f64::from(x + side * row.radius));
    let aligned = Aligned { min: corner(-1.0), max: corner(1.0) };
    let turn = row.turn.map(f64::from);
    let long = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
    let turned = Turned {
        center: row.center.map(f64::from),
        half: [f64::from(row.radius); 3],
        turn: turn.map(|x| x / long),
    };
    let points: Vec<V> = row.points().into_iter().map(|point| point.map(f64::from)).collect();
    let first = surface.triangles.iter().map(|&triangle| {
        let corners = surface.corners(triangle);
        let meeting = match body {
            Body::TurnedCube => plain::turned_triangle(&turned, path, &corners),
            Body::Hull => plain::hulls(&points, path, &corners),
            _ => plain::box_triangle(&aligned, path, &corners),
        };
        match meeting {
            Meeting::Never => f64::INFINITY,
            Meeting::Overlapping => 0.0,
            Meeting::At(hit) => hit.time,
        }
    });
    let first = first.fold(f64::INFINITY, f64::min);
    if first <= 1.0 { first } else { f64::NAN }
}

/// The triangles of the prism that a triangle sweeps as it moves by minus the axis of a capsule.
/// One end of the axis touches them when the capsule touches the triangle, unless it begins inside.
fn swept(p: [V; 3], axis: V) -> impl Iterator<Item = [V; 3]> {
    let q = p.map(|p| sub(p, axis));
    let sides = edges([0, 1, 2]).into_iter();
    let sides = sides.flat_map(move |[i, j]| [[p[i], p[j], q[j]], [p[i], q[j], q[i]]]);
    let count = if axis == [0.0; 3] { 1 } else { 8 };
    [p, q].into_iter().chain(sides).take(count)
}

fn edges<P: Copy>([a, b, c]: [P; 3]) -> [[P; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Whether the line through `p` along the normal meets the triangle.
fn is_over(p: V, triangle: [V; 3], normal: V) -> bool {
    dot(normal, normal) > 0.0
        && edges(triangle).iter().all(|&[a, b]| dot(cross(normal, sub(b, a)), sub(p, a)) >= 0.0)
}

fn distance(p: V, triangle @ [a, b, c]: [V; 3]) -> f64 {
    let normal = cross(sub(b, a), sub(c, a));
    if is_over(p, triangle, normal) {
        return dot(normal, sub(p, a)).abs() / dot(normal, normal).sqrt();
    }
    let to_edge = |[a, b]: [V; 2]| {
        let ab = sub(b, a);
        let along_edge = dot(ab, sub(p, a)).clamp(0.0, dot(ab, ab));
        let share = if along_edge > 0.0 { along_edge / dot(ab, ab) } else { 0.0 };
        let off = sub(p, along(a, share, ab));
        dot(off, off).sqrt()
    };
    edges(triangle).map(to_edge).into_iter().fold(f64::INFINITY, f64::min)
}

/// The smaller root of `aa t² + 2 ab t + bb = 0`, if it is not negative.
fn root(aa: f64, ab: f64, bb: f64) -> f64 {
    let t = (-ab - (ab * ab - aa * bb).sqrt()) / aa;
    if t >= 0.0 { t } else { f64::INFINITY }
}

/// The time of first contact of a sphere that is apart at the start; infinite if there is no
/// contact.
fn time(p: V, radius: f64, v: V, triangle @ [a, b, c]: [V; 3]) -> f64 {
    let mut first = f64::INFINITY;
    let normal = cross(sub(b, a), sub(c, a));
    let size = dot(normal, normal).sqrt();
    for side in [-radius, radius] {
        let t = (side * size - dot(normal, sub(p, a))) / dot(normal, v);
        if t >= 0.0 && is_over(along(p, t, v), triangle, normal) {
            first = first.min(t);
        }
    }
    for [a, b] in edges(triangle) {
        let (ab, d) = (sub(b, a), sub(p, a));
        let (dd, vv) = (cross(d, ab), cross(v, ab));
        let t = root(dot(vv, vv), dot(vv, dd), dot(dd, dd) - radius * radius * dot(ab, ab));
        let s = dot(ab, along(d, t, v));
        if t < first && 0.0 <= s && s <= dot(ab, ab) {
            first = t;
        }
        first = first.min(root(dot(v, v), dot(v, d), dot(d, d) - radius * radius));
    }
    first
}
