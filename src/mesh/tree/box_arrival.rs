//! The first time at which a box may reach a box of a node or a triangle.
//!
//! Newton's step (9.1) of `bound.rs` needs a direction `d`. For a box and a triangle the best
//! direction is one of 13: the normals of the box's faces, the normal of the triangle, and the
//! cross products of their edges. So all of them are evaluated, and the latest of the times is the
//! time of the contact, up to `ε`. For a box of a node only the normals of the body's faces are
//! evaluated, in addition to the axes of the tree (`arrival.rs`).
//!
//! An upper bound is a point of a triangle with a time at which the point lies in the body. The
//! points are the corners of the triangle, and the point at which the body's vertex that is ahead
//! comes through the triangle.
//!
//! Source: the method of separating axes, as in `contact/convex/axes.rs`. Derivation:
//! `docs/theory.md`, §9.

use super::bound::{BoxFaces, TreeBody};
use super::eights::{Eights, cross, dot, split, three};
use super::geometry::length;
use super::hull_arrival::HullArrival;
use super::node::MeshNode;
use crate::number::Eight;

/// The least speed along a unit vector that is divided by: the body covers less than a rounding of
/// its path at this speed.
const SLOW: f32 = f32::EPSILON / 2.0;

/// A box that moves, in eight lanes.
#[derive(Clone, Copy)]
pub(super) struct BoxArrival<E> {
    center: Eights<E>,
    way: Eights<E>,
    halves: [Eights<E>; 3],
    /// The normals of the faces, in the direction of the path.
    normals: [Eights<E>; 3],
    /// For each normal, the speed of the body and its reciprocal.
    speeds: [E; 3],
    inverse: [E; 3],
    /// `BoxFaces`.
    outer: [f32; 3],
    inner: [f32; 3],
    epsilon: f32,
    radius: f32,
    is_tangible: bool,
    /// Whether a normal is not an axis of the tree.
    is_turned: bool,
}

