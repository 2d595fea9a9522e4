//! Queues of problems of one kind: as soon as there are four, their numbers are computed together.

use crate::number::{Columns, Measure, OfColumns};
use crate::shape::Scalar;

/// Up to four problems, each with its index in the block and the facts that are known about it.
pub(super) struct WaitingProblems<M, W, const K: usize> {
    columns: Columns,
    like: Option<M>,
    who: [Option<(usize, W)>; 4],
    count: usize,
}

impl<M: Measure<K> + OfColumns, W, const K: usize> WaitingProblems<M, W, K> {
    pub(super) const NONE: Self =
        Self { columns: Columns::NONE, like: None, who: [const { None }; 4], count: 0 };

    /// Adds a problem and returns whether there are four now.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn put(&mut self, problem: M, i: usize, what: W) -> bool {
        self.columns.put(self.count, &problem);
        if self.count == 0 {
            self.like = Some(problem);
        }
        self.who[self.count % 4] = Some((i, what));
        self.count += 1;
        self.count == 4
    }

    /// Passes on the numbers of all problems, as far as they are certain, and empties the queue.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn tell<T: Scalar>(&mut self, mut see: impl FnMut(usize, &W, Option<&[T; K]>)) {
        let Some(like) = self.like.take() else { return };
        let numbers = self.columns.measure::<T, _, K>(&like, M::RANGE).unwrap_or_default();
        for (who, numbers) in self.who[..self.count].iter().zip(&numbers) {
            if let Some((i, what)) = who {
                see(*i, what, numbers.as_ref());
            }
        }
        self.count = 0;
    }
}
