//! Scenes of shapes and meshes, each with a motion of its own. The oracle judges each convex piece,
//! and exact numbers decide between the pieces.

use super::answer::Meeting;
use super::files::{at_rest, first_contact, line, none};
use super::json::{Object, array};
use super::legs;
use super::meshes::{self, Indexed, MeshQuery, Placement, first_least, first_of, squared_distance};
use super::questions::{
    TOLD, answer, as_frustum, ask, asker_of_closest, closest, contacts, intersects, or_null,
    target_of, told,
};
use super::request::{Question, on_way, request, style};
use crate::convex_oracle::capsules::capsule;
use crate::convex_oracle::families::{FAMILIES, Shape};
use crate::convex_oracle::{Query, Target, Truth};
use crate::mesh_oracle::cube;
use crate::oracle::families::{FAMILIES as HULL_FAMILIES, Rng};
use crate::random::Random;
use std::array::from_fn;

#[derive(Clone)]
struct Item {
    what: What,
    velocity: [f64; 3],
    /// The start of a motion between two points, which is subtracted from the end.
    origin: [f64; 3],
    /// The end time of the item's motion.
    end: f64,
}

#[derive(Clone)]
enum What {
    Shape(Target),
    /// A frustum by its planes.
    Frustum(Target),
    Mesh(Indexed, Option<Placement>),
}

/// A query of a mover and a scene. The target inside `query` does not count and is at rest.
struct SceneQuery {
    query: Query,
    items: Vec<Item>,
}

/// A query with one convex piece as its target, the item of the piece, and for a mesh the triangle.
struct Piece {
    query: Query,
    item: usize,
    triangle: Option<usize>,
}

impl Item {
    fn mesh(&self, query: Query) -> Option<MeshQuery> {
        let What::Mesh(mesh, placement) = &self.what else { return None };
        Some(MeshQuery { query, mesh: mesh.clone(), placement: *placement })
    }

    fn pieces(&self, body: &Query, item: usize) -> Vec<Piece> {
        let (origins, t_max) = ([body.origins[0], self.origin], [body.t_max[0], self.end]);
        let query = Query { drift: self.velocity, origins, t_max, ..body.clone() };
        match &self.what {
            What::Shape(target) | What::Frustum(target) => {
                let query = Query { target: target.clone(), ..query };
                vec![Piece { query, item, triangle: None }]
            }
            What::Mesh(..) => {
                let each = self.mesh(query).map(|mesh| mesh.each()).unwrap_or_default();
                let each = each.into_iter().enumerate();
                each.map(|(i, query)| Piece { query, item, triangle: Some(i) }).collect()
            }
        }
    }

    fn text(&self, body: &Query) -> String {
        let of_target = |target: &Target, is_frustum| {
            target_of(&Query { target: target.clone(), ..body.clone() }, is_frustum)
        };
        let (name, object) = match &self.what {
            What::Shape(target) => of_target(target, false),
            What::Frustum(target) => of_target(target, true),
            What::Mesh(mesh, placement) => {
                let (mesh, placement) = (mesh.clone(), *placement);
                MeshQuery { query: body.clone(), mesh, placement }.target()
            }
        };
        let style = style(body);
        let object = on_way(style, object, [&self.velocity, &self.origin], None);
        let unsaid = if self.origin == [0.0; 3] { f64::INFINITY } else { 1.0 };
        Object::default()
            .with(name, object.text())
            .with_some("t_max", (self.end < unsaid).then(|| style.number(self.end)))
            .text()
    }
}

impl SceneQuery {
    fn pieces(&self) -> Vec<Piece> {
        let items = self.items.iter().enumerate();
        items.flat_map(|(i, item)| item.pieces(&self.query, i)).collect()
    }

    fn is_valid(&self) -> bool {
        self.pieces().iter().all(|piece| piece.query.is_valid())
    }

    fn target(&self) -> (&'static str, Object) {
        let items = array(self.items.iter().map(|item| item.text(&self.query)));
        ("scene", Object::default().with("items", items))
    }

    fn meeting(&self) -> Option<Meeting> {
        met_first(self.pieces())
    }

    /// The first contact with each item.
    fn contacts(&self) -> Option<String> {
        let items = self.items.iter().enumerate();
        let each = items.filter_map(|(i, item)| met_first(item.pieces(&self.query, i)));
        contacts(&self.query, each, self.target())
    }

    /// The first entry of all pieces, or an overlap if there is one.
    fn entered(&self) -> Option<Meeting> {
        let pieces = self.pieces();
        let truth = |piece: &Piece| meshes::scene(&piece.query).first_contact();
        let overlaps = pieces.iter().any(|piece| matches!(truth(piece), Truth::Overlap(_)));
        let entered =
            pieces.into_iter().filter(|piece| overlaps || piece.query.enters(&truth(piece)));
        met_first(entered.collect())
    }

