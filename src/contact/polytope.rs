//! When does a moving sphere first touch a body that planes bound: a polytope, a frustum, a parallelepiped?
//!
//! Relative to the body the centre moves as `X(t) = C + tV`. A point `K` of the body is the one closest to `X` if and only if
//! `w = X − K` points away from it, that is `w = Σ αₛ nₛ` with `αₛ ≥ 0` over planes that hold `K`. So a part of the boundary that holds
//! `K` in its plane, line or point is known to be closest by signs,
//!
//! ```text
//! face    n·(X − p) ≥ 0                    K within the planes that border the face                    (8.2)
//! edge    m·nⱼ ≥ 0, −m·nᵢ ≥ 0              K within the planes that end the edge                       (8.3)
//! vertex  D·u ≤ 0 for each edge u from it                                                              (8.4)
//! ```
//!
//! where `E = nᵢ × nⱼ`, `m = E × (X − K) = hᵢ nⱼ − hⱼ nᵢ`, `hₖ = nₖ·(X − pₖ)`, and `D = Δ (X − K)` with the determinant `Δ` of three normals. The
//! part is touched at the smaller root of
//!
//! ```text
//! face    h + tg = r √n·n                  t = (−h + r √n·n) / g,       g = n·V < 0                        (8.5)
//! edge    |m + t E × V|² = r² e            t = (−B − √(e β)) / A,       β = r² A − (m·V)²                    (8.6)
//! vertex  |D + tΔV|² = r² Δ²               t = (−D·V − √β) / (Δ V·V),   β = r² Δ² V·V − |D × V|²             (8.7)
//! ```
//!
//! All conditions are linear in `t`: signs of `x + y √q`. The distance from a convex body is a convex function of time, so an entry that
//! is transversal, and certified by (8.2) to (8.4), is *the* first contact, whatever is not known of the other parts. Grazes have
//! rational times; the earliest counts.
//!
//! Source: the closest point by its normal cone (Karush, Kuhn and Tucker), as in S. Boyd and L. Vandenberghe, *Convex
//! Optimization*, 2004, §5.5.3. Derivation: `docs/theory.md`, §8.

use super::answer::{Answer, Approach, Contact, ExactAnswer, Overlap};
use super::hull::{Conditions, is_negative, is_not_negative, is_not_positive, is_positive};
use super::sealed::{Leave, Meets, Near};
use super::vector::{Vector, cross, dot, normal_part, squared};
use super::{ClosestPoint, Span, WayOut, from_space, in_space, still};
use crate::number::{
    Decision, Effort, Framed, Given, Known, Lift, Measure, Number, Quantity, Rational, Rounding,
    Sign, Surd, Unit, Unsure, Value, compare, decide, decide_exactly, measure, measure_exactly,
};
use crate::shape::{
    Frustum, Moving, Parallelepiped, Part, Parts, Point, Polytope, Scalar, Sphere, Wall,
};
use Quantity::{Length, Speed};
use Sign::{Negative, Positive, Zero};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;

#[cfg(test)]
mod tests;

/// A place on a body that planes bound: all planes that hold the touched point, in ascending order.
///
/// In space, one plane makes it a face, and in general two an edge and three a vertex; planes that add nothing are named, too. None at all is
/// the inside.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaneFeature {
    /// The indices of the planes.
    pub planes: Vec<u32>,
}

// ---- bodies ----

/// A body that planes bound: its planes, the parts of its boundary, and their numbers.
///
/// Lengths are seen relative to the body's origin, in units that are [`Body::in_units`] of the given ones.
pub(crate) trait Body: Clone {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3]));
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self;

    /// How many planes.
    fn planes(&self) -> usize;
    /// How many faces, edges and vertices.
    fn counts(&self) -> [usize; 3];
    fn plane_of_face(&self, face: usize) -> usize;
    fn borders(&self, face: usize) -> impl Iterator<Item = usize>;
    /// `i`, `j` such that the line of the edge runs along `nᵢ × nⱼ`.
    fn planes_of_edge(&self, edge: usize) -> [usize; 2];
    fn ends(&self, edge: usize) -> impl Iterator<Item = usize>;
    /// The edges that start at a vertex, and whether against the direction of their line.
    fn rays(&self, vertex: usize) -> impl Iterator<Item = (usize, bool)>;
    fn planes_of_vertex(&self, vertex: usize) -> [usize; 3];
    fn holders(&self, part: Part) -> Vec<u32>;

    /// So many of the body's units.
    fn in_units<N: Number>(length: N) -> N;
    fn normal<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N>;
    /// From a point of a plane to the centre.
    fn over_plane<N: Number>(&self, plane: usize, c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N>;
    /// The direction `E` of an edge, and the moment `m`.
    fn line<N: Number>(&self, edge: usize, c: &[f64; 3], lift: &impl Lift<N>) -> [Vector<N>; 2];
    /// `D` and `Δ > 0` of a vertex.
    fn over_vertex<N: Number>(
        &self,
        vertex: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N>, N);

    // For the numbers of an answer, in the given units:

    /// The point of a plane that [`Body::over_plane`] starts from.
    fn point_of_plane<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N::Value>;
    /// A point of an edge's line; and `E · (C − point)`, in the body's units.
    fn point_of_edge<N: Number>(
        &self,
        edge: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N::Value>, N);
    fn point_of_vertex<N: Number>(&self, vertex: usize, lift: &impl Lift<N>) -> Vector<N::Value>;
}

/// The planes of a polytope.
#[derive(Clone, Debug)]
pub(crate) struct Walls<'a> {
    walls: Cow<'a, [Wall]>,
    parts: &'a Parts,
}

impl<'a> Walls<'a> {
    pub(crate) fn of<T, const N: usize>(polytope: &'a Polytope<T, N>) -> Self {
        Self { walls: Cow::Borrowed(&polytope.walls), parts: &polytope.parts }
    }

    /// Planes of whose parts nothing is asked.
    pub(crate) fn alone(walls: &'a [Wall]) -> Self {
        static NONE: Parts = Parts { faces: Vec::new(), edges: Vec::new(), vertices: Vec::new() };
        Self { walls: Cow::Borrowed(walls), parts: &NONE }
    }

    /// `n·p`.
    #[inline(always)]
    fn offset<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> N {
        dot(&self.normal(plane, lift), &self.walls[plane].point.map(|x| lift.length(x)))
    }
}

