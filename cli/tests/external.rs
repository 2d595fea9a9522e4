//! Answers cases that others published (`tests/external`) by `tangency query`.
//!
//! The published results of the vertex-face queries are exact, so each answer must be the same. The
//! other cases have the tolerance of the test from which they were taken.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::fs;
use std::path::PathBuf;
use tangency_cli::query;

fn text(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/external");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn answers(requests: &[String]) -> Vec<Value> {
    let requests: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let mut output = Vec::new();
    query::run(requests.as_bytes(), &mut output, &|said| panic!("{said}")).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A query whose numbers stay text, since a parser may round them differently.
#[derive(Deserialize)]
struct Query<'a> {
    source: &'a str,
    touch: bool,
    #[serde(borrow)]
    center: &'a RawValue,
    #[serde(borrow)]
    velocity: &'a RawValue,
    #[serde(borrow)]
    vertices: &'a RawValue,
    #[serde(borrow)]
    drift: &'a RawValue,
}

#[test]
fn vertices_meet_faces_where_it_was_proven() {
    let text = text("vertex_face.jsonl");
    let queries: Vec<Query<'_>> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let request = |query: &Query<'_>| {
        let Query { center, velocity, vertices, drift, .. } = query;
        format!(
            r#"{{"query": "first_contact", "t_max": 1,
                "sphere": {{"center": {center}, "radius": 0, "velocity": {velocity}}},
                "triangle": {{"vertices": {vertices}, "velocity": {drift}}}}}"#
        )
        .replace('\n', "")
    };
    let answers = answers(&queries.iter().map(request).collect::<Vec<_>>());
    assert_eq!((queries.len(), answers.len()), (1_246, 1_246));
    let touching = queries.iter().filter(|query| query.touch).count();
    assert!(touching > 100 && touching < 1_146, "{touching}");
    for (query, answer) in queries.iter().zip(answers) {
        let status = answer["status"].as_str().unwrap();
        assert!(["none", "contact", "overlap"].contains(&status), "{}\n{answer}", query.source);
        assert_eq!(status != "none", query.touch, "{}\n{answer}", query.source);
    }
}

/// Whether two numbers, or the numbers of two lists, are within the tolerance.
fn is_close(said: &Value, expected: &Value, within: f64) -> bool {
    match (said, expected) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_close(a, b, within))
        }
        (Value::Number(a), Value::Number(b)) => {
            (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() <= within
        }
        _ => said == expected,
    }
}

#[derive(Deserialize)]
struct Published<'a> {
    source: String,
    name: String,
    within: f64,
    expected: Value,
    #[serde(borrow)]
    request: &'a RawValue,
}

#[test]
fn engines_are_answered_as_their_own_tests_ask() {
    let text = text("published.jsonl");
    let cases: Vec<Published<'_>> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The depth of an overlap is a part of `more`.
    let request = |case: &Published<'_>| {
        let request = case.request.get();
        match case.expected.get("depth") {
            Some(_) => format!(r#"{{"more": true, {}"#, &request[1..]),
            None => request.into(),
        }
    };
    let answers = answers(&cases.iter().map(request).collect::<Vec<_>>());
    assert_eq!((cases.len(), answers.len()), (28, 28));
    for (case, answer) in cases.iter().zip(answers) {
        for (field, expected) in case.expected.as_object().unwrap() {
            let said =
                if field == "depth" { &answer["penetration"]["depth"] } else { &answer[field] };
            let (source, name) = (&case.source, &case.name);
            assert!(is_close(said, expected, case.within), "{source}, {name}: {field}\n{answer}");
        }
    }
}
