//! Tests that the results on a large mesh equal brute force: on the demo's part, or on the mesh of
//! the file that `TANGENCY_MESH` names.

#[path = "../../tests/brute_force/mod.rs"]
mod brute_force;
#[path = "../../tests/random/mod.rs"]
mod random;

use random::Random;
use std::path::PathBuf;
use tangency::{Answer, Mesh, Sphere};
use tangency_demo as demo;
use tangency_files::mesh_file;

fn mesh() -> Mesh<f64> {
    match std::env::var_os("TANGENCY_MESH").map(PathBuf::from) {
        Some(path) => mesh_file::load(&path).unwrap().0,
        None => demo_part(),
    }
}

fn demo_part() -> Mesh<f64> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("part.ply");
    std::fs::write(&path, demo::part_file().unwrap()).unwrap();
    mesh_file::load(&path).unwrap().0
}

#[test]
fn a_large_mesh_answers_as_brute_force_does() {
    let mesh = mesh();
    let mut random = Random(1);
    let used: Vec<[f64; 3]> =
        mesh.triangles().iter().flatten().map(|&i| mesh.vertices()[i as usize]).collect();
    let end = |k: usize, pick: fn(f64, f64) -> f64| used.iter().map(|v| v[k]).reduce(pick).unwrap();
    let low: [f64; 3] = core::array::from_fn(|k| end(k, f64::min));
    let high: [f64; 3] = core::array::from_fn(|k| end(k, f64::max));
    let size = (0..3).map(|k| (high[k] - low[k]) * (high[k] - low[k])).sum::<f64>().sqrt();
    let mut kinds = [0; 3];
    for i in 0..90 {
        let inside = |random: &mut Random| -> [f64; 3] {
            core::array::from_fn(|k| random.between(low[k], high[k]))
        };
        let target = inside(&mut random);
        let mut center = inside(&mut random);
        center[i % 3] += if i % 2 == 0 { size } else { -size } * random.between(0.0, 0.7);
        let velocity: [f64; 3] = core::array::from_fn(|k| target[k] - center[k]);
        let radius = size * [0.0, 0.001, 0.01, 0.05][i % 4];
        let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
        let answer = ball.first_contact(&mesh);
        assert_eq!(answer, brute_force::first_contact(&mesh, &ball), "{ball:?}");
        kinds[match answer {
            Answer::None => 0,
            Answer::Overlap(_) => 1,
            Answer::Contact(_) => 2,
        }] += 1;
    }
    println!("{} triangles: {kinds:?} without, overlaps, contacts", mesh.triangles().len());
    assert!(kinds[2] > 20, "{kinds:?}");
}
