//! The parts that the text formats share: lines with their numbers, words, and numbers that must be
//! finite.

use super::Flaw;
use crate::excerpt::excerpt;
use crate::number::Number;
use std::str::FromStr;

/// The lines of a text, each with its number from 1, without the line's end: a line feed, a
/// carriage return (which Rhino writes), or both.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
    /// Whether a carriage return alone ends a line. Then a line feed after the return is not part
    /// of the line end: a binary body may begin with that byte.
    has_returns: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, number: 0, has_returns: false }
    }

    /// The unread bytes.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The number of the line that was read last.
    pub(super) fn number(&self) -> usize {
        self.number
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let length = match rest {
            [b'\r', b'\n', ..] if !self.has_returns => 2,
            [] => 0,
            _ => 1,
        };
        self.has_returns |= rest[..length] == *b"\r";
        self.rest = &rest[length..];
        Some(line)
    }
}

/// The words of a line.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The place of a line, for an error.
pub(super) fn line_place(number: usize) -> String {
    format!("line {number}")
}

/// The value that a word stands for.
pub(super) fn value<V: FromStr>(word: &[u8]) -> Option<V> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A coordinate, rounded once from its text.
pub(super) fn coordinate<T: Number>(word: &[u8], name: &str) -> Result<T, String> {
    match value::<T>(word) {
        Some(number) if number.widen().is_finite() => Ok(number),
        Some(_) if word.iter().any(u8::is_ascii_digit) => {
            Err(format!("{name} is {}, past the largest {}", excerpt(word), T::NAME))
        }
        Some(_) => Err(format!("{name} is {}, must be a finite number", excerpt(word))),
        None => Err(format!("{name} is {}, must be a number", excerpt(word))),
    }
}

/// Three coordinates `x y z` from the next words.
pub(super) fn position<'a, T: Number>(
    words: &mut impl Iterator<Item = &'a [u8]>,
) -> Result<[T; 3], String> {
    let mut next = |name| match words.next() {
        Some(word) => coordinate(word, name),
        None => Err(format!("{name} is missing")),
    };
    Ok([next("x")?, next("y")?, next("z")?])
}

/// Adds the line to the error of a result.
pub(super) fn at_line<V>(number: usize, result: Result<V, String>) -> Result<V, Flaw> {
    result.map_err(|problem| Flaw::new(line_place(number), problem))
}
