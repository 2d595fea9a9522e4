//! The part of a simplex that is closest to the axis of a capsule at time zero, and its distance.
//! It is given by the piece of `K` that is closest to `a`.
//!
//! For `a` outside of `K`, a piece is the closest one if `a` lies straight before it, outside of
//! the neighbouring pieces. Distances are those of (1.6). The distance of a vertex from the axis is
//! measured from the line of the axis, and the distance of an edge across the axis from a plane
//! that is parallel to both.
//!
//! Source: the normal cones of a sum of convex sets, as in `decision.rs`. Derivation:
//! `docs/theory.md`, §1, "Capsules".

use super::cast::{AxisEnd, CapsuleCast, CapsulePiece, CapsuleTouch, CapsuleVectors};
use super::decision::{Flattened, Swept, flattened};
use super::numbers::normal_of_plane;
use super::span::{CapsuleSpot, TouchedSpan, TouchedSpanQuery};
use crate::contact::answer::{Approach, Feature};
use crate::contact::body::{Body, TotalRadius};
use crate::contact::cast::{BoundQuery, CastQuery, TimeDomain};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::simplex::{
    self, SidedFeature, SimplexCast, SimplexTouch, There, edge_count, time_with,
};
use crate::number::{Decision, Lift, Measure, Number, Sign, Unit, Unsure, Value};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The query for the piece that is closest at time zero; `None` if the axis crosses the triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestPieceQuery;

impl CastQuery for ClosestPieceQuery {
    const SELDOM: bool = true;
}

/// The closest piece, and its point with the least parameter along the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClosestPiece {
    pub(crate) piece: CapsulePiece,
    pub(crate) spot: CapsuleSpot,
}

impl ClosestPiece {
    /// Constructs the piece for a feature straight before the ball about `a`.
    pub(crate) fn of_a(feature: Feature) -> Self {
        let piece = CapsulePiece::End(AxisEnd::A, SidedFeature { feature, side: Zero });
        Self { piece, spot: CapsuleSpot::Foot(AxisEnd::A, feature) }
    }
}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, CapsuleCast<V, B>, ClosestPieceQuery> {
    type Outcome = Option<ClosestPiece>;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Self::Outcome, Unsure> {
        let Self { cast, question } = *self;
        let x = cast.vectors(lift);
        let renamed = |nearest: Option<ClosestPiece>, from: usize| {
            nearest.map(|ClosestPiece { piece, spot }| ClosestPiece {
                piece: piece.renamed(from, V),
                spot: spot.renamed(from, V),
            })
        };
        let vertices = cast.vertices;
        Ok(match flattened(&x)? {
            Some(Flattened::Ball) => {
                let (cast, question) = (&cast.of_a(), simplex::ClosestFeatureQuery);
                Some(ClosestPiece::of_a(BoundQuery { cast, question }.decide(lift)?))
            }
            Some(Flattened::Edge(i)) => {
                let cast = &cast.at([vertices[i], vertices[(i + 1) % V]]);
                renamed(BoundQuery { cast, question }.decide(lift)?, i)
            }
            Some(Flattened::Corner) => {
                let cast = &cast.at([vertices[0]]);
                renamed(BoundQuery { cast, question }.decide(lift)?, 0)
            }
            None => {
                let swept = Swept::new(&x, cast.domain, B::IS_IN_WORLD);
                swept.known?;
                let Some(piece) = swept.closest()? else { return Ok(None) };
                let touch = CapsuleTouch::at_start(piece, Approach::Sliding);
                let TouchedSpan { first, .. } =
                    BoundQuery { cast, question: TouchedSpanQuery(touch) }.decide(lift)?;
                Some(ClosestPiece { piece, spot: first })
            }
        })
    }
}

