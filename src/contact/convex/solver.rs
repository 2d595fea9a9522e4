//! The queries of a pair over integers alone: every piece of `K` is evaluated.

use super::certificate::Certified;
use super::core::Part;
use super::exhaustive::{ExactPair, ExactTouch, Outcome, Rest, Surds, rational};
use super::guess::{Guess, guess_closest};
use super::numbers::IsEntered;
use super::pair::{ConvexPair, LiftedPair};
use super::piece::Piece;
use super::shared::{NearestFacets, SharedCorner, SharedCorners};
use super::touched::ExactSpot;
use crate::contact::answer::{Answer, ClosestPoints, Contact, ExactAnswer, Overlap, Penetration};
use crate::contact::boxes::Side;
use crate::number::{
    Exact, IntegerGrid, Lift as _, Number as _, Quotient, Rational, Scaled, Surd, Unit, Value,
    decide_by_floats, decide_exactly,
};
use crate::shape::vector::{each, squared};
use crate::shape::{Scalar, Until};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A place on a core: the part that contains it and, for a box, its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub(crate) part: Part,
    pub(crate) sides: [Side; 3],
}

/// The whole intersection of the two bodies at a contact, in exact numbers.
pub(crate) struct ExactTouched {
    pub(crate) contact: Contact<Surd, 3, Place>,
    /// The corners of the touched point, segment or polygon, in order.
    pub(crate) points: Vec<[Surd; 3]>,
    pub(crate) mover_place: Place,
}

pub(super) fn nearest<T: Scalar>(vector: &[Surd; 3]) -> [T; 3] {
    vector.each_ref().map(Surd::round)
}

/// Rounds each number of an exact answer once, to the nearest float.
pub(super) fn rounded<T: Scalar>(exact: ExactAnswer<3, Place>) -> Answer<T, 3, Place> {
    exact.map(|time| time.round(), |vector| nearest(&vector), |place| place)
}

/// A pair over integers, with the scales of its lengths and times.
pub(crate) struct Solver<'p, 'a> {
    scaled: &'p Scaled<ConvexPair<'a>>,
    pair: ExactPair<'p, 'a>,
    length: i32,
    time: i32,
    /// Whether floats first rule out the pieces over which the path certainly does not come to `K`.
    asks_floats: bool,
}

impl<'p, 'a> Solver<'p, 'a> {
    /// Constructs a solver that evaluates every piece over integers.
    pub(crate) fn new(scaled: &'p Scaled<ConvexPair<'a>>) -> Self {
        let grid = scaled.integers();
        let scale = |unit| scaled.scale(unit) + IntegerGrid::scale(&grid, unit);
        let (length, time) = (scale(Unit::Length), scale(Unit::Time));
        let pair = LiftedPair::new(&scaled.inputs, grid);
        Self { scaled, pair, length, time, asks_floats: false }
    }

    /// Constructs a solver that first rules out pieces by floats.
    pub(crate) fn after_floats(scaled: &'p Scaled<ConvexPair<'a>>) -> Self {
        Self { asks_floats: true, ..Self::new(scaled) }
    }

    fn is_ruled_out(&self, piece: Piece) -> bool {
        let asked = self.scaled.ask(|pair| pair.about(IsEntered(piece)));
        self.asks_floats && decide_by_floats(&asked) == Some(Certified::No)
    }

    /// Returns the vector from the point of `K` that is closest to the mover at time zero. Floats
    /// guess the piece of `K` with this point; to find it among all pieces would take most of the
    /// time of a body that nearly rests.
    pub(super) fn rest(&self) -> Rest {
        match guess_closest(&self.scaled.inputs) {
            Guess::Pieces(pieces, _) => self.pair.rest_near(pieces.as_slice()),
            _ => self.pair.rest(),
        }
    }

    fn outcome(&self, rest: &Rest) -> Outcome {
        self.pair.meet(rest, &|piece| self.is_ruled_out(piece))
    }

    fn surd(&self, x: &Quotient, unit: Unit) -> Surd {
        let scale = match unit {
            Unit::Time => self.time,
            Unit::Length => self.length,
            _ => 0,
        };
        Surd::of(x, scale)
    }

    fn vector(&self, vector: &Surds, unit: Unit) -> [Surd; 3] {
        each!(|k| self.surd(&vector[k], unit))
    }

    /// Returns the true size of a position that is given at the scale `s`.
    fn position(&self, at: &Surds) -> Surds {
        each!(|k| self.pair.unscaled(at[k].clone()))
    }

