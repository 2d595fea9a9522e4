//! The float filter for one ball and one box, at rest or in motion: a certain miss, the sides over
//! which the ball certainly enters, or a certain overlap at time zero. The axes of the box are in
//! the lanes of one register.
//!
//! An entry is certain by (7.10), as in rows (`contact/many/`): the sides are guessed in plain
//! floats, and the numbers that are computed for these sides either prove the guess or do not.
//!
//! In rows a lane is a pair, and here it is an axis. Therefore (7.9) and the guess of the sides
//! exist twice, in `many/boxes.rs` and here: one generic code for both would have to specify for
//! each sum whether it goes along a register or across registers.

use super::entering::{EntrySides, STEPS};
use super::feature::BoxFeature;
use crate::contact::answer::{Contact, Overlap};
use crate::contact::float_filter::{
    FilterInput, FilterOutcome, FloatFilter, MARGIN, ObstacleMotion, in_lanes, is_fair,
};
use crate::contact::turn::world_axis;
use crate::number::{Divide, Double, Four, Number, Range, Real, first_root_in_lanes, unrolled};
use crate::shape::{AlignedBox, OrientedBox, Scalar, Sphere};

/// The box ahead of the centre, with each axis mirrored if necessary, so that the centre moves up
/// along every axis; and the bounds of the margins.
struct BoxAhead<F> {
    near: F,
    far: F,
    speed: F,
    radius: f64,
    size: f64,
    velocity: f64,
}

/// The position of a ball relative to a box, along the same mirrored axes.
struct BallPosition<F: Real> {
    gap: F,
    is_before: F::Mask,
    is_behind: F::Mask,
    is_entry: bool,
}

impl<F: Four> BallPosition<F> {
    #[cfg_attr(hot, inline(always))]
    fn is_outside(&self) -> F::Mask {
        F::or(self.is_before, self.is_behind)
    }

    #[cfg_attr(hot, inline(always))]
    fn sides(&self, is_down: F::Mask) -> EntrySides {
        let least = F::choose_mask(is_down, self.is_behind, self.is_before);
        EntrySides::new(F::bits(self.is_outside()), F::bits(least))
    }
}

/// Returns a mask of the lanes that these bits select.
#[cfg_attr(hot, inline(always))]
fn lanes<F: Four>(bits: u32) -> F::Mask {
    const LANES: [[f64; 4]; 8] = [
        [0.0, 0.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0, 0.0],
        [0.0, -1.0, 0.0, 0.0],
        [-1.0, -1.0, 0.0, 0.0],
        [0.0, 0.0, -1.0, 0.0],
        [-1.0, 0.0, -1.0, 0.0],
        [0.0, -1.0, -1.0, 0.0],
        [-1.0, -1.0, -1.0, 0.0],
    ];
    F::load(&LANES[bits as usize & 7]).below(F::splat(0.0))
}

/// Filters a box from `low` to `high`, and a ball that moves by `v` in its frame. Returns a certain
/// miss, or the sides over which the ball may enter.
#[cfg_attr(hot, inline(always))]
fn classify<F: Four>(
    [low, high]: [F; 2],
    v: F,
    radius: f64,
    size: f64,
    velocity: f64,
    axes: u32,
) -> FilterOutcome<EntrySides> {
    if !is_fair(size) || !is_fair(velocity) {
        return FilterOutcome::Unknown;
    }
    let is_down = v.below(F::splat(0.0));
    let near = F::choose(is_down, -high, low);
    let far = F::choose(is_down, -low, high);
    let beside = BoxAhead { near, far, speed: v.absolute(), radius, size, velocity };
    if beside.is_missed() {
        return FilterOutcome::Missed;
    }
    let t = beside.reached();
    if t == 0.0
        && let Some(place) = beside.overlaps(axes)
    {
        return FilterOutcome::Overlaps(place.sides(is_down));
    }
    let Some(place) = beside.entered(t) else { return FilterOutcome::Unknown };
    if !place.is_entry {
        return if beside.is_missed_across(&place) {
            FilterOutcome::Missed
        } else {
            FilterOutcome::Unknown
        };
    }
    FilterOutcome::Enters(place.sides(is_down))
}

