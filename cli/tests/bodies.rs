//! Casts tables of capsules, boxes and hulls, of bodies that move to points, and of paths. The
//! answer to each row or path must equal the answer to the same request, and the oracle's cases.

// The helpers of tests are not tests to clippy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod jobs;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency_cli::query;
use tangency_files::cast::{self, Hulls, Job, Summary};
use tangency_files::table::{Question, Scalar};
use tangency_files::{Interrupt, progress};

/// Random numbers from SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }

    /// A multiple of 1/2, so that there are ties, or of 1/10, so that the differences of two
    /// numbers are not floats.
    fn number(&mut self, low: i64, high: i64) -> f64 {
        let parts = if self.below(2) == 0 { 2 } else { 10 };
        let steps = (high - low) as u64 * parts;
        low as f64 + self.below(steps + 1) as f64 / parts as f64
    }

    fn vector(&mut self, low: i64, high: i64) -> [f64; 3] {
        std::array::from_fn(|_| self.number(low, high))
    }
}

/// The motion of the bodies of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Motion {
    Velocity,
    To,
    Path,
}

/// The shape of the bodies of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Sphere,
    Capsule,
    /// Boxes along the axes of the world, without a column for the radius.
    Box,
    /// Boxes with a rotation and a radius.
    TurnedBox,
    /// One of two hulls, by its name.
    Hull,
}

const AXIS: [&str; 3] = ["axis_x", "axis_y", "axis_z"];
const HALF: [&str; 3] = ["half_x", "half_y", "half_z"];
const ROTATION: [&str; 4] = ["qx", "qy", "qz", "qw"];

/// The points of each hull. Its first point is the origin, which is the reference point in a
/// request, so that the centre of a result is the same.
const HULLS: [(&str, &[[f64; 3]]); 2] = [
    (
        "bolt",
        &[
            [0.0; 3],
            [0.5, 0.0, 0.0],
            [0.5, 0.5, 0.0],
            [0.0, 0.5, 0.0],
            [0.0, 0.0, 2.0],
            [0.5, 0.0, 2.0],
            [0.5, 0.5, 2.0],
            [0.0, 0.5, 2.0],
        ],
    ),
    (
        "nut",
        &[
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [0.0, 0.5, 0.0],
            [0.125, -0.25, 1.5],
            [1.0, 1.0, 0.25],
            [0.25; 3],
        ],
    ),
];

/// A body, with the points to which it moves, one after the other, or with its velocity.
struct Body {
    center: [f64; 3],
    radius: f64,
    /// The axis of a capsule, or half of the extents of a box.
    extent: [f64; 3],
    rotation: [f64; 4],
    /// The index of a hull.
    hull: usize,
    way: Vec<[f64; 3]>,
    t_max: Option<f64>,
}

/// Some rows of a table, and the equivalent requests.
struct Rows {
    shape: Shape,
    names: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    bodies: Vec<Body>,
}

