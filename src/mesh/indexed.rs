//! The triangle mesh: vertices, triangles of vertex indices, and the BVH over them.

use super::sweep::MeshBounds;
use super::tree::{MeshSurface, MeshTree};
use crate::bytes::Buffer;
use crate::contact::{Feature, in_space};
use crate::number::Bracket;
use crate::shape::{InputError, Moving, Problem, Scalar, Shape, Triangle, finite, plain};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A surface of triangles in space (a triangle soup), each given by the indices of its three
/// vertices.
///
/// The mesh is the union of its triangles: a surface, not a solid. Triangles may be degenerate, may
/// cross each other, and may be repeated.
///
/// # Examples
/// ```
/// use tangency::{Answer, Mesh, Sphere};
/// let mesh = Mesh::new(
///     vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]],
///     vec![[0, 1, 2], [0, 2, 3]],
/// )?;
/// let ball = Sphere::new([1.0, 3.0, 5.0], 1.0)?.moving([0.0, 0.0, -2.0])?;
/// let Answer::Contact(hit) = ball.first_contact(&mesh) else { panic!() };
/// assert_eq!((hit.time, hit.feature.triangle), (2.0, 1));
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("bounding volume hierarchy", "BVH", "trimesh", "triangle soup"))]
pub struct Mesh<T> {
    pub(super) vertices: Buffer<[T; 3]>,
    pub(super) triangles: Buffer<[u32; 3]>,
    /// The bounding box of all triangles.
    pub(super) bounds: MeshBounds,
    pub(super) tree: MeshTree,
}

/// A feature of a mesh: a vertex, an edge or the face of one of its triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshFeature {
    /// The index of the triangle; if several triangles are touched at the same time, the lowest
    /// index.
    pub triangle: usize,
    /// The vertex, the edge or the face of this triangle.
    pub feature: Feature,
}

