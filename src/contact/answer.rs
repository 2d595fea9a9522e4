//! The answers: nothing, an overlap, or a contact; a closest point, a penetration depth.
//!
//! # What may grow
//! Answers, options, states, errors and lists of kinds are `#[non_exhaustive]`, so that a new
//! field, shape, mover or query breaks no build. Answers that a test or an adapter constructs have
//! a `new`, and `map_feature` changes the type of a feature. Types whose meaning is closed are
//! exhaustive: the sign of an approach, the side of a box, the parts of a simplex, the features of
//! meshes, boxes, planes and scenes, and the outcomes `Answer`, `Advance`, `Recover` and `Ride`, of
//! which a program must handle each. The price is paid by our other crates, which the compiler asks
//! for no arm of a new kind. Each of their `_` arms is an error, or the name of no feature, and
//! `protocol/tests/complete.rs` and a test in `capi/src/shape.rs` fail while a kind or a query is
//! left out.

use super::obstacle::Featured;
use crate::number::{Surd, Unit};
use crate::shape::{Point, Scalar, Segment, Triangle, Until};

/// What a moving sphere in `N` dimensions meets first. Its numbers are floats, or [`Surd`]s in an
/// [`ExactAnswer`]; `F` names the place on the obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer<T, const N: usize, F = Feature> {
    /// They never touch within the motion.
    None,
    /// They share more than a touch already at time zero.
    Overlap(Overlap<T, N, F>),
    /// They touch, at time zero or later.
    Contact(Contact<T, N, F>),
}

/// Sphere and obstacle overlap at time zero.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlap<T, const N: usize, F = Feature> {
    /// The centre of the sphere at time zero.
    pub center: [T; N],
    /// The obstacle's point closest to the centre; the centre itself if it is inside of a solid.
    pub point: [T; N],
    /// The unit vector from that point to the centre; none where the two coincide.
    pub normal: Option<[T; N]>,
    /// The feature of the obstacle that holds this point, the one of lowest dimension if several
    /// do.
    pub feature: F,
}

impl<T, const N: usize, F> Overlap<T, N, F> {
    /// An overlap of these parts, for tests and adapters: an answer of the library has its numbers
    /// from a decision.
    pub const fn new(center: [T; N], point: [T; N], normal: Option<[T; N]>, feature: F) -> Self {
        Self { center, point, normal, feature }
    }

    /// The same overlap in other numbers or dimensions.
    pub(crate) fn map<U, const M: usize, G>(
        self,
        vector: impl Fn([T; N]) -> [U; M],
        rename: impl FnOnce(F) -> G,
    ) -> Overlap<U, M, G> {
        Overlap {
            center: vector(self.center),
            point: vector(self.point),
            normal: self.normal.map(&vector),
            feature: rename(self.feature),
        }
    }

    /// The same overlap with another name for the feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> Overlap<T, N, G> {
        self.map(|vector| vector, rename)
    }
}

/// The first touch. Each number is the float nearest to the exact value, ties to even, or, of an
/// exact answer, the value itself.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("hit", "cast hit"))]
#[non_exhaustive]
pub struct Contact<T, const N: usize, F = Feature> {
    /// The time of the first touch; infinite only if it is past the largest float.
    pub time: T,
    /// The centre of the sphere at that time; of a capsule the end `a` of its axis.
    pub center: [T; N],
    /// The touched point of the obstacle, where the obstacle then is.
    pub point: [T; N],
    /// The other end of what is touched, where a capsule touches all along a segment: seen along
    /// its axis, `point` is the first end.
    pub other_point: Option<[T; N]>,
    /// The unit vector from the point to the centre; for a capsule, to the axis.
    ///
    /// A sphere of radius zero has one only on a face, on the side that it comes from.
    pub normal: Option<[T; N]>,
    /// The feature of the obstacle that holds the point, the one of lowest dimension if several do.
    pub feature: F,
    /// How they go on, relative to each other.
    pub approach: Approach,
}