fn rows(count: usize, motion: Motion, shape: Shape) -> Rows {
    let mut random = Random(count as u64);
    let mut names = vec!["tool", "x", "y", "z"];
    names.extend((shape != Shape::Box).then_some("radius"));
    names.extend(match motion {
        Motion::Velocity => &["vx", "vy", "vz", "t_max"][..],
        Motion::To => &["t_max", "to_z", "to_y", "to_x"],
        Motion::Path => &[],
    });
    names.extend(match shape {
        Shape::Sphere => Vec::new(),
        Shape::Capsule => AXIS.to_vec(),
        Shape::Box => HALF.to_vec(),
        Shape::TurnedBox => [&ROTATION[..], &HALF].concat(),
        Shape::Hull => vec!["hull"],
    });
    let (mut rows, mut bodies) = (Vec::new(), Vec::new());
    for i in 0..count {
        let mut center = [random.number(-1, 5), random.number(-1, 5), random.number(0, 6)];
        if shape == Shape::Hull {
            // The points of a request are the sums of this and the points of the file, which must
            // be floats.
            center = center.map(|x| (2.0 * x).round() / 2.0);
        }
        let body = Body {
            center,
            radius: if shape == Shape::Box { 0.0 } else { random.number(0, 1) },
            extent: match (shape, random.below(4)) {
                (Shape::Sphere | Shape::Hull, _) => [0.0; 3],
                // Some axes are horizontal, and some have no length.
                (Shape::Capsule, 0) => [random.number(-2, 2), 0.0, 0.0],
                (Shape::Capsule, 1) => [0.0; 3],
                (Shape::Capsule, _) => random.vector(-1, 1),
                (Shape::Box | Shape::TurnedBox, _) => random.vector(0, 1),
            },
            rotation: match (shape, random.below(2)) {
                (Shape::TurnedBox, 0) => [0.0, 0.0, 1.0, 2.0],
                (Shape::TurnedBox, _) => [1.0, -1.0, 2.0, 3.0],
                _ => [0.0, 0.0, 0.0, 1.0],
            },
            hull: random.below(HULLS.len() as u64) as usize,
            way: match motion {
                Motion::Velocity => vec![random.vector(-3, 1)],
                Motion::To => vec![random.vector(-2, 5)],
                Motion::Path => (0..1 + random.below(5)).map(|_| random.vector(-2, 6)).collect(),
            },
            t_max: (motion != Motion::Path && random.below(2) == 0).then(|| random.number(0, 3)),
        };
        let mut row = |center: [f64; 3]| {
            let text = |name: &str| match name {
                "tool" => format!("{}", i / 2),
                "hull" => HULLS[body.hull].0.to_owned(),
                "x" => center[0].to_string(),
                "y" => center[1].to_string(),
                "z" => center[2].to_string(),
                "radius" => body.radius.to_string(),
                "vx" | "to_x" => body.way[0][0].to_string(),
                "vy" | "to_y" => body.way[0][1].to_string(),
                "vz" | "to_z" => body.way[0][2].to_string(),
                "t_max" => body.t_max.map(|t_max| t_max.to_string()).unwrap_or_default(),
                other => {
                    let place = |names: &[&str]| names.iter().position(|name| *name == other);
                    match place(&ROTATION) {
                        Some(k) => body.rotation[k].to_string(),
                        None => {
                            let k = place(&AXIS).or_else(|| place(&HALF)).unwrap();
                            body.extent[k].to_string()
                        }
                    }
                }
            };
            let mut row: Vec<String> = names.iter().map(|name| text(name)).collect();
            if motion == Motion::Path {
                row[0] = i.to_string();
            }
            rows.push(row);
        };
        row(center);
        if motion == Motion::Path {
            body.way.iter().for_each(|point| row(*point));
        }
        bodies.push(body);
    }
    Rows { shape, names, rows, bodies }
}

impl Rows {
    fn write(&self, path: &Path) {
        if path.extension().unwrap() == "csv" {
            let mut text = self.names.join(",") + "\n";
            for row in &self.rows {
                writeln!(text, "{}", row.join(",")).unwrap();
            }
            return fs::write(path, text).unwrap();
        }
        let column = |(k, name): (usize, &&'static str)| {
            let texts = self.rows.iter().map(|row| row[k].as_str());
            let array: ArrayRef = match *name {
                "tool" => Arc::new(Int64Array::from_iter(texts.map(|text| text.parse().ok()))),
                // This column is text, which is parsed with one rounding, like the requests.
                "radius" | "x" | "hull" => Arc::new(StringArray::from_iter_values(texts)),
                "t_max" => Arc::new(Float64Array::from_iter(texts.map(|text| text.parse().ok()))),
                _ => Arc::new(Float64Array::from_iter(texts.map(|text| text.parse().ok()))),
            };
            (*name, array)
        };
        let batch = RecordBatch::try_from_iter_with_nullable(
            self.names.iter().enumerate().map(column).map(|(name, array)| (name, array, true)),
        );
        let batch = batch.unwrap();
        let file = File::create(path).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }

