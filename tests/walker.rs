//! A character in one situation after another. Whole numbers judge each leg (`move_oracle`), and
//! the expectation for the situation judges each end.
//!
//! If another engine tests a situation, or its users have reported it, positions and numbers are
//! taken from there; the expectation is stated here.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod move_oracle;
mod random;

use move_oracle::{Leg, enters};
use random::Random;
use tangency::{
    AlignedBox, Capsule, Contact, Inflated, Item, Mesh, MeshFeature, Point, Recover, Ride,
    Rotation, Scalar, Scene, Segment, SlideOptions, Sphere, Step, Walker, WalkerOptions,
};

type Vector = [f64; 3];
type Triangles = Vec<[Vector; 3]>;
type Hero = Walker<f64>;

/// A parallelogram that is cut into two triangles.
fn square(a: Vector, u: Vector, v: Vector) -> Triangles {
    let plus = |p: Vector, by: Vector| std::array::from_fn(|k| p[k] + by[k]);
    let (b, c, d) = (plus(a, u), plus(plus(a, u), v), plus(a, v));
    vec![[a, b, c], [a, c, d]]
}

/// A floor of squares at this height.
fn floor(size: i32, z: f64) -> Triangles {
    let squares = (-size..size).flat_map(|i| (-size..size).map(move |j| (i, j)));
    let square = |(i, j)| square([f64::from(i), f64::from(j), z], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    squares.flat_map(square).collect()
}

/// A wall across the path from here to there.
fn wall(from: [f64; 2], to: [f64; 2]) -> Triangles {
    let along = [to[0] - from[0], to[1] - from[1], 0.0];
    square([from[0], from[1], -1.0], along, [0.0, 0.0, 6.0])
}

struct Level {
    triangles: Triangles,
    mesh: Mesh<f64>,
}

impl Level {
    fn new(parts: impl IntoIterator<Item = Triangles>) -> Self {
        let triangles: Triangles = parts.into_iter().flatten().collect();
        let vertices = triangles.iter().flatten().copied().collect();
        let faces = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Self { mesh: Mesh::new(vertices, faces).unwrap(), triangles }
    }
    fn is_free(&self, body: Capsule<f64, 3>) -> bool {
        let [b, beyond] = body.b();
        let axis = std::array::from_fn(|k| b[k] - body.a()[k] + beyond[k]);
        let leg = Leg { from: body.a(), to: body.a(), axis, reach: [body.radius(), 0.0] };
        !self.triangles.iter().any(|triangle| enters(&leg, triangle))
    }
    /// One step after a fall by `gravity` more, which is judged.
    fn step(&self, hero: &mut Hero, wish: Vector, gravity: f64) -> Step<f64, MeshFeature> {
        hero.velocity[2] -= gravity;
        let (before, body) = (hero.position(), hero.body());
        let [b, beyond] = body.b();
        let axis = std::array::from_fn(|k| b[k] - body.a()[k] + beyond[k]);
        let step = hero.step(wish, &self.mesh).unwrap();
        assert_eq!((step.start, step.from), (Recover::Free, before), "it began free");
        let mut from = before;
        for &to in &step.legs {
            let leg = Leg { from, to, axis, reach: [body.radius(), 0.0] };
            for triangle in &self.triangles {
                assert!(!enters(&leg, triangle), "{leg:?} {triangle:?}");
            }
            from = to;
        }
        assert_eq!(hero.position(), from);
        let place = |floor: &Contact<f64, 3, MeshFeature>| (floor.point, floor.normal);
        let stands = hero.floor().map(|floor| (floor.point, Some(floor.normal)));
        assert_eq!(stands, step.floor.as_ref().map(place));
        step
    }
}

/// The capsule of Jolt's tests of its virtual character: 1.35 between the ends of its axis, and a
/// radius of 0.3. Its lowest point is here.
fn hero(feet: Vector) -> Hero {
    hero_with(feet, WalkerOptions::default())
}
fn hero_with(feet: Vector, options: WalkerOptions<f64>) -> Hero {
    let a = [feet[0], feet[1], feet[2] + RADIUS];
    Walker::new(Capsule::with_axis(a, [0.0, 0.0, 1.35], RADIUS).unwrap(), options).unwrap()
}
const RADIUS: f64 = 0.3;
/// Gravity for a step of a sixtieth of a second.
const GRAVITY: f64 = 9.81 / 3600.0;

fn options(change: impl FnOnce(&mut WalkerOptions<f64>)) -> WalkerOptions<f64> {
    let mut options = WalkerOptions::default();
    change(&mut options);
    options
}
fn able() -> WalkerOptions<f64> {
    options(|o| (o.step_height, o.snap_distance) = (0.4, 0.5))
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

// ---- slopes ----

/// The floor of a hero that is dropped on a plane with this rise along x and y, and with this slope
/// limit.
fn found_on(rise: [f64; 2], up: Vector, limit: f64) -> Option<Contact<f64, 3, MeshFeature>> {
    let slope = square(
        [-8.0, -8.0, -8.0 * (rise[0] + rise[1])],
        [16.0, 0.0, 16.0 * rise[0]],
        [0.0, 16.0, 16.0 * rise[1]],
    );
    let level = Level::new([slope]);
    let options = options(|o| (o.up, o.max_slope) = (up, limit));
    let mut hero = hero_with([0.0, 0.0, 2.0], options);
    let down = up.map(|x| -4.0 * x / up[2].abs());
    hero.velocity = down;
    level.step(&mut hero, [0.0; 3], 0.0).floor
}

#[test]
fn the_limit_of_a_slope_is_right_to_the_last_bit() {
    let upright = [0.0, 0.0, 1.0];
    // A right triangle with the legs 3/4 and 1 has the hypotenuse 5/4, which is the rise of the
    // plane. √2 is no float; the nearest one is above it.
    let cases = [
        ([0.75, 1.0], upright, 1.25),
        ([0.75, 1.0], [0.0, 0.0, 7.0], 1.25),
        ([0.0, 0.5], upright, 0.5),
        ([1.0, 1.0], upright, 2f64.sqrt()),
        // A level plane with a tilted up vector, again by the triangle of 3, 4 and 5.
        ([0.0, 0.0], [3.0, 4.0, 4.0], 1.25),
        ([0.0, 0.0], [0.0, 0.0, 0.25], 0.0),
    ];
    for (rise, up, limit) in cases {
        assert!(found_on(rise, up, limit).is_some(), "{rise:?} {up:?} {limit}");
        if limit > 0.0 {
            assert!(found_on(rise, up, limit.next_down()).is_none(), "{rise:?} {up:?} {limit}");
        }
    }
}

/// The plane `z = p x / s + q y / s` is flat enough exactly if `p² + q² ≤ limit² s²`, which whole
/// numbers decide.
#[test]
fn slopes_are_told_apart_as_whole_numbers_tell() {
    let mut random = Random(11);
    let mut flat = 0;
    for _ in 0..300 {
        let [p, q] = [random.below(64) as i128, random.below(64) as i128];
        // The rises are sixteenths, for which the limit's last place is a power of two as well.
        let exact = ((p * p + q * q) as f64).sqrt() / 16.0;
        let limit = match random.below(3) {
            0 => exact,
            1 => exact.next_up(),
            _ => exact.next_down().max(0.0),
        };
        let scale = (1i64 << 56) as f64;
        let whole = (limit * scale) as i128;
        assert_eq!(whole as f64, limit * scale);
        // Both sides of `(p² + q²) / 16² ≤ limit²`, times 2^112.
        let left = num_bigint::BigInt::from(p * p + q * q) << (2 * 52);
        let right = num_bigint::BigInt::from(whole) * num_bigint::BigInt::from(whole);
        let found = found_on([p as f64 / 16.0, q as f64 / 16.0], [0.0, 0.0, 1.0], limit);
        assert_eq!(found.is_some(), left <= right, "{p} {q} {limit}");
        flat += usize::from(found.is_some());
    }
    assert!((100..250).contains(&flat), "{flat}");
}

/// At an edge the normal depends on the position of the body, here by the triangle of 3, 4 and 5.
/// Without a step height a body does not stand on an edge that is too steep.
#[test]
fn the_limit_holds_at_an_edge() {
    let level = Level::new([square([-9.0, -9.0, 0.0], [9.0, 0.0, 0.0], [0.0, 18.0, 0.0])]);
    for (x, is_floor) in [(3.0, true), (3f64.next_up(), false), (3f64.next_down(), true)] {
        let body = Capsule::with_axis([x, 0.0, 9.0], [0.0, 0.0, 2.0], 5.0).unwrap();
        let mut hero = Walker::new(body, options(|o| o.max_slope = 0.75)).unwrap();
        hero.velocity = [0.0, 0.0, -5.5];
        let step = level.step(&mut hero, [0.0; 3], 0.0);
        assert_eq!(step.floor.is_some(), is_floor, "{x}");
    }
}

/// The same edge is too steep for a floor: the hero stands on it if there is a floor in front of it
/// that is no farther down than a step, and falls off otherwise.
#[test]
fn the_edge_of_a_step_is_stood_on() {
    let ledge = || square([-9.0, -9.0, 0.0], [9.0, 0.0, 0.0], [0.0, 18.0, 0.0]);
    let lower = || square([0.0, -9.0, -2.0], [9.0, 0.0, 0.0], [0.0, 18.0, 0.0]);
    let stairs = Level::new([ledge(), lower()]);
    let cliff = Level::new([ledge()]);
    for (level, height, stands) in
        [(&stairs, 2.0, true), (&stairs, 1.99, false), (&stairs, 3.0, true), (&cliff, 3.0, false)]
    {
        let body = Capsule::with_axis([3.0, 0.0, 9.0], [0.0, 0.0, 2.0], 5.0).unwrap();
        let options = options(|o| (o.max_slope, o.step_height) = (0.5, height));
        let mut hero = Walker::new(body, options).unwrap();
        hero.velocity = [0.0, 0.0, -5.5];
        let step = level.step(&mut hero, [0.0; 3], 0.0);
        assert_eq!(step.floor.is_some(), stands, "{height}");
        assert_eq!(step.contacts[0].center, [3.0, 0.0, 4.0]);
    }
}

/// Jolt, CharacterVirtualTests, TestMovingOnSlope: slopes from 5° to 75° with a limit of 50°, at
/// two units a second for a second and a half.
#[test]
fn up_a_slope_or_down_from_it() {
    for degrees in (5..85).step_by(10) {
        let tangent = libm::tan(f64::from(degrees).to_radians());
        let slope =
            square([-40.0, -40.0, -40.0 * tangent], [80.0, 0.0, 80.0 * tangent], [0.0, 80.0, 0.0]);
        let level = Level::new([slope]);
        let mut hero = hero_with(
            [0.0, 0.0, 0.5 + RADIUS * tangent],
            options(|o| o.max_slope = libm::tan(50f64.to_radians())),
        );
        let is_floor = degrees < 50;
        for _ in 0..120 {
            level.step(&mut hero, [0.0; 3], GRAVITY);
        }
        assert_eq!(hero.floor().is_some(), is_floor, "{degrees}");
        let start = hero.position();
        // It does not creep.
        level.step(&mut hero, [0.0; 3], GRAVITY);
        assert_eq!(hero.position() == start, is_floor, "{degrees}");
        let start = hero.position();
        for _ in 0..90 {
            let step = level.step(&mut hero, [2.0 / 60.0, 0.0, 0.0], GRAVITY);
            assert_eq!(step.floor.is_some(), is_floor, "{degrees}");
        }
        let end = hero.position();
        if is_floor {
            assert!(is_near(end[0] - start[0], 3.0), "{degrees} {end:?}");
            assert!(is_near(end[2] - start[2], 3.0 * tangent), "{degrees} {end:?}");
        } else {
            assert!(end[2] < start[2] - 1.0, "{degrees} {end:?}");
        }
    }
}

/// Jolt, TestStickToFloor: down a slope of 45° at ten units a second, faster than a fall.
#[test]
fn down_a_slope_it_stays_on_the_floor_if_it_shall() {
    for is_sticky in [true, false] {
        let slope = square([-80.0, -8.0, -80.0], [160.0, 0.0, 160.0], [0.0, 16.0, 0.0]);
        let level = Level::new([slope]);
        let snap = if is_sticky { 0.5 } else { 0.0 };
        let mut hero = hero_with([0.0, 0.0, 0.2], options(|o| o.snap_distance = snap));
        for _ in 0..30 {
            level.step(&mut hero, [0.0; 3], GRAVITY);
        }
        let start = hero.position();
        assert!(hero.floor().is_some());
        // A walk down along the floor needs no snapping; at an edge where the floor falls away it
        // does.
        for _ in 0..90 {
            level.step(&mut hero, [-10.0 / 60.0, 0.0, 0.0], GRAVITY);
            assert!(hero.floor().is_some());
        }
        assert!(is_near(hero.position()[0] - start[0], -15.0));
        assert!(is_near(hero.position()[2] - start[2], -15.0));
    }
}

/// Over the crest of a hill, the hero follows the floor with snapping, and flies without it.
#[test]
fn over_a_crest_it_sticks_or_flies() {
    for (snap, flies) in [(0.5, false), (0.0, true)] {
        let hill = [
            square([-8.0, -8.0, 0.0], [8.0, 0.0, 0.0], [0.0, 16.0, 0.0]),
            square([0.0, -8.0, 0.0], [32.0, 0.0, -16.0], [0.0, 16.0, 0.0]),
        ];
        let level = Level::new(hill);
        let mut hero = hero_with([-2.0, 0.0, 0.0], options(|o| o.snap_distance = snap));
        let mut in_air = 0;
        for i in 0..40 {
            let step = level.step(&mut hero, [0.25, 0.0, 0.0], GRAVITY);
            in_air += usize::from(i > 0 && step.floor.is_none());
        }
        assert_eq!(in_air > 0, flies, "{in_air}");
        let height = hero.position()[2];
        let on_slope = -0.5 * hero.position()[0] + RADIUS * 1.25f64.sqrt();
        assert_eq!(is_near(height, on_slope), !flies, "{height} {on_slope}");
    }
}

// ---- falling, jumping, ceilings ----

/// Jolt, TestFallingAndJumping: a fall from a height of two to a floor, and a jump at one unit a
/// second.
#[test]
fn it_falls_and_jumps_and_lands() {
    let level = Level::new([floor(4, 0.0)]);
    let mut hero = hero([0.1, 0.2, 2.0]);
    assert!(level.step(&mut hero, [0.0; 3], GRAVITY).floor.is_none());
    for _ in 0..60 {
        level.step(&mut hero, [0.0; 3], GRAVITY);
    }
    assert!(hero.floor().is_some());
    assert_eq!((hero.position(), hero.velocity), ([0.1, 0.2, RADIUS], [0.0; 3]));
    hero.velocity[2] = 1.0 / 60.0;
    let step = level.step(&mut hero, [0.0; 3], GRAVITY);
    assert!(step.floor.is_none());
    assert!(is_near(hero.position()[2], RADIUS + 1.0 / 60.0 - GRAVITY));
    for _ in 0..60 {
        level.step(&mut hero, [0.0; 3], GRAVITY);
    }
    assert!(hero.floor().is_some());
    assert_eq!((hero.position(), hero.velocity), ([0.1, 0.2, RADIUS], [0.0; 3]));
}

/// A hero falls on a slope that leads up to a wall, with a displacement longer than the room.
#[test]
fn it_lands_before_a_wall_and_does_not_go_up_it() {
    let tangent = 0.5;
    let slope = square([-9.0, -9.0, -9.0 * tangent], [18.0, 0.0, 18.0 * tangent], [0.0, 18.0, 0.0]);
    let level = Level::new([slope, wall([2.0, -9.0], [2.0, 9.0])]);
    // The foot of a ball on a slope is this high above it.
    let foot = |x: f64| x * tangent + RADIUS * (libm::sqrt(1.0 + tangent * tangent) - 1.0);
    let mut landed = 0;
    for i in 0..40 {
        let start = 1.0 + f64::from(i) / 64.0;
        let mut hero = hero_with([start, 0.1, foot(start) + 0.05], able());
        let step = level.step(&mut hero, [1.5, 0.2, 0.0], 0.5);
        let [x, _, z] = hero.position();
        landed += u32::from(step.floor.is_some());
        if step.floor.is_some() {
            assert!((z - RADIUS - foot(x)).abs() < 1e-6, "{start} {:?}", hero.position());
        }
    }
    assert!(landed > 30, "{landed}");
}

/// The same where two walls meet, and the slope goes up along both: the walls do not lift the hero
/// off the slope.
#[test]
fn it_lands_in_a_corner_of_a_slope_and_stays_there() {
    let tangent = 0.25;
    let side = [18.0, 0.0, 18.0 * tangent];
    let slope = square([-9.0, -9.0, -18.0 * tangent], side, [0.0, 18.0, 18.0 * tangent]);
    let corner = [wall([2.0, -9.0], [2.0, 9.0]), wall([9.0, 1.0], [-9.0, 1.0])];
    let level = Level::new([slope].into_iter().chain(corner));
    let over = RADIUS * (libm::sqrt(1.0 + 2.0 * tangent * tangent) - 1.0);
    let foot = |x: f64, y: f64| (x + y) * tangent + over;
    for i in 0..40 {
        let start = 1.0 + f64::from(i) / 64.0;
        let mut hero = hero_with([start, 0.1, foot(start, 0.1) + 0.05], able());
        let step = level.step(&mut hero, [1.5, 1.5, 0.0], 0.5);
        let [x, y, z] = hero.position();
        assert!(step.floor.is_some(), "{start}");
        assert!((z - RADIUS - foot(x, y)).abs() < 1e-6, "{start} {:?}", hero.position());
        assert!(x > 2.0 - RADIUS - 1e-6 && y > 1.0 - RADIUS - 1e-6, "{start} {x} {y}");
    }
}

#[test]
fn a_ceiling_takes_the_way_up_at_once() {
    let level = Level::new([floor(4, 0.0), floor(4, 2.5)]);
    let mut hero = hero([0.1, 0.2, 0.0]);
    level.step(&mut hero, [0.0; 3], GRAVITY);
    hero.velocity[2] = 1.0;
    let step = level.step(&mut hero, [0.125, 0.0, 0.0], 0.0);
    assert!(step.ceiling.is_some() && step.floor.is_none());
    // It jumps as high as it fits, and continues along the ceiling.
    assert!(is_near(hero.position()[2], 2.5 - 1.35 - RADIUS));
    assert!(is_near(hero.position()[0], 0.1 + 0.125));
    assert_eq!(hero.velocity, [0.0; 3]);
    let before = hero.position()[2];
    assert!(level.step(&mut hero, [0.0; 3], GRAVITY).ceiling.is_none());
    assert!(hero.position()[2] < before);
}

/// Small-Fish-Dev/shrimple_character_controller, issue 12: a head against the lower side of a ramp
/// of 45° sticks to it, or is dragged up.
#[test]
fn a_head_against_a_ramp_from_below_comes_free() {
    // It comes down to the floor at x = 3.
    let ramp = square([3.0, -4.0, 0.0], [-4.0, 0.0, 4.0], [0.0, 8.0, 0.0]);
    let level = Level::new([floor(4, 0.0), ramp]);
    let mut hero = hero_with([-1.5, 0.0, 0.0], able());
    for _ in 0..60 {
        level.step(&mut hero, [0.05, 0.0, 0.0], GRAVITY);
    }
    // Pressed between floor and ramp it stays.
    let pressed = hero.position();
    assert!(hero.floor().is_some() && pressed[2] == RADIUS);
    for _ in 0..10 {
        level.step(&mut hero, [0.05, 0.0, 0.0], GRAVITY);
    }
    assert!(is_near(hero.position()[0], pressed[0]) && hero.position()[2] == RADIUS);
    // A jump there leads nowhere, least of all up.
    hero.velocity[2] = 0.1;
    level.step(&mut hero, [0.05, 0.0, 0.0], GRAVITY);
    assert!(hero.position()[2] < RADIUS + 0.1);
    for _ in 0..30 {
        level.step(&mut hero, [0.0; 3], GRAVITY);
    }
    let before = hero.position()[0];
    let step = level.step(&mut hero, [-0.5, 0.0, 0.0], GRAVITY);
    assert!(is_near(hero.position()[0], before - 0.5), "{before} {pressed:?} {step:?}");
}

/// If the ceiling is exactly as high as the body, it walks as if there were none; if it is lower by
/// the last bit, not at all.
#[test]
fn under_a_ceiling_as_high_as_the_body() {
    let high: f64 = 1.35 + 2.0 * 0.25;
    for (ceiling, goes_on) in [(high, true), (high.next_down(), false)] {
        let roof = square([0.0, -4.0, ceiling], [4.0, 0.0, 0.0], [0.0, 8.0, 0.0]);
        let level = Level::new([floor(4, 0.0), roof]);
        let body = Capsule::with_axis([-1.0, 0.0, 0.25], [0.0, 0.0, 1.35], 0.25).unwrap();
        let mut hero = Walker::new(body, able()).unwrap();
        for _ in 0..64 {
            level.step(&mut hero, [0.0625, 0.0, 0.0], GRAVITY);
        }
        assert_eq!(hero.position()[0] == 3.0, goes_on, "{:?}", hero.position());
        assert_eq!(hero.position()[2], 0.25);
    }
}

// ---- stairs ----

/// Stairs up along x, from x = 0.
fn stairs(count: i32, size: f64) -> Triangles {
    let step = |i: i32| {
        let at = size * f64::from(i);
        let mut step = square([at, -2.0, at], [0.0, 4.0, 0.0], [0.0, 0.0, size]);
        step.extend(square([at, -2.0, at + size], [size, 0.0, 0.0], [0.0, 4.0, 0.0]));
        step
    };
    (0..count).flat_map(step).collect()
}

/// Jolt, TestWalkStairs: ten stairs of 0.3 at four units a second and four frequencies. After each
/// step it has advanced, and stands.
#[test]
fn up_and_down_stairs_at_any_frequency() {
    for frequency in [60.0, 120.0, 240.0, 360.0] {
        let gravity = 9.81 / (frequency * frequency);
        let pace = 4.0 / frequency;
        let level = Level::new([floor(4, 0.0), stairs(10, 0.3)]);
        // Without a step height it stops before the first stair.
        let mut hero = hero([-2.0, 0.0, 0.0]);
        for _ in 0..frequency as usize {
            level.step(&mut hero, [pace, 0.0, 0.0], gravity);
        }
        assert!(is_near(hero.position()[0], -RADIUS), "{:?}", hero.position());
        assert!(hero.floor().is_some() && hero.position()[2] == RADIUS);

        let mut hero = hero_with([-RADIUS, 0.0, 0.0], able());
        level.step(&mut hero, [0.0; 3], gravity);
        let (mut last, mut steps) = (hero.position(), 0);
        while hero.position()[2] < 3.0 + RADIUS - 1e-3 {
            let step = level.step(&mut hero, [pace, 0.0, 0.0], gravity);
            assert!(step.floor.is_some(), "{frequency} {step:?}");
            assert!(hero.position()[0] > last[0] && hero.position()[1] == 0.0);
            last = hero.position();
            steps += 1;
        }
        assert!(steps as f64 <= 1.5 * (3.0 + RADIUS) / pace, "{frequency} {steps}");
        // It can stop on any stair, and stays there.
        for _ in 0..5 {
            level.step(&mut hero, [0.0; 3], gravity);
        }
        assert_eq!(hero.position(), last);
        // Then it walks down again.
        while hero.position()[0] > -RADIUS - pace {
            let before = hero.position();
            let step = level.step(&mut hero, [-pace, 0.0, 0.0], gravity);
            assert!(step.floor.is_some(), "{frequency} {step:?}");
            assert!(is_near(hero.position()[0], before[0] - pace));
        }
        assert!(is_near(hero.position()[2], RADIUS));
    }
}

/// A hero that stops on stairs stands at any position.
#[test]
fn it_stands_wherever_it_stops_on_stairs() {
    let level = Level::new([floor(4, 0.0), stairs(10, 0.3)]);
    for i in 1..60 {
        let mut hero = hero_with([-RADIUS, 0.0, 0.0], able());
        level.step(&mut hero, [0.0; 3], GRAVITY);
        for _ in 0..i {
            level.step(&mut hero, [0.031, 0.0, 0.0], GRAVITY);
        }
        let at = hero.position();
        for _ in 0..5 {
            level.step(&mut hero, [0.0; 3], GRAVITY);
            assert!(hero.floor().is_some());
        }
        assert_eq!(hero.position(), at, "{i}");
    }
}

/// A stair that is just too high is a wall, however often it is tried.
#[test]
fn a_step_that_is_too_high_is_a_wall() {
    for (height, climbs) in [(0.4, true), (0.41, false)] {
        let mut step = square([0.0, -4.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, height]);
        step.extend(square([0.0, -4.0, height], [4.0, 0.0, 0.0], [0.0, 8.0, 0.0]));
        let level = Level::new([floor(4, 0.0), step]);
        let mut hero = hero_with([-1.0, 0.0, 0.0], able());
        for _ in 0..80 {
            level.step(&mut hero, [0.03125, 0.0, 0.0], GRAVITY);
        }
        assert_eq!(hero.position()[2] > 0.6, climbs, "{:?}", hero.position());
        assert!(climbs || is_near(hero.position()[0], -RADIUS));
    }
}

/// No number of small steps leads up a slope that is too steep.
#[test]
fn steps_do_not_climb_what_is_too_steep() {
    let steep = square([0.0, -4.0, 0.0], [4.0, 0.0, 5.0], [0.0, 8.0, 0.0]);
    let level = Level::new([floor(4, 0.0), steep]);
    let mut hero = hero_with([-1.0, 0.0, 0.0], able());
    for _ in 0..100 {
        level.step(&mut hero, [0.03125, 0.0, 0.0], GRAVITY);
    }
    assert!(is_near(hero.position()[2], RADIUS), "{:?}", hero.position());
}

// ---- walls and corners ----

/// dimforge/bevy_rapier, issue 489, and godotengine/godot, issues 85971 and 69203: along a wall of
/// triangles, pressed against it, it sticks now and then.
#[test]
fn along_a_wall_nothing_sticks() {
    for (x, y) in [(1.0, 0.1), (1.0, 1.0), (0.1, 1.0), (0.937, 0.349)] {
        let walls =
            (-4..4).flat_map(|i| wall([f64::from(i), 1.0 / 3.0], [f64::from(i + 1), 1.0 / 3.0]));
        let level = Level::new([floor(4, 0.0), walls.collect()]);
        let mut hero = hero_with([-3.0, -0.1, 0.0], able());
        for i in 0..200 {
            let before = hero.position()[0];
            let step = level.step(&mut hero, [0.03 * x, 0.03 * y, 0.0], GRAVITY);
            assert!(is_near(hero.position()[0] - before, 0.03 * x), "{i} {step:?}");
            assert!(step.floor.is_some());
        }
    }
}

/// dimforge/rapier, issue 426: a character that presses against a wall no longer falls.
#[test]
fn pressed_against_a_wall_it_falls() {
    let level = Level::new([wall([1.0, -3.0], [1.0, 3.0]), floor(4, -1.0)]);
    let mut hero = hero([1.0 - RADIUS, 0.0, 2.0]);
    let mut expected = hero.position()[2];
    for i in 1..30 {
        level.step(&mut hero, [0.1, 0.0, 0.0], GRAVITY);
        expected -= f64::from(i) * GRAVITY;
        assert!(is_near(hero.position()[2], expected), "{i}");
    }
}

/// godotengine/godot, issues 76811 (sharp corners) and 32182 (jitter), nicholas-maltbie/OpenKCC,
/// issue 42 (wide corners): it comes to rest, and leaves.
#[test]
fn in_corners_of_any_angle_it_rests_and_leaves() {
    for degrees in [5, 10, 30, 45, 60, 90, 120, 150, 175] {
        let (sine, cosine) = libm::sincos(f64::from(degrees).to_radians() / 2.0);
        let (x, y) = (12.0 * cosine, 12.0 * sine);
        let level = Level::new([
            square([-12.0, -12.0, 0.0], [24.0, 0.0, 0.0], [0.0, 24.0, 0.0]),
            wall([1.0, 0.0], [1.0 - x, y]),
            wall([1.0, 0.0], [1.0 - x, -y]),
        ]);
        let start = 1.0 - RADIUS / sine - 0.5;
        let mut hero = hero_with([start, 0.0, 0.0], able());
        for _ in 0..60 {
            level.step(&mut hero, [0.05, 0.003, 0.0], GRAVITY);
        }
        let at = hero.position();
        let ideal = 1.0 - RADIUS / sine;
        if degrees < 150 {
            assert!((at[0] - ideal).abs() < 1e-6, "{degrees} {at:?} {ideal}");
            for _ in 0..20 {
                level.step(&mut hero, [0.05, 0.003, 0.0], GRAVITY);
                let off: f64 = (0..3).map(|k| (hero.position()[k] - at[k]).abs()).sum();
                assert!(off < 1e-9, "{degrees}: {off}");
            }
        }
        let before = hero.position();
        level.step(&mut hero, [-0.05, 0.0, 0.0], GRAVITY);
        assert!(is_near(hero.position()[0], before[0] - 0.05), "{degrees}");
    }
}

/// nicholas-maltbie/OpenKCC, issue 42: it walks through a hall that is as wide as the body.
#[test]
fn through_a_slot_as_wide_as_the_body() {
    for wide in [0.25, 0.25f64.next_down()] {
        let level = Level::new([
            floor(4, 0.0),
            wall([0.0, -wide], [4.0, -wide]),
            wall([0.0, wide], [4.0, wide]),
        ]);
        let body = Capsule::with_axis([-1.0, 0.0, 0.25], [0.0, 0.0, 1.0], 0.25).unwrap();
        let mut hero = Walker::new(body, able()).unwrap();
        for _ in 0..64 {
            level.step(&mut hero, [0.0625, 0.0, 0.0], GRAVITY);
        }
        let x = hero.position()[0];
        assert_eq!(x == 3.0, wide == 0.25, "{wide} {:?}", hero.position());
        assert!(wide == 0.25 || x < 0.0, "{x}");
    }
}

/// A body that is pushed through the air into the mouth of a slot of its own width falls as if
/// there were no walls. In floats the slot may be too narrow.
#[test]
fn at_the_mouth_of_a_slot_it_falls() {
    fall_at_mouths::<f64>(1e-6);
    fall_at_mouths::<f32>(1e-3);
}

fn fall_at_mouths<T: Scalar>(near: f64) {
    for (i, [x, y]) in
        [[0.0, 0.0], [2.0, 0.5], [-3.25, 7.75], [2.3, 0.7], [31.7, -12.9]].into_iter().enumerate()
    {
        for (j, aside) in [0.0, 0.003, -0.017, 0.11].into_iter().enumerate() {
            let radius = [0.25, 0.3][(i + j) % 2];
            let edges = [y - radius, y + radius];
            let triangles: Triangles = edges
                .into_iter()
                .flat_map(|y| square([x, y, -8.0], [4.0, 0.0, 0.0], [0.0, 0.0, 16.0]))
                .map(|triangle| triangle.map(|p| p.map(|x| T::nearest(x).widen())))
                .collect();
            let level = Level::new([triangles]);
            let vertices = level.triangles.iter().flatten().map(|p| p.map(T::nearest)).collect();
            let mesh = Mesh::new(vertices, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]);
            let mesh = mesh.unwrap();
            let start = [x - 0.4, y + aside, 4.0].map(T::nearest);
            let axis = [0.0, 0.0, 1.0].map(T::nearest);
            let body = Capsule::with_axis(start, axis, T::nearest(radius)).unwrap();
            let mut hero: Walker<T> = Walker::new(body, WalkerOptions::default()).unwrap();
            let mut height = start[2].widen();
            for k in 1..40 {
                hero.velocity[2] = T::nearest(hero.velocity[2].widen() - GRAVITY);
                let wish = [0.05, [0.0, 0.01][j / 2], 0.0].map(T::nearest);
                let step = hero.step(wish, &mesh).unwrap();
                assert_eq!(step.start, Recover::Free);
                let reach = [T::nearest(radius).widen(), 0.0];
                let mut from = step.from.map(T::widen);
                for to in step.legs.iter().map(|leg| leg.map(T::widen)) {
                    let leg = Leg { from, to, axis: axis.map(T::widen), reach };
                    assert!(!level.triangles.iter().any(|triangle| enters(&leg, triangle)));
                    from = to;
                }
                height -= f64::from(k) * GRAVITY;
                let off = (hero.position()[2].widen() - height).abs();
                assert!(off <= near, "{x} {y} {aside} {k}: {off}");
            }
        }
    }
}

#[test]
fn no_pace_leads_through_a_thin_wall() {
    let thin = [wall([1.0, -3.0], [1.0, 3.0]), wall([1.0 + 1e-12, -3.0], [1.0 + 1e-12, 3.0])];
    for pace in [1.0, 100.0, 1e6, 1e12, 1e200] {
        let level = Level::new([vec![floor(4, 0.0)], thin.to_vec()].concat());
        let mut hero = hero_with([0.0; 3], able());
        for _ in 0..3 {
            level.step(&mut hero, [pace, 0.0, 0.0], GRAVITY);
        }
        assert!(is_near(hero.position()[0], 1.0 - RADIUS), "{pace} {:?}", hero.position());
    }
}

/// Along the crease between two ramps that lean on each other, it walks up and down.
#[test]
fn along_a_crease() {
    let level = Level::new([
        square([-4.0, 0.0, -2.0], [8.0, 0.0, 4.0], [0.0, 4.0, 3.0]),
        square([-4.0, 0.0, -2.0], [8.0, 0.0, 4.0], [0.0, -4.0, 3.0]),
    ]);
    let mut hero = hero_with([-2.0, 0.01, 0.0], able());
    for _ in 0..80 {
        level.step(&mut hero, [0.0; 3], GRAVITY);
    }
    assert!(hero.floor().is_some());
    let start = hero.position();
    for _ in 0..20 {
        level.step(&mut hero, [0.1, 0.0, 0.0], GRAVITY);
    }
    let end = hero.position();
    assert!((end[0] - start[0] - 2.0).abs() < 1e-6, "{start:?} {end:?}");
    assert!((end[2] - start[2] - 1.0).abs() < 1e-6, "{start:?} {end:?}");
}

/// At two neighbouring boxes, godotengine/godot, issue 75647: into the gap between them, and over
/// their seam.
#[test]
fn seams_and_gaps_of_boxes_hold_nothing() {
    let mut scene = Scene::new();
    for i in -4..4 {
        let x = f64::from(i);
        scene.insert(AlignedBox::new([x, -4.0, -1.0], [x + 1.0, 4.0, 0.0]).unwrap());
        // Two walls with a gap of 0.01, too narrow for the body.
        scene.insert(AlignedBox::new([x, 1.0, 0.0], [x + 0.99, 2.0, 3.0]).unwrap());
    }
    let world = scene.for_capsules().unwrap();
    let body = Capsule::with_axis([-3.0, 1.0 - 0.25, 0.25], [0.0, 0.0, 1.0], 0.25).unwrap();
    let mut hero = Walker::new(body, able()).unwrap();
    for _ in 0..60 {
        hero.velocity[2] -= GRAVITY;
        let before = hero.position()[0];
        let step = hero.step([0.1, 0.02, 0.0], &world).unwrap();
        assert_eq!(step.start, Recover::Free);
        // An edge of the gap slows it, and no more.
        assert!(hero.position()[0] - before > 0.05, "{step:?}");
        assert_eq!(hero.position()[2], 0.25);
    }
}

/// Jolt, TestContactPointLimit: a trough of 767 planks, hardly wider than the body, with walls at
/// its ends.
#[test]
fn in_a_trough_of_many_planks() {
    let (count, wide) = (768, RADIUS + 0.01);
    let rim = |i: usize| {
        let angle = (-0.5 + i as f64 / count as f64) * std::f64::consts::PI;
        let (sine, cosine) = libm::sincos(angle);
        let z = if i == 0 || i == count - 1 { 0.5 } else { (1.0 - cosine) * wide };
        [sine * wide, z]
    };
    let planks = (1..count).flat_map(|i| {
        let ([a, b], [c, d]) = (rim(i - 1), rim(i));
        square([-1.0, a, b], [2.0, 0.0, 0.0], [0.0, c - a, d - b])
    });
    let ends = [-1.0, 1.0].map(|x| square([x, -1.0, -1.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]));
    let level = Level::new([planks.collect(), ends.concat()]);
    let mut hero = hero([0.0, 0.0, 0.25]);
    for _ in 0..30 {
        level.step(&mut hero, [0.0; 3], GRAVITY);
    }
    for way in [1.0, -1.0] {
        for _ in 0..60 {
            let step = level.step(&mut hero, [way * 2.0 / 60.0, 0.0, 0.0], GRAVITY);
            assert!(step.floor.unwrap().normal.unwrap()[2] > 0.999);
        }
        assert!(is_near(hero.position()[0], way * (1.0 - RADIUS)), "{:?}", hero.position());
    }
}

// ---- many steps ----

/// Stairs, ramps, slivers, triangles across each other, a low roof and walls. Wherever the hero
/// goes, it stays free.
#[test]
fn no_number_of_steps_ends_in_overlap() {
    let mut random = Random(21);
    let (mut steps, mut legs, mut floors, mut ceilings) = (0, 0, 0, 0);
    for _ in 0..60 {
        let mut parts = vec![floor(3, 0.0), floor(3, 3.0), stairs(5, 0.25)];
        for [a, b] in [[[-3.0, -3.0], [3.0, -3.0]], [[-3.0, 3.0], [3.0, 3.0]]] {
            parts.push(wall(a, b));
            parts.push(wall([a[1], a[0]], [b[1], b[0]]));
        }
        parts.push(square([-3.0, 0.0, 0.0], [2.0, 0.0, random.between(0.2, 3.0)], [0.0, 3.0, 0.0]));
        parts.push(square(
            [-2.0, -3.0, 2.5],
            [2.0, 0.0, -random.between(0.1, 2.0)],
            [0.0, 2.0, 0.0],
        ));
        for _ in 0..8 {
            let (a, b) = (random.vector(-3.0, 3.0), random.vector(-3.0, 3.0));
            let off = [1e-12, 1e-9, 1e-6, 1e-3, 1e-1, 1.0][random.below(6) as usize];
            let c = std::array::from_fn(|k| 0.5 * (a[k] + b[k]) + off * random.between(-1.0, 1.0));
            parts.push(vec![[a, b, c].map(|p: Vector| [p[0], p[1], p[2].abs()])]);
        }
        let level = Level::new(parts);
        let mut hero = hero_with([-0.5, -0.5, 0.01], able());
        if !level.is_free(hero.body()) {
            continue;
        }
        let mut wish = [0.0; 3];
        for i in 0..150 {
            if i % 11 == 0 {
                wish = random.vector(-0.2, 0.2);
                wish[2] = 0.0;
            }
            if i % 37 == 36 {
                hero.velocity[2] = 0.08;
            }
            let step = level.step(&mut hero, wish, GRAVITY);
            steps += 1;
            legs += step.legs.len();
            floors += usize::from(step.floor.is_some());
            ceilings += usize::from(step.ceiling.is_some());
        }
    }
    println!("{steps} steps, {legs} legs, {floors} on a floor, {ceilings} at a ceiling");
    assert!(steps > 3_000 && legs > 3_000 && floors > 1_500 && ceilings > 10);
}

/// The same for a world in single precision, where rounding is coarse. The library itself judges
/// it, as the oracle only has doubles.
#[test]
fn single_precision_stays_free() {
    let mut random = Random(22);
    let mut scene = Scene::new();
    scene.insert(AlignedBox::<f32, 3>::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.1]).unwrap());
    scene.insert(AlignedBox::new([2.1, -9.0, 0.0], [9.0, 9.0, 0.35]).unwrap());
    scene.insert(AlignedBox::new([-9.0, 1.7, 0.0], [9.0, 9.0, 9.0]).unwrap());
    let world = scene.for_capsules().unwrap();
    let body = Capsule::with_axis([0.3f32, 0.0, 0.7], [0.0, 0.0, 1.1], 0.3).unwrap();
    let mut options = WalkerOptions::default();
    (options.step_height, options.snap_distance) = (0.4, 0.4);
    let mut hero = Walker::new(body, options).unwrap();
    let mut wish = [0.0f32; 3];
    for i in 0..400 {
        if i % 9 == 0 {
            wish = [random.between(-0.2, 0.2) as f32, random.between(-0.2, 0.2) as f32, 0.0];
        }
        hero.velocity[2] -= GRAVITY as f32;
        let step = hero.step(wish, &world).unwrap();
        assert_eq!(step.start, Recover::Free, "{i}");
        assert!(hero.position()[2] > 0.39, "{i}");
    }
}

