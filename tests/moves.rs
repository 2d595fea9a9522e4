//! Moves that stay free, judged by whole numbers without the library (`move_oracle`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

#[path = "move_oracle/levels.rs"]
mod levels;
mod move_oracle;
mod random;

use levels::{Triangles, displacement, level, mesh, square, turned};
use move_oracle::{Leg, enters, leads_back, units_off};
use random::Random;
use tangency::{Advance, AlignedBox, Capsule, Point, Scene, Slide, SlideOptions, Sphere, Triangle};

fn norm(v: [f64; 3]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Checks that no leg enters a triangle.
fn judge(triangles: &Triangles, from: [f64; 3], legs: &[[f64; 3]], axis: [f64; 3], radius: f64) {
    let mut from = from;
    for &to in legs {
        let leg = Leg { from, to, axis, reach: [radius, 0.0] };
        for triangle in triangles {
            assert!(!enters(&leg, triangle), "{leg:?} {triangle:?}");
        }
        from = to;
    }
}

/// The counts of many moves.
#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    legs: usize,
    blocked: usize,
    started_free: usize,
}

/// The judge of free moves.
#[derive(Clone, Copy, PartialEq)]
enum Judge {
    /// The oracle, for each leg.
    Oracle,
    /// The next move, which would begin in an overlap.
    NextMove,
}

/// Makes many moves, each from the end of the last one. At no time is a triangle nearer to the body
/// than its radius.
fn walk(seed: u64, worlds: usize, moves: usize, is_capsule: bool, by: Judge) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for world in 0..worlds {
        let radius = [0.25, 0.3, 0.1][world % 3];
        let mut triangles = level(&mut random, radius);
        if world % 2 == 1 {
            triangles = turned(&mut random, triangles);
        }
        let mesh = mesh(&triangles);
        let corner = triangles[0][0];
        let axis = if !is_capsule {
            [0.0; 3]
        } else if random.below(2) == 0 {
            [0.0, 0.0, 0.5]
        } else {
            random.vector(-0.5, 0.5)
        };
        let mut at = std::array::from_fn(|k| corner[k] + random.between(0.0, 3.0));
        let mut step = random.vector(-1.0, 1.0);
        for i in 0..moves {
            if i % 7 == 0 {
                step = displacement(&mut random);
            }
            let options = SlideOptions::default();
            let slide = if is_capsule {
                let body = Capsule::with_axis(at, axis, radius).unwrap();
                body.slide(step, &mesh, options).unwrap()
            } else {
                Sphere::new(at, radius).unwrap().slide(step, &mesh, options).unwrap()
            };
            if slide.overlap.is_some() {
                // Only the first move may begin in an overlap.
                assert_eq!(i, 0, "a move has ended in overlap");
                break;
            }
            tally.started_free += usize::from(i == 0);
            if by == Judge::Oracle {
                judge(&triangles, at, &slide.legs, axis, radius);
            }
            assert_eq!(slide.position, slide.legs.last().copied().unwrap_or(at));
            tally.moves += 1;
            tally.legs += slide.legs.len();
            tally.blocked += slide.contacts.len();
            at = slide.position;
        }
    }
    tally
}

#[test]
fn no_number_of_moves_of_a_sphere_ends_in_overlap() {
    let tally = walk(1, 400, 60, false, Judge::Oracle);
    println!("{tally:?}");
    assert!(tally.moves > 15_000 && tally.blocked > 5_000, "{tally:?}");
}

#[test]
fn no_number_of_moves_of_a_capsule_ends_in_overlap() {
    let tally = walk(2, 400, 60, true, Judge::Oracle);
    println!("{tally:?}");
    assert!(tally.moves > 15_000 && tally.blocked > 5_000, "{tally:?}");
}

