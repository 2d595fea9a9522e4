//! Reads and writes values through pointers to memory of the caller. Only this file does so.
//!
//! No reference to that memory is kept. Inputs are copied before the work and results after it, so
//! the memory of inputs and results may overlap and need not be aligned. No library can check that
//! a pointer points to as much memory as the caller specifies. The caller guarantees it, which is
//! the only reason why the functions of this file are unsafe.

use crate::error::{Code, Failure, Outcome};
use core::convert::Infallible;
use core::ffi::c_char;
use core::{ptr, slice};

/// A type of which any bytes are a value.
///
/// # Safety
/// The type consists only of numbers, pointers and arrays of them.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: an array of values of such a type.
unsafe impl<P: Plain, const K: usize> Plain for [P; K] {}

fn null(name: &str) -> Failure {
    Failure::new(Code::NullPointer, format!("{name} is null, must point to something"))
}

fn too_many(name: &str, count: usize) -> Failure {
    Failure::new(Code::BadInput, format!("{name} has the length {count}, more than memory holds"))
}

fn too_small(name: &str, room: usize, need: usize) -> Failure {
    let message = format!("{name} has room for {room}, must have room for {need}");
    Failure::new(Code::TooSmall, message)
}

fn too_close(name: &str, stride: usize, least: usize) -> Failure {
    let message = format!("{name} has the stride {stride}, must have at least {least} bytes");
    Failure::new(Code::BadInput, message)
}

/// Collects values in memory of the library. If there are more values than memory can hold, this is
/// bad input and does not end the program.
fn collected<P>(count: usize, values: impl Iterator<Item = P>, name: &str) -> Outcome<Vec<P>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| too_many(name, count))?;
    all.extend(values);
    Ok(all)
}

/// Reads one value.
///
/// # Safety
/// The pointer is null, or points to a value.
pub(crate) unsafe fn read<P: Plain>(from: *const P, name: &str) -> Outcome<P> {
    if from.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller guarantees it, and any bytes are a value.
    Ok(unsafe { from.read_unaligned() })
}

/// Reads the three numbers of a vector.
///
/// # Safety
/// The pointer is null, or points to three numbers.
pub(crate) unsafe fn vector<T: Plain>(from: *const T, name: &str) -> Outcome<[T; 3]> {
    // SAFETY: the caller guarantees it.
    unsafe { read(from.cast(), name) }
}

/// Reads the member of a union that belongs to the kind of the shape.
pub(crate) fn part<U: Plain, P: Plain>(of: &U) -> P {
    const { assert!(size_of::<P>() <= size_of::<U>()) };
    // SAFETY: a member begins at the beginning of the union and is not longer; any bytes are a
    // value.
    unsafe { ptr::from_ref(of).cast::<P>().read_unaligned() }
}

/// Reads an array of values.
///
/// # Safety
/// The pointer is null, or points to `count` values.
pub(crate) unsafe fn read_all<P: Plain>(
    from: *const P,
    count: usize,
    name: &str,
) -> Outcome<Vec<P>> {
    // SAFETY: the caller guarantees rows without a gap.
    unsafe { Rows::new(from, size_of::<P>(), count, name) }?.all(name)
}

/// Borrows bytes of the caller.
///
/// # Safety
/// The pointer is null, or points to `count` bytes, which do not change while they are borrowed.
pub(crate) unsafe fn bytes<'a>(from: *const u8, count: usize, name: &str) -> Outcome<&'a [u8]> {
    match count {
        0 => Ok(&[]),
        _ if from.is_null() => Err(null(name)),
        _ if isize::try_from(count).is_err() => Err(too_many(name, count)),
        // SAFETY: the caller guarantees it.
        _ => Ok(unsafe { slice::from_raw_parts(from, count) }),
    }
}

/// Copies bytes of the caller.
///
/// # Safety
/// As for [`bytes`].
pub(crate) unsafe fn copied(from: *const u8, count: usize, name: &str) -> Outcome<Vec<u8>> {
    // SAFETY: the caller guarantees it.
    collected(count, unsafe { bytes(from, count, name) }?.iter().copied(), name)
}

/// Rows in memory of the caller, a constant number of bytes apart.
pub(crate) struct Rows<P> {
    first: *const P,
    stride: usize,
    count: usize,
}

impl<P: Plain> Rows<P> {
    /// The rows of a column that does not exist.
    pub(crate) const NONE: Self = Self { first: ptr::null(), stride: 0, count: 0 };

    /// # Safety
    /// The pointer is null, or points to `count` rows, which stay valid as long as the result.
    pub(crate) unsafe fn new(
        first: *const P,
        stride: usize,
        count: usize,
        name: &str,
    ) -> Outcome<Self> {
        if first.is_null() && count > 0 {
            return Err(null(name));
        }
        // A stride that is less than the size of a row probably counts numbers instead of bytes,
        // and the rows would overlap.
        if (1..size_of::<P>()).contains(&stride) {
            return Err(too_close(name, stride, size_of::<P>()));
        }
        let last = stride.checked_mul(count.saturating_sub(1));
        let bytes = last.and_then(|last| last.checked_add(size_of::<P>()));
        match bytes.map(isize::try_from) {
            Some(Ok(_)) => Ok(Self { first, stride, count }),
            _ => Err(too_many(name, count)),
        }
    }

