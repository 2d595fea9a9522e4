//! The kinds of what asks and of what is asked, and what a message calls them.

use crate::shape::{Capsule, Ellipsoid, Sphere};

/// Names the kinds of obstacle.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $words:literal,)*) => {
        /// What is asked, by its kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// What a message calls it.
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
    /// The surface of one.
    HollowBox = "a hollow box",
    /// An [`OrientedBox`](crate::OrientedBox).
    OrientedBox = "an oriented box",
    /// A [`Polytope`](crate::Polytope).
    Polytope = "a polytope",
    /// A [`Frustum`](crate::Frustum).
    Frustum = "a frustum",
    /// A [`Parallelepiped`](crate::Parallelepiped).
    Parallelepiped = "a parallelepiped",
    /// A [`Plane`](crate::Plane), and all that is behind it.
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

/// What asks, by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum MoverKind {
    /// A [`Sphere`](crate::Sphere).
    Sphere,
    /// An [`Ellipsoid`](crate::Ellipsoid).
    Ellipsoid,
    /// A [`Capsule`](crate::Capsule).
    Capsule,
    /// The surface of a [`Sphere`](crate::Sphere).
    HollowSphere,
    /// The surface of an [`Ellipsoid`](crate::Ellipsoid).
    HollowEllipsoid,
    /// A [`Point`](crate::Point), which asks what is closest to it.
    Point,
}

impl MoverKind {
    /// What a message calls it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Sphere => "a sphere",
            Self::Ellipsoid => "an ellipsoid",
            Self::Capsule => "a capsule",
            Self::HollowSphere => "a hollow sphere",
            Self::HollowEllipsoid => "a hollow ellipsoid",
            Self::Point => "a point",
        }
    }
}

/// The kind of a mover's type.
pub(super) trait Kinds {
    /// The kind as a solid, and as a surface.
    const KINDS: [MoverKind; 2];
    /// Whether what is rounded can be met.
    const MEETS_ROUNDED: bool;
}

impl<T, const N: usize> Kinds for Sphere<T, N> {
    const KINDS: [MoverKind; 2] = [MoverKind::Sphere, MoverKind::HollowSphere];
    const MEETS_ROUNDED: bool = true;
}

impl<T, const N: usize> Kinds for Capsule<T, N> {
    // Nobody asks about the surface of one.
    const KINDS: [MoverKind; 2] = [MoverKind::Capsule, MoverKind::Capsule];
    const MEETS_ROUNDED: bool = true;
}

impl<T, const N: usize> Kinds for Ellipsoid<T, N> {
    const KINDS: [MoverKind; 2] = [MoverKind::Ellipsoid, MoverKind::HollowEllipsoid];
    const MEETS_ROUNDED: bool = false;
}
