//! The cost of exactness for queries at rest: spheres and ellipsoids against boxes, compared with
//! the same formulas in plain floats.
//!
//! `cargo bench -p tangency --bench overlap` prints, for each query, our time over plain code in
//! the same run (the median of interleaved passes), and the share of queries that leave the first
//! filter.

#[path = "../tests/random/mod.rs"]
mod random;

use random::Random;
use std::hint::black_box;
use std::time::Instant;
use tangency::{AlignedBox, Effort, Ellipsoid, Hollow, Sphere};

/// The number of queries, so large that no branch predictor can learn them.
const QUERIES: usize = 1 << 15;
const PASSES: usize = 11;

struct Query {
    center: [f64; 3],
    radii: [f64; 3],
    min: [f64; 3],
    max: [f64; 3],
}

/// A box and a radius of about the same size; about half of the pairs overlap.
fn query(random: &mut Random) -> Query {
    let (center, min) = (random.vector(-1.0, 1.0), random.vector(-1.0, 0.0));
    let extent = random.vector(0.0, 1.0);
    let max = std::array::from_fn(|i| min[i] + extent[i]);
    Query { center, radii: random.vector(0.1, 0.8), min, max }
}

/// The least and the greatest `Σ ((x − c) / a)²` over the box.
fn least_and_greatest(q: &Query, radii: [f64; 3]) -> (f64, f64) {
    let (mut least, mut greatest) = (0.0, 0.0);
    for (i, radius) in radii.into_iter().enumerate() {
        let (a, b) = (q.center[i] - q.min[i], q.max[i] - q.center[i]);
        let (near, far) = ((-a).max(-b).max(0.0) / radius, a.max(b) / radius);
        least += near * near;
        greatest += far * far;
    }
    (least, greatest)
}

fn sphere_plainly(q: &Query) -> bool {
    least_and_greatest(q, [1.0; 3]).0 <= q.radii[0] * q.radii[0]
}

fn shell_plainly(q: &Query) -> bool {
    let (least, greatest) = least_and_greatest(q, [1.0; 3]);
    let square = q.radii[0] * q.radii[0];
    least <= square && square <= greatest
}

fn ellipsoid_plainly(q: &Query) -> bool {
    least_and_greatest(q, q.radii).0 <= 1.0
}

fn aligned_box(q: &Query) -> AlignedBox<f64, 3> {
    AlignedBox::new(q.min, q.max).expect("a valid box")
}

fn sphere(q: &Query) -> Sphere<f64, 3> {
    Sphere::new(q.center, q.radii[0]).expect("a valid sphere")
}

fn ellipsoid(q: &Query) -> Ellipsoid<f64, 3> {
    Ellipsoid::new(q.center, q.radii).expect("a valid ellipsoid")
}

/// Returns the seconds of `job` over all items.
fn seconds<Q, R>(items: &[Q], job: impl Fn(&Q) -> R) -> f64 {
    let start = Instant::now();
    for item in items {
        black_box(job(black_box(item)));
    }
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare<S>(
    name: &str,
    queries: &[Query],
    plain: impl Fn(&Query) -> bool,
    make: impl Fn(&Query) -> (S, AlignedBox<f64, 3>),
    ours: impl Fn(&S, &AlignedBox<f64, 3>) -> (bool, Effort),
) {
    let shapes: Vec<_> = queries.iter().map(&make).collect();
    let (mut times, mut asked, mut made) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..PASSES {
        let p = seconds(queries, &plain);
        asked.push(seconds(&shapes, |(a, b)| ours(a, b).0) / p);
        let both = |q: &Query| {
            let (a, b) = make(q);
            ours(&a, &b).0
        };
        made.push(seconds(queries, both) / p);
        times.push(p);
    }
    let share = |of: &dyn Fn((bool, Effort)) -> bool| {
        let count = shapes.iter().filter(|(a, b)| of(ours(a, b))).count();
        100.0 * count as f64 / QUERIES as f64
    };
    println!(
        "{name:<28}{:>6.1} ns{:>9.2}{:>9.2}{:>7.1}%{:>11.2}%",
        median(times) / QUERIES as f64 * 1e9,
        median(asked),
        median(made),
        share(&|(answer, _)| answer),
        share(&|(_, effort)| effort.left_first_filter),
    );
}

fn main() {
    let mut random = Random(7);
    let queries: Vec<Query> = (0..QUERIES).map(|_| query(&mut random)).collect();
    println!("Over plain floats, same run; without constructors, and with them.\n");
    println!(
        "{:<28}{:>9}{:>9}{:>9}{:>8}{:>12}",
        "question", "plain", "asked", "made", "yes", "left filter"
    );
    let q = &queries;
    let of_sphere = |q: &Query| (sphere(q), aligned_box(q));
    let of_shell = |q: &Query| (Hollow(sphere(q)), aligned_box(q));
    let of_ellipsoid = |q: &Query| (ellipsoid(q), aligned_box(q));
    compare("sphere, box", q, sphere_plainly, of_sphere, |a, b| a.intersects_counted(b));
    compare("hollow sphere, box", q, shell_plainly, of_shell, |a, b| a.intersects_counted(b));
    compare("ellipsoid, box", q, ellipsoid_plainly, of_ellipsoid, |a, b| a.intersects_counted(b));
}
