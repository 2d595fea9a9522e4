//! Convex shapes of any kind, for movers and obstacles whose kind is chosen at run time, and the
//! queries of two such shapes.

use super::feature::{AnyFeature, Erased};
use crate::contact::convex::{Core, ErasedConvex, Place};
use crate::contact::{
    Answer, ClosestPoints, ConvexBody, ConvexShape, ExactAnswer, Featured, Penetration, Touched,
};
use crate::number::Surd;
use crate::scene::ItemFeature;
use crate::shape::vector::{from_space, in_space};
use crate::shape::{
    AlignedBox, Hull, Inflated, InputError, Moving, OrientedBox, Parallelepiped, Path, Point,
    RoundedHull, Scalar, Segment, Shape, Translatable, Triangle, inflatable,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A convex shape of any kind: a point, a segment, a box, a parallelepiped, a triangle or a hull,
/// in the plane or in space. It is created from one of these types. A [`Mover`](super::Mover)
/// contains it, inflated by a radius that may be zero.
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
pub struct AnyConvex<T, const N: usize> {
    kind: ConvexKind<T, N>,
    /// The position of the reference point, if the shape was moved there.
    place: Option<[T; N]>,
}

#[derive(Clone, Debug, PartialEq)]
enum ConvexKind<T, const N: usize> {
    Point(Point<T, N>),
    Segment(Segment<T, N>),
    AlignedBox(AlignedBox<T, N>),
    OrientedBox(OrientedBox<T, N>),
    Parallelepiped(Parallelepiped<T>),
    Triangle(Triangle<T>),
    Hull(Hull<T, N>),
}

/// Runs an expression with the shape within.
macro_rules! each_kind {
    ($body:expr, |$shape:ident| $act:expr) => {
        match &$body.kind {
            ConvexKind::Point($shape) => $act,
            ConvexKind::Segment($shape) => $act,
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
        let core = each_kind!(self, |shape| shape.core());
        match self.place.map(in_space) {
            None => core,
            Some(place) => core.at(place),
        }
    }
    fn rounded_hull(&self) -> Option<&RoundedHull> {
        each_kind!(self, |shape| shape.rounded_hull())
    }
    fn rounded(&self) -> Option<Cow<'_, RoundedHull>> {
        each_kind!(self, |shape| ConvexShape::rounded(shape))
    }
    fn named(&self, place: Place) -> ItemFeature<N> {
        each_kind!(self, |shape| shape.named(place).into())
    }
}

impl<T: Scalar, const N: usize> AnyConvex<T, N> {
    /// Returns the reference point: the centre of an oriented box or a parallelepiped, the corner
    /// `min` of an aligned box, the [position](Hull::position) of a hull, or the first of the
    /// points of another shape.
    pub fn place(&self) -> [T; N] {
        from_space(&self.core().reference().map(T::nearest))
    }

    /// Returns the shape as an oriented box, if it is one.
    pub(super) fn oriented_box(&self) -> Option<OrientedBox<T, N>> {
        match (&self.kind, self.place) {
            (ConvexKind::OrientedBox(shape), None) => Some(*shape),
            (ConvexKind::OrientedBox(shape), Some(center)) => Some(shape.at(center)),
            _ => None,
        }
    }

    /// Returns the shape as a hull, if it is one.
    pub(super) fn hull(&self) -> Option<Hull<T, N>> {
        let ConvexKind::Hull(hull) = &self.kind else { return None };
        Some(self.place.map_or_else(|| hull.clone(), |place| hull.moved_to(place)))
    }
}

impl<T: Scalar, const N: usize> ConvexBody for AnyConvex<T, N> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, T::ZERO)
    }
}

impl<T: Scalar, const N: usize> Translatable<T, N> for AnyConvex<T, N> {
    fn place(&self) -> [T; N] {
        AnyConvex::place(self)
    }
    fn at(&self, place: [T; N]) -> Self {
        Self { place: Some(place), ..self.clone() }
    }
    fn check_thickness(&self) -> Result<(), InputError> {
        ErasedConvex::of_body(self).check_thickness()
    }
    fn is_point(&self) -> bool {
        false
    }
}

/// Makes `$shape` a convex shape of any kind.
macro_rules! shapes {
    ($($kind:ident: $shape:ty, $N:literal;)*) => {$(
        impl<T: Scalar> From<$shape> for AnyConvex<T, $N> {
            fn from(shape: $shape) -> Self {
                Self { kind: ConvexKind::$kind(shape), place: None }
            }
        }
    )*};
}

shapes! {
    Point: Point<T, 2>, 2;
    Point: Point<T, 3>, 3;
    Segment: Segment<T, 2>, 2;
    Segment: Segment<T, 3>, 3;
    AlignedBox: AlignedBox<T, 2>, 2;
    AlignedBox: AlignedBox<T, 3>, 3;
    OrientedBox: OrientedBox<T, 2>, 2;
    OrientedBox: OrientedBox<T, 3>, 3;
    Parallelepiped: Parallelepiped<T>, 3;
    Triangle: Triangle<T>, 3;
    Hull: Hull<T, 2>, 2;
    Hull: Hull<T, 3>, 3;
}

impl<T: Scalar, const N: usize> Inflated<AnyConvex<T, N>> {
    /// Returns this inflated body with a path along which its reference point visits each of these
    /// points in turn. The body is translated exactly, so its size does not change.
    ///
    /// # Errors
    /// No point; a component that is not finite.
    #[doc(alias("waypoints", "path", "polyline"))]
    pub fn moving_along(self, points: impl Into<Vec<[T; N]>>) -> Result<Path<Self>, InputError> {
        Path::through(self, points.into())
    }
}

/// A moving convex body of any kind, inflated by a radius that may be zero.
type AnyBody<T, const N: usize> = Moving<Inflated<AnyConvex<T, N>>>;

/// Defines the queries of a convex body and a convex obstacle. They are not inlined, so that all
/// pairs of kinds share one compiled query for each float and dimension.
macro_rules! queries {
    ($($name:ident -> $answer:ty, |$body:ident, $obstacle:ident| $ask:expr;)*) => {$(
        #[inline(never)]
        pub(super) fn $name<T: Scalar, const N: usize>(
            $body: &AnyBody<T, N>,
            $obstacle: &Moving<AnyConvex<T, N>>,
        ) -> $answer {
            $ask
        }
    )*};
}

queries! {
    first_contact -> Answer<T, N, AnyFeature<N>>, |body, it| body.first_contact(it).erased();
    first_contact_exact -> ExactAnswer<N, AnyFeature<N>>, |body, it| body.first_contact_exact(it).erased();
    first_entry -> Answer<T, N, AnyFeature<N>>, |body, it| body.first_entry(it).erased();
    first_entry_exact -> ExactAnswer<N, AnyFeature<N>>, |body, it| body.first_entry_exact(it).erased();
    contact_time -> Option<T>, |body, it| body.contact_time(it);
    time_down -> Option<T>, |body, it| body.time_down(it);
    last_time -> Option<T>, |body, it| body.last_time(it);
    last_time_exact -> Option<Surd>, |body, it| body.last_time_exact(it);
    has_contact -> bool, |body, it| body.has_contact(it);
    touched -> Option<Touched<T, N, AnyFeature<N>, AnyFeature<N>>>, |body, it| body.touched(it).map(Erased::erased);
    penetration -> Option<Penetration<T, N>>, |body, it| body.penetration(it);
    closest_points -> ClosestPoints<T, N, AnyFeature<N>>, |body, it| body.closest_points(it).erased();
}
