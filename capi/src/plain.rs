//! The types as which memory of the caller may be read, since any bytes are a value of such a type.

use crate::answer::{
    Answer, AnswerColumns, ClosestPoint, ClosestPoints, Feature, Move, Penetration, Ride, Step,
    TouchedTriangle, WalkerState,
};
use crate::pointer::Plain;
use crate::shape::{
    AlignedBox, Capsule, CapsuleWithAxis, Column, Ellipsoid, Instance, Mover, MoverShape, Movers,
    Obstacle, ObstacleShape, OrientedBox, Parallelepiped, PlacedHull, Plane, Point, Segment,
    Sphere, Triangle, WalkerOptions,
};

/// Implements [`Plain`] for these types.
macro_rules! plain {
    ($($plain:ty),* ; $($of:ident),* $(,)?) => {
        // SAFETY: these types are numbers, or structs of numbers.
        $(unsafe impl Plain for $plain {})*
        // SAFETY: these are structs and unions of numbers, of pointers, and of arrays of both; a
        // `T` is a number.
        $(unsafe impl<T: Plain> Plain for $of<T> {})*
    };
}
// Both `i8` and `u8` are needed: a `char` of C is `i8` on some machines and `u8` on others.
plain! {
    i8, u8, u32, u64, usize, f32, f64, Feature, TouchedTriangle;
    Sphere, Capsule, CapsuleWithAxis, Ellipsoid, MoverShape, Mover,
    Point, Segment, Triangle, AlignedBox, OrientedBox, Parallelepiped, Plane, Instance, PlacedHull, ObstacleShape, Obstacle,
    Column, Movers, Answer, AnswerColumns, ClosestPoint, ClosestPoints, Penetration, Move, WalkerOptions, Step, WalkerState, Ride,
}
