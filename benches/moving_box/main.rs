//! The cost of exactness: first contact with an aligned box, in space and in the plane, compared
//! with plain floats.
//!
//! `cargo bench -p tangency --bench moving_box` prints our time over plain code of the same
//! mathematics, with all fields of the result in both: the ratio of medians and of the least times
//! of interleaved passes, and the share of queries that leave the first filter, or need integers.

mod inputs;
#[path = "../rounded_box.rs"]
mod rounded_box;

use inputs::{Pair, QUERIES, Random, median, pair, realistic, seconds};
use rounded_box::{Plain, Query, first_contact};
use tangency::Answer;

const PASSES: usize = 41;

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn compare<const D: usize>(name: &str, queries: &[Query<D>]) {
    let pairs: Vec<Pair<D>> = queries.iter().map(pair).collect();
    let mut times: [Vec<f64>; 4] = Default::default();
    for _ in 0..PASSES {
        times[0].push(seconds(queries, first_contact));
        times[1].push(seconds(&pairs, |(ball, still)| ball.first_contact(still)));
        times[2].push(seconds(&pairs, |(ball, still)| ball.contact_time(still)));
        times[3].push(seconds(queries, |q| {
            let (ball, still) = pair(q);
            ball.first_contact(&still)
        }));
    }
    let over_plain = |i: usize| median(times[i].clone()) / median(times[0].clone());
    let share = |holds: &dyn Fn(usize) -> bool| {
        100.0 * (0..queries.len()).filter(|&i| holds(i)).count() as f64 / queries.len() as f64
    };
    let effort = |i: usize| pairs[i].0.first_contact_counted(&pairs[i].1).1;
    println!(
        "{name:<22}{:>6.1} ns{:>8.2}{:>8.2}{:>8.2}{:>8.2}{:>7.1}%{:>7.1}%{:>8.2}%{:>7.2}%",
        median(times[0].clone()) * 1e9,
        over_plain(1),
        least(&times[1]) / least(&times[0]),
        over_plain(2),
        over_plain(3),
        share(&|i| matches!(first_contact(&queries[i]), Plain::Contact { .. })),
        share(&|i| matches!(pairs[i].0.first_contact(&pairs[i].1), Answer::Contact(_))),
        share(&|i| effort(i).left_first_filter),
        share(&|i| effort(i).exact),
    );
}

fn all<const D: usize>(name: &str, width: f64) {
    let mut random = Random(5);
    let queries: Vec<Query<D>> = (0..QUERIES).map(|_| realistic(&mut random, width)).collect();
    compare(name, &queries);
    let hits: Vec<_> =
        queries.into_iter().filter(|q| matches!(first_contact(q), Plain::Contact { .. })).collect();
    compare(&format!("{name}, hits"), &hits);
}

fn main() {
    println!("Over plain floats, same run.\n");
    println!(
        "{:<22}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>9}{:>8}",
        "inputs", "plain", "all", "least", "time", "made", "hits", "ours", "left", "exact"
    );
    all::<3>("sphere, box", 3.0);
    all::<2>("circle, rectangle", 7.0);
}
