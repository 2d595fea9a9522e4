//! Each target runs on each file of its corpus, and on some changed files, as a short version of
//! `fuzz/run`.

#[path = "../../tests/random/mod.rs"]
mod random;

use random::Random;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::Ordering;
use tangency::{
    AlignedBox, Inflated, Mesh, OrientedBox, Plane, Point, Polytope, Rotation, Scene, Segment,
    Triangle,
};
use tangency_fuzz::{TAKEN, TARGETS, Target};

/// The number of changed versions of each file.
const CHANGES: u64 = 600;

fn corpus(target: &Target) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name)
}

/// The bytes with some of them changed, taken out, or doubled.
fn changed(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.bits() as u8),
            2 => {
                let end = (at + random.below(16) as usize).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            _ if at < bytes.len() => bytes[at] = random.bits() as u8,
            _ => {}
        }
    }
    bytes
}

fn holds(target: &Target, bytes: &[u8], from: &str) {
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)));
    assert!(outcome.is_ok(), "{} fails on {from}: {bytes:?}", target.name);
}

#[test]
fn each_target_holds_on_its_corpus_and_near_it() {
    for target in TARGETS {
        let mut random = Random(1);
        let mut files: Vec<_> = fs::read_dir(corpus(target))
            .unwrap_or_else(|_| panic!("{} has no corpus", target.name))
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{}", target.name);
        let mut taken = 0;
        for file in files {
            let bytes = fs::read(&file).unwrap();
            let name = file.display().to_string();
            let before = TAKEN.load(Ordering::Relaxed);
            holds(target, &bytes, &name);
            taken += u32::from(TAKEN.load(Ordering::Relaxed) > before);
            for _ in 0..CHANGES {
                holds(target, &changed(&mut random, &bytes), &name);
            }
        }
        println!("{}: {taken} files of the corpus are taken", target.name);
        assert!(taken > 0, "{}: all of its corpus is refused", target.name);
    }
}

/// Writes the seeds: shapes from random bytes for laws, and small valid files.
#[test]
#[ignore = "writes the corpus"]
fn seeds() {
    let mut random = Random(7);
    for target in TARGETS {
        fs::create_dir_all(corpus(target)).unwrap();
        let write = |name: usize, bytes: &[u8]| {
            fs::write(corpus(target).join(format!("seed-{name}")), bytes).unwrap();
        };
        let files: Vec<Vec<u8>> = match target.name {
            "query" => tests_cases(),
            "ply" => vec![
                b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n".to_vec(),
                binary_ply(),
                detailed_ply(),
                big_endian_ply(),
            ],
            "stl" => vec![
                b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n".to_vec(),
                binary_stl(),
                text_stl(),
            ],
            "obj" => vec![
                b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 1/1 2/2 -1/3 -2//1\n".to_vec(),
                b"# a\nv 0 0 0\nv 1 0 0 1\nv 0 1e-3 0\nv 1 1 -0.1\nf -4 -3 -2 -1\nf 4 3 2\nv 2 2 2 0.5 0.5 0.5\nf -1 -2 -3\nf 5 4 \\\n3 2 1\nvn 0 0 1\n".to_vec(),
            ],
            "csv" => vec![
                b"x,y,z,radius,vx,vy,vz,t_max\n1,1,5,1,0,0,-1,\n0,0,inf,1,0,0,1,2\n\"a\n\",1,1,1,1,1,1,1\n".to_vec(),
                b"name,x,y,z,radius,to_x,to_y,to_z\r\nq,1,1,5,1,0,0,-1\r\n".to_vec(),
                // This text is no number, and longer than the part that a message quotes.
                format!("x,y,z,radius,vx,vy,vz\n1,1,5,{},0,0,-1\n", "€".repeat(45)).into_bytes(),
                b"x,y,z,radius,axis_x,axis_y,axis_z,vx,vy,vz\n1,1,5,.5,0,1,0,0,0,-1\n1,1,5,.5,0,1,0,0,0,-1,7\n1,1\n".to_vec(),
            ],
            "parquet" => vec![fs::read(corpus(target).join("seed-0")).unwrap_or_default()],
            "scene_file" => vec![b"{\"point\":{\"position\":[0,0,0],\"radius\":1,\"velocity\":[1,0,0]}}\n{\"box\":{\"min\":[4,0,0],\"max\":[5,1,1]},\"t_max\":3}\n\n".to_vec(), scene_lines()],
            "saved_mesh" => vec![mesh().to_bytes(), larger_mesh().to_bytes()],
            "saved_scene" => {
                vec![scene().to_bytes(), points().to_bytes(), one_of_each().to_bytes(), eight().to_bytes()]
            }
            name => {
                let size = |size: u64| 40 << (size % 4);
                let mut files: Vec<Vec<u8>> = (0..12)
                    .map(|file| (0..size(file)).map(|_| random.bits() as u8).collect())
                    .collect();
                if name == "scene" {
                    files.push(items_that_go_elsewhere());
                }
                files
            }
        };
        files.iter().enumerate().for_each(|(name, bytes)| write(name, bytes));
    }
}

