//! The first time at which a convex hull may reach a box of a node or a triangle.
//!
//! Newton's step (9.1) of `bound.rs` holds for every direction `d`, with the support of the hull:
//! the greatest `d · h` over its vertices. The directions are the normals of the hull's leading
//! faces, the normal of the triangle, and then the normals of *portals*. A portal is a triangle of
//! the set of differences, the points of the body minus the points of the triangle. The line
//! against the path goes through the portal, and the point of the set farthest along the portal's
//! normal replaces a corner, until no point is farther. Then the portal is in the part of the
//! surface through which the line enters the set, and its normal gives the time of the contact, up
//! to `ε`. An uncertain step chooses another portal, and no bound is wrong.
//!
//! At first the corners are directions, which make a steep cone around the line. So a line that
//! passes by the set needs no code of its own: its time is later, the farther it passes by.
//!
//! An upper bound is the time at which the line goes through the portal. There a point of the
//! triangle is a point of the body, both as means of corners of the portal. It counts if the two
//! points are within `ε / 2` of each other, and for a body that is smaller by `2ε`.
//!
//! Source: G. Snethen, *XenoCollide: Complex Collision Made Simple*, Game Programming Gems 7, 2008.
//! Derivation: `docs/theory.md`, §9.

use super::bound::{TreeBody, cross as cross_product, dot as product};
use super::eights::{Eights, cross, dot, split, three};
use super::geometry::{SLOPE, length};
use super::hull::TreeHull;
use super::node::MeshNode;
use crate::number::{Eight, sqrt};

/// The steepness of the first portal. From 16 to 1,024 it makes no difference in time; any number
/// is correct.
const STEEP: f64 = 128.0;
/// The greatest number of portals. It was found by measurement; any number is correct.
const PORTALS: usize = 10;

/// A convex hull that moves, in eight lanes.
#[derive(Clone, Copy)]
pub(super) struct HullArrival<'h, E> {
    hull: &'h TreeHull<'h>,
    /// The middle of the hull.
    center: Eights<E>,
    way: Eights<E>,
    /// The corners of the first portal.
    far: [Eights<E>; 3],
    /// A bound on the rounding of `d · W`, divided by `|d|`.
    slope: E,
    outer: f32,
    epsilon: f32,
    /// Whether only the first of the triangles counts.
    is_first: bool,
}

/// Eight triangles relative to the hull, at a time that is not too late.
struct Differences<E> {
    start: E,
    /// The vectors from the corners to the middle of the hull.
    from: [Eights<E>; 3],
    outer: E,
    /// The length of one unit of the vertices, in a body that is smaller, and the radius around it.
    unit: E,
    ball: E,
    /// The greatest square of the distance of two points that count as one.
    near: E,
}

/// Bounds that become closer.
struct Times<E> {
    lower: E,
    /// The lanes in which there may be a contact.
    possible: E,
    /// The last time that counts.
    end: E,
}

/// Three corners of the set of differences, counterclockwise as seen from ahead.
struct Portal<E> {
    corners: [Eights<E>; 3],
    /// One for a point; zero for a direction.
    weights: Eights<E>,
}

impl<E: Eight> Portal<E> {
    /// The cross products of two corners each.
    #[cfg_attr(hot, inline(always))]
    fn products(&self) -> [Eights<E>; 3] {
        let [a, b, c] = &self.corners;
        [cross(b, c), cross(c, a), cross(a, b)]
    }

    /// The normal of the portal.
    #[cfg_attr(hot, inline(always))]
    fn normal(&self, [x, y, z]: &[Eights<E>; 3]) -> Eights<E> {
        let [u, v, w] = self.weights;
        three!(k => u.times_plus(x[k], v.times_plus(y[k], w.times(z[k]))))
    }

    /// Replaces a corner by a point, so that the line still goes through the portal: between the
    /// point and the side on the other side of the line.
    #[cfg_attr(hot, inline(always))]
    fn replace(&mut self, point: &Eights<E>, way: &Eights<E>, lanes: E) {
        let (zero, one, across) = (E::splat(0.0), E::splat(1.0), cross(point, way));
        let [a, b, c]: [E; 3] = three!(i => dot(&across, &self.corners[i]).below(zero));
        let third = a.except(b).and(lanes);
        let first = b.except(c).and(lanes).except(third);
        let leaving = [first, lanes.except(first).except(third), third];
        self.corners = three!(i => {
            let corner = &self.corners[i];
            three!(k => point[k].where_set(leaving[i], corner[k]))
        });
        self.weights = three!(i => one.where_set(leaving[i], self.weights[i]));
    }
}

