//! Work on many things: on all cores with the feature `parallel`, else on this one; what comes out is the same.

use alloc::vec::Vec;
#[cfg(feature = "parallel")]
use rayon::prelude::*;

/// What is made for each number from zero on.
#[cfg(feature = "parallel")]
pub(super) fn collect<B: Send>(count: usize, make: impl Fn(usize) -> B + Send + Sync) -> Vec<B> {
    (0..count).into_par_iter().map(make).collect()
}

#[cfg(not(feature = "parallel"))]
pub(super) fn collect<B: Send>(count: usize, make: impl Fn(usize) -> B + Send + Sync) -> Vec<B> {
    (0..count).map(make).collect()
}

/// What becomes of each of a few large things.
#[cfg(feature = "parallel")]
pub(super) fn map<A: Send, B: Send>(
    things: Vec<A>,
    change: impl Fn(A) -> B + Send + Sync,
) -> Vec<B> {
    things.into_par_iter().with_max_len(1).map(change).collect()
}

#[cfg(not(feature = "parallel"))]
pub(super) fn map<A: Send, B: Send>(
    things: Vec<A>,
    change: impl Fn(A) -> B + Send + Sync,
) -> Vec<B> {
    things.into_iter().map(change).collect()
}