impl Body for Walls<'_> {
    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.walls.iter().for_each(|wall| wall.visit(see));
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { walls: self.walls.iter().map(|wall| wall.map(change)).collect(), ..*self }
    }

    fn planes(&self) -> usize {
        self.walls.len()
    }
    fn counts(&self) -> [usize; 3] {
        [self.parts.faces.len(), self.parts.edges.len(), self.parts.vertices.len()]
    }
    fn plane_of_face(&self, face: usize) -> usize {
        self.parts.faces[face].plane
    }
    fn borders(&self, face: usize) -> impl Iterator<Item = usize> {
        self.parts.faces[face].borders.iter().copied()
    }
    fn planes_of_edge(&self, edge: usize) -> [usize; 2] {
        self.parts.edges[edge].planes
    }
    fn ends(&self, edge: usize) -> impl Iterator<Item = usize> {
        self.parts.edges[edge].ends.into_iter().flatten()
    }
    fn rays(&self, vertex: usize) -> impl Iterator<Item = (usize, bool)> {
        self.parts.vertices[vertex].rays.iter().copied()
    }
    fn planes_of_vertex(&self, vertex: usize) -> [usize; 3] {
        self.parts.vertices[vertex].planes
    }
    fn holders(&self, part: Part) -> Vec<u32> {
        match part {
            Part::Inside => Vec::new(),
            Part::Face(i) => self.parts.faces[i].holders.clone(),
            Part::Edge(i) => self.parts.edges[i].holders.clone(),
            Part::Vertex(i) => self.parts.vertices[i].holders.clone(),
        }
    }

    #[inline(always)]
    fn in_units<N: Number>(length: N) -> N {
        length
    }
    #[inline(always)]
    fn normal<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N> {
        self.walls[plane].lifted_normal(lift)
    }
    #[inline(always)]
    fn over_plane<N: Number>(&self, plane: usize, c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N> {
        self.walls[plane].to(c, lift)
    }

    #[inline(always)]
    fn line<N: Number>(&self, edge: usize, c: &[f64; 3], lift: &impl Lift<N>) -> [Vector<N>; 2] {
        let planes = self.planes_of_edge(edge);
        let [ni, nj] = planes.map(|k| self.normal(k, lift));
        let height = |k, n| dot(n, &self.over_plane(k, c, lift));
        let (hi, hj) = (height(planes[0], &ni), height(planes[1], &nj));
        let m = core::array::from_fn(|k| hi.times(&nj[k]).minus(&hj.times(&ni[k])));
        [cross(&ni, &nj), m]
    }

    /// `D = h₀ n₁ × n₂ + h₁ n₂ × n₀ + h₂ n₀ × n₁`.
    #[inline(always)]
    fn over_vertex<N: Number>(
        &self,
        vertex: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N>, N) {
        let planes = self.planes_of_vertex(vertex);
        let n = planes.map(|k| self.normal(k, lift));
        let heights = [0, 1, 2].map(|i| dot(&n[i], &self.over_plane(planes[i], c, lift)));
        cramer(&n, &heights)
    }

    #[inline(always)]
    fn point_of_plane<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        self.walls[plane].point.map(|x| N::Value::rational(&lift.length(x)))
    }

    /// The point closest to the origin: `((nᵢ·pᵢ) nⱼ − (nⱼ·pⱼ) nᵢ) × E / e`.
    #[inline(always)]
    fn point_of_edge<N: Number>(
        &self,
        edge: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N::Value>, N) {
        let [i, j] = self.planes_of_edge(edge);
        let (ni, nj) = (self.normal(i, lift), self.normal(j, lift));
        let (di, dj) = (self.offset(i, lift), self.offset(j, lift));
        let e = cross(&ni, &nj);
        let m = core::array::from_fn(|k| di.times(&nj[k]).minus(&dj.times(&ni[k])));
        let ee = squared(&e);
        let point = cross(&m, &e).map(|x| N::Value::rational(&x).over(&ee));
        (point, dot(&e, &c.map(|x| lift.length(x))))
    }

    #[inline(always)]
    fn point_of_vertex<N: Number>(&self, vertex: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        let planes = self.planes_of_vertex(vertex);
        let n = planes.map(|k| self.normal(k, lift));
        let (point, determinant) = cramer(&n, &planes.map(|k| self.offset(k, lift)));
        point.map(|x| N::Value::rational(&x).over(&determinant))
    }
}

/// The `x` with `nᵢ·x = hᵢ`, times the determinant, and the determinant.
#[inline(always)]
fn cramer<N: Number>(n: &[Vector<N>; 3], h: &[N; 3]) -> (Vector<N>, N) {
    let duals = [cross(&n[1], &n[2]), cross(&n[2], &n[0]), cross(&n[0], &n[1])];
    let x = core::array::from_fn(|k| {
        let term = |i: usize| h[i].times(&duals[i][k]);
        term(0).plus(&term(1)).plus(&term(2))
    });
    (x, dot(&n[0], &duals[0]))
}

/// A parallelepiped, in units of half a length, so that its sides lie one edge away from its centre.
///
/// Plane `2a + s` is the side of axis `a` towards `−edges[a]` (`s = 0`) or `+edges[a]` (`s = 1`). Edge `4a + 2s + s'` runs along `edges[a]`, on side
/// `s` of the next axis and `s'` of the one after it. Vertex `s + 2s' + 4s''` lies on these sides of the three.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skew {
    center: [f64; 3],
    edges: [[f64; 3]; 3],
    is_left_handed: bool,
}

impl Skew {
    pub(crate) fn of<T: Scalar>(body: &Parallelepiped<T>) -> Self {
        Self {
            center: in_space(body.center()),
            edges: body.edges().map(in_space),
            is_left_handed: body.is_left_handed(),
        }
    }

    /// The two planes that hold an edge: of the next axis, and of the one after it.
    fn sides_of_edge(edge: usize) -> [usize; 2] {
        let axis = edge / 4;
        [2 * ((axis + 1) % 3) + (edge / 2) % 2, 2 * ((axis + 2) % 3) + edge % 2]
    }

    fn sides_of_vertex(vertex: usize) -> [usize; 3] {
        [0, 1, 2].map(|axis| 2 * axis + (vertex >> axis) % 2)
    }

    #[inline(always)]
    fn edge<N: Number>(&self, axis: usize, lift: &impl Lift<N>) -> Vector<N> {
        self.edges[axis].map(|x| lift.length(x))
    }

