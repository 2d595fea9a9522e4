//! The guess for any two cores: GJK along a ray.
//!
//! Source: G. van den Bergen, *Ray Casting against General Convex Objects with Application to
//! Continuous Collision Detection*, 2004; E. Gilbert, D. Johnson, S. Keerthi, *A Fast Procedure for
//! Computing the Distance between Complex Objects in Three-Dimensional Space*, 1988.

use super::told::{Guess, Pieces};
use super::vector::{V3, along, cross, dot, minus, parting};
use crate::contact::cast::TimeDomain;
use crate::contact::convex::pair::ConvexPair;
use crate::contact::convex::piece::{At, Face, Line, Piece};
use crate::number::sqrt;
use crate::shape::topology::Topology;

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
    search(pair, core::array::from_fn(|k| pair.course.rounded(k)), false)
}

/// The pieces over which the mover may be closest at the start.
pub(crate) fn guess_closest(pair: &ConvexPair<'_>) -> Guess {
    search(pair, [0.0; 3], true)
}

/// What is met first at a velocity; or, at rest, what is closest.
fn search(pair: &ConvexPair<'_>, v: V3, is_at_rest: bool) -> Guess {
    let [mut of_a, mut of_b] = [[[0.0; 3]; 8]; 2];
    let (a, b) = (pair.mover.rounded_corners(&mut of_a), pair.obstacle.rounded_corners(&mut of_b));
    let r = pair.reach.radius + pair.reach.rounding;
    let support = |n: V3| {
        let (i, j) = (least(a, n), least(b, n.map(|x| -x)));
        Corner { at: At { obstacle: j as u32, mover: i as u32 }, d: minus(a[i], b[j]) }
    };
    let size = a.iter().chain(b).flatten().fold(r, |m: f64, x| m.max(x.abs()));
    let first = Corner { at: At { obstacle: 0, mover: 0 }, d: minus(a[0], b[0]) };
    let mut simplex = Simplex { corners: [first; 4], count: 0 };
    let mut t = 0.0;
    if !is_at_rest && pair.domain == TimeDomain::Always {
        // So long ago that they were certainly apart.
        t = -(6.0 * size + 2.0 * r) / sqrt(dot(v, v));
        if !t.is_finite() {
            return Guess::Unknown;
        }
    }
    let mut nearest = along(first.d, t, v);
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
        if height > r && !is_at_rest {
            let speed = dot(v, nearest) / length;
            if speed >= 0.0 {
                let n = parting(before, nearest, v);
                return Guess::Apart(n, support(n).at);
            }
            before = Some(nearest);
            let step = (height - r) / -speed;
            if step > 1e-15 * t.abs() {
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
    if is_at_rest && simplex.count == 4 {
        return Guess::Inside(simplex.corners.map(|corner| corner.at));
    }
    let mut pieces = Pieces::new();
    let [of_b, of_a] = [|at: At| at.obstacle, |at: At| at.mover];
    name(pair, &Vertices::of(&simplex, of_b), &Vertices::of(&simplex, of_a), &mut pieces);
    // Where they are as good as touching the simplex is noise, and the vector before it was not.
    if let Some(n) = before {
        let of_b = Vertices::farthest(b, n, size);
        let of_a = Vertices::farthest(a, n.map(|x| -x), size);
        name(pair, &of_b, &of_a, &mut pieces);
    }
    Guess::Pieces(pieces, None)
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

    /// Those that lie about as far along a vector as any.
    fn farthest(points: &[V3], n: V3, size: f64) -> Self {
        let most = points.iter().fold(f64::NEG_INFINITY, |m: f64, p| m.max(dot(*p, n)));
        let least = most - 1e-9 * size * sqrt(dot(n, n));
        let mut all = Self { numbers: [0; 4], count: 0 };
        for (i, point) in (0..).zip(points) {
            if dot(*point, n) >= least && all.count < 4 {
                all.numbers[all.count] = i;
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
fn edge(topology: &Topology, from: u32, to: u32) -> Option<u32> {
    let leads_there = |edge: &u32| topology.edges[*edge as usize].contains(&to);
    topology.spokes(from).iter().map(|half| half.edge).find(leads_there)
}

/// The faces that hold some vertices.
fn faces<'t>(topology: &'t Topology, vertices: &'t [u32]) -> impl Iterator<Item = u32> + 't {
    let holds = move |face: u32, vertex: u32| topology.corners(face).any(|c| c == vertex);
    (0..topology.face_count() as u32)
        .filter(move |face| vertices.iter().all(|vertex| holds(*face, *vertex)))
}

/// The pieces that some vertices of the obstacle and of the mover lie in.
fn name(pair: &ConvexPair<'_>, b: &Vertices, a: &Vertices, pieces: &mut Pieces) {
    let (of_b, of_a) = (pair.obstacle.topology(), pair.mover.topology());
    let is_thin = pair.is_thin_in_plane();
    let add_line = |pieces: &mut Pieces, line: Line| {
        if is_thin {
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
            add_line(pieces, Line { is_of_obstacle: true, edge, vertex });
        }
        (&[vertex], &[i, j]) if let Some(edge) = edge(of_a, i, j) => {
            add_line(pieces, Line { is_of_obstacle: false, edge, vertex });
        }
        (&[i, j], &[k, l]) => {
            if let (Some(obstacle), Some(mover)) = (edge(of_b, i, j), edge(of_a, k, l)) {
                for is_back in [false, true] {
                    pieces.add(Piece::Face(Face::Edges { obstacle, mover, is_back }));
                }
                // They may be parallel.
                add_line(pieces, Line { is_of_obstacle: true, edge: obstacle, vertex: k });
            }
        }
        // A face of one, at any vertex of the other: what else is level with it is found later.
        (b, a) => {
            let (Some(&obstacle), Some(&mover)) = (b.first(), a.first()) else { return };
            for face in faces(of_b, b).filter(|_| b.len() > 1) {
                for &is_back in of_b.sides() {
                    pieces.add(Piece::Face(Face::Obstacle { face, is_back, vertex: mover }));
                }
            }
            for face in faces(of_a, a).filter(|_| a.len() > 1) {
                for &is_back in of_a.sides() {
                    pieces.add(Piece::Face(Face::Mover { face, is_back, vertex: obstacle }));
                }
            }
        }
    }
}
