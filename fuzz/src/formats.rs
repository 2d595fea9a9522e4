//! Files and requests of arbitrary bytes, which are answered, or refused with an error.

use crate::taken;
use csv::ByteRecord;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tangency::{Mesh, Point, Scene, Sphere};
use tangency_files::cast::{self, CastError, Job, Source, Tables};
use tangency_files::table::{Question, Scalar};
use tangency_files::{Interrupt, progress, scene_file};
use tangency_protocol::surface::{Format, Surface, parse};
use tangency_protocol::{Names, NoMeshes, answer};
use twox_hash::XxHash64;

/// Answers lines of requests in one conversation.
pub(crate) fn query(bytes: &[u8]) {
    let mut names = Names::default();
    for line in bytes.split(|&byte| byte == b'\n').take(20) {
        let reply = answer(line, &mut NoMeshes, &mut names);
        let reply = reply.inspect(|_| taken()).unwrap_or_else(|refusal| refusal);
        let reply: serde_json::Value = serde_json::from_slice(&reply).expect("an answer is JSON");
        assert!(reply.get("id").is_some(), "{reply}");
    }
}

fn surface(bytes: &[u8], format: Format) {
    match parse::<f64>(bytes, Some(format)) {
        Err(flaw) => assert!(!flaw.to_string().is_empty()),
        Ok(surface) => {
            assert!(surface.vertices.iter().flatten().all(|x| x.is_finite()));
            let count = surface.vertices.len() as u32;
            assert!(surface.triangles.iter().flatten().all(|&corner| corner < count));
            if let Ok(narrow) = parse::<f32>(bytes, Some(format)) {
                is_rounded(&narrow, &surface, format);
            }
            is_read_again(&surface);
            assert!(surface.build().is_ok(), "what is in order is a mesh");
            taken();
        }
    }
}

/// A surface in `f32` has as many triangles, and its vertices are the vertices in `f64`, rounded
/// once. But a polygon is triangulated by its rounded vertices. In STL, which has no polygons,
/// corners are welded, and some are equal only after rounding.
fn is_rounded(narrow: &Surface<f32>, wide: &Surface<f64>, format: Format) {
    assert_eq!(narrow.triangles.len(), wide.triangles.len());
    let every: Vec<u32> = (0..wide.vertices.len() as u32).collect();
    let (corners, others) = match format {
        Format::Stl => (narrow.triangles.as_flattened(), wide.triangles.as_flattened()),
        Format::Ply | Format::Obj => (&every[..], &every[..]),
    };
    assert!(format == Format::Stl || narrow.vertices.len() == wide.vertices.len());
    let mut welded = vec![None; wide.vertices.len()];
    for (&corner, &other) in corners.iter().zip(others) {
        let known = welded[other as usize].replace(corner);
        assert!(known.is_none_or(|known| known == corner), "{other} is {known:?} and {corner}");
        for (x, exact) in narrow.vertices[corner as usize].iter().zip(wide.vertices[other as usize])
        {
            // Decimals are rounded to `f32` directly, not from the `f64`.
            let near = exact as f32;
            assert!((near.next_down()..=near.next_up()).contains(x), "{x} of {exact}");
        }
    }
}

/// Checks that a surface is read unchanged after it was written in each format.
fn is_read_again(surface: &Surface<f64>) {
    // Vertices are equal bit by bit.
    let corners = |surface: &Surface<f64>| -> Vec<[u64; 3]> {
        let corners = surface.triangles.as_flattened().iter();
        corners.map(|&i| surface.vertices[i as usize].map(f64::to_bits)).collect()
    };
    let (written, triangles) = (corners(surface), &surface.triangles);
    for (format, file) in files(surface) {
        let again = parse::<f64>(&file, Some(format)).expect("it is in order");
        assert_eq!(corners(&again), written, "{format:?}");
        // STL has no indices, so triangles may be numbered in another way.
        assert!(format == Format::Stl || again.triangles == *triangles, "{format:?}");
    }
}