impl<N: Number, const V: usize> Swept<'_, N, V> {
    fn closest(&self) -> Result<Option<CapsulePiece>, Unsure> {
        for face in self.faces() {
            let h = dot(&face.plane.u, face.d).sign()?;
            let is_outside = face.outer == Zero || h == face.outer;
            if is_outside && self.is_over(&face.piece, face.plane)? {
                return Ok(Some(face.piece));
            }
        }
        if self.outer != Zero && self.is_pierced()? {
            return Ok(None);
        }
        let l = &self.x.l;
        let between = |e: &Vector<N>, from: &Vector<N>, to: &Vector<N>| {
            Ok(dot(e, from).sign()? == Positive && dot(e, to).sign()? == Negative)
        };
        let outside_of_triangle = |e: &Vector<N>, d: &Vector<N>| match &self.plane {
            Some(plane) => Ok(dot(&cross(e, &plane.u), d).sign()? != Negative),
            None => Ok(true),
        };
        for i in 0..edge_count(V) {
            let d = |(end, k): (AxisEnd, usize)| &self.ends[end.index()].x.d[k];
            let e = &self.ends[0].x.e[i];
            if self.is_along(i) {
                let [from, to] = self.ends_of_line(i).map(d);
                if between(e, from, to)? && outside_of_triangle(e, from)? {
                    return Ok(Some(CapsulePiece::AlongEdge(i as u8)));
                }
                continue;
            }
            for end in AxisEnd::BOTH {
                let [from, to] = [(end, i), (end, (i + 1) % V)].map(d);
                let behind = dot(&cross(e, from), &cross(e, l)).sign()?;
                let is_nearer =
                    if end == AxisEnd::A { behind != Negative } else { behind != Positive };
                if is_nearer && between(e, from, to)? && outside_of_triangle(e, from)? {
                    return Ok(Some(CapsulePiece::End(end, SidedFeature::edge(i))));
                }
            }
        }
        for k in (0..V).filter(|&k| self.is_side(k)) {
            let x = &self.side(k);
            let across = cross(l, &x.d[0]);
            let towards = |i: usize| dot(&across, &cross(l, &self.ends[0].x.e[i])).sign();
            let before = (k + V - 1) % V;
            if between(&x.e[0], &x.d[0], &x.d[1])?
                && (k >= edge_count(V) || towards(k)? != Positive)
                && (before >= edge_count(V) || towards(before)? != Negative)
            {
                return Ok(Some(CapsulePiece::Vertex(k as u8)));
            }
        }
        for end in AxisEnd::BOTH {
            let x = &self.ends[end.index()].x;
            for i in (0..V).filter(|&i| self.is_corner(end, i)) {
                let along = dot(l, &x.d[i]).sign()?;
                let before = (i + V - 1) % V;
                let is_nearer =
                    if end == AxisEnd::A { along != Negative } else { along != Positive };
                if is_nearer
                    && (i >= edge_count(V) || dot(&x.e[i], &x.d[i]).sign()? != Positive)
                    && (before >= edge_count(V) || dot(&x.e[before], &x.d[i]).sign()? != Negative)
                {
                    return Ok(Some(CapsulePiece::End(end, SidedFeature::vertex(i))));
                }
            }
        }
        // Here `a` may be on the border of a solid `K`, if the axis just reaches a triangle.
        if self.outer == Zero { Err(Unsure) } else { Ok(None) }
    }
}

/// The squared distance; zero for `None`, when the axis and the simplex share a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistanceOf(pub(crate) Option<ClosestPiece>);
impl CastQuery for DistanceOf {
    const SELDOM: bool = true;
}
/// The distance of the axis from the inflated surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisDistance(pub(crate) ClosestPiece);
impl CastQuery for AxisDistance {
    const SELDOM: bool = true;
}
/// Whether the distance of axis and simplex exceeds the inflation radius.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsAxisOutside(pub(crate) ClosestPiece);
impl CastQuery for IsAxisOutside {
    const SELDOM: bool = true;
}
/// Whether the axis is off the simplex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsAxisAway(pub(crate) ClosestPiece);
impl CastQuery for IsAxisAway {
    const SELDOM: bool = true;
}
/// The point of the inflated surface that is closest to the axis. The axis must be outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleSurfacePoint(pub(crate) ClosestPiece);
impl CastQuery for CapsuleSurfacePoint {
    const SELDOM: bool = true;
}
/// The penetration depth of the capsule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleDepth(pub(crate) ClosestPiece);
impl CastQuery for CapsuleDepth {
    const SELDOM: bool = true;
}
/// The unit vector from the simplex to the axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutwardToAxis(pub(crate) ClosestPiece);
impl CastQuery for OutwardToAxis {
    const SELDOM: bool = true;
}

