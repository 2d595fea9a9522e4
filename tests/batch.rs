//! Batches of many boxes and a sphere, or many spheres and a box, at rest or moving, give the
//! answers of single queries, bit by bit.

mod random;

use random::Random;
use tangency::any::{Answers, AnyFeature};
use tangency::{
    AlignedBox, AlignedBoxes, Answer, Capsule, ExactAnswer, Moving, OrientedBox, Point, Rotation,
    Scalar, Segment, Shape, Sphere, Spheres, Triangle,
};

/// The exponents of the least and of the greatest number of this type.
trait Exponents: Scalar {
    const LEAST: i64;
    const GREATEST: i64;
    fn up(self) -> Self;
    fn down(self) -> Self;
}

impl Exponents for f32 {
    const LEAST: i64 = -149;
    const GREATEST: i64 = 127;
    fn up(self) -> Self {
        self.next_up()
    }
    fn down(self) -> Self {
        self.next_down()
    }
}

impl Exponents for f64 {
    const LEAST: i64 = -1074;
    const GREATEST: i64 = 1023;
    fn up(self) -> Self {
        self.next_up()
    }
    fn down(self) -> Self {
        self.next_down()
    }
}

/// Counts of a comparison of both forms of batches with single queries: all answers, the answers
/// that are yes, and the pairs compared with exact arithmetic.
#[derive(Default, Debug)]
struct Tally {
    answers: usize,
    yes: usize,
    asked: usize,
}

type Ball<T, const N: usize> = ([T; N], T);
type Corners<T, const N: usize> = [[T; N]; 2];

fn columns<T: Copy, const N: usize>(vectors: &[[T; N]]) -> [Vec<T>; N] {
    std::array::from_fn(|k| vectors.iter().map(|vector| vector[k]).collect())
}

fn bit(bits: &[u64], i: usize) -> bool {
    bits[i / 64] >> (i % 64) & 1 == 1
}

impl Tally {
    /// Checks that `ask` writes the bits of `alone`, and zeros after the last item.
    fn check(
        &mut self,
        count: usize,
        ask: impl Fn(&mut [u64]) -> usize,
        alone: impl Fn(usize) -> bool,
    ) {
        let mut bits = vec![u64::MAX; count.div_ceil(64) + 1];
        self.asked += ask(&mut bits);
        for i in 0..64 * bits.len() {
            let expected = i < count && alone(i);
            assert_eq!(bit(&bits, i), expected, "item {i} of {count}");
            self.yes += usize::from(expected);
        }
        self.answers += count;
    }

    fn boxes<T: Scalar, const N: usize>(&mut self, ball: Ball<T, N>, boxes: &[Corners<T, N>]) {
        let sphere = Sphere::new(ball.0, ball.1).unwrap();
        let corners = [0, 1].map(|end| columns(&boxes.iter().map(|x| x[end]).collect::<Vec<_>>()));
        let [min, max] = [0, 1].map(|end| corners[end].each_ref().map(Vec::as_slice));
        let many = AlignedBoxes::new(min, max).unwrap();
        let alone = |i: usize| {
            let aligned_box = AlignedBox::new(boxes[i][0], boxes[i][1]).unwrap();
            sphere.intersects(&aligned_box)
        };
        self.check(boxes.len(), |bits| sphere.intersects_each_counted(&many, bits).unwrap(), alone);
    }

    fn spheres<T: Scalar, const N: usize>(&mut self, corners: Corners<T, N>, balls: &[Ball<T, N>]) {
        let aligned_box = AlignedBox::new(corners[0], corners[1]).unwrap();
        let center = columns(&balls.iter().map(|ball| ball.0).collect::<Vec<_>>());
        let radius: Vec<T> = balls.iter().map(|ball| ball.1).collect();
        let many = Spheres::new(center.each_ref().map(Vec::as_slice), &radius).unwrap();
        let alone =
            |i: usize| Sphere::new(balls[i].0, balls[i].1).unwrap().intersects(&aligned_box);
        let ask = |bits: &mut [u64]| many.intersects_each_counted(&aligned_box, bits).unwrap();
        self.check(balls.len(), ask, alone);
    }