    fn entry(&self) -> String {
        let met = self.entered();
        let question = Question::FirstEntry { exact: false };
        let request = request(&self.query, question, Some(self.target()));
        line(request, met.map_or_else(none, |met| met.text(false, false)))
    }

    /// The closest point of all items at time zero.
    fn closest(&self) -> String {
        let pieces = self.pieces();
        let each: Vec<Query> = pieces.iter().map(|piece| at_rest(&piece.query)).collect();
        let place = first_least(each.iter().map(squared_distance)).and_then(|i| {
            let place = closest(&each[i])?.with("item", pieces[i].item.to_string());
            Some(place.with_some("triangle", pieces[i].triangle.map(|i| i.to_string())).text())
        });
        let asker = asker_of_closest(&self.query);
        let request = ask(&self.query, "closest", asker, self.target(), false);
        line(request, answer("closest", or_null(place)))
    }
}

/// The first contact with these pieces, and its item.
fn met_first(pieces: Vec<Piece>) -> Option<Meeting> {
    let (labels, each): (Vec<_>, Vec<Query>) =
        pieces.into_iter().map(|piece| ((piece.item, piece.triangle), piece.query)).unzip();
    let (i, meeting) = first_of(&each)?;
    let (item, triangle) = labels[i];
    Some(Meeting { item: Some(item), triangle, ..meeting })
}

// ---- families ----

const SHAPES: [Shape; 5] =
    [Shape::Oriented, Shape::Parallelepiped, Shape::Placed, Shape::Polytope, Shape::Box];

/// A target as an item; a box may also become a mesh or a frustum.
fn item(random: &mut Random, query: &Query) -> Item {
    let what = match (&query.target, random.below(3)) {
        (Target::Placed { vertices, rotation, translation }, _) => {
            What::Mesh((vertices.to_vec(), vec![[0, 1, 2]]), Some((*rotation, *translation)))
        }
        (Target::Box { min, max }, 0) => What::Mesh(cube(*min, *max), None),
        (Target::Box { .. }, 1) => What::Frustum(as_frustum(query).expect("a box in space").target),
        (target, _) => What::Shape(target.clone()),
    };
    Item { what, velocity: query.drift, origin: query.origins[1], end: query.t_max[1] }
}

/// A scene of the target of a query, perhaps twice, and some targets of small whole numbers, in any
/// order.
fn scene(random: &mut Random, query: Query) -> SceneQuery {
    let small_integers = FAMILIES[1].1;
    let mut items = vec![item(random, &query)];
    for _ in 0..random.below(4) {
        let again = random.below(3) == 0;
        let shape = SHAPES[random.below(5) as usize];
        let other = if again { query.clone() } else { small_integers(random, shape) };
        let mut item = item(random, &other);
        if !again && random.below(3) == 0 {
            item.velocity = random.integers(-2, 2);
        }
        if random.below(4) == 0 {
            item.end = random.integer(0, 6) / 2.0;
        }
        items.insert(random.below(items.len() as u64 + 1) as usize, item);
    }
    let query = Query { drift: [0.0; 3], t_max: [query.t_max[0], f64::INFINITY], ..query };
    SceneQuery { query, items }
}

/// The first drawn query with a contact; every fourth query need not have one.
fn mostly_met(i: usize, mut draw: impl FnMut() -> SceneQuery) -> SceneQuery {
    let mut query = draw();
    for _ in 1..if i % 4 == 3 { 1 } else { 8 } {
        if query.is_valid() && query.meeting().is_some() {
            break;
        }
        query = draw();
    }
    query
}

fn scenes() -> Vec<SceneQuery> {
    let mut list = Vec::new();
    for (family, (_, make)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(90_000 + family as u64);
        for i in 0..6 {
            let shape = SHAPES[(family + i) % 5];
            list.push(mostly_met(i, || {
                let query = make(&mut random, shape);
                scene(&mut random, query)
            }));
        }
    }
    for (family, (name, make)) in HULL_FAMILIES.into_iter().enumerate() {
        let (mut rng, mut random) = (Rng::new(9, name), Random(91_000 + family as u64));
        for i in 0..3 {
            list.push(mostly_met(i, || {
                let query = make(&mut rng).with_corners(3 - i);
                scene(&mut random, Query::from(&query))
            }));
        }
    }
    for query in list.iter_mut().step_by(5) {
        // The query is in single precision if all its numbers are `f32`s.
        query.query.single = true;
        query.query.single = query.is_valid();
    }
    list.retain(SceneQuery::is_valid);
    list
}

/// The same query for a capsule, without the items that capsules cannot be cast at.
fn by_capsule(random: &mut Random, mut scene: SceneQuery) -> Option<SceneQuery> {
    scene.query = capsule(random, scene.query)?;
    scene.items.retain(|item| match &item.what {
        What::Shape(Target::Polytope(_) | Target::Parallelepiped { .. }) | What::Frustum(_) => {
            false
        }
        What::Shape(_) | What::Mesh(..) => true,
    });
    (!scene.items.is_empty() && scene.is_valid()).then_some(scene)
}

