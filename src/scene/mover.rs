//! Movers of a scene: spheres, capsules and convex bodies. Only the queries in this file
//! distinguish the kinds of items, and which items each mover can meet.

use super::entries::Scene;
use super::item::{Item, ItemFeature, ItemShape};
use super::start_bounds::StartBounds;
use crate::contact::convex::{Core, ErasedConvex};
use crate::contact::sealed::{Meets, Near, NearAxis, Only};
use crate::contact::{
    Answer, ClosestPoint, ClosestPoints, ConvexShape, Effort, ExactAnswer, RelativeMotion,
};
use crate::mesh::{MeshByConvex, Triangles, bounds_of_core};
use crate::number::{Rational, Rounding, Surd};
use crate::shape::{Capsule, Moving, Point, Scalar, Shape, Sphere};
use alloc::vec::Vec;

/// A mover of a scene, with its queries of an item. An item that the mover cannot meet is never
/// touched.
pub(super) trait SceneMover<T: Scalar>: Shape<Scalar = T, Vector = [T; 3]> + Clone {
    type Core: SceneCore<T>;
    /// The core of the mover. The mover is the set of all points within its radius of the core.
    fn core(&self) -> Self::Core;
    /// The bounds of the mover at time zero.
    fn start_bounds(&self) -> StartBounds;

    fn meet(
        item: &Item<T>,
        mover: &Moving<Self>,
        only: Only,
        effort: &mut Effort,
    ) -> Answer<T, 3, ItemFeature>;
    fn meet_exactly(
        item: &Item<T>,
        mover: &Moving<Self>,
        only: Only,
    ) -> ExactAnswer<3, ItemFeature>;
    fn time(item: &Item<T>, mover: &Moving<Self>, rounding: Rounding) -> Option<T>;
    fn touches(item: &Item<T>, mover: &Moving<Self>, effort: &mut Effort) -> bool;
    /// The intervals of time in which the mover touches the item, as if neither motion ever ended.
    /// There may be several if the item is not convex. An interval without an end never ends.
    fn stays(item: &Item<T>, mover: &Moving<Self>) -> Vec<(Surd, Option<Surd>)>;
}

/// The core of a mover: the centre of a sphere, the axis of a capsule, a convex body without its
/// radius.
pub(super) trait SceneCore<T: Scalar> {
    /// The closest point of an item, as a query returns it.
    type Closest;
    /// The bounds of the core.
    fn start_bounds(&self) -> StartBounds;
    /// The point of an item that is closest to the core, at time zero.
    fn closest_of(&self, item: &Item<T>) -> Option<Self::Closest>;
    fn distance(closest: &Self::Closest) -> T;
    /// The exact distance of that closest point.
    fn exact_distance_of(&self, item: &Item<T>) -> Option<Surd>;
    /// Whether that distance is zero; it is not computed for this.
    fn meets(&self, item: &Item<T>) -> bool;
}

/// Evaluates a query with the shape and motion of an item as the obstacle. Only spheres meet
/// polytopes: for other movers the macro evaluates the alternative.
macro_rules! asked {
    ($mover:ident, $item:expr, $obstacle:ident => $ask:expr, else $otherwise:expr) => {{
        let moving = &$item.0;
        match moving.shape() {
            ItemShape::Point(shape) => asked!(@ moving, *shape, $obstacle => $ask),
            ItemShape::Segment(shape) => asked!(@ moving, *shape, $obstacle => $ask),
            ItemShape::Triangle(shape) => asked!(@ moving, *shape, $obstacle => $ask),
            ItemShape::AlignedBox(shape) => asked!(@ moving, *shape, $obstacle => $ask),
            ItemShape::OrientedBox(shape) => asked!(@ moving, *shape, $obstacle => $ask),
            ItemShape::Parallelepiped(shape) => asked!(@ moving, **shape, $obstacle => $ask),
            ItemShape::Hull(shape) => asked!(@ moving, shape.clone(), $obstacle => $ask),
            ItemShape::Polytope(_shape) => {
                asked!(@ polytope $mover, moving, &**_shape, $obstacle => $ask, else $otherwise)
            }
            ItemShape::Mesh(shape) => asked!(@ moving, &**shape, $obstacle => $ask),
            ItemShape::MeshInstance(shape) => {
                asked!(@ moving, shape.instance(), $obstacle => $ask)
            }
        }
    }};
    (@ polytope Sphere, $moving:expr, $shape:expr, $obstacle:ident => $ask:expr, else $otherwise:expr) => {
        asked!(@ $moving, $shape, $obstacle => $ask)
    };
    (@ polytope $mover:ident, $moving:expr, $shape:expr, $obstacle:ident => $ask:expr, else $otherwise:expr) => {
        $otherwise
    };
    (@ $moving:expr, $shape:expr, $obstacle:ident => $ask:expr) => {{
        let $obstacle = &$moving.with($shape);
        $ask
    }};
}

