//! Computes the faces, edges and vertices of an intersection of half-spaces, exactly.
//!
//! Two planes `i`, `j` that are not parallel intersect in a line along `u = nᵢ × nⱼ`. With
//! `e = u·u`, and `s` measured from a point of plane `i`, plane `k` cuts the line at
//!
//! ```text
//! s αₖ = βₖ / e,   αₖ = nₖ·u,   βₖ = e nₖ·(pₖ − pᵢ) − (nₖ·(u × nᵢ)) (nⱼ·(pⱼ − pᵢ))                                 (8.1)
//! ```
//!
//! and keeps the half-line `s αₖ ≤ βₖ / e`. The part of the line that all other planes keep is
//! empty, a point, or an edge, whose ends are vertices. A plane has a face if some such part is not
//! empty, or if all other planes are parallel to the plane and keep it.
//!
//! Source: the vertices of an intersection of half-spaces by clipping lines, as in F. P. Preparata
//! and M. I. Shamos, *Computational Geometry*, 1985, §7.2. Derivation: `docs/theory.md`, §8.

use super::vector::{Vector, cross, dot, squared};
use crate::number::{
    Decision, Effort, Inputs, Lift, Number, Quantity, Rescale, Scaled, Sign, Unsure, decide,
};
use Sign::{Negative, Positive, Zero};
use alloc::borrow::Cow;
use alloc::vec::Vec;

#[cfg(test)]
mod tests;

/// A plane in space, given by a point and an outward normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wall {
    pub(crate) point: [f64; 3],
    pub(crate) normal: [f64; 3],
}

impl Wall {
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Quantity::Length, self.point);
        see(Quantity::Direction, self.normal);
    }

    pub(crate) fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            point: self.point.map(|x| change(Quantity::Length, x)),
            normal: self.normal.map(|x| change(Quantity::Direction, x)),
        }
    }

    #[cfg_attr(hot, inline(always))]
    pub(crate) fn lifted_normal<N>(&self, lift: &impl Lift<N>) -> Vector<N> {
        self.normal.map(|x| lift.direction(x))
    }

    /// Returns the vector from the plane's point to another point.
    #[cfg_attr(hot, inline(always))]
    pub(crate) fn to<N>(&self, point: &[f64; 3], lift: &impl Lift<N>) -> Vector<N> {
        core::array::from_fn(|k| lift.length_difference(point[k], self.point[k]))
    }
}

/// A part of the boundary, by its index among the parts of its kind; or the interior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoundaryPart {
    Inside,
    Face(usize),
    Edge(usize),
    Vertex(usize),
}

/// The parts of the boundary. All planes that contain a part are its holders, in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BoundaryParts {
    pub(crate) faces: Vec<BoundaryFace>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) vertices: Vec<Vertex>,
}

/// The intersection of a plane with the body; it may be only a line or a point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BoundaryFace {
    pub(crate) plane: usize,
    /// The planes whose lines with this plane bound the face.
    pub(crate) borders: Vec<usize>,
    pub(crate) holders: Vec<u32>,
}

/// The intersection of the line of two planes with the body, if it is more than a point. Redundant
/// planes make some edges occur twice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edge {
    /// The line has the direction of the cross product of their normals.
    pub(crate) planes: [usize; 2],
    /// For each end of the edge, a plane that bounds it; `None` if the edge is unbounded there.
    pub(crate) ends: [Option<usize>; 2],
    pub(crate) holders: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Vertex {
    /// Three planes that intersect only in this point; the determinant of their normals is
    /// positive.
    pub(crate) planes: [usize; 3],
    /// The edges that start here, each once, and whether each starts against the direction of its
    /// line.
    pub(crate) rays: Vec<(usize, bool)>,
    pub(crate) holders: Vec<u32>,
}

