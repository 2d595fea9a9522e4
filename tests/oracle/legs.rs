//! Families of queries in which one of the two, or both, moves between two points. They are queries
//! of other families, with an origin by which both points of a motion are shifted.

use super::families::{FAMILIES, Family, Rng};
use super::query::Query;

/// All families of legs.
pub const LEGS: [Family; 3] =
    [("legs", legs), ("legs on whole numbers", whole), ("legs of any length", of_any_length)];

/// Realistic queries, or queries built from the touch, with any start.
fn legs(rng: &mut Rng) -> Query {
    let names = ["realistic", "aimed in rounded arithmetic", "everyday placements", "both moving"];
    let query = one_of(rng, &names);
    let most = rng.pick(&[1.0, 100.0]);
    let origins = [0; 2].map(|_| [0; 3].map(|_| rng.real(-most, most)));
    from_origins(rng, query, origins)
}

/// Queries of numbers with few digits, so that all ties remain.
fn whole(rng: &mut Rng) -> Query {
    let names = [
        "small integers",
        "level",
        "grazing a face",
        "seams, exactly",
        "seams, nearly",
        "resting",
        "both moving",
        "halves",
        "rays",
    ];
    let query = one_of(rng, &names);
    let unit = rng.power(-4, 2);
    let origins = [0; 2].map(|_| [0; 3].map(|_| rng.int(-9, 9) * unit));
    from_origins(rng, query, origins)
}

/// Queries of motions whose points are much larger or smaller than their difference, which may not
/// be a sum of two floats.
fn of_any_length(rng: &mut Rng) -> Query {
    let names = ["realistic", "small integers", "seams, nearly", "mixed exponents", "halves"];
    let query = one_of(rng, &names);
    let reach = rng.pick(&[4, 30, 60, 300]);
    let origins =
        [0; 2].map(|_| [0; 3].map(|_| rng.real(-1.0, 1.0) * rng.power(-reach, reach / 3)));
    from_origins(rng, query, origins)
}

fn one_of(rng: &mut Rng, names: &[&str]) -> Query {
    let name = rng.pick(names);
    let (_, make) = FAMILIES.iter().find(|family| family.0 == name).expect("a family of that name");
    make(rng)
}

fn from_origins(rng: &mut Rng, query: Query, mut origins: [[f64; 3]; 2]) -> Query {
    let mut moved = query;
    match rng.below(6) {
        0 | 1 => origins[1] = [0.0; 3],
        2 => origins[0] = [0.0; 3],
        _ => {}
    }
    // The motion of a sphere starts at its centre.
    if rng.once_in(4) && origins[0] != [0.0; 3] {
        origins[0] = query.center;
    }
    if rng.once_in(2) {
        moved.t_max[0] = 1.0;
    }
    if query.plane {
        origins.iter_mut().for_each(|origin| origin[2] = 0.0);
    }
    let add = |to: &mut [f64; 3], by: [f64; 3]| to.iter_mut().zip(by).for_each(|(x, y)| *x += y);
    add(&mut moved.velocity, origins[0]);
    add(&mut moved.drift, origins[1]);
    moved.origins = origins;
    let moved = if query.single { moved.to_single() } else { moved };
    if moved.is_valid() { moved } else { query }
}
