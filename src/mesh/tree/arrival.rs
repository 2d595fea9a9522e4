//! The first time at which a body may reach a box or a triangle, by Newton's steps, (9.1) of
//! `bound.rs`.

use super::bound::{HalfAxes, TreeBody, TreeQuery};
use super::box_arrival::BoxArrival;
use super::eights::{Eights, cross, dot, extent, split, three};
use super::geometry::{
    EightAxes, EightTriangles, SLAB_FROM, SLOPE, TINY, boxes, from_middles, keys, length, stretch,
    stretched, support,
};
use super::hull::TreeHull;
use super::hull_arrival::HullArrival;
use super::node::{MIDDLE, MeshNode};
use crate::number::{COMPACT, Eight, sqrt};

/// The query for times. The key is `τ`.
#[derive(Clone, Copy)]
pub(super) struct Arrival<'h, E, const IS_BOX: bool> {
    center: Eights<E>,
    way: Eights<E>,
    /// For each axis, in a frame that is not stretched, the reciprocal of the path, or of the least
    /// length that is inverted.
    inverse: Eights<E>,
    /// For each axis, one if the reciprocal is negative.
    backwards: [usize; 3],
    /// For each axis, the time at which the body would reach the origin of the frame.
    enters: Eights<E>,
    /// For each axis, the time from reaching the origin until the body has left it.
    within: Eights<E>,
    stretch: Option<Eights<E>>,
    half_axes: EightAxes<E, IS_BOX>,
    /// The body, if it is a box.
    faces: Option<BoxArrival<E>>,
    /// The vertices of a body that is no box.
    hull: Option<HullArrival<'h, E>>,
    outer: E,
    /// The outer radius times `MIDDLE`, like the normals of long slabs.
    long_outer: E,
    /// A bound on the rounding of `−d · W`, divided by `|d|`.
    slope: E,
    /// A bound on the rounding of a height above a plane along the path, divided by the lengths of
    /// two sides.
    blur_of_sides: E,
    way_squared: E,
    inverse_way_squared: E,
    inverse_length: f32,
    radius: f32,
    inner: f32,
    epsilon: f32,
}

/// The least component of a path that is inverted: a coordinate times this is negligible.
const SLOW: f32 = 1e-20;
/// The radius, in steps of the widest grid of a node, from which testing the round edges of its
/// inflated boxes pays off. It was found by measurement; any number is correct.
const ROUND_FROM: f32 = 16.0;
/// The radius, in steps of the grid of a leaf, up to which testing whether the body passes by its
/// triangles pays off. It was found by measurement; any number is correct.
const BESIDE_UP_TO: f32 = 64.0;
/// The greatest number of Newton's steps for triangles, after the step along their normals.
const STEPS: usize = 2;

