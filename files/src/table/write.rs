//! Writes a table: rows with their outcomes, or complete rows.

use super::answer::{self, Entry};
use super::columns::Columns;
use super::csv::CsvWriter;
use super::error::{Problem, TableError};
use super::kind::Kind;
#[cfg(feature = "parquet")]
use super::parquet::ParquetWriter;
use super::read::Reader;
use super::row::{BATCH_ROWS, Batch, Form, Outcome, Question};
use super::select::{mismatched, selected};
use crate::number::Scalar;
use crate::staged::Staged;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Schema, SchemaRef};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A table that is being written, to a temporary file next to its destination.
///
/// [`Writer::finish`] puts the table in its place. A writer that is dropped before leaves nothing
/// behind.
#[derive(Debug)]
pub struct Writer {
    destination: Destination,
    input: SchemaRef,
    scalar: Scalar,
    question: Question,
    form: Form,
    rows: u64,
}

impl Writer {
    /// Starts the table at `path` for the rows of this input, with the columns for `form`
    /// ([`Reader::form`], and the target) and `question`. The file at `path`, if there is one,
    /// stays as it is until [`Writer::finish`]; it may be the input.
    ///
    /// # Errors
    /// An unknown extension, a column of the input with the name of a result column, or a place
    /// that cannot be written to.
    pub fn create(
        path: impl AsRef<Path>,
        input: &Reader,
        form: Form,
        scalar: Scalar,
        question: Question,
    ) -> Result<Self, TableError> {
        let path = path.as_ref();
        Self::create_inner(path, input, form, scalar, question).map_err(|problem| problem.at(path))
    }

    fn create_inner(
        path: &Path,
        input: &Reader,
        form: Form,
        scalar: Scalar,
        question: Question,
    ) -> Result<Self, Problem> {
        let kind = Kind::of(path)?;
        let mut columns = input.columns();
        columns.schema = answer::extended(input.schema(), scalar, question, form)?;
        let destination = Destination::create_inner(path, kind, columns)?;
        let input = Arc::clone(input.schema());
        Ok(Self { destination, input, scalar, question, form, rows: 0 })
    }

    /// The number of rows written.
    pub fn row_count(&self) -> u64 {
        self.rows
    }

    /// Writes the rows of a batch, each with its outcome.
    ///
    /// # Errors
    /// A batch whose columns differ from the writer's columns, a number of outcomes other than the
    /// number of rows, a value that cannot be written as text, or no room to write.
    pub fn write(&mut self, batch: &Batch, outcomes: &[Outcome]) -> Result<(), TableError> {
        self.write_inner(&batch.columns, outcomes)
            .map_err(|problem| problem.at(&self.destination.path))
    }

    fn write_inner(&mut self, rows: &RecordBatch, outcomes: &[Outcome]) -> Result<(), Problem> {
        check_match(&self.input, rows, outcomes)?;
        let entries: Vec<_> = answer::entries(outcomes).collect();
        if entries.len() == rows.num_rows() {
            return self.write_rows(rows.columns().to_vec(), &entries);
        }
        entries.chunks(BATCH_ROWS).try_for_each(|entries| {
            let places: Vec<usize> = entries.iter().map(|entry| entry.row).collect();
            self.write_rows(selected(rows, &places)?.columns().to_vec(), entries)
        })
    }

    /// Writes rows, each with its entry.
    fn write_rows(
        &mut self,
        mut columns: Vec<ArrayRef>,
        entries: &[Entry<'_>],
    ) -> Result<(), Problem> {
        columns.extend(answer::columns(entries, self.scalar, self.question, self.form));
        let output = Arc::clone(&self.destination.schema);
        let batch = RecordBatch::try_new(output, columns).map_err(mismatched)?;
        self.rows += batch.num_rows() as u64;
        self.destination.sink.write(&batch)
    }

    /// Completes the file, waits until it is on the disk and moves it to its place in one step.
    ///
    /// # Errors
    /// No room to write; then nothing is left behind.
    pub fn finish(self) -> Result<(), TableError> {
        self.destination.finish()
    }
}

/// A table that is being written with any columns, in the same way as by a [`Writer`]. Its bytes
/// depend on its rows alone, not on their batches.
#[derive(Debug)]
pub(crate) struct Destination {
    path: PathBuf,
    // This field comes before the staged file, so that the sink is closed when the file is removed.
    sink: Sink,
    staged: Staged,
    schema: SchemaRef,
}

#[derive(Debug)]
enum Sink {
    Csv(Box<CsvWriter>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetWriter>),
}

impl Destination {
    /// Starts the table at `path` with these columns; the extension specifies its kind.
    #[cfg(feature = "parquet")]
    pub(crate) fn create(path: &Path, columns: &Columns) -> Result<Self, TableError> {
        let created =
            Kind::of(path).and_then(|kind| Self::create_inner(path, kind, columns.clone()));
        created.map_err(|problem| problem.at(path))
    }

    fn create_inner(path: &Path, kind: Kind, columns: Columns) -> Result<Self, Problem> {
        let staged = Staged::create(path)?;
        let file = staged.handle()?;
        let sink = match kind {
            Kind::Text(separator) => {
                Sink::Csv(Box::new(CsvWriter::create(file, separator, &columns.schema)?))
            }
            #[cfg(not(feature = "parquet"))]
            Kind::Parquet => return Err(Problem::NoParquet),
            #[cfg(feature = "parquet")]
            Kind::Parquet => Sink::Parquet(Box::new(ParquetWriter::create(file, &columns)?)),
        };
        Ok(Self { path: path.to_path_buf(), sink, staged, schema: columns.schema })
    }

    /// Adds rows of exactly these columns.
    #[cfg(feature = "parquet")]
    pub(crate) fn write(&mut self, rows: &RecordBatch) -> Result<(), TableError> {
        self.sink.write(rows).map_err(|problem| problem.at(&self.path))
    }

    /// Completes the table and puts it in its place, as [`Writer::finish`] does.
    pub(crate) fn finish(self) -> Result<(), TableError> {
        let Self { path, sink, staged, .. } = self;
        let finished = match sink {
            Sink::Csv(writer) => writer.finish(),
            #[cfg(feature = "parquet")]
            Sink::Parquet(writer) => writer.finish(),
        };
        finished.and_then(|()| Ok(staged.put_in_place()?)).map_err(|problem| problem.at(&path))
    }
}

impl Sink {
    fn write(&mut self, rows: &RecordBatch) -> Result<(), Problem> {
        match self {
            Sink::Csv(writer) => writer.write(rows),
            #[cfg(feature = "parquet")]
            Sink::Parquet(writer) => writer.write(rows),
        }
    }
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
