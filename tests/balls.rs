//! Balls that collide event by event (`examples/balls`): judged by whole numbers, without the
//! library.
//!
//! The judge gets the events: which ball changes its velocity, and when. It follows each ball,
//! checks for every stretch of its path whether it comes too near to any other at any time, and
//! whether two balls that collide were in contact. All inputs of balls are multiples of three
//! units, so all its results are whole numbers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

#[path = "../examples/balls/room.rs"]
mod room;

use num_bigint::BigInt;
use room::{Ball, PLACE, RADIUS, Room, SPEED, TIME, half_width};
use std::cmp::Ordering;
use std::collections::HashMap;

type Vector = [i128; 3];

/// A float as a multiple of a unit that is a power of two. The multiple is so small that squares of
/// differences fit.
fn whole(x: f64, unit: f64) -> i128 {
    let count = x / unit;
    assert!(count.fract() == 0.0 && count.abs() < (1u64 << 54) as f64, "{x} of {unit}");
    count as i128
}

fn minus(a: Vector, b: Vector) -> Vector {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn dot(a: Vector, b: Vector) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    let component = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [component(1, 2), component(2, 0), component(0, 1)]
}

/// Compares the least distance of two balls with a length, while the vector between their centres
/// moves straight from `a` to `b`.
fn nearest(a: Vector, b: Vector, length: i128) -> Ordering {
    let way = minus(b, a);
    if dot(a, way) >= 0 {
        return dot(a, a).cmp(&(length * length));
    }
    if dot(b, way) <= 0 {
        return dot(b, b).cmp(&(length * length));
    }
    // The nearest point is between the two ends, at a distance of `|a × way| / |way|`.
    let square = |v: Vector| v.map(|x| BigInt::from(x).pow(2)).into_iter().sum::<BigInt>();
    square(cross(a, way)).cmp(&(BigInt::from(length).pow(2) * square(way)))
}

/// A straight part of a path, which begins at a given time.
#[derive(Clone, Copy)]
struct Stretch {
    since: i128,
    /// The position of the ball at time zero, if it had always moved in this way.
    start: Vector,
    velocity: Vector,
}

impl Stretch {
    fn of(ball: &Ball, since: f64) -> Self {
        let since = whole(since, TIME);
        let [start, velocity] = [(ball.start, PLACE), (ball.velocity, SPEED)]
            .map(|(vector, unit)| vector.map(|x| whole(x, unit)));
        Self { since, start, velocity }
    }

    fn at(&self, time: i128) -> Vector {
        [0, 1, 2].map(|k| self.start[k] + self.velocity[k] * time)
    }
}

/// The paths of all balls in a frame.
struct Ways {
    of: Vec<Vec<Stretch>>,
    end: i128,
}

impl Ways {
    /// The positions of a ball at the ends of its straight parts.
    fn corners(&self, i: usize) -> impl Iterator<Item = Vector> {
        let last = self.of[i].last().map(|last| last.at(self.end));
        self.of[i].iter().map(|stretch| stretch.at(stretch.since)).chain(last)
    }

    /// Whether two balls overlap at any time.
    fn overlap(&self, i: usize, j: usize, reach: i128) -> bool {
        let (mut a, mut b) = (&self.of[i][..], &self.of[j][..]);
        let mut since = 0;
        loop {
            let next = |of: &[Stretch]| of.get(1).map_or(self.end, |next| next.since);
            let until = next(a).min(next(b));
            let apart = |time: i128| minus(a[0].at(time), b[0].at(time));
            if nearest(apart(since), apart(until), reach) == Ordering::Less {
                return true;
            }
            if until == self.end && a.len() == 1 && b.len() == 1 {
                return false;
            }
            let has_turned = |of: &[Stretch]| of.get(1).is_some_and(|next| next.since == until);
            let (turned_a, turned_b) = (has_turned(a), has_turned(b));
            (a, b) = (&a[usize::from(turned_a)..], &b[usize::from(turned_b)..]);
            since = until;
        }
    }

    /// The number of pairs of balls that overlap at any time, and the number of pairs compared one
    /// by one. Only pairs that begin in neighbouring cells are compared: the cells are so wide that
    /// other pairs never come so near.
    fn overlaps(&self, reach: i128) -> (usize, usize) {
        let count = self.of.len();
        let boxes: Vec<[Vector; 2]> = (0..count)
            .map(|i| {
                let bound = |of: fn(i128, i128) -> i128| {
                    let joined = |a: Vector, b: Vector| [0, 1, 2].map(|k| of(a[k], b[k]));
                    self.corners(i).reduce(joined).unwrap()
                };
                [bound(i128::min), bound(i128::max)]
            })
            .collect();
        let longest = boxes.iter().flat_map(|[min, max]| minus(*max, *min)).max().unwrap();
        let width = reach + 2 * longest;
        let cell = |i: usize| self.of[i][0].at(0).map(|x| x.div_euclid(width));
        let mut cells: HashMap<Vector, Vec<usize>> = HashMap::new();
        (0..count).for_each(|i| cells.entry(cell(i)).or_default().push(i));
        let (mut overlaps, mut asked) = (0, 0);
        for i in 0..count {
            let at = cell(i);
            let near = (0..27).filter_map(|n| {
                cells.get(&[at[0] + n % 3 - 1, at[1] + n / 3 % 3 - 1, at[2] + n / 9 - 1])
            });
            for &j in near.flatten().filter(|&&j| j < i) {
                let ([min, max], [low, high]) = (boxes[i], boxes[j]);
                if (0..3).all(|k| min[k] < high[k] + reach && low[k] < max[k] + reach) {
                    asked += 1;
                    overlaps += usize::from(self.overlap(i, j, reach));
                }
            }
        }
        (overlaps, asked)
    }
}

