//! The laws of the filters: the exact number lies within the bound, for random computations.
//!
//! The exact side is `num-rational`, which the library itself does not use.

use super::bits::{parts, times_power_of_two};
use super::double::Double;
use super::double::{first_root_in_lanes, newton};
use super::exact::Exact;
use super::expansion::Expansion;
use super::fast::DEPTH;
use super::fast::Fast;
use super::kinds::Divide;
use super::lanes::{Four, Pair, TaskOfFour, run_four, sqrt};
use super::many::BLOCK;
use super::round::{Interval, SurdParts, unit_vector};
use super::scaled::{AsTheyAre, Evenly, Range, scaled_to_one};
use super::semi_static::SemiStatic;
use super::{Lift, Number, Rational, Rounding, Scalar, Sign, Surd, Unsure, Value};
use crate::random::Random;
use core::cmp::Ordering;
use dashu_int::{IBig, UBig};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::string::ToString;
use std::vec::Vec;

/// Returns a float whose exponent is drawn before its digits, and which may have few digits.
fn random_float(random: &mut Random, span: i32) -> f64 {
    let exponent = random.below(2 * span as u64 + 1) as i32 - span;
    let digits = random.bits() >> 12 >> [0, 0, 29, 48][random.below(4) as usize];
    let m = 1.0 + digits as f64 / (1u64 << 52) as f64;
    let m = if random.below(16) == 0 { 0.0 } else { m };
    times_power_of_two(if random.below(2) == 0 { m } else { -m }, exponent.min(31))
}

fn rational(x: f64) -> BigRational {
    let (m, e) = parts(x);
    let power = BigInt::one() << e.unsigned_abs();
    if e < 0 {
        BigRational::new(m.into(), power)
    } else {
        BigRational::from(BigInt::from(m) * power)
    }
}

/// A computation as a list of steps over earlier results, with a bounded depth of each result.
struct Program {
    leaves: Vec<(f64, f64)>,
    steps: Vec<(u8, usize, usize)>,
}

impl Program {
    /// Draws a program that is at most as deep as decisions may be; sums of numbers that almost
    /// cancel are frequent.
    fn random(random: &mut Random) -> Self {
        let span = [0, 3, 20, 31, 75][random.below(5) as usize];
        let leaves: Vec<(f64, f64)> = (0..2 + random.below(3))
            .map(|_| {
                let a = random_float(random, span);
                let b = if random.below(3) == 0 && a != 0.0 {
                    a.next_up()
                } else {
                    random_float(random, span)
                };
                (a, if random.below(2) == 0 { 0.0 } else { b })
            })
            .collect();
        let mut depths: Vec<u32> = leaves.iter().map(|_| 1).collect();
        let mut steps = Vec::new();
        for _ in 0..3 + random.below(12) {
            let n = depths.len() as u64;
            let (op, i, j) =
                (random.below(4) as u8, random.below(n) as usize, random.below(n) as usize);
            let depth = match op {
                2 | 3 => depths[i] + depths[j] + 1,
                _ => depths[i].max(depths[j]) + 1,
            };
            // A product has no more factors than in the decisions: eight, each at a depth of one.
            if depth <= 15 {
                depths.push(depth);
                steps.push((op, i, j));
            }
        }
        Self { leaves, steps }
    }

    fn run<N: Clone>(
        &self,
        leaf: impl Fn(f64, f64) -> N,
        step: impl Fn(u8, &N, &N) -> N,
    ) -> Vec<N> {
        let mut results: Vec<N> = self.leaves.iter().map(|&(a, b)| leaf(a, b)).collect();
        for &(op, i, j) in &self.steps {
            results.push(step(op, &results[i], &results[j]));
        }
        results
    }

    fn over<N: Number>(&self, lift: &impl Lift<N>) -> Vec<N> {
        self.run(
            |a, b| lift.length_difference(a, b),
            |op, x, y| match op {
                0 => x.plus(y),
                1 => x.minus(y),
                _ => x.times(y),
            },
        )
    }

    fn exactly(&self) -> Vec<BigRational> {
        self.run(
            |a, b| rational(a) - rational(b),
            |op, x, y| match op {
                0 => x + y,
                1 => x - y,
                _ => x * y,
            },
        )
    }
}

fn sign_of(x: &BigRational) -> Sign {
    if x.is_zero() {
        Sign::Zero
    } else if x.is_positive() {
        Sign::Positive
    } else {
        Sign::Negative
    }
}

/// Returns the number of results of `count` programs that are off by more than `share` times their
/// bounds.
fn outside_of_bounds<N: Number>(
    count: u64,
    share: f64,
    bound: impl Fn(&N) -> (f64, f64, f64),
) -> u64
where
    AsTheyAre: Lift<N>,
{
    let mut random = Random(1);
    let mut outside = 0;
    for _ in 0..count {
        let program = Program::random(&mut random);
        for (number, exact) in program.over::<N>(&AsTheyAre).iter().zip(program.exactly()) {
            let (high, low, error) = bound(number);
            assert!(error.is_finite());
            let off = (rational(high) + rational(low) - exact).abs();
            outside += u64::from(off > rational(error * share));
        }
    }
    outside
}

#[test]
fn fast_encloses_exact() {
    let bound = |n: &Fast| (n.parts().0, 0.0, n.parts().1);
    assert_eq!(outside_of_bounds::<Fast>(20_000, 1.0, bound), 0);
    // This proves that the test can fail: a bound for a depth of one is exceeded.
    assert!(outside_of_bounds::<Fast>(2_000, 1.0 / DEPTH, bound) > 0);
}

#[test]
fn double_encloses_exact() {
    assert_eq!(outside_of_bounds::<Double>(20_000, 1.0, Double::parts), 0);
    assert!(outside_of_bounds::<Double>(2_000, 1.0 / 512.0, Double::parts) > 0);
}

impl Program {
    /// Returns the greatest absolute value of the given numbers.
    fn greatest(&self) -> f64 {
        self.leaves.iter().fold(0.0, |x: f64, (a, b)| x.max(a.abs()).max(b.abs()))
    }

    fn evenly(&self) -> Evenly {
        Evenly::all(self.greatest())
    }

    /// Replaces one number by one so small that products with it underflow.
    fn with_a_speck(mut self, random: &mut Random) -> Self {
        let exponent = -76 - random.below(999) as i32;
        let speck = times_power_of_two(random_float(random, 0), exponent);
        let leaf = random.below(self.leaves.len() as u64) as usize;
        self.leaves[leaf] = (speck, 0.0);
        self
    }
}

