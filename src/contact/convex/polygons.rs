//! Two convex polygons in one plane, by signs alone: on which side of each side of the one each
//! corner of the other is. They tell which corner of the intersection comes first in an order, and
//! no two points need be compared.

use super::core::Part;
use super::piece::Spot;
use crate::number::{Known, Sign, Unsure};
use crate::shape::topology::{HalfEdge, Topology};
use Sign::{Negative, Positive, Zero};

/// No polygon with more corners is looked at.
pub(super) const MOST: usize = 8;

/// A part of a core as a polygon: side `i` leads from corner `i` to the next one, counterclockwise
/// about the facet's normal. A vertex has no side; an edge has two, there and back.
#[derive(Clone, Copy)]
pub(super) struct Outline {
    part: Part,
    pub(super) corners: [u32; MOST],
    pub(super) sides: [HalfEdge; MOST],
    pub(super) count: usize,
}

impl Outline {
    pub(super) fn of(topology: &Topology, part: Part, is_reversed: bool) -> Result<Self, Unsure> {
        let nothing = HalfEdge { edge: 0, is_reversed: false };
        let mut outline = Self { part, corners: [0; MOST], sides: [nothing; MOST], count: 0 };
        match part {
            Part::Vertex(vertex) => {
                outline.corners[0] = vertex;
                outline.count = 1;
            }
            Part::Edge(edge) => {
                let half = HalfEdge { edge, is_reversed: false };
                outline.add(topology, half);
                outline.add(topology, half.reversed());
            }
            Part::Face(face) => {
                let rim = topology.rim(face);
                if rim.len() > MOST {
                    return Err(Unsure);
                }
                for i in 0..rim.len() {
                    let half = if is_reversed { rim[rim.len() - 1 - i].reversed() } else { rim[i] };
                    outline.add(topology, half);
                }
            }
            Part::Inside => return Err(Unsure),
        }
        Ok(outline)
    }

    fn add(&mut self, topology: &Topology, side: HalfEdge) {
        self.corners[self.count] = topology.start(side);
        self.sides[self.count] = side;
        self.count += 1;
    }

    fn is_face(&self) -> bool {
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

/// On which side of each side of one polygon each corner of the other is; positive is outside.
pub(super) type Sides = [[Known; MOST]; MOST];

/// Two polygons in one plane, the obstacle's and the mover's.
pub(super) struct Polygons {
    pub(super) outlines: [Outline; 2],
    /// Of the sides of each, with the other's corners.
    pub(super) sides: [Sides; 2],
    /// Where a corner on the line of an edge of the other is: before the edge's ends, as it is run
    /// along from each to the other, at them (zero), or past them.
    pub(super) past_ends: [[[Known; 2]; MOST]; 2],
    /// Whether each side of each leads on in the mover's reading order.
    pub(super) leads_on: [[Known; MOST]; 2],
}

/// A corner of the intersection of two polygons.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Corner {
    /// A corner of one of the two that the other holds.
    Own { which: usize, corner: usize },
    /// A side of the obstacle's crosses one of the mover's.
    Crossing { obstacle: usize, mover: usize },
}

fn leads(sign: Known, wanted: Sign) -> Result<bool, Unsure> {
    Ok(sign? == wanted)
}

impl Polygons {
    /// The sides of a polygon on which a corner of the other is.
    fn is_on(&self, which: usize, side: usize, corner: usize) -> bool {
        self.sides[which][side][corner] == Ok(Zero)
    }

    fn is_not_outside(&self, which: usize, side: usize, corner: usize) -> Result<bool, Unsure> {
        Ok(self.sides[which][side][corner]? != Positive)
    }

    /// Whether a polygon holds a corner of the other.
    fn holds(&self, which: usize, corner: usize) -> Result<bool, Unsure> {
        let outline = &self.outlines[which];
        let signs = || (0..outline.side_count()).map(|side| self.sides[which][side][corner]);
        if signs().any(|sign| sign == Ok(Positive)) {
            return Ok(false);
        }
        if signs().any(|sign| sign.is_err()) {
            return Err(Unsure);
        }
        if outline.is_edge() {
            let [first, second] = self.past_ends[which][corner];
            return Ok(first? != Negative && second? != Negative);
        }
        Ok(true)
    }

