//! A mesh answers like brute force over its triangles, to the last bit.

mod brute_force;
mod random;

use random::Random;
use tangency::{Answer, Mesh, Point, Scalar, Sphere};

type Indexed = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// A square of `n × n` cells with heights. The numbers are whole, so that many triangles tie.
fn terrain(n: u32, height: impl Fn(u32, u32) -> f64) -> Indexed {
    let half = f64::from(n) / 2.0;
    let vertices = (0..=n)
        .flat_map(|j| (0..=n).map(move |i| (i, j)))
        .map(|(i, j)| [f64::from(i) - half, f64::from(j) - half, height(i, j)])
        .collect();
    let at = |i: u32, j: u32| j * (n + 1) + i;
    let triangles = (0..n)
        .flat_map(|j| (0..n).map(move |i| (i, j)))
        .flat_map(|(i, j)| {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
        })
        .collect();
    (vertices, triangles)
}

/// Triangles at random positions, some of them twice, some flat, some slivers.
fn soup(random: &mut Random, n: usize, reach: f64) -> Indexed {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::<[u32; 3]>::new());
    for _ in 0..n {
        if !triangles.is_empty() && random.below(6) == 0 {
            let [a, b, c] = triangles[random.below(triangles.len() as u64) as usize];
            triangles.push([b, c, a]);
            continue;
        }
        let a = random.vector(-reach, reach);
        let step = random.vector(-reach / 5.0, reach / 5.0);
        let b = [0, 1, 2].map(|k| a[k] + step[k]);
        let c = match random.below(5) {
            0 => a,
            1 => [0, 1, 2].map(|k| a[k] + 2.0 * step[k]),
            2 => [0, 1, 2].map(|k| a[k] + 0.5 * step[k] * (1.0 + f64::EPSILON)),
            _ => [0, 1, 2].map(|k| a[k] + random.between(-0.2, 0.2) * reach),
        };
        let first = vertices.len() as u32;
        vertices.extend([a, b, c]);
        triangles.push([first, first + 1, first + 2]);
    }
    (vertices, triangles)
}

/// Compares mesh and brute force over `count` spheres; returns how many of each answer there were.
fn compare<T: Scalar>(
    (vertices, triangles): Indexed,
    count: usize,
    narrow: impl Fn(f64) -> T,
    mut sphere: impl FnMut() -> ([f64; 3], f64, [f64; 3]),
) -> [usize; 3] {
    let vertices = vertices.iter().map(|v| v.map(&narrow)).collect();
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let mut kinds = [0; 3];
    let (mut balls, mut answers) = (Vec::new(), Vec::new());
    for i in 0..count {
        let (center, radius, velocity) = sphere();
        let ball = Sphere::new(center.map(&narrow), narrow(radius))
            .and_then(|s| s.moving(velocity.map(&narrow)))
            .unwrap();
        let (answer, expected) =
            (ball.first_contact(&mesh), brute_force::first_contact(&mesh, &ball));
        let told = format!("{center:?} {radius:?} {velocity:?}");
        assert_eq!(answer, expected, "{told}");
        assert_eq!(ball.has_contact(&mesh), answer != Answer::None, "{told}");
        if i % 8 == 0 {
            assert_eq!(ball.contacts(&mesh), brute_force::contacts(&mesh, &ball), "{told}");
            let (sphere, point) = (ball.shape(), Point::new(ball.shape().center()).unwrap());
            let touched = brute_force::touched(&mesh, sphere);
            assert_eq!(sphere.intersecting(&mesh), touched, "{told}");
            assert_eq!(sphere.intersects(&mesh), !touched.is_empty(), "{told}");
            assert_eq!(point.closest(&mesh), brute_force::closest(&mesh, &point), "{told}");
        }
        balls.push(ball);
        answers.push(answer);
        kinds[match answer {
            Answer::None => 0,
            Answer::Overlap(_) => 1,
            Answer::Contact(_) => 2,
        }] += 1;
    }
    let mut together = vec![Answer::None; balls.len()];
    mesh.first_contacts(&balls, &mut together).unwrap();
    assert_eq!(together, answers);
    kinds
}

fn enough([none, overlap, contact]: [usize; 3]) {
    assert!(none > 10 && overlap > 10 && contact > 100, "{none} {overlap} {contact}");
}

