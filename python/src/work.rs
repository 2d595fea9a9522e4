//! Long work without the lock of the interpreter, interruptible by Ctrl-C: the rows of a batch, on
//! all cores or on the requested number of threads, and single jobs.

use crate::error::{BadRow, Flaw, bad, in_row};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tangency_files::Interrupt;
use tangency_files::cast::CastError;
use tangency_files::threads;

/// The number of rows that one thread answers at a time.
pub const WINDOW: usize = 1024;

/// The time between two checks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

/// The number of threads that a user requests.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub NonZeroUsize);

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // The number is first converted by the interpreter's rule for integers, so that 2.5 raises
        // a TypeError.
        let count = number.extract::<i64>()?;
        let positive = usize::try_from(count).ok().and_then(NonZeroUsize::new);
        positive.map(Self).ok_or_else(|| bad(format!("threads is {count}, must be positive")))
    }
}

/// Some rows of a batch, which one thread answers.
pub trait Window: Send {
    /// The number of rows.
    fn len(&self) -> usize;
}

/// The work on some rows of a window. It is a trait object, so that the code of the threads is
/// compiled once for each kind of window.
type Act<'a, W> = &'a (dyn Fn(&mut W, Range<usize>) -> Result<(), BadRow> + Sync);

/// Does the work for the rows of all windows, which are in the order of their rows.
///
/// # Errors
/// The first row without an answer; an interrupt.
pub fn each<W: Window>(
    py: Python<'_>,
    count: Option<Count>,
    mut windows: Vec<W>,
    act: Act<'_, W>,
) -> PyResult<()> {
    let (windows, ear) = (&mut windows[..], &Ear::default());
    let is_alone = windows.len() < 2 || matches!(count, Some(Count(NonZeroUsize::MIN)));
    let flaw = match is_alone {
        true => py.detach(|| windows.iter_mut().find_map(|window| ear.in_parts(window, true, act))),
        false => {
            let pool = pool(count)?;
            let (done, finished) = mpsc::channel();
            pool.in_place_scope(|scope| {
                scope.spawn(move |_| {
                    let windows = windows.par_iter_mut().with_max_len(1);
                    let flaws = windows.filter_map(|window| ear.in_parts(window, false, act));
                    // After a panic the receiver does not exist any more, and the result is not
                    // needed.
                    let _ = done.send(flaws.min_by_key(|BadRow(row, _)| *row));
                });
                wait(py, finished, |signal| {
                    ear.hear(signal);
                    None
                })
            })?
        }
    };
    ear.heard.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)?;
    flaw.map_or(Ok(()), |BadRow(row, flaw)| Err(in_row(row, flaw)))
}

/// Notices Ctrl-C for the working threads, since Python reports signals only to its main thread.
struct Ear {
    is_heard: AtomicBool,
    heard: Mutex<Option<PyErr>>,
    /// The number of rows between two checks.
    part: AtomicUsize,
    /// The time of the last check for a signal.
    listened: Mutex<Instant>,
}

impl Default for Ear {
    fn default() -> Self {
        let (is_heard, heard) = (AtomicBool::new(false), Mutex::new(None));
        Self { is_heard, heard, part: AtomicUsize::new(16), listened: Mutex::new(Instant::now()) }
    }
}

impl Ear {
    fn hear(&self, signal: PyErr) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(signal);
        self.is_heard.store(true, Relaxed);
    }

    /// Checks for signals, if the last check was long ago.
    fn listen(&self, now: Instant) {
        let mut listened = self.listened.lock().unwrap_or_else(PoisonError::into_inner);
        if now.duration_since(*listened) > PATIENCE {
            *listened = now;
            if let Err(signal) = Python::attach(|py| py.check_signals()) {
                self.hear(signal);
            }
        }
    }

    /// Does a window in parts, so that an interrupt is noticed between two parts. The cost of a row
    /// is known only from the rows before it, so the parts begin small, and grow while they are
    /// quick. If the calling thread works itself, it checks for signals, too.
    fn in_parts<W: Window>(
        &self,
        window: &mut W,
        listens: bool,
        act: Act<'_, W>,
    ) -> Option<BadRow> {
        let (mut first, mut part) = (0, self.part.load(Relaxed));
        let mut began = Instant::now();
        while first < window.len() {
            if self.is_heard.load(Relaxed) {
                return None;
            }
            let rows = first..window.len().min(first + part);
            first = rows.end;
            if let Err(flaw) = act(window, rows) {
                return Some(flaw);
            }
            let now = Instant::now();
            part = match now - began {
                quick if quick < PATIENCE / 50 => WINDOW.min(part * 2),
                slow if slow > PATIENCE / 5 => 1.max(part / 4),
                _ => part,
            };
            began = now;
            self.part.store(part, Relaxed);
            if listens {
                self.listen(now);
            }
        }
        None
    }
}

