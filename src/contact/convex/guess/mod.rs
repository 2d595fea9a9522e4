//! Guesses in plain floats: the piece of `K` that is touched first, or a vector that separates the
//! two bodies. No result depends on a guess: a wrong guess only costs time.

mod gjk;
mod told;
pub(super) mod vector;

pub(crate) use gjk::{guess as guess_by_simplex, guess_closest};
pub(crate) use told::Guess;
pub(super) use told::Pieces;