/// Makes `TANGENCY_MOVES` moves, or this many by default.
fn run(seed: u64, moves: usize, is_capsule: bool, by: Judge) {
    let moves = std::env::var("TANGENCY_MOVES").map_or(moves, |text| text.parse().unwrap());
    let (a_world, mut all, mut tenths) = (1_000, Tally::default(), 0);
    for i in 0.. {
        let tally = walk(seed + 1_000_003 * i, 6, a_world, is_capsule, by);
        all.moves += tally.moves;
        all.legs += tally.legs;
        all.blocked += tally.blocked;
        all.started_free += tally.started_free;
        if all.moves * 10 >= (tenths + 1) * moves {
            tenths = all.moves * 10 / moves;
            println!("{all:?}");
        }
        if all.moves >= moves {
            break;
        }
    }
    assert!(all.blocked > all.moves / 10, "{all:?}");
}

// `cargo test --release --test moves -- --ignored --nocapture`runs these tests, or one of them by
// its name. benches/RECORD.md has the results.

#[test]
#[ignore = "five million moves: some minutes in release"]
fn millions_of_moves_of_spheres_are_free() {
    run(11, 5_000_000, false, Judge::Oracle);
}

#[test]
#[ignore = "five million moves: some minutes in release"]
fn millions_of_moves_of_capsules_are_free() {
    run(12, 5_000_000, true, Judge::Oracle);
}

#[test]
#[ignore = "fifty million moves: many minutes in release"]
fn soak_of_spheres() {
    run(13, 50_000_000, false, Judge::NextMove);
}

#[test]
#[ignore = "fifty million moves: many minutes in release"]
fn soak_of_capsules() {
    run(14, 50_000_000, true, Judge::NextMove);
}

/// Prints how many moves continued along their obstacles, and how near the blocked ones came.
///
/// `cargo test --release --test moves -- --ignored --nocapture what_moves`
#[test]
#[ignore = "prints figures"]
fn what_moves_take() {
    for is_capsule in [false, true] {
        let mut random = Random(31 + u64::from(is_capsule));
        let (mut moves, mut blocked) = (0, 0);
        let (mut legs, mut contacts, mut gaps) = ([0; 14], [0; 14], [0; 7]);
        let mut slide = Slide::default();
        for world in 0..300 {
            let radius = 0.25;
            let mut triangles = level(&mut random, radius);
            if world % 2 == 1 {
                triangles = turned(&mut random, triangles);
            }
            let (mesh, corner) = (mesh(&triangles), triangles[0][0]);
            let axis = if is_capsule { random.vector(-0.5, 0.5) } else { [0.0; 3] };
            let mut at = std::array::from_fn(|k| corner[k] + random.between(0.0, 3.0));
            for i in 0..400 {
                let size = [1e-3, 0.03, 0.3, 3.0][random.below(4) as usize];
                let step = random.vector(-size, size);
                let body = Capsule::with_axis(at, axis, radius).unwrap();
                let advance = if is_capsule {
                    body.slide_into(step, &mesh, SlideOptions::default(), &mut slide).unwrap();
                    body.advance(step, &mesh).unwrap()
                } else {
                    let ball = Sphere::new(at, radius).unwrap();
                    ball.slide_into(step, &mesh, SlideOptions::default(), &mut slide).unwrap();
                    ball.advance(step, &mesh).unwrap()
                };
                if slide.overlap.is_some() {
                    assert_eq!(i, 0);
                    break;
                }
                moves += 1;
                legs[slide.legs.len()] += 1;
                contacts[slide.contacts.len()] += 1;
                if let Advance::Blocked { position, contact } = advance {
                    blocked += 1;
                    let off = units_off(position, contact.center, at, false);
                    gaps[[0.0, 0.5, 1.0, 2.0, 3.0, 4.5].iter().filter(|&&x| off > x).count()] += 1;
                }
                at = slide.position;
            }
        }
        println!("{}: {moves} moves", if is_capsule { "capsules" } else { "spheres" });
        println!("  legs, from none on: {legs:?}");
        println!("  contacts, from none on: {contacts:?}");
        println!(
            "  {blocked} blocked, off the rounded contact by 0, 1/2, 1, 2, 3, 4.5 units, more: {gaps:?}"
        );
    }
}

