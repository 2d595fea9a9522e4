//! A convex hull at a position.

use super::vector::{each, in_space};
use super::{Hull, InputError, Moving, Scalar, Shape, finite};

/// A convex hull at a position: the hull, translated so that its first given point is there.
///
/// The translation is the exact difference of the position and this point, and no corner is
/// rounded. So the hull keeps its size and its shape, however often it is moved. The first point
/// need not be a vertex: if it is the middle of the hull, the position is the position of the
/// middle.
///
/// Clones share one copy of the points. This is a body of a [`Walker`](crate::Walker);
/// [`Hull::at`] constructs it.
///
/// # Examples
/// ```
/// use tangency::{AlignedBox, ConvexMoves, Hull};
/// // A wedge, whose position is the middle of its base.
/// let [base, tip] = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]];
/// let corners = [[1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0], [1.0, -1.0, 0.0]];
/// let wedge = Hull::new([base, tip].into_iter().chain(corners))?.at([0.0, 0.0, 5.0])?;
/// let floor = AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?;
/// assert_eq!(wedge.advance([0.0, 0.0, -9.0], &floor)?.position(), [0.0, 0.0, 0.0]);
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedHull<T, const N: usize> {
    hull: Hull<T, N>,
    position: [T; N],
}

impl<T: Scalar, const N: usize> Hull<T, N> {
    /// Returns this hull, moved so that its first given point is at a position.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn at(self, position: impl Into<[T; N]>) -> Result<PlacedHull<T, N>, InputError> {
        Ok(PlacedHull { hull: self, position: finite(position.into(), "hull.position")? })
    }
}

impl<T: Scalar, const N: usize> PlacedHull<T, N> {
    /// Returns the hull as it was given.
    pub fn hull(&self) -> &Hull<T, N> {
        &self.hull
    }

    /// Returns the position of the first given point of the hull.
    pub fn position(&self) -> [T; N] {
        self.position
    }

    /// Returns this hull in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "hull.velocity")
    }

    /// Returns the same hull at another position, which must be finite.
    pub(crate) fn moved_to(&self, position: [T; N]) -> Self {
        Self { hull: self.hull.clone(), position }
    }

    /// Returns the middle of the hull, as a hull of one point at the same position.
    pub(crate) fn middle(&self) -> Self {
        Self { hull: self.hull.middle(), position: self.position }
    }

    /// Returns the vectors from the first given point to the vertices, rounded.
    pub(crate) fn rounded_offsets(&self) -> impl Iterator<Item = [f64; 3]> {
        let first = in_space(self.hull.points()[0]);
        self.hull.corners().iter().map(move |corner| each!(|k| corner[k] - first[k]))
    }
}

impl<T: Scalar, const N: usize> Shape for PlacedHull<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
