//! The queries of a moving pair: floats guess, and a certificate proves the guess. If no
//! certificate holds, all pieces are evaluated.

use super::axes::{AxisOutcome, by_separating_axes};
use super::certificate::Certified;
use super::core::Part;
use super::exhaustive::Outcome;
use super::guess::{Guess, guess_by_simplex};
use super::landing::{FacetQuery, Moment, StaysOutside};
use super::numbers::{IsEntered, IsEnteredInside};
use super::pair::ConvexPair;
use super::piece::{Face, Piece};
use super::separation::{AxisAcross, Separation};
use super::solver::{self, Place, Solver, rounded};
use super::start::{Overlapping, beyond, overlap, overlap_at_start, reference, unscaled};
use super::touching::{By, Touching};
use crate::contact::answer::{Answer, Approach, Contact, Overlap};
use crate::contact::boxes::Side;
use crate::number::{
    Effort, Rounding, Scaled, Sign, Surd, compare, compiled, decide_by_floats, measure,
};
use crate::shape::{Scalar, Until};
use core::cmp::Ordering;

/// An outcome that a certificate has proven.
enum Certain {
    Apart,
    /// The two bodies share more than boundary points at the start: the point and the place of the
    /// overlap.
    Overlap([f64; 3], Place),
    OverlapAtStart(Overlapping),
    Touches(Touching),
}

/// Returns the overlap of two boxes along the axes of the world if their interiors intersect. The
/// least corner of the common box is the first in the mover's reading order, and only comparisons
/// of given floats are needed.
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
    // Only the sides name a feature of a box, so the part does not matter.
    Some(Certain::Overlap(corner, Place { part: Part::Inside, sides }))
}

/// Returns whether floats prove that the mover, which rests on the obstacle, enters nothing: the
/// most frequent query of a body that walks on floors and slides along walls.
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

/// Returns the outcome that separating axes prove. If they prove none, proves one of two guesses by
/// floats or, if that fails, by integers; the first guess comes from the axes. With `of_points`,
/// the points of a touch are certain too, and not only its time.
fn certain(
    scaled: &Scaled<ConvexPair<'_>>,
    by_axes: AxisOutcome,
    of_points: bool,
    effort: &mut Effort,
) -> Option<Certain> {
    let pair = &scaled.inputs;
    let first = match by_axes {
        AxisOutcome::Misses => return Some(Certain::Apart),
        AxisOutcome::Enters(face) => {
            return Some(Certain::Touches(Touching::inside(Piece::Face(face))));
        }
        AxisOutcome::Lands(face, landing) => {
            return Some(Certain::Touches(Touching { piece: Piece::Face(face), landing }));
        }
        AxisOutcome::Guessed(guess) => guess,
    };
    let overlap = || overlap_at_start(scaled).map(Certain::OverlapAtStart);
    if matches!(first, Guess::Overlap) {
        return shared_by_boxes(pair).or_else(overlap);
    }
    shown(scaled, &first, of_points, By::Floats).or_else(|| {
        let second = guess_by_simplex(pair);
        shown(scaled, &second, of_points, By::Floats).or_else(overlap).or_else(|| {
            effort.left_first_filter = true;
            effort.exact = true;
            shown(scaled, &first, of_points, By::Integers)
                .or_else(|| shown(scaled, &second, of_points, By::Integers))
        })
    })
}

/// Returns the outcome that a guess proves, if a certificate holds.
fn shown(
    scaled: &Scaled<ConvexPair<'_>>,
    guess: &Guess,
    of_points: bool,
    by: By,
) -> Option<Certain> {
    let land = |piece, beside, facet| {
        Touching::landing(scaled, piece, beside, facet, of_points, by).map(Certain::Touches)
    };
    match guess {
        Guess::Unknown | Guess::Overlap | Guess::Inside(_) => None,
        Guess::Apart(direction, at) => {
            let asked = scaled.ask(|pair| Separation::new(pair, *direction, *at));
            (by.decide(&asked) == Some(true)).then_some(Certain::Apart)
        }
        Guess::Pieces(pieces, beside) => {
            let entered = |&piece: &Piece| {
                let asked = scaled.ask(|pair| pair.about(IsEnteredInside(piece)));
                if by.decide(&asked) == Some(true) {
                    return Some(Certain::Touches(Touching::inside(piece)));
                }
                land(piece, *beside, FacetQuery::Entered)
            };
            let slid_over = |face: Face| land(Piece::Face(face), None, FacetQuery::SlidOver);
            let found = pieces.as_slice().iter().find_map(entered);
            found.or_else(|| beside.and_then(slid_over))
        }
        // With a radius, the distance of the two bodies may be greater than their distance along
        // every axis.
        Guess::Starts(face) => [FacetQuery::TouchedAtStart, FacetQuery::SlidOver]
            .into_iter()
            .find_map(|facet| land(Piece::Face(*face), None, facet)),
    }
}

