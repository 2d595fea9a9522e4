//! Scenes of many items compared with the worlds of engines: casts of spheres and cubes, closest
//! points, edits, and steps in which all items move, by one thread.
//!
//! `cargo run --release --bin world -- [COUNT ...] [--kinds balls,boxes,mixed] [--queries N]
//! [--rounds K]` in this folder prints tables for `benches/RECORD.md`; by default for a hundred
//! thousand items and a million. With `--features physx` PhysX is included, which needs a compiler
//! for C++ for its build. Needs Linux with glibc, which reports its heap.
//!
//! Items are placed at random in a room with a volume of one for each, and fill about a fifth of
//! it: balls of radius 0.36, oriented boxes, or as many of both. So they are about one from each
//! other, which is called a spacing. Spheres start where they overlap nothing. *Short*: radius 0.3,
//! a path of half a spacing; *long*: the same radius, eight spacings; *thin*: radius 0.05, sixteen
//! spacings; *resting*: a start a ten-thousandth of a spacing before the contact of another cast,
//! and a path of one spacing in any direction. *Cube*: half of each extent is 0.25, and the path is
//! half a spacing or eight; it is rotated at random or not at all.
//!
//! All worlds get the same queries in the same process. They take turns with each set, in several
//! rounds after one that is not counted, and the least time of each counts. The clock measures the
//! time of the thread. Only ours is exact, so the other results are compared with ours in `f64`.
//! The program counts missed and false contacts, times that are off by more than a thousandth of
//! the motion, and distances with a relative error of more than a thousandth.
//!
//! *A step* moves all items by a sixtieth of their velocities, up to one spacing along each axis,
//! and updates the trees; its time is the mean of twenty, since some engines rebuild trees that
//! others only refit, and queries are run after the last. *An edit* moves one item; it is measured
//! last, since trees of engines degrade by many edits. Engines query the present positions. Ours
//! can also store velocities in its tree, and find contacts while all items move: that is another
//! query, so it is compared with ours at rest, and not with engines.

#[path = "../disagreement.rs"]
mod disagreement;
#[path = "../mesh/measure.rs"]
#[allow(dead_code, reason = "medians are for others")]
mod measure;
mod ours;
mod parry;
#[cfg(feature = "physx")]
mod physx;
mod rapier;
mod tables;
mod workload;

use measure::{heap, seconds};
use tables::{Line, Wrong};
use workload::{Item, Kind, Question, Row, Set};

/// A world of some items, in the order in which they were first given.
trait World {
    /// The time of the first contact of a sphere or a cube, as a fraction of its path. It is zero
    /// for an overlap, and [`MISS`] without a contact.
    fn cast(&self, row: &Row) -> f32;
    /// The distance of the closest item from the centre; `None` if the engine has no such query.
    fn closest(&self, row: &Row) -> Option<f32>;
    /// Moves some items, one by one.
    fn edit(&mut self, items: &[(usize, Item)]);
    /// Moves all items.
    fn step(&mut self, items: &[Item]);
}

const MISS: f32 = f32::NAN;
/// The number of edits in a round.
const EDITS: usize = 2000;
const STEPS: usize = 20;
/// The names of the worlds. The first is the unit of all times, the second the reference for all
/// results.
const NAMES: &[&str] = &[
    "ours, `f32`",
    "ours, `f64`",
    "parry",
    "Rapier",
    #[cfg(feature = "physx")]
    "PhysX",
];

struct Options {
    counts: Vec<usize>,
    kinds: Vec<Kind>,
    queries: usize,
    rounds: usize,
}

fn main() {
    let options = options();
    for &count in &options.counts {
        for &kind in &options.kinds {
            compare(count, kind, &options);
        }
    }
}

fn options() -> Options {
    let mut options =
        Options { counts: Vec::new(), kinds: Kind::ALL.into(), queries: 2000, rounds: 5 };
    let number =
        |text: String| text.parse::<usize>().unwrap_or_else(|_| panic!("not a number: {text}"));
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("a value after the option");
        match argument.as_str() {
            "--kinds" => options.kinds = value().split(',').map(Kind::named).collect(),
            "--queries" => options.queries = number(value()).max(1),
            "--rounds" => options.rounds = number(value()).max(1),
            _ => options.counts.push(number(argument).max(1)),
        }
    }
    if options.counts.is_empty() {
        options.counts = vec![100_000, 1_000_000];
    }
    options
}

