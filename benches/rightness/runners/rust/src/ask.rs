//! The common part of all runners in Rust: prints the name of the library, then answers each line
//! of standard input by a line.

#![allow(dead_code, reason = "each runner uses a part of it")]

use serde_json::{Value, json};
use std::io::{BufRead, BufWriter, Write, stdin, stdout};

pub fn present(out: &mut impl Write, library: &str, version: &str, floats: &str) {
    writeln!(out, "{}", json!({"library": library, "version": version, "floats": floats})).unwrap();
}

/// `time_of` gets a query and returns the time of the first contact, if any, or the reason why the
/// library lacks the query.
pub fn serve(
    library: &str,
    version: &str,
    floats: &str,
    time_of: impl Fn(&Value) -> Result<Option<f64>, &'static str>,
) {
    let mut out = BufWriter::new(stdout().lock());
    present(&mut out, library, version, floats);
    for line in stdin().lock().lines() {
        let answer = match time_of(&serde_json::from_str(&line.unwrap()).unwrap()) {
            Ok(Some(time)) => json!({"status": "contact", "time": time}),
            Ok(None) => json!({"status": "none"}),
            Err(why) => json!({"error": why}),
        };
        writeln!(out, "{answer}").unwrap();
    }
}

/// The version of a package in this build.
pub fn version(package: &str) -> &'static str {
    let name = format!("name = \"{package}\"\nversion = \"");
    let (_, rest) = include_str!("../Cargo.lock").split_once(&name).unwrap();
    rest.split('"').next().unwrap()
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The mover of a query, and its kind.
pub fn body(query: &Value) -> (&Value, &'static str) {
    let kinds = ["sphere", "capsule", "moving_box", "moving_oriented_box", "moving_hull"];
    let kind = kinds.into_iter().find(|kind| query[kind].is_object()).unwrap();
    (&query[kind], kind)
}

/// Whether the query is in the plane.
pub fn is_flat(query: &Value) -> bool {
    list(&body(query).0["velocity"]).len() == 2
}
