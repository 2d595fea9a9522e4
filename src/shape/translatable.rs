//! The trait of bodies that can be moved from place to place.

use super::{Capsule, Ellipsoid, InputError, Moving, Scalar, Shape, Sphere};

/// A body that can be moved from place to place without a change of shape.
pub trait Translatable<T: Scalar, const N: usize>:
    Shape<Scalar = T, Vector = [T; N]> + Clone
{
    /// Returns the reference point: the centre, the end `a` of a capsule's axis, the corner `min`
    /// of a box, or the first given point.
    fn place(&self) -> [T; N];
    /// Returns the same body with its reference point at another place, which must be finite.
    fn at(&self, place: [T; N]) -> Self;
    /// Returns the body in a form that keeps its shape when it is moved from place to place.
    fn carried(self) -> Result<Self, InputError> {
        Ok(self)
    }
    /// Refuses a body that no move keeps apart from obstacles.
    fn check_thickness(&self) -> Result<(), InputError> {
        Ok(())
    }
    /// Returns the body in the form for moves, or the reason why it has none.
    fn movable(self) -> Result<Self, InputError> {
        self.check_thickness()?;
        self.carried()
    }
    /// Returns whether the body has no thickness.
    fn is_point(&self) -> bool;

    /// Returns the body with a motion along a displacement, while `t` goes from 0 to 1.
    fn moving_by(&self, displacement: [T; N]) -> Moving<Self> {
        Moving::still(self.clone()).straight([T::ZERO; N], displacement)
    }

    /// Returns the body with a motion to another place, while `t` goes from 0 to 1.
    fn leg(&self, to: [T; N]) -> Moving<Self> {
        Moving::still(self.clone()).straight(self.place(), to)
    }
}

impl<T: Scalar, const N: usize> Translatable<T, N> for Sphere<T, N> {
    fn place(&self) -> [T; N] {
        self.center()
    }
    fn at(&self, center: [T; N]) -> Self {
        Self::of(center, self.radius())
    }
    fn is_point(&self) -> bool {
        self.radius() == T::ZERO
    }
}

impl<T: Scalar, const N: usize> Translatable<T, N> for Ellipsoid<T, N> {
    fn place(&self) -> [T; N] {
        self.center()
    }
    fn at(&self, center: [T; N]) -> Self {
        Self::of(center, self.radii())
    }
    fn is_point(&self) -> bool {
        false
    }
}

impl<T: Scalar, const N: usize> Translatable<T, N> for Capsule<T, N> {
    fn place(&self) -> [T; N] {
        self.a()
    }
    fn at(&self, a: [T; N]) -> Self {
        self.centered(a)
    }
    fn carried(self) -> Result<Self, InputError> {
        Capsule::carried(self)
    }
    fn is_point(&self) -> bool {
        self.radius() == T::ZERO
    }
}
