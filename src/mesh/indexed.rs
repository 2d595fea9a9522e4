//! What a mesh is: triangles by the indices of their vertices, and the tree over them.

use super::sweep::Bounds;
use super::tree::{Surface, Tree};
use crate::bytes::Buffer;
use crate::contact::{Feature, in_space};
use crate::number::Bracket;
use crate::shape::{InputError, Moving, Problem, Scalar, Shape, Triangle, finite, plain};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A surface of triangles in space, each given by the indices of its three vertices.
///
/// It is the union of its triangles: a surface, not a solid. Triangles may be degenerate, may
/// cross, may stand twice.
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
    /// The box around all triangles.
    pub(super) bounds: Bounds,
    pub(super) tree: Tree,
}

/// A place on a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeshFeature {
    /// The index of the triangle; where several touch at the same time, the lowest.
    pub triangle: usize,
    /// The feature of this triangle.
    pub feature: Feature,
}

impl<T: Scalar> Mesh<T> {
    /// A mesh from its vertices and its triangles of vertex indices; vertices that no triangle uses
    /// are allowed.
    ///
    /// Builds the tree: under a microsecond and some sixteen bytes a triangle, or twice as many
    /// where no triangles meet.
    ///
    /// # Errors
    /// A coordinate that is not finite; an index with no vertex; more than `2³² − 1` triangles.
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
        let surface = Surface { vertices: &vertices, triangles: &triangles };
        let bounds = bounds_of(&vertices, &triangles);
        let tree = Tree::new(surface, bounds.min, bounds.max);
        Ok(Self { vertices: vertices.into(), triangles: triangles.into(), bounds, tree })
    }

    /// The vertices.
    pub fn vertices(&self) -> &[[T; 3]] {
        &self.vertices
    }

    /// The triangles, by the indices of their vertices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Moves the vertices: the tree is measured anew, but who is below whom stays, so that the mesh
    /// is ready in a fraction of the time that a new one takes. Answers are as exact as ever; where
    /// vertices move far from their neighbours, they cost more.
    ///
    /// # Errors
    /// Another number of vertices; a coordinate that is not finite. The mesh then stays as it was.
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
        let surface = Surface { vertices: &self.vertices, triangles: &self.triangles };
        self.tree.measure(surface, self.bounds.min, self.bounds.max);
        Ok(())
    }

    /// The bytes that the tree takes, beside the vertices and the triangles.
    pub fn tree_bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// One triangle; `None` past the last.
    pub fn triangle(&self, index: usize) -> Option<Triangle<T>> {
        let surface = self.surface();
        if index >= surface.triangles.len() {
            return None;
        }
        let [a, b, c] = surface.triangle(index);
        Triangle::new(a, b, c).ok()
    }

    /// This mesh on its way, with no end to the motion.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(&self, velocity: impl Into<[T; 3]>) -> Result<Moving<&Self>, InputError> {
        Moving::new(self, velocity.into(), "mesh.velocity")
    }

    pub(super) fn surface(&self) -> Surface<'_, T> {
        Surface { vertices: &self.vertices, triangles: &self.triangles }
    }

    /// Where it is along each axis; none if there is no triangle.
    pub(crate) fn bounds(&self) -> Option<[Bracket; 3]> {
        let Bounds { min, max, .. } = self.bounds;
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

/// Zeros without a sign, as of every shape.
pub(super) fn make_plain<T: Scalar>(vertices: &mut [[T; 3]]) {
    vertices.iter_mut().flatten().for_each(|x| *x = plain(*x));
}

/// The box around all triangles; vertices that none uses do not count.
pub(super) fn bounds_of<T: Scalar>(vertices: &[[T; 3]], triangles: &[[u32; 3]]) -> Bounds {
    Bounds::of(triangles.iter().flatten().map(|&i| in_space(vertices[i as usize])))
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
