//! Checks of the sources: the order of floors, tolerances, circular dependencies, names, planted
//! faults, `unsafe`.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

/// Lowest first; a floor may use only floors before it in this list.
const FLOORS: [&str; 9] =
    ["number", "bytes", "shape", "contact", "overlap", "mesh", "scene", "moves", "any"];

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

/// The lines that are compiled into the library: without tests and comments.
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

/// The paths in a text, with the lists in braces expanded: `use crate::{a, b::{c, d}}` is
/// `crate::a`, `crate::b::c`, `crate::b::d`.
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
            // Within braces blanks and line ends are skipped; a keyword such as `as` only makes a
            // path longer.
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
    // A name in braces is a dependency as well.
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

/// The decisions in a text: the distinctive name of each type that implements `Decision`.
fn decisions(text: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let (_, name) = line.split_once(" Decision for ")?;
        let mut names = name.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_type = |name: &&str| name.len() > 1 && name.starts_with(char::is_uppercase);
        names.rfind(is_type).map(String::from)
    };
    code(text).filter_map(|(_, line)| of_line(line)).collect()
}

/// Every decision is run over numbers that count its depth, since the bounds of the filters hold
/// only up to a depth.
#[test]
fn the_depth_of_every_decision_is_counted() {
    for floor in &FLOORS[1..] {
        let (mut all, mut counted) = (Vec::new(), String::new());
        each_source(&Path::new("src").join(floor), &mut |path, text| {
            all.extend(decisions(text).into_iter().map(|name| (path.to_owned(), name)));
            if text.contains("&Counting") {
                // The text with tests of this file, which may be a file of tests only.
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
        for above in ["tangency_files", "tangency_cli"] {
            assert!(!text.contains(above), "{path:?} leans on {above}");
        }
    });
}

#[test]
fn no_tolerance_above_number() {
    for floor in &FLOORS[1..] {
        each_source(&Path::new("src").join(floor), &mut |path, text| {
            // The bounds of the search have laws of their own next to them.
            let of_search = [
                "mesh/sweep.rs",
                "mesh/in_frame.rs",
                "mesh/separating_plane.rs",
                "mesh/tree/bound.rs",
                "mesh/tree/arrival.rs",
                "mesh/tree/box_arrival.rs",
                "mesh/tree/geometry.rs",
                "mesh/tree/hull.rs",
                "shape/hull/rounded.rs",
                "scene/tree/frame.rs",
                "scene/start_bounds.rs",
                // Times that count as equal in a guess, whose result is certified.
                "contact/convex/axes.rs",
                "contact/convex/guess/gjk.rs",
                "contact/convex/guess/vector.rs",
                // These are directions and positions to try; exact arithmetic decides the results.
                "moves/clip.rs",
                "moves/slide.rs",
                "moves/walker.rs",
            ];
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
    for folder in ["src/number/lanes", "capi/src"] {
        each_source(Path::new(folder), &mut |path, text| {
            let count = |words| text.matches(words).count();
            let blocks = count("unsafe {") + count("unsafe impl");
            assert_eq!(blocks, count("// SAFETY: "), "{path:?}");
        });
    }
}

// ---- circles between files ----

/// The sources of all crates.
const CRATES: [&str; 9] = [
    "src",
    "capi/src",
    "protocol/src",
    "files/src",
    "demo/src",
    "cli/src",
    "python/src",
    "web/engine/src",
    "web/bind/src",
];

/// The remaining circles, by the crate and the files of each. The list may only get shorter.
const KNOWN: [(&str, &[&str]); 0] = [];

/// The words of a text, and the other characters between them except blanks.
fn tokens(text: &str) -> Vec<String> {
    let (mut tokens, mut word) = (Vec::new(), String::new());
    for next in code(text).flat_map(|(_, line)| line.chars().chain([' '])) {
        if next.is_alphanumeric() || next == '_' {
            word.push(next);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        match tokens.last_mut() {
            Some(last) if next == ':' && last == ":" => *last = "::".into(),
            _ if next == ' ' => {}
            _ => tokens.push(next.into()),
        }
    }
    tokens
}

type ModulePath = Vec<String>;

/// The imports of a file, as paths with their local names; and the other paths that it names.
#[derive(Default)]
struct Named {
    imports: Vec<(ModulePath, String)>,
    paths: Vec<ModulePath>,
}

impl Named {
    fn of(text: &str) -> Self {
        let (tokens, mut named, mut at) = (tokens(text), Self::default(), 0);
        while at < tokens.len() {
            if tokens[at] == "use" {
                at = named.tree(&tokens, at + 1, &[]);
            } else if ["crate", "super"].contains(&tokens[at].as_str()) {
                let (start, mut path) = (at, vec![tokens[at].clone()]);
                while tokens.get(at + 1).is_some_and(|token| token == "::") {
                    path.extend(tokens.get(at + 2).cloned());
                    at += 2;
                }
                // A path after `pub(in` or of one word is a visibility.
                if path.len() > 1 && (start == 0 || tokens[start - 1] != "in") {
                    named.paths.push(path);
                }
            }
            at += 1;
        }
        named
    }

    /// Reads one tree of an import, and returns its end.
    fn tree(&mut self, tokens: &[String], mut at: usize, prefix: &[String]) -> usize {
        let (mut path, mut name, mut is_itself) = (prefix.to_vec(), None, false);
        while let Some(token) = tokens.get(at) {
            match token.as_str() {
                "::" => {}
                "{" => {
                    while tokens.get(at).is_some_and(|token| token != "}") {
                        at = self.tree(tokens, at + 1, &path);
                    }
                    return at + 1;
                }
                "as" => {
                    name = tokens.get(at + 1).cloned();
                    at += 1;
                }
                "," | "}" | ";" => break,
                "self" if path.len() > prefix.len() || !prefix.is_empty() => is_itself = true,
                _ => path.push(token.clone()),
            }
            at += 1;
        }
        // No path follows the last comma.
        if path.len() > prefix.len() || is_itself {
            let last = path.last().cloned().unwrap_or_default();
            self.imports.push((path, name.unwrap_or(last)));
        }
        at
    }
}

/// The files of a crate, by their module paths.
struct Crate(BTreeMap<ModulePath, Named>);

impl Crate {
    fn read(root: &str) -> Self {
        let mut modules = BTreeMap::new();
        each_source(Path::new(root), &mut |path, text| {
            if is_test(path) {
                return;
            }
            let inner = path.strip_prefix(root).unwrap().with_extension("");
            let mut module: ModulePath =
                inner.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
                module.pop();
            }
            modules.insert(module, Named::of(text));
        });
        Self(modules)
    }

    /// The file that defines the target of a path in a module, through all imports; none if it is
    /// not in this crate.
    fn home(&self, module: &[String], path: &[String], steps: usize) -> Option<ModulePath> {
        let (mut at, mut rest) = (module.to_vec(), path);
        match path.first()?.as_str() {
            "crate" => (at, rest) = (Vec::new(), &path[1..]),
            "super" => {
                while let Some("super") = rest.first().map(String::as_str) {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            _ => {}
        }
        while let Some(name) = rest.first() {
            let below = [at.clone(), vec![name.clone()]].concat();
            if self.0.contains_key(&below) {
                (at, rest) = (below, &rest[1..]);
                continue;
            }
            let mut imports = self.0.get(&at)?.imports.iter();
            let found = imports.find(|(path, known)| known == name && path.as_slice() != rest);
            return match found {
                Some((path, _)) if steps > 0 => {
                    let whole = [path.as_slice(), &rest[1..]].concat();
                    self.home(&at, &whole, steps - 1)
                }
                // The path leads back to its beginning.
                Some(_) => None,
                None if at == module && path.len() == rest.len() => None,
                None => Some(at),
            };
        }
        Some(at)
    }

    /// The dependencies of each file.
    fn edges(&self) -> BTreeMap<&ModulePath, BTreeSet<ModulePath>> {
        let of = |(module, named): (&ModulePath, &Named)| -> BTreeSet<ModulePath> {
            let imported = named.imports.iter().map(|(path, _)| path);
            let homes = imported.chain(&named.paths).filter_map(|p| self.home(module, p, 8));
            homes.filter(|home| home != module).collect()
        };
        self.0.iter().map(|entry| (entry.0, of(entry))).collect()
    }

    /// Files that depend on each other, directly or through others.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let edges = self.edges();
        let reached = |from: &ModulePath| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                for to in edges.get(&next).into_iter().flatten() {
                    if seen.insert(to.clone()) {
                        open.push(to.clone());
                    }
                }
            }
            seen
        };
        let reached: BTreeMap<_, _> =
            edges.keys().map(|from| ((*from).clone(), reached(from))).collect();
        let circle = |from: &ModulePath| -> Vec<String> {
            let back = |to: &&ModulePath| reached.get(*to).is_some_and(|of| of.contains(from));
            reached[from].iter().filter(back).map(|module| module.join("/")).collect()
        };
        reached.keys().map(circle).filter(|circle| circle.len() > 1).collect()
    }
}

#[test]
fn imports_are_parsed() {
    let text = "use crate::{mesh::{self, Tree as T}, // crate::scene\n number};\npub use super::a::B;\nfn f() { crate::shape::of() }";
    let Named { imports, paths } = Named::of(text);
    let imports: Vec<String> =
        imports.iter().map(|(path, name)| format!("{} {name}", path.join("::"))).collect();
    let all = ["crate::mesh mesh", "crate::mesh::Tree T", "crate::number number", "super::a::B B"];
    assert_eq!(imports, all);
    assert_eq!(paths, [["crate", "shape", "of"]]);
}

#[test]
fn no_file_leans_on_one_that_leans_on_it() {
    let mut unknown = Vec::new();
    for root in CRATES {
        let circles = Crate::read(root).circles().into_iter().filter(|circle| {
            !KNOWN.iter().any(|(of, files)| {
                *of == root && circle.iter().all(|file| files.contains(&file.as_str()))
            })
        });
        unknown.extend(circles.map(|circle| format!("{root}: {circle:?}")));
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

// ---- one name, one type ----

/// The type that a line defines. An indented `type` is an associated type or local to a function,
/// so it does not count; every trait may have an associated type of the same name.
fn defined_type(line: &str) -> Option<&str> {
    let words = line.trim_start();
    let words = words.strip_prefix("pub").map_or(words, |rest| {
        let rest =
            rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |s| s.1);
        rest.trim_start()
    });
    let (keyword, rest) = words.trim_start_matches("unsafe ").split_once(' ')?;
    let is_alias = keyword == "type" && !line.starts_with(' ');
    let is_type = is_alias || ["struct", "enum", "union", "trait"].contains(&keyword);
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (is_type && name.starts_with(char::is_uppercase)).then_some(name)
}

#[test]
fn definitions_of_types_are_found() {
    for line in
        ["pub(in crate::a) struct A<T>(T);", "    trait A: B {", "pub type A = B;", "enum A {"]
    {
        assert_eq!(defined_type(line), Some("A"), "{line}");
    }
    for line in ["    type A = B;", "let structure = A;", "struct $name;", "pub fn a(a: A) {}"] {
        assert_eq!(defined_type(line), None, "{line}");
    }
}

/// A reader who searches for the name of a type finds one definition. Types of tests and private
/// types count as well. Alternatives under `#[cfg]` may share a name within one file.
#[test]
fn a_name_has_one_type() {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    each_source(Path::new("src"), &mut |path, text| {
        for name in text.lines().filter_map(defined_type) {
            files.entry(name.into()).or_default().insert(path.display().to_string());
        }
    });
    files.retain(|_, paths| paths.len() > 1);
    assert!(files.is_empty(), "{files:#?}");
}

// ---- one spelling ----

/// Code is always inlined only in builds for speed (`build.rs`): elsewhere the code would be twice
/// as large, and take twice as long to compile. The feature `compact` leaves out the second
/// spelling.
#[test]
fn what_is_always_inlined_is_so_where_code_is_quick() {
    const SPELLINGS: [&str; 2] = [
        "#[cfg_attr(hot, inline(always))]",
        r#"#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]"#,
    ];
    each_source(Path::new("src"), &mut |path, text| {
        for (number, line) in code(text).filter(|(_, line)| line.contains("inline(always)")) {
            assert!(SPELLINGS.contains(&line.trim()), "{path:?}:{number}: {line}");
        }
    });
}

/// Formulas, tables and examples in comments may be wider.
#[test]
fn comments_have_at_most_100_columns() {
    for root in CRATES.into_iter().chain(["tests", "benches", "examples"]) {
        each_source(Path::new(root), &mut |path, text| {
            let mut is_block = false;
            for (number, line) in (1..).zip(text.lines()) {
                let Some(words) = line.trim_start().strip_prefix("//") else {
                    is_block = false;
                    continue;
                };
                let words = words.trim_start_matches(['/', '!']);
                is_block ^= words.trim_start().starts_with("```");
                let is_prose = !is_block && !words.starts_with(" |") && !words.starts_with("    ");
                assert!(!is_prose || line.chars().count() <= 100, "{path:?}:{number}");
            }
        });
    }
}

/// The original text of each planted fault occurs once in the sources. Without this test only the
/// long commands would find a mismatch.
#[test]
fn planted_faults_are_of_these_sources() {
    let of_fuzzer = fs::read_to_string("fuzz/planted").unwrap();
    let of_fuzzer =
        of_fuzzer.split_once("faults(\"\"\"\n").unwrap().1.split_once("\"\"\"").unwrap().0;
    let mut count = 0;
    for text in [fs::read_to_string("tests/planted.txt").unwrap().as_str(), of_fuzzer] {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        for block in lines.split(|line| line.is_empty()).filter(|block| !block.is_empty()) {
            let source = fs::read_to_string(block[1]).unwrap();
            let old: Vec<&str> = block.iter().filter_map(|line| line.strip_prefix("- ")).collect();
            assert_eq!(source.matches(&old.join("\n")).count(), 1, "{}", block[0]);
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

/// The text of each equivalent mutant occurs in its file.
#[test]
fn mutants_that_nobody_can_see_are_of_these_sources() {
    let text = fs::read_to_string("tests/equivalents.txt").unwrap();
    let names = text.lines().filter(|line| line.starts_with("src/"));
    let mut count = 0;
    for name in names {
        let (path, change) = name.split_once(' ').unwrap();
        let source = fs::read_to_string(path).unwrap();
        let (place, change) = change.split_once(": ").unwrap();
        // A mutant is located by the type and the function.
        let function = place.rsplit("::").next().unwrap();
        assert!(source.contains(&format!("fn {function}")), "{name}");
        if let Some((old, _)) = change.rsplit_once(": ") {
            let on_one_line = source.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(on_one_line.contains(old) || source.contains(old), "{name}");
        }
        count += 1;
    }
    assert!(count > 20, "{count}");
}