/// Writes a surface as files of all formats, with all numbers unchanged.
fn files(surface: &Surface<f64>) -> Vec<(Format, Vec<u8>)> {
    let (vertices, triangles) = (&surface.vertices, &surface.triangles);
    let words = |[x, y, z]: [f64; 3]| format!("{x:?} {y:?} {z:?}\n");
    let positions: String = vertices.iter().map(|&at| words(at)).collect();
    let header = |encoding: &str| {
        format!(
            "ply\nformat {encoding} 1.0\nelement vertex {}\nproperty double x\nproperty double y\n\
             property double z\nelement face {}\nproperty list uchar uint vertex_indices\n\
             end_header\n",
            vertices.len(),
            triangles.len()
        )
    };
    let faces: String = triangles.iter().map(|[a, b, c]| format!("3 {a} {b} {c}\n")).collect();
    let binary = |encoding: &str, float: fn(f64) -> [u8; 8], index: fn(u32) -> [u8; 4]| {
        let mut bytes = header(encoding).into_bytes();
        vertices.iter().flatten().for_each(|&x| bytes.extend(float(x)));
        for triangle in triangles {
            bytes.push(3);
            triangle.iter().for_each(|&corner| bytes.extend(index(corner)));
        }
        bytes
    };
    let positions_of_obj: String =
        vertices.iter().map(|&at| "v ".to_owned() + &words(at)).collect();
    let obj = |base: i64| {
        let named = |i: u32| format!(" {}", i64::from(i) + base);
        let faces = triangles.iter().map(|t| format!("f{}\n", t.map(named).concat()));
        (positions_of_obj.clone() + &faces.collect::<String>()).into_bytes()
    };
    let facet = |triangle: &[u32; 3]| {
        let corners = triangle.map(|i| format!("vertex {}", words(vertices[i as usize])));
        format!("facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n", corners.concat())
    };
    let facets: String = triangles.iter().map(facet).collect();
    vec![
        (Format::Ply, (header("ascii") + &positions + &faces).into_bytes()),
        (Format::Ply, binary("binary_little_endian", f64::to_le_bytes, u32::to_le_bytes)),
        (Format::Ply, binary("binary_big_endian", f64::to_be_bytes, u32::to_be_bytes)),
        // Indices count from the first vertex, or back from the last one.
        (Format::Obj, obj(1)),
        (Format::Obj, obj(-(vertices.len() as i64))),
        (Format::Stl, format!("solid a\n{facets}endsolid a\n").into_bytes()),
    ]
}

pub(crate) fn ply(bytes: &[u8]) {
    surface(bytes, Format::Ply);
}

pub(crate) fn stl(bytes: &[u8]) {
    surface(bytes, Format::Stl);
}

pub(crate) fn obj(bytes: &[u8]) {
    surface(bytes, Format::Obj);
}

/// Casts a table of these bytes; either all answers exist or none.
fn table(bytes: &[u8], name: &str) {
    static MESH: OnceLock<Arc<Mesh<f64>>> = OnceLock::new();
    let mesh = MESH.get_or_init(|| {
        let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        Arc::new(Mesh::new(vertices, vec![[0, 1, 2]]).expect("a mesh"))
    });
    let folder = tempfile::tempdir().expect("a folder");
    let (spheres, output) = (folder.path().join(name), folder.path().join("out.csv"));
    std::fs::write(&spheres, bytes).expect("a file");
    let job = Job {
        source: Source::File("unused".into()),
        save_tree: None,
        tables: Some(Tables { spheres, output: output.clone() }),
        shard: None,
        force: false,
        question: Question::First,
        threads: NonZeroUsize::MIN,
        t_max: None,
        hulls: None,
        path: None,
        scalar: Scalar::F64,
    };
    let outcome = cast::run_on(Arc::clone(mesh), &job, &Interrupt::default(), &progress::hidden);
    assert_eq!(outcome.is_ok(), output.exists());
    if outcome.is_ok() {
        taken();
    }
    if let Err(error) = &outcome {
        // A panic has a message too, but it is no refusal.
        assert!(!matches!(error, CastError::LostWorker | CastError::Panicked(_)), "{error}");
        assert!(!error.to_string().is_empty());
    }
    if outcome.is_ok() && name.ends_with(".csv") {
        rows_are_answered(bytes, &std::fs::read(&output).expect("a file"));
    }
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 1 + usize::from(output.exists()), "nothing else is left behind");
}

/// Checks that each row is written, followed by its answer. A row that does not fit the header has
/// no answer.
fn rows_are_answered(given: &[u8], answered: &[u8]) {
    let records = |bytes: &[u8]| -> Vec<ByteRecord> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
        reader.byte_records().map(|record| record.expect("bytes are records")).collect()
    };
    let (given, answered) = (records(given), records(answered));
    assert_eq!(given.len(), answered.len());
    let width = given.first().map_or(0, ByteRecord::len);
    for (row, answer) in given.iter().zip(&answered) {
        if row.len() != width {
            let (status, error) = (&answer[width], &answer[answer.len() - 1]);
            assert!(status.is_empty() && !error.is_empty(), "{row:?}: {answer:?}");
        } else if row.iter().all(|field| str::from_utf8(field).is_ok()) {
            assert!(row.iter().eq(answer.iter().take(width)), "{row:?}: {answer:?}");
        }
    }
}

