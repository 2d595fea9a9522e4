//! Each target takes each file of its corpus, and some changes of it: a short share of what
//! `fuzz/run` does for long.

#[path = "../../tests/random/mod.rs"]
mod random;

use random::Random;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use tangency::{AlignedBox, Mesh, Point, Scene};
use tangency_fuzz::{TARGETS, Target};

/// How often each file is changed.
const CHANGES: u64 = 600;

fn corpus(target: &Target) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name)
}

/// Bytes with some changed, taken out, or doubled.
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
        for file in files {
            let bytes = fs::read(&file).unwrap();
            let name = file.display().to_string();
            holds(target, &bytes, &name);
            for _ in 0..CHANGES {
                holds(target, &changed(&mut random, &bytes), &name);
            }
        }
    }
}

/// Writes the seeds: shapes of random bytes for laws, and small files that are in order.
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
            ],
            "stl" => vec![
                b"solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n".to_vec(),
                binary_stl(),
            ],
            "obj" => vec![b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 1/1 2/2 -1/3 -2//1\n".to_vec()],
            "csv" => vec![
                b"x,y,z,radius,vx,vy,vz,t_max\n1,1,5,1,0,0,-1,\n0,0,inf,1,0,0,1,2\n\"a\n\",1,1,1,1,1,1,1\n".to_vec(),
                b"name,x,y,z,radius,to_x,to_y,to_z\r\nq,1,1,5,1,0,0,-1\r\n".to_vec(),
            ],
            "parquet" => vec![fs::read(corpus(target).join("seed-0")).unwrap_or_default()],
            "scene_file" => vec![b"{\"point\":{\"position\":[0,0,0],\"radius\":1,\"velocity\":[1,0,0]}}\n{\"box\":{\"min\":[4,0,0],\"max\":[5,1,1]},\"t_max\":3}\n\n".to_vec()],
            "saved_mesh" => vec![mesh().to_bytes()],
            "saved_scene" => vec![scene().to_bytes()],
            _ => (0..12)
                .map(|size| (0..40 << (size % 4)).map(|_| random.bits() as u8).collect())
                .collect(),
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

fn binary_ply() -> Vec<u8> {
    let mut bytes = b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n".to_vec();
    for x in [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
        bytes.extend(x.to_le_bytes());
    }
    bytes.push(3);
    [0u32, 1, 2].iter().for_each(|corner| bytes.extend(corner.to_le_bytes()));
    bytes
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

fn scene() -> Scene<f64> {
    let mut scene = Scene::new();
    for k in 0..20 {
        scene.insert(Point::new([f64::from(k), 0.5, 0.0]).unwrap());
    }
    scene.insert(AlignedBox::new([0.0; 3], [1.0; 3]).unwrap().moving([1.0, 0.0, 0.0]).unwrap());
    scene.insert(std::sync::Arc::new(mesh()));
    scene
}
