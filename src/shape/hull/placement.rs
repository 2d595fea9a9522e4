//! The position of a convex hull.

/// The position of a hull. It is a difference of two vectors of floats, which need not be a vector
/// of floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Placement<T, const N: usize> {
    /// The hull is where its points were given.
    AsGiven,
    /// The first given point is at a position.
    FirstPointAt([T; N]),
    /// The origin of the given points is at a position.
    OriginAt([T; N]),
}
