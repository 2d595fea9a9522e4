//! Errors of constructors, as sentences that name the field and the value.

use core::fmt;

/// An invalid input, with its field and the reason why a constructor refused it.
///
/// It prints as one sentence: `sphere.radius is -1, must not be negative`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InputError {
    /// The field, as in `triangle.vertices[1][2]`.
    pub field: Field,
    /// The reason why its value is invalid.
    pub problem: Problem,
}

/// The field of an invalid value: a name, and the indices that lead from the name to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, as in `triangle.vertices`.
    pub name: &'static str,
    /// The indices after the name, outermost first; `None` if there are fewer.
    pub indices: [Option<usize>; 2],
}

/// The reason why a value is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// NaN or an infinity where a finite number is required.
    NotFinite(f64),
    /// A negative radius, extent or time.
    Negative(f64),
    /// Zero or a negative number where a radius must be positive.
    NotPositive(f64),
    /// A vector of length zero where a direction is required.
    NoDirection,
    /// A matrix that scales, shears or flattens where a rotation is required: the scalar product of
    /// two of its columns is too far from the product for orthonormal vectors.
    NotARotation {
        /// The two columns; the same column twice for the square of its length.
        columns: [usize; 2],
        /// Their scalar product.
        product: f64,
    },
    /// A matrix that mirrors where a rotation is required, with its determinant.
    Mirrors(f64),
    /// Three edges in one plane, which span no solid.
    Flat,
    /// A flat body without a radius, which no move keeps apart from obstacles: a body that lies in
    /// the surface of an obstacle is on both sides of it.
    Thin,
    /// A component of `min` that is greater than the same component of `max`.
    Greater {
        /// The value.
        value: f64,
        /// The field that limits the value; it has the same indices.
        of: &'static str,
        /// The value of that field.
        limit: f64,
    },
    /// A vector without components.
    Empty,
    /// Two vectors of different dimensions.
    Dimension {
        /// The number of components.
        length: usize,
        /// The vector that has another number of components.
        other: &'static str,
        /// The number of components of that vector.
        expected: usize,
    },
    /// Two arrays of different lengths that must have the same length.
    Length {
        /// The number of elements.
        length: usize,
        /// The array that has another number of elements.
        other: &'static str,
        /// The number of elements of that array.
        expected: usize,
    },
    /// Fewer elements than required, or room for fewer results than there are.
    TooShort {
        /// The number of elements, or of elements for which there is room.
        length: usize,
        /// The required number of elements.
        least: usize,
    },
    /// The end `b` of a capsule for which `b − a` is not a vector of floats. A capsule that is
    /// moved from place to place keeps that vector, so it must be exact.
    NotExact(f64),
    /// NaN where a time or infinity is required.
    NotATime(f64),
    /// An index at or past the end of its array.
    OutOfRange {
        /// The index.
        index: u64,
        /// The length of the array.
        length: usize,
    },
    /// A boundary edge of a mesh that must be closed.
    Open,
    /// More elements than an index can address.
    TooMany {
        /// The number of elements.
        length: usize,
        /// The greatest number of elements.
        limit: usize,
    },
}

impl InputError {
    pub(crate) fn new(name: &'static str, problem: Problem) -> Self {
        Self { field: Field { name, indices: [None, None] }, problem }
    }

    /// Returns the same error, one index deeper: `name[index]…`.
    pub(crate) fn within(mut self, name: &'static str, index: usize) -> Self {
        self.field = Field { name, indices: [Some(index), self.field.indices[0]] };
        self
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.indices.iter().flatten().try_for_each(|i| write!(f, "[{i}]"))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field;
        match self.problem {
            Problem::NotFinite(value) => write!(f, "{field} is {value}, must be a finite number"),
            Problem::Negative(value) => write!(f, "{field} is {value}, must not be negative"),
            Problem::NotPositive(value) => write!(f, "{field} is {value}, must be positive"),
            Problem::NotARotation { columns: [i, j], product } => {
                let wanted = u8::from(i == j);
                write!(
                    f,
                    "{field} is no rotation, its columns {i} and {j} have the scalar product {product}, must have {wanted}"
                )
            }
            Problem::Mirrors(determinant) => {
                write!(f, "{field} has the determinant {determinant}, must not mirror")
            }
            Problem::NoDirection => write!(f, "{field} is zero, must have a direction"),
            Problem::Thin => write!(f, "{field} is flat and has no radius, must have a thickness"),
            Problem::Flat => write!(f, "{field} lie in one plane, must span a body"),
            Problem::Greater { value, of, limit } => {
                let bound = Field { name: of, ..field };
                write!(f, "{field} is {value}, greater than {bound}, {limit}")
            }
            Problem::Empty => write!(f, "{field} has no components, must have at least one"),
            Problem::Dimension { length, other, expected } => {
                write!(f, "{field} has dimension {length}, but {other} has {expected}")
            }
            Problem::Length { length, other, expected } => {
                write!(f, "{field} has length {length}, but {other} has {expected}")
            }
            Problem::TooShort { length, least } => {
                write!(f, "{field} has length {length}, must have at least {least}")
            }
            Problem::NotExact(value) => {
                write!(
                    f,
                    "{field} is {value}, its difference from a is not a float: give an axis instead"
                )
            }
            Problem::NotATime(value) => write!(f, "{field} is {value}, must be a time"),
            Problem::OutOfRange { index, length } => {
                write!(f, "{field} is {index}, but there are only {length}")
            }
            Problem::Open => write!(f, "{field} begins an open edge, the mesh must be closed"),
            Problem::TooMany { length, limit } => {
                write!(f, "{field} has {length} elements, at most {limit} can be numbered")
            }
        }
    }
}

impl core::error::Error for InputError {}
