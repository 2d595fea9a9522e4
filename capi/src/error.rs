//! What can go wrong, as a code, and what it was, as a message that each thread has for itself.

use core::ffi::c_char;
use std::cell::RefCell;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tangency::any::NotAsked;
use tangency::{InputError, LoadError};

/// What became of a call. Of what is not `TANGENCY_CODE_OK`, `tangency_last_error` says more.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// All is answered.
    Ok = 0,
    /// A pointer is null that must not be.
    NullPointer = 1,
    /// A value from which no shape can be made, or a request that cannot be read; the message names
    /// the field and the value.
    BadInput = 2,
    /// A question that is not asked of such a pair; the message names the pair.
    NotAsked = 3,
    /// A handle of nothing: never given, freed, or of something else.
    BadHandle = 4,
    /// There is less room than the answer needs; how much that is was written.
    TooSmall = 5,
    /// A mistake in this library, which the message tells. Please report it.
    Bug = 6,
}

/// Why a call has no answer.
pub(crate) struct Failure {
    code: Code,
    message: String,
}

pub(crate) type Outcome<X> = Result<X, Failure>;

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The same, of this row.
    pub(crate) fn in_row(self, row: usize) -> Self {
        Self { message: format!("row {row}: {}", self.message), ..self }
    }

    /// The same, with as many more rows of which something is wrong.
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

/// Does what a call asks for. No panic goes on from here into the caller, who could not catch it.
pub(crate) fn answered(act: impl FnOnce() -> Outcome<()>) -> Code {
    report(catch_unwind(AssertUnwindSafe(act)))
}

/// Stores the message of an error or a panic, and returns its code. Not generic over the call.
fn report(outcome: std::thread::Result<Outcome<()>>) -> Code {
    let outcome = outcome.unwrap_or_else(|panic| {
        let told = panic.downcast_ref::<String>().map(String::as_str);
        let told = told.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        Err(Failure::new(Code::Bug, format!("a mistake in tangency: {told}")))
    });
    let Err(Failure { code, message }) = outcome else { return Code::Ok };
    let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
    // A thread that is about to end has no messages any more.
    let _ = LAST.try_with(|last| last.replace(message));
    code
}

/// The message of the last call on this thread that went wrong; empty if none did.
pub(crate) fn last() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
