//! Triangles are split in two where the surface area heuristic over a few bins is least, until each
//! part fits in a leaf.
//!
//! Source: I. Wald, *On fast construction of SAH-based bounding volume hierarchies*, 2007, where
//! the cost of a part is counted in leaves.

use super::frame::TrianglesInFrame;
use super::leaf::Leaf;
use super::node::{NodeBox, WIDTH};
use crate::mesh::cores::map;
use alloc::vec::Vec;

/// A triangle that is yet to be placed in the tree.
#[derive(Clone, Copy)]
pub(super) struct PendingTriangle {
    pub(super) bounds: NodeBox,
    pub(super) triangle: u32,
}

/// A range of the items, with its bounding box.
#[derive(Clone, Copy)]
pub(super) struct TriangleRange {
    first: usize,
    count: usize,
    pub(super) bounds: NodeBox,
    /// The bounding box of the points at twice the middles of the items.
    middles: NodeBox,
}

/// The number of bins of the heuristic.
pub(super) const BINS: usize = 16;
/// Parts with no more items than this are sorted instead of binned, which gives fuller leaves.
pub(super) const FEW: usize = 24;
/// From this number on, `2^23`, all floats are integers.
pub(super) const WHOLE: f32 = 8_388_608.0;
/// Parts with no more triangles than this are split on one core.
pub(super) const BRANCH: usize = 1 << 15;

/// A part that was split in two, or that is a leaf.
#[derive(Clone, Copy)]
pub(super) struct Fork {
    pub(super) half_area: f32,
    /// The index of the first half, which the second half follows; both come after this fork. Zero
    /// if the fork is a leaf.
    pub(super) halves: u32,
    /// The index of the leaf, if the fork is a leaf.
    pub(super) leaf: u32,
}

/// A fork that is yet to be split: its index, its part, and the number of splits above it.
#[derive(Clone, Copy)]
pub(super) struct Bud {
    index: usize,
    part: TriangleRange,
    level: usize,
}

impl Fork {
    fn of(part: &TriangleRange) -> Self {
        Self { half_area: part.bounds.half_area(), halves: 0, leaf: 0 }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.halves == 0
    }
}

/// The forks and the leaves into which items are split.
pub(super) struct Split {
    /// Each fork comes before its halves; the first fork contains all items.
    pub(super) forks: Vec<Fork>,
    pub(super) leaves: Vec<Leaf>,
}

impl Split {
    /// Splits all items, at most `splits` times in a row by the heuristic. The items are first
    /// split into branches, and then each branch is split on its own, so that the work can run on
    /// all cores.
    pub(super) fn all(
        items: &mut [PendingTriangle],
        local: &TrianglesInFrame<'_>,
        splits: usize,
    ) -> Self {
        let mut crown = Self { forks: Vec::new(), leaves: Vec::new() };
        let root = Bud { index: 0, part: TriangleRange::of(items, 0, items.len()), level: 0 };
        let mut buds = Vec::new();
        crown.grow(items, root, splits, |_, items, bud| {
            let is_branch = items.len() <= BRANCH;
            if is_branch {
                buds.push(bud);
            }
            is_branch
        });
        buds.sort_unstable_by_key(|bud: &Bud| bud.part.first);
        let (mut rest, mut branches) = (items, Vec::with_capacity(buds.len()));
        for &bud in &buds {
            let (mine, after) = rest.split_at_mut(bud.part.count);
            rest = after;
            branches.push((
                mine,
                Bud { index: 0, part: TriangleRange { first: 0, ..bud.part }, ..bud },
            ));
        }
        let branches = map(branches, |(items, root)| {
            let mut branch = Self { forks: Vec::new(), leaves: Vec::new() };
            branch.grow(items, root, splits, |branch, items, bud| {
                let leaf = Leaf::of(items.iter().map(|item| item.triangle), local);
                if let Some(leaf) = leaf {
                    branch.forks[bud.index].leaf = branch.leaves.len() as u32;
                    branch.leaves.push(leaf);
                }
                leaf.is_some()
            });
            branch
        });
        for (bud, branch) in buds.iter().zip(branches) {
            crown.graft(bud.index, branch);
        }
        crown
    }

