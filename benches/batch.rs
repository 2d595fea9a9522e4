//! The cost of exactness in batches, of a sphere and many boxes or of many spheres and a box,
//! compared with a plain loop.
//!
//! `cargo bench -p tangency --bench batch` prints our time over the time of the plain loop in the
//! same run: the median over interleaved passes. The loop has the same arrays, writes the same
//! bits, and is compiled to vectors as well.

#[path = "../tests/random/mod.rs"]
mod random;

use random::Random;
use std::hint::black_box;
use std::time::Instant;
use tangency::{AlignedBox, AlignedBoxes, Scalar, Sphere, Spheres};

/// For each float, a number of boxes that fit into the nearest cache, and a number that fit into no
/// cache.
const FEW: usize = 1 << 9;
const MANY: usize = 1 << 21;
const PASSES: usize = 101;

type Columns<T> = [Vec<T>; 3];

fn columns<T: Scalar>(mut draw: impl FnMut() -> [f64; 3], count: usize) -> Columns<T> {
    let mut columns = [const { Vec::new() }; 3];
    for _ in 0..count {
        for (column, x) in columns.iter_mut().zip(draw()) {
            column.push(T::nearest(x));
        }
    }
    columns
}

fn slices<T>(columns: &Columns<T>) -> [&[T]; 3] {
    columns.each_ref().map(Vec::as_slice)
}

macro_rules! plain {
    ($boxes:ident, $spheres:ident, $float:ty, $bits:ty) => {
        /// Writes one bit for each box of a block.
        #[inline(never)]
        fn $boxes(
            center: [$float; 3],
            radius: $float,
            min: [&[$float]; 3],
            max: [&[$float]; 3],
            words: &mut [$bits],
        ) {
            const WIDTH: usize = <$bits>::BITS as usize;
            const BIT: [$bits; WIDTH] = {
                let mut bits = [1; WIDTH];
                let mut i = 0;
                while i < WIDTH {
                    bits[i] = 1 << i;
                    i += 1;
                }
                bits
            };
            let [min, max] = [min, max].map(|columns| columns.map(|x| x.as_chunks::<WIDTH>().0));
            for (k, word) in words.iter_mut().enumerate() {
                let [min, max] = [min, max].map(|columns| columns.map(|x| &x[k]));
                *word = 0;
                for i in 0..WIDTH {
                    let square = |axis: usize| {
                        let below =
                            if center[axis] < max[axis][i] { center[axis] } else { max[axis][i] };
                        let point = if below > min[axis][i] { below } else { min[axis][i] };
                        (center[axis] - point) * (center[axis] - point)
                    };
                    let touches = square(0) + square(1) + square(2) <= radius * radius;
                    *word |= if touches { BIT[i] } else { 0 };
                }
            }
        }

        /// Writes one bit for each sphere of a block.
        #[inline(never)]
        fn $spheres(
            center: [&[$float]; 3],
            radius: &[$float],
            min: [$float; 3],
            max: [$float; 3],
            words: &mut [$bits],
        ) {
            const WIDTH: usize = <$bits>::BITS as usize;
            const BIT: [$bits; WIDTH] = {
                let mut bits = [1; WIDTH];
                let mut i = 0;
                while i < WIDTH {
                    bits[i] = 1 << i;
                    i += 1;
                }
                bits
            };
            let center = center.map(|x| x.as_chunks::<WIDTH>().0);
            let radius = radius.as_chunks::<WIDTH>().0;
            for (k, word) in words.iter_mut().enumerate() {
                let (center, radius) = (center.map(|x| &x[k]), &radius[k]);
                *word = 0;
                for i in 0..WIDTH {
                    let square = |axis: usize| {
                        let center = center[axis][i];
                        let below = if center < max[axis] { center } else { max[axis] };
                        let point = if below > min[axis] { below } else { min[axis] };
                        (center - point) * (center - point)
                    };
                    let touches = square(0) + square(1) + square(2) <= radius[i] * radius[i];
                    *word |= if touches { BIT[i] } else { 0 };
                }
            }
        }
    };
}