    /// From the point where some sides are met to the point `c`, doubled.
    #[inline(always)]
    fn from_sides<N: Number>(
        &self,
        sides: &[usize],
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> Vector<N> {
        let way =
            core::array::from_fn(|k| Self::in_units(lift.length_difference(c[k], self.center[k])));
        sides.iter().fold(way, |way, side| {
            let edge = self.edge(side / 2, lift);
            core::array::from_fn(|k| {
                if side % 2 == 1 { way[k].minus(&edge[k]) } else { way[k].plus(&edge[k]) }
            })
        })
    }

    /// The point where some sides are met.
    #[inline(always)]
    fn at_sides<N: Number>(&self, sides: &[usize], lift: &impl Lift<N>) -> Vector<N::Value> {
        let center = self.center.map(|x| Self::in_units(lift.length(x)));
        let two = Self::in_units(N::one());
        let doubled = sides.iter().fold(center, |point, side| {
            let edge = self.edge(side / 2, lift);
            core::array::from_fn(|k| {
                if side % 2 == 1 { point[k].plus(&edge[k]) } else { point[k].minus(&edge[k]) }
            })
        });
        doubled.map(|x| N::Value::rational(&x).over(&two))
    }
}

impl Body for Skew {
    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Length, self.center);
        self.edges.iter().for_each(|&edge| see(Length, edge));
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            edges: self.edges.map(|edge| edge.map(|x| change(Length, x))),
            ..*self
        }
    }

    fn planes(&self) -> usize {
        6
    }
    fn counts(&self) -> [usize; 3] {
        [6, 12, 8]
    }
    fn plane_of_face(&self, face: usize) -> usize {
        face
    }
    fn borders(&self, face: usize) -> impl Iterator<Item = usize> {
        (0..6).filter(move |side| side / 2 != face / 2)
    }
    /// Along `+edges[a]`: the cross product of the two outward normals has the sign of the sides and of the hand.
    fn planes_of_edge(&self, edge: usize) -> [usize; 2] {
        let [i, j] = Self::sides_of_edge(edge);
        let is_along = (i % 2 == j % 2) != self.is_left_handed;
        if is_along { [i, j] } else { [j, i] }
    }
    fn ends(&self, edge: usize) -> impl Iterator<Item = usize> {
        let axis = edge / 4;
        [2 * axis, 2 * axis + 1].into_iter()
    }
    fn rays(&self, vertex: usize) -> impl Iterator<Item = (usize, bool)> {
        let side = move |axis: usize| (vertex >> (axis % 3)) % 2;
        (0..3).map(move |axis| (4 * axis + 2 * side(axis + 1) + side(axis + 2), side(axis) == 1))
    }
    fn planes_of_vertex(&self, vertex: usize) -> [usize; 3] {
        Self::sides_of_vertex(vertex)
    }
    fn holders(&self, part: Part) -> Vec<u32> {
        let mut planes: Vec<u32> = match part {
            Part::Inside => Vec::new(),
            Part::Face(i) => [i as u32].to_vec(),
            Part::Edge(i) => Self::sides_of_edge(i).map(|k| k as u32).to_vec(),
            Part::Vertex(i) => Self::sides_of_vertex(i).map(|k| k as u32).to_vec(),
        };
        planes.sort_unstable();
        planes
    }

    #[inline(always)]
    fn in_units<N: Number>(length: N) -> N {
        length.plus(&length)
    }
    #[inline(always)]
    fn normal<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N> {
        let axis = plane / 2;
        let [a, b] = [1, 2].map(|k| self.edge((axis + k) % 3, lift));
        let points_along = (plane % 2 == 1) != self.is_left_handed;
        if points_along { cross(&a, &b) } else { cross(&b, &a) }
    }
    #[inline(always)]
    fn over_plane<N: Number>(&self, plane: usize, c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N> {
        self.from_sides(&[plane], c, lift)
    }
    #[inline(always)]
    fn line<N: Number>(&self, edge: usize, c: &[f64; 3], lift: &impl Lift<N>) -> [Vector<N>; 2] {
        let e = self.edge(edge / 4, lift);
        let m = cross(&e, &self.from_sides(&Self::sides_of_edge(edge), c, lift));
        [e, m]
    }
    #[inline(always)]
    fn over_vertex<N: Number>(
        &self,
        vertex: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N>, N) {
        (self.from_sides(&Self::sides_of_vertex(vertex), c, lift), N::one())
    }

    #[inline(always)]
    fn point_of_plane<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        self.at_sides(&[plane], lift)
    }
    #[inline(always)]
    fn point_of_edge<N: Number>(
        &self,
        edge: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N::Value>, N) {
        let sides = Self::sides_of_edge(edge);
        let along = dot(&self.edge(edge / 4, lift), &self.from_sides(&sides, c, lift));
        (self.at_sides(&sides, lift), along)
    }
    #[inline(always)]
    fn point_of_vertex<N: Number>(&self, vertex: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        self.at_sides(&Self::sides_of_vertex(vertex), lift)
    }
}

// ---- the decision ----

/// A moving sphere, and a body that it may meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight<B> {
    pub(crate) center: [f64; 3],
    pub(crate) radius: f64,
    pub(crate) velocity: [f64; 3],
    pub(crate) body: B,
    /// The velocity of the body.
    pub(crate) drift: [f64; 3],
    pub(crate) span: Span,
}

/// How sphere and body first meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// Never.
    Apart,
    /// They share more than a touch at time zero; here the body is closest to the centre.
    Overlap(Closest),
    /// They touch.
    Contact(Touch),
}

/// The part by whose equations the closest point is found, and the part of lowest dimension that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closest {
    pub(crate) part: Part,
    pub(crate) held: Part,
}

/// A touch: where, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) when: When,
    pub(crate) at: Closest,
    pub(crate) approach: Approach,
    pub(crate) has_normal: bool,
}

/// What the time of a touch is a root of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// None: it is time zero.
    Start,
    /// The smaller root of (8.5) to (8.7).
    Enters,
    /// The only one.
    Grazes,
}

impl<B: Body> Given for Flight<B> {
    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Length, [self.radius; 3]);
        see(Length, self.center);
        see(Speed, self.velocity);
        see(Speed, self.drift);
        self.body.visit(see);
    }

    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            radius: change(Length, self.radius),
            velocity: self.velocity.map(|x| change(Speed, x)),
            body: self.body.map(change),
            drift: self.drift.map(|x| change(Speed, x)),
            span: self.span,
        }
    }
}

/// A flight in numbers, relative to the body and in its units.
pub(crate) struct Relative<'a, B, N, L> {
    flight: &'a Flight<B>,
    lift: &'a L,
    v: Vector<N>,
    r: N,
    pub(crate) rr: N,
}

/// The smaller root `t = (−b − y √q) / a` of a part's equation.
struct Root<N> {
    a: N,
    b: N,
    y: N,
    q: N,
    /// `β`, which is not negative if there is a root; none where there always is one.
    beta: Option<N>,
}

/// A time at which conditions are asked for.
struct Instant<'a, N: Number> {
    root: &'a Root<N>,
    /// `√q`.
    square_root: N::Root,
}

/// The sign of `p + t q` at an instant; at time zero if there is none.
#[inline(always)]
fn sign_at<N: Number>(instant: Option<&Instant<'_, N>>, p: &N, q: impl FnOnce() -> N) -> Known {
    match instant {
        None => p.sign(),
        Some(Instant { root: Root { a, b, y, .. }, square_root }) => {
            let q = q();
            let x = p.times(a).minus(&q.times(b));
            N::sign_with_root(&x, &q.times(y).negated(), square_root)
        }
    }
}

impl<'a, B: Body, N: Number, L: Lift<N>> Relative<'a, B, N, L> {
    #[inline(always)]
    pub(crate) fn new(flight: &'a Flight<B>, lift: &'a L) -> Self {
        let Flight { velocity, drift, radius, .. } = flight;
        let v = core::array::from_fn(|k| B::in_units(lift.speed_difference(velocity[k], drift[k])));
        let r = B::in_units(lift.length(*radius));
        Self { flight, lift, v, rr: r.squared(), r }
    }

    fn body(&self) -> &B {
        &self.flight.body
    }

    #[inline(always)]
    pub(crate) fn normal(&self, plane: usize) -> Vector<N> {
        self.body().normal(plane, self.lift)
    }

    /// `h`.
    #[inline(always)]
    pub(crate) fn height(&self, plane: usize, normal: &Vector<N>) -> N {
        dot(normal, &self.body().over_plane(plane, &self.flight.center, self.lift))
    }

