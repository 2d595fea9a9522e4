//! Convex bodies along paths in requests: the answer has the numbers of a request for each leg
//! alone, in which the body is given at the start of that leg.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

use tangency_protocol::{Names, NoMeshes, answer};

/// The answer, or the error.
fn ask(request: &str) -> String {
    let line = answer(request.as_bytes(), &mut NoMeshes, &mut Names::default());
    String::from_utf8(line.unwrap_or_else(|line| line)).unwrap()
}

type V = [i32; 3];

fn plus([a, b, c]: V, [d, e, f]: V) -> V {
    [a + d, b + e, c + f]
}

/// The fields of convex bodies with their reference point at a place.
const BODIES: [fn(V) -> String; 5] = [
    |at| format!(r#""box":{{"min":{at:?},"max":{:?},"radius":0.25"#, plus(at, [1, 2, 1])),
    |at| {
        let rest = r#""half_extents":[1,0.5,0.3],"rotation":[0,0.5,0.25,1]"#;
        format!(r#""oriented_box":{{"center":{at:?},{rest}"#)
    },
    |at| {
        let edges = "[[1,0,0.5],[0,1,0],[0.25,0,1]]";
        format!(r#""parallelepiped":{{"center":{at:?},"edges":{edges}"#)
    },
    |at| {
        let [b, c] = [plus(at, [1, 0, 1]), plus(at, [0, 1, -1])];
        format!(r#""triangle":{{"vertices":[{at:?},{b:?},{c:?}]"#)
    },
    |at| {
        let points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]].map(|p| plus(at, p));
        format!(r#""hull":{{"points":{points:?},"radius":0.125"#)
    },
];

const TARGETS: [&str; 6] = [
    r#""triangle":{"vertices":[[-9,-9,0],[30,-9,3],[-9,30,1]]}"#,
    r#""box":{"min":[2,-9,-9],"max":[3,9,9]}"#,
    r#""oriented_box":{"center":[5,5,5],"half_extents":[2,1,3],"rotation":[0,0.3,0,1]}"#,
    r#""hull":{"points":[[4,0,0],[6,0,1],[4,7,0],[5,2,8]],"radius":0.5}"#,
    r#""mesh":{"vertices":[[-9,-9,-5],[9,-9,4],[9,9,-3],[-9,9,5]],"triangles":[[0,1,2],[0,2,3]]}"#,
    r#""scene":{"items":[{"point":{"position":[6,6,6],"radius":1}},{"box":{"min":[-8,2,-9],"max":[-7,3,9]}}]}"#,
];

/// The answer without the index of the leg, and this index.
fn without_leg(answer: &str) -> (String, Option<usize>) {
    let Some((before, rest)) = answer.split_once(r#","leg":"#) else {
        return (answer.into(), None);
    };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
    (format!("{before}{}", &rest[end..]), rest[..end].parse().ok())
}

/// Pseudorandom integers from -8 to 8.
fn numbers(mut seed: u32) -> impl FnMut() -> i32 {
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as i32 % 17 - 8
    }
}

#[test]
fn a_path_is_its_legs() {
    let (mut number, mut on_leg, mut free) = (numbers(1), [0; 4], 0);
    for round in 0..120 {
        let (body, target) = (BODIES[round % 5], TARGETS[round % 6]);
        let scalar = ["f64", "f32"][round / 5 % 2];
        let [start, path @ ..]: [V; 5] = std::array::from_fn(|_| std::array::from_fn(|_| number()));
        let tail = format!(r#","scalar":"{scalar}","obstacle":{{{target}}}}}"#);
        for query in ["first_contact", "first_entry"] {
            let request = |at, motion: String| {
                format!(r#"{{"query":"{query}","mover":{{{},{motion}}}}}{tail}"#, body(at))
            };
            let found = ask(&request(start, format!(r#""path":{path:?}"#)));
            assert!(found.contains(r#""status":""#), "{found}");
            let mut legs = (0..4).map(|i| {
                let from = if i == 0 { start } else { path[i - 1] };
                (i, ask(&request(from, format!(r#""to":{:?}"#, path[i]))))
            });
            let expected = legs.find(|(i, alone)| {
                // The end of a leg belongs to the next one, which enters or leads away.
                let ends = query == "first_entry" && *i < 3 && alone.contains(r#""time":1.0,"#);
                !alone.contains(r#""status":"none""#) && !ends
            });
            match (without_leg(&found), expected) {
                ((found, leg), Some((i, alone))) => {
                    assert_eq!((found, leg), (alone, Some(i)));
                    on_leg[i] += 1;
                }
                ((found, leg), None) => {
                    assert!(found.contains(r#""status":"none""#) && leg.is_none(), "{found}");
                    free += 1;
                }
            }
        }
    }
    assert!(free > 3 && on_leg.iter().all(|count| *count > 3), "{free} {on_leg:?}");
}

#[test]
fn what_is_no_path_of_a_convex_body() {
    let request = |query: &str, motion: &str, rest: &str| {
        let mover = format!(r#"{{"box":{{"min":[0,0,0],"max":[1,1,1]{motion}}}}}"#);
        ask(&format!(
            r#"{{"query":"{query}","mover":{mover},"obstacle":{{"point":{{"position":[4,0,0]}}}}{rest}}}"#
        ))
    };
    let path = r#","path":[[9,0,0],[0,0,0]]"#;
    assert!(request("first_contact", path, "").contains(r#""time":0.3333333333333333,"#));
    for (query, motion, rest, words) in [
        ("contact_time", path, "", "mover.box.path says nothing in a query contact_time"),
        ("intersects", path, "", "mover.box.path is given, must not be where nothing moves"),
        ("first_contact", path, r#","t_max":1"#, "t_max says nothing along a path"),
        ("first_contact", path, r#","exact":true"#, "exact and more say nothing along a path"),
        ("first_contact", r#","path":[]"#, "", "points has length 0, must have at least 1"),
        ("first_contact", r#","path":[[0,0]]"#, "", "mover.box.path[0]"),
        (
            "first_entry",
            r#","path":[[9,0,0]],"to":[1,1,1]"#,
            "",
            "mover.box must have one at most of velocity, to and path",
        ),
    ] {
        let said = request(query, motion, rest);
        assert!(said.contains(words), "{said}");
    }
    // A target does not follow a path.
    let said = ask(
        r#"{"query":"first_contact","sphere":{"center":[0,0,5],"radius":1},"box":{"min":[0,0,0],"max":[1,1,1],"path":[[1,1,1]]}}"#,
    );
    assert!(said.contains("box has the field") && said.contains("known are min"), "{said}");
}
