//! Every field of every answer about a convex body, to the last bit, against the oracle.
//!
//! `TANGENCY_SEEDS=100 cargo test --release --test convex_bits` runs a hundred times as many.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]
#![allow(clippy::duplicate_mod, reason = "each oracle brings its numbers along")]

mod convex_oracle;
#[path = "convex_oracle/itself.rs"]
mod itself;
mod oracle;
mod random;
#[path = "convex_bits/rounded.rs"]
mod rounded;
#[path = "convex_bits/scenes.rs"]
mod scenes;

use convex_oracle::families::{FAMILIES, Shape};
use convex_oracle::legs::LEGS;
use convex_oracle::{Query, Tally};
use random::Random;

fn run(shape: Shape, count: usize) {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let mut tallies = Vec::new();
    for (i, (name, make)) in FAMILIES.into_iter().chain(LEGS).enumerate() {
        let mut random = Random((shape as usize * 100 + i) as u64);
        let mut tally = Tally::default();
        for i in 0..count * times {
            let query = make(&mut random, shape);
            // Every ninth query is in `f32`, if possible.
            let single =
                (i % 9 == 8).then(|| query.clone().rounded_to_single()).filter(Query::is_valid);
            tally.ask(&single.unwrap_or(query));
        }
        tallies.push((name, tally));
    }
    for (name, tally) in tallies {
        let (asked, contacts) = (tally.asked(), tally.of_kind("contacts"));
        tally.settle(&format!("{shape:?}, {name}"));
        assert!(contacts > asked / 100, "{name}: a family that touches nothing tests nothing");
    }
}

macro_rules! shapes {
    ($($test:ident: $shape:ident, $count:literal;)*) => {
        $(#[test] fn $test() { run(Shape::$shape, $count) })*

        #[test]
        fn there_are_many_questions() {
            assert!([$($count),*].iter().sum::<usize>() * FAMILIES.len() >= 200_000);
        }
    };
}

shapes! {
    oriented_box: Oriented, 1_300;
    oriented_rectangle: Rectangle, 1_500;
    parallelepiped: Parallelepiped, 700;
    placed_triangle: Placed, 600;
    polytope: Polytope, 800;
    polygon: Polygon, 800;
    ellipsoid_and_hull: EllipsoidHull, 700;
    ellipse_and_hull: EllipseHull, 900;
    ellipsoid_and_box: EllipsoidBox, 900;
    ellipse_and_box: EllipseBox, 1_000;
    sphere_and_box: Box, 800;
    circle_and_rectangle: FlatBox, 800;
}
