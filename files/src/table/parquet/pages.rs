//! Reads a Parquet file for the decoder. The header of each page is checked before the decoder
//! allocates memory for the page.

use super::thrift::{Cursor, Kind};
use bytes::Bytes;
use parquet::basic::Compression;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// The file, and the compression of its columns.
pub(super) struct CheckedFile {
    file: File,
    size: u64,
    /// The columns in the order of their places. In a sound file they do not overlap.
    columns: Vec<Column>,
}

struct Column {
    start: u64,
    growth: i64,
}

impl CheckedFile {
    pub(super) fn new(file: File, metadata: &ParquetMetaData) -> io::Result<Self> {
        let size = file.metadata()?.len();
        let columns = metadata.row_groups().iter().flat_map(|group| group.columns());
        let mut columns: Vec<Column> = columns
            .map(|column| {
                let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
                Column {
                    start: u64::try_from(start).unwrap_or(0),
                    growth: growth(column.compression()),
                }
            })
            .collect();
        columns.sort_by_key(|column| column.start);
        Ok(Self { file, size, columns })
    }

    fn growth_at(&self, place: u64) -> i64 {
        let after = self.columns.partition_point(|column| column.start <= place);
        self.columns[..after].last().map_or(1, |column| column.growth)
    }
}

/// The greatest number of bytes that one byte can decompress to.
///
/// In Snappy, a copy of 3 bytes stands for up to 64 bytes. In LZ4, one byte of a length stands for
/// up to 255 bytes. In Deflate, two codes of at least one bit each stand for 258 bytes, so a byte
/// stands for up to 1032. In Zstandard, a block of 4 bytes repeats one byte up to 2^17 times.
fn growth(compression: Compression) -> i64 {
    match compression {
        Compression::UNCOMPRESSED => 1,
        Compression::SNAPPY => 22,
        Compression::LZ4 | Compression::LZ4_RAW => 256,
        Compression::GZIP(_) => 1032,
        _ => 1 << 15,
    }
}

impl Length for CheckedFile {
    fn len(&self) -> u64 {
        self.size
    }
}

impl ChunkReader for CheckedFile {
    type T = PageHeader;

    fn get_read(&self, start: u64) -> Result<PageHeader> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        Ok(PageHeader {
            bytes: BufReader::new(file),
            growth: self.growth_at(start),
            is_checked: false,
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let is_inside = start.checked_add(length as u64).is_some_and(|end| end <= self.size);
        if !is_inside {
            return Err(ParquetError::EOF(format!(
                "{length} bytes at {start} in a file of {}",
                self.size
            )));
        }
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = vec![0; length];
        file.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

/// The header of a page, which is checked when its first byte is requested.
pub(super) struct PageHeader {
    bytes: BufReader<File>,
    growth: i64,
    is_checked: bool,
}

impl Read for PageHeader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_checked {
            self.is_checked = true;
            let claims = Claims::read(self.bytes.fill_buf()?);
            let is_plausible = claims.is_some_and(|claims| claims.is_plausible(self.growth));
            if !is_plausible {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "a page claims a size that it cannot have",
                ));
            }
        }
        self.bytes.read(buffer)
    }
}

/// The sizes that a page's header claims.
#[derive(Debug, PartialEq)]
struct Claims {
    compressed: i64,
    uncompressed: i64,
    /// The number of values of the page's dictionary, if it is one.
    dictionary: i64,
}

impl Claims {
    const UNCOMPRESSED: i64 = 2;
    const COMPRESSED: i64 = 3;
    const DICTIONARY: i64 = 7;
    const DICTIONARY_COUNT: i64 = 1;

    /// Reads the start of a header: every writer puts the sizes first, in the order of their field
    /// ids.
    fn read(header: &[u8]) -> Option<Self> {
        let mut cursor = Cursor::new(header);
        let mut claims = Claims { compressed: -1, uncompressed: -1, dictionary: 0 };
        let mut last = 0;
        while let Some(field) = cursor.field(last)? {
            let is_out_of_order = field.id <= last;
            if is_out_of_order {
                return None;
            }
            last = field.id;
            match (field.id, field.kind) {
                (Self::UNCOMPRESSED, Kind::Integer) => claims.uncompressed = cursor.integer()?,
                (Self::COMPRESSED, Kind::Integer) => claims.compressed = cursor.integer()?,
                (Self::DICTIONARY, Kind::Struct) => {
                    let count = cursor.field(0)??;
                    if (count.id, count.kind) != (Self::DICTIONARY_COUNT, Kind::Integer) {
                        return None;
                    }
                    claims.dictionary = cursor.integer()?;
                    break;
                }
                // This is a page of another kind. No more sizes follow, but long texts may.
                (_, Kind::Struct) => break,
                (_, kind) => cursor.skip(kind)?,
            }
        }
        Some(claims)
    }

    fn is_plausible(&self, growth: i64) -> bool {
        // A codec has a frame of a few bytes, to which the bound of the growth does not apply.
        const FRAME: i64 = 64;
        let most = self.compressed.saturating_mul(growth).saturating_add(FRAME);
        // Each value of a dictionary takes at least one byte; even the empty text takes four.
        self.compressed >= 0
            && (0..=most).contains(&self.uncompressed)
            && (0..=self.uncompressed).contains(&self.dictionary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dictionary page of 3 values in 12 bytes, compressed to 10.
    const DICTIONARY: [u8; 13] =
        [0x15, 0x04, 0x15, 0x18, 0x15, 0x14, 0x4c, 0x15, 0x06, 0x15, 0x00, 0x00, 0x00];

    #[test]
    fn the_claims_of_a_header_are_read() {
        let claims = Claims { compressed: 10, uncompressed: 12, dictionary: 3 };
        assert_eq!(Claims::read(&DICTIONARY), Some(claims));
        assert_eq!(Claims::read(&DICTIONARY[..4]), None);
    }

    #[test]
    fn a_page_cannot_grow_more_than_its_codec_allows() {
        let claims =
            |compressed, uncompressed, dictionary| Claims { compressed, uncompressed, dictionary };
        let growth = growth(Compression::SNAPPY);
        assert!(claims(1000, 22_000, 0).is_plausible(growth));
        assert!(!claims(1000, 23_000, 0).is_plausible(growth));
        assert!(!claims(-1, 0, 0).is_plausible(growth));
        assert!(!claims(1000, -1, 0).is_plausible(growth));
        assert!(!claims(1000, 1000, 1001).is_plausible(growth));
    }
}
