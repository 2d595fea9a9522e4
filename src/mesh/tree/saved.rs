//! Trees from saved bytes, with checks that no search in such a tree uses an index out of range.

use super::frame::TreeFrame;
use super::leaf::Leaf;
use super::node::{MeshNode, WIDTH};
use super::store::{LEVELS, MeshTree};
use crate::bytes::Buffer;
use alloc::vec::Vec;

impl MeshTree {
    /// Creates a tree of these parts, over a given number of triangles; `None` if an index is out
    /// of range, or if the nodes are not a tree.
    pub(in crate::mesh) fn of_parts(
        frame: TreeFrame,
        nodes: Buffer<MeshNode>,
        leaves: Buffer<Leaf>,
        triangles: usize,
    ) -> Option<Self> {
        let is_sound = nodes.is_empty() == (triangles == 0)
            && leaves.len() <= i32::MAX as usize
            && leaves
                .iter()
                .flat_map(|leaf| &leaf.triangles)
                .all(|&triangle| (triangle as usize) < triangles)
            && is_tree(&nodes, leaves.len());
        is_sound.then_some(Self { frame, nodes, leaves })
    }

    pub(in crate::mesh) fn nodes(&self) -> &Buffer<MeshNode> {
        &self.nodes
    }

    pub(in crate::mesh) fn leaves(&self) -> &Buffer<Leaf> {
        &self.leaves
    }
}

/// Whether each node except the first is a child of exactly one node that comes before it, and no
/// node is too deep.
fn is_tree(nodes: &[MeshNode], leaves: usize) -> bool {
    // Zero marks nodes that are children of none of the nodes visited so far.
    let mut levels: Vec<u8> = alloc::vec![0; nodes.len()];
    levels.iter_mut().take(1).for_each(|root| *root = 1);
    for (index, node) in nodes.iter().enumerate() {
        let level = levels[index];
        if level == 0 || usize::from(level) > LEVELS || usize::from(node.count) > WIDTH {
            return false;
        }
        let [of_nodes, of_leaves] = node.counts().map(|count| count as usize);
        let (first_node, first_leaf) = (node.first_node as usize, node.first_leaf as usize);
        if of_leaves > 0 && first_leaf.saturating_add(of_leaves) > leaves {
            return false;
        }
        if of_nodes == 0 {
            continue;
        }
        let below = levels.get_mut(first_node..first_node.saturating_add(of_nodes));
        let Some(below) = below.filter(|below| below.iter().all(|l| *l == 0)) else {
            return false;
        };
        below.fill(level + 1);
    }
    true
}
