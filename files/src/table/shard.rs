//! One of several parts of a table, and a digest that shows whether the table is still the same.

use super::error::{Problem, TableError};
use crate::digest::{Digest, Digesting};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

/// Part `index` of `count` consecutive parts, `index` from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    index: u32,
    count: u32,
}

/// The greatest number of shards: a greater number is taken for a typing error.
const MOST_SHARDS: u32 = 1_000_000;

/// The error for a text that is not a shard.
#[derive(Debug, thiserror::Error)]
#[error("must be I/N: the I-th of N shards, I from 0 to N - 1, N up to {MOST_SHARDS}")]
pub struct NoShard;

impl Shard {
    /// Part `index` of `count`.
    ///
    /// # Errors
    /// A number of parts that is zero or more than a million; an index that is not below the number
    /// of parts.
    pub fn new(index: u32, count: u32) -> Result<Self, NoShard> {
        if index < count && count <= MOST_SHARDS { Ok(Self { index, count }) } else { Err(NoShard) }
    }

    /// The index of the part, from 0.
    pub fn index(self) -> u32 {
        self.index
    }

    /// The number of parts.
    pub fn count(self) -> u32 {
        self.count
    }

    /// The share of this shard of `total` things. The shares of all shards are consecutive, and
    /// their sizes differ by at most one.
    pub(super) fn of(self, total: u64) -> Range<u64> {
        let border = |index: u32| {
            // The quotient is at most `total`, so it fits into 64 bits.
            (u128::from(total) * u128::from(index) / u128::from(self.count)) as u64
        };
        border(self.index)..border(self.index + 1)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (index, count) = text.split_once('/').ok_or(NoShard)?;
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse().map_err(|_| NoShard),
            false => Err(NoShard),
        };
        Self::new(number(index)?, number(count)?)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// The rows of a shard, and the bytes of the table's file from which they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The rows, from 0 in the order of the table.
    pub rows: Range<u64>,
    /// The place of the names of the columns: a header, or the footer of a Parquet.
    pub head: Range<u64>,
    /// The places of the head and of the rows, as pieces in order. A piece includes other rows if
    /// it cannot be smaller.
    pub pieces: Vec<Range<u64>>,
    /// The length of the file.
    pub length: u64,
}

/// A digest of some bytes of a file, in pieces as in [`Part`], or `None` if `is_over` becomes true
/// before the end.
///
/// # Errors
/// A file that cannot be read, or that ends before a piece does.
pub(crate) fn digest(
    path: &Path,
    pieces: &[Range<u64>],
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Digest>, TableError> {
    let digest = || {
        let mut file = File::open(path)?;
        let mut sum = Digesting::new();
        let mut buffer = vec![0; 1 << 18];
        for piece in pieces {
            file.seek(SeekFrom::Start(piece.start))?;
            let mut left = piece.end.saturating_sub(piece.start);
            while left > 0 {
                if is_over() {
                    return Ok(None);
                }
                let room = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                match file.read(&mut buffer[..room])? {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    count => {
                        sum.add(&buffer[..count]);
                        left -= count as u64;
                    }
                }
            }
        }
        Ok(Some(sum.finish()))
    };
    digest().map_err(|error| Problem::Io(error).at(path))
}

/// Joins adjacent pieces, so that few are left.
pub(super) fn merged(mut pieces: Vec<Range<u64>>) -> Vec<Range<u64>> {
    pieces.retain(|piece| !piece.is_empty());
    pieces.sort_by_key(|piece| piece.start);
    let mut merged: Vec<Range<u64>> = Vec::new();
    for piece in pieces {
        match merged.last_mut() {
            Some(last) if piece.start <= last.end => last.end = last.end.max(piece.end),
            _ => merged.push(piece),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_each_other_and_differ_by_one_at_most() {
        for (total, count) in [(0, 1), (0, 7), (1, 7), (10, 3), (99, 100), (u64::MAX, 99_991)] {
            let mut end = 0;
            for index in 0..count {
                let share = Shard::new(index, count).unwrap().of(total);
                assert_eq!(share.start, end, "{index} of {count}");
                let length = share.end - share.start;
                let least = total / u64::from(count);
                assert!(length == least || length == least + 1, "{share:?}");
                end = share.end;
            }
            assert_eq!(end, total);
        }
    }

    #[test]
    fn a_shard_is_told_from_other_words() {
        assert_eq!("0/1".parse::<Shard>().unwrap(), Shard::new(0, 1).unwrap());
        assert_eq!("99/100".parse::<Shard>().unwrap().to_string(), "99/100");
        for wrong in ["", "1", "1/1", "3/2", "0/0", "-1/2", "+1/2", "1/2/3", "0/1000001", "a/b"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn pieces_that_touch_become_one() {
        let pieces = vec![10..20, 0..4, 20..30, 4..4, 15..18, 40..50];
        assert_eq!(merged(pieces), [0..4, 10..30, 40..50]);
    }
}
