//! The cost of exactness: first contact with a triangle, compared with the published listing in
//! plain floats.
//!
//! `cargo bench -p tangency --bench triangle` prints, for each kind of input, our time over the
//! listing's in the same run (the median of interleaved passes), and the share of queries that
//! leave the first filter. `-- share 10000000` counts that share over so many realistic queries,
//! and fails if it is not zero.

mod inputs;
mod listing;

use inputs::{Query, Random};
use std::hint::black_box;
use std::time::Instant;
use tangency::{Moving, Sphere, Triangle};

/// The number of queries, so large that no branch predictor can learn them.
const QUERIES: usize = 1 << 15;
const PASSES: usize = 11;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let share = words.iter().position(|word| word == "share");
    match share.and_then(|i| words.get(i + 1)).and_then(|n| n.parse().ok()) {
        Some(count) => print_share(count),
        None => print_ratios(),
    }
}

/// Returns the seconds of `job` over all queries.
fn seconds<R>(queries: &[Query], job: impl Fn(&Query) -> R) -> f64 {
    let start = Instant::now();
    for query in queries {
        black_box(job(black_box(query)));
    }
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn ball(q: &Query) -> Moving<Sphere<f64, 3>> {
    Sphere::new(q.center, q.radius).and_then(|s| s.moving(q.velocity)).expect("a valid sphere")
}
fn triangle(q: &Query) -> Triangle<f64> {
    let [a, b, c] = q.vertices;
    Triangle::new(a, b, c).expect("a valid triangle")
}

fn print_ratios() {
    println!(
        "Over the plain listing, same run; constructors included; ns of the listing for scale only.\n"
    );
    println!(
        "{:<22}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}{:>9}",
        "inputs", "listing", "time", "all", "exact", "hits", "left filter", "exact"
    );
    for (name, make) in inputs::KINDS {
        let mut random = Random(7);
        let queries: Vec<Query> = (0..QUERIES).map(|_| make(&mut random)).collect();
        let (mut plain, mut time, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..PASSES {
            let p =
                seconds(&queries, |q| listing::time(q.center, q.radius, q.velocity, q.vertices));
            time.push(seconds(&queries, |q| ball(q).contact_time(&triangle(q))) / p);
            all.push(seconds(&queries, |q| ball(q).first_contact(&triangle(q))) / p);
            plain.push(p);
        }
        let some = &queries[..64];
        let exact = seconds(some, |q| ball(q).first_contact_exact(&triangle(q))) / 64.0;
        let count = |of: &dyn Fn(&Query) -> bool| {
            queries.iter().filter(|q| of(q)).count() as f64 / QUERIES as f64
        };
        let effort = |q: &Query| ball(q).first_contact_counted(&triangle(q)).1;
        println!(
            "{name:<22}{:>6.0} ns{:>9.2}{:>9.2}{:>6.1} µs{:>8.1}%{:>11.2}%{:>8.2}%",
            median(plain) / QUERIES as f64 * 1e9,
            median(time),
            median(all),
            exact * 1e6,
            100.0 * count(&|q| ball(q).first_contact(&triangle(q)).contact().is_some()),
            100.0 * count(&|q| effort(q).left_first_filter),
            100.0 * count(&|q| effort(q).exact),
        );
    }
}

fn print_share(count: u64) {
    let mut random = Random(2026);
    let (mut left, mut exact, mut hits) = (0u64, 0u64, 0u64);
    for _ in 0..count {
        let q = inputs::realistic(&mut random);
        let (answer, effort) = ball(&q).first_contact_counted(&triangle(&q));
        left += u64::from(effort.left_first_filter);
        exact += u64::from(effort.exact);
        hits += u64::from(answer.contact().is_some());
    }
    println!(
        "{count} realistic queries, {hits} contacts: {left} left the first filter, {exact} needed integers"
    );
}
