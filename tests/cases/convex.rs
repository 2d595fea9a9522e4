//! Convex bodies that move, and spheres and capsules at hulls: `questions/convex.jsonl`.

use super::files::line;
use super::json::{Object, Style, array, string};
use crate::convex_mover_oracle::families::FAMILIES;
use crate::convex_mover_oracle::{Body, Core, Feature, Met, Motion, Reply, Request, Status, Truth};
use crate::random::Random;
use std::cmp::Ordering;

/// The number of requests of each family.
const COUNT: usize = 24;
/// The number of requests of each family in which a sphere or a capsule is cast at a hull.
const ROUND: usize = 11;
/// The greatest number of requests of each family that are drawn; some families have few of a kind.
const DRAWS: usize = 1_000;

/// The number of requests about meshes, and of triangles of each mesh.
const MESHES: usize = 108;
const TRIANGLES: usize = 3;
/// The place of `touched` among the queries of meshes, which take turns.
const TOUCHED: usize = 6;

pub fn all() -> Vec<String> {
    let all = [
        drawn(93_000, COUNT, |_| true),
        drawn(94_000, ROUND, of_round),
        drawn(95_000, 2, of_point),
    ];
    [of_meshes(), all.concat()].concat()
}

/// Requests of each family.
fn drawn(seed: u64, count: usize, is_wanted: fn(&Request) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, (_, make)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(seed + i as u64);
        let requests = (0..DRAWS).map(|_| make(&mut random)).filter(is_wanted);
        let mut written = 0;
        for request in requests {
            if written == count {
                break;
            }
            if let Some(line) = question(i + written, &request) {
                lines.push(line);
                written += 1;
            }
        }
    }
    lines
}

/// Whether a convex body is cast at a point.
fn of_point(request: &Request) -> bool {
    !is_round(&request.mover) && matches!(request.obstacle.core, Core::Point(_))
}

/// Whether a sphere or a capsule is cast at a hull.
fn of_round(request: &Request) -> bool {
    is_round(&request.mover) && is_hull(&request.obstacle)
}

/// Convex bodies at meshes of a few triangles, each of which the oracle judges alone.
fn of_meshes() -> Vec<String> {
    let (mut random, mut lines) = (Random(92_999), Vec::new());
    while lines.len() < MESHES {
        // One family is already about meshes.
        let (name, make) = FAMILIES[random.index(FAMILIES.len())];
        if name == "placed" {
            continue;
        }
        let is_wanted = |request: &Request| {
            matches!(request.obstacle.core, Core::Triangle(_)) && !is_round(&request.mover)
        };
        let drawn = (0..DRAWS).map(|_| make(&mut random)).filter(is_wanted);
        let mut all: Vec<Request> = drawn.take(TRIANGLES).collect();
        let Some(first) = all.first().cloned() else { continue };
        for request in &mut all {
            let corners = request.obstacle.core.clone();
            *request = Request {
                obstacle: Body { core: corners, ..first.obstacle.clone() },
                ..first.clone()
            };
            if first.single {
                *request = request.single();
            }
        }
        // The first triangle and the same one with its vertices in another order are touched at the
        // same time.
        if lines.len() % 9 == TOUCHED
            && let Core::Triangle([a, b, c]) = all[0].obstacle.core
            && let Some(last) = all.last_mut()
        {
            last.obstacle.core = Core::Triangle([c, b, a]);
        }
        lines.extend(of_mesh(lines.len(), &all));
    }
    lines
}

