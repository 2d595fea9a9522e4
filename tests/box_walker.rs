//! A character that is a box, in one situation after another. Integers judge each leg
//! (`convex_mover_oracle`), and the expectation for the situation judges each end.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]
#![allow(clippy::duplicate_mod, reason = "both oracles use the same integers")]
#![allow(
    clippy::large_enum_variant,
    clippy::type_complexity,
    reason = "an oracle has one answer at a time"
)]

mod convex_mover_oracle;
#[path = "move_oracle/levels.rs"]
mod levels;
mod move_oracle;
#[path = "move_oracle/moved.rs"]
mod moved;
mod random;

use convex_mover_oracle::Core;
use levels::{Triangles, level, mesh, square, turned};
use moved::{Moved, Tally, judge};
use random::Random;
use tangency::{
    AlignedBox, Item, OrientedBox, Recover, Ride, Rotation, Scene, Walker, WalkerOptions,
};

type Vector = [f64; 3];
type Hero = Walker<f64, OrientedBox<f64, 3>>;

const HALF: Vector = [0.4, 0.4, 0.9];
/// Gravity for a step of a sixtieth of a second.
const GRAVITY: f64 = 9.81 / 3600.0;

fn hero_at(feet: Vector, options: WalkerOptions<f64>) -> Hero {
    let center = [feet[0], feet[1], feet[2] + HALF[2]];
    Walker::new(OrientedBox::new(center, HALF, Rotation::identity()).unwrap(), options).unwrap()
}

fn able() -> WalkerOptions<f64> {
    WalkerOptions::default().step_height(0.5).snap_distance(0.6)
}

/// A world of voxels: cubes of one metre.
fn voxels(cubes: impl IntoIterator<Item = [i32; 3]>) -> Scene<f64> {
    let mut scene = Scene::new();
    for cube in cubes {
        let min = cube.map(f64::from);
        scene.insert(AlignedBox::new(min, min.map(|x| x + 1.0)).unwrap());
    }
    scene
}

/// The cubes of a floor whose surface is at zero.
fn ground(size: i32) -> Vec<[i32; 3]> {
    (-size..size).flat_map(|i| (-size..size).map(move |j| [i, j, -1])).collect()
}

/// Takes steps in a scene; after each the hero overlaps nothing.
fn walk(hero: &mut Hero, scene: &Scene<f64>, wish: Vector, steps: usize) {
    let view = scene.for_convex_bodies().unwrap();
    for _ in 0..steps {
        hero.velocity[2] -= GRAVITY;
        let step = hero.step(wish, &view).unwrap();
        assert_eq!(step.start, Recover::Free);
        assert_eq!(hero.position(), step.legs.last().copied().unwrap_or(step.from));
    }
}

/// It falls to the ground and stands there, exactly.
#[test]
fn lands_and_stands() {
    let scene = voxels(ground(4));
    let mut hero = hero_at([0.3, 0.2, 1.0], able());
    walk(&mut hero, &scene, [0.0; 3], 60);
    assert_eq!(hero.position(), [0.3, 0.2, 0.9]);
    assert_eq!(hero.floor().unwrap().normal, [0.0, 0.0, 1.0]);
    assert_eq!(hero.velocity, [0.0; 3]);
}

/// Over the seams of a floor of cubes it walks as on one plane: no displacement is lost.
#[test]
fn feels_no_seams() {
    let scene = voxels(ground(20));
    let mut random = Random(3);
    for _ in 0..20 {
        let mut hero = hero_at([0.3, 0.2, 0.0], able());
        let wish = [random.between(-0.1, 0.1), random.between(-0.1, 0.1), 0.0];
        walk(&mut hero, &scene, wish, 100);
        let at = hero.position();
        assert_eq!(at[2], 0.9);
        for k in 0..2 {
            let gone = at[k] - [0.3, 0.2][k];
            assert!((gone - 100.0 * wish[k]).abs() < 1e-12, "{wish:?} {at:?}");
        }
        assert!(hero.floor().is_some());
    }
}

/// Along a wall of cubes it slides, and keeps the displacement along the wall: no edge between two
/// cubes stops it.
#[test]
fn slides_along_a_wall_of_cubes() {
    let wall = (-20..20).flat_map(|i| [[i, 2, 0], [i, 2, 1]]);
    let scene = voxels(ground(20).into_iter().chain(wall));
    for angle in [0.01, 0.1, 0.5, 1.0, 3.0] {
        let mut hero = hero_at([-10.0, 0.0, 0.0], able());
        walk(&mut hero, &scene, [0.05, 0.05 * angle, 0.0], 300);
        let [x, y, z] = hero.position();
        assert!((x - 5.0).abs() < 1e-9, "{angle}: {x}");
        assert!(y <= 1.6 && z == 0.9, "{y} {z}");
    }
}

