//! Long tables: the command's `cast`, with Ctrl-C that becomes a `KeyboardInterrupt`.

use crate::error::bad;
use crate::mesh::{Any, PyMesh, of_job};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tangency_cli::cast::{self, CastError, Interrupt, Job, Source, Summary, Tables};
use tangency_cli::join;
use tangency_cli::table::{Question, Scalar, Shard};

/// How often it is looked whether the user pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

/// Casts a table of spheres at a mesh; the report is JSON.
#[pyfunction]
#[pyo3(signature = (mesh, spheres, output, question, threads, t_max, narrow, save_tree, shard))]
#[expect(clippy::too_many_arguments, reason = "each is a field of the job; Python names them")]
pub fn cast_table(
    py: Python<'_>,
    mesh: &Bound<'_, PyAny>,
    spheres: PathBuf,
    output: PathBuf,
    question: &str,
    threads: Option<usize>,
    t_max: Option<String>,
    narrow: bool,
    save_tree: Option<PathBuf>,
    shard: Option<(u32, u32)>,
) -> PyResult<String> {
    let here = match mesh.cast::<PyMesh>() {
        Ok(mesh) => Some(mesh.get().0.clone()),
        Err(_) => None,
    };
    let source = match here {
        // Not looked at: the mesh is here already.
        Some(_) => Source::File(PathBuf::new()),
        None => Source::File(mesh.extract()?),
    };
    let threads = match threads {
        None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        Some(count) => {
            NonZeroUsize::new(count).ok_or_else(|| bad("threads is 0, must be positive"))?
        }
    };
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
        question: match question {
            "first" => Question::First,
            "any" => Question::Any,
            "all" => Question::All,
            other => return Err(bad(format!("question is {other}, must be first, any or all"))),
        },
        threads,
        t_max,
        scalar: if narrow { Scalar::F32 } else { Scalar::F64 },
    };
    let summary = beside(py, move |interrupt| match here {
        Some(Any::Narrow(mesh)) => cast::run_on(mesh, &job, interrupt),
        Some(Any::Wide(mesh)) => cast::run_on(mesh, &job, interrupt),
        None => cast::run(&job, interrupt),
    })?;
    Ok(summary.to_json())
}

/// Runs a job on a thread of its own, while this one, which may be the main one, listens to signals.
fn beside(
    py: Python<'_>,
    job: impl FnOnce(&Interrupt) -> Result<Summary, CastError> + Send + 'static,
) -> PyResult<Summary> {
    let interrupt = Interrupt::default();
    let heard = interrupt.clone();
    let (done, finished) = mpsc::channel();
    // A receiver is for one thread at a time, as it is here; the type must say so.
    let finished = Mutex::new(finished);
    thread::spawn(move || {
        // Nobody waits any more only if Python itself is gone.
        let _ = done.send(job(&heard));
    });
    let mut raised = None;
    loop {
        match py.detach(|| wait(&finished)) {
            Ok(result) => return raised.map_or_else(|| result.map_err(of_job), Err),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    interrupt.request();
                    raised = Some(signal);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Err(of_job(CastError::LostWorker)),
        }
    }
}

fn wait<R>(finished: &Mutex<Receiver<R>>) -> Result<R, RecvTimeoutError> {
    finished.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE)
}

/// Joins the shards of a cast, or only checks them: shards, spheres, rows and errors.
#[pyfunction]
pub fn join_shards(
    py: Python<'_>,
    folder: PathBuf,
    spheres: PathBuf,
    output: Option<PathBuf>,
) -> PyResult<(u64, u64, u64, u64)> {
    let job = join::Job { folder, spheres, output };
    let joined = py.detach(|| join::run(&job, &Interrupt::default()));
    let joined = joined.map_err(|error| bad(error.to_string()))?;
    Ok((joined.shards, joined.queries, joined.answers, joined.errors))
}