    #[inline(always)]
    fn line(&self, edge: usize) -> [Vector<N>; 2] {
        self.body().line(edge, &self.flight.center, self.lift)
    }

    #[inline(always)]
    fn over_vertex(&self, vertex: usize) -> (Vector<N>, N) {
        self.body().over_vertex(vertex, &self.flight.center, self.lift)
    }

    fn parts(&self) -> impl Iterator<Item = Part> {
        let [faces, edges, vertices] = self.body().counts();
        (0..faces)
            .map(Part::Face)
            .chain((0..edges).map(Part::Edge))
            .chain((0..vertices).map(Part::Vertex))
    }

    /// Where the whole sphere is at time zero, as to one plane: before it, across it or touching it, or behind it.
    #[inline(always)]
    pub(crate) fn before_plane(&self, plane: usize) -> Known {
        let n = self.normal(plane);
        let (h, root) = (self.height(plane, &n), squared(&n).root());
        match N::sign_with_root(&h, &self.r.negated(), &root) {
            Ok(Positive) => Ok(Positive),
            Ok(_) => Ok(match N::sign_with_root(&h, &self.r, &root)? {
                Negative => Negative,
                Zero | Positive => Zero,
            }),
            Err(Unsure) => Err(Unsure),
        }
    }

    #[inline(always)]
    fn root(&self, part: Part) -> Root<N> {
        match part {
            Part::Inside => {
                let zero = N::zero;
                Root { a: zero(), b: zero(), y: zero(), q: zero(), beta: None }
            }
            Part::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let (h, g) = (self.height(plane, &n), dot(&n, &self.v));
                let (a, b, y) = (g.negated(), h.negated(), self.r.clone());
                Root { a, b, y, q: squared(&n), beta: None }
            }
            Part::Edge(i) => {
                let [e, m] = self.line(i);
                let speed = cross(&e, &self.v);
                let a = squared(&speed);
                let beta = self.rr.times(&a).minus(&dot(&m, &self.v).squared());
                let q = squared(&e).times(&beta);
                Root { a, b: dot(&speed, &m), y: N::one(), q, beta: Some(beta) }
            }
            Part::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                let vv = squared(&self.v);
                let beta = self.rr.times(&delta.squared()).times(&vv);
                let beta = beta.minus(&squared(&cross(&d, &self.v)));
                let (a, b) = (delta.times(&vv), dot(&d, &self.v));
                Root { a, b, y: N::one(), q: beta.clone(), beta: Some(beta) }
            }
        }
    }

    /// How the distance of the centre from the plane, line or point of a part at time zero compares with the radius.
    #[inline(always)]
    pub(crate) fn gap(&self, part: Part) -> Known {
        match part {
            Part::Inside => Ok(Negative),
            Part::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let h = self.height(plane, &n);
                N::sign_with_root(&h, &self.r.negated(), &squared(&n).root())
            }
            Part::Edge(i) => {
                let [e, m] = self.line(i);
                squared(&m).minus(&squared(&e).times(&self.rr)).sign()
            }
            Part::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                squared(&d).minus(&delta.squared().times(&self.rr)).sign()
            }
        }
    }

    /// By (8.2) to (8.4): whether this part holds the body's point closest to the centre at an instant, at which the centre lies before
    /// its planes; and if so, the part of lowest dimension that does.
    fn is_closest(
        &self,
        part: Part,
        instant: Option<&Instant<'_, N>>,
        conditions: &mut Conditions,
    ) -> Result<Option<Closest>, Unsure> {
        let mut tight: Vec<usize> = Vec::new();
        match part {
            Part::Inside => {}
            Part::Face(i) => {
                let plane = self.body().plane_of_face(i);
                let n = self.normal(plane);
                let (nn, h, g) = (squared(&n), self.height(plane, &n), dot(&n, &self.v));
                if instant.is_none() && conditions.fail(h.sign(), is_not_negative) {
                    return Ok(None);
                }
                for k in self.body().borders(i) {
                    let nk = self.normal(k);
                    let nik = dot(&n, &nk);
                    let p = nn.times(&self.height(k, &nk)).minus(&h.times(&nik));
                    let q = || nn.times(&dot(&nk, &self.v)).minus(&g.times(&nik));
                    let sign = sign_at(instant, &p, q);
                    if conditions.fail(sign, is_not_positive) {
                        return Ok(None);
                    }
                    if sign == Ok(Zero) {
                        tight.push(k);
                    }
                }
            }
            Part::Edge(edge) => {
                let [e, m] = self.line(edge);
                let speed = cross(&e, &self.v);
                let [ni, nj] = self.body().planes_of_edge(edge).map(|k| self.normal(k));
                let of_i = sign_at(instant, &dot(&m, &nj), || dot(&speed, &nj));
                let of_j = sign_at(instant, &dot(&m, &ni), || dot(&speed, &ni));
                if conditions.fail(of_i, is_not_negative) || conditions.fail(of_j, is_not_positive)
                {
                    return Ok(None);
                }
                let (ee, across, along) = (squared(&e), cross(&m, &e), dot(&e, &self.v));
                for k in self.body().ends(edge) {
                    let nk = self.normal(k);
                    let p = ee.times(&self.height(k, &nk)).minus(&dot(&nk, &across));
                    let sign = sign_at(instant, &p, || dot(&nk, &e).times(&along));
                    if conditions.fail(sign, is_not_positive) {
                        return Ok(None);
                    }
                    if sign == Ok(Zero) {
                        tight.push(k);
                    }
                }
            }
            Part::Vertex(i) => {
                let (d, delta) = self.over_vertex(i);
                for (edge, backwards) in self.body().rays(i) {
                    let [e, _] = self.line(edge);
                    let sign = sign_at(instant, &dot(&d, &e), || delta.times(&dot(&self.v, &e)));
                    let allowed = if backwards { is_not_negative } else { is_not_positive };
                    if conditions.fail(sign, allowed) {
                        return Ok(None);
                    }
                }
            }
        }
        conditions.then(Some(Closest { part, held: self.held(part, &tight) }))
    }

    /// The part that lies in one of higher dimension and in some more planes.
    fn held(&self, part: Part, tight: &[usize]) -> Part {
        if tight.is_empty() {
            return part;
        }
        let mut planes = self.body().holders(part);
        planes.extend(tight.iter().map(|&k| k as u32));
        let holds = |part: &Part| {
            let holders = self.body().holders(*part);
            planes.iter().all(|plane| holders.contains(plane))
        };
        self.parts().find(holds).unwrap_or(part)
    }

    /// The part that holds the point closest to the centre at time zero; none if the body is empty.
    pub(crate) fn closest(&self) -> Result<Option<Closest>, Unsure> {
        let mut inside = Conditions::new();
        let beyond = (0..self.body().planes())
            .any(|k| inside.fail(self.height(k, &self.normal(k)).sign(), is_negative));
        if !beyond {
            return inside.then(Some(Closest { part: Part::Inside, held: Part::Inside }));
        }
        let mut unsure = false;
        for part in self.parts() {
            match self.is_closest(part, None, &mut Conditions::new()) {
                Ok(None) => {}
                Ok(closest) => return Ok(closest),
                Err(Unsure) => unsure = true,
            }
        }
        if unsure { Err(Unsure) } else { Ok(None) }
    }

    /// Do they overlap or touch at time zero? Nothing if they do not.
    fn at_start(&self) -> Result<Option<Meeting>, Unsure> {
        let mut is_apart = false;
        for plane in 0..self.body().planes() {
            let n = self.normal(plane);
            let h = self.height(plane, &n);
            if h.sign() == Ok(Negative) {
                continue;
            }
            let reach = N::sign_with_root(&h, &self.r.negated(), &squared(&n).root());
            if reach == Ok(Positive) {
                is_apart = true;
                if dot(&n, &self.v).sign().is_ok_and(is_not_negative) {
                    return Ok(Some(Meeting::Apart));
                }
            }
        }
        if is_apart {
            return Ok(None);
        }
        let Some(closest) = self.closest()? else { return Ok(Some(Meeting::Apart)) };
        Ok(match self.gap(closest.part)? {
            Negative => Some(Meeting::Overlap(closest)),
            Zero => Some(Meeting::Contact(self.touch_at_start(closest)?)),
            Positive => None,
        })
    }

    fn touch_at_start(&self, at: Closest) -> Result<Touch, Unsure> {
        let along = |part| {
            let Root { a, b, .. } = self.root(part);
            if matches!(part, Part::Face(_)) { a.negated().sign() } else { b.sign() }
        };
        let when = When::Start;
        if self.flight.radius > 0.0 {
            let approach = approach_of(along(at.part)?);
            return Ok(Touch { when, at, approach, has_normal: true });
        }
        let nowhere = Touch { when, at, approach: Approach::Sliding, has_normal: false };
        let (Part::Face(face), Part::Face(_)) = (at.part, at.held) else { return Ok(nowhere) };
        // A point on a face. Where another face lies back to back with it, it has come from where it does not go.
        let speed = along(at.part)?;
        let Some(back) = self.face_back_to_back(face)? else {
            return Ok(Touch { when, at, approach: approach_of(speed), has_normal: true });
        };
        let part = match speed {
            Zero => return Ok(nowhere),
            Negative => at.part,
            Positive => Part::Face(back),
        };
        let at = Closest { part, ..at };
        Ok(Touch { when, at, approach: Approach::Approaching, has_normal: true })
    }

    /// A face in the same plane, on the other side of a flat body.
    fn face_back_to_back(&self, face: usize) -> Result<Option<usize>, Unsure> {
        let n = self.normal(self.body().plane_of_face(face));
        let holders = self.body().holders(Part::Face(face));
        for other in 0..self.body().counts()[0] {
            let plane = self.body().plane_of_face(other);
            let shares = holders.contains(&(plane as u32));
            if shares && dot(&n, &self.normal(plane)).sign()? == Negative {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// Does the path enter the body over this part?
    fn entry(&self, part: Part) -> Result<Entry<N>, Unsure> {
        let mut conditions = Conditions::new();
        let root = self.root(part);
        let beta = root.beta.as_ref().map_or(Ok(Positive), N::sign);
        if conditions.fail(beta, is_not_negative)
            || conditions.fail(root.a.sign(), is_positive)
            || (self.flight.span == Span::FromStart
                && (conditions.fail(root.b.sign(), is_negative)
                    || conditions.fail(self.gap(part), is_positive)))
        {
            return Ok(Entry::Misses);
        }
        let instant = Instant { square_root: root.q.root(), root: &root };
        Ok(match self.is_closest(part, Some(&instant), &mut conditions)? {
            None => Entry::Misses,
            Some(at) if beta == Ok(Zero) => Entry::Grazes(at, root.b.negated(), root.a),
            Some(at) => Entry::Enters(at),
        })
    }

    /// From apart: which part is reached first?
    fn first_entry(&self) -> Result<Meeting, Unsure> {
        let is_point = self.flight.radius == 0.0;
        let touch = |when, at: Closest| {
            let slides = when == When::Grazes;
            let approach = if slides { Approach::Sliding } else { Approach::Approaching };
            let has_normal = !is_point || matches!(at.held, Part::Face(_));
            Meeting::Contact(Touch { when, at, approach, has_normal })
        };
        let mut unsure = false;
        let mut earliest: Option<(Closest, N, N)> = None;
        // A point enters by a face, if only by its border.
        for part in self.parts().filter(|part| !is_point || matches!(part, Part::Face(_))) {
            match self.entry(part) {
                Ok(Entry::Misses) => {}
                Ok(Entry::Enters(at)) => return Ok(touch(When::Enters, at)),
                Ok(Entry::Grazes(at, numerator, denominator)) => {
                    let is_earlier = match &earliest {
                        None => true,
                        Some((_, n, d)) => {
                            let (ours, theirs) = (numerator.times(d), n.times(&denominator));
                            ours.minus(&theirs).sign()? == Negative
                        }
                    };
                    if is_earlier {
                        earliest = Some((at, numerator, denominator));
                    }
                }
                Err(Unsure) => unsure = true,
            }
        }
        if unsure {
            return Err(Unsure);
        }
        Ok(earliest.map_or(Meeting::Apart, |(at, ..)| touch(When::Grazes, at)))
    }
}

/// How the line of motion meets a part.
enum Entry<N> {
    Misses,
    Enters(Closest),
    /// It touches without entering, at the rational time `numerator / denominator`.
    Grazes(Closest, N, N),
}

fn approach_of(along_normal: Sign) -> Approach {
    match along_normal {
        Negative => Approach::Approaching,
        Zero => Approach::Sliding,
        Positive => Approach::Parting,
    }
}

impl<B: Body> Decision for Flight<B> {
    type Outcome = Meeting;

    #[inline]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Meeting, Unsure> {
        let relative = Relative::new(self, lift);
        if self.span == Span::FromStart
            && let Some(meeting) = relative.at_start()?
        {
            return Ok(meeting);
        }
        relative.first_entry()
    }
}

// ---- the numbers ----

/// The numbers of a touch: time, centre (3), point (3), normal (3).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<B> {
    pub(crate) flight: Flight<B>,
    pub(crate) touch: Touch,
}

