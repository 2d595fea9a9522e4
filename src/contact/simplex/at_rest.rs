//! The feature of a point, a segment or a triangle that is closest to the centre at time zero, and
//! its distance.
//!
//! Space is divided into one region for each feature by the plane of the triangle, by the planes
//! across its edges at their ends, and by the planes along its edges. Each condition is the sign of
//! a polynomial of degree two to four. The squared distance is rational,
//!
//! ```text
//! vertex  |Dᵢ|²        edge  |Eᵢ × Dᵢ|² / eᵢ        face  h² / u                                             (1.6)
//! ```
//!
//! If the centre is not on the shape, the shortest way out of an overlap leads straight away from
//! the closest point, and its length is `r` minus the distance: a translation changes a distance by
//! no more than its own length. If the centre is on the shape, the length is `r`, and the direction
//! is across a face, across an edge, or arbitrary for a point.
//!
//! Source: C. Ericson, *Real-Time Collision Detection*, 2005, §5.1.5 (regions). Derivation:
//! `docs/theory.md`, §1.

use super::cast::{SimplexCast, SimplexTouch, edge_count};
use super::numbers::SimplexNumbers;
use crate::contact::answer::Feature;
use crate::contact::body::{Ball, Body, TotalRadius};
use crate::contact::cast::{BoundQuery, CastQuery};
use crate::number::{Decision, Lift, Measure, Number, Sign, Unit, Unsure, Value};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The query for the feature that is closest to the centre at time zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestFeatureQuery;

impl CastQuery for ClosestFeatureQuery {}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, SimplexCast<V, B>, ClosestFeatureQuery> {
    type Outcome = Feature;

    /// Decides by the regions into which the plane, the edges and the ends divide space.
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

/// A query about the feature that is closest to the centre at time zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureQuery<Q> {
    pub(crate) feature: Feature,
    pub(crate) question: Q,
}

impl<Q: Copy> CastQuery for FeatureQuery<Q> {}

type BoundFeatureQuery<'a, const V: usize, B, Q> =
    BoundQuery<'a, SimplexCast<V, B>, FeatureQuery<Q>>;

/// The squared distance of the centre and the feature: (1.6).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquaredDistance;
/// The distance of the centre and the inflated surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CenterDistance;
/// Whether the centre is off the feature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsCenterAway;
/// Whether the distance exceeds the inflation radius: then the centre is outside of the inflated
/// shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsCenterOutside;
/// The point of the inflated surface that is closest to the centre. The centre must be outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimplexSurfacePoint;
/// The penetration depth of the sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SphereDepth;
/// The unit vector from the feature to the centre. The centre must be off the feature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutwardToCenter;
/// A unit vector across the shape, for a centre on the shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AcrossVector;

impl<Q, const V: usize, B: Body> BoundFeatureQuery<'_, V, B, Q> {
    /// Returns (1.6) as a numerator and a denominator, at the scale of the vectors to the centre.
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
        N::Value::surd(&N::zero(), &N::one(), &q, &self.cast.body.times_scale(lift, s))
    }
}

impl<const V: usize, B: Body> Decision for BoundFeatureQuery<'_, V, B, IsCenterAway> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        Ok(self.squared_distance(lift).0.sign()? == Positive)
    }
}

impl<const V: usize, B: Body> Decision for BoundFeatureQuery<'_, V, B, IsCenterOutside> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let (n, s) = self.squared_distance(lift);
        let body = &self.cast.body;
        let inflation = body.times_scale(lift, lift.length(body.reach().inflation));
        Ok(n.minus(&inflation.squared().times(&s)).sign()? == Positive)
    }
}

