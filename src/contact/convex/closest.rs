//! The questions about a pair at rest: what is guessed to be closest is certified, else all pieces
//! are asked.

use super::guess::{Guess, guess_closest};
use super::landing::{Facet, OnFacet};
use super::line_landing::OnLine;
use super::pair::ConvexPair;
use super::piece::{Face, Piece};
use super::rest::{ClosestOver, DistanceTo, IsClosest};
use super::shared::StartsInside;
use super::solver::{Place, Solver};
use super::touching::{By, Touching};
use crate::contact::answer::{ClosestPoints, Overlap, Penetration};
use crate::number::{Effort, Scaled, Sign, decide_by_floats, measure};
use crate::shape::Scalar;

/// Numbers of the closest points.
struct Numbers<T> {
    point: [T; 3],
    on_mover: [T; 3],
    normal: [T; 3],
    /// Less than nothing where the two overlap.
    distance: T,
}

/// What is closest at the start: over the inside of a piece, or on a facet or an edge of `K`.
fn closest_of(scaled: &Scaled<ConvexPair<'_>>, guess: &Guess) -> Option<Touching> {
    let Guess::Pieces(pieces, _) = guess else { return None };
    [By::Floats, By::Integers]
        .into_iter()
        .find_map(|by| pieces.as_slice().iter().find_map(|&piece| over(scaled, piece, by)))
}

fn over(scaled: &Scaled<ConvexPair<'_>>, piece: Piece, by: By) -> Option<Touching> {
    if by.decide(&scaled.ask(|pair| pair.about(IsClosest(piece)))) == Some(true) {
        return Some(Touching::inside(piece));
    }
    let landing = match piece {
        Piece::Corner(_) | Piece::Face(Face::Strip { .. }) => return None,
        Piece::Line(line) => {
            by.decide(&scaled.ask(|pair| pair.about(OnLine { line, is_at_rest: true })))??
        }
        Piece::Face(face) => {
            let asked = OnFacet { face, beside: None, facet: Facet::Closest };
            by.decide(&scaled.ask(|pair| pair.about(asked)))??
        }
    };
    Some(Touching { piece, landing })
}

/// Whether what is closest is farther away than the radius of the obstacle, or of both together.
fn beyond(scaled: &Scaled<ConvexPair<'_>>, closest: &Touching, of_both: bool) -> Option<Sign> {
    let asked = scaled.ask(|pair| pair.about(DistanceTo { piece: closest.piece, of_both }));
    [By::Floats, By::Integers].into_iter().find_map(|by| by.decide(&asked))
}

fn numbers<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    closest: &Touching,
    effort: &mut Effort,
) -> Numbers<T> {
    let pair = &scaled.inputs;
    let [px, py, pz, ax, ay, az, nx, ny, nz, distance] =
        if pair.mover.is_turned() && pair.obstacle.is_turned() {
            numbers_of::<T, true>(scaled, closest, effort)
        } else {
            numbers_of::<T, false>(scaled, closest, effort)
        };
    Numbers { point: [px, py, pz], on_mover: [ax, ay, az], normal: [nx, ny, nz], distance }
}

fn numbers_of<T: Scalar, const DEEP: bool>(
    scaled: &Scaled<ConvexPair<'_>>,
    &Touching { piece, landing }: &Touching,
    effort: &mut Effort,
) -> [T; 10] {
    let asked = ClosestOver::<DEEP> { piece, spot: landing.first };
    measure(&scaled.ask(|pair| pair.about(asked)), effort)
}

/// The place of the closest point.
fn place(scaled: &Scaled<ConvexPair<'_>>, closest: &Touching) -> Option<Place> {
    let part = closest.landing.part;
    scaled.inputs.obstacle.sides_of(part).map(|sides| Place { part, sides })
}

