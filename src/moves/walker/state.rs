//! The state of a walker, and the floor on which it stands.

use crate::contact::Contact;
use crate::shape::{Capsule, InputError, OrientedBox, Rotation, Scalar, finite, length};

/// The floor on which a [`Walker`](crate::Walker) stands: a point and a normal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkerFloor<T> {
    /// The touched point of the floor.
    pub point: [T; 3],
    /// The unit normal of the contact, from the floor towards the walker.
    pub normal: [T; 3],
}

impl<T: Scalar> WalkerFloor<T> {
    /// Creates a floor from its parts, for a [state](WalkerState) that was saved as numbers.
    pub const fn new(point: [T; 3], normal: [T; 3]) -> Self {
        Self { point, normal }
    }

    /// The floor at a contact; `None` if the contact has no normal.
    pub(super) fn of<F>(contact: &Contact<T, 3, F>) -> Option<Self> {
        contact.normal.map(|normal| Self { point: contact.point, normal })
    }
}

/// The complete state of a [`Walker`] except for its options, which a program can save, send, or
/// restore later.
///
/// [`Walker::state`] returns the state, and [`Walker::restore`] sets it. After that, every further
/// step has the same bits as the steps of the walker that had this state.
///
/// [`Walker`]: crate::Walker
/// [`Walker::state`]: crate::Walker::state
/// [`Walker::restore`]: crate::Walker::restore
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WalkerState<T, B = Capsule<T, 3>> {
    /// The body at its position. A capsule is given by [`Capsule::a`], the vector to the other end
    /// (the second element of [`Capsule::b`]) and its radius.
    pub body: B,
    /// [`Walker::velocity`](crate::Walker::velocity).
    pub velocity: [T; 3],
    /// The displacement of the platform that carried the walker since its last step. It is added to
    /// the velocity if the next step leaves the floor. Zero after each step.
    pub carried: [T; 3],
    /// The floor on which the walker stands, if it stands.
    pub floor: Option<WalkerFloor<T>>,
}

impl<T: Scalar> WalkerState<T> {
    /// Creates the body of a state from saved numbers: a capsule, from the end `a` of its axis, the
    /// vector to the other end, and the radius.
    ///
    /// # Errors
    /// A component that is not finite, a negative radius.
    pub fn capsule(position: [T; 3], axis: [T; 3], radius: T) -> Result<Capsule<T, 3>, InputError> {
        let position = finite(position, "walker.position")?;
        let axis = finite(axis, "walker.axis")?;
        Capsule::with_axis(position, axis, length(radius, "walker.radius")?)
    }

    /// Creates the body of a state from saved numbers: an oriented box, from its centre, half of
    /// its extents, and the quaternion of its rotation.
    ///
    /// # Errors
    /// A component that is not finite, a negative extent, a quaternion of zero.
    pub fn oriented_box(
        position: [T; 3],
        half_extents: [T; 3],
        quaternion: [T; 4],
    ) -> Result<OrientedBox<T, 3>, InputError> {
        let position = finite(position, "walker.position")?;
        for half in half_extents {
            length(half, "walker.half_extents")?;
        }
        let rotation = Rotation::<T, 3>::new(finite(quaternion, "walker.rotation")?)?;
        OrientedBox::new(position, half_extents, rotation)
    }
}
