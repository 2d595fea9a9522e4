//! The compiled part of the protocol: all of it, or less for a page that loads code over a network
//! and has only some queries.
//!
//! The parts of the page are `meshes` and `solids`, both again for capsules. A link opens one of
//! them, so a visitor waits for one. A part refuses requests that it leaves out, so that a wrong
//! route is an error and not another answer. Each part contains the code for JSON, floats and
//! integers again. Capsules in the parts of the other bodies would weigh more than a page may. The
//! package for JavaScript is one engine with all queries, since a caller of `query`, who does not
//! wait, cannot have parts.

use crate::number::Scalar;
use tangency::any::{Kind, MoverKind};

/// Whether all queries, obstacles and dimensions are compiled, and not only the queries of the
/// page.
pub(crate) const ALL_QUESTIONS: bool = cfg!(feature = "questions");

/// Whether requests of this kind can be answered. Evaluated in constants, so that other code is not
/// compiled.
pub(crate) const fn is_here(
    kind: Kind,
    mover: MoverKind,
    dimension: usize,
    scalar: Scalar,
) -> bool {
    use Kind::{Box, HollowBox, Mesh, OrientedBox, Parallelepiped, Polytope, Triangle};
    let is_in_space = dimension == 3;
    let is_wide = matches!(scalar, Scalar::F64);
    let is_of_meshes = is_in_space && is_wide && matches!(kind, Triangle | Mesh);
    let is_here = if let MoverKind::Capsule = mover {
        let is_of_boxes =
            is_in_space && is_wide && matches!(kind, Box | OrientedBox | Parallelepiped);
        (cfg!(feature = "capsules-meshes") && is_of_meshes)
            || (cfg!(feature = "capsules-boxes") && is_of_boxes)
    } else {
        let is_of_solids = match kind {
            Triangle => is_in_space && matches!(mover, MoverKind::Sphere),
            Box | HollowBox | Parallelepiped | Polytope => is_in_space && is_wide,
            OrientedBox => is_wide,
            _ => false,
        };
        (cfg!(feature = "meshes") && is_of_meshes) || (cfg!(feature = "solids") && is_of_solids)
    };
    cfg!(feature = "all") || is_here
}

/// Whether any mover can be cast at such a target here.
pub(crate) const fn is_here_for_any(kind: Kind, dimension: usize, scalar: Scalar) -> bool {
    is_here(kind, MoverKind::Sphere, dimension, scalar)
        || is_here(kind, MoverKind::Ellipsoid, dimension, scalar)
        || is_here(kind, MoverKind::Capsule, dimension, scalar)
}
