//! The `tangency` command as a library, for tests of its input and output. `tangency_files` handles
//! the files, and `tangency_demo` is the demo.
//!
//! - [`query`]: one JSON request a line in, one JSON answer a line out
//! - [`view`]: the page that shows first contact, on a mesh and the results of `cast`
//! - [`self_test`]: a million answers, and their known checksum
//! - [`args`]: the arguments of the command line

pub mod args;
pub mod query;
pub mod self_test;
pub mod view;
