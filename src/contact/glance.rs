//! What is seen at a glance, with the corners or the axes of one obstacle in the lanes of one
//! register, before anything is decided: that the two certainly miss, or how the one enters the
//! other.
//!
//! They miss by (7.9), as in rows (`many/`), in double precision: `u = 2⁻⁵³`.
//!
//! An obstacle at rest is known to be at rest where the code is compiled ([`Still`]), which costs
//! nothing. A moving one is looked at relative to the mover ([`Drifts`]): every obstacle of `any`,
//! and so of JSON, Python and JavaScript, is a `Moving`. An overlap with a box at time zero is
//! reported too: the centre is inside, or beside sides that are certain.
//!
//! `Meets::decide` answers without this filter; it is the second opinion of the tests. The filter
//! gets both continuations ([`Asked`]): an answer that is returned through several functions is
//! copied by each, and that costs as much as the rest.

use super::answer::{Answer, Contact, Overlap};
use crate::number::{COMPACT, Four, TaskOfFour, run_four_or};
use crate::shape::vector::{each, in_space};
use crate::shape::{Moving, Scalar, Shape};

/// `2⁻⁴⁶`, 128 roundings.
pub(super) const MARGIN: f64 = f64::from_bits((1023 - 46) << 52);
/// `2²⁵`: sizes and speeds beyond it, or below its inverse, are left alone.
const GREATEST: f64 = 33_554_432.0;

/// What is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Glance<C> {
    /// They never meet.
    Missed,
    /// What enters does so like this, unless its motion ends before.
    Enters(C),
    /// They overlap at time zero, like this.
    Overlaps(C),
    /// Nothing.
    Unknown,
}

/// A mover and an obstacle that are looked at; and how the obstacle moves.
pub(super) struct Look<'a, M: Shape, O, W> {
    pub(super) mover: &'a Moving<M>,
    pub(super) target: &'a O,
    pub(super) way: W,
}

impl<T: Scalar, M, O, W: Way<M>, const N: usize> Look<'_, M, O, W>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
{
    /// The relative velocity, rounded once.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn velocity(&self) -> [f64; 3] {
        let velocity = in_space(self.mover.way()[0]);
        if W::IS_STILL {
            return velocity;
        }
        let drift = in_space(self.way.velocity());
        each!(|k| velocity[k] - drift[k])
    }
}

/// How an obstacle moves that is looked at. Most stand still, which is known beforehand, and costs
/// nothing.
pub(crate) trait Way<M: Shape>: Copy {
    const IS_STILL: bool;
    /// Whether it has a velocity, and the obstacle is not rounded.
    fn is_plain(&self) -> bool;
    fn velocity(&self) -> M::Vector;
    /// When the motion ends.
    fn end(&self, mover: &Moving<M>) -> M::Scalar;
}

/// It stands still.
#[derive(Clone, Copy)]
pub(crate) struct Still;

impl<M: Shape> Way<M> for Still {
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

/// It moves like this one.
pub(crate) struct Drifts<'a, O: Shape>(pub(super) &'a Moving<O>);

impl<O: Shape> Clone for Drifts<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<O: Shape> Copy for Drifts<'_, O> {}

impl<T: Scalar, M, O, const N: usize> Way<M> for Drifts<'_, O>
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
        self.0.way()[0]
    }
    #[cfg_attr(hot, inline(always))]
    fn end(&self, mover: &Moving<M>) -> M::Scalar {
        self.0.end_with(mover).time()
    }
}

/// What can be seen of the two, with their numbers in lanes.
pub(super) trait Sight {
    type Contact;
    type Overlap;
    /// How the one seems to enter the other, or where it is beside it.
    type Guess;

    fn look<F: Four>(&self) -> Glance<Self::Guess>;
    /// The contact, if it is certain.
    fn contact<F: Four>(&self, guess: Self::Guess) -> Option<Self::Contact>;
    /// The overlap, if it is certain.
    #[cfg_attr(hot, inline(always))]
    fn overlap<F: Four>(&self, _: Self::Guess) -> Option<Self::Overlap> {
        None
    }
}

/// A look, and what is done with what is seen: it is told, if it can be, or else all is decided.
/// This is one task, as otherwise an answer would go from hand to hand, which costs as much as to
/// find it.
struct Asked<'a, M: Shape, O, W, K, D> {
    look: Look<'a, M, O, W>,
    tell: K,
    decide: D,
}

impl<'a, T: Scalar, C, M, O, W: Way<M>, R, K, D, const N: usize> TaskOfFour
    for Asked<'a, M, O, W, K, D>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    Look<'a, M, O, W>: Sight<Contact = Contact<T, N, C>, Overlap = Overlap<T, N, C>>,
    K: FnOnce(Answer<T, N, C>) -> Option<R>,
    D: FnOnce() -> R,
{
    type Output = R;

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) -> R {
        match self.look.look::<F>() {
            Glance::Missed => (self.tell)(Answer::None).unwrap_or_else(|| apart(self.decide)),
            Glance::Unknown => apart(self.decide),
            seen => F::run_apart(Met { asked: self, seen }),
        }
    }
}

/// The rest where the two seem to meet: seldom, and long.
struct Met<A, G> {
    asked: A,
    seen: Glance<G>,
}

impl<'a, T: Scalar, C, M, O, W: Way<M>, R, K, D, const N: usize> TaskOfFour
    for Met<Asked<'a, M, O, W, K, D>, <Look<'a, M, O, W> as Sight>::Guess>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    Look<'a, M, O, W>: Sight<Contact = Contact<T, N, C>, Overlap = Overlap<T, N, C>>,
    K: FnOnce(Answer<T, N, C>) -> Option<R>,
    D: FnOnce() -> R,
{
    type Output = R;

    #[cfg_attr(hot, inline(always))]
    fn run<F: Four>(self) -> R {
        let Asked { look, tell, decide } = self.asked;
        let told = match self.seen {
            Glance::Enters(guess) => {
                let t_max = look.way.end(look.mover);
                match look.contact::<F>(guess) {
                    Some(contact) if contact.time < t_max => tell(Answer::Contact(contact)),
                    Some(contact) if contact.time > t_max => tell(Answer::None),
                    // Just at the end, or not certain.
                    _ => None,
                }
            }
            Glance::Overlaps(guess) => match look.overlap::<F>(guess) {
                Some(overlap) => tell(Answer::Overlap(overlap)),
                None => None,
            },
            Glance::Missed | Glance::Unknown => None,
        };
        told.unwrap_or_else(|| apart(decide))
    }
}

/// Does it in code of its own, so that a glance stays short.
#[inline(never)]
fn apart<R>(decide: impl FnOnce() -> R) -> R {
    decide()
}

/// What is told of a mover and a shape that moves like this, if it is seen, or what is decided: in
/// small code, and of what is not plain.
#[cfg_attr(hot, inline(always))]
pub(super) fn told<'a, T: Scalar, M, O, W: Way<M>, F, R, const N: usize>(
    mover: &'a Moving<M>,
    target: &'a O,
    way: W,
    tell: impl FnOnce(Answer<T, N, F>) -> Option<R>,
    decide: impl FnOnce() -> R,
) -> R
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    Look<'a, M, O, W>: Sight<Contact = Contact<T, N, F>, Overlap = Overlap<T, N, F>>,
{
    let is_plain = mover.is_plain() && way.is_plain();
    if COMPACT || N > 3 || !is_plain {
        return decide();
    }
    let look = Look { mover, target, way };
    run_four_or(Asked { look, tell, decide }, |it| (it.decide)())
}

/// The numbers of a vector, filled up with zeros.
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
