//! What is certain of a touch, by floats or by integers.

use super::core::{Core, Part};
use super::landing::{Landing, Moment};
use super::numbers::Touched;
use super::pair::ConvexPair;
use super::piece::{At, Face, Line, Piece, Spot};
use crate::contact::answer::Approach;
use crate::contact::boxes::Side;
use crate::number::{Decision, Exact, Scaled, decide_by_floats};
use alloc::vec::Vec;

/// The numbers by which it is told what a guess shows.
#[derive(Clone, Copy)]
pub(super) enum By {
    Floats,
    Integers,
}

impl By {
    pub(super) fn decide<D: Decision>(self, asked: &Scaled<D>) -> Option<D::Outcome> {
        match self {
            Self::Floats => decide_by_floats(asked),
            // A decision may leave questions open that no number can answer for it.
            Self::Integers => asked.inputs.decide::<Exact>(&asked.integers()).ok(),
        }
    }
}

/// That they touch: over the inside of a piece, or on a facet of `K`.
#[derive(Clone, Copy)]
pub(super) struct Touching {
    pub(super) piece: Piece,
    pub(super) landing: Landing,
}

impl Touching {
    /// An entry over the inside of a piece.
    pub(super) fn inside(piece: Piece) -> Self {
        let landing = Landing {
            first: piece.spot(),
            other: None,
            part: touched_part(piece),
            has_normal: true,
            approach: Approach::Approaching,
            moment: Moment::Entry,
        };
        Self { piece, landing }
    }

    /// Asks for numbers of a point that is touched.
    pub(super) fn numbers_of<const DEEP: bool>(&self, spot: Spot) -> Touched<DEEP> {
        Touched { piece: self.piece, spot, moment: self.landing.moment }
    }

    /// Whether they share more than a touch just afterwards, or cannot be told apart from such.
    pub(super) fn enters(&self, pair: &ConvexPair<'_>) -> bool {
        self.landing.approach == Approach::Approaching
            || (pair.reach.is_zero() && !pair.mover_is_solid())
    }
}

/// The part of the obstacle that is touched by an entry over the inside of a piece.
fn touched_part(piece: Piece) -> Part {
    match piece {
        Piece::Corner(At { obstacle, .. }) => Part::Vertex(obstacle),
        Piece::Line(Line { is_of_obstacle, edge, vertex })
        | Piece::Face(Face::Strip { line: Line { is_of_obstacle, edge, vertex }, .. }) => {
            if is_of_obstacle {
                Part::Edge(edge)
            } else {
                Part::Vertex(vertex)
            }
        }
        Piece::Face(Face::Obstacle { face, .. }) => Part::Face(face),
        Piece::Face(Face::Mover { vertex, .. }) => Part::Vertex(vertex),
        Piece::Face(Face::Edges { obstacle, .. }) => Part::Edge(obstacle),
    }
}

impl Core<'_> {
    /// On which sides of a box a part is; none of what is no box. Not known where it is flat, for
    /// there it depends on the normal.
    pub(super) fn sides_of(&self, part: Part) -> Option<[Side; 3]> {
        let Some(extents) = self.extents() else { return Some([Side::Between; 3]) };
        if (0..extents.dimension()).any(|axis| extents.is_flat_along(axis)) {
            return None;
        }
        let topology = self.topology();
        let vertices: Vec<u32> = match part {
            Part::Vertex(i) => [i].into(),
            Part::Edge(i) => topology.edges[i as usize].into(),
            Part::Face(i) => topology.corners(i).collect(),
            Part::Inside => Vec::new(),
        };
        let mut sides = [Side::Between; 3];
        for (axis, side) in sides.iter_mut().enumerate().take(extents.dimension()) {
            let is_high = |v: &u32| v >> axis & 1 == 1;
            if vertices.iter().all(is_high) {
                *side = Side::Max;
            } else if !vertices.iter().any(is_high) {
                *side = Side::Min;
            }
        }
        Some(sides)
    }
}
