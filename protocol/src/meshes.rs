//! The source of the meshes and scenes that a request names by a path.

use crate::excerpt::excerpt;
use std::sync::Arc;
use tangency::{Mesh, Scalar, Scene, Solid};

/// Loads the meshes and scenes that a request names by `{"path": …}`.
pub trait Meshes<T> {
    /// The mesh of this path.
    ///
    /// # Errors
    /// Returns a sentence with the reason if there is none.
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String>;

    /// The solid that the mesh of this path bounds. Implementations should cache it, since the test
    /// that a mesh is closed visits the whole mesh.
    ///
    /// # Errors
    /// The errors of [`mesh`](Self::mesh), and an error for a mesh that is not closed.
    fn solid(&mut self, path: &str) -> Result<Arc<Solid<T>>, String>
    where
        T: Scalar,
    {
        let solid = Solid::new(self.mesh(path)?).map_err(|error| error.to_string())?;
        Ok(Arc::new(solid))
    }

    /// The scene of this path.
    ///
    /// # Errors
    /// Returns a sentence with the reason if there is none.
    fn scene(&mut self, path: &str) -> Result<Arc<Scene<T>>, String>
    where
        T: Scalar,
    {
        Err(format!("no scene is known by the name {}", excerpt(path.as_bytes())))
    }

    /// Drops the mesh or the scene of this path from the cache; returns whether it was there.
    fn forget(&mut self, path: &str) -> bool {
        let _ = path;
        false
    }
}

/// A source of meshes and scenes in either float. [`answer`](crate::answer) takes it as a trait
/// object, so that all answers are compiled once, in this crate.
pub trait AllMeshes: Meshes<f32> + Meshes<f64> {}

impl<M: Meshes<f32> + Meshes<f64>> AllMeshes for M {}

/// A source without meshes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMeshes;

impl<T> Meshes<T> for NoMeshes {
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String> {
        Err(format!("no mesh is known by the name {}", excerpt(path.as_bytes())))
    }
}
