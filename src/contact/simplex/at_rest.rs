//! Which feature of a point, a segment or a triangle is closest to the centre at time zero, and how
//! far is it?
//!
//! The plane of the triangle, the planes across its edges at their ends and those along its edges
//! divide space into one region for each feature; each condition is the sign of a polynomial of
//! degree two to four. The squared distance is rational,
//!
//! ```text
//! vertex  |Dᵢ|²        edge  |Eᵢ × Dᵢ|² / eᵢ        face  h² / u                                             (1.6)
//! ```
//!
//! The way out of an overlap leads straight away from that point, if the centre is not on it, and
//! is `r` less the distance long: a distance changes by no more than one moves. From a centre on
//! the shape itself it is `r` long, and leads across a face, an edge, or anywhere from a point.
//!
//! Source: C. Ericson, *Real-Time Collision Detection*, 2005, §5.1.5 (regions). Derivation:
//! `docs/theory.md`, §1.

use super::cast::{SimplexCast, Touch, edge_count};
use super::numbers::Numbers;
use crate::contact::answer::Feature;
use crate::contact::body::{Ball, Body, Reach};
use crate::contact::cast::{Asked, Question};
use crate::number::{Decision, Lift, Measure, Number, Sign, Unit, Unsure, Value};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// Which feature is closest to the centre at time zero?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest;

/// Whether compact code does without floats. It has them if whoever builds it wants closest points
/// of meshes quickly: each candidate of a search is asked.
const IS_SELDOM: bool = !cfg!(feature = "compact-closest");

impl Question for Closest {
    const SELDOM: bool = IS_SELDOM;
}

impl<const V: usize, B: Body> Decision for Asked<'_, SimplexCast<V, B>, Closest> {
    type Outcome = Feature;

    /// The plane, the edges and the ends divide space into one region for each feature.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Feature, Unsure> {
        let x = self.cast.relative(lift);
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

/// A question about the feature that is closest to the centre at time zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtRest<Q> {
    pub(crate) feature: Feature,
    pub(crate) question: Q,
}

impl<Q: Copy> Question for AtRest<Q> {
    const SELDOM: bool = IS_SELDOM;
}

type AskedAtRest<'a, const V: usize, B, Q> = Asked<'a, SimplexCast<V, B>, AtRest<Q>>;

/// How far it is, squared: (1.6).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquaredDistance;
/// How far it is, from its rounded surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance;
/// Whether it is away from the centre at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsAway;
/// Whether it is farther away than the rounding radius: then the centre is outside of what is
/// rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsOutside;
/// The point of the rounded surface that is closest to the centre, which is outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfacePoint;
/// How deep the sphere is in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth;
/// The unit vector from it to the centre, which is away from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outward;
/// A unit vector across the shape, on which the centre is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Across;

impl<Q, const V: usize, B: Body> AskedAtRest<'_, V, B, Q> {
    /// (1.6) as a numerator and a denominator, where ways to the centre are as large as they are
    /// seen.
    fn squared_distance<N: Number>(&self, lift: &impl Lift<N>) -> (N, N) {
        let x = self.cast.relative(lift);
        match self.question.feature {
            Feature::Vertex(i) => (squared(&x.d[i as usize]), N::one()),
            Feature::Edge(i) => {
                let (e, d) = (&x.e[i as usize], &x.d[i as usize]);
                (squared(&cross(e, d)), squared(e))
            }
            Feature::Face => {
                let u = cross(&x.e[0], &x.e[1 % V]);
                (dot(&u, &x.d[0]).squared(), squared(&u))
            }
        }
    }

    /// `√(n / s) = √(n s) / s`.
    fn distance<N: Number>(&self, lift: &impl Lift<N>) -> N::Value {
        let (n, s) = self.squared_distance(lift);
        let q = n.times(&s);
        N::Value::surd(&N::zero(), &N::one(), &q, &self.cast.body.enlarged(lift, s))
    }
}

impl<const V: usize, B: Body> Decision for AskedAtRest<'_, V, B, IsAway> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        Ok(self.squared_distance(lift).0.sign()? == Positive)
    }
}

impl<const V: usize, B: Body> Decision for AskedAtRest<'_, V, B, IsOutside> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let (n, s) = self.squared_distance(lift);
        let body = &self.cast.body;
        let rounding = body.enlarged(lift, lift.length(body.reach().rounding));
        Ok(n.minus(&rounding.squared().times(&s)).sign()? == Positive)
    }
}

