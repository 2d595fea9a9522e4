//! Motions between two points, and from point to point: `questions/legs.jsonl`.
//!
//! The velocity of a leg is the difference of its ends, which the oracle has as a rational. For a
//! path, the oracle gets each leg.

use super::answer::Meeting;
use super::files::{ELLIPSOIDS, first_contact, hulls, line, mesh_contact, none, shapes};
use super::json::{Object, array};
use super::meshes::{self, MeshQuery};
use super::questions::{TOLD, all_contacts, ask, target_of, told, told_of_mesh, with_drift};
use super::request::{Question, body, known_by, request, style};
use super::rounded::{entered, entry_of, entry_of_mesh};
use crate::convex_oracle::capsules::{self, capsule, rounded};
use crate::convex_oracle::families::Shape;
use crate::convex_oracle::legs::between;
use crate::convex_oracle::{Axis, Mover, Query, Target, Truth};
use crate::random::Random;
use std::array::from_fn;

type V = [f64; 3];

const SHAPES: [Shape; 7] = [
    Shape::Box,
    Shape::FlatBox,
    Shape::Oriented,
    Shape::Rectangle,
    Shape::Parallelepiped,
    Shape::Polytope,
    Shape::Polygon,
];

pub fn all() -> Vec<String> {
    [convex(), of_meshes(), along_convex(), along_meshes()].concat()
}

// ---- between two points ----

/// The same query with motions between points: the body starts at its centre, the obstacle at its
/// reference point, or either at any point. `None` if neither motion can be given so.
pub fn leg(random: &mut Random, query: &Query) -> Option<Query> {
    let mut query = query.clone();
    let start = match random.below(4) {
        0 => [0.0; 3],
        1 => known_by(&query.target).unwrap_or([0.0, 2.0, 0.0]),
        2 => random.integers(-9, 9).map(|x| x / 4.0),
        _ => random.vector(-20.0, 20.0),
    };
    let from = if random.below(6) == 0 { [0.0; 3] } else { query.center };
    if random.below(8) == 0 {
        // The motion has length zero.
        query.velocity = [0.0; 3];
    }
    let mut leg = between(random, query, [from, start]);
    let longer = [1.0, 16.0][random.below(2) as usize];
    for (origin, end) in leg.origins.iter().zip([longer, 1.0]).zip(&mut leg.t_max) {
        let (is_leg, &end_of_leg) = (*origin.0 != [0.0; 3], &origin.1);
        if is_leg && end.is_infinite() {
            *end = end_of_leg;
        }
    }
    if leg.origins[1] != [0.0; 3] {
        leg.t_max[1] = 1.0;
    }
    (leg.origins != [[0.0; 3]; 2] && leg.is_valid()).then_some(leg)
}

/// The first such query with a contact; every fourth query need not have one.
fn mostly_met(random: &mut Random, i: usize, query: &Query) -> Option<Query> {
    let draws = (0..if i % 4 == 3 { 1 } else { 6 }).filter_map(|_| leg(random, query));
    let draws: Vec<Query> = draws.collect();
    let met = draws.iter().find(|query| Meeting::of(query).met().is_some());
    met.or(draws.first()).cloned()
}

/// The query with an axis; every third is also inflated.
fn with_axis(random: &mut Random, i: usize, query: Query) -> Option<Query> {
    let query = capsule(random, query)?;
    let changed = if i % 3 == 2 { rounded(random, query.clone()) } else { None };
    Some(changed.unwrap_or(query))
}

/// The index of the choice for query `i`. Hulls come in threes, where a point, a segment and a
/// triangle have the same positions, so the choices shift by one for each three.
fn turn(i: usize) -> usize {
    (i + i / 3) % 3
}

fn convex() -> Vec<String> {
    let mut random = Random(94_000);
    let all = [&SHAPES[..], &ELLIPSOIDS].concat();
    let round = [hulls(3, |i| (3 - i, i == 1)), shapes(&all, 1)].concat();
    let but_placed: Vec<Shape> =
        capsules::SHAPES.into_iter().filter(|shape| *shape != Shape::Placed).collect();
    let long = [hulls(3, |i| (3 - i, i == 1)), shapes(&but_placed, 1)].concat();
    let mut lines = Vec::new();
    for (i, query) in round.iter().step_by(2).enumerate() {
        lines.extend(mostly_met(&mut random, i, query).map(|query| question(lines.len(), &query)));
    }
    for (i, query) in long.into_iter().enumerate().filter(|(i, _)| turn(*i) != 2) {
        let Some(query) = with_axis(&mut random, i, query) else { continue };
        lines.extend(mostly_met(&mut random, i, &query).map(|query| question(lines.len(), &query)));
    }
    lines
}

