//! Convex bodies that move compared with an engine: `cast_shapes` of parry, in `f64`.
//!
//! `cargo run --release --bin convex` in this folder prints, for the queries of `--bench convex` in
//! the same run, the medians of interleaved passes: the time of plain float code, our first contact
//! and parry's over it, and parry's over ours. Shapes are made beforehand. Parry reports no feature
//! and stops at a tolerance. The program counts its missed contacts, its false contacts, and its
//! times with a relative error of more than a millionth. `-- generic` runs only the generic rows.

#[path = "../../convex/inputs.rs"]
mod inputs;
#[path = "../../convex/plain.rs"]
#[allow(dead_code, reason = "the time alone, and fields that nobody reads here")]
mod plain;

use inputs::{Cloud, Corners, Family, Ours, Query, Random};
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::{ConvexPolyhedron, Cuboid, Triangle};
use plain::{Aligned, Meeting, Turned, V};
use std::hint::black_box;
use std::time::Instant;
use tangency::{Answer, ConvexBody, Moving, Obstacle, Shape};

const QUERIES: usize = 1 << 11;
const PASSES: usize = 11;
/// The limit in seconds, above which a row has fewer passes, but at least three.
const PATIENCE: f64 = 2.0;

/// A plain body as a shape and a pose of parry.
trait Theirs {
    type Parry: parry3d_f64::shape::Shape;
    fn theirs(&self) -> (Pose, Self::Parry);
}

impl Theirs for Aligned {
    type Parry = Cuboid;
    fn theirs(&self) -> (Pose, Cuboid) {
        let [min, max] = [self.min, self.max].map(Vector::from_array);
        (Pose::from_translation((min + max) * 0.5), Cuboid::new((max - min) * 0.5))
    }
}

impl Theirs for Turned {
    type Parry = Cuboid;
    fn theirs(&self) -> (Pose, Cuboid) {
        let [x, y, z, w] = self.turn;
        let turn = Rotation::from_xyzw(x, y, z, w).normalize();
        let place = Pose::from_parts(Vector::from_array(self.center), turn);
        (place, Cuboid::new(Vector::from_array(self.half)))
    }
}

impl Theirs for Corners {
    type Parry = Triangle;
    fn theirs(&self) -> (Pose, Triangle) {
        let [a, b, c] = self.map(Vector::from_array);
        (Pose::IDENTITY, Triangle::new(a, b, c))
    }
}

impl Theirs for Cloud {
    type Parry = ConvexPolyhedron;
    fn theirs(&self) -> (Pose, ConvexPolyhedron) {
        let points: Vec<Vector> = self.iter().map(|p| Vector::from_array(*p)).collect();
        let hull = ConvexPolyhedron::from_convex_hull(&points).expect("a hull");
        (Pose::IDENTITY, hull)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the nanoseconds per query.
fn nanoseconds<Q, R>(queries: &[Q], ask: impl Fn(&Q) -> R) -> f64 {
    let clock = Instant::now();
    for query in queries {
        black_box(&ask(black_box(query)));
    }
    clock.elapsed().as_secs_f64() / queries.len() as f64 * 1e9
}

fn print<A, B, S, O>(
    pair: &str,
    families: &[Family<A, B>],
    moving: fn(S, V) -> Moving<S>,
    plain: fn(&A, V, &B) -> Meeting,
) where
    A: Ours<Shape = S> + Theirs,
    B: Ours<Shape = O> + Theirs,
    S: ConvexBody + Shape<Scalar = f64, Vector = [f64; 3]>,
    O: Obstacle<f64, 3, S>,
{
    let only_generic = std::env::args().any(|word| word == "generic");
    for (family, draw) in families {
        if only_generic && *family != "generic" {
            continue;
        }
        let mut random = Random(7);
        let queries: Vec<Query<A, B>> = (0..QUERIES).map(|_| draw(&mut random)).collect();
        let ours: Vec<_> = queries
            .iter()
            .map(|q| (moving(q.mover.ours(), q.velocity), q.obstacle.ours()))
            .collect();
        let theirs: Vec<_> = queries
            .iter()
            .map(|q| (q.mover.theirs(), Vector::from_array(q.velocity), q.obstacle.theirs()))
            .collect();
        let options = ShapeCastOptions::default();
        type Placed<S> = (Pose, S);
        let ask_parry = |query: &(Placed<A::Parry>, Vector, Placed<B::Parry>)| {
            let ((at, mover), way, (place, obstacle)) = query;
            cast_shapes(at, *way, mover, place, Vector::ZERO, obstacle, options).ok().flatten()
        };
        let mut times: [Vec<f64>; 3] = Default::default();
        let start = Instant::now();
        for pass in 0..PASSES {
            if pass >= 3 && start.elapsed().as_secs_f64() > PATIENCE {
                break;
            }
            times[0].push(nanoseconds(&queries, |q| plain(&q.mover, q.velocity, &q.obstacle)));
            times[1].push(nanoseconds(&ours, |(body, obstacle)| body.first_contact(obstacle)));
            times[2].push(nanoseconds(&theirs, ask_parry));
        }
        let [of_plain, of_ours, of_theirs] = times.map(median);
        let (mut hits, mut missed, mut invented, mut off) = (0, 0, 0, 0);
        for ((body, obstacle), query) in ours.iter().zip(&theirs) {
            let theirs = ask_parry(query).map(|hit| hit.time_of_impact);
            match (body.first_contact(obstacle), theirs) {
                (Answer::Contact(hit), Some(time)) => {
                    hits += 1;
                    off += usize::from((time - hit.time).abs() > 1e-6 * hit.time);
                }
                (Answer::Contact(_), None) => (hits, missed) = (hits + 1, missed + 1),
                (Answer::None, Some(_)) => invented += 1,
                _ => {}
            }
        }
        println!(
            "{:<56}{of_plain:>9.1}{:>10.2}{:>10.2}{:>8.2}{hits:>7}{missed:>8}{invented:>10}{off:>6}",
            format!("{pair}: {family}"),
            of_ours / of_plain,
            of_theirs / of_plain,
            of_theirs / of_ours,
        );
    }
}

macro_rules! moving {
    () => {
        |body, velocity| body.moving(velocity).expect("a valid motion")
    };
}

fn main() {
    println!(
        "{:<56}{:>9}{:>10}{:>10}{:>8}{:>7}{:>8}{:>10}{:>6}",
        "", "plain ns", "ours", "parry", "/ ours", "hits", "missed", "invented", "off"
    );
    print("box, triangle", &inputs::BOX_TRIANGLE, moving!(), plain::box_triangle);
    print("turned box, triangle", &inputs::TURNED_TRIANGLE, moving!(), plain::turned_triangle);
    print("box, box", &inputs::BOX_BOX, moving!(), plain::boxes);
    print("turned box, turned box", &inputs::TURNED_TURNED, moving!(), plain::turned_boxes);
    print("hull, triangle", &inputs::HULL_TRIANGLE, moving!(), |a, v, b| plain::hulls(a, v, b));
    print("hull, hull", &inputs::HULL_HULL, moving!(), |a, v, b| plain::hulls(a, v, b));
}