/// Rows whose results are kept.
pub struct Found<'a, R> {
    /// The index of the first row.
    pub first: usize,
    /// The result of each row.
    pub found: &'a mut [R],
}

impl<R: Send> Window for Found<'_, R> {
    fn len(&self) -> usize {
        self.found.len()
    }
}

/// The result of each row, in their order.
///
/// # Errors
/// The errors of [`each`].
pub fn rows<R: Send + Clone + 'static>(
    py: Python<'_>,
    count: Option<Count>,
    length: usize,
    find: impl Fn(usize) -> Result<R, Flaw> + Sync,
    nothing: R,
) -> PyResult<Vec<R>> {
    let mut all = vec![nothing; length];
    let windows = all.chunks_mut(WINDOW).enumerate();
    let windows = windows.map(|(window, found)| Found { first: window * WINDOW, found }).collect();
    let done = each(py, count, windows, &|Found { first, found }, part| {
        for place in part {
            let row = *first + place;
            found[place] = find(row).map_err(|flaw| BadRow(row, flaw))?;
        }
        Ok(())
    });
    match done {
        Ok(()) => Ok(all),
        Err(error) => {
            // Freeing millions of lists takes a while, for which the user should not wait at
            // Ctrl-C. If no thread can be started, the lists are freed here.
            let _freed = thread::Builder::new().spawn(move || drop(all));
            Err(error)
        }
    }
}

/// Does something for each of many values, on the interpreter's own thread, and checks for Ctrl-C.
///
/// # Errors
/// An interrupt.
pub fn listening<X>(
    py: Python<'_>,
    things: impl IntoIterator<Item = X>,
    mut act: impl FnMut(X),
) -> PyResult<()> {
    for (i, thing) in things.into_iter().enumerate() {
        if i % (64 * WINDOW) == 0 {
            py.check_signals()?;
        }
        act(thing);
    }
    Ok(())
}

/// Waits for the result of a job on other threads. Meanwhile this thread, which may be the main
/// thread, checks for signals. A signal that `at_signal` returns is raised at once.
fn wait<R: Send>(
    py: Python<'_>,
    finished: Receiver<R>,
    mut at_signal: impl FnMut(PyErr) -> Option<PyErr>,
) -> PyResult<R> {
    // Only this thread uses the receiver; the mutex makes the type `Sync`.
    let finished = Mutex::new(finished);
    let wait = || finished.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE);
    loop {
        match py.detach(wait) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(signal) = py.check_signals().err().and_then(&mut at_signal) {
                    return Err(signal);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyOSError::new_err(CastError::LostWorker.to_string()));
            }
        }
    }
}

/// Does a job on a thread of its own, while this thread checks for signals. At Ctrl-C it waits
/// until the job has removed its incomplete output. Without such output it does not wait, and the
/// result is dropped.
///
/// # Errors
/// An interrupt, or a thread that cannot be started.
pub fn beside<R: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce(&Interrupt) -> R + Send + 'static,
) -> PyResult<R> {
    let interrupt = Interrupt::default();
    let heard = interrupt.clone();
    let (done, finished) = mpsc::channel();
    let thread = thread::Builder::new().name("tangency".into()).spawn(move || {
        // Sending fails only after an interrupt, or if Python itself has ended.
        let _ = done.send(job(&heard));
    });
    thread.map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
    let mut raised = None;
    let result = wait(py, finished, |signal| match interrupt.request() {
        false => Some(signal),
        true => {
            raised.get_or_insert(signal);
            None
        }
    })?;
    raised.map_or(Ok(result), Err)
}

/// Does a long job with this number of threads. At Ctrl-C the job is abandoned.
///
/// # Errors
/// More threads than the system can start, or an interrupt.
pub fn with<R: Send + 'static>(
    py: Python<'_>,
    count: Option<Count>,
    act: impl FnOnce(&Interrupt) -> R + Send + 'static,
) -> PyResult<R> {
    let pool = pool(count)?;
    beside(py, move |interrupt| pool.install(|| act(interrupt)))
}

fn pool(count: Option<Count>) -> PyResult<std::sync::Arc<rayon::ThreadPool>> {
    let pool = threads::pool(count.map(|Count(count)| count));
    pool.map_err(|error| PyOSError::new_err(format!("cannot start the threads: {error}")))
}