#[test]
fn flat_floor_where_everything_ties() {
    let mut random = Random(1);
    enough(compare(
        terrain(8, |_, _| 0.0),
        3_000,
        |x| x,
        || {
            let mut center = random.integers(-5, 5);
            center[2] = random.below(4) as f64;
            (center, random.below(3) as f64, random.integers(-2, 2))
        },
    ));
}

#[test]
fn pyramids_on_a_grid() {
    let mut random = Random(2);
    let height = |i: u32, j: u32| f64::from((i * 7 + j * 3) % 3);
    enough(compare(
        terrain(6, height),
        3_000,
        |x| x,
        || {
            let mut center = random.integers(-8, 8).map(|x| x / 2.0);
            center[2] += 3.0;
            (center, random.below(4) as f64 / 2.0, random.integers(-3, 3))
        },
    ));
}

#[test]
fn rough_terrain() {
    let mut random = Random(3);
    let heights: Vec<f64> = (0..289).map(|_| random.between(0.0, 1.5)).collect();
    let height = |i: u32, j: u32| heights[(j * 17 + i) as usize];
    enough(compare(
        terrain(16, height),
        2_000,
        |x| x,
        || {
            let mut center = random.vector(-9.0, 9.0);
            center[2] = random.between(0.0, 4.0);
            (center, random.between(0.05, 1.0), random.vector(-2.0, 2.0))
        },
    ));
}

#[test]
fn soups() {
    for seed in 0..6 {
        let mut random = Random(100 + seed);
        let reach = [1.0, 1e-3, 1e6][seed as usize % 3];
        let mesh = soup(&mut random, 120, reach);
        enough(compare(
            mesh,
            500,
            |x| x,
            || {
                let radius = random.between(0.0, 0.2) * reach;
                (random.vector(-1.3 * reach, 1.3 * reach), radius, random.vector(-reach, reach))
            },
        ));
    }
}

#[test]
fn singles() {
    let mut random = Random(4);
    let mesh = soup(&mut random, 120, 1.0);
    enough(compare(
        mesh,
        1_500,
        |x| x as f32,
        || (random.vector(-1.3, 1.3), random.between(0.0, 0.2), random.vector(-1.0, 1.0)),
    ));
}

#[test]
fn far_from_the_origin() {
    let mut random = Random(5);
    let away = [1e7, -2e7, 1.5e7];
    let (vertices, triangles) = soup(&mut random, 120, 1.0);
    let moved = |v: [f64; 3]| [0, 1, 2].map(|k| v[k] + away[k]);
    let mesh = (vertices.into_iter().map(moved).collect(), triangles);
    enough(compare(
        mesh,
        1_500,
        |x| x,
        || (moved(random.vector(-1.3, 1.3)), random.between(0.0, 0.2), random.vector(-1.0, 1.0)),
    ));
}

/// A start so far away that the time of entry into the reach of the mesh is uncertain by a
/// hundredth of the mesh's size.
#[test]
fn from_very_far_along_an_axis() {
    let mut random = Random(6);
    for axis in 0..3 {
        let kinds = compare(
            soup(&mut random, 200, 1.0),
            400,
            |x| x,
            || {
                let side = [-1.0, 1.0][random.below(2) as usize];
                let mut center = random.vector(-1.2, 1.2);
                center[axis] = side * random.between(1e11, 1e12);
                let mut velocity = [0.0; 3];
                velocity[axis] = -side * random.between(0.5, 2.0);
                (center, random.between(0.0, 0.1), velocity)
            },
        );
        assert!(kinds[0] > 10 && kinds[2] > 50, "{kinds:?}");
    }
}

/// Where floats cannot be trusted, the BVH excludes no triangle that it should not.
#[test]
fn huge_and_tiny() {
    for (seed, scale) in [1e-160, 1e150, 1e-300, 1e307].into_iter().enumerate() {
        let mut random = Random(200 + seed as u64);
        let (vertices, triangles) = soup(&mut random, 24, 1.0);
        let mesh = (vertices.into_iter().map(|v| v.map(|x| x * scale)).collect(), triangles);
        let speed = [1.0, 1e-150, 1e150, 1e300][seed % 4];
        let kinds = compare(
            mesh,
            120,
            |x| x,
            || {
                let center = random.vector(-1.3, 1.3).map(|x| x * scale);
                (
                    center,
                    random.between(0.0, 0.2) * scale,
                    random.vector(-1.0, 1.0).map(|x| x * speed),
                )
            },
        );
        assert!(kinds[2] > 5, "{kinds:?}");
    }
}

