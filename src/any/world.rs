//! How a body moves in any obstacle: compiled once for each kind of body, and not for each pair.

use super::{Feature, Moved};
use crate::contact::Obstacle;
use crate::moves::{Advance, Around, Carried, Slide, SlideOptions, World, advance, slide};
use crate::shape::{Scalar, finite};

/// As far as it gets.
pub(super) fn advance_in<T: Scalar, M: Carried<T, N>, O: Obstacle<T, N, M>, const N: usize>(
    body: &M,
    displacement: [T; N],
    obstacle: &O,
) -> Moved<Advance<T, N, Feature<N>>>
where
    O::Feature: Into<Feature<N>>,
{
    let displacement = finite(displacement, "displacement")?;
    let world: &dyn World<T, N, M, Feature = Feature<N>> = &Around::new(obstacle);
    Ok(advance(&body.carried()?, displacement, world))
}

/// The same, and on along what blocks it.
pub(super) fn slide_in<T: Scalar, M: Carried<T, N>, O: Obstacle<T, N, M>, const N: usize>(
    body: &M,
    displacement: [T; N],
    options: SlideOptions,
    obstacle: &O,
) -> Moved<Slide<T, N, Feature<N>>>
where
    O::Feature: Into<Feature<N>>,
{
    let displacement = finite(displacement, "displacement")?;
    let world: &dyn World<T, N, M, Feature = Feature<N>> = &Around::new(obstacle);
    Ok(slide(&body.carried()?, displacement, world, options))
}