    /// Whether all ways from a corner along the intersection lead on, or back, in reading order.
    fn is_end(&self, corner: Corner, wanted: Sign) -> Result<bool, Unsure> {
        match corner {
            Corner::Own { which, corner } => self.is_own_end(which, corner, wanted),
            Corner::Crossing { obstacle, mover } => {
                let [p, q] = &self.outlines;
                // Along either side to where the other polygon is.
                for (along, side, other, other_side, own) in
                    [(0, obstacle, q, mover, p), (1, mover, p, obstacle, q)]
                {
                    if !other.is_face() {
                        continue;
                    }
                    let goes_in = self.sides[1 - along][other_side][own.next(side)]? == Negative;
                    let wanted = if goes_in { wanted } else { -wanted };
                    if !leads(self.leads_on[along][side], wanted)? {
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
            // On an edge: along it to either end, if the corner's own polygon is there.
            for (end, wanted) in [(0, -wanted), (1, wanted)] {
                let is_there = own_outline.is_face()
                    && self.past_ends[other][corner][end]? != Zero
                    && self.is_not_outside(which, corner, end)?
                    && self.is_not_outside(which, previous, end)?;
                if is_there && !leads(self.leads_on[other][0], wanted)? {
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
            if is_inside && !leads(self.leads_on[which][side], wanted)? {
                return Ok(false);
            }
        }
        if !own_outline.is_face() {
            return Ok(true);
        }
        // Along a side of the other that it lies on.
        for side in on() {
            let (after, before) = (outline.next(side), outline.previous(side));
            for (neighbour, towards, wanted) in [(after, after, wanted), (before, side, -wanted)] {
                if self.is_on(other, neighbour, corner) {
                    continue;
                }
                let is_inside = self.is_not_outside(which, corner, towards)?
                    && self.is_not_outside(which, previous, towards)?;
                if is_inside && !leads(self.leads_on[other][side], wanted)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn is_crossing(&self, obstacle: usize, mover: usize) -> Result<bool, Unsure> {
        let ends = |which: usize, side: usize, outline: &Outline, along: usize| {
            let sides = &self.sides[which][side];
            (sides[along], sides[outline.next(along)])
        };
        let [p, q] = &self.outlines;
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

    /// The first corner of the intersection in reading order, or the last one.
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
        // The way back along an edge crosses where the way there does.
        let sides = |outline: &Outline| if outline.is_edge() { 1 } else { outline.side_count() };
        let [p, q] = &self.outlines;
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
        let [p, q] = &self.outlines;
        match corner {
            Corner::Own { which: 0, corner } => Spot::Obstacle(p.corners[corner]),
            Corner::Own { corner, .. } => Spot::Mover(q.corners[corner]),
            Corner::Crossing { obstacle, mover } => {
                Spot::Crossing { obstacle: p.sides[obstacle].edge, mover: q.sides[mover].edge }
            }
        }
    }

    /// The part of the obstacle that holds a corner.
    pub(super) fn part(&self, corner: Corner) -> Result<Part, Unsure> {
        let [p, _] = &self.outlines;
        match corner {
            Corner::Own { which: 0, corner } => Ok(Part::Vertex(p.corners[corner])),
            Corner::Crossing { obstacle, .. } => Ok(Part::Edge(p.sides[obstacle].edge)),
            Corner::Own { corner, .. } => {
                let mut part = p.part;
                for side in 0..p.side_count() {
                    if self.sides[0][side][corner]? == Zero {
                        part = match part {
                            Part::Edge(_) if p.is_face() => {
                                let is_next = self.is_on(0, p.previous(side), corner);
                                Part::Vertex(p.corners[if is_next { side } else { 0 }])
                            }
                            _ => Part::Edge(p.sides[side].edge),
                        };
                    }
                }
                Ok(part)
            }
        }
    }
}
