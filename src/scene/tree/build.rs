//! Many items at once: into full nodes, level by level from above.
//!
//! What is below a node is parted in two again and again, each time where two boxes have least surface, weighed by what is in them
//! (I. Wald, *On fast construction of SAH-based bounding volume hierarchies*, 2007), but in whole nodes. Nearly all nodes are full
//! then, and all leaves equally deep.

use super::bounds::{Bounds, Span};
use super::edit::Child;
use super::node::{NONE, WIDTH};
use super::store::{Spots, Tree};
use crate::mesh::map_on_all_cores;
use alloc::vec::Vec;

/// Parts of an axis in which what is in them is counted together.
const BINS: usize = 16;
/// As many items are worth a thread.
const WORTH_A_THREAD: usize = 4096;

/// An item on its way into a tree: its bounds, its slot, and what it sweeps.
#[derive(Clone, Copy)]
struct Planned {
    child: Child,
    swept: Span,
}

impl Planned {
    fn middle(&self, k: usize) -> f32 {
        self.swept.min[k] + self.swept.max[k]
    }
}

/// The nodes over some items, as they will be numbered, without what is above.
struct Grown {
    tree: Tree,
    root: u32,
}

impl Tree {
    /// A tree over these items.
    pub(in crate::scene) fn over(items: &[(Bounds, u32)], moves: bool, spots: &mut Spots) -> Self {
        let mut tree = Self::new(moves);
        tree.horizon = horizon(items);
        let planned =
            items.iter().map(|&child| Planned { child, swept: child.0.swept(tree.horizon) });
        let mut planned: Vec<Planned> = planned.collect();
        if let Some(most) = items.iter().map(|&(_, slot)| slot as usize + 1).max() {
            spots.resize(most.max(spots.len()), NONE);
        }
        let (mut level, mut capacity) = (0u16, WIDTH);
        while capacity < planned.len() {
            (level, capacity) = (level + 1, capacity * WIDTH);
        }
        tree.grow_over(&mut planned, level, spots);
        (_, tree.settled) = tree.refit_below(tree.root);
        tree
    }

    /// Makes the root, over these; what is below its children grows on all cores.
    fn grow_over(&mut self, items: &mut [Planned], level: u16, spots: &mut Spots) {
        if items.len() < WORTH_A_THREAD {
            self.clear();
            self.root = self.grow_node(items, level);
        } else {
            let (moves, horizon) = (self.drifts.is_some(), self.horizon);
            let parts = parts(items, WIDTH.pow(u32::from(level)));
            let grown = map_on_all_cores(parts, |items: &mut [Planned]| {
                let mut tree = Self::new(moves);
                tree.horizon = horizon;
                tree.clear();
                let root = tree.grow_node(items, level - 1);
                Grown { tree, root }
            });
            self.node_mut(0).level = level;
            for Grown { mut tree, root } in grown {
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
    }

    /// A node over these, and all below it.
    fn grow_node(&mut self, items: &mut [Planned], level: u16) -> u32 {
        let index = self.make(level);
        let mut unused = Spots::new();
        if level == 0 {
            for &Planned { child, .. } in items.iter() {
                self.put(index, child);
            }
            return index;
        }
        for part in parts(items, WIDTH.pow(u32::from(level))) {
            let child = self.grow_node(part, level - 1);
            self.push(index, (self.all_of(child), child), &mut unused);
        }
        index
    }
}

/// Up to eight parts of at most so many items each, all but one of them of whole nodes.
fn parts(items: &mut [Planned], capacity: usize) -> Vec<&mut [Planned]> {
    let mut done = Vec::new();
    let mut waiting: Vec<&mut [Planned]> = [items].into();
    while let Some(items) = waiting.pop() {
        if items.len() <= capacity {
            done.push(items);
            continue;
        }
        let count = cut(items, capacity);
        let (first, rest) = items.split_at_mut(count);
        waiting.push(rest);
        waiting.push(first);
    }
    done
}

/// What is around some items, and how many they are.
const NOTHING: (Span, usize) = (Span::EMPTY, 0);

fn both(a: &(Span, usize), b: &(Span, usize)) -> (Span, usize) {
    (a.0.joined(&b.0), a.1 + b.1)
}

/// Orders the items so that the first of them, a multiple of the capacity, are apart from the rest.
fn cut(items: &mut [Planned], capacity: usize) -> usize {
    let mut ends = [(f32::INFINITY, f32::NEG_INFINITY); 3];
    for item in items.iter() {
        for (k, (a, b)) in ends.iter_mut().enumerate() {
            (*a, *b) = (a.min(item.middle(k)), b.max(item.middle(k)));
        }
    }
    let scale = ends.map(|(a, b)| BINS as f32 / (b - a));
    let mut bins = [[NOTHING; BINS]; 3];
    for item in items.iter() {
        for (k, bins) in bins.iter_mut().enumerate() {
            let bin = ((item.middle(k) - ends[k].0) * scale[k]) as usize;
            let bin = &mut bins[bin.min(BINS - 1)];
            *bin = both(bin, &(item.swept, 1));
        }
    }
    let mut best = (f32::INFINITY, 0, items.len() / 2);
    for (k, bins) in bins.iter().enumerate() {
        if !(scale[k] > 0.0 && scale[k] < f32::INFINITY) {
            continue;
        }
        let cost = |(span, count): &(Span, usize)| span.half_area() * *count as f32;
        let mut rest = *bins;
        for at in (1..BINS - 1).rev() {
            rest[at] = both(&rest[at], &rest[at + 1]);
        }
        let mut first = NOTHING;
        for at in 1..BINS {
            first = both(&first, &bins[at - 1]);
            let cost = cost(&first) + cost(&rest[at]);
            if cost < best.0 && first.1 > 0 {
                best = (cost, k, first.1);
            }
        }
    }
    let (_, k, count) = best;
    let whole = items.len().div_ceil(capacity);
    let count = capacity * ((count + capacity / 2) / capacity).clamp(1, whole - 1);
    items.select_nth_unstable_by(count, |a, b| a.middle(k).total_cmp(&b.middle(k)));
    count
}

/// In which time things move as far as they are from each other, about.
fn horizon(items: &[(Bounds, u32)]) -> f32 {
    let all = items.iter().fold(Span::EMPTY, |all, (bounds, _)| all.joined(&bounds.place));
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
