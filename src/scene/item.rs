//! One item of a scene: a moving shape of any kind.
//!
//! The kinds of items are an enumeration of their own. A trait object would link all queries of all
//! movers into every program that has a scene. It would be the one of `any`, which depends on the
//! scene, since a scene is an obstacle too. The table of `any` specifies for each obstacle whether
//! it can be an item, so a new obstacle is not forgotten here.

use super::places::ItemPlace;
use super::start_bounds::StartBounds;
use crate::contact::convex::{Core, ErasedConvex, Place};
use crate::contact::{BoxFeature, ConvexShape, Feature, HullFeature, PlaneFeature, in_space};
use crate::mesh::{Mesh, MeshFeature, SharedInstance};
use crate::shape::{
    AlignedBox, Frustum, Hull, Inflated, InputError, Moving, OrientedBox, Parallelepiped, Point,
    Polytope, Rotation, Scalar, Segment, Shape, Triangle, finite,
};
use alloc::boxed::Box;
use alloc::sync::Arc;

/// An item of a [`Scene`](crate::Scene): a shape in space, at rest or moving.
///
/// Points, segments, triangles, boxes, hulls, polytopes, frusta and parallelepipeds convert to
/// items. All except frusta can also be [`Moving`] or inflated ([`Inflated`]); such a polytope must
/// be in an [`Arc`]. Meshes are shared: an [`Arc`] of a mesh converts to an item, and
/// [`Item::instance`] creates an item with a rotation and a translation.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use tangency::{Item, Mesh, Rotation, Triangle};
/// let triangle = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
/// let still = Item::from(triangle);
/// let falling = Item::from(triangle.moving([0.0, 0.0, -1.0])?);
///
/// let mesh = Arc::new(Mesh::new(triangle.vertices().to_vec(), vec![[0, 1, 2]])?);
/// let upright = Rotation::<f64, 3>::new([0.0, 1.0, 0.0, 1.0])?;
/// let sliding = Item::instance(mesh, upright, [10.0, 0.0, 0.0])?.moving([1.0, 0.0, 0.0])?;
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Item<T: Scalar>(pub(super) Moving<ItemShape<T>>);

/// The shape of an [`Item`], without its motion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ItemShape<T: Scalar> {
    /// A point; a ball, if the item is inflated.
    Point(Point<T, 3>),
    /// A segment; a capsule, if the item is inflated.
    Segment(Segment<T, 3>),
    /// A triangle.
    Triangle(Triangle<T>),
    /// An axis-aligned box (AABB).
    AlignedBox(AlignedBox<T, 3>),
    /// A box with a rotation (OBB).
    OrientedBox(OrientedBox<T, 3>),
    /// A parallelepiped. It is boxed, because otherwise it would make all items larger.
    Parallelepiped(Box<Parallelepiped<T>>),
    /// The convex hull of points.
    Hull(Hull<T, 3>),
    /// A polytope or a frustum.
    Polytope(Arc<Polytope<T, 3>>),
    /// A mesh.
    Mesh(Arc<Mesh<T>>),
    /// A mesh with a rotation and a translation.
    MeshInstance(SharedInstance<T>),
}

impl<T: Scalar> Shape for ItemShape<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

impl<T: Scalar> ItemShape<T> {
    /// Returns a convex shape, inflated by a radius, as a body; `None` for polytopes and meshes.
    pub(super) fn convex_body(&self, radius: T) -> Option<ErasedConvex<'_, T>> {
        Some(match self {
            Self::Point(shape) => ErasedConvex::new(shape, radius),
            Self::Segment(shape) => ErasedConvex::new(shape, radius),
            Self::Triangle(shape) => ErasedConvex::new(shape, radius),
            Self::AlignedBox(shape) => ErasedConvex::new(shape, radius),
            Self::OrientedBox(shape) => ErasedConvex::new(shape, radius),
            Self::Parallelepiped(shape) => ErasedConvex::new(&**shape, radius),
            Self::Hull(shape) => ErasedConvex::new(shape, radius),
            Self::Polytope(_) | Self::Mesh(_) | Self::MeshInstance(_) => return None,
        })
    }

    /// Returns the core of a convex shape; `None` for polytopes and meshes.
    pub(super) fn convex_core(&self) -> Option<Core<'_>> {
        Some(self.convex_body(T::ZERO)?.into_core())
    }

    /// Returns the feature at a place on the core of a convex shape; `None` for polytopes and
    /// meshes.
    pub(super) fn convex_feature(&self, place: Place) -> Option<ItemFeature> {
        Some(match self {
            Self::Point(shape) => shape.named(place).into(),
            Self::Segment(shape) => shape.named(place).into(),
            Self::Triangle(shape) => shape.named(place).into(),
            Self::AlignedBox(shape) => shape.named(place).into(),
            Self::OrientedBox(shape) => shape.named(place).into(),
            Self::Parallelepiped(shape) => shape.named(place).into(),
            Self::Hull(shape) => shape.named(place).into(),
            Self::Polytope(_) | Self::Mesh(_) | Self::MeshInstance(_) => return None,
        })
    }
}

