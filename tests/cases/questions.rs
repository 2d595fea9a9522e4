//! The queries beyond first contact, intersection and containment: `questions/*.jsonl`.

use super::answer::Meeting;
use super::files::{ELLIPSOIDS, at_rest, hulls, line, mesh_contact, shapes};
use super::json::{Object, array, string};
use super::meshes::{self, MeshQuery, first_least, scene, squared_distance, time_of};
use super::request::{self, Question, of_target, request, style};
use super::root::Root;
use crate::convex_oracle::families::Shape;
use crate::convex_oracle::{Mover, Position, Query, Real, Target, Time, Truth};

/// A request: its query, the field of its mover, and the mover.
pub fn ask(
    query: &Query,
    name: &str,
    asker: (&str, String),
    target: (&str, Object),
    end: bool,
) -> String {
    let radius = (query.rounding > 0.0).then(|| style(query).number(query.rounding));
    Object::default()
        .with("query", string(name))
        .with_some("scalar", query.single.then(|| string("f32")))
        .with(asker.0, asker.1)
        .with(target.0, target.1.with_some("radius", radius).text())
        .with_some("t_max", request::end(query).filter(|_| end))
        .text()
}

/// The body of a query, with or without its velocity.
pub fn body(query: &Query, moves: bool) -> (&'static str, String) {
    let (name, object) = if moves { request::moving_body(query) } else { request::body(query) };
    (name, object.text())
}

pub fn with_drift<'a>(query: &Query, target: (&'a str, Object)) -> (&'a str, Object) {
    (target.0, request::moving_target(query, target.1))
}

pub fn answer(name: &str, value: String) -> String {
    Object::default().with(name, value).text()
}

pub fn or_null(value: Option<String>) -> String {
    value.unwrap_or_else(|| "null".to_string())
}

/// A request for a part of the first contact: one of its times, or whether there is one.
pub fn told(query: &Query, name: &str, met: Option<&Meeting>, target: (&str, Object)) -> String {
    let format = query.format();
    let number = |x: f64| style(query).number(x);
    let touch = match met.map(|meeting| &meeting.truth) {
        Some(Truth::Contact(touch)) => Some(touch),
        _ => None,
    };
    let value = match name {
        "contact_time" => or_null(touch.map(|t| number(t.time.nearest(&t.at, format)))),
        "time_down" => or_null(touch.map(|t| number(t.time.down(&t.at, format)))),
        "last_time" => or_null(met.and_then(|meeting| meeting.last_time).map(number)),
        "has_contact" => met.is_some().to_string(),
        _ => panic!("{name} is not told"),
    };
    line(ask(query, name, body(query, true), target, true), answer(name, value))
}

/// The names of these queries, which take turns.
pub const TOLD: [&str; 4] = ["contact_time", "time_down", "last_time", "has_contact"];

/// A request whether a body at rest shares a point with some pieces.
pub fn intersects(query: &Query, each: &[Query], target: (&str, Object)) -> String {
    let truth = each.iter().any(|query| scene(query).intersects());
    let request = ask(query, "intersects", body(query, false), target, false);
    line(request, answer("intersects", truth.to_string()))
}

/// The query with the frustum of a box's six planes instead of the box.
pub fn as_frustum(query: &Query) -> Option<Query> {
    let Target::Box { min, max } = &query.target else { return None };
    let normal = |k: usize, x: f64| [0, 1, 2].map(|j| if j == k { x } else { 0.0 });
    let planes = (0..3).flat_map(|k| [[*min, normal(k, -1.0)], [*max, normal(k, 1.0)]]);
    let target = Target::Polytope(planes.collect());
    let is_round = matches!(query.mover, Mover::Sphere(_));
    (is_round && !query.plane).then(|| Query { target, ..query.clone() })
}

/// The target of a query. Six planes are given as a frustum if so requested.
pub fn target_of(query: &Query, is_frustum: bool) -> (&'static str, Object) {
    let (name, object) = of_target(style(query), &query.target);
    (if is_frustum { "frustum" } else { name }, object)
}

