//! The numbers of a touch of a round body and a simplex, as measures.

use super::cast::{SidedFeature, SimplexCast, SimplexTouch, SimplexVectorsRef, normal_of_face};
use super::straight::AlignedFace;
use crate::contact::answer::{Feature, UNITS_OF_A_TOUCH};
use crate::contact::body::{Ball, Body, TotalRadius};
use crate::contact::cast::{BoundQuery, CastQuery, TimeEquation};
use crate::contact::relative_motion::{self, RelativeMotion};
use crate::number::{
    Inputs, Lift, Measure, Number, OfColumns, Quantity, Range, Scaled, Sign, Unit, Value, part,
    parts, unrolled,
};
use crate::shape::vector::{Vector, cross, dot, dot_values, each, normal_part, squared};
use Sign::Negative;

/// The numbers of a touch: time, centre (3), point (3), normal (3).
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimplexNumbers(pub(crate) SimplexTouch);

/// The time of a touch. With `backwards` it is the negated time, at which the same motion, run
/// backwards, reaches the same position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimplexTime {
    pub(crate) touch: SimplexTouch,
    pub(crate) backwards: bool,
}

/// A multiple of the normal, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalDirection(pub(crate) SimplexTouch);

impl CastQuery for SimplexNumbers {}
impl CastQuery for SimplexTime {}
impl CastQuery for NormalDirection {}

/// Returns the time of a touch, by the equation of the piece that is entered.
#[cfg_attr(hot, inline(always))]
fn time<N: Number, B: Body, const V: usize>(
    body: &B,
    x: SimplexVectorsRef<'_, N, V>,
    touch: &SimplexTouch,
) -> N::Value {
    time_with::<N, B, V>(body, x, touch, true, || normal_of_face::<N, B, V>(x))
}

/// Returns the same time with the normal `U` from the caller. `is_lifted` means that the vectors to
/// the centre are differences of two floats.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn time_with<N: Number, B: Body, const V: usize>(
    body: &B,
    x: SimplexVectorsRef<'_, N, V>,
    touch: &SimplexTouch,
    is_lifted: bool,
    normal: impl FnOnce() -> Vector<N>,
) -> N::Value {
    let SimplexTouch { when, place, .. } = touch;
    let is_inflated = body.reach().inflation != 0.0;
    if *when == TimeEquation::Start {
        return N::Value::rational(&N::zero());
    }
    let entry = |d: &Vector<N>, v: &Vector<N>, rr: &N| time_at_distance(*when, d, v, rr);
    match place.feature {
        Feature::Face => {
            let (u, e, f) = (normal(), &x.e[0], &x.e[1 % V]);
            // If the body comes from below, the face is mirrored.
            let (u, e, f) = if place.side == Negative {
                let [a, b, c] = u;
                ([a.negated(), b.negated(), c.negated()], f, e)
            } else {
                (u, e, f)
            };
            // `time_to_plane` requires a radius that is one float.
            if B::IS_IN_WORLD && is_lifted && !is_inflated {
                N::Value::time_to_plane([e, f], &u, &x.d[0], x.v, x.r)
            } else {
                let (h, g) = (dot(&u, &x.d[0]), dot(&u, x.v).negated());
                N::Value::surd(&h, &x.r.negated(), &squared(&u), &g)
            }
        }
        Feature::Edge(i) => {
            let (e, d) = (&x.e[i as usize], &x.d[i as usize]);
            entry(&cross(e, d), &cross(e, x.v), &squared(e).times(&x.r.squared()))
        }
        Feature::Vertex(i) => entry(&x.d[i as usize], x.v, &x.r.squared()),
    }
}

parts! {
    /// Returns the time at which `|d + tv|² = rr`.
    pub(in crate::contact) fn time_at_distance<N: Number>(
        when: TimeEquation,
        d: &Vector<N>,
        v: &Vector<N>,
        rr: &N,
    ) -> N::Value {
        if when == TimeEquation::Grazes {
            N::Value::rational(&dot(d, v).negated()).over(&squared(v))
        } else {
            N::Value::first_root(d, v, rr)
        }
    }
}

