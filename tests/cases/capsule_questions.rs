//! Capsules and boxes, meshes and scenes, and queries at rest of simplices: more of
//! `questions/capsules.jsonl`.

use super::answer::Meeting;
use super::files::{at_rest, hulls, line, mesh_contact};
use super::json::Object;
use super::meshes::{self, MeshQuery};
use super::questions::{
    TOLD, all_contacts, answer, ask, asker_of_closest, body, closest, closest_of_mesh,
    intersecting, intersects, or_null, target_of, told, told_of_mesh, with_drift,
};
use super::request::{Question, request};
use super::rounded::{entry_of, entry_of_mesh};
use super::scenes;
use crate::convex_oracle::capsules::{SHAPES, capsule, rounded};
use crate::convex_oracle::families::{FAMILIES, Shape};
use crate::convex_oracle::{Mover, Query};
use crate::random::Random;
use std::slice;

pub fn all() -> Vec<String> {
    [simplices(), convex(), of_meshes(), scenes::of_capsules()].concat()
}

/// A query of a capsule; every fourth is inflated, and every third has a contact.
fn drawn(random: &mut Random, i: usize, mut make: impl FnMut(&mut Random) -> Query) -> Query {
    loop {
        let query = make(random);
        let Some(mut query) = capsule(random, query) else { continue };
        if i % 4 == 3 {
            query = rounded(random, query.clone()).unwrap_or(query);
        }
        if !i.is_multiple_of(3) || Meeting::of(&query).met().is_some() {
            return query;
        }
    }
}

fn simplices() -> Vec<String> {
    let mut random = Random(92_000);
    let mut lines = Vec::new();
    for (i, query) in hulls(5, |i| (1 + i % 3, i % 5 == 4 && i % 3 < 2)).iter().enumerate() {
        let Some(query) = capsule(&mut random, query.clone()) else { continue };
        let query = match i % 4 {
            3 => rounded(&mut random, query.clone()).unwrap_or(query),
            _ => query,
        };
        lines.push(if i.is_multiple_of(2) { closest_of(&query) } else { penetration(&query) });
    }
    lines
}

fn convex() -> Vec<String> {
    let shapes = SHAPES.into_iter().filter(|shape| *shape != Shape::Placed);
    let mut lines = Vec::new();
    for (s, shape) in shapes.enumerate() {
        for (i, (_, make)) in FAMILIES.into_iter().enumerate() {
            let mut random = Random(92_100 + (s * 100 + i) as u64);
            for j in 0..3 {
                let query = drawn(&mut random, j, |random| make(random, shape));
                lines.push(question(3 * i + j + s, &query));
            }
        }
    }
    lines
}

/// One of the queries; they take turns.
fn question(i: usize, query: &Query) -> String {
    match i % 10 {
        at @ 0..4 => told_of(query, TOLD[at]),
        // For a capsule without thickness only the time has one right value.
        4..7 if query.is_thin() => told_of(query, TOLD[0]),
        at @ (4 | 5) => {
            let (more, exact) = (at == 4, false);
            let question = Question::FirstContact { more, exact };
            line(request(query, question, None), Meeting::of(query).text(more, exact))
        }
        6 => entry_of(query, None),
        7 => penetration(query),
        8 => closest_of(query),
        _ => {
            let query = &at_rest(query);
            intersects(query, slice::from_ref(query), target_of(query, false))
        }
    }
}

fn told_of(query: &Query, name: &str) -> String {
    let target = with_drift(query, target_of(query, false));
    told(query, name, Meeting::of(query).met(), target)
}

fn closest_of(query: &Query) -> String {
    let query = &at_rest(query);
    let request = ask(query, "closest", asker_of_closest(query), target_of(query, false), false);
    line(request, answer("closest", or_null(closest(query).map(Object::text))))
}

fn penetration(query: &Query) -> String {
    let query = &at_rest(query);
    let request = ask(query, "penetration", body(query, false), target_of(query, false), false);
    line(request, answer("penetration", Meeting::of(query).penetration()))
}

/// Queries of meshes, both unplaced and placed.
fn of_meshes() -> Vec<String> {
    let mut random = Random(92_900);
    let spheres =
        meshes::queries().into_iter().filter(|mesh| matches!(mesh.query.mover, Mover::Sphere(_)));
    let mut lines = Vec::new();
    for (i, mesh) in spheres.chain(meshes::placed()).enumerate() {
        let Some(mut query) = capsule(&mut random, mesh.query.clone()) else { continue };
        if i % 4 == 3 {
            query = rounded(&mut random, query.clone()).unwrap_or(query);
        }
        let mesh = MeshQuery { query, ..mesh };
        if !mesh.is_valid() {
            continue;
        }
        match i % 11 {
            at @ 0..4 => lines.push(told_of_mesh(&mesh, TOLD[at])),
            // These queries are of unplaced meshes.
            4 if mesh.placement.is_none() && mesh.query.rounding == 0.0 => {
                lines.push(intersecting(&mesh));
            }
            4 | 5 => {
                let each: Vec<Query> = mesh.each().iter().map(at_rest).collect();
                lines.push(intersects(&at_rest(&mesh.query), &each, mesh.target()));
            }
            6 => lines.extend(closest_of_mesh(&mesh)),
            _ if mesh.query.is_thin() => lines.push(told_of_mesh(&mesh, TOLD[0])),
            7 => lines.extend(all_contacts(&mesh)),
            8 => lines.push(entry_of_mesh(&mesh)),
            // The exact numbers of inflated meshes are long.
            _ if mesh.query.rounding > 0.0 => lines.push(told_of_mesh(&mesh, TOLD[1])),
            _ => lines.push(mesh_contact(i, &mesh)),
        }
    }
    lines
}
