//! Many spheres or capsules at many obstacles: which of them certainly miss, eight at a time in
//! `f32`. All others are asked one by one.
//!
//! What is seen of a pair are lengths and speeds relative to each other, one subtraction each,
//! rounded to `f32`. Then two convex things on straight ways miss each other if some direction has
//! a gap between them that is wider than the radius, and does not get narrower:
//!
//! ```text
//! n · (C − P) > r |n|   for all points P of the obstacle, C of the axis,   n · V ≥ 0                           (7.9)
//! ```
//!
//! For what has up to three vertices the directions are `E × V` of its edges and of the axis, the
//! way across from a point or an end, and `V`; for a box, in its frame, those across two of its
//! axes, and these. Both sides are products of one length, one speed and one more length, or of one
//! length and one speed, computed with some fifty roundings of `2⁻²⁴` at most; [`MARGIN`] allows
//! for more than twice as many, of the greatest that such a product can be. Within the limits
//! nothing overflows, and nothing underflows that counts; outside of them, and where something is
//! no number, nothing is certain. Derivation: `docs/theory.md`, §7.

use super::answer::Answer;
use super::body::Round;
use super::obstacle::Obstacle;
use crate::number::{BLOCK, COMPACT, Effort, Eight, Task, run};
use crate::shape::{
    AlignedBox, Capsule, Moving, OrientedBox, Point, Scalar, Segment, Shape, Sphere, Triangle,
};

/// What is small has no second way, unless it is asked for.
const IS_LEFT_OUT: bool = COMPACT && !cfg!(feature = "compact-rows");
/// So many numbers tell of a pair, at most.
const NUMBERS: usize = 16;
/// `2⁻¹⁷`, 128 roundings.
const MARGIN: f32 = 1.0 / 131_072.0;
/// `2⁻²⁵`: of sizes and speeds that are less nothing is certain.
const LEAST: f32 = 1.0 / GREATEST;
/// `2²⁵`, the same of those that are more.
const GREATEST: f32 = 33_554_432.0;

/// An obstacle that an `M` may be found to miss, together with others of its kind.
pub(crate) trait Missed<T, const N: usize, M>: Obstacle<T, N, M>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]>,
{
    /// How many numbers it takes.
    const USED: usize;
    /// The pair in single precision.
    fn pair(&self, mover: &Moving<M>) -> [f32; NUMBERS];
    /// Where it is certainly missed, whatever the end of the motion.
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E;
}

/// The first contacts of pairs, in their order.
pub(crate) fn first_contacts<'a, T, O, M, const N: usize>(
    count: usize,
    pair: impl Fn(usize) -> (&'a O, &'a Moving<M>),
    mut put: impl FnMut(usize, Answer<T, N, O::Feature>),
) where
    T: Scalar,
    O: Missed<T, N, M> + 'a,
    M: Shape<Scalar = T, Vector = [T; N]> + 'a,
{
    for start in (0..count).step_by(BLOCK) {
        let pairs = BLOCK.min(count - start);
        let missed = if IS_LEFT_OUT { 0 } else { run(Misses { pairs, pair: |i| pair(start + i) }) };
        for i in 0..pairs {
            let is_missed = missed >> i & 1 == 1;
            let answer = if is_missed {
                Answer::None
            } else {
                let (obstacle, mover) = pair(start + i);
                obstacle.meet(mover, &mut Effort::default())
            };
            put(start + i, answer);
        }
    }
}

/// Which pairs of a block certainly miss, a bit for each, the lowest first.
struct Misses<F> {
    pairs: usize,
    pair: F,
}

impl<'a, T, O, M, F, const N: usize> Task for Misses<F>
where
    T: Scalar,
    O: Missed<T, N, M> + 'a,
    M: Shape<Scalar = T, Vector = [T; N]> + 'a,
    F: Fn(usize) -> (&'a O, &'a Moving<M>),
{
    type Output = u64;

    #[inline(always)]
    fn run<E: Eight>(self) -> u64 {
        let mut missed = 0;
        for start in (0..self.pairs).step_by(8) {
            // No numbers, of which nothing is certain.
            let mut columns = [[f32::NAN; 8]; NUMBERS];
            for lane in 0..8.min(self.pairs - start) {
                let (obstacle, mover) = (self.pair)(start + lane);
                let numbers = obstacle.pair(mover);
                for (column, number) in columns.iter_mut().zip(numbers).take(O::USED) {
                    column[lane] = number;
                }
            }
            let mut numbers = [E::splat(0.0); NUMBERS];
            for (number, column) in numbers.iter_mut().zip(&columns).take(O::USED) {
                *number = E::load(column);
            }
            missed |= u64::from(O::is_missed(&numbers).bits()) << start;
        }
        missed
    }
}

