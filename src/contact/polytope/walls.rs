//! The body whose planes are the given planes of a polytope.

use super::body::PlanarBody;
use crate::number::{Lift, Number, Quantity, Value};
use crate::shape::vector::{Vector, cross, dot, squared};
use crate::shape::{BoundaryPart, BoundaryParts, Polytope, Wall};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The planes of a polytope, with the parts of its boundary.
#[derive(Clone, Debug)]
pub(crate) struct PolytopeBoundary<'a> {
    walls: Cow<'a, [Wall]>,
    parts: &'a BoundaryParts,
}

impl<'a> PolytopeBoundary<'a> {
    pub(crate) fn of<T, const N: usize>(polytope: &'a Polytope<T, N>) -> Self {
        Self { walls: Cow::Borrowed(&polytope.walls), parts: &polytope.parts }
    }

    /// Constructs a body of planes without parts, for queries that use none.
    pub(crate) fn alone(walls: &'a [Wall]) -> Self {
        static NONE: BoundaryParts =
            BoundaryParts { faces: Vec::new(), edges: Vec::new(), vertices: Vec::new() };
        Self { walls: Cow::Borrowed(walls), parts: &NONE }
    }

    /// Returns `n·p`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn offset<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> N {
        dot(&self.normal(plane, lift), &self.walls[plane].point.map(|x| lift.length(x)))
    }
}

impl PlanarBody for PolytopeBoundary<'_> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.walls.iter().for_each(|wall| wall.visit(see));
    }
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
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
    fn holders(&self, part: BoundaryPart) -> Vec<u32> {
        match part {
            BoundaryPart::Inside => Vec::new(),
            BoundaryPart::Face(i) => self.parts.faces[i].holders.clone(),
            BoundaryPart::Edge(i) => self.parts.edges[i].holders.clone(),
            BoundaryPart::Vertex(i) => self.parts.vertices[i].holders.clone(),
        }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn in_units<N: Number>(length: N) -> N {
        length
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn normal<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N> {
        self.walls[plane].lifted_normal(lift)
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn over_plane<N: Number>(&self, plane: usize, c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N> {
        self.walls[plane].to(c, lift)
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn line<N: Number>(&self, edge: usize, c: &[f64; 3], lift: &impl Lift<N>) -> [Vector<N>; 2] {
        let planes = self.planes_of_edge(edge);
        let [ni, nj] = planes.map(|k| self.normal(k, lift));
        let height = |k, n| dot(n, &self.over_plane(k, c, lift));
        let (hi, hj) = (height(planes[0], &ni), height(planes[1], &nj));
        let m = core::array::from_fn(|k| hi.times(&nj[k]).minus(&hj.times(&ni[k])));
        [cross(&ni, &nj), m]
    }

    /// Returns `D = h₀ n₁ × n₂ + h₁ n₂ × n₀ + h₂ n₀ × n₁`, with the determinant.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
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

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn point_of_plane<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        self.walls[plane].point.map(|x| N::Value::rational(&lift.length(x)))
    }

    /// Uses the point of the line closest to the origin: `((nᵢ·pᵢ) nⱼ − (nⱼ·pⱼ) nᵢ) × E / e`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
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

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn point_of_vertex<N: Number>(&self, vertex: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        let planes = self.planes_of_vertex(vertex);
        let n = planes.map(|k| self.normal(k, lift));
        let (point, determinant) = cramer(&n, &planes.map(|k| self.offset(k, lift)));
        point.map(|x| N::Value::rational(&x).over(&determinant))
    }
}

/// Solves `nᵢ·x = hᵢ`: returns `x` times the determinant, and the determinant.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn cramer<N: Number>(n: &[Vector<N>; 3], h: &[N; 3]) -> (Vector<N>, N) {
    let duals = [cross(&n[1], &n[2]), cross(&n[2], &n[0]), cross(&n[0], &n[1])];
    let x = core::array::from_fn(|k| {
        let term = |i: usize| h[i].times(&duals[i][k]);
        term(0).plus(&term(1)).plus(&term(2))
    });
    (x, dot(&n[0], &duals[0]))
}
