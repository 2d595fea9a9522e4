//! What a tree consists of.

use super::frame::Frame;
use super::leaf::Leaf;
use super::node::Node;
use crate::bytes::Buffer;

/// How many levels a tree may have at most: one more than those that are made here, of which the
/// last eleven halve their parts.
pub(super) const LEVELS: usize = 32;

/// A tree over the triangles of a mesh.
#[derive(Clone, Debug)]
pub(in crate::mesh) struct Tree {
    pub(super) frame: Frame,
    pub(super) nodes: Buffer<Node>,
    pub(super) leaves: Buffer<Leaf>,
}

impl Tree {
    pub(in crate::mesh) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.leaves[..])
    }

    pub(in crate::mesh) fn frame(&self) -> &Frame {
        &self.frame
    }
}
