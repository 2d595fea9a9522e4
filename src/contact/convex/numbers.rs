//! The certificate as a decision, and the numbers of a certified touch.
//!
//! Source: as in `certificate.rs`. Derivation: `docs/theory.md`, §10.

use super::certificate::Certified;
use super::landing::Moment;
use super::pair::{LiftedPair, PairQuery};
use super::piece::{At, Direction, Face, Piece, Spot};
use crate::contact::relative_motion::moved;
use crate::number::{Decision, Lift, Measure, Number, Unit, Unsure, Value};
use crate::shape::topology::HalfEdge;
use crate::shape::vector::{Vector, cross, dot, dot_values, each, normal_part, squared};

/// The query for the manner in which the path comes to `K` over a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsEntered(pub(crate) Piece);

/// The query whether the path enters `K` over the inside of a piece alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsEnteredInside(pub(crate) Piece);

impl Decision for PairQuery<'_, '_, IsEntered> {
    type Outcome = Certified;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Certified, Unsure> {
        LiftedPair::new(self.pair, *lift).certify(self.question.0)
    }
}

impl Decision for PairQuery<'_, '_, IsEnteredInside> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        LiftedPair::new(self.pair, *lift).enters_inside(self.question.0)
    }
}

/// The query for the numbers of a touch over a piece: at a point, or at a segment with another end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchQuery {
    pub(crate) piece: Piece,
    pub(crate) spot: Spot,
    pub(crate) other: Option<Spot>,
    pub(crate) moment: Moment,
}

impl PairQuery<'_, '_, TouchQuery> {
    /// Returns whether points and normals are deeper than the error bounds of floats allow.
    fn is_deeper_than_time(&self) -> bool {
        let is_over_edge = matches!(self.question.piece, Piece::Line(_));
        self.pair.has_deep_times() || (self.pair.has_deep_numbers() && is_over_edge)
    }
}

/// Computes the time of the touch alone.
impl Measure<1> for PairQuery<'_, '_, TouchQuery> {
    const UNITS: [Unit; 1] = [Unit::Time];

    fn is_deep(&self) -> bool {
        self.pair.has_deep_times()
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let (x, TouchQuery { piece, moment, .. }) =
            (LiftedPair::new(self.pair, *lift), self.question);
        [match piece {
            Piece::Face(face) => {
                let normal = x.normal(face);
                match x.across(face, &normal) {
                    Some(across) => x.time_across(across, &normal, moment)[0].clone(),
                    None => x.time_on_face(face, &normal, moment),
                }
            }
            Piece::Line(line) => {
                let (ends, direction) = x.pair.ends(line);
                x.time_of_line(&x.direction(direction), &x.way(ends[0]))
            }
            Piece::Corner(at) => N::Value::first_root(&x.way(at), &x.v, &x.r.squared()),
        }]
    }
}

/// Computes the time, the position of the mover at that time, the touched point and the normal.
impl Measure<10> for PairQuery<'_, '_, TouchQuery> {
    const UNITS: [Unit; 10] = crate::contact::answer::UNITS_OF_A_TOUCH;

    fn is_deep(&self) -> bool {
        self.is_deeper_than_time()
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        let TouchNumbers { time, center, points, normal } =
            LiftedPair::new(self.pair, *lift).touch(self.question);
        let ([cx, cy, cz], [[px, py, pz], _], [nx, ny, nz]) = (center, points, normal);
        [time, cx, cy, cz, px, py, pz, nx, ny, nz]
    }
}

/// Computes the numbers of a touched segment: the numbers of a touched point, and the other end.
impl Measure<13> for PairQuery<'_, '_, TouchQuery> {
    const UNITS: [Unit; 13] = crate::contact::answer::UNITS_OF_A_SEGMENT;

    fn is_deep(&self) -> bool {
        self.is_deeper_than_time()
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 13] {
        let TouchNumbers { time, center, points, normal } =
            LiftedPair::new(self.pair, *lift).touch(self.question);
        let ([cx, cy, cz], [[px, py, pz], [qx, qy, qz]], [nx, ny, nz]) = (center, points, normal);
        [time, cx, cy, cz, px, py, pz, nx, ny, nz, qx, qy, qz]
    }
}

