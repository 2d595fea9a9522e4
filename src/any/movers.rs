//! Many movers of one kind.

use super::AnyConvex;
use crate::shape::{Capsule, Ellipsoid, Inflated, Moving, Scalar, Sphere};
use alloc::vec::Vec;

/// Movers of one kind: a batch, or one mover for each leg of a path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Movers<T: Scalar, const N: usize> {
    /// Spheres.
    Spheres(Vec<Moving<Sphere<T, N>>>),
    /// Ellipsoids.
    Ellipsoids(Vec<Moving<Ellipsoid<T, N>>>),
    /// Capsules.
    Capsules(Vec<Moving<Capsule<T, N>>>),
    /// Boxes, parallelepipeds, triangles or hulls.
    Convex(Vec<Moving<Inflated<AnyConvex<T, N>>>>),
}

/// Runs an action with movers of any kind.
macro_rules! each {
    ($movers:expr, |$all:ident| $act:expr) => {
        match $movers {
            Movers::Spheres($all) => $act,
            Movers::Ellipsoids($all) => $act,
            Movers::Capsules($all) => $act,
            Movers::Convex($all) => $act,
        }
    };
}
pub(super) use each;
