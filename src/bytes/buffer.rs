//! What a mesh or a tree is made of, wherever it stands: in a vector of its own, or among bytes
//! that somebody else holds, such as a file that is mapped to memory.

use alloc::sync::Arc;
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, Range};

/// Bytes that are held as long as anybody needs them.
pub(crate) type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A slice of plain numbers, own or shared.
#[derive(Clone)]
pub(crate) enum Buffer<X> {
    Own(Vec<X>),
    Shared(Part<X>),
}

/// A part of shared bytes, which is a slice of `X`.
#[derive(Clone)]
pub(crate) struct Part<X> {
    bytes: Bytes,
    place: Range<usize>,
    kind: PhantomData<X>,
}

impl<X: Pod> Buffer<X> {
    /// The numbers at this place; `None` if none can stand there.
    pub(crate) fn shared(bytes: &Bytes, place: Range<usize>) -> Option<Self> {
        let part = Part { bytes: Arc::clone(bytes), place, kind: PhantomData };
        part.get().is_some().then_some(Self::Shared(part))
    }

    /// Leaves nothing behind; what is shared is copied.
    pub(crate) fn take(&mut self) -> Vec<X> {
        match core::mem::replace(self, Self::Own(Vec::new())) {
            Self::Own(own) => own,
            Self::Shared(part) => part.get().unwrap_or_default().to_vec(),
        }
    }

    /// To be changed; what is shared is copied first.
    pub(crate) fn own(&mut self) -> &mut Vec<X> {
        if let Self::Shared(part) = self {
            *self = Self::Own(part.get().unwrap_or_default().to_vec());
        }
        match self {
            Self::Own(own) => own,
            Self::Shared(_) => unreachable!(),
        }
    }

    /// Bytes of memory that are its own.
    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Own(own) => own.capacity() * size_of::<X>(),
            Self::Shared(_) => 0,
        }
    }
}

impl<X: Pod> Part<X> {
    fn get(&self) -> Option<&[X]> {
        let bytes: &[u8] = (*self.bytes).as_ref();
        bytemuck::try_cast_slice(bytes.get(self.place.clone())?).ok()
    }
}

impl<X: Pod> Deref for Buffer<X> {
    type Target = [X];

    /// Who needs it often asks once: of shared bytes it is looked up and checked each time.
    #[cfg_attr(hot, inline(always))]
    fn deref(&self) -> &[X] {
        match self {
            Self::Own(own) => own,
            // Nothing only if the holder shows other bytes than before.
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

/// Some of these bytes, held as long as all of them.
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

/// Parts begin at multiples of this: a line of the cache, and what the nodes of a tree are aligned
/// to.
pub(crate) const LINE: usize = 64;

/// The same bytes, at a multiple of [`LINE`]: copied if they begin elsewhere.
pub(crate) fn aligned(bytes: Bytes) -> Bytes {
    let given: &[u8] = (*bytes).as_ref();
    if given.as_ptr().addr().is_multiple_of(LINE) {
        return bytes;
    }
    let mut lines = alloc::vec![Line::zeroed(); given.len().div_ceil(LINE)];
    bytemuck::cast_slice_mut(&mut lines)[..given.len()].copy_from_slice(given);
    Arc::new(Lines { lines, length: given.len() })
}

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Line([u8; LINE]);

struct Lines {
    lines: Vec<Line>,
    length: usize,
}

impl AsRef<[u8]> for Lines {
    fn as_ref(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.lines)[..self.length]
    }
}
