//! Reads tables of spheres, and writes the same tables with results: CSV and Parquet, streamed.
//!
//! ```no_run
//! use tangency_files::table::{Outcome, Question, Reader, Scalar, Writer};
//!
//! let reader = Reader::open("spheres.csv", Scalar::F64)?;
//! let (scalar, question) = (Scalar::F64, Question::First);
//! let mut writer = Writer::create("answers.parquet", &reader, reader.form(), scalar, question)?;
//! for batch in reader {
//!     let batch = batch?;
//!     let outcomes: Vec<Outcome> = batch.rows.iter().map(|_| Outcome::None).collect();
//!     writer.write(&batch, &outcomes)?;
//! }
//! writer.finish()?;
//! # Ok::<(), tangency_files::table::TableError>(())
//! ```
//!
//! # What is read
//! The extension of the file specifies its kind: `.csv`, `.tsv`, `.parquet` or `.pq`, in any case
//! of letters; a text table may be compressed (`.csv.gz`, `.tsv.gz`), and `-` is a text table on
//! standard input. The separator of a text table is the most frequent of comma, semicolon and tab
//! in its first line. A table has the columns `x`, `y`, `z`, `radius`, `vx`, `vy`, `vz` and may
//! have `t_max`, in any order and any case of letters. Instead of a velocity there may be `to_x`,
//! `to_y`, `to_z`: the position of the sphere at time 1. With `axis_x`, `axis_y`, `axis_z` the rows
//! are capsules; with `half_x`, `half_y`, `half_z` they are boxes, whose rotation is in `qx`, `qy`,
//! `qz`, `qw`, and which need no radius. The rows may also be given hulls, which need no radius
//! either, with a column `hull` that names the hull ([`HullNames`]). Consecutive rows may be the
//! points of a path, with a column that names the path ([`Reader::open_part`]). Any other column is
//! copied: from CSV as text, its value unchanged byte for byte; from Parquet as the same type, of
//! Arrow and of Parquet, nested ones included, except timestamps of 96 bits, which become
//! nanoseconds, and dictionaries of decimals or half floats, which become their values.
//!
//! In a Parquet, numbers are floats, integers, decimals or text, also in dictionaries; in a CSV
//! they are text. A row keeps its place and gets an error if its numbers cannot be read, if it has
//! too few or too many fields, or if it is not UTF-8; the other rows are read as usual. A record of
//! a CSV has at most 16 MiB, and a CSV at most 16384 columns. A Parquet may be compressed with
//! Snappy, Zstandard, gzip or LZ4, but not with Brotli.
//!
//! # What is written
//! The output has the columns of the input, unchanged and in their order, then the columns of the
//! result: [`Question::columns`]. A row with several contacts is repeated for each of them; a path
//! has the columns of its first row. From CSV to CSV, values are kept byte for byte, but fields may
//! be quoted otherwise, blank lines are left out, lines end in a line feed, and the fields that a
//! short row lacks become empty fields. From CSV to Parquet, the columns of the input are text, and
//! a field that a row lacks is null. From Parquet to CSV, a null becomes an empty field, a float
//! the shortest text that reads back to the same float, bytes and intervals become hexadecimal
//! digits, and nested values text for people, as in `{a: 1, b: [2, null]}`.
//!
//! # Memory
//! Tables are read and written batch by batch; all points of a path are in memory. A file that
//! claims impossible sizes is refused before memory is allocated for these sizes.

mod answer;
mod cells;
mod columns;
mod csv;
mod error;
mod hit;
mod kind;
#[cfg(feature = "parquet")]
mod parquet;
mod path;
mod read;
mod row;
mod select;
mod shard;
mod sphere;
mod write;

pub use crate::number::Scalar;
pub use error::{Problem, TableError};
pub use hit::AnswerColumns;
pub(crate) use kind::{Kind, Separator};
#[cfg(feature = "parquet")]
pub(crate) use parquet::ParquetReader;
pub use read::Reader;
pub use row::{
    ANSWER_COLUMNS, AXIS_COLUMNS, BATCH_ROWS, Batch, Extent, Form, HALF_COLUMNS, HULL, HullNames,
    Outcome, Question, ROTATION_COLUMNS, Row, RowShape, SPHERE_COLUMNS, T_MAX, TO_COLUMNS, Way,
};
pub(crate) use shard::digest;
pub use shard::{NoShard, Part, Shard};
pub use sphere::numbers;
#[cfg(feature = "parquet")]
pub(crate) use write::Destination;
pub use write::Writer;
