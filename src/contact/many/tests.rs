//! Laws of the float filter for rows: the share of right guesses, and the same answers as single
//! queries.

use super::{BlockFilter, InRows, NOWHERE, first_contacts};
use crate::contact::boxes::EntrySides;
use crate::contact::sealed::{Meets, Only};
use crate::contact::{Answer, BoxFeature, Featured};
use crate::number::{Effort, run};
use crate::random::Random;
use crate::shape::{
    AlignedBox, Capsule, Moving, OrientedBox, Rotation, Scalar, Shape, Sphere, Triangle,
};
use std::vec::Vec;

/// Returns the percentage of pairs with a contact for which the guess is the touched feature.
fn share_of_right<O, const N: usize>(
    draw: impl Fn(&mut Random) -> Moving<O>,
    is_right: impl Fn(u8, <Moving<O> as Featured>::Feature) -> bool,
) -> u32
where
    O: Shape<Scalar = f64, Vector = [f64; N]>,
    Moving<O>: InRows<f64, N, Sphere<f64, N>>,
{
    let mut random = Random(18);
    let (mut hits, mut right) = (0, 0);
    while hits < 2_000 {
        let pairs: Vec<_> = (0..64)
            .map(|_| {
                let mut place = |far: f64| [0; N].map(|_| random.between(-far, far));
                let (center, target) = (place(5.0), place(2.0));
                let velocity = core::array::from_fn(|k| target[k] - center[k]);
                let sphere = Sphere::new(center, random.between(0.1, 0.6)).unwrap();
                (draw(&mut random), sphere.moving(velocity).unwrap())
            })
            .collect();
        let results = run(BlockFilter { pairs: 64, pair: &|i: usize| (&pairs[i].0, &pairs[i].1) });
        for (i, (obstacle, sphere)) in pairs.iter().enumerate() {
            if let Answer::Contact(contact) = sphere.first_contact(obstacle)
                && contact.time > 0.0
            {
                hits += 1;
                right += u32::from(is_right(results.guesses[i], contact.feature));
            }
        }
    }
    right * 100 / hits
}

fn vector<const N: usize>(random: &mut Random, far: f64) -> [f64; N] {
    [0; N].map(|_| random.between(-far, far))
}

fn cuboid<const N: usize>(random: &mut Random) -> Moving<AlignedBox<f64, N>> {
    let middle = vector::<N>(random, 1.0);
    let half: [f64; N] = vector(random, 1.5).map(f64::abs);
    let at = |side: f64| core::array::from_fn(|k| middle[k] + side * half[k]);
    Moving::still(AlignedBox::new(at(-1.0), at(1.0)).unwrap())
}

/// Returns whether the number of a guess stands for these sides.
fn are_sides<const N: usize>(number: u8, feature: BoxFeature<N>) -> bool {
    number != NOWHERE as u8 && EntrySides::of(number).feature() == feature
}

fn turned(random: &mut Random) -> Moving<OrientedBox<f64, 3>> {
    let turn = loop {
        let [x, y, z] = vector(random, 1.0);
        if let Ok(turn) = Rotation::<f64, 3>::new([x, y, z, random.between(-1.0, 1.0)]) {
            break turn;
        }
    };
    let (middle, half) = (vector(random, 1.0), vector(random, 1.5).map(f64::abs));
    Moving::still(OrientedBox::new(middle, half, turn).unwrap())
}

#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn nearly_all_guesses_are_right() {
    let shares = [
        share_of_right(cuboid::<3>, are_sides),
        share_of_right(cuboid::<2>, are_sides),
        share_of_right(turned, are_sides),
    ];
    std::println!("{shares:?} %");
    assert!(shares.iter().all(|&share| share >= 98 || !crate::number::has_four()), "{shares:?} %");
}

