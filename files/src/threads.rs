//! The number of threads of a job, and pools of threads.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::{io, mem, process, thread};

/// The requested number of threads, but at most one for each core. Without a request, one for each
/// core.
///
/// More threads than cores do the same work more slowly, and a mistyped number would take all
/// memory.
pub fn count(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.map_or(cores, |asked| asked.min(cores))
}

/// A pool with this number of threads (see [`count`]). It is made once and belongs to this process.
/// Without a number, it has rayon's default, which the environment may set by `RAYON_NUM_THREADS`.
///
/// A fork leaves the threads of a pool behind, and waiting for them would never end, so the pools
/// of a parent process are not used.
///
/// # Errors
/// An error if the system cannot start threads.
pub fn pool(asked: Option<NonZeroUsize>) -> io::Result<Arc<ThreadPool>> {
    let threads = asked.filter(|&asked| asked < count(None));
    if let Some(pool) = kept().and_then(|mut kept| own(&mut kept, threads)) {
        return Ok(pool);
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads.map_or(0, NonZeroUsize::get));
    let pool = Arc::new(builder.build().map_err(io::Error::other)?);
    let Some(mut kept) = kept() else { return Ok(pool) };
    if let Some(first) = own(&mut kept, threads) {
        return Ok(first);
    }
    // Only one pool of all cores and one other are kept, so that a caller who uses many numbers of
    // threads does not collect pools.
    kept.retain(|old| old.threads.is_none() || threads.is_none());
    kept.push(Kept { process: process::id(), threads, pool: Arc::clone(&pool) });
    Ok(pool)
}

/// A pool, and the process to which its threads belong.
struct Kept {
    process: u32,
    threads: Option<NonZeroUsize>,
    pool: Arc<ThreadPool>,
}

static POOLS: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// The pool of this process with this number of threads, if there is one.
fn own(kept: &mut Vec<Kept>, threads: Option<NonZeroUsize>) -> Option<Arc<ThreadPool>> {
    let process = process::id();
    if kept.iter().any(|old| old.process != process) {
        // The pools of a parent are neither ended nor waited for: their threads do not exist here.
        mem::forget(mem::take(kept));
    }
    let found = kept.iter().find(|old| old.threads == threads);
    found.map(|found| Arc::clone(&found.pool))
}

/// The pools that are kept. Returns `None` if a fork left the lock closed in the child: then a
/// thread that the child does not have held the lock at the moment of the fork.
fn kept() -> Option<MutexGuard<'static, Vec<Kept>>> {
    for _ in 0..1000 {
        match POOLS.try_lock() {
            Ok(kept) => return Some(kept),
            Err(TryLockError::Poisoned(kept)) => return Some(kept.into_inner()),
            Err(TryLockError::WouldBlock) => thread::yield_now(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_threads_is_more_than_the_cores() {
        let cores = thread::available_parallelism().unwrap();
        let asked = |number: usize| count(NonZeroUsize::new(number));
        assert_eq!(asked(1).get(), 1);
        assert_eq!([asked(100_000), asked(usize::MAX), count(None)], [cores; 3]);
        let pool = pool(NonZeroUsize::new(100_000)).unwrap();
        assert!(pool.current_num_threads() <= cores.get());
    }

    #[test]
    fn a_pool_is_made_once() {
        let one = NonZeroUsize::new(1);
        let first = pool(one).unwrap();
        assert!(Arc::ptr_eq(&first, &pool(one).unwrap()));
        assert!(Arc::ptr_eq(&pool(None).unwrap(), &pool(NonZeroUsize::new(1 << 40)).unwrap()));
    }
}
