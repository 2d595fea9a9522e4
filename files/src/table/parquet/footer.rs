//! The footer of a Parquet file, checked before its contents are used.

use super::thrift::{Cursor, Kind};
use crate::table::error::Problem;
use arrow_schema::{DataType, Schema};
use parquet::basic::Compression;
use parquet::file::metadata::ParquetMetaData;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

const MAGIC: &[u8; 4] = b"PAR1";

/// The magic of a file whose footer is encrypted.
const ENCRYPTED: &[u8; 4] = b"PARE";

/// The greatest depth of nested columns.
const DEEPEST_SCHEMA: usize = 64;

/// The greatest total size in bytes of the values of fixed size in a row.
const WIDEST_ROW: u64 = 16 << 20;

/// The id of the field of the footer's main structure that contains the list of the schema's
/// elements.
const SCHEMA: i64 = 2;

/// The id of the field of a schema element that contains the number of its children.
const CHILDREN: i64 = 5;

/// The bytes of the footer, and the place of the footer in the file.
pub(super) struct Footer {
    pub(super) bytes: Vec<u8>,
    pub(super) start: u64,
}

fn broken(what: &str) -> Problem {
    Problem::Broken(format!("is not valid Parquet: {what}"))
}

/// Reads the footer, whose length must fit into the file.
pub(super) fn read(file: &mut File) -> Result<Footer, Problem> {
    const LEAST: u64 = 12;
    let size = file.seek(SeekFrom::End(0))?;
    if size < LEAST {
        return Err(broken("it is too short"));
    }
    let mut head = [0; 4];
    let mut tail = [0; 8];
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(&mut head)?;
    file.seek(SeekFrom::Start(size - 8))?;
    file.read_exact(&mut tail)?;
    let [l0, l1, l2, l3, magic @ ..] = tail;
    if &magic == ENCRYPTED {
        return Err(Problem::Broken("is encrypted, which is not supported".into()));
    }
    if &head != MAGIC || &magic != MAGIC {
        return Err(broken("it must begin and end with PAR1; is it cut short?"));
    }
    let length = u32::from_le_bytes([l0, l1, l2, l3]);
    let start = (size - LEAST)
        .checked_sub(length.into())
        .ok_or_else(|| broken("its footer is longer than the file"))?;
    let start = start + MAGIC.len() as u64;
    let mut bytes = vec![0; length as usize];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut bytes)?;
    Ok(Footer { bytes, start })
}

/// Checks that every list of the footer has as many elements as it claims, and that the schema is a
/// tree of moderate depth.
pub(super) fn check_shape(bytes: &[u8]) -> Result<(), Problem> {
    let children = schema_children(bytes).ok_or_else(|| broken("its footer is damaged"))?;
    let Some(children) = children else { return Err(broken("it has no schema")) };
    if is_tree(&children) {
        Ok(())
    } else {
        Err(broken("its schema is damaged or nested too deep"))
    }
}

/// Walks through the whole footer and returns the number of children of each element of the schema,
/// in order.
fn schema_children(bytes: &[u8]) -> Option<Option<Vec<i64>>> {
    let mut cursor = Cursor::new(bytes);
    let mut schema = None;
    let mut last = 0;
    while let Some(field) = cursor.field(last)? {
        last = field.id;
        if (field.id, field.kind) != (SCHEMA, Kind::List) {
            cursor.skip(field.kind)?;
            continue;
        }
        let (kind, count) = cursor.list()?;
        let is_first = schema.is_none();
        if kind != Kind::Struct || !is_first {
            return None;
        }
        schema =
            Some((0..count).map(|_| element_children(&mut cursor)).collect::<Option<Vec<_>>>()?);
    }
    Some(schema)
}

fn element_children(cursor: &mut Cursor<'_>) -> Option<i64> {
    let mut children = 0;
    let mut last = 0;
    while let Some(field) = cursor.field(last)? {
        last = field.id;
        if (field.id, field.kind) == (CHILDREN, Kind::Integer) {
            children = cursor.integer()?;
        } else {
            cursor.skip(field.kind)?;
        }
    }
    Some(children)
}

/// Whether the elements, each followed by its children, form one tree that contains all of them.
fn is_tree(children: &[i64]) -> bool {
    // The number of children still to come, for each element on the path to the current one.
    let mut path: Vec<usize> = Vec::new();
    for (index, &count) in children.iter().enumerate() {
        let Ok(count) = usize::try_from(count) else { return false };
        let is_orphan = index > 0 && path.is_empty();
        if is_orphan || count > children.len() || path.len() > DEEPEST_SCHEMA {
            return false;
        }
        if let Some(missing) = path.last_mut() {
            *missing -= 1;
        }
        path.push(count);
        while path.last() == Some(&0) {
            path.pop();
        }
    }
    path.is_empty()
}

