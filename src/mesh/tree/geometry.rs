//! The geometry of boxes and triangles relative to a body, eight at a time: distances and
//! directions.

use super::bound::{HalfAxes, TreeBody};
use super::eights::{Eights, cross, dot, split, three};
use super::node::{MeshNode, WIDTH};
use crate::number::Eight;

/// Far more than products of `f32` can lose to underflow, and far less than the square of a length
/// that matters.
pub(super) const TINY: f32 = 1e-37;

/// More than the roundings of `d · W`, divided by the lengths of both vectors: `16 u`.
pub(super) const SLOPE: f32 = 8.0 * f32::EPSILON;

/// The radius, in steps of the widest grid of a node, from which testing the slabs of its boxes
/// pays off. It was found by measurement; any number is correct.
pub(super) const SLAB_FROM: f32 = 32.0;

/// The indices of the lanes.
const LANES: [f32; WIDTH] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

/// The keys of the possible children of a node, and infinity for the others; `None` if no child is
/// possible.
#[cfg_attr(hot, inline(always))]
pub(super) fn keys<E: Eight>(node: &MeshNode, key: E, possible: E) -> Option<E> {
    let possible = possible.and(E::load(&LANES).below(E::splat(f32::from(node.count))));
    if possible.bits() == 0 {
        return None;
    }
    Some(key.where_set(possible, E::splat(f32::INFINITY)))
}

/// The stretch of space that makes an ellipsoid a ball; `None` for other bodies.
#[cfg_attr(hot, inline(always))]
pub(super) fn stretch<E: Eight>(body: &TreeBody) -> Option<Eights<E>> {
    if body.stretch == [1.0; 3] { None } else { Some(split(&body.stretch)) }
}

/// The half axes of a body in eight lanes: at most one or, with `IS_BOX`, three. It is a constant,
/// so that the search for balls and capsules has no code for boxes, which took up to a sixth of its
/// instructions. Closures of the standard library are not used here: they are not inlined where
/// registers are wide.
#[derive(Clone, Copy)]
pub(super) struct EightAxes<E, const IS_BOX: bool> {
    first: Option<Eights<E>>,
    others: [Eights<E>; 2],
}

impl<E: Eight, const IS_BOX: bool> EightAxes<E, IS_BOX> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of(body: &TreeBody) -> Self {
        let none = split(&[0.0; 3]);
        match &body.half_axes {
            HalfAxes::Point => Self { first: None, others: [none; 2] },
            HalfAxes::Segment(half) => Self { first: Some(split(half)), others: [none; 2] },
            HalfAxes::Box([a, b, c]) => {
                Self { first: Some(split(a)), others: [split(b), split(c)] }
            }
        }
    }

    /// The least `m` over all points of the core, from the `m` of the centre.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn less(&self, m: E, d: &Eights<E>) -> E {
        let Some(half) = &self.first else { return m };
        let m = m.minus(dot(d, half).absolute());
        if !IS_BOX {
            return m;
        }
        let [a, b] = &self.others;
        m.minus(dot(d, a).absolute().plus(dot(d, b).absolute()))
    }

    /// The greatest `d · (x − C)` over all points of the core; `None` if the core is a point.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn along(&self, d: &Eights<E>) -> Option<E> {
        let zero = E::splat(0.0);
        if self.first.is_none() { None } else { Some(zero.minus(self.less(zero, d))) }
    }

    /// Boxes, enlarged by the bounding box of the core.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn grown(&self, [min, max]: &[Eights<E>; 2]) -> [Eights<E>; 2] {
        let (mut min, mut max) = (*min, *max);
        let mut grow = |half: &Eights<E>| {
            min = three!(k => min[k].minus(half[k].absolute()));
            max = three!(k => max[k].plus(half[k].absolute()));
        };
        if let Some(half) = &self.first {
            grow(half);
            if IS_BOX {
                let [a, b] = &self.others;
                grow(a);
                grow(b);
            }
        }
        [min, max]
    }
}

