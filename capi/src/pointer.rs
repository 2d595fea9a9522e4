//! The one place that touches memory of the caller: pointers become values, and values go to where
//! pointers say.
//!
//! Nothing keeps a reference to that memory. Numbers are copied in before anything is done with
//! them, and out when all is done; so what comes in and what goes out may overlap, and none of it
//! need be aligned. What no library can see, that a pointer leads to as much memory as is said, is
//! what the caller promises; it is why the functions of this file are unsafe, and all that they ask
//! for.

use crate::error::{Code, Failure, Outcome};
use core::convert::Infallible;
use core::ffi::c_char;
use core::{ptr, slice};

/// What any bytes are a value of.
///
/// # Safety
/// It consists of numbers, pointers and arrays of them alone.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: an array of such.
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

/// Values of the library's own, one after the other; so many that memory cannot hold them are bad
/// input, and not the end of the program.
fn collected<P>(count: usize, values: impl Iterator<Item = P>, name: &str) -> Outcome<Vec<P>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| too_many(name, count))?;
    all.extend(values);
    Ok(all)
}

/// One value.
///
/// # Safety
/// The pointer is null, or leads to one.
pub(crate) unsafe fn read<P: Plain>(from: *const P, name: &str) -> Outcome<P> {
    if from.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller's promise; any bytes are a value.
    Ok(unsafe { from.read_unaligned() })
}

/// The three numbers of a vector, one after the other.
///
/// # Safety
/// The pointer is null, or leads to three.
pub(crate) unsafe fn vector<T: Plain>(from: *const T, name: &str) -> Outcome<[T; 3]> {
    // SAFETY: the caller's promise.
    unsafe { read(from.cast(), name) }
}

/// The part of a union that its kind names.
pub(crate) fn part<U: Plain, P: Plain>(of: &U) -> P {
    const { assert!(size_of::<P>() <= size_of::<U>()) };
    // SAFETY: a part begins where the union does and is no longer; any bytes are a value.
    unsafe { ptr::from_ref(of).cast::<P>().read_unaligned() }
}

/// Some values, one after the other.
///
/// # Safety
/// The pointer is null, or leads to as many.
pub(crate) unsafe fn read_all<P: Plain>(
    from: *const P,
    count: usize,
    name: &str,
) -> Outcome<Vec<P>> {
    // SAFETY: the caller's promise, of rows without a gap.
    unsafe { Rows::new(from, size_of::<P>(), count, name) }?.all(name)
}

/// Bytes, as they lie there.
///
/// # Safety
/// The pointer is null, or leads to as many, which stay as they are while they are looked at.
pub(crate) unsafe fn bytes<'a>(from: *const u8, count: usize, name: &str) -> Outcome<&'a [u8]> {
    match count {
        0 => Ok(&[]),
        _ if from.is_null() => Err(null(name)),
        _ if isize::try_from(count).is_err() => Err(too_many(name, count)),
        // SAFETY: the caller's promise.
        _ => Ok(unsafe { slice::from_raw_parts(from, count) }),
    }
}

/// The same bytes as the library's own.
///
/// # Safety
/// As for [`bytes`].
pub(crate) unsafe fn copied(from: *const u8, count: usize, name: &str) -> Outcome<Vec<u8>> {
    // SAFETY: the caller's promise.
    collected(count, unsafe { bytes(from, count, name) }?.iter().copied(), name)
}

/// Rows in memory of the caller, each so many bytes after the one before.
pub(crate) struct Rows<P> {
    first: *const P,
    stride: usize,
    count: usize,
}