/// Meshes whose coordinates are whole multiples of a unit down to the least subnormal, where every
/// rounding is a tie. In some, coordinates differ from a number or its negative by a few units.
fn tiny_units<T: Scalar>(seed: u64, narrow: impl Fn(f64) -> T + Copy, units: &[f64]) {
    for (i, &unit) in units.iter().enumerate() {
        for offset in [0.0, 50.0, 3390.0, 1e6] {
            let mut random = Random(seed + i as u64);
            let number = |random: &mut Random, most: i64| {
                let offset = [offset, -offset][random.below(2) as usize];
                (offset + random.integer(-most, most)) * unit
            };
            let vertices: Vec<[f64; 3]> =
                (0..24).map(|_| [0; 3].map(|_| number(&mut random, 4))).collect();
            let triangles: Vec<[u32; 3]> =
                (0..30).map(|_| [0; 3].map(|_| random.below(24) as u32)).collect();
            let mut met = 0;
            for speed in [0.0, unit, 1.0] {
                let [_, overlaps, contacts] =
                    compare((vertices.clone(), triangles.clone()), 60, narrow, || {
                        let center = [0; 3].map(|_| number(&mut random, 9));
                        let radius = match random.below(2) {
                            0 => number(&mut random, 4).abs(),
                            _ => random.integer(0, 3) * unit,
                        };
                        (center, radius, random.integers(-2, 2).map(|x| x * speed))
                    });
                met += overlaps + contacts;
            }
            assert!(met > 20, "{met} of {unit:e}");
        }
    }
}

/// Meshes of all kinds of triangles between a few vertices, which are far from each other and
/// nearly mirrored along three axes, and a sphere of that size at rest among them.
fn mirrored<T: Scalar>(seed: u64, narrow: impl Fn(f64) -> T + Copy, units: &[f64]) {
    let mut random = Random(seed);
    for &unit in units {
        let mut met = 0;
        for _ in 0..400 {
            let most = random.integer(10, 5000);
            let near = |random: &mut Random| (most + random.integer(-3, 3)) * unit;
            let point = |random: &mut Random| {
                [0; 3].map(|_| near(random) * [1.0, -1.0][random.below(2) as usize])
            };
            let vertices: Vec<[f64; 3]> = (0..3).map(|_| point(&mut random)).collect();
            let triangles: Vec<[u32; 3]> =
                (0..8).map(|_| [0; 3].map(|_| random.below(3) as u32)).collect();
            let [a, b] = [vertices[0], vertices[1]];
            let [_, overlaps, contacts] = compare((vertices, triangles), 8, narrow, || {
                let center = match random.below(2) {
                    0 => point(&mut random),
                    // The centre is near the middle of an edge.
                    _ => [0, 1, 2].map(|k| (a[k] + b[k]) / 2.0 + random.integer(-1, 1) * unit),
                };
                (center, near(&mut random), [0.0; 3])
            });
            met += overlaps + contacts;
        }
        assert!(met > 1_000, "{met} of {unit:e}");
    }
}

#[test]
fn units_down_to_the_least_subnormal() {
    let power = |e: i32| f64::from_bits(((1023 + e) as u64) << 52);
    let least = f64::from_bits(1);
    let units = [least, 3.0 * least, 1e6 * least, power(-1022), power(-1000), power(-960)];
    tiny_units::<f64>(300, |x| x, &units);
    mirrored::<f64>(310, |x| x, &units);
    let least = f64::from(f32::from_bits(1));
    let units = [least, 3.0 * least, power(-126), power(-100)];
    tiny_units::<f32>(400, |x| x as f32, &units);
    mirrored::<f32>(410, |x| x as f32, &units);
}

/// A sphere at rest on an edge, except for a few subnormals.
#[test]
fn a_subnormal_mesh_is_not_lost() {
    let vertices = vec![
        [-1.676e-320, 1.6764e-320, -1.6754e-320],
        [1.6764e-320, 1.675e-320, 1.676e-320],
        [1.676e-320, 1.6754e-320, -1.6764e-320],
    ];
    let mesh = Mesh::new(vertices, vec![[0, 0, 2], [0, 1, 2], [1, 0, 2], [2, 2, 2]]).unwrap();
    let ball = Sphere::new([1.6744e-320, 1.675e-320, 1.6744e-320], 1.675e-320).unwrap();
    for velocity in [[0.0; 3], [-2.0, 0.0, 2.0]] {
        let ball = ball.moving(velocity).unwrap();
        let overlap = ball.first_contact(&mesh).overlap().unwrap();
        assert_eq!(overlap.feature.triangle, 1);
        assert_eq!(ball.first_contact(&mesh), brute_force::first_contact(&mesh, &ball));
    }
}

