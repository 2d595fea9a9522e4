//! Turns a panic of the decoder into an error.
//!
//! The decoder asserts some facts that it has not checked, so it may panic on a file with a few
//! flipped bytes.

use crate::contained::contained;
use crate::table::error::Problem;

/// The result of `decode`, or an error if it panics.
pub(super) fn contain<T>(decode: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    contained(decode).unwrap_or_else(|panicked| {
        Err(Problem::Broken(format!("is not valid Parquet: {}", panicked.message)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let result = contain::<()>(|| panic!("at {}", 7));
        assert_eq!(result.unwrap_err().to_string(), "is not valid Parquet: at 7");
        assert_eq!(contain(|| Ok(7)).unwrap(), 7);
    }
}
