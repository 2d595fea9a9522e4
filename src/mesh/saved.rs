//! Saved meshes: a mesh and its tree as bytes, which a search uses in place, without parsing.
//!
//! ```text
//! header       24 words of 8 bytes: the format, the counts, the bounds and the frame
//! vertices     3 floats each
//! triangles    3 indices of 4 bytes each
//! nodes        128 bytes each
//! leaves        92 bytes each
//! checksum     XXH64 of all bytes before
//! ```
//!
//! Each section except the checksum begins at a multiple of 64 bytes; zeros fill the gaps
//! (`bytes/layout.rs`).

use super::indexed::{Mesh, all_finite, make_plain};
use super::sweep::MeshBounds;
use super::tree::{Leaf, MeshNode, MeshTree, TreeFrame};
use crate::bytes::{self, Buffer, Bytes, CHECKSUM, Format, LoadError, aligned};
use crate::shape::Scalar;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

const FORMAT: Format =
    Format { magic: *b"\x89tang\r\n\x1a", version: 2, otherwise: LoadError::NotAMesh };
/// The number of words of the header.
const HEADER: usize = 24;

/// The number of elements of each section, in the order of the sections.
struct Counts {
    vertices: u64,
    triangles: u64,
    nodes: u64,
    leaves: u64,
}

impl Counts {
    /// The range of each section and the end of all; `None` if the sizes overflow.
    fn places<T>(&self) -> Option<([Range<usize>; 4], usize)> {
        let length = |count, size: usize| usize::try_from(count).ok()?.checked_mul(size);
        let lengths = [
            length(self.vertices, size_of::<[T; 3]>()),
            length(self.triangles, size_of::<[u32; 3]>()),
            length(self.nodes, size_of::<MeshNode>()),
            length(self.leaves, size_of::<Leaf>()),
        ];
        bytes::places(HEADER * size_of::<u64>(), lengths)
    }
}

