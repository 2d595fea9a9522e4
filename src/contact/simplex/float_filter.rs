//! The float filter for one triangle and one ball, or one end of a capsule. It finds a certain
//! miss, or the feature at which the ball certainly enters. The corners of the triangle are in the
//! lanes, each with the edge that begins there.
//!
//! Plain floats with bounds that are known beforehand (7.9), (7.11) settle almost all queries that
//! miss or enter (`tests.rs`), for a fraction of the cost of a decision. A single query evaluates
//! them before the cast is constructed. `Cast::float_filter` evaluates them wherever a cast is
//! decided, in rows and in meshes too. For a capsule they are evaluated for the leading end, if the
//! rest of the axis leads away from the triangle. A property test compares the results with the
//! decisions of integers.

use super::cast::{SidedFeature, SimplexCast, SimplexTouch};
use crate::contact::answer::{Contact, Overlap};
use crate::contact::body::Body;
use crate::contact::cast::{CastOutcome, TimeDomain};
use crate::contact::float_filter::{
    FilterInput, FilterOutcome, FloatFilter, MARGIN, ObstacleMotion, is_fair,
};
use crate::contact::relative_motion::RelativeMotion;
use crate::number::{COMPACT, Four, Real, Sign, TaskOfFour, run_four};
use crate::shape::vector::{each, in_space};
use crate::shape::{Scalar, Sphere, Triangle};
use core::convert::Infallible;

/// `2⁻⁴⁰⁰`: far more than products of lengths and speeds lose to underflow, times all factors that
/// can occur. An edge or an axis may be arbitrarily short. So no allowance for underflow may be a
/// multiple of its length alone.
const TINY: f64 = f64::from_bits((1023 - 400) << 52);

/// A vector in each lane, as registers of coordinates.
pub(in crate::contact) type LaneVectors<F> = [F; 3];

#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn dot<F: Real>(a: &LaneVectors<F>, b: &LaneVectors<F>) -> F {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg_attr(hot, inline(always))]
fn cross<F: Real>(a: &LaneVectors<F>, b: &LaneVectors<F>) -> LaneVectors<F> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Returns the vectors of the next corners.
#[cfg_attr(hot, inline(always))]
fn turned<F: Four>(a: &LaneVectors<F>) -> LaneVectors<F> {
    [a[0].turned(), a[1].turned(), a[2].turned()]
}

/// Returns `|x| + |y| + |z|`.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn extent<F: Real>(a: &LaneVectors<F>) -> F {
    a[0].absolute() + a[1].absolute() + a[2].absolute()
}

/// In each lane, the vector from one corner to a centre, or to the end of an axis; in all lanes,
/// the velocity and the radius.
pub(in crate::contact) struct CornerVectors<F> {
    pub(in crate::contact) d: LaneVectors<F>,
    v: LaneVectors<F>,
    radius: F,
    /// Upper bounds for sums of lengths, and for the speed.
    size: f64,
    speed: f64,
}