/// Returns the number of results of `count` programs that are off by more than `share` times their
/// bounds.
fn outside_of_rough_bounds(count: u64, share: f64) -> u64 {
    let mut random = Random(1);
    let mut outside = 0;
    for _ in 0..count {
        let program = Program::random(&mut random);
        let rough = program.over::<SemiStatic>(&program.evenly());
        for (number, exact) in rough.iter().zip(program.exactly()) {
            let (value, bound) = number.parts();
            outside += u64::from((rational(value) - exact).abs() > rational(bound * share));
        }
    }
    outside
}

#[test]
fn rough_encloses_exact() {
    assert_eq!(outside_of_rough_bounds(20_000, 1.0), 0);
    assert!(outside_of_rough_bounds(2_000, 1.0 / (4.0 * DEPTH)) > 0);
}

#[test]
fn rough_signs_are_true_or_unsure() {
    let mut random = Random(9);
    let (mut decided, mut total) = (0, 0);
    for _ in 0..20_000 {
        let program = Program::random(&mut random);
        let rough = program.over::<SemiStatic>(&program.evenly());
        for (number, exact) in rough.iter().zip(program.exactly()) {
            let sign = sign_of(&exact);
            let known = number.sign();
            assert!(known == Ok(sign) || known == Err(Unsure));
            assert_eq!(number.is_positive(), known == Ok(Sign::Positive));
            assert_eq!(number.is_negative(), known == Ok(Sign::Negative));
            let greater = number.or_zero();
            let expected = if sign == Sign::Negative { BigRational::zero() } else { exact };
            let (value, bound) = greater.parts();
            assert!((rational(value) - expected).abs() <= rational(bound));
            let (value, bound) = number.parts();
            for (which, expected) in [value, 0.0, -value].into_iter().enumerate() {
                let each = [number, &SemiStatic::zero(), &number.negated()];
                assert_eq!(SemiStatic::one_of(each, which).parts(), (expected, bound));
            }
            total += 1;
            decided += u64::from(known.is_ok());
        }
    }
    assert!(decided * 10 > total * 4, "the filter decides too little: {decided} of {total}");
}

/// The semi-static filter has no scale that excludes tiny numbers, but it never mistakes a product
/// that underflows for zero.
#[test]
fn rough_signs_are_true_among_specks() {
    let mut random = Random(10);
    let (mut decided, mut vanished) = (0, 0);
    for _ in 0..4_000 {
        let program = Program::random(&mut random).with_a_speck(&mut random);
        // Even without a scale, the greatest number must be at least this large.
        if program.greatest() <= times_power_of_two(1.0, -32) {
            continue;
        }
        let rough = program.over::<SemiStatic>(&program.evenly());
        for (number, exact) in rough.iter().zip(program.exactly()) {
            let (value, bound) = number.parts();
            assert!((rational(value) - &exact).abs() <= rational(bound));
            let known = number.sign();
            assert!(known == Ok(sign_of(&exact)) || known == Err(Unsure));
            decided += u64::from(known.is_ok());
            vanished += u64::from(value == 0.0 && !exact.is_zero());
        }
    }
    assert!(decided > 5_000 && vanished > 50, "{decided} {vanished}");
}

#[test]
fn signs_are_true_or_unsure() {
    let mut random = Random(2);
    let (mut decided, mut total) = (0, 0);
    for _ in 0..20_000 {
        let program = Program::random(&mut random);
        let fast = program.over::<Fast>(&AsTheyAre);
        let double = program.over::<Double>(&AsTheyAre);
        for ((f, d), exact) in fast.iter().zip(&double).zip(program.exactly()) {
            let sign = sign_of(&exact);
            for known in [f.sign(), d.sign()] {
                assert!(known == Ok(sign) || known == Err(Unsure));
            }
            total += 1;
            decided += u64::from(f.sign().is_ok());
        }
    }
    assert!(decided * 10 > total * 8, "the filter decides too little: {decided} of {total}");
}

#[test]
fn signs_with_roots_are_true_or_unsure() {
    let mut random = Random(3);
    let mut decided = 0;
    for _ in 0..40_000 {
        let [x, y, q] = [0; 3].map(|_| random_float(&mut random, 8));
        let q = q.abs();
        // Half of the cases are almost ties: x = −y √q up to the rounding of floats.
        let x = if random.below(2) == 0 { -(y * q.sqrt()) } else { x };
        let (xx, yyq) = (rational(x) * rational(x), rational(y) * rational(y) * rational(q));
        let (of_x, of_y) = (sign_of(&rational(x)), sign_of(&yyq).times(sign_of(&rational(y))));
        let expected = match (of_x, of_y) {
            (Sign::Zero, s) | (s, Sign::Zero) => s,
            (a, b) if a == b => a,
            (a, _) => sign_of(&(xx - yyq)).times(a),
        };
        fn known<N: Number>(lift: &impl Lift<N>, [x, y, q]: [f64; 3]) -> Result<Sign, Unsure> {
            let [x, y, q] = [x, y, q].map(|z| lift.length(z));
            N::sign_with_root(&x, &y, &q.root())
        }
        for known in [known::<Fast>(&AsTheyAre, [x, y, q]), known::<Double>(&AsTheyAre, [x, y, q])]
        {
            assert!(known == Ok(expected) || known == Err(Unsure));
            decided += u64::from(known.is_ok());
        }
    }
    assert!(decided > 50_000, "{decided}");
}

/// The interval of a quotient contains the exact quotient, even if the divisor has almost
/// cancelled.
#[test]
fn quotients_enclose_exact() {
    let mut random = Random(4);
    let mut finite = 0;
    for _ in 0..40_000 {
        let [a, b, c, d] = [0; 4].map(|_| random_float(&mut random, 10));
        let c =
            if random.below(3) == 0 { d - random_float(&mut random, 10) * f64::EPSILON } else { c };
        let divisor = rational(c) - rational(d);
        if !divisor.is_positive() {
            continue;
        }
        let exact = (rational(a) - rational(b)) / divisor;
        let fast = Value::over(&Fast::of(a - b), &Fast::of(c - d)).interval().bracket(0);
        let double = Value::over(&Double::difference(a, b), &Double::difference(c, d));
        for bracket in [fast, double.interval().bracket(0)] {
            if bracket.lower.is_finite() && bracket.upper.is_finite() {
                finite += 1;
                assert!(rational(bracket.lower) <= exact && exact <= rational(bracket.upper));
            }
        }
    }
    assert!(finite > 30_000, "{finite}");
}

