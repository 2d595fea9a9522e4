//! The cost of the order of a batch: the random order as given, or sorted by the starts of the
//! spheres (Morton order), so that consecutive queries visit the same part of the BVH.
//!
//! `cargo bench -p tangency --bench order` prints, for a mesh of 70,000 triangles, one of 1.1
//! million and a scene of a million balls, the time over the given order: sorted in pieces of a
//! thousand and as a whole, with the time of the sorting. It runs on one thread. `-- 18000000` does
//! so only for a mesh of this many triangles. `-- ask WHAT RADIUS N` runs `first_contact` or
//! `has_contact` N times for 20,000 spheres and 70,000 triangles, to count instructions as N = 2
//! minus N = 1. Spheres of radius zero are rays; most spheres hit.

#[path = "../tests/random/mod.rs"]
mod random;

use random::Random;
use std::hint::black_box;
use std::time::Instant;
use tangency::{Inflated, Item, Mesh, Moving, Point, Scalar, Scene, Sphere};

const QUERIES: usize = 100_000;
const PASSES: usize = 5;
/// The numbers of spheres that are sorted together; the last is all of them.
const PIECES: [usize; 2] = [1 << 10, QUERIES];

/// A bumpy body of about this many triangles, about the origin and some two units wide.
fn potato(triangles: usize) -> Mesh<f32> {
    let rows = (triangles as f64 / 4.0).sqrt() as u32;
    let columns = 2 * rows;
    let vertices = (0..=rows).flat_map(|i| {
        let (z, out) = libm::sincos(f64::from(i) / f64::from(rows) * std::f64::consts::PI);
        (0..columns).map(move |j| {
            let (y, x) = libm::sincos(f64::from(j) / f64::from(rows) * std::f64::consts::PI);
            let bump = 1.0 + 0.1 * libm::sin(9.0 * x) * libm::cos(7.0 * out);
            [bump * z * x, bump * z * y, bump * out].map(|x| x as f32)
        })
    });
    let corner = |i: u32, j: u32| i * columns + j % columns;
    let cells = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b] = [corner(i, j), corner(i, j + 1)];
        let [c, d] = [corner(i + 1, j), corner(i + 1, j + 1)];
        [[a, c, b], [b, c, d]]
    });
    Mesh::new(vertices.collect(), triangles.collect()).expect("a mesh")
}

/// Spheres that start anywhere in a cube of this width, with displacements up to this length.
fn spheres<T: Scalar>(
    count: usize,
    wide: f64,
    long: f64,
    radius: f64,
) -> Vec<Moving<Sphere<T, 3>>> {
    let mut random = Random(7);
    let mut sphere = || {
        let [from, way]: [[T; 3]; 2] =
            [wide / 2.0, long].map(|most| random.vector(-most, most).map(T::nearest));
        let moving = Sphere::new(from, T::nearest(radius)).and_then(|it| it.moving(way));
        moving.and_then(|it| it.until(T::nearest(1.0))).expect("valid")
    };
    (0..count).map(|_| sphere()).collect()
}

/// Points that move from around a mesh through it.
fn rays(count: usize, radius: f32) -> Vec<Moving<Sphere<f32, 3>>> {
    let mut random = Random(8);
    let mut ray = || {
        let [from, to]: [[f32; 3]; 2] =
            [4.0, 1.0].map(|most| random.vector(-most, most).map(|x| x as f32));
        let way = core::array::from_fn(|k| 2.0 * (to[k] - from[k]));
        let moving = Sphere::new(from, radius).and_then(|it| it.moving(way));
        moving.and_then(|it| it.until(1.0)).expect("valid")
    };
    (0..count).map(|_| ray()).collect()
}

/// The lower ten bits of a number, each followed by two zeros.
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

/// The position of a sphere's start in a cube of this width, along a curve through all of it.
fn place<T: Scalar>(sphere: &Moving<Sphere<T, 3>>, wide: f64) -> u32 {
    let cell = |x: T| (((x.widen() / wide + 0.5) * 1024.0) as u32).min(1023);
    let [x, y, z] = sphere.shape().center().map(cell);
    spread(x) | spread(y) << 1 | spread(z) << 2
}

/// Runs all queries, and prints the cost of the two ways to sort them.
fn compare<T: Scalar, A>(
    name: &str,
    wide: f64,
    all: &[Moving<Sphere<T, 3>>],
    ask: impl Fn(&Moving<Sphere<T, 3>>) -> A,
) {
    let mut answers: Vec<A> = all.iter().map(&ask).collect();
    let mut least = [f64::INFINITY; 1 + PIECES.len()];
    for _ in 0..PASSES {
        let clock = Instant::now();
        for (answer, sphere) in answers.iter_mut().zip(all) {
            *answer = ask(sphere);
        }
        least[0] = least[0].min(clock.elapsed().as_secs_f64());
        for (piece, least) in PIECES.iter().zip(&mut least[1..]) {
            let clock = Instant::now();
            let mut order = Vec::new();
            for (all, answers) in all.chunks(*piece).zip(answers.chunks_mut(*piece)) {
                order.clear();
                order.extend(all.iter().enumerate().map(|(i, it)| (place(it, wide), i as u32)));
                order.sort_unstable();
                for &(_, i) in &order {
                    answers[i as usize] = ask(&all[i as usize]);
                }
            }
            *least = least.min(clock.elapsed().as_secs_f64());
        }
    }
    black_box(&answers);
    let [given, pieces, whole] = least;
    println!(
        "{name:<44}{:>8.0} ns{:>8.2}{:>8.2}",
        given / all.len() as f64 * 1e9,
        pieces / given,
        whole / given
    );
}

/// Compares the orders for short and long displacements, of points and of spheres of a hundredth of
/// the width.
fn compare_with(mesh: &Mesh<f32>) {
    for (ways, wide, long) in [("short ways", 2.0, 0.1), ("long ways", 6.0, 6.0)] {
        for radius in [0.0, 0.02] {
            let all = spheres::<f32>(QUERIES, wide, long, radius);
            let name = format!("{} triangles, {ways}, radius {radius}", mesh.triangles().len());
            compare(&name, wide, &all, |sphere| sphere.first_contact(mesh));
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [ask, what, radius, count] = &words[..]
        && ask == "ask"
    {
        let (mesh, rays) = (potato(70_000), rays(20_000, radius.parse().expect("a radius")));
        let hits = rays.iter().filter(|ray| ray.has_contact(&mesh)).count();
        for _ in 0..count.parse().expect("how often") {
            for ray in &rays {
                match what.as_str() {
                    "first_contact" => drop(black_box(ray.first_contact(&mesh))),
                    "has_contact" => drop(black_box(ray.has_contact(&mesh))),
                    _ => panic!("WHAT is first_contact or has_contact"),
                }
            }
        }
        return println!("{} rays, of which {hits} hit", rays.len());
    }
    println!("{:<55}{:>8}{:>8}", "over the order given:", "pieces", "whole");
    if let [triangles] = &words[..] {
        return compare_with(&potato(triangles.parse().expect("how many")));
    }
    for triangles in [70_000, 1_100_000] {
        compare_with(&potato(triangles));
    }
    let mut random = Random(5);
    let mut scene = Scene::new();
    let ball = |place| Inflated::new(Point::new(place).expect("finite"), 0.36).expect("a radius");
    scene.insert_all((0..1_000_000).map(|_| Item::from(ball(random.vector(-50.0, 50.0)))));
    let all = spheres::<f64>(QUERIES, 100.0, 2.0, 0.1);
    compare("a million balls, short ways", 100.0, &all, |sphere| sphere.first_contact(&scene));
}
