//! Tables as Parquet.
//!
//! The crate that decodes Parquet believes much of what a file says about itself: it reserves room
//! for as many values as are claimed and panics where a claim cannot be. So a file is checked first
//! ([`footer`], [`pages`]) and decoded behind a wall that turns what panics are left into errors
//! ([`contain`]).

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