impl<const V: usize, B: Body> Measure<1> for BoundQuery<'_, SimplexCast<V, B>, SimplexTime> {
    const UNITS: [Unit; 1] = [Unit::Time];

    #[cfg_attr(hot, inline(always))]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let Self { cast, question: SimplexTime { touch, backwards } } = self;
        let time = match AlignedFace::of(cast, None, touch) {
            Some(straight) => straight.time(lift),
            None => time::<N, B, V>(&cast.body, cast.relative(lift).borrowed(), touch),
        };
        [if *backwards { N::Value::rational(&N::zero()).minus(&time) } else { time }]
    }
}

impl<const V: usize, B: Body> Measure<3> for BoundQuery<'_, SimplexCast<V, B>, NormalDirection> {
    const UNITS: [Unit; 3] = [Unit::Pure; 3];

    /// Returns the normal of the ball in the stretched space, stretched once more. It is half of
    /// the gradient of `Σ (xₖ σₖ)²`.
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: NormalDirection(touch) } = self;
        let x = cast.relative(lift);
        let x = x.borrowed();
        let t = time::<N, B, V>(&cast.body, x, touch);
        let place = touch.place;
        let normal = match place.feature {
            Feature::Vertex(i) => x.at(&t, i as usize),
            Feature::Edge(i) => normal_part(&x.e[i as usize], &x.at(&t, i as usize)),
            Feature::Face => normal_of_face::<N, B, V>(x)
                .map(|u| N::Value::rational(&if place.side == Negative { u.negated() } else { u })),
        };
        let stretch = cast.body.stretch(lift);
        core::array::from_fn(|k| normal[k].times(&B::stretched(&stretch, k, N::one())))
    }
}

/// Returns `s U / √u`, in the world.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn face_normal<N: Number, B: Body>(
    side: Sign,
    stretch: &B::Stretch<N>,
    u: &Vector<N>,
    uu: &N,
) -> Vector<N::Value> {
    let is_below = side == Negative;
    let unit = each!(|k| {
        let u = if is_below { u[k].negated() } else { u[k].clone() };
        N::Value::surd(&N::zero(), &u, uu, uu)
    });
    B::in_world(stretch, unit)
}

impl<const V: usize, B: Body> Measure<10> for BoundQuery<'_, SimplexCast<V, B>, SimplexNumbers> {
    const UNITS: [Unit; 10] = UNITS_OF_A_TOUCH;

    #[cfg_attr(hot, inline(always))]
    fn is_brief(&self) -> bool {
        AlignedFace::of(self.cast, None, &self.question.0).is_some()
    }

    #[cfg_attr(hot, inline(always))]
    fn measure_brief<N: Number>(&self, lift: &impl Lift<N>) -> Option<[N::Value; 10]> {
        let straight = AlignedFace::of(self.cast, None, &self.question.0)?;
        Some(straight.numbers(lift, self.cast.body.reach().inflation))
    }

    #[cfg_attr(hot, inline(always))]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        match self.measure_brief(lift) {
            Some(numbers) => numbers,
            None => self.on_surface(lift),
        }
    }

    /// Measures at least the wanted numbers. In single precision these can only be small components
    /// of the normal of a face, or the time of a body that almost rests.
    #[cfg_attr(hot, inline(always))]
    fn measure_some<N: Number>(&self, lift: &impl Lift<N>, wanted: &[bool; 10]) -> [N::Value; 10] {
        let zero = || N::Value::rational(&N::zero());
        if wanted[1..].iter().all(|wanted| !wanted) {
            let question = SimplexTime { touch: self.question.0, backwards: false };
            let [time] = BoundQuery { cast: self.cast, question }.measure(lift);
            return core::array::from_fn(|k| if k == 0 { time.clone() } else { zero() });
        }
        let is_normal = wanted[..7].iter().all(|wanted| !wanted);
        if !is_normal || !B::IS_BALL || self.question.0.place.feature != Feature::Face {
            return self.measure(lift);
        }
        let u = normal_of_face::<N, B, V>(self.cast.relative(lift).borrowed());
        let stretch = self.cast.body.stretch(lift);
        let normal = face_normal::<N, B>(self.question.0.place.side, &stretch, &u, &squared(&u));
        core::array::from_fn(|k| if k < 7 { zero() } else { normal[k - 7].clone() })
    }
}