impl<F: Four> CornerVectors<F> {
    /// Constructs the vectors to the point `end + beyond`, unless sizes or speeds are too great or
    /// too small for the bounds. Apart from its radius, the mover is at most `length` long.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn of(
        [a, b, c]: &[[f64; 3]; 3],
        [end, beyond]: [&[f64; 3]; 2],
        velocity: &[f64; 3],
        radius: f64,
        length: f64,
    ) -> Option<Self> {
        let d = each!(|k| (F::splat(end[k]) - F::of_three(a[k], b[k], c[k])) + F::splat(beyond[k]));
        let v = each!(|k| F::splat(velocity[k]));
        let (speed, size) = (extent(&v).first(), extent(&d).sum_of_three() + (length + radius));
        (is_fair(speed) && is_fair(size)).then(|| Self {
            d,
            v,
            radius: F::splat(radius),
            size,
            speed,
        })
    }

    /// Constructs the vectors for a cast.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn of_cast<const V: usize, B: Body>(
        vertices: &[[f64; 3]; V],
        place: [&[f64; 3]; 2],
        motion: &RelativeMotion<3>,
        body: &B,
        length: f64,
    ) -> Option<Self> {
        let vertices = each!(|i| vertices[i % V]);
        let velocity = each!(|k| motion.rounded(k));
        Self::of(&vertices, place, &velocity, body.reach().extent(), length)
    }

    /// Returns the edge that begins at each corner; zero in the fourth lane.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn edges(&self) -> LaneVectors<F> {
        let next = turned(&self.d);
        each!(|k| self.d[k] - next[k])
    }

    /// Returns the cross products of some vectors and the velocity.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn across(&self, ways: &LaneVectors<F>) -> LaneVectors<F> {
        cross(ways, &self.v)
    }

    #[cfg_attr(hot, inline(always))]
    fn margin(&self) -> F {
        F::splat(MARGIN * self.size * self.speed)
    }

    /// Returns the width that a gap must have along the directions `n`, which are cross products of
    /// `ways` and the velocity.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn gap(&self, n: &LaneVectors<F>, ways: &LaneVectors<F>) -> F {
        self.radius * dot(n, n).root() + self.margin() * (extent(ways) + F::splat(TINY))
    }

    /// Returns whether all corners are behind the mover at the start. The axis of a capsule is
    /// tested, too, because it may lead back from the end towards them.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn are_left(&self, axis: Option<&LaneVectors<F>>) -> bool {
        let zero = F::splat(0.0);
        let back = axis.map_or(zero, |axis| lesser(dot(&self.v, axis), zero));
        let gap = self.radius * dot(&self.v, &self.v).root() + self.margin();
        F::bits(gap.below(dot(&self.v, &self.d) + back)) & 0b111 == 0b111
    }
}

/// The first root of `a t² + 2 b t + c`, at which the polynomial becomes negative.
struct FirstRoot<F: Real> {
    time: F,
    /// A bound for the error of the time.
    off: F,
    /// The lanes in which the root and its bound are certain.
    is_certain: F::Mask,
}

/// Upper bounds for the quantities near a triangle.
#[derive(Clone, Copy)]
struct Sizes<F> {
    /// `size` is for vectors to the ball, radius included; `width` for edges; `speed` for the
    /// velocity.
    size: F,
    width: F,
    speed: F,
}

impl<F: Four> Sizes<F> {
    /// Returns [`MARGIN`] times a factor.
    #[cfg_attr(hot, inline(always))]
    fn margin(times: f64) -> F {
        F::splat(times * MARGIN)
    }

    /// Returns the first root of a polynomial. Until this root its value may be off by `value`, and
    /// half of its derivative by `slope`.
    #[cfg_attr(hot, inline(always))]
    fn root(&self, [a, b, c]: [F; 3], value: F, slope: F) -> FirstRoot<F> {
        let time = c / ((b * b - a * c).root() - b);
        let fall = -(b + a * time) - slope;
        let off = value / fall;
        let is_steep = F::and(slope.below(fall), (F::splat(2.0) * a * value).below(fall * fall));
        let is_here = (time * self.speed).below(F::splat(4.0) * self.size);
        let is_certain = F::and(is_steep, F::and(off.below(time), is_here));
        FirstRoot { time, off, is_certain }
    }

    /// Returns a bound for the error of the product of an edge and a vector to the ball at a root.
    #[cfg_attr(hot, inline(always))]
    fn along(&self, root: &FirstRoot<F>) -> F {
        Self::margin(2.0) * self.size * self.size + self.width * self.speed * root.off
    }
}

