//! The results of queries: contacts, overlaps, closest points and penetration depths.
//!
//! # Room for new fields and kinds
//! Answers, options, states, errors and lists of kinds are `#[non_exhaustive]`, so that a new
//! field, shape, mover or query breaks no build. Answers that a test or an adapter constructs have
//! a `new`, and `map_feature` changes the type of a feature. Types whose meaning is closed are
//! exhaustive: the sign of an approach, the side of a box, the parts of a simplex, the features of
//! meshes, boxes, planes and scenes, and the outcomes `Answer`, `Advance`, `Recover` and `Ride`. A
//! program must handle each of these outcomes. The price is paid in our other crates, where the
//! compiler does not report a missing arm for a new kind. So each of their `_` arms returns an
//! error, or the name of no feature. `protocol/tests/complete.rs` and a test in `capi/src/shape.rs`
//! fail if a kind or a query is missing there.

use super::obstacle::Featured;
use crate::number::{Surd, Unit};
use crate::shape::{Point, Scalar, Segment, Triangle, Until};

/// The result of a cast in `N` dimensions: no contact, an overlap at time zero, or the first
/// contact. Its numbers are floats, or [`Surd`]s in an [`ExactAnswer`]; `F` is the type that names
/// a feature of the obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer<T, const N: usize, F = Feature> {
    /// The two never touch within the motion.
    None,
    /// The two share more than boundary points at time zero.
    Overlap(Overlap<T, N, F>),
    /// The two touch, at time zero or later, and did not overlap at time zero.
    Contact(Contact<T, N, F>),
}

/// An overlap of a body and an obstacle at time zero (initial penetration).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlap<T, const N: usize, F = Feature> {
    /// The position of the body's reference point at time zero, as for a [`Contact`].
    pub center: [T; N],
    /// The obstacle's point closest to the centre, or to a capsule's axis. It is the centre itself
    /// if the centre is inside of a solid. If the axis meets the obstacle, it is the first point of
    /// the axis that lies in the obstacle.
    pub point: [T; N],
    /// The unit vector from `point` to the centre, or to a capsule's axis; `None` if `point` is the
    /// centre, or lies on the axis.
    pub normal: Option<[T; N]>,
    /// The feature of the obstacle that contains `point`; if several do, the one of lowest
    /// dimension.
    pub feature: F,
}

impl<T, const N: usize, F> Overlap<T, N, F> {
    /// Constructs an overlap for tests and adapters; the numbers of the library's own answers come
    /// from a decision.
    pub const fn new(center: [T; N], point: [T; N], normal: Option<[T; N]>, feature: F) -> Self {
        Self { center, point, normal, feature }
    }

    /// Returns the same overlap with numbers of another type, or in another dimension.
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

    /// Returns the same overlap with another name for its feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> Overlap<T, N, G> {
        self.map(|vector| vector, rename)
    }
}

/// The first contact of a body and an obstacle. Each number is the float nearest to the exact
/// value, ties to even; in an exact answer it is the exact value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("hit", "cast hit"))]
#[non_exhaustive]
pub struct Contact<T, const N: usize, F = Feature> {
    /// The time of the contact (time of impact); infinite only if it is past the largest float.
    pub time: T,
    /// The position of the body's reference point at that time: the centre of a sphere, the end `a`
    /// of a capsule's axis. [`Moving::first_contact`](crate::Moving::first_contact) specifies it
    /// for each body.
    pub center: [T; N],
    /// The contact point on the obstacle, at the obstacle's position at that time.
    pub point: [T; N],
    /// The other end of the touched segment if a capsule touches along a segment; `point` is the
    /// end that comes first along the axis.
    pub other_point: Option<[T; N]>,
    /// The unit normal, which points from the obstacle to the body. It has the direction from the
    /// contact point to the centre of a sphere, or to the axis of a capsule.
    ///
    /// A sphere of radius zero has a normal only on a face; the normal points to the side from
    /// which the sphere comes.
    pub normal: Option<[T; N]>,
    /// The feature of the obstacle that contains the point; if several do, the one of lowest
    /// dimension.
    pub feature: F,
    /// Whether the two move into each other, along each other, or apart.
    pub approach: Approach,
}

impl<T, const N: usize, F> Contact<T, N, F> {
    /// Constructs a contact at a single point for tests and adapters; the numbers of the library's
    /// own answers come from a decision. Its `other_point` is `None`, and can be set.
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

    /// Returns the same contact with another `other_point`.
    #[must_use]
    pub fn with_other_point(self, other_point: Option<[T; N]>) -> Self {
        Self { other_point, ..self }
    }

    /// Returns the same contact with numbers of another type, or in another dimension.
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

    /// Returns the same contact with another name for its feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> Contact<T, N, G> {
        self.map(|time| time, |vector| vector, rename)
    }
}

