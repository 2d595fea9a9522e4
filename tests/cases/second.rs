//! Where two oracles can answer, both must give the same answer.

use crate::box_oracle;
use crate::convex_oracle::{Met, Mover, Name, Query, Reply, Target};
use crate::oracle;
use std::array::from_fn;
use tangency::{Answer, BoxFeature, Contact, Overlap, Side};

/// Checks an answer of the oracle for all convex bodies with the oracles for hulls and for
/// axis-aligned boxes.
pub fn agrees(query: &Query) {
    let Mover::Sphere(radius) = query.mover else { return };
    let reply = query.expected();
    let complaint = match &query.target {
        Target::Point(a) => hull(query, radius, &reply, [*a; 3], 1),
        Target::Segment([a, b]) => hull(query, radius, &reply, [*a, *b, *b], 2),
        Target::Triangle(vertices) => hull(query, radius, &reply, *vertices, 3),
        Target::Box { min, max } if query.plane => {
            aligned_box::<2>(query, radius, &reply, min, max)
        }
        Target::Box { min, max } => aligned_box::<3>(query, radius, &reply, min, max),
        _ => Ok(()),
    };
    assert_eq!(complaint, Ok(()), "two oracles differ: {query:?}");
}

fn hull(
    query: &Query,
    radius: f64,
    reply: &Reply,
    vertices: [[f64; 3]; 3],
    corners: usize,
) -> Result<(), String> {
    let same = oracle::Query {
        drift: query.drift,
        t_max: query.t_max,
        plane: query.plane,
        single: query.single,
        ..oracle::Query::new(query.center, radius, query.velocity, vertices).with_corners(corners)
    };
    let expected = same.expected();
    // The oracle for hulls has feature names of its own, and treats a segment in the plane as one
    // without a face.
    let answer = match (reply.met.clone(), expected) {
        (Some(Met::Overlap { center, point, normal, .. }), Answer::Overlap(overlap)) => {
            Answer::Overlap(Overlap::new(center, point, normal, overlap.feature))
        }
        (Some(Met::Contact { time, center, point, normal, approach, .. }), Answer::Contact(c)) => {
            let has_none = radius == 0.0 && corners < 3;
            Answer::Contact(Contact::new(
                time,
                center,
                point,
                normal.filter(|_| !has_none),
                c.feature,
                approach.ok_or("no approach")?,
            ))
        }
        (Some(Met::None), Answer::None) => Answer::None,
        _ => return Err(format!("expected {expected:?}")),
    };
    same.check(&answer, reply.time_down.flatten())
}

fn aligned_box<const D: usize>(
    query: &Query,
    radius: f64,
    reply: &Reply,
    min: &[f64; 3],
    max: &[f64; 3],
) -> Result<(), String> {
    let flat = |v: &[f64; 3]| -> [f64; D] { from_fn(|k| v[k]) };
    let same = box_oracle::Query {
        center: flat(&query.center),
        radius,
        velocity: flat(&query.velocity),
        min: flat(min),
        max: flat(max),
        drift: flat(&query.drift),
        t_max: query.t_max[0].min(query.t_max[1]),
        single: query.single,
    };
    // A flat box has two sides at the same place. The oracle for boxes expects the side where the
    // sphere is.
    let choices = (0..1 << D).map(|choice: usize| {
        let feature = |name: &Name| {
            let Name::Planes(planes) = name else { panic!("planes name the place: {name:?}") };
            let holds = |plane: usize| planes.contains(&(plane as u32));
            let side = |k: usize| match [holds(2 * k), holds(2 * k + 1)] {
                [true, true] if choice >> k & 1 == 1 => Side::Max,
                [true, _] => Side::Min,
                [_, true] => Side::Max,
                _ => Side::Between,
            };
            BoxFeature { sides: from_fn(side) }
        };
        let answer = match &reply.met {
            Some(Met::Overlap { center, point, normal, feature: name }) => Answer::Overlap(
                Overlap::new(flat(center), flat(point), normal.as_ref().map(flat), feature(name)),
            ),
            Some(Met::Contact { time, center, point, normal, feature: name, approach, .. }) => {
                Answer::Contact(Contact::new(
                    *time,
                    flat(center),
                    flat(point),
                    normal.as_ref().map(flat),
                    feature(name),
                    approach.ok_or("no approach")?,
                ))
            }
            _ => Answer::None,
        };
        let (time, time_down) = (reply.contact_time.flatten(), reply.time_down.flatten());
        same.check(&box_oracle::Reply { answer, exact: answer, time, time_down })
    });
    choices.reduce(Result::or).unwrap_or(Ok(()))
}
