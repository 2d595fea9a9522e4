//! Answers the shared cases of `tests/cases` by a C program, with the functions that take structs.
//!
//! Each case for which such a function exists is written as words for `tests/c/cases.c`, which
//! prints the bits of each number. All results must be equal to the case. The other cases are
//! counted by the reason why they are left out.

#[path = "../../cli/tests/judge/mod.rs"]
#[allow(dead_code, unused_imports, unused_macros, reason = "the other half of it")]
mod judge;
#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use judge::{Case, Fields, folder, surd};
use program::{C, Program};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;

/// The reason why a case is left out.
type Reason = &'static str;
type Words = Result<String, Reason>;

const OTHER_DIMENSION: Reason = "not in space";
const OTHER_QUESTION: Reason = "a question that tangency_query alone has";
const A_PATH: Reason = "several legs";
const OWN_END: Reason = "an item with an end of its own";
const REASONS: [Reason; 4] = [OTHER_DIMENSION, OTHER_QUESTION, A_PATH, OWN_END];

fn fields(text: &str) -> Fields<'_> {
    serde_json::from_str(text).unwrap()
}

fn list(text: &str) -> Vec<&str> {
    let all: Vec<&RawValue> = serde_json::from_str(text).unwrap();
    all.into_iter().map(RawValue::get).collect()
}

/// The numbers of an array, which may be nested.
fn numbers(text: &str) -> String {
    text.replace(['[', ']', ','], " ").replace('"', "")
}

/// A vector in space.
fn vector(text: &str) -> Words {
    if list(text).len() == 3 { Ok(numbers(text)) } else { Err(OTHER_DIMENSION) }
}

const ZERO: &str = "0 0 0";

/// The velocity and the origin of a motion, and whether it ends at time 1. A motion to a point
/// begins at `begin`, unless the case specifies another start.
fn way(object: &Fields<'_>, begin: &str) -> Result<(String, bool), Reason> {
    let of = |name: &str| object.get(name).map(|text| vector(text.get())).transpose();
    if object.contains_key("path") {
        return Err(A_PATH);
    }
    Ok(match (of("velocity")?, of("from")?, of("to")?) {
        (None, None, None) => (format!("{ZERO} {ZERO}"), false),
        (Some(velocity), None, None) => (format!("{velocity} {ZERO}"), false),
        (None, from, Some(to)) => (format!("{to} {}", from.as_deref().unwrap_or(begin)), true),
        _ => panic!("a case with an error"),
    })
}

/// The numbers of a convex shape, which is an obstacle or a mover, and its reference point.
fn convex(name: &str, object: &Fields<'_>) -> Result<(String, String), Reason> {
    let get = |field: &str| object[field].get();
    let need = |field: &str| vector(get(field));
    Ok(match name {
        "triangle" => {
            let vertices = get("vertices");
            (numbers(vertices), numbers(list(vertices)[0]))
        }
        "box" => (format!("{} {}", need("min")?, need("max")?), need("min")?),
        "oriented_box" => {
            let (center, rotation) = (need("center")?, numbers(get("rotation")));
            (format!("{center} {} {rotation}", need("half_extents")?), center)
        }
        "parallelepiped" => {
            let (center, edges) = (need("center")?, numbers(get("edges")));
            (format!("{center} {edges}"), center)
        }
        _ => {
            let (hull, first) = hull(get("points"))?;
            match object.get("position") {
                Some(position) => {
                    let position = vector(position.get())?;
                    (format!("{hull} {position}"), position)
                }
                None => (hull, first),
            }
        }
    })
}

