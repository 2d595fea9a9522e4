//! The guess for any two cores: GJK ray casting.
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

/// A corner of `A − B`, at its position at time zero.
#[derive(Clone, Copy)]
struct DifferenceCorner {
    at: At,
    d: V3,
}

/// A simplex of at most four corners.
#[derive(Clone, Copy)]
struct Simplex {
    corners: [DifferenceCorner; 4],
    count: usize,
}

impl Simplex {
    fn as_slice(&self) -> &[DifferenceCorner] {
        &self.corners[..self.count]
    }

    fn has(&self, corner: &DifferenceCorner) -> bool {
        self.as_slice().iter().any(|known| known.at == corner.at)
    }

    fn add(&mut self, corner: DifferenceCorner) {
        self.corners[self.count] = corner;
        self.count += 1;
    }
}

/// Up to this number of points, every point is compared.
const FEW: usize = 32;

/// Returns the index of the point with the least height along a vector. Among many points, the
/// search walks from `first` along edges as long as they lower the height.
fn least(points: &[V3], topology: &Topology, n: V3, first: u32) -> u32 {
    if points.len() <= FEW {
        let mut best = (0, f64::INFINITY);
        for (i, p) in (0..).zip(points) {
            let height = dot(*p, n);
            if height < best.1 {
                best = (i, height);
            }
        }
        return best.0;
    }
    let mut best = (first, dot(points[first as usize], n));
    loop {
        let from = best.0;
        for way in topology.spokes(from) {
            let [i, j] = topology.edges[way.edge as usize];
            let end = if way.is_reversed { i } else { j };
            let height = dot(points[end as usize], n);
            if height < best.1 {
                best = (end, height);
            }
        }
        if best.0 == from {
            return from;
        }
    }
}

/// The greatest number of rounds of the search.
const ROUNDS: usize = 48;

/// Guesses the first contact of a motion without end.
pub(crate) fn guess(pair: &ConvexPair<'_>) -> Guess {
    search(pair, core::array::from_fn(|k| pair.motion.rounded(k)), false)
}

/// Guesses the pieces of `K` that may be closest to the mover at the start.
pub(crate) fn guess_closest(pair: &ConvexPair<'_>) -> Guess {
    search(pair, [0.0; 3], true)
}