plain!(boxes_f32, spheres_f32, f32, u32);
plain!(boxes_f64, spheres_f64, f64, u64);

/// Returns the seconds of each of two jobs, which run in turn, and the median of their ratios.
fn race(mut ours: impl FnMut(), mut plain: impl FnMut(), repeats: usize) -> (f64, f64, f64) {
    let seconds = |job: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..repeats).for_each(|_| job());
        start.elapsed().as_secs_f64() / repeats as f64
    };
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..PASSES {
        a.push(seconds(&mut ours));
        b.push(seconds(&mut plain));
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let ratio = median(&mut a.iter().zip(&b).map(|(a, b)| a / b).collect());
    (median(&mut a), median(&mut b), ratio)
}

fn report(name: &str, count: usize, times: (f64, f64, f64), yes: u32, asked: usize) {
    let each = 1e9 / count as f64;
    println!(
        "{name:<24}{count:>9}{:>9.2} ns{:>9.2} ns{:>8.2}{:>8.1}%{asked:>8}",
        times.1 * each,
        times.0 * each,
        times.2,
        100.0 * f64::from(yes) / count as f64,
    );
}

macro_rules! compare {
    ($boxes:ident, $spheres:ident, $float:ty, $bits:ty, $count:expr) => {{
        let count = $count;
        let mut random = Random(1);
        let repeats = if count == FEW { 200 } else { 1 };
        let min: Columns<$float> = columns(|| random.vector(-10.0, 10.0), count);
        let max: Columns<$float> = std::array::from_fn(|k| {
            min[k].iter().map(|x| x + random.between(0.1, 3.0) as $float).collect()
        });
        let boxes = AlignedBoxes::new(slices(&min), slices(&max)).expect("valid boxes");
        let ball = Sphere::<$float, 3>::new([0.5, -1.0, 2.0], 6.0).expect("a valid sphere");
        let mut ours = vec![0; count.div_ceil(64)];
        let mut plain: Vec<$bits> = vec![0; count / <$bits>::BITS as usize];
        let times = race(
            || black_box(&ball).intersects_each(black_box(&boxes), &mut ours).expect("room"),
            || {
                $boxes(
                    black_box(ball.center()),
                    ball.radius(),
                    boxes.min(),
                    boxes.max(),
                    &mut plain,
                )
            },
            repeats,
        );
        let asked = ball.intersects_each_counted(&boxes, &mut ours).expect("room");
        let yes = ours.iter().map(|word| word.count_ones()).sum();
        assert_eq!(yes, plain.iter().map(|word| word.count_ones()).sum());
        report(concat!("sphere, boxes, ", stringify!($float)), count, times, yes, asked);

        let center: Columns<$float> = columns(|| random.vector(-10.0, 10.0), count);
        let radius: Vec<$float> = (0..count).map(|_| random.between(0.1, 5.0) as $float).collect();
        let balls = Spheres::new(slices(&center), &radius).expect("valid spheres");
        let room = AlignedBox::<$float, 3>::new([-5.0, -3.0, 0.0], [1.0, 2.0, 4.0]).expect("a box");
        let times = race(
            || black_box(&balls).intersects_each(black_box(&room), &mut ours).expect("room"),
            || {
                $spheres(
                    balls.center(),
                    balls.radius(),
                    black_box(room.min()),
                    room.max(),
                    &mut plain,
                )
            },
            repeats,
        );
        let asked = balls.intersects_each_counted(&room, &mut ours).expect("room");
        let yes = ours.iter().map(|word| word.count_ones()).sum();
        report(concat!("spheres, box, ", stringify!($float)), count, times, yes, asked);
    }};
}

fn main() {
    println!(
        "{:<24}{:>9}{:>12}{:>12}{:>8}{:>9}{:>8}",
        "question", "items", "plain", "ours", "ratio", "yes", "asked"
    );
    for count in [FEW, MANY] {
        compare!(boxes_f32, spheres_f32, f32, u32, count);
        compare!(boxes_f64, spheres_f64, f64, u64, count);
    }
}
