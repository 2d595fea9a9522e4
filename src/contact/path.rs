//! What is met on a way from point to point.

use super::{Answer, Obstacle};
use crate::shape::{Capsule, Ellipsoid, Path, Scalar, Sphere};

macro_rules! asked {
    ($($mover:ident, $name:literal, {$($obstacle:tt)*};)*) => {$(
        impl<T: Scalar, const N: usize> Path<$mover<T, N>> {
            #[doc = concat!("The first contact of this ", $name, " with an obstacle, and on which leg, counted from 0; `None` if there is no contact.")]
            ///
            /// The time is that of the leg. An overlap is one at the start of the path. What is
            /// touched at a point between two legs is touched at the end of the first of these. An
            /// obstacle should stand still: one that moves starts anew with each leg.
            pub fn first_contact<O: $($obstacle)*>(
                &self,
                obstacle: &O,
            ) -> Option<(usize, Answer<T, N, O::Feature>)> {
                self.legs().enumerate().find_map(|(i, leg)| match leg.first_contact(obstacle) {
                    Answer::None => None,
                    answer => Some((i, answer)),
                })
            }

            /// What blocks it, as for [`Moving::first_entry`](crate::Moving::first_entry), and on
            /// which leg.
            ///
            /// What is come to just at the end of a leg blocks the next one, at its start, if that
            /// goes on into it; and if it leads away, nothing does.
            pub fn first_entry<O: $($obstacle)*>(
                &self,
                obstacle: &O,
            ) -> Option<(usize, Answer<T, N, O::Feature>)> {
                let mut legs = self.legs().enumerate();
                let last = legs.len() - 1;
                legs.find_map(|(i, leg)| {
                    let leg = if i < last { leg.without_its_end() } else { leg };
                    match leg.first_entry(obstacle) {
                        Answer::None => None,
                        answer => Some((i, answer)),
                    }
                })
            }
        }
    )*};
}

asked! {
    Sphere, "sphere", { Obstacle<T, N> };
    Ellipsoid, "ellipsoid", { Obstacle<T, N, Ellipsoid<T, N>> };
    Capsule, "capsule", { Obstacle<T, N, Capsule<T, N>> };
}