/// A feature of an item, or of any other shape in `N` dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemFeature<const N: usize = 3> {
    /// A feature of a point, a segment or a triangle.
    Simplex(Feature),
    /// A feature of an axis-aligned or an oriented box.
    Box(BoxFeature<N>),
    /// A feature of a polytope, a frustum or a parallelepiped.
    Planes(PlaneFeature),
    /// A feature of a mesh.
    Mesh(MeshFeature),
    /// A feature of a convex hull.
    Hull(HullFeature),
}

impl<const N: usize> From<Feature> for ItemFeature<N> {
    fn from(feature: Feature) -> Self {
        Self::Simplex(feature)
    }
}
impl<const N: usize> From<BoxFeature<N>> for ItemFeature<N> {
    fn from(feature: BoxFeature<N>) -> Self {
        Self::Box(feature)
    }
}
impl<const N: usize> From<PlaneFeature> for ItemFeature<N> {
    fn from(feature: PlaneFeature) -> Self {
        Self::Planes(feature)
    }
}
impl<const N: usize> From<MeshFeature> for ItemFeature<N> {
    fn from(feature: MeshFeature) -> Self {
        Self::Mesh(feature)
    }
}
impl<const N: usize> From<HullFeature> for ItemFeature<N> {
    fn from(feature: HullFeature) -> Self {
        Self::Hull(feature)
    }
}

/// Converts `$shape`, at rest or moving, to an item.
macro_rules! items {
    ($($shape:ty, $kind:expr;)*) => {
        $(
            impl<T: Scalar> From<$shape> for Item<T> {
                fn from(shape: $shape) -> Self {
                    Moving::still(shape).into()
                }
            }
            impl<T: Scalar> From<Moving<$shape>> for Item<T> {
                fn from(moving: Moving<$shape>) -> Self {
                    Self(moving.map($kind))
                }
            }
            impl<T: Scalar> From<Inflated<$shape>> for Item<T> {
                fn from(shape: Inflated<$shape>) -> Self {
                    Moving::still(shape).into()
                }
            }
            impl<T: Scalar> From<Moving<Inflated<$shape>>> for Item<T> {
                fn from(moving: Moving<Inflated<$shape>>) -> Self {
                    let (shape, radius) = (moving.shape().shape(), moving.shape().radius());
                    moving.with(shape.clone()).towards_inflated(radius).into()
                }
            }
        )*
    };
}
items! {
    Point<T, 3>, ItemShape::Point;
    Segment<T, 3>, ItemShape::Segment;
    Triangle<T>, ItemShape::Triangle;
    AlignedBox<T, 3>, ItemShape::AlignedBox;
    OrientedBox<T, 3>, ItemShape::OrientedBox;
    Parallelepiped<T>, |shape| ItemShape::Parallelepiped(Box::new(shape));
    Hull<T, 3>, ItemShape::Hull;
    Arc<Polytope<T, 3>>, ItemShape::Polytope;
    Arc<Mesh<T>>, ItemShape::Mesh;
    SharedInstance<T>, ItemShape::MeshInstance;
}

impl<T: Scalar> From<Polytope<T, 3>> for Item<T> {
    fn from(polytope: Polytope<T, 3>) -> Self {
        Arc::new(polytope).into()
    }
}

impl<T: Scalar> From<Frustum<T>> for Item<T> {
    fn from(frustum: Frustum<T>) -> Self {
        frustum.polytope().clone().into()
    }
}

impl<T: Scalar> Item<T> {
    /// Creates a mesh instance, as [`Mesh::instance`] does: a mesh that is rotated about its origin
    /// and then translated.
    ///
    /// # Errors
    /// A component of the translation that is not finite.
    pub fn instance(
        mesh: Arc<Mesh<T>>,
        rotation: Rotation<T, 3>,
        translation: impl Into<[T; 3]>,
    ) -> Result<Self, InputError> {
        let translation = finite(translation.into(), "item.translation")?;
        Ok(SharedInstance::new(mesh, rotation, translation)?.into())
    }