/// The time alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time<B>(pub(crate) Numbers<B>);

/// The distance of a part's closest point from the centre, at time zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance<B> {
    pub(crate) flight: Flight<B>,
    pub(crate) part: Part,
}

/// The way out over a part: direction (3), depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Out<B>(pub(crate) Distance<B>);

impl<B: Body> Given for Numbers<B> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.flight.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { flight: self.flight.map(change), ..*self }
    }
}

impl<B: Body> Given for Time<B> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(change))
    }
}

impl<B: Body> Given for Distance<B> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.flight.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { flight: self.flight.map(change), ..*self }
    }
}

impl<B: Body> Given for Out<B> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(change))
    }
}

fn time<B: Body, N: Number, L: Lift<N>>(
    relative: &Relative<'_, B, N, L>,
    touch: &Touch,
) -> N::Value {
    let Root { a, b, y, q, .. } = relative.root(touch.at.part);
    match touch.when {
        When::Start => N::Value::rational(&N::zero()),
        When::Enters => N::Value::surd(&b.negated(), &y.negated(), &q, &a),
        When::Grazes => N::Value::rational(&b.negated()).over(&a),
    }
}

impl<B: Body> Measure<1> for Time<B> {
    const UNITS: [Unit; 1] = [Unit::Time];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [time(&Relative::new(&self.0.flight, lift), &self.0.touch)]
    }
}