/// The difference of two floats in single precision.
#[inline(always)]
fn less<T: Scalar>(a: T, b: T) -> f32 {
    (a.widen() - b.widen()) as f32
}

/// Puts the velocity of one relative to the other; no number if one of them moves between two
/// points.
#[inline(always)]
fn put_velocity<T: Scalar, M, O, const N: usize>(
    pair: &mut [f32; NUMBERS],
    from: usize,
    mover: &Moving<M>,
    obstacle: &Moving<O>,
) where
    M: Shape<Scalar = T, Vector = [T; N]>,
    O: Shape<Scalar = T, Vector = [T; N]>,
{
    let ([own, start], [other, other_start]) = (mover.way(), obstacle.way());
    put(pair, from, own, other);
    let mut has_start = false;
    for (own, other) in start.iter().zip(&other_start) {
        has_start |= *own != T::ZERO || *other != T::ZERO;
    }
    if has_start {
        pair[from] = f32::NAN;
    }
}

/// How near the centre comes, of a mover with this radius: all radii, at least.
#[inline(always)]
fn reach<T: Scalar, M, O>(radius: T, mover: &Moving<M>, obstacle: &Moving<O>) -> f32
where
    M: Shape<Scalar = T>,
    O: Shape<Scalar = T>,
{
    (radius.widen() + (mover.rounding().widen() + obstacle.rounding().widen())) as f32
}

/// `|x| + |y| + |z|`.
#[inline(always)]
fn extent<E: Eight>([x, y, z]: [E; 3]) -> E {
    x.absolute().plus(y.absolute()).plus(z.absolute())
}

#[inline(always)]
fn dot<E: Eight>(a: [E; 3], b: [E; 3]) -> E {
    a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

#[inline(always)]
fn cross<E: Eight>(a: [E; 3], b: [E; 3]) -> [E; 3] {
    [component(a, b, 1, 2), component(a, b, 2, 0), component(a, b, 0, 1)]
}

#[inline(always)]
fn component<E: Eight>(a: [E; 3], b: [E; 3], i: usize, j: usize) -> E {
    a[i].times(b[j]).minus(a[j].times(b[i]))
}

/// Three numbers of a pair, from this one on.
#[inline(always)]
fn vector<E: Eight>(pair: &[E; NUMBERS], from: usize) -> [E; 3] {
    [pair[from], pair[from + 1], pair[from + 2]]
}

/// Differences in single precision, in the places from `from` on.
#[inline(always)]
fn put<T: Scalar, const N: usize>(pair: &mut [f32; NUMBERS], from: usize, a: [T; N], b: [T; N]) {
    let mut k = 0;
    while k < N && k < 3 {
        pair[from + k] = less(a[k], b[k]);
        k += 1;
    }
}

#[inline(always)]
fn twice<E: Eight>(x: E) -> E {
    x.plus(x)
}

/// Where a number is within the limits.
#[inline(always)]
fn is_fair<E: Eight>(x: E) -> E {
    E::splat(LEAST).at_most(x).and(x.at_most(E::splat(GREATEST)))
}

/// What has up to three vertices, the ball or the axis of a mover, and the velocity, whose length
/// is about one; all as it is seen from the first vertex.
struct Hulls<'a, E> {
    /// The ways to the other vertices, and the one along the axis.
    edges: &'a [[E; 3]],
    axis: Option<[E; 3]>,
    /// To the centre, or to an end of the axis.
    center: [E; 3],
    velocity: [E; 3],
    radius: E,
    /// [`MARGIN`] times all that lengths can add up to.
    margin: E,
}

