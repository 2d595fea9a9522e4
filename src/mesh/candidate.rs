//! What a mesh must know of how a body is cast at one of its triangles, whatever the body is.

use super::in_frame::{Path, Seen};
use crate::contact::{
    Answered, Approach, Asked, AtRest, Body, Cast, Closest, Effort, Feature, Meeting as MeetingOf,
    Round, SimplexCast, SquaredDistance, Touch, When, ask, simplex_cast,
};
use crate::number::{Inputs, Measure, Scaled, decide};
use crate::shape::{Moving, Scalar};

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
    /// Whether the plane across the way from the touched place to the centre parts the body from the triangle.
    const PARTS_BY_PLANE: bool;
    /// What is asked for the closest triangle: the body's middle, in its place.
    type Middle: Near;
    fn middle(self) -> Self::Middle;
    fn when(touch: &Self::Touch) -> When;
    fn approach(touch: &Self::Touch) -> Approach;
    /// What of the triangle holds the touched place.
    fn feature(touch: &Self::Touch) -> Feature;
    /// A body that enters another triangle at a place that this one shares, by this feature.
    fn entering(feature: Feature) -> Self::Touch;
}

/// A point in its place beside a triangle.
pub(super) trait Near: Inputs + AtTriangle + Copy {
    type SquaredDistance: Measure<1>;
    /// What of the triangle is closest.
    fn closest(scaled: &Scaled<Self>, effort: &mut Effort) -> Feature;
    /// And how far that is, squared.
    fn squared_distance(scaled: &Scaled<Self>, feature: Feature) -> Scaled<Self::SquaredDistance>;
}

/// A body that a mesh can be searched for.
pub(super) trait Searched: Copy {
    type Cast: Candidate;
    /// Its path as the mesh sees it, from its centre and its velocity relative to the mesh; `extent` is the greatest coordinate of the mesh.
    fn path(&self, center: [f64; 3], velocity: [f64; 3], extent: f64) -> Path;
    /// How far it extends along each axis.
    fn extents(&self) -> [f64; 3];
    /// How it is cast at a triangle of a mesh that moves.
    fn cast<T: Scalar, M: Round<T, 3>>(
        self,
        mover: &Moving<M>,
        corners: [[T; 3]; 3],
        velocity: [T; 3],
    ) -> Self::Cast;
}

impl<B: Seen> Searched for B {
    type Cast = SimplexCast<3, B>;

    #[inline(always)]
    fn path(&self, center: [f64; 3], velocity: [f64; 3], extent: f64) -> Path {
        Seen::path(self, center, velocity, extent)
    }
    #[inline(always)]
    fn extents(&self) -> [f64; 3] {
        Body::extents(self)
    }
    #[inline(always)]
    fn cast<T: Scalar, M: Round<T, 3>>(
        self,
        mover: &Moving<M>,
        corners: [[T; 3]; 3],
        velocity: [T; 3],
    ) -> SimplexCast<3, B> {
        simplex_cast(mover, self, corners, velocity)
    }
}

impl<B: Body> AtTriangle for SimplexCast<3, B> {
    #[inline(always)]
    fn corners(&self) -> &[[f64; 3]; 3] {
        &self.vertices
    }
}

impl<B: Body> Candidate for SimplexCast<3, B> {
    const PARTS_BY_PLANE: bool = B::IS_BALL;
    type Middle = SimplexCast<3, B::Center>;

    fn middle(self) -> Self::Middle {
        self.of_center()
    }
    #[inline(always)]
    fn when(touch: &Touch) -> When {
        touch.when
    }
    #[inline(always)]
    fn approach(touch: &Touch) -> Approach {
        touch.approach
    }
    #[inline(always)]
    fn feature(touch: &Touch) -> Feature {
        touch.place.feature
    }
    #[inline(always)]
    fn entering(feature: Feature) -> Touch {
        Touch::entering_at(feature)
    }
}

impl<B: Body> Near for SimplexCast<3, B> {
    type SquaredDistance = Asked<Self, AtRest<SquaredDistance>>;

    fn closest(scaled: &Scaled<Self>, effort: &mut Effort) -> Feature {
        decide(&ask(scaled, Closest), effort)
    }
    fn squared_distance(scaled: &Scaled<Self>, feature: Feature) -> Scaled<Self::SquaredDistance> {
        ask(scaled, AtRest { feature, question: SquaredDistance })
    }
}