impl<'h, E: Eight> HullArrival<'h, E> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(body: &TreeBody, hull: &'h TreeHull<'h>, is_first: bool) -> Self {
        let (center, way) = (body.center.map(f64::from), body.way.map(f64::from));
        let speed = sqrt(product(&way, &way));
        // A body at rest has a first portal as well.
        let ahead: [f64; 3] =
            if speed > 0.0 { three!(k => way[k] / speed) } else { [1.0, 0.0, 0.0] };
        let aside = if ahead[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let u = cross_product(&ahead, &aside);
        let size = sqrt(product(&u, &u));
        let u: [f64; 3] = three!(k => u[k] / size);
        let v = cross_product(&ahead, &u);
        // Three directions at equal angles, each turned back.
        let far = |along_u: f64, along_v: f64| {
            let d: [f64; 3] = three!(k => along_u * u[k] + along_v * v[k] - STEEP * ahead[k]);
            split(&three!(k => d[k] as f32))
        };
        let height = sqrt(0.75);
        Self {
            hull,
            center: split(&three!(k => (center[k] + hull.middle[k]) as f32)),
            way: split(&body.way),
            far: [far(1.0, 0.0), far(-0.5, height), far(-0.5, -height)],
            slope: E::splat(speed as f32 * SLOPE),
            outer: body.outer,
            epsilon: body.epsilon,
            is_first,
        }
    }

