//! Reads and makes tables by the Arrow PyCapsule interface, independently of the packages that hold
//! the tables.

use crate::error::bad;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float32Array, Float64Array, Int8Array, Int64Array,
    RecordBatch, RecordBatchIterator, RecordBatchReader, StringArray,
};
use arrow_schema::{ArrowError, DataType};
use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use std::ffi::CStr;
use std::sync::Arc;
use tangency_files::table::{Scalar, TO_COLUMNS, numbers};

const STREAM: &CStr = c"arrow_array_stream";

/// The columns of a table with these names, as arrays of one float. Absent columns are left out. An
/// empty `t_max` becomes infinity, or `end_of_way` if the table has columns for the end of a
/// motion.
#[pyfunction]
pub fn columns_of_table<'py>(
    py: Python<'py>,
    table: &Bound<'py, PyAny>,
    names: Vec<String>,
    narrow: bool,
    end_of_way: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let reader = import(table)?;
    let schema = reader.schema();
    let goes_to_points = TO_COLUMNS.iter().any(|name| schema.index_of(name).is_ok());
    let no_end = if goes_to_points { end_of_way } else { f64::INFINITY };
    let places: Vec<(String, usize)> = names
        .into_iter()
        .filter_map(|name| schema.index_of(&name).ok().map(|place| (name, place)))
        .collect();
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); places.len()];
    for batch in reader {
        let batch = batch.map_err(unreadable)?;
        for (column, (name, place)) in columns.iter_mut().zip(&places) {
            append(column, name, batch.column(*place), narrow, no_end)?;
        }
    }
    let found = PyDict::new(py);
    for ((name, _), column) in places.into_iter().zip(columns) {
        match narrow {
            true => {
                let column: Vec<f32> = column.into_iter().map(|x| x as f32).collect();
                found.set_item(name, column.into_pyarray(py))?;
            }
            false => found.set_item(name, column.into_pyarray(py))?,
        }
    }
    Ok(found)
}

/// Appends the numbers of a column without a change of value, since every `f32` is an `f64`.
fn append(
    to: &mut Vec<f64>,
    name: &str,
    column: &ArrayRef,
    narrow: bool,
    no_end: f64,
) -> PyResult<()> {
    let first = to.len();
    match column.data_type() {
        DataType::Float64 if !narrow => {
            to.extend(column.as_primitive::<Float64Type>().values());
        }
        DataType::Float32 => {
            let values = column.as_primitive::<Float32Type>().values();
            to.extend(values.iter().map(|&x| f64::from(x)));
        }
        DataType::Int8 => whole::<Int8Type>(to, name, column, narrow)?,
        DataType::Int16 => whole::<Int16Type>(to, name, column, narrow)?,
        DataType::Int32 => whole::<Int32Type>(to, name, column, narrow)?,
        DataType::Int64 => whole::<Int64Type>(to, name, column, narrow)?,
        DataType::UInt8 => whole::<UInt8Type>(to, name, column, narrow)?,
        DataType::UInt16 => whole::<UInt16Type>(to, name, column, narrow)?,
        DataType::UInt32 => whole::<UInt32Type>(to, name, column, narrow)?,
        DataType::UInt64 => whole::<UInt64Type>(to, name, column, narrow)?,
        // These are the types that are read from a Parquet, too.
        DataType::Float16
        | DataType::Dictionary(..)
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => {
            let scalar = if narrow { Scalar::F32 } else { Scalar::F64 };
            let values = numbers(column, scalar)
                .map_err(|(row, what)| bad(format!("row {}: {name} is {what}", first + row)))?;
            for (row, value) in values.into_iter().enumerate() {
                to.push(match (value, name) {
                    (Some(value), _) => value,
                    (None, "t_max") => no_end,
                    (None, _) => {
                        let row = first + row;
                        return Err(bad(format!("row {row}: {name} is null, must be a number")));
                    }
                });
            }
            return Ok(());
        }
        other => {
            let float = if narrow { "Float32" } else { "Float64, Float32" };
            return Err(bad(format!(
                "column {name} is {other}, must be {float}, Float16, integers or decimals, or a \
                 dictionary of these"
            )));
        }
    }
    match (column.nulls(), name) {
        (None, _) => {}
        (Some(nulls), "t_max") => {
            let values = to[first..].iter_mut().zip(nulls.iter());
            values.filter(|(_, is_there)| !is_there).for_each(|(value, _)| *value = no_end);
        }
        (Some(nulls), _) => {
            if let Some(row) = nulls.iter().position(|is_there| !is_there) {
                return Err(bad(format!("row {}: {name} is null, must be a number", first + row)));
            }
        }
    }
    Ok(())
}

