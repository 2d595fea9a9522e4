//! Spheres and ellipsoids against boxes, solid and hollow, against the oracle.

mod overlap_oracle;
mod random;

use overlap_oracle::{Four, Integers, Query, Radii};
use random::Random;
use tangency::{
    AlignedBox, AlignedBoxSlice, Ellipsoid, EllipsoidSlice, Hollow, Scalar, Sphere, SphereSlice,
};

// ---- the library ----

/// The numbers of answers that needed more than the first filter, and that needed integers.
#[derive(Default)]
struct Efforts {
    answers: u32,
    left_first_filter: u32,
    exact: u32,
}

macro_rules! four {
    ($round:expr, $box:expr, $efforts:expr) => {{
        let (round, aligned_box) = ($round, $box);
        [
            round.intersects_counted(&aligned_box),
            Hollow(round).intersects_counted(&aligned_box),
            round.intersects_counted(&Hollow(aligned_box)),
            Hollow(round).intersects_counted(&Hollow(aligned_box)),
        ]
        .map(|(answer, effort)| {
            $efforts.answers += 1;
            $efforts.left_first_filter += u32::from(effort.left_first_filter);
            $efforts.exact += u32::from(effort.exact);
            answer
        })
    }};
}

macro_rules! four_at_run_time {
    ($round:expr, $box:expr) => {{
        let (round, aligned_box) = ($round, $box);
        [
            round.intersects(&aligned_box),
            Hollow(round).intersects(&aligned_box),
            round.intersects(&Hollow(aligned_box)),
            Hollow(round).intersects(&Hollow(aligned_box)),
        ]
        .map(Result::unwrap)
    }};
}

fn convert<T: Scalar>(floats: &[f64]) -> Vec<T> {
    floats.iter().map(|&x| T::nearest(x)).collect()
}

fn in_space<T: Scalar, const N: usize>(query: &Query, efforts: &mut Efforts) -> Four {
    let vector = |floats: &[f64]| -> [T; N] { convert(floats).try_into().unwrap() };
    let aligned_box = AlignedBox::new(vector(&query.min), vector(&query.max)).unwrap();
    let center = vector(&query.center);
    match &query.radii {
        Radii::One(radius) => {
            four!(Sphere::new(center, T::nearest(*radius)).unwrap(), aligned_box, efforts)
        }
        Radii::Each(radii) => {
            four!(Ellipsoid::new(center, vector(radii)).unwrap(), aligned_box, efforts)
        }
    }
}

fn at_run_time<T: Scalar>(query: &Query) -> Four {
    let (min, max) = (convert::<T>(&query.min), convert::<T>(&query.max));
    let center = convert::<T>(&query.center);
    let aligned_box = AlignedBoxSlice::new(&min, &max).unwrap();
    match &query.radii {
        Radii::One(radius) => {
            let radius = T::nearest(*radius);
            four_at_run_time!(SphereSlice::new(&center, radius).unwrap(), aligned_box)
        }
        Radii::Each(radii) => {
            let radii = convert::<T>(radii);
            four_at_run_time!(EllipsoidSlice::new(&center, &radii).unwrap(), aligned_box)
        }
    }
}

fn ask<T: Scalar>(query: &Query, efforts: &mut Efforts) -> Four {
    let answers = match query.center.len() {
        1 => in_space::<T, 1>(query, efforts),
        2 => in_space::<T, 2>(query, efforts),
        3 => in_space::<T, 3>(query, efforts),
        4 => in_space::<T, 4>(query, efforts),
        5 => in_space::<T, 5>(query, efforts),
        6 => in_space::<T, 6>(query, efforts),
        n => panic!("{n} dimensions"),
    };
    assert_eq!(answers, at_run_time::<T>(query), "at run time: {query:?}");
    answers
}

// ---- the comparison ----

#[derive(Default)]
struct Tally {
    asked: u32,
    yes: [u32; 4],
    efforts: Efforts,
}