/// Queries with motions between two points, also of some items, and along paths.
pub fn of_legs() -> Vec<String> {
    let mut random = Random(94_200);
    let mut lines = Vec::new();
    for (i, scene) in scenes().into_iter().step_by(3).enumerate() {
        let mut scene = match i % 3 {
            0 => match by_capsule(&mut random, scene) {
                Some(scene) => scene,
                None => continue,
            },
            _ => scene,
        };
        for item in &mut scene.items {
            if random.below(2) == 0 {
                item.origin = random.integers(-9, 9).map(|x| x / 4.0);
                item.velocity = from_fn(|k| item.velocity[k] + item.origin[k]);
                item.end = item.end.min(1.0);
            }
        }
        if i % 2 == 0 {
            let Some(query) = legs::leg(&mut random, &scene.query) else { continue };
            let [origin, _] = query.origins;
            let (origins, t_max) = ([origin, [0.0; 3]], [query.t_max[0], f64::INFINITY]);
            scene.query = Query { drift: [0.0; 3], origins, t_max, ..query };
            if !scene.is_valid() || scene.query.is_thin() {
                continue;
            }
            lines.push(match i % 3 {
                1 => scene.entry(),
                _ => first_contact(i, &scene.query, scene.meeting(), scene.target()),
            });
            continue;
        }
        let Some(paths) = legs::path(&mut random, &scene.query) else { continue };
        let on_leg = |leg: &Query| SceneQuery {
            query: Query {
                drift: [0.0; 3],
                origins: [leg.origins[0], [0.0; 3]],
                t_max: [1.0, f64::INFINITY],
                ..leg.clone()
            },
            items: scene.items.clone(),
        };
        if !paths.iter().all(|leg| on_leg(leg).is_valid()) || scene.query.is_thin() {
            continue;
        }
        let met = |leg: &Query| on_leg(leg).meeting();
        let entered = |leg: &Query| on_leg(leg).entered();
        lines.push(legs::along(i, &paths, scene.target(), met, entered));
    }
    lines
}

/// The scenes for capsules, without the items that capsules cannot be cast at.
pub fn of_capsules() -> Vec<String> {
    let mut random = Random(93_000);
    let mut lines = Vec::new();
    for (i, scene) in scenes().into_iter().enumerate() {
        let Some(scene) = by_capsule(&mut random, scene) else { continue };
        let (query, target) = (&scene.query, scene.target());
        match i % 9 {
            at @ 0..4 => {
                lines.push(told(query, TOLD[at], scene.meeting().as_ref(), target));
            }
            4 => {
                let pieces = scene.pieces();
                let each: Vec<Query> = pieces.iter().map(|it| at_rest(&it.query)).collect();
                lines.push(intersects(query, &each, target));
            }
            5 => lines.push(scene.closest()),
            // For a capsule without thickness only the time has one right value.
            _ if query.is_thin() => {
                lines.push(told(query, TOLD[0], scene.meeting().as_ref(), target));
            }
            6 => lines.extend(scene.contacts()),
            7 => lines.push(scene.entry()),
            _ => lines.push(first_contact(i, query, scene.meeting(), target)),
        }
    }
    lines
}

/// A query in which a point is touched and left, and a half-space is entered later for ever.
fn beside_a_wall_that_is_entered_later() -> SceneQuery {
    let (velocity, origin, end) = ([0.0; 3], [0.0; 3], f64::INFINITY);
    let item = |target| Item { what: What::Shape(target), velocity, origin, end };
    let point = Target::Point([5.0, 0.0, 0.0]);
    let wall = Target::Polytope(vec![[[20.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]]);
    let query = Query::new([0.0; 3], 1.0, [1.0, 0.0, 0.0], point.clone());
    SceneQuery { query, items: vec![item(point), item(wall)] }
}

pub fn questions() -> Vec<String> {
    let mut lines = Vec::new();
    for (i, scene) in scenes().iter().enumerate() {
        let query = &scene.query;
        match i % 7 {
            at @ 0..4 => {
                let meeting = scene.meeting();
                lines.push(told(query, TOLD[at], meeting.as_ref(), scene.target()));
            }
            4 => lines.extend(scene.contacts()),
            5 => {
                let each: Vec<Query> =
                    scene.pieces().iter().map(|piece| at_rest(&piece.query)).collect();
                lines.push(intersects(query, &each, scene.target()));
            }
            _ => lines.push(scene.closest()),
        }
        if i % 2 == 0 {
            lines.push(first_contact(i, query, scene.meeting(), scene.target()));
        }
    }
    lines.extend(scenes().iter().skip(1).step_by(5).map(SceneQuery::entry));
    let scene = beside_a_wall_that_is_entered_later();
    lines.push(told(&scene.query, "last_time", scene.meeting().as_ref(), scene.target()));
    lines
}