/// A direction in the plane, by the tangent of half its angle.
fn direction(t: f64) -> [f64; 2] {
    [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)]
}

/// Avian, pull request 949: on a slope that it may walk on it does not drift, however long it
/// stands.
#[test]
fn standing_on_a_slope_it_does_not_drift() {
    // The slopes are from 5 to 44 degrees.
    for rise in [0.0875, 0.364, 0.577, 0.839, 0.9657] {
        for [x, y] in [[1.0, 0.0], [0.6, 0.8]] {
            let slope = square(
                [-9.0, -9.0, -9.0 * rise * (x + y)],
                [18.0, 0.0, 18.0 * rise * x],
                [0.0, 18.0, 18.0 * rise * y],
            );
            let level = Level::new([slope]);
            let mut hero = hero_with([0.0, 0.0, 0.5], able());
            while hero.floor().is_none() {
                level.step(&mut hero, [0.0; 3], GRAVITY);
            }
            let at = hero.position();
            for i in 0..300 {
                let step = level.step(&mut hero, [0.0; 3], GRAVITY);
                assert!(step.floor.is_some() && step.legs.is_empty(), "{rise} {i} {step:?}");
            }
            assert_eq!((hero.position(), hero.velocity), (at, [0.0; 3]));
        }
    }
}

