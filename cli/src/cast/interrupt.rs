//! Ctrl-C: stop at once while nothing is being written, and cleanly while something is.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// The exit status of a command that was interrupted: 128 and the number of SIGINT.
pub const STATUS: u8 = 130;

/// Whether the user has asked for an end, by Ctrl-C or by a polite kill.
///
/// The default one listens to no signal: somebody else [requests](Self::request) the end, and the process goes on.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    is_requested: AtomicBool,
    ends_the_process: AtomicBool,
    has_something_to_clean_up: AtomicBool,
}

impl Interrupt {
    /// Listens for the signals, from now on, in this process; without the system's help it never hears of one.
    pub fn listen() -> Self {
        let interrupt = Self::default();
        interrupt.0.ends_the_process.store(true, SeqCst);
        let heard = interrupt.clone();
        // A second listener in one process is refused; the first one stays.
        let _ = ctrlc::set_handler(move || heard.request());
        interrupt
    }

    /// Asks for an end.
    pub fn request(&self) {
        self.0.is_requested.store(true, SeqCst);
        // Both sides write first and read then, so one of them sees the other.
        if !self.0.has_something_to_clean_up.load(SeqCst) {
            self.end();
        }
    }

    fn end(&self) {
        if self.0.ends_the_process.load(SeqCst) {
            process::exit(STATUS.into());
        }
    }

    /// From here on an interrupt is only noted, for whoever cleans up.
    pub(crate) fn clean_up_first(&self) {
        self.0.has_something_to_clean_up.store(true, SeqCst);
    }

    /// From here on an interrupt ends the process at once again.
    pub(crate) fn nothing_left_to_clean_up(&self) {
        self.0.has_something_to_clean_up.store(false, SeqCst);
        if self.is_requested() {
            self.end();
        }
    }

    /// Whether an end was asked for.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.is_requested.load(SeqCst)
    }
}
