//! Many spheres at many obstacles: which of them certainly miss, eight at a time in `f32`. All
//! others are asked one by one.
//!
//! What is seen of a pair are lengths and speeds relative to each other, one subtraction each,
//! rounded to `f32`. Then two convex things on straight ways miss each other if some direction
//! across the velocity has a gap between them that is wider than the radius:
//!
//! ```text
//! n · (C − P) > r |n|   for all points P of the obstacle,   n · V = 0                                          (7.9)
//! ```
//!
//! For a triangle the directions are `E × V` of its edges; for a box, in its frame, those across
//! two of its axes. Both sides are products of one length, one speed and one more length, or of one
//! length and one speed, computed with some fifty roundings of `2⁻²⁴` at most; [`MARGIN`] allows
//! for more than twice as many, of the greatest that such a product can be. Within the limits
//! nothing overflows, and nothing underflows that counts; outside of them, and where something is
//! no number, nothing is certain. Derivation: `docs/theory.md`, §7.

use super::answer::Answer;
use super::obstacle::Obstacle;
use crate::number::{BLOCK, COMPACT, Effort, Eight, Task, run};
use crate::shape::{AlignedBox, Moving, OrientedBox, Scalar, Shape, Sphere, Triangle};

/// So many numbers tell of a pair.
const NUMBERS: usize = 14;
/// `2⁻¹⁷`, 128 roundings.
const MARGIN: f32 = 1.0 / 131_072.0;
/// `2⁻²⁵`: of sizes and speeds that are less nothing is certain.
const LEAST: f32 = 1.0 / GREATEST;
/// `2²⁵`, the same of those that are more.
const GREATEST: f32 = 33_554_432.0;

/// An obstacle that a sphere may be found to miss, together with others of its kind.
pub(crate) trait Missed<T: Scalar, const N: usize>: Obstacle<T, N> {
    /// The pair in single precision.
    fn pair(&self, sphere: &Moving<Sphere<T, N>>) -> [f32; NUMBERS];
    /// Where it is certainly missed, whatever the end of the motion.
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E;
}

