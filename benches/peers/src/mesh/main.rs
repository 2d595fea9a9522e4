//! A mesh compared with engines: first contact, intersection and closest point, in `f32`, by one
//! thread.
//!
//! `cargo run --release --bin mesh -- MESH.ply [MORE.ply ...]` in this folder prints tables for
//! `benches/RECORD.md`. Options:
//!
//! - `--subdivide K`: also each mesh after `K` steps of Loop's scheme, `4ᴷ` times as many triangles
//! - `--queries N`: the number of queries in each set, 4,000 by default
//! - `--sets long,r1,closest`: only sets with one of these words in their names
//! - `--rounds K`: the number of rounds, 7 by default
//! - `--check N`: the number of rows of each set for which our results are compared with brute
//!   force in `f64`; 8 by default
//! - `--dump DIR`: writes meshes, points and our results for `closest.py`
//!
//! With `--features physx` PhysX is included, which needs clang++ for its build. The program needs
//! Linux with glibc, which reports its heap.
//!
//! All libraries get the same queries in the same process. They take turns with each set, in
//! several rounds after one that is not counted. The clock measures the time of the thread. Shapes
//! are made beforehand. Only ours is exact, so the peers' results are compared with ours. The
//! program counts missed and false contacts, times that are off by more than a thousandth of the
//! motion, and distances with a relative error of more than a thousandth.
//!
//! A set has spheres of 0.1, 1 or 5 % of the mesh's diagonal. *Long*: motions from a sphere about
//! the mesh to a point of its bounding box, and on, one diagonal long. *Capsule upright*, *capsule
//! slanted*: the same motions by capsules whose axis is four radii long. *Box aligned*, *box
//! turned*: the same motions by cubes whose edge is two radii long. *Hull*: the same motions by
//! convex hulls of 20 points on a sphere with the volume of the cube. *Short*: motions of 5 %
//! from a point at most 4 % off the surface, in any direction. *Static*, *closest*: positions
//! anywhere in the box.

mod brute_force;
#[cfg(feature = "physx")]
#[path = "../cook.rs"]
mod cook;
#[path = "../disagreement.rs"]
mod disagreement;
mod dump;
mod measure;
mod options;
mod ours;
mod parry;
#[cfg(feature = "physx")]
mod physx;
#[path = "../../../convex/plain.rs"]
#[allow(dead_code, reason = "only a box and a triangle are asked")]
mod plain;
mod ply;
mod surface;
mod tables;
mod workload;

use disagreement::Disagreement;
use measure::{heap, median, seconds};
use options::Options;
use surface::Surface;
use tables::{Costs, Peer, Result};
use workload::{Question, Set};

/// Runs all queries of a set. It writes for each row the time, zero for an overlap, or the
/// distance, and [`MISS`] without a contact.
type Block<'a> = Box<dyn FnMut(&mut [f32]) + 'a>;

const MISS: f32 = f32::NAN;

fn main() {
    let options = Options::from_arguments();
    for path in &options.meshes {
        let mut surface = ply::read(path);
        let factor = surface.scale_for_engines();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        compare(&format!("{name}, times {factor}"), &name, &surface, &options);
        if options.subdivide > 0 {
            for _ in 0..options.subdivide {
                surface = surface.subdivided();
            }
            let title = format!("{name}, times {factor}, subdivided {} times", options.subdivide);
            compare(&title, &format!("{name}-{}", options.subdivide), &surface, &options);
        }
    }
}

/// Builds a mesh several times, and returns the last one and its costs.
fn built<M>(build: impl Fn() -> M) -> (M, Costs) {
    let mut times = Vec::new();
    loop {
        let (before, start) = (heap(), seconds());
        let mesh = build();
        times.push(seconds() - start);
        if times.len() == 3 {
            let bytes = heap() - before;
            return (mesh, Costs { seconds: median(&times).0, bytes });
        }
    }
}

fn compare(title: &str, name: &str, surface: &Surface, options: &Options) {
    let (ours, our_costs) = built(|| ours::build(surface));
    let (parry, parry_costs) = built(|| parry::build(surface));
    #[cfg(feature = "physx")]
    let (physx, physx_costs) = built(|| physx::build(surface));
    let costs = [
        ("tangency", our_costs),
        ("parry", parry_costs),
        #[cfg(feature = "physx")]
        ("PhysX", physx_costs),
    ];
    let mut results = Vec::new();
    for set in workload::sets(surface, options.queries) {
        if !options.wants(&set.name) {
            continue;
        }
        eprintln!("{title}: {}", set.name);
        let mut blocks = vec![ours::all_fields(&ours, &set)];
        if set.question == Question::Cast {
            blocks.push(ours::time_alone(&ours, &set));
        }
        let first_peer = blocks.len();
        blocks.push(parry::block(&parry, &set));
        #[cfg(feature = "physx")]
        blocks.push(physx.block(&set));
        let (times, answers) = interleaved(&mut blocks, set.rows.len(), options.rounds);
        if let Some(dir) = &options.dump {
            dump::set(dir, name, &set, &answers[0], median(&times[0]).0);
        }
        let peers = (first_peer..blocks.len()).map(|i| Peer {
            time: median(&times[i]),
            disagreement: Disagreement::between(
                set.question == Question::Closest,
                &answers[0],
                &answers[i],
            ),
        });
        results.push(Result {
            hits: answers[0].iter().filter(|t| !t.is_nan()).count(),
            all_fields: median(&times[0]),
            time_alone: (first_peer == 2).then(|| median(&times[1])),
            peers: peers.collect(),
            wrong: wrong(surface, &set, &answers[0], options.check),
            set,
        });
    }
    if let Some(dir) = &options.dump {
        dump::mesh(dir, name, surface);
    }
    tables::print(title, surface, &costs, &results, options);
}

/// The times per query in each round for each block, and the answers.
fn interleaved(blocks: &mut [Block], rows: usize, rounds: usize) -> (Vec<Vec<f64>>, Vec<Vec<f32>>) {
    let mut answers = vec![vec![MISS; rows]; blocks.len()];
    let mut times = vec![Vec::new(); blocks.len()];
    for round in 0..=rounds {
        for ((block, answers), times) in blocks.iter_mut().zip(&mut answers).zip(&mut times) {
            let start = seconds();
            block(answers);
            if round > 0 {
                times.push((seconds() - start) / rows as f64);
            }
        }
    }
    (times, answers)
}

/// The number of our first results that differ from brute forceby more than the roundings in `f64`
/// and the last one to `f32`.
fn wrong(surface: &Surface, set: &Set, ours: &[f32], count: usize) -> usize {
    let rows = set.rows.iter().zip(ours).take(count);
    rows.filter(|&(row, &ours)| {
        let truth = brute_force::answer(surface, set.question, set.body, row);
        let agrees = (f64::from(ours) - truth).abs() <= f64::from(f32::EPSILON) * truth + 1e-9;
        !(agrees || ours.is_nan() && truth.is_nan())
    })
    .count()
}
