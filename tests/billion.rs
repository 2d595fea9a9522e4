//! A billion answers, judged by whole numbers alone: whether a ball and a box share a point, and
//! whether and when a ball first touches a point, in `f32`, whose times whole numbers of 128 bits
//! can compare with a root.
//!
//! `cargo test --release --test billion -- --ignored --nocapture` runs a billion.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]

mod random;

use random::Random;
use std::cmp::Ordering;
use tangency::any::Answers;
use tangency::{AlignedBoxes, Answer, Approach, Moving, Point, Sphere};

/// The rows of one batch.
const ROWS: usize = 4096;
/// The bound of coordinates, speeds and radii, in units.
const MOST: i64 = 100;

type Vector = [i64; 3];

fn vector(random: &mut Random, most: i64) -> Vector {
    let bits = random.bits();
    let width = 2 * most as u64 + 1;
    [0, 21, 42].map(|shift| ((bits >> shift & 0x1f_ffff) % width) as i64 - most)
}

fn dot(a: Vector, b: Vector) -> i64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn floats(v: Vector) -> [f32; 3] {
    v.map(|x| x as f32)
}

/// Compares the root `(−b − √β) / a` with `x > 0`.
fn root_beside(a: i64, b: i64, beta: i64, x: f64) -> Ordering {
    assert!(x > 0.0);
    let bits = x.to_bits();
    let (mut m, mut e) = (bits & ((1 << 52) - 1) | 1 << 52, (bits >> 52) as i32 - 1075);
    while m % 2 == 0 {
        (m, e) = (m / 2, e + 1);
    }
    // Compares −b − a x with √β. Both are multiplied by 2^-e if x = m 2^e is no whole number.
    let scale = 1i128 << (-e).max(0);
    let left = -i128::from(b) * scale - i128::from(a) * (i128::from(m) << e.max(0));
    if left < 0 { Ordering::Less } else { (left * left).cmp(&(i128::from(beta) * scale * scale)) }
}

/// The fields of an answer that are judged.
#[derive(Clone, Copy, Debug)]
enum Told {
    None,
    Overlap,
    Contact(f32, Approach),
}

fn told<F>(answer: &Answer<f32, 3, F>) -> Told {
    match answer {
        Answer::None => Told::None,
        Answer::Overlap(_) => Told::Overlap,
        Answer::Contact(contact) => Told::Contact(contact.time, contact.approach),
    }
}

/// Whether the answer is right for a ball that moves to the origin.
fn is_right(center: Vector, radius: i64, velocity: Vector, told: Told) -> bool {
    let (a, b) = (dot(velocity, velocity), dot(center, velocity));
    let gap = dot(center, center) - radius * radius;
    let beta = b * b - a * gap;
    match told {
        Told::Overlap => gap < 0,
        Told::None => gap > 0 && (b >= 0 || beta < 0),
        Told::Contact(t, approach) if gap == 0 => {
            let order = [Approach::Approaching, Approach::Sliding, Approach::Parting];
            t == 0.0 && approach == order[(b.signum() + 1) as usize]
        }
        // Ball and point were apart at the start.
        Told::Contact(t, _) if t <= 0.0 => false,
        Told::Contact(t, approach) => {
            let middle = |other: f32| f64::midpoint(f64::from(t), f64::from(other));
            let (below, above) = (middle(t.next_down()), middle(t.next_up()));
            let is_even = t.to_bits() % 2 == 0;
            let fits = |order: Ordering, side| order == side || order.is_eq() && is_even;
            let slides = if beta == 0 { Approach::Sliding } else { Approach::Approaching };
            gap > 0
                && b < 0
                && beta >= 0
                && fits(root_beside(a, b, beta, below), Ordering::Greater)
                && fits(root_beside(a, b, beta, above), Ordering::Less)
                && approach == slides
        }
    }
}

