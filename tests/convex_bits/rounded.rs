//! Spheres cast at inflated obstacles, from all families, each with an inflation radius.

use super::convex_oracle::capsules::rounded;
use super::convex_oracle::families::{FAMILIES, Shape};
use super::convex_oracle::{Query, Tally};
use super::oracle::families::{FAMILIES as OF_SIMPLICES, Rng};
use super::random::Random;

fn run(name: &str, count: usize, seed: u64, mut make: impl FnMut(&mut Random) -> Query) -> usize {
    let times = std::env::var("TANGENCY_SEEDS").map_or(1, |text| text.parse().unwrap());
    let (mut random, mut tally) = (Random(seed), Tally::default());
    for i in 0..count * times {
        let query = make(&mut random);
        let Some(query) = rounded(&mut random, query) else { continue };
        let single =
            (i % 9 == 8).then(|| query.clone().rounded_to_single()).filter(Query::is_valid);
        tally.ask(&single.unwrap_or(query));
    }
    let (asked, contacts) = (tally.asked(), tally.of_kind("contacts"));
    tally.settle(&format!("rounded {name}"));
    assert!(contacts > asked / 100, "{name}: a family that touches nothing tests nothing");
    asked
}

macro_rules! shapes {
    ($($test:ident: $shape:ident, $count:literal;)*) => {
        $(#[test]
        fn $test() {
            for (i, (name, make)) in FAMILIES.into_iter().enumerate() {
                let seed = 5000 + (Shape::$shape as usize * 100 + i) as u64;
                run(&format!(concat!(stringify!($shape), ", {}"), name), $count, seed, |random| {
                    make(random, Shape::$shape)
                });
            }
        })*
    };
}

shapes! {
    rounded_oriented_boxes: Oriented, 500;
    rounded_oriented_rectangles: Rectangle, 500;
    rounded_parallelepipeds: Parallelepiped, 300;
    rounded_polytopes: Polytope, 300;
    rounded_polygons: Polygon, 300;
    rounded_boxes: Box, 800;
    rounded_rectangles: FlatBox, 800;
}

/// Runs balls, capsules and inflated triangles, of every second family from `first` on.
fn run_simplices(first: usize) {
    let mut asked = 0;
    for (i, (name, make)) in OF_SIMPLICES.into_iter().enumerate().skip(first).step_by(2) {
        let mut rng = Rng::new(6000, name);
        asked += run(name, 1_500, i as u64, |_| Query::from(&make(&mut rng)));
    }
    assert!(asked >= 15_000, "{asked}");
}

// The families are in two halves for two cores: some take the oracle as long as all others.
#[test]
fn rounded_simplices() {
    run_simplices(0);
}

#[test]
fn more_rounded_simplices() {
    run_simplices(1);
}
