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

/// The paths that a text names, with what stands in braces written out: `use crate::{a, b::{c, d}}` is `crate::a`, `crate::b::c`, `crate::b::d`.
fn paths(text: &str) -> Vec<String> {
    let tokens: Vec<char> = code(text).flat_map(|(_, line)| line.chars().chain([' '])).collect();
    let (mut all, mut path, mut outer) = (Vec::new(), String::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let next = tokens[at];
        match next {
            _ if next.is_alphanumeric() || next == '_' || next == ':' => path.push(next),
            '{' if path.ends_with("::") => outer.push(path.clone()),
            ',' | '}' if !outer.is_empty() => {
                all.push(path.clone());
                if next == '}' {
                    outer.pop();
                }
                path = outer.last().cloned().unwrap_or_default();
            }
            // Within braces a blank or an end of line is nothing; a keyword such as `as` only makes a path longer.
            ' ' if !outer.is_empty() => {}
            _ => {
                all.push(path.clone());
                path.clear();
            }
        }
        at += 1;
    }
    all.push(path);
    all.retain(|path| path.contains("::"));
    all
}

#[test]
fn braces_hide_no_path() {
    let text = "use crate::{\n    mesh::{self, Tree as T}, // crate::scene\n    number,\n};\nlet x = crate::shape::Sphere::new();";
    let found = paths(text);
    for path in ["crate::mesh::self", "crate::number", "crate::shape::Sphere::new"] {
        assert!(found.iter().any(|found| found == path), "{path}: {found:?}");
    }
    assert!(!found.iter().any(|path| path.contains("scene")), "{found:?}");
    // What is named in braces leans as well.
    assert!(leans_on("use crate::{number, mesh::Mesh};", "mesh"));
    assert!(leans_on("use super::super::{scene};", "scene"));
    assert!(!leans_on("use crate::{number, meshes};", "mesh"));
}

/// Whether a text names a floor.
fn leans_on(text: &str, floor: &str) -> bool {
    paths(text).iter().any(|path| {
        let mut parts = path.split("::").skip_while(|part| ["crate", "super"].contains(part));
        let is_ours = path.starts_with("crate::") || path.starts_with("super::super::");
        is_ours && parts.next() == Some(floor)
    })
}

#[test]
fn floors_only_lean_down() {
    for (level, floor) in FLOORS.iter().enumerate() {
        each_source(&Path::new("src").join(floor), &mut |path, text| {
            for upper in &FLOORS[level + 1..] {
                assert!(!leans_on(text, upper), "{path:?} leans on {upper}");
            }
        });
    }
}

/// What decides: of the type for which `Decision` is implemented, the name that tells it from others.
fn decisions(text: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let (_, name) = line.split_once(" Decision for ")?;
        let mut names = name.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_type = |name: &&str| name.len() > 1 && name.starts_with(char::is_uppercase);
        names.rfind(is_type).map(String::from)
    };
    code(text).filter_map(|(_, line)| of_line(line)).collect()
}

/// The bounds of the filters hold for decisions up to a depth. A decision that no test runs over numbers that count it could be deeper.
#[test]
fn the_depth_of_every_decision_is_counted() {
    for floor in &FLOORS[1..] {
        let (mut all, mut counted) = (Vec::new(), String::new());
        each_source(&Path::new("src").join(floor), &mut |path, text| {
            all.extend(decisions(text).into_iter().map(|name| (path.to_owned(), name)));
            if text.contains("&Counting") {
                // The tests of a file, or a file of tests.
                counted += text.split("mod tests {").last().unwrap();
            }
        });
        for (path, name) in all {
            let is_named =
                counted.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            assert!(is_named, "{path:?}: no test counts the depth of {name}");
        }
    }
}

#[test]
fn the_protocol_asks_nothing_of_the_system() {
    each_source(Path::new("protocol/src"), &mut |path, text| {
        let system = ["fs", "thread", "net", "process", "env", "time"];
        for name in system {
            let uses = |path: &String| {
                path == &format!("std::{name}") || path.starts_with(&format!("std::{name}::"))
            };
            assert!(!paths(text).iter().any(uses), "{path:?} uses std::{name}");
        }
        assert!(!text.contains("tangency_files"), "{path:?} leans on files");
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
