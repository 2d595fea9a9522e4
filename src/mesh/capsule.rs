//! Meshes and mesh instances as obstacles of capsules.

use super::ask::MeshQuery;
use super::candidate::{AtTriangle, Candidate, MiddleAtTriangle, Searched, TouchedPlace};
use super::found::MetTriangle;
use super::in_frame::{BodyInFrame, InPlace, PathInFrame, middle_of_axis};
use super::indexed::{Mesh, MeshFeature};
use super::instance::MeshInstance;
use super::obstacle::{MeshEncounter, mesh_target};
use super::separating_plane::{SeparatingPlane, SharedFeature};
use super::stay::StayEnd;
use crate::contact::capsule::{
    AxisEnd, CapsuleCast, CapsulePiece, CapsuleTouch, ClosestPiece, ClosestPieceQuery, DistanceOf,
    capsule_cast_of,
};
use crate::contact::sealed::{CastTarget, Encounter, Meets, NearAxis, Only};
use crate::contact::{
    Answer, Ball, BallInFrame, Body, ClosestPoints, Effort, ExactAnswer, Feature, NearAxisBy,
    RelativeMotion, TimeEquation, TotalRadius, ask, in_space, time_of,
};
use crate::number::{Rounding, Scaled, Surd, compiled, decide, measure};
use crate::overlap::sealed::Shares;
use crate::overlap::shares;
use crate::shape::{Capsule, Inflated, Moving, Scalar, Translatable};

/// A capsule in the form that the search uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rod<B> {
    body: B,
    a: [f64; 3],
    /// Two vectors, whose sum is the other end of the axis.
    b: [[f64; 3]; 2],
}

impl<B> Rod<B> {
    fn of<T: Scalar>(capsule: &Moving<Capsule<T, 3>>, body: B) -> Self {
        let shape = capsule.shape();
        Self { body, a: in_space(shape.a()), b: shape.b().map(in_space) }
    }
}

impl<B: BodyInFrame> Searched for Rod<B> {
    type Cast = CapsuleCast<3, B>;

    fn path(&self, _: [f64; 3], velocity: [f64; 3], extent: f64) -> PathInFrame {
        let (middle, half_axis, slack) = middle_of_axis(&self.a, &self.b);
        let path = self.body.path(middle, half_axis, velocity, extent);
        PathInFrame { slack: path.slack + slack, ..path }
    }
    fn extents(&self) -> [f64; 3] {
        self.body.extents()
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn cast<T: Scalar, M: Translatable<T, 3>>(
        self,
        _: &Moving<M>,
        corners: [[T; 3]; 3],
        motion: RelativeMotion<3>,
    ) -> CapsuleCast<3, B> {
        let [b, beyond] = self.b;
        capsule_cast_of([self.a, b, beyond], self.body, motion, corners.map(in_space))
    }
}

impl<B: Body> AtTriangle for CapsuleCast<3, B> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn corners(&self) -> &[[f64; 3]; 3] {
        &self.vertices
    }
}

/// The part of a capsule and the feature of a triangle that touch. The part is an end of the axis,
/// or the axis between its ends, across the feature or along it.
fn place(piece: CapsulePiece) -> TouchedPlace {
    let (part, feature) = match piece {
        CapsulePiece::End(end, place) => (end as u8, place.feature),
        CapsulePiece::Vertex(i) => (2, Feature::Vertex(i)),
        CapsulePiece::Edge(i, _) => (2, Feature::Edge(i)),
        CapsulePiece::AlongEdge(i) => (3, Feature::Edge(i)),
        CapsulePiece::AlongFace(_) => (3, Feature::Face),
    };
    TouchedPlace { part, feature }
}

impl<B: Body> Candidate for CapsuleCast<3, B> {
    type Middle = Self;

    fn middle(self) -> Self {
        self
    }
    fn when(touch: &CapsuleTouch) -> TimeEquation {
        touch.when
    }
    fn place(touch: &CapsuleTouch) -> TouchedPlace {
        place(touch.piece)
    }
    fn parted(
        touch: &CapsuleTouch,
        corners: &[[f64; 3]; 3],
        body: &InPlace,
    ) -> Option<SeparatingPlane> {
        let by_ball = |feature, at| SeparatingPlane::by_ball_on_axis(feature, corners, body, at);
        Some(match touch.piece {
            CapsulePiece::End(AxisEnd::A, place) => by_ball(place.feature, -1.0),
            CapsulePiece::End(AxisEnd::B, place) => by_ball(place.feature, 1.0),
            CapsulePiece::Vertex(i) => {
                SeparatingPlane::by_axis_at_vertex(usize::from(i), corners, body)
            }
            CapsulePiece::Edge(i, _) => {
                SeparatingPlane::by_axis_across_edge(usize::from(i), corners, body)
            }
            CapsulePiece::AlongEdge(i) => by_ball(Feature::Edge(i), 0.0).all_along(),
            CapsulePiece::AlongFace(_) => by_ball(Feature::Face, 0.0).all_along(),
        })
    }
    fn shared(touch: &CapsuleTouch, shared: SharedFeature) -> CapsuleTouch {
        touch.at(shared.feature, shared.is_reversed)
    }
}

impl<B: Body> MiddleAtTriangle for CapsuleCast<3, B> {
    type SquaredDistance<'a>
        = crate::contact::BoundQuery<'a, Self, DistanceOf>
    where
        Self: 'a;
    /// `None` if the axis meets the triangle.
    type Closest = Option<ClosestPiece>;

