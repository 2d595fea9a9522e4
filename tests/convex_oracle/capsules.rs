//! Queries of capsules: queries of spheres, with an axis through the centre of the sphere, and some
//! with an inflation radius.

use super::families::{Shape, axes};
use super::query::{Axis, Mover, Query, Target};
use super::tally::times_power;
use crate::random::Random;
use std::array::from_fn;

type V = [f64; 3];

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u64) as usize]
}

fn times(v: V, s: f64) -> V {
    v.map(|x| x * s)
}

/// The direction of an edge of the target, up to rounding.
fn along_edge(random: &mut Random, target: &Target) -> V {
    let k = random.below(3) as usize;
    let minus = |a: &V, b: &V| -> V { from_fn(|k| a[k] - b[k]) };
    match target {
        Target::Oriented { rotation, .. } => axes(*rotation)[k],
        Target::Parallelepiped { edges, .. } => edges[k],
        Target::Segment([a, b]) => minus(b, a),
        Target::Triangle(vertices) => minus(&vertices[(k + 1) % 3], &vertices[k]),
        Target::Placed { vertices, rotation, .. } => {
            let (edge, columns) = (minus(&vertices[(k + 1) % 3], &vertices[k]), axes(*rotation));
            from_fn(|i| (0..3).map(|j| columns[j][i] * edge[j]).sum())
        }
        _ => from_fn(|i| if i == k { 1.0 } else { 0.0 }),
    }
}

/// The query with an axis through the centre of the sphere, which is an end or another point of it,
/// so that most contacts remain. The axis is along a coordinate axis or an edge, in a face, along
/// the path, or in any direction. It is short, long or a point.
pub fn capsule(random: &mut Random, query: Query) -> Option<Query> {
    let Mover::Sphere(radius) = query.mover else { return None };
    let edges = [0; 2].map(|_| along_edge(random, &query.target));
    let whole = random.integers(-3, 3);
    let mut axis = match random.below(12) {
        0..=2 => edges[0],
        3 | 4 => from_fn(|k| edges[0][k] + edges[1][k]),
        5 | 6 => whole,
        7 => from_fn(|k| query.velocity[k] - query.drift[k]),
        8 => from_fn(|k| if k == 2 { whole[2] } else { 0.0 }),
        9 => times(whole, times_power(1.0, random.integer(-40, 40) as i32)),
        10 if random.below(4) == 0 => [0.0; 3],
        _ => random.vector(-3.0, 3.0),
    };
    axis = times(axis, pick(random, &[1.0, 1.0, -1.0, 2.0, -0.5, 0.25]));
    if query.plane {
        axis[2] = 0.0;
    }
    let s = pick(random, &[0.0, 0.0, 1.0, 1.0, 0.5, 0.25]);
    let center: V = from_fn(|k| query.center[k] - s * axis[k]);
    let axis = match random.below(3) {
        0 => Axis::To(from_fn(|k| center[k] + axis[k])),
        _ => Axis::Along(axis),
    };
    let query = Query { center, mover: Mover::Capsule(axis, radius), ..query };
    let single = query.single.then(|| query.clone().rounded_to_single());
    single.or(Some(query)).filter(Query::is_valid)
}

/// The same query, inflated in one of several ways. Half of them keep the total radius, so contacts
/// remain.
pub fn rounded(random: &mut Random, query: Query) -> Option<Query> {
    let r = query.mover.radius()?;
    let (radius, rounding) = match random.below(6) {
        0 => (0.0, r),
        // The two floats add up to the third without rounding.
        1 | 2 => {
            let high = f64::from_bits(r.to_bits() >> 28 << 28);
            (r - high, high)
        }
        3 => (r, random.integer(0, 3)),
        4 => (r, r * random.between(0.0, 2.0)),
        _ => (r, times_power(r, if random.below(2) == 0 { 60 } else { -60 })),
    };
    let query = Query { mover: query.mover.with_radius(radius), rounding, ..query };
    query.is_valid().then_some(query)
}

/// The shapes that capsules can meet.
pub const SHAPES: [Shape; 6] = [
    Shape::Box,
    Shape::FlatBox,
    Shape::Oriented,
    Shape::Rectangle,
    Shape::Placed,
    Shape::Parallelepiped,
];
