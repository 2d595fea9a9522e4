//! Cases that others published (`tests/external`), asked by way of `tangency query`.
//!
//! The truth of the vertex-face queries is exact, so ours must be the same for each. The other cases come with the tolerance of the
//! test that they were taken from.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use tangency_cli::query;

fn lines(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/external").join(name);
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answers(requests: &[Value]) -> Vec<Value> {
    let requests: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let mut output = Vec::new();
    query::run(requests.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn vertices_meet_faces_where_it_was_proven() {
    let cases = lines("vertex_face.jsonl");
    let request = |case: &Value| {
        json!({
            "query": "first_contact",
            "sphere": { "center": case["center"], "radius": 0, "velocity": case["velocity"] },
            "triangle": { "vertices": case["vertices"], "velocity": case["drift"] },
            "t_max": 1,
        })
    };
    let answers = answers(&cases.iter().map(request).collect::<Vec<_>>());
    assert_eq!((cases.len(), answers.len()), (1_246, 1_246));
    let touching = cases.iter().filter(|case| case["touch"] == true).count();
    assert!(touching > 100 && touching < 1_146, "{touching}");
    for (case, answer) in cases.iter().zip(answers) {
        let status = answer["status"].as_str().unwrap();
        assert!(["none", "contact", "overlap"].contains(&status), "{case}\n{answer}");
        assert_eq!(Value::from(status != "none"), case["touch"], "{case}\n{answer}");
    }
}

/// Whether two numbers, or the numbers of two lists, are as close as asked.
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

#[test]
fn engines_are_answered_as_their_own_tests_ask() {
    let cases = lines("published.jsonl");
    let mut requests: Vec<Value> = cases.iter().map(|case| case["request"].clone()).collect();
    // How deep an overlap is, is a question of its own.
    for (request, case) in requests.iter_mut().zip(&cases) {
        if case["expected"].get("depth").is_some() {
            request["query"] = json!("first_contact");
            request["more"] = json!(true);
        }
    }
    let answers = answers(&requests);
    assert_eq!((cases.len(), answers.len()), (28, 28));
    for (case, answer) in cases.iter().zip(answers) {
        let within = case["within"].as_f64().unwrap();
        for (field, expected) in case["expected"].as_object().unwrap() {
            let said = match field.as_str() {
                "depth" => &answer["way_out"]["depth"],
                // An overlap is at time zero.
                "time" if answer["status"] == "overlap" => &json!(0),
                _ => &answer[field],
            };
            assert!(is_close(said, expected, within), "{field}\n{case}\n{answer}");
        }
    }
}
