//! The intersection of two cores at time zero: a proof that there is one, candidates for its
//! corners, and the facets of `K` over which an overlap may end.
//!
//! Source: the intersection of two convex polyhedra, as in F. Preparata, M. Shamos, *Computational
//! Geometry*, 1985, §7.3: its corners are corners of one polyhedron in the other, points where an
//! edge of one polyhedron passes through a face of the other, and points where two edges cross.

use super::core::LiftedCore;
use super::pair::{LiftedPair, PairQuery};
use super::piece::{At, Direction, Face};
use crate::number::{Decision, Lift, Number, Sign, Unsure};
use crate::shape::topology::{HalfEdge, Topology};
use crate::shape::vector::{cross, dot, squared};
use Sign::{Negative, Positive, Zero};
use alloc::vec::Vec;

/// The query whether the mover starts inside of the simplex of four corners of `K`. If so, the
/// cores share more than boundary points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartsInside(pub(crate) [At; 4]);

impl Decision for PairQuery<'_, '_, StartsInside> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let x = LiftedPair::new(self.pair, *lift);
        let d = self.question.0.map(|at| x.way(at));
        let volume = |i: usize, j: usize, k: usize| dot(&d[i], &cross(&d[j], &d[k])).sign();
        let first = volume(1, 2, 3)?;
        // As seen from the start, all four faces have the same orientation.
        Ok(first != Zero
            && volume(0, 2, 3)? == -first
            && volume(0, 1, 3)? == first
            && volume(0, 1, 2)? == -first)
    }
}

/// A candidate for a corner of the intersection of two cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SharedCorner {
    /// A vertex of one core.
    Vertex { is_obstacle: bool, vertex: u32 },
    /// The point where an edge of one core passes through a face of the other.
    Through { is_obstacle: bool, edge: u32, face: u32 },
    /// The point where two edges cross.
    Crossing { obstacle: u32, mover: u32 },
}

/// The query for the candidates for corners of the intersection: all points that may be corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedCorners;

impl Decision for PairQuery<'_, '_, SharedCorners> {
    type Outcome = Vec<SharedCorner>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Vec<SharedCorner>, Unsure> {
        let x = LiftedPair::new(self.pair, *lift);
        let mut corners = Vec::new();
        for is_obstacle in [true, false] {
            x.of_one(is_obstacle, &mut corners);
        }
        x.of_edges(&mut corners);
        Ok(corners)
    }
}

/// The query for the faces of `K` over which the shortest translation out of an overlap may lead.
/// Left out are faces that certainly do not support `K` or are certainly farther away than another
/// face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearestFacets;

impl Decision for PairQuery<'_, '_, NearestFacets> {
    type Outcome = Vec<Face>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Vec<Face>, Unsure> {
        let x = LiftedPair::new(self.pair, *lift);
        // The squared depth of the start below each facet, and the squared length of its normal.
        let mut facets: Vec<(Face, N, N)> = Vec::new();
        let mut nearest: Option<usize> = None;
        for face in self.pair.faces(self.pair.dimension == 2) {
            let (normal, mut supports) = (x.normal(face), true);
            let is_beyond = |way| match dot(&normal, &x.direction(way)).sign() {
                Ok(sign) => sign == Positive,
                Err(Unsure) => {
                    supports = false;
                    false
                }
            };
            if self.pair.ways_from_face(face).iter().any(is_beyond) {
                continue;
            }
            let (height, u) = (dot(&normal, &x.way(x.corner_of(face))), squared(&normal));
            facets.push((face, height.squared(), u));
            // Squares of products with quaternions are deeper than the bounds allow.
            let is_known = x.scale.is_none() && supports && facets.last().is_some_and(is_solid);
            let last = facets.len() - 1;
            let is_nearest = |i: usize| is_farther(&facets[i], &facets[last]);
            if is_known && nearest.is_none_or(is_nearest) {
                nearest = Some(last);
            }
        }
        if let Some(nearest) = nearest {
            let (of_nearest, all) = (facets[nearest].clone(), facets);
            facets = all.into_iter().filter(|facet| !is_farther(facet, &of_nearest)).collect();
        }
        Ok(facets.into_iter().map(|(face, ..)| face).collect())
    }
}

