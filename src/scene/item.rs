//! One thing of a scene: a shape on its way, whatever kind of shape it is.

use super::reach::Reach;
use crate::contact::sealed::{Meets, Near};
use crate::contact::{
    Answer, BoxFeature, ClosestPoint, Effort, ExactAnswer, Feature, PlaneFeature,
};
use crate::mesh::{Mesh, MeshFeature, MeshInstance, SharedInstance};
use crate::number::{Rational, Rounding, Surd};
use crate::shape::{
    AlignedBox, Frustum, InputError, Moving, OrientedBox, Parallelepiped, Point, Polytope,
    Rotation, Rounded, Scalar, Segment, Shape, Sphere, Triangle, finite,
};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Something that a [`Scene`](crate::Scene) can hold: a shape in space, standing still or on its way.
///
/// Points, segments, triangles, boxes, polytopes, frusta and parallelepipeds turn into items as they are, and so do those of them that are
/// [`Moving`]. Meshes are shared: an [`Arc`] of one turns into an item, and [`Item::instance`] makes one that is turned and moved.
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
pub struct Item<T: Scalar>(Moving<Kind<T>>);

#[derive(Clone, Debug)]
enum Kind<T: Scalar> {
    Point(Point<T, 3>),
    Segment(Segment<T, 3>),
    Triangle(Triangle<T>),
    AlignedBox(AlignedBox<T, 3>),
    OrientedBox(OrientedBox<T, 3>),
    Parallelepiped(Parallelepiped<T>),
    Polytope(Arc<Polytope<T, 3>>),
    Mesh(Arc<Mesh<T>>),
    MeshInstance(SharedInstance<T>),
}

impl<T: Scalar> Shape for Kind<T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

/// A place on an item, or on any other shape in `N` dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ItemFeature<const N: usize = 3> {
    /// On a point, a segment or a triangle.
    Simplex(Feature),
    /// On an aligned or an oriented box.
    Box(BoxFeature<N>),
    /// On a polytope, a frustum or a parallelepiped.
    Planes(PlaneFeature),
    /// On a mesh.
    Mesh(MeshFeature),
}

/// Makes `$feature` a place on an item.
macro_rules! features {
    ($($feature:ty, $variant:ident;)*) => {
        $(impl<const N: usize> From<$feature> for ItemFeature<N> {
            fn from(feature: $feature) -> Self {
                ItemFeature::$variant(feature)
            }
        })*
    };
}
features! {
    Feature, Simplex;
    BoxFeature<N>, Box;
    PlaneFeature, Planes;
    MeshFeature, Mesh;
}