    /// Checks one sphere with many boxes, and one box with many spheres. All of them come from
    /// `draw`.
    fn both<T: Scalar, const N: usize>(
        &mut self,
        count: usize,
        mut draw: impl FnMut() -> (Ball<T, N>, Corners<T, N>),
    ) {
        let (balls, boxes): (Vec<_>, Vec<_>) = (0..=count).map(|_| draw()).unzip();
        self.boxes(balls[0], &boxes[1..]);
        self.spheres(boxes[0], &balls[1..]);
    }

    /// Checks that both yes and no were frequent.
    fn settle(&self) {
        let Self { answers, yes, .. } = *self;
        assert!(yes * 20 > answers && (answers - yes) * 20 > answers, "{self:?}");
    }
}

/// Floats from `draw`, sorted into a box.
fn pair<T: Scalar, const N: usize>(mut draw: impl FnMut() -> T) -> (Ball<T, N>, Corners<T, N>) {
    let center = [T::ZERO; N].map(|_| draw());
    let radius = loop {
        let radius = draw();
        if radius >= T::ZERO {
            break radius;
        }
    };
    let (mut min, mut max) = ([T::ZERO; N].map(|_| draw()), [T::ZERO; N].map(|_| draw()));
    for (a, b) in min.iter_mut().zip(&mut max) {
        if *a > *b {
            core::mem::swap(a, b);
        }
    }
    ((center, radius), [min, max])
}

/// Counts of items at which the last word of bits is begun, full, or missing.
const COUNTS: [usize; 9] = [0, 1, 2, 63, 64, 65, 127, 128, 200];

/// Runs a family of pairs in each number of dimensions and for both kinds of float.
macro_rules! everywhere {
    ($family:ident, $rounds:expr) => {{
        let mut tally = Tally::default();
        everywhere!($family, $rounds, tally, f32, 1 2 3 4);
        everywhere!($family, $rounds, tally, f64, 1 2 3 4);
        println!("{tally:?}");
        tally.settle();
        tally
    }};
    ($family:ident, $rounds:expr, $tally:ident, $float:ty, $($dimension:literal)*) => {$(
        let mut random = Random(1 + $dimension);
        for round in 0..$rounds {
            $family::<$float, $dimension>(&mut random, COUNTS[round % COUNTS.len()], &mut $tally);
        }
    )*};
}

#[test]
fn typical_numbers_are_decided_many_at_a_time() {
    fn family<T: Scalar, const N: usize>(random: &mut Random, count: usize, tally: &mut Tally) {
        tally.both::<T, N>(count, || pair(|| T::nearest(random.between(-1.0, 1.0))));
    }
    let tally = everywhere!(family, 45);
    assert!(tally.asked * 1000 < tally.answers, "{tally:?}");
}

#[test]
fn small_integers_where_ties_are_frequent() {
    fn family<T: Scalar, const N: usize>(random: &mut Random, count: usize, tally: &mut Tally) {
        tally.both::<T, N>(count, || pair(|| T::nearest(random.integer(-4, 4))));
    }
    let tally = everywhere!(family, 90);
    assert!(tally.asked * 20 > tally.answers, "{tally:?}");
}

