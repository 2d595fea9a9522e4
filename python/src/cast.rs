//! Long tables: `cast` and `join` from file to file. Ctrl-C becomes a `KeyboardInterrupt`.

use crate::error::bad;
use crate::mesh::{Any, PyMesh, of_job, of_join};
use crate::work::{self, Count};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tangency_files::cast::{self, Hulls, Job, Source, Tables};
use tangency_files::table::{Question, Scalar, Shard};
use tangency_files::{join, progress, threads};

/// The file of the only hull, or the file of each hull by its name.
#[derive(FromPyObject)]
pub enum HullFiles {
    One(PathBuf),
    Named(BTreeMap<String, PathBuf>),
}

/// Casts a table of spheres at a mesh, and returns the summary as JSON.
#[pyfunction]
#[pyo3(signature = (mesh, spheres, output, question, threads, t_max, path, hull, narrow, save_tree, shard, force))]
#[expect(clippy::too_many_arguments, reason = "each is a field of the job; Python names them")]
pub fn cast_table(
    py: Python<'_>,
    mesh: &Bound<'_, PyAny>,
    spheres: PathBuf,
    output: PathBuf,
    question: &str,
    threads: Option<Count>,
    t_max: Option<String>,
    path: Option<String>,
    hull: Option<HullFiles>,
    narrow: bool,
    save_tree: Option<PathBuf>,
    shard: Option<(u32, u32)>,
    force: bool,
) -> PyResult<String> {
    let here = match mesh.cast::<PyMesh>() {
        Ok(mesh) => Some(mesh.get().0.clone()),
        Err(_) => None,
    };
    let source = match here {
        // The mesh is in memory, so the source is ignored.
        Some(_) => Source::File(PathBuf::new()),
        None => Source::File(mesh.extract()?),
    };
    let threads = threads::count(threads.map(|Count(count)| count));
    let shard = match shard {
        None => None,
        Some((index, count)) => match Shard::new(index, count) {
            Ok(shard) => Some(shard),
            Err(reason) => return Err(bad(format!("shard is ({index}, {count}), {reason}"))),
        },
    };
    let job = Job {
        source,
        save_tree,
        tables: Some(Tables { spheres, output }),
        shard,
        force,
        question: match question {
            "first" => Question::First,
            "any" => Question::Any,
            "all" => Question::All,
            other => return Err(bad(format!("question is {other}, must be first, any or all"))),
        },
        threads,
        t_max,
        hulls: hull.map(|files| match files {
            HullFiles::One(file) => Hulls::One(file),
            HullFiles::Named(files) => Hulls::Named(files),
        }),
        path,
        scalar: if narrow { Scalar::F32 } else { Scalar::F64 },
    };
    let summary = work::beside(py, move |interrupt| match here {
        Some(Any::Narrow(mesh)) => cast::run_on(mesh, &job, interrupt, &progress::bar),
        Some(Any::Wide(mesh)) => cast::run_on(mesh, &job, interrupt, &progress::bar),
        None => cast::run(&job, interrupt, &progress::bar),
    });
    Ok(summary?.map_err(of_job)?.to_json())
}

/// Joins the shards of a cast, or only checks them. Returns the numbers of shards, spheres, rows
/// and errors.
#[pyfunction]
pub fn join_shards(
    py: Python<'_>,
    folder: PathBuf,
    spheres: PathBuf,
    output: Option<PathBuf>,
) -> PyResult<(u64, u64, u64, u64)> {
    let job = join::Job { folder, spheres, output };
    let joined = work::beside(py, move |interrupt| join::run(&job, interrupt, &progress::bar))?;
    let joined = joined.map_err(of_join)?;
    Ok((joined.shards, joined.queries, joined.answers, joined.errors))
}
