//! Walks whose result must be the same in every language, to the last bit: `walk.jsonl`.
//!
//! Each line is a walk: the level, the walker and its steps, then after each step its position, its
//! velocity and whether it stands. No oracle can compute the end of a step, so the numbers come
//! from the library; whole numbers (`move_oracle`) judge here that each leg through triangles is
//! free. The file is not among the shared cases of `tests/cases`, since a walk is no request.
//!
//! `cargo test --test walks -- --ignored write` writes it again.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

#[path = "../move_oracle/mod.rs"]
mod move_oracle;
#[path = "../random/mod.rs"]
mod random;

use move_oracle::{Leg, enters};
use random::Random;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;
use tangency::any::{AnyObstacle, Mover};
use tangency::{
    AlignedBox, Capsule, Ellipsoid, Item, Mesh, Moving, Polytope, Recover, Ride, Rotation, Scalar,
    Scene, SharedInstance, Sphere, Walker, WalkerFloor, WalkerOptions, WalkerState,
};

type Vector = [f64; 3];
type Faces = Vec<[Vector; 3]>;

/// The level of a walk.
enum Level {
    /// Triangles, each with corners of its own. They are unplaced, or turned and then moved.
    Mesh(Faces, Option<([f64; 4], Vector)>),
    /// Boxes in a scene, by their corners.
    Boxes(Vec<[Vector; 2]>),
}

struct Walk {
    is_narrow: bool,
    level: Level,
    /// The body: one end of the axis, the axis, and the radius.
    body: (Vector, Vector, f64),
    options: WalkerOptions<f64>,
    /// For each step, the change of velocity before it, and the displacement.
    steps: Vec<[Vector; 2]>,
}

// ---- as text ----

/// The shortest decimals that are read as the same float.
fn number<T: Debug>(x: T) -> String {
    format!("{x:?}")
}
fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}
fn vector<T: Debug, const N: usize>(vector: [T; N]) -> String {
    list(vector.map(number))
}
fn object<const N: usize>(fields: [(&str, String); N]) -> String {
    format!("{{{}}}", fields.map(|(name, value)| format!("\"{name}\":{value}")).join(","))
}

impl Level {
    fn text(&self) -> String {
        match self {
            Self::Mesh(faces, placed) => {
                let vertices = list(faces.iter().flatten().map(|&corner| vector(corner)));
                let triangles = (0..faces.len()).map(|i| vector([3 * i, 3 * i + 1, 3 * i + 2]));
                let parts = [("vertices", vertices), ("triangles", list(triangles))];
                let mesh = match placed {
                    None => object(parts),
                    Some((rotation, translation)) => {
                        let [vertices, triangles] = parts;
                        let turned = ("rotation", vector(*rotation));
                        object([vertices, triangles, turned, ("translation", vector(*translation))])
                    }
                };
                object([("mesh", mesh)])
            }
            Self::Boxes(boxes) => {
                let boxes = boxes.iter().map(|[min, max]| {
                    let sides = object([("min", vector(*min)), ("max", vector(*max))]);
                    object([("box", sides)])
                });
                object([("items", list(boxes))])
            }
        }
    }

    fn made<T: Scalar>(&self) -> Box<dyn AnyObstacle<T, 3>> {
        let narrow = |p: &Vector| p.map(T::nearest);
        match self {
            Self::Mesh(faces, placed) => {
                let vertices = faces.iter().flatten().map(narrow).collect();
                let count = u32::try_from(faces.len()).unwrap();
                let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
                let mesh = Arc::new(Mesh::new(vertices, triangles).unwrap());
                let Some((rotation, translation)) = placed else {
                    return Box::new(Moving::still(mesh));
                };
                let rotation = Rotation::<T, 3>::new(rotation.map(T::nearest)).unwrap();
                let instance = SharedInstance::new(mesh, rotation, narrow(translation)).unwrap();
                Box::new(Moving::still(instance))
            }
            Self::Boxes(boxes) => {
                let mut scene = Scene::new();
                for [min, max] in boxes {
                    scene.insert(Item::from(AlignedBox::new(narrow(min), narrow(max)).unwrap()));
                }
                Box::new(Arc::new(scene))
            }
        }
    }
}

