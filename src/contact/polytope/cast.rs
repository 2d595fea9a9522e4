//! The inputs of a cast of a sphere at a convex body that is bounded by planes.

use super::body::PlanarBody;
use crate::contact::answer::Approach;
use crate::contact::body::TotalRadius;
use crate::contact::cast::{CastOutcome, TimeDomain, TimeEquation};
use crate::contact::obstacle::Featured;
use crate::contact::relative_motion::RelativeMotion;
use crate::number::{Inputs, Quantity, Rescale};
use crate::shape::vector::in_space;
use crate::shape::{BoundaryPart, Frustum, Moving, Parallelepiped, Polytope, Scalar, Sphere};
use Quantity::Length;
use alloc::vec::Vec;

/// A feature of a polytope: all planes that contain the contact point, in ascending order.
///
/// In space, a feature of one plane is a face; in general, a feature of two planes is an edge, and
/// one of three planes a vertex. Redundant planes are listed, too. An empty list is the interior.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaneFeature {
    /// The indices of the planes.
    pub planes: Vec<u32>,
}

impl<T: Scalar, const N: usize> Featured for Polytope<T, N> {
    type Feature = PlaneFeature;
}
impl<T: Scalar> Featured for Frustum<T> {
    type Feature = PlaneFeature;
}
impl<T: Scalar> Featured for Parallelepiped<T> {
    type Feature = PlaneFeature;
}

/// A moving sphere that is cast at a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PolytopeCast<B> {
    pub(crate) center: [f64; 3],
    pub(crate) reach: TotalRadius,
    pub(crate) body: B,
    pub(crate) motion: RelativeMotion<3>,
    pub(crate) domain: TimeDomain,
}

/// The outcome of the decision about a sphere and a body; an overlap has the body's part closest to
/// the centre.
pub(crate) type PolytopeOutcome = CastOutcome<ClosestPart, PolytopeTouch>;

/// The part whose equations give the closest point, and the part of lowest dimension that contains
/// the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClosestPart {
    pub(crate) part: BoundaryPart,
    pub(crate) held: BoundaryPart,
}

/// A touch: its time as a kind of root, its place, and its approach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PolytopeTouch {
    pub(crate) when: TimeEquation,
    pub(crate) at: ClosestPart,
    pub(crate) approach: Approach,
    pub(crate) has_normal: bool,
}

impl PolytopeTouch {
    /// Constructs a touch at the closest point at time zero, so that its numbers can be measured.
    pub(super) fn closest(at: ClosestPart) -> Self {
        Self { when: TimeEquation::Start, at, approach: Approach::Sliding, has_normal: false }
    }
}

/// Constructs the cast of a moving ball at a body.
pub(super) fn polytope_cast<T: Scalar, const N: usize, B>(
    ball: &Moving<Sphere<T, N>>,
    body: B,
    motion: RelativeMotion<3>,
) -> PolytopeCast<B> {
    PolytopeCast { motion, ..PolytopeCast::at_rest(ball, body) }
}

impl<B> PolytopeCast<B> {
    /// Constructs the cast of a sphere at rest.
    pub(crate) fn still(center: [f64; 3], reach: TotalRadius, body: B) -> Self {
        Self { center, reach, body, motion: RelativeMotion::STILL, domain: TimeDomain::FromStart }
    }

    /// Constructs the cast of a sphere as it is at time zero.
    pub(crate) fn at_rest<T: Scalar, const N: usize>(ball: &Moving<Sphere<T, N>>, body: B) -> Self {
        Self::still(in_space(ball.shape().center()), TotalRadius::of(ball), body)
    }
}

impl<B: PlanarBody> Inputs for PolytopeCast<B> {
    const SELDOM: bool = true;
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.reach.visit(see);
        see(Length, self.center);
        self.motion.visit(see);
        self.body.visit(see);
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn suits_floats(&self) -> bool {
        self.motion.suits_floats()
    }
}

impl<B: PlanarBody> Rescale for PolytopeCast<B> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            reach: self.reach.map(change),
            body: self.body.map(change),
            motion: self.motion.map(change),
            domain: self.domain,
        }
    }
}