impl<T, const N: usize, F> Contact<T, N, F> {
    /// A contact of these parts at a single point, for tests and adapters: an answer of the library
    /// has its numbers from a decision. Its `other_point` is `None`, and can be set.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Approach, Contact, Feature, Sphere, Triangle};
    /// let triangle = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// let normal = Some([0.0, 0.0, 1.0]);
    /// let (center, point) = ([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]);
    /// let expected =
    ///     Contact::new(4.0, center, point, normal, Feature::Face, Approach::Approaching);
    /// assert_eq!(ball.first_contact(&triangle).contact(), Some(expected));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub const fn new(
        time: T,
        center: [T; N],
        point: [T; N],
        normal: Option<[T; N]>,
        feature: F,
        approach: Approach,
    ) -> Self {
        Self { time, center, point, other_point: None, normal, feature, approach }
    }

    /// The same contact with another `other_point`.
    #[must_use]
    pub fn with_other_point(self, other_point: Option<[T; N]>) -> Self {
        Self { other_point, ..self }
    }

    /// The same contact in other numbers or dimensions.
    pub(crate) fn map<U, const M: usize, G>(
        self,
        time: impl FnOnce(T) -> U,
        vector: impl Fn([T; N]) -> [U; M],
        rename: impl FnOnce(F) -> G,
    ) -> Contact<U, M, G> {
        Contact {
            time: time(self.time),
            center: vector(self.center),
            point: vector(self.point),
            other_point: self.other_point.map(&vector),
            normal: self.normal.map(&vector),
            feature: rename(self.feature),
            approach: self.approach,
        }
    }

    /// The same contact with another name for the feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> Contact<T, N, G> {
        self.map(|time| time, |vector| vector, rename)
    }
}

/// The point of a shape that is closest to a given one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("projection"))]
#[non_exhaustive]
pub struct ClosestPoint<T, const N: usize, F = Feature> {
    /// The point; if the given one is inside of a solid, the given one.
    pub point: [T; N],
    /// How far it is: zero if it is the given one.
    pub distance: T,
    /// The feature of the shape that holds the point, the one of lowest dimension if several do.
    pub feature: F,
}

impl<T, const N: usize, F> ClosestPoint<T, N, F> {
    /// A closest point of these parts, for tests and adapters.
    pub const fn new(point: [T; N], distance: T, feature: F) -> Self {
        Self { point, distance, feature }
    }

    /// The same point with another name for the feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> ClosestPoint<T, N, G> {
        let Self { point, distance, feature } = self;
        ClosestPoint { point, distance, feature: rename(feature) }
    }
}

/// The closest points of a shape and of a capsule's axis.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoints<T, const N: usize, F = Feature> {
    /// The shape's point that is closest to the axis; of several, the first one on the way from `a`
    /// to `b`.
    pub point: [T; N],
    /// The axis' point that is closest to it.
    pub on_axis: [T; N],
    /// How far the capsule is from the shape: zero if they share a point.
    pub distance: T,
    /// The feature of the shape that holds the point, the one of lowest dimension if several do.
    pub feature: F,
}

impl<T, const N: usize, F> ClosestPoints<T, N, F> {
    /// Closest points of these parts, for tests and adapters.
    pub const fn new(point: [T; N], on_axis: [T; N], distance: T, feature: F) -> Self {
        Self { point, on_axis, distance, feature }
    }

    /// The same points with another name for the feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> ClosestPoints<T, N, G> {
        let Self { point, on_axis, distance, feature } = self;
        ClosestPoints { point, on_axis, distance, feature: rename(feature) }
    }
}

/// The least translation of a sphere that ends an overlap: after it the two only touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("penetration", "minimum translation vector", "MTV"))]
#[non_exhaustive]
pub struct Penetration<T, const N: usize> {
    /// The unit vector along which to move.
    pub direction: [T; N],
    /// How far.
    pub depth: T,
}

impl<T, const N: usize> Penetration<T, N> {
    /// A penetration of these parts, for tests and adapters.
    pub const fn new(direction: [T; N], depth: T) -> Self {
        Self { direction, depth }
    }
}

