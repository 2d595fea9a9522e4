//! Errors: a code, and the message of the last error of each thread.

use core::ffi::c_char;
use std::cell::RefCell;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tangency::any::NotAsked;
use tangency::{InputError, LoadError};

/// The outcome of a call. For each code except `TANGENCY_CODE_OK`, `tangency_last_error` returns a
/// message.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The call succeeded, and its results are written.
    Ok = 0,
    /// A required pointer is null.
    NullPointer = 1,
    /// A value is invalid, or a request cannot be read; the message names the field and the value.
    BadInput = 2,
    /// This query does not exist for this pair of mover and obstacle; the message names the pair.
    NotAsked = 3,
    /// A handle is invalid: it was never returned, was freed, or belongs to an object of another
    /// kind.
    BadHandle = 4,
    /// There is not enough room for the result; the required room was written.
    TooSmall = 5,
    /// A bug in this library, which the message describes. Please report it.
    Bug = 6,
}

/// The error of a call: its code and its message.
pub(crate) struct Failure {
    code: Code,
    message: String,
}

pub(crate) type Outcome<X> = Result<X, Failure>;

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// Adds the number of the row to the message of an error.
    pub(crate) fn in_row(self, row: usize) -> Self {
        Self { message: format!("row {row}: {}", self.message), ..self }
    }

    /// Adds the number of further invalid rows to the message of an error.
    pub(crate) fn beside(self, others: usize) -> Self {
        match others {
            0 => self,
            _ => Self { message: format!("{}, and {others} more rows", self.message), ..self },
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::new(Code::BadInput, error.to_string())
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::new(Code::BadInput, error.to_string())
    }
}

impl From<NotAsked> for Failure {
    fn from(refusal: NotAsked) -> Self {
        Self::new(Code::NotAsked, refusal.to_string())
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs a call and returns its code. A panic ends here, because the caller could not catch it.
pub(crate) fn answered(act: impl FnOnce() -> Outcome<()>) -> Code {
    report(catch_unwind(AssertUnwindSafe(act)))
}

/// Stores the message of an error or a panic, and returns its code. The function is not generic
/// over the call, so it is compiled once.
fn report(outcome: std::thread::Result<Outcome<()>>) -> Code {
    let outcome = outcome.unwrap_or_else(|panic| {
        let told = panic.downcast_ref::<String>().map(String::as_str);
        let told = told.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        Err(Failure::new(Code::Bug, format!("a mistake in tangency: {told}")))
    });
    let Err(Failure { code, message }) = outcome else { return Code::Ok };
    let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
    // A thread that is about to end can no longer store a message.
    let _ = LAST.try_with(|last| last.replace(message));
    code
}

/// Returns the message of the last error on this thread, or an empty text if there was no error.
pub(crate) fn last() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