    fn requests(&self, question: &str, motion: Motion, mesh: &Path, scalar: Scalar) -> String {
        let mut text = String::new();
        for body in &self.bodies {
            let is_box = matches!(self.shape, Shape::Box | Shape::TurnedBox);
            let mut mover = json!({ "radius": body.radius });
            mover[if self.shape == Shape::Capsule { "a" } else { "center" }] = json!(body.center);
            if self.shape == Shape::Capsule {
                mover["axis"] = json!(body.extent);
            }
            if is_box {
                mover["half_extents"] = json!(body.extent);
                mover["rotation"] = json!(body.rotation);
                if motion == Motion::To {
                    mover["from"] = json!(body.center);
                }
            }
            if self.shape == Shape::Hull {
                let points = HULLS[body.hull].1;
                let at = |point: &[f64; 3]| [0, 1, 2].map(|k| point[k] + body.center[k]);
                mover = json!({ "radius": body.radius });
                mover["points"] = json!(points.iter().map(at).collect::<Vec<_>>());
            }
            match motion {
                Motion::Velocity => mover["velocity"] = json!(body.way[0]),
                Motion::To => mover["to"] = json!(body.way[0]),
                Motion::Path => mover["path"] = json!(body.way),
            }
            let mut request = json!({
                "query": question,
                "scalar": scalar.to_string(),
                "mesh": { "path": mesh },
            });
            match self.shape {
                Shape::Sphere => request["sphere"] = mover,
                Shape::Capsule => request["capsule"] = mover,
                Shape::Hull => request["mover"] = json!({ "hull": mover }),
                Shape::Box | Shape::TurnedBox => {
                    request["mover"] = json!({ "oriented_box": mover });
                }
            }
            if let Some(t_max) = body.t_max {
                request["t_max"] = json!(t_max);
            }
            writeln!(text, "{request}").unwrap();
        }
        text
    }
}

fn ask(requests: &str) -> Vec<Value> {
    let mut output = Vec::new();
    query::run(requests.as_bytes(), &mut output, &|said| panic!("{said}")).unwrap();
    let lines = String::from_utf8(output).unwrap();
    lines.lines().map(as_texts).collect()
}

/// JSON whose numbers are kept as text, so that no parser rounds them.
fn as_texts(text: &str) -> Value {
    match text.trim_start().as_bytes()[0] {
        b'{' => {
            let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap();
            fields.into_iter().map(|(name, value)| (name, as_texts(value.get()))).collect()
        }
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(text).unwrap();
            items.into_iter().map(|item| as_texts(item.get())).collect()
        }
        b'-' | b'0'..=b'9' => Value::from(text.trim()),
        _ => serde_json::from_str(text).unwrap(),
    }
}

fn job(mesh: &Path, spheres: &Path, output: &Path) -> Job {
    jobs::job(mesh.to_owned(), spheres.to_owned(), output.to_owned())
}

fn run(job: &Job) -> Summary {
    cast::run(job, &Interrupt::default(), &progress::hidden).unwrap()
}

/// The rows of a CSV, each as a map from its columns.
fn read(path: &Path) -> Vec<serde_json::Map<String, Value>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let record = |record: csv::StringRecord| {
        names.iter().cloned().zip(record.iter().map(Value::from)).collect()
    };
    reader.records().map(|it| record(it.unwrap())).collect()
}

/// The bits of the number in a field, or `None` if the field is empty.
fn number(text: &Value) -> Option<u64> {
    let text = text.as_str().unwrap();
    (!text.is_empty()).then(|| text.parse::<f64>().unwrap().to_bits())
}