/// A line of each of the shared cases' files.
fn tests_cases() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let mut lines = Vec::new();
    for folder in [folder.clone(), folder.join("questions")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                let text = fs::read_to_string(path).unwrap();
                for line in text.lines().step_by(97).take(4) {
                    let case: serde_json::Value = serde_json::from_str(line).unwrap();
                    lines.push(case["request"].to_string().into_bytes());
                }
            }
        }
    }
    lines.sort();
    lines
}

/// Bytes for `laws::scene`: points in several nodes of a tree. Some of them are moved, and each
/// time a ball moves to the new position, past all other points.
fn items_that_go_elsewhere() -> Vec<u8> {
    let vector = |eighths: [i8; 3]| eighths.map(|x| [0, x as u8]).concat();
    let item = |what: u8, which: u8, at| [vec![what, which, 0], at].concat();
    let place = |k: i8, y, z| vector([8 * (k - 10), y, z]);
    let mut bytes: Vec<u8> = (0..20).flat_map(|k| item(0, 0, place(k, 0, 0))).collect();
    for k in (0..20).step_by(3) {
        bytes.extend(item(3, k as u8, place(k, 80, 0)));
        bytes.extend([6, 0, 0]);
        bytes.extend([vector([0, 0, -8]), place(k, 80, 40), vec![0, 1]].concat());
        bytes.extend(place(k, 90, 0));
    }
    bytes
}

fn binary_ply() -> Vec<u8> {
    let mut bytes = b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n".to_vec();
    for x in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
        bytes.extend(x.to_le_bytes());
    }
    bytes.push(3);
    [0u32, 1, 2].iter().for_each(|corner| bytes.extend(corner.to_le_bytes()));
    bytes
}

/// A PLY file with more properties than are read, with polygons, and with types of several sizes.
fn detailed_ply() -> Vec<u8> {
    let mut text = "ply\nformat ascii 1.0\ncomment a\nelement camera 1\nproperty double f\nelement vertex 8\nproperty double x\nproperty double y\nproperty float z\nproperty uchar red\nproperty list char short more\nelement face 6\nproperty list uint8 int32 vertex_index\nproperty int flag\nend_header\n0.5\n".to_owned();
    for k in 0..8 {
        text += &format!("{} {} {}e-1 {} 2 1 {k}\n", k % 2, k / 2 % 2, k / 4, 30 * k);
    }
    for face in ["0 1 3 2", "4 5 7 6", "0 1 5 4", "2 3 7 6", "0 2 6", "1 3 7"] {
        text += &format!("{} {face} -1\n", face.split(' ').count());
    }
    text.into_bytes()
}

fn big_endian_ply() -> Vec<u8> {
    let mut bytes = b"ply\nformat binary_big_endian 1.0\nelement face 4\nproperty list ushort ushort vertex_indices\nelement vertex 4\nproperty double x\nproperty double y\nproperty short z\nend_header\n".to_vec();
    for face in [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3u16]] {
        bytes.extend(3u16.to_be_bytes());
        face.iter().for_each(|corner| bytes.extend(corner.to_be_bytes()));
    }
    for [x, y, z] in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1i16]] {
        [x, y].iter().for_each(|&x| bytes.extend((f64::from(x) / 3.0).to_be_bytes()));
        bytes.extend(z.to_be_bytes());
    }
    bytes
}

