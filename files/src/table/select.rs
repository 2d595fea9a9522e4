//! Selects rows of a batch by their indices.

use super::error::Problem;
use arrow_array::{Array, ArrayRef, RecordBatch, make_array};
use arrow_data::transform::MutableArrayData;
use arrow_schema::ArrowError;

/// The rows with these indices, which may occur several times.
pub(super) fn selected(rows: &RecordBatch, places: &[usize]) -> Result<RecordBatch, Problem> {
    let column = |column: &ArrayRef| {
        let column = column.to_data();
        let values = MutableArrayData::try_new(vec![&column], false, places.len());
        let mut values = values?;
        for &place in places {
            values.try_extend(0, place, place + 1)?;
        }
        Ok(make_array(values.freeze()))
    };
    let columns = rows.columns().iter().map(column).collect::<Result<_, _>>();
    columns.and_then(|columns| RecordBatch::try_new(rows.schema(), columns)).map_err(mismatched)
}

/// The error for parts that do not fit together.
pub(super) fn mismatched(error: ArrowError) -> Problem {
    Problem::Mismatched(error.to_string())
}