/// Returns whether the time of an entry is past the end of the motion.
fn is_too_late(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    end: Until<f64>,
    effort: &mut Effort,
) -> bool {
    if touching.landing.moment == Moment::Start || end.time() == f64::INFINITY {
        return false;
    }
    end.is_before(compare_time(scaled, touching, end.time(), effort))
}

fn compare_time(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    to: f64,
    effort: &mut Effort,
) -> Ordering {
    compare(&scaled.ask(|pair| pair.about(touching.numbers())), to, effort)
}

/// Computes the time of a touch that is certain.
fn time_of<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    effort: &mut Effort,
) -> T {
    let [time] = measure(&scaled.ask(|pair| pair.about(touching.numbers())), effort);
    time
}

/// Computes the first contact, or the overlap at the start.
#[inline]
pub(crate) fn first_contact<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    end: Until<f64>,
    only_entries: bool,
    effort: &mut Effort,
) -> Answer<T, 3, Place> {
    first_contact_of_many(scaled, end, only_entries, effort).answer
}

/// A first contact with its touch or its exact time, for comparisons with other contacts.
pub(crate) struct FirstContact<T> {
    pub(crate) answer: Answer<T, 3, Place>,
    /// The touch, if floats certified it.
    touching: Option<Touching>,
    /// The exact time, if integers decided the contact.
    pub(crate) exact_time: Option<Surd>,
}

impl<T> FirstContact<T> {
    /// Returns the axis of the world that is exactly normal to the plane between the two bodies at
    /// the time of the contact, if the contact is an entry.
    pub(crate) fn axis(&self, scaled: &Scaled<ConvexPair<'_>>) -> Option<usize> {
        let Touching { piece: Piece::Face(face), landing } = self.touching.as_ref()? else {
            return None;
        };
        if landing.moment != Moment::Entry || landing.approach != Approach::Approaching {
            return None;
        }
        decide_by_floats(&scaled.ask(|pair| pair.about(AxisAcross(*face))))?
    }
}

compiled! { <'a, 'b, T>
    /// Computes the first contact, or the overlap at the start, for comparisons with other
    /// contacts.
    pub(crate) fn first_contact_of_many(
        scaled: &'a Scaled<ConvexPair<'b>>,
        end: Until<f64>,
        only_entries: bool,
        effort: &'a mut Effort,
    ) -> FirstContact<T> {
        let is_thin = scaled.inputs.reach.is_zero() && !scaled.inputs.mover_is_solid();
        let end = if only_entries && is_thin { end.with_itself() } else { end };
        if let Some((answer, touching)) = certified(scaled, end, only_entries, effort) {
            return FirstContact { answer, touching, exact_time: None };
        }
        effort.left_first_filter = true;
        effort.exact = true;
        let exact = Solver::after_floats(scaled).meet(end, only_entries);
        let exact_time = match &exact {
            Answer::Contact(contact) => Some(contact.time.clone()),
            _ => None,
        };
        FirstContact { answer: rounded(exact), touching: None, exact_time }
    }
}

/// Returns the first contact with its touch, or the overlap at the start, if a certificate holds.
fn certified<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    end: Until<f64>,
    only_entries: bool,
    effort: &mut Effort,
) -> Option<(Answer<T, 3, Place>, Option<Touching>)> {
    let pair = &scaled.inputs;
    let by_axes = by_separating_axes(scaled);
    if let (true, AxisOutcome::Guessed(guess)) = (only_entries, &by_axes)
        && stays_outside(scaled, guess)
    {
        return Some((Answer::None, None));
    }
    let overlap = match certain(scaled, by_axes, true, effort)? {
        Certain::Apart => return Some((Answer::None, None)),
        Certain::Touches(touching) => {
            if (only_entries && !touching.enters(pair))
                || is_too_late(scaled, &touching, end, effort)
            {
                return Some((Answer::None, None));
            }
            let place = touching.place(pair)?;
            let contact = contact(scaled, &touching, place, effort);
            return Some((Answer::Contact(contact), Some(touching)));
        }
        Certain::Overlap(point, feature) => {
            let (center, point) = (reference(scaled), unscaled(scaled, &point));
            Overlap { center, point, normal: None, feature }
        }
        Certain::OverlapAtStart(Overlapping::Cores) if pair.mover.dimension() == 0 => {
            // The point itself lies inside of the obstacle.
            let center = reference(scaled);
            let feature = Place { part: Part::Inside, sides: [Side::Between; 3] };
            Overlap { center, point: center, normal: None, feature }
        }
        Certain::OverlapAtStart(Overlapping::Cores) => match overlap_of_axis(scaled, effort) {
            Some(overlap) => overlap,
            None => {
                effort.left_first_filter = true;
                effort.exact = true;
                Solver::new(scaled).overlap_of_cores()
            }
        },
        Certain::OverlapAtStart(Overlapping::Radii(closest)) => {
            match beyond(scaled, &closest, false)? {
                Sign::Positive => overlap(scaled, &closest, effort)?,
                // The mover's core is not outside of the inflated obstacle.
                _ => overlap_of_axis(scaled, effort)?,
            }
        }
    };
    Some((Answer::Overlap(overlap), None))
}

