//! What a mesh must know of how a body is cast at one of its triangles, whatever the body is.

use super::beside::{Shared, Touched};
use super::in_frame::{InPlace, Path, Seen};
use crate::contact::{
    Answered, Asked, AtRest, Body, Cast, Closest, Course, Effort, Feature, Meeting as MeetingOf,
    SimplexCast, SquaredDistance, Touch, When, ask, simplex_cast,
};
use crate::number::{Measure, Rescale, Scaled, decide_here};
use crate::shape::{Moving, RoundBody, Scalar};

/// How a candidate is met.
pub(super) type Meeting<C> = MeetingOf<(), <C as Cast>::Touch>;

/// The corners of the triangle that something is cast at.
pub(super) trait AtTriangle {
    fn corners(&self) -> &[[f64; 3]; 3];
}

/// A body cast at a triangle. Of an overlap the mesh need not know more than that it is one.
pub(super) trait Candidate:
    Answered<3, Feature = Feature> + Cast<Overlap = ()> + AtTriangle + Copy
{
    /// What is asked for the closest triangle: the body's middle, in its place.
    type Middle: Near;
    fn middle(self) -> Self::Middle;
    fn when(touch: &Self::Touch) -> When;
    fn place(touch: &Self::Touch) -> TouchedPlace;
    /// The place that is touched, and the plane there that parts the body from the triangle, if
    /// floats know it.
    fn parted(touch: &Self::Touch, corners: &[[f64; 3]; 3], body: &InPlace) -> Option<Touched>;
    /// The same touch of another triangle, which shares that place.
    fn shared(touch: &Self::Touch, shared: Shared) -> Self::Touch;
}

/// What of the triangle holds the touched place, and which part of the body touches it: of a ball
/// there is only one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TouchedPlace {
    pub(super) part: u8,
    pub(super) feature: Feature,
}

impl TouchedPlace {
    fn of_ball(feature: Feature) -> Self {
        Self { part: 0, feature }
    }
}

/// A body's middle in its place beside a triangle.
pub(super) trait Near: Rescale + AtTriangle + Copy {
    type SquaredDistance<'a>: Measure<1>
    where
        Self: 'a;
    /// What of the two is closest to each other.
    type Closest: Copy;
    fn closest(scaled: &Scaled<Self>, effort: &mut Effort) -> Self::Closest;
    /// And how far that is, squared.
    fn squared_distance(
        scaled: &Scaled<Self>,
        closest: Self::Closest,
    ) -> Scaled<Self::SquaredDistance<'_>>;
    /// Where it is; `None` if the two meet.
    fn place(closest: Self::Closest) -> Option<TouchedPlace>;
    /// The closest place, and the plane there that parts the body from the triangle, if floats know
    /// it.
    fn parted(closest: Self::Closest, corners: &[[f64; 3]; 3], body: &InPlace) -> Option<Touched>;
    /// The same of another triangle, which shares that place.
    fn shared(closest: Self::Closest, shared: Shared) -> Self::Closest;
}

/// A body that a mesh can be searched for.
pub(super) trait Searched: Copy {
    type Cast: Candidate;
    /// Its path as the mesh sees it, from its centre and its velocity relative to the mesh;
    /// `extent` is the greatest coordinate of the mesh.
    fn path(&self, center: [f64; 3], velocity: [f64; 3], extent: f64) -> Path;
    /// How far it extends along each axis.
    fn extents(&self) -> [f64; 3];
    /// How it is cast at a triangle of a mesh that moves.
    fn cast<T: Scalar, M: RoundBody<T, 3>>(
        self,
        mover: &Moving<M>,
        corners: [[T; 3]; 3],
        course: Course<3>,
    ) -> Self::Cast;
}

impl<B: Seen> Searched for B {
    type Cast = SimplexCast<3, B>;

    #[cfg_attr(hot, inline(always))]
    fn path(&self, center: [f64; 3], velocity: [f64; 3], extent: f64) -> Path {
        Seen::path(self, center, [0.0; 3], velocity, extent)
    }
    #[cfg_attr(hot, inline(always))]
    fn extents(&self) -> [f64; 3] {
        Body::extents(self)
    }
    #[cfg_attr(hot, inline(always))]
    fn cast<T: Scalar, M: RoundBody<T, 3>>(
        self,
        mover: &Moving<M>,
        corners: [[T; 3]; 3],
        course: Course<3>,
    ) -> SimplexCast<3, B> {
        simplex_cast(mover, self, corners, course)
    }
}

impl<B: Body> AtTriangle for SimplexCast<3, B> {
    #[cfg_attr(hot, inline(always))]
    fn corners(&self) -> &[[f64; 3]; 3] {
        &self.vertices
    }
}

impl<B: Body> Candidate for SimplexCast<3, B> {
    type Middle = SimplexCast<3, B::Center>;

    fn middle(self) -> Self::Middle {
        self.of_center()
    }
    #[cfg_attr(hot, inline(always))]
    fn when(touch: &Touch) -> When {
        touch.when
    }
    #[cfg_attr(hot, inline(always))]
    fn place(touch: &Touch) -> TouchedPlace {
        TouchedPlace::of_ball(touch.place.feature)
    }
    #[cfg_attr(hot, inline(always))]
    fn parted(touch: &Touch, corners: &[[f64; 3]; 3], body: &InPlace) -> Option<Touched> {
        B::IS_BALL.then(|| Touched::new(touch.place.feature, corners, body.center, body.error))
    }
    #[cfg_attr(hot, inline(always))]
    fn shared(_: &Touch, shared: Shared) -> Touch {
        Touch::entering_at(shared.feature)
    }
}

impl<B: Body> Near for SimplexCast<3, B> {
    type SquaredDistance<'a>
        = Asked<'a, Self, AtRest<SquaredDistance>>
    where
        Self: 'a;
    type Closest = Feature;

    fn closest(scaled: &Scaled<Self>, effort: &mut Effort) -> Feature {
        decide_here(&ask(scaled, Closest), effort)
    }
    fn squared_distance(
        scaled: &Scaled<Self>,
        feature: Feature,
    ) -> Scaled<Self::SquaredDistance<'_>> {
        ask(scaled, AtRest { feature, question: SquaredDistance })
    }
    #[cfg_attr(hot, inline(always))]
    fn place(feature: Feature) -> Option<TouchedPlace> {
        Some(TouchedPlace::of_ball(feature))
    }
    #[cfg_attr(hot, inline(always))]
    fn parted(feature: Feature, corners: &[[f64; 3]; 3], body: &InPlace) -> Option<Touched> {
        Some(Touched::new(feature, corners, body.center, body.error))
    }
    #[cfg_attr(hot, inline(always))]
    fn shared(_: Feature, shared: Shared) -> Feature {
        shared.feature
    }
}