/// The position `from + t by` along a line, where `t` is a quotient, is within its bound.
#[test]
fn ways_enclose_exact() {
    let mut random = Random(10);
    let mut outside = [0, 0];
    for _ in 0..20_000 {
        let [a, b, from, more, by, less] = [0; 6].map(|_| random_float(&mut random, 10));
        let c = random_float(&mut random, 10).abs() + 1.0;
        let t = (rational(a) - rational(b)) / rational(c);
        // Half of the positions are almost zero.
        let from = if random.below(2) == 0 { -((a - b) / c * by) } else { from };
        let exact = rational(from) - rational(more) + t * (rational(by) - rational(less));
        let t: Double = Value::over(&Double::difference(a, b), &Double::of(c));
        let (high, low, bound) =
            Value::along(&t, &Double::difference(from, more), &Double::difference(by, less))
                .parts();
        let off = (rational(high) + rational(low) - exact).abs();
        for (count, share) in outside.iter_mut().zip([1.0, 1.0 / 512.0]) {
            *count += u64::from(off > rational(bound * share));
        }
    }
    assert_eq!(outside[0], 0);
    assert!(outside[1] > 0, "the bound could be less");
}

/// The task that computes a root with its axes in lanes.
struct InLanes {
    d: [Double; 3],
    v: [Double; 3],
    rr: Double,
}

fn bits(x: Double) -> [u64; 3] {
    let (high, low, bound) = x.parts();
    [high, low, bound].map(f64::to_bits)
}

impl TaskOfFour for InLanes {
    type Output = Double;
    fn run<F: Four>(self) -> Double {
        let Self { d: [a, b, c], v: [x, y, z], rr } = self;
        let none = Double::zero();
        first_root_in_lanes(
            &Double::<F>::each_of(&[a, b, c, none]),
            &Double::<F>::each_of(&[x, y, z, none]),
            &rr,
        )
    }
}

/// The smaller root of `Σ (dₖ + t vₖ)² = r²` lies within its bound. The signs of the equation and
/// of its slope prove it.
#[test]
fn first_roots_enclose_exact() {
    fn check<const K: usize>(random: &mut Random) -> [u32; 4] {
        let (mut counts, mut without) = ([0; 4], 0);
        for _ in 0..12_000 {
            let span = [0, 3, 8, 20][random.below(4) as usize];
            let mut pair = || [random_float(random, span), random_float(random, span)];
            let (d, v): ([[f64; 2]; K], [[f64; 2]; K]) =
                (core::array::from_fn(|_| pair()), core::array::from_fn(|_| pair()));
            let difference = |[a, b]: [f64; 2]| rational(a) - rational(b);
            let (de, ve) = (d.map(difference), v.map(difference));
            let dot = |a: &[BigRational; K], b: &[BigRational; K]| -> BigRational {
                a.iter().zip(b).map(|(x, y)| x * y).sum()
            };
            let (a, b, c) = (dot(&ve, &ve), dot(&de, &ve), dot(&de, &de));
            if a.is_zero() {
                continue;
            }
            // Some radii are random; the others miss or hit widely, almost graze, or lie in
            // between.
            let least = (&c - &b * &b / &a).to_f64().unwrap_or(0.0).max(0.0).sqrt();
            let near = times_power_of_two(1.0, -(random.below(44) as i32));
            let r = match random.below(6) {
                0 | 1 => random_float(random, span).abs(),
                2 => least * (1.0 - near),
                _ => least * (1.0 + near),
            };
            let c = c - rational(r) * rational(r);
            let f = |t: &BigRational| (&a * t + &b + &b) * t + &c;
            let float = |[a, b]: [f64; 2]| Double::difference(a, b);
            let (d, v, rr) = (d.map(float), v.map(float), Double::of(r).squared());
            if &b * &b <= &a * &c {
                // If there is no root, or only one, no float is certain.
                let root = newton(&d, &v, &rr);
                assert!(root.nearest::<f32>().is_none() && root.nearest::<f64>().is_none());
                without += 1;
                continue;
            }
            let root = newton(&d, &v, &rr);
            if let (Ok(d), Ok(v)) =
                (<[Double; 3]>::try_from(&d[..]), <[Double; 3]>::try_from(&v[..]))
                && let Some(in_lanes) = run_four(InLanes { d, v, rr })
            {
                assert_eq!(bits(in_lanes), bits(root));
            }
            let (high, low, bound) = <Double as Value<Double>>::first_root(&d, &v, &rr).parts();
            counts[0] += 1;
            counts[1] += u32::from(root.parts().2.is_finite());
            if !bound.is_finite() {
                continue;
            }
            let middle = -&b / &a;
            for (count, share) in counts[2..].iter_mut().zip([1.0, 1.0 / 1024.0]) {
                let (t, bound) = (rational(high) + rational(low), rational(bound * share));
                let (lower, upper) = (&t - &bound, t + bound);
                let is_after = lower <= middle && !f(&lower).is_negative();
                let is_before = upper >= middle || !f(&upper).is_positive();
                *count += u32::from(!(is_after && is_before));
            }
        }
        assert!(K == 1 || without > 300, "{without}");
        counts
    }
    let mut random = Random(11);
    let counts = [
        check::<1>(&mut random),
        check::<2>(&mut random),
        check::<3>(&mut random),
        check::<7>(&mut random),
    ];
    for [all, by_newton, outside, outside_of_less] in counts {
        assert!(all > 3_000 && by_newton * 10 > all * 6, "{counts:?}");
        assert_eq!(outside, 0, "{counts:?}");
        assert!(outside_of_less > 0, "the bound could be less: {counts:?}");
    }
}

/// The nearest float to `(x + y √q) / s` is compared with its neighbours, by squares of rationals.
#[test]
fn rounding_is_to_nearest() {
    let mut random = Random(5);
    for _ in 0..20_000 {
        let small = |random: &mut Random| {
            let bits = [3, 20, 60, 100][random.below(4) as usize];
            let wide =
                (i128::from(random.bits()) << 64 | i128::from(random.bits())) >> (127 - bits);
            Exact::Small(wide - random.below(2) as i128)
        };
        let positive = |e: Exact| match e {
            Exact::Small(x) => Exact::Small(x.abs().max(1)),
            large => large,
        };
        let (x, y) = (small(&mut random), small(&mut random));
        let y = if random.below(3) == 0 { Exact::zero() } else { y };
        let (q, s) = (positive(small(&mut random)), positive(small(&mut random)));
        let scale = [0, -1100, 900, -1060, 3, -140, 120][random.below(7) as usize];
        let value = Value::surd(&x, &y, &q, &s);
        let exact = BigSurd { x: big(&x), y: big(&y), q: big(&q), s: big(&s), scale };
        exact.check::<f64>(&value);
        exact.check::<f32>(&value);
    }
}

fn big(x: &Exact) -> BigInt {
    x.big().to_string().parse().unwrap()
}

struct BigSurd {
    x: BigInt,
    y: BigInt,
    q: BigInt,
    s: BigInt,
    scale: i32,
}