/// Returns the vector from the plane of a face of `K` to `a`.
fn vector_to_plane<N: Number, const V: usize>(
    x: &CapsuleVectors<N, V>,
    piece: CapsulePiece,
) -> &Vector<N> {
    match piece {
        CapsulePiece::End(end, _) => &x.d[end.index()][0],
        CapsulePiece::Edge(i, _) => &x.d[0][i as usize],
        _ => &x.d[0][0],
    }
}

impl<const V: usize, B: Body> CapsuleCast<V, B> {
    /// Returns the squared distance as a numerator and a denominator, and a vector along the
    /// normal.
    fn squared_distance<N: Number>(
        &self,
        lift: &impl Lift<N>,
        ClosestPiece { piece, .. }: ClosestPiece,
    ) -> (N, N, Vector<N>) {
        let x = self.vectors(lift);
        let (line, d) = match piece {
            CapsulePiece::End(end, SidedFeature { feature: Feature::Vertex(i), .. }) => {
                let d = &x.d[end.index()][i as usize];
                return (squared(d), N::one(), d.clone());
            }
            CapsulePiece::End(end, SidedFeature { feature: Feature::Edge(i), .. }) => {
                (&x.e[i as usize], &x.d[end.index()][i as usize])
            }
            CapsulePiece::AlongEdge(i) => (&x.e[i as usize], &x.d[0][i as usize]),
            CapsulePiece::Vertex(k) => (&x.l, &x.d[0][k as usize]),
            CapsulePiece::End(..) | CapsulePiece::Edge(..) | CapsulePiece::AlongFace(_) => {
                let u = normal_of_plane(&x, piece);
                let h = dot(&u, vector_to_plane(&x, piece));
                let towards = u.each_ref().map(|u| u.times(&h));
                return (h.squared(), squared(&u), towards);
            }
        };
        (squared(&cross(line, d)), squared(line), cross(line, &cross(d, line)))
    }

    /// `√(n / s) = √(n s) / s`.
    fn distance<N: Number>(&self, lift: &impl Lift<N>, nearest: ClosestPiece) -> N::Value {
        let (n, s, _) = self.squared_distance(lift, nearest);
        let q = n.times(&s);
        N::Value::surd(&N::zero(), &N::one(), &q, &self.body.times_scale(lift, s))
    }
}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, CapsuleCast<V, B>, IsAxisAway> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        Ok(self.cast.squared_distance(lift, self.question.0).0.sign()? == Positive)
    }
}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, CapsuleCast<V, B>, IsAxisOutside> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let (n, s, _) = self.cast.squared_distance(lift, self.question.0);
        let body = &self.cast.body;
        let inflation = body.times_scale(lift, lift.length(body.reach().inflation));
        Ok(n.minus(&inflation.squared().times(&s)).sign()? == Positive)
    }
}

impl<const V: usize, B: Body> Measure<3>
    for BoundQuery<'_, CapsuleCast<V, B>, CapsuleSurfacePoint>
{
    const UNITS: [Unit; 3] = [Unit::Length; 3];

    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        !B::IS_IN_WORLD
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: CapsuleSurfacePoint(nearest @ ClosestPiece { piece, spot }) } =
            *self;
        let point = cast.point_of_core(lift, piece, spot);
        if cast.body.reach().inflation == 0.0 {
            return point;
        }
        let outward = BoundQuery { cast, question: OutwardToAxis(nearest) };
        cast.body.reach().surface(lift, point, &outward.measure(lift))
    }
}

