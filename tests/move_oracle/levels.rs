//! Levels of triangles in which bodies are moved.

use crate::random::Random;
use tangency::Mesh;

pub type Triangles = Vec<[[f64; 3]; 3]>;

/// A square that is cut into two triangles.
pub fn square(a: [f64; 3], u: [f64; 3], v: [f64; 3]) -> Triangles {
    let plus = |p: [f64; 3], by: [f64; 3]| std::array::from_fn(|k| p[k] + by[k]);
    let (b, c, d) = (plus(a, u), plus(plus(a, u), v), plus(a, v));
    vec![[a, b, c], [a, c, d]]
}

/// Difficult places for characters: a floor of many coplanar triangles, walls, stairs, ramps, an
/// acute crease, slivers, a slot as wide as the body, and triangles that cut each other.
pub fn level(random: &mut Random, radius: f64) -> Triangles {
    let mut all = Vec::new();
    for i in -3..3 {
        for j in -3..3 {
            let at = [f64::from(i), f64::from(j), 0.0];
            all.extend(square(at, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
        }
    }
    // Walls all around, and a ceiling.
    for [a, u] in [
        [[-3.0, -3.0], [6.0, 0.0]],
        [[-3.0, 3.0], [6.0, 0.0]],
        [[-3.0, -3.0], [0.0, 6.0]],
        [[3.0, -3.0], [0.0, 6.0]],
    ] {
        all.extend(square([a[0], a[1], 0.0], [u[0], u[1], 0.0], [0.0, 0.0, 4.0]));
    }
    all.extend(square([-3.0, -3.0, 4.0], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0]));
    // Stairs.
    for i in 0..4 {
        let (x, z) = (0.5 + 0.25 * f64::from(i), 0.125 * f64::from(i));
        all.extend(square([x, -3.0, z], [0.0, 2.0, 0.0], [0.0, 0.0, 0.125]));
        all.extend(square([x, -3.0, z + 0.125], [0.25, 0.0, 0.0], [0.0, 2.0, 0.0]));
    }
    // A ramp, and a wedge beneath which bodies are pressed.
    let rise = random.between(0.2, 2.0);
    all.extend(square([-3.0, 1.0, 0.0], [2.0, 0.0, rise], [0.0, 2.0, 0.0]));
    all.extend(square([1.0, 1.0, 0.0], [2.0, 0.0, random.between(0.05, 0.5)], [0.0, 2.0, 0.0]));
    // A slot that is as wide as the body.
    for x in [-2.0, -2.0 + 2.0 * radius] {
        all.extend(square([x, -3.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]));
    }
    // Slivers, and triangles across each other.
    for _ in 0..6 {
        let (a, b) = (random.vector(-3.0, 3.0), random.vector(-3.0, 3.0));
        let off = [1e-12, 1e-9, 1e-6, 1e-3, 1e-1, 1.0][random.below(6) as usize];
        let c = std::array::from_fn(|k| 0.5 * (a[k] + b[k]) + off * random.between(-1.0, 1.0));
        all.push([a, b, c].map(|p: [f64; 3]| [p[0], p[1], p[2].abs()]));
    }
    all
}

/// The same triangles, turned and moved, so that none is parallel to an axis and all numbers are
/// rounded.
pub fn turned(random: &mut Random, all: Triangles) -> Triangles {
    let [x, y, z] = random.vector(-1.0, 1.0);
    let w = random.between(-1.0, 1.0);
    let n = x * x + y * y + z * z + w * w;
    let far = random.vector(-50.0, 50.0);
    let turn = |p: [f64; 3]| -> [f64; 3] {
        let rows = [
            [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ];
        std::array::from_fn(|k| {
            far[k] + (rows[k][0] * p[0] + rows[k][1] * p[1] + rows[k][2] * p[2]) / n
        })
    };
    all.into_iter().map(|triangle| triangle.map(turn)).collect()
}

pub fn mesh(triangles: &Triangles) -> Mesh<f64> {
    let vertices = triangles.iter().flatten().copied().collect();
    let faces = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, faces).unwrap()
}

/// A displacement of one of some sizes; one in three has no component along one of the axes, and
/// every other one presses the body down onto the obstacle below.
#[allow(dead_code, reason = "a test of characters has displacements of its own")]
pub fn displacement(random: &mut Random) -> [f64; 3] {
    let size = [1e-9, 1e-3, 0.03, 0.3, 3.0][random.below(5) as usize];
    let mut step = random.vector(-size, size);
    if random.below(3) == 0 {
        step[random.below(3) as usize] = 0.0;
    }
    if random.below(2) == 0 {
        step[2] = -0.5 * size;
    }
    step
}