/// A query of the mesh of the triangles of some requests, which are equal otherwise.
fn of_mesh(i: usize, all: &[Request]) -> Option<String> {
    let is_closest = i % 9 == 7;
    let at_rest: Vec<Request> = all.iter().map(still).collect();
    let all = if is_closest { &at_rest[..] } else { all };
    let truths: Vec<Truth> = all.iter().map(Request::truth).collect();
    let rights: Vec<Reply> = all.iter().zip(&truths).map(|(it, truth)| it.right(truth)).collect();
    // Overlaps are chosen by their distances, which the test of meshes by brute force covers.
    if matches!(i % 9, 0..=3 | TOUCHED | 8)
        && truths.iter().any(|truth| matches!(truth.status, Status::Overlap))
    {
        return None;
    }
    let first = |only_entries: bool| {
        let contact = |triangle: usize| match &truths[triangle].status {
            Status::Contact(contact) if contact.enters || !only_entries => {
                Some((triangle, contact))
            }
            _ => None,
        };
        // The least element is the first one of several equal elements.
        let contacts = (0..all.len()).filter_map(contact);
        contacts.min_by(|(_, a), (_, b)| a.time.compare(&b.time)).map(|(triangle, _)| triangle)
    };
    let answer = |triangle: usize| Answer::of(&all[triangle], &truths[triangle], &rights[triangle]);
    let at = |only_entries: bool| match first(only_entries) {
        None => Some(Object::default().with("status", string("none")).text()),
        Some(triangle) => {
            let text = answer(triangle).met(&rights[triangle].met, false)?;
            Some(with_triangle(&text, triangle))
        }
    };
    let time_of = |triangle: usize| match &truths[triangle].status {
        Status::Contact(contact) => Some(&contact.time),
        _ => None,
    };
    let time = |name: &str, of: fn(&Reply) -> Option<f64>| {
        answer(0).time(name, first(false).and_then(|triangle| of(&rights[triangle])))
    };
    let any = |of: fn(&Reply) -> Option<bool>| rights.iter().any(|right| of(right) == Some(true));
    let (name, text) = match i % 9 {
        0 => ("first_contact", at(false)?),
        1 => ("first_entry", at(true)?),
        2 => ("contact_time", time("contact_time", |right| right.contact_time)),
        3 => ("time_down", time("time_down", |right| right.time_down)),
        4 => ("has_contact", truth_of("has_contact", any(|right| right.has_contact))),
        5 => ("intersects", truth_of("intersects", any(|right| right.intersects))),
        TOUCHED => ("touched", {
            let earliest = first(false).and_then(time_of)?;
            let at_first =
                |i: &usize| time_of(*i).is_some_and(|time| time.compare(earliest).is_eq());
            let each = (0..all.len()).filter(at_first);
            let each = each.map(|i| Some(with_triangle(&answer(i).touched()?, i)));
            answer(0).one("touched", array(each.collect::<Option<Vec<_>>>()?))
        }),
        7 => ("closest", {
            let distance = |i: usize| &truths[i].closest.distance;
            let closest = (0..all.len()).min_by(|&a, &b| distance(a).compare(distance(b)))?;
            // Triangles that the body overlaps are chosen by another rule.
            if (0..all.len())
                .any(|i| i != closest && distance(i).compare(distance(closest)).is_eq())
            {
                return None;
            }
            answer(0).one("closest", with_triangle(&answer(closest).closest()?, closest))
        }),
        _ => ("contacts", {
            let mut met: Vec<usize> = (0..all.len()).filter(|&i| time_of(i).is_some()).collect();
            met.sort_by(|&a, &b| match (time_of(a), time_of(b)) {
                (Some(a), Some(b)) => a.compare(b),
                _ => Ordering::Equal,
            });
            let each = met.into_iter();
            let each = each.map(|i| Some(with_triangle(&answer(i).met(&rights[i].met, false)?, i)));
            answer(0).one("contacts", array(each.collect::<Option<Vec<_>>>()?))
        }),
    };
    let moves = !matches!(name, "intersects" | "closest");
    let style = answer(0).style;
    let vertices = all.iter().flat_map(|request| match &request.obstacle.core {
        Core::Triangle(corners) | Core::Placed { local: corners, .. } => corners.to_vec(),
        _ => Vec::new(),
    });
    let corners = (0..all.len()).map(|i| format!("[{},{},{}]", 3 * i, 3 * i + 1, 3 * i + 2));
    let mesh = Object::default()
        .with("vertices", array(vertices.map(|vertex| style.vector(&vertex))))
        .with("triangles", array(corners));
    let mesh = match &all[0].obstacle.core {
        Core::Placed { rotation, translation, .. } => mesh
            .with("rotation", style.numbers(rotation))
            .with("translation", style.vector(translation)),
        _ => mesh,
    };
    let request = answer(0).request(name, moves, false, true, Some(("mesh", mesh)))?;
    Some(line(request, text))
}

/// An object with the number of a triangle.
fn with_triangle(object: &str, triangle: usize) -> String {
    let fields = object.strip_suffix('}').expect("an object");
    format!("{fields},\"triangle\":{triangle}}}")
}

fn is_hull(body: &Body) -> bool {
    matches!(body.core, Core::Hull(_) | Core::MovedHull { .. })
}

