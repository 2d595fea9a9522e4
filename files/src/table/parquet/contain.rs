//! A wall around the decoder: a panic behind it becomes an error.
//!
//! The decoder asserts what it has not checked, here and there; on a file with a few flipped bytes
//! it may panic. Nothing that took part in the panic is used again. The wall needs panics that
//! unwind, the default.

use crate::table::error::Problem;
use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// What `decode` returns; if it panics, an error. No message appears on standard error.
pub(super) fn contain<T>(decode: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    silence();
    let outer = IS_CONTAINED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(decode));
    IS_CONTAINED.set(outer);
    result.unwrap_or_else(|panic| {
        Err(Problem::Broken(format!("is not valid Parquet: {}", message(&*panic))))
    })
}

/// Makes the panic hook pass over the panics behind the wall; those of other threads and other code
/// are reported as ever.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A thread whose locals are gone already is not decoding.
            if !IS_CONTAINED.try_with(Cell::get).unwrap_or(false) {
                hook(info);
            }
        }));
    });
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("the decoder gave up")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let result = contain::<()>(|| panic!("at {}", 7));
        assert_eq!(result.unwrap_err().to_string(), "is not valid Parquet: at 7");
        assert!(!IS_CONTAINED.get());
        assert_eq!(contain(|| Ok(7)).unwrap(), 7);
    }
}
