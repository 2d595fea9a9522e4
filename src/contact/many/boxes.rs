//! The float filter for rows of balls and boxes.

use super::{
    BlockResults, InRows, MARGIN, NOWHERE, NUMBERS, dot, extent, is_fair, one_by_one, put,
    put_velocity, reach, twice, vector,
};
use crate::contact::answer::{Answer, Contact, Overlap};
use crate::contact::boxes::{BoxFeature, EntrySides, STEPS};
use crate::contact::float_filter::{FilterInput, FilterOutcome, FloatFilter, Still};
use crate::contact::obstacle::Obstacle;
use crate::contact::obstacle::sealed::{Meets, Only};
use crate::number::{COMPACT, Effort, Eight, Four, TaskOfFour, has_four, run_four_or};
use crate::shape::{AlignedBox, Moving, OrientedBox, Scalar, Shape, Sphere};

/// A ball and a box that is parallel to the axes. `near` and `far` are the distances of its bounds
/// ahead of the ball, in the direction in which the ball moves; `size` and `velocity` are bounds
/// for the margins.
struct BoxesAhead<E, const N: usize> {
    near: [E; 3],
    far: [E; 3],
    speed: [E; 3],
    radius: E,
    size: E,
    velocity: E,
}

impl<E: Eight, const N: usize> BoxesAhead<E, N> {
    /// Constructs the distances for a box from `low` to `high`.
    #[cfg_attr(hot, inline(always))]
    fn new(low: [E; 3], high: [E; 3], v: [E; 3], radius: E, size: E, velocity: E) -> Self {
        let zero = E::splat(0.0);
        let (mut near, mut far, mut speed) = ([zero; 3], [zero; 3], [zero; 3]);
        for k in 0..axes(N) {
            let is_down = v[k].below(zero);
            near[k] = zero.minus(high[k]).where_set(is_down, low[k]);
            far[k] = zero.minus(low[k]).where_set(is_down, high[k]);
            speed[k] = v[k].absolute();
        }
        Self { near, far, speed, radius, size, velocity }
    }

    /// Returns the lanes in which one pair of sides is passed only after another has been left, or
    /// in which one pair lies behind the ball.
    #[cfg_attr(hot, inline(always))]
    fn is_missed(&self) -> E {
        let Self { near, far, speed, radius, size, velocity } = self;
        let (length, of_speed) = (size.times(E::splat(MARGIN)), velocity.times(E::splat(MARGIN)));
        let margin = size.times(of_speed);
        let zero = E::splat(0.0);
        let mut is_missed = zero.below(zero);
        for i in 0..axes(N) {
            let behind = far[i].plus(*radius).plus(length).below(zero);
            is_missed = is_missed.or(behind.and(of_speed.below(speed[i])));
            for j in 0..axes(N) {
                if j == i {
                    continue;
                }
                let grown = radius.times(speed[i].plus(speed[j])).plus(margin);
                let delay = near[i].times(speed[j]).minus(far[j].times(speed[i]));
                is_missed = is_missed.or(grown.below(delay));
            }
        }
        is_missed.and(self.is_fair())
    }

    #[cfg_attr(hot, inline(always))]
    fn is_fair(&self) -> E {
        is_fair(self.size).and(is_fair(self.velocity))
    }