fn is_round(body: &Body) -> bool {
    matches!(body.core, Core::Point(_) | Core::Segment(..) | Core::Axis(..))
}

/// One of the queries, which take turns; `None` if the protocol cannot ask it.
fn question(i: usize, request: &Request) -> Option<String> {
    if is_round(&request.mover) && !is_hull(&request.obstacle)
        || matches!(request.obstacle.core, Core::Axis(..))
    {
        return None;
    }
    if matches!(request.obstacle.core, Core::Placed { .. }) {
        let is_round = is_round(&request.mover);
        return if is_round { None } else { of_mesh(i, std::slice::from_ref(request)) };
    }
    let at_rest = matches!(i % 12, 7..=9 | 11) || i % 12 == 10 && is_round(&request.mover);
    let mut request = if at_rest { still(request) } else { request.clone() };
    // A query for the closest point of a sphere takes the centre of the sphere.
    if i % 12 == 9 && matches!(request.mover.core, Core::Point(_)) {
        request.mover.radius = 0.0;
    }
    let request = &request;
    let truth = request.truth();
    let right = request.right(&truth);
    let answer = Answer::of(request, &truth, &right);
    let (name, moves, more, text) = match i % 12 {
        0 => ("first_contact", true, false, answer.met(&right.met, false)?),
        1 => ("first_contact", true, true, answer.met(&right.met, true)?),
        2 => ("first_entry", true, false, answer.met(right.entry.as_ref()?, false)?),
        3 => ("contact_time", true, false, answer.time("contact_time", right.contact_time)),
        4 => ("time_down", true, false, answer.time("time_down", right.time_down)),
        5 => ("last_time", true, false, answer.time("last_time", right.last_time)),
        6 => ("has_contact", true, false, truth_of("has_contact", right.has_contact?)),
        7 => ("intersects", false, false, truth_of("intersects", right.intersects?)),
        8 => ("penetration", false, false, answer.one("penetration", answer.penetration())),
        9 => ("closest", false, false, answer.one("closest", answer.closest()?)),
        10 if is_round(&request.mover) => {
            ("intersects", false, false, truth_of("intersects", right.intersects?))
        }
        10 => ("touched", true, false, answer.one("touched", answer.touched()?)),
        _ => ("intersects", false, false, truth_of("intersects", right.intersects?)),
    };
    let asked = answer.request(name, moves, more, i.is_multiple_of(2), None)?;
    Some(line(asked, text))
}

/// The request without motions: they choose the side of a flat box that is touched at the start.
fn still(request: &Request) -> Request {
    let still = |body: &Body| Body { motion: Motion::Velocity([0.0; 3]), ..body.clone() };
    Request { mover: still(&request.mover), obstacle: still(&request.obstacle), ..request.clone() }
}

fn truth_of(name: &str, is_true: bool) -> String {
    Object::default().with(name, is_true.to_string()).text()
}

struct Answer<'a> {
    style: Style,
    request: &'a Request,
    truth: &'a Truth,
    right: &'a Reply,
}

impl<'a> Answer<'a> {
    fn of(request: &'a Request, truth: &'a Truth, right: &'a Reply) -> Self {
        let dimension = if request.plane { 2 } else { 3 };
        Self { style: Style { single: request.single, dimension }, request, truth, right }
    }

    fn number(&self, x: f64) -> String {
        self.style.number(x)
    }

    fn vector(&self, v: &[f64; 3]) -> String {
        self.style.vector(v)
    }

    fn one(&self, name: &str, value: String) -> String {
        Object::default().with(name, value).text()
    }

    fn or_null(&self, x: Option<f64>) -> String {
        x.map_or("null".to_string(), |x| self.number(x))
    }

    fn time(&self, name: &str, time: Option<f64>) -> String {
        self.one(name, self.or_null(time))
    }