/// A centre and a corner of a box, and the radius from one to the other, up to some ulps.
fn nearly<T: Exponents, const N: usize>(
    random: &mut Random,
    mut draw: impl FnMut(&mut Random) -> f64,
) -> (Ball<T, N>, Corners<T, N>) {
    let center = [0; N].map(|_| T::nearest(draw(random)));
    let corner = [0; N].map(|_| T::nearest(draw(random)));
    let (mut min, mut max) = (corner, corner);
    for k in 0..N {
        let beyond = T::nearest(corner[k].widen() * 2.0 - center[k].widen());
        // Along each axis the box extends from its corner away from the centre, or has no extent.
        if beyond.widen().is_finite() && random.below(4) != 0 {
            if beyond > corner[k] {
                max[k] = beyond;
            } else {
                min[k] = beyond;
            }
        }
    }
    let differences = center.iter().zip(&corner).map(|(a, b)| a.widen() - b.widen());
    let mut radius = T::nearest(differences.map(|x| x * x).sum::<f64>().sqrt());
    for _ in 0..random.below(4) {
        radius =
            if random.below(2) == 0 || radius == T::ZERO { radius.up() } else { radius.down() };
    }
    ((center, radius), [min, max])
}

#[test]
fn touching_up_to_some_ulps() {
    fn family<T: Exponents, const N: usize>(random: &mut Random, count: usize, tally: &mut Tally) {
        let pairs: Vec<_> = (0..count)
            .map(|_| nearly::<T, N>(random, |random| random.between(-1.0, 1.0)))
            .collect();
        for &(ball, corners) in &pairs {
            tally.boxes(ball, &[corners]);
            tally.spheres(corners, &[ball]);
        }
    }
    let tally = everywhere!(family, 90);
    assert!(tally.asked * 10 > 9 * tally.answers, "{tally:?}");
}

/// Numbers of a narrow range of exponents around any exponent, or of a wide range. Zeros and the
/// greatest numbers are among them.
fn any_size<T: Exponents>(random: &mut Random, middle: i64, width: i64) -> f64 {
    if random.below(12) == 0 {
        return 0.0;
    }
    let exponent = (middle + random.integer(-width, width) as i64).clamp(T::LEAST, T::GREATEST);
    let digits = random.bits() >> 12 >> [0, 30, 49][random.below(3) as usize];
    let m = 1.0 + digits as f64 / (1u64 << 52) as f64;
    let half = |e: i64| f64::from_bits(((1023 + e) as u64) << 52);
    let x = m * half(exponent / 2) * half(exponent - exponent / 2);
    let x = if T::nearest(x).widen().is_finite() { x } else { T::GREATEST as f64 };
    if random.below(2) == 0 { x } else { -x }
}

#[test]
fn tiny_and_huge_and_mixed() {
    fn family<T: Exponents, const N: usize>(random: &mut Random, count: usize, tally: &mut Tally) {
        let middle = random.integer(T::LEAST, T::GREATEST) as i64;
        let width = [1, 8, 30, 300, 2000][random.below(5) as usize];
        tally.both::<T, N>(count, || pair(|| T::nearest(any_size::<T>(random, middle, width))));
    }
    everywhere!(family, 450);
}

/// Squares of such numbers underflow, partly or wholly, or overflow.
#[test]
fn touching_where_squares_leave_the_range() {
    fn family<T: Exponents, const N: usize>(random: &mut Random, _: usize, tally: &mut Tally) {
        for end in [T::LEAST, T::GREATEST] {
            for _ in 0..20 {
                let middle = end / 2 + random.integer(-12, 12) as i64;
                let (ball, corners) =
                    nearly::<T, N>(random, |random| any_size::<T>(random, middle, 2));
                if ball.1 < T::INFINITY {
                    tally.boxes(ball, &[corners]);
                    tally.spheres(corners, &[ball]);
                }
            }
        }
    }
    everywhere!(family, 200);
}

#[test]
fn points() {
    fn family<T: Scalar, const N: usize>(random: &mut Random, count: usize, tally: &mut Tally) {
        tally.both::<T, N>(count, || {
            let ((center, _), corners) = pair(|| T::nearest(random.integer(-3, 3)));
            ((center, T::ZERO), corners)
        });
    }
    everywhere!(family, 45);
}