impl<F: Four> BoxAhead<F> {
    /// Returns whether one pair of sides is passed only after another has been left, or whether one
    /// pair lies behind the ball.
    #[cfg_attr(hot, inline(always))]
    fn is_missed(&self) -> bool {
        let Self { near, far, speed, radius, size, velocity } = *self;
        let (next_near, next_far, next_speed) = (near.turned(), far.turned(), speed.turned());
        let (zero, r) = (F::splat(0.0), F::splat(radius));
        let grown = r * (speed + next_speed) + F::splat(MARGIN * size * velocity);
        let is_missed = F::or(
            grown.below(near * next_speed - next_far * speed),
            grown.below(next_near * speed - far * next_speed),
        );
        let is_behind = (far + F::splat(radius + MARGIN * size)).below(zero);
        let goes_on = F::splat(MARGIN * velocity).below(speed);
        F::any(F::or(is_missed, F::and(is_behind, goes_on)))
    }

    /// Returns the time at which the ball reaches the box inflated by its radius.
    #[cfg_attr(hot, inline(always))]
    fn reached(&self) -> f64 {
        let zero = F::splat(0.0);
        let time = (self.near - F::splat(self.radius)) / self.speed;
        let [a, b, c, _] = F::choose(zero.below(self.speed), time, zero).store();
        let greater = |a: f64, b: f64| if a > b { a } else { b };
        greater(greater(a, 0.0), greater(b, c))
    }

    #[cfg_attr(hot, inline(always))]
    fn at(&self, t: f64) -> BallPosition<F> {
        let at = F::splat(t) * self.speed;
        let (is_before, is_behind) = (at.below(self.near), self.far.below(at));
        let behind = F::choose(is_behind, at - self.far, F::splat(0.0));
        let gap = F::choose(is_before, at - self.near, behind);
        BallPosition { gap, is_before, is_behind, is_entry: false }
    }

    /// Returns the position of the ball if it certainly overlaps the box at time zero, and if its
    /// side is certain along each of these axes.
    #[cfg_attr(hot, inline(always))]
    fn overlaps(&self, axes: u32) -> Option<BallPosition<F>> {
        let place = self.at(0.0);
        let reach = self.radius * self.radius - MARGIN * self.size * self.size;
        let margin = F::splat(MARGIN * self.size);
        let is_sure = F::and(margin.below(self.near.absolute()), margin.below(self.far.absolute()));
        let is_so =
            F::bits(is_sure) & axes == axes && (place.gap * place.gap).sum_of_three() < reach;
        is_so.then_some(place)
    }

    /// Returns the position at which the ball enters, as far as plain floats can find it, or at
    /// which it comes closest.
    #[cfg_attr(hot, inline(always))]
    fn entered(&self, mut t: f64) -> Option<BallPosition<F>> {
        let zero = F::splat(0.0);
        let mut place = self.at(t);
        if F::bits(place.is_outside()).count_ones() == 1 {
            // Over a single side it enters exactly when it reaches the inflated box.
            return (t > 0.0).then_some(BallPosition { is_entry: true, ..place });
        }
        for _ in 0..STEPS {
            let outside = place.is_outside();
            let (gap, speed) = (place.gap, F::choose(outside, self.speed, zero));
            let a = (speed * speed).sum_of_three();
            let b = (gap * speed).sum_of_three();
            let c = (gap * gap).sum_of_three() - self.radius * self.radius;
            let beta = b * b - a * c;
            t -= (b + if beta > 0.0 { beta.root() } else { 0.0 }) / a;
            place = self.at(t);
            place.is_entry = beta > 0.0 && b < 0.0;
            if F::bits(place.is_outside()) == F::bits(outside) {
                return Some(place);
            }
        }
        None
    }

