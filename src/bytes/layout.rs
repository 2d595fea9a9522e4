//! The layout of saved bytes: a header of words, sections that begin at lines, and a checksum.
//!
//! Numbers are stored as they are in memory: on nearly every machine the lowest byte first. A
//! machine with the opposite byte order writes bytes in its own order, and refuses bytes in the
//! other.

use super::buffer::LINE;
use super::checksum::Checksum;
use super::error::LoadError;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::Range;

/// The number of bytes that are passed on at once: few enough that the sink can soon cancel.
const PIECE: usize = 1 << 20;
/// A checksum covers whole lines.
const _: () = assert!(PIECE.is_multiple_of(LINE));

/// The number of bytes of a checksum.
pub(crate) const CHECKSUM: usize = size_of::<u64>();

/// The marks that identify one kind of saved bytes.
pub(crate) struct Format {
    /// The first bytes: one byte that does not occur in text, and line ends that a transfer as text
    /// would change.
    pub(crate) magic: [u8; 8],
    /// The version, which increases with every change of the bytes or of their meaning.
    pub(crate) version: u32,
    /// The error for bytes of any other kind.
    pub(crate) otherwise: LoadError,
}

impl Format {
    pub(crate) fn begins(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(&self.magic)
    }

    /// Returns the first words of a header: the kind, the version, and the number of bits of a
    /// float.
    pub(crate) fn words(&self, bits: u32) -> [u64; 3] {
        [u64::from_ne_bytes(self.magic), u64::from(self.version), u64::from(bits)]
    }

    /// Reads the header of saved bytes with floats of `bits` bits.
    pub(crate) fn header<const W: usize>(
        &self,
        bytes: &[u8],
        bits: u32,
    ) -> Result<[u64; W], LoadError> {
        if !self.begins(bytes) {
            return Err(self.otherwise);
        }
        let Some(words) = bytes.get(..W * size_of::<u64>()) else {
            let expected = (W * size_of::<u64>() + CHECKSUM) as u64;
            return Err(LoadError::Length { found: bytes.len() as u64, expected });
        };
        let mut header = [0; W];
        bytemuck::cast_slice_mut(&mut header).copy_from_slice(words);
        let known = self.version;
        match header[1] {
            version if version == u64::from(known) => {}
            version if version.swap_bytes() == u64::from(known) => {
                return Err(LoadError::ByteOrder);
            }
            version => return Err(LoadError::Version { found: version as u32, known }),
        }
        if header[2] != u64::from(bits) {
            return Err(LoadError::Scalar { found: header[2] as u32, wanted: bits });
        }
        Ok(header)
    }
}

/// Returns the places of sections with these lengths in bytes, and the end of the last one; `None`
/// if a length is unknown or a place exceeds the address space.
pub(crate) fn places<const K: usize>(
    header: usize,
    lengths: [Option<usize>; K],
) -> Option<([Range<usize>; K], usize)> {
    let mut end = header;
    let mut places = [const { 0..0 }; K];
    for (place, length) in places.iter_mut().zip(lengths) {
        *place = end..end.checked_add(length?)?;
        end = place.end.checked_next_multiple_of(LINE)?;
    }
    Some((places, end))
}

/// Passes sections to `sink` in pieces, each section filled up with zeros to a whole line, and then
/// their checksum.
pub(crate) fn save<E>(
    sections: &[&[u8]],
    sink: &mut impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut checksum = Checksum::new();
    for section in sections {
        for piece in section.chunks(PIECE) {
            checksum.add(piece);
            sink(piece)?;
        }
        sink(&[0; LINE][..section.len().next_multiple_of(LINE) - section.len()])?;
    }
    sink(&checksum.finish().to_le_bytes())
}

/// Returns all bytes that `save` passes on, in one piece.
pub(crate) fn in_one_piece(
    save: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), Infallible>) -> Result<(), Infallible>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Ok(()) = save(&mut |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    });
    bytes
}

/// Returns an error unless the checksum at the end is the checksum of the other bytes.
pub(crate) fn verified(bytes: &[u8], otherwise: LoadError) -> Result<(), LoadError> {
    let (contents, saved) = bytes.split_last_chunk::<CHECKSUM>().ok_or(otherwise)?;
    let mut checksum = Checksum::new();
    checksum.add(contents);
    let (found, expected) = (checksum.finish(), u64::from_le_bytes(*saved));
    if found == expected { Ok(()) } else { Err(LoadError::Checksum { found, expected }) }
}
