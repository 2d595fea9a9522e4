//! Every field of every answer, to the last bit, against the oracle, on all families of queries.
//!
//! `TANGENCY_SEEDS=100 cargo test --release --test bits` runs a hundred times as many.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]

mod oracle;

use oracle::families::{FAMILIES, Rng, varied};
use oracle::legs::LEGS;
use oracle::{Tally, seeds};

fn run(name: &str, count: usize) {
    let mut families = FAMILIES.iter().chain(&LEGS);
    let (_, make) = families.find(|family| family.0 == name).expect("a family of that name");
    let mut tally = Tally::default();
    for seed in seeds() {
        let mut rng = Rng::new(seed, name);
        for _ in 0..count {
            let query = make(&mut rng);
            tally.ask(&varied(&mut rng, query));
        }
    }
    let (asked, contacts) = (tally.asked(), tally.of_kind("contacts"));
    tally.settle(name);
    assert!(contacts > asked / 40, "{name}: a family that touches nothing tests nothing");
}

macro_rules! families {
    ($($test:ident: $name:literal, $count:literal;)*) => {
        $(#[test] fn $test() { run($name, $count) })*

        #[test]
        fn no_family_is_left_out() {
            let tested = [$($name),*];
            FAMILIES.iter().chain(&LEGS).for_each(|(name, _)| assert!(tested.contains(name), "{name}"));
            assert!([$($count),*].iter().sum::<usize>() >= 100_000);
        }
    };
}

families! {
    realistic: "realistic", 30_000;
    small_integers: "small integers", 30_000;
    level: "level", 30_000;
    grazing_a_face: "grazing a face", 20_000;
    grazing_an_edge_or_a_vertex: "grazing an edge or a vertex", 20_000;
    seams_exactly: "seams, exactly", 20_000;
    seams_nearly: "seams, nearly", 20_000;
    aimed_in_rounded_arithmetic: "aimed in rounded arithmetic", 20_000;
    past_the_edge: "past the edge", 20_000;
    far: "far", 20_000;
    scaled: "scaled", 20_000;
    at_the_ends_of_the_range: "at the ends of the range", 20_000;
    mixed_exponents: "mixed exponents", 20_000;
    wildly_mixed_exponents: "wildly mixed exponents", 20_000;
    special_values: "special values", 20_000;
    noise: "noise", 20_000;
    slivers: "slivers", 20_000;
    rays: "rays", 20_000;
    rays_at_rims: "rays at rims", 20_000;
    standing_still: "standing still", 20_000;
    resting: "resting", 20_000;
    both_moving: "both moving", 20_000;
    time_limits: "time limits", 20_000;
    radii: "radii", 20_000;
    halves: "halves", 20_000;
    everyday: "everyday placements", 30_000;
    zeros_of_either_sign: "zeros of either sign", 20_000;
    legs: "legs", 20_000;
    legs_on_whole_numbers: "legs on whole numbers", 20_000;
    legs_of_any_length: "legs of any length", 20_000;
}
