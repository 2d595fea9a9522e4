//! The values of a column as numbers or text, for each type of column that has numbers.
//!
//! These are the conversions that a column of numbers needs, each without a change of value. The
//! function `cast` of `arrow-cast` would convert between all pairs of types, and its code for all
//! pairs would be linked: some megabytes of the command and of the package for Python.

use super::error::Problem;
use arrow_array::cast::AsArray;
#[cfg(feature = "parquet")]
use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, DecimalType, Float16Type,
    Float32Type, Int8Type, Int16Type, Int32Type, UInt8Type, UInt16Type, UInt32Type,
};
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, Float64Array, Int64Array, LargeStringArray, StringArray, UInt64Array,
};
#[cfg(feature = "parquet")]
use arrow_array::{ArrayAccessor, PrimitiveArray};
use arrow_schema::DataType;

/// The type to which numbers of this type are converted without a change of value, or `None` if the
/// type is not numeric. A dictionary is read as its values.
pub(super) fn common_type(kind: &DataType) -> Option<DataType> {
    use DataType::*;
    match kind {
        Null | Float16 | Float32 | Float64 | Int8 | Int16 | Int32 | UInt8 | UInt16 | UInt32 => {
            Some(Float64)
        }
        Int64 => Some(Int64),
        UInt64 => Some(UInt64),
        // The text of a decimal has all its digits, so the number is rounded once.
        Utf8 | Decimal32(..) | Decimal64(..) | Decimal128(..) | Decimal256(..) => Some(Utf8),
        LargeUtf8 | Utf8View => Some(LargeUtf8),
        Dictionary(_, value) => common_type(value),
        _ => None,
    }
}

/// The values of a column.
pub(super) enum Cells {
    Float(Float64Array),
    Int(Int64Array),
    Unsigned(UInt64Array),
    Text(StringArray),
    LargeText(LargeStringArray),
}

impl Cells {
    pub(super) fn of(column: &ArrayRef) -> Result<Self, Problem> {
        let kind = column.data_type();
        Ok(match kind {
            DataType::Float64 => Cells::Float(column.as_primitive::<Float64Type>().clone()),
            DataType::Int64 => Cells::Int(column.as_primitive::<Int64Type>().clone()),
            DataType::UInt64 => Cells::Unsigned(column.as_primitive::<UInt64Type>().clone()),
            DataType::Utf8 => Cells::Text(column.as_string().clone()),
            DataType::LargeUtf8 => Cells::LargeText(column.as_string().clone()),
            _ if common_type(kind).is_none() => {
                return Err(Problem::Broken(format!("numbers of type {kind}: not known")));
            }
            #[cfg(feature = "parquet")]
            _ => Self::converted(column)?,
            #[cfg(not(feature = "parquet"))]
            _ => return Err(Problem::NoParquet),
        })
    }

    /// The values of a column whose type is not a type of cells.
    #[cfg(feature = "parquet")]
    fn converted(column: &ArrayRef) -> Result<Self, Problem> {
        /// Numbers that every `f64` can represent.
        macro_rules! floats {
            ($T:ty, $convert:expr) => {
                Cells::Float(column.as_primitive::<$T>().unary($convert))
            };
        }
        Ok(match column.data_type() {
            DataType::Null => Cells::Float(Float64Array::new_null(column.len())),
            DataType::Float16 => floats!(Float16Type, |x| x.to_f64()),
            DataType::Float32 => floats!(Float32Type, f64::from),
            DataType::Int8 => floats!(Int8Type, f64::from),
            DataType::Int16 => floats!(Int16Type, f64::from),
            DataType::Int32 => floats!(Int32Type, f64::from),
            DataType::UInt8 => floats!(UInt8Type, f64::from),
            DataType::UInt16 => floats!(UInt16Type, f64::from),
            DataType::UInt32 => floats!(UInt32Type, f64::from),
            DataType::Decimal32(..) => digits(column.as_primitive::<Decimal32Type>()),
            DataType::Decimal64(..) => digits(column.as_primitive::<Decimal64Type>()),
            DataType::Decimal128(..) => digits(column.as_primitive::<Decimal128Type>()),
            DataType::Decimal256(..) => digits(column.as_primitive::<Decimal256Type>()),
            DataType::Utf8View => Cells::LargeText(column.as_string_view().iter().collect()),
            _ => {
                let dictionary = column.as_any_dictionary();
                let values = Self::of(dictionary.values())?;
                // Without values each row is null, and there is no index to be computed.
                let indices = match dictionary.values().is_empty() {
                    true => Vec::new(),
                    false => dictionary.normalized_keys(),
                };
                let places = (0..column.len()).map(|row| {
                    let is_null = dictionary.keys().is_null(row);
                    indices.get(row).copied().filter(|_| !is_null)
                });
                match values {
                    Cells::Float(values) => Cells::Float(taken(&values, places).collect()),
                    Cells::Int(values) => Cells::Int(taken(&values, places).collect()),
                    Cells::Unsigned(values) => Cells::Unsigned(taken(&values, places).collect()),
                    Cells::Text(values) => Cells::Text(taken(&values, places).collect()),
                    Cells::LargeText(values) => Cells::LargeText(taken(&values, places).collect()),
                }
            }
        })
    }

    pub(super) fn cell(&self, i: usize) -> Cell<'_> {
        let (array, cell): (&dyn Array, _) = match self {
            Cells::Float(array) => (array, Cell::Float(array.value(i))),
            Cells::Int(array) => (array, Cell::Integer(array.value(i).into())),
            Cells::Unsigned(array) => (array, Cell::Integer(array.value(i).into())),
            Cells::Text(array) => (array, Cell::Text(array.value(i))),
            Cells::LargeText(array) => (array, Cell::Text(array.value(i))),
        };
        if array.is_null(i) { Cell::Null } else { cell }
    }
}

/// The values at some places; a place or its value may be null.
#[cfg(feature = "parquet")]
fn taken<A: ArrayAccessor>(
    values: A,
    places: impl Iterator<Item = Option<usize>>,
) -> impl Iterator<Item = Option<A::Item>> {
    places.map(move |place| place.filter(|&i| values.is_valid(i)).map(|i| values.value(i)))
}

/// The text of decimals, with all their digits.
#[cfg(feature = "parquet")]
fn digits<D: DecimalType>(column: &PrimitiveArray<D>) -> Cells {
    let text = |row| column.is_valid(row).then(|| column.value_as_string(row));
    Cells::Text((0..column.len()).map(text).collect())
}

/// One value in the table.
#[derive(Clone, Copy)]
pub(super) enum Cell<'a> {
    Null,
    Float(f64),
    Integer(i128),
    Text(&'a str),
}