impl<E: Eight> Hulls<'_, E> {
    /// Where the two are certainly farther from each other than the radius, along a direction whose
    /// length is at most `size`: the mover ahead of the obstacle, and behind it.
    #[inline(always)]
    fn is_apart(&self, n: [E; 3], size: E) -> [E; 2] {
        let zero = E::splat(0.0);
        let center = dot(n, self.center);
        let (mut least, mut greatest, mut low, mut high) = (zero, zero, center, center);
        for &edge in self.edges {
            let end = dot(n, edge);
            (least, greatest) = (least.or_less(end), greatest.or_greater(end));
        }
        if let Some(axis) = self.axis {
            let other = center.plus(dot(n, axis));
            (low, high) = (low.or_less(other), high.or_greater(other));
        }
        let gap = self.radius.times(dot(n, n).root()).plus(self.margin.times(size));
        [greatest.plus(gap).below(low), high.below(least.minus(gap))]
    }

    /// The same of a direction across the velocity.
    #[inline(always)]
    fn is_beside(&self, n: [E; 3], size: E) -> E {
        let [ahead, behind] = self.is_apart(n, size);
        ahead.or(behind)
    }

    /// Across the velocity and a way.
    #[inline(always)]
    fn is_beside_edge(&self, way: [E; 3], size: E) -> E {
        self.is_beside(cross(way, self.velocity), size)
    }

    /// What of a way lies across the velocity.
    #[inline(always)]
    fn is_beside_end(&self, way: [E; 3], size: E) -> E {
        self.is_beside(cross(self.velocity, cross(way, self.velocity)), size)
    }

    /// The velocity itself.
    #[inline(always)]
    fn is_left_behind(&self) -> E {
        let [ahead, _] = self.is_apart(self.velocity, E::splat(1.0));
        ahead
    }
}

/// Where a mover certainly misses what has one vertex, and one more for each of `EDGES`.
#[inline(always)]
fn is_hull_missed<E: Eight, const EDGES: usize>(pair: &[E; NUMBERS], has_axis: bool) -> E {
    let (center, radius, way) = (vector(pair, 0), pair[3], vector(pair, 4));
    let (mut edges, mut size) = ([center; EDGES], E::splat(0.0));
    for (k, edge) in edges.iter_mut().enumerate() {
        *edge = vector(pair, 7 + 3 * k);
        size = size.plus(extent(*edge));
    }
    let axis = has_axis.then_some(vector(pair, 7 + 3 * EDGES));
    if let Some(axis) = axis {
        size = size.plus(extent(axis));
    }
    let distance = extent(center);
    let far = distance.plus(size).plus(radius);
    let (speed, one) = (extent(way), E::splat(1.0));
    let scale = one.over(speed);
    let velocity = [way[0].times(scale), way[1].times(scale), way[2].times(scale)];
    let margin = far.times(E::splat(MARGIN));
    let hulls = Hulls { edges: &edges, axis, center, velocity, radius, margin };
    let mut is_missed = hulls.is_left_behind();
    let mut longest = size;
    if EDGES < 2 && !has_axis {
        // The way to the centre is a direction, too.
        longest = size.plus(distance);
        is_missed = is_missed.or(hulls.is_beside_end(center, longest));
        for &edge in &edges {
            is_missed = is_missed.or(hulls.is_beside_end(edge, longest));
        }
    }
    for &edge in &edges {
        is_missed = is_missed.or(hulls.is_beside_edge(edge, longest));
    }
    if EDGES == 2 {
        let [e, f] = [edges[0], edges[1]];
        let third = [f[0].minus(e[0]), f[1].minus(e[1]), f[2].minus(e[2])];
        is_missed = is_missed.or(hulls.is_beside_edge(third, longest));
    }
    if let Some(axis) = axis {
        is_missed = is_missed.or(hulls.is_beside_edge(axis, longest));
    }
    is_missed.and(is_fair(speed)).and(is_fair(longest)).and(far.at_most(E::splat(GREATEST)))
}

/// What of a mover is rounded by its radius: a point, or an axis.
trait Core {
    const AXES: usize;
    /// Puts the way along the axis.
    fn put_axis(&self, pair: &mut [f32; NUMBERS], from: usize);
}

impl<T: Scalar, const N: usize> Core for Sphere<T, N> {
    const AXES: usize = 0;
    #[inline(always)]
    fn put_axis(&self, _: &mut [f32; NUMBERS], _: usize) {}
}

