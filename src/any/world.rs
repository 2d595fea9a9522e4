//! How a body moves in any obstacle: compiled once for each kind of body, and not for each pair.

use super::{Answers, Asked, Feature, Moved};
use crate::contact::{Answer, ExactAnswer};
use crate::moves::{Advance, Carried, Slide, SlideOptions, World, advance, slide};
use crate::shape::{Moving, Scalar, Shape, finite};

type Legs<'a, T, M, const N: usize> = &'a dyn World<T, N, M, Feature = Feature<N>>;

/// As far as it gets.
pub(super) fn advance_in<T: Scalar, M: Carried<T, N>, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: Legs<'_, T, M, N>,
) -> Moved<Advance<T, N, Feature<N>>> {
    let displacement = finite(displacement, "displacement")?;
    Ok(advance(&body.carried()?, displacement, world))
}

/// The same, and on along what blocks it.
pub(super) fn slide_in<T: Scalar, M: Carried<T, N>, const N: usize>(
    body: &M,
    displacement: [T; N],
    options: SlideOptions,
    world: Legs<'_, T, M, N>,
) -> Moved<Slide<T, N, Feature<N>>> {
    let displacement = finite(displacement, "displacement")?;
    Ok(slide(&body.carried()?, displacement, world, options))
}

/// What answers entries, as a world.
pub(super) struct Asking<'a, A>(pub(super) &'a A);

impl<T: Scalar, M, A, const N: usize> World<T, N, M> for Asking<'_, A>
where
    M: Shape<Scalar = T, Vector = [T; N]>,
    A: Answers<T, N, M>,
{
    type Feature = Feature<N>;

    fn entry(&self, leg: &Moving<M>) -> Answer<T, N, Feature<N>> {
        asked(self.0.first_entry(leg))
    }
    fn entry_exactly(&self, leg: &Moving<M>) -> ExactAnswer<N, Feature<N>> {
        asked(self.0.first_entry_exact(leg))
    }
}

fn asked<X>(answer: Asked<X>) -> X {
    answer.unwrap_or_else(|refusal| unreachable!("who moves is asked for entries: {refusal}"))
}
