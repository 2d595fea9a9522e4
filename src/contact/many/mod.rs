//! Many spheres or capsules at many obstacles: which of them certainly miss, eight at a time in
//! `f32`. Those that may not miss are asked one by one. Of a ball and a box that stands still it is
//! guessed, too, where the one may enter the other; it is then not asked but measured there, and
//! the numbers say whether that was right.
//!
//! What is seen of a pair are lengths and speeds relative to each other, one subtraction each,
//! rounded to `f32`. Then two convex things on straight ways miss each other if some direction has
//! a gap between them that is wider than the radius, and does not get narrower:
//!
//! ```text
//! n · (C − P) > r |n|   for all points P of the obstacle, C of the axis,   n · V ≥ 0                           (7.9)
//! ```
//!
//! For what has up to three vertices the directions are `E × V` of its edges and of the axis, the
//! way across from a point or an end, and `V`; for a box, in its frame, those across two of its
//! axes, and these. Both sides are products of one length, one speed and one more length, or of one
//! length and one speed, computed with some fifty roundings of `2⁻²⁴` at most; [`MARGIN`] allows
//! for more than twice as many, of the greatest that such a product can be. Within the limits
//! nothing overflows, and nothing underflows that counts; outside of them, and where something is
//! no number, nothing is certain. Derivation: `docs/theory.md`, §7.

mod boxes;
mod hulls;
#[cfg(test)]
mod tests;
mod touches;
mod waiting;

use super::answer::Answer;
use super::obstacle::Obstacle;
use super::sealed::Only;
use crate::number::{BLOCK, COMPACT, Effort, Eight, Task, run};
use crate::shape::{Moving, Scalar, Shape};

/// What is small has no second way, unless it is asked for.
const IS_LEFT_OUT: bool = COMPACT && !cfg!(feature = "compact-rows");
/// So many numbers tell of a pair, at most.
const NUMBERS: usize = 16;
/// `2⁻¹⁷`, 128 roundings.
const MARGIN: f32 = 1.0 / 131_072.0;
/// `2⁻²⁵`: of sizes and speeds that are less nothing is certain.
const LEAST: f32 = 1.0 / GREATEST;
/// `2²⁵`, the same of those that are more.
const GREATEST: f32 = 33_554_432.0;

/// An obstacle that is looked at together with others of its kind, each with an `M`.
pub(crate) trait InRows<T, const N: usize, M>: Obstacle<T, N, M>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]>,
{
    /// How many numbers it takes.
    const USED: usize;
    /// The pair in single precision.
    fn pair(&self, mover: &Moving<M>) -> [f32; NUMBERS];
    /// Where it is certainly missed, whatever the end of the motion.
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E;
    /// Where it may be touched, if that is worth a guess: numbers of guesses, none of them certain;
    /// and where, in looking for them, it has turned out that it is certainly missed.
    #[cfg_attr(hot, inline(always))]
    fn guess<E: Eight>(_: &[E; NUMBERS]) -> Option<(E, E)> {
        None
    }
    /// Answers those of a block of pairs that do not certainly miss, of which so much is seen.
    #[cfg_attr(hot, inline(always))]
    fn answer<'a>(
        pairs: usize,
        pair: &impl Fn(usize) -> (&'a Self, &'a Moving<M>),
        seen: &Seen,
        put: &mut impl FnMut(usize, Answer<T, N, Self::Feature>),
    ) where
        Self: 'a,
        M: 'a,
    {
        one_by_one(pairs, pair, seen, put);
    }
}

/// Asks them one by one.
#[cfg_attr(hot, inline(always))]
fn one_by_one<'a, T, O, M, const N: usize>(
    pairs: usize,
    pair: &impl Fn(usize) -> (&'a O, &'a Moving<M>),
    seen: &Seen,
    put: &mut impl FnMut(usize, Answer<T, N, O::Feature>),
) where
    T: Scalar,
    O: Obstacle<T, N, M> + ?Sized + 'a,
    M: Shape<Scalar = T, Vector = [T; N]> + 'a,
{
    for i in seen.rest(pairs) {
        let (obstacle, mover) = pair(i);
        put(i, obstacle.meet(mover, Only::Contacts, &mut Effort::default()));
    }
}

/// The number of a guess that is none.
const NOWHERE: f32 = 255.0;

/// The first contacts of pairs, in their order.
pub(crate) fn first_contacts<'a, T, O, M, const N: usize>(
    count: usize,
    pair: impl Fn(usize) -> (&'a O, &'a Moving<M>),
    mut put: impl FnMut(usize, Answer<T, N, O::Feature>),
) where
    T: Scalar,
    O: InRows<T, N, M> + 'a,
    M: Shape<Scalar = T, Vector = [T; N]> + 'a,
{
    for start in (0..count).step_by(BLOCK) {
        let pairs = BLOCK.min(count - start);
        let pair = |i: usize| pair(start + i);
        let seen = if IS_LEFT_OUT { Seen::NOTHING } else { run(Look { pairs, pair: &pair }) };
        for i in bits(seen.missed & first(pairs)) {
            put(start + i, Answer::None);
        }
        O::answer(pairs, &pair, &seen, &mut |i, answer| put(start + i, answer));
    }
}

/// What is seen of a block of pairs.
pub(crate) struct Seen {
    /// Which certainly miss, a bit for each, the lowest first.
    missed: u64,
    /// Where the others may touch.
    guesses: [u8; BLOCK],
}

impl Seen {
    const NOTHING: Self = Self { missed: 0, guesses: [NOWHERE as u8; BLOCK] };

