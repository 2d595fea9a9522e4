//! The functions that queries of a mesh require of a cast at a triangle, for every kind of body.

use super::in_frame::{BodyInFrame, InPlace, PathInFrame};
use super::separating_plane::{SeparatingPlane, SharedFeature};
use crate::contact::{
    Answered, Body, BoundQuery, Cast, CastOutcome, ClosestFeatureQuery, Effort, Feature,
    FeatureQuery, RelativeMotion, SimplexCast, SimplexTouch, SquaredDistance, TimeEquation, ask,
    simplex_cast,
};
use crate::number::{Measure, Rescale, Scaled, decide_here};
use crate::shape::{Moving, Scalar, Translatable};

/// The decision about a candidate triangle.
pub(super) type CandidateOutcome<C> = CastOutcome<(), <C as Cast>::Touch>;

/// A cast at a triangle, with the corners of the triangle.
pub(super) trait AtTriangle {
    fn corners(&self) -> &[[f64; 3]; 3];
}

/// A cast of a body at a triangle. For an overlap, a mesh needs no details.
pub(super) trait Candidate:
    Answered<3, Feature = Feature> + Cast<Overlap = ()> + AtTriangle + Copy
{
    /// The middle of the body (its centre or axis) at rest, which the query for the closest
    /// triangle uses.
    type Middle: MiddleAtTriangle;
    fn middle(self) -> Self::Middle;
    fn when(touch: &Self::Touch) -> TimeEquation;
    fn place(touch: &Self::Touch) -> TouchedPlace;
    /// The touched place with its separating plane, if floats can compute it.
    fn parted(
        touch: &Self::Touch,
        corners: &[[f64; 3]; 3],
        body: &InPlace,
    ) -> Option<SeparatingPlane>;
    /// The same touch at another triangle that shares the touched place.
    fn shared(touch: &Self::Touch, shared: SharedFeature) -> Self::Touch;
}

/// The feature of the triangle that contains the touched place, and the part of the body that
/// touches it. A ball has only one part.
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

/// The middle of a body (its centre or axis) at rest, and a triangle.
pub(super) trait MiddleAtTriangle: Rescale + AtTriangle + Copy {
    type SquaredDistance<'a>: Measure<1>
    where
        Self: 'a;
    /// The feature of the triangle, and the part of the middle, that are closest to each other.
    type Closest: Copy;
    fn closest(scaled: &Scaled<Self>, effort: &mut Effort) -> Self::Closest;
    /// The squared distance of the middle and the triangle.
    fn squared_distance(
        scaled: &Scaled<Self>,
        closest: Self::Closest,
    ) -> Scaled<Self::SquaredDistance<'_>>;
    /// The closest place on the triangle; `None` if the middle meets the triangle.
    fn place(closest: Self::Closest) -> Option<TouchedPlace>;
    /// The closest place with its separating plane, if floats can compute it.
    fn parted(
        closest: Self::Closest,
        corners: &[[f64; 3]; 3],
        body: &InPlace,
    ) -> Option<SeparatingPlane>;
    /// The same closest place on another triangle that shares this place.
    fn shared(closest: Self::Closest, shared: SharedFeature) -> Self::Closest;
}

/// A body for which a mesh can be searched.
pub(super) trait Searched: Copy {
    type Cast: Candidate;
    /// The path of the body in the frame of the mesh, from its centre and its velocity relative to
    /// the mesh; `extent` is the greatest coordinate of the mesh.
    fn path(&self, center: [f64; 3], velocity: [f64; 3], extent: f64) -> PathInFrame;
    /// How far the body extends along each axis.
    fn extents(&self) -> [f64; 3];
    /// The cast of the body at a triangle of a moving mesh.
    fn cast<T: Scalar, M: Translatable<T, 3>>(
        self,
        mover: &Moving<M>,
        corners: [[T; 3]; 3],
        motion: RelativeMotion<3>,
    ) -> Self::Cast;
}

impl<B: BodyInFrame> Searched for B {
    type Cast = SimplexCast<3, B>;

    #[cfg_attr(hot, inline(always))]
    fn path(&self, center: [f64; 3], velocity: [f64; 3], extent: f64) -> PathInFrame {
        BodyInFrame::path(self, center, [0.0; 3], velocity, extent)
    }
    #[cfg_attr(hot, inline(always))]
    fn extents(&self) -> [f64; 3] {
        Body::extents(self)
    }
    #[cfg_attr(hot, inline(always))]
    fn cast<T: Scalar, M: Translatable<T, 3>>(
        self,
        mover: &Moving<M>,
        corners: [[T; 3]; 3],
        motion: RelativeMotion<3>,
    ) -> SimplexCast<3, B> {
        simplex_cast(mover, self, corners, motion)
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
    fn when(touch: &SimplexTouch) -> TimeEquation {
        touch.when
    }
    #[cfg_attr(hot, inline(always))]
    fn place(touch: &SimplexTouch) -> TouchedPlace {
        TouchedPlace::of_ball(touch.place.feature)
    }
    #[cfg_attr(hot, inline(always))]
    fn parted(
        touch: &SimplexTouch,
        corners: &[[f64; 3]; 3],
        body: &InPlace,
    ) -> Option<SeparatingPlane> {
        B::IS_BALL
            .then(|| SeparatingPlane::new(touch.place.feature, corners, body.center, body.error))
    }
    #[cfg_attr(hot, inline(always))]
    fn shared(_: &SimplexTouch, shared: SharedFeature) -> SimplexTouch {
        SimplexTouch::entering_at(shared.feature)
    }
}

impl<B: Body> MiddleAtTriangle for SimplexCast<3, B> {
    type SquaredDistance<'a>
        = BoundQuery<'a, Self, FeatureQuery<SquaredDistance>>
    where
        Self: 'a;
    type Closest = Feature;

    fn closest(scaled: &Scaled<Self>, effort: &mut Effort) -> Feature {
        decide_here(&ask(scaled, ClosestFeatureQuery), effort)
    }
    fn squared_distance(
        scaled: &Scaled<Self>,
        feature: Feature,
    ) -> Scaled<Self::SquaredDistance<'_>> {
        ask(scaled, FeatureQuery { feature, question: SquaredDistance })
    }
    #[cfg_attr(hot, inline(always))]
    fn place(feature: Feature) -> Option<TouchedPlace> {
        Some(TouchedPlace::of_ball(feature))
    }
    #[cfg_attr(hot, inline(always))]
    fn parted(
        feature: Feature,
        corners: &[[f64; 3]; 3],
        body: &InPlace,
    ) -> Option<SeparatingPlane> {
        Some(SeparatingPlane::new(feature, corners, body.center, body.error))
    }
    #[cfg_attr(hot, inline(always))]
    fn shared(_: Feature, shared: SharedFeature) -> Feature {
        shared.feature
    }
}
