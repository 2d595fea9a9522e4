//! The float filter for rows: many spheres or capsules at many obstacles, eight pairs at a time in
//! `f32`.
//!
//! Pairs that may not miss are queried one by one. For a ball and a box at rest the filter also
//! guesses the sides over which the ball may enter. Such a pair is not decided but measured, and
//! its numbers either prove the guess or do not.
//!
//! The numbers of a pair are relative lengths and speeds; each is one subtraction, rounded to
//! `f32`. Two convex shapes in straight motion miss each other if some direction has a gap between
//! them that is wider than the radius, and does not become narrower:
//!
//! ```text
//! n · (C − P) > r |n|   for all points P of the obstacle, C of the axis,   n · V ≥ 0                           (7.9)
//! ```
//!
//! For obstacles with up to three vertices the directions are `E × V` of the edges and of the axis,
//! the part normal to `V` of the vector to a point or an end, and `V`. For a box, in its frame,
//! they are directions in the plane of two of its axes, and the axes themselves. Both sides of the
//! condition are products of two lengths and a speed, or of a length and a speed. They are computed
//! with at most some fifty roundings of `2⁻²⁴`. [`MARGIN`] allows for more than twice as many,
//! relative to the greatest value that such a product can have. Within the limits nothing
//! overflows, and no underflow matters. Outside of the limits, and where a number is a NaN, nothing
//! is certain. Derivation: `docs/theory.md`, §7.

mod boxes;
mod hulls;
#[cfg(test)]
mod tests;
mod touches;
mod waiting;

use super::answer::Answer;
use super::obstacle::Obstacle;
use super::sealed::Only;
use crate::number::{BLOCK, Effort, Eight, Task, run};
use crate::shape::{Moving, Scalar, Shape};

/// The greatest count of numbers that describe a pair.
const NUMBERS: usize = 16;
/// `2⁻¹⁷`: the relative error of 128 roundings.
const MARGIN: f32 = 1.0 / 131_072.0;
/// `2⁻²⁵`: for smaller sizes and speeds nothing is certain.
const LEAST: f32 = 1.0 / GREATEST;
/// `2²⁵`: for greater sizes and speeds nothing is certain.
const GREATEST: f32 = 33_554_432.0;

/// An obstacle that is filtered together with others of its kind, each with a mover `M`.
pub(crate) trait InRows<T, const N: usize, M>: Obstacle<T, N, M>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]>,
{
    /// The count of numbers that describe a pair.
    const USED: usize;
    /// Returns the numbers of the pair in single precision.
    fn pair(&self, mover: &Moving<M>) -> [f32; NUMBERS];
    /// Returns the lanes in which the obstacle is certainly missed, whenever the motion ends.
    fn is_missed<E: Eight>(pair: &[E; NUMBERS]) -> E;
    /// If guesses pay, returns guessed features at which the obstacles may be touched, as numbers;
    /// no guess is certain. Also returns the lanes for which the search has found a certain miss.
    #[cfg_attr(hot, inline(always))]
    fn guess<E: Eight>(_: &[E; NUMBERS]) -> Option<(E, E)> {
        None
    }
    /// Answers the pairs of a block that do not certainly miss, with the results of the filter.
    #[cfg_attr(hot, inline(always))]
    fn answer<'a>(
        pairs: usize,
        pair: &impl Fn(usize) -> (&'a Self, &'a Moving<M>),
        results: &BlockResults,
        put: &mut impl FnMut(usize, Answer<T, N, Self::Feature>),
    ) where
        Self: 'a,
        M: 'a,
    {
        one_by_one(pairs, pair, results, put);
    }
}

/// Queries the pairs one by one.
#[cfg_attr(hot, inline(always))]
fn one_by_one<'a, T, O, M, const N: usize>(
    pairs: usize,
    pair: &impl Fn(usize) -> (&'a O, &'a Moving<M>),
    results: &BlockResults,
    put: &mut impl FnMut(usize, Answer<T, N, O::Feature>),
) where
    T: Scalar,
    O: Obstacle<T, N, M> + ?Sized + 'a,
    M: Shape<Scalar = T, Vector = [T; N]> + 'a,
{
    for i in results.rest(pairs) {
        let (obstacle, mover) = pair(i);
        put(i, obstacle.meet(mover, Only::Contacts, &mut Effort::default()));
    }
}