/// More than the length of a direction with this square, so that `r |d|` exceeds any effect of
/// underflow on `m`, and no quotient of such an `m` is a distance that matters.
#[cfg_attr(hot, inline(always))]
pub(super) fn length<E: Eight>(squared: E) -> E {
    squared.plus(E::splat(TINY)).root()
}

/// The boxes of a node in the stretched space of the body.
#[cfg_attr(hot, inline(always))]
pub(super) fn boxes<E: Eight>(node: &MeshNode, stretch: &Option<Eights<E>>) -> [Eights<E>; 2] {
    let boxes = node.boxes::<E>();
    match stretch {
        None => boxes,
        Some(stretch) => {
            let [min, max] = boxes;
            [three!(k => min[k].times(stretch[k])), three!(k => max[k].times(stretch[k]))]
        }
    }
}

/// The half sides of boxes, and the vectors from their middles to a point.
#[cfg_attr(hot, inline(always))]
pub(super) fn from_middles<E: Eight>(
    [min, max]: &[Eights<E>; 2],
    point: &Eights<E>,
) -> [Eights<E>; 2] {
    let half = E::splat(0.5);
    [
        three!(k => max[k].minus(min[k]).times(half)),
        three!(k => point[k].minus(min[k].plus(max[k]).times(half))),
    ]
}

/// A bound on the greatest `d · (x − middle)` over all `x` that lie in a box and in its slab. For
/// every `λ`, the greatest product is at most `λ n·(x − middle) + Σ |d − λ n| half`.
#[cfg_attr(hot, inline(always))]
pub(super) fn support<E: Eight>(node: &MeshNode, half: &Eights<E>, d: &Eights<E>) -> E {
    let (n, [low, high]) = node.slabs::<E>();
    let lambda = dot(d, &n);
    let along = lambda.times(low).or_greater(lambda.times(high));
    let across: Eights<E> = three!(k => d[k].minus(lambda.times(n[k])).absolute().times(half[k]));
    along.plus(across[0]).plus(across[1].plus(across[2]))
}

/// Eight triangles, prepared for queries of their closest points.
pub(super) struct EightTriangles<E> {
    ab: Eights<E>,
    ac: Eights<E>,
    ab2: E,
    ac2: E,
    /// The square of the third side, and `(b − a)·(b − c)`.
    bc2: E,
    at_b: E,
    bc: E,
    /// The reciprocals of the squares of the sides, and of the square of the normal.
    over_ab2: E,
    over_ac2: E,
    over_bc2: E,
    over_normal: E,
}

/// The nearest number from zero to one.
#[cfg_attr(hot, inline(always))]
fn within<E: Eight>(x: E) -> E {
    x.or_greater(E::splat(0.0)).or_less(E::splat(1.0))
}

