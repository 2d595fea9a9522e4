//! Elastic balls in a closed room: events are handled in their exact order, and no two balls ever
//! overlap.
//!
//! Exact results alone do not keep balls apart: if the position of a contact is rounded, the two
//! balls overlap by a last bit in half of all cases. So no position is rounded here. Balls turn at
//! whole multiples of `TIME`, velocities are whole multiples of `SPEED`, and positions of the
//! product of both, with so few bits that floats hold every position exactly. Then
//!
//! - two balls turn at the last multiple of `TIME` that is not after their contact, so nothing
//!   overlaps until then;
//! - the position where a ball turns is exact, and so is its new motion through this position, so
//!   the scene is queried for the true motion;
//! - only the new velocities are rounded, and so that the two balls certainly do not approach each
//!   other.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::error::Error;
use tangency::{
    AlignedBox, Answer, Approach, Id, Inflated, InputError, Item, Moving, NoPair, Point, Scene,
    SceneFeature, Surd,
};

/// Balls turn only at multiples of this time.
pub const TIME: f64 = 1.0 / (1u64 << 23) as f64;
/// All components of velocities are multiples of this.
pub const SPEED: f64 = 1.0 / (1u64 << 24) as f64;
/// All coordinates are multiples of this. A coordinate below 64 has at most 53 bits, and no ball is
/// so fast that the start of its motion has a greater one.
pub const PLACE: f64 = TIME * SPEED;
/// Half the width of the widest room.
const WIDEST: f64 = 48.0;
/// The radius of each ball.
pub const RADIUS: f64 = 0.5;
/// The distance between neighbouring centres at first, without the random part.
const APART: f64 = 1.25;

/// A moving ball. Its line passes through `start` at time zero of the frame, even if the ball
/// turned onto the line later.
#[derive(Clone, Copy)]
pub struct Ball {
    pub start: [f64; 3],
    pub velocity: [f64; 3],
}

impl Ball {
    /// The exact position at a time.
    pub fn at(&self, time: f64) -> [f64; 3] {
        [0, 1, 2].map(|k| self.start[k] + self.velocity[k] * time)
    }

    /// Changes the velocity at a time, and keeps the position at that time.
    fn turn(&mut self, time: f64, velocity: [f64; 3]) {
        let place = self.at(time);
        let start = [0, 1, 2].map(|k| place[k] - velocity[k] * time);
        *self = Self { start, velocity };
    }

    fn item(&self, end: f64) -> Result<Moving<Inflated<Point<f64, 3>>>, InputError> {
        Inflated::new(Point::new(self.start)?, RADIUS)?.moving(self.velocity)?.until(end)
    }
}

/// The contact of a ball with another ball or a wall. `pair` has their numbers in the scene.
struct Event {
    /// The float nearest to the exact time.
    time: f64,
    pair: [usize; 2],
    /// The numbers of turns of the two bodies when the event was computed.
    turns: [u32; 2],
}