/// Checks that a row of answers is equal to the answer to the same request.
fn compare(row: &serde_json::Map<String, Value>, answer: &Value, what: &str) {
    let bits = |value: &Value| (!value.is_null()).then(|| number(value).unwrap());
    assert_eq!(row["status"], answer["status"], "{what}");
    assert_eq!(number(&row["time"]), bits(&answer["time"]), "{what}: time");
    assert_eq!(row["error"], "", "{what}");
    for (column, name) in
        [("center", "center"), ("point", "point"), ("normal", "normal"), ("other", "other_point")]
    {
        for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
            let Some(found) = row.get(&format!("{column}_{axis}")) else {
                assert!(answer.get(name).is_none(), "{what}: no {name}");
                continue;
            };
            let expected = answer.get(name).and_then(|vector| vector.get(k));
            assert_eq!(number(found), expected.and_then(bits), "{what}: {name}[{k}]");
        }
    }
    for name in ["triangle", "leg"] {
        if let Some(found) = row.get(name) {
            let expected = answer.get(name).map_or("", |number| number.as_str().unwrap());
            assert_eq!(found, expected, "{what}: {name}");
        } else {
            assert!(answer.get(name).is_none(), "{what}: no {name}");
        }
    }
    if let Some(feature) = answer.get("feature") {
        let words = match (feature["kind"].as_str().unwrap(), &feature["index"]) {
            (kind, Value::Null) => kind.to_owned(),
            (kind, index) => format!("{kind} {}", index.as_str().unwrap()),
        };
        assert_eq!(row["feature"], words, "{what}");
    }
}

/// Writes a mesh of a few hills, on which spheres touch many edges and vertices exactly.
fn hills(folder: &Path) -> PathBuf {
    let mut text = String::new();
    for i in 0..36 {
        writeln!(text, "v {} {} {}", i % 6, i / 6, (i * 5 + i / 6) % 3).unwrap();
    }
    for i in (1..30).filter(|i| i % 6 > 0) {
        writeln!(text, "f {i} {} {}\nf {i} {} {}", i + 1, i + 7, i + 7, i + 6).unwrap();
    }
    let path = folder.join("hills.obj");
    fs::write(&path, text).unwrap();
    path
}

/// Writes the mesh file of each hull. Only one face of it is a face of the file.
fn hulls(folder: &Path) -> Hulls {
    let file = |(name, points): &(&str, &[[f64; 3]])| {
        let mut text = String::new();
        for [x, y, z] in *points {
            writeln!(text, "v {x} {y} {z}").unwrap();
        }
        let path = folder.join(format!("{name}.obj"));
        fs::write(&path, text + "f 1 2 3\n").unwrap();
        (name.to_string(), path)
    };
    Hulls::Named(HULLS.iter().map(file).collect())
}