impl<F: Four> CornerVectors<F> {
    /// Returns the feature at which a ball certainly enters, by (7.11). If the ball is the end of
    /// an axis, the rest of the axis must certainly be farther away. For a point that certainly
    /// crosses the plane outside of the triangle, returns a miss.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn met(
        &self,
        axis: Option<&LaneVectors<F>>,
    ) -> FilterOutcome<SidedFeature> {
        let (d, v, zero) = (&self.d, &self.v, F::splat(0.0));
        let e = &self.edges();
        let width = F::splat(extent(e).sum_of_three() + MARGIN * self.size);
        let sizes = Sizes { size: F::splat(self.size), width, speed: F::splat(self.speed) };
        let Sizes { size, width, speed } = sizes;
        let length = axis.map_or(zero, |axis| extent(axis) + F::splat(TINY));
        let all = |mask: F::Mask| F::bits(mask) & 0b111;
        let is_thin = self.radius.first() == 0.0;

        // Over the face. Its numbers are the same for each corner, except for their roundings.
        let u = &cross(e, &turned(e));
        let (h, g) = (dot(u, d), dot(u, v));
        let is_above = zero.below(h);
        let height = h.absolute() - self.radius * dot(u, u).root();
        let sink = F::choose(is_above, -g, g);
        let out = &cross(e, u);
        let (out_d, out_v) = (dot(out, d), dot(out, v));
        let least = Sizes::<F>::margin(1.0) * size * width;
        if all(F::and((least * size).below(height), (least * speed).below(sink))) == 0b111 {
            // The distance outside of each edge at that time, times the speed of sinking.
            let outside = out_d * sink + height * out_v;
            let most = (least + least) * (size * speed) * (width * width * width);
            if all(outside.below(-most)) == 0b111 {
                if let Some(axis) = axis {
                    let along = dot(u, axis);
                    let rise = F::choose(is_above, along, -along);
                    if all((least * length).below(rise)) != 0b111 {
                        return FilterOutcome::Unknown;
                    }
                }
                let side = if F::bits(is_above) & 1 == 1 { Sign::Positive } else { Sign::Negative };
                return FilterOutcome::Enters(SidedFeature::face(side));
            }
            if is_thin && axis.is_none() && all(most.below(outside)) != 0 {
                return FilterOutcome::Missed;
            }
        }
        if is_thin {
            return FilterOutcome::Unknown;
        }
        let rr = self.radius * self.radius;
        let (ee, ed, ev) = (dot(e, e), dot(e, d), dot(e, v));
        // At an edge.
        let (m, n) = (&cross(e, v), &cross(e, d));
        let polynomial = [dot(m, m), dot(m, n), dot(n, n) - ee * rr];
        let square = size * size;
        let value = Sizes::<F>::margin(8.0) * square * size * width;
        let slope = Sizes::<F>::margin(2.0) * square * width * speed;
        let root = &sizes.root(polynomial, value, slope);
        let (along, off) = (ed + root.time * ev, sizes.along(root));
        let is_over = F::and(off.below(along), off.below(ee - along));
        let is_outside = (off * width * width).below(out_d + root.time * out_v);
        let mut is_met = F::and(root.is_certain, F::and(is_over, is_outside));
        if let Some(axis) = axis {
            let n_axis = &cross(e, axis);
            let rise = dot(n, n_axis) + root.time * dot(m, n_axis);
            is_met = F::and(is_met, (off * width * length).below(rise));
        }
        let edges = all(is_met);
        // At a corner.
        let polynomial = [dot(v, v), dot(d, v), dot(d, d) - rr];
        let value = Sizes::<F>::margin(2.0) * square;
        let slope = Sizes::<F>::margin(1.0) * size * speed;
        let root = &sizes.root(polynomial, value, slope);
        let off = sizes.along(root);
        let before = &turned(&turned(e));
        let is_before = (ed + root.time * ev).below(-off);
        let is_behind = off.below(dot(before, d) + root.time * ev.turned().turned());
        let mut is_met = F::and(root.is_certain, F::and(is_before, is_behind));
        if let Some(axis) = axis {
            let rise = dot(d, axis) + root.time * dot(v, axis);
            let off = Sizes::<F>::margin(1.0) * size + speed * root.off;
            is_met = F::and(is_met, (off * length).below(rise));
        }
        let corners = all(is_met);
        match (edges, corners) {
            (0, 0) => FilterOutcome::Unknown,
            (0, _) => {
                FilterOutcome::Enters(SidedFeature::vertex(corners.trailing_zeros() as usize))
            }
            _ => FilterOutcome::Enters(SidedFeature::edge(edges.trailing_zeros() as usize)),
        }
    }
}

