//! Inflated obstacles with all queries, and blocking hits: `questions/rounded.jsonl`,
//! `questions/entries.jsonl`.

use super::answer::Meeting;
use super::files::{ELLIPSOIDS, at_rest, hulls, line, none, shapes};
use super::json::Object;
use super::meshes::{self, MeshQuery, first_least, scene};
use super::questions::{as_frustum, closest, target_of};
use super::request::{Question, request};
use super::root::Root;
use crate::convex_oracle::families::Shape;
use crate::convex_oracle::{Query, Truth};
use crate::random::Random;

/// The query with an inflated target. The inflation radius is the whole radius, a part of it, or a
/// radius in addition to it.
fn rounded(i: usize, random: &mut Random, query: &Query) -> Option<Query> {
    let r = query.mover.radius()?;
    let high = f64::from_bits(r.to_bits() >> 40 << 40);
    let (radius, rounding) = match i % 4 {
        0 => (0.0, r),
        // Two floats that add up to the radius without rounding.
        1 => (r - high, high),
        2 => (r, random.integer(0, 3)),
        _ => (r, 0.25 * r),
    };
    let query = Query { mover: query.mover.with_radius(radius), rounding, ..query.clone() };
    query.is_valid().then_some(query)
}

const SHAPES: [Shape; 7] = [
    Shape::Box,
    Shape::FlatBox,
    Shape::Oriented,
    Shape::Rectangle,
    Shape::Parallelepiped,
    Shape::Polytope,
    Shape::Polygon,
];

/// All inflated queries: the first contact, the entry, the closest point, the penetration, or
/// whether there is a contact; they take turns.
pub fn all() -> Vec<String> {
    let mut random = Random(70_000);
    let simplices = hulls(5, |i| (1 + i % 3, i % 5 == 4 && i % 3 < 2));
    let queries = [simplices, shapes(&SHAPES, 1)].concat();
    let mut lines = Vec::new();
    for (i, query) in queries.iter().enumerate() {
        let Some(query) = rounded(i / 5, &mut random, query) else { continue };
        lines.push(match i % 5 {
            0 => {
                let question = Question::FirstContact { more: i.is_multiple_of(2), exact: false };
                line(
                    request(&query, question, None),
                    Meeting::of(&query).text(i.is_multiple_of(2), false),
                )
            }
            1 => entry_of(&query, None),
            2 => {
                let query = at_rest(&query);
                let answer =
                    Object::default().with("closest", closest(&query).expect("no point").text());
                line(request(&query, Question::Closest, None), answer.text())
            }
            3 => {
                let query = at_rest(&query);
                let penetration = Meeting::of(&query).penetration();
                let answer = Object::default().with("penetration", penetration);
                line(request(&query, Question::Penetration, None), answer.text())
            }
            _ => {
                let query = at_rest(&query);
                let answer =
                    Object::default().with("intersects", scene(&query).intersects().to_string());
                let question = Question::Intersects { hollow: [false; 2] };
                line(request(&query, question, None), answer.text())
            }
        });
    }
    lines.extend(of_meshes(&mut random));
    lines
}

/// Such queries of inflated meshes.
fn of_meshes(random: &mut Random) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, mesh) in meshes::queries().into_iter().enumerate() {
        let Some(query) = rounded(i, random, &mesh.query) else { continue };
        let mesh = MeshQuery { query, ..mesh };
        if !mesh.is_valid() {
            continue;
        }
        let question = Question::FirstContact { more: true, exact: false };
        let answer = mesh.truth().map_or_else(none, |meeting| meeting.text(true, false));
        lines.push(line(request(&mesh.query, question, Some(mesh.target())), answer));
    }
    lines
}

pub fn entry_of(query: &Query, target: Option<(&str, Object)>) -> String {
    let meeting = Meeting::of(query);
    let answer = if query.enters(&meeting.truth) { meeting.text(false, false) } else { none() };
    line(request(query, Question::FirstEntry { exact: false }, target), answer)
}

/// Blocking hits of all convex shapes and of meshes.
pub fn entries() -> Vec<String> {
    let simplices = hulls(4, |i| (1 + i % 3, i == 3));
    let others = shapes(&[&SHAPES[..], &ELLIPSOIDS[..]].concat(), 1);
    let all = [simplices, others].concat();
    let mut lines: Vec<String> = all.iter().map(|query| entry_of(query, None)).collect();
    for query in all.iter().filter_map(as_frustum) {
        lines.push(entry_of(&query, Some(target_of(&query, true))));
    }
    lines.extend(meshes::queries().iter().chain(&meshes::placed()).map(entry_of_mesh));
    lines
}

pub fn entry_of_mesh(mesh: &MeshQuery) -> String {
    let answer = entered(mesh).map_or_else(none, |met| met.text(false, false));
    line(request(&mesh.query, Question::FirstEntry { exact: false }, Some(mesh.target())), answer)
}

/// The first entered triangle, the lowest of several. An overlap is the overlap of the first
/// contact.
pub fn entered(mesh: &MeshQuery) -> Option<Meeting> {
    let each = mesh.each();
    let mut truths: Vec<Truth> = each.iter().map(|query| scene(query).first_contact()).collect();
    if truths.iter().any(|truth| matches!(truth, Truth::Overlap(_))) {
        return mesh.truth();
    }
    let first = first_least(each.iter().zip(&truths).map(|(query, truth)| match truth {
        Truth::Contact(touch) if query.enters(truth) => Root::of(&touch.time, &touch.at),
        _ => None,
    }))?;
    let truth = truths.swap_remove(first);
    Some(Meeting { truth, triangle: Some(first), ..Meeting::of(&each[first]) })
}
