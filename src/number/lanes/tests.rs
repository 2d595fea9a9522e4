//! The law of the lanes: each operation on lanes returns the results of the same operation on plain
//! floats.

use super::{
    Eight, Four, Narrow, Real, Task, TaskOfFour, TaskOfOne, has_four, run, run_four, run_one_or,
    run_plain_four,
};
use crate::random::Random;

/// Compares each method, lane by lane, with plain floats; `times_plus` may round once or twice.
struct Check;

impl Task for Check {
    type Output = ();
    #[cfg_attr(hot, inline(always))]
    fn run<E: Eight>(self) {
        let mut random = Random(7);
        for _ in 0..2_000 {
            let mut numbers = || core::array::from_fn(|_| random.between(-2.0, 2.0) as f32);
            let (a, b, c): ([f32; 8], [f32; 8], [f32; 8]) = (numbers(), numbers(), numbers());
            let rows: [[f32; 4]; 8] = core::array::from_fn(|i| [a[i], b[i], c[i], 9.0]);
            let [x, y, z] = E::columns(&rows);
            assert_eq!([x, y, z].map(E::store), [a, b, c]);
            assert_eq!(E::load(&a).store(), a);
            assert_eq!(x.least(), a.iter().fold(f32::INFINITY, |least, &a| least.min(a)));
            let each = |f: &dyn Fn(usize) -> f32| -> [f32; 8] { core::array::from_fn(f) };
            assert_eq!(x.plus(y).store(), each(&|i| a[i] + b[i]));
            assert_eq!(x.minus(y).store(), each(&|i| a[i] - b[i]));
            assert_eq!(x.times(y).store(), each(&|i| a[i] * b[i]));
            assert_eq!(x.over(y).store(), each(&|i| a[i] / b[i]));
            assert_eq!(x.or_less(y).store(), each(&|i| a[i].min(b[i])));
            assert_eq!(x.or_greater(y).store(), each(&|i| a[i].max(b[i])));
            assert_eq!(x.absolute().store(), a.map(f32::abs));
            assert_eq!(x.absolute().root().store(), a.map(|a| a.abs().sqrt()));
            let sum = x.times_plus(y, z).store();
            for i in 0..8 {
                #[allow(clippy::disallowed_methods, reason = "the one thing to compare with")]
                let once = a[i].mul_add(b[i], c[i]);
                assert!(sum[i] == once || sum[i] == a[i] * b[i] + c[i]);
            }
            let difference = x.minus_product(y, z).store();
            for i in 0..8 {
                #[allow(clippy::disallowed_methods, reason = "the one thing to compare with")]
                let once = (-b[i]).mul_add(c[i], a[i]);
                assert!(difference[i] == once || difference[i] == a[i] - b[i] * c[i]);
            }
            let bits =
                |f: &dyn Fn(usize) -> bool| (0..8).fold(0, |bits, i| bits | u32::from(f(i)) << i);
            let (small, less) = (x.at_most(y), x.below(z));
            assert_eq!(small.bits(), bits(&|i| a[i] <= b[i]));
            assert_eq!(x.at_most(x).bits(), 255);
            assert_eq!(x.below(x).bits(), 0);
            assert_eq!(less.bits(), bits(&|i| a[i] < c[i]));
            assert_eq!(small.and(less).bits(), small.bits() & less.bits());
            assert_eq!(small.or(less).bits(), small.bits() | less.bits());
            assert_eq!(small.except(less).bits(), small.bits() & !less.bits());
            let chosen = x.where_set(less, y).store();
            assert_eq!(chosen, each(&|i| if a[i] < c[i] { a[i] } else { b[i] }));
            assert_eq!(E::splat(a[3]).store(), [a[3]; 8]);
            let bytes = random.bits();
            assert_eq!(E::of_bytes(bytes).store(), bytes.to_le_bytes().map(f32::from));
            let table: [u8; 16] = core::array::from_fn(|_| random.bits() as u8);
            let places = random.bits() & 0x0f0f_0f0f_0f0f_0f0f;
            let wanted = places.to_le_bytes().map(|place| f32::from(table[usize::from(place)]));
            assert_eq!(E::of_table(&table, places).store(), wanted);
        }
    }
}

#[test]
fn lanes_do_what_they_say() {
    Check.run::<Narrow>();
    run(Check);
}

/// Returns an ordinary float, or a special one.
fn operand(random: &mut Random) -> f64 {
    let special = [0.0, -0.0, 1.0, f64::MAX, f64::INFINITY, f64::NAN, 1e-300];
    match random.below(20) {
        i @ 0..7 => special[i as usize],
        _ => random.between(-2.0, 2.0),
    }
}

/// Returns whether two floats have the same bits, or are both NaN.
fn is_same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

/// Returns whether the product of two such floats is exactly the sum of two floats.
fn has_product(x: f64) -> bool {
    x.abs() < 3.0 && (x == 0.0 || x.abs() > 1e-100)
}

/// Compares each operation on four lanes with the same operation on one float, to the bit.
struct CheckFour;

