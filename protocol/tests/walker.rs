//! A character whose state is copied from each answer to the next request walks like a character of
//! the library, to the last bit.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

use tangency::{
    AlignedBox, Capsule, ConvexScene, Hull, Item, Obstacle, OrientedBox, Ride, Rotation, Scene,
    Walker, WalkerBody, WalkerOptions,
};
use tangency_protocol::{Names, NoMeshes, answer};

type Hero = Walker<f64>;

fn ask(request: &str) -> Result<String, String> {
    let line = answer(request.as_bytes(), &mut NoMeshes, &mut Names::default());
    line.map(|line| String::from_utf8(line).unwrap())
        .map_err(|line| String::from_utf8(line).unwrap())
}

/// The state of the character at the end of an answer.
fn state(answer: &str) -> String {
    let (_, state) = answer.split_once("\"walker\":").unwrap();
    state.strip_suffix("}\n").unwrap().to_owned()
}

/// The numbers of a field of a state.
fn numbers(state: &str, name: &str) -> Vec<f64> {
    let (_, rest) = state.split_once(&format!("\"{name}\":[")).unwrap();
    let (numbers, _) = rest.split_once(']').unwrap();
    numbers.split(',').map(|number| number.parse().unwrap()).collect()
}

fn hero() -> Hero {
    let body = Capsule::with_axis([-2.0, 0.1, 0.5], [0.0, 0.0, 1.0], 0.5).unwrap();
    Walker::new(body, WalkerOptions::default().step_height(0.5).snap_distance(0.5)).unwrap()
}
const START: &str = r#"{"position":[-2,0.1,0.5],"axis":[0,0,1],"radius":0.5}"#;
const OPTIONS: &str = r#"{"step_height":0.5,"snap_distance":0.5}"#;

fn assert_same<B: WalkerBody<f64>>(state: &str, hero: &Walker<f64, B>) {
    let expected = hero.state();
    assert_eq!(numbers(state, "position"), hero.position());
    assert_eq!(numbers(state, "velocity"), expected.velocity);
    assert_eq!(numbers(state, "carried"), expected.carried);
    match expected.floor {
        None => assert!(state.ends_with("\"floor\":null}"), "{state}"),
        Some(floor) => {
            assert_eq!(numbers(state, "point"), floor.point);
            assert_eq!(numbers(state, "normal"), floor.normal);
        }
    }
}

#[test]
fn a_state_that_goes_from_answer_to_request_walks_as_a_walker_does() {
    let boxes = [[[-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]], [[2.0, -9.0, 0.0], [9.0, 9.0, 0.25]]];
    let mut scene = Scene::new();
    for [min, max] in boxes {
        scene.insert(AlignedBox::new(min, max).unwrap());
    }
    let world = scene.for_capsules().unwrap();
    let items: Vec<String> = boxes
        .iter()
        .map(|[min, max]| format!("{{\"box\":{{\"min\":{min:?},\"max\":{max:?}}}}}"))
        .collect();
    let items = items.join(",");
    let (mut walker, mut at, mut in_air) = (hero(), START.to_owned(), 0);
    for i in 0..300 {
        let jump = if i % 40 == 39 { 0.3 } else { 0.0 };
        let way = [if i % 100 < 60 { 0.0875 } else { -0.0625 }, 0.01, jump - 0.01];
        let request = format!(
            "{{\"query\":\"step\",\"walker\":{at},\"options\":{OPTIONS},\"displacement\":{way:?},\"world\":{{\"items\":[{items}]}}}}"
        );
        let answer = ask(&request).unwrap();
        let step = walker.step(way, &world).unwrap();
        assert_eq!(answer.contains("\"floor\":null,\"ceiling\""), step.floor.is_none(), "{answer}");
        at = state(&answer);
        assert_same(&at, &walker);
        in_air += usize::from(step.floor.is_none());
    }
    assert!((3..200).contains(&in_air), "{in_air}");
}

/// A floor with a stair, as in [`climbs`].
const STAIR: &str = r#""world":{"items":[{"box":{"min":[-9,-9,-1],"max":[9,9,0]}},{"box":{"min":[0,-9,0],"max":[9,9,0.25]}}]}"#;

