//! Makes large inputs for `tangency cast`: hills over a square of `n × n` cells with two triangles
//! each, and spheres that fall on the hills.
//!
//! ```text
//! cargo run --release -p tangency-cli --example terrain -- 2237 100000 terrain.ply spheres.csv
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [cells, spheres, mesh, table] = &words[..] else {
        return Err("usage: terrain CELLS SPHERES MESH.ply SPHERES.csv".into());
    };
    let cells: u32 = cells.parse()?;
    write_mesh(cells, &mut BufWriter::new(File::create(mesh)?))?;
    write_spheres(cells, spheres.parse()?, &mut BufWriter::new(File::create(table)?))?;
    Ok(())
}

/// The height of the terrain: waves of several lengths, and some noise. It is computed with `+ - *`
/// alone, so that it is the same on every machine.
fn height(i: u32, j: u32) -> f32 {
    let wave = |x: u32, length: u32| {
        let part = (x % length) as f32 / length as f32;
        16.0 * part * part * (1.0 - part) * (1.0 - part)
    };
    let noise = (i.wrapping_mul(73_856_093) ^ j.wrapping_mul(19_349_663)) >> 16 & 255;
    40.0 * wave(i + j, 700) + 9.0 * wave(i + 2 * j, 90) + noise as f32 / 256.0
}

fn write_mesh(cells: u32, out: &mut impl Write) -> std::io::Result<()> {
    let side = cells + 1;
    let (vertices, faces) = (u64::from(side).pow(2), 2 * u64::from(cells).pow(2));
    write!(
        out,
        "ply\nformat binary_little_endian 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\n\
         property float z\nelement face {faces}\nproperty list uchar int vertex_indices\nend_header\n"
    )?;
    for (i, j) in (0..side).flat_map(|j| (0..side).map(move |i| (i, j))) {
        for x in [i as f32, j as f32, height(i, j)] {
            out.write_all(&x.to_le_bytes())?;
        }
    }
    for (i, j) in (0..cells).flat_map(|j| (0..cells).map(move |i| (i, j))) {
        let at = |i: u32, j: u32| j * side + i;
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        for triangle in [[a, b, c], [a, c, d]] {
            out.write_all(&[3])?;
            for index in triangle {
                out.write_all(&index.to_le_bytes())?;
            }
        }
    }
    out.flush()
}

fn write_spheres(cells: u32, count: u32, out: &mut impl Write) -> std::io::Result<()> {
    let mut state = 1_u64;
    let mut random = |from: f64, to: f64| {
        // This is the random number generator of Knuth's MMIX.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (to - from) * ((state >> 11) as f64 / (1_u64 << 53) as f64)
    };
    let width = f64::from(cells);
    writeln!(out, "x,y,z,radius,vx,vy,vz")?;
    for _ in 0..count {
        let (x, y, z) = (random(0.0, width), random(0.0, width), random(60.0, 90.0));
        let (radius, vx, vy) = (random(0.1, 2.0), random(-1.0, 1.0), random(-1.0, 1.0));
        writeln!(out, "{x},{y},{z},{radius},{vx},{vy},{}", random(-1.5, -0.5))?;
    }
    out.flush()
}
