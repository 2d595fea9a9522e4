//! Sorting by exact comparisons. Each comparison takes longer than the steps of any sorting
//! algorithm, so the algorithm is compiled once and not for each type that is sorted.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts a vector; equal elements keep their order.
pub(crate) fn sort<X>(all: &mut Vec<X>, mut compare: impl FnMut(&X, &X) -> Ordering) {
    let order = order(all.len(), &mut |i, j| compare(&all[i], &all[j]));
    let mut left: Vec<Option<X>> = all.drain(..).map(Some).collect();
    all.extend(order.into_iter().filter_map(|i| left[i].take()));
}

/// Returns the indices below `count`, sorted.
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&i, &j| compare(i, j));
    order
}