/// Returns whether the filter is used: for balls and triangles from time zero on, and not with the
/// feature `compact`.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn has_float_filter<const V: usize, B: Body>(domain: TimeDomain) -> bool {
    !COMPACT && V == 3 && B::IS_IN_WORLD && domain == TimeDomain::FromStart
}

/// Returns the outcome for a ball and a triangle, if it is certain in plain floats.
#[cfg_attr(hot, inline(always))]
pub(super) fn float_filter<const V: usize, B: Body>(
    cast: &SimplexCast<V, B>,
) -> Option<CastOutcome<(), SimplexTouch>> {
    if !has_float_filter::<V, B>(cast.domain) {
        return None;
    }
    match run_four(SimplexFilterTask(cast))? {
        FilterOutcome::Missed => Some(CastOutcome::Apart),
        FilterOutcome::Enters(place) => Some(CastOutcome::Contact(SimplexTouch::entering(place))),
        FilterOutcome::Overlaps(_) | FilterOutcome::Unknown => None,
    }
}

struct SimplexFilterTask<'a, const V: usize, B>(&'a SimplexCast<V, B>);

impl<const V: usize, B: Body> TaskOfFour for SimplexFilterTask<'_, V, B> {
    type Output = FilterOutcome<SidedFeature>;

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) -> FilterOutcome<SidedFeature> {
        let SimplexCast { center, body, vertices, motion, .. } = self.0;
        // This is no closure, because a closure would not be compiled for these registers.
        match CornerVectors::<F>::of_cast(vertices, [center, &[0.0; 3]], motion, body, 0.0) {
            Some(corners) => corners.met(None),
            None => FilterOutcome::Unknown,
        }
    }
}

/// Returns the lesser number in each lane.
#[cfg_attr(hot, inline(always))]
pub(in crate::contact) fn lesser<F: Real>(a: F, b: F) -> F {
    F::choose(a.below(b), a, b)
}

impl<T: Scalar, W: ObstacleMotion<Sphere<T, 3>>> FloatFilter
    for FilterInput<'_, Sphere<T, 3>, Triangle<T>, W>
{
    type Contact = Contact<T, 3>;
    type Overlap = Overlap<T, 3>;
    type Guess = Infallible;

    #[cfg_attr(hot, inline(always))]
    fn classify<F: Four>(&self) -> FilterOutcome<Infallible> {
        let (ball, velocity) = (self.mover.shape(), self.velocity());
        let vertices = self.target.vertices().map(in_space);
        let (center, velocity) = (in_space(ball.center()), velocity);
        let corners = CornerVectors::<F>::of(
            &vertices,
            [&center, &[0.0; 3]],
            &velocity,
            ball.radius().widen(),
            0.0,
        );
        let Some(corners) = corners else { return FilterOutcome::Unknown };
        // Both ends of an edge are treated alike.
        let edges = corners.edges();
        let n = corners.across(&edges);
        let gap = corners.gap(&n, &edges);
        let (a, b) = (dot(&n, &corners.d), dot(&n, &turned(&turned(&corners.d))));
        let is_ahead = F::and(gap.below(a), gap.below(b));
        let is_apart = F::or(is_ahead, F::and(a.below(-gap), b.below(-gap)));
        match F::any(is_apart) || corners.are_left(None) {
            true => FilterOutcome::Missed,
            false => FilterOutcome::Unknown,
        }
    }

    fn contact<F: Four>(&self, guess: Infallible) -> Option<Contact<T, 3>> {
        match guess {}
    }
}