// ---- walking ----

impl Walk {
    fn line(&self) -> String {
        let WalkerOptions { up, max_slope, step_height, snap_distance, max_iterations, .. } =
            self.options;
        let (a, axis, radius) = self.body;
        let body = object([("a", vector(a)), ("axis", vector(axis)), ("radius", number(radius))]);
        let options = object([
            ("scalar", String::from(if self.is_narrow { "\"f32\"" } else { "\"f64\"" })),
            ("body", body),
            ("up", vector(up)),
            ("max_slope", number(max_slope)),
            ("step_height", number(step_height)),
            ("snap_distance", number(snap_distance)),
            ("max_iterations", number(max_iterations)),
        ]);
        let steps = self.steps.iter().map(|&[push, displacement]| {
            object([("push", vector(push)), ("displacement", vector(displacement))])
        });
        let [positions, velocities, standing] =
            if self.is_narrow { self.walked::<f32>() } else { self.walked::<f64>() };
        object([
            ("level", self.level.text()),
            ("options", options),
            ("steps", list(steps)),
            ("positions", positions),
            ("velocities", velocities),
            ("standing", standing),
        ])
    }

    /// The walker's position after each step, its velocity, and whether it stands.
    fn walked<T: Scalar + Debug>(&self) -> [String; 3] {
        let narrow = |p: Vector| p.map(T::nearest);
        let (a, axis, radius) = self.body;
        let mut options = WalkerOptions::<T>::default();
        options.up = narrow(self.options.up);
        options.max_slope = T::nearest(self.options.max_slope);
        options.step_height = T::nearest(self.options.step_height);
        options.snap_distance = T::nearest(self.options.snap_distance);
        options.max_iterations = self.options.max_iterations;
        let body = Capsule::with_axis(narrow(a), narrow(axis), T::nearest(radius)).unwrap();
        let mut hero: Walker<T> = Walker::new(body, options).unwrap();
        let world = self.level.made::<T>();
        let mut rows: [Vec<String>; 3] = Default::default();
        for &[push, displacement] in &self.steps {
            let sum = |k: usize| T::nearest(hero.velocity[k].widen() + narrow(push)[k].widen());
            hero.velocity = [0, 1, 2].map(sum);
            let step = hero.step_in_any(narrow(displacement), &*world).unwrap().unwrap();
            self.judge(step.from, &step.legs, &body);
            let told = [vector(hero.position()), vector(hero.velocity)];
            let [position, velocity] = told;
            let stands = hero.floor().is_some().to_string();
            rows.iter_mut().zip([position, velocity, stands]).for_each(|(row, x)| row.push(x));
        }
        rows.map(list)
    }

    /// Judges by whole numbers that no leg enters a triangle.
    fn judge<T: Scalar>(&self, from: [T; 3], legs: &[[T; 3]], body: &Capsule<T, 3>) {
        let Level::Mesh(faces, None) = &self.level else { return };
        let wide = |p: [T; 3]| p.map(T::widen);
        let narrow = |p: Vector| p.map(|x| T::nearest(x).widen());
        let [_, axis] = body.b();
        let mut from = wide(from);
        for &to in legs {
            let to = wide(to);
            let leg = Leg { from, to, axis: wide(axis), reach: [body.radius().widen(), 0.0] };
            for face in faces {
                assert!(!enters(&leg, &face.map(narrow)), "{leg:?} {face:?}");
            }
            from = to;
        }
    }
}

// ---- the walks ----

fn square(a: Vector, u: Vector, v: Vector) -> Faces {
    let plus = |p: Vector, by: Vector| std::array::from_fn(|k| p[k] + by[k]);
    let (b, c, d) = (plus(a, u), plus(plus(a, u), v), plus(a, v));
    vec![[a, b, c], [a, c, d]]
}

