//! The pieces of a pair: they cover the boundary of `K`, or all of `K` if it is flat.

use super::core::negated;
use super::pair::{ConvexPair, LiftedPair};
use super::piece::{At, Direction, Face, Line};
use crate::number::{Lift, Number};
use crate::shape::topology::{HalfEdge, Topology};
use crate::shape::vector::{Vector, cross, lifted_cross};

/// Returns the corner of `K` that a vertex of one body and a vertex of the other form.
fn at(is_of_obstacle: bool, own: u32, other: u32) -> At {
    if is_of_obstacle {
        At { obstacle: own, mover: other }
    } else {
        At { obstacle: other, mover: own }
    }
}

fn along(is_of_obstacle: bool, half: HalfEdge) -> Direction {
    if is_of_obstacle { Direction::Obstacle(half) } else { Direction::Mover(half) }
}

/// Directions into `K`: along edges of the obstacle, and against edges of the mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InwardDirections<'t> {
    pub(crate) obstacle: &'t [HalfEdge],
    pub(crate) mover: &'t [HalfEdge],
}

impl<'t> InwardDirections<'t> {
    pub(crate) fn iter(self) -> impl Iterator<Item = Direction> + 't {
        let obstacle = self.obstacle.iter().map(|half| Direction::Obstacle(*half));
        obstacle.chain(self.mover.iter().map(|half| Direction::Mover(*half)))
    }
}

impl ConvexPair<'_> {
    pub(crate) fn topology(&self, is_of_obstacle: bool) -> &Topology {
        if is_of_obstacle { self.obstacle.topology() } else { self.mover.topology() }
    }

    /// Returns the directions from a corner into `K`: the rest of `K` lies in the cone that they
    /// span.
    pub(crate) fn ways_from_corner(&self, at: At) -> InwardDirections<'_> {
        let obstacle = self.obstacle.topology().spokes(at.obstacle);
        InwardDirections { obstacle, mover: self.mover.topology().spokes(at.mover) }
    }

    /// Returns the two ends of a line and its direction.
    pub(crate) fn ends(&self, line: Line) -> ([At; 2], Direction) {
        let Line { is_of_obstacle, edge, vertex } = line;
        let ends = self.topology(is_of_obstacle).edges[edge as usize];
        let half = HalfEdge { edge, is_reversed: false };
        (ends.map(|end| at(is_of_obstacle, end, vertex)), along(is_of_obstacle, half))
    }

    /// Returns the directions from a line into `K`.
    pub(crate) fn ways_from_line(&self, line: Line) -> InwardDirections<'_> {
        let Line { is_of_obstacle, edge, vertex } = line;
        let own = self.topology(is_of_obstacle).inward(edge);
        let other = self.topology(!is_of_obstacle).spokes(vertex);
        let (obstacle, mover) = if is_of_obstacle { (own, other) } else { (other, own) };
        InwardDirections { obstacle, mover }
    }

    /// Returns the directions that decide whether the normal of a face supports `K`.
    pub(crate) fn ways_from_face(&self, face: Face) -> InwardDirections<'_> {
        let (b, a) = (self.obstacle.topology(), self.mover.topology());
        match face {
            Face::Obstacle { vertex, .. } => {
                InwardDirections { obstacle: &[], mover: a.spokes(vertex) }
            }
            Face::Mover { vertex, .. } => {
                InwardDirections { obstacle: b.spokes(vertex), mover: &[] }
            }
            Face::Edges { obstacle, mover, .. } => {
                InwardDirections { obstacle: b.inward(obstacle), mover: a.inward(mover) }
            }
            Face::Strip { line, .. } => self.ways_from_line(line),
        }
    }

    /// Returns the number of sides of a face.
    fn border_count(&self, face: Face) -> usize {
        match face {
            Face::Obstacle { face, .. } => self.obstacle.topology().rim(face).len(),
            Face::Mover { face, .. } => self.mover.topology().rim(face).len(),
            Face::Edges { .. } => 4,
            Face::Strip { .. } => 2,
        }
    }

    /// Returns a side of a face, and the start of this side.
    pub(crate) fn border(&self, face: Face, i: usize) -> (Direction, At) {
        match face {
            Face::Obstacle { face, is_back, vertex } => {
                let topology = self.obstacle.topology();
                let half = topology.rim(face)[i];
                let half = if is_back { half.reversed() } else { half };
                let from = At { obstacle: topology.start(half), mover: vertex };
                (Direction::Obstacle(half), from)
            }
            Face::Mover { face, is_back, vertex } => {
                // `K` contains the negated face, whose edges run clockwise about the negated
                // normal. So each edge is negated, and then reversed.
                let topology = self.mover.topology();
                let half = topology.rim(face)[i];
                let half = if is_back { half.reversed() } else { half };
                let from = At { obstacle: vertex, mover: topology.start(half) };
                (Direction::Mover(half.reversed()), from)
            }
            Face::Edges { obstacle, mover, is_back } => {
                let ends = self.obstacle.topology().edges[obstacle as usize];
                let mover_ends = self.mover.topology().edges[mover as usize];
                let e = Direction::Obstacle(HalfEdge { edge: obstacle, is_reversed: is_back });
                // In `K` the direction is the negative of the mover's edge.
                let f = Direction::Mover(HalfEdge { edge: mover, is_reversed: is_back });
                let at = |i: usize, j: usize| At { obstacle: ends[i], mover: mover_ends[j] };
                match i {
                    0 => (f, at(0, 0)),
                    1 => (f.reversed(), at(1, 0)),
                    2 => (e.reversed(), at(0, 0)),
                    _ => (e, at(0, 1)),
                }
            }
            Face::Strip { line, is_back } => {
                let (ends, _) = self.ends(line);
                let across = Direction::Across { is_reversed: !is_back };
                if i == 0 { (across, ends[0]) } else { (across.reversed(), ends[1]) }
            }
        }
    }

    /// Returns the sides of a face, counterclockwise about its outward normal, each with its start.
    pub(crate) fn borders(&self, face: Face) -> impl Iterator<Item = (Direction, At)> + '_ {
        (0..self.border_count(face)).map(move |i| self.border(face, i))
    }

    /// Returns the strips perpendicular to the plane, which bound `K` in two dimensions.
    fn strips(&self) -> impl Iterator<Item = Face> + '_ {
        self.lines().flat_map(|line| [false, true].map(|is_back| Face::Strip { line, is_back }))
    }

    /// Returns all polygons of `K` in space.
    pub(crate) fn polygons(&self) -> impl Iterator<Item = Face> + '_ {
        let (b, a) = (self.obstacle.topology(), self.mover.topology());
        let of_obstacle =
            pairs(b.face_count() as u32, a.vertex_count).flat_map(move |(face, vertex)| {
                b.sides().iter().map(move |&is_back| Face::Obstacle { face, is_back, vertex })
            });
        let of_mover =
            pairs(a.face_count() as u32, b.vertex_count).flat_map(move |(face, vertex)| {
                a.sides().iter().map(move |&is_back| Face::Mover { face, is_back, vertex })
            });
        let of_both = pairs(b.edges.len() as u32, a.edges.len() as u32);
        let of_both = of_both.flat_map(|(obstacle, mover)| {
            [false, true].map(|is_back| Face::Edges { obstacle, mover, is_back })
        });
        of_obstacle.chain(of_mover).chain(of_both)
    }

    /// Returns all strips, or all polygons.
    pub(crate) fn faces(&self, are_strips: bool) -> impl Iterator<Item = Face> + '_ {
        let strips = are_strips.then(|| self.strips()).into_iter().flatten();
        strips.chain((!are_strips).then(|| self.polygons()).into_iter().flatten())
    }

    /// Returns all lines of `K`: each edge of one body at each vertex of the other.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        [true, false].into_iter().flat_map(|is_of_obstacle| {
            let own = self.topology(is_of_obstacle);
            let others = self.topology(!is_of_obstacle).vertex_count;
            own.edges_in_order().flat_map(move |edge| {
                (0..others).map(move |vertex| Line { is_of_obstacle, edge, vertex })
            })
        })
    }

    /// Returns all corners of `K`.
    pub(crate) fn corners(&self) -> impl Iterator<Item = At> + '_ {
        pairs(self.obstacle.topology().vertex_count, self.mover.topology().vertex_count)
            .map(|(obstacle, mover)| At { obstacle, mover })
    }
}

