//! The motion of a character, recorded step by step: bounds on the jumps of its speed, on heights,
//! and on the obstacles that stop it.
//!
//! Each test is a script of displacements. The bounds are derived from the shapes, as noted with
//! each.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

use tangency::{
    AlignedBox, Capsule, Mesh, MeshFeature, Moving, Recover, Ride, Step, Walker, WalkerOptions,
};

type Vector = [f64; 3];
type Stood = Step<f64, MeshFeature>;
type Faces = Vec<[Vector; 3]>;

const RATE: f64 = 60.0;
const GRAVITY: f64 = 9.81 / (RATE * RATE);

fn able() -> WalkerOptions<f64> {
    WalkerOptions::default().step_height(0.5).snap_distance(0.5)
}

/// A capsule whose lowest point is here.
fn hero(feet: Vector, radius: f64, options: WalkerOptions<f64>) -> Walker<f64> {
    let a = [feet[0], feet[1], feet[2] + radius];
    Walker::new(Capsule::with_axis(a, [0.0, 0.0, 1.0], radius).unwrap(), options).unwrap()
}

/// A parallelogram that is cut into two triangles.
fn square(a: Vector, u: Vector, v: Vector) -> Faces {
    let plus = |p: Vector, by: Vector| std::array::from_fn(|k| p[k] + by[k]);
    let (b, c, d) = (plus(a, u), plus(plus(a, u), v), plus(a, v));
    vec![[a, b, c], [a, c, d]]
}

fn mesh(parts: impl IntoIterator<Item = Faces>) -> Mesh<f64> {
    let triangles: Faces = parts.into_iter().flatten().collect();
    let vertices = triangles.iter().flatten().copied().collect();
    let faces = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(vertices, faces).unwrap()
}

/// The surfaces of boxes.
fn boxes(all: impl IntoIterator<Item = [Vector; 2]>) -> Mesh<f64> {
    mesh(all.into_iter().map(|[min, max]| {
        let mut faces = Faces::new();
        for (corner, sign) in [(min, 1.0), (max, -1.0)] {
            let side = |k: usize| -> Vector {
                let long = sign * (max[k] - min[k]);
                std::array::from_fn(|i| if i == k { long } else { 0.0 })
            };
            (0..3).for_each(|k| faces.extend(square(corner, side(k), side((k + 1) % 3))));
        }
        faces
    }))
}

/// One step: its position, its speed in units a second, and its result.
struct Row {
    at: Vector,
    speed: Vector,
    step: Stood,
}

/// Records this many steps at a pace in units a second.
fn record(hero: &mut Walker<f64>, world: &Mesh<f64>, pace: Vector, steps: usize) -> Vec<Row> {
    let row = |_| {
        let before = hero.position();
        hero.velocity[2] -= GRAVITY;
        let step = hero.step(pace.map(|x| x / RATE), world).unwrap();
        assert_eq!(step.start, Recover::Free);
        let at = hero.position();
        Row { at, speed: [0, 1, 2].map(|k| (at[k] - before[k]) * RATE), step }
    };
    (0..steps).map(row).collect()
}

/// The greatest change of the speed from one row to the next, up or down.
fn jump(rows: &[Row]) -> f64 {
    rows.windows(2).map(|two| (two[1].speed[2] - two[0].speed[2]).abs()).fold(0.0, f64::max)
}

fn normal(row: &Row) -> Option<Vector> {
    row.step.floor.as_ref().map(|floor| floor.normal.unwrap())
}

// ---- over a ledge ----

