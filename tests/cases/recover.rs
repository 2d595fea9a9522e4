//! Bodies moved out of an overlap: `questions/recover.jsonl`.
//!
//! As for moves, only the library can compute the new position of a body. For each answer, whole
//! numbers judge that the body overlaps at its start, unless it is free; that it is free at its new
//! position; that it is moved out of one convex body no farther than necessary; and that, if
//! nothing was found, no end of the searched directions is free.

use super::files::line;
use super::json::{Object, string};
use super::moves::{
    Case, Kind, Vector, along, case, convex_core, dot, each, on_lattice, pairs, wide,
};
use crate::random::Random;
use tangency::any::{AnyObstacle, Mover};
use tangency::{Recover, Scalar};

const OF_EACH: usize = 12;

pub fn all() -> Vec<String> {
    let mut random = Random(95_000);
    let mut lines = Vec::new();
    for (name, dimension, kind) in pairs() {
        for i in 0..OF_EACH {
            let mut draw = || put_into(&mut random, name, dimension, kind, i);
            let mut case = draw();
            // Every fourth body is free; the others overlap.
            for _ in 0..20 {
                if case.overlaps_at(case.start) == (i % 4 != 3) {
                    break;
                }
                case = draw();
            }
            let mut recover = recover(&case);
            while !is_judged(&case, recover) {
                case = draw();
                recover = self::recover(&case);
            }
            judge(&case, recover);
            lines.push(line(request(&case), answer(&case, recover)));
        }
    }
    lines
}

/// A body next to a surface, across it, or within a solid.
fn put_into(random: &mut Random, name: &str, dimension: usize, kind: Kind, i: usize) -> Case {
    let mut case = case(random, name, dimension, kind, i);
    let single = case.style.single;
    let by_ends = case.axis.is_some_and(|(_, by_ends)| by_ends);
    let thing = &case.things[random.below(case.things.len() as u64) as usize];
    let triangle = thing.surface[random.below(thing.surface.len() as u64) as usize];
    let on_it = each(|k| 0.5 * triangle[0][k] + 0.25 * (triangle[1][k] + triangle[2][k]));
    let far = each(|k| if k < dimension { random.between(-1.0, 1.0) } else { 0.0 });
    let inside = if kind == Kind::Convex { 0.25 } else { 0.0 };
    let reach = (case.radius + thing.rounding + inside) / dot(&far, &far).sqrt();
    case.start = match i % 4 {
        // The body overlaps a little, or by a part of its radius.
        0 => along(&on_it, &far, reach * [0.999, 0.5, 1e-6][i / 4]),
        // The body is in the middle of a solid; a small one cannot be moved out from there.
        1 => {
            let corners: Vec<&Vector> = thing.surface.iter().flatten().collect();
            let count = corners.len() as f64;
            if thing.is_solid && i > 4 {
                case.radius = 0.03125;
            }
            each(|k| corners.iter().map(|p| p[k]).sum::<f64>() / count)
        }
        2 => along(&on_it, &far, reach * random.between(0.0, 1.0)),
        _ => along(&on_it, &far, reach * random.between(1.0, 3.0)),
    };
    // For a capsule that is given by two ends, their difference must be a float.
    case.start = case.start.map(|x| match (by_ends, single) {
        (true, _) => (64.0 * x).round() / 64.0,
        (false, true) => f64::from(x as f32),
        (false, false) => x,
    });
    if kind == Kind::Convex {
        case.start = case.start.map(on_lattice);
        case.core = Some(convex_core(random, case.start, dimension, i));
    }
    case
}

fn request(case: &Case) -> String {
    let [(mover, body), (name, object)] = case.mover_and_world();
    Object::default()
        .with("query", string("recover"))
        .with_some("scalar", case.style.single.then(|| string("f32")))
        .with(mover, body)
        .with(name, object)
        .text()
}

