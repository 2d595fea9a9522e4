//! CSV out: text as it is, numbers in the shortest form that reads back to the same one.
//!
//! A null is written as nothing. Nested values have no form of their own in CSV; they are written for the eye, as
//! `[1, null]` and `{a: 1, b: x}`, bytes as hexadecimal digits, dates and times as ISO 8601 has them.

use crate::table::error::Problem;
use crate::table::kind::Separator;
use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{DataType, Schema};
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
        let printers = printers.map_err(|error| Problem::Broken(error.to_string()))?;
        let mut text = String::new();
        for row in 0..batch.num_rows() {
            for (printer, field) in printers.iter().zip(batch.schema_ref().fields()) {
                let field = printer
                    .text(row, &mut text)
                    .map_err(|reason| Problem::NoText { column: field.name().clone(), reason })?;
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

/// How the values of a column become text.
enum Printer<'a> {
    Nothing,
    Text(&'a StringArray),
    Other(&'a dyn Array, ArrayFormatter<'a>),
}

impl<'a> Printer<'a> {
    fn of(column: &'a dyn Array) -> Result<Self, arrow_schema::ArrowError> {
        const OPTIONS: FormatOptions<'static> =
            FormatOptions::new().with_display_error(false).with_null("null");
        match column.data_type() {
            DataType::Null => Ok(Printer::Nothing),
            DataType::Utf8 => Ok(Printer::Text(column.as_string())),
            _ => Ok(Printer::Other(column, ArrayFormatter::try_new(column, &OPTIONS)?)),
        }
    }

    /// The text of a value, which may be put into `space`.
    fn text<'b>(&'b self, row: usize, space: &'b mut String) -> Result<&'b str, String> {
        match self {
            Printer::Nothing => Ok(""),
            Printer::Text(column) if column.is_null(row) => Ok(""),
            Printer::Text(column) => Ok(column.value(row)),
            Printer::Other(column, _) if column.is_null(row) => Ok(""),
            Printer::Other(_, formatter) => {
                space.clear();
                formatter.value(row).write(space).map_err(|error| error.to_string())?;
                Ok(space)
            }
        }
    }
}
