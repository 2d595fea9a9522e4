//! The questions about a pair: guessed by floats and certified, else decided by all pieces.

use super::certificate::Certified;
use super::core::{Core, Part};
use super::exhaustive::{ExactPair, Outcome, Rest, Surds, Touch, rational};
use super::guess::{Guess, guess_by_axes, guess_by_simplex};
use super::landing::{Facet, Landing, Moment, OnFacet, StaysOutside};
use super::line_landing::OnLine;
use super::numbers::{IsEntered, Touched};
use super::pair::{ConvexPair, LiftedPair};
use super::piece::{At, Face, Line, Piece, Spot};
use super::separation::Separation;
use super::touched::ExactSpot;
use crate::contact::answer::{Answer, Approach, ClosestPoints, Contact, Overlap, Penetration};
use crate::contact::boxes::Side;
use crate::number::{
    Decision, Effort, Exact, Grid, Lift as _, Number as _, Quotient, Rational, Rounding, Scaled,
    Surd, Unit, Value, compare, decide_by_floats, measure,
};
use crate::shape::vector::{each, squared};
use crate::shape::{Scalar, Until};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A place on a core: the part that holds it, and on which sides of a box it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub(crate) part: Part,
    pub(crate) sides: [Side; 3],
}

/// A contact in exact numbers.
#[derive(Clone, Debug)]
pub(crate) struct ExactContact {
    pub(crate) time: Surd,
    pub(crate) center: [Surd; 3],
    /// The corners of what is touched, in order.
    pub(crate) points: Vec<[Surd; 3]>,
    pub(crate) normal: Option<[Surd; 3]>,
    pub(crate) place: Place,
    pub(crate) mover_place: Place,
    pub(crate) approach: Approach,
}

/// An overlap in exact numbers.
#[derive(Clone, Debug)]
pub(crate) struct ExactOverlap {
    pub(crate) center: [Surd; 3],
    pub(crate) point: [Surd; 3],
    pub(crate) normal: Option<[Surd; 3]>,
    pub(crate) place: Place,
}

/// How a pair first meets, in exact numbers.
#[derive(Clone, Debug)]
pub(crate) enum ExactMeeting {
    Apart,
    Overlap(Box<ExactOverlap>),
    Contact(Box<ExactContact>),
}

/// What floats are certain of.
enum Certain {
    Apart,
    /// They share more than a touch at the start; and the point and place of that.
    Overlap([f64; 3], Place),
    Touches(Touching),
}

/// That they touch: over the inside of a piece, or on a facet of `K`.
#[derive(Clone, Copy)]
struct Touching {
    piece: Piece,
    landing: Landing,
}

impl Touching {
    /// An entry over the inside of a piece.
    fn inside(piece: Piece) -> Self {
        let landing = Landing {
            first: piece.spot(),
            other: None,
            part: touched_part(piece),
            has_normal: true,
            approach: Approach::Approaching,
            moment: Moment::Entry,
        };
        Self { piece, landing }
    }

    /// Asks for numbers of a point that is touched.
    fn numbers_of<const DEEP: bool>(&self, spot: Spot) -> Touched<DEEP> {
        Touched { piece: self.piece, spot, moment: self.landing.moment }
    }

    /// Whether they share more than a touch just afterwards, or cannot be told apart from such.
    fn enters(&self, pair: &ConvexPair<'_>) -> bool {
        self.landing.approach == Approach::Approaching
            || (pair.reach.is_zero() && !pair.mover_is_solid())
    }
}

/// What two boxes along the axes of the world share, if their insides meet: a box, of which the
/// least corner is the first in the mover's reading order. It needs comparisons of given floats
/// alone.
fn shared_by_boxes(pair: &ConvexPair<'_>) -> Option<Certain> {
    if !pair.are_aligned_boxes() || pair.obstacle.dimension() < 3 {
        return None;
    }
    let (mover, obstacle) = (pair.mover.extents()?, pair.obstacle.extents()?);
    let (mut corner, mut sides) = ([0.0; 3], [Side::Between; 3]);
    for k in 0..3 {
        let ([own_low, own_high], _) = mover.bounds(k);
        let ([low, high], _) = obstacle.bounds(k);
        if own_low >= high || low >= own_high {
            return None;
        }
        (corner[k], sides[k]) =
            if own_low > low { (own_low, Side::Between) } else { (low, Side::Min) };
    }
    // A box is named by its sides.
    Some(Certain::Overlap(corner, Place { part: Part::Inside, sides }))
}

