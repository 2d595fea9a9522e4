//! The queries of a mover of any kind.

use super::{AnyFeature, AnyObstacle, Asked, Moved, Mover};
use crate::contact::{Answer, ClosestPoints, ExactAnswer, Penetration, Touched};
use crate::moves::{Advance, Recover, Slide, SlideOptions};
use crate::number::Surd;
use crate::overlap::{Containment, Section};
use crate::shape::Scalar;
use alloc::vec::Vec;

/// Defines methods that query an obstacle with a mover of any kind.
macro_rules! asks {
    ($($(#[$doc:meta])* $question:ident($argument:ident $(, $with:ident: $type:ty)*) -> $answer:ty;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// A pair that does not have this query.
            pub fn $question(&self, obstacle: &dyn AnyObstacle<T, N> $(, $with: $type)*) -> Asked<$answer> {
                match self {
                    Self::Sphere(sphere) => obstacle.$question(asks!(@$argument sphere) $(, $with)*),
                    Self::Ellipsoid(ellipsoid) => obstacle.$question(asks!(@$argument ellipsoid) $(, $with)*),
                    Self::Capsule(capsule) => obstacle.$question(asks!(@$argument capsule) $(, $with)*),
                    Self::Convex(body) => obstacle.$question(asks!(@$argument body) $(, $with)*),
                }
            }
        )*
    };
    (@moving $mover:ident) => { $mover };
    (@at_rest $mover:ident) => { $mover.shape() };
}

impl<T: Scalar, const N: usize> Mover<T, N> {
    asks! {
        /// Returns the first contact.
        first_contact(moving) -> Answer<T, N, AnyFeature<N>>;
        /// Returns the first contact in exact numbers.
        first_contact_exact(moving) -> ExactAnswer<N, AnyFeature<N>>;
        /// Returns the blocking hit.
        first_entry(moving) -> Answer<T, N, AnyFeature<N>>;
        /// Returns the blocking hit in exact numbers.
        first_entry_exact(moving) -> ExactAnswer<N, AnyFeature<N>>;
        /// Returns the time of the first contact.
        contact_time(moving) -> Option<T>;
        /// Returns the time of the first contact, rounded down.
        time_down(moving) -> Option<T>;
        /// Returns the time of the last contact.
        last_time(moving) -> Option<T>;
        /// Returns the time of the last contact as an exact number.
        last_time_exact(moving) -> Option<Surd>;
        /// Returns whether there is a contact until the end of the motion.
        has_contact(moving) -> bool;
        /// Returns all contacts, in order of time.
        contacts(moving) -> Vec<Answer<T, N, AnyFeature<N>>>;
        /// Returns all corners of the first contact of two convex shapes, and the features of both.
        touched(moving) -> Option<Touched<T, N, AnyFeature<N>, AnyFeature<N>>>;
        /// Returns the whole contact with each triangle of a mesh that is touched at the time of
        /// the first contact, in order of the triangles.
        touched_triangles(moving) -> Vec<Touched<T, N, AnyFeature<N>, AnyFeature<N>>>;
        /// Moves the body from its position at time zero until an obstacle blocks it.
        advance(at_rest, displacement: [T; N]) -> Moved<Advance<T, N, AnyFeature<N>>>;
        /// Moves the body, and then slides it along the blocking surfaces.
        slide(at_rest, displacement: [T; N], options: SlideOptions) -> Moved<Slide<T, N, AnyFeature<N>>>;
        /// Returns a penetration-free position near the position at time zero, as
        /// [`Sphere::recover`](crate::Sphere::recover) does.
        recover(at_rest) -> Moved<Recover<T, N>>;
        /// Returns whether mover and obstacle share a point at time zero. If `is_hollow` is true,
        /// only the surface of the mover counts.
        intersects(at_rest, is_hollow: bool) -> bool;
        /// Returns the shortest translation that ends an overlap at time zero.
        penetration(at_rest) -> Option<Penetration<T, N>>;
        /// Returns the closest points of an obstacle and of the mover's axis, at time zero.
        closest_points(at_rest) -> Option<ClosestPoints<T, N, AnyFeature<N>>>;
        /// Returns whether the whole mover is inside a region at time zero, outside it, or neither.
        containment(at_rest) -> Containment;
        /// Returns the containment as the planes alone decide it.
        containment_by_planes(at_rest) -> Containment;
        /// Returns the circle in which the surface of the mover meets a plane at time zero.
        section(at_rest) -> Option<Section<T, N>>;
        /// Returns the triangles that share a point with the mover at time zero.
        intersecting(at_rest) -> Vec<usize>;
    }
}
