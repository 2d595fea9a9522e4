//! The certificate as a decision, and the numbers of an entry over the inside of one piece.
//!
//! Source: as in `certificate.rs`; a separating vector, as in S. Boyd and L. Vandenberghe, *Convex
//! Optimization*, 2004, §2.5. Derivation: `docs/theory.md`, §10.

use super::certificate::Certified;
use super::pair::{ConvexPair, LiftedPair};
use super::piece::{At, Face, Line, Piece};
use crate::contact::course::moved;
use crate::number::{
    Decision, Inputs, Lift, Measure, Number, Quantity, Sign, Unit, Unsure, Value, scaled_to_one,
};
use crate::shape::vector::{Vector, cross, dot, dot_values, each, normal_part, squared};
use core::marker::PhantomData;

/// A question about a piece of `K`. A pair with corners that are no sums of given floats is `DEEP`:
/// its texts are deeper than the bounds of floats allow for the numbers of an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Over<'p, 'a, const DEEP: bool, Q> {
    pair: &'p ConvexPair<'a>,
    piece: Piece,
    question: PhantomData<Q>,
}

/// Whether the path comes to `K` over the piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsEntered;

/// When.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time;

/// When, where the mover is then, what is touched, and the normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers;

impl<'p, 'a, const DEEP: bool, Q> Over<'p, 'a, DEEP, Q> {
    pub(crate) fn new(pair: &'p ConvexPair<'a>, piece: Piece) -> Self {
        Self { pair, piece, question: PhantomData }
    }
}

impl<const DEEP: bool, Q> Inputs for Over<'_, '_, DEEP, Q> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.pair.visit(see);
    }
    fn suits_floats(&self) -> bool {
        self.pair.suits_floats()
    }
}

impl<const DEEP: bool> Decision for Over<'_, '_, DEEP, IsEntered> {
    type Outcome = Certified;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Certified, Unsure> {
        LiftedPair::new(self.pair, *lift).certify(self.piece)
    }
}

impl<const DEEP: bool> Measure<1> for Over<'_, '_, DEEP, Time> {
    const UNITS: [Unit; 1] = [Unit::Time];
    const IS_DEEP: bool = DEEP;

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [LiftedPair::new(self.pair, *lift).time(self.piece)]
    }
}

