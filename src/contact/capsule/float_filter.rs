//! The float filter for one capsule and one triangle: a certain miss, or the end that certainly
//! enters first.

use super::cast::{AxisEnd, CapsuleCast, CapsulePiece, CapsuleTouch};
use crate::contact::answer::{Contact, Overlap};
use crate::contact::body::Body;
use crate::contact::cast::CastOutcome;
use crate::contact::float_filter::{FilterInput, FilterOutcome, FloatFilter, ObstacleMotion};
use crate::contact::simplex::SidedFeature;
use crate::contact::simplex::float_filter::{CornerVectors, dot, has_float_filter, lesser};
use crate::number::{Four, TaskOfFour, run_four};
use crate::shape::vector::{each, in_space};
use crate::shape::{Capsule, Scalar, Triangle};
use core::convert::Infallible;

/// The edges of the triangle and the axis of the capsule are in the lanes.
impl<T: Scalar, W: ObstacleMotion<Capsule<T, 3>>> FloatFilter
    for FilterInput<'_, Capsule<T, 3>, Triangle<T>, W>
{
    type Contact = Contact<T, 3>;
    type Overlap = Overlap<T, 3>;
    type Guess = Infallible;

    #[cfg_attr(hot, inline(always))]
    fn classify<F: Four>(&self) -> FilterOutcome<Infallible> {
        let (capsule, velocity) = (self.mover.shape(), self.velocity());
        let (end, [other, beyond]) = (capsule.a(), capsule.b());
        let end = in_space(end);
        let (along, length) = axis([&end, &in_space(other), &in_space(beyond)]);
        let vertices = self.target.vertices().map(in_space);
        let (radius, velocity) = (capsule.radius().widen(), velocity);
        let corners =
            CornerVectors::<F>::of(&vertices, [&end, &[0.0; 3]], &velocity, radius, length);
        let Some(corners) = corners else { return FilterOutcome::Unknown };
        let (axis, zero) = (each!(|k| F::splat(along[k])), F::splat(0.0));
        let edges = corners.edges();
        let ways = each!(|k| edges[k] + F::load(&[0.0, 0.0, 0.0, along[k]]));
        let n = corners.across(&ways);
        // The vector from each corner to the end, in all lanes.
        let (x, y, z) = (corners.d[0].store(), corners.d[1].store(), corners.d[2].store());
        let [a, b, c] = each!(|i| dot(&n, &[F::splat(x[i]), F::splat(y[i]), F::splat(z[i])]));
        let along = dot(&n, &axis);
        let least = lesser(lesser(a, b), c) + lesser(along, zero);
        let greatest = -lesser(lesser(-a, -b), -c) - lesser(-along, zero);
        let gap = corners.gap(&n, &ways);
        let is_apart = F::or(gap.below(least), greatest.below(-gap));
        match F::any(is_apart) || corners.are_left(Some(&axis)) {
            true => FilterOutcome::Missed,
            false => FilterOutcome::Unknown,
        }
    }

    fn contact<F: Four>(&self, guess: Infallible) -> Option<Contact<T, 3>> {
        match guess {}
    }
}

/// Returns the vector from `a` to `b + beyond`, and a bound for its length. Either `b − a` or
/// `beyond` is zero, so the sum is rounded once.
#[cfg_attr(hot, inline(always))]
fn axis([a, b, beyond]: [&[f64; 3]; 3]) -> ([f64; 3], f64) {
    let along = each!(|k| (b[k] - a[k]) + beyond[k]);
    (along, along[0].abs() + along[1].abs() + along[2].abs())
}

/// Returns the place at which an end of a capsule certainly enters a triangle before the rest of
/// the capsule does.
pub(super) fn float_filter<const V: usize, B: Body>(
    cast: &CapsuleCast<V, B>,
) -> Option<CastOutcome<(), CapsuleTouch>> {
    if !has_float_filter::<V, B>(cast.domain) {
        return None;
    }
    let (end, place) = run_four(LeadingEndTask(cast))??;
    Some(CastOutcome::Contact(CapsuleTouch::entering(CapsulePiece::End(end, place))))
}

struct LeadingEndTask<'a, const V: usize, B>(&'a CapsuleCast<V, B>);

impl<const V: usize, B: Body> TaskOfFour for LeadingEndTask<'_, V, B> {
    type Output = Option<(AxisEnd, SidedFeature)>;

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) -> Self::Output {
        let CapsuleCast { a, b, beyond, body, vertices, motion, .. } = self.0;
        let (along, length) = axis([a, b, beyond]);
        let v = each!(|k| motion.rounded(k));
        let speed = v[0] * along[0] + v[1] * along[1] + v[2] * along[2];
        if speed == 0.0 {
            return None;
        }
        // The filter tests the end that leads in the direction of the motion.
        let (end, place, sign) = if speed < 0.0 {
            (AxisEnd::A, [a, &[0.0; 3]], 1.0)
        } else {
            (AxisEnd::B, [b, beyond], -1.0)
        };
        let corners = CornerVectors::<F>::of_cast(vertices, place, motion, body, length)?;
        match corners.met(Some(&each!(|k| F::splat(sign * along[k])))) {
            FilterOutcome::Enters(place) => Some((end, place)),
            FilterOutcome::Missed | FilterOutcome::Overlaps(_) | FilterOutcome::Unknown => None,
        }
    }
}