impl<const V: usize, B: Body> Measure<3> for AskedAtRest<'_, V, B, SurfacePoint> {
    const UNITS: [Unit; 3] = [Unit::Length; 3];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: AtRest { feature, .. } } = *self;
        let closest = Asked { cast, question: Numbers(Touch::closest(feature)) };
        let [_, _, _, _, x, y, z, ..] = closest.of_core(lift);
        if cast.body.reach().rounding == 0.0 {
            return [x, y, z];
        }
        let outward = Asked { cast, question: AtRest { feature, question: Outward } };
        cast.body.reach().surface(lift, [x, y, z], &outward.measure(lift))
    }
}

impl<const V: usize, B: Body> Measure<1> for AskedAtRest<'_, V, B, SquaredDistance> {
    const UNITS: [Unit; 1] = [Unit::Area];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let (n, s) = self.squared_distance(lift);
        let enlarged = |x| self.cast.body.enlarged(lift, x);
        [N::Value::rational(&n).over(&enlarged(enlarged(s)))]
    }
}

impl<const V: usize, B: Body> Measure<1> for AskedAtRest<'_, V, B, Distance> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let distance = self.distance(lift);
        let Reach { rounding, .. } = self.cast.body.reach();
        [if rounding == 0.0 {
            distance
        } else {
            distance.minus(&N::Value::rational(&lift.length(rounding)))
        }]
    }
}

impl<const V: usize> Measure<1> for AskedAtRest<'_, V, Ball, Depth> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [N::Value::rational(&self.cast.body.radius(lift)).minus(&self.distance(lift))]
    }
}

/// The unit vector along `n`, which is not zero.
fn unit<N: Number>(n: &Vector<N>) -> Vector<N::Value> {
    let nn = squared(n);
    n.each_ref().map(|n| N::Value::surd(&N::zero(), n, &nn, &nn))
}

impl<const V: usize, B: Body> Measure<3> for AskedAtRest<'_, V, B, Outward> {
    const UNITS: [Unit; 3] = [Unit::Pure; 3];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let x = self.cast.relative(lift);
        let outward = match self.question.feature {
            Feature::Vertex(i) => unit(&x.d[i as usize]),
            Feature::Edge(i) => {
                let (e, d) = (&x.e[i as usize], &x.d[i as usize]);
                unit(&cross(e, &cross(d, e)))
            }
            Feature::Face => {
                let u = cross(&x.e[0], &x.e[1 % V]);
                let h = dot(&u, &x.d[0]);
                let uu = squared(&u);
                // h / |h|, without asking for its sign.
                let s = h.absolute().times(&uu);
                u.map(|u| N::Value::surd(&N::zero(), &u.times(&h), &uu, &s))
            }
        };
        B::in_world(&self.cast.body.stretch(lift), outward)
    }
}

/// What a centre on the shape can leave across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The face, to the side from which its vertices run counterclockwise.
    Face,
    /// This edge, normal to it and to the axis along which it extends least, of equals the last.
    Edge(usize, usize),
    /// A point, along the first axis.
    Point,
}

/// What can the centre leave across?
#[derive(Clone, Copy, Debug)]
pub(crate) struct WhatExit;

impl Question for WhatExit {
    const SELDOM: bool = true;
}

impl<const V: usize> Decision for Asked<'_, SimplexCast<V>, WhatExit> {
    type Outcome = Exit;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Exit, Unsure> {
        let x = self.cast.relative(lift);
        if V == 3 && squared(&cross(&x.e[0], &x.e[1 % V])).sign()? == Positive {
            return Ok(Exit::Face);
        }
        let mut longest = (0, N::zero());
        for (i, e) in x.e.iter().enumerate().take(edge_count(V)) {
            let ee = squared(e);
            if ee.minus(&longest.1).sign()? == Positive {
                longest = (i, ee);
            }
        }
        let (i, ee) = longest;
        if ee.sign()? == Zero {
            return Ok(Exit::Point);
        }
        let mut least = 0;
        for k in 1..3 {
            let grows = x.e[i][k].squared().minus(&x.e[i][least].squared()).sign()?;
            if grows != Positive {
                least = k;
            }
        }
        Ok(Exit::Edge(i, least))
    }
}

impl<const V: usize> Measure<3> for AskedAtRest<'_, V, Ball, (Across, Exit)> {
    const UNITS: [Unit; 3] = [Unit::Pure; 3];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let x = self.cast.relative(lift);
        let axis = |axis: usize| -> Vector<N> {
            core::array::from_fn(|k| if k == axis { N::one() } else { N::zero() })
        };
        unit(&match self.question.question.1 {
            Exit::Face => cross(&x.e[0], &x.e[1 % V]),
            Exit::Edge(i, least) => cross(&x.e[i % V], &axis(least)),
            Exit::Point => axis(0),
        })
    }
}
