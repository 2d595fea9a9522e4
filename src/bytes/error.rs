//! Errors of loading saved meshes and scenes.

use core::fmt;

/// The reason why bytes are not a saved mesh or a saved scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes do not begin like a saved mesh.
    NotAMesh,
    /// The bytes do not begin like a saved scene.
    NotAScene,
    /// The bytes are from a machine with the opposite byte order.
    ByteOrder,
    /// The bytes have another version of the format.
    Version {
        /// The version of the bytes.
        found: u32,
        /// The version that this library reads.
        known: u32,
    },
    /// The bytes contain numbers of another scalar type.
    Scalar {
        /// The number of bits of a saved float.
        found: u32,
        /// The number of bits of a requested float.
        wanted: u32,
    },
    /// There are fewer or more bytes than the header specifies.
    Length {
        /// The actual number of bytes.
        found: u64,
        /// The required number of bytes.
        expected: u64,
    },
    /// The checksum is wrong: a byte has changed.
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The checksum that was saved with them.
        expected: u64,
    },
    /// The checksum is right, but this library did not write the bytes: an index refers to nothing,
    /// or a value is not a number.
    Contents(&'static str),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotAMesh => f.write_str("this is no saved mesh"),
            Self::NotAScene => f.write_str("this is no saved scene"),
            Self::ByteOrder => {
                f.write_str("it was saved on a machine with the opposite byte order")
            }
            Self::Version { found, known } => {
                write!(f, "it was saved in version {found}, only version {known} can be read")
            }
            Self::Scalar { found, wanted } => {
                write!(f, "it was saved with f{found}, but f{wanted} is requested")
            }
            Self::Length { found, expected } => {
                write!(f, "it has {found} bytes, must have {expected}: it is cut off or damaged")
            }
            Self::Checksum { found, expected } => {
                write!(f, "it is damaged: its checksum is {found:016x}, must be {expected:016x}")
            }
            Self::Contents(what) => {
                write!(
                    f,
                    "the contents of its {what} are invalid, although the checksum is correct: this library did not write it"
                )
            }
        }
    }
}

impl core::error::Error for LoadError {}
