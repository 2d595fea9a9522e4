//! Tests the demo: its part is a solid, its files are the same on every machine, and at the end all
//! of them exist.

#![allow(clippy::unwrap_used, reason = "helpers of a test end the test, as it does itself")]

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use tangency_demo::{self as demo, DemoError};
use tangency_files::Interrupt;
use tangency_files::mesh_file::{self, Format, Surface};

fn part() -> Surface<f64> {
    mesh_file::parse(&demo::part_file().unwrap(), Some(Format::Ply)).unwrap()
}

/// The number of triangles along each edge, in each direction of the edge.
fn edges(surface: &Surface<f64>) -> HashMap<[u32; 2], u32> {
    let mut edges = HashMap::new();
    for &[a, b, c] in &surface.triangles {
        for edge in [[a, b], [b, c], [c, a]] {
            *edges.entry(edge).or_insert(0) += 1;
        }
    }
    edges
}

#[test]
fn the_part_is_closed_and_its_triangles_agree_on_what_is_outside() {
    let edges = edges(&part());
    for ([a, b], &times) in &edges {
        assert_eq!(times, 1, "the edge from {a} to {b} bounds two triangles on the same side");
        assert_eq!(
            edges.get(&[*b, *a]),
            Some(&1),
            "the edge from {a} to {b} bounds one triangle only"
        );
    }
}

#[test]
fn the_part_is_one_piece_with_six_holes_through_it() {
    let part = part();
    let used: HashSet<u32> = part.triangles.iter().flatten().copied().collect();
    assert_eq!(used.len(), part.vertices.len());
    assert_eq!(pieces(&part), 1);
    let count = |n: usize| i64::try_from(n).unwrap();
    let euler =
        count(part.vertices.len()) - count(edges(&part).len() / 2) + count(part.triangles.len());
    assert_eq!(euler, 2 - 2 * 6);
}

#[test]
fn no_triangle_is_degenerate_and_no_vertex_is_there_twice() {
    let part = part();
    let places: HashSet<[u64; 3]> = part.vertices.iter().map(|v| v.map(f64::to_bits)).collect();
    assert_eq!(places.len(), part.vertices.len());
    for (i, triangle) in part.triangles.iter().enumerate() {
        let [a, b, c] = triangle.map(|i| part.vertices[i as usize]);
        let [ab, ac]: [[f64; 3]; 2] = [b, c].map(|end| std::array::from_fn(|k| end[k] - a[k]));
        assert!(cross(ab, ac).iter().any(|x| x.abs() > 0.0), "triangle {i}");
    }
}

/// The number of connected pieces of a surface, whose triangles are connected by edges.
fn pieces(surface: &Surface<f64>) -> usize {
    fn root(of: &mut [u32], mut i: u32) -> u32 {
        while of[i as usize] != i {
            of[i as usize] = of[of[i as usize] as usize];
            i = of[i as usize];
        }
        i
    }
    let mut of: Vec<u32> = (0..u32::try_from(surface.vertices.len()).unwrap()).collect();
    for &[a, b, c] in &surface.triangles {
        for other in [b, c] {
            let (a, other) = (root(&mut of, a), root(&mut of, other));
            of[a as usize] = other;
        }
    }
    (0u32..).zip(&of).filter(|(i, parent)| i == *parent).count()
}

#[test]
fn the_part_has_its_material_inside() {
    let part = part();
    let volume: f64 =
        part.triangles.iter().map(|t| signed_volume(t.map(|i| part.vertices[i as usize]))).sum();
    // The plate alone would have 313 cubic centimetres. The dish, the pocket and the holes remove
    // more material than the other features add.
    assert!((200_000.0..313_000.0).contains(&volume), "{volume}");
}

