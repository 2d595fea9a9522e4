//! A grid of small integers, where every tie and every graze is common, against the oracle.

mod oracle;

use oracle::{Query, Tally, seeds};

/// A number from which digits in changing bases are taken, the least first.
struct Digits(u64);

impl Digits {
    fn next(&mut self, base: u64) -> u64 {
        let digit = self.0 % base;
        self.0 /= base;
        digit
    }

    /// One of the whole numbers from `-most` to `most`.
    fn int(&mut self, most: i64) -> f64 {
        let digit = self.next(2 * most as u64 + 1) as i64;
        (digit - most) as f64
    }

    fn ints(&mut self, most: i64) -> [f64; 3] {
        [self.int(most), self.int(most), self.int(most)]
    }
}

/// A vertex at the origin, the other two at most 1 from it along each axis, the centre at most 3.
/// Velocities are at most 1 along each axis.
const SPACE: u64 = 27 * 27 * 343 * 27;

fn in_space(index: u64, radius: f64) -> Query {
    let mut digits = Digits(index);
    let vertices = [[0.0; 3], digits.ints(1), digits.ints(1)];
    let (center, velocity) = (digits.ints(3), digits.ints(1));
    assert_eq!(digits.0, 0, "past the end of the grid");
    Query::new(center, radius, velocity, vertices)
}

/// A segment from the origin in the plane; the centre at most 4 away along each axis. Velocities
/// are at most 2 along each axis.
const PLANE: u64 = 25 * 81 * 25;

fn in_plane(index: u64, radius: f64) -> Query {
    let mut digits = Digits(index);
    let mut pair = |most| [digits.int(most), digits.int(most), 0.0];
    let (b, center, velocity) = (pair(2), pair(4), pair(2));
    assert_eq!(digits.0, 0, "past the end of the grid");
    Query::new(center, radius, velocity, [[0.0; 3], b, b]).to_plane()
}

fn every(step: u64, radius: f64) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds() {
        let indices = (seed % step..SPACE).step_by(step as usize);
        indices.for_each(|index| tally.ask(&in_space(index, radius)));
    }
    tally
}

/// A stride that shares no factor with the bases of the grid, so that all combinations occur.
const STRIDE: u64 = 101;

#[test]
fn a_sample_with_radius_0() {
    every(STRIDE, 0.0).settle("radius 0");
}

#[test]
fn a_sample_with_radius_1() {
    every(STRIDE, 1.0).settle("radius 1");
}

#[test]
fn a_sample_with_radius_2() {
    every(STRIDE, 2.0).settle("radius 2");
}

#[test]
fn segments_in_the_plane() {
    let mut tally = Tally::default();
    for radius in [0.0, 1.0, 2.0] {
        (0..PLANE).for_each(|index| tally.ask(&in_plane(index, radius)));
    }
    assert_eq!(tally.asked() as u64, 3 * PLANE);
    tally.settle("segments in the plane");
}

#[test]
#[ignore = "20 million questions; some ten minutes in release"]
fn all_with_radius_0() {
    every(1, 0.0).settle("radius 0");
}

#[test]
#[ignore = "20 million questions; some ten minutes in release"]
fn all_with_radius_1() {
    every(1, 1.0).settle("radius 1");
}

#[test]
#[ignore = "20 million questions; some ten minutes in release"]
fn all_with_radius_2() {
    every(1, 2.0).settle("radius 2");
}