/// Triangles of hills with heights up to a bound.
fn hills(random: &mut Random, size: i32, height: f64) -> Faces {
    let wide = 2 * size + 1;
    let heights: Vec<f64> = (0..wide * wide).map(|_| random.between(0.0, height)).collect();
    let corner = |i: i32, j: i32| {
        let z = heights[usize::try_from((i + size) * wide + j + size).unwrap()];
        [f64::from(i), f64::from(j), z]
    };
    let cells = (-size..size).flat_map(|i| (-size..size).map(move |j| (i, j)));
    cells
        .flat_map(|(i, j)| {
            let [a, b, c, d] =
                [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect()
}

const GRAVITY: f64 = 9.81 / 3600.0;

/// Steps in one direction, with gravity.
fn straight(count: usize, way: Vector) -> Vec<[Vector; 2]> {
    vec![[[0.0, 0.0, -GRAVITY], way]; count]
}

/// Steps in random directions, with jumps.
fn about(random: &mut Random, count: usize) -> Vec<[Vector; 2]> {
    let mut way = [0.0; 3];
    let step = |i: usize| {
        if i.is_multiple_of(12) {
            way = [random.between(-0.1, 0.1), random.between(-0.1, 0.1), 0.0];
        }
        let jump = if random.below(40) == 0 { 0.03125 } else { 0.0 };
        [[0.0, 0.0, jump - GRAVITY], way]
    };
    (0..count).map(step).collect()
}

fn able() -> WalkerOptions<f64> {
    let mut options = WalkerOptions::default();
    (options.step_height, options.snap_distance) = (0.5, 0.5);
    options
}

fn walks() -> Vec<Walk> {
    let random = &mut Random(17);
    let body = ([0.0, 0.0, 2.5], [0.0, 0.0, 1.0], 0.5);
    let step = || {
        let low = square([-9.0, -9.0, 0.0], [11.0, 0.0, 0.0], [0.0, 18.0, 0.0]);
        let riser = square([2.0, -9.0, 0.0], [0.0, 18.0, 0.0], [0.0, 0.0, 0.25]);
        let high = square([2.0, -9.0, 0.25], [7.0, 0.0, 0.0], [0.0, 18.0, 0.0]);
        [low, riser, high].concat()
    };
    let stairs = || -> Faces {
        let stair = |i: i32| {
            let at = 0.3 * f64::from(i);
            let riser = square([at, -2.0, at], [0.0, 4.0, 0.0], [0.0, 0.0, 0.3]);
            [riser, square([at, -2.0, at + 0.3], [0.3, 0.0, 0.0], [0.0, 4.0, 0.0])].concat()
        };
        let floor = square([-9.0, -2.0, 0.0], [9.0, 0.0, 0.0], [0.0, 4.0, 0.0]);
        [floor, (0..8).flat_map(stair).collect()].concat()
    };
    let steep = square([-9.0, -9.0, 18.0], [9.0, 0.0, -18.0], [0.0, 18.0, 0.0]);
    let floor = square([-9.0, -9.0, 0.0], [18.0, 0.0, 0.0], [0.0, 18.0, 0.0]);
    let boxes = vec![
        [[-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]],
        [[2.0, -9.0, 0.0], [9.0, 9.0, 0.25]],
        [[-9.0, 3.0, 0.0], [9.0, 4.0, 5.0]],
        [[-9.0, -9.0, 2.75], [0.0, 9.0, 3.0]],
    ];
    let walk = |level, body, options, steps| Walk { is_narrow: false, level, body, options, steps };
    let narrow = |walk: Walk| Walk { is_narrow: true, ..walk };
    let aside = |x| ([x, 0.0, 2.5], [0.0, 0.0, 1.0], 0.5);
    let mut aslant = able();
    aslant.up = [0.25, 0.0, 2.0];
    vec![
        walk(Level::Mesh(step(), None), body, able(), straight(120, [1.0 / 30.0, 0.0, 0.0])),
        narrow(walk(Level::Mesh(step(), None), body, able(), straight(90, [0.05, 0.0, 0.0]))),
        walk(
            Level::Mesh(stairs(), None),
            aside(-1.5),
            able(),
            [straight(70, [0.05, 0.01, 0.0]), straight(40, [-0.0625, 0.0, 0.0])].concat(),
        ),
        walk(
            Level::Mesh([steep, floor].concat(), None),
            ([-2.0, 0.5, 8.0], [0.0, 0.0, 1.0], 0.5),
            able(),
            straight(100, [-0.02, 0.01, 0.0]),
        ),
        // This walk is beneath the ceiling, which begins at 2.75.
        walk(
            Level::Boxes(boxes.clone()),
            ([-3.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5),
            able(),
            about(random, 120),
        ),
        narrow(walk(Level::Boxes(boxes.clone()), aside(3.0), able(), about(random, 120))),
        walk(Level::Boxes(boxes), aside(1.0), aslant, straight(60, [0.03, 0.06, 0.0])),
        walk(Level::Mesh(hills(random, 4, 0.75), None), aside(0.25), able(), about(random, 120)),
        narrow(walk(
            Level::Mesh(hills(random, 4, 0.75), None),
            aside(0.25),
            able(),
            about(random, 120),
        )),
        walk(
            Level::Mesh(hills(random, 4, 1.5), Some(([0.0, 0.0, 1.0, 3.0], [0.125, 0.0, -0.5]))),
            aside(0.25),
            WalkerOptions::default(),
            about(random, 120),
        ),
        // This walk begins in the floor.
        walk(
            Level::Mesh(step(), None),
            ([0.0, 0.0, 0.25], [0.0, 0.0, 1.0], 0.5),
            able(),
            straight(20, [0.125, 0.0, 0.0]),
        ),
    ]
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/walks/walk.jsonl")
}

/// Only the last walk begins in an overlap, since such a walker is recovered first, and its walk
/// tests little else.
#[test]
fn only_the_last_walk_begins_in_an_overlap() {
    let walks = walks();
    for (i, walk) in walks.iter().enumerate() {
        let (a, axis, radius) = walk.body;
        let body = Moving::still(Capsule::with_axis(a, axis, radius).unwrap());
        let found = Mover::from(body).recover(&*walk.level.made::<f64>()).unwrap().unwrap();
        assert_eq!(found == Recover::Free, i + 1 < walks.len(), "line {}: {found:?}", i + 1);
    }
}

#[test]
fn every_walk_is_as_stored() {
    let stored = std::fs::read_to_string(path()).unwrap();
    let (stored, walks): (Vec<&str>, _) = (stored.lines().collect(), walks());
    assert_eq!(stored.len(), walks.len());
    for (i, (stored, walk)) in stored.iter().zip(&walks).enumerate() {
        assert_eq!(*stored, walk.line(), "line {}", i + 1);
    }
}

/// The bits do not depend on the form of the world.
#[test]
fn a_walk_in_any_world_is_that_in_a_mesh() {
    let walks = walks();
    let mut count = 0;
    for walk in walks.iter().filter(|walk| !walk.is_narrow) {
        let Level::Mesh(faces, None) = &walk.level else { continue };
        let vertices = faces.iter().flatten().copied().collect();
        let triangles =
            (0..u32::try_from(faces.len()).unwrap()).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        let mesh = Mesh::new(vertices, triangles.collect()).unwrap();
        let (a, axis, radius) = walk.body;
        let body = Capsule::with_axis(a, axis, radius).unwrap();
        let mut hero = Walker::new(body, walk.options).unwrap();
        let mut positions = Vec::new();
        for &[push, displacement] in &walk.steps {
            hero.velocity = [0, 1, 2].map(|k| hero.velocity[k] + push[k]);
            hero.step(displacement, &mesh).unwrap();
            positions.push(vector(hero.position()));
        }
        assert_eq!(list(positions), walk.walked::<f64>()[0]);
        count += 1;
    }
    assert!(count >= 4);
}

/// In every walk, a walker that is restored from the state of another one continues like that one,
/// and one that is rolled back takes the same steps again.
#[test]
fn a_restored_walker_walks_on() {
    let (mut restores, mut floors) = (0, 0);
    for walk in walks().iter().filter(|walk| !walk.is_narrow) {
        let world = walk.level.made::<f64>();
        let (a, axis, radius) = walk.body;
        let body = Capsule::with_axis(a, axis, radius).unwrap();
        let mut hero: Walker<f64> = Walker::new(body, walk.options).unwrap();
        let elsewhere = Capsule::with_axis([9.0; 3], [1.0; 3], 2.0).unwrap();
        let mut other = Walker::new(elsewhere, walk.options).unwrap();
        let mut before = hero;
        for (i, &[push, displacement]) in walk.steps.iter().enumerate() {
            let state = hero.state();
            other.restore(state).unwrap();
            assert_eq!(other, hero);
            // It goes back to its state some steps ago, and to the position at that time.
            if i % 7 == 6 {
                let mut again = before;
                hero.restore(before.state()).unwrap();
                restores += 1;
                for &[push, displacement] in &walk.steps[i - 6..i] {
                    for walker in [&mut hero, &mut again] {
                        walker.velocity = [0, 1, 2].map(|k| walker.velocity[k] + push[k]);
                        walker.step_in_any(displacement, &*world).unwrap().unwrap();
                    }
                }
                assert_eq!((hero, hero.state()), (again, state));
            }
            if i % 7 == 0 {
                before = hero;
            }
            for walker in [&mut hero, &mut other] {
                walker.velocity = [0, 1, 2].map(|k| walker.velocity[k] + push[k]);
                walker.step_in_any(displacement, &*world).unwrap().unwrap();
            }
            assert_eq!(hero, other);
            restores += 1;
            floors += usize::from(hero.floor().is_some());
        }
    }
    assert!(restores > 800 && floors > 200, "{restores} {floors}");
}

/// A walker that a lift carries, that jumps off, and that is restored before each ride and each
/// step.
#[test]
fn a_restored_walker_rides_on() {
    let lift = |z: f64| AlignedBox::new([-4.0, -4.0, z - 1.0], [4.0, 4.0, z]).unwrap();
    let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5).unwrap();
    let mut hero: Walker<f64> = Walker::new(body, able()).unwrap();
    let mut other = Walker::new(body, able()).unwrap();
    for i in 0..200 {
        let (from, to) = (f64::from(i) / 64.0, f64::from(i + 1) / 64.0);
        let moving = Moving::still(lift(from)).between([0.0; 3], [0.0, 0.0, to - from]).unwrap();
        let still = Moving::still(lift(to));
        other.restore(hero.state()).unwrap();
        for walker in [&mut hero, &mut other] {
            let rides = if walker.floor().is_some() { to - from } else { 0.0 };
            walker.ride_in_any([0.0, 0.0, rides], &moving).unwrap().unwrap();
        }
        other.restore(hero.state()).unwrap();
        for walker in [&mut hero, &mut other] {
            walker.velocity[2] -= GRAVITY;
            if i % 50 == 49 && walker.floor().is_some() {
                walker.velocity[2] = 0.08;
            }
            walker.step_in_any([0.01, 0.0, 0.0], &still).unwrap().unwrap();
        }
        assert_eq!(hero, other, "{i}");
    }
}

#[test]
fn a_state_that_is_none_is_refused() {
    let body = Capsule::with_axis([0.0; 3], [0.0, 0.0, 1.0], 0.5).unwrap();
    let mut hero: Walker<f64> = Walker::new(body, able()).unwrap();
    let before = hero;
    let mut refusal = |change: fn(&mut WalkerState<f64>)| {
        let mut state = before.state();
        let (point, normal) = ([0.0; 3], [0.0, 0.0, 1.0]);
        state.floor = Some(WalkerFloor::new(point, normal));
        change(&mut state);
        let error = hero.restore(state).unwrap_err().to_string();
        assert_eq!(hero, before);
        error
    };
    assert_eq!(
        refusal(|state| state.floor = Some(WalkerFloor::new([0.0; 3], [0.0, f64::NAN, 1.0]))),
        "walker.floor.normal[1] is NaN, must be a finite number"
    );
    assert_eq!(
        refusal(|state| state.floor = Some(WalkerFloor::new([f64::NAN; 3], [0.0; 3]))),
        "walker.floor.point[0] is NaN, must be a finite number"
    );
    for (change, error) in [
        (
            (|state| state.velocity[1] = f64::NAN) as fn(&mut WalkerState<f64>),
            "walker.velocity[1] is NaN, must be a finite number",
        ),
        (|state| state.carried[1] = f64::NAN, "walker.carried[1] is NaN, must be a finite number"),
    ] {
        assert_eq!(refusal(change), error);
    }
    for (position, axis, radius, error) in [
        ([0.0, 0.0, f64::NAN], [0.0; 3], 1.0, "walker.position[2] is NaN, must be a finite number"),
        (
            [0.0; 3],
            [f64::INFINITY, 0.0, 0.0],
            1.0,
            "walker.axis[0] is inf, must be a finite number",
        ),
        ([0.0; 3], [0.0; 3], -1.0, "walker.radius is -1, must not be negative"),
    ] {
        let refusal = WalkerState::capsule(position, axis, radius).unwrap_err();
        assert_eq!(refusal.to_string(), error);
    }
}

/// A query in a world of any kind gives the answer for a world of a known type, or is refused.
#[test]
fn rides_and_ways_out_in_any_world() {
    let lift = AlignedBox::new([-2.0, -2.0, -1.0], [2.0, 2.0, 0.0]).unwrap();
    let rising = Moving::still(lift).between([0.0; 3], [0.0, 0.0, 0.25]).unwrap();
    let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5).unwrap();
    let mut hero: Walker<f64> = Walker::new(body, WalkerOptions::default()).unwrap();
    let ride = hero.ride_in_any([0.0, 0.0, 0.25], &rising).unwrap().unwrap();
    assert_eq!(ride, Ride::Carried { position: [0.0, 0.0, 0.75] });

    let still = Moving::still(lift);
    for z in [0.25, 0.5, -0.25] {
        let ball = Sphere::new([0.5, 0.25, z], 0.5).unwrap();
        let capsule = Capsule::with_axis([0.5, 0.25, z], [0.0, 0.0, 1.0], 0.5).unwrap();
        let expected = ball.recover(&lift).unwrap();
        assert_eq!(Mover::from(Moving::still(ball)).recover(&still).unwrap().unwrap(), expected);
        let expected = capsule.recover(&lift).unwrap();
        assert_eq!(expected == Recover::Free, z == 0.5);
        let capsule = Mover::from(Moving::still(capsule));
        assert_eq!(capsule.recover(&still).unwrap().unwrap(), expected);
    }
    let hull = Moving::still(Arc::new(Polytope::new(Vec::new()).unwrap()));
    let refused = hero.step_in_any([0.0; 3], &hull).unwrap_err();
    assert_eq!(refused.to_string(), "advance is not asked of a capsule and a polytope");
    let before = hero;
    assert!(hero.ride_in_any([1.0; 3], &hull).is_err());
    hero.velocity = [f64::INFINITY, 0.0, 0.0];
    assert!(hero.step_in_any([1.0; 3], &hull).unwrap().is_err(), "the flaw is seen first");
    hero.velocity = [0.0; 3];
    assert!(hero.step_in_any([1.0; 3], &hull).is_err());
    assert_eq!(hero, before);
    let ellipsoid = Ellipsoid::new([0.0; 3], [1.0, 2.0, 3.0]).unwrap();
    let refused = Mover::from(Moving::still(ellipsoid)).recover(&still).unwrap_err();
    assert_eq!(refused.to_string(), "recover is not asked of an ellipsoid and a box");
}

#[test]
#[ignore = "writes the file anew"]
fn write() {
    let text: String = walks().iter().map(|walk| walk.line() + "\n").collect();
    std::fs::write(path(), text).unwrap();
}
