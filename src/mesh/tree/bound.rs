//! Bounds for the search, eight at a time: when can a round body first reach a box or a triangle, and how close is it?
//!
//! Along its way the body's centre is `p(τ) = C + τ W`, `0 ≤ τ ≤ 1`. The distance of `p(τ)` from anything convex is convex
//! in `τ`, so Newton's step from a time that is not too late never leads to one that is. With any direction `d`, and `m` the
//! least `d · (p(τ) − x)` over what is below,
//!
//! ```text
//! τ' = τ + (m − r |d|) / (−d · W);      no contact ever if m > r |d| and d · W ≥ 0                    (9.1)
//! ```
//!
//! For a box `d` leads from it to the centre, for a slab in it from its middle, for a triangle about from its closest point.
//! Whatever `d` is, the bound holds: so `d` may be rounded, and slivers cannot break it. All floats are `f32`, in the frame of
//! the tree, where no coordinate exceeds one half; what their roundings amount to is made good by a greater radius:
//!
//! ```text
//! r' = r + ε,      ε = 128 · 2⁻²⁴ · (1 + |C|∞ + |W|∞ + r) + what is known of C and W                      (9.3)
//! ```
//!
//! Bounds from above are points found: a place on a triangle, and a time at which it lies in the ball of radius `r − ε`,
//! which is looked at before it is believed. Derivation: `docs/theory.md`, §9; `laws.rs` beside this tests it.

use super::eights::{Eights, three};
use super::frame::Frame;
use super::node::{Node, WIDTH};
use crate::number::{Eight, sqrt};

#[inline(always)]
fn split<E: Eight>(v: &[f32; 3]) -> Eights<E> {
    three!(k => E::splat(v[k]))
}

#[inline(always)]
fn dot<E: Eight>(a: &Eights<E>, b: &Eights<E>) -> E {
    a[0].times_plus(b[0], a[1].times_plus(b[1], a[2].times(b[2])))
}

/// Something round on its way, or in its place, in the frame of the tree.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct Body {
    center: [f32; 3],
    /// The whole way, from `τ = 0` to 1.
    way: [f32; 3],
    /// What each coordinate is multiplied by, so that the body is a ball: at most one.
    stretch: [f32; 3],
    /// `r + ε`.
    outer: f32,
    /// `r − ε`.
    inner: f32,
    epsilon: f32,
}

/// Half the distance from one to the next `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;
/// The constant of (9.3).
const ROUNDINGS: f64 = 128.0;

impl Body {
    /// `slack` is how far from `center + τ way` the body's centre may be, and more than which its radius may be wrong; `None` if
    /// floats cannot hold all this.
    pub(in crate::mesh) fn new(
        center: [f64; 3],
        way: [f64; 3],
        stretch: [f32; 3],
        radius: f64,
        slack: f64,
    ) -> Option<Self> {
        let greatest =
            |v: &[f64; 3]| v.iter().fold(0.0, |m: f64, x| if x.abs() > m { x.abs() } else { m });
        let size = 1.0 + greatest(&center) + greatest(&way) + radius;
        let epsilon = ROUNDINGS * U * size + slack;
        let is_number = center.iter().chain(&way).all(|x| !x.is_nan());
        if !is_number || size + slack > LARGE || (size + slack).is_nan() {
            return None;
        }
        Some(Self {
            center: center.map(|x| x as f32),
            way: way.map(|x| x as f32),
            stretch,
            outer: above(radius + epsilon),
            inner: (radius - epsilon) as f32 - f32::EPSILON * radius as f32,
            epsilon: above(epsilon),
        })
    }

    /// How far it certainly does not reach.
    pub(in crate::mesh) fn outer(&self) -> f32 {
        self.outer
    }

    /// Whether it is large enough for bounds from above.
    pub(super) fn is_tangible(&self) -> bool {
        self.inner > self.epsilon
    }
}

/// Beyond this, in units of half the mesh, nothing is ruled out.
const LARGE: f64 = (1u64 << 40) as f64;

/// A float that is not less.
pub(in crate::mesh) fn above(x: f64) -> f32 {
    (x as f32).next_up()
}

impl Frame {
    /// A distance in it that is not less than the root of this.
    pub(in crate::mesh) fn distance(&self, squared: f64) -> f32 {
        above(sqrt(squared) * self.scale * (1.0 + 8.0 * f64::EPSILON))
    }
}

/// What a search asks of boxes and triangles: bounds from below for their keys, infinite where they cannot count.
pub(super) trait Question<E: Eight>: Copy {
    /// Of the children of a node that may be reached at `start` or later, and at `limit` or before; `None` if none can.
    fn children(&self, node: &Node, start: f32, limit: f32) -> Option<E>;
    /// Of eight triangles, given by their corners; and a bound from above for the least of the keys.
    fn triangles(&self, corners: &[Eights<E>; 3], blur: f32, start: E, limit: f32) -> (E, f32);
}

/// The numbers of the lanes, and infinity.
const LANES: [f32; WIDTH] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

