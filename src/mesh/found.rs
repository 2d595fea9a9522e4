//! What was found of a mesh: a triangle, and how it is met or how close it is; and which of two
//! comes first, by exact numbers where they tie.
//!
//! Two triangles are touched in the same place if the coordinates of the place are equal, not its
//! indices: meshes often have their vertices twice.

use super::beside::Beside;
use super::candidate::{AtTriangle, Candidate, Meeting, Near, TouchedPlace};
use crate::contact::{Effort, Feature, When};
use crate::number::{
    Bracket, Inputs, Measure, Scaled, Surd, compare, compare_two, measure_exactly,
};
use core::cmp::Ordering;

/// What was found: a triangle, and how it is met. How the body is cast at it is made anew where it
/// is asked for, as that takes some cycles to copy.
pub(super) struct Found<C: Candidate> {
    pub(super) triangle: usize,
    pub(super) meeting: Meeting<C>,
    /// The time.
    pub(super) key: Bracket,
}

/// A triangle, and what of it is closest.
pub(super) struct Nearest<C: Near> {
    pub(super) triangle: usize,
    pub(super) scaled: Scaled<C>,
    pub(super) closest: C::Closest,
    /// The squared distance.
    pub(super) key: Bracket,
}

impl<C: Candidate> Found<C> {
    /// Whether what is known of a triangle beside this one settles it: it comes later, or is met in
    /// the same place, and then the one with the lower index counts. `touch` is that of which
    /// `beside` tells.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn settles(&mut self, beside: Beside, touch: &C::Touch, triangle: usize) -> bool {
        if let Beside::Same(shared) = beside
            && triangle < self.triangle
        {
            let meeting = Meeting::<C>::Contact(C::shared(touch, shared));
            *self = Found { triangle, meeting, key: self.key };
        }
        beside != Beside::Unknown
    }

    /// The touch, if it is later than time zero.
    fn later_touch(&self) -> Option<C::Touch> {
        match self.meeting {
            Meeting::<C>::Contact(touch) if C::when(&touch) != When::Start => Some(touch),
            _ => None,
        }
    }
}

impl<C: Near> Nearest<C> {
    /// The same of the closest one.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn settles(
        &mut self,
        beside: Beside,
        triangle: usize,
        cast: impl FnOnce() -> C,
    ) -> bool {
        if let Beside::Same(shared) = beside
            && triangle < self.triangle
        {
            let closest = C::shared(self.closest, shared);
            *self = Nearest { triangle, scaled: Scaled::new(cast()), closest, key: self.key };
        }
        beside != Beside::Unknown
    }
}

/// Does this one come before the best so far? At equal times the lower index does.
pub(super) fn comes_first<C: Candidate>(
    found: &Found<C>,
    best: &Found<C>,
    cast: impl Fn(usize) -> Scaled<C>,
    effort: &mut Effort,
) -> bool {
    let order = compare_times(found, best, cast, effort);
    order.then(found.triangle.cmp(&best.triangle)) == Ordering::Less
}

/// Which of two is met first.
pub(super) fn compare_times<C: Candidate>(
    a: &Found<C>,
    b: &Found<C>,
    cast: impl Fn(usize) -> Scaled<C>,
    effort: &mut Effort,
) -> Ordering {
    a.key.compare(&b.key).unwrap_or_else(|| {
        let [cast_at_a, cast_at_b] = [a, b].map(|found| cast(found.triangle));
        match (a.later_touch(), b.later_touch()) {
            (None, None) => Ordering::Equal,
            // What is met at once is met at zero.
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

/// Is this one closer than the best so far? At equal distances the lower index is.
pub(super) fn is_closer<C: Near>(
    found: &Nearest<C>,
    best: &Nearest<C>,
    effort: &mut Effort,
) -> bool {
    let order = found.key.compare(&best.key).unwrap_or_else(|| {
        let place = |nearest: &Nearest<C>| C::place(nearest.closest);
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

/// Whether two triangles are met where they are one: at the same vertex or edge, or in the same
/// face. By coordinates, so that it is seen also where vertices stand twice.
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
        // The same triangle, once more.
        (Feature::Face, Feature::Face) => a.inputs.corners() == b.inputs.corners(),
        _ => false,
    }
}
