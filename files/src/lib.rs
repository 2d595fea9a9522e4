//! First contact from file to file: the tables and mesh files of the `tangency` command and of the
//! Python package `tangency`.
//!
//! ```no_run
//! use std::num::NonZeroUsize;
//! use tangency_files::cast::{self, Job, Source, Tables};
//! use tangency_files::table::{Question, Scalar};
//! use tangency_files::{Interrupt, progress};
//!
//! let job = Job {
//!     source: Source::File("part.stl".into()),
//!     save_tree: None,
//!     tables: Some(Tables { spheres: "spheres.csv".into(), output: "hits.parquet".into() }),
//!     shard: None,
//!     force: false,
//!     question: Question::First,
//!     threads: NonZeroUsize::MIN,
//!     t_max: None,
//!     hulls: None,
//!     path: None,
//!     scalar: Scalar::F64,
//! };
//! let summary = cast::run(&job, &Interrupt::default(), &progress::hidden)?;
//! println!("{summary}");
//! # Ok::<(), cast::CastError>(())
//! ```
//!
//! - [`cast`]: casts a table of moving spheres at a mesh or a scene, to a table of results
//! - [`join`]: joins the results of several shards to the table of a single run
//! - [`table`], [`mesh_file`], [`scene_file`]: the files that these read and write
//! - [`lines`]: lines of any length in bounded memory
//! - [`staged`]: a file that is put in its place whole or not at all
//! - [`threads`]: the number of threads
//!
//! Features: `parquet` (on by itself) reads and writes Parquet, `bar` has a bar for terminals
//! ([`progress`]).
//!
//! # Layout
//! This crate has no geometry, listens to no signals and prints nothing: callers stop a job by
//! `interrupt.rs` and watch it by `progress.rs`. `staged.rs` puts every file in its place whole or
//! not at all, and never replaces an input. `seen.rs` opens inputs, refuses devices, and reports
//! whether an input changed while it was read. `threads.rs` holds the two thread pools and caps the
//! number of threads at the cores. In `cast/`, only `target.rs` depends on whether a mesh or a
//! scene is queried. `shards.rs` manages the folder of a job in shards; `saved.rs` maps saved trees
//! to memory.

pub mod cast;
mod contained;
mod counts;
mod digest;
mod interrupt;
pub mod join;
pub mod lines;
pub mod mesh_file;
pub mod progress;
mod saved;
pub mod scene_file;
mod seen;
pub mod shards;
pub mod staged;
pub mod table;
pub mod threads;

pub use interrupt::Interrupt;
pub use tangency_protocol::number;