impl<const V: usize, B: Body> Measure<3> for BoundFeatureQuery<'_, V, B, SimplexSurfacePoint> {
    const UNITS: [Unit; 3] = [Unit::Length; 3];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: FeatureQuery { feature, .. } } = *self;
        let closest = BoundQuery { cast, question: SimplexNumbers(SimplexTouch::closest(feature)) };
        let point = closest.point_of_core(lift);
        if cast.body.reach().inflation == 0.0 {
            return point;
        }
        let outward =
            BoundQuery { cast, question: FeatureQuery { feature, question: OutwardToCenter } };
        cast.body.reach().surface(lift, point, &outward.measure(lift))
    }
}

impl<const V: usize, B: Body> Measure<1> for BoundFeatureQuery<'_, V, B, SquaredDistance> {
    const UNITS: [Unit; 1] = [Unit::Area];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let (n, s) = self.squared_distance(lift);
        let times_scale = |x| self.cast.body.times_scale(lift, x);
        [N::Value::rational(&n).over(&times_scale(times_scale(s)))]
    }
}

impl<const V: usize, B: Body> Measure<1> for BoundFeatureQuery<'_, V, B, CenterDistance> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let distance = self.distance(lift);
        let TotalRadius { inflation, .. } = self.cast.body.reach();
        [if inflation == 0.0 {
            distance
        } else {
            distance.minus(&N::Value::rational(&lift.length(inflation)))
        }]
    }
}

impl<const V: usize> Measure<1> for BoundFeatureQuery<'_, V, Ball, SphereDepth> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [N::Value::rational(&self.cast.body.radius(lift)).minus(&self.distance(lift))]
    }
}

/// Returns the unit vector along `n`, which must not be zero.
fn unit<N: Number>(n: &Vector<N>) -> Vector<N::Value> {
    let nn = squared(n);
    n.each_ref().map(|n| N::Value::surd(&N::zero(), n, &nn, &nn))
}

impl<const V: usize, B: Body> Measure<3> for BoundFeatureQuery<'_, V, B, OutwardToCenter> {
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
                // This computes `h / |h|` without a decision about the sign of `h`.
                let s = h.absolute().times(&uu);
                u.map(|u| N::Value::surd(&N::zero(), &u.times(&h), &uu, &s))
            }
        };
        B::in_world(&self.cast.body.stretch(lift), outward)
    }
}

/// The part of the shape across which a centre on the shape can leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SimplexExit {
    /// The face, to the side from which its vertices run counterclockwise.
    Face,
    /// This edge, in a direction normal to it and to the axis of this index, along which the edge
    /// extends least; of equal axes, it is the last.
    Edge(usize, usize),
    /// The shape is a point, which is left along the first axis.
    Point,
}

/// The query for the part across which the centre can leave the shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimplexExitQuery;

impl CastQuery for SimplexExitQuery {
    const SELDOM: bool = true;
}

impl<const V: usize> Decision for BoundQuery<'_, SimplexCast<V>, SimplexExitQuery> {
    type Outcome = SimplexExit;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<SimplexExit, Unsure> {
        let x = self.cast.relative(lift);
        if V == 3 && squared(&cross(&x.e[0], &x.e[1 % V])).sign()? == Positive {
            return Ok(SimplexExit::Face);
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
            return Ok(SimplexExit::Point);
        }
        let mut least = 0;
        for k in 1..3 {
            let grows = x.e[i][k].squared().minus(&x.e[i][least].squared()).sign()?;
            if grows != Positive {
                least = k;
            }
        }
        Ok(SimplexExit::Edge(i, least))
    }
}

impl<const V: usize> Measure<3> for BoundFeatureQuery<'_, V, Ball, (AcrossVector, SimplexExit)> {
    const UNITS: [Unit; 3] = [Unit::Pure; 3];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let x = self.cast.relative(lift);
        let axis = |axis: usize| -> Vector<N> {
            core::array::from_fn(|k| if k == axis { N::one() } else { N::zero() })
        };
        unit(&match self.question.question.1 {
            SimplexExit::Face => cross(&x.e[0], &x.e[1 % V]),
            SimplexExit::Edge(i, least) => cross(&x.e[i % V], &axis(least)),
            SimplexExit::Point => axis(0),
        })
    }
}
