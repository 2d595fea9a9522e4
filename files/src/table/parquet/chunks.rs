//! Regroups rows in chunks. A chunk ends after a number of rows or bytes, independently of the
//! batches that contain the rows.
//!
//! The number of bytes that is counted for a row depends on its values alone, not on their layout
//! in memory, so equal rows make equal chunks.
//!
//! So the bytes of a Parquet depend on its rows alone, and the join of shards equals the file of a
//! single run. Row groups that begin at fixed rows could be copied unchanged, which would be
//! faster, but then a shard could not be smaller than a row group.

use crate::table::error::Problem;
use crate::table::row::BATCH_ROWS;
use arrow_array::cast::AsArray;
use arrow_array::{Array, OffsetSizeTrait, RecordBatch, downcast_dictionary_array};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::concat_batches;

/// A chunk ends when it has this number of bytes, so that long rows do not take much memory.
const CHUNK_BYTES: u64 = 32 << 20;

/// The rows of a chunk that is not complete yet.
pub(super) struct Chunks {
    schema: SchemaRef,
    pending: Vec<RecordBatch>,
    rows: usize,
    bytes: u64,
}

impl Chunks {
    pub(super) fn new(schema: SchemaRef) -> Self {
        Self { schema, pending: Vec::new(), rows: 0, bytes: 0 }
    }

    /// Adds rows, and passes on each chunk that they complete.
    pub(super) fn push(
        &mut self,
        batch: &RecordBatch,
        mut take: impl FnMut(&RecordBatch) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut start = 0;
        for (row, bytes) in weights(batch).into_iter().enumerate() {
            self.rows += 1;
            self.bytes = self.bytes.saturating_add(bytes);
            if self.rows == BATCH_ROWS || self.bytes >= CHUNK_BYTES {
                self.pending.push(batch.slice(start, row + 1 - start));
                start = row + 1;
                self.flush(&mut take)?;
            }
        }
        if start < batch.num_rows() {
            self.pending.push(batch.slice(start, batch.num_rows() - start));
        }
        Ok(())
    }

    /// Passes on the last chunk.
    pub(super) fn finish(
        mut self,
        mut take: impl FnMut(&RecordBatch) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        self.flush(&mut take)
    }

    fn flush(
        &mut self,
        take: &mut impl FnMut(&RecordBatch) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        (self.rows, self.bytes) = (0, 0);
        match &self.pending[..] {
            [] => {}
            [one] => take(one)?,
            several => take(&concat_batches(&self.schema, several).map_err(unjoined)?)?,
        }
        self.pending.clear();
        Ok(())
    }
}

fn unjoined(error: ArrowError) -> Problem {
    Problem::Mismatched(error.to_string())
}

/// The approximate size of each row in bytes.
fn weights(batch: &RecordBatch) -> Vec<u64> {
    let mut sums = vec![0_u64; batch.num_rows()];
    for column in batch.columns() {
        add_weights(column, &mut sums);
    }
    sums
}

/// The size that is counted for a value of fixed size, and for other values in addition to their
/// contents.
const FIXED: u64 = 8;

fn add_weights(column: &dyn Array, sums: &mut [u64]) {
    match column.data_type() {
        DataType::Utf8 => add_lengths(column.as_string::<i32>().value_offsets(), column, sums),
        DataType::Binary => add_lengths(column.as_binary::<i32>().value_offsets(), column, sums),
        DataType::LargeUtf8 => add_lengths(column.as_string::<i64>().value_offsets(), column, sums),
        DataType::LargeBinary => {
            add_lengths(column.as_binary::<i64>().value_offsets(), column, sums)
        }
        DataType::Utf8View => {
            let column = column.as_string_view();
            add_each(sums, |row| column.is_valid(row).then(|| column.value(row).len() as u64));
        }
        DataType::BinaryView => {
            let column = column.as_binary_view();
            add_each(sums, |row| column.is_valid(row).then(|| column.value(row).len() as u64));
        }
        DataType::FixedSizeBinary(size) => {
            let size = u64::from(size.unsigned_abs());
            add_each(sums, |_| Some(size));
        }
        DataType::List(_) => {
            let column = column.as_list::<i32>();
            add_contents(column, column.value_offsets(), column.values(), sums);
        }
        DataType::LargeList(_) => {
            let column = column.as_list::<i64>();
            add_contents(column, column.value_offsets(), column.values(), sums);
        }
        DataType::Map(..) => {
            let column = column.as_map();
            add_contents(column, column.value_offsets(), column.entries(), sums);
        }
        DataType::FixedSizeList(..) => {
            let column = column.as_fixed_size_list();
            let length = column.value_length().unsigned_abs() as usize;
            let of_values = of_each(column.values());
            add_each(sums, |row| {
                let start = row * length;
                column.is_valid(row).then(|| of_values[start..start + length].iter().sum())
            });
        }
        DataType::Struct(_) => {
            let mut of_fields = vec![0; column.len()];
            for field in column.as_struct().columns() {
                add_weights(field, &mut of_fields);
            }
            add_each(sums, |row| column.is_valid(row).then(|| of_fields[row]));
        }
        DataType::Dictionary(..) => downcast_dictionary_array!(
            column => {
                let of_values = of_each(column.values());
                add_each(sums, |row| column.key(row).and_then(|key| of_values.get(key).copied()));
            },
            _ => add_each(sums, |_| None)
        ),
        _ => add_each(sums, |_| None),
    }
}

fn of_each(column: &dyn Array) -> Vec<u64> {
    let mut sums = vec![0; column.len()];
    add_weights(column, &mut sums);
    sums
}

fn add_each(sums: &mut [u64], contents: impl Fn(usize) -> Option<u64>) {
    for (row, sum) in sums.iter_mut().enumerate() {
        *sum = sum.saturating_add(FIXED).saturating_add(contents(row).unwrap_or(0));
    }
}

/// Adds the lengths between two offsets, except for nulls.
fn add_lengths<O: OffsetSizeTrait>(offsets: &[O], column: &dyn Array, sums: &mut [u64]) {
    let length = |row: usize| (offsets[row + 1].as_usize() - offsets[row].as_usize()) as u64;
    add_each(sums, |row| column.is_valid(row).then(|| length(row)));
}

fn add_contents<O: OffsetSizeTrait>(
    column: &dyn Array,
    offsets: &[O],
    values: &dyn Array,
    sums: &mut [u64],
) {
    let of_values = of_each(values);
    let contents = |row: usize| &of_values[offsets[row].as_usize()..offsets[row + 1].as_usize()];
    add_each(sums, |row| column.is_valid(row).then(|| contents(row).iter().sum()));
}
