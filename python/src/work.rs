//! What takes long, without the lock of the interpreter and with an ear for Ctrl-C: the rows of a
//! batch, on all cores or as many threads as were asked for, and jobs in one piece.

use crate::columns::WINDOW;
use crate::error::{BadRow, Flaw, bad, in_row};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tangency_files::Interrupt;
use tangency_files::cast::CastError;

/// How long to work before it is looked whether the user pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

/// How many threads a user asks for.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub NonZeroUsize);

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // By the interpreter's rule for integers first, so that 2.5 is a TypeError.
        let count = number.extract::<i64>()?;
        let positive = usize::try_from(count).ok().and_then(NonZeroUsize::new);
        positive.map(Self).ok_or_else(|| bad(format!("threads is {count}, must be positive")))
    }
}

/// What is done to a window. Known when the program runs, so that the threads are compiled once for
/// each kind of window.
type Act<'a, W> = &'a (dyn Fn(&mut W) -> Result<(), BadRow> + Sync);

/// Does its act for each of the windows, which are in the order of their rows.
///
/// # Errors
/// The first row that cannot be answered; an interrupt.
pub fn each<W: Send>(
    py: Python<'_>,
    threads: Option<Count>,
    mut windows: Vec<W>,
    act: Act<'_, W>,
) -> PyResult<()> {
    let pool = Threads::new(threads)?;
    let mut rest = &mut windows[..];
    let mut count = 16;
    while !rest.is_empty() {
        let (now, later) = rest.split_at_mut(count.min(rest.len()));
        let start = Instant::now();
        let flaw = py.detach(|| pool.first_flaw(now, act));
        if let Some(BadRow(row, flaw)) = flaw {
            return Err(in_row(row, flaw));
        }
        py.check_signals()?;
        if start.elapsed() < PATIENCE / 2 {
            count *= 2;
        }
        rest = later;
    }
    Ok(())
}

/// What is found for each row, in their order.
///
/// # Errors
/// As for [`each`].
pub fn rows<R: Send + Clone>(
    py: Python<'_>,
    threads: Option<Count>,
    count: usize,
    find: impl Fn(usize) -> Result<R, Flaw> + Sync,
    nothing: R,
) -> PyResult<Vec<R>> {
    let mut found = vec![nothing; count];
    let windows: Vec<_> = found.chunks_mut(WINDOW).enumerate().collect();
    each(py, threads, windows, &|(window, found)| {
        for (place, found) in found.iter_mut().enumerate() {
            let row = *window * WINDOW + place;
            *found = find(row).map_err(|flaw| BadRow(row, flaw))?;
        }
        Ok(())
    })?;
    Ok(found)
}

/// Who works.
enum Threads {
    /// All cores.
    All,
    /// The thread that asks.
    One,
    /// So many others.
    Some(ThreadPool),
}

impl Threads {
    fn new(count: Option<Count>) -> PyResult<Self> {
        match count {
            None => Ok(Self::All),
            Some(Count(NonZeroUsize::MIN)) => Ok(Self::One),
            Some(Count(count)) => {
                let pool = ThreadPoolBuilder::new().num_threads(count.get()).build();
                pool.map(Self::Some).map_err(|error| bad(format!("threads is {count}: {error}")))
            }
        }
    }

    /// Of the rows that cannot be answered, the first.
    fn first_flaw<W: Send>(&self, windows: &mut [W], act: Act<'_, W>) -> Option<BadRow> {
        let all = |windows: &mut [W]| {
            let flaws =
                windows.par_iter_mut().with_max_len(1).filter_map(|window| act(window).err());
            flaws.min_by_key(|BadRow(row, _)| *row)
        };
        match self {
            Self::All if windows.len() > 1 => tangency::on_all_cores(|| all(windows)),
            Self::All | Self::One => windows.iter_mut().find_map(|window| act(window).err()),
            Self::Some(pool) => pool.install(|| all(windows)),
        }
    }
}

/// What becomes of a job at Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtCtrlC {
    /// It is told, and waited for until it has taken back what it began to write.
    CleanUp,
    /// It cannot be told. Its thread goes on to the end, and what it finds is dropped.
    Leave,
}

/// Does a job on a thread of its own, while this one, which may be the main one, listens to
/// signals.
///
/// # Errors
/// An interrupt; no thread.
pub fn beside<R: Send + 'static>(
    py: Python<'_>,
    at_ctrl_c: AtCtrlC,
    job: impl FnOnce(&Interrupt) -> R + Send + 'static,
) -> PyResult<R> {
    let interrupt = Interrupt::default();
    let heard = interrupt.clone();
    let (done, finished) = mpsc::channel();
    // A receiver is for one thread at a time, as it is here; the type must say so.
    let finished = Mutex::new(finished);
    let wait = || finished.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
    let thread = thread::Builder::new().name("tangency".into()).spawn(move || {
        // Nobody waits any more only if it was left, or if Python itself is gone.
        let _ = done.send(job(&heard));
    });
    thread.map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
    let mut raised = None;
    loop {
        match py.detach(wait) {
            Ok(result) => return raised.map_or(Ok(result), Err),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    if at_ctrl_c == AtCtrlC::Leave {
                        return Err(signal);
                    }
                    interrupt.request();
                    raised = Some(signal);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyOSError::new_err(CastError::LostWorker.to_string()));
            }
        }
    }
}

/// Does something long, with so many threads at hand.
///
/// # Errors
/// A number of threads that cannot be had; an interrupt.
pub fn with<R: Send + 'static>(
    py: Python<'_>,
    threads: Option<Count>,
    act: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let pool = match threads {
        None => None,
        Some(Count(count)) => {
            let pool = ThreadPoolBuilder::new().num_threads(count.get()).build();
            Some(pool.map_err(|error| bad(format!("threads is {count}: {error}")))?)
        }
    };
    beside(py, AtCtrlC::Leave, |_| match pool {
        None => act(),
        Some(pool) => pool.install(act),
    })
}