impl<const V: usize, B: Body> Measure<1> for BoundQuery<'_, CapsuleCast<V, B>, DistanceOf> {
    const UNITS: [Unit; 1] = [Unit::Area];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let Self { cast, question: DistanceOf(nearest) } = *self;
        let Some(nearest) = nearest else { return [N::Value::rational(&N::zero())] };
        let (n, s, _) = cast.squared_distance(lift, nearest);
        let times_scale = |x| self.cast.body.times_scale(lift, x);
        [N::Value::rational(&n).over(&times_scale(times_scale(s)))]
    }
}

impl<const V: usize, B: Body> Measure<1> for BoundQuery<'_, CapsuleCast<V, B>, AxisDistance> {
    const UNITS: [Unit; 1] = [Unit::Length];

    /// Subtracts the radius of the capsule and the inflation radius.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let TotalRadius { radius, inflation } = self.cast.body.reach();
        let reach = lift.length_difference(radius, -inflation);
        [self.cast.distance(lift, self.question.0).minus(&N::Value::rational(&reach))]
    }
}

impl<const V: usize, B: Body> Measure<1> for BoundQuery<'_, CapsuleCast<V, B>, CapsuleDepth> {
    const UNITS: [Unit; 1] = [Unit::Length];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let TotalRadius { radius, inflation } = self.cast.body.reach();
        let reach = lift.length_difference(radius, -inflation);
        [N::Value::rational(&reach).minus(&self.cast.distance(lift, self.question.0))]
    }
}

/// The point of the axis that is closest to the spot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnAxis(pub(crate) ClosestPiece);
impl CastQuery for OnAxis {
    const SELDOM: bool = true;
}

impl<const V: usize, B: Body> Measure<3> for BoundQuery<'_, CapsuleCast<V, B>, OnAxis> {
    const UNITS: [Unit; 3] = [Unit::Length; 3];

    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        !B::IS_IN_WORLD
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: OnAxis(ClosestPiece { piece, spot }) } = *self;
        let CapsuleCast { a, b, beyond, .. } = cast;
        let x = cast.vectors(lift);
        // The parameter along the axis, as a numerator and a denominator.
        let (part, whole) = match spot {
            CapsuleSpot::Foot(AxisEnd::A, _) => {
                return a.map(|x| N::Value::lifted(&lift.length(x)));
            }
            CapsuleSpot::Foot(AxisEnd::B, _) => {
                return core::array::from_fn(|k| {
                    N::Value::lifted(&lift.length_difference(b[k], -beyond[k]))
                });
            }
            CapsuleSpot::Vertex(k) => (dot(&x.l, &x.d[0][k as usize]).negated(), squared(&x.l)),
            CapsuleSpot::Crossing(i) => {
                // The parameter `s` of `P + uE = x + sL`, where `x` is the foot of `a`.
                let (e, d) = (&x.e[i as usize], &x.d[0][i as usize]);
                let u = normal_of_plane(&x, piece);
                let whole = dot(&cross(e, &x.l), &u);
                (dot(&cross(d, e), &u).times(&whole), whole.squared())
            }
        };
        core::array::from_fn(|k| {
            let along = lift.length_difference(b[k], a[k]).plus(&lift.length(beyond[k]));
            let way = N::Value::rational(&part.times(&along)).over(&whole);
            N::Value::rational(&lift.length(a[k])).plus(&way)
        })
    }
}

/// Returns the unit vector along `n`, which must not be zero.
fn unit<N: Number>(n: &Vector<N>) -> Vector<N::Value> {
    let nn = squared(n);
    n.each_ref().map(|n| N::Value::surd(&N::zero(), n, &nn, &nn))
}

impl<const V: usize, B: Body> Measure<3> for BoundQuery<'_, CapsuleCast<V, B>, OutwardToAxis> {
    const UNITS: [Unit; 3] = [Unit::Pure; 3];

    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        !B::IS_IN_WORLD
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let (_, _, towards) = self.cast.squared_distance(lift, self.question.0);
        B::in_world(&self.cast.body.stretch(lift), unit(&towards))
    }
}

