//! Numbers in text and files: the two floats, and the features of triangles.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use tangency::Feature;

/// The float type of a request: numbers are read from text or from a column with one rounding to
/// this type, and results are written in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// 32 bits.
    F32,
    /// 64 bits.
    F64,
}

impl Scalar {
    /// The nearest number of this kind, ties to even.
    #[must_use]
    pub fn nearest(self, value: f64) -> f64 {
        match self {
            Scalar::F32 => f64::from(value as f32),
            Scalar::F64 => value,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scalar::F32 => f32::NAME,
            Scalar::F64 => f64::NAME,
        })
    }
}

/// `f32` or `f64` in text: a number is read from decimals in one rounding, and written in the
/// shortest form that reads back to the same float.
pub trait Number: tangency::Scalar + FromStr + Serialize {
    /// The name of the float in messages.
    const NAME: &'static str;
    /// The float as a [`Scalar`].
    const SCALAR: Scalar;

    /// The nearest number of this kind, ties to even. A value past the largest number becomes an
    /// infinity.
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

/// The code of a triangle's feature, as one byte: 0 to 2 for a vertex, 3 to 5 for an edge, 6 for
/// the face.
#[must_use]
pub fn of_feature(feature: Feature) -> u8 {
    match feature {
        Feature::Vertex(index) => index,
        Feature::Edge(index) => 3 + index,
        Feature::Face => 6,
    }
}
