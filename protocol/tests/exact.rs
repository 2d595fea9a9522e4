//! Compares floats with exact numbers: for each motion of the shared cases, and for each kind of
//! request of the self-test, the result of floats and filters is the result of exact arithmetic,
//! rounded once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tangency::{Rational, Surd};
use tangency_protocol::{Names, NoMeshes, answer, self_test};

type Request = Map<String, Value>;
/// Each field is kept as text, since a reader of JSON may round a float once more.
type Reply = BTreeMap<String, String>;

fn fields(object: &str) -> Reply {
    let fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(object).unwrap();
    fields.into_iter().map(|(name, value)| (name, value.get().to_owned())).collect()
}

fn elements(array: &str) -> Vec<String> {
    let elements: Vec<Box<RawValue>> = serde_json::from_str(array).unwrap();
    elements.into_iter().map(|value| value.get().to_owned()).collect()
}

/// The reply, unless the request is refused.
fn ask(request: &Request, query: &str, is_exact: bool) -> Option<Reply> {
    let mut request = request.clone();
    request.insert("query".to_owned(), query.into());
    request.remove("more");
    request.remove("exact");
    if is_exact {
        request.insert("exact".to_owned(), true.into());
    }
    let text = Value::Object(request).to_string();
    let line = answer(text.as_bytes(), &mut NoMeshes, &mut Names::default()).ok()?;
    Some(fields(&String::from_utf8(line).unwrap()))
}

fn exact(number: &str) -> Surd {
    let number: BTreeMap<String, String> = serde_json::from_str(number).unwrap();
    let part = |name: &str| number[name].parse::<Rational>().unwrap();
    Surd::new(part("x"), part("y"), part("d"))
}

/// Whether a float, as text, is nearest to an exact number; past the largest float it is null.
fn is_nearest(float: &str, number: &str, is_single: bool) -> bool {
    let number = exact(number);
    let nearest = if is_single { f64::from(number.to_f32()) } else { number.to_f64() };
    match float.parse::<f64>() {
        Ok(_) if is_single => float.parse() == Ok(number.to_f32()),
        Ok(float) => float == nearest,
        Err(_) => nearest.is_infinite(),
    }
}

fn are_nearest(float: &str, number: &str, is_single: bool) -> bool {
    if !number.starts_with('[') {
        return is_nearest(float, number, is_single);
    }
    let (floats, numbers) = (elements(float), elements(number));
    floats.len() == numbers.len()
        && floats.iter().zip(&numbers).all(|(float, number)| is_nearest(float, number, is_single))
}

/// Compares the answers to one query with and without exact numbers, and returns the answer
/// without.
fn beside_exact(request: &Request, query: &str, is_single: bool) -> Option<Reply> {
    let mut floats = ask(request, query, true)?;
    let context = format!("{query}: {}\n{floats:?}", Value::Object(request.clone()));
    let numbers = floats.remove("exact");
    assert_eq!(ask(request, query, false).unwrap(), floats, "{context}");
    if floats["status"] == r#""none""# {
        assert_eq!(numbers, None, "{context}");
        return Some(floats);
    }
    let numbers = numbers.unwrap_or_else(|| panic!("no exact numbers: {context}"));
    for (name, number) in fields(&numbers) {
        assert!(are_nearest(&floats[&name], &number, is_single), "{name} of {context}");
    }
    Some(floats)
}

/// The number of answers, and the number of contacts.
#[derive(Debug, Default)]
struct Tally {
    none: usize,
    overlaps: usize,
    contacts: usize,
    times: usize,
}

impl Tally {
    fn check(&mut self, request: &Request) {
        let is_single = request.get("scalar").is_some_and(|scalar| scalar == "f32");
        let Some(first) = beside_exact(request, "first_contact", is_single) else { return };
        let status = first["status"].as_str();
        let count = match status {
            r#""none""# => &mut self.none,
            r#""overlap""# => &mut self.overlaps,
            _ => &mut self.contacts,
        };
        *count += 1;
        let context = format!("{}\n{first:?}", Value::Object(request.clone()));
        beside_exact(request, "first_entry", is_single);
        let alone = |query: &str| Some(ask(request, query, false)?[query].clone());
        if let Some(time) = alone("contact_time") {
            let expected = if status == r#""contact""# { &first["time"] } else { "null" };
            assert_eq!(time, expected, "{context}");
        }
        if let Some(has_contact) = alone("has_contact") {
            assert_eq!(has_contact, (status != r#""none""#).to_string(), "{context}");
        }
        if let Some(last) = ask(request, "last_time", true) {
            let number = &fields(&last["exact"])["last_time"];
            let is_right = match number.as_str() {
                "null" => last["last_time"] == "null",
                number => is_nearest(&last["last_time"], number, is_single),
            };
            assert!(is_right, "{last:?} {context}");
            self.times += 1;
        }
    }
}

#[test]
fn every_shared_case_is_what_exact_arithmetic_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let mut tally = Tally::default();
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(&file).unwrap().lines() {
            // Some lines contain numbers that no reader of JSON accepts.
            let Ok(case) = serde_json::from_str::<Value>(line) else { continue };
            if let Some(request) = case["request"].as_object() {
                tally.check(request);
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.none > 100 && tally.overlaps > 20 && tally.contacts > 200, "{tally:?}");
    assert!(tally.times > 200, "{tally:?}");
}

#[test]
fn every_kind_of_request_is_what_exact_arithmetic_says() {
    let mut tally = Tally::default();
    for k in 0..2 * self_test::BLOCK {
        let request = self_test::request(k / self_test::BLOCK, k % self_test::BLOCK);
        tally.check(serde_json::from_str::<Value>(&request).unwrap().as_object().unwrap());
    }
    println!("{tally:?}");
    assert!(tally.none > 100 && tally.overlaps > 50 && tally.contacts > 100, "{tally:?}");
    assert!(tally.times > 200, "{tally:?}");
}