/// The same queries; a query of a box occurs once more with a frustum.
fn with_frusta(queries: Vec<Query>) -> Vec<(Query, bool)> {
    let frusta: Vec<_> = queries.iter().filter_map(as_frustum).map(|query| (query, true)).collect();
    queries.into_iter().map(|query| (query, false)).chain(frusta).collect()
}

/// Queries of moving bodies with convex obstacles.
pub fn times() -> Vec<String> {
    const SHAPES: [Shape; 8] = [
        Shape::Box,
        Shape::Oriented,
        Shape::Rectangle,
        Shape::Parallelepiped,
        Shape::Polytope,
        Shape::Polygon,
        ELLIPSOIDS[0],
        ELLIPSOIDS[3],
    ];
    let hulls = hulls(3, |i| (3 - i, i == 1));
    let mut lines = Vec::new();
    let queries = with_frusta([hulls, shapes(&SHAPES, 1)].concat());
    for (i, (query, is_frustum)) in queries.iter().enumerate() {
        let target = || with_drift(query, target_of(query, *is_frustum));
        // Shapes repeat after eight queries, so this index gives each shape every query in turn.
        let meeting = Meeting::of(query);
        lines.push(told(query, TOLD[(i + i / 8) % 4], meeting.met(), target()));
        if *is_frustum {
            let question = Question::FirstContact { more: true, exact: false };
            let request = request(query, question, Some(target_of(query, true)));
            lines.push(line(request, meeting.text(true, false)));
        }
    }
    let ellipsoids = shapes(&ELLIPSOIDS[..2], 4).into_iter();
    for query in ellipsoids.filter(|query| matches!(query.target, Target::Point(_))) {
        let target = with_drift(&query, target_of(&query, false));
        lines.push(told(&query, "has_contact", Meeting::of(&query).met(), target));
    }
    lines
}

/// Queries at rest with convex obstacles: the closest point, the penetration, and containment in a
/// parallelepiped.
pub fn at_rest_questions() -> Vec<String> {
    const SHAPES: [Shape; 6] = [
        Shape::Box,
        Shape::Oriented,
        Shape::Rectangle,
        Shape::Parallelepiped,
        Shape::Polytope,
        Shape::Polygon,
    ];
    let hulls = hulls(3, |i| (3 - i, i == 1));
    let mut lines = Vec::new();
    for (query, is_frustum) in with_frusta([hulls, shapes(&SHAPES, 1)].concat()) {
        let query = &at_rest(&query);
        let style = style(query);
        let target = || target_of(query, is_frustum);
        let position = ("position", style.vector(&query.center));
        lines.push(line(
            ask(query, "closest", position, target(), false),
            answer("closest", or_null(closest(query).map(Object::text))),
        ));
        if is_frustum || matches!(query.target, Target::Point(_)) {
            lines.push(intersects(query, std::slice::from_ref(query), target()));
        }
        lines.push(line(
            ask(query, "penetration", body(query, false), target(), false),
            answer("penetration", Meeting::of(query).penetration()),
        ));
        let is_skew = matches!(query.target, Target::Parallelepiped { .. });
        if is_frustum || is_skew {
            lines.push(containment(query, target()));
        }
        if is_skew || matches!(query.target, Target::Polytope(_)) {
            lines.push(containment_by_planes(query, target()));
        }
    }
    lines
}

fn position_name(position: Position) -> String {
    string(match position {
        Position::Inside => "inside",
        Position::Intersecting => "intersecting",
        Position::Outside => "outside",
    })
}

fn containment(query: &Query, target: (&str, Object)) -> String {
    let request = ask(query, "containment", body(query, false), target, false);
    line(request, answer("containment", position_name(scene(query).side())))
}