/// The number that stands for no guess.
const NOWHERE: f32 = 255.0;

/// Computes the first contacts of pairs, in their order.
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
        let results = run(BlockFilter { pairs, pair: &pair });
        for i in bits(results.missed & first(pairs)) {
            put(start + i, Answer::None);
        }
        O::answer(pairs, &pair, &results, &mut |i, answer| put(start + i, answer));
    }
}

/// The results of the filter for a block of pairs.
pub(crate) struct BlockResults {
    /// A bit for each pair that certainly misses, from the lowest bit on.
    missed: u64,
    /// The guessed features of the other pairs, as numbers.
    guesses: [u8; BLOCK],
}

impl BlockResults {
    const NOTHING: Self = Self { missed: 0, guesses: [NOWHERE as u8; BLOCK] };

    /// Returns the indices of the pairs that do not certainly miss.
    #[cfg_attr(hot, inline(always))]
    fn rest(&self, pairs: usize) -> impl Iterator<Item = usize> {
        bits(!self.missed & first(pairs))
    }
    #[cfg_attr(hot, inline(always))]
    fn guess(&self, i: usize) -> u8 {
        self.guesses[i]
    }
}

/// Returns a word whose lowest `count` bits are set.
#[cfg_attr(hot, inline(always))]
fn first(count: usize) -> u64 {
    u64::MAX >> (BLOCK - count)
}

/// Returns the indices of the bits that are set.
#[cfg_attr(hot, inline(always))]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        lowest
    })
}

/// The filter of a block of pairs.
struct BlockFilter<'f, F> {
    pairs: usize,
    pair: &'f F,
}

impl<'a, T, O, M, F, const N: usize> Task for BlockFilter<'_, F>
where
    T: Scalar,
    O: InRows<T, N, M> + 'a,
    M: Shape<Scalar = T, Vector = [T; N]> + 'a,
    F: Fn(usize) -> (&'a O, &'a Moving<M>),
{
    type Output = BlockResults;

    #[cfg_attr(hot, inline(always))]
    fn run<E: Eight>(self) -> BlockResults {
        let mut results = BlockResults::NOTHING;
        for start in (0..self.pairs).step_by(8) {
            // Unused lanes contain NaNs, for which nothing is certain.
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
            results.missed |= u64::from(missed) << start;
            if missed != 0xff
                && let Some((guesses, missed)) = O::guess(&numbers)
            {
                results.missed |= u64::from(missed.bits()) << start;
                for (guess, number) in results.guesses[start..].iter_mut().zip(guesses.store()) {
                    *guess = number as u8;
                }
            }
        }
        results
    }
}

/// Returns the difference of two floats in single precision.
#[cfg_attr(hot, inline(always))]
fn less<T: Scalar>(a: T, b: T) -> f32 {
    (a.widen() - b.widen()) as f32
}

/// Stores the relative velocity, or a NaN if one of the two moves between two points.
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
    put(pair, from, mover.velocity_parts()[0], obstacle.velocity_parts()[0]);
    if mover.has_start() | obstacle.has_start() {
        pair[from] = f32::NAN;
    }
}

/// Returns the total radius for a mover with this radius: the sum of all radii.
#[cfg_attr(hot, inline(always))]
fn reach<T: Scalar, M, O>(radius: T, mover: &Moving<M>, obstacle: &Moving<O>) -> f32
where
    M: Shape<Scalar = T>,
    O: Shape<Scalar = T>,
{
    (radius.widen() + (mover.inflation().widen() + obstacle.inflation().widen())) as f32
}

/// Returns `|x| + |y| + |z|`.
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

/// Returns three numbers of a pair, from an index on.
#[cfg_attr(hot, inline(always))]
fn vector<E: Eight>(pair: &[E; NUMBERS], from: usize) -> [E; 3] {
    [pair[from], pair[from + 1], pair[from + 2]]
}

/// Stores differences in single precision, from the index `from` on.
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

/// Returns the lanes in which a number is within the limits.
#[cfg_attr(hot, inline(always))]
fn is_fair<E: Eight>(x: E) -> E {
    E::splat(LEAST).at_most(x).and(x.at_most(E::splat(GREATEST)))
}