/// Returns the overlap of a capsule whose axis meets the inflated obstacle: the first contact of a
/// point that moves along the axis.
pub(super) fn overlap_of_axis<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    effort: &mut Effort,
) -> Option<Overlap<T, 3, Place>> {
    let along = Scaled::new(scaled.unscaled().along_axis()?);
    let (point, feature) = match first_contact(&along, Until::NEVER, false, effort) {
        Answer::None => return None,
        Answer::Overlap(Overlap { point, feature, .. })
        | Answer::Contact(Contact { point, feature, .. }) => (point, feature),
    };
    Some(Overlap { center: reference(scaled), point, normal: None, feature })
}

/// Computes the contact from a touch that is certain.
fn contact<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    touching: &Touching,
    place: Place,
    effort: &mut Effort,
) -> Contact<T, 3, Place> {
    let landing = &touching.landing;
    let touched = scaled.ask(|pair| pair.about(touching.numbers()));
    let ([time, cx, cy, cz, px, py, pz, nx, ny, nz], other_point) = if landing.other.is_some() {
        let [numbers @ .., qx, qy, qz] = measure::<T, _, 13>(&touched, effort);
        (numbers, Some([qx, qy, qz]))
    } else {
        (measure::<T, _, 10>(&touched, effort), None)
    };
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

compiled! { <'a, 'b, T>
    /// Computes the time of the first contact alone.
    pub(crate) fn contact_time(
        scaled: &'a Scaled<ConvexPair<'b>>,
        end: Until<f64>,
        rounding: Rounding,
    ) -> Option<T> {
        let effort = &mut Effort::default();
        match certain(scaled, by_separating_axes(scaled), false, effort) {
            Some(Certain::Apart | Certain::Overlap(..) | Certain::OverlapAtStart(_)) => return None,
            Some(Certain::Touches(touching)) => {
                if touching.landing.moment == Moment::Start {
                    return Some(T::ZERO);
                }
                if is_too_late(scaled, &touching, end, effort) {
                    return None;
                }
                let time: T = time_of(scaled, &touching, effort);
                let is_above = rounding == Rounding::Down
                    && compare_time(scaled, &touching, time.widen(), effort) == Ordering::Less;
                return Some(if is_above { time.below() } else { time });
            }
            None => {}
        }
        let time = Solver::after_floats(scaled).time(end)?;
        Some(match rounding {
            Rounding::Down => time.round_down(),
            Rounding::Nearest => time.round(),
        })
    }
}

/// Decides whether the two bodies touch within the motion, or overlap at its start.
pub(crate) fn has_contact(scaled: &Scaled<ConvexPair<'_>>, end: Until<f64>) -> bool {
    let effort = &mut Effort::default();
    match certain(scaled, by_separating_axes(scaled), false, effort) {
        Some(Certain::Apart) => return false,
        Some(Certain::Overlap(..) | Certain::OverlapAtStart(_)) => return true,
        Some(Certain::Touches(touching)) => return !is_too_late(scaled, &touching, end, effort),
        None => {}
    }
    !matches!(Solver::after_floats(scaled).meet_in_time(end), Outcome::Apart)
}

compiled! { <'a, 'b, T>
    /// Computes the time of the last contact, if the two bodies touch within the motion.
    pub(crate) fn last_time(
        scaled: &'a Scaled<ConvexPair<'b>>,
        end: Until<f64>,
    ) -> Option<T> {
        if !has_contact(scaled, end) {
            return None;
        }
        let backwards = Scaled::new(scaled.unscaled().backwards());
        let entered = |piece: &&Piece| {
            let asked = backwards.ask(|pair| pair.about(IsEntered(**piece)));
            matches!(decide_by_floats(&asked), Some(Certified::Enters | Certified::EntersInside))
        };
        let entered = match guess_by_simplex(&backwards.inputs) {
            Guess::Pieces(pieces, _) => pieces.as_slice().iter().find(entered).copied(),
            _ => None,
        };
        let Some(piece) = entered else {
            return last_time_exactly(scaled, end).map(|time| time.round());
        };
        let time: T = time_of(&backwards, &Touching::inside(piece), &mut Effort::default());
        // The subtraction from zero never gives minus zero.
        Some(T::nearest(0.0 - time.widen()))
    }
}

/// Computes the time of the last contact as an exact number.
pub(crate) fn last_time_exactly(scaled: &Scaled<ConvexPair<'_>>, end: Until<f64>) -> Option<Surd> {
    if has_contact(scaled, end) { solver::last_time(scaled) } else { None }
}
