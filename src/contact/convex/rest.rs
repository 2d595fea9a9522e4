//! Queries at rest: the piece of `K` that is closest to the mover at time zero, its distance, and
//! the numbers of the closest points.
//!
//! Source: as in `certificate.rs`. Derivation: `docs/theory.md`, §10.

use super::pair::{LiftedPair, PairQuery};
use super::piece::{At, Piece, Spot};
use crate::number::{Decision, Lift, Measure, Number, Sign, Unit, Unsure, Value};
use crate::shape::vector::{Vector, cross, dot, each, squared};
use Sign::{Negative, Positive};

/// The query whether the closest point of `K` lies in the inside of a piece. If so, one point of
/// each body is closest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IsClosest(pub(crate) Piece);

impl Decision for PairQuery<'_, '_, IsClosest> {
    type Outcome = bool;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        LiftedPair::new(self.pair, *lift).is_closest(self.question.0)
    }
}

/// The query for the sign of the distance at a closest piece minus a radius: the inflation of the
/// obstacle, or the sum of both radii.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DistanceTo {
    pub(crate) piece: Piece,
    pub(crate) of_both: bool,
}

impl Decision for PairQuery<'_, '_, DistanceTo> {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let x = LiftedPair::new(self.pair, *lift);
        let DistanceTo { piece, of_both } = self.question;
        let r = if of_both { x.r.clone() } else { x.scaled(&lift.length(x.pair.reach.inflation)) };
        match piece {
            Piece::Corner(at) => squared(&x.way(at)).minus(&r.squared()),
            Piece::Line(line) => {
                let (ends, direction) = x.pair.ends(line);
                let e = x.direction(direction);
                squared(&cross(&e, &x.way(ends[0]))).minus(&squared(&e).times(&r.squared()))
            }
            Piece::Face(face) => {
                let normal = x.normal(face);
                let height = dot(&normal, &x.way(x.corner_of(face)));
                return N::sign_with_root(&height, &r.negated(), &squared(&normal).root());
            }
        }
        .sign()
    }
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    fn is_closest(&self, piece: Piece) -> Result<bool, Unsure> {
        // One condition that certainly fails decides the query, whatever the uncertain ones are.
        let mut unsure = false;
        let mut fails = |x: N, wanted: Sign| match x.sign() {
            Ok(sign) => sign != wanted,
            Err(Unsure) => {
                unsure = true;
                false
            }
        };
        let is_elsewhere = match piece {
            Piece::Corner(at) => {
                let d = self.way(at);
                let mut ways = self.pair.ways_from_corner(at).iter();
                fails(squared(&d), Positive)
                    || ways.any(|way| fails(dot(&d, &self.direction(way)), Negative))
            }
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let (e, [d, d_end]) = (self.direction(direction), ends.map(|at| self.way(at)));
                let across = cross(&e, &d);
                let mut ways = self.pair.ways_from_line(line).iter();
                fails(squared(&across), Positive)
                    || fails(dot(&e, &d), Positive)
                    || fails(dot(&e, &d_end), Negative)
                    || ways
                        .any(|way| fails(dot(&across, &cross(&e, &self.direction(way))), Negative))
            }
            Piece::Face(face) => {
                let normal = self.normal(face);
                let mut ways = self.pair.ways_from_face(face).iter();
                fails(dot(&normal, &self.way(self.corner_of(face))), Positive)
                    || ways.any(|way| fails(dot(&normal, &self.direction(way)), Negative))
                    || self.pair.borders(face).any(|(border, from)| {
                        let outward = cross(&self.direction(border), &normal);
                        fails(dot(&outward, &self.way(from)), Negative)
                    })
            }
        };
        if !is_elsewhere && unsure { Err(Unsure) } else { Ok(!is_elsewhere) }
    }
}

/// The query for the numbers of the closest points; a spot specifies one of the two points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestOver {
    pub(crate) piece: Piece,
    pub(crate) spot: Spot,
}

/// Computes the closest point of the obstacle, the closest point of the mover's core, the normal,
/// and the distance of the two bodies, which is negative if they overlap.
impl Measure<10> for PairQuery<'_, '_, ClosestOver> {
    const UNITS: [Unit; 10] = {
        let (length, pure) = (Unit::Length, Unit::Pure);
        [length, length, length, length, length, length, pure, pure, pure, length]
    };

