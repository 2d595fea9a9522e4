//! The bodies of walkers: capsules, whose foot is round, oriented boxes, whose base is flat, and a
//! body that is one of both, by a choice at run time.

use super::super::clip::dot;
use super::super::recover::Middle;
use super::super::world::axis_of;
use crate::contact::ConvexShape;
use crate::shape::{
    Capsule, InputError, OrientedBox, Rotation, Scalar, Shape, Translatable, finite, length,
};

/// A body with a foot, on which a walker stands.
pub trait Foot<T: Scalar>: Translatable<T, 3> + Middle<3> + Copy + PartialEq {
    /// Returns a point at a position, as a body: to test for surfaces along rays around a round
    /// foot.
    fn point(position: [T; 3]) -> Self;
    /// Returns the axis of a capsule, or the centre of a box, as a body of radius zero.
    fn thin(&self) -> Self;
    /// Returns how far the lowest point is below the reference point, along the unit vector `up`.
    fn depth(&self, up: &[f64; 3]) -> f64;
    /// Returns the vector from the reference point to the centre of a round foot, and its radius;
    /// `None` if the base is flat.
    fn round_foot(&self, up: &[f64; 3]) -> Option<([f64; 3], f64)>;
    /// Returns half of the width: the unit of `max_recovery`.
    fn half_width(&self) -> f64;
    /// Returns whether another body touches the floor with the same part at the same place.
    fn has_foot_of(&self, other: &Self) -> bool;
}

impl<T: Scalar> Foot<T> for Capsule<T, 3> {
    fn point(position: [T; 3]) -> Self {
        Self::of(position, [T::ZERO; 3], T::ZERO)
    }
    fn thin(&self) -> Self {
        let [_, axis] = self.b();
        Self::of(self.a(), axis, T::ZERO)
    }
    fn depth(&self, up: &[f64; 3]) -> f64 {
        self.radius().widen() - dot(&axis_of(self), up).min(0.0)
    }
    fn round_foot(&self, up: &[f64; 3]) -> Option<([f64; 3], f64)> {
        let axis = axis_of(self);
        let lower = if dot(&axis, up) < 0.0 { axis } else { [0.0; 3] };
        Some((lower, self.radius().widen()))
    }
    fn half_width(&self) -> f64 {
        self.radius().widen()
    }
    fn has_foot_of(&self, other: &Self) -> bool {
        (self.a(), self.radius()) == (other.a(), other.radius())
    }
}

impl<T: Scalar> Foot<T> for OrientedBox<T, 3> {
    fn point(position: [T; 3]) -> Self {
        Self::of(position, [T::ZERO; 3], Rotation::identity())
    }
    fn thin(&self) -> Self {
        Self::point(self.center())
    }
    fn depth(&self, up: &[f64; 3]) -> f64 {
        let core = self.core();
        let halves = core.rounded_box().map_or([[0.0; 3]; 3], |(_, halves, _)| halves);
        halves.iter().map(|half| dot(half, up).abs()).sum()
    }
    fn round_foot(&self, _: &[f64; 3]) -> Option<([f64; 3], f64)> {
        None
    }
    fn half_width(&self) -> f64 {
        self.half_extents().map(T::widen).into_iter().fold(f64::INFINITY, f64::min)
    }
    fn has_foot_of(&self, other: &Self) -> bool {
        self == other
    }
}

/// The body of a walker whose kind is chosen at run time: a capsule or an oriented box. A walker
/// with this body takes the same steps, to the last bit, as a walker with the body itself, and its
/// world may be of any kind, too: see [`Walker::step_in_any`](crate::Walker::step_in_any).
///
/// # Examples
/// ```
/// use tangency::any::AnyWalkerBody;
/// use tangency::{AlignedBox, Moving, OrientedBox, Rotation, Walker, WalkerOptions};
/// let body = OrientedBox::new([0.0, 0.0, 1.5], [0.5, 0.5, 1.0], Rotation::identity())?;
/// let mut hero = Walker::new(AnyWalkerBody::from(body), WalkerOptions::default())?;
/// let floor = Moving::still(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?);
/// hero.velocity = [0.0, 0.0, -1.0];
/// hero.step_in_any([2.0, 0.0, 0.0], &floor)??;
/// assert_eq!(hero.position(), [2.0, 0.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyWalkerBody<T> {
    /// A capsule.
    Capsule(Capsule<T, 3>),
    /// An oriented box.
    OrientedBox(OrientedBox<T, 3>),
}

