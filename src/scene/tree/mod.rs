//! A tree of boxes over the items of a scene, which move.
//!
//! Each node has up to eight children. Of each child it knows a box in which all of it is at time
//! zero, and a box of velocities at which all of it moves; both in `f32`, rounded outwards, in a
//! frame of the tree's own. So it bounds from below when a body can first be at a child, or how
//! near a child is at time zero (`node.rs`). A search leaves candidates and decides nothing.
//!
//! There are two trees: what is at rest needs no velocities, and one fast thing would make the
//! boxes of all its neighbours wide. What no box in `f32` can hold, such as a half-space, stands in
//! a list beside them.
//!
//! All leaves are equally deep, so whatever is inserted in whatever order, the tree stays flat
//! (`edit.rs`). Many items at once are sorted into full nodes (`build.rs`).
//!
//! Where many items move at once, the tree keeps its nodes and gets other boxes, and is built again
//! when their surface has grown by a quarter (`edit.rs`). Since a search only leaves candidates,
//! answers are those of a pass over all items, to the last bit (`tests/world.rs`).
//!
//! Source: for what moves, S. Šaltenis, C. Jensen, S. Leutenegger, M. Lopez, *Indexing the
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

pub(super) use bounds::Bounds;
pub(super) use frame::Frame;
pub(super) use node::{Lanes, NONE, Node};
pub(super) use search::{Goal, Search};
pub(super) use store::{Spots, Tree};