    /// A body in the form of a request: its name, and its object. A round body moves from its own
    /// reference point; `None` if it is to move from another one.
    fn body(&self, body: &Body, moves: bool, is_mover: bool) -> Option<(&'static str, Object)> {
        let vector = |v: &[f64; 3]| self.vector(v);
        let object = Object::default();
        let is_round = is_mover && is_round(body);
        let (name, object) = match &body.core {
            Core::Point(p) if is_round => ("sphere", object.with("center", vector(p))),
            Core::Segment(a, b) if is_round => {
                ("capsule", object.with("a", vector(a)).with("b", vector(b)))
            }
            Core::Axis(a, axis) => {
                ("capsule", object.with("a", vector(a)).with("axis", vector(axis)))
            }
            Core::Point(p) => ("point", object.with("position", vector(p))),
            Core::Segment(a, b) => ("segment", object.with("a", vector(a)).with("b", vector(b))),
            Core::Triangle(p) => ("triangle", object.with("vertices", array(p.iter().map(vector)))),
            Core::Aligned { min, max } => {
                ("box", object.with("min", vector(min)).with("max", vector(max)))
            }
            Core::Oriented { center, half, rotation } => {
                let rotation = &rotation[if self.style.dimension == 2 { 2 } else { 0 }..];
                let object = object.with("center", vector(center));
                let object = object.with("half_extents", vector(half));
                ("oriented_box", object.with("rotation", self.style.numbers(rotation)))
            }
            Core::Sheared { center, edges } => {
                let edges = array(edges.iter().map(vector));
                ("parallelepiped", object.with("center", vector(center)).with("edges", edges))
            }
            Core::Hull(points) => ("hull", object.with("points", array(points.iter().map(vector)))),
            Core::MovedHull { points, place } => {
                let object = object.with("points", array(points.iter().map(vector)));
                ("hull", object.with("position", vector(place)))
            }
            // A mesh instance replaces a triangle.
            Core::Placed { .. } => return None,
        };
        Some((name, self.in_motion(object, body, moves, is_round)?))
    }

    /// A body with its radius and, if it moves, its motion.
    fn in_motion(
        &self,
        object: Object,
        body: &Body,
        moves: bool,
        is_round: bool,
    ) -> Option<Object> {
        let vector = |v: &[f64; 3]| self.vector(v);
        let has_radius = is_round || body.radius != 0.0;
        let object = object.with_some("radius", has_radius.then(|| self.number(body.radius)));
        if !moves {
            return Some(object);
        }
        Some(match (body.motion, &body.core) {
            (Motion::Velocity(velocity), _) => object.with("velocity", vector(&velocity)),
            (
                Motion::Between(from, to),
                Core::Point(a) | Core::Segment(a, _) | Core::Axis(a, _),
            ) if is_round => {
                let bits = |v: &[f64; 3]| v.map(f64::to_bits);
                if bits(&from) != bits(a) {
                    return None;
                }
                object.with("to", vector(&to))
            }
            (Motion::Between(from, to), _) => {
                object.with("from", vector(&from)).with("to", vector(&to))
            }
        })
    }

