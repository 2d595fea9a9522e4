//! Errors of reading and saving meshes.

use crate::staged::Refusal;
use std::io;
use std::path::{Path, PathBuf};
use tangency::{InputError, LoadError};
use tangency_protocol::surface::Flaw;

/// The error of a mesh file, with the file.
#[derive(Debug, thiserror::Error)]
pub enum MeshFileError {
    /// The operating system cannot read the file.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The file can be read, but is not a mesh.
    #[error("{}, {flaw}", path.display())]
    Flawed {
        /// The file.
        path: PathBuf,
        /// The place and the error.
        flaw: Flaw,
    },
    /// A saved tree is damaged, or of another kind or float.
    #[error("{}: {source}", path.display())]
    Saved {
        /// The file.
        path: PathBuf,
        /// The error of the library.
        source: LoadError,
    },
    /// The mesh is well formed, but the library refuses it.
    #[error("{}: {source}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The error of the library.
        source: InputError,
    },
}

impl MeshFileError {
    pub(crate) fn unreadable(path: &Path, source: io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), source }
    }
}

/// The reason why a mesh is not saved. Nothing was left behind.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file cannot be written.
    #[error("{}: {refusal}", path.display())]
    Refused {
        /// The path.
        path: PathBuf,
        /// The reason.
        refusal: Refusal,
    },
    /// The user stopped the job.
    #[error("interrupted")]
    Interrupted,
}

impl SaveError {
    pub(crate) fn refused(path: &Path, refusal: impl Into<Refusal>) -> Self {
        Self::Refused { path: path.to_owned(), refusal: refusal.into() }
    }
}
