//! The intersection of two convex polygons in one plane, by signs alone: the sign of each corner of
//! one polygon for each side of the other. These signs determine the first corner of the
//! intersection in an order, so that no two points need to be compared.

use super::core::Part;
use super::piece::Spot;
use crate::number::{CertainSign, Sign, Unsure};
use crate::shape::topology::{HalfEdge, Topology};
use Sign::{Negative, Positive, Zero};

/// The greatest number of corners of a polygon: a set of corners is stored in the bits of a number.
pub(super) const MOST: usize = 32;

/// A part of a core as a polygon: side `i` leads from corner `i` to the next one, counterclockwise
/// about the facet's normal. A vertex has no side; an edge has two, one in each direction.
#[derive(Clone, Copy)]
pub(super) struct Outline<'t> {
    part: Part,
    /// The edges of a face; empty for other parts.
    rim: &'t [HalfEdge],
    /// Whether the edges of the face are traversed in reverse.
    is_reversed: bool,
    corners: [u32; MOST],
    pub(super) count: usize,
}

impl<'t> Outline<'t> {
    pub(super) fn of(
        topology: &'t Topology,
        part: Part,
        is_reversed: bool,
    ) -> Result<Self, Unsure> {
        let (rim, count) = match part {
            Part::Vertex(_) => (&[][..], 1),
            Part::Edge(_) => (&[][..], 2),
            Part::Face(face) => (topology.rim(face), topology.rim(face).len()),
            Part::Inside => return Err(Unsure),
        };
        if count > MOST {
            return Err(Unsure);
        }
        let mut outline = Self { part, rim, is_reversed, corners: [0; MOST], count };
        for i in 0..count {
            outline.corners[i] = match part {
                Part::Vertex(vertex) => vertex,
                _ => topology.start(outline.side(i)),
            };
        }
        Ok(outline)
    }

    pub(super) fn side(&self, i: usize) -> HalfEdge {
        match self.part {
            Part::Edge(edge) => HalfEdge { edge, is_reversed: i == 1 },
            _ if self.is_reversed => self.rim[self.count - 1 - i].reversed(),
            _ => self.rim[i],
        }
    }

    pub(super) fn corners(&self) -> &[u32] {
        &self.corners[..self.count]
    }

    pub(super) fn is_face(&self) -> bool {
        matches!(self.part, Part::Face(_))
    }

    pub(super) fn is_edge(&self) -> bool {
        matches!(self.part, Part::Edge(_))
    }

    pub(super) fn side_count(&self) -> usize {
        if self.count == 1 { 0 } else { self.count }
    }

    pub(super) fn next(&self, i: usize) -> usize {
        (i + 1) % self.count
    }

    fn previous(&self, i: usize) -> usize {
        (i + self.count - 1) % self.count
    }
}

/// A sign for each corner or side of a polygon, as the set of members with that sign. A member of
/// no set has an unknown sign.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    negative: u32,
    zero: u32,
    positive: u32,
}

impl Signs {
    pub(super) const UNKNOWN: Self = Self { negative: 0, zero: 0, positive: 0 };

    pub(super) fn set(&mut self, i: usize, sign: CertainSign) {
        match sign {
            Ok(Negative) => self.negative |= 1 << i,
            Ok(Zero) => self.zero |= 1 << i,
            Ok(Positive) => self.positive |= 1 << i,
            Err(Unsure) => {}
        }
    }

    pub(super) fn of(&self, i: usize) -> CertainSign {
        let is_in = |set: u32| set >> i & 1 == 1;
        if is_in(self.negative) {
            Ok(Negative)
        } else if is_in(self.positive) {
            Ok(Positive)
        } else if is_in(self.zero) {
            Ok(Zero)
        } else {
            Err(Unsure)
        }
    }

    pub(super) fn has_negative(&self) -> bool {
        self.negative != 0
    }

    /// Returns whether all of `count` members are negative.
    pub(super) fn are_negative(&self, count: usize) -> bool {
        self.negative.count_ones() as usize == count
    }

    /// Returns whether all of `count` members are positive.
    pub(super) fn are_positive(&self, count: usize) -> bool {
        self.positive.count_ones() as usize == count
    }

    /// Returns whether the signs of all of `count` members are known.
    pub(super) fn are_known(&self, count: usize) -> bool {
        (self.negative | self.zero | self.positive).count_ones() as usize == count
    }
}

/// The position of each corner of one polygon relative to each side of the other; positive is
/// outside.
pub(super) type SideSigns = [Signs; MOST];

