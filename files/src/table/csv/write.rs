//! Writes CSV: text unchanged, and each number in the shortest form that reads back to the same
//! number.
//!
//! A null is an empty field. Nested values have no form of their own in CSV; they are written for
//! people, as `[1, null]` and `{a: 1, b: x}`. Bytes are written as hexadecimal digits, dates and
//! times as in ISO 8601.

use crate::table::error::Problem;
use crate::table::kind::Separator;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, UInt64Type};
use arrow_array::{Array, Float32Array, Float64Array, RecordBatch, StringArray, UInt64Array};
#[cfg(feature = "parquet")]
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{DataType, Schema};
use std::fmt::Write;
use std::fs::File;
use std::io;

/// Writes records, each line ended by a line feed.
#[derive(Debug)]
pub(in crate::table) struct CsvWriter {
    records: csv::Writer<File>,
}

impl CsvWriter {
    /// Starts with the names of the columns.
    pub(in crate::table) fn create(
        file: File,
        separator: Separator,
        schema: &Schema,
    ) -> Result<Self, Problem> {
        let mut records = csv::WriterBuilder::new()
            .delimiter(separator.byte())
            .buffer_capacity(1 << 16)
            .from_writer(file);
        records
            .write_record(schema.fields().iter().map(|field| field.name()))
            .map_err(unwritten)?;
        Ok(Self { records })
    }

    pub(in crate::table) fn write(&mut self, batch: &RecordBatch) -> Result<(), Problem> {
        let printers =
            batch.columns().iter().map(|column| Printer::of(column)).collect::<Result<Vec<_>, _>>();
        let (printers, mut text) = (printers?, String::new());
        for row in 0..batch.num_rows() {
            for (index, (printer, column)) in printers.iter().zip(batch.columns()).enumerate() {
                let field = match column.is_null(row) {
                    true => "",
                    false => printer.text(row, &mut text).map_err(|reason| Problem::NoText {
                        column: batch.schema_ref().field(index).name().clone(),
                        reason,
                    })?,
                };
                self.records.write_field(field).map_err(unwritten)?;
            }
            self.records.write_record(None::<&[u8]>).map_err(unwritten)?;
        }
        Ok(())
    }

    pub(in crate::table) fn finish(self) -> Result<(), Problem> {
        let flushed = self.records.into_inner().map_err(|error| Problem::Io(error.into_error()));
        flushed.map(drop)
    }
}

fn unwritten(error: csv::Error) -> Problem {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Problem::Io(error),
        kind => Problem::Io(io::Error::other(format!("{kind:?}"))),
    }
}

/// Converts the values of a column to text.
enum Printer<'a> {
    Nothing,
    Text(&'a StringArray),
    Float(&'a Float64Array),
    Narrow(&'a Float32Array),
    Count(&'a UInt64Array),
    #[cfg(feature = "parquet")]
    Other(ArrayFormatter<'a>),
}

impl<'a> Printer<'a> {
    fn of(column: &'a dyn Array) -> Result<Self, Problem> {
        Ok(match column.data_type() {
            DataType::Null => Printer::Nothing,
            DataType::Utf8 => Printer::Text(column.as_string()),
            DataType::Float64 => Printer::Float(column.as_primitive::<Float64Type>()),
            DataType::Float32 => Printer::Narrow(column.as_primitive::<Float32Type>()),
            DataType::UInt64 => Printer::Count(column.as_primitive::<UInt64Type>()),
            #[cfg(feature = "parquet")]
            _ => {
                const OPTIONS: FormatOptions<'static> =
                    FormatOptions::new().with_display_error(false).with_null("null");
                let formatter = ArrayFormatter::try_new(column, &OPTIONS);
                Printer::Other(formatter.map_err(|error| Problem::Broken(error.to_string()))?)
            }
            #[cfg(not(feature = "parquet"))]
            _ => return Err(Problem::NoParquet),
        })
    }

    /// The text of a value that is not null. It may be written into `space`.
    fn text<'b>(&'b self, row: usize, space: &'b mut String) -> Result<&'b str, String> {
        space.clear();
        match self {
            Printer::Nothing => {}
            Printer::Text(column) => return Ok(column.value(row)),
            Printer::Float(column) => space.push_str(ryu::Buffer::new().format(column.value(row))),
            Printer::Narrow(column) => space.push_str(ryu::Buffer::new().format(column.value(row))),
            // Writing to a string cannot fail.
            Printer::Count(column) => drop(write!(space, "{}", column.value(row))),
            #[cfg(feature = "parquet")]
            Printer::Other(formatter) => {
                formatter.value(row).write(space).map_err(|error| error.to_string())?;
            }
        }
        Ok(space)
    }
}
