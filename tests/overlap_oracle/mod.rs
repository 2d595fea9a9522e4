//! An oracle for spheres and ellipsoids against boxes, solid and hollow, by another method than the
//! library's.
//!
//! It computes in integers, without cases for the position of the centre. The surface of a box is
//! the union of its sides, each a flat box of its own. The surface of a sphere meets a convex piece
//! if a point of the piece is inside the sphere and another one outside. The nearest point is found
//! by clamping, the farthest among all corners.

#![allow(dead_code, reason = "each test crate uses a part of it")]

#[path = "../oracle/exact.rs"]
mod exact;

use exact::{common_exponent, integer};
use num_bigint::BigInt;

/// The radii: one for a sphere, one for each dimension for an ellipsoid.
#[derive(Clone, Debug)]
pub struct Query {
    pub center: Vec<f64>,
    pub radii: Radii,
    pub min: Vec<f64>,
    pub max: Vec<f64>,
}

#[derive(Clone, Debug)]
pub enum Radii {
    One(f64),
    Each(Vec<f64>),
}

impl Radii {
    pub fn all(&mut self) -> &mut [f64] {
        match self {
            Radii::One(radius) => core::slice::from_mut(radius),
            Radii::Each(radii) => radii,
        }
    }

    pub fn along(&mut self, axis: usize) -> &mut f64 {
        match self {
            Radii::One(radius) => radius,
            Radii::Each(radii) => &mut radii[axis],
        }
    }
}

/// The answers for both solid, a hollow sphere, a hollow box, and both hollow.
pub type Four = [bool; 4];

/// A box as intervals of integers, and the weights of the axes.
pub struct Integers {
    center: Vec<BigInt>,
    sides: Vec<[BigInt; 2]>,
    /// The sphere is `Σ weight (x − center)² ≤ bound`.
    weights: Vec<BigInt>,
    bound: BigInt,
}

impl Integers {
    pub fn of(query: &Query) -> Self {
        let mut radii = query.radii.clone();
        let floats = [&query.center[..], &query.min, &query.max, radii.all()].concat();
        let e = common_exponent(floats);
        let number = |x: &f64| integer(*x, e);
        let squares: Vec<BigInt> = radii.all().iter().map(|x| number(x) * number(x)).collect();
        let bound: BigInt = squares.iter().product();
        let weights = match &query.radii {
            Radii::One(_) => vec![BigInt::from(1); query.center.len()],
            Radii::Each(_) => squares.iter().map(|square| &bound / square).collect(),
        };
        let sides = query.min.iter().zip(&query.max).map(|(a, b)| [number(a), number(b)]).collect();
        Self { center: query.center.iter().map(number).collect(), sides, weights, bound }
    }

    fn term(&self, axis: usize, x: &BigInt) -> BigInt {
        let distance = x - &self.center[axis];
        &distance * &distance * &self.weights[axis]
    }

    fn reaches_into(&self, sides: &[[BigInt; 2]]) -> bool {
        let nearest: BigInt = sides
            .iter()
            .enumerate()
            .map(|(i, [min, max])| {
                self.term(i, &self.center[i].clone().clamp(min.clone(), max.clone()))
            })
            .sum();
        nearest <= self.bound
    }

    fn reaches_out(&self, sides: &[[BigInt; 2]]) -> bool {
        let terms: Vec<[BigInt; 2]> = sides
            .iter()
            .enumerate()
            .map(|(i, ends)| [0, 1].map(|k| self.term(i, &ends[k])))
            .collect();
        (0..1usize << sides.len()).any(|corner| {
            let sum: BigInt =
                terms.iter().enumerate().map(|(i, ends)| &ends[corner >> i & 1]).sum();
            sum >= self.bound
        })
    }

    pub fn answers(&self) -> Four {
        let mut faces = Vec::new();
        for axis in 0..self.sides.len() {
            for end in [0, 1] {
                let mut face = self.sides.clone();
                face[axis] = [0, 1].map(|_| self.sides[axis][end].clone());
                faces.push(face);
            }
        }
        let shell = |sides: &[[BigInt; 2]]| self.reaches_into(sides) && self.reaches_out(sides);
        [
            self.reaches_into(&self.sides),
            shell(&self.sides),
            faces.iter().any(|face| self.reaches_into(face)),
            faces.iter().any(|face| shell(face)),
        ]
    }
}
