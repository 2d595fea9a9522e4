//! The questions beyond first contact, intersection and containment: `questions/*.jsonl`.

use super::answer::Meeting;
use super::files::{ELLIPSOIDS, at_rest, hulls, line, shapes};
use super::json::{Object, Style, array, string};
use super::meshes::{self, MeshQuery, first_least, scene, squared_distance};
use super::request::{of_mesh, of_target, style};
use super::root::Root;
use crate::convex_oracle::families::Shape;
use crate::convex_oracle::{Mover, Position, Query, Target, Time, Truth};
use crate::overlap_oracle::{Integers, Query as Pair, Radii};
use crate::random::Random;

/// A question, the field in which it says who asks, and that.
fn ask(
    query: &Query,
    name: &str,
    asker: (&str, String),
    target: (&str, Object),
    end: bool,
) -> String {
    let end = if end { query.t_max[0].min(query.t_max[1]) } else { f64::INFINITY };
    Object::default()
        .with("query", string(name))
        .with_some("scalar", query.single.then(|| string("f32")))
        .with(asker.0, asker.1)
        .with(target.0, target.1.text())
        .with_some("t_max", end.is_finite().then(|| style(query).number(end)))
        .text()
}

/// The body of a query, with its velocity or without.
fn body(query: &Query, moves: bool) -> (&'static str, String) {
    let style = style(query);
    let (name, size) = match &query.mover {
        Mover::Sphere(radius) => ("sphere", ("radius", style.number(*radius))),
        Mover::Ellipsoid(radii) => ("ellipsoid", ("radii", style.vector(radii))),
    };
    let object = Object::default().with("center", style.vector(&query.center)).with(size.0, size.1);
    (name, object.with_some("velocity", moves.then(|| style.vector(&query.velocity))).text())
}

fn with_drift(query: &Query, target: (&'static str, Object)) -> (&'static str, Object) {
    (target.0, target.1.with("velocity", style(query).vector(&query.drift)))
}

fn answer(name: &str, value: String) -> String {
    Object::default().with(name, value).text()
}

fn or_null(value: Option<String>) -> String {
    value.unwrap_or_else(|| "null".to_string())
}

/// A box by its six planes, which is a frustum as good as any.
fn as_frustum(query: &Query) -> Option<Query> {
    let Target::Box { min, max } = &query.target else { return None };
    let normal = |k: usize, x: f64| [0, 1, 2].map(|j| if j == k { x } else { 0.0 });
    let planes = (0..3).flat_map(|k| [[*min, normal(k, -1.0)], [*max, normal(k, 1.0)]]);
    let target = Target::Polytope(planes.collect());
    let is_round = matches!(query.mover, Mover::Sphere(_));
    (is_round && !query.plane).then(|| Query { target, ..query.clone() })
}

/// The target of a query; six planes as a frustum.
fn target_of(query: &Query, is_frustum: bool) -> (&'static str, Object) {
    let (name, object) = of_target(style(query), &query.target);
    (if is_frustum { "frustum" } else { name }, object)
}

/// The same queries, and their boxes again as frusta.
fn with_frusta(queries: Vec<Query>) -> Vec<(Query, bool)> {
    let frusta: Vec<_> = queries.iter().filter_map(as_frustum).map(|query| (query, true)).collect();
    queries.into_iter().map(|query| (query, false)).chain(frusta).collect()
}

/// Questions of a body on its way, of what is convex.
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
        let (scene, format) = (scene(query), query.format());
        let number = |x: f64| style(query).number(x);
        let truth = scene.first_contact();
        let touch = match &truth {
            Truth::Contact(touch) => Some(touch),
            _ => None,
        };
        // Shapes come in eights: each is asked everything in turn.
        let (name, value) = match (i + i / 8) % 4 {
            0 => ("contact_time", or_null(touch.map(|t| number(t.time.nearest(&t.at, format))))),
            1 => ("time_down", or_null(touch.map(|t| number(t.time.down(&t.at, format))))),
            2 => {
                let last = scene.last_time().map(|(at, time)| number(time.nearest(&at, format)));
                ("last_time", or_null(last))
            }
            _ => ("has_contact", (!matches!(truth, Truth::None)).to_string()),
        };
        let target = with_drift(query, target_of(query, *is_frustum));
        lines.push(line(ask(query, name, body(query, true), target, true), answer(name, value)));
    }
    lines
}

/// Questions at rest, of what is convex: the closest point, the way out, and containment in a parallelepiped.
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
            answer("closest", or_null(closest(query))),
        ));
        lines.push(line(
            ask(query, "penetration", body(query, false), target(), false),
            answer("penetration", Meeting::of(query).penetration()),
        ));
        if is_frustum || matches!(query.target, Target::Parallelepiped { .. }) {
            let side = match scene(query).side() {
                Position::Inside => "inside",
                Position::Intersecting => "intersecting",
                Position::Outside => "outside",
            };
            let request = ask(query, "containment", body(query, false), target(), false);
            lines.push(line(request, answer("containment", string(side))));
        }
    }
    lines
}

/// The point closest to the centre, and how far it is; nothing if there is no point.
pub fn closest(query: &Query) -> Option<String> {
    let query = &Query { mover: Mover::Sphere(0.0), ..query.clone() };
    let nearest = scene(query).closest()?;
    let (format, style) = (query.format(), style(query));
    let point = nearest.point.each_ref().map(|x| x.nearest(&Time::Start, format));
    let distance = nearest.distance.nearest(&Time::Start, format);
    let object = Object::default().with("point", style.vector(&point));
    Some(object.with("distance", style.number(distance)).text())
}

