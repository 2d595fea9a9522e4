//! Changes of single items: insertion, removal, and new bounds.

use super::bounds::{AxisIntervals, MovingBounds};
use super::node::{Lanes, NONE, SceneNode, WIDTH};
use super::store::{SceneTree, Spots};
use alloc::vec::Vec;

/// The tree is built again if the sum of the surfaces of its boxes exceeds the sum after the last
/// build by more than this factor (`cargo bench -p tangency --bench world`).
const WORN: f32 = 1.25;

/// A child with its bounds.
pub(super) type BoundedChild = (MovingBounds, u32);

impl SceneTree {
    pub(super) fn node(&self, index: u32) -> &SceneNode {
        &self.nodes[index as usize]
    }

    /// The bounds of a child.
    pub(super) fn bounds(&self, index: u32, lane: usize) -> MovingBounds {
        let drift = self
            .drifts
            .as_ref()
            .map_or(AxisIntervals::STILL, |drifts| drifts[index as usize].get(lane));
        MovingBounds { place: self.node(index).places.get(lane), drift }
    }

    fn set_bounds(&mut self, index: u32, lane: usize, bounds: &MovingBounds) {
        self.node_mut(index).places.set(lane, &bounds.place);
        if let Some(drifts) = &mut self.drifts {
            drifts.own()[index as usize].set(lane, &bounds.drift);
        }
    }

    fn each_child(&self, index: u32) -> impl Iterator<Item = BoundedChild> {
        let children = self.node(index).children().iter().enumerate();
        children.map(move |(lane, &child)| (self.bounds(index, lane), child))
    }

    /// The bounds that contain all children of a node.
    pub(super) fn all_of(&self, index: u32) -> MovingBounds {
        let node = self.node(index);
        let count = usize::from(node.count);
        let drift = match &self.drifts {
            Some(drifts) => drifts[index as usize].all(count),
            None if count == 0 => AxisIntervals::EMPTY,
            None => AxisIntervals::STILL,
        };
        MovingBounds { place: node.places.all(count), drift }
    }

    /// Creates a node without children.
    pub(super) fn make(&mut self, level: u16) -> u32 {
        let node = SceneNode { level, ..SceneNode::EMPTY };
        if let Some(index) = self.vacant.pop() {
            *self.node_mut(index) = node;
            return index;
        }
        self.nodes.own().push(node);
        if let Some(drifts) = &mut self.drifts {
            drifts.own().push(Lanes::EMPTY);
        }
        (self.nodes.len() - 1) as u32
    }

    /// Puts a child into a free lane.
    pub(super) fn put(&mut self, index: u32, (bounds, child): BoundedChild) {
        let node = self.node_mut(index);
        let lane = usize::from(node.count);
        node.below[lane] = child;
        node.count += 1;
        self.set_bounds(index, lane, &bounds);
    }

    /// Puts a child into a free lane, and records the node as its leaf or parent.
    pub(super) fn push(&mut self, index: u32, child: BoundedChild, spots: &mut Spots) {
        self.put(index, child);
        if self.node(index).level == 0 {
            spots[child.1 as usize] = index;
        } else {
            self.node_mut(child.1).parent = index;
        }
    }

    /// The parent of a node, and the lane of the node in its parent; `None` for the root.
    fn above(&self, index: u32) -> Option<(u32, usize)> {
        let parent = self.node(index).parent;
        (parent != NONE).then_some(())?;
        Some((parent, self.node(parent).lane(index)?))
    }

    /// Inserts an item.
    pub(in crate::scene) fn insert(&mut self, bounds: MovingBounds, slot: u32, spots: &mut Spots) {
        if slot as usize >= spots.len() {
            spots.resize(slot as usize + 1, NONE);
        }
        let mut leaf = self.root;
        if self.node(leaf).count == 0 {
            let horizon = bounds.width() / bounds.speed();
            self.horizon = if horizon > 0.0 && horizon < f32::INFINITY { horizon } else { 1.0 };
        }
        while self.node(leaf).level > 0 {
            let lane = self.best_lane(leaf, &bounds);
            leaf = self.node(leaf).below[lane];
        }
        self.add(leaf, (bounds, slot), spots);
    }

    /// The lane of the child whose box needs the least additional surface to contain these bounds.
    fn best_lane(&self, index: u32, bounds: &MovingBounds) -> usize {
        let swept = bounds.swept(self.horizon);
        let costs = self.each_child(index).map(|(of, _)| {
            let of = of.swept(self.horizon);
            let area = of.half_area();
            (of.joined(&swept).half_area() - area, area)
        });
        let least = costs
            .enumerate()
            .min_by(|(_, (a, x)), (_, (b, y))| a.total_cmp(b).then(x.total_cmp(y)));
        least.map_or(0, |(lane, _)| lane)
    }

    /// Puts a child into a node, which is split if it is full.
    fn add(&mut self, index: u32, child: BoundedChild, spots: &mut Spots) {
        if usize::from(self.node(index).count) < WIDTH {
            self.push(index, child, spots);
            self.grow(index, &child.0);
            return;
        }
        let mut children: Vec<BoundedChild> = self.each_child(index).collect();
        children.push(child);
        let count = self.part(&mut children);
        let (mine, others) = children.split_at(count);
        let (level, parent) = (self.node(index).level, self.node(index).parent);
        let beside = self.make(level);
        self.node_mut(index).count = 0;
        mine.iter().for_each(|&child| self.push(index, child, spots));
        others.iter().for_each(|&child| self.push(beside, child, spots));
        let other = (self.all_of(beside), beside);
        if parent == NONE {
            let root = self.make(level + 1);
            let old = (self.all_of(index), index);
            self.push(root, old, spots);
            self.push(root, other, spots);
            self.root = root;
        } else {
            self.refit(index);
            self.add(parent, other, spots);
        }
    }

