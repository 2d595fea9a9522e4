//! The scaling of a scene: the costs of a query, an edit and building from a thousand items to a
//! million.
//!
//! `cargo bench -p tangency --bench world --features parallel` prints, for each number of items,
//! times over those at a thousand items in the same run, and with `-- times` microseconds as well:
//! for queries among balls at rest, among balls that move, and among instances of one mesh at rest;
//! for an edit; for each item if all change or the scene is built; and the bytes for each item. The
//! items always fill a fifth of the room, so the number of contacts of a query does not grow, and
//! only the cost of finding them grows.
//!
//! *First* searches for contacts until time 1, at which items have moved as far as they are from
//! each other. *Endless* has no end time: the larger the room, the farther into the future a query
//! without an early contact searches.

#[path = "../tests/random/mod.rs"]
mod random;

use random::Random;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tangency::{Id, Inflated, Item, Mesh, Moving, Point, Rotation, Scene, Sphere};

const QUERIES: usize = 2000;
const PASSES: usize = 5;

/// The kind of the items.
enum Kind {
    Balls,
    BallsThatMove,
    /// Instances of this mesh, all at rest.
    Instances(Arc<Mesh<f64>>),
}

/// The width of the room, which has a volume of one for each item.
fn room(count: usize) -> f64 {
    libm::cbrt(count as f64)
}

fn item(random: &mut Random, count: usize, kind: &Kind) -> Item<f64> {
    let place = random.vector(0.0, room(count));
    let ball = || Inflated::new(Point::new(place).expect("finite"), 0.36).expect("a radius");
    match kind {
        Kind::Balls => ball().into(),
        Kind::BallsThatMove => ball().moving(random.vector(-1.0, 1.0)).expect("finite").into(),
        Kind::Instances(mesh) => {
            let turned = [0; 4].map(|_| random.between(-1.0, 1.0));
            let turned = Rotation::<_, 3>::new(turned).expect("not all zero");
            Item::instance(mesh.clone(), turned, place).expect("finite")
        }
    }
}

/// A mesh of eight triangles with the volume of a ball of radius 0.36.
fn octahedron() -> Arc<Mesh<f64>> {
    let r = 0.53;
    let tips = [[r, 0.0, 0.0], [0.0, r, 0.0], [0.0, 0.0, r]];
    let vertices: Vec<_> = tips.into_iter().chain(tips.map(|tip| tip.map(|x| -x))).collect();
    let corner = |signs: usize| [0, 1, 2].map(|k| (k + 3 * (signs >> k & 1)) as u32);
    Arc::new(Mesh::new(vertices, (0..8).map(corner).collect()).expect("a mesh"))
}

fn queries(random: &mut Random, count: usize) -> Vec<Moving<Sphere<f64, 3>>> {
    let mut one = || {
        let ball = Sphere::new(random.vector(0.0, room(count)), 0.01).expect("a ball");
        ball.moving(random.vector(-1.0, 1.0)).expect("finite")
    };
    (0..QUERIES).map(|_| one()).collect()
}

/// The least time of some passes, divided by the number of operations in each.
fn least(of: usize, mut pass: impl FnMut()) -> f64 {
    let times = (0..PASSES).map(|_| {
        let start = Instant::now();
        pass();
        start.elapsed().as_secs_f64() / of as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

const NAMES: [&str; 6] = ["first", "endless", "closest", "edit", "all", "building"];

struct Row {
    /// The times in the order of the names.
    times: [f64; NAMES.len()],
    bytes: f64,
    /// The share of queries with a contact until time 1.
    met: f64,
}

fn measure(count: usize, kind: &Kind) -> Row {
    let mut random = Random(count as u64);
    let items: Vec<Item<f64>> = (0..count).map(|_| item(&mut random, count, kind)).collect();
    let mut scene = Scene::new();
    let ids: Vec<Id> = scene.insert_all(items.iter().cloned());
    let bytes = scene.memory() as f64 / count as f64;
    let building = least(count, || scene.rebuild());
    let queries = queries(&mut random, count);
    let ending: Vec<_> = queries.iter().map(|ball| ball.until(1.0).expect("a time")).collect();
    let met = |queries: &[Moving<Sphere<f64, 3>>]| {
        queries.iter().filter(|ball| ball.contact_time(&scene).is_some()).count()
    };
    let mut found = 0;
    let first = least(QUERIES, || found = met(&ending));
    let endless = least(QUERIES, || {
        black_box(met(&queries));
    });
    let points = queries.iter().map(|ball| Point::new(ball.shape().center()).expect("finite"));
    let points: Vec<_> = points.collect();
    let closest = least(QUERIES, || {
        points.iter().for_each(|point| {
            black_box(point.closest(&scene));
        });
    });
    let all = least(count, || {
        scene.replace_all(ids.iter().copied().zip(items.iter().cloned()));
    });
    // An edit moves an item to a random position, with another velocity.
    let edit = least(QUERIES, || {
        for _ in 0..QUERIES {
            let id = ids[random.below(count as u64) as usize];
            scene.replace(id, item(&mut random, count, kind));
        }
    });
    let times = [first, endless, closest, edit, all, building];
    Row { times, bytes, met: found as f64 / QUERIES as f64 }
}

fn main() {
    let tells_times = std::env::args().any(|argument| argument == "times");
    let kinds = [
        ("balls at rest", Kind::Balls),
        ("balls that move", Kind::BallsThatMove),
        ("instances of one mesh", Kind::Instances(octahedron())),
    ];
    for (name, kind) in kinds {
        println!("{name}:");
        let names = NAMES.map(|name| format!("  {name:>8}")).concat();
        println!("     items{names}  bytes an item  met");
        let base = measure(1000, &kind);
        for count in [1000, 10_000, 100_000, 1_000_000] {
            let Row { times, bytes, met } = measure(count, &kind);
            let ratios =
                times.iter().zip(base.times).map(|(time, of)| format!("  {:>8.2}", time / of));
            println!("{count:>10}{}  {bytes:>13.0}  {met:.2}", ratios.collect::<String>());
            if tells_times {
                let times = times.map(|time| format!("  {:>8.2}", time * 1e6)).concat();
                println!("        us{times}");
            }
        }
    }
}
