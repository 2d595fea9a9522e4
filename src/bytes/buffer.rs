//! Arrays of plain numbers that are owned, or that are part of shared bytes, such as a file that is
//! mapped to memory.

use alloc::sync::Arc;
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, Range};

/// Bytes that are kept alive as long as a part of them is in use.
pub(crate) type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// An array of plain numbers, owned or shared.
#[derive(Clone)]
pub(crate) enum Buffer<X> {
    Own(Vec<X>),
    Shared(SharedSlice<X>),
}

/// A part of shared bytes, which is a slice of `X`.
#[derive(Clone)]
pub(crate) struct SharedSlice<X> {
    bytes: Bytes,
    place: Range<usize>,
    kind: PhantomData<X>,
}

impl<X: Pod> Buffer<X> {
    /// Returns the numbers at a place of shared bytes; `None` if the place cannot contain such
    /// numbers.
    pub(crate) fn shared(bytes: &Bytes, place: Range<usize>) -> Option<Self> {
        let part = SharedSlice { bytes: Arc::clone(bytes), place, kind: PhantomData };
        part.get().is_some().then_some(Self::Shared(part))
    }

    /// Takes the numbers out and leaves an empty array; shared numbers are copied.
    pub(crate) fn take(&mut self) -> Vec<X> {
        match core::mem::replace(self, Self::Own(Vec::new())) {
            Self::Own(own) => own,
            Self::Shared(part) => part.get().unwrap_or_default().to_vec(),
        }
    }

    /// Returns the numbers for changes; shared numbers are copied first.
    pub(crate) fn own(&mut self) -> &mut Vec<X> {
        if let Self::Shared(part) = self {
            *self = Self::Own(part.get().unwrap_or_default().to_vec());
        }
        match self {
            Self::Own(own) => own,
            Self::Shared(_) => unreachable!(),
        }
    }

    /// Returns the number of bytes that the array owns.
    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Own(own) => own.capacity() * size_of::<X>(),
            Self::Shared(_) => 0,
        }
    }
}

impl<X: Pod> SharedSlice<X> {
    fn get(&self) -> Option<&[X]> {
        let bytes: &[u8] = (*self.bytes).as_ref();
        bytemuck::try_cast_slice(bytes.get(self.place.clone())?).ok()
    }
}

impl<X: Pod> Deref for Buffer<X> {
    type Target = [X];

    /// A caller that needs the slice often should call this once: for shared bytes each call finds
    /// and checks the slice again.
    #[cfg_attr(hot, inline(always))]
    fn deref(&self) -> &[X] {
        match self {
            Self::Own(own) => own,
            // The slice is empty only if the owner of the bytes returns other bytes than before.
            Self::Shared(part) => part.get().unwrap_or_default(),
        }
    }
}

impl<X> From<Vec<X>> for Buffer<X> {
    fn from(own: Vec<X>) -> Self {
        Self::Own(own)
    }
}

impl<X> fmt::Debug for Buffer<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(own) => write!(f, "{} of its own", own.len()),
            Self::Shared(part) => write!(f, "bytes {:?}", part.place),
        }
    }
}

/// A part of some bytes, which keeps all of them alive.
pub(crate) struct Within {
    pub(crate) bytes: Bytes,
    pub(crate) place: Range<usize>,
}

impl AsRef<[u8]> for Within {
    fn as_ref(&self) -> &[u8] {
        let bytes: &[u8] = (*self.bytes).as_ref();
        bytes.get(self.place.clone()).unwrap_or_default()
    }
}

/// Parts begin at multiples of this number of bytes: the length of a cache line, and the alignment
/// of the nodes of a tree.
pub(crate) const LINE: usize = 64;

/// Returns the same bytes at a multiple of [`LINE`]: copied if they begin elsewhere.
pub(crate) fn aligned(bytes: Bytes) -> Bytes {
    let given: &[u8] = (*bytes).as_ref();
    if given.as_ptr().addr().is_multiple_of(LINE) {
        return bytes;
    }
    let mut lines = alloc::vec![CacheLine::zeroed(); given.len().div_ceil(LINE)];
    bytemuck::cast_slice_mut(&mut lines)[..given.len()].copy_from_slice(given);
    Arc::new(Lines { lines, length: given.len() })
}

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct CacheLine([u8; LINE]);

struct Lines {
    lines: Vec<CacheLine>,
    length: usize,
}

impl AsRef<[u8]> for Lines {
    fn as_ref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.lines)[..self.length]
    }
}
