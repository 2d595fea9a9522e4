//! The kinds of movers and obstacles, and their words in messages.

use super::AnyConvex;
use crate::shape::{Capsule, Ellipsoid, Inflated, Scalar, Sphere};

/// Defines the kinds of obstacles.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $words:literal,)*) => {
        /// A kind of obstacle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// Returns the words for this kind in a message.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$kind => $words,)*
                }
            }
        }
    };
}

kinds! {
    /// A [`Point`](crate::Point).
    Point = "a point",
    /// A [`Segment`](crate::Segment).
    Segment = "a segment",
    /// A [`Triangle`](crate::Triangle).
    Triangle = "a triangle",
    /// An [`AlignedBox`](crate::AlignedBox).
    Box = "a box",
    /// The surface of an [`AlignedBox`](crate::AlignedBox).
    HollowBox = "a hollow box",
    /// An [`OrientedBox`](crate::OrientedBox).
    OrientedBox = "an oriented box",
    /// A [`Polytope`](crate::Polytope).
    Polytope = "a polytope",
    /// A [`Frustum`](crate::Frustum).
    Frustum = "a frustum",
    /// A [`Parallelepiped`](crate::Parallelepiped).
    Parallelepiped = "a parallelepiped",
    /// A [`Hull`](crate::Hull).
    Hull = "a hull",
    /// A [`Plane`](crate::Plane), with the half-space behind it.
    Plane = "a plane",
    /// A [`Mesh`](crate::Mesh).
    Mesh = "a mesh",
    /// A [`MeshInstance`](crate::MeshInstance).
    MeshInstance = "a mesh instance",
    /// A [`Solid`](crate::Solid).
    Solid = "a solid",
    /// A [`Scene`](crate::Scene).
    Scene = "a scene",
}

/// A kind of mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum MoverKind {
    /// A [`Sphere`](crate::Sphere).
    Sphere,
    /// An [`Ellipsoid`](crate::Ellipsoid).
    Ellipsoid,
    /// A [`Capsule`](crate::Capsule).
    Capsule,
    /// A convex body: a box, a parallelepiped, a triangle or a hull.
    Convex,
    /// The surface of a [`Sphere`](crate::Sphere).
    HollowSphere,
    /// The surface of an [`Ellipsoid`](crate::Ellipsoid).
    HollowEllipsoid,
    /// A [`Point`](crate::Point), for queries of the closest point.
    Point,
}

impl MoverKind {
    /// Returns the words for this kind in a message.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Sphere => "a sphere",
            Self::Ellipsoid => "an ellipsoid",
            Self::Capsule => "a capsule",
            Self::Convex => "a convex body",
            Self::HollowSphere => "a hollow sphere",
            Self::HollowEllipsoid => "a hollow ellipsoid",
            Self::Point => "a point",
        }
    }
}

/// The kinds that a type of mover stands for.
pub(super) trait Kinds {
    /// The kind of the solid mover, and the kind of its surface.
    const KINDS: [MoverKind; 2];
    /// Whether the mover can meet inflated obstacles.
    const MEETS_ROUNDED: bool;
}

impl<T, const N: usize> Kinds for Sphere<T, N> {
    const KINDS: [MoverKind; 2] = [MoverKind::Sphere, MoverKind::HollowSphere];
    const MEETS_ROUNDED: bool = true;
}

impl<T, const N: usize> Kinds for Capsule<T, N> {
    // There is no query for the surface of a capsule.
    const KINDS: [MoverKind; 2] = [MoverKind::Capsule, MoverKind::Capsule];
    const MEETS_ROUNDED: bool = true;
}

impl<T, const N: usize> Kinds for Ellipsoid<T, N> {
    const KINDS: [MoverKind; 2] = [MoverKind::Ellipsoid, MoverKind::HollowEllipsoid];
    const MEETS_ROUNDED: bool = false;
}

impl<T: Scalar, const N: usize> Kinds for Inflated<AnyConvex<T, N>> {
    // There is no query for the surface of a convex body.
    const KINDS: [MoverKind; 2] = [MoverKind::Convex, MoverKind::Convex];
    const MEETS_ROUNDED: bool = true;
}