    fn radius(&self) -> Exact {
        self.pair.lift.length(self.pair.pair.reach.radius)
    }

    fn inflation(&self) -> Exact {
        self.pair.lift.length(self.pair.pair.reach.inflation)
    }

    /// Returns the outcome of the cast until the end of the motion.
    pub(super) fn meet_in_time(&self, end: Until<f64>) -> Outcome {
        match self.outcome(&self.rest()) {
            Outcome::Contact(touch) if self.is_past(&touch, end) => Outcome::Apart,
            outcome => outcome,
        }
    }

    /// Returns the time of the first touch.
    pub(crate) fn time(&self, end: Until<f64>) -> Option<Surd> {
        match self.meet_in_time(end) {
            Outcome::Contact(touch) => Some(self.surd(&touch.t, Unit::Time)),
            Outcome::Apart | Outcome::Overlap => None,
        }
    }

    fn is_past(&self, touch: &ExactTouch, end: Until<f64>) -> bool {
        end.time() < f64::INFINITY
            && end.is_before(self.surd(&touch.t, Unit::Time).compare_with(end.time()))
    }

    /// Returns the first contact or overlap; with `only_entries`, a contact only if it is an entry.
    pub(crate) fn meet(&self, end: Until<f64>, only_entries: bool) -> ExactAnswer<3, Place> {
        let rest = self.rest();
        match self.outcome(&rest) {
            Outcome::Apart => Answer::None,
            Outcome::Overlap => Answer::Overlap(self.overlap(&rest)),
            Outcome::Contact(touch) => {
                let end = if only_entries && self.pair.pair.reach.is_zero() {
                    end.with_itself()
                } else {
                    end
                };
                if self.is_past(&touch, end) || (only_entries && !touch.enters) {
                    return Answer::None;
                }
                Answer::Contact(self.touched_by(&touch).contact)
            }
        }
    }

    /// Returns the whole intersection at the first contact, if there is a contact.
    pub(crate) fn touched(&self, end: Until<f64>) -> Option<ExactTouched> {
        match self.outcome(&self.rest()) {
            Outcome::Contact(touch) if !self.is_past(&touch, end) => Some(self.touched_by(&touch)),
            _ => None,
        }
    }

    /// Returns the unit vector along a vector.
    fn unit(&self, vector: &[Exact; 3]) -> Surds {
        let length = squared(vector);
        each!(|k| Quotient::surd(&Exact::zero(), &vector[k], &length, &length))
    }

    fn touched_by(&self, touch: &ExactTouch) -> ExactTouched {
        let x = &self.pair;
        let spots = x.spots(touch);
        let normal = match &touch.normal {
            Some(normal) => Some(self.unit(normal)),
            None if x.pair.reach.is_zero() => None,
            None => Some(each!(|k| touch.w[k].over(&x.r))),
        };
        let inflation = self.inflation();
        let on_surface = |spot: &ExactSpot| -> Surds {
            let at = self.position(&spot.on_obstacle);
            each!(|k| {
                let [to, from] = x.pair.motion.of_obstacle(k);
                let speed = x.lift.speed_difference(to, from);
                let moved = at[k].plus(&touch.t.times(&speed));
                match &normal {
                    Some(normal) => moved.plus(&normal[k].times(&inflation)),
                    None => moved,
                }
            })
        };
        let reference = x.pair.mover.reference();
        let center: Surds = each!(|k| {
            let [to, from] = x.pair.motion.of_mover(k);
            let speed = x.lift.speed_difference(to, from);
            Quotient::rational(&x.lift.length(reference[k])).plus(&touch.t.times(&speed))
        });
        let points = spots.iter().map(|spot| self.vector(&on_surface(spot), Unit::Length));
        let direction = match &touch.normal {
            Some(normal) => rational(normal),
            None => touch.w.clone(),
        };
        let [place, mover_place] = self.places(spots.first(), &direction);
        let (points, center): (Vec<_>, _) = (points.collect(), self.vector(&center, Unit::Length));
        let contact = Contact {
            time: self.surd(&touch.t, Unit::Time),
            point: points.first().unwrap_or(&center).clone(),
            center,
            other_point: match points.as_slice() {
                [_, other] => Some(other.clone()),
                _ => None,
            },
            normal: normal.as_ref().map(|normal| self.vector(normal, Unit::Pure)),
            feature: place,
            approach: touch.approach,
        };
        ExactTouched { contact, points, mover_place }
    }

