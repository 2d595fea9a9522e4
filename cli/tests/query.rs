//! Tests the protocol of `tangency query`, line by line. The expected answers were worked out by
//! hand.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use tangency_cli::{query, self_test};
use tangency_protocol::self_test::EXPECTED;

/// The answers to some lines, and the number of errors among them.
fn converse(input: impl AsRef<[u8]>) -> (String, u64) {
    let mut output = Vec::new();
    let tally = query::run(input.as_ref(), &mut output, &|said| panic!("{said}")).unwrap();
    (String::from_utf8(output).unwrap(), tally.errors)
}

/// The answer to one line, which must not be an error.
fn answer(line: &str) -> String {
    let (output, errors) = converse(line);
    assert_eq!(errors, 0, "{output}");
    assert_eq!(output.matches('\n').count(), 1);
    output.trim_end().to_owned()
}

/// The message in the answer to one line, which must be an error.
fn error(line: impl AsRef<[u8]>) -> String {
    let (output, errors) = converse(line);
    assert_eq!(errors, 1, "{output}");
    let object: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(object.as_object().unwrap().len(), 2, "{output}");
    object["error"].as_str().unwrap().to_owned()
}

const FALLING: &str =
    r#""query":"first_contact","sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]}"#;
const FLOOR: &str = r#""triangle":{"vertices":[[0,0,0],[4,0,0],[0,4,0]]}"#;

#[test]
fn the_example_of_the_contract() {
    let line = r#"{"id":1,"query":"first_contact","sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]},"triangle":{"vertices":[[0,0,0],[4,0,0],[0,4,0]],"velocity":[0,0,0]},"t_max":10}"#;
    assert_eq!(
        answer(line),
        r#"{"id":1,"status":"contact","time":4.0,"center":[0.0,0.0,1.0],"point":[0.0,0.0,0.0],"normal":[0.0,0.0,1.0],"feature":{"kind":"vertex","index":0},"approach":"approaching"}"#
    );
}

#[test]
fn edge_and_face_and_a_moving_obstacle() {
    // The sphere is above the middle of edge 0, and then above the interior. The floor rises at
    // speed 1, so they touch in half the time.
    let cast = |x: f64, y: f64| {
        format!(
            r#"{{"query":"first_contact","sphere":{{"center":[{x},{y},5],"radius":1,"velocity":[0,0,-1]}},"triangle":{{"vertices":[[0,0,0],[4,0,0],[0,4,0]],"velocity":[0,0,1]}}}}"#
        )
    };
    assert_eq!(
        answer(&cast(2.0, 0.0)),
        r#"{"id":null,"status":"contact","time":2.0,"center":[2.0,0.0,3.0],"point":[2.0,0.0,2.0],"normal":[0.0,0.0,1.0],"feature":{"kind":"edge","index":0},"approach":"approaching"}"#
    );
    assert_eq!(
        answer(&cast(1.0, 1.0)),
        r#"{"id":null,"status":"contact","time":2.0,"center":[1.0,1.0,3.0],"point":[1.0,1.0,2.0],"normal":[0.0,0.0,1.0],"feature":{"kind":"face"},"approach":"approaching"}"#
    );
}