impl Tally {
    fn check<T: Scalar>(&mut self, query: &Query) {
        let expected = Integers::of(query).answers();
        let answers = ask::<T>(query, &mut self.efforts);
        assert_eq!(answers, expected, "{query:?}");
        self.asked += 1;
        for (yes, answer) in self.yes.iter_mut().zip(answers) {
            *yes += u32::from(answer);
        }
    }

    /// Checks that each of the four queries had both answers, each in at least a fiftieth of the
    /// queries.
    fn settle(&self, name: &str, least: u32) {
        let Efforts { answers, left_first_filter, exact } = self.efforts;
        println!(
            "{name}: {} pairs, {answers} answers, yes {:?}; {left_first_filter} beyond the first filter, {exact} exact",
            self.asked, self.yes
        );
        assert!(4 * self.asked >= least && answers == 4 * self.asked, "{name}");
        for yes in self.yes {
            assert!(yes * 50 > self.asked && (self.asked - yes) * 50 > self.asked, "{name}");
        }
    }
}

// ---- families ----

fn power_of_two(e: i64) -> f64 {
    f64::from_bits(((1023 + e) as u64) << 52)
}

/// A query of floats from `draw`, sorted into a box; one box in three is flat along some axes.
fn query(random: &mut Random, n: usize, mut draw: impl FnMut(&mut Random) -> f64) -> Query {
    let mut vector = |random: &mut Random| (0..n).map(|_| draw(random)).collect::<Vec<_>>();
    let (center, mut min, mut max) = (vector(random), vector(random), vector(random));
    let radii: Vec<f64> = vector(random).iter().map(|x| x.abs()).collect();
    let flat = random.below(3) == 0;
    for i in 0..n {
        (min[i], max[i]) = if flat && random.below(2) == 0 {
            (min[i], min[i])
        } else {
            (min[i].min(max[i]), min[i].max(max[i]))
        };
    }
    let is_ellipsoid = random.below(2) == 0 && radii.iter().all(|&r| r > 0.0);
    let radii = if is_ellipsoid { Radii::Each(radii) } else { Radii::One(radii[0]) };
    Query { center, radii, min, max }
}

#[test]
fn typical_numbers_are_decided_by_the_first_filter() {
    let mut random = Random(1);
    let mut tally = Tally::default();
    for _ in 0..4_000 {
        let n = 1 + random.below(6) as usize;
        let mut query = query(&mut random, n, |random| random.between(-1.0, 1.0));
        let grow = random.between(1.0, 3.0);
        query.radii.all().iter_mut().for_each(|x| *x *= grow);
        tally.check::<f64>(&query);
    }
    tally.settle("typical", 16_000);
    assert_eq!(tally.efforts.left_first_filter, 0);
}

#[test]
fn small_integers() {
    let mut random = Random(2);
    let mut tally = Tally::default();
    for _ in 0..8_000 {
        let n = 1 + random.below(6) as usize;
        let reach = 2 + random.below(4) as i64;
        let query = query(&mut random, n, |random| random.integer(-reach, reach));
        tally.check::<f64>(&query);
        tally.check::<f32>(&query);
    }
    tally.settle("small integers", 64_000);
    assert!(tally.efforts.exact > 0);
}

#[test]
fn zeros_of_either_sign() {
    let mut random = Random(9);
    let mut tally = Tally::default();
    for _ in 0..4_000 {
        let n = 1 + random.below(4) as usize;
        let mut query = query(&mut random, n, |random| random.integer(-2, 2));
        let Query { center, radii, min, max } = &mut query;
        for x in center.iter_mut().chain(radii.all()).chain(min).chain(max) {
            if *x == 0.0 && random.below(2) == 0 {
                *x = -0.0;
            }
        }
        tally.check::<f64>(&query);
        tally.check::<f32>(&query);
    }
    tally.settle("zeros of either sign", 32_000);
}

