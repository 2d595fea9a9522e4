//! Building a tree of many items at once: full nodes, from the root down.
//!
//! The items of a node are split in two again and again. Each split minimises the sum of the
//! surfaces of the two boxes, each weighted by its number of items (I. Wald, *On fast construction
//! of SAH-based bounding volume hierarchies*, 2007), but the first part always fills whole nodes.
//! So nearly all nodes are full, and all leaves are equally deep.

use super::bounds::{AxisIntervals, MovingBounds};
use super::edit::BoundedChild;
use super::node::{NONE, WIDTH};
use super::store::{SceneTree, Spots};
use crate::mesh::{IsCancelled, map_on_all_cores, unless};
use alloc::vec::Vec;

/// The greatest number of bins of an axis. Few items get fewer bins.
const BINS: usize = 16;
/// The number of items for each bin.
const WORTH_A_BIN: usize = 8;
/// The number of items from which several threads are worth their cost.
const WORTH_A_THREAD: usize = 4096;

/// A box, laid out so that one operation on eight floats joins two boxes: the least coordinates,
/// and the negated greatest coordinates. The fourth and the eighth float are not used.
#[derive(Clone, Copy)]
struct PackedBox([f32; 8]);

impl PackedBox {
    const EMPTY: Self = Self([f32::INFINITY; 8]);

    fn of(AxisIntervals { min: [a, b, c], max: [x, y, z] }: AxisIntervals) -> Self {
        Self([a, b, c, 0.0, -x, -y, -z, 0.0])
    }

    #[cfg_attr(hot, inline(always))]
    fn joined(&self, other: &Self) -> Self {
        let mut all = self.0;
        for (least, other) in all.iter_mut().zip(other.0) {
            *least = if other < *least { other } else { *least };
        }
        Self(all)
    }

    /// Twice the middle along each axis.
    #[cfg_attr(hot, inline(always))]
    fn middles(&self) -> [f32; 4] {
        let [a, b, c, _, x, y, z, _] = self.0;
        [a - x, b - y, c - z, 0.0]
    }

    #[cfg_attr(hot, inline(always))]
    fn middle(&self, k: usize) -> f32 {
        self.0[k] - self.0[k + 4]
    }

    /// Half the surface.
    #[cfg_attr(hot, inline(always))]
    fn half_area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|k| (-self.0[k + 4] - self.0[k]).max(0.0));
        x * y + y * z + z * x
    }
}

/// An item that is placed in a tree: the space that it sweeps, and its index in the input.
#[derive(Clone, Copy)]
struct Planned {
    swept: PackedBox,
    index: u32,
}

/// A tree over some of the items, whose nodes have indices of their own.
struct Subtree {
    tree: SceneTree,
    root: u32,
}

impl SceneTree {
    /// Builds a tree over these items; `None` if this was cancelled.
    pub(in crate::scene) fn over(
        items: &[(MovingBounds, u32)],
        moves: bool,
        spots: &mut Spots,
        is_cancelled: IsCancelled<'_>,
    ) -> Option<Self> {
        let mut tree = Self::new(moves);
        tree.horizon = horizon(items);
        let swept = |bounds: &MovingBounds| PackedBox::of(bounds.swept(tree.horizon));
        let planned = items.iter().zip(0..);
        let planned = planned.map(|((bounds, _), index)| Planned { swept: swept(bounds), index });
        let mut planned: Vec<Planned> = planned.collect();
        if let Some(most) = items.iter().map(|&(_, slot)| slot as usize + 1).max() {
            spots.resize(most.max(spots.len()), NONE);
        }
        let (mut level, mut capacity) = (0u16, WIDTH);
        while capacity < planned.len() {
            (level, capacity) = (level + 1, capacity * WIDTH);
        }
        tree.grow_over(items, &mut planned, level, spots, is_cancelled)?;
        (_, tree.settled) = tree.refit_below(tree.root);
        Some(tree)
    }

    /// Builds the nodes over these items. For many items, the subtrees of the root are built on all
    /// cores.
    fn grow_over(
        &mut self,
        items: &[BoundedChild],
        planned: &mut [Planned],
        level: u16,
        spots: &mut Spots,
        is_cancelled: IsCancelled<'_>,
    ) -> Option<()> {
        if planned.len() < WORTH_A_THREAD {
            self.clear();
            self.root = self.grow_node(items, planned, level, is_cancelled)?;
        } else {
            let (moves, horizon) = (self.drifts.is_some(), self.horizon);
            let parts = parts(planned, WIDTH.pow(u32::from(level)), is_cancelled)?;
            let grown = map_on_all_cores(parts, |planned: &mut [Planned]| {
                let mut tree = Self::new(moves);
                tree.horizon = horizon;
                tree.clear();
                let root = tree.grow_node(items, planned, level - 1, is_cancelled)?;
                Some(Subtree { tree, root })
            });
            self.node_mut(0).level = level;
            for Subtree { mut tree, root } in grown.into_iter().collect::<Option<Vec<_>>>()? {
                let (first, all) = (self.nodes.len() as u32, tree.all_of(root));
                self.nodes.own().extend(tree.nodes.take().into_iter().map(|mut node| {
                    if node.level > 0 {
                        let count = usize::from(node.count);
                        node.below[..count].iter_mut().for_each(|child| *child += first);
                    }
                    if node.parent != NONE {
                        node.parent += first;
                    }
                    node
                }));
                if let (Some(mine), Some(mut drifts)) = (&mut self.drifts, tree.drifts) {
                    mine.own().extend(drifts.take());
                }
                self.push(self.root, (all, root + first), spots);
            }
        }
        for (index, node) in self.nodes.iter().enumerate() {
            if node.level == 0 {
                node.children().iter().for_each(|&slot| spots[slot as usize] = index as u32);
            }
        }
        Some(())
    }