impl<T: Scalar> Mesh<T> {
    /// Creates a mesh from vertices and from triangles of vertex indices; unused vertices are
    /// allowed.
    ///
    /// This builds the search tree (BVH), which takes less than a microsecond and some sixteen
    /// bytes per triangle, or twice as many bytes if no triangles share corners.
    ///
    /// # Errors
    /// A coordinate that is not finite; an index without a vertex; more than `2³² − 2` triangles.
    ///
    /// # Examples
    /// ```
    /// use tangency::Mesh;
    /// let error = Mesh::new(vec![[0.0, 0.0, 0.0]], vec![[0, 0, 7]]).unwrap_err();
    /// assert_eq!(error.to_string(), "mesh.triangles[0][2] is 7, but there are only 1");
    /// ```
    pub fn new(mut vertices: Vec<[T; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, InputError> {
        const VERTICES: &str = "mesh.vertices";
        const TRIANGLES: &str = "mesh.triangles";
        if triangles.len() >= u32::MAX as usize {
            let (length, limit) = (triangles.len(), u32::MAX as usize - 1);
            return Err(InputError::new(TRIANGLES, Problem::TooMany { length, limit }));
        }
        all_finite(&vertices, VERTICES)?;
        make_plain(&mut vertices);
        let length = vertices.len();
        for (i, triangle) in triangles.iter().enumerate() {
            if let Some(k) = triangle.iter().position(|&index| index as usize >= length) {
                let problem = Problem::OutOfRange { index: triangle[k].into(), length };
                let error = InputError::new(TRIANGLES, problem);
                return Err(error.within(TRIANGLES, k).within(TRIANGLES, i));
            }
        }
        let surface = MeshSurface { vertices: &vertices, triangles: &triangles };
        let bounds = bounds_of(&vertices, &triangles);
        let tree = MeshTree::new(surface, bounds.min, bounds.max);
        Ok(Self { vertices: vertices.into(), triangles: triangles.into(), bounds, tree })
    }

    /// Returns the vertices.
    pub fn vertices(&self) -> &[[T; 3]] {
        &self.vertices
    }

    /// Returns the triangles, as the indices of their vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Replaces the positions of all vertices, and refits the search tree (BVH): boxes are computed
    /// again, but the topology of the tree is kept. The tree is built again only if vertices that
    /// coincided move apart, so that a leaf has too many corners.
    ///
    /// A refit takes a fraction of the time of [`Mesh::new`]. Answers are as exact as before; if
    /// vertices move far from their neighbours, queries cost more.
    ///
    /// # Errors
    /// A different number of vertices; a coordinate that is not finite. The mesh is then unchanged.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Mesh, Sphere};
    /// let floor = |z: f64| vec![[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]];
    /// let mut mesh = Mesh::new(floor(0.0), vec![[0, 1, 2]])?;
    /// mesh.set_vertices(&floor(1.0))?;
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// assert_eq!(ball.contact_time(&mesh), Some(3.0));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("refit", "deform"))]
    pub fn set_vertices(&mut self, vertices: &[[T; 3]]) -> Result<(), InputError> {
        if vertices.len() != self.vertices.len() {
            let (length, expected) = (vertices.len(), self.vertices.len());
            let problem = Problem::Length { length, other: "mesh.vertices", expected };
            return Err(InputError::new("vertices", problem));
        }
        all_finite(vertices, "vertices")?;
        let mut own = self.vertices.take();
        own.copy_from_slice(vertices);
        make_plain(&mut own);
        self.vertices = own.into();
        self.bounds = bounds_of(&self.vertices, &self.triangles);
        let surface = MeshSurface { vertices: &self.vertices, triangles: &self.triangles };
        self.tree.measure(surface, self.bounds.min, self.bounds.max);
        Ok(())
    }

    /// Returns the size of the search tree in bytes, without the vertices and the triangles.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Returns one triangle; `None` if the index is out of range.
    pub fn triangle(&self, index: usize) -> Option<Triangle<T>> {
        let surface = self.surface();
        if index >= surface.triangles.len() {
            return None;
        }
        let [a, b, c] = surface.triangle(index);
        Triangle::new(a, b, c).ok()
    }

    /// Gives the mesh a constant velocity, with no end to the motion.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(&self, velocity: impl Into<[T; 3]>) -> Result<Moving<&Self>, InputError> {
        Moving::new(self, velocity.into(), "mesh.velocity")
    }

    pub(super) fn surface(&self) -> MeshSurface<'_, T> {
        MeshSurface { vertices: &self.vertices, triangles: &self.triangles }
    }

    /// The bounding box, as an interval along each axis; `None` if there is no triangle.
    pub(crate) fn bounds(&self) -> Option<[Bracket; 3]> {
        let MeshBounds { min, max, .. } = self.bounds;
        let along = |k: usize| Bracket { lower: min[k], upper: max[k] };
        (!self.triangles.is_empty()).then(|| core::array::from_fn(along))
    }
}

pub(super) fn all_finite<T: Scalar>(
    vertices: &[[T; 3]],
    name: &'static str,
) -> Result<(), InputError> {
    for (i, &vertex) in vertices.iter().enumerate() {
        finite(vertex, name).map_err(|e| e.within(name, i))?;
    }
    Ok(())
}

/// Removes the signs of zeros, as the constructors of all shapes do.
pub(super) fn make_plain<T: Scalar>(vertices: &mut [[T; 3]]) {
    vertices.iter_mut().flatten().for_each(|x| *x = plain(*x));
}

/// The bounding box of all triangles; unused vertices do not count.
pub(super) fn bounds_of<T: Scalar>(vertices: &[[T; 3]], triangles: &[[u32; 3]]) -> MeshBounds {
    MeshBounds::of(triangles.iter().flatten().map(|&i| in_space(vertices[i as usize])))
}

impl<T: Scalar> Shape for &Mesh<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

impl<T: Scalar> Shape for Arc<Mesh<T>> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}