impl BigSurd {
    /// Compares the number with a rational.
    fn compare(&self, to: &BigRational) -> Sign {
        let power = BigRational::from(BigInt::one() << self.scale.unsigned_abs());
        let to = if self.scale < 0 { to * power } else { to / power };
        let x = BigRational::from(self.x.clone()) - to * BigRational::from(self.s.clone());
        let of_y = sign_of(&BigRational::from(&self.y * &self.q));
        let of_x = sign_of(&x);
        match (of_x, of_y) {
            (Sign::Zero, s) | (s, Sign::Zero) => s,
            (a, b) if a == b => a,
            (a, _) => {
                let square = BigRational::from(&self.y * &self.y * &self.q);
                sign_of(&(&x * &x - square)).times(a)
            }
        }
    }

    fn check<T: Scalar>(&self, value: &<Exact as Number>::Value) {
        let nearest: T = value.round(self.scale, Rounding::Nearest);
        let down: T = value.round(self.scale, Rounding::Down);
        // The grid of floats continues one step past the largest; from the middle of that step on,
        // the answer is infinite.
        let half = BigRational::new(1.into(), 2.into());
        let largest = T::LARGEST.widen();
        let past = rational(largest) + rational(largest) - rational(T::LARGEST.below().widen());
        let place = |x: T| match x.widen() {
            x if x.is_finite() => rational(x),
            x if x > 0.0 => past.clone(),
            _ => -past.clone(),
        };
        let middle = |a: T, b: T| (place(a) + place(b)) * &half;
        let answer = nearest.widen();
        // Whether the last bit of the significand is set; an infinity counts as even.
        let odd = answer.is_finite() && {
            let (m, e) = parts(answer);
            let last = (e + 53 - T::PRECISION as i32).max(T::LEAST_EXPONENT);
            m >> (last - e).min(63) & 1 == 1
        };
        if answer < f64::INFINITY {
            let side = self.compare(&middle(nearest, nearest.above()));
            assert!(side == Sign::Negative || (side == Sign::Zero && !odd), "{answer:e}");
        }
        if answer > f64::NEG_INFINITY {
            let side = self.compare(&middle(nearest.below(), nearest));
            assert!(side == Sign::Positive || (side == Sign::Zero && !odd), "{answer:e}");
        }
        if down.widen().is_finite() {
            assert_ne!(self.compare(&rational(down.widen())), Sign::Negative);
            if down.widen() < largest {
                assert_eq!(self.compare(&rational(down.above().widen())), Sign::Negative);
            }
        }
        // Comparisons find the same float, given two floats of which it is one or between which it
        // lies. They also find the order relative to each of three floats.
        let (low, high) = (nearest.below(), nearest.above());
        let far = [low.below().below(), high.above()];
        for two in [[low, nearest], [nearest, high], [low, high], far] {
            let is_finite = two.iter().all(|x| x.widen().is_finite() && *x != T::ZERO);
            if is_finite && (two[0] > T::ZERO) == (two[1] > T::ZERO) {
                assert_eq!(value.nearest_of(two, self.scale), nearest);
            }
        }
        for float in [low, nearest, high].map(T::widen) {
            if float.is_finite() {
                let order = order_of(self.compare(&rational(float)));
                assert_eq!(value.compare_with(self.scale, float), order, "{float:e}");
            }
        }
    }

    /// Returns `⌊value · 2^3000⌋`.
    fn digits(&self) -> BigInt {
        const SHIFT: i32 = 3000;
        let up = BigInt::one() << (SHIFT + self.scale);
        // The root is computed to these digits and some more.
        let square: BigInt = &self.y * &self.y * &self.q * &up * &up;
        let root = (square << 200u32).sqrt();
        let root = if self.y.is_negative() { -root } else { root };
        let above: BigInt = (&self.x * up) << 100u32;
        (above + root).div_floor(&(&self.s << 100u32))
    }
}

fn order_of(sign: Sign) -> Ordering {
    match sign {
        Sign::Negative => Ordering::Less,
        Sign::Zero => Ordering::Equal,
        Sign::Positive => Ordering::Greater,
    }
}

/// Two numbers `(x + y √q) / s` compare as their first three thousand digits do; two forms of the
/// same number are equal.
#[test]
fn exact_numbers_are_compared() {
    let mut random = Random(8);
    let mut orders = [0; 3];
    for _ in 0..20_000 {
        let mut whole = |least: i64| {
            let x = random.bits() as i64 >> [40, 60][random.below(2) as usize];
            if least > 0 { x.abs().max(least) } else { x }
        };
        let [x, y, q, s] = [whole(0), whole(0), whole(1), whole(1)];
        let [z, w, p, t] = [whole(0), whole(0), whole(1), whole(1)];
        let [k, m] = [whole(1).min(999), whole(1).min(999)];
        let [scale, other_scale] = [0; 2].map(|_| random.below(200) as i32 - 100);
        let other = match random.below(4) {
            // The same number, with a factor in the numerator and the denominator, and one under
            // the root.
            0 => [x * k * m, y * k, q * m * m, s * k * m],
            // The same root, and almost the same number.
            1 => [x, y, q, s + 1],
            2 => [z, w, q, t],
            _ => [z, w, p, t],
        };
        let root = |[x, y, q, s]: [i64; 4], scale| {
            let [x, y, q, s] = [x, y, q, s].map(BigInt::from);
            BigSurd { x, y, q, s, scale }
        };
        let value = |numbers: [i64; 4]| -> <Exact as Number>::Value {
            let [x, y, q, s] = numbers.map(|x| Exact::shifted(x, 0));
            Value::surd(&x, &y, &q, &s)
        };
        let numbers = [x, y, q, s];
        let scales = if random.below(2) == 0 { [scale; 2] } else { [scale, other_scale] };
        let order = value(numbers).compare(scales[0], &value(other), scales[1]);
        let digits = [root(numbers, scales[0]).digits(), root(other, scales[1]).digits()];
        assert_eq!(order, digits[0].cmp(&digits[1]), "{numbers:?} {other:?} {scales:?}");
        orders[(order as i8 + 1) as usize] += 1;
    }
    assert!(orders.iter().all(|count| *count > 1_000), "{orders:?}");
}

