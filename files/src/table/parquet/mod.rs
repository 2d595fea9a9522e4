//! Tables as Parquet.
//!
//! The crate that decodes Parquet trusts many sizes in a file: it allocates memory for the claimed
//! number of values, and panics on impossible ones. So a file is checked first ([`footer`],
//! [`pages`]), and remaining panics of the decoder become errors ([`contain`]).

mod chunks;
mod contain;
mod footer;
mod pages;
mod read;
mod thrift;
mod types;
mod write;

pub(crate) use read::ParquetReader;
pub(super) use write::ParquetWriter;