#[test]
fn in_single_precision() {
    let mut random = Random(3);
    let mut tally = Tally::default();
    for _ in 0..3_000 {
        let n = 1 + random.below(6) as usize;
        let query = query(&mut random, n, |random| f64::from(random.between(-1.0, 1.0) as f32));
        tally.check::<f32>(&query);
    }
    tally.settle("single precision", 12_000);
}

/// Whole numbers with `k₁² + … + k_n² = K²`: the `k`, then `K`.
const TUPLES: [&[i64]; 9] = [
    &[3, 3],
    &[3, 4, 5],
    &[5, 12, 13],
    &[1, 2, 2, 3],
    &[2, 3, 6, 7],
    &[1, 1, 1, 1, 2],
    &[2, 4, 5, 6, 9],
    &[1, 1, 1, 2, 3, 4],
    &[1, 1, 1, 1, 4, 4, 6],
];

/// A query of a box that touches the surface exactly, with its nearest corner, its farthest corner,
/// or, around the centre, one side. Then one number may move by one ulp.
fn touching(random: &mut Random) -> Query {
    let (&whole, parts) = TUPLES[random.below(TUPLES.len() as u64) as usize].split_last().unwrap();
    let n = parts.len();
    let unit = power_of_two(random.below(80) as i64 - 40);
    let is_ellipsoid = random.below(2) == 0;
    let stretch: Vec<f64> =
        (0..n).map(|_| if is_ellipsoid { random.integer(1, 9) } else { 1.0 }).collect();
    let center: Vec<f64> = (0..n).map(|_| random.integer(-9, 9)).collect();
    let place = random.below(3);
    let touched = random.below(n as u64) as usize;
    let (mut min, mut max) = (vec![0.0; n], vec![0.0; n]);
    for i in 0..n {
        let part = parts[i] as f64 * stretch[i];
        let radius = whole as f64 * stretch[i];
        let (near, far) = match place {
            // The box extends outwards from the corner.
            0 => (part, part + random.integer(0, 3)),
            // The box extends inwards from the corner, less far on the other side of the centre.
            1 => (random.integer(-(part as i64), part as i64), part),
            // The box is around the centre: the touched side is at the radius, the others are
            // beyond.
            _ => {
                let beyond = random.integer(1, 3);
                let far = if i == touched { radius } else { radius + beyond };
                (-radius - beyond, far)
            }
        };
        let (a, b) = if random.below(2) == 0 { (near, far) } else { (-far, -near) };
        (min[i], max[i]) = (center[i] + a, center[i] + b);
    }
    let radii = if is_ellipsoid {
        Radii::Each(stretch.iter().map(|s| s * whole as f64).collect())
    } else {
        Radii::One(whole as f64)
    };
    let mut query = Query { center, radii, min, max };
    for x in [&mut query.center[..], &mut query.min, &mut query.max, query.radii.all()] {
        x.iter_mut().for_each(|x| *x *= unit);
    }
    let step = |x: f64, up: bool| if up { x.next_up() } else { x.next_down() };
    let (axis, up) = (touched, random.below(2) == 0);
    match random.below(6) {
        0 => query.center[axis] = step(query.center[axis], up),
        1 => *query.radii.along(axis) = step(*query.radii.along(axis), up),
        2 if query.min[axis] < query.max[axis] => {
            query.min[axis] = step(query.min[axis], up);
            query.max[axis] = step(query.max[axis], !up).max(query.min[axis]);
        }
        _ => {}
    }
    query
}

#[test]
fn touching_exactly_or_off_by_one_ulp() {
    let mut random = Random(4);
    let mut tally = Tally::default();
    for _ in 0..8_000 {
        tally.check::<f64>(&touching(&mut random));
    }
    tally.settle("touching", 32_000);
    assert!(tally.efforts.exact > tally.asked / 4);
}

