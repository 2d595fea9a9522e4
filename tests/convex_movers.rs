//! Every field of every answer about two convex bodies, inflated or not, one of which moves, to the
//! last bit, against the oracle, on all families of requests.
//!
//! `TANGENCY_SEEDS=100 cargo test --release --test convex_movers` runs a hundred times as many.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]
#![allow(
    clippy::large_enum_variant,
    clippy::type_complexity,
    reason = "an oracle has one answer at a time"
)]

#[path = "convex_mover_oracle/ask.rs"]
mod ask;
mod convex_mover_oracle;
#[path = "convex_mover_oracle/itself.rs"]
mod itself;
mod random;

use convex_mover_oracle::families::FAMILIES;
use convex_mover_oracle::{Core, Tally, judged};
use random::Random;

/// Runs this many requests of a family, and demands these percentages of each kind.
fn run(name: &str, count: usize, demands: &[(&str, usize)]) {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let place = FAMILIES.iter().position(|family| family.0 == name).expect("a family of that name");
    let (_, make) = FAMILIES[place];
    let (mut random, mut tally) =
        (Random(40_000 + place as u64), Tally::new(|request| judged(request, ask::ask)));
    while tally.asked() < count * times {
        let request = make(&mut random);
        // Other oracles judge spheres and capsules at obstacles that are not hulls.
        let is_round =
            matches!(request.mover.core, Core::Point(_) | Core::Segment(..) | Core::Axis(..));
        let is_hull = matches!(request.obstacle.core, Core::Hull(_) | Core::MovedHull { .. });
        if !is_round || is_hull {
            tally.ask(&request);
        }
    }
    tally.settle(name);
    for (kind, least) in demands {
        let got = tally.of_kind(kind);
        let asked = tally.asked();
        assert!(got * 100 >= asked * least, "{name}: only {got} of {asked} {kind}");
    }
}

macro_rules! families {
    ($($test:ident: $name:literal, $count:literal, {$($kind:literal $least:literal),*};)*) => {
        $(#[test] fn $test() { run($name, $count, &[$(($kind, $least)),*]) })*

        #[test]
        fn no_family_is_left_out() {
            let tested = [$($name),*];
            FAMILIES.iter().for_each(|(name, _)| assert!(tested.contains(name), "{name}"));
        }
    };
}

families! {
    random: "random", 160, {"contact" 25, "overlap" 10, "none" 20};
    lattice: "lattice", 160, {"contact" 30, "overlap" 10, "polygon" 1};
    halves: "halves", 160, {"contact" 25, "overlap" 12, "none" 15};
    nearly_lattice: "nearly lattice", 120, {"contact" 25, "overlap" 12, "none" 15};
    far: "far", 120, {"contact" 20, "overlap" 10};
    wide: "wide", 60, {"contact" 15, "overlap" 8};
    touching: "touching", 240, {"contact" 55, "resting" 18, "passed over" 25, "parting" 1};
    nudged: "nudged", 120, {"contact" 35, "overlap" 8, "none" 12};
    thin: "thin", 160, {"contact" 30, "overlap" 5, "polygon" 1};
    thin_touching: "thin and touching", 160, {"contact" 30, "thin" 100};
    flat: "flat", 120, {"contact" 20, "overlap" 6, "polygon" 2};
    plane: "plane", 160, {"contact" 25, "overlap" 20};
    everyday: "everyday", 160, {"contact" 12, "polygon" 4};
    nudged_everyday: "nudged everyday", 120, {"contact" 8};
    beside_edges: "beside edges", 120, {"none" 40};
    placed: "placed", 240, {"contact" 20, "overlap" 4, "none" 15};
    moved_hulls: "moved hulls", 240, {"contact" 20, "overlap" 10, "none" 15};
}
