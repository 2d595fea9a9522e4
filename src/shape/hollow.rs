//! The surface of a solid shape.

/// The surface of a shape without its interior: `Hollow(sphere)`, `Hollow(aligned_box)`.
///
/// A flat box has no interior, so it is the same set as its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hollow<S>(
    /// The shape that the surface bounds.
    pub S,
);