/// Tests balls and obstacles, many of them on a lattice: each answer in rows, and each answer by
/// the filter of single queries, must be the decided answer, which uses no such filter. Returns the
/// number of contacts.
fn rows_of<T: Scalar, B, F, const N: usize>(
    seed: u64,
    make: impl Fn(&mut Random, [T; N], [T; N]) -> B,
) -> u32
where
    B: Shape<Scalar = T, Vector = [T; N]>
        + Meets<T, N, Sphere<T, N>>
        + Featured<Feature = F>
        + core::fmt::Debug
        + Copy,
    Moving<B>: InRows<T, N, Sphere<T, N>, Feature = F> + core::fmt::Debug,
    F: PartialEq + Clone + core::fmt::Debug,
{
    let mut random = Random(seed);
    let mut hits = 0;
    for round in 0..2_000 {
        let is_on_lattice = round % 2 == 0;
        let one_in = |random: &mut Random, n: u64| random.below(n) == 0;
        let number = |random: &mut Random, far: f64| {
            let x = if is_on_lattice {
                random.integer(-far as i64, far as i64)
            } else {
                random.between(-far, far)
            };
            T::nearest(x)
        };
        let pairs: Vec<_> = (0..33)
            .map(|_| {
                let random = &mut random;
                let center: [T; N] = core::array::from_fn(|_| number(random, 7.0));
                let (a, b): ([T; N], [T; N]) = (
                    core::array::from_fn(|_| number(random, 3.0)),
                    core::array::from_fn(|_| number(random, 3.0)),
                );
                let least = |k: usize| if a[k] < b[k] { [a[k], b[k]] } else { [b[k], a[k]] };
                let (min, max) =
                    (core::array::from_fn(|k| least(k)[0]), core::array::from_fn(|k| least(k)[1]));
                let is_slow = one_in(random, 8);
                let velocity: [T; N] = core::array::from_fn(|k| {
                    let x = number(random, 2.0).widen() - center[k].widen();
                    T::nearest(if one_in(random, 6) {
                        0.0
                    } else if is_slow {
                        x / 64.0
                    } else {
                        x
                    })
                });
                let radius =
                    if one_in(random, 9) { 0.0 } else { number(random, 3.0).widen().abs() };
                let mut ball = Sphere::new(center, T::nearest(radius)).unwrap();
                if one_in(random, 40) {
                    let far = T::nearest(if one_in(random, 2) { 1e20 } else { 1e-30 });
                    ball = Sphere::new([far; N], ball.radius()).unwrap();
                }
                let mut ball = match one_in(random, 12) {
                    // This ball moves between two points.
                    true => ball.moving_to(core::array::from_fn(|_| number(random, 2.0))).unwrap(),
                    false => ball.moving(velocity).unwrap(),
                };
                if one_in(random, 3) {
                    // The motion often ends exactly at the time of the contact.
                    let end = number(random, 2.0).widen().abs() / 2.0;
                    ball = ball.until(T::nearest(end)).unwrap();
                }
                let mut target = Moving::still(make(random, min, max));
                if one_in(random, 4) {
                    let own = core::array::from_fn(|_| number(random, 1.0));
                    target = Moving::new(*target.shape(), own, "velocity").unwrap();
                }
                if one_in(random, 5) {
                    let end = number(random, 2.0).widen().abs() / 2.0;
                    target = target.until(T::nearest(end)).unwrap();
                }
                (target, ball)
            })
            .collect();
        let mut answered = 0;
        first_contacts(
            pairs.len(),
            |i| (&pairs[i].0, &pairs[i].1),
            |i, answer| {
                let (target, ball) = &pairs[i];
                let effort = &mut Effort::default();
                let alone = target.decide(ball, Only::Contacts, effort);
                assert!(answer == alone, "{ball:?} {target:?} {answer:?} {alone:?}");
                // Each answer by the filter of single queries is compared, too.
                let entry = target.decide(ball, Only::Entries, effort);
                let time = alone.contact().map(|contact| contact.time);
                assert_eq!(ball.first_contact(target), alone, "{ball:?} {target:?}");
                assert_eq!(ball.first_entry(target), entry, "{ball:?} {target:?}");
                assert_eq!(ball.contact_time(target), time, "{ball:?} {target:?}");
                if target.velocity_parts() == [[T::ZERO; N]; 2] && target.t_max() == T::INFINITY {
                    assert_eq!(ball.first_contact(target.shape()), alone, "{ball:?} {target:?}");
                    assert_eq!(ball.first_entry(target.shape()), entry, "{ball:?} {target:?}");
                    assert_eq!(ball.contact_time(target.shape()), time, "{ball:?} {target:?}");
                }
                answered += 1;
                hits += u32::from(matches!(alone, Answer::Contact(_)));
            },
        );
        assert_eq!(answered, pairs.len());
    }
    hits
}

fn aligned<T: Scalar, const N: usize>(
    _: &mut Random,
    min: [T; N],
    max: [T; N],
) -> AlignedBox<T, N> {
    AlignedBox::new(min, max).unwrap()
}

/// Returns a box in space with a rotation, which is often about one axis, or by quarter turns.
fn oriented<T: Scalar>(random: &mut Random, min: [T; 3], max: [T; 3]) -> OrientedBox<T, 3> {
    let kind = random.below(4);
    let turn = loop {
        let [x, y, z] = [0; 3].map(|_| match kind {
            0 => random.between(-1.0, 1.0),
            1 => random.integer(-1, 1),
            _ => 0.0,
        });
        let w = if kind < 2 { random.integer(-1, 1) } else { random.between(-1.0, 1.0) };
        let z = if kind == 2 { random.between(-1.0, 1.0) } else { z };
        if let Ok(turn) = Rotation::<T, 3>::new([x, y, z, w].map(T::nearest)) {
            break turn;
        }
    };
    let half = core::array::from_fn(|k| T::nearest((max[k].widen() - min[k].widen()) / 2.0));
    OrientedBox::new(min, half, turn).unwrap()
}