    /// Returns whether (7.9) holds for one direction: the vector to the position at which the ball
    /// comes closest, after this vector is turned a little ahead.
    #[cfg_attr(hot, inline(always))]
    fn is_missed_across(&self, place: &BallPosition<F>) -> bool {
        let zero = F::splat(0.0);
        let ahead = F::splat(place.gap.absolute().sum_of_three() * (8.0 * MARGIN));
        let is_outside = place.is_outside();
        let n = place.gap + F::choose(is_outside, ahead, zero);
        let (near, far) = (n * self.near, n * self.far);
        let support = F::choose(near.below(far), far, near).sum_of_three();
        let (along, square, extent) =
            ((n * self.speed).sum_of_three(), (n * n).sum_of_three(), n.absolute().sum_of_three());
        let margin = extent * MARGIN;
        is_fair(extent)
            && support + self.radius * square.root() + margin * self.size < 0.0
            && margin * self.velocity < along
    }
}

/// The floats of a query, in lanes: the centre and the velocity of the ball, and the velocity of
/// the box.
struct BallLanes<F> {
    center: F,
    v: F,
    r: f64,
    /// Whether the box is at rest: a constant at compile time.
    is_still: bool,
    drift: F,
}

impl<F: Four> BallLanes<F> {
    #[cfg_attr(hot, inline(always))]
    fn of<T: Scalar, O, W: ObstacleMotion<Sphere<T, D>>, const D: usize>(
        input: &FilterInput<'_, Sphere<T, D>, O, W>,
    ) -> Self {
        let shape = input.mover.shape();
        Self {
            center: in_lanes::<T, F, D>(&shape.center()),
            v: in_lanes::<T, F, D>(&input.mover.velocity_parts()[0]),
            r: shape.radius().widen(),
            is_still: W::IS_STILL,
            drift: in_lanes::<T, F, D>(&input.way.velocity()),
        }
    }

    /// Returns the relative velocity, rounded.
    #[cfg_attr(hot, inline(always))]
    fn rounded(&self) -> F {
        if self.is_still { self.v } else { self.v - self.drift }
    }

    /// Returns the relative velocity without rounding.
    #[cfg_attr(hot, inline(always))]
    fn relative(&self) -> Double<F> {
        if self.is_still { Double::of(self.v) } else { Double::difference(self.v, self.drift) }
    }

    /// Returns the velocity with a one in the last lane, so that the time is computed there,
    /// together with the centre.
    #[cfg_attr(hot, inline(always))]
    fn velocity_and_time(&self) -> F {
        self.v + F::load(&[0.0, 0.0, 0.0, 1.0])
    }

    /// Returns whether the ball and two more vectors are in the range in which floats may be used.
    #[cfg_attr(hot, inline(always))]
    fn is_in_range(&self, a: F, b: F) -> bool {
        let of_ball = F::and(Range::WIDE.holds(self.center), Range::WIDE.holds(self.v));
        let of_box = F::and(Range::WIDE.holds(a), Range::WIDE.holds(b));
        let is_in_range = F::all(F::and(of_ball, of_box)) && Range::WIDE.holds(self.r);
        is_in_range && (self.is_still || F::all(Range::WIDE.holds(self.drift)))
    }
}