impl<B: Body> Measure<10> for Numbers<B> {
    const UNITS: [Unit; 10] = [
        Unit::Time,
        Unit::Length,
        Unit::Length,
        Unit::Length,
        Unit::Length,
        Unit::Length,
        Unit::Length,
        Unit::Pure,
        Unit::Pure,
        Unit::Pure,
    ];

    /// With `W = X(t) − P` from a point `P` of the part: over a face the point is `P + n × (W × n) / n·n` and the normal `n / √n·n`; over an edge
    /// `P + E (E·W) / e` and `(m + t E × V) × E / (e r)`; over a vertex `P` and `(D + tΔV) / (Δ r)`.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let Flight { center, radius, velocity, drift, body, .. } = &self.flight;
        let x = Relative::new(&self.flight, lift);
        let t = time(&x, &self.touch);
        let moved = |from: &Vector<N::Value>, by: &[f64; 3]| -> Vector<N::Value> {
            core::array::from_fn(|k| from[k].plus(&t.times(&lift.speed(by[k]))))
        };
        let in_time = |p: &Vector<N>, q: &Vector<N>| -> Vector<N::Value> {
            core::array::from_fn(|k| N::Value::rational(&p[k]).plus(&t.times(&q[k])))
        };
        let over = |w: Vector<N::Value>, divisor: &N| w.map(|w| w.over(divisor));
        let zero = || core::array::from_fn(|_| N::Value::rational(&N::zero()));
        let has_normal = *radius > 0.0;
        let one = B::in_units(N::one());

        let place = center.map(|x| N::Value::rational(&lift.length(x)));
        let [cx, cy, cz] = moved(&place, velocity);
        let ([px, py, pz], [nx, ny, nz]) = match self.touch.at.part {
            Part::Inside => (moved(&place, velocity), zero()),
            Part::Face(i) => {
                let plane = body.plane_of_face(i);
                let n = x.normal(plane);
                let nn = squared(&n);
                let w = in_time(&body.over_plane(plane, center, lift), &x.v);
                let within = over(normal_part(&n, &w), &nn.times(&one));
                let p = moved(&body.point_of_plane(plane, lift), drift);
                let point = core::array::from_fn(|k| p[k].plus(&within[k]));
                (point, n.map(|n| N::Value::surd(&N::zero(), &n, &nn, &nn)))
            }
            Part::Edge(i) => {
                let [e, m] = x.line(i);
                let ee = squared(&e);
                let (p, along) = body.point_of_edge(i, center, lift);
                let along = N::Value::rational(&along).plus(&t.times(&dot(&e, &x.v)));
                let along = along.over(&ee.times(&one));
                let p = moved(&p, drift);
                let point = core::array::from_fn(|k| p[k].plus(&along.times(&e[k])));
                let normal = if has_normal {
                    let m = in_time(&m, &cross(&e, &x.v));
                    over(cross_values(&m, &e), &ee.times(&x.r))
                } else {
                    zero()
                };
                (point, normal)
            }
            Part::Vertex(i) => {
                let (d, delta) = x.over_vertex(i);
                let normal = if has_normal {
                    let v = x.v.clone().map(|v| v.times(&delta));
                    over(in_time(&d, &v), &delta.times(&x.r))
                } else {
                    zero()
                };
                (moved(&body.point_of_vertex(i, lift), drift), normal)
            }
        };
        [t, cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}

/// `w × a`.
fn cross_values<N: Number>(w: &Vector<N::Value>, a: &Vector<N>) -> Vector<N::Value> {
    let component = |i: usize, j: usize| w[i].times(&a[j]).minus(&w[j].times(&a[i]));
    [component(1, 2), component(2, 0), component(0, 1)]
}

impl<B: Body> Distance<B> {
    /// The way from the closest point to the centre as `w y √q / s`, and its length as `x √q / s`, in given units.
    fn parts<N: Number>(&self, lift: &impl Lift<N>) -> Apart<N> {
        let x = Relative::new(&self.flight, lift);
        let one = B::in_units(N::one());
        match self.part {
            Part::Inside => {
                let zero = || core::array::from_fn(|_| N::zero());
                Apart { way: zero(), length: N::zero(), q: N::zero(), divisor: one, r: x.r }
            }
            Part::Face(i) => {
                let plane = self.flight.body.plane_of_face(i);
                let n = x.normal(plane);
                let (h, nn) = (x.height(plane, &n), squared(&n));
                Apart { way: n, length: h, divisor: nn.times(&one), r: x.r.times(&nn), q: nn }
            }
            Part::Edge(i) => {
                let [e, m] = x.line(i);
                let ee = squared(&e);
                let (way, q) = (cross(&m, &e), squared(&m).times(&ee));
                let (divisor, r) = (ee.times(&one), x.r.times(&ee));
                Apart { way, length: N::one(), q, divisor, r }
            }
            Part::Vertex(i) => {
                let (way, delta) = x.over_vertex(i);
                let (divisor, r) = (delta.times(&one), x.r.times(&delta));
                Apart { q: squared(&way), way, length: N::one(), divisor, r }
            }
        }
    }
}

/// What lies between the closest point and the centre: a way along `way`, of squared length `q`; the distance is `length √q / divisor`, and the
/// radius `r / divisor`.
struct Apart<N> {
    way: Vector<N>,
    length: N,
    q: N,
    divisor: N,
    r: N,
}

impl<B: Body> Measure<1> for Distance<B> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let Apart { length, q, divisor, .. } = self.parts(lift);
        [N::Value::surd(&N::zero(), &length, &q, &divisor)]
    }
}

impl<B: Body> Measure<4> for Out<B> {
    const UNITS: [Unit; 4] = [Unit::Pure, Unit::Pure, Unit::Pure, Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 4] {
        let Apart { way, length, q, divisor, r } = self.0.parts(lift);
        let [x, y, z] = way.map(|w| N::Value::surd(&N::zero(), &w, &q, &q));
        [x, y, z, N::Value::surd(&r, &length.negated(), &q, &divisor)]
    }
}

// ---- the way out ----

/// From a centre inside or on the boundary: which plane is nearest, the lowest of equals? None if there is no plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearestPlane<B>(pub(crate) Flight<B>);

impl<B: Body> Given for NearestPlane<B> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(change))
    }
}

impl<B: Body> Decision for NearestPlane<B> {
    type Outcome = Option<usize>;

