//! The shared cases of `tests/cases`, for all programs that answer the protocol.
//!
//! The answer must contain each field of the case with the same text, and so each number with the
//! same bits. A case leaves out only fields with more than one right answer. Only the numbers
//! `x + y √d` under `exact`, which can be written in more than one way, are compared as numbers.

use num_rational::BigRational;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The answers to these files are errors, whose messages are not part of the contract.
pub const ERRORS: &str = "errors";

#[derive(Deserialize)]
pub struct Case<'a> {
    #[serde(borrow)]
    pub request: &'a RawValue,
    #[serde(borrow)]
    pub answer: &'a RawValue,
}

pub type Fields<'a> = BTreeMap<String, &'a RawValue>;

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/cases")
}

/// Sends all requests of a file in one conversation, and passes each case with its answer to a
/// judge.
pub fn each_answer(
    name: &str,
    ask: impl Fn(&str) -> String,
    judge: impl Fn(&Case<'_>, &str) -> Result<(), String>,
) {
    let text = fs::read_to_string(folder().join(format!("{name}.jsonl"))).unwrap();
    let cases: Vec<Case<'_>> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let requests: String = cases.iter().map(|case| format!("{}\n", case.request)).collect();
    let output = ask(&requests);
    let answers: Vec<&str> = output.lines().collect();
    assert!(cases.len() >= 100 && answers.len() == cases.len(), "{name}: {}", cases.len());
    let mut wrong = Vec::new();
    for (i, (case, answer)) in cases.iter().zip(answers).enumerate() {
        if let Err(complaint) = judge(case, answer) {
            let (line, request) = (i + 1, case.request);
            wrong.push(format!("{name}, line {line}: {complaint}\n    {request}\n    {answer}"));
        }
    }
    let first: Vec<&str> = wrong.iter().take(3).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {} wrong\n{}", wrong.len(), cases.len(), first.join("\n"));
}

/// Checks that the answer contains all fields of the case, and no further fields except those that
/// a case may leave out.
pub fn agrees(case: &Case<'_>, answer: &str) -> Result<(), String> {
    let said: Fields<'_> = serde_json::from_str(answer).unwrap();
    let expected: Fields<'_> = serde_json::from_str(case.answer.get()).unwrap();
    for field in said.keys().filter(|field| !expected.contains_key(*field)) {
        // For a shape without an interior, several features contain the point. For an ellipsoid,
        // the normal has nested roots.
        let may_be_left_out = match field.as_str() {
            "id" | "feature" => true,
            "normal" => case.request.get().contains("\"ellipsoid\""),
            _ => false,
        };
        if !may_be_left_out {
            return Err(format!("the case should say {field}"));
        }
    }
    same_fields(&expected, &said)
}

fn same_fields(expected: &Fields<'_>, said: &Fields<'_>) -> Result<(), String> {
    for (field, expected) in expected {
        let Some(said) = said.get(field) else { return Err(format!("{field} is missing")) };
        let (expected, said) = (expected.get(), said.get());
        let same = match field.as_str() {
            "exact" => same_numbers(
                &serde_json::from_str(expected).unwrap(),
                &serde_json::from_str(said).unwrap(),
            ),
            // The direction of a penetration may be left out, or the feature of a closest point.
            "penetration" | "closest" if expected != "null" && said != "null" => {
                let fields = |text| serde_json::from_str(text).unwrap();
                same_fields(&fields(expected), &fields(said)).is_ok()
            }
            _ => expected == said,
        };
        if !same {
            return Err(format!("{field} is {said}, expected {expected}"));
        }
    }
    Ok(())
}

/// The same numbers `x + y √d`, in arrays and objects of the same form.
fn same_numbers(expected: &Value, said: &Value) -> bool {
    match (expected, said) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_numbers(a, b))
        }
        (Value::Object(a), Value::Object(_)) if a.contains_key("d") => surd(expected) == surd(said),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same_numbers(a, b)))
        }
        _ => false,
    }
}

/// The rational part, and the square of the irrational part with its sign. The number under the
/// root is never the square of a rational, so equal numbers have equal parts.
pub fn surd(number: &Value) -> (BigRational, BigRational) {
    let [x, y, d] = ["x", "y", "d"].map(|name| {
        let text = number[name].as_str().unwrap();
        text.parse::<BigRational>().unwrap()
    });
    let zero = BigRational::from_integer(0.into());
    let size = if y < zero { -&y } else { y.clone() };
    (x, y * size * d)
}

pub fn has_error(_: &Case<'_>, answer: &str) -> Result<(), String> {
    let said: Fields<'_> = serde_json::from_str(answer).unwrap();
    let is_right = said.len() == 2 && said.contains_key("id") && said.contains_key("error");
    if is_right { Ok(()) } else { Err("expected an error".to_string()) }
}

/// Makes a test for each file of cases, which calls `$ask`.
macro_rules! all_files {
    ($ask:path) => {
        $crate::judge::all_files! { @ $ask;
            triangle: "triangle";
            segment_and_point: "segment_and_point";
            aligned_box: "box";
            oriented_box: "oriented_box";
            polytope: "polytope";
            parallelepiped: "parallelepiped";
            ellipsoid: "ellipsoid";
            mesh: "mesh";
            intersects: "intersects";
            containment: "containment";
            times: "questions/times";
            at_rest: "questions/at_rest";
            planes: "questions/planes";
            questions_of_meshes: "questions/mesh";
            instances: "questions/instance";
            solids: "questions/solid";
            scenes: "questions/scene";
            dimensions: "questions/dimensions";
            rounded_shapes: "questions/rounded";
            entries: "questions/entries";
            capsules: "questions/capsules";
            convex_bodies: "questions/convex";
            legs: "questions/legs";
            moves_that_stay_free: "questions/moves";
            ways_out_of_overlaps: "questions/recover";
            steps_of_characters: "questions/walkers";
        }
    };
    (@ $ask:path; $($test:ident: $name:literal;)*) => {
        $(#[test] fn $test() { $crate::judge::each_answer($name, $ask, $crate::judge::agrees) })*

        #[test]
        fn errors() {
            $crate::judge::each_answer($crate::judge::ERRORS, $ask, $crate::judge::has_error);
        }

        #[test]
        fn no_file_is_left_out() {
            $crate::judge::are_all(&[$($name),*, $crate::judge::ERRORS]);
        }
    };
}
pub(crate) use all_files;

/// Checks that these names are all files of cases.
pub fn are_all(names: &[&str]) {
    let of = |folder: PathBuf, before: &str| {
        let entries = fs::read_dir(folder).unwrap();
        let files = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let cases =
            files.filter_map(|name| Some(format!("{before}{}", name.strip_suffix(".jsonl")?)));
        cases.collect::<Vec<String>>()
    };
    let mut stored = [of(folder(), ""), of(folder().join("questions"), "questions/")].concat();
    stored.sort();
    let mut known = names.to_vec();
    known.sort_unstable();
    assert_eq!(stored, known);
}
