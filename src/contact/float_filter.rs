//! The float filter of single queries, which runs before a decision. It computes in plain floats,
//! with the corners or the axes of one obstacle in the lanes of one register. It may be certain of
//! a miss, or of the numbers of an entry.
//!
//! A miss is certain by (7.9), as in rows (`many/`), in double precision: `u = 2⁻⁵³`.
//!
//! Whether an obstacle is at rest is known at compile time, so obstacles at rest ([`Still`]) do not
//! pay for motions. For a moving obstacle ([`Drifts`]) the filter uses the relative velocity. Every
//! obstacle of `any`, and so of JSON, Python and JavaScript, is a `Moving`. An overlap with a box
//! at time zero is reported too, if the centre is inside, or if the sides beyond which it lies are
//! certain.
//!
//! `Meets::decide` answers without this filter, and tests compare the two answers. The filter calls
//! its two continuations ([`FilterRun`]) and returns no answer: each function through which an
//! answer is returned would copy the answer, which costs as much as the rest.

use super::answer::{Answer, Contact, Overlap};
use crate::number::{COMPACT, Four, TaskOfFour, run_four_or};
use crate::shape::vector::{each, in_space};
use crate::shape::{Moving, Scalar, Shape};

/// `2⁻⁴⁶`: the relative error of 128 roundings.
pub(super) const MARGIN: f64 = f64::from_bits((1023 - 46) << 52);
/// For sizes and speeds above `2²⁵`, or below its inverse, the filter is never certain.
const GREATEST: f64 = 33_554_432.0;

/// The result of the first part of a float filter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FilterOutcome<C> {
    /// The two never touch.
    Missed,
    /// The mover seems to enter at the guessed place, unless its motion ends before.
    Enters(C),
    /// The two seem to overlap at time zero at the guessed place.
    Overlaps(C),
    /// The filter is not certain.
    Unknown,
}

/// A mover, an obstacle and the motion of the obstacle, as inputs of a float filter.
pub(super) struct FilterInput<'a, M: Shape, O, W> {
    pub(super) mover: &'a Moving<M>,
    pub(super) target: &'a O,
    pub(super) way: W,
}

impl<T: Scalar, M, O, W: ObstacleMotion<M>, const N: usize> FilterInput<'_, M, O, W>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
{
    /// Returns the relative velocity, rounded once.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn velocity(&self) -> [f64; 3] {
        let velocity = in_space(self.mover.velocity_parts()[0]);
        if W::IS_STILL {
            return velocity;
        }
        let drift = in_space(self.way.velocity());
        each!(|k| velocity[k] - drift[k])
    }
}

/// The motion of an obstacle in a float filter. Most obstacles are at rest, which is known at
/// compile time and costs nothing.
pub(crate) trait ObstacleMotion<M: Shape>: Copy {
    const IS_STILL: bool;
    /// Returns whether the obstacle has a velocity, does not move between two points, and is not
    /// inflated.
    fn is_plain(&self) -> bool;
    fn velocity(&self) -> M::Vector;
    /// Returns the end of both motions.
    fn end(&self, mover: &Moving<M>) -> M::Scalar;
}

/// The motion of an obstacle at rest.
#[derive(Clone, Copy)]
pub(crate) struct Still;

impl<M: Shape> ObstacleMotion<M> for Still {
    const IS_STILL: bool = true;

    #[cfg_attr(hot, inline(always))]
    fn is_plain(&self) -> bool {
        true
    }
    #[cfg_attr(hot, inline(always))]
    fn velocity(&self) -> M::Vector {
        M::STILL
    }
    #[cfg_attr(hot, inline(always))]
    fn end(&self, mover: &Moving<M>) -> M::Scalar {
        mover.t_max()
    }
}

/// The motion of a moving obstacle.
pub(crate) struct Drifts<'a, O: Shape>(pub(super) &'a Moving<O>);

impl<O: Shape> Clone for Drifts<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<O: Shape> Copy for Drifts<'_, O> {}

impl<T: Scalar, M, O, const N: usize> ObstacleMotion<M> for Drifts<'_, O>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    O: Shape<Scalar = T, Vector = [T; N]>,
{
    const IS_STILL: bool = false;

    #[cfg_attr(hot, inline(always))]
    fn is_plain(&self) -> bool {
        self.0.is_plain()
    }
    #[cfg_attr(hot, inline(always))]
    fn velocity(&self) -> M::Vector {
        self.0.velocity_parts()[0]
    }
    #[cfg_attr(hot, inline(always))]
    fn end(&self, mover: &Moving<M>) -> M::Scalar {
        self.0.end_with(mover).time()
    }
}

/// The float filter of a mover and an obstacle, with their numbers in lanes.
pub(super) trait FloatFilter {
    type Contact;
    type Overlap;
    /// The feature at which the mover seems to enter, or the place of the centre beside the
    /// obstacle.
    type Guess;

