//! The bodies of walkers: capsules, whose foot is round, and oriented boxes and convex hulls, whose
//! base is flat.

use super::super::clip::dot;
use super::super::recover::Middle;
use super::super::world::axis_of;
use crate::contact::ConvexShape;
use crate::contact::convex::ErasedConvex;
use crate::shape::{Capsule, Hull, InputError, OrientedBox, Rotation, Scalar, Shape, Translatable};

/// A body of a walker: a [`Capsule`], an [`OrientedBox`] or a convex hull ([`Hull`]), or one
/// of these by a choice at run time ([`any::AnyWalkerBody`](crate::any::AnyWalkerBody)).
///
/// On the round foot of a capsule, a walker rolls over edges, unless
/// [`flat_base`](crate::WalkerOptions::flat_base) is set. An upright box has a flat base: it stands
/// on every edge beneath it, and climbs stairs without rolling. A box that leans, or that meets a
/// slope, stands on an edge or a corner of its base. A hull behaves as a box does: a prism, such as
/// an octagonal one, has a flat base. If the base of a hull is a cone or a wedge, an edge beneath
/// its side counts as the contact with this side: as a floor if the side is flat enough, otherwise
/// as a wall.
///
/// Only shapes of this crate implement this trait; the list of its implementors is complete.
pub trait WalkerBody<T: Scalar>: Translatable<T, 3> + Into<AnyWalkerBody<T>> {
    /// Returns the body as a body of this kind; `None` if it is of another kind.
    #[doc(hidden)]
    fn of_any(body: &AnyWalkerBody<T>) -> Option<Self>;
}

/// The body of a walker whose kind is chosen at run time: a capsule, an oriented box or a convex
/// hull. A walker with this body takes the same steps, to the last bit, as a walker with the body
/// itself. Its world is of any kind, too: see [`Walker::step_in_any`](crate::Walker::step_in_any).
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
#[derive(Clone, Debug, PartialEq)]
pub enum AnyWalkerBody<T> {
    /// A capsule.
    Capsule(Capsule<T, 3>),
    /// An oriented box.
    OrientedBox(OrientedBox<T, 3>),
    /// A convex hull at a position.
    Hull(Hull<T, 3>),
}

impl<T: Scalar> AnyWalkerBody<T> {
    /// Returns a point at a position, as a body: to test for surfaces along rays around a round
    /// foot.
    pub(super) fn point(position: [T; 3]) -> Self {
        Self::Capsule(Capsule::of(position, [T::ZERO; 3], T::ZERO))
    }

    /// Returns the axis of a capsule, the centre of a box or the middle of a hull, as a body of
    /// radius zero.
    pub(super) fn thin(&self) -> Self {
        match self {
            Self::Capsule(capsule) => {
                let [_, axis] = capsule.b();
                Self::Capsule(Capsule::of(capsule.a(), axis, T::ZERO))
            }
            Self::OrientedBox(cuboid) => {
                let center = cuboid.center();
                Self::OrientedBox(OrientedBox::of(center, [T::ZERO; 3], Rotation::identity()))
            }
            Self::Hull(hull) => Self::Hull(hull.middle()),
        }
    }

    /// Returns how far the lowest point is below the reference point, along the unit vector `up`.
    pub(super) fn depth(&self, up: &[f64; 3]) -> f64 {
        match self {
            Self::Capsule(capsule) => {
                capsule.radius().widen() - dot(&axis_of(capsule), up).min(0.0)
            }
            Self::OrientedBox(cuboid) => {
                let core = cuboid.core();
                let halves = core.rounded_box().map_or([[0.0; 3]; 3], |(_, halves, _)| halves);
                halves.iter().map(|half| dot(half, up).abs()).sum()
            }
            Self::Hull(hull) => {
                let depths = hull.rounded_offsets().map(|offset| -dot(&offset, up));
                depths.fold(f64::MIN, f64::max).min(f64::MAX)
            }
        }
    }

    /// Returns the vector from the reference point to the centre of a round foot, and its radius;
    /// `None` if the base is flat.
    pub(super) fn round_foot(&self, up: &[f64; 3]) -> Option<([f64; 3], f64)> {
        let Self::Capsule(capsule) = self else { return None };
        let axis = axis_of(capsule);
        let lower = if dot(&axis, up) < 0.0 { axis } else { [0.0; 3] };
        Some((lower, capsule.radius().widen()))
    }