/// The point of a shape closest to a given point, and its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("projection"))]
#[non_exhaustive]
pub struct ClosestPoint<T, const N: usize, F = Feature> {
    /// The closest point; the given point if that is inside of a solid.
    pub point: [T; N],
    /// The distance of the two points: zero if they are equal.
    pub distance: T,
    /// The feature of the shape that contains the closest point; if several do, the one of lowest
    /// dimension.
    pub feature: F,
}

impl<T, const N: usize, F> ClosestPoint<T, N, F> {
    /// Constructs a closest point for tests and adapters.
    pub const fn new(point: [T; N], distance: T, feature: F) -> Self {
        Self { point, distance, feature }
    }

    /// Returns the same point with another name for its feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> ClosestPoint<T, N, G> {
        let Self { point, distance, feature } = self;
        ClosestPoint { point, distance, feature: rename(feature) }
    }
}

/// The closest points of a shape and of a capsule's axis, and the distance of shape and capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoints<T, const N: usize, F = Feature> {
    /// The point of the shape that is closest to the axis; if there are several, the first one on
    /// the way from `a` to `b`.
    pub point: [T; N],
    /// The point of the axis that is closest to `point`.
    pub on_axis: [T; N],
    /// The distance of the capsule and the shape: zero if they share a point.
    pub distance: T,
    /// The feature of the shape that contains `point`; if several do, the one of lowest dimension.
    pub feature: F,
}

impl<T, const N: usize, F> ClosestPoints<T, N, F> {
    /// Constructs closest points for tests and adapters.
    pub const fn new(point: [T; N], on_axis: [T; N], distance: T, feature: F) -> Self {
        Self { point, on_axis, distance, feature }
    }

    /// Returns the same points with another name for their feature.
    pub fn map_feature<G>(self, rename: impl FnOnce(F) -> G) -> ClosestPoints<T, N, G> {
        let Self { point, on_axis, distance, feature } = self;
        ClosestPoints { point, on_axis, distance, feature: rename(feature) }
    }
}

/// The least translation of a body that ends an overlap, so that the two only touch (penetration
/// depth and direction).
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("penetration", "minimum translation vector", "MTV"))]
#[non_exhaustive]
pub struct Penetration<T, const N: usize> {
    /// The unit vector of the translation.
    pub direction: [T; N],
    /// The length of the translation (penetration depth).
    pub depth: T,
}

impl<T, const N: usize> Penetration<T, N> {
    /// Constructs a penetration for tests and adapters.
    pub const fn new(direction: [T; N], depth: T) -> Self {
        Self { direction, depth }
    }
}

/// A vertex, an edge or the face of a point, a segment or a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Vertex `i`. A point has only vertex 0, a segment 0 (its `a`) and 1 (its `b`).
    Vertex(u8),
    /// The interior of edge `i`, from vertex `i` to the next. A segment has only edge 0.
    Edge(u8),
    /// The interior of the face.
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

/// The sign of the relative velocity along the normal at the time of a contact.
///
/// For a sphere of radius zero whose contact has no normal, it is `Approaching` if the two were
/// apart before the contact, otherwise `Sliding`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Approach {
    /// The two move into each other.
    Approaching,
    /// The two graze: to first order they move neither into each other nor apart.
    Sliding,
    /// The two move apart (separating contact); possible only at time zero.
    Parting,
}

impl<T: Clone, const N: usize, F: Clone> Answer<T, N, F> {
    /// Returns the contact; `None` for any other answer.
    pub fn contact(&self) -> Option<Contact<T, N, F>> {
        match self {
            Answer::Contact(contact) => Some(contact.clone()),
            _ => None,
        }
    }

    /// Returns the overlap; `None` for any other answer.
    pub fn overlap(&self) -> Option<Overlap<T, N, F>> {
        match self {
            Answer::Overlap(overlap) => Some(overlap.clone()),
            _ => None,
        }
    }
}

impl<T, const N: usize, F> Answer<T, N, F> {
    /// Returns the same answer with numbers of another type, or in another dimension.
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

    /// Returns the same answer with another name for its feature.
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
    /// Returns the same answer, or `None` instead of a contact past the end of the motion.
    pub(crate) fn until(self, end: Until<f64>) -> Self {
        match &self {
            Answer::Contact(Contact { time, .. })
                if end.is_before(time.compare_with(end.time())) =>
            {
                Answer::None
            }
            _ => self,
        }
    }
}

/// The units of the numbers of a touch: time, centre (3), point (3), normal (3).
pub(crate) const UNITS_OF_A_TOUCH: [Unit; 10] = {
    let (length, pure) = (Unit::Length, Unit::Pure);
    [Unit::Time, length, length, length, length, length, length, pure, pure, pure]
};

/// The units of the numbers of a touch along a segment: the numbers of a touch, then the other end
/// of the segment (3).
pub(crate) const UNITS_OF_A_SEGMENT: [Unit; 13] = {
    let ([t, a, b, c, d, e, f, g, h, i], other) = (UNITS_OF_A_TOUCH, Unit::Length);
    [t, a, b, c, d, e, f, g, h, i, other, other, other]
};
