//! One capsule and one triangle that stands still, at a glance: whether the capsule certainly
//! misses. The edges of the triangle and the axis of the capsule are in the lanes.

use crate::contact::answer::Contact;
use crate::contact::glance::{Glance, Look, MARGIN, in_lanes, is_fair};
use crate::contact::simplex::glance::{Vectors, cross, dot, extent, turned};
use crate::number::{Four, Real, TaskOfFour};
use crate::shape::vector::each;
use crate::shape::{Capsule, Scalar, Triangle};

/// The lesser of each two.
#[inline(always)]
fn lesser<F: Real>(a: F, b: F) -> F {
    F::choose(a.below(b), a, b)
}

/// From each corner to an end of the axis; along the axis, and the velocity, in all lanes.
struct Corners<F> {
    d: [Vectors<F>; 3],
    axis: Vectors<F>,
    v: Vectors<F>,
    radius: F,
    /// [`MARGIN`] times all that lengths can add up to, and a speed.
    margin: F,
}

impl<F: Four> Corners<F> {
    /// Along the directions across a way and the velocity: the axis ahead of all corners, or behind
    /// them.
    #[inline(always)]
    fn is_beside(&self, way: &Vectors<F>) -> bool {
        let (n, zero) = (cross(way, &self.v), F::splat(0.0));
        let [a, b, c] = &self.d;
        let (a, b, c, along) = (dot(&n, a), dot(&n, b), dot(&n, c), dot(&n, &self.axis));
        let least = lesser(lesser(a, b), c) + lesser(along, zero);
        let greatest = -lesser(lesser(-a, -b), -c) - lesser(-along, zero);
        let gap = self.radius * dot(&n, &n).root() + self.margin * extent(way);
        F::any(F::or(gap.below(least), greatest.below(-gap)))
    }

    /// Along the velocity, behind the capsule.
    #[inline(always)]
    fn is_behind(&self) -> bool {
        let gap = self.radius * dot(&self.v, &self.v).root() + self.margin;
        let [a, b, c] = &self.d;
        let least = lesser(lesser(dot(&self.v, a), dot(&self.v, b)), dot(&self.v, c));
        F::all(gap.below(least + lesser(dot(&self.v, &self.axis), F::splat(0.0))))
    }
}

impl<T: Scalar> TaskOfFour for Look<'_, Capsule<T, 3>, Triangle<T>> {
    type Output = Glance<Contact<T, 3>>;

    #[inline(always)]
    fn run<F: Four>(self) -> Self::Output {
        let Self { mover, target } = self;
        let ([a, b, c], capsule) = (target.vertices(), mover.shape());
        let (end, [other, beyond]) = (capsule.a(), capsule.b());
        let (velocity, radius) = (mover.way()[0], capsule.radius().widen());
        let from = in_lanes::<T, F, 3>;
        let d = each!(|k| F::splat(end[k].widen()) - from(&[a[k], b[k], c[k]]));
        // One of the two is zero, so that this is rounded once.
        let along = each!(|k| (other[k].widen() - end[k].widen()) + beyond[k].widen());
        let axis = each!(|k| F::splat(along[k]));
        let v = each!(|k| F::splat(velocity[k].widen()));
        let speed = extent(&v).first();
        let size = extent(&d).sum_of_three() + (extent(&axis).first() + radius);
        if !is_fair(speed) || !is_fair(size) {
            return Glance::Unknown;
        }
        let (x, y, z) = (d[0].store(), d[1].store(), d[2].store());
        let corners = Corners {
            d: each!(|k| [F::splat(x[k]), F::splat(y[k]), F::splat(z[k])]),
            axis,
            v,
            radius: F::splat(radius),
            margin: F::splat(MARGIN * size * speed),
        };
        let next = turned(&d);
        let ways = each!(|k| d[k] - next[k] + F::load(&[0.0, 0.0, 0.0, along[k]]));
        match corners.is_beside(&ways) || corners.is_behind() {
            true => Glance::Missed,
            false => Glance::Unknown,
        }
    }
}
