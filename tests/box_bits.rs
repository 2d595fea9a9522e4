//! Every field of every answer about a box, to the last bit, against the oracle, in one to four
//! dimensions.
//!
//! `TANGENCY_SEEDS=100 cargo test --release --test box_bits` runs a hundred times as many.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod box_oracle;
mod random;

use box_oracle::Query;
use random::Random;
use std::array::from_fn;
use std::panic::catch_unwind;
use tangency::Answer;

fn query<const D: usize>(center: [f64; D], radius: f64, velocity: [f64; D]) -> Query<D> {
    let (min, max, drift) = ([-1.0; D], [1.0; D], [0.0; D]);
    Query { center, radius, velocity, min, max, drift, t_max: f64::INFINITY, single: false }
}

/// `x 2^e`; exact unless it leaves the range of normal floats.
fn scale(x: f64, e: i32) -> f64 {
    let half = e / 2;
    [half, e - half].into_iter().fold(x, |x, e| x * f64::from_bits(((1023 + e) as u64) << 52))
}

fn boxed<const D: usize>(mut query: Query<D>, a: [f64; D], b: [f64; D]) -> Query<D> {
    query.min = from_fn(|k| a[k].min(b[k]));
    query.max = from_fn(|k| a[k].max(b[k]));
    query
}

// ---- families ----

/// Queries anywhere, in most of which the sphere moves towards the box.
fn realistic<const D: usize>(random: &mut Random) -> Query<D> {
    let center: [f64; D] = from_fn(|_| random.between(-6.0, 6.0));
    let spread = random.between(0.5, 3.0);
    let velocity = from_fn(|k| random.between(-spread, spread) - center[k] / 2.0);
    let (a, b) = (from_fn(|_| random.between(-2.0, 2.0)), from_fn(|_| random.between(-2.0, 2.0)));
    boxed(query(center, random.between(0.0, 2.0), velocity), a, b)
}

/// Queries of small integers, where ties are common.
fn small_integers<const D: usize>(random: &mut Random) -> Query<D> {
    let reach = [2, 3, 5, 9][random.below(4) as usize];
    let mut vector = || -> [f64; D] { from_fn(|_| random.integer(-reach, reach)) };
    let (center, velocity, a, b) = (vector(), vector(), vector(), vector());
    boxed(query(center, random.integer(0, reach), velocity), a, b)
}

/// A vector of whole numbers whose length is whole, too, and the length.
fn whole<const D: usize>(random: &mut Random) -> ([f64; D], f64) {
    const WHOLE: [([f64; 4], f64); 9] = [
        ([1.0, 0.0, 0.0, 0.0], 1.0),
        ([3.0, 4.0, 0.0, 0.0], 5.0),
        ([5.0, 12.0, 0.0, 0.0], 13.0),
        ([1.0, 2.0, 2.0, 0.0], 3.0),
        ([2.0, 3.0, 6.0, 0.0], 7.0),
        ([1.0, 4.0, 8.0, 0.0], 9.0),
        ([1.0, 1.0, 1.0, 1.0], 2.0),
        ([2.0, 4.0, 5.0, 6.0], 9.0),
        ([0.0, 0.0, 0.0, 0.0], 0.0),
    ];
    loop {
        let (mut vector, length) = WHOLE[random.below(9) as usize];
        if vector[D..].iter().any(|x| *x != 0.0) {
            continue;
        }
        for k in (1..D).rev() {
            vector.swap(k, random.below(k as u64 + 1) as usize);
        }
        let sign = |random: &mut Random| [-1.0, 1.0][random.below(2) as usize];
        return (from_fn(|k| vector[k] * sign(random)), length);
    }
}

