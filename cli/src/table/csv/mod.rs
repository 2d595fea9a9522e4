//! Tables as text, their fields separated by commas or tabs.

mod quotes;
mod read;
mod write;

pub(super) use read::CsvReader;
pub(super) use write::CsvWriter;

/// What stands between two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Comma,
    Tab,
}

impl Separator {
    pub(crate) fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Tab => b'\t',
        }
    }
}