impl<'h, E: Eight, const IS_BOX: bool> Arrival<'h, E, IS_BOX> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(body: &TreeBody, hull: Option<&'h TreeHull<'h>>, is_first: bool) -> Self {
        let inverse = body.way.map(|w| {
            let at_least = if w.abs() < SLOW { SLOW } else { w.abs() };
            1.0 / if w < 0.0 { -at_least } else { at_least }
        });
        let lead: [f32; 3] = three!(k => {
            let of_axes = body.half_axes.total(|half| half[k].abs());
            (body.outer + of_axes) * inverse[k].abs()
        });
        let [x, y, z] = body.way;
        let squared = x * x + y * y + z * z;
        let length = sqrt(f64::from(squared)) as f32;
        Self {
            center: split(&body.center),
            way: split(&body.way),
            inverse: three!(k => E::splat(body.stretch[k] * inverse[k])),
            backwards: three!(k => usize::from(inverse[k] < 0.0)),
            enters: three!(k => E::splat(-(body.center[k] * inverse[k] + lead[k]))),
            within: three!(k => E::splat(2.0 * lead[k])),
            stretch: stretch(body),
            half_axes: EightAxes::of(body),
            faces: match (&body.half_axes, &body.faces) {
                (HalfAxes::Box(halves), Some(faces)) if IS_BOX => {
                    Some(BoxArrival::new(body, faces, halves))
                }
                _ => None,
            },
            hull: match hull {
                Some(hull) if IS_BOX => Some(HullArrival::new(body, hull, is_first)),
                _ => None,
            },
            outer: E::splat(body.outer),
            long_outer: E::splat(body.outer * MIDDLE),
            slope: E::splat(length * SLOPE),
            blur_of_sides: E::splat(body.epsilon * length),
            way_squared: E::splat(squared),
            inverse_way_squared: E::splat(1.0 / if squared > TINY { squared } else { TINY }),
            inverse_length: 1.0 / if length > TINY { length } else { TINY },
            radius: body.outer,
            inner: body.inner,
            epsilon: body.epsilon,
        }
    }

    #[cfg_attr(hot, inline(always))]
    fn at(&self, time: E) -> Eights<E> {
        three!(k => time.times_plus(self.way[k], self.center[k]))
    }

    /// The time that Newton's step (9.1) adds, along `d` of length `g`, where `margin = m − r |d|`.
    /// A lane in which there is never a contact is removed from `possible`.
    #[cfg_attr(hot, inline(always))]
    fn step(&self, d: &Eights<E>, g: E, margin: E, possible: &mut E) -> E {
        let zero = E::splat(0.0);
        let toward = g.times(self.slope).minus(dot(d, &self.way));
        let apart = zero.below(margin);
        *possible = possible.except(apart.except(zero.below(toward)));
        margin.over(toward).and(apart)
    }

    /// The triangles that the body certainly never touches, as proven by the planes through their
    /// sides along the path.
    #[cfg_attr(hot, inline(always))]
    fn passes_beside(&self, [a, b, c]: &[Eights<E>; 3], ap: &Eights<E>, outer: E) -> E {
        let zero = E::splat(0.0);
        let ab: Eights<E> = three!(k => b[k].minus(a[k]));
        let ac: Eights<E> = three!(k => c[k].minus(a[k]));
        let (of_ab, of_ac) = (cross(&self.way, &ab), cross(&self.way, &ac));
        let of_bc: Eights<E> = three!(k => of_ac[k].minus(of_ab[k]));
        let (whole, u, v) = (dot(&of_ab, &ac), dot(&of_ab, ap), zero.minus(dot(&of_ac, ap)));
        let w = whole.minus(u).minus(v);
        let is_below = whole.below(zero);
        let room = extent(&ab).plus(extent(&ac)).times(self.blur_of_sides);
        let is_out = self.is_out(u, &of_ab, is_below, outer, room);
        let is_out = is_out.or(self.is_out(v, &of_ac, is_below, outer, room));
        is_out.or(self.is_out(w, &of_bc, is_below, outer, room))
    }

    #[cfg_attr(hot, inline(always))]
    fn is_out(&self, height: E, d: &Eights<E>, is_below: E, outer: E, room: E) -> E {
        let g = length(dot(d, d));
        let outside = height.where_set(is_below, E::splat(0.0).minus(height));
        outer.times_plus(g, room).below(self.half_axes.less(outside, d))
    }

    /// The times between which the body may touch the contents of the slabs of a node.
    #[cfg_attr(hot, inline(always))]
    fn in_slabs(&self, node: &MeshNode, planes: &[[E; 2]; 3]) -> [E; 2] {
        let (n, [low, high]) = node.long_slabs::<E>();
        let half = E::splat(-0.5);
        let from_middle: Eights<E> = three!(k => {
            let ([near, far], [step, origin]) = (planes[k], node.steps::<E>(k));
            near.plus(far).times_plus(step.times(half), self.center[k].minus(origin))
        });
        let (along, speed) = (dot(&n, &from_middle), dot(&n, &self.way));
        let radius = match self.half_axes.along(&n) {
            None => self.long_outer,
            Some(along) => self.long_outer.plus(along),
        };
        let still = E::splat(SLOW);
        let speed = still.where_set(speed.absolute().below(still), speed);
        let enter = low.minus(radius).minus(along).over(speed);
        let leave = high.plus(radius).minus(along).over(speed);
        [enter.or_less(leave), enter.or_greater(leave)]
    }

    /// Newton's step towards triangles, for a body at `ap` relative to the first corners.
    #[cfg_attr(hot, inline(always))]
    fn step_to(
        &self,
        triangles: &EightTriangles<E>,
        ap: &Eights<E>,
        d: &Eights<E>,
        squared: E,
        outer: E,
        possible: &mut E,
    ) -> E {
        let g = length(squared);
        let m = self.half_axes.less(triangles.support(ap, d), d);
        self.step(d, g, m.minus(outer.times(g)), possible)
    }
}