/// Queries built backwards from the touch: a point of the box, a normal of integer length and a
/// velocity, and then the start at an earlier time.
fn from_touch<const D: usize>(
    random: &mut Random,
    velocity: impl Fn(&mut Random, &[f64; D]) -> [f64; D],
) -> Query<D> {
    let (mut normal, mut length) = whole::<D>(random);
    let a: [f64; D] = from_fn(|_| random.integer(-5, 5));
    let extent: [f64; D] = from_fn(|_| random.integer(0, 6));
    let b: [f64; D] = from_fn(|k| a[k] + extent[k]);
    let point: [f64; D] = from_fn(|k| match normal[k] {
        n if n < 0.0 => a[k],
        n if n > 0.0 => b[k],
        _ => a[k] + random.integer(0, extent[k] as i64),
    });
    if random.below(6) == 0 {
        // A point that touches where the sphere would.
        (normal, length) = ([0.0; D], 0.0);
    }
    let velocity = velocity(random, &normal);
    let time = random.integer(0, 5) / [1.0, 2.0, 4.0][random.below(3) as usize];
    boxed(query(from_fn(|k| point[k] + normal[k] - time * velocity[k]), length, velocity), a, b)
}

/// Queries with any direction of the normal: faces, edges, corners and the seams between them.
fn aimed<const D: usize>(random: &mut Random) -> Query<D> {
    from_touch(random, |random, _| from_fn(|_| random.integer(-4, 4)))
}

/// Queries with a velocity perpendicular to the normal.
fn grazing<const D: usize>(random: &mut Random) -> Query<D> {
    from_touch(random, |random, normal| {
        let any: [f64; D] = from_fn(|_| random.integer(-3, 3));
        let dot: f64 = (0..D).map(|k| any[k] * normal[k]).sum();
        let square: f64 = normal.iter().map(|n| n * n).sum();
        from_fn(|k| if square == 0.0 { any[k] } else { any[k] * square - normal[k] * dot })
    })
}

/// Queries in which one number of a touch is moved by one unit in the last place.
fn nudged<const D: usize>(random: &mut Random) -> Query<D> {
    let mut query = if random.below(2) == 0 { grazing(random) } else { aimed(random) };
    let up = random.below(2) == 0;
    let nudge = |x: f64| if up { x.next_up() } else { x.next_down() };
    let k = random.below(D as u64) as usize;
    match random.below(5) {
        0 => query.center[k] = nudge(query.center[k]),
        1 => query.radius = nudge(query.radius).max(0.0),
        2 => query.velocity[k] = nudge(query.velocity[k]),
        3 => query.min[k] = nudge(query.min[k]).min(query.max[k]),
        _ => query.max[k] = nudge(query.max[k]).max(query.min[k]),
    }
    query
}

/// Queries that start beside or beyond an edge, within reach of the planes of its faces; most slide
/// along.
fn past_the_edge<const D: usize>(random: &mut Random) -> Query<D> {
    let radius = random.between(0.1, 3.0);
    let center = from_fn(|_| {
        let beyond = radius * random.between(-0.5, 1.25);
        [-1.0, 1.0][random.below(2) as usize] * (1.0 + beyond)
    });
    let along = random.below(D as u64) as usize;
    let velocity = from_fn(|k| {
        let reach = if k == along { 2.0 } else { 0.2 };
        random.between(-reach, reach)
    });
    query(center, radius, velocity)
}

/// Queries that start far away.
fn far<const D: usize>(random: &mut Random) -> Query<D> {
    let mut query: Query<D> = if random.below(2) == 0 { aimed(random) } else { realistic(random) };
    let back = scale(1.0, random.integer(5, 45) as i32);
    query.center = from_fn(|k| query.center[k] - back * query.velocity[k]);
    query
}

/// Queries in which everything is scaled by powers of two, also to the ends of the range.
fn scaled<const D: usize>(random: &mut Random) -> Query<D> {
    let mut query: Query<D> = any_of_them(random);
    let wide = random.below(2) == 0;
    let reach = if wide { 1060 } else { 100 };
    let (space, speed) =
        (random.integer(-reach, reach) as i32, random.integer(-reach, reach) as i32);
    let held = |x: f64, e: i32| scale(x, e).clamp(-f64::MAX, f64::MAX);
    for v in [&mut query.center, &mut query.min, &mut query.max] {
        *v = v.map(|x| held(x, space));
    }
    query.radius = held(query.radius, space);
    query.velocity = query.velocity.map(|x| held(x, speed));
    query.drift = query.drift.map(|x| held(x, speed));
    query
}

