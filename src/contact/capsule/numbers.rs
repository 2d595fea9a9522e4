//! The numbers of a touch of a capsule and a simplex, as measures.

use super::cast::{AxisEnd, CapsuleCast, CapsulePiece, CapsuleTouch, CapsuleVectors};
use super::span::{CapsuleSpot, TouchedSpan};
use crate::contact::answer::{Feature, UNITS_OF_A_SEGMENT};
use crate::contact::body::Body;
use crate::contact::cast::{BoundQuery, CastQuery, TimeEquation};
use crate::contact::relative_motion;
use crate::contact::simplex::{
    AlignedFace, SidedFeature, SimplexCast, SimplexVectorsRef, There, face_normal, moved,
    normal_across, time_at_distance, time_with,
};
use crate::number::{Lift, Measure, Number, Sign, Unit, Value};
use crate::shape::vector::{Vector, cross, dot, dot_values, squared};
use Sign::Negative;

/// The numbers of a touch: time, `a` (3), the point at the first spot (3), normal (3), the point at
/// the last spot (3), which is zero if there is no last spot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleNumbers {
    pub(crate) touch: CapsuleTouch,
    pub(crate) span: TouchedSpan,
}

/// The time of a touch. With `backwards` it is the negated time, at which the same motion, run
/// backwards, reaches the same position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleTime {
    pub(crate) touch: CapsuleTouch,
    pub(crate) backwards: bool,
}

impl CastQuery for CapsuleNumbers {}
impl CastQuery for CapsuleTime {}

/// Returns the normal of the plane that is touched; zero if there is none.
pub(super) fn normal_of_plane<N: Number, const V: usize>(
    x: &CapsuleVectors<N, V>,
    piece: CapsulePiece,
) -> Vector<N> {
    match piece {
        CapsulePiece::Edge(i, _) => cross(&x.e[i as usize], &x.l),
        CapsulePiece::AlongFace(_)
        | CapsulePiece::End(_, SidedFeature { feature: Feature::Face, .. }) => {
            cross(&x.e[0], &x.e[1 % V])
        }
        _ => core::array::from_fn(|_| N::zero()),
    }
}

impl<const V: usize, B: Body> CapsuleCast<V, B> {
    /// Calls a function with the data of a ball straight before a face that is normal to an axis,
    /// if an end of the capsule, or its whole axis, touches such a face.
    #[cfg_attr(hot, inline(always))]
    fn straight<R>(
        &self,
        touch: &CapsuleTouch,
        ask: impl FnOnce(&AlignedFace<'_, B, V>) -> R,
    ) -> Option<R> {
        let (end, of_ball) = touch.of_ball()?;
        let Self { body, vertices, motion, domain, .. } = *self;
        let (center, beyond) = self.end(end);
        let ball = SimplexCast { center, body, vertices, motion, domain };
        AlignedFace::of(&ball, beyond, &of_ball).map(|straight| ask(&straight))
    }

    /// Returns the numbers of such a touch, with points on the surface, which may be inflated.
    fn straight_numbers<N: Number>(
        &self,
        lift: &impl Lift<N>,
        CapsuleNumbers { touch, span }: &CapsuleNumbers,
    ) -> Option<[N::Value; 13]> {
        self.straight(touch, |straight| {
            let t = straight.time_of_others(lift);
            let at = |from: &N, k: usize| {
                relative_motion::moved(lift, &t, from, self.motion.of_mover(k), N::Value::lifted)
            };
            let [ax, ay, az] = core::array::from_fn(|k| {
                if k == straight.axis {
                    straight.height(lift, &t, self.a[k])
                } else {
                    at(&lift.length(self.a[k]), k)
                }
            });
            let point_at = |spot: CapsuleSpot| {
                let mut point = match spot {
                    CapsuleSpot::Foot(end, _) => {
                        let (end, beyond) = self.end(end);
                        core::array::from_fn(|k| {
                            let beyond = beyond.map_or(0.0, |x| x[k]);
                            at(&lift.length_difference(end[k], -beyond), k)
                        })
                    }
                    _ => {
                        let x = self.vectors(lift);
                        self.point(lift, &x, &t, &normal_of_plane(&x, touch.piece), spot)
                    }
                };
                point[straight.axis] = straight.surface(lift, &t, self.body.reach().inflation);
                point
            };
            let ([px, py, pz], [nx, ny, nz]) = (point_at(span.first), straight.normal::<N>());
            let [qx, qy, qz] = span.last.map_or_else(nothing::<N>, point_at);
            [straight.time(lift), ax, ay, az, px, py, pz, nx, ny, nz, qx, qy, qz]
        })
    }

    /// Returns the time of a touch, by the equation of the piece that is entered.
    fn time<N: Number>(&self, x: &CapsuleVectors<N, V>, touch: &CapsuleTouch) -> N::Value {
        if touch.when == TimeEquation::Start {
            return N::Value::rational(&N::zero());
        }
        if let Some((end, of_ball)) = touch.of_ball() {
            let is_lifted = end == AxisEnd::A || self.beyond == [0.0; 3];
            let normal = || cross(&x.e[0], &x.e[1 % V]);
            return time_with(&self.body, x.of(end), &of_ball, is_lifted, normal);
        }
        match touch.piece {
            CapsulePiece::Vertex(k) => {
                let (d, ll) = (&x.d[0][k as usize], squared(&x.l));
                let (d, v) = (cross(&x.l, d), cross(&x.l, &x.v));
                time_at_distance(touch.when, &d, &v, &ll.times(&x.r.squared()))
            }
            CapsulePiece::Edge(i, side) => {
                let q = normal_of_plane(x, touch.piece);
                let q = if side == Negative { q.map(|q| q.negated()) } else { q };
                let (h, g) = (dot(&q, &x.d[0][i as usize]), dot(&q, &x.v).negated());
                N::Value::surd(&h, &x.r.negated(), &squared(&q), &g)
            }
            _ => N::Value::rational(&N::zero()),
        }
    }

    /// Returns the simplex and the ball about an end, at the time of the touch.
    #[cfg_attr(hot, inline(always))]
    fn there<'a, N: Number, L: Lift<N>>(
        &'a self,
        lift: &'a L,
        stretch: &'a B::Stretch<N>,
        x: SimplexVectorsRef<'a, N, V>,
        t: &'a N::Value,
    ) -> There<'a, N, L, B, V> {
        let Self { body, vertices, motion, .. } = self;
        There { lift, body, stretch, x, t, vertices, motion }
    }

    /// Returns the point of the simplex without its inflation; `u` is the normal of the plane that
    /// is touched.
    fn point<N: Number>(
        &self,
        lift: &impl Lift<N>,
        x: &CapsuleVectors<N, V>,
        t: &N::Value,
        u: &Vector<N>,
        spot: CapsuleSpot,
    ) -> Vector<N::Value> {
        let stretch = &self.body.stretch(lift);
        let there = |end: AxisEnd| self.there(lift, stretch, x.of(end), t);
        match spot {
            CapsuleSpot::Foot(end, feature) => there(end).foot(feature, u),
            CapsuleSpot::Vertex(i) => there(AxisEnd::A).vertex(i as usize),
            CapsuleSpot::Crossing(i) => {
                let i = i as usize;
                // The point `P + uE` that equals `x + sL`, where `x` is the foot of `a`.
                let c = cross(&x.l, u);
                let ce = dot(&c, &x.e[i]);
                let along = dot_values(&c, &x.of(AxisEnd::A).at(t, i)).times(&ce);
                let along = along.over(&self.body.times_scale(lift, ce.squared()));
                there(AxisEnd::A).on_edge(i, &along)
            }
        }
    }

    fn normal<N: Number>(
        &self,
        lift: &impl Lift<N>,
        x: &CapsuleVectors<N, V>,
        t: &N::Value,
        u: &Vector<N>,
        touch: &CapsuleTouch,
    ) -> Vector<N::Value> {
        let stretch = &self.body.stretch(lift);
        match (touch.of_ball(), touch.piece) {
            (Some((end, of_ball)), _) => {
                self.there(lift, stretch, x.of(end), t).normal(&of_ball.place, u)
            }
            (None, CapsulePiece::Vertex(k)) if !self.body.is_point() => {
                normal_across::<N, B>(stretch, &x.l, &x.of(AxisEnd::A).at(t, k as usize), &x.r)
            }
            (None, CapsulePiece::Edge(_, side)) => {
                face_normal::<N, B>(side, stretch, u, &squared(u))
            }
            _ => nothing::<N>(),
        }
    }

    /// Returns the point at a spot of a touch at time zero, without inflation.
    pub(super) fn point_of_core<N: Number>(
        &self,
        lift: &impl Lift<N>,
        piece: CapsulePiece,
        spot: CapsuleSpot,
    ) -> Vector<N::Value> {
        let x = self.vectors(lift);
        let start = N::Value::rational(&N::zero());
        self.point(lift, &x, &start, &normal_of_plane(&x, piece), spot)
    }
}