/// The keys of those children of a node that are possible; `None` if none is.
#[inline(always)]
fn keys<E: Eight>(node: &Node, key: E, possible: E) -> Option<E> {
    let possible = possible.and(E::load(&LANES).below(E::splat(f32::from(node.count))));
    if possible.bits() == 0 {
        return None;
    }
    Some(key.where_set(possible, E::splat(f32::INFINITY)))
}

// ---- when? ----

/// When does it come? `τ` is the key.
#[derive(Clone, Copy)]
pub(super) struct Arrival<E> {
    center: Eights<E>,
    way: Eights<E>,
    /// For each axis: where the way begins; how space is stretched; one over the way, or over the least that can be inverted;
    /// whether that is positive; and how much earlier the body is there than its centre.
    origin: [f32; 3],
    scale: [f32; 3],
    inverse: [f32; 3],
    is_forward: [bool; 3],
    lead: [f32; 3],
    stretch: Option<Eights<E>>,
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
/// From these radii on, in steps of the widest grid of a node, it is worth seeing the round edges of its boxes, and their
/// slabs. Found by measuring; any number is right.
const ROUND_FROM: f32 = 16.0;
const SLAB_FROM: f32 = 32.0;
/// Newton's steps for triangles, at most.
const STEPS: usize = 3;
/// Far more than what products of `f32` can lose to underflow, and than what squares of lengths that count can be.
const TINY: f32 = 1e-37;

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
            lead: three!(k => body.outer * inverse[k].abs()),
            stretch: stretch(body),
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

    /// Newton's step (9.1) from `time`, along `d` of length `g`, where `margin = m − r |d|`. Where it says never, that lane is
    /// taken from `possible`.
    #[inline(always)]
    fn step(&self, d: &Eights<E>, g: E, margin: E, possible: &mut E) -> E {
        let zero = E::splat(0.0);
        let toward = g.times(self.slope).minus(dot(d, &self.way));
        let apart = zero.below(margin);
        *possible = possible.except(apart.except(zero.below(toward)));
        margin.over(toward).and(apart)
    }
}

/// How space is stretched for an ellipsoid.
#[inline(always)]
fn stretch<E: Eight>(body: &Body) -> Option<Eights<E>> {
    if body.stretch == [1.0; 3] { None } else { Some(split(&body.stretch)) }
}

/// The boxes of a node as the body sees them.
#[inline(always)]
fn boxes<E: Eight>(node: &Node, stretch: &Option<Eights<E>>) -> [Eights<E>; 2] {
    let boxes = node.boxes::<E>();
    match stretch {
        None => boxes,
        Some(stretch) => {
            let [min, max] = boxes;
            [three!(k => min[k].times(stretch[k])), three!(k => max[k].times(stretch[k]))]
        }
    }
}

/// The half sides of boxes, and the vectors to a point from their middles.
#[inline(always)]
fn from_middles<E: Eight>([min, max]: &[Eights<E>; 2], point: &Eights<E>) -> [Eights<E>; 2] {
    let half = E::splat(0.5);
    [
        three!(k => max[k].minus(min[k]).times(half)),
        three!(k => point[k].minus(min[k].plus(max[k]).times(half))),
    ]
}

/// The greatest `d · (x − middle)` over all `x` that lie in a box and in its slab: with any `λ`, it is at most
/// `λ n·(x − middle) + Σ |d − λ n| half`.
#[inline(always)]
fn support<E: Eight>(node: &Node, half: &Eights<E>, d: &Eights<E>) -> E {
    let (n, [low, high]) = node.slabs::<E>();
    let lambda = dot(d, &n);
    let along = lambda.times(low).or_greater(lambda.times(high));
    let across: Eights<E> = three!(k => d[k].minus(lambda.times(n[k])).absolute().times(half[k]));
    along.plus(across[0]).plus(across[1].plus(across[2]))
}

/// Eight triangles, ready to be asked for their closest points.
struct Triangles<E> {
    ab: Eights<E>,
    ac: Eights<E>,
    ab2: E,
    ac2: E,
    /// The square of the third side, and `(b − a)·(b − c)`.
    bc2: E,
    at_b: E,
    bc: E,
    /// One over the squares of the sides, and over that of the normal.
    over_ab2: E,
    over_ac2: E,
    over_bc2: E,
    over_normal: E,
}

/// The nearest number from zero to one.
#[inline(always)]
fn within<E: Eight>(x: E) -> E {
    x.or_greater(E::splat(0.0)).or_less(E::splat(1.0))
}

