//! Parquet in, a batch of rows at a time.

use super::contain::contain;
use super::footer;
use super::pages::CheckedFile;
use crate::table::error::Problem;
use crate::table::{BATCH_ROWS, RawBatch};
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::sync::Arc;

/// How many bytes the rows of a batch should take, as far as the file says in advance.
const BATCH_BYTES: u64 = 64 << 20;

/// Reads the row groups in order.
pub(in crate::table) struct ParquetReader {
    /// `None` once it has failed: a decoder that panicked is not asked again.
    batches: Option<ParquetRecordBatchReader>,
    schema: SchemaRef,
    row_count: u64,
    rows_left: u64,
}

impl fmt::Debug for ParquetReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetReader").field("row_count", &self.row_count).finish_non_exhaustive()
    }
}

impl ParquetReader {
    pub(in crate::table) fn open(mut file: File) -> Result<Self, Problem> {
        let footer = footer::read(&mut file)?;
        footer::check_shape(&footer.bytes)?;
        contain(|| {
            let metadata =
                ParquetMetaDataReader::decode_metadata(&footer.bytes).map_err(undecoded)?;
            let row_count = footer::check_metadata(&metadata, footer.start)?;
            let metadata =
                ArrowReaderMetadata::try_new(Arc::new(metadata), ArrowReaderOptions::new());
            let metadata = metadata.map_err(undecoded)?;
            let schema = Arc::clone(metadata.schema());
            let batch_rows = batch_rows(footer::row_width(&schema)?, metadata.metadata());
            let file = CheckedFile::new(file, metadata.metadata())?;
            let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
            let batches = builder.with_batch_size(batch_rows).build().map_err(undecoded)?;
            Ok(Self { batches: Some(batches), schema, row_count, rows_left: row_count })
        })
    }

    pub(in crate::table) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    pub(in crate::table) fn row_count(&self) -> u64 {
        self.row_count
    }

    /// The next rows, `None` at the end.
    pub(in crate::table) fn next_batch(&mut self) -> Result<Option<RawBatch>, Problem> {
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

fn undecoded(error: parquet::errors::ParquetError) -> Problem {
    Problem::Broken(error.to_string())
}

fn miscounted(claimed: u64) -> Problem {
    Problem::Broken(format!(
        "is not valid Parquet: it does not have the {claimed} rows that its footer counts"
    ))
}

/// How many rows to read at a time, so that long rows do not add up to much.
fn batch_rows(row_width: u64, metadata: &ParquetMetaData) -> usize {
    let mean_row = |group: &parquet::file::metadata::RowGroupMetaData| {
        let bytes = u64::try_from(group.total_byte_size()).unwrap_or(0);
        bytes / u64::try_from(group.num_rows()).unwrap_or(0).max(1)
    };
    let longest = metadata.row_groups().iter().map(mean_row).fold(row_width, u64::max);
    let rows = BATCH_BYTES / longest.max(1);
    usize::try_from(rows).unwrap_or(BATCH_ROWS).clamp(1, BATCH_ROWS)
}