/// The direction in which a capsule leaves a simplex that its axis touches or crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CapsuleExit {
    /// Over a face of `K`, to this side of its plane.
    Face(CapsulePiece, Sign),
    /// For a simplex on the line of the capsule's axis: a direction normal to this line and to the
    /// axis of the world along which the line extends least; of equal axes, to the last.
    Across(usize),
}

/// The query for the direction of the shortest way out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleExitQuery;

impl CastQuery for CapsuleExitQuery {
    const SELDOM: bool = true;
}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, CapsuleCast<V, B>, CapsuleExitQuery> {
    type Outcome = CapsuleExit;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<CapsuleExit, Unsure> {
        let Self { cast, question } = *self;
        let x = cast.vectors(lift);
        if let Some(Flattened::Edge(i)) = flattened(&x)? {
            let cast = &cast.at([cast.vertices[i], cast.vertices[(i + 1) % V]]);
            return Ok(match (BoundQuery { cast, question }).decide(lift)? {
                CapsuleExit::Face(piece, side) => CapsuleExit::Face(piece.renamed(i, V), side),
                across => across,
            });
        }
        let swept = Swept::new(&x, cast.domain, B::IS_IN_WORLD);
        swept.known?;
        let mut least: Option<(CapsuleExit, N, N)> = None;
        for face in swept.faces() {
            let side = if face.outer == Zero { Positive } else { face.outer };
            let (h, uu) = (dot(&face.plane.u, face.d).squared(), squared(&face.plane.u));
            let is_nearer = match &least {
                None => true,
                Some((_, n, d)) => h.times(d).minus(&n.times(&uu)).sign()? == Negative,
            };
            if is_nearer {
                least = Some((CapsuleExit::Face(face.piece, side), h, uu));
            }
        }
        if let Some((exit, ..)) = least {
            return Ok(exit);
        }
        let mut least = 0;
        for k in 1..3 {
            let l = &swept.x.l;
            if l[k].squared().minus(&l[least].squared()).sign()? != Positive {
                least = k;
            }
        }
        Ok(CapsuleExit::Across(least))
    }
}

impl<const V: usize, B: Body> Measure<4> for BoundQuery<'_, CapsuleCast<V, B>, CapsuleExit> {
    const UNITS: [Unit; 4] = [Unit::Pure, Unit::Pure, Unit::Pure, Unit::Length];
    const IS_RARE: bool = true;

    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        !B::IS_IN_WORLD
    }

    /// The direction and the length.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 4] {
        let x = self.cast.vectors(lift);
        let (out, within) = match self.question {
            CapsuleExit::Face(piece, side) => {
                let u = normal_of_plane(&x, piece);
                let u = if side == Negative { u.map(|u| u.negated()) } else { u };
                let (h, uu) = (dot(&u, vector_to_plane(&x, piece)).negated(), squared(&u));
                (u, N::Value::surd(&N::zero(), &h, &uu, &uu))
            }
            CapsuleExit::Across(axis) => {
                let axis = core::array::from_fn(|k| if k == axis { N::one() } else { N::zero() });
                (cross(&x.l, &axis), N::Value::rational(&N::zero()))
            }
        };
        let TotalRadius { radius, inflation } = self.cast.body.reach();
        let reach = lift.length_difference(radius, -inflation);
        let [x, y, z] = unit(&out);
        [x, y, z, within.plus(&N::Value::rational(&reach))]
    }
}

impl CastQuery for CapsuleExit {
    const SELDOM: bool = true;
}

/// The direction in which a stadium leaves a segment that its axis crosses, in the plane: to a side
/// of the segment, or to a side of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExitInPlane {
    is_of_axis: bool,
    is_opposite: bool,
}

impl CastQuery for ExitInPlane {
    const SELDOM: bool = true;
}

/// The query for the shortest way out in the plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExitInPlaneQuery;

impl CastQuery for ExitInPlaneQuery {
    const SELDOM: bool = true;
}