/// Flat meshes with noise that is far below the resolution of floats at that size.
#[test]
fn walls_with_dust() {
    for (seed, dust) in [1e-16, 1e-20, 1e-22, 1e-24, 1e-30].into_iter().enumerate() {
        let mut random = Random(500 + seed as u64);
        let dusty = |random: &mut Random, [_, y, z]: [f64; 3]| [random.integer(-3, 3) * dust, y, z];
        let vertices = (0..20).map(|_| {
            let point = random.integers(-4, 4);
            dusty(&mut random, point)
        });
        let vertices: Vec<[f64; 3]> = vertices.collect();
        let triangles: Vec<[u32; 3]> =
            (0..24).map(|_| [0; 3].map(|_| random.below(20) as u32)).collect();
        for single in [false, true] {
            let sphere = || {
                let center = random.integers(-4, 4).map(|x| x / 2.0);
                let center = dusty(&mut random, center);
                let velocity = match random.below(3) {
                    0 => [0.0; 3],
                    1 => [dust, 0.0, 0.0],
                    _ => random.integers(-1, 1),
                };
                (center, random.integer(0, 2) * dust, velocity)
            };
            let mesh = (vertices.clone(), triangles.clone());
            let [_, overlaps, contacts] = if single {
                compare(mesh, 300, |x| x as f32, sphere)
            } else {
                compare(mesh, 300, |x| x, sphere)
            };
            assert!(overlaps + contacts > 20, "{overlaps} {contacts}");
        }
    }
}

/// A time limit of zero, of either sign: only contacts and overlaps at the start count.
#[test]
fn no_time_at_all() {
    let mut random = Random(8);
    let mut kinds = [0; 3];
    for _ in 0..300 {
        let vertices: Vec<[f64; 3]> = (0..9).map(|_| random.integers(-4, 4)).collect();
        let mesh = Mesh::new(vertices, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]]).unwrap();
        for _ in 0..20 {
            let (center, velocity) = (random.integers(-4, 4), random.integers(-2, 2));
            let ball = Sphere::new(center, random.integer(0, 3)).unwrap().moving(velocity).unwrap();
            let [plain, signed] = [0.0, -0.0].map(|t_max| ball.until(t_max).unwrap());
            let answer = plain.first_contact(&mesh);
            assert_eq!(answer, brute_force::first_contact(&mesh, &plain), "{ball:?}");
            assert_eq!(signed.first_contact(&mesh), answer, "{ball:?}");
            for ball in [plain, signed] {
                assert_eq!(ball.has_contact(&mesh), answer != Answer::None, "{ball:?}");
                assert_eq!(ball.contacts(&mesh), brute_force::contacts(&mesh, &ball), "{ball:?}");
            }
            kinds[match answer {
                Answer::None => 0,
                Answer::Overlap(_) => 1,
                Answer::Contact(_) => 2,
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
}

#[test]
fn rays_and_spheres_that_stand_still() {
    let mut random = Random(6);
    let height = |i: u32, j: u32| f64::from((i + j) % 2);
    let mut sphere = || {
        let mut center = random.integers(-6, 6).map(|x| x / 2.0);
        center[2] += 2.0;
        match random.below(2) {
            0 => (center, 0.0, random.integers(-2, 2)),
            _ => (center, random.below(5) as f64 / 2.0, [0.0; 3]),
        }
    };
    enough(compare(terrain(6, height), 3_000, |x| x, &mut sphere));
}

#[test]
fn a_moving_mesh_is_a_sphere_that_moves_the_other_way() {
    let mut random = Random(7);
    let (vertices, triangles) = soup(&mut random, 100, 1.0);
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let mut contacts = 0;
    for _ in 0..1_000 {
        let (center, velocity) = (random.vector(-1.3, 1.3), random.vector(-1.0, 1.0));
        let ball = Sphere::new(center, 0.1).unwrap();
        let there = ball.moving(velocity).unwrap().first_contact(&mesh);
        let back = mesh.moving(velocity.map(|x| -x)).unwrap();
        let here = ball.moving([0.0; 3]).unwrap().first_contact(&back);
        match (there, here) {
            (Answer::Contact(a), Answer::Contact(b)) => {
                contacts += 1;
                assert_eq!((a.time, a.normal, a.feature), (b.time, b.normal, b.feature));
            }
            (a, b) => assert_eq!(a, b),
        }
    }
    assert!(contacts > 100);
}

#[test]
fn time_limits_are_exact() {
    let (vertices, triangles) = terrain(4, |_, _| 0.0);
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let ball = Sphere::new([0.25, 0.5, 5.0], 1.0).unwrap().moving([0.0, 0.0, -3.0]).unwrap();
    // The exact time is 4/3: the nearest float is below it, the next one above.
    let nearest = 4.0 / 3.0;
    assert_eq!(ball.first_contact(&mesh).contact().unwrap().time, nearest);
    assert_eq!(ball.until(nearest).unwrap().first_contact(&mesh), Answer::None);
    assert!(ball.until(f64::next_up(nearest)).unwrap().first_contact(&mesh).contact().is_some());
    assert_eq!(ball.time_down(&mesh), Some(nearest));
}

/// Two triangles at distances that differ by less than any filter resolves.
#[test]
fn the_closer_of_two_that_nearly_tie() {
    let above = |z: f64| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 2.0, z]];
    let vertices = [above(1.0), above(-1.0), above(f64::next_down(1.0))].concat();
    let closest = |height: f64, triangles: &[[u32; 3]]| {
        let mesh = Mesh::new(vertices.clone(), triangles.to_vec()).unwrap();
        let ball = Sphere::new([0.0, 0.0, height], 2.0).unwrap().moving([0.0; 3]).unwrap();
        ball.first_contact(&mesh).overlap().unwrap().feature.triangle
    };
    assert_eq!(closest(0.0, &[[0, 1, 2], [3, 4, 5], [6, 7, 8]]), 2);
    assert_eq!(closest(0.0, &[[0, 1, 2], [3, 4, 5]]), 0);
    assert_eq!(closest(-5e-324, &[[0, 1, 2], [3, 4, 5]]), 1);
}

