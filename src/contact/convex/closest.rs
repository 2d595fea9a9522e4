//! The queries of a pair at rest. Guessed closest points are certified; if no certificate holds,
//! all pieces are evaluated.

use super::guess::guess_closest;
use super::pair::ConvexPair;
use super::solve::overlap_of_axis;
use super::solver::{Place, Solver};
use super::start::{StartNumbers, beyond, closest_of, numbers, starts_inside};
use crate::contact::answer::{ClosestPoints, Overlap, Penetration};
use crate::number::{Effort, Scaled, Sign, compiled};

/// Returns whether floats prove that the cores share more than boundary points at the start.
pub(crate) fn shares_inside(scaled: &Scaled<ConvexPair<'_>>) -> bool {
    starts_inside(scaled, &guess_closest(&scaled.inputs))
}

compiled! { <'a, 'b, T>
    /// Computes the closest points of the two bodies at time zero.
    pub(crate) fn closest_points(
        scaled: &'a Scaled<ConvexPair<'b>>,
    ) -> ClosestPoints<T, 3, Place> {
        let guess = guess_closest(&scaled.inputs);
        if starts_inside(scaled, &guess) {
            return match overlap_of_axis(scaled, &mut Effort::default()) {
                Some(Overlap { point, feature, .. }) => {
                    ClosestPoints { point, on_axis: point, distance: T::ZERO, feature }
                }
                None => Solver::new(scaled).closest_of_cores(),
            };
        }
        let certain = || {
            let closest = closest_of(scaled, &guess)?;
            if beyond(scaled, &closest, false)? != Sign::Positive {
                return None;
            }
            let feature = closest.place(&scaled.inputs)?;
            let is_apart = beyond(scaled, &closest, true)? == Sign::Positive;
            let StartNumbers { point, on_mover, distance, .. } =
                numbers(scaled, &closest, &mut Effort::default());
            let distance = if is_apart { distance } else { T::ZERO };
            Some(ClosestPoints { point, on_axis: on_mover, distance, feature })
        };
        certain().unwrap_or_else(|| Solver::new(scaled).closest())
    }
}

compiled! { <'a, 'b, T>
    /// Computes the shortest translation that ends an overlap at time zero, if the two bodies
    /// overlap.
    pub(crate) fn penetration(
        scaled: &'a Scaled<ConvexPair<'b>>,
    ) -> Option<Penetration<T, 3>> {
        let guess = guess_closest(&scaled.inputs);
        if starts_inside(scaled, &guess) {
            return Some(Solver::new(scaled).penetration_of_cores());
        }
        let Some(closest) = closest_of(scaled, &guess) else {
            return Solver::new(scaled).penetration();
        };
        match beyond(scaled, &closest, true) {
            Some(Sign::Negative) => {
                let StartNumbers { normal, distance, .. } =
                    numbers::<T>(scaled, &closest, &mut Effort::default());
                Some(Penetration { direction: normal, depth: T::nearest(-distance.widen()) })
            }
            Some(_) => None,
            None => Solver::new(scaled).penetration(),
        }
    }
}

/// Decides whether the two bodies share a point at time zero.
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