/// The containment found plane by plane: a body in front of one of them is outside, a body behind
/// all is inside.
fn containment_by_planes(query: &Query, target: (&str, Object)) -> String {
    let side_of = |i: usize| {
        let mut alone = scene(query);
        alone.path.planes = vec![alone.path.planes[i].clone()];
        alone.side()
    };
    let sides: Vec<Position> = (0..scene(query).path.planes.len()).map(side_of).collect();
    let side = if sides.contains(&Position::Outside) {
        Position::Outside
    } else if sides.contains(&Position::Intersecting) {
        Position::Intersecting
    } else {
        Position::Inside
    };
    let name = "containment_by_planes";
    let request = ask(query, name, body(query, false), target, false);
    line(request, answer(name, position_name(side)))
}

/// Queries of a sphere at rest with a plane and with the half-space behind it.
pub fn of_planes() -> Vec<String> {
    let mut lines = Vec::new();
    for query in shapes(&[Shape::Polytope, Shape::Polygon], 4) {
        let Target::Polytope(planes) = &query.target else { panic!("a polytope has planes") };
        for (i, plane) in planes.iter().take(3).enumerate() {
            let style = style(&query);
            let [point, normal] = plane.each_ref().map(|v| style.vector(v));
            let target = Object::default().with("point", point).with("normal", normal);
            let alone = Query { target: Target::Polytope(vec![*plane]), ..at_rest(&query) };
            let ask = [section, containment, containment_by_planes][i];
            lines.push(ask(&alone, ("plane", target)));
        }
    }
    lines
}

/// The circle is about the point of the plane closest to the centre of the sphere, and its squared
/// radius is the difference of the squares.
fn section(query: &Query, target: (&str, Object)) -> String {
    let Target::Polytope(planes) = &query.target else { panic!("a plane is one of a list") };
    let (style, format, [point, normal]) = (style(query), query.format(), planes[0]);
    // The plane is the intersection of the half-spaces on both sides.
    let both = Target::Polytope(vec![[point, normal], [point, normal.map(|x| -x)]]);
    let scene = scene(&Query { target: both, ..query.clone() });
    let circle = scene.intersects().then(|| {
        let nearest = scene.closest().expect("a plane is not empty");
        let Real::Surd { q, s, exponent, .. } = nearest.distance else {
            panic!("a distance is a root")
        };
        let rest = &scene.radius * &scene.radius * &s * &s - q;
        let radius = Real::Surd { x: 0.into(), y: 1.into(), q: rest, s, exponent };
        let center = nearest.point.each_ref().map(|x| x.nearest(&Time::Start, format));
        let object = Object::default().with("center", style.vector(&center));
        object.with("radius", style.number(radius.nearest(&Time::Start, format))).text()
    });
    let request = ask(query, "section", body(query, false), target, false);
    line(request, answer("section", or_null(circle)))
}

/// The point closest to the centre and its distance. For a capsule, the point closest to its axis
/// and the distance from the capsule. Nothing if there is no point.
pub fn closest(query: &Query) -> Option<Object> {
    let mover = match query.mover {
        Mover::Capsule(..) => query.mover,
        _ => Mover::Sphere(0.0),
    };
    let nearest = scene(&Query { mover, ..query.clone() }).closest()?;
    let (format, style) = (query.format(), style(query));
    let vector =
        |v: &[Real; 3]| style.vector(&v.each_ref().map(|x| x.nearest(&nearest.at, format)));
    let distance = nearest.distance.nearest(&Time::Start, format);
    let object = Object::default()
        .with("point", vector(&nearest.point))
        .with_some("on_axis", nearest.on_axis.as_ref().map(vector));
    Some(object.with("distance", style.number(distance)))
}

/// The body of a query for the closest point: a point at the centre, or a capsule.
pub fn asker_of_closest(query: &Query) -> (&'static str, String) {
    match query.mover {
        Mover::Capsule(..) => body(query, false),
        _ => ("position", style(query).vector(&query.center)),
    }
}

