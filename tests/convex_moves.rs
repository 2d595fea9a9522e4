//! Moves of boxes, parallelepipeds and hulls that stay free, judged by the integers of the oracle
//! of convex movers (`convex_mover_oracle`). The oracle uses no code of the library: its input are
//! the corners of the moved body as floats, and a leg is not judged if a corner is no float.

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
use levels::{displacement, level, mesh, square, turned};
use move_oracle::{leads_back, units_off};
use moved::{Moved, Tally, exact_sum, judge};
use random::Random;
use tangency::{
    Advance, AlignedBox, ConvexBody, ConvexMoves, Hull, Inflated, Mesh, OrientedBox,
    Parallelepiped, Recover, Rotation, Scene, Shape, Slide, SlideOptions, Triangle,
};

/// A body of any type, which all slide by the same code.
enum Any {
    Box(Inflated<AlignedBox<f64, 3>>),
    Turned(Inflated<OrientedBox<f64, 3>>),
    Sheared(Inflated<Parallelepiped<f64>>),
    Hull(Inflated<Hull<f64, 3>>),
    Placed(Inflated<Hull<f64, 3>>),
}

impl Any {
    fn new(body: &Moved) -> Self {
        let radius = body.radius;
        match &body.core {
            Core::Aligned { min, max } => {
                Self::Box(Inflated::new(AlignedBox::new(*min, *max).unwrap(), radius).unwrap())
            }
            Core::Oriented { center, half, rotation } => {
                let rotation = Rotation::<f64, 3>::new(*rotation).unwrap();
                let turned = OrientedBox::new(*center, *half, rotation).unwrap();
                Self::Turned(Inflated::new(turned, radius).unwrap())
            }
            Core::Sheared { center, edges } => {
                let sheared = Parallelepiped::new(*center, *edges).unwrap();
                Self::Sheared(Inflated::new(sheared, radius).unwrap())
            }
            Core::Hull(points) => {
                let hull = Hull::new(points.iter().copied()).unwrap();
                Self::Hull(Inflated::new(hull, radius).unwrap())
            }
            Core::MovedHull { points, place } => {
                let hull = Hull::new(points.iter().copied()).unwrap().at(*place).unwrap();
                Self::Placed(Inflated::new(hull, radius).unwrap())
            }
            other => panic!("{other:?} is not moved here"),
        }
    }

    fn slide(&self, step: [f64; 3], world: &Mesh<f64>) -> Slide<f64, 3, tangency::MeshFeature> {
        fn slid<B: ConvexBody + Shape<Scalar = f64, Vector = [f64; 3]>>(
            body: &B,
            step: [f64; 3],
            world: &Mesh<f64>,
        ) -> Slide<f64, 3, tangency::MeshFeature> {
            body.slide(step, world, SlideOptions::default()).unwrap()
        }
        match self {
            Self::Box(body) => slid(body, step, world),
            Self::Turned(body) => slid(body, step, world),
            Self::Sheared(body) => slid(body, step, world),
            Self::Hull(body) => slid(body, step, world),
            Self::Placed(body) => slid(body, step, world),
        }
    }
}

/// A random number on a lattice, so that sums of such numbers are floats.
fn lattice(random: &mut Random, low: f64, high: f64) -> f64 {
    (random.between(low, high) * 1024.0).round() / 1024.0
}

/// A body of a kind near a point: a box, a turned box, an upright turned box, a parallelepiped, a
/// hull, or a hull far from its points, with or without a radius.
fn body(random: &mut Random, kind: usize, near: [f64; 3]) -> Moved {
    let place: [f64; 3] = near.map(|x| (x * 1024.0).round() / 1024.0);
    let radius = if random.below(2) == 0 { 0.0 } else { 0.0625 };
    let mut lattice = |low, high| lattice(random, low, high);
    let half: [f64; 3] = [(); 3].map(|()| lattice(0.125, 0.375));
    let core = match kind {
        0 => {
            let max = std::array::from_fn(|k| place[k] + 2.0 * half[k]);
            Core::Aligned { min: place, max }
        }
        1 => {
            let rotation = [(); 4].map(|()| lattice(-1.0, 1.0) + 0.0625);
            Core::Oriented { center: place, half, rotation }
        }
        2 => {
            Core::Oriented { center: place, half, rotation: [0.0, 0.0, lattice(-1.0, 1.0), 0.625] }
        }
        3 => {
            let mut edges = [(); 3].map(|()| [(); 3].map(|()| lattice(-0.125, 0.125)));
            for (k, edge) in edges.iter_mut().enumerate() {
                edge[k] += 0.5;
            }
            Core::Sheared { center: place, edges }
        }
        4 => {
            let mut points = vec![place];
            points.extend((0..9).map(|_| -> [f64; 3] {
                std::array::from_fn(|k| place[k] + lattice(-0.375, 0.375))
            }));
            Core::Hull(points)
        }
        _ => {
            let points = (0..10).map(|_| [(); 3].map(|()| lattice(-0.375, 0.375))).collect();
            Core::MovedHull { points, place }
        }
    };
    Moved { core, place, radius }
}

