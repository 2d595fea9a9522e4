//! The landing of a mover on an edge of `K`, with a radius: the contact is a point or, where two
//! parallel edges lie side by side, a segment.
//!
//! Source: as in `certificate.rs`. Derivation: `docs/theory.md`, §10.

use super::core::Part;
use super::landing::{Landing, Moment};
use super::pair::{LiftedPair, PairQuery};
use super::piece::{At, Direction, Line, Spot};
use crate::contact::answer::Approach;
use crate::number::{Decision, Lift, Number, Sign, Unsure};
use crate::shape::topology::HalfEdge;
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The query whether a mover lands on an edge of `K`, which may have several pieces; or, at rest,
/// whether this edge is the closest part of `K` at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnLine {
    pub(crate) line: Line,
    pub(crate) is_at_rest: bool,
}

impl Decision for PairQuery<'_, '_, OnLine> {
    type Outcome = Option<Landing>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Option<Landing>, Unsure> {
        LiftedPair::new(self.pair, *lift).landing_on_line(self.question)
    }
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Decides whether and how the path enters over an edge of `K`; or, at rest, whether this edge
    /// is the closest part of `K`.
    fn landing_on_line(
        &self,
        OnLine { line, is_at_rest }: OnLine,
    ) -> Result<Option<Landing>, Unsure> {
        let (v, r) = (&self.v, &self.r);
        let ([first_end, _], direction) = self.pair.ends(line);
        let (e, d) = (self.direction(direction), self.way(first_end));
        let (e_cross_v, e_cross_d) = (cross(&e, v), cross(&e, &d));
        let tau = dot(&e, &cross(&d, v));
        let beta = r.squared().times(&squared(&e_cross_v)).minus(&tau.squared()).sign();
        let is_elsewhere = if is_at_rest {
            squared(&e_cross_d).sign()? != Positive
        } else {
            let gap = squared(&e_cross_d).minus(&squared(&e).times(&r.squared())).sign();
            r.is_zero()
                || beta? != Positive
                || dot(&e_cross_v, &e_cross_d).sign()? != Negative
                || gap? != Positive
        };
        if is_elsewhere {
            return Ok(None);
        }
        let over_side = |side: &Vector<N>| {
            if is_at_rest {
                dot(&e_cross_d, &cross(&e, side)).sign()
            } else {
                self.over_side(&e, side, &tau, beta)
            }
        };
        // The edge of the other body that is parallel to this edge, if there is one.
        let mut parallel = None;
        for way in self.pair.ways_from_line(line).iter() {
            let side = self.direction(way);
            let (half, is_own) = match way {
                Direction::Obstacle(half) => (half, line.is_of_obstacle),
                Direction::Mover(half) => (half, !line.is_of_obstacle),
                Direction::Across { .. } => return Err(Unsure),
            };
            if !is_own && cross(&e, &side).iter().all(N::is_zero) {
                // `K` contains the mover's edges negated, so edges in the same direction are
                // opposite there.
                let is_along = dot(&e, &side).sign()? == Negative;
                parallel = Some(if is_along { half } else { half.reversed() });
            } else {
                match over_side(&side)? {
                    Positive => return Ok(None),
                    Zero => return Err(Unsure),
                    Negative => {}
                }
            }
        }
        let own = self.pair.topology(line.is_of_obstacle).edges[line.edge as usize];
        let topology = self.pair.topology(!line.is_of_obstacle);
        let other = match parallel {
            Some(half) => [topology.start(half), topology.start(half.reversed())],
            None => [line.vertex; 2],
        };
        let at = |i: usize, j: usize| {
            if line.is_of_obstacle {
                At { obstacle: own[i], mover: other[j] }
            } else {
                At { obstacle: other[j], mover: own[i] }
            }
        };
        // The position of an end of the other edge along this edge, relative to an end of this
        // edge.
        let past = |i: usize, j: usize| {
            let d = self.way(at(i, j));
            if is_at_rest { dot(&e, &d).sign() } else { self.beyond_end(&e, &d, beta) }
        };
        let spot = |is_own: bool, end: usize| {
            if is_own == line.is_of_obstacle {
                Spot::Obstacle(if is_own { own[end] } else { other[end] })
            } else {
                Spot::Mover(if is_own { own[end] } else { other[end] })
            }
        };
        // If two ends coincide, the end of the obstacle's edge counts.
        let (from_start, to_end) = (past(0, 1)?, past(1, 0)?);
        if from_start == Negative || to_end == Positive {
            return Ok(None);
        }
        let (first, last) = if from_start == Zero {
            let only = if line.is_of_obstacle { spot(true, 0) } else { spot(false, 1) };
            (only, None)
        } else if to_end == Zero {
            let only = if line.is_of_obstacle { spot(true, 1) } else { spot(false, 0) };
            (only, None)
        } else if parallel.is_none() {
            (spot(false, 0), None)
        } else {
            let start = match past(0, 0)? {
                Positive => spot(false, 0),
                Negative => spot(true, 0),
                Zero => spot(line.is_of_obstacle, 0),
            };
            let end = match past(1, 1)? {
                Positive => spot(true, 1),
                Negative => spot(false, 1),
                Zero => spot(line.is_of_obstacle, 1),
            };
            let half = HalfEdge { edge: line.edge, is_reversed: false };
            let reading = self.mover.reading(&self.lift);
            if self.leads_on(line.is_of_obstacle, half, &reading)? == Positive {
                (start, Some(end))
            } else {
                (end, Some(start))
            }
        };
        let part = match (first, parallel) {
            (Spot::Obstacle(vertex), _) => Part::Vertex(vertex),
            (_, Some(half)) if !line.is_of_obstacle => Part::Edge(half.edge),
            _ if line.is_of_obstacle => Part::Edge(line.edge),
            _ => return Err(Unsure),
        };
        Ok(Some(Landing {
            first,
            other: last,
            part,
            has_normal: true,
            approach: Approach::Approaching,
            moment: if is_at_rest { Moment::Start } else { Moment::Entry },
        }))
    }
}
