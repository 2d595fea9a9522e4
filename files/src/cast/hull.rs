//! The hulls of a job whose rows are hulls.

use super::error::CastError;
use crate::digest::Digest;
use crate::mesh_file::{self, Found, MeshFileError};
use crate::number::Number;
use crate::table::HullNames;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency::Hull;

/// The mesh files whose convex hulls are the bodies of a table. Only the vertices of a file count,
/// all of them, also those that no face uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hulls {
    /// Each row is the hull of this file.
    One(PathBuf),
    /// Each row names its hull in the column `hull`.
    Named(BTreeMap<String, PathBuf>),
}

impl Hulls {
    /// The files of the hulls, in the order of their names.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let (one, named) = match self {
            Self::One(file) => (Some(file), None),
            Self::Named(named) => (None, Some(named.values())),
        };
        one.into_iter().chain(named.into_iter().flatten()).map(PathBuf::as_path)
    }

    /// The names of the hulls, in their order.
    pub(super) fn names(&self) -> HullNames {
        match self {
            Self::One(_) => HullNames::One,
            Self::Named(named) => HullNames::Named(named.keys().cloned().collect()),
        }
    }

    /// Refuses names that no cell of a table has.
    pub(super) fn check(&self) -> Result<(), CastError> {
        let Self::Named(named) = self else { return Ok(()) };
        let is_bad = |name: &&String| name.is_empty() || name.trim_ascii() != name.as_str();
        match named.keys().find(is_bad) {
            _ if named.is_empty() => Err(CastError::NoHull),
            None => Ok(()),
            Some(name) => Err(CastError::HullName(name.clone())),
        }
    }

    /// Reads the hulls, in the order of their names.
    pub(super) fn read<T: Number>(&self) -> Result<Vec<Hull<T, 3>>, MeshFileError> {
        self.files().map(hull).collect()
    }

    /// The digest of the points of each hull, by its name; the name is empty for the only hull.
    pub(super) fn digests<T: Number>(&self, hulls: &[Hull<T, 3>]) -> BTreeMap<String, Digest> {
        let names = match self.names() {
            HullNames::One => vec![String::new()],
            HullNames::Named(names) => names,
        };
        names.into_iter().zip(hulls.iter().map(|hull| Digest::of_points(hull.points()))).collect()
    }
}

fn hull<T: Number>(path: &Path) -> Result<Hull<T, 3>, MeshFileError> {
    let opened = mesh_file::open(path)?;
    let seen = Arc::clone(&opened.seen);
    let points = match mesh_file::read_opened::<T>(path, opened)? {
        Found::Surface(surface) => surface.vertices,
        Found::Mesh(mesh) => mesh.vertices().to_vec(),
    };
    // The vertices of a saved tree are copied after its checksum is compared.
    seen.check().map_err(|source| MeshFileError::unreadable(path, source))?;
    Hull::new(points).map_err(|source| MeshFileError::Refused { path: path.to_owned(), source })
}