/// The numbers of a touch: its time, the position of the mover, the touched points and the normal.
pub(super) struct TouchNumbers<N: Number> {
    pub(super) time: N::Value,
    /// The position of the mover's reference point at the time of the touch.
    pub(super) center: Vector<N::Value>,
    /// The ends of the touched segment; both are the same if a point is touched.
    pub(super) points: [Vector<N::Value>; 2],
    pub(super) normal: Vector<N::Value>,
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Returns the time at which a face of `K` is touched.
    pub(super) fn time_on_face(&self, face: Face, normal: &Vector<N>, moment: Moment) -> N::Value {
        match moment {
            Moment::Start => N::Value::rational(&N::zero()),
            Moment::Entry => self.time_of_face(normal, self.corner_of(face)),
            Moment::Slide(direction, at) => {
                let (distance, closing) = self.time_over(direction, at, normal);
                N::Value::rational(&distance).over(&closing)
            }
        }
    }

    fn time_of_face(&self, normal: &Vector<N>, corner: At) -> N::Value {
        let (height, speed) = (dot(normal, &self.way(corner)), dot(normal, &self.v).negated());
        N::Value::surd(&height, &self.r.negated(), &squared(normal), &speed)
    }

    fn time_of_line(&self, e: &Vector<N>, d: &Vector<N>) -> N::Value {
        let rr = squared(e).times(&self.r.squared());
        N::Value::first_root(&cross(e, d), &cross(e, &self.v), &rr)
    }

