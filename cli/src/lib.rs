//! The `tangency` command as a library, for its tests: what it says and hears. What it does with
//! files is `tangency_files`, its demo `tangency_demo`.
//!
//! - [`query`]: one JSON request a line in, one JSON answer a line out
//! - [`view`]: the page that shows first contact, on a mesh and the results of `cast`
//! - [`self_test`]: a million answers, and what they must come to
//! - [`args`]: what can be said on the command line

pub mod args;
pub mod query;
pub mod self_test;
pub mod view;
