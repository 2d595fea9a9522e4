//! Writes Parquet, in row groups of bounded size.
//!
//! The encoder may end pages and row groups at the end of each batch that it gets. So it gets
//! batches that do not depend on the batches of the input ([`Chunks`]), and the same rows become
//! the same bytes.

use super::chunks::Chunks;
use super::types;
use crate::table::columns::Columns;
use crate::table::error::Problem;
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use std::fmt;
use std::fs::File;
use std::io;

/// The greatest size of a row group, which is held in memory until it is complete.
const ROW_GROUP_BYTES: usize = 64 << 20;

/// The greatest number of rows of a row group.
const ROW_GROUP_ROWS: usize = 1 << 20;

/// Writes with Snappy, which every reader of Parquet supports.
pub(in crate::table) struct ParquetWriter {
    writer: ArrowWriter<File>,
    chunks: Chunks,
}

impl fmt::Debug for ParquetWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ParquetWriter")
    }
}

impl ParquetWriter {
    pub(in crate::table) fn create(file: File, columns: &Columns) -> Result<Self, Problem> {
        let Columns { schema, own } = columns;
        // The metadata of the table as a whole, which also readers without Arrow can read.
        let said =
            schema.metadata().iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
        let mut said: Vec<_> = said.collect();
        said.sort_by(|a, b| a.key.cmp(&b.key));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
            .set_max_row_group_bytes(Some(ROW_GROUP_BYTES))
            .set_key_value_metadata(Some(said))
            .build();
        let types = types::written(schema, own.as_deref()).map_err(unwritten)?;
        let options =
            ArrowWriterOptions::new().with_properties(properties).with_parquet_schema(types);
        let writer =
            ArrowWriter::try_new_with_options(file, schema.clone(), options).map_err(unwritten)?;
        Ok(Self { writer, chunks: Chunks::new(schema.clone()) })
    }

    pub(in crate::table) fn write(&mut self, batch: &RecordBatch) -> Result<(), Problem> {
        let Self { writer, chunks } = self;
        chunks.push(batch, |chunk| writer.write(chunk).map_err(unwritten))
    }

    pub(in crate::table) fn finish(self) -> Result<(), Problem> {
        let Self { mut writer, chunks } = self;
        chunks.finish(|chunk| writer.write(chunk).map_err(unwritten))?;
        writer.close().map(drop).map_err(unwritten)
    }
}

fn unwritten(error: ParquetError) -> Problem {
    Problem::Io(io::Error::other(error))
}