/// Queries in which each number is scaled by a power of two of its own.
fn mixed<const D: usize>(random: &mut Random) -> Query<D> {
    let query: Query<D> = any_of_them(random);
    let reach = [3, 60, 1000][random.below(3) as usize];
    let mut by = |x: f64| {
        let e = if random.below(2) == 0 { 0 } else { random.integer(-reach, reach) as i32 };
        scale(x, e).clamp(-f64::MAX, f64::MAX)
    };
    let (center, velocity) = (query.center.map(&mut by), query.velocity.map(&mut by));
    let (a, b) = (query.min.map(&mut by), query.max.map(&mut by));
    boxed(Query { center, velocity, radius: by(query.radius), ..query }, a, b)
}

fn rays<const D: usize>(random: &mut Random) -> Query<D> {
    Query { radius: 0.0, ..any_of_them(random) }
}

/// Queries of a point, or of a tiny sphere, aimed at an edge or a corner. The numbers are whole, or
/// rounded so that the mover just hits or just misses.
fn rays_at_rims<const D: usize>(random: &mut Random) -> Query<D> {
    let whole = random.below(4) == 0;
    let mut number = |reach: f64| {
        if whole {
            random.integer(-reach as i64, reach as i64)
        } else {
            random.between(-reach, reach)
        }
    };
    let (a, b): ([f64; D], [f64; D]) = (from_fn(|_| number(3.0)), from_fn(|_| number(3.0)));
    let (velocity, time): ([f64; D], f64) = (from_fn(|_| number(4.0)), number(5.0).abs());
    let radius = [0.0, 0.0, scale(1.0, -60), scale(1.0, -52)][random.below(4) as usize];
    let inner = random.below(D as u64 + 1) as usize;
    let point: [f64; D] = from_fn(|k| match random.below(2) {
        _ if k == inner => (a[k] + b[k]) / 2.0,
        0 => a[k],
        _ => b[k],
    });
    boxed(query(from_fn(|k| point[k] - time * velocity[k]), radius, velocity), a, b)
}

fn standing_still<const D: usize>(random: &mut Random) -> Query<D> {
    let query: Query<D> = any_of_them(random);
    let velocity = from_fn(|_| random.integer(-3, 3));
    Query { velocity, drift: velocity, ..query }
}

fn flat<const D: usize>(random: &mut Random) -> Query<D> {
    let mut query: Query<D> = any_of_them(random);
    for k in 0..D {
        if random.below(2) == 0 {
            query.min[k] = query.max[k];
        }
    }
    query
}

fn both_moving<const D: usize>(random: &mut Random) -> Query<D> {
    let query: Query<D> = any_of_them(random);
    let whole = random.below(3) > 0;
    let drift: [f64; D] =
        from_fn(|_| if whole { random.integer(-5, 5) } else { random.between(-3.0, 3.0) });
    Query { drift, velocity: from_fn(|k| query.velocity[k] + drift[k]), ..query }
}

/// Queries whose motion ends at the contact, or next to it.
fn time_limits<const D: usize>(random: &mut Random) -> Query<D> {
    let mut query: Query<D> = any_of_them(random);
    let time = query.ask().unwrap().time.unwrap_or(1.0).min(f64::MAX);
    query.t_max =
        [time, time.next_down().max(0.0), time.next_up(), 0.0, 1.0][random.below(5) as usize];
    query
}

fn single<const D: usize>(random: &mut Random) -> Query<D> {
    let query: Query<D> = match random.below(4) {
        0 => both_moving(random),
        1 => far(random),
        2 => flat(random),
        _ => any_of_them(random),
    };
    let narrow = |x: f64| f64::from((x as f32).clamp(-f32::MAX, f32::MAX));
    Query {
        center: query.center.map(narrow),
        radius: narrow(query.radius),
        velocity: query.velocity.map(narrow),
        min: query.min.map(narrow),
        max: query.max.map(narrow),
        drift: query.drift.map(narrow),
        t_max: query.t_max,
        single: true,
    }
}

