//! What is wrong with an input, in words that name the field and the value.

use core::fmt;

/// A value that no shape can be made of.
///
/// It prints as one sentence: `sphere.radius is -1, must not be negative`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InputError {
    /// The field, as in `triangle.vertices[1][2]`.
    pub field: Field,
    /// What is wrong with it.
    pub problem: Problem,
}

/// The place of a bad value: a name, and the indices that lead from it to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name, as in `triangle.vertices`.
    pub name: &'static str,
    /// The indices behind the name, outermost first; `None` where there is none.
    pub indices: [Option<usize>; 2],
}

/// Why a value is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// NaN or an infinity where a finite number must stand.
    NotFinite(f64),
    /// A negative radius, extent or time.
    Negative(f64),
    /// Zero or less where a radius must be positive.
    NotPositive(f64),
    /// A vector of length zero where a direction must stand.
    NoDirection,
    /// A matrix that scales, shears or flattens where a rotation is wanted: the scalar product of
    /// two of its columns is not that of orthonormal vectors.
    NotARotation {
        /// The two columns; twice the same for the square of its length.
        columns: [usize; 2],
        /// Their scalar product.
        product: f64,
    },
    /// A matrix that mirrors where a rotation is wanted, with this determinant.
    Mirrors(f64),
    /// Three edges in one plane, which span no body.
    Flat,
    /// A component of `min` above that of `max`.
    Greater {
        /// The value.
        value: f64,
        /// The field with the same indices that it must not exceed.
        of: &'static str,
        /// The value of that field.
        limit: f64,
    },
    /// A vector without components.
    Empty,
    /// Two vectors of different spaces.
    Dimension {
        /// How many components there are.
        length: usize,
        /// The vector that has another number of them.
        other: &'static str,
        /// How many that one has.
        expected: usize,
    },
    /// Two arrays of different lengths that must be equal.
    Length {
        /// How many elements there are.
        length: usize,
        /// The array that has another number of them.
        other: &'static str,
        /// How many that one has.
        expected: usize,
    },
    /// Fewer elements than there must be, or room for fewer than there are to be written.
    TooShort {
        /// How many there are, or there is room for.
        length: usize,
        /// How many there must be.
        least: usize,
    },
    /// The axis of a capsule that is no float along some axis, where only such a one can be carried
    /// from place to place.
    NotExact(f64),
    /// NaN where a time or infinity may stand.
    NotATime(f64),
    /// An index at or past the end of what it points into.
    OutOfRange {
        /// The index.
        index: u64,
        /// How many there are.
        length: usize,
    },
    /// An edge along which a surface ends that must be closed.
    Open,
    /// More elements than an index can name.
    TooMany {
        /// How many there are.
        length: usize,
        /// How many there may be.
        limit: usize,
    },
}

impl InputError {
    pub(crate) fn new(name: &'static str, problem: Problem) -> Self {
        Self { field: Field { name, indices: [None, None] }, problem }
    }

    /// The same error, one index deeper: `name[index]…`.
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
                    "{field} is {value}, must be a float's way from a, or be given as an axis"
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