/// Whether floats are certain that the mover, which rests on the obstacle, enters nothing: the most
/// frequent question of what walks on floors and slides along walls.
fn stays_outside(scaled: &Scaled<ConvexPair<'_>>, guess: &Guess) -> bool {
    let pair = &scaled.inputs;
    let can_touch_freely = pair.mover_is_solid() || !pair.reach.is_zero();
    match guess {
        Guess::Starts(face) | Guess::Pieces(_, Some(face)) if can_touch_freely => {
            decide_by_floats(&scaled.ask(|pair| pair.about(StaysOutside(*face)))) == Some(true)
        }
        _ => false,
    }
}

/// What guesses show, of which the first comes from the axes: by floats, or else by integers.
fn certain(scaled: &Scaled<ConvexPair<'_>>, first: Guess, effort: &mut Effort) -> Option<Certain> {
    let pair = &scaled.inputs;
    if matches!(first, Guess::Overlap) {
        return shared_by_boxes(pair);
    }
    shown(scaled, &first, By::Floats).or_else(|| {
        let second = guess_by_simplex(pair);
        shown(scaled, &second, By::Floats).or_else(|| {
            effort.left_first_filter = true;
            effort.exact = true;
            shown(scaled, &first, By::Integers).or_else(|| shown(scaled, &second, By::Integers))
        })
    })
}

/// The numbers by which it is told what a guess shows.
#[derive(Clone, Copy)]
enum By {
    Floats,
    Integers,
}

impl By {
    fn decide<D: Decision>(self, asked: &Scaled<D>) -> Option<D::Outcome> {
        match self {
            Self::Floats => decide_by_floats(asked),
            // A decision may leave questions open that no number can answer for it.
            Self::Integers => asked.inputs.decide::<Exact>(&asked.integers()).ok(),
        }
    }
}

/// What a guess shows.
fn shown(scaled: &Scaled<ConvexPair<'_>>, guess: &Guess, by: By) -> Option<Certain> {
    match guess {
        Guess::Unknown | Guess::Overlap => None,
        Guess::Apart(direction, at) => {
            let asked = scaled.ask(|pair| Separation::new(pair, *direction, *at));
            (by.decide(&asked) == Some(true)).then_some(Certain::Apart)
        }
        Guess::Pieces(pieces, beside) => {
            let entered = |&piece: &Piece| {
                let asked = scaled.ask(|pair| pair.about(IsEntered(piece)));
                if by.decide(&asked) == Some(Certified::EntersInside) {
                    return Some(Certain::Touches(Touching::inside(piece)));
                }
                land(scaled, piece, *beside, Facet::Entered, by)
            };
            let slid_over = |face: Face| land(scaled, Piece::Face(face), None, Facet::SlidOver, by);
            let found = pieces.as_slice().iter().find_map(entered);
            found.or_else(|| beside.and_then(slid_over))
        }
        // With a radius they may be farther from each other than along any axis.
        Guess::Starts(face) => [Facet::TouchedAtStart, Facet::SlidOver]
            .into_iter()
            .find_map(|facet| land(scaled, Piece::Face(*face), None, facet, by)),
    }
}

fn land(
    scaled: &Scaled<ConvexPair<'_>>,
    piece: Piece,
    beside: Option<Face>,
    facet: Facet,
    by: By,
) -> Option<Certain> {
    let landing = match piece {
        Piece::Corner(_) | Piece::Face(Face::Strip { .. }) => return None,
        Piece::Line(line) => by.decide(&scaled.ask(|pair| pair.about(OnLine(line))))??,
        Piece::Face(face) => {
            by.decide(&scaled.ask(|pair| pair.about(OnFacet { face, beside, facet })))??
        }
    };
    Some(Certain::Touches(Touching { piece, landing }))
}

/// Whether the time of an entry is past the end.
fn is_too_late<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    end: Until<T>,
    effort: &mut Effort,
) -> bool {
    if touching.landing.moment == Moment::Start || end.time() == T::INFINITY {
        return false;
    }
    end.is_before(compare_time(scaled, touching, end.time().widen(), effort))
}

fn compare_time(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    to: f64,
    effort: &mut Effort,
) -> Ordering {
    compare(
        &scaled.ask(|pair| pair.about(touching.numbers_of::<false>(touching.landing.first))),
        to,
        effort,
    )
}

