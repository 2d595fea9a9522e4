//! A character that is a box or a convex hull, in one situation after another. Integers judge each
//! leg (`convex_mover_oracle`), and the expectation for the situation judges each end.

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
use std::fmt::Debug;
use tangency::{
    AlignedBox, ConvexScene, Hull, Item, Mesh, Obstacle, OrientedBox, Recover, Ride, Rotation,
    Scene, Step, Walker, WalkerBody, WalkerOptions,
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

/// Makes steps in any direction in a level, of which integers judge each leg. Returns how many end
/// on a floor.
fn judge_steps<B: WalkerBody<f64>>(
    count: usize,
    hero: &mut Walker<f64, B>,
    moved: &Moved,
    (mesh, triangles): (&Mesh<f64>, &Triangles),
    random: &mut Random,
    tally: &mut Tally,
) -> usize
where
    Mesh<f64>: Obstacle<f64, 3, B>,
{
    let (mut wish, mut floors) = ([0.0; 3], 0);
    for i in 0..count {
        if i % 6 == 0 {
            wish = random.vector(-0.2, 0.2);
            wish[2] = 0.0;
        }
        hero.velocity[2] -= 0.01;
        let step = hero.step(wish, mesh).unwrap();
        if step.start != Recover::Free {
            assert_eq!(i, 0, "a step has ended in overlap");
            break;
        }
        let mut from = step.from;
        for &to in &step.legs {
            judge(moved, from, to, triangles, tally);
            from = to;
        }
        assert_eq!(hero.position(), from);
        tally.moves += 1;
        tally.legs += step.legs.len();
        tally.blocked += step.contacts.len();
        floors += usize::from(step.floor.is_some());
    }
    floors
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
        let level = (&mesh, &triangles);
        floors += judge_steps(60, &mut hero, &moved, level, &mut random, &mut tally);
    }
    println!("{tally:?} {floors}");
    assert!(tally.moves > 800 && tally.blocked > 400 && floors > 200, "{tally:?} {floors}");
    assert!(tally.not_judged == 0 && tally.judged_by_integers > 800, "{tally:?}");
}

/// A box and a hull that is the same body: its first point is the centre of the box.
struct Twins {
    cuboid: Hero,
    hull: Walker<f64, Hull<f64, 3>>,
}

/// The corners of a box around the origin, after the origin.
fn points(half: Vector) -> Vec<Vector> {
    let corner = |i: u32| [0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] });
    [[0.0; 3]].into_iter().chain((0..8).map(corner)).collect()
}

impl Twins {
    fn new(center: Vector, half: Vector, options: WalkerOptions<f64>) -> Self {
        let cuboid = OrientedBox::new(center, half, Rotation::identity()).unwrap();
        let hull = Hull::new(points(half)).unwrap().at(center).unwrap();
        let (cuboid, hull) = (Walker::new(cuboid, options), Walker::new(hull, options));
        Self { cuboid: cuboid.unwrap(), hull: hull.unwrap() }
    }

    /// Takes the same step with both. Everything about it is the same, to the last bit: every
    /// number of an answer is the nearest float to the same exact number, and the steering computes
    /// from the same floats.
    fn step<O, F>(&mut self, wish: Vector, velocity: Vector, world: &O) -> Step<f64, F>
    where
        O: Obstacle<f64, 3, OrientedBox<f64, 3>, Feature = F>
            + Obstacle<f64, 3, Hull<f64, 3>, Feature = F>,
        F: Clone + Debug + PartialEq,
    {
        let gained = [0, 1, 2].map(|k| self.cuboid.velocity[k] + velocity[k]);
        (self.cuboid.velocity, self.hull.velocity) = (gained, gained);
        let steps = (self.cuboid.step(wish, world).unwrap(), self.hull.step(wish, world).unwrap());
        assert_eq!(steps.0, steps.1);
        self.are_equal();
        steps.0
    }

    fn are_equal(&self) {
        assert_eq!(self.cuboid.position(), self.hull.position());
        assert_eq!(self.cuboid.velocity, self.hull.velocity);
        assert_eq!(self.cuboid.floor(), self.hull.floor());
        assert_eq!(self.hull.body().position(), self.hull.position());
    }
}