/// Avian, issue 705: over a floor of voxels nothing bounces, at any pace and in any direction.
#[test]
fn over_a_floor_of_voxels_it_does_not_bounce() {
    let level = Level::new([floor(8, 0.0)]);
    for (i, pace) in [0.01, 0.1, 0.5, 2.0].into_iter().enumerate() {
        for j in 0..8 {
            let [cosine, sine] = direction(0.7 * f64::from(j) - 2.3);
            let mut hero = hero_with([-2.0 * cosine, -2.0 * sine, 0.0], able());
            level.step(&mut hero, [0.0; 3], GRAVITY);
            for _ in 0..(4.0 / pace) as usize {
                let before = hero.position();
                let step = level.step(&mut hero, [pace * cosine, pace * sine, 0.0], GRAVITY);
                assert!(step.floor.is_some(), "{i} {j}");
                let after = hero.position();
                assert_eq!((after[2], hero.velocity[2]), (RADIUS, 0.0), "{i} {j}");
                assert!(is_near(after[0] - before[0], pace * cosine), "{i} {j}");
                assert!(is_near(after[1] - before[1], pace * sine), "{i} {j}");
            }
        }
    }
}

/// Avian, pull request 487: at the foot of a slope that is too steep it enters no floor, and jumps
/// out.
#[test]
fn at_the_foot_of_a_steep_slope_it_jumps() {
    // The slopes are of 50, 60 and 75 degrees.
    for rise in [1.192, 1.733, 3.732] {
        let slope = square([0.0, -9.0, 0.0], [4.0, 0.0, 4.0 * rise], [0.0, 18.0, 0.0]);
        let level = Level::new([floor(9, 0.0), slope]);
        let mut hero = hero_with([1.0, 0.0, rise + 1.0], able());
        let mut steps = 0;
        while hero.floor().is_none() && steps < 600 {
            // It keeps pressing against the slope.
            level.step(&mut hero, [0.02, 0.0, 0.0], GRAVITY);
            steps += 1;
        }
        assert!(is_near(hero.position()[2], RADIUS), "{rise} {:?}", hero.position());
        hero.velocity = [-0.02, 0.0, 0.1];
        let before = hero.position();
        let step = level.step(&mut hero, [0.0; 3], GRAVITY);
        assert!(step.floor.is_none() && step.contacts.is_empty(), "{rise} {step:?}");
        assert!(is_near(hero.position()[2] - before[2], 0.1 - GRAVITY), "{rise}");
    }
}

