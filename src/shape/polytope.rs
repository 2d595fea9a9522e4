//! Convex polytopes, given as intersections of half-spaces.
//!
//! The constructor computes the edges and vertices exactly, each with the list of all planes that
//! contain it (`parts.rs`). A query then visits only true parts of the boundary. So a redundant
//! plane costs a query nothing; it only appears in the lists of the parts that it contains.

use super::vector::in_space;
use super::{BoundaryParts, InputError, Moving, Plane, Problem, Scalar, Shape, Wall};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A solid convex polytope: the intersection of half-spaces, in the plane or in space.
///
/// It may be unbounded, flat, or empty; without any plane it is the whole space. Redundant planes
/// are allowed; they change only the lists of planes that contain a point.
#[derive(Clone, Debug)]
#[doc(alias("convex hull", "half-spaces", "k-DOP", "polyhedron"))]
pub struct Polytope<T, const N: usize> {
    planes: Vec<Plane<T, N>>,
    pub(crate) walls: Vec<Wall>,
    pub(crate) parts: BoundaryParts,
}

impl<T: Scalar, const N: usize> Polytope<T, N> {
    /// Constructs the intersection of half-spaces, in two or three dimensions; other dimensions do
    /// not compile.
    ///
    /// # Errors
    /// More than `2³²` planes.
    ///
    /// # Cost
    /// The constructor computes the edges and vertices exactly, so that queries need not search for
    /// them. It takes a few comparisons for each pair of planes, some tens of microseconds for six
    /// planes. Where many planes contain the same point, as at the tip of a cone, it takes up to
    /// `n³ / 2` comparisons for `n` planes. It is meant for tens or hundreds of planes, not for
    /// thousands.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Plane, Polytope};
    /// let wedge = Polytope::new(vec![
    ///     Plane::new([0.0, 0.0], [-1.0, 0.0])?,
    ///     Plane::new([0.0, 0.0], [0.0, -1.0])?,
    ///     Plane::new([1.0, 0.0], [1.0, 1.0])?,
    /// ])?;
    /// assert_eq!(wedge.planes().len(), 3);
    /// assert!(!wedge.is_empty());
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn new(planes: Vec<Plane<T, N>>) -> Result<Self, InputError> {
        const { assert!(N == 2 || N == 3, "a polytope has two dimensions or three") };
        if u32::try_from(planes.len()).is_err() {
            let problem = Problem::TooMany { length: planes.len(), limit: u32::MAX as usize };
            return Err(InputError::new("polytope.planes", problem));
        }
        let wall = |plane: &Plane<T, N>| Wall {
            point: in_space(plane.point()),
            normal: in_space(plane.normal()),
        };
        let walls: Vec<Wall> = planes.iter().map(wall).collect();
        let parts = BoundaryParts::of(&walls);
        Ok(Self { planes, walls, parts })
    }

    /// Returns the planes.
    pub fn planes(&self) -> &[Plane<T, N>] {
        &self.planes
    }

    /// Returns whether the intersection contains no point.
    pub fn is_empty(&self) -> bool {
        // A polytope that is neither empty nor the whole space has a boundary, and so a face.
        !self.planes.is_empty() && self.parts.faces.is_empty()
    }

    /// Returns this polytope in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(&self, velocity: impl Into<[T; N]>) -> Result<Moving<&Self>, InputError> {
        Moving::new(self, velocity.into(), "polytope.velocity")
    }
}

impl<T: Scalar, const N: usize> Shape for &Polytope<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}

impl<T: Scalar, const N: usize> Shape for Arc<Polytope<T, N>> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
