//! A box with a rotation (OBB).

use super::{InputError, Moving, Rotation, Scalar, Shape, finite, lengths};

/// An oriented box: the solid `{ center + R y : |yₖ| ≤ half_extentsₖ }`, in two or three
/// dimensions.
///
/// Its rotation is exactly orthogonal (see [`Rotation`]), so its angles are exactly right angles.
/// It may be flat.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("OBB", "cuboid"))]
pub struct OrientedBox<T, const N: usize> {
    center: [T; N],
    half_extents: [T; N],
    rotation: Rotation<T, N>,
}

impl<T: Scalar, const N: usize> OrientedBox<T, N> {
    /// Constructs a box from its centre, half of its extents along its own axes, and its rotation.
    ///
    /// # Errors
    /// A component that is not finite; a half extent that is negative.
    ///
    /// # Examples
    /// ```
    /// use tangency::{OrientedBox, Rotation, Side, Sphere};
    /// let quarter = Rotation::<f64, 2>::new([1.0, 1.0])?;
    /// let upright = OrientedBox::new([0.0, 0.0], [3.0, 1.0], quarter)?;
    /// let ball = Sphere::new([0.0, 6.0], 1.0)?.moving([0.0, -1.0])?;
    /// let hit = ball.first_contact(&upright).contact().unwrap();
    /// assert_eq!((hit.time, hit.point, hit.normal), (2.0, [0.0, 3.0], Some([0.0, 1.0])));
    /// assert_eq!(hit.feature.sides, [Side::Max, Side::Between]); // In the frame of the box.
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn new(
        center: impl Into<[T; N]>,
        half_extents: impl Into<[T; N]>,
        rotation: Rotation<T, N>,
    ) -> Result<Self, InputError> {
        const { assert!(N == 2 || N == 3, "an oriented box has two or three dimensions") };
        let center = finite(center.into(), "oriented_box.center")?;
        let half_extents = lengths(half_extents.into(), "oriented_box.half_extents")?;
        Ok(Self { center, half_extents, rotation })
    }

    pub(crate) fn of(center: [T; N], half_extents: [T; N], rotation: Rotation<T, N>) -> Self {
        Self { center, half_extents, rotation }
    }

    /// Returns the centre.
    pub fn center(&self) -> [T; N] {
        self.center
    }

    /// Returns half of the extent along each of its own axes.
    pub fn half_extents(&self) -> [T; N] {
        self.half_extents
    }

    /// Returns the rotation.
    pub fn rotation(&self) -> Rotation<T, N> {
        self.rotation
    }

    /// Returns this box in motion at a constant velocity, without an end. It does not rotate.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "oriented_box.velocity")
    }
}

impl<T: Scalar, const N: usize> Shape for OrientedBox<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}
