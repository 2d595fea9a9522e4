//! What is certain of a touch, by floats or by integers.

use super::core::{Core, Part};
use super::landing::{Facet, Landing, Moment, OnFacet};
use super::line_landing::OnLine;
use super::numbers::Touched;
use super::pair::ConvexPair;
use super::piece::{At, Face, Line, Piece};
use super::solver::Place;
use crate::contact::answer::Approach;
use crate::contact::boxes::Side;
use crate::number::{Decision, Exact, Scaled, decide_by_floats};

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
        Self { piece, landing: Landing::entering(piece) }
    }

    /// How the mover lands on the facet or the edge of `K` that a piece lies on; and maybe what it
    /// slides along beside it.
    pub(super) fn landing(
        scaled: &Scaled<ConvexPair<'_>>,
        piece: Piece,
        beside: Option<Face>,
        facet: Facet,
        of_points: bool,
        by: By,
    ) -> Option<Self> {
        match piece {
            Piece::Corner(_) | Piece::Face(Face::Strip { .. }) => None,
            Piece::Line(line) => {
                let is_at_rest = facet == Facet::Closest;
                let asked = scaled.ask(|pair| pair.about(OnLine { line, is_at_rest }));
                Some(Self { piece, landing: by.decide(&asked)?? })
            }
            Piece::Face(face) => {
                let asked =
                    scaled.ask(|pair| pair.about(OnFacet { face, beside, facet, of_points }));
                let (face, landing) = by.decide(&asked)??;
                Some(Self { piece: Piece::Face(face), landing })
            }
        }
    }

    /// Where on the obstacle it is; not known of a box that is flat.
    pub(super) fn place(&self, pair: &ConvexPair<'_>) -> Option<Place> {
        let part = self.landing.part;
        pair.obstacle.sides_of(part).map(|sides| Place { part, sides })
    }

    /// Asks for its numbers.
    pub(super) fn numbers<const DEEP: bool>(&self) -> Touched<DEEP> {
        let Landing { first, other, moment, .. } = self.landing;
        Touched { piece: self.piece, spot: first, other, moment }
    }

    /// Whether they share more than a touch just afterwards, or cannot be told apart from such.
    pub(super) fn enters(&self, pair: &ConvexPair<'_>) -> bool {
        self.landing.approach == Approach::Approaching
            || (pair.reach.is_zero() && !pair.mover_is_solid())
    }
}

impl Landing {
    /// That of an entry over the inside of a piece.
    pub(super) fn entering(piece: Piece) -> Self {
        Self {
            first: piece.spot(),
            other: None,
            part: touched_part(piece),
            has_normal: true,
            approach: Approach::Approaching,
            moment: Moment::Entry,
        }
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
    fn sides_of(&self, part: Part) -> Option<[Side; 3]> {
        let Some(extents) = self.extents() else { return Some([Side::Between; 3]) };
        if (0..extents.dimension()).any(|axis| extents.is_flat_along(axis)) {
            return None;
        }
        let vertices = self.vertices_of(part);
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