/// Implements the queries of items for a mover. `stays` are the times of contact with the triangles
/// of a mesh, and of a mesh instance.
macro_rules! mover {
    (
        $mover:ident: $type:ty, {$($generics:tt)*}, $core:ty;
        |$this:ident| core $middle:expr;
        stays |$mesh:ident, $by:ident| $of_mesh:expr, |$instance:ident| $of_instance:expr;
    ) => {
        impl<$($generics)* T: Scalar> SceneMover<T> for $type {
            type Core = $core;

            fn core(&self) -> $core {
                let $this = self;
                $middle
            }
            fn start_bounds(&self) -> StartBounds {
                SceneMover::core(self).start_bounds().grown(self.radius())
            }

            fn meet(
                item: &Item<T>,
                mover: &Moving<Self>,
                only: Only,
                effort: &mut Effort,
            ) -> Answer<T, 3, ItemFeature> {
                asked!($mover, item,
                    obstacle => obstacle.meet(mover, only, effort).map_feature(Into::into),
                    else Answer::None)
            }
            fn meet_exactly(
                item: &Item<T>,
                mover: &Moving<Self>,
                only: Only,
            ) -> ExactAnswer<3, ItemFeature> {
                asked!($mover, item,
                    obstacle => obstacle.meet_exactly(mover, only).map_feature(Into::into),
                    else ExactAnswer::None)
            }
            fn time(item: &Item<T>, mover: &Moving<Self>, rounding: Rounding) -> Option<T> {
                asked!($mover, item, obstacle => obstacle.time(mover, rounding), else None)
            }
            fn touches(item: &Item<T>, mover: &Moving<Self>, effort: &mut Effort) -> bool {
                asked!($mover, item, obstacle => obstacle.touches(mover, effort), else false)
            }

            fn stays(item: &Item<T>, mover: &Moving<Self>) -> Vec<(Surd, Option<Surd>)> {
                let (item, mover) = (item.clone().endless(), mover.clone().endless());
                let start = || Surd::from(Rational::ZERO);
                if RelativeMotion::<3>::of(&mover, &item.0).is_still() {
                    let is_touched =
                        <Self as SceneMover<T>>::touches(&item, &mover, &mut Effort::default());
                    return is_touched.then(|| (start(), None)).into_iter().collect();
                }
                let $by = &mover;
                match item.0.shape() {
                    ItemShape::Mesh(mesh) => {
                        let $mesh = &item.0.with(&**mesh);
                        return $of_mesh;
                    }
                    ItemShape::MeshInstance(mesh) => {
                        let $instance = &item.0.with(mesh.instance());
                        return $of_instance;
                    }
                    _ => {}
                }
                let first = match <Self as SceneMover<T>>::meet_exactly(&item, &mover, Only::Contacts) {
                    ExactAnswer::None => return Vec::new(),
                    ExactAnswer::Overlap(_) => start(),
                    ExactAnswer::Contact(contact) => contact.time,
                };
                let last = asked!($mover, item,
                    obstacle => obstacle.last_time_exactly(&mover),
                    else None);
                [(first, last)].into()
            }
        }
    };
}

/// The times of contact with triangles, each of which ends.
fn with_ends(stays: Vec<[Surd; 2]>) -> Vec<(Surd, Option<Surd>)> {
    stays.into_iter().map(|[first, last]| (first, Some(last))).collect()
}

mover! {
    Sphere: Sphere<T, 3>, {}, Point<T, 3>;
    |sphere| core Point::of(sphere.center());
    stays |mesh, by| with_ends(mesh.stays_of(by)), |instance| with_ends(instance.stays_of(by));
}
mover! {
    Capsule: Capsule<T, 3>, {}, CapsuleAxis<T>;
    |capsule| core CapsuleAxis(capsule.axis());
    stays |mesh, by| with_ends(mesh.stays_of(by)), |instance| with_ends(instance.stays_of(by));
}
mover! {
    ErasedConvex: ErasedConvex<'c, T>, {'c,}, ConvexCore<'c, T>;
    |body| core ConvexCore(body.clone());
    stays |mesh, by| MeshByConvex::of_mesh(by, mesh).stays(),
        |instance| MeshByConvex::of_instance(by, instance).stays();
}

