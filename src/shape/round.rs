//! Round bodies: what all of them can be asked as shapes.

use super::{Capsule, Ellipsoid, InputError, Moving, Scalar, Shape, Sphere};

/// A sphere, an ellipsoid or a capsule: it can be put from place to place and stays the same.
pub trait RoundBody<T: Scalar, const N: usize>: Shape<Scalar = T, Vector = [T; N]> + Copy {
    /// Where it is: its centre, or the end `a` of its axis.
    fn place(&self) -> [T; N];
    /// The same elsewhere, at a place that must be finite.
    fn at(&self, place: [T; N]) -> Self;
    /// As it is carried from place to place.
    fn carried(self) -> Result<Self, InputError> {
        Ok(self)
    }
    /// Whether it is without a thickness.
    fn is_point(&self) -> bool;

    /// On its way along a displacement, while `t` goes from 0 to 1.
    fn way(&self, displacement: [T; N]) -> Moving<Self> {
        Moving::still(*self).straight([T::ZERO; N], displacement)
    }

    /// On its way to another place, while `t` goes from 0 to 1.
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
