//! Every field of every answer about a moving capsule, to the last bit, against the oracle, on all
//! families of queries.
//!
//! `TANGENCY_SEEDS=100 cargo test --release --test capsule_bits` runs a hundred times as many.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]
#![allow(clippy::duplicate_mod, reason = "each oracle brings its numbers along")]

mod capsule_oracle;
#[path = "capsule_bits/convex.rs"]
mod convex;
mod convex_oracle;
#[path = "capsule_oracle/itself.rs"]
mod itself;
mod oracle;
#[path = "capsule_bits/oracles.rs"]
mod oracles;
mod random;

use capsule_oracle::Tally;
use capsule_oracle::families::{FAMILIES, varied};
use random::Random;

/// Runs this many queries of a family, and demands these percentages of each kind.
fn run(name: &str, count: usize, demands: &[(&str, usize)]) {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let place = FAMILIES.iter().position(|family| family.0 == name).expect("a family of that name");
    let (_, make) = FAMILIES[place];
    let (mut random, mut tally) = (Random(7000 + place as u64), Tally::default());
    for _ in 0..count * times {
        let query = make(&mut random);
        tally.ask(&varied(&mut random, query));
    }
    tally.settle(name);
    for (kind, least) in demands {
        let got = tally.of_kind(kind);
        let asked = tally.asked();
        assert!(got * 100 >= asked * least, "{name}: only {got} of {asked} {kind}");
    }
}

macro_rules! families {
    ($($test:ident: $name:literal, $count:literal, {$($kind:ident $least:literal),*};)*) => {
        $(#[test] fn $test() { run($name, $count, &[$((stringify!($kind), $least)),*]) })*

        #[test]
        fn no_family_is_left_out() {
            let tested = [$($name),*];
            FAMILIES.iter().for_each(|(name, _)| assert!(tested.contains(name), "{name}"));
            assert!([$($count),*].iter().sum::<usize>() >= 200_000);
        }
    };
}

families! {
    random: "random", 14_000, {contacts 30, overlaps 4, vertices 10, edges 15, faces 2};
    sizes: "sizes", 8_000, {contacts 30, overlaps 10, vertices 20, edges 5, faces 2};
    grid: "grid", 16_000, {contacts 25, overlaps 4, resting 1, sliding 3, parallel 1, vertices 10, edges 10, faces 1};
    parallel: "parallel", 16_000, {contacts 20, overlaps 5, resting 1, sliding 3, parallel 6, faces 1};
    built_backwards: "built backwards", 12_000, {contacts 60, parallel 10, vertices 20, edges 15, faces 5};
    resting: "resting", 12_000, {resting 50, sliding 25, parting 8, parallel 10, faces 5};
    grazing: "grazing", 12_000, {contacts 50, sliding 40, resting 10, parallel 5, faces 2};
    upright: "upright", 14_000, {contacts 12, overlaps 10, resting 2, sliding 1, parallel 5, edges 5, faces 5};
    lying: "lying", 12_000, {contacts 10, overlaps 10, resting 1, sliding 1, parallel 4, edges 4, faces 4};
    slivers: "slivers", 8_000, {contacts 30, overlaps 3, parallel 2, vertices 15, edges 15};
    far: "far", 8_000, {contacts 30, sliding 5, parallel 5, faces 3};
    shifted: "shifted", 8_000, {contacts 20, overlaps 10, resting 5, parallel 4, faces 3};
    rounded: "rounded", 10_000, {contacts 20, overlaps 15, resting 3, sliding 4, parallel 3, faces 2};
    moving_obstacles: "moving obstacles", 8_000, {contacts 25, overlaps 5, resting 6, parting 1, parallel 4, faces 3};
    time_limits: "time limits", 8_000, {none 30, contacts 20, resting 6, parallel 3, faces 2};
    thin: "thin", 10_000, {contacts 25, resting 2, parallel 3, vertices 10, edges 10, faces 4};
    pierced: "pierced", 8_000, {overlaps 30, pierced 5, contacts 8, resting 4, faces 2};
    nudged: "nudged", 8_000, {contacts 25, overlaps 8, resting 5, parallel 4, faces 4};
    noise: "noise", 6_000, {contacts 20, overlaps 10, resting 5, parallel 3, faces 3};
    scaled: "scaled", 6_000, {contacts 30, overlaps 4, resting 8, parallel 4, faces 3};
    mixed_exponents: "mixed exponents", 4_000, {contacts 15, overlaps 12, vertices 5, edges 8, faces 1};
    zeros_of_either_sign: "zeros of either sign", 6_000, {contacts 10, overlaps 5, resting 1, parallel 1};
}
