//! Which feature of the hull of one, two or three points is closest to the centre at time zero, and how far is it?
//!
//! The plane of the triangle, the planes across its edges at their ends and those along its edges divide space into
//! one region for each feature; each condition is the sign of a polynomial of degree two to four. The squared distance
//! is rational,
//!
//! ```text
//! vertex  |Dᵢ|²        edge  |Eᵢ × Dᵢ|² / eᵢ        face  h² / u                                             (1.6)
//! ```
//!
//! Source: C. Ericson, *Real-Time Collision Detection*, 2005, §5.1.5 (regions). Derivation: `docs/theory.md`, §1.

use super::answer::Feature;
use super::hull::{Encounter, edge_count};
use super::vector::{cross, dot, squared};
use crate::number::{Decision, Given, Lift, Measure, Number, Quantity, Sign, Unit, Unsure, Value};
use Sign::{Negative, Positive, Zero};

/// Which feature of the hull is closest to the centre at time zero?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest<const V: usize>(pub(crate) Encounter<V>);

impl<const V: usize> Given for Closest<V> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(change))
    }
}

impl<const V: usize> Decision for Closest<V> {
    type Outcome = Feature;

    /// The plane, the edges and the ends divide space into one region for each feature.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Feature, Unsure> {
        let x = self.0.relative(lift);
        let ee: [N; V] = core::array::from_fn(|i| squared(&x.e[i]));
        let u = cross(&x.e[0], &x.e[1 % V]);
        let flat = V < 3 || squared(&u).sign()? == Zero;
        let mut outside = [true; V];
        if !flat {
            for (i, outside) in outside.iter_mut().enumerate() {
                *outside = dot(&cross(&x.e[i], &u), &x.d[i]).sign()? != Negative;
            }
            if !outside.contains(&true) {
                return Ok(Feature::Face);
            }
        }
        let mut longest = 0;
        if V == 3 && flat {
            for i in 1..V {
                if ee[i].minus(&ee[longest]).sign()? == Positive {
                    longest = i;
                }
            }
        }
        let counts = |i: usize| !flat || i == longest;
        for i in (0..edge_count(V)).filter(|&i| counts(i) && outside[i]) {
            if dot(&x.e[i], &x.d[i]).sign()? == Positive
                && dot(&x.e[i], &x.d[(i + 1) % V]).sign()? == Negative
            {
                return Ok(Feature::Edge(i as u8));
            }
        }
        for i in 0..V {
            let before = (i + V - 1) % V;
            let starts = i < edge_count(V) && counts(i);
            let ends = before < edge_count(V) && counts(before);
            if (!starts || dot(&x.e[i], &x.d[i]).sign()? != Positive)
                && (!ends || dot(&x.e[before], &x.d[i]).sign()? != Negative)
                && (starts || ends || edge_count(V) == 0)
            {
                return Ok(Feature::Vertex(i as u8));
            }
        }
        Err(Unsure)
    }
}

/// The squared distance of the centre from this feature at time zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquaredDistance<const V: usize> {
    pub(crate) encounter: Encounter<V>,
    pub(crate) feature: Feature,
}

impl<const V: usize> Given for SquaredDistance<V> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.encounter.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { encounter: self.encounter.map(change), ..*self }
    }
}

impl<const V: usize> Measure<1> for SquaredDistance<V> {
    const UNITS: [Unit; 1] = [Unit::Area];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let x = self.encounter.relative(lift);
        [match self.feature {
            Feature::Vertex(i) => N::Value::rational(&squared(&x.d[i as usize])),
            Feature::Edge(i) => {
                let (e, d) = (&x.e[i as usize], &x.d[i as usize]);
                N::Value::rational(&squared(&cross(e, d))).over(&squared(e))
            }
            Feature::Face => {
                let u = cross(&x.e[0], &x.e[1 % V]);
                N::Value::rational(&dot(&u, &x.d[0]).squared()).over(&squared(&u))
            }
        }]
    }
}
