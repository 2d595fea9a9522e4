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
//!
//! Numbers are floats or integers in Parquet, or text in either. A row whose numbers cannot be read, that has too few or too
//! many fields or is not UTF-8 keeps its place and is told in words; the others go on. A record of a CSV has at most 16 MiB
//! and a CSV at most 16384 columns; Parquet may be compressed with Snappy, Zstandard, gzip or LZ4.
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
mod parquet;
mod sphere;

pub use error::{Problem, TableError};

use self::csv::{CsvReader, CsvWriter, Separator};
use self::parquet::{ParquetReader, ParquetWriter};
use crate::staged::Staged;
use answer::Entry;
use arrow_array::{RecordBatch, UInt64Array};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use arrow_select::take::take_record_batch;
use sphere::SphereColumns;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency::Feature;

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

/// The float that numbers are read as, once, from their text or their column, and that answers are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// 32 bits. A [`Row`] still holds `f64`s, each of them an `f32` exactly.
    F32,
    /// 64 bits.
    F64,
}

impl Scalar {
    /// The nearest number of this kind, ties to even.
    fn nearest(self, value: f64) -> f64 {
        match self {
            Scalar::F32 => f64::from(value as f32),
            Scalar::F64 => value,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        })
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
    /// Written as status `overlap`, time 0, without a normal.
    Overlap {
        /// The centre of the sphere.
        center: [f64; 3],
        /// The closest point.
        point: [f64; 3],
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
#[derive(Clone, Copy)]
enum Kind {
    Text(Separator),
    Parquet,
}

impl Kind {
    fn of(path: &Path) -> Result<Self, Problem> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("csv") => Ok(Kind::Text(Separator::Comma)),
            Some("tsv") => Ok(Kind::Text(Separator::Tab)),
            Some("parquet" | "pq") => Ok(Kind::Parquet),
            _ => Err(Problem::UnknownKind),
        }
    }
}

/// Rows as they come from a file, and what is wrong with some of them, by their index.
struct RawBatch {
    columns: RecordBatch,
    flaws: HashMap<usize, String>,
}

