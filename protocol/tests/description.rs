//! The types of JavaScript and the manual have the same names and fields as the list of shapes in
//! requests.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

use std::collections::BTreeSet;
use std::fs;
use tangency_protocol::{TARGETS, WALKER, WALKER_OPTIONS};

fn text(path: &str) -> String {
    fs::read_to_string(format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The fields of a shape, without its motion and its inflation; an optional field ends in a
/// question mark.
fn fields(ways: &[&[&'static str]]) -> BTreeSet<String> {
    let of_shape =
        |field: &&&str| !matches!(**field, "velocity?" | "from?" | "to?" | "radius?" | "hollow?");
    let mut all: BTreeSet<String> =
        ways.iter().flat_map(|way| way.iter()).filter(of_shape).map(|f| (*f).to_string()).collect();
    // A plane in a list is given like a single one.
    if all.contains("planes") {
        all.extend(["point", "normal"].map(String::from));
    }
    all
}

/// The names before the colons of a declaration in TypeScript.
fn named(types: &str) -> BTreeSet<String> {
    let name = |before: &str| -> Option<String> {
        let start = before.trim_end_matches('?').len();
        let name = before[..start].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (!name.is_empty()).then(|| format!("{name}{}", &before[start..]))
    };
    let parts: Vec<&str> = types.split(": ").collect();
    parts[..parts.len() - 1].iter().filter_map(|before| name(before)).collect()
}

/// The text between two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("{from} is missing"));
    rest.split_once(to).unwrap_or_else(|| panic!("{to} is missing after {from}")).0
}

#[test]
fn javascript_has_the_same_fields() {
    let types = text("web/src/protocol.ts");
    let targets = between(&types, "export interface Targets {\n", "\n}");
    let without_comments: String = targets
        .lines()
        .filter(|line| !line.trim_start().starts_with("/**"))
        .map(|line| format!("{line}\n"))
        .collect();
    for target in TARGETS {
        let (name, expected) = (target.name, fields(target.ways));
        let declared = match name {
            "plane" => between(&types, "export interface Plane {", "\n}").to_string(),
            "scene" => between(&types, "export type SceneFields =", ";\n\n").to_string(),
            // A declaration ends where the next one begins, at an indentation of two.
            _ => {
                let rest = format!("\n{without_comments}");
                let (_, rest) =
                    rest.split_once(&format!("\n  {name}:")).unwrap_or_else(|| panic!("{name}"));
                let own: Vec<&str> = rest.split('\n').collect();
                let end = own[1..].iter().position(|line| !line.starts_with("    ")).unwrap();
                own[..=end]
                    .join("\n")
                    .replace("MeshFields", between(&types, "type MeshFields =", ";\n\n"))
            }
        };
        assert_eq!(named(&declared), expected, "{name}: {declared}");
    }
}

#[test]
fn the_manual_has_the_same_fields() {
    let manual = text("docs/command.md");
    let table = between(&manual, "| target | dimensions |", "\n\n");
    for target in TARGETS {
        let name = target.name;
        let [from, to] = target.dimensions;
        let row = table
            .lines()
            .find(|line| line.contains(&format!("\"{name}\":{{")))
            .unwrap_or_else(|| panic!("{name}"));
        let dimensions = match to - from {
            0 => format!("| {from} |"),
            1 => format!("| {from}, {to} |"),
            _ => format!("| {from} to {to} |"),
        };
        assert!(row.contains(&dimensions), "{name}: {row}");
        for field in target.ways.iter().flat_map(|way| way.iter()) {
            let field = field.trim_end_matches('?');
            let is_said = matches!(field, "velocity" | "from" | "to" | "radius" | "hollow")
                || table.contains(&format!("\"{field}\":"));
            assert!(is_said, "{name}: {field}");
        }
    }
}

#[test]
fn a_character_has_the_same_fields_in_javascript_and_in_the_manual() {
    let (types, manual) = (text("web/src/protocol.ts"), text("docs/command.md"));
    let manual = between(&manual, "### A character", "### Worlds");
    let ((of_capsule, of_box), others) = (WALKER[1..5].split_at(2), &WALKER[6..]);
    let of_hull = || BTreeSet::from([WALKER[5].to_string()]);
    let capsule = || ["position"].iter().chain(of_capsule);
    let owned = |name: &&str| (*name).to_string();
    let spared = |name: &&str| format!("{name}?");
    for (interface, expected) in [
        ("WalkerFields", capsule().map(owned).chain(others.iter().map(spared)).collect()),
        ("BoxWalkerFields", BTreeSet::from(["half_extents".to_string(), "rotation?".to_string()])),
        ("HullWalkerFields", of_hull()),
        ("WalkerOptionFields", WALKER_OPTIONS.iter().map(spared).collect()),
        ("WalkerReply", capsule().chain(others).map(owned).collect()),
        ("BoxWalkerReply", of_box.iter().map(owned).collect()),
        ("HullWalkerReply", of_hull()),
    ] {
        let declared = between(&types, &format!("export interface {interface} "), "\n}");
        let (_, declared) = declared.split_once("{\n").unwrap();
        // The object for a floor has further fields, which are left out.
        let lines = declared.lines().map(|line| line.split('{').next().unwrap());
        let own: BTreeSet<String> = lines.flat_map(named).collect();
        assert_eq!(own, expected, "{interface}");
    }
    for name in WALKER.iter().chain(WALKER_OPTIONS) {
        assert!(manual.contains(&format!("`\"{name}\"`")), "{name}");
    }
}

/// The fields of an object of TypeScript, without the fields of inner objects.
fn outermost(object: &str) -> BTreeSet<String> {
    let mut depth = 0;
    let parts = object.split(|c: char| {
        depth += match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    });
    parts.filter_map(|part| Some(part.split_once(':')?.0.trim().to_string())).collect()
}

/// The web page draws some of the shapes, each in one of its forms.
#[test]
fn the_page_has_the_same_fields() {
    let page = text("web/page/src/shapes.ts");
    let (from, to) = ("export const OBSTACLES: Record<string, Obstacle> = {\n", "\n};");
    let mut shown = 0;
    for entry in between(&page, from, to).split("\n  },") {
        let Some((key, _)) = entry.trim_start().split_once(": {") else { continue };
        let name = if entry.contains("name: '") { between(entry, "name: '", "'") } else { key };
        let asked = outermost(between(&entry.replace(" }),\n", "\u{1}"), "=> ({ ", "\u{1}"));
        let target = TARGETS.iter().find(|target| target.name == name);
        let ways = target.unwrap_or_else(|| panic!("{name}")).ways;
        let fits = |way: &&&[&str]| {
            let is_needed = |field: &&&str| !field.ends_with('?');
            way.iter().filter(is_needed).all(|field| asked.contains(*field))
                && asked.iter().all(|f| way.iter().any(|field| field.trim_end_matches('?') == f))
        };
        assert!(ways.iter().any(|way| fits(&way)), "{name}: {asked:?}");
        shown += 1;
    }
    assert_eq!(shown, 6);
}