fn nothing<N: Number>() -> Vector<N::Value> {
    core::array::from_fn(|_| N::Value::rational(&N::zero()))
}

impl<const V: usize, B: Body> Measure<1> for BoundQuery<'_, CapsuleCast<V, B>, CapsuleTime> {
    const UNITS: [Unit; 1] = [Unit::Time];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let Self { cast, question: CapsuleTime { touch, backwards } } = self;
        let time = match cast.straight(touch, |straight| straight.time(lift)) {
            Some(time) => time,
            None => cast.time(&cast.vectors(lift), touch),
        };
        [if *backwards { N::Value::rational(&N::zero()).minus(&time) } else { time }]
    }
}

impl<const V: usize, B: Body> Measure<13> for BoundQuery<'_, CapsuleCast<V, B>, CapsuleNumbers> {
    const UNITS: [Unit; 13] = UNITS_OF_A_SEGMENT;

    #[cfg_attr(hot, inline(always))]
    fn is_deep(&self) -> bool {
        !B::IS_IN_WORLD
    }

    fn is_brief(&self) -> bool {
        self.cast.straight(&self.question.touch, |_| ()).is_some()
    }

    fn measure_brief<N: Number>(&self, lift: &impl Lift<N>) -> Option<[N::Value; 13]> {
        self.cast.straight_numbers(lift, &self.question)
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 13] {
        let Self { cast, question: CapsuleNumbers { touch, span } } = self;
        if let Some(numbers) = self.measure_brief(lift) {
            return numbers;
        }
        let x = &cast.vectors(lift);
        let t = &cast.time(x, touch);
        let u = &normal_of_plane(x, touch.piece);
        let normal = &cast.normal(lift, x, t, u, touch);
        let point_at = |spot: CapsuleSpot| {
            let point = cast.point(lift, x, t, u, spot);
            cast.body.reach().surface(lift, point, normal)
        };
        let [px, py, pz] = point_at(span.first);
        let [qx, qy, qz] = span.last.map_or_else(nothing::<N>, point_at);
        let ([cx, cy, cz], [nx, ny, nz]) = (moved(t, lift, &cast.a, &cast.motion), normal.clone());
        [t.clone(), cx, cy, cz, px, py, pz, nx, ny, nz, qx, qy, qz]
    }
}
