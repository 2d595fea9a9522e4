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

type V3 = [f64; 3];

/// What is guessed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guess {
    /// One of these is met first.
    Pieces(Pieces),
    /// They are separated along this vector, and do not come closer along it.
    Apart(V3),
}

/// A few pieces; more are not worth a try.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    pieces: [Piece; Self::MOST],
    count: usize,
}

impl Pieces {
    const MOST: usize = 8;

    const fn new() -> Self {
        let none = Piece::Corner(At { obstacle: 0, mover: 0 });
        Self { pieces: [none; Self::MOST], count: 0 }
    }

    fn add(&mut self, piece: Piece) {
        if self.count < Self::MOST {
            self.pieces[self.count] = piece;
            self.count += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Piece] {
        &self.pieces[..self.count]
    }
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

/// Some corners, at most four.
#[derive(Clone, Copy)]
struct Simplex {
    corners: [Corner; 4],
    count: usize,
}

impl Simplex {
    fn as_slice(&self) -> &[Corner] {
        &self.corners[..self.count]
    }

    fn has(&self, corner: &Corner) -> bool {
        self.as_slice().iter().any(|known| known.at == corner.at)
    }

    fn add(&mut self, corner: Corner) {
        self.corners[self.count] = corner;
        self.count += 1;
    }
}

/// The number of the point that lies least far along a vector.
fn least(points: &[V3], n: V3) -> usize {
    let mut best = (0, f64::INFINITY);
    for (i, p) in points.iter().enumerate() {
        let height = dot(*p, n);
        if height < best.1 {
            best = (i, height);
        }
    }
    best.0
}

/// More rounds are not tried.
const ROUNDS: usize = 48;

/// What is met first, on a motion without end.
pub(crate) fn guess(pair: &ConvexPair<'_>) -> Guess {
    let [mut of_a, mut of_b] = [[[0.0; 3]; 8]; 2];
    let (a, b) = (pair.mover.rounded_corners(&mut of_a), pair.obstacle.rounded_corners(&mut of_b));
    let v: V3 = core::array::from_fn(|k| pair.course.rounded(k));
    let r = pair.reach.radius + pair.reach.rounding;
    let support = |n: V3| {
        let (i, j) = (least(a, n), least(b, n.map(|x| -x)));
        Corner { at: At { obstacle: j as u32, mover: i as u32 }, d: minus(a[i], b[j]) }
    };
    let size = a.iter().chain(b).flatten().fold(r, |m: f64, x| m.max(x.abs()));
    let first = Corner { at: At { obstacle: 0, mover: 0 }, d: minus(a[0], b[0]) };
    let mut simplex = Simplex { corners: [first; 4], count: 0 };
    let mut t = 0.0;
    let mut nearest = first.d;
    let mut before = None;
    if dot(nearest, nearest) == 0.0 {
        nearest = v.map(|x| -x);
    }
    for _ in 0..ROUNDS {
        let length = sqrt(dot(nearest, nearest));
        if length <= 1e-14 * size {
            break;
        }
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
        } else if length - height <= 1e-13 * size.max(length) || simplex.has(&corner) {
            break;
        }
        if !simplex.has(&corner) {
            simplex.add(corner);
        }
        nearest = reduce(&mut simplex, t, v);
        if simplex.count == 4 {
            break;
        }
    }
    let mut pieces = Pieces::new();
    name(pair, &simplex, &mut pieces);
    Guess::Pieces(pieces)
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

/// The point closest to zero of what some corners span at a time; and only those that it needs.
fn reduce(simplex: &mut Simplex, t: f64, v: V3) -> V3 {
    let points = simplex.corners.map(|corner| along(corner.d, t, v));
    let mut best = (f64::INFINITY, [0.0; 3], 0);
    // All faces of a simplex of up to four corners: few, and each is simple.
    for subset in 1usize..1 << simplex.count {
        let (mut chosen, mut count) = ([points[0]; 4], 0);
        for (i, point) in points.iter().enumerate() {
            if subset >> i & 1 == 1 {
                chosen[count] = *point;
                count += 1;
            }
        }
        let Some(point) = foot(&chosen[..count]) else { continue };
        let distance = dot(point, point);
        if distance < best.0 {
            best = (distance, point, subset);
        }
    }
    let mut count = 0;
    for i in 0..4 {
        if best.2 >> i & 1 == 1 {
            simplex.corners[count] = simplex.corners[i];
            count += 1;
        }
    }
    simplex.count = count;
    best.1
}

/// The foot of zero on the span of some points, if it lies inside of them.
fn foot(points: &[V3]) -> Option<V3> {
    match *points {
        [p] => Some(p),
        [p, q] => {
            let e = minus(q, p);
            let (along_e, ee) = (-dot(p, e), dot(e, e));
            (along_e > 0.0 && along_e < ee).then(|| along(p, along_e / ee, e))
        }
        [p, q, r] => {
            let (e, f) = (minus(q, p), minus(r, p));
            let n = cross(e, f);
            let nn = dot(n, n);
            let zero = p.map(|x| -x);
            let (x, y) = (dot(cross(zero, f), n), dot(cross(e, zero), n));
            let is_inside = nn > 0.0 && x > 0.0 && y > 0.0 && x + y < nn;
            is_inside.then(|| {
                let height = dot(p, n) / nn;
                n.map(|c| c * height)
            })
        }
        [p, q, r, s] => {
            let (e, f, g) = (minus(q, p), minus(r, p), minus(s, p));
            let zero = p.map(|x| -x);
            let all = dot(e, cross(f, g));
            let parts = [dot(zero, cross(f, g)), dot(e, cross(zero, g)), dot(e, cross(f, zero))];
            let parts = parts.map(|x| x / all);
            let is_inside = parts.iter().all(|x| *x > 0.0) && parts.iter().sum::<f64>() < 1.0;
            is_inside.then_some([0.0; 3])
        }
        _ => None,
    }
}

/// Some of the vertices of a body, each once.
#[derive(Clone, Copy)]
struct Vertices {
    numbers: [u32; 4],
    count: usize,
}

impl Vertices {
    fn of(simplex: &Simplex, number: impl Fn(At) -> u32) -> Self {
        let mut all = Self { numbers: [0; 4], count: 0 };
        for corner in simplex.as_slice() {
            let vertex = number(corner.at);
            if !all.as_slice().contains(&vertex) {
                all.numbers[all.count] = vertex;
                all.count += 1;
            }
        }
        all
    }

    fn as_slice(&self) -> &[u32] {
        &self.numbers[..self.count]
    }
}

/// The edge between two vertices.
fn edge(topology: Topology<'_>, from: u32, to: u32) -> Option<u32> {
    let leads_there = |edge: &u32| topology.edges[*edge as usize].contains(&to);
    topology.spokes(from).iter().map(|half| half.edge).find(leads_there)
}

/// The faces that hold some vertices.
fn faces<'t>(topology: Topology<'t>, vertices: &'t [u32]) -> impl Iterator<Item = u32> + 't {
    let holds = move |face: u32, vertex: u32| topology.corners(face).any(|c| c == vertex);
    (0..topology.face_count() as u32)
        .filter(move |face| vertices.iter().all(|vertex| holds(*face, *vertex)))
}

/// The pieces that a simplex lies in.
fn name(pair: &ConvexPair<'_>, simplex: &Simplex, pieces: &mut Pieces) {
    let (of_b, of_a) = (pair.obstacle.topology(), pair.mover.topology());
    let b = Vertices::of(simplex, |at| at.obstacle);
    let a = Vertices::of(simplex, |at| at.mover);
    let mut add_line = |line: Line| {
        if pair.is_thin_in_plane() {
            for is_back in [false, true] {
                pieces.add(Piece::Face(Face::Strip { line, is_back }));
            }
        } else {
            pieces.add(Piece::Line(line));
        }
    };
    match (b.as_slice(), a.as_slice()) {
        (&[obstacle], &[mover]) => pieces.add(Piece::Corner(At { obstacle, mover })),
        (&[i, j], &[vertex]) if let Some(edge) = edge(of_b, i, j) => {
            add_line(Line { is_of_obstacle: true, edge, vertex });
        }
        (&[vertex], &[i, j]) if let Some(edge) = edge(of_a, i, j) => {
            add_line(Line { is_of_obstacle: false, edge, vertex });
        }
        (b, &[vertex]) => {
            for face in faces(of_b, b) {
                for &is_back in of_b.sides() {
                    pieces.add(Piece::Face(Face::Obstacle { face, is_back, vertex }));
                }
            }
        }
        (&[vertex], a) => {
            for face in faces(of_a, a) {
                for &is_back in of_a.sides() {
                    pieces.add(Piece::Face(Face::Mover { face, is_back, vertex }));
                }
            }
        }
        (&[i, j], &[k, l]) => {
            if let (Some(obstacle), Some(mover)) = (edge(of_b, i, j), edge(of_a, k, l)) {
                for is_back in [false, true] {
                    pieces.add(Piece::Face(Face::Edges { obstacle, mover, is_back }));
                }
            }
        }
        _ => {}
    }
}
