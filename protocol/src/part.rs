//! What of the protocol is compiled: all of it, or parts for whoever sends code over a network and knows what it will be asked.

use crate::number::Scalar;
use crate::request::{Dimension, Kind, Round};

/// Whether requests of this kind can be answered. In a constant, so that what answers the others is not compiled.
pub(crate) const fn is_here(
    kind: Kind,
    round: Round,
    dimension: Dimension,
    scalar: Scalar,
) -> bool {
    use Kind::{Box, Mesh, OrientedBox, Parallelepiped, Point, Polytope, Segment, Triangle};
    let is_in_space = matches!(dimension, Dimension::Three);
    let is_wide = matches!(scalar, Scalar::F64);
    let is_of_meshes = is_in_space && is_wide && matches!(kind, Triangle | Mesh);
    let is_of_solids = match kind {
        Triangle => is_in_space && matches!(round, Round::Sphere),
        Box | Parallelepiped | Polytope => is_in_space && is_wide,
        OrientedBox => is_wide,
        Segment | Point | Mesh => false,
    };
    cfg!(feature = "all")
        || (cfg!(feature = "meshes") && is_of_meshes)
        || (cfg!(feature = "solids") && is_of_solids)
}