/// One word holds 64 answers, and the output needs no further words.
#[test]
fn room_for_all_answers_is_enough() {
    for (count, words) in [(1, 1), (64, 1), (65, 2)] {
        let (low, high) = (vec![0.0; count], vec![1.0; count]);
        let boxes = AlignedBoxes::new([&low[..]], [&high[..]]).unwrap();
        let ball = Sphere::new([1.5], 0.5).unwrap();
        let mut bits = vec![0; words];
        ball.intersects_each(&boxes, &mut bits).unwrap();
        assert_eq!(bits.iter().map(|word: &u64| word.count_ones()).sum::<u32>(), count as u32);
        ball.intersects_each(&boxes, &mut bits[1..]).unwrap_err();
    }
}

#[test]
fn bad_input_is_named() {
    let words = |result: Result<(), tangency::InputError>| result.unwrap_err().to_string();
    let boxes = |a: [&[f64]; 2], b: [&[f64]; 2]| words(AlignedBoxes::new(a, b).map(drop));
    let zeros: &[f64] = &[0.0; 3];
    assert_eq!(
        boxes([zeros, zeros], [zeros, &[0.0; 2]]),
        "box.max[1] has length 2, but box.min[0] has 3"
    );
    assert_eq!(
        boxes([zeros, &[0.0, f64::NAN, 0.0]], [zeros, zeros]),
        "box.min[1][1] is NaN, must be a finite number"
    );
    assert_eq!(
        boxes([zeros, &[0.0, 0.0, 1.0]], [zeros, zeros]),
        "box.min[1][2] is 1, greater than box.max[1][2], 0"
    );
    let spheres = |a: [&[f64]; 2], r: &[f64]| words(Spheres::new(a, r).map(drop));
    assert_eq!(
        spheres([zeros, &[]], zeros),
        "sphere.center[1] has length 0, but sphere.radius has 3"
    );
    assert_eq!(
        spheres([zeros, &[0.0, 0.0, f64::INFINITY]], zeros),
        "sphere.center[1][2] is inf, must be a finite number"
    );
    assert_eq!(
        spheres([zeros, zeros], &[1.0, -1.0, 0.0]),
        "sphere.radius[1] is -1, must not be negative"
    );
    assert_eq!(
        spheres([zeros, zeros], &[1.0, 1.0, f64::NAN]),
        "sphere.radius[2] is NaN, must be a finite number"
    );
    let column = [0.0; 65];
    let many = AlignedBoxes::new([&column], [&column]).unwrap();
    let ball = Sphere::new([0.0], 1.0).unwrap();
    assert_eq!(
        words(ball.intersects_each(&many, &mut [0])),
        "bits has length 1, must have at least 2"
    );
    let many = Spheres::new([&column], &column).unwrap();
    let room = AlignedBox::new([0.0], [1.0]).unwrap();
    assert_eq!(
        words(many.intersects_each(&room, &mut [])),
        "bits has length 0, must have at least 2"
    );
}

