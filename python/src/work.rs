//! Rows of a batch, on all cores or as many threads as were asked for, without the lock of the interpreter.

use crate::ask::BadRow;
use crate::error::{bad, in_row};
use crate::sheet::WINDOW;
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::time::{Duration, Instant};

/// How long to work before it is looked whether the user pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(100);

/// Does its act for each of the windows, which are in the order of their rows.
///
/// # Errors
/// The first row that cannot be answered; an interrupt.
pub fn each<W: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    mut windows: Vec<W>,
    act: impl Fn(&mut W) -> Result<(), BadRow> + Send + Sync,
) -> PyResult<()> {
    let pool = Threads::new(threads)?;
    let mut rest = &mut windows[..];
    let mut count = 16;
    while !rest.is_empty() {
        let (now, later) = rest.split_at_mut(count.min(rest.len()));
        let start = Instant::now();
        let flaw = py.detach(|| pool.first_flaw(now, &act));
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
    threads: Option<usize>,
    count: usize,
    find: impl Fn(usize) -> Result<R, crate::error::Flaw> + Send + Sync,
    nothing: R,
) -> PyResult<Vec<R>> {
    let mut found = vec![nothing; count];
    let windows: Vec<_> = found.chunks_mut(WINDOW).enumerate().collect();
    each(py, threads, windows, |(window, found)| {
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
    fn new(count: Option<usize>) -> PyResult<Self> {
        match count {
            None => Ok(Self::All),
            Some(0) => Err(bad("threads is 0, must be positive")),
            Some(1) => Ok(Self::One),
            Some(count) => {
                let pool = ThreadPoolBuilder::new().num_threads(count).build();
                pool.map(Self::Some).map_err(|error| bad(format!("threads is {count}: {error}")))
            }
        }
    }

    /// Of the rows that cannot be answered, the first.
    fn first_flaw<W: Send>(
        &self,
        windows: &mut [W],
        act: &(impl Fn(&mut W) -> Result<(), BadRow> + Send + Sync),
    ) -> Option<BadRow> {
        let all = |windows: &mut [W]| {
            let flaws =
                windows.par_iter_mut().with_max_len(1).filter_map(|window| act(window).err());
            flaws.min_by_key(|BadRow(row, _)| *row)
        };
        match self {
            Self::All => all(windows),
            Self::One => windows.iter_mut().find_map(|window| act(window).err()),
            Self::Some(pool) => pool.install(|| all(windows)),
        }
    }
}

/// Does something with so many threads at hand.
///
/// # Errors
/// A number of threads that cannot be had.
pub fn with<R: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    act: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    let pool = match threads {
        None => None,
        Some(0) => return Err(bad("threads is 0, must be positive")),
        Some(count) => {
            let pool = ThreadPoolBuilder::new().num_threads(count).build();
            Some(pool.map_err(|error| bad(format!("threads is {count}: {error}")))?)
        }
    };
    Ok(py.detach(|| match pool {
        None => act(),
        Some(pool) => pool.install(act),
    }))
}