/// The touched vertices of the two triangles have equal numbers only after each is scaled by
/// another power of two.
#[test]
fn places_are_the_same_only_in_the_same_frame() {
    let a = 5.0 * (1u64 << 38) as f64;
    let low = -a / 4.0;
    let vertices = vec![
        [a, 0.0, 0.0],
        [a, 0.0, low],
        [0.75 * a, 0.0, low],
        [2.0 * a, 0.0, 0.0],
        [2.0 * a, 0.0, 2.0 * low],
        [2.25 * a, 0.0, 2.0 * low],
    ];
    let mesh = Mesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let ball = |x| Sphere::new([x, 0.0, 0.5 * a], 0.625 * a).unwrap().moving([0.0, 0.0, -1.0]);
    let triangle = |x| ball(x).unwrap().first_contact(&mesh).contact().unwrap().feature.triangle;
    // The ball is a little closer to one triangle, to neither, and to the other.
    let middle = 1.5 * a;
    assert_eq!(triangle(middle.next_down()), 0);
    assert_eq!(triangle(middle), 0);
    assert_eq!(triangle(middle.next_up()), 1);
}

#[test]
fn an_empty_mesh_is_never_met() {
    let mesh = Mesh::<f64>::new(vec![], vec![]).unwrap();
    let ball = Sphere::new([0.0; 3], 1.0).unwrap().moving([1.0, 0.0, 0.0]).unwrap();
    assert_eq!(ball.first_contact(&mesh), Answer::None);
}

/// A mesh with moved vertices gives the answers of a new mesh, although the BVH was built for other
/// vertices.
#[test]
fn moved_vertices_are_a_new_mesh() {
    let mut random = Random(31);
    let (vertices, triangles) = soup(&mut random, 300, 1.0);
    let mut mesh = Mesh::new(vertices.clone(), triangles.clone()).unwrap();
    for round in 0..6 {
        let scale = [1.0, 1e-5, 1e6][round % 3];
        let mut moved = vertices.clone();
        let shift = random.vector(-10.0, 10.0);
        for vertex in &mut moved {
            let wobble = random.vector(-0.5, 0.5);
            *vertex = [0, 1, 2].map(|k| (vertex[k] + wobble[k] + shift[k]) * scale);
        }
        mesh.set_vertices(&moved).unwrap();
        let new = Mesh::new(moved, triangles.clone()).unwrap();
        let mut contacts = 0;
        for _ in 0..300 {
            let center = random.vector(-2.0, 2.0);
            let center = [0, 1, 2].map(|k| (center[k] + shift[k]) * scale);
            let velocity = random.vector(-scale, scale);
            let radius = random.between(0.0, 0.2) * scale;
            let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
            let answer = ball.first_contact(&mesh);
            assert_eq!(answer, ball.first_contact(&new));
            contacts += usize::from(answer.contact().is_some());
        }
        assert!(contacts > 30, "{contacts}");
    }
    assert!(mesh.set_vertices(&[]).is_err());
    let bad = vec![[f64::NAN; 3]; mesh.vertices().len()];
    let before = mesh.vertices().to_vec();
    assert_eq!(
        mesh.set_vertices(&bad).unwrap_err().to_string(),
        "vertices[0][0] is NaN, must be a finite number"
    );
    assert_eq!(mesh.vertices(), before);
}

