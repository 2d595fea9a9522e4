//! Reads Parquet, a batch of rows at a time.

use super::contain::contain;
use super::footer;
use super::pages::CheckedFile;
use super::types;
use crate::table::cells::Cells;
use crate::table::columns::Columns;
use crate::table::error::Problem;
use crate::table::path::{Name, Step, Steps};
use crate::table::row::{BATCH_ROWS, RawBatch};
use crate::table::shard::{Part, Shard, merged};
use arrow_schema::Schema;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::reader::ChunkReader;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

/// The greatest size in bytes of the rows of a batch, as far as the file specifies sizes in
/// advance.
const BATCH_BYTES: u64 = 64 << 20;

/// Reads the row groups in order.
pub(crate) struct ParquetReader {
    /// `None` after a failure: a decoder that panicked is not used again.
    batches: Option<ParquetRecordBatchReader>,
    columns: Columns,
    row_count: u64,
    rows_left: u64,
}

impl fmt::Debug for ParquetReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetReader").field("row_count", &self.row_count).finish_non_exhaustive()
    }
}

impl ParquetReader {
    /// Opens a whole table or a shard; for a shard, also returns its part of the table. `find` gets
    /// the columns first, and returns the column that names paths, if there is one: then a shard
    /// has the paths that begin in its share.
    pub(crate) fn open<F>(
        mut file: File,
        shard: Option<Shard>,
        find: impl FnOnce(&Schema) -> Result<(Option<usize>, F), Problem>,
    ) -> Result<(Self, F, Option<Part>), Problem> {
        let footer = footer::read(&mut file)?;
        let length = file.metadata()?.len();
        footer::check_shape(&footer.bytes)?;
        contain(|| {
            let metadata =
                ParquetMetaDataReader::decode_metadata(&footer.bytes).map_err(undecoded)?;
            let total = footer::check_metadata(&metadata, footer.start)?;
            footer::check_compression(&metadata)?;
            let head = footer.start..length;
            let own = Some(metadata.file_metadata().schema_descr().root_schema_ptr());
            let metadata = types::metadata(&metadata).map_err(undecoded)?;
            let columns = Columns { schema: Arc::clone(metadata.schema()), own };
            let (names, found) = find(&columns.schema)?;
            let batch_rows = batch_rows(footer::row_width(&columns.schema)?, metadata.metadata());
            let open =
                || Ok::<_, Problem>(CheckedFile::new(file.try_clone()?, metadata.metadata())?);
            let rows = match (shard.map(|shard| shard.of(total)), names) {
                (Some(rows), Some(column)) => {
                    let cut = |row| first_path(open()?, &metadata, column, row, total);
                    Some(cut(rows.start)?..cut(rows.end)?)
                }
                (rows, _) => rows,
            };
            let part = rows.map(|rows| part(rows, metadata.metadata(), head, length));
            let (file, metadata) = (open()?, metadata.clone());
            let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
            let mut builder = builder.with_batch_size(batch_rows);
            if let Some(Part { rows, .. }) = &part {
                builder = confine(builder, rows)?;
            }
            let batches = builder.build().map_err(undecoded)?;
            let row_count = part.as_ref().map_or(total, |part| part.rows.end - part.rows.start);
            let reader = Self { batches: Some(batches), columns, row_count, rows_left: row_count };
            Ok((reader, found, part))
        })
    }

    pub(crate) fn columns(&self) -> &Columns {
        &self.columns
    }

    pub(crate) fn row_count(&self) -> u64 {
        self.row_count
    }

    /// The next rows, `None` at the end.
    pub(crate) fn next_batch(&mut self) -> Result<Option<RawBatch>, Problem> {
        let Some(mut batches) = self.batches.take() else { return Ok(None) };
        let next = contain(|| {
            batches.next().transpose().map_err(|error| Problem::Broken(error.to_string()))
        })?;
        let Some(columns) = next else {
            return if self.rows_left == 0 { Ok(None) } else { Err(miscounted(self.row_count)) };
        };
        let count = columns.num_rows() as u64;
        self.rows_left =
            self.rows_left.checked_sub(count).ok_or_else(|| miscounted(self.row_count))?;
        self.batches = Some(batches);
        Ok(Some(RawBatch { columns, flaws: HashMap::new() }))
    }
}

