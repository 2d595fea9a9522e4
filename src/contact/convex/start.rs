//! Certificates at the start of the motion: for guessed closest points, and for an overlap.

use super::guess::{Guess, guess_closest};
use super::landing::FacetQuery;
use super::pair::ConvexPair;
use super::piece::Piece;
use super::rest::{ClosestOver, DistanceTo, IsClosest};
use super::shared::StartsInside;
use super::solver::Place;
use super::touching::{By, Touching};
use crate::contact::answer::Overlap;
use crate::number::{Effort, Scaled, Sign, decide_by_floats, measure};
use crate::shape::Scalar;

/// The numbers of the closest points of the mover and the obstacle.
pub(super) struct StartNumbers<T> {
    pub(super) point: [T; 3],
    pub(super) on_mover: [T; 3],
    pub(super) normal: [T; 3],
    /// The distance of the two bodies; negative if they overlap.
    pub(super) distance: T,
}

/// Returns a certified touch with the piece of `K` that is closest at the start: in the inside of
/// the piece, or on a facet or an edge of `K`.
pub(super) fn closest_of(scaled: &Scaled<ConvexPair<'_>>, guess: &Guess) -> Option<Touching> {
    let Guess::Pieces(pieces, _) = guess else { return None };
    [By::Floats, By::Integers]
        .into_iter()
        .find_map(|by| pieces.as_slice().iter().find_map(|&piece| over(scaled, piece, by)))
}

fn over(scaled: &Scaled<ConvexPair<'_>>, piece: Piece, by: By) -> Option<Touching> {
    if by.decide(&scaled.ask(|pair| pair.about(IsClosest(piece)))) == Some(true) {
        return Some(Touching::inside(piece));
    }
    Touching::landing(scaled, piece, None, FacetQuery::Closest, true, by)
}

/// Compares the distance at the closest piece with the inflation of the obstacle, or with the sum
/// of both radii.
pub(super) fn beyond(
    scaled: &Scaled<ConvexPair<'_>>,
    closest: &Touching,
    of_both: bool,
) -> Option<Sign> {
    let asked = scaled.ask(|pair| pair.about(DistanceTo { piece: closest.piece, of_both }));
    [By::Floats, By::Integers].into_iter().find_map(|by| by.decide(&asked))
}

pub(super) fn numbers<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    closest: &Touching,
    effort: &mut Effort,
) -> StartNumbers<T> {
    let asked = ClosestOver { piece: closest.piece, spot: closest.landing.first };
    let [px, py, pz, ax, ay, az, nx, ny, nz, distance] =
        measure(&scaled.ask(|pair| pair.about(asked)), effort);
    StartNumbers { point: [px, py, pz], on_mover: [ax, ay, az], normal: [nx, ny, nz], distance }
}

/// Returns whether the cores certainly share more than boundary points.
pub(super) fn starts_inside(scaled: &Scaled<ConvexPair<'_>>, guess: &Guess) -> bool {
    let Guess::Inside(corners) = *guess else { return false };
    decide_by_floats(&scaled.ask(|pair| pair.about(StartsInside(corners)))) == Some(true)
}

/// The kind of an overlap at the start.
#[derive(Clone, Copy)]
pub(super) enum Overlapping {
    /// The cores share more than boundary points.
    Cores,
    /// The cores are apart, and this touch contains the closest points.
    Radii(Touching),
}

/// Returns the kind of an overlap at the start, if the overlap is certain.
pub(super) fn overlap_at_start(scaled: &Scaled<ConvexPair<'_>>) -> Option<Overlapping> {
    let guess = guess_closest(&scaled.inputs);
    if starts_inside(scaled, &guess) {
        return Some(Overlapping::Cores);
    }
    if scaled.inputs.reach.is_zero() {
        return None;
    }
    let closest = closest_of(scaled, &guess)?;
    (beyond(scaled, &closest, true)? == Sign::Negative).then_some(Overlapping::Radii(closest))
}

/// Computes an overlap for a mover whose core is known to be outside of the inflated obstacle.
pub(super) fn overlap<T: Scalar>(
    scaled: &Scaled<ConvexPair<'_>>,
    closest: &Touching,
    effort: &mut Effort,
) -> Option<Overlap<T, 3, Place>> {
    let feature = closest.place(&scaled.inputs)?;
    let StartNumbers { point, normal, .. } = numbers(scaled, closest, effort);
    Some(Overlap { center: reference(scaled), point, normal: Some(normal), feature })
}

/// Returns a given point in its units before the scaling.
pub(super) fn unscaled<T: Scalar>(scaled: &Scaled<ConvexPair<'_>>, point: &[f64; 3]) -> [T; 3] {
    point.map(|x| T::nearest(scaled.unscaled_length(x)))
}

/// Returns the position of the mover's reference point at the start.
pub(super) fn reference<T: Scalar>(scaled: &Scaled<ConvexPair<'_>>) -> [T; 3] {
    unscaled(scaled, scaled.inputs.mover.reference())
}