/// Makes `$shape`, still or moving, an item.
macro_rules! items {
    ($($shape:ty, $kind:ident;)*) => {
        $(
            impl<T: Scalar> From<$shape> for Item<T> {
                fn from(shape: $shape) -> Self {
                    Moving::still(shape).into()
                }
            }
            impl<T: Scalar> From<Moving<$shape>> for Item<T> {
                fn from(moving: Moving<$shape>) -> Self {
                    Self(moving.map(Kind::$kind))
                }
            }
            impl<T: Scalar> From<Rounded<$shape>> for Item<T> {
                fn from(shape: Rounded<$shape>) -> Self {
                    Moving::still(shape).into()
                }
            }
            impl<T: Scalar> From<Moving<Rounded<$shape>>> for Item<T> {
                fn from(moving: Moving<Rounded<$shape>>) -> Self {
                    let (shape, radius) = (moving.shape().shape(), moving.shape().radius());
                    moving.with(shape.clone()).towards_rounded(radius).into()
                }
            }
        )*
    };
}
items! {
    Point<T, 3>, Point;
    Segment<T, 3>, Segment;
    Triangle<T>, Triangle;
    AlignedBox<T, 3>, AlignedBox;
    OrientedBox<T, 3>, OrientedBox;
    Parallelepiped<T>, Parallelepiped;
    Arc<Polytope<T, 3>>, Polytope;
    Arc<Mesh<T>>, Mesh;
    SharedInstance<T>, MeshInstance;
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

/// Asks the shape of an item, on its way, as an obstacle: the one place where a scene tells kinds apart.
macro_rules! asked {
    ($item:expr, $obstacle:ident => $ask:expr) => {{
        let moving = &$item.0;
        macro_rules! ask {
            ($obstacle_on_its_way:expr) => {{
                let $obstacle = &moving.with($obstacle_on_its_way);
                $ask
            }};
        }
        match moving.shape() {
            Kind::Point(shape) => ask!(*shape),
            Kind::Segment(shape) => ask!(*shape),
            Kind::Triangle(shape) => ask!(*shape),
            Kind::AlignedBox(shape) => ask!(*shape),
            Kind::OrientedBox(shape) => ask!(*shape),
            Kind::Parallelepiped(shape) => ask!(*shape),
            Kind::Polytope(shape) => ask!(&**shape),
            Kind::Mesh(shape) => ask!(&**shape),
            Kind::MeshInstance(shape) => ask!(shape.instance()),
        }
    }};
}

impl<T: Scalar> Item<T> {
    /// A mesh, turned about its origin and then moved, as by [`Mesh::instance`].
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

    /// This item at another velocity.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; 3]>) -> Result<Self, InputError> {
        Ok(Self(self.0.at_velocity(velocity.into(), "item.velocity")?))
    }

    /// This item, with its motion ending at `t_max`, that time included; what comes later than that is no contact with it.
    ///
    /// # Errors
    /// A time that is NaN or negative.
    pub fn until(self, t_max: T) -> Result<Self, InputError> {
        Ok(Self(self.0.until(t_max)?))
    }

    /// Its velocity.
    pub fn velocity(&self) -> [T; 3] {
        self.0.velocity()
    }

    /// The last time of its motion; infinite if it has no end.
    pub fn t_max(&self) -> T {
        self.0.t_max()
    }

    // ---- as an obstacle ----

    pub(super) fn meet(
        &self,
        ball: &Moving<Sphere<T, 3>>,
        effort: &mut Effort,
    ) -> Answer<T, 3, ItemFeature> {
        asked!(self, obstacle => obstacle.meet(ball, effort).map_feature(Into::into))
    }

    pub(super) fn meet_exactly(&self, ball: &Moving<Sphere<T, 3>>) -> ExactAnswer<3, ItemFeature> {
        asked!(self, obstacle => obstacle.meet_exactly(ball).map_feature(Into::into))
    }

    pub(super) fn enter(
        &self,
        ball: &Moving<Sphere<T, 3>>,
        effort: &mut Effort,
    ) -> Answer<T, 3, ItemFeature> {
        asked!(self, obstacle => obstacle.enter(ball, effort).map_feature(Into::into))
    }

    pub(super) fn enter_exactly(&self, ball: &Moving<Sphere<T, 3>>) -> ExactAnswer<3, ItemFeature> {
        asked!(self, obstacle => obstacle.enter_exactly(ball).map_feature(Into::into))
    }

    pub(super) fn time(&self, ball: &Moving<Sphere<T, 3>>, rounding: Rounding) -> Option<T> {
        asked!(self, obstacle => obstacle.time(ball, rounding))
    }

    pub(super) fn touches(&self, ball: &Moving<Sphere<T, 3>>, effort: &mut Effort) -> bool {
        asked!(self, obstacle => obstacle.touches(ball, effort))
    }

    /// Its point closest to a given one, where it is at time zero.
    pub(super) fn closest_to(
        &self,
        point: &Point<T, 3>,
    ) -> Option<ClosestPoint<T, 3, ItemFeature>> {
        asked!(self, obstacle => {
            let closest = obstacle.shape().closest_to(point, self.0.rounding());
            closest.map(|closest| closest.map_feature(Into::into))
        })
    }

    /// How far that point is.
    pub(super) fn exact_distance(&self, point: &Point<T, 3>) -> Option<Surd> {
        asked!(self, obstacle => obstacle.shape().exact_distance(point, self.0.rounding()))
    }

    /// From when to when it is touched, if both never ended; several times if it is not convex. Without an end if it is touched for ever.
    pub(super) fn stays(&self, ball: &Moving<Sphere<T, 3>>) -> Vec<(Surd, Option<Surd>)> {
        let (item, ball) = (self.clone().endless(), ball.endless());
        let start = || Surd::from(Rational::ZERO);
        if ball.velocity() == item.velocity() {
            let is_touched = item.touches(&ball, &mut Effort::default());
            return is_touched.then(|| (start(), None)).into_iter().collect();
        }
        let of_mesh = |mesh: MeshInstance<'_, T>| {
            let stays = item.0.with(mesh).stays(&ball).into_iter();
            stays.map(|[first, last]| (first, Some(last))).collect()
        };
        match item.0.shape() {
            Kind::Mesh(mesh) => {
                return of_mesh(MeshInstance::new(mesh, Rotation::identity(), [T::ZERO; 3]));
            }
            Kind::MeshInstance(mesh) => return of_mesh(mesh.instance()),
            _ => {}
        }
        let first = match item.meet_exactly(&ball) {
            ExactAnswer::None => return Vec::new(),
            ExactAnswer::Overlap { .. } => start(),
            ExactAnswer::Contact { time, .. } => time,
        };
        [(first, asked!(item, obstacle => obstacle.last_time_exactly(&ball)))].into()
    }

    /// The same as it is at time zero, and stays.
    pub(super) fn at_rest(&self) -> Self {
        Self(self.0.clone().at_rest())
    }

    fn endless(self) -> Self {
        Self(self.0.endless())
    }

    /// Where it is at time zero.
    pub(super) fn reach(&self) -> Reach {
        let reach = match self.0.shape() {
            Kind::Point(point) => Reach::of_points(&[point.position()]),
            Kind::Segment(segment) => Reach::of_points(&segment.ends()),
            Kind::Triangle(triangle) => Reach::of_points(&triangle.vertices()),
            Kind::AlignedBox(shape) => Reach::of_points(&[shape.min(), shape.max()]),
            Kind::OrientedBox(shape) => Reach::of_oriented_box(shape),
            Kind::Parallelepiped(shape) => Reach::of_parallelepiped(shape),
            Kind::Polytope(shape) => Reach::of_polytope(shape),
            Kind::Mesh(mesh) => Reach::of_bounds(mesh.bounds()),
            Kind::MeshInstance(placed) => {
                let instance = placed.instance();
                Reach::of_bounds(instance.mesh().bounds())
                    .placed(instance.rotation(), instance.translation())
            }
        };
        reach.grown(self.0.rounding())
    }
}