#[test]
fn lanes_are_two_floats() {
    let mut random = Random(6);
    for _ in 0..10_000 {
        let [a, b, c, d] = [0; 4].map(|_| random_float(&mut random, 1000));
        let both = |p: Pair| (p.first().to_bits(), p.second().to_bits());
        let bits = |x: f64, y: f64| (x.to_bits(), y.to_bits());
        let (p, q) = (Pair::new(a, b), Pair::new(c, d));
        assert_eq!(both(p.plus(q)), bits(a + c, b + d));
        assert_eq!(both(p.times(q)), bits(a * c, b * d));
        assert_eq!(both(p.first_negated()), bits(-a, b));
        assert_eq!(p.or_greater(q).first(), if a > c { a } else { c });
        assert_eq!(p.or_greater(q).second(), if b > d { b } else { d });
        let least = |least: f64, x: f64| if x == 0.0 { least } else { least.min(x.next_down()) };
        let (x, y) = (p.absolute(), q.absolute());
        let expected = bits(least(a.abs(), c.abs()), least(b.abs(), d.abs()));
        assert_eq!(both(x.or_less_unless_zero(y)), expected);
        assert_eq!(sqrt(a.abs()).to_bits(), a.abs().sqrt().to_bits());
        assert_eq!(libm::sqrt(a.abs()).to_bits(), a.abs().sqrt().to_bits());
    }
}

#[test]
fn the_greater_double_is_told_by_all_its_digits() {
    let mut random = Random(8);
    for _ in 0..20_000 {
        let a = random_float(&mut random, 3);
        let [b, c] = [0; 2].map(|_| times_power_of_two(random_float(&mut random, 3), -58));
        let (x, y) = (Double::difference(a, b), Double::difference(a, c));
        let exact = rational(a) - rational(if b < c { b } else { c });
        for (high, low, bound) in [x.or_greater(&y).parts(), y.or_greater(&x).parts()] {
            assert!((rational(high) + rational(low) - &exact).abs() <= rational(bound));
        }
    }
}