/// Many triangles, some so large that all boxes overlap, so that every part of the tree is used.
#[test]
fn a_globe_with_spikes() {
    let mut random = Random(32);
    let n = 24;
    let mut vertices = Vec::new();
    for j in 0..=n {
        for i in 0..2 * n {
            let (u, v) = (f64::from(i) / f64::from(n), f64::from(j) / f64::from(n));
            let round = |x: f64| (1.0 - 4.0 * (x - x.floor() - 0.5).abs()).clamp(-1.0, 1.0);
            let r =
                1.0 + 0.2 * random.between(0.0, 1.0) * f64::from(u8::from(random.below(9) == 0));
            let ring = (1.0 - (2.0 * v - 1.0) * (2.0 * v - 1.0)).sqrt() * r;
            vertices.push([
                ring * round(u / 2.0),
                ring * round(u / 2.0 + 0.25),
                (2.0 * v - 1.0) * r,
            ]);
        }
    }
    let at = |i: u32, j: u32| j * 2 * n as u32 + i % (2 * n as u32);
    let mut triangles: Vec<[u32; 3]> = (0..n as u32)
        .flat_map(|j| (0..2 * n as u32).map(move |i| (i, j)))
        .flat_map(|(i, j)| {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            [[a, b, c], [a, c, d]]
        })
        .collect();
    // A few triangles span the whole globe.
    triangles.extend([[0, at(3, 12), at(30, 20)], [at(1, 1), at(20, 12), at(40, 23)]]);
    enough(compare(
        (vertices, triangles),
        700,
        |x| x,
        || {
            let (center, aim) = (random.vector(-2.0, 2.0), random.vector(-1.0, 1.0));
            let velocity = [0, 1, 2].map(|k| aim[k] - center[k]);
            (center, [0.0, 0.01, 0.1, 0.7][random.below(4) as usize], velocity)
        },
    ));
}

#[test]
fn a_tree_takes_sixteen_bytes_a_triangle() {
    let mut random = Random(17);
    let heights: Vec<f64> = (0..101 * 101).map(|_| random.between(0.0, 3.0)).collect();
    let (vertices, triangles) = terrain(100, |i, j| heights[(j * 101 + i) as usize]);
    let count = triangles.len();
    let shared = Mesh::new(vertices.clone(), triangles.clone()).unwrap();
    assert!(shared.tree_bytes() <= 16 * count, "{}", shared.tree_bytes() as f64 / count as f64);
    // The same holds if each triangle has vertices of its own, as long as they have the same
    // positions.
    let mut apart: Vec<_> = triangles.iter().flatten().map(|&i| vertices[i as usize]).collect();
    let numbers = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mut alone = Mesh::new(apart.clone(), numbers).unwrap();
    assert_eq!(alone.tree_bytes(), shared.tree_bytes());
    // When the vertices move apart, the mesh takes more memory, and still gives the same answers.
    for vertex in &mut apart {
        *vertex = vertex.map(|x| x + random.between(-0.2, 0.2));
    }
    alone.set_vertices(&apart).unwrap();
    assert!(alone.tree_bytes() > shared.tree_bytes());
    let mut met = 0;
    for _ in 0..40 {
        let [x, y, _] = random.vector(-50.0, 50.0);
        let velocity = [random.between(-0.5, 0.5), random.between(-0.5, 0.5), -1.0];
        let radius = random.between(0.1, 3.0);
        let ball = Sphere::new([x, y, 9.0], radius).unwrap().moving(velocity).unwrap();
        let answer = ball.first_contact(&alone);
        assert_eq!(answer, brute_force::first_contact(&alone, &ball), "{ball:?}");
        met += usize::from(answer.contact().is_some());
    }
    assert!(met > 20, "{met}");
}
