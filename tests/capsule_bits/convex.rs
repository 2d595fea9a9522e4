//! The answers about a capsule and boxes, placed triangles or simplices, in space and in the plane,
//! also with legs and at rest, against the oracle for all convex bodies.

use super::convex_oracle::capsules::{capsule, rounded};
use super::convex_oracle::families::{FAMILIES, Shape};
use super::convex_oracle::legs::LEGS;
use super::convex_oracle::{Query, Tally, judged};
use super::oracle::families::{FAMILIES as OF_SIMPLICES, Rng, varied};
use super::random::Random;

/// Runs this many queries of a family. Every third is inflated, and every ninth is in `f32`, if
/// possible.
fn run(name: &str, count: usize, seed: u64, mut make: impl FnMut(&mut Random) -> Query) -> Tally {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let (mut random, mut tally) =
        (Random(seed), Tally::new(|query| judged(query, Query::ask_capsule)));
    for i in 0..count * times {
        let query = make(&mut random);
        let Some(mut query) = capsule(&mut random, query) else { continue };
        if i % 3 == 2 {
            query = rounded(&mut random, query.clone()).unwrap_or(query);
        }
        let single = (i % 9 > 6).then(|| query.clone().rounded_to_single()).filter(Query::is_valid);
        tally.ask(&single.unwrap_or(query));
    }
    let (asked, met) = (tally.asked(), tally.of_kind("contacts") + tally.of_kind("overlaps"));
    assert!(asked * 10 > count * 7, "{name}: only {asked} are questions");
    assert!(met > asked / 50, "{name}: a family that meets nothing tests nothing");
    tally
}

/// Runs all families for one shape.
fn of(shape: Shape, count: usize) {
    let families = FAMILIES.into_iter().chain(LEGS).enumerate();
    let tallies: Vec<_> = families
        .map(|(i, (name, make))| {
            let seed = 20_000 + (shape as usize * 100 + i) as u64;
            (name, run(name, count, seed, |random| make(random, shape)))
        })
        .collect();
    let parallel: usize = tallies.iter().map(|(_, tally)| tally.of_kind("parallel")).sum();
    let asked: usize = tallies.iter().map(|(_, tally)| tally.asked()).sum();
    let verdicts = tallies.iter().map(|(name, tally)| tally.verdict(&format!("{shape:?}, {name}")));
    let wrong: Vec<String> = verdicts.filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(parallel * 50 > asked, "{shape:?}: only {parallel} of {asked} with two ends");
}

macro_rules! shapes {
    ($($test:ident: $shape:ident, $count:literal;)*) => {
        $(#[test] fn $test() { of(Shape::$shape, $count) })*

        #[test]
        fn there_are_many_questions() {
            assert!([$($count),*].iter().sum::<usize>() * FAMILIES.len() >= 6_000);
        }
    };
}

shapes! {
    boxes: Box, 60;
    rectangles: FlatBox, 60;
    oriented_boxes: Oriented, 60;
    oriented_rectangles: Rectangle, 60;
    placed_triangles: Placed, 30;
    parallelepipeds: Parallelepiped, 60;
}

#[test]
fn simplices() {
    let tallies = OF_SIMPLICES.into_iter().enumerate().map(|(i, (name, make))| {
        let mut rng = Rng::new(21_000, name);
        let mut next = |_: &mut Random| {
            let query = make(&mut rng);
            Query::from(&varied(&mut rng, query))
        };
        (name, run(name, 40, i as u64, &mut next))
    });
    let tallies: Vec<_> = tallies.collect();
    let verdicts = tallies.iter().map(|(name, tally)| tally.verdict(&format!("simplices, {name}")));
    let wrong: Vec<String> = verdicts.filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