/// One of the queries; they take turns.
fn question(i: usize, query: &Query) -> String {
    let is_capsule = matches!(query.mover, Mover::Capsule(..));
    match i % 8 {
        at @ 0..4 => told_of(query, TOLD[at]),
        // For a capsule without thickness only the time has one right value.
        _ if is_capsule && query.is_thin() => told_of(query, TOLD[0]),
        4 | 5 if query.rounding == 0.0 => {
            let meeting = Meeting::of(query);
            let met = meeting.met().is_some().then_some(meeting);
            first_contact(i, query, met, target_of(query, false))
        }
        4 | 5 => {
            let question = Question::FirstContact { more: true, exact: false };
            line(request(query, question, None), Meeting::of(query).text(true, false))
        }
        _ => entry_of(query, None),
    }
}

fn told_of(query: &Query, name: &str) -> String {
    let target = with_drift(query, target_of(query, false));
    told(query, name, Meeting::of(query).met(), target)
}

/// Queries of meshes, with a target that gives the reference point.
fn meshes() -> impl Iterator<Item = MeshQuery> {
    meshes::queries().into_iter().step_by(4).chain(meshes::placed().into_iter().step_by(4)).map(
        |mesh| {
            let target = match mesh.placement {
                Some(_) => mesh.each().swap_remove(0).target,
                None => Target::Polytope(Vec::new()),
            };
            MeshQuery { query: Query { target, ..mesh.query.clone() }, ..mesh }
        },
    )
}

fn of_meshes() -> Vec<String> {
    let mut random = Random(94_100);
    let mut lines = Vec::new();
    for (i, mesh) in meshes().enumerate() {
        let own = &mesh.query;
        let long = if i % 2 == 0 { capsule(&mut random, own.clone()) } else { None };
        let Some(query) = leg(&mut random, long.as_ref().unwrap_or(own)) else { continue };
        let mesh = MeshQuery { query, ..mesh };
        if !mesh.is_valid() {
            continue;
        }
        match i % 7 {
            at @ 0..4 => lines.push(told_of_mesh(&mesh, TOLD[at])),
            _ if mesh.query.is_thin() => lines.push(told_of_mesh(&mesh, TOLD[0])),
            4 => lines.extend(all_contacts(&mesh)),
            5 => lines.push(entry_of_mesh(&mesh)),
            _ => lines.push(mesh_contact(i, &mesh)),
        }
    }
    lines
}

// ---- from point to point ----

/// The legs of a path through the start of a query, so that a contact there is at a point of the
/// path, followed by the motion of the query. The obstacle is at rest, or starts again with each
/// leg. `None` if the numbers are too large for that.
pub fn path(random: &mut Random, query: &Query) -> Option<Vec<Query>> {
    let there = query.center;
    let plus = |a: V, b: V| -> V { from_fn(|k| a[k] + b[k]) };
    let past = plus(there, query.velocity);
    let before = match random.below(3) {
        0 => from_fn(|k| there[k] - query.velocity[k]),
        1 => plus(there, random.integers(-4, 4)),
        _ => plus(there, random.vector(-4.0, 4.0)),
    };
    let last = match random.below(3) {
        0 => there,
        1 => before,
        _ => random.integers(-4, 4),
    };
    let mut points = vec![before, there, past, last];
    if random.below(4) == 0 {
        points.remove(0);
    }
    if random.below(3) == 0 {
        // One leg has length zero.
        let i = random.below(points.len() as u64) as usize;
        points.insert(i, points[i]);
    }
    let mover = match query.mover {
        Mover::Capsule(Axis::To(b), radius) => {
            Mover::Capsule(Axis::Along(from_fn(|k| b[k] - there[k])), radius)
        }
        mover => mover,
    };
    let (drift, start, end) = match random.below(6) {
        0 => (query.drift, [0.0; 3], f64::INFINITY),
        1 => {
            let start = random.integers(-9, 9).map(|x| x / 4.0);
            (plus(query.drift, start), start, 1.0)
        }
        _ => ([0.0; 3], [0.0; 3], f64::INFINITY),
    };
    let flat = |point: V| if query.plane { [point[0], point[1], 0.0] } else { point };
    let legs = points.windows(2).map(|ends| {
        let (center, velocity) = (flat(ends[0]), flat(ends[1]));
        let (drift, origins, t_max) = (flat(drift), [center, flat(start)], [1.0, end]);
        let leg = Query { center, mover, velocity, drift, origins, t_max, ..query.clone() };
        if leg.single { leg.rounded_to_single() } else { leg }
    });
    let legs: Vec<Query> = legs.collect();
    legs.iter().all(Query::is_valid).then_some(legs)
}

