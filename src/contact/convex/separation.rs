//! A separating vector, which proves that two bodies never meet: their projections along it are
//! apart at the start and do not come closer. The module also finds planes between the two bodies
//! that are perpendicular to an axis.
//!
//! Source: a separating vector, as in S. Boyd and L. Vandenberghe, *Convex Optimization*, 2004,
//! §2.5. Derivation: `docs/theory.md`, §10.

use super::core::{LiftedCore, negated};
use super::pair::{ConvexPair, LiftedPair, PairQuery};
use super::piece::{At, Face};
use crate::number::{Decision, Inputs, Lift, Number, Quantity, Sign, Unsure, scaled_to_one};
use crate::shape::vector::{Vector, dot, each, squared};

/// A vector, and a corner of `K` that is farthest, or almost farthest, along it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation<'p, 'a> {
    pair: &'p ConvexPair<'a>,
    direction: [f64; 3],
    at: At,
}

impl<'p, 'a> Separation<'p, 'a> {
    /// Constructs a query with a vector. Its scale does not matter and its small components may be
    /// replaced by zero, since every vector that separates is a proof. So the vector is brought
    /// into the range in which no product with it underflows.
    pub(crate) fn new(pair: &'p ConvexPair<'a>, direction: [f64; 3], at: At) -> Self {
        const LEAST: f64 = 1.0 / (1u64 << 34) as f64;
        let direction = scaled_to_one(direction).map(|x| if x.abs() < LEAST { 0.0 } else { x });
        Self { pair, direction, at }
    }
}

impl Inputs for Separation<'_, '_> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.pair.visit(see);
        see(Quantity::Direction, self.direction);
    }
    fn suits_floats(&self) -> bool {
        self.pair.suits_floats()
    }
}

impl Decision for Separation<'_, '_> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let x = LiftedPair::new(self.pair, *lift);
        let n: Vector<N> = each!(|k| lift.direction(self.direction[k]));
        if n.iter().all(N::is_zero) {
            // The zero vector separates nothing.
            return Ok(false);
        }
        if dot(&n, &x.v).sign()? == Sign::Negative {
            return Ok(false);
        }
        let root = squared(&n).root();
        let obstacle = x.obstacle.farthest_vertices(self.at.obstacle, &n, lift)?;
        let mover = x.mover.farthest_vertices(self.at.mover, &negated(&n), lift)?;
        for obstacle in obstacle.iter() {
            for mover in mover.iter() {
                if x.height_over(&n, &root, At { obstacle, mover })? != Sign::Positive {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Some vertices of a core; a vertex that lies farthest along a vector is among them.
struct Farthest {
    vertices: [u32; Self::MOST],
    /// Whether the vertex is exactly as far as an earlier one.
    is_level: [bool; Self::MOST],
    count: usize,
}

impl Farthest {
    const MOST: usize = 16;

    /// Returns the vertices that may be farther than all earlier ones.
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.count).filter(|i| !self.is_level[*i]).map(|i| self.vertices[i])
    }
}

impl<N: Number> LiftedCore<'_, '_, N> {
    /// Follows all edges from one vertex that do not certainly lead down. From every vertex that is
    /// not farthest, some edge leads up towards the farthest one. So a farthest vertex is among the
    /// results.
    fn farthest_vertices(
        &self,
        first: u32,
        along: &Vector<N>,
        lift: &impl Lift<N>,
    ) -> Result<Farthest, Unsure> {
        let topology = self.core().topology();
        let (vertices, is_level) = ([first; Farthest::MOST], [false; Farthest::MOST]);
        let mut found = Farthest { vertices, is_level, count: 1 };
        let mut next = 0;
        while next < found.count {
            for way in topology.spokes(found.vertices[next]) {
                let end = topology.start(way.reversed());
                if found.vertices[..found.count].contains(&end) {
                    continue;
                }
                let up = dot(along, &self.direction(*way, lift)).sign();
                if up == Ok(Sign::Negative) {
                    continue;
                }
                if found.count == Farthest::MOST {
                    return Err(Unsure);
                }
                found.vertices[found.count] = end;
                found.is_level[found.count] = up == Ok(Sign::Zero);
                found.count += 1;
            }
            next += 1;
        }
        Ok(found)
    }
}

/// The query for the axis of the world that is exactly normal to a face of `K`, if zeros among the
/// given numbers prove this.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisAcross(pub(crate) Face);

impl Decision for PairQuery<'_, '_, AxisAcross> {
    type Outcome = Option<usize>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Option<usize>, Unsure> {
        let normal = LiftedPair::new(self.pair, *lift).normal(self.question.0);
        let is_zero = [0, 1, 2].map(|k: usize| normal[k].is_zero());
        let is_across = |k: &usize| is_zero[(k + 1) % 3] && is_zero[(k + 2) % 3];
        Ok((0..3).find(is_across).filter(|&k| !is_zero[k]))
    }
}
