//! The shared cases, `tests/cases/*.jsonl`: requests of the protocol of `docs/command.md`, each
//! with its one right answer.
//!
//! Every interface of the library answers them; the command does so in `cli/tests/cases.rs`. The
//! answers come from the oracles, not from the library. Only the answers of moves come from the
//! library, since an oracle can judge a move but not compute its end (`moves.rs`). A case contains
//! the certain fields and leaves out the rest: the `feature` of a body without an interior if
//! several contain the point, the `direction` of a penetration of a hull that can be left on
//! several sides, the `normal` of an ellipsoid, in which roots nest. Each field of a case must have
//! the same bits in a reply. The numbers `x + y √d` under `exact` can be written in more than one
//! form, and are compared as numbers; here `y` is −1, 0 or 1.
//!
//! `cargo test --test cases -- --ignored write` writes the files again.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]
#![allow(clippy::duplicate_mod, reason = "each oracle brings its numbers along")]
#![allow(clippy::large_enum_variant, reason = "an oracle has one answer at a time")]

mod answer;
#[path = "../box_oracle/mod.rs"]
mod box_oracle;
#[path = "../capsule_oracle/mod.rs"]
mod capsule_oracle;
mod capsule_questions;
mod capsules;
mod convex;
#[path = "../convex_mover_oracle/mod.rs"]
mod convex_mover_oracle;
#[path = "../convex_oracle/mod.rs"]
mod convex_oracle;
mod dimensions;
mod errata;
mod files;
mod json;
mod legs;
#[path = "../move_oracle/levels.rs"]
#[allow(dead_code, reason = "the tests of moves use the rest")]
mod levels;
#[path = "../mesh_oracle/mod.rs"]
mod mesh_oracle;
mod meshes;
#[path = "../move_oracle/mod.rs"]
mod move_oracle;
#[path = "../move_oracle/moved.rs"]
mod moved;
mod moves;
#[path = "../oracle/mod.rs"]
mod oracle;
#[path = "../overlap_oracle/mod.rs"]
mod overlap_oracle;
mod questions;
#[path = "../random/mod.rs"]
mod random;
mod recover;
mod request;
mod root;
mod rounded;
mod scenes;
mod second;
mod solids;
mod walkers;

use files::File;
use std::fs;
use std::path::PathBuf;

/// The file of requests made by hand whose only answer is an error.
const ERRORS: &str = "errors";

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(format!("{name}.jsonl"))
}

fn text(file: &File) -> String {
    file.lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Compares the present answers of the oracles with the stored ones.
fn is_unchanged(name: &'static str) {
    let file = files::file(name);
    let stored = fs::read_to_string(path(name)).unwrap();
    for (i, (stored, line)) in stored.lines().zip(&file.lines).enumerate() {
        assert_eq!(stored, line, "{name}, line {}", i + 1);
    }
    assert!(stored == text(&file), "{name}: as many lines as there should be");
}

macro_rules! files {
    ($($test:ident: $name:literal;)*) => {
        $(#[test] fn $test() { is_unchanged($name) })*

        #[test]
        fn each_file_has_a_test() {
            assert_eq!([$($name),*], files::NAMES);
        }
    };
}

files! {
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

#[test]
fn no_file_is_left_out() {
    let names = |folder: &str| {
        let entries = fs::read_dir(path(&format!("{folder}x")).parent().unwrap()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let cases =
            names.filter_map(|name| Some(format!("{folder}{}", name.strip_suffix(".jsonl")?)));
        cases.collect::<Vec<String>>()
    };
    let mut stored = [names(""), names("questions/")].concat();
    stored.sort();
    let mut known = files::NAMES.map(String::from).to_vec();
    known.push(ERRORS.to_string());
    known.sort();
    assert_eq!(stored, known);
}

#[test]
#[ignore = "writes the files anew"]
fn write() {
    for file in files::NAMES.map(files::file) {
        let (count, text) = (file.lines.len(), text(&file));
        println!("{}: {count} lines, {} bytes", file.name, text.len());
        fs::write(path(file.name), text).unwrap();
    }
}
