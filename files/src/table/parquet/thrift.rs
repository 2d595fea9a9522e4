//! A cursor over Thrift's compact protocol, in which the headers of Parquet are written. The cursor
//! checks the structure of a header, and builds no value from it.
//!
//! Source: *Thrift compact protocol encoding*, in the specification of Apache Thrift. `None` means
//! that the bytes end too soon or are not valid.

/// The greatest depth of nested structures; Parquet's own need less than ten.
const DEEPEST: usize = 32;

/// A place in a sequence of bytes.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
}

/// The next field of a structure.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) id: i64,
    pub(super) kind: Kind,
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Bool,
    Byte,
    Integer,
    Double,
    Binary,
    List,
    Map,
    Struct,
    Uuid,
}

impl Kind {
    fn of(nibble: u8) -> Option<Self> {
        match nibble {
            1 | 2 => Some(Kind::Bool),
            3 => Some(Kind::Byte),
            4..=6 => Some(Kind::Integer),
            7 => Some(Kind::Double),
            8 => Some(Kind::Binary),
            9 | 10 => Some(Kind::List),
            11 => Some(Kind::Map),
            12 => Some(Kind::Struct),
            13 => Some(Kind::Uuid),
            _ => None,
        }
    }
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn pass(&mut self, count: usize) -> Option<()> {
        self.bytes = self.bytes.get(count..)?;
        Some(())
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// A signed integer.
    pub(super) fn integer(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// The next field of a structure, `Some(None)` at its end; `last` is the field before, 0 at the
    /// start.
    pub(super) fn field(&mut self, last: i64) -> Option<Option<Field>> {
        let head = self.byte()?;
        if head & 0x0f == 0 {
            return Some(None);
        }
        let kind = Kind::of(head & 0x0f)?;
        let id = match head >> 4 {
            0 => self.integer()?,
            delta => last.checked_add(delta.into())?,
        };
        Some(Some(Field { id, kind }))
    }

    /// The head of a list: the type of its elements, and their number. The number is at most the
    /// number of bytes left, since each element takes at least one.
    pub(super) fn list(&mut self) -> Option<(Kind, usize)> {
        let head = self.byte()?;
        if head == 0 {
            return Some((Kind::Byte, 0));
        }
        let kind = Kind::of(head & 0x0f)?;
        let count = match head >> 4 {
            15 => usize::try_from(self.varint()?).ok()?,
            few => usize::from(few),
        };
        // Writers disagree on whether a truth value in a list takes a byte. No Parquet header
        // contains such a list.
        (kind != Kind::Bool && count <= self.bytes.len()).then_some((kind, count))
    }

    /// Skips a value.
    pub(super) fn skip(&mut self, kind: Kind) -> Option<()> {
        self.skip_within(kind, DEEPEST)
    }

    fn skip_within(&mut self, kind: Kind, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            // In a structure, the type in the head of a field is its truth value.
            Kind::Bool => Some(()),
            Kind::Byte => self.pass(1),
            Kind::Integer => self.varint().map(drop),
            Kind::Double => self.pass(8),
            Kind::Uuid => self.pass(16),
            Kind::Binary => {
                let count = usize::try_from(self.varint()?).ok()?;
                self.pass(count)
            }
            Kind::List => {
                let (kind, count) = self.list()?;
                (0..count).try_for_each(|_| self.skip_within(kind, depth))
            }
            Kind::Struct => {
                let mut last = 0;
                while let Some(field) = self.field(last)? {
                    self.skip_within(field.kind, depth)?;
                    last = field.id;
                }
                Some(())
            }
            Kind::Map => self.skip_map(depth),
        }
    }

    fn skip_map(&mut self, depth: usize) -> Option<()> {
        let count = self.varint()?;
        if count == 0 {
            return Some(());
        }
        let kinds = self.byte()?;
        let (key, value) = (Kind::of(kinds >> 4)?, Kind::of(kinds & 0x0f)?);
        if key == Kind::Bool || value == Kind::Bool {
            return None;
        }
        // Each entry takes at least two bytes, so the loop ends at the last byte if the count is
        // too large.
        (0..count).try_for_each(|_| {
            self.skip_within(key, depth).and_then(|()| self.skip_within(value, depth))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_structure_is_walked_to_its_end() {
        // The bytes are field 1, the integer -2; field 3, a list of two strings; and the end.
        let bytes = [0x15, 0x03, 0x29, 0x28, 0x01, b'a', 0x00, 0x00];
        let mut cursor = Cursor::new(&bytes);
        let field = cursor.field(0).unwrap().unwrap();
        assert_eq!((field.id, field.kind), (1, Kind::Integer));
        assert_eq!(cursor.integer(), Some(-2));
        let field = cursor.field(1).unwrap().unwrap();
        assert_eq!((field.id, field.kind), (3, Kind::List));
        assert_eq!(cursor.skip(field.kind), Some(()));
        assert!(cursor.field(3).unwrap().is_none());
        assert!(cursor.bytes.is_empty());
    }

    #[test]
    fn a_list_that_claims_more_than_there_is_ends_the_walk() {
        assert_eq!(Cursor::new(&[0xf5, 0xff, 0xff, 0xff, 0x0f, 0]).skip(Kind::List), None);
        assert_eq!(Cursor::new(&[0x35, 0, 0, 0]).skip(Kind::List), Some(()));
    }

    #[test]
    fn nesting_without_end_ends_the_walk() {
        assert_eq!(Cursor::new(&[0x19; 1000]).skip(Kind::List), None);
        assert_eq!(Cursor::new(&[0x1c; 1000]).skip(Kind::Struct), None);
    }

    #[test]
    fn an_integer_without_end_ends_the_walk() {
        assert_eq!(Cursor::new(&[0xff; 100]).integer(), None);
    }
}