/// The words for an obstacle, and whether its motion ends at time 1.
fn obstacle(name: &str, text: &str, question: &str) -> Result<(String, bool), Reason> {
    let object = fields(text);
    let get = |field: &str| object.get(field).map(|text| text.get());
    let need = |field: &str| vector(get(field).unwrap());
    let is_hollow = get("hollow") == Some("true");
    let (kind, shape, begin) = match name {
        "point" => (1, need("position")?, need("position")?),
        "segment" => (2, format!("{} {}", need("a")?, need("b")?), need("a")?),
        "triangle" | "box" | "oriented_box" | "parallelepiped" | "hull" => {
            let kind = match name {
                "triangle" => 3,
                "box" if is_hollow => 5,
                "box" => 4,
                "oriented_box" => 6,
                "parallelepiped" => 7,
                _ if object.contains_key("position") => 16,
                _ => 15,
            };
            let (shape, begin) = convex(name, &object)?;
            (kind, shape, begin)
        }
        "plane" => (8, format!("{} {}", need("point")?, need("normal")?), ZERO.to_owned()),
        "polytope" => {
            let planes = planes(get("planes").unwrap())?;
            (9, format!("{} {}", planes.len(), planes.join(" ")), ZERO.to_owned())
        }
        "frustum" => {
            let given = match (get("planes"), get("corners"), get("view_projection")) {
                (Some(text), ..) => format!("planes {}", planes(text)?.join(" ")),
                (_, Some(corners), _) => format!("corners {}", numbers(corners)),
                (.., matrix) => {
                    let depth = match get("depth").unwrap() {
                        "[-1,1]" => 1,
                        "[0,1]" => 2,
                        _ => 3,
                    };
                    format!("view {depth} {}", numbers(matrix.unwrap()))
                }
            };
            (10, given, ZERO.to_owned())
        }
        "mesh" => {
            let (vertices, triangles) = (get("vertices").unwrap(), get("triangles").unwrap());
            let of = |text: &str| format!("{} {}", list(text).len(), numbers(text));
            let mesh = format!("{} {}", of(vertices), of(triangles));
            let begin = get("translation").map_or(ZERO.to_owned(), numbers);
            match (get("rotation"), get("translation")) {
                (None, None) if question == "signed_distance" => (13, mesh, begin),
                (None, None) => (11, mesh, begin),
                (rotation, _) => {
                    let rotation = rotation.map_or("0 0 0 1".to_owned(), numbers);
                    (12, format!("{mesh} {rotation} {begin}"), begin)
                }
            }
        }
        "scene" => {
            let items = list(get("items").unwrap());
            let mut words = items.len().to_string();
            for item in items {
                let item = fields(item);
                if item.contains_key("t_max") {
                    return Err(OWN_END);
                }
                let (name, text) = item.first_key_value().unwrap();
                let (item, has_end) = obstacle(name, text.get(), question)?;
                if has_end {
                    return Err(OWN_END);
                }
                words += &format!(" {item}");
            }
            (14, words, ZERO.to_owned())
        }
        _ => panic!("{name}"),
    };
    let (way, has_end) = way(&object, &begin)?;
    let radius = get("radius").unwrap_or("0");
    Ok((format!("{kind} {way} {radius} {shape}"), has_end))
}

/// The words for a hull, and its first point.
fn hull(points: &str) -> Result<(String, String), Reason> {
    let all = list(points);
    let first = vector(all[0])?;
    Ok((format!("{} {}", all.len(), numbers(points)), first))
}

fn planes(text: &str) -> Result<Vec<String>, Reason> {
    let plane = |text: &&str| {
        let plane = fields(text);
        Ok(format!("{} {}", vector(plane["point"].get())?, vector(plane["normal"].get())?))
    };
    list(text).iter().map(plane).collect()
}

