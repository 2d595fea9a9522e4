//! What kind of table a file's name promises.

use super::error::Problem;
use std::path::Path;

/// What the end of a file's name says about the table in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text(Separator),
    Parquet,
}

impl Kind {
    pub(crate) fn of(path: &Path) -> Result<Self, Problem> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("csv") => Ok(Kind::Text(Separator::Comma)),
            Some("tsv") => Ok(Kind::Text(Separator::Tab)),
            Some("parquet" | "pq") => Ok(Kind::Parquet),
            _ => Err(Problem::UnknownKind),
        }
    }

    /// The end of a name that says so.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Text(Separator::Comma) => "csv",
            Kind::Text(Separator::Tab) => "tsv",
            Kind::Parquet => "parquet",
        }
    }
}

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
