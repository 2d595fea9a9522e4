//! Boxes, and a ball.

use super::{
    InRows, MARGIN, NUMBERS, dot, extent, is_fair, put, put_velocity, reach, twice, vector,
};
use crate::contact::obstacle::Obstacle;
use crate::number::Eight;
use crate::shape::{AlignedBox, Moving, OrientedBox, Scalar, Sphere};

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

impl<T: Scalar, const N: usize> InRows<T, N, Sphere<T, N>> for Moving<AlignedBox<T, N>>
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

impl<T: Scalar> InRows<T, 3, Sphere<T, 3>> for Moving<OrientedBox<T, 3>> {
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
