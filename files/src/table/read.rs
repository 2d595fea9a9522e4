//! Reads a table: its rows, and the body of each.

use super::columns::Columns;
use super::csv::CsvReader;
use super::error::{Problem, TableError};
use super::kind::{InputKind, Kind, STANDARD_INPUT};
#[cfg(feature = "parquet")]
use super::parquet::ParquetReader;
use super::path::Paths;
use super::row::{Batch, Form, HullNames, RawBatch};
use super::shard::{Part, Shard};
use super::sphere::SphereColumns;
use crate::number::Scalar;
use crate::seen::{self, Seen};
#[cfg(feature = "parquet")]
use arrow_schema::Schema;
use arrow_schema::SchemaRef;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A table that is being read, batch by batch: an iterator that ends after the first error.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    source: Source,
    seen: Arc<Seen>,
    spheres: SphereColumns,
    /// If rows are the points of paths: the paths that are being gathered, and the batches of those
    /// that have ended.
    paths: Option<(Paths, VecDeque<Batch>)>,
    part: Option<Part>,
    is_done: bool,
}

#[derive(Debug)]
enum Source {
    Csv(Box<CsvReader>),
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetReader>),
}

impl Reader {
    /// Opens a table and finds its columns; no row is read yet. The path `-` is standard input, a
    /// text table.
    ///
    /// # Errors
    /// An unknown extension; a file that cannot be read or is broken; columns that are missing,
    /// repeated or not numeric.
    pub fn open(path: impl AsRef<Path>, scalar: Scalar) -> Result<Self, TableError> {
        Self::open_part(path, scalar, None, None, None)
    }

    /// Opens a shard of a table, or the whole table. The rows of a Parquet are divided by the
    /// counts in its footer, and only row groups with rows of the shard are read. A CSV is divided
    /// by bytes: the shard has the rows that begin in its share, and the file is read up to the end
    /// of the shard.
    ///
    /// If `names` is a column, consecutive rows with the same value in it are the points of one
    /// path, and the table has no columns of other motions. Then a shard has the whole of each path
    /// that begins in its share.
    ///
    /// With `hulls`, the rows are these hulls, and the table has no column of another shape.
    ///
    /// # Errors
    /// The errors of [`Reader::open`], and an error for a shard of a CSV that is not a file.
    pub fn open_part(
        path: impl AsRef<Path>,
        scalar: Scalar,
        names: Option<&str>,
        hulls: Option<&HullNames>,
        shard: Option<Shard>,
    ) -> Result<Self, TableError> {
        let path = path.as_ref();
        Self::open_inner(path, scalar, (names, hulls), shard).map_err(|problem| problem.at(path))
    }

    fn open_inner(
        path: &Path,
        scalar: Scalar,
        (names, hulls): (Option<&str>, Option<&HullNames>),
        shard: Option<Shard>,
    ) -> Result<Self, Problem> {
        let InputKind { kind, is_compressed } = InputKind::of(path)?;
        let file = match (path == Path::new(STANDARD_INPUT), shard) {
            (true, Some(_)) => return Err(Problem::Unseekable),
            (true, None) => standard_input()?,
            (false, _) => seen::open(path)?,
        };
        let seen = Arc::new(Seen::of(&file)?);
        let (source, spheres, part) = match kind {
            Kind::Text(separator) => {
                let mut reader = CsvReader::open(file, separator, is_compressed)?;
                // Wrong columns are reported before the rows are read.
                let spheres = SphereColumns::find(reader.schema(), scalar, names, hulls)?;
                let part = shard.map(|shard| reader.confine(shard, spheres.path())).transpose()?;
                (Source::Csv(Box::new(reader)), spheres, part)
            }
            #[cfg(not(feature = "parquet"))]
            Kind::Parquet => return Err(Problem::NoParquet),
            #[cfg(feature = "parquet")]
            Kind::Parquet => {
                let find = |schema: &Schema| {
                    let spheres = SphereColumns::find(schema, scalar, names, hulls)?;
                    Ok((spheres.path(), spheres))
                };
                let (reader, spheres, part) = ParquetReader::open(file, shard, find)?;
                (Source::Parquet(Box::new(reader)), spheres, part)
            }
        };
        let paths = spheres.path().map(|column| (Paths::new(column, hulls), VecDeque::new()));
        Ok(Self { path: path.to_path_buf(), source, seen, spheres, paths, part, is_done: false })
    }

    /// The form of the rows of the table.
    pub fn form(&self) -> Form {
        self.spheres.form()
    }

    /// The part of the table that [`Reader::open_part`] has opened, if it is not the whole table.
    pub fn part(&self) -> Option<&Part> {
        self.part.as_ref()
    }

    /// The state of the file before it was read.
    pub(crate) fn seen(&self) -> &Arc<Seen> {
        &self.seen
    }

    /// The columns of the table.
    pub fn schema(&self) -> &SchemaRef {
        match &self.source {
            Source::Csv(reader) => reader.schema(),
            #[cfg(feature = "parquet")]
            Source::Parquet(reader) => &reader.columns().schema,
        }
    }

    pub(super) fn columns(&self) -> Columns {
        match &self.source {
            Source::Csv(reader) => Columns::new(Arc::clone(reader.schema())),
            #[cfg(feature = "parquet")]
            Source::Parquet(reader) => reader.columns().clone(),
        }
    }

    /// The number of rows, if it is known in advance: for a Parquet, and for a shard; but not for
    /// paths.
    pub fn row_count(&self) -> Option<u64> {
        match (&self.part, &self.source) {
            _ if self.paths.is_some() => None,
            (Some(part), _) => Some(part.rows.end - part.rows.start),
            #[cfg(feature = "parquet")]
            (None, Source::Parquet(reader)) => Some(reader.row_count()),
            (None, Source::Csv(_)) => None,
        }
    }

    fn next_batch(&mut self) -> Result<Option<Batch>, Problem> {
        loop {
            if let Some((_, ended)) = &mut self.paths
                && let Some(batch) = ended.pop_front()
            {
                return Ok(Some(batch));
            }
            let raw = match &mut self.source {
                Source::Csv(reader) => reader.next_batch()?,
                #[cfg(feature = "parquet")]
                Source::Parquet(reader) => reader.next_batch()?,
            };
            let Some(RawBatch { columns, flaws }) = raw else {
                self.seen.check()?;
                return Ok(self.paths.as_mut().and_then(|(paths, _)| paths.finish()));
            };
            let rows = self.spheres.rows(&columns, &flaws)?;
            match &mut self.paths {
                None => return Ok(Some(Batch { columns, rows })),
                Some((paths, ended)) => ended.extend(paths.gather(&columns, rows, &flaws)?),
            }
        }
    }
}

/// Standard input, without the buffer of the standard library, since that buffer reads ahead.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let own = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let own = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    #[cfg(not(any(unix, windows)))]
    let own: io::Result<File> = Err(io::Error::from(io::ErrorKind::Unsupported));
    own.map(File::from)
}

impl Iterator for Reader {
    type Item = Result<Batch, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        // An input that changed may look broken, so the change is reported first.
        let batch = self.next_batch().map_err(|problem| match self.seen.check() {
            Ok(()) => problem.at(&self.path),
            Err(changed) => Problem::Io(changed).at(&self.path),
        });
        let batch = batch.transpose();
        self.is_done = !matches!(batch, Some(Ok(_)));
        batch
    }
}