/// The judge distinguishes a leg that comes too near by one last place from a leg that does not.
#[test]
fn the_judge_sees_a_unit_in_the_last_place() {
    let triangle = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let leg = |z: f64, axis: [f64; 3]| Leg {
        from: [0.0, 0.0, 5.0],
        to: [0.0, 0.0, z],
        axis,
        reach: [0.3, 0.0],
    };
    let third = 0.3f64;
    for axis in [[0.0; 3], [0.0, 0.0, 2.0], [0.5, 0.0, 0.0], [0.2, 0.3, 0.1]] {
        assert!(!enters(&leg(third, axis), &triangle));
        assert!(enters(&leg(third.next_down(), axis), &triangle));
        assert!(enters(&leg(-5.0, axis), &triangle));
    }
    // The legs pass an edge and a corner.
    let past = |x: f64| Leg {
        from: [x, 5.0, 0.5],
        to: [x, -5.0, 0.5],
        axis: [0.0; 3],
        reach: [0.625, 0.0],
    };
    assert!(!enters(&past(1.375), &triangle) && enters(&past(1.375f64.next_down()), &triangle));
    let over =
        |z: f64| Leg { from: [3.0, 1.0, z], to: [-3.0, 1.0, z], axis: [0.0; 3], reach: [0.5, 0.0] };
    assert!(!enters(&over(0.5), &triangle) && enters(&over(0.5f64.next_down()), &triangle));
}

