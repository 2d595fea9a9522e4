//! One thing of a scene: a shape on its way, whatever kind of shape it is.

use super::reach::Reach;
use crate::contact::sealed::{Meets, Near};
use crate::contact::{
    Answer, BoxFeature, ClosestPoint, Effort, ExactAnswer, Feature, PlaneFeature,
};
use crate::mesh::{Mesh, MeshFeature, MeshInstance};
use crate::number::{Rational, Rounding, Surd};
use crate::shape::{
    AlignedBox, Frustum, InputError, Moving, OrientedBox, Parallelepiped, Point, Polytope,
    Rotation, Scalar, Segment, Shape, Sphere, Triangle, finite,
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
pub struct Item<T: Scalar>(Kind<T>);

#[derive(Clone, Debug)]
enum Kind<T: Scalar> {
    Point(Moving<Point<T, 3>>),
    Segment(Moving<Segment<T, 3>>),
    Triangle(Moving<Triangle<T>>),
    AlignedBox(Moving<AlignedBox<T, 3>>),
    OrientedBox(Moving<OrientedBox<T, 3>>),
    Parallelepiped(Moving<Parallelepiped<T>>),
    Polytope(Moving<Shared<Polytope<T, 3>>>),
    Mesh(Moving<Shared<Mesh<T>>>),
    MeshInstance(Moving<Instance<T>>),
}

/// A shape that others may hold, too.
#[derive(Debug)]
struct Shared<S>(Arc<S>);

impl<S> Clone for Shared<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// A mesh in some place.
#[derive(Clone, Debug)]
struct Instance<T> {
    mesh: Shared<Mesh<T>>,
    rotation: Rotation<T, 3>,
    translation: [T; 3],
}

/// Makes these shapes in space.
macro_rules! in_space {
    ($($shape:ty),*) => {
        $(impl<T: Scalar> Shape for $shape {
            type Scalar = T;
            type Vector = [T; 3];
            const STILL: [T; 3] = [T::ZERO; 3];
        })*
    };
}
in_space!(Shared<Polytope<T, 3>>, Shared<Mesh<T>>, Instance<T>);

impl<T: Scalar> Instance<T> {
    fn instance(&self) -> MeshInstance<'_, T> {
        MeshInstance::new(&self.mesh.0, self.rotation, self.translation)
    }
}

/// A place on an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ItemFeature {
    /// On a point, a segment or a triangle.
    Simplex(Feature),
    /// On an aligned or an oriented box.
    Box(BoxFeature<3>),
    /// On a polytope, a frustum or a parallelepiped.
    Planes(PlaneFeature),
    /// On a mesh.
    Mesh(MeshFeature),
}

/// Makes `$feature` a place on an item.
macro_rules! features {
    ($($feature:ty, $variant:ident;)*) => {
        $(impl From<$feature> for ItemFeature {
            fn from(feature: $feature) -> Self {
                ItemFeature::$variant(feature)
            }
        })*
    };
}
features! {
    Feature, Simplex;
    BoxFeature<3>, Box;
    PlaneFeature, Planes;
    MeshFeature, Mesh;
}

