//! Families of queries in which one of the two, or both, moves between two points. They are queries
//! of other families, with an origin by which both points of a motion are shifted.

use super::families::{FAMILIES, Family, Shape};
use super::query::Query;
use super::tally::times_power;
use crate::random::Random;

/// All families of legs.
pub const LEGS: [Family; 3] =
    [("legs", legs), ("legs on whole numbers", whole), ("legs of any length", of_any_length)];

/// Realistic queries, or queries built from the touch, with any start.
fn legs(random: &mut Random, shape: Shape) -> Query {
    let query =
        one_of(random, shape, &["realistic", "aimed", "everyday placements", "both moving"]);
    let origins = [0; 2].map(|_| random.vector(-20.0, 20.0));
    from_origins(random, query, origins)
}

/// Queries of numbers with few digits, so that all ties remain.
fn whole(random: &mut Random, shape: Shape) -> Query {
    let names =
        ["small integers", "aimed", "grazing", "resting", "nudged", "past the rim", "both moving"];
    let query = one_of(random, shape, &names);
    let origins = [0; 2].map(|_| random.integers(-9, 9).map(|x| x / 4.0));
    from_origins(random, query, origins)
}

/// Queries of motions whose points are much larger or smaller than their difference, which may not
/// be a sum of two floats.
fn of_any_length(random: &mut Random, shape: Shape) -> Query {
    let query = one_of(random, shape, &["realistic", "small integers", "aimed", "nudged", "mixed"]);
    let reach = [4, 30, 60, 300][random.below(4) as usize];
    let origins = [0; 2].map(|_| {
        random.vector(-1.0, 1.0).map(|x| times_power(x, random.integer(-reach, reach / 3) as i32))
    });
    from_origins(random, query, origins)
}

fn one_of(random: &mut Random, shape: Shape, names: &[&str]) -> Query {
    let name = names[random.below(names.len() as u64) as usize];
    let (_, make) = FAMILIES.iter().find(|family| family.0 == name).unwrap();
    make(random, shape)
}

fn from_origins(random: &mut Random, query: Query, mut origins: [[f64; 3]; 2]) -> Query {
    match random.below(6) {
        0 | 1 => origins[1] = [0.0; 3],
        2 => origins[0] = [0.0; 3],
        _ => {}
    }
    // The motion of a mover starts at its centre.
    if random.below(4) == 0 && origins[0] != [0.0; 3] {
        origins[0] = query.center;
    }
    between(random, query, origins)
}

/// The same query, in which each body starts from its origin, half of the time the mover's motion
/// ends at 1. The velocities are rounded, and so are all numbers of an `f32` query.
pub fn between(random: &mut Random, query: Query, mut origins: [[f64; 3]; 2]) -> Query {
    let mut moved = query.clone();
    if random.below(2) == 0 {
        moved.t_max[0] = 1.0;
    }
    if query.plane {
        origins.iter_mut().for_each(|origin| origin[2] = 0.0);
    }
    let add = |to: &mut [f64; 3], by: [f64; 3]| to.iter_mut().zip(by).for_each(|(x, y)| *x += y);
    add(&mut moved.velocity, origins[0]);
    add(&mut moved.drift, origins[1]);
    moved.origins = origins;
    let moved = if query.single { moved.rounded_to_single() } else { moved };
    if moved.is_valid() { moved } else { query }
}
