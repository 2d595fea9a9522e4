//! Guesses, in plain floats: which piece of `K` is met first, or a vector that separates the two.
//! Nothing here decides: a wrong guess costs time only.

mod axes;
mod gjk;
mod told;
mod vector;

pub(crate) use axes::guess as guess_by_axes;
pub(crate) use gjk::{guess as guess_by_simplex, guess_closest};
pub(crate) use told::Guess;
