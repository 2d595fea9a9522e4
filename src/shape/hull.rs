//! Convex hulls of points, and the exact algorithms that compute them.
//!
//! `hull/orientation.rs` has the two exact predicates, `hull/solid.rs` and `hull/polygon.rs` the
//! algorithms for points that span space or a plane, and `hull/reduced.rs` chooses between them.
//! `hull/rounded.rs` has the hull in single precision, `hull/placed.rs` its exact translation.
//! The result is a [`Topology`] of `topology.rs`.

use super::topology::{HalfEdge, Topology};
use super::vector::{each, in_space};
use super::{InputError, Moving, Problem, Scalar, Shape, finite};
use alloc::sync::Arc;
use alloc::vec::Vec;
pub(crate) use placement::Placement;
use reduced::ReducedCore;
pub use rounded::RoundedHull;

mod orientation;
mod placed;
mod placement;
mod polygon;
mod reduced;
mod rounded;
mod solid;
#[cfg(test)]
mod tests;

/// Returns whether three points lie on one line.
pub(crate) fn are_collinear(points: [[f64; 3]; 3]) -> bool {
    polygon::projection_axis(points).is_none()
}

/// A solid convex polygon or polyhedron: the convex hull of points, in the plane or in space.
///
/// Its vertices, edges and faces are those of the exact convex hull. Points inside the hull, in the
/// middle of an edge or within a face are not vertices, and all triangles in one plane form one
/// face. The hull may also be a point, a segment, or a flat polygon.
///
/// Clones share one copy of the points. [`at`](Self::at) and
/// [`with_translation`](Self::with_translation) place such a clone elsewhere, without rounding.
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
    placement: Placement<T, N>,
}

impl<T: Scalar, const N: usize> Hull<T, N> {
    /// Constructs the convex hull of one or more points, in two or three dimensions; other
    /// dimensions do not compile. Points may be repeated, inside, collinear or coplanar.
    ///
    /// # Errors
    /// No point; a component that is not finite; more than `2³²` points.
    ///
    /// # Cost
    /// Expected `n log n` comparisons for `n` points. Comparisons are exact: most need only floats.
    /// Points in special position (coplanar, collinear), and points whose coordinates along one
    /// axis differ in size by more than a factor of `2⁷⁵`, need integers and take longer.
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
        Ok(Self { points, core, placement: Placement::AsGiven })
    }

    /// Returns the points as they were given, without the translation of a hull that was placed
    /// elsewhere.
    pub fn points(&self) -> &[[T; N]] {
        &self.points
    }

    /// Returns the indices of the given points that are vertices of the hull, in ascending order.
    /// For equal points only the first one is listed.
    pub fn vertices(&self) -> &[u32] {
        &self.core.numbers
    }

    /// Returns the edges, each as the indices of the given points at its ends, in ascending order.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = [u32; 2]> {
        self.topology().edges.iter().map(|ends| ends.map(|end| self.number(end)))
    }

    /// Returns the faces of a solid, each as the indices of the given points around it,
    /// counterclockwise as seen from outside, starting at the lowest index.
    ///
    /// A flat polygon has one face. In the plane this face is counterclockwise. In space it is
    /// counterclockwise as seen from the side to which the last nonzero component of its normal is
    /// positive. A point and a segment have no face.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = u32>> {
        let topology = self.topology();
        let number = move |&half_edge: &HalfEdge| self.number(topology.start(half_edge));
        topology.faces().map(move |face| face.iter().map(number))
    }

    /// Returns the mean of the vertices, rounded, as a hull of one point; the first given point
    /// and the placement stay the same, so both hulls move in the same way.
    pub(crate) fn middle(&self) -> Self {
        let corners = self.corners();
        let part = 1.0 / corners.len() as f64;
        let mean = |k: usize| corners.iter().map(|corner| part * corner[k]).sum::<f64>();
        // Rounding may lead past the largest float.
        let mean = each!(|k| mean(k).clamp(f64::MIN, f64::MAX));
        Self {
            points: Arc::from([self.points[0]]),
            core: Arc::new(ReducedCore::of(&[mean])),
            placement: self.placement,
        }
    }

    fn number(&self, vertex: u32) -> u32 {
        self.core.numbers[vertex as usize]
    }

    /// Returns this hull in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "hull.velocity")
    }
}

impl<T, const N: usize> Hull<T, N> {
    /// Returns the vertices, edges and faces.
    pub(crate) fn topology(&self) -> &Topology {
        &self.core.topology
    }

    /// Returns the positions of the vertices as they were given; in the plane their third
    /// coordinate is zero.
    pub(crate) fn corners(&self) -> &[[f64; 3]] {
        &self.core.corners
    }

    /// Returns whether another hull is a clone of this one, at the same place.
    pub(crate) fn is_one_with(&self, other: &Self) -> bool
    where
        T: PartialEq,
    {
        Arc::ptr_eq(&self.points, &other.points) && self.placement == other.placement
    }

    /// Returns the vertices and faces in single precision; `None` if floats cannot hold them.
    pub(crate) fn rounded(&self) -> Option<&RoundedHull> {
        self.core.rounded.as_ref()
    }

    /// Returns the indices of the vertices among the given points.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.core.numbers
    }
}

impl<T: Scalar, const N: usize> Shape for Hull<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
