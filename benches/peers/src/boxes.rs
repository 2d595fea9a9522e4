//! First contact with an aligned box, compared with the engine `parry` in `f64`, in space and in
//! the plane.
//!
//! `cargo run --release --bin boxes` in this folder prints, for the same inputs in the same run,
//! our time and parry's over plain floats: the ratio of medians of interleaved passes. Shapes are
//! made beforehand. Parry stops at a tolerance and reports no feature. The program also counts its
//! times that are not the nearest float, although the middles of its boxes are rounded.

#[path = "../../moving_box/inputs.rs"]
mod inputs;
#[path = "../../rounded_box.rs"]
mod rounded_box;

use inputs::{QUERIES, Random, median, pair, realistic, seconds};
use rounded_box::{Query, first_contact};

const PASSES: usize = 21;

macro_rules! compare {
    ($name:expr, $parry:ident, $dimension:literal, $width:expr) => {{
        use $parry::math::{Pose, Vector};
        use $parry::query::{ShapeCastOptions, cast_shapes};
        use $parry::shape::{Ball, Cuboid};

        let mut random = Random(5);
        let queries: Vec<Query<$dimension>> =
            (0..QUERIES).map(|_| realistic(&mut random, $width)).collect();
        let ours: Vec<_> = queries.iter().map(pair).collect();
        let theirs: Vec<_> = queries
            .iter()
            .map(|q| {
                let middle = std::array::from_fn(|k| (q.min[k] + q.max[k]) / 2.0);
                let half = std::array::from_fn(|k| (q.max[k] - q.min[k]) / 2.0);
                let pose = |x: [f64; $dimension]| Pose::from_translation(Vector::from_array(x));
                let ball = (pose(q.center), Vector::from_array(q.velocity), Ball::new(q.radius));
                (ball, pose(middle), Cuboid::new(Vector::from_array(half)))
            })
            .collect();
        let options = ShapeCastOptions::default();
        let cast = |((at, velocity, ball), pose, cuboid): &((Pose, Vector, Ball), Pose, Cuboid)| {
            cast_shapes(at, *velocity, ball, pose, Vector::ZERO, cuboid, options).ok().flatten()
        };
        let mut times: [Vec<f64>; 3] = Default::default();
        for _ in 0..PASSES {
            times[0].push(seconds(&queries, first_contact));
            times[1].push(seconds(&ours, |(ball, still)| ball.first_contact(still)));
            times[2].push(seconds(&theirs, cast));
        }
        let [plain, ours_time, theirs_time] = times.map(median);
        let (mut hits, mut missed, mut invented, mut off) = (0, 0, 0, 0);
        for ((ball, still), query) in ours.iter().zip(&theirs) {
            let answer = ball.first_contact(still);
            let theirs = cast(query).map(|hit| hit.time_of_impact);
            match (answer.contact(), theirs) {
                (Some(hit), Some(time)) => {
                    hits += 1;
                    off += usize::from(time != hit.time);
                }
                (Some(_), None) => {
                    hits += 1;
                    missed += 1;
                }
                (None, Some(time)) if time > 0.0 => invented += 1,
                _ => {}
            }
        }
        println!(
            "{:<20}{:>7.1} ns{:>8.2}{:>8.2}{hits:>8}{missed:>8}{invented:>10}{off:>8}",
            $name,
            plain * 1e9,
            ours_time / plain,
            theirs_time / plain,
        );
    }};
}

fn main() {
    println!(
        "{:<20}{:>10}{:>8}{:>8}{:>8}{:>8}{:>10}{:>8}",
        "inputs", "plain", "ours", "parry", "hits", "missed", "invented", "off"
    );
    compare!("sphere, box", parry3d_f64, 3, 3.0);
    compare!("circle, rectangle", parry2d_f64, 2, 7.0);
}
