//! The job of most tests.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use tangency_files::cast::{Job, Source, Tables};
use tangency_files::table::{Question, Scalar};

/// A job for the first contacts of all spheres of a table with a mesh, on two threads.
pub fn job(mesh: PathBuf, spheres: PathBuf, output: PathBuf) -> Job {
    Job {
        source: Source::File(mesh),
        save_tree: None,
        tables: Some(Tables { spheres, output }),
        shard: None,
        force: false,
        question: Question::First,
        threads: NonZeroUsize::new(2).expect("two threads"),
        t_max: None,
        hulls: None,
        path: None,
        scalar: Scalar::F64,
    }
}