impl Ord for Event {
    /// The earliest event is the greatest one, because the queue returns the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.time.total_cmp(&self.time).then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Event {}

pub struct Room {
    pub balls: Vec<Ball>,
    /// The time at which a frame ends. All motions begin at time zero of the frame, so short frames
    /// keep motions short.
    end: f64,
    /// The items are the balls, and then two walls for each axis.
    scene: Scene<f64>,
    names: Vec<Id>,
    /// The number of turns of each ball and each wall; a wall never turns.
    turns: Vec<u32>,
    /// The contacts of pairs in this frame, also the outdated ones of pairs that have turned since.
    queue: BinaryHeap<Event>,
    /// The number of contacts so far.
    pub events: u64,
    /// The change of twice the energy by rounding, in units of `SPEED²`.
    pub gained: i128,
}

/// Half the width of a room for this number of balls.
pub fn half_width(count: usize) -> f64 {
    let mut side = 1.0;
    while side * side * side < count as f64 {
        side += 1.0;
    }
    0.5 * APART * side
}

impl Room {
    /// Creates a room of `count` balls, whose positions and velocities depend only on the seed.
    /// `end` is the length of a frame; it does not change the events.
    ///
    /// # Errors
    /// A number of balls whose room is too wide.
    pub fn new(count: usize, seed: u64, end: f64) -> Result<Self, Box<dyn Error>> {
        let half = half_width(count);
        if half > WIDEST {
            return Err(format!("{count} balls need a room wider than {}", 2.0 * WIDEST).into());
        }
        let mut state = seed;
        // Returns a number from −1 to 1.
        let mut random = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 40) as f64 - (1u64 << 23) as f64) / (1u64 << 23) as f64
        };
        let side = (2.0 * half / APART) as usize;
        let place = |i: usize| APART * (i % side) as f64 + 0.5 * APART - half;
        let mut ball = |i: usize| Ball {
            start: [i, i / side, i / side / side].map(|i| place(i) + 0.125 * random()),
            velocity: [0; 3].map(|_| 1.5 * random()),
        };
        let balls: Vec<Ball> = (0..count).map(&mut ball).collect();

        let mut scene = Scene::new();
        let items: Result<Vec<_>, _> = balls.iter().map(|ball| ball.item(end)).collect();
        let mut names = scene.insert_all(items?);
        let wall = |i: usize| {
            let (mut min, mut max) = ([-half - 1.0; 3], [half + 1.0; 3]);
            if i.is_multiple_of(2) {
                max[i / 2] = -half;
            } else {
                min[i / 2] = half;
            }
            AlignedBox::new(min, max)
        };
        for i in 0..6 {
            names.push(scene.insert(wall(i)?));
        }
        let turns = vec![0; names.len()];
        let queue = BinaryHeap::new();
        Ok(Self { balls, end, scene, names, turns, queue, events: 0, gained: 0 })
    }

    /// Simulates one frame, and returns the number of pairs that overlap at its beginning. `tell`
    /// is called for each event, with its time, the balls that turn, and all balls with their new
    /// motions.
    pub fn frame(
        &mut self,
        mut tell: impl FnMut(f64, &[usize], &[Ball]),
    ) -> Result<usize, Box<dyn Error>> {
        let mut overlaps = 0;
        self.queue.clear();
        for pair in self.scene.pairs(self.end)? {
            overlaps += usize::from(matches!(pair.answer, Answer::Overlap(_)));
            if let Some((other, time)) = met(&pair.answer) {
                let event = self.event(pair.mover.number() as usize, other, time);
                self.queue.push(event);
            }
        }
        while let Some(event) = self.next()? {
            let time = self.time_to_turn(&event)?;
            let turned = self.bounce(&event, time);
            for &i in &turned {
                self.turns[i] += 1;
                self.scene.replace(self.names[i], self.balls[i].item(self.end)?);
            }
            for &i in &turned {
                self.foresee(i, time)?;
            }
            self.events += 1;
            tell(time, &turned, &self.balls);
        }
        // The positions at the end are the starts of the next frame.
        let mut items: Vec<(Id, Item<f64>)> = Vec::with_capacity(self.balls.len());
        for (ball, &name) in self.balls.iter_mut().zip(&self.names) {
            ball.start = ball.at(self.end);
            items.push((name, ball.item(self.end)?.into()));
        }
        self.scene.replace_all(items);
        Ok(overlaps)
    }

    /// Computes the contacts of a ball from a time on. The ball overlaps nothing at that time, so
    /// contacts of its line before that time are ignored.
    fn foresee(&mut self, i: usize, since: f64) -> Result<(), NoPair> {
        let mut all = Vec::new();
        // The closure accepts no contact, so it is called with the contacts of all items.
        self.scene.first_contact_of_where(self.names[i], |answer| {
            all.extend(met(answer));
            false
        })?;
        for (other, time) in all {
            let event = self.event(i, other, time);
            if self.time_to_turn(&event)? >= since {
                self.queue.push(event);
            }
        }
        Ok(())
    }

    fn event(&self, i: usize, other: usize, time: f64) -> Event {
        let pair = [i.min(other), i.max(other)];
        Event { time, pair, turns: pair.map(|i| self.turns[i]) }
    }

    /// Removes the first event from the queue, by exact times and then by names.
    fn next(&mut self) -> Result<Option<Event>, NoPair> {
        let Some(mut first) = self.pop() else { return Ok(None) };
        let mut others = Vec::new();
        // Rounding is monotone, so exact numbers are needed only for times with the same nearest
        // float.
        while self.queue.peek().is_some_and(|next| next.time == first.time) {
            let Some(mut next) = self.pop() else { break };
            if next.time == first.time && self.exact_time(&next)? < self.exact_time(&first)? {
                std::mem::swap(&mut first, &mut next);
            }
            others.push(next);
        }
        self.queue.extend(others);
        Ok(Some(first))
    }

    /// Removes the next event from the queue whose two bodies have not turned since it was
    /// computed.
    fn pop(&mut self) -> Option<Event> {
        loop {
            let next = self.queue.pop()?;
            if next.pair.map(|i| self.turns[i]) == next.turns {
                return Some(next);
            }
        }
    }

    fn exact_time(&self, event: &Event) -> Result<Option<Surd>, NoPair> {
        let [ball, other] = event.pair.map(|i| self.names[i]);
        self.scene.time_of_pair_exact(ball, other)
    }

    /// The last multiple of `TIME` that is not after the event.
    fn time_to_turn(&self, event: &Event) -> Result<f64, NoPair> {
        let last = (event.time / TIME).floor() * TIME;
        // All multiples are floats, and rounding is monotone. So if the rounded time is not a
        // multiple, the exact time is on the same side of each multiple.
        let is_after = last == event.time
            && self.exact_time(event)?.is_some_and(|time| time.round_down::<f64>() < last);
        Ok(if is_after { last - TIME } else { last })
    }

    /// Gives the bodies of an event their new velocities, and returns the indices of the balls
    /// among them.
    fn bounce(&mut self, event: &Event, time: f64) -> Vec<usize> {
        let [i, j] = event.pair;
        let mut a = self.balls[i];
        let Some(mut b) = self.balls.get(j).copied() else {
            let k = (j - self.balls.len()) / 2;
            let mut velocity = a.velocity;
            velocity[k] = -velocity[k];
            self.balls[i].turn(time, velocity);
            return vec![i];
        };
        let push = self.push(&a, &b, time);
        let of = |ball: &Ball, sign: f64| [0, 1, 2].map(|k| ball.velocity[k] + sign * push[k]);
        a.turn(time, of(&a, -1.0));
        b.turn(time, of(&b, 1.0));
        (self.balls[i], self.balls[j]) = (a, b);
        vec![i, j]
    }

    /// The change of the velocities of two balls in an elastic collision, rounded to whole
    /// multiples of `SPEED`. Among the eight roundings, one is chosen after which the balls do not
    /// approach each other and the total energy is as near as possible to the initial energy.
    fn push(&mut self, a: &Ball, b: &Ball, time: f64) -> [f64; 3] {
        let (at_a, at_b) = (a.at(time), b.at(time));
        let normal = [0, 1, 2].map(|k| at_a[k] - at_b[k]);
        let relative = [0, 1, 2].map(|k| a.velocity[k] - b.velocity[k]);
        let (n, v) = (normal.map(|x| whole(x, PLACE)), relative.map(|x| whole(x, SPEED)));
        let share = dot(v, n) as f64 / dot(n, n) as f64;
        let exact = n.map(|x| share * x as f64);

        let mut best = ([0; 3], i128::MAX, self.gained);
        for up in 0..8 {
            let push = [0, 1, 2].map(|k| {
                let x = if up >> k & 1 == 0 { exact[k].floor() } else { exact[k].ceil() };
                x as i128
            });
            let after = [0, 1, 2].map(|k| v[k] - 2 * push[k]);
            let gained = self.gained + 2 * (dot(push, push) - dot(push, v));
            if dot(after, n) >= 0 && gained.abs() < best.1 {
                best = (push, gained.abs(), gained);
            }
        }
        self.gained = best.2;
        best.0.map(|x| x as f64 * SPEED)
    }

    /// Twice the total energy, in units of `SPEED²`.
    pub fn energy(&self) -> i128 {
        let each = self.balls.iter().map(|ball| ball.velocity.map(|x| whole(x, SPEED)));
        each.map(|v| dot(v, v)).sum()
    }

    /// A checksum of all positions and velocities (FNV-1a).
    pub fn checksum(&self) -> u64 {
        let numbers =
            self.balls.iter().flat_map(|ball| ball.start.into_iter().chain(ball.velocity));
        numbers.flat_map(|x| x.to_bits().to_le_bytes()).fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        })
    }
}

/// The item that the mover touches, and the time; `None` unless they approach each other.
fn met(answer: &Answer<f64, 3, SceneFeature>) -> Option<(usize, f64)> {
    match answer {
        Answer::Contact(hit) if hit.approach == Approach::Approaching => {
            Some((hit.feature.item.number() as usize, hit.time))
        }
        _ => None,
    }
}

/// The integer `x / of`, where `x` is a whole multiple of `of`.
fn whole(x: f64, of: f64) -> i128 {
    (x / of) as i128
}

fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