/// The query of a path, and its answer. Every third is a `first_entry`.
pub fn along(
    i: usize,
    legs: &[Query],
    target: (&str, Object),
    met: impl Fn(&Query) -> Option<Meeting>,
    entered: impl Fn(&Query) -> Option<Meeting>,
) -> String {
    let last = legs.len() - 1;
    let is_first_entry = i % 3 == 2;
    let found = legs.iter().enumerate().find_map(|(i, leg)| {
        let meeting = if is_first_entry { entered(leg)? } else { met(leg)? };
        // A contact exactly at the end of a leg blocks the next leg, if there is one. For a radius
        // of zero it blocks the leg itself.
        let is_passed = is_first_entry && i < last && !leg.is_thin() && is_at_end(&meeting);
        (!is_passed).then_some(Meeting { leg: Some(i), ..meeting })
    });
    let name = if is_first_entry { "first_entry" } else { "first_contact" };
    let (asker, body) = body(&as_given(&legs[0]));
    let points = array(legs.iter().map(|leg| style(leg).vector(&leg.velocity)));
    let asker = (asker, body.with("path", points).text());
    let request = ask(&legs[0], name, asker, target, false);
    line(request, found.map_or_else(none, |meeting| meeting.text(false, false)))
}

fn is_at_end(meeting: &Meeting) -> bool {
    match &meeting.truth {
        Truth::Contact(touch) => touch.time.cmp(&touch.at, 1, 0).is_eq(),
        _ => false,
    }
}

/// The query with a capsule given by its ends, if their difference is a float.
fn as_given(query: &Query) -> Query {
    let Mover::Capsule(Axis::Along(axis), radius) = query.mover else { return query.clone() };
    let b: V = from_fn(|k| query.center[k] + axis[k]);
    let is_whole = |x: &f64| (x * 1024.0).fract() == 0.0 && x.abs() < 1024.0;
    let ends = Query { mover: Mover::Capsule(Axis::To(b), radius), ..query.clone() };
    let is_exact = query.center.iter().chain(&axis).all(is_whole);
    if is_exact && ends.is_valid() { ends } else { query.clone() }
}

fn along_convex() -> Vec<String> {
    let mut random = Random(94_300);
    let all = [&SHAPES[..], &ELLIPSOIDS].concat();
    let queries = [hulls(3, |i| (3 - i, i == 1)), shapes(&all, 1)].concat();
    let mut lines = Vec::new();
    for (i, query) in queries.into_iter().enumerate() {
        if turn(i) == 0 {
            continue;
        }
        let meets_capsules =
            !matches!(query.target, Target::Polytope(_) | Target::Parallelepiped { .. });
        let long = if turn(i) == 1 && meets_capsules {
            with_axis(&mut random, i / 3, query.clone())
        } else {
            None
        };
        let Some(legs) = path(&mut random, &long.unwrap_or(query)) else { continue };
        let is_capsule = matches!(legs[0].mover, Mover::Capsule(..));
        if is_capsule && legs[0].is_thin() {
            continue;
        }
        let met = |leg: &Query| {
            let meeting = Meeting::of(leg);
            meeting.met().is_some().then_some(meeting)
        };
        let entered = |leg: &Query| met(leg).filter(|meeting| leg.enters(&meeting.truth));
        lines.push(along(
            lines.len(),
            &legs,
            with_drift(&legs[0], target_of(&legs[0], false)),
            met,
            entered,
        ));
    }
    lines
}

fn along_meshes() -> Vec<String> {
    let mut random = Random(94_400);
    let mut lines = Vec::new();
    for (i, mesh) in meshes().enumerate() {
        let own = &mesh.query;
        let long = if i % 2 == 0 { capsule(&mut random, own.clone()) } else { None };
        let Some(legs) = path(&mut random, long.as_ref().unwrap_or(own)) else { continue };
        let on_leg = |leg: &Query| MeshQuery { query: leg.clone(), ..mesh.clone() };
        let is_thin = matches!(legs[0].mover, Mover::Capsule(..)) && legs[0].is_thin();
        if is_thin || !legs.iter().all(|leg| on_leg(leg).is_valid()) {
            continue;
        }
        let met = |leg: &Query| on_leg(leg).truth();
        let entered = |leg: &Query| entered(&on_leg(leg));
        lines.push(along(lines.len(), &legs, with_drift(&legs[0], mesh.target()), met, entered));
    }
    lines
}