/// Through a gap exactly as wide as itself.
#[test]
fn fits_through_a_gap_as_wide_as_itself() {
    let mut scene = voxels(ground(8));
    scene.insert(AlignedBox::new([2.0, 0.4, 0.0], [3.0, 5.0, 3.0]).unwrap());
    scene.insert(AlignedBox::new([2.0, -5.0, 0.0], [3.0, -0.4, 3.0]).unwrap());
    let mut hero = hero_at([0.0; 3], able());
    walk(&mut hero, &scene, [0.05, 0.0, 0.0], 100);
    assert!((hero.position()[0] - 5.0).abs() < 1e-9 && hero.position()[1] == 0.0);
    let mut narrow = voxels(ground(8));
    narrow.insert(AlignedBox::new([2.0, 0.4, 0.0], [3.0, 5.0, 3.0]).unwrap());
    narrow.insert(AlignedBox::new([2.0, -5.0, 0.0], [3.0, (-0.4f64).next_up(), 3.0]).unwrap());
    let mut hero = hero_at([0.0; 3], able());
    walk(&mut hero, &narrow, [0.05, 0.0, 0.0], 100);
    assert!(hero.position()[0] <= 1.6);
}

/// It climbs stairs that are low enough, keeps to them on the way down, and stops at one that is
/// too high.
#[test]
fn climbs_stairs() {
    let stairs = |rise: f64| {
        let mut scene = voxels(ground(12));
        for i in 0..6 {
            let from = f64::from(i);
            let (min, max) = ([1.0 + from, -3.0, 0.0], [9.0, 3.0, rise * (1.0 + from)]);
            scene.insert(AlignedBox::new(min, max).unwrap());
        }
        scene
    };
    for rise in [0.1, 0.25, 0.4, 0.5] {
        let scene = stairs(rise);
        let mut hero = hero_at([0.0; 3], able());
        walk(&mut hero, &scene, [0.05, 0.0, 0.0], 160);
        let [x, _, z] = hero.position();
        assert!((x - 8.0).abs() < 1e-6 && (z - 0.9 - 6.0 * rise).abs() < 1e-9, "{rise}: {x} {z}");
        // Down: it never loses the floor.
        let view = scene.for_convex_bodies().unwrap();
        for _ in 0..160 {
            hero.velocity[2] -= GRAVITY;
            let step = hero.step([-0.05, 0.0, 0.0], &view).unwrap();
            assert!(step.floor.is_some(), "{rise}: {:?}", hero.position());
        }
        let [x, _, z] = hero.position();
        assert!(x.abs() < 1e-6 && (z - 0.9).abs() < 1e-9, "{rise}: {x} {z}");
    }
    let scene = stairs(0.6);
    let mut hero = hero_at([0.0; 3], able());
    walk(&mut hero, &scene, [0.05, 0.0, 0.0], 160);
    let [x, _, z] = hero.position();
    assert!(x <= 0.6 && x > 0.59 && z == 0.9, "{x} {z}");
}

/// Its base is flat: it stands as long as a corner of the base is on the ledge, and falls once it
/// has passed the edge.
#[test]
fn stands_on_a_ledge_to_its_last_corner() {
    let mut scene = Scene::new();
    scene.insert(AlignedBox::new([-5.0, -5.0, -1.0], [0.0, 5.0, 0.0]).unwrap());
    let mut hero = hero_at([0.375, 0.0, 0.0], WalkerOptions::default());
    walk(&mut hero, &scene, [0.0; 3], 20);
    assert_eq!(hero.position()[2], 0.9);
    assert!(hero.floor().is_some());
    // At 0.4 its side is flush with the edge, so it slides down along the side of the ledge.
    let mut hero = hero_at([0.4, 0.0, 0.0], WalkerOptions::default());
    walk(&mut hero, &scene, [0.0; 3], 20);
    assert!(hero.position()[2] < 0.5 && hero.position()[0] == 0.4 && hero.floor().is_none());
}