/// Box3D, issue 141: it moves straight at a box, or nearly so, slides along it and past its edge.
#[test]
fn nearly_straight_at_a_box_it_comes_past_its_edge() {
    let mut level = Scene::new();
    level.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap());
    level.insert(AlignedBox::new([1.0, -1.0, 0.0], [3.0, 1.0, 2.0]).unwrap());
    let level = level.for_capsules().unwrap();
    // The angles are from half a degree to 45 degrees.
    for t in [0.0043, 0.0087, 0.0437, 0.176, 0.414] {
        let (pace, [cosine, sine]) = (0.125, direction(t));
        let body = Capsule::with_axis([0.0, 0.5, RADIUS], [0.0, 0.0, 1.35], RADIUS).unwrap();
        let mut hero = Walker::new(body, WalkerOptions::default()).unwrap();
        let mut steps = 0;
        while hero.position()[0] < 4.0 {
            let before = hero.position();
            hero.velocity[2] -= GRAVITY;
            let step = hero.step([pace * cosine, pace * sine, 0.0], &level).unwrap();
            assert_eq!(step.start, Recover::Free);
            let after = hero.position();
            // It advances by the component along the box, and never moves back around the edge.
            let aside = after[1] - before[1];
            assert!(aside > 0.999_999 * pace * sine, "{t} {before:?} {after:?}");
            assert!(after[0] >= before[0] - 1e-12, "{t} {before:?} {after:?}");
            assert_eq!(after[2], RADIUS);
            steps += 1;
            assert!(steps < 3000, "{t} {after:?}");
        }
    }
}