    /// Those of so many that do not certainly miss.
    #[cfg_attr(hot, inline(always))]
    fn rest(&self, pairs: usize) -> impl Iterator<Item = usize> {
        bits(!self.missed & first(pairs))
    }
    #[cfg_attr(hot, inline(always))]
    fn guess(&self, i: usize) -> u8 {
        self.guesses[i]
    }
}

/// So many bits, the lowest.
#[cfg_attr(hot, inline(always))]
fn first(count: usize) -> u64 {
    u64::MAX >> (BLOCK - count)
}

/// The places of the bits that are set.
#[cfg_attr(hot, inline(always))]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// Looks at a block of pairs.
struct Look<'f, F> {
    pairs: usize,
    pair: &'f F,
}

impl<'a, T, O, M, F, const N: usize> Task for Look<'_, F>
where
    T: Scalar,
    O: InRows<T, N, M> + 'a,
    M: Shape<Scalar = T, Vector = [T; N]> + 'a,
    F: Fn(usize) -> (&'a O, &'a Moving<M>),
{
    type Output = Seen;

    #[cfg_attr(hot, inline(always))]
    fn run<E: Eight>(self) -> Seen {
        let mut seen = Seen::NOTHING;
        for start in (0..self.pairs).step_by(8) {
            // No numbers, of which nothing is certain.
            let mut columns = [[f32::NAN; 8]; NUMBERS];
            for lane in 0..8.min(self.pairs - start) {
                let (obstacle, mover) = (self.pair)(start + lane);
                let numbers = obstacle.pair(mover);
                for (column, number) in columns.iter_mut().zip(numbers).take(O::USED) {
                    column[lane] = number;
                }
            }
            let mut numbers = [E::splat(0.0); NUMBERS];
            for (number, column) in numbers.iter_mut().zip(&columns).take(O::USED) {
                *number = E::load(column);
            }
            let missed = O::is_missed(&numbers).bits();
            seen.missed |= u64::from(missed) << start;
            if missed != 0xff
                && let Some((guesses, missed)) = O::guess(&numbers)
            {
                seen.missed |= u64::from(missed.bits()) << start;
                for (guess, number) in seen.guesses[start..].iter_mut().zip(guesses.store()) {
                    *guess = number as u8;
                }
            }
        }
        seen
    }
}

/// The difference of two floats in single precision.
#[cfg_attr(hot, inline(always))]
fn less<T: Scalar>(a: T, b: T) -> f32 {
    (a.widen() - b.widen()) as f32
}

/// Puts the velocity of one relative to the other; no number if one of them moves between two
/// points.
#[cfg_attr(hot, inline(always))]
fn put_velocity<T: Scalar, M, O, const N: usize>(
    pair: &mut [f32; NUMBERS],
    from: usize,
    mover: &Moving<M>,
    obstacle: &Moving<O>,
) where
    M: Shape<Scalar = T, Vector = [T; N]>,
    O: Shape<Scalar = T, Vector = [T; N]>,
{
    put(pair, from, mover.way()[0], obstacle.way()[0]);
    if mover.has_start() | obstacle.has_start() {
        pair[from] = f32::NAN;
    }
}

/// How near the centre comes, of a mover with this radius: all radii, at least.
#[cfg_attr(hot, inline(always))]
fn reach<T: Scalar, M, O>(radius: T, mover: &Moving<M>, obstacle: &Moving<O>) -> f32
where
    M: Shape<Scalar = T>,
    O: Shape<Scalar = T>,
{
    (radius.widen() + (mover.rounding().widen() + obstacle.rounding().widen())) as f32
}

/// `|x| + |y| + |z|`.
#[cfg_attr(hot, inline(always))]
fn extent<E: Eight>([x, y, z]: [E; 3]) -> E {
    x.absolute().plus(y.absolute()).plus(z.absolute())
}

#[cfg_attr(hot, inline(always))]
fn dot<E: Eight>(a: [E; 3], b: [E; 3]) -> E {
    a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

#[cfg_attr(hot, inline(always))]
fn cross<E: Eight>(a: [E; 3], b: [E; 3]) -> [E; 3] {
    [component(a, b, 1, 2), component(a, b, 2, 0), component(a, b, 0, 1)]
}

#[cfg_attr(hot, inline(always))]
fn component<E: Eight>(a: [E; 3], b: [E; 3], i: usize, j: usize) -> E {
    a[i].times(b[j]).minus(a[j].times(b[i]))
}

#[cfg_attr(hot, inline(always))]
fn less3<E: Eight>(a: [E; 3], b: [E; 3]) -> [E; 3] {
    [a[0].minus(b[0]), a[1].minus(b[1]), a[2].minus(b[2])]
}

/// Three numbers of a pair, from this one on.
#[cfg_attr(hot, inline(always))]
fn vector<E: Eight>(pair: &[E; NUMBERS], from: usize) -> [E; 3] {
    [pair[from], pair[from + 1], pair[from + 2]]
}

/// Differences in single precision, in the places from `from` on.
#[cfg_attr(hot, inline(always))]
fn put<T: Scalar, const N: usize>(pair: &mut [f32; NUMBERS], from: usize, a: [T; N], b: [T; N]) {
    let mut k = 0;
    while k < N && k < 3 {
        pair[from + k] = less(a[k], b[k]);
        k += 1;
    }
}

#[cfg_attr(hot, inline(always))]
fn twice<E: Eight>(x: E) -> E {
    x.plus(x)
}

/// Where a number is within the limits.
#[cfg_attr(hot, inline(always))]
fn is_fair<E: Eight>(x: E) -> E {
    E::splat(LEAST).at_most(x).and(x.at_most(E::splat(GREATEST)))
}
