//! Tables as text, their fields separated by commas or tabs.

mod quotes;
mod read;
mod write;

pub(super) use read::CsvReader;
pub(super) use write::CsvWriter;