// ---- a world that moves ----

/// Jolt, TestMovingPlatformUp: a box with a half height of one, which moves up and down at half a
/// unit a second.
#[test]
fn on_a_lift_it_stays_on_the_floor() {
    let lift = |z: f64| AlignedBox::new([-10.0, -10.0, z - 2.0], [10.0, 10.0, z]).unwrap();
    let body = Capsule::with_axis([0.3, 0.2, RADIUS], [0.0, 0.0, 1.35], RADIUS).unwrap();
    let mut hero = Walker::new(body, able()).unwrap();
    let mut z = 0.0;
    for i in 0..120 {
        let next = z + if i < 60 { 0.5 } else { -0.5 } / 60.0;
        let mut moving = Scene::new();
        let item = Item::from(lift(z)).between([0.0, 0.0, z], [0.0, 0.0, next]).unwrap();
        moving.insert(item);
        let ride = hero.ride([0.0, 0.0, next - z], &moving.for_capsules().unwrap()).unwrap();
        assert!(matches!(ride, Ride::Carried { .. }), "{i} {ride:?}");
        z = next;
        let mut still = Scene::new();
        still.insert(lift(z));
        hero.velocity[2] -= GRAVITY;
        let step = hero.step([0.01, 0.0, 0.0], &still.for_capsules().unwrap()).unwrap();
        assert_eq!(step.start, Recover::Free, "{i}");
        assert!(step.floor.is_some(), "{i}");
        assert!(is_near(hero.position()[2], z + RADIUS), "{i} {:?}", hero.position());
    }
    assert!(is_near(hero.position()[0], 0.3 + 1.2));
}