impl<E: Eight> BoxArrival<E> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(body: &TreeBody, faces: &BoxFaces, halves: &[[f32; 3]; 3]) -> Self {
        let (mut normals, mut speeds, mut is_turned) = (faces.normals, [SLOW; 3], false);
        for i in 0..3 {
            let ([x, y, z], [u, v, w]) = (normals[i], body.way);
            let speed = x * u + y * v + z * w;
            if speed < 0.0 {
                normals[i] = [-x, -y, -z];
            }
            if speed.abs() > SLOW {
                speeds[i] = speed.abs();
            }
            is_turned |= (x != 0.0) as u8 + (y != 0.0) as u8 + (z != 0.0) as u8 > 1;
        }
        Self {
            center: split(&body.center),
            way: split(&body.way),
            halves: three!(i => split(&halves[i])),
            normals: three!(i => split(&normals[i])),
            speeds: three!(i => E::splat(speeds[i])),
            inverse: three!(i => E::splat(1.0 / speeds[i])),
            outer: faces.outer,
            inner: faces.inner,
            epsilon: body.epsilon,
            radius: body.outer,
            is_tangible: body.is_tangible(),
            is_turned,
        }
    }

    /// The times between which the body may touch the boxes of a node, by the normals of the body's
    /// faces. If these are the axes of the tree, the times are the given ones.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn between_faces(
        &self,
        node: &MeshNode,
        planes: &[[E; 2]; 3],
        [mut enter, mut leave]: [E; 2],
    ) -> [E; 2] {
        if !self.is_turned {
            return [enter, leave];
        }
        let (zero, [from_middle, sides]) = (E::splat(0.0), node.middles(planes, &self.center));
        for i in 0..3 {
            let n = &self.normals[i];
            let along = dot(n, &from_middle);
            let of_node = dot(&three!(k => n[k].absolute()), &sides);
            let outer = of_node.plus(E::splat(self.outer[i]));
            enter = enter.or_greater(zero.minus(outer).minus(along).times(self.inverse[i]));
            leave = leave.or_less(outer.minus(along).times(self.inverse[i]));
        }
        [enter, leave]
    }

    /// Bounds for eight triangles, as `TreeQuery::triangles`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    pub(super) fn triangles(
        &self,
        [a, b, c]: &[Eights<E>; 3],
        blur: f32,
        start: E,
        limit: f32,
        hull: Option<&HullArrival<'_, E>>,
    ) -> (E, f32) {
        let zero = E::splat(0.0);
        let (mut enter, mut leave) = (start, E::splat(limit));
        // The vectors from the corners to the middle of the body.
        let from_a: Eights<E> = three!(k => self.center[k].minus(a[k]));
        let from_b: Eights<E> = three!(k => self.center[k].minus(b[k]));
        let from_c: Eights<E> = three!(k => self.center[k].minus(c[k]));
        let heights: [[E; 3]; 3] = three!(i => {
            let n = &self.normals[i];
            [dot(n, &from_a), dot(n, &from_b), dot(n, &from_c)]
        });
        for (i, [x, y, z]) in heights.iter().enumerate() {
            let outer = E::splat(self.outer[i] + blur);
            let (most, least) = (x.or_greater(*y).or_greater(*z), x.or_less(*y).or_less(*z));
            enter = enter.or_greater(zero.minus(outer).minus(most).times(self.inverse[i]));
            leave = leave.or_less(outer.minus(least).times(self.inverse[i]));
        }
        if enter.at_most(leave).bits() == 0 {
            return (E::splat(f32::INFINITY), f32::INFINITY);
        }
        if let Some(hull) = hull {
            return hull.triangles(&[*a, *b, *c], blur, [enter, leave], limit);
        }
        let ab: Eights<E> = three!(k => b[k].minus(a[k]));
        let ac: Eights<E> = three!(k => c[k].minus(a[k]));
        let bc: Eights<E> = three!(k => c[k].minus(b[k]));
        let radius = E::splat(self.radius + blur);
        let normal = cross(&ab, &ac);
        [enter, leave] = self.along(&normal, &from_a, [&ab, &ac], radius, [enter, leave]);
        if enter.at_most(leave).bits() == 0 {
            return (E::splat(f32::INFINITY), f32::INFINITY);
        }
        for half in &self.halves {
            for edge in [&ab, &ac, &bc] {
                let d = cross(half, edge);
                [enter, leave] = self.along(&d, &from_a, [&ab, &ac], radius, [enter, leave]);
            }
        }
        let possible = enter.at_most(leave);
        let lower = enter.where_set(possible, E::splat(f32::INFINITY));
        if !self.is_tangible {
            return (lower, limit);
        }
        let mut upper = E::splat(limit);
        for j in 0..3 {
            let heights: [E; 3] = three!(i => heights[i][j]);
            upper = self.inside_from(&heights, blur, upper);
        }
        // The vertex ahead of a box that is smaller by twice `ε`.
        let speed = dot(&normal, &self.way);
        let is_back = speed.below(zero);
        let mut ahead = from_a;
        for i in 0..3 {
            let size = self.inner[i] - blur - self.epsilon;
            let is_back = dot(&normal, &self.halves[i]).below(zero);
            let share = E::splat(size / (self.inner[i] + self.epsilon));
            let share = zero.minus(share).where_set(is_back, share);
            ahead = three!(k => share.times_plus(self.halves[i][k], ahead[k]));
        }
        // Behind the plane, the vertex with all signs reversed is ahead.
        let behind: Eights<E> = three!(k => from_a[k].plus(from_a[k]).minus(ahead[k]));
        let ahead: Eights<E> = three!(k => behind[k].where_set(is_back, ahead[k]));
        let still = speed.absolute().below(length(dot(&normal, &normal)).times(E::splat(SLOW)));
        let speed = E::splat(1.0).where_set(still, speed);
        let time = zero.minus(dot(&normal, &ahead)).over(speed);
        let time = time.or_greater(zero).or_less(E::splat(limit));
        let hit: Eights<E> = three!(k => time.times_plus(self.way[k], ahead[k]));
        let (ab2, ac2, both) = (dot(&ab, &ab), dot(&ac, &ac), dot(&ab, &ac));
        let (d1, d2) = (dot(&ab, &hit), dot(&ac, &hit));
        let tiny = E::splat(super::geometry::TINY);
        let over = E::splat(1.0).over(ab2.times(ac2).minus_product(both, both).or_greater(tiny));
        let v = ac2.times(d1).minus_product(both, d2).times(over);
        let w = ab2.times(d2).minus_product(both, d1).times(over);
        let is_inside = zero.at_most(v).and(zero.at_most(w));
        let mut is_inside = is_inside.and(v.plus(w).at_most(E::splat(1.0)));
        // From the point of the triangle to the middle of the body, at that time.
        let from: Eights<E> = three!(k => {
            let middle = time.times_plus(self.way[k], from_a[k]);
            middle.minus_product(v, ab[k]).minus_product(w, ac[k])
        });
        for i in 0..3 {
            let inner = E::splat(self.inner[i] - blur);
            is_inside = is_inside.and(dot(&self.normals[i], &from).absolute().at_most(inner));
        }
        upper = upper.or_less(time.where_set(is_inside, upper));
        (lower, upper.least())
    }

    /// Shortens the times between which the body may touch the triangles, by one direction. It may
    /// be any direction: a product of almost parallel edges is mostly roundings, and is
    /// perpendicular to neither of them, so no height is assumed to be zero.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn along(
        &self,
        d: &Eights<E>,
        from_a: &Eights<E>,
        [ab, ac]: [&Eights<E>; 2],
        radius: E,
        [enter, leave]: [E; 2],
    ) -> [E; 2] {
        let zero = E::splat(0.0);
        let g = length(dot(d, d));
        let [x, y, z]: [E; 3] = three!(i => dot(d, &self.halves[i]).absolute());
        let outer = radius.times_plus(g, x.plus(y).plus(z));
        let (along, speed) = (dot(d, from_a), dot(d, &self.way));
        let (of_b, of_c) = (dot(d, ab), dot(d, ac));
        let most = along.minus(of_b.or_less(of_c).or_less(zero));
        let least = along.minus(of_b.or_greater(of_c).or_greater(zero));
        let still = g.times(E::splat(SLOW));
        let inverse = E::splat(1.0).over(still.where_set(speed.absolute().below(still), speed));
        let first = zero.minus(outer).minus(most).times(inverse);
        let second = outer.minus(least).times(inverse);
        // If the body moves against the direction, it comes from the other side.
        [enter.or_greater(first.or_less(second)), leave.or_less(first.or_greater(second))]
    }

    /// The least of `upper` and the times at which points are inside of the body; `heights` are
    /// their distances from its middle along the normals, at the start.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    #[cfg_attr(feature = "compact", inline(never))]
    fn inside_from(&self, heights: &[E; 3], blur: f32, upper: E) -> E {
        let zero = E::splat(0.0);
        let mut time = zero;
        for (i, height) in heights.iter().enumerate() {
            let aim = E::splat(self.epsilon + blur - self.inner[i]);
            time = time.or_greater(aim.minus(*height).times(self.inverse[i]));
        }
        let time = time.or_less(upper);
        let mut is_inside = zero.at_most(time);
        for (i, height) in heights.iter().enumerate() {
            let height = time.times_plus(self.speeds[i], *height);
            is_inside = is_inside.and(height.absolute().at_most(E::splat(self.inner[i] - blur)));
        }
        time.where_set(is_inside, upper)
    }
}