    /// Splits a root and its parts, until `ends` returns that a part is small enough.
    fn grow(
        &mut self,
        items: &mut [PendingTriangle],
        root: Bud,
        splits: usize,
        mut ends: impl FnMut(&mut Self, &[PendingTriangle], Bud) -> bool,
    ) {
        self.forks.push(Fork::of(&root.part));
        let mut open = Vec::from([root]);
        while let Some(bud) = open.pop() {
            let Bud { index, part, level } = bud;
            if ends(self, &items[part.first..part.first + part.count], bud) {
                continue;
            }
            self.forks[index].halves = self.forks.len() as u32;
            for part in part.split(items, level >= splits) {
                open.push(Bud { index: self.forks.len(), part, level: level + 1 });
                self.forks.push(Fork::of(&part));
            }
        }
    }

    /// Replaces a fork by the root of a branch, and appends the rest of the branch.
    fn graft(&mut self, index: usize, branch: Self) {
        let (forks, leaves) = (self.forks.len() as u32 - 1, self.leaves.len() as u32);
        let mut moved = branch.forks.into_iter().map(|fork| Fork {
            halves: if fork.is_leaf() { 0 } else { fork.halves + forks },
            leaf: fork.leaf + leaves,
            ..fork
        });
        if let Some(root) = moved.next() {
            self.forks[index] = root;
        }
        self.forks.extend(moved);
        self.leaves.extend(branch.leaves);
    }
}

impl TriangleRange {
    fn of(items: &[PendingTriangle], first: usize, count: usize) -> Self {
        let mut part = Self { first, count: 0, ..Self::NOTHING };
        items[first..first + count].iter().for_each(|item| part.add(item));
        part
    }

    const NOTHING: Self =
        Self { first: 0, count: 0, bounds: NodeBox::EMPTY, middles: NodeBox::EMPTY };

    #[cfg_attr(hot, inline(always))]
    fn add(&mut self, item: &PendingTriangle) {
        self.count += 1;
        self.bounds.add(&item.bounds);
        self.middles.add_middle(&item.bounds);
    }

    fn split(&self, items: &mut [PendingTriangle], halve: bool) -> [Self; 2] {
        let mine = &mut items[self.first..self.first + self.count];
        if self.count <= FEW && !halve {
            let left = self.sort(mine);
            return self.halves(items, left);
        }
        let cut = if halve { None } else { self.cheapest_cut(mine) };
        if let Some((cut, bounds)) = cut {
            let mut sides =
                bounds.map(|bounds| Self { first: self.first, bounds, ..Self::NOTHING });
            for i in 0..mine.len() {
                let is_left = cut.is_left(&mine[i]);
                let side = &mut sides[usize::from(!is_left)];
                side.count += 1;
                side.middles.add_middle(&mine[i].bounds);
                if is_left {
                    mine.swap(i, sides[0].count - 1);
                }
            }
            let [left, mut right] = sides;
            right.first += left.count;
            return [left, right];
        }
        self.halves(items, self.count / 2)
    }

    /// The range of the first `left` items, and the range of the others.
    fn halves(&self, items: &[PendingTriangle], left: usize) -> [Self; 2] {
        [Self::of(items, self.first, left), Self::of(items, self.first + left, self.count - left)]
    }