impl<E: Eight> EightTriangles<E> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new([a, b, c]: &[Eights<E>; 3]) -> Self {
        let ab: Eights<E> = three!(k => b[k].minus(a[k]));
        let ac: Eights<E> = three!(k => c[k].minus(a[k]));
        let (ab2, ac2, bc) = (dot(&ab, &ab), dot(&ac, &ac), dot(&ab, &ac));
        let at_b = ab2.minus(bc);
        let bc2 = at_b.plus(ac2).minus(bc);
        let normal = ab2.times(ac2).minus_product(bc, bc);
        let (one, tiny) = (E::splat(1.0), E::splat(TINY));
        Self {
            over_ab2: one.over(ab2.or_greater(tiny)),
            over_ac2: one.over(ac2.or_greater(tiny)),
            over_bc2: one.over(bc2.or_greater(tiny)),
            over_normal: one.over(normal.or_greater(tiny)),
            ab,
            ac,
            ab2,
            ac2,
            bc2,
            at_b,
            bc,
        }
    }

    /// The points of a core that are about the closest to the triangles; `ap` is the position of
    /// the centre of the core.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn closest_of_core<const IS_BOX: bool>(
        &self,
        ap: &Eights<E>,
        axes: &EightAxes<E, IS_BOX>,
    ) -> Eights<E> {
        let Some(half) = &axes.first else { return *ap };
        let at = self.closest_along(ap, half);
        if !IS_BOX {
            return at;
        }
        let [a, b] = &axes.others;
        self.closest_along(&self.closest_along(&at, a), b)
    }

    /// The points of an axis that are about the closest to the triangles; `ap` is the position of
    /// the middle of the axis.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn closest_along(&self, ap: &Eights<E>, half: &Eights<E>) -> Eights<E> {
        let (zero, one) = (E::splat(0.0), E::splat(1.0));
        let over = one.over(dot(half, half).or_greater(E::splat(TINY)));
        let mut at = *ap;
        let mut part = zero;
        for _ in 0..2 {
            let d = self.away(&at);
            part = part.minus(dot(&d, half).times(over));
            part = part.or_greater(zero.minus(one)).or_less(one);
            at = three!(k => part.times_plus(half[k], ap[k]));
        }
        at
    }

    /// Vectors from about the closest points of the triangles to points that are given relative to
    /// the first corners.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn away(&self, ap: &Eights<E>) -> Eights<E> {
        let (zero, one) = (E::splat(0.0), E::splat(1.0));
        let (d1, d2) = (dot(&self.ab, ap), dot(&self.ac, ap));
        // For each of the three sides: the closest point, and its squared distance minus the
        // squared distance of the first corner.
        let (double1, double2) = (d1.plus(d1), d2.plus(d2));
        let s = within(d1.times(self.over_ab2));
        let on_ab = s.times(s.times(self.ab2).minus(double1));
        let t = within(d2.times(self.over_ac2));
        let on_ac = t.times(t.times(self.ac2).minus(double2));
        let from_b = d2.minus(d1).plus(self.at_b);
        let w = within(from_b.times(self.over_bc2));
        let to_c = w.times(self.bc2).minus(from_b.plus(from_b));
        let on_bc = w.times_plus(to_c, self.ab2.minus(double1));
        let second = on_ac.below(on_ab);
        let third = on_bc.below(on_ab.or_less(on_ac));
        let (v1, w1) = (s.except(second), t.and(second));
        let (v2, w2) = (one.minus(w).where_set(third, v1), w.where_set(third, w1));
        // Then the closest point of the plane, which counts if it is inside of the triangle.
        let v = self.ac2.times(d1).minus_product(self.bc, d2).times(self.over_normal);
        let w = self.ab2.times(d2).minus_product(self.bc, d1).times(self.over_normal);
        let inside = zero.below(v).and(zero.below(w)).and(v.plus(w).below(one));
        let (v, w) = (v.where_set(inside, v2), w.where_set(inside, w2));
        three!(k => ap[k].minus_product(v, self.ab[k]).minus_product(w, self.ac[k]))
    }

    /// The approximate normals of the triangles, on the side of the given points.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn towards(&self, ap: &Eights<E>) -> Eights<E> {
        let n = cross(&self.ab, &self.ac);
        let (zero, height) = (E::splat(0.0), dot(&n, ap));
        let is_below = height.below(zero);
        three!(k => zero.minus(n[k]).where_set(is_below, n[k]))
    }

    /// The least `d · (p − x)` over the points `x` of each triangle.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn support(&self, ap: &Eights<E>, d: &Eights<E>) -> E {
        let greatest = dot(d, &self.ab).or_greater(dot(d, &self.ac)).or_greater(E::splat(0.0));
        dot(d, ap).minus(greatest)
    }
}

/// The corners of eight triangles in the stretched space of the body.
#[cfg_attr(hot, inline(always))]
pub(super) fn stretched<E: Eight>(
    corners: &[Eights<E>; 3],
    stretch: &Option<Eights<E>>,
) -> [Eights<E>; 3] {
    match stretch {
        None => *corners,
        Some(stretch) => {
            let [a, b, c] = corners;
            [
                three!(k => a[k].times(stretch[k])),
                three!(k => b[k].times(stretch[k])),
                three!(k => c[k].times(stretch[k])),
            ]
        }
    }
}