    /// The request; `is_long` writes the fields `mover` and `obstacle` even if shorter ones do. A
    /// mesh may replace the obstacle.
    fn request(
        &self,
        query: &str,
        moves: bool,
        more: bool,
        is_long: bool,
        mesh: Option<(&'static str, Object)>,
    ) -> Option<String> {
        let Request { mover, obstacle, t_max, single, .. } = self.request;
        let (kind, body) = self.body(mover, moves, true)?;
        let (name, target) = match mesh {
            None => self.body(obstacle, moves, false)?,
            Some((name, mesh)) => (name, self.in_motion(mesh, obstacle, moves, false)?),
        };
        let is_leg = |body: &Body| matches!(body.motion, Motion::Between(..));
        let end = t_max[0].min(t_max[1]);
        let unsaid = if is_leg(mover) || is_leg(obstacle) { 1.0 } else { f64::INFINITY };
        if moves && end != unsaid && end.is_infinite() {
            return None;
        }
        let object = Object::default()
            .with("query", string(query))
            .with_some("scalar", single.then(|| string("f32")));
        let wrapped =
            |name: &str, object: Object| Object::default().with(name, object.text()).text();
        let object = match (query, &mover.core) {
            ("closest", Core::Point(p)) => object.with("position", self.vector(p)),
            _ if is_round(mover) && !is_long => object.with(kind, body.text()),
            _ => object.with("mover", wrapped(kind, body)),
        };
        let object = match is_long {
            true => object.with("obstacle", wrapped(name, target)),
            false => object.with(name, target.text()),
        };
        let object = object
            .with_some("t_max", (moves && end != unsaid).then(|| self.number(end)))
            .with_some("more", more.then(|| "true".to_string()));
        Some(object.text())
    }

    /// A first contact or entry. A contact that has no side has no order of its points.
    fn met(&self, met: &Met, more: bool) -> Option<String> {
        let object = Object::default();
        let normal = |normal: &Option<[f64; 3]>| {
            normal.as_ref().map_or("null".to_string(), |normal| self.vector(normal))
        };
        let object = match met {
            Met::None => object.with("status", string("none")),
            Met::Overlap { center, point, normal: out, .. } => object
                .with("status", string("overlap"))
                .with("time", self.number(0.0))
                .with("center", self.vector(center))
                .with("point", self.vector(point))
                .with("normal", normal(out))
                .with_some("last_time", more.then(|| self.or_null(self.right.last_time)))
                .with_some("penetration", more.then(|| self.penetration())),
            Met::Contact { time, center, point, other_point, normal: out, feature, approach } => {
                let other = other_point.as_ref().map(|point| self.vector(point));
                let has_other = !matches!(self.request.mover.core, Core::Point(_));
                let (down, last) = (self.right.time_down, self.right.last_time);
                object
                    .with("status", string("contact"))
                    .with("time", self.number(*time))
                    .with("center", self.vector(center))
                    .with("point", self.vector(point))
                    .with("normal", normal(out))
                    .with_some(
                        "other_point",
                        has_other.then(|| other.unwrap_or("null".to_string())),
                    )
                    .with("feature", self.feature(feature, &self.request.obstacle))
                    .with("approach", super::answer::approach_name((*approach)?))
                    .with_some("time_down", more.then(|| self.or_null(down)))
                    .with_some("last_time", more.then(|| self.or_null(last)))
            }
        };
        Some(object.text())
    }

    /// The shortest translation out of an overlap, without its direction if there are several.
    fn penetration(&self) -> String {
        let Some(right) = &self.truth.penetration else { return "null".to_string() };
        let Some(Some((direction, depth))) = &self.right.penetration else {
            return "null".to_string();
        };
        let is_one = right.directions.len() == 1;
        Object::default()
            .with_some("direction", is_one.then(|| self.vector(direction)))
            .with("depth", self.number(*depth))
            .text()
    }

    /// The closest points, or the point closest to the centre of a sphere.
    fn closest(&self) -> Option<String> {
        let mover = &self.request.mover;
        let closest = self.right.closest.as_ref()?;
        let has_other = !matches!(mover.core, Core::Point(_));
        let on_axis = closest.on_mover.filter(|_| has_other);
        let object = Object::default()
            .with("point", self.vector(&closest.point))
            .with_some("on_axis", on_axis.map(|point| self.vector(&point)))
            .with("distance", self.number(closest.distance))
            .with("feature", self.feature(&closest.feature, &self.request.obstacle));
        Some(object.text())
    }

    /// The corners of the contact; `None` if their order is not defined.
    fn touched(&self) -> Option<String> {
        let Status::Contact(contact) = &self.truth.status else {
            return Some("null".to_string());
        };
        if !contact.has_sense {
            return None;
        }
        let points = array(self.right.points.as_ref()?.iter().map(|point| self.vector(point)));
        let Met::Contact { feature, .. } = &self.right.met else { return None };
        let of_mover = self.right.mover_feature.as_ref()?;
        let object = Object::default()
            .with("points", points)
            .with("feature", self.feature(feature, &self.request.obstacle))
            .with("mover_feature", self.feature(of_mover, &self.request.mover));
        Some(object.text())
    }

    fn feature(&self, feature: &Feature, body: &Body) -> String {
        let numbers =
            |name: &str, numbers: Vec<String>| Object::default().with(name, array(numbers));
        let kind = |kind: &str| Object::default().with("kind", string(kind));
        let object = match feature {
            Feature::Vertex(i) => kind("vertex").with("index", i.to_string()),
            Feature::Edge(i) => kind("edge").with("index", i.to_string()),
            Feature::Face => kind("face"),
            Feature::Part(vertices) => {
                numbers("vertices", vertices.iter().map(ToString::to_string).collect())
            }
            // The protocol names the sides of a parallelepiped by its planes.
            Feature::Sides(sides) if matches!(body.core, Core::Sheared { .. }) => {
                let plane = |(axis, side): (usize, &i32)| match side {
                    0 => None,
                    side => Some((2 * axis + usize::from(*side > 0)).to_string()),
                };
                numbers("planes", sides.iter().enumerate().filter_map(plane).collect())
            }
            Feature::Sides(sides) => {
                let sides = sides.iter().take(self.style.dimension);
                numbers("sides", sides.map(ToString::to_string).collect())
            }
        };
        object.text()
    }
}