/// Two polygons in one plane, the obstacle's and the mover's.
pub(super) struct Polygons<'o> {
    pub(super) outlines: &'o [Outline<'o>; 2],
    /// For each polygon, the signs of the other polygon's corners at its sides.
    pub(super) sides: [SideSigns; 2],
    /// For each end of an edge, the positions of the other polygon's corners on the line of the
    /// edge. In the direction from this end to the other end, a corner is before this end
    /// (negative), at it (zero), or past it (positive).
    pub(super) past_ends: [[Signs; 2]; 2],
    /// For each polygon, whether each of its sides leads onward in the mover's reading order.
    pub(super) leads_on: [Signs; 2],
    /// The index of the polygon that lies inside of the other one and does not touch its border.
    pub(super) inner: Option<usize>,
}

/// A corner of the intersection of two polygons.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Corner {
    /// A corner of one polygon that the other contains.
    Own { which: usize, corner: usize },
    /// The point at which a side of the obstacle's polygon crosses a side of the mover's.
    Crossing { obstacle: usize, mover: usize },
}

fn leads(sign: CertainSign, wanted: Sign) -> Result<bool, Unsure> {
    Ok(sign? == wanted)
}

impl<'o> Polygons<'o> {
    pub(super) fn new(outlines: &'o [Outline<'o>; 2]) -> Self {
        Self {
            outlines,
            sides: [[Signs::UNKNOWN; MOST]; 2],
            past_ends: [[Signs::UNKNOWN; 2]; 2],
            leads_on: [Signs::UNKNOWN; 2],
            inner: None,
        }
    }

    /// Returns whether a corner of the other polygon is certainly on the line of a side.
    fn is_on(&self, which: usize, side: usize, corner: usize) -> bool {
        self.sides[which][side].of(corner) == Ok(Zero)
    }

    fn is_not_outside(&self, which: usize, side: usize, corner: usize) -> Result<bool, Unsure> {
        Ok(self.sides[which][side].of(corner)? != Positive)
    }

    /// Returns whether a polygon contains a corner of the other.
    fn holds(&self, which: usize, corner: usize) -> Result<bool, Unsure> {
        if let Some(inner) = self.inner {
            return Ok(which != inner);
        }
        let outline = &self.outlines[which];
        let signs = || (0..outline.side_count()).map(|side| self.sides[which][side].of(corner));
        if signs().any(|sign| sign == Ok(Positive)) {
            return Ok(false);
        }
        if signs().any(|sign| sign.is_err()) {
            return Err(Unsure);
        }
        if outline.is_edge() {
            let [first, second] = self.past_ends[which].map(|signs| signs.of(corner));
            return Ok(first? != Negative && second? != Negative);
        }
        Ok(true)
    }

    /// Returns whether all directions from a corner along the intersection lead onward in reading
    /// order, or all lead back if `wanted` is negative.
    fn is_end(&self, corner: Corner, wanted: Sign) -> Result<bool, Unsure> {
        match corner {
            Corner::Own { which, corner } => self.is_own_end(which, corner, wanted),
            Corner::Crossing { obstacle, mover } => {
                let [p, q] = self.outlines;
                // Follow each of the two sides into the other polygon.
                for (along, side, other, other_side, own) in
                    [(0, obstacle, q, mover, p), (1, mover, p, obstacle, q)]
                {
                    if !other.is_face() {
                        continue;
                    }
                    let goes_in = self.sides[1 - along][other_side].of(own.next(side))? == Negative;
                    let wanted = if goes_in { wanted } else { -wanted };
                    if !leads(self.leads_on[along].of(side), wanted)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn is_own_end(&self, which: usize, corner: usize, wanted: Sign) -> Result<bool, Unsure> {
        let other = 1 - which;
        let (own_outline, outline) = (&self.outlines[which], &self.outlines[other]);
        let (next, previous) = (own_outline.next(corner), own_outline.previous(corner));
        if !outline.is_face() {
            // A corner on an edge: follow the edge to each end, if the corner's own polygon extends
            // there.
            for (end, wanted) in [(0, -wanted), (1, wanted)] {
                let is_there = own_outline.is_face()
                    && self.past_ends[other][end].of(corner)? != Zero
                    && self.is_not_outside(which, corner, end)?
                    && self.is_not_outside(which, previous, end)?;
                if is_there && !leads(self.leads_on[other].of(0), wanted)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let on = || (0..outline.side_count()).filter(|side| self.is_on(other, *side, corner));
        for (towards, side, wanted) in [(next, corner, wanted), (previous, previous, -wanted)] {
            let mut is_inside = true;
            for side in on() {
                is_inside &= self.is_not_outside(other, side, towards)?;
            }
            if is_inside && !leads(self.leads_on[which].of(side), wanted)? {
                return Ok(false);
            }
        }
        if !own_outline.is_face() {
            return Ok(true);
        }
        // Follow each side of the other polygon on which the corner lies.
        for side in on() {
            let (after, before) = (outline.next(side), outline.previous(side));
            for (neighbour, towards, wanted) in [(after, after, wanted), (before, side, -wanted)] {
                if self.is_on(other, neighbour, corner) {
                    continue;
                }
                let is_inside = self.is_not_outside(which, corner, towards)?
                    && self.is_not_outside(which, previous, towards)?;
                if is_inside && !leads(self.leads_on[other].of(side), wanted)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn is_crossing(&self, obstacle: usize, mover: usize) -> Result<bool, Unsure> {
        let ends = |which: usize, side: usize, outline: &Outline<'_>, along: usize| {
            let sides = &self.sides[which][side];
            (sides.of(along), sides.of(outline.next(along)))
        };
        let [p, q] = self.outlines;
        for (a, b) in [ends(1, mover, p, obstacle), ends(0, obstacle, q, mover)] {
            let is_zero = a == Ok(Zero) || b == Ok(Zero);
            if is_zero || (a.is_ok() && a == b) {
                return Ok(false);
            }
            if a? == b? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the first corner of the intersection in reading order, or the last one if `wanted`
    /// is negative.
    pub(super) fn end(&self, wanted: Sign) -> Result<Corner, Unsure> {
        for which in [0, 1] {
            for corner in 0..self.outlines[which].count {
                if self.holds(1 - which, corner)? {
                    let corner = Corner::Own { which, corner };
                    if self.is_end(corner, wanted)? {
                        return Ok(corner);
                    }
                }
            }
        }
        // The reversed side of an edge crosses at the same points, so one side is enough.
        let sides =
            |outline: &Outline<'_>| if outline.is_edge() { 1 } else { outline.side_count() };
        let [p, q] = self.outlines;
        for obstacle in 0..sides(p) {
            for mover in 0..sides(q) {
                if self.is_crossing(obstacle, mover)? {
                    let corner = Corner::Crossing { obstacle, mover };
                    if self.is_end(corner, wanted)? {
                        return Ok(corner);
                    }
                }
            }
        }
        Err(Unsure)
    }

    pub(super) fn spot(&self, corner: Corner) -> Spot {
        let [p, q] = self.outlines;
        match corner {
            Corner::Own { which: 0, corner } => Spot::Obstacle(p.corners[corner]),
            Corner::Own { corner, .. } => Spot::Mover(q.corners[corner]),
            Corner::Crossing { obstacle, mover } => {
                Spot::Crossing { obstacle: p.side(obstacle).edge, mover: q.side(mover).edge }
            }
        }
    }

    /// Returns the part of the obstacle, or else of the mover, that contains a corner.
    pub(super) fn part(&self, corner: Corner, is_of_obstacle: bool) -> Result<Part, Unsure> {
        let this = usize::from(!is_of_obstacle);
        let own = &self.outlines[this];
        match corner {
            Corner::Own { which, corner } if which == this => Ok(Part::Vertex(own.corners[corner])),
            Corner::Crossing { obstacle, mover } => {
                let side = if is_of_obstacle { obstacle } else { mover };
                Ok(Part::Edge(own.side(side).edge))
            }
            Corner::Own { corner, .. } => {
                let mut part = own.part;
                if self.inner.is_some() {
                    return Ok(part);
                }
                if own.is_edge() {
                    for (end, past) in self.past_ends[this].iter().enumerate() {
                        if past.of(corner)? == Zero {
                            part = Part::Vertex(own.corners[end]);
                        }
                    }
                    return Ok(part);
                }
                for side in 0..own.side_count() {
                    if self.sides[this][side].of(corner)? == Zero {
                        part = match part {
                            Part::Edge(_) if own.is_face() => {
                                let is_next = self.is_on(this, own.previous(side), corner);
                                Part::Vertex(own.corners[if is_next { side } else { 0 }])
                            }
                            _ => Part::Edge(own.side(side).edge),
                        };
                    }
                }
                Ok(part)
            }
        }
    }
}