    /// Returns the places of a spot on the obstacle and on the mover.
    fn places(&self, spot: Option<&ExactSpot>, w: &Surds) -> [Place; 2] {
        [true, false].map(|is_obstacle| match spot {
            None => Place { part: Part::Inside, sides: [Side::Between; 3] },
            Some(spot) => {
                let p = if is_obstacle { &spot.on_obstacle } else { &spot.on_mover };
                let part = self.pair.part_at(is_obstacle, p);
                Place { part, sides: self.pair.sides_at(is_obstacle, p, w) }
            }
        })
    }

    fn overlap(&self, rest: &Rest) -> Overlap<Surd, 3, Place> {
        let x = &self.pair;
        let reference = x.pair.mover.reference();
        let center: Surds = each!(|k| Quotient::rational(&x.lift.length(reference[k])));
        let center = self.vector(&center, Unit::Length);
        let inflation = x.scaled(&self.inflation());
        if x.distance_to(rest, &inflation) == Ordering::Greater {
            let (point, normal, spot) = self.surface_point(rest);
            let [place, _] = self.places(spot.as_ref(), &rest.vector());
            let point = self.vector(&point, Unit::Length);
            let normal = Some(self.vector(&normal, Unit::Pure));
            return Overlap { center, point, normal, feature: place };
        }
        if let Some(along) = self.scaled.unscaled().along_axis() {
            let (point, place) = Solver::new(&Scaled::new(along)).first_of_axis();
            return Overlap { center, point, normal: None, feature: place };
        }
        let spot = if rest.is_zero() {
            x.first_shared(&self.shared_corners())
                .map(|p| ExactSpot { on_obstacle: p.clone(), on_mover: p })
        } else {
            x.spots_at_rest(rest).into_iter().next()
        };
        let [place, _] = self.places(spot.as_ref(), &rest.vector());
        let point = match &spot {
            Some(spot) => self.vector(&self.position(&spot.on_mover), Unit::Length),
            None => center.clone(),
        };
        Overlap { center, point, normal: None, feature: place }
    }

    /// Returns candidates for the corners of the intersection of the cores: those that floats do
    /// not rule out.
    fn shared_corners(&self) -> Vec<SharedCorner> {
        let asked = self.scaled.ask(|pair| pair.about(SharedCorners));
        let by_floats = decide_by_floats(&asked);
        by_floats.unwrap_or_else(|| decide_exactly(&asked))
    }

    /// Returns the overlap of two cores that are known to overlap.
    pub(super) fn overlap_of_cores<T: Scalar>(&self) -> Overlap<T, 3, Place> {
        self.overlap(&Rest::zero()).map(|vector| nearest(&vector), |place| place)
    }

    /// Returns the first contact of a point that moves along the axis of a capsule; the axis must
    /// meet the inflated obstacle.
    fn first_of_axis(&self) -> ([Surd; 3], Place) {
        match self.meet(Until::NEVER, false) {
            Answer::Overlap(Overlap { point, feature, .. })
            | Answer::Contact(Contact { point, feature, .. }) => (point, feature),
            Answer::None => unreachable!("the axis meets the rounded obstacle"),
        }
    }

    /// Returns the point of the obstacle's surface that is closest to the mover, and the normal
    /// there, for a mover whose core is outside of the inflated obstacle.
    fn surface_point(&self, rest: &Rest) -> (Surds, Surds, Option<ExactSpot>) {
        let spot = self.pair.spots_at_rest(rest).into_iter().next();
        let (normal, inflation) = (self.unit(&rest.w), self.inflation());
        let at = match &spot {
            Some(spot) => self.position(&spot.on_obstacle),
            None => each!(|_k| Quotient::rational(&Exact::zero())),
        };
        let point = each!(|k| at[k].plus(&normal[k].times(&inflation)));
        (point, normal, spot)
    }

    /// Returns the distance of the cores: `|w|` divided by `s m`.
    fn core_distance(&self, rest: &Rest) -> Surd {
        let dd = squared(&rest.w);
        let m = self.pair.scaled(&rest.m);
        self.surd(&Quotient::surd(&Exact::zero(), &Exact::one(), &dd, &m), Unit::Length)
    }

    fn reach(&self) -> Surd {
        let reach = self.radius().plus(&self.inflation());
        self.surd(&Quotient::rational(&reach), Unit::Length)
    }