/// Slides bodies again and again, each from the end of the last move. No leg enters a triangle.
fn walk(seed: u64, worlds: usize, moves: usize) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for world in 0..worlds {
        let mut triangles = level(&mut random, 0.25);
        if world % 2 == 1 {
            triangles = turned(&mut random, triangles);
        }
        let (mesh, corner) = (mesh(&triangles), triangles[0][0]);
        let near = std::array::from_fn(|k| corner[k] + random.between(0.5, 3.0));
        let mut moved = body(&mut random, world / 2 % 6, near);
        let mut step = random.vector(-1.0, 1.0);
        for i in 0..moves {
            if i % 5 == 0 {
                step = displacement(&mut random);
            }
            let slide = Any::new(&moved).slide(step, &mesh);
            if slide.overlap.is_some() {
                // Only the first move may begin in an overlap.
                assert_eq!(i, 0, "a move has ended in overlap: {moved:?}");
                break;
            }
            let mut from = moved.place;
            for &to in &slide.legs {
                judge(&moved, from, to, &triangles, &mut tally);
                from = to;
            }
            assert_eq!(slide.position, slide.legs.last().copied().unwrap_or(moved.place));
            tally.moves += 1;
            tally.legs += slide.legs.len();
            tally.blocked += slide.contacts.len();
            // The next move is made with a body whose corners are floats.
            let Some(core) = moved.at(slide.position) else { break };
            moved = Moved { core, place: slide.position, ..moved };
        }
    }
    tally
}

#[test]
fn no_number_of_moves_ends_in_overlap() {
    let tally = walk(1, 200, 40);
    println!("{tally:?}");
    assert!(tally.moves > 3_000 && tally.blocked > 1_500, "{tally:?}");
    assert!(tally.judged_by_integers > 2_000, "{tally:?}");
}

/// Makes `TANGENCY_MOVES` moves, or a million by default.
#[test]
#[ignore = "a million moves: many minutes in release"]
fn a_million_moves_are_free() {
    let moves = std::env::var("TANGENCY_MOVES").map_or(1_000_000, |text| text.parse().unwrap());
    let mut all = Tally::default();
    for i in 0.. {
        let tally = walk(17 + 1_000_003 * i, 20, 200);
        all.moves += tally.moves;
        all.legs += tally.legs;
        all.blocked += tally.blocked;
        all.judged_by_integers += tally.judged_by_integers;
        all.not_judged += tally.not_judged;
        if i % 50 == 0 {
            println!("{all:?}");
        }
        if all.moves >= moves {
            break;
        }
    }
    println!("{all:?}");
}

/// A moved body has the size of the given one, although the floats at its corners are far apart: it
/// still fits into the same gap exactly, and comes back to the same place.
#[test]
fn a_body_does_not_change_its_size_where_floats_are_coarse() {
    let floor = AlignedBox::new([-1e9, -1e9, -1.0], [1e9, 1e9, 0.0]).unwrap();
    let side = 0.3;
    // The corner at 5e7 + 0.3 is no float.
    assert_eq!(exact_sum(5e7, side), None);
    let falling = AlignedBox::new([0.0, 0.0, 1.0], [side, side, 1.0 + side]).unwrap();
    let Advance::Blocked { position, contact } = falling.advance([1e8, 0.0, -2.0], &floor).unwrap()
    else {
        panic!("the floor blocks");
    };
    assert_eq!((position, contact.time), ([5e7, 0.0, 0.0], 0.5));
    // One slide goes far away and the rest back: between two walls that touch the cube.
    let slot = |y: f64| AlignedBox::new([-1e9, y - 1.0, -9.0], [1e9, y, 9.0]).unwrap();
    let mut walls = Scene::new();
    walls.insert(slot(0.0));
    walls.insert(slot(side + 1.0));
    let view = walls.for_convex_bodies().unwrap();
    let cube = AlignedBox::new([0.0; 3], [side; 3]).unwrap();
    let far = cube.advance([1e8, 0.0, 0.0], &view).unwrap();
    assert_eq!((far.position(), far.contact()), ([1e8, 0.0, 0.0], None));
    // Its side is at 2 where its corner is at 2 − 0.3, rounded down: there it is free.
    let wall = AlignedBox::new([2.0, -9.0, -9.0], [3.0, 9.0, 9.0]).unwrap();
    let place = cube.advance([9.0, 0.0, 0.0], &wall).unwrap().position();
    assert!(place[0] <= 2.0 - side && place[0] >= (2.0f64 - side).next_down(), "{place:?}");
}

