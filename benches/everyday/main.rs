//! The cost of everyday placements over a generic placement: planes that are aligned or turned
//! about one axis, bodies at rest, lattices.
//!
//! `cargo bench -p tangency --bench everyday` prints, for each row, our time over the generic row
//! of its kind in the same run (the median of interleaved passes), and the share of queries that
//! leave the first filter, or need integers. `-- share` measures no time: it fails if a row needs
//! integers in one query of a hundred. `-- only NAME count N` runs one row N times, to count
//! instructions.

#[path = "../inputs/mod.rs"]
#[allow(dead_code, reason = "the benches share their inputs")]
mod inputs;
mod placements;

use placements::{Row, rows};
use std::time::Instant;

const PASSES: usize = 15;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1).cloned()
    };
    if words.iter().any(|word| word == "share") {
        shares();
    } else if let Some(name) = value("only") {
        let count = value("count").and_then(|n| n.parse().ok()).unwrap_or(1);
        let all = rows();
        let Some(row) = all.iter().find(|row| row.name == name) else {
            return all.iter().for_each(|row| println!("{}", row.name));
        };
        (0..count).for_each(|_| (row.ask)());
    } else {
        ratios();
    }
}

/// Fails if some row needs integers too often.
fn shares() {
    let mut failed = false;
    for row in rows() {
        let share = (row.effort)();
        if share.exact >= 0.01 {
            println!("{}: {:.2} % need integers", row.name, 100.0 * share.exact);
            failed = true;
        }
    }
    assert!(!failed, "everyday placements need integers");
    println!("No everyday placement needs integers in one query of a hundred.");
}

fn ratios() {
    println!("Over the generic row of its kind, same run.\n");
    println!("{:<52}{:>10}{:>8}{:>8}{:>9}{:>9}", "", "ns", "ratio", "hits", "left", "exact");
    let rows = rows();
    let mut start = 0;
    while start < rows.len() {
        let kind = rows[start].kind;
        let end = start + rows[start..].iter().take_while(|row| row.kind == kind).count();
        let of_kind = &rows[start..end];
        let mut times = vec![Vec::new(); of_kind.len()];
        for _ in 0..PASSES {
            for (row, times) in of_kind.iter().zip(&mut times) {
                let clock = Instant::now();
                (row.ask)();
                times.push(clock.elapsed().as_secs_f64() / row.queries as f64);
            }
        }
        let generic = median(times[0].clone());
        for (row, times) in of_kind.iter().zip(times) {
            print(row, median(times), generic);
        }
        start = end;
    }
}

fn print(row: &Row, time: f64, generic: f64) {
    let share = (row.effort)();
    println!(
        "{:<52}{:>10.0}{:>8.2}{:>7.0}%{:>8.1}%{:>8.2}%",
        row.name,
        time * 1e9,
        time / generic,
        100.0 * share.hits,
        100.0 * share.left,
        100.0 * share.exact,
    );
}