impl<const V: usize, B: Body> BoundQuery<'_, SimplexCast<V, B>, SimplexNumbers> {
    /// Returns the point for a touch at time zero, on the shape within, without its inflation. The
    /// point may be farther from the centre than the radius.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn point_of_core<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 3] {
        let Self { cast, question: SimplexNumbers(touch) } = self;
        if let Some(straight) = AlignedFace::of(cast, None, touch) {
            let [_, _, _, _, px, py, pz, ..] = straight.numbers(lift, 0.0);
            return [px, py, pz];
        }
        let x = cast.relative(lift);
        let x = x.borrowed();
        let u = self.normal_if_face(x);
        let SimplexCast { body, vertices, motion, .. } = cast;
        let (stretch, t) = (&body.stretch(lift), &N::Value::rational(&N::zero()));
        There { lift, body, stretch, x, t, vertices, motion }.foot(touch.place.feature, &u)
    }

    /// Returns the normal of the face if the face is touched, otherwise zeros.
    #[cfg_attr(hot, inline(always))]
    fn normal_if_face<N: Number>(&self, x: SimplexVectorsRef<'_, N, V>) -> Vector<N> {
        if self.question.0.place.feature == Feature::Face {
            self.cast.sharp_normal(x)
        } else {
            each!(|_k| N::zero())
        }
    }

    /// Returns the numbers of any touch, with the point on the inflated surface.
    #[cfg_attr(hot, inline(always))]
    fn on_surface<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let [t, cx, cy, cz, px, py, pz, nx, ny, nz] = self.in_general(lift);
        let normal = [nx, ny, nz];
        let [px, py, pz] = self.cast.body.reach().surface(lift, [px, py, pz], &normal);
        let [nx, ny, nz] = normal;
        [t, cx, cy, cz, px, py, pz, nx, ny, nz]
    }

    /// Returns the numbers of any touch, with the point on the shape within. With `W = D + tV`,
    /// over an edge the point is `P + E (E·W)/e` and the normal `E × (W × E) / (e r)`; over the
    /// face the point is `P₀ + U × (W × U) / u` and the normal `s U / √u` (theory, §3). If the two
    /// touch, the point is at the distance of the radius from the centre, against the normal. This
    /// point needs no further products, unless so much cancels that digits are lost.
    #[cfg_attr(hot, inline(always))]
    fn in_general<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let Self { cast, question: SimplexNumbers(touch) } = self;
        let x = cast.relative(lift);
        let x = x.borrowed();
        let place = touch.place;
        let u = self.normal_if_face(x);
        let t = &time_with::<N, B, V>(&cast.body, x, touch, true, || u.clone());
        let SimplexCast { body, vertices, motion, .. } = cast;
        let stretch = &body.stretch(lift);
        let there = There { lift, body, stretch, x, t, vertices, motion };
        let center = moved(t, lift, &cast.center, motion);
        let normal = there.normal(&place, &u);
        let is_beside = !matches!(place.feature, Feature::Vertex(_)) && !body.is_point();
        let mut from_center = None;
        if B::IS_IN_WORLD && is_beside {
            let point = each!(|k| center[k].minus(&normal[k].times(x.r)));
            let [p, q, r] = &point;
            let cancels = p.has_cancelled() | q.has_cancelled() | r.has_cancelled();
            from_center = if cancels { None } else { Some(point) };
        }
        let [px, py, pz] = match from_center {
            Some(point) => point,
            None => there.foot(place.feature, &u),
        };
        let ([cx, cy, cz], [nx, ny, nz]) = (center, normal);
        let t = t.clone();
        [t, cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}