#[test]
fn each_row_and_path_is_answered_as_its_request_is() {
    const COUNT: usize = 700;
    let folder = tempfile::tempdir().unwrap();
    let mesh = hills(folder.path());
    for (motion, shape) in [
        (Motion::Velocity, Shape::Capsule),
        (Motion::To, Shape::Sphere),
        (Motion::To, Shape::Capsule),
        (Motion::Path, Shape::Sphere),
        (Motion::Path, Shape::Capsule),
        (Motion::Velocity, Shape::Box),
        (Motion::To, Shape::TurnedBox),
        (Motion::Velocity, Shape::Hull),
        (Motion::To, Shape::Hull),
        (Motion::Path, Shape::Hull),
    ] {
        let rows = rows(COUNT, motion, shape);
        for (kind, scalar) in [("csv", Scalar::F64), ("parquet", Scalar::F64), ("csv", Scalar::F32)]
        {
            let what = format!("{motion:?} {shape:?} {kind} {scalar}");
            let (spheres, output) =
                (folder.path().join(format!("spheres.{kind}")), folder.path().join("hits.csv"));
            rows.write(&spheres);
            let mut job = job(&mesh, &spheres, &output);
            job.scalar = scalar;
            job.path = (motion == Motion::Path).then(|| "tool".to_owned());
            job.hulls = (shape == Shape::Hull).then(|| hulls(folder.path()));
            let answers = ask(&rows.requests("first_contact", motion, &mesh, scalar));
            let summary = run(&job);
            assert_eq!((summary.queries, summary.errors), (COUNT as u64, 0), "{what}");
            let hits = read(&output);
            assert_eq!(hits.len(), COUNT, "{what}");
            let mut seen = [0; 3];
            for (i, (hit, answer)) in hits.iter().zip(&answers).enumerate() {
                let what = format!("{what} {i}: {answer}");
                compare(hit, answer, &what);
                assert_eq!(hit["x"].as_str().unwrap().parse(), Ok(rows.bodies[i].center[0]));
                let is_lying = hit.get("other_x").is_some_and(|x| x != "");
                let later =
                    hit.get("leg").is_some_and(|leg| !["", "0"].contains(&leg.as_str().unwrap()));
                for (seen, is_it) in seen.iter_mut().zip([hit["status"] == "none", is_lying, later])
                {
                    *seen += usize::from(is_it);
                }
            }
            assert!(
                seen[0] > 20 && summary.contacts > 100 && summary.overlaps > 20,
                "{what}: {summary}"
            );
            assert_eq!(seen[1] > 0, shape != Shape::Sphere, "{what}: {seen:?}");
            assert_eq!(seen[2] > 20, motion == Motion::Path, "{what}: {seen:?}");

            job.question = Question::Any;
            assert_eq!(run(&job).queries, COUNT as u64);
            for (i, (hit, answer)) in read(&output).iter().zip(&answers).enumerate() {
                assert_eq!(hit["status"] == "contact", answer["status"] != "none", "{what} {i}");
            }
            if motion != Motion::Path {
                job.question = Question::All;
                run(&job);
                let mut hits = read(&output).into_iter();
                let all = ask(&rows.requests("contacts", motion, &mesh, scalar));
                for (i, answer) in all.iter().enumerate() {
                    let what = format!("{what} {i}: {answer}");
                    for one in answer["contacts"].as_array().unwrap() {
                        compare(&hits.next().unwrap(), one, &what);
                    }
                    if answer["contacts"].as_array().unwrap().is_empty() {
                        assert_eq!(hits.next().unwrap()["status"], "none", "{what}");
                    }
                }
                assert!(hits.next().is_none());
            }
        }
    }
}

/// A mesh of one triangle has the same contacts as the triangle, so the cases of the oracle for
/// capsules become rows of tables.
#[test]
fn the_cases_of_the_oracle_are_answered_from_tables() {
    let cases =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/questions/capsules.jsonl");
    let cases = fs::read_to_string(cases).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [mesh, spheres, output] =
        ["mesh.obj", "spheres.csv", "hits.csv"].map(|name| folder.path().join(name));
    let mut count = 0;
    for line in cases.lines() {
        let case = as_texts(line);
        let request = &case["request"];
        let (capsule, triangle) = (&request["capsule"], &request["triangle"]);
        let is_still = ["velocity", "radius", "to"].iter().all(|name| triangle.get(name).is_none());
        if request["query"] != "first_contact"
            || triangle.is_null()
            || !is_still
            || capsule["axis"].is_null()
        {
            continue;
        }
        let word = |value: &Value| value.as_str().unwrap().to_owned();
        let text = |value: &Value, k: usize| value.get(k).map_or("0".to_owned(), word);
        let mut obj = String::new();
        for vertex in triangle["vertices"].as_array().unwrap() {
            writeln!(obj, "v {} {} {}", text(vertex, 0), text(vertex, 1), text(vertex, 2)).unwrap();
        }
        fs::write(&mesh, obj + "f 1 2 3\n").unwrap();
        let mut row = Vec::new();
        for name in ["a", "velocity", "axis"] {
            row.extend((0..3).map(|k| text(&capsule[name], k)));
        }
        row.push(word(&capsule["radius"]));
        row.push(request.get("t_max").map(word).unwrap_or_default());
        let header = "x,y,z,vx,vy,vz,axis_x,axis_y,axis_z,radius,t_max";
        fs::write(&spheres, format!("{header}\n{}\n", row.join(","))).unwrap();
        let mut job = job(&mesh, &spheres, &output);
        job.scalar = if request["scalar"] == "f32" { Scalar::F32 } else { Scalar::F64 };
        run(&job);
        let hits = read(&output);
        // The case does not contain the index of its only triangle.
        let mut answer = case["answer"].clone();
        if answer["status"] != "none" {
            answer["triangle"] = json!("0");
        }
        // Fields with more than one right answer are left out of the cases.
        let mut hit = hits[0].clone();
        for (column, name) in [("point", "point"), ("normal", "normal"), ("center", "center")] {
            if answer.get(name).is_none() {
                hit.retain(|key, _| !key.starts_with(column));
            }
        }
        compare(&hit, &answer, line);
        count += 1;
    }
    assert!(count >= 25, "{count}");
}