/// Checks that the columns are before the footer in the file, and that the numbers of rows agree.
pub(super) fn check_metadata(
    metadata: &ParquetMetaData,
    footer_start: u64,
) -> Result<u64, Problem> {
    let width = metadata.file_metadata().schema_descr().num_columns();
    let mut rows = 0_u64;
    for group in metadata.row_groups() {
        if group.columns().len() != width {
            return Err(broken("a row group lacks columns"));
        }
        let are_inside = group.columns().iter().all(|column| {
            let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
            let end = start.checked_add(column.compressed_size());
            start >= 0
                && column.compressed_size() >= 0
                && end
                    .and_then(|end| u64::try_from(end).ok())
                    .is_some_and(|end| end <= footer_start)
        });
        if !are_inside {
            return Err(broken("a column lies outside of the file"));
        }
        let count = u64::try_from(group.num_rows())
            .map_err(|_| broken("a row group has a negative number of rows"))?;
        rows = rows.checked_add(count).ok_or_else(|| broken("it has too many rows"))?;
    }
    let claimed = metadata.file_metadata().num_rows();
    if u64::try_from(claimed) != Ok(rows) {
        return Err(broken(&format!("its footer counts {claimed} rows, its row groups {rows}")));
    }
    Ok(rows)
}

/// Refuses a compression that the decoder does not support.
pub(super) fn check_compression(metadata: &ParquetMetaData) -> Result<(), Problem> {
    let columns = metadata.row_groups().iter().flat_map(|group| group.columns());
    let unknown =
        columns.map(|column| column.compression()).find_map(|compression| match compression {
            Compression::BROTLI(_) => Some("Brotli"),
            Compression::LZO => Some("LZO"),
            _ => None,
        });
    match unknown {
        Some(name) => Err(Problem::Broken(format!(
            "is compressed with {name}, must be with Snappy, Zstandard, gzip or LZ4, or not at all"
        ))),
        None => Ok(()),
    }
}

/// The total size of a row's values of fixed size, or an error if it is larger than in any sensible
/// row.
pub(super) fn row_width(schema: &Schema) -> Result<u64, Problem> {
    let width = schema
        .fields()
        .iter()
        .fold(0, |sum: u64, field| sum.saturating_add(width(field.data_type())));
    if width > WIDEST_ROW {
        return Err(broken(&format!("each row would take {width} bytes")));
    }
    Ok(width)
}

fn width(kind: &DataType) -> u64 {
    const SCALAR: u64 = 8;
    match kind {
        DataType::FixedSizeBinary(size) => u64::from(size.unsigned_abs()),
        DataType::FixedSizeList(field, size) => {
            u64::from(size.unsigned_abs()).saturating_mul(width(field.data_type()))
        }
        DataType::Struct(fields) => {
            fields.iter().fold(0, |sum: u64, field| sum.saturating_add(width(field.data_type())))
        }
        DataType::List(field) | DataType::LargeList(field) | DataType::Map(field, _) => {
            width(field.data_type()).saturating_add(SCALAR)
        }
        DataType::Dictionary(_, value) => width(value).saturating_add(SCALAR),
        _ => SCALAR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_told_from_other_numbers() {
        assert!(is_tree(&[2, 0, 0]));
        assert!(is_tree(&[2, 1, 0, 0]));
        assert!(is_tree(&[0]));
        assert!(!is_tree(&[1]), "a child is missing");
        assert!(!is_tree(&[1, 0, 0]), "an element too many");
        assert!(!is_tree(&[1, -1]), "a negative number of children");
        assert!(!is_tree(&[i64::MAX, 0]), "more children than elements");
    }

    #[test]
    fn a_schema_that_is_nested_too_deep_is_refused() {
        let chain =
            |depth: usize| -> Vec<i64> { (0..depth).map(|i| i64::from(i + 1 < depth)).collect() };
        assert!(is_tree(&chain(DEEPEST_SCHEMA)));
        assert!(!is_tree(&chain(DEEPEST_SCHEMA + 2)));
    }

    #[test]
    fn a_fixed_size_counts_as_often_as_it_is_repeated() {
        let inner = arrow_schema::Field::new("item", DataType::FixedSizeBinary(1 << 10), true);
        let list = DataType::FixedSizeList(inner.into(), 1 << 10);
        assert_eq!(width(&list), 1 << 20);
    }
}