/// A round foot rolls round the edge until its contact is steeper than the slope limit, and not
/// farther: then it falls. It starts to fall with its downward speed there.
#[test]
fn over_a_ledge_it_leaves_at_the_slope_limit() {
    let ledge = boxes([[[-9.0, -9.0, -1.0], [0.0, 9.0, 0.0]]]);
    for radius in [0.3, 0.5] {
        for pace in [0.5, 1.0, 2.0, 3.0] {
            let mut hero = hero([-1.0, 0.1, 0.0], radius, able());
            record(&mut hero, &ledge, [0.0; 3], 1);
            let steps = ((1.0 + 2.0 * radius) * RATE / pace) as usize;
            let rows = record(&mut hero, &ledge, [pace, 0.0, 0.0], steps);
            let left = rows.iter().position(|row| row.step.floor.is_none()).unwrap();
            // Sine and cosine of 45 degrees, which are equal.
            let limit = 0.5f64.sqrt();
            assert!(rows[left - 1].at[0] > 0.0 && rows[left - 1].at[0] <= radius * limit + 1e-9);
            assert!(rows[left].at[0] >= radius * limit - 1e-9, "{radius} {pace}");
            for row in &rows[..left] {
                assert!(normal(row).unwrap()[2] >= limit - 1e-12, "{radius} {pace}");
                assert!(radius - row.at[2] <= radius * (1.0 - limit) + 1e-9);
            }
            assert!(rows[left..].iter().all(|row| row.step.floor.is_none()), "{radius} {pace}");
            // On the arc the downward speed is pace x/z, which changes by pace² r²/z³ a second;
            // gravity adds to this.
            let bound = (pace * pace / (radius * limit * limit * limit) + 9.81) / RATE;
            assert!(jump(&rows) <= 1.5 * bound, "{radius} {pace}: {} {bound}", jump(&rows));
            assert!(rows.iter().all(|row| row.speed[0] >= 0.999_999 * pace), "{radius} {pace}");
        }
    }
}

/// With a flat base it stands at the height of the ledge until its axis has passed the ledge, and
/// then falls.
#[test]
fn with_a_flat_base_it_does_not_sink() {
    let ledge = boxes([[[-9.0, -9.0, -1.0], [0.0, 9.0, 0.0]]]);
    for radius in [0.3, 0.5] {
        for pace in [0.5, 1.0, 2.0, 3.0] {
            let mut hero = hero([-1.003, 0.1, 0.0], radius, able().flat_base(true));
            record(&mut hero, &ledge, [0.0; 3], 1);
            let steps = ((1.0 + 2.0 * radius) * RATE / pace) as usize;
            let rows = record(&mut hero, &ledge, [pace, 0.0, 0.0], steps);
            for row in &rows {
                assert_eq!(
                    row.step.floor.is_some(),
                    row.at[0] <= 0.0,
                    "{radius} {pace} {:?}",
                    row.at
                );
                assert!(
                    row.step.floor.is_none() || row.at[2] == radius,
                    "{radius} {pace} {:?}",
                    row.at
                );
            }
            // Then it accelerates no more than in a free fall, though the edge may hold it up and
            // push it on.
            assert!(jump(&rows) <= 2.0 * 9.81 / RATE, "{radius} {pace}: {}", jump(&rows));
            assert!(rows.iter().all(|row| row.speed[0] >= 0.999_999 * pace), "{radius} {pace}");
        }
    }
}

