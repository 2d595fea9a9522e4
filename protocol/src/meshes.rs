//! Where meshes come from that a request names.

use std::sync::Arc;
use tangency::Mesh;

/// Where the meshes come from that a request names by `{"path": …}`.
pub trait Meshes<T> {
    /// The mesh of this path.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String>;
}

/// Where they come from in either float. Not a parameter of [`answer`](crate::answer), so that all answers are compiled once, and here.
pub trait AllMeshes: Meshes<f32> + Meshes<f64> {}

impl<M: Meshes<f32> + Meshes<f64>> AllMeshes for M {}

/// Knows no mesh by any path.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMeshes;

impl<T> Meshes<T> for NoMeshes {
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<T>>, String> {
        Err(format!("no mesh is known by the name {}", crate::excerpt::excerpt(path.as_bytes())))
    }
}
