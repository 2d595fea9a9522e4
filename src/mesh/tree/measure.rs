//! Measuring a tree: all its boxes, slabs and corners are computed from the triangles upwards,
//! after it is built and for a refit.

use super::frame::TrianglesInFrame;
use super::leaf::Leaf;
use super::node::{Below, Child, ChildGrid, MeshNode, NodeBox, WIDTH};
use super::store::MeshTree;
use crate::mesh::cores::collect;
use crate::number::sqrt;
use alloc::vec::Vec;

/// The summary of all triangles below a node.
#[derive(Clone, Copy)]
pub(super) struct Whole {
    bounds: NodeBox,
    /// The sum of the normals of all triangles, where the length of a normal is twice the area; and
    /// the sum of the lengths of these normals.
    normal: [f32; 3],
    area: f32,
    triangles: u32,
}

impl Whole {
    const NOTHING: Self =
        Self { bounds: NodeBox::EMPTY, normal: [0.0; 3], area: 0.0, triangles: 0 };

    fn add(&mut self, other: &Self) {
        self.bounds.add(&other.bounds);
        for k in 0..3 {
            self.normal[k] += other.normal[k];
        }
        self.area += other.area;
        self.triangles += other.triangles;
    }

    /// The direction of the normal, if a slab may be of use.
    fn direction(&self) -> [f32; 3] {
        let [x, y, z] = self.normal;
        let length = sqrt(f64::from(x * x + y * y + z * z)) as f32;
        if self.triangles <= SLAB_UP_TO && length > FLAT_FROM * self.area {
            self.normal.map(|x| x / length)
        } else {
            [0.0; 3]
        }
    }
}

pub(super) fn whole_of<'w>(below: Below, nodes: &'w [Whole], leaves: &'w [Whole]) -> &'w Whole {
    match below.leaf() {
        Some(leaf) => &leaves[leaf],
        None => &nodes[below.index()],
    }
}

/// Visits every triangle of a leaf.
pub(super) fn each_of(leaf: &Leaf, mut visit: impl FnMut(u32)) {
    (0..WIDTH).filter(|&lane| !leaf.repeats(lane)).for_each(|lane| visit(leaf.triangles[lane]));
}

/// Slabs pay off up to this number of triangles, and for surfaces that are bent no more than this.
/// Both were found by measurement; any numbers are correct.
pub(super) const SLAB_UP_TO: u32 = 1024;
pub(super) const FLAT_FROM: f32 = 0.5;

impl MeshTree {
    pub(super) fn measure_all(&mut self, local: &TrianglesInFrame) {
        let of_triangle = |triangle: u32| {
            let corners @ [a, b, c] = local.corners(triangle);
            let [ab, ac] = [b, c].map(|x| [x[0] - a[0], x[1] - a[1], x[2] - a[2]]);
            let normal = [
                ab[1] * ac[2] - ab[2] * ac[1],
                ab[2] * ac[0] - ab[0] * ac[2],
                ab[0] * ac[1] - ab[1] * ac[0],
            ];
            let [x, y, z] = normal;
            let area = sqrt(f64::from(x * x + y * y + z * z)) as f32;
            Whole { bounds: NodeBox::of(&corners), normal, area, triangles: 1 }
        };
        // Children come after their parents.
        let mut wholes = Vec::from_iter((0..self.nodes.len()).map(|_| Whole::NOTHING));
        let of_leaves = collect(self.leaves.len(), |leaf| {
            let mut whole = Whole::NOTHING;
            each_of(&self.leaves[leaf], |triangle| whole.add(&of_triangle(triangle)));
            whole
        });
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            for lane in 0..usize::from(node.count) {
                let below = *whole_of(node.child(lane), &wholes, &of_leaves);
                wholes[index].add(&below);
            }
        }
        let nodes = self.nodes.take();
        let measured = collect(nodes.len(), |index| {
            let places = nodes[index];
            let mut children = [Child { bounds: NodeBox::EMPTY, normal: [0.0; 3] }; WIDTH];
            for (lane, child) in children.iter_mut().enumerate().take(usize::from(places.count)) {
                let whole = whole_of(places.child(lane), &wholes, &of_leaves);
                *child = Child { bounds: whole.bounds, normal: whole.direction() };
            }
            let mut node = places;
            node.set(&children[..usize::from(places.count)], |lane, normal| {
                let mut extent = [f64::INFINITY, f64::NEG_INFINITY];
                self.each_below(&nodes, places.child(lane), &mut |triangle| {
                    for corner in local.corners(triangle) {
                        let x: f64 =
                            (0..3).map(|k| f64::from(normal[k]) * f64::from(corner[k])).sum();
                        extent[0] = if x < extent[0] { x } else { extent[0] };
                        extent[1] = if x > extent[1] { x } else { extent[1] };
                    }
                });
                extent
            });
            node
        });
        let leaves = self.leaves.take();
        let mut grids = alloc::vec![ChildGrid::default(); leaves.len()];
        for node in &measured {
            for lane in 0..usize::from(node.count) {
                if let Some(leaf) = node.child(lane).leaf() {
                    grids[leaf] = node.grid(lane);
                }
            }
        }
        let leaves = collect(leaves.len(), |leaf| leaves[leaf].on_grid(&grids[leaf], local));
        (self.nodes, self.leaves) = (measured.into(), leaves.into());
    }

    /// Visits every triangle below a child.
    pub(super) fn each_below(&self, nodes: &[MeshNode], below: Below, visit: &mut impl FnMut(u32)) {
        match below.leaf() {
            Some(leaf) => {
                each_of(&self.leaves[leaf], visit);
            }
            None => {
                let node = nodes[below.index()];
                (0..usize::from(node.count))
                    .for_each(|lane| self.each_below(nodes, node.child(lane), visit));
            }
        }
    }
}
