//! The numbers of a touch of a sphere and a body of planes, as measures.

use super::body::PlanarBody;
use super::cast::{PolytopeCast, PolytopeTouch};
use super::relative::{PartRoot, RelativeCast};
use crate::contact::answer::UNITS_OF_A_TOUCH;
use crate::contact::cast::{BoundQuery, CastQuery, TimeEquation};
use crate::number::{Lift, Measure, Number, Unit, Value};
use crate::shape::BoundaryPart;
use crate::shape::vector::{Vector, cross, dot, normal_part, squared};

/// The numbers of a touch: time, centre (3), point (3), normal (3).
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolytopeNumbers(pub(crate) PolytopeTouch);

/// The time of a touch. With `backwards` it is the negated time, at which the same motion, run
/// backwards, reaches the same position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolytopeTime {
    pub(crate) touch: PolytopeTouch,
    pub(crate) backwards: bool,
}

impl CastQuery for PolytopeNumbers {}
impl CastQuery for PolytopeTime {}

fn time<B: PlanarBody, N: Number, L: Lift<N>>(
    relative: &RelativeCast<'_, B, N, L>,
    touch: &PolytopeTouch,
) -> N::Value {
    let PartRoot { a, b, y, q, .. } = relative.root(touch.at.part);
    match touch.when {
        TimeEquation::Start => N::Value::rational(&N::zero()),
        TimeEquation::Enters => N::Value::surd(&b.negated(), &y.negated(), &q, &a),
        TimeEquation::Grazes => N::Value::rational(&b.negated()).over(&a),
    }
}

impl<B: PlanarBody> Measure<1> for BoundQuery<'_, PolytopeCast<B>, PolytopeTime> {
    const UNITS: [Unit; 1] = [Unit::Time];

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let PolytopeTime { touch, backwards } = &self.question;
        let time = time(&RelativeCast::new(self.cast, lift), touch);
        [if *backwards { N::Value::rational(&N::zero()).minus(&time) } else { time }]
    }
}

impl<B: PlanarBody> Measure<10> for BoundQuery<'_, PolytopeCast<B>, PolytopeNumbers> {
    const UNITS: [Unit; 10] = UNITS_OF_A_TOUCH;

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let [t, cx, cy, cz, px, py, pz, nx, ny, nz] = self.of_core(lift);
        let normal = [nx, ny, nz];
        let [px, py, pz] = self.cast.reach.surface(lift, [px, py, pz], &normal);
        let [nx, ny, nz] = normal;
        [t, cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}

impl<B: PlanarBody> BoundQuery<'_, PolytopeCast<B>, PolytopeNumbers> {
    /// Returns the numbers with the point on the body within, without its inflation. With
    /// `W = X(t) − P` from a point `P` of the part: over a face the point is
    /// `P + n × (W × n) / n·n` and the normal `n / √n·n`; over an edge `P + E (E·W) / e` and
    /// `(m + t E × V) × E / (e r)`; over a vertex `P` and `(D + tΔV) / (Δ r)`.
    pub(super) fn of_core<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let PolytopeCast { center, reach, motion, body, .. } = self.cast;
        let x = RelativeCast::new(self.cast, lift);
        let PolytopeNumbers(touch) = self.question;
        let t = time(&x, &touch);
        let moved = |from: &N::Value, [to, start]: [f64; 2]| {
            if to == start {
                from.clone()
            } else {
                from.plus(&t.times(&lift.speed_difference(to, start)))
            }
        };
        let with_body = |from: &Vector<N::Value>| -> Vector<N::Value> {
            core::array::from_fn(|k| moved(&from[k], motion.of_obstacle(k)))
        };
        let in_time = |p: &Vector<N>, q: &Vector<N>| -> Vector<N::Value> {
            core::array::from_fn(|k| N::Value::rational(&p[k]).plus(&t.times(&q[k])))
        };
        let over = |w: Vector<N::Value>, divisor: &N| w.map(|w| w.over(divisor));
        let zero = || core::array::from_fn(|_| N::Value::rational(&N::zero()));
        let has_normal = !reach.is_zero();
        let one = B::in_units(N::one());

        let place: Vector<N::Value> = core::array::from_fn(|k| {
            moved(&N::Value::rational(&lift.length(center[k])), motion.of_mover(k))
        });
        let ([px, py, pz], [nx, ny, nz]) = match touch.at.part {
            BoundaryPart::Inside => (place.clone(), zero()),
            BoundaryPart::Face(i) => {
                let plane = body.plane_of_face(i);
                let n = x.normal(plane);
                let nn = squared(&n);
                let w = in_time(&body.over_plane(plane, center, lift), &x.v);
                let within = over(normal_part(&n, &w), &nn.times(&one));
                let p = with_body(&body.point_of_plane(plane, lift));
                let point = core::array::from_fn(|k| p[k].plus(&within[k]));
                (point, n.map(|n| N::Value::surd(&N::zero(), &n, &nn, &nn)))
            }
            BoundaryPart::Edge(i) => {
                let [e, m] = x.line(i);
                let ee = squared(&e);
                let (p, along) = body.point_of_edge(i, center, lift);
                let along = N::Value::rational(&along).plus(&t.times(&dot(&e, &x.v)));
                let along = along.over(&ee.times(&one));
                let p = with_body(&p);
                let point = core::array::from_fn(|k| p[k].plus(&along.times(&e[k])));
                let normal = if has_normal {
                    let m = in_time(&m, &cross(&e, &x.v));
                    over(cross_values(&m, &e), &ee.times(&x.r))
                } else {
                    zero()
                };
                (point, normal)
            }
            BoundaryPart::Vertex(i) => {
                let (d, delta) = x.over_vertex(i);
                let normal = if has_normal {
                    let v = x.v.clone().map(|v| v.times(&delta));
                    over(in_time(&d, &v), &delta.times(&x.r))
                } else {
                    zero()
                };
                (with_body(&body.point_of_vertex(i, lift)), normal)
            }
        };
        let [cx, cy, cz] = place;
        [t, cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}

/// Returns `w × a`.
fn cross_values<N: Number>(w: &Vector<N::Value>, a: &Vector<N>) -> Vector<N::Value> {
    let component = |i: usize, j: usize| w[i].times(&a[j]).minus(&w[j].times(&a[i]));
    [component(1, 2), component(2, 0), component(0, 1)]
}
