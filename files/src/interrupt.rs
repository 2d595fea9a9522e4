//! A request to stop. It ends a job at once while nothing is being written, and otherwise after a
//! clean-up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Whether the user has requested an end, as by Ctrl-C.
///
/// This type listens to no signal: a signal handler of the caller [requests](Self::request) the
/// end.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_requested: AtomicBool,
    has_something_to_clean_up: AtomicBool,
    end: Option<fn()>,
}

impl Interrupt {
    /// An interrupt that calls `end`, which ends the process, as soon as an end was requested and
    /// nothing is left to clean up. The default interrupt does not end the process.
    pub fn ending(end: fn()) -> Self {
        Self(Arc::new(Flags { end: Some(end), ..Flags::default() }))
    }

    /// Requests an end. Returns true if there is something to clean up first, which the caller may
    /// wait for. After false, no output is made any more.
    pub fn request(&self) -> bool {
        self.0.is_requested.store(true, SeqCst);
        // Both sides write their own flag first and then read the other flag, so at least one side
        // reads the other's write.
        let is_awaited = self.0.has_something_to_clean_up.load(SeqCst);
        if !is_awaited {
            self.end();
        }
        is_awaited
    }

    fn end(&self) {
        if let Some(end) = self.0.end {
            end();
        }
    }

    /// From here on, an interrupt is only recorded, for the code that cleans up. Returns false if
    /// an interrupt has come already: then no output may be made any more, since the process may be
    /// ending.
    #[must_use]
    pub(crate) fn clean_up_first(&self) -> bool {
        self.0.has_something_to_clean_up.store(true, SeqCst);
        !self.is_requested()
    }

    /// From here on, an interrupt ends the process at once again, also an interrupt that came while
    /// the last output was put in its place. The caller of a job calls this, not the job itself,
    /// since a job whose output is in place must not end as interrupted.
    pub fn nothing_left_to_clean_up(&self) {
        self.0.has_something_to_clean_up.store(false, SeqCst);
        if self.is_requested() {
            self.end();
        }
    }

    /// Whether an end was requested.
    pub fn is_requested(&self) -> bool {
        self.0.is_requested.load(SeqCst)
    }
}
