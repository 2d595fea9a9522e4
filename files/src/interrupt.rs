//! A request to stop: obeyed at once while nothing is being written, else after a clean-up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Whether the user has requested an end, as by Ctrl-C.
///
/// It listens to no signal itself: a signal handler of the caller [requests](Self::request) the
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
    /// nothing is left to clean up. The default one lets the process go on.
    pub fn ending(end: fn()) -> Self {
        Self(Arc::new(Flags { end: Some(end), ..Flags::default() }))
    }

    /// Requests an end. Returns whether there is something to clean up first, which the caller may
    /// wait for; if not, no output is made any more.
    pub fn request(&self) -> bool {
        self.0.is_requested.store(true, SeqCst);
        // Both sides write first and read then, so one of them sees the other.
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

    /// From here on an interrupt is only recorded, for the code that cleans up. False if one has
    /// come already: then no output may be made any more, since the process may be at its end.
    #[must_use]
    pub(crate) fn clean_up_first(&self) -> bool {
        self.0.has_something_to_clean_up.store(true, SeqCst);
        !self.is_requested()
    }

    /// From here on an interrupt ends the process at once again, also one that came while the last
    /// output was put in its place. A job does not call this at its end, since a job that has left
    /// its output must not end as interrupted: its caller does.
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
