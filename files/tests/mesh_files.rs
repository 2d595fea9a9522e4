//! Compares the results for meshes of the user with brute force. This takes long, so it runs only
//! on request.
//!
//! ```sh
//! TANGENCY_MESHES=folder cargo test --release -p tangency-files --test mesh_files -- --ignored --nocapture
//! ```

#[path = "../../tests/brute_force/mod.rs"]
mod brute_force;
#[path = "../../tests/random/mod.rs"]
mod random;

use random::Random;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};
use tangency::{Answer, Mesh, MeshFeature, Moving, Point, Scalar, Sphere};
use tangency_files::mesh_file;

/// The number of triangles that are tested one by one for each mesh and each of its placements. It
/// limits the number of queries.
const TESTS: usize = 120_000_000;

fn meshes() -> Vec<PathBuf> {
    let folder = env::var("TANGENCY_MESHES").expect("TANGENCY_MESHES names a folder of meshes");
    let is_mesh =
        |path: &PathBuf| path.extension().is_some_and(|e| e == "ply" || e == "stl" || e == "obj");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(is_mesh).collect();
    paths.sort();
    paths
}

/// The placements: unchanged, scaled by 1/4, scaled by 1e6, and 1e7 times the size of the mesh away
/// from the origin.
const SEEN: [(&str, f64, f64); 4] =
    [("as given", 1.0, 0.0), ("small", 0.25, 0.0), ("large", 1e6, 0.0), ("far away", 1.0, 1e7)];

#[test]
#[ignore = "takes minutes, and needs meshes"]
fn meshes_of_your_own() {
    for path in meshes() {
        let surface = mesh_file::read::<f64>(&path).unwrap();
        let mesh = surface.build(&path).unwrap();
        let size = mesh.vertices().iter().flatten().fold(0.0f64, |size, x| size.max(x.abs()));
        for (name, scale, away) in SEEN {
            let see = |v: &[f64; 3]| v.map(|x| x * scale + away * size);
            let vertices: Vec<[f64; 3]> = mesh.vertices().iter().map(see).collect();
            let triangles = mesh.triangles().to_vec();
            let doubles = Mesh::new(vertices.clone(), triangles.clone()).unwrap();
            report(&path, name, "f64", &doubles, |x| x);
            let singles: Vec<[f32; 3]> = vertices.iter().map(|v| v.map(|x| x as f32)).collect();
            let singles = Mesh::new(singles, triangles).unwrap();
            report(&path, name, "f32", &singles, |x| x as f32);
        }
    }
}

fn report<T: Scalar>(path: &Path, seen: &str, float: &str, mesh: &Mesh<T>, narrow: fn(f64) -> T) {
    let count = (TESTS / mesh.triangles().len()).clamp(200, 5_000);
    let kinds: Vec<[usize; 3]> = thread::scope(|scope| {
        let halves = [0, 1].map(|half| scope.spawn(move || check(mesh, half, count / 2, narrow)));
        halves.into_iter().map(|half| half.join().unwrap()).collect()
    });
    let [none, overlap, contact] = [0, 1, 2].map(|k| kinds[0][k] + kinds[1][k]);
    let name = path.file_name().unwrap().to_string_lossy();
    println!("{name}, {seen}, {float}: {none} none, {overlap} overlaps, {contact} contacts");
    assert!(none + overlap + contact == count / 2 * 2 && contact > count / 10);
}

/// Compares every result for one mesh with brute force.
fn check<T: Scalar>(mesh: &Mesh<T>, seed: u64, count: usize, narrow: fn(f64) -> T) -> [usize; 3] {
    let mut random = Random(seed);
    let wide = |v: [T; 3]| v.map(Scalar::widen);
    let corners = |i: u64| mesh.triangles()[i as usize].map(|i| wide(mesh.vertices()[i as usize]));
    let (mut min, mut max) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for &vertex in mesh.vertices() {
        for (k, x) in wide(vertex).into_iter().enumerate() {
            (min[k], max[k]) = (min[k].min(x), max[k].max(x));
        }
    }
    let side = |k: usize| max[k] - min[k];
    let diagonal = (0..3).map(|k| side(k) * side(k)).sum::<f64>().sqrt();
    let mut kinds = [0; 3];
    for i in 0..count {
        let radius = [0.0, 0.001, 0.01, 0.05, 0.3][random.below(5) as usize] * diagonal;
        let [a, b, c] = corners(random.below(mesh.triangles().len() as u64));
        let aim: [f64; 3] = match random.below(4) {
            0 => a,
            1 => [0, 1, 2].map(|k| 0.5 * (a[k] + b[k])),
            _ => [0, 1, 2].map(|k| (a[k] + b[k] + c[k]) / 3.0),
        };
        let offset = random.vector(-1.0, 1.0);
        let reach = [0.03, 1.0, 100.0][random.below(3) as usize] * diagonal + 1.5 * radius;
        let center = [0, 1, 2].map(|k| narrow(aim[k] + offset[k] * reach));
        let mut velocity = [0, 1, 2].map(|k| aim[k] - center[k].widen());
        if random.below(8) == 0 {
            velocity = random.vector(-reach, reach);
        }
        let ball: Moving<Sphere<T, 3>> = Sphere::new(center, narrow(radius))
            .and_then(|ball| ball.moving(velocity.map(narrow)))
            .unwrap();
        let ball = if random.below(2) == 0 { ball.until(T::ONE).unwrap() } else { ball };
        let answer: Answer<T, 3, MeshFeature> = ball.first_contact(mesh);
        assert_eq!(answer, brute_force::first_contact(mesh, &ball), "{ball:?}");
        assert_eq!(ball.has_contact(mesh), answer != Answer::None, "{ball:?}");
        if i % 16 == 0 && mesh.triangles().len() < 10_000 {
            let point = Point::new(center).unwrap();
            assert_eq!(point.closest(mesh), brute_force::closest(mesh, &point), "{point:?}");
            assert_eq!(ball.contacts(mesh), brute_force::contacts(mesh, &ball), "{ball:?}");
            let sphere = ball.shape();
            assert_eq!(sphere.intersecting(mesh), brute_force::touched(mesh, sphere), "{sphere:?}");
        }
        kinds[match answer {
            Answer::None => 0,
            Answer::Overlap(_) => 1,
            Answer::Contact(_) => 2,
        }] += 1;
    }
    kinds
}