impl<T: Scalar> SceneCore<T> for Point<T, 3> {
    type Closest = ClosestPoint<T, 3, ItemFeature>;

    fn start_bounds(&self) -> StartBounds {
        StartBounds::of_points(&[self.position()])
    }
    fn closest_of(&self, item: &Item<T>) -> Option<Self::Closest> {
        asked!(Sphere, item, obstacle => {
            let closest = obstacle.shape().closest_to(self, item.0.inflation());
            closest.map(|closest| closest.map_feature(Into::into))
        }, else None)
    }
    fn distance(closest: &Self::Closest) -> T {
        closest.distance
    }
    fn exact_distance_of(&self, item: &Item<T>) -> Option<Surd> {
        asked!(Sphere, item,
            obstacle => obstacle.shape().exact_distance(self, item.0.inflation()),
            else None)
    }
    fn meets(&self, item: &Item<T>) -> bool {
        let point = Moving::still(Sphere::at(self));
        SceneMover::touches(&item.at_rest(), &point, &mut Effort::default())
    }
}

/// The axis of a capsule, as a capsule with radius zero.
pub(super) struct CapsuleAxis<T: Scalar>(Capsule<T, 3>);

impl<T: Scalar> SceneCore<T> for CapsuleAxis<T> {
    type Closest = ClosestPoints<T, 3, ItemFeature>;

    fn start_bounds(&self) -> StartBounds {
        StartBounds::of_axis(self.0.a(), self.0.b())
    }
    fn closest_of(&self, item: &Item<T>) -> Option<Self::Closest> {
        closest_to_axis(item, &self.0)
    }
    fn distance(closest: &Self::Closest) -> T {
        closest.distance
    }
    fn exact_distance_of(&self, item: &Item<T>) -> Option<Surd> {
        exact_distance_to(item, &self.0)
    }
    fn meets(&self, item: &Item<T>) -> bool {
        SceneMover::touches(&item.at_rest(), &Moving::still(self.0), &mut Effort::default())
    }
}

/// A convex body, of which only the core counts.
pub(super) struct ConvexCore<'a, T>(ErasedConvex<'a, T>);

impl<T: Scalar> ConvexCore<'_, T> {
    /// The part of an item that is closest to the core: a triangle of a mesh, or the whole item.
    fn closest_part<'i>(&self, item: &'i Item<T>) -> Option<Core<'i>> {
        Some(match item.0.shape() {
            ItemShape::Mesh(mesh) => {
                let (mesh, body) = (item.0.with(&**mesh), Moving::still(self.0.clone()));
                MeshByConvex::of_mesh(&body, &mesh.at_rest()).closest_core()?
            }
            ItemShape::MeshInstance(placed) => {
                let (mesh, body) = (item.0.with(placed.instance()), Moving::still(self.0.clone()));
                MeshByConvex::of_instance(&body, &mesh.at_rest()).closest_core()?
            }
            shape => shape.convex_core()?,
        })
    }
}

impl<T: Scalar> SceneCore<T> for ConvexCore<'_, T> {
    type Closest = T;

    fn start_bounds(&self) -> StartBounds {
        StartBounds::of_bounds(Some(bounds_of_core(&ConvexShape::core(&self.0))))
    }
    fn closest_of(&self, item: &Item<T>) -> Option<T> {
        Some(self.0.core_distance(self.closest_part(item)?, item.0.inflation()))
    }
    fn distance(closest: &T) -> T {
        *closest
    }
    fn exact_distance_of(&self, item: &Item<T>) -> Option<Surd> {
        Some(self.0.exact_core_distance(self.closest_part(item)?, item.0.inflation()))
    }
    fn meets(&self, item: &Item<T>) -> bool {
        let core = Moving::still(self.0.sharp());
        SceneMover::touches(&item.at_rest(), &core, &mut Effort::default())
    }
}