    /// Returns this item with another velocity.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; 3]>) -> Result<Self, InputError> {
        Ok(Self(self.0.at_velocity(velocity.into(), "item.velocity")?))
    }

    /// Returns this item with a motion that ends at `t_max`. A contact after that time does not
    /// count.
    ///
    /// # Errors
    /// A time that is NaN or negative.
    pub fn until(self, t_max: T) -> Result<Self, InputError> {
        Ok(Self(self.0.until(t_max)?))
    }

    /// Returns this item with a motion by `to − from` while `t` goes from 0 to 1, the `t_max` of
    /// the motion; see [`Moving::between`].
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn between(
        self,
        from: impl Into<[T; 3]>,
        to: impl Into<[T; 3]>,
    ) -> Result<Self, InputError> {
        Ok(Self(self.0.between(from, to)?))
    }

    /// Returns the velocity; for a motion between two points, it is rounded.
    pub fn velocity(&self) -> [T; 3] {
        self.0.velocity()
    }

    /// Returns the last time of the motion; infinite if it has no end.
    pub fn t_max(&self) -> T {
        self.0.t_max()
    }

    /// Returns the shape, as it is at time zero.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, Item, ItemShape, Point};
    /// let ball = Inflated::new(Point::new([0.0, 0.0, 0.1])?, 0.5)?;
    /// let rising = Item::from(ball).between([0.0, 0.0, 0.1], [0.0, 0.0, 0.3])?;
    /// assert!(matches!(rising.shape(), ItemShape::Point(point) if point.position() == [0.0, 0.0, 0.1]));
    /// assert_eq!(rising.radius(), 0.5);
    /// assert_eq!(rising.leg(), [[0.0, 0.0, 0.1], [0.0, 0.0, 0.3]]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn shape(&self) -> &ItemShape<T> {
        self.0.shape()
    }

    /// Returns the radius by which the item is [inflated](Inflated); zero if it is not.
    pub fn radius(&self) -> T {
        self.0.inflation()
    }

    /// Returns the start and the end of the path segment that the item moves along while `t` goes
    /// from 0 to 1. Their difference is the velocity, not rounded. The path segment of an item with
    /// a given velocity starts at the origin.
    pub fn leg(&self) -> [[T; 3]; 2] {
        let [to, from] = self.0.velocity_parts();
        [from, to]
    }

    /// The same item at rest, as it is at time zero.
    pub(super) fn at_rest(&self) -> Self {
        Self(self.0.clone().at_rest())
    }

    /// Whether another item has the same shape and the same motion, so that every query has the
    /// same answer for both. Shared shapes count as the same only if they are one object in memory.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.0.has_motion_of(&other.0)
            && match (self.0.shape(), other.0.shape()) {
                (ItemShape::Point(a), ItemShape::Point(b)) => a == b,
                (ItemShape::Segment(a), ItemShape::Segment(b)) => a == b,
                (ItemShape::Triangle(a), ItemShape::Triangle(b)) => a == b,
                (ItemShape::AlignedBox(a), ItemShape::AlignedBox(b)) => a == b,
                (ItemShape::OrientedBox(a), ItemShape::OrientedBox(b)) => a == b,
                (ItemShape::Parallelepiped(a), ItemShape::Parallelepiped(b)) => a == b,
                (ItemShape::Hull(a), ItemShape::Hull(b)) => a.is_one_with(b),
                (ItemShape::Polytope(a), ItemShape::Polytope(b)) => Arc::ptr_eq(a, b),
                (ItemShape::Mesh(a), ItemShape::Mesh(b)) => Arc::ptr_eq(a, b),
                (ItemShape::MeshInstance(a), ItemShape::MeshInstance(b)) => {
                    let [of_a, of_b] = [a, b].map(SharedInstance::instance);
                    Arc::ptr_eq(a.mesh(), b.mesh())
                        && of_a.rotation() == of_b.rotation()
                        && of_a.translation() == of_b.translation()
                }
                _ => false,
            }
    }

    /// Whether the item has a search tree of its own.
    pub(super) fn is_mesh(&self) -> bool {
        matches!(self.0.shape(), ItemShape::Mesh(_) | ItemShape::MeshInstance(_))
    }

    pub(super) fn meets_capsules(&self) -> bool {
        !matches!(self.0.shape(), ItemShape::Polytope(_))
    }

    pub(super) fn is_at_rest(&self) -> bool {
        let [to, from] = self.0.velocity_parts();
        to == from
    }

    pub(super) fn endless(self) -> Self {
        Self(self.0.endless())
    }

    /// The bounds of the item at time zero, and its velocity as a difference.
    pub(super) fn place(&self) -> ItemPlace {
        (self.start_bounds(), self.0.velocity_parts().map(in_space))
    }

    fn start_bounds(&self) -> StartBounds {
        let start = match self.0.shape() {
            ItemShape::Point(point) => StartBounds::of_points(&[point.position()]),
            ItemShape::Segment(segment) => StartBounds::of_points(&segment.ends()),
            ItemShape::Triangle(triangle) => StartBounds::of_points(&triangle.vertices()),
            ItemShape::AlignedBox(shape) => StartBounds::of_points(&[shape.min(), shape.max()]),
            ItemShape::OrientedBox(shape) => StartBounds::of_oriented_box(shape),
            ItemShape::Parallelepiped(shape) => StartBounds::of_parallelepiped(shape),
            ItemShape::Hull(hull) => StartBounds::of_hull(hull),
            ItemShape::Polytope(shape) => StartBounds::of_polytope(shape),
            ItemShape::Mesh(mesh) => StartBounds::of_bounds(mesh.bounds()),
            ItemShape::MeshInstance(placed) => {
                let instance = placed.instance();
                StartBounds::of_bounds(instance.mesh().bounds())
                    .placed(instance.rotation(), instance.translation())
            }
        };
        start.grown(self.0.inflation())
    }
}
