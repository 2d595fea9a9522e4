//! The convex hull of points that span space: its faces as polygons of extreme points.
//!
//! The points are inserted one after another, in a random order. The hull of the inserted points
//! is a closed surface of triangles. A point outside of the hull *sees* a triangle if it is
//! strictly in front of it. An inserted point replaces the triangles that it sees by triangles
//! between itself and the horizon, the edges that border the replaced ones. Each triangle has a
//! conflict list: the points not yet inserted that see it. Thus a point is compared only with
//! triangles near it.
//!
//! # Points in special position
//! A point in the plane of a triangle does not see it. This single rule covers coplanar and
//! collinear points, and no perturbation is needed:
//!
//! - The triangles that a point sees are one disk. Proof: a second point, a little nearer to the
//!   inside of the hull, sees the same triangles and is in the plane of no face.
//! - No new triangle is degenerate. If a point were collinear with an edge of its horizon, it would
//!   be in the plane of the replaced triangle at this edge, which it sees.
//! - The normal of a new triangle at an edge of the horizon is a combination of the normals of the
//!   two triangles at this edge, with coefficients that are not negative. Hence a point that sees
//!   the new triangle sees one of the two, so only their conflicts have to be tested.
//! - For the same reason a point that sees both triangles sees the new one. Hence a point that saw
//!   a replaced triangle and sees no new one is inside of the new hull: the disk of triangles that
//!   it saw would otherwise cross the horizon at some edge.
//!
//! The surface may contain coplanar neighbours, and corners in the middle of an edge or within a
//! face. Both are removed at the end: coplanar triangles connected by edges are one face, and a
//! corner is extreme if it is on the border of at least three faces. The only predicate of this
//! step is whether two neighbours are coplanar; the rest is counting.
//!
//! Source: K. L. Clarkson and P. W. Shor, *Applications of Random Sampling in Computational
//! Geometry, II*, 1989; M. de Berg et al., *Computational Geometry*, 2008, §11.2.

use super::orientation::side_of_plane;
use crate::number::Sign;
use alloc::vec::Vec;
use core::mem::take;

/// Computes the faces of the convex hull of some points, each as the indices of its extreme points,
/// counterclockwise as seen from outside. The simplex spans space; the other points are in any
/// order, and no two points are at the same position.
pub(super) fn faces(points: &[[f64; 3]], simplex: [u32; 4], others: &[u32]) -> Vec<Vec<u32>> {
    let mut surface = HullSurface::of_tetrahedron(points, simplex);
    surface.distribute(others);
    shuffled(others).into_iter().for_each(|point| surface.insert(point));
    surface.merged()
}

/// A triangle of the surface.
#[derive(Debug)]
struct Facet {
    /// Counterclockwise as seen from outside.
    corners: [u32; 3],
    /// The facets beyond the edge from each corner to the next.
    neighbours: [usize; 3],
    /// The points not yet inserted that see the facet.
    conflicts: Vec<u32>,
    /// Whether the facet was replaced.
    is_gone: bool,
}

impl Facet {
    fn edge(&self, i: usize) -> [u32; 2] {
        [self.corners[i], self.corners[(i + 1) % 3]]
    }
}

/// A closed surface of triangles, which bounds the convex hull of the points inserted so far.
struct HullSurface<'a> {
    points: &'a [[f64; 3]],
    /// All facets, including replaced ones, so that an index keeps its meaning.
    facets: Vec<Facet>,
    /// For each point not yet inserted, a facet that it sees. If that facet was replaced, the point
    /// is inside.
    seen: Vec<Option<usize>>,
    /// For each point, the last facet with which it was compared.
    compared: Vec<usize>,
    /// For each point, the new facet whose edge of the horizon starts at this point.
    starting: Vec<usize>,
}

/// An edge between a facet that is replaced and one that stays.
struct Ridge {
    replaced: usize,
    kept: usize,
    edge: [u32; 2],
}

impl<'a> HullSurface<'a> {
    fn of_tetrahedron(points: &'a [[f64; 3]], [a, b, c, d]: [u32; 4]) -> Self {
        let mut surface = Self {
            points,
            facets: Vec::new(),
            seen: alloc::vec![None; points.len()],
            compared: alloc::vec![0; points.len()],
            starting: alloc::vec![0; points.len()],
        };
        let [a, b] = if surface.is_in_front([a, b, c], d) { [b, a] } else { [a, b] };
        // Facet `i` lacks corner `i`, so the facet beyond an edge is the one that lacks the third
        // corner.
        let facets = [[3, 2, 1], [2, 3, 0], [1, 0, 3], [0, 1, 2]];
        surface.facets.extend(facets.map(|corners: [usize; 3]| Facet {
            corners: corners.map(|i| [a, b, c, d][i]),
            neighbours: [corners[2], corners[0], corners[1]],
            conflicts: Vec::new(),
            is_gone: false,
        }));
        surface
    }

    fn is_in_front(&self, triangle: [u32; 3], point: u32) -> bool {
        is_in_front(self.points, triangle, point)
    }

    /// Compares each of these points with all facets.
    fn distribute(&mut self, points: &[u32]) {
        for (number, facet) in self.facets.iter_mut().enumerate() {
            for &point in points {
                if is_in_front(self.points, facet.corners, point) {
                    facet.conflicts.push(point);
                    self.seen[point as usize] = Some(number);
                }
            }
        }
    }