    /// The times from which the body may touch the boxes of a node, by the normals of the leading
    /// faces.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn after_faces(&self, node: &MeshNode, planes: &[[E; 2]; 3], mut enter: E) -> E {
        let [from_middle, sides] = node.middles(planes, &self.center);
        for face in &self.hull.faces {
            let n: Eights<E> = split(&face.normal);
            let of_node = dot(&three!(k => n[k].absolute()), &sides);
            let outer = of_node.plus(E::splat(face.outer)).plus(dot(&n, &from_middle));
            let first = E::splat(0.0).minus(outer).times(E::splat(face.inverse));
            enter = enter.or_greater(first);
        }
        enter
    }

    /// Bounds for eight triangles, as `TreeQuery::triangles`, with the times between which the box
    /// around the body may touch them.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn triangles(
        &self,
        corners: &[Eights<E>; 3],
        blur: f32,
        [mut enter, end]: [E; 2],
        limit: f32,
    ) -> (E, f32) {
        let (zero, infinite) = (E::splat(0.0), E::splat(f32::INFINITY));
        let from: [Eights<E>; 3] = three!(j => {
            let corner = &corners[j];
            three!(k => self.center[k].minus(corner[k]))
        });
        for face in &self.hull.faces {
            let n: Eights<E> = split(&face.normal);
            let most =
                dot(&n, &from[0]).or_greater(dot(&n, &from[1])).or_greater(dot(&n, &from[2]));
            let outer = E::splat(face.outer + blur).plus(most);
            let first = zero.minus(outer).times(E::splat(face.inverse));
            enter = enter.or_greater(first);
        }
        let mut times = Times { lower: enter, possible: enter.at_most(end), end };
        if times.possible.bits() == 0 {
            return (infinite, limit);
        }
        let inner = self.hull.within(2.0 * self.epsilon + blur);
        let [share, ball] = inner.unwrap_or([1.0, 0.0]);
        // No square is negative.
        let near = if inner.is_some() { 0.25 * self.epsilon * self.epsilon } else { -1.0 };
        let start = enter.or_less(E::splat(limit));
        let there = Differences {
            start,
            from: three!(j => three!(k => start.times_plus(self.way[k], from[j][k]))),
            outer: E::splat(self.outer + blur),
            unit: E::splat(share * self.hull.unit),
            ball: E::splat(ball),
            near: E::splat(near),
        };
        let upper = self.narrow(&there, &mut times, limit);
        (times.lower.where_set(times.possible, infinite), upper)
    }

    /// Looks for the portals through which the line enters the set of differences, and returns an
    /// upper bound for the least time.
    #[cfg_attr(hot, inline(always))]
    fn narrow(&self, there: &Differences<E>, times: &mut Times<E>, limit: f32) -> f32 {
        let (zero, one) = (E::splat(0.0), E::splat(1.0));
        let [a, b, c] = &there.from;
        let ab: Eights<E> = three!(k => a[k].minus(b[k]));
        let ac: Eights<E> = three!(k => a[k].minus(c[k]));
        let normal = cross(&ab, &ac);
        let is_back = dot(&normal, &self.way).below(zero);
        let normal: Eights<E> = three!(k => zero.minus(normal[k]).where_set(is_back, normal[k]));
        let vertex = self.step(&normal, there, times);
        // The line may go through the triangle at the vertex that is ahead.
        let point = |from: E, k: usize| from.plus(vertex[k]);
        let first: Eights<E> = three!(k => point(a[k], k));
        let second: Eights<E> = three!(k => point(c[k].where_set(is_back, b[k]), k));
        let third: Eights<E> = three!(k => point(b[k].where_set(is_back, c[k]), k));
        let ahead = Portal { corners: [first, second, third], weights: [one; 3] };
        let products = ahead.products();
        let [x, y, z]: [E; 3] = three!(i => dot(&products[i], &self.way));
        let is_ahead = zero.at_most(x.or_less(y).or_less(z)).and(zero.below(x.plus(y).plus(z)));
        let mut portal = Portal { corners: self.far, weights: [zero; 3] };
        portal.replace(&first, &self.way, one.at_most(one));
        portal.corners = three!(i => {
            let (ahead, corner) = (&ahead.corners[i], &portal.corners[i]);
            three!(k => ahead[k].where_set(is_ahead, corner[k]))
        });
        portal.weights = three!(i => one.where_set(is_ahead, portal.weights[i]));
        let (mut open, mut upper) = (times.possible.except(is_ahead), E::splat(limit));
        let mut count = 0;
        loop {
            let products = portal.products();
            upper = self.through(&portal, &products, there, upper);
            if self.is_first {
                times.end = times.end.or_less(E::splat(upper.least()));
                times.possible = times.possible.and(times.lower.at_most(times.end));
            }
            open = open.and(times.possible);
            if open.bits() == 0 || count == PORTALS {
                return upper.least();
            }
            count += 1;
            let n = portal.normal(&products);
            let vertex = self.step(&n, there, times);
            let heights: [E; 3] = three!(j => dot(&n, &there.from[j]));
            let is_second = heights[0].below(heights[1]);
            let is_third = heights[0].or_greater(heights[1]).below(heights[2]);
            let point: Eights<E> = three!(k => {
                let corner = b[k].where_set(is_second, a[k]);
                c[k].where_set(is_third, corner).plus(vertex[k])
            });
            let gain = dot(&n, &point).minus(dot(&portal.corners[0], &products[0]));
            let least = length(dot(&n, &n)).times(E::splat(0.5 * self.epsilon));
            open = open.and(least.below(gain));
            portal.replace(&point, &self.way, open);
        }
    }

    /// The least of `upper` and the times at which the line goes through portals.
    #[cfg_attr(hot, inline(always))]
    fn through(
        &self,
        portal: &Portal<E>,
        products: &[Eights<E>; 3],
        there: &Differences<E>,
        upper: E,
    ) -> E {
        let zero = E::splat(0.0);
        let [x, y, z]: [E; 3] = three!(i => dot(&products[i], &self.way));
        let over = E::splat(1.0).over(x.plus(y).plus(z));
        let later = zero.minus(dot(&portal.corners[0], &products[0])).times(over);
        // The point of the portal is a mean of its corners.
        let [x, y, z] = [x.times(over), y.times(over), z.times(over)];
        let [a, b, c] = &portal.corners;
        let off: Eights<E> = three!(k => {
            let mean = x.times_plus(a[k], y.times_plus(b[k], z.times(c[k])));
            later.times_plus(self.way[k], mean)
        });
        let [u, v, w] = portal.weights;
        let is_inside = zero.below(u.or_less(v).or_less(w)).and(zero.at_most(later));
        let is_inside = is_inside.and(zero.at_most(x)).and(zero.at_most(y)).and(zero.at_most(z));
        let is_inside = is_inside.and(dot(&off, &off).at_most(there.near));
        there.start.plus(later).where_set(is_inside, upper).or_less(upper)
    }

    /// Raises the times by one direction, and returns the point of the smaller body that is
    /// farthest along it, relative to the middle.
    #[cfg_attr(hot, inline(always))]
    fn step(&self, d: &Eights<E>, there: &Differences<E>, times: &mut Times<E>) -> Eights<E> {
        let zero = E::splat(0.0);
        let (vertex, support) = self.support(d);
        let g = length(dot(d, d));
        let [a, b, c] = &there.from;
        let most = dot(d, a).or_greater(dot(d, b)).or_greater(dot(d, c));
        let least = E::splat(self.hull.unit).times_plus(support, most);
        let margin = zero.minus(there.outer.times_plus(g, least));
        let toward = g.times(self.slope).plus(dot(d, &self.way));
        let apart = zero.below(margin);
        times.possible = times.possible.except(apart.except(zero.below(toward)));
        times.lower = times.lower.or_greater(there.start.plus(margin.over(toward).and(apart)));
        times.possible = times.possible.and(times.lower.at_most(times.end));
        let ball = there.ball.over(g);
        three!(k => there.unit.times_plus(vertex[k], ball.times(d[k])))
    }

    /// The vertices farthest along directions, and their heights.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn support(&self, d: &Eights<E>) -> (Eights<E>, E) {
        let (mut most, mut farthest) = (E::splat(f32::NEG_INFINITY), split(&[0.0; 3]));
        for vertex in &self.hull.vertices[..] {
            let vertex = split(vertex);
            let height = dot(d, &vertex);
            let is_higher = most.below(height);
            farthest = three!(k => vertex[k].where_set(is_higher, farthest[k]));
            most = most.or_greater(height);
        }
        (farthest, most)
    }
}