fn compare(count: usize, kind: Kind, options: &Options) {
    let mut items = workload::items(count, kind);
    let (mut worlds, mut building, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..NAMES.len() {
        let (before, start) = (heap(), seconds());
        worlds.push(built(index, &items));
        building.push((seconds() - start) / count as f64);
        bytes.push((heap() - before) as f64 / count as f64);
    }
    let sets = workload::sets(count, options.queries, &*worlds[1]);
    let mut lines = Vec::new();
    for set in &sets {
        let (times, answers) = asked(&worlds, set, options.rounds);
        lines.push(Line::of_set(set, set.name, times, &answers));
    }
    lines.push(Line::plain("building, each item", building));

    let mut steps = vec![0.0; worlds.len()];
    for _ in 0..STEPS {
        items.iter_mut().for_each(|item| item.advance(1.0 / 60.0));
        let mut times = vec![f64::INFINITY; worlds.len()];
        each(&mut worlds, &mut times, 1, count * STEPS, |world| world.step(&items));
        steps.iter_mut().zip(times).for_each(|(sum, time)| *sum += time);
    }
    lines.push(Line::plain("a step, each item", steps));
    for (name, of) in [("long, after steps", "long"), ("closest, after steps", "closest")] {
        if let Some(set) = sets.iter().find(|set| set.name == of) {
            let (times, answers) = asked(&worlds, set, options.rounds);
            lines.push(Line::of_set(set, name, times, &answers));
        }
    }

    let mut random = workload::Random(count as u64);
    let mut times = vec![f64::INFINITY; worlds.len()];
    for round in 0..=options.rounds {
        let edits: Vec<(usize, Item)> = (0..EDITS)
            .map(|_| {
                let index = random.below(count as u64) as usize;
                let elsewhere = workload::item(&mut random, count, kind);
                items[index] = Item { shape: items[index].shape, ..elsewhere };
                (index, items[index])
            })
            .collect();
        each(&mut worlds, &mut times, round, EDITS, |world| world.edit(&edits));
    }
    lines.push(Line::plain("an edit, elsewhere", times));
    tables::print(count, kind, options, &lines, &bytes);

    // Our scene with all velocities in the tree.
    worlds.truncate(1);
    worlds.push(Box::new(ours::Ours::<f32>::moving(&items)));
    worlds.push(Box::new(ours::Ours::<f64>::moving(&items)));
    let casts = sets.iter().filter(|set| set.question == Question::Cast);
    let rows: Vec<_> = casts.map(|set| (set.name, asked(&worlds, set, options.rounds).0)).collect();
    tables::print_moving(&rows);
}

fn built(index: usize, items: &[Item]) -> Box<dyn World> {
    match index {
        0 => Box::new(ours::Ours::<f32>::at_rest(items)),
        1 => Box::new(ours::Ours::<f64>::at_rest(items)),
        2 => Box::new(parry::Parts::new(items)),
        3 => Box::new(rapier::Colliders::new(items)),
        #[cfg(feature = "physx")]
        _ => Box::new(physx::Scene::new(items)),
        #[cfg(not(feature = "physx"))]
        _ => unreachable!("there are no more names"),
    }
}

/// Runs a job for each world, and returns the least time of each, divided by this count.
fn each(
    worlds: &mut [Box<dyn World>],
    times: &mut [f64],
    round: usize,
    of: usize,
    mut work: impl FnMut(&mut dyn World),
) {
    for (world, least) in worlds.iter_mut().zip(times) {
        let start = seconds();
        work(&mut **world);
        if round > 0 {
            *least = least.min((seconds() - start) / of as f64);
        }
    }
}

/// The least times and the results of each world for a query. They are empty for a world without
/// the query.
fn asked(worlds: &[Box<dyn World>], set: &Set, rounds: usize) -> (Vec<f64>, Vec<Vec<f32>>) {
    let mut answers = vec![vec![MISS; set.rows.len()]; worlds.len()];
    let mut times = vec![f64::INFINITY; worlds.len()];
    for round in 0..=rounds {
        for ((world, answers), least) in worlds.iter().zip(&mut answers).zip(&mut times) {
            let start = seconds();
            for (row, answer) in set.rows.iter().zip(answers) {
                *answer = match set.question {
                    Question::Cast => world.cast(row),
                    Question::Closest => match world.closest(row) {
                        Some(distance) => distance,
                        None => break,
                    },
                };
            }
            if round > 0 {
                *least = least.min((seconds() - start) / set.rows.len() as f64);
            }
        }
    }
    (times, answers)
}

impl Line {
    fn of_set(set: &Set, name: &'static str, times: Vec<f64>, answers: &[Vec<f32>]) -> Self {
        let wrong = answers.iter().map(|theirs| Wrong::between(set, &answers[1], theirs));
        let met = answers[1].iter().filter(|answer| !answer.is_nan()).count();
        let share = 100.0 * met as f64 / set.rows.len() as f64;
        let met = (set.question == Question::Cast).then_some(share);
        Self { name, times, met, wrong: wrong.collect() }
    }

    fn plain(name: &'static str, times: Vec<f64>) -> Self {
        Self { name, times, met: None, wrong: Vec::new() }
    }
}
