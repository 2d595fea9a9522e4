//! The data of a tree: an array of nodes, which refer to each other by index.

use super::node::{Lanes, SceneNode};
use crate::bytes::Buffer;
use crate::number::ask_ahead;
use alloc::vec::Vec;

/// A BVH over items. An empty tree has one node: the root, without children.
#[derive(Clone, Debug)]
pub(in crate::scene) struct SceneTree {
    pub(super) nodes: Buffer<SceneNode>,
    /// The velocities of the children of each node; `None` in a tree of items at rest.
    pub(super) drifts: Option<Buffer<Lanes>>,
    pub(super) root: u32,
    /// The indices of unused nodes.
    pub(super) vacant: Vec<u32>,
    /// The time for which items are assumed to move. It only affects how good the tree is.
    pub(super) horizon: f32,
    /// The sum of the surfaces of all boxes when the tree was last built of many items at once,
    /// which is about proportional to the cost of a search.
    pub(super) settled: f32,
}

/// The index of the leaf of each item, by the item's slot.
pub(in crate::scene) type Spots = Vec<u32>;

impl SceneTree {
    pub(in crate::scene) fn new(moves: bool) -> Self {
        let drifts = moves.then(|| Vec::from([Lanes::EMPTY]).into());
        let (nodes, vacant) = (Vec::from([SceneNode::EMPTY]).into(), Vec::new());
        Self { nodes, drifts, root: 0, vacant, horizon: 1.0, settled: 0.0 }
    }

    /// Prefetches a node.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn ask_ahead(&self, index: u32) {
        ask_ahead::<{ size_of::<SceneNode>() / 64 }, _>(&self.nodes[index as usize]);
        if let Some(drifts) = &self.drifts {
            ask_ahead::<{ size_of::<Lanes>() / 64 }, _>(&drifts[index as usize]);
        }
    }

    /// Returns a node, to be changed.
    pub(super) fn node_mut(&mut self, index: u32) -> &mut SceneNode {
        &mut self.nodes.own()[index as usize]
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.nodes.own().clear();
        self.drifts.iter_mut().for_each(|drifts| drifts.own().clear());
    }

    /// The size in bytes of the memory that the tree owns.
    pub(in crate::scene) fn memory(&self) -> usize {
        self.nodes.memory() + self.drifts.as_ref().map_or(0, Buffer::memory)
    }
}
