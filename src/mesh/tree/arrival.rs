//! When can a body first reach a box or a triangle? By Newton's steps, (9.1) of `bound.rs`.

use super::bound::{Body, Question};
use super::eights::{Eights, dot, split, three};
use super::node::Node;
use super::seen::{
    SLAB_FROM, TINY, Triangles, boxes, from_middles, grown, half_axis, keys, less_axis, stretch,
    stretched, support,
};
use crate::number::{Eight, sqrt};

/// When does it come? `τ` is the key.
#[derive(Clone, Copy)]
pub(super) struct Arrival<E> {
    center: Eights<E>,
    way: Eights<E>,
    /// For each axis: where the way begins; how space is stretched; one over the way, or over the
    /// least that can be inverted; whether that is positive; and how much earlier the body is there
    /// than its centre.
    origin: [f32; 3],
    scale: [f32; 3],
    inverse: [f32; 3],
    is_forward: [bool; 3],
    lead: [f32; 3],
    stretch: Option<Eights<E>>,
    half_axis: Option<Eights<E>>,
    outer: E,
    /// What rounding may hide of `−d · W`, over `|d|`.
    slope: E,
    way_squared: E,
    inverse_way_squared: E,
    inverse_length: f32,
    radius: f32,
    inner: f32,
    epsilon: f32,
}

/// More than the roundings of `d · W`, over the lengths of both: `16 u`.
const SLOPE: f32 = 8.0 * f32::EPSILON;
/// The least component of a way that is inverted: times this, a coordinate is no way.
const SLOW: f32 = 1e-20;
/// From this radius on, in steps of the widest grid of a node, it is worth seeing the round edges
/// of its boxes. Found by measuring; any number is right.
const ROUND_FROM: f32 = 16.0;
/// Newton's steps for triangles, at most, after the one along their normals.
const STEPS: usize = 2;

impl<E: Eight> Arrival<E> {
    #[inline(always)]
    pub(super) fn new(body: &Body) -> Self {
        let inverse = body.way.map(|w| {
            let at_least = if w.abs() < SLOW { SLOW } else { w.abs() };
            1.0 / if w < 0.0 { -at_least } else { at_least }
        });
        let [x, y, z] = body.way;
        let squared = x * x + y * y + z * z;
        let length = sqrt(f64::from(squared)) as f32;
        Self {
            center: split(&body.center),
            way: split(&body.way),
            origin: body.center,
            scale: body.stretch,
            inverse,
            is_forward: three!(k => inverse[k] > 0.0),
            lead: three!(k => (body.outer + body.half_axis[k].abs()) * inverse[k].abs()),
            stretch: stretch(body),
            half_axis: half_axis(body),
            outer: E::splat(body.outer),
            slope: E::splat(length * SLOPE),
            way_squared: E::splat(squared),
            inverse_way_squared: E::splat(1.0 / if squared > TINY { squared } else { TINY }),
            inverse_length: 1.0 / if length > TINY { length } else { TINY },
            radius: body.outer,
            inner: body.inner,
            epsilon: body.epsilon,
        }
    }

    #[inline(always)]
    fn at(&self, time: E) -> Eights<E> {
        three!(k => time.times_plus(self.way[k], self.center[k]))
    }

    /// Newton's step (9.1) from `time`, along `d` of length `g`, where `margin = m − r |d|`. Where
    /// it says never, that lane is taken from `possible`.
    #[inline(always)]
    fn step(&self, d: &Eights<E>, g: E, margin: E, possible: &mut E) -> E {
        let zero = E::splat(0.0);
        let toward = g.times(self.slope).minus(dot(d, &self.way));
        let apart = zero.below(margin);
        *possible = possible.except(apart.except(zero.below(toward)));
        margin.over(toward).and(apart)
    }

    /// The same towards triangles, for a body at `ap` as the first corners see it.
    #[inline(always)]
    fn step_to(
        &self,
        triangles: &Triangles<E>,
        ap: &Eights<E>,
        d: &Eights<E>,
        squared: E,
        outer: E,
        possible: &mut E,
    ) -> E {
        // A little longer, so that `r |d|` is more than what underflow can make of `m`.
        let g = squared.plus(E::splat(TINY)).root();
        let m = less_axis(triangles.support(ap, d), d, &self.half_axis);
        self.step(d, g, m.minus(outer.times(g)), possible)
    }
}