/// All questions of meshes: any contact, all in order, which triangles, which is closest.
pub fn of_meshes() -> Vec<String> {
    let mut lines = Vec::new();
    for (i, query) in meshes::queries().into_iter().enumerate() {
        let is_sphere = matches!(query.query.mover, Mover::Sphere(_));
        let style = style(&query.query);
        let target = || ("mesh", of_mesh(style, &query.mesh));
        let moving = || with_drift(&query.query, target());
        match i % 5 {
            4 => {
                let met = query.truth().map(|met| met.meeting().truth);
                let format = query.query.format();
                let time = match &met {
                    Some(Truth::Contact(touch)) => {
                        Some(style.number(touch.time.nearest(&touch.at, format)))
                    }
                    _ => None,
                };
                let asker = body(&query.query, true);
                let request = ask(&query.query, "contact_time", asker, moving(), true);
                lines.push(line(request, answer("contact_time", or_null(time))));
            }
            0 => {
                let request =
                    ask(&query.query, "has_contact", body(&query.query, true), moving(), true);
                lines.push(line(
                    request,
                    answer("has_contact", query.truth().is_some().to_string()),
                ));
            }
            1 if is_sphere => {
                let Some(all) = all_contacts(&query) else { continue };
                let request =
                    ask(&query.query, "contacts", body(&query.query, true), moving(), true);
                lines.push(line(request, answer("contacts", all)));
            }
            2 if is_sphere => {
                let resting = at_rest(&query.query);
                let each = MeshQuery { query: resting, ..query.clone() }.each();
                let touched =
                    each.iter().enumerate().filter(|(_, query)| scene(query).intersects());
                let touched = array(touched.map(|(i, _)| i.to_string()));
                let request =
                    ask(&query.query, "intersecting", body(&query.query, false), target(), false);
                lines.push(line(request, answer("intersecting", touched)));
            }
            _ => {
                let each: Vec<Query> = query.each().iter().map(at_rest).collect();
                let Some(i) = first_least(each.iter().map(|query| Some(squared_distance(query))))
                else {
                    continue;
                };
                let Some(of_triangle) = closest(&each[i]) else { continue };
                let with_triangle =
                    format!("{},\"triangle\":{i}}}", of_triangle.trim_end_matches('}'));
                let position = ("position", style.vector(&query.query.center));
                let request = ask(&query.query, "closest", position, target(), false);
                lines.push(line(request, answer("closest", with_triangle)));
            }
        }
    }
    lines
}

/// Of each triangle that is met, by time and then by number; nothing if a feature can be named in several ways.
fn all_contacts(query: &MeshQuery) -> Option<String> {
    let mut met: Vec<(Root, usize, String)> = Vec::new();
    for (i, of_triangle) in query.each().iter().enumerate() {
        let meeting = Meeting { triangle: Some(i), ..Meeting::of(of_triangle) };
        let time = match &meeting.truth {
            Truth::None => continue,
            Truth::Overlap(touch) | Truth::Contact(touch) => Root::of(&touch.time, &touch.at)?,
        };
        let text = meeting.text(false, false);
        if matches!(meeting.truth, Truth::Contact(_)) && !text.contains("\"feature\"") {
            return None;
        }
        met.push((time, i, text));
    }
    met.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    Some(array(met.into_iter().map(|(_, _, text)| text)))
}

/// Whether round bodies and boxes share a point in one, four, five to eight dimensions, each solid or hollow.
pub fn in_all_dimensions() -> Vec<String> {
    let mut lines = Vec::new();
    for dimension in [1, 4, 5, 6, 7, 8] {
        let mut random = Random(60_000 + dimension as u64);
        for i in 0..24 {
            let mut numbers = |low: i64, high: i64| -> Vec<f64> {
                (0..dimension).map(|_| random.integer(low, high)).collect()
            };
            let (center, min) = (numbers(-4, 4), numbers(-5, 1));
            let max: Vec<f64> =
                min.iter().zip(numbers(0, 5)).map(|(min, extent)| min + extent).collect();
            let all = numbers(1, 6);
            let radii = if i % 2 == 0 { Radii::One(all[0]) } else { Radii::Each(all.clone()) };
            let style = Style { single: i % 3 == 2, dimension };
            let (name, size) = match &radii {
                Radii::One(radius) => ("sphere", ("radius", style.number(*radius))),
                Radii::Each(radii) => ("ellipsoid", ("radii", style.numbers(radii))),
            };
            let hollow = [[true, true], [true, false], [false, true], [false, false]][i / 2 % 4];
            let flag = |set: bool| set.then(|| "true".to_string());
            let body =
                Object::default().with("center", style.numbers(&center)).with(size.0, size.1);
            let target =
                Object::default().with("min", style.numbers(&min)).with("max", style.numbers(&max));
            let request = Object::default()
                .with("query", string("intersects"))
                .with_some("scalar", style.single.then(|| string("f32")))
                .with(name, body.with_some("hollow", flag(hollow[0])).text())
                .with("box", target.with_some("hollow", flag(hollow[1])).text());
            let four = Integers::of(&Pair { center, radii, min, max }).answers();
            let truth = four[usize::from(hollow[0]) + 2 * usize::from(hollow[1])];
            lines.push(line(request.text(), answer("intersects", truth.to_string())));
        }
    }
    lines
}
