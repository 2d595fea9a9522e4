//! The `tangency` command as a library: each subcommand is a module, and `main` only calls them.
//!
//! - [`query`]: one JSON request a line in, one JSON answer a line out
//! - [`cast`]: a table of moving spheres against a mesh, to a table of answers
//! - [`join`]: the answers of several shards, to the table that one run would have made
//! - [`demo`]: sample files to try the command on
//! - [`view`]: the page that shows first contact, on a mesh and the results of `cast`
//! - [`table`], [`mesh_file`]: the files that these read and write
//! - [`args`]: what can be said on the command line

pub mod args;
pub mod cast;
pub mod demo;
pub mod join;
pub mod mesh_file;
pub mod query;
pub mod table;
pub mod view;

pub use tangency_protocol::number;

mod digest;
mod staged;
