//! The convex shapes of this crate, each with its core and the names of its features.

use super::core::Core;
use super::solver::Place;
use crate::contact::answer::Feature;
use crate::contact::boxes::BoxFeature;
use crate::contact::inflated::within;
use crate::contact::obstacle::Featured;
use crate::contact::polytope::PlaneFeature;
use crate::number::{Rational, fraction};
use crate::shape::vector::{each, in_space};
use crate::shape::{
    AlignedBox, Hull, Inflatable, Inflated, Moving, OrientedBox, Parallelepiped, Placement, Point,
    RoundedHull, Scalar, Segment, Shape, Triangle, are_collinear,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A convex shape: a point, a segment, a triangle, a box, a parallelepiped, or the convex hull of
/// points.
///
/// Only shapes of this crate implement this trait; the list of its implementors is complete.
pub trait ConvexShape: Inflatable + Featured + Clone {
    /// Returns the vertices, edges and faces of the shape.
    #[doc(hidden)]
    fn core(&self) -> Core<'_>;
    /// Returns the core of a hull in single precision, for searches; `None` for another shape, or
    /// if floats cannot hold it.
    #[doc(hidden)]
    fn rounded_hull(&self) -> Option<&RoundedHull> {
        None
    }
    /// Returns the core in single precision; `None` for a box, or if floats cannot hold it.
    #[doc(hidden)]
    fn rounded(&self) -> Option<Cow<'_, RoundedHull>> {
        self.rounded_hull().map(Cow::Borrowed)
    }
    /// Returns the feature at a place on the core.
    #[doc(hidden)]
    fn named(&self, place: Place) -> Self::Feature;
}

/// A convex body that can move: a triangle, a box, a parallelepiped, or the convex hull of points,
/// maybe inflated by a radius ([`Inflated`](crate::Inflated)).
///
/// Only shapes of this crate implement this trait; the list of its implementors is complete.
pub trait ConvexBody: Shape + Featured + sealed::SealedConvex {
    /// The shape without its inflation radius.
    #[doc(hidden)]
    type Within: ConvexShape + Featured<Feature = Self::Feature>;
    /// Returns the shape without its inflation radius, and the radius.
    #[doc(hidden)]
    fn within(&self) -> (&Self::Within, Self::Scalar);
}

/// An obstacle of a convex body: a convex shape, moving or not, inflated or not.
///
/// Only types of this crate implement this trait; the list of its implementors is complete.
pub trait ConvexObstacle<T: Scalar, const N: usize>: Featured + sealed::SealedConvex {
    /// The shape without its inflation radius.
    #[doc(hidden)]
    type Within: ConvexShape<Scalar = T, Vector = [T; N]> + Featured<Feature = Self::Feature>;
    /// Returns the shape without its inflation radius, with its motion; the radius is stored with
    /// the motion.
    #[doc(hidden)]
    fn on_its_way(&self) -> Moving<Self::Within>;
}

pub(crate) mod sealed {
    /// A convex shape of this crate, moving or not, inflated or not.
    pub trait SealedConvex {}
}

impl<S: ConvexShape> sealed::SealedConvex for S {}
impl<S: ConvexShape> sealed::SealedConvex for Inflated<S> {}
impl<S: ConvexShape> sealed::SealedConvex for Moving<S> {}
impl<S: ConvexShape> sealed::SealedConvex for Moving<Inflated<S>> {}

/// Constructs the core of a triangle, whose vertices may be collinear.
pub(crate) fn triangle_core(vertices: [[f64; 3]; 3]) -> Core<'static> {
    Core::triangle(vertices, longest_if_flat(&vertices))
}

/// Returns the first of the longest edges of a triangle whose vertices are collinear.
fn longest_if_flat(vertices: &[[f64; 3]; 3]) -> Option<usize> {
    if !are_collinear(*vertices) {
        return None;
    }
    let at = vertices.map(|vertex| vertex.map(fraction));
    let lengths = [0, 1, 2].map(|i: usize| {
        let edge: [Rational; 3] = each!(|k| &at[(i + 1) % 3][k] - &at[i][k]);
        &edge[0] * &edge[0] + &edge[1] * &edge[1] + &edge[2] * &edge[2]
    });
    Some((1..3).fold(0, |longest, i| if lengths[i] > lengths[longest] { i } else { longest }))
}

/// A feature of a convex hull, by the indices of the given points at its corners, in ascending
/// order: one index is a vertex, two are the ends of an edge, more are the corners of a face. An
/// empty list is the interior of a solid hull.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HullFeature {
    /// The indices of the given points.
    pub vertices: Vec<u32>,
}

impl<T: Scalar, const N: usize> Featured for Hull<T, N> {
    type Feature = HullFeature;
}

fn sides<const N: usize>(place: &Place) -> BoxFeature<N> {
    BoxFeature { sides: core::array::from_fn(|k| place.sides[k.min(2)]) }
}

impl<T: Scalar, const N: usize> ConvexShape for Point<T, N> {
    fn core(&self) -> Core<'_> {
        Core::point(in_space(self.position()))
    }
    fn named(&self, _: Place) -> Feature {
        Feature::Vertex(0)
    }
}