impl<P: Plain> Rows<P> {
    /// # Safety
    /// The pointer is null, or leads to as many rows, which stay for as long as these do.
    pub(crate) unsafe fn new(
        first: *const P,
        stride: usize,
        count: usize,
        name: &str,
    ) -> Outcome<Self> {
        if first.is_null() && count > 0 {
            return Err(null(name));
        }
        // One that counts numbers and not bytes would give rows that overlap.
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

    /// The same rows, of which each must be a place of its own: who leaves the stride zero means
    /// what lies without a gap, as other libraries do.
    pub(crate) fn apart(self, name: &str) -> Outcome<Self> {
        match self.stride {
            0 if self.count > 1 => Err(too_close(name, 0, size_of::<P>())),
            _ => Ok(self),
        }
    }

    /// A copy of all of them.
    pub(crate) fn all(&self, name: &str) -> Outcome<Vec<P>> {
        collected(self.count, (0..self.count).map(|i| self.at(i)), name)
    }

    pub(crate) fn at(&self, i: usize) -> P {
        assert!(i < self.count);
        // SAFETY: there are so many rows, and their length in bytes was looked at.
        unsafe { self.first.byte_add(i * self.stride).read_unaligned() }
    }

    /// The rows from one number to before another, looked at one after the other.
    #[inline]
    pub(crate) fn between(&self, begin: usize, end: usize) -> impl Iterator<Item = P> {
        assert!(begin <= end && end <= self.count);
        let (mut next, stride) = (self.first.wrapping_byte_add(begin * self.stride), self.stride);
        (begin..end).map(move |_| {
            // SAFETY: as above; one past the last is not read.
            let row = unsafe { next.read_unaligned() };
            next = next.wrapping_byte_add(stride);
            row
        })
    }
}

/// Room for values, one after the other, in memory of the caller; or none, where these are not
/// wanted.
pub(crate) struct Room<P> {
    first: *mut P,
    count: usize,
}

impl<P: Plain> Room<P> {
    /// # Safety
    /// The pointer is null, or there is room for as many for as long as this is used.
    pub(crate) unsafe fn new(first: *mut P, count: usize, name: &str) -> Outcome<Self> {
        match count.checked_mul(size_of::<P>()).map(isize::try_from) {
            Some(Ok(_)) => Ok(Self { first, count }),
            _ => Err(too_many(name, count)),
        }
    }

    /// Room for one, which must be there.
    ///
    /// # Safety
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn one(only: *mut P, name: &str) -> Outcome<Self> {
        if only.is_null() { Err(null(name)) } else { Ok(Self { first: only, count: 1 }) }
    }

    /// Whether anything is wanted.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.first.is_null()
    }

    /// Writes one, if it is wanted.
    pub(crate) fn put(&self, i: usize, value: P) {
        assert!(i < self.count);
        // SAFETY: just looked at.
        unsafe { self.put_within(i, value) }
    }

    /// The same of a number that was looked at before.
    ///
    /// # Safety
    /// There is room for more than so many.
    #[inline]
    pub(crate) unsafe fn put_within(&self, i: usize, value: P) {
        if !self.first.is_null() {
            // SAFETY: there is room for so many.
            unsafe { self.first.add(i).write_unaligned(value) };
        }
    }

    /// Writes as many as there is room for, and says how many there are.
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

/// Takes pieces of bytes, of which nothing can go wrong.
type Sink<'a> = dyn FnMut(&[u8]) -> Result<(), Infallible> + 'a;

impl Room<u8> {
    /// Writes what comes in pieces, as far as there is room, and says how long it is.
    pub(crate) fn put_pieces(
        &self,
        length: &Room<usize>,
        save: impl FnOnce(&mut Sink<'_>) -> Result<(), Infallible>,
        name: &str,
    ) -> Outcome<()> {
        let (room, mut end) = (if self.first.is_null() { 0 } else { self.count }, 0);
        let Ok(()) = save(&mut |piece| {
            let written = &piece[..piece.len().min(room.saturating_sub(end))];
            // SAFETY: there is room for so many, and the piece is the library's own.
            unsafe { self.first.wrapping_add(end).copy_from(written.as_ptr(), written.len()) };
            end += piece.len();
            Ok(())
        });
        length.put(0, end);
        if self.first.is_null() || end <= room { Ok(()) } else { Err(too_small(name, room, end)) }
    }
}

impl Room<c_char> {
    /// Writes text and a zero behind it, and says how long it is without that. Of what is longer
    /// than the room, nothing is written but a zero.
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