/// A door pushes a hero along, and crushes it against a wall.
#[test]
fn what_runs_into_it_pushes_it_if_it_can() {
    let world = |x: f64, to: f64| {
        let mut scene = Scene::new();
        let door = AlignedBox::new([x - 1.0, -1.0, 0.0], [x, 1.0, 2.0]).unwrap();
        scene.insert(Item::from(door).between([x, 0.0, 0.0], [to, 0.0, 0.0]).unwrap());
        scene.insert(AlignedBox::new([3.0, -4.0, 0.0], [4.0, 4.0, 2.0]).unwrap());
        scene
    };
    let body = Capsule::with_axis([1.0, 0.25, 0.25], [0.0, 0.0, 1.0], 0.25).unwrap();
    let mut hero = Walker::new(body, able()).unwrap();
    // This is no power of two; the search for the nearest free position begins at those.
    let step = 0.156_25;
    let mut x = 0.0;
    while x < 2.25 {
        let scene = world(x, x + step);
        x += step;
        let ride = hero.ride([0.0; 3], &scene.for_capsules().unwrap()).unwrap();
        if x <= 0.75 {
            assert_eq!(ride, Ride::Carried { position: [1.0, 0.25, 0.25] });
        } else {
            assert!(matches!(ride, Ride::Pushed { .. }), "{x} {ride:?}");
        }
        let at = hero.position();
        assert!(at[0] >= x + 0.25 - 1e-15 && at[0] < (x + 0.25).max(1.0) + 1e-9, "{x} {at:?}");
        assert_eq!(at[1..], [0.25, 0.25]);
    }
    // There is no room left.
    let at = hero.position();
    let scene = world(x, x + 0.5);
    let ride = hero.ride([0.0; 3], &scene.for_capsules().unwrap()).unwrap();
    assert!(matches!(ride, Ride::Crushed { .. }), "{ride:?}");
    assert_eq!(hero.position(), at);
}

