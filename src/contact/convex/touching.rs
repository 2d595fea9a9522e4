//! The part of a touch that is certified by floats or by integers.

use super::core::{Core, Part};
use super::landing::{FacetQuery, Landing, Moment, OnFacet};
use super::line_landing::OnLine;
use super::numbers::TouchQuery;
use super::pair::ConvexPair;
use super::piece::{At, Face, Line, Piece};
use super::solver::Place;
use crate::contact::answer::Approach;
use crate::contact::boxes::Side;
use crate::number::{Decision, Exact, Scaled, decide_by_floats};

/// The kind of numbers that decide whether a guess is right.
#[derive(Clone, Copy)]
pub(super) enum By {
    Floats,
    Integers,
}

impl By {
    pub(super) fn decide<D: Decision>(self, asked: &Scaled<D>) -> Option<D::Outcome> {
        match self {
            Self::Floats => decide_by_floats(asked),
            // A decision may be unsure over integers too: then other code decides the case.
            Self::Integers => asked.inputs.decide::<Exact>(&asked.integers()).ok(),
        }
    }
}

/// A certain touch of the two bodies: over the inside of a piece, or on a facet or an edge of `K`.
#[derive(Clone, Copy)]
pub(super) struct Touching {
    pub(super) piece: Piece,
    pub(super) landing: Landing,
}

impl Touching {
    /// Returns an entry over the inside of a piece.
    pub(super) fn inside(piece: Piece) -> Self {
        Self { piece, landing: Landing::entering(piece) }
    }

    /// Decides how the mover lands on the facet or the edge of `K` on which a piece lies; `beside`
    /// is a face along whose facet the mover may slide.
    pub(super) fn landing(
        scaled: &Scaled<ConvexPair<'_>>,
        piece: Piece,
        beside: Option<Face>,
        facet: FacetQuery,
        of_points: bool,
        by: By,
    ) -> Option<Self> {
        match piece {
            Piece::Corner(_) | Piece::Face(Face::Strip { .. }) => None,
            Piece::Line(line) => {
                let is_at_rest = facet == FacetQuery::Closest;
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

    /// Returns the touched place on the obstacle; `None` for a flat box, whose sides the part does
    /// not determine.
    pub(super) fn place(&self, pair: &ConvexPair<'_>) -> Option<Place> {
        let part = self.landing.part;
        pair.obstacle.sides_of(part).map(|sides| Place { part, sides })
    }

    /// Constructs the query for the numbers of the touch.
    pub(super) fn numbers(&self) -> TouchQuery {
        let Landing { first, other, moment, .. } = self.landing;
        TouchQuery { piece: self.piece, spot: first, other, moment }
    }

    /// Returns whether the touch is an entry: the two bodies overlap right after it, or the mover
    /// has no interior and no radius, so that each touch counts.
    pub(super) fn enters(&self, pair: &ConvexPair<'_>) -> bool {
        self.landing.approach == Approach::Approaching
            || (pair.reach.is_zero() && !pair.mover_is_solid())
    }
}

impl Landing {
    /// Returns the landing of an entry over the inside of a piece.
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

/// Returns the part of the obstacle that is touched by an entry over the inside of a piece.
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
    /// Returns the sides of a box on which a part lies; a part of another core lies on no side.
    /// Returns `None` for a flat box, whose sides depend on the normal.
    fn sides_of(&self, part: Part) -> Option<[Side; 3]> {
        let Some(extents) = self.extents() else { return Some([Side::Between; 3]) };
        if (0..extents.dimension()).any(|axis| extents.is_flat_along(axis)) {
            return None;
        }
        // The upper ends that all vertices of the part have, and those that some have.
        let (mut all, mut some) = (u32::MAX, 0);
        self.each_vertex_of(part, |vertex| (all, some) = (all & vertex, some | vertex));
        let mut sides = [Side::Between; 3];
        for (axis, side) in sides.iter_mut().enumerate().take(extents.dimension()) {
            if all >> axis & 1 == 1 {
                *side = Side::Max;
            } else if some >> axis & 1 == 0 {
                *side = Side::Min;
            }
        }
        Some(sides)
    }
}