/// All queries of meshes: whether there is a contact, all contacts in order, the overlapping
/// triangles, the closest triangle.
pub fn of_meshes() -> Vec<String> {
    let mut lines = Vec::new();
    for (i, query) in meshes::queries().into_iter().enumerate() {
        let is_sphere = matches!(query.query.mover, Mover::Sphere(_));
        match i % 5 {
            4 => lines.push(told_of_mesh(&query, "contact_time")),
            0 => lines.push(told_of_mesh(&query, "has_contact")),
            1 if is_sphere => lines.extend(all_contacts(&query)),
            2 if is_sphere => lines.push(intersecting(&query)),
            _ => lines.extend(closest_of_mesh(&query)),
        }
    }
    lines
}

/// The triangles that share a point with a body at rest.
pub fn intersecting(query: &MeshQuery) -> String {
    let each = query.each().into_iter().enumerate();
    let touched = each.filter(|(_, query)| scene(&at_rest(query)).intersects());
    let touched = array(touched.map(|(i, _)| i.to_string()));
    let (body, target) = (body(&query.query, false), query.target());
    let request = ask(&query.query, "intersecting", body, target, false);
    line(request, answer("intersecting", touched))
}

pub fn told_of_mesh(query: &MeshQuery, name: &str) -> String {
    told(&query.query, name, query.truth().as_ref(), with_drift(&query.query, query.target()))
}

/// All contacts with a mesh; nothing if a feature has several names.
pub fn all_contacts(query: &MeshQuery) -> Option<String> {
    let each = query.each().into_iter().enumerate();
    let met = each.map(|(i, query)| Meeting { triangle: Some(i), ..Meeting::of(&query) });
    contacts(&query.query, met, with_drift(&query.query, query.target()))
}

/// All contacts of these pieces, by time and then in their order; nothing if a feature has several
/// names.
pub fn contacts(
    query: &Query,
    meetings: impl IntoIterator<Item = Meeting>,
    target: (&str, Object),
) -> Option<String> {
    let mut met: Vec<(Root, String)> = Vec::new();
    for meeting in meetings {
        let time = match &meeting.truth {
            Truth::None => continue,
            Truth::Overlap(touch) | Truth::Contact(touch) => time_of(touch)?,
        };
        let text = meeting.text(false, false);
        if matches!(meeting.truth, Truth::Contact(_)) && !text.contains("\"feature\"") {
            return None;
        }
        met.push((time, text));
    }
    met.sort_by(|a, b| a.0.cmp(&b.0));
    let all = array(met.into_iter().map(|(_, text)| text));
    let request = ask(query, "contacts", body(query, true), target, true);
    Some(line(request, answer("contacts", all)))
}

/// The closest triangle of a mesh, the lowest of several; nothing if there is none.
pub fn closest_of_mesh(query: &MeshQuery) -> Option<String> {
    let each: Vec<Query> = query.each().iter().map(at_rest).collect();
    let i = first_least(each.iter().map(squared_distance))?;
    let place = closest(&each[i])?.with("triangle", i.to_string()).text();
    let asker = asker_of_closest(&query.query);
    let request = ask(&query.query, "closest", asker, query.target(), false);
    Some(line(request, answer("closest", place)))
}

/// All queries with a mesh that is turned and moved.
pub fn of_instances() -> Vec<String> {
    let mut lines = Vec::new();
    for (i, query) in meshes::placed().iter().enumerate() {
        match i % 8 {
            at @ 0..4 => lines.push(told_of_mesh(query, TOLD[at])),
            4 => lines.extend(all_contacts(query)),
            5 => {
                let each: Vec<Query> = query.each().iter().map(at_rest).collect();
                lines.push(intersects(&at_rest(&query.query), &each, query.target()));
            }
            6 => lines.extend(closest_of_mesh(query)),
            _ => {}
        }
        if i % 3 == 0 {
            lines.push(mesh_contact(i, query));
        }
    }
    lines
}
