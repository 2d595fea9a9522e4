//! A convex hull at a position: its given points, translated by a vector that is never rounded.

use super::{Hull, Placement};
use crate::shape::vector::{each, in_space};
use crate::shape::{InputError, Scalar, finite};

impl<T: Scalar, const N: usize> Hull<T, N> {
    /// Returns this hull at a position: translated so that its first given point is there.
    ///
    /// The translation is the exact difference of the position and this point, and no corner is
    /// rounded. So the hull keeps its size and its shape, however often it is moved. The first
    /// point need not be a vertex: if it is the middle of the hull, the position is the position of
    /// the middle. An earlier position or translation of the hull is replaced.
    ///
    /// Hulls at several positions share one copy of the points. [`Walker`](crate::Walker) keeps its
    /// hull in this form.
    ///
    /// # Errors
    /// A component that is not finite.
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
    pub fn at(self, position: impl Into<[T; N]>) -> Result<Self, InputError> {
        let position = finite(position.into(), "hull.position")?;
        Ok(Self { placement: Placement::FirstPointAt(position), ..self })
    }

    /// Returns this hull translated by a vector. Each of its points is the exact sum of a given
    /// point and the vector, so the hull keeps its size and shape wherever it is. Its reference
    /// point is the translated origin of the given points. An earlier position or translation of
    /// the hull is replaced.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Hull, Moving, Point};
    /// let wedge = Hull::new([[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]])?;
    /// let placed = wedge.with_translation([0.2, 0.0])?;
    /// assert_eq!(placed.position(), [0.2, 0.0]);
    /// // The exact sum of the floats 0.1 and 0.2 is less than their rounded sum.
    /// assert!(!Moving::still(placed).intersects(&Point::new([0.1 + 0.2, 0.0])?));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn with_translation(self, translation: impl Into<[T; N]>) -> Result<Self, InputError> {
        let translation = finite(translation.into(), "hull.translation")?;
        Ok(Self { placement: Placement::OriginAt(translation), ..self })
    }

    /// Returns the position of the reference point, which is the first given point or, for a hull
    /// [translated by a vector](Self::with_translation), the origin of the given points.
    pub fn position(&self) -> [T; N] {
        match self.placement {
            Placement::AsGiven => self.points[0],
            Placement::FirstPointAt(position) | Placement::OriginAt(position) => position,
        }
    }

    /// Returns the same hull with its reference point at another position, which must be finite.
    pub(crate) fn moved_to(&self, position: [T; N]) -> Self {
        let placement = match self.placement {
            Placement::AsGiven | Placement::FirstPointAt(_) => Placement::FirstPointAt(position),
            Placement::OriginAt(_) => Placement::OriginAt(position),
        };
        Self { placement, ..self.clone() }
    }

    pub(crate) fn placement(&self) -> Placement<T, N> {
        self.placement
    }

    /// Returns the reference point as it was given, before the translation: the first of the points
    /// or, for a hull [translated by a vector](Self::with_translation), the origin. Each point of
    /// the hull is the exact sum of a given point and the difference of the
    /// [position](Self::position) and the reference point.
    pub fn reference(&self) -> [T; N] {
        match self.placement {
            Placement::AsGiven | Placement::FirstPointAt(_) => self.points[0],
            Placement::OriginAt(_) => [T::ZERO; N],
        }
    }

    /// Returns the vectors from the reference point to the vertices, rounded.
    pub(crate) fn rounded_offsets(&self) -> impl Iterator<Item = [f64; 3]> {
        let reference = in_space(self.reference());
        self.corners().iter().map(move |corner| each!(|k| corner[k] - reference[k]))
    }
}
