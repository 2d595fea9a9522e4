//! What is asked most, compiled in the library. With little optimisation crates share what they
//! compile of generic code, so the tests need not compile it anew.

use super::Obstacle;
use crate::mesh::{Mesh, SharedInstance, Solid};
use crate::scene::Scene;
use crate::shape::{
    AlignedBox, Frustum, Hollow, Moving, OrientedBox, Parallelepiped, Plane, Point, Polytope,
    Segment, Triangle,
};
use alloc::sync::Arc;
use core::ptr::null;

/// Names a table of methods for each kind of obstacle of one float, and so has all that is in it
/// compiled; answers how many there are.
macro_rules! of {
    ($compiled:ident, $T:ty) => {
        #[doc(hidden)]
        #[must_use]
        pub fn $compiled() -> usize {
            let in_space: [*const dyn Obstacle<$T, 3>; 14] = [
                null::<Moving<Point<$T, 3>>>(),
                null::<Moving<Segment<$T, 3>>>(),
                null::<Moving<Triangle<$T>>>(),
                null::<Moving<AlignedBox<$T, 3>>>(),
                null::<Hollow<AlignedBox<$T, 3>>>(),
                null::<Moving<OrientedBox<$T, 3>>>(),
                null::<Moving<Arc<Polytope<$T, 3>>>>(),
                null::<Moving<Arc<Frustum<$T>>>>(),
                null::<Moving<Parallelepiped<$T>>>(),
                null::<Plane<$T, 3>>(),
                null::<Moving<Arc<Mesh<$T>>>>(),
                null::<Moving<SharedInstance<$T>>>(),
                null::<Solid<$T>>(),
                null::<Arc<Scene<$T>>>(),
            ];
            let in_plane: [*const dyn Obstacle<$T, 2>; 7] = [
                null::<Moving<Point<$T, 2>>>(),
                null::<Moving<Segment<$T, 2>>>(),
                null::<Moving<AlignedBox<$T, 2>>>(),
                null::<Hollow<AlignedBox<$T, 2>>>(),
                null::<Moving<OrientedBox<$T, 2>>>(),
                null::<Moving<Arc<Polytope<$T, 2>>>>(),
                null::<Plane<$T, 2>>(),
            ];
            in_space.len() + in_plane.len()
        }
    };
}

of!(of_doubles, f64);
of!(of_floats, f32);
