//! The header: the elements, the number of each, and the properties of each.

use super::super::text::{self, Lines, at_line, words};
use crate::excerpt::excerpt;
use crate::surface::Flaw;

/// The most elements of a header, and the most properties of an element.
const MOST: usize = 1000;

/// The contents of a header.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) elements: Vec<Element>,
}

/// The encoding of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// The elements of one sort, such as the vertices or the faces.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
}

/// A property: one value, or one list of values, of each element.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) shape: Shape,
}

/// One value, or a count and that many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar(Kind),
    List { count: Kind, item: Kind },
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn named(word: &[u8]) -> Result<Self, String> {
        match word {
            b"char" | b"int8" => Ok(Self::I8),
            b"uchar" | b"uint8" => Ok(Self::U8),
            b"short" | b"int16" => Ok(Self::I16),
            b"ushort" | b"uint16" => Ok(Self::U16),
            b"int" | b"int32" => Ok(Self::I32),
            b"uint" | b"uint32" => Ok(Self::U32),
            b"float" | b"float32" => Ok(Self::F32),
            b"double" | b"float64" => Ok(Self::F64),
            _ => Err(format!("{} is not a type of PLY", excerpt(word))),
        }
    }

    /// The length of a value in a binary file, in bytes.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

impl Element {
    pub(super) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The least number of bytes of an element, whose lists may be empty.
    pub(super) fn least_size(&self, encoding: Encoding) -> u64 {
        let least = |property: &Property| match (encoding, property.shape) {
            // A digit and a separator.
            (Encoding::Text, _) => 2,
            (_, Shape::Scalar(kind) | Shape::List { count: kind, .. }) => kind.size() as u64,
        };
        self.properties.iter().map(least).sum()
    }
}

/// The header, the encoding of the body, and the lines of the body, from its first line on.
pub(super) fn parse(bytes: &[u8]) -> Result<(Header, Encoding, Lines<'_>), Flaw> {
    let mut lines = Lines::new(bytes);
    if lines.next().map(<[u8]>::trim_ascii_end) != Some(b"ply") {
        return Err(Flaw::new("line 1", "a PLY file starts with the line ply"));
    }
    let mut header = Header::default();
    let mut encoding = None;
    while let Some(line) = lines.next() {
        let number = lines.number();
        let mut words = words(line);
        match words.next() {
            Some(b"format") => encoding = Some(at_line(number, format(words.next()))?),
            Some(b"element") => at_line(number, header.add_element(&mut words))?,
            Some(b"property") => at_line(number, header.add_property(&mut words))?,
            Some(b"comment" | b"obj_info") | None => {}
            Some(b"end_header") => {
                let encoding =
                    encoding.ok_or_else(|| Flaw::new("header", "there is no line format"))?;
                return Ok((header, encoding, lines));
            }
            Some(word) => {
                let problem = format!("{} is not a statement of a PLY header", excerpt(word));
                return Err(Flaw::new(text::line_place(number), problem));
            }
        }
    }
    Err(Flaw::new(
        text::line_place(lines.number()),
        "the file ends inside the header, before end_header",
    ))
}

fn format(word: Option<&[u8]>) -> Result<Encoding, String> {
    match word {
        Some(b"ascii") => Ok(Encoding::Text),
        Some(b"binary_little_endian") => Ok(Encoding::LittleEndian),
        Some(b"binary_big_endian") => Ok(Encoding::BigEndian),
        word => Err(format!("{} is not a format of PLY", excerpt(word.unwrap_or_default()))),
    }
}

fn name<'a>(words: &mut impl Iterator<Item = &'a [u8]>) -> Result<String, String> {
    let word = words.next().ok_or("a name is missing")?;
    String::from_utf8(word.to_vec()).map_err(|_| format!("the name {} is not UTF-8", excerpt(word)))
}

impl Header {
    fn add_element<'a>(
        &mut self,
        words: &mut impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), String> {
        let name = name(words)?;
        let word = words.next().ok_or_else(|| {
            format!("the number of elements {} is missing", excerpt(name.as_bytes()))
        })?;
        let count = text::value(word)
            .ok_or_else(|| format!("{} is not a number of elements", excerpt(word)))?;
        if self.elements.iter().any(|element| element.name == name) {
            return Err(format!("the element {} is declared twice", excerpt(name.as_bytes())));
        }
        self.elements.push(Element { name, count, properties: Vec::new() });
        at_most(MOST, self.elements.len(), "elements")
    }

    fn add_property<'a>(
        &mut self,
        words: &mut impl Iterator<Item = &'a [u8]>,
    ) -> Result<(), String> {
        let shape = match words.next() {
            Some(b"list") => {
                let (count, item) = (kind(words.next())?, kind(words.next())?);
                if count.is_float() {
                    return Err("the length of a list is a float, must be an integer".to_owned());
                }
                Shape::List { count, item }
            }
            word => Shape::Scalar(kind(word)?),
        };
        let name = name(words)?;
        let element = self.elements.last_mut().ok_or("a property before the first element")?;
        if element.property(&name).is_some() {
            return Err(format!("the property {} is declared twice", excerpt(name.as_bytes())));
        }
        element.properties.push(Property { name, shape });
        at_most(MOST, element.properties.len(), "properties")
    }
}

fn kind(word: Option<&[u8]>) -> Result<Kind, String> {
    Kind::named(word.ok_or("a type is missing")?)
}

/// Refuses a count above a limit, so that the search for duplicate names stays fast.
fn at_most(limit: usize, count: usize, what: &str) -> Result<(), String> {
    if count > limit { Err(format!("there are more than {limit} {what}")) } else { Ok(()) }
}