    /// The depths `−h / √n·n` are not negative, so their squares compare like them.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Option<usize>, Unsure> {
        let x = Relative::new(&self.0, lift);
        let mut nearest: Option<(usize, N, N)> = None;
        for plane in 0..self.0.body.planes() {
            let n = x.normal(plane);
            let (hh, nn) = (x.height(plane, &n).squared(), squared(&n));
            let is_nearer = match &nearest {
                None => true,
                Some((_, h, n)) => hh.times(n).minus(&h.times(&nn)).sign()? == Negative,
            };
            if is_nearer {
                nearest = Some((plane, hh, nn));
            }
        }
        Ok(nearest.map(|(plane, ..)| plane))
    }
}

/// Which part is closest to the centre at time zero, and how its distance compares with the radius? None if the body is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtRest<B>(pub(crate) Flight<B>);

impl<B: Body> Given for AtRest<B> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(change))
    }
}

impl<B: Body> Decision for AtRest<B> {
    type Outcome = Option<(Closest, Sign)>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure> {
        let x = Relative::new(&self.0, lift);
        match x.closest()? {
            None => Ok(None),
            Some(closest) => Ok(Some((closest, x.gap(closest.part)?))),
        }
    }
}

// ---- the answer ----

fn feature<B: Body>(flight: &Flight<B>, at: Closest) -> PlaneFeature {
    PlaneFeature { planes: flight.body.holders(at.held) }
}

/// The closest point at time zero as a touch, for its numbers.
fn touch_of(at: Closest) -> Touch {
    Touch { when: When::Start, at, approach: Approach::Sliding, has_normal: false }
}

fn numbers<B: Body>(framed: &Framed<Flight<B>>, touch: Touch) -> Framed<Numbers<B>> {
    framed.ask(|flight| Numbers { flight: flight.clone(), touch })
}

fn time_of<B: Body>(framed: &Framed<Flight<B>>, touch: Touch) -> Framed<Time<B>> {
    framed.ask(|flight| Time(Numbers { flight: flight.clone(), touch }))
}

