//! The body: values one after another, in text or in bytes.

use super::super::text::{self, Lines, line_place};
use super::header::{Element, Encoding, Kind, Property, Shape};
use crate::excerpt::excerpt;
use crate::number::Number;
use crate::surface::Flaw;

/// The values behind the header that are not read yet.
#[derive(Debug)]
pub(super) struct Body<'a> {
    encoding: Encoding,
    /// In a text, the lines after the current one.
    lines: Lines<'a>,
    /// In a text, the rest of the current line; in a binary file, all unread bytes.
    rest: &'a [u8],
}

impl<'a> Body<'a> {
    /// The body that starts with the next of `lines`.
    pub(super) fn new(encoding: Encoding, lines: Lines<'a>) -> Self {
        let rest = if encoding == Encoding::Text { &[] } else { lines.rest() };
        Self { encoding, lines, rest }
    }

    /// Checks that enough bytes are left for the least size of all elements of this sort. Then the
    /// number of elements is bounded by the length of the file, and memory may be allocated for
    /// them.
    pub(super) fn has_room_for(&self, element: &Element) -> Result<(), Flaw> {
        let is_text = self.encoding == Encoding::Text;
        let left = if is_text { self.lines.rest().len() } else { self.rest.len() } as u64;
        // The last value of a text needs no separator behind it.
        let room = left + u64::from(is_text);
        if element
            .count
            .checked_mul(element.least_size(self.encoding))
            .is_none_or(|needed| needed > room)
        {
            let name = excerpt(element.name.as_bytes());
            let problem = format!(
                "it declares {} of element {name}, but there are only {left} bytes for them",
                element.count
            );
            return Err(Flaw::new("header", problem));
        }
        Ok(())
    }

    /// A flaw in an element; in a text it names the line as well.
    pub(super) fn flaw(&self, place: String, problem: String) -> Flaw {
        match self.encoding {
            Encoding::Text => {
                Flaw::new(format!("{}, {place}", line_place(self.lines.number())), problem)
            }
            _ => Flaw::new(place, problem),
        }
    }

    /// Steps to the start of an element, which in a text is the next line that is not empty.
    pub(super) fn start(&mut self, element: &Element, index: u64) -> Result<(), Flaw> {
        if self.encoding == Encoding::Text && !self.has_a_word() {
            let place = format!("{} {index}", excerpt(element.name.as_bytes()));
            let problem = format!("the file ends here, {} were declared", element.count);
            return Err(self.flaw(place, problem));
        }
        Ok(())
    }

    /// Whether a text has another word. At the end of a line, steps to the next line that is not
    /// empty.
    fn has_a_word(&mut self) -> bool {
        while self.rest.is_empty() {
            let Some(line) = self.lines.next() else { return false };
            self.rest = line.trim_ascii();
        }
        true
    }

    /// Checks that the line of an element is at its end.
    pub(super) fn end(&mut self) -> Result<(), String> {
        if self.encoding == Encoding::Text && !self.rest.is_empty() {
            return Err(format!("{} after the last property", excerpt(self.rest)));
        }
        Ok(())
    }

    /// A coordinate, rounded once.
    pub(super) fn coordinate<T: Number>(&mut self, kind: Kind, name: &str) -> Result<T, String> {
        let value = match (self.encoding, kind) {
            // The text of a 32-bit float stands for that float.
            (Encoding::Text, Kind::F32) => {
                return text::coordinate::<f32>(self.word()?, name).map(|x| T::round(f64::from(x)));
            }
            (Encoding::Text, Kind::F64) => return text::coordinate(self.word()?, name),
            (Encoding::LittleEndian, Kind::F32) => f64::from(f32::from_le_bytes(self.bytes()?)),
            (Encoding::BigEndian, Kind::F32) => f64::from(f32::from_be_bytes(self.bytes()?)),
            (Encoding::LittleEndian, Kind::F64) => f64::from_le_bytes(self.bytes()?),
            (Encoding::BigEndian, Kind::F64) => f64::from_be_bytes(self.bytes()?),
            // The integer has at most 32 bits, so the conversion is exact.
            _ => self.integer(kind, name)? as f64,
        };
        let rounded = T::round(value);
        match (value.is_finite(), rounded.widen().is_finite()) {
            (true, true) => Ok(rounded),
            (true, false) => Err(format!("{name} is {value}, past the largest {}", T::NAME)),
            (false, _) => Err(format!("{name} is {value}, must be a finite number")),
        }
    }