/// The first row that begins a path, from this row on, or the end of the table.
fn first_path(
    file: CheckedFile,
    metadata: &ArrowReaderMetadata,
    column: usize,
    row: u64,
    end: u64,
) -> Result<u64, Problem> {
    if row == 0 || row == end {
        return Ok(row);
    }
    // The row before this one may belong to the same path.
    let mut at = row - 1;
    let descriptor = metadata.metadata().file_metadata().schema_descr();
    let names = ProjectionMask::roots(descriptor, [column]);
    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata.clone());
    let builder = builder.with_projection(names).with_batch_size(BATCH_ROWS);
    let mut steps = Steps::default();
    for batch in confine(builder, &(at..end))?.build().map_err(undecoded)? {
        let batch = batch.map_err(|error| Problem::Broken(error.to_string()))?;
        let names = Cells::of(batch.column(0))?;
        for i in 0..batch.num_rows() {
            let step = steps.next(Name::of(names.cell(i)));
            if step == Step::Begins && at >= row {
                return Ok(at);
            }
            at += 1;
        }
    }
    Ok(end)
}

/// The indices of the row groups that contain some of these rows, each with the range of its rows.
fn groups_with<'m>(
    rows: &'m Range<u64>,
    metadata: &'m ParquetMetaData,
) -> impl Iterator<Item = (usize, Range<u64>)> + 'm {
    let mut end = 0;
    let groups = metadata.row_groups().iter().map(move |group| {
        let start = end;
        end += u64::try_from(group.num_rows()).unwrap_or(0);
        start..end
    });
    groups.enumerate().filter(|(_, group)| group.start.max(rows.start) < group.end.min(rows.end))
}

/// The part of a file with these rows: the whole of each row group that contains one of them.
fn part(rows: Range<u64>, metadata: &ParquetMetaData, head: Range<u64>, length: u64) -> Part {
    let columns = groups_with(&rows, metadata)
        .flat_map(|(index, _)| metadata.row_group(index).columns())
        .map(|column| {
            let (start, length) = column.byte_range();
            start..start.saturating_add(length)
        });
    let pieces = merged(columns.chain([head.clone()]).collect());
    Part { rows, head, pieces, length }
}

/// Reads only the row groups that contain some of these rows, and skips the other rows in them.
fn confine<F: ChunkReader + 'static>(
    builder: ParquetRecordBatchReaderBuilder<F>,
    rows: &Range<u64>,
) -> Result<ParquetRecordBatchReaderBuilder<F>, Problem> {
    let groups: Vec<_> = groups_with(rows, builder.metadata()).collect();
    let before = groups.first().map_or(0, |(_, group)| rows.start - group.start);
    let too_long = |_| Problem::Broken("has more rows than this machine can count".into());
    let offset = usize::try_from(before).map_err(too_long)?;
    let limit = usize::try_from(rows.end - rows.start).map_err(too_long)?;
    let indices = groups.into_iter().map(|(index, _)| index).collect();
    Ok(builder.with_row_groups(indices).with_offset(offset).with_limit(limit))
}

fn undecoded(error: parquet::errors::ParquetError) -> Problem {
    Problem::Broken(error.to_string())
}

fn miscounted(claimed: u64) -> Problem {
    Problem::Broken(format!(
        "is not valid Parquet: it does not have the {claimed} rows that its footer counts"
    ))
}

/// The number of rows to read at a time, which is smaller for long rows, so that they do not take
/// much memory.
fn batch_rows(row_width: u64, metadata: &ParquetMetaData) -> usize {
    let mean_row = |group: &parquet::file::metadata::RowGroupMetaData| {
        let bytes = u64::try_from(group.total_byte_size()).unwrap_or(0);
        bytes / u64::try_from(group.num_rows()).unwrap_or(0).max(1)
    };
    let longest = metadata.row_groups().iter().map(mean_row).fold(row_width, u64::max);
    let rows = BATCH_BYTES / longest.max(1);
    usize::try_from(rows).unwrap_or(BATCH_ROWS).clamp(1, BATCH_ROWS)
}