/// On a slope, on stairs and on a seam a flat base changes nothing.
#[test]
fn a_flat_base_stands_where_a_round_one_does() {
    let parts = [
        square([-9.0, -9.0, 0.0], [9.0, 0.0, 0.0], [0.0, 18.0, 0.0]),
        square([0.0, -9.0, 0.0], [4.0, 0.0, 3.0], [0.0, 18.0, 0.0]),
        square([4.0, -9.0, 3.0], [9.0, 0.0, 0.0], [0.0, 18.0, 0.0]),
    ];
    let level = mesh(parts);
    let walked = |flat| {
        let mut hero = hero([-2.0, 0.0, 0.0], 0.3, able().flat_base(flat));
        record(&mut hero, &level, [0.0; 3], 1);
        let there = record(&mut hero, &level, [2.0, 0.0, 0.0], 220);
        let back = record(&mut hero, &level, [-2.0, 0.0, 0.0], 220);
        there
            .into_iter()
            .chain(back)
            .map(|row| {
                assert!(row.step.floor.is_some());
                row.at
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(walked(true), walked(false));
}

/// At the end of a ramp in the air it continues at the same speed.
#[test]
fn off_a_ramp_it_flies_on_as_it_went_down() {
    for rise in [0.25, 0.5, 1.0] {
        let level =
            mesh([square([-9.0, -9.0, 9.0 * rise], [9.0, 0.0, -9.0 * rise], [0.0, 18.0, 0.0])]);
        let over = 0.3 * ((1.0 + rise * rise).sqrt() - 1.0);
        let mut hero = hero([-2.0, 0.0, 2.0 * rise + over], 0.3, able());
        record(&mut hero, &level, [0.0; 3], 2);
        let rows = record(&mut hero, &level, [2.0, 0.0, 0.0], 80);
        assert!(rows[70].step.floor.is_none());
        // Round the edge the slope changes up to the limit, within a length of 0.3 sin 45°.
        let bound = (4.0 / (0.3 * 0.5 * 0.5f64.sqrt()) + 9.81) / RATE;
        assert!(jump(&rows) <= 1.5 * bound, "{rise} {}", jump(&rows));
    }
}

// ---- stairs ----

fn stairs(rise: f64, run: f64, count: usize) -> Mesh<f64> {
    let step = |i: usize| {
        let (at, top) = (run * i as f64, rise * (i + 1) as f64);
        [[at, -3.0, -1.0], [at + if i + 1 == count { 9.0 } else { run }, 3.0, top]]
    };
    boxes([[[-9.0, -3.0, -1.0], [0.0, 3.0, 0.0]]].into_iter().chain((0..count).map(step)))
}

/// A rise up to the step height is climbed at full pace, and a higher one is a wall, for any foot:
/// the height is measured from the floor on which it stands.
#[test]
fn stairs_up_to_the_step_height_are_climbed_at_full_pace() {
    for radius in [0.2, 0.3, 0.5] {
        for rise in [0.25, 0.29, 0.3] {
            for run in [0.3, 0.5] {
                for pace in [1.0, 4.0] {
                    let level = stairs(rise, run, 8);
                    let options = WalkerOptions::default().step_height(0.3).snap_distance(0.3);
                    let mut hero = hero([-1.0, 0.1, 0.0], radius, options);
                    record(&mut hero, &level, [0.0; 3], 1);
                    let steps = ((2.0 + 8.0 * run) * RATE / pace) as usize;
                    let rows = record(&mut hero, &level, [pace, 0.0, 0.0], steps);
                    let what = format!("radius {radius} rise {rise} run {run} pace {pace}");
                    for (i, row) in rows.iter().enumerate() {
                        assert!((row.speed[0] - pace).abs() < 1e-6, "{what}, {i}: {:?}", row.speed);
                        assert!(row.step.floor.is_some(), "{what}, {i}");
                    }
                    let top = rows.last().unwrap().at[2] - radius;
                    assert!((top - 8.0 * rise).abs() < 1e-9, "{what}: {top}");
                    // Then it walks down again, and always stands.
                    let rows = record(&mut hero, &level, [-pace, 0.0, 0.0], steps);
                    for (i, row) in rows.iter().enumerate() {
                        assert!(row.step.floor.is_some(), "{what}, down {i} {:?}", row.at);
                    }
                    assert!((rows.last().unwrap().at[2] - radius).abs() < 1e-9, "{what}");
                }
            }
        }
        for rise in [0.301, 0.35] {
            let level = stairs(rise, 0.5, 3);
            let options = WalkerOptions::default().step_height(0.3).snap_distance(0.3);
            let mut hero = hero([-1.0, 0.1, 0.0], radius, options);
            let rows = record(&mut hero, &level, [2.0, 0.0, 0.0], 120);
            assert!(rows.iter().all(|row| row.at[2] <= radius + 1e-9), "{radius} {rise}");
        }
    }
}

/// An edge that is higher than a step is a wall, though the round foot would roll over it.
#[test]
fn what_is_higher_than_a_step_is_a_wall_to_a_round_foot() {
    for (step, height) in [(0.0, 0.01), (0.0, 0.1), (0.05, 0.06), (0.05, 0.14), (0.1, 0.101)] {
        for snap in [0.0, 0.5] {
            for pace in [[2.0, 0.0, 0.0], [1.0, 0.5, 0.0]] {
                let kerb = [[0.0, -99.0, -1.0], [9.0, 99.0, height]];
                let level = boxes([[[-9.0, -99.0, -1.0], [0.0, 99.0, 0.0]], kerb]);
                let options = WalkerOptions::default().step_height(step).snap_distance(snap);
                let mut hero = hero([-1.0, 0.1, 0.0], 0.5, options);
                let rows = record(&mut hero, &level, pace, 180);
                let what = format!("{step} {height} {snap}");
                for row in &rows {
                    assert!(row.at[2] <= 0.5 + 1e-9 && row.at[0] < 0.0, "{what} {:?}", row.at);
                }
                // It stands in front of the edge, and walks along it.
                assert!(rows[10..].iter().all(|row| row.step.floor.is_some()), "{what}");
                assert!(rows[170].speed[0].abs() < 1e-6);
                assert!(
                    (rows[170].speed[1] - pace[1]).abs() < 1e-6,
                    "{what} {:?}",
                    rows[170].speed
                );
                // It walks away, and then over an edge that is as high as a step.
                let back = record(&mut hero, &level, [-1.0, 0.0, 0.0], 10);
                assert!(back.iter().all(|row| (row.speed[0] + 1.0).abs() < 1e-6), "{what}");
                let kerb = [[0.0, -99.0, -1.0], [9.0, 99.0, step]];
                let level = boxes([[[-9.0, -99.0, -1.0], [0.0, 99.0, 0.0]], kerb]);
                let rows = record(&mut hero, &level, [2.0, 0.0, 0.0], 60);
                assert!((rows[59].at[2] - 0.5 - step).abs() < 1e-9, "{what} {:?}", rows[59].at);
            }
        }
    }
}

/// Ground whose triangles are smaller than the foot is walked over without any step height: a rise
/// within the slope limit is no step.
#[test]
fn rough_ground_is_no_step() {
    let height =
        |i: i32, j: i32| 0.02 * f64::from((i * 7 + j * 13 + i * j * 5).rem_euclid(11)) / 2.0;
    let corner = |i: i32, j: i32| [0.25 * f64::from(i), 0.25 * f64::from(j), height(i, j)];
    let cells = (-20..60).flat_map(|i| (-6..6).map(move |j| (i, j)));
    let ground: Faces = cells
        .flat_map(|(i, j)| {
            let [a, b, c, d] =
                [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let level = mesh([ground]);
    for radius in [0.1, 0.3, 0.5] {
        let mut hero = hero([-2.0, 0.1, 0.3], radius, WalkerOptions::default().snap_distance(0.1));
        record(&mut hero, &level, [0.0; 3], 40);
        let rows = record(&mut hero, &level, [2.0, 0.0, 0.0], 240);
        for row in &rows {
            assert!(row.speed[0] > 1.9, "{radius} {:?} {:?}", row.at, row.speed);
        }
    }
}

// ---- where it is held ----

/// From a slope that is too steep it slides onto the floor with the speed of its fall. The game
/// loop of the guide then slows it.
#[test]
fn what_it_was_thrown_by_is_the_games_to_slow() {
    let rise = 3f64.sqrt();
    let level = mesh([
        square([0.0, -9.0, 0.0], [4.0, 0.0, 4.0 * rise], [0.0, 18.0, 0.0]),
        square([-99.0, -9.0, 0.0], [108.0, 0.0, 0.0], [0.0, 18.0, 0.0]),
    ]);
    let mut hero = hero([2.0, 0.0, 2.0 * rise + 0.4], 0.3, able());
    let world = &level;
    for _ in 0..240 {
        hero.velocity[2] -= GRAVITY;
        if hero.floor().is_some() {
            hero.velocity = hero.velocity.map(|x| 0.8 * x);
        }
        hero.step([0.0; 3], world).unwrap();
    }
    let at = hero.position();
    hero.velocity[2] -= GRAVITY;
    hero.step([0.0; 3], world).unwrap();
    assert!(hero.floor().is_some() && (hero.position()[0] - at[0]).abs() < 1e-9);
    assert!(at[0] < -0.3 && at[0] > -3.0, "{at:?}");
}

/// Between two slopes of 60 degrees there is no floor, and it cannot fall. It reports that it is
/// wedged, and can jump out.
#[test]
fn between_two_slopes_it_is_wedged() {
    let rise = 3f64.sqrt();
    let level = mesh([
        square([0.0, -9.0, 0.0], [4.0, 0.0, 4.0 * rise], [0.0, 18.0, 0.0]),
        square([0.0, -9.0, 0.0], [-4.0, 0.0, 4.0 * rise], [0.0, 18.0, 0.0]),
    ]);
    let mut hero = hero([0.2, 0.0, 1.0], 0.3, able());
    let rows = record(&mut hero, &level, [0.0; 3], 120);
    assert!(rows[..5].iter().all(|row| !row.step.is_wedged));
    for row in &rows[60..] {
        assert!(row.step.is_wedged && row.step.floor.is_none(), "{:?}", row.at);
    }
    // It can move along the groove, and is still wedged there.
    let along = record(&mut hero, &level, [0.0, 1.0, 0.0], 10);
    assert!(along.iter().all(|row| row.step.is_wedged && (row.speed[1] - 1.0).abs() < 1e-6));
    hero.velocity[2] = 3.0 / RATE;
    let rows = record(&mut hero, &level, [0.0; 3], 5);
    assert!(rows.iter().all(|row| !row.step.is_wedged && row.speed[2] > 1.0));
}

// ---- out of an overlap ----

/// A body that is put into a wall leaves the wall on the side of its axis, within the given
/// distance. If that is too small, it does not move.
#[test]
fn a_recovery_is_bounded() {
    let wall = boxes([[[0.0, -9.0, -9.0], [0.1, 9.0, 9.0]]]);
    let world = &wall;
    let recovered = |x: f64, most: f64| {
        let mut hero = hero([x, 0.0, 0.0], 0.5, able().max_recovery(most));
        let start = hero.step([0.0; 3], world).unwrap().start;
        (start, hero.position()[0])
    };
    for x in [-0.4, -0.25, -0.01] {
        let (start, at) = recovered(x, 1.0);
        assert!(matches!(start, Recover::Moved { .. }));
        assert!((at + 0.5).abs() < 1e-9, "{x} {at}");
        assert_eq!(recovered(x, 0.0), (Recover::NotFound, x));
        // The distance is just enough, and then a little less.
        assert!(matches!(recovered(x, (0.5 + x + 1e-9) / 0.5).0, Recover::Moved { .. }));
        assert_eq!(recovered(x, (0.5 + x - 1e-9) / 0.5), (Recover::NotFound, x));
    }
    // A body between two walls that leave no room is not moved elsewhere.
    let press =
        boxes([[[-9.0, -9.0, -9.0], [-0.3, 9.0, 9.0]], [[0.3, -9.0, -9.0], [9.0, 9.0, 9.0]]]);
    let mut hero = hero([0.0; 3], 0.5, able());
    let step = hero.step([0.1, 0.0, 0.0], &press).unwrap();
    assert_eq!((step.start, hero.position()), (Recover::NotFound, [0.0, 0.0, 0.5]));
}

/// A free position behind a thin sheet does not count.
#[test]
fn a_recovery_leads_through_no_wall() {
    // The axis is in front of the sheet, but the slope pushes the body through it.
    let sheet = square([0.02, -9.0, -9.0], [0.0, 18.0, 0.0], [0.0, 0.0, 18.0]);
    let back = square([-0.45, -9.0, -9.0], [0.0, 18.0, 0.0], [0.0, 0.0, 18.0]);
    let level = mesh([sheet, back]);
    let world = &level;
    let mut hero = hero([0.0; 3], 0.5, able().max_recovery(9.0));
    let before = hero.position();
    let step = hero.step([0.0; 3], world).unwrap();
    assert_eq!((step.start, hero.position()), (Recover::NotFound, before));
}

// ---- moving obstacles ----

fn on_its_way(min: Vector, max: Vector, from: Vector, to: Vector) -> Moving<AlignedBox<f64, 3>> {
    Moving::still(AlignedBox::new(min, max).unwrap()).between(from, to).unwrap()
}
fn lift(from: f64, to: f64) -> Moving<AlignedBox<f64, 3>> {
    on_its_way([-4.0, -4.0, from - 1.0], [4.0, 4.0, from], [0.0, 0.0, from], [0.0, 0.0, to])
}

/// A body that overlaps a lift by some last bits, as rounding leaves it, rides on.
#[test]
fn an_overlap_by_rounding_crushes_nobody() {
    let mut z = 0.5f64;
    for i in 1..40 {
        z = z.next_down();
        let moving = lift(0.0, 0.25);
        let body = Capsule::with_axis([0.1, 0.2, z], [0.0, 0.0, 1.0], 0.5).unwrap();
        assert_ne!(body.recover(&moving).unwrap(), Recover::Free);
        let mut hero = Walker::new(body, able()).unwrap();
        let ride = hero.ride([0.0, 0.0, 0.25], &moving).unwrap();
        assert!(matches!(ride, Ride::Carried { .. }), "{i} {ride:?}");
        assert!((hero.position()[2] - 0.75).abs() < 1e-12, "{i}");
    }
}

/// A body that overlaps a lift by more than rounding is pushed out. If the overlap is too deep, the
/// body is crushed.
#[test]
fn a_ride_that_begins_in_an_overlap_says_so() {
    let ride = |deep: f64| {
        let moving = lift(deep, deep + 0.125);
        let mut hero = hero([0.0; 3], 0.5, able());
        let ride = hero.ride([0.0, 0.0, 0.125], &moving).unwrap();
        (ride, hero.position()[2])
    };
    let (pushed, z) = ride(0.25);
    assert!(matches!(pushed, Ride::Pushed { .. }) && (z - 0.875).abs() < 1e-9, "{pushed:?} {z}");
    let (crushed, z) = ride(0.75);
    assert!(matches!(crushed, Ride::Crushed { .. }) && z == 0.5, "{crushed:?} {z}");
}

/// A walker that jumps off a platform or walks over its edge keeps the platform's velocity, unless
/// the option is off.
#[test]
fn it_leaves_a_platform_with_its_velocity() {
    let pace = 3.0 / RATE;
    for inherits in [true, false] {
        for jumps in [true, false] {
            let mut hero = hero([0.0; 3], 0.3, able().inherit_velocity(inherits));
            let place = |x: f64| [[x - 2.0, -2.0, -1.0], [x + 2.0, 2.0, 0.0]];
            let (mut x, mut left) = (0.0, None);
            for i in 0..90 {
                let on_it = hero.floor().is_some() || i == 0;
                let [min, max] = place(x);
                let moving = on_its_way(min, max, [x, 0.0, 0.0], [x + pace, 0.0, 0.0]);
                let by = if on_it { [pace, 0.0, 0.0] } else { [0.0; 3] };
                hero.ride(by, &moving).unwrap();
                x += pace;
                hero.velocity[2] -= GRAVITY;
                if jumps && i == 30 {
                    hero.velocity[2] = 4.0 / RATE;
                }
                let way = if jumps { [0.0; 3] } else { [0.0, 5.0 / RATE, 0.0] };
                let still = boxes([place(x)]);
                let step = hero.step(way, &still).unwrap();
                if step.floor.is_none() && left.is_none() {
                    assert_eq!(step.platform_velocity, [pace, 0.0, 0.0]);
                    left = Some(i);
                } else {
                    assert_eq!(step.platform_velocity, [0.0; 3]);
                }
                if left == Some(i) {
                    let kept = if inherits { pace } else { 0.0 };
                    assert!((hero.velocity[0] - kept).abs() < 1e-9, "{:?}", hero.velocity);
                }
            }
            assert!(left.is_some());
        }
    }
}

// ---- its body ----

#[test]
fn it_crouches_and_stands_up_where_there_is_room() {
    let level = boxes([[[-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]], [[1.0, -9.0, 1.5], [3.0, 9.0, 2.0]]]);
    let world = &level;
    let body = |at: Vector, tall| Capsule::with_axis(at, [0.0, 0.0, tall], 0.5).unwrap();
    let mut hero = hero([0.0; 3], 0.5, able());
    record(&mut hero, &level, [0.0; 3], 1);
    assert!(hero.floor().is_some());
    assert_eq!(hero.set_body(body(hero.position(), 0.5), world).unwrap(), None);
    assert!(hero.floor().is_some(), "its feet are where they were");
    // A body exactly as high as the room is free, and the next greater height is not.
    record(&mut hero, &level, [2.0, 0.0, 0.0], 60);
    assert_eq!(
        hero.set_body(body(hero.position(), 0.5f64.next_up()), world).unwrap().unwrap().point[2],
        1.5
    );
    let stuck = hero;
    let overlap = hero.set_body(body(hero.position(), 1.0), world).unwrap().unwrap();
    assert_eq!((overlap.point[2], hero), (1.5, stuck));
    record(&mut hero, &level, [2.0, 0.0, 0.0], 60);
    assert_eq!(hero.set_body(body(hero.position(), 1.0), world).unwrap(), None);
    assert_eq!(hero.body(), body(hero.position(), 1.0));
}

#[test]
fn it_is_put_elsewhere_where_there_is_room() {
    let level = boxes([[[-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]]]);
    let world = &level;
    let mut hero = hero([0.0; 3], 0.5, able());
    record(&mut hero, &level, [0.0; 3], 1);
    let before = hero;
    let overlap = hero.teleport_into([3.0, 0.0, 0.5f64.next_down()], world).unwrap().unwrap();
    assert_eq!((overlap.point, hero), ([3.0, 0.0, 0.0], before));
    // At the same position, it stands as before.
    assert_eq!(hero.teleport_into(hero.position(), world).unwrap(), None);
    assert!(before.floor().is_some() && hero == before);
    assert_eq!(hero.teleport_into([3.0, 0.0, 0.5], world).unwrap(), None);
    assert_eq!((hero.position(), hero.floor()), ([3.0, 0.0, 0.5], None));
    assert!(hero.teleport_into([f64::NAN, 0.0, 0.5], world).is_err());
}
