//! Convex bodies of any kind, for movers whose kind is chosen at run time.

use crate::contact::convex::{Core, Place};
use crate::contact::{ConvexBody, ConvexShape, Featured};
use crate::scene::ItemFeature;
use crate::shape::vector::from_space;
use crate::shape::{
    AlignedBox, Hull, OrientedBox, Parallelepiped, Scalar, Shape, Triangle, inflatable,
};

/// A convex body of any kind: a box, a parallelepiped, a triangle or a hull, in the plane or in
/// space. It is created from one of these types. A [`Mover`](super::Mover) contains it, inflated by
/// a radius that may be zero.
///
/// # Examples
/// ```
/// use tangency::any::Mover;
/// use tangency::{AlignedBox, Moving, Triangle};
///
/// let floor = Triangle::new([0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0])?;
/// let cube = AlignedBox::new([1.0, 1.0, 5.0], [2.0, 2.0, 6.0])?;
/// let falling = Mover::from(cube.moving([0.0, 0.0, -1.0])?);
/// assert_eq!(falling.contact_time(&Moving::still(floor))?, Some(5.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AnyConvex<T, const N: usize>(ConvexKind<T, N>);

#[derive(Clone, Debug, PartialEq)]
enum ConvexKind<T, const N: usize> {
    AlignedBox(AlignedBox<T, N>),
    OrientedBox(OrientedBox<T, N>),
    Parallelepiped(Parallelepiped<T>),
    Triangle(Triangle<T>),
    Hull(Hull<T, N>),
}

/// Runs an expression with the shape within.
macro_rules! each_kind {
    ($body:expr, |$shape:ident| $act:expr) => {
        match &$body.0 {
            ConvexKind::AlignedBox($shape) => $act,
            ConvexKind::OrientedBox($shape) => $act,
            ConvexKind::Parallelepiped($shape) => $act,
            ConvexKind::Triangle($shape) => $act,
            ConvexKind::Hull($shape) => $act,
        }
    };
}

impl<T: Scalar, const N: usize> Shape for AnyConvex<T, N> {
    type Scalar = T;
    type Vector = [T; N];
    const STILL: [T; N] = [T::ZERO; N];
}

impl<T: Scalar, const N: usize> inflatable::Sealed for AnyConvex<T, N> {}

impl<T: Scalar, const N: usize> Featured for AnyConvex<T, N> {
    type Feature = ItemFeature<N>;
}

impl<T: Scalar, const N: usize> ConvexShape for AnyConvex<T, N> {
    fn core(&self) -> Core<'_> {
        each_kind!(self, |shape| shape.core())
    }
    fn named(&self, place: Place) -> ItemFeature<N> {
        each_kind!(self, |shape| shape.named(place).into())
    }
}

impl<T: Scalar, const N: usize> AnyConvex<T, N> {
    /// Returns the reference point: the centre of an oriented box or a parallelepiped, the corner
    /// `min` of an aligned box, or the first of the points of a triangle or a hull.
    pub fn place(&self) -> [T; N] {
        from_space(&self.core().reference().map(T::nearest))
    }
}

impl<T: Scalar, const N: usize> ConvexBody for AnyConvex<T, N> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, T::ZERO)
    }
}

/// Makes `$shape` a convex body of any kind.
macro_rules! bodies {
    ($($kind:ident: $shape:ty, $N:literal;)*) => {$(
        impl<T: Scalar> From<$shape> for AnyConvex<T, $N> {
            fn from(shape: $shape) -> Self {
                Self(ConvexKind::$kind(shape))
            }
        }
    )*};
}

bodies! {
    AlignedBox: AlignedBox<T, 2>, 2;
    AlignedBox: AlignedBox<T, 3>, 3;
    OrientedBox: OrientedBox<T, 2>, 2;
    OrientedBox: OrientedBox<T, 3>, 3;
    Parallelepiped: Parallelepiped<T>, 3;
    Triangle: Triangle<T>, 3;
    Hull: Hull<T, 2>, 2;
    Hull: Hull<T, 3>, 3;
}
