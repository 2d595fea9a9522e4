//! Guesses, in plain floats: which piece of `K` is met first, or a vector that separates the two.
//! Nothing here decides: a wrong guess costs time only.
//!
//! Source: G. van den Bergen, *Ray Casting against General Convex Objects with Application to
//! Continuous Collision Detection*, 2004; E. Gilbert, D. Johnson, S. Keerthi, *A Fast Procedure for
//! Computing the Distance between Complex Objects in Three-Dimensional Space*, 1988.

use super::pair::ConvexPair;
use super::piece::{At, Face, Line, Piece};
use crate::number::sqrt;
use crate::shape::topology::Topology;
use alloc::vec::Vec;

type V3 = [f64; 3];

/// What is guessed.
#[derive(Clone, Debug)]
pub(crate) enum Guess {
    /// One of these is met first.
    Pieces(Vec<Piece>),
    /// They are separated along this vector, and do not come closer along it.
    Apart(V3),
    Unknown,
}

fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn minus(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn along(a: V3, t: f64, v: V3) -> V3 {
    [a[0] + t * v[0], a[1] + t * v[1], a[2] + t * v[2]]
}

/// A corner of `A − B`, where it was at time zero.
#[derive(Clone, Copy)]
struct Corner {
    at: At,
    d: V3,
}

/// More rounds are not tried.
const ROUNDS: usize = 48;

/// What is met first, on a motion without end.
pub(crate) fn guess(pair: &ConvexPair<'_>) -> Guess {
    let (a, b) = (pair.mover.rounded_corners(), pair.obstacle.rounded_corners());
    let v: V3 = core::array::from_fn(|k| pair.course.rounded(k));
    let r = pair.reach.radius + pair.reach.rounding;
    let support = |n: V3| {
        let best = |points: &[V3], sign: f64| {
            let mut best = (0, f64::INFINITY);
            for (i, p) in points.iter().enumerate() {
                let height = sign * dot(*p, n);
                if height < best.1 {
                    best = (i, height);
                }
            }
            best.0
        };
        let (i, j) = (best(&a, 1.0), best(&b, -1.0));
        Corner { at: At { obstacle: j as u32, mover: i as u32 }, d: minus(a[i], b[j]) }
    };
    let size = a.iter().chain(&b).flatten().fold(r, |m: f64, x| m.max(x.abs()));
    let mut simplex: Vec<Corner> = Vec::with_capacity(4);
    let mut t = 0.0;
    let mut nearest = minus(a[0], b[0]);
    let mut last = nearest;
    let mut before = None;
    if dot(nearest, nearest) == 0.0 {
        nearest = v.map(|x| -x);
    }
    for _ in 0..ROUNDS {
        let length = sqrt(dot(nearest, nearest));
        if length <= 1e-14 * size {
            break;
        }
        last = nearest;
        let corner = support(nearest);
        let height = dot(along(corner.d, t, v), nearest) / length;
        if height > r {
            let speed = dot(v, nearest) / length;
            if speed >= 0.0 {
                return Guess::Apart(parting(before, nearest, v));
            }
            before = Some(nearest);
            let step = (height - r) / -speed;
            if step > 1e-15 * t {
                t += step;
            }
        } else if length - height <= 1e-13 * size.max(length)
            || simplex.iter().any(|known| known.at == corner.at)
        {
            break;
        }
        if !simplex.iter().any(|known| known.at == corner.at) {
            simplex.push(corner);
        }
        nearest = reduce(&mut simplex, t, v);
        if simplex.len() == 4 {
            break;
        }
    }
    let mut pieces = Vec::new();
    name(pair, &simplex, &mut pieces);
    // What lies about as far along the last vector, where that makes another piece.
    let (near_b, near_a) = (farthest(&b, last, size), farthest(&a, last.map(|x| -x), size));
    let mut more = Vec::new();
    name_of_vertices(pair, &near_b, &near_a, &mut more);
    more.retain(|piece| !pieces.contains(piece));
    pieces.extend(more);
    if pieces.is_empty() { Guess::Unknown } else { Guess::Pieces(pieces) }
}

/// Between two vectors, of which the two come closer along the first and not along the second: one
/// along which they just do not, and so are as far apart at the start as ever after.
fn parting(before: Option<V3>, now: V3, v: V3) -> V3 {
    let Some(before) = before else { return now };
    let (closing, opening) = (-dot(before, v), dot(now, v));
    // A little more of the second, since this is rounded.
    let share = opening * (1.0 - 1e-7);
    core::array::from_fn(|k| now[k] * closing + before[k] * share)
}

/// The vertices that lie about as far along a vector as the farthest.
fn farthest(points: &[V3], n: V3, size: f64) -> Vec<u32> {
    let length = sqrt(dot(n, n));
    let heights: Vec<f64> = points.iter().map(|p| dot(*p, n) / length).collect();
    let most = heights.iter().fold(f64::NEG_INFINITY, |m: f64, h| m.max(*h));
    let is_near = |i: &u32| heights[*i as usize] >= most - 1e-9 * size;
    (0..points.len() as u32).filter(is_near).collect()
}

/// The point closest to zero of what some corners span at a time; and only those that it needs.
fn reduce(simplex: &mut Vec<Corner>, t: f64, v: V3) -> V3 {
    let points: Vec<V3> = simplex.iter().map(|corner| along(corner.d, t, v)).collect();
    let mut best: (f64, V3, Vec<usize>) = (f64::INFINITY, [0.0; 3], Vec::new());
    // All faces of a simplex of up to four corners: few, and each is simple.
    for subset in 1u32..1 << points.len() {
        let chosen: Vec<usize> = (0..points.len()).filter(|i| subset >> i & 1 == 1).collect();
        let Some(point) = foot(&points, &chosen) else { continue };
        let distance = dot(point, point);
        if distance < best.0 {
            best = (distance, point, chosen);
        }
    }
    *simplex = best.2.iter().map(|i| simplex[*i]).collect();
    best.1
}

/// The foot of zero on the span of some points, if it lies inside of them.
fn foot(points: &[V3], chosen: &[usize]) -> Option<V3> {
    match *chosen {
        [i] => Some(points[i]),
        [i, j] => {
            let (p, e) = (points[i], minus(points[j], points[i]));
            let (along_e, ee) = (-dot(p, e), dot(e, e));
            (along_e > 0.0 && along_e < ee).then(|| along(p, along_e / ee, e))
        }
        [i, j, k] => {
            let (p, e, f) = (points[i], minus(points[j], points[i]), minus(points[k], points[i]));
            let n = cross(e, f);
            let nn = dot(n, n);
            let q = p.map(|x| -x);
            let (x, y) = (dot(cross(q, f), n), dot(cross(e, q), n));
            let is_inside = nn > 0.0 && x > 0.0 && y > 0.0 && x + y < nn;
            is_inside.then(|| {
                let height = dot(p, n) / nn;
                n.map(|c| c * height)
            })
        }
        [i, j, k, l] => {
            let p = points[i];
            let (e, f, g) = (minus(points[j], p), minus(points[k], p), minus(points[l], p));
            let q = p.map(|x| -x);
            let all = dot(e, cross(f, g));
            let parts =
                [dot(q, cross(f, g)), dot(e, cross(q, g)), dot(e, cross(f, q))].map(|x| x / all);
            let is_inside = parts.iter().all(|x| *x > 0.0) && parts.iter().sum::<f64>() < 1.0;
            is_inside.then_some([0.0; 3])
        }
        _ => None,
    }
}

fn distinct(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut all: Vec<u32> = numbers.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The edge between two vertices.
fn edge(topology: &Topology, ends: &[u32]) -> Option<u32> {
    let is_it = |e: &[u32; 2]| ends.contains(&e[0]) && ends.contains(&e[1]);
    topology.edges.iter().position(is_it).map(|i| i as u32)
}

/// The faces that hold some vertices.
fn faces<'t>(topology: &'t Topology, vertices: &'t [u32]) -> impl Iterator<Item = u32> + 't {
    (0..topology.face_count() as u32)
        .filter(|face| vertices.iter().all(|v| topology.corners(*face).any(|c| c == *v)))
}

/// The pieces that a simplex lies in.
fn name(pair: &ConvexPair<'_>, simplex: &[Corner], pieces: &mut Vec<Piece>) {
    let b = distinct(simplex.iter().map(|corner| corner.at.obstacle));
    let a = distinct(simplex.iter().map(|corner| corner.at.mover));
    name_of_vertices(pair, &b, &a, pieces);
}

fn name_of_vertices(pair: &ConvexPair<'_>, b: &[u32], a: &[u32], pieces: &mut Vec<Piece>) {
    let (of_b, of_a) = (pair.obstacle.topology(), pair.mover.topology());
    let is_thin = pair.is_thin_in_plane();
    let add_line = |line: Line, pieces: &mut Vec<Piece>| {
        if is_thin {
            let strip = |is_back| Piece::Face(Face::Strip { line, is_back });
            pieces.extend([false, true].map(strip));
        } else {
            pieces.push(Piece::Line(line));
        }
    };
    match (b, a) {
        ([obstacle], [mover]) => {
            pieces.push(Piece::Corner(At { obstacle: *obstacle, mover: *mover }));
        }
        ([_, _], [vertex]) if edge(of_b, b).is_some() => {
            if let Some(edge) = edge(of_b, b) {
                add_line(Line { is_of_obstacle: true, edge, vertex: *vertex }, pieces);
            }
        }
        ([vertex], [_, _]) if edge(of_a, a).is_some() => {
            if let Some(edge) = edge(of_a, a) {
                add_line(Line { is_of_obstacle: false, edge, vertex: *vertex }, pieces);
            }
        }
        (_, [vertex]) => {
            for face in faces(of_b, b) {
                let of = |is_back: &bool| {
                    Piece::Face(Face::Obstacle { face, is_back: *is_back, vertex: *vertex })
                };
                pieces.extend(of_b.sides().iter().map(of));
            }
        }
        ([vertex], _) => {
            for face in faces(of_a, a) {
                let of = |is_back: &bool| {
                    Piece::Face(Face::Mover { face, is_back: *is_back, vertex: *vertex })
                };
                pieces.extend(of_a.sides().iter().map(of));
            }
        }
        ([_, _], [_, _]) => {
            if let (Some(obstacle), Some(mover)) = (edge(of_b, b), edge(of_a, a)) {
                let of = |is_back| Piece::Face(Face::Edges { obstacle, mover, is_back });
                pieces.extend([false, true].map(of));
            }
        }
        _ => {}
    }
}