/// Returns all pairs of an index below the first bound and an index below the second.
fn pairs(first: u32, second: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..first).flat_map(move |i| (0..second).map(move |j| (i, j)))
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Returns the outward normal of a face of `K`, of any length; it is zero for parallel edges.
    pub(crate) fn normal(&self, face: Face) -> Vector<N> {
        let (normal, flips) = match face {
            Face::Obstacle { face, is_back, .. } => {
                (self.obstacle.normal(face, &self.lift), is_back)
            }
            Face::Mover { face, is_back, .. } => (self.mover.normal(face, &self.lift), !is_back),
            Face::Edges { obstacle, mover, is_back } => {
                let half = |edge| HalfEdge { edge, is_reversed: false };
                let e = self.obstacle.direction(half(obstacle), &self.lift);
                let f = self.mover.direction(half(mover), &self.lift);
                // A lifted product requires lifted numbers, and the axes of turned boxes are sums
                // of products.
                let product =
                    if self.scale.is_none() { lifted_cross(&e, &f) } else { cross(&e, &f) };
                (product, is_back)
            }
            Face::Strip { line, is_back } => {
                let (_, direction) = self.pair.ends(line);
                let [x, y, _] = self.direction(direction);
                ([y, x.negated(), N::zero()], is_back)
            }
        };
        if flips { negated(&normal) } else { normal }
    }

    /// Returns a corner of a face.
    pub(crate) fn corner_of(&self, face: Face) -> At {
        self.pair.border(face, 0).1
    }
}