    /// A value of a kind that is not a float.
    pub(super) fn integer(&mut self, kind: Kind, name: &str) -> Result<i64, String> {
        match self.encoding {
            Encoding::Text => {
                let word = self.word()?;
                text::value(word)
                    .ok_or_else(|| format!("{name} is {}, must be a whole number", excerpt(word)))
            }
            Encoding::LittleEndian => Ok(match kind {
                Kind::I8 => i8::from_le_bytes(self.bytes()?).into(),
                Kind::U8 => u8::from_le_bytes(self.bytes()?).into(),
                Kind::I16 => i16::from_le_bytes(self.bytes()?).into(),
                Kind::U16 => u16::from_le_bytes(self.bytes()?).into(),
                Kind::I32 => i32::from_le_bytes(self.bytes()?).into(),
                Kind::U32 => u32::from_le_bytes(self.bytes()?).into(),
                Kind::F32 | Kind::F64 => return Err(not_an_integer(name)),
            }),
            Encoding::BigEndian => Ok(match kind {
                Kind::I8 => i8::from_be_bytes(self.bytes()?).into(),
                Kind::U8 => u8::from_be_bytes(self.bytes()?).into(),
                Kind::I16 => i16::from_be_bytes(self.bytes()?).into(),
                Kind::U16 => u16::from_be_bytes(self.bytes()?).into(),
                Kind::I32 => i32::from_be_bytes(self.bytes()?).into(),
                Kind::U32 => u32::from_be_bytes(self.bytes()?).into(),
                Kind::F32 | Kind::F64 => return Err(not_an_integer(name)),
            }),
        }
    }

    /// Steps over the value or values of a property.
    pub(super) fn skip(&mut self, property: &Property) -> Result<(), String> {
        match property.shape {
            Shape::Scalar(kind) => self.skip_values(1, kind),
            Shape::List { count, item } => {
                let length = self.integer(count, "the length of a list")?;
                let length = u64::try_from(length).map_err(|_| {
                    let name = excerpt(property.name.as_bytes());
                    format!("the length of list {name} is {length}, must not be negative")
                })?;
                self.skip_values(length, item)
            }
        }
    }

    /// Steps over all elements of one sort.
    pub(super) fn skip_elements(&mut self, element: &Element) -> Result<(), Flaw> {
        if element.properties.is_empty() {
            return Ok(());
        }
        for i in 0..element.count {
            let place = || format!("{} {i}", excerpt(element.name.as_bytes()));
            self.start(element, i)?;
            for property in &element.properties {
                self.skip(property).map_err(|problem| self.flaw(place(), problem))?;
            }
            self.end().map_err(|problem| self.flaw(place(), problem))?;
        }
        Ok(())
    }

    /// Checks that no values follow the last element that the header lists.
    pub(super) fn is_at_its_end(&self) -> Result<(), Flaw> {
        let rest = if self.encoding == Encoding::Text { self.lines.rest() } else { self.rest };
        match rest.trim_ascii() {
            [] => Ok(()),
            more => Err(Flaw::new("end", format!("{} bytes follow the last element", more.len()))),
        }
    }

    fn skip_values(&mut self, count: u64, kind: Kind) -> Result<(), String> {
        if self.encoding == Encoding::Text {
            return (0..count).try_for_each(|_| self.word().map(drop));
        }
        let length =
            count.checked_mul(kind.size() as u64).and_then(|length| usize::try_from(length).ok());
        self.take(length.unwrap_or(usize::MAX)).map(drop)
    }

    /// The next word; some writers put each number on a line of its own.
    fn word(&mut self) -> Result<&'a [u8], String> {
        if !self.has_a_word() {
            return Err("the file ends before the last property".to_owned());
        }
        let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_ascii_start();
        Ok(word)
    }

    /// The next bytes.
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        match self.rest.split_at_checked(length) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err("the file ends here".to_owned()),
        }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.take(N)?.try_into().map_err(|_| "the file ends here".to_owned())
    }
}

fn not_an_integer(name: &str) -> String {
    format!("{name} is a float, must be a whole number")
}
