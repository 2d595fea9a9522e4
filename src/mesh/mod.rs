//! FLOOR 4: triangle meshes, each of which is queried as one obstacle.
//!
//! A mesh returns the same answers as brute force over its triangles, to the last bit. The search
//! in the bounding volume hierarchy (BVH) rules out only triangles that certainly come too late,
//! and the remaining candidates are compared by exact times.
//!
//! - `indexed.rs` is the mesh; `instance.rs` a mesh with a rotation and a translation, whose
//!   vertices and tree are shared with others; `saved.rs` the mesh and its tree as bytes.
//! - `tree/` is the BVH: quantised boxes over triangles. Its search returns candidate triangles and
//!   decides nothing.
//! - A query: `sweep.rs` and `in_frame.rs` bring the motion into the frame of the tree, `ask.rs`
//!   decides the candidates, `found.rs` compares them, and `separating_plane.rs` rules out the
//!   neighbours of a touched triangle. `candidate.rs` has everything that a mesh requires of a
//!   cast at one triangle, so no other file depends on the kind of body.
//! - `convex.rs`, `convex_at_rest.rs` and `touched.rs` have the queries of boxes, triangles and
//!   hulls, which are decided as pairs of convex shapes.
//! - More queries: `all.rs` (all contacts, any contact), `stay.rs` (the last contact), `many.rs`
//!   (many spheres).
//! - Topology, on request: `neighbours.rs` (adjacency), `border.rs` (whether the mesh is closed),
//!   `flat.rs` (internal edges), `solid.rs` with `crossing.rs` (the interior of a closed mesh).

mod all;
mod ask;
mod border;
mod candidate;
mod capsule;
mod convex;
mod convex_at_rest;
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
mod separating_plane;
mod solid;
mod stay;
mod sweep;
mod touched;
mod tree;

pub(crate) use all::Triangles;
pub(crate) use convex::MeshByConvex;
#[cfg(feature = "parallel")]
pub use cores::on_all_cores;
pub(crate) use cores::{IsCancelled, map as map_on_all_cores, unless};
pub(crate) use in_frame::bounds_of_core;
pub use indexed::{Mesh, MeshFeature};
pub use instance::{MeshInstance, SharedInstance};
pub use neighbours::Neighbours;
pub use solid::{Location, Solid};
pub(crate) use stay::end_of_stays;