/// Returns whether the normal of a facet is certainly not zero.
fn is_solid<N: Number>((_, _, u): &(Face, N, N)) -> bool {
    u.sign() == Ok(Positive)
}

/// Returns whether one facet is certainly farther away than another.
fn is_farther<N: Number>((_, a, of_a): &(Face, N, N), (_, b, of_b): &(Face, N, N)) -> bool {
    a.times(of_b).minus(&b.times(of_a)).sign() == Ok(Positive)
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Adds the vertices of one core that the other may contain, and its edges that may pass
    /// through the faces of the other.
    fn of_one(&self, is_obstacle: bool, corners: &mut Vec<SharedCorner>) {
        let own: &Topology = self.pair.topology(is_obstacle);
        let other: &Topology = self.pair.topology(!is_obstacle);
        let heights: Vec<Vec<N>> =
            (0..other.face_count() as u32).map(|face| self.heights(is_obstacle, face)).collect();
        let is_solid = other.dimension == 3;
        let certainly = |x: &N, sign: Sign| x.sign() == Ok(sign);
        for vertex in 0..own.vertex_count {
            let is_beyond = |h: &Vec<N>| {
                let h = &h[vertex as usize];
                certainly(h, Positive) || (!is_solid && certainly(h, Negative))
            };
            if !heights.iter().any(is_beyond) {
                corners.push(SharedCorner::Vertex { is_obstacle, vertex });
            }
        }
        for (edge, ends) in (0..).zip(own.edges.iter()) {
            let [i, j] = ends.map(|end| end as usize);
            for (face, of_face) in (0..).zip(&heights) {
                let [from, to] = [&of_face[i], &of_face[j]];
                let both = |sign| certainly(from, sign) && certainly(to, sign);
                if both(Positive) || both(Negative) {
                    continue;
                }
                // Skip the edge if it passes through the plane of the face outside of another face.
                let [of_i, of_j] = [to.absolute(), from.absolute()];
                let is_beyond =
                    |h: &Vec<N>| certainly(&h[i].times(&of_i).plus(&h[j].times(&of_j)), Positive);
                let goes_through =
                    [from, to].iter().all(|h| certainly(h, Positive) || certainly(h, Negative));
                if is_solid && goes_through && heights.iter().any(is_beyond) {
                    continue;
                }
                corners.push(SharedCorner::Through { is_obstacle, edge, face });
            }
        }
    }

    /// Returns the height of each vertex of one core over a face of the other, times the length of
    /// the normal of this face.
    fn heights(&self, is_obstacle: bool, face: u32) -> Vec<N> {
        let core: &LiftedCore<'_, '_, N> = if is_obstacle { &self.mover } else { &self.obstacle };
        let topology = core.core().topology();
        let (normal, corner) =
            (core.normal(face, &self.lift), topology.start(topology.rim(face)[0]));
        let height = |vertex: u32| {
            if is_obstacle {
                dot(&normal, &self.way(At { obstacle: vertex, mover: corner })).negated()
            } else {
                dot(&normal, &self.way(At { obstacle: corner, mover: vertex }))
            }
        };
        (0..self.pair.topology(is_obstacle).vertex_count).map(height).collect()
    }

    /// Adds the pairs of edges that may cross.
    fn of_edges(&self, corners: &mut Vec<SharedCorner>) {
        let (b, a) = (self.pair.obstacle.topology(), self.pair.mover.topology());
        let half = |edge| HalfEdge { edge, is_reversed: false };
        for obstacle in 0..b.edges.len() as u32 {
            let e = self.direction(Direction::Obstacle(half(obstacle)));
            for mover in 0..a.edges.len() as u32 {
                let f = self.direction(Direction::Mover(half(mover)));
                let at = At { obstacle: b.start(half(obstacle)), mover: a.start(half(mover)) };
                let apart = dot(&cross(&e, &f), &self.way(at)).sign();
                if !matches!(apart, Ok(Positive | Negative)) {
                    corners.push(SharedCorner::Crossing { obstacle, mover });
                }
            }
        }
    }
}
