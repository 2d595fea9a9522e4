//! Parallel work: on all cores with the feature `parallel`, otherwise on the calling thread, with
//! the same results.

use alloc::vec::Vec;
#[cfg(feature = "parallel")]
use rayon::prelude::*;
#[cfg(feature = "parallel")]
use rayon::{ThreadPool, ThreadPoolBuilder};
#[cfg(feature = "parallel")]
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// Returns whether long work is to end early. The function is called on all threads, once for some
/// number of items, so it should only read a flag.
pub(crate) type IsCancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// Returns `None` if the work is to end early, so that `?` ends it.
pub(crate) fn unless(is_cancelled: IsCancelled<'_>) -> Option<()> {
    (!is_cancelled()).then_some(())
}

/// Computes a result for each index from zero to `count − 1`.
#[cfg(feature = "parallel")]
pub(super) fn collect<B: Send>(count: usize, make: impl Fn(usize) -> B + Send + Sync) -> Vec<B> {
    on_all_cores(|| (0..count).into_par_iter().map(make).collect())
}

#[cfg(not(feature = "parallel"))]
pub(super) fn collect<B: Send>(count: usize, make: impl Fn(usize) -> B + Send + Sync) -> Vec<B> {
    (0..count).map(make).collect()
}

/// Computes a result for each of a few large values.
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

/// Runs a function with all cores, as the batches of this library do: parallel iterators of rayon
/// inside of the function run on threads that belong to this library and *to this process*. If the
/// caller runs in a pool of rayon, that pool is used instead.
///
/// The threads of a process do not survive its `fork`, and in the child, rayon's global pool waits
/// for these threads for ever. The threads of this function are created again in the child. There
/// are as many as rayon would create: one for each core, or the number in the environment variable
/// `RAYON_NUM_THREADS`. The only case that cannot work is a fork on a thread of a pool: the child
/// is then in a pool whose other threads are gone.
#[cfg(feature = "parallel")]
pub fn on_all_cores<R: Send>(act: impl FnOnce() -> R + Send) -> R {
    if rayon::current_thread_index().is_some() {
        return act();
    }
    match pool() {
        Some(pool) => pool.install(act),
        // No thread can be created. Rayon's own pool may exist already.
        None => act(),
    }
}

/// A pool, with the process that owns its threads.
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
    // The pool of a parent process is leaked: to drop it would wait for threads that do not exist
    // here.
    std::mem::forget(kept.replace((process, Arc::clone(&made))));
    Some(made)
}

/// The lock of the pool; `None` if it cannot be taken. The lock is held for a moment only. But if
/// another thread forks in that moment, the child has a lock that is never released, so this
/// function does not wait for ever.
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