/// It walks up a ramp that is flat enough, and slides down one that is too steep.
#[test]
fn walks_up_ramps() {
    for (rise, is_floor) in [(0.3, true), (0.75, true), (1.25, false)] {
        let ramp = square([-9.0, -9.0, -9.0 * rise], [18.0, 0.0, 18.0 * rise], [0.0, 18.0, 0.0]);
        let mesh = mesh(&ramp);
        let mut hero = hero_at([0.0, 0.0, 0.4 * rise + 0.001], able());
        for _ in 0..60 {
            hero.velocity[2] -= GRAVITY;
            hero.step([0.03, 0.0, 0.0], &mesh).unwrap();
        }
        let [x, _, z] = hero.position();
        assert_eq!(hero.floor().is_some(), is_floor, "{rise}");
        if is_floor {
            // The front edge of the base is on the ramp.
            assert!((x - 1.8).abs() < 1e-9 && (z - 0.9 - rise * (x + 0.4)).abs() < 1e-9, "{x} {z}");
        } else {
            assert!(x < 0.0, "{x}");
        }
    }
}

/// It jumps, hits its head, and lands again.
#[test]
fn jumps_against_a_ceiling() {
    let ceiling = (-4..4).flat_map(|i| (-4..4).map(move |j| [i, j, 2]));
    let scene = voxels(ground(4).into_iter().chain(ceiling));
    let view = scene.for_convex_bodies().unwrap();
    let mut hero = hero_at([0.3, 0.2, 0.0], able());
    walk(&mut hero, &scene, [0.0; 3], 2);
    hero.velocity[2] = 0.15;
    let mut hit = false;
    for _ in 0..60 {
        hero.velocity[2] -= GRAVITY;
        let step = hero.step([0.0; 3], &view).unwrap();
        hit |= step.ceiling.is_some();
        assert!(hero.position()[2] <= 1.1);
    }
    assert!(hit);
    assert_eq!((hero.position(), hero.velocity), ([0.3, 0.2, 0.9], [0.0; 3]));
}

/// Exactly edge against edge there is no normal. It passes the pillar all the same, on one side.
#[test]
fn is_not_caught_by_an_edge_that_it_hits_exactly() {
    for far in [0.0, 1e-9, -1e-9] {
        let mut scene = voxels(ground(12));
        // A pillar whose vertical edge is in the way of the vertical edge of the box.
        scene.insert(AlignedBox::new([2.0, 2.0 + far, 0.0], [2.5, 2.5 + far, 3.0]).unwrap());
        let mut hero = hero_at([0.0; 3], able());
        walk(&mut hero, &scene, [0.05, 0.05, 0.0], 200);
        let [x, y, z] = hero.position();
        // It loses one step of one component at the edge, and the width of the pillar of the other.
        assert!(x.max(y) > 9.9 && x.min(y) > 7.5 && z == 0.9, "{far}: {x} {y} {z}");
    }
}

/// A lift carries it, a wall pushes it aside, and between two walls it is crushed.
#[test]
fn rides() {
    let lift = |z: f64| AlignedBox::new([-2.0, -2.0, z - 1.0], [2.0, 2.0, z]).unwrap();
    let mut rising = Scene::new();
    rising.insert(Item::from(lift(0.0)).between([0.0; 3], [0.0, 0.0, 0.25]).unwrap());
    let mut hero = hero_at([0.0; 3], able());
    let ride = hero.ride([0.0, 0.0, 0.25], &rising.for_convex_bodies().unwrap()).unwrap();
    // The float 0.9 + 0.25 is too low by its rounding: there the base would be in the lift.
    assert_eq!(ride, Ride::Carried { position: [0.0, 0.0, (0.9f64 + 0.25).next_up()] });

    let wall = AlignedBox::new([0.5, -2.0, -2.0], [1.0, 2.0, 2.0]).unwrap();
    let mut pushing = Scene::new();
    let id = pushing.insert(Item::from(wall).between([0.0; 3], [-0.35, 0.0, 0.0]).unwrap());
    let mut hero = hero_at([0.0; 3], able());
    let Ride::Pushed { position, by } =
        hero.ride([0.0; 3], &pushing.for_convex_bodies().unwrap()).unwrap()
    else {
        panic!("it is pushed")
    };
    assert!((position[0] + 0.25).abs() < 1e-9 && by.item == id, "{position:?}");

    pushing.insert(AlignedBox::new([-1.0, -2.0, -2.0], [-0.5, 2.0, 2.0]).unwrap());
    let mut hero = hero_at([0.0; 3], able());
    let ride = hero.ride([0.0; 3], &pushing.for_convex_bodies().unwrap()).unwrap();
    assert!(matches!(ride, Ride::Crushed { .. }), "{ride:?}");
    assert_eq!(hero.position(), [0.0, 0.0, 0.9]);
}