/// Along a floor of many coplanar triangles no displacement is lost, and no edge between them
/// blocks.
#[test]
fn seams_are_not_felt() {
    let mut random = Random(5);
    let mut felt = 0;
    for i in 0..200 {
        let mut floor = Vec::new();
        for i in -4..4 {
            for j in -4..4 {
                let at = [f64::from(i), f64::from(j), 0.0];
                floor.extend(square(at, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
            }
        }
        let world = mesh(&floor);
        let radius = 0.3;
        let mut ball = Sphere::new([-3.0, -3.0, 0.3], radius).unwrap();
        let pace =
            [random.between(0.01, 1.0), random.between(0.01, 1.0), -random.between(0.0, 1.0)];
        for _ in 0..4 {
            let slide = ball.slide(pace, &world, SlideOptions::default()).unwrap();
            judge(&floor, ball.center(), &slide.legs, [0.0; 3], radius);
            let gone: [f64; 3] = std::array::from_fn(|k| slide.position[k] - ball.center()[k]);
            let lost = norm([gone[0] - pace[0], gone[1] - pace[1], 0.0]) / norm(pace);
            assert!(lost <= 1e-9, "{i}: {lost} of {pace:?} {slide:?}");
            felt += usize::from(slide.contacts.len() > 1);
            ball = Sphere::new(slide.position, radius).unwrap();
        }
    }
    assert_eq!(felt, 0);
}

/// A blocked body ends within four units in the last place of the contact.
#[test]
fn blocked_is_as_near_as_floats_get() {
    let mut random = Random(6);
    let (mut blocked, mut within) = (0, [0; 4]);
    for world in 0..60 {
        let mut triangles = level(&mut random, 0.25);
        if world % 2 == 1 {
            triangles = turned(&mut random, triangles);
        }
        let mesh = mesh(&triangles);
        let corner = triangles[0][0];
        for _ in 0..40 {
            let at = std::array::from_fn(|k| corner[k] + random.between(0.0, 3.0));
            let step = random.vector(-3.0, 3.0);
            let ball = Sphere::new(at, 0.25).unwrap();
            let Advance::Blocked { position, contact } = ball.advance(step, &mesh).unwrap() else {
                continue;
            };
            judge(&triangles, at, &[position], [0.0; 3], 0.25);
            blocked += 1;
            let most = units_off(position, contact.center, at, false);
            assert!(most <= 4.5, "{most} {position:?} {contact:?}");
            assert!(!leads_back(at, position, step), "{at:?} {step:?} {position:?}");
            for (count, limit) in within.iter_mut().zip([0.0, 1.0, 2.0, 4.5]) {
                *count += usize::from(most <= limit);
            }
        }
    }
    println!("of {blocked} within 0, 1, 2 and 4.5 units of the rounded contact: {within:?}");
    assert!(blocked > 500, "{blocked}");
}

/// Between two points, in a gap that is hardly narrower than the ball, no position around the
/// contact need be free. Free positions are farther back, where the ball has more room. The move
/// must find one, and not stay at its start.
#[test]
fn who_is_stopped_in_a_gap_comes_as_far_as_the_gap() {
    let mut random = Random(11);
    let mut far_back = 0;
    for _ in 0..60 {
        let (from, way) = (random.vector(-1.0, 1.0), random.vector(1.0, 9.0));
        let along = way.map(|x| x / norm(way));
        // This direction is perpendicular to the path.
        let [_, y, z] = along;
        let out = [0.0, -z, y].map(|x| x / norm([0.0, z, y]));
        let narrower = random.between(1e-14, 1e-12);
        let mut gap = Scene::new();
        for side in [-1.0, 1.0] {
            let at = |k: usize| from[k] + 0.5 * way[k] + side * (1.0 - narrower) * out[k];
            gap.insert(Point::new(std::array::from_fn(at)).unwrap());
        }
        let moved = Sphere::new(from, 1.0).unwrap().advance(way, &gap).unwrap();
        let (place, stopped) = (moved.position(), moved.contact().unwrap().center);
        let back = norm(std::array::from_fn(|k| place[k] - stopped[k]));
        assert!(back < 1e-5, "{back:e} from {stopped:?}, {from:?} {way:?}");
        far_back += usize::from(back > 64.0 * f64::EPSILON * norm(stopped));
    }
    assert!(far_back > 10, "{far_back}");
}

/// Box3D, issue 32: a body that rests on a surface can move away from the surface or along it.
#[test]
fn who_rests_on_a_surface_is_not_held() {
    let floor = AlignedBox::new([-16.0, -16.0, -1.0], [16.0, 16.0, 0.0]).unwrap();
    let radius = 0.25;
    let from = [1.0, 2.0, radius];
    let axes = [[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.5, 0.0]];
    for [x, y, z] in (0..27).map(|i| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1].map(f64::from)) {
        let move_by = [0.5 * x, 0.5 * y, 0.5 * z];
        let to: [f64; 3] = std::array::from_fn(|k| from[k] + move_by[k]);
        for axis in axes {
            let body = Capsule::with_axis(from, axis, radius).unwrap();
            let advance = body.advance(move_by, &floor).unwrap();
            if z < 0.0 {
                // The body moves into the surface and ends where it rests.
                let contact = advance.contact().unwrap();
                assert_eq!((contact.time, contact.normal), (0.0, Some([0.0, 0.0, 1.0])));
                assert_eq!(advance.position(), from);
            } else {
                assert_eq!(advance, Advance::Free { position: to }, "{move_by:?} {axis:?}");
            }
        }
    }
}

/// The point of a cone, given by the inward unit normals, that is nearest to `v`: `v` itself, a
/// point on one of the planes or on an edge of two planes, or the apex.
fn nearest_in_cone(v: [f64; 3], normals: &[[f64; 3]]) -> [f64; 3] {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let far = |p: [f64; 3]| norm([0, 1, 2].map(|k| p[k] - v[k]));
    let mut all = vec![v, [0.0; 3]];
    for (i, &a) in normals.iter().enumerate() {
        all.push([0, 1, 2].map(|k| v[k] - dot(v, a) * a[k]));
        for &b in &normals[..i] {
            let edge = [0, 1, 2].map(|k| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                a[i] * b[j] - a[j] * b[i]
            });
            let part = dot(v, edge) / dot(edge, edge);
            all.push(edge.map(|x| part * x));
        }
    }
    let inside = |p: &[f64; 3]| normals.iter().all(|&n| dot(*p, n) >= -1e-12);
    all.into_iter().filter(inside).min_by(|&p, &q| far(p).total_cmp(&far(q))).unwrap()
}

