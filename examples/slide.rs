//! A character as a ball, which moves, stops safely before the first contact, and slides along the
//! touched surface.
//!
//! `cargo run --example slide`

use tangency::{Answer, InputError, Mesh, Sphere};

fn main() -> Result<(), InputError> {
    // A floor, and a ramp that rises from it.
    let mesh = Mesh::new(
        vec![
            [-10.0, -10.0, 0.0],
            [0.0, -10.0, 0.0],
            [0.0, 10.0, 0.0],
            [-10.0, 10.0, 0.0],
            [10.0, -10.0, 5.0],
            [10.0, 10.0, 5.0],
        ],
        vec![[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2]],
    )?;
    let radius = 0.5;
    let mut center = [-4.0, 0.0, 1.0];
    let mut velocity = [3.0, 0.25, -0.5];
    let mut left = 4.0;

    // A few stops are enough; after that, the remaining displacement is dropped.
    for _ in 0..8 {
        let ball = Sphere::new(center, radius)?.moving(velocity)?.until(left)?;
        let Answer::Contact(hit) = ball.first_contact(&mesh) else {
            center = along(center, left, velocity);
            break;
        };
        // The time is certainly not after the contact. A little less also allows for the rounding
        // of the position.
        let time = ball.time_down(&mesh).unwrap_or(0.0) * 0.999;
        center = along(center, time, velocity);
        left -= time;
        println!("touched triangle {} at {:?}", hit.feature.triangle, hit.point);
        if let Some(n) = hit.normal {
            let into = velocity[0] * n[0] + velocity[1] * n[1] + velocity[2] * n[2];
            velocity = along(velocity, -1.001 * into.min(0.0), n);
        }
    }
    println!("came to {center:?}");
    Ok(())
}

fn along(from: [f64; 3], t: f64, by: [f64; 3]) -> [f64; 3] {
    [from[0] + t * by[0], from[1] + t * by[1], from[2] + t * by[2]]
}
