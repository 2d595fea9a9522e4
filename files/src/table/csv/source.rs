//! The source of the bytes of a text table: a file, a pipe, or either of them compressed.

use crate::table::kind::Separator;
#[cfg(feature = "parquet")]
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

/// The number of bytes that are searched for the end of the first line.
const HEAD: u64 = 1 << 16;

/// The bytes of a table. Its head is read when it is opened, to find the separator.
#[derive(Debug)]
pub(super) struct Source {
    head: Cursor<Vec<u8>>,
    rest: Rest,
}

#[derive(Debug)]
enum Rest {
    Plain(File),
    #[cfg(feature = "parquet")]
    Gzip(Box<MultiGzDecoder<File>>),
}

impl Source {
    /// # Errors
    /// A file that cannot be read, or that has the extension of gzip but other contents.
    pub(super) fn open(file: File, is_compressed: bool) -> io::Result<Self> {
        #[cfg(feature = "parquet")]
        let mut rest = match is_compressed {
            true => Rest::Gzip(Box::new(MultiGzDecoder::new(file))),
            false => Rest::Plain(file),
        };
        #[cfg(not(feature = "parquet"))]
        let mut rest = match is_compressed {
            true => {
                return Err(io::Error::other("this program was built without compressed tables"));
            }
            false => Rest::Plain(file),
        };
        let mut head = Vec::new();
        rest.by_ref().take(HEAD).read_to_end(&mut head)?;
        Ok(Self { head: Cursor::new(head), rest })
    }

    /// The separator of the first line: the most frequent one outside of quotes or, at a tie, the
    /// separator of the file's extension.
    pub(super) fn separator(&self, promised: Separator) -> Separator {
        let mut is_quoted = false;
        let line = self.head.get_ref().split(|byte| matches!(byte, b'\n' | b'\r')).next();
        let outside = line.unwrap_or_default().iter().filter(|&&byte| {
            is_quoted ^= byte == b'"';
            !is_quoted
        });
        let mut counts = [0; 256];
        outside.for_each(|&byte| counts[usize::from(byte)] += 1);
        let count = |separator: Separator| counts[usize::from(separator.byte())];
        // If there are several greatest elements, `max_by_key` returns the last one.
        let others = [Separator::Comma, Separator::Semicolon, Separator::Tab];
        others.into_iter().chain([promised]).max_by_key(|&s| count(s)).unwrap_or(promised)
    }

    /// The file, if the table in it is not compressed: then a place in the file is a place in the
    /// table.
    pub(super) fn file(&self) -> Option<&File> {
        match &self.rest {
            Rest::Plain(file) => Some(file),
            #[cfg(feature = "parquet")]
            Rest::Gzip(_) => None,
        }
    }
}

impl Read for Rest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            #[cfg(feature = "parquet")]
            Self::Gzip(decoder) => decoder.read(buffer),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.head.read(buffer)? {
            0 => self.rest.read(buffer),
            count => Ok(count),
        }
    }
}

impl Seek for Source {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.head = Cursor::default();
        match &mut self.rest {
            Rest::Plain(file) => file.seek(place),
            #[cfg(feature = "parquet")]
            Rest::Gzip(_) => Err(io::Error::from(io::ErrorKind::NotSeekable)),
        }
    }
}