/// Sums, differences and products are exact. Most numbers have long runs of ones or zeros, so that
/// the operations carry and borrow through all words. Their lengths fit each kind of integer, or
/// exceed it.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code makes few integers of a middle length")]
fn integers_are_exact_at_any_length() {
    let mut random = Random(7);
    let mut kinds = [0; 3];
    for _ in 0..2_000 {
        let mut pool = Vec::from([(Exact::one(), BigInt::one())]);
        for _ in 0..24 {
            let m = match random.below(3) {
                0 => 1,
                1 => -1 >> 1,
                _ => random.bits() as i64 >> random.below(60),
            };
            let shift = 64 * random.below(18) as usize + [0, 1, 63, 40][random.below(4) as usize];
            let given = (Exact::shifted(m, shift), BigInt::from(m) << shift);
            let any = |random: &mut Random, pool: &[(Exact, BigInt)]| {
                pool[random.below(pool.len() as u64) as usize].clone()
            };
            let (a, b) = (any(&mut random, &pool), any(&mut random, &pool));
            let next = match random.below(5) {
                0 => given,
                1 => (a.0.plus(&b.0), a.1 + b.1),
                2 => (a.0.minus(&given.0), a.1 - given.1),
                3 => (a.0.minus(&b.0), a.1 - b.1),
                _ => (a.0.times(&b.0), a.1 * b.1),
            };
            assert_eq!(big(&next.0), next.1);
            assert_eq!(next.0.sign(), Ok(sign_of(&BigRational::from(next.1.clone()))));
            kinds[match next.0 {
                Exact::Small(_) => 0,
                Exact::Medium(_) => 1,
                Exact::Large(_) => 2,
            }] += 1;
            if next.1.bits() < 3000 {
                pool.push(next);
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 2_000), "{kinds:?}");
}

/// (6.4) holds: a verdict is never wrong. Radii are near the root of the sum, within a few floats.
fn judge_never_lies<T: Scalar, const N: usize>(random: &mut Random) -> [u32; 3] {
    let (least, greatest) = (T::LEAST_EXPONENT, T::PAST_EXPONENT - 1);
    let mut counts = [0; 3];
    for round in 0..120 {
        // The size is random, or one at which squares begin to underflow or to overflow.
        let middle = match round % 4 {
            0 => least / 2 + random.integer(-12, 12) as i32,
            1 => greatest / 2 + random.integer(-2, 2) as i32,
            _ => random.integer(least.into(), greatest.into()) as i32,
        };
        let number = |random: &mut Random| {
            let bits = random.below(2) << 63 | 1023 << 52 | random.bits() >> 12;
            let x = times_power_of_two(f64::from_bits(bits), middle + random.below(4) as i32);
            let x = T::nearest(x);
            if x.widen().is_finite() { x } else { T::LARGEST }
        };
        let pairs: [[[T; 2]; BLOCK]; N] = core::array::from_fn(|_| {
            core::array::from_fn(|_| {
                [number(random), if random.below(4) == 0 { T::ZERO } else { number(random) }]
            })
        });
        let exact = |x: T| rational(x.widen());
        let sums: [BigRational; BLOCK] = core::array::from_fn(|i| {
            let squares = pairs.iter().map(|axis| (exact(axis[i][0]) - exact(axis[i][1])).pow(2));
            squares.fold(BigRational::zero(), |sum, square| sum + square)
        });
        let radii: [T; BLOCK] = core::array::from_fn(|i| {
            let differences = pairs.iter().map(|axis| axis[i][0].widen() - axis[i][1].widen());
            // The differences are scaled, so that the radius is near the root in any range.
            let scaled = differences.map(|x| times_power_of_two(x, -middle));
            let root = sqrt(scaled.map(|x| x * x).sum());
            let mut radius = T::nearest(times_power_of_two(root, middle));
            let up = random.below(2) == 0;
            for _ in 0..random.below(2 * N as u64 + 12) {
                radius = if up { radius.above() } else { radius.below() };
            }
            if radius < T::ZERO || radius > T::LARGEST { T::LARGEST } else { radius }
        });
        let verdicts = T::judge::<N>(|axis, item| pairs[axis][item], |item| radii[item]);
        assert_eq!(verdicts.yes & !verdicts.perhaps, 0);
        for (i, sum) in sums.iter().enumerate() {
            let is_at_most = *sum <= exact(radii[i]).pow(2);
            let [yes, perhaps] = [verdicts.yes, verdicts.perhaps].map(|bits| bits >> i & 1 == 1);
            let pair = pairs.map(|axis| axis[i]);
            assert!(is_at_most || !yes, "{pair:?} {:?}", radii[i]);
            assert!(!is_at_most || perhaps, "{pair:?} {:?}", radii[i]);
            counts[usize::from(yes) + usize::from(perhaps)] += 1;
        }
    }
    counts
}

#[test]
fn the_filter_of_many_never_lies() {
    let mut random = Random(11);
    let mut trial = |judge: fn(&mut Random) -> [u32; 3]| {
        let counts = judge(&mut random);
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    };
    trial(judge_never_lies::<f32, 1>);
    trial(judge_never_lies::<f32, 2>);
    trial(judge_never_lies::<f32, 3>);
    trial(judge_never_lies::<f32, 4>);
    trial(judge_never_lies::<f32, 40>);
    trial(judge_never_lies::<f64, 1>);
    trial(judge_never_lies::<f64, 2>);
    trial(judge_never_lies::<f64, 3>);
    trial(judge_never_lies::<f64, 4>);
    trial(judge_never_lies::<f64, 40>);
}

/// A difference of two numbers of twice its length, `2¹⁵² + 2⁹⁹ + 1`, is almost a tie: digits
/// beyond those that are kept for rounding decide it.
#[test]
fn a_tie_is_told_by_the_last_digit() {
    let power = |e: usize| Exact::shifted(1, e);
    let difference = power(152).plus(&power(99)).plus(&Exact::one());
    let (x, y) = (power(300).plus(&difference), power(300).negated());
    let value: <Exact as Number>::Value = Value::surd(&x, &y, &Exact::one(), &Exact::one());
    let expected = times_power_of_two(1f64.next_up(), 152);
    assert_eq!(value.round::<f64>(0, Rounding::Nearest), expected);
}

/// A lifted difference of two floats is rounded to the nearest float, ties included, or not at all.
/// It is rounded to `f32` directly, not by way of `f64`.
#[test]
fn what_is_lifted_is_rounded_to_nearest() {
    let mut random = Random(12);
    let mut singles = 0;
    for _ in 0..20_000 {
        let a = random_float(&mut random, 3);
        // Half an ulp in `f32` or `f64`, and perhaps a little more or less.
        let half = times_power_of_two(a.abs(), [-24, -25, -53, -54][random.below(4) as usize]);
        let half = f64::from_bits(half.to_bits() & !((1 << 52) - 1));
        let b = [half, -half, half.next_up(), half.next_down()][random.below(4) as usize];
        for a in [a, f64::from(a as f32)] {
            let value = Divide::lifted(&Double::difference(a, b)).interval();
            let exact = rational(a) - rational(b);
            let quotient: <Exact as Number>::Value = Value::surd(
                &big_exact(exact.numer()),
                &Exact::zero(),
                &Exact::zero(),
                &big_exact(exact.denom()),
            );
            let single = value.nearest::<f32>(0);
            assert!(
                single.is_none_or(|x| x == quotient.round(0, Rounding::Nearest)),
                "{a:e} {b:e}"
            );
            singles += u32::from(single.is_some());
            let double = value.nearest::<f64>(0);
            assert_eq!(double, Some(quotient.round(0, Rounding::Nearest)), "{a:e} {b:e}");
        }
    }
    assert!(singles > 10_000, "{singles}");
}

/// If two intervals compare as apart, then so do all numbers in them. Almost all intervals that are
/// apart by a few last bits compare as apart.
#[test]
fn intervals_are_told_apart() {
    let mut random = Random(13);
    let (mut told, mut untold) = (0, 0);
    for i in 0..40_000 {
        let high = random_float(&mut random, 3);
        let ulp = times_power_of_two(high.abs(), -53);
        let mut near = |high: f64| {
            let low = ulp * random.between(-0.5, 0.5);
            let relative = times_power_of_two(1.0, -random.integer(98, 120) as i32);
            let slackless = random.below(4) == 0;
            Interval::around(high, low, relative, if slackless { 0.0 } else { high.abs() })
        };
        let (a, b) = (near(high), near([high, high.next_up(), -high][i % 3]));
        let [(below_a, above_a), (below_b, above_b)] = [&a, &b].map(|x| {
            let [high, low] = x.middle().map(rational);
            let (middle, slack) = (high + low, rational(x.radius()));
            (middle.clone() - slack.clone(), middle + slack)
        });
        let gap = [below_b.clone() - above_a.clone(), below_a.clone() - above_b.clone()];
        match a.compare(&b) {
            Some(Ordering::Less) => assert!(above_a < below_b, "{a:?} {b:?}"),
            Some(Ordering::Greater) => assert!(below_a > above_b, "{a:?} {b:?}"),
            Some(Ordering::Equal) => panic!("{a:?} {b:?}"),
            None => {
                let least = rational(times_power_of_two(high.abs(), -96));
                assert!(gap.iter().all(|gap| *gap <= least), "{a:?} {b:?}");
                untold += 1;
                continue;
            }
        }
        told += 1;
    }
    assert!(told > 20_000 && untold > 10, "{told} {untold}");
}

fn big_exact(x: &BigInt) -> Exact {
    Exact::large(x.to_string().parse().unwrap())
}

// ---- sums without error ----

/// Returns the difference of two floats as a number in two floats, and its exact value. The
/// difference is often tiny compared with the floats.
fn lifted(random: &mut Random, span: i32) -> (Double, BigRational) {
    let a = random_float(random, span);
    let b = match random.below(4) {
        0 => 0.0,
        1 if a != 0.0 => a.next_up(),
        _ => random_float(random, span),
    };
    let number: Double = AsTheyAre.length_difference(a, b);
    (number, rational(a) - rational(b))
}

#[test]
fn the_sign_of_a_sum_is_exact() {
    let mut random = Random(31);
    let mut zeros = 0;
    for _ in 0..20_000 {
        let count = 1 + random.below(9) as usize;
        let mut floats: Vec<f64> = (0..count).map(|_| random_float(&mut random, 60)).collect();
        if random.below(2) == 0 {
            // The sum cancels completely or almost.
            floats.extend(floats.clone().iter().map(|x| -x));
            let some = random.below(floats.len() as u64) as usize;
            floats[some] = [floats[some], floats[some].next_up()][random.below(2) as usize];
        }
        let mut sum = Expansion::<40>::zero();
        floats.iter().for_each(|&x| sum.add(x));
        let exact: BigRational = floats.iter().map(|&x| rational(x)).sum();
        assert_eq!(sum.sign(), sign_of(&exact), "{floats:?}");
        zeros += u32::from(exact.is_zero());
        let (high, low) = sum.in_two();
        let off = (rational(high) + rational(low) - &exact).abs();
        assert!(
            off <= rational(high.abs()) * rational(times_power_of_two(1.0, -104)),
            "{floats:?}"
        );
    }
    assert!(zeros > 1_000);
}

#[test]
fn a_lifted_dot_is_known_to_all_its_digits() {
    let mut random = Random(32);
    let (mut cancelled, mut zeros) = (0, 0);
    for i in 0..40_000 {
        let span = [0, 3, 20][i % 3];
        let (a, exact_a) = lifted(&mut random, span);
        let (b, exact_b) = lifted(&mut random, span);
        // The result is the same number, or one that hardly differs.
        let nudged = |random: &mut Random, x: &Double, exact: &BigRational| {
            let (high, low, _) = x.parts();
            match random.below(3) {
                0 => (*x, exact.clone()),
                1 if high != 0.0 => (
                    AsTheyAre.length_difference(high.next_up(), -low),
                    rational(high.next_up()) + rational(low),
                ),
                _ => lifted(random, span),
            }
        };
        let (c, exact_c) = nudged(&mut random, &b, &exact_b);
        let (d, exact_d) = nudged(&mut random, &a, &exact_a);
        let sum = Double::lifted_dot(&[a, c.negated()], &[b, d]);
        let exact = exact_a * exact_b - exact_c * exact_d;
        let (high, low, error) = sum.parts();
        let off = (rational(high) + rational(low) - &exact).abs();
        assert!(off <= rational(error), "{a:?} {b:?} {c:?} {d:?}");
        // The error is small relative to the sum itself, not only to the terms that cancelled.
        let size = rational(high.abs()) * rational(times_power_of_two(1.0, -80));
        assert!(off <= size, "{a:?} {b:?} {c:?} {d:?}");
        let product = Number::times(&a, &b);
        let plain = Number::minus(&product, &Number::times(&c, &d));
        let ((plain, ..), (product, ..)) = (plain.parts(), product.parts());
        cancelled += u32::from(plain != 0.0 && plain.abs() < 1e-10 * product.abs());
        if exact.is_zero() {
            zeros += 1;
            assert_eq!(sum.sign(), Ok(Sign::Zero));
        }
    }
    assert!(cancelled > 1_000 && zeros > 1_000, "{cancelled} {zeros}");
}

/// Quotients of sums are rounded to nearest. Many of them are floats or half-way between two.
#[test]
fn a_lifted_ratio_is_rounded_to_nearest() {
    let mut random = Random(33);
    let (mut ties, mut floats) = (0, 0);
    for i in 0..40_000 {
        let span = [0, 3, 20][i % 3];
        let (divisor, exact_divisor) = match random.below(3) {
            0 => (Double::of(1.0), BigRational::one()),
            1 => {
                let x = 1.0 + random.below(1 << 20) as f64;
                (Double::of(x), rational(x))
            }
            _ => lifted(&mut random, span),
        };
        let (high, _, _) = divisor.parts();
        if high <= 0.0 {
            continue;
        }
        let quotient = random_float(&mut random, span);
        let half = f64::EPSILON / 2.0 * quotient.abs();
        // The sum is a float times the divisor, or half an ulp more, up to the rounding of two
        // floats.
        let product = Number::times(&Double::of(quotient), &divisor);
        let (high, low, _) = product.parts();
        let more = [0.0, half * divisor.parts().0, random_float(&mut random, span)]
            [random.below(3) as usize];
        let terms = [
            AsTheyAre.length_difference(high, -low),
            Double::of(more),
            Double::of([0.0, random_float(&mut random, span)][random.below(2) as usize]),
        ];
        let exact: BigRational = terms
            .iter()
            .map(|term| {
                let (high, low, _) = term.parts();
                rational(high) + rational(low)
            })
            .sum::<BigRational>()
            / &exact_divisor;
        let value = <Double as Value<Double>>::lifted_ratio(&terms, &divisor);
        let Some(nearest) = value.interval().nearest::<f64>(0) else { continue };
        let off = (rational(nearest) - &exact).abs();
        let [below, above] =
            [nearest.next_down(), nearest.next_up()].map(|x| (rational(x) - &exact).abs());
        assert!(off <= below && off <= above, "{terms:?} / {divisor:?}");
        let is_tie = off == below || off == above;
        if is_tie {
            ties += 1;
            assert_eq!(nearest.to_bits() & 1, 0, "{terms:?} / {divisor:?}");
        }
        floats += u32::from(off.is_zero());
    }
    assert!(ties > 500 && floats > 5_000, "{ties} {floats}");
}

/// The time is within its bound. The sign of `h − t g − r √u` at both ends of the bound decides it
/// exactly.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code knows these times less well")]
fn times_to_planes_enclose_exact() {
    let mut random = Random(34);
    let (mut near, mut well_known) = (0, 0);
    for i in 0..20_000 {
        let span = [0, 2, 6][i % 3];
        let mut vector = || -> [(Double, BigRational); 3] {
            core::array::from_fn(|_| lifted(&mut random, span))
        };
        let (e, f, mut d, v) = (vector(), vector(), vector(), vector());
        let exactly = |a: &[(Double, BigRational); 3]| a.each_ref().map(|x| x.1.clone());
        let doubles = |a: &[(Double, BigRational); 3]| a.each_ref().map(|x| x.0);
        let cross = |a: &[BigRational; 3], b: &[BigRational; 3]| {
            [(1, 2), (2, 0), (0, 1)].map(|(i, j)| &a[i] * &b[j] - &a[j] * &b[i])
        };
        let dot = |a: &[BigRational; 3], b: &[BigRational; 3]| {
            (0..3).map(|k| &a[k] * &b[k]).sum::<BigRational>()
        };
        let exact_u = cross(&exactly(&e), &exactly(&f));
        let uu = dot(&exact_u, &exact_u);
        let g = -dot(&exact_u, &exactly(&v));
        if !g.is_positive() || uu.is_zero() {
            continue;
        }
        // The ball almost touches the plane, from either side.
        let root = uu.to_f64().unwrap().sqrt();
        let r = if random.below(3) == 0 {
            random_float(&mut random, span).abs()
        } else {
            let r = (dot(&exact_u, &exactly(&d)).to_f64().unwrap() / root).abs();
            r * (1.0 + random_float(&mut random, 3) * 1e-12)
        };
        if dot(&exact_u, &exactly(&d)).is_negative() {
            d = d.map(|(x, exact)| (x.negated(), -exact));
        }
        let h = dot(&exact_u, &exactly(&d));
        let [e, f, d, v] = [&e, &f, &d, &v].map(doubles);
        let u = [(1, 2), (2, 0), (0, 1)]
            .map(|(i, j)| Double::lifted_dot(&[e[i], e[j].negated()], &[f[j], f[i]]));
        let time = <Double as Value<Double>>::time_to_plane([&e, &f], &u, &d, &v, &Double::of(r));
        let interval = time.interval();
        if !interval.radius().is_finite() {
            continue;
        }
        let (high, low, _) = time.parts();
        let (middle, radius) = (rational(high) + rational(low), rational(interval.radius()));
        let rr_uu = rational(r) * rational(r) * &uu;
        // Returns whether the time is not before `t`.
        let is_not_before = |t: BigRational| {
            let way = &h - t * &g;
            !way.is_negative() && &way * &way >= rr_uu
        };
        let is_not_after = |t: BigRational| {
            let way = &h - t * &g;
            way.is_negative() || &way * &way <= rr_uu
        };
        assert!(is_not_before(&middle - &radius), "{e:?} {f:?} {d:?} {v:?} {r}");
        assert!(is_not_after(&middle + &radius), "{e:?} {f:?} {d:?} {v:?} {r}");
        let gap = (root * r) / g.to_f64().unwrap();
        if high.abs() < 1e-10 * gap {
            near += 1;
            well_known += u32::from(interval.radius() < high.abs() * times_power_of_two(1.0, -60));
        }
    }
    assert!(near > 1_000 && well_known * 10 > near * 9, "{well_known} of {near}");
}

/// Eighths are rounded to digits that are computed by hand, and a root makes some numbers a little
/// more or less than half-way.
#[test]
fn decimals_half_way_go_to_the_even_digit() {
    let eighths = |n: i32| Rational::from_parts(n.into(), 8u8.into());
    let zero = || Rational::ZERO;
    let cases = [(1, "0.12"), (3, "0.38"), (5, "0.62"), (7, "0.88"), (9, "1.12"), (-1, "-0.12")];
    for (n, digits) in cases {
        assert_eq!(Surd::new(eighths(n), zero(), zero()).to_decimal(2), digits);
    }
    for (n, digits) in [(4, "0"), (12, "2"), (20, "2"), (28, "4"), (-4, "0"), (-12, "-2")] {
        assert_eq!(Surd::new(eighths(n), zero(), zero()).to_decimal(0), digits);
    }
    let little = Rational::from_parts(1.into(), UBig::ONE << 200);
    for (y, digits) in [(little.clone(), "0.13"), (-little, "0.12")] {
        assert_eq!(Surd::new(eighths(1), y, Rational::from(2)).to_decimal(2), digits);
    }
}

/// A range contains zero, and each float from its least to below its greatest absolute value.
#[test]
fn a_range_holds_what_it_says() {
    let two_to_the = |e: i32| times_power_of_two(1.0, e);
    for (range, least) in [(Range::WIDE, -75), (Range::NARROW, -40), (Range::DIRECTIONS, -34)] {
        let greatest = two_to_the(if least == -40 { 20 } else { 32 });
        let least = two_to_the(least);
        for x in [0.0, least, 1.0, greatest.next_down()] {
            assert!(range.holds(x) && range.holds(-x), "{x:e}");
        }
        for x in [least.next_down(), f64::MIN_POSITIVE, greatest, f64::INFINITY, f64::NAN] {
            assert!(!range.holds(x) && !range.holds(-x), "{x:e}");
        }
    }
}

/// A difference is computed part by part if the quotient of the radicands is a square, or if one of
/// the two numbers is rational. `√2` and `√3` have no such difference. The expected values are
/// computed by hand.
#[test]
fn a_difference_is_taken_part_by_part() {
    let fraction = |n: i32, m: u8| Rational::from_parts(n.into(), m.into());
    let surd = |x: Rational, y: i32, d: u8| Surd::new(x, y.into(), d.into());
    let (a, b) = (surd(fraction(1, 2), 3, 2), surd(fraction(1, 3), -1, 18));
    let c = surd(fraction(2, 3), 0, 0);
    // √18 = 3 √2.
    assert_eq!(a.checked_sub(&b), Some(surd(fraction(1, 6), 6, 2)));
    assert_eq!(b.checked_sub(&a), Some(surd(fraction(-1, 6), -6, 2)));
    assert_eq!(a.checked_sub(&c), Some(surd(fraction(-1, 6), 3, 2)));
    assert_eq!(c.checked_sub(&a), Some(surd(fraction(1, 6), -3, 2)));
    assert_eq!(a.checked_sub(&a), Some(surd(fraction(0, 1), 0, 0)));
    assert_eq!(a.checked_sub(&surd(fraction(1, 2), 3, 3)), None);
}

/// Each component has the sign of its number, and is within an ulp. The squares of all numbers are
/// rational, even for roots, and decide it.
#[test]
fn a_unit_vector_is_right_to_an_ulp() {
    let mut random = Random(14);
    let mut signs = [0; 3];
    for _ in 0..10_000 {
        // `x √q / s`.
        let numbers: [(i64, u64, u64); 3] = core::array::from_fn(|_| {
            let most = 1 << [1, 8, 24][random.below(3) as usize];
            let x = random.below(2 * most + 1) as i64 - most as i64;
            (x, [1, 1 + random.below(most)][random.below(2) as usize], 1 + random.below(99))
        });
        if numbers.iter().all(|number| number.0 == 0) {
            continue;
        }
        let parts: [SurdParts; 3] = numbers.map(|(x, q, s)| match q {
            1 => (IBig::from(x), IBig::ZERO, UBig::ONE, UBig::from(s)),
            _ => (IBig::ZERO, IBig::from(x), UBig::from(q), UBig::from(s)),
        });
        let squares = numbers.map(|(x, q, s)| {
            let (x, q, s) = (BigInt::from(x), BigInt::from(q), BigInt::from(s));
            BigRational::new(&x * &x * q, &s * &s)
        });
        let all: BigRational = squares.iter().sum();
        let unit = unit_vector::<f64, 3>(&parts);
        for k in 0..3 {
            let (order, found) = (numbers[k].0.cmp(&0), unit[k]);
            assert_eq!(found.partial_cmp(&0.0), Some(order), "{numbers:?} {unit:?}");
            signs[(order as i8 + 1) as usize] += 1;
            let square = |x: f64| rational(x) * rational(x) * &all;
            let [below, above] = [found.abs().next_down().max(0.0), found.abs().next_up()];
            assert!(square(below) <= squares[k] && squares[k] <= square(above), "{numbers:?}");
        }
    }
    assert!(signs.iter().all(|&count| count > 1_000), "{signs:?}");
}

/// The greatest number is scaled to between one and two, at any size; all numbers keep their signs
/// and their ratios.
#[test]
fn floats_are_scaled_to_one_together() {
    let mut random = Random(15);
    for _ in 0..10_000 {
        let exponent = random.below(2_080) as i32 - 1_070;
        let floats: [f64; 4] =
            core::array::from_fn(|_| times_power_of_two(random_float(&mut random, 3), exponent));
        let greatest = |floats: [f64; 4]| floats.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        if greatest(floats) == 0.0 {
            continue;
        }
        let scaled = scaled_to_one(floats);
        assert!((1.0..2.0).contains(&greatest(scaled)), "{floats:?} {scaled:?}");
        let [from, to] = [floats, scaled].map(|floats| rational(greatest(floats)));
        for (x, y) in floats.into_iter().zip(scaled) {
            assert_eq!(rational(x) * &to, rational(y) * &from, "{floats:?} {scaled:?}");
        }
    }
}