impl<E: Eight> Triangles<E> {
    #[inline(always)]
    fn new([a, b, c]: &[Eights<E>; 3]) -> Self {
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

    /// Vectors from about the closest points to points, which are given relative to the first corners.
    #[inline(always)]
    fn away(&self, ap: &Eights<E>) -> Eights<E> {
        let (zero, one) = (E::splat(0.0), E::splat(1.0));
        let (d1, d2) = (dot(&self.ab, ap), dot(&self.ac, ap));
        // Of the three sides: the closest place, and the square of its distance, less that of the first corner.
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
        // Of the plane, if it is inside.
        let v = self.ac2.times(d1).minus_product(self.bc, d2).times(self.over_normal);
        let w = self.ab2.times(d2).minus_product(self.bc, d1).times(self.over_normal);
        let inside = zero.below(v).and(zero.below(w)).and(v.plus(w).below(one));
        let (v, w) = (v.where_set(inside, v2), w.where_set(inside, w2));
        three!(k => ap[k].minus_product(v, self.ab[k]).minus_product(w, self.ac[k]))
    }

    /// The least `d · (p − x)` over the triangles.
    #[inline(always)]
    fn support(&self, ap: &Eights<E>, d: &Eights<E>) -> E {
        let greatest = dot(d, &self.ab).or_greater(dot(d, &self.ac)).or_greater(E::splat(0.0));
        dot(d, ap).minus(greatest)
    }
}

/// The corners of eight triangles as the body sees them.
#[inline(always)]
fn stretched<E: Eight>(corners: &[Eights<E>; 3], stretch: &Option<Eights<E>>) -> [Eights<E>; 3] {
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
        let [min, max] = boxes(node, &self.stretch);
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
            let [half, d] = from_middles(&[min, max], &self.at(time));
            let g2 = dot(&d, &d);
            let g = g2.root();
            let margin = g2.minus(support(node, &half, &d)).minus(self.outer.times(g));
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
        for _ in 0..STEPS {
            let ap: Eights<E> = three!(k => time.times_plus(self.way[k], from_corner[k]));
            let d = triangles.away(&ap);
            let (g2, along) = (dot(&d, &d), dot(&d, &self.way));
            if tangible {
                // When the point just found enters the ball: believed if it is in it then.
                let under = along.times(along).minus(self.way_squared.times(g2.minus(aim_squared)));
                let zero = E::splat(0.0);
                let root = under.or_greater(zero).root();
                let later =
                    zero.minus(along.plus(root)).times(self.inverse_way_squared).or_greater(zero);
                let then: Eights<E> = three!(k => later.times_plus(self.way[k], d[k]));
                let inside = dot(&then, &then).at_most(inner_squared);
                upper = upper.or_less(time.plus(later).where_set(inside, upper));
            }
            // A little longer, so that `r |d|` is more than what underflow can make of `m`.
            let g = g2.plus(E::splat(TINY)).root();
            let m = triangles.support(&ap, &d);
            let step = self.step(&d, g, m.minus(outer.times(g)), &mut possible);
            time = time.plus(step);
            possible = possible.and(time.at_most(upper));
            if possible.and(least_step.below(step)).bits() == 0 {
                break;
            }
        }
        (time.where_set(possible, E::splat(f32::INFINITY)), upper.least())
    }
}

// ---- how close? ----

/// How close is it, at the start of its way? The distance from its centre is the key, or minus infinity for a triangle that
/// certainly shares a point with the body.
#[derive(Clone, Copy)]
pub(super) struct Closeness<E> {
    center: Eights<E>,
    stretch: Option<Eights<E>>,
    epsilon: E,
    /// A triangle with a point this close certainly shares one.
    certain: E,
}

impl<E: Eight> Closeness<E> {
    #[inline(always)]
    pub(super) fn new(body: &Body) -> Self {
        Self {
            center: split(&body.center),
            stretch: stretch(body),
            epsilon: E::splat(body.epsilon),
            certain: E::splat(body.inner),
        }
    }
}

impl<E: Eight> Question<E> for Closeness<E> {
    #[inline(always)]
    fn children(&self, node: &Node, start: f32, limit: f32) -> Option<E> {
        let bounds @ [min, max] = boxes(node, &self.stretch);
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
            let margin = g2.minus(support(node, &half, &d));
            let beyond = margin.over(g2.root().or_greater(E::splat(TINY))).minus(self.epsilon);
            distance = distance.or_greater(beyond);
        }
        let possible = distance.at_most(limit_of_all);
        keys(node, distance, possible)
    }

    #[inline(always)]
    fn triangles(&self, corners: &[Eights<E>; 3], blur: f32, _start: E, limit: f32) -> (E, f32) {
        let (epsilon, certain) =
            (self.epsilon.plus(E::splat(blur)), self.certain.minus(E::splat(blur)));
        let corners = stretched(corners, &self.stretch);
        let triangles = Triangles::new(&corners);
        let ap: Eights<E> = three!(k => self.center[k].minus(corners[0][k]));
        let d = triangles.away(&ap);
        let g = dot(&d, &d).root();
        let m = triangles.support(&ap, &d);
        let lower = m.over(g.or_greater(E::splat(TINY))).minus(epsilon);
        let upper = g.plus(epsilon).least();
        let possible = lower.at_most(E::splat(limit));
        let lower = E::splat(f32::NEG_INFINITY).where_set(g.at_most(certain), lower);
        (lower.where_set(possible, E::splat(f32::INFINITY)), upper)
    }
}
