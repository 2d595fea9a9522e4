//! A query as a request of the protocol.

use super::json::{Object, Style, array, string};
use crate::convex_oracle::{Axis, Mover, Query, Target};

/// The kind of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    FirstContact {
        more: bool,
        exact: bool,
    },
    /// Whether two bodies share a point. The moving body and the box may be surfaces only.
    Intersects {
        hollow: [bool; 2],
    },
    Side,
    FirstEntry {
        exact: bool,
    },
    /// The point closest to the centre.
    Closest,
    Penetration,
}

pub fn style(query: &Query) -> Style {
    Style { single: query.single, dimension: if query.plane { 2 } else { 3 } }
}

/// The mover without its motion.
pub fn body(query: &Query) -> (&'static str, Object) {
    let style = style(query);
    let at = |name| Object::default().with(name, style.vector(&query.center));
    match &query.mover {
        Mover::Sphere(radius) => ("sphere", at("center").with("radius", style.number(*radius))),
        Mover::Ellipsoid(radii) => ("ellipsoid", at("center").with("radii", style.vector(radii))),
        Mover::Capsule(axis, radius) => {
            let object = match axis {
                Axis::To(b) => at("a").with("b", style.vector(b)),
                Axis::Along(axis) => at("a").with("axis", style.vector(axis)),
            };
            ("capsule", object.with("radius", style.number(*radius)))
        }
    }
}

/// The motion: a velocity, or two points. The first point is left out if it equals `begin`.
pub fn on_way(
    style: Style,
    object: Object,
    [to, from]: [&[f64; 3]; 2],
    begin: Option<[f64; 3]>,
) -> Object {
    if *from == [0.0; 3] {
        return object.with("velocity", style.vector(to));
    }
    let from = (begin != Some(*from)).then(|| style.vector(from));
    object.with_some("from", from).with("to", style.vector(to))
}

/// The mover with its motion.
pub fn moving_body(query: &Query) -> (&'static str, Object) {
    let (name, object) = body(query);
    let way = [&query.velocity, &query.origins[0]];
    (name, on_way(style(query), object, way, Some(query.center)))
}

/// The target with its motion.
pub fn moving_target(query: &Query, object: Object) -> Object {
    let way = [&query.drift, &query.origins[1]];
    on_way(style(query), object, way, known_by(&query.target))
}

/// The reference point of a target, if it has one.
pub fn known_by(target: &Target) -> Option<[f64; 3]> {
    match target {
        Target::Point(p) => Some(*p),
        Target::Segment([a, _]) | Target::Triangle([a, ..]) => Some(*a),
        Target::Box { min, .. } => Some(*min),
        Target::Oriented { center, .. } | Target::Parallelepiped { center, .. } => Some(*center),
        Target::Placed { translation, .. } => Some(*translation),
        Target::Polytope(_) => None,
    }
}

/// The end time of the motion, unless it is the default.
pub fn end(query: &Query) -> Option<String> {
    let end = query.t_max[0].min(query.t_max[1]);
    let is_leg = query.origins != [[0.0; 3]; 2];
    let unsaid = if is_leg { 1.0 } else { f64::INFINITY };
    (end.to_bits() != unsaid.to_bits()).then(|| style(query).number(end))
}

/// The text of a request; a mesh or a scene may replace the target.
pub fn request(query: &Query, question: Question, whole: Option<(&str, Object)>) -> String {
    let style = style(query);
    let (name, moves, hollow, [more, exact]) = match question {
        Question::FirstContact { more, exact } => {
            ("first_contact", true, [false; 2], [more, exact])
        }
        Question::Intersects { hollow } => ("intersects", false, hollow, [false; 2]),
        Question::Side => ("containment", false, [false; 2], [false; 2]),
        Question::FirstEntry { exact } => ("first_entry", true, [false; 2], [false, exact]),
        Question::Closest => ("closest", false, [false; 2], [false; 2]),
        Question::Penetration => ("penetration", false, [false; 2], [false; 2]),
    };
    let flag = |set: bool| set.then(|| "true".to_string());
    // A velocity of zeros may be left out, except if a zero has a minus sign.
    let is_said = |i: usize, v: &[f64; 3]| {
        moves && v.iter().chain(&query.origins[i]).any(|x| x.to_bits() != 0)
    };
    let (mover, body) = if is_said(0, &query.velocity) { moving_body(query) } else { body(query) };
    let body = body.with_some("hollow", flag(hollow[0]));
    let (kind, target) = whole.unwrap_or_else(|| of_target(style, &query.target));
    let target = if is_said(1, &query.drift) { moving_target(query, target) } else { target };
    let target = target.with_some("hollow", flag(hollow[1]));
    let rounding = query.rounding;
    let target = target.with_some("radius", (rounding > 0.0).then(|| style.number(rounding)));
    // A point has a position and no radius.
    let (mover, body) = match question {
        Question::Closest if mover != "capsule" => ("position", style.vector(&query.center)),
        _ => (mover, body.text()),
    };
    Object::default()
        .with("query", string(name))
        .with_some("scalar", query.single.then(|| string("f32")))
        .with(mover, body)
        .with(kind, target.text())
        .with_some("t_max", end(query).filter(|_| moves))
        .with_some("more", flag(more))
        .with_some("exact", flag(exact))
        .text()
}

pub fn of_target(style: Style, target: &Target) -> (&'static str, Object) {
    let vector = |v: &[f64; 3]| style.vector(v);
    let object = Object::default();
    match target {
        Target::Point(p) => ("point", object.with("position", vector(p))),
        Target::Segment([a, b]) => ("segment", object.with("a", vector(a)).with("b", vector(b))),
        Target::Triangle(vertices) => {
            ("triangle", object.with("vertices", array(vertices.iter().map(vector))))
        }
        Target::Box { min, max } => {
            ("box", object.with("min", vector(min)).with("max", vector(max)))
        }
        Target::Oriented { center, half_extents, rotation } => {
            let rotation = &rotation[if style.dimension == 2 { 2 } else { 0 }..];
            let object = object
                .with("center", vector(center))
                .with("half_extents", vector(half_extents))
                .with("rotation", style.numbers(rotation));
            ("oriented_box", object)
        }
        Target::Parallelepiped { center, edges } => {
            let edges = array(edges.iter().map(vector));
            ("parallelepiped", object.with("center", vector(center)).with("edges", edges))
        }
        Target::Polytope(planes) => {
            let plane = |[point, normal]: &[[f64; 3]; 2]| {
                let plane = Object::default().with("point", vector(point));
                plane.with("normal", vector(normal)).text()
            };
            ("polytope", object.with("planes", array(planes.iter().map(plane))))
        }
        Target::Placed { .. } => panic!("a triangle of a placed mesh has no name of its own"),
    }
}