/// Runs the collisions of this many frames, and judges all events. Returns the room.
fn judged(count: usize, seed: u64, frames: usize, length: f64) -> Room {
    let mut room = Room::new(count, seed, length).unwrap();
    let energy = room.energy();
    let reach = whole(2.0 * RADIUS, PLACE);
    let wall = whole(half_width(count) - RADIUS, PLACE);
    let end = whole(length, TIME);
    let (mut events, mut asked) = (0, 0);
    for _ in 0..frames {
        let of = room.balls.iter().map(|ball| vec![Stretch::of(ball, 0.0)]).collect();
        let mut ways = Ways { of, end };
        let mut now = 0;
        let overlaps = room.frame(|time, turned, balls| {
            let before: Vec<Stretch> =
                turned.iter().map(|&i| *ways.of[i].last().unwrap()).collect();
            let after: Vec<Stretch> =
                turned.iter().map(|&i| Stretch::of(&balls[i], time)).collect();
            let time = after[0].since;
            assert!(now <= time && time <= end, "events are in order");
            (now, events) = (time, events + 1);
            for (before, after) in before.iter().zip(&after) {
                assert_eq!(before.at(time), after.at(time), "a ball jumps");
            }
            match (&before[..], &after[..]) {
                ([a, b], [c, d]) => {
                    let apart = |time: i128| minus(a.at(time), b.at(time));
                    let speed = |a: &Stretch, b: &Stretch| minus(a.velocity, b.velocity);
                    assert!(dot(apart(time), speed(a, b)) < 0, "they do not approach");
                    assert!(dot(apart(time), speed(c, d)) >= 0, "they still approach");
                    let nearest = nearest(apart(time), apart(time + 1), reach);
                    assert_ne!(nearest, Ordering::Greater, "they do not touch");
                    let sum =
                        |a: &Stretch, b: &Stretch| [0, 1, 2].map(|k| a.velocity[k] + b.velocity[k]);
                    assert_eq!(sum(a, b), sum(c, d), "momentum is lost");
                }
                ([a], [c]) => {
                    let k = (0..3).find(|&k| a.velocity[k] != c.velocity[k]).unwrap();
                    assert!(a.at(time + 1)[k].abs() >= wall, "there is no wall");
                    assert_eq!(dot(a.velocity, a.velocity), dot(c.velocity, c.velocity));
                    assert!(c.velocity[k] * c.at(time)[k] < 0, "it goes through the wall");
                }
                _ => panic!("{} balls turn at once", before.len()),
            }
            turned.iter().zip(after).for_each(|(&i, after)| ways.of[i].push(after));
        });
        assert_eq!(overlaps.unwrap(), 0);
        let (overlaps, pairs) = ways.overlaps(reach);
        assert_eq!(overlaps, 0, "some balls overlap");
        asked += pairs;
        for (i, ball) in room.balls.iter().enumerate() {
            let is_inside = ways.corners(i).flatten().all(|x| x.abs() <= wall);
            assert!(is_inside, "a ball is in a wall");
            let next = Stretch::of(ball, 0.0);
            assert_eq!(ways.of[i].last().unwrap().at(end), next.at(0), "a ball jumps");
        }
    }
    assert_eq!(room.balls.len(), count);
    assert_eq!((room.events, room.gained), (events, room.energy() - energy));
    println!("{count} balls, {events} events, {asked} pairs asked about, no overlap");
    println!("energy changed by {:e} of itself", room.gained as f64 / energy as f64);
    room
}

#[test]
fn no_two_balls_overlap_at_any_time() {
    // The number of events, the energy gained by rounding, and every bit of the balls are the same
    // on every machine, and for any cut into frames.
    for (frames, length) in [(24, 0.125), (6, 0.5)] {
        let room = judged(300, 1, frames, length);
        let told = (room.events, room.gained, format!("{:016x}", room.checksum()));
        assert_eq!(told, (3658, -8_207_812, "0b8a2106ac6d6c3b".to_owned()));
    }
}

/// In a small room, balls and walls collide at the same points again and again.
#[test]
fn few_balls_neither() {
    for count in [1, 2, 3, 8, 27] {
        for seed in 0..4 {
            judged(count, seed, 40, 0.125);
        }
    }
}

#[test]
#[ignore = "some minutes: `cargo test --release --test balls -- --ignored --nocapture`"]
fn a_hundred_thousand_neither() {
    judged(100_000, 1, 8, 0.125);
}

/// Tests the judge: two paths that just touch, and two paths that come nearer than that by the
/// least unit.
#[test]
fn the_judge_sees_a_last_bit() {
    let (a, b) = ([-40, 30, 40], [50, 30, 40]);
    assert_eq!(nearest(a, b, 50), Ordering::Equal);
    assert_eq!(nearest(a, b, 51), Ordering::Less);
    let way = |start: Vector, velocity: Vector| Stretch { since: 0, start, velocity };
    let turned = |old: Stretch, since: i128, velocity: Vector| {
        let at = old.at(since);
        Stretch { since, start: [0, 1, 2].map(|k| at[k] - velocity[k] * since), velocity }
    };
    // One ball comes along an axis, and turns back ten or nine units before the centre of a ball
    // that stays.
    for (time, overlaps) in [(90, 0), (91, 1)] {
        // The boxes of this pair do not come so near that the pair is compared.
        let coming = way([-100, 0, 0], [1, 0, 0]);
        let of = vec![vec![coming, turned(coming, time, [-1, 0, 0])], vec![way([0; 3], [0; 3])]];
        assert_eq!(Ways { of, end: 200 }.overlaps(10), (overlaps, overlaps));
    }
}
