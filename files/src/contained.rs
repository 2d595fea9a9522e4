//! Turns a panic into a value, without a message on standard error.
//!
//! No value that took part in the panic is used again. Panics must unwind, which is the default.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_CONTAINED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The message of a panic, and its place.
#[derive(Debug)]
pub(crate) struct Panicked {
    pub(crate) message: String,
    pub(crate) place: String,
}

/// The result of `work`, or its panic.
pub(crate) fn contained<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    silence();
    let outer = IS_CONTAINED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_CONTAINED.set(outer);
    result.map_err(|panic| Panicked { message: message(&*panic), place: PLACE.take() })
}

/// Makes the panic hook ignore contained panics; panics of other threads and other code are
/// reported as before.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A thread whose thread-local values are destroyed already contains no panic.
            if IS_CONTAINED.try_with(Cell::get).unwrap_or(false) {
                let place = info.location().map(ToString::to_string).unwrap_or_default();
                let _ = PLACE.try_with(|last| last.replace(place));
            } else {
                hook(info);
            }
        }));
    });
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it gave up")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_value() {
        let Panicked { message, place } = contained(|| panic!("at {}", 7)).unwrap_err();
        assert_eq!(message, "at 7");
        assert!(place.starts_with(file!()), "{place}");
        assert!(!IS_CONTAINED.get());
        assert_eq!(contained(|| 7).unwrap(), 7);
    }
}