impl<const DEEP: bool> Measure<10> for Over<'_, '_, DEEP, Numbers> {
    const UNITS: [Unit; 10] = crate::contact::answer::UNITS_OF_A_TOUCH;
    const IS_DEEP: bool = DEEP;

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        LiftedPair::new(self.pair, *lift).touch(self.piece)
    }
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    fn time(&self, piece: Piece) -> N::Value {
        match piece {
            Piece::Face(face) => self.time_of_face(&self.normal(face), self.corner_of(face)),
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let e = self.direction(direction);
                self.time_of_line(&e, &self.way(ends[0]))
            }
            Piece::Corner(at) => N::Value::first_root(&self.way(at), &self.v, &self.r.squared()),
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

    fn touch(&self, piece: Piece) -> [N::Value; 10] {
        let at_time = |d: &Vector<N>, t: &N::Value| -> Vector<N::Value> {
            each!(|k| t.along(&d[k], &self.v[k]))
        };
        let (t, normal): (N::Value, Vector<N::Value>) = match piece {
            Piece::Face(face) => {
                let normal = self.normal(face);
                let (t, u) = (self.time_of_face(&normal, self.corner_of(face)), squared(&normal));
                (t, each!(|k| N::Value::surd(&N::zero(), &normal[k], &u, &u)))
            }
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let (e, d) = (self.direction(direction), self.way(ends[0]));
                let t = self.time_of_line(&e, &d);
                let w = normal_part(&e, &at_time(&d, &t));
                let length = squared(&e).times(&self.r);
                (t, each!(|k| w[k].over(&length)))
            }
            Piece::Corner(at) => {
                let d = self.way(at);
                let t = N::Value::first_root(&d, &self.v, &self.r.squared());
                let w = at_time(&d, &t);
                (t, each!(|k| w[k].over(&self.r)))
            }
        };
        let point = self.touched_point(piece, &t, &normal, at_time);
        let reference = self.pair.mover.reference();
        let course = &self.pair.course;
        let [cx, cy, cz] = each!(|k| {
            let from = self.lift.length(reference[k]);
            moved(&self.lift, &t, &from, course.of_mover(k), N::Value::lifted)
        });
        let ([px, py, pz], [nx, ny, nz]) = (point, normal);
        [t, cx, cy, cz, px, py, pz, nx, ny, nz]
    }

    fn touched_point(
        &self,
        piece: Piece,
        t: &N::Value,
        normal: &Vector<N::Value>,
        at_time: impl Fn(&Vector<N>, &N::Value) -> Vector<N::Value>,
    ) -> Vector<N::Value> {
        let reach = self.pair.reach;
        match piece {
            // A vertex of the obstacle.
            Piece::Corner(At { obstacle, .. })
            | Piece::Line(Line { is_of_obstacle: false, vertex: obstacle, .. })
            | Piece::Face(
                Face::Mover { vertex: obstacle, .. }
                | Face::Strip { line: Line { is_of_obstacle: false, vertex: obstacle, .. }, .. },
            ) => {
                let point = self.moved_by(&self.obstacle_vertex(obstacle), t, true);
                reach.surface(&self.lift, point, normal)
            }
            // One of the mover, which is its radius away from there.
            Piece::Line(Line { vertex: mover, .. })
            | Piece::Face(
                Face::Obstacle { vertex: mover, .. }
                | Face::Strip { line: Line { vertex: mover, .. }, .. },
            ) => {
                let from = self.moved_by(&self.mover_vertex(mover), t, false);
                let radius = self.lift.length(reach.radius);
                each!(|k| from[k].minus(&normal[k].times(&radius)))
            }
            Piece::Face(face @ Face::Edges { .. }) => {
                // p + e λ, λ = ((p' − p) × f) · N / |N|², where p' − p and x − k differ by a part
                // along N.
                let at = self.corner_of(face);
                let [f, e] = [0, 3].map(|i| self.direction(self.pair.border(face, i).0));
                let normal_of_edges = cross(&e, &f);
                let x = at_time(&self.way(at), t);
                let along = dot_values(&cross(&f, &normal_of_edges), &x);
                let along = along.over(&squared(&normal_of_edges));
                let vertex = self.obstacle_vertex(at.obstacle);
                let from = self.moved_by(&vertex, t, true);
                let along = match &self.scale {
                    Some(s) => along.over(s),
                    None => along,
                };
                let point = each!(|k| from[k].plus(&along.times(&e[k])));
                reach.surface(&self.lift, point, normal)
            }
        }
    }

    /// A vertex, which is seen `s` times as large, where it is at a time.
    fn moved_by(&self, vertex: &Vector<N>, t: &N::Value, is_obstacle: bool) -> Vector<N::Value> {
        let course = &self.pair.course;
        each!(|k| {
            let way = if is_obstacle { course.of_obstacle(k) } else { course.of_mover(k) };
            match &self.scale {
                None => moved(&self.lift, t, &vertex[k], way, N::Value::lifted),
                Some(s) => {
                    let from = N::Value::rational(&vertex[k]).over(s);
                    let [to, start] = way;
                    if to == start {
                        from
                    } else {
                        from.plus(&t.times(&self.lift.speed_difference(to, start)))
                    }
                }
            }
        })
    }
}

/// A vector that shows that the two never meet: the bodies' projections along it are apart at the
/// start, and do not come closer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation<'p, 'a> {
    pair: &'p ConvexPair<'a>,
    direction: [f64; 3],
}

impl<'p, 'a> Separation<'p, 'a> {
    /// The scale of the vector does not matter, and small components may be left out, since any
    /// vector will do; so it is brought into the range in which no product with it vanishes.
    pub(crate) fn new(pair: &'p ConvexPair<'a>, direction: [f64; 3]) -> Self {
        const LEAST: f64 = 1.0 / (1u64 << 34) as f64;
        let direction = scaled_to_one(direction).map(|x| if x.abs() < LEAST { 0.0 } else { x });
        Self { pair, direction }
    }
}

impl Inputs for Separation<'_, '_> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.pair.visit(see);
        see(Quantity::Direction, self.direction);
    }
    fn suits_floats(&self) -> bool {
        self.pair.suits_floats()
    }
}

impl Decision for Separation<'_, '_> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let x = LiftedPair::new(self.pair, *lift);
        let n: Vector<N> = each!(|k| lift.direction(self.direction[k]));
        if dot(&n, &x.v).sign()? == Sign::Negative {
            return Ok(false);
        }
        let length = squared(&n).root();
        for at in self.pair.corners() {
            let height = dot(&n, &x.way(at));
            if N::sign_with_root(&height, &x.r.negated(), &length)? != Sign::Positive {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