impl<T: Scalar, const N: usize> Core for Capsule<T, N> {
    const AXES: usize = 1;
    /// To the sum of two vectors.
    #[inline(always)]
    fn put_axis(&self, pair: &mut [f32; NUMBERS], from: usize) {
        let (a, [b, beyond]) = (self.a(), self.b());
        for k in 0..N {
            pair[from + k] = ((b[k].widen() - a[k].widen()) + beyond[k].widen()) as f32;
        }
    }
}

/// From the first vertex to the centre, or to an end of the axis, and the radius; the velocity; the
/// ways to the other vertices; the way along the axis. In the plane with zeros.
macro_rules! hull {
    ($N:literal, $mover:ident, $obstacle:ty, $edges:literal, $vertices:expr) => {
        impl<T: Scalar> Missed<T, { $N }, $mover<T, { $N }>> for Moving<$obstacle> {
            const USED: usize = 7 + 3 * ($edges + <$mover<T, { $N }> as Core>::AXES);

            #[inline(always)]
            fn pair(&self, mover: &Moving<$mover<T, { $N }>>) -> [f32; NUMBERS] {
                let (body, mut pair) = (mover.shape(), [0.0; NUMBERS]);
                let vertices: [[T; $N]; 1 + $edges] = $vertices(self.shape());
                put(&mut pair, 0, body.middle(), vertices[0]);
                pair[3] = reach(body.radius(), mover, self);
                put_velocity(&mut pair, 4, mover, self);
                for (k, &vertex) in vertices[1..].iter().enumerate() {
                    put(&mut pair, 7 + 3 * k, vertex, vertices[0]);
                }
                body.put_axis(&mut pair, 7 + 3 * $edges);
                pair
            }

            #[inline(always)]
            fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
                is_hull_missed::<E, $edges>(pair, <$mover<T, { $N }> as Core>::AXES > 0)
            }
        }
    };
}

hull!(2, Sphere, Point<T, 2>, 0, |point: &Point<T, 2>| [point.position()]);
hull!(3, Sphere, Point<T, 3>, 0, |point: &Point<T, 3>| [point.position()]);
hull!(2, Sphere, Segment<T, 2>, 1, Segment::ends);
hull!(3, Sphere, Segment<T, 3>, 1, Segment::ends);
hull!(3, Sphere, Triangle<T>, 2, Triangle::vertices);
hull!(3, Capsule, Triangle<T>, 2, Triangle::vertices);

/// A ball beside a box that stands along the axes, `near` and `far` ahead of it in the direction in
/// which it moves; `size` and `velocity` are what the margins are made of.
struct Beside<E> {
    near: [E; 3],
    far: [E; 3],
    speed: [E; 3],
    radius: E,
    size: E,
    velocity: E,
}

impl<E: Eight> Beside<E> {
    /// Of a box from `low` to `high`.
    #[inline(always)]
    fn new(low: [E; 3], high: [E; 3], v: [E; 3], radius: E, size: E, velocity: E) -> Self {
        let zero = E::splat(0.0);
        let (mut near, mut far, mut speed) = ([zero; 3], [zero; 3], [zero; 3]);
        for k in 0..3 {
            let is_down = v[k].below(zero);
            near[k] = zero.minus(high[k]).where_set(is_down, low[k]);
            far[k] = zero.minus(low[k]).where_set(is_down, high[k]);
            speed[k] = v[k].absolute();
        }
        Self { near, far, speed, radius, size, velocity }
    }

    /// Where one pair of sides is passed only when another has been left, or lies behind.
    #[inline(always)]
    fn is_missed(&self) -> E {
        let Self { near, far, speed, radius, size, velocity } = self;
        let (length, of_speed) = (size.times(E::splat(MARGIN)), velocity.times(E::splat(MARGIN)));
        let margin = size.times(of_speed);
        let zero = E::splat(0.0);
        let mut is_missed = zero.below(zero);
        for i in 0..3 {
            let behind = far[i].plus(*radius).plus(length).below(zero);
            is_missed = is_missed.or(behind.and(of_speed.below(speed[i])));
            for j in 0..3 {
                if j == i {
                    continue;
                }
                let grown = radius.times(speed[i].plus(speed[j])).plus(margin);
                let delay = near[i].times(speed[j]).minus(far[j].times(speed[i]));
                is_missed = is_missed.or(grown.below(delay));
            }
        }
        is_missed.and(is_fair(*size)).and(is_fair(*velocity))
    }
}

