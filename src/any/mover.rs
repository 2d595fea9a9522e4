//! What moves, of any kind.

use super::{Asked, Feature, Moved, MoverKind, Obstacle};
use crate::contact::{Answer, ClosestPoints, ExactAnswer, Penetration};
use crate::moves::{Advance, Recover, Slide, SlideOptions};
use crate::number::Surd;
use crate::overlap::{Containment, Section};
use crate::shape::{Capsule, Ellipsoid, Moving, Scalar, Sphere};
use alloc::vec::Vec;

/// Anything that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mover<T: Scalar, const N: usize> {
    /// A sphere on its way.
    Sphere(Moving<Sphere<T, N>>),
    /// An ellipsoid on its way.
    Ellipsoid(Moving<Ellipsoid<T, N>>),
    /// A capsule on its way.
    Capsule(Moving<Capsule<T, N>>),
}

impl<T: Scalar, const N: usize> From<Moving<Sphere<T, N>>> for Mover<T, N> {
    fn from(sphere: Moving<Sphere<T, N>>) -> Self {
        Self::Sphere(sphere)
    }
}

impl<T: Scalar, const N: usize> From<Moving<Ellipsoid<T, N>>> for Mover<T, N> {
    fn from(ellipsoid: Moving<Ellipsoid<T, N>>) -> Self {
        Self::Ellipsoid(ellipsoid)
    }
}

impl<T: Scalar, const N: usize> From<Moving<Capsule<T, N>>> for Mover<T, N> {
    fn from(capsule: Moving<Capsule<T, N>>) -> Self {
        Self::Capsule(capsule)
    }
}

impl<T: Scalar, const N: usize> Mover<T, N> {
    /// Its place at time zero: the centre, or the end `a` of the axis of a capsule.
    pub fn place(&self) -> [T; N] {
        match self {
            Self::Sphere(sphere) => sphere.shape().center(),
            Self::Ellipsoid(ellipsoid) => ellipsoid.shape().center(),
            Self::Capsule(capsule) => capsule.shape().a(),
        }
    }
}

/// Asks an obstacle as whatever it is that moves.
macro_rules! asks {
    ($($(#[$doc:meta])* $question:ident($argument:ident $(, $with:ident: $type:ty)*) -> $answer:ty;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// A pair for which there is no such question.
            pub fn $question(&self, obstacle: &dyn Obstacle<T, N> $(, $with: $type)*) -> Asked<$answer> {
                match self {
                    Self::Sphere(sphere) => obstacle.$question(asks!(@$argument sphere) $(, $with)*),
                    Self::Ellipsoid(ellipsoid) => obstacle.$question(asks!(@$argument ellipsoid) $(, $with)*),
                    Self::Capsule(capsule) => obstacle.$question(asks!(@$argument capsule) $(, $with)*),
                }
            }
        )*
    };
    (@moving $mover:ident) => { $mover };
    (@at_rest $mover:ident) => { $mover.shape() };
}

impl<T: Scalar, const N: usize> Mover<T, N> {
    asks! {
        /// The first contact.
        first_contact(moving) -> Answer<T, N, Feature<N>>;
        /// The first contact in exact numbers.
        first_contact_exact(moving) -> ExactAnswer<N, Feature<N>>;
        /// The contact that blocks the motion.
        first_entry(moving) -> Answer<T, N, Feature<N>>;
        /// The same in exact numbers.
        first_entry_exact(moving) -> ExactAnswer<N, Feature<N>>;
        /// The time of the first contact.
        contact_time(moving) -> Option<T>;
        /// The same, rounded down.
        time_down(moving) -> Option<T>;
        /// The end of the contact.
        last_time(moving) -> Option<T>;
        /// The same as an exact number.
        last_time_exact(moving) -> Option<Surd>;
        /// Whether they touch until the end of the motion.
        has_contact(moving) -> bool;
        /// All contacts, in order of time.
        contacts(moving) -> Vec<Answer<T, N, Feature<N>>>;
        /// How far it gets from where it is at time zero, before something blocks it.
        advance(at_rest, displacement: [T; N]) -> Moved<Advance<T, N, Feature<N>>>;
        /// The same, and on along what blocks it.
        slide(at_rest, displacement: [T; N], options: SlideOptions) -> Moved<Slide<T, N, Feature<N>>>;
        /// A free place near where it is at time zero: [`Sphere::recover`](crate::Sphere::recover).
        recover(at_rest) -> Moved<Recover<T, N>>;
        /// Whether the two share a point at time zero; of the mover maybe only its surface.
        intersects(at_rest, is_hollow: bool) -> bool;
        /// The least translation that ends an overlap at time zero.
        penetration(at_rest) -> Option<Penetration<T, N>>;
        /// The closest points of an obstacle and of the mover's axis, at time zero.
        closest_points(at_rest) -> Option<ClosestPoints<T, N, Feature<N>>>;
        /// Whether all of the mover is inside at time zero, or outside.
        containment(at_rest) -> Containment;
        /// What the planes alone tell of that.
        containment_by_planes(at_rest) -> Containment;
        /// The circle in which its surface meets a plane at time zero.
        section(at_rest) -> Option<Section<T, N>>;
        /// The triangles that share a point with it at time zero.
        intersecting(at_rest) -> Vec<usize>;
    }

    /// What it is.
    pub fn kind(&self) -> MoverKind {
        match self {
            Self::Sphere(_) => MoverKind::Sphere,
            Self::Ellipsoid(_) => MoverKind::Ellipsoid,
            Self::Capsule(_) => MoverKind::Capsule,
        }
    }
}