/// A table that is being read, batch by batch: an iterator that ends after the first error.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    source: Source,
    spheres: SphereColumns,
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
        Self::open_inner(path, scalar).map_err(|problem| problem.at(path))
    }

    fn open_inner(path: &Path, scalar: Scalar) -> Result<Self, Problem> {
        let kind = Kind::of(path)?;
        let file = File::open(path)?;
        let source = match kind {
            Kind::Text(separator) => Source::Csv(Box::new(CsvReader::open(file, separator)?)),
            Kind::Parquet => Source::Parquet(Box::new(ParquetReader::open(file)?)),
        };
        let spheres = SphereColumns::find(source.schema(), scalar)?;
        Ok(Self { path: path.to_path_buf(), source, spheres, is_done: false })
    }

    /// The columns of the table; what a [`Writer`] is created for.
    pub fn schema(&self) -> &SchemaRef {
        self.source.schema()
    }

    /// How many rows the table has, if its file says so in advance. Parquet does.
    pub fn row_count(&self) -> Option<u64> {
        match &self.source {
            Source::Csv(_) => None,
            Source::Parquet(reader) => Some(reader.row_count()),
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

/// A table that is being written, first to a temporary file beside its destination.
///
/// [`Writer::finish`] puts it in its place; dropped before, it leaves nothing behind.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    // Before the file, so that it is closed when the file is removed.
    sink: Sink,
    staged: Staged,
    input: SchemaRef,
    output: SchemaRef,
    scalar: Scalar,
    question: Question,
}

#[derive(Debug)]
enum Sink {
    Csv(Box<CsvWriter>),
    Parquet(Box<ParquetWriter>),
}

impl Writer {
    /// Starts the table at `path` for an input with the columns `schema`. The file at `path`, if there is one, stays as it
    /// is until [`Writer::finish`]; it may be the input.
    ///
    /// # Errors
    /// A name that says no known kind, a column of the input with the name of an answer's column, a place that cannot be
    /// written to.
    pub fn create(
        path: impl AsRef<Path>,
        schema: &SchemaRef,
        scalar: Scalar,
        question: Question,
    ) -> Result<Self, TableError> {
        let path = path.as_ref();
        Self::create_inner(path, schema, scalar, question).map_err(|problem| problem.at(path))
    }

    fn create_inner(
        path: &Path,
        input: &SchemaRef,
        scalar: Scalar,
        question: Question,
    ) -> Result<Self, Problem> {
        let kind = Kind::of(path)?;
        let output = answer::extended(input, scalar, question)?;
        let staged = Staged::create(path)?;
        let file = staged.handle()?;
        let sink = match kind {
            Kind::Text(separator) => {
                Sink::Csv(Box::new(CsvWriter::create(file, separator, &output)?))
            }
            Kind::Parquet => Sink::Parquet(Box::new(ParquetWriter::create(file, &output)?)),
        };
        Ok(Self {
            path: path.to_path_buf(),
            sink,
            staged,
            input: Arc::clone(input),
            output,
            scalar,
            question,
        })
    }

    /// Writes the rows of a batch, each with its outcome.
    ///
    /// # Errors
    /// A batch of other columns than those that the writer was created for, more or fewer outcomes than rows, a value that has
    /// no text, no room to write.
    pub fn write(&mut self, batch: &Batch, outcomes: &[Outcome]) -> Result<(), TableError> {
        self.write_inner(&batch.columns, outcomes).map_err(|problem| problem.at(&self.path))
    }

    fn write_inner(&mut self, rows: &RecordBatch, outcomes: &[Outcome]) -> Result<(), Problem> {
        check_match(&self.input, rows, outcomes)?;
        let entries: Vec<_> = answer::entries(outcomes).collect();
        if entries.len() == rows.num_rows() {
            return self.write_rows(rows, &entries);
        }
        entries.chunks(BATCH_ROWS).try_for_each(|entries| {
            let indices = UInt64Array::from_iter_values(entries.iter().map(|entry| entry.row));
            self.write_rows(&take_record_batch(rows, &indices).map_err(mismatched)?, entries)
        })
    }

    /// Writes rows, each with its entry.
    fn write_rows(&mut self, rows: &RecordBatch, entries: &[Entry<'_>]) -> Result<(), Problem> {
        let mut columns = rows.columns().to_vec();
        columns.extend(answer::columns(entries, self.scalar, self.question));
        let batch = RecordBatch::try_new(Arc::clone(&self.output), columns).map_err(mismatched)?;
        match &mut self.sink {
            Sink::Csv(writer) => writer.write(&batch),
            Sink::Parquet(writer) => writer.write(&batch),
        }
    }

    /// Completes the file, waits until it is on the disk and moves it to its place in one step.
    ///
    /// # Errors
    /// No room to write; then nothing is left behind.
    pub fn finish(self) -> Result<(), TableError> {
        let Self { path, sink, staged, .. } = self;
        let finished = match sink {
            Sink::Csv(writer) => writer.finish(),
            Sink::Parquet(writer) => writer.finish(),
        };
        finished.and_then(|()| Ok(staged.put_in_place()?)).map_err(|problem| problem.at(&path))
    }
}

fn mismatched(error: ArrowError) -> Problem {
    Problem::Mismatched(error.to_string())
}

fn check_match(input: &Schema, rows: &RecordBatch, outcomes: &[Outcome]) -> Result<(), Problem> {
    if rows.schema_ref().fields() != input.fields() {
        return Err(Problem::Mismatched("the rows have other columns than the table".into()));
    }
    if rows.num_rows() != outcomes.len() {
        let (rows, outcomes) = (rows.num_rows(), outcomes.len());
        return Err(Problem::Mismatched(format!("{outcomes} outcomes for {rows} rows")));
    }
    Ok(())
}
