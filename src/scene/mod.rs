//! FLOOR 5: many shapes and meshes, each on its own way, answering as one obstacle.
//!
//! A scene answers as if each of its items were asked by itself and the answers were compared by
//! exact numbers (`found.rs`). Items that certainly come too late are not asked: a tree says which
//! (`tree/`), over bounds of where they are (`reach.rs`, `places.rs`). What asks is told apart in
//! one place (`mover.rs`): a sphere, which meets all items, or a capsule, which does not meet all
//! kinds of them (`capsules.rs`).
//!
//! Rounded times are compared first: rounding is monotone, so different floats are in the right
//! order, and only equal ones need exact numbers. Items are queried as users query them, so a scene
//! decides nothing itself.
//!
//! `entries.rs` is the scene, `item.rs` an item, `store.rs` the items by name, `pairs.rs` the
//! contacts of items with each other, and `saved.rs` the scene and its trees as bytes.

mod capsules;
mod entries;
mod found;
mod item;
mod mover;
mod pairs;
mod places;
mod reach;
mod saved;
mod spheres;
mod store;
mod tree;

pub use capsules::{CapsuleScene, NotMet};
pub use entries::{Scene, SceneFeature};
pub use item::{Item, ItemFeature, ItemShape};
pub use pairs::{NoPair, PairContact};
pub use store::Id;