/// Whether the cores certainly share more than a touch.
fn starts_inside(scaled: &Scaled<ConvexPair<'_>>, guess: &Guess) -> bool {
    let Guess::Inside(corners) = *guess else { return false };
    decide_by_floats(&scaled.ask(|pair| pair.about(StartsInside(corners)))) == Some(true)
}

/// Whether floats are certain that the cores share more than a touch at the start.
pub(crate) fn shares_inside(scaled: &Scaled<ConvexPair<'_>>) -> bool {
    starts_inside(scaled, &guess_closest(&scaled.inputs))
}

/// An overlap that is certain: of the cores, or of the radii alone, and what is closest then.
pub(super) fn overlap_at_start(scaled: &Scaled<ConvexPair<'_>>) -> Option<Option<Touching>> {
    let guess = guess_closest(&scaled.inputs);
    if starts_inside(scaled, &guess) {
        return Some(None);
    }
    if scaled.inputs.reach.is_zero() {
        return None;
    }
    let closest = closest_of(scaled, &guess)?;
    (beyond(scaled, &closest, true)? == Sign::Negative).then_some(Some(closest))
}

/// An overlap, where the mover's core is outside of the rounded obstacle.
pub(super) fn overlap<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    closest: &Touching,
    effort: &mut Effort,
) -> Option<Overlap<T, 3, Place>> {
    if beyond(scaled, closest, false)? != Sign::Positive {
        return None;
    }
    let feature = place(scaled, closest)?;
    let center = scaled.inputs.mover.reference();
    let center = center.map(|x| T::nearest(scaled.unscaled_length(x)));
    let Numbers { point, normal, .. } = numbers(scaled, closest, effort);
    Some(Overlap { center, point, normal: Some(normal), feature })
}

/// The closest points of the two at time zero.
pub(crate) fn closest_points<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
) -> ClosestPoints<T, 3, Place> {
    let guess = guess_closest(&scaled.inputs);
    if starts_inside(scaled, &guess) {
        return Solver::new(scaled).closest_of_cores();
    }
    let certain = || {
        let closest = closest_of(scaled, &guess)?;
        if beyond(scaled, &closest, false)? != Sign::Positive {
            return None;
        }
        let feature = place(scaled, &closest)?;
        let is_apart = beyond(scaled, &closest, true)? == Sign::Positive;
        let Numbers { point, on_mover, distance, .. } =
            numbers(scaled, &closest, &mut Effort::default());
        let distance = if is_apart { distance } else { T::ZERO };
        Some(ClosestPoints { point, on_axis: on_mover, distance, feature })
    };
    certain().unwrap_or_else(|| Solver::new(scaled).closest())
}

/// The least translation after which the two only touch, if they overlap at time zero.
pub(crate) fn penetration<T: Scalar>(scaled: &Scaled<ConvexPair<'_>>) -> Option<Penetration<T, 3>> {
    let guess = guess_closest(&scaled.inputs);
    if starts_inside(scaled, &guess) {
        return Some(Solver::new(scaled).penetration_of_cores());
    }
    let Some(closest) = closest_of(scaled, &guess) else {
        return Solver::new(scaled).penetration();
    };
    match beyond(scaled, &closest, true) {
        Some(Sign::Negative) => {
            let Numbers { normal, distance, .. } =
                numbers::<T>(scaled, &closest, &mut Effort::default());
            Some(Penetration { direction: normal, depth: T::nearest(-distance.widen()) })
        }
        Some(_) => None,
        None => Solver::new(scaled).penetration(),
    }
}

/// Whether the two share a point at time zero.
pub(crate) fn intersects(scaled: &Scaled<ConvexPair<'_>>) -> bool {
    let guess = guess_closest(&scaled.inputs);
    if starts_inside(scaled, &guess) {
        return true;
    }
    let beyond = closest_of(scaled, &guess).and_then(|closest| beyond(scaled, &closest, true));
    match beyond {
        Some(sign) => sign != Sign::Positive,
        None => Solver::new(scaled).intersects(),
    }
}