/// Carried towards a wall it slides along the wall, while its platform moves on beneath.
#[test]
fn carried_into_a_wall_it_stays_before_it() {
    let mut scene = Scene::new();
    let floor = AlignedBox::new([-4.0, -4.0, -1.0], [4.0, 4.0, 0.0]).unwrap();
    scene.insert(Item::from(floor).between([0.0; 3], [0.5, 0.25, 0.0]).unwrap());
    scene.insert(AlignedBox::new([1.5, -4.0, 0.0], [2.0, 4.0, 2.0]).unwrap());
    let body = Capsule::with_axis([1.0, 0.0, 0.25], [0.0, 0.0, 1.0], 0.25).unwrap();
    let mut hero = Walker::new(body, able()).unwrap();
    let ride = hero.ride([0.5, 0.25, 0.0], &scene.for_capsules().unwrap()).unwrap();
    assert!(matches!(ride, Ride::Pushed { .. }), "{ride:?}");
    let at = hero.position();
    assert!(is_near(at[0], 1.25) && at[0] <= 1.25 && at[1..] == [0.25, 0.25], "{at:?}");
}

/// Whole numbers judge the leg relative to a moving obstacle. A leg whose difference would be
/// rounded is not judged.
#[test]
fn a_ride_enters_nothing_of_what_moves() {
    let mut random = Random(41);
    let (mut pushed, mut judged) = (0, 0);
    for _ in 0..200 {
        let sixteenths = |random: &mut Random| -> Vector {
            [(); 3].map(|()| random.below(64) as f64 / 16.0 - 2.0)
        };
        let triangles: Triangles =
            (0..3).map(|_| [(); 3].map(|()| sixteenths(&mut random))).collect();
        let axis = [0.0, 0.0, 1.0];
        let body = Capsule::with_axis(random.vector(-2.0, 2.0), axis, 0.25).unwrap();
        let level = Level::new([triangles]);
        if !level.is_free(body) {
            continue;
        }
        let by = sixteenths(&mut random).map(|x| x / 2.0);
        let mesh = std::sync::Arc::new(level.mesh.clone());
        let still = Rotation::<f64, 3>::new([0.0, 0.0, 0.0, 1.0]).unwrap();
        let item = Item::instance(mesh, still, [0.0; 3]).unwrap().between([0.0; 3], by).unwrap();
        let mut scene = Scene::new();
        scene.insert(item);
        let mut hero = Walker::new(body, able()).unwrap();
        let ride = hero.ride([0.0; 3], &scene.for_capsules().unwrap()).unwrap();
        assert!(!matches!(ride, Ride::Crushed { .. }));
        pushed += usize::from(matches!(ride, Ride::Pushed { .. }));
        let to: Vector = std::array::from_fn(|k| hero.position()[k] - by[k]);
        if (0..3)
            .any(|k| to[k] + by[k] != hero.position()[k] || hero.position()[k] - to[k] != by[k])
        {
            continue;
        }
        let leg = Leg { from: body.a(), to, axis, reach: [0.25, 0.0] };
        for triangle in &level.triangles {
            assert!(!enters(&leg, triangle), "{leg:?} {triangle:?}");
        }
        judged += 1;
    }
    println!("{pushed} pushed, {judged} judged");
    assert!(pushed > 20 && judged > 50);
}

// ---- out of an overlap ----

/// Recovers a body to a free position within a given distance, and returns the vector to it.
fn put(body: Capsule<f64, 3>, world: &Scene<f64>, most: f64) -> Vector {
    let world = world.for_capsules().unwrap();
    let Recover::Moved { position } = body.recover(&world).unwrap() else {
        panic!("{body:?} is not put elsewhere");
    };
    let [b, beyond] = body.b();
    let axis = std::array::from_fn(|k| b[k] - body.a()[k] + beyond[k]);
    let there = Capsule::with_axis(position, axis, body.radius()).unwrap();
    assert_eq!(there.recover(&world).unwrap(), Recover::Free);
    let way: Vector = std::array::from_fn(|k| position[k] - body.a()[k]);
    let far = way.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!(far <= most + 1e-6, "{way:?} {most}");
    way
}

/// Box3D, `test_mover.c`: a mover that overlaps a ball, a capsule or a box too deeply by a tenth
/// leaves it straight. A mover whose axis goes through the middle has no unique penetration; it
/// finds a position that is not twice as far.
#[test]
fn out_of_a_ball_a_capsule_and_a_box_it_is_put_straight() {
    let mover = |a: Vector, b: Vector, radius| Capsule::new(a, b, radius).unwrap();
    let only = |item: Item<f64>| {
        let mut scene = Scene::new();
        scene.insert(item);
        scene
    };
    let ball = only(Inflated::new(Point::new([0.0; 3]).unwrap(), 0.5).unwrap().into());
    let segment = Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]).unwrap();
    let capsule = only(Inflated::new(segment, 0.3).unwrap().into());
    let cube = only(AlignedBox::new([-0.5; 3], [0.5; 3]).unwrap().into());
    let along_x = |y: f64, half: f64, radius| mover([-half, y, 0.0], [half, y, 0.0], radius);

    for (world, body) in [
        (&ball, along_x(0.6, 1.0, 0.2)),
        (&capsule, along_x(0.4, 1.0, 0.2)),
        (&cube, along_x(0.6, 0.3, 0.2)),
    ] {
        let [x, y, z] = put(body, world, 0.1);
        assert!(is_near(y, 0.1) && x.abs() < 1e-9 && z.abs() < 1e-9, "{:?}", [x, y, z]);
    }
    let far = mover([4.0, 3.0, 0.0], [6.0, 3.0, 0.0], 0.2);
    assert_eq!(far.recover(&ball.for_capsules().unwrap()).unwrap(), Recover::Free);

    // For an axis through the middle, the depth is the sum of the radii, or half of the box and the
    // radius.
    for (world, body, depth) in [
        (&ball, along_x(0.0, 1.0, 0.2), 0.7),
        (&capsule, mover([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.2), 0.5),
        (&capsule, along_x(0.0, 1.0, 0.2), 0.5),
        (&cube, along_x(0.0, 0.2, 0.1), 0.6),
    ] {
        let way = put(body, world, 2.0 * depth);
        let far = way.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!(far >= depth - 1e-9, "{way:?}");
    }
}