const FLOOR: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n";

/// The answers to a table as text, cast at one triangle: status, leg, time and error of each row.
fn answers(text: &str, path: Option<&str>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let [mesh, spheres, output] =
        ["floor.obj", "spheres.csv", "hits.csv"].map(|name| folder.path().join(name));
    fs::write(&mesh, FLOOR).unwrap();
    fs::write(&spheres, text).unwrap();
    let mut job = job(&mesh, &spheres, &output);
    job.path = path.map(str::to_owned);
    run(&job);
    let word = |hit: &serde_json::Map<String, Value>, name: &str| {
        hit.get(name).map(|word| word.as_str().unwrap().to_owned()).filter(|word| !word.is_empty())
    };
    let line = |hit| {
        let words = ["status", "leg", "time", "error"].iter().filter_map(|name| word(hit, name));
        words.collect::<Vec<_>>().join(" ")
    };
    read(&output).iter().map(line).collect()
}

#[test]
fn a_motion_to_a_point_ends_there_unless_it_is_told_otherwise() {
    let text = "x,y,z,radius,to_x,to_y,to_z,t_max\n1,1,5,1,1,1,3,\n1,1,5,1,1,1,3,2\n1,1,5,1,1,1,3,inf\n1,1,5,1,1,1,1,\n1,1,5,1,1,1,far,\n";
    let found = answers(text, None);
    assert_eq!(found[..4], ["none", "contact 2.0", "contact 2.0", "contact 1.0"]);
    assert_eq!(found[4], "to_z is \"far\", must be a number");
}