fn meet<T: Scalar, const N: usize, B: Body>(
    flight: Flight<B>,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, N, PlaneFeature> {
    let framed = Framed::new(flight);
    let touch = match decide(&framed, effort) {
        Meeting::Apart => return Answer::None,
        Meeting::Overlap(at) => {
            let numbers = numbers(&framed, touch_of(at));
            let [_, cx, cy, cz, px, py, pz, ..] = measure::<T, _, 10>(&numbers, effort);
            return Answer::Overlap(Overlap {
                center: from_space(&[cx, cy, cz]),
                point: from_space(&[px, py, pz]),
                feature: feature(&framed.given, at),
            });
        }
        Meeting::Contact(touch) => touch,
    };
    let is_late = t_max < T::INFINITY
        && compare(&time_of(&framed, touch), t_max.widen(), effort) == Ordering::Greater;
    if is_late {
        return Answer::None;
    }
    let numbers = numbers(&framed, touch);
    let [time, cx, cy, cz, px, py, pz, nx, ny, nz] = measure::<T, _, 10>(&numbers, effort);
    Answer::Contact(Contact {
        time,
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        normal: touch.has_normal.then(|| from_space(&[nx, ny, nz])),
        feature: feature(&framed.given, touch.at),
        approach: touch.approach,
    })
}

fn meet_exactly<T: Scalar, const N: usize, B: Body>(
    flight: Flight<B>,
    t_max: T,
) -> ExactAnswer<N, PlaneFeature> {
    let framed = Framed::new(flight);
    let numbers = |touch| -> (Surd, [Surd; N], [Surd; N], [Surd; N]) {
        let values = measure_exactly(&numbers(&framed, touch));
        let [time, cx, cy, cz, px, py, pz, nx, ny, nz] = values;
        let (center, point, normal) = ([cx, cy, cz], [px, py, pz], [nx, ny, nz]);
        (time, from_space(&center), from_space(&point), from_space(&normal))
    };
    match decide_exactly(&framed) {
        Meeting::Apart => ExactAnswer::None,
        Meeting::Overlap(at) => {
            let (_, center, point, _) = numbers(touch_of(at));
            ExactAnswer::Overlap { center, point, feature: feature(&framed.given, at) }
        }
        Meeting::Contact(touch) => {
            let (time, center, point, normal) = numbers(touch);
            if time.compare_with(t_max.widen()) == Ordering::Greater {
                return ExactAnswer::None;
            }
            let normal = touch.has_normal.then_some(normal);
            let feature = feature(&framed.given, touch.at);
            ExactAnswer::Contact { time, center, point, normal, feature }
        }
    }
}

fn contact_time<T: Scalar, B: Body>(flight: Flight<B>, t_max: T, rounding: Rounding) -> Option<T> {
    let framed = Framed::new(flight);
    let effort = &mut Effort::default();
    let Meeting::Contact(touch) = decide(&framed, effort) else { return None };
    let time = time_of(&framed, touch);
    if t_max < T::INFINITY && compare(&time, t_max.widen(), effort) == Ordering::Greater {
        return None;
    }
    let [nearest] = measure::<T, _, 1>(&time, effort);
    let is_above =
        rounding == Rounding::Down && compare(&time, nearest.widen(), effort) == Ordering::Less;
    Some(if is_above { nearest.below() } else { nearest })
}

impl<B> Flight<B> {
    /// A sphere at rest.
    pub(crate) fn still(center: [f64; 3], radius: f64, body: B) -> Self {
        let zero = [0.0; 3];
        Self { center, radius, velocity: zero, body, drift: zero, span: Span::FromStart }
    }

    /// The same.
    pub(crate) fn at_rest<T: Scalar, const N: usize>(sphere: &Sphere<T, N>, body: B) -> Self {
        Self::still(in_space(sphere.center()), sphere.radius().widen(), body)
    }
}

#[allow(dead_code, reason = "what asks for it is not yet public")]
impl<B: Body> Flight<B> {
    /// The body's point closest to the centre at time zero; none if the body is empty.
    pub(crate) fn closest_point<T: Scalar, const N: usize>(
        self,
        effort: &mut Effort,
    ) -> Option<ClosestPoint<T, N, PlaneFeature>> {
        let framed = Framed::new(self);
        let (at, _) = decide(&framed.ask(|flight| AtRest(flight.clone())), effort)?;
        let [_, _, _, _, px, py, pz, ..] =
            measure::<T, _, 10>(&numbers(&framed, touch_of(at)), effort);
        let distance = framed.ask(|flight| Distance { flight: flight.clone(), part: at.part });
        let [distance] = measure(&distance, effort);
        let feature = feature(&framed.given, at);
        Some(ClosestPoint { point: from_space(&[px, py, pz]), feature, distance })
    }

    /// The way out of an overlap at time zero; none if there is no overlap, or if the body has no planes.
    pub(crate) fn way_out<T: Scalar, const N: usize>(
        self,
        effort: &mut Effort,
    ) -> Option<WayOut<T, N>> {
        let out = self.way(Some(effort))?;
        let [x, y, z, depth] = measure(&out, effort);
        Some(WayOut { direction: from_space(&[x, y, z]), depth })
    }

    fn way(self, mut effort: Option<&mut Effort>) -> Option<Framed<Out<B>>> {
        let framed = Framed::new(self);
        let at_rest = framed.ask(|flight| AtRest(flight.clone()));
        let (closest, gap) = settle(&at_rest, effort.as_deref_mut())?;
        let is_on_boundary = framed.given.radius == 0.0 && closest.part != Part::Inside;
        if gap != Negative || is_on_boundary {
            return None;
        }
        let distance = framed.ask(|flight| Distance { flight: flight.clone(), part: closest.part });
        let is_outside = closest.part != Part::Inside
            && match effort.as_deref_mut() {
                Some(effort) => compare(&distance, 0.0, effort) == Ordering::Greater,
                None => measure_exactly(&distance)[0].sign() == Ordering::Greater,
            };
        let part = if is_outside {
            closest.part
        } else {
            let nearest = framed.ask(|flight| NearestPlane(flight.clone()));
            let plane = settle(&nearest, effort)?;
            let [faces, ..] = framed.given.body.counts();
            Part::Face((0..faces).find(|&i| framed.given.body.plane_of_face(i) == plane)?)
        };
        Some(framed.ask(|flight| Out(Distance { flight: flight.clone(), part })))
    }

    /// The first touch of the motion backwards.
    fn backwards(self, effort: Option<&mut Effort>) -> Option<(Framed<Self>, Touch)> {
        let back = |velocity: [f64; 3]| velocity.map(|x| -x);
        let (velocity, drift) = (back(self.velocity), back(self.drift));
        let framed = Framed::new(Self { velocity, drift, span: Span::Always, ..self });
        match settle(&framed, effort) {
            Meeting::Contact(touch) => Some((framed, touch)),
            Meeting::Apart | Meeting::Overlap(_) => None,
        }
    }
}

/// Decides, with filters or without.
fn settle<D: Decision>(framed: &Framed<D>, effort: Option<&mut Effort>) -> D::Outcome {
    match effort {
        Some(effort) => decide(framed, effort),
        None => decide_exactly(framed),
    }
}

/// The touch of the motion backwards that is the last one, if the two ever touch before the end of the motion.
fn last_touch<T: Scalar, B: Body>(
    flight: Flight<B>,
    t_max: T,
    mut effort: Option<&mut Effort>,
) -> Option<(Framed<Flight<B>>, Touch)> {
    let framed = Framed::new(flight.clone());
    match settle(&framed, effort.as_deref_mut()) {
        Meeting::Apart => return None,
        Meeting::Overlap(_) => {}
        Meeting::Contact(touch) => {
            let (time, effort) = (time_of(&framed, touch), &mut Effort::default());
            let is_late =
                t_max < T::INFINITY && compare(&time, t_max.widen(), effort) == Ordering::Greater;
            if is_late {
                return None;
            }
        }
    }
    flight.backwards(effort)
}

/// Makes `$shape`, moving, an obstacle of spheres: `$body` says what it is.
macro_rules! bounded {
    ($shape:ty, $dimension:tt, [$($generic:tt)*], $body:expr) => {
        impl<T: Scalar, $($generic)*> Meets<T, $dimension, Sphere<T, $dimension>> for Moving<$shape> {
            type Feature = PlaneFeature;

            fn meet(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, PlaneFeature> {
                let flight = flight(ball, $body(self.shape()), self.velocity());
                meet(flight, self.end_with(ball), effort)
            }

            fn meet_exactly(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
            ) -> ExactAnswer<$dimension, PlaneFeature> {
                let flight = flight(ball, $body(self.shape()), self.velocity());
                meet_exactly(flight, self.end_with(ball))
            }

            fn time(&self, ball: &Moving<Sphere<T, $dimension>>, rounding: Rounding) -> Option<T> {
                let flight = flight(ball, $body(self.shape()), self.velocity());
                contact_time(flight, self.end_with(ball), rounding)
            }

            fn last_time(&self, ball: &Moving<Sphere<T, $dimension>>) -> Option<T> {
                let flight = flight(ball, $body(self.shape()), self.velocity());
                let effort = &mut Effort::default();
                let (framed, touch) = last_touch(flight, self.end_with(ball), Some(effort))?;
                let [time] = measure::<T, _, 1>(&time_of(&framed, touch), effort);
                Some(T::nearest(-time.widen()))
            }

            fn last_time_exactly(&self, ball: &Moving<Sphere<T, $dimension>>) -> Option<Surd> {
                let flight = flight(ball, $body(self.shape()), self.velocity());
                let (framed, touch) = last_touch(flight, self.end_with(ball), None)?;
                let [time] = measure_exactly(&time_of(&framed, touch));
                Surd::from(Rational::ZERO).checked_sub(&time)
            }

            fn touches(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
                effort: &mut Effort,
            ) -> bool {
                let flight = flight(ball, $body(self.shape()), self.velocity());
                decide(&Framed::new(flight), effort) != Meeting::Apart
            }
        }
    };
}

/// Makes `$shape` answer at rest: `$body` says what it is, `$moving` how it moves if it does not.
macro_rules! at_rest {
    ($shape:ty, $dimension:tt, [$($generic:tt)*], $body:expr, $moving:expr) => {
        still!(Sphere<T, $dimension>, $shape, {$($generic)*}, $dimension, PlaneFeature, $moving);

        impl<T: Scalar, $($generic)*> Near<T, $dimension> for $shape {
            type Feature = PlaneFeature;

            fn closest(
                &self,
                point: &Point<T, $dimension>,
            ) -> Option<ClosestPoint<T, $dimension, PlaneFeature>> {
                let flight = Flight::at_rest(&Sphere::at(point), $body(self));
                flight.closest_point(&mut Effort::default())
            }
        }

        impl<T: Scalar, $($generic)*> Leave<T, $dimension> for $shape {
            fn way_out(&self, sphere: &Sphere<T, $dimension>) -> Option<WayOut<T, $dimension>> {
                Flight::at_rest(sphere, $body(self)).way_out(&mut Effort::default())
            }
        }
    };
}

fn flight<T: Scalar, const N: usize, B: Body>(
    ball: &Moving<Sphere<T, N>>,
    body: B,
    drift: [T; N],
) -> Flight<B> {
    let (velocity, drift) = (in_space(ball.velocity()), in_space(drift));
    Flight { velocity, drift, ..Flight::at_rest(ball.shape(), body) }
}

fn walls<'a, T, const N: usize>(body: &&'a Polytope<T, N>) -> Walls<'a> {
    Walls::of(body)
}

fn walls_of_frustum<T: Scalar>(body: &Frustum<T>) -> Walls<'_> {
    Walls::of(body.polytope())
}

fn still_frustum<T: Scalar>(body: &Frustum<T>) -> Moving<&Polytope<T, 3>> {
    Moving::still(body.polytope())
}

fn still_copy<T: Scalar>(body: &Parallelepiped<T>) -> Moving<Parallelepiped<T>> {
    Moving::still(*body)
}

bounded!(&Polytope<T, N>, N, [const N: usize], walls);
bounded!(Parallelepiped<T>, 3, [], Skew::of);
at_rest!(Polytope<T, N>, N, [const N: usize], Walls::of, Moving::still);
at_rest!(Frustum<T>, 3, [], walls_of_frustum, still_frustum);
at_rest!(Parallelepiped<T>, 3, [], Skew::of, still_copy);