    /// Returns the distance of the two bodies at time zero.
    pub(crate) fn distance(&self) -> Surd {
        self.distance_from(&self.rest())
    }

    fn distance_from(&self, rest: &Rest) -> Surd {
        if self.pair.distance_to(rest, &self.pair.r) != Ordering::Greater {
            return Surd::from(Rational::ZERO);
        }
        difference(&self.core_distance(rest), &self.reach())
    }

    /// Returns the closest points of the two bodies at time zero.
    pub(crate) fn closest<T: Scalar>(&self) -> ClosestPoints<T, 3, Place> {
        self.closest_from(self.rest())
    }

    /// Returns the closest points of two cores that are known to share a point.
    pub(super) fn closest_of_cores<T: Scalar>(&self) -> ClosestPoints<T, 3, Place> {
        self.closest_from(Rest::zero())
    }

    fn closest_from<T: Scalar>(&self, rest: Rest) -> ClosestPoints<T, 3, Place> {
        let inflation = self.pair.scaled(&self.inflation());
        if self.pair.distance_to(&rest, &inflation) != Ordering::Greater {
            let overlap = self.overlap(&rest);
            let point = nearest(&overlap.point);
            return ClosestPoints {
                point,
                on_axis: point,
                distance: T::ZERO,
                feature: overlap.feature,
            };
        }
        let (point, _, spot) = self.surface_point(&rest);
        let [place, _] = self.places(spot.as_ref(), &rest.vector());
        let on_mover = match &spot {
            Some(spot) => self.position(&spot.on_mover),
            None => point.clone(),
        };
        ClosestPoints {
            point: nearest(&self.vector(&point, Unit::Length)),
            on_axis: nearest(&self.vector(&on_mover, Unit::Length)),
            distance: self.distance_from(&rest).round(),
            feature: place,
        }
    }

    /// Returns the shortest translation that ends an overlap at time zero, if the two bodies
    /// overlap.
    pub(crate) fn penetration<T: Scalar>(&self) -> Option<Penetration<T, 3>> {
        let rest = self.rest();
        if !matches!(self.outcome(&rest), Outcome::Overlap) {
            return None;
        }
        if !rest.is_zero() {
            let direction = nearest(&self.vector(&self.unit(&rest.w), Unit::Pure));
            let depth = difference(&self.reach(), &self.core_distance(&rest)).round();
            return Some(Penetration { direction, depth });
        }
        Some(self.penetration_of_cores())
    }

    /// Returns the shortest translation that ends an overlap, for cores that are known to share
    /// more than boundary points.
    pub(super) fn penetration_of_cores<T: Scalar>(&self) -> Penetration<T, 3> {
        let asked = self.scaled.ask(|pair| pair.about(NearestFacets));
        let faces = decide_by_floats(&asked).unwrap_or_else(|| decide_exactly(&asked));
        let exit = self.pair.exit(&faces);
        let direction = nearest(&self.vector(&self.unit(&exit.normal), Unit::Pure));
        let length = squared(&exit.normal);
        let height =
            Quotient::surd(&Exact::zero(), &exit.height, &length, &self.pair.scaled(&length));
        let height = self.surd(&height, Unit::Length);
        let depth = sum(&height, &self.reach()).round();
        Penetration { direction, depth }
    }

    /// Returns whether the two bodies share a point at time zero.
    pub(crate) fn intersects(&self) -> bool {
        let rest = self.rest();
        self.pair.distance_to(&rest, &self.pair.r) != Ordering::Greater
    }
}

/// Returns the time of the last touch of the two bodies: the first touch of the reversed motion.
pub(crate) fn last_time(scaled: &Scaled<ConvexPair<'_>>) -> Option<Surd> {
    let backwards = Scaled::new(scaled.unscaled().backwards());
    let solver = Solver::new(&backwards);
    let (t, ..) = solver.pair.first(&|_| false)?;
    let zero = Quotient::rational(&Exact::zero());
    Some(solver.surd(&zero.minus(&t), Unit::Time))
}

/// Returns the difference of two numbers; one of them must be rational.
fn difference(a: &Surd, b: &Surd) -> Surd {
    a.checked_sub(b).unwrap_or_else(|| unreachable!("one of the two is rational"))
}

fn sum(a: &Surd, b: &Surd) -> Surd {
    a.checked_add(b).unwrap_or_else(|| unreachable!("one of the two is rational"))
}
