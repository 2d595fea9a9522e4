//! Casts many rows of a table at a time: each row has the same result as alone.

use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use tangency::{Answer, Contact, Mesh, MeshFeature, Sphere};
use tangency_files::cast::{self, Job, Source, Tables};
use tangency_files::table::{AnswerColumns, Outcome, Question, Reader, Scalar};
use tangency_files::{Interrupt, progress};

/// The rows fill more than one batch, and a batch more than one piece for each thread.
const ROWS: usize = 9001;

fn outcome(answer: Answer<f64, 3, MeshFeature>) -> Outcome {
    match answer {
        Answer::None => Outcome::None,
        Answer::Overlap(overlap) => Outcome::Overlap {
            center: overlap.center,
            point: overlap.point,
            normal: overlap.normal,
            item: None,
            feature: overlap.feature.into(),
            leg: None,
        },
        Answer::Contact(Contact { time, center, point, normal, feature, .. }) => Outcome::Contact {
            time,
            leg: None,
            center,
            point,
            other_point: None,
            normal,
            item: None,
            feature: feature.into(),
        },
    }
}

#[test]
fn each_row_is_answered_as_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    // The mesh is a grid of hills, with many edges and vertices that are touched exactly.
    let vertices: Vec<[f64; 3]> = (0..64)
        .map(|i| [f64::from(i % 8), f64::from(i / 8), f64::from((i * 5 + i / 8) % 3)])
        .collect();
    let cells = (0..56_u32).filter(|i| i % 8 < 7);
    let triangles: Vec<[u32; 3]> =
        cells.flat_map(|i| [[i, i + 1, i + 9], [i, i + 9, i + 8]]).collect();
    let mut obj = String::new();
    for [x, y, z] in &vertices {
        writeln!(obj, "v {x} {y} {z}").unwrap();
    }
    for [a, b, c] in triangles.iter().map(|triangle| triangle.map(|i| i + 1)) {
        writeln!(obj, "f {a} {b} {c}").unwrap();
    }
    let mesh = Mesh::new(vertices, triangles).unwrap();

    let (mut text, mut expected, mut exact) =
        ("x,y,z,radius,vx,vy,vz\n".to_owned(), Vec::new(), 0_u32);
    for i in 0..ROWS as u32 {
        // Coordinates are multiples of 1/2, so that there are ties. Each hundredth row has no
        // sphere.
        let half = |step: u32, count: u32| f64::from(i.wrapping_mul(step) % count) / 2.0;
        let radius = if i % 100 == 7 { -1.0 } else { half(7, 4) };
        let center = [half(13, 19) - 1.0, half(29, 17) - 0.5, 1.5 + half(3, 11)];
        let velocity = [half(5, 5) - 1.0, half(11, 3) - 0.5, -half(17, 4)];
        let [[x, y, z], [vx, vy, vz]] = [center, velocity];
        writeln!(text, "{x},{y},{z},{radius},{vx},{vy},{vz}").unwrap();
        expected.push(match Sphere::new(center, radius) {
            Ok(sphere) => {
                let moving = sphere.moving(velocity).unwrap();
                let (answer, effort) = moving.first_contact_counted(&mesh);
                exact += u32::from(effort.exact);
                outcome(answer)
            }
            Err(_) => Outcome::Error(String::new()),
        });
    }
    fs::write(file("mesh.obj"), obj).unwrap();
    fs::write(file("spheres.csv"), text).unwrap();
    let tables = Tables { spheres: file("spheres.csv"), output: file("hits.csv") };
    let job = Job {
        source: Source::File(file("mesh.obj")),
        save_tree: None,
        tables: Some(tables),
        shard: None,
        force: false,
        question: Question::First,
        threads: NonZeroUsize::new(3).unwrap(),
        t_max: None,
        hulls: None,
        path: None,
        scalar: Scalar::F64,
    };
    let summary = cast::run(&job, &Interrupt::default(), &progress::hidden).unwrap();

    let reader = Reader::open(file("hits.csv"), Scalar::F64).unwrap();
    let answers = AnswerColumns::find(reader.schema()).unwrap();
    let found: Vec<Outcome> =
        reader.flat_map(|batch| answers.outcomes(&batch.unwrap().columns, 0).unwrap()).collect();
    assert_eq!(found.len(), ROWS);
    for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
        match (found, expected) {
            (Outcome::Error(found), Outcome::Error(_)) => assert!(found.contains("radius")),
            _ => assert_eq!(found, expected, "row {row}"),
        }
    }
    let count =
        |kind: fn(&Outcome) -> bool| expected.iter().filter(|outcome| kind(outcome)).count() as u64;
    assert_eq!(summary.contacts, count(|outcome| matches!(outcome, Outcome::Contact { .. })));
    assert_eq!(summary.overlaps, count(|outcome| matches!(outcome, Outcome::Overlap { .. })));
    assert_eq!(summary.errors, count(|outcome| matches!(outcome, Outcome::Error(_))));
    assert!(summary.contacts > 1000 && summary.overlaps > 100 && summary.errors > 10, "{summary}");
    let answered = ROWS as u64 - summary.errors;
    assert_eq!(summary.exact_path_share, Some(f64::from(exact) / answered as f64));
}