    fn closest(scaled: &Scaled<Self>, effort: &mut Effort) -> Option<ClosestPiece> {
        decide(&ask(scaled, ClosestPieceQuery), effort)
    }
    fn squared_distance(
        scaled: &Scaled<Self>,
        closest: Option<ClosestPiece>,
    ) -> Scaled<Self::SquaredDistance<'_>> {
        ask(scaled, DistanceOf(closest))
    }
    fn place(closest: Option<ClosestPiece>) -> Option<TouchedPlace> {
        closest.map(|nearest| place(nearest.piece))
    }
    /// No plane is computed, because closest points are queried seldom.
    fn parted(_: Option<ClosestPiece>, _: &[[f64; 3]; 3], _: &InPlace) -> Option<SeparatingPlane> {
        None
    }
    fn shared(closest: Option<ClosestPiece>, _: SharedFeature) -> Option<ClosestPiece> {
        closest
    }
}

pub(super) fn of_capsule<'a, 'm, T: Scalar>(
    mesh: &Moving<&'m Mesh<T>>,
    capsule: &'a Moving<Capsule<T, 3>>,
) -> MeshQuery<'a, 'm, T, Capsule<T, 3>, Rod<Ball>> {
    let reach = TotalRadius::of_capsule(&capsule.towards_inflated(mesh.inflation()));
    MeshQuery::new(mesh, capsule, Rod::of(capsule, Ball { reach }))
}

pub(super) fn of_placed<'a, 'm, T: Scalar>(
    placed: &Moving<MeshInstance<'m, T>>,
    capsule: &'a Moving<Capsule<T, 3>>,
) -> MeshQuery<'a, 'm, T, Capsule<T, 3>, Rod<BallInFrame>> {
    let reach = TotalRadius::of_capsule(&capsule.towards_inflated(placed.inflation()));
    let body = placed.shape().ball_in_frame(reach);
    MeshQuery::new(&placed.with(placed.shape().mesh()), capsule, Rod::of(capsule, body))
}

mesh_target!(Capsule<T, 3>, &'b Mesh<T>, of_capsule);
mesh_target!(Capsule<T, 3>, MeshInstance<'b, T>, of_placed);

shares! {
    Capsule<T, 3>, Mesh<T>;
    Capsule<T, 3>, Inflated<&Mesh<T>>;
    Capsule<T, 3>, Inflated<MeshInstance<'_, T>>;
    Capsule<T, 3>, MeshInstance<'_, T>;
}

/// The point of a mesh that is closest to the axis of a capsule; it is on the closest triangle.
fn closest_points<T: Scalar, B: BodyInFrame>(
    question: &MeshQuery<'_, '_, T, Capsule<T, 3>, Rod<B>>,
) -> Option<ClosestPoints<T, 3, MeshFeature>> {
    let triangle = question.closest(&mut Effort::default())?.triangle;
    let closest = NearAxisBy::closest_points(question.cast(triangle));
    Some(closest.map_feature(|feature| MeshFeature { triangle, feature }))
}

/// The distance of the axis from the mesh, by exact arithmetic alone.
fn exact_distance<T: Scalar, B: BodyInFrame>(
    question: &MeshQuery<'_, '_, T, Capsule<T, 3>, Rod<B>>,
) -> Option<Surd> {
    let triangle = question.closest(&mut Effort::default())?.triangle;
    Some(NearAxisBy::<3>::exact_distance(question.cast(triangle)))
}

impl<T: Scalar> NearAxis<T, 3> for &Mesh<T> {
    fn closest_to_axis(
        &self,
        capsule: &Capsule<T, 3>,
        inflation: T,
    ) -> Option<ClosestPoints<T, 3, MeshFeature>> {
        let (mesh, capsule) = (Moving::still(*self), Moving::still(*capsule));
        closest_points(&of_capsule(&mesh.towards_inflated(inflation), &capsule))
    }
    fn exact_distance_to(&self, capsule: &Capsule<T, 3>, inflation: T) -> Option<Surd> {
        let (mesh, capsule) = (Moving::still(*self), Moving::still(*capsule));
        exact_distance(&of_capsule(&mesh.towards_inflated(inflation), &capsule))
    }
}

impl<T: Scalar> NearAxis<T, 3> for Mesh<T> {
    fn closest_to_axis(
        &self,
        capsule: &Capsule<T, 3>,
        inflation: T,
    ) -> Option<ClosestPoints<T, 3, MeshFeature>> {
        (&self).closest_to_axis(capsule, inflation)
    }
    fn exact_distance_to(&self, capsule: &Capsule<T, 3>, inflation: T) -> Option<Surd> {
        (&self).exact_distance_to(capsule, inflation)
    }
}

impl<T: Scalar> NearAxis<T, 3> for MeshInstance<'_, T> {
    fn closest_to_axis(
        &self,
        capsule: &Capsule<T, 3>,
        inflation: T,
    ) -> Option<ClosestPoints<T, 3, MeshFeature>> {
        let (placed, capsule) = (Moving::still(*self), Moving::still(*capsule));
        closest_points(&of_placed(&placed.towards_inflated(inflation), &capsule))
    }
    fn exact_distance_to(&self, capsule: &Capsule<T, 3>, inflation: T) -> Option<Surd> {
        let (placed, capsule) = (Moving::still(*self), Moving::still(*capsule));
        exact_distance(&of_placed(&placed.towards_inflated(inflation), &capsule))
    }
}