    /// Refuses a stride of zero for more than one row. In other libraries a stride of zero stands
    /// for rows without a gap, so it is probably a mistake.
    pub(crate) fn apart(self, name: &str) -> Outcome<Self> {
        match self.stride {
            0 if self.count > 1 => Err(too_close(name, 0, size_of::<P>())),
            _ => Ok(self),
        }
    }

    /// Copies all rows.
    pub(crate) fn all(&self, name: &str) -> Outcome<Vec<P>> {
        collected(self.count, (0..self.count).map(|i| self.at(i)), name)
    }

    pub(crate) fn at(&self, i: usize) -> P {
        assert!(i < self.count);
        // SAFETY: the index was checked, and the length of all rows in bytes was checked by `new`.
        unsafe { self.first.byte_add(i * self.stride).read_unaligned() }
    }

    /// Reads a row, or returns `None` if there are no so many rows.
    pub(crate) fn get(&self, i: usize) -> Option<P> {
        (i < self.count).then(|| self.at(i))
    }

    /// Reads the rows from `begin` to before `end`, one after the other.
    #[inline]
    pub(crate) fn between(&self, begin: usize, end: usize) -> impl Iterator<Item = P> {
        assert!(begin <= end && end <= self.count);
        let (mut next, stride) = (self.first.wrapping_byte_add(begin * self.stride), self.stride);
        (begin..end).map(move |_| {
            // SAFETY: `begin` and `end` were checked, and the row past the last is not read.
            let row = unsafe { next.read_unaligned() };
            next = next.wrapping_byte_add(stride);
            row
        })
    }
}

/// Room for an array of values in memory of the caller. The pointer is null if the caller does not
/// need the values.
pub(crate) struct Room<P> {
    first: *mut P,
    count: usize,
}

impl<P: Plain> Room<P> {
    /// # Safety
    /// The pointer is null, or points to room for `count` values, for as long as this is used.
    pub(crate) unsafe fn new(first: *mut P, count: usize, name: &str) -> Outcome<Self> {
        match count.checked_mul(size_of::<P>()).map(isize::try_from) {
            Some(Ok(_)) => Ok(Self { first, count }),
            _ => Err(too_many(name, count)),
        }
    }

    /// Room for one value; the pointer must not be null.
    ///
    /// # Safety
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn one(only: *mut P, name: &str) -> Outcome<Self> {
        if only.is_null() { Err(null(name)) } else { Ok(Self { first: only, count: 1 }) }
    }

    /// Whether the pointer is not null.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.first.is_null()
    }

    /// Writes one value, if the pointer is not null.
    pub(crate) fn put(&self, i: usize, value: P) {
        assert!(i < self.count);
        // SAFETY: the index was just checked.
        unsafe { self.put_within(i, value) }
    }

    /// Writes one value, as `put` does, at an index that was checked before.
    ///
    /// # Safety
    /// The index is less than the count.
    #[inline]
    pub(crate) unsafe fn put_within(&self, i: usize, value: P) {
        if !self.first.is_null() {
            // SAFETY: the index is less than the count.
            unsafe { self.first.add(i).write_unaligned(value) };
        }
    }

    /// Writes as many values as there is room for, and writes the number of all values to `count`.
    pub(crate) fn put_all(
        &self,
        count: &Room<usize>,
        values: impl ExactSizeIterator<Item = P>,
        name: &str,
    ) -> Outcome<()> {
        let (room, length) = (if self.first.is_null() { 0 } else { self.count }, values.len());
        count.put(0, length);
        values.take(room).enumerate().for_each(|(i, value)| self.put(i, value));
        if self.first.is_null() || length <= room {
            return Ok(());
        }
        Err(too_small(name, room, length))
    }
}

/// A receiver of pieces of bytes, which never fails.
type Sink<'a> = dyn FnMut(&[u8]) -> Result<(), Infallible> + 'a;

impl Room<u8> {
    /// Writes bytes that come in pieces, as far as there is room, and writes the number of all
    /// bytes to `length`.
    pub(crate) fn put_pieces(
        &self,
        length: &Room<usize>,
        save: impl FnOnce(&mut Sink<'_>) -> Result<(), Infallible>,
        name: &str,
    ) -> Outcome<()> {
        let (room, mut end) = (if self.first.is_null() { 0 } else { self.count }, 0);
        let Ok(()) = save(&mut |piece| {
            let written = &piece[..piece.len().min(room.saturating_sub(end))];
            // SAFETY: there is room for these bytes, and the piece is memory of the library.
            unsafe { self.first.wrapping_add(end).copy_from(written.as_ptr(), written.len()) };
            end += piece.len();
            Ok(())
        });
        length.put(0, end);
        if self.first.is_null() || end <= room { Ok(()) } else { Err(too_small(name, room, end)) }
    }
}

impl Room<c_char> {
    /// Writes a text with a final zero, and writes the length of the text without the zero to
    /// `length`. If the text is longer than the room, only the zero is written.
    pub(crate) fn put_text(&self, length: &Room<usize>, text: &[u8], name: &str) -> Outcome<()> {
        length.put(0, text.len());
        let is_short = text.len() < self.count;
        if self.first.is_null() {
            return Ok(());
        }
        let written = if is_short { text } else { &[] };
        if self.count > 0 {
            written
                .iter()
                .chain([&0])
                .enumerate()
                .for_each(|(i, byte)| self.put(i, *byte as c_char));
        }
        if is_short {
            return Ok(());
        }
        let (room, need) = (self.count, text.len() + 1);
        let message = format!("{name} has room for {room} bytes, must have room for {need}");
        Err(Failure::new(Code::TooSmall, message))
    }
}