#[test]
fn boxes_and_rectangles() {
    let cast = |center: &str, velocity: &str, bounds: &str| {
        format!(
            r#"{{"query":"first_contact","sphere":{{"center":{center},"radius":1,"velocity":{velocity}}},"box":{bounds}}}"#
        )
    };
    assert_eq!(
        answer(&cast("[2,0.5,0]", "[-1,0,0]", r#"{"min":[-1,-1,-1],"max":[0,1,1]}"#)),
        r#"{"id":null,"status":"contact","time":1.0,"center":[1.0,0.5,0.0],"point":[0.0,0.5,0.0],"normal":[1.0,0.0,0.0],"feature":{"sides":[1,0,0]},"approach":"approaching"}"#
    );
    // A disc of radius 1 rolls past the corner of a rectangle at distance 1.
    assert_eq!(
        answer(&cast("[-5,2]", "[1,0]", r#"{"min":[0,0],"max":[4,1]}"#)),
        r#"{"id":null,"status":"contact","time":5.0,"center":[0.0,2.0],"point":[0.0,1.0],"normal":[0.0,1.0],"feature":{"sides":[-1,1]},"approach":"sliding"}"#
    );
}

#[test]
fn t_max_counts_itself() {
    let until = |t: &str| format!(r#"{{"id":0,{FALLING},{FLOOR},"t_max":{t}}}"#);
    assert!(answer(&until("4")).contains(r#""time":4.0"#));
    // The end is the float before 4.
    assert_eq!(answer(&until("3.9999999999999996")), r#"{"id":0,"status":"none"}"#);
    assert_eq!(answer(&until("0")), r#"{"id":0,"status":"none"}"#);
}

#[test]
fn overlap_and_touch_at_the_start() {
    let at = |z: &str, v: &str| {
        format!(
            r#"{{"id":"a","query":"first_contact","sphere":{{"center":[1,1,{z}],"radius":1,"velocity":[0,0,{v}]}},{FLOOR}}}"#
        )
    };
    assert_eq!(
        answer(&at("0.5", "-1")),
        r#"{"id":"a","status":"overlap","time":0.0,"center":[1.0,1.0,0.5],"point":[1.0,1.0,0.0],"normal":[0.0,0.0,1.0]}"#
    );
    assert!(answer(&at("1", "1")).contains(r#""time":0.0,"center":[1.0,1.0,1.0],"point":[1.0,1.0,0.0],"normal":[0.0,0.0,1.0],"feature":{"kind":"face"},"approach":"parting""#));
    assert!(answer(&at("1", "0")).contains(r#""approach":"sliding""#));
}

#[test]
fn plane_and_space() {
    // The disc's centre must come within 2 of (5, 0) at height 1: x = 5 - sqrt(3).
    let line = r#"{"query":"first_contact","sphere":{"center":[0,1],"radius":2,"velocity":[1,0]},"point":{"position":[5,0]}}"#;
    assert!(
        answer(line).contains(
            r#""time":3.267949192431123,"center":[3.267949192431123,1.0],"point":[5.0,0.0]"#
        ),
        "{}",
        answer(line)
    );
    let segment = r#"{"query":"first_contact","sphere":{"center":[0,3],"radius":1,"velocity":[0,-2]},"segment":{"a":[-1,0],"b":[1,0]}}"#;
    assert_eq!(
        answer(segment),
        r#"{"id":null,"status":"contact","time":1.0,"center":[0.0,1.0],"point":[0.0,0.0],"normal":[0.0,1.0],"feature":{"kind":"edge","index":0},"approach":"approaching"}"#
    );
    let space = segment
        .replace("[0,3]", "[0,3,0]")
        .replace("[0,-2]", "[0,-2,0]")
        .replace("[-1,0]", "[-1,0,0]")
        .replace("[1,0]", "[1,0,0]");
    assert!(answer(&space).contains(
        r#""time":1.0,"center":[0.0,1.0,0.0],"point":[0.0,0.0,0.0],"normal":[0.0,1.0,0.0]"#
    ));
}

#[test]
fn exact_and_more() {
    let line = r#"{"query":"first_contact","sphere":{"center":[0,1],"radius":2,"velocity":[1,0]},"point":{"position":[5,0]},"exact":true,"more":true}"#;
    let object: serde_json::Value = serde_json::from_str(&answer(line)).unwrap();
    assert_eq!(object["exact"]["time"], serde_json::json!({"x":"5","y":"-1","d":"3"}));
    assert_eq!(object["exact"]["center"][0], serde_json::json!({"x":"5","y":"-1","d":"3"}));
    assert_eq!(object["exact"]["center"].as_array().unwrap().len(), 2);
    assert_eq!(object["exact"]["point"][0]["x"], "5");
    // 5 - sqrt(3) = 3.26794919243112270647…; the floats around it are 4.4e-16 apart.
    let (time, down) = (object["time"].as_f64().unwrap(), object["time_down"].as_f64().unwrap());
    assert!(down == time || down == time.next_down(), "{down} {time}");
    assert!((5.0 - down) * (5.0 - down) >= 3.0);
}

#[test]
fn a_velocity_may_be_left_out() {
    let line = r#"{"query":"first_contact","sphere":{"center":[0,0,5],"radius":1},"point":{"position":[0,0,0],"velocity":[0,0,2]}}"#;
    assert!(answer(line).contains(r#""time":2.0,"center":[0.0,0.0,5.0],"point":[0.0,0.0,4.0]"#));
}

#[test]
fn numbers_are_read_once_as_what_is_asked_for() {
    let line = |scalar: &str, z: &str| {
        format!(
            r#"{{"query":"first_contact","scalar":"{scalar}","sphere":{{"center":[0,0,{z}],"radius":0,"velocity":[0,0,-1]}},"point":{{"position":[0,0,0]}}}}"#
        )
    };
    // The number exceeds the middle of two f32s by less than the resolution of f64; through f64 it
    // would be rounded down, to 1.
    assert!(answer(&line("f32", "1.00000005960464477540")).contains(r#""time":1.0000001,"#));
    assert!(
        answer(&line("f64", "1.00000005960464477540")).contains(r#""time":1.0000000596046448,"#)
    );
    assert!(answer(&line("f32", "0.1")).contains(r#""time":0.1,"#));
    assert!(error(line("f32", "1e39")).contains("sphere.center[2] is 1e39, past the largest f32"));
    assert!(answer(&line("f64", "1e39")).contains(r#""time":1e+39,"#));
    // The least subnormal number is valid input.
    assert!(answer(&line("f64", "5e-324")).contains(r#""time":5e-324,"#));
}

#[test]
fn past_the_largest_float() {
    let line = r#"{"query":"first_contact","sphere":{"center":[0,0,1e308],"radius":0,"velocity":[0,0,-1e-300]},"point":{"position":[0,0,0]}}"#;
    assert!(answer(line).contains(r#""status":"contact","time":"inf","#), "{}", answer(line));
}

#[test]
fn ids_are_echoed_as_written() {
    for id in [
        r#""a\u0041\n""#,
        "1.0",
        "1e999",
        "123456789012345678901234567890",
        r#"{"b":[1,{"a":null}],"a":2}"#,
        "null",
        "[ 1,  2 ]",
    ] {
        let line = format!(r#"{{{FALLING},{FLOOR},"id": {id} }}"#);
        assert!(answer(&line).starts_with(&format!(r#"{{"id":{id},"status""#)), "{id}");
        let (output, errors) = converse(format!(r#"{{"id":{id},"query":"first_contact"}}"#));
        assert_eq!(
            (output, errors),
            (format!("{{\"id\":{id},\"error\":\"sphere is missing\"}}\n"), 1)
        );
    }
}

#[test]
fn meshes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("floor.obj");
    std::fs::write(
        &path,
        "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 -1\nv 4 0 -1\nv 0 4 -1\nf 4 5 6\nf 1 2 3\n",
    )
    .unwrap();
    let here = r#""mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,-1],[4,0,-1],[0,4,-1]],"triangles":[[3,4,5],[0,1,2]]}"#;
    let there = format!(r#""mesh":{{"path":{:?}}}"#, path.to_str().unwrap());
    let expected = r#"{"id":null,"status":"contact","time":4.0,"center":[0.0,0.0,1.0],"point":[0.0,0.0,0.0],"normal":[0.0,0.0,1.0],"feature":{"kind":"vertex","index":0},"approach":"approaching","triangle":1}"#;
    for mesh in [here, &there] {
        assert_eq!(answer(&format!("{{{FALLING},{mesh}}}")), expected);
        let moving = mesh.replacen("{", r#"{"velocity":[0,0,1],"#, 1);
        assert!(answer(&format!("{{{FALLING},{moving}}}")).contains(r#""time":2.0"#));
        assert!(
            answer(&format!(r#"{{{FALLING},{mesh},"scalar":"f32"}}"#)).contains(r#""time":4.0"#)
        );
    }
    // The mesh is loaded once, so the second request needs no file.
    let requests = format!("{{{FALLING},{there}}}\n").repeat(2);
    let (output, errors) = converse(&requests);
    assert_eq!((output, errors), (format!("{expected}\n{expected}\n"), 0));
    let missing = error(format!(r#"{{{FALLING},"mesh":{{"path":"no/such.ply"}}}}"#));
    assert!(missing.starts_with("mesh.path: cannot read no/such.ply: "), "{missing}");
    let overlapping =
        format!(r#"{{"query":"first_contact","sphere":{{"center":[1,1,0.5],"radius":1}},{here}}}"#);
    assert_eq!(
        answer(&overlapping),
        r#"{"id":null,"status":"overlap","time":0.0,"center":[1.0,1.0,0.5],"point":[1.0,1.0,0.0],"normal":[0.0,0.0,1.0],"triangle":1}"#
    );
}

#[test]
fn what_a_named_mesh_bounds() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("wedge.obj");
    let corners = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
    let ask = |question: &str| {
        let path = path.to_str().unwrap();
        format!(r#"{{"query":"{question}","position":[1,1,1],"mesh":{{"path":{path:?}}}}}"#) + "\n"
    };
    let questions = ["locate", "signed_distance", "locate", "winding_number"].map(ask).concat();
    let open = r#"{"id":null,"error":"mesh.triangles[0][1] begins an open edge, the mesh must be closed"}"#;
    std::fs::write(&path, corners).unwrap();
    assert_eq!(converse(&questions), (format!("{open}\n").repeat(4), 4));
    std::fs::write(&path, format!("{corners}f 2 3 4\n")).unwrap();
    let answers = [
        r#"{"id":null,"locate":"inside"}"#,
        r#"{"id":null,"signed_distance":-0.5773502691896257}"#,
        r#"{"id":null,"locate":"inside"}"#,
        r#"{"id":null,"winding_number":1}"#,
    ];
    assert_eq!(converse(&questions), (answers.map(|line| format!("{line}\n")).concat(), 0));
}

#[test]
fn capsules_and_ways_between_points() {
    let (hero, floor) = (r#""a":[1,1,5],"axis":[0,0,1],"radius":0.5"#, FLOOR);
    let ask = |capsule: &str, rest: &str| {
        format!(r#"{{"query":"first_contact","capsule":{{{hero}{capsule}}},{floor}{rest}}}"#)
    };
    let landed = |time: &str| {
        format!(
            r#"{{"id":null,"status":"contact","time":{time},"center":[1.0,1.0,0.5],"point":[1.0,1.0,0.0],"normal":[0.0,0.0,1.0],"other_point":null,"feature":{{"kind":"face"}},"approach":"approaching"}}"#
        )
    };
    let cases = [
        (ask(r#","velocity":[0,0,-1]"#, ""), landed("4.5")),
        (ask(r#","to":[1,1,-4]"#, ""), landed("0.5")),
        (ask(r#","to":[1,1,-4]"#, r#","t_max":0.25"#), r#"{"id":null,"status":"none"}"#.to_owned()),
        (
            ask(r#","path":[[1,1,1],[1,1,0.5],[9,1,0.5]]"#, ""),
            landed("1.0").replace("\"approaching\"}", "\"approaching\",\"leg\":1}"),
        ),
        (
            r#"{"query":"first_contact","sphere":{"center":[0,0,5],"radius":1},"point":{"position":[0,0,0],"to":[0,0,8]}}"#.to_owned(),
            r#"{"id":null,"status":"contact","time":0.5,"center":[0.0,0.0,5.0],"point":[0.0,0.0,4.0],"normal":[0.0,0.0,1.0],"feature":{"kind":"vertex","index":0},"approach":"approaching"}"#.to_owned(),
        ),
        (
            r#"{"query":"closest","capsule":{"a":[0,0,3],"b":[4,0,3],"radius":1},"segment":{"a":[2,-5,0],"b":[2,5,0]}}"#.to_owned(),
            r#"{"id":null,"closest":{"point":[2.0,0.0,0.0],"on_axis":[2.0,0.0,3.0],"distance":2.0,"feature":{"kind":"edge","index":0}}}"#.to_owned(),
        ),
    ];
    for (question, answer) in &cases {
        assert_eq!(converse(question.as_str()), (format!("{answer}\n"), 0), "{question}");
    }
    let wrong = [
        (ask(r#","b":[0,0,0]"#, ""), "capsule must have one of b and axis"),
        (
            ask(r#","to":[0,0,0],"velocity":[0,0,0]"#, ""),
            "capsule must have one at most of velocity, to and path",
        ),
        (ask(r#","path":[]"#, ""), "points has length 0, must have at least 1"),
        (ask(r#","path":[[1,1,1]]"#, r#","t_max":1"#), "t_max says nothing along a path"),
        (
            r#"{"query":"contact_time","sphere":{"center":[0,0,5],"radius":1,"path":[[0,0,0]]},"point":{"position":[0,0,0]}}"#.to_owned(),
            "sphere.path says nothing in a query contact_time",
        ),
        (
            r#"{"query":"first_contact","capsule":{"a":[0,0,9],"axis":[0,0,1],"radius":1},"polytope":{"planes":[{"point":[0,0,0],"normal":[0,0,1]}]}}"#.to_owned(),
            "first_contact is not asked of a capsule and a polytope",
        ),
        (
            r#"{"query":"first_contact","capsule":{"a":[0.1,0,9],"b":[0.7,0,9],"radius":1,"path":[[0.3,0,9],[0,0,0]]},"point":{"position":[0,0,0]}}"#.to_owned(),
            "capsule.b is 0.7, its difference from a is not a float: give an axis instead",
        ),
        (
            r#"{"query":"first_contact","sphere":{"center":[0,0,5],"radius":1},"point":{"position":[0,0,0],"from":[0,0,8]}}"#.to_owned(),
            "point must have a velocity, or to, or from and to",
        ),
    ];
    for (question, expected) in wrong {
        assert_eq!(error(&question), expected, "{question}");
    }
}

#[test]
fn errors_name_the_field_and_the_value() {
    let with = |rest: &str| format!("{{{FALLING},{rest}}}");
    let sphere = |sphere: &str| format!(r#"{{"query":"first_contact","sphere":{sphere},{FLOOR}}}"#);
    let cases = [
        ("nonsense".to_owned(), "this is not JSON: expected ident at column 2"),
        ("[1]".to_owned(), "the request is [1], must be an object"),
        ("{}".to_owned(), "query is missing"),
        (r#"{"query":"intersects"}"#.to_owned(), "sphere is missing"),
        (
            r#"{"query":"first"}"#.to_owned(),
            "query is first, must be one of first_contact, first_entry, contact_time, time_down, last_time, has_contact, contacts, touched, advance, slide, recover, intersects, penetration, containment, containment_by_planes, section, intersecting, closest, locate, signed_distance, winding_number, neighbours, define, forget, insert, replace, remove, first_contact_of, first_pair, pairs, step, ride, set_body, teleport",
        ),
        (r#"{"query":7}"#.to_owned(), "query is 7, must be a string"),
        (
            format!("{{{FALLING}}}"),
            "one of triangle, segment, point, box, oriented_box, polytope, frustum, parallelepiped, hull, plane, mesh, scene is missing",
        ),
        (
            with(&format!(r#"{FLOOR},"point":{{"position":[0,0,0]}}"#)),
            "triangle and point are both given, must be one of them",
        ),
        (
            with(r#""box":{"min":[0,2,0],"max":[1,1,1]}"#),
            "box.min[1] is 2, greater than box.max[1], 1",
        ),
        (with(r#""oriented_box":{}"#), "oriented_box.center is missing"),
        (with(&format!(r#"{FLOOR},"t_max":-1"#)), "t_max is -1, must not be negative"),
        (with(&format!(r#"{FLOOR},"t_max":"inf""#)), r#"t_max is "inf", must be a number"#),
        (
            with(r#""scene":{"items":[{"point":{"position":[0,0,0]},"t_max":-1}]}"#),
            "t_max is -1, must not be negative",
        ),
        (with(&format!(r#"{FLOOR},"scalar":"f16""#)), "scalar is f16, must be f32 or f64"),
        (with(&format!(r#"{FLOOR},"exact":1"#)), "exact is 1, must be true or false"),
        (
            sphere(r#"{"center":[0,1e999,0],"radius":1}"#),
            "sphere.center[1] is 1e999, past the largest f64",
        ),
        (
            sphere(r#"{"center":[0,"1",0],"radius":1}"#),
            r#"sphere.center[1] is "1", must be a number"#,
        ),
        (
            sphere(r#"{"center":[0,null,0],"radius":1}"#),
            "sphere.center[1] is null, must be a number",
        ),
        (sphere(r#"{"center":[0,0,0],"radius":-1}"#), "sphere.radius is -1, must not be negative"),
        (sphere(r#"{"center":[0,0,0]}"#), "sphere.radius is missing"),
        (
            sphere(r#"{"center":[0,0,0,0],"radius":1}"#),
            "sphere.center has 4 numbers, must have 3 for triangle",
        ),
        (sphere(r#"{"center":5,"radius":1}"#), "sphere.center is 5, must be an array of numbers"),
        (
            sphere(r#"{"center":[0,0,0],"radius":1,"velocity":[1,2]}"#),
            "sphere.velocity has 2 numbers, must have 3",
        ),
        (
            sphere(r#"{"center":[0,0],"radius":1}"#),
            "sphere.center has 2 numbers, must have 3 for triangle",
        ),
        (sphere("5"), "sphere is 5, must be an object"),
        (
            with(r#""triangle":{"vertices":[[0,0,0],[4,0,0]]}"#),
            "triangle.vertices has 2 vertices, must have 3",
        ),
        (
            with(r#""triangle":{"vertices":[[0,0,0],[4,0,0],[0,true,0]]}"#),
            "triangle.vertices[2][1] is true, must be a number",
        ),
        (with(r#""segment":{"a":[0,0,0],"b":[0,0]}"#), "segment.b has 2 numbers, must have 3"),
        (
            with(r#""mesh":{"vertices":[[0,0,0]],"triangles":[[0,0,1]]}"#),
            "mesh.triangles[0][2] is 1, but there are only 1",
        ),
        (
            with(r#""mesh":{"vertices":[[0,0,0]],"triangles":[[0,0,1.5]]}"#),
            "mesh.triangles[0][2] is 1.5, must be a whole number from 0 to 4294967295",
        ),
        (
            with(r#""mesh":{"vertices":[[0,0,0]],"triangles":[[0,0]]}"#),
            "mesh.triangles[0] has 2 indices, must have 3",
        ),
        (with(r#""mesh":{"vertices":[[0,0,0]]}"#), "mesh.triangles is missing"),
    ];
    for (line, expected) in cases {
        assert_eq!(error(&line), expected, "{line}");
    }
}

#[test]
fn a_typo_does_not_pass() {
    assert!(
        error(format!(r#"{{{FALLING},{FLOOR},"tmax":1}}"#))
            .starts_with("the request has the field tmax, known are id, query, ")
    );
    let typo = r#"{"query":"first_contact","sphere":{"center":[0,0,0],"radius":1,"velocty":[0,0,1]},"point":{"position":[0,0,5]}}"#;
    assert_eq!(
        error(typo),
        "sphere has the field velocty, known are center, radius, velocity, to, path, hollow"
    );
    let twice = r#"{"query":"first_contact","sphere":{"center":[0,0,0],"radius":1,"radius":2},"point":{"position":[0,0,5]}}"#;
    assert_eq!(error(twice), "sphere has the field radius twice");
}

#[test]
fn a_bad_line_keeps_its_id_and_the_rest_goes_on() {
    let good = format!("{{\"id\":2,{FALLING},{FLOOR}}}");
    let mut input = b"{\"id\":1,\"query\":\"\xff\"}\n\n".to_vec();
    input.extend(good.as_bytes());
    input.extend(b"\r\n{\"id\":3,\n{\"id\":4,\"query\":\"");
    // This line has 100 MB.
    input.resize(input.len() + 100_000_000, b'x');
    input.extend(b"\"}\n");
    // The last line needs no line feed.
    input.extend(good.as_bytes());
    let (output, errors) = converse(input);
    let lines: Vec<_> = output.lines().collect();
    assert_eq!((lines.len(), errors), (5, 3));
    assert_eq!(lines[0], r#"{"id":1,"error":"the line is not UTF-8"}"#);
    assert!(lines[1].starts_with(r#"{"id":2,"status":"contact","#));
    assert_eq!(
        lines[2],
        r#"{"id":3,"error":"this is not JSON: EOF while parsing a value at column 8"}"#
    );
    assert_eq!(lines[3], r#"{"id":4,"error":"the line is longer than 16777216 bytes"}"#);
    assert_eq!(lines[4], lines[1]);
}

fn tangency() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command.arg("query").stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

#[test]
fn whoever_writes_a_line_gets_its_answer() {
    let mut child = tangency().spawn().unwrap();
    let mut requests = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        // The end of the line is sent together with the beginning of the next line, which is
        // incomplete.
        write!(requests, "{{\"id\":{id},{FALLING},{FLOOR}}}\n  ").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{id},\"status\":\"contact\"")), "{line}");
    }
    drop(requests);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn exit_status_tells_of_errors() {
    for (line, status) in
        [(format!("{{{FALLING},{FLOOR}}}\n"), 0), ("{}\n".to_owned(), 1), (String::new(), 0)]
    {
        let mut child = tangency().spawn().unwrap();
        child.stdin.take().unwrap().write_all(line.as_bytes()).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(status), "{line}");
    }
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let mut child = tangency().stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut requests = child.stdin.take().unwrap();
    // Requests are sent until the child has noticed the broken pipe and ends, which breaks the pipe
    // of this test, too.
    while requests.write_all(format!("{{{FALLING},{FLOOR}}}\n").as_bytes()).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

// ---- every shape, every query ----

/// The answer to a first contact of a falling sphere, or of the body in `body` if it is not empty.
fn cast(body: &str, target: &str) -> String {
    answer(&format!(r#"{{"query":"first_contact",{body},{target}}}"#))
}

const BALL: &str = r#""sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]}"#;
/// The cube from -1 to 1.
const CUBE: &str = r#""polytope":{"planes":[
    {"point":[-1,0,0],"normal":[-1,0,0]},{"point":[1,0,0],"normal":[3,0,0]},
    {"point":[0,-1,0],"normal":[0,-1,0]},{"point":[0,1,0],"normal":[0,1,0]},
    {"point":[0,0,-1],"normal":[0,0,-1]},{"point":[0,0,1],"normal":[0,0,1]}]}"#;

fn cube() -> String {
    CUBE.replace('\n', "")
}

#[test]
fn turned_boxes_polytopes_and_parallelepipeds() {
    let hit = r#"{"id":null,"status":"contact","time":3.0,"center":[0.0,0.0,2.0],"point":[0.0,0.0,1.0],"normal":[0.0,0.0,1.0],"#;
    let turned = r#""oriented_box":{"center":[0,0,0],"half_extents":[4,2,1],"rotation":[0,0,1,1]}"#;
    let feature = r#""feature":{"sides":[0,0,1]},"approach":"approaching"}"#;
    assert_eq!(cast(BALL, turned), format!("{hit}{feature}"));
    let feature = r#""feature":{"planes":[5]},"approach":"approaching"}"#;
    assert_eq!(cast(BALL, &cube()), format!("{hit}{feature}"));
    let skew = r#""parallelepiped":{"center":[0,0,0],"edges":[[4,0,0],[1,4,0],[1,1,2]]}"#;
    assert_eq!(cast(BALL, skew), format!("{hit}{feature}"));
    // Without a rotation, the box is not rotated, as an obstacle and as a mover.
    let straight = r#""oriented_box":{"center":[0,0,0],"half_extents":[4,2,1]}"#;
    let identity =
        r#""oriented_box":{"center":[0,0,0],"half_extents":[4,2,1],"rotation":[0,0,0,1]}"#;
    let feature = r#""feature":{"sides":[0,0,1]},"approach":"approaching"}"#;
    assert_eq!(cast(BALL, straight), format!("{hit}{feature}"));
    assert_eq!(cast(BALL, straight), cast(BALL, identity));
    let by = |mover: &str| {
        let obstacle = r#""obstacle":{"point":{"position":[1,1,1.5],"velocity":[0,0,-1]}}"#;
        cast(&format!(r#""mover":{{{mover}}}"#), obstacle)
    };
    assert!(by(straight).contains(r#""status":"contact","time":0.5,"#), "{}", by(straight));
    assert_eq!(by(straight), by(identity));
    // These are in the plane: half a turn by [z, w], and a wedge.
    let disc = r#""sphere":{"center":[0,5],"radius":1,"velocity":[0,-1]}"#;
    let hit = r#"{"id":null,"status":"contact","time":3.0,"center":[0.0,2.0],"point":[0.0,1.0],"normal":[0.0,1.0],"#;
    let turned = r#""oriented_box":{"center":[0,0],"half_extents":[4,1],"rotation":[1,0]}"#;
    let feature = r#""feature":{"sides":[0,-1]},"approach":"approaching"}"#;
    assert_eq!(cast(disc, turned), format!("{hit}{feature}"));
    let straight = r#""oriented_box":{"center":[0,0],"half_extents":[4,1]}"#;
    let feature = r#""feature":{"sides":[0,1]},"approach":"approaching"}"#;
    assert_eq!(cast(disc, straight), format!("{hit}{feature}"));
    let half = r#""polytope":{"planes":[{"point":[0,1],"normal":[0,2]}],"velocity":[0,0]}"#;
    let feature = r#""feature":{"planes":[0]},"approach":"approaching"}"#;
    assert_eq!(cast(disc, half), format!("{hit}{feature}"));
    // A polytope of two planes that face away from each other is empty.
    let empty =
        r#""polytope":{"planes":[{"point":[0,1],"normal":[0,-1]},{"point":[0,0],"normal":[0,1]}]}"#;
    assert_eq!(cast(disc, empty), r#"{"id":null,"status":"none"}"#);
}

#[test]
fn ellipsoids_move_like_spheres() {
    let egg = r#""ellipsoid":{"center":[0,0,5],"radii":[1,1,2],"velocity":[0,0,-1]}"#;
    let floor = r#""triangle":{"vertices":[[-1,-1,0],[1,-1,0],[0,1,0]]}"#;
    assert_eq!(
        cast(egg, &format!(r#"{floor},"more":true"#)),
        r#"{"id":null,"status":"contact","time":3.0,"center":[0.0,0.0,2.0],"point":[0.0,0.0,0.0],"normal":[0.0,0.0,1.0],"feature":{"kind":"face"},"approach":"approaching","time_down":3.0,"last_time":7.0}"#
    );
    let line = format!(r#"{{"query":"first_contact",{egg},{}}}"#, cube());
    assert_eq!(error(line), "first_contact is not asked of an ellipsoid and a polytope");
}

#[test]
fn more_is_the_last_time_and_the_penetration() {
    let wall = r#""box":{"min":[-1,-1,-1],"max":[1,1,1]},"more":true"#;
    assert!(cast(BALL, wall).ends_with(r#""time_down":3.0,"last_time":7.0}"#));
    let still = r#""sphere":{"center":[0,0,2],"radius":1}"#;
    assert!(cast(still, wall).ends_with(r#""time_down":0.0,"last_time":null}"#));
    let inside = r#""sphere":{"center":[0,0.5,0],"radius":1,"velocity":[1,0,0]}"#;
    assert_eq!(
        cast(inside, wall),
        r#"{"id":null,"status":"overlap","time":0.0,"center":[0.0,0.5,0.0],"point":[0.0,0.5,0.0],"normal":null,"last_time":2.0,"penetration":{"direction":[0.0,1.0,0.0],"depth":1.5}}"#
    );
    // For a mesh, the exact result may have no form as simple as this.
    let mesh =
        r#""mesh":{"vertices":[[-1,-1,0],[1,-1,0],[0,1,0]],"triangles":[[0,1,2]]},"more":true"#;
    assert!(cast(inside, mesh).ends_with(r#""penetration":null}"#));
}

#[test]
fn whether_they_share_a_point() {
    let shares = |body: &str, target: &str| {
        let line = format!(r#"{{"id":7,"query":"intersects",{body},{target}}}"#);
        match answer(&line).as_str() {
            r#"{"id":7,"intersects":true}"# => true,
            r#"{"id":7,"intersects":false}"# => false,
            other => panic!("{other}"),
        }
    };
    let ball = r#""sphere":{"center":[0,0,0],"radius":1}"#;
    let shell = r#""sphere":{"center":[0,0,0],"radius":1,"hollow":true}"#;
    let within = r#""box":{"min":[-0.5,-0.5,-0.5],"max":[0.5,0.5,0.5]}"#;
    assert!(shares(ball, within) && !shares(shell, within));
    let around = r#""box":{"min":[-9,-9,-9],"max":[9,9,9],"hollow":true}"#;
    assert!(!shares(ball, around) && !shares(shell, around));
    let egg = r#""ellipsoid":{"center":[0,0,0],"radii":[9,1,1],"hollow":true}"#;
    assert!(shares(egg, around) && !shares(egg, within));
    assert!(shares(ball, r#""point":{"position":[0,0,1]}"#));
    assert!(shares(ball, r#""segment":{"a":[1,-5,0],"b":[1,5,0]}"#));
    assert!(!shares(ball, r#""triangle":{"vertices":[[1,0,0.1],[1,1,0],[1,0,1]]}"#));
    assert!(shares(ball, &cube()));
    assert!(shares(
        ball,
        r#""oriented_box":{"center":[2,0,0],"half_extents":[1,1,1],"rotation":[0,0,0,2]}"#
    ));
    assert!(shares(
        ball,
        r#""parallelepiped":{"center":[2,0,0],"edges":[[2,0,0],[0,2,0],[0,0,2]]}"#
    ));
    assert!(shares(ball, r#""mesh":{"vertices":[[1,0,0],[2,0,0],[2,1,0]],"triangles":[[0,1,2]]}"#));
    assert!(shares(
        r#""ellipsoid":{"center":[0,0],"radii":[5,10]}"#,
        r#""point":{"position":[3,8]}"#
    ));
    let hollow = r#""query":"intersects","sphere":{"center":[0,0,0],"radius":1,"hollow":true}"#;
    let line = format!(r#"{{{hollow},{}}}"#, cube());
    assert_eq!(error(line), "intersects is not asked of a hollow sphere and a polytope");
    let moving =
        r#""query":"intersects","sphere":{"center":[0,0,0],"radius":1,"velocity":[0,0,0]}"#;
    let line = format!(r#"{{{moving},{within}}}"#);
    assert_eq!(error(line), "sphere.velocity is given, must not be where nothing moves");
    let line = format!(r#"{{"query":"intersects",{ball},{within},"t_max":1}}"#);
    assert_eq!(error(line), "t_max says nothing in a query intersects");
    let line = format!(r#"{{"query":"first_contact",{shell},{within}}}"#);
    assert_eq!(error(line), "sphere.hollow is true, must be false where something moves");
}

#[test]
fn on_which_side_of_a_polytope() {
    let side = |center: &str, radius: f64| {
        let sphere = format!(r#""sphere":{{"center":{center},"radius":{radius}}}"#);
        answer(&format!(r#"{{"id":1,"query":"containment",{sphere},{}}}"#, cube()))
    };
    assert_eq!(side("[0,0,0]", 0.5), r#"{"id":1,"containment":"inside"}"#);
    assert_eq!(side("[0,0,0]", 1.0), r#"{"id":1,"containment":"intersecting"}"#);
    assert_eq!(side("[3,0,0]", 2.0), r#"{"id":1,"containment":"intersecting"}"#);
    assert_eq!(side("[3,0,0]", 1.5), r#"{"id":1,"containment":"outside"}"#);
    // Near a corner all planes are nearer than the radius, but the cube is farther away.
    assert_eq!(side("[1.9,1.9,1.9]", 1.5), r#"{"id":1,"containment":"outside"}"#);
    let line = r#"{"query":"containment","sphere":{"center":[0,0,0],"radius":1},"point":{"position":[0,0,0]}}"#;
    assert_eq!(error(line), "containment is not asked of a sphere and a point");
}

#[test]
fn bad_shapes_are_named() {
    let complaint = |target: &str| error(format!(r#"{{"query":"first_contact",{BALL},{target}}}"#));
    assert_eq!(
        complaint(
            r#""oriented_box":{"center":[0,0,0],"half_extents":[1,-1,1],"rotation":[0,0,0,1]}"#
        ),
        "oriented_box.half_extents[1] is -1, must not be negative"
    );
    assert_eq!(
        complaint(
            r#""oriented_box":{"center":[0,0,0],"half_extents":[1,1,1],"rotation":[0,0,0,0]}"#
        ),
        "rotation is zero, must have a direction"
    );
    assert_eq!(
        complaint(
            r#""polytope":{"planes":[{"point":[0,0,0],"normal":[0,0,1]},{"point":[0,0,0],"normal":[0,0,0]}]}"#
        ),
        "polytope.planes[1]: plane.normal is zero, must have a direction"
    );
    assert_eq!(
        complaint(r#""parallelepiped":{"center":[0,0,0],"edges":[[1,0,0],[0,1,0],[1,1,0]]}"#),
        "parallelepiped.edges lie in one plane, must span a body"
    );
    assert_eq!(
        complaint(r#""parallelepiped":{"center":[0,0,0],"edges":[[1,0,0],[0,1,0]]}"#),
        "parallelepiped.edges has 2 edges, must have 3"
    );
}

#[test]
fn a_byte_order_mark_is_passed_over_at_the_start_and_nowhere_else() {
    let line = format!("{{{FALLING},{FLOOR}}}\n");
    let (plain, _) = converse(&line);
    assert_eq!(converse(format!("\u{feff}{line}")), (plain.clone(), 0));
    assert_eq!(converse(format!("\u{feff}\n{line}")), (plain, 0));
    assert_eq!(converse(format!("{line}\u{feff}{line}")).1, 1);
    assert_eq!(converse("\u{feff}"), (String::new(), 0));
}

#[test]
fn a_mesh_behind_a_byte_order_mark_is_the_same_mesh() {
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        ("floor.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n"),
        (
            "floor.stl",
            "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\nvertex 0 4 0\nendloop\nendfacet\nendsolid\n",
        ),
        (
            "floor.ply",
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n4 0 0\n0 4 0\n3 0 1 2\n",
        ),
    ];
    for (name, text) in texts {
        for name in [name, "floor"] {
            let path = folder.path().join(name);
            let ask = |mark: &str| {
                std::fs::write(&path, format!("{mark}{text}")).unwrap();
                answer(&format!(r#"{{{FALLING},"mesh":{{"path":{path:?}}}}}"#))
            };
            assert_eq!(ask("\u{feff}"), ask(""), "{text}");
        }
    }
}

// ---- the queries beyond first contact ----

/// The answer to a query, without its id.
fn asked(question: &str) -> String {
    let answer = answer(&format!("{{{question}}}"));
    answer.strip_prefix(r#"{"id":null,"#).unwrap().strip_suffix('}').unwrap().to_owned()
}

#[test]
fn times_alone() {
    let wall = r#""box":{"min":[-1,-1,-1],"max":[1,1,1]}"#;
    for (name, time) in [("contact_time", "3.0"), ("time_down", "3.0"), ("last_time", "7.0")] {
        assert_eq!(
            asked(&format!(r#""query":"{name}",{BALL},{wall}"#)),
            format!(r#""{name}":{time}"#)
        );
    }
    assert_eq!(
        asked(&format!(r#""query":"last_time",{BALL},{wall},"exact":true"#)),
        r#""last_time":7.0,"exact":{"last_time":{"x":"7","y":"0","d":"0"}}"#
    );
    let away = r#""box":{"min":[-1,-1,-1],"max":[1,1,1],"velocity":[0,0,-9]}"#;
    assert_eq!(
        asked(&format!(r#""query":"contact_time",{BALL},{away}"#)),
        r#""contact_time":null"#
    );
}

#[test]
fn any_contact_and_all() {
    let tile = r#""mesh":{"vertices":[[-1,-1,0],[1,-1,0],[0,1,0],[-1,-1,-3],[1,-1,-3],[0,1,-3]],"triangles":[[3,4,5],[0,1,2]]}"#;
    assert_eq!(asked(&format!(r#""query":"has_contact",{BALL},{tile}"#)), r#""has_contact":true"#);
    assert_eq!(
        asked(&format!(r#""query":"has_contact",{BALL},{tile},"t_max":3.9"#)),
        r#""has_contact":false"#
    );
    let at = |time: &str, z: &str, point: &str, triangle: u8| {
        format!(
            r#"{{"status":"contact","time":{time},"center":[0.0,0.0,{z}],"point":[0.0,0.0,{point}],"normal":[0.0,0.0,1.0],"feature":{{"kind":"face"}},"approach":"approaching","triangle":{triangle}}}"#
        )
    };
    let both =
        format!(r#""contacts":[{},{}]"#, at("4.0", "1.0", "0.0", 1), at("7.0", "-2.0", "-3.0", 0));
    assert_eq!(asked(&format!(r#""query":"contacts",{BALL},{tile}"#)), both);
    assert_eq!(
        error(format!(r#"{{"query":"contacts",{BALL},{FLOOR}}}"#)),
        "contacts is not asked of a sphere and a triangle"
    );
    let resting = r#""sphere":{"center":[0,0,0.5],"radius":1}"#;
    assert_eq!(
        asked(&format!(r#""query":"intersecting",{resting},{tile}"#)),
        r#""intersecting":[1]"#
    );
}

#[test]
fn what_is_closest_to_a_point() {
    let closest = |target: &str| asked(&format!(r#""query":"closest","position":[7,8],{target}"#));
    assert_eq!(
        closest(r#""box":{"min":[0,0],"max":[4,4]}"#),
        r#""closest":{"point":[4.0,4.0],"distance":5.0,"feature":{"sides":[1,1]}}"#
    );
    assert_eq!(
        closest(r#""point":{"position":[4,4]}"#),
        r#""closest":{"point":[4.0,4.0],"distance":5.0,"feature":{"kind":"vertex","index":0}}"#
    );
    let empty =
        r#""polytope":{"planes":[{"point":[0,1],"normal":[0,-1]},{"point":[0,0],"normal":[0,1]}]}"#;
    assert_eq!(closest(empty), r#""closest":null"#);
    let tile = r#""mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0]],"triangles":[[0,1,2]]}"#;
    assert_eq!(
        asked(&format!(r#""query":"closest","position":[1,1,2],{tile}"#)),
        r#""closest":{"point":[1.0,1.0,0.0],"distance":2.0,"feature":{"kind":"face"},"triangle":0}"#
    );
    assert_eq!(
        error(
            r#"{"query":"closest","sphere":{"center":[0],"radius":1},"box":{"min":[0],"max":[1]}}"#
        ),
        "sphere says nothing in a query closest"
    );
}

#[test]
fn ways_out_sides_and_sections() {
    let inside = r#""sphere":{"center":[0,0.5,0],"radius":1}"#;
    let wall = r#""box":{"min":[-1,-1,-1],"max":[1,1,1]}"#;
    assert_eq!(
        asked(&format!(r#""query":"penetration",{inside},{wall}"#)),
        r#""penetration":{"direction":[0.0,1.0,0.0],"depth":1.5}"#
    );
    let skew = r#""parallelepiped":{"center":[0,0,0],"edges":[[8,0,0],[0,8,0],[0,0,8]]}"#;
    assert_eq!(
        asked(&format!(r#""query":"containment",{inside},{skew}"#)),
        r#""containment":"inside""#
    );
    // Near a corner only the distance to the body decides. The older name of the query is accepted,
    // too.
    let beside = r#""sphere":{"center":[1.9,1.9,1.9],"radius":1.5}"#;
    for (name, said) in [("side", "containment"), ("containment", "containment")] {
        assert_eq!(
            asked(&format!(r#""query":"{name}",{beside},{}"#, cube())),
            format!(r#""{said}":"outside""#)
        );
    }
    assert_eq!(
        asked(&format!(r#""query":"containment_by_planes",{beside},{}"#, cube())),
        r#""containment_by_planes":"intersecting""#
    );
    let plane = r#""plane":{"point":[0,0,0],"normal":[0,0,7]}"#;
    let ball = r#""sphere":{"center":[1,2,3],"radius":5}"#;
    assert_eq!(
        asked(&format!(r#""query":"section",{ball},{plane}"#)),
        r#""section":{"center":[1.0,2.0,0.0],"radius":4.0}"#
    );
    assert_eq!(
        asked(&format!(r#""query":"containment",{ball},{plane}"#)),
        r#""containment":"intersecting""#
    );
    let above = r#""sphere":{"center":[1,2,9],"radius":5}"#;
    assert_eq!(asked(&format!(r#""query":"section",{above},{plane}"#)), r#""section":null"#);
}

#[test]
fn boxes_have_up_to_eight_dimensions() {
    for n in 1..=8usize {
        let vector = |first: f64, rest: f64| {
            let mut numbers = vec![rest; n];
            numbers[0] = first;
            format!("{numbers:?}")
        };
        let (from, way) = (vector(-5.0, 0.0), vector(2.0, 0.0));
        let bounds = format!(r#""box":{{"min":{},"max":{}}}"#, vector(1.0, -1.0), vector(2.0, 1.0));
        let ball = format!(r#""sphere":{{"center":{from},"radius":1,"velocity":{way}}}"#);
        assert_eq!(
            asked(&format!(r#""query":"contact_time",{ball},{bounds}"#)),
            r#""contact_time":2.5"#
        );
        let resting =
            format!(r#""sphere":{{"center":{},"radius":1,"hollow":true}}"#, vector(0.0, 0.0));
        assert_eq!(
            asked(&format!(r#""query":"intersects",{resting},{bounds}"#)),
            r#""intersects":true"#
        );
    }
    let nine = "[0,0,0,0,0,0,0,0,0]";
    let line = format!(
        r#"{{"query":"intersects","sphere":{{"center":{nine},"radius":1}},"box":{{"min":{nine},"max":{nine}}}}}"#
    );
    assert_eq!(error(line), "sphere.center has 9 numbers, must have 1 to 8 for box");
}

#[test]
fn frusta_instances_and_scenes() {
    let ring = |z: i32| format!("[-{z},-{z},-{z}],[{z},-{z},-{z}],[{z},{z},-{z}],[-{z},{z},-{z}]");
    let frustum = format!(r#""frustum":{{"corners":[{},{}]}}"#, ring(1), ring(10));
    assert_eq!(
        asked(&format!(r#""query":"contact_time",{BALL},{frustum}"#)),
        r#""contact_time":5.0"#
    );
    // The tile is turned upright and moved, so its normal is along x.
    let tile = r#""vertices":[[0,0,0],[4,0,0],[0,4,0]],"triangles":[[0,1,2]]"#;
    let wall = format!(r#""mesh":{{{tile},"rotation":[0,1,0,1],"translation":[10,0,0]}}"#);
    let ball = r#""sphere":{"center":[0,1,-1],"radius":1,"velocity":[2,0,0]}"#;
    let hit = r#""status":"contact","time":4.5,"center":[9.0,1.0,-1.0],"point":[10.0,1.0,-1.0],"normal":[-1.0,0.0,0.0],"feature":{"kind":"face"},"approach":"approaching","triangle":0"#;
    assert_eq!(asked(&format!(r#""query":"first_contact",{ball},{wall}"#)), hit);
    // The same tile is in a scene, behind a box that comes nearer. The `Id` of an item is its
    // index.
    let cart = r#"{"box":{"min":[20,-1,-2],"max":[21,1,0],"velocity":[-4,0,0]}}"#;
    let scene = format!(r#""scene":{{"items":[{{{wall}}},{cart}]}}"#);
    let hit = format!(r#"{hit},"item":0"#);
    let asked_scene = |query: &str| asked(&format!(r#""query":"{query}",{ball},{scene}"#));
    assert!(asked_scene("first_contact").ends_with(r#""item":1"#));
    assert_eq!(asked_scene("contact_time"), r#""contact_time":3.1666666666666665"#);
    assert!(asked_scene("contacts").ends_with(&format!("{{{hit}}}]")));
    assert_eq!(
        error(format!(r#"{{"query":"first_contact",{ball},"scene":{{"items":[{{}}]}}}}"#)),
        "scene.items[0]: one of triangle, segment, point, box, oriented_box, polytope, frustum, parallelepiped, hull, mesh is missing"
    );
}

const FLOOR_BOX: &str = r#""box":{"min":[0,0,-1],"max":[9,9,0]}"#;

#[test]
fn moves_stay_free() {
    let slide = r#""query":"slide","sphere":{"center":[1,4,2],"radius":1},"displacement":[4,0,-4]"#;
    let hit = r#"{"status":"contact","time":0.25,"center":[2.0,4.0,1.0],"point":[2.0,4.0,0.0],"normal":[0.0,0.0,1.0],"feature":{"sides":[0,0,1]},"approach":"approaching"#;
    let slid = |item: &str| {
        format!(
            r#""status":"contact","position":[5.0,4.0,1.0],"legs":[[2.0,4.0,1.0],[5.0,4.0,1.0]],"contacts":[{hit}"{item}}}],"left":[0.0,0.0,0.0]"#
        )
    };
    // A target may be given by its own name or in a world: alone, as items, or as a scene.
    let item = r#","item":0"#;
    let items = format!(r#"{{"items":[{{{FLOOR_BOX}}}]}}"#);
    assert_eq!(asked(&format!("{slide},{FLOOR_BOX}")), slid(""));
    assert_eq!(asked(&format!(r#"{slide},"world":{{{FLOOR_BOX}}}"#)), slid(""));
    assert_eq!(asked(&format!(r#"{slide},"world":{items}"#)), slid(item));
    assert_eq!(asked(&format!(r#"{slide},"world":{{"scene":{items}}}"#)), slid(item));
    // The move has one leg, to the farthest position before the obstacle.
    let one = r#""status":"contact","position":[2.0,4.0,1.0],"legs":[[2.0,4.0,1.0]],"contacts":["#;
    let left = r#""left":[3.0,0.0,-3.0]"#;
    for query in [slide.replace("slide", "advance"), format!(r#"{slide},"max_iterations":1"#)] {
        let said = asked(&format!("{query},{FLOOR_BOX}"));
        assert!(said.starts_with(one) && said.ends_with(left), "{said}");
    }
    let none =
        r#""status":"none","position":[1.0,4.0,2.0],"legs":[],"contacts":[],"left":[4.0,0.0,-4.0]"#;
    assert_eq!(asked(&format!(r#"{slide},"max_iterations":0,{FLOOR_BOX}"#)), none);
    // A body that overlaps an obstacle does not move.
    let low =
        r#""query":"advance","sphere":{"center":[1,4,0.5],"radius":1},"displacement":[0,0,5]"#;
    let rest = r#""point":[1.0,4.0,0.0],"normal":[0.0,0.0,1.0],"position":[1.0,4.0,0.5],"legs":[],"contacts":[],"left":[0.0,0.0,5.0]"#;
    assert_eq!(
        asked(&format!("{low},{FLOOR_BOX}")),
        format!(r#""status":"overlap","time":0.0,"center":[1.0,4.0,0.5],{rest}"#)
    );
    // A capsule in the plane has no obstacle on its path.
    let hero =
        r#""query":"advance","capsule":{"a":[0,0],"axis":[0,2],"radius":1},"displacement":[0.5,0]"#;
    assert_eq!(
        asked(&format!(r#"{hero},"segment":{{"a":[9,-9],"b":[9,9]}}"#)),
        r#""status":"none","position":[0.5,0.0],"legs":[[0.5,0.0]],"contacts":[],"left":[0.0,0.0]"#
    );
    // The query also exists in one dimension and in eight.
    let line = r#""query":"advance","sphere":{"center":[0],"radius":1},"displacement":[9]"#;
    let said = asked(&format!(r#"{line},"box":{{"min":[5],"max":[6]}}"#));
    assert!(said.starts_with(r#""status":"contact","position":[4.0],"legs":[[4.0]]"#), "{said}");
}

/// Recovers from an overlap. The statuses and positions are worked out by hand.
#[test]
fn recovers() {
    let said =
        |status: &str, position: &str| format!(r#""status":"{status}","position":{position}"#);
    let ball = |z: &str| format!(r#""query":"recover","sphere":{{"center":[1,4,{z}],"radius":1}}"#);
    // The body is in contact with the floor, then half inside the floor, and then in space without
    // obstacles.
    assert_eq!(asked(&format!("{},{FLOOR_BOX}", ball("1"))), said("free", "[1.0,4.0,1.0]"));
    let up = asked(&format!(r#"{},"world":{{{FLOOR_BOX}}}"#, ball("0.5")));
    let place = up.strip_prefix(r#""status":"moved","position":[1.0,4.0,"#).unwrap();
    let height: f64 = place.strip_suffix(']').unwrap().parse().unwrap();
    assert!((1.0..1.0 + 1e-14).contains(&height), "{up}");
    let items = format!(r#""world":{{"items":[{{{FLOOR_BOX}}}]}}"#);
    assert_eq!(asked(&format!("{},{items}", ball("0.5"))), up);
    assert_eq!(
        asked(&format!(r#"{},"world":{{"items":[]}}"#, ball("0.5"))),
        said("free", "[1.0,4.0,0.5]")
    );
    // A body without free space around it does not move.
    let solid = |n: usize| {
        let (low, high) = (["-999"; 8][..n].join(","), ["999"; 8][..n].join(","));
        format!(r#""box":{{"min":[{low}],"max":[{high}]}}"#)
    };
    assert_eq!(asked(&format!("{},{}", ball("0"), solid(3))), said("not_found", "null"));
    // This also holds in one dimension and in eight: the position has as many numbers as the given
    // one.
    for n in [1, 4, 8] {
        let center = ["0"; 8][..n].join(",");
        let line = format!(r#""query":"recover","sphere":{{"center":[{center}],"radius":1}}"#);
        assert_eq!(asked(&format!("{line},{}", solid(n))), said("not_found", "null"), "{n}");
    }
    let hero = r#""query":"recover","capsule":{"a":[0,3],"axis":[0,2],"radius":1}"#;
    assert_eq!(
        asked(&format!(r#"{hero},"segment":{{"a":[-9,2],"b":[9,2]}}"#)),
        said("free", "[0.0,3.0]")
    );
}

/// The message in the answer to these fields, which must be an error.
fn refused(fields: &str) -> String {
    error(format!("{{{fields}}}"))
}

#[test]
fn bad_ways_out_are_named() {
    let ball = r#""query":"recover","sphere":{"center":[1,4,2],"radius":1}"#;
    assert_eq!(
        refused(&format!(r#"{ball},"displacement":[1,0,0],{FLOOR_BOX}"#)),
        "displacement says nothing in a query recover"
    );
    assert_eq!(
        refused(&format!(r#"{ball},"max_iterations":3,{FLOOR_BOX}"#)),
        "max_iterations says nothing in a query recover"
    );
    assert_eq!(
        refused(&format!(r#"{ball},"point":{{"position":[0,0,0],"velocity":[1,0,0]}}"#)),
        "point.velocity is given, must not be where nothing moves"
    );
    let other = r#""query":"recover","ellipsoid":{"center":[1,4,2],"radii":[1,2,3]}"#;
    assert_eq!(
        refused(&format!("{other},{FLOOR_BOX}")),
        "recover is not asked of an ellipsoid and a box"
    );
}

#[test]
fn bad_moves_are_named() {
    let ball = r#""sphere":{"center":[1,4,2],"radius":1}"#;
    let advance = |rest: &str| refused(&format!(r#""query":"advance",{ball},{rest}"#));
    assert_eq!(advance(FLOOR_BOX), "displacement is missing");
    let way = r#""displacement":[1,0,0]"#;
    assert_eq!(
        advance(&format!(r#""displacement":[1,0],{FLOOR_BOX}"#)),
        "displacement has 2 numbers, must have 3"
    );
    assert_eq!(
        advance(&format!(r#""displacement":[1,"up",0],{FLOOR_BOX}"#)),
        r#"displacement[1] is "up", must be a number"#
    );
    assert_eq!(
        advance(&format!(r#"{way},{FLOOR_BOX},"max_iterations":3"#)),
        "max_iterations says nothing in a query advance"
    );
    assert_eq!(
        advance(&format!(r#"{way},{FLOOR_BOX},"t_max":3"#)),
        "t_max says nothing in a query advance"
    );
    assert_eq!(
        advance(&format!(r#"{way},"world":{{{FLOOR_BOX}}},{FLOOR_BOX}"#)),
        "world and box are both given, must be one of them"
    );
    assert!(advance(&format!(r#"{way},"world":{{}}"#)).starts_with("world: one of triangle, "));
    assert_eq!(
        advance(&format!(r#"{way},"world":{{"items":[],"mesh":{{}}}}"#)),
        "world has the field mesh, known are items, path, name"
    );
    assert_eq!(
        advance(&format!(r#"{way},"world":{{"items":[{{"box":{{"min":[0,0,0]}}}}]}}"#)),
        "world.items[0].box.max is missing"
    );
    assert_eq!(
        refused(&format!(r#""query":"slide",{ball},{way},{FLOOR_BOX},"max_iterations":-1"#)),
        "max_iterations is -1, must be a whole number from 0 to 4294967295"
    );
    let moving = r#""sphere":{"center":[1,4,2],"radius":1,"velocity":[1,0,0]}"#;
    assert_eq!(
        refused(&format!(r#""query":"slide",{moving},{way},{FLOOR_BOX}"#)),
        "sphere.velocity is given, must not be where nothing moves"
    );
    let egg = r#""ellipsoid":{"center":[1,4,2],"radii":[1,1,1]}"#;
    assert_eq!(
        refused(&format!(r#""query":"slide",{egg},{way},{FLOOR_BOX}"#)),
        "slide is not asked of an ellipsoid and a box"
    );
    let rod = r#""capsule":{"a":[0.1,0,9],"b":[0.7,0,9],"radius":1}"#;
    assert!(
        refused(&format!(r#""query":"slide",{rod},{way},{FLOOR_BOX}"#))
            .starts_with("capsule.b is 0.7, ")
    );
    assert_eq!(
        refused(&format!(r#""query":"first_contact",{ball},{way},{FLOOR_BOX}"#)),
        "displacement says nothing in a query first_contact"
    );
}

#[test]
fn where_a_point_is_in_a_mesh() {
    let wedge = r#""mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,4]],"triangles":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}"#;
    let ask = |query: &str, position: &str| {
        asked(&format!(r#""query":"{query}","position":{position},{wedge}"#))
    };
    assert_eq!(ask("locate", "[0.5,1,1]"), r#""locate":"inside""#);
    assert_eq!(ask("locate", "[1,1,2]"), r#""locate":"on surface""#);
    assert_eq!(ask("signed_distance", "[0.5,1,1]"), r#""signed_distance":-0.5"#);
    assert_eq!(ask("winding_number", "[9,9,9]"), r#""winding_number":0"#);
    assert_eq!(ask("winding_number", "[0,1,1]"), r#""winding_number":null"#);
    let edge = r#""at":{"triangle":1,"feature":{"kind":"edge","index":2}}"#;
    assert_eq!(asked(&format!(r#""query":"neighbours",{edge},{wedge}"#)), r#""neighbours":[1,2]"#);
    let open = r#""mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]}"#;
    assert_eq!(
        error(format!(r#"{{"query":"locate","position":[0,0,0],{open}}}"#)),
        "mesh.triangles[0][0] begins an open edge, the mesh must be closed"
    );
}

/// The answers to some lines, none of them an error.
fn answers(lines: &[&str]) -> Vec<String> {
    let (output, errors) = converse(lines.join("\n"));
    assert_eq!(errors, 0, "{output}");
    output.lines().map(str::to_owned).collect()
}

const FOUR_BALLS: &str = r#"{"id":"w","query":"define","name":"w","scene":{"items":[{"point":{"position":[0,0,0],"radius":1,"velocity":[1,0,0]}},{"point":{"position":[6,0,0],"radius":1}},{"box":{"min":[-9,-9,-9],"max":[9,9,-3]}},{"point":{"position":[0,0,4],"radius":1,"velocity":[0,0,-1]}}]}}"#;

#[test]
fn a_scene_is_defined_asked_changed_and_forgotten() {
    let ask = r#"{"query":"contact_time","sphere":{"center":[6,0,8],"radius":1,"velocity":[0,0,-1]},"scene":{"name":"w"}}"#;
    let said = answers(&[
        FOUR_BALLS,
        ask,
        r#"{"query":"insert","scene":{"name":"w"},"items":[{"point":{"position":[6,0,3]}},{"point":{"position":[7,7,7]}}]}"#,
        ask,
        r#"{"query":"replace","scene":{"name":"w"},"item":4,"items":[{"point":{"position":[6,0,2.5]}}]}"#,
        ask,
        r#"{"query":"remove","scene":{"name":"w"},"item":4}"#,
        ask,
        r#"{"query":"insert","scene":{"name":"w"},"items":[{"point":{"position":[6,0,3]}}]}"#,
        r#"{"query":"advance","sphere":{"center":[0,6,0],"radius":1},"displacement":[0,-6,0],"world":{"name":"w"}}"#,
        r#"{"query":"forget","name":"w"}"#,
    ]);
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 10].map(|line| said[line].as_str()),
        [
            r#"{"id":"w","define":"w","items":4}"#,
            r#"{"id":null,"contact_time":6.0}"#,
            r#"{"id":null,"insert":[4,5]}"#,
            r#"{"id":null,"contact_time":4.0}"#,
            r#"{"id":null,"replace":4}"#,
            r#"{"id":null,"contact_time":4.5}"#,
            r#"{"id":null,"remove":4}"#,
            r#"{"id":null,"contact_time":6.0}"#,
            // The `Id` of a removed item is never used again.
            r#"{"id":null,"insert":[6]}"#,
            r#"{"id":null,"forget":"w"}"#,
        ]
    );
    // At the time of the leg, ball 0 has left its place, and is touched at its position at that
    // time.
    assert!(said[9].contains(r#""status":"contact""#), "{}", said[9]);
}

#[test]
fn items_of_a_scene_are_asked_about_each_other() {
    let said = answers(&[
        FOUR_BALLS,
        r#"{"query":"first_pair","scene":{"name":"w"}}"#,
        r#"{"query":"pairs","scene":{"name":"w"},"t_max":4}"#,
        r#"{"query":"first_pair","scene":{"name":"w"},"t_max":1}"#,
        r#"{"query":"pairs","scene":{"name":"w"},"t_max":1}"#,
        r#"{"query":"first_contact_of","scene":{"name":"w"},"item":3}"#,
        r#"{"query":"first_contact_of","scene":{"items":[{"point":{"position":[0,0,0]}},{"point":{"position":[5,0,0],"velocity":[-1,0,0]}}]},"item":0}"#,
    ]);
    // Ball 3 comes down at the first place of ball 0, which has moved on, and meets the box at time
    // 6, when the box reaches -2. Ball 0 meets ball 1 at time 4.
    let first = r#"{"mover":0,"status":"contact","time":4.0,"center":[4.0,0.0,0.0],"point":[5.0,0.0,0.0],"normal":[-1.0,0.0,0.0],"feature":{"kind":"vertex","index":0},"approach":"approaching","item":1}"#;
    assert_eq!(said[1], format!(r#"{{"id":null,"first_pair":{first}}}"#));
    assert_eq!(said[2], format!(r#"{{"id":null,"pairs":[{first}]}}"#));
    assert_eq!(said[3], r#"{"id":null,"first_pair":null}"#);
    assert_eq!(said[4], r#"{"id":null,"pairs":[]}"#);
    assert!(
        said[5].starts_with(r#"{"id":null,"status":"contact","time":6.0,"center":[0.0,0.0,-2.0]"#)
    );
    assert!(said[5].ends_with(r#""item":2}"#), "{}", said[5]);
    assert!(said[6].contains(r#""time":5.0"#), "{}", said[6]);
}

#[test]
fn a_mesh_is_defined_and_asked_by_its_name() {
    let solid = r#""vertices":[[0,0,0],[4,0,0],[0,4,0],[0,0,4]],"triangles":[[0,2,1],[0,1,3],[1,2,3],[2,0,3]]"#;
    let said = answers(&[
        &format!(r#"{{"query":"define","name":"m","mesh":{{{solid}}}}}"#),
        r#"{"query":"contact_time","sphere":{"center":[1,1,-3],"radius":1,"velocity":[0,0,1]},"mesh":{"name":"m"}}"#,
        r#"{"query":"contact_time","sphere":{"center":[1,1,-3],"radius":1,"velocity":[0,0,1]},"mesh":{"name":"m","translation":[0,0,1]}}"#,
        r#"{"query":"locate","position":[0.5,0.5,0.5],"mesh":{"name":"m"}}"#,
        r#"{"query":"locate","position":[0.5,0.5,0.5],"mesh":{"name":"m"}}"#,
        r#"{"query":"define","name":"w","scene":{"items":[{"mesh":{"name":"m","translation":[0,0,5]}}]}}"#,
        r#"{"query":"forget","name":"m"}"#,
        // The mesh of a scene stays in the scene.
        r#"{"query":"contact_time","sphere":{"center":[1,1,0],"radius":1,"velocity":[0,0,1]},"scene":{"name":"w"}}"#,
    ]);
    let after = [0, 1, 2, 3, 4, 7].map(|line| said[line].split_once(',').unwrap().1);
    assert_eq!(
        after,
        [
            r#""define":"m","triangles":4}"#,
            r#""contact_time":2.0}"#,
            r#""contact_time":3.0}"#,
            r#""locate":"inside"}"#,
            r#""locate":"inside"}"#,
            r#""contact_time":4.0}"#,
        ]
    );
}

#[test]
fn what_is_wrong_with_a_name_is_said_and_nothing_changes() {
    let lines = [
        FOUR_BALLS,
        r#"{"query":"contact_time","sphere":{"center":[0,0,0],"radius":1},"scene":{"name":"v"}}"#,
        r#"{"query":"contact_time","sphere":{"center":[0,0,0],"radius":1},"mesh":{"name":"w"}}"#,
        r#"{"query":"contact_time","scalar":"f32","sphere":{"center":[0,0,0],"radius":1},"scene":{"name":"w"}}"#,
        r#"{"query":"define","name":"x"}"#,
        r#"{"query":"define","scene":{"items":[]}}"#,
        r#"{"query":"forget","name":"x"}"#,
        r#"{"query":"forget","path":"x"}"#,
        r#"{"query":"insert","scene":{"name":"w"},"items":[{"point":{"position":[1,1,1]}},{"point":{"position":[1,1]}}]}"#,
        r#"{"query":"remove","scene":{"name":"w"},"item":4}"#,
        r#"{"query":"replace","scene":{"name":"w"},"item":0,"items":[]}"#,
        r#"{"query":"first_contact_of","scene":{"items":[{"polytope":{"planes":[]}}]},"item":0}"#,
        r#"{"query":"first_contact_of","scene":{"name":"w"},"item":9}"#,
        r#"{"query":"pairs","scene":{"name":"w"},"t_max":-1}"#,
        r#"{"query":"pairs","scene":{"name":"w"},"sphere":{"center":[0,0,0],"radius":1}}"#,
        r#"{"query":"first_contact","name":"w","sphere":{"center":[0,0,0],"radius":1},"point":{"position":[0,0,0]}}"#,
        r#"{"query":"contact_time","sphere":{"center":[0,0,0],"radius":1},"scene":{"name":"w","items":[]}}"#,
        r#"{"query":"define","name":"w","scene":{"items":[{"scene":{"name":"w"}}]}}"#,
    ];
    let (output, _) = converse(lines.join("\n"));
    let said = output.lines().skip(1).map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["error"].as_str().unwrap().to_owned()
    });
    let expected = [
        "scene.name: v is not defined",
        "mesh.name: w is a scene, must be a mesh",
        "scene.name: w is defined in f64, the request is in f32",
        "define must have one of scene and mesh",
        "name is missing",
        "name is \"x\", nothing is kept under it",
        "path is \"x\", nothing is kept under it",
        "items[1].point.position has 2 numbers, must have 3",
        "item is 4, the scene has no such item",
        "items has 0 items, must have 1",
        "item 0 of the scene is a mesh or a polytope, so it cannot be the moving body",
        "item is 9, the scene has no such item",
        "t_max is -1, must not be negative",
        "sphere says nothing in a query pairs",
        "name says nothing in a query first_contact",
        "scene must have one of name, path and items",
        "scene.items[0] has the field scene, known are t_max, triangle, segment, point, box, oriented_box, polytope, frustum, parallelepiped, hull, mesh",
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
    // The failed changes have used no `Id`.
    let more =
        r#"{"query":"insert","scene":{"name":"w"},"items":[{"point":{"position":[1,1,1]}}]}"#;
    let (output, _) = converse(lines.iter().chain([&more]).copied().collect::<Vec<_>>().join("\n"));
    assert!(output.ends_with("{\"id\":null,\"insert\":[4]}\n"), "{output}");
}

/// The checksum FNV-1a with 64 bits, as docs/command.md specifies.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn the_requests_of_the_self_test_come_to_its_checksum() {
    let mut requests = Vec::new();
    self_test::write_requests(1, &mut requests).unwrap();
    let (answers, errors) = converse(&requests);
    assert_eq!(answers.lines().count(), 1000);
    // Some requests are refused, and the checksum covers these refusals as well.
    assert!((1..300).contains(&errors), "{errors}");
    let block = fnv(answers.replace('\n', "\n\n").as_bytes());
    assert_eq!((1, fnv(&block.to_le_bytes())), EXPECTED[0]);
}

/// The work of one line is bounded, and the error names the bound.
#[test]
fn too_much_is_refused() {
    let plane = |i: u32| {
        // The points are on a circle, from one side around to the other.
        let t = f64::from(i) / 16.0 - 9.0;
        let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
        format!(r#"{{"point":[{x},{y}],"normal":[{x},{y}]}}"#)
    };
    let polygon = |count: u32| {
        let planes: Vec<String> = (0..count).map(plane).collect();
        format!(
            r#"{{"query":"first_contact","sphere":{{"center":[5,0],"radius":1,"velocity":[-1,0]}},"polytope":{{"planes":[{}]}}}}"#,
            planes.join(",")
        )
    };
    assert!(answer(&polygon(300)).contains(r#""status":"contact""#));
    assert_eq!(error(polygon(1001)), "polytope.planes has 1001 planes, may have 1000");

    let ball = |i: u32| {
        format!(r#"{{"point":{{"position":[{i}e-3,0,0],"radius":1,"velocity":[1,0,0]}}}}"#)
    };
    let pairs = |count: u32| {
        let items: Vec<String> = (0..count).map(ball).collect();
        format!(r#"{{"query":"pairs","scene":{{"items":[{}]}},"t_max":0}}"#, items.join(","))
    };
    assert_eq!(answer(&pairs(40)).matches(r#""mover""#).count(), 780);
    assert_eq!(error(pairs(500)), "pairs finds more than 100000 pairs, give an earlier t_max");
}

/// A device is not a regular file, and may never end, so it is refused.
#[cfg(unix)]
#[test]
fn a_path_leads_to_a_file() {
    let about = |target: &str| format!("{{{FALLING},{target}}}");
    let mesh = error(about(r#""mesh":{"path":"/dev/zero"}"#));
    assert_eq!(mesh, "mesh.path: cannot read /dev/zero: is not a regular file");
    let scene = error(about(r#""scene":{"path":"/dev/zero"}"#));
    assert_eq!(scene, "scene.path: cannot read /dev/zero: is not a regular file");
}
