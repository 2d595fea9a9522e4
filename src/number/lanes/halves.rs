//! Four `f64` as two registers of two.

use super::fused::Fused;
use super::neon::Two;
use super::real::{Four, Real, TaskOfFour, operators};

/// Four `f64` in two registers of two lanes.
#[derive(Clone, Copy)]
pub(crate) struct Halves([Two; 2]);

/// Defines functions that do the same to both halves.
macro_rules! halves {
    ($($name:ident($($argument:ident),*);)*) => {$(
        #[cfg_attr(hot, inline(always))]
        fn $name($($argument: Self),*) -> Self {
            Self([Two::$name($($argument.0[0]),*), Two::$name($($argument.0[1]),*)])
        }
    )*};
}

impl Halves {
    halves! {
        plus(self, other);
        minus(self, other);
        times(self, other);
        over(self, other);
        negated(self);
    }
}
operators!(Halves);

impl Real for Halves {
    const IS_ONE: bool = false;
    type Mask = Self;

    #[cfg_attr(hot, inline(always))]
    fn splat(x: f64) -> Self {
        Self([Two::load([x; 2]); 2])
    }
    #[cfg_attr(hot, inline(always))]
    fn first(self) -> f64 {
        self.0[0].store()[0]
    }
    halves! {
        absolute(self);
        root(self);
        below(self, other);
        equals(self, other);
        and(a, b);
        or(a, b);
        choose(mask, a, b);
    }
    #[cfg_attr(hot, inline(always))]
    fn all(mask: Self) -> bool {
        mask.0[0].and(mask.0[1]).bits() == 0b11
    }
    #[cfg_attr(hot, inline(always))]
    fn any(mask: Self) -> bool {
        mask.0[0].or(mask.0[1]).bits() != 0
    }
    /// The rest is a float, so a fused multiply-add computes it exactly.
    #[cfg_attr(hot, inline(always))]
    fn two_product(self, other: Self) -> (Self, Self) {
        let product = self * other;
        let rest = |k: usize| self.0[k].times_less(other.0[k], product.0[k]);
        (product, Self([rest(0), rest(1)]))
    }
}

impl Four for Halves {
    type One = Fused;

    #[cfg_attr(hot, inline(always))]
    fn run_apart<K: TaskOfFour>(task: K) -> K::Output {
        with_halves(task)
    }
    #[cfg_attr(hot, inline(always))]
    fn load(&[a, b, c, d]: &[f64; 4]) -> Self {
        Self([Two::load([a, b]), Two::load([c, d])])
    }
    #[cfg_attr(hot, inline(always))]
    fn store(self) -> [f64; 4] {
        let ([a, b], [c, d]) = (self.0[0].store(), self.0[1].store());
        [a, b, c, d]
    }
    #[cfg_attr(hot, inline(always))]
    fn of_three(x: f64, y: f64, z: f64) -> Self {
        Self::load(&[x, y, z, 0.0])
    }
    #[cfg_attr(hot, inline(always))]
    fn turned(self) -> Self {
        let [xy, zw] = self.0;
        Self([xy.second_and_first(zw), xy.first_and_second(zw)])
    }
    halves! {
        in_single(self);
    }
    #[cfg_attr(hot, inline(always))]
    fn choose_mask(mask: Self, a: Self, b: Self) -> Self {
        Self::choose(mask, a, b)
    }
    #[cfg_attr(hot, inline(always))]
    fn bits(mask: Self) -> u32 {
        mask.0[0].bits() | mask.0[1].bits() << 2
    }
}

/// Runs a task in a function of its own. The code is long, so it is compiled once for each kind of
/// task and not at each call.
#[inline(never)]
fn with_halves<K: TaskOfFour>(task: K) -> K::Output {
    task.run::<Halves>()
}

/// Returns whether this machine has registers of four, or a replacement for them.
#[cfg_attr(hot, inline(always))]
pub(crate) fn has_four() -> bool {
    true
}

/// Runs the task on registers of four, if this machine has them.
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_four<K: TaskOfFour>(task: K) -> Option<K::Output> {
    Some(with_halves(task))
}

/// Runs the task on registers of four; the alternative without them is not needed.
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_four_or<K: TaskOfFour>(task: K, _: impl FnOnce(K) -> K::Output) -> K::Output {
    with_halves(task)
}
