//! Shapes inflated by a ball (offset shapes; Minkowski sums with a ball).
//!
//! An inflated shape is not a new shape for any decision. Wherever a decision about a motion
//! contains a radius `r`, it contains `r + ρ`, a sum of two inputs that is never rounded. So no
//! decision is written twice. The motion of the obstacle carries `ρ` ([`Moving`]), so meshes,
//! scenes and `any` need no case for it. Ellipsoids cannot be cast at inflated shapes: the sum of
//! an ellipsoid and a ball is not a surface of degree two.

use super::{
    AlignedBox, Hull, InputError, Moving, OrientedBox, Parallelepiped, Point, Polytope, Scalar,
    Segment, Shape, Triangle, length,
};
use alloc::sync::Arc;

/// An inflated shape: all points within a radius of a shape (offset shape; Minkowski sum with a
/// ball). A point becomes a ball, a segment a capsule, a mesh a shell, and a box gets round edges.
///
/// The radius is a skin width, a safety distance, or a stock allowance. The sum of this radius and
/// the radius of a sphere is never rounded.
///
/// The point of a contact lies on the inflated surface; the feature is a feature of the shape
/// within. Meshes and polytopes are inflated by reference.
///
/// # Examples
/// ```
/// use tangency::{Inflated, Point, Sphere};
/// let post = Inflated::new(Point::new([0.0, 0.0, 0.0])?, 0.5)?; // A ball.
/// let ball = Sphere::new([0.0, 0.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
/// let hit = ball.first_contact(&post).contact().unwrap();
/// assert_eq!((hit.time, hit.point), (3.5, [0.0, 0.0, 0.5]));
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias(
    "ball",
    "capsule",
    "skin",
    "margin",
    "offset",
    "convex radius",
    "rounded",
    "rounded box"
))]
pub struct Inflated<S: Shape> {
    shape: S,
    radius: S::Scalar,
}

impl<S: Inflatable> Inflated<S> {
    /// Constructs an inflated shape from the shape within and the inflation radius.
    ///
    /// # Errors
    /// A radius that is not finite or is negative.
    pub fn new(shape: S, radius: S::Scalar) -> Result<Self, InputError> {
        Ok(Self { shape, radius: length(radius, "rounding radius")? })
    }
}

impl<S: Shape> Inflated<S> {
    /// Returns the shape within.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the inflation radius.
    pub fn radius(&self) -> S::Scalar {
        self.radius
    }

    /// Constructs an inflated shape from a radius that is known to be valid.
    pub(crate) fn of(shape: S, radius: S::Scalar) -> Self {
        Self { shape, radius }
    }

    /// Returns a shape that is made of the shape within, with the same inflation radius.
    pub(crate) fn map<O: Shape<Scalar = S::Scalar>>(
        self,
        make: impl FnOnce(S) -> O,
    ) -> Inflated<O> {
        Inflated { shape: make(self.shape), radius: self.radius }
    }
}

impl<T: Scalar, S: Shape<Scalar = T, Vector = [T; N]>, const N: usize> Inflated<S> {
    /// Returns this inflated shape in motion at a constant velocity, without an end.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "velocity")
    }
}

impl<S: Shape> Shape for Inflated<S> {
    type Scalar = S::Scalar;
    type Vector = S::Vector;
    const STILL: S::Vector = S::STILL;
}

/// A shape that can be inflated: the shape within an [`Inflated`].
///
/// Only shapes of this crate implement it; the list of implementations is below.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be inflated",
    label = "not `Inflatable`",
    note = "a ball is an inflated `Point`, a capsule an inflated `Segment`",
    note = "a polytope or a mesh is inflated by reference or in an `Arc`"
)]
pub trait Inflatable: Shape + sealed::Sealed {}

impl<S: Shape + sealed::Sealed> Inflatable for S {}

pub(crate) mod sealed {
    /// The shapes that can be inflated.
    pub trait Sealed {}
}
use sealed::Sealed;

impl<T: Scalar, const N: usize> Sealed for Point<T, N> {}
impl<T: Scalar, const N: usize> Sealed for Segment<T, N> {}
impl<T: Scalar> Sealed for Triangle<T> {}
impl<T: Scalar, const N: usize> Sealed for AlignedBox<T, N> {}
impl<T: Scalar, const N: usize> Sealed for OrientedBox<T, N> {}
impl<T: Scalar> Sealed for Parallelepiped<T> {}
impl<T: Scalar, const N: usize> Sealed for Hull<T, N> {}
impl<T: Scalar, const N: usize> Sealed for &Polytope<T, N> {}
impl<T: Scalar> Sealed for Arc<Polytope<T, 3>> {}