/// Avian, `velocity_project`, `check_agreement`: up to seventeen planes at one point. A ball that
/// touches all of them slides along the nearest direction between them. One ball in a thousand
/// stays at its start: in a groove nearly along its displacement, it alternates between two planes
/// that differ by a last bit.
#[test]
fn among_seventeen_planes_it_goes_the_nearest_way() {
    let mut normals: Vec<[f64; 3]> = vec![[0.0, 0.0, 1.0]];
    for [x, y] in [[2.0, 0.0], [0.0, 2.0], [1.5, 1.5], [1.0, 1.75], [1.75, 1.0]] {
        for [a, b] in [[x, y], [x, -y], [-x, y], [-x, -y]] {
            let length = norm([a, b, 1.0]);
            let normal = [a / length, b / length, 1.0 / length];
            if !normals.contains(&normal) {
                normals.push(normal);
            }
        }
    }
    assert_eq!(normals.len(), 17);
    let center = [40.0, 50.0, 60.0];
    let mut options = SlideOptions::default();
    options.max_iterations = 40;
    let (mut random, mut worst, mut kinds, mut held) = (Random(21), 0.0f64, [0; 3], 0);
    for count in 1..=normals.len() {
        let some = &normals[..count];
        // Each plane is as near to the ball as floats allow there.
        let planes = some.iter().map(|&n| {
            let [u, v, _] = frame(n, [0.3, 0.5, -0.7]);
            let at = |a: f64, b: f64| -> [f64; 3] {
                [0, 1, 2].map(|k| center[k] - (1.0 + 1e-13) * n[k] + a * u[k] + b * v[k])
            };
            [at(-90.0, -50.0), at(90.0, -50.0), at(0.0, 90.0)]
        });
        let planes: Triangles = planes.collect();
        let (world, ball) = (mesh(&planes), Sphere::new(center, 1.0).unwrap());
        for _ in 0..60 {
            let way = random.vector(-1.0, 1.0);
            let slide = ball.slide(way, &world, options).unwrap();
            assert!(slide.overlap.is_none());
            judge(&planes, center, &slide.legs, [0.0; 3], 1.0);
            let ideal = nearest_in_cone(way, some);
            let gone = [0, 1, 2].map(|k| slide.position[k] - center[k]);
            let off = norm([0, 1, 2].map(|k| gone[k] - ideal[k])) / norm(way);
            if slide.contacts.len() == options.max_iterations {
                held += 1;
                continue;
            }
            worst = worst.max(off);
            assert!(off < 1e-9, "{count} {way:?} {ideal:?} {gone:?}");
            kinds[if ideal == way { 0 } else { 1 + usize::from(ideal == [0.0; 3]) }] += 1;
        }
    }
    println!("off by {worst:.1e}, {held} stay; free, along planes and edges, at rest: {kinds:?}");
    assert_eq!(held, 0);
    assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
}

/// A frame whose third axis has the direction of `normal`, and whose first axis points towards
/// `towards`.
fn frame(normal: [f64; 3], towards: [f64; 3]) -> [[f64; 3]; 3] {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let unit = |v: [f64; 3]| v.map(|x| x / norm(v));
    let n = unit(normal);
    let across = dot(towards, n);
    let u = unit([0, 1, 2].map(|k| towards[k] - across * n[k]));
    let v = [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        n[i] * u[j] - n[j] * u[i]
    });
    [u, v, n]
}