/// The corners of a box as a hull take the same steps as the box: over stairs, ramps and slivers,
/// and from overlaps at the start.
#[test]
fn a_hull_of_the_corners_of_a_box_is_the_box() {
    let mut random = Random(21);
    let (mut floors, mut steps) = (0, 0);
    for world in 0..24 {
        let mut triangles = level(&mut random, 0.25);
        if world % 3 == 2 {
            triangles = turned(&mut random, triangles);
        }
        let (mesh, corner) = (mesh(&triangles), triangles[0][0]);
        let place: Vector = std::array::from_fn(|k| corner[k] + random.between(0.0, 2.5));
        let half = [0.25, 0.25, 0.5].map(|x| x * random.between(0.75, 1.0));
        let mut twins = Twins::new(place, half, able().step_height(0.25));
        let mut wish = [0.0; 3];
        for i in 0..40 {
            if i % 6 == 0 {
                wish = random.vector(-0.2, 0.2);
                wish[2] = 0.0;
            }
            let jump = if i % 20 == 19 { 0.12 } else { -0.01 };
            let step = twins.step(wish, [0.0, 0.0, jump], &mesh);
            if step.start == Recover::NotFound {
                break;
            }
            floors += usize::from(step.floor.is_some());
            steps += 1;
        }
    }
    assert!(floors > 80 && steps > 300, "{floors} {steps}");
}

/// The same in scenes of boxes with a lift and a ceiling: steps, rides, crouches and jumps.
#[test]
fn a_hull_of_the_corners_of_a_box_rides_as_the_box() {
    let lift = |z: f64| AlignedBox::new([-2.0, -2.0, z - 1.0], [2.0, 2.0, z]).unwrap();
    let mut random = Random(22);
    let mut carried = 0;
    for _ in 0..12 {
        let at = random.between(-1.0, 1.0);
        let mut twins = Twins::new([at, 0.25, 0.9], HALF, able());
        let mut height = 0.0;
        for i in 0..30 {
            let rise = random.between(-0.1, 0.1);
            let mut moving = Scene::new();
            moving.insert(
                Item::from(lift(0.0))
                    .between([0.0, 0.0, height], [0.0, 0.0, height + rise])
                    .unwrap(),
            );
            let wall = AlignedBox::new([1.0, -2.0, -9.0], [1.5, 2.0, 9.0]).unwrap();
            moving.insert(wall);
            let way = [0.0, 0.0, rise];
            let view = moving.for_convex_bodies().unwrap();
            let rides = (twins.cuboid.ride(way, &view), twins.hull.ride(way, &view));
            assert_eq!(rides.0, rides.1);
            carried += usize::from(matches!(rides.0, Ok(Ride::Carried { .. })));
            height += rise;
            let mut scene = Scene::new();
            scene.insert(lift(height));
            scene.insert(wall);
            let view: ConvexScene<'_, f64> = scene.for_convex_bodies().unwrap();
            let jump = if i % 9 == 8 { 0.1 } else { -GRAVITY };
            twins.step([random.between(-0.2, 0.3), 0.0, 0.0], [0.0, 0.0, jump], &view);
        }
    }
    assert!(carried > 200, "{carried}");
}

/// A regular prism with eight sides, whose first point is the middle of its base; it tapers to a
/// part of its width at the top.
fn octagonal(radius: f64, height: f64, top: f64) -> Vec<Vector> {
    const S: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const QUARTER: [[f64; 2]; 2] = [[1.0, 0.0], [S, S]];
    let ring = |radius: f64, z: f64| {
        let quarters = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        quarters.into_iter().flat_map(move |[c, s]| {
            QUARTER.map(|[x, y]| [radius * (c * x - s * y), radius * (s * x + c * y), z])
        })
    };
    [[0.0; 3]].into_iter().chain(ring(radius, 0.0)).chain(ring(top * radius, height)).collect()
}

type HullHero = Walker<f64, Hull<f64, 3>>;

fn hull_at(position: Vector, points: Vec<Vector>, options: WalkerOptions<f64>) -> HullHero {
    Walker::new(Hull::new(points).unwrap().at(position).unwrap(), options).unwrap()
}

fn tread(hero: &mut HullHero, scene: &Scene<f64>, wish: Vector, steps: usize) {
    let view = scene.for_convex_bodies().unwrap();
    for _ in 0..steps {
        hero.velocity[2] -= GRAVITY;
        let step = hero.step(wish, &view).unwrap();
        assert_eq!(step.start, Recover::Free);
    }
}