/// A crouch is a lower box, if there is room to stand up again.
#[test]
fn crouches() {
    let tall = |x| OrientedBox::new([x, 0.0, 0.9], HALF, Rotation::identity()).unwrap();
    let small = |x| OrientedBox::new([x, 0.0, 0.5], [0.4, 0.4, 0.5], Rotation::identity()).unwrap();
    let mut scene = voxels(ground(8));
    scene.insert(AlignedBox::new([2.0, -9.0, 1.5], [9.0, 9.0, 2.0]).unwrap());
    let view = scene.for_convex_bodies().unwrap();
    let mut hero = Walker::new(tall(0.0), able()).unwrap();
    assert_eq!(hero.set_body(small(0.0), &view).unwrap(), None);
    hero.step([4.0, 0.0, 0.0], &view).unwrap();
    assert_eq!(hero.body(), small(4.0));
    assert!(hero.set_body(tall(4.0), &view).unwrap().is_some());
    assert_eq!(hero.body(), small(4.0));
}

/// If the world has grown into it, the step first moves it to a free position.
#[test]
fn recovers_from_a_world_that_has_changed() {
    let scene = voxels(ground(4));
    let view = scene.for_convex_bodies().unwrap();
    let mut hero = hero_at([0.3, 0.2, -0.05], able());
    let step = hero.step([0.0; 3], &view).unwrap();
    let Recover::Moved { position } = step.start else { panic!("{:?}", step.start) };
    assert!(position[2] >= 0.9 && position[2] < 0.900_001);
    // Deeper than `max_recovery` it stays.
    let mut hero = hero_at([0.3, 0.2, -0.05], able().max_recovery(0.01));
    assert_eq!(hero.step([0.0; 3], &view).unwrap().start, Recover::NotFound);
}

/// Flat boxes and bad options are refused.
#[test]
fn refuses_a_flat_box() {
    let flat = OrientedBox::new([0.0; 3], [1.0, 1.0, 0.0], Rotation::identity()).unwrap();
    let refusal = Walker::new(flat, able()).unwrap_err();
    assert_eq!(refusal.to_string(), "body is flat and has no radius, must have a thickness");
}

/// In difficult levels, also turned ones, with upright and leaning boxes: integers judge each leg.
#[test]
fn no_number_of_steps_ends_in_overlap() {
    let mut random = Random(9);
    let mut tally = Tally::default();
    let mut floors = 0;
    for world in 0..36 {
        let mut triangles: Triangles = level(&mut random, 0.25);
        if world % 3 == 2 {
            triangles = turned(&mut random, triangles);
        }
        let (mesh, corner) = (mesh(&triangles), triangles[0][0]);
        let place: Vector = std::array::from_fn(|k| corner[k] + random.between(0.5, 2.5));
        let rotation = match world % 2 {
            0 => [0.0, 0.0, random.between(-1.0, 1.0), 0.5],
            _ => [(); 4].map(|()| random.between(-1.0, 1.0)),
        };
        let half = [0.25, 0.25, 0.5];
        let turn = Rotation::<f64, 3>::new(rotation).unwrap();
        let body = OrientedBox::new(place, half, turn).unwrap();
        let options = WalkerOptions::default().step_height(0.25).snap_distance(0.25);
        let mut hero = Walker::new(body, options).unwrap();
        let moved =
            Moved { core: Core::Oriented { center: place, half, rotation }, place, radius: 0.0 };
        let mut wish = [0.0; 3];
        for i in 0..60 {
            if i % 6 == 0 {
                wish = random.vector(-0.2, 0.2);
                wish[2] = 0.0;
            }
            hero.velocity[2] -= 0.01;
            let step = hero.step(wish, &mesh).unwrap();
            if step.start != Recover::Free {
                assert_eq!(i, 0, "a step has ended in overlap");
                break;
            }
            let mut from = step.from;
            for &to in &step.legs {
                judge(&moved, from, to, &triangles, &mut tally);
                from = to;
            }
            assert_eq!(hero.position(), from);
            tally.moves += 1;
            tally.legs += step.legs.len();
            tally.blocked += step.contacts.len();
            floors += usize::from(step.floor.is_some());
        }
    }
    println!("{tally:?} {floors}");
    assert!(tally.moves > 800 && tally.blocked > 400 && floors > 200, "{tally:?} {floors}");
    assert!(tally.not_judged == 0 && tally.judged_by_integers > 800, "{tally:?}");
}
