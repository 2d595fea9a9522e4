//! What lies behind some planes.
//!
//! Edges and vertices are found when the polytope is constructed, exactly, with the list of all
//! planes that hold each (`parts.rs`). A query then visits only true parts of the boundary. A
//! redundant plane costs a query nothing; it only stands in the lists of the parts that it holds.

use super::vector::in_space;
use super::{InputError, Moving, Parts, Plane, Problem, Scalar, Shape, Wall};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The intersection of half-spaces: what lies behind all of some planes, in the plane or in space.
/// Solid.
///
/// It may have no end, may be flat, may be empty; without any plane it is all of space. Planes that
/// add nothing are allowed; they change no answer but the lists of planes that hold a point.
#[derive(Clone, Debug)]
#[doc(alias("convex hull", "half-spaces", "k-DOP", "polyhedron"))]
pub struct Polytope<T, const N: usize> {
    planes: Vec<Plane<T, N>>,
    pub(crate) walls: Vec<Wall>,
    pub(crate) parts: Parts,
}

impl<T: Scalar, const N: usize> Polytope<T, N> {
    /// What lies behind these planes, in two or three dimensions, or it does not compile.
    ///
    /// # Errors
    /// More than `2³²` planes.
    ///
    /// # Cost
    /// Its edges and vertices are found here, exactly, so that questions need not look for them: a
    /// few comparisons for each pair of planes, some tens of microseconds for six planes. Where
    /// many planes hold the same point, as at the tip of a cone, there are up to `n³ / 2`
    /// comparisons for `n` planes. It is meant for tens or hundreds of planes, not for thousands.
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
        let parts = Parts::of(&walls);
        Ok(Self { planes, walls, parts })
    }

    /// The planes.
    pub fn planes(&self) -> &[Plane<T, N>] {
        &self.planes
    }

    /// Whether no point lies behind all planes.
    pub fn is_empty(&self) -> bool {
        // What is neither empty nor all of space has a boundary.
        !self.planes.is_empty() && self.parts.faces.is_empty()
    }

    /// This polytope on its way, with no end to the motion.
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