impl TaskOfFour for CheckFour {
    type Output = ();
    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) {
        let mut random = Random(8);
        for _ in 0..4_000 {
            let mut number = || operand(&mut random);
            let [a, b]: [[f64; 4]; 2] =
                core::array::from_fn(|_| core::array::from_fn(|_| number()));
            let (x, y) = (F::load(&a), F::load(&b));
            let same = |found: F, of: &dyn Fn(usize) -> f64| {
                for (i, found) in found.store().into_iter().enumerate() {
                    assert!(is_same(found, of(i)), "{a:?} {b:?}");
                }
            };
            same(F::splat(a[0]), &|_| a[0]);
            assert_eq!(x.first().to_bits(), a[0].to_bits());
            same(x + y, &|i| a[i] + b[i]);
            same(x - y, &|i| a[i] - b[i]);
            same(x * y, &|i| a[i] * b[i]);
            same(x / y, &|i| a[i] / b[i]);
            same(-x, &|i| -a[i]);
            same(x.absolute(), &|i| a[i].abs());
            same(x.root(), &|i| a[i].sqrt());
            let (below, equal) = (x.below(y), x.equals(y));
            same(F::choose(below, x, y), &|i| if a[i] < b[i] { a[i] } else { b[i] });
            same(F::choose(equal, x, -y), &|i| if a[i] == b[i] { a[i] } else { -b[i] });
            let zero = F::splat(0.0);
            let both = F::and(below, zero.below(x));
            same(F::choose(both, x, zero), &|i| if a[i] < b[i] && a[i] > 0.0 { a[i] } else { 0.0 });
            let either = F::or(below, equal);
            same(F::choose(either, x, zero), &|i| if a[i] <= b[i] { a[i] } else { 0.0 });
            assert_eq!(F::all(below), (0..4).all(|i| a[i] < b[i]));
            assert_eq!(F::any(below), (0..4).any(|i| a[i] < b[i]));
            assert_eq!(F::bits(below), (0..4).map(|i| u32::from(a[i] < b[i]) << i).sum());
            let mixed = F::choose_mask(below, equal, zero.below(x));
            let is_mixed = |i: usize| if a[i] < b[i] { a[i] == b[i] } else { a[i] > 0.0 };
            same(F::choose(mixed, x, zero), &|i| if is_mixed(i) { a[i] } else { 0.0 });
            same(x.turned(), &|i| a[[1, 2, 0, 3][i]]);
            same(x.in_single(), &|i| f64::from(a[i] as f32));
            same(F::of_three(a[0], a[1], a[2]), &|i| [a[0], a[1], a[2], 0.0][i]);
            assert!(is_same(x.sum_of_three(), a[0] + a[1] + a[2]));
            if a.iter().chain(&b).all(|&x| has_product(x)) {
                let ((high, low), (square, rest)) = (x.two_product(y), x.two_square());
                same(high, &|i| a[i].two_product(b[i]).0);
                same(low + zero, &|i| a[i].two_product(b[i]).1 + 0.0);
                same(square, &|i| a[i].two_square().0);
                same(rest + zero, &|i| a[i].two_square().1 + 0.0);
            }
        }
    }
}

#[test]
fn four_at_a_time_say_what_one_says() {
    run_plain_four(CheckFour);
    if run_four(CheckFour).is_none() {
        std::println!("This machine has no registers for four, or none that are used.");
    }
}

/// Registers of four are used where the standard library detects AVX2 and FMA, and on aarch64.
#[test]
fn four_at_a_time_wherever_the_machine_can() {
    #[cfg(target_arch = "x86_64")]
    let can =
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let can = cfg!(target_arch = "aarch64");
    assert_eq!((has_four(), run_four(CheckFour).is_some()), (can, can));
}

/// Compares the bits of each operation on one float with and without a fused multiply-add, if the
/// machine has it.
struct CheckOne;

impl TaskOfOne for CheckOne {
    type Output = ();
    #[cfg_attr(hot, inline(always))]
    fn run<F: Real>(self) {
        assert!(F::IS_ONE);
        let mut random = Random(9);
        for _ in 0..20_000 {
            let mut number = || operand(&mut random);
            let (a, b) = (number(), number());
            let (x, y) = (F::splat(a), F::splat(b));
            let same = |found: F, expected: f64| {
                assert!(is_same(found.first(), expected), "{a:?} {b:?}");
            };
            same(x, a);
            same(x + y, a + b);
            same(x - y, a - b);
            same(x * y, a * b);
            same(x / y, a / b);
            same(-x, -a);
            same(x.absolute(), a.abs());
            same(x.root(), a.sqrt());
            let (below, equal) = (x.below(y), x.equals(y));
            assert_eq!((F::all(below), F::any(below)), (a < b, a < b));
            assert_eq!((F::all(equal), F::any(equal)), (a == b, a == b));
            assert_eq!(F::all(F::and(below, F::splat(0.0).below(x))), a < b && a > 0.0);
            assert_eq!(F::all(F::or(below, equal)), a <= b);
            same(F::choose(below, x, y), if a < b { a } else { b });
            if has_product(a) && has_product(b) {
                let ((high, low), (square, rest)) = (x.two_product(y), x.two_square());
                let zero = F::splat(0.0);
                same(high, a.two_product(b).0);
                same(low + zero, a.two_product(b).1 + 0.0);
                same(square, a.two_square().0);
                same(rest + zero, a.two_square().1 + 0.0);
            }
        }
    }
}

#[test]
fn one_says_the_same_with_fused_multiply_add() {
    run_one_or(CheckOne, |task| task.run::<f64>());
}