/// A part of a point, a segment or a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Vertex `i`. A point has only vertex 0, a segment 0 (its `a`) and 1 (its `b`).
    Vertex(u8),
    /// The inside of edge `i`, from vertex `i` to the next. A segment has only edge 0.
    Edge(u8),
    /// The inside of the face.
    Face,
}

impl<T: Scalar, const N: usize> Featured for Point<T, N> {
    type Feature = Feature;
}
impl<T: Scalar, const N: usize> Featured for Segment<T, N> {
    type Feature = Feature;
}
impl<T: Scalar> Featured for Triangle<T> {
    type Feature = Feature;
}

/// The sign of the relative velocity along the normal at the moment of the touch.
///
/// Where a sphere of radius zero has no normal, it is `Approaching` if there was a distance before,
/// else `Sliding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Approach {
    /// They move into each other.
    Approaching,
    /// They graze: neither into each other nor apart, to first order.
    Sliding,
    /// They move apart; possible only at time zero.
    Parting,
}

impl<T: Clone, const N: usize, F: Clone> Answer<T, N, F> {
    /// The contact, if that is what it is.
    pub fn contact(&self) -> Option<Contact<T, N, F>> {
        match self {
            Answer::Contact(contact) => Some(contact.clone()),
            _ => None,
        }
    }

    /// The overlap, if that is what it is.
    pub fn overlap(&self) -> Option<Overlap<T, N, F>> {
        match self {
            Answer::Overlap(overlap) => Some(overlap.clone()),
            _ => None,
        }
    }
}

impl<T, const N: usize, F> Answer<T, N, F> {
    /// The same answer in other numbers or dimensions.
    pub(crate) fn map<U, const M: usize, G>(
        self,
        time: impl FnOnce(T) -> U,
        vector: impl Fn([T; N]) -> [U; M],
        rename: impl FnOnce(F) -> G,
    ) -> Answer<U, M, G> {
        match self {
            Answer::None => Answer::None,
            Answer::Overlap(overlap) => Answer::Overlap(overlap.map(vector, rename)),
            Answer::Contact(contact) => Answer::Contact(contact.map(time, vector, rename)),
        }
    }

    /// The same answer with the feature named anew.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> Answer<T, N, G> {
        self.map(|time| time, |vector| vector, rename)
    }
}

/// An answer in exact numbers: each is `x + y √d` with rational `x`, `y`, `d`.
///
/// # Examples
/// ```
/// use tangency::{Answer, Sphere, Triangle};
/// let triangle = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
/// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -3.0])?;
/// let Answer::Contact(hit) = ball.first_contact_exact(&triangle) else { panic!() };
/// assert_eq!(hit.time.to_string(), "4/3");
/// # Ok::<(), tangency::InputError>(())
/// ```
pub type ExactAnswer<const N: usize, F = Feature> = Answer<Surd, N, F>;

impl<const N: usize, F> ExactAnswer<N, F> {
    /// The same, unless it is a contact past the end of the motion.
    pub(crate) fn until<T: Scalar>(self, end: Until<T>) -> Self {
        match &self {
            Answer::Contact(Contact { time, .. })
                if end.is_before(time.compare_with(end.time().widen())) =>
            {
                Answer::None
            }
            _ => self,
        }
    }
}

/// What the numbers of a touch are counted in: time, centre (3), point (3), normal (3).
pub(crate) const UNITS_OF_A_TOUCH: [Unit; 10] = {
    let (length, pure) = (Unit::Length, Unit::Pure);
    [Unit::Time, length, length, length, length, length, length, pure, pure, pure]
};

/// The same, and those of the other end of what is touched.
pub(crate) const UNITS_OF_A_SEGMENT: [Unit; 13] = {
    let ([t, a, b, c, d, e, f, g, h, i], other) = (UNITS_OF_A_TOUCH, Unit::Length);
    [t, a, b, c, d, e, f, g, h, i, other, other, other]
};