    /// Returns the sides over which the ball may enter, as numbers for [`EntrySides::of`], and the
    /// lanes in which the box is certainly missed.
    #[cfg_attr(hot, inline(always))]
    fn sides(&self, is_down: [E; 3]) -> (E, E) {
        let Self { near, far, speed, radius, .. } = self;
        let zero = E::splat(0.0);
        // The time at which the ball reaches the box inflated by its radius.
        let mut t = zero;
        for k in 0..axes(N) {
            let entry = near[k].minus(*radius).over(speed[k]);
            t = t.or_greater(entry.and(zero.below(speed[k])));
        }
        let (mut b, mut beta) = (zero, zero);
        for _ in 0..STEPS {
            let (mut a, mut c) = (zero, zero.minus(radius.times(*radius)));
            b = zero;
            for k in 0..axes(N) {
                let at = t.times(speed[k]);
                let gap = at.minus(near[k]).or_less(zero).plus(at.minus(far[k]).or_greater(zero));
                let v = speed[k].except(gap.absolute().at_most(zero));
                (a, b, c) = (a.plus(v.times(v)), b.plus(gap.times(v)), c.plus(gap.times(gap)));
            }
            beta = b.times(b).minus(a.times(c));
            t = t.minus(b.plus(beta.or_greater(zero).root()).over(a));
        }
        let (mut number, mut gap) = (zero, [zero; 3]);
        for (k, bit) in [1.0, 2.0, 4.0].into_iter().enumerate().take(axes(N)) {
            let at = t.times(speed[k]);
            let (is_before, is_behind) = (at.below(near[k]), far[k].below(at));
            gap[k] = at.minus(near[k]).and(is_before).plus(at.minus(far[k]).and(is_behind));
            let least = is_behind.where_set(is_down[k], is_before);
            number = number.plus(E::splat(bit).and(is_before.or(is_behind)));
            number = number.plus(E::splat(8.0 * bit).and(least));
        }
        let is_entry = zero.below(beta).and(b.below(zero)).and(self.is_fair());
        (number.where_set(is_entry, E::splat(NOWHERE)), self.is_missed_across(gap))
    }

    /// Returns the lanes in which (7.9) holds for one direction: the vector to the position at
    /// which the ball comes closest, after this vector is turned a little ahead.
    #[cfg_attr(hot, inline(always))]
    fn is_missed_across(&self, gap: [E; 3]) -> E {
        let Self { near, far, speed, radius, size, velocity } = self;
        let zero = E::splat(0.0);
        let ahead = extent(gap).times(E::splat(8.0 * MARGIN));
        let (mut along, mut support, mut square, mut extent) = (zero, zero, zero, zero);
        for k in 0..axes(N) {
            let n = gap[k].plus(ahead.except(gap[k].absolute().at_most(zero)));
            along = along.plus(n.times(speed[k]));
            support = support.plus(n.times(near[k]).or_greater(n.times(far[k])));
            square = square.plus(n.times(n));
            extent = extent.plus(n.absolute());
        }
        let margin = extent.times(E::splat(MARGIN));
        let reach = radius.times(square.root()).plus(margin.times(*size));
        let is_missed = support.plus(reach).below(zero).and(margin.times(*velocity).below(along));
        is_missed.and(is_fair(extent)).and(self.is_fair())
    }
}

/// Returns the number of axes that are evaluated.
const fn axes(n: usize) -> usize {
    if n < 3 { n } else { 3 }
}

/// Returns the coordinates of a vector on these axes, and their extent.
#[cfg_attr(hot, inline(always))]
fn on_axes<E: Eight, const N: usize>(pair: &[E; NUMBERS], from: usize) -> ([E; 3], E) {
    let (mut vector, mut extent) = ([E::splat(0.0); 3], pair[from].absolute());
    vector[0] = pair[from];
    for k in 1..axes(N) {
        vector[k] = pair[from + k];
        extent = extent.plus(vector[k].absolute());
    }
    (vector, extent)
}

#[cfg_attr(hot, inline(always))]
fn aligned<E: Eight, const N: usize>(pair: &[E; NUMBERS]) -> BoxesAhead<E, N> {
    let radius = pair[3 * axes(N)];
    let (low, below) = on_axes::<E, N>(pair, 0);
    let (high, above) = on_axes::<E, N>(pair, axes(N));
    let (v, speed) = on_axes::<E, N>(pair, 2 * axes(N));
    BoxesAhead::new(low, high, v, radius, below.plus(above).plus(radius), speed)
}

