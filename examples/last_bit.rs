//! Changes an input by one ulp, and prints how the exact answer changes.
//!
//! `cargo run --example last_bit`

use tangency::{Answer, Contact, ExactAnswer, InputError, Sphere, Triangle};

fn main() -> Result<(), InputError> {
    let triangle = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
    // A ball of radius 0.1 moves along the face. Its centre is at a height of 0.1, and one ulp
    // below and above this height.
    for height in [0.1f64.next_down(), 0.1, 0.1f64.next_up()] {
        let ball = Sphere::new([-5.0, 1.0, height], 0.1)?.moving([1.0, 0.0, 0.0])?;
        print!("height {height:.20}: ");
        match ball.first_contact(&triangle) {
            Answer::Contact(hit) => {
                println!("{:?} {:?} at {}", hit.approach, hit.feature, hit.time)
            }
            other => println!("{other:?}"),
        }
        if let ExactAnswer::Contact(Contact { time, .. }) = ball.first_contact_exact(&triangle) {
            println!("  exactly {time}\n  or {}", time.to_decimal(50));
        }
    }
    Ok(())
}
