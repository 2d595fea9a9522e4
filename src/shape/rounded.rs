//! A shape with all that is near it.
//!
//! An inflated shape is not a new shape for any decision: wherever a radius `r` stands in a
//! decision about a motion, `r + ρ` stands, a sum of two inputs that is never rounded. So no
//! decision is written twice. The motion of the obstacle carries `ρ` ([`Moving`]), so meshes,
//! scenes and `any` need no case for it. Ellipsoids meet no inflated shape: the sum of an ellipsoid
//! and a ball is no surface of degree two.

use super::{
    AlignedBox, Hull, InputError, Moving, OrientedBox, Parallelepiped, Point, Polytope, Scalar,
    Segment, Shape, Triangle, length,
};
use alloc::sync::Arc;

/// A shape and all points within `radius` of it: a point becomes a ball, a segment a capsule, a box
/// a rounded box, a mesh a shell.
///
/// It is a skin, a safety distance, or stock to leave. The sum of this radius and that of a sphere
/// is never rounded.
///
/// Of a contact, the point lies on the rounded surface, and the feature is that of the shape
/// within. Meshes and polytopes are rounded by reference.
///
/// # Examples
/// ```
/// use tangency::{Point, Rounded, Sphere};
/// let post = Rounded::new(Point::new([0.0, 0.0, 0.0])?, 0.5)?; // A ball.
/// let ball = Sphere::new([0.0, 0.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
/// let hit = ball.first_contact(&post).contact().unwrap();
/// assert_eq!((hit.time, hit.point), (3.5, [0.0, 0.0, 0.5]));
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ball", "capsule", "skin", "margin", "offset", "convex radius", "rounded box"))]
pub struct Rounded<S: Shape> {
    shape: S,
    radius: S::Scalar,
}

impl<S: Roundable> Rounded<S> {
    /// A shape and its rounding radius.
    ///
    /// # Errors
    /// A radius that is not finite or is negative.
    pub fn new(shape: S, radius: S::Scalar) -> Result<Self, InputError> {
        Ok(Self { shape, radius: length(radius, "rounding radius")? })
    }
}

impl<S: Shape> Rounded<S> {
    /// The shape within.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The rounding radius.
    pub fn radius(&self) -> S::Scalar {
        self.radius
    }
}

impl<T: Scalar, S: Shape<Scalar = T, Vector = [T; N]>, const N: usize> Rounded<S> {
    /// This on its way, with no end to the motion.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; N]>) -> Result<Moving<Self>, InputError> {
        Moving::new(self, velocity.into(), "velocity")
    }
}

impl<S: Shape> Shape for Rounded<S> {
    type Scalar = S::Scalar;
    type Vector = S::Vector;
    const STILL: S::Vector = S::STILL;
}

/// A shape that can be [`Rounded`].
///
/// Only shapes of this crate are; the trait says which.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be rounded",
    label = "not `Roundable`",
    note = "a ball is a rounded `Point`, a capsule a rounded `Segment`",
    note = "a polytope or a mesh is rounded by reference or in an `Arc`"
)]
pub trait Roundable: Shape + sealed::Sealed {}

impl<S: Shape + sealed::Sealed> Roundable for S {}

pub(crate) mod sealed {
    /// What the library rounds.
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
