//! The house inspects itself: floors, tolerances, sources, `unsafe`.

use std::{fs, path::Path};

/// Lowest first; a floor may use only floors that stand before it.
const FLOORS: [&str; 6] = ["number", "shape", "contact", "overlap", "mesh", "scene"];

fn each_source(dir: &Path, visit: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            each_source(&path, visit);
        } else if path.extension().is_some_and(|e| e == "rs") {
            visit(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}

/// What is compiled into the library: without tests and comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().enumerate().map(|(i, line)| (i + 1, line.split("//").next().unwrap()))
}

fn is_test(path: &Path) -> bool {
    ["tests.rs", "laws.rs", "depth.rs"].iter().any(|name| path.ends_with(name))
}

#[test]
fn every_folder_is_a_floor() {
    let mut folders: Vec<String> = fs::read_dir("src")
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    let mut floors = FLOORS.map(String::from).to_vec();
    floors.sort();
    assert_eq!(folders, floors);
}

#[test]
fn floors_only_lean_down() {
    for (level, floor) in FLOORS.iter().enumerate() {
        each_source(&Path::new("src").join(floor), &mut |path, text| {
            for upper in &FLOORS[level + 1..] {
                assert!(!text.contains(&format!("crate::{upper}")), "{path:?} leans on {upper}");
            }
        });
    }
}

#[test]
fn the_protocol_asks_nothing_of_the_system() {
    each_source(Path::new("protocol/src"), &mut |path, text| {
        let system = ["fs", "thread", "net", "process", "env", "time"];
        for name in system {
            assert!(!text.contains(&format!("std::{name}")), "{path:?} uses std::{name}");
        }
        assert!(!text.contains("tangency_cli"), "{path:?} leans on the command");
    });
}

#[test]
fn no_tolerance_above_number() {
    for floor in &FLOORS[1..] {
        each_source(&Path::new("src").join(floor), &mut |path, text| {
            // The bounds of the search have their own laws, beside them.
            let of_search =
                ["mesh/sweep.rs", "mesh/in_frame.rs", "mesh/beside.rs", "mesh/tree/bound.rs"];
            if is_test(path) || of_search.iter().any(|name| path.ends_with(name)) {
                return;
            }
            for (number, line) in code(text) {
                let small = line
                    .match_indices("e-")
                    .any(|(i, _)| line[..i].ends_with(|c: char| c.is_ascii_digit()));
                assert!(!small && !line.contains("EPSILON"), "{path:?}:{number}");
            }
        });
    }
}

#[test]
fn every_decision_names_its_source() {
    for floor in ["src/contact", "src/overlap", "src/mesh"] {
        each_source(Path::new(floor), &mut |path, text| {
            let decides = text.contains(" Decision for ");
            assert!(!decides || text.contains("//! Source: "), "{path:?} cites nothing");
        });
    }
}

#[test]
fn unsafe_lives_in_one_folder() {
    let lanes = Path::new("src/number/lanes");
    each_source(Path::new("src"), &mut |path, text| {
        let unsafe_code = code(text).any(|(_, line)| line.contains("unsafe"));
        assert!(!unsafe_code || path.starts_with(lanes), "{path:?}");
    });
}

#[test]
fn every_reason_for_unsafe_is_given() {
    each_source(Path::new("src/number/lanes"), &mut |path, text| {
        let (blocks, reasons) = (text.matches("unsafe {"), text.matches("// SAFETY: "));
        assert_eq!(blocks.count(), reasons.count(), "{path:?}");
    });
}
