//! The kind of a table, by the extension of its file.

use super::error::Problem;
use std::path::Path;

/// The kinds of tables.
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

    /// The extension of the kind.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Text(Separator::Tab) => "tsv",
            Kind::Text(_) => "csv",
            Kind::Parquet => "parquet",
        }
    }
}

/// The kind of a table that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InputKind {
    pub(crate) kind: Kind,
    /// Whether the table is a text that gzip has compressed.
    pub(crate) is_compressed: bool,
}

impl InputKind {
    /// The kind by the extension of a file. Standard input is a text, whose first line decides the
    /// separator.
    pub(crate) fn of(path: &Path) -> Result<Self, Problem> {
        if path == Path::new(STANDARD_INPUT) {
            return Ok(Self { kind: Kind::Text(Separator::Comma), is_compressed: false });
        }
        let is_gzip = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz"));
        match path.file_stem().filter(|_| is_gzip) {
            None => Ok(Self { kind: Kind::of(path)?, is_compressed: false }),
            Some(stem) => match Kind::of(Path::new(stem))? {
                kind @ Kind::Text(_) => Ok(Self { kind, is_compressed: true }),
                Kind::Parquet => Err(Problem::UnknownKind),
            },
        }
    }
}

/// The name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The byte between two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Separator {
    Comma,
    Semicolon,
    Tab,
}

impl Separator {
    pub(crate) fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        }
    }
}
