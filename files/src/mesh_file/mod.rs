//! Triangle meshes from files: the formats of [`tangency_protocol::surface`], and saved trees,
//! which contain their mesh.

mod error;

use crate::interrupt::Interrupt;
use crate::number::Number;
use crate::saved::{self, Opened};
use crate::staged::Staged;
pub use error::{MeshFileError, SaveError};
use std::path::Path;
use tangency::Mesh;
pub use tangency_protocol::surface::{Flaw, Format, Skipped, Surface, parse};

/// The contents of a mesh file.
#[derive(Debug)]
pub enum Found<T> {
    /// A surface without a search tree.
    Surface(Surface<T>),
    /// A mesh that was saved with its search tree.
    Mesh(Mesh<T>),
}

/// Reads a mesh file: a saved tree if it begins as one, else the format of its extension, else the
/// format that its content appears to have.
///
/// # Errors
/// A file that cannot be read, is of no known format, is broken, or contains no triangle.
pub fn read<T: Number>(path: &Path) -> Result<Found<T>, MeshFileError> {
    read_opened(path, open(path)?)
}

/// Like [`read`], for a file that is open already.
pub(crate) fn read_opened<T: Number>(
    path: &Path,
    opened: Opened,
) -> Result<Found<T>, MeshFileError> {
    if Mesh::<T>::is_saved(&opened.head) {
        return saved_mesh(path, opened).map(Found::Mesh);
    }
    let bytes = opened.read().map_err(|source| MeshFileError::unreadable(path, source))?;
    parse(&bytes, Format::of_name(path))
        .map(Found::Surface)
        .map_err(|flaw| MeshFileError::Flawed { path: path.to_owned(), flaw })
}

/// Reads a saved tree only.
///
/// # Errors
/// A file that cannot be read, or that is not an undamaged tree of a mesh of this float.
pub fn read_tree<T: Number>(path: &Path) -> Result<Mesh<T>, MeshFileError> {
    saved_mesh(path, open(path)?)
}

/// Opens a file and reads its first bytes.
pub(crate) fn open(path: &Path) -> Result<Opened, MeshFileError> {
    Opened::new(path).map_err(|source| MeshFileError::unreadable(path, source))
}

pub(crate) fn saved_mesh<T: Number>(path: &Path, opened: Opened) -> Result<Mesh<T>, MeshFileError> {
    let bytes = opened.bytes().map_err(|source| MeshFileError::unreadable(path, source))?;
    Mesh::from_bytes(bytes).map_err(|source| MeshFileError::Saved { path: path.to_owned(), source })
}

/// Writes a mesh and its tree next to `path`, complete and on the disk.
pub(crate) fn stage<T: Number>(
    mesh: &Mesh<T>,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Staged, SaveError> {
    saved::stage(path, interrupt, |sink| mesh.save(sink))
}

/// Saves a mesh with its tree: whole, or not at all.
///
/// # Errors
/// A file that cannot be written; an interrupt.
pub fn save<T: Number>(
    mesh: &Mesh<T>,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<(), SaveError> {
    let tree = stage(mesh, path, interrupt)?;
    tree.put_in_place().map_err(|error| SaveError::refused(path, error))
}

/// Reads a mesh file and builds the search tree, if the file has none. Also returns a sentence for
/// the user if faces were left out.
///
/// # Errors
/// The errors of [`read`] and of [`Mesh::new`].
pub fn load<T: Number>(path: &Path) -> Result<(Mesh<T>, Option<String>), MeshFileError> {
    let found = read(path)?;
    let skipped = found.skipped(path);
    Ok((found.build(path)?, skipped))
}

impl<T: Number> Found<T> {
    /// A sentence about the faces of the file at `path` that were left out, if any.
    pub fn skipped(&self, path: &Path) -> Option<String> {
        match self {
            Self::Surface(surface) => surface.skipped_in(path.display()),
            Self::Mesh(_) => None,
        }
    }

    /// Builds the search tree, if the file has none; an error of the library names `path`.
    ///
    /// # Errors
    /// The errors of [`Mesh::new`].
    pub fn build(self, path: &Path) -> Result<Mesh<T>, MeshFileError> {
        match self {
            Self::Surface(surface) => surface
                .build()
                .map_err(|source| MeshFileError::Refused { path: path.to_owned(), source }),
            Self::Mesh(mesh) => Ok(mesh),
        }
    }

    /// Whether the file has the vertices and triangles of this mesh, in the same order.
    pub fn is(&self, mesh: &Mesh<T>) -> bool {
        let (vertices, triangles) = match self {
            Self::Surface(surface) => (&surface.vertices[..], &surface.triangles[..]),
            Self::Mesh(mesh) => (mesh.vertices(), mesh.triangles()),
        };
        (vertices, triangles) == (mesh.vertices(), mesh.triangles())
    }
}