/// Runs an expression with the body within. With `=> Self`, the result becomes a body of its kind.
macro_rules! each_kind {
    ($any:expr, |$body:ident| $act:expr) => {
        match $any {
            AnyWalkerBody::Capsule($body) => $act,
            AnyWalkerBody::OrientedBox($body) => $act,
        }
    };
    ($any:expr, |$body:ident| $act:expr => Self) => {
        match $any {
            AnyWalkerBody::Capsule($body) => AnyWalkerBody::Capsule($act),
            AnyWalkerBody::OrientedBox($body) => AnyWalkerBody::OrientedBox($act),
        }
    };
}

impl<T: Scalar> AnyWalkerBody<T> {
    /// Creates a capsule from the parts of a saved state: the end `a` of its axis, the vector to
    /// the other end, and the radius.
    ///
    /// # Errors
    /// A component that is not finite, a negative radius.
    pub fn capsule(position: [T; 3], axis: [T; 3], radius: T) -> Result<Self, InputError> {
        let position = finite(position, "walker.position")?;
        let axis = finite(axis, "walker.axis")?;
        Capsule::with_axis(position, axis, length(radius, "walker.radius")?).map(Self::Capsule)
    }

    /// Creates an oriented box from the parts of a saved state: its centre, half of its extents,
    /// and the quaternion of its rotation.
    ///
    /// # Errors
    /// A component that is not finite, a negative extent, a quaternion without a length.
    pub fn oriented_box(
        position: [T; 3],
        half_extents: [T; 3],
        quaternion: [T; 4],
    ) -> Result<Self, InputError> {
        let position = finite(position, "walker.position")?;
        for half in half_extents {
            length(half, "walker.half_extents")?;
        }
        let rotation = Rotation::<T, 3>::new(finite(quaternion, "walker.rotation")?)?;
        OrientedBox::new(position, half_extents, rotation).map(Self::OrientedBox)
    }
}

impl<T> From<Capsule<T, 3>> for AnyWalkerBody<T> {
    fn from(body: Capsule<T, 3>) -> Self {
        Self::Capsule(body)
    }
}

impl<T> From<OrientedBox<T, 3>> for AnyWalkerBody<T> {
    fn from(body: OrientedBox<T, 3>) -> Self {
        Self::OrientedBox(body)
    }
}

impl<T: Scalar> Shape for AnyWalkerBody<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

impl<T: Scalar> Translatable<T, 3> for AnyWalkerBody<T> {
    fn place(&self) -> [T; 3] {
        each_kind!(self, |body| body.place())
    }
    fn at(&self, place: [T; 3]) -> Self {
        each_kind!(self, |body| body.at(place) => Self)
    }
    fn carried(self) -> Result<Self, InputError> {
        Ok(each_kind!(self, |body| Translatable::carried(body)? => Self))
    }
    fn check_thickness(&self) -> Result<(), InputError> {
        each_kind!(self, |body| body.check_thickness())
    }
    fn is_point(&self) -> bool {
        each_kind!(self, |body| body.is_point())
    }
}

impl<T: Scalar> Middle<3> for AnyWalkerBody<T> {
    fn distance(&self, point: [f64; 3]) -> f64 {
        each_kind!(self, |body| body.distance(point))
    }
    fn radius(&self) -> f64 {
        each_kind!(self, |body| Middle::radius(body))
    }
    fn size(&self) -> f64 {
        each_kind!(self, |body| body.size())
    }
}

impl<T: Scalar> Foot<T> for AnyWalkerBody<T> {
    fn point(position: [T; 3]) -> Self {
        Self::Capsule(Foot::point(position))
    }
    fn thin(&self) -> Self {
        each_kind!(self, |body| body.thin() => Self)
    }
    fn depth(&self, up: &[f64; 3]) -> f64 {
        each_kind!(self, |body| body.depth(up))
    }
    fn round_foot(&self, up: &[f64; 3]) -> Option<([f64; 3], f64)> {
        each_kind!(self, |body| body.round_foot(up))
    }
    fn half_width(&self) -> f64 {
        each_kind!(self, |body| body.half_width())
    }
    fn has_foot_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Capsule(a), Self::Capsule(b)) => a.has_foot_of(b),
            (Self::OrientedBox(a), Self::OrientedBox(b)) => a.has_foot_of(b),
            (Self::Capsule(_), Self::OrientedBox(_)) | (Self::OrientedBox(_), Self::Capsule(_)) => {
                false
            }
        }
    }
}