impl<T: Scalar, const D: usize, W: ObstacleMotion<Sphere<T, D>>> FloatFilter
    for FilterInput<'_, Sphere<T, D>, AlignedBox<T, D>, W>
{
    type Contact = Contact<T, D, BoxFeature<D>>;
    type Overlap = Overlap<T, D, BoxFeature<D>>;
    type Guess = EntrySides;

    #[cfg_attr(hot, inline(always))]
    fn classify<F: Four>(&self) -> FilterOutcome<EntrySides> {
        let (ball, target) = (BallLanes::<F>::of(self), self.target);
        let (min, max) = (in_lanes::<T, F, D>(&target.min()), in_lanes::<T, F, D>(&target.max()));
        let (low, high) = (min - ball.center, max - ball.center);
        let size = (low.absolute() + high.absolute()).sum_of_three() + ball.r;
        let v = ball.rounded();
        classify([low, high], v, ball.r, size, v.absolute().sum_of_three(), (1 << D) - 1)
    }

    /// Returns the contact over these sides, if its numbers are certain and prove that the ball
    /// enters there.
    #[cfg_attr(hot, inline(always))]
    fn contact<F: Four>(&self, sides: EntrySides) -> Option<Contact<T, D, BoxFeature<D>>> {
        let (ball, target) = (BallLanes::<F>::of(self), self.target);
        let (min, max) = (in_lanes::<T, F, D>(&target.min()), in_lanes::<T, F, D>(&target.max()));
        if !ball.is_in_range(min, max) {
            return None;
        }
        let BallLanes { center, v, r, is_still, drift } = ball;
        let (is_outside, is_min) = (lanes::<F>(sides.outside()), lanes::<F>(sides.least()));
        let bound = F::choose(is_outside, F::choose(is_min, min, max), center);
        let (from, velocity) = (Double::of(center), Double::of(ball.velocity_and_time()));
        let (bounds, relative) = ([target.min(), target.max()], ball.relative());
        // The contact point moves with the box on the axes of these sides, and with the ball on the
        // others.
        let with_box = Double::of(F::choose(is_outside, drift, v));
        let Some(axis) = sides.straight() else {
            let distance = Double::difference(center, bound);
            let (towards, radius) = (relative.only(is_outside), Double::of(F::splat(r)));
            let time = first_root_in_lanes(&distance, &towards, &radius.squared().first());
            let t = time.in_lanes::<F>();
            let (center, time) = all(t.along(&from, &velocity).each_nearest())?;
            let normal = t.along(&distance, &towards).divided_by(&radius).each_nearest();
            let normal = first(normal)?;
            if is_still {
                return sides.contact(bounds, time, center, normal);
            }
            let place = first(t.along(&from, &relative).each_nearest())?;
            let point = first(t.along(&Double::of(bound), &with_box).each_nearest())?;
            return sides.contact_of_moving(bounds, time, [center, point, normal, place]);
        };
        let up = sides.up(axis);
        let (c, b) = (up * center.store()[axis], up * bound.store()[axis]);
        let (speed, drift) = (up * v.store()[axis], up * drift.store()[axis]);
        let (is_across, towards) = match is_still {
            true => (true, of_one::<F>(-speed)),
            false => (drift == 0.0, difference_of_one::<F>(drift, speed)),
        };
        if speed >= drift {
            return None;
        }
        let ahead = [difference_of_one::<F>(c, b), of_one::<F>(-r)];
        let t = Double::lifted_ratio(&ahead, &towards).first().in_lanes::<F>();
        let on_axis = Double::difference(up * b, -up * r).lifted().nearest();
        let mut at = t.along(&from, &velocity).each_nearest();
        if is_across {
            put(&mut at, axis, on_axis);
        }
        let ((center, time), mut normal) = (all(at)?, [T::ZERO; D]);
        normal[axis % D] = T::nearest(up);
        if is_still {
            return sides.contact(bounds, time, center, normal);
        }
        let mut place = t.along(&from, &relative).each_nearest();
        put(&mut place, axis, on_axis);
        let point = first(t.along(&Double::of(bound), &with_box).each_nearest())?;
        sides.contact_of_moving(bounds, time, [center, point, normal, first(place)?])
    }

    #[cfg_attr(hot, inline(always))]
    fn overlap<F: Four>(&self, sides: EntrySides) -> Option<Overlap<T, D, BoxFeature<D>>> {
        let (shape, target) = (self.mover.shape(), self.target);
        let center = without_sign_of_zero(shape.center());
        if sides.is_inside() {
            return Some(sides.overlap_inside(center));
        }
        let (ball, min) = (BallLanes::<F>::of(self), in_lanes::<T, F, D>(&target.min()));
        let max = in_lanes::<T, F, D>(&target.max());
        if !ball.is_in_range(min, max) {
            return None;
        }
        let (is_outside, is_min) = (lanes::<F>(sides.outside()), lanes::<F>(sides.least()));
        let bound = F::choose(is_outside, F::choose(is_min, min, max), ball.center);
        let distance = Double::difference(ball.center, bound);
        let mut normal = [T::ZERO; D];
        match sides.straight() {
            Some(axis) => normal[axis % D] = T::nearest(sides.up(axis)),
            None => {
                normal = first(distance.divided_by(&length(&distance)).each_nearest())?;
            }
        }
        let bounds = [target.min(), target.max()].map(without_sign_of_zero);
        Some(sides.overlap(bounds, center, normal))
    }
}

