//! A character whose state goes from each answer into the next request walks as one that is kept,
//! to the last bit.

#![cfg(feature = "questions")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

use tangency::any::Obstacle;
use tangency::{AlignedBox, Capsule, Item, Ride, Scene, Walker, WalkerOptions};
use tangency_protocol::{Names, NoMeshes, answer};

type Hero = Walker<f64>;

fn ask(request: &str) -> Result<String, String> {
    let line = answer(request.as_bytes(), &mut NoMeshes, &mut Names::default());
    line.map(|line| String::from_utf8(line).unwrap())
        .map_err(|line| String::from_utf8(line).unwrap())
}

/// The state that an answer ends with.
fn state(answer: &str) -> String {
    let (_, state) = answer.split_once("\"walker\":").unwrap();
    state.strip_suffix("}\n").unwrap().to_owned()
}

/// The numbers of a field of it.
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

fn assert_same(state: &str, hero: &Hero) {
    let expected = hero.state();
    assert_eq!(numbers(state, "position"), expected.position);
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
    let world: Box<dyn Obstacle<f64, 3>> = Box::new(std::sync::Arc::new(scene));
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
        let step = walker.step_in_any(way, &*world).unwrap().unwrap();
        assert_eq!(answer.contains("\"floor\":null,\"ceiling\""), step.floor.is_none(), "{answer}");
        at = state(&answer);
        assert_same(&at, &walker);
        in_air += usize::from(step.floor.is_none());
    }
    assert!((3..200).contains(&in_air), "{in_air}");
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

#[test]
fn what_cannot_be_is_refused_in_words() {
    let refusal = |walker: &str, more: &str| {
        let request =
            format!("{{\"query\":\"step\",\"walker\":{walker},\"displacement\":[0,0,0],{more}}}");
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
            "capsule.radius is -1, must not be negative",
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
        assert_eq!(refusal(walker, more), expected);
    }
}

/// The lines of the manual, in pairs of a request and its answer.
#[test]
fn the_manual_says_what_is_answered() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/command.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once("### A character").unwrap();
    let (_, rest) = rest.split_once("```json\n").unwrap();
    let (lines, _) = rest.split_once("```").unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 4);
    for pair in lines.chunks(2) {
        assert_eq!(ask(pair[0]).unwrap().trim_end(), pair[1]);
    }
}
