//! The two floats as text and files hold them.

use crate::table::Scalar;
use serde::Serialize;
use std::str::FromStr;

/// `f32` or `f64` at the door of the command: read from decimal text in one rounding, written in the shortest form that
/// reads back to the same float.
pub trait Number: tangency::Scalar + FromStr + Serialize {
    /// The name that a message calls it by.
    const NAME: &'static str;
    /// The same as a value.
    const SCALAR: Scalar;

    /// The nearest number of this kind, ties to even; past the largest one, an infinity.
    fn round(value: f64) -> Self;
}

impl Number for f64 {
    const NAME: &'static str = "f64";
    const SCALAR: Scalar = Scalar::F64;

    fn round(value: f64) -> Self {
        value
    }
}

impl Number for f32 {
    const NAME: &'static str = "f32";
    const SCALAR: Scalar = Scalar::F32;

    fn round(value: f64) -> Self {
        value as f32
    }
}
