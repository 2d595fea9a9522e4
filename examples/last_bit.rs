//! Nudge an input by one ulp and watch exact and plain arithmetic disagree.
//!
//! `cargo run --example last_bit`

use tangency::{Answer, Contact, ExactAnswer, InputError, Sphere, Triangle};

fn main() -> Result<(), InputError> {
    let triangle = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
    // A ball of radius 0.1 slides along the face at a height of one ulp less than 0.1, of 0.1, and
    // of one ulp more.
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
