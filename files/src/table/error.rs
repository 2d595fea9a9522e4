//! The errors of reading and writing a table, which name the file.

use crate::staged::Refusal;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The number of columns that a message lists.
const SHOWN: usize = 20;

/// The reason why a table cannot be read or written.
///
/// The error prints as one sentence: `spheres.csv: the column radius is missing`.
#[derive(Debug)]
pub struct TableError {
    /// The file of the table.
    pub path: PathBuf,
    /// The error.
    pub problem: Problem,
}

/// The error of a table as a whole. The error of a single row is written to its column `error`.
#[derive(Debug)]
pub enum Problem {
    /// The extension of the file is not known.
    UnknownKind,
    /// The extension of the file stands for Parquet, and this program was built without Parquet.
    NoParquet,
    /// The file cannot be opened, read or written.
    Io(io::Error),
    /// The destination exists and is not a file: a directory, a device, a pipe.
    NotAFile,
    /// The destination is an input, or is an output already.
    InUse(PathBuf),
    /// A shard is requested of a CSV that is not seekable: a pipe, a terminal, or a compressed
    /// file.
    Unseekable,
    /// There is no header.
    Empty,
    /// Columns that a table of spheres must have.
    Missing {
        /// The names of the missing columns.
        missing: Vec<String>,
        /// The columns that the table has.
        found: Vec<String>,
    },
    /// Columns that are repeated.
    Repeated(Vec<String>),
    /// A column of a velocity and a column of a target position, which exclude each other.
    Both(&'static str, &'static str),
    /// A column that has no meaning for paths.
    AlongPath(&'static str),
    /// The column of the names of hulls, without hulls that are given by name.
    UnnamedHulls,
    /// A column that has no meaning for hulls.
    OfNoHull(&'static str),
    /// Columns of the input with names of result columns.
    Taken(Vec<String>),
    /// A column of a body whose type is not numeric.
    NotNumbers {
        /// The column.
        column: String,
        /// The type of the column.
        kind: String,
    },
    /// A column whose type cannot name paths.
    NoNames {
        /// The column.
        column: String,
        /// The type of the column.
        kind: String,
    },
    /// The header has more columns than a table may have.
    TooManyColumns {
        /// The greatest number of columns.
        limit: usize,
    },
    /// A record of a CSV that is too long, usually because a quote is never closed.
    LongRecord {
        /// The number of the row, where 0 is the header.
        row: u64,
        /// The line in which the record begins; empty lines are counted.
        line: u64,
        /// The greatest number of bytes of a record.
        limit: u64,
    },
    /// The bytes violate the file's format.
    Broken(String),
    /// A value that cannot be written as text, such as a date past the end of the calendar.
    NoText {
        /// The column.
        column: String,
        /// The reason.
        reason: String,
    },
    /// The numbers of rows and of outcomes differ.
    Mismatched(String),
}

impl Problem {
    pub(crate) fn at(self, path: &Path) -> TableError {
        TableError { path: path.to_path_buf(), problem: self }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Problem::Io(error)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotAFile => Problem::NotAFile,
            Refusal::InUse(file) => Problem::InUse(file),
            Refusal::Io(error) => Problem::Io(error),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::UnknownKind => f.write_str(
                "the name of a table must end in .csv, .tsv, .parquet or .pq; one that is read may \
                 also end in .csv.gz or .tsv.gz, or be - for standard input",
            ),
            Problem::NoParquet => f.write_str("is Parquet, which this program was built without"),
            Problem::Io(error) => error.fmt(f),
            Problem::NotAFile => f.write_str("exists already and is not a file"),
            Problem::InUse(file) => {
                write!(f, "is the same file as {}, must be another", file.display())
            }
            Problem::Unseekable => f.write_str(
                "must be a file that is not compressed, so that a shard of it can be found",
            ),
            Problem::Empty => f.write_str("is empty, must begin with the names of its columns"),
            Problem::Missing { missing, found } => {
                columns(f, missing, "missing")?;
                let shown: Vec<_> = found.iter().take(SHOWN).map(|name| quoted(name)).collect();
                write!(f, "; the table has {}", shown.join(", "))?;
                match found.len().checked_sub(SHOWN) {
                    None | Some(0) => Ok(()),
                    Some(more) => write!(f, " and {more} more"),
                }
            }
            Problem::Repeated(names) => columns(f, names, "repeated"),
            Problem::Both(one, other) => {
                write!(f, "the columns {one} and {other} are both given, must be one of them")
            }
            Problem::AlongPath(name) => {
                write!(f, "the column {name} is given, must not be if the rows are points of paths")
            }
            Problem::UnnamedHulls => f.write_str(
                "the column hull names the hull of each row, but no hull is given by its name",
            ),
            Problem::OfNoHull(name) => {
                write!(f, "the column {name} is given, must not be if the rows are hulls")
            }
            Problem::Taken(names) => {
                columns(f, names, "reserved for the answers: rename or remove")
            }
            Problem::NotNumbers { column, kind } => {
                write!(f, "the column {column} is of type {kind}, must hold numbers")
            }
            Problem::NoNames { column, kind } => {
                write!(f, "the column {column} is of type {kind}, must hold text or numbers")
            }
            Problem::TooManyColumns { limit } => write!(f, "has more than {limit} columns"),
            Problem::LongRecord { row, line, limit } => {
                write!(
                    f,
                    "row {row}, from line {line} on, has more than {limit} bytes; is a quote never closed?"
                )
            }
            Problem::Broken(what) => f.write_str(what),
            Problem::NoText { column, reason } => {
                write!(f, "a value of the column {column} cannot be written as text: {reason}")
            }
            Problem::Mismatched(what) => f.write_str(what),
        }
    }
}

fn columns(f: &mut fmt::Formatter<'_>, names: &[String], what: &str) -> fmt::Result {
    match names {
        [name] => write!(f, "the column {name} is {what}"),
        _ => write!(f, "the columns {} are {what}", names.join(", ")),
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// A text in quotation marks, short enough for a message.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