    /// Returns half of the width: the unit of `max_recovery`.
    pub(super) fn half_width(&self) -> f64 {
        match self {
            Self::Capsule(capsule) => capsule.radius().widen(),
            Self::OrientedBox(cuboid) => {
                cuboid.half_extents().map(T::widen).into_iter().fold(f64::INFINITY, f64::min)
            }
            Self::Hull(hull) => {
                let extents = ErasedConvex::of_body(hull).rounded_extents();
                0.5 * extents.into_iter().fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// Returns whether another body touches the floor with the same part at the same place.
    pub(super) fn has_foot_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Capsule(one), Self::Capsule(other)) => {
                (one.a(), one.radius()) == (other.a(), other.radius())
            }
            _ => self == other,
        }
    }

    fn middle(&self) -> &dyn Middle<3> {
        match self {
            Self::Capsule(capsule) => capsule,
            Self::OrientedBox(cuboid) => cuboid,
            Self::Hull(hull) => hull,
        }
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

impl<T> From<Hull<T, 3>> for AnyWalkerBody<T> {
    fn from(body: Hull<T, 3>) -> Self {
        Self::Hull(body)
    }
}

impl<T: Scalar> WalkerBody<T> for Capsule<T, 3> {
    fn of_any(body: &AnyWalkerBody<T>) -> Option<Self> {
        if let AnyWalkerBody::Capsule(capsule) = body { Some(*capsule) } else { None }
    }
}

impl<T: Scalar> WalkerBody<T> for OrientedBox<T, 3> {
    fn of_any(body: &AnyWalkerBody<T>) -> Option<Self> {
        if let AnyWalkerBody::OrientedBox(cuboid) = body { Some(*cuboid) } else { None }
    }
}

impl<T: Scalar> WalkerBody<T> for Hull<T, 3> {
    fn of_any(body: &AnyWalkerBody<T>) -> Option<Self> {
        if let AnyWalkerBody::Hull(hull) = body { Some(hull.clone()) } else { None }
    }
}

impl<T: Scalar> WalkerBody<T> for AnyWalkerBody<T> {
    fn of_any(body: &Self) -> Option<Self> {
        Some(body.clone())
    }
}

impl<T: Scalar> Shape for AnyWalkerBody<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

impl<T: Scalar> Translatable<T, 3> for AnyWalkerBody<T> {
    fn place(&self) -> [T; 3] {
        match self {
            Self::Capsule(capsule) => capsule.place(),
            Self::OrientedBox(cuboid) => cuboid.place(),
            Self::Hull(hull) => hull.place(),
        }
    }
    fn at(&self, place: [T; 3]) -> Self {
        match self {
            Self::Capsule(capsule) => Self::Capsule(capsule.at(place)),
            Self::OrientedBox(cuboid) => Self::OrientedBox(cuboid.at(place)),
            Self::Hull(hull) => Self::Hull(hull.at(place)),
        }
    }
    fn carried(self) -> Result<Self, InputError> {
        match self {
            Self::Capsule(capsule) => capsule.carried().map(Self::Capsule),
            Self::OrientedBox(_) | Self::Hull(_) => Ok(self),
        }
    }
    fn check_thickness(&self) -> Result<(), InputError> {
        match self {
            Self::Capsule(capsule) => capsule.check_thickness(),
            Self::OrientedBox(cuboid) => cuboid.check_thickness(),
            Self::Hull(hull) => hull.check_thickness(),
        }
    }
    fn is_point(&self) -> bool {
        match self {
            Self::Capsule(capsule) => capsule.is_point(),
            Self::OrientedBox(cuboid) => cuboid.is_point(),
            Self::Hull(hull) => hull.is_point(),
        }
    }
}

impl<T: Scalar> Middle<3> for AnyWalkerBody<T> {
    fn distance(&self, point: [f64; 3]) -> f64 {
        self.middle().distance(point)
    }
    fn radius(&self) -> f64 {
        self.middle().radius()
    }
    fn size(&self) -> f64 {
        self.middle().size()
    }
}
