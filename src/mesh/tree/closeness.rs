//! Lower bounds for the distance of a body from boxes and triangles at its start, by (9.1) of
//! `bound.rs` without a motion.

use super::bound::{TreeBody, TreeQuery};
use super::eights::{Eights, dot, split, three};
use super::geometry::{
    EightAxes, EightTriangles, SLAB_FROM, boxes, from_middles, keys, length, stretch, stretched,
    support,
};
use super::node::MeshNode;
use crate::number::Eight;

/// The query for distances at the start of the path. The key is the distance from the centre, or
/// minus infinity for a triangle that certainly shares a point with the body.
#[derive(Clone, Copy)]
pub(super) struct Closeness<E, const IS_BOX: bool> {
    center: Eights<E>,
    stretch: Option<Eights<E>>,
    half_axes: EightAxes<E, IS_BOX>,
    epsilon: E,
    /// A triangle with a point within this distance certainly shares a point with the body.
    certain: E,
}

impl<E: Eight, const IS_BOX: bool> Closeness<E, IS_BOX> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(body: &TreeBody) -> Self {
        Self {
            center: split(&body.center),
            stretch: stretch(body),
            half_axes: EightAxes::of(body),
            epsilon: E::splat(body.epsilon),
            certain: E::splat(body.inner),
        }
    }
}

impl<E: Eight, const IS_BOX: bool> TreeQuery<E> for Closeness<E, IS_BOX> {
    #[cfg_attr(hot, inline(always))]
    fn children(&self, node: &MeshNode, start: f32, limit: f32) -> Option<E> {
        let bounds = boxes(node, &self.stretch);
        let [min, max] = self.half_axes.grown(&bounds);
        let point = &self.center;
        let d: Eights<E> = three!(k => point[k].minus(point[k].or_greater(min[k]).or_less(max[k])));
        let mut distance = dot(&d, &d).root().minus(self.epsilon).or_greater(E::splat(start));
        let limit_of_all = E::splat(limit);
        let possible = distance.at_most(limit_of_all);
        if self.stretch.is_none()
            && node.is_small_for(limit, SLAB_FROM)
            && possible.bits() & node.lanes() != 0
        {
            let [half, d] = from_middles(&bounds, point);
            let g2 = dot(&d, &d);
            let margin = self.half_axes.less(g2.minus(support(node, &half, &d)), &d);
            let beyond = margin.over(length(g2)).minus(self.epsilon);
            distance = distance.or_greater(beyond);
        }
        let possible = distance.at_most(limit_of_all);
        keys(node, distance, possible)
    }

    #[cfg_attr(hot, inline(always))]
    fn triangles(&self, corners: &[Eights<E>; 3], blur: f32, _start: E, limit: f32) -> (E, f32) {
        let (epsilon, certain) =
            (self.epsilon.plus(E::splat(blur)), self.certain.minus(E::splat(blur)));
        let corners = stretched(corners, &self.stretch);
        let triangles = EightTriangles::new(&corners);
        let ap: Eights<E> = three!(k => self.center[k].minus(corners[0][k]));
        let d = triangles.away(&triangles.closest_of_core(&ap, &self.half_axes));
        let g = length(dot(&d, &d));
        let m = self.half_axes.less(triangles.support(&ap, &d), &d);
        let lower = m.over(g).minus(epsilon);
        let upper = g.plus(epsilon).least();
        let possible = lower.at_most(E::splat(limit));
        let lower = E::splat(f32::NEG_INFINITY).where_set(g.at_most(certain), lower);
        (lower.where_set(possible, E::splat(f32::INFINITY)), upper)
    }
}
