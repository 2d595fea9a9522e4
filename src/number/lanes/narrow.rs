//! Eight lanes as two registers of four, which the target certainly has.

use super::eight::{Eight, Task};
#[cfg(target_arch = "aarch64")]
use super::neon::NeonSingles as Singles;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
use super::plain::PlainSingles as Singles;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::simd128::Simd128Singles as Singles;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::sse2::Sse2Singles as Singles;

/// Runs a task in a function of its own. The code is long, so it is compiled once for each kind of
/// task and not at each call.
#[inline(never)]
pub(super) fn with_narrow<K: Task>(task: K) -> K::Output {
    task.run::<Narrow>()
}

/// Eight `f32` in two registers of four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Narrow([Singles; 2]);

/// Defines methods that do the same to both halves.
macro_rules! halves {
    ($($name:ident($($argument:ident),*);)*) => {$(
        #[cfg_attr(hot, inline(always))]
        fn $name(self $(, $argument: Self)*) -> Self {
            Self([self.0[0].$name($($argument.0[0]),*), self.0[1].$name($($argument.0[1]),*)])
        }
    )*};
}

impl Eight for Narrow {
    #[cfg_attr(hot, inline(always))]
    fn splat(x: f32) -> Self {
        Self([Singles::load([x; 4]); 2])
    }
    #[cfg_attr(hot, inline(always))]
    fn load(&[a, b, c, d, e, f, g, h]: &[f32; 8]) -> Self {
        Self([Singles::load([a, b, c, d]), Singles::load([e, f, g, h])])
    }
    #[cfg_attr(hot, inline(always))]
    fn of_bytes(bytes: u64) -> Self {
        Self([Singles::of_bytes(bytes as u32), Singles::of_bytes((bytes >> 32) as u32)])
    }
    #[cfg_attr(hot, inline(always))]
    fn columns(rows: &[[f32; 4]; 8]) -> [Self; 3] {
        let [a, b, c, d, e, f, g, h] = rows;
        let column = |i: usize| {
            Self([Singles::load([a[i], b[i], c[i], d[i]]), Singles::load([e[i], f[i], g[i], h[i]])])
        };
        [column(0), column(1), column(2)]
    }
    #[cfg_attr(hot, inline(always))]
    fn of_table(table: &[u8; 16], places: u64) -> Self {
        Self([
            Singles::of_table(table, places as u32),
            Singles::of_table(table, (places >> 32) as u32),
        ])
    }
    #[cfg_attr(hot, inline(always))]
    fn store(self) -> [f32; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.0[0].store(), self.0[1].store());
        [a, b, c, d, e, f, g, h]
    }
    #[cfg_attr(hot, inline(always))]
    fn least(self) -> f32 {
        let [a, b, c, d] = self.0[0].or_less(self.0[1]).store();
        let less = |a: f32, b: f32| if a < b { a } else { b };
        less(less(a, b), less(c, d))
    }
    #[cfg_attr(hot, inline(always))]
    fn bits(self) -> u32 {
        self.0[0].bits() | self.0[1].bits() << 4
    }
    halves! {
        plus(b);
        minus(b);
        times(b);
        over(b);
        times_plus(b, c);
        minus_product(b, c);
        or_less(b);
        or_greater(b);
        absolute();
        root();
        at_most(b);
        below(b);
        and(b);
        or(b);
        except(b);
    }
}

/// Runs the task on the widest registers that this machine has.
#[cfg(not(target_arch = "x86_64"))]
#[cfg_attr(hot, inline(always))]
pub(crate) fn run<K: Task>(task: K) -> K::Output {
    with_narrow(task)
}