/// Returns a vector with `+0` for every zero, like the vectors that are computed.
#[cfg_attr(hot, inline(always))]
fn without_sign_of_zero<T: Scalar, const D: usize>(mut vector: [T; D]) -> [T; D] {
    unrolled!(D, |k| vector[k] = T::narrowed(vector[k].widen() + 0.0));
    vector
}

/// `R(q)` of (7.3), column by column in the lanes: the entry on the diagonal, the entry after it
/// and the entry after that, cyclically; and `|q|²`.
pub(super) struct Turned<X> {
    diagonal: X,
    next: X,
    last: X,
    pub(super) scale: X,
}

impl<F: Four> Turned<F> {
    #[cfg_attr(hot, inline(always))]
    fn of(q: F, w: F) -> Self {
        let (next, qq, ww) = (q.turned(), q * q, w * w);
        let (last, next_qq) = (next.turned(), qq.turned());
        let rest = next_qq + next_qq.turned();
        Self {
            diagonal: ww + qq - rest,
            next: F::splat(2.0) * (q * next + last * w),
            last: F::splat(2.0) * (q * last - next * w),
            scale: ww + (qq + rest),
        }
    }

    /// Returns `R(q)ᵀ` times a vector of the world.
    #[cfg_attr(hot, inline(always))]
    fn to_local(&self, world: F) -> F {
        let next = world.turned();
        self.diagonal * world + self.next * next + self.last * next.turned()
    }
}

/// Numbers in lanes, of which the first three count; or one number that stands for all three.
pub(super) trait Triple: Divide + Number<Value = Self> {
    /// Returns the numbers in the order second, third, first.
    fn turned(&self) -> Self;
}

impl<F: Four> Triple for Double<F> {
    #[cfg_attr(hot, inline(always))]
    fn turned(&self) -> Self {
        Double::turned(self)
    }
}

impl<X: Triple> Turned<X> {
    /// Returns the same matrix in numbers of higher precision.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn of_numbers(q: &X, w: &X) -> Self {
        let (next, qq, ww) = (q.turned(), q.squared(), w.squared());
        let (last, next_qq) = (next.turned(), qq.turned());
        let rest = next_qq.plus(&next_qq.turned());
        Self {
            diagonal: ww.plus(&qq).minus(&rest),
            next: q.times(&next).plus(&last.times(w)).doubled(),
            last: q.times(&last).minus(&next.times(w)).doubled(),
            scale: ww.plus(&qq.plus(&rest)),
        }
    }

    /// Returns a vector of the world in the frame.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn in_frame(&self, world: &X) -> X {
        let next = world.turned();
        let sum = self.diagonal.times(world).plus(&self.next.times(&next));
        sum.plus(&self.last.times(&next.turned()))
    }

    /// Returns a vector of the frame in the world.
    #[cfg_attr(hot, inline(always))]
    fn in_world(&self, frame: &X) -> X {
        let next = self.next.times(frame).turned().turned();
        self.diagonal.times(frame).plus(&next).plus(&self.last.times(frame).turned())
    }
}