/// Box3D, `test_mover.c`, ParallelPlanes and GamePlanes: half a unit deep in one floor and a unit
/// in another one; and a body that has sunk into a floor and a slope and falls by 73 units.
#[test]
fn out_of_two_floors_it_is_put_onto_the_higher_one() {
    let mut floors = Scene::new();
    for top in [0.5, 1.0] {
        floors.insert(AlignedBox::new([-9.0, -9.0, -9.0], [9.0, 9.0, top]).unwrap());
    }
    let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5).unwrap();
    let [x, y, z] = put(body, &floors, 1.0);
    assert!((x, y) == (0.0, 0.0) && (1.0..1.000_001).contains(&z), "{z}");

    // Its foot is 1.5 below the floor; the slope rises towards y, and a translation by 0.39 would
    // leave it.
    let depth = 1.499_980_93;
    let level = Level::new([
        square([-9.0, -9.0, depth], [18.0, 0.0, 0.0], [0.0, 18.0, 0.0]),
        square([-9.0, -9.0, 0.4 - 9.0 * 0.2466], [18.0, 0.0, 0.0], [0.0, 12.0, 12.0 * 0.2466]),
    ]);
    let body = Capsule::with_axis([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 0.5).unwrap();
    let risen = body.a()[2] + depth;
    let free = Capsule::with_axis([0.0, 0.0, risen.next_up()], [0.0, 0.0, 1.0], 0.5).unwrap();
    assert!(!level.is_free(body) && level.is_free(free));
    let way = [-2.539_062_5, 0.0, -73.688_079_8];
    let slide = free.slide(way, &level.mesh, SlideOptions::default()).unwrap();
    assert!(is_near(slide.position[0], way[0]) && slide.position[1] == 0.0);
    assert!(is_near(slide.position[2], risen), "{slide:?}");
}

/// A body that overlaps gets a new position nearby, which is free by the judgement of whole
/// numbers.
#[test]
fn an_overlap_is_left() {
    let level =
        Level::new([floor(4, 0.0), wall([1.0, -3.0], [1.0, 3.0]), wall([-3.0, 1.0], [3.0, 1.0])]);
    let mut random = Random(31);
    let mut moved = 0;
    for i in 0..200 {
        let off = [1e-15, 1e-6, 0.1, 0.29, 0.5, 1.0][i % 6];
        let a = [0.7, 0.7, 0.3].map(|x: f64| x + off * random.between(0.0, 1.0));
        let body = Capsule::with_axis(a, [0.0, 0.0, 1.0], 0.3).unwrap();
        match body.recover(&level.mesh).unwrap() {
            Recover::Free => assert!(level.is_free(body)),
            Recover::Moved { position } => {
                assert!(!level.is_free(body));
                let there = Capsule::with_axis(position, [0.0, 0.0, 1.0], 0.3).unwrap();
                assert!(level.is_free(there), "{a:?} {position:?}");
                let far = (0..3).map(|k| (position[k] - a[k]).abs()).fold(0.0, f64::max);
                assert!(far <= 4.0 * off.min(0.5) + 1e-14, "{off}: {far}");
                moved += 1;
            }
            Recover::NotFound => panic!("{a:?}"),
        }
    }
    assert!(moved > 100, "{moved}");
}

/// A body in one convex obstacle is moved by the penetration, and a little more for the rounding.
#[test]
fn one_body_is_left_straight() {
    let floor = AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]).unwrap();
    let ball = Sphere::new([0.5, 0.25, 0.75], 1.0).unwrap();
    let Recover::Moved { position } = ball.recover(&floor).unwrap() else { panic!() };
    assert_eq!(position[..2], [0.5, 0.25]);
    assert!(position[2] >= 1.0 && position[2] <= 1.0 + 4.0 * f64::EPSILON, "{position:?}");
}

/// From inside a solid, where no surface point is nearest, the search goes around the body. If the
/// solid is too large, the result reports that.
#[test]
fn within_a_solid_it_looks_around() {
    let solid = |size: f64| AlignedBox::new([-size; 3], [size, size, 0.75 * size]).unwrap();
    let ball = Sphere::new([0.0; 3], 0.25).unwrap();
    let Recover::Moved { position } = ball.recover(&solid(1.0)).unwrap() else { panic!() };
    assert_eq!(position[..2], [0.0, 0.0]);
    assert!(position[2] >= 1.0 && position[2] < 1.0 + 1e-6, "{position:?}");
    assert_eq!(ball.recover(&solid(100.0)).unwrap(), Recover::NotFound);
    // A walker that cannot be freed does not move, and reports it.
    let body = Capsule::with_axis([0.0; 3], [0.0, 0.0, 1.0], 0.25).unwrap();
    let mut hero = Walker::new(body, able()).unwrap();
    let step = hero.step([1.0, 0.0, 0.0], &solid(100.0)).unwrap();
    assert_eq!((step.start, hero.position()), (Recover::NotFound, [0.0; 3]));
}

/// In the middle of a cross of three bars that are longer than the search, each direction along a
/// bar is blocked. A direction between two bars, along one of each, leaves both.
#[test]
fn between_bars_it_leaves_along_a_diagonal() {
    let mut cross = Scene::new();
    for k in 0..3 {
        let end = |far: f64| std::array::from_fn(|i| if i == k { far } else { 0.0 });
        cross.insert(Segment::new(end(-40.0), end(40.0)).unwrap());
    }
    let ball = Sphere::new([0.0; 3], 1.0).unwrap();
    let Recover::Moved { position } = ball.recover(&cross).unwrap() else { panic!() };
    let mut ways = position.map(f64::abs);
    ways.sort_by(f64::total_cmp);
    assert_eq!(ways[0], 0.0);
    // The position is free, so it is at least a radius away; the search bisects the last interval
    // twenty-four times.
    let most = 1.0 + 2.0 / f64::from(1 << 24);
    assert!(ways[1..].iter().all(|&way| way >= 1.0 && way < most), "{position:?}");
}

// ---- errors ----

#[test]
fn what_is_no_number_is_refused() {
    let body = Capsule::with_axis([0.0; 3], [0.0, 0.0, 1.0], 0.25).unwrap();
    let refusal = |change: fn(&mut WalkerOptions<f64>)| {
        Walker::<f64>::new(body, options(change)).unwrap_err().to_string()
    };
    assert_eq!(refusal(|o| o.up = [0.0; 3]), "walker.up is zero, must have a direction");
    assert_eq!(refusal(|o| o.up[1] = f64::NAN), "walker.up[1] is NaN, must be a finite number");
    assert_eq!(refusal(|o| o.max_slope = -1.0), "walker.max_slope is -1, must not be negative");
    let level = Level::new([floor(1, 0.0)]);
    let mut hero = hero([0.0; 3]);
    assert!(hero.step([f64::INFINITY, 0.0, 0.0], &level.mesh).is_err());
    hero.velocity[0] = f64::MAX;
    let error = hero.step([f64::MAX, 0.0, 0.0], &level.mesh).unwrap_err();
    assert_eq!(error.to_string(), "walker.velocity[0] is inf, must be a finite number");
    hero.velocity[0] = f64::NAN;
    assert!(hero.step([0.0; 3], &level.mesh).is_err());
    assert_eq!(hero.position(), [0.0, 0.0, RADIUS]);
}
