//! Movers of a scene: spheres and capsules. Only the queries in this file distinguish the kinds of
//! items, and which items each mover can meet.

use super::entries::Scene;
use super::item::{Item, ItemFeature, ItemShape};
use super::start_bounds::StartBounds;
use crate::contact::sealed::{Meets, Near, NearAxis, Only};
use crate::contact::{Answer, ClosestPoint, ClosestPoints, Effort, ExactAnswer, RelativeMotion};
use crate::mesh::Triangles;
use crate::number::{Rational, Rounding, Surd};
use crate::shape::{Capsule, Moving, Point, Scalar, Shape, Sphere};
use alloc::vec::Vec;

/// A mover of a scene, with its queries of an item. An item that the mover cannot meet is never
/// touched.
pub(super) trait SceneMover<T: Scalar>: Shape<Scalar = T, Vector = [T; 3]> + Copy {
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

/// The core of a mover: the centre of a sphere, the axis of a capsule.
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
/// polytopes, so for a capsule and a polytope the macro evaluates the alternative.
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
                asked!(@ $mover, moving, &**_shape, $obstacle => $ask, else $otherwise)
            }
            ItemShape::Mesh(shape) => asked!(@ moving, &**shape, $obstacle => $ask),
            ItemShape::MeshInstance(shape) => asked!(@ moving, shape.instance(), $obstacle => $ask),
        }
    }};
    (@ $moving:expr, $shape:expr, $obstacle:ident => $ask:expr) => {{
        let $obstacle = &$moving.with($shape);
        $ask
    }};
    (@ Sphere, $moving:expr, $shape:expr, $obstacle:ident => $ask:expr, else $otherwise:expr) => {
        asked!(@ $moving, $shape, $obstacle => $ask)
    };
    (@ Capsule, $moving:expr, $shape:expr, $obstacle:ident => $ask:expr, else $otherwise:expr) => {
        $otherwise
    };
}

macro_rules! mover {
    ($mover:ident, $core:ty, |$this:ident| $middle:expr) => {
        impl<T: Scalar> SceneMover<T> for $mover<T, 3> {
            type Core = $core;

            fn core(&self) -> $core {
                let $this = self;
                $middle
            }
            fn start_bounds(&self) -> StartBounds {
                self.core().start_bounds().grown(self.radius())
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
                let (item, mover) = (item.clone().endless(), mover.endless());
                let start = || Surd::from(Rational::ZERO);
                if RelativeMotion::<3>::of(&mover, &item.0).is_still() {
                    let is_touched = Self::touches(&item, &mover, &mut Effort::default());
                    return is_touched.then(|| (start(), None)).into_iter().collect();
                }
                let of_mesh = |stays: Vec<[Surd; 2]>| {
                    stays.into_iter().map(|[first, last]| (first, Some(last))).collect()
                };
                match item.0.shape() {
                    ItemShape::Mesh(mesh) => return of_mesh(item.0.with(&**mesh).stays_of(&mover)),
                    ItemShape::MeshInstance(mesh) => {
                        return of_mesh(item.0.with(mesh.instance()).stays_of(&mover));
                    }
                    _ => {}
                }
                let first = match Self::meet_exactly(&item, &mover, Only::Contacts) {
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

mover!(Sphere, Point<T, 3>, |sphere| Point::of(sphere.center()));
mover!(Capsule, CapsuleAxis<T>, |capsule| CapsuleAxis(capsule.axis()));

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

/// Implements the queries of a motion for a mover and a scene, or a view of a scene that lives for
/// `'b`.
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

        impl<T: Scalar> Encounter<T, 3, SceneFeature> for SceneEncounter<'_, $mover<T, 3>, T> {
            compiled! { <'a, 'b, T> SceneEncounter<'a, $mover<T, 3>, T>;
                fn meet(this, only: Only, effort: &'a mut Effort) -> Answer<T, 3, SceneFeature> {
                    this.scene.answer(this.mover, only, effort)
                }

                fn meet_exactly(this, only: Only) -> ExactAnswer<3, SceneFeature> {
                    this.scene.exact_answer(this.mover, only)
                }

                fn time(this, rounding: Rounding) -> Option<T> {
                    this.scene.first_time(this.mover, rounding)
                }

                fn last_time(this) -> Option<T> {
                    this.scene.end_of_contact(this.mover).map(|time| time.round())
                }

                fn last_time_exactly(this) -> Option<Surd> {
                    this.scene.end_of_contact(this.mover)
                }

                fn touches(this, effort: &'a mut Effort) -> bool {
                    this.scene.is_touched(this.mover, effort)
                }
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