/// The words for a mover, and whether it is hollow.
fn mover(request: &Fields<'_>, obstacle_ends: bool) -> Result<(String, bool), Reason> {
    // The mover has a name of its own, or is the one shape that no target is.
    let given = request.get("mover").map(|mover| fields(mover.get()));
    let within = given.as_ref().unwrap_or(request);
    let names =
        ["sphere", "ellipsoid", "capsule", "box", "oriented_box", "parallelepiped", "triangle"];
    let name = names.into_iter().find(|name| within.contains_key(*name)).unwrap_or("hull");
    let object = fields(within[name].get());
    let get = |field: &str| object.get(field).map(|text| text.get());
    let need = |field: &str| vector(get(field).unwrap());
    let (kind, shape, begin) = match name {
        "sphere" => {
            let center = need("center")?;
            (1, format!("{center} {}", get("radius").unwrap()), center)
        }
        "ellipsoid" => (4, format!("{} {}", need("center")?, need("radii")?), need("center")?),
        "box" | "oriented_box" | "parallelepiped" | "triangle" | "hull" => {
            let kind = match name {
                "box" => 5,
                "oriented_box" => 6,
                "parallelepiped" => 7,
                "triangle" => 8,
                _ if object.contains_key("position") => 10,
                _ => 9,
            };
            let (shape, begin) = convex(name, &object)?;
            (kind, shape, begin)
        }
        _ => {
            let (kind, end) = match get("axis") {
                Some(axis) => (3, vector(axis)?),
                None => (2, need("b")?),
            };
            let a = need("a")?;
            (kind, format!("{a} {end} {}", get("radius").unwrap()), a)
        }
    };
    let (way, mover_ends) = way(&object, &begin)?;
    let given = request.get("t_max").map(|t_max| t_max.get().parse::<f64>().unwrap());
    // A motion to a point ends at this point, unless the request specifies the end. The end of the
    // other motion counts as well.
    let own = given.unwrap_or(if mover_ends { 1.0 } else { f64::INFINITY });
    let t_max = if obstacle_ends { own.min(1.0) } else { own };
    // The radii of a sphere and a capsule are numbers of their shapes.
    let radius = if kind < 5 { "0" } else { get("radius").unwrap_or("0") };
    Ok((format!("{kind} {way} {t_max:?} {radius} {shape}"), get("hollow") == Some("true")))
}

/// The line with the words of a case.
fn line(request: &str) -> Words {
    let request = fields(request);
    let query: String = serde_json::from_str(request["query"].get()).unwrap();
    let query = match query.as_str() {
        "closest" if !request.contains_key("position") => "closest_points",
        query => query,
    };
    if ["section", "containment_by_planes", "locate", "winding_number", "neighbours", "step"]
        .contains(&query)
    {
        return Err(OTHER_QUESTION);
    }
    let scalar =
        if request.get("scalar").is_some_and(|it| it.get() == "\"f32\"") { "f32" } else { "f64" };
    let world = ["world", "obstacle"].into_iter().find_map(|name| request.get(name));
    let world = world.map(|world| fields(world.get()));
    let within = world.as_ref().unwrap_or(&request);
    let named = within.iter().find(|(name, _)| TARGETS.contains(&name.as_str()));
    let whole = request.get("world").map(|world| world.get());
    let (name, text) =
        named.map_or(("scene", whole), |(name, text)| (name.as_str(), Some(text.get())));
    let (obstacle, obstacle_ends) = obstacle(name, text.unwrap(), query)?;
    let query = match query {
        "touched" if name == "mesh" => "touched_triangles",
        query => query,
    };
    let asker = match request.get("position") {
        Some(position) => vector(position.get())?,
        None => {
            let (mover, is_hollow) = mover(&request, obstacle_ends)?;
            match query {
                "intersects" => format!("{mover} {}", u8::from(is_hollow)),
                "advance" | "slide" => {
                    let most = request.get("max_iterations").map_or("0", |most| most.get());
                    format!("{mover} {most} {}", vector(request["displacement"].get())?)
                }
                _ => mover,
            }
        }
    };
    Ok(format!("{scalar} {query} {obstacle} {asker}"))
}

const TARGETS: [&str; 12] = [
    "triangle",
    "segment",
    "point",
    "box",
    "oriented_box",
    "polytope",
    "frustum",
    "parallelepiped",
    "hull",
    "plane",
    "mesh",
    "scene",
];

// ---- answers ----

/// The bits of numbers that a case has, in its float.
fn bits(text: &str, is_single: bool) -> String {
    let bit = |number: &str| {
        let value: f64 = match is_single {
            true => number.parse::<f32>().unwrap().into(),
            false => number.parse().unwrap(),
        };
        format!(" {:016x}", value.to_bits())
    };
    numbers(text).split_whitespace().map(bit).collect()
}