/// Returns a box in the plane with a rotation.
fn oriented_flat<T: Scalar>(random: &mut Random, min: [T; 2], max: [T; 2]) -> OrientedBox<T, 2> {
    let towards = |random: &mut Random| T::nearest(random.integer(-3, 3) + 0.5);
    let turn = Rotation::<T, 2>::new([towards(random), towards(random)]).unwrap();
    let half = core::array::from_fn(|k| T::nearest((max[k].widen() - min[k].widen()) / 2.0));
    OrientedBox::new(min, half, turn).unwrap()
}

/// Returns a triangle of three points, two of which are given; sometimes its area is zero.
fn any_triangle<T: Scalar>(random: &mut Random, a: [T; 3], b: [T; 3]) -> Triangle<T> {
    let c = core::array::from_fn(|k| match random.below(4) {
        0 => a[k],
        _ => T::nearest(random.integer(-3, 3)),
    });
    Triangle::new(a, b, c).unwrap()
}

#[test]
fn rows_answer_as_each_does_alone() {
    let hits = [
        rows_of::<f64, _, _, 2>(3, aligned),
        rows_of::<f32, _, _, 2>(4, aligned),
        rows_of::<f64, _, _, 3>(5, aligned),
        rows_of::<f32, _, _, 3>(6, aligned),
        rows_of::<f64, _, _, 4>(7, aligned),
        rows_of::<f64, _, _, 3>(8, oriented),
        rows_of::<f32, _, _, 3>(9, oriented),
        rows_of::<f64, _, _, 3>(11, any_triangle),
        rows_of::<f32, _, _, 3>(12, any_triangle),
    ];
    std::println!("{hits:?}");
    assert!(hits.iter().all(|&hits| hits > 5_000), "{hits:?}");
}

/// Oriented boxes in the plane have no filter in rows, but one for single queries.
#[test]
fn turned_rectangles_are_decided_by_the_float_filter() {
    let mut random = Random(10);
    let mut hits = 0;
    for i in 0..40_000 {
        let mut number = |far: f64| match i % 2 {
            0 => random.integer(-far as i64, far as i64),
            _ => random.between(-far, far),
        };
        let (center, at) = ([number(7.0), number(7.0)], [number(2.0), number(2.0)]);
        let (middle, size) = ([number(2.0), number(2.0)], [number(2.0), number(2.0)]);
        let max = core::array::from_fn(|k| middle[k] + size[k].abs());
        let ball = Sphere::new(center, number(2.0).abs()).unwrap();
        let ball = ball.moving([at[0] - center[0], at[1] - center[1]]).unwrap();
        let target = oriented_flat::<f64>(&mut random, middle, max);
        let alone = Moving::still(target).decide(&ball, Only::Contacts, &mut Effort::default());
        assert_eq!(ball.first_contact(&target), alone, "{ball:?} {target:?}");
        hits += u32::from(matches!(alone, Answer::Contact(_)));
    }
    assert!(hits > 5_000, "{hits}");
}

/// For capsules and triangles the filter of single queries settles only misses: each answer is the
/// decided one.
#[test]
fn capsules_and_triangles_are_decided_by_the_float_filter() {
    let mut random = Random(13);
    let (mut hits, mut misses) = (0, 0);
    for i in 0..60_000 {
        let mut number = |far: f64| match i % 2 {
            0 => random.integer(-far as i64, far as i64),
            _ => random.between(-far, far),
        };
        let mut vector = |far: f64| [0; 3].map(|_| number(far));
        let (a, axis, at, [radius, ..]) = (vector(7.0), vector(2.0), vector(4.0), vector(2.0));
        let velocity = core::array::from_fn(|k| at[k] - a[k]);
        let capsule = match i % 3 {
            0 => Capsule::with_axis(a, axis, radius.abs()),
            _ => Capsule::new(a, core::array::from_fn(|k| a[k] + axis[k]), radius.abs()),
        };
        let capsule = capsule.unwrap().moving(velocity).unwrap();
        let (p, q) = (vector(3.0), vector(3.0));
        let triangle = any_triangle(&mut random, p, q);
        let alone =
            Moving::still(triangle).decide(&capsule, Only::Contacts, &mut Effort::default());
        assert_eq!(capsule.first_contact(&triangle), alone, "{capsule:?} {triangle:?}");
        let entry = Moving::still(triangle).decide(&capsule, Only::Entries, &mut Effort::default());
        assert_eq!(capsule.first_entry(&triangle), entry, "{capsule:?} {triangle:?}");
        hits += u32::from(matches!(alone, Answer::Contact(_)));
        misses += u32::from(alone == Answer::None);
    }
    assert!(hits > 5_000 && misses > 5_000, "{hits} {misses}");
}
