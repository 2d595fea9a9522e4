//! Steps of characters whose bodies are boxes and hulls: `questions/walkers.jsonl`.
//!
//! No oracle can compute a step, as for other moves (`moves.rs`): the answers come from the
//! library, and the oracle of whole numbers judges that every leg is free. Every interface must
//! then take the same step, to the last bit.

use super::files::line;
use super::json::{Object, Style, array, string};
use super::moves::{approach, each, feature, with_place};
use crate::convex_mover_oracle::Core;
use crate::levels::{Triangles, mesh, square};
use crate::moved::{Moved, Tally, judge};
use crate::random::Random;
use std::sync::Arc;
use tangency::any::{AnyFeature, AnyWalkerBody};
use tangency::{
    Contact, Hull, Moving, OrientedBox, Recover, Rotation, Step, Walker, WalkerOptions, WalkerState,
};

type Vector = [f64; 3];
type Hero = Walker<f64, AnyWalkerBody<f64>>;
type Hit = Contact<f64, 3, AnyFeature<3>>;

const WALKS: usize = 12;
const STEPS: usize = 9;
const STYLE: Style = Style { single: false, dimension: 3 };

pub fn all() -> Vec<String> {
    let mut random = Random(97_000);
    let (mut lines, mut tally, mut floors) = (Vec::new(), Tally::default(), 0);
    for i in 0..WALKS {
        let triangles = place(&mut random, i);
        let world = Moving::still(Arc::new(mesh(&triangles)));
        let (body, moved) = body(&mut random, i);
        let options = WalkerOptions::default().step_height(0.5).snap_distance(0.5);
        let mut hero = Walker::new(body, options).unwrap();
        for j in 0..STEPS {
            let wish = [0.25, random.between(-0.125, 0.125), 0.0];
            hero.velocity[2] += if j == 6 { 0.5 } else { -0.125 };
            let request = request(&hero, wish, &triangles);
            let step = hero.step_in_any(wish, &world).unwrap().unwrap();
            let mut from = step.from;
            for &to in &step.legs {
                judge(&moved, from, to, &triangles, &mut tally);
                from = to;
            }
            assert_eq!(hero.position(), from, "{request}");
            tally.blocked += step.contacts.len();
            floors += usize::from(step.floor.is_some());
            lines.push(line(request, answer(&hero, &step)));
        }
    }
    assert!(floors * 2 > lines.len() && tally.blocked * 2 > lines.len(), "{floors} {tally:?}");
    assert!(tally.judged_by_integers > lines.len() && tally.not_judged == 0, "{tally:?}");
    lines
}

/// A floor, a stair, a wall and a ramp. In every other place, the numbers are not whole.
fn place(random: &mut Random, i: usize) -> Triangles {
    let mut near = |x: f64| if i.is_multiple_of(2) { x } else { x + random.between(-0.1, 0.1) };
    let mut all = square([-4.0, -4.0, 0.0], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]);
    let (x, rise) = (near(0.5), near(0.25));
    all.extend(square([x, -4.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, rise]));
    all.extend(square([x, -4.0, rise], [4.0, 0.0, 0.0], [0.0, 8.0, 0.0]));
    all.extend(square([near(1.75), -4.0, rise], [near(0.0), 8.0, 0.0], [0.0, 0.0, 3.0]));
    all.extend(square([-4.0, near(1.0), 0.0], [8.0, 0.0, 0.0], [0.0, 2.0, near(1.0)]));
    all
}