impl<E: Eight> Question<E> for Arrival<E> {
    #[inline(always)]
    fn children(&self, node: &Node, start: f32, limit: f32) -> Option<E> {
        let limit = E::splat(limit);
        // The box, grown by the radius along each axis.
        let (mut time, mut end) = (E::splat(start), limit);
        let planes: [[E; 2]; 3] = three!(k => node.planes(k, self.is_forward[k]));
        let times: [[E; 2]; 3] = three!(k => {
            let [rate, base] = node.along(k, self.scale[k], self.origin[k], self.inverse[k]);
            let [near, far] = planes[k];
            [
                near.times_plus(E::splat(rate), E::splat(base - self.lead[k])),
                far.times_plus(E::splat(rate), E::splat(base + self.lead[k])),
            ]
        });
        let [x, y, z] = times;
        time = time.or_greater(x[0]).or_greater(y[0].or_greater(z[0]));
        end = end.or_less(x[1]).or_less(y[1].or_less(z[1]));
        let mut possible = time.at_most(end);
        if possible.bits() & node.lanes() == 0 {
            return None;
        }
        if !node.is_small_for(self.radius, ROUND_FROM) {
            return keys(node, time, possible);
        }
        // The box with round edges.
        let bounds = boxes(node, &self.stretch);
        let [min, max] = grown(&bounds, &self.half_axis);
        let point = self.at(time);
        let d: Eights<E> = three!(k => point[k].minus(point[k].or_greater(min[k]).or_less(max[k])));
        let g = dot(&d, &d).root();
        time = time.plus(self.step(&d, g, g.minus(self.outer).times(g), &mut possible));
        possible = possible.and(time.at_most(limit));
        // What lies between two planes in it.
        if self.stretch.is_none()
            && node.is_small_for(self.radius, SLAB_FROM)
            && possible.bits() & node.lanes() != 0
        {
            let [half, d] = from_middles(&bounds, &self.at(time));
            let g2 = dot(&d, &d);
            let g = g2.root();
            let m = less_axis(g2.minus(support(node, &half, &d)), &d, &self.half_axis);
            let margin = m.minus(self.outer.times(g));
            time = time.plus(self.step(&d, g, margin, &mut possible));
            possible = possible.and(time.at_most(limit));
        }
        keys(node, time, possible)
    }

    #[inline(always)]
    fn triangles(&self, corners: &[Eights<E>; 3], blur: f32, start: E, limit: f32) -> (E, f32) {
        let inner = self.inner - blur;
        let tangible = inner > self.epsilon;
        let aim = inner - self.epsilon;
        let (outer, inner_squared, aim_squared) =
            (E::splat(self.radius + blur), E::splat(inner * inner), E::splat(aim * aim));
        let least_step = E::splat(self.epsilon * self.inverse_length);
        let corners = stretched(corners, &self.stretch);
        let triangles = Triangles::new(&corners);
        let limit = E::splat(limit);
        let mut upper = limit;
        let mut time = start;
        let mut possible = time.at_most(limit);
        let from_corner: Eights<E> = three!(k => self.center[k].minus(corners[0][k]));
        // First along the normal, which leads to the plane at once.
        let ap: Eights<E> = three!(k => time.times_plus(self.way[k], from_corner[k]));
        let d = triangles.towards(&ap);
        time = time.plus(self.step_to(&triangles, &ap, &d, dot(&d, &d), outer, &mut possible));
        possible = possible.and(time.at_most(limit));
        for _ in 0..STEPS {
            let ap: Eights<E> = three!(k => time.times_plus(self.way[k], from_corner[k]));
            let d = triangles.away(&triangles.closest_of_axis(&ap, &self.half_axis));
            let (g2, along) = (dot(&d, &d), dot(&d, &self.way));
            if tangible {
                // When the point just found enters the ball: believed if it is in it then.
                let under = along.times(along).minus(self.way_squared.times(g2.minus(aim_squared)));
                let zero = E::splat(0.0);
                let root = under.or_greater(zero).root();
                let later =
                    zero.minus(along.plus(root)).times(self.inverse_way_squared).or_greater(zero);
                let then: Eights<E> = three!(k => later.times_plus(self.way[k], d[k]));
                // A lane that has been ruled out may have gone back to before the start.
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