#[test]
fn a_flaw_of_a_row_is_one_of_its_path() {
    // Each path comes down on the floor on its second leg.
    let good = |name: &str| format!("{name},1,1,5,1\n{name},1,1,3,1\n{name},1,1,0,1\n");
    let header = "tool,x,y,z,radius\n";
    let met = "contact 1 0.6666666666666666";
    let ask = |rows: &str| {
        answers(&format!("{header}{}{rows}{}", good("first"), good("last")), Some("tool"))
    };
    assert_eq!(ask(&good("a")), [met, met, met]);
    // The same name later in the table is another path.
    assert_eq!(ask(&(good("a") + &good("b") + &good("a"))), [met, met, met, met, met]);
    for (rows, flaw) in [
        ("a,1,1,5,1\na,1,high,3,1\n", "row 1 of the path: y is \"high\", must be a number"),
        (
            "a,1,1,5,1\na,1,1,3,2\n",
            "row 1 of the path: radius is 2.0, must be 1.0 as in row 0 of the path",
        ),
        ("a,1,1,5,-1\na,1,1,3,-1\n", "radius is -1, must not be negative"),
        ("a,1,1,5,1\n", "the path has 1 row, must have 2 or more: each is a point of it"),
    ] {
        assert_eq!(ask(rows), [met, flaw, met], "{rows}");
    }
    // A row without a name may belong to the path before it or to the path behind it, so neither
    // path is answered.
    let behind = "the row before the path may belong to it: its tool is empty or cannot be read";
    assert_eq!(
        ask(&(good("a") + ",1,1,-1,1\n" + &good("b"))),
        [met, "row 3 of the path: tool is empty, must name the path", behind, met]
    );
    assert_eq!(
        ask(&(good("a") + "b,1,1,-1\n" + &good("b"))),
        [met, "row 3 of the path: the row has 4 fields, the header 5", behind, met]
    );
    // Between two rows of one path, such a row belongs only to this path.
    assert_eq!(
        ask("a,1,1,5,1\n,1,1,4,1\na,1,1,0,1\n"),
        [met, "row 1 of the path: tool is empty, must name the path", met]
    );
    let text = format!("{header},1,1,5,1\n{}{}", good("a"), good("b"));
    assert_eq!(
        answers(&text, Some(" tool ")),
        ["row 0 of the path: tool is empty, must name the path", behind, met]
    );
}

#[test]
fn capsules_of_a_path_have_one_axis() {
    let text = "tool,x,y,z,radius,axis_x,axis_y,axis_z\na,1,1,5,1,1,0,0\na,1,1,0,1,1,0,0\nb,1,1,5,1,1,0,0\nb,1,1,0,1,0.5,0,0\n";
    assert_eq!(
        answers(text, Some("tool")),
        ["contact 0 0.8", "row 1 of the path: axis_x is 0.5, must be 1.0 as in row 0 of the path"]
    );
}

#[test]
fn tables_that_say_two_things_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [mesh, spheres, output] =
        ["floor.obj", "spheres.csv", "hits.csv"].map(|name| folder.path().join(name));
    fs::write(&mesh, FLOOR).unwrap();
    let refuse = |header: &str, path: Option<&str>, change: fn(&mut Job)| {
        fs::write(&spheres, format!("{header}\n")).unwrap();
        let mut job = job(&mesh, &spheres, &output);
        job.path = path.map(str::to_owned);
        change(&mut job);
        let error =
            cast::run(&job, &Interrupt::default(), &progress::hidden).unwrap_err().to_string();
        assert!(!output.exists());
        let files = [&spheres, &output].map(|file| format!("{}: ", file.display()));
        files.iter().fold(error, |error, file| error.replace(file, ""))
    };
    let plain = |_: &mut Job| {};
    let without_found =
        |message: &str| message.split("; the table has").next().unwrap_or_default().to_owned();
    for (header, words) in [
        (
            "x,y,z,radius,vx,vy,vz,to_y",
            "the columns vx and to_y are both given, must be one of them",
        ),
        ("x,y,z,radius,to_x,to_z", "the column to_y is missing"),
        ("x,y,z,radius,vx,vy,vz,axis_z", "the columns axis_x, axis_y are missing"),
        ("x,y,z,vx,vy,vz,half_z", "the columns half_x, half_y are missing"),
        ("x,y,z,vx,vy,vz,half_x,half_y,half_z,qw", "the columns qx, qy, qz are missing"),
        (
            "x,y,z,radius,vx,vy,vz,axis_x,half_z",
            "the columns axis_x and half_z are both given, must be one of them",
        ),
        ("x,y,z,radius,axis_x,axis_y,axis_z", "the columns vx, vy, vz are missing"),
        (
            "x,y,z,radius,to_x,to_y,to_z,axis_x,axis_y,axis_z,other_y",
            "the column other_y is reserved for the answers: rename or remove",
        ),
    ] {
        assert_eq!(without_found(&refuse(header, None, plain)), words);
    }
    let no = "must not be if the rows are points of paths";
    for (header, words) in [
        ("tool,x,y,z,radius,vx,vy,vz", format!("the column vx is given, {no}")),
        ("tool,x,y,z,radius,to_z", format!("the column to_z is given, {no}")),
        ("tool,x,y,z,radius,t_max", format!("the column t_max is given, {no}")),
        ("x,y,z,radius", "the column tool is missing".to_owned()),
        (
            "tool,x,y,z,radius,leg",
            "the column leg is reserved for the answers: rename or remove".to_owned(),
        ),
    ] {
        assert_eq!(without_found(&refuse(header, Some("tool"), plain)), words);
    }
    let header = "tool,x,y,z,radius";
    let all = |job: &mut Job| job.question = Question::All;
    assert_eq!(refuse(header, Some("tool"), all), "--all says nothing along a path");
    let t_max = |job: &mut Job| job.t_max = Some("1".to_owned());
    assert_eq!(refuse(header, Some("tool"), t_max), "--t-max says nothing along a path");
}

