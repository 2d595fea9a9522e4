//! Building a tree: the triangles are split in two where the surface area heuristic over a few bins
//! is least, until each part fits in a leaf. Then splits become nodes of up to eight children, so
//! that the sum of the surfaces of all nodes is least. Then all boxes are computed from the
//! triangles upwards.
//!
//! Sources: I. Wald, *On fast construction of SAH-based bounding volume hierarchies*, 2007, where
//! the cost of a part is counted in leaves; H. Ylitie, T. Karras, S. Laine, *Efficient incoherent
//! ray traversal on GPUs through compressed wide BVHs*, 2017, §3.1.

use super::frame::{MeshSurface, TreeFrame, TrianglesInFrame};
use super::leaf::Leaf;
use super::node::NodeBox;
use super::plan::PlannedTree;
use super::split::PendingTriangle;
use super::store::MeshTree;
use crate::mesh::cores::collect;
use crate::shape::Scalar;
use alloc::vec::Vec;

/// After this many splits, parts are halved instead, which ends within thirty more splits.
const SPLITS_OF_HEURISTIC: usize = 64;

impl MeshTree {
    /// Builds a tree over the triangles of a mesh, all of which lie in this box.
    pub(in crate::mesh) fn new<T: Scalar>(
        surface: MeshSurface<T>,
        min: [f64; 3],
        max: [f64; 3],
    ) -> Self {
        let frame = TreeFrame::around::<T>(min, max);
        let local = TrianglesInFrame::of(&surface, &frame);
        let mut items = collect(surface.triangles.len(), |i| PendingTriangle {
            bounds: NodeBox::of(&local.corners(i as u32)),
            triangle: i as u32,
        });
        let grow = |items: &mut [PendingTriangle], splits| PlannedTree::over(items, &local, splits);
        // A tree whose parts are halved from the start never has too many levels.
        let grown = grow(&mut items, SPLITS_OF_HEURISTIC).or_else(|| grow(&mut items, 0));
        let PlannedTree { nodes, leaves } =
            grown.unwrap_or(PlannedTree { nodes: Vec::new(), leaves: Vec::new() });
        drop(items);
        let mut tree = Self { frame, nodes: nodes.into(), leaves: leaves.into() };
        tree.measure_all(&local);
        tree
    }

    /// Refits the tree: computes all boxes, slabs and corners from the vertices, all of which lie
    /// in this box. The topology of the tree is kept, unless corners that coincided have moved
    /// apart and no longer fit in a leaf: then the tree is built again.
    pub(in crate::mesh) fn measure<T: Scalar>(
        &mut self,
        surface: MeshSurface<T>,
        min: [f64; 3],
        max: [f64; 3],
    ) {
        let frame = TreeFrame::around::<T>(min, max);
        let local = TrianglesInFrame::of(&surface, &frame);
        let moved = collect(self.leaves.len(), |leaf| self.leaves[leaf].moved(&local));
        match moved.into_iter().collect::<Option<Vec<Leaf>>>() {
            Some(leaves) => {
                (self.frame, self.leaves) = (frame, leaves.into());
                self.measure_all(&local);
            }
            None => *self = Self::new(surface, min, max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::each_of;
    use super::super::node::Below;
    use super::super::store::LEVELS;
    use super::{NodeBox, PendingTriangle, PlannedTree, SPLITS_OF_HEURISTIC, TrianglesInFrame};
    use crate::random::Random;
    use std::vec::Vec;

    fn check(grown: &PlannedTree, below: Below, level: usize, found: &mut [u32]) {
        match below.leaf() {
            Some(leaf) => each_of(&grown.leaves[leaf], |triangle| found[triangle as usize] += 1),
            None => {
                assert!(level <= LEVELS);
                let node = &grown.nodes[below.index()];
                for lane in 0..usize::from(node.count) {
                    check(grown, node.child(lane), level + 1, found);
                }
            }
        }
    }

    /// Tests the tree by the heuristic, and the tree whose parts are only halved, which replaces a
    /// tree with too many levels. The clusters of triangles, each a quarter as large and as far
    /// away as the one before, are split off one by one.
    #[test]
    fn each_triangle_stands_in_one_pack_and_not_too_deep() {
        let mut random = Random(31);
        let mut local = TrianglesInFrame { vertices: Vec::new(), triangles: &[] };
        let mut triangles = Vec::new();
        for cluster in 0..55 {
            // A power of a quarter.
            let scale = f32::from_bits((127 - 2 * cluster) << 23);
            for number in 0..40 {
                let first = local.vertices.len() as u32;
                let mut corner = || random.vector(0.5, 1.0).map(|x| x as f32 * scale);
                local.vertices.extend([corner(), corner(), corner()]);
                // Every second triangle shares two corners with the triangle before.
                let shared = if number % 2 == 1 { first - 3 } else { first };
                triangles.push([shared, shared + 1, first + 2]);
            }
        }
        local.triangles = &triangles;
        let items = Vec::from_iter((0..triangles.len() as u32).map(|triangle| PendingTriangle {
            bounds: NodeBox::of(&local.corners(triangle)),
            triangle,
        }));
        let grow = |splits| PlannedTree::over(&mut items.clone(), &local, splits).unwrap();
        let [by_area, halved] = [SPLITS_OF_HEURISTIC, 0].map(grow);
        assert_ne!(by_area.leaves.len(), halved.leaves.len());
        for grown in [by_area, halved] {
            let mut found = std::vec![0; triangles.len()];
            // The root is below no other node.
            let root = &grown.nodes[0];
            for lane in 0..usize::from(root.count) {
                check(&grown, root.child(lane), 2, &mut found);
            }
            assert!(found.iter().all(|&count| count == 1));
        }
    }
}
