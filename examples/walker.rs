//! A character walks through a level with stairs, a ramp, a slope that is too steep, a slot, and
//! rubble, and never overlaps anything.
//!
//! `cargo run --release --example walker`

use tangency::{Capsule, InputError, Mesh, Recover, Walker, WalkerOptions};

type Triangles = Vec<[[f64; 3]; 3]>;

fn main() -> Result<(), InputError> {
    let level = level();
    let vertices = level.iter().flatten().copied().collect();
    let faces = (0..level.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = Mesh::new(vertices, faces)?;

    let mut options = WalkerOptions::default();
    (options.step_height, options.snap_distance) = (0.4, 0.4);
    let body = Capsule::with_axis([0.0, 0.0, 0.3], [0.0, 0.0, 1.2], 0.3)?;
    let mut hero = Walker::new(body, options)?;

    // The character walks from place to place, with sixty steps a second. Velocities are
    // displacements for one step.
    let gravity = 9.81 / 3600.0;
    let places =
        [[4.5, 0.0], [4.5, 4.5], [0.0, 4.5], [-4.5, 4.5], [-4.5, -4.5], [4.5, -4.5], [0.0, 0.0]];
    let (mut steps, mut legs, mut blocked, mut overlaps, mut reached) = (0, 0, 0, 0, 0);
    for (i, place) in (0..).zip(places.into_iter().cycle().take(4 * places.len())) {
        for step in 0..240 {
            let at: [f64; 3] = hero.position();
            let way: [f64; 2] = [place[0] - at[0], place[1] - at[1]];
            let far = (way[0] * way[0] + way[1] * way[1]).sqrt();
            if far < 0.1 {
                reached += 1;
                break;
            }
            let pace = (4.0 / 60.0f64).min(far) / far;
            hero.velocity[2] -= gravity;
            if (i + step) % 97 == 0 && hero.floor().is_some() {
                hero.velocity[2] = 3.0 / 60.0;
            }
            let done = hero.step([way[0] * pace, way[1] * pace, 0.0], &mesh)?;
            steps += 1;
            legs += done.legs.len();
            blocked += done.contacts.len();
            // The step is right if the character was free at its start and overlaps nothing at the
            // end.
            let is_free =
                done.start == Recover::Free && hero.body().recover(&mesh)? == Recover::Free;
            overlaps += usize::from(!is_free);
        }
    }
    println!("{} triangles", level.len());
    println!("{steps} steps, {legs} legs, blocked {blocked} times, {reached} places reached");
    println!("{overlaps} overlaps");
    assert_eq!(overlaps, 0, "it has overlapped something");
    assert!(reached > 0 && blocked > 1000, "it has not gone anywhere");
    Ok(())
}

/// A parallelogram of two triangles.
fn square(a: [f64; 3], u: [f64; 3], v: [f64; 3]) -> Triangles {
    let plus = |p: [f64; 3], q: [f64; 3]| [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
    vec![[a, plus(a, u), plus(plus(a, u), v)], [a, plus(plus(a, u), v), plus(a, v)]]
}

fn level() -> Triangles {
    let mut all = Vec::new();
    for i in -6..6 {
        for j in -6..6 {
            let at = [f64::from(i), f64::from(j), 0.0];
            all.extend(square(at, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
        }
    }
    for side in [-6.0, 6.0] {
        all.extend(square([-6.0, side, 0.0], [12.0, 0.0, 0.0], [0.0, 0.0, 5.0]));
        all.extend(square([side, -6.0, 0.0], [0.0, 12.0, 0.0], [0.0, 0.0, 5.0]));
    }
    // Stairs up and a ramp down.
    for i in 0..6 {
        let (x, z) = (1.0 + 0.3 * f64::from(i), 0.2 * f64::from(i));
        all.extend(square([x, -1.5, z], [0.0, 3.0, 0.0], [0.0, 0.0, 0.2]));
        all.extend(square([x, -1.5, z + 0.2], [0.3, 0.0, 0.0], [0.0, 3.0, 0.0]));
    }
    all.extend(square([2.8, -1.5, 1.2], [2.0, 0.0, -1.2], [0.0, 3.0, 0.0]));
    // A slope that is too steep, a slot just as wide as the body, and a roof that comes down.
    all.extend(square([2.0, 2.0, 0.0], [0.0, 2.0, 2.5], [2.0, 0.0, 0.0]));
    all.extend(square([-3.0, 4.2, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 3.0]));
    all.extend(square([-3.0, 4.8, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 3.0]));
    all.extend(square([-6.0, -3.0, 2.2], [3.0, 0.0, 0.0], [0.0, 4.0, 1.0]));
    // Rubble: triangles that cut each other, many of them slivers. The random numbers are the same
    // in each run.
    let mut state = 1_u64;
    let mut random = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    for i in 0..200 {
        let a = [6.0 * random() - 5.0, -5.5 + 2.0 * random(), 0.5 * random() - 0.2];
        let thin = [1.0, 0.1, 1e-3, 1e-9][i % 4];
        let mut near = |by: f64| a.map(|x| x + by * (random() - 0.5));
        all.push([a, near(0.8), near(thin)]);
    }
    all
}