/// Searches for the first contact at a velocity; or, at rest, for the closest points.
fn search(pair: &ConvexPair<'_>, v: V3, is_at_rest: bool) -> Guess {
    let [mut few_of_a, mut few_of_b] = [[[0.0; 3]; 8]; 2];
    let a = pair.mover.rounded_corners(&mut few_of_a);
    let b = pair.obstacle.rounded_corners(&mut few_of_b);
    let r = pair.reach.radius + pair.reach.inflation;
    let (of_a, of_b) = (pair.mover.topology(), pair.obstacle.topology());
    let shift = minus(pair.mover.rounded_shift(), pair.obstacle.rounded_shift());
    let way = |a: V3, b: V3| along(minus(a, b), 1.0, shift);
    let support = |n: V3, near: At| {
        let mover = least(a, of_a, n, near.mover);
        let obstacle = least(b, of_b, n.map(|x| -x), near.obstacle);
        let d = way(a[mover as usize], b[obstacle as usize]);
        DifferenceCorner { at: At { obstacle, mover }, d }
    };
    let size = a.iter().chain(b).chain([&shift]).flatten().fold(r, |m: f64, x| m.max(x.abs()));
    let first = DifferenceCorner { at: At { obstacle: 0, mover: 0 }, d: way(a[0], b[0]) };
    let mut simplex = Simplex { corners: [first; 4], count: 0 };
    let mut t = 0.0;
    if !is_at_rest && pair.domain == TimeDomain::Always {
        // A time so early that the two bodies are certainly apart.
        t = -(6.0 * size + 2.0 * r) / sqrt(dot(v, v));
        if !t.is_finite() {
            return Guess::Unknown;
        }
    }
    let mut nearest = along(first.d, t, v);
    let (mut before, mut last) = (None, first.at);
    if dot(nearest, nearest) == 0.0 {
        nearest = v.map(|x| -x);
    }
    for _ in 0..ROUNDS {
        let length = sqrt(dot(nearest, nearest));
        if length <= 1e-14 * size {
            break;
        }
        let corner = support(nearest, last);
        last = corner.at;
        let height = dot(along(corner.d, t, v), nearest) / length;
        if height > r && !is_at_rest {
            let speed = dot(v, nearest) / length;
            if speed >= 0.0 {
                let n = parting(before, nearest, v);
                return Guess::Apart(n, support(n, last).at);
            }
            before = Some(nearest);
            let step = (height - r) / -speed;
            if step > 1e-15 * t.abs() {
                t += step;
            }
        } else if simplex.count > 0
            && (length - height <= 1e-13 * size.max(length) || simplex.has(&corner))
        {
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
    // If the two bodies almost touch, the last simplex consists of rounding errors, but the vector
    // before it does not.
    if let Some(n) = before {
        let of_b = Vertices::farthest(b, n, size);
        let of_a = Vertices::farthest(a, n.map(|x| -x), size);
        name(pair, &of_b, &of_a, &mut pieces);
    }
    Guess::Pieces(pieces, None)
}

/// Returns the point of the simplex that is closest to zero at a time, and keeps only the corners
/// that span this point.
fn reduce(simplex: &mut Simplex, t: f64, v: V3) -> V3 {
    let points = simplex.corners.map(|corner| along(corner.d, t, v));
    let closest = match simplex.count {
        1 => ClosestOfSimplex::at(0, &points),
        2 => on_segment([0, 1], &points),
        3 => on_triangle([0, 1, 2], &points),
        _ => on_tetrahedron(&points),
    };
    let mut count = 0;
    for i in 0..4 {
        if closest.needs >> i & 1 == 1 {
            simplex.corners[count] = simplex.corners[i];
            count += 1;
        }
    }
    simplex.count = count;
    closest.point
}

/// The point of a simplex closest to zero, and the corners that span it, as bits.
#[derive(Clone, Copy)]
struct ClosestOfSimplex {
    point: V3,
    needs: u8,
}

impl ClosestOfSimplex {
    fn at(i: usize, points: &[V3; 4]) -> Self {
        Self { point: points[i], needs: 1 << i }
    }

    /// Returns the point on the edge between two corners, at the fraction `part / whole`.
    fn between([i, j]: [usize; 2], points: &[V3; 4], part: f64, whole: f64) -> Self {
        let edge = minus(points[j], points[i]);
        Self { point: along(points[i], part / whole, edge), needs: 1 << i | 1 << j }
    }
}

fn on_segment([i, j]: [usize; 2], points: &[V3; 4]) -> ClosestOfSimplex {
    let (p, e) = (points[i], minus(points[j], points[i]));
    let (part, whole) = (-dot(p, e), dot(e, e));
    if part <= 0.0 {
        ClosestOfSimplex::at(i, points)
    } else if part >= whole {
        ClosestOfSimplex::at(j, points)
    } else {
        ClosestOfSimplex::between([i, j], points, part, whole)
    }
}

/// Returns the closest point of a triangle, by the regions of its corners, its edges and its
/// inside.
///
/// Source: C. Ericson, *Real-Time Collision Detection*, 2005, §5.1.5.
fn on_triangle([i, j, k]: [usize; 3], points: &[V3; 4]) -> ClosestOfSimplex {
    let [p, q, r] = [points[i], points[j], points[k]];
    let (e, f) = (minus(q, p), minus(r, p));
    let [(e_p, f_p), (e_q, f_q), (e_r, f_r)] = [p, q, r].map(|x| (-dot(e, x), -dot(f, x)));
    if e_p <= 0.0 && f_p <= 0.0 {
        return ClosestOfSimplex::at(i, points);
    }
    if e_q >= 0.0 && f_q <= e_q {
        return ClosestOfSimplex::at(j, points);
    }
    if f_r >= 0.0 && e_r <= f_r {
        return ClosestOfSimplex::at(k, points);
    }
    if e_p * f_q - e_q * f_p <= 0.0 && e_p >= 0.0 && e_q <= 0.0 {
        return ClosestOfSimplex::between([i, j], points, e_p, e_p - e_q);
    }
    if e_r * f_p - e_p * f_r <= 0.0 && f_p >= 0.0 && f_r <= 0.0 {
        return ClosestOfSimplex::between([i, k], points, f_p, f_p - f_r);
    }
    let (from_q, from_r) = (f_q - e_q, e_r - f_r);
    if e_q * f_r - e_r * f_q <= 0.0 && from_q >= 0.0 && from_r >= 0.0 {
        return ClosestOfSimplex::between([j, k], points, from_q, from_q + from_r);
    }
    let n = cross(e, f);
    let height = dot(p, n) / dot(n, n);
    ClosestOfSimplex { point: n.map(|c| c * height), needs: 1 << i | 1 << j | 1 << k }
}

/// Returns the closest point on the faces that have zero on their outer side, or zero if there is
/// no such face.
///
/// Source: as for the triangle, §5.1.6.
fn on_tetrahedron(points: &[V3; 4]) -> ClosestOfSimplex {
    let mut best = (f64::INFINITY, ClosestOfSimplex { point: [0.0; 3], needs: 0b1111 });
    for (face, other) in [([0, 1, 2], 3), ([0, 1, 3], 2), ([0, 2, 3], 1), ([1, 2, 3], 0)] {
        let [p, q, r] = face.map(|i: usize| points[i]);
        let n = cross(minus(q, p), minus(r, p));
        // For a flat tetrahedron all faces count.
        let is_inside = -dot(n, p) * dot(n, minus(points[other], p)) > 0.0;
        if !is_inside {
            let closest = on_triangle(face, points);
            let distance = dot(closest.point, closest.point);
            if distance < best.0 {
                best = (distance, closest);
            }
        }
    }
    best.1
}

/// A list of vertices of a body, each once.
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

    /// Returns the vertices that lie farthest along a vector, up to rounding.
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

/// Returns the edge between two vertices.
fn edge(topology: &Topology, from: u32, to: u32) -> Option<u32> {
    let leads_there = |edge: &u32| topology.edges[*edge as usize].contains(&to);
    topology.spokes(from).iter().map(|half| half.edge).find(leads_there)
}

/// Returns the faces that contain some vertices.
fn faces<'t>(topology: &'t Topology, vertices: &'t [u32]) -> impl Iterator<Item = u32> + 't {
    let holds = move |face: u32, vertex: &u32| topology.corners(face).any(|c| c == *vertex);
    // In the rim of each face, one half-edge starts at the first of the vertices.
    let spokes = vertices.first().map_or(&[][..], |first| topology.spokes(*first));
    let at_first = spokes.iter().flat_map(move |spoke| {
        let faces = topology.faces_beside(spoke.edge).iter().copied();
        faces.filter(move |face| topology.rim(*face).contains(spoke))
    });
    at_first.filter(move |face| vertices.iter().skip(1).all(|vertex| holds(*face, vertex)))
}

/// Adds the pieces of `K` that some vertices of the obstacle and of the mover form.
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
                // The edges may be parallel.
                add_line(pieces, Line { is_of_obstacle: true, edge: obstacle, vertex: k });
            }
        }
        // A face of one body, at any vertex of the other: other parts at the same height are found
        // later.
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
