//! As which Arrow types the columns of a file are read.
//!
//! Beside its own types a file may name the Arrow types that its columns once had. These are taken, but where the table that is written
//! would then have other types than the file, or the decoder has no way to them:
//! a day that was counted in milliseconds is the day that it is in the file, and a dictionary of decimals or of half floats is its values.

use arrow_schema::{DataType, Field, FieldRef, Schema};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::errors::Result;
use parquet::file::metadata::ParquetMetaData;
use std::sync::Arc;

/// What the decoder is to know of a file.
pub(super) fn metadata(file: ParquetMetaData) -> Result<ArrowReaderMetadata> {
    let file = Arc::new(file);
    let of = |options| ArrowReaderMetadata::try_new(Arc::clone(&file), options);
    let named = of(ArrowReaderOptions::new())?;
    let own = of(ArrowReaderOptions::new().with_skip_arrow_metadata(true))?;
    let fields = fields(named.schema().fields(), own.schema().fields());
    if fields[..] == named.schema().fields()[..] {
        return Ok(named);
    }
    let schema = Schema::new_with_metadata(fields, named.schema().metadata().clone());
    of(ArrowReaderOptions::new().with_schema(Arc::new(schema)))
}

fn fields(named: &[FieldRef], own: &[FieldRef]) -> Vec<FieldRef> {
    named.iter().zip(own).map(|(named, own)| field(named, own)).collect()
}

fn field(named: &FieldRef, own: &FieldRef) -> FieldRef {
    let kind = kind(named.data_type(), own.data_type());
    Arc::new(Field::clone(named).with_data_type(kind))
}

fn kind(named: &DataType, own: &DataType) -> DataType {
    use DataType::*;
    match (named, own) {
        (Date64, Date32) => Date32,
        (Dictionary(key, value), own) => match kind(value, own) {
            value if value.is_decimal() || value == Float16 => value,
            value => Dictionary(key.clone(), value.into()),
        },
        (Struct(named), Struct(own)) if named.len() == own.len() => {
            Struct(fields(named, own).into())
        }
        (List(named), List(own)) => List(field(named, own)),
        (LargeList(named), List(own)) => LargeList(field(named, own)),
        (FixedSizeList(named, size), List(own)) => FixedSizeList(field(named, own), *size),
        (Map(named, is_sorted), Map(own, _)) => Map(field(named, own), *is_sorted),
        _ => named.clone(),
    }
}