impl<T: Scalar> Mesh<T> {
    /// Writes the mesh and its tree as bytes to `sink`, piece by piece and without a copy.
    /// [`Mesh::from_bytes`] reads them. The same mesh always gives the same bytes.
    ///
    /// # Errors
    /// The errors of `sink`.
    ///
    /// # Examples
    /// ```no_run
    /// use std::{fs::File, io::Write};
    /// # let mesh = tangency::Mesh::new(vec![[0.0; 3]], vec![[0, 0, 0]])?;
    /// let mut file = File::create("part.tree")?;
    /// mesh.save(|bytes| file.write_all(bytes))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save<E>(&self, mut sink: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let (header, nodes, leaves) = (self.header(), self.tree.nodes(), self.tree.leaves());
        let sections: [&[u8]; 5] = [
            bytemuck::cast_slice(&header),
            bytemuck::cast_slice(&self.vertices),
            bytemuck::cast_slice(&self.triangles),
            bytemuck::cast_slice(nodes),
            bytemuck::cast_slice(leaves),
        ];
        bytes::save(&sections, &mut sink)
    }

    /// The number of bytes that [`Mesh::save`] writes.
    pub(crate) fn saved_length(&self) -> u64 {
        let (nodes, leaves) = (self.tree.nodes().len(), self.tree.leaves().len());
        let counts = [self.vertices.len(), self.triangles.len(), nodes, leaves];
        let [vertices, triangles, nodes, leaves] = counts.map(|count| count as u64);
        let places = Counts { vertices, triangles, nodes, leaves }.places::<T>();
        places.map_or(0, |(_, end)| (end + CHECKSUM) as u64)
    }

    /// Returns the bytes that [`Mesh::save`] writes, in one piece.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes::in_one_piece(|sink| self.save(sink))
    }

    fn header(&self) -> [u64; HEADER] {
        let TreeFrame { scale, origin } = *self.tree.frame();
        let MeshBounds { min, max, .. } = self.bounds;
        let mut words = [0; HEADER];
        words[..3].copy_from_slice(&FORMAT.words(bits::<T>()));
        words[3] = self.vertices.len() as u64;
        words[4] = self.triangles.len() as u64;
        words[5] = self.tree.nodes().len() as u64;
        words[6] = self.tree.leaves().len() as u64;
        let floats = [min, max, origin].into_iter().flatten().chain([scale]);
        for (word, x) in words[8..].iter_mut().zip(floats) {
            *word = x.to_bits();
        }
        words
    }

    /// Returns whether bytes begin like a saved mesh; the first eight bytes are enough.
    pub fn is_saved(bytes: &[u8]) -> bool {
        FORMAT.begins(bytes)
    }

    /// Creates a mesh from the bytes that [`Mesh::save`] wrote, without parsing.
    ///
    /// The mesh is used in place: in a `Vec<u8>`, in a memory-mapped file, or in another owner of
    /// bytes, which must always return the same bytes. If the address of the bytes is not a
    /// multiple of 64, the bytes are copied; a mapped file begins at such a multiple.
    ///
    /// # Cost
    /// Each byte is read for the checksum, and each index once more: a gigabyte takes a fraction of
    /// a second.
    ///
    /// # Errors
    /// Bytes that are not a saved mesh with this scalar, or that have changed since they were
    /// written, even if only one byte has. The checksum is no protection against forgery: anybody
    /// can compute it for a mesh that returns wrong answers. This function never panics.
    ///
    /// # Examples
    /// ```
    /// use tangency::{LoadError, Mesh, Sphere};
    /// let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let mut bytes = Mesh::new(vertices, vec![[0, 1, 2]])?.to_bytes();
    ///
    /// let mesh = Mesh::from_bytes(bytes.clone())?;
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// assert_eq!(ball.contact_time(&mesh), Some(4.0));
    ///
    /// bytes[200] ^= 1;
    /// assert!(matches!(Mesh::<f64>::from_bytes(bytes), Err(LoadError::Checksum { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Result<Self, LoadError> {
        let bytes: Bytes = Arc::new(bytes);
        let header = Header::read::<T>((*bytes).as_ref())?;
        // A wrong length is an error of the header, so bytes of such a length are not copied first.
        let bytes = aligned(bytes);
        bytes::verified((*bytes).as_ref(), FORMAT.otherwise)?;
        let Header { places: [vertices, triangles, nodes, leaves], bounds, frame, .. } = header;
        let mut vertices: Buffer<[T; 3]> =
            Buffer::shared(&bytes, vertices).ok_or(LoadError::Contents(VERTICES))?;
        let triangles = Buffer::shared(&bytes, triangles).ok_or(LoadError::Contents(TRIANGLES))?;
        let nodes = Buffer::shared(&bytes, nodes).ok_or(LoadError::Contents(TREE))?;
        let leaves = Buffer::shared(&bytes, leaves).ok_or(LoadError::Contents(TREE))?;
        all_finite::<T>(&vertices, VERTICES).map_err(|_| LoadError::Contents(VERTICES))?;
        // No saved mesh of this library has a zero with a sign.
        if vertices.as_flattened().iter().any(|x| x.widen().to_bits() == (-0.0f64).to_bits()) {
            let mut own = vertices.take();
            make_plain(&mut own);
            vertices = own.into();
        }
        if !are_below(&triangles, vertices.len()) || triangles.len() >= u32::MAX as usize {
            return Err(LoadError::Contents(TRIANGLES));
        }
        let tree = MeshTree::of_parts(frame, nodes, leaves, triangles.len());
        Ok(Self { vertices, triangles, bounds, tree: tree.ok_or(LoadError::Contents(TREE))? })
    }
}

const VERTICES: &str = "vertices";
const TRIANGLES: &str = "triangles";
const TREE: &str = "tree";

fn bits<T>() -> u32 {
    8 * size_of::<T>() as u32
}

/// Whether all indices are less than this length, computed without a branch for each index.
fn are_below(triangles: &[[u32; 3]], length: usize) -> bool {
    let indices = triangles.as_flattened();
    let greatest = indices.iter().fold(0, |greatest, &i| if i > greatest { i } else { greatest });
    indices.is_empty() || (greatest as usize) < length
}

/// The header, and the ranges of the sections that follow from it.
struct Header {
    places: [Range<usize>; 4],
    bounds: MeshBounds,
    frame: TreeFrame,
}

impl Header {
    /// Reads the header. Only the length of the bytes and the words of the format are checked.
    fn read<T: Scalar>(bytes: &[u8]) -> Result<Self, LoadError> {
        let wrong_length = |expected| LoadError::Length { found: bytes.len() as u64, expected };
        let words: [u64; HEADER] = FORMAT.header(bytes, bits::<T>())?;
        let [vertices, triangles, nodes, leaves] = [words[3], words[4], words[5], words[6]];
        let places = Counts { vertices, triangles, nodes, leaves }.places::<T>();
        let (places, end) = places.ok_or(wrong_length(u64::MAX))?;
        if bytes.len().checked_sub(CHECKSUM) != Some(end) {
            return Err(wrong_length(end as u64 + CHECKSUM as u64));
        }
        let float = |i: usize| f64::from_bits(words[8 + i]);
        let vector = |first: usize| core::array::from_fn(|k| float(first + k));
        Ok(Self {
            places,
            bounds: MeshBounds::between(vector(0), vector(3)),
            frame: TreeFrame { origin: vector(6), scale: float(9) },
        })
    }
}
