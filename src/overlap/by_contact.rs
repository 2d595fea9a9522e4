//! Overlap tests by contact queries: two shapes share a point if the body, at rest, touches the
//! target.

use super::sealed::Shares;
use crate::contact::sealed::Meets;
use crate::number::Effort;
use crate::shape::{
    AlignedBox, Capsule, Ellipsoid, Hull, Inflated, Moving, OrientedBox, Parallelepiped, Point,
    Polytope, Scalar, Segment, Sphere, Triangle,
};

/// Makes `$target` a target of the overlap test of `$body`.
macro_rules! shares {
    ($($body:ty, $target:ty $(, $generics:tt $name:tt: $of:ty)?;)*) => {
        $(impl<T: Scalar $(, $generics $name: $of)?> Shares<$body> for $target {
            type Answer = bool;

            fn shares_a_point(&self, body: &$body, effort: &mut Effort) -> bool {
                self.touches(&Moving::still(*body), effort)
            }
        })*
    };
}
pub(crate) use shares;

shares! {
    Sphere<T, 2>, Point<T, 2>;
    Sphere<T, 3>, Point<T, 3>;
    Sphere<T, 2>, Segment<T, 2>;
    Sphere<T, 3>, Segment<T, 3>;
    Sphere<T, 3>, Triangle<T>;
    Sphere<T, 2>, OrientedBox<T, 2>;
    Sphere<T, 3>, OrientedBox<T, 3>;
    Sphere<T, N>, Hull<T, N>, const N: usize;
    Ellipsoid<T, 2>, Point<T, 2>;
    Ellipsoid<T, 3>, Point<T, 3>;
    Ellipsoid<T, 2>, Segment<T, 2>;
    Ellipsoid<T, 3>, Segment<T, 3>;
    Ellipsoid<T, 3>, Triangle<T>;
}

shares! {
    Capsule<T, 2>, Point<T, 2>;
    Capsule<T, 3>, Point<T, 3>;
    Capsule<T, 2>, Segment<T, 2>;
    Capsule<T, 3>, Segment<T, 3>;
    Capsule<T, 3>, Triangle<T>;
    Capsule<T, 2>, AlignedBox<T, 2>;
    Capsule<T, 3>, AlignedBox<T, 3>;
    Capsule<T, 2>, OrientedBox<T, 2>;
    Capsule<T, 3>, OrientedBox<T, 3>;
    Capsule<T, 3>, Parallelepiped<T>;
    Capsule<T, N>, Hull<T, N>, const N: usize;
    Capsule<T, 2>, Inflated<Point<T, 2>>;
    Capsule<T, 3>, Inflated<Point<T, 3>>;
    Capsule<T, 2>, Inflated<Segment<T, 2>>;
    Capsule<T, 3>, Inflated<Segment<T, 3>>;
    Capsule<T, 3>, Inflated<Triangle<T>>;
    Capsule<T, 2>, Inflated<AlignedBox<T, 2>>;
    Capsule<T, 3>, Inflated<AlignedBox<T, 3>>;
    Capsule<T, 2>, Inflated<OrientedBox<T, 2>>;
    Capsule<T, 3>, Inflated<OrientedBox<T, 3>>;
    Capsule<T, 3>, Inflated<Parallelepiped<T>>;
    Capsule<T, N>, Inflated<Hull<T, N>>, const N: usize;
}

shares! {
    Sphere<T, 2>, Inflated<Point<T, 2>>;
    Sphere<T, 3>, Inflated<Point<T, 3>>;
    Sphere<T, 2>, Inflated<Segment<T, 2>>;
    Sphere<T, 3>, Inflated<Segment<T, 3>>;
    Sphere<T, 3>, Inflated<Triangle<T>>;
    Sphere<T, 2>, Inflated<OrientedBox<T, 2>>;
    Sphere<T, 3>, Inflated<OrientedBox<T, 3>>;
    Sphere<T, 3>, Inflated<Parallelepiped<T>>;
    Sphere<T, N>, Inflated<AlignedBox<T, N>>, const N: usize;
    Sphere<T, N>, Inflated<Hull<T, N>>, const N: usize;
    Sphere<T, N>, Inflated<&Polytope<T, N>>, const N: usize;
}
