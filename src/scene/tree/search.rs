//! The search in the BVHs: the node or item with the least lower bound is visited first. The
//! results are candidates.
//!
//! So a node is opened only if it may contain an item that comes before the answer (G. Hjaltason,
//! H. Samet, *Distance browsing in spatial databases*, 1999, §4).

use super::bounds::{AxisIntervals, MovingBounds, up};
use super::frame::SceneFrame;
use super::node::{Keys, LATE, Lanes, NodeArrival, NodeCloseness, SceneNode, WIDTH, squared};
use super::store::SceneTree;
use crate::number::{Eight, Task, run};
use alloc::collections::BinaryHeap;
use core::cmp::Ordering;

/// The goal of a search, in the frame of the trees.
#[derive(Clone, Copy, Debug)]
pub(in crate::scene) enum ItemGoal {
    /// Items that a body with these bounds and velocities may meet.
    Met(MovingBounds),
    /// Items that may be close, at time zero, to a body in this box.
    Close(AxisIntervals),
}

/// An entry of the queue: a node or an item that is not visited yet. Greater entries are visited
/// first.
#[derive(Clone, Copy, Debug)]
struct QueueEntry<'t> {
    /// A lower bound for a time, or for the square of a distance in the frame of the trees.
    key: f32,
    /// The slot of an item, or the index of a node of a tree.
    index: u32,
    kind: EntryKind<'t>,
}

#[derive(Clone, Copy, Debug)]
enum EntryKind<'t> {
    Item,
    /// A node of that tree.
    Node(&'t SceneTree),
}

impl QueueEntry<'_> {
    /// The order of visits: the least key first; at equal keys items before nodes, because an item
    /// may end the search.
    fn order(&self, other: &Self) -> Ordering {
        let is_item = |of: &Self| matches!(of.kind, EntryKind::Item);
        let by_key = other.key.total_cmp(&self.key);
        by_key.then_with(|| is_item(self).cmp(&is_item(other)))
    }
}

impl PartialEq for QueueEntry<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.order(other) == Ordering::Equal
    }
}

impl Eq for QueueEntry<'_> {}

impl PartialOrd for QueueEntry<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QueueEntry<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order(other)
    }
}

/// A search that returns one candidate at a time, so that its limit can change in between.
pub(in crate::scene) struct SceneSearch<'t> {
    frame: SceneFrame,
    goal: ItemGoal,
    /// Entries with greater keys are not visited.
    limit: f32,
    waiting: BinaryHeap<QueueEntry<'t>>,
}

impl<'t> SceneSearch<'t> {
    /// Starts a search in trees, and in a list of slots that are in no tree. The limit is a time or
    /// a distance, by the goal; candidates beyond it are not returned.
    pub(in crate::scene) fn new(
        trees: impl IntoIterator<Item = &'t SceneTree>,
        others: impl IntoIterator<Item = u32>,
        frame: SceneFrame,
        goal: ItemGoal,
        limit: f64,
    ) -> Self {
        let mut waiting = BinaryHeap::with_capacity(64);
        let others = others.into_iter();
        waiting.extend(others.map(|index| QueueEntry { key: 0.0, index, kind: EntryKind::Item }));
        waiting.extend(trees.into_iter().map(|tree| QueueEntry {
            key: 0.0,
            index: tree.root,
            kind: EntryKind::Node(tree),
        }));
        let mut search = Self { frame, goal, limit: f32::MAX, waiting };
        search.tighten(limit);
        search
    }

    /// Lowers the limit: candidates after this time, or beyond this distance, are not returned.
    pub(in crate::scene) fn tighten(&mut self, limit: f64) {
        let limit = match self.goal {
            ItemGoal::Met(_) => limit,
            ItemGoal::Close(_) => squared(self.frame.length(limit)),
        };
        // The key `LATE` stands for all greater keys, so a limit of at least `LATE` excludes
        // nothing.
        let limit = if limit < f64::from(LATE) { up(limit) } else { f32::MAX };
        self.limit = self.limit.min(limit);
    }

    /// The slot of the next candidate, the likeliest first.
    pub(in crate::scene) fn next(&mut self) -> Option<u32> {
        loop {
            let next = self.waiting.pop()?;
            if next.key > self.limit {
                // All other entries have greater keys.
                self.waiting.clear();
                return None;
            }
            match next.kind {
                EntryKind::Item => return Some(next.index),
                EntryKind::Node(tree) => self.open(next.index, tree),
            }
        }
    }

    /// The slot of the next candidate; `None` if a node must be opened first.
    pub(in crate::scene) fn upcoming(&self) -> Option<u32> {
        let next = self.waiting.peek()?;
        matches!(next.kind, EntryKind::Item).then_some(next.index)
    }

    /// Adds those children of a node to the queue that are within the limit.
    fn open(&mut self, index: u32, tree: &'t SceneTree) {
        let node = tree.node(index);
        let drifts = tree.drifts.as_ref().map(|drifts| &drifts[index as usize]);
        let (keys, mut lanes) = run(Open { goal: &self.goal, node, drifts, limit: self.limit });
        let kind = if node.level == 0 { EntryKind::Item } else { EntryKind::Node(tree) };
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize % WIDTH;
            lanes &= lanes - 1;
            if node.level > 0 {
                tree.ask_ahead(node.below[lane]);
            }
            self.waiting.push(QueueEntry { key: keys[lane], index: node.below[lane], kind });
        }
    }
}

/// The part of a search that computes with eight lanes at once: the keys of all children of a node.
pub(super) struct Open<'s> {
    pub(super) goal: &'s ItemGoal,
    pub(super) node: &'s SceneNode,
    pub(super) drifts: Option<&'s Lanes>,
    pub(super) limit: f32,
}

impl Task for Open<'_> {
    type Output = Keys;

    #[cfg_attr(hot, inline(always))]
    fn run<E: Eight>(self) -> Keys {
        match self.goal {
            ItemGoal::Met(bounds) => {
                NodeArrival::<E>::new(bounds).keys(self.node, self.drifts, self.limit)
            }
            ItemGoal::Close(place) => NodeCloseness::<E>::new(place).keys(self.node, self.limit),
        }
    }
}