/// The result for the body, converted to three dimensions and `f64`.
fn recover(case: &Case) -> Recover<f64, 3> {
    fn of<T: Scalar, const N: usize>(
        mover: &Mover<T, N>,
        world: &dyn AnyObstacle<T, N>,
    ) -> Recover<f64, 3> {
        match mover.recover(world).unwrap().unwrap() {
            Recover::Free => Recover::Free,
            Recover::Moved { position } => Recover::Moved { position: wide(&position) },
            Recover::NotFound => Recover::NotFound,
        }
    }
    match (case.style.single, case.style.dimension) {
        (false, 3) => of(&case.mover_in_space(), &*case.in_space::<f64>()),
        (true, 3) => of(&case.mover_in_space(), &*case.in_space::<f32>()),
        (false, _) => of(&case.mover_in_plane(), &*case.in_plane::<f64>()),
        (true, _) => of(&case.mover_in_plane(), &*case.in_plane::<f32>()),
    }
}

fn answer(case: &Case, recover: Recover<f64, 3>) -> String {
    let (status, place) = match recover {
        Recover::Free => ("free", Some(case.start)),
        Recover::Moved { position } => ("moved", Some(position)),
        Recover::NotFound => ("not_found", None),
    };
    let place = place.map_or("null".to_string(), |place| case.style.vector(&place));
    Object::default().with("status", string(status)).with("position", place).text()
}

/// Whether the oracle can judge the body at its new position.
fn is_judged(case: &Case, recover: Recover<f64, 3>) -> bool {
    match recover {
        Recover::Moved { position } => case.can_be_judged_at(&position),
        Recover::Free | Recover::NotFound => true,
    }
}

pub(super) fn norm(v: &Vector) -> f64 {
    dot(v, v).sqrt()
}

fn judge(case: &Case, recover: Recover<f64, 3>) {
    let what = || request(case);
    assert_eq!(recover != Recover::Free, case.overlaps_at(case.start), "{}", what());
    let size = case.size();
    match recover {
        Recover::Free => {}
        Recover::Moved { position } => {
            assert!(!case.overlaps_at(position), "{} is put to {position:?}", what());
            let way = along(&position, &case.start, -1.0);
            assert!(norm(&way) <= 16.0 * (size + 1.0), "{} is put to {position:?}", what());
            // Slightly before the end, one convex body still overlaps. The step back grows with the
            // spacing of floats, which resolve it.
            let greatest = case.start.iter().chain(&position).fold(0.0, |m: f64, x| m.max(x.abs()));
            let unit = greatest * if case.style.single { 1.2e-7 } else { 2.3e-16 };
            let before = along(&position, &way, -1e-6 - 8.0 * unit / norm(&way));
            let is_convex = case.things.len() == 1 && case.things[0].is_convex();
            let is_judged = is_convex && case.can_be_judged_at(&before);
            assert!(!is_judged || case.overlaps_at(before), "{} {position:?}", what());
        }
        Recover::NotFound => {
            for i in 0..2 * case.style.dimension {
                let far = if i % 2 == 0 { 16.0 * size } else { -16.0 * size };
                let end = each(|k| case.start[k] + if k == i / 2 { far } else { 0.0 });
                let is_judged = case.can_be_judged_at(&end);
                assert!(!is_judged || case.overlaps_at(end), "{} at {end:?}", what());
            }
        }
    }
}

/// Checks that enough bodies are free, and enough are not moved out.
#[test]
fn some_are_free_and_some_are_lost() {
    let lines = all();
    let counts = ["free", "moved", "not_found"].map(|status| {
        let start = format!("\"answer\":{{\"status\":\"{status}\"");
        lines.iter().filter(|line| line.contains(&start)).count()
    });
    println!("{counts:?} of {}", lines.len());
    let least = [60, 150, 8];
    assert!(counts.iter().zip(least).all(|(count, least)| *count >= least), "{counts:?}");
}
