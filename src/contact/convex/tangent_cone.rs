//! The continuation of a path from a point on the boundary of `K`: into `K`, along it, or away from
//! it.
//!
//! The tangent cone of `K` at that point is the sum of the obstacle's tangent cone and the negative
//! of the mover's tangent cone, at any two points that touch. Directions along edges span this sum.
//! The plane of two of these directions is the plane of a facet if all others lie on one side of
//! the plane.
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

/// The side to which a velocity leads from a point on the boundary of `K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Onward {
    /// The velocity leads to the inner side of the planes of all facets at the point.
    pub(super) goes_in: bool,
    /// The velocity leads to the outer side of the plane of a facet at the point.
    pub(super) goes_out: bool,
}

/// The greatest number of directions that are decided here. Every pair is compared with all others,
/// so integers decide if there are more.
const MOST_WAYS: usize = 24;

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Decides where the path leads from a point of `K`, which must have an interior. The point is
    /// given by the touched parts of the obstacle and of the mover.
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
                // The directions lie on the inner side of the plane.
                match dot(&normal, &self.v).sign()?.times(side) {
                    Positive => {}
                    Zero => goes_in = false,
                    Negative => (goes_in, goes_out) = (false, true),
                }
            }
        }
        Ok(Onward { goes_in, goes_out })
    }

    /// Adds the directions in `K` that span the tangent cone of one of the two bodies at a point
    /// inside of a part.
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
                // One of these directions leads behind the face.
                add(topology.spokes(topology.start(rim[0])));
            }
            Part::Inside => {}
        }
    }
}

/// Returns the side of a plane on which all directions outside of the plane lie; `None` if
/// directions lie on both sides, or if all lie in the plane.
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
