//! How a scene grows: what a query, an edit and building cost from a thousand items to a million.
//!
//! `cargo bench --bench world --features parallel` prints, for each number of items, times over those at a thousand items in the same run: of queries
//! among balls at rest and among balls that move, of an edit, and of building for each item; and the bytes for each item.
//! The balls fill as large a part of the room each time, a fifth, so a query meets as much, and what grows is what it costs to find it.

#[path = "../tests/random/mod.rs"]
mod random;

use random::Random;
use std::hint::black_box;
use std::time::Instant;
use tangency::{Id, Item, Moving, Point, Rounded, Scene, Sphere};

const QUERIES: usize = 2000;
const PASSES: usize = 5;

/// The room has a volume of one for each ball.
fn room(count: usize) -> f64 {
    libm::cbrt(count as f64)
}

fn ball(random: &mut Random, count: usize, moves: bool) -> Item<f64> {
    let place = random.vector(0.0, room(count));
    let ball = Rounded::new(Point::new(place).expect("finite"), 0.36).expect("a radius");
    let speed = if moves { random.vector(-1.0, 1.0) } else { [0.0; 3] };
    ball.moving(speed).expect("finite").into()
}

fn queries(random: &mut Random, count: usize) -> Vec<Moving<Sphere<f64, 3>>> {
    let mut one = || {
        let ball = Sphere::new(random.vector(0.0, room(count)), 0.01).expect("a ball");
        ball.moving(random.vector(-1.0, 1.0)).expect("finite")
    };
    (0..QUERIES).map(|_| one()).collect()
}

/// The least time of some passes, for each of so many.
fn least(of: usize, mut pass: impl FnMut()) -> f64 {
    let times = (0..PASSES).map(|_| {
        let start = Instant::now();
        pass();
        start.elapsed().as_secs_f64() / of as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

struct Row {
    first: f64,
    closest: f64,
    edit: f64,
    building: f64,
    bytes: f64,
    found: usize,
}

fn measure(count: usize, moves: bool) -> Row {
    let mut random = Random(count as u64);
    let items: Vec<Item<f64>> = (0..count).map(|_| ball(&mut random, count, moves)).collect();
    let mut scene = Scene::new();
    let ids: Vec<Id> = scene.insert_all(items.iter().cloned());
    let building = least(count, || scene.rebuild());
    let queries = queries(&mut random, count);
    let mut found = 0;
    let first = least(QUERIES, || {
        found = queries.iter().filter(|ball| ball.contact_time(&scene).is_some()).count();
    });
    let points = queries.iter().map(|ball| Point::new(ball.shape().center()).expect("finite"));
    let points: Vec<_> = points.collect();
    let closest = least(QUERIES, || {
        points.iter().for_each(|point| {
            black_box(point.closest(&scene));
        });
    });
    let bytes = scene.memory() as f64 / count as f64;
    // Anywhere else, at another velocity.
    let edit = least(QUERIES, || {
        for _ in 0..QUERIES {
            let id = ids[random.below(count as u64) as usize];
            scene.replace(id, ball(&mut random, count, moves));
        }
    });
    Row { first, closest, edit, building, bytes, found }
}

fn main() {
    for moves in [false, true] {
        println!("{}:", if moves { "balls that move" } else { "balls at rest" });
        println!("     items   first  closest    edit  building  bytes an item  met");
        let mut base: Option<Row> = None;
        for count in [1000, 10_000, 100_000, 1_000_000] {
            let row = measure(count, moves);
            let of = base.get_or_insert(Row { ..measure(1000, moves) });
            println!(
                "{count:>10}  {:>6.2}  {:>7.2}  {:>6.2}  {:>8.2}  {:>13.0}  {:.2}",
                row.first / of.first,
                row.closest / of.closest,
                row.edit / of.edit,
                row.building / of.building,
                row.bytes,
                row.found as f64 / QUERIES as f64,
            );
            if std::env::args().any(|argument| argument == "times") {
                println!(
                    "            {:.2} us, {:.2} us, {:.2} us, {:.3} us",
                    row.first * 1e6,
                    row.closest * 1e6,
                    row.edit * 1e6,
                    row.building * 1e6
                );
            }
        }
    }
}
