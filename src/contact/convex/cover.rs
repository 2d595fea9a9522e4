//! The pieces of a pair: they cover the border of `K`, or `K` itself if it is flat.

use super::core::negated;
use super::pair::{ConvexPair, LiftedPair};
use super::piece::{At, Direction, Face, Line};
use crate::number::{Lift, Number};
use crate::shape::topology::{HalfEdge, Topology};
use crate::shape::vector::{Vector, cross};
use alloc::vec::Vec;

/// The corner of an edge of one at a vertex of the other.
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

impl ConvexPair<'_> {
    fn topology(&self, is_of_obstacle: bool) -> &Topology {
        if is_of_obstacle { self.obstacle.topology() } else { self.mover.topology() }
    }

    /// The ways from a corner into `K`: the rest of `K` lies in the cone that they span.
    pub(crate) fn ways_from_corner(&self, at: At) -> impl Iterator<Item = Direction> + '_ {
        let obstacle = self.obstacle.topology().spokes(at.obstacle).iter();
        let mover = self.mover.topology().spokes(at.mover).iter();
        obstacle.map(|half| Direction::Obstacle(*half)).chain(mover.map(|h| Direction::Mover(*h)))
    }

    /// The two ends of a line and its direction.
    pub(crate) fn ends(&self, line: Line) -> ([At; 2], Direction) {
        let Line { is_of_obstacle, edge, vertex } = line;
        let ends = self.topology(is_of_obstacle).edges[edge as usize];
        let half = HalfEdge { edge, is_reversed: false };
        (ends.map(|end| at(is_of_obstacle, end, vertex)), along(is_of_obstacle, half))
    }

    /// The ways from a line into `K`.
    pub(crate) fn ways_from_line(&self, line: Line) -> impl Iterator<Item = Direction> + '_ {
        let Line { is_of_obstacle, edge, vertex } = line;
        let own = self.topology(is_of_obstacle).inward(edge);
        let other = self.topology(!is_of_obstacle).spokes(vertex).iter();
        own.map(move |half| along(is_of_obstacle, half))
            .chain(other.map(move |half| along(!is_of_obstacle, *half)))
    }

    /// The ways that tell whether the normal of a face supports `K`.
    pub(crate) fn ways_from_face(&self, face: Face) -> Vec<Direction> {
        let spokes = |is_of_obstacle: bool, vertex: u32| {
            let spokes = self.topology(is_of_obstacle).spokes(vertex).iter();
            spokes.map(move |half| along(is_of_obstacle, *half))
        };
        match face {
            Face::Obstacle { vertex, .. } => spokes(false, vertex).collect(),
            Face::Mover { vertex, .. } => spokes(true, vertex).collect(),
            Face::Edges { obstacle, mover, .. } => {
                let own = self.obstacle.topology().inward(obstacle).map(Direction::Obstacle);
                own.chain(self.mover.topology().inward(mover).map(Direction::Mover)).collect()
            }
            Face::Strip { line, .. } => self.ways_from_line(line).collect(),
        }
    }

    /// The sides of a face, counterclockwise about its outward normal, each with where it begins.
    pub(crate) fn borders(&self, face: Face) -> Vec<(Direction, At)> {
        match face {
            Face::Obstacle { face, is_back, vertex } => {
                let topology = self.obstacle.topology();
                let of = |half: &HalfEdge| {
                    let half = if is_back { half.reversed() } else { *half };
                    let from = At { obstacle: topology.start(half), mover: vertex };
                    (Direction::Obstacle(half), from)
                };
                topology.rim(face).iter().map(of).collect()
            }
            Face::Mover { face, is_back, vertex } => {
                // Minus the face is run along clockwise about minus its normal, so its edges are
                // turned twice.
                let topology = self.mover.topology();
                let of = |half: &HalfEdge| {
                    let half = if is_back { half.reversed() } else { *half };
                    let from = At { obstacle: vertex, mover: topology.start(half) };
                    (Direction::Mover(half.reversed()), from)
                };
                topology.rim(face).iter().map(of).collect()
            }
            Face::Edges { obstacle, mover, is_back } => {
                let [i, i_next] = self.obstacle.topology().edges[obstacle as usize];
                let [j, j_next] = self.mover.topology().edges[mover as usize];
                let e = Direction::Obstacle(HalfEdge { edge: obstacle, is_reversed: is_back });
                // Of K it leads along minus the mover's edge.
                let f = Direction::Mover(HalfEdge { edge: mover, is_reversed: is_back });
                [
                    (f, At { obstacle: i, mover: j }),
                    (f.reversed(), At { obstacle: i_next, mover: j }),
                    (e.reversed(), At { obstacle: i, mover: j }),
                    (e, At { obstacle: i, mover: j_next }),
                ]
                .into()
            }
            Face::Strip { line, is_back } => {
                let (ends, _) = self.ends(line);
                let across = Direction::Across { is_reversed: !is_back };
                [(across, ends[0]), (across.reversed(), ends[1])].into()
            }
        }
    }

    /// In the plane: the strips across it, which are what `K` ends at there.
    pub(crate) fn strips(&self) -> Vec<Face> {
        let both = |line| [false, true].map(|is_back| Face::Strip { line, is_back });
        self.lines().into_iter().flat_map(both).collect()
    }

    /// All polygons in space.
    pub(crate) fn polygons(&self) -> Vec<Face> {
        let (b, a) = (self.obstacle.topology(), self.mover.topology());
        let mut faces = Vec::new();
        for face in 0..b.face_count() as u32 {
            for vertex in 0..a.vertex_count {
                let of = |&is_back: &bool| Face::Obstacle { face, is_back, vertex };
                faces.extend(b.sides().iter().map(of));
            }
        }
        for face in 0..a.face_count() as u32 {
            for vertex in 0..b.vertex_count {
                let of = |&is_back: &bool| Face::Mover { face, is_back, vertex };
                faces.extend(a.sides().iter().map(of));
            }
        }
        for obstacle in 0..b.edges.len() as u32 {
            for mover in 0..a.edges.len() as u32 {
                let of = |is_back| Face::Edges { obstacle, mover, is_back };
                faces.extend([false, true].map(of));
            }
        }
        faces
    }

    /// All edges of one at a vertex of the other.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for is_of_obstacle in [true, false] {
            for edge in 0..self.topology(is_of_obstacle).edges.len() as u32 {
                let vertices = 0..self.topology(!is_of_obstacle).vertex_count;
                lines.extend(vertices.map(|vertex| Line { is_of_obstacle, edge, vertex }));
            }
        }
        lines
    }

    /// All corners.
    pub(crate) fn corners(&self) -> Vec<At> {
        let mut corners = Vec::new();
        for obstacle in 0..self.obstacle.topology().vertex_count {
            let movers = 0..self.mover.topology().vertex_count;
            corners.extend(movers.map(|mover| At { obstacle, mover }));
        }
        corners
    }
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// The outward normal of a face of `K`, of any length; zero for edges that are parallel.
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
                (cross(&e, &f), is_back)
            }
            Face::Strip { line, is_back } => {
                let (_, direction) = self.pair.ends(line);
                let [x, y, _] = self.direction(direction);
                ([y, x.negated(), N::zero()], is_back)
            }
        };
        if flips { negated(&normal) } else { normal }
    }

    /// A corner of a face.
    pub(crate) fn corner_of(&self, face: Face) -> At {
        self.pair.borders(face)[0].1
    }
}
