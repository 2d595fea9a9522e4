//! Ride: one step with moving platforms, which may carry a body, push it aside, or crush it.

use super::advance::{last_place, plus, point_along};
use super::clip::{along, between, dot, norm, unit};
use super::recover::Middle;
use super::slide::NOWHERE;
use super::world::World;
use crate::contact::Answer;
use crate::shape::{Scalar, Translatable};
use alloc::vec::Vec;

/// The effect of a moving world on a body in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ride<T, const N: usize, F> {
    /// The body moved with the displacement, except for rounding.
    Carried {
        /// The position after the ride.
        position: [T; N],
    },
    /// An obstacle blocked the displacement, or pushed the body.
    Pushed {
        /// The position after the ride.
        position: [T; N],
        /// The feature of that obstacle.
        by: F,
    },
    /// No free position was found. The body was not moved, and an obstacle moves into the body.
    Crushed {
        /// The feature of that obstacle.
        by: F,
    },
}

/// The greatest distance of a push, in sizes of the body; the first distance that is tried, as a
/// fraction of the greatest, unless floats are coarser; and the number of bisections of the last
/// interval of distances.
const REACH: f64 = 64.0;
const FIRST: f64 = 1.0 / (1_u64 << 60) as f64;
const HALVES: usize = 40;

/// Moves a body by a displacement while the world moves, from time 0 to 1. The body moves to the
/// target, or near the target if an obstacle is in the way. If that fails, it stays at the start or
/// moves to a position near it. Each leg is decided exactly, over the whole time.
pub(super) fn ride<T: Scalar, M, W, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: &W,
) -> Ride<T, N, W::Feature>
where
    M: Translatable<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let from = body.place();
    let target: [T; N] = core::array::from_fn(|k| plus(from[k], displacement[k].widen()));
    let by = match world.blocks(&body.leg(target)) {
        Some(Answer::Contact(hit)) => hit.feature,
        Some(Answer::Overlap(overlap)) => return Ride::Crushed { by: overlap.feature },
        Some(Answer::None) | None => return Ride::Carried { position: target },
    };
    let aside = |place| aside(body, place, world);
    let Some(position) = aside(target).or_else(|| aside(from)) else { return Ride::Crushed { by } };
    if norm(&between(&target, &position)) <= NOWHERE * last_place(from.into_iter().chain(target)) {
        Ride::Carried { position }
    } else {
        Ride::Pushed { position, by }
    }
}

/// The nearest position to this one to which the leg is free. It is searched for along the normal
/// of the obstacle in the way, and then also away from further obstacles.
fn aside<T: Scalar, M, W, const N: usize>(body: &M, place: [T; N], world: &W) -> Option<[T; N]>
where
    M: Translatable<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let normal_at = |to| match world.blocks(&body.leg(to))? {
        Answer::Contact(hit) => Some(hit.normal.and_then(|n| unit(n.map(T::widen)))),
        _ => Some(None),
    };
    let Some(first) = normal_at(place) else { return Some(place) };
    let unit_here = last_place(place.into_iter().chain(body.place()));
    let reach = REACH * body.size().max(unit_here);
    let mut normals: Vec<[f64; N]> = first.into_iter().collect();
    for _ in 0..N {
        let sum = normals.iter().fold([0.0; N], |sum, n| along(&sum, n, 1.0));
        let way = unit(sum)?;
        let out = way.map(T::nearest);
        let mut against: Option<[f64; N]> = None;
        let mut far = unit_here.max(FIRST * reach);
        while far <= reach {
            match normal_at(point_along(place, out, far)) {
                None => return Some(nearest(|by| point_along(place, out, by), far, normal_at)),
                Some(Some(normal))
                    if against.is_none_or(|n| dot(&normal, &way) < dot(&n, &way)) =>
                {
                    against = Some(normal);
                }
                Some(_) => {}
            }
            far *= 2.0;
        }
        // An obstacle on the other side is in the way too, so the next direction leads away from
        // both, if possible.
        normals.push(against?);
    }
    None
}

/// The nearest free position, found by bisection between no push and a push of the distance `far`,
/// after which the position is free.
fn nearest<T: Scalar, const N: usize>(
    at: impl Fn(f64) -> [T; N],
    far: f64,
    in_the_way: impl Fn([T; N]) -> Option<Option<[f64; N]>>,
) -> [T; N] {
    let (mut blocked, mut free) = (0.0, far);
    for _ in 0..HALVES {
        let middle = 0.5 * blocked + 0.5 * free;
        if in_the_way(at(middle)).is_none() {
            free = middle;
        } else {
            blocked = middle;
        }
    }
    at(free)
}