/// The part of the obstacle that is touched by an entry over the inside of a piece.
fn touched_part(piece: Piece) -> Part {
    match piece {
        Piece::Corner(At { obstacle, .. }) => Part::Vertex(obstacle),
        Piece::Line(Line { is_of_obstacle, edge, vertex })
        | Piece::Face(Face::Strip { line: Line { is_of_obstacle, edge, vertex }, .. }) => {
            if is_of_obstacle {
                Part::Edge(edge)
            } else {
                Part::Vertex(vertex)
            }
        }
        Piece::Face(Face::Obstacle { face, .. }) => Part::Face(face),
        Piece::Face(Face::Mover { vertex, .. }) => Part::Vertex(vertex),
        Piece::Face(Face::Edges { obstacle, .. }) => Part::Edge(obstacle),
    }
}

/// The first contact.
pub(crate) fn first_contact<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    end: Until<T>,
    only_entries: bool,
    effort: &mut Effort,
) -> Answer<T, 3, Place> {
    let pair = &scaled.inputs;
    let end = if only_entries && pair.reach.is_zero() { end.with_itself() } else { end };
    let guess = guess_by_axes(pair);
    if only_entries && stays_outside(scaled, &guess) {
        return Answer::None;
    }
    match certain(scaled, guess, effort) {
        Some(Certain::Apart) => return Answer::None,
        Some(Certain::Overlap(point, feature)) => {
            let unscaled = |x: &[f64; 3]| x.map(|x| T::nearest(scaled.unscaled_length(x)));
            let (center, point) = (unscaled(pair.mover.reference()), unscaled(&point));
            return Answer::Overlap(Overlap { center, point, normal: None, feature });
        }
        Some(Certain::Touches(touching)) => {
            if (only_entries && !touching.enters(pair))
                || is_too_late(scaled, &touching, end, effort)
            {
                return Answer::None;
            }
            // On which sides of a flat box it is depends on more than the part.
            let part = touching.landing.part;
            if let Some(sides) = pair.obstacle.sides_of(part) {
                return Answer::Contact(contact(scaled, &touching, Place { part, sides }, effort));
            }
        }
        None => {}
    }
    effort.left_first_filter = true;
    effort.exact = true;
    let exact = Solver::new(scaled).meet(end, only_entries);
    rounded(exact)
}

/// The contact of a touch that is certain.
fn contact<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    place: Place,
    effort: &mut Effort,
) -> Contact<T, 3, Place> {
    let pair = &scaled.inputs;
    // The only numbers that are deeper than the bounds of floats allow.
    let are_turned = pair.mover.is_turned() && pair.obstacle.is_turned();
    if are_turned && matches!(touching.piece, Piece::Line(_)) {
        contact_of::<T, true>(scaled, touching, place, effort)
    } else {
        contact_of::<T, false>(scaled, touching, place, effort)
    }
}

fn contact_of<T: Scalar, const DEEP: bool>(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    place: Place,
    effort: &mut Effort,
) -> Contact<T, 3, Place> {
    let landing = &touching.landing;
    let touched = |spot| scaled.ask(|pair| pair.about(touching.numbers_of::<DEEP>(spot)));
    let [time, cx, cy, cz, px, py, pz, nx, ny, nz] =
        measure::<T, _, 10>(&touched(landing.first), effort);
    let other_point = landing.other.map(|spot| measure::<T, _, 3>(&touched(spot), effort));
    Contact {
        time,
        center: [cx, cy, cz],
        point: [px, py, pz],
        other_point,
        normal: landing.has_normal.then_some([nx, ny, nz]),
        feature: place,
        approach: landing.approach,
    }
}

fn nearest<T: Scalar>(vector: &[Surd; 3]) -> [T; 3] {
    vector.each_ref().map(Surd::round)
}

/// The same answer, each number rounded once.
fn rounded<T: Scalar>(exact: ExactMeeting) -> Answer<T, 3, Place> {
    match exact {
        ExactMeeting::Apart => Answer::None,
        ExactMeeting::Overlap(overlap) => Answer::Overlap(Overlap {
            center: nearest(&overlap.center),
            point: nearest(&overlap.point),
            normal: overlap.normal.as_ref().map(nearest),
            feature: overlap.place,
        }),
        ExactMeeting::Contact(contact) => Answer::Contact(Contact {
            time: contact.time.round(),
            center: nearest(&contact.center),
            point: contact.points.first().map_or([T::ZERO; 3], nearest),
            other_point: match contact.points.as_slice() {
                [_, other] => Some(nearest(other)),
                _ => None,
            },
            normal: contact.normal.as_ref().map(nearest),
            feature: contact.place,
            approach: contact.approach,
        }),
    }
}

