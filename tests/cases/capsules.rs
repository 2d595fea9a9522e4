//! Capsules: `questions/capsules.jsonl`.

use super::files::line;
use super::json::{Object, Style, array, string};
use crate::capsule_oracle::families::{FAMILIES, varied};
use crate::capsule_oracle::{Axis, Met, Query, Scene, Touch, Truth};
use crate::random::Random;
use tangency::{Approach, Feature};

/// The number of cases of each family.
const OF_EACH: usize = 28;

pub fn all() -> Vec<String> {
    let mut random = Random(90_000);
    let mut lines = Vec::new();
    for (_, make) in FAMILIES {
        for _ in 0..OF_EACH {
            let query = make(&mut random);
            let query = varied(&mut random, query);
            lines.push(case(lines.len(), &query));
        }
    }
    lines
}

const QUESTIONS: [&str; 8] = [
    "first_contact",
    "first_contact",
    "first_entry",
    "contact_time",
    "time_down",
    "last_time",
    "has_contact",
    "intersects",
];

/// One of the queries; they take turns.
fn case(i: usize, query: &Query) -> String {
    let name = match QUESTIONS[i % QUESTIONS.len()] {
        // For a capsule without thickness only the time has one right value.
        "first_contact" | "first_entry" if query.is_thin() => "contact_time",
        name => name,
    };
    let still = Query { velocity: [0.0; 3], drift: [0.0; 3], ..*query };
    let query = if name == "intersects" { &still } else { query };
    let reply = query.expected();
    let style = style(query);
    let time = |time: Option<f64>| time.map_or("null".to_string(), |time| style.number(time));
    let answer = Object::default();
    let answer = match name {
        "first_contact" => met(query, &reply.met),
        "first_entry" => met(query, &reply.entry),
        "contact_time" => answer.with(name, time(reply.contact_time)),
        "time_down" => answer.with(name, time(reply.time_down)),
        "last_time" => answer.with(name, time(reply.last_time)),
        _ => answer.with(name, (reply.met != Met::None).to_string()),
    };
    line(request(query, name), answer.text())
}

fn style(query: &Query) -> Style {
    Style { single: query.single, dimension: if query.plane { 2 } else { 3 } }
}

fn request(query: &Query, name: &str) -> String {
    let style = style(query);
    let moves = name != "intersects";
    let velocity = |v: &[f64; 3]| {
        let is_there = moves && v.iter().any(|x| x.to_bits() != 0);
        is_there.then(|| style.vector(v))
    };
    let (axis, way) = match &query.axis {
        Axis::To(b) => ("b", b),
        Axis::Along(axis) => ("axis", axis),
    };
    let capsule = Object::default()
        .with("a", style.vector(&query.a))
        .with(axis, style.vector(way))
        .with("radius", style.number(query.radius))
        .with_some("velocity", velocity(&query.velocity));
    let [a, b, _] = &query.vertices;
    let (kind, target) = match query.corners {
        1 => ("point", Object::default().with("position", style.vector(a))),
        2 => ("segment", Object::default().with("a", style.vector(a)).with("b", style.vector(b))),
        _ => {
            let vertices = array(query.vertices.iter().map(|vertex| style.vector(vertex)));
            ("triangle", Object::default().with("vertices", vertices))
        }
    };
    let target = target
        .with_some("velocity", velocity(&query.drift))
        .with_some("radius", (query.rounding > 0.0).then(|| style.number(query.rounding)));
    Object::default()
        .with("query", string(name))
        .with_some("scalar", query.single.then(|| string("f32")))
        .with("capsule", capsule.text())
        .with(kind, target.text())
        .with_some("t_max", (moves && query.end().is_finite()).then(|| style.number(query.end())))
        .text()
}

/// The feature, if it has only one name.
fn feature(query: &Query) -> Option<Feature> {
    match Scene::new(query).first_contact() {
        Truth::Contact(Touch { features, .. }) if features.len() == 1 => Some(features[0]),
        _ => None,
    }
}

fn met(query: &Query, met: &Met) -> Object {
    let style = style(query);
    let or_null = |v: &Option<[f64; 3]>| v.as_ref().map_or("null".to_string(), |v| style.vector(v));
    match met {
        Met::None => Object::default().with("status", string("none")),
        Met::Overlap { center, point, normal, .. } => Object::default()
            .with("status", string("overlap"))
            .with("time", style.number(0.0))
            .with("center", style.vector(center))
            .with("point", style.vector(point))
            .with("normal", or_null(normal)),
        Met::Contact { time, center, point, other_point, normal, approach, .. } => {
            let named = feature(query).map(|feature| match feature {
                Feature::Vertex(i) => Object::default()
                    .with("kind", string("vertex"))
                    .with("index", i.to_string())
                    .text(),
                Feature::Edge(i) => Object::default()
                    .with("kind", string("edge"))
                    .with("index", i.to_string())
                    .text(),
                Feature::Face => Object::default().with("kind", string("face")).text(),
            });
            let approach = approach.map(|approach| match approach {
                Approach::Approaching => string("approaching"),
                Approach::Sliding => string("sliding"),
                Approach::Parting => string("parting"),
            });
            Object::default()
                .with("status", string("contact"))
                .with("time", style.number(*time))
                .with("center", style.vector(center))
                .with("point", style.vector(point))
                .with("normal", or_null(normal))
                .with("other_point", or_null(other_point))
                .with_some("feature", named)
                .with_some("approach", approach)
        }
    }
}
