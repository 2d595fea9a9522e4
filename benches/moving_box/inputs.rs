//! Inputs and timing that the benchmarks of moving spheres and boxes share.

#[path = "../../tests/random/mod.rs"]
mod random;

use crate::rounded_box::Query;
pub use random::Random;
use std::hint::black_box;
use std::time::Instant;
use tangency::{AlignedBox, Moving, Sphere};

/// The number of queries, so large that no branch predictor can learn them.
pub const QUERIES: usize = 1 << 14;

/// A box of unit size with coordinates within 50, and a sphere near it that moves roughly towards
/// it.
pub fn realistic<const D: usize>(random: &mut Random, width: f64) -> Query<D> {
    let origin = [0; D].map(|_| random.between(-50.0, 50.0));
    let half = [0; D].map(|_| random.between(0.3, 1.2));
    let away = [0; D].map(|_| random.between(-5.0, 5.0));
    let speed = random.between(0.2, 3.0);
    let target = [0; D].map(|_| random.between(-width, width));
    Query {
        center: std::array::from_fn(|k| origin[k] + away[k]),
        radius: random.between(0.1, 0.6),
        velocity: std::array::from_fn(|k| (target[k] - away[k]) * speed),
        min: std::array::from_fn(|k| origin[k] - half[k]),
        max: std::array::from_fn(|k| origin[k] + half[k]),
    }
}

/// Returns the seconds of `job` per query.
pub fn seconds<Q, R>(queries: &[Q], job: impl Fn(&Q) -> R) -> f64 {
    let start = Instant::now();
    for query in queries {
        black_box(job(black_box(query)));
    }
    start.elapsed().as_secs_f64() / queries.len() as f64
}

/// The median of some values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A query in the types of the library.
pub type Pair<const D: usize> = (Moving<Sphere<f64, D>>, AlignedBox<f64, D>);

/// The query in the types of the library.
pub fn pair<const D: usize>(q: &Query<D>) -> Pair<D> {
    let ball = Sphere::new(q.center, q.radius).and_then(|s| s.moving(q.velocity)).expect("valid");
    (ball, AlignedBox::new(q.min, q.max).expect("a valid box"))
}