/// Along a plane, and then along the crease with another one, a slide goes as far as in real
/// arithmetic, except for a part in 10⁹ of the displacement. Here floats replace the real numbers,
/// with errors of some 10⁻¹⁵.
#[test]
fn along_walls_and_creases_little_is_lost() {
    let mut random = Random(7);
    let (mut worst, mut creases, mut ramps) = (0.0f64, 0, 0);
    for i in 0..600 {
        let radius = [0.25, 0.3, 1.0][i % 3];
        let axes = match i % 4 {
            0 => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            _ => frame(random.vector(-1.0, 1.0), random.vector(-1.0, 1.0)),
        };
        let at = |p: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|k| p[0] * axes[0][k] + p[1] * axes[1][k] + p[2] * axes[2][k])
        };
        // The floor, and a wall that leans by this much; between them the ball touches both at a
        // point and on a line along the second axis.
        let lean = random.between(-0.8, 0.8);
        let floor = square(at([-20.0, -20.0, 0.0]), at([40.0, 0.0, 0.0]), at([0.0, 40.0, 0.0]));
        let wall = square(at([0.0, -20.0, 0.0]), at([9.0 * lean, 0.0, 9.0]), at([0.0, 40.0, 0.0]));
        let all: Triangles = floor.into_iter().chain(wall).collect();
        let world = mesh(&all);
        // The contact with both: the wall's normal is (-1, lean) / length, in the first axis and
        // the third.
        let length = (1.0 + lean * lean).sqrt();
        let nearest = radius * (lean - length);
        let height = radius + 1e-3;
        let start = [-5.0, 0.0, height];
        let body = Sphere::new(at(start), radius).unwrap();
        let move_by =
            [random.between(1.0, 9.0), random.between(-3.0, 3.0), -random.between(0.01, 3.0)];
        let displacement = at(move_by);
        let slide = body.slide(displacement, &world, SlideOptions::default()).unwrap();
        assert!(slide.overlap.is_none());
        judge(&all, body.center(), &slide.legs, [0.0; 3], radius);
        let [x, y, z] = move_by;
        let mut ideal = [(start[0] + x).min(nearest), y, radius];
        let rest = 1.0 - (nearest - start[0]) / x;
        if rest > 0.0 && z + lean * x > 0.0 {
            // The ball slides up the wall, which is a ramp, by the displacement without its
            // component into the wall.
            let up = rest * (z + lean * x) / (length * length);
            ideal = [nearest + up * lean, y, radius + up];
            ramps += 1;
        }
        // The ball may still be in the air, or touch the wall first: those are other paths.
        let (floor_at, wall_at) = (1e-3 / -move_by[2], (nearest - start[0]) / move_by[0]);
        if floor_at > 0.9 * wall_at.min(1.0) {
            continue;
        }
        creases += usize::from(ideal[0] == nearest);
        let ideal = at(ideal);
        let off: [f64; 3] = std::array::from_fn(|k| slide.position[k] - ideal[k]);
        let lost = norm(off) / norm(displacement);
        worst = worst.max(lost);
        assert!(lost <= 1e-9, "{i}: {lost} {lean} {slide:?} {ideal:?}");
    }
    println!(
        "at most {worst:.1e} of the displacement lost, {creases} ways along a crease, {ramps} up a ramp"
    );
    assert!(creases > 100 && ramps > 50, "{creases} {ramps}");
}

