//! Queries without time for a sphere and a body of planes: the closest part, its distance, and the
//! way out over this part.
//!
//! Source: the closest point by its normal cone, as in the decision. Derivation: `docs/theory.md`,
//! §8.

use super::body::PlanarBody;
use super::cast::{ClosestPart, PolytopeCast, PolytopeTouch};
use super::numbers::PolytopeNumbers;
use super::relative::RelativeCast;
use crate::contact::body::TotalRadius;
use crate::contact::cast::{BoundQuery, CastQuery};
use crate::number::{Decision, Lift, Measure, Number, Sign, Unit, Unsure, Value};
use crate::shape::BoundaryPart;
use crate::shape::vector::{Vector, cross, squared};
use Sign::Negative;

/// The query for the plane nearest to a centre inside or on the boundary; of equally near planes,
/// for the one with the lowest index. `None` if there is no plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearestPlane;

impl<B: PlanarBody> Decision for BoundQuery<'_, PolytopeCast<B>, NearestPlane> {
    type Outcome = Option<usize>;

    /// The depths `−h / √n·n` are not negative, so their squares have the same order.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Option<usize>, Unsure> {
        let x = RelativeCast::new(self.cast, lift);
        let mut nearest: Option<(usize, N, N)> = None;
        for plane in 0..self.cast.body.planes() {
            let n = x.normal(plane);
            let (hh, nn) = (x.height(plane, &n).squared(), squared(&n));
            let is_nearer = match &nearest {
                None => true,
                Some((_, h, n)) => hh.times(n).minus(&h.times(&nn)).sign()? == Negative,
            };
            if is_nearer {
                nearest = Some((plane, hh, nn));
            }
        }
        Ok(nearest.map(|(plane, ..)| plane))
    }
}

/// The query for the part that is closest to the centre at time zero, and the comparison of its
/// distance with the radius. `None` if the body is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestPartQuery;

impl<B: PlanarBody> Decision for BoundQuery<'_, PolytopeCast<B>, ClosestPartQuery> {
    type Outcome = Option<(ClosestPart, Sign)>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure> {
        let x = RelativeCast::new(self.cast, lift);
        match x.closest()? {
            None => Ok(None),
            Some(closest) => Ok(Some((closest, x.gap(closest.part)?))),
        }
    }
}

/// Compares the distance of the centre from a part's closest point at time zero with the total
/// radius.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartGap(pub(crate) BoundaryPart);

impl<B: PlanarBody> Decision for BoundQuery<'_, PolytopeCast<B>, PartGap> {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        RelativeCast::new(self.cast, lift).gap(self.question.0)
    }
}

/// The distance of a part's closest point from the centre at time zero, minus the inflation radius.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartDistance(pub(crate) BoundaryPart);

/// The point of the inflated surface that lies over a part and is closest to the centre at time
/// zero. The centre must be outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolytopeSurfacePoint(pub(crate) ClosestPart);

/// The way out over a part: direction (3), depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Out(pub(crate) BoundaryPart);

impl CastQuery for NearestPlane {}
impl CastQuery for ClosestPartQuery {}
impl CastQuery for PartGap {}
impl CastQuery for PartDistance {}
impl CastQuery for PolytopeSurfacePoint {}
impl CastQuery for Out {}

/// The terms of the vector from the closest point to the centre, which has the direction of `way`,
/// a vector of squared length `q`. The distance is `length √q / divisor`, and the radius is
/// `r / divisor`.
struct Apart<N> {
    way: Vector<N>,
    length: N,
    q: N,
    divisor: N,
    r: N,
}

fn apart<B: PlanarBody, N: Number>(
    cast: &PolytopeCast<B>,
    part: BoundaryPart,
    lift: &impl Lift<N>,
) -> Apart<N> {
    let x = RelativeCast::new(cast, lift);
    let one = B::in_units(N::one());
    match part {
        BoundaryPart::Inside => {
            let zero = || core::array::from_fn(|_| N::zero());
            Apart { way: zero(), length: N::zero(), q: N::zero(), divisor: one, r: x.r }
        }
        BoundaryPart::Face(i) => {
            let plane = cast.body.plane_of_face(i);
            let n = x.normal(plane);
            let (h, nn) = (x.height(plane, &n), squared(&n));
            Apart { way: n, length: h, divisor: nn.times(&one), r: x.r.times(&nn), q: nn }
        }
        BoundaryPart::Edge(i) => {
            let [e, m] = x.line(i);
            let ee = squared(&e);
            let (way, q) = (cross(&m, &e), squared(&m).times(&ee));
            let (divisor, r) = (ee.times(&one), x.r.times(&ee));
            Apart { way, length: N::one(), q, divisor, r }
        }
        BoundaryPart::Vertex(i) => {
            let (way, delta) = x.over_vertex(i);
            let (divisor, r) = (delta.times(&one), x.r.times(&delta));
            Apart { q: squared(&way), way, length: N::one(), divisor, r }
        }
    }
}

impl<B: PlanarBody> Measure<1> for BoundQuery<'_, PolytopeCast<B>, PartDistance> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let Apart { length, q, divisor, .. } = apart(self.cast, self.question.0, lift);
        let distance = N::Value::surd(&N::zero(), &length, &q, &divisor);
        let TotalRadius { inflation, .. } = self.cast.reach;
        [if inflation == 0.0 {
            distance
        } else {
            distance.minus(&N::Value::rational(&lift.length(inflation)))
        }]
    }
}

impl<B: PlanarBody> Measure<3> for BoundQuery<'_, PolytopeCast<B>, PolytopeSurfacePoint> {
    const UNITS: [Unit; 3] = [Unit::Length; 3];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: PolytopeSurfacePoint(at) } = *self;
        let closest = BoundQuery { cast, question: PolytopeNumbers(PolytopeTouch::closest(at)) };
        let [_, _, _, _, x, y, z, ..] = closest.of_core(lift);
        if cast.reach.inflation == 0.0 {
            return [x, y, z];
        }
        let out = BoundQuery { cast, question: Out(at.part) };
        let [nx, ny, nz, _] = out.measure(lift);
        cast.reach.surface(lift, [x, y, z], &[nx, ny, nz])
    }
}

impl<B: PlanarBody> Measure<4> for BoundQuery<'_, PolytopeCast<B>, Out> {
    const UNITS: [Unit; 4] = [Unit::Pure, Unit::Pure, Unit::Pure, Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 4] {
        let Apart { way, length, q, divisor, r } = apart(self.cast, self.question.0, lift);
        let [x, y, z] = way.map(|w| N::Value::surd(&N::zero(), &w, &q, &q));
        [x, y, z, N::Value::surd(&r, &length.negated(), &q, &divisor)]
    }
}