    /// Builds a node over these items, and all nodes below it.
    fn grow_node(
        &mut self,
        items: &[BoundedChild],
        planned: &mut [Planned],
        level: u16,
        is_cancelled: IsCancelled<'_>,
    ) -> Option<u32> {
        let index = self.make(level);
        let mut unused = Spots::new();
        if level == 0 {
            for Planned { index: item, .. } in planned.iter() {
                self.put(index, items[*item as usize]);
            }
            return Some(index);
        }
        for part in parts(planned, WIDTH.pow(u32::from(level)), is_cancelled)? {
            let child = self.grow_node(items, part, level - 1, is_cancelled)?;
            self.push(index, (self.all_of(child), child), &mut unused);
        }
        Some(index)
    }
}

/// Splits the items into up to eight parts of at most `capacity` items each. All parts except one
/// have exactly `capacity` items. `None` if this was cancelled.
fn parts<'p>(
    items: &'p mut [Planned],
    capacity: usize,
    is_cancelled: IsCancelled<'_>,
) -> Option<Vec<&'p mut [Planned]>> {
    let mut done = Vec::new();
    let mut waiting: Vec<&mut [Planned]> = [items].into();
    while let Some(items) = waiting.pop() {
        unless(is_cancelled)?;
        if items.len() <= capacity {
            done.push(items);
            continue;
        }
        let count = cut(items, capacity);
        let (first, rest) = items.split_at_mut(count);
        waiting.push(rest);
        waiting.push(first);
    }
    Some(done)
}

/// The box around some items, and their number.
type Bin = (PackedBox, usize);

const NOTHING: Bin = (PackedBox::EMPTY, 0);

#[cfg_attr(hot, inline(always))]
fn both(a: &Bin, b: &Bin) -> Bin {
    (a.0.joined(&b.0), a.1 + b.1)
}

/// The bins of the middles of items along each axis.
struct BinGrid {
    least: [f32; 4],
    scale: [f32; 4],
    bins: usize,
}

impl BinGrid {
    fn over(items: &[Planned]) -> Self {
        let mut ends = [[f32::INFINITY; 4], [f32::NEG_INFINITY; 4]];
        for item in items {
            let middles = item.swept.middles();
            for k in 0..4 {
                ends[0][k] = if middles[k] < ends[0][k] { middles[k] } else { ends[0][k] };
                ends[1][k] = if middles[k] > ends[1][k] { middles[k] } else { ends[1][k] };
            }
        }
        let bins = (items.len() / WORTH_A_BIN).clamp(2, BINS);
        let scale = core::array::from_fn(|k| bins as f32 / (ends[1][k] - ends[0][k]));
        Self { least: ends[0], scale, bins }
    }

    /// Whether middles differ along an axis.
    fn tells(&self, k: usize) -> bool {
        self.scale[k] > 0.0 && self.scale[k] < f32::INFINITY
    }

    #[cfg_attr(hot, inline(always))]
    fn bin(&self, item: &Planned, k: usize) -> usize {
        let along = (item.swept.middle(k) - self.least[k]) * self.scale[k];
        // The number is never negative. It is first converted to `i32`, because that is faster.
        (along as i32 as usize).min(self.bins - 1)
    }
}

/// Partitions the items into a first part, a multiple of the capacity, and the rest, so that the
/// boxes of the two parts have little surface. Returns the number of items of the first part.
fn cut(items: &mut [Planned], capacity: usize) -> usize {
    let grid = BinGrid::over(items);
    let mut bins = [[NOTHING; BINS]; 3];
    for item in items.iter() {
        for (k, bins) in bins.iter_mut().enumerate() {
            let bin = &mut bins[grid.bin(item, k)];
            *bin = both(bin, &(item.swept, 1));
        }
    }
    let mut best = (f32::INFINITY, 0, items.len() / 2);
    for (k, bins) in bins.iter().enumerate() {
        if !grid.tells(k) {
            continue;
        }
        let cost = |(hull, count): &Bin| hull.half_area() * *count as f32;
        let mut costs = [0.0; BINS];
        let mut rest = NOTHING;
        for at in (1..grid.bins).rev() {
            rest = both(&rest, &bins[at]);
            costs[at] = cost(&rest);
        }
        let mut first = NOTHING;
        for at in 1..grid.bins {
            first = both(&first, &bins[at - 1]);
            let cost = cost(&first) + costs[at];
            if cost < best.0 && first.1 > 0 {
                best = (cost, k, first.1);
            }
        }
    }
    let (_, k, count) = best;
    let whole = items.len().div_ceil(capacity);
    let count = capacity * ((count + capacity / 2) / capacity).clamp(1, whole - 1);
    items.select_nth_unstable_by(count, |a, b| a.swept.middle(k).total_cmp(&b.swept.middle(k)));
    count
}

/// About the time in which an item moves as far as its neighbours are away.
fn horizon(items: &[(MovingBounds, u32)]) -> f32 {
    let all = items.iter().fold(AxisIntervals::EMPTY, |all, (bounds, _)| all.joined(&bounds.place));
    let speeds = items.iter().map(|(bounds, _)| f64::from(bounds.speed())).sum::<f64>();
    let widest = (0..3).map(|k| all.max[k] - all.min[k]).fold(0.0, f32::max);
    let mut apart = f64::from(widest);
    let mut steps = 1.0;
    while steps * steps * steps < items.len() as f64 {
        (steps, apart) = (2.0 * steps, 0.5 * apart);
    }
    let horizon = (apart * items.len() as f64 / speeds) as f32;
    if horizon > 0.0 && horizon < f32::INFINITY { horizon } else { 1.0 }
}