impl BoundaryParts {
    /// Computes the parts of the intersection of half-spaces. There are none if the intersection is
    /// the whole space or empty.
    ///
    /// It takes at most `n³ / 2` comparisons for `n` planes, but stops early at a line that misses
    /// the body. Almost all lines miss it, and consecutive ones are cut off by the same planes. So
    /// the planes that cut off a line are tried first on the next one, and mostly a few comparisons
    /// are enough.
    pub(crate) fn of(walls: &[Wall]) -> Self {
        let mut parts = Self::default();
        let mut sketches: Vec<Sketch> = walls.iter().map(|_| Sketch::default()).collect();
        let mut order: Vec<usize> = (0..walls.len()).collect();
        // The scale is computed once for all pairs, because it depends on each plane.
        let scaled = Scaled::new(Walls(Cow::Borrowed(walls)));
        for i in 0..walls.len() {
            sketches[i].holders.push(i as u32);
            for j in i + 1..walls.len() {
                let pair = scaled.ask(|walls| PlanePair { walls, planes: [i, j], order: &order });
                match decide(&pair, &mut Effort::default()) {
                    PlaneIntersection::Parallel(places) => {
                        sketches[i].beside(j, places[0]);
                        sketches[j].beside(i, places[1]);
                    }
                    PlaneIntersection::Miss(by) => {
                        [i, j].iter().for_each(|&k| sketches[k].is_whole = false);
                        by.into_iter().for_each(|plane| to_front(&mut order, plane));
                    }
                    PlaneIntersection::Line(line) => {
                        sketches[i].borders.push(j);
                        sketches[j].borders.push(i);
                        parts.take([i, j], line);
                    }
                }
            }
        }
        for (plane, Sketch { borders, mut holders, is_whole }) in sketches.into_iter().enumerate() {
            if is_whole || !borders.is_empty() {
                holders.sort_unstable();
                parts.faces.push(BoundaryFace { plane, borders, holders });
            }
        }
        parts
    }

    fn take(&mut self, planes: [usize; 2], line: CommonLine) {
        let Self { edges, vertices, .. } = self;
        let is_edge = !line.is_point;
        let is_new = is_edge && edges.iter().all(|edge| edge.holders != line.holders);
        for (end, backwards) in line.ends.iter().zip([false, true]) {
            let Some(LineEnd { plane, holders }) = end else { continue };
            let [i, j] = if backwards { planes } else { [planes[1], planes[0]] };
            let known = vertices.iter().position(|vertex| vertex.holders == *holders);
            let vertex = known.unwrap_or_else(|| {
                let (planes, holders) = ([i, j, *plane], holders.clone());
                vertices.push(Vertex { planes, rays: Vec::new(), holders });
                vertices.len() - 1
            });
            if is_new {
                vertices[vertex].rays.push((edges.len(), backwards));
            }
        }
        if is_edge {
            let ends = line.ends.map(|end| end.map(|end| end.plane));
            edges.push(Edge { planes, ends, holders: line.holders });
        }
    }
}

/// Moves a plane to the front of the order.
fn to_front(order: &mut [usize], plane: usize) {
    if let Some(place) = order.iter().position(|&other| other == plane) {
        order[..=place].rotate_right(1);
    }
}

/// The facts about a face that are known so far.
struct Sketch {
    borders: Vec<usize>,
    holders: Vec<u32>,
    /// True until a parallel plane cuts off this plane, or until its line with another plane misses
    /// the body.
    is_whole: bool,
}

impl Default for Sketch {
    fn default() -> Self {
        Self { borders: Vec::new(), holders: Vec::new(), is_whole: true }
    }
}

impl Sketch {
    /// Records a parallel plane, which contains this plane, keeps it, or cuts it off.
    fn beside(&mut self, other: usize, place: Sign) {
        match place {
            Negative => {}
            Zero => self.holders.push(other as u32),
            Positive => self.is_whole = false,
        }
    }
}

// ---- two planes ----

/// All planes of a body.
#[derive(Clone, Debug)]
pub(super) struct Walls<'a>(pub(super) Cow<'a, [Wall]>);

/// The decision how two planes of a body intersect. Its outcome does not depend on the order in
/// which the other planes are tried.
#[derive(Clone, Debug)]
pub(super) struct PlanePair<'a> {
    pub(super) walls: &'a Walls<'a>,
    pub(super) planes: [usize; 2],
    pub(super) order: &'a [usize],
}

#[derive(Debug)]
pub(super) enum PlaneIntersection {
    /// The planes are parallel or equal. The signs are the side of the second plane on which the
    /// first lies, and the side of the first on which the second lies; positive is outside.
    Parallel([Sign; 2]),
    /// The line contains no point of the body: these planes cut it off.
    Miss([usize; 2]),
    Line(CommonLine),
}

/// The part of a line that belongs to the body.
#[derive(Debug)]
pub(super) struct CommonLine {
    pub(super) holders: Vec<u32>,
    /// The first and the last end, along the line.
    pub(super) ends: [Option<LineEnd>; 2],
    pub(super) is_point: bool,
}