    fn is_deep(&self) -> bool {
        self.pair.has_deep_numbers()
    }

    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 10] {
        LiftedPair::new(self.pair, *lift).closest(self.question.piece, self.question.spot)
    }
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Returns the vector from the closest point of `K`, over a piece, to the mover.
    pub(super) fn to_mover(&self, piece: Piece) -> ToMover<N> {
        let (zero, one) = (N::zero(), N::one());
        match piece {
            Piece::Corner(at) => {
                let d = self.way(at);
                let distance = N::Value::surd(&zero, &one, &squared(&d), &one);
                ToMover { normal: d.clone(), w: d, m: one, distance, at, is_across: [true; 3] }
            }
            Piece::Line(line) => {
                let ([at, _], direction) = self.pair.ends(line);
                let e = self.direction(direction);
                let (across, ee) = (cross(&e, &self.way(at)), squared(&e));
                let distance = N::Value::surd(&zero, &one, &squared(&across).times(&ee), &ee);
                let (w, is_across) = (cross(&across, &e), each!(|k| e[k].is_zero()));
                ToMover { normal: w.clone(), w, m: ee, distance, at, is_across }
            }
            Piece::Face(face) => {
                let (normal, at) = (self.normal(face), self.corner_of(face));
                let (height, u) = (dot(&normal, &self.way(at)), squared(&normal));
                let distance = N::Value::surd(&zero, &height, &u, &u);
                let is_zero = each!(|k| normal[k].is_zero());
                let is_across = each!(|k| is_zero[(k + 1) % 3] && is_zero[(k + 2) % 3]);
                let w = each!(|k| normal[k].times(&height));
                ToMover { w, m: u, normal, distance, at, is_across }
            }
        }
    }

    fn closest(&self, piece: Piece, spot: Spot) -> [N::Value; 10] {
        let ToMover { w, m, normal, distance, at, is_across } = self.to_mover(piece);
        let normal = unit(&normal);
        let way: Vector<N::Value> = each!(|k| self.unscaled(N::Value::rational(&w[k]).over(&m)));
        let start = N::Value::rational(&N::zero());
        let ends = |at: At| {
            (self.vertex_at(true, at.obstacle, &start), self.vertex_at(false, at.mover, &start))
        };
        // The closest points on the cores.
        let (mut point, mut on_mover): (Vector<N::Value>, Vector<N::Value>) = match spot {
            Spot::Mover(vertex) => {
                let on_mover = self.vertex_at(false, vertex, &start);
                (each!(|k| on_mover[k].minus(&way[k])), on_mover)
            }
            Spot::Obstacle(vertex) => {
                let point = self.vertex_at(true, vertex, &start);
                let on_mover = each!(|k| point[k].plus(&way[k]));
                (point, on_mover)
            }
            Spot::Crossing { obstacle, mover } => {
                let (e, f, at) = self.crossing(obstacle, mover);
                let mut point = self.crossing_of_cores(&e, &f, at, &start);
                let mut on_mover = each!(|k| point[k].plus(&way[k]));
                let (of_obstacle, of_mover) = ends(at);
                for k in 0..3 {
                    let is_level = w[k].is_zero();
                    if e[k].is_zero() {
                        point[k] = of_obstacle[k].clone();
                        if is_level {
                            on_mover[k] = point[k].clone();
                        }
                    } else if f[k].is_zero() {
                        on_mover[k] = of_mover[k].clone();
                        if is_level {
                            point[k] = on_mover[k].clone();
                        }
                    }
                }
                (point, on_mover)
            }
        };
        // On the axes that the piece is perpendicular to, the closest points have the coordinates
        // of its corners.
        let (of_obstacle, of_mover) = ends(at);
        for k in (0..3).filter(|&k| is_across[k]) {
            (point[k], on_mover[k]) = (of_obstacle[k].clone(), of_mover[k].clone());
        }
        let [px, py, pz] = self.pair.reach.surface(&self.lift, point, &normal);
        let ([ax, ay, az], [nx, ny, nz]) = (on_mover, normal);
        let reach = N::Value::rational(&self.pair.reach.lifted(&self.lift));
        let distance = self.unscaled(distance).minus(&reach);
        [px, py, pz, ax, ay, az, nx, ny, nz, distance]
    }
}

/// The vector from the closest point of `K` to the mover.
pub(super) struct ToMover<N: Number> {
    /// The vector is `w` over the positive `m`.
    pub(super) w: Vector<N>,
    pub(super) m: N,
    /// A vector with the direction of `w`, of lower degree if possible.
    normal: Vector<N>,
    /// The length of the vector, at the scale `s`.
    distance: N::Value,
    /// A corner of the piece, and whether the piece is perpendicular to each axis of the world.
    at: At,
    is_across: [bool; 3],
}

/// Returns the unit vector along a vector.
fn unit<N: Number>(w: &Vector<N>) -> Vector<N::Value> {
    let ww = squared(w);
    each!(|k| N::Value::surd(&N::zero(), &w[k], &ww, &ww))
}