/// The number of kinds of touches whose numbers can be computed for several casts at once.
pub(in crate::contact) const KINDS: usize = 4;

/// A ball that enters, except straight before a face that is normal to an axis. Its numbers are
/// measured for several casts at once.
#[derive(Clone, Copy)]
pub(in crate::contact) struct Entering<const V: usize> {
    cast: SimplexCast<V>,
    touch: SimplexTouch,
}

impl<const V: usize> Entering<V> {
    /// Returns the kind of a touch, if its numbers can be computed together with others.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn kind(
        scaled: &Scaled<SimplexCast<V>>,
        touch: &SimplexTouch,
    ) -> Option<usize> {
        let cast = &scaled.inputs;
        if !scaled.is_plain() || !cast.motion.is_plain() {
            return None;
        }
        match (touch.place.feature, touch.place.side) {
            (Feature::Vertex(_), _) => Some(0),
            (Feature::Edge(_), _) => Some(1),
            (Feature::Face, _) if AlignedFace::of(cast, None, touch).is_some() => None,
            (Feature::Face, Negative) => Some(2),
            (Feature::Face, _) => Some(3),
        }
    }
    /// Renames the vertices so that the feature begins at vertex 0. So the code is the same for all
    /// touches of a kind.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn of(cast: &SimplexCast<V>, touch: &SimplexTouch) -> Self {
        let (first, feature) = match touch.place.feature {
            Feature::Vertex(i) => (i, Feature::Vertex(0)),
            Feature::Edge(i) => (i, Feature::Edge(0)),
            Feature::Face => (0, Feature::Face),
        };
        let place = SidedFeature { feature, ..touch.place };
        Self { cast: cast.with_first_vertex(first), touch: SimplexTouch { place, ..*touch } }
    }
}

impl<const V: usize> Inputs for Entering<V> {
    const SELDOM: bool = Ball::SELDOM;
    const RANGE: Range = Ball::RANGE;

    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.cast.visit(see);
    }
}

impl<const V: usize> OfColumns for Entering<V> {
    #[cfg_attr(hot, inline(always))]
    fn replaced(&self, change: &mut impl FnMut(f64) -> f64) -> Self {
        let mut cast = self.cast;
        let TotalRadius { radius, inflation } = cast.body.reach;
        cast.body.reach = TotalRadius { radius: change(radius), inflation: change(inflation) };
        cast.center = each!(|k| change(cast.center[k]));
        unrolled!(V, |i| cast.vertices[i] = each!(|k| change(cast.vertices[i][k])));
        cast.motion = cast.motion.map_plain(change);
        Self { cast, ..*self }
    }
}

impl<const V: usize> Measure<10> for Entering<V> {
    const UNITS: [Unit; 10] = UNITS_OF_A_TOUCH;

    #[cfg_attr(hot, inline(always))]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        BoundQuery { cast: &self.cast, question: SimplexNumbers(self.touch) }.on_surface(lift)
    }
}

/// Returns a point of the mover at a time.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn moved<N: Number>(
    t: &N::Value,
    lift: &impl Lift<N>,
    from: &[f64; 3],
    motion: &RelativeMotion<3>,
) -> Vector<N::Value> {
    each!(|k| relative_motion::moved(
        lift,
        t,
        &lift.length(from[k]),
        motion.of_mover(k),
        N::Value::rational
    ))
}

/// The simplex and a ball at the time of the touch.
pub(in crate::contact) struct There<'a, N: Number, L, B: Body, const V: usize> {
    pub(in crate::contact) lift: &'a L,
    pub(in crate::contact) body: &'a B,
    pub(in crate::contact) stretch: &'a B::Stretch<N>,
    pub(in crate::contact) x: SimplexVectorsRef<'a, N, V>,
    pub(in crate::contact) t: &'a N::Value,
    pub(in crate::contact) vertices: &'a [[f64; 3]; V],
    pub(in crate::contact) motion: &'a RelativeMotion<3>,
}