/// An octagonal character, upright or tapered, lands exactly, climbs stairs up to the step height
/// and comes down without losing the floor, and is stopped by a higher stair. The character that is
/// wider at the top leans over the edge of a stair by less than the displacement of a step.
#[test]
fn an_octagonal_hull_climbs_stairs() {
    for (rise, top) in [(0.25, 1.0), (0.5, 0.5), (0.5, 1.125), (0.6, 1.0)] {
        let mut scene = voxels(ground(12));
        for i in 0..3 {
            let from = f64::from(i);
            let (min, max) = ([1.0 + from, -3.0, 0.0], [9.0, 3.0, rise * (1.0 + from)]);
            scene.insert(AlignedBox::new(min, max).unwrap());
        }
        let mut hero = hull_at([0.0, 0.0, 0.5], octagonal(0.4, 1.8, top), able());
        tread(&mut hero, &scene, [0.0; 3], 40);
        assert_eq!(hero.position(), [0.0; 3]);
        assert_eq!(hero.floor().unwrap().normal, [0.0, 0.0, 1.0]);
        tread(&mut hero, &scene, [0.05, 0.0, 0.0], 90);
        let [x, _, z] = hero.position();
        if rise > 0.5 {
            assert!(x <= 0.6 && x > 0.59 && z == 0.0, "{rise}: {x} {z}");
            continue;
        }
        assert!((x - 4.5).abs() < 0.02 && (z - 3.0 * rise).abs() < 1e-9, "{rise} {top}: {x} {z}");
        let view = scene.for_convex_bodies().unwrap();
        for _ in 0..90 {
            hero.velocity[2] -= GRAVITY;
            let step = hero.step([-0.05, 0.0, 0.0], &view).unwrap();
            assert!(step.floor.is_some(), "{rise} {top}: {:?}", hero.position());
        }
        let [x, _, z] = hero.position();
        assert!(x.abs() < 0.02 && z == 0.0, "{rise} {top}: {x} {z}");
    }
}

/// It stands on a ledge as long as a vertex of its base is there.
#[test]
fn a_hull_stands_to_its_last_vertex() {
    let mut scene = Scene::new();
    scene.insert(AlignedBox::new([-5.0, -5.0, -1.0], [0.0, 5.0, 0.0]).unwrap());
    for (x, stands) in [(0.375, true), (0.4375, false)] {
        let mut hero = hull_at([x, 0.0, 0.0], octagonal(0.4, 1.8, 1.0), WalkerOptions::default());
        tread(&mut hero, &scene, [0.0; 3], 20);
        assert_eq!((hero.position()[2] == 0.0, hero.floor().is_some()), (stands, stands), "{x}");
    }
}

/// A foot that is a flat cone stands on the tip, and on an edge beneath its side; a steep cone
/// slides off the edge.
#[test]
fn a_cone_stands_on_an_edge_if_its_side_is_flat_enough() {
    let mut scene = Scene::new();
    scene.insert(AlignedBox::new([-5.0, -5.0, -1.0], [0.0, 5.0, 0.0]).unwrap());
    for (rise, stands) in [(0.25, true), (1.0, false)] {
        // The rise of the sides is the height of the corners over their distance from the axis.
        let high = rise * 0.5;
        let tip = [0.0; 3];
        let ring = [[0.5, 0.5, high], [-0.5, 0.5, high], [-0.5, -0.5, high], [0.5, -0.5, high]];
        let top = ring.map(|[x, y, _]| [x, y, 2.0]);
        let points: Vec<Vector> = [tip].into_iter().chain(ring).chain(top).collect();
        let options = WalkerOptions::default().max_slope(0.5);
        let mut hero = hull_at([-2.0, 0.0, 0.5], points.clone(), options);
        tread(&mut hero, &scene, [0.0; 3], 40);
        assert_eq!((hero.position()[2], hero.floor().is_some()), (0.0, true));
        // Its axis is beyond the edge, so a side is above the edge.
        let mut hero = hull_at([0.25, 0.0, 0.0], points, options);
        tread(&mut hero, &scene, [0.0; 3], 20);
        assert_eq!(hero.floor().is_some(), stands, "{rise} {:?}", hero.position());
    }
}

/// A state holds the hull and its position; after it is restored, the steps are the same. A crouch
/// is a lower hull, for which there must be room.
#[test]
fn a_hull_is_saved_and_replaced() {
    let mut scene = voxels(ground(8));
    scene.insert(AlignedBox::new([2.0, -9.0, 1.5], [9.0, 9.0, 2.0]).unwrap());
    let view = scene.for_convex_bodies().unwrap();
    let tall = Hull::new(octagonal(0.4, 1.8, 1.0)).unwrap();
    let small = Hull::new(octagonal(0.4, 1.0, 1.0)).unwrap();
    let mut hero = Walker::new(tall.clone().at([0.0; 3]).unwrap(), able()).unwrap();
    tread(&mut hero, &scene, [0.3, 0.01, 0.0], 3);
    let state = hero.state();
    tread(&mut hero, &scene, [0.0, 0.1, 0.0], 5);
    let end = hero.state();
    let mut other = hull_at([7.0; 3], octagonal(0.1, 0.2, 0.5), able());
    other.restore(state.clone()).unwrap();
    assert_eq!((other.body(), other.state()), (state.body.clone(), state.clone()));
    tread(&mut other, &scene, [0.0, 0.1, 0.0], 5);
    assert_eq!(other.state(), end);

    // The same hull at the same position keeps its floor.
    assert!(hero.floor().is_some());
    assert_eq!(hero.set_body(tall.clone().at(hero.position()).unwrap(), &view).unwrap(), None);
    assert!(hero.floor().is_some());
    assert_eq!(hero.set_body(small.clone().at([4.0, 0.0, 0.0]).unwrap(), &view).unwrap(), None);
    assert!(hero.floor().is_none());
    let overlap = hero.set_body(tall.at([4.0, 0.0, 0.0]).unwrap(), &view).unwrap();
    assert_eq!(overlap.unwrap().point[2], 1.5);
    assert_eq!(hero.body().points(), small.points());
}

