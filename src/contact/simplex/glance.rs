//! One ball and one triangle that stands still, at a glance: whether the ball certainly misses. The
//! corners of the triangle are in the lanes, each with the edge that begins there.

use crate::contact::answer::Contact;
use crate::contact::glance::{Glance, Look, MARGIN, in_lanes, is_fair};
use crate::number::{Four, Real, TaskOfFour};
use crate::shape::vector::each;
use crate::shape::{Scalar, Sphere, Triangle};

/// A vector in each lane, by its coordinates.
pub(in crate::contact) type Vectors<F> = [F; 3];

#[inline(always)]
pub(in crate::contact) fn dot<F: Real>(a: &Vectors<F>, b: &Vectors<F>) -> F {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(in crate::contact) fn cross<F: Real>(a: &Vectors<F>, b: &Vectors<F>) -> Vectors<F> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Those of the next corners.
#[inline(always)]
pub(in crate::contact) fn turned<F: Four>(a: &Vectors<F>) -> Vectors<F> {
    [a[0].turned(), a[1].turned(), a[2].turned()]
}

/// `|x| + |y| + |z|`.
#[inline(always)]
pub(in crate::contact) fn extent<F: Real>(a: &Vectors<F>) -> F {
    a[0].absolute() + a[1].absolute() + a[2].absolute()
}

/// From each corner to the centre, the velocity, and the radius, in lanes.
struct Corners<F> {
    d: Vectors<F>,
    v: Vectors<F>,
    radius: F,
    /// [`MARGIN`] times all that lengths can add up to, and a speed.
    margin: F,
}

impl<F: Four> Corners<F> {
    /// Where the ball is ahead of two or three corners along a direction of at most this size, or
    /// behind them.
    #[inline(always)]
    fn is_apart(&self, n: &Vectors<F>, size: F, [a, b]: [F; 2]) -> F::Mask {
        let gap = self.radius * dot(n, n).root() + self.margin * size;
        let is_ahead = F::and(gap.below(a), gap.below(b));
        F::or(is_ahead, F::and(a.below(-gap), b.below(-gap)))
    }

    /// Along the directions across an edge and the velocity. Both ends of the edge are alike.
    #[inline(always)]
    fn is_beside_edge(&self) -> bool {
        let next = turned(&self.d);
        let edge = [self.d[0] - next[0], self.d[1] - next[1], self.d[2] - next[2]];
        let n = cross(&edge, &self.v);
        let ends = [dot(&n, &self.d), dot(&n, &turned(&next))];
        F::any(self.is_apart(&n, extent(&edge), ends))
    }

    /// Along the velocity, behind the ball.
    #[inline(always)]
    fn is_behind(&self) -> bool {
        let gap = self.radius * dot(&self.v, &self.v).root() + self.margin;
        let is_left = gap.below(dot(&self.v, &self.d));
        F::bits(is_left) & 0b111 == 0b111
    }
}

impl<T: Scalar> TaskOfFour for Look<'_, Sphere<T, 3>, Triangle<T>> {
    type Output = Glance<Contact<T, 3>>;

    #[inline(always)]
    fn run<F: Four>(self) -> Self::Output {
        let Self { mover: ball, target } = self;
        let ([a, b, c], center) = (target.vertices(), ball.shape().center());
        let velocity = ball.way()[0];
        let radius = ball.shape().radius().widen();
        let d = each!(|k| F::splat(center[k].widen()) - in_lanes::<T, F, 3>(&[a[k], b[k], c[k]]));
        let v = each!(|k| F::splat(velocity[k].widen()));
        let (speed, size) = (extent(&v).first(), extent(&d).sum_of_three() + radius);
        if !is_fair(speed) || !is_fair(size) {
            return Glance::Unknown;
        }
        let margin = F::splat(MARGIN * size * speed);
        let corners = Corners { d, v, radius: F::splat(radius), margin };
        match corners.is_beside_edge() || corners.is_behind() {
            true => Glance::Missed,
            false => Glance::Unknown,
        }
    }
}