/// The words of an answer that C must print, each with a blank before it.
fn expected(answer: &Fields<'_>, query: &str, is_single: bool) -> Vec<String> {
    let bits = |text: &str| bits(text, is_single);
    let mut all = Vec::new();
    for (name, text) in answer {
        let text = text.get();
        let or_nan = |text: &str| if text == "null" { " nan".to_owned() } else { bits(text) };
        match name.as_str() {
            // C has separate functions for these, whose results are checked elsewhere.
            "exact" | "contacts" => {}
            // These belong to `more`, unless they are the query itself.
            "time_down" | "last_time" | "penetration" if name != query => {}
            "contact_time" | "time_down" | "last_time" | "signed_distance" => {
                all.push(format!(" {name}{}", or_nan(text)));
            }
            "has_contact" | "intersects" => {
                all.push(format!(" {name} {}", u8::from(text == "true")))
            }
            "status" | "approach" | "containment" => {
                all.push(format!(" {name} {}", text.replace('"', "")))
            }
            // A body that finds no free position keeps its position, so C returns no null.
            "position" if text == "null" => {}
            "time" | "center" | "point" | "on_axis" | "distance" | "depth" | "position"
            | "left" | "direction" => {
                all.push(format!(" {name}{}", bits(text)));
            }
            "normal" | "other_point" if text == "null" => {
                all.extend((name == "normal").then(|| " normal null".to_owned()));
            }
            "normal" | "other_point" => all.push(format!(" {name}{}", bits(text))),
            "legs" => all.push(format!(" legs{}", bits(text))),
            "triangle" | "item" => all.push(format!(" {name} {text}")),
            "feature" => all.extend(feature(text)),
            "intersecting" => {
                all.push(format!(" intersecting {}", numbers(text)).replace("  ", " "))
            }
            "points" => all.push(format!(" points{} end", bits(text))),
            "mover_feature" => all.extend(feature(text).map(|it| it.replace("feature", name))),
            "penetration" | "closest" | "touched" if text == "null" => {
                all.push(" exists 0".to_owned())
            }
            "penetration" | "closest" | "touched" => {
                all.push(" exists 1".to_owned());
                all.extend(expected(&fields(text), query, is_single));
            }
            _ => panic!("{name} in an answer"),
        }
    }
    all
}

fn feature(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).unwrap();
    let of = |name: &str| {
        let all = value[name].as_array()?;
        let words: Vec<String> = all.iter().map(Value::to_string).collect();
        Some(format!(" feature {name} {}", words.join(" ")).trim_end().to_owned())
    };
    let simplex = || {
        let kind = value["kind"].as_str()?;
        let index = value["index"].as_u64().map_or(String::new(), |index| format!(" {index}"));
        Some(format!(" feature {kind}{index}"))
    };
    let vertices = || {
        let count = value["vertices"].as_array()?.len();
        Some(of("vertices")?.replace(" feature", &format!(" feature {count}")))
    };
    of("sides").or_else(|| of("planes")).or_else(vertices).or_else(simplex)
}

/// Whether a line contains some whole words.
fn says(line: &str, words: &str) -> bool {
    format!("{line} ").contains(&format!("{words} "))
}

/// The numbers that a case has in exact form, by their names in C.
fn exact(text: &str) -> BTreeMap<String, Value> {
    let given: BTreeMap<String, Value> = serde_json::from_str(text).unwrap();
    let mut all = BTreeMap::new();
    for (name, value) in given {
        match value {
            Value::Array(parts) => all.extend(
                parts.into_iter().enumerate().map(|(i, part)| (format!("{name}[{i}]"), part)),
            ),
            Value::Null => {}
            part => drop(all.insert(name, part)),
        }
    }
    all
}

