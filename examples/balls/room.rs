//! Elastic balls in a closed room: each event in its order, and no overlap at any time.
//!
//! Exact results alone do not keep balls apart: if the position of a contact is rounded, the two
//! balls overlap by a last bit half of the time. So no position is rounded here. Times and
//! velocities are whole multiples of `TIME` and `SPEED`, positions of their product, and all of
//! them have so few bits that floats hold every position below exactly. Then
//!
//! - two balls turn at the last multiple of `TIME` that is not after their contact, so nothing
//!   overlaps until then;
//! - the position where a ball turns is exact, and so is its new motion through this position: the
//!   scene is queried for the true motion;
//! - only the new velocities are rounded, in such a way that the two certainly do not approach each
//!   other.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::error::Error;
use tangency::{
    AlignedBox, Answer, Approach, Id, Inflated, InputError, Item, Moving, NoPair, Point, Scene,
    SceneFeature, Surd,
};

/// The unit of times in a frame.
pub const TIME: f64 = 1.0 / (1u64 << 23) as f64;
/// The unit of the components of velocities.
pub const SPEED: f64 = 1.0 / (1u64 << 24) as f64;
/// The unit of coordinates. Those below 64 have 53 bits at most, and no ball is so fast that it
/// would start its frame beyond that.
pub const PLACE: f64 = TIME * SPEED;
/// Half the width of the widest room.
const WIDEST: f64 = 48.0;
/// The radius of each ball.
pub const RADIUS: f64 = 0.5;
/// The distance between the balls at first, apart from a random part.
const APART: f64 = 1.25;

/// A moving ball: at time zero of the frame it is, or would have been, at its start.
#[derive(Clone, Copy)]
pub struct Ball {
    pub start: [f64; 3],
    pub velocity: [f64; 3],
}

impl Ball {
    /// The position at a time; exact.
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

/// The contact of a ball with another ball or a wall, by their numbers in the scene.
struct Event {
    /// The nearest float.
    time: f64,
    pair: [usize; 2],
    /// The numbers of turns of both when the event was computed.
    turns: [u32; 2],
}

impl Ord for Event {
    /// The greatest element is the first out of the queue.
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
    /// The end of a frame. All motions start at its beginning, so a short one keeps them short.
    end: f64,
    /// The balls, and then the walls: two for each axis.
    scene: Scene<f64>,
    names: Vec<Id>,
    /// The number of turns of each ball.
    turns: Vec<u32>,
    /// The contacts of all pairs in this frame with their present motions, and of pairs one of
    /// which has turned since.
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
    /// `count` balls, with positions and velocities that only the seed decides; and the length of a
    /// frame, which does not change the events.
    ///
    /// # Errors
    /// A number of balls whose room is too wide.
    pub fn new(count: usize, seed: u64, end: f64) -> Result<Self, Box<dyn Error>> {
        let half = half_width(count);
        if half > WIDEST {
            return Err(format!("{count} balls need a room wider than {}", 2.0 * WIDEST).into());
        }
        let mut state = seed;
        // From −1 to 1.
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

    /// One frame. Returns the number of pairs that overlap at its beginning. Each event is
    /// reported: its time, the balls that turn, and all balls with their new motions.
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
        // Their positions are the starts of the next frame.
        let mut items: Vec<(Id, Item<f64>)> = Vec::with_capacity(self.balls.len());
        for (ball, &name) in self.balls.iter_mut().zip(&self.names) {
            ball.start = ball.at(self.end);
            items.push((name, ball.item(self.end)?.into()));
        }
        self.scene.replace_all(items);
        Ok(overlaps)
    }

    /// Computes the contacts of a ball from a time on. It overlaps nothing at that time, so earlier
    /// contacts of its line do not count.
    fn foresee(&mut self, i: usize, since: f64) -> Result<(), NoPair> {
        let mut all = Vec::new();
        // The function accepts no contact, so all are reported.
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

    /// The first of the remaining events, by exact times and then by names.
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

    /// The next event whose two motions have not changed.
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
        // A float that is not a multiple is on the same side of each multiple as the number that it
        // was rounded from.
        let is_after = last == event.time
            && self.exact_time(event)?.is_some_and(|time| time.round_down::<f64>() < last);
        Ok(if is_after { last - TIME } else { last })
    }

    /// The two turn; returns which of them are balls.
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
    /// multiples of `SPEED`. Chosen among the eight roundings is one after which they do not
    /// approach each other, and after which the total energy is as near as possible to the one at
    /// first.
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

/// The item that another one approaches, and the time of their contact.
fn met(answer: &Answer<f64, 3, SceneFeature>) -> Option<(usize, f64)> {
    match answer {
        Answer::Contact(hit) if hit.approach == Approach::Approaching => {
            Some((hit.feature.item.number() as usize, hit.time))
        }
        _ => None,
    }
}

/// A multiple of a power of two, divided by that power.
fn whole(x: f64, of: f64) -> i128 {
    (x / of) as i128
}

fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
