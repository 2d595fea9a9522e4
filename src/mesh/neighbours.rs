//! Which triangles share an edge or a vertex?
//!
//! Vertices are told by their coordinates, not by their indices: meshes often have them twice. They
//! are sorted once. Then each triangle is listed at each of its points, and who shares an edge is
//! listed at both of its ends.

use super::{Mesh, MeshFeature};
use crate::contact::Feature;
use crate::shape::Scalar;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Which triangles of a mesh share an edge or a vertex, and how the surface goes on there.
///
/// Two vertices are one point if their coordinates are equal, whatever their indices are; `-0.0`
/// equals `0.0`. A triangle has neighbours wherever it has a corner, also if it is degenerate. What
/// only happens to touch is shared by none: a vertex in the middle of an edge, a triangle that
/// crosses another.
///
/// Made by [`Mesh::neighbours`], and to be asked about features of that mesh. A triangle or a
/// corner that there is not has no neighbours.
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
    /// Each point at which there is a vertex, once, sorted by coordinates.
    points: Vec<[T; 3]>,
    /// The points of each triangle.
    corners: Vec<[u32; 3]>,
    /// Where the list of each point begins in `around`, and the end of the last.
    starts: Vec<usize>,
    /// The triangles around each point, in order.
    around: Vec<u32>,
}

impl<T: Scalar> Mesh<T> {
    /// Finds out which triangles share an edge or a vertex.
    ///
    /// # Cost
    /// It sorts the vertices. What it keeps takes about 40 bytes a triangle, and it does not refer
    /// to the mesh.
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

/// Each point at which there is a vertex, and for each vertex the number of its point.
fn distinct_points<T: Scalar>(vertices: &[[T; 3]]) -> (Vec<[T; 3]>, Vec<u32>) {
    let by_coordinates = |a: &[T; 3], b: &[T; 3]| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    // An index has 32 bits; what none can reach does not matter.
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

/// Each of three, but once if it comes again.
fn distinct(three: &[u32; 3]) -> impl Iterator<Item = u32> + '_ {
    (0..3).filter(|&k| !three[..k].contains(&three[k])).map(|k| three[k])
}

impl<T: Scalar> Neighbours<T> {
    /// The triangles that have a feature in common, in order; the one that it is named by is among
    /// them.
    ///
    /// A vertex is shared by all triangles with a corner there, an edge by all that have both of
    /// its ends among their corners, whichever way round, and a face by all with the same three
    /// corners. An edge both of whose ends are one point is that vertex.
    ///
    /// # Cost
    /// It looks at the triangles around a vertex; of several vertices, at that with the fewest.
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

    /// The points whose hull a feature is, some of them more than once.
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

    /// The points of each triangle; they are numbered in the order of their coordinates.
    pub(super) fn corners(&self) -> &[[u32; 3]] {
        &self.corners
    }

    /// Where a point is.
    pub(super) fn position(&self, point: u32) -> [f64; 3] {
        self.points[point as usize].map(T::widen)
    }
}
