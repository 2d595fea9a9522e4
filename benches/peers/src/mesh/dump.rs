//! Files of raw little-endian numbers, for peers that run elsewhere.

use super::surface::Surface;
use super::workload::{Question, Set};
use std::fs;
use std::path::Path;

/// Writes `NAME.vertices`, three `f32` for each vertex, and `NAME.triangles`, three `u32` for each
/// triangle.
pub fn mesh(dir: &Path, name: &str, surface: &Surface) {
    let vertices = surface.vertices.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    let triangles = surface.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
    write(dir, name, "vertices", vertices);
    write(dir, name, "triangles", triangles);
}

/// Writes `NAME.points`, three `f32` for each point, and for each point our result
/// (`NAME.distances`) and our time (`NAME.seconds`).
pub fn set(dir: &Path, name: &str, set: &Set, answers: &[f32], seconds: f64) {
    if set.question == Question::Closest {
        let points = set.rows.iter().flat_map(|row| row.center).flat_map(f32::to_le_bytes);
        write(dir, name, "points", points.collect());
        let distances = answers.iter().flat_map(|x| x.to_le_bytes());
        write(dir, name, "distances", distances.collect());
        write(dir, name, "seconds", seconds.to_string().into_bytes());
    }
}

fn write(dir: &Path, name: &str, kind: &str, bytes: Vec<u8>) {
    let path = dir.join(format!("{name}.{kind}"));
    let written = fs::create_dir_all(dir).and_then(|()| fs::write(&path, bytes));
    written.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}