/// Queries of small integers, in which each zero may have a minus sign.
fn zeros_of_either_sign<const D: usize>(random: &mut Random) -> Query<D> {
    let query: Query<D> = small_integers(random);
    let drift: [f64; D] = from_fn(|_| random.integer(-1, 1));
    let t_max = [0.0, 1.0, f64::INFINITY][random.below(3) as usize];
    let mut sign = |x: f64| if x == 0.0 && random.below(2) == 0 { -0.0 } else { x };
    Query {
        center: query.center.map(&mut sign),
        radius: sign(query.radius),
        velocity: query.velocity.map(&mut sign),
        min: query.min.map(&mut sign),
        max: query.max.map(&mut sign),
        drift: drift.map(&mut sign),
        t_max: sign(t_max),
        ..query
    }
}

fn any_of_them<const D: usize>(random: &mut Random) -> Query<D> {
    match random.below(6) {
        0 => realistic(random),
        1 => small_integers(random),
        2 => grazing(random),
        3 => nudged(random),
        4 => past_the_edge(random),
        _ => aimed(random),
    }
}

// ---- the run ----

type Family<const D: usize> = (&'static str, fn(&mut Random) -> Query<D>);

fn families<const D: usize>() -> [Family<D>; 17] {
    [
        ("realistic", realistic),
        ("small integers", small_integers),
        ("aimed", aimed),
        ("grazing", grazing),
        ("nudged", nudged),
        ("past the edge", past_the_edge),
        ("far", far),
        ("scaled", scaled),
        ("mixed", mixed),
        ("rays", rays),
        ("rays at rims", rays_at_rims),
        ("standing still", standing_still),
        ("flat", flat),
        ("both moving", both_moving),
        ("time limits", time_limits),
        ("single", single),
        ("zeros of either sign", zeros_of_either_sign),
    ]
}

fn run<const D: usize>(count: u64) {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let count: u64 = count * times;
    let (mut asked, mut wrong) = (0, Vec::new());
    for (i, (name, make)) in families::<D>().into_iter().enumerate() {
        let mut random = Random((D * 100 + i) as u64);
        let mut seen = [0u64; 3];
        for _ in 0..count {
            let query = make(&mut random);
            let checked = catch_unwind(|| {
                let reply = query.ask().unwrap();
                query.check(&reply).map_err(|text| format!("{text}\n    in {reply:?}"))?;
                Ok(reply.answer)
            });
            match checked.unwrap_or_else(|_| Err("a panic".to_string())) {
                Ok(Answer::None) => seen[0] += 1,
                Ok(Answer::Overlap(_)) => seen[1] += 1,
                Ok(Answer::Contact(_)) => seen[2] += 1,
                Err(text) => wrong.push(format!("{name}: {text}\n    {query:?}")),
            }
            asked += 1;
        }
        println!("{D} dimensions, {name}: {seen:?} none, overlaps, contacts");
        assert!(!wrong.is_empty() || seen[2] > count / 40, "{name} touches nothing: {seen:?}");
    }
    let first: Vec<_> = wrong.iter().take(4).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {asked} wrong\n{}", wrong.len(), first.join("\n"));
}

/// Runs all queries in the plane whose numbers are this small.
#[test]
fn every_small_question() {
    let boxes = [([-1.0, -1.0], [1.0, 0.0]), ([0.0, -1.0], [0.0, 1.0]), ([0.0; 2], [0.0; 2])];
    let digits = |n: i32, base: i32| [n % base - base / 2, n / base - base / 2].map(f64::from);
    let (mut contacts, mut asked) = (0, 0);
    for (min, max) in boxes {
        for (center, velocity) in (0..49).flat_map(|c| (0..25).map(move |v| (c, v))) {
            for radius in [0.0, 1.0, 2.0] {
                let query = query(digits(center, 7), radius, digits(velocity, 5));
                let query = Query { min, max, ..query };
                let reply = query.ask().unwrap();
                let checked = query.check(&reply);
                assert!(checked.is_ok(), "{checked:?}\n    {query:?}\n    {reply:?}");
                contacts += u32::from(reply.answer.contact().is_some());
                asked += 1;
            }
        }
    }
    assert!(contacts > asked / 10, "{contacts} of {asked}");
}

#[test]
fn on_a_line() {
    run::<1>(1_000);
}

#[test]
fn in_the_plane() {
    run::<2>(3_000);
}

#[test]
fn in_space() {
    run::<3>(4_000);
}

#[test]
fn in_four_dimensions() {
    run::<4>(1_500);
}
