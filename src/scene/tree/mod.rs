//! A tree of boxes over the items of a scene, which move.
//!
//! Each node has up to eight children. Of each child it knows a box in which all of it is at time zero, and a box of velocities
//! at which all of it moves; both in `f32`, rounded outwards, in a frame of the tree's own. So it bounds from below when a body
//! can first be at a child, or how near a child is at time zero (`node.rs`). A search leaves candidates and decides nothing.
//!
//! There are two trees: what is at rest needs no velocities, and one fast thing would make the boxes of all its neighbours wide.
//! What no box in `f32` can hold, such as a half-space, stands in a list beside them.
//!
//! All leaves are equally deep, so whatever is inserted in whatever order, the tree stays flat (`edit.rs`). Many items at once are
//! sorted into full nodes (`build.rs`).
//!
//! Source: for what moves, S. Šaltenis, C. Jensen, S. Leutenegger, M. Lopez, *Indexing the positions of continuously moving
//! objects*, 2000, §3; for full nodes, Y. García, M. López, S. Leutenegger, *A greedy algorithm for bulk loading R-trees*, 1998.

mod bounds;
mod build;
mod edit;
mod frame;
#[cfg(test)]
mod laws;
mod node;
mod search;

pub(super) use bounds::Bounds;
pub(super) use frame::Frame;
pub(super) use search::{Goal, Search};

use alloc::vec::Vec;
use node::{Lanes, Node};

/// A tree; empty, it has one node, the root, without children.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The velocities of the children of each node; none in a tree of what is at rest.
    drifts: Option<Vec<Lanes>>,
    root: u32,
    /// Nodes that are not used.
    vacant: Vec<u32>,
    /// How far things are thought to move while they are looked at: what counts where a tree is planned, and nowhere else.
    horizon: f32,
}

/// Where each item stands: the node of a leaf, by the item's slot.
pub(super) type Spots = Vec<u32>;

impl Tree {
    pub(super) fn new(moves: bool) -> Self {
        let drifts = moves.then(|| [Lanes::EMPTY].into());
        let (nodes, vacant) = ([Node::EMPTY].into(), Vec::new());
        Self { nodes, drifts, root: 0, vacant, horizon: 1.0 }
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        let drifts =
            self.drifts.as_ref().map_or(0, |drifts| drifts.capacity() * size_of::<Lanes>());
        self.nodes.capacity() * size_of::<Node>() + drifts
    }
}
