//! Tables of spheres in, the same tables with answers out: CSV and Parquet, streamed.
//!
//! ```no_run
//! use tangency_cli::table::{Outcome, Question, Reader, Scalar, Writer};
//!
//! let reader = Reader::open("spheres.csv", Scalar::F64)?;
//! let (scalar, question) = (Scalar::F64, Question::First);
//! let mut writer = Writer::create("answers.parquet", reader.schema(), scalar, question)?;
//! for batch in reader {
//!     let batch = batch?;
//!     let outcomes: Vec<Outcome> = batch.rows.iter().map(|_| Outcome::None).collect();
//!     writer.write(&batch, &outcomes)?;
//! }
//! writer.finish()?;
//! # Ok::<(), tangency_cli::table::TableError>(())
//! ```
//!
//! # What is read
//! The file's name says its kind: `.csv` (commas), `.tsv` (tabs), `.parquet` or `.pq`, in any case of letters. A table has
//! the columns `x`, `y`, `z`, `radius`, `vx`, `vy`, `vz` and may have `t_max`, in any order. Any other column travels along:
//! from CSV as text, its value unchanged byte for byte; from Parquet as the same Arrow type, nested ones included.
//!
//! Numbers are floats, integers or decimals in Parquet, in dictionaries too, or text in either. A row whose numbers cannot be read, that has too few or too
//! many fields or is not UTF-8 keeps its place and is told in words; the others go on. A record of a CSV has at most 16 MiB
//! and a CSV at most 16384 columns; Parquet may be compressed with Snappy, Zstandard, gzip or LZ4, not
//! with Brotli.
//!
//! # What is written
//! The columns of the input, unchanged and in their order, then those of the answer: [`Question::columns`]. A row with several
//! contacts is repeated for each of them. From CSV to CSV, values
//! stay as they are byte for byte, but fields may be quoted otherwise, blank lines go, lines end in a line feed, and the fields
//! that a short row lacks become empty ones. From CSV to Parquet, the columns of the input are text, a field that a row lacks is
//! null. From Parquet to CSV, a null becomes an empty field, floats the shortest text that reads back to the same one, and
//! nested values text for the eye, as in `{a: 1, b: [2, null]}`.
//!
//! # Memory
//! Both ways go batch by batch. A file that claims sizes it cannot have is refused before room is made for them.

mod answer;
mod csv;
mod error;
mod hit;
mod parquet;
mod shard;
mod sphere;
mod write;

pub use error::{Problem, TableError};
pub use hit::AnswerColumns;
pub(crate) use shard::digest;
pub use shard::{NoShard, Part, Shard};
pub(crate) use write::Destination;
pub use write::Writer;

use self::csv::CsvReader;
pub(crate) use self::csv::Separator;
pub(crate) use self::parquet::ParquetReader;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use sphere::SphereColumns;
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use tangency::Feature;
pub use tangency_protocol::number::Scalar;

/// The columns that every table of spheres has.
pub const SPHERE_COLUMNS: [&str; 7] = ["x", "y", "z", "radius", "vx", "vy", "vz"];

/// The column that a table of spheres may have: the time at which the motion ends.
pub const T_MAX: &str = "t_max";

/// The columns of a first contact, in the order in which they are written.
pub const ANSWER_COLUMNS: [&str; 14] = [
    "status", "time", "center_x", "center_y", "center_z", "point_x", "point_y", "point_z",
    "normal_x", "normal_y", "normal_z", "triangle", "feature", "error",
];

/// What is asked about each row, which says what columns an answer has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    /// The first contact.
    #[default]
    First,
    /// Whether there is any contact: [`Outcome::Touch`], [`Outcome::None`] or an error.
    Any,
    /// All contacts: [`Outcome::Each`] or an error.
    All,
}

impl Question {
    /// The columns of an answer, in the order in which they are written.
    pub fn columns(self) -> Vec<&'static str> {
        match self {
            Question::First => ANSWER_COLUMNS.to_vec(),
            Question::Any => vec!["status", "error"],
            Question::All => [&["contact"], &ANSWER_COLUMNS[..]].concat(),
        }
    }
}

/// One moving sphere of a table. Its numbers are finite; whether its radius and time make sense is for the sphere to say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// `x`, `y`, `z`: the centre at time zero.
    pub center: [f64; 3],
    /// `radius`.
    pub radius: f64,
    /// `vx`, `vy`, `vz`.
    pub velocity: [f64; 3],
    /// `t_max`; `None` if the motion has no end: no such column, an empty or null value, or infinity.
    pub t_max: Option<f64>,
}

/// Some consecutive rows of a table: about [`BATCH_ROWS`], fewer if they are long.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The rows as they came, for the [`Writer`].
    pub columns: RecordBatch,
    /// The sphere of each row, or what is wrong with the row.
    pub rows: Vec<Result<Row, String>>,
}

/// How many rows a [`Batch`] has at most.
pub const BATCH_ROWS: usize = 8192;