/// A ball that enters an oriented box.
pub(super) struct TurnedEntry<X> {
    pub(super) turn: Turned<X>,
    pub(super) center: X,
    /// The velocity, with a one for the time in the last lane.
    pub(super) velocity: X,
    pub(super) radius: X,
    /// The centre in the frame, measured from the side on an axis where the centre is outside, and
    /// from the middle on the other axes.
    pub(super) from: X,
    pub(super) along: X,
    /// The vector from the sides to the centre: zero except on the axes where the centre is
    /// outside.
    pub(super) distance: X,
    pub(super) towards: X,
}

impl<X: Triple> TurnedEntry<X> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn reach(&self) -> X {
        self.radius.times(&self.turn.scale)
    }

    /// Returns the centre, the point and the normal at a time, and the centre in the frame.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn numbers(&self, t: &X) -> [X; 4] {
        let away = self.turn.in_world(&t.along(&self.distance, &self.towards));
        let normal = away.divided_by(&self.reach().times(&self.turn.scale));
        let center = t.along(&self.center, &self.velocity);
        let point = center.minus(&normal.times(&self.radius));
        let in_frame = t.along(&self.from, &self.along).divided_by(&self.turn.scale);
        [center, point, normal, in_frame]
    }
}

/// Returns the length of a vector with these coordinates.
#[cfg_attr(hot, inline(always))]
pub(super) fn length<X: Triple>(vector: &X) -> X {
    let square = vector.squared();
    let next = square.turned();
    square.plus(&next).plus(&next.turned()).root()
}

impl<X: Triple> Turned<X> {
    /// For a ball whose centre is outside of an oriented box at time zero, returns the closest
    /// point of the box and the unit vector from that point to the centre. `distance` is the vector
    /// from the sides to the centre, in the frame.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn outside(&self, center: &X, distance: &X) -> [X; 2] {
        let away = self.in_world(distance);
        let point = center.minus(&away.divided_by(&self.scale.squared()));
        [point, away.divided_by(&length(distance).times(&self.scale))]
    }
}

/// The floats of an oriented box, in lanes.
struct Floats<F> {
    middle: F,
    half: F,
    q: F,
    w: F,
}

impl<F: Four> Floats<F> {
    #[cfg_attr(hot, inline(always))]
    fn of<T: Scalar, const D: usize>(target: &OrientedBox<T, D>) -> Self {
        let [x, y, z, w] = target.rotation().in_space();
        Self {
            middle: in_lanes::<T, F, D>(&target.center()),
            half: in_lanes::<T, F, D>(&target.half_extents()),
            q: F::of_three(x.widen(), y.widen(), z.widen()),
            w: F::splat(w.widen()),
        }
    }

    #[cfg_attr(hot, inline(always))]
    fn is_in_range(&self, ball: &BallLanes<F>) -> bool {
        let is_turn = F::and(Range::DIRECTIONS.holds(self.q), Range::DIRECTIONS.holds(self.w));
        ball.is_in_range(self.middle, self.half) && F::all(is_turn)
    }

    /// Returns the centre in the frame, measured from the side on an axis where the centre is
    /// outside, and from the middle on the other axes; and a mask of the axes where it is outside.
    #[cfg_attr(hot, inline(always))]
    fn beside_sides(
        &self,
        turn: &Turned<Double<F>>,
        center: F,
        sides: EntrySides,
    ) -> (Double<F>, F::Mask) {
        let (is_outside, is_min) = (lanes::<F>(sides.outside()), lanes::<F>(sides.least()));
        let half = F::choose(is_min, self.half, -self.half);
        let half_ahead = Double::of(F::choose(is_outside, half, F::splat(0.0)));
        let from = turn.in_frame(&Double::difference(center, self.middle));
        (from.plus(&turn.scale.times(&half_ahead)), is_outside)
    }
}

