//! Reads CSV: every field with its own text.
//!
//! No row is lost silently: if a quote is never closed, the last row contains the rest of the file,
//! and has an error.

use super::quotes::Quotes;
use super::source::Source;
use crate::table::error::{Problem, quoted};
use crate::table::kind::Separator;
use crate::table::path::{Name, Step, Steps};
use crate::table::row::{BATCH_ROWS, RawBatch};
use crate::table::shard::{Part, Shard, merged};
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use csv::{ByteRecord, Position, ReaderBuilder};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// The greatest number of bytes of a record. Without a limit, a record whose quote is never closed
/// would contain the rest of the file.
const LONGEST_RECORD: u64 = 16 << 20;

/// The greatest number of columns of a table.
const MOST_COLUMNS: usize = 1 << 14;

/// A batch ends when it has this number of bytes.
const BATCH_BYTES: usize = 32 << 20;

/// The number of bytes of a field's offset, which are counted in addition to its text.
const FIELD_BYTES: usize = size_of::<i32>();

/// Reads records with any number of fields, so that a bad record keeps its place among the rows.
#[derive(Debug)]
pub(in crate::table) struct CsvReader {
    records: csv::Reader<Watched<Source>>,
    record: ByteRecord,
    schema: SchemaRef,
    /// The number of rows still to come, if it is known.
    rows_left: Option<u64>,
}

impl CsvReader {
    /// Opens a table; `promised` is the separator for its extension, which the first line may
    /// overrule.
    pub(in crate::table) fn open(
        file: File,
        promised: Separator,
        is_compressed: bool,
    ) -> Result<Self, Problem> {
        let source = Source::open(file, is_compressed)?;
        let separator = source.separator(promised);
        let records = ReaderBuilder::new()
            .delimiter(separator.byte())
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(1 << 16)
            .from_reader(Watched::new(source, separator));
        let (record, schema) = (ByteRecord::new(), Arc::new(Schema::empty()));
        let mut reader = Self { records, record, schema, rows_left: None };
        if !reader.advance()? {
            return Err(Problem::Empty);
        }
        if let Some(flaw) = reader.open_quote() {
            return Err(Problem::Broken(flaw));
        }
        reader.schema = Arc::new(header(&reader.record)?);
        Ok(reader)
    }

    pub(in crate::table) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Confines the reader to a shard: to the rows that begin in its share of the bytes behind the
    /// header or, if a column names paths, to the rows of the paths that begin in this share.
    ///
    /// The start of a row can only be found by reading all bytes before it, since a quote may
    /// contain line ends. So this function reads the file up to the end of the shard, and then goes
    /// back to the beginning of the shard.
    pub(in crate::table) fn confine(
        &mut self,
        shard: Shard,
        names: Option<usize>,
    ) -> Result<Part, Problem> {
        let file = self.records.get_ref().inner.file().ok_or(Problem::Unseekable)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(Problem::Unseekable);
        }
        let (length, head) = (metadata.len(), self.records.position().byte());
        let share = shard.of(length.saturating_sub(head));
        let mut steps = Steps::default();
        let mut count_before = |reader: &mut Self, border: u64| {
            let mut count = 0;
            loop {
                let start = reader.records.position().clone();
                let is_behind = start.byte() >= border;
                let before = is_behind.then(|| steps.clone());
                if is_behind && names.is_none() || !reader.advance()? {
                    return Ok::<_, Problem>((count, start));
                }
                let step = names.map(|column| steps.next(reader.name(column)));
                if let (Some(before), Some(Step::Begins)) = (before, step) {
                    steps = before;
                    reader.go_back(start.clone())?;
                    return Ok((count, start));
                }
                count += 1;
            }
        };
        let (first, start) = count_before(self, head + share.start)?;
        let (count, end) = count_before(self, head + share.end)?;
        let pieces = merged(vec![0..head, start.byte()..end.byte()]);
        self.go_back(start)?;
        self.rows_left = Some(count);
        Ok(Part { rows: first..first + count, head: 0..head, pieces, length })
    }

    /// Goes back to the start of a row, where reading continues.
    fn go_back(&mut self, start: Position) -> Result<(), Problem> {
        // Seeks to the line end before the row: the reader would skip a byte order mark in the
        // first bytes that it reads.
        let mut place = start;
        place.set_byte(place.byte().saturating_sub(1));
        if self.records.get_mut().byte_at(place.byte())? == Some(b'\n') {
            place.set_line(place.line().saturating_sub(1));
        }
        self.records.seek(place).map_err(unread)
    }

    /// The path's name in a column of the current record, if it can be read.
    fn name(&self, column: usize) -> Option<Name> {
        match self.flaw() {
            Some(_) => None,
            None => Name::of_text(str::from_utf8(self.record.get(column)?).ok()?),
        }
    }

    /// The error in the current record.
    fn flaw(&self) -> Option<String> {
        let not_text = || self.record.iter().position(|field| str::from_utf8(field).is_err());
        self.open_quote().or_else(|| wrong_width(&self.record, self.schema.fields().len())).or_else(
            || not_text().map(|i| format!("{} is not valid UTF-8", self.schema.field(i).name())),
        )
    }

    /// The next rows, `None` at the end.
    pub(in crate::table) fn next_batch(&mut self) -> Result<Option<RawBatch>, Problem> {
        let most = self
            .rows_left
            .map_or(BATCH_ROWS, |left| usize::try_from(left).unwrap_or(BATCH_ROWS).min(BATCH_ROWS));
        let mut rows = Rows::new(self.schema.fields().len());
        while rows.count < most && rows.bytes < BATCH_BYTES && self.advance()? {
            rows.push(&self.record, self.flaw());
        }
        if let Some(left) = &mut self.rows_left {
            *left -= rows.count as u64;
        }
        if rows.count == 0 { Ok(None) } else { rows.finish(&self.schema).map(Some) }
    }

    /// Moves on to the next record, if there is one.
    fn advance(&mut self) -> Result<bool, Problem> {
        let (row, line) = (self.records.position().record(), self.records.position().line());
        self.records.get_mut().left = LONGEST_RECORD;
        let result = self.records.read_byte_record(&mut self.record);
        let is_too_long = self.records.get_ref().left == 0;
        match result {
            Err(_) if is_too_long => Err(Problem::LongRecord { row, line, limit: LONGEST_RECORD }),
            Err(error) => Err(unread(error)),
            Ok(has_record) => Ok(has_record),
        }
    }

    /// The error in the current record if the file ends within one of its quotes.
    fn open_quote(&self) -> Option<String> {
        let bytes = self.records.get_ref();
        if !(bytes.are_at_their_end && bytes.quotes.are_open()) {
            return None;
        }
        // The open quote is in the last field, which contains the rest.
        let text = self.record.iter().next_back().unwrap_or_default();
        let (ends, end) = (line_ends(text), self.records.position().line());
        let first = end.saturating_sub(ends);
        let last = if text.ends_with(b"\n") { end - 1 } else { end };
        let flaw = format!("the quote that opens in line {first} is never closed");
        Some(match last > first {
            true => format!("{flaw}, and contains all text up to line {last}"),
            false => flaw,
        })
    }
}

