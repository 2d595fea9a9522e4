//! The bounding volume hierarchy (BVH) over the triangles of a mesh, for moving round bodies, boxes
//! and hulls.
//!
//! A node has up to eight children in two cache lines (`node.rs`); below the last nodes are leaves
//! of up to eight triangles, with their corners on a coarse grid (`leaf.rs`). All coordinates are
//! `f32` in a frame of the tree's own, in which no coordinate exceeds one half. The search is depth
//! first, the nearest child first. Its results are candidates: triangles that the bounds
//! (`bound.rs`) cannot rule out, finally with their exact corners. Exact arithmetic then chooses
//! among the candidates. So the tree rules out only triangles that are certainly not the answer,
//! however its floats are rounded.
//!
//! Boxes in `f32`, whatever the scalar of the mesh is, take half the memory and give twice the
//! lanes, and the frame excludes overflow. One number, by which the radius is enlarged
//! (`bound.rs`), covers all roundings, which is proven (`docs/theory.md`, §9). Nodes are full,
//! because splits become nodes by a plan from below (`plan.rs`).
//!
//! Source: the methods of wide trees are those of I. Wald, C. Benthin, S. Boulos, *Getting rid of
//! packets*, 2008, and H. Ylitie, T. Karras, S. Laine, *Efficient incoherent ray traversal on GPUs
//! through compressed wide BVHs*, 2017.

mod arrival;
mod bound;
mod box_arrival;
mod build;
mod closeness;
mod eights;
mod frame;
mod geometry;
mod hull;
mod hull_arrival;
#[cfg(test)]
mod laws;
mod leaf;
mod measure;
mod node;
mod plan;
mod saved;
mod search;
mod split;
mod store;

pub(super) use bound::{HalfAxes, TreeBody, above, cross, dot, greater, greatest, sum};
pub(super) use frame::{MeshSurface, TreeFrame};
pub(super) use hull::TreeHull;
pub(super) use leaf::Leaf;
pub(super) use node::MeshNode;
pub(super) use search::{MeshSearch, TriangleGoal};
pub(super) use store::MeshTree;