/// It is moved out of an overlap, by at most its half width, and not through a surface: the middle
/// of the hull must see its new position.
#[test]
fn a_hull_recovers() {
    let scene = voxels(ground(4));
    let view = scene.for_convex_bodies().unwrap();
    let mut hero = hull_at([0.3, 0.2, -0.05], octagonal(0.4, 1.8, 1.0), able());
    let step = hero.step([0.0; 3], &view).unwrap();
    let Recover::Moved { position } = step.start else { panic!("{:?}", step.start) };
    assert!(position[2] >= 0.0 && position[2] < 0.000_001, "{position:?}");
    let mut hero = hull_at([0.3, 0.2, -0.05], octagonal(0.4, 1.8, 1.0), able().max_recovery(0.01));
    assert_eq!(hero.step([0.0; 3], &view).unwrap().start, Recover::NotFound);
    // Its first point is below a floor without a thickness, and its middle above the floor.
    let sheet = mesh(&square([-9.0, -9.0, 0.0], [18.0, 0.0, 0.0], [0.0, 18.0, 0.0]));
    let mut hero = hull_at([0.3, 0.2, -0.25], octagonal(0.4, 1.8, 1.0), able());
    let step = hero.step([0.0; 3], &sheet).unwrap();
    let Recover::Moved { position } = step.start else { panic!("{:?}", step.start) };
    assert!(position[2] >= 0.0 && position[2] < 0.000_001, "{position:?}");
}

/// Flat hulls are refused.
#[test]
fn refuses_a_flat_hull() {
    let flat = Hull::new([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]).unwrap();
    let refusal = Walker::new(flat.clone().at([0.0; 3]).unwrap(), able()).unwrap_err();
    assert_eq!(refusal.to_string(), "body is flat and has no radius, must have a thickness");
    let refusal = flat.at([0.0, f64::NAN, 0.0]).unwrap_err();
    assert_eq!(refusal.to_string(), "hull.position[1] is NaN, must be a finite number");
}

/// In difficult levels, also turned ones, with prisms, cones and hulls of random points, whose
/// corners are mostly no floats: integers judge each leg.
#[test]
fn no_number_of_steps_of_a_hull_ends_in_overlap() {
    let mut random = Random(10);
    let mut tally = Tally::default();
    let mut floors = 0;
    for world in 0..24 {
        let mut triangles: Triangles = level(&mut random, 0.25);
        if world % 3 == 2 {
            triangles = turned(&mut random, triangles);
        }
        let (mesh, corner) = (mesh(&triangles), triangles[0][0]);
        let place: Vector = std::array::from_fn(|k| corner[k] + random.between(0.5, 2.5));
        let points = match world % 8 {
            0 => octagonal(0.25, 1.0, random.between(0.5, 1.5)),
            1 | 2 => {
                let ring = [[0.25, 0.25, 0.25], [-0.25, 0.25, 0.25], [0.0, -0.25, 0.25]];
                [[0.0; 3], [0.0, 0.0, 1.0]].into_iter().chain(ring).collect()
            }
            _ => (0..7).map(|_| random.vector(-0.3, 0.3)).collect(),
        };
        let options = WalkerOptions::default().step_height(0.25).snap_distance(0.25);
        let mut hero = hull_at(place, points.clone(), options);
        let moved = Moved { core: Core::MovedHull { points, place }, place, radius: 0.0 };
        let level = (&mesh, &triangles);
        floors += judge_steps(30, &mut hero, &moved, level, &mut random, &mut tally);
    }
    println!("{tally:?} {floors}");
    assert!(tally.moves > 300 && tally.blocked > 150 && floors > 80, "{tally:?} {floors}");
    assert!(tally.not_judged == 0 && tally.judged_by_integers > 250, "{tally:?}");
}