impl<T: Scalar, const N: usize> ConvexShape for Segment<T, N> {
    fn core(&self) -> Core<'_> {
        let [a, b] = self.ends().map(in_space);
        Core::segment(a, b)
    }
    fn named(&self, place: Place) -> Feature {
        self.core().simplex_feature(place.part)
    }
}

impl<T: Scalar> ConvexShape for Triangle<T> {
    fn core(&self) -> Core<'_> {
        triangle_core(self.vertices().map(in_space))
    }
    fn rounded(&self) -> Option<Cow<'_, RoundedHull>> {
        let vertices = self.vertices().map(in_space);
        RoundedHull::new(&vertices, core::iter::empty()).map(Cow::Owned)
    }
    fn named(&self, place: Place) -> Feature {
        self.core().simplex_feature(place.part)
    }
}

impl<T: Scalar, const N: usize> ConvexShape for AlignedBox<T, N> {
    fn core(&self) -> Core<'_> {
        Core::aligned_box(in_space(self.min()), in_space(self.max()), N)
    }
    fn named(&self, place: Place) -> BoxFeature<N> {
        sides(&place)
    }
}

impl<T: Scalar, const N: usize> ConvexShape for OrientedBox<T, N> {
    fn core(&self) -> Core<'_> {
        let (center, half) = (in_space(self.center()), in_space(self.half_extents()));
        Core::oriented_box(center, half, self.rotation().in_space().map(T::widen), N)
    }
    fn named(&self, place: Place) -> BoxFeature<N> {
        sides(&place)
    }
}

impl<T: Scalar> ConvexShape for Parallelepiped<T> {
    fn core(&self) -> Core<'_> {
        // The body stays the same if an edge is reversed, and the core requires right-handed edges.
        let [a, b, c] = self.edges().map(in_space);
        let a = if self.is_left_handed() { a.map(|x| -x) } else { a };
        Core::parallelepiped(in_space(self.center()), [a, b, c])
    }
    fn named(&self, place: Place) -> PlaneFeature {
        let vertices = self.core().vertices_of(place.part);
        let is_high = |axis: u32, vertex: &u32| {
            (vertex >> axis & 1 == 1) != (axis == 0 && self.is_left_handed())
        };
        let side = |axis| match vertices.iter().filter(|vertex| is_high(axis, vertex)).count() {
            0 => Some(2 * axis),
            count => (count == vertices.len()).then_some(2 * axis + 1),
        };
        let planes =
            if vertices.is_empty() { Vec::new() } else { (0..3).filter_map(side).collect() };
        PlaneFeature { planes }
    }
}

impl<T: Scalar, const N: usize> ConvexShape for Hull<T, N> {
    fn core(&self) -> Core<'_> {
        let reference = in_space(self.reference());
        let core = Core::hull(self.corners(), self.numbers(), self.topology(), reference);
        match self.placement() {
            Placement::AsGiven => core,
            // The numbers of a core that was not translated are shallower.
            Placement::FirstPointAt(place) | Placement::OriginAt(place)
                if in_space(place) == reference =>
            {
                core
            }
            Placement::FirstPointAt(place) | Placement::OriginAt(place) => core.at(in_space(place)),
        }
    }
    fn rounded_hull(&self) -> Option<&RoundedHull> {
        self.rounded()
    }
    fn named(&self, place: Place) -> HullFeature {
        HullFeature { vertices: self.core().numbers(place.part) }
    }
}

impl<T: Scalar> ConvexBody for Triangle<T> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, T::ZERO)
    }
}
impl<T: Scalar, const N: usize> ConvexBody for AlignedBox<T, N> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, T::ZERO)
    }
}
impl<T: Scalar, const N: usize> ConvexBody for OrientedBox<T, N> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, T::ZERO)
    }
}
impl<T: Scalar> ConvexBody for Parallelepiped<T> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, T::ZERO)
    }
}
impl<T: Scalar, const N: usize> ConvexBody for Hull<T, N> {
    type Within = Self;
    fn within(&self) -> (&Self, T) {
        (self, T::ZERO)
    }
}

impl<S: ConvexShape + ConvexBody> ConvexBody for Inflated<S> {
    type Within = S;
    fn within(&self) -> (&S, S::Scalar) {
        (self.shape(), self.radius())
    }
}

impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for S
{
    type Within = S;
    fn on_its_way(&self) -> Moving<S> {
        Moving::still(self.clone())
    }
}

impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for Moving<S>
{
    type Within = S;
    fn on_its_way(&self) -> Moving<S> {
        self.clone()
    }
}

impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for Inflated<S>
{
    type Within = S;
    fn on_its_way(&self) -> Moving<S> {
        within(&Moving::still(self.clone()))
    }
}

impl<T: Scalar, S: ConvexShape<Scalar = T, Vector = [T; N]>, const N: usize> ConvexObstacle<T, N>
    for Moving<Inflated<S>>
{
    type Within = S;
    fn on_its_way(&self) -> Moving<S> {
        within(self)
    }
}