/// The answer for one row. Where the scalar is `f32`, each number is an `f32` exactly.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Written as status `none`.
    None,
    /// Written as status `overlap` and time 0.
    Overlap {
        /// The centre of the sphere.
        center: [f64; 3],
        /// The closest point.
        point: [f64; 3],
        /// The normal, if there is one.
        normal: Option<[f64; 3]>,
        /// The index of the triangle that holds the point.
        triangle: u64,
        /// The part of the triangle.
        feature: Feature,
    },
    /// Written as status `contact`.
    Contact {
        /// When; infinite only if it is past the largest float.
        time: f64,
        /// The centre of the sphere then.
        center: [f64; 3],
        /// The touched point.
        point: [f64; 3],
        /// The normal, if there is one.
        normal: Option<[f64; 3]>,
        /// The index of the touched triangle.
        triangle: u64,
        /// The part of the triangle.
        feature: Feature,
    },
    /// Written as status `contact` and nothing else: that there is one.
    Touch,
    /// Each written as a row of its own, with its number in the column `contact`; if there are none, as [`Outcome::None`].
    /// They are not of this kind.
    Each(Vec<Outcome>),
    /// Written as a row without a status, with this text as its `error`.
    Error(String),
}

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

/// Rows as they come from a file, and what is wrong with some of them, by their index.
pub(crate) struct RawBatch {
    pub(crate) columns: RecordBatch,
    flaws: HashMap<usize, String>,
}

/// A table that is being read, batch by batch: an iterator that ends after the first error.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    source: Source,
    spheres: SphereColumns,
    part: Option<Part>,
    is_done: bool,
}

#[derive(Debug)]
enum Source {
    Csv(Box<CsvReader>),
    Parquet(Box<ParquetReader>),
}

impl Reader {
    /// Opens a table and looks at its columns; no row is read yet.
    ///
    /// # Errors
    /// A name that says no known kind, a file that cannot be read or is broken, columns that are missing, there twice or of
    /// a type that holds no numbers.
    pub fn open(path: impl AsRef<Path>, scalar: Scalar) -> Result<Self, TableError> {
        let path = path.as_ref();
        Self::open_inner(path, scalar, None).map_err(|problem| problem.at(path))
    }

    /// Opens a shard of a table, or all of it. Of a Parquet these are rows counted by its footer, and no more is read than the row groups
    /// that hold some of them. Of a CSV they are the rows that begin in the shard's share of the bytes; it is read up to the shard's end.
    ///
    /// # Errors
    /// As [`Reader::open`]; a shard of a CSV that is no file.
    pub fn open_part(
        path: impl AsRef<Path>,
        scalar: Scalar,
        shard: Option<Shard>,
    ) -> Result<Self, TableError> {
        let path = path.as_ref();
        Self::open_inner(path, scalar, shard).map_err(|problem| problem.at(path))
    }

    fn open_inner(path: &Path, scalar: Scalar, shard: Option<Shard>) -> Result<Self, Problem> {
        let kind = Kind::of(path)?;
        let file = File::open(path)?;
        let (source, spheres, part) = match kind {
            Kind::Text(separator) => {
                let mut reader = CsvReader::open(file, separator)?;
                // Wrong columns are told before the rows are looked at.
                let spheres = SphereColumns::find(reader.schema(), scalar)?;
                let part = shard.map(|shard| reader.confine(shard)).transpose()?;
                (Source::Csv(Box::new(reader)), spheres, part)
            }
            Kind::Parquet => {
                let (reader, part) = ParquetReader::open(file, shard)?;
                let spheres = SphereColumns::find(reader.schema(), scalar)?;
                (Source::Parquet(Box::new(reader)), spheres, part)
            }
        };
        Ok(Self { path: path.to_path_buf(), source, spheres, part, is_done: false })
    }

    /// What the reader was confined to by [`Reader::open_part`], if it was.
    pub fn part(&self) -> Option<&Part> {
        self.part.as_ref()
    }

    /// The columns of the table; what a [`Writer`] is created for.
    pub fn schema(&self) -> &SchemaRef {
        self.source.schema()
    }

    /// How many rows there will be, if that is known in advance: of a Parquet, and of a shard.
    pub fn row_count(&self) -> Option<u64> {
        match (&self.part, &self.source) {
            (Some(part), _) => Some(part.rows.end - part.rows.start),
            (None, Source::Parquet(reader)) => Some(reader.row_count()),
            (None, Source::Csv(_)) => None,
        }
    }

    fn next_batch(&mut self) -> Result<Option<Batch>, Problem> {
        let raw = match &mut self.source {
            Source::Csv(reader) => reader.next_batch()?,
            Source::Parquet(reader) => reader.next_batch()?,
        };
        let Some(RawBatch { columns, flaws }) = raw else { return Ok(None) };
        let rows = self.spheres.rows(&columns, &flaws)?;
        Ok(Some(Batch { columns, rows }))
    }
}

impl Source {
    fn schema(&self) -> &SchemaRef {
        match self {
            Source::Csv(reader) => reader.schema(),
            Source::Parquet(reader) => reader.schema(),
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Batch, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let batch = self.next_batch().map_err(|problem| problem.at(&self.path)).transpose();
        self.is_done = !matches!(batch, Some(Ok(_)));
        batch
    }
}