pub(crate) fn csv(bytes: &[u8]) {
    table(bytes, "in.csv");
}

pub(crate) fn parquet(bytes: &[u8]) {
    table(bytes, "in.parquet");
}

pub(crate) fn scene_file(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("in.jsonl");
    std::fs::write(&path, bytes).expect("a file");
    let path: &Path = &path;
    match scene_file::read::<f64>(path, &Interrupt::default()) {
        Err(error) => assert!(!error.to_string().is_empty()),
        // The scene is written with one item a line.
        Ok(found) if !Scene::<f64>::is_saved(bytes) => {
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            let lines =
                text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
            assert_eq!(found.scene.len(), lines.count());
            taken();
        }
        Ok(_) => {}
    }
}

/// The same bytes with a valid checksum. Otherwise almost all inputs outside the corpus would be
/// refused for a wrong checksum.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    seal_up_to(&mut bytes);
    bytes
}

/// The bytes of a scene with valid checksums. Its meshes at the end have checksums of their own.
/// `src/scene/saved.rs` describes the format.
fn sealed_scene(bytes: &[u8]) -> Vec<u8> {
    const LINE: usize = 64;
    let mut bytes = bytes.to_vec();
    let word = |bytes: &[u8], at: usize| -> Option<usize> {
        let word = bytes.get(at..)?.first_chunk()?;
        usize::try_from(u64::from_le_bytes(*word)).ok()
    };
    let mut seal = || -> Option<()> {
        // For each section, the word of the header that counts its entries, and the size of an
        // entry.
        let sections = [
            (3, 8),
            (3, 4),
            (4, 8),
            (5, 4),
            (6, 4),
            (7, 48),
            (8, 8),
            (9, 256),
            (10, 256),
            (10, 192),
        ];
        let (mut end, mut lengths) = (32 * 8_usize, 0);
        for (count, length) in sections {
            if count == 8 {
                lengths = end;
            }
            let section = word(&bytes, 8 * count)?.checked_mul(length)?;
            end = end.checked_add(section)?.checked_next_multiple_of(LINE)?;
        }
        let meshes = word(&bytes, 8 * 8)?;
        seal_up_to(bytes.get_mut(..end.checked_add(8)?)?);
        end += LINE;
        for mesh in 0..meshes {
            let after = end.checked_add(word(&bytes, lengths + 8 * mesh)?)?;
            seal_up_to(bytes.get_mut(end..after)?);
            end = after.checked_add(LINE - 8)?;
        }
        Some(())
    };
    // An input that is too short for its counts is refused for its length.
    let _ = seal();
    bytes
}

fn seal_up_to(bytes: &mut [u8]) {
    if let Some((contents, checksum)) = bytes.split_last_chunk_mut() {
        *checksum = XxHash64::oneshot(0, contents).to_le_bytes();
    }
}

fn ball() -> tangency::Moving<Sphere<f64, 3>> {
    let ball = Sphere::new([0.0, 0.0, 5.0], 0.5).expect("a ball");
    ball.moving([0.25, 0.0, -1.0]).expect("a velocity")
}

pub(crate) fn saved_mesh(bytes: &[u8]) {
    if let Ok(mut mesh) = Mesh::<f64>::from_bytes(sealed(bytes)) {
        let _ = ball().first_contact(&mesh);
        let _ = Point::new([1.0; 3]).expect("a point").closest(&mesh);
        let vertices = mesh.vertices().to_vec();
        mesh.set_vertices(&vertices).expect("as many as before");
        let _ = ball().first_contact(&mesh);
        taken();
    }
}

pub(crate) fn saved_scene(bytes: &[u8]) {
    let sealed = sealed_scene(bytes);
    if let Ok(mut scene) = Scene::<f64>::from_bytes(sealed.clone()) {
        let _ = ball().first_contact(&scene);
        scene.insert(Point::new([1.0; 3]).expect("a point"));
        scene.rebuild();
        let _ = Point::new([1.0; 3]).expect("a point").closest(&scene);
    }
    // The saved tree must work after changes, too.
    if let Ok(mut scene) = Scene::<f64>::from_bytes(sealed) {
        let items: Vec<_> = scene.items().map(|(id, item)| (id, item.clone())).collect();
        for (id, item) in items {
            scene.replace(id, Point::new([1.0; 3]).expect("a point"));
            scene.replace(id, item);
            assert!(scene.remove(id).is_some());
            let _ = ball().first_contact(&scene);
        }
        assert!(scene.is_empty());
        taken();
    }
}
