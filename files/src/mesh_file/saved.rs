//! Saved trees: a mesh and its search tree as the library writes them, mapped to memory and searched there.

use super::error::{MeshFileError, SaveError};
use crate::interrupt::Interrupt;
use crate::number::Number;
use crate::staged::Staged;
use memmap2::Mmap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use tangency::Mesh;

/// How many bytes are enough to tell a saved tree.
pub(super) const HEAD: u64 = 8;

/// How much is written before it is looked whether an interrupt came.
const PIECE: usize = 1 << 20;

/// The mesh that a file holds, of which the first bytes are read already.
pub(super) fn load<T: Number>(
    path: &Path,
    mut file: File,
    mut head: Vec<u8>,
) -> Result<Mesh<T>, MeshFileError> {
    let mesh = match map(&file) {
        Ok(bytes) => Mesh::from_bytes(bytes),
        // What is no file of a disk can still be read.
        Err(_) => {
            file.read_to_end(&mut head)
                .map_err(|source| MeshFileError::unreadable(path, source))?;
            Mesh::from_bytes(head)
        }
    };
    mesh.map_err(|source| MeshFileError::Saved { path: path.to_owned(), source })
}

/// The file's bytes, as they are on the disk.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: nobody may write into the file while it is mapped. We never do: a tree is written under another name and then
    // put in its place, which leaves the old one to those who have it mapped. If somebody else does, after the checksum was
    // found to be right, answers may be wrong or the process may be ended by a signal, as with any mapped file; the library
    // looks at each index again when it is used, so that nothing outside of the mesh is read or written.
    unsafe { Mmap::map(file) }
}

/// Writes a mesh and its tree beside `path`, complete and on the disk.
pub fn stage<T: Number>(
    mesh: &Mesh<T>,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Staged, SaveError> {
    let refused = |error| SaveError::refused(path, error);
    let staged = Staged::create(path).map_err(|refusal| SaveError::refused(path, refusal))?;
    let mut file = staged.handle().map_err(refused)?;
    let written = mesh.save(|bytes| {
        bytes.chunks(PIECE).try_for_each(|piece| match interrupt.is_requested() {
            true => Err(SaveError::Interrupted),
            false => file.write_all(piece).map_err(refused),
        })
    });
    written?;
    file.sync_all().map_err(refused)?;
    Ok(staged)
}
