//! The law of the lanes.

use super::{Eight, Narrow, Task, run};
use crate::random::Random;

/// What each method says, lane by lane, in plain floats; `times_plus` may round once or twice.
struct Check;

impl Task for Check {
    type Output = ();
    #[inline(always)]
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