impl ExitInPlane {
    /// Returns the normal of the exit, and the greatest depth of `a` behind that side, times the
    /// length of the normal.
    fn of<N: Number, const V: usize>(self, x: &CapsuleVectors<N, V>) -> (Vector<N>, N) {
        let [along, across, _] = if self.is_of_axis { &x.l } else { &x.e[0] };
        let normal = [across.negated(), along.clone(), N::zero()];
        let normal = if self.is_opposite { normal.map(|x| x.negated()) } else { normal };
        let behind = |d: &Vector<N>| dot(&normal, d).negated();
        let first = behind(&x.d[0][0]);
        let depth = x.d.as_flattened().iter().fold(first, |h, d| h.or_greater(&behind(d)));
        (normal, depth)
    }
}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, CapsuleCast<V, B>, ExitInPlaneQuery> {
    type Outcome = ExitInPlane;

    /// Returns the exit of least length; of equal exits, the first.
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<ExitInPlane, Unsure> {
        let x = self.cast.vectors(lift);
        let of = |i: usize| ExitInPlane { is_of_axis: i >= 2, is_opposite: i % 2 == 1 };
        let mut least = 0;
        for i in 1..4 {
            let [(n, h), (least_n, least_h)] = [i, least].map(|i| of(i).of(&x));
            let own = h.squared().times(&squared(&least_n));
            if own.minus(&least_h.squared().times(&squared(&n))).sign()? == Negative {
                least = i;
            }
        }
        Ok(of(least))
    }
}

impl<const V: usize, B: Body> Measure<4> for BoundQuery<'_, CapsuleCast<V, B>, ExitInPlane> {
    const UNITS: [Unit; 4] = [Unit::Pure, Unit::Pure, Unit::Pure, Unit::Length];
    const IS_RARE: bool = true;

    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        !B::IS_IN_WORLD
    }

    /// The direction and the length.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 4] {
        let (normal, depth) = self.question.of(&self.cast.vectors(lift));
        let nn = squared(&normal);
        let within = N::Value::surd(&N::zero(), &depth, &nn, &nn);
        let TotalRadius { radius, inflation } = self.cast.body.reach();
        let reach = lift.length_difference(radius, -inflation);
        let [x, y, z] = unit(&normal);
        [x, y, z, within.plus(&N::Value::rational(&reach))]
    }
}

impl<const V: usize, B: Body> CapsuleCast<V, B> {
    /// Returns the cast of a point that moves along the axis while time goes from zero to one.
    pub(super) fn of_axis(&self) -> SimplexCast<V, B::Center> {
        let center = self.of_a().of_center();
        // The axis is given by two ends, or as a vector.
        let [to, from] = if self.b == self.a { [self.beyond, [0.0; 3]] } else { [self.b, self.a] };
        SimplexCast {
            motion: RelativeMotion::at(to, from),
            domain: TimeDomain::FromStart,
            ..center
        }
    }
    /// Returns whether the capsule is a sphere.
    pub(super) fn has_no_length(&self) -> bool {
        self.b == self.a && self.beyond == [0.0; 3]
    }
}

/// The point of the inflated shape that a point reaches first as it moves along the axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstOfAxis(pub(crate) SimplexTouch);

impl CastQuery for FirstOfAxis {
    const SELDOM: bool = true;
}

impl<const V: usize, B: Body> Measure<3> for BoundQuery<'_, SimplexCast<V, B>, FirstOfAxis> {
    const UNITS: [Unit; 3] = [Unit::Length; 3];
    const IS_RARE: bool = true;

    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        !B::IS_IN_WORLD
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: FirstOfAxis(touch) } = self;
        let (x, body) = (cast.relative(lift), &cast.body);
        let x = x.borrowed();
        let u = cross(&x.e[0], &x.e[1 % V]);
        let t = &time_with(body, x, touch, true, || u.clone());
        let (stretch, vertices) = (&body.stretch(lift), &cast.vertices);
        // The motion of the cast is the axis, so the simplex itself has not moved.
        let there = There { lift, body, stretch, x, t, vertices, motion: &RelativeMotion::STILL };
        let point = there.foot(touch.place.feature, &u);
        body.reach().surface(lift, point, &there.normal(&touch.place, &u))
    }
}
