//! Work on many things: on all cores with the feature `parallel`, else on this one; what comes out
//! is the same.

use alloc::vec::Vec;
#[cfg(feature = "parallel")]
use rayon::prelude::*;
#[cfg(feature = "parallel")]
use rayon::{ThreadPool, ThreadPoolBuilder};
#[cfg(feature = "parallel")]
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// Returns whether long work is to end early. It is called on all threads, every so many items, so
/// it should only look at a flag.
pub(crate) type IsCancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// `None` if the work is to end early, so that `?` ends it.
pub(crate) fn unless(is_cancelled: IsCancelled<'_>) -> Option<()> {
    (!is_cancelled()).then_some(())
}

/// What is made for each number from zero on.
#[cfg(feature = "parallel")]
pub(super) fn collect<B: Send>(count: usize, make: impl Fn(usize) -> B + Send + Sync) -> Vec<B> {
    on_all_cores(|| (0..count).into_par_iter().map(make).collect())
}

#[cfg(not(feature = "parallel"))]
pub(super) fn collect<B: Send>(count: usize, make: impl Fn(usize) -> B + Send + Sync) -> Vec<B> {
    (0..count).map(make).collect()
}

/// What becomes of each of a few large things.
#[cfg(feature = "parallel")]
pub(crate) fn map<A: Send, B: Send>(
    things: Vec<A>,
    change: impl Fn(A) -> B + Send + Sync,
) -> Vec<B> {
    on_all_cores(|| things.into_par_iter().with_max_len(1).map(change).collect())
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn map<A: Send, B: Send>(
    things: Vec<A>,
    change: impl Fn(A) -> B + Send + Sync,
) -> Vec<B> {
    things.into_iter().map(change).collect()
}

/// Does something with all cores, as the batches of this library do: inside, parallel iterators of
/// rayon run on threads that belong to this library and *to this process*. Where the caller is in a
/// pool of rayon already, that pool does it.
///
/// The threads of a process do not survive its `fork`, and rayon's global pool then waits for them
/// for ever. These are made anew in the child. There are as many as rayon would take: one for each
/// core, or what the environment says by `RAYON_NUM_THREADS`. What cannot be had is a fork out of a
/// thread of a pool: its child is in a pool whose other threads are gone.
#[cfg(feature = "parallel")]
pub fn on_all_cores<R: Send>(act: impl FnOnce() -> R + Send) -> R {
    if rayon::current_thread_index().is_some() {
        return act();
    }
    match pool() {
        Some(pool) => pool.install(act),
        // No thread can be had. Rayon's own pool may be there already.
        None => act(),
    }
}

/// A pool, and the process whose threads it has.
#[cfg(feature = "parallel")]
type Kept = Option<(u32, Arc<ThreadPool>)>;

#[cfg(feature = "parallel")]
static POOL: Mutex<Kept> = Mutex::new(None);

/// The pool of this process.
#[cfg(feature = "parallel")]
fn pool() -> Option<Arc<ThreadPool>> {
    let process = std::process::id();
    let own = |kept: &Kept| match kept {
        Some((owner, pool)) if *owner == process => Some(Arc::clone(pool)),
        _ => None,
    };
    if let Some(pool) = kept().and_then(|kept| own(&kept)) {
        return Some(pool);
    }
    let made = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    let Some(mut kept) = kept() else { return Some(made) };
    if let Some(first) = own(&kept) {
        return Some(first);
    }
    // That of a parent is neither told to end nor waited for: nobody would answer.
    std::mem::forget(kept.replace((process, Arc::clone(&made))));
    Some(made)
}

/// What is kept; `None` if it is not to be had. It is held for a moment only, but a fork in that
/// moment, by another thread, leaves the child with a lock that nobody will ever open.
#[cfg(feature = "parallel")]
fn kept() -> Option<MutexGuard<'static, Kept>> {
    for _ in 0..1000 {
        match POOL.try_lock() {
            Ok(kept) => return Some(kept),
            Err(TryLockError::Poisoned(kept)) => return Some(kept.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
    None
}
