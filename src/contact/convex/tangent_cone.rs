//! How a path goes on from a point on the border of `K`: into it, along it, or away from it.
//!
//! The tangent cone of `K` there is the sum of the obstacle's at its point and minus the mover's at
//! its own, whichever two points these are. Ways along edges span it. The plane of two of them is
//! that of a facet if all others lie on one side of it.
//!
//! Source: tangent and normal cones of convex sets and of their sums, as in R. T. Rockafellar,
//! *Convex Analysis*, 1970, §§23, 24. Derivation: `docs/theory.md`, §10.

use super::core::Part;
use super::pair::LiftedPair;
use super::piece::Direction;
use crate::number::{Lift, Number, Sign, Unsure};
use crate::shape::topology::HalfEdge;
use crate::shape::vector::{Vector, cross, dot};
use Sign::{Negative, Positive, Zero};
use alloc::vec::Vec;

/// Where a velocity leads, from a point on the border of `K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Onward {
    /// Inside of the planes of all facets there.
    pub(super) goes_in: bool,
    /// Outside of the plane of one.
    pub(super) goes_out: bool,
}

/// With more ways it is left to others.
const MOST_WAYS: usize = 24;

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Where the path leads from a point of `K`, which has an interior and is met in these parts of
    /// the obstacle and of the mover.
    pub(super) fn onward(&self, obstacle: Part, mover: Part) -> Result<Onward, Unsure> {
        let mut directions = Vec::new();
        self.add_ways(true, obstacle, &mut directions);
        self.add_ways(false, mover, &mut directions);
        if directions.len() > MOST_WAYS {
            return Err(Unsure);
        }
        let ways: Vec<Vector<N>> = directions.iter().map(|way| self.direction(*way)).collect();
        let (mut goes_in, mut goes_out) = (true, false);
        for i in 0..ways.len() {
            for j in 0..i {
                if directions[i] == directions[j].reversed() {
                    continue;
                }
                let normal = cross(&ways[i], &ways[j]);
                let Some(side) = side_of(&normal, &ways)? else { continue };
                // They lie on the side that is inside.
                match dot(&normal, &self.v).sign()?.times(side) {
                    Positive => {}
                    Zero => goes_in = false,
                    Negative => (goes_in, goes_out) = (false, true),
                }
            }
        }
        Ok(Onward { goes_in, goes_out })
    }

    /// Ways in `K` that span the tangent cone of one of the two at a point inside of a part.
    fn add_ways(&self, is_of_obstacle: bool, part: Part, ways: &mut Vec<Direction>) {
        let topology = self.pair.topology(is_of_obstacle);
        let direction = |half: HalfEdge| match is_of_obstacle {
            true => Direction::Obstacle(half),
            false => Direction::Mover(half),
        };
        let mut add = |halves: &[HalfEdge]| ways.extend(halves.iter().copied().map(direction));
        match part {
            Part::Vertex(vertex) => add(topology.spokes(vertex)),
            Part::Edge(edge) => {
                let half = HalfEdge { edge, is_reversed: false };
                add(&[half, half.reversed()]);
                add(topology.inward(edge));
            }
            Part::Face(face) => {
                let rim = topology.rim(face);
                add(&[rim[0], rim[0].reversed(), rim[1], rim[1].reversed()]);
                // One of these leads behind it.
                add(topology.spokes(topology.start(rim[0])));
            }
            Part::Inside => {}
        }
    }
}

/// On which side of a plane all ways are that are not in it; none if they are on both, or all in
/// it.
fn side_of<N: Number>(normal: &Vector<N>, ways: &[Vector<N>]) -> Result<Option<Sign>, Unsure> {
    let (mut side, mut is_unsure) = (Zero, false);
    for way in ways {
        match dot(normal, way).sign() {
            Ok(Zero) => {}
            Ok(sign) if side == Zero => side = sign,
            Ok(sign) if sign != side => return Ok(None),
            Ok(_) => {}
            Err(Unsure) => is_unsure = true,
        }
    }
    if is_unsure { Err(Unsure) } else { Ok((side != Zero).then_some(side)) }
}
