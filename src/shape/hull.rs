//! The convex hull of points.
//!
//! `hull/orientation.rs` has the two exact predicates, `hull/solid.rs` and `hull/polygon.rs` the
//! algorithms for points that span space or a plane, and `hull/reduced.rs` chooses between them.
//! The result is a `topology.rs`.

use super::topology::{HalfEdge, Topology};
use super::vector::in_space;
use super::{InputError, Moving, Problem, Scalar, Shape, finite};
use alloc::sync::Arc;
use alloc::vec::Vec;
use reduced::ReducedCore;

mod orientation;
mod polygon;
mod reduced;
mod solid;
#[cfg(test)]
mod tests;

/// Whether three points lie on a line.
pub(crate) fn are_collinear(points: [[f64; 3]; 3]) -> bool {
    polygon::projection_axis(points).is_none()
}

/// The convex hull of points, in the plane or in space: a convex polygon or polyhedron given by its
/// corners. Solid.
///
/// Its vertices, edges and faces are those of the exact convex hull. Points inside the hull, in the
/// middle of an edge or within a face are no vertices, and all triangles in one plane are one face.
/// The hull may also be a point, a segment, or a flat polygon.
///
/// Clones share one copy of the points.
///
/// # Examples
/// ```
/// use tangency::Hull;
/// // A square pyramid, the middle of its base, and its tip once more.
/// let hull = Hull::new([
///     [1.0, 1.0, 0.0],
///     [-1.0, 1.0, 0.0],
///     [-1.0, -1.0, 0.0],
///     [1.0, -1.0, 0.0],
///     [0.0, 0.0, 0.0],
///     [0.0, 0.0, 2.0],
///     [0.0, 0.0, 2.0],
/// ])?;
/// assert_eq!(hull.vertices(), [0, 1, 2, 3, 5]);
/// assert_eq!(hull.edges().len(), 8);
/// let faces: Vec<Vec<u32>> = hull.faces().map(Iterator::collect).collect();
/// assert_eq!(faces, [vec![0, 3, 2, 1], vec![0, 1, 5], vec![0, 5, 3], vec![1, 2, 5], vec![2, 3, 5]]);
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("convex polyhedron", "convex polygon", "convex mesh", "point cloud"))]
pub struct Hull<T, const N: usize> {
    points: Arc<[[T; N]]>,
    core: Arc<ReducedCore>,
}

impl<T: Scalar, const N: usize> Hull<T, N> {
    /// The convex hull of one or more points, in two or three dimensions, or it does not compile.
    /// Points may be repeated, inside, collinear or coplanar.
    ///
    /// # Errors
    /// No point at all; a component that is not finite; more than `2³²` points.
    ///
    /// # Cost
    /// Expected `n log n` comparisons for `n` points. Comparisons are exact: most need only floats;
    /// those of points in special position (coplanar, collinear), and of points whose coordinates
    /// along one axis have sizes more than `2⁷⁵` apart, need integers and take longer.
    ///
    /// # Examples
    /// ```
    /// use tangency::Hull;
    /// let triangle = Hull::new([[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0], [2.0, 2.0]])?;
    /// assert_eq!(triangle.vertices(), [0, 1, 3]);
    /// let error = Hull::new([[0.0, 0.0], [f64::NAN, 0.0]]).unwrap_err();
    /// assert_eq!(error.to_string(), "hull.points[1][0] is NaN, must be a finite number");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn new(points: impl IntoIterator<Item = impl Into<[T; N]>>) -> Result<Self, InputError> {
        const { assert!(N == 2 || N == 3, "a hull has two dimensions or three") };
        const NAME: &str = "hull.points";
        let point = |(i, point): (usize, _)| {
            finite(Into::into(point), NAME).map_err(|error| error.within(NAME, i))
        };
        let points = points.into_iter().enumerate().map(point).collect::<Result<Arc<[_]>, _>>()?;
        let length = points.len();
        if length == 0 {
            return Err(InputError::new(NAME, Problem::TooShort { length, least: 1 }));
        }
        if u32::try_from(length).is_err() {
            let limit = u32::MAX as usize;
            return Err(InputError::new(NAME, Problem::TooMany { length, limit }));
        }
        let widened: Vec<[f64; 3]> = points.iter().map(|&point| in_space(point)).collect();
        let core = Arc::new(ReducedCore::of(&widened));
        Ok(Self { points, core })
    }

    /// The given points.
    pub fn points(&self) -> &[[T; N]] {
        &self.points
    }

    /// The numbers of the given points that are vertices of the hull, in ascending order. Of equal
    /// points it is the first one.
    pub fn vertices(&self) -> &[u32] {
        &self.core.numbers
    }

    /// The edges, each by the numbers of the given points at its ends, in ascending order.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = [u32; 2]> {
        self.topology().edges.iter().map(|ends| ends.map(|end| self.number(end)))
    }

    /// The faces of a solid, each by the numbers of the given points around it, counterclockwise as
    /// seen from outside, from the lowest number on.
    ///
    /// A flat polygon is one face. In the plane it is counterclockwise; in space it is so as seen
    /// from the side to which the last component of its normal that is not zero is positive. A
    /// point and a segment have none.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = u32>> {
        let topology = self.topology();
        let number = move |&half_edge: &HalfEdge| self.number(topology.start(half_edge));
        topology.faces().map(move |face| face.iter().map(number))
    }

    fn number(&self, vertex: u32) -> u32 {
        self.core.numbers[vertex as usize]
    }

    /// This hull on its way, with no end to the motion.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "hull.velocity")
    }
}

impl<T, const N: usize> Hull<T, N> {
    /// Its vertices, edges and faces.
    pub(crate) fn topology(&self) -> &Topology {
        &self.core.topology
    }

    /// The places of its vertices; in the plane their third coordinate is zero.
    pub(crate) fn corners(&self) -> &[[f64; 3]] {
        &self.core.corners
    }

    /// The numbers of its vertices among the given points.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.core.numbers
    }
}

impl<T: Scalar, const N: usize> Shape for Hull<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
