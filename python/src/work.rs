//! What takes long, without the lock of the interpreter and with an ear for Ctrl-C: the rows of a
//! batch, on all cores or as many threads as were asked for, and jobs in one piece.

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

/// How many rows one thread answers in one go.
pub const WINDOW: usize = 1024;

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

/// Some rows of a batch, which one thread answers.
pub trait Window: Send {
    /// How many there are.
    fn len(&self) -> usize;
}

/// What is done to some rows of a window. Known when the program runs, so that the threads are
/// compiled once for each kind of window.
type Act<'a, W> = &'a (dyn Fn(&mut W, Range<usize>) -> Result<(), BadRow> + Sync);

/// Does its act for the rows of each of the windows, which are in the order of their rows.
///
/// # Errors
/// The first row that cannot be answered; an interrupt.
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
                    // Whoever is left behind by a panic is not told.
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

/// How those who work learn that the user pressed Ctrl-C: by signals that Python tells its main
/// thread alone.
struct Ear {
    is_heard: AtomicBool,
    heard: Mutex<Option<PyErr>>,
    /// How many rows are answered between two looks.
    part: AtomicUsize,
    /// When it was last asked whether there is a signal.
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

    /// Asks for signals, if it has not been asked for long.
    fn listen(&self, now: Instant) {
        let mut listened = self.listened.lock().unwrap_or_else(PoisonError::into_inner);
        if now.duration_since(*listened) > PATIENCE {
            *listened = now;
            if let Err(signal) = Python::attach(|py| py.check_signals()) {
                self.hear(signal);
            }
        }
    }

    /// A window in parts, so that an interrupt is heard between them: what one row takes is known
    /// from the rows before it only, so the parts begin small, and grow while they are quick. Who
    /// asks for the answers and works itself listens too.
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

/// Rows of which what is found is kept.
pub struct Found<'a, R> {
    /// The number of the first.
    pub first: usize,
    /// What is found for each.
    pub found: &'a mut [R],
}

impl<R: Send> Window for Found<'_, R> {
    fn len(&self) -> usize {
        self.found.len()
    }
}

/// What is found for each row, in their order.
///
/// # Errors
/// As for [`each`].
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
            // Millions of lists are freed for a while, which nobody should wait for at Ctrl-C. If
            // there is no other thread, they are freed here.
            let _freed = thread::Builder::new().spawn(move || drop(all));
            Err(error)
        }
    }
}

/// Does something for each of many things, which the interpreter's own thread must do, with an ear
/// for Ctrl-C.
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

/// Waits for what comes out of a job of other threads, while this one, which may be the main one,
/// listens to signals. A signal that is handed back is raised at once.
fn wait<R: Send>(
    py: Python<'_>,
    finished: Receiver<R>,
    mut at_signal: impl FnMut(PyErr) -> Option<PyErr>,
) -> PyResult<R> {
    // A receiver is for one thread at a time, as it is here; the type must say so.
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

/// Does a job on a thread of its own, while this one listens to signals. At Ctrl-C it is waited for
/// until it has taken back what it began to write; if there is no such thing nobody waits for it,
/// and what it finds is dropped.
///
/// # Errors
/// An interrupt; no thread.
pub fn beside<R: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce(&Interrupt) -> R + Send + 'static,
) -> PyResult<R> {
    let interrupt = Interrupt::default();
    let heard = interrupt.clone();
    let (done, finished) = mpsc::channel();
    let thread = thread::Builder::new().name("tangency".into()).spawn(move || {
        // Nobody waits any more only if it was left, or if Python itself is gone.
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

/// Does something long, with so many threads at hand. It is left at Ctrl-C.
///
/// # Errors
/// A number of threads that cannot be had; an interrupt.
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
