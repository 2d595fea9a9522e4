//! FLOOR 4: many triangles, answering as one obstacle.
//!
//! A mesh answers as brute force over its triangles does, to the last bit: the tree rules out only
//! what certainly comes too late, and what remains is compared by exact times.

mod all;
mod ask;
mod beside;
mod border;
mod candidate;
mod capsule;
mod cores;
mod crossing;
#[cfg(feature = "compact")]
mod doubles;
mod flat;
mod found;
mod in_frame;
mod indexed;
mod instance;
mod many;
mod neighbours;
mod obstacle;
mod saved;
mod solid;
mod stay;
mod sweep;
mod tree;

pub(crate) use all::Triangles;
#[cfg(feature = "parallel")]
pub use cores::on_all_cores;
pub(crate) use cores::{IsCancelled, map as map_on_all_cores, unless};
pub use indexed::{Mesh, MeshFeature};
pub use instance::{MeshInstance, SharedInstance};
pub use neighbours::Neighbours;
pub use solid::{Location, Solid};
