//! The sample table: spheres that rain on the part from above, and some that are thrown at it from
//! the sides.

use std::fmt::Write as _;

/// The number of spheres.
pub(super) const COUNT: u32 = 400;

/// One sphere in this number of spheres comes from a side.
const FROM_A_SIDE: u32 = 8;

/// The table as the text of a CSV file. Lengths are in millimetres, times in seconds.
///
/// Every number is written with three decimals, so that a person can read it and every machine
/// reads the same number.
pub(super) fn table() -> String {
    let mut dice = Dice(0x7461_6e67_656e_6379);
    let mut table = String::from("id,from,x,y,z,radius,vx,vy,vz\n");
    for id in 1..=COUNT {
        let from_side = id % FROM_A_SIDE == 0;
        let [x, y, z, radius, vx, vy, vz] =
            if from_side { thrown(id, &mut dice) } else { raining(id, &mut dice) };
        let from = if from_side { "side" } else { "above" };
        // Writing to a string cannot fail.
        let _ =
            writeln!(table, "{id},{from},{x:.3},{y:.3},{z:.3},{radius:.3},{vx:.3},{vy:.3},{vz:.3}");
    }
    table
}

/// A sphere that falls from a slanted cloud, in a wind.
fn raining(id: u32, dice: &mut Dice) -> [f64; 7] {
    let [u, v] = spread(id);
    let aim = [-96.0 + 192.0 * u, -62.0 + 124.0 * v, 14.0];
    let drop = 52.0 + 0.52 * (aim[0] + 96.0) + 8.0 * dice.roll();
    let speed = 95.0 + 10.0 * dice.roll();
    let wind = [0.30 + 0.10 * dice.roll(), 0.10 * (dice.roll() - 0.5)];
    let radius = small(dice, 0.8, 3.4);
    let start = [aim[0] - wind[0] * drop, aim[1] - wind[1] * drop, aim[2] + drop];
    [start[0], start[1], start[2], radius, wind[0] * speed, wind[1] * speed, -speed]
}

/// A sphere that flies in low from the right or from the left.
fn thrown(id: u32, dice: &mut Dice) -> [f64; 7] {
    let right = (id / FROM_A_SIDE).is_multiple_of(2);
    let side = if right { 1.0 } else { -1.0 };
    let y = -50.0 + 100.0 * dice.roll();
    let z = 17.0 + 36.0 * dice.roll();
    let speed = 130.0 + 60.0 * dice.roll();
    let (aside, down) = (0.16 * (dice.roll() - 0.5), -0.12 * dice.roll());
    let radius = small(dice, 0.8, 2.6);
    [side * (128.0 + 14.0 * dice.roll()), y, z, radius, -side * speed, aside * speed, down * speed]
}

/// A radius between two bounds, more often a small one.
fn small(dice: &mut Dice, least: f64, most: f64) -> f64 {
    let roll = dice.roll();
    least + (most - least) * roll * roll
}

/// The `i`-th of a sequence of points that fill the unit square evenly: multiples of the plastic
/// number's inverse powers.
fn spread(i: u32) -> [f64; 2] {
    [0.754_877_666_246_692_7, 0.569_840_290_998_053_2].map(|step| (f64::from(i) * step).fract())
}

/// Pseudo-random numbers, the same each time: SplitMix64.
struct Dice(u64);

impl Dice {
    /// A number from 0 up to, but not including, 1.
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
