//! Why bytes are not what was saved.

use core::fmt;

/// Why bytes are not taken for a mesh or a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// They do not begin as a saved mesh does.
    NotAMesh,
    /// They do not begin as a saved scene does.
    NotAScene,
    /// They are from a machine that writes the bytes of a number in the other order.
    ByteOrder,
    /// They are of another version of this format.
    Version {
        /// Theirs.
        found: u32,
        /// The one that is known here.
        known: u32,
    },
    /// It is one of other floats.
    Scalar {
        /// The bits of a float there.
        found: u32,
        /// The bits of a float that is wanted.
        wanted: u32,
    },
    /// There are fewer or more bytes than the header speaks of.
    Length {
        /// How many there are.
        found: u64,
        /// How many there must be.
        expected: u64,
    },
    /// Some byte is not what it was.
    Checksum {
        /// The checksum of the bytes.
        found: u64,
        /// The one that was saved with them.
        expected: u64,
    },
    /// All bytes are as they were written, but not by this library: something is named that is not
    /// there, or no number.
    Contents(&'static str),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotAMesh => f.write_str("this is no saved mesh"),
            Self::NotAScene => f.write_str("this is no saved scene"),
            Self::ByteOrder => f.write_str(
                "it was saved by a machine that writes the bytes of a number in the other order",
            ),
            Self::Version { found, known } => {
                write!(f, "it was saved in version {found}, only version {known} can be read")
            }
            Self::Scalar { found, wanted } => {
                write!(f, "it was saved with f{found}, but f{wanted} is wanted")
            }
            Self::Length { found, expected } => {
                write!(f, "it has {found} bytes, must have {expected}: it is cut off or damaged")
            }
            Self::Checksum { found, expected } => {
                write!(f, "it is damaged: its checksum is {found:016x}, must be {expected:016x}")
            }
            Self::Contents(what) => {
                write!(f, "it cannot have been saved, look at its {what}: who wrote it?")
            }
        }
    }
}

impl core::error::Error for LoadError {}