impl<T: Scalar, const D: usize, W: ObstacleMotion<Sphere<T, D>>> FloatFilter
    for FilterInput<'_, Sphere<T, D>, OrientedBox<T, D>, W>
{
    type Contact = Contact<T, D, BoxFeature<D>>;
    type Overlap = Overlap<T, D, BoxFeature<D>>;
    type Guess = EntrySides;

    #[cfg_attr(hot, inline(always))]
    fn classify<F: Four>(&self) -> FilterOutcome<EntrySides> {
        let (ball, it) = (BallLanes::<F>::of(self), Floats::<F>::of(self.target));
        let turn = Turned::<F>::of(it.q, it.w);
        let (scale, offset) = (turn.scale.first(), ball.center - it.middle);
        let (at, extent) = (turn.to_local(offset), it.half * turn.scale);
        let size = (offset.absolute() + it.half).sum_of_three() + ball.r;
        let speed = ball.rounded().absolute().sum_of_three();
        // The numbers must be fair as they are given, and in the frame.
        if !is_fair(size) || !is_fair(speed) || !(1.0 / 1024.0..=1024.0).contains(&scale) {
            return FilterOutcome::Unknown;
        }
        let (bounds, v) = ([-at - extent, extent - at], turn.to_local(ball.rounded()));
        classify(bounds, v, ball.r * scale, size * scale, speed * scale, (1 << D) - 1)
    }

    /// Returns the contact over these sides, if its numbers are certain and prove that the ball
    /// enters there.
    #[cfg_attr(hot, inline(always))]
    fn contact<F: Four>(&self, sides: EntrySides) -> Option<Contact<T, D, BoxFeature<D>>> {
        let (ball, it) = (BallLanes::<F>::of(self), Floats::<F>::of(self.target));
        if !it.is_in_range(&ball) {
            return None;
        }
        let Floats { middle, q, w, .. } = it;
        let BallLanes { center, v, r, is_still, drift } = ball;
        let turn = Turned::of_numbers(&Double::of(q), &Double::of(w));
        let (from, is_outside) = it.beside_sides(&turn, center, sides);
        let along = turn.in_frame(&ball.relative());
        let entry = TurnedEntry {
            turn,
            center: Double::of(center),
            velocity: Double::of(ball.velocity_and_time()),
            radius: Double::of(F::splat(r)),
            from,
            along,
            distance: from.only(is_outside),
            towards: along.only(is_outside),
        };
        let across = sides.straight().and_then(|axis| self.across(axis, sides.up(axis)));
        let across = across.filter(|across| is_still || drift.store()[across.k] == 0.0);
        let time = match &across {
            None => {
                let square = entry.reach().squared().first();
                first_root_in_lanes(&entry.distance, &entry.towards, &square)
            }
            Some(FaceAxis { k, half, up }) => {
                let (c, m) = (up * center.store()[*k], up * middle.store()[*k]);
                let ahead = [difference_of_one::<F>(c, m), of_one::<F>(-half), of_one::<F>(-r)];
                let v = up * v.store()[*k];
                if v >= 0.0 {
                    return None;
                }
                Double::lifted_ratio(&ahead, &of_one::<F>(-v)).first()
            }
        };
        let [at, point, normal, from] = entry.numbers(&time.in_lanes());
        let (mut at, mut point, mut normal) =
            (at.each_nearest(), point.each_nearest(), normal.each_nearest());
        if let Some(FaceAxis { k, half, up }) = across {
            let bound = [Double::of(middle.store()[k]), Double::of(up * half)];
            let place = [bound[0], bound[1], Double::of(up * r)];
            let bound: Double = Divide::lifted_ratio(&bound, &Number::one());
            let place: Double = Divide::lifted_ratio(&place, &Number::one());
            (point, normal) = (at, ([T::ZERO; 4], 0b1111));
            normal.0[k] = T::nearest(up);
            put(&mut point, k, bound.nearest());
            put(&mut at, k, place.nearest());
        }
        let (at, time) = all(at)?;
        let vectors = [at, first(point)?, first(normal)?, first(from.each_nearest())?];
        sides.contact_of_turned(self.target.half_extents(), time, vectors)
    }

    #[cfg_attr(hot, inline(always))]
    fn overlap<F: Four>(&self, sides: EntrySides) -> Option<Overlap<T, D, BoxFeature<D>>> {
        let center = without_sign_of_zero(self.mover.shape().center());
        if sides.is_inside() {
            return Some(sides.overlap_inside(center));
        }
        let (ball, it) = (BallLanes::<F>::of(self), Floats::<F>::of(self.target));
        if !it.is_in_range(&ball) {
            return None;
        }
        let turn = Turned::of_numbers(&Double::of(it.q), &Double::of(it.w));
        let (from, is_outside) = it.beside_sides(&turn, ball.center, sides);
        let [point, normal] = turn.outside(&Double::of(ball.center), &from.only(is_outside));
        let (point, normal) = (first(point.each_nearest())?, first(normal.each_nearest())?);
        let feature = sides.feature();
        Some(Overlap { center, point, normal: Some(normal), feature })
    }
}