impl<N: Number, L: Lift<N>, B: Body, const V: usize> There<'_, N, L, B, V> {
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn vertex(&self, i: usize) -> Vector<N::Value> {
        let Self { lift, body, stretch, .. } = self;
        each!(|k| {
            let at_start = body.vertex(*lift, stretch, &self.vertices[i], k);
            // Most obstacles are at rest.
            match self.motion.of_obstacle(k) {
                [to, from] if to == from => at_start,
                [to, from] => at_start.plus(&self.t.times(&lift.speed_difference(to, from))),
            }
        })
    }

    /// Returns the point of an edge at `along` times `E` from its start.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn on_edge(&self, i: usize, along: &N::Value) -> Vector<N::Value> {
        let (a, b) = (&self.vertices[i], &self.vertices[(i + 1) % V]);
        let by = each!(|k| along.times(&self.lift.length_difference(b[k], a[k])));
        B::translated(self.stretch, &self.vertex(i), &by)
    }

    /// Returns the point of a feature that is straight before the centre; `u` is the normal of the
    /// face.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn foot(&self, feature: Feature, u: &Vector<N>) -> Vector<N::Value> {
        part!(N, Self::foot_of, (self, feature, u))
    }
    #[cfg_attr(hot, inline(always))]
    fn foot_of((there, feature, u): (&Self, Feature, &Vector<N>)) -> Vector<N::Value> {
        let Self { lift, body, stretch, x, t, .. } = there;
        match feature {
            Feature::Vertex(i) => there.vertex(i as usize),
            Feature::Edge(i) => {
                let i = i as usize;
                let e = &x.e[i];
                let along = dot_values(e, &x.at(t, i)).over(&body.times_scale(*lift, squared(e)));
                there.on_edge(i, &along)
            }
            Feature::Face => {
                let uu = squared(u);
                let within = normal_part(u, &x.at(t, 0));
                let by = each!(|k| within[k].over(&B::stretched(stretch, k, uu.clone())));
                B::translated(stretch, &there.vertex(0), &by)
            }
        }
    }

    /// Returns the unit normal at the touch. For an ellipsoid it is zero here, because
    /// `NormalDirection` measures it.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn normal(
        &self,
        place: &SidedFeature,
        u: &Vector<N>,
    ) -> Vector<N::Value> {
        part!(N, Self::normal_at, (self, place, u))
    }
    #[cfg_attr(hot, inline(always))]
    fn normal_at((there, place, u): (&Self, &SidedFeature, &Vector<N>)) -> Vector<N::Value> {
        let Self { body, stretch, x, t, .. } = there;
        let has_normal = B::IS_BALL && !body.is_point();
        match place.feature {
            Feature::Vertex(i) if has_normal => {
                let [a, b, c] = x.at(t, i as usize);
                B::in_world(stretch, [a.over(x.r), b.over(x.r), c.over(x.r)])
            }
            Feature::Edge(i) if has_normal => {
                let i = i as usize;
                normal_across::<N, B>(stretch, &x.e[i], &x.at(t, i), x.r)
            }
            Feature::Face if B::IS_BALL => face_normal::<N, B>(place.side, stretch, u, &squared(u)),
            _ => {
                let zero = N::Value::rational(&N::zero());
                [zero.clone(), zero.clone(), zero]
            }
        }
    }
}

/// Returns the unit normal of a cylinder about a line, where `w` is the vector from the line to the
/// centre.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn normal_across<N: Number, B: Body>(
    stretch: &B::Stretch<N>,
    e: &Vector<N>,
    w: &Vector<N::Value>,
    r: &N,
) -> Vector<N::Value> {
    let divisor = squared(e).times(r);
    let [a, b, c] = normal_part(e, w);
    B::in_world(stretch, [a.over(&divisor), b.over(&divisor), c.over(&divisor)])
}