/// The pairs of a block that may not miss. Pairs that seem to enter a box that is at rest and not
/// inflated are measured; the others are queried.
struct Enter<'f, P, A> {
    pairs: usize,
    pair: &'f P,
    results: &'f BlockResults,
    put: &'f mut A,
}

impl<'a, T, O, P, A, const N: usize> TaskOfFour for Enter<'_, P, A>
where
    T: Scalar,
    O: Shape<Scalar = T, Vector = [T; N]> + 'a,
    P: Fn(usize) -> (&'a Moving<O>, &'a Moving<Sphere<T, N>>),
    A: FnMut(usize, Answer<T, N, BoxFeature<N>>),
    Moving<O>: Obstacle<T, N, Feature = BoxFeature<N>>,
    FilterInput<'a, Sphere<T, N>, O, Still>: FloatFilter<
            Contact = Contact<T, N, BoxFeature<N>>,
            Overlap = Overlap<T, N, BoxFeature<N>>,
            Guess = EntrySides,
        >,
{
    type Output = ();

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) {
        for i in self.results.rest(self.pairs) {
            let (target, ball) = (self.pair)(i);
            let (guess, end) = (self.results.guess(i), target.end_with(ball).time());
            // Each case stores its answer at once: an answer that is assembled from the results of
            // the cases would be copied.
            let is_still = target.velocity_parts()[0] == [T::ZERO; N];
            if !(is_still && ball.is_plain() && target.is_plain()) {
                (self.put)(i, target.meet(ball, Only::Contacts, &mut Effort::default()));
                continue;
            }
            let input = FilterInput { mover: ball, target: target.shape(), way: Still };
            if guess != NOWHERE as u8
                && let Some(contact) = input.contact::<F>(EntrySides::of(guess))
            {
                if contact.time < end {
                    (self.put)(i, Answer::Contact(contact));
                    continue;
                }
                if contact.time > end {
                    (self.put)(i, Answer::None);
                    continue;
                }
            } else if let FilterOutcome::Overlaps(sides) = input.classify::<F>()
                && let Some(overlap) = input.overlap::<F>(sides)
            {
                (self.put)(i, Answer::Overlap(overlap));
                continue;
            }
            (self.put)(i, target.decide(ball, Only::Contacts, &mut Effort::default()));
        }
    }
}

/// Answers a block. The type of `put` is known at compile time, so an answer is written once, in
/// its final place.
#[cfg_attr(hot, inline(always))]
fn enter<'a, T, O, const N: usize>(
    pairs: usize,
    pair: &impl Fn(usize) -> (&'a Moving<O>, &'a Moving<Sphere<T, N>>),
    results: &BlockResults,
    put: &mut impl FnMut(usize, Answer<T, N, BoxFeature<N>>),
) where
    T: Scalar,
    O: Shape<Scalar = T, Vector = [T; N]> + 'a,
    Moving<O>: Obstacle<T, N, Feature = BoxFeature<N>>,
    FilterInput<'a, Sphere<T, N>, O, Still>: FloatFilter<
            Contact = Contact<T, N, BoxFeature<N>>,
            Overlap = Overlap<T, N, BoxFeature<N>>,
            Guess = EntrySides,
        >,
{
    run_four_or(Enter { pairs, pair, results, put }, |it| {
        one_by_one(it.pairs, it.pair, it.results, it.put);
    });
}

