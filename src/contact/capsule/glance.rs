//! One capsule and one triangle at a glance: whether the capsule certainly misses, and where one of
//! its ends certainly enters first.

use super::cast::{CapsuleCast, CapsuleTouch, End, Piece};
use crate::contact::answer::Contact;
use crate::contact::body::Body;
use crate::contact::cast::{Meeting, TimeDomain};
use crate::contact::glance::{Glance, Look};
use crate::contact::simplex::Place;
use crate::contact::simplex::glance::{Corners, dot, lesser};
use crate::number::{COMPACT, Four, TaskOfFour, run_four};
use crate::shape::vector::{each, in_space};
use crate::shape::{Capsule, Scalar, Triangle};

/// The edges of the triangle and the axis of the capsule are in the lanes.
impl<T: Scalar> TaskOfFour for Look<'_, Capsule<T, 3>, Triangle<T>> {
    type Output = Glance<Contact<T, 3>>;

    #[inline(always)]
    fn run<F: Four>(self) -> Self::Output {
        let (capsule, [velocity, _]) = (self.mover.shape(), self.mover.way());
        let (end, [other, beyond]) = (capsule.a(), capsule.b());
        // One of the two is zero, so that this is rounded once.
        let along = each!(|k| (other[k].widen() - end[k].widen()) + beyond[k].widen());
        let length = along[0].abs() + along[1].abs() + along[2].abs();
        let vertices = self.target.vertices().map(in_space);
        let (radius, velocity) = (capsule.radius().widen(), in_space(velocity));
        let corners =
            Corners::<F>::of(&vertices, [&in_space(end), &[0.0; 3]], &velocity, radius, length);
        let Some(corners) = corners else { return Glance::Unknown };
        let (axis, zero) = (each!(|k| F::splat(along[k])), F::splat(0.0));
        let edges = corners.edges();
        let ways = each!(|k| edges[k] + F::load(&[0.0, 0.0, 0.0, along[k]]));
        let n = corners.across(&ways);
        // From each corner to the end, in all lanes.
        let (x, y, z) = (corners.d[0].store(), corners.d[1].store(), corners.d[2].store());
        let [a, b, c] = each!(|i| dot(&n, &[F::splat(x[i]), F::splat(y[i]), F::splat(z[i])]));
        let along = dot(&n, &axis);
        let least = lesser(lesser(a, b), c) + lesser(along, zero);
        let greatest = -lesser(lesser(-a, -b), -c) - lesser(-along, zero);
        let gap = corners.gap(&n, &ways);
        let is_apart = F::or(gap.below(least), greatest.below(-gap));
        match F::any(is_apart) || corners.are_left(Some(&axis)) {
            true => Glance::Missed,
            false => Glance::Unknown,
        }
    }
}

/// Where the end of a capsule certainly enters a triangle, before the rest of it; nothing of what
/// else there is, nor in small code.
pub(super) fn seen<const V: usize, B: Body>(
    cast: &CapsuleCast<V, B>,
) -> Option<Meeting<(), CapsuleTouch>> {
    if COMPACT || V != 3 || !B::IS_IN_WORLD || cast.domain != TimeDomain::FromStart {
        return None;
    }
    let (end, place) = run_four(EndBeside(cast))??;
    Some(Meeting::Contact(CapsuleTouch::entering(Piece::End(end, place))))
}

struct EndBeside<'a, const V: usize, B>(&'a CapsuleCast<V, B>);

impl<const V: usize, B: Body> TaskOfFour for EndBeside<'_, V, B> {
    type Output = Option<(End, Place)>;

    #[inline(always)]
    fn run<F: Four>(self) -> Self::Output {
        let CapsuleCast { a, b, beyond, body, vertices, course, .. } = self.0;
        let (velocity, radius) = (each!(|k| course.rounded(k)), body.reach().extent());
        // One of the two is zero, so that this is rounded once.
        let along = each!(|k| (b[k] - a[k]) + beyond[k]);
        let length = along[0].abs() + along[1].abs() + along[2].abs();
        let speed = velocity[0] * along[0] + velocity[1] * along[1] + velocity[2] * along[2];
        // The one that leads on the way.
        let (end, place, sign) =
            if speed < 0.0 { (End::A, [a, &[0.0; 3]], 1.0) } else { (End::B, [b, beyond], -1.0) };
        let vertices = each!(|i| vertices[i % V]);
        let axis = each!(|k| F::splat(sign * along[k]));
        let corners = Corners::<F>::of(&vertices, place, &velocity, radius, length)?;
        match corners.met(Some(&axis))? {
            Meeting::Contact(place) => Some((end, place)),
            _ => None,
        }
    }
}