/// Takes sixty steps towards a stair, by requests and with a walker, and returns the last state.
/// `of_body` checks the body in each state.
fn climbs<B>(mut at: String, walker: &mut Walker<f64, B>, of_body: impl Fn(&str)) -> String
where
    B: WalkerBody<f64>,
    for<'s> ConvexScene<'s, f64>: Obstacle<f64, 3, B>,
{
    let mut scene = Scene::new();
    scene.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap());
    scene.insert(AlignedBox::new([0.0, -9.0, 0.0], [9.0, 9.0, 0.25]).unwrap());
    let world = scene.for_convex_bodies().unwrap();
    for _ in 0..60 {
        let answer = ask(&format!(
            "{{\"query\":\"step\",\"walker\":{at},\"options\":{OPTIONS},\"displacement\":[0.0625,0.01,-0.01],{STAIR}}}"
        ))
        .unwrap();
        let step = walker.step([0.0625, 0.01, -0.01], &world).unwrap();
        assert_eq!(answer.contains("\"floor\":null,\"ceiling\""), step.floor.is_none(), "{answer}");
        at = state(&answer);
        assert_same(&at, walker);
        of_body(&at);
    }
    at
}

/// A rotated box climbs a stair, is carried by a lift, and becomes a capsule and a lower box.
#[test]
fn a_box_walks_as_a_walker_does() {
    let quaternion = [0.0, 0.0, 0.25, 1.0];
    let body = |z: f64| {
        let rotation = Rotation::<f64, 3>::new(quaternion).unwrap();
        OrientedBox::new([-2.0, 0.1, z], [0.5, 0.25, z], rotation).unwrap()
    };
    let options = WalkerOptions::default().step_height(0.5).snap_distance(0.5);
    let mut walker = Walker::new(body(1.0), options).unwrap();
    let mut at =
        r#"{"position":[-2,0.1,1],"half_extents":[0.5,0.25,1],"rotation":[0,0,0.25,1]}"#.to_owned();
    at = climbs(at, &mut walker, |at| {
        assert_eq!(numbers(at, "half_extents"), [0.5, 0.25, 1.0]);
        assert_eq!(numbers(at, "rotation"), body(1.0).rotation().quaternion());
    });
    assert!(walker.position()[0] > 1.5 && walker.position()[2] == 1.25, "{at}");

    let ride = format!(
        "{{\"query\":\"ride\",\"walker\":{at},\"displacement\":[0,0,0.25],\"box\":{{\"min\":[0,-9,0],\"max\":[9,9,0.25],\"velocity\":[0,0,0.25]}}}}"
    );
    let mut lift = Scene::new();
    let top = AlignedBox::new([0.0, -9.0, 0.0], [9.0, 9.0, 0.25]).unwrap();
    lift.insert(Item::from(top).between([0.0; 3], [0.0, 0.0, 0.25]).unwrap());
    at = state(&ask(&ride).unwrap());
    walker.ride([0.0, 0.0, 0.25], &lift.for_convex_bodies().unwrap()).unwrap();
    assert_same(&at, &walker);
    assert_eq!(walker.position()[2], 1.5);

    let ceiling = r#""box":{"min":[-9,-9,2],"max":[9,9,3]}"#;
    for (mover, status, expected) in [
        (
            r#"{"oriented_box":{"center":[0,0,1],"half_extents":[0.5,0.5,1],"rotation":[0,0,0,1]}}"#,
            "none",
            r#"{"position":[0.0,0.0,1.0],"half_extents":[0.5,0.5,1.0],"rotation":[0.0,0.0,0.0,1.0],"#,
        ),
        (
            r#"{"oriented_box":{"center":[0,0,1.5],"half_extents":[0.5,0.5,1]}}"#,
            "overlap",
            &at[..40],
        ),
        (
            r#"{"capsule":{"a":[0,0,0.5],"axis":[0,0,1],"radius":0.5}}"#,
            "none",
            r#"{"position":[0.0,0.0,0.5],"axis":[0.0,0.0,1.0],"radius":0.5,"#,
        ),
    ] {
        let request =
            format!("{{\"query\":\"set_body\",\"walker\":{at},\"mover\":{mover},{ceiling}}}");
        let answer = ask(&request).unwrap();
        assert!(answer.contains(&format!("\"status\":\"{status}\"")), "{answer}");
        assert!(state(&answer).starts_with(expected), "{answer}");
    }
}