/// The end of a line: a plane that cuts the line there, and all planes that contain the end.
#[derive(Debug)]
pub(super) struct LineEnd {
    plane: usize,
    holders: Vec<u32>,
}

impl Inputs for Walls<'_> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.iter().for_each(|wall| wall.visit(see));
    }
}

impl Rescale for Walls<'_> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.iter().map(|wall| wall.map(change)).collect())
    }
}

impl Inputs for PlanePair<'_> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.walls.visit(see);
    }
}

/// The point where a plane cuts the line: at `s = β / (e α)`.
struct LineCut<N> {
    plane: usize,
    alpha: N,
    beta: N,
}

impl<N: Number> LineCut<N> {
    /// Returns the sign of `s` at this cut minus `s` at another. `direction` is the sign of the
    /// product of the two `α`.
    fn past(&self, other: &Self, direction: Sign) -> Result<Sign, Unsure> {
        let order = self.beta.times(&other.alpha).minus(&other.beta.times(&self.alpha)).sign()?;
        Ok(order.times(direction))
    }
}

impl Decision for PlanePair<'_> {
    type Outcome = PlaneIntersection;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<PlaneIntersection, Unsure> {
        let (Walls(walls), [i, j]) = (self.walls, self.planes);
        let normal = |k: usize| walls[k].lifted_normal(lift);
        let from_i = |k: usize| walls[i].to(&walls[k].point, lift);
        let (ni, nj) = (normal(i), normal(j));
        let u = cross(&ni, &nj);
        if is_zero(&u)? {
            let way = from_i(j);
            let of_i = dot(&nj, &way).negated().sign()?;
            return Ok(PlaneIntersection::Parallel([of_i, dot(&ni, &way).sign()?]));
        }
        let e = squared(&u);
        let foot = cross(&u, &ni);
        let height = dot(&nj, &from_i(j));

        let mut holders = self.planes.map(|k| k as u32).to_vec();
        let mut ends: [Option<LineCut<N>>; 2] = [None, None];
        let mut cuts = Vec::new();
        for &k in self.order.iter().filter(|k| !self.planes.contains(k)) {
            #[cfg(test)]
            tests::LOOKED_AT.set(tests::LOOKED_AT.get() + 1);
            let n = normal(k);
            let alpha = dot(&n, &u);
            let beta = e.times(&dot(&n, &from_i(k))).minus(&dot(&n, &foot).times(&height));
            let direction = alpha.sign()?;
            if direction == Zero {
                match beta.sign()? {
                    Negative => return Ok(PlaneIntersection::Miss([k, k])),
                    Zero => holders.push(k as u32),
                    Positive => {}
                }
                continue;
            }
            let cut = LineCut { plane: k, alpha, beta };
            let (own, opposite) = if direction == Negative { (0, 1) } else { (1, 0) };
            if let Some(other) = &ends[opposite] {
                // The later end must not come before the earlier one.
                if cut.past(other, Negative)?.times(direction) == Negative {
                    return Ok(PlaneIntersection::Miss([k, other.plane]));
                }
            }
            let is_closer = match &ends[own] {
                None => true,
                Some(end) => match cut.past(end, Positive)?.times(direction) {
                    Negative => true,
                    Zero => k < end.plane,
                    Positive => false,
                },
            };
            if let Some(farther) = if is_closer { ends[own].replace(cut) } else { Some(cut) } {
                cuts.push(farther);
            }
        }
        let is_point = match &ends {
            [Some(first), Some(last)] => last.past(first, Negative)? == Zero,
            _ => false,
        };
        let mut known = [None, None];
        for (known, end) in known.iter_mut().zip(&ends) {
            let Some(end) = end else { continue };
            let mut at_end = holders.clone();
            for cut in cuts.iter().chain(ends.iter().flatten()) {
                if cut.past(end, Positive)? == Zero {
                    at_end.push(cut.plane as u32);
                }
            }
            at_end.sort_unstable();
            *known = Some(LineEnd { plane: end.plane, holders: at_end });
        }
        holders.sort_unstable();
        Ok(PlaneIntersection::Line(CommonLine { holders, ends: known, is_point }))
    }
}

fn is_zero<N: Number>(vector: &Vector<N>) -> Result<bool, Unsure> {
    let mut zero = true;
    for x in vector {
        match x.sign() {
            Ok(Zero) => {}
            Ok(_) => return Ok(false),
            Err(Unsure) => zero = false,
        }
    }
    if zero { Ok(true) } else { Err(Unsure) }
}