/// The time of the first contact alone.
pub(crate) fn contact_time<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    end: Until<T>,
    rounding: Rounding,
) -> Option<T> {
    let effort = &mut Effort::default();
    match certain(scaled, guess_by_axes(&scaled.inputs), effort) {
        Some(Certain::Apart | Certain::Overlap(..)) => return None,
        Some(Certain::Touches(touching)) => {
            if touching.landing.moment == Moment::Start {
                return Some(T::ZERO);
            }
            if is_too_late(scaled, &touching, end, effort) {
                return None;
            }
            let asked =
                scaled.ask(|pair| pair.about(touching.numbers_of::<false>(touching.landing.first)));
            let [time]: [T; 1] = measure(&asked, effort);
            let is_above = rounding == Rounding::Down
                && compare_time(scaled, &touching, time.widen(), effort) == Ordering::Less;
            return Some(if is_above { time.below() } else { time });
        }
        None => {}
    }
    let solver = Solver::new(scaled);
    let Outcome::Contact(touch) = solver.meet_in_time(end) else { return None };
    let time = solver.surd(&touch.t, Unit::Time);
    Some(match rounding {
        Rounding::Down => time.round_down(),
        Rounding::Nearest => time.round(),
    })
}

/// Whether they touch within the motion, or overlap at its start.
pub(crate) fn has_contact<T: Scalar>(scaled: &Scaled<ConvexPair<'_>>, end: Until<T>) -> bool {
    let effort = &mut Effort::default();
    match certain(scaled, guess_by_axes(&scaled.inputs), effort) {
        Some(Certain::Apart) => return false,
        Some(Certain::Overlap(..)) => return true,
        Some(Certain::Touches(touching)) => return !is_too_late(scaled, &touching, end, effort),
        None => {}
    }
    !matches!(Solver::new(scaled).meet_in_time(end), Outcome::Apart)
}

/// The end of the contact, if they meet within the motion.
pub(crate) fn last_time<T: Scalar>(scaled: &Scaled<ConvexPair<'_>>, end: Until<T>) -> Option<Surd> {
    if !has_contact(scaled, end) {
        return None;
    }
    let backwards = Scaled::new(scaled.unscaled().backwards());
    let solver = Solver::new(&backwards);
    let (t, ..) = solver.pair.first()?;
    let zero = Quotient::rational(&Exact::zero());
    Some(solver.surd(&zero.minus(&t), Unit::Time))
}

/// The same pair over integers, with all that its numbers must be scaled back by.
pub(crate) struct Solver<'p, 'a> {
    pair: ExactPair<'p, 'a>,
    length: i32,
    time: i32,
}

