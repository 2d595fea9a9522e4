//! One capsule and one triangle that stands still, at a glance: whether the capsule certainly
//! misses. The edges of the triangle and the axis of the capsule are in the lanes.

use crate::contact::answer::Contact;
use crate::contact::glance::{Glance, Look};
use crate::contact::simplex::glance::{Corners, dot, lesser};
use crate::number::{Four, TaskOfFour};
use crate::shape::vector::{each, in_space};
use crate::shape::{Capsule, Scalar, Triangle};

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
        let corners = Corners::<F>::of(&vertices, &in_space(end), &velocity, radius, length);
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