fn signed_volume([a, b, c]: [[f64; 3]; 3]) -> f64 {
    cross(b, c).iter().zip(a).map(|(n, x)| n * x).sum::<f64>() / 6.0
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The checksum FNV-1a of bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn the_files_are_the_same_on_every_machine() {
    let part = demo::part_file().unwrap();
    assert_eq!((part.len(), checksum(&part)), (1_451_374, 0x3c2b_78cd_4d4f_12f3));
    let spheres = demo::spheres_file();
    assert_eq!((spheres.len(), checksum(spheres.as_bytes())), (24_198, 0x881d_a78a_093a_5c2f));
}

#[test]
fn all_files_are_there_and_the_picture_shows_something() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().join("new").join("demo");
    let mut said = Vec::new();
    demo::run(&place, [160, 100], &Interrupt::default(), &mut said).unwrap();
    assert_eq!(fs::read(place.join("part.ply")).unwrap(), demo::part_file().unwrap());
    assert_eq!(fs::read_to_string(place.join("spheres.csv")).unwrap(), demo::spheres_file());
    every_sphere_is_answered(&place);
    let (size, pixels) = picture(&place);
    assert_eq!(size, [160, 100]);
    let colors: BTreeSet<&[u8]> = pixels.chunks(3).collect();
    assert!(colors.len() > 4000, "{} colours", colors.len());
    let said = String::from_utf8(said).unwrap();
    for file in ["part.ply", "spheres.csv", "contacts.csv", "contacts.png"] {
        assert!(said.contains(&place.join(file).display().to_string()), "{said}");
    }
}

fn every_sphere_is_answered(place: &Path) {
    let mut reader = csv::Reader::from_path(place.join("contacts.csv")).unwrap();
    let header = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    let column = |name: &str| header.iter().position(|there| there == name).unwrap();
    let ids: Vec<String> = rows.iter().map(|row| row[column("id")].to_owned()).collect();
    assert_eq!(ids, (1..=400).map(|id| id.to_string()).collect::<Vec<_>>());
    let touch = rows.iter().filter(|row| &row[column("status")] == "contact").count();
    let never = rows.iter().filter(|row| &row[column("status")] == "none").count();
    assert_eq!([touch, never], [347, 53]);
}

fn picture(place: &Path) -> ([u32; 2], Vec<u8>) {
    let file = BufReader::new(File::open(place.join("contacts.png")).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    ([info.width, info.height], pixels)
}

#[test]
fn a_second_demo_in_the_same_place_gives_the_same_files() {
    let directory = tempfile::tempdir().unwrap();
    let all = || {
        ["part.ply", "spheres.csv", "contacts.csv", "contacts.png"]
            .map(|name| fs::read(directory.path().join(name)).unwrap())
    };
    demo::run(directory.path(), [48, 30], &Interrupt::default(), &mut Vec::new()).unwrap();
    let first = all();
    demo::run(directory.path(), [48, 30], &Interrupt::default(), &mut Vec::new()).unwrap();
    assert!(first == all());
}

#[test]
fn a_file_that_is_not_the_demos_stays_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let spheres = directory.path().join("spheres.csv");
    fs::write(&spheres, "mine").unwrap();
    let error =
        demo::run(directory.path(), [48, 30], &Interrupt::default(), &mut Vec::new()).unwrap_err();
    assert!(matches!(&error, DemoError::Occupied(path) if *path == spheres), "{error}");
    assert_eq!(fs::read_to_string(&spheres).unwrap(), "mine");
}

#[test]
fn a_picture_that_is_another_file_of_the_demo_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let again = || demo::run(directory.path(), [48, 30], &Interrupt::default(), &mut Vec::new());
    again().unwrap();
    let [part, picture] = ["part.ply", "contacts.png"].map(|name| directory.path().join(name));
    fs::remove_file(&picture).unwrap();
    fs::hard_link(&part, &picture).unwrap();
    if cfg!(unix) {
        assert!(matches!(again(), Err(DemoError::Unwritable { path, .. }) if path == picture));
    }
    assert!(fs::read(&part).unwrap() == demo::part_file().unwrap());
}
