//! The data of a tree.

use super::frame::TreeFrame;
use super::leaf::Leaf;
use super::node::MeshNode;
use crate::bytes::Buffer;

/// The greatest number of levels of a tree: one more than in the trees that are built here, whose
/// last eleven levels halve their parts.
pub(super) const LEVELS: usize = 32;

/// The BVH over the triangles of a mesh.
#[derive(Clone, Debug)]
pub(in crate::mesh) struct MeshTree {
    pub(super) frame: TreeFrame,
    pub(super) nodes: Buffer<MeshNode>,
    pub(super) leaves: Buffer<Leaf>,
}

impl MeshTree {
    pub(in crate::mesh) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.leaves[..])
    }

    pub(in crate::mesh) fn frame(&self) -> &TreeFrame {
        &self.frame
    }
}
