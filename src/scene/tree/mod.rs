//! The bounding volume hierarchy (BVH) over the items of a scene, which move.
//!
//! Each node has up to eight children. For each child the node has a box that contains the child at
//! time zero, and a box that contains all velocities of the child. Both boxes are in `f32`, rounded
//! outwards, in a frame of the scene's own. So a node gives lower bounds for the first time at
//! which a body can reach a child, or for the distance of a child at time zero (`node.rs`). A
//! search returns candidates and decides nothing.
//!
//! Items at rest and moving items have separate trees: items at rest need no velocities, and in one
//! tree a fast item would widen the boxes of all its neighbours. Items that no box in `f32` can
//! contain, such as a half-space, are in a separate list.
//!
//! All leaves are equally deep, so the tree stays flat whatever the order of insertions is
//! (`edit.rs`). If many items are inserted at once, they are sorted into full nodes (`build.rs`).
//!
//! If many items move at once, the tree is refitted: it keeps its nodes and gets other boxes. It is
//! built again when the surface of the boxes has grown by a quarter (`edit.rs`). Since a search
//! only returns candidates, the answers are the same as if all items were queried, to the last bit
//! (`tests/world.rs`).
//!
//! Source: for moving items, S. Šaltenis, C. Jensen, S. Leutenegger, M. Lopez, *Indexing the
//! positions of continuously moving objects*, 2000, §3; for full nodes, Y. García, M. López, S.
//! Leutenegger, *A greedy algorithm for bulk loading R-trees*, 1998.

mod bounds;
mod build;
mod edit;
mod frame;
#[cfg(test)]
mod laws;
mod node;
mod saved;
mod search;
mod store;

pub(super) use bounds::MovingBounds;
pub(super) use frame::SceneFrame;
pub(super) use node::{Lanes, NONE, SceneNode};
pub(super) use search::{ItemGoal, SceneSearch};
pub(super) use store::{SceneTree, Spots};