/// The integers of a column, if the float can represent each of them.
fn whole<I: ArrowPrimitiveType<Native: Into<i128>>>(
    to: &mut Vec<f64>,
    name: &str,
    column: &ArrayRef,
    narrow: bool,
) -> PyResult<()> {
    let column = column.as_primitive::<I>();
    for (row, &value) in column.values().iter().enumerate() {
        let value: i128 = value.into();
        let float = if narrow { f64::from(value as f32) } else { value as f64 };
        if float as i128 != value && column.is_valid(row) {
            let row = to.len();
            return Err(bad(format!("row {row}: {name} is {value}, which the float cannot hold")));
        }
        to.push(float);
    }
    Ok(())
}

#[allow(unsafe_code)]
fn import(table: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = table.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule with this name contains such a stream. The stream is moved out, and a
    // released stream is left in its place, as the interface requires.
    let reader = unsafe { RecordBatchStreamReader::from_raw(stream.as_ptr().cast()) };
    reader.map_err(unreadable)
}

fn unreadable(error: ArrowError) -> PyErr {
    bad(format!("the table cannot be read: {error}"))
}

/// A stream of one batch with the columns `names`. Each column is a NumPy array of numbers, a list
/// of words, or a pair of codes and their words. A missing value, which is a NaN or a code or an
/// index of -1, becomes null.
#[pyfunction]
#[allow(unsafe_code)]
pub fn table_of_columns<'py>(
    py: Python<'py>,
    names: Vec<String>,
    columns: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let arrays: PyResult<Vec<ArrayRef>> = columns.iter().map(|column| array(&column)).collect();
    let named = names.into_iter().zip(arrays?);
    let batch =
        RecordBatch::try_from_iter_with_nullable(named.map(|(name, array)| (name, array, true)));
    let batch = batch.map_err(unreadable)?;
    let schema = batch.schema();
    let reader = RecordBatchIterator::new([Ok(batch)], schema);
    let stream = FFI_ArrowArrayStream::new(Box::new(reader) as Box<dyn RecordBatchReader + Send>);
    PyCapsule::new_with_value(py, stream, STREAM)
}

fn array(column: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    if let Ok((codes, words)) = column.extract::<(PyReadonlyArray1<'_, i8>, Vec<String>)>() {
        let codes: Int8Array =
            codes.as_array().iter().map(|&code| (code >= 0).then_some(code)).collect();
        let words = Arc::new(StringArray::from(words));
        let dictionary = DictionaryArray::<Int8Type>::try_new(codes, words).map_err(unreadable)?;
        return Ok(Arc::new(dictionary));
    }
    if let Ok(numbers) = column.extract::<PyReadonlyArray1<'_, f64>>() {
        let numbers = numbers.as_array();
        return Ok(Arc::new(
            numbers.iter().map(|&x| (!x.is_nan()).then_some(x)).collect::<Float64Array>(),
        ));
    }
    if let Ok(numbers) = column.extract::<PyReadonlyArray1<'_, f32>>() {
        let numbers = numbers.as_array();
        return Ok(Arc::new(
            numbers.iter().map(|&x| (!x.is_nan()).then_some(x)).collect::<Float32Array>(),
        ));
    }
    if let Ok(words) = column.extract::<Vec<Option<String>>>() {
        return Ok(Arc::new(StringArray::from(words)));
    }
    let numbers: PyReadonlyArray1<'_, i64> = column.extract()?;
    let numbers = numbers.as_array();
    Ok(Arc::new(numbers.iter().map(|&x| (x >= 0).then_some(x)).collect::<Int64Array>()))
}
