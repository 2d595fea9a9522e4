//! The pieces that cover the boundary of `K = B − A`: pairs of a part of the obstacle and a part of
//! the mover whose dimensions add up to at most two.

use crate::shape::topology::HalfEdge;

/// A corner of `K`: a vertex of the obstacle minus a vertex of the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) obstacle: u32,
    pub(crate) mover: u32,
}

/// A direction along `K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// The direction of an edge of the obstacle.
    Obstacle(HalfEdge),
    /// The negative of the direction of an edge of the mover.
    Mover(HalfEdge),
    /// The direction perpendicular to the plane that contains both bodies.
    Across { is_reversed: bool },
}

impl Direction {
    pub(crate) fn reversed(self) -> Self {
        match self {
            Self::Obstacle(half) => Self::Obstacle(half.reversed()),
            Self::Mover(half) => Self::Mover(half.reversed()),
            Self::Across { is_reversed } => Self::Across { is_reversed: !is_reversed },
        }
    }
}

/// A piece of the boundary of `K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A vertex of one body at a vertex of the other.
    Corner(At),
    /// An edge of one body at a vertex of the other.
    Line(Line),
    /// A polygon of `K`.
    Face(Face),
}

/// An edge of the obstacle or of the mover, at a vertex of the other body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) is_of_obstacle: bool,
    pub(crate) edge: u32,
    pub(crate) vertex: u32,
}

/// A polygon of `K`, by the parts that form it. A polygon that does not bound a solid counts on
/// both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    /// A face of the obstacle at a vertex of the mover.
    Obstacle { face: u32, is_back: bool, vertex: u32 },
    /// A face of the mover at a vertex of the obstacle.
    Mover { face: u32, is_back: bool, vertex: u32 },
    /// An edge of each body. The normal is the cross product of the obstacle's edge and the mover's
    /// edge, or its negative.
    Edges { obstacle: u32, mover: u32, is_back: bool },
    /// In two dimensions: the strip perpendicular to the plane through an edge of one body at a
    /// vertex of the other.
    Strip { line: Line, is_back: bool },
}

/// A point that both bodies touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A vertex of the obstacle.
    Obstacle(u32),
    /// A vertex of the mover.
    Mover(u32),
    /// The point at which an edge of the obstacle crosses an edge of the mover.
    Crossing { obstacle: u32, mover: u32 },
}

impl Piece {
    /// Returns the only point that is touched if the path comes to the inside of the piece.
    pub(crate) fn spot(self) -> Spot {
        match self {
            Self::Corner(At { obstacle, .. }) => Spot::Obstacle(obstacle),
            Self::Line(Line { is_of_obstacle, vertex, .. })
            | Self::Face(Face::Strip { line: Line { is_of_obstacle, vertex, .. }, .. }) => {
                if is_of_obstacle {
                    Spot::Mover(vertex)
                } else {
                    Spot::Obstacle(vertex)
                }
            }
            Self::Face(Face::Obstacle { vertex, .. }) => Spot::Mover(vertex),
            Self::Face(Face::Mover { vertex, .. }) => Spot::Obstacle(vertex),
            Self::Face(Face::Edges { obstacle, mover, .. }) => Spot::Crossing { obstacle, mover },
        }
    }
}