    fn classify<F: Four>(&self) -> FilterOutcome<Self::Guess>;
    /// Returns the contact, if it is certain.
    fn contact<F: Four>(&self, guess: Self::Guess) -> Option<Self::Contact>;
    /// Returns the overlap, if it is certain.
    #[cfg_attr(hot, inline(always))]
    fn overlap<F: Four>(&self, _: Self::Guess) -> Option<Self::Overlap> {
        None
    }
}

/// A run of the filter with its two continuations: `tell` is called with a certain answer,
/// otherwise `decide` is called. All of this is one task, because each function through which an
/// answer is returned copies the answer, which costs as much as to compute it.
struct FilterRun<'a, M: Shape, O, W, K, D> {
    input: FilterInput<'a, M, O, W>,
    tell: K,
    decide: D,
}

impl<'a, T: Scalar, C, M, O, W: ObstacleMotion<M>, R, K, D, const N: usize> TaskOfFour
    for FilterRun<'a, M, O, W, K, D>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    FilterInput<'a, M, O, W>: FloatFilter<Contact = Contact<T, N, C>, Overlap = Overlap<T, N, C>>,
    K: FnOnce(Answer<T, N, C>) -> Option<R>,
    D: FnOnce() -> R,
{
    type Output = R;

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) -> R {
        match self.input.classify::<F>() {
            FilterOutcome::Missed => {
                (self.tell)(Answer::None).unwrap_or_else(|| apart(self.decide))
            }
            FilterOutcome::Unknown => apart(self.decide),
            outcome => F::run_apart(FilterHit { run: self, outcome }),
        }
    }
}

/// The second part of a filter, which runs if the two seem to meet. It is separate, because it is
/// rare and long.
struct FilterHit<A, G> {
    run: A,
    outcome: FilterOutcome<G>,
}

impl<'a, T: Scalar, C, M, O, W: ObstacleMotion<M>, R, K, D, const N: usize> TaskOfFour
    for FilterHit<FilterRun<'a, M, O, W, K, D>, <FilterInput<'a, M, O, W> as FloatFilter>::Guess>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    FilterInput<'a, M, O, W>: FloatFilter<Contact = Contact<T, N, C>, Overlap = Overlap<T, N, C>>,
    K: FnOnce(Answer<T, N, C>) -> Option<R>,
    D: FnOnce() -> R,
{
    type Output = R;

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) -> R {
        let FilterRun { input, tell, decide } = self.run;
        let answer = match self.outcome {
            FilterOutcome::Enters(guess) => {
                let t_max = input.way.end(input.mover);
                match input.contact::<F>(guess) {
                    Some(contact) if contact.time < t_max => tell(Answer::Contact(contact)),
                    Some(contact) if contact.time > t_max => tell(Answer::None),
                    // The contact is exactly at the end, or not certain.
                    _ => None,
                }
            }
            FilterOutcome::Overlaps(guess) => match input.overlap::<F>(guess) {
                Some(overlap) => tell(Answer::Overlap(overlap)),
                None => None,
            },
            FilterOutcome::Missed | FilterOutcome::Unknown => None,
        };
        answer.unwrap_or_else(|| apart(decide))
    }
}

/// Calls `decide` outside of the code of the filter, so that the filter stays short.
#[inline(never)]
fn apart<R>(decide: impl FnOnce() -> R) -> R {
    decide()
}

/// Runs the float filter for a mover and an obstacle with the motion `way`, or decides at once:
/// with the feature `compact`, in more than three dimensions, and if a motion is not plain.
#[cfg_attr(hot, inline(always))]
pub(super) fn run_filter<'a, T: Scalar, M, O, W: ObstacleMotion<M>, F, R, const N: usize>(
    mover: &'a Moving<M>,
    target: &'a O,
    way: W,
    tell: impl FnOnce(Answer<T, N, F>) -> Option<R>,
    decide: impl FnOnce() -> R,
) -> R
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    FilterInput<'a, M, O, W>: FloatFilter<Contact = Contact<T, N, F>, Overlap = Overlap<T, N, F>>,
{
    let is_plain = mover.is_plain() && way.is_plain();
    if COMPACT || N > 3 || !is_plain {
        return decide();
    }
    let input = FilterInput { mover, target, way };
    run_four_or(FilterRun { input, tell, decide }, |it| (it.decide)())
}

/// Returns the coordinates of a vector in the lanes of a register, with zeros in the rest.
#[cfg_attr(hot, inline(always))]
pub(super) fn in_lanes<T: Scalar, F: Four, const N: usize>(vector: &[T; N]) -> F {
    let [mut x, mut y, mut z] = [T::ZERO; 3];
    if N > 0 {
        x = vector[0];
    }
    if N > 1 {
        y = vector[1];
    }
    if N > 2 {
        z = vector[2];
    }
    let [x, y, z] = [x.widen(), y.widen(), z.widen()];
    if T::PRECISION < f64::MANTISSA_DIGITS {
        F::of_three_singles(x as f32, y as f32, z as f32)
    } else {
        F::of_three(x, y, z)
    }
}

#[cfg_attr(hot, inline(always))]
pub(super) fn is_fair(size: f64) -> bool {
    (1.0 / GREATEST..=GREATEST).contains(&size)
}