impl<T: Scalar, const N: usize> Missed<T, N, Sphere<T, N>> for Moving<AlignedBox<T, N>>
where
    Self: Obstacle<T, N>,
{
    const USED: usize = 10;

    /// From the centre to the bounds, the velocity, the radius; in the plane with zeros.
    #[inline(always)]
    fn pair(&self, sphere: &Moving<Sphere<T, N>>) -> [f32; NUMBERS] {
        let (center, mut pair) = (sphere.shape().center(), [0.0; NUMBERS]);
        put(&mut pair, 0, self.shape().min(), center);
        put(&mut pair, 3, self.shape().max(), center);
        put_velocity(&mut pair, 6, sphere, self);
        pair[9] = reach(sphere.shape().radius(), sphere, self);
        pair
    }

    #[inline(always)]
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
        let (low, high, v, radius) = (vector(pair, 0), vector(pair, 3), vector(pair, 6), pair[9]);
        let size = extent(low).plus(extent(high)).plus(radius);
        Beside::new(low, high, v, radius, size, extent(v)).is_missed()
    }
}

impl<T: Scalar> Missed<T, 3, Sphere<T, 3>> for Moving<OrientedBox<T, 3>> {
    const USED: usize = 14;

    /// From the middle to the centre, half of the extents, the velocity, the quaternion, the
    /// radius.
    #[inline(always)]
    fn pair(&self, sphere: &Moving<Sphere<T, 3>>) -> [f32; NUMBERS] {
        let (shape, mut pair) = (self.shape(), [0.0; NUMBERS]);
        put(&mut pair, 0, sphere.shape().center(), shape.center());
        put(&mut pair, 3, shape.half_extents(), [T::ZERO; 3]);
        put_velocity(&mut pair, 6, sphere, self);
        for (k, x) in shape.rotation().quaternion().iter().enumerate() {
            pair[9 + k] = x.widen() as f32;
        }
        pair[13] = reach(sphere.shape().radius(), sphere, self);
        pair
    }

    /// In the frame of the box, where all is `|q|²` times as large.
    #[inline(always)]
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
        let (from, half, v) = (vector(pair, 0), vector(pair, 3), vector(pair, 6));
        let (x, y, z, w) = (pair[9], pair[10], pair[11], pair[12]);
        let (xx, yy, zz, ww) = (x.times(x), y.times(y), z.times(z), w.times(w));
        let scale = xx.plus(yy).plus(zz.plus(ww));
        let (xy, xz, yz) = (x.times(y), x.times(z), y.times(z));
        let (xw, yw, zw) = (x.times(w), y.times(w), z.times(w));
        let axes = [
            [ww.plus(xx).minus(yy.plus(zz)), twice(xy.plus(zw)), twice(xz.minus(yw))],
            [twice(xy.minus(zw)), ww.plus(yy).minus(zz.plus(xx)), twice(yz.plus(xw))],
            [twice(xz.plus(yw)), twice(yz.minus(xw)), ww.plus(zz).minus(xx.plus(yy))],
        ];
        let from_box = [dot(axes[0], from), dot(axes[1], from), dot(axes[2], from)];
        let v_box = [dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)];
        let zero = E::splat(0.0);
        let (mut low, mut high) = ([zero; 3], [zero; 3]);
        for k in 0..3 {
            let extent = half[k].times(scale);
            (low[k], high[k]) = (zero.minus(from_box[k]).minus(extent), extent.minus(from_box[k]));
        }
        let size = extent(from).plus(extent(half)).plus(pair[13]).times(scale);
        let velocity = extent(v).times(scale);
        let is_missed =
            Beside::new(low, high, v_box, pair[13].times(scale), size, velocity).is_missed();
        // Longer or shorter ones are seldom.
        let is_fair = E::splat(1.0 / 1024.0).at_most(scale).and(scale.at_most(E::splat(1024.0)));
        is_missed.and(is_fair)
    }
}