/// An STL file with corners that coincide only in `f32`.
fn text_stl() -> Vec<u8> {
    let mut text = "solid two\n".to_owned();
    for [a, b, c] in [["0 0 0", "1 0 0", "0 0.1 0"], ["1 0 0", "0 0.1000000000001 0", "1 1 -0"]] {
        text += "facet normal 0 0 1\n outer loop\n";
        [a, b, c].iter().for_each(|corner| text += &format!("  vertex {corner}\n"));
        text += " endloop\nendfacet\n";
    }
    (text + "endsolid two\nsolid\nendsolid").into_bytes()
}

/// A line for each kind of item, with no line feed at the end.
fn scene_lines() -> Vec<u8> {
    [
        r#"{"point":{"position":[0,0,0]}}"#,
        r#"{"segment":{"a":[0,0,0],"b":[1,0,0],"radius":0.5}}"#,
        r#"{"triangle":{"vertices":[[0,0,0],[1,0,0],[0,1,0]],"from":[0,0,0],"to":[0,0,1]}}"#,
        r#"{"box":{"min":[4,0,0],"max":[5,1,1],"velocity":[-1,0,0]},"t_max":0.1}"#,
        "",
        r#"{"point":{"position":"äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü"}}"#,
    ]
    .join("\r\n")
    .into_bytes()
}

fn binary_stl() -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend(1u32.to_le_bytes());
    for x in [0.0f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
        bytes.extend(x.to_le_bytes());
    }
    bytes.extend([0, 0]);
    bytes
}

fn mesh() -> Mesh<f64> {
    let vertices =
        (0..16).map(|k| [f64::from(k % 4), f64::from(k / 4), f64::from(k % 3)]).collect();
    let corners = (0..11).filter(|k| k % 4 < 3);
    Mesh::new(vertices, corners.map(|k| [k, k + 1, k + 4]).collect()).unwrap()
}

/// A mesh of more than one node.
fn larger_mesh() -> Mesh<f64> {
    let vertices =
        (0..49).map(|k| [f64::from(k % 7), f64::from(k / 7), f64::from(k * k % 5)]).collect();
    let squares = (0..42).filter(|k| k % 7 < 6);
    let triangles = squares.flat_map(|k| [[k, k + 1, k + 7], [k + 1, k + 8, k + 7]]);
    Mesh::new(vertices, triangles.collect()).unwrap()
}

/// A scene with two trees of more than one node each, and without meshes.
fn points() -> Scene<f64> {
    let mut scene = Scene::new();
    for k in 0..24 {
        let point = Point::new([f64::from(k), f64::from(k % 5), 0.5]).unwrap();
        let velocity = [0.0, 0.0, f64::from(k % 2)];
        scene.insert(point.moving(velocity).unwrap());
    }
    scene
}

/// A scene with as many items as a node has room for.
fn eight() -> Scene<f64> {
    let mut scene = Scene::new();
    for k in 0..8 {
        scene.insert(Point::new([f64::from(k), 0.5, 0.0]).unwrap());
    }
    scene
}

/// A scene with one item of each kind.
fn one_of_each() -> Scene<f64> {
    let mut scene = Scene::new();
    let (low, high) = ([0.0; 3], [1.0, 2.0, 3.0]);
    let walls = [-1.0, 1.0].map(|x| Plane::new([x, 0.0, 0.0], [x, 0.5, 0.0]).unwrap());
    let mesh = std::sync::Arc::new(mesh());
    let turn = Rotation::<f64, 3>::new([1.0, 0.5, 0.0, 0.25]).unwrap();
    scene.insert(Point::new(high).unwrap().moving(high).unwrap().until(2.0).unwrap());
    scene.insert(Inflated::new(Segment::new(low, high).unwrap(), 0.25).unwrap());
    scene.insert(Triangle::new(low, high, [3.0, 0.0, 0.0]).unwrap());
    scene.insert(AlignedBox::new(low, high).unwrap());
    scene.insert(OrientedBox::new(low, high, turn).unwrap());
    scene.insert(std::sync::Arc::new(Polytope::new(walls.to_vec()).unwrap()));
    scene.insert(mesh);
    scene
}

fn scene() -> Scene<f64> {
    let mut scene = Scene::new();
    for k in 0..20 {
        scene.insert(Point::new([f64::from(k), 0.5, 0.0]).unwrap());
    }
    scene.insert(AlignedBox::new([0.0; 3], [1.0; 3]).unwrap().moving([1.0, 0.0, 0.0]).unwrap());
    scene.insert(std::sync::Arc::new(mesh()));
    scene
}
