//! Adjacency: which triangles share an edge or a vertex.
//!
//! Vertices are identified by their coordinates, not by their indices, because meshes often repeat
//! vertices. They are sorted once. Then each triangle is listed at each of its points, so the
//! triangles that share an edge are listed at both ends of the edge.

use super::{Mesh, MeshFeature};
use crate::contact::Feature;
use crate::shape::Scalar;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The adjacency of a mesh: which triangles share an edge or a vertex, and how the surface
/// continues there.
///
/// Two vertices are one point if their coordinates are equal, whatever their indices are; `-0.0`
/// equals `0.0`. A triangle has neighbours at each of its corners, even if it is degenerate.
/// Triangles that only happen to touch share nothing: for example, if a vertex of one lies in the
/// middle of an edge of the other, or if they cross.
///
/// [`Mesh::neighbours`] creates the adjacency, whose methods take features of that mesh. A triangle
/// or a corner that does not exist has no neighbours.
///
/// # Examples
/// ```
/// use tangency::{Feature, Mesh, MeshFeature};
/// // A square of two triangles, each with vertices of its own.
/// let mesh = Mesh::new(
///     vec![
///         [0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0],
///         [0.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0],
///     ],
///     vec![[0, 1, 2], [3, 4, 5]],
/// )?;
/// let neighbours = mesh.neighbours();
/// let at = |feature| MeshFeature { triangle: 0, feature };
/// let sharing = |feature| neighbours.triangles_at(at(feature)).collect::<Vec<_>>();
/// assert_eq!(sharing(Feature::Edge(0)), [0]);
/// assert_eq!(sharing(Feature::Edge(2)), [0, 1]);
/// assert_eq!(sharing(Feature::Vertex(2)), [0, 1]);
/// assert!(neighbours.is_flat_at(at(Feature::Edge(2))));
/// assert!(!neighbours.is_closed());
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Neighbours<T> {
    /// The distinct points at which there are vertices, sorted by coordinates.
    points: Vec<[T; 3]>,
    /// The indices of the points of each triangle.
    corners: Vec<[u32; 3]>,
    /// The start of the list of each point in `around`, and the end of the last list.
    starts: Vec<usize>,
    /// The triangles around each point, in order.
    around: Vec<u32>,
}

impl<T: Scalar> Mesh<T> {
    /// Computes which triangles share an edge or a vertex.
    ///
    /// # Cost
    /// The vertices are sorted. The result takes about 40 bytes per triangle, and does not borrow
    /// the mesh.
    ///
    /// # Examples
    /// See [`Neighbours`].
    pub fn neighbours(&self) -> Neighbours<T> {
        let (points, point_of) = distinct_points(self.vertices());
        let corners: Vec<[u32; 3]> =
            self.triangles().iter().map(|t| t.map(|vertex| point_of[vertex as usize])).collect();

        let mut starts = vec![0; points.len() + 1];
        for point in corners.iter().flat_map(distinct) {
            starts[point as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut ends = starts.clone();
        let mut around = vec![0; starts[points.len()]];
        for (triangle, corners) in corners.iter().enumerate() {
            for point in distinct(corners) {
                let end = &mut ends[point as usize];
                around[*end] = triangle as u32;
                *end += 1;
            }
        }
        Neighbours { points, corners, starts, around }
    }
}

/// The distinct points at which there are vertices, and for each vertex the index of its point.
fn distinct_points<T: Scalar>(vertices: &[[T; 3]]) -> (Vec<[T; 3]>, Vec<u32>) {
    let by_coordinates = |a: &[T; 3], b: &[T; 3]| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    // An index has 32 bits, so triangles refer only to the first `2³²` vertices.
    let mut order: Vec<u32> = (0..=u32::MAX).take(vertices.len()).collect();
    order.sort_unstable_by(|&i, &j| by_coordinates(&vertices[i as usize], &vertices[j as usize]));
    let mut points: Vec<[T; 3]> = Vec::new();
    let mut point_of = vec![0; vertices.len()];
    for vertex in order {
        let point = vertices[vertex as usize];
        if points.last() != Some(&point) {
            points.push(point);
        }
        point_of[vertex as usize] = (points.len() - 1) as u32;
    }
    (points, point_of)
}

/// The different values among three.
fn distinct(three: &[u32; 3]) -> impl Iterator<Item = u32> + '_ {
    (0..3).filter(|&k| !three[..k].contains(&three[k])).map(|k| three[k])
}

impl<T: Scalar> Neighbours<T> {
    /// Returns the triangles that share a feature, in order, including the triangle of the feature
    /// itself.
    ///
    /// A vertex is shared by all triangles with a corner there. An edge is shared by all triangles
    /// that have both of its ends among their corners, in either direction, and a face by all
    /// triangles with the same three corners. An edge whose two ends are one point is treated as
    /// that vertex.
    ///
    /// # Cost
    /// The query visits the triangles around one vertex of the feature, the vertex with the fewest
    /// triangles.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Feature, Mesh, MeshFeature};
    /// let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let mesh = Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2]])?;
    /// let edge = MeshFeature { triangle: 1, feature: Feature::Edge(2) };
    /// let across: Vec<_> = mesh.neighbours().triangles_at(edge).filter(|&t| t != 1).collect();
    /// assert_eq!(across, [2]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn triangles_at(&self, at: MeshFeature) -> impl Iterator<Item = usize> + '_ {
        let points = self.points_at(at);
        let lists = points.iter().flatten().map(|&point| self.around(point));
        let fewest = lists.min_by_key(|list| list.len()).unwrap_or(&[]);
        fewest.iter().map(|&triangle| triangle as usize).filter(move |&triangle| {
            points.iter().flatten().all(|point| self.corners[triangle].contains(point))
        })
    }

    /// The points that span the feature; a point may be repeated.
    pub(super) fn points_at(&self, at: MeshFeature) -> Option<[u32; 3]> {
        let corners = *self.corners.get(at.triangle)?;
        let corner = |i: usize| corners[i % 3];
        match at.feature {
            Feature::Vertex(i @ 0..3) => Some([corner(i.into()); 3]),
            Feature::Edge(i @ 0..3) => {
                let (start, end) = (corner(i.into()), corner(usize::from(i) + 1));
                Some([start, end, end])
            }
            Feature::Face => Some(corners),
            Feature::Vertex(_) | Feature::Edge(_) => None,
        }
    }

    fn around(&self, point: u32) -> &[u32] {
        let point = point as usize;
        &self.around[self.starts[point]..self.starts[point + 1]]
    }

    /// The points of each triangle, as indices in the order of coordinates.
    pub(super) fn corners(&self) -> &[[u32; 3]] {
        &self.corners
    }

    /// The coordinates of a point.
    pub(super) fn position(&self, point: u32) -> [f64; 3] {
        self.points[point as usize].map(T::widen)
    }
}