impl<T: Scalar, const D: usize, W: ObstacleMotion<Sphere<T, D>>>
    FilterInput<'_, Sphere<T, D>, OrientedBox<T, D>, W>
{
    /// Returns the axis of the world to which a face is normal; along this axis the numbers are
    /// sums of given floats.
    #[cfg_attr(hot, inline(always))]
    fn across(&self, axis: usize, up: f64) -> Option<FaceAxis> {
        let quaternion = self.target.rotation().in_space().map(Scalar::widen);
        let (k, is_mirrored) = world_axis(quaternion, axis)?;
        let half = self.target.half_extents()[axis % D].widen();
        Some(FaceAxis { k: k & 3, half, up: if is_mirrored { -up } else { up } })
    }
}

/// The axis of the world to which a face is normal, the half extent of the box along it, and the
/// side of the face.
struct FaceAxis {
    k: usize,
    half: f64,
    up: f64,
}

/// Returns a float as a number of two floats, in a single lane.
#[cfg_attr(hot, inline(always))]
fn of_one<F: Four>(x: f64) -> Double<F::One> {
    Double::of(F::One::splat(x))
}

#[cfg_attr(hot, inline(always))]
fn difference_of_one<F: Four>(a: f64, b: f64) -> Double<F::One> {
    Double::difference(F::One::splat(a), F::One::splat(b))
}

/// Stores number `k`, if it is certain.
#[cfg_attr(hot, inline(always))]
fn put<T>((numbers, known): &mut ([T; 4], u32), k: usize, number: Option<T>) {
    match number {
        Some(number) => (numbers[k], *known) = (number, *known | 1 << k),
        None => *known &= !(1 << k),
    }
}

/// Returns the first `D` numbers, if all of them are certain.
#[cfg_attr(hot, inline(always))]
fn first<T: Scalar, const D: usize>((numbers, known): ([T; 4], u32)) -> Option<[T; D]> {
    let (mut all, wanted) = ([T::ZERO; D], (1 << D) - 1);
    unrolled!(D, |k| all[k] = numbers[k & 3]);
    (known & wanted == wanted).then_some(all)
}

/// Returns the first `D` numbers and the last number, if all of these are certain.
#[cfg_attr(hot, inline(always))]
fn all<T: Scalar, const D: usize>((numbers, known): ([T; 4], u32)) -> Option<([T; D], T)> {
    if known & 0b1000 == 0 {
        return None;
    }
    Some((first((numbers, known))?, numbers[3]))
}