    /// Orders nine children, one more than a node can have, so that they can be split into two
    /// nodes with little surface. Returns the number of children of the first node.
    fn part(&self, children: &mut [BoundedChild]) -> usize {
        let cost = |children: &[BoundedChild]| {
            let all =
                children.iter().fold(MovingBounds::EMPTY, |all, (bounds, _)| all.joined(bounds));
            all.swept(self.horizon).half_area() * children.len() as f32
        };
        let sort = |children: &mut [BoundedChild], k: usize| {
            let middle = |(bounds, _): &BoundedChild| {
                let swept = bounds.swept(self.horizon);
                swept.min[k] + swept.max[k]
            };
            children.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
        };
        let mut best = (f32::INFINITY, 0, WIDTH / 2);
        for k in 0..3 {
            sort(children, k);
            for count in 3..=WIDTH + 1 - 3 {
                let (first, rest) = children.split_at(count);
                let cost = cost(first) + cost(rest);
                if cost < best.0 {
                    best = (cost, k, count);
                }
            }
        }
        sort(children, best.1);
        best.2
    }

    /// Enlarges the boxes above a node so that they contain new bounds.
    fn grow(&mut self, mut index: u32, bounds: &MovingBounds) {
        while let Some((parent, lane)) = self.above(index) {
            let old = self.bounds(parent, lane);
            if old.holds(bounds) {
                return;
            }
            self.set_bounds(parent, lane, &old.joined(bounds));
            index = parent;
        }
    }

    /// Refits the boxes above a node to the contents of the node.
    fn refit(&mut self, mut index: u32) {
        while let Some((parent, lane)) = self.above(index) {
            let bounds = self.all_of(index);
            if self.bounds(parent, lane) == bounds {
                return;
            }
            self.set_bounds(parent, lane, &bounds);
            index = parent;
        }
    }

    /// Sets the bounds of an item in its leaf. The nodes above are not updated until
    /// [`refit_all`](Self::refit_all).
    pub(in crate::scene) fn set(&mut self, bounds: &MovingBounds, slot: u32, spots: &Spots) {
        let leaf = spots[slot as usize];
        if let Some(lane) = self.node(leaf).lane(slot) {
            self.set_bounds(leaf, lane, bounds);
        }
    }

    /// Refits all nodes to their contents. Returns whether the tree is much worse than when it was
    /// last built of many items at once, or was never built of many items at once.
    #[must_use]
    pub(in crate::scene) fn refit_all(&mut self) -> bool {
        let (_, surface) = self.refit_below(self.root);
        surface > WORN * self.settled
    }

    /// Refits a node and all its descendants. Returns the bounds of the node, and the sum of the
    /// surfaces of the boxes of all these nodes.
    pub(super) fn refit_below(&mut self, index: u32) -> (MovingBounds, f32) {
        let mut surface = 0.0;
        if self.node(index).level > 0 {
            for lane in 0..usize::from(self.node(index).count) {
                let (bounds, below) = self.refit_below(self.node(index).below[lane]);
                self.set_bounds(index, lane, &bounds);
                surface += below + bounds.swept(self.horizon).half_area();
            }
        }
        (self.all_of(index), surface)
    }

    /// Removes an item.
    pub(in crate::scene) fn remove(&mut self, slot: u32, spots: &mut Spots) {
        let leaf = core::mem::replace(&mut spots[slot as usize], NONE);
        self.take(leaf, slot);
        while self.node(self.root).level > 0 && self.node(self.root).count == 1 {
            let only = self.node(self.root).below[0];
            let old = core::mem::replace(&mut self.root, only);
            self.node_mut(only).parent = NONE;
            self.vacant.push(old);
        }
    }

    /// Removes a child from a node, and removes the node too if it becomes empty.
    fn take(&mut self, index: u32, child: u32) {
        let Some(lane) = self.node(index).lane(child) else { return };
        let last = usize::from(self.node(index).count) - 1;
        let bounds = self.bounds(index, last);
        self.set_bounds(index, lane, &bounds);
        let node = self.node_mut(index);
        node.below[lane] = node.below[last];
        node.count -= 1;
        let parent = node.parent;
        if last > 0 || parent == NONE {
            self.refit(index);
        } else {
            self.take(parent, index);
            self.vacant.push(index);
        }
    }

    /// Changes the position or the velocity of an item. If the new bounds are within the bounds
    /// that the parent has for the leaf, only the leaf changes.
    pub(in crate::scene) fn change(&mut self, bounds: MovingBounds, slot: u32, spots: &mut Spots) {
        let leaf = spots[slot as usize];
        let stays =
            self.above(leaf).is_none_or(|(parent, lane)| self.bounds(parent, lane).holds(&bounds));
        match self.node(leaf).lane(slot) {
            Some(lane) if stays => self.set_bounds(leaf, lane, &bounds),
            _ => {
                self.remove(slot, spots);
                self.insert(bounds, slot, spots);
            }
        }
    }
}
