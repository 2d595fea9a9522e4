//! Simulates elastic balls in a closed room, event by event. No two balls ever overlap, not even by
//! a last bit.
//!
//! `cargo run --release --example balls -- 100000 8`; the arguments are the numbers of balls and of
//! frames.

mod room;

use room::Room;
use std::time::Instant;

/// The length of a frame: about the time until a ball meets another ball.
const FRAME: f64 = 0.125;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(Ok(1000), |count| count.parse())?;
    let frames: u32 = arguments.next().map_or(Ok(8), |frames| frames.parse())?;

    let mut room = Room::new(count, 1, FRAME)?;
    let energy = room.energy();
    let start = Instant::now();
    let mut overlaps = 0;
    for _ in 0..frames {
        overlaps += room.frame(|_, _, _| {})?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let drift = (room.energy() - energy) as f64 / energy as f64;
    println!("{} balls, {} units of time", room.balls.len(), f64::from(frames) * FRAME);
    println!("{} events, {:.0} a second", room.events, room.events as f64 / seconds);
    println!("energy changed by {drift:e} of itself, checksum {:016x}", room.checksum());
    println!("{overlaps} overlaps");
    assert_eq!(overlaps, 0, "some balls overlap");
    Ok(())
}