/// Boxes with errors in their columns, boxes along paths, and boxes at a scene.
#[test]
fn boxes_have_the_words_of_their_columns() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let floor = "v -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\nf 1 2 3 4\n";
    fs::write(at("floor.obj"), floor).unwrap();
    let words = |mesh: &str, table: &str, path: Option<&str>| -> Vec<String> {
        fs::write(at("boxes.csv"), table).unwrap();
        let mut job = job(&at(mesh), &at("boxes.csv"), &at("hits.csv"));
        job.path = path.map(str::to_owned);
        run(&job);
        let hits = read(&at("hits.csv"));
        let text = |row: &serde_json::Map<String, Value>, name: &str| {
            row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let of_row = |row| match text(row, "error").as_str() {
            "" => ["status", "leg", "time", "center_z"].map(|name| text(row, name)).join(" "),
            error => error.to_owned(),
        };
        hits.iter().map(of_row).collect()
    };
    let table = "x,y,z,vx,vy,vz,half_x,half_y,half_z,radius,qx,qy,qz,qw\n\
                 0,0,5,0,0,-1,1,1,1,0,0,0,0,1\n\
                 0,0,5,0,0,-1,1,1,1,0.5,0,0,1,2\n\
                 0,0,5,0,0,-1,1,-2,1,0,0,0,0,1\n\
                 0,0,5,0,0,-1,1,1,1,-1,0,0,0,1\n\
                 0,0,5,0,0,-1,1,1,1,0,0,0,0,0\n\
                 0,0,5,0,0,-1,1,1,x,0,0,0,0,1\n";
    assert_eq!(
        words("floor.obj", table, None),
        [
            "contact  4.0 1.0",
            "contact  3.5 1.5",
            "half_y is -2, must not be negative",
            "radius is -1, must not be negative",
            "rotation is zero, must have a direction",
            "half_z is \"x\", must be a number"
        ]
    );
    let paths = "tool,x,y,z,half_x,half_y,half_z\n\
                 a,0,0,5,1,1,1\na,3,0,5,1,1,1\na,3,0,0,1,1,1\n\
                 b,0,0,5,1,1,1\nb,3,0,5,1,2,1\n";
    assert_eq!(
        words("floor.obj", paths, Some("tool")),
        [
            "contact 1 0.8 1.0",
            "row 1 of the path: half_y is 2.0, must be 1.0 as in row 0 of the path"
        ]
    );
    fs::write(at("scene.jsonl"), "{\"box\":{\"min\":[-1,-1,0],\"max\":[1,1,2]}}\n").unwrap();
    let table = "x,y,z,to_x,to_y,to_z,half_x,half_y,half_z\n0,0,9,0,0,0,1,1,1\n5,0,9,5,0,0,1,1,1\n";
    assert_eq!(words("scene.jsonl", table, None)[1], "none   ");
    assert!(words("scene.jsonl", table, None)[0].starts_with("contact  0.6666666666666666 3"));
}