impl<E: Eight, const IS_BOX: bool> TreeQuery<E> for Arrival<'_, E, IS_BOX> {
    #[cfg_attr(hot, inline(always))]
    fn children(&self, node: &MeshNode, start: f32, limit: f32) -> Option<E> {
        let limit = E::splat(limit);
        // First the box, enlarged by the radius along each axis.
        let (mut time, mut end) = (E::splat(start), limit);
        let planes: [[E; 2]; 3] = three!(k => node.planes(k, self.backwards[k]));
        let times: [[E; 2]; 3] = three!(k => {
            let ([near, far], [step, origin]) = (planes[k], node.steps::<E>(k));
            let rate = step.times(self.inverse[k]);
            let enters = origin.times_plus(self.inverse[k], self.enters[k]);
            let leaves = enters.plus(self.within[k]);
            [near.times_plus(rate, enters), far.times_plus(rate, leaves)]
        });
        let [x, y, z] = times;
        time = time.or_greater(x[0]).or_greater(y[0].or_greater(z[0]));
        end = end.or_less(x[1]).or_less(y[1].or_less(z[1]));
        let mut possible = time.at_most(end);
        if possible.bits() & node.lanes() == 0 {
            return None;
        }
        if IS_BOX && let Some(faces) = &self.faces {
            [time, end] = faces.between_faces(node, &planes, [time, end]);
            possible = possible.and(time.at_most(end));
            if possible.bits() & node.lanes() == 0 {
                return None;
            }
        }
        if IS_BOX && let Some(hull) = &self.hull {
            time = hull.after_faces(node, &planes, time);
            possible = possible.and(time.at_most(end));
            if possible.bits() & node.lanes() == 0 {
                return None;
            }
        }
        // For a greater body, the slabs are tested below, from a place nearer to them. Small code
        // omits this test.
        let sees_slabs = !COMPACT && !node.is_small_for(self.radius, SLAB_FROM);
        if sees_slabs && self.stretch.is_none() && node.has_slabs() {
            let [near, far] = self.in_slabs(node, &planes);
            time = time.or_greater(near);
            possible = possible.and(time.at_most(end.or_less(far)));
            if possible.bits() & node.lanes() == 0 {
                return None;
            }
        }
        if !node.is_small_for(self.radius, ROUND_FROM) {
            return keys(node, time, possible);
        }
        // Then the box with round edges.
        let bounds = boxes(node, &self.stretch);
        let [min, max] = self.half_axes.grown(&bounds);
        let point = self.at(time);
        let d: Eights<E> = three!(k => point[k].minus(point[k].or_greater(min[k]).or_less(max[k])));
        let g = dot(&d, &d).root();
        time = time.plus(self.step(&d, g, g.minus(self.outer).times(g), &mut possible));
        possible = possible.and(time.at_most(limit));
        // Then the slab in the box.
        if self.stretch.is_none()
            && node.is_small_for(self.radius, SLAB_FROM)
            && possible.bits() & node.lanes() != 0
        {
            let [half, d] = from_middles(&bounds, &self.at(time));
            let g2 = dot(&d, &d);
            let g = length(g2);
            let m = self.half_axes.less(g2.minus(support(node, &half, &d)), &d);
            let margin = m.minus(self.outer.times(g));
            time = time.plus(self.step(&d, g, margin, &mut possible));
            possible = possible.and(time.at_most(limit));
        }
        keys(node, time, possible)
    }

    #[cfg_attr(hot, inline(always))]
    fn triangles(&self, corners: &[Eights<E>; 3], blur: f32, start: E, limit: f32) -> (E, f32) {
        if IS_BOX && let Some(faces) = &self.faces {
            return faces.triangles(corners, blur, start, limit, self.hull.as_ref());
        }
        let inner = self.inner - blur;
        let tangible = inner > self.epsilon;
        let aim = inner - self.epsilon;
        let (outer, inner_squared, aim_squared) =
            (E::splat(self.radius + blur), E::splat(inner * inner), E::splat(aim * aim));
        let least_step = E::splat(self.epsilon * self.inverse_length);
        let corners = stretched(corners, &self.stretch);
        let limit = E::splat(limit);
        let mut upper = limit;
        let mut time = start;
        let mut possible = time.at_most(limit);
        let from_corner: Eights<E> = three!(k => self.center[k].minus(corners[0][k]));
        let sees_sides = !COMPACT && self.radius < blur * BESIDE_UP_TO;
        if sees_sides {
            possible = possible.except(self.passes_beside(&corners, &from_corner, outer));
            if possible.bits() == 0 {
                return (E::splat(f32::INFINITY), f32::INFINITY);
            }
        }
        let triangles = EightTriangles::new(&corners);
        // The first step is along the normal, which leads to the plane at once.
        let ap: Eights<E> = three!(k => time.times_plus(self.way[k], from_corner[k]));
        let d = triangles.towards(&ap);
        time = time.plus(self.step_to(&triangles, &ap, &d, dot(&d, &d), outer, &mut possible));
        possible = possible.and(time.at_most(limit));
        if possible.bits() == 0 {
            return (E::splat(f32::INFINITY), f32::INFINITY);
        }
        // Triangles that remain after the test of their sides are met, or almost met, so only upper
        // bounds are worth more steps.
        let steps = if tangible || !sees_sides { STEPS } else { 0 };
        for _ in 0..steps {
            let ap: Eights<E> = three!(k => time.times_plus(self.way[k], from_corner[k]));
            let d = triangles.away(&triangles.closest_of_core(&ap, &self.half_axes));
            let (g2, along) = (dot(&d, &d), dot(&d, &self.way));
            if tangible {
                // The time at which the point just found enters the ball; it is used only if the
                // point is in the ball then.
                let under = along.times(along).minus(self.way_squared.times(g2.minus(aim_squared)));
                let zero = E::splat(0.0);
                let root = under.or_greater(zero).root();
                let later =
                    zero.minus(along.plus(root)).times(self.inverse_way_squared).or_greater(zero);
                let then: Eights<E> = three!(k => later.times_plus(self.way[k], d[k]));
                // In a lane that has been ruled out, the time may be before the start.
                let inside = dot(&then, &then).at_most(inner_squared).and(zero.at_most(time));
                upper = upper.or_less(time.plus(later).where_set(inside, upper));
            }
            let step = self.step_to(&triangles, &ap, &d, g2, outer, &mut possible);
            time = time.plus(step);
            possible = possible.and(time.at_most(upper));
            if possible.and(least_step.below(step)).bits() == 0 {
                break;
            }
        }
        (time.where_set(possible, E::splat(f32::INFINITY)), upper.least())
    }
}
