//! A convex body at one position after another, and the judge of its legs by integers.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use crate::convex_mover_oracle::{Body, Core, Motion, Request};
use crate::levels::Triangles;
use crate::move_oracle::are_certainly_parted;

/// A body of the oracle at the position at which it is given, its reference point there, and the
/// radius.
#[derive(Clone, Debug)]
pub struct Moved {
    pub core: Core,
    pub place: [f64; 3],
    pub radius: f64,
}

impl Moved {
    /// The body at another position, or none if a corner there is no float.
    pub fn at(&self, to: [f64; 3]) -> Option<Core> {
        let by = |p: &[f64; 3]| -> Option<[f64; 3]> {
            let mut moved = [0.0; 3];
            for k in 0..3 {
                // The sum `p + (to − place)` without a rounding error, or none.
                let shift = exact_sum(to[k], -self.place[k]);
                let (sum, rest) =
                    (shift.and_then(|x| exact_sum(p[k], x)), exact_sum(p[k], -self.place[k]));
                moved[k] = sum.or_else(|| rest.and_then(|x| exact_sum(to[k], x)))?;
            }
            Some(moved)
        };
        Some(match &self.core {
            // Their corners are made of the centre, which is the position.
            Core::Oriented { half, rotation, .. } => {
                Core::Oriented { center: to, half: *half, rotation: *rotation }
            }
            Core::Sheared { edges, .. } => Core::Sheared { center: to, edges: *edges },
            Core::Aligned { min, max } => Core::Aligned { min: by(min)?, max: by(max)? },
            Core::Hull(points) => Core::Hull(points.iter().map(by).collect::<Option<_>>()?),
            Core::MovedHull { points, .. } => Core::MovedHull { points: points.clone(), place: to },
            other => panic!("{other:?} is not moved here"),
        })
    }
}

/// A sum of two floats, if it is a float.
pub fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    let other = sum - a;
    ((a - (sum - other)) + (b - other) == 0.0).then_some(sum)
}

/// Corners of a core in floats, maybe rounded.
pub fn corners(core: &Core) -> Vec<[f64; 3]> {
    let signs = (0..8).map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }));
    match core {
        Core::Hull(points) => points.clone(),
        Core::MovedHull { points, place } => {
            let moved = |p: &[f64; 3]| [0, 1, 2].map(|k| p[k] + (place[k] - points[0][k]));
            points.iter().map(moved).collect()
        }
        Core::Aligned { min, max } => signs
            .map(|s| std::array::from_fn(|k| if s[k] > 0.0 { max[k] } else { min[k] }))
            .collect(),
        Core::Sheared { center, edges } => signs
            .map(|s| {
                std::array::from_fn(|k| {
                    center[k] + (0..3).map(|i| 0.5 * s[i] * edges[i][k]).sum::<f64>()
                })
            })
            .collect(),
        Core::Oriented { center, half, rotation: [x, y, z, w] } => signs
            .map(|s| {
                let local: [f64; 3] = std::array::from_fn(|k| s[k] * half[k]);
                let n = x * x + y * y + z * z + w * w;
                let rows = [
                    [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
                    [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
                    [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
                ];
                std::array::from_fn(|k| {
                    center[k] + (0..3).map(|i| rows[k][i] * local[i]).sum::<f64>() / n
                })
            })
            .collect(),
        other => panic!("{other:?} is not moved here"),
    }
}

/// The counts of many moves.
#[derive(Debug, Default)]
pub struct Tally {
    pub moves: usize,
    pub legs: usize,
    pub blocked: usize,
    pub judged_by_integers: usize,
    /// Legs from or to positions at which a corner is no float.
    pub not_judged: usize,
}

/// Checks that a leg enters no triangle.
pub fn judge(body: &Moved, from: [f64; 3], to: [f64; 3], triangles: &Triangles, tally: &mut Tally) {
    let (Some(core), Some(end)) = (body.at(from), body.at(to)) else {
        tally.not_judged += 1;
        return;
    };
    let swept: Vec<[f64; 3]> = [corners(&core), corners(&end)].concat();
    for triangle in triangles {
        if are_certainly_parted(&swept, triangle, [body.radius, 0.0]) {
            continue;
        }
        tally.judged_by_integers += 1;
        let request = Request {
            mover: Body {
                core: core.clone(),
                radius: body.radius,
                motion: Motion::Between(from, to),
            },
            obstacle: Body {
                core: Core::Triangle(*triangle),
                radius: 0.0,
                motion: Motion::Velocity([0.0; 3]),
            },
            t_max: [1.0, 1.0],
            plane: false,
            single: false,
        };
        assert!(!request.enters_before_end(), "{request:?}");
    }
}
