//! The Arrow types as which the columns of a file are read, and the Parquet types as which they are
//! written.
//!
//! In addition to its own types, a file may name the Arrow types that its columns once had. These
//! Arrow types are used, with two exceptions. If the written table would have other types than the
//! file, the file's type is used: a day counted in milliseconds stays a day. If the decoder does
//! not support an Arrow type, another one replaces it: a dictionary of decimals or of half floats
//! becomes its values.
//!
//! Parquet has types that Arrow does not have: for bytes that are a UUID, a geometry, or an
//! interval of months, days and milliseconds, and for a text that is JSON. The written table has
//! the types of the file itself ([`written`]).

use arrow_schema::{DataType, Field, FieldRef, Schema};
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions};
use parquet::basic::{ConvertedType, LogicalType};
use parquet::errors::Result;
use parquet::file::metadata::{FileMetaData, ParquetMetaData};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use std::sync::Arc;

/// The metadata for the decoder.
pub(super) fn metadata(file: &ParquetMetaData) -> Result<ArrowReaderMetadata> {
    let head = file.file_metadata();
    let root = with_plain_intervals(&head.schema_descr().root_schema_ptr())?;
    let head = FileMetaData::new(
        head.version(),
        head.num_rows(),
        head.created_by().map(str::to_owned),
        head.key_value_metadata().cloned(),
        Arc::new(SchemaDescriptor::new(root)),
        head.column_orders().cloned(),
    );
    let file = Arc::new(ParquetMetaData::new(head, file.row_groups().to_vec()));
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

/// The same type with intervals as plain bytes, since the decoder would drop the months or the days
/// of an interval that has both.
fn with_plain_intervals(kind: &Type) -> Result<TypePtr> {
    let mut plain = kind.clone();
    match &mut plain {
        Type::GroupType { fields, .. } => {
            for field in fields {
                *field = with_plain_intervals(field)?;
            }
        }
        Type::PrimitiveType { basic_info: info, physical_type, type_length, .. } => {
            if info.converted_type() == ConvertedType::INTERVAL {
                plain = Type::primitive_type_builder(kind.name(), *physical_type)
                    .with_repetition(info.repetition())
                    .with_length(*type_length)
                    .build()?;
            }
        }
    }
    Ok(Arc::new(plain))
}

/// The Parquet columns for these columns of Arrow. If the input file is a Parquet, `own` has its
/// columns, which come first.
pub(super) fn written(schema: &Schema, own: Option<&Type>) -> Result<SchemaDescriptor> {
    let mut root = ArrowSchemaConverter::new().convert(schema)?.root_schema().clone();
    if let (Type::GroupType { fields, .. }, Some(own)) = (&mut root, own) {
        for (field, own) in fields.iter_mut().zip(own.get_fields()) {
            if are_stored_alike(field, own) && is_known(own) {
                *field = Arc::clone(own);
            }
        }
    }
    Ok(SchemaDescriptor::new(Arc::new(root)))
}

/// Whether the type can be written: it contains no type of a later version of the format.
fn is_known(kind: &Type) -> bool {
    !matches!(kind.get_basic_info().logical_type_ref(), Some(LogicalType::_Unknown { .. }))
        && (kind.is_primitive() || kind.get_fields().iter().all(|field| is_known(field)))
}

/// Whether two columns store the same bits for the same value of Arrow, so that either type may be
/// declared.
fn are_stored_alike(a: &Type, b: &Type) -> bool {
    use Type::*;
    let is_like = match (a, b) {
        (
            PrimitiveType { physical_type: a, type_length: a_length, .. },
            PrimitiveType { physical_type: b, type_length: b_length, .. },
        ) => (a, a_length) == (b, b_length),
        (GroupType { fields: a, .. }, GroupType { fields: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_stored_alike(a, b))
        }
        _ => false,
    };
    let place = |kind: &Type| kind.get_basic_info().repetition();
    is_like && a.name() == b.name() && place(a) == place(b)
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
