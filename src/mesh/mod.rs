//! Meshes (being written).
use crate::contact::*;
use crate::shape::*;
use alloc::vec::Vec;
/// A mesh.
#[derive(Clone, Debug)]
pub struct Mesh<T> { vertices: Vec<[T; 3]>, triangles: Vec<[u32; 3]> }
/// Where on a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshFeature {
    /// Triangle.
    pub triangle: usize,
    /// Its feature.
    pub feature: Feature
}