    /// Inserts a point into the hull.
    fn insert(&mut self, point: u32) {
        let Some(first) = self.seen[point as usize] else { return };
        if self.facets[first].is_gone {
            return;
        }
        self.facets[first].is_gone = true;
        let mut replaced = alloc::vec![first];
        let mut horizon = Vec::new();
        let mut next = 0;
        while let Some(&facet) = replaced.get(next) {
            next += 1;
            for i in 0..3 {
                let beyond = self.facets[facet].neighbours[i];
                if self.facets[beyond].is_gone {
                    continue;
                }
                if self.is_in_front(self.facets[beyond].corners, point) {
                    self.facets[beyond].is_gone = true;
                    replaced.push(beyond);
                } else {
                    let edge = self.facets[facet].edge(i);
                    horizon.push(Ridge { replaced: facet, kept: beyond, edge });
                }
            }
        }
        let before = self.facets.len();
        horizon.iter().for_each(|ridge| self.add(point, ridge));
        for facet in before..self.facets.len() {
            let [_, to, _] = self.facets[facet].corners;
            let neighbour = self.starting[to as usize];
            self.facets[facet].neighbours[1] = neighbour;
            self.facets[neighbour].neighbours[2] = facet;
        }
        // The new facets have taken over the conflicts of the replaced ones.
        replaced.into_iter().for_each(|facet| drop(take(&mut self.facets[facet].conflicts)));
    }

    /// Adds the facet between an edge of the horizon and a point. The caller sets the neighbours at
    /// its two edges to the point.
    fn add(&mut self, point: u32, ridge: &Ridge) {
        let (number, [from, to]) = (self.facets.len(), ridge.edge);
        let corners = [from, to, point];
        let mut conflicts = Vec::new();
        for source in [ridge.replaced, ridge.kept] {
            for &other in &self.facets[source].conflicts {
                let compared = &mut self.compared[other as usize];
                if other == point || *compared == number {
                    continue;
                }
                *compared = number;
                if is_in_front(self.points, corners, other) {
                    conflicts.push(other);
                    self.seen[other as usize] = Some(number);
                }
            }
        }
        let kept = &mut self.facets[ridge.kept];
        for i in 0..3 {
            if kept.edge(i) == [to, from] {
                kept.neighbours[i] = number;
            }
        }
        let neighbours = [ridge.kept, number, number];
        self.starting[from as usize] = number;
        self.facets.push(Facet { corners, neighbours, conflicts, is_gone: false });
    }

    /// Returns the faces, with their extreme points only. Facets of one plane form one face.
    fn merged(self) -> Vec<Vec<u32>> {
        let faces = self.faces();
        let mut rims = Vec::new();
        for (facet, face) in self.facets.iter().zip(&faces) {
            let Some(face) = *face else { continue };
            for i in 0..3 {
                if faces[facet.neighbours[i]] != Some(face) {
                    let [from, to] = facet.edge(i);
                    rims.push(RimEdge { face, from, to });
                }
            }
        }
        let mut face_counts = alloc::vec![0_usize; self.points.len()];
        rims.iter().for_each(|edge| face_counts[edge.from as usize] += 1);
        rims.sort_unstable_by_key(|edge| (edge.face, edge.from));
        let is_extreme = |point: u32| face_counts[point as usize] >= 3;
        rims.chunk_by(|a, b| a.face == b.face).map(|rim| extreme_cycle(rim, is_extreme)).collect()
    }

    /// Returns, for each facet that was not replaced, the index of its face, which is the index of
    /// the first facet of the face.
    fn faces(&self) -> Vec<Option<usize>> {
        let mut faces = alloc::vec![None; self.facets.len()];
        let mut open = Vec::new();
        for first in 0..self.facets.len() {
            if self.facets[first].is_gone || faces[first].is_some() {
                continue;
            }
            faces[first] = Some(first);
            open.push(first);
            while let Some(number) = open.pop() {
                let facet = &self.facets[number];
                for neighbour in facet.neighbours {
                    if faces[neighbour].is_none() && self.share_plane(facet, neighbour) {
                        faces[neighbour] = Some(first);
                        open.push(neighbour);
                    }
                }
            }
        }
        faces
    }

    /// Returns whether a facet and a neighbour are in one plane. Two corners of the neighbour
    /// always are.
    fn share_plane(&self, facet: &Facet, neighbour: usize) -> bool {
        let place = |i: u32| self.points[i as usize];
        let others = self.facets[neighbour].corners;
        let mut beyond = others.into_iter().filter(|corner| !facet.corners.contains(corner));
        beyond.all(|corner| side_of_plane(facet.corners.map(place), place(corner)) == Sign::Zero)
    }
}

/// An edge of a triangle on the border of a face.
struct RimEdge {
    face: usize,
    from: u32,
    to: u32,
}

/// Returns the extreme points on the border of a face, in order, from its edges sorted by their
/// starts.
fn extreme_cycle(rim: &[RimEdge], is_extreme: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut cycle = Vec::new();
    let Some(mut at) = rim.first().map(|edge| edge.from) else { return cycle };
    for _ in rim {
        if is_extreme(at) {
            cycle.push(at);
        }
        if let Ok(next) = rim.binary_search_by_key(&at, |edge| edge.from) {
            at = rim[next].to;
        }
    }
    cycle
}

fn is_in_front(points: &[[f64; 3]], triangle: [u32; 3], point: u32) -> bool {
    let place = |i: u32| points[i as usize];
    side_of_plane(triangle.map(place), place(point)) == Sign::Positive
}

/// Returns the same numbers in a pseudorandom order, which is the same at each call. The expected
/// cost holds for each input that was not made for this order.
fn shuffled(numbers: &[u32]) -> Vec<u32> {
    let mut numbers = numbers.to_vec();
    let mut state = 0_u64;
    for i in (1..numbers.len()).rev() {
        // Splitmix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers.swap(i, ((bits ^ (bits >> 31)) % (i as u64 + 1)) as usize);
    }
    numbers
}