fn judge(case: &Case<'_>, line: &str) -> Result<(), String> {
    let (request, answer) = (fields(case.request.get()), fields(case.answer.get()));
    let query: String = serde_json::from_str(request["query"].get()).unwrap();
    let is_single = request.get("scalar").is_some_and(|it| it.get() == "\"f32\"");
    let (said, exactly) = line.split_once(" exact ").unwrap_or((line, ""));
    // The touched triangles of a mesh are a list, as all contacts are.
    let of_each = answer.get(&query).filter(|it| it.get().starts_with('['));
    if let ("contacts" | "touched", Some(of_each)) = (query.as_str(), of_each) {
        let answers: Vec<&str> = said.split(" |").skip(1).collect();
        let cases = list(of_each.get());
        if answers.len() != cases.len() {
            return Err(format!("{} {query}, expected {}", answers.len(), cases.len()));
        }
        for (case, said) in cases.iter().zip(answers) {
            for words in expected(&fields(case), &query, is_single) {
                if !says(said, &words) {
                    return Err(format!("should say{words}"));
                }
            }
        }
        return Ok(());
    }
    let mut wanted = expected(&answer, &query, is_single);
    if query == "slide" || query == "advance" {
        // C returns the first contact in the field `met`; its numbers are next to the numbers of
        // the move.
        let first =
            answer.get("contacts").and_then(|contacts| list(contacts.get()).first().copied());
        wanted.extend(
            first.into_iter().flat_map(|first| expected(&fields(first), &query, is_single)),
        );
        wanted.retain(|words| query == "slide" || !words.starts_with(" legs"));
        // C prints only one status: for a move that begins in an overlap, not the status of a
        // contact.
        let is_one = !wanted.iter().any(|words| words.starts_with(" status overlap"));
        wanted.retain(|words| is_one || !words.starts_with(" status contact"));
    }
    for words in wanted {
        if !says(said, words.trim_end()) {
            return Err(format!("should say{words}"));
        }
    }
    let Some(given) = answer.get("exact") else { return Ok(()) };
    let lines: BTreeMap<&str, Value> = exactly
        .trim()
        .split(';')
        .filter(|line| !line.is_empty())
        .map(|line| {
            let words: Vec<&str> = line.trim().split(',').collect();
            let [name, x, y, d] = words[..] else { panic!("{line}") };
            (name, serde_json::json!({ "x": x, "y": y, "d": d }))
        })
        .collect();
    for (name, number) in exact(given.get()) {
        match lines.get(name.as_str()) {
            Some(said) if surd(said) == surd(&number) => {}
            said => return Err(format!("exact {name} is {said:?}, expected {number}")),
        }
    }
    Ok(())
}

/// All files except the file of errors.
fn files() -> Vec<String> {
    let mut files = Vec::new();
    for (at, before) in [(folder(), ""), (folder().join("questions"), "questions/")] {
        for entry in fs::read_dir(at).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let name = name.strip_suffix(".jsonl").filter(|name| *name != judge::ERRORS);
            files.extend(name.map(|name| format!("{before}{name}")));
        }
    }
    files.sort();
    files
}

#[test]
fn structs_answer_as_the_cases_say() {
    let program = Program::new("c/cases.c", C, &[]);
    let (mut asked, mut left_out) = (0, BTreeMap::new());
    let mut wrong = Vec::new();
    for name in files() {
        let text = fs::read_to_string(folder().join(format!("{name}.jsonl"))).unwrap();
        let cases: Vec<Case<'_>> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (mut lines, mut taken) = (String::new(), Vec::new());
        for case in &cases {
            match line(case.request.get()) {
                Ok(words) => {
                    lines += &(words + "\n");
                    taken.push(case);
                }
                Err(reason) => *left_out.entry(reason).or_insert(0) += 1,
            }
        }
        let output = String::from_utf8(program.answers(&lines).stdout).unwrap();
        let answers: Vec<&str> = output.lines().collect();
        assert_eq!(answers.len(), taken.len(), "{name}");
        asked += taken.len();
        for ((case, answer), line) in taken.iter().zip(answers).zip(lines.lines()) {
            let complaint = match answer {
                _ if answer.contains(" error ") => Err("an error".to_owned()),
                _ if answer.contains("differs-in-columns") => Err("columns differ".to_owned()),
                _ if answer.contains("no-item") => Err("an item is refused".to_owned()),
                _ => judge(case, answer),
            };
            if let Err(complaint) = complaint {
                let (request, answer_of) = (case.request, case.answer);
                wrong.push(format!(
                    "{name}: {complaint}\n    {request}\n    {answer_of}\n    {line}\n    {answer}"
                ));
            }
        }
    }
    let first: Vec<&str> = wrong.iter().take(3).map(String::as_str).collect();
    println!("{asked} asked, left out: {left_out:?}");
    assert!(wrong.is_empty(), "{} of {asked} wrong\n{}", wrong.len(), first.join("\n"));
    assert!(left_out.keys().all(|reason| REASONS.contains(reason)));
    assert!(asked > 5000, "{asked}");
}