/// Casts balls at points, and returns the number of contacts.
fn balls_and_points(seed: u64, count: usize) -> usize {
    let (mut random, mut met, mut asked) = (Random(seed), 0, 0);
    while asked < count {
        let mut given = Vec::with_capacity(ROWS);
        let (mut movers, mut points) = (Vec::new(), Vec::new());
        for _ in 0..ROWS {
            let (at, from) = (vector(&mut random, MOST), vector(&mut random, MOST));
            let radius = 1 + random.below(MOST as u64) as i64;
            // Most balls move towards their point.
            let astray = vector(&mut random, MOST / 2);
            let way: Vector = std::array::from_fn(|k| (at[k] - from[k] + astray[k]) % MOST);
            given.push((std::array::from_fn(|k| from[k] - at[k]), radius, way));
            let sphere = Sphere::new(floats(from), radius as f32).unwrap();
            movers.push(sphere.moving(floats(way)).unwrap());
            points.push(Moving::still(Point::new(floats(at)).unwrap()));
        }
        let mut seen = 0;
        Moving::<Point<f32, 3>>::first_contacts_in_rows(&points, &movers, &mut |i, answer| {
            let ((center, radius, velocity), told) = (given[i], told(&answer));
            let right = is_right(center, radius, velocity, told);
            assert!(right, "{center:?} {radius} {velocity:?}: {told:?}");
            met += usize::from(!matches!(told, Told::None));
            seen += 1;
        })
        .unwrap();
        assert_eq!(seen, ROWS);
        asked += ROWS;
    }
    met
}

/// Compares a ball with boxes, and returns the number of overlaps.
fn ball_and_boxes(seed: u64, count: usize) -> usize {
    let (mut random, mut shared, mut asked) = (Random(seed), 0, 0);
    while asked < count {
        let corners: Vec<[Vector; 2]> = (0..ROWS)
            .map(|_| {
                let (a, b) = (vector(&mut random, MOST), vector(&mut random, MOST));
                [0, 1].map(|i| std::array::from_fn(|k| [a[k].min(b[k]), a[k].max(b[k])][i]))
            })
            .collect();
        let side = |i: usize| -> [Vec<f32>; 3] {
            std::array::from_fn(|k| corners.iter().map(|both| both[i][k] as f32).collect())
        };
        let (low, high) = (side(0), side(1));
        let [min, max] = [&low, &high].map(|side| side.each_ref().map(Vec::as_slice));
        let boxes = AlignedBoxes::new(min, max).unwrap();
        for _ in 0..64 {
            let (center, radius) = (vector(&mut random, MOST), random.below(60) as i64);
            let sphere = Sphere::new(floats(center), radius as f32).unwrap();
            let mut bits = [0u64; ROWS / 64];
            sphere.intersects_each(&boxes, &mut bits).unwrap();
            for (i, [min, max]) in corners.iter().enumerate() {
                let gap: Vector =
                    std::array::from_fn(|k| (min[k] - center[k]).max(center[k] - max[k]).max(0));
                let expected = dot(gap, gap) <= radius * radius;
                let found = bits[i / 64] >> (i % 64) & 1 == 1;
                assert_eq!(found, expected, "{center:?} {radius} {min:?} {max:?}");
                shared += usize::from(found);
            }
        }
        asked += 64 * ROWS;
    }
    shared
}

/// Runs all queries on two threads, and returns the numbers of queries and of contacts of each
/// kind.
fn all(count: usize) {
    let each = |judge: fn(u64, usize) -> usize, count: usize| -> usize {
        std::thread::scope(|scope| {
            let halves = [1, 2].map(|seed| scope.spawn(move || judge(seed, count / 2)));
            halves.map(|half| half.join().unwrap()).iter().sum()
        })
    };
    let (met, shared) = (each(balls_and_points, count), each(ball_and_boxes, count));
    println!(
        "{count} balls and points, {met} met; {count} balls and boxes, {shared} shared a point"
    );
    assert!(met > count / 10 && met < count && shared > count / 100 && shared < count);
}

#[test]
fn some_are_judged_by_whole_numbers() {
    all(1 << 19);
}

#[test]
#[ignore = "a minute"]
fn a_billion_are_judged_by_whole_numbers() {
    all(500_000_000);
}

/// The judge detects a miss, and a time that is not the nearest float.
#[test]
fn the_judge_sees_what_is_wrong() {
    let sphere = Sphere::new([-5f32, 1.0, 2.0], 4.0).unwrap().moving([3.0, 0.0, 1.0]).unwrap();
    let answer = sphere.first_contact(&Point::new([0.0; 3]).unwrap());
    let judged = |told| is_right([-5, 1, 2], 4, [3, 0, 1], told);
    let Told::Contact(time, approach) = told(&answer) else { panic!("{answer:?}") };
    assert!(judged(told(&answer)) && !judged(Told::None) && !judged(Told::Overlap));
    assert!(!judged(Told::Contact(time, Approach::Sliding)));
    for time in [time.next_up(), time.next_down(), 0.0] {
        assert!(!judged(Told::Contact(time, approach)));
    }
}