    fn touch(&self, touched: TouchQuery) -> TouchNumbers<N> {
        let TouchQuery { piece, spot, other, moment } = touched;
        let (time, normal): (N::Value, Vector<N::Value>) = match piece {
            Piece::Face(face) => {
                let normal = self.normal(face);
                if let Some(across) = self.across(face, &normal) {
                    return self.touch_across(across, &normal, (spot, other), moment);
                }
                let (u, t) = (squared(&normal), self.time_on_face(face, &normal, moment));
                (t, each!(|k| N::Value::surd(&N::zero(), &normal[k], &u, &u)))
            }
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let (e, d) = (self.direction(direction), self.way(ends[0]));
                let t = self.time_of_line(&e, &d);
                let mut w = normal_part(&e, &self.at_time(&d, &t));
                for k in 0..3 {
                    // For an edge along an axis, a vector perpendicular to the edge has the
                    // coordinate zero on this axis.
                    if e[(k + 1) % 3].is_zero() && e[(k + 2) % 3].is_zero() {
                        w[k] = N::Value::rational(&N::zero());
                    }
                }
                let length = squared(&e).times(&self.r);
                (t, each!(|k| w[k].over(&length)))
            }
            Piece::Corner(at) => {
                let d = self.way(at);
                let t = N::Value::first_root(&d, &self.v, &self.r.squared());
                let w = self.at_time(&d, &t);
                (t, each!(|k| w[k].over(&self.r)))
            }
        };
        let point_at = |spot| {
            let mut point = self.touched_point(spot, &time, &normal);
            if let (Piece::Line(line), Spot::Mover(_)) = (piece, spot) {
                // The point lies on an edge of the obstacle. On each axis that the edge is
                // perpendicular to, the point has the coordinate of the edge.
                let (ends, direction) = self.pair.ends(line);
                let e = self.direction(direction);
                let end = self.touched_point(Spot::Obstacle(ends[0].obstacle), &time, &normal);
                for k in (0..3).filter(|&k| e[k].is_zero()) {
                    point[k] = end[k].clone();
                }
            }
            point
        };
        let point = point_at(spot);
        let other = other.map_or_else(|| point.clone(), point_at);
        let reference = self.pair.mover.reference();
        let motion = &self.pair.motion;
        let center = each!(|k| {
            let from = self.lift.length(reference[k]);
            moved(&self.lift, &time, &from, motion.of_mover(k), N::Value::lifted)
        });
        TouchNumbers { time, center, points: [point, other], normal }
    }

    fn at_time(&self, d: &Vector<N>, t: &N::Value) -> Vector<N::Value> {
        each!(|k| t.along(&d[k], &self.v[k]))
    }

    pub(super) fn touched_point(
        &self,
        spot: Spot,
        t: &N::Value,
        normal: &Vector<N::Value>,
    ) -> Vector<N::Value> {
        match spot {
            Spot::Obstacle(vertex) => {
                let point = self.vertex_at(true, vertex, t);
                self.pair.reach.surface(&self.lift, point, normal)
            }
            // The touched point is at the distance of the mover's radius from the vertex.
            Spot::Mover(vertex) => {
                let from = self.vertex_at(false, vertex, t);
                let radius = self.lift.length(self.pair.reach.radius);
                each!(|k| from[k].minus(&normal[k].times(&radius)))
            }
            Spot::Crossing { obstacle, mover } => {
                let (e, f, at) = self.crossing(obstacle, mover);
                self.crossing_point(&e, &f, at, t, normal)
            }
        }
    }

    /// Returns the directions of an edge of the obstacle and of an edge of the mover, and the
    /// starts of both.
    pub(super) fn crossing(&self, obstacle: u32, mover: u32) -> (Vector<N>, Vector<N>, At) {
        let [obstacle, mover] = [obstacle, mover].map(|edge| HalfEdge { edge, is_reversed: false });
        let e = self.direction(Direction::Obstacle(obstacle));
        let f = self.direction(Direction::Mover(mover));
        let at = At {
            obstacle: self.pair.obstacle.topology().start(obstacle),
            mover: self.pair.mover.topology().start(mover),
        };
        (e, f, at)
    }

    /// Returns the point at which two edges cross: `p + e λ`, `λ = ((p' − p) × f) · N / |N|²`,
    /// where `p' − p` and `x − k` differ by a multiple of `N`.
    pub(super) fn crossing_point(
        &self,
        e: &Vector<N>,
        f: &Vector<N>,
        at: At,
        t: &N::Value,
        normal: &Vector<N::Value>,
    ) -> Vector<N::Value> {
        self.pair.reach.surface(&self.lift, self.crossing_of_cores(e, f, at, t), normal)
    }

    /// Returns the point at which two edges cross, without the obstacle's inflation.
    pub(super) fn crossing_of_cores(
        &self,
        e: &Vector<N>,
        f: &Vector<N>,
        at: At,
        t: &N::Value,
    ) -> Vector<N::Value> {
        let normal_of_edges = cross(e, f);
        let x = self.at_time(&self.way(at), t);
        let along = dot_values(&cross(f, &normal_of_edges), &x);
        let along = along.over(&squared(&normal_of_edges));
        let from = self.vertex_at(true, at.obstacle, t);
        let along = self.unscaled(along);
        each!(|k| from[k].plus(&along.times(&e[k])))
    }

    /// Returns the position of a vertex at a time.
    pub(super) fn vertex_at(
        &self,
        is_obstacle: bool,
        vertex: u32,
        t: &N::Value,
    ) -> Vector<N::Value> {
        let (lift, motion) = (&self.lift, &self.pair.motion);
        let core = if is_obstacle { self.obstacle.core() } else { self.mover.core() };
        each!(|k| {
            let way = if is_obstacle { motion.of_obstacle(k) } else { motion.of_mover(k) };
            match core.coordinate(vertex, k) {
                Some([x, 0.0]) => moved(lift, t, &lift.length(x), way, N::Value::lifted),
                Some([x, offset]) => {
                    let from = lift.length_difference(x, -offset);
                    moved(lift, t, &from, way, |_| {
                        let sum = [lift.length(x), lift.length(offset)];
                        N::Value::lifted_ratio(&sum, &N::one())
                    })
                }
                // A corner of a turned box, whose coordinates are computed at `s` times their size.
                None => {
                    let seen = if is_obstacle {
                        self.obstacle_vertex(vertex)
                    } else {
                        self.mover_vertex(vertex)
                    };
                    let from = self.unscaled(N::Value::rational(&seen[k]));
                    let [to, start] = way;
                    if to == start {
                        from
                    } else {
                        from.plus(&t.times(&lift.speed_difference(to, start)))
                    }
                }
            }
        })
    }
}