/// A hull whose first point is the origin climbs a stair, and is replaced by a lower hull.
#[test]
fn a_hull_walks_as_a_walker_does() {
    const POINTS: &str =
        "[[0,0,0],[0.5,0.25,0],[-0.5,0.25,0],[0,-0.5,0],[0.25,0,1.75],[-0.25,0,1.75]]";
    let floats = |text: &str| -> Vec<[f64; 3]> {
        text.trim_matches(['[', ']'])
            .split("],[")
            .map(|row| {
                let row: Vec<f64> = row.split(',').map(|x| x.parse().unwrap()).collect();
                row.try_into().unwrap()
            })
            .collect()
    };
    let body = Hull::new(floats(POINTS)).unwrap().at([-2.0, 0.1, 0.05]).unwrap();
    let options = WalkerOptions::default().step_height(0.5).snap_distance(0.5);
    let mut walker = Walker::new(body, options).unwrap();
    let mut at = format!("{{\"position\":[-2,0.1,0.05],\"points\":{POINTS}}}");
    at = climbs(at, &mut walker, |at| {
        let (_, points) = at.split_once("\"points\":[").unwrap();
        let (points, _) = points.split_once("]]").unwrap();
        assert_eq!(floats(points), floats(POINTS));
    });
    assert!(walker.position()[0] > 1.5 && walker.position()[2] == 0.25, "{at}");

    for (mover, status, position) in [
        (r#"{"points":[[1,0,0.5],[2,0,0.5],[1,1,0.5],[1,0,1]]}"#, "none", "[1.0,0.0,0.5]"),
        (
            r#"{"points":[[1,0,0.5],[2,0,0.5],[1,1,0.5],[1,0,1]],"position":[3,0,0.5]}"#,
            "none",
            "[3.0,0.0,0.5]",
        ),
        (
            r#"{"points":[[1,0,0.5],[2,0,0.5],[1,1,0.5],[1,0,1]],"position":[3,0,0]}"#,
            "overlap",
            "[3.0,0.0,0.5]",
        ),
    ] {
        let request = format!(
            "{{\"query\":\"set_body\",\"walker\":{at},\"mover\":{{\"hull\":{mover}}},{STAIR}}}"
        );
        let answer = ask(&request).unwrap();
        assert!(answer.contains(&format!("\"status\":\"{status}\"")), "{answer}");
        at = state(&answer);
        let expected = format!(
            "{{\"position\":{position},\"points\":[[1.0,0.0,0.5],[2.0,0.0,0.5],[1.0,1.0,0.5],[1.0,0.0,1.0]]"
        );
        assert!(at.starts_with(&expected), "{answer}");
    }
}

#[test]
fn a_ride_is_that_of_a_walker() {
    let (mut walker, mut at) = (hero(), START.to_owned());
    for (rise, expected) in [(0.25, "carried"), (-0.25, "carried"), (0.125, "carried")] {
        let from = walker.position()[2] - 0.5;
        let mut scene = Scene::new();
        let top = AlignedBox::new([-9.0, -9.0, from - 1.0], [9.0, 9.0, from]).unwrap();
        scene.insert(Item::from(top).between([0.0; 3], [0.0, 0.0, rise]).unwrap());
        let request = format!(
            "{{\"query\":\"ride\",\"walker\":{at},\"options\":{OPTIONS},\"displacement\":[0,0,{rise:?}],\"box\":{{\"min\":[-9,-9,{:?}],\"max\":[9,9,{from:?}],\"velocity\":[0,0,{rise:?}]}}}}",
            from - 1.0
        );
        let answer = ask(&request).unwrap();
        assert!(answer.contains(&format!("\"status\":\"{expected}\",\"by\":null")), "{answer}");
        let ride = walker.ride([0.0, 0.0, rise], &scene.for_capsules().unwrap()).unwrap();
        assert!(matches!(ride, Ride::Carried { .. }));
        at = state(&answer);
        assert_same(&at, &walker);
    }
    let press = r#"{"items":[{"box":{"min":[-9,-9,-1],"max":[9,9,0]}},{"box":{"min":[-9,-9,3],"max":[9,9,4],"velocity":[0,0,-2]}}]}"#;
    let request = format!(
        "{{\"query\":\"ride\",\"walker\":{START},\"displacement\":[0,0,0],\"world\":{press}}}"
    );
    let answer = ask(&request).unwrap();
    let by = r#""status":"crushed","by":{"feature":{"sides":[0,0,-1]},"item":1}"#;
    assert!(answer.contains(by), "{answer}");
}

/// A character crouches, walks below a ceiling, cannot stand up there, and is put elsewhere.
#[test]
fn another_body_and_another_place_are_those_of_a_walker() {
    let (floor, ceiling) =
        ([[-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]], [[2.0, -9.0, 1.5], [9.0, 9.0, 2.0]]);
    let mut scene = Scene::new();
    for [min, max] in [floor, ceiling] {
        scene.insert(AlignedBox::new(min, max).unwrap());
    }
    let level = scene.for_capsules().unwrap();
    let world = r#""world":{"items":[{"box":{"min":[-9,-9,-1],"max":[9,9,0]}},{"box":{"min":[2,-9,1.5],"max":[9,9,2]}}]}"#;
    let body =
        |x: f64, y: f64, axis: f64| Capsule::with_axis([x, y, 0.5], [0.0, 0.0, axis], 0.5).unwrap();
    let (mut walker, mut at) = (hero(), START.to_owned());
    let mut statuses = Vec::new();
    let mut take = |at: &str, query: &str, what: &str| {
        let options = if query == "step" {
            r#","options":{"step_height":0.5,"snap_distance":0.5}"#
        } else {
            ""
        };
        let answer =
            ask(&format!("{{\"query\":\"{query}\",\"walker\":{at}{options},{what},{world}}}"))
                .unwrap();
        statuses.push(answer.split('"').nth(5).unwrap().to_owned());
        answer
    };

    at = state(&take(&at, "step", r#""displacement":[0,0,-0.25]"#));
    assert!(walker.step([0.0, 0.0, -0.25], &level).unwrap().floor.is_some());
    at = state(&take(
        &at,
        "set_body",
        r#""capsule":{"a":[-2,0.1,0.5],"axis":[0,0,0.25],"radius":0.5}"#,
    ));
    assert_eq!(walker.set_body(body(-2.0, 0.1, 0.25), &level).unwrap(), None);
    assert_same(&at, &walker);
    at = state(&take(&at, "step", r#""displacement":[6,0,0]"#));
    walker.step([6.0, 0.0, 0.0], &level).unwrap();
    assert_same(&at, &walker);
    assert_eq!(walker.position(), [4.0, 0.1, 0.5]);

    // The capsule may also be given by its ends. The overlap is with the ceiling, above its middle;
    // nothing has changed.
    let tall = r#""capsule":{"a":[4,0.1,0.5],"b":[4,0.1,1.5],"radius":0.5}"#;
    let answer = take(&at, "set_body", tall);
    let overlap = walker.set_body(body(4.0, 0.1, 1.0), &level).unwrap().unwrap();
    assert_eq!(numbers(&answer, "point"), overlap.point);
    assert_eq!(overlap.point, [4.0, 0.1, 1.5]);
    assert!(answer.contains("\"item\":1"), "{answer}");
    assert_eq!(state(&answer), at);

    // There is no room inside the floor, but there is room on it.
    let answer = take(&at, "teleport", r#""position":[-4,0.1,0]"#);
    assert!(walker.teleport_into([-4.0, 0.1, 0.0], &level).unwrap().is_some());
    assert!(answer.contains("\"item\":0"), "{answer}");
    assert_eq!(state(&answer), at);
    at = state(&take(&at, "teleport", r#""position":[-4,0.1,0.5]"#));
    assert_eq!(walker.teleport_into([-4.0, 0.1, 0.5], &level).unwrap(), None);
    assert_same(&at, &walker);
    at = state(&take(
        &at,
        "set_body",
        r#""capsule":{"a":[-4,0.1,0.5],"axis":[0,0,1],"radius":0.5}"#,
    ));
    assert_eq!(walker.set_body(body(-4.0, 0.1, 1.0), &level).unwrap(), None);
    assert_same(&at, &walker);
    assert_eq!(numbers(&at, "axis"), [0.0, 0.0, 1.0]);
    let expected = ["free", "none", "free", "overlap", "overlap", "none", "none"];
    assert_eq!(statuses, expected);
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let refusal = |query: &str, walker: &str, more: &str| {
        let request = format!("{{\"query\":\"{query}\",\"walker\":{walker},{more}}}");
        let error = ask(&request).unwrap_err();
        let (_, error) = error.split_once("\"error\":\"").unwrap();
        error.strip_suffix("\"}\n").unwrap().to_owned()
    };
    let point = r#""point":{"position":[0,0,0]}"#;
    for (walker, more, expected) in [
        (r#"{"axis":[0,0,1],"radius":1}"#, point, "walker.position is missing"),
        (
            r#"{"position":[0,0,0],"axis":[0,0,1],"radius":-1}"#,
            point,
            "walker.radius is -1, must not be negative",
        ),
        (
            r#"{"position":[0,0,0],"radius":1,"half_extents":[1,1,1]}"#,
            point,
            "walker must have one of radius and half_extents",
        ),
        (
            r#"{"position":[0,0,0],"radius":1,"points":[[1,1,1]]}"#,
            point,
            "walker must have one of radius and points",
        ),
        (
            r#"{"position":[0,0,0],"rotation":[0,0,0,1],"points":[[1,1,1]]}"#,
            point,
            "walker must have one of rotation and points",
        ),
        (r#"{"points":[[1,1,1]]}"#, point, "walker.position is missing"),
        (
            r#"{"position":[0,0,0],"points":[]}"#,
            point,
            "hull.points has length 0, must have at least 1",
        ),
        (
            r#"{"position":[0,0,0],"points":[[1,1,1],[2,1]]}"#,
            point,
            "walker.points[1] has 2 numbers, must have 3",
        ),
        (
            r#"{"position":[0,0,0],"half_extents":[1,0,1]}"#,
            point,
            "body is flat and has no radius, must have a thickness",
        ),
        (
            START,
            r#""options":{"max_slope":-1},"point":{"position":[0,0,0]}"#,
            "walker.max_slope is -1, must not be negative",
        ),
        (
            START,
            r#""options":{"flat_base":1},"point":{"position":[0,0,0]}"#,
            "options.flat_base is 1, must be true or false",
        ),
        (
            START,
            r#""plane":{"point":[0,0,0],"normal":[0,0,1]}"#,
            "step is not asked of a capsule and a plane",
        ),
        (START, r#""t_max":1,"point":{"position":[0,0,0]}"#, "t_max says nothing in a query step"),
    ] {
        assert_eq!(refusal("step", walker, &format!("\"displacement\":[0,0,0],{more}")), expected);
    }
    let small = r#""capsule":{"a":[0,0,5],"axis":[0,0,1],"radius":0.5}"#;
    let away = r#""position":[0,0,5]"#;
    for (query, more, expected) in [
        ("set_body", point.to_owned(), "set_body must have one of capsule and mover"),
        ("teleport", point.to_owned(), "position is missing"),
        (
            "set_body",
            format!(r#""capsule":{{"a":[0,0,5],"axis":[0,0,1],"radius":-1}},{point}"#),
            "capsule.radius is -1, must not be negative",
        ),
        (
            "set_body",
            format!(r#""capsule":{{"a":[0,0,5],"radius":1}},{point}"#),
            "capsule must have one of b and axis",
        ),
        (
            "set_body",
            format!(r#""capsule":{{"a":[0,0],"axis":[0,0,1],"radius":1}},{point}"#),
            "capsule.a has 2 numbers, must have 3",
        ),
        (
            "set_body",
            format!(r#""capsule":{{"a":[0,0,5],"axis":[0,0,1],"radius":1,"to":[0,0,0]}},{point}"#),
            "capsule.to is given, must not be where nothing moves",
        ),
        (
            "teleport",
            format!(r#""position":[0,"up",5],{point}"#),
            "position[1] is \\\"up\\\", must be a number",
        ),
        (
            "teleport",
            format!(r#"{away},"plane":{{"point":[0,0,0],"normal":[0,0,1]}}"#),
            "teleport is not asked of a capsule and a plane",
        ),
        (
            "set_body",
            format!(r#"{small},"plane":{{"point":[0,0,0],"normal":[0,0,1]}}"#),
            "set_body is not asked of a capsule and a plane",
        ),
        (
            "teleport",
            format!(r#"{away},"displacement":[0,0,1],{point}"#),
            "displacement says nothing in a query teleport",
        ),
        (
            "set_body",
            format!(r#"{small},"mover":{{"capsule":{{}}}},{point}"#),
            "set_body must have one of capsule and mover",
        ),
        (
            "set_body",
            format!(r#""mover":{{"capsule":{{}},"oriented_box":{{}}}},{point}"#),
            "mover must have one of capsule, oriented_box and hull",
        ),
        (
            "set_body",
            format!(r#""mover":{{"hull":{{"points":[[0,0,0],[1,0,0]]}}}},{point}"#),
            "body is flat and has no radius, must have a thickness",
        ),
        (
            "set_body",
            format!(r#""mover":{{"hull":{{"position":[0,0,0]}}}},{point}"#),
            "mover.hull.points is missing",
        ),
        (
            "set_body",
            format!(r#""mover":{{"hull":{{"points":[[0,0,0]],"radius":1}}}},{point}"#),
            "mover.hull has the field radius, known are points, position",
        ),
        (
            "set_body",
            format!(r#""mover":{{"oriented_box":{{"center":[0,0,0]}}}},{point}"#),
            "mover.oriented_box.half_extents is missing",
        ),
        (
            "set_body",
            format!(r#"{small},"options":{{}},{point}"#),
            "options says nothing in a query set_body",
        ),
        (
            "set_body",
            format!(r#"{small},"point":{{"position":[0,0,0],"velocity":[0,0,1]}}"#),
            "point.velocity is given, must not be where nothing moves",
        ),
    ] {
        assert_eq!(refusal(query, START, &more), expected);
    }
}

/// The manual has pairs of lines: a request and its answer.
#[test]
fn the_manual_says_what_is_answered() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/command.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once("### A character").unwrap();
    let (_, rest) = rest.split_once("```json\n").unwrap();
    let (lines, _) = rest.split_once("```").unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 10);
    for pair in lines.chunks(2) {
        assert_eq!(ask(pair[0]).unwrap().trim_end(), pair[1]);
    }
}

/// A hull at a position is a mover, an obstacle and an item, and moves from there to a point.
#[test]
fn a_hull_has_a_position() {
    let wedge = "\"points\":[[1,1,1],[2,1,1],[1,2,1],[1,1,2]]";
    let time = |mover: &str, obstacle: &str| {
        let request = format!(
            "{{\"query\":\"contact_time\",\"mover\":{{\"hull\":{{{wedge}{mover}}}}},\"obstacle\":{obstacle}}}"
        );
        let (Ok(answer) | Err(answer)) = ask(&request);
        let (_, answer) = answer.split_once("null,").unwrap();
        answer.strip_suffix("}\n").unwrap().replace("\"contact_time\":", "")
    };
    let floor = r#"{"box":{"min":[-9,-9,-1],"max":[9,9,0]}}"#;
    let gem = r#"{"hull":{"points":[[7,7,7],[8,7,7],[7,8,7],[7,7,6]],"position":[1,1,0]}}"#;
    let scene = format!(r#"{{"scene":{{"items":[{gem}]}}}}"#);
    let moving = r#","position":[1,1,9],"velocity":[0,0,-1]"#;
    assert_eq!(time(moving, floor), "9.0");
    assert_eq!(time(moving, gem), "9.0");
    assert_eq!(time(moving, &scene), "9.0");
    assert_eq!(time(r#","position":[1,1,9],"to":[1,1,-9]"#, floor), "0.5");
    // The vertex at 0.1 + 0.2 is no float; it is before the rounded sum.
    let thin = r#"{"hull":{"points":[[0,0],[0.1,0],[0,0.1]],"position":[0.2,0]}}"#;
    let dot = r#"{"point":{"position":[0.30000000000000004,0]}}"#;
    let request = format!("{{\"query\":\"intersects\",\"mover\":{thin},\"obstacle\":{dot}}}");
    assert_eq!(ask(&request).unwrap(), "{\"id\":null,\"intersects\":false}\n");

    let refused = |mover: &str, words: &str| {
        let answer = time(mover, floor);
        assert_eq!(answer, format!("\"error\":\"{words}\""));
    };
    refused(r#","position":[1,1]"#, "mover.hull.position has 2 numbers, must have 3");
    refused(r#","position":7"#, "mover.hull.position is 7, must be an array of numbers");
    refused(r#","position":[1,1,1e999]"#, "mover.hull.position[2] is 1e999, past the largest f64");
    refused(r#","position":[1,1,1],"position":[1,1,1]"#, "mover.hull has the field position twice");
    let unknown =
        "mover.hull has the field at, known are points, position, velocity, from, to, radius, path";
    refused(r#","at":[1,1,1]"#, unknown);
}