/// The first contacts of pairs, in their order.
pub(crate) fn first_contacts<'a, T: Scalar, O: Missed<T, N> + 'a, const N: usize>(
    count: usize,
    pair: impl Fn(usize) -> (&'a O, &'a Moving<Sphere<T, N>>),
    mut put: impl FnMut(usize, Answer<T, N, O::Feature>),
) {
    for start in (0..count).step_by(BLOCK) {
        let pairs = BLOCK.min(count - start);
        // What is small has no second way.
        let missed = if COMPACT { 0 } else { run(Misses { pairs, pair: |i| pair(start + i) }) };
        for i in 0..pairs {
            let is_missed = missed >> i & 1 == 1;
            let answer = if is_missed {
                Answer::None
            } else {
                let (obstacle, sphere) = pair(start + i);
                obstacle.meet(sphere, &mut Effort::default())
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

impl<'a, T, O, F, const N: usize> Task for Misses<F>
where
    T: Scalar,
    O: Missed<T, N> + 'a,
    F: Fn(usize) -> (&'a O, &'a Moving<Sphere<T, N>>),
{
    type Output = u64;

    #[inline(always)]
    fn run<E: Eight>(self) -> u64 {
        let mut missed = 0;
        for start in (0..self.pairs).step_by(8) {
            // No numbers, of which nothing is certain.
            let mut columns = [[f32::NAN; 8]; NUMBERS];
            for lane in 0..8.min(self.pairs - start) {
                let (obstacle, sphere) = (self.pair)(start + lane);
                let numbers = obstacle.pair(sphere);
                for (column, number) in columns.iter_mut().zip(numbers) {
                    column[lane] = number;
                }
            }
            let mut numbers = [E::splat(0.0); NUMBERS];
            for (number, column) in numbers.iter_mut().zip(&columns) {
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
fn put_velocity<T: Scalar, O, const N: usize>(
    pair: &mut [f32; NUMBERS],
    from: usize,
    sphere: &Moving<Sphere<T, N>>,
    obstacle: &Moving<O>,
) where
    O: Shape<Scalar = T, Vector = [T; N]>,
{
    let ([own, start], [other, other_start]) = (sphere.way(), obstacle.way());
    put(pair, from, own, other);
    let mut has_start = false;
    for (own, other) in start.iter().zip(&other_start) {
        has_start |= *own != T::ZERO || *other != T::ZERO;
    }
    if has_start {
        pair[from] = f32::NAN;
    }
}

/// How near the centre comes: all radii, at least.
#[inline(always)]
fn reach<T: Scalar, O, const N: usize>(sphere: &Moving<Sphere<T, N>>, obstacle: &Moving<O>) -> f32
where
    O: Shape<Scalar = T>,
{
    let radius = sphere.shape().radius().widen();
    (radius + (sphere.rounding().widen() + obstacle.rounding().widen())) as f32
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

impl<T: Scalar> Missed<T, 3> for Moving<Triangle<T>> {
    /// From the first vertex to the centre, its two edges, the velocity, the radius.
    #[inline(always)]
    fn pair(&self, sphere: &Moving<Sphere<T, 3>>) -> [f32; NUMBERS] {
        let ([a, b, c], mut pair) = (self.shape().vertices(), [0.0; NUMBERS]);
        put(&mut pair, 0, sphere.shape().center(), a);
        put(&mut pair, 3, b, a);
        put(&mut pair, 6, c, a);
        put_velocity(&mut pair, 9, sphere, self);
        pair[12] = reach(sphere, self);
        pair
    }

    #[inline(always)]
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
        let (d, e, f, v, r) =
            (vector(pair, 0), vector(pair, 3), vector(pair, 6), vector(pair, 9), pair[12]);
        let (speed, size) = (extent(v), extent(e).plus(extent(f)));
        let far = extent(d).plus(size).plus(r);
        let margin = speed.times(size).times(far).times(E::splat(MARGIN));
        let zero = E::splat(0.0);
        let (n, m) = (cross(e, v), cross(f, v));
        // How far the centre is along each direction, and the vertex across from the edge, whose
        // own ends are at zero.
        let (p, q, across) = (dot(n, d), dot(m, d), dot(m, e));
        let back = zero.minus(across);
        let third = [m[0].minus(n[0]), m[1].minus(n[1]), m[2].minus(n[2])];
        let is_missed = is_beside(n, p, back, r, margin)
            .or(is_beside(m, q, across, r, margin))
            .or(is_beside(third, q.minus(p).minus(across), back, r, margin));
        is_missed.and(is_fair(speed)).and(is_fair(size)).and(far.at_most(E::splat(GREATEST)))
    }
}

/// (7.9), with the centre at `p` along `n`, and what the obstacle has between zero and `end`.
#[inline(always)]
fn is_beside<E: Eight>(n: [E; 3], p: E, end: E, r: E, margin: E) -> E {
    let (zero, gap) = (E::splat(0.0), r.times(dot(n, n).root()).plus(margin));
    let is_above = zero.or_greater(end).plus(gap).below(p);
    is_above.or(p.below(zero.or_less(end).minus(gap)))
}

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

impl<T: Scalar, const N: usize> Missed<T, N> for Moving<AlignedBox<T, N>>
where
    Self: Obstacle<T, N>,
{
    /// From the centre to the bounds, the velocity, the radius; in the plane with zeros.
    #[inline(always)]
    fn pair(&self, sphere: &Moving<Sphere<T, N>>) -> [f32; NUMBERS] {
        let (center, mut pair) = (sphere.shape().center(), [0.0; NUMBERS]);
        put(&mut pair, 0, self.shape().min(), center);
        put(&mut pair, 3, self.shape().max(), center);
        put_velocity(&mut pair, 6, sphere, self);
        pair[9] = reach(sphere, self);
        pair
    }

    #[inline(always)]
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
        let (low, high, v, radius) = (vector(pair, 0), vector(pair, 3), vector(pair, 6), pair[9]);
        let size = extent(low).plus(extent(high)).plus(radius);
        Beside::new(low, high, v, radius, size, extent(v)).is_missed()
    }
}

impl<T: Scalar> Missed<T, 3> for Moving<OrientedBox<T, 3>> {
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
        pair[13] = reach(sphere, self);
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