fn line_ends(text: &[u8]) -> u64 {
    text.iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn unread(error: csv::Error) -> Problem {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Problem::Io(error),
        kind => Problem::Broken(format!("{kind:?}")),
    }
}

/// The columns of the header.
fn header(record: &ByteRecord) -> Result<Schema, Problem> {
    if record.len() > MOST_COLUMNS {
        return Err(Problem::TooManyColumns { limit: MOST_COLUMNS });
    }
    let field = |(index, name): (usize, &[u8])| match str::from_utf8(name) {
        Ok(name) => Ok(Field::new(name, DataType::Utf8, true)),
        Err(_) => {
            Err(Problem::Broken(format!("the name of column {} is not valid UTF-8", index + 1)))
        }
    };
    Ok(Schema::new(record.iter().enumerate().map(field).collect::<Result<Vec<_>, _>>()?))
}

/// The rows of an incomplete batch.
struct Rows {
    columns: Vec<StringBuilder>,
    flaws: HashMap<usize, String>,
    count: usize,
    bytes: usize,
}

impl Rows {
    fn new(width: usize) -> Self {
        let columns = (0..width).map(|_| StringBuilder::with_capacity(0, 0)).collect();
        Self { columns, flaws: HashMap::new(), count: 0, bytes: 0 }
    }

    fn push(&mut self, record: &ByteRecord, flaw: Option<String>) {
        for (index, column) in self.columns.iter_mut().enumerate() {
            match record.get(index) {
                None => column.append_null(),
                Some(field) => column.append_value(String::from_utf8_lossy(field)),
            }
        }
        if let Some(flaw) = flaw {
            self.flaws.insert(self.count, flaw);
        }
        self.count += 1;
        self.bytes += record.as_slice().len() + FIELD_BYTES * self.columns.len();
    }

    fn finish(mut self, schema: &SchemaRef) -> Result<RawBatch, Problem> {
        let columns: Vec<ArrayRef> =
            self.columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
        let columns = RecordBatch::try_new(Arc::clone(schema), columns)
            .map_err(|error| Problem::Broken(error.to_string()))?;
        Ok(RawBatch { columns, flaws: self.flaws })
    }
}

fn wrong_width(record: &ByteRecord, width: usize) -> Option<String> {
    if record.len() == width {
        return None;
    }
    let mut flaw = format!("the row has {} fields, the header {width}", record.len());
    if let Some(surplus) = record.get(width) {
        flaw.push_str(&format!("; no column for {}", quoted(&String::from_utf8_lossy(surplus))));
    }
    let ends = line_ends(record.as_slice());
    if ends > 0 {
        flaw.push_str(&format!("; it is {} lines: is a quote out of place?", ends + 1));
    }
    Some(flaw)
}

/// A source that fails after a limited number of bytes, and whose quotes are followed.
#[derive(Debug)]
struct Watched<R> {
    inner: R,
    left: u64,
    separator: Separator,
    quotes: Quotes,
    has_begun: bool,
    are_at_their_end: bool,
}

impl<R> Watched<R> {
    fn new(inner: R, separator: Separator) -> Self {
        let quotes = Quotes::new(separator.byte());
        Self { inner, left: 0, separator, quotes, has_begun: false, are_at_their_end: false }
    }
}

impl<R: Read + Seek> Watched<R> {
    /// Reads the byte at a place. Reading continues behind this byte.
    fn byte_at(&mut self, place: u64) -> io::Result<Option<u8>> {
        self.inner.seek(SeekFrom::Start(place))?;
        let mut byte = [0];
        Ok((self.inner.read(&mut byte)? == 1).then_some(byte[0]))
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("the record is too long"));
        }
        let count = self.inner.by_ref().take(self.left).read(buffer)?;
        self.left -= count as u64;
        self.are_at_their_end = count == 0;
        let read = &buffer[..count];
        // The reader of records skips a byte order mark as well.
        let mark: &[u8] = if self.has_begun { b"" } else { b"\xef\xbb\xbf" };
        self.quotes.watch(read.strip_prefix(mark).unwrap_or(read));
        self.has_begun = true;
        Ok(count)
    }
}

impl<R: Seek> Seek for Watched<R> {
    /// Seeks to the end of a record.
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.quotes = Quotes::new(self.separator.byte());
        self.are_at_their_end = false;
        self.inner.seek(place)
    }
}
