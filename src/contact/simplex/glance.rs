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
fn cross<F: Real>(a: &Vectors<F>, b: &Vectors<F>) -> Vectors<F> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Those of the next corners.
#[inline(always)]
fn turned<F: Four>(a: &Vectors<F>) -> Vectors<F> {
    [a[0].turned(), a[1].turned(), a[2].turned()]
}

/// `|x| + |y| + |z|`.
#[inline(always)]
pub(in crate::contact) fn extent<F: Real>(a: &Vectors<F>) -> F {
    a[0].absolute() + a[1].absolute() + a[2].absolute()
}

/// From each corner to a centre or the end of an axis; the velocity and the radius, in all lanes.
pub(in crate::contact) struct Corners<F> {
    pub(in crate::contact) d: Vectors<F>,
    v: Vectors<F>,
    radius: F,
    /// [`MARGIN`] times all that lengths can add up to, and a speed.
    margin: F,
}

impl<F: Four> Corners<F> {
    /// Of a triangle that is not too great or too small, beside what is at most so long besides its
    /// radius.
    #[inline(always)]
    pub(in crate::contact) fn of<T: Scalar>(
        target: &Triangle<T>,
        end: &[T; 3],
        velocity: &[T; 3],
        radius: T,
        length: f64,
    ) -> Option<Self> {
        let [a, b, c] = target.vertices();
        let d = each!(|k| F::splat(end[k].widen()) - in_lanes::<T, F, 3>(&[a[k], b[k], c[k]]));
        let v = each!(|k| F::splat(velocity[k].widen()));
        let radius = radius.widen();
        let (speed, size) = (extent(&v).first(), extent(&d).sum_of_three() + (length + radius));
        let margin = F::splat(MARGIN * size * speed);
        (is_fair(speed) && is_fair(size)).then(|| Self { d, v, radius: F::splat(radius), margin })
    }

    /// The edge that begins at each corner; zero in the fourth lane.
    #[inline(always)]
    pub(in crate::contact) fn edges(&self) -> Vectors<F> {
        let next = turned(&self.d);
        each!(|k| self.d[k] - next[k])
    }

    /// Across each of some ways and the velocity.
    #[inline(always)]
    pub(in crate::contact) fn across(&self, ways: &Vectors<F>) -> Vectors<F> {
        cross(ways, &self.v)
    }

    /// How wide a gap must be along these directions, across these ways.
    #[inline(always)]
    pub(in crate::contact) fn gap(&self, n: &Vectors<F>, ways: &Vectors<F>) -> F {
        self.radius * dot(n, n).root() + self.margin * extent(ways)
    }

    /// Whether all corners are behind what moves, which reaches back as far as this along its axis,
    /// if it has one.
    #[inline(always)]
    pub(in crate::contact) fn are_left(&self, axis: Option<&Vectors<F>>) -> bool {
        let zero = F::splat(0.0);
        let back = axis.map_or(zero, |axis| lesser(dot(&self.v, axis), zero));
        let gap = self.radius * dot(&self.v, &self.v).root() + self.margin;
        F::bits(gap.below(dot(&self.v, &self.d) + back)) & 0b111 == 0b111
    }
}

/// The lesser of each two.
#[inline(always)]
pub(in crate::contact) fn lesser<F: Real>(a: F, b: F) -> F {
    F::choose(a.below(b), a, b)
}

impl<T: Scalar> TaskOfFour for Look<'_, Sphere<T, 3>, Triangle<T>> {
    type Output = Glance<Contact<T, 3>>;

    #[inline(always)]
    fn run<F: Four>(self) -> Self::Output {
        let (ball, [velocity, _]) = (self.mover.shape(), self.mover.way());
        let corners = Corners::<F>::of(self.target, &ball.center(), &velocity, ball.radius(), 0.0);
        let Some(corners) = corners else { return Glance::Unknown };
        // Both ends of an edge are alike.
        let edges = corners.edges();
        let n = corners.across(&edges);
        let gap = corners.gap(&n, &edges);
        let (a, b) = (dot(&n, &corners.d), dot(&n, &turned(&turned(&corners.d))));
        let is_ahead = F::and(gap.below(a), gap.below(b));
        let is_apart = F::or(is_ahead, F::and(a.below(-gap), b.below(-gap)));
        match F::any(is_apart) || corners.are_left(None) {
            true => Glance::Missed,
            false => Glance::Unknown,
        }
    }
}
