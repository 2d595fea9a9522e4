//! The surface of a solid.

/// The surface of a shape, without what it encloses: `Hollow(sphere)`, `Hollow(aligned_box)`.
///
/// A flat box encloses nothing and is all surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hollow<S>(
    /// The shape whose surface it is.
    pub S,
);
