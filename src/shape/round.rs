//! The trait of round bodies: spheres, ellipsoids and capsules.

use super::{Capsule, Ellipsoid, InputError, Moving, Scalar, Shape, Sphere};

/// A sphere, an ellipsoid or a capsule: a body that can be moved from place to place without a
/// change of shape.
pub trait RoundBody<T: Scalar, const N: usize>: Shape<Scalar = T, Vector = [T; N]> + Copy {
    /// Returns the reference point: the centre, or the end `a` of a capsule's axis.
    fn place(&self) -> [T; N];
    /// Returns the same body with its reference point at another place, which must be finite.
    fn at(&self, place: [T; N]) -> Self;
    /// Returns the body in a form that keeps its shape when it is moved from place to place.
    fn carried(self) -> Result<Self, InputError> {
        Ok(self)
    }
    /// Returns whether the body has no thickness.
    fn is_point(&self) -> bool;

    /// Returns the body with a motion along a displacement, while `t` goes from 0 to 1.
    fn moving_by(&self, displacement: [T; N]) -> Moving<Self> {
        Moving::still(*self).straight([T::ZERO; N], displacement)
    }

    /// Returns the body with a motion to another place, while `t` goes from 0 to 1.
    fn leg(&self, to: [T; N]) -> Moving<Self> {
        Moving::still(*self).straight(self.place(), to)
    }
}

impl<T: Scalar, const N: usize> RoundBody<T, N> for Sphere<T, N> {
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

impl<T: Scalar, const N: usize> RoundBody<T, N> for Ellipsoid<T, N> {
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

impl<T: Scalar, const N: usize> RoundBody<T, N> for Capsule<T, N> {
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