    /// Sorts a few items along the axis on which their middles extend farthest, and returns the
    /// number of items before the cheapest cut.
    fn sort(&self, items: &mut [PendingTriangle]) -> usize {
        let extent = |axis: &usize| self.middles.max(*axis) - self.middles.min(*axis);
        let axis = (0..3).max_by(|i, j| extent(i).total_cmp(&extent(j))).unwrap_or(0);
        items.sort_unstable_by(|a, b| {
            let [x, y] = [a, b].map(|item| item.bounds.middle(axis));
            x.total_cmp(&y).then(a.triangle.cmp(&b.triangle))
        });
        let mut after = [0.0; FEW + 1];
        let mut bounds = NodeBox::EMPTY;
        for (i, item) in items.iter().enumerate().skip(1).rev() {
            bounds.add(&item.bounds);
            after[i] = cost(&bounds, items.len() - i);
        }
        let (mut best, mut left) = (f32::INFINITY, items.len() / 2);
        bounds = NodeBox::EMPTY;
        for i in 1..items.len() {
            bounds.add(&items[i - 1].bounds);
            let both = cost(&bounds, i) + after[i];
            if both < best {
                (best, left) = (both, i);
            }
        }
        left
    }

    /// The cheapest cut with the boxes of both sides, if the middles of the items differ.
    fn cheapest_cut(&self, items: &[PendingTriangle]) -> Option<(BinCut, [NodeBox; 2])> {
        let places: [BinCut; 3] = core::array::from_fn(|axis| BinCut {
            axis,
            least: self.middles.min(axis),
            bins: (BINS - 1) as f32 / (self.middles.max(axis) - self.middles.min(axis)),
            bin: 0,
        });
        let mut bins = [[(NodeBox::EMPTY, 0usize); BINS]; 3];
        for item in items {
            for (bins, place) in bins.iter_mut().zip(&places) {
                let (bounds, count) = &mut bins[place.bin_of(item)];
                bounds.add(&item.bounds);
                *count += 1;
            }
        }
        let mut best: Option<(f32, BinCut)> = None;
        for (bins, place) in bins.iter().zip(&places) {
            if !place.bins.is_finite() {
                continue;
            }
            let mut right = [(0.0, 0); BINS];
            let (mut bounds, mut count) = (NodeBox::EMPTY, 0);
            for k in (1..BINS).rev() {
                bounds.add(&bins[k].0);
                count += bins[k].1;
                right[k] = (cost(&bounds, count), count);
            }
            (bounds, count) = (NodeBox::EMPTY, 0);
            for bin in 1..BINS {
                bounds.add(&bins[bin - 1].0);
                count += bins[bin - 1].1;
                if count == 0 || right[bin].1 == 0 {
                    continue;
                }
                let cost = cost(&bounds, count) + right[bin].0;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, BinCut { bin, ..*place }));
                }
            }
        }
        let (_, cut) = best?;
        let mut sides = [NodeBox::EMPTY; 2];
        for (bin, (bounds, _)) in bins[cut.axis].iter().enumerate() {
            sides[usize::from(bin >= cut.bin)].add(bounds);
        }
        Some((cut, sides))
    }
}

/// The cost of `count` items in a box: half the surface of the box times the number of leaves.
pub(super) fn cost(bounds: &NodeBox, count: usize) -> f32 {
    bounds.half_area() * count.div_ceil(WIDTH) as f32
}

/// A plane perpendicular to an axis, between two bins.
#[derive(Clone, Copy)]
pub(super) struct BinCut {
    axis: usize,
    least: f32,
    /// The number of bins per unit of length.
    bins: f32,
    bin: usize,
}

impl BinCut {
    #[cfg_attr(hot, inline(always))]
    fn bin_of(&self, item: &PendingTriangle) -> usize {
        // In this range floats are integers, so the last bits of the sum are the nearest integer.
        // If the sum is NaN, they give some bin, which does no harm.
        let sum = (item.bounds.middle(self.axis) - self.least) * self.bins + WHOLE;
        sum.to_bits() as usize % BINS
    }

    #[cfg_attr(hot, inline(always))]
    fn is_left(&self, item: &PendingTriangle) -> bool {
        self.bin_of(item) < self.bin
    }
}