/// Spheres that pass through a corner of the box up to rounding, so that only longer numbers can
/// decide.
#[test]
fn nearly_touching() {
    let mut random = Random(5);
    let mut tally = Tally::default();
    for _ in 0..5_000 {
        let n = 1 + random.below(6) as usize;
        let mut query = query(&mut random, n, |random| random.between(-1.0, 1.0));
        let through_the_farthest = random.below(2) == 0;
        let mut radii = query.radii.clone();
        let sum: f64 = (0..n)
            .map(|i| {
                let (c, min, max) = (query.center[i], query.min[i], query.max[i]);
                let nearest = (min - c).max(c - max).max(0.0);
                let distance = if through_the_farthest { (c - min).max(max - c) } else { nearest };
                let ratio = distance / *radii.along(i);
                ratio * ratio
            })
            .sum();
        if sum > 0.0 {
            query.radii.all().iter_mut().for_each(|r| *r *= sum.sqrt());
            let axis = random.below(n as u64) as usize;
            let radius = query.radii.along(axis);
            *radius = [radius.next_down(), *radius, radius.next_up()][random.below(3) as usize];
        }
        tally.check::<f64>(&query);
    }
    tally.settle("nearly touching", 20_000);
    assert!(tally.efforts.left_first_filter > tally.asked / 4);
}

/// Exponents are drawn before digits, from a narrow range that moves or from a wide one.
#[test]
fn tiny_and_huge_and_mixed() {
    let mut random = Random(6);
    let mut tally = Tally::default();
    for _ in 0..3_000 {
        let n = 1 + random.below(4) as usize;
        let width = [1, 8, 60, 300, 2000][random.below(5) as usize];
        let middle = random.below(2046) as i64;
        let query = query(&mut random, n, |random| {
            if random.below(12) == 0 {
                return 0.0;
            }
            let field = (middle + random.integer(-width, width) as i64).clamp(0, 2046) as u64;
            let digits = (random.bits() >> 12) & !((1 << random.below(52)) - 1);
            f64::from_bits(random.below(2) << 63 | field << 52 | digits)
        });
        tally.check::<f64>(&query);
    }
    tally.settle("exponents", 12_000);
}

// ---- laws ----

fn every_law(query: &Query, random: &mut Random) {
    let ask = |query: &Query| ask::<f64>(query, &mut Efforts::default());
    let answers = ask(query);
    let n = query.center.len();

    let [solid, shell, hollow_box, both] = answers;
    assert!(solid || !shell, "a surface is part of its solid: {query:?}");
    assert!(solid || !hollow_box, "a surface is part of its solid: {query:?}");
    assert!((shell && hollow_box) || !both, "a surface is part of its solid: {query:?}");

    let (i, j) = (random.below(n as u64) as usize, random.below(n as u64) as usize);
    let mut swapped = query.clone();
    for x in [&mut swapped.center, &mut swapped.min, &mut swapped.max] {
        x.swap(i, j);
    }
    if let Radii::Each(radii) = &mut swapped.radii {
        radii.swap(i, j);
    }
    assert_eq!(ask(&swapped), answers, "axes swapped: {query:?}");

    let mut mirrored = query.clone();
    mirrored.center[i] = -query.center[i];
    (mirrored.min[i], mirrored.max[i]) = (-query.max[i], -query.min[i]);
    assert_eq!(ask(&mirrored), answers, "mirrored: {query:?}");

    let factor = power_of_two(random.below(1200) as i64 - 600);
    let mut scaled = query.clone();
    let mut is_exact = true;
    for x in [&mut scaled.center[..], &mut scaled.min, &mut scaled.max, scaled.radii.all()] {
        for x in x {
            is_exact &= *x * factor / factor == *x;
            *x *= factor;
        }
    }
    assert!(!is_exact || ask(&scaled) == answers, "scaled by {factor}: {query:?}");

    if let Radii::One(radius) = query.radii
        && radius > 0.0
    {
        let ball = Query { radii: Radii::Each(vec![radius; n]), ..query.clone() };
        assert_eq!(ask(&ball), answers, "as an ellipsoid: {query:?}");
    }
}

