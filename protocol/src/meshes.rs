//! Where meshes and scenes come from that a request names.

use crate::excerpt::excerpt;
use crate::part::ALL_QUESTIONS;
use crate::request::left_out;
use std::sync::Arc;
use tangency::{Mesh, Scalar, Scene, Solid};

/// Where the meshes and scenes come from that a request names by `{"path": …}`.
pub trait Meshes<T> {
    /// The mesh of this path.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String>;

    /// What the mesh of this path bounds. Whoever is asked often keeps it, since a mesh is looked
    /// through to see that it is closed.
    ///
    /// # Errors
    /// The same, and a mesh that is not closed.
    fn solid(&mut self, path: &str) -> Result<Arc<Solid<T>>, String>
    where
        T: Scalar,
    {
        if !ALL_QUESTIONS {
            return Err(left_out().0);
        }
        let solid = Solid::new(self.mesh(path)?).map_err(|error| error.to_string())?;
        Ok(Arc::new(solid))
    }

    /// The scene of this path.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    fn scene(&mut self, path: &str) -> Result<Arc<Scene<T>>, String>
    where
        T: Scalar,
    {
        if !ALL_QUESTIONS {
            return Err(left_out().0);
        }
        Err(format!("no scene is known by the name {}", excerpt(path.as_bytes())))
    }

    /// Lets go of the mesh or the scene of this path, if it is kept; whether it was.
    fn forget(&mut self, path: &str) -> bool {
        let _ = path;
        false
    }
}

/// Where they come from in either float. Not a parameter of [`answer`](crate::answer), so that all
/// answers are compiled once, and here.
pub trait AllMeshes: Meshes<f32> + Meshes<f64> {}

impl<M: Meshes<f32> + Meshes<f64>> AllMeshes for M {}

/// Knows no mesh by any path.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMeshes;

impl<T> Meshes<T> for NoMeshes {
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String> {
        Err(format!("no mesh is known by the name {}", excerpt(path.as_bytes())))
    }
}