/// In an obtuse corner the wall that stops a body does not push it back off the other wall: the
/// body comes to rest in contact with both.
#[test]
fn an_obtuse_corner_leads_nobody_back() {
    // Half of 100, 120 and 150 degrees: cosine and sine.
    let halves = [
        (0.642_787_609_686_539_4, 0.766_044_443_118_978),
        (0.5, 0.866_025_403_784_438_6),
        (0.258_819_045_102_520_74, 0.965_925_826_289_068_3),
    ];
    for (cosine, sine) in halves {
        let (x, y) = (4.0 * cosine, 4.0 * sine);
        let walls = [[-x, y, 0.0], [-x, -y, 0.0]];
        let triangles: Triangles = walls
            .into_iter()
            .flat_map(|way| square([0.0, 0.0, -1.0], way, [0.0, 0.0, 2.0]))
            .collect();
        let world = mesh(&triangles);
        let (radius, rest) = (0.25, -0.25 / sine);
        for sideways in [0.0, 0.02, -0.02] {
            let from = [rest - 0.3, 0.1, 0.0];
            let ball = Sphere::new(from, radius).unwrap();
            let slide = ball.slide([1.0, sideways, 0.0], &world, SlideOptions::default()).unwrap();
            judge(&triangles, from, &slide.legs, [0.0; 3], radius);
            let end = slide.position;
            assert!((end[0] - rest).abs() < 1e-9, "{sine} {end:?} {rest}");
            assert!(end[1].abs() < 1e-9, "{sine} {end:?}");
        }
    }
}

/// At the start of this leg the capsule touches one triangle, and has just left another. The search
/// once took the latter for a contact before the start, so that no other contact counted.
#[test]
fn what_was_left_before_the_start_hides_nothing() {
    let triangles: Triangles = vec![
        [
            [-21.958991556365465, -14.48660512106518, 2.003709748883729],
            [-21.11674277114757, -14.390574451231004, 1.473242884461286],
            [-21.23989315703035, -13.398313855865569, 1.457340263861092],
        ],
        [
            [-24.239437140253592, -16.759218321298583, 3.6269155833514457],
            [-22.8790025459299, -10.490770101370183, 6.921725840201421],
            [-22.140100230633216, -16.444333673562795, 7.017141563802584],
        ],
        [
            [-19.185944428946218, -16.18303430229352, 0.44411439681678777],
            [-19.9248467442429, -10.229470730100907, 0.34869867321562453],
            [-17.825509834622526, -9.914586082365119, 3.7389246536667633],
        ],
        [
            [-22.140100230633216, -16.444333673562795, 7.017141563802584],
            [-17.08660751932584, -15.868149654557733, 3.8343403772679263],
            [-17.825509834622526, -9.914586082365119, 3.7389246536667633],
        ],
        [
            [-21.22596211356532, -16.41327083163722, 1.8762261197619932],
            [-21.261700689026405, -14.404741973447804, 1.7118041624559948],
            [-21.47226288533088, -14.428749640906348, 1.8444208785616054],
        ],
        [
            [-21.015399917260847, -16.389263164178676, 1.7436094036563825],
            [-21.261700689026405, -14.404741973447804, 1.7118041624559948],
            [-21.19609641060077, -14.394901828206061, 1.817748724345093],
        ],
        [
            [-20.94979563883521, -16.379423018936933, 1.8495539655454807],
            [-20.985534214296298, -14.370894160747516, 1.685132008239482],
            [-21.19609641060077, -14.394901828206061, 1.817748724345093],
        ],
    ];
    let from = [-21.190851135218175, -14.416910731827272, 1.6395655183195152];
    let to = [-22.08987969623768, -14.519415260690947, 2.2057935380688827];
    let axis = [0.28969365150616166, 0.46840820150831874, 0.2161400005236782];
    let capsule = Capsule::with_axis(from, axis, 0.1).unwrap().moving_to(to).unwrap();
    let time = |triangle: &[[f64; 3]; 3]| {
        let [a, b, c] = *triangle;
        capsule.contact_time(&Triangle::new(a, b, c).unwrap())
    };
    let first = triangles.iter().filter_map(time).min_by(f64::total_cmp);
    assert!(first.is_some_and(|first| first < 1e-14));
    assert_eq!(capsule.contact_time(&mesh(&triangles)), first);
}