/// The distribution of the numbers of a moving pair.
type Family = (&'static str, fn(&mut Random) -> f64);

const FAMILIES: [Family; 5] = [
    ("generic", |random| random.between(-4.0, 4.0)),
    ("small integers, where ties are frequent", |random| random.integer(-3, 3)),
    ("tiny", |random| random.between(-4.0, 4.0) * 1e-9),
    ("of all sizes", |random| {
        let exponent = random.integer(-40, 40) as i32;
        random.integer(-9, 9) * f64::from_bits(((1023 + exponent) as u64) << 52)
    }),
    ("nearly in a plane", |random| {
        random.integer(-3, 3)
            + random.between(-1.0, 1.0) * [0.0, 1e-7, 1e-15][random.below(3) as usize]
    }),
];

/// A generator of numbers.
type Draw<'a, T> = &'a mut dyn FnMut(&mut Random) -> T;

/// Spheres or capsules, made of a position, a radius and one more position.
trait Body<T: Scalar, const N: usize>: Shape<Scalar = T, Vector = [T; N]> + Copy {
    fn of(center: [T; N], radius: T, other: [T; N]) -> Self;
    fn on_its_way(self, velocity: [T; N]) -> Moving<Self>;
}

impl<T: Scalar, const N: usize> Body<T, N> for Sphere<T, N> {
    fn of(center: [T; N], radius: T, _: [T; N]) -> Self {
        Sphere::new(center, radius).unwrap()
    }
    fn on_its_way(self, velocity: [T; N]) -> Moving<Self> {
        self.moving(velocity).unwrap()
    }
}

impl<T: Scalar, const N: usize> Body<T, N> for Capsule<T, N> {
    /// Half of the capsules are given by an axis, and half of these have a far end that is no
    /// float.
    fn of(center: [T; N], radius: T, other: [T; N]) -> Self {
        if radius.widen() > 0.1 {
            Capsule::with_axis(center, other.map(|x| T::nearest(x.widen() % 1.0)), radius).unwrap()
        } else {
            Capsule::new(center, other, radius).unwrap()
        }
    }
    fn on_its_way(self, velocity: [T; N]) -> Moving<Self> {
        self.moving(velocity).unwrap()
    }
}

/// Draws bodies for obstacles. Compares the answers of rows, and of one obstacle with all bodies,
/// with the answers of each pair alone and with exact arithmetic. Returns how many pairs missed,
/// and how many there were.
fn rows_of<T: Scalar, M: Body<T, N>, O: Answers<T, N, M>, const N: usize>(
    random: &mut Random,
    (name, draw): Family,
    far: f64,
    obstacle: impl Fn(&mut Random, Draw<T>) -> O,
) -> [usize; 2] {
    const PAIRS: usize = 203;
    let mut number = |random: &mut Random| T::nearest(far + draw(random));
    let obstacles: Vec<O> = (0..PAIRS).map(|_| obstacle(random, &mut number)).collect();
    let movers: Vec<Moving<M>> = (0..PAIRS)
        .map(|_| {
            let mut place = || std::array::from_fn(|_| number(random));
            let (center, other) = (place(), place());
            let radius = [0.0, draw(random).abs() * 0.3][random.below(4).min(1) as usize];
            let velocity: [T; N] = std::array::from_fn(|_| T::nearest(draw(random)));
            M::of(center, T::nearest(radius), other).on_its_way(velocity)
        })
        .collect();
    let mut seen = [false; PAIRS];
    let mut missed = 0;
    let alone = |obstacle: &O, mover| obstacle.first_contact(mover).unwrap();
    let mut same = |i: usize, answer: Answer<T, N, AnyFeature<N>>| {
        assert!(!std::mem::replace(&mut seen[i], true), "{name}: answered twice");
        assert_eq!(answer, alone(&obstacles[i], &movers[i]), "{name}, {far}");
        if answer == Answer::None {
            missed += 1;
            let exact = obstacles[i].first_contact_exact(&movers[i]).unwrap();
            assert!(matches!(exact, ExactAnswer::None), "{name}, {far}");
        }
    };
    O::first_contacts_in_rows(&obstacles, &movers, &mut same).unwrap();
    assert_eq!(seen, [true; PAIRS]);
    // Motions that end at the float nearest to the contact time, which is before or after that
    // time.
    let ending: Vec<Moving<M>> = movers
        .iter()
        .zip(&obstacles)
        .map(|(mover, obstacle)| match alone(obstacle, mover).contact() {
            Some(contact) => mover.until(contact.time).unwrap(),
            None => *mover,
        })
        .collect();
    let mut same = |i: usize, answer: Answer<T, N, AnyFeature<N>>| {
        let exact = obstacles[i].first_contact_exact(&ending[i]).unwrap();
        let is_met = answer != Answer::None;
        assert_eq!(is_met, !matches!(exact, ExactAnswer::None), "{name}, {far}");
        assert_eq!(answer, alone(&obstacles[i], &ending[i]), "{name}, {far}");
    };
    O::first_contacts_in_rows(&obstacles, &ending, &mut same).unwrap();
    let mut count = 0;
    let mut same = |i: usize, answer| {
        assert_eq!(answer, alone(&obstacles[0], &movers[i]), "{name}, {far}");
        count += 1;
    };
    obstacles[0].first_contacts(&movers, &mut same).unwrap();
    assert_eq!(count, PAIRS);
    [missed, PAIRS]
}

fn place<T: Scalar, const N: usize>(random: &mut Random, number: Draw<T>) -> [T; N] {
    std::array::from_fn(|_| number(random))
}

fn point<T: Scalar, const N: usize>(random: &mut Random, number: Draw<T>) -> Moving<Point<T, N>> {
    Moving::still(Point::new(place(random, number)).unwrap())
}

fn segment<T: Scalar, const N: usize>(
    random: &mut Random,
    number: Draw<T>,
) -> Moving<Segment<T, N>> {
    let (a, b) = (place(random, number), place(random, number));
    let velocity = [0; N].map(|_| T::nearest(random.integer(-1, 1)));
    Segment::new(a, b).unwrap().moving(velocity).unwrap()
}

fn triangle<T: Scalar>(random: &mut Random, number: Draw<T>) -> Moving<Triangle<T>> {
    let mut vertex = || place(random, number);
    let [a, b, c] = [vertex(), vertex(), vertex()];
    Moving::still(Triangle::new(a, b, c).unwrap())
}

fn aligned<T: Scalar, const N: usize>(
    random: &mut Random,
    number: Draw<T>,
) -> Moving<AlignedBox<T, N>> {
    let [a, b]: [[T; N]; 2] = [0; 2].map(|_| place(random, number));
    let low = std::array::from_fn(|k| if a[k] < b[k] { a[k] } else { b[k] });
    let high = std::array::from_fn(|k| if a[k] < b[k] { b[k] } else { a[k] });
    let velocity = [0; N].map(|_| T::nearest(random.integer(-1, 1)));
    AlignedBox::new(low, high).unwrap().moving(velocity).unwrap()
}

fn rows<T: Scalar>() {
    let mut random = Random(41);
    // For each kind of pair, enough must miss.
    let mut missed = [[0; 2]; 9];
    for far in [0.0, 1000.0, 1e7] {
        for family in FAMILIES {
            let random = &mut random;
            let kinds = [
                rows_of::<T, Sphere<T, 2>, _, 2>(random, family, far, point),
                rows_of::<T, Sphere<T, 3>, _, 3>(random, family, far, point),
                rows_of::<T, Sphere<T, 2>, _, 2>(random, family, far, segment),
                rows_of::<T, Sphere<T, 3>, _, 3>(random, family, far, segment),
                rows_of::<T, Sphere<T, 3>, _, 3>(random, family, far, triangle),
                rows_of::<T, Capsule<T, 3>, _, 3>(random, family, far, triangle),
                rows_of::<T, Sphere<T, 2>, _, 2>(random, family, far, aligned),
                rows_of::<T, Sphere<T, 3>, _, 3>(random, family, far, aligned),
                rows_of::<T, Sphere<T, 3>, _, 3>(random, family, far, |random, number| {
                    let center = place(random, number);
                    let half = [0; 3].map(|_| T::nearest(family.1(random).abs()));
                    let turn = [0; 4].map(|_| T::nearest(random.integer(-3, 3) + 0.125));
                    let turn = Rotation::<T, 3>::new(turn).unwrap();
                    Moving::still(OrientedBox::new(center, half, turn).unwrap())
                }),
            ];
            for (sum, [missed, pairs]) in missed.iter_mut().zip(kinds) {
                (sum[0], sum[1]) = (sum[0] + missed, sum[1] + pairs);
            }
        }
    }
    println!("{missed:?}");
    for [missed, pairs] in missed {
        assert!(missed > pairs / 8 && pairs - missed > 40, "{missed} of {pairs}");
    }
}

#[test]
fn rows_on_their_way_have_the_answers_of_each_pair() {
    rows::<f64>();
    rows::<f32>();
}
