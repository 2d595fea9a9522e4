//! What a tree is: nodes side by side, each known by its number.

use super::node::{Lanes, Node};
use crate::bytes::Buffer;
use crate::number::ask_ahead;
use alloc::vec::Vec;

/// A tree; empty, it has one node, the root, without children.
#[derive(Clone, Debug)]
pub(in crate::scene) struct Tree {
    pub(super) nodes: Buffer<Node>,
    /// The velocities of the children of each node; none in a tree of what is at rest.
    pub(super) drifts: Option<Buffer<Lanes>>,
    pub(super) root: u32,
    /// Nodes that are not used.
    pub(super) vacant: Vec<u32>,
    /// How far things are thought to move while they are looked at: what counts where a tree is
    /// planned, and nowhere else.
    pub(super) horizon: f32,
    /// How large the surface of its nodes was when it was made of many items at once: about what a
    /// search costs.
    pub(super) settled: f32,
}

/// Where each item stands: the node of a leaf, by the item's slot.
pub(in crate::scene) type Spots = Vec<u32>;

impl Tree {
    pub(in crate::scene) fn new(moves: bool) -> Self {
        let drifts = moves.then(|| Vec::from([Lanes::EMPTY]).into());
        let (nodes, vacant) = (Vec::from([Node::EMPTY]).into(), Vec::new());
        Self { nodes, drifts, root: 0, vacant, horizon: 1.0, settled: 0.0 }
    }

    /// A node will be looked at.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn ask_ahead(&self, index: u32) {
        ask_ahead::<{ size_of::<Node>() / 64 }, _>(&self.nodes[index as usize]);
        if let Some(drifts) = &self.drifts {
            ask_ahead::<{ size_of::<Lanes>() / 64 }, _>(&drifts[index as usize]);
        }
    }

    /// A node, to be changed.
    pub(super) fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes.own()[index as usize]
    }

    /// Leaves no node.
    pub(super) fn clear(&mut self) {
        self.nodes.own().clear();
        self.drifts.iter_mut().for_each(|drifts| drifts.own().clear());
    }

    /// Bytes of memory that are its own.
    pub(in crate::scene) fn memory(&self) -> usize {
        self.nodes.memory() + self.drifts.as_ref().map_or(0, Buffer::memory)
    }
}