#[test]
fn what_changes_nothing() {
    let mut random = Random(7);
    for _ in 0..3_000 {
        let query = touching(&mut random);
        every_law(&query, &mut random);
    }
    for _ in 0..3_000 {
        let n = 1 + random.below(6) as usize;
        let query = query(&mut random, n, |random| random.integer(-4, 4));
        every_law(&query, &mut random);
    }
}

// ---- many dimensions, and bad input ----

#[test]
fn a_thousand_dimensions() {
    let n = 1024;
    let (center, max) = (vec![0.0; n], vec![5.0; n]);
    // The distance of the corner is √1024 = 32.
    let corner = vec![1.0; n];
    let apart = vec![1f64.next_up(); n];
    let touched = AlignedBoxSlice::new(&corner, &max).unwrap();
    let missed = AlignedBoxSlice::new(&apart, &max).unwrap();
    let ball = SphereSlice::new(&center, 32.0).unwrap();
    assert_eq!(ball.intersects(&touched), Ok(true));
    assert_eq!(ball.intersects(&missed), Ok(false));
    let radii = vec![32.0; n];
    let egg = EllipsoidSlice::new(&center, &radii).unwrap();
    assert_eq!(egg.intersects(&touched), Ok(true));
    assert_eq!(egg.intersects(&missed), Ok(false));
    assert_eq!(Hollow(egg).intersects(&Hollow(touched)), Ok(true));
}

#[test]
fn bad_input_is_named() {
    let words = |result: Result<(), tangency::InputError>| result.unwrap_err().to_string();
    let aligned = |min: [f64; 2], max: [f64; 2]| words(AlignedBox::new(min, max).map(drop));
    assert_eq!(aligned([0.0, 3.0], [1.0, 2.0]), "box.min[1] is 3, greater than box.max[1], 2");
    assert_eq!(aligned([f64::NAN, 0.0], [1.0; 2]), "box.min[0] is NaN, must be a finite number");
    assert_eq!(
        aligned([0.0; 2], [1.0, f64::INFINITY]),
        "box.max[1] is inf, must be a finite number"
    );
    let ellipsoid = |radii: [f64; 2]| words(Ellipsoid::new([0.0; 2], radii).map(drop));
    assert_eq!(ellipsoid([1.0, 0.0]), "ellipsoid.radii[1] is 0, must be positive");
    assert_eq!(ellipsoid([-1.0, 1.0]), "ellipsoid.radii[0] is -1, must be positive");
    assert_eq!(ellipsoid([f64::NAN, 1.0]), "ellipsoid.radii[0] is NaN, must be a finite number");

    let aligned = |min: &[f64], max: &[f64]| words(AlignedBoxSlice::new(min, max).map(drop));
    assert_eq!(aligned(&[], &[]), "box.min has no components, must have at least one");
    assert_eq!(aligned(&[0.0], &[]), "box.max has dimension 0, but box.min has 1");
    assert_eq!(aligned(&[0.0, 3.0], &[1.0, 2.0]), "box.min[1] is 3, greater than box.max[1], 2");
    let ellipsoid = |c: &[f64], r: &[f64]| words(EllipsoidSlice::new(c, r).map(drop));
    assert_eq!(
        ellipsoid(&[0.0; 3], &[1.0; 2]),
        "ellipsoid.radii has dimension 2, but ellipsoid.center has 3"
    );
    assert_eq!(ellipsoid(&[0.0], &[0.0]), "ellipsoid.radii[0] is 0, must be positive");
    let sphere = |c: &[f64], r| words(SphereSlice::new(c, r).map(drop));
    assert_eq!(sphere(&[], 1.0), "sphere.center has no components, must have at least one");
    assert_eq!(sphere(&[0.0], -1.0), "sphere.radius is -1, must not be negative");

    let egg = EllipsoidSlice::new(&[0.0; 3], &[1.0; 3]).unwrap();
    let flat = AlignedBoxSlice::new(&[0.0; 2], &[1.0; 2]).unwrap();
    assert_eq!(
        words(egg.intersects(&flat).map(drop)),
        "ellipsoid.center has dimension 3, but box.min has 2"
    );
}
