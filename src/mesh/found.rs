//! Results of a search in a mesh: a triangle, and how it is met or how close it is. Two results are
//! ordered by exact numbers if their bounds overlap.
//!
//! Whether two triangles are touched in the same place is decided by the coordinates of the place
//! and not by its indices, because meshes often repeat vertices.

use super::candidate::{AtTriangle, Candidate, CandidateOutcome, MiddleAtTriangle, TouchedPlace};
use super::separating_plane::PlaceRelation;
use crate::contact::{Effort, Feature, TimeEquation};
use crate::number::{
    Bracket, Inputs, Measure, Scaled, Surd, compare, compare_two, measure_exactly,
};
use core::cmp::Ordering;

/// A triangle that the body meets. The scaled cast at the triangle is not stored but computed again
/// where it is needed, because a copy of it takes some cycles.
pub(super) struct MetTriangle<C: Candidate> {
    pub(super) triangle: usize,
    pub(super) meeting: CandidateOutcome<C>,
    /// Two floats around the time.
    pub(super) key: Bracket,
}

/// A triangle, and its closest feature.
pub(super) struct NearestTriangle<C: MiddleAtTriangle> {
    pub(super) triangle: usize,
    pub(super) scaled: Scaled<C>,
    pub(super) closest: C::Closest,
    /// Two floats around the squared distance.
    pub(super) key: Bracket,
}

impl<C: Candidate> MetTriangle<C> {
    /// Whether the relation of another triangle to the touched place decides the order of the
    /// triangle and this result. Either the triangle comes later, or it is met in the same place;
    /// then the lower index counts, and this result becomes the result of that triangle. `touch` is
    /// the touch at that place.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn settles(
        &mut self,
        beside: PlaceRelation,
        touch: &C::Touch,
        triangle: usize,
    ) -> bool {
        if let PlaceRelation::Same(shared) = beside
            && triangle < self.triangle
        {
            let meeting = CandidateOutcome::<C>::Contact(C::shared(touch, shared));
            *self = MetTriangle { triangle, meeting, key: self.key };
        }
        beside != PlaceRelation::Unknown
    }

    /// The touch, if it is later than time zero.
    fn later_touch(&self) -> Option<C::Touch> {
        match self.meeting {
            CandidateOutcome::<C>::Contact(touch) if C::when(&touch) != TimeEquation::Start => {
                Some(touch)
            }
            _ => None,
        }
    }
}

impl<C: MiddleAtTriangle> NearestTriangle<C> {
    /// As [`MetTriangle::settles`], for the closest triangle.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn settles(
        &mut self,
        beside: PlaceRelation,
        triangle: usize,
        cast: impl FnOnce() -> C,
    ) -> bool {
        if let PlaceRelation::Same(shared) = beside
            && triangle < self.triangle
        {
            let closest = C::shared(self.closest, shared);
            *self =
                NearestTriangle { triangle, scaled: Scaled::new(cast()), closest, key: self.key };
        }
        beside != PlaceRelation::Unknown
    }
}

/// Whether this result comes before the best so far. At equal times, the lower index comes first.
pub(super) fn comes_first<C: Candidate>(
    found: &MetTriangle<C>,
    best: &MetTriangle<C>,
    cast: impl Fn(usize) -> Scaled<C>,
    effort: &mut Effort,
) -> bool {
    let order = compare_times(found, best, cast, effort);
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

/// The order of the times of two results.
pub(super) fn compare_times<C: Candidate>(
    a: &MetTriangle<C>,
    b: &MetTriangle<C>,
    cast: impl Fn(usize) -> Scaled<C>,
    effort: &mut Effort,
) -> Ordering {
    a.key.compare(&b.key).unwrap_or_else(|| {
        let [cast_at_a, cast_at_b] = [a, b].map(|found| cast(found.triangle));
        match (a.later_touch(), b.later_touch()) {
            (None, None) => Ordering::Equal,
            // A touch at the start has the time zero.
            (Some(touch), None) => compare(&C::time(&cast_at_a, touch, false), 0.0, effort),
            (None, Some(touch)) => {
                compare(&C::time(&cast_at_b, touch, false), 0.0, effort).reverse()
            }
            (Some(of_a), Some(of_b)) => {
                let places = [(&cast_at_a, C::place(&of_a)), (&cast_at_b, C::place(&of_b))];
                if same_place(places) {
                    return Ordering::Equal;
                }
                let [of_a, of_b] =
                    [C::time(&cast_at_a, of_a, false), C::time(&cast_at_b, of_b, false)];
                compare_two(&of_a, &of_b, effort)
            }
        }
    })
}

/// Whether this result is closer than the best so far. At equal distances, the lower index counts
/// as closer.
pub(super) fn is_closer<C: MiddleAtTriangle>(
    found: &NearestTriangle<C>,
    best: &NearestTriangle<C>,
    effort: &mut Effort,
) -> bool {
    let order = found.key.compare(&best.key).unwrap_or_else(|| {
        let place = |nearest: &NearestTriangle<C>| C::place(nearest.closest);
        match (place(found), place(best)) {
            (None, None) => return Ordering::Equal,
            (Some(a), Some(b)) if same_place([(&found.scaled, a), (&best.scaled, b)]) => {
                return Ordering::Equal;
            }
            _ => {}
        }
        let [found, best] =
            [found, best].map(|nearest| C::squared_distance(&nearest.scaled, nearest.closest));
        compare_two(&found, &best, effort)
    });
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

pub(super) fn exactly<M: Measure<1>>(scaled: &Scaled<M>) -> Surd {
    let [value] = measure_exactly(scaled);
    value
}

/// Whether two triangles are met at a feature that they share: at the same vertex or edge, or in
/// the same face. Features are compared by coordinates, so that repeated vertices count as one.
fn same_place<C: Inputs + AtTriangle>(
    [(a, of_a), (b, of_b)]: [(&Scaled<C>, TouchedPlace); 2],
) -> bool {
    if !a.has_lengths_of(b) || of_a.part != of_b.part {
        return false;
    }
    let vertex = |scaled: &Scaled<C>, i: usize| scaled.inputs.corners()[i % 3];
    match (of_a.feature, of_b.feature) {
        (Feature::Vertex(i), Feature::Vertex(j)) => vertex(a, i as usize) == vertex(b, j as usize),
        (Feature::Edge(i), Feature::Edge(j)) => {
            let (a, b) = (
                [0, 1].map(|k| vertex(a, i as usize + k)),
                [0, 1].map(|k| vertex(b, j as usize + k)),
            );
            a == b || a == [b[1], b[0]]
        }
        // The same triangle, repeated in the mesh.
        (Feature::Face, Feature::Face) => a.inputs.corners() == b.inputs.corners(),
        _ => false,
    }
}
