//! Tables as text, their fields separated by commas, semicolons or tabs.

mod quotes;
mod read;
mod source;
mod write;

pub(super) use read::CsvReader;
pub(super) use write::CsvWriter;