impl<T: Scalar, const N: usize> InRows<T, N, Sphere<T, N>> for Moving<AlignedBox<T, N>>
where
    Self: Obstacle<T, N, Feature = BoxFeature<N>>,
{
    const USED: usize = 3 * axes(N) + 1;

    /// The vectors from the centre to the bounds, the velocity, the radius.
    #[cfg_attr(hot, inline(always))]
    fn pair(&self, sphere: &Moving<Sphere<T, N>>) -> [f32; NUMBERS] {
        let (center, mut pair) = (sphere.shape().center(), [0.0; NUMBERS]);
        put(&mut pair, 0, self.shape().min(), center);
        put(&mut pair, axes(N), self.shape().max(), center);
        put_velocity(&mut pair, 2 * axes(N), sphere, self);
        pair[3 * axes(N)] = reach(sphere.shape().radius(), sphere, self);
        pair
    }

    #[cfg_attr(hot, inline(always))]
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
        aligned::<E, N>(pair).is_missed()
    }

    #[cfg_attr(hot, inline(always))]
    fn guess<E: Eight>(pair: &[E; NUMBERS]) -> Option<(E, E)> {
        if COMPACT || N > 3 || !has_four() {
            return None;
        }
        let (zero, (v, _)) = (E::splat(0.0), on_axes::<E, N>(pair, 2 * axes(N)));
        let is_down = [v[0].below(zero), v[1].below(zero), v[2].below(zero)];
        Some(aligned::<E, N>(pair).sides(is_down))
    }

    #[cfg_attr(hot, inline(always))]
    fn answer<'a>(
        pairs: usize,
        pair: &impl Fn(usize) -> (&'a Self, &'a Moving<Sphere<T, N>>),
        results: &BlockResults,
        put: &mut impl FnMut(usize, Answer<T, N, BoxFeature<N>>),
    ) where
        Self: 'a,
        Sphere<T, N>: 'a,
    {
        if COMPACT || N > 3 {
            return one_by_one(pairs, pair, results, put);
        }
        enter(pairs, pair, results, put);
    }
}

/// Returns the filter in the frame of an oriented box, in which everything is scaled by `|q|²`; the
/// lanes in which the ball moves down along its axes; and the lanes in which the given numbers are
/// fair.
#[cfg_attr(hot, inline(always))]
fn turned<E: Eight>(pair: &[E; NUMBERS]) -> (BoxesAhead<E, 3>, [E; 3], E) {
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
    let (size, velocity) = (extent(from).plus(extent(half)).plus(pair[13]), extent(v));
    // The numbers must be fair as they are given, too; a much longer or shorter quaternion is rare.
    let is_turn = E::splat(1.0 / 1024.0).at_most(scale).and(scale.at_most(E::splat(1024.0)));
    let is_fair = is_turn.and(is_fair(size)).and(is_fair(velocity));
    let (size, velocity) = (size.times(scale), velocity.times(scale));
    let is_down = [v_box[0].below(zero), v_box[1].below(zero), v_box[2].below(zero)];
    (BoxesAhead::new(low, high, v_box, pair[13].times(scale), size, velocity), is_down, is_fair)
}

impl<T: Scalar> InRows<T, 3, Sphere<T, 3>> for Moving<OrientedBox<T, 3>> {
    const USED: usize = 14;

    /// The vector from the middle to the centre, half of the extents, the velocity, the quaternion,
    /// the radius.
    #[cfg_attr(hot, inline(always))]
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

    #[cfg_attr(hot, inline(always))]
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E {
        let (beside, _, is_fair) = turned(pair);
        beside.is_missed().and(is_fair)
    }

    #[cfg_attr(hot, inline(always))]
    fn guess<E: Eight>(pair: &[E; NUMBERS]) -> Option<(E, E)> {
        if COMPACT || !has_four() {
            return None;
        }
        let (beside, is_down, is_fair) = turned(pair);
        let (number, is_missed) = beside.sides(is_down);
        Some((number.where_set(is_fair, E::splat(NOWHERE)), is_missed.and(is_fair)))
    }

    #[cfg_attr(hot, inline(always))]
    fn answer<'a>(
        pairs: usize,
        pair: &impl Fn(usize) -> (&'a Self, &'a Moving<Sphere<T, 3>>),
        results: &BlockResults,
        put: &mut impl FnMut(usize, Answer<T, 3, BoxFeature<3>>),
    ) where
        Self: 'a,
        Sphere<T, 3>: 'a,
    {
        if COMPACT {
            return one_by_one(pairs, pair, results, put);
        }
        enter(pairs, pair, results, put);
    }
}