/// A floor of many coplanar triangles: nothing is lost, and no edge between them blocks a box that
/// slides on it, though its base touches hundreds of triangles.
#[test]
fn seams_are_not_felt() {
    let mut random = Random(5);
    let mut floor = Vec::new();
    for i in -4..4 {
        for j in -4..4 {
            let at = [f64::from(i), f64::from(j), 0.0];
            floor.extend(square(at, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
        }
    }
    let world = mesh(&floor);
    for i in 0..200 {
        let half = [0.25, 0.4, 0.7];
        let rotation = match i % 2 {
            0 => Rotation::identity(),
            _ => Rotation::<f64, 3>::new([0.0, 0.0, random.between(-1.0, 1.0), 0.5]).unwrap(),
        };
        let mut at = [-2.0, -2.0, 0.7];
        let pace =
            [random.between(0.01, 1.0), random.between(0.01, 1.0), -random.between(0.0, 1.0)];
        for _ in 0..4 {
            let cuboid = OrientedBox::new(at, half, rotation).unwrap();
            let slide = cuboid.slide(pace, &world, SlideOptions::default()).unwrap();
            assert!(slide.overlap.is_none() && slide.contacts.len() <= 1, "{i}: {slide:?}");
            for k in 0..2 {
                assert!((slide.position[k] - at[k] - pace[k]).abs() <= 1e-14, "{slide:?}");
            }
            assert_eq!(slide.position[2], 0.7);
            at = slide.position;
        }
    }
}

/// A blocked body ends within four units in the last place of the contact, and is never thrown
/// back.
#[test]
fn blocked_is_as_near_as_floats_get() {
    let mut random = Random(6);
    let (mut blocked, mut tally) = (0, Tally::default());
    for world in 0..60 {
        let mut triangles = level(&mut random, 0.25);
        if world % 2 == 1 {
            triangles = turned(&mut random, triangles);
        }
        let (mesh, corner) = (mesh(&triangles), triangles[0][0]);
        for _ in 0..8 {
            let near = std::array::from_fn(|k| corner[k] + random.between(0.0, 3.0));
            let (moved, step) = (body(&mut random, 1 + world % 2, near), random.vector(-3.0, 3.0));
            let Any::Turned(cuboid) = Any::new(&moved) else { unreachable!() };
            let Advance::Blocked { position, contact } = cuboid.advance(step, &mesh).unwrap()
            else {
                continue;
            };
            judge(&moved, moved.place, position, &triangles, &mut tally);
            blocked += 1;
            let most = units_off(position, contact.center, moved.place, false);
            assert!(most <= 4.5, "{most} {position:?} {contact:?}");
            assert!(!leads_back(moved.place, position, step), "{moved:?} {step:?} {position:?}");
        }
    }
    assert!(blocked > 100 && tally.not_judged == 0, "{blocked} {tally:?}");
}

/// A crate slides through a doorway exactly as wide, along its whole length, and not through one
/// that is narrower by one unit in the last place.
#[test]
fn through_a_doorway_exactly_as_wide() {
    let doorway = |right: f64| {
        let mut level = Scene::new();
        level.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap());
        level.insert(AlignedBox::new([2.0, 0.3, 0.0], [3.0, 9.0, 3.0]).unwrap());
        level.insert(AlignedBox::new([2.0, -9.0, 0.0], [3.0, right, 3.0]).unwrap());
        level
    };
    let container =
        OrientedBox::new([0.0, 0.0, 1.0], [0.5, 0.3, 1.0], Rotation::identity()).unwrap();
    let slid = |right: f64| {
        let level = doorway(right);
        let view = level.for_convex_bodies().unwrap();
        container.slide([8.0, 0.0, -0.5], &view, SlideOptions::default()).unwrap().position
    };
    assert_eq!(slid(-0.3), [8.0, 0.0, 1.0]);
    assert!(slid((-0.3f64).next_up())[0] <= 1.5);
}

/// A body that overlaps the floor is moved to its nearest side, and a free body stays.
#[test]
fn recovers_to_a_free_position_nearby() {
    let mut level = Scene::new();
    level.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap());
    let view = level.for_convex_bodies().unwrap();
    let cuboid = |z: f64| OrientedBox::new([0.0, 0.0, z], [0.5; 3], Rotation::identity()).unwrap();
    assert_eq!(cuboid(0.5).recover(&view).unwrap(), Recover::Free);
    let Recover::Moved { position } = cuboid(0.375).recover(&view).unwrap() else { panic!() };
    assert!(position[2] >= 0.5 && position[2] < 0.500_001, "{position:?}");
    // With a radius, of which alone it is in the floor, it is pushed straight out.
    let round = Inflated::new(cuboid(0.6), 0.125).unwrap();
    let Recover::Moved { position } = round.recover(&view).unwrap() else { panic!() };
    assert!(position[2] >= 0.625 && position[2] < 0.625_001, "{position:?}");
    assert_eq!(position[..2], [0.0; 2]);
}

/// A flat body without a radius is refused, with one it is moved.
#[test]
fn a_body_must_have_a_thickness() {
    let floor = AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap();
    let flat = Triangle::new([0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]).unwrap();
    let refusal = flat.advance([0.0, 0.0, -5.0], &floor).unwrap_err();
    assert_eq!(refusal.to_string(), "body is flat and has no radius, must have a thickness");
    let thick = Inflated::new(flat, 0.25).unwrap();
    assert_eq!(thick.advance([0.0, 0.0, -5.0], &floor).unwrap().position(), [0.0, 0.0, 0.25]);
    let not_finite = thick.advance([0.0, 0.0, f64::NAN], &floor).unwrap_err();
    assert_eq!(not_finite.to_string(), "displacement[2] is NaN, must be a finite number");
}
