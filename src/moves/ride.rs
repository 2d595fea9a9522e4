//! With a world that moves, for one step: carried, pushed aside, or crushed.

use super::advance::{beside, last_place, plus};
use super::clip::{along, between, dot, norm, unit};
use super::recover::Middle;
use super::slide::NOWHERE;
use super::world::World;
use crate::contact::Answer;
use crate::shape::{RoundBody, Scalar};
use alloc::vec::Vec;

/// What a moving world has done to a body in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ride<T, const N: usize, F> {
    /// It went along as it should; rounding aside.
    Carried {
        /// Where it then is.
        position: [T; N],
    },
    /// Something was in its way, or pushed it.
    Pushed {
        /// Where it then is.
        position: [T; N],
        /// What it was.
        by: F,
    },
    /// No way out was found. It was not moved, and something runs into it.
    Crushed {
        /// What does.
        by: F,
    },
}

/// So far at most it is pushed, in sizes of the body; the first push, in parts of that, where
/// floats are finer; and so often the last push is halved.
const REACH: f64 = 64.0;
const FIRST: f64 = 1.0 / (1_u64 << 60) as f64;
const HALVES: usize = 40;

/// Along a displacement while the world moves, from time 0 to 1; beside that if something is in the
/// way, else to where it was, or beside that. Each leg is decided exactly, over the whole time.
pub(super) fn ride<T: Scalar, M, W, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: &W,
) -> Ride<T, N, W::Feature>
where
    M: RoundBody<T, N> + Middle<N>,
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

/// The nearest place beside this one to which the leg is free: along the normal of what is in the
/// way, and then away from what is in the way there too.
fn aside<T: Scalar, M, W, const N: usize>(body: &M, place: [T; N], world: &W) -> Option<[T; N]>
where
    M: RoundBody<T, N> + Middle<N>,
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
            match normal_at(beside(place, out, far)) {
                None => return Some(nearest(|by| beside(place, out, by), far, normal_at)),
                Some(Some(normal))
                    if against.is_none_or(|n| dot(&normal, &way) < dot(&n, &way)) =>
                {
                    against = Some(normal);
                }
                Some(_) => {}
            }
            far *= 2.0;
        }
        // Something on the other side: out of both, if there is a way.
        normals.push(against?);
    }
    None
}

/// The nearest free place on the way to one that is.
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