/// A box or a hull above the floor, the same for the oracle.
fn body(random: &mut Random, i: usize) -> (AnyWalkerBody<f64>, Moved) {
    let above = |z: f64| [-0.75, if i.is_multiple_of(2) { 0.0 } else { 0.1 }, z];
    let hull = |points: Vec<Vector>, place: Vector| {
        let hull = Hull::new(points.iter().copied()).unwrap().at(place).unwrap();
        let core = Core::MovedHull { points, place };
        (hull.into(), Moved { core, place, radius: 0.0 })
    };
    match i % 3 {
        0 => {
            let (half, center) = ([0.25, 0.375, 0.5], above(0.625));
            let turns = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 2.0], [0.0, 0.125, 0.25, 1.0]];
            let rotation = turns[i / 3 % 3];
            let turn = Rotation::<f64, 3>::new(rotation).unwrap();
            let cuboid = OrientedBox::new(center, half, turn).unwrap();
            let core = Core::Oriented { center, half, rotation };
            (cuboid.into(), Moved { core, place: center, radius: 0.0 })
        }
        // A prism that is narrower at the top; its first point is the middle of the base.
        1 => {
            let ring = [[0.5, 0.25], [-0.25, 0.5], [-0.5, -0.25], [0.25, -0.5]];
            let sides = ring.into_iter();
            let corners = sides.flat_map(|[x, y]| [[x, y, 0.0], [0.6 * x, 0.6 * y, 1.5]]);
            hull([[0.0; 3]].into_iter().chain(corners).collect(), above(0.125))
        }
        _ => {
            let middle = [7.1, -3.3, 0.2];
            let points = (0..7).map(|_| random.vector(-0.4, 0.4));
            let points = points.map(|v| each(|k| middle[k] + v[k]));
            hull([middle].into_iter().chain(points).collect(), above(0.5))
        }
    }
}

/// The fields of a state, in the order of an answer.
fn state(state: &WalkerState<f64, AnyWalkerBody<f64>>) -> String {
    let object = Object::default();
    let object = match &state.body {
        AnyWalkerBody::OrientedBox(cuboid) => object
            .with("position", STYLE.vector(&cuboid.center()))
            .with("half_extents", STYLE.vector(&cuboid.half_extents()))
            .with("rotation", STYLE.numbers(&cuboid.rotation().quaternion())),
        AnyWalkerBody::Hull(hull) => object
            .with("position", STYLE.vector(&hull.position()))
            .with("points", array(hull.points().iter().map(|point| STYLE.vector(point)))),
        other => panic!("{other:?} does not walk here"),
    };
    let floor = state.floor.map_or("null".to_string(), |floor| {
        let object = Object::default().with("point", STYLE.vector(&floor.point));
        object.with("normal", STYLE.vector(&floor.normal)).text()
    });
    object
        .with("velocity", STYLE.vector(&state.velocity))
        .with("carried", STYLE.vector(&state.carried))
        .with("floor", floor)
        .text()
}

fn request(hero: &Hero, wish: Vector, triangles: &Triangles) -> String {
    let vertices = triangles.iter().flatten().map(|vertex| STYLE.vector(vertex));
    let corners = (0..triangles.len()).map(|i| format!("[{},{},{}]", 3 * i, 3 * i + 1, 3 * i + 2));
    let mesh =
        Object::default().with("vertices", array(vertices)).with("triangles", array(corners));
    let options = Object::default().with("step_height", "0.5").with("snap_distance", "0.5");
    Object::default()
        .with("query", string("step"))
        .with("walker", state(&hero.state()))
        .with("options", options.text())
        .with("displacement", STYLE.vector(&wish))
        .with("world", Object::default().with("mesh", mesh.text()).text())
        .text()
}

fn contact(hit: &Hit) -> String {
    let or_null = |v: &Option<Vector>| v.map_or("null".to_string(), |v| STYLE.vector(&v));
    let object = Object::default()
        .with("status", string("contact"))
        .with("time", STYLE.number(hit.time))
        .with("center", STYLE.vector(&hit.center))
        .with("point", STYLE.vector(&hit.point))
        .with("normal", or_null(&hit.normal))
        .with("other_point", or_null(&hit.other_point))
        .with("feature", feature(&hit.feature.place, 3))
        .with("approach", string(approach(hit.approach)));
    with_place(object, &hit.feature).text()
}

fn answer(hero: &Hero, step: &Step<f64, AnyFeature<3>>) -> String {
    let status = match step.start {
        Recover::Free => "free",
        Recover::Moved { .. } => "moved",
        Recover::NotFound => "not_found",
    };
    let maybe = |hit: &Option<Hit>| hit.as_ref().map_or("null".to_string(), contact);
    Object::default()
        .with("status", string(status))
        .with("from", STYLE.vector(&step.from))
        .with("legs", array(step.legs.iter().map(|end| STYLE.vector(end))))
        .with("contacts", array(step.contacts.iter().map(contact)))
        .with("floor", maybe(&step.floor))
        .with("ceiling", maybe(&step.ceiling))
        .with("is_wedged", step.is_wedged.to_string())
        .with("platform_velocity", STYLE.vector(&step.platform_velocity))
        .with("walker", state(&hero.state()))
        .text()
}