/// The point of an item that is closest to the axis of a capsule, at time zero.
pub(super) fn closest_to_axis<T: Scalar>(
    item: &Item<T>,
    capsule: &Capsule<T, 3>,
) -> Option<ClosestPoints<T, 3, ItemFeature>> {
    asked!(Capsule, item, obstacle => {
        let closest = obstacle.shape().closest_to_axis(capsule, item.0.inflation());
        closest.map(|closest| closest.map_feature(Into::into))
    }, else None)
}

/// The closest points of an item and a convex body, at time zero.
pub(super) fn closest_to_convex<T: Scalar>(
    item: &Item<T>,
    body: &ErasedConvex<'_, T>,
) -> Option<ClosestPoints<T, 3, ItemFeature>> {
    let still = || Moving::still(body.clone());
    match item.0.shape() {
        ItemShape::Mesh(mesh) => {
            let closest =
                MeshByConvex::of_mesh(&still(), &item.0.with(&**mesh).at_rest()).closest();
            closest.map(|closest| closest.map_feature(Into::into))
        }
        ItemShape::MeshInstance(placed) => {
            let placed = item.0.with(placed.instance()).at_rest();
            let closest = MeshByConvex::of_instance(&still(), &placed).closest();
            closest.map(|closest| closest.map_feature(Into::into))
        }
        shape => {
            let closest = body.closest_points(shape.convex_core()?, item.0.inflation());
            let feature = shape.convex_feature(closest.feature)?;
            Some(closest.map_feature(|_| feature))
        }
    }
}

/// The exact distance of an item from the axis of a capsule, at time zero.
pub(super) fn exact_distance_to<T: Scalar>(
    item: &Item<T>,
    capsule: &Capsule<T, 3>,
) -> Option<Surd> {
    asked!(Capsule, item,
        obstacle => obstacle.shape().exact_distance_to(capsule, item.0.inflation()),
        else None)
}

/// A moving body and a scene.
pub(crate) struct SceneEncounter<'a, M: Shape, T: Scalar> {
    pub(super) mover: &'a Moving<M>,
    pub(super) scene: &'a Scene<T>,
}

/// Implements the queries of a motion for `$mover` and the scene of an encounter that lives for
/// `'b`.
macro_rules! scene_queries {
    ($encounter:ty, |$this:ident| $mover:expr) => {
        impl<'b, T: Scalar> $encounter {
            compiled! { <'a, 'b, T> $encounter;
                fn contacts($this) -> Vec<Answer<T, 3, SceneFeature>> {
                    $this.scene.all($mover)
                }
            }
        }

        impl<'b, T: Scalar> Encounter<T, 3, SceneFeature> for $encounter {
            compiled! { <'a, 'b, T> $encounter;
                fn meet($this, only: Only, effort: &'a mut Effort) -> Answer<T, 3, SceneFeature> {
                    $this.scene.answer($mover, only, effort)
                }

                fn meet_exactly($this, only: Only) -> ExactAnswer<3, SceneFeature> {
                    $this.scene.exact_answer($mover, only)
                }

                fn time($this, rounding: Rounding) -> Option<T> {
                    $this.scene.first_time($mover, rounding)
                }

                fn last_time($this) -> Option<T> {
                    $this.scene.end_of_contact($mover).map(|time| time.round())
                }

                fn last_time_exactly($this) -> Option<Surd> {
                    $this.scene.end_of_contact($mover)
                }

                fn touches($this, effort: &'a mut Effort) -> bool {
                    $this.scene.is_touched($mover, effort)
                }
            }
        }
    };
}
pub(super) use scene_queries;

/// Makes a scene, or a view of a scene that lives for `'b`, the target of a mover.
macro_rules! scene_target {
    ($mover:ident, $target:ty, $this:ident => $scene:expr) => {
        impl<'b, T: Scalar> CastTarget<T, 3, $mover<T, 3>> for $target {
            type Encounter<'a>
                = SceneEncounter<'a, $mover<T, 3>, T>
            where
                'b: 'a;

            fn encounter<'a>(
                mover: &'a Moving<$mover<T, 3>>,
                target: &'a Moving<$target>,
            ) -> Self::Encounter<'a> {
                let $this = target.shape();
                SceneEncounter { mover, scene: $scene }
            }
        }

        // The scene itself does not move; its items do.
        impl<'b, T: Scalar> Shape for $target {
            type Scalar = T;
            type Vector = [T; 3];
            const STILL: [T; 3] = [T::ZERO; 3];
        }
    };
}
pub(super) use scene_target;