impl<'p, 'a> Solver<'p, 'a> {
    pub(crate) fn new(scaled: &'p Scaled<ConvexPair<'a>>) -> Self {
        let grid = scaled.integers();
        let scale = |unit| scaled.scale(unit) + Grid::scale(&grid, unit);
        let (length, time) = (scale(Unit::Length), scale(Unit::Time));
        Self { pair: LiftedPair::new(&scaled.inputs, grid), length, time }
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

    /// A position, which is seen `s` times as large.
    fn position(&self, at: &Surds) -> Surds {
        match &self.pair.scale {
            Some(s) => each!(|k| at[k].over(s)),
            None => at.clone(),
        }
    }

    fn radius(&self) -> Exact {
        self.pair.lift.length(self.pair.pair.reach.radius)
    }

    fn rounding(&self) -> Exact {
        self.pair.lift.length(self.pair.pair.reach.rounding)
    }

    /// How they meet before the end.
    fn meet_in_time<T: Scalar>(&self, end: Until<T>) -> Outcome {
        match self.pair.meet(&self.pair.rest()) {
            Outcome::Contact(touch) if self.is_past(&touch, end) => Outcome::Apart,
            outcome => outcome,
        }
    }

    fn is_past<T: Scalar>(&self, touch: &Touch, end: Until<T>) -> bool {
        end.time() < T::INFINITY
            && end.is_before(self.surd(&touch.t, Unit::Time).compare_with(end.time().widen()))
    }

    /// How they first meet, or which meeting is the first entry.
    pub(crate) fn meet<T: Scalar>(&self, end: Until<T>, only_entries: bool) -> ExactMeeting {
        let rest = self.pair.rest();
        match self.pair.meet(&rest) {
            Outcome::Apart => ExactMeeting::Apart,
            Outcome::Overlap => ExactMeeting::Overlap(Box::new(self.overlap(&rest))),
            Outcome::Contact(touch) => {
                let end = if only_entries && self.pair.pair.reach.is_zero() {
                    end.with_itself()
                } else {
                    end
                };
                if self.is_past(&touch, end) || (only_entries && !touch.enters) {
                    return ExactMeeting::Apart;
                }
                ExactMeeting::Contact(Box::new(self.contact(&touch)))
            }
        }
    }

    /// The unit vector along one.
    fn unit(&self, vector: &[Exact; 3]) -> Surds {
        let length = squared(vector);
        each!(|k| Quotient::surd(&Exact::zero(), &vector[k], &length, &length))
    }

    fn contact(&self, touch: &Touch) -> ExactContact {
        let x = &self.pair;
        let spots = x.spots(touch);
        let normal = match &touch.normal {
            Some(normal) => Some(self.unit(normal)),
            None if x.pair.reach.is_zero() => None,
            None => Some(each!(|k| touch.w[k].over(&x.r))),
        };
        let rounding = self.rounding();
        let on_surface = |spot: &ExactSpot| -> Surds {
            let at = self.position(&spot.on_obstacle);
            each!(|k| {
                let [to, from] = x.pair.course.of_obstacle(k);
                let speed = x.lift.speed_difference(to, from);
                let moved = at[k].plus(&touch.t.times(&speed));
                match &normal {
                    Some(normal) => moved.plus(&normal[k].times(&rounding)),
                    None => moved,
                }
            })
        };
        let reference = x.pair.mover.reference();
        let center: Surds = each!(|k| {
            let [to, from] = x.pair.course.of_mover(k);
            let speed = x.lift.speed_difference(to, from);
            Quotient::rational(&x.lift.length(reference[k])).plus(&touch.t.times(&speed))
        });
        let points = spots.iter().map(|spot| self.vector(&on_surface(spot), Unit::Length));
        let direction = match &touch.normal {
            Some(normal) => rational(normal),
            None => touch.w.clone(),
        };
        let [place, mover_place] = self.places(spots.first(), &direction);
        ExactContact {
            time: self.surd(&touch.t, Unit::Time),
            center: self.vector(&center, Unit::Length),
            points: points.collect(),
            normal: normal.as_ref().map(|normal| self.vector(normal, Unit::Pure)),
            place,
            mover_place,
            approach: touch.approach,
        }
    }

    /// The places of a spot on the obstacle and on the mover.
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

    fn overlap(&self, rest: &Rest) -> ExactOverlap {
        let x = &self.pair;
        let reference = x.pair.mover.reference();
        let center: Surds = each!(|k| Quotient::rational(&x.lift.length(reference[k])));
        let center = self.vector(&center, Unit::Length);
        let rounding = x.scaled(&self.rounding());
        if x.distance_to(rest, &rounding) == Ordering::Greater {
            let (point, normal, spot) = self.surface_point(rest);
            let [place, _] = self.places(spot.as_ref(), &rest.vector());
            let point = self.vector(&point, Unit::Length);
            let normal = Some(self.vector(&normal, Unit::Pure));
            return ExactOverlap { center, point, normal, place };
        }
        let spot = if rest.is_zero() {
            x.first_in_order(x.shared_points())
                .map(|p| ExactSpot { on_obstacle: p.clone(), on_mover: p })
        } else {
            x.spots_at_rest(rest).into_iter().next()
        };
        let [place, _] = self.places(spot.as_ref(), &rest.vector());
        let point = match &spot {
            Some(spot) => self.vector(&self.position(&spot.on_mover), Unit::Length),
            None => center.clone(),
        };
        ExactOverlap { center, point, normal: None, place }
    }

    /// The point of the obstacle's surface that is closest to the mover, and the normal there,
    /// where the mover's core is outside of it.
    fn surface_point(&self, rest: &Rest) -> (Surds, Surds, Option<ExactSpot>) {
        let spot = self.pair.spots_at_rest(rest).into_iter().next();
        let (normal, rounding) = (self.unit(&rest.w), self.rounding());
        let at = match &spot {
            Some(spot) => self.position(&spot.on_obstacle),
            None => each!(|_k| Quotient::rational(&Exact::zero())),
        };
        let point = each!(|k| at[k].plus(&normal[k].times(&rounding)));
        (point, normal, spot)
    }

    /// The distance of the cores, `s` times; and `|W|²` over the squared denominator.
    fn core_distance(&self, rest: &Rest) -> Surd {
        let dd = squared(&rest.w);
        let m = self.pair.scaled(&rest.m);
        self.surd(&Quotient::surd(&Exact::zero(), &Exact::one(), &dd, &m), Unit::Length)
    }

    fn reach(&self) -> Surd {
        let reach = self.radius().plus(&self.rounding());
        self.surd(&Quotient::rational(&reach), Unit::Length)
    }

    /// How far the two are from each other at time zero.
    pub(crate) fn distance(&self) -> Surd {
        let rest = self.pair.rest();
        if self.pair.distance_to(&rest, &self.pair.r) != Ordering::Greater {
            return Surd::from(Rational::ZERO);
        }
        difference(&self.core_distance(&rest), &self.reach())
    }

    /// The closest points of the two at time zero.
    pub(crate) fn closest<T: Scalar>(&self) -> ClosestPoints<T, 3, Place> {
        let rest = self.pair.rest();
        let rounding = self.pair.scaled(&self.rounding());
        if self.pair.distance_to(&rest, &rounding) != Ordering::Greater {
            let overlap = self.overlap(&rest);
            let point = nearest(&overlap.point);
            return ClosestPoints {
                point,
                on_axis: point,
                distance: T::ZERO,
                feature: overlap.place,
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
            distance: self.distance().round(),
            feature: place,
        }
    }

    /// The least translation after which the two only touch, if they overlap at time zero.
    pub(crate) fn penetration<T: Scalar>(&self) -> Option<Penetration<T, 3>> {
        let rest = self.pair.rest();
        if !matches!(self.pair.meet(&rest), Outcome::Overlap) {
            return None;
        }
        if !rest.is_zero() {
            let direction = nearest(&self.vector(&self.unit(&rest.w), Unit::Pure));
            let depth = difference(&self.reach(), &self.core_distance(&rest)).round();
            return Some(Penetration { direction, depth });
        }
        let exit = self.pair.exit();
        let direction = nearest(&self.vector(&self.unit(&exit.normal), Unit::Pure));
        let length = squared(&exit.normal);
        let height =
            Quotient::surd(&Exact::zero(), &exit.height, &length, &self.pair.scaled(&length));
        let height = self.surd(&height, Unit::Length);
        let depth = sum(&height, &self.reach()).round();
        Some(Penetration { direction, depth })
    }

    /// Whether the two share a point at time zero.
    pub(crate) fn intersects(&self) -> bool {
        let rest = self.pair.rest();
        self.pair.distance_to(&rest, &self.pair.r) != Ordering::Greater
    }
}

/// The difference of two numbers of which one is rational.
fn difference(a: &Surd, b: &Surd) -> Surd {
    a.checked_sub(b).unwrap_or_else(|| unreachable!("one of the two is rational"))
}

fn sum(a: &Surd, b: &Surd) -> Surd {
    a.checked_add(b).unwrap_or_else(|| unreachable!("one of the two is rational"))
}

impl Core<'_> {
    /// On which sides of a box a part is; none of what is no box. Not known where it is flat, for
    /// there it depends on the normal.
    fn sides_of(&self, part: Part) -> Option<[Side; 3]> {
        let Some(extents) = self.extents() else { return Some([Side::Between; 3]) };
        if (0..extents.dimension()).any(|axis| extents.is_flat_along(axis)) {
            return None;
        }
        let topology = self.topology();
        let vertices: Vec<u32> = match part {
            Part::Vertex(i) => [i].into(),
            Part::Edge(i) => topology.edges[i as usize].into(),
            Part::Face(i) => topology.corners(i).collect(),
            Part::Inside => Vec::new(),
        };
        let mut sides = [Side::Between; 3];
        for (axis, side) in sides.iter_mut().enumerate().take(extents.dimension()) {
            let is_high = |v: &u32| v >> axis & 1 == 1;
            if vertices.iter().all(is_high) {
                *side = Side::Max;
            } else if !vertices.iter().any(is_high) {
                *side = Side::Min;
            }
        }
        Some(sides)
    }
}
