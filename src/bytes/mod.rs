//! FLOOR 0 as well: bytes that are kept in a file, and used in place. This folder depends neither
//! on numbers nor on geometry.

mod buffer;
mod checksum;
mod error;
mod layout;

pub(crate) use buffer::{Buffer, Bytes, LINE, Within, aligned};
pub use error::LoadError;
pub(crate) use layout::{CHECKSUM, Format, in_one_piece, places, save, verified};
