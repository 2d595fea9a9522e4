//! FLOOR 5: scenes of many shapes and meshes, each with its own motion, queried as one obstacle.
//!
//! The answer of a scene is the same as if each of its items were queried separately and the
//! answers were compared by exact numbers (`found.rs`). Two bounding volume hierarchies (BVHs,
//! `tree/`) over the bounds of the items (`start_bounds.rs`, `places.rs`) rule out items that are
//! certainly met too late; these are not queried. Only `mover.rs` distinguishes the movers: a
//! sphere meets all items, a capsule (`capsules.rs`) and a convex body (`convex.rs`) do not meet
//! all kinds of items.
//!
//! Rounded times are compared first: rounding is monotone, so different floats are in the right
//! order, and only equal floats need exact numbers. Items are queried by the public queries, so a
//! scene makes no geometric decision itself.
//!
//! `entries.rs` has the scene, `item.rs` an item, `store.rs` the items by name, `pairs.rs` the
//! contacts of items with each other, and `saved.rs` the scene and its trees as bytes.

mod capsules;
mod convex;
mod entries;
mod found;
mod item;
mod mover;
mod pairs;
mod places;
mod saved;
mod spheres;
mod start_bounds;
mod store;
mod tree;

pub use capsules::{CapsuleScene, NotMet};
pub use convex::ConvexScene;
pub use entries::{Scene, SceneFeature};
pub use item::{Item, ItemFeature, ItemShape};
pub use pairs::{NoPair, PairContact};
pub use store::Id;