/// Makes `$shape`, still or moving, an item.
macro_rules! items {
    ($($shape:ty, $kind:ident;)*) => {
        $(
            impl<T: Scalar> From<$shape> for Item<T> {
                fn from(shape: $shape) -> Self {
                    Self(Kind::$kind(Moving::still(shape)))
                }
            }
            impl<T: Scalar> From<Moving<$shape>> for Item<T> {
                fn from(moving: Moving<$shape>) -> Self {
                    Self(Kind::$kind(moving))
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
}

impl<T: Scalar> From<Polytope<T, 3>> for Item<T> {
    fn from(polytope: Polytope<T, 3>) -> Self {
        Self(Kind::Polytope(Moving::still(Shared(Arc::new(polytope)))))
    }
}

impl<T: Scalar> From<Frustum<T>> for Item<T> {
    fn from(frustum: Frustum<T>) -> Self {
        frustum.polytope().clone().into()
    }
}

impl<T: Scalar> From<Arc<Mesh<T>>> for Item<T> {
    fn from(mesh: Arc<Mesh<T>>) -> Self {
        Self(Kind::Mesh(Moving::still(Shared(mesh))))
    }
}

/// Says the same of whatever moves: of `$moving` as it is held.
macro_rules! held {
    ($item:expr, $moving:ident => $($say:tt)*) => {
        match $item {
            Kind::Point($moving) => $($say)*,
            Kind::Segment($moving) => $($say)*,
            Kind::Triangle($moving) => $($say)*,
            Kind::AlignedBox($moving) => $($say)*,
            Kind::OrientedBox($moving) => $($say)*,
            Kind::Parallelepiped($moving) => $($say)*,
            Kind::Polytope($moving) => $($say)*,
            Kind::Mesh($moving) => $($say)*,
            Kind::MeshInstance($moving) => $($say)*,
        }
    };
}

/// Makes another item of whatever moves.
macro_rules! made {
    ($item:expr, $moving:ident => $make:expr) => {
        match $item {
            Kind::Point($moving) => Kind::Point($make),
            Kind::Segment($moving) => Kind::Segment($make),
            Kind::Triangle($moving) => Kind::Triangle($make),
            Kind::AlignedBox($moving) => Kind::AlignedBox($make),
            Kind::OrientedBox($moving) => Kind::OrientedBox($make),
            Kind::Parallelepiped($moving) => Kind::Parallelepiped($make),
            Kind::Polytope($moving) => Kind::Polytope($make),
            Kind::Mesh($moving) => Kind::Mesh($make),
            Kind::MeshInstance($moving) => Kind::MeshInstance($make),
        }
    };
}

/// Asks whatever moves, as an obstacle.
macro_rules! asked {
    ($item:expr, $obstacle:ident => $ask:expr) => {
        match $item {
            Kind::Point($obstacle) => $ask,
            Kind::Segment($obstacle) => $ask,
            Kind::Triangle($obstacle) => $ask,
            Kind::AlignedBox($obstacle) => $ask,
            Kind::OrientedBox($obstacle) => $ask,
            Kind::Parallelepiped($obstacle) => $ask,
            Kind::Polytope(moving) => {
                let $obstacle = &moving.with(&*moving.shape().0);
                $ask
            }
            Kind::Mesh(moving) => {
                let $obstacle = &moving.with(&*moving.shape().0);
                $ask
            }
            Kind::MeshInstance(moving) => {
                let $obstacle = &moving.with(moving.shape().instance());
                $ask
            }
        }
    };
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
        let instance = Instance { mesh: Shared(mesh), rotation, translation };
        Ok(Self(Kind::MeshInstance(Moving::still(instance))))
    }

    /// This item at another velocity.
    ///
    /// # Errors
    /// A component that is not finite.
    pub fn moving(self, velocity: impl Into<[T; 3]>) -> Result<Self, InputError> {
        let velocity = velocity.into();
        Ok(Self(made!(self.0, moving => moving.at_velocity(velocity, "item.velocity")?)))
    }

    /// This item, with its motion ending at `t_max`, that time included; what comes later than that is no contact with it.
    ///
    /// # Errors
    /// A time that is NaN or negative.
    pub fn until(self, t_max: T) -> Result<Self, InputError> {
        Ok(Self(made!(self.0, moving => moving.until(t_max)?)))
    }

    /// Its velocity.
    pub fn velocity(&self) -> [T; 3] {
        held!(&self.0, moving => moving.velocity())
    }

    /// The last time of its motion; infinite if it has no end.
    pub fn t_max(&self) -> T {
        held!(&self.0, moving => moving.t_max())
    }

    // ---- as an obstacle ----

    pub(super) fn meet(
        &self,
        ball: &Moving<Sphere<T, 3>>,
        effort: &mut Effort,
    ) -> Answer<T, 3, ItemFeature> {
        asked!(&self.0, obstacle => obstacle.meet(ball, effort).map_feature(Into::into))
    }

    pub(super) fn meet_exactly(&self, ball: &Moving<Sphere<T, 3>>) -> ExactAnswer<3, ItemFeature> {
        asked!(&self.0, obstacle => obstacle.meet_exactly(ball).map_feature(Into::into))
    }

    pub(super) fn time(&self, ball: &Moving<Sphere<T, 3>>, rounding: Rounding) -> Option<T> {
        asked!(&self.0, obstacle => obstacle.time(ball, rounding))
    }

    pub(super) fn touches(&self, ball: &Moving<Sphere<T, 3>>, effort: &mut Effort) -> bool {
        asked!(&self.0, obstacle => obstacle.touches(ball, effort))
    }

    /// Its point closest to a given one, where it is at time zero.
    pub(super) fn closest_to(
        &self,
        point: &Point<T, 3>,
    ) -> Option<ClosestPoint<T, 3, ItemFeature>> {
        asked!(&self.0, obstacle => {
            obstacle.shape().closest_to(point).map(|closest| closest.map_feature(Into::into))
        })
    }

    /// How far that point is.
    pub(super) fn exact_distance(&self, point: &Point<T, 3>) -> Option<Surd> {
        asked!(&self.0, obstacle => obstacle.shape().exact_distance(point))
    }

    /// From when to when it is touched, if both never ended; several times if it is not convex. None if it is touched for ever.
    pub(super) fn stays(&self, ball: &Moving<Sphere<T, 3>>) -> Option<Vec<[Surd; 2]>> {
        let (item, ball) = (self.clone().endless(), ball.endless());
        if ball.velocity() == item.velocity() {
            let is_touched = item.touches(&ball, &mut Effort::default());
            return (!is_touched).then(Vec::new);
        }
        match &item.0 {
            Kind::Mesh(moving) => {
                let placed =
                    MeshInstance::new(&moving.shape().0, Rotation::identity(), [T::ZERO; 3]);
                return Some(moving.with(placed).stays(&ball));
            }
            Kind::MeshInstance(moving) => {
                return Some(moving.with(moving.shape().instance()).stays(&ball));
            }
            _ => {}
        }
        let first = match item.meet_exactly(&ball) {
            ExactAnswer::None => return Some(Vec::new()),
            ExactAnswer::Overlap { .. } => Surd::from(Rational::ZERO),
            ExactAnswer::Contact { time, .. } => time,
        };
        let last = asked!(&item.0, obstacle => obstacle.last_time_exactly(&ball))?;
        Some([[first, last]].into())
    }

    /// The same as it is at time zero, and stays.
    pub(super) fn at_rest(&self) -> Self {
        Self(made!(self.0.clone(), moving => moving.at_rest()))
    }

    fn endless(self) -> Self {
        Self(made!(self.0, moving => moving.endless()))
    }

    /// Where it is at time zero.
    pub(super) fn reach(&self) -> Reach {
        match &self.0 {
            Kind::Point(moving) => Reach::of_points(&[moving.shape().position()]),
            Kind::Segment(moving) => Reach::of_points(&moving.shape().ends()),
            Kind::Triangle(moving) => Reach::of_points(&moving.shape().vertices()),
            Kind::AlignedBox(moving) => {
                Reach::of_points(&[moving.shape().min(), moving.shape().max()])
            }
            Kind::OrientedBox(moving) => Reach::of_oriented_box(moving.shape()),
            Kind::Parallelepiped(moving) => Reach::of_parallelepiped(moving.shape()),
            Kind::Polytope(moving) => Reach::of_polytope(&moving.shape().0),
            Kind::Mesh(moving) => Reach::of_bounds(moving.shape().0.bounds()),
            Kind::MeshInstance(moving) => {
                let Instance { mesh, rotation, translation } = moving.shape();
                Reach::of_bounds(mesh.0.bounds()).placed(*rotation, *translation)
            }
        }
    }
}
